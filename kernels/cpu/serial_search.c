/*
 * Distances by Dijkstra's algorithm ("A note on two problems in connexion with graphs", 1959), with Dial's buckets
 * (Algorithm 360, CACM 1969) or a 4-ary heap that knows the place of every vertex.
 * A tight arc is found when its target leaves the queue. Whatever comes before that vertex is final then, and whatever
 * is not final is at least as far away, which no tight arc starts from: the test is that against final distances, and
 * no order of work decides about a tie.
 */
#pragma STDC FP_CONTRACT OFF
#include "serial.h"

#include <math.h>

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
  if (previous >= 0)
    serial->place[previous] = next;
  else
    serial->head[bucket] = next;
  if (next >= 0)
    serial->previous[next] = previous;
  else if (previous >= 0)
    serial->tail[bucket] = previous;
  else
    empty_bucket(serial, bucket);
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

#define NAME(part) part##_u32
#define LENGTH uint32_t
#define WEIGHT uint32_t
#define WEIGHTS(side) serial->graph.side##_weights
#define DISTANCE serial->distance.u32
#define KEY key.whole
#define UNREACHED GOBC_SERIAL_FAR32
#define CUTOFF uint64_t
#define LONGEST serial->longest.whole
#define TIGHT(du, w, dv) ((du) + (w) == (dv))
#define BUCKETS 1
#include "serial_search_body.h"
#undef NAME
#undef LENGTH
#undef DISTANCE
#undef UNREACHED

#define NAME(part) part##_u64
#define LENGTH uint64_t
#define DISTANCE serial->distance.u64
#define UNREACHED GOBC_SERIAL_FAR
#include "serial_search_body.h"
#undef NAME
#undef LENGTH
#undef WEIGHTS
#undef WEIGHT
#undef DISTANCE
#undef KEY
#undef UNREACHED
#undef LONGEST
#undef CUTOFF
#undef TIGHT
#undef BUCKETS

#define NAME(part) part##_f64
#define LENGTH double
#define WEIGHT double
#define WEIGHTS(side) serial->graph.side##_reals
#define DISTANCE serial->distance.f64
#define KEY key.real
#define UNREACHED INFINITY
#define CUTOFF double
#define LONGEST serial->longest.real
#define TIGHT(du, w, dv) ((fabs((du) + (w) - (dv)) <= tolerance * (dv)) & ((du) < (dv)))
#define BUCKETS 0
#include "serial_search_body.h"
