/* check.h - the few words that the ABI tests are written in. A test program prints "N passed, M failed" last. */
#ifndef GOBC_TESTS_CHECK_H
#define GOBC_TESTS_CHECK_H

#include <stdio.h>
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

static inline double seconds_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
