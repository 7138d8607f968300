# What centralities() gives: first rows, pictures, attributes of vertices.
set.seed(3)
edges <- data.frame(from = paste0("p", sample.int(80, 150, TRUE)), to = paste0("p", sample.int(80, 150, TRUE)))
graph <- gobc_graph(edges, directed = FALSE)
scores <- centralities(graph)

on_no_device <- function(code) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  force(code)
}

test_that("centralities are a data frame with a class of its own, of rows and columns, too", {
  expect_identical(class(scores), c("gobc_centralities", "data.frame"))
  expect_s3_class(scores[1:3, c("vertex", "stress")], "gobc_centralities")
  expect_identical(names(merge(scores, data.frame(vertex = "p1", known = TRUE))), c(names(scores), "known"))
})

test_that("the first rows are those of the largest scores", {
  first <- top_vertices(scores, 4, "clos")
  expect_identical(first$vertex, scores$vertex[order(-scores$closeness)[1:4]])
  expect_identical(rownames(first), as.character(1:4))
  expect_identical(top_vertices(scores, 2), top_vertices(scores, 2, by = "betweenness"))
  expect_identical(top_vertices(scores, 3, decreasing = FALSE)$betweenness, sort(scores$betweenness)[1:3])
  expect_identical(nrow(top_vertices(scores, 1e6)), nrow(scores))
  numbers <- c(a = 1, b = NaN, c = 3, d = 3)
  expect_identical(top_vertices(numbers, 3), numbers[c("c", "d", "a")])
  expect_identical(top_vertices(c(5, 7), 1), c("2" = 7))
  expect_refused(top_vertices(scores, 3, "degree"), "argument",
                 "by is \"degree\": give one of \"betweenness\", \"stress\"")
  expect_refused(top_vertices(scores, -1), "argument", "n is -1: give a number of rows")
  expect_refused(top_vertices(letters), "argument", "x is of class character, but must be scores")
  expect_refused(top_vertices(scores["vertex"]), "argument", "there is no column of numbers")
})

test_that("plot draws ranks, pairs of measures and degrees", {
  drawn <- on_no_device(plot(scores))
  positive <- sort(scores$betweenness[scores$betweenness > 0], decreasing = TRUE)
  expect_identical(drawn$score, positive)
  expect_identical(drawn$vertex[1], top_vertices(scores, 1)$vertex)
  drawn <- on_no_device(plot(scores, against = "stress", main = "own", col = 2, xlab = "own"))
  expect_identical(attr(drawn, "rho"), cor(scores$betweenness, scores$stress, method = "spearman"))
  expect_identical(names(drawn), c("stress", "betweenness", "vertex"))
  drawn <- on_no_device(plot(scores, graph = graph, measure = "closeness"))
  simple <- unique(data.frame(a = pmin(edges$from, edges$to), b = pmax(edges$from, edges$to)))
  simple <- simple[simple$a != simple$b, ]
  degree <- table(factor(c(simple$a, simple$b), scores$vertex))
  expect_identical(drawn$degree, as.numeric(degree))
  some <- on_no_device(plot(scores[c(9, 2), ], "degree", graph = graph))
  expect_identical(some$degree, as.numeric(degree[c(9, 2)]))
})

test_that("what cannot be drawn says so, and little is drawn all the same", {
  refused <- function(pattern, ...) expect_refused(on_no_device(plot(scores, ...)), "argument", pattern)
  refused("type is \"pie\": give one of \"rank\"", "pie")
  refused("needs graph, the graph of the scores", "degree")
  refused("against is for type = \"scatter\", not \"rank\"", "rank", against = "stress")
  refused("graph is for type = \"degree\"", "rank", graph = graph)
  refused("graph is not the graph of the scores", graph = edges[1:3, ])
  refused("names is -1", names = -1)
  flat <- scores
  flat$betweenness <- 0
  expect_identical(nrow(on_no_device(plot(flat))), 0L)
  expect_identical(attr(on_no_device(plot(flat, "scatter")), "rho"), NA_real_)
  expect_identical(nrow(on_no_device(plot(scores[1, ], "scatter"))), 1L)
  expect_identical(nrow(on_no_device(plot(scores[0, ], "scatter"))), 0L)
  flat$betweenness <- c(Inf, rep(1:2, length.out = nrow(flat) - 1))
  expect_identical(nrow(on_no_device(plot(flat))), nrow(flat) - 1L)
})

test_that("axes have few ticks, at round numbers, and 0 in its place", {
  axis <- gobc:::axis_of(c(0, 3, 20000), "x")
  expect_identical(vapply(as.list(axis$labels), deparse1, ""), c("\"0\"", "\"10\"", "\"100\"", "10^3", "10^4"))
  expect_equal(axis$at[-1], 1:4)
  expect_lt(axis$place(0), axis$place(3))
  expect_identical(axis$place(c(10, 1000)), c(1, 3))
  expect_identical(gobc:::axis_of(c(-1, 400), "x")$place(7), 7) # linear
  expect_identical(vapply(as.list(gobc:::power_labels(c(0.00002, 0.5))), deparse1, ""), c("2 %*% 10^-5", "\"0.5\""))
})

test_that("ggplot2's autoplot draws the same", {
  skip_if_not_installed("ggplot2")
  for (arguments in list(list(), list(against = "stress", colour = "red"), list(graph = graph))) {
    picture <- do.call(ggplot2::autoplot, c(list(scores), arguments))
    drawn <- ggplot2::ggplot_build(picture)$data
    plain <- on_no_device(do.call(plot, c(list(scores), arguments[setdiff(names(arguments), "colour")])))
    expect_identical(nrow(drawn[[2]]), nrow(plain))
    expect_identical(trimws(drawn[[3]]$label), top_vertices(scores, 5)$vertex)
    on_no_device(print(picture))
  }
  expect_match(picture$labels$title, "Spearman's rho 0\\.[0-9]{3}, [0-9]+ vertices")
  expect_s3_class(ggplot2::autoplot(scores[0, ], "scatter"), "ggplot")
})

test_that("scores become attributes of an igraph", {
  skip_if_not_installed("igraph")
  g <- igraph::graph_from_data_frame(edges, directed = FALSE)
  whole <- add_centralities(g, c("closeness", "stress"), threads = 1)
  expect_identical(igraph::V(whole)$stress, unname(stress_centrality(g)))
  expect_identical(igraph::V(whole)$closeness, unname(closeness(g)))
  expect_false("stress" %in% igraph::vertex_attr_names(g))
  some <- add_centralities(g, top_vertices(scores, 3), prefix = "first_")
  expect_identical(igraph::V(some)$name[!is.na(igraph::V(some)$first_stress)],
                   intersect(igraph::V(g)$name, top_vertices(scores, 3)$vertex))
  expect_identical(igraph::V(some)["p5"]$first_closeness %in% c(NA, scores$closeness[scores$vertex == "p5"]), TRUE)
  numbered <- add_centralities(igraph::make_ring(5), "betweenness")
  expect_identical(igraph::V(numbered)$betweenness, rep(1, 5))
  expect_refused(add_centralities(edges), "argument", "must be an igraph or a tbl_graph; merge")
  expect_refused(add_centralities(igraph::make_ring(5), scores), "argument", "vertices have names, .* have numbers")
  expect_refused(add_centralities(igraph::delete_vertices(g, scores$vertex[4]), scores), "argument",
                 sprintf("this graph has no vertex \"%s\"", scores$vertex[4]))
  expect_refused(add_centralities(g, 1:3), "argument", "must be a result of centralities\\(\\), or names of measures")
  expect_refused(add_centralities(g, scores, threads = 1), "argument", "unused argument: threads")
})
