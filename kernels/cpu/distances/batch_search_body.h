/*
 * Breadth-first search over rows of lanes, one level after the other, in the workspace of distances/batch_search.h. A level finds
 * its new items in one of two ways:
 *   candidates  mark the open out-neighbors of the frontier once each, gather only those
 *   pull        gather every vertex that still lacks a lane
 * Both gather over in-neighbors: v gains the lanes of (OR of the frontier rows of its in-neighbors) & ~visited(v).
 * Pushing rows along edges instead would write 64 bytes where one byte is marked (BENCHMARKS.md).
 *
 * What comes of it is the includer's: its type `own`, before this file, and after it the functions declared below.
 */
#include "common/instance.h"
#include "distances/batch_search.h"

/* One batch's state in one place, so that it stays in registers. */
typedef struct {
  const gobc_csr *graph;
  gobc_batch_search *search;
  NAME(row) full; /* the lanes in use */
  NAME(row) * visited, *frontier, *next;
  int64_t level, deepest; /* the last level that is looked for */
  int64_t left;           /* vertices that lack a lane */
  int32_t first, last;    /* the range of the batch */
  int64_t visits, check;
  const volatile int32_t *cancel;
  NAME(own) own;
} NAME(state);

/* Lanes start at v: level 0. */
INLINE void NAME(start)(NAME(state) * s, int32_t v, uint64_t lanes);
INLINE void NAME(begin_level)(NAME(state) * s);
/* Lanes, at least one, have come to v on this level. */
INLINE void NAME(enter)(NAME(state) * s, int32_t v, NAME(row) fresh);
INLINE void NAME(end_level)(NAME(state) * s);
/* v may soon be entered. */
INLINE void NAME(prefetch)(const NAME(state) * s, int32_t v);

/* `done`: items the running loop has finished; the loop starts with check = visits. */
INLINE int NAME(cancelled)(NAME(state) * s, int64_t done) {
  if (__builtin_expect(s->visits + done < s->check, 1)) return 0;
  s->check = s->visits + done + CANCEL_STEP;
  return *s->cancel != 0;
}

/* OR of the frontier rows of v's in-neighbors. Looks every GATHER_STEP rows whether all of `need` is found. */
INLINE NAME(row) NAME(gather)(NAME(state) * s, int32_t v, NAME(row) need) {
  const int32_t *target = s->graph->in_targets + s->graph->in_offsets[v];
  const int32_t *end = s->graph->in_targets + s->graph->in_offsets[v + 1];
  const NAME(row) *frontier = s->frontier;
  NAME(row) a = {0};
  const int32_t *begin = target;
  for (; end - target >= GATHER_STEP; target += GATHER_STEP) {
    _Pragma("GCC unroll 16") for (int k = 0; k < GATHER_STEP; k++) {
      const NAME(row) *row = frontier + target[k];
      FOR_PARTS a.part[p] |= row->part[p];
    }
    NAME(row) missing;
    FOR_PARTS missing.part[p] = need.part[p] & ~a.part[p];
    if (!NAME(any)(missing)) {
      s->visits += target + GATHER_STEP - begin;
      return need;
    }
  }
  s->visits += end - begin;
  for (; target < end; target++) {
    const NAME(row) *row = frontier + *target;
    FOR_PARTS a.part[p] |= row->part[p];
  }
  FOR_PARTS a.part[p] &= need.part[p];
  return a;
}

/* Enters the lanes `fresh` (at least one) at v on this level. Returns 1 if v still lacks a lane. */
INLINE int NAME(settle)(NAME(state) * s, int32_t v, NAME(row) need, NAME(row) fresh) {
  NAME(row) *seen = s->visited + v;
  s->next[v] = fresh;
  FOR_PARTS seen->part[p] |= fresh.part[p];
  NAME(enter)(s, v, fresh);
  FOR_PARTS need.part[p] ^= fresh.part[p];
  int stays = NAME(any)(need);
  s->left -= !stays;
  return stays;
}

/* Lists the open out-neighbors of the frontier, once each, and closes them. Returns their number, -1 if cancelled. */
static int64_t NAME(mark_candidates)(NAME(state) * s, int64_t active) {
  const gobc_csr *graph = s->graph;
  uint8_t *open = s->search->open;
  int32_t *candidates = s->search->candidates;
  int64_t found = 0;
  s->check = s->visits;
  for (int64_t i = 0; i < active; i++) {
    int32_t u = s->search->active[i];
    int64_t begin = graph->out_offsets[u], end = graph->out_offsets[u + 1];
    for (int64_t k = begin; k < end; k++) {
      int32_t w = graph->out_targets[k];
      candidates[found] = w;
      found += open[w];
      open[w] = 0;
    }
    s->visits += end - begin;
    if (NAME(cancelled)(s, i)) return -1;
  }
  return found;
}

/*
 * Asks for the rows of a candidate 12 places on, and the first frontier rows of one 4 places on (BENCHMARKS.md).
 */
INLINE void NAME(look_ahead)(const NAME(state) * s, const int32_t *candidate) {
  const int64_t *offsets = s->graph->in_offsets;
  int32_t far = candidate[12], near = candidate[4];
  __builtin_prefetch(s->visited + far, 1);
  __builtin_prefetch(s->next + far, 1);
  NAME(prefetch)(s, far);
  __builtin_prefetch(offsets + far);
  if (offsets[near] + 2 > offsets[near + 1]) return;
  const int32_t *target = s->graph->in_targets + offsets[near];
  __builtin_prefetch(s->frontier + target[0]);
  __builtin_prefetch(s->frontier + target[1]);
}

/* Gathers the candidates; those that stay unfinished open again. Returns the number of new items, -1 if cancelled. */
static int64_t NAME(gather_candidates)(NAME(state) * s, int64_t candidates) {
  gobc_batch_search *b = s->search;
  int64_t found = 0;
  s->check = s->visits;
  for (int64_t i = 0; i < candidates; i++) {
    int32_t v = b->candidates[i];
    if (i + 12 < candidates) NAME(look_ahead)(s, b->candidates + i);
    NAME(row) need, fresh;
    FOR_PARTS need.part[p] = s->full.part[p] & ~s->visited[v].part[p];
    fresh = NAME(gather)(s, v, need);
    int stays = 1;
    if (NAME(any)(fresh)) {
      stays = NAME(settle)(s, v, need, fresh);
      b->found[found++] = v;
    }
    b->open[v] = (uint8_t)stays;
    if (NAME(cancelled)(s, i)) return -1;
  }
  return found;
}

/* Adds vertices to the list of those that the batch has reached, while they are few. */
INLINE void NAME(touch)(NAME(state) * s, const int32_t *vertices, int64_t count) {
  gobc_batch_search *b = s->search;
  if (b->touched < 0) return;
  if ((b->touched + count) * GOBC_FEW_TOUCHED > s->last - s->first) {
    b->touched = -1;
    return;
  }
  __builtin_memcpy(b->unfinished + b->touched, vertices, (size_t)count * sizeof *vertices);
  b->touched += count;
}

/* Lists all vertices as unfinished, before the first level that is pulled. */
static int64_t NAME(list_unfinished)(NAME(state) * s) {
  s->search->touched = -1;
  for (int32_t v = s->first; v < s->last; v++) s->search->unfinished[v - s->first] = v;
  return s->last - s->first;
}

/*
 * Gathers every unfinished vertex. At the top *unfinished items of b->unfinished hold them all, ascending, and maybe
 * finished ones, dropped here. *degree gets the in-degrees of those that remain. Returns as above.
 */
static int64_t NAME(pull)(NAME(state) * s, int64_t *unfinished, int64_t *degree) {
  gobc_batch_search *b = s->search;
  const int64_t *offsets = s->graph->in_offsets;
  int32_t *list = b->unfinished;
  int64_t found = 0, kept = 0, sum = 0;
  s->check = s->visits;
  for (int64_t i = 0; i < *unfinished; i++) {
    int32_t v = list[i];
    NAME(row) need, fresh;
    FOR_PARTS need.part[p] = s->full.part[p] & ~s->visited[v].part[p];
    if (!NAME(any)(need)) continue;
    fresh = NAME(gather)(s, v, need);
    int stays = 1;
    if (NAME(any)(fresh)) {
      stays = NAME(settle)(s, v, need, fresh);
      b->found[found++] = v;
      b->open[v] = (uint8_t)stays;
    }
    list[kept] = v;
    kept += stays;
    sum += stays ? offsets[v + 1] - offsets[v] : 0;
    if (NAME(cancelled)(s, i)) return -1;
  }
  *unfinished = kept;
  *degree = sum;
  return found;
}

/*
 * Level 0: lane i starts at sources[i], lanes beyond the sources where lane 0 does. Returns the number of vertices in
 * the frontier.
 */
static int64_t NAME(seed)(NAME(state) * s, const int32_t *sources, int count, int lanes) {
  uint64_t full[WORDS] = {0};
  int64_t active = 0;
  for (int lane = 0; lane < lanes; lane++) {
    int32_t v = sources[lane < count ? lane : 0];
    uint64_t bit = (uint64_t)1 << (lane & 63);
    uint64_t *row = (uint64_t *)(s->frontier + v), *seen = (uint64_t *)(s->visited + v);
    if (!NAME(any)(s->frontier[v])) s->search->active[active++] = v;
    row[lane >> 6] |= bit;
    seen[lane >> 6] |= bit;
    full[lane >> 6] |= bit;
    NAME(start)(s, v, bit);
  }
  __builtin_memcpy(&s->full, full, sizeof full);
  if (active == 1) {
    s->left--;
    s->search->open[s->search->active[0]] = 0;
  }
  return active;
}

/* Returns 1 if cancelled. */
static int NAME(clear_frontier)(NAME(state) * s, int64_t active) {
  NAME(row) zero = {0};
  for (int64_t i = 0; i < active; i += CANCEL_STEP) {
    const int64_t end = i + CANCEL_STEP < active ? i + CANCEL_STEP : active;
    if (*s->cancel) return 1;
    for (int64_t k = i; k < end; k++) s->frontier[s->search->active[k]] = zero;
  }
  return 0;
}

/* One level. Returns the number of vertices of the next frontier, -1 if cancelled. */
INLINE int64_t NAME(expand)(NAME(state) * s, int64_t active, int64_t *unfinished, int64_t *open_degree) {
  const int64_t *offsets = s->graph->out_offsets;
  int64_t frontier_degree = 0;
  for (int64_t i = 0; i < active; i += CANCEL_STEP) {
    const int64_t end = i + CANCEL_STEP < active ? i + CANCEL_STEP : active;
    if (*s->cancel) return -1;
    for (int64_t k = i; k < end; k++) {
      int32_t u = s->search->active[k];
      frontier_degree += offsets[u + 1] - offsets[u];
    }
  }
  if ((double)frontier_degree > GOBC_PULL_SHARE * (double)*open_degree) {
    s->search->arena.counts.pull_levels++;
    if (*unfinished < 0) *unfinished = NAME(list_unfinished)(s);
    return NAME(pull)(s, unfinished, open_degree);
  }
  int64_t candidates = NAME(mark_candidates)(s, active);
  return candidates < 0 ? -1 : NAME(gather_candidates)(s, candidates);
}

/*
 * The search from `count` sources in the range [first, last), which holds all that they reach. s has its search,
 * cancel, deepest and own. *cut tells whether there is more below the deepest level.
 * Invariant at the top of the level loop: active lists the vertices whose frontier row is not zero, next is all zero,
 * open is 1 exactly for unfinished vertices.
 */
static int NAME(search)(NAME(state) * s, const int32_t *sources, int count, int lanes, int32_t first, int32_t last,
                        int *cut) {
  gobc_batch_search *b = s->search;
  const gobc_csr *graph = s->graph = &b->graph;
  s->visited = (NAME(row) *)b->visited;
  s->frontier = (NAME(row) *)b->frontier;
  s->next = (NAME(row) *)b->next;
  s->first = first;
  s->last = last;
  s->left = last - first;
  b->touched = 0;
  const int64_t started = NAME(seed)(s, sources, count, lanes);
  int64_t active = started, unfinished = -1, items = active; /* unfinished: -1 until they are listed */
  int64_t open_degree = graph->in_offsets[last] - graph->in_offsets[first];
  NAME(touch)(s, b->active, active);
  for (s->level = 1; active > 0 && s->left > 0 && s->level <= s->deepest; s->level++) {
    if (*s->cancel) return GOBC_KERNEL_CANCELLED;
    NAME(begin_level)(s);
    int64_t found = NAME(expand)(s, active, &unfinished, &open_degree);
    if (found < 0) return GOBC_KERNEL_CANCELLED;
    NAME(end_level)(s);
    if (NAME(clear_frontier)(s, active)) return GOBC_KERNEL_CANCELLED;
    NAME(row) *rows = s->frontier;
    s->frontier = s->next;
    s->next = rows;
    int32_t *list = b->active;
    b->active = b->found;
    b->found = list;
    active = found;
    items += found;
    NAME(touch)(s, b->active, active);
  }
  *cut = active > 0 && s->left > 0;
  if (NAME(clear_frontier)(s, active)) return GOBC_KERNEL_CANCELLED;
  b->arena.counts.levels += s->level - 1;
  b->arena.counts.frontier_items += items;
  b->arena.counts.visits += s->visits;
  b->arena.counts.useful_arcs += items - started;
  return GOBC_KERNEL_OK;
}
