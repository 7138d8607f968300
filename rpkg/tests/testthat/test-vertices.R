# How vertices are named in arguments.

numbered <- data.frame(from = c(3, 1, 2), to = c(1, 2, 4)) # 3 - 1 - 2 - 4
lettered <- data.frame(from = c("a", "b", "c"), to = c("b", "c", "d"))

test_that("numbers in a table are names where vertices have numbers as names, as in a table of edges", {
  trips <- data.frame(from = c(3, 1), to = c(1, 4), flow = c(10, 1))
  want <- c("3" = 0, "1" = 0, "2" = 1, "4" = 0)
  expect_identical(betweenness(numbered, directed = FALSE, demand = trips), want)
  expect_identical(betweenness(numbered, directed = FALSE, demand = transform(trips, from = as.integer(from))), want)
  one <- function(sources) betweenness(numbered, directed = FALSE, sources = sources)
  expect_identical(one(data.frame(vertex = 3)), one("3"))
  expect_identical(one(data.frame(vertex = c(3, 4), weight = c(2, 1))),
                   one(data.frame(vertex = c("3", "4"), weight = c(2, 1))))
  far <- transform(numbered, from = from * 1e5, to = to * 1e5)
  expect_identical(betweenness(far, sources = data.frame(1e5)), betweenness(far, sources = "100000"))
  expect_refused(one(data.frame(vertex = 5)), "argument", "sources: there is no vertex \"5\"")
  expect_identical(betweenness(lettered, sources = data.frame(2)), betweenness(lettered, sources = "b"))
  skip_if_not_installed("bit64")
  expect_identical(one(data.frame(vertex = bit64::as.integer64(3))), one("3"))
})

test_that("numbers alone are positions, with a warning once where they are names, too", {
  assign("numbers", FALSE, envir = gobc:::warned)
  on.exit(assign("numbers", TRUE, envir = gobc:::warned))
  expect_silent(betweenness(lettered, sources = 2))
  expect_silent(betweenness(transform(lettered, from = 1:3, to = 2:4), 2))
  expect_silent(betweenness(transform(numbered, from = from * 10, to = to * 10), 2))
  expect_warning(betweenness(numbered, sources = 3), "sources: .* so 3 is the vertex \"2\"", class = "gobc_warning")
  expect_silent(scores <- betweenness(numbered, c(1, 3)))
  expect_identical(names(scores), c("3", "2"))
})

test_that("tables and numbers that may be read otherwise than they are meant are refused", {
  refused <- function(sources, text) expect_refused(betweenness(lettered, sources = sources), "argument", text)
  refused(data.frame(v = c("a", "b"), w = 1:2), "sources has the columns v, w: give one of vertices .* called weight")
  refused(data.frame(weight = 1), "sources has the columns weight: give one")
  refused(c(a = 1, b = 2), "sources has names and numbers: for weights give data.frame")
  refused(c(a = 2L, b = 3L), "sources: vertex 2 is \"b\", but is called \"a\" here")
  expect_refused(closeness(lettered, c(d = 1)), "argument", "vids: vertex 1 is \"a\", but is called \"d\" here")
  expect_refused(closeness(lettered, c(b = TRUE, a = FALSE, c = FALSE, d = FALSE)), "argument", "is called \"b\" here")
  scores <- betweenness(lettered)
  expect_identical(betweenness(lettered, which(scores > 1)), scores[scores > 1])
  expect_identical(betweenness(lettered, scores > 1), scores[scores > 1])
  expect_identical(betweenness(lettered, c(x = 2)), scores["b"])
})

test_that("factors are their labels", {
  factors <- factor(c("c", "b"))
  expect_identical(betweenness(lettered, factors), betweenness(lettered, c("c", "b")))
  expect_identical(reach(lettered, sources = factors[1]), reach(lettered, sources = "c"))
  expect_identical(edge_betweenness(lettered, factor("b|c")), edge_betweenness(lettered, "b|c"))
})

test_that("groups are no tables", {
  members <- data.frame(vertex = c("a", "b"), group = 1:2)
  expect_refused(group_betweenness(lettered, members), "argument", "class data.frame.*split\\(x\\$vertex, x\\$group\\)")
  expect_refused(group_closeness(lettered, cbind(c("a", "b"), c("c", "d"))), "argument", "class matrix.*split")
  expect_named(group_betweenness(lettered, split(members$vertex, members$group)), c("1", "2"))
})

test_that("a sequence of another graph of igraph is refused, or taken by its names", {
  skip_if_not_installed("igraph")
  whole <- igraph::graph_from_data_frame(data.frame(from = "a", to = c("b", "c", "d", "e")), directed = FALSE)
  part <- igraph::delete_vertices(whole, "b")
  other <- igraph::V(whole)["c"]
  text <- "is a sequence of another graph of igraph: give names"
  for (call in list(
    function() betweenness(part, other), function() closeness(part, sources = other),
    function() distances(part, to = other), function() group_betweenness(part, other),
    function() gobc_degree(part, other),
    function() paths_between(gobc_graph(part), other, "d"), function() edge_betweenness(part, igraph::E(whole)[2])
  )) {
    expect_refused(call(), "argument", text)
  }
  kept <- gobc_graph(part)
  part <- igraph::set_vertex_attr(part, "color", value = "red") # is the same graph to igraph
  expect_identical(closeness(kept, igraph::V(part)["c"]), closeness(kept, "c"))
  expect_identical(edge_betweenness(kept, igraph::E(part)[2]), edge_betweenness(kept, 2))
  smaller <- gobc_subgraph(whole, c("a", "c", "d"))
  expect_identical(closeness(smaller, igraph::V(whole)["d"]), closeness(smaller, "d"))
  ring <- igraph::make_ring(5)
  expect_refused(closeness(gobc_subgraph(ring, 2:5), igraph::V(ring)[3]), "argument", text)
})

test_that("distances of sources start at them, or end at them with mode = \"out\"", {
  lengths <- distances(lettered, mode = "out") # of each row to each column
  counts <- function(d) rowSums(is.finite(d) & d > 0)
  for (source in letters[1:4]) {
    expect_identical(reach(lettered, mode = "out", sources = source), counts(lengths[, source, drop = FALSE]))
    expect_identical(reach(lettered, mode = "in", sources = source), counts(t(lengths)[, source, drop = FALSE]))
  }
})

test_that("a name that several vertices have is a warning where it is given", { # the first one was taken in silence
  skip_if_not_installed("igraph")
  graph <- igraph::set_vertex_attr(igraph::make_ring(4, circular = FALSE), "name", value = c("a", "b", "b", "c"))
  warned <- function(call, name) expect_warning(call, paste0(name, ": 2 vertices are called \"b\", and the first of them"), class = "gobc_warning")
  warned(expect_equal(betweenness(graph, "b"), c(b = 2)), "v")
  warned(betweenness(graph, sources = "b"), "sources")
  warned(betweenness(graph, demand = data.frame(from = "a", to = "b", flow = 1)), "demand")
  warned(group_betweenness(graph, c("a", "b")), "groups")
  warned(edge_betweenness(graph, "a|b"), "e")
  expect_silent(betweenness(graph, c("a", "c"), sources = c("c", "a")))
  expect_silent(betweenness(graph, 3))
  expect_silent(betweenness(graph))
})
