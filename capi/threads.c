/*
 * threads.c - threads kept for Go's runtime, which ends the process where it cannot start one. The linker puts the function
 * here in the place of _cgo_try_pthread_create (exports.go): a thread that the system refuses is one of those kept, and the
 * next call, which cannot replace it, is an error (shim.c).
 *
 * Threads are made by one of those kept, if there is one: a host's own thread may be bound to a processor.
 */
#include "threads.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

typedef struct {
  void *(*start)(void *);
  void *argument;
} job;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t given = PTHREAD_COND_INITIALIZER, taken = PTHREAD_COND_INITIALIZER;
static atomic_int kept; /* threads that wait, or soon will, and have been promised to nobody */
static atomic_int used; /* threads that the runtime has; it does not end them */
static job next;        /* for one of those that wait */
static size_t stack_size;

static int make(void);

/* Promises a thread that is kept; with `lock` held. */
static int give(job work) {
  if (!kept) return 0;
  kept--;
  while (next.start) pthread_cond_wait(&taken, &lock);
  next = work;
  pthread_cond_signal(&given);
  return 1;
}

typedef struct {
  int done, error;
  pthread_cond_t ended;
} request;

/* A job that the thread comes back from. */
static void *make_one(void *argument) {
  request *asked = argument;
  int error = make();
  pthread_mutex_lock(&lock);
  asked->error = error;
  asked->done = 1;
  kept++;
  pthread_cond_signal(&asked->ended);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *waits(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (!next.start) pthread_cond_wait(&given, &lock);
    job work = next;
    next.start = NULL;
    pthread_cond_signal(&taken);
    pthread_mutex_unlock(&lock);
    unused = work.start(work.argument);
    if (work.start != make_one) return unused;
  }
}

/* Starts a thread that waits: with all signals blocked and the default stack, as the runtime starts its own. */
static int make(void) {
  sigset_t all, before;
  pthread_attr_t attributes;
  pthread_t thread;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  int error = pthread_create(&thread, &attributes, waits, NULL);
  pthread_mutex_lock(&lock);
  if (!error) kept++;
  pthread_attr_getstacksize(&attributes, &stack_size);
  pthread_mutex_unlock(&lock);
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error;
}

int gobc_keep_threads(int wanted) {
  int error = 0;
  while (!error && atomic_load(&kept) < wanted) {
    request asked = {.ended = PTHREAD_COND_INITIALIZER};
    pthread_mutex_lock(&lock);
    int asks = give((job){make_one, &asked});
    while (asks && !asked.done) pthread_cond_wait(&asked.ended, &lock);
    pthread_mutex_unlock(&lock);
    error = asks ? asked.error : make();
  }
  return error;
}

int gobc_keep_workers(int workers) { return gobc_keep_threads(KEPT_THREADS + workers - atomic_load(&used)); }

/* Weak: cgo links the objects of this package once without Go's. */
__attribute__((weak)) int __real__cgo_try_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                                         void *(*start)(void *), void *argument);
GOBC_LOCAL int __wrap__cgo_try_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                              void *(*start)(void *), void *argument);

/* Those beyond what is kept were made for this; else the system's. Go asks for detached threads and does not look at `thread`. */
int __wrap__cgo_try_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                                   void *argument) {
  size_t wanted = 0;
  pthread_attr_getstacksize(attributes, &wanted);
  pthread_mutex_lock(&lock);
  int done = wanted == stack_size && kept > KEPT_THREADS && give((job){start, argument});
  pthread_mutex_unlock(&lock);
  int error = done ? 0 : pthread_create(thread, attributes, start, argument);
  if (error) {
    pthread_mutex_lock(&lock);
    done = wanted == stack_size && give((job){start, argument});
    pthread_mutex_unlock(&lock);
    error = done ? 0 : __real__cgo_try_pthread_create(thread, attributes, start, argument);
  }
  if (!error) atomic_fetch_add(&used, 1);
  return error;
}
