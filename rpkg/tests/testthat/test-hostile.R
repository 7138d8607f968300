# Values that nothing can be made of, in the arguments of the functions: what comes out is an error of gobc's or a result.

hostile_values <- function() {
  recursive <- new.env()
  assign("self", recursive, envir = recursive)
  list(
    null = NULL, na = NA, na_character = NA_character_, nan = NaN, inf = Inf, huge = 1e308, negative = -1, zero = 0, half = 0.5, one = 1L,
    true = TRUE, text = "a", empty = "", long = strrep("x", 1e6), bytes = "a\xff", none = character(), numbers = c(1, NA, 3), complex = 1i,
    raw = as.raw(1:3), list = list(), nested = list(list(list(1))), mixed = list(1, "a", NULL), of_functions = list(sum, mean), fun = sum,
    primitive = `[[`, closure = function(x) stop("no"), environment = recursive, formula = a ~ b, symbol = as.name("x"), call = quote(f(x)),
    expression = expression(a, b), factor = factor(c("a", NA)), date = as.Date("2020-01-01"), time = as.POSIXct("2020-01-01", tz = "UTC"),
    difference = as.difftime(1, units = "hours"), version = numeric_version("1.0"), array = array(1, c(2, 2, 2)), vector = array(1, 2),
    matrix = matrix(1, 2, 3), square = matrix(c(0, NA, 1, 0), 2), words = matrix(letters[1:4], 2), complex_matrix = matrix(1i, 2, 2),
    list_matrix = matrix(list(1, "a", NULL, sum), 2), no_rows = matrix(0, 0, 2), frame = data.frame(a = 1), empty_frame = data.frame(),
    no_edges = data.frame(from = character(), to = character()), lists = data.frame(from = I(list(1, 2)), to = I(list(1, 2))),
    frames = structure(list(from = data.frame(x = 1), to = data.frame(x = 2)), class = "data.frame", row.names = 1L),
    ragged = structure(list(from = 1:2, to = 1:3), class = "data.frame", row.names = 1:2), dates = data.frame(from = as.Date("2020-01-01"), to = 1),
    logical = data.frame(from = TRUE, to = FALSE), weights = data.frame(from = 1, to = 2, weight = "long"), wide = as.data.frame(matrix(0.5, 1, 2000)),
    nameless = structure(list(1, 2), class = "data.frame", row.names = 1L), same = structure(list(from = 1, from = 2), class = "data.frame", row.names = 1L),
    pointer = structure(list(), class = "gobc_graph"), stream = structure(list(), class = "nanoarrow_array_stream"),
    job = structure(list(), class = "gobc_job"), part = structure(list(), class = "gobc_partial"),
    bytes_of_part = structure(list(data = as.raw(1:9)), class = "gobc_partial"),
    igraph = structure(list(), class = "igraph"), nel = structure(list(), class = "graphNEL"), classes = structure(1, class = strrep("c", 400)),
    connection = structure(1L, class = c("file", "connection"))
  )
}

# What a person would say about the error of an expression, NULL if nothing.
wrong_with <- function(expression) {
  error <- tryCatch({
    withCallingHandlers(force(expression), gobc_warning = function(warning) invokeRestart("muffleWarning"))
    NULL
  }, error = identity, warning = identity)
  if (is.null(error)) return(NULL)
  text <- conditionMessage(error)
  text <- gsub("node-parallel", "", text, fixed = TRUE) # a method's name
  if (!inherits(error, "gobc_error")) return(paste("is", class(error)[1], substr(text, 1, 100)))
  if (nchar(text) > 500) return(sprintf("has %d characters", nchar(text)))
  if (grepl("\n", text)) return("has several lines")
  if (grepl("Arrow format|its format is|Arrow type|\\bnode\\b", text)) return(paste("has jargon:", text))
}

calls <- list(
  gobc_graph = function(value) gobc_graph(value),
  undirected = function(value) gobc_graph(value, directed = FALSE),
  directed = function(value) gobc_graph(data.frame(from = 1, to = 2), directed = value),
  vertices = function(value) gobc_graph(data.frame(from = 1, to = 2), vertices = value),
  from = function(value) gobc_graph(structure(list(from = value, to = value), class = "data.frame", row.names = 1L)),
  read = function(value) gobc_read(value),
  format = function(value) gobc_read(test_path("producer.c"), format = value),
  delimiter = function(value) gobc_read(test_path("producer.c"), delimiter = value),
  weight = function(value) gobc_read(test_path("producer.c"), weight = value),
  header = function(value) gobc_read(test_path("producer.c"), header = value),
  matrix = function(value) gobc_graph(if (is.vector(value)) suppressWarnings(matrix(value, 1, 2)) else value)
)

# Every argument of every function, beside others that are in order.
arguments <- function() {
  edges <- data.frame(from = c("a", "b", "c", "b"), to = c("b", "c", "d", "d"), weight = c(1, 2, 1, 0.5))
  path <- gobc_graph(edges, directed = FALSE)
  scores <- centralities(path)
  file <- tempfile(fileext = ".csv")
  writeLines(c("from,to,km", "a,b,1.5", "b,c,2"), file)
  tidy <- tidygraph::tbl_graph(edges = data.frame(from = c(1, 2), to = c(2, 3), km = c(1, 2.5)))
  job <- gobc_job(edges, shards = 2, directed = FALSE)
  part <- gobc_run_shard(job, 1)
  run <- gobc_save(job, tempfile("run"))
  of_graph <- c(names(gobc:::vertex_measures), names(gobc:::edge_measures), "centralities", "gobc_plan", "radius", "diameter",
                "distances", "path_counts", "closeness_vitality")
  verbs <- grep("_gobc$", getNamespaceExports("gobc"), value = TRUE)
  base <- c(
    sapply(of_graph, function(name) list(name, graph = path), simplify = FALSE),
    sapply(verbs, function(name) list(name), simplify = FALSE),
    list(
      gobc_vertices = list("gobc_vertices", graph = path), gobc_edges = list("gobc_edges", graph = path),
      gobc_degree = list("gobc_degree", graph = path), gobc_neighbors = list("gobc_neighbors", graph = path, v = "a"),
      gobc_components = list("gobc_components", graph = path), gobc_subgraph = list("gobc_subgraph", graph = path, v = "a"),
      gobc_largest_component = list("gobc_largest_component", graph = path), as_igraph = list("as_igraph", graph = path),
      group_betweenness = list("group_betweenness", graph = path, groups = "a"),
      co_betweenness = list("co_betweenness", graph = path, groups = "a"),
      group_closeness = list("group_closeness", graph = path, groups = "a"),
      paths_between = list("paths_between", graph = path, from = "a", to = "c"),
      best_group = list("best_group", graph = path, size = 2),
      gobc_many = list("gobc_many", edges = cbind(network = c(1, 1, 2, 2), edges)),
      gobc_many_layers = list("gobc_many_layers", edges = edges, presence = matrix(1, nrow(edges), 2)),
      gobc_graph = list("gobc_graph", x = edges), gobc_read = list("gobc_read", path = file),
      gobc_settings = list("gobc_settings"), gobc_sample = list("gobc_sample"),
      add_centralities = list("add_centralities", graph = tidy),
      top_vertices = list("top_vertices", x = scores), top_vertices_by = list("top_vertices.data.frame", x = scores),
      top_vertices_of_numbers = list("top_vertices.default", x = scores$stress),
      plot = list("plot.gobc_centralities", x = scores), scatter = list("plot.gobc_centralities", x = scores, type = "scatter"),
      degrees = list("plot.gobc_centralities", x = scores, type = "degree", graph = path),
      autoplot = list("autoplot.gobc_centralities", object = scores),
      gobc_job = list("gobc_job", graph = edges), gobc_run_shard = list("gobc_run_shard", job = job, shard = 1),
      gobc_merge = list("gobc_merge", parts = list(part, part)),
      gobc_result = list("gobc_result", part = gobc_merge(list(part, gobc_run_shard(job, 2))), job = job),
      gobc_compute = list("gobc_compute", job = job), gobc_compute_in = list("gobc_compute", job = job, checkpoint = run),
      gobc_save = list("gobc_save", x = job, path = run), gobc_save_part = list("gobc_save", x = part, path = tempfile()),
      gobc_load = list("gobc_load", path = run), gobc_missing = list("gobc_missing", path = run)
    )
  )
  covered <- sub("[.].*", "", vapply(base, `[[`, "", 1))
  expect_identical(setdiff(getNamespaceExports("gobc"), covered), "gobc_devices") # which has no arguments
  found <- list()
  for (name in names(base)) {
    call <- base[[name]]
    of <- get(call[[1]], asNamespace("gobc"))
    methods <- grepl(".", call[[1]], fixed = TRUE) # that R has found by their first argument
    for (argument in setdiff(names(formals(of))[if (methods) -1 else TRUE], "...")) {
      found[[paste(name, argument)]] <- caller(of, call, argument, path, tidy)
    }
  }
  found
}

new_folder <- function() {
  folder <- tempfile("hostile")
  dir.create(folder)
  folder
}

# A function that makes a call with a value as one of its arguments.
caller <- function(of, call, argument, path, tidy) {
  force(of)
  force(call)
  force(argument)
  function(value) {
    given <- call[-1]
    given[argument] <- list(value)
    made <- function() do.call(of, given, quote = TRUE)
    switch(call[[1]],
      gobc_settings = betweenness(path, settings = made()),
      gobc_sample = betweenness(path, "b", sample = made()),
      centrality_edge_betweenness_gobc = tidygraph::with_graph(tidygraph::activate(tidy, edges), made()),
      if (endsWith(call[[1]], "_gobc")) tidygraph::with_graph(tidy, made()) else made()
    )
  }
}

test_that("whatever an argument of any function is, what comes out is an error of gobc's or a result", {
  values <- hostile_values()
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  before <- setwd(new_folder()) # for names of files
  on.exit(setwd(before), add = TRUE)
  calls <- arguments()
  expect_gt(length(calls), 200)
  # Similar values stand together, and an argument that several functions have is read alike: such functions take turns,
  # so that each argument meets values of each kind, and its namesakes all of them. With GOBC_TEST_ALL each meets all.
  argument <- sub(".* ", "", names(calls))
  turn <- stats::ave(seq_along(calls), argument, FUN = seq_along)
  turns <- if (nzchar(Sys.getenv("GOBC_TEST_ALL"))) 1 else pmin(3, stats::ave(turn, argument, FUN = length))
  taken <- outer(turn, seq_along(values), `+`) %% turns == 0
  expect_true(all(rowsum(taken + 0, argument) > 0))
  for (i in seq_along(calls)) {
    call <- names(calls)[i]
    wrong <- lapply(names(values)[taken[i, ]], function(name) {
      wrong <- wrong_with(calls[[call]](values[[name]]))
      if (!is.null(wrong)) sprintf("%s of %s: %s", call, name, wrong)
    })
    expect(is.null(unlist(wrong)), paste(unlist(wrong), collapse = "\n"))
  }
})

test_that("whatever an argument is, what comes out is an error of gobc's or a result", {
  values <- hostile_values()
  for (call in names(calls)) {
    for (name in names(values)) {
      wrong <- wrong_with(calls[[call]](values[[name]]))
      expect(is.null(wrong), sprintf("%s of %s: %s", call, name, wrong))
    }
  }
})
