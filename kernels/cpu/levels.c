/* Levels: workspace, choice of the instruction set, and what happens around a traversal (levels_body.h). */
#include "levels_internal.h"

static size_t row_bytes(const gobc_levels *l) {
  return (size_t)l->words * sizeof(uint64_t);
}

static size_t distance_bytes(const gobc_levels *l) {
  return ((size_t)l->graph.vertices + 1) * 64 * (size_t)(l->bits / 8);
}

static void *take(gobc_levels *l, size_t bytes) {
  void *memory = l->allocator.allocate(bytes);
  if (memory) l->counts.bytes += (int64_t)bytes;
  return memory;
}

static void give(gobc_levels *l, void *memory, size_t bytes) {
  if (memory) l->allocator.release(memory, bytes);
}

static const gobc_levels_kernel *choose(int isa) {
  int best = gobc_best_isa();
  if (isa < 0 || isa > best) isa = best;
#if defined(__x86_64__)
  if (isa == GOBC_ISA_AVX512) return &gobc_levels_avx512;
  if (isa == GOBC_ISA_AVX2) return &gobc_levels_avx2;
#endif
  return &gobc_levels_baseline;
}

static int slot_of(int words, int bits) {
  if (bits == 16 || bits == 32) {
    if (words == 0) return bits == 16 ? GOBC_LEVELS_SERIAL16 : GOBC_LEVELS_SERIAL32;
    if (words == 1) return bits == 16 ? GOBC_LEVELS_ROWS16 : GOBC_LEVELS_ROWS32;
  }
  if (bits == 0 && words == 1) return GOBC_LEVELS_PLAIN;
  return bits == 0 && words == 8 ? GOBC_LEVELS_WIDE : -1;
}

gobc_levels *gobc_levels_open(const gobc_csr *graph, int words, int bits, int isa, const gobc_allocator *allocator) {
  int slot = slot_of(words, bits);
  if (slot < 0) return NULL;
  gobc_levels *l = allocator->allocate(sizeof *l);
  if (!l) return NULL;
  l->graph = *graph;
  l->allocator = *allocator;
  l->words = words;
  l->bits = bits;
  l->slot = slot;
  l->counts.bytes = sizeof *l;
  l->kernel = choose(isa);
  size_t n = (size_t)graph->vertices + 1; /* one more: a list is written one past its end */
  l->active = take(l, n * sizeof(int32_t));
  if (words) {
    l->visited = take(l, n * row_bytes(l));
    l->frontier = take(l, n * row_bytes(l));
    l->next = take(l, n * row_bytes(l));
    l->found = take(l, n * sizeof(int32_t));
    l->candidates = take(l, n * sizeof(int32_t));
    l->unfinished = take(l, n * sizeof(int32_t));
    l->open = take(l, n);
  }
  if (bits) l->distance = take(l, distance_bytes(l));
  int lists = l->found && l->candidates && l->unfinished && l->open && l->visited && l->frontier && l->next;
  if (l->active && (lists || !words) && (l->distance || !bits)) return l;
  gobc_levels_close(l);
  return NULL;
}

void gobc_levels_close(gobc_levels *l) {
  if (!l) return;
  size_t n = (size_t)l->graph.vertices + 1;
  give(l, l->visited, n * row_bytes(l));
  give(l, l->frontier, n * row_bytes(l));
  give(l, l->next, n * row_bytes(l));
  give(l, l->active, n * sizeof(int32_t));
  give(l, l->found, n * sizeof(int32_t));
  give(l, l->candidates, n * sizeof(int32_t));
  give(l, l->unfinished, n * sizeof(int32_t));
  give(l, l->open, n);
  give(l, l->distance, distance_bytes(l));
  l->allocator.release(l, sizeof *l);
}

const gobc_counts *gobc_levels_counts(const gobc_levels *l) {
  return &l->counts;
}

/* Prepares the range for a batch, in blocks so that a cancel is seen soon on large graphs. */
static int clear(gobc_levels *l, int64_t first, int64_t last, const volatile int32_t *cancel) {
  if (l->dirty) {
    size_t n = (size_t)l->graph.vertices;
    memset(l->frontier, 0, n * row_bytes(l));
    memset(l->next, 0, n * row_bytes(l));
    l->dirty = 0;
  }
  const int64_t block = 1 << 18;
  for (int64_t v = first; v < last; v += block) {
    size_t count = (size_t)(last - v < block ? last - v : block);
    if (*cancel) return GOBC_KERNEL_CANCELLED;
    memset(l->visited + v * l->words, 0, count * row_bytes(l));
    memset(l->open + v, 1, count);
  }
  return GOBC_KERNEL_OK;
}

int gobc_levels_run(gobc_levels *l, const int32_t *sources, int lanes, int32_t first, int32_t last,
                    const uint8_t *known, int32_t *eccentricity, int32_t *beyond, const volatile int32_t *cancel) {
  gobc_levels_batch batch = {sources, lanes, first, last, known, eccentricity, beyond, cancel};
  int status = l->words ? clear(l, first, last, cancel) : GOBC_KERNEL_OK;
  if (status != GOBC_KERNEL_OK) return status;
  status = l->kernel->traverse[l->slot](l, &batch);
  l->dirty = l->words && status != GOBC_KERNEL_OK;
  if (status != GOBC_KERNEL_OK) return status;
  l->lanes = lanes;
  l->counts.batches++;
  l->counts.lanes += lanes;
  return GOBC_KERNEL_OK;
}

int gobc_levels_bound(gobc_levels *l, int32_t first, int32_t last, const int32_t *eccentricity, const int32_t *beyond,
                      gobc_level_bounds *bounds, const volatile int32_t *cancel) {
  const int32_t block = 1 << 14; /* between two looks at the cancel word */
  if (!l->bits) return GOBC_KERNEL_STALLED;
  for (int32_t v = first; v < last;) {
    int32_t end = last - v < block ? last : v + block;
    if (*cancel) return GOBC_KERNEL_CANCELLED;
    l->kernel->bound[l->slot](l, v, end, eccentricity, beyond, bounds);
    v = end;
  }
  return GOBC_KERNEL_OK;
}
