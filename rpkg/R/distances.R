# distances(): a matrix of distances between vertices.

#' Distances between vertices
#'
#' The length of a shortest path from each vertex of `v` to each of `to`, as igraph's function of the same name gives
#' it.
#'
#' @inheritParams eccentricity
#' @param graph A graph, as in [gobc_graph()].
#' @param v,to The vertices of the rows and of the columns: numbers or names as in [betweenness()], logical values, or a
#'   sequence of this graph of igraph. `NULL` for all.
#' @param mode Of directed graphs: along edges either way (`"all"` or `"total"`), from `v` to `to` (`"out"`), or from
#'   `to` to `v` (`"in"`).
#' @param weights Lengths of edges. `NULL`: the edge attribute or column `weight` if there is one. `NA`: edges are
#'   counted, whatever their lengths. Else a vector of one number an edge, or the name of an attribute.
#' @param cutoff Longer paths do not count. `NULL` for all paths.
#' @param device `"auto"` or `"cpu"`.
#' @param ... Must be empty.
#' @return A matrix with a row for each vertex of `v`, `Inf` where there is no path, with names of vertices if there are
#'   such. It takes 16 bytes a pair while it is made.
#' @examples
#' edges <- data.frame(from = c("a", "b", "x"), to = c("b", "c", "y"))
#' distances(edges)
#' distances(edges, "a", c("c", "x"), mode = "out")
#' @export
distances <- function(graph, v = NULL, to = NULL, mode = c("all", "out", "in", "total"), weights = NULL, ...,
                      cutoff = NULL, device = NULL, threads = NULL, progress = NULL, settings = NULL) {
  no_more(...)
  matrix_between(shim_distances, graph, v, to, mode, weights, cutoff, run_of(device, threads, progress, settings))
}

# Returns the matrix that a routine computes, with the names of vertices. `v` and `to` may repeat vertices.
matrix_between <- function(routine, graph, v, to, mode, weights, cutoff, run, parallel = NULL) {
  force(run) # its time begins before the graph is read
  direction <- direction_of(mode)
  with_graph(graph, function(graph) {
    table <- graph$table
    rows <- vertex_numbers(table, v, "v")
    columns <- vertex_numbers(table, to, "to")
    if (direction == "all" && table$directed) parallel <- NULL
    options <- of_pairs(list(direction = direction, cutoff = cutoff), run, parallel)
    pointer <- built(graph, TRUE, weights, run)
    if (is.null(rows)) rows <- seq_len(table$n)
    if (is.null(columns)) columns <- seq_len(table$n)
    found <- values_between(routine, pointer, unique(rows), unique(columns), options, run, table)
    if (anyDuplicated(rows) || anyDuplicated(columns)) {
      found <- found[match(rows, unique(rows)), match(columns, unique(columns)), drop = FALSE]
    }
    if (!is.null(table$names) && names_wanted()) dimnames(found) <- list(table$names[rows], table$names[columns])
    found
  })
}

values_between <- function(routine, pointer, rows, columns, options, run, table) {
  if (!length(rows) || !length(columns)) return(matrix(numeric(), length(rows), length(columns)))
  options <- c(list(sources = rows, targets = columns), options)
  watched(run$progress, function(tell) result_of(.Call(routine, pointer, length(rows), options, tell), table))
}
