# Computations in shards: jobs, which any processes compute together, and partials, which they hand on. The library
# counts shards from 0, and so do the names of files; everything that R users see counts from 1.

#' A computation in shards, for many processes
#'
#' A job is a call of [centralities()] that is cut into shards of its sources. Any process that has the job computes any
#' shard: [gobc_run_shard()]. What these give is merged in any order, [gobc_merge()], and has the bits of one call,
#' [gobc_result()]. [gobc_compute()] does all of that, here or on workers.
#'
#' @inheritParams gobc_plan
#' @param shards How many shards. `"auto"`: as many as take about a tenth of a second each on one processor. There are
#'   no more than sources.
#' @param k So many sources are taken at random, and sums scaled up to all of them. R's generator draws them, once for
#'   all shards.
#' @param sample What [gobc_sample()] gives, in place of `k`. With `epsilon`, the shards are random samples of the
#'   sources, and [gobc_result()] of some of them an estimate of betweenness with an interval for each vertex.
#' @param threads Number of threads that make the job; those of a shard are given to [gobc_run_shard()].
#' @param progress As in [betweenness()].
#' @return A list of class `gobc_job`: `fingerprint` stands for the graph, the question, the number of shards and the
#'   version of gobc; `shards` is how many there are, `sources` how many vertices each begins at, `measures` and `plan`
#'   are those of [gobc_plan()]. It holds memory outside of R, and is not saved with a workspace: see [gobc_save()].
#' @examples
#' edges <- data.frame(from = c("a", "b", "c", "b", "d"), to = c("b", "c", "d", "d", "e"))
#' job <- gobc_job(edges, c("betweenness", "closeness"), shards = 3)
#' job
#' parts <- lapply(seq_len(job$shards), function(shard) gobc_run_shard(job, shard))
#' gobc_result(gobc_merge(parts), job)
#' @export
gobc_job <- function(graph, measures = "betweenness", shards = "auto", directed = TRUE, mode = NULL, weights = NULL,
                     normalized = FALSE, cutoff = -1, ..., sources = NULL, targets = NULL, k = NULL, sample = NULL,
                     threads = NULL, progress = NULL, settings = NULL) {
  no_more(...)
  measures <- measures_of(measures, c(vertex_measures, edge_measures))
  directed <- flag(directed, "directed")
  run <- run_of("auto", threads, progress, settings)
  if (!is.null(run$options$time_limit)) fail("argument", "time_limit is for one call; a job has no end of its own")
  cutoff <- number(cutoff, "cutoff")
  options <- list(direction = direction_of(mode), normalized = normalized, sources = sources, targets = targets,
                  cutoff = if (cutoff >= 0 && cutoff < Inf) cutoff)
  table <- gobc_graph(graph)$table
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

# A graph with names has its vertices from 0 on in the library, as other languages have those of labels of their own.
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

# Numbers of vertices as the library counts them.
in_library <- function(options, labels) {
  if (is.null(labels)) return(options)
  for (name in intersect(c("sources", "targets", "of"), names(options))) options[[name]] <- options[[name]] - 1L
  options
}

# `labels` are R's, where the graph has numbers from 0 on.
new_job <- function(handle, labels) {
  facts <- parse_json(result_of(.Call(shim_job_info, handle)))
  if (!is.null(labels) && length(labels) != facts$vertices) {
    fail("file", "the labels of the job are %d, and its graph has %d vertices", length(labels), facts$vertices)
  }
  structure(list(fingerprint = facts$fingerprint, shards = facts$shards, sources = unlist(facts$sources),
                 measures = strsplit(facts$measures, ",", fixed = TRUE)[[1]],
                 plan = structure(facts$plan, class = "gobc_plan"), labels = labels, handle = handle),
            class = "gobc_job")
}

# Whether a value is one of 1, 2, ..., count.
is_one_of <- function(value, count) {
  is.numeric(value) && length(value) == 1 && !is.na(value) && value >= 1 && value <= count && value == floor(value)
}

#' @export
print.gobc_job <- function(x, ...) {
  cat(sprintf("gobc_job: %s in %s shard%s, fingerprint %s\n", paste(x$measures, collapse = ", "),
              format(x$shards, big.mark = ","), if (x$shards == 1) "" else "s", substr(x$fingerprint, 1, 16)))
  invisible(x)
}

need_job <- function(job) {
  if (!inherits(job, "gobc_job")) fail("argument", "job is %s, but must be what gobc_job() gives", described(job))
  load_library()
  if (!.Call(shim_lives, job$handle)) {
    fail("argument", paste("this job is of another R session: it is not saved with a workspace; gobc_save() it in a",
                           "folder, and gobc_load() it from there"))
  }
  job
}

need_partial <- function(part, name) {
  if (!inherits(part, "gobc_partial") || !is.raw(part$data)) {
    fail("argument", "%s is %s, but must be what gobc_run_shard() or gobc_merge() gives", name, described(part))
  }
  part
}

#' The sums of a shard, and of several
#'
#' Partials of one job merge in any order and grouping, and however often a shard comes, to the bits of one call. A
#' partial is a value of R like any other, with its sums in a raw vector: it can be sent to another process, kept by
#' [saveRDS()] or saved by [gobc_save()].
#'
#' @param job What [gobc_job()] gives, or [gobc_load()] of a folder.
#' @param shard The number of the shard. Shards count from 1 in R; files, the command `gobc` and Python count them from
#'   0.
#' @param device,threads,progress As in [betweenness()]. They change no bit, but for GPUs in graphs of long lists of
#'   neighbors: their sums have an order of their own, `part$order`, and do not merge with those of processors.
#' @param memory_limit Bytes that the shard may use, or a text such as "8GB". Default: what the machine, cgroup and limits
#'   leave.
#' @param folder A folder of the job ([gobc_save()]), which the partial is added to.
#' @param parts A list of partials; or a folder, whose finished shards are merged.
#' @param ... Must be empty.
#' @return A list of class `gobc_partial`: `held` and `missing` are the shards that are in and those that are not,
#'   `shards` is how many the job has, `fingerprint` is that of the job, `order` the order of summation, and `data` are
#'   the sums.
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
gobc_merge <- function(parts) {
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

# Ascending numbers, those that follow each other with a dash: 3,17,40-44.
ranges <- function(numbers) {
  begins <- c(TRUE, diff(numbers) != 1)
  first <- numbers[begins]
  last <- numbers[c(begins[-1], TRUE)]
  paste(ifelse(first == last, first, paste0(first, "-", last)), collapse = ",")
}

#' The result of a job
#'
#' @param part A partial that holds all shards of the job.
#' @param job What [gobc_job()] gives, or [gobc_load()] of a folder.
#' @param incomplete `TRUE` gives the values of the sources of the shards that are there, as a call that was stopped
#'   does ([gobc_settings()] with `partial = TRUE`); of a job with a sample with `epsilon`, an estimate of
#'   betweenness, with `betweenness_error`. Without it a partial that lacks shards is an error.
#' @return A data frame as [centralities()] gives it, to the same bits, with the measures of vertices. For measures of
#'   edges a data frame with a row for every edge: `from`, `to` and the measures. For both, that of vertices with that
#'   of edges as the attribute `"edges"`.
#' @examples
#' edges <- data.frame(from = c("a", "b", "c", "b", "d"), to = c("b", "c", "d", "d", "e"))
#' job <- gobc_job(edges, "edge_betweenness", shards = 1)
#' gobc_result(gobc_run_shard(job, 1), job)
#' @export
gobc_result <- function(part, job, incomplete = FALSE) {
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
  columns <- intersect(c(job$measures, "betweenness_error"), names(found$nodes))
  of_vertices <- data.frame(vertex = vertex, found$nodes[columns], stringsAsFactors = FALSE)
  structure(of_vertices, class = c("gobc_centralities", "data.frame"), partial = kept, edges = of_edges)
}

edges_of_result <- function(columns, job) {
  data.frame(from = labels_in(columns[[1]], job$labels), to = labels_in(columns[[2]], job$labels),
             columns[intersect(job$measures, edge_measures)], stringsAsFactors = FALSE)
}

kept_sources <- function(found, labels) {
  finished <- attr(found, "finished")
  if (is.null(finished)) return(NULL)
  counts <- parse_json(attr(found, "partial"))
  list(finished = counts$finished, sources = counts$sources, vertices = labels_in(found$nodes[[1]], labels)[finished])
}

# Vertices as R calls them, from what the library calls them: numbers from 0 on, where R has labels.
labels_in <- function(column, labels) {
  if (!is.null(labels)) return(labels[column + 1])
  if (is.double(column) && all(abs(column) <= .Machine$integer.max)) as.integer(column) else column
}
