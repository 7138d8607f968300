/* distances.c - distances of pairs of vertices. */
#include <string.h>

#include "shim.h"

static int32_t distances(shim_task *task) {
  return library.distances(task->graph, "float64", &task->options, &task->control, &task->schema, &task->array, NULL,
                           NULL, NULL, NULL, &task->error);
}

/* The matrix as R has it, column by column, of `rows` rows. */
static SEXP matrix(shim_task *task) {
  const struct ArrowArray *column = task->array.children[0];
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

/* rows: the number of sources, above 0. */
SEXP shim_distances(SEXP graph, SEXP rows, SEXP options, SEXP progress) {
  SEXP none = PROTECT(Rf_mkString("")), owner;
  shim_task *task = shim_question(shim_graph_of(graph), none, options, &owner);
  PROTECT(owner);
  task->shard = Rf_asInteger(rows);
  task->work = distances;
  SEXP all = shim_run(task, owner, progress, matrix);
  UNPROTECT(2);
  return all;
}
