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
  expect_refused(gobc_many(edges, "closeness", device = "cuda"), "unsupported", "processors")
  expect_refused(gobc_many(edges, k = 3), "argument", "unused argument: k")
  expect_refused(gobc_many(data.frame(network = NA, from = 1, to = 2)), "data", "network")
})

# ---- networks on the same vertices ----

test_that("each column of a matrix is a network with the values of its edges alone", {
  set.seed(4)
  for (weighted in c(FALSE, TRUE)) for (directed in c(FALSE, TRUE)) {
    edges <- data.frame(from = sample(letters[1:9], 30, TRUE), to = sample(letters[1:9], 30, TRUE))
    has <- matrix(runif(30 * 6) < 0.7, 30)
    lengths <- matrix(sample.int(30, 30 * 6, TRUE) / 10, 30)
    vertices <- unique(c(rbind(edges$from, edges$to)))
    got <- if (weighted) {
      gobc_many_layers(edges, c("betweenness", "closeness"), weights = ifelse(has, lengths, Inf), directed = directed,
                       normalized = TRUE, threads = 2)
    } else {
      gobc_many_layers(edges, c("betweenness", "closeness"), presence = has, directed = directed, normalized = TRUE)
    }
    expect_identical(names(got), c("betweenness", "closeness"))
    names <- rownames(got$closeness)
    expect_setequal(names, vertices)
    expect_identical(colnames(got$closeness), as.character(1:6))
    for (network in 1:6) {
      rows <- edges[has[, network], ]
      if (weighted) rows$weight <- lengths[has[, network], network]
      graph <- gobc_graph(rows, directed = directed, vertices = names)
      expect_scores(unname(got$betweenness[, network]), unname(betweenness(graph, directed = directed, normalized = TRUE)))
      expect_scores(unname(got$closeness[, network]), unname(closeness(graph, normalized = TRUE)))
    }
  }
})

test_that("matrices name networks, and edges have rows", {
  edges <- data.frame(from = c(1, 2, 1), to = c(2, 3, 3))
  has <- cbind(p = c(1, 1, 0), q = c(1, 0, 1))
  scores <- gobc_many_layers(edges, "edge_betweenness", presence = has, directed = FALSE)
  expect_identical(scores, matrix(c(2, 2, 0, 2, 0, 2), 3, dimnames = list(NULL, c("p", "q"))))
  expect_identical(gobc_many_layers(edges, presence = has, directed = FALSE)[2, ], c(p = 1, q = 0))
  expect_identical(gobc_many_layers(gobc_graph(edges, directed = FALSE), presence = as.data.frame(has))[2, ], c(p = 1, q = 0))
  expect_equal(dim(gobc_many_layers(edges, presence = has[, 0], directed = FALSE)), c(3, 0))
  lengths <- cbind(p = c(1, NA, 1), q = c(1, 1, 1), r = c(1, 1, -1))
  expect_refused(gobc_many_layers(edges, weights = lengths), "data", "network \"p\", row 2: the weight is NaN")
  scores <- gobc_many_layers(edges, "eccentricity", weights = lengths, errors = "report", directed = FALSE)
  expect_identical(colnames(scores), "q")
  expect_identical(attr(scores, "left_out")$network, c("p", "r"))
  expect_equal(attr(scores, "left_out")$row, c(2, 3))
  weighted <- cbind(edges, weight = c(1, 2, 7))
  expect_identical(unname(gobc_many_layers(weighted, "eccentricity", presence = has, directed = FALSE)[, 1]), c(3, 2, 3))
  if (requireNamespace("Matrix", quietly = TRUE)) {
    sparse <- Matrix::sparseMatrix(i = c(1, 2, 1, 3), j = c(1, 1, 2, 2), x = c(1, 2, 4, 8), dims = c(3, 2))
    expect_identical(unname(gobc_many_layers(edges, "eccentricity", weights = sparse, directed = FALSE)),
                     cbind(c(3, 2, 3), c(8, 12, 12)))
  }
})

test_that("matrices that do not fit are refused", {
  edges <- data.frame(from = c(1, 2), to = c(2, 3))
  expect_refused(gobc_many_layers(edges, presence = matrix(1, 3, 2)), "data", "3 rows, but there are 2 edges.*t\\(presence\\)")
  expect_refused(gobc_many_layers(edges, presence = c(1, 1)), "argument", "must be a matrix")
  expect_refused(gobc_many_layers(edges, presence = matrix(c(1, NA), 2)), "data", "row 2, column 1: NA")
  expect_refused(gobc_many_layers(edges, presence = matrix("a", 2)), "argument", "not of character")
  expect_refused(gobc_many_layers(edges, presence = matrix(c(1, 0, 0.5, 2), 2)), "data",
                 "row 1, column 2: 0.5 is neither 1 nor 0")
  expect_refused(gobc_many_layers(edges, weights = matrix("a", 2)), "argument", "not of character")
  expect_refused(gobc_many_layers(edges, weights = matrix(1, 2, 1), presence = matrix(1, 2, 2)), "data", "1 and 2 columns")
  expect_refused(gobc_many_layers(edges, presence = cbind(a = 0:1, a = 0:1)), "argument", "the same name")
  expect_refused(gobc_many_layers(edges), "argument", "give weights or presence")
  ragged <- structure(list(p = 1:2, q = 1:3), class = "data.frame", row.names = 1:2)
  expect_refused(gobc_many_layers(edges, presence = ragged), "argument", "presence cannot be made a matrix")
  expect_refused(gobc_many_layers(edges, presence = matrix(1, 2), device = "cuda"), "unsupported", "processors")
})

test_that("the column of networks is no end of edges", {
  table <- data.frame(network = 1:2, source = 1:2, target = 2:3)
  expect_refused(gobc_many(table, by = "source"), "data", "network and target would be the ends of edges")
  expect_equal(nrow(gobc_many(data.frame(source = 1, from = 1, to = 2), by = "source")), 2)
})

test_that("names that may stand for missing vertices are a warning", {
  edges <- data.frame(network = 1, from = c("a", "NA"), to = c("b", "c"))
  expect_warning(gobc_many(edges), "NA")
})

test_that("row names in another order are refused", {
  edges <- data.frame(from = c("a", "b", "c"), to = c("b", "c", "d"))
  presence <- data.frame(p = c(1, 1, 0), q = c(0, 1, 1))
  of <- function(edges, presence) gobc_many_layers(edges, "eccentricity", presence = presence, directed = FALSE)
  want <- of(edges, presence)
  refused <- function(edges, presence, advice = "presence\\[rownames\\(edges\\), , drop = FALSE\\]") {
    expect_refused(of(edges, presence), "data", paste0("presence has its rows in a different order.*", advice))
    expect_refused(gobc_many_layers(edges, weights = presence), "data", "weights has its rows in a different order")
  }
  refused(edges[3:1, ], presence)
  refused(edges, presence[c(1, 3, 2), ])
  refused(gobc_graph(edges, directed = FALSE), presence[3:1, ], "rownames\\(presence\\) <- NULL")
  refused(`rownames<-`(edges, c("ab", "bc", "cd")), as.matrix(`rownames<-`(presence, c("bc", "ab", "cd"))))
  refused(`rownames<-`(edges, 2:4), presence)
  expect_identical(of(edges[3:1, ], presence[3:1, ])[rownames(want), ], want)
  plain <- `rownames<-`(as.matrix(presence)[3:1, ], NULL)
  expect_identical(of(edges[3:1, ], plain)[rownames(want), ], want)
  for (named in list(`rownames<-`(presence, c("x", "y", "z")), as.matrix(presence))) expect_identical(of(edges, named), want)
})

test_that("row names that are pasted pairs are compared with the edges", { # they were not
  edges <- data.frame(from = c("a", "b", "c"), to = c("b", "c", "d"))
  presence <- cbind(p = c(1, 1, 0), q = c(0, 1, 1))
  of <- function(rows, directed = FALSE) {
    gobc_many_layers(edges, "eccentricity", presence = presence, weights = `rownames<-`(presence + 1, rows), directed = directed)
  }
  want <- of(NULL)
  for (separator in c("|", "_", " ", "-")) {
    pairs <- paste(edges$from, edges$to, sep = separator)
    expect_refused(of(pairs[c(2, 1, 3)]), "data", "weights has its rows .*row 1 is \"b.c\", and that of the edges is \"a.b\"")
    expect_refused(gobc_many_layers(edges, presence = `rownames<-`(presence, rev(pairs))), "data", "presence has its rows in a diff")
    turned <- paste(edges$to, edges$from, sep = separator)
    expect_refused(of(turned[3:1]), "data", "different order")
    for (same in list(pairs, turned, replace(pairs, 2, turned[2]), replace(rev(pairs), 1, "other"))) expect_identical(of(same), want)
    expect_silent(of(turned[3:1], TRUE)) # directed: these are other pairs
  }
})

test_that("numbers of vertices come as text, as elsewhere, with all digits", { # 1e+05 in merge()
  edges <- data.frame(network = 1, from = c(1, 1e5), to = c(1e5, 3))
  expect_identical(gobc_many(edges)$vertex, centralities(edges[-1])$vertex)
  expect_identical(gobc_many(edges)$vertex, c("1", "100000", "3"))
  expect_identical(gobc_many(edges, "edge_betweenness")[c("from", "to")], data.frame(from = c("1", "100000"), to = c("100000", "3")))
})

test_that("a column that names no networks is said to name networks", { # messages spoke of vertices
  edges <- data.frame(network = c(1, 6.5), from = 1:2, to = 2:3)
  expect_refused(gobc_many(edges), "data", "row 2 of the edges has 6.5 in column network, which names the networks: give whole numbers")
  expect_refused(gobc_many(transform(edges, network = c(1, NA))), "data", "row 2 of the edges has no network in column network \\(NA\\)")
  expect_refused(gobc_many(transform(edges, network = 2^53)), "data", "which names the networks")
  expect_refused(gobc_many(transform(edges, network = TRUE)), "data", "column network names the networks and is of class logical")
})
