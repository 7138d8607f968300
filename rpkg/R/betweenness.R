#' Betweenness of vertices and edges, and stress
#'
#' The share of shortest paths that run through a vertex or an edge, as igraph's functions of the same names give it;
#' and the number of those paths.
#'
#' The betweenness of v is the sum over pairs of other vertices s, t of the share of the shortest paths from s to t that
#' run through v; stress is the sum of their numbers. In undirected graphs every pair counts once. Parallel edges are
#' paths of their own, loops never count. `normalized = TRUE` divides by the number of pairs of other vertices, which
#' gives `NaN` in graphs of one or two.
#'
#' `k` computes from so many random sources and scales up to all; `epsilon` draws pairs or sources until every vertex is
#' known that well (in normalized betweenness) with probability `1 - delta` for all vertices together. Draws follow R's
#' generator, so that `set.seed()` makes them come again. Values are exact without them, and the same bits on any number
#' of threads.
#'
#' Of weights: whole numbers and decimals of up to nine places are held exactly, so that equal lengths tie; other
#' numbers tie within a relative difference of 1e-10. An infinite weight says that there is no edge; igraph lets paths
#' through such an edge where there are no others. `cutoff = 0` leaves no path, as in igraph since 1.4; igraph 1.3 takes
#' it for no cutoff.
#'
#' @param graph A graph of igraph, tidygraph or Bioconductor, a data frame of edges, a matrix, an Arrow stream, or a
#'   [gobc_graph()], which says how each is read.
#' @param v The vertices wanted, as numbers or names: all, for `NULL`.
#' @param e The edges wanted, as numbers or as names such as `"a|b"`: all, for `NULL`.
#' @param directed Whether directions count, in graphs that have them.
#' @param weights `NULL` takes the edge attribute or column `weight` if there is one, `NA` none; else a vector of one
#'   length an edge, or the name of another attribute or column. Lengths are above 0.
#' @param normalized Whether values are scaled: betweenness by the number of pairs of other vertices, closeness and
#'   harmonic centrality by that of other vertices.
#' @param cutoff Paths and distances longer than this do not count; negative: all do.
#' @param ... Must be empty: the arguments after it are given by name.
#' @param k A number of random sources to compute from.
#' @param epsilon,delta The error that the estimate of every vertex may have, and the probability that one has more
#'   (0.1). The attribute `"error"` of the result then holds the half-widths of the intervals.
#' @param device `"auto"` (a GPU where that is quicker), `"cpu"`, `"cuda"`, or names of GPUs such as
#'   `c("cuda:0", "cuda:1")`; see [gobc_devices()]. The default is `getOption("gobc.device", "auto")`.
#' @param precision `"double"` or `"single"`, of path counts; scores are double.
#' @param threads A number of threads; 0 for all cores that this process may use. The default is
#'   `getOption("gobc.threads")`.
#' @param progress `TRUE` shows a bar, `FALSE` does not, `NULL` does in interactive sessions after two seconds; or a
#'   function of two numbers, `done` and `total`.
#' @return Numbers, named by the vertices' names if they have some; those of edges without names, in the order of edges.
#' @references
#' U. Brandes, A faster algorithm for betweenness centrality, J. Math. Sociol. 25, 163 (2001).
#'
#' L. C. Freeman, A set of measures of centrality based on betweenness, Sociometry 40, 35 (1977).
#' @examples
#' edges <- data.frame(from = c("a", "b", "c", "b", "d"), to = c("b", "c", "d", "d", "e"))
#' betweenness(edges, directed = FALSE)
#' edge_betweenness(edges, e = "b|c", directed = FALSE)
#' stress_centrality(edges, c("b", "d"))
#' @export
betweenness <- function(graph, v = NULL, directed = TRUE, weights = NULL, normalized = FALSE, cutoff = -1, ...,
                        device = NULL, precision = "double", threads = NULL, progress = NULL, k = NULL, epsilon = NULL,
                        delta = NULL) {
  no_more(...)
  how <- how_to(device, precision, threads, progress)
  with_graph(graph, function(graph) {
    wish <- draws(k, epsilon, delta, graph$table$n)
    of_paths("betweenness", graph, v, directed, weights, normalized, cutoff, wish, how)
  })
}

#' @rdname betweenness
#' @export
stress_centrality <- function(graph, v = NULL, directed = TRUE, weights = NULL, cutoff = -1, ..., device = NULL,
                              precision = "double", threads = NULL, progress = NULL) {
  no_more(...)
  how <- how_to(device, precision, threads, progress)
  with_graph(graph, function(graph) of_paths("stress", graph, v, directed, weights, FALSE, cutoff, list(), how))
}

#' @rdname betweenness
#' @export
edge_betweenness <- function(graph, e = NULL, directed = TRUE, weights = NULL, cutoff = -1, ..., device = NULL,
                             precision = "double", threads = NULL, progress = NULL, k = NULL) {
  no_more(...)
  how <- how_to(device, precision, threads, progress)
  directed <- flag(directed, "directed")
  with_graph(graph, function(graph) {
    e <- edge_numbers(graph$table, e)
    options <- c(list(cutoff = longest(cutoff), normalized = 0L), draws(k, NULL, NULL, graph$table$n))
    pointer <- built(graph, directed, weights, how)
    if (!length(graph$table$from)) return(numeric())
    scores <- ask(pointer, "edge_betweenness", options, how, edges = TRUE)[[1]]
    if (is.null(e)) scores else scores[e]
  })
}

no_more <- function(...) {
  if (...length()) {
    given <- names(list(...))
    what <- if (is.null(given) || !nzchar(given[1])) "a value without a name after igraph's arguments" else given[1]
    fail("argument", "unused argument: %s", what)
  }
}

of_paths <- function(measure, graph, v, directed, weights, normalized, cutoff, wish, how) {
  table <- graph$table
  v <- vertex_numbers(table, v, "v")
  directed <- flag(directed, "directed")
  normalized <- flag(normalized, "normalized")
  options <- c(list(cutoff = longest(cutoff), normalized = 0L), wish)
  columns <- ask_vertices(graph, built(graph, directed, weights, how), measure, v, options, how)
  scale <- if (normalized) pairs(table$n, directed && table$directed) else 1
  scores <- named(columns[[1]] / scale, table, v)
  if (length(columns) > 1) attr(scores, "error") <- named(columns[[2]] / scale, table, v)
  scores
}

# Pairs of vertices other than one of n.
pairs <- function(n, ordered) (n - 1) * (n - 2) / if (ordered) 1 else 2
