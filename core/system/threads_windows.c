/* threads_windows.c - Windows has no signals. */
#include "threads.h"

#include <pthread.h>

int gobc_start_thread(void *(*run)(void *), void *argument, size_t *stack) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  int error = pthread_create(&thread, &attributes, run, argument);
  if (stack) pthread_attr_getstacksize(&attributes, stack);
  pthread_attr_destroy(&attributes);
  return error;
}
