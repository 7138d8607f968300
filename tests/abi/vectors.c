/*
 * vectors.c - the conformance vectors (tests/vectors/README.md) through the C interface.
 *
 *   vectors FILE...    GOBC_TESTS_DEVICE, GOBC_TESTS_TUNING: the option of each computation; on a GPU few files are enough
 *
 * Before the last line it prints a digest of the bits of all values, which is the same on every system and processor.
 */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "check.h"
#include "gobc.h"

enum { MOST_FIELDS = 1 << 16, MOST_COLUMNS = 8 };

/* ---- a table as a stream, of label columns and perhaps weights: everything in it lives as long as the case ---- */

typedef struct table {
  int columns, text, given; /* columns of labels */
  char weights;             /* format of the column after them: l or g; 0: there is none */
  size_t rows, room;
  char **cell[3];
  struct ArrowSchema schema, child_schema[3], *child_schemas[3];
  struct ArrowArray array, child[3], *children[3];
  const void *none[1], *buffers[3][3];
} table;

static int width_of(const table *t) { return t->columns + (t->weights != 0); }

/* One cell a column. */
static void add(table *t, char **cells) {
  if (t->rows == t->room) {
    t->room = t->room ? 2 * t->room : 64;
    for (int c = 0; c < width_of(t); c++) t->cell[c] = realloc(t->cell[c], t->room * sizeof(char *));
  }
  for (int c = 0; c < width_of(t); c++) t->cell[c][t->rows] = cells[c];
  t->rows++;
}

static void schema_done(struct ArrowSchema *schema) { schema->release = NULL; }
static void array_done(struct ArrowArray *array) { array->release = NULL; }
static void stream_done(struct ArrowArrayStream *stream) { stream->release = NULL; }
static const char *no_error(struct ArrowArrayStream *stream) { return (void)stream, NULL; }

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  table *t = stream->private_data;
  static const char *const names[2][3] = {{"node", "weight"}, {"source", "target", "weight"}};
  for (int c = 0; c < width_of(t); c++) {
    const char *format = c == t->columns ? (t->weights == 'l' ? "l" : "g") : t->text ? "u" : "l";
    t->child_schema[c] =
        (struct ArrowSchema){.format = format, .name = names[t->columns - 1][c], .release = schema_done};
    t->child_schemas[c] = &t->child_schema[c];
  }
  *out = (struct ArrowSchema){
      .format = "+s", .name = "", .n_children = width_of(t), .children = t->child_schemas, .release = schema_done};
  return 0;
}

/* The buffers of a column, made anew for each stream and freed with the case's process. */
static void fill(table *t, int c) {
  const char format = t->child_schema[c].format[0];
  int64_t *numbers = calloc(t->rows + 1, sizeof *numbers);
  double *reals = calloc(t->rows + 1, sizeof *reals);
  int32_t *offsets = calloc(t->rows + 1, sizeof *offsets);
  size_t bytes = 0;
  for (size_t r = 0; r < t->rows; r++) bytes += strlen(t->cell[c][r]);
  char *text = calloc(bytes + 1, 1);
  for (size_t r = 0; r < t->rows; r++) {
    size_t length = strlen(t->cell[c][r]);
    memcpy(text + offsets[r], t->cell[c][r], length);
    offsets[r + 1] = offsets[r] + (int32_t)length;
    reals[r] = strtod(t->cell[c][r], NULL);
    if (format == 'l') numbers[r] = c < t->columns ? strtoll(t->cell[c][r], NULL, 10) : (int64_t)reals[r];
  }
  t->buffers[c][0] = NULL;
  t->buffers[c][1] = format == 'u' ? (void *)offsets : format == 'l' ? (void *)numbers : (void *)reals;
  t->buffers[c][2] = text;
  t->child[c] = (struct ArrowArray){
      .length = (int64_t)t->rows, .n_buffers = format == 'u' ? 3 : 2, .buffers = t->buffers[c], .release = array_done};
  t->children[c] = &t->child[c];
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  table *t = stream->private_data;
  memset(out, 0, sizeof *out);
  if (t->given || !t->rows) return 0;
  t->given = 1;
  for (int c = 0; c < width_of(t); c++) fill(t, c);
  *out = (struct ArrowArray){.length = (int64_t)t->rows,
                             .n_buffers = 1,
                             .buffers = t->none,
                             .n_children = width_of(t),
                             .children = t->children,
                             .release = array_done};
  return 0;
}

static struct ArrowArrayStream stream_of(table *t) {
  t->given = 0;
  return (struct ArrowArrayStream){get_schema, get_next, no_error, stream_done, t};
}

/* ---- a case ---- */

/* The measures of vertices or of edges that a computation asks for, and the answer: nothing if none are asked. */
typedef struct answer {
  char *columns[MOST_COLUMNS];
  int n_columns, n_labels; /* columns of labels come first: one of vertices, two of edges */
  struct ArrowSchema schema;
  struct ArrowArray array;
} answer;

typedef struct block {
  char *options[8];
  int n_options, has_sources, has_targets;
  table sources, targets;
  double tolerance;
  answer nodes, edges;
} block;

static const char *file;
static gobc_graph *graph;

static const char *option(const block *b, const char *key) {
  size_t length = strlen(key);
  for (int i = 0; i < b->n_options; i++)
    if (!strncmp(b->options[i], key, length) && b->options[i][length] == '=') return b->options[i] + length + 1;
  return NULL;
}

static void number(const block *b, const char *key, int32_t *out) {
  if (option(b, key)) *out = atoi(option(b, key));
}

static void real(const block *b, const char *key, double *out) {
  if (option(b, key)) *out = strtod(option(b, key), NULL);
}

static double value(const answer *a, int c, int64_t row) {
  return ((const double *)a->array.children[c + a->n_labels]->buffers[1])[row];
}

static uint64_t digest, digest_of_all; /* of a file, by FNV-1a; the sum of these, whatever the order of files */
static int64_t digested;

/* One NaN is as good as another: processors make different ones. */
static void digest_values(const answer *a) {
  for (int c = 0; c < a->n_columns; c++) {
    for (int64_t row = 0; row < a->array.length; row++) {
      double x = isnan(value(a, c, row)) ? NAN : value(a, c, row);
      uint64_t bits;
      memcpy(&bits, &x, sizeof bits);
      for (int byte = 0; byte < 8; byte++) digest = (digest ^ (bits >> 8 * byte & 255)) * 1099511628211u;
      digested++;
    }
  }
}

static void check_columns(const answer *a) {
  CHECK(a->array.n_children == a->n_columns + a->n_labels, "%s: %d columns", file, (int)a->array.n_children);
  for (int c = 0; c < a->n_columns; c++)
    CHECK(!strcmp(a->schema.children[c + a->n_labels]->name, a->columns[c]), "%s: column %s", file,
          a->schema.children[c + a->n_labels]->name);
  digest_values(a);
}

static void compute(block *b, int64_t rows) {
  gobc_options o;
  gobc_error error;
  char measures[512] = "";
  for (int c = 0; c < b->nodes.n_columns + b->edges.n_columns; c++) {
    if (c) strcat(measures, ",");
    strcat(measures, c < b->nodes.n_columns ? b->nodes.columns[c] : b->edges.columns[c - b->nodes.n_columns]);
  }
  gobc_options_init(&o, sizeof o);
  o.threads = 2;
  o.device = getenv("GOBC_TESTS_DEVICE");
  o.tuning = getenv("GOBC_TESTS_TUNING");
  o.preset = option(b, "preset");
  o.parallel = option(b, "parallel");
  o.direction = option(b, "direction");
  number(b, "normalized", &o.normalized);
  number(b, "endpoints", &o.endpoints);
  number(b, "weighted", &o.weighted);
  number(b, "sampled", &o.sampled);
  real(b, "cutoff", &o.cutoff);
  real(b, "tie_tolerance", &o.tie_tolerance);
  struct ArrowArrayStream sources = stream_of(&b->sources), targets = stream_of(&b->targets);
  if (b->has_sources) o.sources = &sources;
  if (b->has_targets) o.targets = &targets;
  answer *nodes = &b->nodes, *edges = &b->edges;
  int both = nodes->n_columns > 0;
  int32_t status = edges->n_columns
      ? gobc_compute_edges(graph, measures, &o, NULL, &edges->schema, &edges->array, both ? &nodes->schema : NULL,
                           both ? &nodes->array : NULL, &error)
      : gobc_compute(graph, measures, &o, NULL, &nodes->schema, &nodes->array, &error);
  CHECK(status == GOBC_OK, "%s: %s: %s", file, measures, error.message);
  if (status != GOBC_OK) return;
  if (both) check_columns(nodes);
  if (!edges->n_columns) return;
  check_columns(edges);
  CHECK(edges->array.length == rows, "%s: %d edges of %d", file, (int)edges->array.length, (int)rows);
}

static int same(double got, double want, double tolerance) {
  if (isnan(want)) return isnan(got);
  return got == want || fabs(got - want) <= tolerance * fabs(want);
}

static int is_label(const answer *a, int column, int64_t row, const char *label) {
  const struct ArrowArray *labels = a->array.children[column];
  if (a->schema.children[column]->format[0] == 'l')
    return ((const int64_t *)labels->buffers[1])[row] == strtoll(label, NULL, 10);
  const int32_t *offsets = labels->buffers[1];
  size_t length = (size_t)(offsets[row + 1] - offsets[row]);
  return length == strlen(label) && !memcmp((const char *)labels->buffers[2] + offsets[row], label, length);
}

static void check_values(const answer *a, double tolerance, char **fields, const char *what, int64_t row) {
  for (int c = 0; c < a->n_columns; c++) {
    double want = strtod(fields[c], NULL);
    CHECK(same(value(a, c, row), want, tolerance), "%s: %s of %s is %.17g, not %.17g", file, a->columns[c], what,
          value(a, c, row), want);
  }
}

static void check_row(const block *b, char **fields, int64_t expected_at) {
  const answer *a = &b->nodes;
  int64_t row = expected_at < a->array.length && is_label(a, 0, expected_at, fields[0]) ? expected_at : 0;
  while (row < a->array.length && !is_label(a, 0, row, fields[0])) row++;
  CHECK(row < a->array.length, "%s: no row %s", file, fields[0]);
  if (row < a->array.length) check_values(a, b->tolerance, fields + 1, fields[0], row);
}

static void check_edge_row(const block *b, char **fields) {
  const answer *a = &b->edges;
  int64_t row = atoll(fields[0]);
  CHECK(row < a->array.length, "%s: no edge %s", file, fields[0]);
  if (row >= a->array.length) return;
  for (int end = 0; end < 2; end++)
    CHECK(is_label(a, end, row, fields[1 + end]), "%s: edge %s does not have the end %s", file, fields[0],
          fields[1 + end]);
  check_values(a, b->tolerance, fields + 3, fields[0], row);
}

static void check_summary(const block *b, char **fields) {
  const answer *a = !strncmp(fields[0], "edge_", 5) ? &b->edges : &b->nodes;
  int c = 0;
  while (c < a->n_columns && strcmp(a->columns[c], fields[0])) c++;
  CHECK(c < a->n_columns && a->array.release, "%s: no column %s", file, fields[0]);
  if (c == a->n_columns || !a->array.release) return;
  double sum = 0, least = INFINITY, most = -INFINITY, want = strtod(fields[2], NULL);
  for (int64_t row = 0; row < a->array.length; row++) {
    sum += value(a, c, row);
    least = fmin(least, value(a, c, row));
    most = fmax(most, value(a, c, row));
  }
  double got = !strcmp(fields[1], "sum") ? sum : !strcmp(fields[1], "min") ? least : most;
  CHECK(same(got, want, 100 * b->tolerance), "%s: %s of %s is %.17g, not %.17g", file, fields[1], fields[0], got, want);
}

static void finish(block *b) {
  answer *answers[2] = {&b->nodes, &b->edges};
  for (int i = 0; i < 2; i++) {
    if (answers[i]->array.release) answers[i]->array.release(&answers[i]->array);
    if (answers[i]->schema.release) answers[i]->schema.release(&answers[i]->schema);
  }
  memset(b, 0, sizeof *b);
  b->nodes.n_labels = 1, b->edges.n_labels = 2;
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
  if (edges->weights) o.weight = "weight";
  struct ArrowArrayStream e = stream_of(edges), n = stream_of(nodes);
  int32_t status = gobc_graph_new(&e, nodes->rows ? &n : NULL, &o, NULL, &graph, &error);
  CHECK(status == GOBC_OK, "%s: %s", file, error.message);
  gobc_graph_stats stats = {.struct_size = sizeof stats};
  if (status == GOBC_OK && gobc_graph_info(graph, &stats, NULL) == GOBC_OK)
    CHECK(stats.vertices == vertices, "%s: %d vertices", file, (int)stats.vertices);
}

/* Labels of vertices, to be followed by their weights if those come before the computation is made. */
static void take_labels(table *t, int text, char **fields, int n) {
  *t = (table){.columns = 1, .text = text};
  for (int i = 0; i < n; i++) add(t, fields + i);
}

static void take_weights(table *t, char **fields, int n) {
  CHECK((size_t)n == t->rows, "%s: %d weights for %d vertices", file, n, (int)t->rows);
  t->weights = 'g';
  t->cell[1] = calloc((size_t)n + 1, sizeof(char *));
  memcpy(t->cell[1], fields, (size_t)n * sizeof(char *));
}

static void take_columns(answer *a, char **fields, int n) {
  CHECK(n <= MOST_COLUMNS, "%s: %d columns", file, n);
  for (int i = 0; i < n && i < MOST_COLUMNS; i++) a->columns[a->n_columns++] = fields[i];
}

static void run(char *content) {
  static char *fields[MOST_FIELDS];
  table edges = {.columns = 2}, nodes = {.columns = 1};
  static block b;
  int directed = 0, ended = 0, computed = 0, blocks = 0;
  int64_t vertices = 0, row = 0;
  char *next;
  for (char *line = content; line && *line; line = next) {
    if ((next = strchr(line, '\n'))) *next++ = 0;
    int n = split(line, fields) - 1;
    const char *key = fields[0];
    char **rest = fields + 1;
    int is_row = !strcmp(key, "row"), is_edge_row = !strcmp(key, "edge_row"), is_summary = !strcmp(key, "summary");
    if ((is_row || is_edge_row || is_summary) && !computed++) compute(&b, (int64_t)edges.rows);
    if (is_row && b.nodes.array.release) check_row(&b, rest, row++);
    else if (is_edge_row && b.edges.array.release) check_edge_row(&b, rest);
    else if (is_summary) check_summary(&b, rest);
    else if (!strcmp(key, "directed")) directed = atoi(rest[0]);
    else if (!strcmp(key, "labels")) edges.text = nodes.text = !strcmp(rest[0], "utf8");
    else if (!strcmp(key, "vertices")) vertices = atoll(rest[0]);
    else if (!strcmp(key, "weights")) edges.weights = !strcmp(rest[0], "int64") ? 'l' : 'g';
    else if (!strcmp(key, "node")) add(&nodes, rest);
    else if (!strcmp(key, "edge")) add(&edges, rest);
    else if (!strcmp(key, "compute") || !strcmp(key, "end")) {
      if (!graph) build(&edges, &nodes, directed, vertices);
      if (blocks && !computed) compute(&b, (int64_t)edges.rows);
      finish(&b);
      computed = 0, row = 0;
      ended = !strcmp(key, "end");
      blocks += !ended;
      for (int i = 0; i < n; i++) b.options[b.n_options++] = rest[i];
    } else if (!strcmp(key, "sources")) b.has_sources = 1, take_labels(&b.sources, edges.text, rest, n);
    else if (!strcmp(key, "targets")) b.has_targets = 1, take_labels(&b.targets, edges.text, rest, n);
    else if (!strcmp(key, "source_weights")) take_weights(&b.sources, rest, n);
    else if (!strcmp(key, "target_weights")) take_weights(&b.targets, rest, n);
    else if (!strcmp(key, "tolerance")) b.tolerance = strtod(rest[0], NULL);
    else if (!strcmp(key, "columns")) take_columns(&b.nodes, rest, n);
    else if (!strcmp(key, "edge_columns")) take_columns(&b.edges, rest, n);
  }
  CHECK(ended && blocks, "%s: the file is cut off", file);
  finish(&b);
  gobc_graph_free(graph);
  graph = NULL;
}

/* What computed: as asked, else the instruction set of this processor that the library takes. */
static void print_digest(void) {
  static const char key[] = "\"instruction_set\":\"";
  const char *by = getenv("GOBC_TESTS_DEVICE"), *set = strstr(gobc_devices(), key);
  if (!by) by = getenv("GOBC_TESTS_TUNING");
  if (!by) by = set ? set + strlen(key) : "none";
  printf("bits of %" PRId64 " values by %.*s: %016" PRIx64 "\n", digested, (int)strcspn(by, "\""), by, digest_of_all);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    file = argv[i];
    digest = 14695981039346656037u;
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
    digest_of_all += digest;
  }
  CHECK(argc > 70 || getenv("GOBC_TESTS_DEVICE"), "only %d files", argc - 1);
  print_digest();
  return checks_end("vectors");
}
