# Sums over ordered pairs of the share of shortest paths with any or all vertices of a group, by all paths of igraph.
covered <- function(g, group, endpoints, has = any) {
  total <- 0
  for (s in seq_len(igraph::vcount(g))) {
    if (!endpoints && s %in% group) next
    paths <- suppressWarnings(igraph::all_shortest_paths(g, s, mode = "out"))$res
    ends <- vapply(paths, function(path) as.integer(path)[length(path)], 0L)
    for (t in setdiff(unique(ends), s)) {
      if (!endpoints && t %in% group) next
      total <- total + mean(vapply(paths[ends == t], function(path) has(group %in% as.integer(path)), TRUE))
    }
  }
  total
}

simple_graph <- function(n, m, directed) {
  g <- igraph::make_empty_graph(n, directed = directed)
  igraph::simplify(igraph::add_edges(g, as.integer(matrix(sample(n, 2 * m, TRUE), 2))))
}

test_that("numbers of shortest paths are igraph's", {
  skip_if_not_installed("igraph")
  set.seed(61)
  for (i in 1:40) {
    n <- sample(c(1, 2, 6, 12), 1)
    g <- simple_graph(n, sample(0:(3 * n), 1), i %% 2 == 0)
    if (i %% 3 == 0) igraph::E(g)$weight <- sample(c(0.5, 1, 2), igraph::ecount(g), TRUE)
    if (i %% 5 == 0) igraph::V(g)$name <- paste0("v", seq_len(n))
    counts <- path_counts(g)
    expect_identical(dimnames(counts), dimnames(igraph::distances(g)))
    for (v in sample(n, 1)) {
      expect_equal(unname(counts[v, ]), suppressWarnings(igraph::all_shortest_paths(g, v, mode = "out"))$nrgeo)
    }
    expect_equal(path_counts(g, n, c(1, 1))[1, ], counts[n, c(1, 1)])
  }
})

test_that("parallel edges are paths of their own", {
  edges <- data.frame(from = c("a", "a", "b"), to = c("b", "b", "c"))
  expect_identical(path_counts(edges, "a", "c")[[1]], 2)
  expect_identical(path_counts(edges, "a", "c", settings = gobc_settings(parallel = "merge"))[[1]], 1)
  expect_identical(path_counts(edges, "a", "c", mode = "all")[[1]], 1)
})

test_that("paths are shortest ones, and the first of them read backwards", {
  skip_if_not_installed("igraph")
  set.seed(63)
  for (i in 1:30) {
    n <- sample(2:9, 1)
    g <- simple_graph(n, sample(0:(3 * n), 1), i %% 2 == 0)
    if (i %% 3 == 0) igraph::E(g)$weight <- sample(c(0.5, 1, 2), igraph::ecount(g), TRUE)
    from <- sample(n, 1)
    found <- paths_between(g, from, seq_len(n))
    all <- lapply(suppressWarnings(igraph::all_shortest_paths(g, from, mode = "out"))$res, as.integer)
    for (to in seq_len(n)) {
      some <- Filter(function(path) path[length(path)] == to, all)
      backwards <- vapply(some, function(path) paste(rev(path), collapse = " "), "") # of one digit, as n is
      expect_identical(as.integer(found[[to]]), if (length(some)) some[[order(backwards)[1]]] else integer())
    }
  }
  edges <- data.frame(from = c("a", "b", "x"), to = c("b", "c", "y"))
  expect_identical(paths_between(edges, c("a", "c", "a"), c("c", "a", "a"), mode = "all"),
                   list(c("a", "b", "c"), c("c", "b", "a"), "a"))
  expect_identical(paths_between(edges, "a", c("c", "x")), list(c("a", "b", "c"), character()))
  expect_identical(paths_between(edges, character(), "a"), list())
  expect_error(paths_between(edges, c("a", "b"), c("a", "b", "c")), "2 and 3")
  expect_error(paths_between(edges, "a", "q"), "q")
  expect_error(paths_between(edges, NULL, "a"), "NULL")
})

test_that("measures of groups are those of the definition", {
  skip_if_not_installed("igraph")
  set.seed(62)
  for (i in 1:30) {
    n <- sample(3:8, 1)
    g <- simple_graph(n, sample(0:(3 * n), 1), i %% 2 == 0)
    group <- sample(n, sample(n - 2, 1))
    outside <- n - length(group)
    endpoints <- i %% 3 == 0
    sum <- covered(g, group, endpoints)
    expect_equal(group_betweenness(g, group, endpoints = endpoints), sum / (outside * (outside - 1)))
    expect_equal(group_betweenness(g, list(x = group), endpoints = endpoints, normalized = FALSE),
                 c(x = sum / if (igraph::is_directed(g)) 1 else 2))
    pair <- sample(n, 2)
    sum <- covered(g, pair, endpoints, all)
    expect_equal(co_betweenness(g, list(x = pair), endpoints = endpoints, normalized = FALSE),
                 c(x = sum / if (igraph::is_directed(g)) 1 else 2))
    if (n > 3) expect_equal(co_betweenness(g, c(pair, pair), endpoints = endpoints), sum / ((n - 2) * (n - 3)))
    to <- igraph::distances(g, to = group, mode = "out")
    nearest <- apply(to, 1, min)[-group]
    total <- sum(nearest[is.finite(nearest)])
    expect_equal(group_closeness(g, group), if (total) outside / total else 0)
    best <- best_group(g, 2)
    expect_equal(covered(g, best[1], TRUE), max(vapply(seq_len(n), function(v) covered(g, v, TRUE), 0)))
  }
})

test_that("groups have names, and vertices too", {
  edges <- data.frame(from = c("a", "b", "c", "d"), to = c("b", "c", "d", "e"))
  expect_identical(group_betweenness(edges, c("b", "d"), directed = FALSE, normalized = FALSE), 3)
  expect_identical(group_closeness(edges, list(inner = c("b", "d"), none = character(), outer = "a"), mode = "all"),
                   c(inner = 1, none = 0, outer = 0.4))
  expect_identical(best_group(edges, 1, directed = FALSE), "c")
  expect_identical(best_group(edges, 0), character())
  expect_identical(group_betweenness(edges, list()), numeric())
  expect_identical(co_betweenness(edges, Map(c, edges$from, edges$to), directed = FALSE, normalized = FALSE),
                   c(a = 0, b = 2, c = 2, d = 0))
  expect_identical(co_betweenness(edges, list(c("b", "b"), character()), directed = FALSE, normalized = FALSE), c(3, 0))
  double <- data.frame(from = c("a", "b", "b", "c", "a", "x", "y"), to = c("b", "c", "c", "d", "x", "y", "d"))
  expect_equal(co_betweenness(double, c("b", "c"), directed = FALSE, normalized = FALSE), 2 / 3)
  square <- data.frame(from = c("a", "b", "c", "d", "d"), to = c("b", "c", "d", "a", "e"))
  expect_identical(closeness_vitality(square, mode = "all"), c(a = 6, b = 7, c = 6, d = -Inf, e = 8))
})

test_that("wrong arguments are errors", {
  edges <- data.frame(from = c("a", "b"), to = c("b", "c"))
  expect_error(group_betweenness(edges, "z"), "z")
  expect_error(group_betweenness(edges, "a", normalized = NA), "normalized")
  expect_error(co_betweenness(edges, c("a", "z")), "z")
  expect_error(co_betweenness(edges, "a", endpoints = NA), "endpoints")
  expect_error(co_betweenness(edges, "a", settings = gobc_settings(precision = "single")),
               "precision does not apply to co-betweenness")
  expect_error(group_closeness(edges, "a", mode = "up"), "mode")
  expect_error(best_group(edges, 4), "size is 4")
  expect_error(best_group(edges, 1.5), "size")
  expect_error(closeness_vitality(edges, device = "cuda"), class = "gobc_unsupported_error")
  expect_error(path_counts(edges, settings = gobc_settings(memory_limit = 1)), class = "gobc_memory_error")
})
