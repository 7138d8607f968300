/* distances.c - distances of pairs of vertices, numbers of their paths, and groups. */
#include <string.h>

#include "shim.h"

static int32_t distances(shim_task *task) {
  return library.distances(task->graph, "float64", &task->options, &task->control, &task->schema, &task->array, NULL,
                           NULL, NULL, NULL, &task->error);
}

static int32_t path_counts(shim_task *task) {
  return library.path_counts(task->graph, &task->options, &task->control, &task->schema, &task->array, NULL, NULL, NULL,
                             NULL, &task->error);
}

/* The last column as a matrix as R has it, column by column, of `rows` rows. */
static SEXP matrix(shim_task *task) {
  const struct ArrowArray *column = task->array.children[task->array.n_children - 1];
  const R_xlen_t rows = (R_xlen_t)task->shard, columns = rows ? (R_xlen_t)column->length / rows : 0;
  SEXP all = PROTECT(Rf_allocMatrix(REALSXP, (int)rows, (int)columns));
  const double *from = column->buffers[1];
  double *to = REAL(all);
  for (R_xlen_t block = 0; block < columns; block += 64)
    for (R_xlen_t i = 0; i < rows; i++)
      for (R_xlen_t j = block; j < columns && j < block + 64; j++) to[j * rows + i] = from[i * columns + j];
  UNPROTECT(1);
  return all;
}

/* A question about pairs or groups; measure may be "". */
static shim_task *question(SEXP graph, SEXP measure, SEXP options, SEXP *owner, int32_t (*work)(shim_task *)) {
  shim_task *task = shim_question(shim_graph_of(graph), measure, options, owner);
  task->work = work;
  return task;
}

/* rows: the number of sources, above 0. */
static SEXP matrix_of(SEXP graph, SEXP rows, SEXP options, SEXP progress, int32_t (*work)(shim_task *)) {
  SEXP none = PROTECT(Rf_mkString("")), owner;
  shim_task *task = question(graph, none, options, &owner, work);
  PROTECT(owner);
  task->shard = Rf_asInteger(rows);
  SEXP all = shim_run(task, owner, progress, matrix);
  UNPROTECT(2);
  return all;
}

SEXP shim_distances(SEXP graph, SEXP rows, SEXP options, SEXP progress) {
  return matrix_of(graph, rows, options, progress, distances);
}

SEXP shim_path_counts(SEXP graph, SEXP rows, SEXP options, SEXP progress) {
  return matrix_of(graph, rows, options, progress, path_counts);
}

/* ---- groups, and vertices ---- */

static SEXP columns(shim_task *task) { return shim_columns(&task->schema, &task->array); }

static int32_t groups(shim_task *task) {
  return library.groups(task->graph, task->measures, shim_stream(&task->tables[3]), task->sizes, task->networks,
                        &task->options, &task->control, &task->schema, &task->array, &task->error);
}

/* members: whole numbers, of one group after the other; sizes: doubles */
SEXP shim_groups(SEXP graph, SEXP measure, SEXP members, SEXP sizes, SEXP options, SEXP progress) {
  SEXP owner;
  shim_task *task = question(graph, measure, options, &owner, groups);
  PROTECT(owner);
  shim_labels(&task->tables[3], members);
  task->networks = Rf_xlength(sizes);
  int64_t *counts = (int64_t *)R_alloc((size_t)task->networks + 1, sizeof *counts);
  for (int64_t i = 0; i < task->networks; i++) counts[i] = (int64_t)REAL_RO(sizes)[i];
  task->sizes = counts;
  SEXP all = shim_run(task, owner, progress, columns);
  UNPROTECT(1);
  return all;
}

static int32_t paths(shim_task *task) {
  return library.shortest_paths(task->graph, shim_stream(&task->tables[2]), shim_stream(&task->tables[3]),
                                &task->options, &task->control, &task->schema, &task->array, &task->nodes_schema,
                                &task->nodes, &task->error);
}

static SEXP both_tables(shim_task *task) {
  SEXP all = PROTECT(Rf_allocVector(VECSXP, 2));
  SET_VECTOR_ELT(all, 0, shim_columns(&task->schema, &task->array));
  SET_VECTOR_ELT(all, 1, shim_columns(&task->nodes_schema, &task->nodes));
  UNPROTECT(1);
  return all;
}

/* from, to: whole numbers, as many of both */
SEXP shim_paths(SEXP graph, SEXP from, SEXP to, SEXP options, SEXP progress) {
  SEXP none = PROTECT(Rf_mkString("")), owner;
  shim_task *task = question(graph, none, options, &owner, paths);
  PROTECT(owner);
  shim_labels(&task->tables[2], from); /* no question about pairs has a list "of" */
  shim_labels(&task->tables[3], to);
  SEXP all = shim_run(task, owner, progress, both_tables);
  UNPROTECT(2);
  return all;
}

static int32_t best_group(shim_task *task) {
  return library.best_group(task->graph, task->rows, &task->options, &task->control, &task->schema, &task->array,
                            &task->error);
}

SEXP shim_best_group(SEXP graph, SEXP size, SEXP options, SEXP progress) {
  SEXP none = PROTECT(Rf_mkString("")), owner;
  shim_task *task = question(graph, none, options, &owner, best_group);
  PROTECT(owner);
  task->rows = (int64_t)Rf_asReal(size);
  SEXP all = shim_run(task, owner, progress, columns);
  UNPROTECT(2);
  return all;
}

static int32_t vertex_distances(shim_task *task) {
  return library.vertex_distances(task->graph, task->measures, &task->options, &task->control, &task->schema,
                                  &task->array, &task->error);
}

SEXP shim_vertex_distances(SEXP graph, SEXP measure, SEXP options, SEXP progress) {
  SEXP owner;
  shim_task *task = question(graph, measure, options, &owner, vertex_distances);
  PROTECT(owner);
  SEXP all = shim_run(task, owner, progress, columns);
  UNPROTECT(1);
  return all;
}
