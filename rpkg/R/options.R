# Options: R's values as the library takes them. Ranges, and which measures can use what, are the library's to check.

# A list of options without those that are NULL. Of lists of vertices there must be a table.
encoded <- function(options, table = NULL) {
  found <- list()
  for (name in names(options)) {
    if (!is.null(options[[name]])) found <- c(found, encoded_option(name, options[[name]], table))
  }
  found
}

encoded_option <- function(name, value, table) {
  kind <- option_kinds[[name]]
  if (kind == "vertices") return(encoded_vertices(name, value, table))
  if (name %in% names(option_truths) && is.logical(value)) {
    if (isFALSE(value)) return(NULL)
    if (isTRUE(value)) value <- option_truths[[name]]
  }
  value <- switch(kind,
    flag = if (flag(value, name)) 1L, number = number(value, name), count = whole(value, name), size = size_of(value, name),
    word = word(value, name), words = paste(words(value, name), collapse = ",")
  )
  if (!is.null(value)) structure(list(value), names = name)
}

# Numbers of vertices and, in a data frame, weights beside them.
encoded_vertices <- function(name, value, table) {
  weights <- NULL
  if (is.data.frame(value)) {
    weights <- value[["weight"]]
    others <- setdiff(seq_along(value), match("weight", names(value)))
    if (!length(others)) fail("argument", "%s is a data frame without a column of vertices", name)
    value <- value[[others[1]]]
    if (is.factor(value)) value <- as.character(value)
  }
  numbers <- vertex_numbers(table, value, name)
  called <- function(at) shown(if (is.null(table$names)) numbers[at] else table$names[numbers[at]])
  again <- anyDuplicated(numbers)
  if (again) fail("argument", "%s: row %d repeats the vertex %s; give each one once", name, again, called(again))
  found <- structure(list(numbers), names = name)
  if (is.null(weights)) return(found)
  if (length(weights) != length(value)) {
    fail("argument", "%s: there are %d vertices and %d weights; give one weight for each", name, length(value), length(weights))
  }
  if (!is.numeric(weights)) fail("argument", "%s: the column weight must hold numbers, not %s", name, shown(weights))
  wrong <- which(is.na(weights) | weights < 0)
  if (length(wrong)) {
    fail("argument", "%s: row %d, the vertex %s, has the weight %s; give a number of at least 0", name, wrong[1],
         called(wrong[1]), format(weights[wrong[1]], digits = 15))
  }
  c(found, structure(list(as.double(weights)), names = paste0(sub("s$", "", name), "_weights")))
}

# igraph's mode as the library's direction; the first of several is the default of a function.
direction_of <- function(mode) {
  if (is.null(mode)) return(NULL)
  modes <- c("out", "in", "all", "total")
  if (is.character(mode) && length(mode) == length(modes) && setequal(mode, modes)) mode <- mode[1]
  mode <- choice(mode, "mode", modes)
  if (mode == "total") "all" else mode
}

# How to compute: the arguments that all functions share.
run_of <- function(device, threads, progress, settings) {
  if (!is.null(settings) && !inherits(settings, "gobc_settings")) {
    fail("argument", "settings must be a result of gobc_settings(), not %s", shown(settings))
  }
  if (is.null(device)) device <- getOption("gobc.device", "auto")
  options <- c(encoded(list(device = device)), list(threads = threads_of(threads)), unclass(settings))
  limit <- options$time_limit
  if (!is.null(limit) && limit <= 0) fail("argument", "time_limit is %s: give seconds above 0", format(limit))
  options$tuning <- tuning_of(options$strategy, options$tuning)
  options$strategy <- NULL
  list(options = options, progress = progress, began = proc.time()[["elapsed"]])
}

# The time limit of a run and what is spent of it, for a call of the library; NULL for none.
time_of <- function(run) {
  limit <- run$options$time_limit
  if (!is.null(limit)) c(limit, proc.time()[["elapsed"]] - run$began)
}

# 0 is all that the process may use. R's package checks allow two.
threads_of <- function(threads) {
  if (is.null(threads)) threads <- getOption("gobc.threads")
  if (!is.null(threads)) return(whole(threads, "threads"))
  checking <- tolower(Sys.getenv("_R_CHECK_LIMIT_CORES_"))
  limits <- c(if (nzchar(checking) && checking != "false") 2,
              suppressWarnings(as.numeric(Sys.getenv("OMP_THREAD_LIMIT"))))
  limits <- limits[!is.na(limits) & limits > 0]
  if (length(limits)) min(limits) else 0
}

# The text in which the library reads how to compute.
tuning_of <- function(strategy, tuning) {
  if (is.null(strategy)) return(tuning)
  if (!nzchar(strategy) || grepl(";", strategy, fixed = TRUE, useBytes = TRUE)) {
    fail("argument", "strategy is %s: give the name of a method, such as \"hybrid\" or \"hybrid:alpha=768\"",
         shown(strategy))
  }
  paste0("strategy=", strategy, ";", tuning)
}

sample_of <- function(k = NULL, epsilon = NULL, sample = NULL) {
  if (is.null(sample)) return(gobc_sample(k = k, epsilon = epsilon))
  if (!inherits(sample, "gobc_sample")) {
    fail("argument", "sample must be a result of gobc_sample(), not %s", shown(sample))
  }
  if (!is.null(k) || !is.null(epsilon)) {
    fail("argument", "sample cannot be used with k or epsilon: give these to gobc_sample()")
  }
  sample
}

# Options of a sample of n vertices. R's generator draws: set.seed() makes the same draws come again.
drawn <- function(rule, n, sources) {
  rule <- unclass(rule)
  k <- rule$k
  if (is.null(k)) {
    if (identical(names(rule), "delta")) {
      fail("argument", "delta is the failure probability of epsilon, top_k and adaptive: give one of them as well")
    }
    return(c(rule, if (length(rule)) list(seed = sample.int(.Machine$integer.max, 1L))))
  }
  if (length(rule) > 1 || !is.null(sources)) {
    fail("argument", "k draws the sources: give k alone, without %s",
         c(setdiff(names(rule), "k"), if (!is.null(sources)) "sources")[1])
  }
  if (k < 1 || k > n) {
    fail("argument", "k is %s: give a number of sources from 1 to %d, the number of vertices", format(k), n)
  }
  list(sources = sort(sample.int(n, k)), sampled = 1L)
}
