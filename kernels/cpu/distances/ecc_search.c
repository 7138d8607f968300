/* Levels: workspace, choice of the instruction set, and what happens around a traversal (distances/ecc_search_body.h). */
#include "distances/ecc_search.h"

static size_t distance_bytes(const gobc_ecc_search *l) {
  return ((size_t)l->search.graph.vertices + 1) * 64 * (size_t)(l->bits / 8);
}

static int slot_of(int words, int bits) {
  if (bits == 16 || bits == 32) {
    if (words == 0) return bits == 16 ? GOBC_ECC_SERIAL16 : GOBC_ECC_SERIAL32;
    if (words == 1) return bits == 16 ? GOBC_ECC_ROWS16 : GOBC_ECC_ROWS32;
  }
  if (bits == 0 && words == 1) return GOBC_ECC_PLAIN;
  return bits == 0 && words == 8 ? GOBC_ECC_WIDE : -1;
}

gobc_ecc_search *gobc_ecc_search_open(const gobc_csr *graph, int words, int bits, int isa,
                                      const gobc_allocator *allocator) {
  int slot = slot_of(words, bits);
  const gobc_kernels *kernels = gobc_dispatch(isa);
  if (slot < 0 || !kernels) return NULL;
  gobc_ecc_search *l = gobc_batch_search_open(sizeof *l, graph, words, allocator);
  if (!l) return NULL;
  l->bits = bits;
  l->slot = slot;
  l->kernel = kernels->ecc_search;
  if (bits) l->distance = gobc_arena_alloc(&l->search.arena, distance_bytes(l));
  return gobc_arena_opened(&l->search.arena);
}

int gobc_ecc_search_run(gobc_ecc_search *l, const int32_t *sources, int lanes, int32_t first, int32_t last,
                        const uint8_t *known, int32_t *eccentricity, int32_t *beyond, const volatile int32_t *cancel) {
  gobc_ecc_search_batch batch = {sources, lanes, first, last, known, eccentricity, beyond, cancel};
  int status = l->search.words ? gobc_batch_search_clear(&l->search, first, last, 0, NULL, cancel) : GOBC_KERNEL_OK;
  if (status != GOBC_KERNEL_OK) return status;
  status = l->kernel->traverse[l->slot](l, &batch);
  l->search.dirty = l->search.words && status != GOBC_KERNEL_OK;
  if (status != GOBC_KERNEL_OK) return status;
  l->lanes = lanes;
  l->search.arena.counts.batches++;
  l->search.arena.counts.lanes += lanes;
  return GOBC_KERNEL_OK;
}

int gobc_ecc_search_bound(gobc_ecc_search *l, int32_t first, int32_t last, const int32_t *eccentricity,
                          const int32_t *beyond, gobc_ecc_bounds *bounds, const volatile int32_t *cancel) {
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
