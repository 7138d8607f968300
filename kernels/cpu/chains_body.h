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

/* Nodes as targets: from the lanes' own nodes, and from inner vertices through either end. */
INLINED int FN(nodes)(const FN(part_t) * part, const volatile int32_t *cancel, int hops) {
  for (int32_t t = part->range->nodes[0]; t < part->range->nodes[1]; t++) {
    const double weight = part->chains->weight[t] * part->chains->scale;
    const FN(distance_t) *d = part->distance + (size_t)t * LANES;
    const count_t *paths = part->sigma + (size_t)t * LANES;
    double *mass = part->mass + (size_t)t * LANES;
    int32_t *places = part->place + (size_t)t * (size_t)part->chains->sources;
    if (t % 1024 == 0 && *cancel) return GOBC_KERNEL_CANCELLED;
    for (int lane = part->range->lanes[0]; lane < part->range->lanes[1]; lane++) mass[lane] = part->own[lane] * weight;
    for (int i = 0; i < part->count; i++) {
      const chain_t *chain = part->chain + i;
      const int from = part->source[i].from, to = part->source[i].to;
      const int32_t place = place_of(chain, chain->length + (int64_t)d[to] - (int64_t)d[from], hops), r = place >> 1;
      double through = chain->sums[r];
      places[i] = place;
      if (place & 1) through += (chain->sums[r + 1] - chain->sums[r]) * OP(part)(paths[from], paths[to]);
      mass[from] += weight * through;
      mass[to] += weight * (chain->sums[chain->k] - through);
    }
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

/* What an inner source sends to a chain whose two ends it does not reach by one lane alone. */
INLINED void FN(mixed)(const FN(part_t) * part, int i, int32_t j, const chain_t *target, items_t items,
                       double *to_first, double *to_last, int hops) {
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
  const double rest = target->sums[target->k] - through;
  to_first[a] += weight * through * first.by_a;
  to_first[b] += weight * through * (1 - first.by_a);
  to_last[a] += weight * rest * last.by_a;
  to_last[b] += weight * rest * (1 - last.by_a);
}

/* Sources of the batch by lane, to all of which a chain's ends are reached by one lane alone; the others go one by one. */
INLINED void FN(gather)(const FN(part_t) * part, int32_t e, const chain_t *target, items_t items, double *sources,
                        double *to_first, double *to_last, int hops) {
  const int32_t *first = part->place + (size_t)target->first * (size_t)part->chains->sources;
  const int32_t *last = part->place + (size_t)target->last * (size_t)part->chains->sources;
  for (int i = 0; i < part->count; i++) {
    const chain_t *chain = part->chain + i;
    const int a = part->source[i].from, b = part->source[i].to;
    const int32_t low = (first[i] < last[i] ? first[i] : last[i]) >> 1;
    const int32_t high = ((first[i] < last[i] ? last[i] : first[i]) + 1) >> 1;
    if (part->source[i].chain == e) continue;
    sources[a] += chain->sums[low];
    sources[b] += chain->sums[chain->k] - chain->sums[high];
    for (int32_t j = low + 1; j <= high; j++) FN(mixed)(part, i, j, target, items, to_first, to_last, hops);
  }
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
  double sources[LANES], to_first[LANES], to_last[LANES], passed[2] = {0};
  for (int lane = begin; lane < end; lane++) {
    sources[lane] = part->own[lane];
    to_first[lane] = to_last[lane] = 0;
  }
  FN(gather)(part, e, &target, items, sources, to_first, to_last, hops);
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
    const double first = to_first[lane] + sources[lane] * through, last = to_last[lane] + sources[lane] * rest;
    passed[0] += part->lane[lane] == target.first ? to_first[lane] + inner * through : 2 * first;
    passed[1] += part->lane[lane] == target.last ? to_last[lane] + inner * rest : 2 * last;
    part->mass[(size_t)target.first * LANES + lane] += first * scale;
    part->mass[(size_t)target.last * LANES + lane] += last * scale;
  }
  gobc_words_add(part->totals->delta + 2 * (size_t)target.first, fixed_point(passed[0] * scale));
  gobc_words_add(part->totals->delta + 2 * (size_t)target.last, fixed_point(passed[1] * scale));
}

/* Pairs within a source chain that go around it, from one end to the other. */
INLINED void FN(around)(const FN(part_t) * part, int i) {
  const chain_t *chain = part->chain + i;
  const int a = part->source[i].from, b = part->source[i].to;
  const items_t items = items_of(part->chains, part->source[i].chain, part->totals);
  const size_t across = (size_t)chain->last * LANES + (size_t)a;
  const uint64_t apart = (uint64_t)part->distance[across], limit = apart + (uint64_t)chain->length;
  const double share = OP(part)(part->sigma[across], OP(from)(1.0)), all = chain->sums[chain->k];
  double pairs = 0;
  for (int32_t j = 1, q = 1; j <= chain->k; j++) {
    const double weight = chain->sums[j] - chain->sums[j - 1];
    while (q <= chain->k && chain->doubled[q - 1] - chain->doubled[j - 1] < limit) q++;
    if (q > chain->k) break;
    const int tie = chain->doubled[q - 1] - chain->doubled[j - 1] == limit;
    pairs += weight * (all - chain->sums[tie ? q : q - 1]);
    if (tie) pairs += weight * (chain->sums[q] - chain->sums[q - 1]) * share;
  }
  items.ends[1] += apart;
  gobc_words_add(items.ends + 2, fixed_point(share));
  if (pairs == 0) return;
  const double scaled = pairs * part->chains->scale;
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
