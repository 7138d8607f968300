#include "distances/batch_search.h"

#include <string.h>

static size_t row_bytes(const gobc_batch_search *s) { return (size_t)s->words * sizeof(uint64_t); }

void *gobc_batch_search_open(size_t bytes, const gobc_csr *graph, int words, const gobc_allocator *allocator) {
  gobc_batch_search *s = gobc_arena_open(bytes, allocator);
  if (!s) return NULL;
  gobc_arena *arena = &s->arena;
  const size_t n = (size_t)graph->vertices + 1; /* one more: a list is written one past its end */
  s->graph = *graph;
  s->words = words;
  s->active = gobc_arena_alloc(arena, n * sizeof(int32_t));
  if (!words) return s;
  s->visited = gobc_arena_alloc(arena, n * row_bytes(s));
  s->frontier = gobc_arena_alloc(arena, n * row_bytes(s));
  s->next = gobc_arena_alloc(arena, n * row_bytes(s));
  s->found = gobc_arena_alloc(arena, n * sizeof(int32_t));
  s->candidates = gobc_arena_alloc(arena, n * sizeof(int32_t));
  s->unfinished = gobc_arena_alloc(arena, n * sizeof(int32_t));
  s->open = gobc_arena_alloc(arena, n);
  return s;
}

void gobc_batch_search_set_back(gobc_batch_search *s, int32_t vertex) {
  memset(s->visited + (int64_t)vertex * s->words, 0, row_bytes(s));
  s->open[vertex] = 1;
}

void gobc_batch_search_cleared(gobc_batch_search *s, int32_t first, int32_t last, unsigned sums) {
  s->clear_first = first;
  s->clear_last = last;
  s->clear_sums = sums;
}

int gobc_batch_search_clear(gobc_batch_search *s, int32_t first, int32_t last, unsigned sums, int *was_clear,
                            const volatile int32_t *cancel) {
  const int clear = !s->dirty && first == s->clear_first && last == s->clear_last && sums == s->clear_sums;
  gobc_batch_search_cleared(s, 0, 0, 0); /* from now on it is in use */
  if (was_clear) *was_clear = clear;
  if (clear) return *cancel ? GOBC_KERNEL_CANCELLED : GOBC_KERNEL_OK;
  if (s->dirty) {
    size_t n = (size_t)s->graph.vertices;
    memset(s->frontier, 0, n * row_bytes(s));
    memset(s->next, 0, n * row_bytes(s));
    s->dirty = 0;
  }
  for (int64_t v = first; v < last; v += GOBC_CLEAR_STEP) {
    size_t count = (size_t)(last - v < GOBC_CLEAR_STEP ? last - v : GOBC_CLEAR_STEP);
    if (*cancel) return GOBC_KERNEL_CANCELLED;
    memset(s->visited + v * s->words, 0, count * row_bytes(s));
    memset(s->open + v, 1, count);
  }
  return GOBC_KERNEL_OK;
}
