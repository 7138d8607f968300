/*
 * Small graphs and a textbook reference for the kernel tests. Vertices are numbered as made, lists sorted ascending,
 * parallel edges kept. Not part of the library.
 */
#ifndef GOBC_TEST_GRAPHS_H
#define GOBC_TEST_GRAPHS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../kernels/cpu/common/dispatch.h"

/* The instruction sets that kernels can run with here. */
#define EACH_ISA(isa)                                                                                                  \
  for (int isa = GOBC_ISA_BASELINE; isa <= GOBC_ISA_AVX512; isa++)                                                     \
    if (gobc_isa(isa) == isa)

typedef struct edges {
  int32_t vertices;
  int64_t count, room;
  int32_t *pairs; /* 2 words an edge */
} edges;

static void edge(edges *e, int32_t u, int32_t v) {
  if (e->count == e->room) e->pairs = realloc(e->pairs, 8 * (size_t)(e->room = 2 * e->room + 64));
  e->pairs[2 * e->count] = u;
  e->pairs[2 * e->count++ + 1] = v;
}

static int ascending(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

/* Lists of the edges from `from` (0: first word, 1: second) and, if `both`, of the reversed ones too. */
static void make_lists(const edges *e, int from, int both, int64_t **offsets, int32_t **targets) {
  int64_t *end = calloc((size_t)e->vertices + 2, 8);
  int32_t *list = malloc(8 * (size_t)e->count + 4);
  for (int pass = 0; pass < 2; pass++) {
    for (int64_t i = 0; i < e->count; i++)
      for (int way = 0; way <= both; way++) {
        int32_t u = e->pairs[2 * i + (from ^ way)], v = e->pairs[2 * i + (1 ^ from ^ way)];
        if (u == v) continue;
        if (pass) list[end[u + 1]++] = v;
        else end[u + 2]++;
      }
    if (!pass)
      for (int32_t v = 0; v < e->vertices; v++) end[v + 2] += end[v + 1];
  }
  for (int32_t v = 0; v < e->vertices; v++) qsort(list + end[v], (size_t)(end[v + 1] - end[v]), 4, ascending);
  *offsets = end;
  *targets = list;
}

static gobc_csr make_graph(edges *e, int directed) {
  gobc_csr g = {.vertices = e->vertices};
  int64_t *offsets;
  int32_t *targets;
  make_lists(e, 0, !directed, &offsets, &targets);
  g.out_offsets = g.in_offsets = offsets;
  g.out_targets = g.in_targets = targets;
  if (directed) {
    make_lists(e, 1, 0, &offsets, &targets);
    g.in_offsets = offsets;
    g.in_targets = targets;
  }
  for (int64_t v = 0; v < g.vertices; v++) {
    int64_t degree = g.in_offsets[v + 1] - g.in_offsets[v];
    if (degree > g.max_in_degree) g.max_in_degree = degree;
  }
  free(e->pairs);
  return g;
}

static void free_graph(gobc_csr *g) {
  if (g->in_offsets != g->out_offsets) {
    free((void *)g->in_offsets);
    free((void *)g->in_targets);
  }
  free((void *)g->out_offsets);
  free((void *)g->out_targets);
}

static uint64_t random_state = 1;
static uint32_t random_word(void) {
  random_state = random_state * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(random_state >> 33);
}

/* Edges within blocks of `block` vertices, so that there are several components; some of them parallel. */
static edges random_edges(int32_t n, int64_t m, int32_t block) {
  edges e = {.vertices = n};
  for (int64_t i = 0; i < m; i++) {
    int32_t u = (int32_t)(random_word() % (uint32_t)n),
            v = u / block * block + (int32_t)(random_word() % (uint32_t)block);
    if (v < n) edge(&e, u, v);
    if (v < n && random_word() % 8 == 0) edge(&e, u, v);
  }
  return e;
}

static edges grid_edges(int32_t side) {
  edges e = {.vertices = side * side};
  for (int32_t v = 0; v < e.vertices; v++) {
    if (v % side + 1 < side) edge(&e, v, v + 1);
    if (v + side < e.vertices) edge(&e, v, v + side);
  }
  return e;
}

/* `layers` layers of `size` vertices, each complete to the next, with an end vertex of one path in front and behind. */
static edges layered_edges(int32_t layers, int32_t size) {
  edges e = {.vertices = layers * size};
  for (int32_t layer = 0; layer + 1 < layers; layer++)
    for (int32_t i = 0; i < size * size; i++) edge(&e, layer * size + i / size, (layer + 1) * size + i % size);
  return e;
}

/* A chain of diamonds, 2^length shortest paths from end to end; `beside` it a path as long, from the same start. */
static edges diamond_edges(int32_t length, int beside) {
  edges e = {.vertices = 3 * length + 1 + (beside ? 2 * length : 0)};
  for (int32_t v = 3 * length + 1; v < e.vertices; v++) edge(&e, v == 3 * length + 1 ? 0 : v - 1, v);
  for (int32_t i = 0; i < length; i++)
    for (int32_t side = 1; side <= 2; side++) {
      edge(&e, 3 * i, 3 * i + side);
      edge(&e, 3 * i + side, 3 * i + 3);
    }
  return e;
}

static edges star_edges(int32_t n) {
  edges e = {.vertices = n};
  for (int32_t v = 1; v < n; v++) edge(&e, 0, v);
  return e;
}

static edges path_edges(int32_t n) {
  edges e = {.vertices = n};
  for (int32_t v = 1; v < n; v++) edge(&e, v - 1, v);
  return e;
}

/* Brandes as in the textbook, one source, in long double: adds delta and sigma * gamma of v != source. */
static void reference(const gobc_csr *g, int32_t source, long double *delta_sum, long double *stress_sum) {
  size_t n = (size_t)g->vertices, count = 0;
  long double *sigma = calloc(3 * n, sizeof *sigma), *delta = sigma + n, *gamma = delta + n;
  int32_t *level = malloc(4 * n), *order = malloc(4 * n);
  memset(level, 255, 4 * n);
  level[source] = 0;
  sigma[source] = 1;
  order[count++] = source;
  for (size_t head = 0; head < count; head++) {
    int32_t u = order[head];
    for (int64_t i = g->out_offsets[u]; i < g->out_offsets[u + 1]; i++) {
      int32_t w = g->out_targets[i];
      if (level[w] < 0) {
        level[w] = level[u] + 1;
        order[count++] = w;
      }
      if (level[w] == level[u] + 1) sigma[w] += sigma[u];
    }
  }
  while (count > 1) {
    int32_t v = order[--count];
    for (int64_t i = g->out_offsets[v]; i < g->out_offsets[v + 1]; i++) {
      int32_t w = g->out_targets[i];
      if (level[w] != level[v] + 1) continue;
      delta[v] += sigma[v] / sigma[w] * (1 + delta[w]);
      gamma[v] += 1 + gamma[w];
    }
    delta_sum[v] += delta[v];
    stress_sum[v] += sigma[v] * gamma[v];
  }
  free(sigma);
  free(level);
  free(order);
}

#endif
