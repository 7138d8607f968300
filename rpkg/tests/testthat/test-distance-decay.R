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
  expect_equal(betweenness(edges, directed = FALSE, demand = "exponential:2"),
               c(a = 0, b = f(4) + f(6), c = f(5) + f(6), d = 0), tolerance = 1e-12)
  expect_equal(edge_betweenness(edges, directed = FALSE, demand = "exponential:2"),
               c(f(1) + f(4) + f(6), f(3) + f(4) + f(5) + f(6), f(2) + f(5) + f(6)), tolerance = 1e-12)
  trips <- data.frame(from = "a", to = "d", flow = 3)
  expect_equal(betweenness(edges, "b", demand = list(trips, "power:2")), c(b = 3 / 36), tolerance = 1e-12)
  sources <- data.frame(vertex = "a", weight = 5)
  expect_equal(centralities(edges, "betweenness", sources = sources, demand = "linear:10")$betweenness,
               c(0, 5 * (0.6 + 0.4), 5 * 0.4, 0), tolerance = 1e-12)
})

test_that("decay agrees with the definition on random graphs", {
  skip_if_not_installed("igraph")
  set.seed(6)
  for (round in 1:60) {
    graph <- igraph::sample_gnm(8, sample(4:20, 1), directed = round %% 2 == 0)
    expect_equal(betweenness(graph, demand = "gaussian:1.5"), by_definition(graph, function(d) exp(-(d / 1.5)^2 / 2)),
                 tolerance = 1e-12)
  }
})

test_that("jobs have decay", {
  job <- gobc_job(edges, "betweenness", shards = 2, demand = "exponential:2")
  parts <- lapply(seq_len(job$shards), function(shard) gobc_run_shard(job, shard))
  expect_identical(gobc_result(gobc_merge(parts), job)$betweenness,
                   unname(betweenness(edges, demand = "exponential:2")))
})

test_that("a decay stands alone, beside weights of ends, or beside a table", {
  trips <- data.frame(from = c("a", "a"), to = c("c", "d"), flow = c(3, 5))
  f <- function(d) d^-2
  want <- c(a = 0, b = 3 * f(4) + 5 * f(6), c = 5 * f(6), d = 0)
  expect_equal(betweenness(edges, demand = list(trips, "power:2")), want, tolerance = 1e-12)
  expect_equal(betweenness(edges, demand = list(flows = setNames(trips, c("x", "y", "z")), decay = "power:2")), want,
               tolerance = 1e-12)
  expect_identical(betweenness(edges, demand = list(NULL, "power:2")), betweenness(edges, demand = "power:2"))
  ends <- data.frame(vertex = c("c", "d"), weight = c(3, 5))
  expect_equal(betweenness(edges, sources = "a", targets = ends, demand = "power:2"), want, tolerance = 1e-12)
  expect_equal(betweenness(edges, k = 4, demand = "power:2"), betweenness(edges, demand = "power:2"))
  job <- gobc_job(edges, "betweenness", shards = 2, demand = list(trips, "power:2"))
  parts <- lapply(seq_len(job$shards), function(shard) gobc_run_shard(job, shard))
  expect_equal(gobc_result(gobc_merge(parts), job)$betweenness, unname(want), tolerance = 1e-12)
  expect_error(betweenness(edges, sources = "a", demand = list(trips, "power:2")), "leave sources and targets out", class = "gobc_error")
})

test_that("what is no decay is refused", {
  refused <- function(demand, pattern, ...) expect_error(betweenness(edges, demand = demand, ...), pattern, class = "gobc_error")
  trips <- data.frame(from = "a", to = "d", flow = 3)
  refused("exponential", "the number of exponential is missing")
  refused("exp:400", "^the decay of demand is \"exp:400\": unknown function \"exp\" \\(did you mean exponential\\?\\)")
  refused("power:0", "the number of power is 0")
  refused("distance_decay:3", "^the decay of demand is \"distance_decay:3\": unknown function \"distance_decay\"")
  refused(list(trips, "exponential:-1"), "the number of exponential is -1")
  refused(400, "a decay such as \"exponential:400\", or a list of both, not 400")
  refused(c("power:1", "power:2"), "the decay of demand must be one string")
  refused(NA_character_, "the decay of demand must be one string")
  refused("", "the decay of demand is an empty text")
  refused(list(trips, 400), "the decay of demand must be one string, not 400")
  refused(list("power:1", trips), "the decay of demand must be one string")
  refused(list(trips, "power:1", 3), "or a list of both")
  refused(list("power:1", "power:1"), "demand must be a data frame")
  refused(list(data.frame(from = "a", to = "z", flow = 3), "power:1"), "demand: row 1: to: there is no vertex \"z\"")
  refused("power:1", "leave the rule or the decay of demand out", epsilon = 0.1)
  expect_error(centralities(edges, c("betweenness", "closeness"), demand = "power:1"),
               "^the decay of demand is for betweenness, edge_betweenness; closeness cannot use it", class = "gobc_error")
})

test_that("names that the decay has elsewhere lead to demand", {
  right <- "did you mean demand = \"exponential:400\", or demand = list\\(table, \"exponential:400\"\\)"
  expect_error(betweenness(edges, decay = "power:1"), right, class = "gobc_argument_error")
  expect_error(gobc_plan(edges, "betweenness", distance_decay = "power:1"), right, class = "gobc_argument_error")
  expect_error(gobc_job(edges, "betweenness", beta = 1), right, class = "gobc_argument_error")
})
