edges <- data.frame(from = c("a", "b", "c"), to = c("b", "c", "d"))
trips <- data.frame(from = c("a", "d", "a", "b", "c", "a"), to = c("d", "a", "c", "b", "d", "d"), flow = c(2, 1, 0.5, 9, 0, 1))

# Flow times the share of shortest paths, from lists of all shortest paths.
by_definition <- function(graph, flows) {
  through <- numeric(igraph::vcount(graph))
  for (row in seq_len(nrow(flows))) {
    paths <- suppressWarnings(igraph::all_shortest_paths(graph, flows$from[row], flows$to[row])$res)
    for (path in paths) {
      inner <- setdiff(as.integer(path), c(flows$from[row], flows$to[row]))
      through[inner] <- through[inner] + flows$flow[row] / length(paths)
    }
  }
  through
}

test_that("demand sums flow", {
  expect_equal(betweenness(edges, demand = trips, directed = FALSE), c(a = 0, b = 4.5, c = 4, d = 0))
  expect_equal(edge_betweenness(edges, demand = trips, directed = FALSE), c(4.5, 4.5, 4))
  expect_equal(betweenness(edges, demand = trips, directed = FALSE, normalized = TRUE)[["b"]], 1)
  others <- setNames(trips, c("x", "y", "z"))
  expect_equal(betweenness(edges, demand = others), c(a = 0, b = 3.5, c = 3, d = 0))
  more <- cbind(note = "", trips[c("flow", "to", "from")])
  expect_equal(betweenness(edges, "c", demand = more), c(c = 3))
  short <- setNames(trips, c("o", "d", "flow"))[c("d", "o", "flow")]
  expect_equal(betweenness(edges, demand = short), c(a = 0, b = 3.5, c = 3, d = 0))
  for (columns in list(c("destination", "origin", "trips"), c("target", "source", "n"), c("TO", "FROM", "FLOW"), c("To", "From", "weight"))) {
    turned <- setNames(trips[c("to", "from", "flow")], columns) # went the other way
    expect_equal(betweenness(edges, demand = turned), c(a = 0, b = 3.5, c = 3, d = 0), info = columns[1])
    expect_equal(betweenness(edges, demand = turned[c(3, 1, 2)]), c(a = 0, b = 3.5, c = 3, d = 0), info = columns[1])
  }
  wide <- cbind(note = "", setNames(trips[c("to", "from", "flow")], c("TO", "FROM", "FLOW")))
  expect_equal(betweenness(edges, demand = wide), c(a = 0, b = 3.5, c = 3, d = 0))
  factors <- data.frame(from = factor(trips$from), to = factor(trips$to), flow = trips$flow)
  expect_equal(centralities(edges, "betweenness", demand = factors)$betweenness, c(0, 3.5, 3, 0))
})

test_that("demand agrees with the definition on random graphs", {
  skip_if_not_installed("igraph")
  set.seed(5)
  for (round in 1:60) {
    graph <- igraph::sample_gnm(8, sample(4:20, 1), directed = round %% 2 == 0)
    flows <- data.frame(from = sample(8, 12, TRUE), to = sample(8, 12, TRUE), flow = sample(c(0, 1, 2.5, 1e6), 12, TRUE))
    expect_equal(betweenness(graph, demand = flows), by_definition(graph, flows), tolerance = 1e-12)
  }
})

test_that("jobs have demand", {
  job <- gobc_job(edges, "betweenness", shards = 2, demand = trips)
  parts <- lapply(seq_len(job$shards), function(shard) gobc_run_shard(job, shard))
  expect_equal(gobc_result(gobc_merge(parts), job)$betweenness, unname(betweenness(edges, demand = trips)))
})

test_that("mistakes in demand are named", {
  wrong <- function(change, text) {
    flows <- trips
    expect_error(betweenness(edges, demand = change(flows)), text, fixed = TRUE)
  }
  wrong(function(x) within(x, to[2] <- "z"), "demand: row 2: to: there is no vertex \"z\"")
  wrong(function(x) within(x, flow[3] <- -1), "demand: row 3 has the flow -1; give a finite number of at least 0")
  wrong(function(x) within(x, flow[3] <- NA), "demand: row 3 has the flow NA")
  wrong(function(x) within(x, flow <- "1"), "demand: the column flow must hold numbers")
  wrong(function(x) x[1:2], "demand must be a data frame of three columns")
  wrong(function(x) list(1), "demand must be a data frame of three columns")
  wrong(function(x) cbind(setNames(x, c("x", "y", "z")), w = 1), "demand has 4 columns")
  expect_error(betweenness(edges, demand = trips, sources = "a"), "leave sources and targets out", fixed = TRUE)
  expect_error(betweenness(edges, demand = data.frame(1, 9, 1)), "demand: row 1: to: there is no vertex 9", fixed = TRUE)
})
