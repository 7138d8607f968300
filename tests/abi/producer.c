/* producer.c - see producer.h. */
#include "producer.h"

#include <math.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

struct arena {
  source *owner;
  void **blocks;
  int n, room;
};

static void *get(arena *a, size_t bytes) {
  void *block = calloc(1, bytes == 0 ? 1 : bytes);
  if (a->n == a->room) {
    a->room = a->room * 2 + 8;
    a->blocks = realloc(a->blocks, (size_t)a->room * sizeof *a->blocks);
  }
  if (block == NULL || a->blocks == NULL) abort();
  a->blocks[a->n++] = block;
  return block;
}

static arena *arena_new(source *s) {
  arena *a = calloc(1, sizeof *a);
  if (a == NULL) abort();
  a->owner = s;
  return a;
}

static void arena_free(arena *a) {
  for (int i = 0; i < a->n; i++) free(a->blocks[i]);
  free(a->blocks);
  free(a);
}

static char *copy_text(arena *a, const char *text) { return strcpy(get(a, strlen(text) + 1), text); }

/* ---- callbacks ---- */

/* Frees what was released, or keeps it for source_end. */
static void let_go(source *s, arena *a) {
  if (s->keeps && s->n_kept_memory < 2 * SOURCE_BATCHES + 1) s->kept_memory[s->n_kept_memory++] = a;
  else arena_free(a);
}

static void note_thread(source *s) {
  if (!pthread_equal(pthread_self(), s->owner)) s->wrong_thread++;
}

static void release_schema(struct ArrowSchema *schema) {
  arena *a = schema->private_data;
  source *s = a->owner;
  note_thread(s);
  s->schemas_released++;
  if (!s->forgets) schema->release = NULL;
  let_go(s, a);
}

static void release_batch(struct ArrowArray *array) {
  arena *a = array->private_data;
  source *s = a->owner;
  note_thread(s);
  s->batches_released++;
  if (!s->forgets) array->release = NULL;
  let_go(s, a);
}

static void release_child_schema(struct ArrowSchema *schema) {
  ((arena *)schema->private_data)->owner->children_released++;
  schema->release = NULL;
}

static void release_child(struct ArrowArray *array) {
  ((arena *)array->private_data)->owner->children_released++;
  array->release = NULL;
}

static void release_stream(struct ArrowArrayStream *stream) {
  source *s = stream->private_data;
  note_thread(s);
  if (s->streams_released++ > 0) s->double_released++;
  if (!s->forgets) stream->release = NULL;
}

static const char *last_error(struct ArrowArrayStream *stream) { return ((source *)stream->private_data)->error_text; }

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  source *s = stream->private_data;
  note_thread(s);
  if (s->schema_code != 0) {
    memset(out, 0x55, sizeof *out); /* a failed callback leaves anything behind */
    return s->schema_code;
  }
  *out = s->kept_schema = s->schema;
  memset(&s->schema, 0, sizeof s->schema);
  if (out->release != NULL) s->schemas_given++;
  return 0;
}

static struct ArrowArray *new_array(arena *a, int64_t length, int n_buffers) {
  struct ArrowArray *array = get(a, sizeof *array);
  array->length = length;
  array->n_buffers = n_buffers;
  array->buffers = get(a, (size_t)(n_buffers < 8 ? 8 : n_buffers) * sizeof *array->buffers);
  array->release = release_child;
  array->private_data = a;
  return array;
}

static struct ArrowArray new_batch(source *s, arena *a, int64_t rows, const int64_t *const *values);

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  source *s = stream->private_data;
  note_thread(s);
  if (s->empty_first != 0) {
    s->empty_first--;
    *out = new_batch(s, arena_new(s), 0, (const int64_t *const[SOURCE_COLUMNS]){0});
    s->batches_given++;
    return 0;
  }
  if (s->next == s->fail_at) {
    memset(out, 0x55, sizeof *out);
    return s->batch_code;
  }
  memset(out, 0, sizeof *out);
  if (s->next >= s->n_batches) return 0;
  *out = s->batch[s->next];
  if (s->keeps && out->release != NULL) s->kept[s->n_kept++] = *out; /* a released batch ends the stream */
  memset(&s->batch[s->next], 0, sizeof s->batch[0]);
  s->next++;
  if (out->release != NULL) s->batches_given++;
  return 0;
}

/* ---- schema ---- */

static const char *format_of(arena *a, char code) {
  char one[2] = {code, 0};
  return copy_text(a, code == 'v' ? "vu" : one);
}

static void fill_schema(arena *a, struct ArrowSchema *schema, const char *name, kind k) {
  schema->format = format_of(a, k.index != 0 ? k.index : k.value);
  schema->name = copy_text(a, name);
  schema->flags = ARROW_FLAG_NULLABLE;
  schema->release = release_child_schema;
  schema->private_data = a;
  if (k.index != 0) {
    schema->dictionary = get(a, sizeof *schema->dictionary);
    fill_schema(a, schema->dictionary, "", (kind){0, k.value});
  }
}

static arena *source_begin(source *s) {
  memset(s, 0, sizeof *s);
  s->owner = pthread_self();
  s->fail_at = -1;
  s->stream = (struct ArrowArrayStream){get_schema, get_next, last_error, release_stream, s};
  return arena_new(s);
}

void source_table(source *s, int columns, const char *const *names, const kind *kinds) {
  arena *a = source_begin(s);
  if (columns > SOURCE_COLUMNS) abort();
  s->n_columns = columns;
  memcpy(s->kinds, kinds, (size_t)columns * sizeof *kinds);
  s->schema.format = copy_text(a, "+s");
  s->schema.name = copy_text(a, "");
  s->schema.n_children = columns;
  s->schema.children = get(a, (size_t)(columns + 1) * sizeof *s->schema.children);
  for (int c = 0; c < columns; c++) {
    s->schema.children[c] = get(a, sizeof **s->schema.children);
    fill_schema(a, s->schema.children[c], names[c], kinds[c]);
  }
  s->schema.release = release_schema;
  s->schema.private_data = a;
}

void source_init(source *s, kind k) { source_table(s, 2, (const char *const[]){"source", "target"}, (kind[]){k, k}); }

void source_plain(source *s, kind k) {
  arena *a = source_begin(s);
  s->kinds[0] = k;
  fill_schema(a, &s->schema, "labels", k);
  s->schema.release = release_schema;
}

/* ---- arrays ---- */

void label_text(int64_t label, char text[64]) {
  snprintf(text, 64, label % 3 == 0 ? "a label that is long, number %lld" : "n%lld", (long long)label);
}

static int width_of(char code) {
  switch (code) {
    case 'c':
    case 'C': return 1;
    case 's':
    case 'S': return 2;
    case 'i':
    case 'I':
    case 'f': return 4;
    default: return 8;
  }
}

/* Buffers have room for `slack` more elements of 16 bytes: what the fuzzer's small lies may reach. */
static size_t room(const source *s, int64_t bytes) { return (size_t)(bytes + 16 * s->slack); }

static struct ArrowArray *fixed_array(source *s, arena *a, char code, int64_t rows, const int64_t *values) {
  struct ArrowArray *array = new_array(a, rows, 2);
  int width = width_of(code);
  char *data = get(a, room(s, rows * width));
  for (int64_t i = 0; i < rows; i++) memcpy(data + i * width, &values[i], (size_t)width);
  array->buffers[1] = data;
  return array;
}

/* Floats are tenths of the values; FLOAT_* stand for what no number of tenths is. */
static struct ArrowArray *float_array(source *s, arena *a, char code, int64_t rows, const int64_t *values) {
  struct ArrowArray *array = new_array(a, rows, 2);
  char *data = get(a, room(s, rows * width_of(code)));
  for (int64_t i = 0; i < rows; i++) {
    double value = values[i] == FLOAT_NAN ? NAN : values[i] == FLOAT_INFINITE ? INFINITY : (double)values[i] / 10;
    float narrow = (float)value;
    if (code == 'f') memcpy(data + 4 * i, &narrow, 4);
    else memcpy(data + 8 * i, &value, 8);
  }
  array->buffers[1] = data;
  return array;
}

static struct ArrowArray *flag_array(source *s, arena *a, int64_t rows, const int64_t *values) {
  struct ArrowArray *array = new_array(a, rows, 2);
  uint8_t *data = get(a, room(s, (rows + 7) / 8));
  for (int64_t i = 0; i < rows; i++) data[i / 8] |= (uint8_t)((values[i] & 1) << (i % 8));
  array->buffers[1] = data;
  return array;
}

static struct ArrowArray *text_array(source *s, arena *a, char code, int64_t rows, const int64_t *values) {
  struct ArrowArray *array = new_array(a, rows, 3);
  int width = code == 'u' ? 4 : 8;
  char *offsets = get(a, room(s, (rows + 1) * width));
  int64_t bytes = 0;
  char text[64];
  for (int64_t i = 0; i < rows; i++) {
    label_text(values[i], text);
    bytes += (int64_t)strlen(text);
    memcpy(offsets + (i + 1) * width, &bytes, (size_t)width);
  }
  char *data = get(a, (size_t)bytes);
  for (int64_t i = 0, at = 0; i < rows; i++) {
    label_text(values[i], text);
    memcpy(data + at, text, strlen(text));
    at += (int64_t)strlen(text);
  }
  array->buffers[1] = offsets;
  array->buffers[2] = data;
  return array;
}

/* Two data buffers, used in turn by the long texts; their sizes are the last buffer. */
static struct ArrowArray *view_array(source *s, arena *a, int64_t rows, const int64_t *values) {
  struct ArrowArray *array = new_array(a, rows, 5);
  char *views = get(a, room(s, rows * 16));
  char *data[2] = {get(a, (size_t)rows * 64), get(a, (size_t)rows * 64)};
  int64_t *sizes = get(a, 2 * sizeof *sizes);
  for (int64_t i = 0; i < rows; i++) {
    char text[64];
    label_text(values[i], text);
    int32_t size = (int32_t)strlen(text), which = (int32_t)(i % 2), at = (int32_t)sizes[which];
    memcpy(views + 16 * i, &size, 4);
    memcpy(views + 16 * i + 4, text, size <= 12 ? (size_t)size : 4);
    if (size <= 12) continue;
    memcpy(views + 16 * i + 8, &which, 4);
    memcpy(views + 16 * i + 12, &at, 4);
    memcpy(data[which] + at, text, (size_t)size);
    sizes[which] += size;
  }
  array->buffers[1] = views;
  array->buffers[2] = data[0];
  array->buffers[3] = data[1];
  array->buffers[4] = sizes;
  return array;
}

static struct ArrowArray *plain_array(source *s, arena *a, char code, int64_t rows, const int64_t *values) {
  switch (code) {
    case 'u':
    case 'U': return text_array(s, a, code, rows, values);
    case 'v': return view_array(s, a, rows, values);
    case 'b': return flag_array(s, a, rows, values);
    case 'f':
    case 'g': return float_array(s, a, code, rows, values);
    default: return fixed_array(s, a, code, rows, values);
  }
}

/* The dictionary holds the labels from the smallest to the largest, and one more that no row uses. */
static struct ArrowArray *dictionary_array(source *s, arena *a, kind k, int64_t rows, const int64_t *values) {
  int64_t low = rows > 0 ? values[0] : 0, high = low;
  for (int64_t i = 0; i < rows; i++) {
    low = values[i] < low ? values[i] : low;
    high = values[i] > high ? values[i] : high;
  }
  int64_t *index = get(a, (size_t)rows * sizeof *index), entries = high - low + 2;
  int64_t *entry = get(a, (size_t)entries * sizeof *entry);
  for (int64_t i = 0; i < rows; i++) index[i] = values[i] - low;
  for (int64_t i = 0; i < entries; i++) entry[i] = low + i;
  struct ArrowArray *array = fixed_array(s, a, k.index, rows, index);
  array->dictionary = plain_array(s, a, k.value, entries, entry);
  return array;
}

static struct ArrowArray *column_array(source *s, arena *a, kind k, int64_t rows, const int64_t *values) {
  return k.index != 0 ? dictionary_array(s, a, k, rows, values) : plain_array(s, a, k.value, rows, values);
}

static struct ArrowArray new_batch(source *s, arena *a, int64_t rows, const int64_t *const *values) {
  struct ArrowArray *batch;
  if (s->n_columns == 0) {
    batch = column_array(s, a, s->kinds[0], rows, values[0]);
  } else {
    batch = new_array(a, rows, 1);
    batch->n_children = s->n_columns;
    batch->children = get(a, (size_t)(s->n_columns + 1) * sizeof *batch->children);
    for (int c = 0; c < s->n_columns; c++) batch->children[c] = column_array(s, a, s->kinds[c], rows, values[c]);
  }
  batch->release = release_batch;
  return *batch;
}

struct ArrowArray *source_batch(source *s, int64_t rows, const int64_t *const *values) {
  if (s->n_batches == SOURCE_BATCHES) abort();
  s->batch[s->n_batches] = new_batch(s, arena_new(s), rows, values);
  return &s->batch[s->n_batches++];
}

struct ArrowArray *source_random(source *s, int64_t vertices, int64_t rows) {
  int64_t *ends[2] = {malloc((size_t)rows * sizeof(int64_t)), malloc((size_t)rows * sizeof(int64_t))};
  if (ends[0] == NULL || ends[1] == NULL) abort();
  uint64_t state = 1;
  for (int64_t i = 0; i < 2 * rows; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    ends[i % 2][i / 2] = (int64_t)(state >> 33) % vertices;
  }
  struct ArrowArray *batch = source_batch(s, rows, (const int64_t *const[]){ends[0], ends[1]});
  free(ends[0]);
  free(ends[1]);
  return batch;
}

struct ArrowArray *source_path(source *s, int64_t first, int64_t rows) {
  int64_t *from = malloc((size_t)(rows + 1) * sizeof *from), *to = malloc((size_t)(rows + 1) * sizeof *to);
  if (from == NULL || to == NULL) abort();
  for (int64_t i = 0; i < rows; i++) {
    from[i] = first + i;
    to[i] = first + i + 1;
  }
  struct ArrowArray *batch = source_batch(s, rows, (const int64_t *const[]){from, to, from, to});
  free(from);
  free(to);
  return batch;
}

void source_validity(source *s, int batch, struct ArrowArray *array, uint64_t bits, int64_t null_count) {
  arena *a = s->batch[batch].private_data;
  int64_t elements = array->offset + array->length + 64;
  uint8_t *bitmap = get(a, room(s, elements / 8 + 8));
  memset(bitmap, 0xff, (size_t)(elements / 8 + 8));
  memcpy(bitmap, &bits, sizeof bits);
  array->buffers[0] = bitmap;
  array->null_count = null_count;
}

/* ---- after the call ---- */

void source_end(source *s) {
  for (int i = 0; i < s->n_kept_memory; i++) arena_free(s->kept_memory[i]);
  if (s->schema.private_data != NULL) arena_free(s->schema.private_data);
  for (int i = 0; i < s->n_batches; i++) {
    if (s->batch[i].private_data != NULL) arena_free(s->batch[i].private_data);
  }
}

const char *source_verdict(const source *s) {
  if (s->streams_released == 0) return "the stream was not released";
  if (s->double_released > 0) return "the stream was released twice";
  if (s->stream.release != NULL) return "the stream still has a release callback";
  if (s->schemas_released != s->schemas_given) return "schemas given and released differ";
  if (s->batches_released != s->batches_given) return "batches given and released differ";
  if (s->wrong_thread > 0) return "a callback ran on another thread";
  if (s->children_released > 0) return "a child was released on its own";
  return NULL;
}
