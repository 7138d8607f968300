#' Closeness and harmonic centrality
#'
#' One over the sum of the distances to the vertices that are reached, and the sum of one over the distances, as
#' igraph's functions of the same names give them.
#'
#' Closeness is `NaN` where no other vertex is reached; harmonic centrality is 0 there. `normalized = TRUE` gives one
#' over the mean distance to the vertices that are reached, and the mean of one over the distances to all others.
#'
#' @inheritParams betweenness
#' @param vids The vertices wanted, as numbers or names: all, for `NULL`.
#' @param mode `"out"` takes distances along the edges, `"in"` against them, `"all"` (or `"total"`) in either direction.
#' @return Numbers, named by the vertices' names if they have some.
#' @references
#' L. C. Freeman, Centrality in social networks: conceptual clarification, Soc. Networks 1, 215 (1979).
#'
#' M. Marchiori and V. Latora, Harmony in the small-world, Physica A 285, 539 (2000).
#' @examples
#' edges <- data.frame(from = c("a", "b", "c"), to = c("b", "c", "d"))
#' closeness(edges, mode = "all")
#' harmonic_centrality(edges, c("a", "d"), normalized = TRUE)
#' @export
closeness <- function(graph, vids = NULL, mode = c("out", "in", "all", "total"), weights = NULL, normalized = FALSE,
                      cutoff = -1, ..., device = NULL, precision = "double", threads = NULL, progress = NULL) {
  no_more(...)
  how <- how_to(device, precision, threads, progress)
  options <- list(cutoff = longest(cutoff), normalized = as.integer(flag(normalized, "normalized")))
  with_graph(graph, function(graph) {
    of_distances("closeness", graph, vids, direction_of(mode), weights, options, how)
  })
}

#' @rdname closeness
#' @export
harmonic_centrality <- function(graph, vids = NULL, mode = c("out", "in", "all", "total"), weights = NULL,
                                normalized = FALSE, cutoff = -1, ..., device = NULL, precision = "double",
                                threads = NULL, progress = NULL) {
  no_more(...)
  how <- how_to(device, precision, threads, progress)
  options <- list(cutoff = longest(cutoff), normalized = as.integer(flag(normalized, "normalized")))
  with_graph(graph, function(graph) {
    of_distances("harmonic", graph, vids, direction_of(mode), weights, options, how)
  })
}

#' Eccentricity, radius and diameter
#'
#' The largest distance from a vertex to those that it reaches, the smallest and the largest of these, as igraph's
#' functions of the same names give them; and (n - 1) over the eccentricity, the eccentricity centrality of Shi and
#' Zhang (2011).
#'
#' igraph 1.3 counts edges in eccentricity and radius, whatever their weights: so does the default, `weights = NA`.
#' `weights = NULL` takes the attribute `weight`, as later versions of igraph do, and as `diameter()` does in all.
#'
#' A vertex that reaches no other has eccentricity 0, and eccentricity centrality 0. The diameter is that of the largest
#' distance there is, or with `unconnected = FALSE` `Inf` where one vertex does not reach another. Without vertices
#' radius and diameter are `NaN`.
#'
#' @inheritParams closeness
#' @param directed Whether directions count, in graphs that have them.
#' @param unconnected Whether pairs of which one does not reach the other are left out.
#' @return Numbers, named by the vertices' names if they have some; one number from `radius()` and `diameter()`.
#' @references
#' Z. Shi and B. Zhang, Fast network centrality analysis using GPUs, BMC Bioinformatics 12, 149 (2011).
#' @examples
#' edges <- data.frame(from = c("a", "b", "c"), to = c("b", "c", "d"))
#' eccentricity(edges)
#' radius(edges)
#' diameter(edges, unconnected = FALSE)
#' @export
eccentricity <- function(graph, vids = NULL, mode = c("all", "out", "in", "total"), weights = NA, ..., device = NULL,
                         threads = NULL, progress = NULL) {
  no_more(...)
  how <- how_to(device, "double", threads, progress)
  with_graph(graph, function(graph) {
    of_distances("eccentricity", graph, vids, direction_of(mode, eccentric), weights, list(), how)
  })
}

#' @rdname eccentricity
#' @export
eccentricity_centrality <- function(graph, vids = NULL, mode = c("all", "out", "in", "total"), weights = NA, ...,
                                    device = NULL, threads = NULL, progress = NULL) {
  no_more(...)
  how <- how_to(device, "double", threads, progress)
  with_graph(graph, function(graph) {
    of_distances("eccentricity_centrality", graph, vids, direction_of(mode, eccentric), weights, list(), how)
  })
}

#' @rdname eccentricity
#' @export
radius <- function(graph, mode = c("all", "out", "in", "total"), weights = NA, ..., device = NULL, threads = NULL,
                   progress = NULL) {
  no_more(...)
  how <- how_to(device, "double", threads, progress)
  all <- with_graph(graph, function(graph) {
    of_distances("eccentricity", graph, NULL, direction_of(mode, eccentric), weights, list(), how)
  })
  if (length(all)) min(all) else NaN
}

#' @rdname eccentricity
#' @export
diameter <- function(graph, directed = TRUE, unconnected = TRUE, weights = NULL, ..., device = NULL, threads = NULL,
                     progress = NULL) {
  no_more(...)
  how <- how_to(device, "double", threads, progress)
  directed <- flag(directed, "directed")
  unconnected <- flag(unconnected, "unconnected")
  with_graph(graph, function(graph) {
    if (!unconnected && graph$table$n > 1 && !connected(graph, directed, weights, how)) return(Inf)
    all <- of_distances("eccentricity", graph, NULL, if (directed) "out" else "all", weights, list(), how)
    if (length(all)) max(all) else NaN
  })
}

eccentric <- c("all", "out", "in", "total")

of_distances <- function(measure, graph, vids, direction, weights, options, how) {
  v <- vertex_numbers(graph$table, vids, "vids")
  pointer <- built(graph, direction != "all", weights, how)
  if (direction != "all") options$direction <- direction
  named(ask_vertices(graph, pointer, measure, v, options, how)[[1]], graph$table, v)
}

# Whether the first vertex reaches all others and they reach it: one over the distances of that pair alone is above 0.
connected <- function(graph, directed, weights, how) {
  pointer <- built(graph, directed, weights, how)
  reaches <- function(direction) {
    options <- list(sources = 1L, direction = direction, normalized = 0L)
    all(ask(pointer, "harmonic", options, how)[[1]][-1] > 0)
  }
  if (directed && graph$table$directed) reaches("in") && reaches("out") else reaches("all")
}
