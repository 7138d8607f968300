# With directed = FALSE the two entries of a symmetric matrix are one edge, as in gobc_graph() and igraph; they counted as
# two parallel edges.
weighted <- matrix(c(0, 1, 2, 1, 0, 1, 2, 1, 0), 3, dimnames = list(letters[1:3], letters[1:3]))
path <- 1 * (abs(outer(1:5, 1:5, `-`)) == 1)
rownames(path) <- colnames(path) <- letters[1:5]

forms_of <- function(x) {
  forms <- list(matrix = x, logical = x != 0, frame = as.data.frame(x))
  if (requireNamespace("Matrix", quietly = TRUE)) forms$sparse <- methods::as(x, "CsparseMatrix")
  if (requireNamespace("Matrix", quietly = TRUE)) forms$symmetric <- Matrix::forceSymmetric(forms$sparse)
  forms
}

test_that("a symmetric matrix is an undirected graph with directed = FALSE, in every function", {
  expect_scores(betweenness(weighted, directed = FALSE), c(a = 0, b = 0.5, c = 0)) # 2/3
  for (x in forms_of(path)) {
    expect_scores(stress_centrality(x, directed = FALSE), c(a = 0, b = 3, c = 4, d = 3, e = 0)) # 0 28 36 28 0
    expect_equal(edge_betweenness(x, directed = FALSE), c(4, 6, 6, 4)) # each edge twice
    expect_equal(edge_betweenness(x, c("b|a", "c|d"), directed = FALSE), c(4, 6))
    scores <- centralities(x, c("stress", "closeness"), directed = FALSE)
    expect_equal(scores$stress, c(0, 3, 4, 3, 0))
    job <- gobc_job(x, "stress", shards = 1, directed = FALSE)
    expect_equal(gobc_result(gobc_run_shard(job, 1), job)$stress, scores$stress)
    expect_equal(group_betweenness(x, "c", directed = FALSE, normalized = FALSE), 4)
    expect_identical(best_group(x, 1, directed = FALSE), "c")
    expect_equal(diameter(x, directed = FALSE), 4)
    layers <- gobc_many_layers(x, "stress", presence = cbind(all = rep(1, 4), some = c(1, 1, 1, 0)), directed = FALSE)
    expect_equal(unname(layers), cbind(c(0, 3, 4, 3, 0), c(0, 2, 2, 0, 0)))
  }
  # a square of two shortest paths between opposite corners, which were four of which some differ in parallel edges
  square <- matrix(c(0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0), 4)
  expect_scores(stress_centrality(square, directed = FALSE), rep(1, 4))
})

test_that("random symmetric matrices have the scores of their undirected graphs", {
  set.seed(5)
  for (round in 1:40) {
    n <- sample(2:12, 1)
    x <- matrix(sample(c(0, 0, 0, 1, 2, 3), n^2, TRUE), n, dimnames = list(paste0("v", 1:n), paste0("v", 1:n)))
    x <- pmax(x, t(x))
    graph <- gobc_graph(x, directed = FALSE)
    for (form in forms_of(x)[-2]) {
      expect_scores(betweenness(form, directed = FALSE), betweenness(graph))
      expect_identical(edge_betweenness(form, directed = FALSE), edge_betweenness(graph))
    }
  }
})

test_that("a matrix that is not symmetric says so, and graphs keep igraph's rule", {
  expect_refused(betweenness(`[<-`(path, 2, 1, 0), directed = FALSE), "data", "row 1, column 2 of the matrix \\(a - b\\) differs .* pmax")
  expect_scores(betweenness(path), c(a = 0, b = 6, c = 8, d = 6, e = 0)) # directed: ordered pairs
  both <- gobc_graph(path) # directed: edges of both directions are parallel
  expect_equal(stress_centrality(both, directed = FALSE)[["c"]], 36)
  skip_if_not_installed("igraph")
  graph <- igraph::graph_from_adjacency_matrix(weighted, "directed", weighted = TRUE)
  expect_scores(betweenness(graph, directed = FALSE), igraph::betweenness(graph, directed = FALSE))
  expect_equal(betweenness(graph, directed = FALSE)[["b"]], 2 / 3)
})
