# A folder with a job and its finished shards, for processes that see the same files: those of Python and of the command
# gobc, too. job.json, graph-HASH.arrow, labels.json where vertices have labels that the library has not,
# shard-NNNNN.arrow for every finished shard (from 0 on), and claim-NNNNN where a worker has taken one. Every file
# appears whole or not at all.

folder_format <- "gobc job 1"

#' Jobs and partials on disk
#'
#' A job is saved as a folder, with its graph, from which any process loads it and in which finished shards are kept; a
#' partial as a file. Folders are those of Python and of the command line: `gobc plan FILE -o run/` makes one, `gobc run
#' run/ --next` computes shards of one, and R's workers and theirs may work on it together. Files are there whole or not
#' at all, and have a checksum: what is torn, damaged or of another job is an error.
#'
#' @param x What [gobc_job()] or [gobc_run_shard()] gives.
#' @param path A folder for a job, a file for a partial.
#' @param resume Whether the folder may have this job already. One of another job is always an error.
#' @param threads Number of threads that build the graph.
#' @return `gobc_save()` the path, invisibly; `gobc_load()` the job or the partial; `gobc_missing()` the numbers of the
#'   shards that are not there, from 1 on.
#' @examples
#' edges <- data.frame(from = c("a", "b", "c", "b", "d"), to = c("b", "c", "d", "d", "e"))
#' run <- gobc_save(gobc_job(edges, shards = 3), tempfile("run"))
#' job <- gobc_load(run) # in any process
#' part <- gobc_run_shard(job, 2, folder = run)
#' gobc_missing(run)
#' gobc_compute(job, checkpoint = run)
#' @export
gobc_save <- function(x, path, resume = TRUE) {
  path <- path_of(path)
  load_library()
  if (inherits(x, "gobc_partial")) {
    result_of(.Call(shim_partial_save, need_partial(x, "x")$data, path))
  } else if (inherits(x, "gobc_job")) {
    write_folder(path, need_job(x), flag(resume, "resume"))
  } else {
    fail("argument", "x is %s, but must be a job or a partial", described(x))
  }
  invisible(path)
}

#' @rdname gobc_save
#' @export
gobc_load <- function(path, threads = NULL) {
  path <- path_of(path)
  load_library()
  if (dir.exists(path) || !file.exists(path)) return(job_of_folder(path, threads))
  new_partial(result_of(.Call(shim_merge, path))$merged)
}

#' @rdname gobc_save
#' @export
gobc_missing <- function(path) {
  path <- path_of(path)
  setdiff(seq_len(facts_of(path)$shards), finished_in(path))
}

# ---- the job ----

# What job.json says.
facts_of <- function(folder) {
  path <- file.path(folder, "job.json")
  if (!file.exists(path)) {
    fail("file", "there is no job in %s: gobc_save() of a job makes one, or the command gobc plan FILE -o %s", folder,
         folder)
  }
  wrong <- "it cannot be read"
  told <- tryCatch(parse_json(read_text(path)), error = function(error) NULL)
  if (!is.null(told)) wrong <- wrong_facts(told)
  if (!is.null(wrong)) {
    fail("file", "%s is not the file of a job (%s): %s. It was changed, or is damaged: make the job again, in another folder",
         path, folder_format, wrong)
  }
  told
}

most_shards <- 2^20

# Whether a value is one of 1, 2, ..., count.
is_one_of <- function(value, count) {
  is.numeric(value) && length(value) == 1 && !is.na(value) && value >= 1 && value <= count && value == floor(value)
}

# What is wrong with the content of job.json, or NULL.
wrong_facts <- function(told) {
  if (!is.list(told) || !identical(told$format, folder_format)) return("it does not say that it is one")
  for (name in c("graph", "measures", "fingerprint")) if (!is_text(told[[name]])) return(paste(name, "is no text"))
  for (name in c("settings", "options")) if (!is_object(told[[name]])) return(paste(name, "is no object"))
  if (!isTRUE(told$weighted) && !isFALSE(told$weighted)) return("weighted is neither true nor false")
  if (!is_one_of(told$shards, most_shards)) return(sprintf("shards is not 1 to %d", most_shards))
  if (!grepl("^[0-9a-f]{64}$", told$fingerprint)) return("fingerprint is none")
  if (!grepl("^graph-[0-9a-f]+[.]arrow$", told$graph)) return("graph is not a file in the folder")
  for (name in names(told$settings)) {
    if (!name %in% settings_of_job || !is_plain(told$settings[[name]])) return(sprintf("settings have a wrong %s", shown(name)))
  }
  for (name in names(told$options)) {
    value <- told$options[[name]]
    nodes <- name %in% c(vertex_options, "drawn")
    if (name %in% options_of_workers || !(is_plain(value) || nodes && is_of_vertices(value))) {
      return(sprintf("options have a wrong %s", shown(name)))
    }
  }
  NULL
}

is_text <- function(value) is.character(value) && length(value) == 1

is_object <- function(value) is.list(value) && (!length(value) || !is.null(names(value)))

is_plain <- function(value) is.null(value) || is.atomic(value) && length(value) == 1

# Whether a value of JSON is a list of vertices, or of their weights.
is_of_vertices <- function(value) {
  is_label <- function(label) (is.character(label) || is.numeric(label)) && length(label) == 1
  all_are <- function(items, what) is.list(items) && is.null(names(items)) && all(vapply(items, what, NA))
  is_pair <- function(pair) is.list(pair) && length(pair) == 2 && is_label(pair[[1]]) && is.numeric(pair[[2]])
  if (identical(names(value), "nodes")) return(all_are(value$nodes, is_label))
  identical(names(value), "weights") && all_are(value$weights, is_pair)
}

# An error where the folder is that of another job.
same_job <- function(folder, job) {
  there <- facts_of(folder)
  if (!identical(there$fingerprint, job$fingerprint)) {
    fail("data", paste("%s has another job: %s in %d shards, %s; this one is %s in %d shards, %s. Give another folder,",
                       "or remove that one"), folder, there$measures, there$shards, substr(there$fingerprint, 1, 16),
         paste(job$measures, collapse = ","), job$shards, substr(job$fingerprint, 1, 16))
  }
}

write_folder <- function(folder, job, resume) {
  if (!dir.exists(folder) && !dir.create(folder, showWarnings = FALSE, recursive = TRUE) && !dir.exists(folder)) {
    fail("file", "the folder %s cannot be made", folder)
  }
  if (file.exists(file.path(folder, "job.json"))) {
    same_job(folder, job)
    if (!resume) {
      fail("argument", "%s has this job already; resume = TRUE goes on with it, or give another folder", folder)
    }
    return()
  }
  graph <- sprintf("graph-%s.arrow", substr(job$fingerprint, 1, 16))
  result_of(.Call(shim_job_save, job$handle, file.path(folder, graph)))
  if (!is.null(job$labels)) write_text(file.path(folder, "labels.json"), json(list(nodes = as.list(job$labels))))
  told <- job$told
  ours <- names(told$options) %in% settings_of_job
  write_text(file.path(folder, "job.json"), json(list(
    format = folder_format, graph = graph, directed = told$directed, weighted = told$weighted,
    measures = paste(told$measures, collapse = ","), settings = told$options[ours], options = told$options[!ours],
    shards = job$shards, fingerprint = job$fingerprint
  )))
}

# Options that other languages keep among the settings of a job.
settings_of_job <- c("precision", "parallel", "tie_tolerance", "strategy", "reductions", "tuning")

# Options that each worker has of its own.
options_of_workers <- c("device", "threads", "memory_limit", "partial", "time_limit")

job_of_folder <- function(folder, threads) {
  told <- facts_of(folder)
  limits <- c(threads_of(threads), 0)
  pointer <- result_of(.Call(shim_graph_load, file.path(folder, told$graph), limits, NULL))
  path <- file.path(folder, "labels.json")
  labels <- if (file.exists(path)) labels_of_folder(path)
  options <- in_class("file", options_of_folder(c(told$options, told$settings), labels), paste0("the job in ", folder, ": "))
  told$measures <- strsplit(told$measures, ",", fixed = TRUE)[[1]]
  told$options <- c(told$options, told$settings)
  told$settings <- NULL
  job <- in_class("file", new_job(pointer, plain_labels(labels), options, told, told$shards), paste0("the job in ", folder, ": "))
  if (job$fingerprint != told$fingerprint) {
    fail("file", paste("%s has the job %s, and what was made of it here is %s: both sides need the same version of",
                       "gobc (%s here), the same graph, and memory for the same reductions"), folder,
         substr(told$fingerprint, 1, 16), substr(job$fingerprint, 1, 16), .Call(shim_about, "version"))
  }
  job
}

labels_of_folder <- function(path) {
  told <- tryCatch(parse_json(read_text(path)), error = function(error) NULL)
  if (is.null(told$nodes) || !is_of_vertices(told)) fail("file", "%s is not a list of the labels of a graph", path)
  told$nodes
}

# ---- options with vertices: by numbers in R, by what the library calls them, by labels in job.json ----

vertex_options <- c("sources", "targets", "of")

weights_of_option <- function(name) paste0(sub("s$", "", name), "_weights")

# Numbers of vertices as the library counts them.
in_library <- function(options, labels) {
  if (is.null(labels)) return(options)
  for (name in intersect(vertex_options, names(options))) options[[name]] <- options[[name]] - 1L
  options
}

# Options as job.json has them.
labelled <- function(options, labels) {
  options <- options[setdiff(names(options), options_of_workers)]
  for (name in intersect(vertex_options, names(options))) {
    vertices <- options[[name]]
    if (!is.null(labels)) vertices <- labels[vertices]
    weights <- options[[weights_of_option(name)]]
    options[[weights_of_option(name)]] <- NULL
    options[[name]] <- if (is.null(weights)) {
      list(nodes = as.list(vertices))
    } else {
      list(weights = unname(Map(list, vertices, weights)))
    }
  }
  if (!is.null(options$sampled)) {
    options$drawn <- options$sources
    options[c("sources", "sampled")] <- NULL
  }
  for (name in intersect(c("normalized", "endpoints"), names(options))) options[[name]] <- options[[name]] == 1
  options
}

# The opposite of labelled() and in_library(), of what job.json says.
options_of_folder <- function(options, labels) {
  if (!is.null(options$drawn)) {
    if (is.list(options$drawn)) options$sources <- options$drawn # else "all"
    options$sampled <- 1L
    options$drawn <- NULL
  }
  for (name in intersect(vertex_options, names(options))) {
    value <- options[[name]]
    pairs <- value$weights
    vertices <- if (is.null(pairs)) value$nodes else lapply(pairs, `[[`, 1)
    options[[name]] <- if (is.null(labels)) library_labels(vertices) else match(keys_of(vertices), keys_of(labels)) - 1L
    if (!is.null(pairs)) options[[weights_of_option(name)]] <- as.double(lapply(pairs, `[[`, 2))
  }
  for (name in intersect(c("normalized", "endpoints"), names(options))) options[[name]] <- as.integer(options[[name]])
  options$tuning <- tuning_of(options$strategy, options$tuning)
  options$strategy <- NULL
  options
}

library_labels <- function(vertices) {
  labels <- plain_labels(vertices)
  if (is.null(labels)) return(integer())
  if (is.double(labels) && all(abs(labels) <= .Machine$integer.max)) as.integer(labels) else labels
}

# Labels of JSON as a vector: all text, or all numbers; where both occur, text.
plain_labels <- function(labels) {
  if (is.null(labels) || all(vapply(labels, is.numeric, NA))) return(unlist(labels))
  vapply(labels, function(label) if (is.numeric(label)) sprintf("%.15g", label) else label, "")
}

# The text "1" is another label than the number 1.
keys_of <- function(labels) {
  vapply(labels, function(label) if (is.numeric(label)) sprintf("%.17g", label) else paste0("\"", label), "")
}

# ---- shards ----

shard_file <- function(folder, shard) file.path(folder, sprintf("shard-%05d.arrow", as.integer(shard) - 1L))

finished_in <- function(folder) {
  names <- list.files(folder, "^shard-[0-9]{5,}[.]arrow$")
  sort(as.integer(gsub("[^0-9]", "", names)) + 1L)
}

# All shards that are there, as one partial. A file that is damaged, of another job or of another shard is an error with
# its name.
merged_folder <- function(folder) {
  fingerprint <- facts_of(folder)$fingerprint
  shards <- finished_in(folder)
  if (!length(shards)) fail("file", "%s has no finished shard yet", folder)
  found <- result_of(.Call(shim_merge, shard_file(folder, shards)))
  for (at in seq_along(shards)) {
    info <- parse_json(found$each[at])
    held <- as.integer(unlist(info$held))
    if (info$fingerprint != fingerprint || !identical(held, shards[at] - 1L)) {
      fail("file", "%s holds shards %s of job %s, not shard %d of %s: remove it, and run that shard again",
           shard_file(folder, shards[at]), ranges(held), substr(info$fingerprint, 1, 16), shards[at] - 1L,
           substr(fingerprint, 1, 16))
    }
  }
  new_partial(found$merged)
}

# A shard to compute: the first that nobody has taken; else one that somebody has, and not finished, for that worker may
# be gone. No lock: the worst is that a shard is computed twice. NULL when none is missing.
take_shard <- function(folder) {
  missing <- gobc_missing(folder)
  for (shard in missing) if (dir.create(claim_of(folder, shard), showWarnings = FALSE)) return(shard)
  if (!length(missing)) return(NULL)
  oldest <- missing[order(file.mtime(claim_of(folder, missing)), na.last = FALSE)[1]]
  Sys.setFileTime(claim_of(folder, oldest), Sys.time())
  oldest
}

claim_of <- function(folder, shard) file.path(folder, sprintf("claim-%05d", as.integer(shard) - 1L))

# ---- files ----

read_text <- function(path) {
  text <- readChar(path, file.size(path), useBytes = TRUE)
  Encoding(text) <- "UTF-8"
  text
}

# Writes a file, which appears only once it is complete.
write_text <- function(path, text) {
  temporary <- tempfile(paste0(basename(path), "-"), dirname(path))
  on.exit(unlink(temporary))
  in_class("file", writeLines(enc2utf8(text), temporary, sep = "", useBytes = TRUE), paste0(path, ": "))
  if (!file.rename(temporary, path)) fail("file", "%s cannot be written", path)
}
