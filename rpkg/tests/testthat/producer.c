/*
 * producer.c - an Arrow stream of the class that nanoarrow makes, out of R vectors, for test-stream.R.
 *
 * make_stream(columns, formats, batches, fails_at, null_row): the rows in so many batches, each with an offset of one row
 * into its buffers. Formats are Arrow's; "d" is a dictionary of text with int32 indices. NA is null. Batch fails_at is an
 * error, row null_row is null as a whole; both count from 0. `left` counts what is not released.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <Rinternals.h>

#include "gobc.h"

typedef struct producer {
  int width, batches, next, rows, fails_at, null_row;
  char **formats, **names;
  SEXP columns;
} producer;

static int left;

static void free_schema(struct ArrowSchema *schema) {
  for (int64_t c = 0; c < schema->n_children; c++)
    if (schema->children[c]->release) schema->children[c]->release(schema->children[c]), free(schema->children[c]);
  if (schema->dictionary) schema->dictionary->release(schema->dictionary), free(schema->dictionary);
  free(schema->children);
  schema->release = NULL;
  left--;
}

static void free_array(struct ArrowArray *array) {
  for (int64_t c = 0; c < array->n_children; c++)
    if (array->children[c]->release) array->children[c]->release(array->children[c]), free(array->children[c]);
  if (array->dictionary) array->dictionary->release(array->dictionary), free(array->dictionary);
  for (int64_t b = 0; b < array->n_buffers; b++) free((void *)array->buffers[b]);
  free(array->buffers);
  free(array->children);
  array->release = NULL;
  left--;
}

static void fill_schema(struct ArrowSchema *out, const char *format, const char *name) {
  memset(out, 0, sizeof *out);
  out->format = format, out->name = name, out->release = free_schema;
  left++;
  if (strcmp(format, "d")) return;
  out->format = "i";
  out->dictionary = malloc(sizeof *out);
  fill_schema(out->dictionary, "u", "");
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  producer *p = stream->private_data;
  fill_schema(out, "+s", "");
  out->n_children = p->width;
  out->children = malloc((size_t)p->width * sizeof *out->children);
  for (int c = 0; c < p->width; c++) fill_schema(out->children[c] = malloc(sizeof *out), p->formats[c], p->names[c]);
  return 0;
}

static void fill_array(struct ArrowArray *out, int rows, int offset, int buffers) {
  memset(out, 0, sizeof *out);
  out->length = rows, out->offset = offset, out->n_buffers = buffers, out->release = free_array;
  out->buffers = calloc((size_t)buffers + 1, sizeof *out->buffers);
  out->null_count = -1;
  left++;
}

static void put(void *buffer, const char *format, int at, double value) {
  int scale, bits = 128;
  if (sscanf(format, "d:%*d,%d,%d", &scale, &bits) > 0) { /* the value in units of its last place */
    int64_t number = (int64_t)nearbyint(value * pow(10, scale));
    if (bits == 32) ((int32_t *)buffer)[at] = (int32_t)number;
    else if (bits == 64) ((int64_t *)buffer)[at] = number;
    else ((int64_t *)buffer)[2 * at] = number, ((int64_t *)buffer)[2 * at + 1] = number < 0 ? -1 : 0;
    return;
  }
  switch (*format) {
    case 'c': ((int8_t *)buffer)[at] = (int8_t)value; break;
    case 's': ((int16_t *)buffer)[at] = (int16_t)value; break;
    case 'i':
    case 'd': ((int32_t *)buffer)[at] = (int32_t)value; break;
    case 'l': ((int64_t *)buffer)[at] = (int64_t)value; break;
    case 'L': ((uint64_t *)buffer)[at] = (uint64_t)value; break;
    case 'f': ((float *)buffer)[at] = (float)value; break;
    default: ((double *)buffer)[at] = value;
  }
}

/* Rows [first, first + rows) of a column, after one row that does not count. */
static void fill_numbers(struct ArrowArray *out, SEXP column, const char *format, int first, int rows) {
  fill_array(out, rows, 1, 2);
  unsigned char *bits = calloc((size_t)rows / 8 + 1, 1);
  void *data = calloc((size_t)rows + 1, 16);
  for (int r = 0; r < rows; r++) {
    double value = REAL(column)[first + r];
    if (ISNAN(value)) continue;
    bits[(r + 1) >> 3] |= (unsigned char)(1 << ((r + 1) & 7));
    put(data, format, r + 1, value);
  }
  out->buffers[0] = bits, out->buffers[1] = data;
}

static void fill_text(struct ArrowArray *out, SEXP column, const char *format, int first, int rows, int offset) {
  int view = *format == 'v', wide = *format == 'U';
  fill_array(out, rows, offset, 3);
  unsigned char *bits = calloc((size_t)(rows + offset) / 8 + 1, 1);
  char *places = calloc((size_t)(rows + offset) + 2, 16), *bytes = calloc(65536, 1);
  int at = 0;
  for (int r = 0; r < rows; r++) {
    SEXP one = STRING_ELT(column, first + r);
    int length = one == NA_STRING ? 0 : LENGTH(one), slot = r + offset;
    memcpy(bytes + at, CHAR(one), (size_t)length);
    if (one != NA_STRING) bits[slot >> 3] |= (unsigned char)(1 << (slot & 7));
    if (view) {
      int32_t *words = (int32_t *)(places + 16 * slot);
      words[0] = length;
      if (length <= 12) memcpy(words + 1, CHAR(one), (size_t)length);
      else memcpy(words + 1, CHAR(one), 4), words[2] = 0, words[3] = at;
    }
    at += length;
    if (wide) ((int64_t *)places)[slot + 1] = at;
    if (!view && !wide) ((int32_t *)places)[slot + 1] = at;
  }
  out->buffers[0] = bits, out->buffers[1] = places, out->buffers[2] = bytes;
}

static void fill_column(producer *p, struct ArrowArray *out, int c, int first, int rows) {
  SEXP column = VECTOR_ELT(p->columns, c);
  const char *format = p->formats[c];
  if (!strcmp(format, "d")) {
    fill_numbers(out, column, format, first, rows);
    SEXP levels = Rf_getAttrib(column, Rf_install("text"));
    out->dictionary = malloc(sizeof *out);
    fill_text(out->dictionary, levels, "u", 0, LENGTH(levels), 0);
  } else if (strchr("uUv", *format)) fill_text(out, column, format, first, rows, 1);
  else fill_numbers(out, column, format, first, rows);
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  producer *p = stream->private_data;
  memset(out, 0, sizeof *out);
  if (p->next == p->fails_at) return 5; /* EIO */
  if (p->next == p->batches) return 0;
  int first = p->rows * p->next / p->batches, rows = p->rows * (p->next + 1) / p->batches - first;
  p->next++;
  fill_array(out, rows, 0, 1);
  out->null_count = p->null_row >= first && p->null_row < first + rows;
  if (out->null_count) {
    unsigned char *bits = malloc((size_t)rows / 8 + 1);
    memset(bits, 0xff, (size_t)rows / 8 + 1);
    bits[(p->null_row - first) >> 3] ^= (unsigned char)(1 << ((p->null_row - first) & 7));
    out->buffers[0] = bits;
  }
  out->n_children = p->width;
  out->children = malloc((size_t)p->width * sizeof *out->children);
  for (int c = 0; c < p->width; c++) fill_column(p, out->children[c] = malloc(sizeof *out), c, first, rows);
  return 0;
}

static const char *last_error(struct ArrowArrayStream *stream) { return (void)stream, "the disk is gone"; }

static void free_stream(struct ArrowArrayStream *stream) {
  producer *p = stream->private_data;
  R_ReleaseObject(p->columns);
  for (int c = 0; c < p->width; c++) free(p->formats[c]), free(p->names[c]);
  free(p->formats), free(p->names), free(p);
  stream->release = NULL;
  left--;
}

/* As nanoarrow's: the structure itself goes with the R object. */
static void finalize(SEXP pointer) {
  struct ArrowArrayStream *stream = R_ExternalPtrAddr(pointer);
  if (stream->release) stream->release(stream);
  free(stream);
}

SEXP make_stream(SEXP columns, SEXP formats, SEXP batches, SEXP fails_at, SEXP null_row) {
  producer *p = calloc(1, sizeof *p);
  p->width = LENGTH(columns), p->batches = Rf_asInteger(batches), p->fails_at = Rf_asInteger(fails_at);
  p->null_row = Rf_asInteger(null_row);
  p->rows = LENGTH(VECTOR_ELT(columns, 0)), p->columns = columns;
  p->formats = calloc(16, sizeof(char *)), p->names = calloc(16, sizeof(char *));
  for (int c = 0; c < p->width; c++) {
    p->formats[c] = strdup(CHAR(STRING_ELT(formats, c)));
    p->names[c] = strdup(CHAR(STRING_ELT(Rf_getAttrib(columns, R_NamesSymbol), c)));
  }
  R_PreserveObject(columns);
  struct ArrowArrayStream *stream = calloc(1, sizeof *stream);
  *stream = (struct ArrowArrayStream){get_schema, get_next, last_error, free_stream, p};
  left++;
  SEXP pointer = PROTECT(R_MakeExternalPtr(stream, R_NilValue, R_NilValue));
  R_RegisterCFinalizer(pointer, finalize);
  Rf_setAttrib(pointer, R_ClassSymbol, Rf_mkString("nanoarrow_array_stream"));
  UNPROTECT(1);
  return pointer;
}

SEXP not_released(void) { return Rf_ScalarInteger(left); }
