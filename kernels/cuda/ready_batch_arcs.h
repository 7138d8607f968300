/*
 * Part of ReadyBatch, for ARCS: the backward pass with sums by arc. For one lane and each arc from v to a successor w:
 *   arc(v, w) += units of sigma(v) * g(w)
 * at the arc's place in the list of v. Four arcs of a vertex are reduced together as in edges.h.
 */

/* Sets the other lanes to 1: old values there may be infinite, and they are multiplied by 0. */
INLINE void only_counts(Four<Real> &sigma, uint32_t mine) {
  sigma.x = mine & 1 ? sigma.x : 1;
  sigma.y = mine & 2 ? sigma.y : 1;
  sigma.z = mine & 4 ? sigma.z : 1;
  sigma.w = mine & 8 ? sigma.w : 1;
}

/*
 * As sum_list<true>, one segment at a time: in one loop over all segments the registers for long lists spilled for every list.
 */
INLINE Four<Real> pass_list(const State &own, uint32_t offset, int length, uint32_t lanes, const Four<Real> &sigma) {
  Four<Real> total = four<Real>(0);
  for (int at = 0;; at += GOBC_SEGMENT) {
    const Four<Real> part = pass_segment(own, offset + at, min(length - at, GOBC_SEGMENT), lanes, sigma);
    const bool last = !__any_sync(EVERYONE, length > at + GOBC_SEGMENT);
    if (last && at == 0) return part;
    add(total, part);
    if (last) return total;
  }
}

INLINE Four<Real> pass_segment(const State &own, uint32_t offset, int length, uint32_t lanes, const Four<Real> &sigma) {
  Four<Real> sum = four<Real>(0);
  int ahead = p.thread < length ? global(common.slot.targets)[offset + p.thread] : 0;
  for (int at = 0; __any_sync(EVERYONE, at < length); at += G) {
    const int u = ahead;
    uint32_t useful = 0;
    if (at + G + p.thread < length) ahead = global(common.slot.targets)[offset + at + G + p.thread];
    if (at + p.thread < length) useful = precedes(own, load_state(&global(common.slot.state)[u])) & lanes;
    pass_rows(sum, u, useful, sigma, offset + at);
  }
  return sum;
}

/* As add_rows, for the places of the list from `first` on. */
INLINE void pass_rows(Four<Real> &sum, int u, uint32_t useful, const Four<Real> &sigma, uint32_t first) {
  uint32_t todo = __ballot_sync(EVERYONE, useful != 0) >> p.base & p.bits;
  while (__any_sync(EVERYONE, todo != 0)) {
    const uint32_t set = todo;
    word64 part[2][2] = {{0, 0}, {0, 0}};
    pass_pair(sum, u, useful, sigma, todo, part[0]);
    /* On roads few vertices have a third arc. Parts that are not computed belong to no arc. */
    if (__any_sync(EVERYONE, todo != 0)) pass_pair(sum, u, useful, sigma, todo, part[1]);
    add_arcs<G>(p, part, set, global(common.edge_delta) + 2 * (size_t)first);
  }
}

/* The next two arcs of `todo`; `part` gets their sums after the first fold. */
INLINE void pass_pair(Four<Real> &sum, int u, uint32_t useful, const Four<Real> &sigma, uint32_t &todo,
                      word64 (&part)[2]) {
  Four<Real> row[2];
  uint32_t keep[2];
#pragma unroll
  for (int k = 0; k < 2; k++) {
    const int from = p.base + (todo ? __ffs(todo) - 1 : 0);
    const int w = __shfl_sync(EVERYONE, u, from);
    const uint32_t lanes = __shfl_sync(EVERYONE, useful, from);
    keep[k] = todo ? lanes >> p.thread * 4 & 15u : 0u;
    todo &= todo - 1;
    if (keep[k]) row[k] = *(const Four<Real> *)&global(common.slot.sigma)[(size_t)w * WIDTH + p.thread * 4];
  }
  word64 units[2][2];
#pragma unroll
  for (int k = 0; k < 2; k++) {
    keep_only(row[k], keep[k]);
    add(sum, row[k]);
    multiply(row[k], sigma);
    add_terms<false>(row[k], units[k]);
  }
#pragma unroll
  for (int k = 0; k < 2; k++) part[k] = fold(units[0][k], units[1][k], p.thread, 1);
}

/* Instead of an entry: the source of lane e, on that lane. The batch is read again to save a register. */
INLINE uint2 source_at(int e, int high) {
  if (e >= high) return make_uint2(0, 0);
  const int batch = global(pointer<int32_t>(common.a.batches.order))[common.batch];
  return make_uint2(1u << e, (uint32_t)sources_of(common.a.batches, batch)[e]);
}
