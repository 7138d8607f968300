random_graph <- function(n, m, directed, weighted) {
  edges <- data.frame(from = sample(n, m, TRUE), to = sample(n, m, TRUE))
  g <- igraph::make_empty_graph(n, directed = directed)
  g <- igraph::add_edges(g, t(as.matrix(edges)))
  if (weighted) igraph::E(g)$weight <- sample(c(0.5, 1, 2, 7.25), m, TRUE)
  g
}

test_that("distances are igraph's", {
  skip_if_not_installed("igraph")
  set.seed(58)
  for (i in 1:60) {
    n <- sample(c(1, 2, 6, 20), 1)
    g <- random_graph(n, sample(0:(3 * n), 1), i %% 2 == 0, i %% 3 == 0)
    if (i %% 5 == 0) igraph::V(g)$name <- paste0("v", seq_len(n))
    mode <- c("all", "out", "in")[i %% 3 + 1]
    expect_identical(unname(distances(g, mode = mode)), unname(igraph::distances(g, mode = mode)))
    expect_identical(dimnames(distances(g)), dimnames(igraph::distances(g)))
    expect_equal(distances(g, weights = NA), igraph::distances(g, weights = NA))
    v <- sample(n, 1)
    to <- sample(n, sample(n, 1))
    expect_equal(distances(g, v, to, mode), igraph::distances(g, v, to, mode))
  }
})

test_that("vertices may repeat, paths may be cut, and names stay", {
  edges <- data.frame(from = c("a", "b", "x"), to = c("b", "c", "y"))
  expect_identical(distances(edges, c("a", "a"), c("c", "x", "c")),
                   matrix(c(2, 2, Inf, Inf, 2, 2), 2, dimnames = list(c("a", "a"), c("c", "x", "c"))))
  expect_identical(distances(edges, "a", cutoff = 1)[1, ], c(a = 0, b = 1, x = Inf, c = Inf, y = Inf))
  expect_identical(dim(distances(edges, v = character())), c(0L, 5L))
  expect_identical(distances(data.frame(from = 1:400, to = 2:401), 1, 401)[[1]], 400)
  expect_identical(distances(edges, threads = 1), distances(edges, threads = 2))
})

test_that("wrong arguments are errors", {
  edges <- data.frame(from = c("a", "b"), to = c("b", "c"))
  expect_error(distances(edges, "z"), "z")
  expect_error(distances(edges, mode = "up"), "mode")
  expect_error(distances(edges, cutoff = NaN), "cutoff")
  expect_error(distances(edges, weights = c(1, -1)), class = "gobc_data_error")
  expect_error(distances(edges, device = "cuda"), class = "gobc_unsupported_error")
  expect_error(distances(edges, settings = gobc_settings(memory_limit = 1)), class = "gobc_memory_error")
  expect_error(distances(edges, direction = "in"), "did you mean mode")
})
