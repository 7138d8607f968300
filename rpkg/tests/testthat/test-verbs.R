# Inside tidygraph's verbs: tidygraph's own functions say what is right.
skip_if_not_installed("tidygraph")
mutate <- tidygraph::mutate
activate <- tidygraph::activate

draw_tidy <- function(seed, directed) {
  set.seed(seed)
  edges <- data.frame(from = sample.int(12, 30, TRUE), to = sample.int(12, 30, TRUE), length = sample.int(4, 30, TRUE))
  # A column weight, which tidygraph does not take by itself.
  edges$weight <- 1 + runif(30)
  tidygraph::tbl_graph(data.frame(name = letters[1:12]), edges, directed = directed)
}

column <- function(graph, name = "score") tibble_of(graph)[[name]]
tibble_of <- function(graph) {
  igraph::as_data_frame(graph, if (attr(graph, "active") == "nodes") "vertices" else "edges")
}

test_that("measures are those of tidygraph", {
  for (seed in 1:20) {
    g <- draw_tidy(seed, seed %% 2 == 0)
    ours <- mutate(g, a = centrality_betweenness_gobc(), b = centrality_betweenness_gobc(length, FALSE, NULL, TRUE),
                   c = centrality_closeness_gobc(1 / length, "in", TRUE),
                   d = centrality_closeness_gobc(length, cutoff = 3),
                   e = node_eccentricity_gobc(), f = node_eccentricity_gobc("all"))
    theirs <- mutate(g, a = tidygraph::centrality_betweenness(),
                     b = tidygraph::centrality_betweenness(length, FALSE, NULL, TRUE),
                     c = tidygraph::centrality_closeness(1 / length, "in", TRUE),
                     d = tidygraph::centrality_closeness(length, cutoff = 3),
                     e = tidygraph::node_eccentricity(), f = tidygraph::node_eccentricity("all"))
    for (name in letters[1:6]) {
      expect_scores(column(ours, name), unname(column(theirs, name)), 1e-9, paste("seed", seed, name))
    }
    g <- activate(g, "edges")
    expect_scores(column(mutate(g, score = centrality_edge_betweenness_gobc(length))),
                  column(mutate(g, score = tidygraph::centrality_edge_betweenness(length))), 1e-9, paste("seed", seed))
  }
})

test_that("measures that tidygraph lacks are those of this package", {
  g <- draw_tidy(1, TRUE)
  lengths <- igraph::E(g)$length
  expect_identical(column(mutate(g, score = centrality_stress_gobc(length, cutoff = 4))),
                   unname(stress_centrality(g, weights = lengths, cutoff = 4)))
  expect_identical(column(mutate(g, score = centrality_harmonic_gobc(length, "all", TRUE))),
                   unname(harmonic_centrality(g, weights = lengths, mode = "all", normalized = TRUE)))
})

test_that("the verb's graph counts, and arguments of gobc pass", {
  g <- draw_tidy(2, FALSE)
  part <- tidygraph::filter(g, name %in% letters[1:7])
  expect_identical(column(mutate(part, score = centrality_stress_gobc(threads = 1, device = "cpu"))),
                   unname(stress_centrality(part, weights = NA)))
  half <- 2
  expect_identical(column(mutate(g, score = centrality_betweenness_gobc(length / half))),
                   unname(betweenness(g, weights = igraph::E(g)$length / 2)))
})

test_that("misuse is told", {
  g <- draw_tidy(3, FALSE)
  message_of <- function(code) {
    error <- tryCatch(code, error = identity)
    paste(conditionMessage(error), conditionMessage(if (is.null(error$parent)) error else error$parent))
  }
  expect_match(message_of(mutate(g, x = centrality_edge_betweenness_gobc())), "edges must be active here")
  expect_match(message_of(mutate(activate(g, "edges"), x = centrality_harmonic_gobc())),
               "put activate\\(nodes\\) before")
  expect_match(message_of(mutate(g, x = centrality_stress_gobc(length - 1))), "weight of edge [0-9]+ .* is 0")
  expect_refused(centrality_betweenness_gobc(), "argument", "inside verbs of tidygraph such as mutate\\(\\)")
})
