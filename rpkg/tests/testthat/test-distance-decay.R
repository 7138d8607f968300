edges <- data.frame(from = c("a", "b", "c"), to = c("b", "c", "d"), weight = c(1, 3, 2))

# f of the distance times the share of shortest paths, from lists of all shortest paths.
by_definition <- function(graph, f) {
  through <- numeric(igraph::vcount(graph))
  distances <- igraph::distances(graph, mode = "out")
  for (source in seq_along(through)) {
    for (target in setdiff(which(is.finite(distances[source, ])), source)) {
      paths <- suppressWarnings(igraph::all_shortest_paths(graph, source, target)$res)
      for (path in paths) {
        inner <- setdiff(as.integer(path), c(source, target))
        through[inner] <- through[inner] + f(distances[source, target]) / length(paths)
      }
    }
  }
  if (igraph::is_directed(graph)) through else through / 2
}

test_that("pairs count by their distance", {
  f <- function(d) exp(-d / 2)
  expect_equal(betweenness(edges, directed = FALSE, distance_decay = "exponential:2"),
               c(a = 0, b = f(4) + f(6), c = f(5) + f(6), d = 0), tolerance = 1e-12)
  expect_equal(edge_betweenness(edges, directed = FALSE, distance_decay = "exponential:2"),
               c(f(1) + f(4) + f(6), f(3) + f(4) + f(5) + f(6), f(2) + f(5) + f(6)), tolerance = 1e-12)
  trips <- data.frame(from = "a", to = "d", flow = 3)
  expect_equal(betweenness(edges, "b", demand = trips, distance_decay = "power:2"), c(b = 3 / 36), tolerance = 1e-12)
  sources <- data.frame(vertex = "a", weight = 5)
  expect_equal(centralities(edges, "betweenness", sources = sources, distance_decay = "linear:10")$betweenness,
               c(0, 5 * (0.6 + 0.4), 5 * 0.4, 0), tolerance = 1e-12)
})

test_that("decay agrees with the definition on random graphs", {
  skip_if_not_installed("igraph")
  set.seed(6)
  for (round in 1:60) {
    graph <- igraph::sample_gnm(8, sample(4:20, 1), directed = round %% 2 == 0)
    expect_equal(betweenness(graph, distance_decay = "gaussian:1.5"), by_definition(graph, function(d) exp(-(d / 1.5)^2 / 2)),
                 tolerance = 1e-12)
  }
})

test_that("jobs have decay", {
  job <- gobc_job(edges, "betweenness", shards = 2, distance_decay = "exponential:2")
  parts <- lapply(seq_len(job$shards), function(shard) gobc_run_shard(job, shard))
  expect_identical(gobc_result(gobc_merge(parts), job)$betweenness,
                   unname(betweenness(edges, distance_decay = "exponential:2")))
})

test_that("what is no decay is refused", {
  expect_error(betweenness(edges, distance_decay = "exponential"), "the number of exponential is missing", class = "gobc_error")
  expect_error(betweenness(edges, distance_decay = "expo:3"), "unknown function \"expo\"", class = "gobc_error")
  expect_error(betweenness(edges, distance_decay = "power:0"), "the number of power is 0", class = "gobc_error")
  expect_error(betweenness(edges, distance_decay = 400), "distance_decay", class = "gobc_error")
  expect_error(betweenness(edges, distance_decay = c("power:1", "power:2")), "distance_decay", class = "gobc_error")
  expect_error(betweenness(edges, distance_decay = NA_character_), "distance_decay", class = "gobc_error")
  expect_error(betweenness(edges, distance_decay = ""), "distance_decay", class = "gobc_error")
  expect_error(centralities(edges, c("betweenness", "closeness"), distance_decay = "power:1"), "closeness cannot use it",
               class = "gobc_error")
  expect_error(betweenness(edges, distance_decay = "power:1", epsilon = 0.1), "leave the rule or distance_decay out",
               class = "gobc_error")
})
