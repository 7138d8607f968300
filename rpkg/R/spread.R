# The shards of a job on the workers of another package, which schedules, moves data and tries again by its own rules.

#' Computes a job: here, on workers, or resumed
#'
#' All shards of a job are computed and merged, to the bits of one call. Workers are those of BiocParallel or of the
#' package future, which may be other machines; each needs gobc installed, and reads the job once, from the folder
#' `checkpoint` or from one in the temporary folder of this session, which it must see.
#'
#' Workers that are forks of this process cannot use the library once this process has: `MulticoreParam` and
#' `plan(multicore)` are refused. `SnowParam` and `plan(multisession)` start processes of their own. So do
#' `BatchtoolsParam` and future.batchtools, but for their "multicore"; on other machines they need a `checkpoint` that
#' all see.
#'
#' @param job What [gobc_job()] gives, or [gobc_load()] of a folder.
#' @param checkpoint A folder that keeps finished shards. A computation that was stopped or killed goes on there;
#'   several processes, of R, of Python and the command `gobc run --next`, may work on it at once.
#' @param BPPARAM What BiocParallel computes on, such as `BiocParallel::SnowParam(2)`.
#' @param future `TRUE` computes on the workers of `future::plan()`, through the package future.apply.
#' @param resume Whether a folder that has shards of this job already is gone on with; `FALSE` refuses it.
#' @param device,threads As in [betweenness()], of each worker. By default workers share the processors; a process alone
#'   takes all.
#' @param progress As in [betweenness()]; shards are counted. Workers of future tell nothing until they end.
#' @param ... Must be empty.
#' @return As that of [gobc_result()].
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
  run_of(device, threads, FALSE, NULL) # what is wrong is told before anything is written
  if (!is.null(checkpoint)) checkpoint <- gobc_save(job, checkpoint, resume)
  part <- watched_shards(progress, job, checkpoint, function(tell) {
    if (is.null(runner)) return(run_here(job, checkpoint, device, threads, tell))
    run_there(job, checkpoint, device, threads, tell, runner)
  })
  gobc_result(part, job)
}

# Progress of shards: `run` gets a function to call after each.
watched_shards <- function(progress, job, checkpoint, run) {
  done <- if (is.null(checkpoint)) 0 else job$shards - length(gobc_missing(checkpoint))
  watched(progress, function(tell) {
    run(function() {
      done <<- min(done + 1, job$shards) # more where another process computes the same
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

# Partials as they come, merged some at a time.
collected <- function() {
  parts <- list()
  add <- function(part) {
    parts[[length(parts) + 1L]] <<- part
    if (length(parts) == 8) parts <<- list(gobc_merge(parts))
  }
  list(add = add, all = function() gobc_merge(parts))
}

# Workers read the job from the checkpoint, or from a folder of its own.
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

# ---- who runs shards: a list of workers, how many, and run(todo, got, ...), which calls got() with what comes ----

on_biocparallel <- function(param) {
  if (!inherits(param, "BiocParallelParam")) {
    fail("argument", "BPPARAM is %s, but must be of BiocParallel, such as SnowParam(2)", described(param))
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
    # Shards are handed out one by one, and merged as they come.
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
  fail("argument", paste("%s, whose workers are forks of this process; the library cannot work in them. Take %s, which",
                         "starts processes of their own"), what, remedy)
}

# On the worker: a shard of the job in a folder, as a partial or, with `keep`, into the folder. The job is read once.
run_task <- function(shard, place, fingerprint, device, threads, keep) {
  load_library()
  if (!identical(state$job$fingerprint, fingerprint)) {
    state$job <- NULL # graphs are large
    state$job <- gobc_load(place)
  }
  part <- gobc_run_shard(state$job, shard, device, threads, folder = if (keep) place)
  if (keep) shard else part
}
