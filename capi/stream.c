/*
 * stream.c - checks a caller's Arrow stream and finds its columns; see stream.h.
 * Every structure is checked before it is used: release callbacks, lengths, offsets, numbers of children and buffers,
 * and pointers that must not be NULL. A length that exceeds the memory of its buffer cannot be detected here. The
 * producer must prevent it, as the Arrow C data interface says.
 */
#include "stream.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t MAX_COLUMNS = 1 << 20;
static const int64_t MAX_BUFFERS = 1 << 20;

enum { NAME_SHOWN = 60, TEXT_SHOWN = 400, MAX_SCALE = 100 };

__attribute__((format(printf, 3, 4))) static int failed(gobc_reader *reader, int32_t status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  reader->status = status;
  vsnprintf(reader->message, sizeof reader->message, format, arguments);
  va_end(arguments);
  return -1;
}

/* ---- releasing: each callback runs once, even if it does not mark its structure as released ---- */

void gobc_stream_release(struct ArrowArrayStream *stream) {
  if (stream == NULL || stream->release == NULL) return;
  stream->release(stream);
  stream->release = NULL;
}

static void release_batch(gobc_reader *reader) {
  if (reader->batch.release != NULL) reader->batch.release(&reader->batch);
  memset(&reader->batch, 0, sizeof reader->batch);
  reader->rows = 0;
}

void gobc_reader_close(gobc_reader *reader) {
  release_batch(reader);
  if (reader->schema.release != NULL) reader->schema.release(&reader->schema);
  memset(&reader->schema, 0, sizeof reader->schema);
  gobc_stream_release(reader->stream);
  reader->stream = NULL;
}

/* ---- the schema ---- */

/* The producer's own error message about a failed callback. */
static int producer_failed(gobc_reader *reader, const char *callback, int code) {
  const char *text = reader->stream->get_last_error(reader->stream);
  int32_t status = code == ENOMEM ? GOBC_MEMORY : GOBC_DATA;
  if (text == NULL || text[0] == '\0') {
    return failed(reader, status, "the producer of the stream failed in %s with code %d (%s) and gave no reason",
                  callback, code, strerror(code));
  }
  return failed(reader, status, "the producer of the stream failed in %s with code %d: %.*s", callback, code,
                TEXT_SHOWN, text);
}

static const struct ArrowSchema *column_schema(const gobc_reader *reader, int64_t position) {
  return reader->plain ? &reader->schema : reader->schema.children[position];
}

const char *gobc_reader_name(const gobc_reader *reader, int64_t position) {
  const char *name = column_schema(reader, position)->name;
  return name == NULL ? "" : name;
}

const char *gobc_reader_format(const gobc_reader *reader, int64_t position) {
  return column_schema(reader, position)->format;
}

static int check_children(gobc_reader *reader) {
  const struct ArrowSchema *schema = &reader->schema;
  if (schema->n_children < 0 || schema->n_children > MAX_COLUMNS) {
    return failed(reader, GOBC_DATA, "the schema declares %lld columns; 0 to %lld are possible",
                  (long long)schema->n_children, (long long)MAX_COLUMNS);
  }
  if (schema->n_children > 0 && schema->children == NULL) {
    return failed(reader, GOBC_DATA, "the schema declares %lld columns, but its children are NULL",
                  (long long)schema->n_children);
  }
  for (int64_t i = 0; i < schema->n_children; i++) {
    const struct ArrowSchema *child = schema->children[i];
    if (child == NULL) return failed(reader, GOBC_DATA, "column #%lld of the schema is NULL", (long long)i);
    if (child->release == NULL) {
      return failed(reader, GOBC_DATA, "column #%lld of the schema has been released already", (long long)i);
    }
    if (child->format == NULL) {
      return failed(reader, GOBC_DATA, "column #%lld of the schema has no format", (long long)i);
    }
  }
  reader->width = schema->n_children;
  return 0;
}

static int read_schema(gobc_reader *reader) {
  int code = reader->stream->get_schema(reader->stream, &reader->schema);
  if (code != 0) {
    memset(&reader->schema, 0, sizeof reader->schema); /* undefined after an error, so it is not released */
    return producer_failed(reader, "get_schema", code);
  }
  if (reader->schema.release == NULL) {
    return failed(reader, GOBC_DATA, "the producer of the stream gave a schema that is released already");
  }
  if (reader->schema.format == NULL) return failed(reader, GOBC_DATA, "the schema of the stream has no format");
  if (strcmp(reader->schema.format, "+s") == 0) return check_children(reader);
  reader->plain = 1;
  reader->width = 1;
  return 0;
}

int gobc_reader_open(gobc_reader *reader, struct ArrowArrayStream *stream) {
  if (stream == NULL) return failed(reader, GOBC_INVALID, "the stream is NULL");
  if (stream->release == NULL) {
    return failed(reader, GOBC_INVALID,
                  "the stream has been released: an Arrow stream can be read only once; make a new one");
  }
  reader->stream = stream;
  const char *missing = stream->get_schema == NULL ? "get_schema"
      : stream->get_next == NULL                   ? "get_next"
      : stream->get_last_error == NULL             ? "get_last_error"
                                                   : NULL;
  if (missing != NULL) return failed(reader, GOBC_INVALID, "the stream's %s is NULL", missing);
  return read_schema(reader);
}

/* The codes of formats that a kind of column may have, and the advice for others. */
static const struct {
  const char *codes, *fix;
} KINDS[] = {
    [GOBC_COLUMN_LABELS] = {"cCsSiIlLuUv",
                            "labels are integers, text or a dictionary of those: cast the column to int64 or string"},
    [GOBC_COLUMN_MARKS] = {"b", "the marks of sources are boolean"},
    [GOBC_COLUMN_WEIGHTS] = {"cCsSiIlLfgd",
                             "weights are integers, decimals, float32 or float64: cast the column to float64"},
};

/* The one-letter code of a format (v for vu, d for decimals) if it is among `codes`, else 0. */
static char code_of(const char *format, const char *codes) {
  if (strncmp(format, "d:", 2) == 0) return strchr(codes, 'd') != NULL ? 'd' : 0;
  if (strcmp(format, "vu") == 0) return strchr(codes, 'v') != NULL ? 'v' : 0;
  if (format[0] == '\0' || format[1] != '\0' || format[0] == 'v' || format[0] == 'd') return 0;
  return strchr(codes, format[0]) != NULL ? format[0] : 0;
}

/* Descriptions of column types, by the beginning of their format. */
static const struct {
  const char *begin, *words;
} CONTENTS[] = {
    {"+s", "structs, as a table within the table does"},
    {"+u", "values of several types"},
    {"+m", "maps"},
    {"+", "lists"},
    {"n", "nulls alone"},
    {"b", "booleans"},
    {"e", "16-bit floats"},
    {"f", "floats"},
    {"g", "floats"},
    {"z", "bytes"},
    {"Z", "bytes"},
    {"vz", "bytes"},
    {"w:", "bytes"},
    {"d:", "decimals"},
    {"td", "dates"},
    {"tt", "times of day"},
    {"ts", "times"},
    {"tD", "durations"},
    {"ti", "intervals of time"},
    {"u", "text"},
    {"U", "text"},
    {"vu", "text"},
};

const char *gobc_reader_contents(const char *format) {
  for (size_t i = 0; i < sizeof CONTENTS / sizeof *CONTENTS; i++) {
    if (strncmp(format, CONTENTS[i].begin, strlen(CONTENTS[i].begin)) == 0) return CONTENTS[i].words;
  }
  return code_of(format, "cCsSiIlL") != 0 ? "integers" : "values of a type that gobc does not know";
}

static int bad_format(gobc_reader *reader, int64_t position, const char *what, const char *format, const char *fix) {
  return failed(reader, GOBC_DATA, "column \"%.*s\" (#%lld) holds %s%s; %s", NAME_SHOWN,
                gobc_reader_name(reader, position), (long long)position, what, gobc_reader_contents(format), fix);
}

static int want_dictionary(gobc_reader *reader, gobc_reader_column *column, const struct ArrowSchema *schema) {
  const struct ArrowSchema *values = schema->dictionary;
  column->index = code_of(schema->format, "cCsSiIlL");
  if (column->index == 0) {
    return bad_format(reader, column->position, "a dictionary whose indices are ", schema->format,
                      "indices of a dictionary are integers");
  }
  if (values->release == NULL || values->format == NULL || values->dictionary != NULL) {
    return bad_format(reader, column->position, "a dictionary of indices that are ", schema->format,
                      "its values are released, without a format or a dictionary again: decode the column first");
  }
  column->value = code_of(values->format, KINDS[GOBC_COLUMN_LABELS].codes);
  if (column->value == 0) {
    return bad_format(reader, column->position, "a dictionary of ", values->format,
                      "labels are integers or text: cast the column to int64 or string");
  }
  return 0;
}

/* Reads size and scale of decimals: "d:precision,scale" (128 bits) or "d:precision,scale,bits". Returns 0 or -1. */
static int decimal_of(const char *format, int32_t *bytes, int32_t *scale) {
  char *end;
  long numbers[3] = {0, 0, 128};
  format += 1; /* skips the colon, then commas */
  for (int i = 0; i < 3 && *format != '\0'; i++) {
    if (i > 0 && *format != ',') return -1;
    numbers[i] = strtol(format + 1, &end, 10);
    if (end == format + 1) return -1;
    format = end;
  }
  long bits = numbers[2];
  if (*format != '\0' || (bits != 32 && bits != 64 && bits != 128 && bits != 256)) return -1;
  if (numbers[1] < -MAX_SCALE || numbers[1] > MAX_SCALE) return -1;
  *bytes = (int32_t)(bits / 8), *scale = (int32_t)numbers[1];
  return 0;
}

int gobc_reader_want(gobc_reader *reader, int64_t position, int kind) {
  const struct ArrowSchema *schema = column_schema(reader, position);
  if (reader->wanted >= GOBC_READER_SLOTS) return failed(reader, GOBC_INTERNAL, "more columns wanted than slots");
  gobc_reader_column *column = &reader->columns[reader->wanted];
  memset(column, 0, sizeof *column);
  column->position = position;
  if (kind == GOBC_COLUMN_LABELS && schema->dictionary != NULL) {
    if (want_dictionary(reader, column, schema) != 0) return -1;
  } else {
    column->value = schema->dictionary == NULL ? code_of(schema->format, KINDS[kind].codes) : 0;
    if (column->value == 0) {
      return bad_format(reader, position, schema->dictionary == NULL ? "" : "a dictionary with indices that are ",
                        schema->format, KINDS[kind].fix);
    }
    if (column->value == 'd' && decimal_of(schema->format, &column->bytes, &column->scale) != 0) {
      return bad_format(reader, position, "unusual ", schema->format,
                        "decimals have 32, 64, 128 or 256 bits and at most 100 places: cast the column to float64");
    }
  }
  reader->wanted++;
  return 0;
}

/* ---- batches ---- */

/* The array of a check, for messages: "column "a" (#0), batch 3", or its dictionary. */
typedef struct place {
  gobc_reader *reader;
  int64_t position; /* -1: the batch itself */
  int dictionary;
} place;

__attribute__((format(printf, 2, 3))) static int bad_array(place at, const char *format, ...) {
  char reason[300];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(reason, sizeof reason, format, arguments);
  va_end(arguments);
  long long batch = (long long)at.reader->batches - 1;
  if (at.position < 0) return failed(at.reader, GOBC_DATA, "batch %lld: %s", batch, reason);
  return failed(at.reader, GOBC_DATA, "%scolumn \"%.*s\" (#%lld), batch %lld: %s",
                at.dictionary ? "dictionary of " : "", NAME_SHOWN, gobc_reader_name(at.reader, at.position),
                (long long)at.position, batch, reason);
}

/* Checks every array: not released, with valid counts and a list of buffers. */
static int check_frame(place at, const struct ArrowArray *array, int64_t min_buffers, int64_t max_buffers) {
  if (array == NULL) return bad_array(at, "the array is NULL");
  if (array->release == NULL) return bad_array(at, "the array has been released already");
  long long length = array->length, offset = array->offset, nulls = array->null_count;
  if (length < 0 || length > GOBC_MOST_ROWS) return bad_array(at, "its length is %lld", length);
  if (offset < 0 || offset > GOBC_MOST_ROWS) return bad_array(at, "its offset is %lld", offset);
  if (nulls < -1 || nulls > length) return bad_array(at, "its null_count is %lld for length %lld", nulls, length);
  if (array->n_buffers < min_buffers || array->n_buffers > max_buffers) {
    return bad_array(at, "it has %lld buffers where its type has %lld", (long long)array->n_buffers,
                     (long long)min_buffers);
  }
  if (array->buffers == NULL) return bad_array(at, "its list of buffers is NULL");
  if (nulls > 0 && array->buffers[0] == NULL) {
    return bad_array(at, "its null_count is %lld but it has no validity buffer", nulls);
  }
  return 0;
}

/* Addresses in the first page are not memory. They usually mean that a number was read as a pointer. */
static int no_memory(const void *address) { return address != NULL && (uintptr_t)address < 4096; }

/*
 * Buffers without content may have any address (polars uses 0x8): those of an empty array, the data of texts that are
 * all empty, and the sizes of a view without data buffers. Go determines the content, because it reads the sizes.
 */
static int check_addresses(place at, const struct ArrowArray *array, char code) {
  int64_t filled = array->length == 0                                        ? 1
      : code == 'u' || code == 'U' || (code == 'v' && array->n_buffers == 3) ? 2
                                                                             : array->n_buffers;
  for (int64_t i = 0; i < filled; i++) {
    if (no_memory(array->buffers[i])) {
      return bad_array(at, "buffer %lld is at the impossible address %#zx", (long long)i, (size_t)array->buffers[i]);
    }
  }
  return 0;
}

static int check_leaf(place at, const struct ArrowArray *array, char code) {
  int text = code == 'u' || code == 'U';
  int64_t most = code == 'v' ? MAX_BUFFERS : text ? 3 : 2;
  if (check_frame(at, array, text ? 3 : 2, most) != 0 || check_addresses(at, array, code) != 0) return -1;
  if (array->n_children != 0) {
    return bad_array(at, "it has %lld children where its type has none", (long long)array->n_children);
  }
  if (array->length > 0 && array->buffers[1] == NULL) {
    return bad_array(at, "its length is %lld but its %s buffer is NULL", (long long)array->length,
                     text              ? "offsets"
                         : code == 'v' ? "views"
                                       : "data");
  }
  if (array->n_buffers > 3 && array->buffers[array->n_buffers - 1] == NULL) {
    return bad_array(at, "its buffer of data sizes is NULL"); /* a view with data buffers: code is 'v' */
  }
  return 0;
}

static const void *address(const void *buffer) { return no_memory(buffer) ? NULL : buffer; } /* as Go requires */

/* Returns where the values of a checked array are. */
static gobc_values locate(const struct ArrowArray *array, char code, int64_t length, int64_t offset) {
  gobc_values v = {.offset = offset, .length = length};
  v.validity = address(array->buffers[0]);
  v.main = address(array->buffers[1]);
  if (code == 'u' || code == 'U') v.text = address(array->buffers[2]);
  if (code == 'v' && array->n_buffers > 3) {
    v.buffers = array->n_buffers - 3;
    v.data = array->buffers + 2;
    v.sizes = array->buffers[array->n_buffers - 1];
  }
  return v;
}

static int read_dictionary(gobc_reader *reader, gobc_reader_column *column, const struct ArrowArray *array) {
  place at = {reader, column->position, 1};
  const struct ArrowArray *values = array->dictionary;
  if (check_leaf(at, values, column->value) != 0) return -1;
  if (values->dictionary != NULL) return bad_array(at, "it has a dictionary of its own");
  column->entries = locate(values, column->value, values->length, values->offset);
  return 0;
}

/* In each column, the rows of a table start at the table's offset plus the column's own offset. */
static int read_column(gobc_reader *reader, gobc_reader_column *column) {
  const struct ArrowArray *batch = &reader->batch;
  const struct ArrowArray *array = reader->plain ? batch : batch->children[column->position];
  int64_t skip = reader->plain ? 0 : batch->offset;
  place at = {reader, column->position, 0};
  char code = column->index != 0 ? column->index : column->value;
  if (check_leaf(at, array, code) != 0) return -1;
  if (array->length < skip + reader->rows) {
    return bad_array(at, "its length is %lld, the table needs %lld + %lld rows", (long long)array->length,
                     (long long)skip, (long long)reader->rows);
  }
  if (column->index != 0 && array->dictionary == NULL) return bad_array(at, "its dictionary is missing");
  if (column->index == 0 && array->dictionary != NULL) {
    return bad_array(at, "it has a dictionary that its schema does not mention");
  }
  column->rows = locate(array, code, reader->rows, skip + array->offset);
  column->rows.bytes = column->bytes, column->rows.scale = column->scale;
  return column->index == 0 ? 0 : read_dictionary(reader, column, array);
}

static int check_table(gobc_reader *reader) {
  const struct ArrowArray *batch = &reader->batch;
  place at = {reader, -1, 0};
  if (check_frame(at, batch, 1, 1) != 0 || check_addresses(at, batch, 0) != 0) return -1;
  if (batch->n_children != reader->width) {
    return bad_array(at, "it has %lld columns, the schema has %lld", (long long)batch->n_children,
                     (long long)reader->width);
  }
  if (batch->n_children > 0 && batch->children == NULL) return bad_array(at, "its children are NULL");
  if (batch->dictionary != NULL) return bad_array(at, "a table has no dictionary");
  reader->validity = batch->buffers[0];
  reader->validity_offset = batch->offset;
  return 0;
}

int gobc_reader_next(gobc_reader *reader) {
  release_batch(reader);
  int code = reader->stream->get_next(reader->stream, &reader->batch);
  if (code != 0) {
    memset(&reader->batch, 0, sizeof reader->batch); /* as with the schema */
    return producer_failed(reader, "get_next", code);
  }
  if (reader->batch.release == NULL) return 0;
  reader->batches++;
  reader->validity = NULL;
  if (!reader->plain && check_table(reader) != 0) return -1;
  reader->rows = reader->batch.length;
  for (int32_t i = 0; i < reader->wanted; i++) {
    if (read_column(reader, &reader->columns[i]) != 0) return -1;
  }
  return 1;
}
