/*
 * The label-correcting sweep against values by definition: Bellman-Ford distances, the number of shortest paths between
 * all pairs of vertices in long double, and the pair sums that the totals stand for. Then what the contract promises besides:
 * the same bits for any batch, instruction set and type, flags, hubs, cutoffs, cancel and memory.
 */
#pragma GCC diagnostic ignored "-Wunused-function" /* graphs.h has more than this test needs */
#include <math.h>

#include "graphs.h"

static int checks, failures, short_graphs;
#define CHECK(condition, ...)                                                                                          \
  do {                                                                                                                 \
    checks++;                                                                                                          \
    if (!(condition) && ++failures <= 20) {                                                                            \
      printf("%s:%d: %s: ", __FILE__, __LINE__, #condition);                                                           \
      printf(__VA_ARGS__);                                                                                             \
      printf("\n");                                                                                                    \
    }                                                                                                                  \
  } while (0)

enum { DELTA = GOBC_NEED_DELTA, EVERYTHING = 31, MOST = 64 };

/* ---- an allocator that counts and can fail ---- */

static int64_t allocations, fail_at = -1, live_bytes, peak_bytes;

/* From allocation `fail_at` on there is none left. */
static int refuses(void) { return allocations++ >= fail_at && fail_at >= 0; }
static void held(int64_t bytes) {
  live_bytes += bytes;
  if (peak_bytes < live_bytes) peak_bytes = live_bytes;
}
static void *allocate(size_t bytes) {
  void *memory;
  if (refuses() || posix_memalign(&memory, 64, bytes)) return NULL;
  held((int64_t)bytes);
  return memset(memory, 0, bytes);
}
static void release(void *memory, size_t bytes) {
  held(-(int64_t)bytes);
  free(memory);
}
static void *resize(void *memory, size_t before, size_t after) {
  void *larger;
  if (refuses() || posix_memalign(&larger, 64, after)) return NULL;
  memcpy(larger, memory, before < after ? before : after);
  memset((char *)larger + before, 0xee, after - before);
  free(memory);
  held((int64_t)after - (int64_t)before);
  return larger;
}
static const gobc_allocator growing = {allocate, release, resize}, copying = {allocate, release, NULL};

/* ---- weighted graphs ---- */

typedef struct {
  int32_t target;
  double weight;
} half;

static int by_target(const void *a, const void *b) {
  const half *x = a, *y = b;
  return x->target != y->target ? (x->target > y->target) - (x->target < y->target)
                                : (x->weight > y->weight) - (x->weight < y->weight);
}

static void weighted_lists(const edges *e, const double *weight, int from, int both, gobc_csr *g, int real, int in) {
  int64_t *offsets = calloc((size_t)e->vertices + 2, 8);
  half *list = malloc(2 * sizeof *list * (size_t)e->count + 16);
  for (int pass = 0; pass < 2; pass++) {
    for (int64_t i = 0; i < e->count; i++)
      for (int way = 0; way <= both; way++) {
        int32_t u = e->pairs[2 * i + (from ^ way)], v = e->pairs[2 * i + (1 ^ from ^ way)];
        if (u == v) continue;
        if (pass) list[offsets[u + 1]++] = (half){v, weight[i]};
        else offsets[u + 2]++;
      }
    if (!pass)
      for (int32_t v = 0; v < e->vertices; v++) offsets[v + 2] += offsets[v + 1];
  }
  size_t count = (size_t)offsets[e->vertices];
  int32_t *targets = malloc(4 * count + 4);
  uint32_t *whole = malloc(4 * count + 4);
  double *reals = malloc(8 * count + 8);
  for (int32_t v = 0; v < e->vertices; v++)
    qsort(list + offsets[v], (size_t)(offsets[v + 1] - offsets[v]), sizeof *list, by_target);
  for (size_t i = 0; i < count; i++) {
    targets[i] = list[i].target;
    whole[i] = real ? 0 : (uint32_t)list[i].weight;
    reals[i] = list[i].weight;
  }
  free(list);
  free(real ? (void *)whole : (void *)reals);
  if (in) {
    g->in_offsets = offsets;
    g->in_targets = targets;
    g->in_weights = real ? NULL : whole;
    g->in_reals = real ? reals : NULL;
  } else {
    g->out_offsets = offsets;
    g->out_targets = targets;
    g->out_weights = real ? NULL : whole;
    g->out_reals = real ? reals : NULL;
  }
}

/* Takes the edges; the weights stay the caller's. */
static gobc_csr weighted_graph(edges *e, const double *weight, int directed, int real) {
  gobc_csr g = {.vertices = e->vertices};
  weighted_lists(e, weight, 0, !directed, &g, real, 0);
  g.in_offsets = g.out_offsets;
  g.in_targets = g.out_targets;
  g.in_weights = g.out_weights;
  g.in_reals = g.out_reals;
  if (directed) weighted_lists(e, weight, 1, 0, &g, real, 1);
  for (int64_t v = 0; v < g.vertices; v++) {
    int64_t degree = g.in_offsets[v + 1] - g.in_offsets[v];
    if (degree > g.max_in_degree) g.max_in_degree = degree;
  }
  free(e->pairs);
  return g;
}

static void drop(gobc_csr *g) {
  if (g->in_offsets != g->out_offsets) {
    free((void *)g->in_weights);
    free((void *)g->in_reals);
  }
  free((void *)g->out_weights);
  free((void *)g->out_reals);
  free_graph(g);
}

static double weight_at(const gobc_csr *g, int64_t entry) {
  return g->out_weights ? (double)g->out_weights[entry] : g->out_reals[entry];
}

/* ---- what a run adds ---- */

typedef struct sums {
  gobc_totals totals;
  gobc_length_totals lengths;
  size_t vertices, entries;
} sums;

static sums new_sums(const gobc_csr *g, int distance_unit, int term_unit) {
  size_t n = (size_t)g->vertices, out = (size_t)g->out_offsets[n], in = (size_t)g->in_offsets[n];
  sums s = {.vertices = n, .entries = out > in ? out : in};
  s.totals.delta = calloc(n, 16);
  s.totals.squares = calloc(n, 16);
  s.totals.stress.words = calloc(n, 16);
  for (int side = 0; side < 2; side++) {
    int shared = side == 1 && g->in_offsets == g->out_offsets;
    s.totals.edge_delta[side] = shared ? s.totals.edge_delta[0] : calloc(s.entries + 1, 16);
    s.totals.edge_stress[side].words = shared ? s.totals.edge_stress[0].words : calloc(s.entries + 1, 16);
  }
  s.lengths = (gobc_length_totals){.distance = calloc(n, 16),
                                   .terms = calloc(n, 16),
                                   .reached = calloc(n, 8),
                                   .eccentricity = calloc(n, 8),
                                   .distance_unit = distance_unit,
                                   .term = {0, 0, term_unit}};
  return s;
}

static void free_stress(gobc_stress_sums *stress, size_t items, int words) {
  for (int k = 0; k < 64; k++)
    if (stress->large[k]) release(stress->large[k], 16 * items);
  if (words) free(stress->words);
}

static void free_sums(const gobc_csr *g, sums *s) {
  int one = g->in_offsets == g->out_offsets;
  free_stress(&s->totals.stress, s->vertices, 1);
  free_stress(&s->totals.edge_stress[0], (size_t)g->out_offsets[s->vertices], 1);
  if (!one) free_stress(&s->totals.edge_stress[1], (size_t)g->in_offsets[s->vertices], 1);
  free(s->totals.delta);
  free(s->totals.squares);
  free(s->totals.edge_delta[0]);
  if (!one) free(s->totals.edge_delta[1]);
  free(s->lengths.distance);
  free(s->lengths.terms);
  free(s->lengths.reached);
  free(s->lengths.eccentricity);
}

static int same_words(const void *a, const void *b, size_t bytes) { return memcmp(a, b, bytes) == 0; }

static int same_stress(const gobc_stress_sums *a, const gobc_stress_sums *b, size_t items) {
  static const char zero[1 << 16];
  if (!same_words(a->words, b->words, 16 * items)) return 0;
  for (int k = 0; k < 64; k++) {
    const void *x = a->large[k], *y = b->large[k];
    if (x || y)
      if (16 * items > sizeof zero || !same_words(x ? x : zero, y ? y : zero, 16 * items)) return 0;
  }
  return 1;
}

static int same_sums(const sums *a, const sums *b) {
  size_t n = a->vertices;
  for (int side = 0; side < 2; side++)
    if (!same_words(a->totals.edge_delta[side], b->totals.edge_delta[side], 16 * a->entries) ||
        !same_stress(&a->totals.edge_stress[side], &b->totals.edge_stress[side], a->entries))
      return 0;
  return same_words(a->totals.delta, b->totals.delta, 16 * n) &&
      same_words(a->totals.squares, b->totals.squares, 16 * n) &&
      same_stress(&a->totals.stress, &b->totals.stress, n) &&
      same_words(a->lengths.distance, b->lengths.distance, 16 * n) &&
      same_words(a->lengths.terms, b->lengths.terms, 16 * n) &&
      same_words(a->lengths.reached, b->lengths.reached, 8 * n) &&
      same_words(a->lengths.eccentricity, b->lengths.eccentricity, 8 * n);
}

static long double words_value(const uint64_t *words, size_t item, int unit) {
  return ldexpl((long double)(int64_t)words[2 * item + 1], unit + 64) + ldexpl((long double)words[2 * item], unit);
}

static long double stress_value(const gobc_stress_sums *stress, size_t item) {
  long double sum = words_value(stress->words, item, 0);
  for (int k = 0; k < 64; k++)
    if (stress->large[k]) sum += words_value(stress->large[k], item, 44 + 32 * k);
  return sum;
}

/* ---- values by definition ---- */

typedef struct truth {
  long double delta[MOST], squares[MOST], stress[MOST], distance[MOST], harmonic[MOST], eccentricity[MOST],
      lane_farthest[MOST];
  long double edge_delta[MOST][MOST], edge_stress[MOST][MOST]; /* by ends; parallel arcs of one weight together */
  int64_t reached[MOST], lane_reached[MOST];
} truth;

static int ties(const gobc_csr *g, double tolerance, double from, double weight, double to) {
  if (g->out_weights) return from + weight == to;
  return fabs(from + weight - to) <= tolerance * to && from < to;
}

static void shortest(const gobc_csr *g, int32_t s, double cutoff, double *d) {
  for (int32_t v = 0; v < g->vertices; v++) d[v] = INFINITY;
  d[s] = 0;
  for (int32_t round = 0; round < g->vertices; round++)
    for (int32_t u = 0; u < g->vertices; u++)
      for (int64_t i = g->out_offsets[u]; i < g->out_offsets[u + 1]; i++)
        if (d[u] + weight_at(g, i) < d[g->out_targets[i]]) d[g->out_targets[i]] = d[u] + weight_at(g, i);
  for (int32_t v = 0; v < g->vertices; v++)
    if (cutoff >= 0 && d[v] > cutoff) d[v] = INFINITY;
}

/* paths[v][t]: shortest paths from s that pass v and then go on to t, counted from v on. */
static void count_paths(const gobc_csr *g, double tolerance, const double *d, long double (*paths)[MOST]) {
  int32_t n = (int32_t)g->vertices, order[MOST];
  for (int32_t v = 0; v < n; v++) order[v] = v;
  for (int32_t i = 1; i < n; i++)
    for (int32_t j = i; j > 0 && d[order[j]] > d[order[j - 1]]; j--) {
      int32_t swap = order[j];
      order[j] = order[j - 1];
      order[j - 1] = swap;
    }
  memset(paths, 0, sizeof(long double) * MOST * MOST);
  for (int32_t i = 0; i < n; i++) {
    int32_t v = order[i];
    if (isinf(d[v])) continue;
    paths[v][v] = 1;
    for (int64_t e = g->out_offsets[v]; e < g->out_offsets[v + 1]; e++) {
      int32_t w = g->out_targets[e];
      if (isinf(d[w]) || !ties(g, tolerance, d[v], weight_at(g, e), d[w])) continue;
      for (int32_t t = 0; t < n; t++) paths[v][t] += paths[w][t];
    }
  }
}

static void add_truth(const gobc_csr *g, const gobc_pairs *pairs, double tolerance, int32_t s, int lane, truth *sum) {
  static long double paths[MOST][MOST];
  double d[MOST];
  int32_t n = (int32_t)g->vertices;
  long double weight = pairs->source_weight ? pairs->source_weight[s] : 1;
  shortest(g, s, pairs->cutoff, d);
  count_paths(g, tolerance, d, paths);
  for (int32_t v = 0; v < n; v++) {
    long double delta = 0, stress = 0;
    if (isinf(d[v])) continue;
    for (int32_t t = 0; t < n; t++) {
      long double target = pairs->target_weight ? pairs->target_weight[t] : 1;
      if (isinf(d[t]) || t == v) continue;
      delta += target * paths[s][v] * paths[v][t] / paths[s][t];
      stress += target * paths[s][v] * paths[v][t];
    }
    if (v != s) {
      sum->delta[v] += weight * delta;
      sum->squares[v] += weight * delta * weight * delta;
      sum->stress[v] += weight * stress;
      sum->harmonic[v] += 1 / (long double)d[v];
    }
    sum->distance[v] += d[v];
    sum->eccentricity[v] = d[v] > sum->eccentricity[v] ? d[v] : sum->eccentricity[v];
    sum->reached[v]++;
    sum->lane_reached[lane]++;
    sum->lane_farthest[lane] = fmaxl(sum->lane_farthest[lane], d[v]);
    for (int64_t e = g->out_offsets[v]; e < g->out_offsets[v + 1]; e++) {
      int32_t w = g->out_targets[e];
      if (isinf(d[w]) || !ties(g, tolerance, d[v], weight_at(g, e), d[w])) continue;
      for (int32_t t = 0; t < n; t++) {
        long double target = pairs->target_weight ? pairs->target_weight[t] : 1;
        if (isinf(d[t])) continue;
        sum->edge_delta[v][w] += weight * target * paths[s][v] * paths[w][t] / paths[s][t];
        sum->edge_stress[v][w] += weight * target * paths[s][v] * paths[w][t];
      }
    }
  }
}

static int close_to(long double got, long double want) { return fabsl(got - want) <= 1e-12L * fabsl(want) + 1e-15L; }

static void compare_entries(const gobc_csr *g, const sums *s, const truth *want, const char *name) {
  static long double delta[MOST][MOST], stress[MOST][MOST];
  int32_t n = (int32_t)g->vertices, one = g->in_offsets == g->out_offsets;
  memset(delta, 0, sizeof delta);
  memset(stress, 0, sizeof stress);
  for (int side = 0; side < 2 - one; side++) {
    const int64_t *offsets = side ? g->in_offsets : g->out_offsets;
    const int32_t *targets = side ? g->in_targets : g->out_targets;
    for (int32_t v = 0; v < n; v++)
      for (int64_t e = offsets[v]; e < offsets[v + 1]; e++) {
        int32_t from = side ? targets[e] : v, to = side ? v : targets[e];
        delta[from][to] += words_value(s->totals.edge_delta[side], (size_t)e, -64);
        stress[from][to] += stress_value(&s->totals.edge_stress[side], (size_t)e);
        int twin =
            e + 1 < offsets[v + 1] && targets[e + 1] == targets[e] && one && weight_at(g, e) == weight_at(g, e + 1);
        if (twin)
          CHECK(same_words(s->totals.edge_delta[0] + 2 * e, s->totals.edge_delta[0] + 2 * e + 2, 16),
                "%s: parallel %d-%d", name, from, to);
      }
  }
  for (int32_t v = 0; v < n; v++)
    for (int32_t w = 0; w < n; w++) {
      long double got = delta[v][w] + (one ? delta[w][v] : 0),
                  expected = want->edge_delta[v][w] + (one ? want->edge_delta[w][v] : 0);
      CHECK(close_to(got, expected), "%s: edge delta %d-%d is %.17Lg, not %.17Lg", name, v, w, got, expected);
      got = stress[v][w] + (one ? stress[w][v] : 0);
      expected = want->edge_stress[v][w] + (one ? want->edge_stress[w][v] : 0);
      CHECK(close_to(got, expected), "%s: edge stress %d-%d is %.17Lg, not %.17Lg", name, v, w, got, expected);
    }
}

static void compare(const gobc_csr *g, const sums *s, const truth *want, const char *name) {
  for (size_t v = 0; v < s->vertices; v++) {
    long double delta = words_value(s->totals.delta, v, -64), squares = words_value(s->totals.squares, v, -33);
    long double stress = stress_value(&s->totals.stress, v),
                distance = words_value(s->lengths.distance, v, s->lengths.distance_unit);
    long double harmonic = words_value(s->lengths.terms, v, s->lengths.term.unit);
    CHECK(close_to(delta, want->delta[v]), "%s: delta of %zu is %.17Lg, not %.17Lg", name, v, delta, want->delta[v]);
    CHECK(fabsl(squares - want->squares[v]) <= 1e-12L * want->squares[v] + 1e-8L,
          "%s: squares of %zu are %.17Lg, not %.17Lg", name, v, squares, want->squares[v]);
    CHECK(close_to(stress, want->stress[v]), "%s: stress of %zu is %.17Lg, not %.17Lg", name, v, stress,
          want->stress[v]);
    CHECK(close_to(distance, want->distance[v]), "%s: distance of %zu is %.17Lg, not %.17Lg", name, v, distance,
          want->distance[v]);
    CHECK(close_to(harmonic, want->harmonic[v]), "%s: harmonic of %zu is %.17Lg, not %.17Lg", name, v, harmonic,
          want->harmonic[v]);
    CHECK(s->lengths.eccentricity[v] == want->eccentricity[v], "%s: eccentricity of %zu", name, v);
    CHECK(s->lengths.reached[v] == want->reached[v], "%s: %zu is reached by %lld", name, v,
          (long long)s->lengths.reached[v]);
  }
  compare_entries(g, s, want, name);
}

/* ---- runs ---- */

typedef struct setting {
  int distance, isa, lanes;
  unsigned needs;
  double tolerance;
} setting;

/* All vertices as sources, `lanes` at a time. */
static int run_all(const gobc_csr *g, const gobc_pairs *pairs, setting how, sums *s, const truth *want) {
  gobc_label_correcting *sweep =
      gobc_label_correcting_open(g, pairs, how.distance, how.tolerance, how.needs, how.isa, &growing);
  int32_t n = (int32_t)g->vertices, sources[64];
  int64_t lane_reached[64];
  double lane_farthest[64];
  int status = sweep ? GOBC_KERNEL_OK : GOBC_KERNEL_NOMEM;
  for (int32_t from = 0; from < n && status == GOBC_KERNEL_OK; from += how.lanes) {
    int lanes = n - from < how.lanes ? n - from : how.lanes;
    uint64_t out_of_range;
    for (int i = 0; i < lanes; i++) sources[i] = (from + i) * 7 % n; /* 7 and n have no common factor */
    s->lengths.lane_reached = lane_reached;
    s->lengths.lane_farthest = lane_farthest;
    status = gobc_label_correcting_run(sweep, sources, lanes, 0, n, &s->totals, &s->lengths, NULL, &out_of_range);
    CHECK(!out_of_range, "out_of_range %llx", (unsigned long long)out_of_range);
    for (int i = 0; i < lanes && want; i++) {
      CHECK(lane_reached[i] == want->lane_reached[sources[i]], "lane %d", i);
      CHECK(lane_farthest[i] == want->lane_farthest[sources[i]], "lane %d: %.17g far", i, lane_farthest[i]);
    }
  }
  gobc_workspace_close(sweep);
  return status;
}

static void check_graph(const gobc_csr *g, const gobc_pairs *pairs, double tolerance, const char *name) {
  static const int whole[] = {GOBC_DISTANCE_U16, GOBC_DISTANCE_U32, GOBC_DISTANCE_U64}, batches[] = {16, 3, 64};
  static truth want;
  memset(&want, 0, sizeof want);
  for (int32_t s = 0; s < g->vertices; s++) add_truth(g, pairs, tolerance, s, s, &want);
  sums first = {0};
  int units = g->out_reals ? -60 : 0, runs = 0, smallest = 0;
  for (int32_t v = 0; v < g->vertices; v++)
    if (want.eccentricity[v] >= UINT16_MAX) smallest = 1; /* does not fit 16 bits */
  short_graphs += !smallest;
  EACH_ISA(isa)
  for (int size = 0; size < 3; size++)
    for (int type = g->out_reals ? 2 : smallest; type < 3; type++) {
      sums s = new_sums(g, units, -64);
      setting how = {g->out_reals ? GOBC_DISTANCE_F64 : whole[type], isa, batches[size], EVERYTHING, tolerance};
      int status = run_all(g, pairs, how, &s, &want);
      CHECK(status == GOBC_KERNEL_OK, "%s: status %d", name, status);
      if (!runs++) {
        compare(g, &s, &want, name);
        first = s;
        continue;
      }
      CHECK(same_sums(&first, &s), "%s: other bits with isa %d, batches of %d, type %d", name, isa, how.lanes,
            how.distance);
      free_sums(g, &s);
    }
  sums alone = new_sums(g, units, -64);
  setting how = {g->out_reals ? GOBC_DISTANCE_F64 : GOBC_DISTANCE_U32, -1, 64, DELTA, tolerance};
  CHECK(run_all(g, pairs, how, &alone, NULL) == GOBC_KERNEL_OK, "%s: delta alone", name);
  CHECK(same_words(alone.totals.delta, first.totals.delta, 16 * (size_t)g->vertices), "%s: delta alone has other bits",
        name);
  free_sums(g, &alone);
  free_sums(g, &first);
}

/* Weights of one kind: 0: 1..4, 1: 1..1000, 2: tenths as reals, 3: any reals, 4: powers of two, 5: 1 and 60,000 */
static double random_weight(int kind) {
  uint32_t word = random_word();
  if (kind == 0) return 1 + word % 4;
  if (kind == 1) return 1 + word % 1000;
  if (kind == 2) return (double)(1 + word % 6) / 10;
  if (kind == 3) return (double)(1 + word % 100000) / 7919;
  if (kind == 4) return ldexp(1, (int)(word % 40));
  return word % 3 ? 1 : 60000;
}

static void check_random(int rounds) {
  for (int round = 0; round < rounds; round++) {
    int kind = round % 6, directed = round / 6 % 2, plain = round / 12 % 2, n = 13 + round % 40;
    if (n % 7 == 0) n++;
    edges e = random_edges(n, n * (1 + round % 4), round % 5 ? n : n / 2 + 1);
    double *weight = malloc(8 * (size_t)e.count + 8), source[MOST], target[MOST];
    for (int64_t i = 0; i < e.count; i++) {
      int parallel = i && e.pairs[2 * i] == e.pairs[2 * i - 2] && e.pairs[2 * i + 1] == e.pairs[2 * i - 1];
      weight[i] = parallel && i % 2 ? weight[i - 1] : random_weight(kind);
    }
    gobc_csr g = weighted_graph(&e, weight, directed, kind >= 2 && kind <= 4);
    for (int v = 0; v < n; v++) {
      source[v] = random_word() % 3;
      target[v] = random_word() % 4;
    }
    gobc_pairs pairs = {plain ? NULL : source, plain ? NULL : target,
                        round % 4 == 3 ? (kind == 1       ? 900.5
                                              : kind == 3 ? 15
                                                          : 4)
                                       : -1};
    char name[64];
    snprintf(name, sizeof name, "random graph %d", round);
    check_graph(&g, &pairs, kind == 4 ? 0 : 1e-10, name);
    free(weight);
    drop(&g);
  }
}

static const gobc_pairs all_pairs = {NULL, NULL, -1};

/* Lengths near the end of a type, an arc too long for it, and buckets far apart. */
static void check_limits(void) {
  edges e = {.vertices = 5};
  double weight[] = {65000, 500, 34, 4000000000.0, 65534};
  edge(&e, 0, 1), edge(&e, 1, 2), edge(&e, 2, 3), edge(&e, 3, 0), edge(&e, 0, 3);
  gobc_csr g = weighted_graph(&e, weight, 0, 0);
  check_graph(&g, &all_pairs, 0, "16 bits full");
  drop(&g);
  edges f = {.vertices = 6};
  double large[] = {4294967295.0, 4294967295.0, 1, 1, 4294967295.0, 3};
  edge(&f, 0, 1), edge(&f, 1, 2), edge(&f, 2, 3), edge(&f, 3, 4), edge(&f, 4, 5), edge(&f, 5, 1);
  g = weighted_graph(&f, large, 1, 0);
  sums s = new_sums(&g, 3, -120); /* terms too large for the fast way */
  truth want = {0};
  for (int32_t v = 0; v < 6; v++) add_truth(&g, &all_pairs, 0, v, v, &want);
  CHECK(run_all(&g, &all_pairs, (setting){GOBC_DISTANCE_U64, -1, 6, EVERYTHING, 0}, &s, &want) == GOBC_KERNEL_OK,
        "64 bits");
  for (int v = 0; v < 6; v++) {
    long double got = words_value(s.lengths.distance, (size_t)v, 3);
    CHECK(fabsl(got - want.distance[v]) <= 6 * 4, "rounded to eights, the distance of %d is %.20Lg, not %.20Lg", v, got,
          want.distance[v]);
    CHECK(close_to(words_value(s.totals.delta, (size_t)v, -64), want.delta[v]), "delta of %d with 64 bits", v);
    CHECK(s.lengths.eccentricity[v] == want.eccentricity[v], "eccentricity of %d with 64 bits", v);
    got = words_value(s.lengths.terms, (size_t)v, -120);
    CHECK(close_to(got, want.harmonic[v]), "harmonic of %d with 64 bits is %.17Lg, not %.17Lg", v, got,
          want.harmonic[v]);
  }
  free_sums(&g, &s);
  drop(&g);
}

/* Tail arcs of one vertex beyond what 16 bits count: 70,000 paths from end to end. */
static void check_hub(void) {
  const int32_t middles = 70000, n = middles + 2;
  edges e = {.vertices = n};
  for (int32_t i = 0; i < middles; i++) edge(&e, 0, 1 + i), edge(&e, 1 + i, n - 1);
  double *weight = malloc(16 * (size_t)middles);
  for (int32_t i = 0; i < 2 * middles; i++) weight[i] = 1 + i / 2 % 5;
  for (int32_t i = 0; i < middles; i++) weight[2 * i + 1] = 6 - weight[2 * i];
  gobc_csr g = weighted_graph(&e, weight, 0, 0);
  sums s = new_sums(&g, 0, -64);
  gobc_label_correcting *sweep = gobc_label_correcting_open(&g, &all_pairs, GOBC_DISTANCE_U16, 0,
                                                            GOBC_NEED_DELTA | GOBC_NEED_STRESS, -1, &copying);
  int32_t sources[] = {0, n - 1};
  uint64_t out_of_range;
  CHECK(gobc_label_correcting_run(sweep, sources, 2, 0, n, &s.totals, NULL, NULL, &out_of_range) == GOBC_KERNEL_OK &&
            !out_of_range,
        "hub");
  int bad = 0;
  for (int32_t v = 1; v <= middles; v++) {
    bad += !close_to(words_value(s.totals.delta, (size_t)v, -64), 2.0L / middles);
    bad += !close_to(stress_value(&s.totals.stress, (size_t)v), 2);
  }
  CHECK(!bad, "%d of %d middles are wrong", bad, middles);
  gobc_workspace_close(sweep);
  free_sums(&g, &s);
  free(weight);
  drop(&g);
}

/* Lanes with too many paths are out_of_range and add nothing but lengths; the others add all. */
static void check_flags(void) {
  for (int stress = 0; stress < 2; stress++) {
    const int length = stress ? 460 : 920;
    const unsigned needs = stress ? EVERYTHING : DELTA;
    edges e = diamond_edges(length, 0);
    double *weight = malloc(8 * (size_t)e.count);
    for (int64_t i = 0; i < e.count; i++) weight[i] = 2;
    gobc_csr g = weighted_graph(&e, weight, 0, 0);
    int32_t n = (int32_t)g.vertices, both[] = {0, n / 6 * 3}, alone[] = {n / 6 * 3};
    sums s = new_sums(&g, 0, -64), t = new_sums(&g, 0, -64);
    gobc_label_correcting *sweep =
        gobc_label_correcting_open(&g, &all_pairs, GOBC_DISTANCE_U16, 0, needs, -1, &growing);
    uint64_t out_of_range;
    CHECK(
        gobc_label_correcting_run(sweep, both, 2, 0, n, &s.totals, &s.lengths, NULL, &out_of_range) == GOBC_KERNEL_OK &&
            out_of_range == 1,
        "out_of_range %llx", (unsigned long long)out_of_range);
    CHECK(gobc_label_correcting_run(sweep, alone, 1, 0, n, &t.totals, NULL, NULL, &out_of_range) == GOBC_KERNEL_OK &&
              out_of_range == 0,
          "out_of_range %llx", (unsigned long long)out_of_range);
    CHECK(same_words(s.totals.delta, t.totals.delta, 16 * (size_t)n), "delta beside a out_of_range lane");
    CHECK(same_stress(&s.totals.edge_stress[0], &t.totals.edge_stress[0], s.entries) &&
              same_stress(&s.totals.stress, &t.totals.stress, (size_t)n),
          "stress beside a out_of_range lane");
    CHECK(!stress || t.totals.stress.large[0], "no path count of %d diamonds passed 2^96", length / 2);
    for (int32_t v = 0; v < n; v++) {
      int32_t place = v % 3 ? v / 3 * 2 + 1 : v / 3 * 2, other = length / 2 * 2 - place;
      int64_t want = 2 * ((int64_t)place + (other > 0 ? other : -other)) + 8 * (v % 3 && place == 0);
      CHECK(words_value(s.lengths.distance, (size_t)v, 0) == want && s.lengths.reached[v] == 2,
            "lengths of %d: %.0Lf, not %lld", v, words_value(s.lengths.distance, (size_t)v, 0), (long long)want);
    }
    gobc_workspace_close(sweep);
    free_sums(&g, &s);
    free_sums(&g, &t);
    free(weight);
    drop(&g);
  }
}

static gobc_csr grid_graph(int32_t side) {
  edges e = grid_edges(side);
  double *weight = malloc(8 * (size_t)e.count);
  for (int64_t i = 0; i < e.count; i++) weight[i] = 1 + (double)(random_word() % 3);
  gobc_csr g = weighted_graph(&e, weight, 0, 0);
  free(weight);
  return g;
}

/* A cancelled batch, and one that runs out of memory at any of its allocations, add nothing; the next one is whole. */
static void check_failures(void) {
  gobc_csr g = grid_graph(30);
  int32_t n = (int32_t)g.vertices, sources[64], failed = 0;
  const volatile int32_t cancelled = 1;
  uint64_t out_of_range;
  for (int i = 0; i < 64; i++) sources[i] = i * 13;
  sums want, nothing = new_sums(&g, 0, -64);
  for (int resizes = 0; resizes < 2; resizes++) {
    const gobc_allocator *allocator = resizes ? &growing : &copying;
    for (int64_t at = -1, done = 0; !done; at++) {
      int64_t before = live_bytes;
      allocations = 0;
      fail_at = at;
      peak_bytes = live_bytes;
      sums s = new_sums(&g, 0, -64);
      gobc_label_correcting *sweep = gobc_label_correcting_open(&g, &all_pairs, GOBC_DISTANCE_U32, 0,
                                                                EVERYTHING & ~GOBC_NEED_EDGE_STRESS, -1, allocator);
      int status = sweep
          ? gobc_label_correcting_run(sweep, sources, 64, 0, n, &s.totals, &s.lengths, NULL, &out_of_range)
          : GOBC_KERNEL_NOMEM;
      done = at >= 0 && allocations <= at;
      failed += status != GOBC_KERNEL_OK;
      CHECK((status == GOBC_KERNEL_OK) == (at < 0 || done), "allocation %lld: status %d", (long long)at, status);
      if (status != GOBC_KERNEL_OK)
        CHECK(same_sums(&s, &nothing), "allocation %lld failed and something was added", (long long)at);
      fail_at = -1;
      if (sweep && status != GOBC_KERNEL_OK) {
        CHECK(gobc_label_correcting_run(sweep, sources, 64, 0, n, &s.totals, &s.lengths, &cancelled, &out_of_range) ==
                  GOBC_KERNEL_CANCELLED,
              "cancel");
        CHECK(same_sums(&s, &nothing), "a cancelled batch added something");
        CHECK(gobc_label_correcting_run(sweep, sources, 64, 0, n, &s.totals, &s.lengths, NULL, &out_of_range) ==
                  GOBC_KERNEL_OK,
              "second try");
      }
      if (at < 0 && !resizes) memcpy(&want, &s, sizeof s);
      else if (sweep) CHECK(same_sums(&s, &want), "after allocation %lld failed: other bits", (long long)at);
      if (sweep)
        CHECK(gobc_workspace_counts(sweep)->bytes == peak_bytes - before, "bytes %lld, held %lld",
              (long long)gobc_workspace_counts(sweep)->bytes, (long long)(peak_bytes - before));
      gobc_workspace_close(sweep);
      if (at >= 0 || resizes) free_sums(&g, &s);
      CHECK(live_bytes == before, "%lld bytes leak", (long long)(live_bytes - before));
    }
  }
  CHECK(failed > 20, "only %d runs failed", failed);
  free_sums(&g, &want);
  free_sums(&g, &nothing);
  drop(&g);
}

/* A batch costs what it reaches: with a cutoff, a corner of a large grid. */
static void check_reach(void) {
  gobc_csr g = grid_graph(400);
  int32_t sources[] = {0, 1, 400};
  uint64_t out_of_range;
  gobc_pairs near = {NULL, NULL, 6};
  sums s = new_sums(&g, 0, -64);
  gobc_label_correcting *sweep = gobc_label_correcting_open(&g, &near, GOBC_DISTANCE_U16, 0, DELTA, -1, &growing);
  for (int i = 0; i < 3; i++)
    CHECK(gobc_label_correcting_run(sweep, sources, 3, 0, (int32_t)g.vertices, &s.totals, &s.lengths, NULL,
                                    &out_of_range) == GOBC_KERNEL_OK,
          "cutoff");
  CHECK(gobc_workspace_counts(sweep)->visits < 3 * 3000, "%lld visits",
        (long long)gobc_workspace_counts(sweep)->visits);
  CHECK(gobc_workspace_counts(sweep)->batches == 3 && gobc_workspace_counts(sweep)->lanes == 9 &&
            gobc_workspace_counts(sweep)->useful_arcs > 0,
        "counts");
  gobc_workspace_close(sweep);
  sweep = gobc_label_correcting_open(&g, &near, GOBC_DISTANCE_U16, 0, 0, -1, &growing);
  int64_t visits = s.lengths.reached[0];
  CHECK(gobc_label_correcting_run(sweep, sources, 3, 0, (int32_t)g.vertices, NULL, &s.lengths, NULL, &out_of_range) ==
            GOBC_KERNEL_OK,
        "lengths alone");
  CHECK(s.lengths.reached[0] == visits + 3 && gobc_workspace_counts(sweep)->useful_arcs == 0, "lengths alone");
  gobc_workspace_close(sweep);
  free_sums(&g, &s);
  drop(&g);
}

int main(void) {
  check_random(72);
  CHECK(short_graphs >= 40, "only %d graphs with 16 bits", short_graphs);
  check_limits();
  check_hub();
  check_flags();
  check_failures();
  check_reach();
  CHECK(live_bytes == 0, "%lld bytes leak", (long long)live_bytes);
  printf("label_correcting_test: %d checks, %d failures\n", checks, failures);
  return failures != 0;
}
