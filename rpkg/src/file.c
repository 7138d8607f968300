/* file.c - reads a file of edges by the library. */
#include <string.h>

#include "shim.h"

static int32_t read_file(shim_task *task) {
  return library.read(task->path, &task->read_options, &task->control, &task->schema, &task->array, &task->nodes_schema,
                      &task->nodes, &task->error);
}

/* list(edges, nodes, directed, notes, warnings): columns, the vertices or NULL, and texts, empty where the file does not say. */
static SEXP contents(shim_task *task) {
  const char *names[] = {"edges", "nodes", "directed", "notes", "warnings", ""};
  SEXP all = PROTECT(Rf_mkNamed(VECSXP, names));
  SET_VECTOR_ELT(all, 0, shim_columns(&task->schema, &task->array));
  if (task->nodes.release) SET_VECTOR_ELT(all, 1, VECTOR_ELT(shim_columns(&task->nodes_schema, &task->nodes), 0));
  SET_VECTOR_ELT(all, 2, shim_metadata(task->schema.metadata, "gobc:directed"));
  SET_VECTOR_ELT(all, 3, shim_metadata(task->schema.metadata, "gobc:notes"));
  SET_VECTOR_ELT(all, 4, shim_metadata(task->schema.metadata, "gobc:warnings"));
  UNPROTECT(1);
  return all;
}

static const char *word(SEXP words, R_xlen_t at) {
  SEXP one = STRING_ELT(words, at);
  return one == NA_STRING ? NULL : Rf_translateCharUTF8(one);
}

/* words: format, delimiter, source, target and weight, NA where none is given; choices: header, directed, text_ids and threads. */
SEXP shim_read_file(SEXP path, SEXP words, SEXP choices, SEXP progress) {
  shim_need();
  SEXP owner;
  shim_task *task = shim_task_new(&owner);
  PROTECT(owner);
  gobc_read_options *options = &task->read_options;
  library.read_options_init(options, sizeof *options);
  task->path = Rf_translateChar(STRING_ELT(path, 0));
  options->format = word(words, 0);
  options->delimiter = word(words, 1);
  options->source = word(words, 2);
  options->target = word(words, 3);
  options->weight = word(words, 4);
  options->header = INTEGER(choices)[0];
  options->directed = INTEGER(choices)[1];
  options->text_ids = INTEGER(choices)[2];
  options->threads = INTEGER(choices)[3];
  task->work = read_file;
  SEXP all = shim_run(task, owner, progress, contents);
  UNPROTECT(1);
  return all;
}
