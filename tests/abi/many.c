/*
 * many.c - many networks of one table: the values of single calls, networks that are left out, mistakes and cancels.
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

/* Two networks, whose rows take turns: 7 is the path 0-1-2, 8 the star of 0 with 1, 2 and 9. Weights in tenths. */
static const int64_t of[] = {7, 8, 7, 8, 8}, from[] = {0, 0, 1, 0, 0}, to[] = {1, 1, 2, 2, 9};
static int64_t tenths[] = {10, 10, 20, 20, 30};

static void edges_of(source *s, kind network, kind label) {
  source_table(s, 4, (const char *const[]){"group", "source", "target", "weight"},
               (kind[]){network, label, label, {0, 'g'}});
  source_batch(s, 5, (const int64_t *const[]){of, from, to, tenths});
}

static int32_t many(kind network, kind label, const char *by, const char *measures, const char *weight,
                    const gobc_options *o, gobc_control *control, result *out, result *left) {
  source s;
  edges_of(&s, network, label);
  gobc_graph_options g;
  gobc_graph_options_init(&g, sizeof g);
  g.weight = weight;
  int32_t status = gobc_many(&s.stream, by, measures, &g, o, control, &out->schema, &out->array,
                             left ? &left->schema : NULL, left ? &left->array : NULL, &error);
  CHECK(source_verdict(&s) == NULL, "%s", source_verdict(&s));
  CHECK((status == GOBC_OK) == (out->array.release != NULL), "status %d and a table", status);
  CHECK(!left || (status == GOBC_OK) == (left->array.release != NULL), "status %d and a table of what is left out",
        status);
  source_end(&s);
  return status;
}

/* Whether a column has these numbers, in a format of 8 bytes. */
static void column_is(const result *r, int at, const char *name, char format, int rows, const double *values) {
  CHECK(!strcmp(r->schema.children[at]->name, name) && *r->schema.children[at]->format == format, "column %d: %s of %s",
        at, r->schema.children[at]->name, r->schema.children[at]->format);
  const struct ArrowArray *a = r->array.children[at];
  CHECK(a->length == rows && r->array.length == rows, "%s: %d rows", name, (int)a->length);
  for (int i = 0; i < rows && i < a->length; i++) {
    double found = format == 'g' ? ((const double *)a->buffers[1])[i] : (double)((const int64_t *)a->buffers[1])[i];
    CHECK(found == values[i], "%s, row %d: %g, not %g", name, i, found, values[i]);
  }
}

static int text_is(const struct ArrowArray *a, int row, const char *text) {
  const int32_t *ends = a->buffers[1];
  const char *at = (const char *)a->buffers[2] + ends[row];
  return (size_t)(ends[row + 1] - ends[row]) == strlen(text) && !memcmp(at, text, strlen(text));
}

static const kind wide = {0, 'l'}, text = {0, 'u'};

static void test_values(void) {
  result r;
  gobc_options o;
  gobc_options_init(&o, sizeof o);
  o.normalized = 0;
  gobc_control control;
  gobc_control_init(&control, sizeof control);
  for (o.threads = 1; o.threads <= 3; o.threads++) {
    CHECK(many(wide, wide, "group", "betweenness,eccentricity", NULL, &o, &control, &r, NULL) == GOBC_OK, "%s",
          error.message);
    column_is(&r, 0, "network", 'l', 7, (double[]){7, 7, 7, 8, 8, 8, 8});
    column_is(&r, 1, "node", 'l', 7, (double[]){0, 1, 2, 0, 1, 2, 9});
    column_is(&r, 2, "betweenness", 'g', 7, (double[]){0, 1, 0, 3, 0, 0, 0});
    column_is(&r, 3, "eccentricity", 'g', 7, (double[]){2, 1, 2, 1, 2, 2, 2});
    CHECK(control.done == 2 && control.total == 2, "%d of %d", (int)control.done, (int)control.total);
    release(&r);
  }
  CHECK(many(wide, wide, "#0", "eccentricity", "weight", NULL, NULL, &r, NULL) == GOBC_OK, "%s", error.message);
  column_is(&r, 2, "eccentricity", 'g', 7, (double[]){3, 2, 3, 3, 4, 5, 5});
  release(&r);
  o.threads = 0;
  CHECK(many(wide, wide, "group", "edge_betweenness", NULL, &o, NULL, &r, NULL) == GOBC_OK, "%s", error.message);
  column_is(&r, 0, "network", 'l', 5, (double[]){7, 7, 8, 8, 8});
  column_is(&r, 1, "source", 'l', 5, (double[]){0, 1, 0, 0, 0});
  column_is(&r, 2, "target", 'l', 5, (double[]){1, 2, 1, 2, 9});
  column_is(&r, 3, "edge_betweenness", 'g', 5, (double[]){2, 2, 3, 3, 3});
  release(&r);
  CHECK(many(text, text, "group", "betweenness", NULL, &o, NULL, &r, NULL) == GOBC_OK, "%s", error.message);
  char name[64];
  label_text(8, name);
  CHECK(r.array.length == 7 && text_is(r.array.children[0], 3, name), "not network %s", name);
  label_text(9, name);
  CHECK(text_is(r.array.children[1], 6, name), "not vertex %s", name);
  release(&r);
}

static void test_networks_are_left_out(void) {
  static const struct {
    int64_t tenths;
    const char *why;
  } cases[] = {{FLOAT_NAN, "the weight is NaN"}, {0, "the weight is 0"}, {-10, "the weight is -1"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    result r, left;
    tenths[2] = cases[i].tenths;
    CHECK(many(wide, wide, "group", "closeness", "weight", NULL, NULL, &r, NULL) == GOBC_DATA &&
              strstr(error.message, "network 7, row 2: ") && strstr(error.message, cases[i].why),
          "%s", error.message);
    CHECK(many(wide, wide, "group", "eccentricity", "weight", NULL, NULL, &r, &left) == GOBC_OK, "%s", error.message);
    column_is(&r, 0, "network", 'l', 4, (double[]){8, 8, 8, 8});
    column_is(&r, 2, "eccentricity", 'g', 4, (double[]){3, 4, 5, 5});
    column_is(&left, 0, "network", 'l', 1, (double[]){7});
    column_is(&left, 1, "row", 'l', 1, (double[]){2});
    CHECK(!strncmp(left.array.children[2]->buffers[2], cases[i].why, strlen(cases[i].why)), "%.20s",
          (const char *)left.array.children[2]->buffers[2]);
    release(&r), release(&left);
  }
  tenths[2] = 20;
}

static void test_mistakes(void) {
  static struct ArrowArrayStream nothing;
  static const struct {
    int32_t status;
    const char *by, *measures, *weight, *message;
    gobc_options o;
  } cases[] = {
      {GOBC_INVALID, "patient", "betweenness", NULL, "there is no column \"patient\"", {.delta = 0.1}},
      {GOBC_INVALID, "", "betweenness", NULL, "by is an empty name", {.delta = 0.1}},
      {GOBC_INVALID, "weight", "betweenness", "weight", "cannot be both an end or the weight", {.delta = 0.1}},
      {GOBC_INVALID, "group", "degree", NULL, "degree", {.delta = 0.1}},
      {GOBC_INVALID, "group", "betweenness,edge_stress", NULL, "two calls", {.delta = 0.1}},
      {GOBC_UNSUPPORTED, "group", "closeness", NULL, "on processors", {.device = "cuda"}},
      {GOBC_UNSUPPORTED, "group", "betweenness", NULL, "sources cannot", {.sources = &nothing}},
      {GOBC_UNSUPPORTED, "group", "edge_stress", NULL, "targets cannot", {.targets = &nothing}},
      {GOBC_UNSUPPORTED, "group", "betweenness", NULL, "of cannot", {.of = &nothing}},
      {GOBC_INVALID, "group", "betweenness", NULL, "leave k, sampled, epsilon", {.epsilon = 0.1, .delta = 0.1}},
      {GOBC_INVALID, "group", "betweenness", NULL, "leave k, sampled, epsilon", {.sampled = 1}},
      {GOBC_INVALID, "group", "betweenness", NULL, "leave partial out", {.partial = 1}},
      {GOBC_MEMORY, "group", "betweenness", NULL, "memory_limit", {.memory_limit = 100}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    gobc_options o;
    gobc_options_init(&o, sizeof o);
    o.device = cases[i].o.device, o.sources = cases[i].o.sources, o.targets = cases[i].o.targets, o.of = cases[i].o.of;
    o.epsilon = cases[i].o.epsilon, o.sampled = cases[i].o.sampled, o.partial = cases[i].o.partial;
    o.memory_limit = cases[i].o.memory_limit;
    result r, left;
    int32_t status =
        many(wide, wide, cases[i].by, cases[i].measures, cases[i].weight, &o, NULL, &r, i % 2 ? &left : NULL);
    CHECK(status == cases[i].status && strstr(error.message, cases[i].message), "%zu: status %d, %s", i, status,
          error.message);
  }
  source s;
  result r;
  edges_of(&s, wide, wide);
  CHECK(gobc_many(&s.stream, "group", "betweenness", NULL, NULL, NULL, &r.schema, &r.array, &r.schema, NULL, &error) ==
                GOBC_INVALID &&
            strstr(error.message, "left_array"),
        "%s", error.message);
  CHECK(source_verdict(&s) == NULL, "%s", source_verdict(&s));
  source_end(&s);
  gobc_graph_options g;
  gobc_graph_options_init(&g, sizeof g);
  g.nodes_are_all = 1;
  edges_of(&s, wide, wide);
  CHECK(gobc_many(&s.stream, "group", "betweenness", &g, NULL, NULL, &r.schema, &r.array, NULL, NULL, &error) ==
                GOBC_INVALID &&
            strstr(error.message, "tables of vertices"),
        "%s", error.message);
  source_end(&s);
}

static void test_cancel(void) {
  result r;
  gobc_control control;
  gobc_control_init(&control, sizeof control);
  control.cancel = 1;
  CHECK(many(wide, wide, "group", "betweenness", NULL, NULL, &control, &r, NULL) == GOBC_CANCELLED, "%s",
        error.message);
}

/* No row, and so no network. */
static void test_empty(void) {
  source s;
  result r, left;
  source_table(&s, 3, (const char *const[]){"network", "source", "target"}, (kind[]){text, {0, 'i'}, {0, 'i'}});
  CHECK(gobc_many(&s.stream, "network", "stress", NULL, NULL, NULL, &r.schema, &r.array, &left.schema, &left.array,
                  &error) == GOBC_OK,
        "%s", error.message);
  CHECK(r.array.length == 0 && left.array.length == 0 && *r.schema.children[0]->format == 'u' &&
            *r.schema.children[1]->format == 'i',
        "formats %s and %s", r.schema.children[0]->format, r.schema.children[1]->format);
  release(&r), release(&left);
  source_end(&s);
}

/* ---- networks on the edges of one graph ---- */

/* The path 0-1-2 with the chord 0-2, of vertices 5, 6, 7. */
static gobc_graph *triangle(void) {
  static const int64_t tails[] = {5, 6, 5}, heads[] = {6, 7, 7};
  gobc_graph *graph = NULL;
  CHECK(gobc_graph_from_arrays("int64", tails, heads, NULL, 3, NULL, NULL, &graph, &error) == GOBC_OK, "%s",
        error.message);
  return graph;
}

/* Rows of weights and presence are edges, columns are the networks "network 3" (by label_text) and so on. */
static const double lengths[] = {1, 1, INFINITY, 1, 4, 1, 3, 1, 1};
static const uint8_t is_there[] = {1, 1, 0, 1, 0, 1, 0, 1, 1};

static void test_layers(void) {
  gobc_graph *graph = triangle();
  result r;
  gobc_options o;
  gobc_options_init(&o, sizeof o);
  o.normalized = 0;
  gobc_control control;
  gobc_control_init(&control, sizeof control);
  for (o.threads = 1; o.threads <= 3; o.threads++) {
    CHECK(gobc_many_layers(graph, NULL, 3, lengths, 3, 1, NULL, 0, 0, "betweenness,eccentricity", &o, &control,
                           &r.schema, &r.array, NULL, NULL, &error) == GOBC_OK,
          "%s", error.message);
    column_is(&r, 0, "network", 'l', 9, (double[]){0, 0, 0, 1, 1, 1, 2, 2, 2});
    column_is(&r, 1, "node", 'l', 9, (double[]){5, 6, 7, 5, 6, 7, 5, 6, 7});
    column_is(&r, 2, "betweenness", 'g', 9, (double[]){0, 1, 0, 1, 0, 0, 0, 0, 1});
    column_is(&r, 3, "eccentricity", 'g', 9, (double[]){2, 1, 2, 1, 2, 2, 2, 2, 1});
    CHECK(control.done == 3 && control.total == 3, "%d of %d", (int)control.done, (int)control.total);
    release(&r);
  }
  o.threads = 0;
  static const int64_t names[] = {3, 9, 4};
  source s;
  source_table(&s, 1, (const char *const[]){"name"}, &wide);
  source_batch(&s, 3, (const int64_t *const[]){names});
  CHECK(gobc_many_layers(graph, &s.stream, 3, NULL, 0, 0, is_there, 3, 1, "edge_betweenness", &o, NULL, &r.schema,
                         &r.array, NULL, NULL, &error) == GOBC_OK,
        "%s", error.message);
  CHECK(source_verdict(&s) == NULL, "%s", source_verdict(&s));
  source_end(&s);
  column_is(&r, 0, "network", 'l', 9, (double[]){3, 3, 3, 9, 9, 9, 4, 4, 4});
  column_is(&r, 1, "source", 'l', 9, (double[]){5, 6, 5, 5, 6, 5, 5, 6, 5});
  column_is(&r, 2, "target", 'l', 9, (double[]){6, 7, 7, 6, 7, 7, 6, 7, 7});
  column_is(&r, 3, "edge_betweenness", 'g', 9, (double[]){2, 2, 0, 2, 0, 2, 0, 2, 2});
  release(&r);
  gobc_graph_free(graph);
}

static void test_bad_layers(void) {
  gobc_graph *graph = triangle();
  static const double wrong[] = {1, 1, 1, 1, NAN, 1, 1, 1, -3};
  result r, left;
  CHECK(gobc_many_layers(graph, NULL, 3, wrong, 1, 3, NULL, 0, 0, "closeness", NULL, NULL, &r.schema, &r.array, NULL,
                         NULL, &error) == GOBC_DATA &&
            strstr(error.message, "network 1, row 1: the weight is NaN"),
        "%s", error.message);
  CHECK(gobc_many_layers(graph, NULL, 3, wrong, 1, 3, NULL, 0, 0, "eccentricity", NULL, NULL, &r.schema, &r.array,
                         &left.schema, &left.array, &error) == GOBC_OK,
        "%s", error.message);
  column_is(&r, 0, "network", 'l', 3, (double[]){0, 0, 0});
  column_is(&r, 2, "eccentricity", 'g', 3, (double[]){1, 1, 1});
  column_is(&left, 0, "network", 'l', 2, (double[]){1, 2});
  column_is(&left, 1, "row", 'l', 2, (double[]){1, 2});
  release(&r), release(&left);
  static const struct {
    int32_t status;
    int64_t networks, edge, network;
    const double *weights;
    const char *message;
  } cases[] = {
      {GOBC_INVALID, 3, 0, 0, NULL, "no matrix"},
      {GOBC_INVALID, 3, -1, 3, lengths, "below 0"},
      {GOBC_INVALID, 3, 3, -1, lengths, "below 0"},
      {GOBC_INVALID, -1, 3, 1, lengths, "below 0"},
      {GOBC_INVALID, 3, INT64_MAX, 1, lengths, "any memory"},
      {GOBC_INVALID, 3, 3, INT64_MAX, lengths, "any memory"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int32_t status = gobc_many_layers(graph, NULL, cases[i].networks, cases[i].weights, cases[i].edge, cases[i].network,
                                      NULL, 0, 0, "closeness", NULL, NULL, &r.schema, &r.array, NULL, NULL, &error);
    CHECK(status == cases[i].status && strstr(error.message, cases[i].message), "%zu: status %d, %s", i, status,
          error.message);
  }
  static const int64_t names[] = {3, 9, 3};
  for (int rows = 2; rows <= 3; rows++) {
    source s;
    source_table(&s, 1, (const char *const[]){"name"}, &text);
    source_batch(&s, rows, (const int64_t *const[]){names});
    int32_t status = gobc_many_layers(graph, &s.stream, 3, lengths, 3, 1, NULL, 0, 0, "closeness", NULL, NULL,
                                      &r.schema, &r.array, NULL, NULL, &error);
    CHECK(status == (rows == 2 ? GOBC_INVALID : GOBC_DATA) &&
              strstr(error.message, rows == 2 ? "2 names for 3 networks" : "row 2: ") && source_verdict(&s) == NULL,
          "status %d, %s", status, error.message);
    source_end(&s);
  }
  gobc_graph_free(graph);
}

/* ---- networks in a stream ---- */

/* Gives rows of a path in each network: rows first to last - 1 of networks 10, 10, 20, 20, 30, 30, ... */
static void give_rows(gobc_many_stream *stream, int first, int last, source *s) {
  int64_t network[8], tail[8], head[8], weight[8];
  for (int row = first; row < last; row++) {
    network[row - first] = row / 2 * 10 + 10, tail[row - first] = row % 2, head[row - first] = row % 2 + 1;
    weight[row - first] = row == 5 ? FLOAT_NAN : 10;
  }
  source_table(s, 4, (const char *const[]){"group", "source", "target", "weight"},
               (kind[]){wide, wide, wide, {0, 'g'}});
  source_batch(s, last - first, (const int64_t *const[]){network, tail, head, weight});
  CHECK(gobc_many_give(stream, &s->stream, &error) == GOBC_OK && s->stream.release == NULL, "%s", error.message);
}

static gobc_many_stream *opened(const char *weight, int32_t leave_bad) {
  gobc_graph_options g;
  gobc_graph_options_init(&g, sizeof g);
  g.weight = weight;
  gobc_options o;
  gobc_options_init(&o, sizeof o);
  o.normalized = 0, o.threads = 2;
  gobc_many_stream *stream = NULL;
  CHECK(gobc_many_open("group", "betweenness", &g, &o, leave_bad, &stream, &error) == GOBC_OK && stream, "%s",
        error.message);
  return stream;
}

static void test_stream(void) {
  gobc_many_stream *stream = opened(NULL, 0);
  source s[2];
  result r;
  int64_t more;
  give_rows(stream, 0, 3, &s[0]);
  CHECK(gobc_many_next(stream, 0, NULL, &r.schema, &r.array, NULL, NULL, &more, &error) == GOBC_OK && more == 0, "%s",
        error.message);
  column_is(&r, 0, "network", 'l', 0, NULL); /* too few to begin */
  release(&r);
  CHECK(source_verdict(&s[0]) == NULL, "%s", source_verdict(&s[0]));
  give_rows(stream, 3, 8, &s[1]);
  source late;
  source_table(&late, 3, (const char *const[]){"group", "source", "target"}, (kind[]){wide, wide, wide});
  CHECK(gobc_many_give(stream, &late.stream, &error) == GOBC_INVALID && strstr(error.message, "has not ended"), "%s",
        error.message);
  CHECK(source_verdict(&late) == NULL, "%s", source_verdict(&late));
  gobc_control control;
  gobc_control_init(&control, sizeof control);
  CHECK(gobc_many_next(stream, 1, &control, &r.schema, &r.array, NULL, NULL, &more, &error) == GOBC_OK && more == 0,
        "%s", error.message);
  CHECK(control.done == 4 && control.total == 4, "%d of %d", (int)control.done, (int)control.total);
  column_is(&r, 0, "network", 'l', 12, (double[]){10, 10, 10, 20, 20, 20, 30, 30, 30, 40, 40, 40});
  column_is(&r, 1, "node", 'l', 12, (double[]){0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2});
  column_is(&r, 2, "betweenness", 'g', 12, (double[]){0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0});
  release(&r);
  CHECK(source_verdict(&s[1]) == NULL, "%s", source_verdict(&s[1]));
  gobc_many_stream_free(stream);
  for (int i = 0; i < 2; i++) source_end(&s[i]);
  source_end(&late);
}

static void test_bad_streams(void) {
  gobc_many_stream *stream = opened("weight", 1);
  source s;
  result r, left;
  int64_t more;
  give_rows(stream, 0, 8, &s);
  CHECK(gobc_many_next(stream, 1, NULL, &r.schema, &r.array, NULL, NULL, &more, &error) == GOBC_INVALID &&
            strstr(error.message, "left_schema") && more == -1,
        "%s", error.message);
  CHECK(gobc_many_next(stream, 1, NULL, &r.schema, &r.array, &left.schema, &left.array, &more, &error) == GOBC_OK, "%s",
        error.message);
  column_is(&r, 0, "network", 'l', 9, (double[]){10, 10, 10, 20, 20, 20, 40, 40, 40});
  column_is(&left, 0, "network", 'l', 1, (double[]){30});
  column_is(&left, 1, "row", 'l', 1, (double[]){5});
  release(&r), release(&left), source_end(&s);
  give_rows(stream, 2, 4, &s); /* network 20 again */
  for (int i = 0; i < 2; i++)
    CHECK(gobc_many_next(stream, 1, NULL, &r.schema, &r.array, &left.schema, &left.array, &more, &error) == GOBC_DATA &&
              strstr(error.message, "network 20, row 8: the network comes again"),
          "%s", error.message);
  CHECK(source_verdict(&s) == NULL, "%s", source_verdict(&s));
  source_end(&s);
  gobc_many_stream_free(stream);

  stream = opened("weight", 0);
  give_rows(stream, 0, 8, &s);
  CHECK(gobc_many_next(stream, 1, NULL, &r.schema, &r.array, NULL, NULL, &more, &error) == GOBC_DATA &&
            strstr(error.message, "network 30, row 5: the weight is NaN"),
        "%s", error.message);
  gobc_many_stream_free(stream);
  CHECK(source_verdict(&s) == NULL, "%s", source_verdict(&s));
  source_end(&s);

  stream = opened(NULL, 0);
  give_rows(stream, 0, 8, &s);
  gobc_control control;
  gobc_control_init(&control, sizeof control);
  control.cancel = 1;
  for (int i = 0; i < 2; i++)
    CHECK(gobc_many_next(stream, 1, i ? NULL : &control, &r.schema, &r.array, NULL, NULL, &more, &error) ==
              GOBC_CANCELLED,
          "%s", error.message);
  gobc_many_stream_free(stream);
  CHECK(source_verdict(&s) == NULL, "%s", source_verdict(&s));
  source_end(&s);

  stream = opened(NULL, 0); /* freed with a stream that nobody read */
  give_rows(stream, 0, 8, &s);
  gobc_many_stream_free(stream);
  CHECK(source_verdict(&s) == NULL, "%s", source_verdict(&s));
  source_end(&s);
  CHECK(gobc_many_open("", "betweenness", NULL, NULL, 0, &stream, &error) == GOBC_INVALID && !stream, "%s",
        error.message);
  CHECK(gobc_many_open("group", "degree", NULL, NULL, 0, &stream, &error) == GOBC_INVALID && !stream, "%s",
        error.message);
}

/* More edges than are held at once: results come before the stream has ended. */
static void test_long_stream(void) {
  enum { ROWS = 100000, BATCHES = 8, EACH = 5 };
  int64_t *network = malloc(ROWS * sizeof *network), *tail = malloc(ROWS * sizeof *tail),
          *head = malloc(ROWS * sizeof *head);
  source s;
  source_table(&s, 3, (const char *const[]){"group", "source", "target"}, (kind[]){wide, wide, wide});
  for (int b = 0; b < BATCHES; b++) {
    for (int64_t i = 0; i < ROWS; i++) {
      int64_t row = (int64_t)b * ROWS + i;
      network[i] = row / (EACH + 2), tail[i] = row % (EACH + 2), head[i] = tail[i] + 1; /* 7 rows, which batches cut */
    }
    source_batch(&s, ROWS, (const int64_t *const[]){network, tail, head});
  }
  free(network), free(tail), free(head);
  gobc_many_stream *stream = opened(NULL, 0);
  CHECK(gobc_many_give(stream, &s.stream, &error) == GOBC_OK, "%s", error.message);
  int64_t more = 1, rows = 0, networks = 0;
  int calls = 0;
  for (; more == 1; calls++) {
    result r;
    CHECK(gobc_many_next(stream, 1, NULL, &r.schema, &r.array, NULL, NULL, &more, &error) == GOBC_OK, "%s",
          error.message);
    const int64_t *of = r.array.children[0]->buffers[1];
    for (int64_t i = 0; i < r.array.length; i++)
      if (of[i] == networks) networks++;
    rows += r.array.length;
    release(&r);
  }
  const int64_t all = (int64_t)ROWS * BATCHES, want = (all + EACH + 1) / (EACH + 2);
  CHECK(calls >= 3 && networks == want && rows == all + want, "%d calls, %d of %d networks, %d rows", calls,
        (int)networks, (int)want, (int)rows);
  gobc_many_stream_free(stream);
  CHECK(source_verdict(&s) == NULL, "%s", source_verdict(&s));
  source_end(&s);
}

int main(void) {
  test_values();
  test_networks_are_left_out();
  test_mistakes();
  test_cancel();
  test_empty();
  test_layers();
  test_bad_layers();
  test_stream();
  test_bad_streams();
  test_long_stream();
  return checks_end("many");
}
