# Several cutoffs in one call.

streets <- data.frame(from = c("a", "b", "c", "d", "e", "a", "f", "b"), to = c("b", "c", "d", "e", "f", "f", "c", "e"),
                      weight = c(1, 2.5, 1, 3, 1.5, 4, 2, 1))

# The column of a cutoff of a matrix, and the call alone.
same_as_alone <- function(f, ..., cutoffs, measure) {
  all <- f(streets, ..., cutoff = cutoffs)
  expect_identical(colnames(all), paste0(measure, "_", sub("Inf", "inf", format(sort(cutoffs), trim = TRUE, drop0trailing = TRUE))))
  for (cutoff in cutoffs) {
    one <- all[, match(cutoff, sort(cutoffs))]
    expect_identical(one, f(streets, ..., cutoff = cutoff), info = paste(measure, cutoff))
  }
}

test_that("several cutoffs have the numbers of each alone", {
  cutoffs <- c(4, 1.5, 9)
  for (directed in c(TRUE, FALSE)) {
    same_as_alone(betweenness, directed = directed, cutoffs = cutoffs, measure = "betweenness")
    same_as_alone(betweenness, c("e", "b"), directed = directed, cutoffs = cutoffs, measure = "betweenness")
    same_as_alone(edge_betweenness, directed = directed, cutoffs = cutoffs, measure = "edge_betweenness")
    same_as_alone(stress_centrality, directed = directed, cutoffs = c(cutoffs, Inf), measure = "stress")
  }
  same_as_alone(closeness, mode = "all", cutoffs = cutoffs, measure = "closeness")
  same_as_alone(harmonic_centrality, mode = "in", cutoffs = cutoffs, measure = "harmonic")
  same_as_alone(eccentricity, mode = "out", cutoffs = cutoffs, measure = "eccentricity")
  rows <- edge_betweenness(streets, c(3, 1), cutoff = c(2, 4))
  expect_identical(rows, edge_betweenness(streets, cutoff = c(2, 4))[c(3, 1), ])
})

test_that("data frames and jobs have a column for each cutoff", {
  cutoffs <- c(4, 1.5)
  scores <- centralities(streets, c("betweenness", "closeness"), directed = FALSE, cutoff = cutoffs)
  expect_identical(names(scores), c("vertex", "betweenness_1.5", "betweenness_4", "closeness_1.5", "closeness_4"))
  expect_identical(scores$closeness_4, centralities(streets, "closeness", directed = FALSE, cutoff = 4)$closeness)
  job <- gobc_job(streets, c("betweenness", "edge_betweenness"), shards = 3, directed = FALSE, cutoff = cutoffs)
  found <- gobc_compute(job)
  expect_identical(found$betweenness_1.5, scores$betweenness_1.5)
  expect_identical(attr(found, "edges")$edge_betweenness_4, edge_betweenness(streets, directed = FALSE, cutoff = 4))
  none <- centralities(streets, "betweenness", v = character(), cutoff = c(2, 1))
  expect_identical(names(none), c("vertex", "betweenness_1", "betweenness_2"))
})

test_that("wrong cutoffs are refused", {
  expect_refused(betweenness(streets, cutoff = c(1, -1)), "argument", "cutoff 2 of the list is -1")
  expect_refused(betweenness(streets, cutoff = c(2, 2)), "argument", "cutoff 2 is in the list twice")
  expect_refused(betweenness(streets, cutoff = c(2, NA)), "argument", "cutoff must be one or more numbers, not")
  expect_refused(betweenness(streets, cutoff = c("1", "2")), "argument", "cutoff must be one or more numbers, not")
  expect_refused(betweenness(streets, cutoff = numeric()), "argument", "cutoff is an empty list")
  expect_refused(betweenness(streets, cutoff = c(1, 2), epsilon = 0.1), "argument", "draw for one cutoff")
  expect_refused(distances(streets, cutoff = c(1, 2)), "argument", "a single number as cutoff")
})
