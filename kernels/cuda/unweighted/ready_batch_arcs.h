/*
 * The part of ReadyBatch for ARCS: the backward pass with sums by arc. For each lane and each arc from v to a
 * successor w:
 *   arc(v, w) += units of (sigma(v) * the weight of the source) * g(w)
 * at the arc's position in the list of v. Four arcs of a vertex are reduced together, as in edges.h.
 */

/*
 * Does the same as sum_list<true>, but one segment at a time. In one loop over all segments, the registers for long
 * lists spilled for every list.
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
  const Arcs arcs = {sigma, true, nullptr, common.a.totals.edge_delta};
  Four<Real> sum = four<Real>(0);
  int ahead = p.thread < length ? global(common.slot.targets)[offset + p.thread] : 0;
  for (int at = 0; __any_sync(EVERYONE, at < length); at += G) {
    const int u = ahead;
    Mask useful = {{0}};
    if (at + G + p.thread < length) ahead = global(common.slot.targets)[offset + at + G + p.thread];
    if (at + p.thread < length) useful.word[0] = precedes(own, load_state(&global(common.slot.state)[u])) & lanes;
    pass_rows<false, true>(p, global(common.slot.sigma), u, useful, arcs, sum, offset + at);
  }
  return sum;
}

/* Returns the source of lane e, on that lane, in place of an entry. The batch is read again to save a register. */
INLINE uint2 source_at(int e, int high) {
  if (e >= high) return make_uint2(0, 0);
  const int batch = global(pointer<int32_t>(common.a.batches.order))[common.batch];
  return make_uint2(1u << e, (uint32_t)sources_of(common.a.batches, batch)[e]);
}
