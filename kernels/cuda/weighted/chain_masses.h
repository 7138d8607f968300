/*
 * Part of Chains: the masses of a batch, between its ways out and back. A warp takes a node or a chain, each of its threads a
 * source or two lanes. Names and formulas are those of kernels/cpu/chains/body.h. COUNTS: masses are numbers of paths, and not
 * shares. The host leaves out batches whose sums could reach 2^53 then (Chains.MostPaths): all are whole numbers, so that no order
 * of additions shows.
 */

template <bool COUNTS>
static INLINE double before_place(const Chain &chain, int place) {
  return chain.sums[(place + COUNTS) >> 1];
}
static INLINE double behind_place(const Chain &chain, int place) {
  return chain.sums[chain.k] - chain.sums[place >> 1];
}

template <bool COUNTS>
static INLINE void add_mass(word64 *words, double mass) {
  add_fixed(words, COUNTS ? Fixed{(word64)mass, 0} : fixed_point(mass));
}

/*
 * Adds to a chain what comes to a place of it, by so many paths to its ends, and finds what of its weight is reached through
 * either end. At a tie the next vertex is reached through both, by a share each or, where paths are counted, in full.
 */
template <bool COUNTS>
INLINE void reach(int e, const Chain &chain, int place, double sources, const double (&paths)[2],
                  double (&reached)[2]) {
  const int r = place >> 1;
  reached[0] = before_place<COUNTS>(chain, place);
  reached[1] = behind_place(chain, place);
  if constexpr (COUNTS) {
    add_mass<true>(item(e, (place + 1) >> 1), sources * paths[0]);
    add_mass<true>(item(e, chain.k + 1 + r), sources * paths[1]);
    return;
  }
  if (sources != 0) atomicAdd(item(e, place) + 1, (word64)sources);
  if (place & 1) {
    const double share = part_of(paths[0], paths[1]);
    reached[0] += (chain.sums[r + 1] - chain.sums[r]) * share;
    reached[1] = chain.sums[chain.k] - reached[0];
    add_mass<false>(item(e, 2 * chain.k + r + 1), sources * share);
  }
}

/*
 * Nodes as targets: from the lanes' own nodes, and from inner vertices through either end. `onward`, by half: what all paths from
 * a lane's node weigh.
 */
template <bool COUNTS>
INLINE void node(int t, ChainRows &rows, double (&onward)[2]) {
  clear(rows);
  int *found = places(t);
  for (int i = thread; i < count(); i += 32) {
    const ChainSource s = common.sources[i];
    const Chain chain = chain_of(s);
    const int place = place_on(chain, chain.length + distance(t, s.to) - distance(t, s.from)), r = place >> 1;
    found[i] = place;
    atomicAdd(&rows.whole[s.from], (word64)before_place<COUNTS>(chain, place));
    atomicAdd(&rows.whole[s.to], (word64)behind_place(chain, place));
    if (!COUNTS && place & 1) {
      const Fixed tie = fixed_point((chain.sums[r + 1] - chain.sums[r]) * part_of(paths(t, s.from), paths(t, s.to)));
      add_fixed(rows.ends[0][s.from], tie);
      add_fixed(rows.ends[0][s.to], negative(tie));
    }
  }
  __syncwarp();
  const double weight = global(pointer<double>(a.weight))[t] * a.mass_scale;
#pragma unroll
  for (int half = 0; half < 2; half++) {
    const int lane = 32 * half + thread;
    if (!has(lane)) continue;
    const word64 *tie = rows.ends[0][lane];
    *mass(t, lane) = weight * (own(lane) + (double)rows.whole[lane] + number_of({tie[0], tie[1]}));
    if (COUNTS && node_of(lane) != t) onward[half] += weight * paths(t, lane);
  }
  __syncwarp();
}

/* The way from an inner source, at place p of a chain from lane a to lane b, to a node: how long, what of it by each lane. */
struct ChainWay {
  long long length;
  double by[2], paths;
};

template <bool COUNTS>
INLINE ChainWay way(const Chain &chain, long long p, int node, int a, int b) {
  const long long by_a = p + distance(node, a), by_b = chain.length - p + distance(node, b);
  if (by_a < by_b) return {by_a, {1, 0}, paths(node, a)};
  if (by_a > by_b) return {by_b, {0, 1}, paths(node, b)};
  const double share = COUNTS ? 1 : part_of(paths(node, a), paths(node, b));
  return {by_a, {share, COUNTS ? 1 : 1 - share}, paths(node, a) + paths(node, b)};
}

/* What an inner source sends to a chain whose two ends it does not reach by one lane alone. */
template <bool COUNTS>
INLINE void mixed(const ChainSource &s, int j, int e, const Chain &target, const int (&ends)[2], ChainRows &rows) {
  const Chain chain = chain_of(s);
  const double weight = chain.sums[j] - chain.sums[j - 1];
  const long long p = chain.doubled[j - 1] / 2;
  const ChainWay ways[2] = {way<COUNTS>(chain, p, ends[0], s.from, s.to), way<COUNTS>(chain, p, ends[1], s.from, s.to)};
  const int place = place_on(target, target.length + ways[1].length - ways[0].length);
  const double sigma[2] = {ways[0].paths, ways[1].paths};
  double reached[2];
  reach<COUNTS>(e, target, place, weight, sigma, reached);
#pragma unroll
  for (int end = 0; end < 2; end++) {
    add_fixed(rows.ends[end][s.from], fixed_point(weight * reached[end] * ways[end].by[0]));
    add_fixed(rows.ends[end][s.to], fixed_point(weight * reached[end] * ways[end].by[1]));
  }
}

/* Sources of the batch by lane, to all of which a chain's ends are reached by one lane alone; the others go one by one. */
template <bool COUNTS>
INLINE void gather(int e, const Chain &target, const int (&ends)[2], ChainRows &rows) {
  clear(rows);
  const int *first = places(ends[0]), *last = places(ends[1]);
  for (int i = thread; i < count(); i += 32) {
    const ChainSource &s = common.sources[i];
    const Chain chain = chain_of(s);
    const int low = min(first[i], last[i]) >> 1, high = (max(first[i], last[i]) + 1) >> 1;
    if (s.chain == e) continue;
    atomicAdd(&rows.whole[s.from], (word64)chain.sums[low]);
    atomicAdd(&rows.whole[s.to], (word64)(chain.sums[chain.k] - chain.sums[high]));
    for (int j = low + 1; j <= high && !ends_within(j - low); j++) mixed<COUNTS>(s, j, e, target, ends, rows);
  }
  __syncwarp();
}

/* The sum over a warp, in the order of row_sum. */
static INLINE double row_sum(double mine) {
#pragma unroll
  for (int step = 16; step; step >>= 1) mine += __shfl_xor_sync(EVERYONE, mine, step);
  return mine;
}

/* A chain as target. What passes its ends is explained in kernels/cpu/chains/body.h. */
template <bool COUNTS>
INLINE void target(int e, ChainRows &rows, double (&onward)[2]) {
  const Chain chain = chain_of(e);
  const int ends[2] = {end_of(e, 0), end_of(e, 1)};
  gather<COUNTS>(e, chain, ends, rows);
  double passed[2] = {0, 0}; /* by end */
#pragma unroll
  for (int half = 0; half < 2; half++) {
    const int lane = 32 * half + thread;
    if (!has(lane)) continue;
    const int place = place_on(chain, chain.length + distance(ends[1], lane) - distance(ends[0], lane));
    const double inner = (double)rows.whole[lane], sources = own(lane) + inner;
    double sigma[2] = {0, 0}, reached[2];
    if (COUNTS || place & 1) sigma[0] = paths(ends[0], lane), sigma[1] = paths(ends[1], lane);
    reach<COUNTS>(e, chain, place, sources, sigma, reached);
#pragma unroll
    for (int end = 0; end < 2; end++) {
      const double one_by_one = number_of({rows.ends[end][lane][0], rows.ends[end][lane][1]});
      const double all = one_by_one + sources * reached[end];
      const double passes = node_of(lane) == ends[end] ? one_by_one + inner * reached[end] : 2 * all;
      if (COUNTS) onward[half] += reached[end] * sigma[end];
      passed[end] += COUNTS ? passes * sigma[end] : passes;
      ending(e, end)[lane] = all * a.mass_scale;
    }
  }
#pragma unroll
  for (int end = 0; end < 2; end++) {
    const double sum = row_sum(passed[end]);
    if (thread == 0) add_mass<COUNTS>(words_of(ends[end]), sum * a.mass_scale);
  }
  __syncwarp();
}

/* The first place behind j whose doubled distance along the chain is `limit` or more. */
static INLINE int first_around(const Chain &chain, int j, word64 limit) {
  int low = j, high = chain.k + 1;
  while (low < high) {
    const int middle = (low + high) >> 1;
    if (chain.doubled[middle - 1] - chain.doubled[j - 1] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Pairs within a source chain that go around it, from one end to the other: how many there are, scaled. */
template <bool COUNTS>
INLINE double around(int i) {
  const ChainSource &s = common.sources[i];
  const Chain chain = chain_of(s);
  const int last = end_of(s.chain, 1);
  const word64 apart = (word64)distance(last, s.from), limit = apart + (word64)chain.length;
  const double sigma = paths(last, s.from), share = part_of(sigma, 1.0), all = chain.sums[chain.k];
  word64 pairs = 0, tied = 0;
  for (int j = 1 + thread; j <= chain.k && !ends_within(j / 32); j += 32) {
    const int low = first_around(chain, j, limit);
    if (low > chain.k) break;
    const word64 weight = (word64)(chain.sums[j] - chain.sums[j - 1]);
    const bool tie = !COUNTS && chain.doubled[low - 1] - chain.doubled[j - 1] == limit;
    pairs += weight * (word64)(all - chain.sums[tie ? low : low - 1]);
    if (tie) tied += weight * (word64)(chain.sums[low] - chain.sums[low - 1]);
  }
  pairs = sum_of<32>(pairs);
  tied = sum_of<32>(tied);
  const double scaled = ((double)pairs + (double)tied * share) * a.mass_scale;
  if (thread == 0) {
    atomicAdd(item(s.chain, 3 * chain.k + 1) + !COUNTS, apart);
    add_mass<COUNTS>(item(s.chain, 3 * chain.k + 2), COUNTS ? sigma : share);
    for (int end = 0; end < 2; end++)
      add_mass<COUNTS>(words_of(end_of(s.chain, end)), COUNTS ? 2 * scaled * sigma : 2 * scaled);
  }
  return scaled;
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

/* Rows of the warps of a block. */
static INLINE ChainRows &rows_here() {
  __shared__ ChainRows rows[GOBC_CHAIN_THREADS / 32];
  return rows[threadIdx.x / 32];
}

/* A block's share of the nodes of a batch, and of its sources, of which some pairs go around. */
template <bool COUNTS>
INLINE void all_nodes(int share) {
  if (!complete()) return;
  ChainRows &rows = rows_here();
  const int step = warps() * GOBC_CHAIN_SPLIT, first = share * warps() + warp;
  for (int number = common.parts[0]; number < common.parts[1]; number++) {
    open_part(number);
    const ChainPart &part = common.part;
    double onward[2] = {0, 0};
    for (int i = first; i < count(); i += step) {
      const double mine = around<COUNTS>(i);
      if (thread == 0) going_around()[part.sources[0] + i] = mine;
    }
    for (int t = part.nodes[0] + first, seen = 0; t < part.nodes[1]; t += step) {
      if (stopped(seen++)) break;
      node<COUNTS>(t, rows, onward);
    }
    if constexpr (COUNTS) add_onward(onward);
  }
}

/* A block's share of the chains. */
template <bool COUNTS>
INLINE void all_targets(int share) {
  if (!complete()) return;
  ChainRows &rows = rows_here();
  const int step = warps() * GOBC_CHAIN_SPLIT, first = share * warps() + warp;
  for (int number = common.parts[0]; number < common.parts[1]; number++) {
    open_part(number);
    double onward[2] = {0, 0};
    for (int e = common.part.chains[0] + first, seen = 0; e < common.part.chains[1]; e += step) {
      if (stopped(seen++)) break;
      target<COUNTS>(e, rows, onward);
    }
    if constexpr (COUNTS) add_onward(onward);
  }
}

/* Adds what ends on the chains at the nodes to the masses of a lane, in the order of chains. */
INLINE void collect(int t, int lane) {
  const uint32_t *offsets = global(pointer<uint32_t>(a.at_offsets));
  const uint32_t end = offsets[t + 1];
  double sum = *mass(t, lane);
  for (uint32_t i = offsets[t]; i < end && !ends_within((int)(i - offsets[t])); i++) {
    const int at = global(pointer<int>(a.at))[i];
    sum += ending(at >> 1, at & 1)[lane];
  }
  *mass(t, lane) = sum;
}

/* Completes the masses of the lanes of a half; then pairs that go around, in the order of the sources. False if cancelled. */
INLINE bool collect_half(int half) {
  const int lane = 32 * half + thread;
  bool stop = false;
  for (int number = common.parts[0]; number < common.parts[1] && !stop; number++) {
    open_part(number);
    const ChainPart &part = common.part;
    const bool mine = has(lane);
    for (int t = part.nodes[0] + warp, seen = 0; t < part.nodes[1] && !stop; t += warps()) {
      stop = stopped(seen++);
      if (mine) collect(t, lane);
    }
    stop = __syncthreads_or(stop);
    if (warp || !mine) continue;
    for (int i = 0; i < count(); i++) {
      const ChainSource &s = common.sources[i];
      const double scaled = going_around()[part.sources[0] + i];
      if (lane == s.from) *mass(end_of(s.chain, 1), lane) += scaled;
      if (lane == s.to) *mass(end_of(s.chain, 0), lane) += scaled;
    }
  }
  __syncthreads();
  return !stop;
}
