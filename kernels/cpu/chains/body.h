/*
 * Masses of one type of distances, DISTANCE bits, one KIND of path counts and one instruction set. Every function is inlined
 * into its caller, with `hops` a constant.
 */
#include "chains/chain.h"

#define FN(name) GOBC_NAME(gobc, KIND, name, DISTANCE, GOBC_SET)
#if DISTANCE == 16
typedef uint16_t FN(distance_t);
#elif DISTANCE == 32
typedef uint32_t FN(distance_t);
#else
typedef uint64_t FN(distance_t);
#endif

/* A batch within one component. Sources: their chains and lanes. */
typedef struct FN(part_t) {
  const gobc_chains *chains;
  const gobc_chain_part *range;
  const gobc_chain_source *source;
  int32_t lane[LANES]; /* nodes of the lanes; those of other parts are none and own nothing */
  double own[LANES];
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
INLINE int FN(nodes)(const FN(part_t) * part, const volatile int32_t *cancel, int hops) {
  __int128 ties[LANES] = {0};
  for (int32_t t = part->range->nodes[0]; t < part->range->nodes[1]; t++) {
    const double weight = part->chains->weight[t] * part->chains->scale;
    const FN(distance_t) *d = part->distance + (size_t)t * LANES;
    const count_t *paths = part->sigma + (size_t)t * LANES;
    double *mass = part->mass + (size_t)t * LANES, row[LANES];
    int32_t *places = part->place + (size_t)t * (size_t)part->chains->sources;
    int list[GOBC_CHAIN_SOURCES], tied = 0;
    if (t % 1024 == 0 && *cancel) return GOBC_KERNEL_CANCELLED;
    memcpy(row, part->own, sizeof row);
    for (int i = 0; i < part->count; i++) {
      const chain_t *chain = part->chain + i;
      const int from = part->source[i].from, to = part->source[i].to;
      const int32_t place = place_of(chain, chain->length + (int64_t)d[to] - (int64_t)d[from], hops), r = place >> 1;
      places[i] = place;
      row[from] += chain->sums[r];
      row[to] += chain->sums[chain->k] - chain->sums[r];
      list[tied] = i;
      tied += place & 1;
    }
    for (int at = 0; at < tied; at++) {
      const chain_t *chain = part->chain + list[at];
      const int from = part->source[list[at]].from, to = part->source[list[at]].to, r = places[list[at]] >> 1;
      const double share = OP(part)(paths[from], paths[to]);
      const __int128 tie = (__int128)fixed_point((chain->sums[r + 1] - chain->sums[r]) * share);
      ties[from] += tie;
      ties[to] -= tie;
    }
    if (tied) {
      for (int lane = 0; lane < LANES; lane++) row[lane] += number_of(ties[lane]);
      memset(ties, 0, sizeof ties);
    }
    for (int lane = part->range->lanes[0]; lane < part->range->lanes[1]; lane++) mass[lane] = weight * row[lane];
  }
  return GOBC_KERNEL_OK;
}

/* Shortest ways from an inner source, at place p of a chain from lane a to lane b, to a node. */
typedef struct FN(way_t) {
  int64_t by_a, by_b;
} FN(way_t);

INLINE FN(way_t) FN(way)(const FN(part_t) * part, const chain_t *chain, int64_t p, int32_t node, int a, int b) {
  const FN(distance_t) *d = part->distance + (size_t)node * LANES;
  return (FN(way_t)){p + (int64_t)d[a], chain->length - p + (int64_t)d[b]};
}

/* What part of the paths to a node come by lane a. */
INLINE double FN(share)(const FN(part_t) * part, FN(way_t) way, int32_t node, int a, int b) {
  const count_t *sigma = part->sigma + (size_t)node * LANES;
  return way.by_a == way.by_b ? OP(part)(sigma[a], sigma[b]) : way.by_a < way.by_b;
}

/* How many paths to a node there are. */
INLINE count_t FN(paths)(const FN(part_t) * part, FN(way_t) way, int32_t node, int a, int b) {
  const count_t *sigma = part->sigma + (size_t)node * LANES;
  return way.by_a == way.by_b ? OP(add)(sigma[a], sigma[b]) : sigma[way.by_a < way.by_b ? a : b];
}

/* What comes to the ends of a target chain from inner sources, by lane: exact sums in fixed point, in two words. */
typedef struct FN(ends_t) {
  uint64_t high[2][LANES], low[2][LANES];
  int any, divided; /* there is something; `low` is used */
} FN(ends_t);

INLINE void FN(send)(FN(ends_t) * ends, int end, int lane, double value) {
  const unsigned __int128 more = fixed_point(value);
  const uint64_t low = ends->low[end][lane];
  ends->low[end][lane] += (uint64_t)more;
  ends->high[end][lane] += (uint64_t)(more >> 64) + (ends->low[end][lane] < low);
}

/* Sends a value to an end of a chain, by both lanes of a source in parts. */
INLINE void FN(divide)(const FN(part_t) * part, FN(way_t) way, int32_t node, int a, int b, int end, double value,
                       FN(ends_t) * ends) {
  if (value == 0) return;
  const double by_a = FN(share)(part, way, node, a, b);
  if (by_a > 0) FN(send)(ends, end, a, value * by_a);
  if (by_a < 1) FN(send)(ends, end, b, value * (1 - by_a));
}

/* What an inner source sends to a chain whose two ends it does not reach by one lane alone. */
INLINE void FN(mixed)(const FN(part_t) * part, int i, int32_t j, const chain_t *target, items_t items,
                      FN(ends_t) * ends, int hops) {
  const chain_t *chain = part->chain + i;
  const int a = part->source[i].from, b = part->source[i].to;
  const double weight = chain->sums[j] - chain->sums[j - 1];
  const int64_t p = hops ? j : (int64_t)chain->doubled[j - 1] / 2;
  const FN(way_t) first = FN(way)(part, chain, p, target->first, a, b),
                  last = FN(way)(part, chain, p, target->last, a, b);
  const int64_t to_first = first.by_a < first.by_b ? first.by_a : first.by_b,
                to_last = last.by_a < last.by_b ? last.by_a : last.by_b;
  const int32_t place = place_of(target, target->length + to_last - to_first, hops), r = place >> 1;
  double through = target->sums[r];
  items.sources[2 * place + 1] += (uint64_t)(int64_t)weight;
  if (!(place & 1) && first.by_a != first.by_b && last.by_a != last.by_b) {
    ends->high[0][first.by_a < first.by_b ? a : b] += (uint64_t)(int64_t)(weight * through);
    ends->high[1][last.by_a < last.by_b ? a : b] += (uint64_t)(int64_t)(weight * (target->sums[target->k] - through));
    return;
  }
  if (!ends->divided) memset(ends->low, 0, sizeof ends->low);
  ends->divided = 1;
  if (place & 1) {
    const double share =
        OP(part)(FN(paths)(part, first, target->first, a, b), FN(paths)(part, last, target->last, a, b));
    through += (target->sums[r + 1] - target->sums[r]) * share;
    gobc_words_add(items.ties + 2 * (r + 1), fixed_point(weight * share));
  }
  FN(divide)(part, first, target->first, a, b, 0, weight * through, ends);
  FN(divide)(part, last, target->last, a, b, 1, weight * (target->sums[target->k] - through), ends);
}

/* Inner vertices from[i] + 1 to to[i] of sources list[i]: those that do not reach both ends of a chain by one lane alone. */
typedef struct FN(apart_t) {
  int list[GOBC_CHAIN_SOURCES], count;
  int32_t from[GOBC_CHAIN_SOURCES], to[GOBC_CHAIN_SOURCES];
} FN(apart_t);

/* Adds to sources of the batch by lane what reaches both ends of a chain by that lane alone, and lists the others. */
INLINE void FN(gather)(const FN(part_t) * part, int32_t e, const chain_t *target, double *sources,
                       FN(apart_t) * others) {
  const int32_t *first = part->place + (size_t)target->first * (size_t)part->chains->sources;
  const int32_t *last = part->place + (size_t)target->last * (size_t)part->chains->sources;
  int apart = 0;
  for (int i = 0; i < part->count; i++) {
    const chain_t *chain = part->chain + i;
    const int a = part->source[i].from, b = part->source[i].to;
    const int32_t low = (first[i] < last[i] ? first[i] : last[i]) >> 1;
    const int32_t high = ((first[i] < last[i] ? last[i] : first[i]) + 1) >> 1;
    if (part->source[i].chain == e) continue;
    sources[a] += chain->sums[low];
    sources[b] += chain->sums[chain->k] - chain->sums[high];
    others->list[apart] = i, others->from[apart] = low, others->to[apart] = high;
    apart += high > low;
  }
  others->count = apart;
}

/* By lane, up to where a chain is reached through its first end. */
INLINE void FN(places)(const FN(part_t) * part, const chain_t *target, int32_t place[LANES], int hops) {
  const FN(distance_t) *first = part->distance + (size_t)target->first * LANES,
                       *last = part->distance + (size_t)target->last * LANES;
  int64_t x[LANES];
  for (int lane = 0; lane < LANES; lane++) x[lane] = target->length + (int64_t)last[lane] - (int64_t)first[lane];
  places_of(target, x, place, hops);
}

/*
 * By lane, what goes to a chain by its first end, and by its last one. Most lanes reach all of the chain by one end; what they
 * weigh is added up before it is counted. Lanes of other parts weigh nothing, so loops may have all.
 */
INLINE void FN(sides)(const FN(part_t) * part, const chain_t *target, items_t items, const double *sources,
                      double by[2][LANES], int hops) {
  const count_t *paths[2] = {part->sigma + (size_t)target->first * LANES, part->sigma + (size_t)target->last * LANES};
  const int beyond = 2 * target->k;
  const double all = target->sums[target->k];
  int32_t place[LANES] __attribute__((aligned(64)));
  double before[LANES], behind[LANES];
  FN(places)(part, target, place, hops);
  for (int lane = 0; lane < LANES; lane++) {
    before[lane] = place[lane] == 0 ? sources[lane] : 0;
    behind[lane] = place[lane] == beyond ? sources[lane] : 0;
    by[0][lane] = place[lane] == beyond ? all : 0;
  }
  items.sources[1] += (uint64_t)(int64_t)row_sum(before);
  items.sources[2 * beyond + 1] += (uint64_t)(int64_t)row_sum(behind);
  int list[LANES], amid = 0;
  for (int lane = part->range->lanes[0]; lane < part->range->lanes[1]; lane++) {
    list[amid] = lane;
    amid += place[lane] != 0 && place[lane] != beyond;
  }
  for (int i = 0; i < amid; i++) {
    const int lane = list[i];
    const int32_t at = place[lane], r = at >> 1;
    by[0][lane] = target->sums[r];
    items.sources[2 * at + 1] += (uint64_t)(int64_t)sources[lane];
    if (at & 1) {
      const double share = OP(part)(paths[0][lane], paths[1][lane]);
      by[0][lane] += (target->sums[r + 1] - target->sums[r]) * share;
      gobc_words_add(items.ties + 2 * (r + 1), fixed_point(sources[lane] * share));
    }
  }
  for (int lane = 0; lane < LANES; lane++) by[1][lane] = all - by[0][lane];
}

/*
 * A chain as target. An end is passed by all that goes on along the chain from it, in both directions; where the lane is that
 * end and the source is an inner vertex, the path's other direction passes it in the same way and counts here already.
 */
INLINE int FN(target)(const FN(part_t) * part, int32_t e, watch_t *watch, int hops) {
  const chain_t target = chain_of(part->chains, e);
  const items_t items = items_of(part->chains, e, part->totals);
  const double scale = part->chains->scale;
  double sources[LANES], by[2][LANES];
  FN(apart_t) others;
  FN(ends_t) ends;
  for (int at = 0; at < LANES; at += 8) {
    __builtin_prefetch(part->mass + (size_t)target.first * LANES + at, 1);
    __builtin_prefetch(part->mass + (size_t)target.last * LANES + at, 1);
  }
  memcpy(sources, part->own, sizeof sources);
  FN(gather)(part, e, &target, sources, &others);
  ends.any = others.count > 0, ends.divided = 0;
  if (ends.any) memset(ends.high, 0, sizeof ends.high);
  for (int at = 0; at < others.count; at++) {
    if (stops(watch, others.to[at] - others.from[at])) return GOBC_KERNEL_CANCELLED;
    for (int32_t j = others.from[at] + 1; j <= others.to[at]; j++)
      FN(mixed)(part, others.list[at], j, &target, items, &ends, hops);
  }
  FN(sides)(part, &target, items, sources, by, hops);
  for (int side = 0; side < 2; side++) {
    const int32_t node = side ? target.last : target.first;
    double sent[LANES], passed[LANES], *restrict mass = part->mass + (size_t)node * LANES;
    for (int lane = 0; lane < LANES; lane++) sent[lane] = ends.any ? (double)(int64_t)ends.high[side][lane] : 0;
    if (ends.divided)
      for (int lane = 0; lane < LANES; lane++) sent[lane] += (double)ends.low[side][lane] * 0x1p-64;
    for (int lane = 0; lane < LANES; lane++) {
      const double inner = sources[lane] - part->own[lane], all = sent[lane] + sources[lane] * by[side][lane];
      passed[lane] = part->lane[lane] == node ? sent[lane] + inner * by[side][lane] : 2 * all;
      mass[lane] += all * scale;
    }
    gobc_words_add(part->totals->delta + 2 * (size_t)node, fixed_point(row_sum(passed) * scale));
  }
  return stops(watch, LANES + part->count) ? GOBC_KERNEL_CANCELLED : GOBC_KERNEL_OK;
}

/* Pairs within a source chain that go around it, from one end to the other. */
INLINE void FN(around)(const FN(part_t) * part, int i) {
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

INLINE int FN(component)(const FN(part_t) * part, const volatile int32_t *cancel, int hops) {
  int status = FN(nodes)(part, cancel, hops);
  if (status != GOBC_KERNEL_OK) return status;
  watch_t watch = {cancel, 0};
  for (int32_t e = part->range->chains[0]; e < part->range->chains[1] && status == GOBC_KERNEL_OK; e++)
    status = FN(target)(part, e, &watch, hops);
  for (int i = 0; i < part->count && status == GOBC_KERNEL_OK; i++) {
    FN(around)(part, i);
    if (stops(&watch, part->chain[i].k)) status = GOBC_KERNEL_CANCELLED;
  }
  return status;
}

#include "chains/stress.h"

static int FN(masses)(const gobc_chains *chains, const gobc_chain_batch *batch, const FN(distance_t) * distance,
                      const count_t *sigma, double *mass, int32_t *place, gobc_totals *totals,
                      const volatile int32_t *cancel) {
  for (int at = 0; at < batch->part_count; at++) {
    FN(part_t)
    part = {.chains = chains,
            .range = batch->parts + at,
            .distance = distance,
            .sigma = sigma,
            .mass = mass,
            .place = place,
            .totals = totals};
    part.source = batch->sources + part.range->sources[0];
    part.count = part.range->sources[1] - part.range->sources[0];
    for (int lane = 0; lane < LANES; lane++) {
      const int here = lane >= part.range->lanes[0] && lane < part.range->lanes[1];
      part.lane[lane] = here ? batch->lane[lane] : -1;
      part.own[lane] = here ? batch->own[lane] : 0;
    }
    for (int i = 0; i < part.count; i++) part.chain[i] = chain_of(chains, part.source[i].chain);
    int status = chains->total > 0 ? FN(count_component)(&part, cancel)
        : chains->hops             ? FN(component)(&part, cancel, 1)
                                   : FN(component)(&part, cancel, 0);
    if (status != GOBC_KERNEL_OK) return status;
  }
  return GOBC_KERNEL_OK;
}

#undef FN
#undef DISTANCE
