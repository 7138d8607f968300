//go:build unix

#define _GNU_SOURCE
#include "threads.h"

#include <pthread.h>
#include <signal.h>

int gobc_start_thread(void *(*run)(void *), void *argument, size_t *stack) {
  sigset_t all, before;
  pthread_attr_t attributes;
  pthread_t thread;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  int error = pthread_create(&thread, &attributes, run, argument);
  if (stack) pthread_attr_getstacksize(&attributes, stack);
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error;
}
