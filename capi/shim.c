/*
 * shim.c - the public symbols. Go cannot start anything in a forked child, nor where it was not started itself, so both
 * are looked at here, before any Go code; outs are zeroed and NULL is refused here too, and streams are released on every one of these paths.
 */
#include "shim.h"

#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "_cgo_export.h"
#include "numbers.h"
#include "signals.h"
#include "start.h"
#include "stream.h"

static atomic_int forked;

/* Loading starts Go's threads, which the child does not have. A child that loads the library itself has no such hook. */
static void in_child(void) { atomic_store(&forked, 1); }

__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(NULL, NULL, in_child); }

static int32_t refuse(gobc_error *error, int32_t code, const char *message) {
  if (error) {
    error->code = code;
    snprintf(error->message, sizeof error->message, "%s", message);
  }
  return code;
}

/* 0, or the status to return: every function that enters Go begins here, and those that work there in `enter`. */
static int32_t usable(gobc_error *error) {
  if (error) memset(error, 0, sizeof *error);
  if (atomic_load(&forked))
    return refuse(error, GOBC_FORKED,
                  "gobc was loaded before this process was forked and cannot work in the child: start workers with "
                  "spawn or forkserver (Python: multiprocessing.get_context(\"spawn\"); R: "
                  "parallel::makeCluster(type = \"PSOCK\")), or call gobc only in the children");
  int32_t status = gobc_runtime(error);
  if (status) return status;
  gobc_give_signal_stack();
  return gobc_open_poller(goOpenPoller, error);
}

static int32_t enter(gobc_error *error) {
  int32_t status = usable(error);
  return status ? status : gobc_room(error);
}

int32_t gobc_ready(gobc_error *error) { return enter(error); }

static int32_t missing(gobc_error *error, const char *what) {
  char message[160];
  snprintf(message, sizeof message, "%s is NULL; it must point to the caller's own", what);
  return refuse(error, GOBC_INVALID, message);
}

static int32_t check_graph(const gobc_graph *graph, gobc_error *error) {
  if (!graph) return missing(error, "graph");
  if (graph->magic != GOBC_GRAPH_MAGIC)
    return refuse(error, GOBC_INVALID, "graph is not a graph of this library, or was freed before");
  return 0;
}

/* No struct of any version is larger: such a struct_size was never set, and nothing else in the struct is believed. */
enum { MOST_SIZE = 1 << 16 };

static int32_t check_size(const void *sized, const char *what, gobc_error *error) {
  uint64_t size = 0;
  if (sized) memcpy(&size, sized, sizeof size);
  if (size <= MOST_SIZE) return 0;
  char message[160];
  snprintf(message, sizeof message, "%s: struct_size is %llu; set it to the sizeof of the struct first", what,
           (unsigned long long)size);
  return refuse(error, GOBC_INVALID, message);
}

/* Copies defaults into as much of a struct as the caller has; of an impossible size, which calls refuse, only the size. */
static void fill(void *into, const void *defaults, uint64_t size, uint64_t known) {
  if (!into || size < sizeof size) return;
  if (size > MOST_SIZE) {
    memcpy(into, &size, sizeof size);
    return;
  }
  memset(into, 0, size);
  memcpy(into, defaults, size < known ? size : known);
  memcpy(into, &size, sizeof size);
}

void gobc_control_init(gobc_control *control, uint64_t struct_size) {
  static const gobc_control defaults;
  fill(control, &defaults, struct_size, sizeof defaults);
}

void gobc_graph_options_init(gobc_graph_options *options, uint64_t struct_size) {
  static const gobc_graph_options defaults;
  fill(options, &defaults, struct_size, sizeof defaults);
}

void gobc_options_init(gobc_options *options, uint64_t struct_size) {
  static const gobc_options defaults = {
      .normalized = -1, .cutoff = -1, .tie_tolerance = -1, .weighted = -1, .delta = 0.1, GOBC_NUMBERS};
  fill(options, &defaults, struct_size, sizeof defaults);
}

void gobc_read_options_init(gobc_read_options *options, uint64_t struct_size) {
  static const gobc_read_options defaults = {.header = -1, .directed = -1};
  fill(options, &defaults, struct_size, sizeof defaults);
}

int32_t gobc_graph_new(struct ArrowArrayStream *edges, struct ArrowArrayStream *nodes,
                       const gobc_graph_options *options, gobc_control *control, gobc_graph **out, gobc_error *error) {
  if (out) *out = NULL;
  int32_t status = enter(error);
  if (!status && !edges) status = missing(error, "edges");
  if (!status && !out) status = missing(error, "out");
  if (!status) status = check_size(options, "graph options", error);
  if (!status) status = check_size(control, "control", error);
  gobc_graph *graph = NULL;
  if (!status && !(graph = calloc(1, sizeof *graph)))
    status = refuse(error, GOBC_MEMORY, "not enough memory for a graph handle");
  if (status) {
    gobc_stream_release(edges);
    gobc_stream_release(nodes);
    return status;
  }
  uintptr_t handle = 0;
  status = goGraphNew(edges, nodes, (gobc_graph_options *)options, control, &handle, error);
  gobc_stream_release(edges);
  gobc_stream_release(nodes);
  if (status) {
    free(graph);
    return status;
  }
  graph->magic = GOBC_GRAPH_MAGIC;
  graph->handle = handle;
  *out = graph;
  return GOBC_OK;
}

int32_t gobc_graph_info(const gobc_graph *graph, gobc_graph_stats *out, gobc_error *error) {
  int32_t status = enter(error);
  if (!status) status = check_graph(graph, error);
  if (!status && !out) status = missing(error, "out");
  if (!status) status = check_size(out, "stats", error);
  /* Callers of the first header give a shorter struct. */
  if (!status && out->struct_size < offsetof(gobc_graph_stats, weight))
    status = refuse(error, GOBC_INVALID, "stats: set struct_size to sizeof(gobc_graph_stats) first");
  if (status) return status;
  gobc_graph_stats all;
  uint64_t size = out->struct_size;
  memset(&all, 0, sizeof all);
  status = goGraphInfo(graph->handle, &all, error);
  memset(out, 0, size);
  memcpy(out, &all, size < sizeof all ? size : sizeof all);
  out->struct_size = size;
  return status;
}

static void zero(struct ArrowSchema *schema, struct ArrowArray *array) {
  if (schema) memset(schema, 0, sizeof *schema);
  if (array) memset(array, 0, sizeof *array);
}

int32_t gobc_graph_columns(const gobc_graph *graph, const char *columns, struct ArrowArrayStream *of,
                           struct ArrowSchema *out_schema, struct ArrowArray *out_array, gobc_error *error) {
  zero(out_schema, out_array);
  int32_t status = enter(error);
  if (!status) status = check_graph(graph, error);
  if (!status && !columns) status = missing(error, "columns");
  if (!status && !out_schema) status = missing(error, "out_schema");
  if (!status && !out_array) status = missing(error, "out_array");
  if (!status) status = goGraphColumns(graph->handle, (char *)columns, of, out_schema, out_array, error);
  gobc_stream_release(of);
  return status;
}

void gobc_graph_free(gobc_graph *graph) {
  if (!graph || graph->magic != GOBC_GRAPH_MAGIC || usable(NULL)) return;
  goGraphFree(graph->handle);
  graph->magic = 0;
  free(graph);
}

/* Ends every call with options: what was not read of their streams is released. */
static int32_t leave(const gobc_options *options, int32_t status) {
  if (!options || options->struct_size > MOST_SIZE) return status;
  if (options->struct_size >= offsetof(gobc_options, memory_limit)) gobc_stream_release(options->sources);
  if (options->struct_size >= offsetof(gobc_options, cutoff)) gobc_stream_release(options->targets);
  if (options->struct_size >= offsetof(gobc_options, adaptive)) gobc_stream_release(options->of);
  return status;
}

static int32_t enter_graph(const gobc_graph *graph, const char *measures, const gobc_options *options,
                           const gobc_control *control, gobc_error *error) {
  int32_t status = enter(error);
  if (!status) status = check_graph(graph, error);
  if (!status && !measures) status = missing(error, "measures");
  if (!status) status = check_size(options, "options", error);
  if (!status) status = check_size(control, "control", error);
  return status;
}

int32_t gobc_compute(const gobc_graph *graph, const char *measures, const gobc_options *options, gobc_control *control,
                     struct ArrowSchema *out_schema, struct ArrowArray *out_array, gobc_error *error) {
  zero(out_schema, out_array);
  int32_t status = enter_graph(graph, measures, options, control, error);
  if (!status && !out_schema) status = missing(error, "out_schema");
  if (!status && !out_array) status = missing(error, "out_array");
  if (!status)
    status = goCompute(graph->handle, (char *)measures, (gobc_options *)options, control, NULL, NULL, out_schema,
                       out_array, error);
  return leave(options, status);
}

int32_t gobc_compute_edges(const gobc_graph *graph, const char *measures, const gobc_options *options,
                           gobc_control *control, struct ArrowSchema *edges_schema, struct ArrowArray *edges_array,
                           struct ArrowSchema *nodes_schema, struct ArrowArray *nodes_array, gobc_error *error) {
  zero(edges_schema, edges_array);
  zero(nodes_schema, nodes_array);
  int32_t status = enter_graph(graph, measures, options, control, error);
  if (!status && !edges_schema) status = missing(error, "edges_schema");
  if (!status && !edges_array) status = missing(error, "edges_array");
  if (!status && !nodes_schema != !nodes_array) status = missing(error, nodes_schema ? "nodes_array" : "nodes_schema");
  if (!status)
    status = goCompute(graph->handle, (char *)measures, (gobc_options *)options, control, edges_schema, edges_array,
                       nodes_schema, nodes_array, error);
  return leave(options, status);
}

int32_t gobc_plan(const gobc_graph *graph, const char *measures, const gobc_options *options, char **out_json,
                  gobc_error *error) {
  if (out_json) *out_json = NULL;
  int32_t status = enter_graph(graph, measures, options, NULL, error);
  if (!status && !out_json) status = missing(error, "out_json");
  if (!status) status = goPlan(graph->handle, (char *)measures, (gobc_options *)options, out_json, error);
  return leave(options, status);
}

int32_t gobc_generate(const char *spec, uint64_t seed, struct ArrowSchema *out_schema, struct ArrowArray *out_array,
                      gobc_error *error) {
  zero(out_schema, out_array);
  int32_t status = enter(error);
  if (!status && !spec) status = missing(error, "spec");
  if (!status && !out_schema) status = missing(error, "out_schema");
  if (!status && !out_array) status = missing(error, "out_array");
  if (status) return status;
  return goGenerate((char *)spec, seed, out_schema, out_array, error);
}

int32_t gobc_read(const char *path, const gobc_read_options *options, gobc_control *control,
                  struct ArrowSchema *edges_schema, struct ArrowArray *edges_array, struct ArrowSchema *nodes_schema,
                  struct ArrowArray *nodes_array, gobc_error *error) {
  zero(edges_schema, edges_array);
  zero(nodes_schema, nodes_array);
  int32_t status = enter(error);
  if (!status && !path) status = missing(error, "path");
  if (!status) status = check_size(options, "read options", error);
  if (!status) status = check_size(control, "control", error);
  if (!status && !edges_schema) status = missing(error, "edges_schema");
  if (!status && !edges_array) status = missing(error, "edges_array");
  if (!status && !nodes_schema != !nodes_array) status = missing(error, nodes_schema ? "nodes_array" : "nodes_schema");
  if (status) return status;
  return goRead((char *)path, (gobc_read_options *)options, control, edges_schema, edges_array, nodes_schema,
                nodes_array, error);
}

int32_t gobc_calibrate(const char *action, gobc_control *control, char **out_json, gobc_error *error) {
  if (out_json) *out_json = NULL;
  int32_t status = enter(error);
  if (!status) status = check_size(control, "control", error);
  if (!status && !out_json) status = missing(error, "out_json");
  return status ? status : goCalibrate((char *)action, control, out_json, error);
}

void gobc_text_free(char *text) { free(text); }

int32_t gobc_abi_version(void) { return GOBC_ABI_VERSION; }

/* Static texts are made once by Go and kept; where Go cannot make them, the list is empty. */
static const char *kept(_Atomic(char *) *slot, char *(*make)(void), const char *otherwise) {
  char *text = atomic_load(slot);
  if (text) return text;
  if (enter(NULL)) return otherwise;
  char *made = make();
  if (!made) return otherwise;
  if (atomic_compare_exchange_strong(slot, &text, made)) return made;
  free(made);
  return text;
}

const char *gobc_version(void) {
  static _Atomic(char *) text;
  return kept(&text, goVersion, "");
}

const char *gobc_measures(void) {
  static _Atomic(char *) text;
  return kept(&text, goMeasures, "[]");
}

const char *gobc_devices(void) {
  static _Atomic(char *) text;
  return kept(&text, goDevices, "[]");
}

const char *gobc_status_name(int32_t status) {
  static const char *const names[] = {"GOBC_OK",        "GOBC_INVALID", "GOBC_DATA",        "GOBC_MEMORY",
                                      "GOBC_CANCELLED", "GOBC_FORKED",  "GOBC_UNSUPPORTED", "GOBC_INTERNAL",
                                      "GOBC_DEVICE",    "GOBC_LIMITS",  "GOBC_FILE"};
  return status >= 0 && status < (int32_t)(sizeof names / sizeof *names) ? names[status] : "unknown status";
}

/* ---- stored graphs, jobs and partials ---- */

/* A new handle of three equal structs: magic and the Go handle, which goes where there is no memory for it. */
static int32_t new_handle(void **out, uint64_t magic, uintptr_t handle, void (*go_free)(uintptr_t), gobc_error *error) {
  struct gobc_graph *made = calloc(1, sizeof *made);
  if (!made) {
    go_free(handle);
    return refuse(error, GOBC_MEMORY, "not enough memory for a handle");
  }
  made->magic = magic;
  made->handle = handle;
  *out = made;
  return GOBC_OK;
}

_Static_assert(sizeof(struct gobc_graph) == sizeof(struct gobc_job) &&
                   sizeof(struct gobc_graph) == sizeof(struct gobc_partial),
               "handles have one layout");

static int32_t check_job(const gobc_job *job, gobc_error *error) {
  if (!job) return missing(error, "job");
  if (job->magic != GOBC_JOB_MAGIC)
    return refuse(error, GOBC_INVALID, "job is not a job of this library, or was freed before");
  return 0;
}

static int32_t check_partial(const gobc_partial *partial, gobc_error *error) {
  if (!partial) return missing(error, "partial");
  if (partial->magic != GOBC_PARTIAL_MAGIC)
    return refuse(error, GOBC_INVALID, "partial is not a partial of this library, or was freed before");
  return 0;
}

static int32_t check_bytes(const char *path, const void *data, int64_t size, gobc_error *error) {
  if (path) return 0;
  if (!data) return missing(error, "data");
  if (size < 0) return refuse(error, GOBC_INVALID, "size is below 0; give the number of bytes at data");
  return 0;
}

static int32_t check_save(const char *path, struct ArrowSchema *schema, struct ArrowArray *array, gobc_error *error) {
  if (path) return 0;
  if (!schema) return missing(error, "out_schema");
  if (!array) return missing(error, "out_array");
  return 0;
}

int32_t gobc_graph_save(const gobc_graph *graph, const char *path, struct ArrowSchema *out_schema,
                        struct ArrowArray *out_array, gobc_error *error) {
  zero(out_schema, out_array);
  int32_t status = enter(error);
  if (!status) status = check_graph(graph, error);
  if (!status) status = check_save(path, out_schema, out_array, error);
  if (status) return status;
  return goGraphSave(graph->handle, (char *)path, out_schema, out_array, error);
}

int32_t gobc_graph_load(const char *path, const void *data, int64_t size, const gobc_graph_options *options,
                        gobc_control *control, gobc_graph **out, gobc_error *error) {
  if (out) *out = NULL;
  int32_t status = enter(error);
  if (!status && !out) status = missing(error, "out");
  if (!status) status = check_bytes(path, data, size, error);
  if (!status) status = check_size(options, "graph options", error);
  if (!status) status = check_size(control, "control", error);
  if (status) return status;
  uintptr_t handle = 0;
  status = goGraphLoad((char *)path, (void *)data, size, (gobc_graph_options *)options, control, &handle, error);
  return status ? status : new_handle((void **)out, GOBC_GRAPH_MAGIC, handle, goGraphFree, error);
}

int32_t gobc_graph_subgraph(const gobc_graph *graph, struct ArrowArrayStream *of, int32_t numbered,
                            const gobc_graph_options *options, gobc_control *control, gobc_graph **out,
                            gobc_error *error) {
  if (out) *out = NULL;
  int32_t status = enter(error);
  if (!status) status = check_graph(graph, error);
  if (!status && !out) status = missing(error, "out");
  if (!status) status = check_size(options, "graph options", error);
  if (!status) status = check_size(control, "control", error);
  uintptr_t handle = 0;
  if (!status)
    status = goGraphSubgraph(graph->handle, of, numbered, (gobc_graph_options *)options, control, &handle, error);
  gobc_stream_release(of);
  return status ? status : new_handle((void **)out, GOBC_GRAPH_MAGIC, handle, goGraphFree, error);
}

int32_t gobc_job_new(const gobc_graph *graph, const char *measures, const gobc_options *options, int64_t shards,
                     gobc_control *control, gobc_job **out, gobc_error *error) {
  if (out) *out = NULL;
  int32_t status = enter_graph(graph, measures, options, control, error);
  if (!status && !out) status = missing(error, "out");
  uintptr_t handle = 0;
  if (!status)
    status = goJobNew(graph->handle, (char *)measures, (gobc_options *)options, shards, control, &handle, error);
  if (!status) status = new_handle((void **)out, GOBC_JOB_MAGIC, handle, goJobFree, error);
  return leave(options, status);
}

int32_t gobc_job_info(const gobc_job *job, char **out_json, gobc_error *error) {
  if (out_json) *out_json = NULL;
  int32_t status = enter(error);
  if (!status) status = check_job(job, error);
  if (!status && !out_json) status = missing(error, "out_json");
  return status ? status : goJobInfo(job->handle, out_json, error);
}

int32_t gobc_job_run(const gobc_job *job, int64_t shard, const gobc_options *options, gobc_control *control,
                     gobc_partial **out, gobc_error *error) {
  if (out) *out = NULL;
  int32_t status = enter(error);
  if (!status) status = check_job(job, error);
  if (!status && !out) status = missing(error, "out");
  if (!status) status = check_size(options, "options", error);
  if (!status) status = check_size(control, "control", error);
  uintptr_t handle = 0;
  if (!status) status = goJobRun(job->handle, shard, (gobc_options *)options, control, &handle, error);
  if (!status) status = new_handle((void **)out, GOBC_PARTIAL_MAGIC, handle, goPartialFree, error);
  return leave(options, status);
}

int32_t gobc_job_result(const gobc_job *job, const gobc_partial *partial, int32_t incomplete, gobc_control *control,
                        struct ArrowSchema *edges_schema, struct ArrowArray *edges_array,
                        struct ArrowSchema *nodes_schema, struct ArrowArray *nodes_array, gobc_error *error) {
  zero(edges_schema, edges_array);
  zero(nodes_schema, nodes_array);
  int32_t status = enter(error);
  if (!status) status = check_job(job, error);
  if (!status) status = check_partial(partial, error);
  if (!status) status = check_size(control, "control", error);
  if (!status && !edges_schema != !edges_array) status = missing(error, edges_schema ? "edges_array" : "edges_schema");
  if (!status && !nodes_schema != !nodes_array) status = missing(error, nodes_schema ? "nodes_array" : "nodes_schema");
  if (status) return status;
  return goJobResult(job->handle, partial->handle, incomplete, control, edges_schema, edges_array, nodes_schema,
                     nodes_array, error);
}

void gobc_job_free(gobc_job *job) {
  if (!job || job->magic != GOBC_JOB_MAGIC || usable(NULL)) return;
  goJobFree(job->handle);
  job->magic = 0;
  free(job);
}

int32_t gobc_partial_info(const gobc_partial *partial, char **out_json, gobc_error *error) {
  if (out_json) *out_json = NULL;
  int32_t status = enter(error);
  if (!status) status = check_partial(partial, error);
  if (!status && !out_json) status = missing(error, "out_json");
  return status ? status : goPartialInfo(partial->handle, out_json, error);
}

int32_t gobc_partial_merge(gobc_partial *into, const gobc_partial *other, gobc_error *error) {
  int32_t status = enter(error);
  if (!status) status = check_partial(into, error);
  if (!status) status = check_partial(other, error);
  return status ? status : goPartialMerge(into->handle, other->handle, error);
}

int32_t gobc_partial_save(const gobc_partial *partial, const char *path, struct ArrowSchema *out_schema,
                          struct ArrowArray *out_array, gobc_error *error) {
  zero(out_schema, out_array);
  int32_t status = enter(error);
  if (!status) status = check_partial(partial, error);
  if (!status) status = check_save(path, out_schema, out_array, error);
  if (status) return status;
  return goPartialSave(partial->handle, (char *)path, out_schema, out_array, error);
}

int32_t gobc_partial_load(const char *path, const void *data, int64_t size, gobc_partial **out, gobc_error *error) {
  if (out) *out = NULL;
  int32_t status = enter(error);
  if (!status && !out) status = missing(error, "out");
  if (!status) status = check_bytes(path, data, size, error);
  if (status) return status;
  uintptr_t handle = 0;
  status = goPartialLoad((char *)path, (void *)data, size, &handle, error);
  return status ? status : new_handle((void **)out, GOBC_PARTIAL_MAGIC, handle, goPartialFree, error);
}

void gobc_partial_free(gobc_partial *partial) {
  if (!partial || partial->magic != GOBC_PARTIAL_MAGIC || usable(NULL)) return;
  goPartialFree(partial->handle);
  partial->magic = 0;
  free(partial);
}
