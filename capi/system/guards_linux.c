//go:build !gobc_portable

/*
 * guards_linux.c - keeps Go's runtime from ending the process and from taking the host's signals. All that leans on names and
 * tables inside Go's runtime stands here, behind one switch, the tag gobc_portable; TestGuards reads Go's sources and fails
 * where a new Go has them no more, tests/abi/limits.c and signals.c where they mean something else.
 *
 * The runtime starts when the library is loaded, by an entry of .init_array, and ends the process where it cannot make its
 * threads. The linker (guards.go) puts functions here in the place of three of runtime/cgo: of the one that starts it, of the
 * one that makes its threads, and of the one by which every call from C enters Go.
 *
 * Signals:
 * - Its threads have all signals blocked that are not a thread's own (system_linux.c), so handlers of the host's run on the
 *   host's threads. Go would open SIGCHLD and SIGPROF again on each thread, also on the host's own.
 * - SIGURG, with which it would interrupt its own threads, SIGPIPE and SIGPROF get back what the host had set. The library
 *   is linked with asyncpreemptoff=1 (scripts/build_library.sh) and so sends no SIGURG; it writes to no pipe.
 * - A handler of SIGPROF without SA_ONSTACK does not run on a thread that is in Go code, whose stack may have a few
 *   hundred bytes left. Profilers by setitimer(ITIMER_PROF) set such handlers, some anew at each tick (R's Rprof).
 * - SIGSEGV, SIGBUS and SIGFPE stay with the runtime: a fault in its code becomes an error, any other it hands to the
 *   handler that was there before. A handler that was there also stays with SA_ONSTACK added, which it needs on a
 *   thread that is within a call.
 * - That is why handlers run on a thread's signal stack from then on, where it has one. Go leaves one of 32 KiB on each
 *   thread that calls, which three signals fill where one takes 12 KB (AMX); so a thread that has none gets one here first.
 */
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>

#include "start.h"
#include "threads.h"

static const int given_back[] = {SIGURG, SIGPIPE, SIGPROF};
enum { GIVEN_BACK = sizeof given_back / sizeof *given_back };

static struct sigaction before[GIVEN_BACK];

/* Entries with a priority come first, those without one in the order of linking, in which Go's is the first. */
__attribute__((constructor(101))) static void before_go(void) {
  for (int i = 0; i < GIVEN_BACK; i++) sigaction(given_back[i], NULL, &before[i]);
}

__attribute__((constructor)) static void after_go(void) {
  for (int i = 0; i < GIVEN_BACK; i++) sigaction(given_back[i], &before[i], NULL);
}

/* ---- the signals that Go opens on each thread ---- */

/* An entry of runtime.sigtable (runtime/signal_unix.go), an array by the number of the signal. */
typedef struct {
  int32_t flags;
  const char *name;
  intptr_t length;
} go_signal;

enum { UNBLOCK = 1 << 7 }; /* _SigUnblock of runtime/runtime2.go */

static const struct {
  int number;
  const char *name;
} opened[] = {{SIGCHLD, "SIGCHLD: child status has changed"}, {SIGPROF, "SIGPROF: profiling alarm clock"}};
enum { OPENED = sizeof opened / sizeof *opened };

static int holds(const struct dl_phdr_info *object, const void *address, size_t size) {
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    const uintptr_t low = object->dlpi_addr + part->p_vaddr, at = (uintptr_t)address;
    if (part->p_type == PT_LOAD && at >= low && size <= part->p_filesz && at - low <= part->p_filesz - size) return 1;
  }
  return 0;
}

/* The search reads all data of the library, also the red zones that a sanitizer leaves between variables. */
__attribute__((no_sanitize("address"))) static int is_table(const struct dl_phdr_info *library,
                                                            const go_signal *table) {
  for (int i = 0; i < OPENED; i++) {
    const go_signal *entry = &table[opened[i].number];
    const size_t length = strlen(opened[i].name);
    if (entry->length != (intptr_t)length || !(entry->flags & UNBLOCK)) return 0;
    if (!holds(library, entry->name, length) || memcmp(entry->name, opened[i].name, length) != 0) return 0;
  }
  return 1;
}

/* Looks for the table in the data of the object that this function is in. */
static int find_table(struct dl_phdr_info *object, size_t size, void *found) {
  (void)size;
  if (!holds(object, opened, sizeof opened)) return 0;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_W)) continue;
    const size_t least = (SIGPROF + 1) * sizeof(go_signal), step = _Alignof(go_signal);
    const uintptr_t low = (object->dlpi_addr + part->p_vaddr + step - 1) / step * step;
    const uintptr_t high = object->dlpi_addr + part->p_vaddr + part->p_filesz;
    for (uintptr_t at = low; at + least <= high; at += step) {
      if (!is_table(object, (go_signal *)at)) continue;
      *(go_signal **)found = (go_signal *)at;
      return 1;
    }
  }
  return 1;
}

/* The table has no symbol that C can name, and Go reads it as soon as it runs. Without it the signals stay open. */
static void keep_signals_blocked(void) {
  go_signal *table = NULL;
  dl_iterate_phdr(find_table, &table);
  for (int i = 0; table && i < OPENED; i++) table[opened[i].number].flags &= ~UNBLOCK;
}

/* ---- profilers of the host ---- */

static int needs_large_stack(int number) {
  struct sigaction now;
  if (sigaction(number, NULL, &now) || now.sa_flags & SA_ONSTACK) return 0;
  return now.sa_handler != SIG_DFL && now.sa_handler != SIG_IGN;
}

/* Weak: cgo links the objects of this package once without Go's. */
__attribute__((weak)) void __real_crosscall2(void (*function)(void *), void *arguments, int size, size_t context);
GOBC_LOCAL void __wrap_crosscall2(void (*function)(void *), void *arguments, int size, size_t context);

/* Every call from C into Go comes through here. */
void __wrap_crosscall2(void (*function)(void *), void *arguments, int size, size_t context) {
  sigset_t profiler, before;
  const int blocks = needs_large_stack(SIGPROF);
  if (blocks) {
    sigemptyset(&profiler);
    sigaddset(&profiler, SIGPROF);
    pthread_sigmask(SIG_BLOCK, &profiler, &before);
  }
  __real_crosscall2(function, arguments, size, context);
  if (blocks) pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* ---- the start ---- */

/* Weak: cgo links the objects of this package once without Go's. */
__attribute__((weak)) void __real_x_cgo_sys_thread_create(void *(*start)(void *), void *argument);
GOBC_LOCAL void __wrap_x_cgo_sys_thread_create(void *(*start)(void *), void *argument);

static void *(*runtime)(void *);
static void *runtimes_argument;

int gobc_guards_hold(void) { return 1; }

void gobc_guards_start(void) {
  keep_signals_blocked();
  __real_x_cgo_sys_thread_create(runtime, runtimes_argument);
}

void __wrap_x_cgo_sys_thread_create(void *(*function)(void *), void *argument) {
  runtime = function;
  runtimes_argument = argument;
  gobc_runtime(NULL);
}

/* ---- its threads ---- */

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
  int done = gobc_give_thread(wanted, KEPT_THREADS, start, argument);
  int error = done ? 0 : pthread_create(thread, attributes, start, argument);
  if (error) {
    done = gobc_give_thread(wanted, 0, start, argument);
    error = done ? 0 : __real__cgo_try_pthread_create(thread, attributes, start, argument);
  }
  if (!error) gobc_count_thread();
  return error;
}
