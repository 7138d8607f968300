/* The part of Weighted about what targets weigh. */

template <int T>
INLINE const Part<double, 32 / T> *masses_at(const Place<T> &p, int v) {
  return (const Part<double, 32 / T> *)&global(common.slot.mass)[(size_t)v * WIDTH + p.thread * (32 / T)];
}

/*
 * BY_PAIR: what v weighs as a target on the lanes of this thread, by the flows of the sources or by vertex, and by the lengths of
 * the paths. `mine` are those that count.
 */
template <int T>
INLINE Part<double, 32 / T> targets_of(const Place<T> &p, int v, uint32_t mine) {
  constexpr int L = 32 / T;
  const Demand<32> &demand = common.demand;
  Part<double, L> targets = nothing<T>();
  if (!mine) return targets;
  if (!demand.flows()) {
    const double target = common.a.target_weight ? global(pointer<double>(common.a.target_weight))[v] : 1.0;
#pragma unroll
    for (int l = 0; l < L; l++) targets.lane[l] = target;
  } else if (demand.marked(v)) {
    targets = *(const Part<double, L> *)&global(demand.rows)[(size_t)v * WIDTH + p.thread * L];
  }
  if (!demand.decays()) return targets;
  const Part<Length, L> length = *lengths_at(p, v);
#pragma unroll
  for (int l = 0; l < L; l++)
    if (mine >> l & 1 && targets.lane[l] != 0) targets.lane[l] *= decay_at(demand.a.decay, (double)length.lane[l]);
  return targets;
}

/* Whether a lane has reached a vertex: after tighten. */
struct Reached {
  const uint4 *state;
  INLINE bool operator()(int v, int lane) const { return global(state)[v].x >> lane & 1; }
};

INLINE void start_back(int batch, int lanes) {
  const Reached reached = {common.slot.state};
  common.demand.spread(common.a.batches, batch, lanes, common.a.totals, &common.out_of_range, reached);
}
