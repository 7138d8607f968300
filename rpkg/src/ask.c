/*
 * ask.c - graphs and questions: R's arguments into the library's structures, results into R vectors.
 *
 * The R functions have checked the arguments' types; what the library checks is left to it.
 */
#include <stdlib.h>
#include <string.h>

#include "shim.h"

enum kind { WHOLE32, WHOLE64, UNSIGNED64, NUMBER, TEXT };

#define KIND(field)                                                                                                    \
  _Generic((field), int32_t: WHOLE32, int64_t: WHOLE64, uint64_t: UNSIGNED64, double: NUMBER, const char *: TEXT)
#define FIELD(name) {#name, KIND(((gobc_options *)0)->name), offsetof(gobc_options, name)},

static const struct field {
  const char *name;
  enum kind kind;
  size_t offset;
} fields[] = {
#include "generated_options.h"
};

/* R's number within the range of a whole one. */
static double clamped(double number, double least, double most) {
  return number > most ? most : number >= least ? number : least;
}

/* A text lives as long as the list of options, or until the .Call returns. */
static void take_field(gobc_options *options, const struct field *field, SEXP value) {
  void *at = (char *)options + field->offset;
  switch (field->kind) {
    case WHOLE32: *(int32_t *)at = (int32_t)clamped(Rf_asReal(value), INT32_MIN, INT32_MAX); break;
    case WHOLE64: *(int64_t *)at = (int64_t)clamped(Rf_asReal(value), -0x1p62, 0x1p62); break;
    case UNSIGNED64: *(uint64_t *)at = (uint64_t)clamped(Rf_asReal(value), 0, 0x1p62); break;
    case NUMBER: *(double *)at = Rf_asReal(value); break;
    case TEXT: *(const char **)at = Rf_translateCharUTF8(STRING_ELT(value, 0)); break;
  }
}

/* The columns of vertices: how the graph calls them, and weights or flows beside them. */
static const struct column {
  const char *option;
  bool labels;
  int table;
} columns[] = {
    {"sources", true, 0},         {"targets", true, 1},     {"of", true, 2},        {"source_weights", false, 0},
    {"target_weights", false, 1}, {"demand_from", true, 4}, {"demand_to", true, 4}, {"demand_flow", false, 4},
};

static void take_column(shim_task *task, const struct column *column, SEXP value) {
  shim_table *table = &task->tables[column->table];
  if (column->labels) shim_labels(table, value);
  else shim_column(table, "weight", value);
}

/* A time limit, and perhaps the time that the question has taken before this call. */
static void take_time(shim_task *task, const double *seconds, R_xlen_t count) {
  if (count > 0) task->time_limit = seconds[0];
  if (count > 1) task->spent = seconds[1];
}

/* Several cutoffs, which live as long as the list of options. */
static void take_cutoffs(shim_task *task, const double *cutoffs, R_xlen_t count) {
  task->options.cutoffs = cutoffs;
  task->options.cutoffs_count = count;
}

static void take_option(shim_task *task, const char *name, SEXP value) {
  bool taken = !strcmp(name, "time_limit");
  if (taken) take_time(task, REAL(value), Rf_xlength(value));
  if (!taken && (taken = !strcmp(name, "cutoffs"))) take_cutoffs(task, REAL(value), Rf_xlength(value));
  for (size_t i = 0; !taken && i < sizeof fields / sizeof *fields; i++)
    if ((taken = !strcmp(name, fields[i].name))) take_field(&task->options, &fields[i], value);
  for (size_t i = 0; !taken && i < sizeof columns / sizeof *columns; i++)
    if ((taken = !strcmp(name, columns[i].option))) take_column(task, &columns[i], value);
  if (!taken) Rf_error("there is no option %s", name);
}

void shim_take_options(shim_task *task, SEXP list) {
  SEXP names = Rf_getAttrib(list, R_NamesSymbol);
  for (R_xlen_t i = 0; i < Rf_xlength(list); i++) take_option(task, CHAR(STRING_ELT(names, i)), VECTOR_ELT(list, i));
  task->options.sources = shim_stream(&task->tables[0]);
  task->options.targets = shim_stream(&task->tables[1]);
  task->options.of = shim_stream(&task->tables[2]);
  task->options.demand = shim_stream(&task->tables[4]);
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

SEXP shim_lives(SEXP pointer) { return Rf_ScalarLogical(TYPEOF(pointer) == EXTPTRSXP && R_ExternalPtrAddr(pointer)); }

gobc_graph *shim_graph_of(SEXP pointer) {
  shim_need();
  return R_ExternalPtrAddr(pointer);
}

/* What a brief call has at most: rows that are built, and vertices and edges that searches from all vertices pass over. */
enum { BRIEF_ROWS = 20000, BRIEF_SEARCHES = 500000 };

static gobc_graph_stats stats_of(const gobc_graph *graph) {
  gobc_graph_stats stats = {.struct_size = sizeof stats};
  gobc_error error;
  if (library.graph_info(graph, &stats, &error)) stats.vertices = stats.edges = INT64_MAX / 4; /* the call says why */
  return stats;
}

/* Whether a question takes some milliseconds: on processors, exactly, and over few vertices and edges. */
static bool is_brief(const shim_task *task) {
  const gobc_options *o = &task->options;
  if (o->epsilon > 0 || o->top_k || o->adaptive > 0 || o->tuning) return false;
  if (o->device && strcmp(o->device, "auto") && strcmp(o->device, "cpu")) return false;
  const gobc_graph_stats stats = stats_of(task->graph);
  const double n = (double)stats.vertices, m = (double)stats.edges;
  return n * (n + 2 * m) <= BRIEF_SEARCHES;
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

void shim_take_limits(shim_task *task, SEXP limits) {
  task->graph_options.threads = (int32_t)clamped(REAL(limits)[0], INT32_MIN, INT32_MAX);
  task->graph_options.memory_limit = (int64_t)clamped(REAL(limits)[1], -0x1p62, 0x1p62);
  take_time(task, REAL(limits) + 2, Rf_xlength(limits) - 2);
}

/*
 * columns: list(from, to) or list(from, to, weight); nodes: the numbers of all vertices, in the order of results; limits: as
 * shim_take_limits() has them.
 */
SEXP shim_graph(SEXP columns, SEXP nodes, SEXP directed, SEXP limits, SEXP progress) {
  static const char *const names[] = {"from", "to", "weight"};
  shim_need();
  SEXP owner;
  shim_task *task = shim_task_new(&owner);
  PROTECT(owner);
  for (R_xlen_t i = 0; i < Rf_xlength(columns); i++) shim_column(&task->tables[0], names[i], VECTOR_ELT(columns, i));
  shim_column(&task->tables[1], "node", nodes);
  if (Rf_xlength(columns) == 3) task->graph_options.weight = "weight";
  task->graph_options.directed = Rf_asLogical(directed) == TRUE;
  shim_take_limits(task, limits);
  task->work = build;
  task->brief = task->tables[0].rows <= BRIEF_ROWS && task->tables[1].rows <= BRIEF_ROWS;
  SEXP all = shim_run(task, owner, progress, handle);
  UNPROTECT(1);
  return all;
}

static int32_t columns_of(shim_task *task) {
  return library.graph_columns(task->graph, task->measures, NULL, &task->schema, &task->array, &task->error);
}

static SEXP whole_numbers(shim_task *task) { return shim_columns(&task->schema, &task->array); }

/* A column of a graph that has one row for each vertex. */
SEXP shim_graph_column(SEXP graph, SEXP name) {
  const gobc_graph *asked = shim_graph_of(graph);
  SEXP owner;
  shim_task *task = shim_task_new(&owner);
  PROTECT(owner);
  task->graph = asked;
  task->measures = CHAR(STRING_ELT(name, 0));
  task->work = columns_of;
  task->brief = stats_of(asked).vertices <= BRIEF_ROWS;
  SEXP all = shim_run(task, owner, R_NilValue, whole_numbers);
  UNPROTECT(1);
  return all;
}

/* ---- questions ---- */

static int32_t compute(shim_task *task) {
  if (task->edges) {
    bool nodes = task->options.partial; /* they say which sources are finished */
    return library.compute_edges(task->graph, task->measures, &task->options, &task->control, &task->schema,
                                 &task->array, nodes ? &task->nodes_schema : NULL, nodes ? &task->nodes : NULL,
                                 &task->error);
  }
  return library.compute(task->graph, task->measures, &task->options, &task->control, &task->schema, &task->array,
                         &task->error);
}

/* Arrow's metadata: int32 count, then for each entry int32 length and bytes of key and value. */
SEXP shim_metadata(const char *bytes, const char *key) {
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

/* Says of a partial result which sources are finished. */
void shim_mark_partial(SEXP all, const struct ArrowSchema *schema, const struct ArrowArray *table) {
  int64_t last = schema->n_children - 1;
  if (last < 0 || strcmp(schema->children[last]->format, "b")) return;
  const struct ArrowArray *column = table->children[last];
  SEXP finished = PROTECT(Rf_allocVector(LGLSXP, column->length));
  const uint8_t *bits = column->buffers[1];
  for (int64_t i = 0; i < column->length; i++) {
    int64_t at = i + column->offset;
    LOGICAL(finished)[i] = bits[at >> 3] >> (at & 7) & 1;
  }
  Rf_setAttrib(all, Rf_install("finished"), finished);
  Rf_setAttrib(all, Rf_install("partial"), shim_metadata(schema->metadata, "gobc:partial"));
  UNPROTECT(1);
}

/* The columns of float64 as a named list, with attributes of warnings and of a partial result. */
static SEXP scores(shim_task *task) {
  int64_t first = 0, width = task->schema.n_children;
  while (first < width && strcmp(task->schema.children[first]->format, "g")) first++; /* labels come first */
  while (width > first && strcmp(task->schema.children[width - 1]->format, "g")) width--;
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
  Rf_setAttrib(all, Rf_install("warnings"), shim_metadata(task->schema.metadata, "gobc:warnings"));
  if (task->nodes.release) shim_mark_partial(all, &task->nodes_schema, &task->nodes);
  else shim_mark_partial(all, &task->schema, &task->array);
  UNPROTECT(2);
  return all;
}

shim_task *shim_question(const gobc_graph *graph, SEXP measures, SEXP options, SEXP *owner) {
  shim_task *task = shim_task_new(owner);
  PROTECT(*owner);
  task->graph = graph;
  task->measures = CHAR(STRING_ELT(measures, 0));
  shim_take_options(task, options);
  UNPROTECT(1);
  return task;
}

SEXP shim_compute(SEXP graph, SEXP measures, SEXP edges, SEXP options, SEXP progress) {
  SEXP owner;
  shim_task *task = shim_question(shim_graph_of(graph), measures, options, &owner);
  PROTECT(owner);
  task->edges = Rf_asLogical(edges) == TRUE;
  task->work = compute;
  task->brief = is_brief(task);
  SEXP all = shim_run(task, owner, progress, scores);
  UNPROTECT(1);
  return all;
}

static int32_t plan(shim_task *task) {
  return library.plan(task->graph, task->measures, &task->options, &task->text, &task->error);
}

SEXP shim_text(shim_task *task) { return Rf_ScalarString(Rf_mkCharCE(task->text, CE_UTF8)); }

SEXP shim_plan(SEXP graph, SEXP measures, SEXP options) {
  SEXP owner;
  shim_task *task = shim_question(shim_graph_of(graph), measures, options, &owner);
  PROTECT(owner);
  task->work = plan;
  SEXP all = shim_run(task, owner, R_NilValue, shim_text);
  UNPROTECT(1);
  return all;
}
