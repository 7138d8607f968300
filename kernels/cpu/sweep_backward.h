/*
 * The backward pass of one instance, over the hits that the forward pass kept. Included twice: GOBC_STRESS 0 and 1.
 * The equivalent loop for one lane, deepest level first:
 *   for v of the level: sum = 0; for w of successors(v), ascending: sum += g(w)
 *                       delta(v) = sigma(v) * sum;  g(v) = (1 + delta(v)) / sigma(v), stored over sigma(v)
 * and with stress, up(w) = 1 + number of shortest paths that go on from w:
 *                       gamma(v) = sum of up(w);  stress(v) += sigma(v) * gamma(v);  up(v) = 1 + gamma(v)
 */
#if GOBC_STRESS
#define GOBC_BACK(name) GOBC_JOIN(GOBC_FN(name), stress)
#else
#define GOBC_BACK(name) GOBC_JOIN(GOBC_FN(name), delta)
#endif

/* The state of the pass in locals, as stores may alias every field of the sweep. */
#define back_t GOBC_BACK(back)
typedef struct back_t {
  real_t *sigma, *sigma_pool, *gamma, *gamma_pool;
  const int32_t *vertices, *hits;
  const mask_t *lanes;
  mask_t *marks; /* of the level whose lanes are looked up */
  mask_t live;   /* lanes that are not flagged */
  uint64_t *delta; /* some other total if not needed */
  gobc_totals *totals;
  int needs_delta;
} back_t;

/*
 * Adds the lanes' dependencies to the total, each rounded to a multiple of 2^-64. Adding 1.5 * 2^32 to d < 2^31 leaves
 * d in units of 2^-20 in the low bits; the rest, below 2^-20, goes through 1.5 * 2^-12 into units of 2^-64.
 */
INLINE void GOBC_BACK(add_delta)(uint64_t *total, const vec_t *delta) {
  const double big = 0x1.8p32, small = 0x1.8p-12;
  wide_bits_t high = {0}, low = {0};
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    UNROLL for (int part = 0; part < WIDE_PARTS; part++) {
      wide_t d = GOBC_FN(widen)(delta[j], part), h = d + big, rest = d - (h - big);
      high += (wide_bits_t)h;
      low += (wide_bits_t)(rest + small);
    }
  }
  uint64_t high_sum, low_sum;
  GOBC_FN(sum_lanes)(high, low, &high_sum, &low_sum);
  /*
   * 0x41f8... and 0x3f38... are the bits of 1.5 * 2^32 and 1.5 * 2^-12. 2^50 units, moved from the high sum to the low
   * one, which is above -2^50, make it positive; the high sum may then be negative, hence its signed shift.
   */
  high_sum -= GOBC_WIDTH * UINT64_C(0x41f8000000000000) + 64;
  low_sum += ((uint64_t)1 << 50) - GOBC_WIDTH * UINT64_C(0x3f38000000000000);
  uint64_t top = (uint64_t)((int64_t)high_sum >> 20);
  gobc_words_add(total, ((unsigned __int128)top << 64 | high_sum << 44) + low_sum);
}

#if GOBC_STRESS
/* Adds the lanes' sigma * gamma, which are whole numbers, exactly while below 2^53. */
INLINE void GOBC_BACK(add_stress)(gobc_totals *totals, int32_t v, const vec_t *sigma, const vec_t *gamma) {
  const double whole = 0x1.8p52;
  wide_bits_t sum = {0}, large = {0};
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    UNROLL for (int part = 0; part < WIDE_PARTS; part++) {
      wide_t term = GOBC_FN(widen)(sigma[j], part) * GOBC_FN(widen)(gamma[j], part);
      sum += (wide_bits_t)(term + whole);
      large |= (wide_bits_t)(term >= (wide_t){0} + 0x1p51);
    }
  }
  uint64_t total, any;
  GOBC_FN(sum_lanes)(sum, large, &total, &any);
  if (__builtin_expect(any == 0, 1)) {
    gobc_words_add(totals->stress + 2 * (size_t)v, total - GOBC_WIDTH * UINT64_C(0x4338000000000000));
    return;
  }
  for (int j = 0; j < ROW_VECS; j++)
    for (int i = 0; i < VEC_LANES; i++) gobc_totals_add_stress(totals, v, (double)sigma[j][i] * (double)gamma[j][i]);
}
#endif

/* From the sums over successors: delta of v is added to the totals, g of v takes the place of sigma. */
INLINE void GOBC_BACK(finish)(const back_t *back, int32_t v, mask_t lanes, const vec_t *sum, const vec_t *paths,
                              const real_t *factor) {
  real_t *row = ROW(back->sigma, v);
  vec_t delta[ROW_VECS];
#if GOBC_STRESS
  real_t *up = ROW(back->gamma, v);
  vec_t sigma[ROW_VECS], gamma[ROW_VECS];
#else
  (void)paths;
#endif
  UNROLL for (int j = 0; j < ROW_VECS; j++) {
    keep_t keep = GOBC_FN(lanes_of)(lanes, j);
    vec_t s = LOAD(row + j * VEC_LANES), d = sum[j];
    if (factor) d = d * LOAD(factor + j * VEC_LANES);
    d = GOBC_FN(kept)(keep, s * d);
    delta[j] = d;
    STORE(row + j * VEC_LANES, GOBC_FN(choose)(keep, (d + (real_t)1) / s, s));
#if GOBC_STRESS
    sigma[j] = GOBC_FN(kept)(keep, s);
    gamma[j] = GOBC_FN(kept)(keep, paths[j]);
    STORE(up + j * VEC_LANES, GOBC_FN(choose)(keep, paths[j] + (real_t)1, LOAD(up + j * VEC_LANES)));
#endif
  }
#if GOBC_STRESS
  GOBC_BACK(add_stress)(back->totals, v, sigma, gamma);
  if (!back->needs_delta) return;
#endif
  GOBC_BACK(add_delta)(back->delta + 2 * (size_t)v, delta);
}

/* The deepest level: nothing follows. */
static void GOBC_BACK(leaves)(const back_t *shared, size_t low, size_t high) {
  const back_t back = *shared;
  const vec_t none[ROW_VECS] = {{0}};
  for (size_t entry = low; entry < high; entry++)
    GOBC_BACK(finish)(&back, back.vertices[entry], (mask_t)(back.lanes[entry] & back.live), none, none, NULL);
}

/* A level whose successors were pushed: its entries' own hits are summed. `start` holds the groups of the entries. */
static void GOBC_BACK(gather)(const back_t *shared, size_t low, size_t high, const size_t *start, const real_t *factor) {
  const back_t back = *shared;
  size_t hit = start[0];
  for (size_t entry = low; entry < high; entry++) {
    const size_t end = *++start;
    const mask_t mine = (mask_t)(back.lanes[entry] & back.live);
    vec_t sum[ROW_VECS] = {{0}}, paths[ROW_VECS] = {{0}};
    PREFETCH_ROW(back.sigma, back.vertices[entry + GOBC_SWEEP_AHEAD]);
    __builtin_prefetch(back.delta + 2 * (size_t)back.vertices[entry + GOBC_SWEEP_AHEAD], 1);
    for (; hit < end; hit++) {
      const int32_t w = back.hits[hit];
      const mask_t both = (mask_t)(back.marks[w] & mine);
      UNROLL for (int j = 0; j < ROW_VECS; j++) {
        keep_t keep = GOBC_FN(lanes_of)(both, j);
        sum[j] = GOBC_FN(add_kept)(sum[j], keep, LOAD(ROW(back.sigma, w) + j * VEC_LANES));
#if GOBC_STRESS
        paths[j] = GOBC_FN(add_kept)(paths[j], keep, LOAD(ROW(back.gamma, w) + j * VEC_LANES));
#endif
      }
    }
    GOBC_BACK(finish)(&back, back.vertices[entry], mine, sum, paths, factor);
  }
}

/* Entries of a pulled level, ascending, add their g to the pool rows of their predecessors. Pools are zero before. */
static void GOBC_BACK(spread)(const back_t *shared, size_t low, size_t high, const size_t *start) {
  const back_t back = *shared;
  size_t hit = start[0];
  for (size_t entry = low; entry < high; entry++) {
    const size_t end = *++start;
    const mask_t mine = (mask_t)(back.lanes[entry] & back.live);
    vec_t g[ROW_VECS];
    UNROLL for (int j = 0; j < ROW_VECS; j++) g[j] = LOAD(ROW(back.sigma, back.vertices[entry]) + j * VEC_LANES);
#if GOBC_STRESS
    vec_t up[ROW_VECS];
    UNROLL for (int j = 0; j < ROW_VECS; j++) up[j] = LOAD(ROW(back.gamma, back.vertices[entry]) + j * VEC_LANES);
#endif
    for (; hit < end; hit++) {
      const int32_t u = back.hits[hit];
      const mask_t both = (mask_t)(back.marks[u] & mine);
      UNROLL for (int j = 0; j < ROW_VECS; j++) {
        keep_t keep = GOBC_FN(lanes_of)(both, j);
        real_t *pool = ROW(back.sigma_pool, u) + j * VEC_LANES;
        STORE(pool, GOBC_FN(add_kept)(LOAD(pool), keep, g[j]));
#if GOBC_STRESS
        pool = ROW(back.gamma_pool, u) + j * VEC_LANES;
        STORE(pool, GOBC_FN(add_kept)(LOAD(pool), keep, up[j]));
#endif
      }
    }
  }
}

/* Takes the sums of a level out of the pools and leaves zeros. */
static void GOBC_BACK(drain)(const back_t *shared, size_t low, size_t high, const real_t *factor) {
  const back_t back = *shared;
  for (size_t entry = low; entry < high; entry++) {
    const int32_t v = back.vertices[entry];
    vec_t sum[ROW_VECS], paths[ROW_VECS] = {{0}};
    UNROLL for (int j = 0; j < ROW_VECS; j++) {
      real_t *pool = ROW(back.sigma_pool, v) + j * VEC_LANES;
      sum[j] = LOAD(pool);
      STORE(pool, (vec_t){0});
#if GOBC_STRESS
      pool = ROW(back.gamma_pool, v) + j * VEC_LANES;
      paths[j] = LOAD(pool);
      STORE(pool, (vec_t){0});
#endif
    }
    GOBC_BACK(finish)(&back, v, (mask_t)(back.lanes[entry] & back.live), sum, paths, factor);
  }
}

/*
 * On top of the loop, g stands in the sigma rows of all deeper levels and the scratch masks and pools are zero. Level 0
 * is left out: sums run over sources other than the vertex.
 */
static int GOBC_BACK(backward)(gobc_sweep *sweep, gobc_totals *totals) {
#if GOBC_STRESS
  if (!GOBC_FN(stress_room)(sweep, totals)) return GOBC_KERNEL_NOMEM;
#endif
  const gobc_level *levels = gobc_sweep_levels(sweep);
  const size_t *groups = gobc_sweep_groups(sweep);
  const back_t back = {.sigma = sweep->sigma,
                       .sigma_pool = sweep->sigma_pool,
                       .gamma = sweep->gamma,
                       .gamma_pool = sweep->gamma_pool,
                       .vertices = gobc_sweep_vertices(sweep),
                       .hits = gobc_sweep_hits(sweep),
                       .lanes = sweep->entry_lanes.data,
                       .marks = sweep->frontier,
                       .live = (mask_t)(sweep->full & ~sweep->flagged),
                       .delta = totals->delta ? totals->delta : totals->stress,
                       .totals = totals,
                       .needs_delta = (sweep->needs & GOBC_NEED_DELTA) != 0};
  real_t factors[GOBC_WIDTH] __attribute__((aligned(64)));
  for (int64_t level = sweep->level; level >= 1; level--) {
    const gobc_level *here = levels + level, *next = here + 1;
    size_t low = here->first_entry, high = next->first_entry, end = level < sweep->level ? next[1].first_entry : high;
    const real_t *factor = GOBC_FN(factors)(sweep, level + 1, factors);
    if (end == high) {
      GOBC_BACK(leaves)(&back, low, high);
    } else if (next->pulled) {
      GOBC_FN(mark)(sweep, low, high, back.live);
      GOBC_BACK(spread)(&back, high, end, groups + next->first_group);
      GOBC_FN(mark)(sweep, low, high, 0);
      GOBC_BACK(drain)(&back, low, high, factor);
    } else {
      GOBC_FN(mark)(sweep, high, end, back.live);
      GOBC_BACK(gather)(&back, low, high, groups + next->first_group, factor);
      GOBC_FN(mark)(sweep, high, end, 0);
    }
  }
  return GOBC_KERNEL_OK;
}

#undef back_t
#undef GOBC_BACK
