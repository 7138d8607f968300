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

static void large_text(shim_table *table, int at, SEXP vector) {
  R_xlen_t rows = XLENGTH(vector);
  int64_t *ends = (int64_t *)R_alloc((size_t)rows + 1, sizeof *ends);
  ends[0] = 0;
  for (R_xlen_t i = 0; i < rows; i++) ends[i + 1] = ends[i] + LENGTH(STRING_ELT(vector, i));
  char *bytes = R_alloc((size_t)ends[rows] + 1, 1);
  for (R_xlen_t i = 0; i < rows; i++)
    memcpy(bytes + ends[i], CHAR(STRING_ELT(vector, i)), (size_t)(ends[i + 1] - ends[i]));
  table->format[at] = "U";
  table->buffers[at][1] = ends;
  table->buffers[at][2] = bytes;
}

static void long_numbers(shim_table *table, int at, SEXP vector) {
  int64_t *numbers = (int64_t *)R_alloc((size_t)XLENGTH(vector) + 1, sizeof *numbers);
  for (R_xlen_t i = 0; i < XLENGTH(vector); i++) numbers[i] = (int64_t)REAL_RO(vector)[i];
  table->format[at] = "l";
  table->buffers[at][1] = numbers;
}

/* Text is to be in UTF-8, doubles below 2^53. What is made of them lives until the .Call returns. */
void shim_labels(shim_table *table, SEXP vector) {
  if (TYPEOF(vector) == INTSXP) {
    shim_column(table, "node", vector);
    return;
  }
  int at = table->width++;
  table->name[at] = "node";
  table->rows = XLENGTH(vector);
  if (TYPEOF(vector) == STRSXP) large_text(table, at, vector);
  else long_numbers(table, at, vector);
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
    table->child[c] = (struct ArrowArray){.length = table->rows,
                                          .n_buffers = *table->format[c] == 'U' ? 3 : 2,
                                          .buffers = table->buffers[c],
                                          .release = array_done};
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
