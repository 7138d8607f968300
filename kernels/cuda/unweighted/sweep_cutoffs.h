/*
 * The part of Sweep about several cutoffs. What is within a smaller one is the first levels of what is within the largest, with
 * the same path counts: one search, and a way back for each cutoff, from its level on. The last way back, that of the largest,
 * alone may store g over the path counts. A way back leaves nothing visited up to its level, so what the next one needs is
 * visited again. What is visited beyond a level follows no entry, so it may stay.
 */

/* The rows of g on this way back. */
INLINE Real *rows_back() {
  if constexpr (CUTOFFS) return common.g;
  else return common.slot.sigma;
}

static INLINE void open_cutoffs(Common &common, const gobc_cutoff_arguments &arguments) {
  common.cutoffs = arguments;
  for (int i = 0; i < 2; i++) common.delta[i] = common.a.totals.delta[i];
}

/* The lanes of the first entries become visited. A vertex may have several of them. */
INLINE void visit_again(int entries) {
  for (int e = (int)threadIdx.x; e < entries; e += THREADS) {
    const size_t w = (size_t)global(common.slot.entry_vertex)[e] * WORDS;
    const Mask mine = load_lanes<WORDS>(&global(common.slot.entry_lanes)[(size_t)e * WORDS]);
#pragma unroll
    for (int q = 0; q < WORDS; q++)
      if (mine.word[q]) atomicOr(&visited()[w + q], mine.word[q]);
  }
}

/* Where a way back adds and has its rows: totals `place` of the cutoffs', negative: those of the largest. One thread. */
INLINE void turn_to(int place, Real *g) {
  const gobc_address at =
      (gobc_address)(place < 0 ? 0 : place) * (gobc_address)common.a.graph.vertices * sizeof(word64);
  common.a.totals.delta[0] = place < 0 ? common.delta[0] : common.cutoffs.coarse + at;
  common.a.totals.delta[1] = place < 0 ? common.delta[1] : common.cutoffs.fine + at;
  common.g = g;
}

/*
 * The ways back of a batch, the smallest cutoff first. The cutoffs that the batch ends within share the last one, which adds to
 * the totals of the smallest of them. Nothing passes through a vertex within one edge. False if the block must stop.
 */
INLINE bool ways_back(int batch, int deepest, int lanes) {
  const int count = common.cutoffs.count;
  const int32_t *levels = global(pointer<int32_t>(common.cutoffs.level));
  Real *rows = pointer<Real>(common.cutoffs.share) + (size_t)blockIdx.x * common.a.graph.vertices * WIDTH;
  int shared = 0;
  bool again = false; /* there was a way back */
  for (; shared < count && levels[shared] < deepest; shared++) {
    const int level = levels[shared];
    if (level <= 1) continue;
    if (again) visit_again(global(common.slot.level_end)[level + 1]);
    if (threadIdx.x == 0) turn_to(shared, rows);
    __syncthreads();
    if (!backward(batch, level, lanes)) return false;
    again = true;
  }
  if (again) visit_again(common.entries);
  if (threadIdx.x == 0) turn_to(shared < count ? count + shared : -1, common.slot.sigma);
  __syncthreads();
  return backward(batch, deepest, lanes);
}
