/* check.h - the few words that the ABI tests are written in. A test program prints "N passed, M failed" last. */
#ifndef GOBC_TESTS_CHECK_H
#define GOBC_TESTS_CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int checks_passed, checks_failed;

/* Counts a check; a failed one says what was expected, with values. */
#define CHECK(condition, ...)                                                                                          \
  do {                                                                                                                 \
    if (condition) {                                                                                                   \
      checks_passed++;                                                                                                 \
    } else {                                                                                                           \
      checks_failed++;                                                                                                 \
      printf("FAILED %s:%d: %s: ", __FILE__, __LINE__, #condition);                                                    \
      printf(__VA_ARGS__);                                                                                             \
      printf("\n");                                                                                                    \
    }                                                                                                                  \
  } while (0)

/* The last line of a program, and its exit status. No check at all is a failure. */
static inline int checks_end(const char *program) {
  printf("%s: %d passed, %d failed\n", program, checks_passed, checks_failed);
  return checks_failed != 0 || checks_passed == 0;
}

static inline double seconds_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline double seconds_now(void) { return seconds_of(CLOCK_MONOTONIC); }

/* Processor time of all threads of this process: what it does, however busy the machine is. */
static inline double seconds_worked(void) { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

/* Whether seconds on the clock are judged, too: `make test-delays`, on a machine that does nothing else. */
static inline int delays_are_judged(void) { return getenv("GOBC_TEST_DELAYS") != NULL; }

#endif
