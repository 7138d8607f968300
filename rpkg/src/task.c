/*
 * task.c - runs a library call beside R's main thread, which waits in steps of 50 ms and looks for interrupts. A brief one runs
 * on R's thread.
 *
 * No R error or interrupt may unwind the stack while the call runs. R_UnwindProtect stops that of an interrupt or of R's
 * setTimeLimit(): the cancel word then ends the call within 0.2 s, the task is joined, and only then does the stack
 * unwind, to whatever handler R has found. What the call reads and gives belongs to an external pointer, so that an
 * unwinding leaks nothing.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "shim.h"
#include "system.h"

enum { STEP_MS = 50 };

static void release_task(SEXP owner) {
  shim_task *task = R_ExternalPtrAddr(owner);
  if (!task) return;
  R_ClearExternalPtr(owner);
  if (shim_usable()) { /* in a forked child the library's memory stays as it is */
    if (task->partial) library.partial_free(task->partial);
    if (task->made) library.job_free(task->made);
    if (task->built) library.graph_free(task->built);
    if (task->text) library.text_free(task->text);
    if (task->array.release) task->array.release(&task->array);
    if (task->schema.release) task->schema.release(&task->schema);
    if (task->nodes.release) task->nodes.release(&task->nodes);
    if (task->nodes_schema.release) task->nodes_schema.release(&task->nodes_schema);
  }
  pthread_cond_destroy(&task->changed);
  pthread_mutex_destroy(&task->lock);
  free(task);
}

shim_task *shim_task_new(SEXP *owner) {
  *owner = PROTECT(R_MakeExternalPtr(NULL, R_NilValue, R_NilValue));
  R_RegisterCFinalizerEx(*owner, release_task, FALSE);
  shim_task *task = calloc(1, sizeof *task);
  if (!task) Rf_error("no memory for a task");
  pthread_condattr_t clock;
  pthread_condattr_init(&clock);
  pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
  pthread_cond_init(&task->changed, &clock);
  pthread_condattr_destroy(&clock);
  pthread_mutex_init(&task->lock, NULL);
  R_SetExternalPtrAddr(*owner, task);
  library.control_init(&task->control, sizeof task->control);
  library.graph_options_init(&task->graph_options, sizeof task->graph_options);
  library.options_init(&task->options, sizeof task->options);
  task->time_limit = R_PosInf;
  UNPROTECT(1);
  return task;
}

static void *work(void *argument) {
  shim_task *task = argument;
  task->status = task->work(task);
  pthread_mutex_lock(&task->lock);
  task->ended = true;
  pthread_cond_signal(&task->changed);
  pthread_mutex_unlock(&task->lock);
  return NULL;
}

static void run_here(void *argument) {
  shim_task *task = argument;
  task->status = task->work(task);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Whether the call ended within a step. */
static bool ended(shim_task *task) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_nsec += STEP_MS * 1000000L;
  if (until.tv_nsec >= 1000000000L) until.tv_sec++, until.tv_nsec -= 1000000000L;
  pthread_mutex_lock(&task->lock);
  while (!task->ended && pthread_cond_timedwait(&task->changed, &task->lock, &until) != ETIMEDOUT) {}
  bool over = task->ended;
  pthread_mutex_unlock(&task->lock);
  return over;
}

static SEXP ask(void *unused) {
  (void)unused;
  R_CheckUserInterrupt();
  return R_NilValue;
}

static void come_back(void *place, Rboolean unwinds) {
  if (unwinds) longjmp(*(jmp_buf *)place, 1);
}

/* Whether an interrupt or R's time limit unwinds the stack: R_ContinueUnwind(unwinding) lets it go on. */
static bool unwinds(SEXP unwinding) {
  jmp_buf place;
  if (setjmp(place)) return true;
  R_UnwindProtect(ask, NULL, come_back, &place, unwinding);
  return false;
}

/* Calls progress(phase, done, total); false if it failed. It runs with interrupts suspended. */
static bool show(SEXP progress, const gobc_control *control) {
  const volatile gobc_control *now = control;
  SEXP phase = PROTECT(Rf_ScalarInteger(now->phase)), done = PROTECT(Rf_ScalarReal((double)now->done));
  SEXP total = PROTECT(Rf_ScalarReal((double)now->total));
  SEXP call = PROTECT(Rf_lang4(progress, phase, done, total));
  int failed = 0;
  R_tryEvalSilent(call, R_GlobalEnv, &failed);
  UNPROTECT(4);
  return !failed;
}

typedef struct shown {
  SEXP progress;
  const gobc_control *control;
  bool fine;
} shown;

/* In R_ToplevelExec, because the allocations of show() may fail too. */
static void show_safely(void *argument) {
  shown *s = argument;
  s->fine = show(s->progress, s->control);
}

enum { WELL, INTERRUPTED, PROGRESS_FAILED, OVERDUE };

static int wait_for(shim_task *task, SEXP progress, SEXP unwinding) {
  int struck = WELL;
  double began = now();
  while (!ended(task)) {
    if (struck) continue;
    if (unwinds(unwinding)) struck = INTERRUPTED;
    if (!struck && progress != R_NilValue) {
      shown s = {progress, &task->control, false};
      if (!R_ToplevelExec(show_safely, &s) || !s.fine) struck = PROGRESS_FAILED;
    }
    if (!struck && task->spent + (now() - began) >= task->time_limit) struck = OVERDUE;
    if (struck) __atomic_store_n(&task->control.cancel, 1, __ATOMIC_SEQ_CST);
  }
  return struck;
}

static SEXP answer(shim_task *task, SEXP result) {
  PROTECT(result);
  const char *names[] = {"status", "message", "result", ""};
  SEXP all = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(all, 0, Rf_ScalarInteger(task->status));
  SET_VECTOR_ELT(all, 1, Rf_ScalarString(Rf_mkCharCE(task->status ? task->error.message : "", CE_UTF8)));
  SET_VECTOR_ELT(all, 2, result);
  UNPROTECT(2);
  return all;
}

/* A time limit that is over ends a call before it begins: a short one would end before anybody looks. */
static SEXP overdue(shim_task *task, SEXP owner) {
  task->status = GOBC_CANCELLED;
  snprintf(task->error.message, sizeof task->error.message, "the time limit of %g s was over before the call began",
           task->time_limit);
  SEXP all = PROTECT(answer(task, R_NilValue));
  release_task(owner);
  UNPROTECT(1);
  return all;
}

/* What ended a call that has given a partial result all the same, or that its time limit ended, is no error of R's. */
static bool answers(shim_task *task, int struck) {
  if (struck == OVERDUE && task->status == GOBC_CANCELLED)
    snprintf(
        task->error.message, sizeof task->error.message, "the time limit of %g s ended the call%s", task->time_limit,
        task->options.partial ? " before any source had finished" : "; with partial = TRUE what is finished is kept");
  if (struck == PROGRESS_FAILED) {
    task->status = GOBC_INVALID;
    snprintf(task->error.message, sizeof task->error.message,
             "the progress function failed, and so the call was stopped: %s", R_curErrorBuf());
  }
  bool kept = struck == INTERRUPTED && task->options.partial && task->status == GOBC_OK;
  return struck != INTERRUPTED || kept;
}

/* list(status, message, result), result being what `result` makes of a task that ended well. */
SEXP shim_run(shim_task *task, SEXP owner, SEXP progress, SEXP (*result)(shim_task *)) {
  pthread_t thread;
  int struck = WELL;
  if (task->spent >= task->time_limit) return overdue(task, owner);
  SEXP unwinding = PROTECT(task->brief ? R_NilValue : R_MakeUnwindCont());
  if (task->brief) {
    system_block_signals(run_here, task);
  } else {
    if (system_start(&thread, work, task))
      Rf_error("no thread could be started for the call: raise the limit (ulimit -u)");
    struck = wait_for(task, progress, unwinding);
    pthread_join(thread, NULL);
  }
  SEXP all = R_NilValue;
  bool answered = answers(task, struck);
  if (answered) {
    if (task->status == GOBC_OK && progress != R_NilValue) show(progress, &task->control);
    all = answer(task, task->status == GOBC_OK ? result(task) : R_NilValue);
  }
  PROTECT(all);
  release_task(owner);
  if (struck == INTERRUPTED && !answered) R_ContinueUnwind(unwinding);
  UNPROTECT(2);
  return all;
}
