/*
 * The same for numbers of paths: a pair has a mass for each of its shortest paths, so nothing is divided, and at a tie an inner
 * vertex counts in full through both ends. All are whole numbers in float64, added up in an order that the batch settles.
 */
#include "chains/chain.h"

/* Path counts of a node by lane, none for lanes of other parts. */
INLINE void FN(count_row)(const FN(part_t) * part, int32_t node, count_t *row) {
  const count_t *sigma = part->sigma + (size_t)node * LANES;
  for (int lane = 0; lane < LANES; lane++) row[lane] = OP(nothing)();
  for (int lane = part->range->lanes[0]; lane < part->range->lanes[1]; lane++) row[lane] = sigma[lane];
}

/* Nodes as targets. `onward` gets what all paths from a lane's node to others weigh. */
INLINE int FN(count_nodes)(const FN(part_t) * part, double *onward, const volatile int32_t *cancel, int hops) {
  for (int32_t t = part->range->nodes[0]; t < part->range->nodes[1]; t++) {
    const double weight = part->chains->weight[t];
    const FN(distance_t) *d = part->distance + (size_t)t * LANES;
    double *mass = part->mass + (size_t)t * LANES, row[LANES];
    int32_t *places = part->place + (size_t)t * (size_t)part->chains->sources;
    count_t paths[LANES];
    if (t % 1024 == 0 && *cancel) return GOBC_KERNEL_CANCELLED;
    memcpy(row, part->own, sizeof row);
    for (int i = 0; i < part->count; i++) {
      const chain_t *chain = part->chain + i;
      const int from = part->source[i].from, to = part->source[i].to;
      const int32_t place = place_of(chain, chain->length + (int64_t)d[to] - (int64_t)d[from], hops);
      places[i] = place;
      row[from] += before_place(chain, place);
      row[to] += behind_place(chain, place);
    }
    FN(count_row)(part, t, paths);
    for (int lane = 0; lane < LANES; lane++)
      onward[lane] += OP(weighed)(part->lane[lane] == t ? 0 : weight, paths[lane]);
    for (int lane = part->range->lanes[0]; lane < part->range->lanes[1]; lane++) mass[lane] = weight * row[lane];
  }
  return GOBC_KERNEL_OK;
}

/* What an inner source sends to a chain whose two ends it does not reach by one lane alone, to each that is on a way. */
INLINE void FN(count_mixed)(const FN(part_t) * part, int i, int32_t j, const chain_t *target, counted_t items,
                            double sent[2][LANES], int hops) {
  const chain_t *chain = part->chain + i;
  const int a = part->source[i].from, b = part->source[i].to;
  const double weight = chain->sums[j] - chain->sums[j - 1];
  const int64_t p = hops ? j : (int64_t)chain->doubled[j - 1] / 2;
  const FN(way_t) way[2] = {FN(way)(part, chain, p, target->first, a, b), FN(way)(part, chain, p, target->last, a, b)};
  int64_t to[2];
  for (int end = 0; end < 2; end++) to[end] = way[end].by_a < way[end].by_b ? way[end].by_a : way[end].by_b;
  const int32_t place = place_of(target, target->length + to[1] - to[0], hops);
  const double by[2] = {before_place(target, place), behind_place(target, place)};
  add_count(part->totals, items.before + ((place + 1) >> 1),
            OP(weighed)(weight, FN(paths)(part, way[0], target->first, a, b)));
  add_count(part->totals, items.behind + (place >> 1),
            OP(weighed)(weight, FN(paths)(part, way[1], target->last, a, b)));
  for (int end = 0; end < 2; end++) {
    if (way[end].by_a <= way[end].by_b) sent[end][a] += weight * by[end];
    if (way[end].by_b <= way[end].by_a) sent[end][b] += weight * by[end];
  }
}

/* By lane, what is reached of a chain through its first end, and through its last one; and what its inner vertices count. */
INLINE void FN(count_sides)(const FN(part_t) * part, const chain_t *target, counted_t items, const double *sources,
                            count_t paths[2][LANES], double by[2][LANES], int hops) {
  const int beyond = 2 * target->k;
  const double all = target->sums[target->k];
  int32_t place[LANES] __attribute__((aligned(64)));
  double before[LANES], behind[LANES];
  FN(places)(part, target, place, hops);
  for (int lane = 0; lane < LANES; lane++) {
    before[lane] = OP(weighed)(place[lane] == beyond ? sources[lane] : 0, paths[0][lane]);
    behind[lane] = OP(weighed)(place[lane] == 0 ? sources[lane] : 0, paths[1][lane]);
    by[0][lane] = place[lane] == beyond ? all : 0;
    by[1][lane] = place[lane] == beyond ? 0 : all;
  }
  add_count(part->totals, items.before + target->k, row_sum(before));
  add_count(part->totals, items.behind, row_sum(behind));
  int list[LANES], amid = 0;
  for (int lane = part->range->lanes[0]; lane < part->range->lanes[1]; lane++) {
    list[amid] = lane;
    amid += place[lane] != 0 && place[lane] != beyond;
  }
  for (int i = 0; i < amid; i++) {
    const int lane = list[i];
    const int32_t at = place[lane];
    by[0][lane] = before_place(target, at);
    by[1][lane] = behind_place(target, at);
    add_count(part->totals, items.before + ((at + 1) >> 1), OP(weighed)(sources[lane], paths[0][lane]));
    add_count(part->totals, items.behind + (at >> 1), OP(weighed)(sources[lane], paths[1][lane]));
  }
}

/* A chain as target; see FN(target). */
INLINE int FN(count_target)(const FN(part_t) * part, int32_t e, double *onward, watch_t *watch, int hops) {
  const chain_t target = chain_of(part->chains, e);
  const counted_t items = counted_of(part->chains, e);
  double sources[LANES], by[2][LANES], sent[2][LANES];
  count_t paths[2][LANES];
  FN(apart_t) others;
  for (int at = 0; at < LANES; at += 8) {
    __builtin_prefetch(part->mass + (size_t)target.first * LANES + at, 1);
    __builtin_prefetch(part->mass + (size_t)target.last * LANES + at, 1);
  }
  memcpy(sources, part->own, sizeof sources);
  memset(sent, 0, sizeof sent);
  FN(gather)(part, e, &target, sources, &others);
  for (int at = 0; at < others.count; at++) {
    if (stops(watch, others.to[at] - others.from[at])) return GOBC_KERNEL_CANCELLED;
    for (int32_t j = others.from[at] + 1; j <= others.to[at]; j++)
      FN(count_mixed)(part, others.list[at], j, &target, items, sent, hops);
  }
  FN(count_row)(part, target.first, paths[0]);
  FN(count_row)(part, target.last, paths[1]);
  FN(count_sides)(part, &target, items, sources, paths, by, hops);
  for (int lane = 0; lane < LANES; lane++)
    onward[lane] += OP(weighed)(by[0][lane], paths[0][lane]) + OP(weighed)(by[1][lane], paths[1][lane]);
  for (int side = 0; side < 2; side++) {
    const int32_t node = side ? target.last : target.first;
    double passed[LANES], *restrict mass = part->mass + (size_t)node * LANES;
    for (int lane = 0; lane < LANES; lane++) {
      const double inner = sources[lane] - part->own[lane], all = sent[side][lane] + sources[lane] * by[side][lane];
      const double passes = part->lane[lane] == node ? sent[side][lane] + inner * by[side][lane] : 2 * all;
      passed[lane] = OP(weighed)(passes, paths[side][lane]);
      mass[lane] += all;
    }
    add_count(part->totals, node, row_sum(passed));
  }
  return stops(watch, LANES + part->count) ? GOBC_KERNEL_CANCELLED : GOBC_KERNEL_OK;
}

/* Pairs within a source chain that go around it, from one end to the other. */
INLINE void FN(count_around)(const FN(part_t) * part, int i) {
  const chain_t *chain = part->chain + i;
  const int a = part->source[i].from, b = part->source[i].to;
  const counted_t items = counted_of(part->chains, part->source[i].chain);
  const size_t across = (size_t)chain->last * LANES + (size_t)a;
  const uint64_t apart = (uint64_t)part->distance[across], limit = apart + (uint64_t)chain->length;
  double pairs = 0;
  for (int32_t j = 1, q = 1; j <= chain->k; j++) {
    while (q <= chain->k && chain->doubled[q - 1] - chain->doubled[j - 1] < limit) q++;
    if (q > chain->k) break;
    pairs += (chain->sums[j] - chain->sums[j - 1]) * (chain->sums[chain->k] - chain->sums[q - 1]);
  }
  gobc_words_add(part->totals->stress.words + 2 * items.ends, apart);
  add_count(part->totals, items.ends + 1, OP(weighed)(1, part->sigma[across]));
  part->mass[across] += pairs;
  part->mass[(size_t)chain->first * LANES + b] += pairs;
  add_count(part->totals, chain->first, OP(weighed)(2 * pairs, part->sigma[across]));
  add_count(part->totals, chain->last, OP(weighed)(2 * pairs, part->sigma[across]));
}

INLINE int FN(count_all)(const FN(part_t) * part, const volatile int32_t *cancel, int hops) {
  double onward[LANES] = {0};
  int status = FN(count_nodes)(part, onward, cancel, hops);
  if (status != GOBC_KERNEL_OK) return status;
  watch_t watch = {cancel, 0};
  for (int32_t e = part->range->chains[0]; e < part->range->chains[1] && status == GOBC_KERNEL_OK; e++)
    status = FN(count_target)(part, e, onward, &watch, hops);
  for (int i = 0; i < part->count && status == GOBC_KERNEL_OK; i++) {
    FN(count_around)(part, i);
    if (stops(&watch, part->chain[i].k)) status = GOBC_KERNEL_CANCELLED;
  }
  if (status != GOBC_KERNEL_OK) return status;
  for (int lane = part->range->lanes[0]; lane < part->range->lanes[1]; lane++)
    if (part->own[lane] > 0) part->totals->paths_onward[part->lane[lane]] += onward[lane];
  return GOBC_KERNEL_OK;
}

static int FN(count_component)(const FN(part_t) * part, const volatile int32_t *cancel) {
  return part->chains->hops ? FN(count_all)(part, cancel, 1) : FN(count_all)(part, cancel, 0);
}
