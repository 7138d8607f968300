# What is said to people: the words of messages, and what is printed.
edges <- data.frame(from = c("a", "b", "c"), to = c("b", "c", "d"))

test_that("errors of the library count rows from 1 and name vertices and cells", {
  large <- c(1, 2^60, 1e300)
  expect_refused(betweenness(edges, weights = large), "data", "^row 3 \\(c - d\\): the weight is 1e\\+300")
  expect_refused(edge_betweenness(edges, weights = c(1, 1e16, 3)), "data", "^row 1 \\(a - b\\): the weight 1 is too small")
  expect_refused(closeness(edges, mode = "all", weights = large), "data", "^row 3 \\(c - d\\): the weight is 1e")
  expect_refused(diameter(edges, weights = large), "data", "^row 3 \\(c - d\\)")
  expect_refused(gobc_job(edges, weights = large), "data", "^row 3 \\(c - d\\)")
  cells <- matrix(0, 3, 3, dimnames = list(letters[1:3], NULL))
  cells[cbind(1:3, c(2, 3, 1))] <- c(3, 1e300, 2)
  expect_refused(betweenness(cells), "data", "^row 2, column 3 of the matrix \\(b - c\\): the weight is 1e\\+300")
  expect_refused(betweenness(unname(cells)), "data", "^row 2, column 3 of the matrix: the weight")
  expect_refused(betweenness(edges, sources = c("a", "b", "a")), "argument", "sources: row 3 repeats the vertex \"a\"")
  skip_if_not_installed("igraph")
  g <- igraph::graph_from_data_frame(cbind(edges, weight = large))
  expect_refused(betweenness(g), "data", "^edge 3 \\(c - d\\): the weight is")
})

test_that("a plan is printed with names beside values", {
  lines <- capture.output(print(gobc_plan(edges, c("betweenness", "closeness"), weights = 1:3)))
  expect_match(lines, "^lengths +type [a-z0-9]+, units 1, tolerance 0", all = FALSE)
  expect_match(lines, "^path +kernel [a-z_]+, precision 64", all = FALSE)
  expect_match(lines, "^reductions +name blocks, taken FALSE, why ", all = FALSE)
  expect_match(lines, "^bytes +[0-9]{1,3}(,[0-9]{3})+$", all = FALSE)
  expect_false(any(grepl("^ +(TRUE|FALSE|[0-9.]+)$", lines)))
  nothing <- structure(list(none = list(), absent = NULL), class = "gobc_plan")
  expect_length(capture.output(print(nothing)), 2)
})

test_that("ten rows of centralities are printed, and how many more there are", {
  scores <- centralities(data.frame(from = 1:29, to = 2:30), c("betweenness", "closeness"))
  lines <- capture.output(returned <- withVisible(print(scores)))
  expect_identical(returned, list(value = scores, visible = FALSE))
  expect_length(lines, 12)
  expect_match(lines[12], "^... and 20 more rows; print\\(x, n = Inf\\)")
  expect_match(capture.output(print(scores, n = 29))[31], "^... and 1 more row;")
  for (whole in list(quote(print(scores, n = Inf)), quote(print(scores[1:10, ])), quote(print(scores[0, ])))) {
    expect_false(any(grepl("more", capture.output(eval(whole)))))
  }
  expect_length(capture.output(print(scores, n = Inf)), 31)
  expect_refused(print(scores, n = -1), "argument", "n is -1: give a number of rows, or Inf")
})

test_that("misspelt arguments and measures get the nearest name", {
  refused <- function(call, given, meant) {
    expect_refused(call, "argument", sprintf("unused argument: %s; did you mean %s\\?$", given, meant))
  }
  refused(betweenness(edges, weitghs = 1), "weitghs", "weights")
  refused(betweenness(edges, distance = 1), "distance", "weights")
  refused(betweenness(edges, thread = 1), "thread", "threads")
  refused(betweenness(edges, cores = 1), "cores", "threads")
  refused(closeness(edges, normalised = TRUE), "normalised", "normalized")
  refused(closeness(edges, nodes = "a"), "nodes", "vids")
  refused(gobc_job(edges, epsilon = 0.1), "epsilon", "sample")
  refused(gobc_graph(edges, direted = TRUE), "direted", "directed")
  refused(gobc_read("edges.csv", sep = ","), "sep", "delimiter")
  refused(gobc_settings(time_limt = 1), "time_limt", "time_limit")
  refused(gobc_sample(epsilom = 1), "epsilom", "epsilon")
  expect_refused(betweenness(edges, q = 1), "argument", "unused argument: q$")
  expect_refused(betweenness(edges, pagerank = stop("not to be asked for")), "argument", "unused argument: pagerank$")
  expect_refused(centralities(edges, "betwenesss"), "argument", "; did you mean betweenness\\?$")
  expect_refused(centralities(edges, "pagerank"), "argument", "decay$")
})

test_that("advice is for R", {
  advice <- gobc:::in_words_of_r("cuda driver: open: this library was built without CUDA; GOBC_CUDA=all pip install .")
  expect_match(advice, "GOBC_CUDA=all R CMD INSTALL")
  expect_false(grepl("pip", advice))
  if (nrow(gobc_devices()) > 1) return(expect_match(gobc_devices()$name, "cuda", all = FALSE))
  said <- tryCatch(betweenness(edges, device = "cuda"), gobc_device_error = conditionMessage)
  expect_false(grepl("pip", said))
})

test_that("the citation has an author, a year and an address", {
  expect_silent(entry <- citation("gobc"))
  expect_match(format(entry[1], "text"), "\\(20[0-9]{2}\\).*version [0-9.]+.*<https://")
  expect_match(toBibtex(entry[1]), "year = .*20[0-9]{2}", all = FALSE)
  expect_match(format(entry[2], "text"), "Brandes U \\(2001\\)")
})
