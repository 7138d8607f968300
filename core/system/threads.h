/* threads.h - threads that no signal of the host reaches. */
#ifndef GOBC_SYSTEM_THREADS_H
#define GOBC_SYSTEM_THREADS_H

#include <stddef.h>

#define GOBC_HIDDEN __attribute__((visibility("hidden")))

/* Starts a detached thread with all signals blocked; threads that it starts inherit this. Returns 0 or an errno. Unless `stack`
 * is NULL, *stack is set to the size of the thread's stack. */
GOBC_HIDDEN int gobc_start_thread(void *(*run)(void *), void *argument, size_t *stack);

#endif
