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
  int64_t high_sum, low_sum;
  GOBC_FN(sum_lanes)(high, low, &high_sum, &low_sum);
  /* 0x41f8... and 0x3f38... are the bits of 1.5 * 2^32 and 1.5 * 2^-12; unsigned, so that they wrap. */
  high_sum = (int64_t)((uint64_t)high_sum - GOBC_WIDTH * UINT64_C(0x41f8000000000000));
  low_sum = (int64_t)((uint64_t)low_sum - GOBC_WIDTH * UINT64_C(0x3f38000000000000));
  gobc_words_add(total, (unsigned __int128)((__int128)high_sum * ((int64_t)1 << 44) + low_sum));
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
  int64_t total, any;
  GOBC_FN(sum_lanes)(sum, large, &total, &any);
  if (__builtin_expect(any == 0, 1)) {
    total = (int64_t)((uint64_t)total - GOBC_WIDTH * UINT64_C(0x4338000000000000));
    gobc_words_add(totals->stress + 2 * (size_t)v, (unsigned __int128)total);
    return;
  }
  for (int j = 0; j < ROW_VECS; j++)
    for (int i = 0; i < VEC_LANES; i++) gobc_totals_add_stress(totals, v, (double)sigma[j][i] * (double)gamma[j][i]);
}
#endif

/* From the sums over successors: delta of v is added to the totals, g of v takes the place of sigma. */
INLINE void GOBC_BACK(finish)(gobc_sweep *sweep, gobc_totals *totals, int32_t v, mask_t lanes, const vec_t *sum, const vec_t *paths, const real_t *factor) {
  real_t *row = ROW((real_t *)sweep->sigma, v);
  vec_t delta[ROW_VECS];
#if GOBC_STRESS
  real_t *up = ROW((real_t *)sweep->gamma, v);
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
  GOBC_BACK(add_stress)(totals, v, sigma, gamma);
  if (!(sweep->needs & GOBC_NEED_DELTA)) return;
#endif
  GOBC_BACK(add_delta)(totals->delta + 2 * (size_t)v, delta);
}

/* The deepest level: nothing follows. */
static void GOBC_BACK(leaves)(gobc_sweep *sweep, gobc_totals *totals, size_t low, size_t high, mask_t live) {
  const int32_t *vertices = gobc_sweep_vertices(sweep);
  const mask_t *lanes = sweep->entry_lanes.data;
  const vec_t none[ROW_VECS] = {{0}};
  for (size_t entry = low; entry < high; entry++)
    GOBC_BACK(finish)(sweep, totals, vertices[entry], (mask_t)(lanes[entry] & live), none, none, NULL);
}

/* A level whose successors were pushed: its entries' own hits are summed. */
static void GOBC_BACK(gather)(gobc_sweep *sweep, gobc_totals *totals, size_t low, size_t high, size_t group, mask_t live, const real_t *factor) {
  const int32_t *vertices = gobc_sweep_vertices(sweep), *hits = gobc_sweep_hits(sweep);
  const mask_t *lanes = sweep->entry_lanes.data, *next = sweep->frontier;
  const size_t *start = gobc_sweep_groups(sweep) + group;
  const real_t *sigma = sweep->sigma;
  for (size_t entry = low; entry < high; entry++, start++) {
    mask_t mine = (mask_t)(lanes[entry] & live);
    vec_t sum[ROW_VECS] = {{0}}, paths[ROW_VECS] = {{0}};
    for (size_t hit = start[0]; hit < start[1]; hit++) {
      int32_t w = hits[hit];
      mask_t shared = (mask_t)(next[w] & mine);
      const real_t *row = ROW(sigma, w);
      UNROLL for (int j = 0; j < ROW_VECS; j++) {
        keep_t keep = GOBC_FN(lanes_of)(shared, j);
        sum[j] = GOBC_FN(add_kept)(sum[j], keep, LOAD(row + j * VEC_LANES));
#if GOBC_STRESS
        paths[j] = GOBC_FN(add_kept)(paths[j], keep, LOAD(ROW((const real_t *)sweep->gamma, w) + j * VEC_LANES));
#endif
      }
    }
    GOBC_BACK(finish)(sweep, totals, vertices[entry], mine, sum, paths, factor);
  }
}

/* Entries of a pulled level, ascending, add their g to the pool rows of their predecessors. Pools are zero before. */
static void GOBC_BACK(spread)(gobc_sweep *sweep, size_t low, size_t high, size_t group, mask_t live) {
  const int32_t *vertices = gobc_sweep_vertices(sweep), *hits = gobc_sweep_hits(sweep);
  const mask_t *lanes = sweep->entry_lanes.data, *previous = sweep->frontier;
  const size_t *start = gobc_sweep_groups(sweep) + group;
  const real_t *sigma = sweep->sigma;
  real_t *pool = sweep->sigma_pool;
  for (size_t entry = low; entry < high; entry++, start++) {
    mask_t mine = (mask_t)(lanes[entry] & live);
    vec_t g[ROW_VECS];
    UNROLL for (int j = 0; j < ROW_VECS; j++) g[j] = LOAD(ROW(sigma, vertices[entry]) + j * VEC_LANES);
#if GOBC_STRESS
    vec_t up[ROW_VECS];
    UNROLL for (int j = 0; j < ROW_VECS; j++) up[j] = LOAD(ROW((const real_t *)sweep->gamma, vertices[entry]) + j * VEC_LANES);
#endif
    for (size_t hit = start[0]; hit < start[1]; hit++) {
      int32_t u = hits[hit];
      mask_t shared = (mask_t)(previous[u] & mine);
      real_t *row = ROW(pool, u);
      UNROLL for (int j = 0; j < ROW_VECS; j++) {
        keep_t keep = GOBC_FN(lanes_of)(shared, j);
        STORE(row + j * VEC_LANES, GOBC_FN(add_kept)(LOAD(row + j * VEC_LANES), keep, g[j]));
#if GOBC_STRESS
        real_t *paths = ROW((real_t *)sweep->gamma_pool, u) + j * VEC_LANES;
        STORE(paths, GOBC_FN(add_kept)(LOAD(paths), keep, up[j]));
#endif
      }
    }
  }
}

/* Takes the sums of a level out of the pools and leaves zeros. */
static void GOBC_BACK(drain)(gobc_sweep *sweep, gobc_totals *totals, size_t low, size_t high, mask_t live, const real_t *factor) {
  const int32_t *vertices = gobc_sweep_vertices(sweep);
  const mask_t *lanes = sweep->entry_lanes.data;
  for (size_t entry = low; entry < high; entry++) {
    real_t *row = ROW((real_t *)sweep->sigma_pool, vertices[entry]);
    vec_t sum[ROW_VECS], paths[ROW_VECS] = {{0}};
    UNROLL for (int j = 0; j < ROW_VECS; j++) {
      sum[j] = LOAD(row + j * VEC_LANES);
      STORE(row + j * VEC_LANES, (vec_t){0});
#if GOBC_STRESS
      real_t *pool = ROW((real_t *)sweep->gamma_pool, vertices[entry]) + j * VEC_LANES;
      paths[j] = LOAD(pool);
      STORE(pool, (vec_t){0});
#endif
    }
    GOBC_BACK(finish)(sweep, totals, vertices[entry], (mask_t)(lanes[entry] & live), sum, paths, factor);
  }
}

/*
 * On top of the loop, g stands in the sigma rows of all deeper levels and the scratch masks and pools are zero. Level 0
 * is left out: sums run over sources other than the vertex.
 */
static int GOBC_BACK(backward)(gobc_sweep *sweep, gobc_totals *totals) {
  const gobc_level *levels = gobc_sweep_levels(sweep);
  mask_t live = (mask_t)(sweep->full & ~sweep->flagged);
#if GOBC_STRESS
  if (!GOBC_FN(stress_room)(sweep, totals)) return GOBC_KERNEL_NOMEM;
#endif
  for (int64_t level = sweep->level; level >= 1; level--) {
    const gobc_level *here = levels + level, *next = here + 1;
    size_t low = here->first_entry, high = next->first_entry, end = level < sweep->level ? next[1].first_entry : high;
    const real_t *factor = GOBC_FN(factors)(sweep, level + 1);
    if (end == high) {
      GOBC_BACK(leaves)(sweep, totals, low, high, live);
    } else if (next->pulled) {
      GOBC_FN(mark)(sweep, low, high, live);
      GOBC_BACK(spread)(sweep, high, end, next->first_group, live);
      GOBC_FN(mark)(sweep, low, high, 0);
      GOBC_BACK(drain)(sweep, totals, low, high, live, factor);
    } else {
      GOBC_FN(mark)(sweep, high, end, live);
      GOBC_BACK(gather)(sweep, totals, low, high, next->first_group, live, factor);
      GOBC_FN(mark)(sweep, high, end, 0);
    }
  }
  return GOBC_KERNEL_OK;
}

#undef GOBC_BACK
