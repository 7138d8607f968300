/*
 * Keeps path counts in the range of real_t. At check levels, a lane whose largest count of the level exceeds 2^CHECK
 * is multiplied by a power of two, which is exact, and the backward pass reverses the factor. A check reads only one
 * lane's counts of one level, so it does not depend on the other lanes of the batch.
 */
#include "common/instance.h"
#include "sweep/sweep.h"

#define CHECK_BITS (GOBC_DOUBLE ? GOBC_SWEEP_CHECK_F64 : GOBC_SWEEP_CHECK_F32)
#define FLOOR_BITS (GOBC_DOUBLE ? GOBC_SWEEP_FLOOR_F64 : GOBC_SWEEP_FLOOR_F32)
#define SCALE_BYTES (sizeof(gobc_scale) + GOBC_WIDTH * sizeof(real_t))

/* Finds the largest and the smallest count of each lane among the items [low, high); 0 and 2^CHECK for lanes without
   items. */
static void GOBC_FN(extremes)(const gobc_sweep *sweep, size_t low, size_t high, real_t *largest, real_t *smallest) {
  const int32_t *vertices = gobc_sweep_vertices(sweep);
  const mask_t *lanes = sweep->item_lanes.data;
  vec_t most[ROW_VECS], least[ROW_VECS];
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    most[j] = (vec_t){0};
    least[j] = (vec_t){0} + (real_t)gobc_power_of_two(CHECK_BITS);
  }
  for (size_t item = low; item < high; item++) {
    const real_t *row = ROW((const real_t *)sweep->sigma, vertices[item]);
    UNROLL for (int j = 0; j < ROW_VECS; j++) {
      keep_t keep = GOBC_FN(lanes_of)(lanes[item], j);
      vec_t x = LOAD(row + j * VEC_LANES);
      most[j] = GOBC_FN(either)(GOBC_FN(choose)(keep, x, most[j]) > most[j], x, most[j]);
      least[j] = GOBC_FN(either)(GOBC_FN(choose)(keep, x, least[j]) < least[j], x, least[j]);
    }
  }
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    STORE(largest + j * VEC_LANES, most[j]);
    STORE(smallest + j * VEC_LANES, least[j]);
  }
}

/* Multiplies the counts of the items [low, high) by the factor of their lane. */
static void GOBC_FN(rescale)(gobc_sweep *sweep, size_t low, size_t high, const real_t *factor) {
  const int32_t *vertices = gobc_sweep_vertices(sweep);
  const mask_t *lanes = sweep->item_lanes.data;
  for (size_t item = low; item < high; item++) {
    real_t *row = ROW((real_t *)sweep->sigma, vertices[item]);
    for (int j = 0; j < ROW_VECS; j++) {
      vec_t x = LOAD(row + j * VEC_LANES);
      STORE(row + j * VEC_LANES,
            GOBC_FN(choose)(GOBC_FN(lanes_of)(lanes[item], j), x * LOAD(factor + j * VEC_LANES), x));
    }
  }
}

/*
 * Checks the items [low, high) of the newest level. Returns 0 if out of memory. It does nothing if `bound` shows that
 * no lane is above 2^CHECK, which only saves time (BENCHMARKS.md).
 */
static int GOBC_FN(check_range)(gobc_sweep *sweep, size_t low, size_t high) {
  real_t largest[GOBC_WIDTH] __attribute__((aligned(64))), smallest[GOBC_WIDTH] __attribute__((aligned(64)));
  real_t factor[GOBC_WIDTH] __attribute__((aligned(64)));
  const real_t bound = (real_t)gobc_power_of_two(CHECK_BITS), floor = (real_t)gobc_power_of_two(-FLOOR_BITS);
  int any = 0;
  GOBC_FN(extremes)(sweep, low, high, largest, smallest);
  sweep->bound = 1;
  for (int lane = 0; lane < GOBC_WIDTH; lane++) {
    factor[lane] = 1;
    int64_t bits = largest[lane] > 1 ? gobc_exponent_of(largest[lane]) + 1 : 1;
    if (!(largest[lane] > bound)) {
      sweep->bound = bits > sweep->bound ? bits : sweep->bound;
      continue;
    }
    any = 1;
    factor[lane] = (real_t)gobc_power_of_two(-gobc_exponent_of(largest[lane]));
    if (!(smallest[lane] * factor[lane] >= floor) || sweep->counts_paths) sweep->out_of_range |= (uint64_t)1 << lane;
  }
  if (!any) return 1;
  if (!gobc_arena_reserve(&sweep->arena, &sweep->scales, sweep->scale_count + 1, sweep->scale_count, SCALE_BYTES))
    return 0;
  char *scale = (char *)sweep->scales.data + sweep->scale_count++ * SCALE_BYTES;
  ((gobc_scale *)scale)->level = sweep->level;
  memcpy(scale + sizeof(gobc_scale), factor, sizeof(factor));
  GOBC_FN(rescale)(sweep, low, high, factor);
  return 1;
}

/*
 * Copies the factors of a level to `factor`, which is aligned for vectors, and returns `factor`, or NULL if no lane
 * was rescaled at this level. It must be called once for each level, from the deepest one on.
 */
INLINE const real_t *GOBC_FN(factors)(gobc_sweep *sweep, int64_t level, real_t *factor) {
  if (sweep->scale_count == 0) return NULL;
  const char *scale = (const char *)sweep->scales.data + (sweep->scale_count - 1) * SCALE_BYTES;
  if (((const gobc_scale *)scale)->level != level) return NULL;
  sweep->scale_count--;
  return memcpy(factor, scale + sizeof(gobc_scale), GOBC_WIDTH * sizeof(real_t));
}

/*
 * Allocates memory for the stress terms of the batch. Returns 0 if out of memory. A term of one lane counts the paths
 * through a vertex or an edge to all further vertices, so it is at most the lane's largest sigma times `heaviest`.
 * Counts are read only if the number of levels allows terms of 2^96. Lanes whose terms could exceed float64 are out
 * of range.
 */
static int GOBC_FN(alloc_stress)(gobc_sweep *sweep, gobc_totals *totals) {
  real_t largest[GOBC_WIDTH] __attribute__((aligned(64))), smallest[GOBC_WIDTH] __attribute__((aligned(64)));
  const double heaviest = 2 * sweep->heaviest; /* twice, because float32 sums round */
  double bound = 0;
  if (sweep->level * sweep->growth + gobc_exponent_of(heaviest) + 1 < 96) return 1;
  GOBC_FN(extremes)(sweep, 0, sweep->item_count, largest, smallest);
  for (int lane = 0; lane < GOBC_WIDTH; lane++) {
    const double term = largest[lane] * heaviest;
    if (!(term < 0x1p1000)) sweep->out_of_range |= (uint64_t)1 << lane;
    else if (!(sweep->out_of_range >> lane & 1) && term > bound) bound = term;
  }
  int window = gobc_stress_window(bound);
  uint64_t windows = window < 0 ? 0 : ~UINT64_C(0) >> (63 - window);
  if (sweep->needs & GOBC_NEED_STRESS &&
      gobc_stress_prepare(&totals->stress, windows, 0, sweep->graph.vertices, &sweep->arena.allocator) !=
          GOBC_KERNEL_OK)
    return 0;
  return !(sweep->needs & GOBC_NEED_EDGE_STRESS) ||
      gobc_stress_prepare_arcs(totals->edge_stress, 3, windows, 0, &sweep->graph, &sweep->arena.allocator) ==
      GOBC_KERNEL_OK;
}
