//go:build unix

/* system_unix.c - what all systems of POSIX have of system.h in one way. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

#include "system.h"

static atomic_int forked;

/* Loading starts Go's threads, which the child does not have. A child that loads the library itself has no such hook. */
static void in_child(void) { atomic_store(&forked, 1); }

__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(NULL, NULL, in_child); }

int gobc_system_forked(void) { return atomic_load(&forked); }

int32_t gobc_system_block_signals(int32_t (*work)(void *), void *argument) {
  sigset_t all, before;
  sigfillset(&all);
  for (const int *own = (int[]){SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, 0}; *own; own++)
    sigdelset(&all, *own);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  int32_t status = work(argument);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return status;
}
