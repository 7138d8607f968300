/*
 * vectors.c - the conformance vectors (tests/vectors/README.md) through the C interface.
 *
 *   vectors FILE...
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "check.h"
#include "gobc.h"

enum { MOST_FIELDS = 1 << 16, MOST_COLUMNS = 8 };

/* ---- a table of label columns as a stream: everything in it lives as long as the case ---- */

typedef struct table {
  int columns, text, given;
  size_t rows, room;
  char **label[2];
  struct ArrowSchema schema, child_schema[2], *child_schemas[2];
  struct ArrowArray array, child[2], *children[2];
  const void *none[1], *buffers[2][3];
} table;

static void add(table *t, char *first, char *second) {
  if (t->rows == t->room) {
    t->room = t->room ? 2 * t->room : 64;
    for (int c = 0; c < 2; c++) t->label[c] = realloc(t->label[c], t->room * sizeof(char *));
  }
  t->label[0][t->rows] = first;
  t->label[1][t->rows++] = second;
}

static void schema_done(struct ArrowSchema *schema) { schema->release = NULL; }
static void array_done(struct ArrowArray *array) { array->release = NULL; }
static void stream_done(struct ArrowArrayStream *stream) { stream->release = NULL; }
static const char *no_error(struct ArrowArrayStream *stream) { return (void)stream, NULL; }

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  table *t = stream->private_data;
  static const char *const names[2][2] = {{"node", ""}, {"source", "target"}};
  for (int c = 0; c < t->columns; c++) {
    t->child_schema[c] = (struct ArrowSchema){
        .format = t->text ? "u" : "l", .name = names[t->columns - 1][c], .release = schema_done};
    t->child_schemas[c] = &t->child_schema[c];
  }
  *out = (struct ArrowSchema){
      .format = "+s", .name = "", .n_children = t->columns, .children = t->child_schemas, .release = schema_done};
  return 0;
}

/* The buffers of a column, made anew for each stream and freed with the case's process. */
static void fill(table *t, int c) {
  int64_t *numbers = calloc(t->rows + 1, sizeof *numbers);
  int32_t *offsets = calloc(t->rows + 1, sizeof *offsets);
  size_t bytes = 0;
  for (size_t r = 0; r < t->rows; r++) bytes += strlen(t->label[c][r]);
  char *text = calloc(bytes + 1, 1);
  for (size_t r = 0; r < t->rows; r++) {
    size_t length = strlen(t->label[c][r]);
    memcpy(text + offsets[r], t->label[c][r], length);
    offsets[r + 1] = offsets[r] + (int32_t)length;
    numbers[r] = strtoll(t->label[c][r], NULL, 10);
  }
  t->buffers[c][0] = NULL;
  t->buffers[c][1] = t->text ? (void *)offsets : (void *)numbers;
  t->buffers[c][2] = text;
  t->child[c] = (struct ArrowArray){
      .length = (int64_t)t->rows, .n_buffers = t->text ? 3 : 2, .buffers = t->buffers[c], .release = array_done};
  t->children[c] = &t->child[c];
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  table *t = stream->private_data;
  memset(out, 0, sizeof *out);
  if (t->given || !t->rows) return 0;
  t->given = 1;
  for (int c = 0; c < t->columns; c++) fill(t, c);
  *out = (struct ArrowArray){.length = (int64_t)t->rows, .n_buffers = 1, .buffers = t->none,
                             .n_children = t->columns, .children = t->children, .release = array_done};
  return 0;
}

static struct ArrowArrayStream stream_of(table *t) {
  t->given = 0;
  return (struct ArrowArrayStream){get_schema, get_next, no_error, stream_done, t};
}

/* ---- a case ---- */

typedef struct block {
  char *options[8], *columns[MOST_COLUMNS];
  int n_options, n_columns, has_sources;
  table sources;
  double tolerance;
} block;

static const char *file;
static gobc_graph *graph;
static struct ArrowSchema schema;
static struct ArrowArray result;

static const char *option(const block *b, const char *key) {
  size_t length = strlen(key);
  for (int i = 0; i < b->n_options; i++)
    if (!strncmp(b->options[i], key, length) && b->options[i][length] == '=') return b->options[i] + length + 1;
  return NULL;
}

static void compute(block *b) {
  gobc_options o;
  gobc_error error;
  char measures[256] = "";
  for (int c = 0; c < b->n_columns; c++) {
    if (c) strcat(measures, ",");
    strcat(measures, b->columns[c]);
  }
  gobc_options_init(&o, sizeof o);
  o.threads = 2;
  o.preset = option(b, "preset");
  o.parallel = option(b, "parallel");
  o.direction = option(b, "direction");
  if (option(b, "normalized")) o.normalized = atoi(option(b, "normalized"));
  if (option(b, "endpoints")) o.endpoints = atoi(option(b, "endpoints"));
  struct ArrowArrayStream sources = stream_of(&b->sources);
  if (b->has_sources) o.sources = &sources;
  int32_t status = gobc_compute(graph, measures, &o, NULL, &schema, &result, &error);
  CHECK(status == GOBC_OK, "%s: %s", file, error.message);
  if (status == GOBC_OK) {
    CHECK(result.n_children == b->n_columns + 1, "%s: %d columns", file, (int)result.n_children);
    for (int c = 0; c < b->n_columns; c++)
      CHECK(!strcmp(schema.children[c + 1]->name, b->columns[c]), "%s: column %s", file, schema.children[c + 1]->name);
  }
}

static int same(double got, double want, double tolerance) {
  if (isnan(want)) return isnan(got);
  return got == want || fabs(got - want) <= tolerance * fabs(want);
}

static int is_label(int64_t row, const char *label) {
  const struct ArrowArray *node = result.children[0];
  if (schema.children[0]->format[0] == 'l') return ((const int64_t *)node->buffers[1])[row] == strtoll(label, NULL, 10);
  const int32_t *offsets = node->buffers[1];
  size_t length = (size_t)(offsets[row + 1] - offsets[row]);
  return length == strlen(label) && !memcmp((const char *)node->buffers[2] + offsets[row], label, length);
}

static double value(int c, int64_t row) { return ((const double *)result.children[c + 1]->buffers[1])[row]; }

static void check_row(const block *b, char **fields, int64_t expected_at) {
  int64_t row = expected_at < result.length && is_label(expected_at, fields[0]) ? expected_at : 0;
  while (row < result.length && !is_label(row, fields[0])) row++;
  CHECK(row < result.length, "%s: no row %s", file, fields[0]);
  for (int c = 0; row < result.length && c < b->n_columns; c++) {
    double want = strtod(fields[c + 1], NULL);
    CHECK(same(value(c, row), want, b->tolerance), "%s: %s of %s is %.17g, not %.17g", file, b->columns[c], fields[0],
          value(c, row), want);
  }
}

static void check_summary(const block *b, char **fields) {
  int c = 0;
  while (c < b->n_columns - 1 && strcmp(b->columns[c], fields[0])) c++;
  double sum = 0, least = INFINITY, most = -INFINITY, want = strtod(fields[2], NULL);
  for (int64_t row = 0; row < result.length; row++) {
    sum += value(c, row);
    least = fmin(least, value(c, row));
    most = fmax(most, value(c, row));
  }
  double got = !strcmp(fields[1], "sum") ? sum : !strcmp(fields[1], "min") ? least : most;
  CHECK(same(got, want, 100 * b->tolerance), "%s: %s of %s is %.17g, not %.17g", file, fields[1], fields[0], got, want);
}

static void finish(block *b) {
  if (result.release) result.release(&result);
  if (schema.release) schema.release(&schema);
  memset(b, 0, sizeof *b);
}

static int split(char *line, char **fields) {
  int n = 0;
  for (char *tab = line; tab && n < MOST_FIELDS; line = tab + 1) {
    if ((tab = strchr(line, '\t'))) *tab = 0;
    fields[n++] = line;
    if (!tab) break;
  }
  return n;
}

static void build(table *edges, table *nodes, int directed, int64_t vertices) {
  gobc_graph_options o;
  gobc_error error;
  gobc_graph_options_init(&o, sizeof o);
  o.directed = directed;
  struct ArrowArrayStream e = stream_of(edges), n = stream_of(nodes);
  int32_t status = gobc_graph_new(&e, nodes->rows ? &n : NULL, &o, NULL, &graph, &error);
  CHECK(status == GOBC_OK, "%s: %s", file, error.message);
  gobc_graph_stats stats = {.struct_size = sizeof stats};
  if (status == GOBC_OK && gobc_graph_info(graph, &stats, NULL) == GOBC_OK)
    CHECK(stats.vertices == vertices, "%s: %d vertices", file, (int)stats.vertices);
}

static void run(char *content) {
  static char *fields[MOST_FIELDS];
  table edges = {.columns = 2}, nodes = {.columns = 1};
  static block b;
  int directed = 0, ended = 0, computed = 0;
  int64_t vertices = 0, row = 0;
  char *next;
  for (char *line = content; line && *line; line = next) {
    if ((next = strchr(line, '\n'))) *next++ = 0;
    int n = split(line, fields);
    const char *key = fields[0];
    if (!strcmp(key, "directed")) directed = atoi(fields[1]);
    else if (!strcmp(key, "labels")) edges.text = nodes.text = !strcmp(fields[1], "utf8");
    else if (!strcmp(key, "vertices")) vertices = atoll(fields[1]);
    else if (!strcmp(key, "node")) add(&nodes, fields[1], NULL);
    else if (!strcmp(key, "edge")) add(&edges, fields[1], fields[2]);
    else if (!strcmp(key, "compute")) {
      if (!graph) build(&edges, &nodes, directed, vertices);
      finish(&b);
      computed = 0, row = 0;
      for (int i = 1; i < n; i++) b.options[b.n_options++] = fields[i];
    } else if (!strcmp(key, "sources")) {
      b.has_sources = 1;
      b.sources = (table){.columns = 1, .text = edges.text};
      for (int i = 1; i < n; i++) add(&b.sources, fields[i], NULL);
    } else if (!strcmp(key, "tolerance")) b.tolerance = strtod(fields[1], NULL);
    else if (!strcmp(key, "columns"))
      for (int i = 1; i < n; i++) b.columns[b.n_columns++] = fields[i];
    else if (!strcmp(key, "row") || !strcmp(key, "summary")) {
      if (!computed++) compute(&b);
      if (!strcmp(key, "row") && result.release) check_row(&b, fields + 1, row++);
      else if (result.release) check_summary(&b, fields + 1);
    } else if (!strcmp(key, "end")) {
      if (b.n_columns && !computed) compute(&b);
      ended = 1;
    }
  }
  CHECK(ended, "%s: the file is cut off", file);
  finish(&b);
  gobc_graph_free(graph);
  graph = NULL;
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    file = argv[i];
    FILE *stream = fopen(file, "rb");
    CHECK(stream != NULL, "%s cannot be read", file);
    if (!stream) continue;
    fseek(stream, 0, SEEK_END);
    long size = ftell(stream);
    rewind(stream);
    char *content = calloc((size_t)size + 1, 1); /* labels point into it: kept to the end */
    CHECK(fread(content, 1, (size_t)size, stream) == (size_t)size, "%s cannot be read", file);
    fclose(stream);
    run(content);
  }
  CHECK(argc > 30, "only %d files", argc - 1);
  return checks_end("vectors");
}
