/* choice.h - random choices of the fuzzers: from the bytes of an input until they are used up, then from a number. */
#ifndef GOBC_TESTS_CHOICE_H
#define GOBC_TESTS_CHOICE_H

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static uint64_t state;
static const uint8_t *input; /* bytes that choose, until they are used up */
static size_t input_left;

/* Starts the choices of a number anew. */
static inline void choose_by(uint64_t number) {
  state = number * UINT64_C(0xd1342543de82ef95) + 1;
  input_left = 0;
}

/* The next bytes of the input, of splitmix64 where it has ended. */
static inline uint64_t random64(void) {
  if (input_left >= 8) {
    uint64_t x;
    memcpy(&x, input, 8);
    input += 8, input_left -= 8;
    return x;
  }
  input_left = 0;
  uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* One byte of the input is enough for a choice. */
static inline int64_t below(int64_t n) {
  if (input_left > 0 && n <= 256) {
    input_left--;
    return *input++ % n;
  }
  return (int64_t)(random64() % (uint64_t)n);
}

/* Where GOBC_TESTS_AT names a file, the number that a program is at is kept in it: what it died of. */
static inline void now_at(uint64_t number) {
  static volatile uint64_t *at, nowhere;
  if (at == NULL) {
    const char *name = getenv("GOBC_TESTS_AT");
    int file = name != NULL ? open(name, O_RDWR | O_CREAT, 0600) : -1;
    void *page =
        file >= 0 && ftruncate(file, 8) == 0 ? mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    at = page != MAP_FAILED ? page : &nowhere;
  }
  *at = number;
}

#endif
