/*
 * streams.c - malformed and unusual Arrow streams, one a case, each in a process of its own: nothing may crash, hang
 * or leak, every error names what is wrong, and the producer gets everything back once, on the calling thread.
 *
 *   streams LIST            names the cases
 *   streams CASE            runs one
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "producer.h"

/* What a case starts from, and may spoil. */
typedef struct scene {
  source edges, nodes;
  int has_nodes;
  struct ArrowArrayStream *edges_stream; /* what is passed */
  gobc_graph_options options;
} scene;

typedef struct test_case {
  const char *name;
  void (*spoil)(scene *);
  int32_t status;
  const char *words[3]; /* all in the message */
  int64_t vertices;     /* of the graph, when status is GOBC_OK */
} test_case;

#define ROOT (s->edges.schema)
#define FIELD (s->edges.schema.children[1])
#define BATCH (&s->edges.batch[0])
#define SECOND (&s->edges.batch[1])
#define COLUMN (s->edges.batch[0].children[1])
#define NODE (s->nodes.batch[0].children[0])
#define DO(name) static void name(scene *s)

static const int64_t HUGE_COUNT = (int64_t)1 << 40;

/* ---- scenes: batches of rows 0-3 and 4-6 of a path, 8 vertices ---- */

static void path_of(scene *s, kind k) {
  source_end(&s->edges);
  source_init(&s->edges, k);
  source_path(&s->edges, 0, 4);
  source_path(&s->edges, 4, 3);
}

static void with_nodes(scene *s, int columns, kind first, kind second) {
  static const int64_t node[] = {3, 9, 10}, mark[] = {1, 0, 1};
  s->has_nodes = 1;
  source_table(&s->nodes, columns, (const char *const[]){"node", "source"}, (kind[]){first, second});
  source_batch(&s->nodes, 3, (const int64_t *const[]){node, mark});
}

static void renamed(scene *s, const char *first, const char *second) {
  ROOT.children[0]->name = first;
  ROOT.children[1]->name = second;
}

static void columns_of(scene *s, int columns, const char *const *names) {
  kind l[8];
  for (int i = 0; i < 8; i++) l[i] = (kind){0, 'l'};
  source_end(&s->edges);
  source_table(&s->edges, columns, names, l);
  if (columns <= 4) source_path(&s->edges, 0, 7);
}

DO(nothing) { (void)s; }
DO(text32) { path_of(s, (kind){0, 'u'}); }
DO(text64) { path_of(s, (kind){0, 'U'}); }
DO(views) { path_of(s, (kind){0, 'v'}); }
DO(dictionary) { path_of(s, (kind){'c', 'u'}); }
DO(dictionary_of_views) { path_of(s, (kind){'I', 'v'}); }
DO(dictionary_of_integers) { path_of(s, (kind){'L', 's'}); }
DO(dictionary_of_text64) { path_of(s, (kind){'S', 'U'}); }
DO(int8) { path_of(s, (kind){0, 'c'}); }
DO(uint8) { path_of(s, (kind){0, 'C'}); }
DO(int16) { path_of(s, (kind){0, 's'}); }
DO(uint16) { path_of(s, (kind){0, 'S'}); }
DO(int32) { path_of(s, (kind){0, 'i'}); }
DO(uint32) { path_of(s, (kind){0, 'I'}); }
DO(uint64) { path_of(s, (kind){0, 'L'}); }
DO(mixed_kinds) {
  source_end(&s->edges);
  source_table(&s->edges, 2, (const char *const[]){"source", "target"}, (kind[]){{0, 'l'}, {0, 'u'}});
  source_path(&s->edges, 0, 7);
}

/* ---- the stream ---- */

DO(stream_null) { s->edges_stream = NULL; }
DO(stream_released) { s->edges.stream.release = NULL; }
DO(no_get_schema) { s->edges.stream.get_schema = NULL; }
DO(no_get_next) { s->edges.stream.get_next = NULL; }
DO(no_get_last_error) { s->edges.stream.get_last_error = NULL; }
DO(schema_fails) { s->edges.schema_code = EIO, s->edges.error_text = "the disk is gone"; }
DO(schema_fails_silently) { s->edges.schema_code = EINVAL; }
DO(next_fails) { s->edges.fail_at = 0, s->edges.batch_code = EIO, s->edges.error_text = "no rows for you"; }
DO(next_fails_later) { s->edges.fail_at = 1, s->edges.batch_code = EIO, s->edges.error_text = "half way"; }
DO(next_fails_silently) { s->edges.fail_at = 1, s->edges.batch_code = 12345, s->edges.error_text = ""; }
DO(next_fails_negative) { s->edges.fail_at = 0, s->edges.batch_code = -1, s->edges.error_text = "negative"; }
DO(out_of_memory) { s->edges.fail_at = 1, s->edges.batch_code = ENOMEM, s->edges.error_text = "producer memory"; }
DO(error_text_long) {
  static char text[100001];
  for (int i = 0; i < 100000; i += 2) memcpy(text + i, "\xc3\xa9", 2);
  schema_fails(s);
  s->edges.error_text = text;
}
DO(error_text_not_utf8) { schema_fails(s), s->edges.error_text = "\xff\xfe broken \xc3"; }
DO(no_batches) { source_end(&s->edges), source_init(&s->edges, (kind){0, 'l'}); }
DO(empty_batches) { s->edges.empty_first = 100; }
DO(empty_batches_of_text) { text32(s), s->edges.empty_first = 3; }
DO(release_forgets) { s->edges.forgets = 1; }
DO(same_stream_twice) { s->has_nodes = 2; }

/* ---- the schema ---- */

DO(schema_released) { ROOT.release = NULL; }
DO(format_null) { ROOT.format = NULL; }
DO(format_empty) { ROOT.format = ""; }
DO(not_a_table) { ROOT.format = "+l"; }
DO(plain_stream) {
  source_end(&s->edges);
  source_plain(&s->edges, (kind){0, 'l'});
  source_path(&s->edges, 0, 4);
}
DO(columns_negative) { ROOT.n_children = -1; }
DO(columns_2_40) { ROOT.n_children = HUGE_COUNT; }
DO(columns_null) { ROOT.children = NULL; }
DO(column_null) { ROOT.children[1] = NULL; }
DO(column_released) { FIELD->release = NULL; }
DO(column_format_null) { FIELD->format = NULL; }
DO(column_format_empty) { FIELD->format = ""; }
DO(column_float) { FIELD->format = "g"; }
DO(column_null_type) { FIELD->format = "n"; }
DO(column_binary) { FIELD->format = "z"; }
DO(column_fixed_binary) { FIELD->format = "w:"; }
DO(column_list) { FIELD->format = "+l"; }
DO(column_timestamp) { FIELD->format = "tsu:UTC"; }
DO(column_bool) { FIELD->format = "b"; }
DO(column_decimal) { FIELD->format = "d:10,2,32"; }
DO(column_no_such_format) { FIELD->format = "longer than a format"; }
DO(no_columns) { columns_of(s, 0, NULL); }
DO(one_column) { columns_of(s, 1, (const char *const[]){"source"}); }
DO(names_null) { renamed(s, NULL, NULL); }
DO(names_by_place) { renamed(s, "aaa", "bbb"); }
DO(metadata_garbage) { ROOT.metadata = FIELD->metadata = "\xff\xff\xff\x7f\xff\xff\xff\x7f"; }
DO(flags_garbage) { ROOT.flags = FIELD->flags = -1; }
DO(default_pair) { columns_of(s, 4, (const char *const[]){"a", "b", "dst", "src"}); }
DO(duplicate_default) { columns_of(s, 3, (const char *const[]){"source", "source", "target"}); }
DO(duplicate_ignored) { columns_of(s, 4, (const char *const[]){"x", "x", "from", "to"}); }
DO(name_asked) {
  columns_of(s, 3, (const char *const[]){"a", "b", "c"});
  s->options.source = "c", s->options.target = "b";
}
DO(name_missing) { s->options.source = "Source"; }
DO(name_missing_many) {
  columns_of(s, 8, (const char *const[]){"a", "b", "c", "d", "e", "f", "g", "h"});
  s->options.source = "z";
}
DO(position_asked) {
  columns_of(s, 3, (const char *const[]){"a", "b", "c"});
  s->options.source = "#2", s->options.target = "#1";
}
DO(position_outside) { s->options.target = "#2"; }
DO(position_nonsense) { s->options.target = "#-1"; }
DO(position_overflows) { s->options.target = "#99999999999999999999"; }
DO(same_column_twice) { s->options.source = s->options.target = "target"; }
DO(name_not_utf8) { renamed(s, "\xff", "target"), s->options.source = "none"; }
DO(name_long) {
  static char name[70000];
  memset(name, 'x', sizeof name - 1);
  renamed(s, name, "target"), s->options.target = "none";
}
DO(dictionary_index_text) { dictionary(s), FIELD->format = "u"; }
DO(dictionary_of_float) { dictionary(s), FIELD->dictionary->format = "g"; }
DO(dictionary_format_null) { dictionary(s), FIELD->dictionary->format = NULL; }
DO(dictionary_schema_released) { dictionary(s), FIELD->dictionary->release = NULL; }
DO(dictionary_of_dictionary) { dictionary(s), FIELD->dictionary->dictionary = FIELD; }
DO(other_columns_ignored) {
  columns_of(s, 4, (const char *const[]){"source", "target", "w", "x"});
  ROOT.children[2]->format = "d:38,10", ROOT.children[3]->format = "no such";
  BATCH->children[2] = NULL, BATCH->children[3]->n_buffers = 77;
}
static void decimals(scene *s, const char *format) {
  columns_of(s, 4, (const char *const[]){"source", "target", "x", "w"});
  ROOT.children[3]->format = format, s->options.weight = "w";
}
DO(decimal_weights) { decimals(s, "d:18,2,64"); }
DO(decimal_bits) { decimals(s, "d:10,2,48"); }
DO(decimal_garbage) { decimals(s, "d:10;2"); }
DO(decimal_without_scale) { decimals(s, "d:"); }
DO(decimal_scale_huge) { decimals(s, "d:9,99999999999999999999,64"); }
DO(decimal_longer) { decimals(s, "d:9,2,64,1"); }
DO(weight_asked) { s->options.weight = "w"; }

/* ---- batches ---- */

DO(batch_columns_fewer) { BATCH->n_children = 1; }
DO(batch_columns_more) { BATCH->n_children = HUGE_COUNT; }
DO(batch_children_null) { BATCH->children = NULL; }
DO(batch_child_null) { BATCH->children[1] = NULL; }
DO(batch_child_released) { COLUMN->release = NULL; }
DO(batch_length_negative) { BATCH->length = -1; }
DO(batch_length_huge) { BATCH->length = INT64_MAX; }
DO(batch_offset_negative) { BATCH->offset = -1; }
DO(batch_offset_huge) { BATCH->offset = INT64_MAX; }
DO(batch_offset_too_far) { BATCH->offset = 2; }
DO(batch_offset) { BATCH->offset = 1, BATCH->length = 3; }
DO(batch_nulls_without_bitmap) { BATCH->null_count = 2; }
DO(batch_nulls_unknown) { BATCH->null_count = -1; }
DO(batch_no_buffers) { BATCH->n_buffers = 0; }
DO(batch_buffers_null) { BATCH->buffers = NULL; }
DO(batch_dictionary) { BATCH->dictionary = COLUMN; }
DO(row_null) { source_validity(&s->edges, 1, SECOND, ~UINT64_C(4), 1); }
DO(row_null_uncounted) { source_validity(&s->edges, 1, SECOND, ~UINT64_C(4), 0); }
DO(row_null_unsaid) { source_validity(&s->edges, 1, SECOND, ~UINT64_C(4), -1); }
DO(row_null_outside) { batch_offset(s), source_validity(&s->edges, 0, BATCH, ~UINT64_C(1), 1); }
DO(length_negative) { COLUMN->length = -1; }
DO(length_short) { COLUMN->length = 3; }
DO(length_long) { COLUMN->length = 4, BATCH->length = 3; }
DO(length_huge) { COLUMN->length = COLUMN->offset = INT64_MAX; }
DO(offset_negative) { COLUMN->offset = -1; }
DO(offset_honoured) { COLUMN->offset = 1, COLUMN->length = 3, BATCH->length = 3; }
DO(offsets_add_up) { BATCH->offset = 1, BATCH->length = 2, COLUMN->offset = 1, COLUMN->length = 3; }
DO(nulls_below) { COLUMN->null_count = -2; }
DO(nulls_above) { source_validity(&s->edges, 0, COLUMN, ~UINT64_C(0), 5); }
DO(nulls_unknown_without_bitmap) { COLUMN->null_count = -1; }
DO(nulls_without_bitmap) { COLUMN->null_count = 1; }
DO(null_label) { source_validity(&s->edges, 1, SECOND->children[1], ~UINT64_C(2), 1); }
DO(null_label_unsaid) { source_validity(&s->edges, 1, SECOND->children[1], ~UINT64_C(2), -1); }
DO(null_label_uncounted) { source_validity(&s->edges, 1, SECOND->children[1], ~UINT64_C(2), 0); }
DO(null_label_text) { text32(s), null_label(s); }
DO(null_label_dictionary) { dictionary(s), null_label(s); }
DO(null_label_outside) { BATCH->length = 2, source_validity(&s->edges, 0, COLUMN, ~UINT64_C(4), 1); }
DO(bitmap_all_valid) { source_validity(&s->edges, 0, COLUMN, ~UINT64_C(0), 0); }
DO(buffers_0) { COLUMN->n_buffers = 0; }
DO(buffers_1) { COLUMN->n_buffers = 1; }
DO(buffers_3) { COLUMN->n_buffers = 3; }
DO(buffers_negative) { COLUMN->n_buffers = INT64_MIN; }
DO(buffers_2_40) { COLUMN->n_buffers = HUGE_COUNT; }
DO(buffers_null) { COLUMN->buffers = NULL; }
DO(data_null) { COLUMN->buffers[1] = NULL; }
DO(data_null_empty) {
  source_end(&s->edges), source_init(&s->edges, (kind){0, 'l'});
  source_path(&s->edges, 0, 0), source_path(&s->edges, 0, 7);
  COLUMN->buffers[1] = NULL, COLUMN->offset = 3;
}
DO(data_in_first_page) { COLUMN->buffers[1] = (const void *)8; }
DO(leaf_with_children) { COLUMN->n_children = 1, COLUMN->children = BATCH->children; }
DO(data_unaligned) {
  static char room[64];
  memcpy(room + 1, COLUMN->buffers[1], 32), COLUMN->buffers[1] = room + 1;
}
DO(dictionary_unsaid) { COLUMN->dictionary = BATCH->children[0]; }

/* A length of 2^30 over one readable page: the fault must come out as an error. */
static void *page_before_nothing(const void *data, size_t bytes) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE) != 0) abort();
  memcpy(pages, data, bytes);
  return pages;
}
static void lie(scene *s, size_t bytes) {
  COLUMN->buffers[1] = page_before_nothing(COLUMN->buffers[1], bytes);
  BATCH->children[0] = COLUMN;
  BATCH->length = COLUMN->length = 1 << 30;
}
DO(lying_length) { lie(s, 32); }
DO(lying_length_text) { text32(s), lie(s, 20); }
DO(lying_length_views) { views(s), lie(s, 64); }
DO(lying_length_dictionary) {
  dictionary(s);
  COLUMN->dictionary->length = sysconf(_SC_PAGESIZE) / 4; /* the last offset is in the page that none may read */
  COLUMN->dictionary->buffers[1] = page_before_nothing(COLUMN->dictionary->buffers[1], 24);
}
DO(lying_bitmap) {
  COLUMN->null_count = -1, COLUMN->offset = 8 * sysconf(_SC_PAGESIZE);
  COLUMN->buffers[0] = page_before_nothing("\xff", 1);
}
DO(address_not_canonical) { COLUMN->buffers[1] = (const void *)UINT64_C(0xdeadbeefdeadbeef); }

/* ---- text ---- */

#define OFFSETS ((int32_t *)(uintptr_t)COLUMN->buffers[1])
#define OFFSETS64 ((int64_t *)(uintptr_t)COLUMN->buffers[1])
DO(text_buffers_2) { text32(s), COLUMN->n_buffers = 2; }
DO(text_buffers_4) { text32(s), COLUMN->n_buffers = 4; }
DO(text_offsets_null) { text32(s), COLUMN->buffers[1] = NULL; }
DO(text_data_null) { text32(s), COLUMN->buffers[2] = NULL; }
DO(text_data_in_first_page) { text32(s), COLUMN->buffers[2] = (const void *)8; }
DO(text_falling) { text32(s), OFFSETS[2] = OFFSETS[3] + 1; }
DO(text_negative_first) { text32(s), OFFSETS[0] = -1; }
DO(text_negative_last) { text32(s), OFFSETS[4] = -1; }
DO(text_last_huge) { text64(s), OFFSETS64[4] = INT64_MAX; }
DO(text64_falling) { text64(s), OFFSETS64[1] = OFFSETS64[4] + 1; }
DO(text_first_not_zero) { text32(s), BATCH->offset = 1, BATCH->length = 3; }
DO(text_offset) { text32(s), COLUMN->offset = 1, COLUMN->length = 3, BATCH->offset = 0, BATCH->length = 3; }
DO(text_empty_without_offsets) {
  source_end(&s->edges), source_init(&s->edges, (kind){0, 'u'});
  source_path(&s->edges, 0, 0), source_path(&s->edges, 0, 7);
  COLUMN->buffers[1] = COLUMN->buffers[2] = NULL, COLUMN->null_count = -1;
}
DO(text_all_empty) {
  text32(s);
  memset(OFFSETS, 0, 5 * sizeof(int32_t)), COLUMN->buffers[2] = NULL;
}
DO(text_not_utf8) { text32(s), ((char *)(uintptr_t)COLUMN->buffers[2])[OFFSETS[2]] = '\xff'; }
DO(text_cut_inside_character) {
  text32(s);
  char *data = (char *)(uintptr_t)COLUMN->buffers[2];
  memcpy(data + OFFSETS[1] - 1, "\xc3\xa9", 2);
}
DO(text_accents) {
  text32(s);
  char *data = (char *)(uintptr_t)COLUMN->buffers[2];
  memcpy(data + OFFSETS[1] - 2, "\xc3\xa9", 2);
}

/* ---- views: label 3, the third target, is a long one ---- */

#define VIEW(row, word) (((int32_t *)(uintptr_t)COLUMN->buffers[1])[4 * (row) + (word)])
DO(view_size_negative) { views(s), VIEW(1, 0) = -1; }
DO(view_size_large) { views(s), VIEW(2, 0) = 1000; }
DO(view_size_max) { views(s), VIEW(2, 0) = INT32_MAX, VIEW(2, 3) = INT32_MAX; }
DO(view_buffer_outside) { views(s), VIEW(2, 2) = 2; }
DO(view_buffer_negative) { views(s), VIEW(2, 2) = -1; }
DO(view_offset_negative) { views(s), VIEW(2, 3) = -1; }
DO(view_offset_large) { views(s), VIEW(2, 3) = 5000; }
DO(view_sizes_null) { views(s), COLUMN->buffers[4] = NULL; }
DO(view_sizes_negative) { views(s), ((int64_t *)(uintptr_t)COLUMN->buffers[4])[1] = -5; }
DO(view_data_null) { views(s), COLUMN->buffers[2] = NULL; }
DO(view_buffers_1) { views(s), COLUMN->n_buffers = 1; }
DO(view_buffers_none) { views(s), COLUMN->n_buffers = 2; }
DO(view_all_inside) {
  views(s);
  VIEW(2, 0) = 3, COLUMN->n_buffers = 2;
}
DO(view_all_inside_sizes_null) {
  views(s);
  VIEW(2, 0) = 3, COLUMN->n_buffers = 3, COLUMN->buffers[2] = NULL;
}
DO(view_not_utf8) { views(s), VIEW(0, 1) = 0x80808080; }

/* ---- dictionaries: entries are the targets 1-4 and a spare one ---- */

#define INDEX ((int8_t *)(uintptr_t)COLUMN->buffers[1])
DO(dictionary_missing) { dictionary(s), COLUMN->dictionary = NULL; }
DO(dictionary_array_released) { dictionary(s), COLUMN->dictionary->release = NULL; }
DO(dictionary_nested) { dictionary(s), COLUMN->dictionary->dictionary = COLUMN; }
DO(dictionary_length_negative) { dictionary(s), COLUMN->dictionary->length = -1; }
DO(dictionary_buffers) { dictionary(s), COLUMN->dictionary->n_buffers = 2; }
DO(dictionary_index_large) { dictionary(s), INDEX[2] = 5; }
DO(dictionary_index_negative) { dictionary(s), INDEX[2] = -1; }
DO(dictionary_index_2_63) {
  dictionary_of_integers(s);
  ((uint64_t *)(uintptr_t)COLUMN->buffers[1])[2] = UINT64_C(1) << 63;
}
DO(dictionary_empty) { dictionary(s), COLUMN->dictionary->length = 0, COLUMN->dictionary->buffers[1] = NULL; }
DO(dictionary_entry_null) { dictionary(s), source_validity(&s->edges, 0, COLUMN->dictionary, ~UINT64_C(4), 1); }
DO(dictionary_spare_null) { dictionary(s), source_validity(&s->edges, 0, COLUMN->dictionary, ~UINT64_C(16), -1); }
DO(dictionary_falling) { dictionary(s), ((int32_t *)(uintptr_t)COLUMN->dictionary->buffers[1])[1] = 99; }
DO(dictionary_offset) {
  dictionary(s);
  COLUMN->dictionary->offset = 1, COLUMN->dictionary->length = 4;
  for (int i = 0; i < 4; i++) INDEX[i]--;
  INDEX[0] = 3; /* the spare entry, number 5 */
}
DO(dictionary_repeats) { dictionary(s), memset(INDEX, 1, 4); }

/* ---- the nodes stream ---- */

DO(nodes_good) { with_nodes(s, 2, (kind){0, 'l'}, (kind){0, 'b'}); }
DO(nodes_only_labels) { with_nodes(s, 1, (kind){0, 'l'}, (kind){0, 0}); }
DO(nodes_plain) {
  static const int64_t node[] = {3, 9, 10};
  s->has_nodes = 1;
  source_plain(&s->nodes, (kind){0, 'l'});
  source_batch(&s->nodes, 3, (const int64_t *const[]){node});
}
DO(nodes_text) { with_nodes(s, 1, (kind){0, 'u'}, (kind){0, 0}); }
DO(nodes_marks_integer) { with_nodes(s, 2, (kind){0, 'l'}, (kind){0, 'c'}); }
DO(nodes_marks_null) { nodes_good(s), source_validity(&s->nodes, 0, s->nodes.batch[0].children[1], ~UINT64_C(2), 1); }
DO(nodes_null_label) { nodes_good(s), source_validity(&s->nodes, 0, NODE, ~UINT64_C(2), 1); }
DO(nodes_name_missing) { nodes_good(s), s->options.node = "vertex"; }
DO(nodes_broken) { nodes_good(s), NODE->n_buffers = 1; }
DO(nodes_get_next_null) { nodes_good(s), s->nodes.stream.get_next = NULL; }
DO(nodes_released) { nodes_good(s), s->nodes.stream.release = NULL; }
DO(nodes_fail) { nodes_good(s), s->nodes.fail_at = 0, s->nodes.batch_code = EIO, s->nodes.error_text = "nodes lost"; }
DO(nodes_good_edges_broken) { nodes_good(s), COLUMN->n_buffers = 1; }
DO(nodes_good_edges_null) { nodes_good(s), stream_null(s); }
DO(nodes_good_options_bad) { nodes_good(s), s->options.directed = 7; }

#define OK(name, vertices) {#name, name, GOBC_OK, {0}, vertices}
#define BAD(name, status, ...) {#name, name, status, {__VA_ARGS__}, 0}
#define DATA(name, ...) BAD(name, GOBC_DATA, __VA_ARGS__)
#define INVALID(name, ...) BAD(name, GOBC_INVALID, __VA_ARGS__)

static const test_case cases[] = {
    OK(nothing, 8),
    OK(text32, 8),
    OK(text64, 8),
    OK(views, 8),
    OK(dictionary, 8),
    OK(dictionary_of_views, 8),
    OK(dictionary_of_integers, 8),
    OK(dictionary_of_text64, 8),
    OK(int8, 8),
    OK(uint8, 8),
    OK(int16, 8),
    OK(uint16, 8),
    OK(int32, 8),
    OK(uint32, 8),
    OK(uint64, 8),
    DATA(mixed_kinds, "edges", "labels"),

    INVALID(stream_null, "edges", "NULL"),
    INVALID(stream_released, "edges", "released"),
    INVALID(no_get_schema, "edges", "get_schema"),
    INVALID(no_get_next, "get_next"),
    INVALID(no_get_last_error, "get_last_error"),
    DATA(schema_fails, "edges", "get_schema", "the disk is gone"),
    DATA(schema_fails_silently, "get_schema", "22"),
    DATA(next_fails, "get_next", "no rows for you"),
    DATA(next_fails_later, "half way"),
    DATA(next_fails_silently, "12345"),
    DATA(next_fails_negative, "-1", "negative"),
    BAD(out_of_memory, GOBC_MEMORY, "producer memory"),
    DATA(error_text_long, "\xc3\xa9\xc3\xa9"),
    DATA(error_text_not_utf8, "broken"),
    OK(no_batches, 0),
    OK(empty_batches, 8),
    OK(empty_batches_of_text, 8),
    OK(release_forgets, 8),
    INVALID(same_stream_twice, "edges", "released"),

    DATA(schema_released, "schema"),
    DATA(format_null, "format"),
    DATA(format_empty, "two columns", "does not know"),
    DATA(not_a_table, "two columns", "holds lists"),
    DATA(plain_stream, "two columns", "holds integers"),
    DATA(columns_negative, "-1"),
    DATA(columns_2_40, "1099511627776"),
    DATA(columns_null, "NULL"),
    DATA(column_null, "#1", "NULL"),
    DATA(column_released, "#1", "released"),
    DATA(column_format_null, "#1", "format"),
    DATA(column_format_empty, "target", "int64"),
    DATA(column_float, "\"target\"", "holds floats", "cast"),
    DATA(column_null_type, "target", "nulls"),
    DATA(column_binary, "target", "bytes"),
    DATA(column_fixed_binary, "target", "bytes"),
    DATA(column_list, "target", "lists"),
    DATA(column_timestamp, "target", "times"),
    DATA(column_bool, "target", "booleans"),
    DATA(column_decimal, "target", "decimals"),
    DATA(column_no_such_format, "target", "does not know"),
    DATA(no_columns, "2 label columns", "no columns"),
    DATA(one_column, "2 label columns", "\"source\""),
    OK(names_null, 8),
    OK(names_by_place, 8),
    OK(metadata_garbage, 8),
    OK(flags_garbage, 8),
    OK(default_pair, 8),
    INVALID(duplicate_default, "\"source\"", "#0", "#1"),
    OK(duplicate_ignored, 8),
    OK(name_asked, 8),
    INVALID(name_missing, "\"Source\"", "\"source\"", "\"target\""),
    INVALID(name_missing_many, "\"z\"", "\"h\""),
    OK(position_asked, 8),
    INVALID(position_outside, "#2", "\"target\""),
    INVALID(position_nonsense, "#-1"),
    INVALID(position_overflows, "#9999"),
    INVALID(same_column_twice, "\"target\"", "both"),
    INVALID(name_not_utf8, "none", "\xef\xbf\xbd"),
    INVALID(name_long, "xxx..."),
    DATA(dictionary_index_text, "target", "indices are text"),
    DATA(dictionary_of_float, "target", "dictionary of floats"),
    DATA(dictionary_format_null, "target"),
    DATA(dictionary_schema_released, "target"),
    DATA(dictionary_of_dictionary, "target", "decode"),
    OK(other_columns_ignored, 8),
    OK(decimal_weights, 8),
    DATA(decimal_bits, "unusual decimals", "128"),
    DATA(decimal_garbage, "unusual decimals"),
    DATA(decimal_without_scale, "unusual decimals"),
    DATA(decimal_scale_huge, "unusual decimals"),
    DATA(decimal_longer, "unusual decimals"),
    BAD(weight_asked, GOBC_INVALID, "\"w\"", "\"source\""),

    DATA(batch_columns_fewer, "batch 0", "1 columns"),
    DATA(batch_columns_more, "batch 0", "1099511627776"),
    DATA(batch_children_null, "batch 0", "NULL"),
    DATA(batch_child_null, "target", "batch 0", "NULL"),
    DATA(batch_child_released, "target", "batch 0", "released"),
    DATA(batch_length_negative, "batch 0", "its length is -1"),
    DATA(batch_length_huge, "batch 0", "length"),
    DATA(batch_offset_negative, "batch 0", "offset", "-1"),
    DATA(batch_offset_huge, "batch 0", "offset"),
    DATA(batch_offset_too_far, "batch 0", "2 + 4"),
    OK(batch_offset, 7),
    DATA(batch_nulls_without_bitmap, "batch 0", "validity"),
    OK(batch_nulls_unknown, 8),
    DATA(batch_no_buffers, "batch 0", "buffers"),
    DATA(batch_buffers_null, "batch 0", "buffers"),
    DATA(batch_dictionary, "batch 0", "dictionary"),
    DATA(row_null, "row 6", "null"),
    DATA(row_null_uncounted, "row 6", "null"),
    DATA(row_null_unsaid, "row 6", "null"),
    OK(row_null_outside, 7),
    DATA(length_negative, "target", "its length is -1"),
    DATA(length_short, "target", "length is 3"),
    OK(length_long, 8),
    DATA(length_huge, "target", "length"),
    DATA(offset_negative, "target", "offset is -1"),
    OK(offset_honoured, 8),
    OK(offsets_add_up, 7),
    DATA(nulls_below, "target", "-2"),
    DATA(nulls_above, "target", "null_count is 5"),
    OK(nulls_unknown_without_bitmap, 8),
    DATA(nulls_without_bitmap, "target", "validity"),
    DATA(null_label, "row 5", "\"target\"", "null"),
    DATA(null_label_unsaid, "row 5", "null"),
    DATA(null_label_uncounted, "row 5", "null"),
    DATA(null_label_text, "row 5", "null"),
    DATA(null_label_dictionary, "row 5", "null"),
    OK(null_label_outside, 7),
    OK(bitmap_all_valid, 8),
    DATA(buffers_0, "target", "0 buffers"),
    DATA(buffers_1, "target", "1 buffers"),
    DATA(buffers_3, "target", "3 buffers", "has 2"),
    DATA(buffers_negative, "buffers"),
    DATA(buffers_2_40, "buffers"),
    DATA(buffers_null, "target", "NULL"),
    DATA(data_null, "target", "data buffer is NULL"),
    OK(data_null_empty, 8),
    DATA(data_in_first_page, "target", "0x8"),
    DATA(leaf_with_children, "target", "children"),
    OK(data_unaligned, 8),
    DATA(dictionary_unsaid, "target", "dictionary"),
    DATA(lying_length, "memory", "batch 0"),
    DATA(lying_length_text, "memory", "batch 0"),
    DATA(lying_length_views, "batch 0"),
    DATA(lying_length_dictionary, "memory", "target"),
    DATA(lying_bitmap, "memory", "target"),
    DATA(address_not_canonical, "memory", "target"),

    DATA(text_buffers_2, "target", "2 buffers"),
    DATA(text_buffers_4, "target", "4 buffers"),
    DATA(text_offsets_null, "target", "offsets buffer is NULL"),
    DATA(text_data_null, "target", "row 0", "address 0"),
    DATA(text_data_in_first_page, "target", "row 0", "address 0"),
    DATA(text_falling, "target", "row 2", "offset"),
    DATA(text_negative_first, "target", "row 0", "-1"),
    DATA(text_negative_last, "target", "-1"),
    DATA(text_last_huge, "target", "9223372036854775807"),
    DATA(text64_falling, "target", "row 0", "offset"),
    OK(text_first_not_zero, 7),
    OK(text_offset, 8),
    OK(text_empty_without_offsets, 8),
    OK(text_all_empty, 9),
    DATA(text_not_utf8, "row 2", "target", "UTF-8"),
    DATA(text_cut_inside_character, "row 1", "UTF-8"),
    OK(text_accents, 9),

    DATA(view_size_negative, "row 1", "length -1"),
    DATA(view_size_large, "row 2", "1000 bytes"),
    DATA(view_size_max, "row 2", "2147483647"),
    DATA(view_buffer_outside, "row 2", "2 of 2"),
    DATA(view_buffer_negative, "row 2", "-1"),
    DATA(view_offset_negative, "row 2", "-1"),
    DATA(view_offset_large, "row 2", "5000"),
    DATA(view_sizes_null, "target", "sizes"),
    DATA(view_sizes_negative, "target", "-5 bytes"),
    DATA(view_data_null, "target", "address 0"),
    DATA(view_buffers_1, "target", "1 buffers"),
    DATA(view_buffers_none, "row 2", "0 of 0"),
    OK(view_all_inside, 9),
    OK(view_all_inside_sizes_null, 9),
    DATA(view_not_utf8, "row 0", "UTF-8"),

    DATA(dictionary_missing, "target", "dictionary is missing"),
    DATA(dictionary_array_released, "dictionary", "released"),
    DATA(dictionary_nested, "dictionary"),
    DATA(dictionary_length_negative, "dictionary", "-1"),
    DATA(dictionary_buffers, "dictionary", "2 buffers"),
    DATA(dictionary_index_large, "row 2", "index 5", "5 entries"),
    DATA(dictionary_index_negative, "row 2", "index -1"),
    DATA(dictionary_index_2_63, "row 2", "index"),
    DATA(dictionary_empty, "row 0", "0 entries"),
    DATA(dictionary_entry_null, "row 2", "entry 2", "null"),
    OK(dictionary_spare_null, 8),
    DATA(dictionary_falling, "row 0", "entry 0", "offset"),
    OK(dictionary_offset, 8),
    OK(dictionary_repeats, 8),

    OK(nodes_good, 10),
    OK(nodes_only_labels, 10),
    OK(nodes_plain, 10),
    DATA(nodes_text, "labels"),
    DATA(nodes_marks_integer, "nodes", "\"source\"", "boolean"),
    DATA(nodes_marks_null, "nodes", "row 1", "\"source\""),
    DATA(nodes_null_label, "nodes", "row 1", "\"node\""),
    INVALID(nodes_name_missing, "nodes", "\"vertex\"", "\"node\""),
    DATA(nodes_broken, "nodes", "\"node\""),
    INVALID(nodes_get_next_null, "nodes", "get_next"),
    INVALID(nodes_released, "nodes", "released"),
    DATA(nodes_fail, "nodes", "nodes lost"),
    DATA(nodes_good_edges_broken, "edges", "target"),
    INVALID(nodes_good_edges_null, "edges"),
    INVALID(nodes_good_options_bad, "directed", "7"),
};

enum { CASES = sizeof cases / sizeof *cases };

/* Valid UTF-8, as far as a message needs it: every lead byte has its continuation bytes. */
static int is_utf8(const char *text) {
  for (const unsigned char *p = (const unsigned char *)text; *p != 0; p++) {
    int more = *p < 0x80 ? 0 : *p >= 0xf0 ? 3 : *p >= 0xe0 ? 2 : *p >= 0xc2 ? 1 : -1;
    if (more < 0) return 0;
    for (; more > 0; more--) {
      if ((*++p & 0xc0) != 0x80) return 0;
    }
  }
  return 1;
}

static void judge_source(const char *which, const source *s, int was_released) {
  if (was_released) {
    CHECK(s->streams_released == 0, "%s: a released stream was released again", which);
    return;
  }
  CHECK(source_verdict(s) == NULL, "%s: %s (schemas %d of %d, batches %d of %d)", which, source_verdict(s),
        s->schemas_released, s->schemas_given, s->batches_released, s->batches_given);
}

static void judge_graph(const test_case *c, gobc_graph *graph) {
  gobc_graph_stats stats = {.struct_size = sizeof stats};
  CHECK(gobc_graph_info(graph, &stats, NULL) == GOBC_OK, "no information about the graph");
  CHECK(stats.vertices == c->vertices, "%lld vertices instead of %lld", (long long)stats.vertices,
        (long long)c->vertices);
}

static void run(const test_case *c) {
  static scene s;
  memset(&s, 0, sizeof s);
  path_of(&s, (kind){0, 'l'});
  s.edges_stream = &s.edges.stream;
  gobc_graph_options_init(&s.options, sizeof s.options);
  c->spoil(&s);
  int edges_released = s.edges.stream.release == NULL, nodes_released = s.nodes.stream.release == NULL;
  struct ArrowArrayStream *nodes = s.has_nodes == 0 ? NULL : s.has_nodes == 1 ? &s.nodes.stream : s.edges_stream;

  gobc_error error;
  memset(&error, 0x55, sizeof error);
  gobc_graph *graph = (gobc_graph *)&s;
  int32_t status = gobc_graph_new(s.edges_stream, nodes, &s.options, NULL, &graph, &error);

  CHECK(status == c->status, "status %d instead of %d: %s", status, c->status, error.message);
  CHECK(memchr(error.message, 0, sizeof error.message) != NULL, "the message has no end");
  CHECK(is_utf8(error.message), "the message is not UTF-8: %s", error.message);
  for (int i = 0; i < 3 && c->words[i] != NULL; i++) {
    CHECK(strstr(error.message, c->words[i]) != NULL, "\"%s\" is missing in: %s", c->words[i], error.message);
  }
  CHECK((graph != NULL) == (status == GOBC_OK), "status %d with graph %p", status, (void *)graph);
  if (s.edges_stream != NULL) judge_source("edges", &s.edges, edges_released);
  if (s.has_nodes == 1) judge_source("nodes", &s.nodes, nodes_released);
  if (status == GOBC_OK && graph != NULL) judge_graph(c, graph);
  gobc_graph_free(graph);
  source_end(&s.edges);
  source_end(&s.nodes);
  if (getenv("GOBC_TESTS_VERBOSE") != NULL) printf("%s: %d %s\n", c->name, error.code, error.message);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  int list = strcmp(argv[1], "LIST") == 0;
  for (int i = 0; i < CASES; i++) {
    if (list) puts(cases[i].name);
    if (strcmp(argv[1], cases[i].name) != 0) continue;
    alarm(300); /* ends a hang */
    run(&cases[i]);
    return checks_end(cases[i].name);
  }
  return list ? 0 : 2;
}
