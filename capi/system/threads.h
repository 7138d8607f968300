/* threads.h - threads that are kept for Go's runtime. */
#ifndef GOBC_CAPI_THREADS_H
#define GOBC_CAPI_THREADS_H

#include <stddef.h>

#include "system.h"

/* What is kept ready while nothing is short: more than the runtime starts at once for a call of one or two workers. */
enum { KEPT_THREADS = 6 };

/* Sees to it that so many threads are kept: 0, or the errno of the one that cannot be started. An atomic load where they are. */
GOBC_LOCAL int gobc_keep_threads(int wanted);

/* The same for a call of so many workers, each of which may hold a thread of its own in C. */
GOBC_LOCAL int gobc_keep_workers(int workers);

/* Gives work of the runtime to a thread that is kept, if more than `least` are and its stack has this size. */
GOBC_LOCAL int gobc_give_thread(size_t stack, int least, void *(*start)(void *), void *argument);

/* Counts a thread that the runtime has got. */
GOBC_LOCAL void gobc_count_thread(void);

#endif
