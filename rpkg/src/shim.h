/*
 * shim.h - R's side of gobc.h: one long call is a task, which owns all that the call reads and gives.
 *
 * The library is opened with dlopen and not linked: library(gobc) then starts no threads, so that a process may still
 * fork, and GOBC_LIBRARY can name another.
 */
#ifndef GOBC_SHIM_H
#define GOBC_SHIM_H

#include <pthread.h>
#include <stdbool.h>

#define R_NO_REMAP
#include <R.h>
#include <Rinternals.h>

#include "gobc.h"

/* ---- library.c ---- */

/* The functions of the loaded library, each of the type that gobc.h declares. */
typedef struct shim_library {
#define FUNCTION(name) __typeof__(gobc_##name) *name;
#include "generated_functions.h"
#undef FUNCTION
} shim_library;

extern shim_library library;

bool shim_usable(void); /* loaded, and not in a forked child of the process that did */
void shim_need(void);   /* an R error otherwise */

/* ---- table.c ---- */

enum { SHIM_COLUMNS = 4 };

/* Columns of R vectors as an Arrow stream of one batch. The vectors must outlive the stream; nothing is copied. */
typedef struct shim_table {
  int width;
  int64_t rows;
  bool given;
  struct ArrowSchema child_schema[SHIM_COLUMNS], *child_schemas[SHIM_COLUMNS];
  struct ArrowArray child[SHIM_COLUMNS], *children[SHIM_COLUMNS];
  const char *format[SHIM_COLUMNS], *name[SHIM_COLUMNS];
  const void *buffers[SHIM_COLUMNS][3], *none[1];
  struct ArrowArrayStream stream;
} shim_table;

void shim_column(shim_table *table, const char *name, SEXP vector); /* integer or double, without NA */
void shim_labels(shim_table *table, SEXP vector);        /* a column "node": whole numbers or text, without NA */
struct ArrowArrayStream *shim_stream(shim_table *table); /* NULL for a table without columns */

/* ---- task.c ---- */

/* A partial, in a file or as bytes. */
typedef struct shim_part {
  const char *path; /* NULL for bytes */
  const void *data;
  int64_t size;
} shim_part;

typedef struct shim_task {
  int32_t (*work)(struct shim_task *); /* no R function may be called in it, and it calls none back */
  bool brief;                          /* takes some milliseconds: runs on R's thread, to start another takes longer */
  gobc_control control;
  gobc_error error;
  int32_t status;

  const gobc_graph *graph; /* what is asked about */
  const char *measures;
  bool edges;
  gobc_graph_options graph_options;
  gobc_options options;
  const char *path; /* of a file */
  gobc_read_options read_options;
  double time_limit; /* seconds */
  double spent;      /* seconds of it before this call */
  shim_table tables[5];
  const gobc_job *job; /* a shard or the result of which is asked for */
  int64_t shard;       /* or how many there are to be */
  const char *labels;  /* of R's, which a folder keeps */
  bool nodes_too, incomplete, resume;
  const shim_part *parts;
  R_xlen_t count;
  const double *lengths; /* matrices of edges and networks, by column, or NULL */
  const uint8_t *has;
  int64_t rows, networks;
  const int64_t *sizes; /* of groups */

  gobc_graph *built;
  gobc_job *made;
  gobc_partial *partial;
  struct ArrowSchema schema, nodes_schema;
  struct ArrowArray array, nodes; /* of edges, nodes says which sources are finished */
  char *text;

  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool ended;
} shim_task;

shim_task *shim_task_new(SEXP *owner); /* *owner is to be protected; its finalizer frees the task */
SEXP shim_run(shim_task *task, SEXP owner, SEXP progress, SEXP (*result)(shim_task *));

/* ---- read.c, ask.c ---- */

shim_task *shim_question(const gobc_graph *graph, SEXP measures, SEXP options, SEXP *owner);
void shim_take_options(shim_task *task, SEXP list);
void shim_take_limits(shim_task *task, SEXP limits); /* of threads, of bytes, and perhaps of time */
SEXP shim_text(shim_task *task);                     /* what a call has given as text */
void shim_mark_partial(SEXP all, const struct ArrowSchema *schema, const struct ArrowArray *table);
gobc_graph *shim_graph_of(SEXP pointer);

SEXP shim_columns(struct ArrowSchema *schema,
                  struct ArrowArray *table);            /* a named list; whole numbers are integer if all fit */
SEXP shim_metadata(const char *bytes, const char *key); /* "" where there is none */

/* ---- what R calls ---- */

SEXP shim_load(SEXP path, SEXP version, SEXP override);
SEXP shim_about(SEXP what);
SEXP shim_graph(SEXP columns, SEXP nodes, SEXP directed, SEXP limits, SEXP progress);
SEXP shim_graph_column(SEXP graph, SEXP name);
SEXP shim_release(SEXP graph);
SEXP shim_lives(SEXP pointer); /* whether it is of this session; R asks before it gives a graph or a job */
SEXP shim_compute(SEXP graph, SEXP measures, SEXP edges, SEXP options, SEXP progress);
SEXP shim_plan(SEXP graph, SEXP measures, SEXP options);
SEXP shim_many(SEXP columns, SEXP measures, SEXP choices, SEXP options, SEXP progress);
SEXP shim_layers(SEXP graph, SEXP names, SEXP matrices, SEXP question, SEXP options, SEXP progress);
SEXP shim_distances(SEXP graph, SEXP rows, SEXP options, SEXP progress);
SEXP shim_path_counts(SEXP graph, SEXP rows, SEXP options, SEXP progress);
SEXP shim_paths(SEXP graph, SEXP from, SEXP to, SEXP options, SEXP progress);
SEXP shim_groups(SEXP graph, SEXP measure, SEXP members, SEXP sizes, SEXP options, SEXP progress);
SEXP shim_best_group(SEXP graph, SEXP size, SEXP options, SEXP progress);
SEXP shim_vertex_distances(SEXP graph, SEXP measure, SEXP options, SEXP progress);
SEXP shim_job(SEXP graph, SEXP measures, SEXP options, SEXP weighted, SEXP shards, SEXP progress);
SEXP shim_job_info(SEXP job);
SEXP shim_job_save(SEXP job, SEXP path, SEXP labels, SEXP resume);
SEXP shim_job_load(SEXP path, SEXP limits, SEXP progress);
SEXP shim_job_folder(SEXP path);
SEXP shim_job_run_into(SEXP job, SEXP path, SEXP shard, SEXP options, SEXP progress);
SEXP shim_job_merge(SEXP path);
SEXP shim_job_run(SEXP job, SEXP shard, SEXP options, SEXP progress);
SEXP shim_job_result(SEXP job, SEXP part, SEXP tables, SEXP progress);
SEXP shim_merge(SEXP parts);
SEXP shim_partial_save(SEXP part, SEXP path);
SEXP shim_read_stream(SEXP pointer);
SEXP shim_read_file(SEXP path, SEXP words, SEXP choices, SEXP progress);

#endif
