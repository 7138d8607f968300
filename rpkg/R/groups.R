# path_counts(), paths_between(), group_betweenness(), co_betweenness(), group_closeness(), best_group() and
# closeness_vitality().

#' Numbers of shortest paths
#'
#' How many shortest paths lead from each vertex of `v` to each of `to`. Parallel edges are paths of their own, as in
#' igraph's `all_shortest_paths()`, unless `settings = gobc_settings(parallel = "merge")` says otherwise or
#' `mode = "all"` ignores the directions of a directed graph.
#'
#' @inheritParams distances
#' @return A matrix with a row for each vertex of `v`, exact up to 2^53, 0 where there is no path and 1 for a vertex
#'   itself.
#' @examples
#' edges <- data.frame(from = c("a", "a", "b", "c"), to = c("b", "c", "d", "d"))
#' path_counts(edges, "a")
#' @export
path_counts <- function(graph, v = NULL, to = NULL, mode = c("out", "all", "in", "total"), weights = NULL, ...,
                        cutoff = NULL, device = NULL, threads = NULL, progress = NULL, settings = NULL) {
  no_more(...)
  matrix_between(shim_path_counts, graph, v, to, mode, weights, cutoff,
                 run_of(device, threads, progress, settings), "count")
}

#' Shortest paths of pairs of vertices
#'
#' A shortest path from each vertex of `from` to the one of `to` at the same place. Of several it is the one whose last
#' vertex before the target comes first in the graph, and so on back to the source; igraph's `shortest_paths()` takes
#' another one.
#'
#' @inheritParams distances
#' @param from,to The ends of the paths: numbers or names of vertices, the same number of each, or one of either.
#' @return A list with the vertices of each path, names or numbers, from the source to the target; none where there is
#'   no path.
#' @examples
#' edges <- data.frame(from = c("a", "b", "x"), to = c("b", "c", "y"))
#' paths_between(edges, "a", c("c", "x"))
#' @export
paths_between <- function(graph, from, to, mode = c("out", "all", "in", "total"), weights = NULL, ..., cutoff = NULL,
                          device = NULL, threads = NULL, progress = NULL, settings = NULL) {
  no_more(...)
  run <- run_of(device, threads, progress, settings)
  direction <- direction_of(mode)
  with_graph(graph, function(graph) {
    table <- graph$table
    ends <- list(from = ends_of(table, from, "from"), to = ends_of(table, to, "to"))
    pairs <- max(lengths(ends)) * (min(lengths(ends)) > 0)
    if (any(lengths(ends) != pairs & lengths(ends) != 1 & pairs > 0)) {
      fail("argument", "from and to have %d and %d vertices: give the same number of each, or one of either",
           length(ends$from), length(ends$to))
    }
    ends <- lapply(ends, rep_len, pairs)
    options <- of_pairs(list(direction = direction, cutoff = cutoff), run)
    pointer <- built(graph, TRUE, weights, run)
    found <- watched(run$progress, function(tell) {
      result_of(.Call(shim_paths, pointer, ends$from, ends$to, options, tell), table)
    })
    nodes <- if (is.null(table$names)) found[[1]]$node else table$names[found[[1]]$node]
    unname(split(nodes, factor(rep(seq_len(pairs), found[[2]]$nodes), seq_len(pairs))))
  })
}

ends_of <- function(table, v, name) {
  if (is.null(v)) fail("argument", "%s is NULL: give vertices", name)
  vertex_numbers(table, v, name)
}

#' Betweenness and closeness of groups of vertices
#'
#' The betweenness of a group is the sum, over pairs of vertices outside of it, of the share of their shortest paths
#' that have a vertex of the group. Its co-betweenness is the same for the paths that have all vertices of the group,
#' such as a pair; an empty group has 0. Its closeness is the number of vertices outside over the sum of their distances
#' to the nearest vertex of the group; a vertex without a path adds nothing to the sum. `best_group()` chooses vertices
#' one after the other, each time the one that raises the betweenness with `endpoints` the most: it is at least 63 % of
#' that of the best group of the size.
#'
#' Parallel edges are paths of their own, as in [betweenness()].
#'
#' @inheritParams betweenness
#' @inheritParams distances
#' @param cutoff Longer paths do not count. `NULL` for all paths.
#' @param groups A vector of vertices, one group, or a list of such vectors, as `split(x$vertex, x$group)` makes one of
#'   a data frame, and `Map(c, x$from, x$to)` one of pairs. A vertex may be in several groups.
#' @param normalized Whether to divide by the number of ordered pairs outside of the group. Otherwise each pair of an
#'   undirected graph counts once.
#' @param endpoints Whether pairs with an end in the group also count: a path then passes through its ends, too.
#' @param mode Of directed graphs: distances to the group (`"in"`), from it (`"out"`), or along edges either way
#'   (`"all"`).
#' @param size The number of vertices to choose.
#' @return One number a group, with the names of the list; of `best_group()` the chosen vertices in their order, names
#'   or numbers.
#' @references Everett & Borgatti, J. Math. Sociol. 23, 181 (1999). Kolaczyk, Chua & Barthelemy, Soc. Networks 31, 190
#'   (2009).
#' @examples
#' edges <- data.frame(from = c("a", "b", "c", "d"), to = c("b", "c", "d", "e"))
#' group_betweenness(edges, c("b", "d"), directed = FALSE)
#' co_betweenness(edges, list(c("b", "d"), c("b", "c")), directed = FALSE)
#' group_closeness(edges, list(inner = c("b", "d"), outer = c("a", "e")), mode = "all")
#' best_group(edges, 2, directed = FALSE)
#' @export
group_betweenness <- function(graph, groups, directed = TRUE, weights = NULL, normalized = TRUE, endpoints = FALSE, ...,
                              cutoff = NULL, device = NULL, threads = NULL, progress = NULL, settings = NULL) {
  no_more(...)
  run <- run_of(device, threads, progress, settings)
  shares_of_groups("betweenness", graph, groups, directed, weights, normalized, endpoints, cutoff, run)
}

#' @rdname group_betweenness
#' @export
co_betweenness <- function(graph, groups, directed = TRUE, weights = NULL, normalized = TRUE, endpoints = FALSE, ...,
                           cutoff = NULL, device = NULL, threads = NULL, progress = NULL, settings = NULL) {
  no_more(...)
  run <- run_of(device, threads, progress, settings)
  shares_of_groups("co_betweenness", graph, groups, directed, weights, normalized, endpoints, cutoff, run)
}

#' @rdname group_betweenness
#' @export
group_closeness <- function(graph, groups, mode = c("in", "out", "all", "total"), weights = NULL, ..., cutoff = NULL,
                            device = NULL, threads = NULL, progress = NULL, settings = NULL) {
  no_more(...)
  run <- run_of(device, threads, progress, settings)
  of_groups("closeness", graph, groups, TRUE, weights, list(direction = direction_of(mode), cutoff = cutoff), run)
}

#' @rdname group_betweenness
#' @export
best_group <- function(graph, size, directed = TRUE, weights = NULL, ..., cutoff = NULL, device = NULL, threads = NULL,
                       progress = NULL, settings = NULL) {
  no_more(...)
  run <- run_of(device, threads, progress, settings)
  directed <- flag(directed, "directed")
  size <- whole(size, "size")
  with_graph(graph, function(graph) {
    table <- graph$table
    options <- of_pairs(list(cutoff = cutoff), run, "count")
    pointer <- built(graph, directed, weights, run)
    found <- watched(run$progress, function(tell) {
      result_of(.Call(shim_best_group, pointer, as.numeric(size), options, tell), table)
    })
    if (is.null(table$names)) found$node else table$names[found$node]
  }, directed)
}

#' Closeness vitality
#'
#' By how much the sum of the distances of all pairs falls without a vertex: of unordered pairs in an undirected graph,
#' or with `mode = "all"`.
#'
#' @inheritParams distances
#' @return One number a vertex, with names if there are such: `-Inf` where the others do not reach each other without
#'   the vertex; where they do not with it `NaN`, or `Inf` if they do without it.
#' @examples
#' edges <- data.frame(from = c("a", "b", "c", "d", "d"), to = c("b", "c", "d", "a", "e"))
#' closeness_vitality(edges, mode = "all")
#' @export
closeness_vitality <- function(graph, mode = c("out", "all", "in", "total"), weights = NULL, ..., device = NULL,
                               threads = NULL, progress = NULL, settings = NULL) {
  no_more(...)
  run <- run_of(device, threads, progress, settings)
  direction <- direction_of(mode)
  with_graph(graph, function(graph) {
    table <- graph$table
    options <- of_pairs(list(direction = direction), run)
    pointer <- built(graph, TRUE, weights, run)
    found <- watched(run$progress, function(tell) {
      result_of(.Call(shim_vertex_distances, pointer, "closeness_vitality", options, tell), table)
    })$closeness_vitality
    if (!is.null(table$names) && names_wanted()) names(found) <- table$names
    found
  })
}

shares_of_groups <- function(measure, graph, groups, directed, weights, normalized, endpoints, cutoff, run) {
  normalized <- flag(normalized, "normalized")
  options <- list(endpoints = flag(endpoints, "endpoints"), cutoff = cutoff)
  directed <- flag(directed, "directed")
  of_groups(measure, graph, groups, directed, weights, options, run, as.integer(normalized))
}

of_groups <- function(measure, graph, groups, directed, weights, options, run, normalized = NULL) {
  force(run) # its time begins before the graph is read
  if (!is.null(dim(groups))) {
    fail("argument", paste("groups is %s, but must be a vector of vertices or a list of such vectors: of a data frame",
                           "with the columns vertex and group give split(x$vertex, x$group)"), described(groups))
  }
  one <- !is.list(groups)
  with_graph(graph, function(graph) {
    table <- graph$table
    members <- lapply(if (one) list(groups) else groups, function(group) {
      if (is.null(group)) integer() else vertex_numbers(table, group, "groups")
    })
    options <- of_pairs(options, run, if (measure != "closeness") "count")
    options$normalized <- normalized
    pointer <- built(graph, directed, weights, run)
    vertices <- as.integer(unlist(members))
    sizes <- as.numeric(lengths(members))
    found <- watched(run$progress, function(tell) {
      result_of(.Call(shim_groups, pointer, measure, vertices, sizes, options, tell), table)
    })[[measure]]
    if (!one) names(found) <- names(groups)
    found
  }, directed)
}

# Options of questions about pairs, which have no preset. `parallel` says how parallel edges count unless the settings
# do.
of_pairs <- function(options, run, parallel = NULL) {
  options <- asked(encoded(options), run)
  options$preset <- NULL
  if (is.null(options$parallel)) options$parallel <- parallel
  options
}
