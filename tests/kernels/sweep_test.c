/*
 * The batched sweep against textbook Brandes, and against itself: all instruction sets, widths, groupings of sources
 * and needs give the same bits; a failed or cancelled batch leaves nothing behind.
 *   cc -std=c11 -O2 -Ikernels/cpu tests/kernels/sweep_test.c kernels/cpu/*.c -lm && ./a.out
 */
#define _GNU_SOURCE
#include <math.h>

#include "graphs.h"

#define CHECK(condition, ...)                                                                                          \
  do {                                                                                                                 \
    checks++;                                                                                                          \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "%s:%d: ", __FILE__, __LINE__);                                                                  \
      fprintf(stderr, __VA_ARGS__);                                                                                    \
      fprintf(stderr, "\n");                                                                                           \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

static long checks;
static long fail_in = -1; /* allocations left until one fails */
static int64_t held;      /* bytes given out and not yet released */

static void *allocate(size_t bytes) {
  if (fail_in == 0) return NULL;
  if (fail_in > 0) fail_in--;
  void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
  memset(memory, 0, bytes);
  held += (int64_t)bytes;
  return memory;
}

static void release(void *memory, size_t bytes) {
  held -= (int64_t)bytes;
  free(memory);
}

static const gobc_allocator allocator = {allocate, release};

/* A run: how the sources were worked through, and what came out. */
typedef struct run {
  int width, precision, isa, lanes;
  unsigned needs;
  gobc_totals totals;
  uint8_t *out_of_range; /* one byte a source */
} run;

enum { EVERYTHING = 31 };

static void free_sums(gobc_stress_sums *sums, size_t items) {
  release(sums->words, 16 * items);
  for (int k = 0; k < 64; k++)
    if (sums->large[k]) release(sums->large[k], 16 * items);
}

static size_t entries_of(const gobc_csr *g) { return (size_t)g->out_offsets[g->vertices]; }

static void free_totals(gobc_totals *t, const gobc_csr *g) {
  size_t n = (size_t)g->vertices;
  release(t->delta, 16 * n);
  release(t->squares, 16 * n);
  free_sums(&t->stress, n);
  for (int side = 0; side < 1 + (g->out_offsets != g->in_offsets); side++) {
    release(t->edge_delta[side], 16 * entries_of(g));
    free_sums(&t->edge_stress[side], entries_of(g));
  }
}

static gobc_totals new_totals(const gobc_csr *g) {
  size_t n = (size_t)g->vertices;
  gobc_totals t = {.delta = allocate(16 * n), .squares = allocate(16 * n), .stress.words = allocate(16 * n)};
  for (int side = 0; side < 1 + (g->out_offsets != g->in_offsets); side++) {
    t.edge_delta[side] = allocate(16 * entries_of(g));
    t.edge_stress[side].words = allocate(16 * entries_of(g));
  }
  if (t.edge_delta[1]) return t;
  t.edge_delta[1] = t.edge_delta[0];
  t.edge_stress[1] = t.edge_stress[0];
  return t;
}

/* The sum of all entries, modulo 2^128: where the kernel adds an edge is its choice, that it adds the same is not. */
static unsigned __int128 sum_of(uint64_t *const sides[2], const gobc_csr *g) {
  unsigned __int128 sum = 0;
  for (int side = 0; side < 1 + (g->out_offsets != g->in_offsets); side++)
    for (size_t i = 0; sides[side] && i < entries_of(g); i++)
      sum += (unsigned __int128)sides[side][2 * i + 1] << 64 | sides[side][2 * i];
  return sum;
}

static int same_edges(const gobc_totals *a, const gobc_totals *b, const gobc_csr *g) {
  int same = sum_of(a->edge_delta, g) == sum_of(b->edge_delta, g);
  for (int k = -1; k < 64; k++) {
    uint64_t *x[2], *y[2];
    for (int side = 0; side < 2; side++) {
      x[side] = k < 0 ? a->edge_stress[side].words : a->edge_stress[side].large[k];
      y[side] = k < 0 ? b->edge_stress[side].words : b->edge_stress[side].large[k];
    }
    same = same && sum_of(x, g) == sum_of(y, g);
  }
  return same;
}

/* Sources first..last-1 in steps of `stride`, in batches of run->lanes. */
static void sweep_all(const gobc_csr *g, run *r, int32_t first, int32_t last, int32_t stride) {
  gobc_sweep *sweep = gobc_sweep_open(g, NULL, r->width, r->precision, r->needs, r->isa, &allocator);
  int32_t sources[64];
  r->totals = new_totals(g);
  r->out_of_range = calloc((size_t)g->vertices, 1);
  for (int32_t s = first; s < last;) {
    int lanes = 0;
    uint64_t out_of_range;
    for (; lanes < r->lanes && s < last; s += stride) sources[lanes++] = s;
    CHECK(gobc_sweep_run(sweep, sources, lanes, 0, (int32_t)g->vertices, &r->totals, NULL, &out_of_range) ==
              GOBC_KERNEL_OK,
          "status");
    for (int lane = 0; lane < lanes; lane++) r->out_of_range[sources[lane]] = out_of_range >> lane & 1;
  }
  gobc_workspace_close(sweep);
}

static long double value(const uint64_t *words, int64_t v) {
  return words ? ldexpl((long double)(int64_t)words[2 * v + 1], 64) + (long double)words[2 * v] : 0;
}

static long double stress_of(const gobc_totals *t, int64_t v) {
  long double sum = value(t->stress.words, v);
  for (int k = 0; k < 64; k++) sum += ldexpl(value(t->stress.large[k], v), 44 + 32 * k);
  return sum;
}

static void check_values(const char *name, const gobc_csr *g, const run *r, const long double *delta,
                         const long double *stress) {
  long double tolerance = r->precision == 64 ? 1e-12L : 2e-4L;
  for (int64_t v = 0; v < g->vertices; v++) {
    long double d = ldexpl(value(r->totals.delta, v), -64), error = fabsl(d - delta[v]), s = stress_of(&r->totals, v);
    if (r->needs & GOBC_NEED_DELTA)
      CHECK(error <= tolerance * (delta[v] + 1e-3L), "%s: width %d precision %d: delta of %ld is %Lg, not %Lg", name,
            r->width, r->precision, (long)v, d, delta[v]);
    if (r->needs & GOBC_NEED_STRESS) {
      long double allowed = stress[v] < 0x1p24L       ? 0
          : stress[v] < 0x1p53L && r->precision == 64 ? 0
                                                      : tolerance * stress[v];
      CHECK(fabsl(s - stress[v]) <= allowed, "%s: width %d precision %d: stress of %ld is %Lg, not %Lg", name, r->width,
            r->precision, (long)v, s, stress[v]);
    }
  }
}

static int same_totals(const run *a, const run *b, const gobc_csr *g) {
  int64_t n = g->vertices;
  size_t bytes = 16 * (size_t)n;
  unsigned needs = a->needs & b->needs;
  if (memcmp(a->out_of_range, b->out_of_range, (size_t)n)) return 0;
  if (needs & GOBC_NEED_DELTA && memcmp(a->totals.delta, b->totals.delta, bytes)) return 0;
  if (memcmp(a->totals.squares, b->totals.squares, bytes) || !same_edges(&a->totals, &b->totals, g)) return 0;
  if (!(needs & GOBC_NEED_STRESS)) return 1;
  if (memcmp(a->totals.stress.words, b->totals.stress.words, bytes)) return 0;
  for (int k = 0; k < 64; k++)
    for (int64_t v = 0; v < n; v++)
      if (value(a->totals.stress.large[k], v) != value(b->totals.stress.large[k], v)) return 0;
  return 1;
}

static void free_run(run *r, const gobc_csr *g) {
  free_totals(&r->totals, g);
  free(r->out_of_range);
}

/* One precision and set of needs: the first run against the reference, all others against the first. */
static int64_t check_precision(const char *name, const gobc_csr *g, int precision, unsigned needs, int32_t stride) {
  size_t n = (size_t)g->vertices;
  int64_t flags = 0;
  long double *delta = calloc(2 * n, sizeof *delta), *stress = delta + n;
  run first = {.width = 16, .precision = precision, .isa = -1, .lanes = 16, .needs = needs};
  sweep_all(g, &first, 0, (int32_t)n, stride);
  for (int32_t s = 0; s < (int32_t)n; s += stride) {
    flags += first.out_of_range[s];
    if (!first.out_of_range[s]) reference(g, s, delta, stress);
  }
  check_values(name, g, &first, delta, stress);
  EACH_ISA(isa)
  for (int width = 8; width <= 64; width *= 2)
    for (int lanes = width; lanes > 0; lanes = lanes == width ? width / 2 - 1 : lanes > 1 && width == 8 ? 1 : 0) {
      run other = {.width = width, .precision = precision, .isa = isa, .lanes = lanes, .needs = needs};
      sweep_all(g, &other, 0, (int32_t)n, stride);
      CHECK(same_totals(&first, &other, g), "%s: isa %d width %d lanes %d precision %d needs %u: other bits", name, isa,
            width, lanes, precision, needs);
      free_run(&other, g);
    }
  free_run(&first, g);
  free(delta);
  return flags;
}

/* flags: sources that must be out_of_range with 64 bits, 32 bits and with stress; -1 for some. */
static void check_graph(const char *name, edges e, int directed, int32_t stride, int64_t flags64, int64_t flags32,
                        int64_t flags_stress) {
  gobc_csr g = make_graph(&e, directed);
  int64_t seen[4] = {
      check_precision(name, &g, 64, GOBC_NEED_DELTA, stride), check_precision(name, &g, 32, GOBC_NEED_DELTA, stride),
      check_precision(name, &g, 64, EVERYTHING, stride), check_precision(name, &g, 32, GOBC_NEED_STRESS, stride)};
  int64_t want[3] = {flags64, flags32, flags_stress};
  printf("%-24s n %6ld  out_of_range: double %ld, single %ld, stress %ld, single stress %ld\n", name, (long)g.vertices,
         (long)seen[0], (long)seen[1], (long)seen[2], (long)seen[3]);
  for (int i = 0; i < 3; i++)
    CHECK(want[i] < 0 ? seen[i] > 0 : seen[i] == want[i], "%s: %ld sources out_of_range, not %ld", name, (long)seen[i],
          (long)want[i]);
  free_graph(&g);
}

/* Every allocation in turn fails; the workspace then gives the right bits again, and nothing was added. */
static void check_memory(void) {
  edges e = layered_edges(30, 20);
  gobc_csr g = make_graph(&e, 0);
  int32_t sources[16], n = (int32_t)g.vertices;
  uint64_t out_of_range;
  run good = {.width = 16, .precision = 64, .isa = -1, .lanes = 16, .needs = EVERYTHING};
  for (int i = 0; i < 16; i++) sources[i] = i * 7;
  sweep_all(&g, &good, 0, 16 * 7, 7);
  long failures = 0;
  for (long limit = 0;; limit++) {
    run again = good;
    again.out_of_range = calloc((size_t)n, 1);
    again.totals = new_totals(&g);
    int64_t before = held;
    fail_in = limit;
    gobc_sweep *sweep = gobc_sweep_open(&g, NULL, 16, 64, good.needs, -1, &allocator);
    int status =
        sweep ? gobc_sweep_run(sweep, sources, 16, 0, n, &again.totals, NULL, &out_of_range) : GOBC_KERNEL_NOMEM;
    fail_in = -1;
    if (!sweep) CHECK(held == before, "open leaks");
    if (sweep && status == GOBC_KERNEL_NOMEM) {
      for (int32_t v = 0; v < 2 * n; v++)
        CHECK(!again.totals.delta[v] && !again.totals.stress.words[v], "added before it failed");
      CHECK(gobc_sweep_run(sweep, sources, 16, 0, n, &again.totals, NULL, &out_of_range) == GOBC_KERNEL_OK,
            "second run");
    }
    if (sweep) CHECK(same_totals(&good, &again, &g), "other bits after allocation %ld failed", limit);
    gobc_workspace_close(sweep);
    free_run(&again, &g);
    failures += status == GOBC_KERNEL_NOMEM;
    if (status == GOBC_KERNEL_OK) break;
  }
  CHECK(failures > 20, "only %ld allocations", failures);
  printf("%ld failed allocations survived\n", failures);
  free_run(&good, &g);
  free_graph(&g);
}

/* A cancel word that reads as set: nothing is added, and the workspace works on. */
static void check_cancel(void) {
  edges e = grid_edges(40);
  gobc_csr g = make_graph(&e, 0);
  int32_t n = (int32_t)g.vertices, cancel = 1, source = 5;
  uint64_t out_of_range;
  run good = {.width = 8, .precision = 64, .isa = -1, .lanes = 1, .needs = GOBC_NEED_DELTA}, again = good;
  sweep_all(&g, &good, 5, 6, 1);
  again.out_of_range = calloc((size_t)n, 1);
  again.totals = new_totals(&g);
  gobc_sweep *sweep = gobc_sweep_open(&g, NULL, 8, 64, GOBC_NEED_DELTA, -1, &allocator);
  CHECK(gobc_sweep_run(sweep, &source, 1, 0, n, &again.totals, &cancel, &out_of_range) == GOBC_KERNEL_CANCELLED,
        "cancel is not seen");
  for (int32_t v = 0; v < 2 * n; v++) CHECK(!again.totals.delta[v], "added although cancelled");
  cancel = 0;
  CHECK(gobc_sweep_run(sweep, &source, 1, 0, n, &again.totals, &cancel, &out_of_range) == GOBC_KERNEL_OK,
        "run after cancel");
  CHECK(same_totals(&good, &again, &g), "other bits after cancel");
  gobc_workspace_close(sweep);
  free_run(&good, &g);
  free_run(&again, &g);
  free_graph(&g);
}

/* Components: each in its own vertex range gives the bits of the whole range. */
static void check_ranges(void) {
  edges e = random_edges(900, 4000, 90);
  gobc_csr g = make_graph(&e, 0);
  int32_t n = (int32_t)g.vertices;
  run whole = {.width = 8, .precision = 64, .isa = -1, .lanes = 8, .needs = EVERYTHING}, parts = whole;
  sweep_all(&g, &whole, 0, n, 1);
  parts.totals = new_totals(&g);
  parts.out_of_range = calloc((size_t)n, 1);
  gobc_sweep *sweep = gobc_sweep_open(&g, NULL, 64, 64, EVERYTHING, -1, &allocator);
  for (int32_t first = 0; first < n; first += 90)
    for (int32_t s = first; s < first + 90; s += 45) {
      int32_t sources[45];
      uint64_t out_of_range;
      for (int i = 0; i < 45; i++) sources[i] = s + i;
      CHECK(
          gobc_sweep_run(sweep, sources, 45, first, first + 90, &parts.totals, NULL, &out_of_range) == GOBC_KERNEL_OK &&
              !out_of_range,
          "range");
    }
  CHECK(same_totals(&whole, &parts, &g), "ranges: other bits");
  const gobc_counts *counts = gobc_workspace_counts(sweep);
  CHECK(counts->batches == 20 && counts->lanes == 900 && counts->useful_arcs <= counts->visits &&
            counts->pull_levels > 0 && counts->bytes > 0,
        "counts");
  gobc_workspace_close(sweep);
  free_run(&whole, &g);
  free_run(&parts, &g);
  free_graph(&g);
}

int main(void) {
  /* One of so many sources: of 500, there are still two batches of the widest sweep, and a bit. */
  const int32_t some = getenv("GOBC_TEST_ALL") ? 1 : 3;
  check_graph("one vertex", path_edges(1), 0, 1, 0, 0, 0);
  check_graph("two vertices", path_edges(2), 0, 1, 0, 0, 0);
  check_graph("path 300", path_edges(300), 0, 1, 0, 0, 0);
  check_graph("directed path 700", path_edges(700), 1, 3, 0, 0, 0);
  check_graph("star 200", star_edges(200), 0, 1, 0, 0, 0);
  check_graph("random", random_edges(500, 3000, 500), 0, some, 0, 0, 0);
  check_graph("random directed", random_edges(500, 3000, 500), 1, some, 0, 0, 0);
  check_graph("random components", random_edges(600, 900, 50), 0, some, 0, 0, 0);
  check_graph("directed components", random_edges(600, 2500, 60), 1, some, 0, 0, 0);
  check_graph("sparse random", random_edges(3000, 4500, 3000), 0, 40, 0, 0, 0);
  check_graph("grid 35", grid_edges(35), 0, 11 * some, 0, 0, 0);
  check_graph("grid 70", grid_edges(70), 0, 97 * some, 0, 0, 0);
  check_graph("diamonds 130", diamond_edges(130, 0), 0, 5, 0, 0, 0);
  check_graph("diamonds 1030", diamond_edges(1030, 0), 0, 71, 0, 0, -1);
  check_graph("diamonds 2000", diamond_edges(2000, 0), 0, 501, 0, 0, -1);
  check_graph("diamonds 130, path", diamond_edges(130, 1), 0, 5, 0, -1, 0);
  check_graph("diamonds 1400, path", diamond_edges(1400, 1), 0, 700, -1, -1, -1);
  check_graph("layered 40 x 20", layered_edges(40, 20), 0, 9 * some, 0, 0, 0);
  check_graph("layered 400 x 4", layered_edges(400, 4), 0, 77, 0, 0, -1);
  check_memory();
  check_cancel();
  check_ranges();
  CHECK(held == 0, "%ld bytes not released", (long)held);
  printf("ok, %ld checks, instruction sets %#x\n", checks, gobc_isas_built() & gobc_isas_here());
  return 0;
}
