/*
 * files.c - random changes of files of text, read by gobc_read: no crash, no hang, bounded memory, a whole message for every error,
 * the same answer when read again, and for lists of edges and matrices the edges that an independent reader finds (lines.c), or an
 * error with the line that it finds wrong. Deterministic for a seed.
 *
 *   files COUNT [SEED [FILE...]]    files number SEED, SEED + 1, ...; FILE...: of all formats, to start from
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <inttypes.h>
#include <math.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "check.h"
#include "choice.h"
#include "gobc.h"
#include "lines.h"

enum { MOST_BYTES = 1 << 14, MOST_SEEDS = 128, MOST_MEMORY = 1 << 20 /* KiB */, STATUSES = GOBC_FILE + 1 };

typedef struct file {
  char bytes[MOST_BYTES];
  size_t size;
} file;

static file now;
static file seeds[MOST_SEEDS];
static char seed_endings[MOST_SEEDS][16];
static int n_seeds;

/* ---- making ---- */

static void put(const char *text, size_t size) {
  if (now.size + size > sizeof now.bytes) return;
  memcpy(now.bytes + now.size, text, size);
  now.size += size;
}

static void say(const char *text) { put(text, strlen(text)); }

static void say_number(int64_t x) {
  char text[24];
  snprintf(text, sizeof text, "%" PRId64, x);
  say(text);
}

static void say_any(const char *const *among, int64_t n) { say(among[below(n)]); }

static void say_label(int kind) {
  static const char *const odd[] = {"007",
                                    "+7",
                                    "-0",
                                    "9223372036854775807",
                                    "9223372036854775808",
                                    "-9223372036854775808",
                                    "1e3",
                                    "0x10",
                                    "nan",
                                    "1_000",
                                    "a",
                                    "a b",
                                    "#1",
                                    "%",
                                    "'x'",
                                    "1.0",
                                    "-",
                                    "+",
                                    "00000000000000000001"};
  if (kind == 2 && below(4) == 0) say_any(odd, sizeof odd / sizeof *odd);
  else if (kind == 1) put("abcdefgh" + below(8), 1);
  else say_number(below(4) == 0 ? (int64_t)random64() >> below(64) : below(12));
}

static void say_weight(void) {
  static const char *const odd[] = {"0.1",
                                    "2.50",
                                    ".5",
                                    "5.",
                                    "1e5",
                                    "1E-3",
                                    "+3",
                                    "007",
                                    "9007199254740991",
                                    "9007199254740992",
                                    "1e999",
                                    "0",
                                    "-1",
                                    "inf",
                                    "nan",
                                    "1e300",
                                    "1e-300",
                                    "0.30000000000000004"};
  if (below(8) == 0) say_any(odd, sizeof odd / sizeof *odd);
  else say_number(1 + below(30));
}

static void say_end(void) { say(below(16) == 0 ? "\n\n" : below(16) == 0 ? "\r\n" : "\n"); }

static how make_list(void) {
  how h = {",\t; "[below(4)], (int)below(2), (int)below(2), below(4) == 0};
  const char delimiter[2] = {h.delimiter, 0};
  const int kind = (int)below(3), more = below(3) == 0, header = h.header;
  for (int64_t comments = below(3); comments > 0; comments--) say(below(2) == 0 ? "# nodes: 3\n" : "% made\n");
  for (int64_t rows = below(9) + header, row = 0; row < rows; row++) {
    for (int column = 0; column < 2 + h.weighted + more; column++) {
      if (column > 0) say(delimiter);
      if (below(12) == 0) say(" ");
      if (row == 0 && header) put("stwx" + column, 1);
      else if (column == 2 && h.weighted) say_weight();
      else say_label(kind);
    }
    say_end();
  }
  return h;
}

static how make_matrix(void) {
  how h = {0, 0, (int)below(2), 0};
  const int64_t rows = 1 + below(9), entries = below(7);
  say("%%MatrixMarket matrix coordinate real general\n");
  if (below(2) == 0) say("% made\n");
  say_number(rows), say(" "), say_number(rows), say(" "), say_number(entries), say("\n");
  for (int64_t i = 0; i < entries; i++) {
    say_number(1 + below(rows)), say(" "), say_number(1 + below(rows)), say(below(8) == 0 ? "  " : " ");
    say_weight();
    say_end();
  }
  return h;
}

/* ---- changing ---- */

static void replace(size_t at, size_t cut, const char *text, size_t size) {
  if (cut > now.size - at) cut = now.size - at;
  if (now.size - cut + size > sizeof now.bytes) return;
  memmove(now.bytes + at + size, now.bytes + at + cut, now.size - at - cut);
  memcpy(now.bytes + at, text, size);
  now.size = now.size - cut + size;
}

static void change(void) {
  static const char *const pieces[] = {"\n",
                                       "\r",
                                       ",",
                                       "\"",
                                       " ",
                                       "\t",
                                       ";",
                                       "#",
                                       "%",
                                       "1",
                                       "-1",
                                       "0",
                                       "nan",
                                       "inf",
                                       "1e999",
                                       "<",
                                       "&x;",
                                       "[",
                                       "]",
                                       "*",
                                       ":",
                                       "\xc3",
                                       "a",
                                       ".",
                                       "99999999999999999999",
                                       "\xff\xfe",
                                       "<!DOCTYPE x>",
                                       "*Vertices 3\n",
                                       "%%MatrixMarket",
                                       "2147483648"};
  size_t at = (size_t)below((int64_t)now.size + 1);
  switch (below(7)) {
    case 0:
      if (at < now.size) now.bytes[at] = (char)(now.bytes[at] ^ (1 << below(8)));
      break;
    case 1: replace(at, 1 + (size_t)below(below(4) == 0 ? 40 : 3), "", 0); break;
    case 2: {
      char copy[64];
      size_t size = 1 + (size_t)below(sizeof copy);
      if (size > now.size - at) size = now.size - at;
      memcpy(copy, now.bytes + at, size);
      replace((size_t)below((int64_t)now.size + 1), 0, copy, size);
      break;
    }
    case 3:
      if (n_seeds > 0 && below(4) == 0) {
        const file *other = &seeds[below(n_seeds)];
        size_t size = (size_t)below((int64_t)(other->size < 200 ? other->size : 200) + 1);
        replace(at, 0, other->bytes, size);
        break;
      } /* fall through */
    case 4:
      if (at < now.size && now.bytes[at] >= '0' && now.bytes[at] <= '9') {
        now.bytes[at] = (char)('0' + below(10));
        break;
      } /* fall through */
    default: {
      const char *piece = below(64) == 0 ? "" : pieces[below(sizeof pieces / sizeof *pieces)];
      replace(at, (size_t)below(2), *piece == 0 ? "\0" : piece, *piece == 0 ? 1 : strlen(piece));
    }
  }
}

/* ---- reading ---- */

typedef struct table {
  struct ArrowSchema edges_schema, nodes_schema;
  struct ArrowArray edges, nodes;
  int32_t status;
  gobc_error error;
} table;

static int held = -1; /* a file in memory */

static void read_file(const gobc_read_options *options, table *t) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", held);
  memset(t, 0, sizeof *t);
  t->status = gobc_read(path, options, NULL, &t->edges_schema, &t->edges, &t->nodes_schema, &t->nodes, &t->error);
}

static void let_go(table *t) {
  struct ArrowSchema *schemas[] = {&t->edges_schema, &t->nodes_schema};
  struct ArrowArray *arrays[] = {&t->edges, &t->nodes};
  for (int i = 0; i < 2; i++) {
    if (schemas[i]->release != NULL) schemas[i]->release(schemas[i]);
    if (arrays[i]->release != NULL) arrays[i]->release(arrays[i]);
  }
}

static uint64_t digest(uint64_t sum, const void *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) sum = (sum ^ ((const uint8_t *)bytes)[i]) * UINT64_C(0x100000001b3);
  return sum;
}

static size_t bytes_of(const struct ArrowSchema *schema, const struct ArrowArray *column) {
  if (schema->format[0] != 'U') return (size_t)column->length * 8;
  const int64_t *ends = column->buffers[1];
  return column->length > 0 ? (size_t)ends[column->length] : 0;
}

/* All that a table says. */
static uint64_t told(const struct ArrowSchema *schema, const struct ArrowArray *array, uint64_t sum) {
  if (schema->release == NULL) return sum;
  for (int64_t c = 0; c < schema->n_children; c++) {
    const struct ArrowSchema *field = schema->children[c];
    const struct ArrowArray *column = array->children[c];
    sum = digest(digest(sum, field->format, strlen(field->format)), field->name, strlen(field->name));
    sum = digest(sum, &column->length, 8);
    if (field->format[0] == 'U') sum = digest(sum, column->buffers[1], (size_t)(column->length + 1) * 8);
    sum = digest(sum, column->buffers[field->format[0] == 'U' ? 2 : 1], bytes_of(field, column));
  }
  return sum;
}

static uint64_t told_by(const table *t) {
  uint64_t sum = told(&t->edges_schema, &t->edges, UINT64_C(0xcbf29ce484222325));
  return digest(told(&t->nodes_schema, &t->nodes, sum), t->error.message, strlen(t->error.message));
}

/* ---- judging ---- */

static int same_pair(const expected *e, int64_t edge, int64_t a, int64_t b) {
  return (e->number[0][edge] == a && e->number[1][edge] == b) || (e->number[0][edge] == b && e->number[1][edge] == a);
}

static const char *differs(const expected *e, how how, const table *t) {
  static char text[200];
  int64_t columns = t->edges_schema.n_children;
  if (columns != 2 + how.weighted) return "another number of columns";
  if (t->edges.length != e->edges) return "another number of edges";
  for (int end = 0; end < 2; end++)
    if (t->edges_schema.children[end]->format[0] != (e->numbers || e->edges == 0 ? 'l' : 'U') && e->edges > 0)
      return "labels of another type";
  for (int64_t i = 0, want = 0; i < e->edges; i++) {
    const int64_t *ends[] = {t->edges.children[0]->buffers[1], t->edges.children[1]->buffers[1]};
    want = i;
    if (e->undirected)
      for (want = 0; want < e->edges; want++)
        if (same_pair(e, want, ends[0][i], ends[1][i])) break;
    if (want == e->edges) return "an edge that is not in the file";
    for (int end = 0; end < 2 && !e->undirected; end++) {
      span label = e->label[end][want];
      const char *texts = t->edges.children[end]->buffers[2];
      int same = e->numbers ? ends[end][i] == e->number[end][want]
                            : ends[end][i + 1] - ends[end][i] == label.length &&
              memcmp(texts + ends[end][i], label.text, (size_t)label.length) == 0;
      if (!same) return snprintf(text, sizeof text, "edge %" PRId64 " has another end", i), text;
    }
    if (!how.weighted) continue;
    const void *weights = t->edges.children[2]->buffers[1];
    double weight = t->edges_schema.children[2]->format[0] == 'l' ? (double)((const int64_t *)weights)[i]
                                                                  : ((const double *)weights)[i];
    if (weight != e->weight[want]) return snprintf(text, sizeof text, "edge %" PRId64 " weighs %.17g", i, weight), text;
  }
  return NULL;
}

/* A stream of one batch, which takes the table. */
typedef struct handed {
  struct ArrowSchema schema;
  struct ArrowArray array;
} handed;

static int give_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  handed *h = stream->private_data;
  *out = h->schema;
  h->schema.release = NULL;
  return 0;
}

static int give_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  handed *h = stream->private_data;
  *out = h->array;
  h->array.release = NULL;
  return 0;
}

static const char *no_error(struct ArrowArrayStream *stream) { return (void)stream, NULL; }

static void release_stream(struct ArrowArrayStream *stream) {
  handed *h = stream->private_data;
  if (h->schema.release != NULL) h->schema.release(&h->schema);
  if (h->array.release != NULL) h->array.release(&h->array);
  stream->release = NULL;
}

/* Builds a graph of the table, which it takes. NULL, or what is wrong. */
static const char *graph_differs(table *t, int weighted) {
  static gobc_error error;
  handed edges = {t->edges_schema, t->edges}, nodes = {t->nodes_schema, t->nodes};
  const int64_t rows = t->edges.length;
  const int has_nodes = t->nodes_schema.release != NULL;
  t->edges_schema.release = t->nodes_schema.release = NULL;
  t->edges.release = t->nodes.release = NULL;
  struct ArrowArrayStream edges_stream = {give_schema, give_next, no_error, release_stream, &edges};
  struct ArrowArrayStream nodes_stream = {give_schema, give_next, no_error, release_stream, &nodes};
  gobc_graph_options options;
  gobc_graph_options_init(&options, sizeof options);
  options.threads = 1, options.source = "#0", options.target = "#1", options.weight = weighted ? "#2" : NULL;
  options.nodes_are_all = has_nodes;
  gobc_graph *graph = NULL;
  int32_t status = gobc_graph_new(&edges_stream, has_nodes ? &nodes_stream : NULL, &options, NULL, &graph, &error);
  gobc_graph_stats stats = {.struct_size = sizeof stats};
  const char *wrong = NULL;
  if (status == GOBC_INTERNAL) wrong = error.message;
  else if (status != GOBC_OK && status != GOBC_DATA) wrong = "a graph of it is neither made nor refused";
  else if (status == GOBC_OK && (gobc_graph_info(graph, &stats, NULL) != GOBC_OK || stats.edges != rows))
    wrong = "a graph of it has other edges";
  gobc_graph_free(graph);
  return wrong;
}

/* Whether "#0" is or may be a column's name, and not its position. */
static int named_as_positions(const table *t) {
  for (int64_t c = 0; c < t->edges_schema.n_children; c++)
    if (t->edges_schema.children[c]->name[0] == '#') return 1;
  return 0;
}

#define FILE_ "file number %" PRIu64 ": "

static void judge_error(uint64_t number, const table *t, const expected *e) {
  char line[32];
  CHECK(memchr(t->error.message, 0, sizeof t->error.message) != NULL && t->error.message[0] != 0, FILE_ "no message",
        number);
  CHECK(t->error.code == t->status && t->status != GOBC_INTERNAL && t->status != GOBC_MEMORY, FILE_ "status %d: %s",
        number, t->status, t->error.message);
  CHECK(e->verdict != READ, FILE_ "is plain: %s", number, t->error.message);
  if (e->verdict == WRONG && e->line > 0) {
    snprintf(line, sizeof line, "line %" PRId64 ": ", e->line);
    CHECK(strstr(t->error.message, line) != NULL, FILE_ "no %s in %s", number, line, t->error.message);
  }
}

/* Reads the file of now, twice. */
static int32_t judge(uint64_t number, const gobc_read_options *options, how how, const expected *e, int knows_weight) {
  table first, again;
  if (ftruncate(held, 0) != 0 || pwrite(held, now.bytes, now.size, 0) != (ssize_t)now.size) abort();
  read_file(options, &first);
  read_file(options, &again);
  const int32_t status = first.status;
  CHECK(status == again.status && told_by(&first) == told_by(&again), FILE_ "another answer when it is read again",
        number);
  let_go(&again);
  if (status != GOBC_OK) {
    judge_error(number, &first, e);
  } else {
    CHECK(e->verdict != WRONG, FILE_ "was read; line %" PRId64 " is wrong", number, e->line);
    const char *wrong = e->verdict == READ ? differs(e, how, &first) : NULL;
    CHECK(wrong == NULL, FILE_ "%s", number, wrong);
    if (first.edges_schema.n_children >= 2 && !options->list && !named_as_positions(&first)) {
      wrong = graph_differs(&first, knows_weight);
      CHECK(wrong == NULL, FILE_ "%s", number, wrong);
    }
  }
  let_go(&first);
  return status;
}

/* ---- one file ---- */

static int changes(void) {
  int wanted = below(8) == 0 ? 0 : 1 + (int)below(3);
  for (int i = 0; i < wanted; i++) change();
  return wanted;
}

static int32_t one_of_lines(uint64_t number, expected *e, int *changed) {
  now.size = 0;
  how h = below(3) == 0 ? make_matrix() : make_list();
  *changed = changes();
  lines_expect(now.bytes, now.size, h, e);
  const char delimiter[2] = {h.delimiter, 0};
  gobc_read_options options;
  gobc_read_options_init(&options, sizeof options);
  options.format = h.delimiter == 0 ? "mtx" : below(2) == 0 ? "csv" : "txt";
  options.weight = h.weighted ? h.delimiter == 0 ? "value" : "#2" : NULL;
  if (h.delimiter != 0) {
    options.delimiter = delimiter, options.header = h.header, options.text_ids = h.text_ids;
    options.source = "#0", options.target = "#1";
  }
  return judge(number, &options, h, e, h.weighted);
}

static int32_t one_of_seeds(uint64_t number, expected *e, int *changed) {
  static const char *const weights[] = {NULL, NULL, "weight", "#2", "value", "km"};
  int seed = (int)below(n_seeds);
  now = seeds[seed];
  *changed = changes();
  e->verdict = UNCLEAR;
  gobc_read_options options;
  gobc_read_options_init(&options, sizeof options);
  options.format = below(8) == 0 ? NULL : seed_endings[below(16) == 0 ? below(n_seeds) : seed];
  options.weight = weights[below(6)];
  options.header = (int32_t)below(3) - 1;
  options.directed = (int32_t)below(3) - 1;
  options.text_ids = below(4) == 0;
  options.list = below(16) == 0;
  return judge(number, &options, (how){0}, e, options.weight != NULL);
}

static void load_seed(const char *path) {
  FILE *from = fopen(path, "rb");
  CHECK(from != NULL, "%s cannot be opened", path);
  if (from == NULL || n_seeds == MOST_SEEDS) return;
  seeds[n_seeds].size = fread(seeds[n_seeds].bytes, 1, sizeof seeds[n_seeds].bytes, from);
  fclose(from);
  const char *ending = strrchr(path, '.');
  const char *packed = ending != NULL && (strcmp(ending, ".gz") == 0 || strcmp(ending, ".zst") == 0) ? ".txt" : ending;
  snprintf(seed_endings[n_seeds++], sizeof *seed_endings, "%s",
           packed == NULL || strcmp(packed, ".konect") == 0 ? "txt" : packed + 1);
}

/* Prints the file of now. */
static void show(uint64_t number) {
  printf("file number %" PRIu64 ": ", number);
  for (size_t i = 0; i < now.size; i++)
    if (now.bytes[i] >= ' ' && now.bytes[i] <= '~' && now.bytes[i] != '\\') putchar(now.bytes[i]);
    else printf("\\x%02x", (uint8_t)now.bytes[i]);
  printf("\n");
}

static int64_t peak_memory(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss;
}

int main(int argc, char **argv) {
  int64_t wanted = argc > 1 ? atoll(argv[1]) : 100000, statuses[STATUSES] = {0}, verdicts[3] = {0}, changed_files = 0;
  uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, number = first;
  static expected e;
  for (int i = 3; i < argc; i++) load_seed(argv[i]);
  held = memfd_create("file", 0);
  double start = seconds_now();
  for (; changed_files < wanted && checks_failed < 20; number++) {
    int changed = 0, failed = checks_failed;
    if (number % 256 == first % 256) alarm(600); /* a file that hangs */
    now_at(number);
    choose_by(number);
    int32_t status =
        n_seeds > 0 && below(2) == 0 ? one_of_seeds(number, &e, &changed) : one_of_lines(number, &e, &changed);
    statuses[status % STATUSES]++, verdicts[e.verdict]++, changed_files += changed > 0;
    CHECK(peak_memory() < MOST_MEMORY, FILE_ "%" PRId64 " MiB of memory", number, peak_memory() >> 10);
    if (checks_failed > failed) show(number);
  }
  printf("files: %" PRId64 " malformed of %" PRIu64 " in %.1f s, %" PRId64 " MiB; known edges %" PRId64
         ", known errors %" PRId64 "; by status: ",
         changed_files, number - first, seconds_now() - start, peak_memory() >> 10, verdicts[READ], verdicts[WRONG]);
  for (int i = 0; i < STATUSES; i++) printf("%" PRId64 "%s", statuses[i], i < STATUSES - 1 ? ", " : "\n");
  CHECK(statuses[GOBC_OK] > 0 && statuses[GOBC_FILE] > 0 && verdicts[READ] > 0 && verdicts[WRONG] > 0,
        "the changes are too weak or too strong");
  return checks_end("files");
}
