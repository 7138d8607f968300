/*
 * allocations.c - every allocation that the library makes during a call fails once, and once with all that follow: the
 * call is GOBC_MEMORY or right, gives nothing back that is half made, leaks nothing, and the next one is right.
 *
 *   allocations [CASE [K]]     one case alone, from its K-th allocation on
 *
 * The allocator of this program takes the place of libc's for the library too, and looks at who calls. Call sites that
 * allocate before the first call ends belong to Go's runtime, which ends the process where a thread cannot start: they
 * never fail here.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <link.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "producer.h"

/* ---- the allocator ---- */

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

enum { MOST_SITES = 1024, MOST_BLOCKS = 1 << 14 };

static atomic_flag busy = ATOMIC_FLAG_INIT;
static uintptr_t library_start, library_end, runtime_sites[MOST_SITES];
static void *live[MOST_BLOCKS];
static int n_sites, n_live, overflowed, learning = 1;
static long left; /* the allocation that fails, counted down to 0; negative: none any more */
static int armed, later_too, injected;

static void lock(void) {
  while (atomic_flag_test_and_set(&busy)) {}
}

static void unlock(void) { atomic_flag_clear(&busy); }

static int of_runtime(uintptr_t site) {
  for (int i = 0; i < n_sites; i++)
    if (runtime_sites[i] == site) return 1;
  return 0;
}

static int of_library(uintptr_t site) { return site >= library_start && site < library_end && !of_runtime(site); }

/* Whether this allocation fails. */
static int refused(uintptr_t site) {
  lock();
  if (learning && !of_runtime(site)) {
    if (n_sites < MOST_SITES) runtime_sites[n_sites++] = site;
    else overflowed = 1;
  }
  int no = armed && of_library(site) && (--left == 0 || (left < 0 && later_too));
  injected += no;
  unlock();
  return no;
}

static void *counted(void *block, uintptr_t site) {
  lock();
  if (block && of_library(site)) {
    if (n_live < MOST_BLOCKS) live[n_live++] = block;
    else overflowed = 1;
  }
  unlock();
  return block;
}

static void forget(const void *block) {
  lock();
  for (int i = n_live - 1; block && i >= 0; i--) {
    if (live[i] != block) continue;
    live[i] = live[--n_live];
    break;
  }
  unlock();
}

#define SITE ((uintptr_t)__builtin_return_address(0))

void *malloc(size_t bytes) { return refused(SITE) ? NULL : counted(__libc_malloc(bytes), SITE); }

void *calloc(size_t count, size_t bytes) { return refused(SITE) ? NULL : counted(__libc_calloc(count, bytes), SITE); }

void *realloc(void *block, size_t bytes) {
  if (refused(SITE)) return NULL;
  forget(block);
  void *moved = __libc_realloc(block, bytes);
  return counted(moved || bytes == 0 ? moved : block, SITE), moved;
}

void *aligned_alloc(size_t alignment, size_t bytes) {
  return refused(SITE) ? NULL : counted(__libc_memalign(alignment, bytes), SITE);
}

int posix_memalign(void **out, size_t alignment, size_t bytes) {
  void *block = refused(SITE) ? NULL : counted(__libc_memalign(alignment, bytes), SITE);
  if (!block) return ENOMEM;
  *out = block;
  return 0;
}

void free(void *block) {
  forget(block);
  __libc_free(block);
}

static int find_library(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  if (!strstr(info->dlpi_name, "libgobc.so")) return 0;
  library_start = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    uintptr_t end = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
    if (info->dlpi_phdr[i].p_type == PT_LOAD && end > library_end) library_end = end;
  }
  return 1;
}

static long fail_at; /* the allocation that fails in the next call; 0: none */

static void arm(void) {
  lock();
  left = fail_at, injected = 0, armed = fail_at > 0;
  unlock();
}

static void disarm(void) {
  lock();
  armed = 0;
  unlock();
}

#define FAILING(status, call)                                                                                          \
  do {                                                                                                                 \
    arm();                                                                                                             \
    status = call;                                                                                                     \
    disarm();                                                                                                          \
  } while (0)

/* ---- what a call gave, as one number ---- */

static uint64_t mix(uint64_t sum, const void *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) sum = (sum ^ ((const unsigned char *)bytes)[i]) * UINT64_C(1099511628211);
  return sum;
}

static uint64_t mix_text(uint64_t sum, const char *text) { return mix(sum, text, strlen(text) + 1); }

static uint64_t mix_column(uint64_t sum, const struct ArrowSchema *schema, const struct ArrowArray *array) {
  sum = mix_text(mix_text(sum, schema->name), schema->format);
  size_t rows = (size_t)array->length;
  if (*schema->format == 'U') {
    const int64_t *ends = array->buffers[1];
    return mix(mix(sum, ends, (rows + 1) * sizeof *ends), array->buffers[2], (size_t)ends[rows]);
  }
  const char format = *schema->format;
  const size_t bytes = format == 'C' ? 1 : format == 's' ? 2 : format == 'i' ? 4 : 8;
  if (*schema->format != 'u') return mix(sum, array->buffers[1], rows * bytes);
  const int32_t *ends = array->buffers[1];
  return mix(mix(sum, ends, (rows + 1) * sizeof *ends), array->buffers[2], (size_t)ends[rows]);
}

typedef struct table {
  struct ArrowSchema schema;
  struct ArrowArray array;
} table;

/* Takes a table, or looks that there is none. */
static uint64_t take(table *t, int32_t status) {
  uint64_t sum = 0;
  CHECK(!t->schema.release == (status != GOBC_OK) && !t->array.release == (status != GOBC_OK),
        "status %d, a half table", status);
  for (int64_t c = 0; status == GOBC_OK && c < t->schema.n_children; c++)
    sum = mix_column(sum, t->schema.children[c], t->array.children[c]);
  if (t->array.release) t->array.release(&t->array);
  if (t->schema.release) t->schema.release(&t->schema);
  return sum;
}

/* ---- calls ---- */

typedef struct test {
  const char *name;
  int32_t (*call)(const struct test *, gobc_graph *, uint64_t *sum, gobc_error *);
  const char *measures;
  kind label;
  char weight; /* type of the weights; 0: none */
  char nodes;  /* 1: with a table of nodes */
  char on_graph;
} test;

static int32_t build(const test *t, gobc_graph **graph, gobc_error *error) {
  static const int64_t tails[] = {0, 1, 2, 3, 0, 5}, heads[] = {1, 2, 3, 4, 2, 3}, weights[] = {15, 20, 30, 10, 35, 7};
  static const int64_t labels[] = {5, 4, 3, 2, 1, 0};
  source edges, nodes;
  source_table(&edges, t->weight ? 3 : 2, (const char *const[]){"source", "target", "w"},
               (kind[]){t->label, t->label, {0, t->weight}});
  source_batch(&edges, 6, (const int64_t *const[]){tails, heads, weights});
  source_table(&nodes, 1, (const char *const[]){"node"}, &t->label);
  source_batch(&nodes, 6, (const int64_t *const[]){labels});
  gobc_graph_options o;
  gobc_graph_options_init(&o, sizeof o);
  if (t->weight) o.weight = "w";
  int32_t status;
  FAILING(status, gobc_graph_new(&edges.stream, t->nodes ? &nodes.stream : NULL, &o, NULL, graph, error));
  CHECK(source_verdict(&edges) == NULL, "%s: %s", t->name, source_verdict(&edges));
  source_end(&edges), source_end(&nodes);
  CHECK(!*graph == (status != GOBC_OK), "status %d and a graph", status);
  return status;
}

static int32_t call_info(const test *t, gobc_graph *graph, uint64_t *sum, gobc_error *error) {
  (void)t;
  gobc_graph_stats stats = {.struct_size = sizeof stats};
  int32_t status;
  FAILING(status, gobc_graph_info(graph, &stats, error));
  *sum = mix(0, &stats, sizeof stats);
  return status;
}

static int32_t call_graph(const test *t, gobc_graph *unused, uint64_t *sum, gobc_error *error) {
  (void)unused;
  gobc_graph *graph;
  int32_t status = build(t, &graph, error);
  if (status) return status;
  int was = injected;
  fail_at = 0;
  CHECK(call_info(t, graph, sum, error) == GOBC_OK, "%s", error->message);
  injected = was;
  gobc_graph_free(graph);
  return GOBC_OK;
}

static int32_t call_compute(const test *t, gobc_graph *graph, uint64_t *sum, gobc_error *error) {
  static const int64_t labels[] = {4, 0, 3};
  source sources, of;
  source_table(&sources, 1, (const char *const[]){"node"}, &t->label);
  source_batch(&sources, 3, (const int64_t *const[]){labels});
  source_table(&of, 1, (const char *const[]){"node"}, &t->label);
  source_batch(&of, 3, (const int64_t *const[]){labels});
  gobc_options o;
  gobc_options_init(&o, sizeof o);
  o.threads = 2;
  if (t->nodes) o.sources = &sources.stream, o.of = &of.stream;
  table nodes;
  int32_t status;
  FAILING(status, gobc_compute(graph, t->measures, &o, NULL, &nodes.schema, &nodes.array, error));
  source_end(&sources), source_end(&of);
  *sum = take(&nodes, status);
  return status;
}

static int32_t call_edges(const test *t, gobc_graph *graph, uint64_t *sum, gobc_error *error) {
  table edges, nodes;
  int32_t status;
  FAILING(status,
          gobc_compute_edges(graph, t->measures, NULL, NULL, &edges.schema, &edges.array, &nodes.schema, &nodes.array,
                             error));
  *sum = take(&edges, status);
  *sum ^= take(&nodes, status);
  return status;
}

/* Of a job: what t->nodes says fails, and what comes before it does not. */
enum { NEW = 1, INFO, RUN, TOLD, MERGE, SAVE, LOAD, RESULT, STORE, BUILD };

static int32_t call_job(const test *t, gobc_graph *graph, uint64_t *sum, gobc_error *error) {
  long asked = fail_at;
  int was = 0;
  int32_t status = GOBC_OK;
  gobc_job *job = NULL;
  gobc_partial *first = NULL, *second = NULL, *read = NULL;
  gobc_graph *built = NULL;
  char *json = NULL;
  table bytes = {0}, edges = {0}, nodes = {0};
#define STAGE(stage, call)                                                                                             \
  if (!status && t->nodes >= stage) {                                                                                  \
    fail_at = t->nodes == stage ? asked : 0;                                                                           \
    FAILING(status, call);                                                                                             \
    if (t->nodes == stage) was = injected;                                                                             \
  }
  gobc_options o;
  gobc_options_init(&o, sizeof o);
  o.threads = 2;
  STAGE(NEW, gobc_job_new(graph, t->measures, &o, 2, NULL, &job, error));
  STAGE(INFO, gobc_job_info(job, &json, error));
  if (!status) gobc_text_free(json);
  STAGE(RUN, gobc_job_run(job, 0, &o, NULL, &first, error));
  STAGE(TOLD, gobc_partial_info(first, &json, error));
  if (!status && t->nodes >= TOLD) gobc_text_free(json);
  if (!status && t->nodes >= MERGE) {
    fail_at = 0;
    FAILING(status, gobc_job_run(job, 1, &o, NULL, &second, error));
  }
  STAGE(MERGE, gobc_partial_merge(first, second, error));
  STAGE(SAVE, gobc_partial_save(first, NULL, &bytes.schema, &bytes.array, error));
  const void *data = status || t->nodes < SAVE ? NULL : bytes.array.children[0]->buffers[1];
  int64_t size = data ? bytes.array.length : 0;
  STAGE(LOAD, gobc_partial_load(NULL, data, size, &read, error));
  STAGE(RESULT, gobc_job_result(job, read, 0, NULL, &edges.schema, &edges.array, &nodes.schema, &nodes.array, error));
  *sum = 1;
  if (!status && t->nodes == RESULT) *sum = take(&edges, status) ^ take(&nodes, status);
  if (bytes.array.release && t->nodes >= STORE) take(&bytes, GOBC_OK);
  STAGE(STORE, gobc_graph_save(graph, NULL, &bytes.schema, &bytes.array, error));
  data = status || t->nodes < STORE ? NULL : bytes.array.children[0]->buffers[1];
  size = data ? bytes.array.length : 0;
  STAGE(BUILD, gobc_graph_load(NULL, data, size, NULL, NULL, &built, error));
  fail_at = asked;
  injected = was;
  if (bytes.array.release) take(&bytes, GOBC_OK);
  if (nodes.array.release) take(&nodes, GOBC_OK);
  if (edges.array.release) take(&edges, GOBC_OK);
  gobc_partial_free(first), gobc_partial_free(second), gobc_partial_free(read);
  gobc_job_free(job);
  gobc_graph_free(built);
  return status;
}

/* Of a job in a new folder, likewise. */
enum { WRITE = 1, FROM, KEEP, FIND, INTO, SUMS, TOGETHER };

static void remove_folder(const char *path) {
  char name[512];
  DIR *folder = opendir(path);
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
    unlink(name);
  }
  if (folder) closedir(folder);
  rmdir(path);
}

static int32_t call_folder(const test *t, gobc_graph *graph, uint64_t *sum, gobc_error *error) {
  long asked = fail_at;
  int was = 0;
  int32_t status = GOBC_OK;
  gobc_job *job = NULL, *again = NULL, *loaded = NULL;
  gobc_graph *built = NULL;
  gobc_partial *part = NULL, *merged = NULL;
  char *json = NULL, *facts = NULL, path[] = "/tmp/gobc-allocations-XXXXXX";
  int64_t shard = -1;
  gobc_options o;
  gobc_options_init(&o, sizeof o);
  o.threads = 2;
  fail_at = 0;
  CHECK(mkdtemp(path) != NULL, "%s", path);
  FAILING(status, gobc_job_new(graph, t->measures, &o, 2, NULL, &job, error));
  STAGE(WRITE, gobc_job_to_json(job, &json, error));
  STAGE(FROM, gobc_job_from_json(graph, json, NULL, &again, error));
  STAGE(KEEP, gobc_job_save(job, path, "labels", 1, error));
  STAGE(FIND, gobc_job_load(path, NULL, NULL, &built, &loaded, error));
  STAGE(INTO, gobc_job_run_into(loaded, path, -1, &o, NULL, &shard, &part, error));
  STAGE(SUMS, gobc_job_folder(path, &facts, error));
  STAGE(TOGETHER, gobc_job_merge(path, NULL, &merged, error));
  CHECK(status || t->nodes < INTO || (shard == 0 && part), "shard %ld", (long)shard);
  CHECK(status || t->nodes < SUMS || strstr(facts, "\"finished\":\"0\""), "%s", facts);
  fail_at = asked;
  injected = was;
  *sum = 1;
  gobc_text_free(json), gobc_text_free(facts);
  gobc_partial_free(part), gobc_partial_free(merged);
  gobc_job_free(job), gobc_job_free(again), gobc_job_free(loaded);
  gobc_graph_free(built);
  remove_folder(path);
  return status;
}
#undef STAGE

/* Columns of the graph, named where others have measures, or of its largest component, where nodes are wanted. */
static int32_t call_contents(const test *t, gobc_graph *graph, uint64_t *sum, gobc_error *error) {
  table found;
  gobc_graph *inner = NULL;
  int32_t status = GOBC_OK;
  if (t->nodes) FAILING(status, gobc_graph_subgraph(graph, NULL, 0, NULL, NULL, &inner, error));
  CHECK(!t->nodes || !inner == (status != GOBC_OK), "status %d and a graph", status);
  if (status) return status;
  int was = injected;
  if (inner) fail_at = 0;
  FAILING(status, gobc_graph_columns(inner ? inner : graph, t->measures, NULL, &found.schema, &found.array, error));
  if (inner) injected = was;
  *sum = take(&found, status);
  gobc_graph_free(inner);
  return status;
}

/* Of two networks; of one that is left out, too, where nodes are wanted. */
static int32_t call_many(const test *t, gobc_graph *unused, uint64_t *sum, gobc_error *error) {
  (void)unused;
  const int64_t tails[] = {0, 1, 2, 3, 0}, heads[] = {1, 2, 3, 4, 2}, weights[] = {15, 20, 30, t->nodes ? 0 : 10, 35};
  static const int64_t networks[] = {6, 7, 6, 8, 6};
  source edges;
  source_table(&edges, t->weight ? 4 : 3, (const char *const[]){"network", "source", "target", "w"},
               (kind[]){t->label, t->label, t->label, {0, t->weight}});
  source_batch(&edges, 5, (const int64_t *const[]){networks, tails, heads, weights});
  gobc_graph_options of;
  gobc_graph_options_init(&of, sizeof of);
  if (t->weight) of.weight = "w";
  gobc_options o;
  gobc_options_init(&o, sizeof o);
  o.threads = 2;
  table scores, left = {0};
  int32_t status;
  FAILING(status,
          gobc_many(&edges.stream, "network", t->measures, &of, &o, NULL, &scores.schema, &scores.array,
                    t->nodes ? &left.schema : NULL, t->nodes ? &left.array : NULL, error));
  CHECK(source_verdict(&edges) == NULL, "%s: %s", t->name, source_verdict(&edges));
  source_end(&edges);
  *sum = take(&scores, status);
  if (t->nodes) *sum ^= take(&left, status);
  return status;
}

/* Two networks on the graph's edges; where nodes are wanted, with names and one that is left out. */
static int32_t call_layers(const test *t, gobc_graph *graph, uint64_t *sum, gobc_error *error) {
  double weights[40];
  for (int i = 0; i < 40; i++) weights[i] = 1 + i % 5;
  if (t->nodes) weights[1] = -1;
  static const int64_t numbers[] = {1, 2};
  source names;
  source_table(&names, 1, (const char *const[]){"name"}, (kind[]){{0, 'u'}});
  source_batch(&names, 2, (const int64_t *const[]){numbers});
  gobc_options o;
  gobc_options_init(&o, sizeof o);
  o.threads = 2;
  table scores, left = {0};
  int32_t status;
  FAILING(status,
          gobc_many_layers(graph, t->nodes ? &names.stream : NULL, 2, weights, 2, 1, NULL, 0, 0, t->measures, &o, NULL,
                           &scores.schema, &scores.array, t->nodes ? &left.schema : NULL, t->nodes ? &left.array : NULL,
                           error));
  source_end(&names);
  *sum = take(&scores, status);
  if (t->nodes) *sum ^= take(&left, status);
  return status;
}

/* Networks of two streams, the second of which goes on with the last network of the first. */
static int32_t call_many_stream(const test *t, gobc_graph *unused, uint64_t *sum, gobc_error *error) {
  (void)unused;
  static const int64_t tails[] = {0, 1, 2}, heads[] = {1, 2, 3}, weights[] = {10, 20, 30};
  static const int64_t networks[2][3] = {{4, 5, 5}, {5, 6, 6}};
  gobc_graph_options of;
  gobc_graph_options_init(&of, sizeof of);
  if (t->weight) of.weight = "w";
  gobc_many_stream *stream;
  table scores = {0};
  source edges[2];
  int64_t more = 0;
  int given = 0;
  int32_t status;
  FAILING(status, gobc_many_open("network", t->measures, &of, NULL, 0, &stream, error));
  for (; given < 2 && !status; given++) {
    source_table(&edges[given], t->weight ? 4 : 3, (const char *const[]){"network", "source", "target", "w"},
                 (kind[]){t->label, t->label, t->label, {0, t->weight}});
    source_batch(&edges[given], 3, (const int64_t *const[]){networks[given], tails, heads, weights});
    FAILING(status, gobc_many_give(stream, &edges[given].stream, error));
    if (status) continue;
    if (given) (void)take(&scores, GOBC_OK);
    FAILING(status, gobc_many_next(stream, given, NULL, &scores.schema, &scores.array, NULL, NULL, &more, error));
  }
  gobc_many_stream_free(stream);
  for (int i = 0; i < given; i++) {
    CHECK(source_verdict(&edges[i]) == NULL, "%s: %s", t->name, source_verdict(&edges[i]));
    source_end(&edges[i]);
  }
  *sum = take(&scores, status);
  return status;
}

/* A matrix with its labels, or a block of pairs where edges are wanted, a histogram where nodes are. */
static int32_t call_distances(const test *t, gobc_graph *graph, uint64_t *sum, gobc_error *error) {
  table found, rows = {0}, columns = {0};
  gobc_options o;
  gobc_options_init(&o, sizeof o);
  o.threads = 2;
  int32_t status;
  if (t->nodes == 0) {
    FAILING(status,
            gobc_distances(graph, NULL, &o, NULL, &found.schema, &found.array, &rows.schema, &rows.array,
                           &columns.schema, &columns.array, error));
    *sum = take(&found, status);
    *sum += 3 * take(&rows, status);
    *sum += 5 * take(&columns, status);
    return status;
  }
  if (t->nodes == 1) FAILING(status, gobc_distance_pairs(graph, &o, 0, 0, NULL, &found.schema, &found.array, error));
  else FAILING(status, gobc_distance_histogram(graph, &o, NULL, &found.schema, &found.array, error));
  *sum = take(&found, status);
  return status;
}

/* Numbers of paths with labels, or paths of pairs where edges are wanted. */
static int32_t call_paths(const test *t, gobc_graph *graph, uint64_t *sum, gobc_error *error) {
  table found, rows = {0}, columns = {0};
  int32_t status;
  if (!t->nodes) {
    FAILING(status,
            gobc_path_counts(graph, NULL, NULL, &found.schema, &found.array, &rows.schema, &rows.array, &columns.schema,
                             &columns.array, error));
    *sum = take(&found, status);
    *sum += 3 * take(&rows, status);
    *sum += 5 * take(&columns, status);
    return status;
  }
  source from, to;
  static const int64_t first[] = {0, 1}, last[] = {3, 0};
  source_table(&from, 1, (const char *const[]){"node"}, &t->label);
  source_table(&to, 1, (const char *const[]){"node"}, &t->label);
  source_batch(&from, 2, (const int64_t *const[]){first});
  source_batch(&to, 2, (const int64_t *const[]){last});
  FAILING(status,
          gobc_shortest_paths(graph, &from.stream, &to.stream, NULL, NULL, &found.schema, &found.array, &rows.schema,
                              &rows.array, error));
  CHECK(source_verdict(&from) == NULL && source_verdict(&to) == NULL, "%s: lists are not released once", t->name);
  source_end(&from), source_end(&to);
  *sum = take(&found, status);
  *sum += 3 * take(&rows, status);
  return status;
}

/* Measures of groups, or a chosen group where nodes are wanted. */
static int32_t call_groups(const test *t, gobc_graph *graph, uint64_t *sum, gobc_error *error) {
  table found;
  int32_t status;
  if (t->nodes) {
    FAILING(status, gobc_best_group(graph, 2, NULL, NULL, &found.schema, &found.array, error));
    *sum = take(&found, status);
    return status;
  }
  source members;
  static const int64_t all[] = {0, 1, 2}, sizes[] = {1, 2};
  source_table(&members, 1, (const char *const[]){"node"}, &t->label);
  source_batch(&members, 3, (const int64_t *const[]){all});
  FAILING(status,
          gobc_groups(graph, t->measures, &members.stream, sizes, 2, NULL, NULL, &found.schema, &found.array, error));
  CHECK(source_verdict(&members) == NULL, "%s: %s", t->name, source_verdict(&members));
  source_end(&members);
  *sum = take(&found, status);
  return status;
}

static int32_t call_vertices(const test *t, gobc_graph *graph, uint64_t *sum, gobc_error *error) {
  table found;
  int32_t status;
  FAILING(status, gobc_vertex_distances(graph, t->measures, NULL, NULL, &found.schema, &found.array, error));
  *sum = take(&found, status);
  return status;
}

static int32_t call_plan(const test *t, gobc_graph *graph, uint64_t *sum, gobc_error *error) {
  char *json;
  int32_t status;
  FAILING(status, gobc_plan(graph, t->measures, NULL, &json, error));
  CHECK(!json == (status != GOBC_OK), "status %d and a plan", status);
  *sum = json != NULL && json[0] == '{' && json[strlen(json) - 1] == '}'; /* what memory is left differs */
  gobc_text_free(json);
  return status;
}

static int32_t call_generate(const test *t, gobc_graph *unused, uint64_t *sum, gobc_error *error) {
  (void)unused;
  table edges;
  int32_t status;
  FAILING(status, gobc_generate(t->measures, 1, &edges.schema, &edges.array, error));
  *sum = take(&edges, status);
  return status;
}

/* Of a file that holds what stands where others have measures. */
static int32_t call_read(const test *t, gobc_graph *unused, uint64_t *sum, gobc_error *error) {
  (void)unused;
  char path[] = "/tmp/gobc-allocations-XXXXXX";
  int file = mkstemp(path);
  CHECK(file >= 0 && write(file, t->measures, strlen(t->measures)) == (ssize_t)strlen(t->measures), "%s", path);
  close(file);
  gobc_read_options o;
  gobc_read_options_init(&o, sizeof o);
  o.weight = "value";
  table edges, nodes;
  int32_t status;
  FAILING(status, gobc_read(path, &o, NULL, &edges.schema, &edges.array, &nodes.schema, &nodes.array, error));
  unlink(path);
  *sum = take(&edges, status);
  *sum ^= take(&nodes, status);
  return status;
}

static const test tests[] = {
    {"graph", call_graph, NULL, {0, 'l'}, 0, 0, 0},
    {"graph_weights", call_graph, NULL, {0, 'l'}, 'g', 0, 0},
    {"graph_integer_weights", call_graph, NULL, {0, 'i'}, 'l', 0, 0},
    {"graph_text", call_graph, NULL, {0, 'u'}, 0, 0, 0},
    {"graph_dictionary", call_graph, NULL, {'i', 'u'}, 'g', 0, 0},
    {"graph_nodes", call_graph, NULL, {0, 'u'}, 0, 1, 0},
    {"info", call_info, NULL, {0, 'l'}, 'g', 0, 1},
    {"hops", call_compute, "betweenness,closeness", {0, 'l'}, 0, 0, 1},
    {"hops_text_lists", call_compute, "betweenness", {0, 'u'}, 0, 1, 1},
    {"distances", call_compute, "eccentricity,harmonic", {0, 's'}, 0, 0, 1},
    {"weights", call_compute, "betweenness,closeness", {0, 'l'}, 'g', 0, 1},
    {"weights_text_lists", call_compute, "stress", {'i', 'u'}, 'l', 1, 1},
    {"edges", call_edges, "edge_betweenness,betweenness", {0, 'u'}, 0, 0, 1},
    {"edges_weights", call_edges, "edge_stress,eccentricity", {0, 'l'}, 'g', 0, 1},
    {"job_new", call_job, "betweenness,closeness", {0, 'l'}, 'g', NEW, 1},
    {"job_info", call_job, "betweenness", {0, 'l'}, 0, INFO, 1},
    {"job_run", call_job, "stress,edge_betweenness", {0, 'u'}, 'g', RUN, 1},
    {"partial_info", call_job, "betweenness", {0, 'l'}, 0, TOLD, 1},
    {"partial_merge", call_job, "stress", {0, 'l'}, 0, MERGE, 1},
    {"partial_save", call_job, "stress,edge_betweenness,closeness", {0, 'l'}, 0, SAVE, 1},
    {"partial_load", call_job, "stress,edge_stress,harmonic", {0, 'l'}, 'g', LOAD, 1},
    {"job_result", call_job, "betweenness,edge_betweenness", {0, 'u'}, 0, RESULT, 1},
    {"graph_save", call_job, "betweenness", {0, 'u'}, 'g', STORE, 1},
    {"graph_load", call_job, "betweenness", {0, 'u'}, 'g', BUILD, 1},
    {"job_to_json", call_folder, "betweenness", {0, 'u'}, 0, WRITE, 1},
    {"job_from_json", call_folder, "betweenness,closeness", {0, 'l'}, 'g', FROM, 1},
    {"job_save", call_folder, "betweenness", {0, 'u'}, 'g', KEEP, 1},
    {"job_load", call_folder, "betweenness", {0, 'u'}, 'g', FIND, 1},
    {"job_run_into", call_folder, "stress,closeness", {0, 'l'}, 0, INTO, 1},
    {"job_folder", call_folder, "betweenness", {0, 'l'}, 0, SUMS, 1},
    {"job_merge", call_folder, "stress,edge_betweenness", {0, 'l'}, 0, TOGETHER, 1},
    {"columns", call_contents, "node,index,component,degree,strength", {0, 'u'}, 'g', 0, 1},
    {"columns_edges", call_contents, "source,target,weight,row", {0, 'l'}, 'g', 0, 1},
    {"subgraph", call_contents, "source,target", {0, 'u'}, 'g', 1, 1},
    {"many", call_many, "betweenness,closeness", {0, 'l'}, 'g', 0, 0},
    {"many_left_out", call_many, "edge_betweenness", {0, 'u'}, 'g', 1, 0},
    {"layers", call_layers, "betweenness,closeness", {0, 'u'}, 0, 0, 1},
    {"layers_left_out", call_layers, "edge_betweenness", {0, 'l'}, 'g', 1, 1},
    {"many_stream", call_many_stream, "betweenness", {0, 'u'}, 'g', 0, 0},
    {"distances", call_distances, "", {0, 'u'}, 0, 0, 1},
    {"distances_weights", call_distances, "", {0, 'l'}, 'g', 0, 1},
    {"distance_pairs", call_distances, "", {0, 'u'}, 'g', 1, 1},
    {"path_counts", call_paths, "", {0, 'u'}, 'g', 0, 1},
    {"group_betweenness", call_groups, "betweenness", {0, 'l'}, 'g', 0, 1},
    {"co_betweenness", call_groups, "co_betweenness", {0, 'l'}, 0, 0, 1},
    {"group_closeness", call_groups, "closeness", {0, 'u'}, 0, 0, 1},
    {"best_group", call_groups, "", {0, 'l'}, 0, 1, 1},
    {"local_efficiency", call_vertices, "local_efficiency", {0, 'u'}, 0, 0, 1},
    {"closeness_vitality", call_vertices, "closeness_vitality", {0, 'l'}, 'g', 0, 1},
    {"shortest_paths", call_paths, "", {0, 'l'}, 0, 1, 1},
    {"distance_histogram", call_distances, "", {0, 'l'}, 0, 2, 1},
    {"plan", call_plan, "betweenness,closeness", {0, 'l'}, 'g', 0, 1},
    {"generate", call_generate, "erdos_renyi:n=16,m=20", {0, 'l'}, 0, 0, 0},
    {"read_text",
     call_read,
     "graph [ node [ id 1 label \"A\" ] node [ id 2 label \"B\" ] edge [ source 1 target 2 value 2 ] ]",
     {0, 'l'},
     0,
     0,
     0},
    {"read_numbers", call_read, "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 0.5\n", {0, 'l'}, 0, 0, 0},
};

/* ---- failures ---- */

static uint64_t right;
static int right_anyway, memory_errors;
static long tried;

/* The k-th allocation of a call fails, then the same call is made again, on the same graph. Says whether there was a k-th. */
static int fails(const test *t, long k) {
  gobc_graph *graph = NULL;
  gobc_error error;
  uint64_t sum = 0;
  int before = n_live;
  fail_at = 0;
  if (t->on_graph) CHECK(build(t, &graph, &error) == GOBC_OK, "%s", error.message);
  fail_at = k;
  int32_t status = t->call(t, graph, &sum, &error);
  int was = injected;
  CHECK(status == GOBC_OK || (was && status == GOBC_MEMORY && error.code == status && error.message[0]),
        "%s, allocation %ld: status %d, %s", t->name, k, status, error.message);
  CHECK(status != GOBC_OK || sum == right, "%s, allocation %ld: wrong values", t->name, k);
  memory_errors += status == GOBC_MEMORY, right_anyway += was && status == GOBC_OK;
  fail_at = 0;
  status = t->call(t, graph, &sum, &error);
  CHECK(status == GOBC_OK && sum == right, "%s, after allocation %ld: status %d, %s", t->name, k, status,
        error.message);
  gobc_graph_free(graph);
  CHECK(n_live == before, "%s, allocation %ld: %d blocks leaked", t->name, k, n_live - before);
  return was;
}

static void run(const test *t, long first) {
  gobc_graph *graph = NULL;
  gobc_error error;
  fail_at = 0;
  if (t->on_graph) CHECK(build(t, &graph, &error) == GOBC_OK, "%s", error.message);
  CHECK(t->call(t, graph, &right, &error) == GOBC_OK && right != 0, "%s: %s", t->name, error.message);
  gobc_graph_free(graph);
  for (later_too = 0; later_too < 2; later_too++) {
    long k = first;
    while (fails(t, k)) k++;
    tried += k - first;
    printf("%s: %ld allocations failed%s\n", t->name, k - first, later_too ? ", and all after" : "");
  }
}

/* Texts that are kept: made when first asked for, again if that failed. */
static void run_kept(const char *name, const char *(*call)(void), const char *otherwise, long first) {
  const char *text;
  long k = first;
  for (;; k++) {
    fail_at = k;
    FAILING(text, call());
    if (!injected) break;
    CHECK(strcmp(text, otherwise) == 0, "%s, allocation %ld: %s", name, k, text);
  }
  CHECK(strlen(text) > 2 && text == call(), "%s: %s", name, text);
  tried += k - first;
  printf("%s: %ld allocations failed\n", name, k - first);
}

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  dl_iterate_phdr(find_library, NULL);
  CHECK(library_start != 0, "no libgobc.so in this process");
  table none;
  CHECK(gobc_generate("nothing", 1, &none.schema, &none.array, NULL) == GOBC_INVALID, "generate");
  learning = 0;
  const char *only = argc > 1 ? argv[1] : NULL;
  long first = argc > 2 ? atol(argv[2]) : 1;
  static const struct {
    const char *name, *(*call)(void), *otherwise;
  } kept[] = {{"version", gobc_version, ""}, {"measures", gobc_measures, "[]"}, {"devices", gobc_devices, "[]"}};
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    if (!only || strcmp(only, kept[i].name) == 0) run_kept(kept[i].name, kept[i].call, kept[i].otherwise, first);
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    if (!only || strcmp(only, tests[i].name) == 0) run(&tests[i], first);
  CHECK(!overflowed, "more call sites or blocks than this program has room for");
  CHECK(tried > 0, "no allocation of the library was seen");
  printf("%ld allocations failed: %d times GOBC_MEMORY, %d times right all the same\n", tried, memory_errors,
         right_anyway);
  return checks_end("allocations");
}
