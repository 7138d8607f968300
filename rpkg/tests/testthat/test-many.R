# Many networks in one call.

several <- function(count, weighted = FALSE, seed = 1) {
  set.seed(seed)
  rows <- count * 12
  edges <- data.frame(group = sample.int(count, rows, TRUE), from = sample.int(15, rows, TRUE),
                      to = sample.int(15, rows, TRUE))
  if (weighted) edges$weight <- sample.int(30, rows, TRUE) / 10
  edges
}

test_that("values are those of calls on each network", {
  for (weighted in c(FALSE, TRUE)) for (directed in c(FALSE, TRUE)) {
    edges <- several(25, weighted)
    scores <- gobc_many(edges, c("betweenness", "closeness"), by = "group", directed = directed, normalized = TRUE)
    expect_identical(unique(scores$network), unique(edges$group))
    for (network in unique(edges$group)) {
      one <- centralities(edges[edges$group == network, -1], c("betweenness", "closeness"), directed = directed,
                          normalized = TRUE)
      got <- scores[scores$network == network, ]
      rows <- match(one$vertex, got$vertex)
      expect_equal(nrow(got), nrow(one))
      expect_scores(got$betweenness[rows], one$betweenness)
      expect_scores(got$closeness[rows], one$closeness)
    }
  }
})

test_that("edges and names come back", {
  edges <- data.frame(network = factor(c("p", "q", "p")), from = c("a", "a", "b"), to = c("b", "b", "c"))
  scores <- gobc_many(edges, "edge_betweenness", directed = FALSE)
  expect_identical(names(scores), c("network", "from", "to", "edge_betweenness"))
  expect_identical(scores$network, c("p", "p", "q"))
  expect_identical(scores$to, c("b", "c", "b"))
  expect_identical(scores$edge_betweenness, c(2, 2, 1))
  expect_identical(gobc_many(edges, "betweenness")$vertex, c("a", "b", "c", "a", "b"))
  expect_equal(nrow(gobc_many(edges[0, ], "betweenness")), 0)
})

test_that("networks with wrong lengths are named or left out", {
  edges <- data.frame(network = c(7, 8, 7, 9), from = c(1, 1, 2, 1), to = c(2, 2, 3, 2), weight = c(1, NA, 2, -1))
  expect_refused(gobc_many(edges, "closeness"), "data", "network 8, row 2: the weight is NaN")
  scores <- gobc_many(edges, "closeness", directed = FALSE, errors = "report")
  expect_identical(unique(scores$network), 7)
  left <- attr(scores, "left_out")
  expect_identical(left$network, c(8, 9))
  expect_equal(left$row, c(2, 4))
  expect_match(left$error[2], "the weight is -1; shortest paths")
  expect_equal(nrow(gobc_many(edges, "closeness", weights = NA)), 7)
})

test_that("mistakes are refused", {
  edges <- data.frame(network = 1, from = 1, to = 2)
  expect_refused(gobc_many(edges, by = "patient"), "argument", "no such column; there are network, from, to")
  expect_refused(gobc_many(list(edges)), "argument", "must be a data frame")
  expect_refused(gobc_many(edges, c("betweenness", "edge_betweenness")), "argument", "two calls")
  expect_refused(gobc_many(edges, weights = "km"), "argument", "no attribute or column")
  expect_refused(gobc_many(edges, device = "cuda"), "unsupported", "processors")
  expect_refused(gobc_many(edges, k = 3), "argument", "unused argument: k")
  expect_refused(gobc_many(data.frame(network = NA, from = 1, to = 2)), "data", "network")
})
