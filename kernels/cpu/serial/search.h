/* What serial/search_body.h has for all types of distances: the buckets, and what differs between the types. */
#ifndef GOBC_SERIAL_SEARCH_H
#define GOBC_SERIAL_SEARCH_H

#include <math.h>

#include "serial/serial.h"

/* At the end of its bucket: vertices then leave in about the order they came in, near to each other in memory. */
static void link_bucket(gobc_serial *serial, int32_t v, uint64_t d) {
  int64_t bucket = (int64_t)(d & (uint64_t)(serial->ring - 1));
  int32_t last = serial->tail[bucket];
  serial->place[v] = -1;
  serial->previous[v] = last;
  serial->tail[bucket] = v;
  if (last >= 0) {
    serial->place[last] = v;
    return;
  }
  serial->head[bucket] = v;
  serial->filled[bucket >> 6] |= (uint64_t)1 << (bucket & 63);
  serial->filled_words[bucket >> 12] |= (uint64_t)1 << (bucket >> 6 & 63);
}

static void empty_bucket(gobc_serial *serial, int64_t bucket) {
  uint64_t *word = serial->filled + (bucket >> 6);
  serial->tail[bucket] = -1;
  *word &= ~((uint64_t)1 << (bucket & 63));
  if (!*word) serial->filled_words[bucket >> 12] &= ~((uint64_t)1 << (bucket >> 6 & 63));
}

static void unlink_bucket(gobc_serial *serial, int32_t v, uint64_t d) {
  int64_t bucket = (int64_t)(d & (uint64_t)(serial->ring - 1));
  int32_t next = serial->place[v], previous = serial->previous[v];
  if (previous >= 0) serial->place[previous] = next;
  else serial->head[bucket] = next;
  if (next >= 0) serial->previous[next] = previous;
  else if (previous >= 0) serial->tail[bucket] = previous;
  else empty_bucket(serial, bucket);
}

/* The first bucket from `from` on that is not empty, around the ring; -1 if all are. */
static int64_t next_bucket(const gobc_serial *serial, int64_t from) {
  uint64_t bits = serial->filled[from >> 6] & ~(uint64_t)0 << (from & 63);
  if (bits) return (from & ~(int64_t)63) | __builtin_ctzll(bits);
  int64_t word = (from >> 6) + 1, groups = (serial->ring >> 12) + 1, group = word >> 6;
  uint64_t mask = ~(uint64_t)0 << (word & 63);
  for (int64_t i = 0; i <= groups; i++) {
    bits = group < groups ? serial->filled_words[group] & mask : 0;
    if (bits) {
      word = group << 6 | __builtin_ctzll(bits);
      return word << 6 | __builtin_ctzll(serial->filled[word]);
    }
    group = group + 1 < groups ? group + 1 : 0;
    mask = ~(uint64_t)0;
  }
  return -1;
}

/* What differs between the types of distances, by their member in the unions of serial/serial.h. */
typedef uint32_t length_u32, weight_u32, weight_u64;
typedef uint64_t length_u64;
typedef double length_f64, weight_f64;
#define UNREACHED_u32 GOBC_SERIAL_FAR32
#define UNREACHED_u64 GOBC_SERIAL_FAR
#define UNREACHED_f64 INFINITY
#define BUCKETS_u32 1
#define BUCKETS_u64 1
#define BUCKETS_f64 0
#define WEIGHTS_u32(side) serial->graph.side##_weights
#define WEIGHTS_u64(side) serial->graph.side##_weights
#define WEIGHTS_f64(side) serial->graph.side##_reals
#define TIGHT_u32(du, w, dv) ((du) + (w) == (dv))
#define TIGHT_u64(du, w, dv) ((du) + (w) == (dv))
#define TIGHT_f64(du, w, dv) ((fabs((du) + (w) - (dv)) <= tolerance * (dv)) & ((du) < (dv)))

#define NAME(name) GOBC_NAME(name, TYPE)
#define LENGTH NAME(length)
#define WEIGHT NAME(weight)
#define UNREACHED NAME(UNREACHED)
#define BUCKETS NAME(BUCKETS)
#define WEIGHTS NAME(WEIGHTS)
#define TIGHT NAME(TIGHT)

#endif
