/*
 * signals.c - what loading the library leaves of the host's signals. Go's runtime starts within dlopen, by an entry of
 * .init_array; the functions here stand around it there:
 * - Its threads have all signals blocked that are not a thread's own (start.c), so handlers of the host's run on the
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
#include "signals.h"

#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

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

static int is_table(const struct dl_phdr_info *library, const go_signal *table) {
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
void gobc_keep_signals_blocked(void) {
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

/* Every call from C into Go comes through here (exports.go). */
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

/* ---- signal stacks ---- */

enum {
  NESTED = 64,            /* all signals at once */
  HANDLERS = 256 * 1024,  /* what those need together beside their frames */
  LEAST_FRAME = 4 * 1024, /* where the system does not say what a signal takes */
};

typedef struct {
  char *low; /* of the mapping, which begins with a page that nobody may touch; NULL: the thread has none from here */
  size_t size;
  int left; /* the thread's end has come by once */
} signal_stack;

static _Thread_local signal_stack own;
static _Atomic(char *) spare; /* the mapping of a thread that ended, for the next; all have one size */
static pthread_key_t key;
static int has_key;

/* Go's part of a thread ends in the first round of destructors, and needs the stack until then: it goes in the second. */
static void end_thread(void *of) {
  signal_stack *stack = of;
  stack_t now;
  if (!stack->left) {
    stack->left = 1;
    pthread_setspecific(key, stack);
    return;
  }
  if (!sigaltstack(NULL, &now) && (char *)now.ss_sp > stack->low && (char *)now.ss_sp < stack->low + stack->size)
    sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
  char *surplus = atomic_exchange(&spare, stack->low);
  if (surplus != NULL) munmap(surplus, stack->size);
  *stack = (signal_stack){0};
}

__attribute__((constructor(101))) static void make_key(void) { has_key = !pthread_key_create(&key, end_thread); }

static int make_stack(size_t page) {
  const size_t frame = getauxval(AT_MINSIGSTKSZ);
  size_t size = NESTED * (frame > LEAST_FRAME ? frame : LEAST_FRAME) + HANDLERS;
  size = page + (size + page - 1) / page * page;
  char *low = atomic_exchange(&spare, NULL);
  int made = low == NULL;
  if (made)
    low = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (low == MAP_FAILED) return 0;
  if ((made && mprotect(low, page, PROT_NONE)) || pthread_setspecific(key, &own)) {
    munmap(low, size);
    return 0;
  }
  own = (signal_stack){.low = low, .size = size};
  return 1;
}

/* Looks each time: the host may have taken it away. */
void gobc_give_signal_stack(void) {
  stack_t now;
  if (!has_key || sigaltstack(NULL, &now) || !(now.ss_flags & SS_DISABLE)) return;
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  if (own.low || make_stack(page)) sigaltstack(&(stack_t){.ss_sp = own.low + page, .ss_size = own.size - page}, NULL);
}
