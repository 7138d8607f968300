/*
 * shim.c - the code between callers and the Go functions. Go code cannot run in a forked child or before its runtime
 * has started, so both are checked here first. Most public functions are in generated_entries.c, which calls these
 * checks. Functions that cannot be generated are here.
 */
#include <math.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "_cgo_export.h"
#include "numbers.h"
#include "shim.h"
#include "system/start.h"

/* 0, or the status to return. Every function that calls Go calls this first, most of them through gobc_enter. */
static int32_t usable(gobc_error *error) {
  if (error) memset(error, 0, sizeof *error);
  if (gobc_system_forked())
    return gobc_refuse(error, GOBC_FORKED,
                       "gobc was loaded before this process was forked and cannot work in the child: start workers "
                       "with spawn or forkserver (Python: multiprocessing.get_context(\"spawn\"); R: "
                       "parallel::makeCluster(type = \"PSOCK\")), or call gobc only in the children");
  int32_t status = gobc_runtime(error);
  if (status) return status;
  gobc_system_give_signal_stack();
  return gobc_open_poller(goOpenPoller, error);
}

int32_t gobc_enter(gobc_error *error) {
  int32_t status = usable(error);
  return status ? status : gobc_room(error);
}

int32_t gobc_ready(gobc_error *error) { return gobc_enter(error); }

/* ---- checks ---- */

int32_t gobc_check_pointer(const void *pointer, const char *name, gobc_error *error) {
  if (pointer) return GOBC_OK;
  return gobc_refuse(error, GOBC_INVALID, "%s is NULL; it must point to the caller's own", name);
}

int32_t gobc_check_handle(const void *handle, const char *name, const gobc_kind *kind, gobc_error *error) {
  int32_t status = gobc_check_pointer(handle, name, error);
  if (status || ((const gobc_handle *)handle)->kind == kind) return status;
  return gobc_refuse(error, GOBC_INVALID, "%s is not a %s of this library, or was freed before", name, kind->name);
}

int32_t gobc_check_count(int64_t count, const char *name, gobc_error *error) {
  if (count >= 0) return GOBC_OK;
  return gobc_refuse(error, GOBC_INVALID, "%s is %lld; it must not be below 0", name, (long long)count);
}

int32_t gobc_check_size(const void *sized, const char *what, gobc_error *error) {
  uint64_t size = 0;
  if (sized) memcpy(&size, sized, sizeof size);
  if (size <= GOBC_MOST_SIZE) return GOBC_OK;
  return gobc_refuse(error, GOBC_INVALID, "%s: struct_size is %llu; set it to the sizeof of the struct first", what,
                     (unsigned long long)size);
}

/* ---- handles and output parameters ---- */

int32_t gobc_new_handle(void **out, const gobc_kind *kind, uintptr_t value, gobc_error *error) {
  gobc_handle *made = calloc(1, sizeof *made);
  if (!made) {
    kind->go_free(value);
    return gobc_refuse(error, GOBC_MEMORY, "not enough memory for a handle");
  }
  made->kind = kind;
  made->value = value;
  *out = made;
  return GOBC_OK;
}

uintptr_t gobc_value_of(const void *handle) { return ((const gobc_handle *)handle)->value; }

void gobc_free_handle(void *handle, const gobc_kind *kind) {
  gobc_handle *freed = handle;
  if (!freed || freed->kind != kind || usable(NULL)) return;
  kind->go_free(freed->value);
  freed->kind = NULL;
  free(freed);
}

void gobc_zero(struct ArrowSchema *schema, struct ArrowArray *array) {
  if (schema) memset(schema, 0, sizeof *schema);
  if (array) memset(array, 0, sizeof *array);
}

void gobc_take_back(struct ArrowSchema *schema, struct ArrowArray *array) {
  if (schema && schema->release) schema->release(schema);
  if (array && array->release) array->release(array);
}

/* ---- defaults ---- */

/* Copies defaults into a struct of the caller's size. If the size is impossible, it sets only the size, and calls
   refuse the struct. */
static void fill(void *into, const void *defaults, uint64_t size, uint64_t known) {
  if (!into || size < sizeof size) return;
  if (size > GOBC_MOST_SIZE) {
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

int32_t gobc_graph_info(const gobc_graph *graph, gobc_graph_stats *out, gobc_error *error) {
  int32_t status = gobc_enter(error);
  if (!status) status = gobc_check_handle(graph, "graph", &gobc_graph_kind, error);
  if (!status) status = gobc_check_pointer(out, "out", error);
  if (!status) status = gobc_check_size(out, "stats", error);
  /* Callers that were built with the first header pass a shorter struct. */
  if (!status && out->struct_size < offsetof(gobc_graph_stats, weight))
    status = gobc_refuse(error, GOBC_INVALID, "stats: set struct_size to sizeof(gobc_graph_stats) first");
  if (status) return status;
  gobc_graph_stats all;
  uint64_t size = out->struct_size;
  memset(&all, 0, sizeof all);
  status = goGraphInfo(gobc_value_of(graph), &all, error);
  memset(out, 0, size);
  memcpy(out, &all, size < sizeof all ? size : sizeof all);
  out->struct_size = size;
  return status;
}

/* ---- functions that cannot be generated ---- */

int32_t gobc_job_load(const char *folder, const gobc_graph_options *options, gobc_control *control,
                      gobc_graph **out_graph, gobc_job **out_job, gobc_error *error) {
  if (out_graph) *out_graph = NULL;
  if (out_job) *out_job = NULL;
  int32_t status = gobc_enter(error);
  if (!status) status = gobc_check_pointer(folder, "folder", error);
  if (!status) status = gobc_check_size(options, "graph options", error);
  if (!status) status = gobc_check_size(control, "control", error);
  if (!status) status = gobc_check_pointer(out_graph, "out_graph", error);
  if (!status) status = gobc_check_pointer(out_job, "out_job", error);
  uintptr_t graph = 0, job = 0;
  if (!status) status = goJobLoad((char *)folder, (gobc_graph_options *)options, control, &graph, &job, error);
  if (status) return status;
  status = gobc_new_handle((void **)out_graph, &gobc_graph_kind, graph, error);
  if (status) {
    gobc_job_kind.go_free(job);
    return status;
  }
  status = gobc_new_handle((void **)out_job, &gobc_job_kind, job, error);
  if (status) {
    gobc_graph_free(*out_graph);
    *out_graph = NULL;
  }
  return status;
}

void gobc_text_free(char *text) { free(text); }

int32_t gobc_abi_version(void) { return GOBC_ABI_VERSION; }

/* Go makes each static text once, and it is kept. If Go cannot run, `otherwise` is returned, an empty list. */
static const char *kept(_Atomic(char *) *slot, char *(*make)(void), const char *otherwise) {
  char *text = atomic_load(slot);
  if (text) return text;
  if (gobc_enter(NULL)) return otherwise;
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
  const char *name = status >= 0 && status < gobc_statuses ? gobc_status_names[status] : NULL;
  return name ? name : "unknown status";
}
