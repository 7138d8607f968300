/*
 * Speed of the batched sweep on one thread: MTEPS = undirected edges * sources / seconds, where seconds is the sum of
 * the best thread time of each batch. Sources are `chunks` runs of 128 consecutive vertices in breadth-first order,
 * spread over the graph (0: all vertices).
 *   cc -std=c11 -O2 -Ikernels/cpu tests/kernels/sweep_bench.c kernels/cpu/*.c -lm
 *   a.out GRAPH CHUNKS REPEATS [isa [needs]]    WIDTH, PRECISION, CORE: from the environment
 *   GRAPH: int64 n, int64 entries, int32 offsets[n + 1], int32 targets[]
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "../../kernels/cpu/kernels.h"

/* Large blocks in huge pages, as the library has them. */
static void *allocate(size_t bytes) {
  size_t unit = bytes >= 2 << 20 ? 2 << 20 : 64, room = (bytes + unit - 1) / unit * unit;
  void *memory = aligned_alloc(unit, room);
  if (memory && unit > 64) madvise(memory, room, MADV_HUGEPAGE);
  if (memory) memset(memory, 0, room);
  return memory;
}
static void release(void *memory, size_t bytes) {
  (void)bytes;
  free(memory);
}
static const gobc_allocator allocator = {allocate, release};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void need(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "sweep_bench: %s\n", what);
  exit(1);
}

static int ascending(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

/* Breadth-first numbers of all vertices, component by component. */
static int32_t *order_of(int64_t n, const int32_t *offsets, const int32_t *targets, int32_t *number) {
  int32_t *order = malloc(4 * (size_t)n + 4);
  int64_t count = 0, head = 0;
  memset(number, 255, 4 * (size_t)n);
  for (int32_t root = 0; root < n; root++) {
    if (number[root] >= 0) continue;
    number[root] = (int32_t)count;
    order[count++] = root;
    for (; head < count; head++)
      for (int32_t i = offsets[order[head]]; i < offsets[order[head] + 1]; i++) {
        int32_t w = targets[i];
        if (number[w] >= 0) continue;
        number[w] = (int32_t)count;
        order[count++] = w;
      }
  }
  return order;
}

static gobc_csr read_graph(const char *path) {
  FILE *file = fopen(path, "rb");
  int64_t head[2];
  need(file && fread(head, 8, 2, file) == 2, "cannot read the graph");
  size_t n = (size_t)head[0], m = (size_t)head[1];
  int32_t *offsets = malloc(4 * (n + 1)), *targets = malloc(4 * m), *number = malloc(4 * n);
  need(fread(offsets, 4, n + 1, file) == n + 1 && fread(targets, 4, m, file) == m, "the graph is cut short");
  fclose(file);
  int32_t *order = order_of((int64_t)n, offsets, targets, number), *list = malloc(4 * m);
  int64_t *begin = malloc(8 * (n + 1)), most = 0;
  begin[0] = 0;
  for (size_t v = 0; v < n; v++) {
    int64_t degree = offsets[order[v] + 1] - offsets[order[v]];
    most = degree > most ? degree : most;
    begin[v + 1] = begin[v] + degree;
    for (int64_t i = 0; i < degree; i++) list[begin[v] + i] = number[targets[offsets[order[v]] + i]];
    qsort(list + begin[v], (size_t)degree, 4, ascending);
  }
  free(offsets);
  free(targets);
  free(number);
  free(order);
  return (gobc_csr){.vertices = (int64_t)n,
                    .out_offsets = begin,
                    .out_targets = list,
                    .in_offsets = begin,
                    .in_targets = list,
                    .max_in_degree = most};
}

static int64_t choose_sources(int64_t n, int chunks, int32_t *sources) {
  int64_t count = 0;
  if (chunks <= 0 || (int64_t)chunks * 128 >= n) {
    for (; count < n; count++) sources[count] = (int32_t)count;
    return count;
  }
  for (int i = 0; i < chunks; i++) {
    int64_t start = (int64_t)((i + .5) / chunks * (double)n) - 64;
    for (int lane = 0; lane < 128; lane++) sources[count++] = (int32_t)(start + lane);
  }
  return count;
}

static void bench(const gobc_csr *g, int width, int precision, unsigned needs, int isa, const int32_t *sources,
                  int64_t count, int repeats) {
  gobc_sweep *sweep = gobc_sweep_open(g, NULL, width, precision, needs, isa, &allocator);
  need(sweep != NULL, "out of memory");
  size_t n = (size_t)g->vertices, entries = (size_t)g->out_offsets[n];
  uint64_t *sums[5] = {allocate(16 * n), allocate(16 * n), allocate(16 * n), allocate(16 * entries),
                       allocate(16 * entries)};
  gobc_totals totals = {.delta = sums[0],
                        .squares = sums[1],
                        .stress.words = sums[2],
                        .edge_delta = {sums[3], sums[3]},
                        .edge_stress = {{.words = sums[4]}, {.words = sums[4]}}};
  uint64_t out_of_range;
  double best = 0, *fastest = calloc((size_t)(count / width) + 1, sizeof *fastest);
  gobc_counts first = {0};
  for (int repeat = -1; repeat < repeats; repeat++) {
    for (int64_t s = 0; s < count; s += width) {
      int lanes = (int)(count - s < width ? count - s : width);
      double start = now();
      need(!gobc_sweep_run(sweep, sources + s, lanes, 0, (int32_t)g->vertices, &totals, NULL, &out_of_range),
           "a batch failed");
      double seconds = now() - start;
      if (repeat < 0) break;
      if (repeat == 0 || seconds < fastest[s / width]) fastest[s / width] = seconds;
    }
    if (repeat < 0) first = *gobc_workspace_counts(sweep);
  }
  for (int64_t s = 0; s < count; s += width) best += fastest[s / width];
  free(fastest);
  const gobc_counts *c = gobc_workspace_counts(sweep);
  double batches = (double)(c->batches - first.batches), edges = (double)g->out_offsets[g->vertices];
  printf(
      "  width %2d f%d: %8.1f MTEPS  %.4f s  entries/batch/n %.2f  visits/batch/2m %.2f  hits/visit %.2f  levels %.0f "
      "pulled %.0f  %.1f MiB\n",
      width, precision, edges / 2 * (double)count / best / 1e6, best,
      (double)(c->frontier_items - first.frontier_items) / batches / (double)g->vertices,
      (double)(c->visits - first.visits) / batches / edges,
      (double)(c->useful_arcs - first.useful_arcs) / (double)(c->visits - first.visits),
      (double)(c->levels - first.levels) / batches, (double)(c->pull_levels - first.pull_levels) / batches,
      (double)c->bytes / 1048576);
  fflush(stdout);
  gobc_workspace_close(sweep);
  for (int i = 0; i < 5; i++) free(sums[i]);
}

int main(int argc, char **argv) {
  need(argc > 3, "usage: sweep_bench GRAPH CHUNKS REPEATS [isa [needs]]");
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(getenv("CORE") ? atoi(getenv("CORE")) : 0, &one);
  sched_setaffinity(0, sizeof one, &one);
  gobc_csr g = read_graph(argv[1]);
  int32_t *sources = malloc(4 * (size_t)g.vertices);
  int64_t count = choose_sources(g.vertices, atoi(argv[2]), sources);
  int isa = argc > 4 ? atoi(argv[4]) : -1;
  unsigned needs = argc > 5 ? (unsigned)atoi(argv[5]) : GOBC_NEED_DELTA;
  printf("%s: n %ld m %ld sources %ld isa %d needs %u\n", argv[1], (long)g.vertices,
         (long)g.out_offsets[g.vertices] / 2, (long)count, isa, needs);
  int only = getenv("WIDTH") ? atoi(getenv("WIDTH")) : 0, type = getenv("PRECISION") ? atoi(getenv("PRECISION")) : 0;
  for (int precision = 64; precision >= 32; precision -= 32)
    for (int width = 8; width <= 64; width *= 2)
      if ((!only || width == only) && (!type || type == precision))
        bench(&g, width, precision, needs, isa, sources, count, atoi(argv[3]));
  return 0;
}
