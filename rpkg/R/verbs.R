# Functions for tidygraph's mutate(). Arguments have tidygraph's names, order and defaults.

#' Centralities inside tidygraph's verbs
#'
#' These functions work in `mutate()`, `filter()` and `arrange()` on a `tbl_graph`, like tidygraph's own functions
#' without `_gobc`. Call `activate(nodes)` before measures of vertices, and `activate(edges)` before measures of
#' edges. Each call reads the graph again. For several measures of a large graph, [add_centralities()] is faster.
#'
#' As in tidygraph, `weights = NULL` means no weights, even if edges have a column `weight`. This differs from
#' [betweenness()]. In tidygraph 1.2 `centrality_betweenness()` does not scale unless `cutoff = NULL`;
#' `normalized = TRUE` scales here.
#'
#' @param weights The lengths of edges, which must be positive: a column of the edges, unquoted, or an expression of
#'   columns.
#'   `NULL` for none.
#' @param directed Whether the directions of a directed graph count.
#' @param cutoff Paths and distances longer than this do not count. `NULL` and negative numbers mean no limit.
#' @param normalized Whether values are normalized, as in [betweenness()] and [closeness()].
#' @param mode The direction of distances: `"out"`, `"in"`, or `"all"`.
#' @param ... Further arguments of [betweenness()] and the other functions, such as `device`.
#' @return Numbers, one for each vertex or edge.
#' @examplesIf requireNamespace("tidygraph", quietly = TRUE)
#' library(tidygraph)
#' edges <- data.frame(from = c(1, 2, 3, 2), to = c(2, 3, 4, 4), length = c(1, 2, 1, 4))
#' tbl_graph(edges = edges, directed = FALSE) %>%
#'   mutate(between = centrality_betweenness_gobc(weights = length),
#'          paths = centrality_stress_gobc(),
#'          close = centrality_closeness_gobc(),
#'          harmonic = centrality_harmonic_gobc(),
#'          farthest = node_eccentricity_gobc()) %>%
#'   activate(edges) %>%
#'   mutate(between = centrality_edge_betweenness_gobc(weights = length))
#' @export
centrality_betweenness_gobc <- function(weights = NULL, directed = TRUE, cutoff = -1, normalized = FALSE, ...) {
  graph <- active_graph("nodes")
  as.vector(betweenness(graph, NULL, directed, column_of(rlang::enquo(weights)), normalized, limit_of(cutoff), ...))
}

#' @rdname centrality_betweenness_gobc
#' @export
centrality_stress_gobc <- function(weights = NULL, directed = TRUE, cutoff = -1, ...) {
  graph <- active_graph("nodes")
  as.vector(stress_centrality(graph, NULL, directed, column_of(rlang::enquo(weights)), limit_of(cutoff), ...))
}

#' @rdname centrality_betweenness_gobc
#' @export
centrality_closeness_gobc <- function(weights = NULL, mode = "out", normalized = FALSE, cutoff = NULL, ...) {
  graph <- active_graph("nodes")
  as.vector(closeness(graph, NULL, mode, column_of(rlang::enquo(weights)), normalized, limit_of(cutoff), ...))
}

#' @rdname centrality_betweenness_gobc
#' @export
centrality_harmonic_gobc <- function(weights = NULL, mode = "out", normalized = FALSE, cutoff = NULL, ...) {
  graph <- active_graph("nodes")
  as.vector(harmonic_centrality(graph, NULL, mode, column_of(rlang::enquo(weights)), normalized, limit_of(cutoff), ...))
}

#' @rdname centrality_betweenness_gobc
#' @export
centrality_edge_betweenness_gobc <- function(weights = NULL, directed = TRUE, cutoff = NULL, ...) {
  graph <- active_graph("edges")
  as.vector(edge_betweenness(graph, NULL, directed, column_of(rlang::enquo(weights)), limit_of(cutoff), ...))
}

#' @rdname centrality_betweenness_gobc
#' @export
node_eccentricity_gobc <- function(mode = "out", ...) {
  graph <- active_graph("nodes")
  as.vector(eccentricity(graph, NULL, mode, ...))
}

# Returns the graph on which a verb of tidygraph works.
active_graph <- function(wanted) {
  need("tidygraph", "functions for tidygraph's verbs")
  context <- tidygraph::.graph_context
  if (is.null(tryCatch(context$graph(), error = function(error) NULL))) {
    fail("argument", paste("this works inside verbs of tidygraph such as mutate(); elsewhere call betweenness()",
                           "and the other functions"))
  }
  if (!context$free() && context$active() != wanted) {
    fail("argument", "%s must be active here: put activate(%s) before the verb", wanted, wanted)
  }
  context$graph()
}

# Evaluates weights with the columns of the edges. NULL in tidygraph means the same as NA in igraph.
column_of <- function(weights) {
  lengths <- rlang::eval_tidy(weights, tidygraph::.E())
  if (is.null(lengths)) NA else lengths
}

limit_of <- function(cutoff) if (is.null(cutoff)) -1 else number(cutoff, "cutoff")
