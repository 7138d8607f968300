# Converts options from R's values to the library's. The library checks ranges, and which measures take which options.

# Returns the fields of options, without those that are NULL. Options with vertices need a table.
encoded <- function(options, table = NULL) {
  found <- list()
  for (name in names(options)) {
    if (!is.null(options[[name]])) found <- c(found, encoded_option(name, options[[name]], table))
  }
  found
}

# Returns the fields of one option by their names, or NULL if the option is off.
encoded_option <- function(name, value, table) {
  kind <- option_kinds[[name]]
  switch(kind,
    vertices = encoded_vertices(name, value, table), flows = encoded_demand(name, value, table),
    cutoffs = encoded_cutoffs(name, value), encoded_single(name, value, kind)
  )
}

# Returns the field of an option with one value. Where TRUE means a number, FALSE means that the option is off.
encoded_single <- function(name, value, kind) {
  if (name %in% names(option_truths)) {
    if (isFALSE(value)) return(NULL)
    if (isTRUE(value)) value <- option_truths[[name]]
  }
  value <- switch(kind,
    flag = if (flag(value, name)) 1L, number = number(value, name), count = whole(value, name),
    size = size_of(value, name), word = word(value, name), words = paste(words(value, name), collapse = ",")
  )
  if (is.null(value)) return(NULL)
  field <- list(value)
  names(field) <- name
  field
}

# Returns the field of one cutoff, or that of several.
encoded_cutoffs <- function(name, value) {
  if (is.atomic(value) && length(value) != 1) return(list(cutoffs = numbers(value, name)))
  list(cutoff = number(value, name))
}

# Returns the field of vertices and, for a data frame with weights, that of the weights.
encoded_vertices <- function(name, value, table) {
  weights <- if (is.data.frame(value)) value[["weight"]]
  value <- vertices_alone(name, value, table)
  numbers <- vertex_numbers(table, value, name)
  called <- function(at) shown(if (is.null(table$names)) numbers[at] else table$names[numbers[at]])
  again <- anyDuplicated(numbers)
  if (again) fail("argument", "%s: row %d repeats the vertex %s; give each one once", name, again, called(again))
  found <- structure(list(numbers), names = name)
  if (is.null(weights)) return(found)
  if (length(weights) != length(value)) {
    fail("argument", "%s: there are %d vertices and %d weights; give one weight for each", name, length(value),
         length(weights))
  }
  if (!is.numeric(weights)) fail("argument", "%s: the column weight must hold numbers, not %s", name, shown(weights))
  wrong <- which(is.na(weights) | weights < 0)
  if (length(wrong)) {
    fail("argument", "%s: row %d, the vertex %s, has the weight %s; give a number of at least 0", name, wrong[1],
         called(wrong[1]), format(weights[wrong[1]], digits = 15))
  }
  c(found, structure(list(as.double(weights)), names = paste0(sub("s$", "", name), "_weights")))
}

# Returns vertices without weights.
vertices_alone <- function(name, value, table) {
  if (is.double(value) && !is.object(value) && !is.null(names(value))) {
    fail("argument", paste("%s has names and numbers: for weights give data.frame(vertex = names(x), weight = x), for",
                           "numbers of vertices unname(x)"), name)
  }
  if (!is.data.frame(value)) return(value)
  column <- setdiff(seq_along(value), match("weight", names(value)))
  if (length(column) != 1) {
    fail("argument", "%s has the columns %s: give one of vertices and, if they have weights, one called weight", name,
         paste(names(value), collapse = ", "))
  }
  vertex_column(table, value[[column]])
}

# Returns the fields of demand: a data frame of flows, a text that says how it falls with distance, or a list of both.
encoded_demand <- function(name, value, table) {
  if (is.character(value)) return(list(distance_decay = word(value, decay_of_demand)))
  both <- is.list(value) && !is.object(value) && length(value) == 2
  if (!both) return(encoded_flows(name, value, table))
  decay <- word(value[[2]], decay_of_demand)
  c(if (!is.null(value[[1]])) encoded_flows(name, value[[1]], table), list(distance_decay = decay))
}

# Returns the fields of origins, destinations and flows.
encoded_flows <- function(name, value, table) {
  if (!is.data.frame(value) || length(value) < 3) {
    given <- if (is.data.frame(value)) sprintf("of %d", length(value)) else shown(value)
    fail("argument", paste("%s must be a data frame of three columns, of origins, destinations and flows, a decay such",
                           "as \"exponential:400\", or a list of both, not %s"), name, given)
  }
  columns <- c("from", "to", "flow")
  places <- places_of_flows(names(value), name)
  ends <- lapply(1:2, function(at) numbers_of_ends(name, columns[at], value[[places[at]]], table))
  flow <- value[[places[3]]]
  if (!is.numeric(flow)) fail("argument", "%s: the column flow must hold numbers, not %s", name, shown(flow))
  wrong <- which(is.na(flow) | flow < 0 | is.infinite(flow))
  if (length(wrong)) {
    fail("argument", "%s: row %d has the flow %s; give a finite number of at least 0", name, wrong[1],
         format(flow[wrong[1]], digits = 15))
  }
  structure(list(ends[[1]], ends[[2]], as.double(flow)), names = paste0(name, "_", columns))
}

# Returns where origins, destinations and flows stand: by name in any case, or one after the other in three columns.
places_of_flows <- function(names, name) {
  lower <- tolower(trimws(names))
  ends <- known_pair(names, spelled_in_demand)
  flow <- match("flow", lower, 0)
  if (length(names) == 3) {
    if (is.null(ends)) return(1:3)
    flow <- setdiff(1:3, ends)
  }
  if (is.null(ends) || !flow) {
    fail("argument", "%s has %d columns: call three of them from, to and flow, or leave the others out", name,
         length(names))
  }
  c(ends, flow)
}

# Returns the numbers of vertices in a column of flows, which may repeat vertices.
numbers_of_ends <- function(name, column, vertices, table) {
  vertices <- vertex_column(table, vertices)
  named <- is.character(vertices)
  if (named && is.null(table$names)) {
    fail("argument", "%s: column %s has names, but the vertices of this graph have none: give numbers", name, column)
  }
  if (!named && !is.numeric(vertices)) {
    fail("argument", "%s: column %s must hold numbers or names of vertices, not %s", name, column, shown(vertices))
  }
  numbers <- if (named) match_names(table, vertices, name) else as.vector(vertices)
  wrong <- which(is.na(numbers) | numbers < 1 | numbers > table$n | numbers != round(numbers))
  if (length(wrong)) {
    fail("argument", "%s: row %d: %s: there is no vertex %s", name, wrong[1], column, shown(vertices[wrong[1]]))
  }
  as.integer(numbers)
}

# Returns the library's direction for igraph's mode. Of all modes, as a function has by default, the first one counts.
direction_of <- function(mode) {
  if (is.null(mode)) return(NULL)
  modes <- c("out", "in", "all", "total")
  if (is.character(mode) && length(mode) == length(modes) && setequal(mode, modes)) mode <- mode[1]
  mode <- choice(mode, "mode", modes)
  if (mode == "total") "all" else mode
}

# Returns how to compute, from the arguments that all functions share.
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
  list(options = options, progress = progress, began = if (!is.null(limit)) proc.time()[["elapsed"]])
}

# Returns the time limit of a run and the seconds spent so far, for a call of the library, or NULL without a limit.
time_of <- function(run) {
  limit <- run$options$time_limit
  if (!is.null(limit)) c(limit, proc.time()[["elapsed"]] - run$began)
}

# Returns the number of threads; 0 means all that the process may use. R's package checks allow two.
threads_of <- function(threads) {
  if (is.null(threads)) threads <- getOption("gobc.threads")
  if (!is.null(threads)) return(whole(threads, "threads"))
  checking <- tolower(Sys.getenv("_R_CHECK_LIMIT_CORES_"))
  limit <- Sys.getenv("OMP_THREAD_LIMIT")
  limits <- c(if (nzchar(checking) && checking != "false") 2, if (nzchar(limit)) suppressWarnings(as.numeric(limit)))
  limits <- limits[!is.na(limits) & limits > 0]
  if (length(limits)) min(limits) else 0
}

# Returns the tuning text of the library, with the strategy in it.
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

# Returns the options of a sample of n vertices. R's generator draws, so set.seed() repeats the draws.
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
