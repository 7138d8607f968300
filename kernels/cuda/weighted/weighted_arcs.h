/*
 * Part of Weighted, for FULL: the backward pass with sums by arc, and stress. For one lane and each successor w of v, which is
 * done before v:
 *   edge delta(v, w) += sigma(v) * g(w);  edge stress(v, w) += sigma(v) * paths_onward(w)
 *   paths_onward(v) = target weight(v) + sum of paths_onward(w)
 */

template <int T>
INLINE Part<double, 32 / T> *paths_onward_at(const Place<T> &p, int v) {
  return (Part<double, 32 / T> *)&global(common.slot.paths_onward)[(size_t)v * WIDTH + p.thread * (32 / T)];
}

/* Adds the parts of a team's threads to adjacent words. */
template <int T>
INLINE void add_both(const Place<T> &p, word64 *to, word64 coarse, word64 fine) {
  const word64 sum = sum_of_two<T>(p.thread, coarse, fine);
  if (p.thread < 2 && sum) atomicAdd(global(to + p.thread), sum);
}

template <int T>
INLINE void add_three(const Place<T> &p, word64 *to, const word64 (&digit)[3]) {
#pragma unroll
  for (int k = 0; k < 3; k++) {
    const word64 sum = sum_of<T>(digit[k]);
    if (p.thread == 0 && sum) atomicAdd(global(to + k), sum);
  }
}

/* The arc from a vertex with counts `own` to w, on the lanes `keep`. All threads of a team have an arc, or none has. */
template <int T>
INLINE void along(const Place<T> &p, const Part<double, 32 / T> &own, int w, uint32_t keep, bool have, uint32_t arc,
                  Part<double, 32 / T> &sum, Part<double, 32 / T> &paths_onward) {
  constexpr int L = 32 / T;
  Part<double, L> row, behind = nothing<T>();
  if (keep) row = *counts_at(p, w);
  if (keep && common.slot.paths_onward) behind = *paths_onward_at(p, w);
  word64 coarse = 0, fine = 0, digit[3] = {0, 0, 0};
#pragma unroll
  for (int l = 0; l < L; l++) {
    if (!(keep >> l & 1)) continue;
    sum.lane[l] += row.lane[l];
    if (common.a.totals.edge_delta) add_units(own.lane[l] * weight_of(p, l) * row.lane[l], coarse, fine);
    if (!common.slot.paths_onward) continue;
    paths_onward.lane[l] += behind.lane[l];
    if (common.a.totals.edge_stress) add_digits(own.lane[l] * behind.lane[l] * weight_of(p, l), digit);
  }
  const size_t place = have ? arc : 0;
  if (common.a.totals.edge_delta) add_both(p, pointer<word64>(common.a.totals.edge_delta) + 2 * place, coarse, fine);
  if (common.a.totals.edge_stress) add_three(p, pointer<word64>(common.a.totals.edge_stress) + 3 * place, digit);
}

/* Sums over the successors of a vertex on `lanes`, and adds to the totals of the arcs. */
template <int T>
INLINE void follow(const Place<T> &p, const Part<double, 32 / T> &own, uint32_t offset, int length, uint32_t lanes,
                   Part<double, 32 / T> &sum, Part<double, 32 / T> &paths_onward) {
#pragma unroll 1
  for (int at = 0; __any_sync(EVERYONE, at < length); at += T) {
    uint32_t useful = 0;
    int u = 0;
    if (at + p.thread < length) useful = global(common.slot.successor_lanes)[offset + at + p.thread] & lanes;
    if (useful) u = global(common.slot.out.targets)[offset + at + p.thread];
    uint32_t todo = __ballot_sync(EVERYONE, useful != 0) >> p.base & p.bits;
#pragma unroll 1
    while (__any_sync(EVERYONE, todo != 0)) {
      const int place = todo ? __ffs(todo) - 1 : 0;
      const int w = __shfl_sync(EVERYONE, u, p.base + place);
      const uint32_t on = __shfl_sync(EVERYONE, useful, p.base + place);
      along(p, own, w, todo ? bits_here(p, on) : 0u, todo != 0, offset + at + place, sum, paths_onward);
      todo &= todo - 1;
    }
  }
}

/* The arcs of the sources, each on its own lane, and the paths from it; nothing passes through a source itself. */
INLINE void pass_starts(int lanes) {
  for (int lane = warp; lane < lanes; lane += warps()) {
    if (common.out_of_range >> lane & 1) continue;
    const int s = common.sources[lane];
    uint32_t offset;
    int length;
    locate<32>(common.slot.out, true, s, offset, length);
    Part<double, 1> own = nothing<32>(), sum = nothing<32>(), paths_onward = nothing<32>();
    if (many.thread == lane) own.lane[0] = 1;
    follow(many, own, offset, length, 1u << lane, sum, paths_onward);
    if constexpr (TARGETS != BY_MASS)
      if (common.a.totals.paths_onward && many.thread == lane)
        global(pointer<double>(common.a.totals.paths_onward))[s] = paths_onward.lane[0];
  }
  __syncthreads();
}
