/*
 * Path counts: by hops while the levels are found; with weights from the tight arcs, successors from predecessors first.
 * Then dependencies on the way back.
 */
#pragma STDC FP_CONTRACT OFF
#include <string.h>

#include "serial/serial.h"

/* Places, the bitmap of vertices, and how many successors each has, two places on. Returns the span of seen_words. */
static void count(gobc_serial *serial, int64_t *low, int64_t *high) {
  int64_t *offsets = serial->after_offsets, reached = serial->reached;
  memset(offsets, 0, (size_t)(reached + 2) * sizeof(int64_t));
  *low = serial->graph.vertices;
  *high = -1;
  for (int64_t i = 0; i < reached; i++) {
    int32_t v = serial->order[i];
    serial->place[v] = (int32_t)i;
    serial->seen[v >> 6] |= (uint64_t)1 << (v & 63);
    serial->seen_words[v >> 12] |= (uint64_t)1 << (v >> 6 & 63);
    if (*low > v >> 12) *low = v >> 12;
    if (*high < v >> 12) *high = v >> 12;
  }
  const int32_t *before = gobc_serial_before(serial);
  for (int64_t k = 0; k < serial->before_offsets[reached]; k++) offsets[serial->place[before[k]] + 2]++;
  for (int64_t i = 1; i < reached; i++) offsets[i + 1] += offsets[i];
}

/* Makes w the next successor of each of its predecessors; next[i] is where that of order[i] goes. */
static int64_t hand_back(gobc_serial *serial, int64_t *next, int32_t w) {
  int64_t begin = serial->before_offsets[serial->place[w]], end = serial->before_offsets[serial->place[w] + 1];
  const int32_t *before = gobc_serial_before(serial);
  int32_t *after = gobc_serial_after(serial);
  for (int64_t k = begin; k < end; k++) after[next[serial->place[before[k]]]++] = w;
  return end - begin;
}

/*
 * Successors: the tight arcs are few, and turning them round is cheaper than testing the out lists.
 * Filled by ascending vertex, which is the order of the out lists. Invariant: after_offsets[i + 1] is where the next
 * successor of order[i] goes; in the end that is where those of order[i + 1] begin.
 */
static int transpose(gobc_serial *serial, const volatile int32_t *cancel) {
  int64_t low, high, left = 0;
  const size_t arcs = (size_t)serial->before_offsets[serial->reached];
  if (!gobc_arena_reserve(&serial->arena, &serial->after, arcs, 0, sizeof(int32_t))) return GOBC_KERNEL_NOMEM;
  count(serial, &low, &high);
  for (int64_t group = low; group <= high; group++) {
    uint64_t words = serial->seen_words[group];
    serial->seen_words[group] = 0;
    for (; words; words &= words - 1) {
      int64_t word = group << 6 | __builtin_ctzll(words), work = 1;
      uint64_t bits = serial->seen[word];
      serial->seen[word] = 0;
      for (; bits; bits &= bits - 1)
        work += hand_back(serial, serial->after_offsets + 1, (int32_t)(word << 6 | __builtin_ctzll(bits)));
      if (gobc_serial_cancelled(&left, work, cancel)) return GOBC_KERNEL_CANCELLED;
    }
  }
  return GOBC_KERNEL_OK;
}

#define KIND plain
#include "serial/paths_body.h"
#undef KIND
#define KIND scaled
#include "serial/paths_body.h"
#undef KIND

int gobc_serial_levels(gobc_serial *serial, int32_t source, const volatile int32_t *cancel, uint64_t *out_of_range) {
  return serial->exponents ? gobc_scaled_levels(serial, source, cancel, out_of_range)
                           : gobc_plain_levels(serial, source, cancel, out_of_range);
}

int gobc_serial_paths(gobc_serial *serial, const volatile int32_t *cancel, uint64_t *out_of_range) {
  int status = serial->hops ? GOBC_KERNEL_OK : transpose(serial, cancel);
  if (status != GOBC_KERNEL_OK) return status;
  const int64_t arcs = serial->hops ? serial->after_offsets[serial->reached] : serial->before_offsets[serial->reached];
  serial->arena.counts.useful_arcs += 2 * arcs;
  serial->arena.counts.visits += serial->hops ? arcs : 0;
  return serial->exponents ? gobc_scaled_paths(serial, cancel, out_of_range)
                           : gobc_plain_paths(serial, cancel, out_of_range);
}
