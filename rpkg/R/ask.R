# One question to the library, and the arguments that all functions share.

# How to compute: the arguments after igraph's, sorted out.
how_to <- function(device, precision, threads, progress) {
  if (is.null(device)) device <- getOption("gobc.device", "auto")
  if (!is.character(device) || !length(device) || anyNA(device)) {
    fail("argument", "device must be names of devices such as \"auto\", \"cpu\" or \"cuda:0\", not %s", shown(device))
  }
  list(device = paste(device, collapse = ","), precision = word(precision, "precision"),
       threads = threads_of(threads), progress = progress)
}

# 0 is all that the process may use. R's package checks allow two.
threads_of <- function(threads) {
  if (is.null(threads)) threads <- getOption("gobc.threads")
  if (!is.null(threads)) {
    return(as.integer(whole(threads, "threads", 0, 4096, "give a whole number from 1 to 4096, or 0 for all cores")))
  }
  checking <- tolower(Sys.getenv("_R_CHECK_LIMIT_CORES_"))
  limits <- c(if (nzchar(checking) && checking != "false") 2L,
              suppressWarnings(as.integer(Sys.getenv("OMP_THREAD_LIMIT"))))
  limits <- limits[!is.na(limits) & limits > 0]
  if (length(limits)) min(limits) else 0L
}

longest <- function(cutoff) {
  cutoff <- number(cutoff, "cutoff", "give the longest length that counts, or -1 for all")
  if (cutoff < 0) -1 else cutoff
}

# Draws of the library's own, by R's generator: set.seed() makes them come again.
draws <- function(k, epsilon, delta, n) {
  if (!is.null(k) && !is.null(epsilon)) {
    fail("argument", "k says how many sources to sample, epsilon finds it out: give one of the two")
  }
  if (!is.null(delta) && is.null(epsilon)) {
    fail("argument", "delta is the failure probability of epsilon: give that as well")
  }
  if (!is.null(k)) {
    k <- whole(k, "k", 1, n, sprintf("give a number of sources from 1 to %d, the number of vertices", n))
    return(list(sources = sort(sample.int(n, k)), sampled = 1L))
  }
  if (is.null(epsilon)) return(list())
  epsilon <- number(epsilon, "epsilon", "give an error above 0 and below 1")
  delta <- if (is.null(delta)) 0.1 else number(delta, "delta", "give a probability above 0 and below 1")
  list(epsilon = epsilon, delta = delta, seed = sample.int(.Machine$integer.max, 1L))
}

# Measures of a graph that the library has built, as a named list of columns.
ask <- function(pointer, measures, options, how, edges = FALSE) {
  options <- c(options, how[c("device", "precision", "threads")])
  if (is.null(options$preset)) options$preset <- "igraph"
  names <- paste(measures, collapse = ",")
  watched(how$progress, function(tell) result_of(.Call(shim_compute, pointer, names, edges, options, tell)))
}

# The scores of vertices `v` (numbers, perhaps some twice; NULL: all), which the library picks out of a graph.
ask_vertices <- function(graph, pointer, measures, v, options, how) {
  if (!is.null(v)) options$of <- unique(v)
  if (graph$table$n == 0 || (!is.null(v) && !length(v))) {
    return(sapply(measures, function(measure) numeric(), simplify = FALSE))
  }
  columns <- ask(pointer, measures, options, how)
  if (anyDuplicated(v)) columns <- lapply(columns, `[`, match(v, options$of))
  columns
}

named <- function(values, table, v) {
  if (is.null(table$names) || !names_wanted()) return(values)
  names(values) <- if (is.null(v)) table$names else table$names[v]
  values
}

# igraph's own switch, where igraph is in use.
names_wanted <- function() !isNamespaceLoaded("igraph") || igraph::igraph_opt("add.vertex.names")

# Distances that ignore directions are those of the undirected graph.
modes <- c("out", "in", "all", "total")

direction_of <- function(mode, choices = modes) {
  mode <- choice(mode, "mode", choices)
  if (mode == "total") "all" else mode
}
