/*
 * arrays.c - graphs from plain arrays. gobc_graph_new gets an Arrow stream of one batch whose buffers are the
 * caller's arrays, and reads it only during the call. All structures are on the stack of this call, so nothing is
 * allocated or kept.
 */
#include <stddef.h>
#include <string.h>

#include "shim.h"

typedef struct {
  const char *format;
  int64_t edges;
  int columns, given; /* given: whether the batch was returned */
  struct ArrowSchema schemas[3], *schema_pointers[3];
  struct ArrowArray arrays[3], *array_pointers[3];
  const void *buffers[3][2], *no_validity[1];
} table;

static void release_schema(struct ArrowSchema *schema) { schema->release = NULL; }
static void release_array(struct ArrowArray *array) { array->release = NULL; }
static void release_stream(struct ArrowArrayStream *stream) { stream->release = NULL; }
static const char *last_error(struct ArrowArrayStream *stream) { return stream ? NULL : ""; }

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  static const char *const names[] = {"source", "target", "weight"};
  table *t = stream->private_data;
  for (int i = 0; i < t->columns; i++) {
    t->schemas[i] =
        (struct ArrowSchema){.format = i < 2 ? t->format : "g", .name = names[i], .release = release_schema};
    t->schema_pointers[i] = &t->schemas[i];
  }
  *out = (struct ArrowSchema){
      .format = "+s", .n_children = t->columns, .children = t->schema_pointers, .release = release_schema};
  return 0;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  table *t = stream->private_data;
  *out = (struct ArrowArray){.release = NULL};
  if (t->given) return 0;
  t->given = 1;
  for (int i = 0; i < t->columns; i++) {
    t->arrays[i] =
        (struct ArrowArray){.length = t->edges, .n_buffers = 2, .buffers = t->buffers[i], .release = release_array};
    t->array_pointers[i] = &t->arrays[i];
  }
  *out = (struct ArrowArray){.length = t->edges,
                             .n_buffers = 1,
                             .n_children = t->columns,
                             .buffers = t->no_validity,
                             .children = t->array_pointers,
                             .release = release_array};
  return 0;
}

static const char *format_of(const char *type) {
  static const char *const formats[][2] = {{"int64", "l"}, {"uint64", "L"}, {"int32", "i"}, {"uint32", "I"}};
  for (size_t i = 0; type && i < sizeof formats / sizeof *formats; i++)
    if (!strcmp(type, formats[i][0])) return formats[i][1];
  return NULL;
}

/* The first of the caller's options that names a column, or NULL. A shorter struct of an older header lacks some. */
static const char *named_column(const gobc_graph_options *options) {
  gobc_graph_options whole = {.struct_size = 0};
  uint64_t size = options->struct_size;
  memcpy(&whole, options, size < sizeof whole ? size : sizeof whole);
  return whole.source       ? "source"
      : whole.target        ? "target"
      : whole.weight        ? "weight"
      : whole.node          ? "node"
      : whole.nodes_are_all ? "nodes_are_all"
                            : NULL;
}

int32_t gobc_graph_from_arrays(const char *type, const void *source, const void *target, const double *weight,
                               int64_t edges, const gobc_graph_options *options, gobc_control *control,
                               gobc_graph **out, gobc_error *error) {
  if (out) *out = NULL;
  int32_t status = gobc_ready(error); /* this error comes before errors of arguments */
  if (status) return status;
  table t = {.format = format_of(type), .edges = edges, .columns = weight ? 3 : 2};
  if (!t.format)
    return gobc_refuse(error, GOBC_INVALID, "type is %s%.40s%s; give \"int64\", \"uint64\", \"int32\" or \"uint32\"",
                       type ? "\"" : "", type ? type : "NULL", type ? "\"" : "");
  if (edges < 0)
    return gobc_refuse(error, GOBC_INVALID, "edges is %lld; give the number of items of each array", (long long)edges);
  if (edges > GOBC_MOST_ROWS)
    return gobc_refuse(error, GOBC_INVALID, "edges is %lld; give at most %lld, the number of items of each array",
                       (long long)edges, (long long)GOBC_MOST_ROWS);
  if (edges && (!source || !target))
    return gobc_refuse(error, GOBC_INVALID, "%s is NULL; it must point to %lld items", source ? "target" : "source",
                       (long long)edges);
  gobc_graph_options plain;
  gobc_graph_options_init(&plain, sizeof plain);
  const uint64_t least = offsetof(gobc_graph_options, nodes_are_all); /* the size in the first header */
  if (options && options->struct_size >= least && options->struct_size <= GOBC_MOST_SIZE) {
    const char *column = named_column(options);
    if (column)
      return gobc_refuse(error, GOBC_INVALID,
                         "options->%s is set, and arrays have no columns to choose from: leave it out", column);
    uint64_t size = options->struct_size;
    memcpy(&plain, options, size < sizeof plain ? size : sizeof plain);
    plain.struct_size = sizeof plain;
    options = &plain;
  } else if (!options) {
    options = &plain;
  } /* else gobc_graph_new refuses the size */
  plain.source = "source", plain.target = "target", plain.weight = weight ? "weight" : NULL;
  static const double none;
  t.buffers[0][1] = edges ? source : &none;
  t.buffers[1][1] = edges ? target : &none;
  t.buffers[2][1] = weight;
  struct ArrowArrayStream stream = {get_schema, get_next, last_error, release_stream, &t};
  return gobc_graph_new(&stream, NULL, options, control, out, error);
}
