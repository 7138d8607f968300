/* signals.h - what Go's runtime needs before it starts, and a host's thread before it enters Go. */
#ifndef GOBC_CAPI_SIGNALS_H
#define GOBC_CAPI_SIGNALS_H

#include "shim.h"

/*
 * Gives the calling thread a signal stack with room for all signals at once, until it ends. A thread that has one keeps it; where
 * there is no memory for it, Go gives its own, of 32 KiB.
 */
GOBC_LOCAL void gobc_give_signal_stack(void);

/* Lets Go's threads keep SIGCHLD and SIGPROF blocked. To be called before the runtime starts. */
GOBC_LOCAL void gobc_keep_signals_blocked(void);

#endif
