#include "result.h"

#include <stdlib.h>
#include <string.h>

/* The memory that an array of this library owns. */
typedef struct owned {
  const void *buffers[3];
  gobc_blocks blocks;
} owned;

void gobc_release_blocks(const gobc_blocks *blocks) {
  for (int i = 0; i < 3; i++)
    if (blocks->address[i]) blocks->release(blocks->address[i], blocks->bytes[i]);
}

void gobc_release_schema(struct ArrowSchema *schema) {
  if (schema && schema->release) schema->release(schema);
}

void gobc_release_array(struct ArrowArray *array) {
  if (array && array->release) array->release(array);
}

/* A list of pointers to zeroed structs, all in one allocation. A consumer may move each struct out of it. */
static void *make_children(int64_t count, size_t bytes) {
  char **list = calloc((size_t)count, sizeof *list + bytes);
  for (int64_t i = 0; list && i < count; i++) list[i] = (char *)(list + count) + (size_t)i * bytes;
  return list;
}

static void release_schema(struct ArrowSchema *schema) {
  for (int64_t i = 0; i < schema->n_children; i++) gobc_release_schema(schema->children[i]);
  free(schema->children);
  free((void *)schema->format);
  free((void *)schema->name);
  free((void *)schema->metadata);
  memset(schema, 0, sizeof *schema);
}

static void release_array(struct ArrowArray *array) {
  owned *o = array->private_data;
  for (int64_t i = 0; i < array->n_children; i++) gobc_release_array(array->children[i]);
  free(array->children);
  gobc_release_blocks(&o->blocks);
  free(o);
  memset(array, 0, sizeof *array);
}

static void *copy(const void *from, size_t bytes) {
  void *to = malloc(bytes);
  if (to) memcpy(to, from, bytes);
  return to;
}

char *gobc_copy_text(const char *text) { return copy(text, strlen(text) + 1); }

int gobc_result_schema(struct ArrowSchema *out, const char *format, const char *name, const void *metadata,
                       size_t metadata_bytes, int64_t children) {
  memset(out, 0, sizeof *out);
  out->release = release_schema;
  out->format = gobc_copy_text(format);
  out->name = gobc_copy_text(name);
  if (metadata_bytes) out->metadata = copy(metadata, metadata_bytes);
  if (children && (out->children = make_children(children, sizeof **out->children))) out->n_children = children;
  if (out->format && out->name && (!metadata_bytes || out->metadata) && out->n_children == children) return 0;
  release_schema(out);
  return -1;
}

int gobc_result_array(struct ArrowArray *out, int64_t length, int buffers, const gobc_blocks *blocks,
                      int64_t children) {
  memset(out, 0, sizeof *out);
  owned *o = calloc(1, sizeof *o);
  if (!o) {
    gobc_release_blocks(blocks);
    return -1;
  }
  o->blocks = *blocks;
  out->private_data = o;
  out->release = release_array;
  out->length = length;
  out->n_buffers = buffers;
  out->buffers = o->buffers;
  if (children && (out->children = make_children(children, sizeof **out->children))) out->n_children = children;
  if (out->n_children != children) {
    release_array(out);
    return -1;
  }
  /* Even an empty array has a valid address. */
  static const int64_t nothing[2];
  for (int i = 1; i < buffers; i++) o->buffers[i] = blocks->address[i] ? blocks->address[i] : (const void *)nothing;
  return 0;
}
