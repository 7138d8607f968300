/*
 * Levels of a graph without weights. Every level is put in ascending vertex order by a bitmap, so that sums run in the
 * sweep's order; the test "w is a successor" is made once, without a branch, and successors are kept for the way back
 * (BENCHMARKS.md).
 */
#include "serial/serial.h"

/* Keeps the successors of order[place]: neighbors that are on the next level or unvisited. */
static void scan(gobc_serial *serial, int64_t place, uint32_t next, gobc_serial_span *touched) {
  const gobc_csr *graph = &serial->graph;
  uint32_t *level = serial->distance.u32;
  int32_t u = serial->order[place];
  int32_t *kept = gobc_serial_after(serial) + serial->after_offsets[place];
  int64_t count = 0;
  for (int64_t k = graph->out_offsets[u]; k < graph->out_offsets[u + 1]; k++) {
    int32_t w = graph->out_targets[k];
    kept[count] = w;
    count += level[w] >= next;
  }
  serial->after_offsets[place + 1] = serial->after_offsets[place] + count;
  if (count == 0) return;
  for (int64_t k = 0; k < count; k++) { /* setting a bit or a level twice is harmless */
    int32_t w = kept[k];
    level[w] = next;
    serial->seen[w >> 6] |= (uint64_t)1 << (w & 63);
    serial->seen_words[w >> 12] |= (uint64_t)1 << (w >> 6 & 63);
  }
  if (touched->low > kept[0] >> 12) touched->low = kept[0] >> 12;
  if (touched->high < kept[count - 1] >> 12) touched->high = kept[count - 1] >> 12;
}

int gobc_serial_scan(gobc_serial *serial, int64_t *place, int64_t end, uint32_t next, gobc_serial_span *touched) {
  const int64_t *offsets = serial->graph.out_offsets;
  for (int64_t work = 0; *place < end && work < GOBC_COUNT_STEP; (*place)++) {
    int64_t degree = offsets[serial->order[*place] + 1] - offsets[serial->order[*place]];
    const size_t kept = (size_t)serial->after_offsets[*place];
    if (!gobc_arena_reserve(&serial->arena, &serial->after, kept + (size_t)degree, kept, sizeof(int32_t)))
      return GOBC_KERNEL_NOMEM;
    scan(serial, *place, next, touched);
    work += degree + 1;
    serial->arena.counts.visits += degree;
  }
  return GOBC_KERNEL_OK;
}

int64_t gobc_serial_collect(gobc_serial *serial, int64_t end, gobc_serial_span touched) {
  for (int64_t group = touched.low; group <= touched.high; group++) {
    uint64_t words = serial->seen_words[group];
    serial->seen_words[group] = 0;
    for (; words; words &= words - 1) {
      int64_t word = group << 6 | __builtin_ctzll(words);
      uint64_t bits = serial->seen[word];
      serial->seen[word] = 0;
      for (; bits; bits &= bits - 1) serial->order[end++] = (int32_t)(word << 6 | __builtin_ctzll(bits));
    }
  }
  return end;
}
