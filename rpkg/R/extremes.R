# The smallest and the largest eccentricity, which igraph has functions of.

#' Radius and diameter
#'
#' The smallest and the largest [eccentricity()], as igraph's functions of the same names give them.
#'
#' The diameter is the largest distance there is, or with `unconnected = FALSE` `Inf` where one vertex does not reach
#' another. Without vertices radius and diameter are `NaN`.
#'
#' igraph 1.3 counts edges in the radius, whatever their weights: so does the default, `weights = NA`. `diameter()`
#' takes the attribute `weight` in all versions.
#'
#' @inheritParams eccentricity
#' @inheritParams betweenness
#' @param unconnected Whether pairs of which one does not reach the other are left out.
#' @return One number.
#' @examples
#' edges <- data.frame(from = c("a", "b", "c"), to = c("b", "c", "d"))
#' radius(edges)
#' diameter(edges, unconnected = FALSE)
#' @export
radius <- function(graph, mode = c("all", "out", "in", "total"), weights = NA, ..., device = NULL, threads = NULL,
                   progress = NULL, settings = NULL) {
  no_more(...)
  all <- eccentricity(graph, NULL, mode, weights, device = device, threads = threads, progress = progress,
                      settings = settings)
  if (length(all)) min(all) else NaN
}

#' @rdname radius
#' @export
diameter <- function(graph, directed = TRUE, unconnected = TRUE, weights = NULL, ..., device = NULL, threads = NULL,
                     progress = NULL, settings = NULL) {
  no_more(...)
  run <- run_of(device, threads, progress, settings)
  directed <- flag(directed, "directed")
  unconnected <- flag(unconnected, "unconnected")
  with_graph(graph, function(graph) {
    if (!unconnected && graph$table$n > 1 && !connected(graph, directed, weights, run)) return(Inf)
    options <- list(direction = if (directed) "out" else "all")
    all <- vertex_scores("eccentricity", graph, list(vids = NULL), directed, weights, options, run)
    if (length(all)) max(all) else NaN
  }, directed)
}

# Returns whether the first vertex reaches all others and they reach it. With this vertex as the only source, harmonic
# centrality is above 0 for exactly the vertices that it reaches.
connected <- function(graph, directed, weights, run) {
  pointer <- built(graph, directed, weights, run)
  reaches <- function(direction) {
    all(ask(pointer, "harmonic", list(sources = 1L, direction = direction), run, table = graph$table)[[1]][-1] > 0)
  }
  if (directed && graph$table$directed) reaches("in") && reaches("out") else reaches("all")
}
