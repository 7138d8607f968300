# The lists that are generated from the library's tables, and the options behind igraph's arguments.
set.seed(4)
edges <- data.frame(from = sample.int(30, 80, TRUE), to = sample.int(30, 80, TRUE))
graph <- gobc_graph(edges, directed = FALSE)
exported <- mget(getNamespaceExports("gobc"), envir = asNamespace("gobc"))

test_that("no function has more than 16 arguments", {
  everything <- as.list(asNamespace("gobc"))
  taken <- function(one) length(setdiff(names(formals(one)), "...")) # which must be empty
  counts <- vapply(Filter(is.function, everything), taken, 0L)
  expect_lte(max(counts), 16)
})

test_that("every measure of the tables is a function, and every setting an argument", {
  measures <- c(gobc:::vertex_measures, gobc:::edge_measures)
  expect_true(all(names(measures) %in% names(exported)))
  for (name in names(gobc:::vertex_measures)) expect_length(exported[[name]](graph), 30)
  for (name in names(gobc:::edge_measures)) expect_length(exported[[name]](graph), 80)
  expect_setequal(names(centralities(graph, gobc:::vertex_measures)), c("vertex", gobc:::vertex_measures))
  expect_setequal(unlist(gobc_plan(graph, measures)$measures), measures)
  arguments <- unique(unlist(lapply(exported, function(one) names(formals(one)))))
  elsewhere <- c("direction", "of", "preset") # mode, v or vids, and what igraph means
  expect_identical(setdiff(names(gobc:::option_kinds), c(arguments, elsewhere)), character())
})

test_that("the shim takes options of the table alone", {
  run <- gobc:::run_of("cpu", 1, FALSE, NULL)
  pointer <- gobc:::built(graph, TRUE, NULL, run)
  expect_error(gobc:::ask(pointer, "betweenness", list(weighted = 0L), run), "there is no option weighted")
})

test_that("sources and targets are parts of the whole, and weights count pairs", {
  all <- betweenness(edges)
  half <- names(all)[1:15]
  rest <- names(all)[-(1:15)]
  expect_equal(betweenness(edges, sources = half) + betweenness(edges, sources = rest), all)
  expect_equal(stress_centrality(edges, targets = half) + stress_centrality(edges, targets = rest),
               stress_centrality(edges))
  expect_equal(edge_betweenness(edges, targets = half) + edge_betweenness(edges, targets = rest),
               edge_betweenness(edges))
  weighted <- data.frame(weight = c(2, 0.5), vertex = half[1:2])
  expect_equal(betweenness(edges, sources = weighted),
               2 * betweenness(edges, sources = half[1]) + 0.5 * betweenness(edges, sources = half[2]))
  expect_equal(betweenness(edges, "3", sources = half), betweenness(edges, sources = half)["3"])
  distances <- eccentricity(edges, mode = "in", sources = half[1]) # from a vertex alone
  expect_equal(closeness(edges, mode = "in", sources = half[1]), ifelse(distances > 0, 1 / distances, NaN))
  expect_refused(betweenness(edges, sources = "z"), "argument", "sources: there is no vertex \"z\"")
  expect_refused(betweenness(edges, sources = data.frame(v = "1", weight = "a")), "argument",
                 "sources: the column weight must hold numbers")
  expect_refused(betweenness(edges, sources = c(4, 5, 4)), "argument", "sources: row 3 repeats the vertex \".*\"")
  expect_refused(betweenness(edges, targets = data.frame(v = half[1], weight = -1)), "argument",
                 sprintf("targets: row 1, the vertex \"%s\", has the weight -1", half[1]))
  expect_refused(betweenness(edges, targets = data.frame(v = half[1:2], weight = c(1, 2^40))), "argument",
                 "targets: row 2: the weight is")
})

test_that("edge stress counts the paths of edge betweenness", {
  path <- data.frame(from = 1:3, to = 2:4)
  expect_identical(edge_stress(path, directed = FALSE), edge_betweenness(path, directed = FALSE))
  expect_identical(edge_stress(cbind(c(1, 2, 3, 4), c(2, 3, 4, 1)), c(3, 1), directed = FALSE), c(3, 3))
})

test_that("edges are scaled by all pairs, vertices by those of others", {
  expect_equal(edge_betweenness(graph, normalized = TRUE), edge_betweenness(graph) / (30 * 29 / 2))
  expect_equal(betweenness(graph, normalized = TRUE), betweenness(graph) / (29 * 28 / 2))
})

test_that("by default several measures are those of their functions", {
  all <- centralities(edges, gobc:::vertex_measures, weights = NA)
  for (name in names(gobc:::vertex_measures)) {
    expect_identical(all[[gobc:::vertex_measures[[name]]]], unname(exported[[name]](edges)), info = name)
  }
})

test_that("settings are told to the library", {
  double <- rbind(c("a", "b"), c("a", "b"), c("b", "d"), c("a", "c"), c("c", "d"))
  one <- function(...) unname(betweenness(double, "b", FALSE, settings = gobc_settings(...)))
  expect_equal(c(one(), one(parallel = "merge"), one(precision = "single")), c(2 / 3, 1 / 2, 2 / 3), tolerance = 1e-6)
  path <- data.frame(from = c("a", "b"), to = c("b", "c"))
  expect_identical(betweenness(path, directed = FALSE, settings = gobc_settings(endpoints = TRUE)),
                   c(a = 2, b = 3, c = 2))
  rounding <- data.frame(from = c("a", "a", "b"), to = c("b", "c", "c"), weight = c(1, 2 + 1e-7 * sqrt(2), 1))
  expect_identical(betweenness(rounding, "b"), c(b = 1))
  expect_identical(betweenness(rounding, "b", settings = gobc_settings(tie_tolerance = 1e-6)), c(b = 0.5))
  refused <- function(pattern, kind = "argument", ...) {
    expect_refused(betweenness(graph, settings = gobc_settings(...)), kind, pattern)
  }
  refused("1000 bytes is left \\(memory_limit\\)", "memory", memory_limit = 1000)
  expect_equal(betweenness(graph, settings = gobc_settings(strategy = "serial")), betweenness(graph))
  refused("strategy is \"a;b\": give the name", strategy = "a;b")
  refused("tie_tolerance is 2", tie_tolerance = 2)
  refused("time_limit is 0: give seconds above 0", time_limit = 0)
  refused("partial must be TRUE or FALSE", partial = 3:4)
  refused("memory_limit is 1.5: give a whole number", memory_limit = 1.5)
  expect_refused(betweenness(graph, settings = list(precision = "single")), "argument", "a result of gobc_settings\\(\\)")
})

test_that("errors of the library name R's arguments", {
  adaptive <- gobc_sample(adaptive = TRUE)
  expect_refused(betweenness(graph, sample = adaptive), "argument", "name them with v, or give top_k")
  expect_refused(betweenness(graph, 3, sample = gobc_sample(adaptive = 5, top_k = 2)), "argument",
                 "cannot be used with v and top_k")
  refused <- function(measure, pattern, ...) expect_refused(centralities(graph, measure, ...), "argument", pattern)
  refused("stress", "^mode is for closeness, .*stress cannot use it", mode = "in")
  refused("stress", "^normalized is for .*stress cannot use it", normalized = TRUE)
  refused("closeness", "^targets is for .*closeness cannot use it", targets = 1)
  refused("closeness", "^k \\(sampled\\) is for .*closeness cannot use it", k = 2)
  expect_refused(betweenness(graph, epsilon = 0.1, sources = 1), "argument", "leave sources out")
  expect_refused(betweenness(graph, k = 2, sources = 1), "argument", "give k alone, without sources")
})

test_that("samples by other rules come again with the seed, too", {
  set.seed(5)
  large <- gobc_graph(data.frame(from = sample.int(400, 1500, TRUE), to = sample.int(400, 1500, TRUE)))
  exact <- betweenness(large)
  wanted <- names(sort(exact, decreasing = TRUE))[c(3, 1)]
  for (call in list(function() betweenness(large, wanted, sample = gobc_sample(adaptive = TRUE)),
                    function() betweenness(large, sample = gobc_sample(adaptive = 3, top_k = 2)),
                    function() betweenness(large, sample = gobc_sample(top_k = 1, delta = 0.2)))) {
    set.seed(1)
    first <- call()
    set.seed(1)
    expect_identical(call(), first)
    error <- attr(first, "error")
    expect_identical(names(error), names(first))
    expect_true(all(abs(first - exact[names(first)]) <= error + 1e-9))
  }
  set.seed(1)
  one <- betweenness(large, wanted, sample = gobc_sample(adaptive = TRUE))
  set.seed(2)
  expect_false(identical(betweenness(large, wanted, sample = gobc_sample(adaptive = TRUE)), one))
  set.seed(3)
  sampled <- betweenness(large, k = 40)
  set.seed(3)
  expect_identical(betweenness(large, sample = gobc_sample(k = 40)), sampled)
  expect_identical(betweenness(large, wanted, sample = gobc_sample(adaptive = FALSE)), exact[wanted])
  expect_refused(betweenness(large, sample = 3), "argument", "a result of gobc_sample\\(\\), not 3")
  expect_refused(betweenness(large, k = 3, sample = gobc_sample(top_k = 1)), "argument", "give these to gobc_sample")
})
