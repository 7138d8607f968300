/*
 * fuzz.c - random mutations of valid Arrow streams: no crash, no hang, every callback once and on this thread, a whole
 * message for every error, and the graph that the stream says where there is none. Deterministic for a seed or for the
 * bytes of a file; run it under AddressSanitizer too.
 *
 *   fuzz MUTATIONS [SEED]     streams number SEED, SEED + 1, ... until there are so many mutations
 *   fuzz --corpus FILE...     a stream for each file, whose bytes choose its mutations
 *
 * Compiled with -DGOBC_LIBFUZZER and -fsanitize=fuzzer it is a target of libFuzzer (scripts/fuzz.sh).
 *
 * Lies that nobody can see are kept out: a buffer that is smaller than its array says. Buffers have room for 40 more
 * elements, growing mutations stay below that, and last offsets and data sizes are not raised.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "choice.h"
#include "expected.h"
#include "producer.h"

enum { SLACK = 40 };

/* Values at the edges of what a count may be; those in the middle stay within the slack. */
static int64_t odd_count(int64_t now) {
  static const int64_t far[] = {-1, INT64_MIN, INT64_MAX, INT64_MAX - 1, (INT64_C(1) << 40) + 1, INT64_MIN + 1, -2};
  return below(3) == 0 ? far[below(sizeof far / sizeof *far)] : below(2) == 0 ? now + below(5) - 2 : below(8);
}

/* ---- mutations: each returns the number of fields it has changed ---- */

static int spoil_schema(struct ArrowSchema *schema, int is_root) {
  static const char *const formats[] = {"c", "C", "s", "S",  "i",   "I",  "l",  "L", "vu", "b",   "g",      "e",
                                        "n", "z", "Z", "vz", "w:4", "+l", "+s", "",  "x",  "tdD", "d:10,2", "ll"};
  switch (below(7)) {
    case 0: schema->format = formats[below(sizeof formats / sizeof *formats)]; break;
    case 1: schema->format = NULL; break;
    case 2: schema->name = below(2) == 0 ? NULL : "\xff odd \xc3"; break;
    case 3: schema->metadata = "\xff\xff\xff\x7f"; break;
    case 4: schema->flags = (int64_t)random64(); break;
    case 5: schema->n_children = is_root ? below(4) - 1 : odd_count(schema->n_children); break;
    default:
      if (is_root && below(2) == 0) schema->children = NULL;
      else if (below(2) == 0) schema->release = NULL;
      else schema->dictionary = NULL;
  }
  return 1;
}

static int spoil_array(struct ArrowArray *array, const struct ArrowArray *other) {
  switch (below(9)) {
    case 0: array->length = odd_count(array->length); break;
    case 1: array->offset = odd_count(array->offset); break;
    case 2: array->null_count = odd_count(array->null_count); break;
    case 3: array->n_buffers = below(8) - 1; break;
    case 4: array->n_children = odd_count(array->n_children); break;
    case 5:
      if (array->buffers == NULL) return 0;
      array->buffers[below(3)] = below(2) == 0 ? NULL : (const void *)(uintptr_t)below(4096);
      break;
    case 6: array->buffers = NULL; break;
    case 7: array->release = NULL; break;
    default: array->dictionary = below(2) == 0 ? NULL : (struct ArrowArray *)(uintptr_t)other;
  }
  return 1;
}

/* Changes one value: a random integer, an offset or a view, never beyond the array's own sizes. */
static int spoil_value(struct ArrowArray *array, char code) {
  if (array->buffers == NULL || array->length <= 0 || array->length > 64 || array->buffers[1] == NULL) return 0;
  if ((uintptr_t)array->buffers[1] < 4096) return 0;
  int64_t row = below(array->length);
  int32_t word = below(2) == 0 ? (int32_t)random64() : (int32_t)below(80) - 8;
  char *data = (char *)(uintptr_t)array->buffers[1];
  if (code == 'v') {
    memcpy(data + 16 * row + 4 * below(4), &word, 4);
  } else if (code == 'u' || code == 'U') {
    if (word > 0) word = -word; /* a falling or negative offset, never a larger text */
    int64_t wide = word;
    memcpy(data + row * (code == 'u' ? 4 : 8), &wide, code == 'u' ? 4 : 8);
  } else {
    data[row] = (char)random64();
  }
  return 1;
}

static int spoil_stream(source *s) {
  switch (below(8)) {
    case 0: s->stream.get_schema = NULL; break;
    case 1: s->stream.get_next = NULL; break;
    case 2: s->stream.get_last_error = NULL; break;
    case 3: s->schema_code = EIO; break;
    case 4: s->fail_at = (int)below(3), s->batch_code = (int)random64() | 1; break;
    case 5: s->forgets = 1; break;
    case 6: s->error_text = below(2) == 0 ? "why \xff not" : NULL; break;
    default: s->empty_first = below(4);
  }
  return 1;
}

static int spoil_column(source *s, int b, int64_t c) {
  struct ArrowArray *batch = &s->batch[b], *array = batch->children[c];
  const kind k = s->kinds[c];
  if (array == NULL) return 0;
  struct ArrowArray *values = k.index != 0 && array->dictionary != NULL ? array->dictionary : array;
  switch (below(6)) {
    case 0: return spoil_array(array, batch->children[1 - c]);
    case 1: return spoil_array(values, NULL);
    case 2: return spoil_value(array, k.index != 0 ? k.index : k.value);
    case 3: return spoil_value(values, values == array && k.index != 0 ? k.index : k.value);
    case 4:
      if (array->buffers == NULL || array->length < 0 || array->length > 64) return 0;
      if (array->offset < 0 || array->offset > 64) return 0;
      source_validity(s, b, array, random64() | random64() | random64(), below(5) - 2);
      return 1;
    default: batch->children[c] = below(2) == 0 ? NULL : batch->children[1 - c]; return 1;
  }
}

static int mutate(source *s) {
  int b = (int)below(s->n_batches);
  struct ArrowArray *batch = &s->batch[b];
  int64_t c = below(2);
  switch (below(10)) {
    case 0: return spoil_stream(s);
    case 1: return spoil_schema(&s->schema, 1);
    case 2: return s->schema.children != NULL ? spoil_schema(s->schema.children[c], 0) : 0;
    case 3: {
      struct ArrowSchema *field = s->schema.children != NULL ? s->schema.children[c] : NULL;
      return field != NULL && field->dictionary != NULL ? spoil_schema(field->dictionary, 0) : 0;
    }
    case 4:
      if (below(8) != 0) return spoil_array(batch, NULL);
      batch->children = NULL;
      return 1;
    default: return batch->children != NULL ? spoil_column(s, b, c) : 0;
  }
}

/* ---- one stream ---- */

static void build(source *s) {
  static const char values[] = "cCsSiIlLuUv", indices[] = "cCsSiIlL";
  kind k = {below(3) == 0 ? indices[below(8)] : 0, values[below(11)]};
  source_init(s, k);
  s->slack = SLACK;
  for (int64_t b = 1 + below(3), first = 0; b > 0; b--) {
    int64_t rows = below(9);
    source_path(s, first, rows);
    first += rows;
  }
}

/* Names the stream in messages. */
typedef struct origin {
  const char *file;
  uint64_t number;
} origin;

static void judge(origin from, source *s, int mutations, int32_t status, gobc_graph *graph, const gobc_error *error) {
#define STREAM "stream %s %" PRIu64 ": "
  const char *file = from.file ? from.file : "number";
  const char *verdict = source_verdict(s), *differs = status == GOBC_OK ? expected_differs(s, graph) : NULL;
  int said = status == GOBC_OK || (memchr(error->message, 0, sizeof error->message) != NULL && error->message[0] != 0);
  CHECK(verdict == NULL, STREAM "%s", file, from.number, verdict);
  CHECK(said && error->code == status, STREAM "status %d without a message", file, from.number, status);
  CHECK((graph != NULL) == (status == GOBC_OK), STREAM "status %d, graph %p", file, from.number, status, (void *)graph);
  CHECK(status != GOBC_INTERNAL, STREAM "%s", file, from.number, error->message);
  CHECK(mutations > 0 || status == GOBC_OK, STREAM "is valid: %s", file, from.number, error->message);
  CHECK(differs == NULL, STREAM "%s", file, from.number, differs);
#undef STREAM
}

/* Builds, spoils and reads one stream. Returns the number of its mutations. */
static int round_of(origin from, int64_t statuses[8]) {
  static source s;
  int mutations = 0;
  build(&s);
  s.keeps = 1;
  for (int64_t wanted = below(8) == 0 ? 0 : 1 + below(3), tries = 0; mutations < wanted && tries < 20; tries++) {
    mutations += mutate(&s);
  }
  gobc_graph *graph = NULL;
  gobc_error error;
  int32_t status = gobc_graph_new(&s.stream, NULL, NULL, NULL, &graph, &error);
  statuses[status & 7]++;
  judge(from, &s, mutations, status, graph, &error);
  gobc_graph_free(graph);
  source_end(&s);
  return mutations;
}

static int numbered(uint64_t number, int64_t statuses[8]) {
  choose_by(number);
  return round_of((origin){NULL, number}, statuses);
}

static void chosen_by(const char *file, const uint8_t *bytes, size_t size, int64_t statuses[8]) {
  state = 1;
  input = bytes, input_left = size;
  round_of((origin){file, 0}, statuses);
}

#ifdef GOBC_LIBFUZZER

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  int64_t statuses[8] = {0};
  chosen_by("input", bytes, size, statuses);
  if (checks_failed > 0) abort();
  return 0;
}

#else

static int replay(int files, char **names) {
  int64_t statuses[8] = {0};
  for (int i = 0; i < files; i++) {
    uint8_t bytes[4096];
    FILE *file = fopen(names[i], "rb");
    CHECK(file != NULL, "%s cannot be opened", names[i]);
    if (file == NULL) continue;
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    alarm(300); /* ends a hang */
    chosen_by(names[i], bytes, size, statuses);
  }
  CHECK(statuses[GOBC_OK] > 0 && statuses[GOBC_DATA] > 0, "a corpus of %d files has streams of one kind", files);
  return checks_end("fuzz --corpus");
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "--corpus") == 0) return replay(argc - 2, argv + 2);
  int64_t wanted = argc > 1 ? atoll(argv[1]) : 100000, mutations = 0, malformed = 0, statuses[8] = {0};
  uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, number = first;
  int trace = getenv("GOBC_TESTS_VERBOSE") != NULL;
  double start = seconds_now();
  while (mutations < wanted && checks_failed < 20) {
    if (number % 1024 == first % 1024) alarm(600); /* a stream that hangs */
    if (trace) fprintf(stderr, "stream %" PRIu64 "\n", number);
    now_at(number);
    int changes = numbered(number++, statuses);
    mutations += changes, malformed += changes > 0;
  }
  printf("fuzz: %" PRId64 " malformed of %" PRIu64 " streams in %.1f s, by %" PRId64 " mutations; by status: ",
         malformed, number - first, seconds_now() - start, mutations);
  for (int i = 0; i < 8; i++) printf("%" PRId64 "%s", statuses[i], i < 7 ? ", " : "\n");
  CHECK(statuses[GOBC_OK] > 0 && statuses[GOBC_DATA] > 0, "the mutations are too weak or too strong");
  return checks_end("fuzz");
}

#endif
