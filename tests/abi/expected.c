/* expected.c - see expected.h. Undirected graphs of two label columns, in the order of first appearance. */
#include "expected.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1024 };

/* A label: its bytes, those of the integer widened to 64 bits or those of the text. */
typedef struct label {
  const void *bytes;
  int64_t length;
  int64_t number;
} label;

typedef struct reading {
  label vertex[MOST];
  int vertices, edges, loops;
  int from[MOST], to[MOST];
  const char *wrong;
} reading;

static int64_t number_at(char format, const void *data, int64_t at) {
  switch (format) {
    case 'c': return ((const int8_t *)data)[at];
    case 'C': return ((const uint8_t *)data)[at];
    case 's': return ((const int16_t *)data)[at];
    case 'S': return ((const uint16_t *)data)[at];
    case 'i': return ((const int32_t *)data)[at];
    case 'I': return ((const uint32_t *)data)[at];
    default: return ((const int64_t *)data)[at]; /* and uint64, by its bits */
  }
}

static int is_null(const struct ArrowArray *array, int64_t at) {
  const uint8_t *bits = array->buffers[0];
  return bits != NULL && !(bits[at / 8] >> (at % 8) & 1);
}

static label text_at(const char *format, const struct ArrowArray *array, int64_t at) {
  if (format[0] == 'v') {
    const int32_t *view = (const int32_t *)array->buffers[1] + 4 * at;
    const char *text = view[0] <= 12 ? (const char *)(view + 1) : (const char *)array->buffers[2 + view[2]] + view[3];
    return (label){text, view[0], 0};
  }
  const int32_t *narrow = array->buffers[1];
  const int64_t *wide = array->buffers[1];
  int64_t begin = format[0] == 'u' ? narrow[at] : wide[at], end = format[0] == 'u' ? narrow[at + 1] : wide[at + 1];
  return (label){(const char *)array->buffers[2] + begin, end - begin, 0};
}

static label label_at(reading *r, const struct ArrowSchema *schema, const struct ArrowArray *array, int64_t at) {
  const char *format = schema->format;
  if (is_null(array, at)) r->wrong = "a null was accepted";
  if (schema->dictionary != NULL) {
    int64_t entry = number_at(format[0], array->buffers[1], at);
    array = array->dictionary;
    if (entry < 0 || entry >= array->length) {
      r->wrong = "an index outside of its dictionary was accepted";
      return (label){"", 0, 0};
    }
    at = entry + array->offset;
    format = schema->dictionary->format;
    if (is_null(array, at)) r->wrong = "a null entry of a dictionary was accepted";
  }
  if (strchr("uUv", format[0]) != NULL) return text_at(format, array, at);
  return (label){NULL, 0, number_at(format[0], array->buffers[1], at)};
}

static int same_label(label a, label b) {
  return a.number == b.number && a.length == b.length &&
      (a.length == 0 || memcmp(a.bytes, b.bytes, (size_t)a.length) == 0);
}

static int vertex_of(reading *r, label l) {
  int v = 0;
  while (v < r->vertices && !same_label(r->vertex[v], l)) v++;
  if (v == r->vertices) r->vertex[r->vertices++] = l;
  return v;
}

static void read_batch(reading *r, const struct ArrowSchema *schema, const struct ArrowArray *batch) {
  for (int64_t row = 0; row < batch->length; row++) {
    if (r->edges == MOST || r->vertices + 2 > MOST) {
      r->wrong = "more rows were accepted than any stream has";
      return;
    }
    int64_t at = batch->offset + row;
    if (is_null(batch, at)) r->wrong = "a row that is null as a whole was accepted";
    int end[2];
    for (int c = 0; c < 2; c++) {
      const struct ArrowArray *array = batch->children[c];
      end[c] = vertex_of(r, label_at(r, schema->children[c], array, at + array->offset));
    }
    r->from[r->edges] = end[0];
    r->to[r->edges++] = end[1];
    r->loops += end[0] == end[1];
  }
}

/* Sums of distances by as many rounds over all edges as there are vertices. */
static double closeness_of(const reading *r, int source) {
  int distance[MOST], sum = 0;
  for (int v = 0; v < r->vertices; v++) distance[v] = v == source ? 0 : MOST;
  for (int again = 1; again;) {
    again = 0;
    for (int e = 0; e < r->edges; e++) {
      int *a = &distance[r->from[e]], *b = &distance[r->to[e]];
      if (*a + 1 < *b) *b = *a + 1, again = 1;
      if (*b + 1 < *a) *a = *b + 1, again = 1;
    }
  }
  for (int v = 0; v < r->vertices; v++) sum += distance[v] < MOST ? distance[v] : 0;
  return sum == 0 ? 0 : 1.0 / sum;
}

static const char *compare(const reading *r, const gobc_graph *graph, const struct ArrowSchema *schema,
                           const struct ArrowArray *array) {
  gobc_graph_stats stats = {.struct_size = sizeof stats};
  if (gobc_graph_info(graph, &stats, NULL) != GOBC_OK) return "the graph does not tell its size";
  if (stats.vertices != r->vertices || stats.edges != r->edges || stats.self_loops != r->loops)
    return "other numbers of vertices, edges or loops";
  if (array->length != r->vertices) return "another number of rows";
  const double *scores = array->children[1]->buffers[1];
  reading own = {.vertices = 0};
  for (int v = 0; v < r->vertices; v++) {
    label l = label_at(&own, schema->children[0], array->children[0], v);
    if (!same_label(l, r->vertex[v])) return "another label";
    if (!(fabs(scores[v] - closeness_of(r, v)) <= 1e-15)) return "another closeness";
  }
  return own.wrong;
}

const char *expected_differs(const source *s, const gobc_graph *graph) {
  static reading r;
  memset(&r, 0, sizeof r);
  for (int b = 0; b < s->n_kept; b++) read_batch(&r, &s->kept_schema, &s->kept[b]);
  if (r.wrong != NULL) return r.wrong;
  gobc_options options;
  gobc_options_init(&options, sizeof options);
  options.preset = "raw";
  options.threads = 1;
  struct ArrowSchema schema;
  struct ArrowArray array;
  if (gobc_compute(graph, "closeness", &options, NULL, &schema, &array, NULL) != GOBC_OK) return "no scores";
  const char *wrong = compare(&r, graph, &schema, &array);
  schema.release(&schema);
  array.release(&array);
  return wrong;
}
