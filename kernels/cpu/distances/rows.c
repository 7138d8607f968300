/*
 * Rows of distances: workspace, choice of the instruction set, and the way from rows by vertex to lists by lane. A search
 * (distances/rows_body.h) writes the distances of all lanes to a vertex side by side, as it meets the vertex once for many of
 * them; callers want those of a source side by side.
 */
#include "distances/rows.h"

#include <math.h>
#include <string.h>

static int rows_slot(int words, int bits) {
  if ((words != 1 && words != 8) || (bits != 0 && bits != 8 && bits != 16 && bits != 32)) return -1;
  return (words == 8 ? 4 : 0) + (bits == 32 ? 3 : bits / 8);
}

gobc_rows *gobc_rows_open(const gobc_csr *graph, double cutoff, int words, int bits, int isa,
                          const gobc_allocator *allocator) {
  const int slot = rows_slot(words, bits);
  const gobc_kernels *kernels = gobc_dispatch(isa);
  if (slot < 0 || !kernels) return NULL;
  gobc_rows *r = gobc_batch_search_open(sizeof *r, graph, words, allocator);
  if (!r) return NULL;
  r->cutoff = cutoff;
  r->bits = bits;
  r->slot = slot;
  r->kernel = kernels->rows;
  if (bits) r->distance = gobc_arena_alloc(&r->search.arena, ((size_t)graph->vertices + 1) * 8 * (size_t)(words * bits));
  return gobc_arena_opened(&r->search.arena);
}

const void *gobc_rows_distances(const gobc_rows *rows) { return rows->distance; }

int gobc_rows_run(gobc_rows *r, const int32_t *sources, int lanes, int32_t first, int32_t last, int64_t *levels,
                  const volatile int32_t *cancel) {
  const gobc_rows_batch batch = {sources, lanes, first, last, levels, cancel};
  int status = gobc_batch_search_clear(&r->search, first, last, cancel);
  if (status != GOBC_KERNEL_OK) return status;
  status = r->kernel->traverse[r->slot](r, &batch);
  r->search.dirty = status == GOBC_KERNEL_CANCELLED;
  if (status != GOBC_KERNEL_OK) return status;
  r->search.arena.counts.batches++;
  r->search.arena.counts.lanes += lanes;
  return GOBC_KERNEL_OK;
}

/* Columns that are turned at a time: the rows of 64 lanes of float64 take the cache of one core. */
enum { TILE = 64, CANCEL_TILES = 64 };

/*
 * At most TILE columns of the 64 lanes from `from` on: to[lane] gets those of one lane side by side.
 */
#define TURN(type, far, divided)                                                                                       \
  static void turn_##type(const gobc_lane_rows *r, int64_t from, const int32_t *columns, int count, int lanes,         \
                          type *const *to) {                                                                           \
    type tile[TILE][64];                                                                                               \
    for (int j = 0; j < count; j++) {                                                                                  \
      const int32_t v = columns[j];                                                                                    \
      if (v >= r->first && v < r->last)                                                                                \
        memcpy(tile[j], (const type *)r->rows + (int64_t)v * r->stride + from, sizeof tile[j]);                        \
      else                                                                                                             \
        for (int lane = 0; lane < 64; lane++) tile[j][lane] = far;                                                     \
    }                                                                                                                  \
    for (int lane = 0; lane < lanes; lane++)                                                                           \
      for (int j = 0; j < count; j++) to[lane][j] = divided;                                                           \
  }

typedef double float64_t;
TURN(uint8_t, UINT8_MAX, tile[j][lane])
TURN(uint16_t, UINT16_MAX, tile[j][lane])
TURN(int32_t, INT32_MAX, tile[j][lane])
TURN(float64_t, INFINITY, tile[j][lane] / r->units)

static void turn(const gobc_lane_rows *r, int64_t from, const int32_t *columns, int count, int lanes, void *const *to) {
  if (r->bits == 8) turn_uint8_t(r, from, columns, count, lanes, (uint8_t *const *)to);
  else if (r->bits == 16) turn_uint16_t(r, from, columns, count, lanes, (uint16_t *const *)to);
  else if (r->bits == 32) turn_int32_t(r, from, columns, count, lanes, (int32_t *const *)to);
  else turn_float64_t(r, from, columns, count, lanes, (float64_t *const *)to);
}

int gobc_lane_rows_turn(const gobc_lane_rows *r, int lanes, const int32_t *columns, int64_t count, const int64_t *places,
                        void *out, const volatile int32_t *cancel) {
  const int64_t bytes = r->bits / 8;
  for (int from = 0; from < lanes; from += 64) {
    const int some = lanes - from < 64 ? lanes - from : 64;
    for (int64_t j = 0; j < count; j += TILE) {
      void *to[64];
      for (int lane = 0; lane < some; lane++) to[lane] = (char *)out + (places[from + lane] * count + j) * bytes;
      turn(r, from, columns + j, count - j < TILE ? (int)(count - j) : TILE, some, to);
      if (j / TILE % CANCEL_TILES == 0 && *cancel) return GOBC_KERNEL_CANCELLED;
    }
  }
  return GOBC_KERNEL_OK;
}
