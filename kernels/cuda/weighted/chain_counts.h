/*
 * Part of Chains: what chain_masses.h does, for numbers of paths (kernels/cpu/chains_stress_body.h). The host leaves out batches
 * whose sums could reach 2^53 (Chains.MostPaths): all are whole numbers, so that no order of additions shows.
 */

INLINE double before_place(const Chain &chain, int place) { return chain.sums[(place + 1) >> 1]; }
INLINE double behind_place(const Chain &chain, int place) { return chain.sums[chain.k] - chain.sums[place >> 1]; }

static INLINE void add_count(word64 *words, double count) {
  if (count != 0) add_fixed(words, {(word64)count, 0});
}

/* What comes to a place of a chain through its first end, and through its last one. */
INLINE void add_counts(int e, const Chain &chain, int place, double before, double behind) {
  add_count(item(e, (place + 1) >> 1), before);
  add_count(item(e, chain.k + 1 + (place >> 1)), behind);
}

/* Nodes as targets. `onward`, by half: what all paths from a lane's node weigh. */
INLINE void count_node(int t, ChainRows &rows, double (&onward)[2]) {
  clear(rows);
  int *found = places(t);
  for (int i = thread; i < count(); i += 32) {
    const ChainSource s = common.sources[i];
    const Chain chain = chain_of(s);
    const int place = place_on(chain, chain.length + distance(t, s.to) - distance(t, s.from));
    found[i] = place;
    atomicAdd(&rows.whole[s.from], (word64)before_place(chain, place));
    atomicAdd(&rows.whole[s.to], (word64)behind_place(chain, place));
  }
  __syncwarp();
  const double weight = global(pointer<double>(a.weight))[t];
#pragma unroll
  for (int half = 0; half < 2; half++) {
    const int lane = 32 * half + thread;
    if (!has(lane)) continue;
    *mass(t, lane) = weight * (own(lane) + (double)rows.whole[lane]);
    if (node_of(lane) != t) onward[half] += weight * paths(t, lane);
  }
  __syncwarp();
}

/* What an inner source sends to a chain whose two ends it does not reach by one lane alone, to each that is on a way. */
INLINE void count_mixed(const ChainSource &s, int j, int e, const Chain &target, const int (&ends)[2],
                        ChainRows &rows) {
  const Chain chain = chain_of(s);
  const double weight = chain.sums[j] - chain.sums[j - 1];
  const long long p = chain.doubled[j - 1] / 2;
  const ChainWay first = way(chain, p, ends[0], s.from, s.to), last = way(chain, p, ends[1], s.from, s.to);
  const int place = place_on(target, target.length + last.length - first.length);
  const word64 to_first = (word64)(weight * before_place(target, place)),
               to_last = (word64)(weight * behind_place(target, place));
  add_counts(e, target, place, weight * first.paths, weight * last.paths);
  if (first.by_a > 0) atomicAdd(&rows.ends[0][s.from][1], to_first);
  if (first.by_a < 1) atomicAdd(&rows.ends[0][s.to][1], to_first);
  if (last.by_a > 0) atomicAdd(&rows.ends[1][s.from][1], to_last);
  if (last.by_a < 1) atomicAdd(&rows.ends[1][s.to][1], to_last);
}

/* A chain as target. */
INLINE void count_target(int e, ChainRows &rows, double (&onward)[2]) {
  const Chain chain = chain_of(e);
  const int ends[2] = {end_of(e, 0), end_of(e, 1)};
  gather<true>(e, chain, ends, rows);
  double passed[2] = {0, 0}; /* by end */
#pragma unroll
  for (int half = 0; half < 2; half++) {
    const int lane = 32 * half + thread;
    if (!has(lane)) continue;
    const int place = place_on(chain, chain.length + distance(ends[1], lane) - distance(ends[0], lane));
    const double inner = (double)rows.whole[lane], sources = own(lane) + inner;
    const double reached[2] = {before_place(chain, place), behind_place(chain, place)};
    const double sigma[2] = {paths(ends[0], lane), paths(ends[1], lane)};
    add_counts(e, chain, place, sources * sigma[0], sources * sigma[1]);
#pragma unroll
    for (int end = 0; end < 2; end++) {
      const double one_by_one = (double)rows.ends[end][lane][1], all = one_by_one + sources * reached[end];
      const double passes = node_of(lane) == ends[end] ? one_by_one + inner * reached[end] : 2 * all;
      onward[half] += reached[end] * sigma[end];
      passed[end] += passes * sigma[end];
      ending(e, end)[lane] = all;
    }
  }
#pragma unroll
  for (int end = 0; end < 2; end++) {
    const double sum = row_sum(passed[end]);
    if (thread == 0) add_count(words_of(ends[end]), sum);
  }
  __syncwarp();
}

/* Pairs within a source chain that go around it, from one end to the other: how many there are. */
INLINE double count_around(int i) {
  const ChainSource &s = common.sources[i];
  const Chain chain = chain_of(s);
  const int last = end_of(s.chain, 1);
  const word64 apart = (word64)distance(last, s.from), limit = apart + (word64)chain.length;
  word64 pairs = 0;
  for (int j = 1 + thread; j <= chain.k && !ends_within(j / 32); j += 32) {
    const int first = first_around(chain, j, limit);
    if (first > chain.k) break;
    pairs += (word64)(chain.sums[j] - chain.sums[j - 1]) * (word64)(chain.sums[chain.k] - chain.sums[first - 1]);
  }
  pairs = sum_of<32>(pairs);
  if (thread == 0) {
    const double sigma = paths(last, s.from);
    add_fixed(item(s.chain, 3 * chain.k + 1), {apart, 0});
    add_count(item(s.chain, 3 * chain.k + 2), sigma);
    for (int end = 0; end < 2; end++) add_count(words_of(end_of(s.chain, end)), 2 * (double)pairs * sigma);
  }
  return (double)pairs;
}

/* Adds what a warp found to the totals of the lanes whose nodes are sources in this batch. */
INLINE void add_onward(const double (&paths)[2]) {
  double *totals = global(pointer<double>(a.sweep.totals.paths_onward));
#pragma unroll
  for (int half = 0; half < 2; half++) {
    const int lane = 32 * half + thread;
    if (has(lane) && own(lane) > 0) atomicAdd(totals + node_of(lane), paths[half]);
  }
}
