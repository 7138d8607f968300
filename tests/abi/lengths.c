/*
 * lengths.c - weights, measures of edges, targets, cutoff and samples through the interface: values worked out by hand, and
 * what is refused.
 */
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "producer.h"

/* Square 0-1-2-3 with a parallel edge 0-1 and a loop: tenths of a length. 0-2 is 5 both ways round. */
static const int64_t tails[] = {0, 1, 0, 3, 0, 2}, heads[] = {1, 2, 3, 2, 1, 2};
static const int64_t tenths[] = {20, 30, 10, 40, 25, 7};
enum { ROWS = 6 };

static int32_t build(const int64_t *weights, char code, gobc_graph **graph, gobc_error *error) {
  source s;
  source_table(&s, 3, (const char *const[]){"source", "target", "w"}, (kind[]){{0, 'l'}, {0, 'l'}, {0, code}});
  source_batch(&s, ROWS, (const int64_t *const[]){tails, heads, weights});
  gobc_graph_options o;
  gobc_graph_options_init(&o, sizeof o);
  o.weight = "w";
  int32_t status = gobc_graph_new(&s.stream, NULL, &o, NULL, graph, error);
  CHECK(source_verdict(&s) == NULL, "%s", source_verdict(&s));
  source_end(&s);
  return status;
}

typedef struct table {
  struct ArrowSchema schema;
  struct ArrowArray array;
} table;

static void release(table *t) {
  if (t->array.release) t->array.release(&t->array);
  if (t->schema.release) t->schema.release(&t->schema);
}

static const double *column(const table *t, const char *name) {
  for (int64_t c = 0; c < t->schema.n_children; c++) {
    if (strcmp(t->schema.children[c]->name, name) == 0) return t->array.children[c]->buffers[1];
  }
  return NULL;
}

static void expect(const table *t, const char *name, const double *values, int64_t rows) {
  const double *is = column(t, name);
  CHECK(is != NULL && t->array.length == rows, "%s: %lld rows", name, (long long)t->array.length);
  for (int64_t i = 0; is != NULL && i < rows; i++) {
    CHECK(fabs(is[i] - values[i]) <= 1e-15, "%s, row %lld: %.17g, not %g", name, (long long)i, is[i], values[i]);
  }
}

static gobc_options raw(void) {
  gobc_options o;
  gobc_options_init(&o, sizeof o);
  o.preset = "raw";
  return o;
}

/* Several cutoffs in one call: a column for each, ascending. 1-0-3 is 30 long, and all paths are within 60. */
static void test_cutoffs(const gobc_graph *graph, double unit, char code) {
  const double cutoffs[] = {60 / unit, 30 / unit};
  gobc_options o = raw();
  gobc_error error;
  table nodes;
  char name[2][40];
  o.cutoffs = cutoffs, o.cutoffs_count = 2;
  CHECK(gobc_compute(graph, "betweenness,eccentricity", &o, NULL, &nodes.schema, &nodes.array, &error) == GOBC_OK, "%s",
        error.message);
  CHECK(nodes.schema.n_children == 5, "%lld columns", (long long)nodes.schema.n_children);
  for (int i = 0; i < 2; i++) snprintf(name[i], sizeof name[i], "betweenness_%g", cutoffs[1 - i]);
  for (int i = 0; i < 2; i++)
    CHECK(strcmp(nodes.schema.children[1 + i]->name, name[i]) == 0, "%s", nodes.schema.children[1 + i]->name);
  if (code != 'f') expect(&nodes, name[0], (double[]){2, 0, 0, 0}, 4);
  if (code != 'f') expect(&nodes, name[1], (double[]){2, 1, 0, 1}, 4);
  snprintf(name[0], sizeof name[0], "eccentricity_%g", cutoffs[1]);
  if (code != 'f') expect(&nodes, name[0], (double[]){20 / unit, 30 / unit, 30 / unit, 30 / unit}, 4);
  release(&nodes);
  struct ArrowSchema schema;
  struct ArrowArray array;
  o.preset = NULL;
  CHECK(gobc_distances(graph, NULL, &o, NULL, &schema, &array, NULL, NULL, NULL, NULL, &error) == GOBC_INVALID &&
            strstr(error.message, "a single number as cutoff") != NULL,
        "%s", error.message);
}

static void test_weights(char code) {
  gobc_graph *graph;
  gobc_error error;
  CHECK(build(tenths, code, &graph, &error) == GOBC_OK, "%s", error.message);
  gobc_graph_stats stats = {.struct_size = sizeof stats};
  CHECK(gobc_graph_info(graph, &stats, &error) == GOBC_OK, "%s", error.message);
  double unit = code == 'l' ? 1 : 10;
  CHECK(stats.weighted == 1 && strcmp(stats.weight, "w") == 0, "%s", stats.weight);
  CHECK(code == 'f' || stats.smallest_weight * unit == 7, "%g", stats.smallest_weight);
  CHECK(stats.largest_weight * unit == 40, "%g", stats.largest_weight);
  CHECK(code == 'f' || stats.units == unit, "%g units", stats.units);
  table nodes, edges;
  gobc_options o = raw();
  /* 0-1 2, 1-2 3, 0-3 1, 3-2 4, all times 10 in whole numbers: 0 and 2 are tied by both sides. */
  CHECK(gobc_compute_edges(graph, "betweenness,edge_betweenness,eccentricity,edge_stress", &o, NULL, &edges.schema,
                           &edges.array, &nodes.schema, &nodes.array, &error) == GOBC_OK,
        "%s", error.message);
  if (code != 'f') {
    double far[] = {50 / unit, 30 / unit, 50 / unit, 40 / unit};
    expect(&nodes, "betweenness", (double[]){2, 1, 0, 1}, 4);
    expect(&nodes, "eccentricity", far, 4);
    expect(&edges, "edge_betweenness", (double[]){5, 3, 5, 3, 0, 0}, ROWS);
    expect(&edges, "edge_stress", (double[]){6, 4, 6, 4, 0, 0}, ROWS);
  }
  const int64_t *ends = edges.array.children[1]->buffers[1];
  CHECK(edges.schema.n_children == 4 && ends[3] == 2 && ends[5] == 2, "targets");
  release(&nodes), release(&edges);
  o.weighted = 0;
  CHECK(gobc_compute(graph, "eccentricity", &o, NULL, &nodes.schema, &nodes.array, &error) == GOBC_OK, "%s",
        error.message);
  expect(&nodes, "eccentricity", (double[]){2, 2, 2, 2}, 4);
  release(&nodes);
  o.weighted = 1, o.cutoff = 30 / unit;
  CHECK(gobc_compute(graph, "closeness", &o, NULL, &nodes.schema, &nodes.array, &error) == GOBC_OK, "%s",
        error.message);
  /* 1 reaches 0 at 2, 2 at 3 and 3 at 3; 0 reaches 1 at 2 and 3 at 1. */
  if (code != 'f') expect(&nodes, "closeness", (double[]){unit / 30, unit / 80, unit / 30, unit / 40}, 4);
  release(&nodes);
  test_cutoffs(graph, unit, code);
  gobc_graph_free(graph);
}

static void test_bad_weights(void) {
  static const struct {
    int64_t value;
    char code;
    const char *word;
  } rows[] = {
      {0, 'g', "weight is 0"},
      {-3, 'g', "-0.3"},
      {-3, 'l', "-3"},
      {FLOAT_NAN, 'g', "NaN"},
      {FLOAT_NAN, 'f', "NaN"},
      {0, 'c', "weight is 0"},
      {(INT64_C(1) << 53) + 1, 'l', "9007199254740993"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    int64_t weights[ROWS];
    memcpy(weights, tenths, sizeof weights);
    weights[4] = rows[i].value;
    gobc_graph *graph;
    gobc_error error;
    int32_t status = build(weights, rows[i].code, &graph, &error);
    CHECK(status == GOBC_DATA && graph == NULL, "bad weight %zu: %s", i, error.message);
    CHECK(strstr(error.message, "row 4") && strstr(error.message, rows[i].word), "bad weight %zu: %s", i,
          error.message);
  }
  gobc_graph *graph;
  gobc_error error;
  CHECK(build(tenths, 'u', &graph, &error) == GOBC_DATA, "text as weights");
  CHECK(strstr(error.message, "\"w\"") && strstr(error.message, "float64"), "%s", error.message);
  int64_t weights[ROWS];
  memcpy(weights, tenths, sizeof weights);
  weights[0] = weights[4] = FLOAT_INFINITE; /* 0 and 1 are not joined: all paths go round */
  CHECK(build(weights, 'g', &graph, &error) == GOBC_OK, "%s", error.message);
  table nodes;
  gobc_options o = raw();
  CHECK(gobc_compute(graph, "eccentricity", &o, NULL, &nodes.schema, &nodes.array, &error) == GOBC_OK, "%s",
        error.message);
  expect(&nodes, "eccentricity", (double[]){8, 8, 5, 7}, 4);
  release(&nodes);
  gobc_graph_free(graph);
}

/* A stream of labels and weights in tenths. */
static void ends_of(source *s, int rows, const int64_t *labels, const int64_t *weights) {
  source_table(s, weights ? 2 : 1, (const char *const[]){"node", "weight"}, (kind[]){{0, 'l'}, {0, 'g'}});
  source_batch(s, rows, (const int64_t *const[]){labels, weights});
}

static void test_ends(void) {
  gobc_graph *graph;
  gobc_error error;
  table nodes, edges;
  CHECK(build(tenths, 'l', &graph, &error) == GOBC_OK, "%s", error.message);
  source from, to;
  gobc_options o = raw();
  ends_of(&from, 1, (int64_t[]){0}, (int64_t[]){30}), ends_of(&to, 2, (int64_t[]){2, 1}, NULL);
  o.sources = &from.stream, o.targets = &to.stream;
  CHECK(gobc_compute_edges(graph, "betweenness,edge_betweenness", &o, NULL, &edges.schema, &edges.array, &nodes.schema,
                           &nodes.array, &error) == GOBC_OK,
        "%s", error.message);
  expect(&nodes, "betweenness", (double[]){0, 1.5, 0, 1.5}, 4);
  expect(&edges, "edge_betweenness", (double[]){4.5, 1.5, 1.5, 1.5, 0, 0}, ROWS);
  release(&nodes), release(&edges);
  CHECK(source_verdict(&from) == NULL && source_verdict(&to) == NULL, "streams are kept");
  source_end(&from), source_end(&to);

  struct {
    const char *measures;
    int64_t label, weight;
    int endpoints;
    const char *word;
  } rows[] = {
      {"closeness", 2, 10, 0, "targets"},
      {"stress", 2, 15, 0, "whole"},
      {"betweenness", 2, -10, 0, "weight"},
      {"betweenness", 9, 10, 0, "not a vertex"},
      {"betweenness", 2, 10, 1, "endpoints"},
      {"betweenness", 2, FLOAT_NAN, 0, "weight"},
      {"betweenness", 2, FLOAT_INFINITE, 0, "weight"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    ends_of(&to, 1, &rows[i].label, &rows[i].weight);
    o = raw();
    o.targets = &to.stream, o.endpoints = rows[i].endpoints;
    int32_t status = gobc_compute(graph, rows[i].measures, &o, NULL, &nodes.schema, &nodes.array, &error);
    CHECK(status == GOBC_INVALID && strstr(error.message, rows[i].word), "ends %zu: %s", i, error.message);
    CHECK(source_verdict(&to) == NULL, "ends %zu: %s", i, source_verdict(&to));
    CHECK(nodes.array.release == NULL && nodes.schema.release == NULL, "ends %zu: a result", i);
    source_end(&to);
  }
  gobc_graph_free(graph);
}

/* A stream of origins, destinations and flows in tenths. */
static void flows_of(source *s, int rows, const int64_t *from, const int64_t *to, const int64_t *flows) {
  source_table(s, flows ? 3 : 2, (const char *const[]){"o", "d", "f"}, (kind[]){{0, 'l'}, {0, 'i'}, {0, 'g'}});
  source_batch(s, rows, (const int64_t *const[]){from, to, flows});
}

static void test_demand(void) {
  gobc_graph *graph;
  gobc_error error;
  table nodes, edges;
  CHECK(build(tenths, 'l', &graph, &error) == GOBC_OK, "%s", error.message);
  source flows;
  gobc_options o = raw();
  flows_of(&flows, 4, (int64_t[]){0, 2, 0, 3}, (int64_t[]){2, 0, 2, 3}, (int64_t[]){30, 10, 10, 90});
  o.demand = &flows.stream;
  CHECK(gobc_compute_edges(graph, "betweenness,edge_betweenness", &o, NULL, &edges.schema, &edges.array, &nodes.schema,
                           &nodes.array, &error) == GOBC_OK,
        "%s", error.message);
  expect(&nodes, "betweenness", (double[]){0, 2.5, 0, 2.5}, 4);
  expect(&edges, "edge_betweenness", (double[]){2.5, 2.5, 2.5, 2.5, 0, 0}, ROWS);
  release(&nodes), release(&edges);
  CHECK(source_verdict(&flows) == NULL, "%s", source_verdict(&flows));
  source_end(&flows);
  struct {
    const char *measures;
    int64_t to, flow;
    int32_t status, columns;
    const char *word;
  } rows[] = {
      {"stress", 2, 10, GOBC_INVALID, 3, "demand is for betweenness, edge_betweenness"},
      {"betweenness", 9, 10, GOBC_INVALID, 3, "demand: row 1: destination: label 9 is not a vertex"},
      {"betweenness", 2, -10, GOBC_INVALID, 3, "demand: row 1: the flow is -1"},
      {"betweenness", 2, FLOAT_NAN, GOBC_INVALID, 3, "demand: row 1: the flow is NaN"},
      {"betweenness", 2, FLOAT_INFINITE, GOBC_INVALID, 3, "demand: row 1: the flow is +Inf"},
      {"betweenness", 2, 10, GOBC_DATA, 2, "three columns"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    flows_of(&flows, 2, (int64_t[]){0, 0}, (int64_t[]){1, rows[i].to},
             rows[i].columns == 3 ? (int64_t[]){10, rows[i].flow} : NULL);
    o.demand = &flows.stream;
    int32_t status = gobc_compute(graph, rows[i].measures, &o, NULL, &nodes.schema, &nodes.array, &error);
    CHECK(status == rows[i].status && strstr(error.message, rows[i].word), "demand %zu: %s", i, error.message);
    CHECK(source_verdict(&flows) == NULL, "demand %zu: %s", i, source_verdict(&flows));
    CHECK(nodes.array.release == NULL && nodes.schema.release == NULL, "demand %zu: a result", i);
    source_end(&flows);
  }
  gobc_graph_free(graph);
}

static void test_distance_decay(void) {
  gobc_graph *graph;
  gobc_error error;
  table nodes, edges;
  CHECK(build(tenths, 'l', &graph, &error) == GOBC_OK, "%s", error.message);
  gobc_options o = raw();
  o.distance_decay = "linear:160"; /* 1 - d / 160, in binary fractions */
  CHECK(gobc_compute_edges(graph, "betweenness,edge_betweenness", &o, NULL, &edges.schema, &edges.array, &nodes.schema,
                           &nodes.array, &error) == GOBC_OK,
        "%s", error.message);
  expect(&nodes, "betweenness", (double[]){1.625, 0.6875, 0, 0.6875}, 4);
  expect(&edges, "edge_betweenness", (double[]){4.0625, 2.3125, 4.1875, 2.1875, 0, 0}, ROWS);
  release(&nodes), release(&edges);
  struct {
    const char *measures, *decay;
    int32_t status;
    const char *word;
  } rows[] = {
      {"stress", "linear:160", GOBC_INVALID, "distance_decay is for betweenness, edge_betweenness"},
      {"betweenness", "", GOBC_INVALID, "distance_decay is an empty text"},
      {"betweenness", "linear", GOBC_INVALID, "the number of linear is missing"},
      {"betweenness", "liner:3", GOBC_INVALID, "did you mean linear?"},
      {"betweenness", "linear:0", GOBC_INVALID, "the number of linear is 0; give one above 0"},
      {"betweenness", "linear:-1", GOBC_INVALID, "the number of linear is -1"},
      {"betweenness", "linear:nan", GOBC_INVALID, "the number of linear is NaN"},
      {"betweenness", "linear:1e", GOBC_INVALID, "\"1e\" is no number"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    o.distance_decay = rows[i].decay;
    int32_t status = gobc_compute(graph, rows[i].measures, &o, NULL, &nodes.schema, &nodes.array, &error);
    CHECK(status == rows[i].status && strstr(error.message, rows[i].word), "decay %zu: %s", i, error.message);
  }
  o.distance_decay = "linear:160";
  o.device = "cuda";
  o.endpoints = 1;
  CHECK(gobc_compute(graph, "betweenness", &o, NULL, &nodes.schema, &nodes.array, &error) == GOBC_UNSUPPORTED,
        "decay with endpoints on a GPU");
  gobc_graph_free(graph);
}

static void test_edge_misuse(void) {
  gobc_graph *graph;
  gobc_error error;
  table nodes, edges;
  CHECK(build(tenths, 'l', &graph, &error) == GOBC_OK, "%s", error.message);
  struct {
    const char *measures;
    int edges, nodes_schema, nodes_array;
    const char *word;
  } rows[] = {
      {"edge_betweenness", 0, 1, 1, "edges_schema"},
      {"edge_betweenness", 1, 1, 0, "nodes_array"},
      {"edge_betweenness", 1, 0, 1, "nodes_schema"},
      {"stress,edge_stress", 1, 0, 0, "nodes_schema"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    int32_t status = gobc_compute_edges(graph, rows[i].measures, NULL, NULL, rows[i].edges ? &edges.schema : NULL,
                                        &edges.array, rows[i].nodes_schema ? &nodes.schema : NULL,
                                        rows[i].nodes_array ? &nodes.array : NULL, &error);
    CHECK(status == GOBC_INVALID && strstr(error.message, rows[i].word), "misuse %zu: %s", i, error.message);
    CHECK(edges.array.release == NULL, "misuse %zu: a result", i);
  }
  CHECK(gobc_compute(graph, "edge_stress", NULL, NULL, &nodes.schema, &nodes.array, &error) == GOBC_INVALID, "edges");
  CHECK(strstr(error.message, "gobc_compute_edges") != NULL, "%s", error.message);
  CHECK(
      gobc_compute_edges(graph, "edge_stress", NULL, NULL, &edges.schema, &edges.array, NULL, NULL, &error) == GOBC_OK,
      "%s", error.message);
  release(&edges);
  source to;
  ends_of(&to, 1, (int64_t[]){1}, NULL);
  gobc_options o = raw();
  o.targets = &to.stream;
  CHECK(gobc_compute_edges(NULL, "edge_stress", &o, NULL, &edges.schema, &edges.array, NULL, NULL, &error) ==
            GOBC_INVALID,
        "no graph");
  CHECK(source_verdict(&to) == NULL, "%s", source_verdict(&to));
  source_end(&to);
  gobc_graph_free(graph);
}

/* A caller of the first header: its options end with memory_limit, its stats with target. */
static void test_shorter_structs(void) {
  gobc_graph *graph;
  gobc_error error;
  table nodes;
  CHECK(build(tenths, 'l', &graph, &error) == GOBC_OK, "%s", error.message);
  gobc_options o = raw();
  memset((char *)&o + 88, 0x55, sizeof o - 88);
  o.struct_size = 88;
  CHECK(gobc_compute(graph, "eccentricity", &o, NULL, &nodes.schema, &nodes.array, &error) == GOBC_OK, "%s",
        error.message);
  expect(&nodes, "eccentricity", (double[]){50, 30, 50, 40}, 4);
  release(&nodes);
  gobc_graph_stats stats;
  memset(&stats, 0x55, sizeof stats);
  stats.struct_size = 328;
  CHECK(gobc_graph_info(graph, &stats, &error) == GOBC_OK && stats.edges == ROWS, "%s", error.message);
  CHECK(stats.weight[0] == 0x55 && stats.reserved2 == 0x55555555, "written beyond the caller's struct");
  gobc_graph_free(graph);
}

static void test_sample(void) {
  struct ArrowSchema schema;
  struct ArrowArray array;
  gobc_error error;
  CHECK(gobc_generate("small_world:n=3000,k=6,p=0.1", 1, &schema, &array, &error) == GOBC_OK, "%s", error.message);
  source s;
  source_init(&s, (kind){0, 'l'});
  source_batch(&s, array.length,
               (const int64_t *const[]){array.children[0]->buffers[1], array.children[1]->buffers[1]});
  gobc_graph *graph;
  CHECK(gobc_graph_new(&s.stream, NULL, NULL, NULL, &graph, &error) == GOBC_OK, "%s", error.message);
  array.release(&array), schema.release(&schema);
  source_end(&s);
  gobc_options o;
  gobc_options_init(&o, sizeof o);
  table exact, sample;
  CHECK(gobc_compute(graph, "betweenness", &o, NULL, &exact.schema, &exact.array, &error) == GOBC_OK, "%s",
        error.message);
  o.epsilon = 0.03, o.seed = 5;
  CHECK(gobc_compute(graph, "betweenness", &o, NULL, &sample.schema, &sample.array, &error) == GOBC_OK, "%s",
        error.message);
  const double *e = column(&exact, "betweenness"), *b = column(&sample, "betweenness"),
               *h = column(&sample, "betweenness_error");
  CHECK(b && h && sample.schema.n_children == 3, "%lld columns", (long long)sample.schema.n_children);
  int off = 0, same = 0;
  for (int64_t v = 0; b && h && v < exact.array.length; v++) {
    off += !(fabs(b[v] - e[v]) <= h[v] && h[v] <= 0.0301);
    same += b[v] == e[v];
  }
  CHECK(off == 0 && same < 100, "%d off, %d the same", off, same);
  release(&exact), release(&sample);
  gobc_graph_free(graph);
}

/* Rows that are asked for: in the order given, with the values of all rows, whatever streams come beside. */
static void test_of(void) {
  gobc_graph *graph;
  gobc_error error;
  table nodes, edges;
  CHECK(build(tenths, 'l', &graph, &error) == GOBC_OK, "%s", error.message);
  source of, from;
  gobc_options o = raw();
  ends_of(&of, 2, (int64_t[]){3, 0}, NULL), ends_of(&from, 1, (int64_t[]){0}, NULL);
  o.of = &of.stream, o.sources = &from.stream;
  CHECK(gobc_compute(graph, "betweenness,eccentricity", &o, NULL, &nodes.schema, &nodes.array, &error) == GOBC_OK, "%s",
        error.message);
  const int64_t *labels = nodes.array.children[0]->buffers[1];
  CHECK(nodes.array.length == 2 && labels[0] == 3 && labels[1] == 0, "%lld rows", (long long)nodes.array.length);
  expect(&nodes, "betweenness", (double[]){0.5, 0}, 2); /* from 0 to 2 both ways round */
  expect(&nodes, "eccentricity", (double[]){10, 0}, 2);
  release(&nodes);
  CHECK(source_verdict(&of) == NULL && source_verdict(&from) == NULL, "streams are kept");
  source_end(&of), source_end(&from);

  ends_of(&of, 0, (int64_t[]){0}, NULL);
  o = raw(), o.of = &of.stream;
  CHECK(gobc_compute(graph, "closeness", &o, NULL, &nodes.schema, &nodes.array, &error) == GOBC_OK, "%s",
        error.message);
  CHECK(nodes.array.length == 0 && nodes.array.n_children == 2, "%lld rows of none", (long long)nodes.array.length);
  release(&nodes), source_end(&of);

  struct {
    const char *measures;
    int rows;
    int64_t labels[2];
    int weighted;
    int32_t status;
    const char *word;
  } rows[] = {
      {"stress", 2, {1, 1}, 0, GOBC_INVALID, "row 1"},
      {"stress", 2, {1, 9}, 0, GOBC_INVALID, "not a vertex"},
      {"stress", 1, {1, 0}, 1, GOBC_DATA, "one column"},
      {"stress,edge_stress", 1, {1, 0}, 0, GOBC_INVALID, "edge_stress"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    ends_of(&of, rows[i].rows, rows[i].labels, rows[i].weighted ? rows[i].labels : NULL);
    o = raw(), o.of = &of.stream;
    int32_t status = gobc_compute_edges(graph, rows[i].measures, &o, NULL, &edges.schema, &edges.array, &nodes.schema,
                                        &nodes.array, &error);
    CHECK(status == rows[i].status && strncmp(error.message, "of", 2) == 0 && strstr(error.message, rows[i].word),
          "of %zu: %s", i, error.message);
    CHECK(source_verdict(&of) == NULL, "of %zu: %s", i, source_verdict(&of));
    CHECK(nodes.array.release == NULL && edges.schema.release == NULL, "of %zu: a result", i);
    source_end(&of);
  }
  gobc_graph_free(graph);
}

/* A star of 200 leaves: a source other than the hub adds 199 to the hub, so that 64 pass 5 n; a leaf never does. */
static void test_adaptive(void) {
  enum { LEAVES = 200 };
  int64_t hub[LEAVES] = {0}, leaves[LEAVES];
  for (int64_t i = 0; i < LEAVES; i++) leaves[i] = i + 1;
  source s, of;
  gobc_graph *graph;
  gobc_error error;
  table nodes;
  source_init(&s, (kind){0, 'l'});
  source_batch(&s, LEAVES, (const int64_t *const[]){hub, leaves});
  CHECK(gobc_graph_new(&s.stream, NULL, NULL, NULL, &graph, &error) == GOBC_OK, "%s", error.message);
  source_end(&s);
  for (int leaf = 0; leaf < 2; leaf++) {
    gobc_control control;
    gobc_control_init(&control, sizeof control);
    gobc_options o = raw();
    ends_of(&of, 1 + leaf, (int64_t[]){0, 7}, NULL);
    o.of = &of.stream, o.adaptive = 5;
    CHECK(gobc_compute(graph, "betweenness", &o, &control, &nodes.schema, &nodes.array, &error) == GOBC_OK, "%s",
          error.message);
    double n = LEAVES + 1, all = LEAVES * (LEAVES - 1.0), drawn = leaf ? n : 64;
    const double *is = column(&nodes, "betweenness"), *off = column(&nodes, "betweenness_error");
    CHECK(control.done == control.total && (double)control.done == drawn, "%lld sources", (long long)control.done);
    CHECK(is && off && nodes.array.length == 1 + leaf, "%lld rows", (long long)nodes.array.length);
    /* Of 64 sources the hub is one or none. */
    double with = n * (LEAVES - 1) * 63 / 64, without = n * (LEAVES - 1);
    if (!is || !off) continue;
    CHECK(leaf ? is[0] == all && is[1] == 0 : fabs(is[0] - with) < 1e-9 || fabs(is[0] - without) < 1e-9, "%g", is[0]);
    CHECK(leaf ? off[0] == 0 && off[1] == 0 : off[0] > 0 && fabs(is[0] - all) <= off[0], "error %g", off[0]);
    release(&nodes), source_end(&of);
  }
  gobc_graph_free(graph);
}

int main(void) {
  test_weights('l');
  test_weights('g');
  test_weights('f');
  test_bad_weights();
  test_ends();
  test_demand();
  test_distance_decay();
  test_edge_misuse();
  test_shorter_structs();
  test_sample();
  test_of();
  test_adaptive();
  return checks_end("lengths");
}
