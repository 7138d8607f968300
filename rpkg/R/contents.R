# The contents of a graph: vertices, edges, degrees, neighbors, components and subgraphs.

#' The contents of a graph
#'
#' Vertices and edges of whatever [gobc_graph()] takes, their degrees, neighbors and components, and graphs of some
#' vertices.
#'
#' As in igraph parallel edges count each in degrees, and a loop twice; a vertex with a loop is its own neighbor.
#' Unlike igraph's, edges of infinite length count in no degree and join nothing.
#'
#' @param graph A graph, as in [gobc_graph()].
#' @param v Vertices: numbers, names, logical values or a sequence of igraph. `NULL` for all.
#' @param mode Of directed graphs: edges that lead from a vertex (`"out"`), to it (`"in"`), or either way (`"all"` or
#'   `"total"`).
#' @param weighted Whether the lengths of edges are added up in place of their number.
#' @return
#' - `gobc_vertices()`: the names of the vertices, or their numbers.
#' - `gobc_edges()`: a data frame of the columns `from`, `to` and, if edges have lengths, `weight`, in the order of the
#'   input.
#' - `gobc_degree()`: a number for each vertex of `v`, named as in [betweenness()].
#' - `gobc_neighbors()`: the neighbors of one vertex, each once, by name or number.
#' - `gobc_components()`: a list as igraph's `components()` gives it, of weakly connected components: `membership`,
#'   which counts components from 1 in the order of their first vertices, their sizes `csize`, and how many there are,
#'   `no`.
#' - `gobc_subgraph()`, `gobc_largest_component()`: a [gobc_graph()] of some vertices and of the edges between them,
#'   both in the order of the graph.
#' - `as_igraph()`: a graph of igraph, with the vertex attribute `name` and the edge attribute `weight` where there are
#'   such.
#' @examples
#' g <- gobc_graph(data.frame(from = c("a", "b", "b", "x"), to = c("b", "c", "d", "y")), directed = FALSE)
#' gobc_vertices(g)
#' gobc_edges(g)
#' gobc_degree(g)
#' gobc_neighbors(g, "b")
#' gobc_components(g)$csize
#' gobc_largest_component(g)
#' gobc_edges(gobc_subgraph(g, c("d", "b", "x")))
#' @examplesIf requireNamespace("igraph", quietly = TRUE)
#' as_igraph(g)
#' @export
gobc_vertices <- function(graph) called(gobc_graph(graph)$table)

#' @rdname gobc_vertices
#' @export
gobc_edges <- function(graph) {
  table <- gobc_graph(graph)$table
  edges <- data.frame(from = called(table, table$from), to = called(table, table$to), stringsAsFactors = FALSE)
  if (!is.null(table$weights)) edges$weight <- table$weights
  edges
}

#' @rdname gobc_vertices
#' @export
gobc_degree <- function(graph, v = NULL, mode = c("all", "out", "in", "total"), weighted = FALSE) {
  table <- gobc_graph(graph)$table
  v <- vertex_numbers(table, v, "v")
  mode <- direction_of(mode)
  lengths <- if (flag(weighted, "weighted")) {
    if (is.null(table$weights)) fail("argument", "weighted = TRUE, but the edges of this graph have no weights")
    check_lengths(table$weights, table)
  }
  joins <- which(joining(table))
  ends <- c(if (mode != "in" || !table$directed) table$from[joins],
            if (mode != "out" || !table$directed) table$to[joins])
  if (is.null(lengths)) {
    degrees <- tabulate(ends, table$n)
  } else {
    sums <- rowsum(rep(as.double(lengths[joins]), length.out = length(ends)), ends)
    degrees <- numeric(table$n)
    degrees[as.integer(rownames(sums))] <- sums
  }
  named(if (is.null(v)) degrees else degrees[v], table, v)
}

#' @rdname gobc_vertices
#' @export
gobc_neighbors <- function(graph, v, mode = c("out", "in", "all", "total")) {
  table <- gobc_graph(graph)$table
  v <- vertex_numbers(table, v, "v")
  if (length(v) != 1) fail("argument", "v has %d vertices; give exactly one", length(v))
  mode <- direction_of(mode)
  joins <- joining(table)
  found <- c(if (mode != "in" || !table$directed) table$to[joins & table$from == v],
             if (mode != "out" || !table$directed) table$from[joins & table$to == v])
  called(table, sort(unique(found)))
}

#' @rdname gobc_vertices
#' @export
gobc_components <- function(graph) {
  with_graph(graph, function(graph) {
    table <- graph$table
    run <- run_of(NULL, NULL, NULL, NULL)
    pointer <- built(graph, TRUE, if (all(joining(table))) NA else NULL, run)
    numbers <- as.integer(result_of(.Call(shim_graph_column, pointer, "component"))[[1]]) + 1L
    list(membership = named(numbers, table, NULL), csize = tabulate(numbers, max(0L, numbers)), no = max(0L, numbers))
  })
}

#' @rdname gobc_vertices
#' @export
gobc_subgraph <- function(graph, v) {
  graph <- gobc_graph(graph)
  if (is.null(v)) fail("argument", "v is NULL: name the vertices of the subgraph")
  within_graph(graph$table, vertex_numbers(graph$table, v, "v"))
}

#' @rdname gobc_vertices
#' @export
gobc_largest_component <- function(graph) {
  graph <- gobc_graph(graph)
  parts <- gobc_components(graph)
  within_graph(graph$table, which(parts$membership == which.max(c(parts$csize, 0))))
}

#' @rdname gobc_vertices
#' @export
as_igraph <- function(graph) {
  need("igraph", "graphs of igraph")
  table <- gobc_graph(graph)$table
  made <- igraph::add_edges(igraph::make_empty_graph(table$n, table$directed), rbind(table$from, table$to))
  if (!is.null(table$names)) made <- igraph::set_vertex_attr(made, "name", value = table$names)
  if (!is.null(table$weights)) made <- igraph::set_edge_attr(made, "weight", value = table$weights)
  made
}

# Returns vertices as the user knows them: names if the graph has names, else numbers.
called <- function(table, numbers = seq_len(table$n)) if (is.null(table$names)) numbers else table$names[numbers]

# Returns for each row whether it is an edge. An infinite length means that there is none.
joining <- function(table) {
  if (is.null(table$weights)) rep(TRUE, length(table$from)) else !is.infinite(check_lengths(table$weights, table))
}

# Returns the graph of some vertices. Vertices and edges keep their order.
within_graph <- function(table, v) {
  v <- sort(unique(v))
  from <- match(table$from, v)
  to <- match(table$to, v)
  rows <- which(!is.na(from) & !is.na(to))
  weights_of <- table$weights_of
  inner <- new_table(length(v), from[rows], to[rows], table$names[v], table$directed, table$weights[rows],
                     if (!is.null(weights_of)) function(name) weights_of(name)[rows])
  structure(list(table = inner, built = new.env(parent = emptyenv())), class = "gobc_graph")
}
