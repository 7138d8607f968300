/*
 * contents.c - what a graph hands out of itself: columns of vertices, edges and neighbors, and subgraphs.
 */
#include <math.h>

#include "check.h"
#include "producer.h"

static gobc_error error;

/* The graph 0-1-2-3, 0-0, 5-6 with weights 1, 2, ..., and the labels 5 and 6 in a component of their own. */
static gobc_graph *graph_of(char code, int32_t directed) {
  static const int64_t from[] = {0, 1, 2, 0, 5}, to[] = {1, 2, 3, 0, 6}, tenths[] = {10, 20, 30, 40, FLOAT_INFINITE};
  source s;
  source_table(&s, 3, (const char *const[]){"source", "target", "weight"}, (kind[]){{0, code}, {0, code}, {0, 'g'}});
  source_batch(&s, 5, (const int64_t *const[]){from, to, tenths});
  gobc_graph_options o;
  gobc_graph_options_init(&o, sizeof o);
  o.weight = "weight";
  o.directed = directed;
  gobc_graph *graph = NULL;
  CHECK(gobc_graph_new(&s.stream, NULL, &o, NULL, &graph, &error) == GOBC_OK, "%s", error.message);
  CHECK(source_verdict(&s) == NULL, "%s", source_verdict(&s));
  source_end(&s);
  return graph;
}

typedef struct result {
  struct ArrowSchema schema;
  struct ArrowArray array;
} result;

static void release(result *r) {
  if (r->array.release) r->array.release(&r->array);
  if (r->schema.release) r->schema.release(&r->schema);
}

/* A list of label numbers of a type. */
static void list(source *s, char code, int n, const int64_t *labels) {
  source_table(s, 1, (const char *const[]){"label"}, (kind[]){{0, code}});
  source_batch(s, n, &labels);
}

static int32_t columns(const gobc_graph *graph, const char *names, char code, int n, const int64_t *of, result *r) {
  source s;
  if (of) list(&s, code, n, of);
  int32_t status = gobc_graph_columns(graph, names, of ? &s.stream : NULL, &r->schema, &r->array, &error);
  CHECK(status == GOBC_OK || !r->array.release, "%s: an error and a table", names);
  if (!of) return status;
  CHECK(source_verdict(&s) == NULL, "%s: %s", names, source_verdict(&s));
  source_end(&s);
  return status;
}

/* Whether a column has these values. */
static void column_is(const result *r, int at, const char *name, char format, int rows, const double *values) {
  CHECK(!strcmp(r->schema.children[at]->name, name) && *r->schema.children[at]->format == format, "column %d: %s of %s",
        at, r->schema.children[at]->name, r->schema.children[at]->format);
  const struct ArrowArray *a = r->array.children[at];
  CHECK(a->length == rows && r->array.length == rows, "%s: %d rows", name, (int)a->length);
  for (int i = 0; i < rows && i < a->length; i++) {
    double value = format == 'i' ? ((const int32_t *)a->buffers[1])[i]
        : format == 'l'          ? (double)((const int64_t *)a->buffers[1])[i]
                                 : ((const double *)a->buffers[1])[i];
    CHECK(value == values[i], "%s, row %d: %g, not %g", name, i, value, values[i]);
  }
}

#define VALUES(...)                                                                                                    \
  (int)(sizeof((double[]){__VA_ARGS__}) / sizeof(double)), (double[]) { __VA_ARGS__ }

static void test_columns(void) {
  gobc_graph *graph = graph_of('l', 1);
  result r;
  CHECK(columns(graph, "node,index,component,degree,in_degree,out_degree", 0, 0, NULL, &r) == GOBC_OK, "%s",
        error.message);
  column_is(&r, 0, "node", 'l', VALUES(0, 1, 2, 3, 5, 6));
  column_is(&r, 1, "index", 'i', VALUES(0, 1, 2, 3, 4, 5));
  column_is(&r, 2, "component", 'i', VALUES(0, 0, 0, 0, 1, 2));
  column_is(&r, 3, "degree", 'l', VALUES(3, 2, 2, 1, 0, 0));
  column_is(&r, 4, "in_degree", 'l', VALUES(1, 1, 1, 1, 0, 0));
  column_is(&r, 5, "out_degree", 'l', VALUES(2, 1, 1, 0, 0, 0));
  release(&r);
  CHECK(columns(graph, "simple_degree,simple_in_degree,simple_out_degree", 'l', 2, (int64_t[]){2, 0}, &r) == GOBC_OK,
        "%s", error.message);
  column_is(&r, 0, "simple_degree", 'l', VALUES(2, 3));
  column_is(&r, 1, "simple_in_degree", 'l', VALUES(1, 1));
  column_is(&r, 2, "simple_out_degree", 'l', VALUES(1, 2));
  release(&r);
  CHECK(columns(graph, "out_strength,strength,in_strength", 'l', 2, (int64_t[]){2, 0}, &r) == GOBC_OK, "%s",
        error.message);
  column_is(&r, 0, "out_strength", 'g', VALUES(3, 5));
  column_is(&r, 1, "strength", 'g', VALUES(5, 9));
  column_is(&r, 2, "in_strength", 'g', VALUES(2, 4));
  release(&r);
  CHECK(columns(graph, "source,target,weight,row,source_index,target_index", 0, 0, NULL, &r) == GOBC_OK, "%s",
        error.message);
  column_is(&r, 0, "source", 'l', VALUES(0, 1, 2, 0, 5));
  column_is(&r, 1, "target", 'l', VALUES(1, 2, 3, 0, 6));
  column_is(&r, 2, "weight", 'g', VALUES(1, 2, 3, 4, INFINITY));
  column_is(&r, 3, "row", 'l', VALUES(0, 1, 2, 3, 4));
  column_is(&r, 5, "target_index", 'i', VALUES(1, 2, 3, 0, 5));
  release(&r);
  CHECK(columns(graph, "row,weight", 'l', 4, (int64_t[]){0, 2, 1, 0}, &r) == GOBC_OK, "%s", error.message);
  column_is(&r, 0, "row", 'l', VALUES(0, 1, 3));
  column_is(&r, 1, "weight", 'g', VALUES(1, 2, 4));
  release(&r);
  static const struct {
    const char *name;
    int n;
    double values[3];
  } neighbors[] = {{"neighbor", 3, {0, 1, 3}}, {"successor", 3, {0, 1, 3}}, {"predecessor", 2, {0, 1}}};
  for (int i = 0; i < 3; i++) {
    CHECK(columns(graph, neighbors[i].name, 'l', 2, (int64_t[]){2, 0}, &r) == GOBC_OK, "%s", error.message);
    column_is(&r, 0, neighbors[i].name, 'l', neighbors[i].n, neighbors[i].values);
    release(&r);
  }
  gobc_graph_free(graph);
}

static void refused(int32_t status, const char *word, const char *what) {
  CHECK(status == GOBC_INVALID, "%s: status %d", what, status);
  CHECK(strstr(error.message, word), "%s: \"%s\" is missing in: %s", what, word, error.message);
}

static void test_misuse(void) {
  gobc_graph *graph = graph_of('u', 0), *inner = graph;
  result r;
  for (int i = 0; i < 4; i++) {
    static const char *const names[] = {"", "nodes", "node,source", "neighbor,successor"};
    static const char *const words[] = {"there is no column", "there is no column", "different rows", "different rows"};
    refused(columns(graph, names[i], 0, 0, NULL, &r), words[i], names[i]);
  }
  refused(columns(graph, "successor", 0, 0, NULL, &r), "of", "neighbors of none");
  refused(columns(graph, "degree", 'u', 1, (int64_t[]){9}, &r), "is not a vertex of the graph", "unknown");
  refused(columns(graph, "degree", 'u', 2, (int64_t[]){1, 1}, &r), "distinct", "twice");
  refused(columns(graph, "degree", 'l', 1, (int64_t[]){1}, &r), "text", "of another type");
  source s;
  list(&s, 'u', 1, (int64_t[]){1});
  refused(gobc_graph_columns(NULL, "degree", &s.stream, &r.schema, &r.array, &error), "graph", "no graph");
  CHECK(source_verdict(&s) == NULL, "%s", source_verdict(&s));
  source_end(&s);
  refused(gobc_graph_columns(graph, NULL, NULL, &r.schema, &r.array, &error), "columns", "no columns");
  refused(gobc_graph_columns(graph, "node", NULL, NULL, &r.array, &error), "out_schema", "no schema");
  refused(gobc_graph_columns(graph, "node", NULL, &r.schema, NULL, &error), "out_array", "no array");
  refused(gobc_graph_subgraph(graph, NULL, 0, NULL, NULL, NULL, &error), "out", "no out");
  refused(gobc_graph_subgraph(NULL, NULL, 0, NULL, NULL, &inner, &error), "graph", "of no graph");
  CHECK(inner == NULL, "a graph after an error");
  list(&s, 'u', 1, (int64_t[]){9});
  refused(gobc_graph_subgraph(graph, &s.stream, 0, NULL, NULL, &inner, &error), "subgraph: row 0",
          "unknown in a subgraph");
  CHECK(source_verdict(&s) == NULL, "%s", source_verdict(&s));
  source_end(&s);
  gobc_graph_free(graph);
}

static void test_subgraphs(void) {
  for (int numbered = 0; numbered < 2; numbered++) {
    gobc_graph *graph = graph_of('l', 0), *inner = NULL, *largest = NULL;
    source s;
    list(&s, 'l', 4, (int64_t[]){6, 2, 5, 1});
    CHECK(gobc_graph_subgraph(graph, &s.stream, numbered, NULL, NULL, &inner, &error) == GOBC_OK, "%s", error.message);
    CHECK(source_verdict(&s) == NULL, "%s", source_verdict(&s));
    source_end(&s);
    CHECK(gobc_graph_subgraph(graph, NULL, numbered, NULL, NULL, &largest, &error) == GOBC_OK, "%s", error.message);
    gobc_graph_free(graph); /* those made of it have memory of their own */
    result r;
    CHECK(columns(inner, "source,target,weight", 0, 0, NULL, &r) == GOBC_OK, "%s", error.message);
    column_is(&r, 0, "source", 'l', 2, numbered ? (double[]){0, 2} : (double[]){1, 5});
    column_is(&r, 1, "target", 'l', 2, numbered ? (double[]){1, 3} : (double[]){2, 6});
    column_is(&r, 2, "weight", 'g', VALUES(2, INFINITY));
    release(&r);
    CHECK(columns(largest, "node,degree", 0, 0, NULL, &r) == GOBC_OK, "%s", error.message);
    column_is(&r, 0, "node", 'l', VALUES(0, 1, 2, 3));
    column_is(&r, 1, "degree", 'l', VALUES(3, 2, 2, 1));
    release(&r);
    gobc_graph_stats stats = {.struct_size = sizeof stats};
    CHECK(gobc_graph_info(inner, &stats, &error) == GOBC_OK && !strcmp(stats.weight, "weight"), "%s", stats.weight);
    gobc_graph_free(inner), gobc_graph_free(largest);
  }
}

int main(void) {
  test_columns();
  test_misuse();
  test_subgraphs();
  return checks_end("contents");
}
