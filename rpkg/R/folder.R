# The folder of a job. The library manages it; R adds the labels of vertices, which the library does not have.

#' Jobs and partials on disk
#'
#' A job is saved as a folder that contains its graph. Any process can load it, and the folder keeps finished shards. A
#' partial is saved as a file. Python, Go and the command line use the same folders: `gobc plan FILE -o run/` makes
#' one, `gobc run run/ --next` computes its shards, and workers of all these languages can share it. Each file is
#' written completely or not at all, and has a checksum. A damaged file, or one of another job, is an error, and
#' a shard with an empty or truncated file is missing.
#'
#' @param x The result of [gobc_job()] or [gobc_run_shard()].
#' @param path A folder for a job, a file for a partial.
#' @param resume Whether the folder may already contain this job. A folder of another job is always an error.
#' @param threads Number of threads that build the graph.
#' @return `gobc_save()` returns the path, invisibly; `gobc_load()` the job or the partial; `gobc_missing()` the
#'   numbers of the missing shards, counted from 1.
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
    result_of(.Call(shim_job_save, need_job(x)$handle, path, labels_text(x$labels), flag(resume, "resume")))
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
  new_partial(result_of(.Call(shim_merge, path)))
}

#' @rdname gobc_save
#' @export
gobc_missing <- function(path) {
  if (inherits(path, "gobc_partial")) {
    fail("argument", paste("path is a partial, but must be the folder of a job: part$missing has the shards that a",
                           "partial lacks"))
  }
  numbers_in(facts_of(path_of(path))$missing) + 1L
}

# Returns the library's description of a folder.
facts_of <- function(folder) {
  load_library()
  parse_json(result_of(.Call(shim_job_folder, folder)))
}

# Returns the numbers in a text that ranges() wrote.
numbers_in <- function(text) {
  ends <- lapply(strsplit(strsplit(text, ",", fixed = TRUE)[[1]], "-", fixed = TRUE), as.integer)
  as.integer(unlist(lapply(ends, function(end) seq.int(end[1], end[length(end)]))))
}

job_of_folder <- function(folder, threads) {
  handle <- result_of(.Call(shim_job_load, folder, c(threads_of(threads), 0), NULL))
  name <- facts_of(folder)$labels
  new_job(handle, if (nzchar(name)) labels_of_file(file.path(folder, name)))
}

# Computes a shard of the job into a folder, or the next missing one for NULL. Returns its partial, or NULL if none is
# missing.
run_into <- function(job, folder, shard, run, tell = NULL) {
  number <- if (is.null(shard)) -1 else shard - 1
  found <- result_of(.Call(shim_job_run_into, job$handle, folder, number, run$options, tell))
  if (!is.null(found)) new_partial(found)
}

merged_folder <- function(folder) new_partial(result_of(.Call(shim_job_merge, folder)))

# ---- labels.json, which other languages also read ----

labels_text <- function(labels) {
  if (!is.null(labels)) paste0("{\"nodes\":[", paste(json_scalars(labels), collapse = ","), "]}")
}

labels_of_file <- function(path) {
  text <- readChar(path, file.size(path), useBytes = TRUE)
  Encoding(text) <- "UTF-8"
  labels <- tryCatch(parse_json(text)$nodes, error = function(error) NULL)
  is_label <- function(label) (is.character(label) || is.numeric(label)) && length(label) == 1
  if (!is.list(labels) || !length(labels) || !all(vapply(labels, is_label, NA))) {
    fail("file", "%s is not a list of the labels of a graph", path)
  }
  plain_labels(labels)
}

# Converts labels from JSON to a vector: of numbers if all are numbers, else of text.
plain_labels <- function(labels) {
  if (all(vapply(labels, is.numeric, NA))) return(unlist(labels))
  vapply(labels, function(label) if (is.numeric(label)) sprintf("%.15g", label) else label, "")
}
