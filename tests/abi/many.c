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
      {GOBC_UNSUPPORTED, "group", "betweenness", NULL, "on processors", {.device = "cuda"}},
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

int main(void) {
  test_values();
  test_networks_are_left_out();
  test_mistakes();
  test_cancel();
  test_empty();
  return checks_end("many");
}
