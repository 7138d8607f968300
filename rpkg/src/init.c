/* init.c - the routines that R may call, by .Call alone. */
#include <R_ext/Rdynload.h>
#include <R_ext/Visibility.h>

#include "shim.h"

#define ROUTINE(name, arguments) {#name, (DL_FUNC) & name, arguments}

static const R_CallMethodDef routines[] = {
    ROUTINE(shim_load, 3),
    ROUTINE(shim_about, 1),
    ROUTINE(shim_graph, 5),
    ROUTINE(shim_release, 1),
    ROUTINE(shim_compute, 5),
    ROUTINE(shim_plan, 3),
    ROUTINE(shim_job, 6),
    ROUTINE(shim_job_info, 1),
    ROUTINE(shim_job_save, 4),
    ROUTINE(shim_job_load, 3),
    ROUTINE(shim_job_folder, 1),
    ROUTINE(shim_job_run_into, 5),
    ROUTINE(shim_job_merge, 1),
    ROUTINE(shim_job_run, 4),
    ROUTINE(shim_job_result, 4),
    ROUTINE(shim_merge, 1),
    ROUTINE(shim_partial_save, 2),
    ROUTINE(shim_read_stream, 1),
    ROUTINE(shim_read_file, 4),
    ROUTINE(shim_lives, 1),
    ROUTINE(shim_graph_column, 2),
    ROUTINE(shim_many, 5),
    ROUTINE(shim_layers, 6),
    ROUTINE(shim_distances, 4),
    ROUTINE(shim_path_counts, 4),
    ROUTINE(shim_paths, 5),
    ROUTINE(shim_groups, 6),
    ROUTINE(shim_best_group, 4),
    ROUTINE(shim_vertex_distances, 4),
    {NULL, NULL, 0},
};

void attribute_visible R_init_gobc(DllInfo *info) {
  R_registerRoutines(info, NULL, routines, NULL, NULL);
  R_useDynamicSymbols(info, FALSE);
  R_forceSymbols(info, TRUE);
}
