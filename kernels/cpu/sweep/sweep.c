/*
 * The batched sweep of kernels.h: memory, choice of the instance, one batch. The work is in sweep/forward.h and
 * sweep/backward.h, one instance for each instruction set, width and precision.
 */
#include <string.h>

#include "common/demand.h"
#include "common/distance_decay.h"
#include "sweep/sweep.h"

/* The kernel of a width and precision, or NULL. */
static const gobc_sweep_kernel *kernel_of(const gobc_kernels *kernels, int width, int precision) {
  for (const gobc_sweep_kernel *const *kernel = kernels->sweep; *kernel; kernel++)
    if ((*kernel)->width == width && (*kernel)->precision == precision) return *kernel;
  return NULL;
}

static size_t row_bytes(const gobc_sweep *sweep) {
  return (size_t)sweep->graph.vertices * (size_t)sweep->width * (size_t)sweep->real_bytes + GOBC_ARENA_PAD;
}

static size_t mask_bytes(const gobc_sweep *sweep) {
  return (size_t)sweep->graph.vertices * (size_t)sweep->kernel->mask_bytes + GOBC_ARENA_PAD;
}

/* Bytes of a bitmap of the vertices (levels = 1) or of its words (levels = 2). */
static size_t bitmap_bytes(const gobc_sweep *sweep, int levels) {
  size_t bits = (size_t)sweep->graph.vertices;
  return gobc_bitmap_bytes(levels == 1 ? bits : bits / 64 + 1);
}

static size_t list_bytes(const gobc_sweep *sweep) { return bitmap_bytes(sweep, 1) / 2 + GOBC_ARENA_PAD; }

int gobc_sweep_pools(gobc_sweep *sweep) {
  if (!sweep->sigma_pool) sweep->sigma_pool = gobc_arena_alloc(&sweep->arena, row_bytes(sweep));
  if (!sweep->sigma_pool) return 0;
  if (sweep->cutoffs_beside && !sweep->cutoff_pools)
    sweep->cutoff_pools = gobc_arena_alloc(&sweep->arena, row_bytes(sweep) * (size_t)sweep->cutoffs_beside);
  if (sweep->cutoffs_beside && !sweep->cutoff_pools) return 0;
  if (!sweep->counts_paths) return 1;
  if (!sweep->onward_pool) sweep->onward_pool = gobc_arena_alloc(&sweep->arena, row_bytes(sweep));
  return sweep->onward_pool != NULL;
}

/* The largest weight of a source times the weights of all targets. */
static double heaviest(const gobc_pairs *pairs, int64_t vertices) {
  double source = pairs->source_weight ? 0 : 1, targets = pairs->target_weight ? 0 : (double)vertices;
  for (int64_t v = 0; pairs->source_weight && v < vertices; v++)
    if (pairs->source_weight[v] > source) source = pairs->source_weight[v];
  for (int64_t v = 0; pairs->target_weight && v < vertices; v++) targets += pairs->target_weight[v];
  return source * targets;
}

/* Path counts are needed again after a pass that is not the last one. */
static void open_cutoffs(gobc_sweep *sweep, int precision) {
  const int count = sweep->pairs.inner_count, most = GOBC_CUTOFFS_A_VISIT - 1;
  gobc_arena *arena = &sweep->arena;
  sweep->beside = sweep->sigma;
  if (count == 0) return;
  if (sweep->needs == GOBC_NEED_DELTA && precision == 64 && !sweep->pairs.multiplicity) {
    sweep->cutoffs_beside = count < most ? count : most;
    sweep->cutoff_rows = gobc_arena_alloc(arena, row_bytes(sweep) * (size_t)sweep->cutoffs_beside);
  }
  if (!sweep->cutoffs_beside || count > most) sweep->beside = gobc_arena_alloc(arena, row_bytes(sweep));
}

static void open_memory(gobc_sweep *sweep, int precision) {
  const size_t start = 256; /* the sources of a batch and its first levels */
  gobc_arena *arena = &sweep->arena;
  sweep->sigma = gobc_arena_alloc(arena, row_bytes(sweep));
  open_cutoffs(sweep, precision);
  sweep->visited = gobc_arena_alloc(arena, mask_bytes(sweep));
  sweep->next = gobc_arena_alloc(arena, mask_bytes(sweep));
  sweep->frontier = gobc_arena_alloc(arena, mask_bytes(sweep));
  sweep->touched = gobc_arena_alloc(arena, bitmap_bytes(sweep, 1));
  sweep->touched_words = gobc_arena_alloc(arena, bitmap_bytes(sweep, 2));
  sweep->touched_list = gobc_arena_alloc(arena, list_bytes(sweep));
  if (sweep->counts_paths) sweep->paths_onward = gobc_arena_alloc(arena, row_bytes(sweep));
  if (sweep->pairs.demand_offsets) sweep->demand = gobc_arena_alloc(arena, row_bytes(sweep));
  gobc_arena_grow(arena, &sweep->item_vertex, start, 0, sizeof(int32_t));
  gobc_arena_grow(arena, &sweep->item_lanes, start, 0, (size_t)sweep->kernel->mask_bytes);
  gobc_arena_grow(arena, &sweep->group_start, start, 0, sizeof(size_t));
  gobc_sweep_reserve_arcs(sweep, start, 0);
  gobc_arena_grow(arena, &sweep->levels, start, 0, sizeof(gobc_level));
}

/*
 * A path count is at most the in-degree, times the multiplicity, times the largest count of the level before; two checks are
 * 2^CHECK apart.
 */
static void plan_checks(gobc_sweep *sweep, int precision) {
  int64_t bits = precision == 32 ? GOBC_SWEEP_CHECK_F32 : GOBC_SWEEP_CHECK_F64;
  double most = 1;
  for (int64_t v = 0; sweep->pairs.multiplicity && v < sweep->graph.vertices; v++)
    if (sweep->pairs.multiplicity[v] > most) most = sweep->pairs.multiplicity[v];
  sweep->growth = 1;
  while ((int64_t)((double)sweep->graph.max_in_degree * most) >> sweep->growth) sweep->growth++;
  sweep->check_every = bits > sweep->growth ? bits / sweep->growth : 1;
}

gobc_sweep *gobc_sweep_open(const gobc_csr *graph, const gobc_pairs *pairs, int width, int precision, unsigned needs,
                            int isa, const gobc_allocator *allocator) {
  const gobc_kernels *kernels = gobc_dispatch(isa);
  const gobc_sweep_kernel *kernel = kernels ? kernel_of(kernels, width, precision) : NULL;
  if (!kernel) return NULL;
  /* Measures of edges are made in double alone: a third of the compile time for what is hardly faster in single. */
  if (needs & (GOBC_NEED_EDGE_DELTA | GOBC_NEED_EDGE_STRESS)) kernel = kernel_of(kernels, width, precision = 64);
  gobc_sweep *sweep = gobc_arena_open(sizeof *sweep, allocator);
  if (!sweep) return NULL;
  sweep->graph = *graph;
  sweep->pairs = pairs ? *pairs : (gobc_pairs){.cutoff = -1};
  sweep->kernel = kernel;
  sweep->width = width;
  sweep->real_bytes = precision / 8;
  sweep->needs = needs;
  sweep->counts_paths = needs & (GOBC_NEED_STRESS | GOBC_NEED_EDGE_STRESS) ? 1 : 0;
  sweep->edges = needs & (GOBC_NEED_EDGE_DELTA | GOBC_NEED_EDGE_STRESS) ? 1 : 0;
  if (sweep->counts_paths) sweep->heaviest = heaviest(&sweep->pairs, graph->vertices);
  plan_checks(sweep, precision);
  open_memory(sweep, precision);
  return gobc_arena_opened(&sweep->arena);
}

/* The demand of the sources goes into the rows of their targets, or is zeroed there. */
static void spread_demand(gobc_sweep *sweep, int zero) {
  for (int lane = 0; lane < sweep->lanes; lane++) {
    const gobc_demand demand = gobc_demand_of(&sweep->pairs, sweep->sources[lane]);
    for (int64_t k = 0; k < demand.count; k++) {
      const size_t at = (size_t)demand.target[k] * (size_t)sweep->width + (size_t)lane;
      const double flow = zero ? 0 : demand.flow[k];
      if (sweep->real_bytes == 8) ((double *)sweep->demand)[at] = flow;
      else ((float *)sweep->demand)[at] = (float)flow;
    }
  }
}

/* Lanes that have visited v. */
static uint64_t visitors(const gobc_sweep *sweep, int32_t v) {
  if (v < sweep->first || v >= sweep->last) return 0;
  switch (sweep->kernel->mask_bytes) {
    case 1: return ((const uint8_t *)sweep->visited)[v];
    case 2: return ((const uint16_t *)sweep->visited)[v];
    case 4: return ((const uint32_t *)sweep->visited)[v];
    default: return ((const uint64_t *)sweep->visited)[v];
  }
}

int gobc_sweep_meets_targets(gobc_sweep *sweep) {
  for (int lane = 0; lane < sweep->lanes; lane++) {
    const gobc_demand demand = gobc_demand_of(&sweep->pairs, sweep->sources[lane]);
    int64_t *met = sweep->met + lane;
    for (; *met < demand.count; ++*met) {
      const int32_t v = demand.target[*met];
      const int elsewhere = v < sweep->first || v >= sweep->last; /* in another component */
      if (!elsewhere && !(visitors(sweep, v) >> lane & 1)) return 0;
    }
  }
  return 1;
}

/* What flows along paths, to their ends. */
static void add_ends(const gobc_sweep *sweep, gobc_totals *totals) {
  for (int lane = 0; lane < sweep->lanes; lane++) {
    const int32_t source = sweep->sources[lane];
    const gobc_demand demand = gobc_demand_of(&sweep->pairs, source);
    for (int64_t k = 0; k < demand.count && !(sweep->out_of_range >> lane & 1); k++)
      if (visitors(sweep, demand.target[k]) >> lane & 1)
        gobc_pair_add_ends(totals->delta, source, demand.target[k], demand.flow[k]);
  }
}

/* The lanes of an item. */
static uint64_t lanes_of(const gobc_sweep *sweep, size_t item) {
  const void *lanes = sweep->item_lanes.data;
  switch (sweep->kernel->mask_bytes) {
    case 1: return ((const uint8_t *)lanes)[item];
    case 2: return ((const uint16_t *)lanes)[item];
    case 4: return ((const uint32_t *)lanes)[item];
    default: return ((const uint64_t *)lanes)[item];
  }
}

/* What v weighs as a target of the lane's source, without decay. */
static double target_of(const gobc_sweep *sweep, int32_t v, int lane) {
  const size_t at = (size_t)v * (size_t)sweep->width + (size_t)lane;
  if (!sweep->demand) return sweep->pairs.target_weight ? sweep->pairs.target_weight[v] : 1;
  return sweep->real_bytes == 8 ? ((const double *)sweep->demand)[at] : ((const float *)sweep->demand)[at];
}

/* What paths to each level weigh, to their ends. */
static void add_decayed_ends(const gobc_sweep *sweep, gobc_totals *totals) {
  const gobc_level *levels = gobc_sweep_levels(sweep);
  const int32_t *vertices = gobc_sweep_vertices(sweep);
  for (int64_t level = 1; level <= sweep->level; level++) {
    const double factor = gobc_decay_at(&sweep->pairs.decay, (double)level);
    for (size_t item = levels[level].first_item; factor > 0 && item < levels[level + 1].first_item; item++)
      for (uint64_t lanes = lanes_of(sweep, item) & ~sweep->out_of_range; lanes; lanes &= lanes - 1) {
        const int lane = __builtin_ctzll(lanes);
        gobc_pair_add_ends(totals->delta, sweep->sources[lane], vertices[item],
                           target_of(sweep, vertices[item], lane) * factor);
      }
  }
}

/* After a batch that stopped half-way: the scratch of its last level is zeroed. Pools are only used when none can stop. */
static void clean(gobc_sweep *sweep) {
  memset(sweep->next, 0, mask_bytes(sweep));
  memset(sweep->frontier, 0, mask_bytes(sweep));
  memset(sweep->touched, 0, bitmap_bytes(sweep, 1));
  memset(sweep->touched_words, 0, bitmap_bytes(sweep, 2));
}

/* How many rescaled levels there are up to a level. */
static size_t scales_up_to(const gobc_sweep *sweep, int64_t level) {
  const size_t bytes = sizeof(gobc_scale) + (size_t)sweep->width * (size_t)sweep->real_bytes;
  size_t count = 0;
  while (count < sweep->scale_count && ((gobc_scale *)((char *)sweep->scales.data + count * bytes))->level <= level)
    count++;
  return count;
}

/* The next pass begins with a level, whose vertices are the last that count; `scales` levels were rescaled. */
static void begin_pass(gobc_sweep *sweep, int64_t level, size_t scales, void *share) {
  sweep->level = level;
  sweep->scale_count = scales;
  sweep->scale_count = scales_up_to(sweep, level);
  sweep->share = share;
}

/* The passes of delta for several cutoffs, the smallest first: the last one alone may store g over the path counts. */
static int pass_together(gobc_sweep *sweep, gobc_totals *totals, gobc_totals *farthest, int most) {
  const int64_t deepest = sweep->level;
  const size_t scales = sweep->scale_count;
  int status = GOBC_KERNEL_OK;
  for (int i = most / GOBC_CUTOFFS_A_VISIT; i >= 0 && status == GOBC_KERNEL_OK; i--) {
    gobc_cutoff_pass pass = {.last = most - i * GOBC_CUTOFFS_A_VISIT, .top = i ? sweep->beside : sweep->sigma};
    pass.first = pass.last < GOBC_CUTOFFS_A_VISIT ? 0 : pass.last - (GOBC_CUTOFFS_A_VISIT - 1);
    for (int k = pass.first; k <= pass.last; k++) pass.totals[k] = k < most ? totals + 1 + k : farthest;
    begin_pass(sweep, i ? (int64_t)sweep->pairs.inner[pass.last] : deepest, scales, pass.top);
    status = sweep->kernel->backward_cutoffs(sweep, &pass);
  }
  return status;
}

/*
 * The way back for each cutoff, from its own deepest level. The inner cutoffs that leave no level out share that of all levels.
 * It comes last, and may store g over the path counts; but where paths are counted it comes first, as it also finds lanes out of
 * range: no other pass finds more.
 */
static int pass_cutoffs(gobc_sweep *sweep, gobc_totals *totals) {
  const int count = sweep->pairs.inner_count, first = sweep->counts_paths;
  const int64_t deepest = sweep->level;
  const size_t scales = sweep->scale_count;
  int (*pass)(gobc_sweep *, gobc_totals *) = sweep->kernel->backward[sweep->counts_paths][sweep->edges];
  int passes = 0, status = GOBC_KERNEL_OK;
  while (passes < count && sweep->pairs.inner[passes] < (double)deepest) passes++;
  gobc_totals *farthest = passes < count ? totals + 1 + count + passes : totals;
  if (passes > 0 && sweep->cutoffs_beside) return pass_together(sweep, totals, farthest, passes);
  begin_pass(sweep, deepest, scales, passes > 0 && first ? sweep->beside : sweep->sigma);
  if (first || passes == 0) status = pass(sweep, farthest);
  for (int i = 0; i < passes && status == GOBC_KERNEL_OK; i++) {
    begin_pass(sweep, (int64_t)sweep->pairs.inner[i], scales, sweep->beside);
    status = pass(sweep, totals + 1 + i);
  }
  if (first || passes == 0 || status != GOBC_KERNEL_OK) return status;
  begin_pass(sweep, deepest, scales, sweep->sigma);
  return pass(sweep, farthest);
}

static int way_back(gobc_sweep *sweep, gobc_totals *totals) {
  if (sweep->demand) spread_demand(sweep, 0);
  const int status = pass_cutoffs(sweep, totals);
  if (status == GOBC_KERNEL_OK && sweep->pairs.ends && sweep->needs & GOBC_NEED_DELTA) {
    if (sweep->pairs.decay.function != GOBC_DECAY_NONE) add_decayed_ends(sweep, totals);
    else add_ends(sweep, totals);
  }
  if (sweep->demand) spread_demand(sweep, 1);
  return status;
}

int gobc_sweep_run(gobc_sweep *sweep, const int32_t *sources, int lanes, int32_t first, int32_t last,
                   gobc_totals *totals, const volatile int32_t *cancel, uint64_t *out_of_range) {
  static const volatile int32_t never = 0;
  *out_of_range = 0;
  if (lanes <= 0) return GOBC_KERNEL_OK;
  if (sweep->dirty) clean(sweep);
  sweep->dirty = 1;
  sweep->sources = sources;
  sweep->lanes = lanes;
  sweep->first = first;
  sweep->last = last;
  sweep->cancel = cancel ? cancel : &never;
  sweep->full = ~UINT64_C(0) >> (64 - lanes);
  for (int lane = 0; lane < sweep->width; lane++)
    sweep->weight[lane] = lane < lanes && sweep->pairs.source_weight ? sweep->pairs.source_weight[sources[lane]] : 1;
  memset(sweep->met, 0, sizeof sweep->met);
  sweep->out_of_range = 0;
  sweep->scale_count = 0;
  int status = sweep->kernel->forward(sweep);
  if (status != GOBC_KERNEL_OK) return status;
  sweep->arena.counts.batches++;
  sweep->arena.counts.lanes += lanes;
  sweep->arena.counts.frontier_items += (int64_t)sweep->item_count;
  sweep->arena.counts.useful_arcs += (int64_t)sweep->arc_count;
  status = way_back(sweep, totals);
  if (status != GOBC_KERNEL_OK) return status;
  sweep->dirty = 0;
  *out_of_range = sweep->out_of_range;
  return GOBC_KERNEL_OK;
}
