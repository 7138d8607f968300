# Vertices, edges, degrees, neighbors, components and subgraphs, beside igraph's.
set.seed(11)

# A random graph of igraph, with loops, parallel edges, and perhaps names and lengths.
random_graph <- function(directed, named, weighted) {
  n <- sample.int(9, 1)
  m <- sample.int(20, 1) - 1
  graph <- igraph::make_graph(sample.int(n, 2 * m, TRUE), n, directed)
  if (named) igraph::V(graph)$name <- paste0("v", sample.int(n))
  if (weighted) igraph::E(graph)$weight <- sample(c(0.5, 1, 3), m, TRUE)
  graph
}

each_graph <- function(check, times = if (nzchar(Sys.getenv("GOBC_TEST_ALL"))) 6 else 3) {
  skip_if_not_installed("igraph")
  for (directed in c(TRUE, FALSE)) for (named in c(TRUE, FALSE)) for (weighted in c(TRUE, FALSE)) {
    for (time in seq_len(times)) {
      graph <- random_graph(directed, named, weighted)
      check(graph, gobc_graph(graph))
    }
  }
}

same_edges <- function(ours, theirs) {
  expect_equal(unname(cbind(ours$from, ours$to)), unname(igraph::as_edgelist(theirs)))
  if ("weight" %in% igraph::edge_attr_names(theirs)) expect_identical(ours$weight, igraph::E(theirs)$weight)
}

# igraph may give the edges of a subgraph in another order. Its quick way gives two loops at a vertex one weight.
induced <- function(graph, v) igraph::induced_subgraph(graph, v, impl = "copy_and_delete")

same_subgraph <- function(ours, theirs) {
  sorted <- function(graph) {
    edges <- data.frame(igraph::as_edgelist(graph), length = rep_len(c(igraph::E(graph)$weight, 1), igraph::ecount(graph)))
    edges <- edges[do.call(order, edges), ]
    rownames(edges) <- NULL
    edges
  }
  ours <- as_igraph(ours)
  expect_equal(igraph::V(ours)$name, igraph::V(theirs)$name)
  expect_equal(igraph::vcount(ours), igraph::vcount(theirs))
  expect_equal(sorted(ours), sorted(theirs))
}

test_that("vertices and edges are those of the graph", {
  each_graph(function(theirs, ours) {
    names <- igraph::V(theirs)$name
    expect_identical(gobc_vertices(ours), if (is.null(names)) seq_len(igraph::vcount(theirs)) else names)
    same_edges(gobc_edges(ours), theirs)
    expect_true(igraph::identical_graphs(as_igraph(ours), theirs))
  })
})

test_that("degrees, strengths and neighbors equal igraph's", {
  each_graph(function(theirs, ours) {
    names <- igraph::V(theirs)$name
    for (mode in c("all", "out", "in", "total")) {
      expect_equal(gobc_degree(ours, mode = mode), igraph::degree(theirs, mode = mode))
      if ("weight" %in% igraph::edge_attr_names(theirs)) {
        expect_equal(gobc_degree(ours, mode = mode, weighted = TRUE), igraph::strength(theirs, mode = mode))
      }
      wanted <- lapply(unname(igraph::as_adj_list(theirs, mode)), function(them) sort(unique(as.integer(them))))
      if (!is.null(names)) wanted <- lapply(wanted, function(them) names[them])
      expect_identical(lapply(seq_along(wanted), gobc_neighbors, graph = ours, mode = mode), wanted)
    }
    some <- rev(gobc_vertices(ours))
    expect_equal(gobc_degree(ours, some), igraph::degree(theirs, some))
  })
})

test_that("components and subgraphs equal igraph's", {
  each_graph(function(theirs, ours) {
    wanted <- igraph::components(theirs)
    found <- gobc_components(ours)
    expect_equal(found, wanted[c("membership", "csize", "no")])
    largest <- which(wanted$membership == which.max(wanted$csize))
    same_subgraph(gobc_largest_component(ours), induced(theirs, largest))
    some <- sample.int(igraph::vcount(theirs), sample.int(igraph::vcount(theirs), 1))
    inner <- gobc_subgraph(ours, c(some, some))
    same_subgraph(inner, induced(theirs, sort(some)))
    expect_equal(betweenness(inner), igraph::betweenness(induced(theirs, sort(some))))
  })
})

test_that("tables and matrices are asked likewise, and empty graphs answer", {
  table <- data.frame(from = c("a", "b"), to = c("b", "c"), weight = c(2, Inf))
  expect_identical(gobc_degree(table, mode = "in"), c(a = 0L, b = 1L, c = 0L))
  expect_identical(gobc_degree(table, weighted = TRUE), c(a = 2, b = 2, c = 0))
  expect_identical(gobc_components(table)$csize, c(2L, 1L))
  expect_identical(gobc_neighbors(table, "c", "all"), character())
  expect_identical(gobc_vertices(gobc_largest_component(table)), c("a", "b"))
  none <- gobc_graph(matrix(0, 0, 0))
  expect_identical(gobc_components(none), list(membership = integer(), csize = integer(), no = 0L))
  expect_identical(gobc_vertices(gobc_largest_component(none)), integer())
  expect_identical(nrow(gobc_edges(none)), 0L)
})

test_that("an attribute other than weight goes with a subgraph", {
  table <- data.frame(from = c("a", "b", "c"), to = c("b", "c", "d"), km = c(1, 5, 2))
  inner <- gobc_subgraph(gobc_graph(table, directed = FALSE), c("d", "c", "b"))
  expect_identical(unname(eccentricity(inner, weights = "km")), c(7, 5, 7))
})

test_that("what is wrong is said", {
  graph <- gobc_graph(data.frame(from = "a", to = "b"))
  expect_refused(gobc_neighbors(graph, "z"), "argument", "v: there is no vertex \"z\"")
  expect_refused(gobc_neighbors(graph, c("a", "b")), "argument", "v has 2 vertices; give exactly one")
  expect_refused(gobc_subgraph(graph, 3), "argument", "v: there is no vertex 3; vertices are numbered from 1 to 2")
  expect_refused(gobc_subgraph(graph, NULL), "argument", "name the vertices of the subgraph")
  expect_refused(gobc_degree(graph, weighted = TRUE), "argument", "no weights")
  expect_refused(gobc_degree(graph, mode = "up"), "argument", "mode is \"up\"")
})
