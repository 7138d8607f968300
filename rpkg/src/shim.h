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

/* The functions of the loaded library. */
typedef struct shim_library {
  void (*control_init)(gobc_control *, uint64_t);
  void (*graph_options_init)(gobc_graph_options *, uint64_t);
  int32_t (*graph_new)(struct ArrowArrayStream *, struct ArrowArrayStream *, const gobc_graph_options *, gobc_control *,
                       gobc_graph **, gobc_error *);
  void (*graph_free)(gobc_graph *);
  void (*options_init)(gobc_options *, uint64_t);
  int32_t (*compute)(const gobc_graph *, const char *, const gobc_options *, gobc_control *, struct ArrowSchema *,
                     struct ArrowArray *, gobc_error *);
  int32_t (*compute_edges)(const gobc_graph *, const char *, const gobc_options *, gobc_control *, struct ArrowSchema *,
                           struct ArrowArray *, struct ArrowSchema *, struct ArrowArray *, gobc_error *);
  int32_t (*plan)(const gobc_graph *, const char *, const gobc_options *, char **, gobc_error *);
  void (*text_free)(char *);
  int32_t (*abi_version)(void);
  int32_t (*ready)(gobc_error *);
  void (*read_options_init)(gobc_read_options *, uint64_t);
  int32_t (*read)(const char *, const gobc_read_options *, gobc_control *, struct ArrowSchema *, struct ArrowArray *,
                  struct ArrowSchema *, struct ArrowArray *, gobc_error *);
  int32_t (*graph_save)(const gobc_graph *, const char *, struct ArrowSchema *, struct ArrowArray *, gobc_error *);
  int32_t (*graph_load)(const char *, const void *, int64_t, const gobc_graph_options *, gobc_control *, gobc_graph **,
                        gobc_error *);
  int32_t (*graph_columns)(const gobc_graph *, const char *, struct ArrowArrayStream *, struct ArrowSchema *,
                           struct ArrowArray *, gobc_error *);
  int32_t (*job_new)(const gobc_graph *, const char *, const gobc_options *, int64_t, gobc_control *, gobc_job **,
                     gobc_error *);
  int32_t (*job_info)(const gobc_job *, char **, gobc_error *);
  int32_t (*job_run)(const gobc_job *, int64_t, const gobc_options *, gobc_control *, gobc_partial **, gobc_error *);
  int32_t (*job_result)(const gobc_job *, const gobc_partial *, int32_t, gobc_control *, struct ArrowSchema *,
                        struct ArrowArray *, struct ArrowSchema *, struct ArrowArray *, gobc_error *);
  void (*job_free)(gobc_job *);
  int32_t (*partial_info)(const gobc_partial *, char **, gobc_error *);
  int32_t (*partial_merge)(gobc_partial *, const gobc_partial *, gobc_error *);
  int32_t (*partial_save)(const gobc_partial *, const char *, struct ArrowSchema *, struct ArrowArray *, gobc_error *);
  int32_t (*partial_load)(const char *, const void *, int64_t, gobc_partial **, gobc_error *);
  void (*partial_free)(gobc_partial *);
  const char *(*version)(void);
  const char *(*devices)(void);
} shim_library;

extern shim_library library;

bool shim_usable(void); /* loaded, and not in a forked child of the process that did */
void shim_need(void);   /* an R error otherwise */

/* ---- table.c ---- */

enum { SHIM_COLUMNS = 3 };

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
  int32_t (*work)(struct shim_task *); /* runs beside R: no R function may be called in it */
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
  shim_table tables[4];
  const gobc_job *job; /* a shard or the result of which is asked for */
  int64_t shard;       /* or how many there are to be */
  bool nodes_too, incomplete;
  const shim_part *parts;
  R_xlen_t count;

  gobc_graph *built;
  gobc_job *made;
  gobc_partial *partial;
  char **texts; /* `count`, of parts */
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
SEXP shim_text(shim_task *task); /* what a call has given as text */
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
SEXP shim_graph_load(SEXP path, SEXP limits, SEXP progress);
SEXP shim_job(SEXP graph, SEXP measures, SEXP options, SEXP weighted, SEXP shards, SEXP progress);
SEXP shim_job_info(SEXP job);
SEXP shim_job_save(SEXP job, SEXP path);
SEXP shim_job_run(SEXP job, SEXP shard, SEXP options, SEXP progress);
SEXP shim_job_result(SEXP job, SEXP part, SEXP tables, SEXP progress);
SEXP shim_merge(SEXP parts);
SEXP shim_partial_save(SEXP part, SEXP path);
SEXP shim_read_stream(SEXP pointer);
SEXP shim_read_file(SEXP path, SEXP words, SEXP choices, SEXP progress);

#endif
