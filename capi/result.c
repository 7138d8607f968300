#include "result.h"

#include <stdlib.h>
#include <string.h>

/* What an array of ours owns. */
typedef struct owned {
  const void *buffers[3];
  void *blocks[3];
  size_t bytes[3];
  gobc_release_memory release;
} owned;

static void release_schema(struct ArrowSchema *schema) {
  for (int64_t i = 0; i < schema->n_children; i++) {
    struct ArrowSchema *child = schema->children[i];
    if (child && child->release) child->release(child);
    free(child);
  }
  free(schema->children);
  free((void *)schema->format);
  free((void *)schema->name);
  free((void *)schema->metadata);
  memset(schema, 0, sizeof *schema);
}

static void release_array(struct ArrowArray *array) {
  owned *o = array->private_data;
  for (int64_t i = 0; i < array->n_children; i++) {
    struct ArrowArray *child = array->children[i];
    if (child && child->release) child->release(child);
    free(child);
  }
  free(array->children);
  for (int i = 0; i < 3; i++)
    if (o->blocks[i]) o->release(o->blocks[i], o->bytes[i]);
  free(o);
  memset(array, 0, sizeof *array);
}

static void *copy(const void *from, size_t bytes) {
  void *to = malloc(bytes);
  if (to) memcpy(to, from, bytes);
  return to;
}

int gobc_result_schema(struct ArrowSchema *out, const char *format, const char *name, const void *metadata,
                       size_t metadata_bytes, int64_t children) {
  memset(out, 0, sizeof *out);
  out->release = release_schema;
  out->format = copy(format, strlen(format) + 1);
  out->name = copy(name, strlen(name) + 1);
  if (metadata_bytes) out->metadata = copy(metadata, metadata_bytes);
  if (children) out->children = calloc((size_t)children, sizeof *out->children);
  if (out->children) {
    out->n_children = children;
    for (int64_t i = 0; i < children; i++)
      if (!(out->children[i] = calloc(1, sizeof **out->children))) break;
  }
  if (out->format && out->name && (!metadata_bytes || out->metadata) &&
      (!children || (out->children && out->children[children - 1])))
    return 0;
  release_schema(out);
  return -1;
}

int gobc_result_array(struct ArrowArray *out, int64_t length, int buffers, void *const blocks[3], const size_t bytes[3],
                      gobc_release_memory release, int64_t children) {
  memset(out, 0, sizeof *out);
  owned *o = calloc(1, sizeof *o);
  if (!o) return -1;
  o->release = release;
  out->private_data = o;
  out->release = release_array;
  out->length = length;
  out->n_buffers = buffers;
  out->buffers = o->buffers;
  if (children && (out->children = calloc((size_t)children, sizeof *out->children))) {
    out->n_children = children;
    for (int64_t i = 0; i < children; i++)
      if (!(out->children[i] = calloc(1, sizeof **out->children))) break;
  }
  if (children && !(out->children && out->children[children - 1])) {
    release_array(out);
    return -1;
  }
  /* From here on the blocks are ours. An empty array still shows a valid address. */
  static const int64_t nothing[2];
  for (int i = 0; i < buffers; i++) {
    o->blocks[i] = blocks[i];
    o->bytes[i] = bytes[i];
    o->buffers[i] = blocks[i] || i == 0 ? blocks[i] : (const void *)nothing;
  }
  return 0;
}

void gobc_release_schema(struct ArrowSchema *schema) {
  if (schema && schema->release) schema->release(schema);
}

void gobc_release_array(struct ArrowArray *array) {
  if (array && array->release) array->release(array);
}
