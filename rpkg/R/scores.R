# Functions on the data frames of centralities(): their first rows, and their columns as attributes of graphs.

#' Prints centralities
#'
#' @param x What [centralities()] gives.
#' @param ... Arguments of [print.data.frame()].
#' @param n How many rows are shown; a line says how many more there are.
#' @return `x`, invisibly.
#' @examples
#' scores <- centralities(data.frame(from = 1:20, to = 2:21), "closeness")
#' scores
#' print(scores, n = 3)
#' @export
print.gobc_centralities <- function(x, ..., n = 10) {
  n <- if (identical(n, Inf)) nrow(x) else whole(n, "n", 0, "give a number of rows, or Inf")
  print(utils::head(structure(x, class = "data.frame"), n), ...)
  more <- nrow(x) - n
  if (more > 0) {
    cat(sprintf("... and %s more row%s; print(x, n = Inf) shows all, top_vertices(x) the largest scores\n",
                format(more, big.mark = ",", scientific = FALSE), if (more == 1) "" else "s"))
  }
  invisible(x)
}

# Returns the columns of scores that are measures, also after columns were added or removed.
measures_in <- function(x) {
  numeric <- vapply(x, is.numeric, NA)
  setdiff(names(x)[numeric], "vertex")
}

# Returns one of these columns, by its name or the beginning of it. NULL means the first.
measure_of <- function(x, measure, name, but = NULL) {
  there <- setdiff(measures_in(x), but)
  if (is.null(measure)) {
    other <- if (is.null(but)) "" else " other"
    if (!length(there)) fail("argument", "%s: there is no%s column of numbers", name, other)
    return(there[1])
  }
  if (is.character(measure) && length(measure) == 1 && measure %in% measures_in(x)) return(measure)
  choice(measure, name, measures_in(x))
}

#' The first by a score
#'
#' @param x What [centralities()] gives, or another data frame of vertices; or numbers such as those of [betweenness()].
#' @param n How many.
#' @param by The column that counts: the first of numbers but `vertex`, for `NULL`.
#' @param decreasing Whether the largest come first; `FALSE` suits [eccentricity()], where small is central.
#' @param ... Not used.
#' @return Rows of the data frame, in the order of the score and numbered so, or those of the numbers. Equal scores stay
#'   in the order of `x`; `NaN` and `NA` are left out.
#' @examples
#' edges <- data.frame(from = c("a", "b", "c", "b", "d"), to = c("b", "c", "d", "d", "e"))
#' scores <- centralities(edges, directed = FALSE)
#' top_vertices(scores, 2, by = "closeness")
#' top_vertices(betweenness(edges), 2)
#' @export
top_vertices <- function(x, n = 10, ...) UseMethod("top_vertices")

#' @rdname top_vertices
#' @export
top_vertices.data.frame <- function(x, n = 10, by = NULL, decreasing = TRUE, ...) {
  no_more(...)
  first <- x[first_of(x[[measure_of(x, by, "by")]], n, decreasing), , drop = FALSE]
  rownames(first) <- NULL
  first
}

#' @rdname top_vertices
#' @export
top_vertices.default <- function(x, n = 10, decreasing = TRUE, ...) {
  no_more(...)
  if (!is.numeric(x)) {
    fail("argument", "x is %s, but must be scores: a result of centralities(), or numbers", described(x))
  }
  first <- first_of(x, n, decreasing)
  if (is.null(names(x))) stats::setNames(x[first], first) else x[first]
}

first_of <- function(scores, n, decreasing) {
  n <- whole(n, "n", 0, "give a number of rows")
  decreasing <- flag(decreasing, "decreasing")
  utils::head(order(scores, decreasing = decreasing, na.last = NA, method = "radix"), n)
}

#' Centralities as attributes of vertices
#'
#' The way back into a graph of igraph: scores become attributes of its vertices, where `plot()`, `V(g)$betweenness` and
#' `induced_subgraph()` find them. As with `igraph::set_vertex_attr()` the graph given stays as it is, the answer is a
#' new one, and calls can stand in a pipe.
#'
#' @param graph A graph of igraph or tidygraph.
#' @param scores What [centralities()] gave of this graph or a part of it, which is joined by the vertices' names (by
#'   their numbers, where they have none); or names of measures, which are then computed.
#' @param prefix Put before the names of the attributes, so that several sets of scores have room.
#' @param ... Arguments of [centralities()], where `scores` are names of measures.
#' @return The graph, with an attribute for every measure: `NA` for vertices that `scores` does not have.
#' @examplesIf requireNamespace("igraph", quietly = TRUE)
#' g <- igraph::make_graph("Zachary")
#' g <- add_centralities(g, c("betweenness", "closeness"))
#' igraph::V(g)$betweenness[1:3]
#' @export
add_centralities <- function(graph, scores = c("betweenness", "stress", "closeness", "eccentricity_centrality"), ...,
                             prefix = "") {
  if (!inherits(graph, "igraph")) {
    fail("argument", paste("the graph is %s, but must be an igraph or a tbl_graph; merge() joins centralities to other",
                           "data by the column vertex"), described(graph))
  }
  need("igraph", "graphs of igraph")
  prefix <- word(prefix, "prefix")
  if (is.character(scores)) scores <- centralities(graph, scores, ...) else no_more(...)
  if (!inherits(scores, "gobc_centralities")) {
    fail("argument", "scores is %s, but must be a result of centralities(), or names of measures", described(scores))
  }
  rows <- match(labels_of(graph), rows_of(graph, scores))
  for (measure in measures_in(scores)) {
    graph <- igraph::set_vertex_attr(graph, paste0(prefix, measure), value = scores[[measure]][rows])
  }
  graph
}

labels_of <- function(graph) {
  if ("name" %in% igraph::vertex_attr_names(graph)) return(as.character(igraph::vertex_attr(graph, "name")))
  seq_len(igraph::vcount(graph))
}

# Returns the vertices of scores. The graph must have all of them.
rows_of <- function(graph, scores) {
  labels <- labels_of(graph)
  vertex <- scores[["vertex"]]
  if (is.null(vertex)) fail("argument", "scores has no column vertex to join by")
  if (is.character(labels) != is.character(vertex)) {
    fail("argument", "scores belongs to another graph: its vertices have %s, those of the graph have %s",
         if (is.character(vertex)) "names" else "numbers", if (is.character(labels)) "names" else "numbers")
  }
  unknown <- which(!vertex %in% labels)
  if (length(unknown)) {
    fail("argument", "scores belongs to another graph: this graph has no vertex %s", shown(vertex[unknown[1]]))
  }
  vertex
}
