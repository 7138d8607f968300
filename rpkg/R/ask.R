# Calls of the library that compute measures, and the conversion of their results.

# Returns the options of a question and of its run. Their defaults are those of igraph in R.
asked <- function(options, run) {
  options <- c(options, run$options[!names(run$options) %in% names(options)]) # arguments have priority over settings
  options$time_limit <- time_of(run)
  if (is.null(options$preset)) options$preset <- "igraph_r"
  options
}

# Computes measures of a graph that the library has built, as a named list of columns. `table` names rows in errors.
ask <- function(pointer, measures, options, run, edges = FALSE, table = NULL) {
  options <- asked(options, run)
  names <- paste(measures, collapse = ",")
  watched(run$progress, function(tell) result_of(.Call(shim_compute, pointer, names, edges, options, tell), table))
}

# Computes the scores of vertices `v` (numbers, which may be repeated; NULL: all). The library selects these vertices
# itself, except in partial results, which have all vertices.
ask_vertices <- function(graph, pointer, measures, v, options, run) {
  if (graph$table$n == 0 || (!is.null(v) && !length(v))) {
    if (!is.null(options$cutoffs)) {
      lengths <- format(sort(options$cutoffs), trim = TRUE, digits = 15, drop0trailing = TRUE, scientific = FALSE)
      measures <- paste0(rep(measures, each = length(lengths)), "_", sub("Inf", "inf", lengths))
    }
    return(sapply(measures, function(measure) numeric(), simplify = FALSE))
  }
  whole <- is.null(v) || !is.null(run$options$partial)
  if (!whole) options$of <- unique(v)
  columns <- ask(pointer, measures, options, run, table = graph$table)
  if (is.null(v) || identical(v, options$of)) return(columns)
  rows <- if (whole) v else match(v, options$of)
  structure(lapply(columns, `[`, rows), partial = attr(columns, "partial"), finished = attr(columns, "finished"))
}

# Returns the finished part of a stopped call from its columns, or NULL if the call was completed.
partial_of <- function(columns, table) {
  finished <- attr(columns, "finished")
  if (is.null(finished)) return(NULL)
  counts <- parse_json(attr(columns, "partial"))
  vertices <- which(finished)
  if (!is.null(table$names)) vertices <- table$names[vertices]
  list(finished = counts$finished, sources = counts$sources, vertices = vertices)
}

named <- function(values, table, v) {
  if (is.null(table$names) || !names_wanted()) return(values)
  found <- if (is.null(v)) table$names else table$names[v]
  if (is.matrix(values)) rownames(values) <- found else names(values) <- found
  values
}

# Returns the scores of a measure: a vector, or with several cutoffs a matrix with a column for each.
scores_of <- function(columns, measure, options) {
  if (is.null(options$cutoffs)) return(columns[[1]])
  do.call(cbind, columns[columns_of(names(columns), measure)])
}

# Returns the names of the columns that have these measures: one for each, or one for each cutoff.
columns_of <- function(names, measures) {
  unlist(lapply(measures, function(measure) grep(paste0("^", measure, "(_[0-9.]+|_inf)?$"), names, value = TRUE)))
}

# Returns igraph's option for names, if igraph is loaded.
names_wanted <- function() !isNamespaceLoaded("igraph") || igraph::igraph_opt("add.vertex.names")
