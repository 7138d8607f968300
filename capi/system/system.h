/*
 * system.h - what an operating system must offer to the C interface. system_unix.c has what is the same on all systems of POSIX,
 * system_linux.c the rest, system_windows.c all; system_other.c has of the rest what POSIX does. Each function says what the
 * other systems lack. Threads are those of core/system/threads.h.
 */
#ifndef GOBC_CAPI_SYSTEM_H
#define GOBC_CAPI_SYSTEM_H

#include "../../include/gobc.h"

#define GOBC_LOCAL __attribute__((visibility("hidden")))

/* Whether this process was forked since the library was loaded: Go's threads are then not there. */
GOBC_LOCAL int gobc_system_forked(void);

/* The variables that the process began with, which are those that Go reads; NULL where they are not known.
 * Other systems: those of now. */
GOBC_LOCAL char **gobc_system_variables(void);

/* What memory of a process is limited in. */
typedef enum { GOBC_ADDRESS_SPACE, GOBC_DATA_SEGMENT } gobc_system_memory;

/* Whether there is a limit of this kind; then how many bytes it has and how many are in use, 0 where that is not known.
 * Other systems: no limit. */
GOBC_LOCAL int gobc_system_limit(gobc_system_memory kind, double *most, double *used);

/* Opens as many file descriptors as asked, of the kinds that Go's poller does, and closes them: 0, or the errno of what fails.
 * Other systems: pipes. */
GOBC_LOCAL int gobc_system_try_descriptors(int count);

/* Returns what work returns, which runs with all signals blocked but those of faults: threads that it starts inherit that. */
GOBC_LOCAL int32_t gobc_system_block_signals(int32_t (*work)(void *), void *argument);

/*
 * Gives the calling thread a signal stack with room for all signals at once, until it ends. A thread that has one keeps it; where
 * there is no memory for it, Go gives its own, of 32 KiB.
 * Other systems: Go's own.
 */
GOBC_LOCAL void gobc_system_give_signal_stack(void);

/* ---- Go's runtime: guards_linux.c, guards_other.c ---- */

/* Whether Go's runtime waits for gobc_guards_start, and asks start.c and threads.c for its threads.
 * Other systems: it starts when the library is loaded, and where it cannot work it ends the process. */
GOBC_LOCAL int gobc_guards_hold(void);

/* Starts the runtime. */
GOBC_LOCAL void gobc_guards_start(void);

#endif
