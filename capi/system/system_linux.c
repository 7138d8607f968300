//go:build !gobc_portable

/* system_linux.c - what Linux has of system.h. */
#define _GNU_SOURCE
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../../core/system/pages.h"

/* ---- the process ---- */

/* They stand behind its arguments. */
static char **variables;

__attribute__((constructor(101))) static void find_variables(int count, char **arguments) {
  if (arguments) variables = arguments + count + 1;
}

char **gobc_system_variables(void) { return variables; }

/* ---- limits ---- */

/* A number of pages in /proc/self/statm, in bytes: 0 is all, 5 is data and stack. 0 if it cannot be read. */
static double pages(int field) {
  char text[256];
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  if (length < 0) return 0;
  text[length] = 0;
  char *at = text;
  double count = strtod(at, &at);
  while (field-- > 0) count = strtod(at, &at);
  return count * (double)sysconf(_SC_PAGESIZE);
}

int gobc_system_limit(gobc_system_memory kind, double *most, double *used) {
  const int space = kind == GOBC_ADDRESS_SPACE;
  struct rlimit limit;
  if (getrlimit(space ? RLIMIT_AS : RLIMIT_DATA, &limit) || limit.rlim_cur == RLIM_INFINITY) return 0;
  *most = (double)limit.rlim_cur;
  *used = pages(space ? 0 : 5);
  return 1;
}

enum { MOST_DESCRIPTORS = 16 };

int gobc_system_try_descriptors(int count) {
  int opened[MOST_DESCRIPTORS], made = 0, failed = 0;
  while (made < count && made < MOST_DESCRIPTORS && !failed) {
    int file = made ? eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK) : epoll_create1(EPOLL_CLOEXEC);
    if (file >= 0) opened[made++] = file;
    else failed = errno;
  }
  struct epoll_event event = {.events = EPOLLIN};
  if (!failed && made > 1 && epoll_ctl(opened[0], EPOLL_CTL_ADD, opened[1], &event)) failed = errno;
  while (made > 0) close(opened[--made]);
  return failed;
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
  if (surplus != NULL) gobc_unmap_pages(surplus, stack->size);
  *stack = (signal_stack){0};
}

__attribute__((constructor(101))) static void make_key(void) { has_key = !pthread_key_create(&key, end_thread); }

static int make_stack(size_t page) {
  const size_t frame = getauxval(AT_MINSIGSTKSZ);
  size_t size = NESTED * (frame > LEAST_FRAME ? frame : LEAST_FRAME) + HANDLERS;
  size = page + gobc_whole_pages(size);
  char *low = atomic_exchange(&spare, NULL);
  int made = low == NULL;
  if (made) low = gobc_map_pages(size, 0);
  if (!low) return 0;
  if ((made && gobc_seal_page(low)) || pthread_setspecific(key, &own)) {
    gobc_unmap_pages(low, size);
    return 0;
  }
  own = (signal_stack){.low = low, .size = size};
  return 1;
}

/* Looks each time: the host may have taken it away. */
void gobc_system_give_signal_stack(void) {
  stack_t now;
  if (!has_key || sigaltstack(NULL, &now) || !(now.ss_flags & SS_DISABLE)) return;
  const size_t page = gobc_page_size();
  if (own.low || make_stack(page)) sigaltstack(&(stack_t){.ss_sp = own.low + page, .ss_size = own.size - page}, NULL);
}
