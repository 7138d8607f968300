# What the functions of measures (generated_measures.R) do.

# `wanted` has the argument that selects vertices, under its name. `rule` is a sample.
vertex_scores <- function(measure, graph, wanted, directed, weights, options, run, rule = NULL) {
  force(run) # its time begins before the graph is read
  directed <- flag(directed, "directed")
  with_graph(graph, function(graph) {
    table <- graph$table
    v <- vertex_numbers(table, wanted[[1]], names(wanted))
    options <- c(encoded(options, table), drawn(rule, table$n, options$sources))
    columns <- ask_vertices(graph, built(graph, directed, weights, run), measure, v, options, run)
    scores <- named(scores_of(columns, measure, options), table, v)
    if (length(columns) > 1 && is.null(options$cutoffs)) attr(scores, "error") <- named(columns[[2]], table, v)
    attr(scores, "partial") <- partial_of(columns, table)
    scores
  }, directed)
}

edge_scores <- function(measure, graph, wanted, directed, weights, options, run, rule = NULL) {
  force(run)
  directed <- flag(directed, "directed")
  with_graph(graph, function(graph) {
    table <- graph$table
    e <- edge_numbers(table, wanted[[1]])
    options <- c(encoded(options, table), drawn(rule, table$n, options$sources))
    pointer <- built(graph, directed, weights, run)
    if (!length(table$from)) return(numeric())
    columns <- ask(pointer, measure, options, run, edges = TRUE, table = table)
    scores <- scores_of(columns, measure, options)
    if (!is.null(e)) scores <- if (is.matrix(scores)) scores[e, , drop = FALSE] else scores[e]
    attr(scores, "partial") <- partial_of(columns, table)
    scores
  }, directed)
}

several_scores <- function(measures, graph, v, directed, weights, options, run, rule) {
  force(run)
  measures <- measures_of(measures, vertex_measures)
  directed <- flag(directed, "directed")
  with_graph(graph, function(graph) {
    table <- graph$table
    v <- vertex_numbers(table, v, "v")
    options <- c(encoded(options, table), drawn(rule, table$n, options$sources))
    columns <- ask_vertices(graph, built(graph, directed, weights, run), measures, v, options, run)
    vertex <- if (is.null(v)) seq_len(table$n) else v
    if (!is.null(table$names)) vertex <- table$names[vertex]
    found <- columns[columns_of(names(columns), measures)]
    scores <- data.frame(vertex = vertex, found, stringsAsFactors = FALSE)
    structure(scores, class = c("gobc_centralities", "data.frame"), partial = partial_of(columns, table))
  }, directed)
}

plan_of <- function(measures, graph, directed, weights, options, run, rule) {
  measures <- measures_of(measures, c(vertex_measures, edge_measures))
  directed <- flag(directed, "directed")
  plan <- with_graph(graph, function(graph) {
    table <- graph$table
    options <- asked(c(encoded(options, table), drawn(rule, table$n, options$sources)), run)
    pointer <- built(graph, directed, weights, run)
    parse_json(result_of(.Call(shim_plan, pointer, paste(measures, collapse = ","), options), table))
  }, directed)
  structure(plan, class = "gobc_plan")
}

#' @export
print.gobc_plan <- function(x, ...) {
  for (name in names(x)) {
    lines <- strwrap(plan_lines(x[[name]]), 80)
    cat(sprintf("%-13s %s\n", c(name, rep("", max(length(lines) - 1, 0))), if (length(lines)) lines else ""), sep = "")
  }
  invisible(x)
}

# Returns a line for each item of a list without names, and one line of names and values for a list with names.
plan_lines <- function(value) {
  if (is.list(value) && is.null(names(value))) return(unlist(lapply(value, plan_lines)))
  if (!is.list(value)) return(plan_value(value))
  paste(names(value), vapply(value, function(one) paste(plan_lines(one), collapse = " "), ""), collapse = ", ")
}

plan_value <- function(value) {
  if (is.numeric(value)) format(value, big.mark = ",", scientific = max(abs(value), 0) > 1e15) else as.character(value)
}

# Returns names of known measures. `measures` may also have the names of their functions.
measures_of <- function(measures, known) {
  measures <- words(measures, "measures")
  functions <- match(measures, names(known))
  measures <- ifelse(is.na(functions), measures, known[functions])
  unknown <- setdiff(measures, known)
  if (length(unknown)) {
    edges <- names(edge_measures)[edge_measures == unknown[1]]
    of_edges <- if (length(edges)) sprintf("; for edges there is %s()", edges) else ""
    fail("argument", "measures: \"%s\" is not one of %s%s%s", unknown[1], paste(known, collapse = ", "),
         meant(unknown[1], c(known, names(known))), of_edges)
  }
  measures
}

# Refuses arguments in `...`. Functions have it so that the arguments after it must be given by name.
no_more <- function(...) {
  if (!...length()) return(invisible())
  given <- names(substitute(list(...)))[-1]
  if (is.null(given) || !nzchar(given[1])) {
    fail("argument", "unused argument: too many arguments without a name")
  }
  there <- setdiff(names(formals(sys.function(sys.parent()))), "...")
  fail("argument", "unused argument: %s%s", given[1], in_place_of(given[1], there))
}

# Returns what a message says after an argument that a function with those `there` does not take.
in_place_of <- function(given, there) {
  if (given %in% c("source", "target", "from", "to") && "x" %in% there) {
    return(paste(". The ends of edges are the columns from and to, or else the first two: give only the two columns,",
                 "x[c(\"A\", \"B\")]"))
  }
  if (given %in% c("distance_decay", "decay", "beta") && "demand" %in% there) {
    return(paste("; did you mean demand = \"exponential:400\", or demand = list(table, \"exponential:400\") for a",
                 "table of pairs?"))
  }
  if (given %in% c("directed", "undirected") && !"directed" %in% there) {
    undirected <- "gobc_graph(x, directed = FALSE)"
    both <- if ("mode" %in% there) "mode = \"all\" to leave directions out, or "
    return(paste0("; give ", both, undirected))
  }
  meant_setting(given, there)
}

# Names of arguments in other packages, by their names in gobc.
other_names <- list(
  weights = c("weight", "distance", "distances", "length", "lengths", "cost", "costs"), directed = "undirected",
  v = c("vids", "vertices", "nodes"), vids = c("v", "vertices", "nodes"), e = c("edges", "eids"),
  mode = c("direction", "gmode"), normalized = c("normalised", "normalize", "rescale", "scaled"), measures = "measure",
  threads = c("cores", "n_jobs", "ncores", "nthreads", "workers", "num_threads"), k = c("nsamples", "samples"),
  progress = "verbose", sample = c("epsilon", "top_k", "adaptive", "delta"), shards = c("chunks", "parts"),
  device = c("gpu", "cuda"), memory_limit = c("memory", "ram"), time_limit = c("timeout", "deadline"),
  header = "col_names", delimiter = c("sep", "delim"), source = "from", target = "to"
)

# Returns a hint as meant() does, also for arguments of gobc_settings().
meant_setting <- function(given, there) {
  settings <- setdiff(names(formals(gobc_settings)), c("...", there))
  near <- if (given %in% settings) "" else meant(given, there)
  if (nzchar(near) || !"settings" %in% there) return(near)
  called <- Filter(function(names) tolower(given) %in% names, other_names[settings])
  setting <- c(intersect(given, settings), names(called))
  if (length(setting)) sprintf("; give settings = gobc_settings(%s = ...)", setting[1]) else ""
}

# Returns "; did you mean x?" for the name among `there` that is nearest to `given`, or "" if none is near.
meant <- function(given, there) {
  if (!validEnc(given) || !length(there)) return("")
  given <- substr(given, 1, 100) # adist() takes seconds for a text of a megabyte
  other <- names(Filter(function(names) tolower(given) %in% names, other_names))
  near <- intersect(other, there)
  if (!length(near)) {
    steps <- utils::adist(tolower(given), tolower(there), partial = FALSE)[1, ]
    begins <- nchar(given) > 2 & (startsWith(there, given) | startsWith(given, there) & nchar(there) > 2)
    steps[begins] <- 0
    most <- if (nchar(given) < 3) 0 else (nchar(given) + 3) %/% 4
    near <- there[order(steps)][sort(steps) <= most]
  }
  if (length(near)) sprintf("; did you mean %s?", near[1]) else ""
}
