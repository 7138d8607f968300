# Bad arguments: each error says what, where and how to mend it.
edges <- data.frame(from = c("a", "b", "c"), to = c("b", "c", "d"))
numbers <- cbind(1:3, 2:4)

test_that("vertices and edges that are not there are named", {
  expect_refused(betweenness(edges, "z"), "argument", "v: there is no vertex \"z\"")
  expect_refused(closeness(edges, 7), "argument", "vids: there is no vertex 7; vertices are numbered from 1 to 4")
  expect_refused(closeness(edges, NA), "argument", "vids: there is no vertex NA")
  expect_refused(closeness(edges, 1.5), "argument", "there is no vertex 1.5")
  expect_refused(betweenness(numbers, "a"), "argument", "vertices of this graph have none: give numbers")
  expect_refused(betweenness(edges, list(1)), "argument", "v must be numbers or names")
  expect_refused(edge_betweenness(edges, 4), "argument", "e: there is no edge 4; edges are numbered from 1 to 3")
  expect_refused(edge_betweenness(edges, "a|c"), "argument", "e: there is no edge \"a\\|c\"")
  unnamed <- gobc_graph(cbind(c(1, 2, 1), c(2, 3, 3)), directed = FALSE)
  expect_length(edge_betweenness(unnamed, "2|1"), 1)
  for (e in c("5|1", "1|5", "0|1", "4|3")) { # keys of 5|1 and of 1|2 were the same once
    expect_refused(edge_betweenness(unnamed, e), "argument", "e: there is no edge")
  }
  expect_refused(edge_betweenness(edges, "ac"), "argument", "name its ends as \"a\\|b\"")
})

test_that("weights that are no lengths are named by row and ends", {
  expect_refused(betweenness(edges, weights = c(1, 0, 2)), "data",
                 "the weight of row 2 \\(b - c\\) is 0; .* small length")
  expect_refused(betweenness(edges, weights = c(1, 2, -3)), "data", "row 3 \\(c - d\\) is -3; .* convert similarities to lengths first")
  expect_refused(betweenness(edges, weights = c(NaN, 2, 3)), "data", "row 1 \\(a - b\\) is NaN")
  expect_refused(betweenness(edges, weights = c(1L, NA, 3L)), "data", "row 2 \\(b - c\\) is NA")
  expect_refused(betweenness(edges, weights = 1:2), "argument", "weights has 2 values for 3 edges")
  expect_refused(betweenness(edges, weights = "cost"), "argument", "there are from, to")
  expect_refused(betweenness(cbind(edges, weight = "x")), "data", "weights are of class character, but must be numbers")
  expect_refused(betweenness(numbers, weights = c(1, 0, 2)), "data", "row 2 \\(2 - 3\\) is 0")
  expect_refused(eccentricity(cbind(edges, weight = 0), weights = NULL), "data", "row 1 \\(a - b\\) is 0")
  expect_scores(unname(eccentricity(cbind(edges, weight = 0))), c(3, 2, 2, 3)) # igraph 1.3 ignores weights here
})

test_that("arguments of wrong kinds are refused", {
  expect_refused(betweenness(edges, directed = NA), "argument", "directed must be TRUE or FALSE, not NA")
  expect_refused(betweenness(edges, normalized = "yes"), "argument", "normalized must be TRUE or FALSE, not \"yes\"")
  expect_refused(betweenness(edges, cutoff = NA), "argument", "cutoff must be a number")
  expect_refused(betweenness(edges, cutoff = "2"), "argument", "cutoff must be a number")
  expect_refused(closeness(edges, mode = "up"), "argument", "mode is \"up\": give one of \"out\", \"in\"")
  expect_refused(betweenness(edges, settings = gobc_settings(precision = "half")), "argument",
                 "choose double or single")
  expect_refused(betweenness(edges, device = "gpu"), "argument", "device")
  expect_refused(betweenness(edges, device = 1), "argument", "device must be names, not 1")
  expect_refused(betweenness(edges, nobigint = TRUE), "argument", "unused argument: nobigint")
  expect_refused(closeness(edges, NULL, "out", NULL, FALSE, -1, 2), "argument", "without a name")
  expect_refused(centralities(edges, "edge_betweenness"), "argument", "there is edge_betweenness\\(\\)")
  expect_refused(centralities(edges, "pagerank"), "argument", "is not one of betweenness, stress")
  expect_refused(centralities(edges, c("closeness", "closeness")), "argument", "\"closeness\" is named twice")
  expect_refused(centralities(edges, character()), "argument", "measures must be names")
})

test_that("the library's own errors come with their class", {
  expect_refused(centralities(edges, c("closeness", "eccentricity"), device = "cuda:99"), "device", "cuda|driver")
  expect_s3_class(tryCatch(betweenness(edges, device = "gpu"), error = identity),
                  c("gobc_argument_error", "gobc_error", "error"),
                  exact = FALSE)
})

test_that("a graph that was saved or sent to a worker is built again from its edges", {
  weighted <- cbind(edges, weight = c(1, 2.5, 1), cost = c(3, 1, 1))
  graphs <- list(frame = gobc_graph(weighted, directed = FALSE), matrix = gobc_graph(diag(3)[, c(2, 3, 1)]))
  if (requireNamespace("igraph", quietly = TRUE)) {
    graphs$igraph <- gobc_graph(igraph::graph_from_data_frame(weighted, directed = FALSE))
  }
  ask <- function(graph) list(betweenness(graph), closeness(graph, weights = NA), eccentricity(graph, weights = NULL))
  want <- lapply(graphs, ask)
  file <- tempfile(fileext = ".rds")
  saveRDS(graphs, file)
  copies <- readRDS(file)
  for (round in 1:2) expect_identical(lapply(copies, ask), want) # built, then kept
  expect_identical(betweenness(copies$frame, weights = "cost"), betweenness(graphs$frame, weights = "cost"))
  workers <- parallel::makeCluster(1)
  on.exit(parallel::stopCluster(workers))
  paths <- .libPaths()
  parallel::clusterCall(workers, eval, call(".libPaths", paths))
  expect_identical(parallel::parLapply(workers, copies, function(graph) gobc::betweenness(graph)),
                   lapply(graphs, betweenness))
  expect_identical(lapply(graphs, ask), want) # what was sent lives on here
})

test_that("a library that is not there is named", {
  run <- function(path) {
    code <- "library(gobc); cat(tryCatch(gobc_devices()$name, gobc_library_error = conditionMessage))"
    system2(file.path(R.home("bin"), "Rscript"), c("-e", shQuote(code)), stdout = TRUE,
            env = c(paste0("R_LIBS=", paste(.libPaths(), collapse = ":")), paste0("GOBC_LIBRARY=", path)))
  }
  expect_match(run("libgobc.so"), "must be an absolute path")
  expect_match(run("/nowhere/libgobc.so"), "there is no library at /nowhere/libgobc.so")
  expect_match(run(file.path(R.home("etc"), "Renviron")), "cannot load")
})

test_that("a process whose limits or variables leave no room gets an error and lives", {
  run <- function(limit) {
    code <- "library(gobc); cat(tryCatch(gobc_devices()$name, gobc_library_error = conditionMessage))"
    command <- sprintf("%s; R_LIBS=%s exec %s -e %s", limit, shQuote(paste(.libPaths(), collapse = ":")),
                       shQuote(file.path(R.home("bin"), "Rscript")), shQuote(code))
    paste(system2("sh", c("-c", shQuote(command)), stdout = TRUE), collapse = "\n")
  }
  expect_match(run("ulimit -v 2400000"), "ulimit -v")
  expect_match(run("ulimit -d 200000"), "ulimit -d")
  expect_match(run("export GOMEMLIMIT=garbage"), "GOMEMLIMIT='garbage'")
  expect_match(run("ulimit -d 1000000"), "^cpu")
})

test_that("library(gobc) loads nothing", {
  code <- "library(gobc); cat(any(grepl('libgobc', readLines('/proc/self/maps'))))"
  told <- system2(file.path(R.home("bin"), "Rscript"), c("-e", shQuote(code)), stdout = TRUE,
                  env = paste0("R_LIBS=", paste(.libPaths(), collapse = ":")))
  expect_identical(told, "FALSE")
})
