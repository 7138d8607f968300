/* many.c - measures of many networks, of one table or on the edges of one graph. */
#include "shim.h"

static int32_t many(shim_task *task) {
  bool report = task->incomplete;
  return library.many(shim_stream(&task->tables[3]), "network", task->measures, &task->graph_options, &task->options,
                      &task->control, &task->schema, &task->array, report ? &task->nodes_schema : NULL,
                      report ? &task->nodes : NULL, &task->error);
}

/* list(scores, left): columns, and those of the networks that are left out or NULL; an attribute of warnings. */
static SEXP tables(shim_task *task) {
  const char *names[] = {"scores", "left", ""};
  SEXP all = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(all, 0, shim_columns(&task->schema, &task->array));
  if (task->nodes.release) SET_VECTOR_ELT(all, 1, shim_columns(&task->nodes_schema, &task->nodes));
  Rf_setAttrib(all, Rf_install("warnings"), shim_metadata(task->schema.metadata, "gobc:warnings"));
  UNPROTECT(1);
  return all;
}

/*
 * columns: list(network, from, to) or list(network, from, to, weight), of which from and to are integer and network is integer or
 * text; choices: directed, and whether networks with wrong weights are left out.
 */
SEXP shim_many(SEXP columns, SEXP measures, SEXP choices, SEXP options, SEXP progress) {
  static const char *const names[] = {"network", "from", "to", "weight"};
  shim_need();
  SEXP owner;
  shim_task *task = shim_task_new(&owner);
  PROTECT(owner);
  task->measures = CHAR(STRING_ELT(measures, 0));
  shim_take_options(task, options);
  shim_table *edges = &task->tables[3]; /* the others are the options' */
  shim_labels(edges, VECTOR_ELT(columns, 0));
  edges->name[0] = names[0];
  for (R_xlen_t i = 1; i < Rf_xlength(columns); i++) shim_column(edges, names[i], VECTOR_ELT(columns, i));
  if (Rf_xlength(columns) == 4) task->graph_options.weight = "weight";
  task->graph_options.directed = LOGICAL(choices)[0] == TRUE;
  task->incomplete = LOGICAL(choices)[1] == TRUE;
  task->work = many;
  SEXP all = shim_run(task, owner, progress, tables);
  UNPROTECT(1);
  return all;
}

static int32_t layers(shim_task *task) {
  bool report = task->incomplete;
  return library.many_layers(task->graph, shim_stream(&task->tables[3]), task->networks, task->lengths, 1, task->rows,
                             task->has, 1, task->rows, task->measures, &task->options, &task->control, &task->schema,
                             &task->array, report ? &task->nodes_schema : NULL, report ? &task->nodes : NULL,
                             &task->error);
}

/*
 * names: whole numbers or texts, one a network; matrices: list(double or NULL, raw or NULL), with a row for each edge and a column
 * for each network; question: list(measures, whether networks with wrong weights are left out).
 */
SEXP shim_layers(SEXP graph, SEXP names, SEXP matrices, SEXP question, SEXP options, SEXP progress) {
  SEXP owner;
  shim_task *task = shim_task_new(&owner);
  PROTECT(owner);
  task->graph = shim_graph_of(graph);
  task->measures = CHAR(STRING_ELT(VECTOR_ELT(question, 0), 0));
  task->incomplete = LOGICAL(VECTOR_ELT(question, 1))[0] == TRUE;
  shim_take_options(task, options);
  shim_labels(&task->tables[3], names);
  task->networks = Rf_xlength(names);
  SEXP lengths = VECTOR_ELT(matrices, 0), has = VECTOR_ELT(matrices, 1);
  if (lengths != R_NilValue) task->lengths = REAL(lengths);
  if (has != R_NilValue) task->has = RAW(has);
  task->rows = Rf_nrows(lengths != R_NilValue ? lengths : has);
  task->work = layers;
  SEXP all = shim_run(task, owner, progress, tables);
  UNPROTECT(1);
  return all;
}
