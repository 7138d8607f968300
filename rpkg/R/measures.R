# What the functions of measures (generated_measures.R) do.

# `wanted` is the argument that says which vertices are wanted, with its name; `rule` a sample.
vertex_scores <- function(measure, graph, wanted, directed, weights, options, run, rule = NULL) {
  directed <- flag(directed, "directed")
  with_graph(graph, function(graph) {
    table <- graph$table
    v <- vertex_numbers(table, wanted[[1]], names(wanted))
    options <- c(encoded(options, table), drawn(rule, table$n, options$sources))
    columns <- ask_vertices(graph, built(graph, directed, weights, run), measure, v, options, run)
    scores <- named(columns[[1]], table, v)
    if (length(columns) > 1) attr(scores, "error") <- named(columns[[2]], table, v)
    attr(scores, "partial") <- partial_of(columns, table)
    scores
  })
}

edge_scores <- function(measure, graph, wanted, directed, weights, options, run, rule = NULL) {
  directed <- flag(directed, "directed")
  with_graph(graph, function(graph) {
    table <- graph$table
    e <- edge_numbers(table, wanted[[1]])
    options <- c(encoded(options, table), drawn(rule, table$n, options$sources))
    pointer <- built(graph, directed, weights, run)
    if (!length(table$from)) return(numeric())
    columns <- ask(pointer, measure, options, run, edges = TRUE)
    scores <- if (is.null(e)) columns[[1]] else columns[[1]][e]
    attr(scores, "partial") <- partial_of(columns, table)
    scores
  })
}

several_scores <- function(measures, graph, v, directed, weights, options, run, rule) {
  measures <- measures_of(measures, vertex_measures)
  directed <- flag(directed, "directed")
  with_graph(graph, function(graph) {
    table <- graph$table
    v <- vertex_numbers(table, v, "v")
    options <- c(encoded(options, table), drawn(rule, table$n, options$sources))
    columns <- ask_vertices(graph, built(graph, directed, weights, run), measures, v, options, run)
    vertex <- if (is.null(v)) seq_len(table$n) else v
    if (!is.null(table$names)) vertex <- table$names[vertex]
    scores <- data.frame(vertex = vertex, columns[measures], stringsAsFactors = FALSE)
    structure(scores, class = c("gobc_centralities", "data.frame"), partial = partial_of(columns, table))
  })
}

plan_of <- function(measures, graph, directed, weights, options, run, rule) {
  measures <- measures_of(measures, c(vertex_measures, edge_measures))
  directed <- flag(directed, "directed")
  plan <- with_graph(graph, function(graph) {
    table <- graph$table
    options <- asked(c(encoded(options, table), drawn(rule, table$n, options$sources)), run)
    pointer <- built(graph, directed, weights, run)
    parse_json(result_of(.Call(shim_plan, pointer, paste(measures, collapse = ","), options)))
  })
  structure(plan, class = "gobc_plan")
}

#' @export
print.gobc_plan <- function(x, ...) {
  for (name in names(x)) {
    lines <- strwrap(unlist(x[[name]]), 80)
    cat(sprintf("%-13s %s\n", c(name, rep("", max(length(lines) - 1, 0))), if (length(lines)) lines else ""), sep = "")
  }
  invisible(x)
}

# Names of known measures, also those of their functions.
measures_of <- function(measures, known) {
  measures <- words(measures, "measures")
  functions <- match(measures, names(known))
  measures <- ifelse(is.na(functions), measures, known[functions])
  unknown <- setdiff(measures, known)
  if (length(unknown)) {
    edges <- names(edge_measures)[edge_measures == unknown[1]]
    fail("argument", "measures: \"%s\" is none of %s%s", unknown[1], paste(known, collapse = ", "),
         if (length(edges)) sprintf("; for edges there is %s()", edges) else "")
  }
  measures
}

no_more <- function(...) {
  if (...length()) {
    given <- names(list(...))
    what <- if (is.null(given) || !nzchar(given[1])) "a value without a name after igraph's arguments" else given[1]
    fail("argument", "unused argument: %s", what)
  }
}
