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
    igraph = structure(list(), class = "igraph"), nel = structure(list(), class = "graphNEL"), classes = structure(1, class = strrep("c", 400)),
    connection = structure(1L, class = c("file", "connection"))
  )
}

# What a person would say about the error of an expression, NULL if nothing.
wrong_with <- function(expression) {
  error <- tryCatch({
    suppressWarnings(force(expression))
    NULL
  }, error = identity)
  if (is.null(error)) return(NULL)
  text <- conditionMessage(error)
  if (!inherits(error, "gobc_error")) return(paste("is", class(error)[1], substr(text, 1, 100)))
  if (nchar(text) > 500) return(sprintf("has %d characters", nchar(text)))
  if (grepl("\n", text)) return("has several lines")
  if (grepl("Arrow format|its format is|\\bnode\\b", text)) return(paste("has jargon:", text))
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
  matrix = function(value) gobc_graph(if (is.vector(value)) matrix(value, 1, 2) else value)
)

test_that("whatever an argument is, what comes out is an error of gobc's or a result", {
  values <- hostile_values()
  for (call in names(calls)) {
    for (name in names(values)) {
      wrong <- wrong_with(calls[[call]](values[[name]]))
      expect(is.null(wrong), sprintf("%s of %s: %s", call, name, wrong))
    }
  }
})
