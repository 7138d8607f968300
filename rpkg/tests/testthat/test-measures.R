# What igraph does not have: stress, eccentricity centrality, several measures at once, estimates, plans.

draw_edges <- function(seed, n, m) {
  set.seed(seed)
  data.frame(from = sample.int(n, m, TRUE), to = sample.int(n, m, TRUE))
}

test_that("stress is that of sna", {
  skip_if_not_installed("sna")
  for (seed in 1:60) {
    edges <- draw_edges(seed, 10, 5 + seed %% 25)
    graph <- function(directed) gobc_graph(edges, directed, vertices = 1:10)
    rows <- as.matrix(cbind(edges, 1))
    attr(rows, "n") <- 10
    expect_identical(unname(stress_centrality(graph(TRUE))), sna::stresscent(rows),
                     info = paste("directed, seed", seed))
    # sna merges parallel edges of undirected graphs.
    edges <- unique(data.frame(from = pmin(edges$from, edges$to), to = pmax(edges$from, edges$to)))
    expect_identical(unname(stress_centrality(graph(FALSE))), sna::stresscent(rows, gmode = "graph"),
                     info = paste("undirected, seed", seed))
  }
})

test_that("several measures at once are those of one at a time", {
  edges <- draw_edges(5, 40, 120)
  edges$weight <- sample.int(5, 120, TRUE)
  graph <- gobc_graph(edges)
  for (normalized in c(FALSE, TRUE)) {
    all <- centralities(graph, c("stress", "harmonic_centrality", "betweenness", "closeness", "eccentricity_centrality",
                                 "eccentricity"), mode = "in", normalized = normalized)
    expect_identical(names(all),
                     c("vertex", "stress", "harmonic", "betweenness", "closeness", "eccentricity_centrality",
                                   "eccentricity"))
    expect_identical(all$vertex, names(betweenness(graph)))
    expect_scores(all$betweenness, unname(betweenness(graph, normalized = normalized)), 1e-14)
    expect_identical(all$stress, unname(stress_centrality(graph)))
    expect_identical(all$closeness, unname(closeness(graph, mode = "in", normalized = normalized)))
    expect_identical(all$harmonic, unname(harmonic_centrality(graph, mode = "in", normalized = normalized)))
    expect_identical(all$eccentricity, unname(eccentricity(graph, mode = "in", weights = NULL)))
    expect_identical(all$eccentricity_centrality, unname(eccentricity_centrality(graph, mode = "in", weights = NULL)))
  }
  some <- centralities(graph, "closeness", v = c(3, 1, 3))
  expect_identical(some$closeness, unname(closeness(graph)[c(3, 1, 3)]))
  expect_identical(centralities(diag(0, 2))$vertex, 1:2)
  expect_identical(nrow(centralities(diag(0, 0))), 0L)
})

test_that("eccentricity centrality is n - 1 over the eccentricity", {
  path <- data.frame(from = 1:4, to = 2:5)
  expect_scores(unname(eccentricity_centrality(path)), 4 / c(4, 3, 2, 3, 4))
  expect_scores(unname(eccentricity(path, mode = "out")), c(4, 3, 2, 1, 0))
  expect_identical(radius(path), 2)
  expect_identical(diameter(path), 4)
  expect_identical(diameter(path, unconnected = FALSE), Inf)
  expect_identical(diameter(path, directed = FALSE, unconnected = FALSE), 4)
  expect_identical(diameter(path, directed = FALSE, unconnected = FALSE, weights = c(1, 2, Inf, 1)), Inf)
})

test_that("decay sums powers of alpha", {
  path <- gobc_graph(data.frame(from = 1:3, to = 2:4), directed = FALSE)
  sums <- function(alpha) c(alpha + alpha^2 + alpha^3, 2 * alpha + alpha^2)[c(1, 2, 2, 1)]
  expect_scores(unname(decay(path)), sums(0.5), 1e-14)
  expect_scores(unname(decay(path, alpha = 0.1)), sums(0.1), 1e-14)
  settings <- gobc_settings(alpha = 0.1)
  expect_identical(decay(path, settings = settings), decay(path, alpha = 0.1))
  expect_identical(decay(path, alpha = 0.2, settings = settings), decay(path, alpha = 0.2))
  expect_identical(centralities(path, c("decay", "harmonic_centrality"), settings = settings)$decay,
                   unname(decay(path, alpha = 0.1)))
  for (alpha in c(0, 1, -0.5, Inf)) expect_error(decay(path, alpha = alpha), "give a number above 0 and below 1")
  expect_error(decay(path, alpha = NA), "alpha must be a number")
  expect_error(closeness(path, settings = settings), "alpha is for decay; closeness cannot use it")
})

test_that("reach counts the vertices that a vertex reaches", {
  path <- data.frame(from = 1:4, to = 2:5)
  expect_identical(unname(reach(path)), rep(4, 5))
  expect_identical(unname(reach(path, mode = "out")), c(4, 3, 2, 1, 0))
  expect_identical(unname(reach(path, mode = "in", cutoff = 2)), c(0, 1, 2, 2, 2))
  expect_identical(unname(reach(path, mode = "out", normalized = TRUE)), c(4, 3, 2, 1, 0) / 4)
  graph <- igraph::sample_gnm(40, 60, directed = TRUE)
  for (mode in c("in", "out", "all"))
    expect_identical(unname(reach(graph, mode = mode, cutoff = 2)), igraph::ego_size(graph, 2, mode = mode) - 1)
})

test_that("estimates come again with the seed, and know their errors", {
  graph <- gobc_graph(draw_edges(6, 300, 900), directed = FALSE)
  exact <- betweenness(graph, normalized = TRUE)
  set.seed(1)
  one <- betweenness(graph, normalized = TRUE, epsilon = 0.05)
  set.seed(1)
  expect_identical(betweenness(graph, normalized = TRUE, epsilon = 0.05), one)
  error <- attr(one, "error")
  expect_true(all(error <= 0.05 + 1e-12))
  expect_true(all(abs(one - exact) <= error + 1e-12))
  set.seed(2)
  sampled <- betweenness(graph, k = 100)
  expect_gt(cor(sampled, betweenness(graph)), 0.9)
  expect_identical(betweenness(graph, k = graph$table$n), betweenness(graph))
  set.seed(2)
  mean_of <- rowMeans(vapply(1:100, function(i) edge_betweenness(graph, k = 100), numeric(900)))
  expect_gt(cor(mean_of, edge_betweenness(graph)), 0.98)
  expect_refused(betweenness(graph, k = 0), "argument", "k is 0: give a number of sources from 1 to")
  expect_refused(betweenness(graph, k = 5, epsilon = 0.1), "argument",
                 "k draws the sources: give k alone, without epsilon")
  expect_refused(betweenness(graph, sample = gobc_sample(delta = 0.1)), "argument", "failure probability of epsilon")
  expect_refused(betweenness(graph, epsilon = 2), "argument", "epsilon")
})

test_that("a plan says what would be done", {
  plan <- gobc_plan(draw_edges(1, 10, 20), c("betweenness", "closeness"))
  expect_identical(unlist(plan$measures), c("betweenness", "closeness"))
  expect_true(plan$fits)
  expect_gt(plan$bytes, 0)
  expect_output(print(plan), "device +cpu")
})

test_that("devices are listed", {
  devices <- gobc_devices()
  expect_identical(devices$name[1], "cpu")
  expect_gt(devices$threads[1], 0)
})

test_that("graphs say what they are", {
  expect_output(print(gobc_graph(data.frame(from = "a", to = "b", weight = 2))),
                "directed, 2 vertices, 1 edges, weighted, named")
})

test_that("JSON of the library is read", {
  text <- "{\"a\": [1, -2.5e3, true, null], \"b\": {\"c\": \"x \\\"y\\\" \\u00e9 {,}\"}, \"d\": [], \"e\": false}"
  expect_identical(gobc:::parse_json(text), list(a = list(1, -2500, TRUE, NULL), b = list(c = "x \"y\" \u00e9 {,}"),
                                                 d = list(), e = FALSE))
  texts <- c("C:\\new\\table", "a\nb\tc\r", "\"\\\"", "\\\\n", "<\u00e9>")
  written <- c("C:\\\\new\\\\table", "a\\nb\\tc\\r", "\\\"\\\\\\\"", "\\\\\\\\n", "\\u003c\u00e9\\u003e")
  for (i in seq_along(texts)) {
    expect_identical(gobc:::parse_json(sprintf("[\"%s\"]", written[i])), list(texts[i]))
  }
})
