/*
 * The forward pass of one instance: levels of all lanes at once, path counts, and the arcs that made them.
 * The equivalent loop for one lane:
 *   for u of the level, ascending: for w of targets(u): if not visited(w): next(w) = 1, sigma(w) += sigma(u)
 * A pushed level runs it as written; a pulled one asks every unvisited w for its frontier neighbors instead. Either
 * way sigma(w) is a sum over ascending u.
 */
#include "common/instance.h"
#include "sweep/scan.h"
#include "sweep/sweep.h"

#define made_t GOBC_FN(made)

/* Level 0: every source with its own lane, one path to itself. */
static void GOBC_FN(start)(gobc_sweep *sweep) {
  const int64_t *out = sweep->graph.out_offsets, *in = sweep->graph.in_offsets;
  size_t first = (size_t)sweep->first, range = (size_t)(sweep->last - sweep->first);
  memset((mask_t *)sweep->visited + first, 0, range * sizeof(mask_t));
  memset(ROW((real_t *)sweep->sigma, first), 0, range * GOBC_WIDTH * sizeof(real_t));
  sweep->frontier_degree = 0;
  sweep->unfinished_degree = in[sweep->last] - in[sweep->first];
  for (int lane = 0; lane < sweep->lanes; lane++) {
    int32_t source = sweep->sources[lane];
    mask_t lanes = (mask_t)((mask_t)1 << lane);
    gobc_sweep_vertices(sweep)[lane] = source;
    ((mask_t *)sweep->item_lanes.data)[lane] = lanes;
    ((mask_t *)sweep->visited)[source] = lanes;
    ROW((real_t *)sweep->sigma, source)[lane] = 1;
    sweep->frontier_degree += out[source + 1] - out[source];
    if (sweep->full == 1) sweep->unfinished_degree -= in[source + 1] - in[source];
  }
  gobc_sweep_levels(sweep)[0] = (gobc_level){0, 0, 0};
  gobc_sweep_levels(sweep)[1] = (gobc_level){(size_t)sweep->lanes, 0, 0};
  gobc_sweep_groups(sweep)[0] = 0;
  sweep->level = 0;
  sweep->bound = 0;
  sweep->item_count = (size_t)sweep->lanes;
  sweep->arc_count = sweep->group_count = 0;
}

/* Adds the rows of the items [from, to) to their arcs. First touches are appended behind the stack. */
static size_t GOBC_FN(push_rows)(gobc_sweep *sweep, size_t from, size_t to, size_t group, size_t touched) {
  int32_t *vertices = gobc_sweep_vertices(sweep);
  const int32_t *arcs = gobc_sweep_arcs(sweep);
  const mask_t *item_lanes = sweep->item_lanes.data, *visited = sweep->visited;
  mask_t *next = sweep->next;
  real_t *sigma = sweep->sigma;
  const size_t *start = gobc_sweep_groups(sweep) + group;
  size_t arc = start[0];
  for (size_t item = from; item < to; item++) {
    const size_t end = *++start;
    if (arc == end) continue;
    const real_t *source_row = ROW(sigma, vertices[item]);
    mask_t lanes = item_lanes[item];
    vec_t paths[ROW_VECS];
    UNROLL for (int j = 0; j < ROW_VECS; j++) paths[j] = LOAD(source_row + j * VEC_LANES);
    for (; arc < end; arc++) {
      int32_t w = arcs[arc];
      PREFETCH_ROW(sigma, arcs[arc + GOBC_SWEEP_AHEAD]);
      mask_t found = (mask_t)(lanes & ~visited[w]), before = next[w];
      vertices[touched] = w;
      touched += before == 0;
      next[w] = (mask_t)(before | found);
      real_t *row = ROW(sigma, w);
      UNROLL for (int j = 0; j < ROW_VECS; j++) STORE(
          row + j * VEC_LANES, GOBC_FN(add_kept)(LOAD(row + j * VEC_LANES), GOBC_FN(lanes_of)(found, j), paths[j]));
    }
  }
  return touched;
}

/* The level being made, in locals: stores to masks of eight lanes may alias every field of the sweep. */
typedef struct made_t {
  const int64_t *out, *in;
  int32_t *vertices;
  mask_t *lanes, *visited, full;
  size_t item;
  int64_t degree, finished;
} made_t;

INLINE made_t GOBC_FN(make_level)(const gobc_sweep *sweep) {
  return (made_t){sweep->graph.out_offsets,
                  sweep->graph.in_offsets,
                  gobc_sweep_vertices(sweep),
                  sweep->item_lanes.data,
                  sweep->visited,
                  (mask_t)sweep->full,
                  sweep->item_count,
                  0,
                  0};
}

/* Turns w into the next item. */
INLINE void GOBC_FN(settle)(made_t *made, int32_t w, mask_t found) {
  mask_t visited = (mask_t)(made->visited[w] | found);
  made->vertices[made->item] = w;
  made->lanes[made->item++] = found;
  made->visited[w] = visited;
  made->degree += made->out[w + 1] - made->out[w];
  made->finished += visited == made->full ? made->in[w + 1] - made->in[w] : 0;
}

INLINE void GOBC_FN(end_level)(gobc_sweep *sweep, const made_t *made) {
  sweep->item_count = made->item;
  sweep->frontier_degree = made->degree;
  sweep->unfinished_degree -= made->finished;
}

/*
 * Appends to `list` the numbers base + k of the set bits k of `bits`. Four are written at once and the rest only if
 * there are more: fewer mispredicted branches than a loop over the bits. May write 4 values too many.
 */
INLINE int32_t *GOBC_FN(append_bits)(int32_t *list, int32_t base, uint64_t bits) {
  int32_t *end = list + __builtin_popcountll(bits);
  do {
    UNROLL for (int i = 0; i < 4; i++) {
      *list++ = base + (int32_t)__builtin_ctzll(bits | (uint64_t)1 << 63);
      bits &= bits - 1;
    }
  } while (__builtin_expect(bits != 0, 0));
  return end;
}

/*
 * Sorts the first touches behind the stack, through a bitmap of the vertices and one of its words. Ascending order
 * makes the sums of the next level independent of who was touched first.
 */
static void GOBC_FN(sort_touched)(gobc_sweep *sweep, size_t touched_end) {
  int32_t *vertices = gobc_sweep_vertices(sweep), *list = sweep->touched_list, *end = list;
  uint64_t *touched = sweep->touched, *words = sweep->touched_words;
  size_t low = SIZE_MAX, high = 0;
  for (size_t i = sweep->item_count; i < touched_end; i++) {
    size_t word = (size_t)vertices[i] >> 6, top = word >> 6;
    touched[word] |= (uint64_t)1 << (vertices[i] & 63);
    words[top] |= (uint64_t)1 << (word & 63);
    low = top < low ? top : low;
    high = top > high ? top : high;
  }
  for (size_t top = low; top <= high; top++) {
    end = GOBC_FN(append_bits)(end, (int32_t)(top << 6), words[top]);
    words[top] = 0;
  }
  int32_t *sorted = vertices + sweep->item_count;
  for (; list < end; list++) {
    sorted = GOBC_FN(append_bits)(sorted, *list << 6, touched[*list]);
    touched[*list] = 0;
  }
}

/* The first touches behind the stack become the level's items, in ascending order. */
static void GOBC_FN(collect)(gobc_sweep *sweep, size_t touched_end) {
  if (touched_end > sweep->item_count + 1) GOBC_FN(sort_touched)(sweep, touched_end);
  mask_t *next = sweep->next;
  made_t made = GOBC_FN(make_level)(sweep);
  while (made.item < touched_end) {
    int32_t w = made.vertices[made.item];
    __builtin_prefetch(made.out + made.vertices[made.item + GOBC_SWEEP_AHEAD]);
    GOBC_FN(settle)(&made, w, next[w]);
    next[w] = 0;
  }
  GOBC_FN(end_level)(sweep, &made);
}

/* Push: the items [low, high) of the deepest level find their unvisited successors. Arcs are grouped by item. */
static int GOBC_FN(push)(gobc_sweep *sweep, size_t low, size_t high) {
  const int64_t *offsets = sweep->graph.out_offsets;
  const int32_t *targets = sweep->graph.out_targets;
  size_t touched = high, range = (size_t)(sweep->last - sweep->first), most = (size_t)sweep->frontier_degree;
  most = high + (most < range ? most : range) + 1;
  if (!gobc_arena_reserve(&sweep->arena, &sweep->item_vertex, most, high, sizeof(int32_t)) ||
      !gobc_arena_reserve(&sweep->arena, &sweep->item_lanes, most, high, sizeof(mask_t)) ||
      !gobc_arena_reserve(&sweep->arena, &sweep->group_start, sweep->group_count + (high - low) + 1,
                          sweep->group_count + 1, sizeof(size_t)))
    return GOBC_KERNEL_NOMEM;
  const int32_t *vertices = gobc_sweep_vertices(sweep);
  const mask_t *item_lanes = sweep->item_lanes.data, *visited = sweep->visited;
  sweep->arena.counts.visits += sweep->frontier_degree;
  for (size_t from = low; from < high; from += GOBC_SWEEP_BLOCK) {
    size_t to = high - from < GOBC_SWEEP_BLOCK ? high : from + GOBC_SWEEP_BLOCK;
    size_t degree = 16, group = sweep->group_count, count = sweep->arc_count;
    for (size_t item = from; item < to; item++) {
      const int64_t *list = offsets + vertices[item];
      degree += (size_t)(list[1] - list[0]);
      __builtin_prefetch(targets + list[0]);
    }
    if (!gobc_sweep_reserve_arcs(sweep, count + degree, count)) return GOBC_KERNEL_NOMEM;
    if (*sweep->cancel) return GOBC_KERNEL_CANCELLED;
    int32_t *arcs = gobc_sweep_arcs(sweep), *places = gobc_sweep_places(sweep);
    size_t *end = gobc_sweep_groups(sweep) + group + 1;
    for (size_t item = from; item < to; item++) {
      int64_t begin = offsets[vertices[item]];
      int64_t list_degree = offsets[vertices[item] + 1] - begin;
      const int32_t *list = targets + begin;
      if (places) count += GOBC_FN(scan)(list, list_degree, visited, item_lanes[item], 1, arcs + count, places + count);
      else count += GOBC_FN(scan)(list, list_degree, visited, item_lanes[item], 1, arcs + count, NULL);
      *end++ = count;
    }
    sweep->arc_count = count;
    sweep->group_count += to - from;
    touched = GOBC_FN(push_rows)(sweep, from, to, group, touched);
  }
  GOBC_FN(collect)(sweep, touched);
  return GOBC_KERNEL_OK;
}

INLINE void GOBC_FN(mark)(gobc_sweep *sweep, size_t low, size_t high, mask_t live) {
  const int32_t *vertices = gobc_sweep_vertices(sweep);
  const mask_t *lanes = sweep->item_lanes.data;
  mask_t *frontier = sweep->frontier;
  for (size_t item = low; item < high; item++) frontier[vertices[item]] = (mask_t)(lanes[item] & live);
}

/* sigma(w) += the rows of its arcs, on the lanes where w is new. Returns those lanes. */
INLINE mask_t GOBC_FN(pull_rows)(real_t *sigma, const mask_t *frontier, int32_t w, mask_t missing, const int32_t *arcs,
                                 size_t count) {
  mask_t found = 0;
  vec_t sum[ROW_VECS];
  real_t *row = ROW(sigma, w);
  UNROLL for (int j = 0; j < ROW_VECS; j++) sum[j] = LOAD(row + j * VEC_LANES);
  for (size_t i = 0; i < count; i++) {
    mask_t lanes = (mask_t)(frontier[arcs[i]] & missing);
    const real_t *paths = ROW(sigma, arcs[i]);
    found = (mask_t)(found | lanes);
    UNROLL for (int j = 0; j < ROW_VECS; j++) sum[j] =
        GOBC_FN(add_kept)(sum[j], GOBC_FN(lanes_of)(lanes, j), LOAD(paths + j * VEC_LANES));
  }
  UNROLL for (int j = 0; j < ROW_VECS; j++) STORE(row + j * VEC_LANES, sum[j]);
  return found;
}

/* Pull: every vertex not visited in all lanes looks for predecessors in the frontier. Arcs are grouped by new item. */
static int GOBC_FN(pull)(gobc_sweep *sweep, size_t low, size_t high) {
  const int64_t *offsets = sweep->graph.in_offsets;
  const int32_t *targets = sweep->graph.in_targets;
  const mask_t *visited = sweep->visited, *frontier = sweep->frontier;
  real_t *sigma = sweep->sigma;
  size_t range = (size_t)(sweep->last - sweep->first), count = sweep->arc_count, group = sweep->group_count;
  if (!gobc_arena_reserve(&sweep->arena, &sweep->item_vertex, high + range, high, sizeof(int32_t)) ||
      !gobc_arena_reserve(&sweep->arena, &sweep->item_lanes, high + range, high, sizeof(mask_t)) ||
      !gobc_arena_reserve(&sweep->arena, &sweep->group_start, group + range + 1, group + 1, sizeof(size_t)) ||
      !gobc_sweep_pools(sweep))
    return GOBC_KERNEL_NOMEM;
  size_t *start = gobc_sweep_groups(sweep);
  int64_t visits = 0;
  made_t made = GOBC_FN(make_level)(sweep);
  GOBC_FN(mark)(sweep, low, high, (mask_t)sweep->full);
  for (int32_t w = sweep->first; w < sweep->last; w++) {
    mask_t missing = (mask_t)(made.full & ~visited[w]);
    if (!missing) continue;
    int64_t begin = offsets[w], degree = offsets[w + 1] - begin;
    if (!gobc_sweep_reserve_arcs(sweep, count + (size_t)degree + 16, count)) return GOBC_KERNEL_NOMEM;
    if (*sweep->cancel) return GOBC_KERNEL_CANCELLED;
    int32_t *arcs = gobc_sweep_arcs(sweep) + count, *places = gobc_sweep_places(sweep);
    size_t found = places ? GOBC_FN(scan)(targets + begin, degree, frontier, missing, 0, arcs, places + count)
                          : GOBC_FN(scan)(targets + begin, degree, frontier, missing, 0, arcs, NULL);
    visits += degree;
    if (!found) continue;
    count += found;
    start[++group] = count;
    GOBC_FN(settle)(&made, w, GOBC_FN(pull_rows)(sigma, frontier, w, missing, arcs, found));
  }
  GOBC_FN(mark)(sweep, low, high, 0);
  sweep->arena.counts.visits += visits;
  sweep->arc_count = count;
  sweep->group_count = group;
  GOBC_FN(end_level)(sweep, &made);
  return GOBC_KERNEL_OK;
}

/* Path counts of the items from `item` on become those of all vertices that each stands for. Stress needs those of one. */
static void GOBC_FN(multiply)(gobc_sweep *sweep, size_t item) {
  const int32_t *vertices = gobc_sweep_vertices(sweep);
  const mask_t *lanes = sweep->item_lanes.data;
  for (; item < sweep->item_count; item++) {
    const real_t times = (real_t)sweep->pairs.multiplicity[vertices[item]];
    real_t *row = ROW((real_t *)sweep->sigma, vertices[item]);
    real_t *one = sweep->counts_paths ? ROW((real_t *)sweep->paths_onward, vertices[item]) : NULL;
    if (times == 1) continue;
    UNROLL for (int j = 0; j < ROW_VECS; j++) {
      const keep_t keep = GOBC_FN(lanes_of)(lanes[item], j);
      const vec_t s = LOAD(row + j * VEC_LANES);
      STORE(row + j * VEC_LANES, GOBC_FN(choose)(keep, s * times, s));
      if (one) STORE(one + j * VEC_LANES, GOBC_FN(choose)(keep, s, LOAD(one + j * VEC_LANES)));
    }
  }
}

/*
 * Runs all levels up to the cutoff, or up to the farthest target of a demand. On top of the loop, level `sweep->level` is complete
 * and scratch masks are zero.
 */
static int GOBC_FN(forward)(gobc_sweep *sweep) {
  const double cutoff = sweep->pairs.cutoff;
  const double share = sweep->edges ? GOBC_SWEEP_PULL_DEGREE_EDGES : GOBC_SWEEP_PULL_DEGREE;
  GOBC_FN(start)(sweep);
  while (!(cutoff >= 0 && (double)(sweep->level + 1) > cutoff)) {
    size_t used = (size_t)sweep->level + 2;
    if (!gobc_arena_reserve(&sweep->arena, &sweep->levels, used + 1, used, sizeof(gobc_level)))
      return GOBC_KERNEL_NOMEM;
    gobc_level *level = gobc_sweep_levels(sweep) + sweep->level;
    double range = (double)(sweep->last - sweep->first), unfinished = (double)sweep->unfinished_degree;
    int pulled = (double)sweep->frontier_degree > share * unfinished + GOBC_SWEEP_PULL_SCAN * range;
    size_t low = level[0].first_item, high = level[1].first_item, group = sweep->group_count;
    int status = pulled ? GOBC_FN(pull)(sweep, low, high) : GOBC_FN(push)(sweep, low, high);
    if (status != GOBC_KERNEL_OK) return status;
    sweep->arena.counts.levels++;
    sweep->arena.counts.pull_levels += pulled;
    if (sweep->pairs.multiplicity) GOBC_FN(multiply)(sweep, high);
    if (sweep->item_count == high) break;
    level[1].first_group = group;
    level[1].pulled = pulled;
    level[2] = (gobc_level){sweep->item_count, 0, 0};
    sweep->level++;
    sweep->bound += sweep->growth;
    int check = sweep->level % sweep->check_every == 0 && sweep->bound > CHECK_BITS;
    if (check && !GOBC_FN(check_range)(sweep, high, sweep->item_count)) return GOBC_KERNEL_NOMEM;
    if (sweep->demand && gobc_sweep_meets_targets(sweep)) break;
  }
  return GOBC_KERNEL_OK;
}
