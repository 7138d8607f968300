/*
 * read.c - reads an Arrow stream into R vectors: whole numbers and floats into integer or double, text and dictionaries
 * of text into character, nulls into NA.
 *
 * The producer may be R code, so that everything of its is called here, on R's main thread.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shim.h"

typedef struct reading {
  struct ArrowArrayStream *stream;
  struct ArrowSchema schema;
  struct ArrowArray *batches;
  R_xlen_t count, room, rows;
  bool file;
} reading;

static void release_reading(SEXP owner) {
  reading *r = R_ExternalPtrAddr(owner);
  if (!r) return;
  R_ClearExternalPtr(owner);
  for (R_xlen_t i = 0; i < r->count; i++)
    if (r->batches[i].release) r->batches[i].release(&r->batches[i]);
  if (r->schema.release) r->schema.release(&r->schema);
  if (r->stream->release) r->stream->release(r->stream);
  free(r->batches);
  free(r);
}

static void failed(reading *r, int code, const char *what) {
  const char *said = r->stream->get_last_error(r->stream);
  Rf_error("reading %s of the Arrow stream failed: %s", what, said ? said : strerror(code));
}

static void read_all(reading *r) {
  int code = r->stream->get_schema(r->stream, &r->schema);
  if (code) failed(r, code, "the schema");
  if (strcmp(r->schema.format, "+s") || r->schema.n_children < 2)
    Rf_error("the Arrow stream must be of a table with two columns or more, the ends of edges");
  for (;;) {
    R_CheckUserInterrupt();
    if (r->count == r->room) {
      R_xlen_t room = r->room ? 2 * r->room : 16;
      void *more = realloc(r->batches, (size_t)room * sizeof *r->batches);
      if (!more) Rf_error("no memory for the batches of the Arrow stream");
      r->batches = more, r->room = room;
    }
    struct ArrowArray *next = &r->batches[r->count];
    memset(next, 0, sizeof *next);
    if ((code = r->stream->get_next(r->stream, next))) failed(r, code, "a batch");
    if (!next->release) return;
    r->count++;
    if (next->length < 0 || next->n_children != r->schema.n_children)
      Rf_error("batch %.0f of the Arrow stream does not have the columns of the schema", (double)r->count);
    r->rows += (R_xlen_t)next->length;
  }
}

static bool valid(const struct ArrowArray *a, int64_t at) {
  const uint8_t *bits = a->n_buffers > 0 ? a->buffers[0] : NULL;
  return !bits || a->null_count == 0 || bits[at >> 3] >> (at & 7) & 1;
}

__extension__ typedef __int128 wide;

/* The size and places of decimals, "d:precision,places" of 128 bits or "d:precision,places,bits", up to 128. */
static bool is_decimal(const char *format, int *bits, int *places) {
  int precision, end = 0;
  *bits = 128;
  if (sscanf(format, "d:%3d,%4d%n,%3d%n", &precision, places, &end, bits, &end) < 2 || format[end]) return false;
  return *bits == 32 || *bits == 64 || *bits == 128;
}

/* A decimal as the nearest double, which tells those of 15 digits apart; NaN of others, and of whole numbers from 2^53 on. */
static double decimal_at(const char *format, const struct ArrowArray *a, int64_t at) {
  int bits, places;
  if (!is_decimal(format, &bits, &places)) return R_NaN;
  wide number;
  if (bits == 32) number = ((const int32_t *)a->buffers[1])[at];
  else if (bits == 64) number = ((const int64_t *)a->buffers[1])[at];
  else memcpy(&number, (const char *)a->buffers[1] + 16 * at, sizeof number);
  while (places > 0 && number % 10 == 0) number /= 10, places--;
  const wide most = places > 0 ? 999999999999999 : 9007199254740991;
  if (number > most || number < -most) return R_NaN;
  char text[40];
  snprintf(text, sizeof text, "%llde%d", (long long)number, -places);
  double value = strtod(text, NULL);
  return places < 0 && (value > (double)most || value < -(double)most) ? R_NaN : value;
}

/* A whole number or float at a position that counts from the buffer's beginning. */
static double number_at(char format, const struct ArrowArray *a, int64_t at) {
  const void *data = a->buffers[1];
  switch (format) {
    case 'c': return ((const int8_t *)data)[at];
    case 'C': return ((const uint8_t *)data)[at];
    case 's': return ((const int16_t *)data)[at];
    case 'S': return ((const uint16_t *)data)[at];
    case 'i': return ((const int32_t *)data)[at];
    case 'I': return ((const uint32_t *)data)[at];
    case 'l': return (double)((const int64_t *)data)[at];
    case 'L': return (double)((const uint64_t *)data)[at];
    case 'f': return ((const float *)data)[at];
    default: return ((const double *)data)[at];
  }
}

static SEXP text_at(const char *format, const struct ArrowArray *a, int64_t at) {
  const char *bytes;
  int64_t length;
  if (!strcmp(format, "vu")) { /* 16 bytes: length, then 12 bytes of text, or 4 of them, a buffer and an offset */
    const int32_t *view = (const int32_t *)a->buffers[1] + 4 * at;
    length = view[0];
    bytes = length <= 12 ? (const char *)(view + 1) : (const char *)a->buffers[2 + view[2]] + view[3];
  } else {
    const int32_t *narrow = a->buffers[1];
    const int64_t *wide = a->buffers[1];
    int64_t first = *format == 'u' ? narrow[at] : wide[at];
    length = (*format == 'u' ? narrow[at + 1] : wide[at + 1]) - first;
    bytes = length ? (const char *)a->buffers[2] + first : "";
  }
  if (length < 0 || length > INT_MAX) Rf_error("the Arrow stream has a text of %.0f bytes", (double)length);
  return Rf_mkCharLenCE(bytes, (int)length, CE_UTF8);
}

static bool is_text(const char *format) {
  return !strcmp(format, "u") || !strcmp(format, "U") || !strcmp(format, "vu");
}

static bool is_number(const char *format) { return strlen(format) == 1 && strchr("cCsSiIlLfg", *format); }

static void put_text(SEXP out, R_xlen_t row, const struct ArrowSchema *schema, const struct ArrowArray *a, int64_t at) {
  const struct ArrowArray *dictionary = a->dictionary;
  const char *format = schema->format;
  if (valid(a, at) && dictionary) {
    at = (int64_t)number_at(*format, a, at) + dictionary->offset;
    if (at < dictionary->offset || at >= dictionary->offset + dictionary->length)
      Rf_error("the Arrow stream's column %s, row %.0f: the index is outside of the dictionary", schema->name,
               (double)row + 1);
    a = dictionary, format = schema->dictionary->format;
  }
  SET_STRING_ELT(out, row, valid(a, at) ? text_at(format, a, at) : NA_STRING);
}

static void put_number(const reading *r, SEXP out, R_xlen_t row, const struct ArrowSchema *schema,
                       const struct ArrowArray *a, int64_t at) {
  bool there = valid(a, at), decimal = *schema->format == 'd';
  double value = !there ? 0 : decimal ? decimal_at(schema->format, a, at) : number_at(*schema->format, a, at);
  if (decimal && R_IsNaN(value))
    Rf_error(
        "the Arrow stream's column %s, row %.0f is a decimal of more than 15 digits, or from 2^53 on, which R's "
        "numbers "
        "would round: round the column, or cast it to float64",
        schema->name, (double)row + 1);
  if (TYPEOF(out) == INTSXP) {
    INTEGER(out)[row] = there ? (int)value : NA_INTEGER;
    return;
  }
  /* 2^53 itself may be 2^53 + 1. */
  if (strchr("lL", *schema->format) && (value >= 9007199254740992.0 || value <= -9007199254740992.0)) {
    char digits[24];
    const void *data = a->buffers[1];
    if (*schema->format == 'l') snprintf(digits, sizeof digits, "%lld", (long long)((const int64_t *)data)[at]);
    else snprintf(digits, sizeof digits, "%llu", (unsigned long long)((const uint64_t *)data)[at]);
    Rf_error("the %s's column %s, row %.0f is %s, which R's numbers would round: %s", r->file ? "file" : "Arrow stream",
             schema->name, (double)row + 1, digits,
             r->file ? "read labels with text_ids = TRUE" : "give labels as text");
  }
  REAL(out)[row] = there ? value : NA_REAL;
}

static bool readable(const struct ArrowSchema *schema) {
  if (schema->dictionary) return is_number(schema->format) && is_text(schema->dictionary->format);
  int bits, places;
  return is_number(schema->format) || is_text(schema->format) || is_decimal(schema->format, &bits, &places);
}

/* What columns of other types hold, by how their formats begin. */
static const char *contents(const char *format) {
  static const struct {
    const char *begin, *words;
  } all[] = {{"b", "logical values"}, {"d", "decimals of 256 bits"},
             {"e", "16-bit floats"},  {"n", "nulls alone"},
             {"td", "dates"},         {"t", "times"},
             {"+u", "several types"}, {"+s", "tables"},
             {"+", "lists"},          {"z", "bytes"},
             {"Z", "bytes"},          {"vz", "bytes"},
             {"w", "bytes"}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (!strncmp(format, all[i].begin, strlen(all[i].begin))) return all[i].words;
  return is_number(format) ? "numbers by a dictionary" : "values that gobc does not know";
}

/* In place of a column of another type: what an error will say of it if the column is asked for. */
static SEXP unread(const struct ArrowSchema *schema, R_xlen_t rows) {
  const char *format = schema->dictionary ? schema->dictionary->format : schema->format;
  SEXP out = PROTECT(Rf_allocVector(VECSXP, rows));
  Rf_setAttrib(out, R_ClassSymbol, PROTECT(Rf_mkString("gobc_unread")));
  Rf_setAttrib(out, Rf_install("contents"), PROTECT(Rf_mkString(contents(format))));
  UNPROTECT(3);
  return out;
}

/* Whether the whole numbers of a column of a file are R's integers, the smallest of which is NA. */
static bool are_integers(const reading *r, int64_t c) {
  if (!r->file || *r->schema.children[c]->format != 'l') return false;
  const struct ArrowArray *a = r->batches[0].children[c];
  const int64_t *values = (const int64_t *)a->buffers[1] + a->offset;
  for (R_xlen_t i = 0; i < r->rows; i++)
    if (values[i] > INT_MAX || values[i] <= INT_MIN) return false;
  return true;
}

static SEXP column(const reading *r, int64_t c) {
  const struct ArrowSchema *schema = r->schema.children[c];
  bool text = schema->dictionary || is_text(schema->format);
  /* Not 'i': its smallest value is R's NA. */
  SEXPTYPE type = text ? STRSXP : strchr("cCsS", *schema->format) || are_integers(r, c) ? INTSXP : REALSXP;
  SEXP out = PROTECT(Rf_allocVector(type, r->rows));
  R_xlen_t row = 0;
  for (R_xlen_t b = 0; b < r->count; b++) {
    const struct ArrowArray *batch = &r->batches[b], *a = batch->children[c];
    for (int64_t i = batch->offset; i < batch->offset + batch->length; i++, row++) {
      if (!valid(batch, i))
        Rf_error("row %.0f of the Arrow stream is null as a whole; drop such rows first", (double)row + 1);
      if (text) put_text(out, row, schema, a, i + a->offset);
      else put_number(r, out, row, schema, a, i + a->offset);
    }
  }
  UNPROTECT(1);
  return out;
}

static SEXP columns(const reading *r) {
  int64_t width = r->schema.n_children;
  SEXP all = PROTECT(Rf_allocVector(VECSXP, width)), names = PROTECT(Rf_allocVector(STRSXP, width));
  for (int64_t c = 0; c < width; c++) {
    const char *name = r->schema.children[c]->name;
    SET_STRING_ELT(names, c, Rf_mkCharCE(name ? name : "", CE_UTF8));
    SET_VECTOR_ELT(all, c, readable(r->schema.children[c]) ? column(r, c) : unread(r->schema.children[c], r->rows));
  }
  Rf_setAttrib(all, R_NamesSymbol, names);
  UNPROTECT(2);
  return all;
}

SEXP shim_columns(struct ArrowSchema *schema, struct ArrowArray *table) {
  reading r = {.schema = *schema, .batches = table, .count = 1, .rows = (R_xlen_t)table->length, .file = true};
  return columns(&r);
}

/* The columns of a stream as a named list. The stream is consumed. */
SEXP shim_read_stream(SEXP pointer) {
  struct ArrowArrayStream *stream = R_ExternalPtrAddr(pointer);
  if (!stream || !stream->release) Rf_error("the Arrow stream has been read already, or released");
  SEXP owner = PROTECT(R_MakeExternalPtr(NULL, R_NilValue, pointer));
  R_RegisterCFinalizerEx(owner, release_reading, FALSE);
  reading *r = calloc(1, sizeof *r);
  if (!r) Rf_error("no memory to read the Arrow stream");
  r->stream = stream;
  R_SetExternalPtrAddr(owner, r);
  read_all(r);
  SEXP all = PROTECT(columns(r));
  release_reading(owner);
  UNPROTECT(2);
  return all;
}
