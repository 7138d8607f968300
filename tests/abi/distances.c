/*
 * distances.c - distances of pairs: matrices, blocks of pairs, histograms and sums, what calls refuse, and a cancel.
 */
#include <math.h>

#include "check.h"
#include "producer.h"

static gobc_error error;

typedef struct result {
  struct ArrowSchema schema;
  struct ArrowArray array;
} result;

static void release(result *r) {
  if (r->array.release) r->array.release(&r->array);
  if (r->schema.release) r->schema.release(&r->schema);
}

static const kind wide = {0, 'l'}, text = {0, 'u'};

/* The path 5-6-7-8, of lengths 1, 2, 3 tenths, and 9-10 apart. */
static gobc_graph *path(kind label, const char *weight, int directed) {
  static const int64_t from[] = {5, 6, 7, 9}, to[] = {6, 7, 8, 10}, tenths[] = {1, 2, 3, 4};
  source s;
  source_table(&s, 3, (const char *const[]){"source", "target", "weight"}, (kind[]){label, label, {0, 'g'}});
  source_batch(&s, 4, (const int64_t *const[]){from, to, tenths});
  gobc_graph_options o;
  gobc_graph_options_init(&o, sizeof o);
  o.weight = weight, o.directed = directed;
  gobc_graph *graph = NULL;
  CHECK(gobc_graph_new(&s.stream, NULL, &o, NULL, &graph, &error) == GOBC_OK, "%s", error.message);
  source_end(&s);
  return graph;
}

static void nodes_of(source *s, int count, const int64_t *nodes) {
  source_table(s, 1, (const char *const[]){"node"}, (kind[]){wide});
  source_batch(s, count, (const int64_t *const[]){nodes});
}

static int metadata_is(const char *bytes, const char *key, const char *value) {
  int32_t count = 0, length;
  if (bytes) memcpy(&count, bytes, sizeof count), bytes += sizeof count;
  for (int32_t i = 0; i < count; i++) {
    memcpy(&length, bytes, sizeof length);
    int same = (size_t)length == strlen(key) && !memcmp(bytes + sizeof length, key, (size_t)length);
    bytes += sizeof length + (size_t)length;
    memcpy(&length, bytes, sizeof length);
    if (same) return (size_t)length == strlen(value) && !memcmp(bytes + sizeof length, value, (size_t)length);
    bytes += sizeof length + (size_t)length;
  }
  return 0;
}

static double value_at(const struct ArrowArray *a, char format, int64_t i) {
  const void *data = a->buffers[1];
  switch (format) {
    case 'C': return ((const uint8_t *)data)[i];
    case 'S': return ((const uint16_t *)data)[i];
    case 'i': return ((const int32_t *)data)[i];
    case 'l': return (double)((const int64_t *)data)[i];
  }
  return ((const double *)data)[i];
}

/* Whether a column has this format and these values. */
static void column_is(const result *r, int at, const char *name, char format, int rows, const double *values) {
  CHECK(!strcmp(r->schema.children[at]->name, name) && *r->schema.children[at]->format == format, "column %d: %s of %s",
        at, r->schema.children[at]->name, r->schema.children[at]->format);
  const struct ArrowArray *a = r->array.children[at];
  CHECK(a->length == rows && r->array.length == rows, "%s: %d rows", name, (int)a->length);
  for (int i = 0; i < rows && i < a->length; i++) {
    double found = value_at(a, format, i);
    CHECK(found == values[i], "%s, row %d: %g, not %g", name, i, found, values[i]);
  }
}

static void test_matrix(void) {
  static const struct {
    const char *type;
    char format;
    double far;
  } types[] = {{NULL, 'C', 255},       {"auto", 'C', 255},        {"uint8", 'C', 255},
               {"uint16", 'S', 65535}, {"int32", 'i', INT32_MAX}, {"float64", 'g', INFINITY}};
  gobc_graph *graph = path(wide, NULL, 0);
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    const double far = types[i].far;
    source sources, targets;
    nodes_of(&sources, 2, (const int64_t[]){7, 9});
    nodes_of(&targets, 3, (const int64_t[]){8, 5, 10});
    gobc_options o;
    gobc_options_init(&o, sizeof o);
    o.sources = &sources.stream, o.targets = &targets.stream;
    result r, rows, columns;
    CHECK(gobc_distances(graph, types[i].type, &o, NULL, &r.schema, &r.array, &rows.schema, &rows.array,
                         &columns.schema, &columns.array, &error) == GOBC_OK,
          "%s", error.message);
    column_is(&r, 0, "distance", types[i].format, 6, (double[]){1, 2, far, far, far, 1});
    column_is(&rows, 0, "source", 'l', 2, (double[]){7, 9});
    column_is(&columns, 0, "target", 'l', 3, (double[]){8, 5, 10});
    CHECK(metadata_is(r.schema.metadata, "gobc:rows", "2") && metadata_is(r.schema.metadata, "gobc:columns", "3"),
          "no shape");
    CHECK(!source_verdict(&sources) && !source_verdict(&targets), "lists are not released once");
    release(&r), release(&rows), release(&columns);
    source_end(&sources), source_end(&targets);
  }
  result r;
  CHECK(gobc_distances(graph, NULL, NULL, NULL, &r.schema, &r.array, NULL, NULL, NULL, NULL, &error) == GOBC_OK, "%s",
        error.message);
  CHECK(r.array.length == 36, "%d distances", (int)r.array.length);
  release(&r);
  gobc_graph_free(graph);
}

static void test_lengths_and_directions(void) {
  gobc_graph *graph = path(text, "weight", 1);
  static const char *const directions[] = {NULL, "out", "in", "all"};
  for (int i = 0; i < 4; i++) {
    gobc_options o;
    gobc_options_init(&o, sizeof o);
    o.direction = directions[i], o.cutoff = 0.5;
    result r;
    CHECK(gobc_distances(graph, NULL, &o, NULL, &r.schema, &r.array, NULL, NULL, NULL, NULL, &error) == GOBC_OK, "%s",
          error.message);
    CHECK(r.array.length == 36 && *r.schema.children[0]->format == 'g', "%d", (int)r.array.length);
    const double *d = r.array.children[0]->buffers[1];
    CHECK(d[0 * 6 + 2] == (i == 2 ? INFINITY : 0.3) && d[2 * 6 + 0] == (i < 2 ? INFINITY : 0.3), "direction %d: %g, %g",
          i, d[2], d[12]);
    CHECK(d[1 * 6 + 3] == (i == 2 ? INFINITY : 0.5) && d[0 * 6 + 3] == INFINITY, "0.6 is within 0.5");
    release(&r);
  }
  gobc_graph_free(graph);
}

static void test_pairs(void) {
  gobc_graph *graph = path(wide, NULL, 0);
  gobc_options o;
  gobc_options_init(&o, sizeof o);
  o.cutoff = 1;
  result r;
  CHECK(gobc_distance_pairs(graph, &o, 0, 2, NULL, &r.schema, &r.array, &error) == GOBC_OK, "%s", error.message);
  column_is(&r, 0, "source", 'l', 5, (double[]){5, 5, 6, 6, 6});
  column_is(&r, 1, "target", 'l', 5, (double[]){5, 6, 5, 6, 7});
  column_is(&r, 2, "distance", 'i', 5, (double[]){0, 1, 1, 0, 1});
  CHECK(metadata_is(r.schema.metadata, "gobc:next", "2") && metadata_is(r.schema.metadata, "gobc:sources", "6"),
        "no end");
  release(&r);
  CHECK(gobc_distance_pairs(graph, NULL, 5, 0, NULL, &r.schema, &r.array, &error) == GOBC_OK, "%s", error.message);
  column_is(&r, 1, "target", 'l', 2, (double[]){9, 10});
  CHECK(metadata_is(r.schema.metadata, "gobc:next", "6"), "no end");
  release(&r);
  CHECK(gobc_distance_pairs(graph, NULL, 6, INT64_MAX, NULL, &r.schema, &r.array, &error) == GOBC_OK, "%s",
        error.message);
  column_is(&r, 2, "distance", 'i', 0, NULL);
  release(&r);
  static const int64_t wrong[][2] = {{-1, 1}, {7, 1}, {0, -1}, {INT64_MIN, 0}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    CHECK(
        gobc_distance_pairs(graph, NULL, wrong[i][0], wrong[i][1], NULL, &r.schema, &r.array, &error) == GOBC_INVALID &&
            !r.array.release,
        "block %zu: %s", i, error.message);
  gobc_graph_free(graph);
}

static void test_sums(void) {
  gobc_graph *graph = path(wide, NULL, 0);
  result r;
  CHECK(gobc_distance_histogram(graph, NULL, NULL, &r.schema, &r.array, &error) == GOBC_OK, "%s", error.message);
  column_is(&r, 0, "distance", 'l', 3, (double[]){1, 2, 3});
  column_is(&r, 1, "pairs", 'l', 3, (double[]){8, 4, 2});
  CHECK(metadata_is(r.schema.metadata, "gobc:unreached", "16") && metadata_is(r.schema.metadata, "gobc:sources", "6"),
        "what is not reached");
  release(&r);
  char *json = NULL;
  CHECK(gobc_distance_sums(graph, NULL, NULL, &json, &error) == GOBC_OK, "%s", error.message);
  CHECK(json &&
            !strncmp(json, "{\"sources\":6,\"vertices\":6,\"reached\":14,\"total\":22,\"inverse\":10.666666666666666,",
                     70),
        "%s", json);
  gobc_text_free(json);
  gobc_graph_free(graph);
}

/* The square 1-2-3-4 with a second edge 1-2, and 5 apart. */
static gobc_graph *square(int directed) {
  static const int64_t from[] = {1, 2, 3, 4, 1}, to[] = {2, 3, 4, 1, 2}, nodes[] = {1, 2, 3, 4, 5};
  source edges, all;
  source_table(&edges, 2, (const char *const[]){"source", "target"}, (kind[]){wide, wide});
  source_batch(&edges, 5, (const int64_t *const[]){from, to});
  nodes_of(&all, 5, nodes);
  gobc_graph_options o;
  gobc_graph_options_init(&o, sizeof o);
  o.directed = directed;
  gobc_graph *graph = NULL;
  CHECK(gobc_graph_new(&edges.stream, &all.stream, &o, NULL, &graph, &error) == GOBC_OK, "%s", error.message);
  source_end(&edges), source_end(&all);
  return graph;
}

static void test_path_counts(void) {
  gobc_graph *graph = square(0);
  for (int count = 0; count < 2; count++) {
    const double two = count ? 2 : 1;
    source sources, targets;
    nodes_of(&sources, 2, (const int64_t[]){2, 5});
    nodes_of(&targets, 3, (const int64_t[]){4, 1, 5});
    gobc_options o;
    gobc_options_init(&o, sizeof o);
    o.sources = &sources.stream, o.targets = &targets.stream, o.parallel = count ? "count" : NULL;
    result r, rows, columns;
    CHECK(gobc_path_counts(graph, &o, NULL, &r.schema, &r.array, &rows.schema, &rows.array, &columns.schema,
                           &columns.array, &error) == GOBC_OK,
          "%s", error.message);
    column_is(&r, 0, "distance", 'i', 6, (double[]){2, 1, INT32_MAX, INT32_MAX, INT32_MAX, 0});
    column_is(&r, 1, "paths", 'g', 6, (double[]){1 + two, two, 0, 0, 0, 1});
    column_is(&rows, 0, "source", 'l', 2, (double[]){2, 5});
    column_is(&columns, 0, "target", 'l', 3, (double[]){4, 1, 5});
    CHECK(metadata_is(r.schema.metadata, "gobc:rows", "2") && metadata_is(r.schema.metadata, "gobc:columns", "3"),
          "no shape");
    CHECK(!source_verdict(&sources) && !source_verdict(&targets), "lists are not released once");
    release(&r), release(&rows), release(&columns);
    source_end(&sources), source_end(&targets);
  }
  result r;
  CHECK(gobc_path_count_pairs(graph, NULL, 1, 1, NULL, &r.schema, &r.array, &error) == GOBC_OK, "%s", error.message);
  column_is(&r, 0, "source", 'l', 4, (double[]){2, 2, 2, 2});
  column_is(&r, 1, "target", 'l', 4, (double[]){1, 2, 3, 4});
  column_is(&r, 2, "distance", 'i', 4, (double[]){1, 0, 1, 2});
  column_is(&r, 3, "paths", 'g', 4, (double[]){1, 1, 1, 2});
  CHECK(metadata_is(r.schema.metadata, "gobc:next", "2") && metadata_is(r.schema.metadata, "gobc:sources", "5"),
        "no end");
  release(&r);
  CHECK(gobc_path_count_pairs(graph, NULL, 6, 1, NULL, &r.schema, &r.array, &error) == GOBC_INVALID && !r.array.release,
        "%s", error.message);
  gobc_graph_free(graph);
  graph = square(1);
  gobc_options o;
  gobc_options_init(&o, sizeof o);
  o.direction = "all", o.parallel = "count";
  CHECK(gobc_path_counts(graph, &o, NULL, &r.schema, &r.array, NULL, NULL, NULL, NULL, &error) == GOBC_INVALID &&
            strstr(error.message, "either way") && !r.array.release,
        "%s", error.message);
  gobc_graph_free(graph);
}

static int32_t routes(gobc_graph *graph, int from_count, int to_count, const int64_t *from, const int64_t *to,
                      const gobc_options *o, result *nodes, result *pairs) {
  source sources, targets;
  nodes_of(&sources, from_count, from);
  nodes_of(&targets, to_count, to);
  int32_t status = gobc_shortest_paths(graph, &sources.stream, &targets.stream, o, NULL, &nodes->schema, &nodes->array,
                                       &pairs->schema, &pairs->array, &error);
  CHECK(!source_verdict(&sources) && !source_verdict(&targets), "lists are not released once");
  source_end(&sources), source_end(&targets);
  return status;
}

static void test_shortest_paths(void) {
  gobc_graph *graph = square(0);
  result nodes, pairs;
  const int64_t from[] = {3, 3, 3, 4}, to[] = {1, 5, 3, 2};
  CHECK(routes(graph, 4, 4, from, to, NULL, &nodes, &pairs) == GOBC_OK, "%s", error.message);
  column_is(&nodes, 0, "node", 'l', 7, (double[]){3, 2, 1, 3, 4, 1, 2});
  column_is(&pairs, 0, "nodes", 'l', 4, (double[]){3, 0, 1, 3});
  column_is(&pairs, 1, "distance", 'g', 4, (double[]){2, INFINITY, 0, 2});
  release(&nodes), release(&pairs);
  CHECK(routes(graph, 4, 3, from, to, NULL, &nodes, &pairs) == GOBC_INVALID && strstr(error.message, "4 sources") &&
            !nodes.array.release && !pairs.array.release,
        "%s", error.message);
  CHECK(routes(graph, 1, 1, (const int64_t[]){3}, (const int64_t[]){9}, NULL, &nodes, &pairs) == GOBC_INVALID &&
            strstr(error.message, "to: ") && strstr(error.message, "9"),
        "%s", error.message);
  source sources;
  nodes_of(&sources, 1, from);
  gobc_options o;
  gobc_options_init(&o, sizeof o);
  o.sources = &sources.stream;
  CHECK(routes(graph, 1, 1, from, to, &o, &nodes, &pairs) == GOBC_INVALID && strstr(error.message, "leave them out") &&
            !source_verdict(&sources),
        "%s", error.message);
  source_end(&sources);
  gobc_graph_free(graph);
}

static int32_t groups(gobc_graph *graph, const char *measure, int count, const int64_t *members, const int64_t *sizes,
                      int64_t of, const gobc_options *o, result *r) {
  source all;
  nodes_of(&all, count, members);
  int32_t status = gobc_groups(graph, measure, &all.stream, sizes, of, o, NULL, &r->schema, &r->array, &error);
  CHECK(!source_verdict(&all), "members are not released once");
  source_end(&all);
  return status;
}

static void test_groups(void) {
  gobc_graph *graph = square(0);
  const int64_t members[] = {1, 2, 4, 2, 1, 1}, sizes[] = {1, 3, 0, 2};
  result r;
  gobc_options o;
  gobc_options_init(&o, sizeof o);
  CHECK(groups(graph, "betweenness", 6, members, sizes, 4, NULL, &r) == GOBC_OK, "%s", error.message);
  column_is(&r, 0, "betweenness", 'g', 4, (double[]){1. / 12, 1. / 3, 0, 1. / 12});
  release(&r);
  o.normalized = 0, o.parallel = "count";
  CHECK(groups(graph, "betweenness", 6, members, sizes, 4, &o, &r) == GOBC_OK, "%s", error.message);
  column_is(&r, 0, "betweenness", 'g', 4, (double[]){2. / 3, 1, 0, 2. / 3});
  release(&r);
  o.endpoints = 1, o.parallel = NULL;
  CHECK(groups(graph, "betweenness", 6, members, sizes, 4, &o, &r) == GOBC_OK, "%s", error.message);
  column_is(&r, 0, "betweenness", 'g', 4, (double[]){3.5, 6, 0, 3.5});
  release(&r);
  const int64_t pairs[] = {1, 4, 2, 4, 1, 1}, twos[] = {2, 2, 2};
  CHECK(groups(graph, "co_betweenness", 6, pairs, twos, 3, &o, &r) == GOBC_OK, "%s", error.message);
  column_is(&r, 0, "co_betweenness", 'g', 3, (double[]){2, 1, 3.5});
  release(&r);
  CHECK(groups(graph, "closeness", 6, members, sizes, 4, NULL, &r) == GOBC_OK, "%s", error.message);
  column_is(&r, 0, "closeness", 'g', 4, (double[]){1, 1.5, 0, 1});
  column_is(&r, 1, "reached", 'l', 4, (double[]){3, 2, 0, 3});
  release(&r);
  CHECK(groups(graph, "closeness", 0, NULL, NULL, 0, NULL, &r) == GOBC_OK, "%s", error.message);
  column_is(&r, 0, "closeness", 'g', 0, NULL);
  release(&r);
  static const struct {
    const char *message, *measure;
    int64_t sizes[2], of;
  } wrong[] = {{"stress", "stress", {6}, 1},
               {"measure", NULL, {6}, 1},
               {"5 more vertices", "closeness", {1}, 1},
               {"group 1 has 7", "betweenness", {0, 7}, 2},
               {"-1", "betweenness", {-1, 7}, 2},
               {"groups is -1", "betweenness", {6}, -1}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    CHECK(groups(graph, wrong[i].measure, 6, members, wrong[i].sizes, wrong[i].of, NULL, &r) == GOBC_INVALID &&
              strstr(error.message, wrong[i].message) && !r.array.release,
          "%zu: %s", i, error.message);
  CHECK(groups(graph, "closeness", 1, members, NULL, 1, NULL, &r) == GOBC_INVALID && strstr(error.message, "sizes"),
        "%s", error.message);
  CHECK(gobc_best_group(graph, 2, NULL, NULL, &r.schema, &r.array, &error) == GOBC_OK, "%s", error.message);
  column_is(&r, 0, "node", 'l', 2, (double[]){1, 3});
  column_is(&r, 1, "gain", 'g', 2, (double[]){7, 5});
  release(&r);
  CHECK(gobc_best_group(graph, 6, NULL, NULL, &r.schema, &r.array, &error) == GOBC_INVALID && !r.array.release, "%s",
        error.message);
  gobc_graph_free(graph);
}

static void test_vertices(void) {
  gobc_graph *graph = square(0);
  result r;
  CHECK(gobc_vertex_distances(graph, "local_efficiency", NULL, NULL, &r.schema, &r.array, &error) == GOBC_OK, "%s",
        error.message);
  column_is(&r, 0, "node", 'l', 5, (double[]){1, 2, 3, 4, 5});
  column_is(&r, 1, "local_efficiency", 'g', 5, (double[]){0, 0, 0, 0, 0});
  release(&r);
  CHECK(gobc_vertex_distances(graph, "closeness_vitality", NULL, NULL, &r.schema, &r.array, &error) == GOBC_OK, "%s",
        error.message);
  CHECK(value_at(r.array.children[1], 'g', 4) == INFINITY && isnan(value_at(r.array.children[1], 'g', 0)),
        "a vertex apart");
  release(&r);
  gobc_options o;
  gobc_options_init(&o, sizeof o);
  o.cutoff = 2;
  const char *const measures[] = {"closeness_vitality", "closeness", NULL},
                    *const messages[] = {"cutoff", "measure", "measure"};
  for (int i = 0; i < 3; i++)
    CHECK(gobc_vertex_distances(graph, measures[i], &o, NULL, &r.schema, &r.array, &error) == GOBC_INVALID &&
              strstr(error.message, messages[i]) && !r.array.release,
          "%d: %s", i, error.message);
  gobc_graph_free(graph);
  graph = square(1);
  CHECK(gobc_vertex_distances(graph, "local_efficiency", NULL, NULL, &r.schema, &r.array, &error) == GOBC_UNSUPPORTED,
        "%s", error.message);
  gobc_graph_free(graph);
}

static void test_mistakes(void) {
  static const struct {
    int32_t status;
    const char *message, *type;
    gobc_options o;
  } cases[] = {
      {GOBC_INVALID, "uint64", "uint64", {0}},
      {GOBC_INVALID, "uint8", "uint8", {.weighted = 1}},
      {GOBC_INVALID, "direction", NULL, {.direction = "up"}},
      {GOBC_INVALID, "preset", NULL, {.preset = "igraph"}},
      {GOBC_INVALID, "parallel", NULL, {.parallel = "count"}},
      {GOBC_INVALID, "normalized", NULL, {.normalized = 1}},
      {GOBC_INVALID, "endpoints", NULL, {.endpoints = 1}},
      {GOBC_INVALID, "sampled", NULL, {.sampled = 1}},
      {GOBC_INVALID, "epsilon", NULL, {.epsilon = 0.1}},
      {GOBC_INVALID, "top_k", NULL, {.top_k = 3}},
      {GOBC_INVALID, "partial", NULL, {.partial = 1}},
      {GOBC_INVALID, "precision", NULL, {.precision = "double"}},
      {GOBC_INVALID, "reductions", NULL, {.reductions = "none"}},
      {GOBC_INVALID, "tuning", NULL, {.tuning = "lanes=64"}},
      {GOBC_UNSUPPORTED, "processors", NULL, {.device = "cuda"}},
      {GOBC_MEMORY, "memory_limit", NULL, {.memory_limit = 10}},
  };
  gobc_graph *graph = path(wide, "weight", 0);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const gobc_options *c = &cases[i].o;
    gobc_options o;
    gobc_options_init(&o, sizeof o);
    o.direction = c->direction, o.preset = c->preset, o.parallel = c->parallel, o.endpoints = c->endpoints;
    o.sampled = c->sampled, o.epsilon = c->epsilon, o.top_k = c->top_k, o.partial = c->partial,
    o.weighted = c->weighted;
    o.precision = c->precision, o.reductions = c->reductions, o.tuning = c->tuning, o.device = c->device;
    o.memory_limit = c->memory_limit;
    if (c->normalized) o.normalized = 1;
    result r, rows;
    int32_t status = gobc_distances(graph, cases[i].type, &o, NULL, &r.schema, &r.array, &rows.schema, &rows.array,
                                    NULL, NULL, &error);
    CHECK(
        status == cases[i].status && strstr(error.message, cases[i].message) && !r.array.release && !rows.array.release,
        "%zu: status %d, %s", i, status, error.message);
    char *json = NULL;
    if (!cases[i].type) {
      status = gobc_distance_sums(graph, &o, NULL, &json, &error);
      CHECK(status == cases[i].status && !json, "%zu, sums: status %d, %s", i, status, error.message);
    }
  }
  result r;
  CHECK(gobc_distance_histogram(graph, NULL, NULL, &r.schema, &r.array, &error) == GOBC_INVALID &&
            strstr(error.message, "weighted"),
        "%s", error.message);
  for (int call = 0; call < 2; call++) {
    source targets;
    nodes_of(&targets, 1, (const int64_t[]){5});
    gobc_options o;
    gobc_options_init(&o, sizeof o);
    o.targets = &targets.stream, o.weighted = 0;
    char *json = NULL;
    int32_t status = call ? gobc_distance_histogram(graph, &o, NULL, &r.schema, &r.array, &error)
                          : gobc_distance_sums(graph, &o, NULL, &json, &error);
    CHECK(status == GOBC_INVALID && strstr(error.message, "targets") && !source_verdict(&targets), "%s", error.message);
    source_end(&targets);
  }
  gobc_control control;
  gobc_control_init(&control, sizeof control);
  control.cancel = 1;
  CHECK(gobc_distances(graph, NULL, NULL, &control, &r.schema, &r.array, NULL, NULL, NULL, NULL, &error) ==
            GOBC_CANCELLED,
        "%s", error.message);
  CHECK(gobc_distance_pairs(graph, NULL, 0, 0, &control, &r.schema, &r.array, &error) == GOBC_CANCELLED, "%s",
        error.message);
  gobc_graph_free(graph);
}

int main(void) {
  test_matrix();
  test_lengths_and_directions();
  test_pairs();
  test_sums();
  test_path_counts();
  test_shortest_paths();
  test_groups();
  test_vertices();
  test_mistakes();
  return checks_end("distances");
}
