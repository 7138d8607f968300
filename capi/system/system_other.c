//go:build !linux || gobc_portable

/* system_other.c - what POSIX has of system.h, for systems without a file of their own. */
#include "system.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int forked;

static void in_child(void) { atomic_store(&forked, 1); }

__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(NULL, NULL, in_child); }

int gobc_system_forked(void) { return atomic_load(&forked); }

extern char **environ;

char **gobc_system_variables(void) { return environ; }

int gobc_system_limit(gobc_system_memory kind, double *most, double *used) {
  (void)kind;
  *most = *used = 0;
  return 0;
}

int gobc_system_try_descriptors(int count) {
  int ends[64], opened = 0, failed = 0;
  while (opened < count && opened < 64 && !failed) {
    if (pipe(&ends[opened])) failed = errno;
    else opened += 2;
  }
  while (opened > 0) close(ends[--opened]);
  return failed;
}

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

void gobc_system_give_signal_stack(void) {}
