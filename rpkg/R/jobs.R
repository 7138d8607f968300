# Computations in shards: several processes compute a job together and exchange partials. The library and the names of
# files count shards from 0; everything that R users see counts from 1.

#' A computation in shards, for many processes
#'
#' A job is a call of [centralities()] whose sources are divided into shards. Any process that has the job can compute
#' any shard with [gobc_run_shard()]. [gobc_merge()] merges the shards in any order, and [gobc_result()] returns the
#' result, with the bits of one call. [gobc_compute()] does all of this, in this process or on workers.
#'
#' @inheritParams gobc_plan
#' @param shards The number of shards. With `"auto"`, each shard takes about a tenth of a second on one processor.
#'   There are at most as many shards as sources.
#' @param k The number of sources that are drawn at random. Sums are scaled up to all sources. R's generator draws the
#'   sources, once for all shards.
#' @param sample The result of [gobc_sample()], in place of `k`. With `epsilon`, shards are random samples of the
#'   sources, and [gobc_result()] of some shards is an estimate of betweenness with an interval for each vertex.
#' @param threads Number of threads that make the job. The threads of a shard are an argument of [gobc_run_shard()].
#' @param progress As in [betweenness()].
#' @return A list of class `gobc_job`: `fingerprint` identifies the graph, the question, the number of shards and the
#'   version of gobc; `shards` is the number of shards, `sources` the number of sources in each shard; `measures` and
#'   `plan` are those of [gobc_plan()]. The job has memory outside of R and is not saved with a workspace; see
#'   [gobc_save()].
#' @examples
#' edges <- data.frame(from = c("a", "b", "c", "b", "d"), to = c("b", "c", "d", "d", "e"))
#' job <- gobc_job(edges, c("betweenness", "closeness"), shards = 3)
#' job
#' parts <- lapply(seq_len(job$shards), function(shard) gobc_run_shard(job, shard))
#' gobc_result(gobc_merge(parts), job)
#' @export
gobc_job <- function(graph, measures = "betweenness", shards = "auto", directed = TRUE, mode = NULL, weights = NULL,
                     normalized = FALSE, cutoff = -1, ..., sources = NULL, targets = NULL, demand = NULL, k = NULL,
                     sample = NULL, threads = NULL, progress = NULL, settings = NULL) {
  no_more(...)
  measures <- measures_of(measures, c(vertex_measures, edge_measures))
  directed <- flag(directed, "directed")
  run <- run_of("auto", threads, progress, settings)
  if (!is.null(run$options$time_limit)) {
    fail("argument", "time_limit cannot be used with a job: leave it out; finished shards are kept")
  }
  cutoff <- finite_cutoff(cutoff)
  options <- list(direction = direction_of(mode), normalized = normalized, sources = sources, targets = targets,
                  demand = demand, cutoff = cutoff)
  table <- read_as(graph, directed)$table
  options <- encoded(options, table)
  options <- asked(c(options, drawn(sample_of(k, sample = sample), table$n, options$sources)), run)
  lengths <- lengths_of(table, weights)
  load_library()
  pointer <- graph_of_job(table, directed, lengths, run)
  labels <- table$names
  handle <- watched(progress, function(tell) {
    result_of(.Call(shim_job, pointer, paste(measures, collapse = ","), in_library(options, labels), !is.null(lengths),
                    shards_of(shards), tell), table)
  })
  new_job(handle, labels)
}

# Returns the cutoff of a job, or several. NULL if all paths count: jobs without and with such a cutoff are the same.
finite_cutoff <- function(cutoff) {
  if (is.atomic(cutoff) && length(cutoff) > 1) return(cutoff)
  cutoff <- number(cutoff, "cutoff")
  if (cutoff >= 0 && cutoff < Inf) cutoff
}

# In the library, a graph with names has vertices numbered from 0, as in other languages with labels of their own.
graph_of_job <- function(table, directed, lengths, run) {
  first <- if (is.null(table$names)) 0L else 1L
  built_of(table, directed && table$directed, lengths, run, first)
}

shards_of <- function(shards) {
  if (identical(shards, "auto")) return(0)
  most <- 2^20
  count <- if (is.numeric(shards)) whole(shards, "shards", 1, "give 1 or more, or \"auto\"")
  if (is.null(count) || count > most) fail("argument", "shards is %s: give 1 to %d, or \"auto\"", shown(shards), most)
  count
}

# Options that hold numbers of vertices.
vertex_options <- c("sources", "targets", "of", "demand_from", "demand_to")

# Converts vertices to the numbers of the library.
in_library <- function(options, labels) {
  if (is.null(labels)) return(options)
  for (name in intersect(vertex_options, names(options))) options[[name]] <- options[[name]] - 1L
  options
}

# `labels` are the labels in R if the library's graph has numbers from 0.
new_job <- function(handle, labels) {
  facts <- parse_json(result_of(.Call(shim_job_info, handle)))
  if (!is.null(labels) && length(labels) != facts$vertices) {
    fail("file", "the job has %d labels, but its graph has %d vertices: its folder is damaged", length(labels),
         facts$vertices)
  }
  structure(list(fingerprint = facts$fingerprint, shards = facts$shards, sources = unlist(facts$sources),
                 measures = strsplit(facts$measures, ",", fixed = TRUE)[[1]],
                 plan = structure(facts$plan, class = "gobc_plan"), labels = labels, handle = handle),
            class = "gobc_job")
}

# Returns whether a value is one of 1, 2, ..., count.
is_one_of <- function(value, count) is_whole_number(value) && value >= 1 && value <= count

is_whole_number <- function(value) {
  is.numeric(value) && length(value) == 1 && is.finite(value) && value == floor(value)
}

#' @export
print.gobc_job <- function(x, ...) {
  cat(sprintf("gobc_job: %s in %s shard%s, fingerprint %s\n", paste(x$measures, collapse = ", "),
              format(x$shards, big.mark = ","), if (x$shards == 1) "" else "s", substr(x$fingerprint, 1, 16)))
  invisible(x)
}

need_job <- function(job) {
  if (!inherits(job, "gobc_job")) fail("argument", "job is %s, but must be a result of gobc_job()", described(job))
  load_library()
  if (!.Call(shim_lives, job$handle)) {
    fail("argument", paste("this job belongs to another R session, and a workspace does not save it: save it with",
                           "gobc_save(), and load it with gobc_load()"))
  }
  job
}

need_partial <- function(part, name) {
  if (!inherits(part, "gobc_partial") || !is.raw(part$data)) {
    fail("argument", "%s is %s, but must be a result of gobc_run_shard() or gobc_merge()", name, described(part))
  }
  part
}

#' The sums of a shard, and of several
#'
#' Partials of one job merge to the bits of one call, in any order and grouping, even if a shard is given more than
#' once. A partial is an ordinary R value with its sums in a raw vector. It can be sent to another process, or saved
#' by [saveRDS()] or [gobc_save()].
#'
#' @param job The result of [gobc_job()], or of [gobc_load()] for a folder.
#' @param shard The number of the shard. R counts shards from 1; files, the command `gobc` and Python count from 0.
#' @param device,threads,progress As in [betweenness()]. They change no bits, with one exception: in graphs with long
#'   lists of neighbors, GPUs sum in another order, `part$order`, and their partials cannot be merged with those of
#'   processors.
#' @param memory_limit Bytes that the shard may use, or a text such as "8GB". Default: what the machine, cgroup and
#'   limits leave.
#' @param folder A folder of the job ([gobc_save()]) to which the partial is added.
#' @param parts A list of partials, or a folder whose finished shards are merged.
#' @param ... Must be empty.
#' @return A list of class `gobc_partial`: `held` has the shards in the partial and `missing` the other ones, `shards`
#'   is the number of shards of the job, `fingerprint` is that of the job, `order` is the order of summation, and
#'   `data` has the sums.
#' @examples
#' edges <- data.frame(from = c("a", "b", "c", "b", "d"), to = c("b", "c", "d", "d", "e"))
#' job <- gobc_job(edges, "stress", shards = 2)
#' first <- gobc_run_shard(job, 1)
#' first$missing
#' second <- gobc_run_shard(job, 2)
#' gobc_merge(list(second, first, second))
#' @export
gobc_run_shard <- function(job, shard, device = NULL, threads = NULL, memory_limit = NULL, progress = FALSE,
                           folder = NULL, ...) {
  no_more(...)
  need_job(job)
  if (!is_one_of(shard, job$shards)) {
    fail("argument", "there is no shard %s: the job has 1 to %d", shown(shard), job$shards)
  }
  if (!is.null(folder)) folder <- path_of(folder, "folder")
  run <- run_of(device, threads, progress, gobc_settings(memory_limit = memory_limit))
  watched(progress, function(tell) {
    if (!is.null(folder)) return(run_into(job, folder, shard, run, tell))
    new_partial(result_of(.Call(shim_job_run, job$handle, shard - 1, run$options, tell)))
  })
}

new_partial <- function(found) {
  info <- parse_json(found$info)
  held <- as.integer(unlist(info$held)) + 1L
  structure(list(held = held, missing = setdiff(seq_len(info$shards), held), shards = as.integer(info$shards),
                 fingerprint = info$fingerprint, order = info$order, data = found$data), class = "gobc_partial")
}

#' @rdname gobc_run_shard
#' @export
gobc_merge <- function(parts, ...) {
  if (...length()) fail("argument", "gobc_merge() takes one list of partials: gobc_merge(list(a, b))")
  load_library()
  if (is.character(parts)) return(merged_folder(path_of(parts, "parts")))
  if (inherits(parts, "gobc_partial")) parts <- list(parts)
  if (!is.list(parts) || is.object(parts) || !length(parts)) {
    fail("argument", "parts must be a list of partials, or a folder")
  }
  for (at in seq_along(parts)) need_partial(parts[[at]], paste("part", at))
  new_partial(result_of(.Call(shim_merge, lapply(parts, `[[`, "data"))))
}

#' @export
print.gobc_partial <- function(x, ...) {
  absent <- if (length(x$missing)) paste0(", missing ", ranges(x$missing))
  cat(sprintf("gobc_partial: %d of %d shards%s\n", length(x$held), x$shards, paste(absent, collapse = "")))
  invisible(x)
}

# Writes ascending numbers as text, consecutive ones with a dash: 3,17,40-44.
ranges <- function(numbers) {
  begins <- c(TRUE, diff(numbers) != 1)
  first <- numbers[begins]
  last <- numbers[c(begins[-1], TRUE)]
  paste(ifelse(first == last, first, paste0(first, "-", last)), collapse = ",")
}

#' The result of a job
#'
#' @param part A partial with all shards of the job.
#' @param job The result of [gobc_job()], or of [gobc_load()] for a folder.
#' @param incomplete If `TRUE`, some shards may be missing. Values are then those of the sources in the given shards,
#'   as in a call that was stopped ([gobc_settings()] with `partial = TRUE`). For a job with a sample with `epsilon`
#'   they are an estimate of betweenness, with `betweenness_error`. If `FALSE`, missing shards are an error.
#' @return For measures of vertices, a data frame as from [centralities()], with the same bits. For measures of edges,
#'   a data frame with a row for each edge: `from`, `to` and the measures. For both, the data frame of vertices, with
#'   that of edges as the attribute `"edges"`.
#' @examples
#' edges <- data.frame(from = c("a", "b", "c", "b", "d"), to = c("b", "c", "d", "d", "e"))
#' job <- gobc_job(edges, "edge_betweenness", shards = 1)
#' gobc_result(gobc_run_shard(job, 1), job)
#' @export
gobc_result <- function(part, job, incomplete = FALSE) {
  if (inherits(part, "gobc_job")) fail("argument", "part is a job: the partial comes first, gobc_result(part, job)")
  need_job(job)
  need_partial(part, "part")
  incomplete <- flag(incomplete, "incomplete")
  edges <- any(job$measures %in% edge_measures)
  vertices <- any(job$measures %in% vertex_measures)
  wanted <- c(edges, vertices || incomplete, incomplete)
  found <- result_of(.Call(shim_job_result, job$handle, part$data, wanted, NULL))
  kept <- kept_sources(found, job$labels)
  of_edges <- if (edges) edges_of_result(found$edges, job)
  if (!vertices) return(structure(of_edges, partial = kept))
  vertex <- labels_in(found$nodes[[1]], job$labels)
  columns <- columns_of(names(found$nodes), c(job$measures, "betweenness_error"))
  of_vertices <- data.frame(vertex = vertex, found$nodes[columns], stringsAsFactors = FALSE)
  structure(of_vertices, class = c("gobc_centralities", "data.frame"), partial = kept, edges = of_edges)
}

edges_of_result <- function(columns, job) {
  data.frame(from = labels_in(columns[[1]], job$labels), to = labels_in(columns[[2]], job$labels),
             columns[columns_of(names(columns), intersect(job$measures, edge_measures))], stringsAsFactors = FALSE)
}

kept_sources <- function(found, labels) {
  finished <- attr(found, "finished")
  if (is.null(finished)) return(NULL)
  counts <- parse_json(attr(found, "partial"))
  list(finished = counts$finished, sources = counts$sources, vertices = labels_in(found$nodes[[1]], labels)[finished])
}

# Converts vertices of the library, which are numbers from 0 if R has labels, to those of R.
labels_in <- function(column, labels) {
  if (!is.null(labels)) return(labels[column + 1])
  if (is.double(column) && all(abs(column) <= .Machine$integer.max)) as.integer(column) else column
}
