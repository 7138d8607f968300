/*
 * jobs.c - computations in shards. A job owns its graph; a partial is bytes, in R a raw vector, so that it can be saved
 * and sent like any other value of R.
 */
#include <stdlib.h>
#include <string.h>

#include "shim.h"

typedef struct job {
  gobc_graph *graph;
  gobc_job *job;
} job;

static void free_job(SEXP pointer) {
  job *one = R_ExternalPtrAddr(pointer);
  R_ClearExternalPtr(pointer);
  if (!one) return;
  if (shim_usable()) {
    library.job_free(one->job);
    library.graph_free(one->graph);
  }
  free(one);
}

static const job *job_of(SEXP pointer) {
  shim_need();
  return R_ExternalPtrAddr(pointer);
}

/* ---- jobs ---- */

static int32_t make(shim_task *task) {
  return library.job_new(task->graph, task->measures, &task->options, task->shard, &task->control, &task->made,
                         &task->error);
}

static SEXP job_handle(shim_task *task) {
  SEXP pointer = PROTECT(R_MakeExternalPtr(NULL, R_NilValue, R_NilValue));
  R_RegisterCFinalizerEx(pointer, free_job, FALSE);
  job *one = calloc(1, sizeof *one);
  if (!one) Rf_error("no memory for a job");
  one->job = task->made;
  one->graph = task->built;
  task->made = NULL;
  task->built = NULL;
  R_SetExternalPtrAddr(pointer, one);
  UNPROTECT(1);
  return pointer;
}

/* A job, which takes the graph over: its pointer is cleared. weighted: whether lengths count; shards: how many, 0 for the library's choice. */
SEXP shim_job(SEXP graph, SEXP measures, SEXP options, SEXP weighted, SEXP shards, SEXP progress) {
  SEXP owner;
  shim_task *task = shim_question(shim_graph_of(graph), measures, options, &owner);
  PROTECT(owner);
  task->options.weighted = Rf_asLogical(weighted) == TRUE;
  task->shard = (int64_t)Rf_asReal(shards);
  task->work = make;
  SEXP all = PROTECT(shim_run(task, owner, progress, job_handle));
  SEXP pointer = VECTOR_ELT(all, 2);
  if (pointer != R_NilValue) {
    ((job *)R_ExternalPtrAddr(pointer))->graph = R_ExternalPtrAddr(graph);
    R_ClearExternalPtr(graph);
  }
  UNPROTECT(2);
  return all;
}

static int32_t inform(shim_task *task) { return library.job_info(task->job, &task->text, &task->error); }

SEXP shim_job_info(SEXP pointer) {
  const job *asked = job_of(pointer);
  SEXP owner;
  shim_task *task = shim_task_new(&owner);
  PROTECT(owner);
  task->job = asked->job;
  task->work = inform;
  SEXP all = shim_run(task, owner, R_NilValue, shim_text);
  UNPROTECT(1);
  return all;
}

static SEXP nothing(shim_task *task) { return (void)task, R_NilValue; }

/* ---- partials ---- */

static int32_t load(shim_task *task, R_xlen_t at, gobc_partial **out) {
  const shim_part *part = &task->parts[at];
  return library.partial_load(part->path, part->data, part->size, out, &task->error);
}

/* What partial_result() takes. */
static int32_t give(shim_task *task, int32_t status) {
  if (!status) status = library.partial_info(task->partial, &task->text, &task->error);
  if (!status) status = library.partial_save(task->partial, NULL, &task->schema, &task->array, &task->error);
  return status;
}

/* list(data, info): the bytes of the partial, and what it says of itself. */
static SEXP partial_result(shim_task *task) {
  const char *names[] = {"data", "info", ""};
  SEXP all = PROTECT(Rf_mkNamed(VECSXP, names));
  const struct ArrowArray *column = task->array.children[0];
  SEXP data = Rf_allocVector(RAWSXP, (R_xlen_t)column->length);
  SET_VECTOR_ELT(all, 0, data);
  if (column->length) memcpy(RAW(data), (const uint8_t *)column->buffers[1] + column->offset, (size_t)column->length);
  SET_VECTOR_ELT(all, 1, shim_text(task));
  UNPROTECT(1);
  return all;
}

/* Of raw vectors in a list, of a raw vector, or of paths. Lives until the .Call returns. */
static shim_part *parts_of(SEXP parts, R_xlen_t count) {
  shim_part *all = (shim_part *)R_alloc((size_t)count, sizeof *all);
  for (R_xlen_t i = 0; i < count; i++) {
    if (TYPEOF(parts) == STRSXP) {
      all[i] = (shim_part){.path = Rf_translateChar(STRING_ELT(parts, i))};
    } else {
      SEXP one = TYPEOF(parts) == VECSXP ? VECTOR_ELT(parts, i) : parts;
      all[i] = (shim_part){.data = RAW_RO(one), .size = (int64_t)XLENGTH(one)};
    }
  }
  return all;
}

static shim_task *partial_task(SEXP parts, SEXP *owner) {
  shim_need();
  shim_task *task = shim_task_new(owner);
  PROTECT(*owner);
  task->count = TYPEOF(parts) == RAWSXP ? 1 : XLENGTH(parts);
  task->parts = parts_of(parts, task->count);
  UNPROTECT(1);
  return task;
}

static int32_t run_shard(shim_task *task) {
  return give(task,
              library.job_run(task->job, task->shard, &task->options, &task->control, &task->partial, &task->error));
}

/* shard: from 0 on. */
SEXP shim_job_run(SEXP pointer, SEXP shard, SEXP options, SEXP progress) {
  const job *asked = job_of(pointer);
  SEXP owner;
  shim_task *task = shim_task_new(&owner);
  PROTECT(owner);
  task->job = asked->job;
  task->shard = (int64_t)Rf_asReal(shard);
  shim_take_options(task, options);
  task->work = run_shard;
  SEXP all = shim_run(task, owner, progress, partial_result);
  UNPROTECT(1);
  return all;
}

static int32_t merge(shim_task *task) {
  int32_t status = load(task, 0, &task->partial);
  for (R_xlen_t i = 1; !status && i < task->count; i++) {
    gobc_partial *other = NULL;
    if (__atomic_load_n(&task->control.cancel, __ATOMIC_SEQ_CST)) return GOBC_CANCELLED;
    status = load(task, i, &other);
    if (!status) status = library.partial_merge(task->partial, other, &task->error);
    library.partial_free(other);
  }
  return give(task, status);
}

/* parts: one or more, as parts_of() takes them. */
SEXP shim_merge(SEXP parts) {
  SEXP owner;
  shim_task *task = partial_task(parts, &owner);
  PROTECT(owner);
  task->work = merge;
  SEXP all = shim_run(task, owner, R_NilValue, partial_result);
  UNPROTECT(1);
  return all;
}

static int32_t save_file(shim_task *task) {
  int32_t status = load(task, 0, &task->partial);
  return status ? status : library.partial_save(task->partial, task->path, NULL, NULL, &task->error);
}

SEXP shim_partial_save(SEXP part, SEXP path) {
  SEXP owner;
  shim_task *task = partial_task(part, &owner);
  PROTECT(owner);
  task->path = Rf_translateChar(STRING_ELT(path, 0));
  task->work = save_file;
  SEXP all = shim_run(task, owner, R_NilValue, nothing);
  UNPROTECT(1);
  return all;
}

/* ---- folders ---- */

static int32_t save_job(shim_task *task) {
  return library.job_save(task->job, task->path, task->labels, task->resume, &task->error);
}

/* Makes a folder that of a job. labels: a text for R alone, or NULL. */
SEXP shim_job_save(SEXP pointer, SEXP path, SEXP labels, SEXP resume) {
  const job *asked = job_of(pointer);
  SEXP owner;
  shim_task *task = shim_task_new(&owner);
  PROTECT(owner);
  task->job = asked->job;
  task->path = Rf_translateChar(STRING_ELT(path, 0));
  if (labels != R_NilValue) task->labels = Rf_translateCharUTF8(STRING_ELT(labels, 0));
  task->resume = Rf_asLogical(resume) == TRUE;
  task->work = save_job;
  SEXP all = shim_run(task, owner, R_NilValue, nothing);
  UNPROTECT(1);
  return all;
}

static int32_t load_job(shim_task *task) {
  return library.job_load(task->path, &task->graph_options, &task->control, &task->built, &task->made, &task->error);
}

/* The job of a folder, with its graph. limits: as shim_take_limits() has them. */
SEXP shim_job_load(SEXP path, SEXP limits, SEXP progress) {
  shim_need();
  SEXP owner;
  shim_task *task = shim_task_new(&owner);
  PROTECT(owner);
  task->path = Rf_translateChar(STRING_ELT(path, 0));
  shim_take_limits(task, limits);
  task->work = load_job;
  SEXP all = shim_run(task, owner, progress, job_handle);
  UNPROTECT(1);
  return all;
}

static int32_t describe_folder(shim_task *task) { return library.job_folder(task->path, &task->text, &task->error); }

/* What the library says of a folder, as JSON. */
SEXP shim_job_folder(SEXP path) {
  shim_need();
  SEXP owner;
  shim_task *task = shim_task_new(&owner);
  PROTECT(owner);
  task->path = Rf_translateChar(STRING_ELT(path, 0));
  task->work = describe_folder;
  SEXP all = shim_run(task, owner, R_NilValue, shim_text);
  UNPROTECT(1);
  return all;
}

static int32_t run_into(shim_task *task) {
  int32_t status = library.job_run_into(task->job, task->path, task->shard, &task->options, &task->control,
                                        &task->shard, &task->partial, &task->error);
  return status || !task->partial ? status : give(task, GOBC_OK);
}

static SEXP added_result(shim_task *task) { return task->partial ? partial_result(task) : R_NilValue; }

/* A shard, from 0 on, into a folder; or with -1 the next one, NULL where none is missing. */
SEXP shim_job_run_into(SEXP pointer, SEXP path, SEXP shard, SEXP options, SEXP progress) {
  const job *asked = job_of(pointer);
  SEXP owner;
  shim_task *task = shim_task_new(&owner);
  PROTECT(owner);
  task->job = asked->job;
  task->path = Rf_translateChar(STRING_ELT(path, 0));
  task->shard = (int64_t)Rf_asReal(shard);
  shim_take_options(task, options);
  task->work = run_into;
  SEXP all = shim_run(task, owner, progress, added_result);
  UNPROTECT(1);
  return all;
}

static int32_t merge_folder(shim_task *task) {
  return give(task, library.job_merge(task->path, &task->control, &task->partial, &task->error));
}

/* All finished shards of a folder. */
SEXP shim_job_merge(SEXP path) {
  shim_need();
  SEXP owner;
  shim_task *task = shim_task_new(&owner);
  PROTECT(owner);
  task->path = Rf_translateChar(STRING_ELT(path, 0));
  task->work = merge_folder;
  SEXP all = shim_run(task, owner, R_NilValue, partial_result);
  UNPROTECT(1);
  return all;
}

/* ---- results ---- */

static int32_t finish(shim_task *task) {
  int32_t status = load(task, 0, &task->partial);
  if (status) return status;
  return library.job_result(task->job, task->partial, task->incomplete, &task->control,
                            task->edges ? &task->schema : NULL, task->edges ? &task->array : NULL,
                            task->nodes_too ? &task->nodes_schema : NULL, task->nodes_too ? &task->nodes : NULL,
                            &task->error);
}

/* list(edges, nodes): their columns, or NULL; with attributes of warnings and of a partial result. */
static SEXP tables(shim_task *task) {
  const char *names[] = {"edges", "nodes", ""};
  SEXP all = PROTECT(Rf_mkNamed(VECSXP, names));
  if (task->edges) SET_VECTOR_ELT(all, 0, shim_columns(&task->schema, &task->array));
  if (task->nodes_too) SET_VECTOR_ELT(all, 1, shim_columns(&task->nodes_schema, &task->nodes));
  const char *told = task->nodes_too ? task->nodes_schema.metadata : task->schema.metadata;
  Rf_setAttrib(all, Rf_install("warnings"), PROTECT(shim_metadata(told, "gobc:warnings")));
  if (task->nodes_too) shim_mark_partial(all, &task->nodes_schema, &task->nodes);
  UNPROTECT(2);
  return all;
}

/* wanted: logical, whether there are to be tables of edges and of vertices, and of a partial that lacks shards. */
SEXP shim_job_result(SEXP pointer, SEXP part, SEXP wanted, SEXP progress) {
  const job *asked = job_of(pointer);
  SEXP owner;
  shim_task *task = partial_task(part, &owner);
  PROTECT(owner);
  task->job = asked->job;
  task->edges = LOGICAL(wanted)[0] == TRUE;
  task->nodes_too = LOGICAL(wanted)[1] == TRUE;
  task->incomplete = LOGICAL(wanted)[2] == TRUE;
  task->work = finish;
  SEXP all = shim_run(task, owner, progress, tables);
  UNPROTECT(1);
  return all;
}
