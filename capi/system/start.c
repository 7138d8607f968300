/*
 * start.c - starts Go's runtime where it can work. It ends the process when it cannot make its threads, reserve its memory
 * or read its variables, and waits for ever where it was not started. guards_linux.c calls the functions here when Go is about
 * to start it.
 */
#include "start.h"

#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

int32_t gobc_refuse(gobc_error *error, int32_t status, const char *format, ...) {
  if (error) {
    va_list values;
    va_start(values, format);
    error->code = status;
    vsnprintf(error->message, sizeof error->message, format, values);
    va_end(values);
  }
  return status;
}

/* ---- variables ---- */

/* The first of a name counts. "" if there is none. */
static const char *variable(const char *name) {
  size_t length = strlen(name);
  for (char **entry = gobc_system_variables(); entry && *entry; entry++)
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
    return gobc_refuse(error, GOBC_LIMITS,
                       "the environment has GOMEMLIMIT='%s', which is no number of bytes, such as 4GiB. " ADVICE,
                       shown(limit, text));
  if (!is_debug(variable("GODEBUG")))
    return gobc_refuse(error, GOBC_LIMITS,
                       "the environment has GODEBUG='%s', whose fips140 is neither on, only, debug nor off. " ADVICE,
                       shown(variable("GODEBUG"), text));
  const char *end = processors + (*processors == '+');
  long count = 0;
  for (; *end >= '0' && *end <= '9'; end++) count = count > MOST_PROCESSORS ? count : 10 * count + (*end - '0');
  if (!*end && count > MOST_PROCESSORS)
    return gobc_refuse(error, GOBC_LIMITS, "the environment has GOMAXPROCS='%s'; more than %d take all memory. " ADVICE,
                       shown(processors, text), MOST_PROCESSORS);
  return 0;
}

/* ---- memory ---- */

#define MEMORY "Raise the limit, or limit memory with a cgroup or memory_limit instead."

static atomic_int unlimited;

int gobc_unlimited(void) { return atomic_load_explicit(&unlimited, memory_order_relaxed); }

static int32_t check_memory(int free_space, int free_data, gobc_error *error) {
  double most, used, most_data, used_data;
  const int space = gobc_system_limit(GOBC_ADDRESS_SPACE, &most, &used);
  const int data = gobc_system_limit(GOBC_DATA_SEGMENT, &most_data, &used_data);
  atomic_store_explicit(&unlimited, !space && !data, memory_order_relaxed);
  if (space && (most - used) / MEGABYTE < free_space)
    return gobc_refuse(error, GOBC_LIMITS,
                       "the address space of this process is limited to %.0f MB (ulimit -v), with %.0f MB in use; gobc "
                       "needs %d MB free. " MEMORY,
                       most / MEGABYTE, used / MEGABYTE, free_space);
  if (data && (most_data - used_data) / MEGABYTE < free_data)
    return gobc_refuse(
        error, GOBC_LIMITS,
        "the data of this process is limited to %.0f MB (ulimit -d), with %.0f MB in use; gobc needs %d MB "
        "free. " MEMORY,
        most_data / MEGABYTE, used_data / MEGABYTE, free_data);
  return 0;
}

/* ---- threads ---- */

int32_t gobc_refuse_threads(int error, gobc_error *out) {
  return gobc_refuse(
      out, GOBC_LIMITS,
      "this process may not start the threads that gobc needs (%s). Raise the limit (ulimit -u, or pids.max of "
      "the cgroup), or give fewer threads.",
      strerror(error));
}

/* ---- descriptors ---- */

/* Go's runtime opens a poller for its first timer or file: what is opened here. Where that fails it ends the process. More than it
 * needs are asked for, as other threads may open files meanwhile. */
enum { POLLERS_DESCRIPTORS = 2, SPARE_DESCRIPTORS = 2, ASKED_DESCRIPTORS = POLLERS_DESCRIPTORS + SPARE_DESCRIPTORS };

static int32_t check_descriptors(gobc_error *error) {
  const int failed = gobc_system_try_descriptors(ASKED_DESCRIPTORS);
  if (!failed) return 0;
  return gobc_refuse(
      error, GOBC_LIMITS,
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

static atomic_int started;

/* With the signals blocked that threads of the runtime are to have blocked. */
static int32_t start(void *out) {
  gobc_error *error = out;
  int32_t status = check_variables(error);
  if (!status) status = check_memory(LEAST_SPACE, LEAST_DATA, error);
  int failed = status ? 0 : gobc_keep_threads(KEPT_THREADS);
  if (failed) status = gobc_refuse_threads(failed, error);
  if (!status) {
    gobc_guards_start();
    atomic_store(&started, 1);
  }
  return status;
}

int32_t gobc_runtime(gobc_error *error) {
  static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER;
  if (!gobc_guards_hold() || atomic_load(&started)) return 0;
  pthread_mutex_lock(&once);
  int32_t status = atomic_load(&started) ? 0 : gobc_system_block_signals(start, error);
  pthread_mutex_unlock(&once);
  return status;
}

int32_t gobc_room(gobc_error *error) {
  int32_t status = check_memory(LEAST_SPACE_OF_A_CALL, LEAST_DATA_OF_A_CALL, error);
  int failed = status ? 0 : gobc_keep_threads(KEPT_THREADS);
  return failed ? gobc_refuse_threads(failed, error) : status;
}
