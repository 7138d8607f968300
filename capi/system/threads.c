/*
 * threads.c - threads kept for Go's runtime, which ends the process where it cannot start one. guards_linux.c asks here
 * when it makes one: a thread that the system refuses is one of those kept, and the next call, which cannot replace it, is an
 * error.
 *
 * Threads are made by one of those kept, if there is one: a host's own thread may be bound to a processor.
 */
#include "threads.h"

#include <pthread.h>
#include <stdatomic.h>

#include "../../core/system/threads.h"

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

/* Starts a thread that waits: with the default stack, as the runtime starts its own. */
static int make(void) {
  size_t size = 0;
  int error = gobc_start_thread(waits, NULL, &size);
  pthread_mutex_lock(&lock);
  if (!error) kept++;
  stack_size = size;
  pthread_mutex_unlock(&lock);
  return error;
}

int gobc_keep_threads(int wanted) {
  int error = 0;
  if (!gobc_guards_hold()) return 0; /* nobody would ask for them */
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

int gobc_give_thread(size_t stack, int least, void *(*start)(void *), void *argument) {
  pthread_mutex_lock(&lock);
  int done = stack == stack_size && kept > least && give((job){start, argument});
  pthread_mutex_unlock(&lock);
  return done;
}

void gobc_count_thread(void) { atomic_fetch_add(&used, 1); }
