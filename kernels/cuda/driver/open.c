//go:build gobc_cuda
// (Go leaves the file out of builds without CUDA by the line above.)

/* Loading, cuInit and the binding of every function run on a thread of their own: a driver that hangs, which does happen
 * with failing hardware, then costs a caller the time limit and a thread, not the process. Signals stay blocked there,
 * and so in the threads that the driver starts: the host's handlers keep running on the host's threads. */
#define _GNU_SOURCE
#include "open.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../../../core/system/library/library.h"
#include "../../../core/system/threads.h"

#define HIDDEN __attribute__((visibility("hidden")))
extern HIDDEN void *gobc_driver_slots[];
extern HIDDEN const char *const gobc_driver_names[];
extern HIDDEN const size_t gobc_driver_count;

static pthread_once_t prepared = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ended;
static clockid_t clock_of_waits;
static enum { IDLE, RUNNING, ENDED } state;
static struct timespec began;
static gobc_driver_outcome result;

static int not_found(void) { return 500; }

/* Waits go by a clock that nobody sets, where threads have one. */
static void prepare(void) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  clock_of_waits = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  pthread_cond_init(&ended, &attributes);
  pthread_condattr_destroy(&attributes);
}

static void bind(void *library, gobc_driver_outcome *out) {
  for (size_t i = 0; i < gobc_driver_count; i++) {
    void *function = gobc_find_function(library, gobc_driver_names[i]);
    out->missing += function == NULL;
    gobc_driver_slots[i] = function ? function : (void *)not_found;
  }
}

static void start(const char *name, gobc_driver_outcome *out) {
  void *library = gobc_load_library(name, out->detail, sizeof out->detail);
  if (!library) {
    out->stage = GOBC_DRIVER_NO_LIBRARY;
    return;
  }
  int (*init)(unsigned) = (int (*)(unsigned))gobc_find_function(library, "cuInit");
  if (!init) {
    out->stage = GOBC_DRIVER_NO_SYMBOL;
    return;
  }
  out->code = init(0);
  if (out->code) {
    out->stage = GOBC_DRIVER_FAILED;
    return;
  }
  bind(library, out);
  out->stage = GOBC_DRIVER_READY;
}

static void *run(void *name) {
  gobc_driver_outcome own = {0};
  start(name, &own);
  pthread_mutex_lock(&lock);
  result = own;
  state = ENDED;
  pthread_cond_broadcast(&ended);
  pthread_mutex_unlock(&lock);
  return NULL;
}

void gobc_driver_open(const char *name, int milliseconds, gobc_driver_outcome *out) {
  memset(out, 0, sizeof *out);
  pthread_once(&prepared, prepare);
  pthread_mutex_lock(&lock);
  if (state == IDLE) {
    clock_gettime(clock_of_waits, &began);
    int status = gobc_start_thread(run, (void *)name, NULL);
    if (status) {
      pthread_mutex_unlock(&lock);
      out->stage = GOBC_DRIVER_NO_THREAD;
      snprintf(out->detail, sizeof out->detail, "%s", strerror(status));
      return;
    }
    state = RUNNING;
  }
  struct timespec until = began;
  until.tv_sec += milliseconds / 1000;
  until.tv_nsec += milliseconds % 1000 * 1000000L;
  until.tv_sec += until.tv_nsec / 1000000000L;
  until.tv_nsec %= 1000000000L;
  while (state == RUNNING && pthread_cond_timedwait(&ended, &lock, &until) != ETIMEDOUT) {}
  if (state == ENDED) {
    *out = result;
  } else {
    out->stage = GOBC_DRIVER_WAITING;
  }
  pthread_mutex_unlock(&lock);
}
