/*
 * signals.c - what loading the library leaves of the host's signals. Go's runtime starts within dlopen, by an entry of
 * .init_array; the functions here stand around it there:
 * - Its threads have all signals blocked that are not a thread's own (start.c; SIGCHLD and SIGPROF it opens again), so
 *   handlers of the host's run on the host's threads.
 * - SIGURG, with which it would interrupt its own threads, and SIGPIPE get back what the host had set. The library is
 *   linked with asyncpreemptoff=1 (scripts/build_library.sh) and so sends no SIGURG; it writes to no pipe.
 * - SIGSEGV, SIGBUS and SIGFPE stay with the runtime: a fault in its code becomes an error, any other it hands to the
 *   handler that was there before. A handler that was there also stays with SA_ONSTACK added, which it needs on a
 *   thread that is within a call.
 * - That is why handlers run on a thread's signal stack from then on, where it has one. Go leaves one of 32 KiB on each
 *   thread that calls, which three signals fill where one takes 12 KB (AMX); so a thread that has none gets one here first.
 */
#define _GNU_SOURCE
#include "signals.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

static const int given_back[] = {SIGURG, SIGPIPE};
enum { GIVEN_BACK = sizeof given_back / sizeof *given_back };

static struct sigaction before[GIVEN_BACK];

/* Entries with a priority come first, those without one in the order of linking, in which Go's is the first. */
__attribute__((constructor(101))) static void before_go(void) {
  for (int i = 0; i < GIVEN_BACK; i++) sigaction(given_back[i], NULL, &before[i]);
}

__attribute__((constructor)) static void after_go(void) {
  for (int i = 0; i < GIVEN_BACK; i++) sigaction(given_back[i], &before[i], NULL);
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
