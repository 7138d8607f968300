/*
 * Distances and the queue kernel against values by definition: a plain search for distances, and for dependencies the
 * pair sums sigma(s,v) sigma(v,t) / sigma(s,t) in long double, which holds the path counts of every graph here.
 * Build: cc -O2 -std=c11 -D_GNU_SOURCE -Ikernels/cpu, this file and every .c file of kernels/cpu, -lm -lpthread
 */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "common/dispatch.h"

static int failures, checks;

#define CHECK(condition, ...)                                                                                          \
  do {                                                                                                                 \
    checks++;                                                                                                          \
    if (!(condition) && ++failures <= 20) {                                                                            \
      printf("%s:%d: %s: ", __FILE__, __LINE__, #condition);                                                           \
      printf(__VA_ARGS__);                                                                                             \
      printf("\n");                                                                                                    \
    }                                                                                                                  \
  } while (0)

/* ---- an allocator that counts and can fail ---- */

static int64_t allocations, fail_at = -1, live_bytes, peak_bytes;

static void *allocate(size_t bytes) {
  void *memory;
  if (allocations++ == fail_at || posix_memalign(&memory, 64, bytes)) return NULL;
  live_bytes += (int64_t)bytes;
  if (peak_bytes < live_bytes) peak_bytes = live_bytes;
  return memset(memory, 0, bytes);
}

static void release(void *memory, size_t bytes) {
  live_bytes -= (int64_t)bytes;
  free(memory);
}

static const gobc_allocator allocator = {allocate, release};
static const volatile int32_t no_cancel = 0;

/* ---- graphs ---- */

typedef struct {
  int n, directed;
  int64_t m;
  int32_t *tail, *head;
} edges;

static uint64_t random_state = 88172645463325252u;

static int random_below(int bound) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (int)(random_state % (uint64_t)bound);
}

static edges new_edges(int n, int directed, int64_t room) {
  edges e = {n, directed, 0, malloc((size_t)(room + 1) * 4), malloc((size_t)(room + 1) * 4)};
  return e;
}

static void add_edge(edges *e, int u, int v) {
  if (u == v) return;
  e->tail[e->m] = u;
  e->head[e->m++] = v;
}

static int by_value(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

static void half(const edges *e, int backwards, int both, int64_t **offsets, int32_t **targets) {
  int64_t *o = calloc((size_t)e->n + 2, 8);
  for (int64_t i = 0; i < e->m; i++) {
    if (!backwards || both) o[e->tail[i] + 2]++;
    if (backwards || both) o[e->head[i] + 2]++;
  }
  for (int v = 0; v < e->n; v++) o[v + 2] += o[v + 1];
  int32_t *t = malloc((size_t)(o[e->n + 1] + 1) * 4);
  for (int64_t i = 0; i < e->m; i++) {
    if (!backwards || both) t[o[e->tail[i] + 1]++] = e->head[i];
    if (backwards || both) t[o[e->head[i] + 1]++] = e->tail[i];
  }
  for (int v = 0; v < e->n; v++) qsort(t + o[v], (size_t)(o[v + 1] - o[v]), 4, by_value);
  *offsets = o;
  *targets = t;
}

static gobc_csr build(edges e) {
  gobc_csr g = {.vertices = e.n};
  int64_t *o;
  int32_t *t;
  half(&e, 0, !e.directed, &o, &t);
  g.out_offsets = o;
  g.out_targets = t;
  if (e.directed) half(&e, 1, 0, &o, &t);
  g.in_offsets = o;
  g.in_targets = t;
  for (int v = 0; v < e.n; v++)
    if (g.max_in_degree < o[v + 1] - o[v]) g.max_in_degree = o[v + 1] - o[v];
  free(e.tail);
  free(e.head);
  return g;
}

static void drop(gobc_csr *g) {
  if (g->in_offsets != g->out_offsets) {
    free((void *)g->in_offsets);
    free((void *)g->in_targets);
  }
  free((void *)g->out_offsets);
  free((void *)g->out_targets);
}

/* Random edges inside `blocks` equal ranges of vertices; density edges a vertex; some edges repeat. */
static gobc_csr random_graph(int n, int blocks, double density, int directed) {
  int64_t m = (int64_t)(n * density);
  edges e = new_edges(n, directed, 2 * m);
  int size = n / blocks;
  for (int64_t i = 0; i < m; i++) {
    int base = random_below(blocks) * size;
    int u = base + random_below(size), v = base + random_below(size);
    add_edge(&e, u, v);
    if (random_below(8) == 0) add_edge(&e, u, v);
  }
  return build(e);
}

/* k diamonds: corners 3i, middles 3i + 1 and 3i + 2; `beside`: also a plain path of 2k edges between the ends */
static gobc_csr diamonds(int k, int beside) {
  int n = 3 * k + 1;
  edges e = new_edges(n + (beside ? 2 * k - 1 : 0), 0, 6 * k);
  for (int i = 0; i < k; i++) {
    add_edge(&e, 3 * i, 3 * i + 1);
    add_edge(&e, 3 * i, 3 * i + 2);
    add_edge(&e, 3 * i + 1, 3 * i + 3);
    add_edge(&e, 3 * i + 2, 3 * i + 3);
  }
  for (int i = 0; beside && i < 2 * k; i++) add_edge(&e, i == 0 ? 0 : n + i - 1, i == 2 * k - 1 ? n - 1 : n + i);
  return build(e);
}

static gobc_csr grid(int side) {
  edges e = new_edges(side * side, 0, 2 * side * side);
  for (int i = 0; i < side * side; i++) {
    if (i % side + 1 < side) add_edge(&e, i, i + 1);
    if (i + side < side * side) add_edge(&e, i, i + side);
  }
  return build(e);
}

static gobc_csr layers(int count, int size) {
  edges e = new_edges(count * size, 0, (int64_t)count * size * size);
  for (int l = 0; l + 1 < count; l++)
    for (int i = 0; i < size * size; i++) add_edge(&e, l * size + i / size, (l + 1) * size + i % size);
  return build(e);
}

/* ---- values by definition ---- */

static void search(const gobc_csr *g, int source, int32_t *distance, long double *paths, int32_t *queue) {
  int head = 0, tail = 0;
  for (int v = 0; v < g->vertices; v++) {
    distance[v] = -1;
    paths[v] = 0;
  }
  queue[tail++] = source;
  distance[source] = 0;
  paths[source] = 1;
  while (head < tail) {
    int u = queue[head++];
    for (int64_t k = g->out_offsets[u]; k < g->out_offsets[u + 1]; k++) {
      int w = g->out_targets[k];
      if (distance[w] < 0) {
        distance[w] = distance[u] + 1;
        queue[tail++] = w;
      }
      if (distance[w] == distance[u] + 1) paths[w] += paths[u];
    }
  }
}

/* ---- distances ---- */

typedef struct {
  int64_t *distance, *reached, *lanes;
  uint64_t *terms;
  int32_t *eccentricity;
} distance_sums;

static distance_sums new_sums(int n) {
  distance_sums s = {calloc(n + 1, 8), calloc(n + 1, 8), calloc(n + 1, 8), calloc(2 * n + 2, 8), calloc(n + 1, 4)};
  return s;
}

static void drop_sums(distance_sums *s) {
  free(s->distance);
  free(s->reached);
  free(s->lanes);
  free(s->terms);
  free(s->eccentricity);
}

static int same_sums(const distance_sums *a, const distance_sums *b, int n) {
  return !memcmp(a->distance, b->distance, 8 * (size_t)n) && !memcmp(a->reached, b->reached, 8 * (size_t)n) &&
      !memcmp(a->lanes, b->lanes, 8 * (size_t)n) && !memcmp(a->terms, b->terms, 16 * (size_t)n) &&
      !memcmp(a->eccentricity, b->eccentricity, 4 * (size_t)n);
}

/* 2^64 / d to the nearest by long division, one bit at a time */
static unsigned __int128 reciprocal(int64_t d) {
  unsigned __int128 quotient = 0, rest = 1;
  for (int bit = 0; bit <= 64; bit++) {
    quotient = quotient << 1 | (rest >= (uint64_t)d);
    if (rest >= (uint64_t)d) rest -= (uint64_t)d;
    if (bit < 64) rest <<= 1;
  }
  return quotient + (2 * rest >= (uint64_t)d);
}

static distance_sums sums_by_search(const gobc_csr *g, const int32_t *sources, int count) {
  int n = (int)g->vertices;
  distance_sums s = new_sums(n);
  int32_t *distance = malloc(4 * (size_t)n), *queue = malloc(4 * (size_t)n);
  long double *paths = malloc(sizeof *paths * (size_t)n);
  for (int i = 0; i < count; i++) {
    search(g, sources[i], distance, paths, queue);
    for (int v = 0; v < n; v++) {
      if (distance[v] < 0) continue;
      s.reached[v]++;
      s.lanes[sources[i]]++;
      s.distance[v] += distance[v];
      if (s.eccentricity[v] < distance[v]) s.eccentricity[v] = distance[v];
      if (distance[v] == 0) continue;
      unsigned __int128 sum = ((unsigned __int128)s.terms[2 * v + 1] << 64) + s.terms[2 * v];
      sum += reciprocal(distance[v]);
      s.terms[2 * v] = (uint64_t)sum;
      s.terms[2 * v + 1] = (uint64_t)(sum >> 64);
    }
  }
  free(distance);
  free(queue);
  free(paths);
  return s;
}

/* One pass over the sources, range by range (`blocks` equal ranges), into s. Stops at the first status but OK. */
static int add_distances(gobc_distances *d, const gobc_csr *g, int words, const int32_t *sources, int count, int blocks,
                         distance_sums *s, const volatile int32_t *cancel) {
  gobc_distance_totals totals = {
      .distance = s->distance, .reached = s->reached, .terms = s->terms, .eccentricity = s->eccentricity};
  int n = (int)g->vertices, size = n / blocks;
  int32_t batch[512];
  int64_t reached[512];
  for (int b = 0; b < blocks; b++) {
    int first = b * size, last = b + 1 == blocks ? n : first + size;
    for (int i = 0, lanes = 0; i <= count; i++) {
      if (lanes == 64 * words || (i == count && lanes)) {
        int status = gobc_distances_run(d, batch, lanes, first, last, &totals, reached, cancel);
        if (status != GOBC_KERNEL_OK) return status;
        for (int k = 0; k < lanes; k++) s->lanes[batch[k]] = reached[k];
        lanes = 0;
      }
      if (i < count && sources[i] >= first && sources[i] < last) batch[lanes++] = sources[i];
    }
  }
  return GOBC_KERNEL_OK;
}

static void check_distances(const gobc_csr *g, int blocks, int every, const char *what) {
  static const int widths[3] = {1, 4, 8};
  int n = (int)g->vertices, count = 0;
  int32_t *sources = malloc(4 * (size_t)n);
  for (int v = 0; v < n; v++)
    if (every == 1 || random_below(every) == 0) sources[count++] = v;
  distance_sums expected = sums_by_search(g, sources, count);
  for (int w = 0; w < 3; w++) {
    for (int isa = -1; isa <= GOBC_ISA_AVX512; isa++) {
      if (isa >= 0 && gobc_isa(isa) != isa) continue;
      gobc_distances *d = gobc_distances_open(g, NULL, widths[w], isa, &allocator);
      distance_sums found = new_sums(n);
      for (int again = 0; again < 2; again++) {
        drop_sums(&found);
        found = new_sums(n);
        int status = add_distances(d, g, widths[w], sources, count, blocks, &found, &no_cancel);
        CHECK(status == GOBC_KERNEL_OK, "status %d", status);
        CHECK(same_sums(&found, &expected, n), "%s: n %d words %d isa %d run %d", what, n, widths[w], isa, again);
      }
      const gobc_counts *counts = gobc_workspace_counts(d);
      CHECK(counts->lanes == 2 * count && counts->frontier_items >= counts->lanes, "lanes %ld", (long)counts->lanes);
      CHECK(counts->bytes == peak_bytes, "%ld bytes counted, %ld held", (long)counts->bytes, (long)peak_bytes);
      gobc_workspace_close(d);
      CHECK(live_bytes == 0, "%ld bytes lost", (long)live_bytes);
      peak_bytes = 0;
      drop_sums(&found);
    }
  }
  drop_sums(&expected);
  free(sources);
}

static void test_distances(void) {
  for (int round = 0; round < 24; round++) {
    int n = 1 + random_below(900), blocks = round % 3 == 0 && n >= 60 ? 1 + random_below(6) : 1;
    gobc_csr g = random_graph(n, blocks, 0.4 + random_below(60) / 10.0, round & 1);
    check_distances(&g, blocks, round % 4 == 3 ? 7 : 1, "random");
    drop(&g);
  }
  gobc_csr chain = diamonds(400, 1), square = grid(30), dense = layers(6, 40);
  check_distances(&chain, 1, 1, "diamonds");
  check_distances(&square, 1, 1, "grid");
  check_distances(&dense, 1, 1, "layers");
  drop(&chain);
  drop(&square);
  drop(&dense);
}

/* ---- queue ---- */

static gobc_totals new_totals(int n) {
  gobc_totals t = {.delta = calloc(2 * n + 2, 8), .stress.words = calloc(2 * n + 2, 8)};
  return t;
}

static void drop_totals(gobc_totals *t, int n) {
  free(t->delta);
  free(t->stress.words);
  for (int k = 0; k < 64; k++)
    if (t->stress.large[k]) release(t->stress.large[k], 16 * (size_t)n);
  if (t->stress.infinite) release(t->stress.infinite, (size_t)n);
}

static int untouched(const gobc_totals *t, int n) {
  for (int i = 0; i < 2 * n; i++) {
    if (t->delta[i] || t->stress.words[i]) return 0;
    for (int k = 0; k < 64; k++)
      if (t->stress.large[k] && t->stress.large[k][i]) return 0;
    if (i < n && t->stress.infinite && t->stress.infinite[i]) return 0;
  }
  return 1;
}

static long double words_value(const uint64_t *word) {
  return ldexpl((long double)(int64_t)word[1], 64) + (long double)word[0];
}

static long double delta_value(const gobc_totals *t, int v) { return ldexpl(words_value(t->delta + 2 * v), -64); }

static long double stress_value(const gobc_totals *t, int v) {
  long double sum = words_value(t->stress.words + 2 * v);
  for (int k = 0; k < 64; k++)
    if (t->stress.large[k]) sum += ldexpl(words_value(t->stress.large[k] + 2 * v), 44 + 32 * k);
  return t->stress.infinite && t->stress.infinite[v] ? (long double)INFINITY : sum;
}

static int close_to(long double found, long double expected, long double tolerance) {
  if (isinf(expected)) return isinf(found);
  return fabsl(found - expected) <= tolerance * fabsl(expected) + 1e-15L;
}

/* dependency and stress term of v for one source by definition */
static void by_definition(const gobc_csr *g, int source, int v, const int32_t *from_source, const long double *paths,
                          int32_t *distance, long double *onward, int32_t *queue, long double *delta,
                          long double *stress) {
  if (v == source || from_source[v] < 0) return;
  long double term = 0;
  search(g, v, distance, onward, queue);
  for (int t = 0; t < g->vertices; t++) {
    if (t == v || distance[t] < 0 || from_source[v] + distance[t] != from_source[t]) continue;
    *delta += paths[v] / paths[t] * onward[t];
    term += paths[v] * onward[t];
  }
  *stress += term > 0x1.fffffffffffffp1023L ? (long double)INFINITY : term;
}

/* Sources one by one through the queue; *unsafe counts those out_of_range. */
static gobc_totals run_queue(const gobc_csr *g, int exponents, const int32_t *sources, int count, int blocks,
                             int *unsafe) {
  int n = (int)g->vertices, size = n / blocks;
  gobc_serial *queue = gobc_serial_open(g, 1, NULL, 0, exponents, GOBC_NEED_DELTA | GOBC_NEED_STRESS, &allocator);
  gobc_totals totals = new_totals(n);
  *unsafe = 0;
  for (int i = 0; i < count; i++) {
    int block = sources[i] / size < blocks ? sources[i] / size : blocks - 1;
    uint64_t out_of_range = 7;
    int status = gobc_serial_run(queue, sources[i], block * size, block + 1 == blocks ? n : (block + 1) * size, &totals,
                                 NULL, &no_cancel, &out_of_range);
    CHECK(status == GOBC_KERNEL_OK && out_of_range <= 1, "status %d", status);
    *unsafe += out_of_range != 0;
  }
  gobc_workspace_close(queue);
  return totals;
}

/*
 * Both kinds of path counts on `count` sources. `step`: every step-th vertex is compared with its definition.
 * unsafe: how many sources exponents 0 must flag, -1: any.
 */
static void check_queue(const gobc_csr *g, const int32_t *sources, int count, int blocks, int step, int unsafe,
                        const char *what) {
  int n = (int)g->vertices, out_of_range[2];
  gobc_totals found[2];
  for (int kind = 0; kind < 2; kind++) found[kind] = run_queue(g, kind, sources, count, blocks, &out_of_range[kind]);
  CHECK(out_of_range[1] == 0 && (unsafe < 0 || out_of_range[0] == unsafe), "%s: %d and %d out_of_range", what,
        out_of_range[0], out_of_range[1]);
  int32_t *from_source = malloc(4 * (size_t)n), *distance = malloc(4 * (size_t)n), *queue = malloc(4 * (size_t)n);
  long double *paths = malloc(sizeof *paths * (size_t)n), *onward = malloc(sizeof *paths * (size_t)n);
  long double *delta = calloc((size_t)n, sizeof *delta), *stress = calloc((size_t)n, sizeof *stress);
  for (int i = 0; i < count; i++) {
    search(g, sources[i], from_source, paths, queue);
    for (int v = 0; v < n; v += step)
      by_definition(g, sources[i], v, from_source, paths, distance, onward, queue, delta + v, stress + v);
  }
  for (int kind = 0; kind < 2; kind++) {
    for (int v = 0; v < n && !out_of_range[kind]; v += step) {
      long double d = delta_value(&found[kind], v), s = stress_value(&found[kind], v);
      CHECK(close_to(d, delta[v], 1e-12L), "%s kind %d: delta(%d) %.18Lg, not %.18Lg", what, kind, v, d, delta[v]);
      CHECK(close_to(s, stress[v], 1e-12L), "%s kind %d: stress(%d) %.18Lg, not %.18Lg", what, kind, v, s, stress[v]);
    }
    drop_totals(&found[kind], n);
  }
  CHECK(live_bytes == 0, "%ld bytes lost", (long)live_bytes);
  peak_bytes = 0;
  free(from_source);
  free(distance);
  free(queue);
  free(paths);
  free(onward);
  free(delta);
  free(stress);
}

static void test_queue_random(void) {
  int32_t sources[200];
  for (int v = 0; v < 200; v++) sources[v] = v;
  for (int round = 0; round < 40; round++) {
    int n = 1 + random_below(round < 20 ? 12 : 120), blocks = round % 3 == 0 && n >= 60 ? 3 : 1;
    gobc_csr g = random_graph(n, blocks, 0.4 + random_below(60) / 10.0, round & 1);
    check_queue(&g, sources, n, blocks, 1, 0, "random");
    drop(&g);
  }
}

static void test_queue_large_counts(void) {
  static const int lengths[4] = {130, 440, 1030, 2000};
  for (int i = 0; i < 8; i++) {
    int k = lengths[i / 2];
    gobc_csr g = diamonds(k, i & 1);
    int32_t sources[3] = {0, 3 * (k / 2) + 1, 3 * k};
    check_queue(&g, sources, 3, 1, 61, k <= 440 ? 0 : k == 1030 ? 3 : 3, "diamonds");
    drop(&g);
  }
  static const int sides[3] = {35, 70, 200};
  for (int i = 0; i < 3; i++) {
    gobc_csr g = grid(sides[i]);
    int32_t sources[2] = {0, sides[i] * sides[i] / 2 + 3};
    check_queue(&g, sources, 2, 1, 1 + sides[i] * sides[i] / 60, 0, "grid");
    drop(&g);
  }
  gobc_csr g = layers(40, 20);
  int32_t sources[3] = {0, 415, 799};
  check_queue(&g, sources, 3, 1, 7, 0, "layers");
  drop(&g);
}

/* delta alone: counts between the two limits are safe, and 2^900 is not passed unseen */
static void test_queue_limits(void) {
  for (int k = 440; k <= 920; k += 20) {
    gobc_csr g = diamonds(k, 0);
    for (unsigned needs = 1; needs <= 3; needs++) {
      gobc_serial *queue = gobc_serial_open(&g, 1, NULL, 0, 0, needs, &allocator);
      gobc_totals totals = new_totals((int)g.vertices);
      uint64_t out_of_range = 0;
      int status = gobc_serial_run(queue, 0, 0, (int)g.vertices, &totals, NULL, &no_cancel, &out_of_range);
      CHECK(status == GOBC_KERNEL_OK && out_of_range == (k > (needs & GOBC_NEED_STRESS ? 450 : 900)),
            "diamonds %d needs %u: out_of_range %d", k, needs, (int)out_of_range);
      CHECK(!out_of_range || untouched(&totals, (int)g.vertices), "diamonds %d: out_of_range, yet added", k);
      long double corner = needs & GOBC_NEED_DELTA && !out_of_range ? 3 * (k - 1) : 0;
      CHECK(delta_value(&totals, 3) == corner, "diamonds %d needs %u: delta %Lg", k, needs, delta_value(&totals, 3));
      gobc_workspace_close(queue);
      drop_totals(&totals, (int)g.vertices);
    }
    drop(&g);
  }
}

/* ---- failing memory, cancelling ---- */

static void test_memory(void) {
  gobc_csr g = random_graph(3000, 1, 4.0, 1);
  gobc_csr chain = diamonds(2000, 0);
  int32_t sources[64];
  for (int i = 0; i < 64; i++) sources[i] = 47 * i;
  distance_sums expected = sums_by_search(&g, sources, 64);
  int ended = 0;
  for (int k = 0; k < 40 && !ended; k++) {
    allocations = 0;
    fail_at = k;
    gobc_distances *d = gobc_distances_open(&g, NULL, 1, -1, &allocator);
    distance_sums found = new_sums(3000), nothing = new_sums(3000);
    if (d) {
      int status = add_distances(d, &g, 1, sources, 64, 1, &found, &no_cancel);
      ended = status == GOBC_KERNEL_OK;
      if (!ended) {
        CHECK(status == GOBC_KERNEL_NOMEM && same_sums(&found, &nothing, 3000), "allocation %d", k);
        CHECK(add_distances(d, &g, 1, sources, 64, 1, &found, &no_cancel) == GOBC_KERNEL_OK, "allocation %d", k);
      }
      CHECK(same_sums(&found, &expected, 3000), "allocation %d", k);
    }
    gobc_workspace_close(d);
    CHECK(live_bytes == 0, "%ld bytes lost", (long)live_bytes);
    drop_sums(&found);
    drop_sums(&nothing);
  }
  CHECK(ended, "distances never ran");
  drop_sums(&expected);
  for (int kind = 0; kind < 4; kind++) {
    const gobc_csr *graph = kind < 2 ? &g : &chain;
    int n = (int)graph->vertices, unsafe;
    int32_t source = 0;
    fail_at = -1;
    gobc_totals right = run_queue(graph, kind & 1, &source, 1, 1, &unsafe);
    ended = 0;
    for (int k = 0; k < 80 && !ended; k++) {
      allocations = 0;
      fail_at = k;
      gobc_serial *queue =
          gobc_serial_open(graph, 1, NULL, 0, kind & 1, GOBC_NEED_DELTA | GOBC_NEED_STRESS, &allocator);
      gobc_totals totals = new_totals(n);
      uint64_t out_of_range;
      int status =
          queue ? gobc_serial_run(queue, 0, 0, n, &totals, NULL, &no_cancel, &out_of_range) : GOBC_KERNEL_NOMEM;
      ended = status == GOBC_KERNEL_OK;
      CHECK(ended || (status == GOBC_KERNEL_NOMEM && untouched(&totals, n)), "allocation %d: status %d", k, status);
      if (queue && !ended)
        CHECK(gobc_serial_run(queue, 0, 0, n, &totals, NULL, &no_cancel, &out_of_range) == GOBC_KERNEL_OK,
              "allocation %d", k);
      if (queue) CHECK(!memcmp(totals.delta, right.delta, 16 * (size_t)n), "kind %d allocation %d", kind, k);
      if (queue)
        CHECK(!memcmp(totals.stress.words, right.stress.words, 16 * (size_t)n), "kind %d allocation %d", kind, k);
      gobc_workspace_close(queue);
      drop_totals(&totals, n);
    }
    CHECK(ended, "queue kind %d never ran", kind);
    drop_totals(&right, n);
  }
  fail_at = -1;
  drop(&g);
  drop(&chain);
}

static volatile int32_t cancel_word;

static void *cancel_after(void *microseconds) {
  usleep((useconds_t)(intptr_t)microseconds);
  cancel_word = 1;
  return NULL;
}

static int status_of(gobc_distances *d, gobc_serial *queue, const gobc_csr *g, const int32_t *sources,
                     distance_sums *sums, gobc_totals *totals) {
  uint64_t out_of_range;
  if (d) return add_distances(d, g, 8, sources, 512, 1, sums, &cancel_word);
  return gobc_serial_run(queue, 0, 0, (int)g->vertices, totals, NULL, &cancel_word, &out_of_range);
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Cancelled before the run, then at eleven moments of it: nothing added, and the next run is right. */
static void test_cancel(int use_queue) {
  int n = 30000, cancelled = 0, status, unsafe;
  gobc_csr g = random_graph(n, 1, 6.0, 1);
  int32_t sources[512], zero = 0;
  for (int i = 0; i < 512; i++) sources[i] = 57 * i;
  distance_sums right = new_sums(n);
  gobc_totals right_totals = run_queue(&g, 0, &zero, 1, 1, &unsafe);
  gobc_totals again = new_totals(n);
  gobc_distances *d = use_queue ? NULL : gobc_distances_open(&g, NULL, 8, -1, &allocator);
  gobc_serial *queue =
      use_queue ? gobc_serial_open(&g, 1, NULL, 0, 0, GOBC_NEED_DELTA | GOBC_NEED_STRESS, &allocator) : NULL;
  double start = seconds();
  cancel_word = 0;
  CHECK(status_of(d, queue, &g, sources, &right, &again) == GOBC_KERNEL_OK, "not cancelled");
  double run = seconds() - start;
  for (int step = 0; step < 12; step++) {
    int64_t delay = (int64_t)(run * 1e6 * step / 12);
    pthread_t thread;
    cancel_word = step == 0;
    pthread_create(&thread, NULL, cancel_after, (void *)(intptr_t)delay);
    distance_sums sums = new_sums(n), nothing = new_sums(n);
    gobc_totals totals = new_totals(n);
    status = status_of(d, queue, &g, sources, &sums, &totals);
    pthread_join(thread, NULL);
    CHECK(status == GOBC_KERNEL_OK || status == GOBC_KERNEL_CANCELLED, "status %d", status);
    if (status == GOBC_KERNEL_CANCELLED) {
      cancelled++;
      CHECK(same_sums(&sums, &nothing, n) && untouched(&totals, n), "cancelled, yet added");
      cancel_word = 0;
      CHECK(status_of(d, queue, &g, sources, &sums, &totals) == GOBC_KERNEL_OK, "after a cancel");
    }
    if (d) CHECK(same_sums(&sums, &right, n), "step %d", step);
    if (queue) CHECK(!memcmp(totals.delta, right_totals.delta, 16 * (size_t)n), "step %d", step);
    drop_sums(&sums);
    drop_sums(&nothing);
    drop_totals(&totals, n);
  }
  CHECK(cancelled >= 1, "%d cancelled", cancelled);
  gobc_workspace_close(d);
  gobc_workspace_close(queue);
  drop_sums(&right);
  drop_totals(&right_totals, n);
  drop_totals(&again, n);
  drop(&g);
}

int main(void) {
  test_distances();
  test_queue_random();
  test_queue_large_counts();
  test_queue_limits();
  test_memory();
  test_cancel(0);
  test_cancel(1);
  printf("distances and queue: %d checks, %d failures\n", checks, failures);
  return failures != 0;
}
