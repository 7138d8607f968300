/*
 * api.c - the promises of gobc.h, one by one: layout, defaults, misuse, results, ownership and the sources stream.
 */
#include <malloc.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "producer.h"

/* ---- layout: fixed for ever on LP64 ---- */

#define FIELD(type, name, at) {#type "." #name, offsetof(type, name), at}
#define SIZE(type, bytes) {"size of " #type, sizeof(type), bytes}

static const struct {
  const char *what;
  size_t is, expected;
} layout[] = {
    SIZE(struct ArrowSchema, 72),
    SIZE(struct ArrowArray, 80),
    SIZE(struct ArrowArrayStream, 40),
    SIZE(gobc_error, 1024),
    FIELD(gobc_error, code, 0),
    FIELD(gobc_error, message, 4),
    SIZE(gobc_control, 56),
    FIELD(gobc_control, struct_size, 0),
    FIELD(gobc_control, cancel, 8),
    FIELD(gobc_control, phase, 12),
    FIELD(gobc_control, done, 16),
    FIELD(gobc_control, total, 24),
    FIELD(gobc_control, predicted, 32),
    FIELD(gobc_control, rows, 40),
    FIELD(gobc_control, all_rows, 48),
    SIZE(gobc_graph_options, 64),
    FIELD(gobc_graph_options, struct_size, 0),
    FIELD(gobc_graph_options, directed, 8),
    FIELD(gobc_graph_options, threads, 12),
    FIELD(gobc_graph_options, source, 16),
    FIELD(gobc_graph_options, target, 24),
    FIELD(gobc_graph_options, weight, 32),
    FIELD(gobc_graph_options, node, 40),
    FIELD(gobc_graph_options, memory_limit, 48),
    FIELD(gobc_graph_options, nodes_are_all, 56),
    SIZE(gobc_graph_stats, 488),
    FIELD(gobc_graph_stats, struct_size, 0),
    FIELD(gobc_graph_stats, vertices, 8),
    FIELD(gobc_graph_stats, edges, 16),
    FIELD(gobc_graph_stats, self_loops, 24),
    FIELD(gobc_graph_stats, parallel_edges, 32),
    FIELD(gobc_graph_stats, components, 40),
    FIELD(gobc_graph_stats, largest_component, 48),
    FIELD(gobc_graph_stats, bytes, 56),
    FIELD(gobc_graph_stats, directed, 64),
    FIELD(gobc_graph_stats, source, 72),
    FIELD(gobc_graph_stats, target, 200),
    FIELD(gobc_graph_stats, weight, 328),
    FIELD(gobc_graph_stats, smallest_weight, 456),
    FIELD(gobc_graph_stats, largest_weight, 464),
    FIELD(gobc_graph_stats, units, 472),
    FIELD(gobc_graph_stats, weighted, 480),
    SIZE(gobc_options, 224),
    FIELD(gobc_options, struct_size, 0),
    FIELD(gobc_options, threads, 8),
    FIELD(gobc_options, normalized, 12),
    FIELD(gobc_options, endpoints, 16),
    FIELD(gobc_options, preset, 24),
    FIELD(gobc_options, parallel, 32),
    FIELD(gobc_options, direction, 40),
    FIELD(gobc_options, precision, 48),
    FIELD(gobc_options, device, 56),
    FIELD(gobc_options, tuning, 64),
    FIELD(gobc_options, sources, 72),
    FIELD(gobc_options, memory_limit, 80),
    FIELD(gobc_options, targets, 88),
    FIELD(gobc_options, cutoff, 96),
    FIELD(gobc_options, tie_tolerance, 104),
    FIELD(gobc_options, weighted, 112),
    FIELD(gobc_options, sampled, 116),
    FIELD(gobc_options, epsilon, 120),
    FIELD(gobc_options, delta, 128),
    FIELD(gobc_options, top_k, 136),
    FIELD(gobc_options, seed, 144),
    FIELD(gobc_options, of, 152),
    FIELD(gobc_options, adaptive, 160),
    FIELD(gobc_options, partial, 168),
    FIELD(gobc_options, reductions, 176),
    FIELD(gobc_options, alpha, 184),
    FIELD(gobc_options, demand, 192),
    FIELD(gobc_options, cutoffs, 200),
    FIELD(gobc_options, cutoffs_count, 208),
    FIELD(gobc_options, distance_decay, 216),
};

static void test_layout(void) {
  for (size_t i = 0; i < sizeof layout / sizeof *layout; i++) {
    CHECK(layout[i].is == layout[i].expected, "%s: %zu, not %zu", layout[i].what, layout[i].is, layout[i].expected);
  }
}

/* ---- what needs no graph ---- */

static void test_texts(void) {
  CHECK(gobc_abi_version() == GOBC_ABI_VERSION, "ABI %d", gobc_abi_version());
  CHECK(strlen(gobc_version()) > 0, "no version");
  CHECK(gobc_version() == gobc_version(), "the version is not static");
  static const char *const names[] = {"betweenness", "stress", "closeness", "harmonic", "eccentricity"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    CHECK(strstr(gobc_measures(), names[i]) != NULL, "%s is not in %s", names[i], gobc_measures());
  }
  CHECK(gobc_measures()[0] == '[', "%s", gobc_measures());
  CHECK(strstr(gobc_devices(), "\"cpu\"") != NULL, "%s", gobc_devices());
  static const char *const statuses[] = {"GOBC_OK",        "GOBC_INVALID", "GOBC_DATA",        "GOBC_MEMORY",
                                         "GOBC_CANCELLED", "GOBC_FORKED",  "GOBC_UNSUPPORTED", "GOBC_INTERNAL",
                                         "GOBC_DEVICE",    "GOBC_LIMITS",  "GOBC_FILE"};
  for (int i = 0; i <= GOBC_FILE; i++) CHECK(strcmp(gobc_status_name(i), statuses[i]) == 0, "%s", gobc_status_name(i));
  CHECK(gobc_status_name(-1) != NULL && gobc_status_name(999) != NULL, "no name for an unknown status");
}

static void test_inits(void) {
  gobc_options o;
  gobc_graph_options g;
  gobc_control c;
  memset(&o, 0x55, sizeof o), memset(&g, 0x55, sizeof g), memset(&c, 0x55, sizeof c);
  gobc_options_init(&o, sizeof o), gobc_graph_options_init(&g, sizeof g), gobc_control_init(&c, sizeof c);
  CHECK(o.struct_size == sizeof o && g.struct_size == sizeof g && c.struct_size == sizeof c, "sizes");
  CHECK(o.normalized == -1 && o.threads == 0 && o.endpoints == 0, "numbers of the options");
  CHECK(o.cutoff == -1 && o.tie_tolerance == -1 && o.weighted == -1 && !o.sampled && !o.targets,
        "lengths of the options");
  CHECK(o.epsilon == 0 && o.delta == 0.1 && o.top_k == 0 && o.seed == 0 && o.adaptive == 0 && o.partial == 0,
        "sample of the options");
  CHECK(isnan(o.alpha), "numbers that few measures use");
  CHECK(!o.cutoffs && !o.cutoffs_count && !o.distance_decay, "cutoffs and decay of the options");
  CHECK(!o.parallel && !o.direction && !o.precision && !o.device && !o.tuning && !o.sources && !o.of && !o.demand,
        "texts of the options");
  CHECK(!g.directed && !g.threads && !g.source && !g.target && !g.weight && !g.node, "graph options");
  CHECK(!c.cancel && !c.phase && !c.done && !c.total, "control");
  memset(&o, 0x55, sizeof o);
  gobc_options_init(&o, 88); /* as the first header had it */
  CHECK(o.struct_size == 88 && o.normalized == -1 && o.sampled == 0x55555555, "init of a shorter struct");
  gobc_options_init(NULL, 0), gobc_graph_options_init(NULL, 0), gobc_control_init(NULL, 0);
  gobc_text_free(NULL);
  gobc_graph_free(NULL);
}

/* ---- graphs ---- */

/* A path of n vertices 0-1-...; text labels if asked. */
static gobc_graph *path(int64_t n, char code) {
  source s;
  source_init(&s, (kind){0, code});
  source_path(&s, 0, n - 1);
  gobc_graph *graph = NULL;
  gobc_error error;
  int32_t status = gobc_graph_new(&s.stream, NULL, NULL, NULL, &graph, &error);
  CHECK(status == GOBC_OK, "%s", error.message);
  CHECK(source_verdict(&s) == NULL, "%s", source_verdict(&s));
  source_end(&s);
  return graph;
}

/* An error must be refused with this status, these words, and nothing in the outs. */
static void refused(int32_t status, int32_t expected, const gobc_error *error, const char *word, const char *what) {
  CHECK(status == expected, "%s: status %d, %s", what, status, error->message);
  CHECK(error->code == status, "%s: code %d", what, error->code);
  CHECK(strstr(error->message, word) != NULL, "%s: \"%s\" is missing in: %s", what, word, error->message);
}

static void test_graph_misuse(void) {
  gobc_error error;
  gobc_graph *graph = (gobc_graph *)&error;
  source s, n;
  refused(gobc_graph_new(NULL, NULL, NULL, NULL, &graph, &error), GOBC_INVALID, &error, "edges", "no edges");
  CHECK(graph == NULL, "the graph was not zeroed");
  source_init(&s, (kind){0, 'l'}), source_init(&n, (kind){0, 'l'});
  refused(gobc_graph_new(&s.stream, &n.stream, NULL, NULL, NULL, &error), GOBC_INVALID, &error, "out", "no out");
  CHECK(source_verdict(&s) == NULL && source_verdict(&n) == NULL, "streams are kept");
  source_end(&s), source_end(&n);

  struct {
    gobc_graph_options o;
    gobc_control c;
    int32_t status;
    const char *word, *what;
  } rows[] = {
      {{.struct_size = 0}, {.struct_size = 32}, GOBC_INVALID, "struct_size", "graph options of size 0"},
      {{.struct_size = 55}, {.struct_size = 32}, GOBC_INVALID, "struct_size", "graph options cut short"},
      {{.struct_size = 56, .directed = 2}, {.struct_size = 32}, GOBC_INVALID, "directed", "directed 2"},
      {{.struct_size = 56, .threads = -1}, {.struct_size = 32}, GOBC_INVALID, "threads", "threads -1"},
      {{.struct_size = 56, .threads = INT32_MAX}, {.struct_size = 32}, GOBC_INVALID, "threads", "many threads"},
      {{.struct_size = 56, .memory_limit = -1}, {.struct_size = 32}, GOBC_INVALID, "memory_limit", "limit -1"},
      {{.struct_size = 56, .memory_limit = 1}, {.struct_size = 32}, GOBC_MEMORY, "memory", "limit of one byte"},
      {{.struct_size = 56, .weight = "w"}, {.struct_size = 32}, GOBC_INVALID, "\"w\"", "an unknown weight column"},
      {{.struct_size = 56, .weight = ""}, {.struct_size = 32}, GOBC_INVALID, "weight", "a weight without a name"},
      {{.struct_size = 56, .weight = "target"}, {.struct_size = 32}, GOBC_INVALID, "target", "an end as weight"},
      {{.struct_size = 56, .source = "nope"}, {.struct_size = 32}, GOBC_INVALID, "nope", "an unknown column"},
      {{.struct_size = 56}, {.struct_size = 0}, GOBC_INVALID, "struct_size", "control of size 0"},
      {{.struct_size = 56}, {.struct_size = 32, .cancel = 1}, GOBC_CANCELLED, "cancel", "cancelled before"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    source_init(&s, (kind){0, 'l'});
    source_path(&s, 0, 5);
    refused(gobc_graph_new(&s.stream, NULL, &rows[i].o, &rows[i].c, &graph, &error), rows[i].status, &error,
            rows[i].word, rows[i].what);
    CHECK(source_verdict(&s) == NULL, "%s: %s", rows[i].what, source_verdict(&s));
    CHECK(graph == NULL, "%s: a graph", rows[i].what);
    source_init(&n, (kind){0, 'l'});
    CHECK(gobc_graph_new(&n.stream, NULL, &rows[i].o, &rows[i].c, &graph, NULL) == rows[i].status ||
              rows[i].status == GOBC_MEMORY,
          "%s: another status without an error struct", rows[i].what);
    gobc_graph_free(graph);
    source_end(&s), source_end(&n);
  }
}

static void test_info(void) {
  gobc_error error;
  gobc_graph *graph = path(5, 'l');
  gobc_graph_stats stats = {.struct_size = sizeof stats};
  CHECK(gobc_graph_info(graph, &stats, &error) == GOBC_OK, "%s", error.message);
  CHECK(stats.vertices == 5 && stats.edges == 4 && stats.components == 1 && stats.largest_component == 5, "counts");
  CHECK(stats.self_loops == 0 && stats.parallel_edges == 0 && stats.directed == 0 && stats.bytes > 0, "counts");
  CHECK(strcmp(stats.source, "source") == 0, "%s", stats.source);
  CHECK(strcmp(stats.target, "target") == 0, "%s", stats.target);
  CHECK(stats.struct_size == sizeof stats, "struct_size has changed");
  refused(gobc_graph_info(NULL, &stats, &error), GOBC_INVALID, &error, "graph", "info of no graph");
  refused(gobc_graph_info(graph, NULL, &error), GOBC_INVALID, &error, "out", "info into nothing");
  stats.struct_size = 0;
  refused(gobc_graph_info(graph, &stats, &error), GOBC_INVALID, &error, "struct_size", "info of size 0");
  CHECK(gobc_graph_info(NULL, &stats, NULL) == GOBC_INVALID, "info without an error struct");
  gobc_graph_free(graph);
}

/* A struct_size that was never set must not be written or read by. */
static void test_impossible_sizes(void) {
  gobc_graph *graph = path(3, 'l'), *none;
  static const uint64_t sizes[] = {(1 << 16) + 1, (uint64_t)1 << 40, UINT64_MAX};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    gobc_error error;
    gobc_graph_stats stats = {.struct_size = sizes[i]};
    gobc_graph_options g;
    gobc_options o;
    gobc_read_options r;
    gobc_control c;
    struct ArrowSchema schema;
    struct ArrowArray array;
    char *json;
    gobc_graph_options_init(&g, sizes[i]), gobc_options_init(&o, sizes[i]), gobc_control_init(&c, sizes[i]);
    gobc_read_options_init(&r, sizes[i]);
    refused(gobc_graph_info(graph, &stats, &error), GOBC_INVALID, &error, "struct_size", "stats");
    refused(gobc_compute(graph, "stress", &o, NULL, &schema, &array, &error), GOBC_INVALID, &error, "struct_size", "o");
    refused(gobc_compute(graph, "stress", NULL, &c, &schema, &array, &error), GOBC_INVALID, &error, "struct_size", "c");
    refused(gobc_plan(graph, "stress", &o, &json, &error), GOBC_INVALID, &error, "struct_size", "options of a plan");
    for (int control = 0; control < 2; control++) {
      refused(gobc_read("none.csv", control ? NULL : &r, control ? &c : NULL, &schema, &array, NULL, NULL, &error),
              GOBC_INVALID, &error, "struct_size", "reading");
      source s;
      source_init(&s, (kind){0, 'l'});
      refused(gobc_graph_new(&s.stream, NULL, control ? NULL : &g, control ? &c : NULL, &none, &error), GOBC_INVALID,
              &error, "struct_size", "building");
      CHECK(source_verdict(&s) == NULL, "%s", source_verdict(&s));
      source_end(&s);
    }
  }
  gobc_graph_free(graph);
}

/* ---- computing ---- */

typedef struct result {
  struct ArrowSchema schema;
  struct ArrowArray array;
} result;

static void release(result *r) {
  if (r->array.release) r->array.release(&r->array);
  if (r->schema.release) r->schema.release(&r->schema);
  CHECK(r->array.release == NULL && r->schema.release == NULL, "not marked as released");
}

static const double *scores(const result *r, int column) { return r->array.children[column]->buffers[1]; }

static void test_compute_misuse(void) {
  gobc_graph *graph = path(4, 'l');
  gobc_error error;
  result r;
  char *json;
  refused(gobc_compute(NULL, "stress", NULL, NULL, &r.schema, &r.array, &error), GOBC_INVALID, &error, "graph",
          "no graph");
  refused(gobc_compute(graph, NULL, NULL, NULL, &r.schema, &r.array, &error), GOBC_INVALID, &error, "measures", "NULL");
  refused(gobc_compute(graph, "stress", NULL, NULL, NULL, &r.array, &error), GOBC_INVALID, &error, "schema", "schema");
  refused(gobc_compute(graph, "stress", NULL, NULL, &r.schema, NULL, &error), GOBC_INVALID, &error, "array", "array");
  refused(gobc_plan(NULL, "stress", NULL, &json, &error), GOBC_INVALID, &error, "graph", "plan of no graph");
  refused(gobc_plan(graph, NULL, NULL, &json, &error), GOBC_INVALID, &error, "measures", "plan of nothing");
  refused(gobc_plan(graph, "stress", NULL, NULL, &error), GOBC_INVALID, &error, "out_json", "plan into nothing");

  struct {
    const char *measures;
    gobc_options o;
    int32_t status;
    const char *word;
  } rows[] = {
      {"betwixt", {0}, GOBC_INVALID, "betweenness"}, // codespell:ignore
      {"pagerank", {0}, GOBC_INVALID, "eccentricity"},
      {"", {0}, GOBC_INVALID, "betweenness"},
      {",", {0}, GOBC_INVALID, "betweenness"},
      {"stress,", {0}, GOBC_INVALID, "stress"},
      {"stress,stress", {0}, GOBC_INVALID, "stress"},
      {"stress", {.preset = "cugraph"}, GOBC_INVALID, "networkx"},
      {"stress", {.parallel = "sum"}, GOBC_INVALID, "merge"},
      {"closeness", {.direction = "up"}, GOBC_INVALID, "out"},
      {"stress", {.precision = "half"}, GOBC_INVALID, "single"},
      {"stress", {.device = "tpu"}, GOBC_INVALID, "cpu"},
      {"stress", {.device = "cuda:x"}, GOBC_INVALID, "cuda:x"},
      {"stress", {.reductions = "all"}, GOBC_INVALID, "reductions is \"all\""},
      {"stress", {.tuning = "nonsense"}, GOBC_INVALID, "nonsense"},
      {"stress", {.tuning = "no_such_key=1"}, GOBC_INVALID, "no_such_key"},
      {"stress", {.threads = -3}, GOBC_INVALID, "threads"},
      {"stress", {.endpoints = 3}, GOBC_INVALID, "endpoints"},
      {"stress", {.normalized = 5}, GOBC_INVALID, "normalized"},
      {"stress", {.memory_limit = -1}, GOBC_INVALID, "memory_limit"},
      {"stress", {.cutoff = NAN}, GOBC_INVALID, "cutoff"},
      {"stress", {.cutoffs = (double[]){1, -2}, .cutoffs_count = 2}, GOBC_INVALID, "cutoff 2 of the list is -2"},
      {"stress", {.cutoffs = (double[]){1, NAN}, .cutoffs_count = 2}, GOBC_INVALID, "is NaN"},
      {"stress", {.cutoffs = (double[]){3, 1, 3}, .cutoffs_count = 3}, GOBC_INVALID, "twice"},
      {"stress", {.cutoffs = (double[]){3}, .cutoffs_count = 1, .cutoff = 2}, GOBC_INVALID, "both"},
      {"stress", {.cutoffs = (double[]){3}}, GOBC_INVALID, "empty"},
      {"stress", {.cutoffs_count = 3}, GOBC_INVALID, "cutoffs_count is 3"},
      {"stress", {.cutoffs = (double[]){3}, .cutoffs_count = -1}, GOBC_INVALID, "cutoffs_count is -1"},
      {"stress", {.tie_tolerance = 1}, GOBC_INVALID, "tie_tolerance"},
      {"stress", {.tie_tolerance = NAN}, GOBC_INVALID, "tie_tolerance"},
      {"stress", {.weighted = 1}, GOBC_INVALID, "weight"},
      {"stress", {.weighted = 2}, GOBC_INVALID, "weighted"},
      {"stress", {.sampled = 1}, GOBC_INVALID, "sampled"},
      {"closeness", {.sampled = 1}, GOBC_INVALID, "sampled"},
      {"betweenness", {.sampled = 7}, GOBC_INVALID, "sampled"},
      {"betweenness", {.epsilon = -1, .delta = 0.1}, GOBC_INVALID, "epsilon"},
      {"betweenness", {.epsilon = 0.1}, GOBC_INVALID, "delta"},
      {"betweenness", {.top_k = -1, .delta = 0.1}, GOBC_INVALID, "top_k"},
      {"stress", {.epsilon = 0.1, .delta = 0.1}, GOBC_INVALID, "betweenness"},
      {"betweenness", {.adaptive = 1.5, .top_k = 1, .delta = 0.1}, GOBC_INVALID, "adaptive is 1.5"},
      {"betweenness", {.adaptive = NAN, .top_k = 1, .delta = 0.1}, GOBC_INVALID, "adaptive"},
      {"betweenness", {.adaptive = INFINITY, .top_k = 1, .delta = 0.1}, GOBC_INVALID, "adaptive"},
      {"betweenness", {.adaptive = 5, .delta = 0.1}, GOBC_INVALID, "top_k"},
      {"betweenness", {.adaptive = 5, .top_k = 1, .epsilon = 0.1, .delta = 0.1}, GOBC_INVALID, "epsilon"},
      {"betweenness", {.adaptive = 5, .top_k = 1, .sampled = 1, .delta = 0.1}, GOBC_INVALID, "sources"},
      {"closeness", {.adaptive = 5, .top_k = 1, .delta = 0.1}, GOBC_INVALID, "betweenness"},
      {"decay", {.alpha = 1}, GOBC_INVALID, "alpha is 1"},
      {"decay", {.alpha = -0.5}, GOBC_INVALID, "alpha"},
      {"decay", {.alpha = INFINITY}, GOBC_INVALID, "alpha"},
      {"closeness", {.alpha = 0.5}, GOBC_INVALID, "decay"},
      {"stress", {.memory_limit = 1}, GOBC_MEMORY, "memory"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char what[80];
    snprintf(what, sizeof what, "row %zu of the misuse of compute, measures \"%s\"", i, rows[i].measures);
    if (rows[i].o.normalized == 0) rows[i].o.normalized = -1;
    if (rows[i].o.cutoff == 0) rows[i].o.cutoff = -1;
    if (rows[i].o.alpha == 0) rows[i].o.alpha = NAN;
    rows[i].o.struct_size = sizeof rows[i].o;
    memset(&r, 0x55, sizeof r);
    refused(gobc_compute(graph, rows[i].measures, &rows[i].o, NULL, &r.schema, &r.array, &error), rows[i].status,
            &error, rows[i].word, what);
    CHECK(r.schema.release == NULL && r.array.release == NULL, "%s: the outs are not zero", what);
    if (rows[i].status == GOBC_MEMORY) continue; /* a plan may say that something does not fit */
    refused(gobc_plan(graph, rows[i].measures, &rows[i].o, &json, &error), rows[i].status, &error, rows[i].word, what);
    CHECK(json == NULL, "%s: a plan", what);
  }
  gobc_options o = {.struct_size = 8};
  refused(gobc_compute(graph, "stress", &o, NULL, &r.schema, &r.array, &error), GOBC_INVALID, &error, "struct_size",
          "options cut short");
  gobc_graph_free(graph);
}

/* A caller built against a newer header gives longer structs. */
static void test_longer_structs(void) {
  struct {
    gobc_graph_options o;
    char more[64];
  } graph_options;
  struct {
    gobc_options o;
    char more[64];
  } options;
  struct {
    gobc_control c;
    char more[64];
  } control;
  memset(&graph_options, 0, sizeof graph_options), memset(&options, 0, sizeof options);
  memset(&control, 0, sizeof control);
  gobc_graph_options_init(&graph_options.o, sizeof graph_options), gobc_options_init(&options.o, sizeof options);
  gobc_control_init(&control.c, sizeof control);
  CHECK(options.o.struct_size == sizeof options && options.more[63] == 0, "init of a longer struct");
  source s;
  source_init(&s, (kind){0, 'l'});
  source_path(&s, 0, 5);
  gobc_graph *graph;
  gobc_error error;
  result r;
  CHECK(gobc_graph_new(&s.stream, NULL, &graph_options.o, &control.c, &graph, &error) == GOBC_OK, "%s", error.message);
  CHECK(gobc_compute(graph, "harmonic", &options.o, &control.c, &r.schema, &r.array, &error) == GOBC_OK, "%s",
        error.message);
  release(&r);
  gobc_graph_free(graph);
  source_end(&s);
}

/* Copies the value of a key of Arrow metadata, "" if there is none. */
static void metadata_value(const char *metadata, const char *key, char *value, size_t room) {
  int32_t n = 0, size;
  value[0] = 0;
  if (metadata != NULL) memcpy(&n, metadata, 4), metadata += 4;
  for (; n > 0; n--) {
    memcpy(&size, metadata, 4);
    int hit = (size_t)size == strlen(key) && memcmp(metadata + 4, key, (size_t)size) == 0;
    metadata += 4 + size;
    memcpy(&size, metadata, 4);
    if (hit) snprintf(value, room, "%.*s", size, metadata + 4);
    metadata += 4 + size;
  }
}

static void test_result(void) {
  gobc_graph *graph = path(4, 'u');
  gobc_control control;
  gobc_error error;
  result r;
  char text[64], value[4096];
  gobc_control_init(&control, sizeof control);
  int32_t status = gobc_compute(graph, "betweenness, eccentricity", NULL, &control, &r.schema, &r.array, &error);
  CHECK(status == GOBC_OK && error.code == 0 && error.message[0] == 0, "%s", error.message);
  if (status != GOBC_OK) return;
  int64_t once = control.done;
  r.array.release(&r.array), r.schema.release(&r.schema);
  status = gobc_compute(graph, "betweenness, eccentricity", NULL, &control, &r.schema, &r.array, &error);
  CHECK(status == GOBC_OK && control.done == once && control.total == once,
        "a control used again counts to %lld of %lld, first %lld", (long long)control.done, (long long)control.total,
        (long long)once);
  if (status != GOBC_OK) return;
  gobc_graph_free(graph); /* results stand on their own */
  CHECK(control.done == control.total && control.total > 0 && control.total % 4 == 0, "%lld of %lld sources",
        (long long)control.done, (long long)control.total);
  CHECK(strcmp(r.schema.format, "+s") == 0 && r.schema.n_children == 3 && r.array.n_children == 3, "shape");
  CHECK(r.array.length == 4, "%lld rows", (long long)r.array.length);
  CHECK(strcmp(r.schema.children[0]->name, "node") == 0, "%s", r.schema.children[0]->name);
  CHECK(strcmp(r.schema.children[0]->format, "u") == 0, "%s", r.schema.children[0]->format);
  CHECK(strcmp(r.schema.children[1]->name, "betweenness") == 0, "%s", r.schema.children[1]->name);
  CHECK(strcmp(r.schema.children[2]->format, "g") == 0, "%s", r.schema.children[2]->format);
  static const char *const keys[] = {"gobc:version", "gobc:plan", "gobc:device", "gobc:seconds"};
  for (int i = 0; i < 4; i++) {
    metadata_value(r.schema.metadata, keys[i], value, sizeof value);
    CHECK(value[0] != 0, "no metadata %s", keys[i]);
  }
  const int32_t *offsets = r.array.children[0]->buffers[1];
  const char *data = r.array.children[0]->buffers[2];
  static const double betweenness[] = {0, 2.0 / 3, 2.0 / 3, 0}, eccentricity[] = {3, 2, 2, 3};
  for (int i = 0; i < 4; i++) {
    label_text(i, text);
    int size = offsets[i + 1] - offsets[i];
    CHECK(size == (int)strlen(text) && memcmp(data + offsets[i], text, (size_t)size) == 0, "label %d", i);
    CHECK(fabs(scores(&r, 1)[i] - betweenness[i]) <= 1e-15, "betweenness of %d: %g", i, scores(&r, 1)[i]);
    CHECK(scores(&r, 2)[i] == eccentricity[i], "eccentricity of %d: %g", i, scores(&r, 2)[i]);
  }
  release(&r);
}

/* Arrow lets a consumer move a child out, release the rest and use the child. */
static void test_moved_child(void) {
  gobc_graph *graph = path(4, 'l');
  result r;
  CHECK(gobc_compute(graph, "harmonic", NULL, NULL, &r.schema, &r.array, NULL) == GOBC_OK, "harmonic");
  gobc_graph_free(graph);
  struct ArrowArray child = *r.array.children[1];
  struct ArrowSchema field = *r.schema.children[1];
  r.array.children[1]->release = NULL, r.schema.children[1]->release = NULL;
  release(&r);
  CHECK(child.length == 4 && ((const double *)child.buffers[1])[0] > 1.8, "the moved column is spoiled");
  CHECK(strcmp(field.name, "harmonic") == 0, "the moved field is spoiled");
  child.release(&child), field.release(&field);
  CHECK(child.release == NULL && field.release == NULL, "not marked as released");
}

static void test_empty(void) {
  source s;
  source_init(&s, (kind){0, 'u'});
  gobc_graph *graph;
  gobc_error error;
  result r;
  CHECK(gobc_graph_new(&s.stream, NULL, NULL, NULL, &graph, &error) == GOBC_OK, "%s", error.message);
  int32_t status = gobc_compute(graph, "betweenness,closeness", NULL, NULL, &r.schema, &r.array, &error);
  CHECK(status == GOBC_OK && r.array.length == 0 && r.schema.n_children == 3, "%s", error.message);
  CHECK(status != GOBC_OK || strcmp(r.schema.children[0]->format, "u") == 0, "an empty text column changes its type");
  release(&r);
  gobc_graph_free(graph);
}

/* ---- the sources stream ---- */

typedef struct sources_case {
  const char *what;
  kind k;
  int columns; /* 0: a stream of one array */
  int64_t n, labels[4];
  void (*spoil)(source *);
  int32_t status;
  const char *word;
} sources_case;

static void no_get_next(source *s) { s->stream.get_next = NULL; }
static void released(source *s) { s->stream.release = NULL; }
static void null_label(source *s) {
  source_validity(s, 0, s->n_columns ? s->batch[0].children[0] : &s->batch[0], ~UINT64_C(2), 1);
}

static const sources_case sources_cases[] = {
    {"one column", {0, 'l'}, 1, 2, {3, 1}, NULL, GOBC_OK, ""},
    {"an array", {0, 'l'}, 0, 2, {3, 1}, NULL, GOBC_OK, ""},
    {"narrow integers", {0, 'C'}, 1, 2, {3, 1}, NULL, GOBC_OK, ""},
    {"a dictionary", {'c', 'l'}, 0, 2, {3, 1}, NULL, GOBC_OK, ""},
    {"none", {0, 'l'}, 1, 0, {0}, NULL, GOBC_OK, ""},
    {"an unknown label", {0, 'l'}, 1, 2, {1, 77}, NULL, GOBC_INVALID, "77"},
    {"a duplicate", {0, 'l'}, 1, 3, {1, 2, 1}, NULL, GOBC_INVALID, "row 2"},
    {"text for integers", {0, 'u'}, 1, 2, {1, 2}, NULL, GOBC_INVALID, "sources"},
    {"a null", {0, 'l'}, 1, 2, {1, 2}, null_label, GOBC_DATA, "row 1"},
    {"two columns", {0, 'l'}, 2, 2, {1, 2}, NULL, GOBC_DATA, "one column"},
    {"floats", {0, 'b'}, 1, 2, {1, 2}, NULL, GOBC_DATA, "sources"},
    {"no get_next", {0, 'l'}, 1, 2, {1, 2}, no_get_next, GOBC_INVALID, "get_next"},
    {"a released stream", {0, 'l'}, 1, 2, {1, 2}, released, GOBC_INVALID, "released"},
};

static void sources_of(source *s, const sources_case *c) {
  kind both[2] = {c->k, c->k};
  if (c->columns == 0) source_plain(s, c->k);
  else source_table(s, c->columns, (const char *const[]){"label", "more"}, both);
  source_batch(s, c->n, (const int64_t *const[]){c->labels, c->labels});
  if (c->spoil) c->spoil(s);
}

static void test_sources(void) {
  gobc_graph *graph = path(5, 'l');
  for (size_t i = 0; i < sizeof sources_cases / sizeof *sources_cases; i++) {
    const sources_case *c = &sources_cases[i];
    for (int plan = 0; plan < 2; plan++) {
      source s;
      sources_of(&s, c);
      gobc_options o;
      gobc_error error;
      result r = {0};
      char *json = NULL;
      gobc_options_init(&o, sizeof o);
      o.preset = "raw", o.sources = &s.stream;
      int32_t status = plan ? gobc_plan(graph, "eccentricity", &o, &json, &error)
                            : gobc_compute(graph, "eccentricity", &o, NULL, &r.schema, &r.array, &error);
      CHECK(status == c->status, "sources, %s: status %d, %s", c->what, status, error.message);
      CHECK(strstr(error.message, c->word) != NULL, "sources, %s: \"%s\" is missing in: %s", c->what, c->word,
            error.message);
      int kept = c->spoil == released ? s.streams_released != 0 : source_verdict(&s) != NULL;
      CHECK(!kept, "sources, %s: %s", c->what, source_verdict(&s));
      double farthest = c->n == 0 ? 0 : 3; /* of vertex 0, from vertices 3 and 1 */
      if (status == GOBC_OK && !plan) CHECK(scores(&r, 1)[0] == farthest, "%s: %g", c->what, scores(&r, 1)[0]);
      if (status == GOBC_OK && plan) CHECK(json != NULL && json[0] == '{', "no plan");
      if (r.array.release) release(&r);
      gobc_text_free(json);
      source_end(&s);
    }
  }
  gobc_graph_free(graph);
}

/* Refused calls consume the streams as well. */
static void test_sources_consumed(void) {
  gobc_graph *graph = path(5, 'l');
  static const sources_case good = {"good", {0, 'l'}, 1, 2, {3, 1}, NULL, GOBC_OK, ""};
  for (int i = 0; i < 6; i++) {
    source s, of;
    sources_of(&s, &good), sources_of(&of, &good);
    gobc_options o;
    result r;
    char *json;
    gobc_options_init(&o, sizeof o);
    o.sources = &s.stream, o.of = &of.stream;
    if (i == 0) gobc_compute(NULL, "stress", &o, NULL, &r.schema, &r.array, NULL);
    if (i == 1) gobc_compute(graph, "no such", &o, NULL, &r.schema, &r.array, NULL);
    if (i == 2) gobc_compute(graph, "stress", &o, NULL, NULL, &r.array, NULL);
    if (i == 3) gobc_plan(graph, NULL, &o, &json, NULL);
    if (i == 4) o.preset = "no such", gobc_plan(graph, "stress", &o, &json, NULL);
    if (i == 5) o.threads = -1, gobc_compute(graph, "stress", &o, NULL, &r.schema, &r.array, NULL);
    CHECK(source_verdict(&s) == NULL, "refused call %d: %s", i, source_verdict(&s));
    CHECK(source_verdict(&of) == NULL, "refused call %d, of: %s", i, source_verdict(&of));
    source_end(&s), source_end(&of);
  }
  gobc_graph_free(graph);
}

/* ---- nothing is kept ---- */

static long resident_pages(void) {
  long size = 0, resident = -1;
  FILE *f = fopen("/proc/self/statm", "r");
  if (f == NULL) return -1;
  if (fscanf(f, "%ld %ld", &size, &resident) != 2) resident = -1;
  fclose(f);
  return resident;
}

/* Streams good and bad of every import path: views, dictionaries, nodes, errors; and a result. */
static void read_some(int round) {
  enum { ROWS = 100 };
  static const kind kinds[] = {{0, 'l'}, {0, 'u'}, {0, 'v'}, {'i', 'U'}, {'c', 'v'}};
  source s, n;
  source_init(&s, kinds[round % 5]);
  for (int b = 0; b < SOURCE_BATCHES; b++) {
    int64_t child[ROWS], parent[ROWS]; /* a tree, because sweeps of long paths take time */
    for (int i = 0; i < ROWS; i++) child[i] = ROWS * b + i + 1, parent[i] = child[i] / 2;
    source_batch(&s, ROWS, (const int64_t *const[]){child, parent});
  }
  source_table(&n, 1, (const char *const[]){"node"}, &kinds[round % 5]);
  source_path(&n, 50, 100);
  if (round % 4 == 3) s.batch[0].children[1]->n_buffers = 9;
  gobc_graph *graph;
  gobc_graph_new(&s.stream, &n.stream, NULL, NULL, &graph, NULL);
  result r;
  if (graph && gobc_compute(graph, "closeness", NULL, NULL, &r.schema, &r.array, NULL) == GOBC_OK) release(&r);
  gobc_graph_free(graph);
  source_end(&s), source_end(&n);
}

static void test_nothing_kept(void) {
  for (int i = 0; i < 2000; i++) read_some(i); /* by then the collector has run */
  long before = resident_pages();
  size_t blocks = mallinfo2().uordblks;
  for (int i = 0; i < 1000; i++) read_some(i);
  long grown = resident_pages() - before;
  CHECK(before > 0 && grown * sysconf(_SC_PAGESIZE) < 8 << 20, "1,000 calls keep %ld pages", grown);
  size_t kept = mallinfo2().uordblks;
  CHECK(kept < blocks + (64 << 10), "1,000 calls keep %zu bytes of C memory", kept - blocks);
}

/* ---- files ---- */

static int32_t read_text(const char *text, const char *ending, const char *weight, result *edges, result *nodes,
                         gobc_error *error) {
  char path[64];
  snprintf(path, sizeof path, "/tmp/gobc-read-%d.%s", (int)getpid(), ending);
  FILE *f = fopen(path, "w");
  if (f == NULL || fputs(text, f) < 0 || fclose(f) != 0) return -1;
  gobc_read_options options;
  gobc_read_options_init(&options, sizeof options);
  options.weight = weight;
  int32_t status = gobc_read(path, &options, NULL, &edges->schema, &edges->array, &nodes->schema, &nodes->array, error);
  unlink(path);
  return status;
}

static void test_read(void) {
  result edges, nodes;
  gobc_error error;
  int32_t status = read_text("from;to;km\nBern;Thun;2.5\nThun;Spiez;1\n", "csv", "km", &edges, &nodes, &error);
  CHECK(status == GOBC_OK && edges.array.length == 2 && edges.array.n_children == 3, "%s", error.message);
  CHECK(strcmp(edges.schema.children[2]->name, "km") == 0 && strcmp(edges.schema.children[2]->format, "g") == 0, "km");
  CHECK(nodes.array.release == NULL && nodes.schema.release == NULL, "a list of edges lists no nodes");
  release(&edges);
  status = read_text("3 2\n2\n1 3\n2\n", "graph", NULL, &edges, &nodes, &error);
  CHECK(status == GOBC_OK && edges.array.length == 2 && nodes.array.length == 3, "%s", error.message);
  release(&edges), release(&nodes);
  status = read_text("source,target\na,b\nc\n", "csv", NULL, &edges, &nodes, &error);
  refused(status, GOBC_FILE, &error, "line 3", "a line that is too short");
  CHECK(edges.array.release == NULL && nodes.array.release == NULL, "an error gives nothing");
  refused(gobc_read("/no/such.csv", NULL, NULL, &edges.schema, &edges.array, NULL, NULL, &error), GOBC_FILE, &error,
          "such.csv", "no file");
  status = read_text("index,a,b\n0,1,2\n", "csv", NULL, &edges, &nodes, &error);
  refused(status, GOBC_DATA, &error, "which columns are the ends", "columns that may be anything");
  refused(gobc_read(NULL, NULL, NULL, &edges.schema, &edges.array, NULL, NULL, &error), GOBC_INVALID, &error, "path",
          "no path");
  gobc_read_options options;
  gobc_read_options_init(&options, sizeof options);
  options.delimiter = ";;";
  refused(gobc_read("/no/such.csv", &options, NULL, &edges.schema, &edges.array, NULL, NULL, &error), GOBC_INVALID,
          &error, "one character", "a delimiter of two");
  options.delimiter = NULL, options.threads = -1;
  refused(gobc_read("/no/such.csv", &options, NULL, &edges.schema, &edges.array, NULL, NULL, &error), GOBC_INVALID,
          &error, "threads is -1", "fewer threads than none");
  refused(gobc_read("x", NULL, NULL, NULL, &edges.array, NULL, NULL, &error), GOBC_INVALID, &error, "schema",
          "no schema");
}

static void test_generate(void) {
  result a, b;
  gobc_error error;
  char value[64];
  const char *spec = "erdos_renyi:n=100,m=300";
  int32_t status = gobc_generate(spec, 7, &a.schema, &a.array, &error);
  CHECK(status == GOBC_OK, "%s", error.message);
  if (status != GOBC_OK) return;
  CHECK(gobc_generate(spec, 7, &b.schema, &b.array, &error) == GOBC_OK, "%s", error.message);
  CHECK(a.array.length == 300 && a.array.n_children == 2, "%lld rows", (long long)a.array.length);
  CHECK(strcmp(a.schema.children[0]->name, "source") == 0 && strcmp(a.schema.children[0]->format, "l") == 0, "source");
  CHECK(memcmp(a.array.children[1]->buffers[1], b.array.children[1]->buffers[1], 300 * 8) == 0, "not deterministic");
  metadata_value(a.schema.metadata, "gobc:spec", value, sizeof value);
  CHECK(strcmp(value, spec) == 0, "spec in the metadata: %s", value);
  release(&a), release(&b);
  refused(gobc_generate(NULL, 1, &a.schema, &a.array, &error), GOBC_INVALID, &error, "spec", "no spec");
  refused(gobc_generate("petersen:n=1", 1, &a.schema, &a.array, &error), GOBC_INVALID, &error, "kronecker", "family");
  refused(gobc_generate("grid:rows=2,cols=2,colour=3", 1, &a.schema, &a.array, &error), GOBC_INVALID, &error, "colour",
          "key");
  refused(gobc_generate(spec, 1, NULL, &a.array, &error), GOBC_INVALID, &error, "schema", "no schema");
  refused(gobc_generate(spec, 1, &a.schema, NULL, &error), GOBC_INVALID, &error, "array", "no array");
}

/* What is stored for whoever runs the tests is read, and left as it is. */
static void test_calibrate(void) {
  gobc_error error;
  char *json = (char *)1;
  int32_t status = gobc_calibrate("show", NULL, &json, &error);
  CHECK(status == GOBC_OK && strstr(json, "\"processor\"") != NULL, "status %d: %s", status, error.message);
  gobc_text_free(json);
  json = (char *)1;
  refused(gobc_calibrate("sell", NULL, &json, &error), GOBC_INVALID, &error, "\"forget\"", "an action");
  CHECK(json == NULL, "a refused action leaves a text");
  refused(gobc_calibrate("show", NULL, NULL, &error), GOBC_INVALID, &error, "out_json", "no out");
  gobc_control control;
  gobc_control_init(&control, sizeof control);
  control.struct_size = UINT64_MAX;
  refused(gobc_calibrate("show", &control, &json, &error), GOBC_INVALID, &error, "control", "a wild size");
  control.struct_size = 8;
  refused(gobc_calibrate("show", &control, &json, &error), GOBC_INVALID, &error, "control", "a short struct");
}

static int32_t from_arrays(const char *type, const void *source, const void *target, const double *weight,
                           int64_t edges, const gobc_graph_options *options, gobc_graph **graph) {
  gobc_error error;
  int32_t status = gobc_graph_from_arrays(type, source, target, weight, edges, options, NULL, graph, &error);
  CHECK((status == GOBC_OK) == (*graph != NULL) && status == error.code, "status %d: %s", status, error.message);
  return status;
}

static double stress_of(const gobc_graph *graph, int vertex) {
  gobc_error error;
  struct ArrowSchema schema;
  struct ArrowArray array;
  int32_t status = gobc_compute(graph, "stress", NULL, NULL, &schema, &array, &error);
  CHECK(status == GOBC_OK, "%s", error.message);
  if (status) return -1;
  double value = ((const double *)array.children[1]->buffers[1])[vertex];
  array.release(&array), schema.release(&schema);
  return value;
}

/* Graphs of plain arrays equal those of a stream; nothing of the caller is changed, and everything wrong is said. */
static void test_arrays(void) {
  static const int64_t long_source[] = {7, 8, -9}, long_target[] = {8, -9, 10};
  static const uint32_t source[] = {7, 8, 4000000000u}, target[] = {8, 4000000000u, 10};
  static const double weight[] = {1, 2, 0.5}, wrong[] = {1, 0, 1};
  gobc_graph *graph;
  gobc_graph_stats stats = {.struct_size = sizeof stats};
  const void *const sources[] = {long_source, long_source, source, source},
                    *const targets[] = {long_target, long_target, target, target};
  static const char *const types[] = {"int64", "uint64", "uint32", "int32"};
  for (int i = 0; i < 4; i++) {
    if (from_arrays(types[i], sources[i], targets[i], i ? weight : NULL, 3, NULL, &graph)) continue;
    CHECK(gobc_graph_info(graph, &stats, NULL) == GOBC_OK && stats.vertices == 4 && stats.edges == 3, "%s", types[i]);
    CHECK(stress_of(graph, 1) == 2 && stress_of(graph, 0) == 0, "%s: %g", types[i], stress_of(graph, 1));
    gobc_graph_free(graph);
  }
  gobc_graph_options options;
  gobc_graph_options_init(&options, sizeof options);
  options.directed = 1;
  if (!from_arrays("int64", long_source, long_target, weight, 3, &options, &graph)) {
    CHECK(gobc_graph_info(graph, &stats, NULL) == GOBC_OK && stats.directed == 1, "it is not directed");
    gobc_graph_free(graph);
  }
  if (!from_arrays("int64", NULL, NULL, NULL, 0, NULL, &graph)) gobc_graph_free(graph);
  CHECK(from_arrays("int64", long_source, long_target, wrong, 3, NULL, &graph) == GOBC_DATA, "a length of 0");
  CHECK(from_arrays("float", long_source, long_target, NULL, 3, NULL, &graph) == GOBC_INVALID, "a type");
  CHECK(from_arrays(NULL, long_source, long_target, NULL, 3, NULL, &graph) == GOBC_INVALID, "no type");
  CHECK(from_arrays("int64", long_source, NULL, NULL, 3, NULL, &graph) == GOBC_INVALID, "no target");
  CHECK(from_arrays("int64", long_source, long_target, NULL, -1, NULL, &graph) == GOBC_INVALID, "a negative number");
  options.weight = "length";
  CHECK(from_arrays("int64", long_source, long_target, NULL, 3, &options, &graph) == GOBC_INVALID, "a column's name");
  options.struct_size = 1 << 20;
  CHECK(from_arrays("int64", long_source, long_target, NULL, 3, &options, &graph) == GOBC_INVALID,
        "an impossible size");
  gobc_error error;
  const uint64_t short_sizes[] = {0, 8, offsetof(gobc_graph_options, nodes_are_all) - 1};
  for (int i = 0; i < 3; i++) { /* of options that no init has filled, which must not be left out */
    options = (gobc_graph_options){.struct_size = short_sizes[i], .directed = 1};
    int32_t status = gobc_graph_from_arrays("int64", long_source, long_target, NULL, 3, &options, NULL, &graph, &error);
    refused(status, GOBC_INVALID, &error, "call gobc_graph_options_init first", "options cut short");
    CHECK(!graph, "a graph in spite of an error");
  }
  options = (gobc_graph_options){.struct_size = offsetof(gobc_graph_options, nodes_are_all), .directed = 1};
  if (!from_arrays("int64", long_source, long_target, NULL, 3, &options, &graph)) { /* the size in the first header */
    CHECK(gobc_graph_info(graph, &stats, NULL) == GOBC_OK && stats.directed == 1, "it is not directed");
    gobc_graph_free(graph);
  }
  int32_t status =
      gobc_graph_from_arrays("int64", long_source, long_target, NULL, INT64_MAX, NULL, NULL, &graph, &error);
  refused(status, GOBC_INVALID, &error, "edges is 9223372036854775807; give", "too many edges");
  CHECK(gobc_graph_from_arrays("int64", long_source, long_target, NULL, 3, NULL, NULL, NULL, &error) == GOBC_INVALID,
        "no out");
}

/* One call gives what the three give, and leaves nothing, also where it fails. */
static void test_compute_arrays(void) {
  static const int32_t source[] = {1, 2, 3, 3}, target[] = {2, 3, 4, 5};
  static const double weight[] = {1, 1, 2, 1}, wrong[] = {1, 1, 0, 1};
  gobc_error error;
  gobc_graph_options how;
  gobc_graph_options_init(&how, sizeof how);
  gobc_options options;
  gobc_options_init(&options, sizeof options);
  for (int i = 0; i < 4; i++) {
    struct ArrowSchema schemas[2];
    struct ArrowArray arrays[2];
    gobc_graph *graph;
    const double *lengths = i % 2 ? weight : NULL;
    how.directed = i / 2;
    if (from_arrays("int32", source, target, lengths, 4, &how, &graph)) continue;
    int32_t status = gobc_compute(graph, "betweenness,closeness", &options, NULL, &schemas[0], &arrays[0], &error);
    CHECK(status == GOBC_OK, "%s", error.message);
    gobc_graph_free(graph);
    int32_t same = gobc_compute_arrays("int32", source, target, lengths, 4, &how, "betweenness,closeness", &options,
                                       NULL, &schemas[1], &arrays[1], &error);
    CHECK(same == GOBC_OK && arrays[1].length == 5, "%s", error.message);
    if (status || same) continue;
    for (int c = 0; c < 3; c++)
      CHECK(!memcmp(arrays[0].children[c]->buffers[1], arrays[1].children[c]->buffers[1],
                    5 * (c ? sizeof(double) : sizeof(int32_t))),
            "column %d differs", c);
    for (int k = 0; k < 2; k++) arrays[k].release(&arrays[k]), schemas[k].release(&schemas[k]);
  }
  struct ArrowSchema schema;
  struct ArrowArray array;
  int32_t status =
      gobc_compute_arrays("int32", source, target, wrong, 4, &how, "betweenness", NULL, NULL, &schema, &array, &error);
  refused(status, GOBC_DATA, &error, "row 2", "a length of 0");
  CHECK(!schema.release && !array.release, "a table in spite of an error");
  status = gobc_compute_arrays("int32", source, target, NULL, 4, &how, "betwixt", NULL, NULL, &schema, &array, &error);
  refused(status, GOBC_INVALID, &error, "betwixt", "a measure");
  status =
      gobc_compute_arrays("int32", source, target, NULL, 4, &how, "edge_stress", NULL, NULL, &schema, &array, &error);
  refused(status, GOBC_INVALID, &error, "gobc_compute_edges", "a measure of edges");
  gobc_control control;
  gobc_control_init(&control, sizeof control);
  control.cancel = 1;
  status =
      gobc_compute_arrays("int32", source, target, NULL, 4, &how, "stress", NULL, &control, &schema, &array, &error);
  CHECK(status == GOBC_CANCELLED && !array.release, "status %d", status);
}

int main(void) {
  test_layout();
  test_arrays();
  test_compute_arrays();
  test_texts();
  test_inits();
  test_graph_misuse();
  test_info();
  test_impossible_sizes();
  test_compute_misuse();
  test_longer_structs();
  test_result();
  test_moved_child();
  test_empty();
  test_sources();
  test_sources_consumed();
  test_generate();
  test_calibrate();
  test_read();
  if (getenv("GOBC_TESTS_SLOWDOWN") == NULL) test_nothing_kept(); /* AddressSanitizer and emulators keep memory */
  return checks_end("api");
}
