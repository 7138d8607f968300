/*
 * table.c - R vectors as an Arrow stream of one batch, in place.
 *
 * All structures live in the table, so that release callbacks have nothing to free and may run on any thread.
 */
#include <string.h>

#include "shim.h"

void shim_column(shim_table *table, const char *name, SEXP vector) {
  int at = table->width++;
  bool whole = TYPEOF(vector) == INTSXP;
  table->name[at] = name;
  table->format[at] = whole ? "i" : "g";
  table->rows = XLENGTH(vector);
  table->buffers[at][1] = whole ? (const void *)INTEGER_RO(vector) : (const void *)REAL_RO(vector);
}

static void schema_done(struct ArrowSchema *schema) { schema->release = NULL; }
static void array_done(struct ArrowArray *array) { array->release = NULL; }
static void stream_done(struct ArrowArrayStream *stream) { stream->release = NULL; }
static const char *no_error(struct ArrowArrayStream *stream) { return (void)stream, NULL; }

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  shim_table *table = stream->private_data;
  for (int c = 0; c < table->width; c++) {
    table->child_schema[c] =
        (struct ArrowSchema){.format = table->format[c], .name = table->name[c], .release = schema_done};
    table->child_schemas[c] = &table->child_schema[c];
  }
  *out = (struct ArrowSchema){
      .format = "+s", .name = "", .n_children = table->width, .children = table->child_schemas, .release = schema_done};
  return 0;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  shim_table *table = stream->private_data;
  memset(out, 0, sizeof *out);
  if (table->given || !table->rows) return 0;
  table->given = true;
  for (int c = 0; c < table->width; c++) {
    table->child[c] =
        (struct ArrowArray){.length = table->rows, .n_buffers = 2, .buffers = table->buffers[c], .release = array_done};
    table->children[c] = &table->child[c];
  }
  *out = (struct ArrowArray){.length = table->rows,
                             .n_buffers = 1,
                             .buffers = table->none,
                             .n_children = table->width,
                             .children = table->children,
                             .release = array_done};
  return 0;
}

struct ArrowArrayStream *shim_stream(shim_table *table) {
  if (!table->width) return NULL;
  table->stream = (struct ArrowArrayStream){get_schema, get_next, no_error, stream_done, table};
  return &table->stream;
}
