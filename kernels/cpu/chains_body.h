/*
 * Masses of one type of distances, DISTANCE bits, and one KIND of path counts. Every function is inlined into its caller, with
 * `hops` a constant.
 */
#define FN_PASTE(kind, name, bits) gobc_##kind##_##name##_##bits
#define FN_EXPAND(kind, name, bits) FN_PASTE(kind, name, bits)
#define FN(name) FN_EXPAND(KIND, name, DISTANCE)
#if DISTANCE == 16
typedef uint16_t FN(distance_t);
#elif DISTANCE == 32
typedef uint32_t FN(distance_t);
#else
typedef uint64_t FN(distance_t);
#endif
#define INLINED static inline __attribute__((always_inline))

/* A batch within one component. Sources: their chains and lanes. */
typedef struct FN(part_t) {
  const gobc_chains *chains;
  const gobc_chain_part *range;
  const gobc_chain_source *source;
  const int32_t *lane;
  const double *own;
  const FN(distance_t) * distance;
  const count_t *sigma;
  double *mass;
  int32_t *place; /* of a node, from node * sources on: place_of it on every source's chain */
  gobc_totals *totals;
  int count;
  chain_t chain[GOBC_CHAIN_SOURCES];
} FN(part_t);

/*
 * Nodes as targets: from the lanes' own nodes, and from inner vertices through either end. Whole weights and shares of ties are
 * summed apart, exactly: the order does not matter.
 */
INLINED int FN(nodes)(const FN(part_t) * part, const volatile int32_t *cancel, int hops) {
  const int begin = part->range->lanes[0], end = part->range->lanes[1];
  __int128 ties[LANES] = {0};
  for (int32_t t = part->range->nodes[0]; t < part->range->nodes[1]; t++) {
    const double weight = part->chains->weight[t] * part->chains->scale;
    const FN(distance_t) *d = part->distance + (size_t)t * LANES;
    const count_t *paths = part->sigma + (size_t)t * LANES;
    double *mass = part->mass + (size_t)t * LANES;
    int32_t *places = part->place + (size_t)t * (size_t)part->chains->sources;
    int tied = 0;
    if (t % 1024 == 0 && *cancel) return GOBC_KERNEL_CANCELLED;
    for (int lane = begin; lane < end; lane++) mass[lane] = part->own[lane];
    for (int i = 0; i < part->count; i++) {
      const chain_t *chain = part->chain + i;
      const int from = part->source[i].from, to = part->source[i].to;
      const int32_t place = place_of(chain, chain->length + (int64_t)d[to] - (int64_t)d[from], hops), r = place >> 1;
      places[i] = place;
      mass[from] += chain->sums[r];
      mass[to] += chain->sums[chain->k] - chain->sums[r];
      if (place & 1) {
        const __int128 tie =
            (__int128)fixed_point((chain->sums[r + 1] - chain->sums[r]) * OP(part)(paths[from], paths[to]));
        tied = 1;
        ties[from] += tie;
        ties[to] -= tie;
      }
    }
    for (int lane = begin; lane < end; lane++) mass[lane] = weight * (mass[lane] + (tied ? number_of(ties[lane]) : 0));
    if (tied) memset(ties, 0, sizeof ties);
  }
  return GOBC_KERNEL_OK;
}

/* The way from an inner source, at place p of a chain from lane a to lane b, to a node: how long, by which lanes. */
typedef struct FN(way_t) {
  int64_t length;
  double by_a;
  count_t paths;
} FN(way_t);

INLINED FN(way_t) FN(way)(const FN(part_t) * part, const chain_t *chain, int64_t p, int32_t node, int a, int b) {
  const FN(distance_t) *d = part->distance + (size_t)node * LANES;
  const count_t *paths = part->sigma + (size_t)node * LANES;
  const int64_t by_a = p + (int64_t)d[a], by_b = chain->length - p + (int64_t)d[b];
  if (by_a < by_b) return (FN(way_t)){by_a, 1, paths[a]};
  if (by_a > by_b) return (FN(way_t)){by_b, 0, paths[b]};
  return (FN(way_t)){by_a, OP(part)(paths[a], paths[b]), OP(add)(paths[a], paths[b])};
}

/* What comes to the ends of a target chain from inner sources, by lane, in fixed point. */
typedef struct FN(ends_t) {
  __int128 first[LANES], last[LANES];
} FN(ends_t);

/* What an inner source sends to a chain whose two ends it does not reach by one lane alone. */
INLINED void FN(mixed)(const FN(part_t) * part, int i, int32_t j, const chain_t *target, items_t items,
                       FN(ends_t) * ends, int hops) {
  const chain_t *chain = part->chain + i;
  const int a = part->source[i].from, b = part->source[i].to;
  const double weight = chain->sums[j] - chain->sums[j - 1];
  const int64_t p = chain->doubled[j - 1] / 2;
  const FN(way_t) first = FN(way)(part, chain, p, target->first, a, b),
                  last = FN(way)(part, chain, p, target->last, a, b);
  const int32_t place = place_of(target, target->length + last.length - first.length, hops), r = place >> 1;
  double through = target->sums[r];
  items.sources[2 * place + 1] += (uint64_t)weight;
  if (place & 1) {
    const double share = OP(part)(first.paths, last.paths);
    through += (target->sums[r + 1] - target->sums[r]) * share;
    gobc_words_add(items.ties + 2 * (r + 1), fixed_point(weight * share));
  }
  const double to_first = weight * through, to_last = weight * (target->sums[target->k] - through);
  ends->first[a] += (__int128)fixed_point(to_first * first.by_a);
  ends->first[b] += (__int128)fixed_point(to_first * (1 - first.by_a));
  ends->last[a] += (__int128)fixed_point(to_last * last.by_a);
  ends->last[b] += (__int128)fixed_point(to_last * (1 - last.by_a));
}

/*
 * Sources of the batch by lane, to all of which a chain's ends are reached by one lane alone; the others go one by one. Their
 * number is returned.
 */
INLINED int FN(gather)(const FN(part_t) * part, int32_t e, const chain_t *target, items_t items, double *sources,
                       FN(ends_t) * ends, int hops) {
  const int32_t *first = part->place + (size_t)target->first * (size_t)part->chains->sources;
  const int32_t *last = part->place + (size_t)target->last * (size_t)part->chains->sources;
  int one_by_one = 0;
  for (int i = 0; i < part->count; i++) {
    const chain_t *chain = part->chain + i;
    const int a = part->source[i].from, b = part->source[i].to;
    const int32_t low = (first[i] < last[i] ? first[i] : last[i]) >> 1;
    const int32_t high = ((first[i] < last[i] ? last[i] : first[i]) + 1) >> 1;
    if (part->source[i].chain == e) continue;
    sources[a] += chain->sums[low];
    sources[b] += chain->sums[chain->k] - chain->sums[high];
    if (high > low && !one_by_one) memset(ends, 0, sizeof *ends);
    for (int32_t j = low + 1; j <= high; j++, one_by_one++) FN(mixed)(part, i, j, target, items, ends, hops);
  }
  return one_by_one;
}

/*
 * A chain as target. An end is passed by all that goes on along the chain from it, in both directions; where the lane is that
 * end and the source is an inner vertex, the path's other direction passes it in the same way and counts here already.
 */
INLINED void FN(target)(const FN(part_t) * part, int32_t e, int hops) {
  const chain_t target = chain_of(part->chains, e);
  const items_t items = items_of(part->chains, e, part->totals);
  const FN(distance_t) *
      d[2] = {part->distance + (size_t)target.first * LANES, part->distance + (size_t)target.last * LANES};
  const count_t *paths[2] = {part->sigma + (size_t)target.first * LANES, part->sigma + (size_t)target.last * LANES};
  const double all = target.sums[target.k], scale = part->chains->scale;
  const int begin = part->range->lanes[0], end = part->range->lanes[1];
  double sources[LANES], passed[2][LANES] = {{0}};
  FN(ends_t) ends;
  for (int lane = begin; lane < end; lane++) sources[lane] = part->own[lane];
  const int one_by_one = FN(gather)(part, e, &target, items, sources, &ends, hops);
  for (int lane = begin; lane < end; lane++) {
    const int32_t place = place_of(&target, target.length + (int64_t)d[1][lane] - (int64_t)d[0][lane], hops),
                  r = place >> 1;
    double through = target.sums[r];
    items.sources[2 * place + 1] += (uint64_t)sources[lane];
    if (place & 1) {
      const double share = OP(part)(paths[0][lane], paths[1][lane]);
      through += (target.sums[r + 1] - target.sums[r]) * share;
      gobc_words_add(items.ties + 2 * (r + 1), fixed_point(sources[lane] * share));
    }
    const double inner = sources[lane] - part->own[lane], rest = all - through;
    const double to_first = one_by_one ? number_of(ends.first[lane]) : 0,
                 to_last = one_by_one ? number_of(ends.last[lane]) : 0;
    const double first = to_first + sources[lane] * through, last = to_last + sources[lane] * rest;
    passed[0][lane] = part->lane[lane] == target.first ? to_first + inner * through : 2 * first;
    passed[1][lane] = part->lane[lane] == target.last ? to_last + inner * rest : 2 * last;
    part->mass[(size_t)target.first * LANES + lane] += first * scale;
    part->mass[(size_t)target.last * LANES + lane] += last * scale;
  }
  gobc_words_add(part->totals->delta + 2 * (size_t)target.first, fixed_point(row_sum(passed[0]) * scale));
  gobc_words_add(part->totals->delta + 2 * (size_t)target.last, fixed_point(row_sum(passed[1]) * scale));
}

/* Pairs within a source chain that go around it, from one end to the other. */
INLINED void FN(around)(const FN(part_t) * part, int i) {
  const chain_t *chain = part->chain + i;
  const int a = part->source[i].from, b = part->source[i].to;
  const items_t items = items_of(part->chains, part->source[i].chain, part->totals);
  const size_t across = (size_t)chain->last * LANES + (size_t)a;
  const uint64_t apart = (uint64_t)part->distance[across], limit = apart + (uint64_t)chain->length;
  const double share = OP(part)(part->sigma[across], OP(from)(1.0)), all = chain->sums[chain->k];
  uint64_t pairs = 0, tied = 0;
  for (int32_t j = 1, q = 1; j <= chain->k; j++) {
    const double weight = chain->sums[j] - chain->sums[j - 1];
    while (q <= chain->k && chain->doubled[q - 1] - chain->doubled[j - 1] < limit) q++;
    if (q > chain->k) break;
    const int tie = chain->doubled[q - 1] - chain->doubled[j - 1] == limit;
    pairs += (uint64_t)weight * (uint64_t)(all - chain->sums[tie ? q : q - 1]);
    if (tie) tied += (uint64_t)weight * (uint64_t)(chain->sums[q] - chain->sums[q - 1]);
  }
  items.ends[1] += apart;
  gobc_words_add(items.ends + 2, fixed_point(share));
  if (pairs + tied == 0) return;
  const double scaled = ((double)pairs + (double)tied * share) * part->chains->scale;
  part->mass[across] += scaled;
  part->mass[(size_t)chain->first * LANES + b] += scaled;
  gobc_words_add(part->totals->delta + 2 * (size_t)chain->first, fixed_point(2 * scaled));
  gobc_words_add(part->totals->delta + 2 * (size_t)chain->last, fixed_point(2 * scaled));
}

INLINED int FN(component)(const FN(part_t) * part, const volatile int32_t *cancel, int hops) {
  int status = FN(nodes)(part, cancel, hops);
  if (status != GOBC_KERNEL_OK) return status;
  for (int32_t e = part->range->chains[0]; e < part->range->chains[1]; e++) {
    if (e % 256 == 0 && *cancel) return GOBC_KERNEL_CANCELLED;
    FN(target)(part, e, hops);
  }
  for (int i = 0; i < part->count; i++) FN(around)(part, i);
  return GOBC_KERNEL_OK;
}

static int FN(masses)(const gobc_chains *chains, const gobc_chain_batch *batch, const FN(distance_t) * distance,
                      const count_t *sigma, double *mass, int32_t *place, gobc_totals *totals,
                      const volatile int32_t *cancel) {
  for (int at = 0; at < batch->part_count; at++) {
    FN(part_t)
    part = {.chains = chains,
            .range = batch->parts + at,
            .lane = batch->lane,
            .own = batch->own,
            .distance = distance,
            .sigma = sigma,
            .mass = mass,
            .place = place,
            .totals = totals};
    part.source = batch->sources + part.range->sources[0];
    part.count = part.range->sources[1] - part.range->sources[0];
    for (int i = 0; i < part.count; i++) part.chain[i] = chain_of(chains, part.source[i].chain);
    int status = chains->hops ? FN(component)(&part, cancel, 1) : FN(component)(&part, cancel, 0);
    if (status != GOBC_KERNEL_OK) return status;
  }
  return GOBC_KERNEL_OK;
}

#undef INLINED
#undef FN
#undef FN_EXPAND
#undef FN_PASTE
#undef DISTANCE
