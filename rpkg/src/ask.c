/*
 * ask.c - graphs and questions: R's arguments into the library's structures, results into R vectors.
 *
 * The R functions have checked the arguments' types; what the library checks is left to it.
 */
#include <stdlib.h>
#include <string.h>

#include "shim.h"

static SEXP entry(SEXP list, const char *name) {
  SEXP names = Rf_getAttrib(list, R_NamesSymbol);
  for (R_xlen_t i = 0; i < Rf_xlength(list); i++)
    if (!strcmp(CHAR(STRING_ELT(names, i)), name)) return VECTOR_ELT(list, i);
  return R_NilValue;
}

static void take_int(SEXP list, const char *name, int32_t *out) {
  SEXP value = entry(list, name);
  if (value != R_NilValue) *out = Rf_asInteger(value);
}

static void take_int64(SEXP list, const char *name, int64_t *out) {
  SEXP value = entry(list, name);
  if (value != R_NilValue) *out = (int64_t)Rf_asReal(value);
}

static void take_real(SEXP list, const char *name, double *out) {
  SEXP value = entry(list, name);
  if (value != R_NilValue) *out = Rf_asReal(value);
}

/* The text lives as long as the list, or until the .Call returns. */
static void take_text(SEXP list, const char *name, const char **out) {
  SEXP value = entry(list, name);
  if (value != R_NilValue) *out = Rf_translateCharUTF8(STRING_ELT(value, 0));
}

/* Vertex numbers, perhaps with weights beside them. */
static struct ArrowArrayStream *take_stream(SEXP list, const char *name, const char *weights, shim_table *table) {
  SEXP vertices = entry(list, name), beside = weights ? entry(list, weights) : R_NilValue;
  if (vertices == R_NilValue) return NULL;
  shim_column(table, "node", vertices);
  if (beside != R_NilValue) shim_column(table, "weight", beside);
  return shim_stream(table);
}

static void take_options(shim_task *task, SEXP list) {
  gobc_options *o = &task->options;
  take_int(list, "threads", &o->threads);
  take_int(list, "normalized", &o->normalized);
  take_int(list, "endpoints", &o->endpoints);
  take_text(list, "preset", &o->preset);
  take_text(list, "parallel", &o->parallel);
  take_text(list, "direction", &o->direction);
  take_text(list, "precision", &o->precision);
  take_text(list, "device", &o->device);
  take_text(list, "tuning", &o->tuning);
  take_int64(list, "memory_limit", &o->memory_limit);
  take_real(list, "cutoff", &o->cutoff);
  take_real(list, "tie_tolerance", &o->tie_tolerance);
  take_int(list, "weighted", &o->weighted);
  take_int(list, "sampled", &o->sampled);
  take_real(list, "epsilon", &o->epsilon);
  take_real(list, "delta", &o->delta);
  int64_t seed = 0;
  take_int64(list, "seed", &seed);
  o->seed = (uint64_t)seed;
  o->sources = take_stream(list, "sources", "source_weights", &task->tables[0]);
  o->targets = take_stream(list, "targets", "target_weights", &task->tables[1]);
  o->of = take_stream(list, "of", NULL, &task->tables[2]);
}

/* ---- graphs ---- */

static void free_graph(SEXP pointer) {
  gobc_graph *graph = R_ExternalPtrAddr(pointer);
  R_ClearExternalPtr(pointer);
  if (graph && shim_usable()) library.graph_free(graph);
}

/* Frees a graph that no question will be asked about again. */
SEXP shim_release(SEXP pointer) {
  free_graph(pointer);
  return R_NilValue;
}

static const gobc_graph *graph_of(SEXP pointer) {
  shim_need();
  if (TYPEOF(pointer) != EXTPTRSXP || !R_ExternalPtrAddr(pointer))
    Rf_error("this graph is of another R session: it is not saved with a workspace; make it again with gobc_graph()");
  return R_ExternalPtrAddr(pointer);
}

static int32_t build(shim_task *task) {
  return library.graph_new(shim_stream(&task->tables[0]), shim_stream(&task->tables[1]), &task->graph_options,
                           &task->control, &task->built, &task->error);
}

static SEXP handle(shim_task *task) {
  SEXP pointer = PROTECT(R_MakeExternalPtr(NULL, R_NilValue, R_NilValue));
  R_RegisterCFinalizerEx(pointer, free_graph, FALSE);
  R_SetExternalPtrAddr(pointer, task->built);
  task->built = NULL;
  UNPROTECT(1);
  return pointer;
}

/* columns: list(from, to) or list(from, to, weight); nodes: the numbers of all vertices, in the order of results. */
SEXP shim_graph(SEXP columns, SEXP nodes, SEXP options, SEXP progress) {
  static const char *const names[] = {"from", "to", "weight"};
  shim_need();
  SEXP owner;
  shim_task *task = shim_task_new(&owner);
  PROTECT(owner);
  for (R_xlen_t i = 0; i < Rf_xlength(columns); i++) shim_column(&task->tables[0], names[i], VECTOR_ELT(columns, i));
  shim_column(&task->tables[1], "node", nodes);
  if (Rf_xlength(columns) == 3) task->graph_options.weight = "weight";
  take_int(options, "directed", &task->graph_options.directed);
  take_int(options, "threads", &task->graph_options.threads);
  take_int64(options, "memory_limit", &task->graph_options.memory_limit);
  task->work = build;
  SEXP all = shim_run(task, owner, progress, handle);
  UNPROTECT(1);
  return all;
}

/* ---- questions ---- */

static int32_t compute(shim_task *task) {
  if (task->edges)
    return library.compute_edges(task->graph, task->measures, &task->options, &task->control, &task->schema,
                                 &task->array, NULL, NULL, &task->error);
  return library.compute(task->graph, task->measures, &task->options, &task->control, &task->schema, &task->array,
                         &task->error);
}

/* Arrow's metadata: int32 count, then for each entry int32 length and bytes of key and value. */
static SEXP metadata(const char *bytes, const char *key) {
  int32_t count = 0, length;
  if (bytes) memcpy(&count, bytes, sizeof count), bytes += sizeof count;
  for (int32_t i = 0; i < count; i++) {
    memcpy(&length, bytes, sizeof length);
    bool same = (size_t)length == strlen(key) && !memcmp(bytes + sizeof length, key, (size_t)length);
    bytes += sizeof length + (size_t)length;
    memcpy(&length, bytes, sizeof length);
    if (same) return Rf_ScalarString(Rf_mkCharLenCE(bytes + sizeof length, length, CE_UTF8));
    bytes += sizeof length + (size_t)length;
  }
  return Rf_mkString("");
}

/* The columns of float64 as a named list, with the warnings as an attribute. */
static SEXP scores(shim_task *task) {
  int64_t first = 0, width = task->schema.n_children;
  while (first < width && strcmp(task->schema.children[first]->format, "g")) first++; /* labels come first */
  SEXP all = PROTECT(Rf_allocVector(VECSXP, width - first)), names = PROTECT(Rf_allocVector(STRSXP, width - first));
  for (int64_t c = first; c < width; c++) {
    const struct ArrowArray *column = task->array.children[c];
    SEXP values = Rf_allocVector(REALSXP, column->length);
    SET_VECTOR_ELT(all, c - first, values);
    const double *data = (const double *)column->buffers[1] + column->offset;
    if (column->length) memcpy(REAL(values), data, (size_t)column->length * sizeof *data);
    SET_STRING_ELT(names, c - first, Rf_mkCharCE(task->schema.children[c]->name, CE_UTF8));
  }
  Rf_setAttrib(all, R_NamesSymbol, names);
  Rf_setAttrib(all, Rf_install("warnings"), metadata(task->schema.metadata, "gobc:warnings"));
  UNPROTECT(2);
  return all;
}

static shim_task *question(SEXP graph, SEXP measures, SEXP options, SEXP *owner) {
  const gobc_graph *asked = graph_of(graph);
  shim_task *task = shim_task_new(owner);
  PROTECT(*owner);
  task->graph = asked;
  task->measures = CHAR(STRING_ELT(measures, 0));
  take_options(task, options);
  UNPROTECT(1);
  return task;
}

SEXP shim_compute(SEXP graph, SEXP measures, SEXP edges, SEXP options, SEXP progress) {
  SEXP owner;
  shim_task *task = question(graph, measures, options, &owner);
  PROTECT(owner);
  task->edges = Rf_asLogical(edges) == TRUE;
  task->work = compute;
  SEXP all = shim_run(task, owner, progress, scores);
  UNPROTECT(1);
  return all;
}

static int32_t plan(shim_task *task) {
  return library.plan(task->graph, task->measures, &task->options, &task->text, &task->error);
}

static SEXP text(shim_task *task) { return Rf_ScalarString(Rf_mkCharCE(task->text, CE_UTF8)); }

SEXP shim_plan(SEXP graph, SEXP measures, SEXP options) {
  SEXP owner;
  shim_task *task = question(graph, measures, options, &owner);
  PROTECT(owner);
  task->work = plan;
  SEXP all = shim_run(task, owner, R_NilValue, text);
  UNPROTECT(1);
  return all;
}
