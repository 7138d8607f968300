# Computes the shards of a job on workers of another package, which schedules tasks, moves data and repeats failed
# tasks by its own rules.

#' Computes or resumes a job, in this process or on workers
#'
#' Computes and merges all shards of a job, with the bits of one call. Workers are those of BiocParallel or of the
#' package future, and may be on other machines. gobc must be installed on each worker. A worker reads the job once,
#' from the folder `checkpoint` or from a folder in the temporary folder of this session, so it must have access to
#' that folder.
#'
#' Workers that are forks of this process cannot use the library if this process has used it, so `MulticoreParam` and
#' `plan(multicore)` are refused. `SnowParam` and `plan(multisession)` start new processes. So do `BatchtoolsParam`
#' and future.batchtools, except their "multicore"; on other machines they need a `checkpoint` that all workers can
#' access.
#'
#' @param job The result of [gobc_job()], or of [gobc_load()] for a folder.
#' @param checkpoint A folder that keeps finished shards. A computation that was stopped or killed can be continued
#'   from it. Several processes of R, of Python and of the command `gobc run --next` may use it at once.
#' @param BPPARAM The backend of BiocParallel, such as `BiocParallel::SnowParam(2)`.
#' @param future `TRUE` computes on the workers of `future::plan()`, through the package future.apply.
#' @param resume Whether to continue with a folder that already has shards of this job. With `FALSE`, such a folder is
#'   an error.
#' @param device,threads As in [betweenness()], for each worker. By default workers share the processors; a single
#'   process uses all.
#' @param progress As in [betweenness()]. Progress counts shards. Workers of future report nothing until they end.
#' @param ... Must be empty.
#' @return The result, as from [gobc_result()].
#' @examples
#' edges <- data.frame(from = c("a", "b", "c", "b", "d"), to = c("b", "c", "d", "d", "e"))
#' job <- gobc_job(edges, shards = 3)
#' run <- tempfile("run")
#' gobc_compute(job, checkpoint = run)
#' @examplesIf requireNamespace("BiocParallel", quietly = TRUE)
#' gobc_compute(job, BPPARAM = BiocParallel::SnowParam(2))
#' @export
gobc_compute <- function(job, checkpoint = NULL, BPPARAM = NULL, # nolint: object_name_linter. Its name in Bioconductor.
                         future = FALSE, resume = TRUE, device = NULL, threads = NULL, progress = NULL, ...) {
  no_more(...)
  need_job(job)
  future <- flag(future, "future")
  if (future && !is.null(BPPARAM)) fail("argument", "give BPPARAM or future = TRUE, not both")
  runner <- if (!is.null(BPPARAM)) on_biocparallel(BPPARAM) else if (future) on_future() else NULL
  run_of(device, threads, FALSE, NULL) # errors of arguments come before anything is written
  if (!is.null(checkpoint)) checkpoint <- gobc_save(job, checkpoint, resume)
  part <- watched_shards(progress, job, checkpoint, function(tell) {
    if (is.null(runner)) return(run_here(job, checkpoint, device, threads, tell))
    run_there(job, checkpoint, device, threads, tell, runner)
  })
  gobc_result(part, job)
}

# Reports progress of shards. `run` gets a function that it calls after each shard.
watched_shards <- function(progress, job, checkpoint, run) {
  done <- if (is.null(checkpoint)) 0 else job$shards - length(gobc_missing(checkpoint))
  watched(progress, function(tell) {
    run(function() {
      done <<- min(done + 1, job$shards) # shards may be counted twice if another process computes the same
      if (!is.null(tell)) in_class("argument", tell(3, done, job$shards), progress_failed)
    })
  })
}

progress_failed <- "the progress function failed, and so the call was stopped: "

run_here <- function(job, folder, device, threads, tell) {
  if (!is.null(folder)) {
    run <- run_of(device, threads, FALSE, NULL)
    while (!is.null(run_into(job, folder, NULL, run))) tell()
    return(merged_folder(folder))
  }
  sums <- collected()
  for (shard in seq_len(job$shards)) {
    sums$add(gobc_run_shard(job, shard, device, threads))
    tell()
  }
  sums$all()
}

# Collects partials as they arrive, and merges some at a time.
collected <- function() {
  parts <- list()
  add <- function(part) {
    parts[[length(parts) + 1L]] <<- part
    if (length(parts) == 8) parts <<- list(gobc_merge(parts))
  }
  list(add = add, all = function() gobc_merge(parts))
}

# Runs a job on workers, which read it from the checkpoint or from a temporary folder.
run_there <- function(job, folder, device, threads, tell, runner) {
  place <- folder
  if (is.null(folder)) {
    place <- gobc_save(job, tempfile("gobc-job-"))
    on.exit(unlink(place, recursive = TRUE))
  }
  todo <- if (is.null(folder)) seq_len(job$shards) else gobc_missing(folder)
  if (is.null(threads)) threads <- max(1, job$plan$threads %/% runner$workers)
  sums <- collected()
  if (length(todo)) runner$run(todo, function(part) {
    if (inherits(part, "condition")) stop(part)
    if (is.null(folder)) sums$add(part)
    tell()
  }, place = normalizePath(place), fingerprint = job$fingerprint, device = device, threads = threads,
  keep = !is.null(folder))
  if (is.null(folder)) sums$all() else merged_folder(folder)
}

# ---- runners of shards: a list of the number of workers and run(todo, got, ...), which passes results to got() ----

on_biocparallel <- function(param) {
  if (!inherits(param, "BiocParallelParam")) {
    fail("argument", "BPPARAM is %s, but must be a backend of BiocParallel, such as SnowParam(2)", described(param))
  }
  need("BiocParallel", "shards with BPPARAM")
  if (inherits(param, "MulticoreParam")) {
    refuse_forks("BPPARAM is a MulticoreParam", "BiocParallel::SnowParam()")
  }
  if (inherits(param, "BatchtoolsParam") && identical(param$cluster, "multicore")) {
    refuse_forks("BPPARAM is a BatchtoolsParam with cluster = \"multicore\"",
                 "another cluster, such as \"slurm\" or \"socket\"")
  }
  run <- function(todo, got, ...) {
    at <- 0L
    following <- function() if (at < length(todo)) todo[at <<- at + 1L]
    # Shards are sent to workers one by one, and merged as they arrive.
    BiocParallel::bpiterate(following, run_task, ..., BPPARAM = param, init = 0L, REDUCE = function(count, part) {
      got(part)
      count + 1L
    })
  }
  list(workers = BiocParallel::bpnworkers(param), run = run)
}

on_future <- function() {
  need("future", "shards with future = TRUE")
  need("future.apply", "shards with future = TRUE")
  if (inherits(future::plan(), c("multicore", "batchtools_multicore"))) {
    refuse_forks("future::plan() is multicore", "plan(multisession)")
  }
  run <- function(todo, got, ...) {
    parts <- future.apply::future_lapply(todo, run_task, ..., future.chunk.size = 1, future.seed = NULL)
    for (part in parts) got(part)
  }
  list(workers = future::nbrOfWorkers(), run = run)
}

refuse_forks <- function(what, remedy) {
  fail("argument", paste("%s, and its workers are forks of this process, in which the library cannot work: use %s,",
                         "which starts new processes"), what, remedy)
}

# Runs on a worker: computes a shard of the job in a folder and returns the partial. With `keep`, stores the partial in
# the folder and returns the shard's number. A worker reads a job only once.
run_task <- function(shard, place, fingerprint, device, threads, keep) {
  load_library()
  if (!identical(state$job$fingerprint, fingerprint)) {
    state$job <- NULL # releases the old graph, which may be large
    state$job <- gobc_load(place)
  }
  part <- gobc_run_shard(state$job, shard, device, threads, folder = if (keep) place)
  if (keep) shard else part
}
