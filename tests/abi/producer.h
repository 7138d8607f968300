/*
 * producer.h - hand-made Arrow streams that count what becomes of them.
 *
 * A source is built whole, then a test may spoil any field of it, then it is read. Every block is malloc'd to its
 * exact size and freed at release, so that AddressSanitizer sees a read beyond it or after it. Releasing follows a
 * list of its own and not the fields that a test has spoiled.
 */
#ifndef GOBC_TESTS_PRODUCER_H
#define GOBC_TESTS_PRODUCER_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "gobc.h"

enum { SOURCE_BATCHES = 8, SOURCE_COLUMNS = 8 };

/* Type of a column: index 0, or the integer format of dictionary indices; value c C s S i I l L u U b f g, v for vu. */
typedef struct kind {
  char index;
  char value;
} kind;

enum { FLOAT_NAN = INT32_MIN, FLOAT_INFINITE = INT32_MAX };

typedef struct arena arena; /* blocks that are freed together */

typedef struct source {
  struct ArrowArrayStream stream;
  struct ArrowSchema schema;
  struct ArrowArray batch[SOURCE_BATCHES];
  int n_batches, next, n_columns;
  kind kinds[SOURCE_COLUMNS];
  int64_t empty_first; /* this many empty batches come before the first; -1: without end */
  int64_t slack;       /* elements of room beyond each buffer's content: for the fuzzer */

  int schema_code, batch_code; /* what get_schema, and get_next at fail_at, return */
  int fail_at;                 /* batch number at which get_next fails; -1 never   */
  const char *error_text;
  int forgets; /* release does not set release to NULL */

  int keeps; /* what was handed out stays after its release, until source_end: kept */
  struct ArrowSchema kept_schema;
  struct ArrowArray kept[2 * SOURCE_BATCHES];
  arena *kept_memory[2 * SOURCE_BATCHES + 1];
  int n_kept, n_kept_memory;

  pthread_t owner;
  int schemas_given, schemas_released, batches_given, batches_released, streams_released;
  int wrong_thread, children_released, double_released;
} source;

/* An edge table of label columns "source" and "target" and no batches yet. */
void source_init(source *s, kind k);

/* A table of named columns. */
void source_table(source *s, int columns, const char *const *names, const kind *kinds);

/* A stream of one array, not of a table. */
void source_plain(source *s, kind k);

/* Adds a batch of edges between random vertices, the same at each call. */
struct ArrowArray *source_random(source *s, int64_t vertices, int64_t rows);

/* Adds a batch of edges i -> i+1 for `rows` labels from `first` on. */
struct ArrowArray *source_path(source *s, int64_t first, int64_t rows);

/* Adds a batch: values[c][r] are label numbers, 0 and 1 of a boolean column, or tenths of a float column. */
struct ArrowArray *source_batch(source *s, int64_t rows, const int64_t *const *values);

/* Sets the bitmap of an array, NULL before, with `bits` for its first 64 elements; sets null_count too. */
void source_validity(source *s, int batch, struct ArrowArray *array, uint64_t bits, int64_t null_count);

/* Frees what was never handed out. */
void source_end(source *s);

/* NULL, or what went wrong with the promise "released exactly once, on the calling thread, before return". */
const char *source_verdict(const source *s);

/* Text of a label number, as the text kinds write it. Every third one is longer than a view holds inside. */
void label_text(int64_t label, char text[64]);

#endif
