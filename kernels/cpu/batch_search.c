#include "batch_search.h"

#include <string.h>

static size_t row_bytes(const gobc_batch_search *s) {
  return (size_t)s->words * sizeof(uint64_t);
}

void *gobc_batch_search_take(gobc_batch_search *s, size_t bytes) {
  void *memory = s->allocator.allocate(bytes);
  if (memory) s->counts.bytes += (int64_t)bytes;
  return memory;
}

void gobc_batch_search_give(gobc_batch_search *s, void *memory, size_t bytes) {
  if (memory) s->allocator.release(memory, bytes);
}

int gobc_batch_search_open(gobc_batch_search *s, size_t self, const gobc_csr *graph, int words,
                           const gobc_allocator *allocator) {
  s->graph = *graph;
  s->allocator = *allocator;
  s->words = words;
  s->counts.bytes = (int64_t)self;
  size_t n = (size_t)graph->vertices + 1; /* one more: a list is written one past its end */
  s->active = gobc_batch_search_take(s, n * sizeof(int32_t));
  if (!words) return s->active != NULL;
  s->visited = gobc_batch_search_take(s, n * row_bytes(s));
  s->frontier = gobc_batch_search_take(s, n * row_bytes(s));
  s->next = gobc_batch_search_take(s, n * row_bytes(s));
  s->found = gobc_batch_search_take(s, n * sizeof(int32_t));
  s->candidates = gobc_batch_search_take(s, n * sizeof(int32_t));
  s->unfinished = gobc_batch_search_take(s, n * sizeof(int32_t));
  s->open = gobc_batch_search_take(s, n);
  return s->active && s->visited && s->frontier && s->next && s->found && s->candidates && s->unfinished && s->open;
}

void gobc_batch_search_close(gobc_batch_search *s) {
  size_t n = (size_t)s->graph.vertices + 1;
  gobc_batch_search_give(s, s->visited, n * row_bytes(s));
  gobc_batch_search_give(s, s->frontier, n * row_bytes(s));
  gobc_batch_search_give(s, s->next, n * row_bytes(s));
  gobc_batch_search_give(s, s->active, n * sizeof(int32_t));
  gobc_batch_search_give(s, s->found, n * sizeof(int32_t));
  gobc_batch_search_give(s, s->candidates, n * sizeof(int32_t));
  gobc_batch_search_give(s, s->unfinished, n * sizeof(int32_t));
  gobc_batch_search_give(s, s->open, n);
}

int gobc_batch_search_clear(gobc_batch_search *s, int64_t first, int64_t last, const volatile int32_t *cancel) {
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
