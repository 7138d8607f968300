/*
 * start.c - starts Go's runtime where it can work. It ends the process when it cannot make its threads, reserve its memory
 * or read its variables, and waits for ever where it was not started. Go starts it by x_cgo_sys_thread_create, from an
 * entry of .init_array; the linker puts the function here in its place (exports.go), which looks first.
 */
#include "start.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

#include "signals.h"
#include "threads.h"

enum {
  MEGABYTE = 1000000,
  /* Measured on 2 and 16 cores: up to 2,070 MB of addresses, 1,100 for itself and 72 for each of up to 13 threads, 64 of them
   * malloc's. malloc does with less, the runtime does not: with 2,000 MB it ended the process once in some hundred times. */
  LEAST_SPACE = 2500,
  /* Measured with threads' stacks of 8 MB: it takes 134 MB of data, 48 of them for the threads that are kept. */
  LEAST_DATA = 200,
  /* Once it runs: its heap grows in arenas of 67 MB of addresses, and in steps of 4 MB of data (core/memory keeps them free). */
  LEAST_SPACE_OF_A_CALL = 100,
  LEAST_DATA_OF_A_CALL = 32,
  /* Measured: 4,096 work; 100,000 take all memory of a machine with 24 GB, then it ends the process. */
  MOST_PROCESSORS = 4096,
};

static int32_t refuse(gobc_error *error, const char *format, ...) {
  if (error) {
    va_list values;
    va_start(values, format);
    error->code = GOBC_LIMITS;
    vsnprintf(error->message, sizeof error->message, format, values);
    va_end(values);
  }
  return GOBC_LIMITS;
}

/* ---- variables: Go reads those that the process began with, which stand behind its arguments ---- */

static char **variables;

__attribute__((constructor(101))) static void find_variables(int count, char **arguments) {
  if (arguments) variables = arguments + count + 1;
}

/* The first of a name counts. "" if there is none. */
static const char *variable(const char *name) {
  size_t length = strlen(name);
  for (char **entry = variables; entry && *entry; entry++)
    if (!strncmp(*entry, name, length) && (*entry)[length] == '=') return *entry + length + 1;
  return "";
}

/* What may stand in a message of a value that can be long or no text. */
static const char *shown(const char *value, char into[64]) {
  size_t i = 0;
  for (; value[i] && i < 60; i++) into[i] = value[i] >= ' ' && value[i] <= '~' ? value[i] : '?';
  into[i] = 0;
  return into;
}

/* As Go reads it: digits, with B, KiB, MiB, GiB or TiB, below 2^63. */
static int is_byte_count(const char *text) {
  const char *unit = text += *text == '+';
  unsigned __int128 count = 0;
  for (; *unit >= '0' && *unit <= '9'; unit++)
    if ((count = 10 * count + (unsigned)(*unit - '0')) > LLONG_MAX) return 0;
  if (unit == text) return 0;
  if (!*unit || !strcmp(unit, "B")) return 1;
  const char *power = strchr("KMGT", *unit);
  return power && !strcmp(unit + 1, "iB") && count << 10 * (power - "KMGT" + 1) <= LLONG_MAX;
}

/* fips140, of which the last in GODEBUG counts, ends the process with a word that it does not know. */
static int is_debug(const char *settings) {
  static const char *const known[] = {"", "on", "only", "off", "debug"};
  int good = 1;
  for (const char *at = settings; at; at = strchr(at, ',')) {
    at += *at == ',';
    if (strncmp(at, "fips140=", 8)) continue;
    const char *value = at + 8;
    size_t length = strcspn(value, ",#");
    good = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
      good |= strlen(known[i]) == length && !strncmp(value, known[i], length);
  }
  return good;
}

#define ADVICE "Start the process without it: Go's variables are for programs in Go, and gobc needs none."

static int32_t check_variables(gobc_error *error) {
  char text[64];
  const char *limit = variable("GOMEMLIMIT"), *processors = variable("GOMAXPROCS");
  if (*limit && strcmp(limit, "off") && !is_byte_count(limit))
    return refuse(error, "the environment has GOMEMLIMIT='%s', which is no number of bytes, such as 4GiB. " ADVICE,
                  shown(limit, text));
  if (!is_debug(variable("GODEBUG")))
    return refuse(error, "the environment has GODEBUG='%s', whose fips140 is neither on, only, debug nor off. " ADVICE,
                  shown(variable("GODEBUG"), text));
  const char *end = processors + (*processors == '+');
  long count = 0;
  for (; *end >= '0' && *end <= '9'; end++) count = count > MOST_PROCESSORS ? count : 10 * count + (*end - '0');
  if (!*end && count > MOST_PROCESSORS)
    return refuse(error, "the environment has GOMAXPROCS='%s'; more than %d take all memory. " ADVICE,
                  shown(processors, text), MOST_PROCESSORS);
  return 0;
}

/* ---- memory ---- */

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

#define MEMORY "Raise the limit, or limit memory with a cgroup or memory_limit instead."

static int32_t check_memory(int free_space, int free_data, gobc_error *error) {
  struct rlimit limit;
  if (!getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY) {
    double most = (double)limit.rlim_cur / MEGABYTE, used = pages(0) / MEGABYTE;
    if (most - used < free_space)
      return refuse(error,
                    "the address space of this process is limited to %.0f MB (ulimit -v), with %.0f MB in use; gobc "
                    "needs %d MB free. " MEMORY,
                    most, used, free_space);
  }
  if (!getrlimit(RLIMIT_DATA, &limit) && limit.rlim_cur != RLIM_INFINITY) {
    double most = (double)limit.rlim_cur / MEGABYTE, used = pages(5) / MEGABYTE;
    if (most - used < free_data)
      return refuse(error,
                    "the data of this process is limited to %.0f MB (ulimit -d), with %.0f MB in use; gobc needs %d MB "
                    "free. " MEMORY,
                    most, used, free_data);
  }
  return 0;
}

/* ---- threads ---- */

int32_t gobc_refuse_threads(int error, gobc_error *out) {
  return refuse(
      out,
      "this process may not start the threads that gobc needs (%s). Raise the limit (ulimit -u, or pids.max of "
      "the cgroup), or give fewer threads.",
      strerror(error));
}

/* ---- descriptors ---- */

/* Go's runtime opens a poller for its first timer or file: what is opened here. Where that fails it ends the process. More than it
 * needs are asked for, as other threads may open files meanwhile. */
enum { POLLERS_DESCRIPTORS = 2, SPARE_DESCRIPTORS = 2, ASKED_DESCRIPTORS = POLLERS_DESCRIPTORS + SPARE_DESCRIPTORS };

static int32_t check_descriptors(gobc_error *error) {
  int opened[ASKED_DESCRIPTORS], count = 0, failed = 0;
  while (count < ASKED_DESCRIPTORS && !failed) {
    int file = count ? eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK) : epoll_create1(EPOLL_CLOEXEC);
    if (file >= 0) opened[count++] = file;
    else failed = errno;
  }
  struct epoll_event event = {.events = EPOLLIN};
  if (!failed && epoll_ctl(opened[0], EPOLL_CTL_ADD, opened[1], &event)) failed = errno;
  while (count > 0) close(opened[--count]);
  if (!failed) return 0;
  return refuse(
      error,
      "this process may not open the %d file descriptors that gobc needs once (%s). Close files, or raise the "
      "limit (ulimit -n).",
      ASKED_DESCRIPTORS, strerror(failed));
}

int32_t gobc_open_poller(void (*open_poller)(void), gobc_error *error) {
  static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER;
  static atomic_int opened;
  if (atomic_load(&opened)) return 0;
  pthread_mutex_lock(&once);
  int32_t status = atomic_load(&opened) ? 0 : check_descriptors(error);
  if (!status && !atomic_load(&opened)) {
    open_poller();
    atomic_store(&opened, 1);
  }
  pthread_mutex_unlock(&once);
  return status;
}

/* ---- the start ---- */

/* Weak: cgo links the objects of this package once without Go's. */
__attribute__((weak)) void __real_x_cgo_sys_thread_create(void *(*start)(void *), void *argument);
GOBC_LOCAL void __wrap_x_cgo_sys_thread_create(void *(*start)(void *), void *argument);

static void *(*runtime)(void *);
static void *runtimes_argument;
static atomic_int started;

/* The runtime's first thread is made with all signals blocked that are not a thread's own; the others inherit that. */
static int32_t start(gobc_error *error) {
  sigset_t all, before;
  sigfillset(&all);
  for (const int *own = (int[]){SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, 0}; *own; own++)
    sigdelset(&all, *own);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  int32_t status = check_variables(error);
  if (!status) status = check_memory(LEAST_SPACE, LEAST_DATA, error);
  int failed = status ? 0 : gobc_keep_threads(KEPT_THREADS);
  if (failed) status = gobc_refuse_threads(failed, error);
  if (!status) {
    gobc_keep_signals_blocked();
    __real_x_cgo_sys_thread_create(runtime, runtimes_argument);
    atomic_store(&started, 1);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return status;
}

void __wrap_x_cgo_sys_thread_create(void *(*function)(void *), void *argument) {
  runtime = function;
  runtimes_argument = argument;
  start(NULL);
}

int32_t gobc_runtime(gobc_error *error) {
  static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER;
  if (atomic_load(&started)) return 0;
  pthread_mutex_lock(&once);
  int32_t status = atomic_load(&started) ? 0 : start(error);
  pthread_mutex_unlock(&once);
  return status;
}

int32_t gobc_room(gobc_error *error) {
  int32_t status = check_memory(LEAST_SPACE_OF_A_CALL, LEAST_DATA_OF_A_CALL, error);
  int failed = status ? 0 : gobc_keep_threads(KEPT_THREADS);
  return failed ? gobc_refuse_threads(failed, error) : status;
}
