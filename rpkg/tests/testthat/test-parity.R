# igraph's answers and gobc's on random graphs: multiple edges, loops, isolated vertices, directions, names, lengths.
# GOBC_RANDOM_GRAPHS says how many graphs (300); GOBC_RANDOM_FIRST the first seed (1), to look at one again.

draw_graph <- function(seed) {
  set.seed(seed)
  n <- sample(0:14, 1)
  m <- if (n > 0) sample(0:(3 * n), 1) else 0
  linked <- if (n > 1) sample(max(1, n - 3):n, 1) else n
  ends <- if (m) matrix(sample.int(linked, 2 * m, TRUE), ncol = 2) else matrix(0, 0, 2)
  g <- igraph::make_graph(t(ends), n = n, directed = runif(1) < 0.5)
  if (runif(1) < 0.5) igraph::V(g)$name <- paste0("v", sample.int(100, n))
  if (runif(1) < 0.5) igraph::E(g)$weight <- draw_lengths(m)
  if (runif(1) < 0.2) igraph::E(g)$cost <- sample.int(4, m, TRUE)
  g
}

# Whole numbers, quarters and numbers of which no two sums tie.
draw_lengths <- function(m) {
  switch(sample(3, 1), sample.int(4, m, TRUE), sample.int(12, m, TRUE) / 4, 1 + runif(m))
}

draw_vertices <- function(g) {
  n <- igraph::vcount(g)
  choices <- list(igraph::V(g))
  if (n > 0) {
    some <- sample.int(n, sample(n, 1))
    choices <- c(choices, list(some, c(some, some[1]), -some[1], seq_len(n) %in% some, igraph::V(g)[some], integer()))
    if ("name" %in% igraph::vertex_attr_names(g)) choices <- c(choices, list(igraph::V(g)$name[some]))
  }
  choices[[sample(length(choices), 1)]]
}

draw_weights <- function(g) {
  m <- igraph::ecount(g)
  choices <- list(NULL, NULL, NA)
  if (m > 0) choices <- c(choices, list(draw_lengths(m)))
  choices[[sample(length(choices), 1)]]
}

draw <- function(...) sample(c(...), 1)

# A cutoff of 0 means no cutoff in igraph 1.3.
draw_cutoff <- function() draw(-1, -1, 1, 2, 2.5, 4)

compare <- function(name, arguments, seed) {
  theirs <- getExportedValue("igraph", name)
  ours <- getExportedValue("gobc", name)
  info <- sprintf("seed %d, %s(%s)", seed, name, paste(vapply(arguments[-1], deparse1, ""), collapse = ", "))
  expect_scores(do.call(ours, arguments), do.call(theirs, arguments), 1e-9, info)
}

compare_all <- function(seed) {
  g <- draw_graph(seed)
  v <- draw_vertices(g)
  weights <- draw_weights(g)
  mode <- draw("out", "in", "all", "total", "o")
  directed <- draw(TRUE, FALSE)
  normalized <- draw(TRUE, FALSE)
  cutoff <- draw_cutoff()
  compare("betweenness",
          list(g, v = v, directed = directed, weights = weights, normalized = normalized, cutoff = cutoff), seed)
  compare("closeness", list(g, v, mode, weights, normalized, cutoff), seed)
  compare("harmonic_centrality", list(g, v, mode, weights, normalized, cutoff), seed)
  compare("eccentricity", list(g, v, mode), seed)
  compare("radius", list(g, mode), seed)
  compare("diameter", list(g, directed, draw(TRUE, FALSE), weights), seed)
  e <- igraph::E(g)
  if (length(e) > 1) e <- list(e, rev(seq_along(e)), 1)[[draw(1:3)]]
  compare("edge_betweenness", list(g, e, directed, weights, cutoff), seed)
}

test_that("random graphs have igraph's answers", {
  skip_if_not_installed("igraph")
  count <- as.integer(Sys.getenv("GOBC_RANDOM_GRAPHS", "300"))
  first <- as.integer(Sys.getenv("GOBC_RANDOM_FIRST", "1"))
  for (seed in seq(first, length.out = count)) compare_all(seed)
})

test_that("defaults are igraph's", {
  skip_if_not_installed("igraph")
  g <- draw_graph(29)
  for (name in c("betweenness", "edge_betweenness", "closeness", "harmonic_centrality", "eccentricity", "radius",
                 "diameter")) {
    compare(name, list(g), 29)
    theirs <- names(formals(getExportedValue("igraph", name)))
    ours <- names(formals(getExportedValue("gobc", name)))
    expect_identical(head(ours, length(setdiff(theirs, "nobigint"))), setdiff(theirs, "nobigint"), info = name)
  }
})
