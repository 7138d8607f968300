# gobc_graph: a table, and the library's graphs of it, which are built when they are needed.

#' A graph for several questions
#'
#' The functions of this package take graphs as they are. Each call then reads and builds the graph again; a
#' `gobc_graph` keeps what has been built.
#'
#' @param x An igraph or tbl_graph; a graphNEL of Bioconductor; a data frame of edges; a matrix; a sparse matrix of the
#'   package Matrix; or an Arrow stream (nanoarrow's `as_nanoarrow_array_stream()`), which is read to its end.
#'
#'   A data frame has the ends of edges in its columns `from` and `to` (or `source` and `target`, `source` and
#'   `destination`, `src` and `dst`, `u` and `v`, in any case; two such pairs are an error), else in its first two, if
#'   these are of one kind, not called as a row number or a length is, and have as many labels in common as other
#'   columns, and their lengths in `weight`, if there is such a column. Empty labels, and labels such as `"NA"` that
#'   often stand for a missing one, bring a warning. Whole numbers below 2^53 name vertices with all their digits, and
#'   integer64 and text those from there on, which R's numbers round. Vertices come in the order of
#'   `igraph::graph_from_data_frame()`. Streams are read likewise.
#'
#'   A matrix of names, or with two or three columns and not square, is a list of edges (the third column: lengths);
#'   numbers in it count vertices from 1. A matrix of names whose columns have names is read as a data frame is. Any
#'   other matrix is an adjacency matrix: 0 is no edge, and if any entry is neither 0 nor 1, entries are lengths. If
#'   its rows and columns have names, these are the same, in any order (or as `read.csv()` writes those of columns). A
#'   square matrix of two or three columns without names that may also be a list of edges brings a warning with both
#'   ways out. A data frame whose rows have the names of its columns is a matrix, too. Without such names, one of
#'   numbers alone with as many rows as columns, five or more, is an error, unless it has known names of ends.
#' @param directed Whether edges have a direction. Graphs know; tables and matrices have, unless `FALSE` is given or the
#'   matrix is of a symmetric class such as `dsCMatrix`. Give `FALSE` for correlations and interactions of proteins.
#' @param vertices All vertices of a table of edges, in the order of results: a vector, or a data frame with them in its
#'   first column.
#' @param ... Must be empty.
#' @return An object of class `gobc_graph`. It keeps what has been built in memory outside of R. A graph that is saved,
#'   or sent to another process, takes its edges along and is built again when it is used.
#' @examples
#' g <- gobc_graph(data.frame(from = c("a", "b", "c"), to = c("b", "c", "d")), directed = FALSE)
#' g
#' betweenness(g)
#' closeness(g)
#' @export
gobc_graph <- function(x, directed = NULL, vertices = NULL, ...) {
  no_more(...)
  if (!is.null(directed)) directed <- flag(directed, "directed")
  if (inherits(x, "gobc_graph")) {
    if (!is.null(vertices)) {
      fail("argument", "vertices can be given only with a table of edges; a gobc_graph has its own")
    }
    table <- x$table
    if (!inherits(table, "gobc_table")) fail("argument", "the gobc_graph holds no edges: make it with gobc_graph()")
  } else {
    table <- in_class("argument", as_table(x, directed, vertices), "reading the graph failed: ")
  }
  if (inherits(x, "igraph")) table$id <- igraph::graph_id(x)
  if (!is.null(directed) && table$directed != directed) {
    contradicted(if (table$directed) "directed" else "undirected")
  }
  if (inherits(x, "gobc_graph")) return(x)
  graph <- list(table = table, built = new.env(parent = emptyenv()))
  class(graph) <- "gobc_graph"
  graph
}

#' @export
print.gobc_graph <- function(x, ...) {
  table <- x$table
  cat(sprintf("gobc_graph: %s, %s vertices, %s edges%s%s\n", if (table$directed) "directed" else "undirected",
              format(table$n, big.mark = ","), format(length(table$from), big.mark = ","),
              if (is.null(table$weights)) "" else ", weighted", if (is.null(table$names)) "" else ", named"))
  invisible(x)
}

#' @export
summary.gobc_graph <- function(object, ...) print(object)

# Returns the graph of an argument. With directed = FALSE matrices and tables are read as undirected, so that the two
# entries of a symmetric matrix are one edge; graphs keep the directions that they have, which built() then ignores.
read_as <- function(x, directed) {
  if (directed || inherits(x, c("gobc_graph", "igraph", "graphNEL"))) gobc_graph(x) else gobc_graph(x, directed = FALSE)
}

# Answers a question about the argument of a function. A graph that is built only for the question is freed after it:
# R's garbage collector does not see that memory, and might keep it for long.
with_graph <- function(x, question, directed = TRUE) {
  graph <- read_as(x, directed)
  graph$own <- new.env(parent = emptyenv())
  on.exit({
    release(graph$own)
    if (!inherits(x, "gobc_graph")) release(graph$built)
  })
  question(graph)
}

release <- function(pointers) for (key in names(pointers)) .Call(shim_release, pointers[[key]])

# Returns the library's graph for a question, with or without directions and lengths. A graph with lengths from the
# question's own arguments serves this question only.
built <- function(graph, directed, weights, run) {
  table <- graph$table
  load_library()
  lengths <- lengths_of(table, weights)
  key <- paste(directed && table$directed, !is.null(lengths))
  home <- if (is.null(weights) || is.null(lengths)) graph$built else graph$own
  # The pointer of a graph that was saved, or came from another process, is invalid.
  if (!is.null(home[[key]]) && .Call(shim_lives, home[[key]])) return(home[[key]])
  pointer <- built_of(table, directed && table$directed, lengths, run)
  assign(key, pointer, envir = home)
  pointer
}

# Builds the library's graph of a table. Its vertices count from 1 - `first`.
built_of <- function(table, directed, lengths, run, first = 0L) {
  columns <- list(table$from - first, table$to - first)
  columns$weight <- lengths
  bytes <- run$options$memory_limit
  limits <- c(run$options$threads, if (is.null(bytes)) 0 else bytes, time_of(run))
  watched(run$progress, function(tell) {
    result_of(.Call(shim_graph, columns, seq_len(table$n) - first, directed, limits, tell), table)
  })
}

# Returns the lengths that the argument weights selects, or NULL. As in igraph, NULL means the attribute "weight" if
# there is one, NA no lengths, and a vector has one length for each edge. In gobc a name selects an attribute.
lengths_of <- function(table, weights) {
  if (is.null(weights)) {
    lengths <- table$weights
    if (!is.null(table$most_similar)) warn_of_diagonal(table$most_similar)
  } else if (is.character(weights)) {
    name <- word(weights, "weights")
    if (is.null(table$weights_of)) missing_attribute(name, character())
    lengths <- table$weights_of(name)
    warn_of_similarity(name, lengths)
  } else {
    if (!is.null(dim(weights)) || !is.atomic(weights)) {
      fail("argument", "weights is %s, but must be a vector of numbers", described(weights))
    }
    lengths <- weights
    if (!all(is.na(lengths)) && length(lengths) != length(table$from)) {
      fail("argument", "weights has %d values for %d edges: give one for each edge", length(lengths),
           length(table$from))
    }
  }
  if (!all(is.na(lengths))) check_lengths(lengths, table) # NULL, too, is all NA
}

# Warns of a matrix whose diagonal has its largest value, as similarities have.
warn_of_diagonal <- function(largest) {
  text <- sprintf(paste("the entries of the matrix are taken as lengths: the larger, the farther. But its whole",
                        "diagonal holds its largest value, %s, as in a matrix of similarities or correlations. Convert",
                        "the entries that are edges to lengths first, for example 1 - x, and leave 0 where there is no",
                        "edge; weights = NA leaves lengths out. If they are lengths, set the diagonal to 0"),
                  format(largest))
  warning(structure(class = c("gobc_warning", "warning", "condition"), list(message = text, call = NULL)))
}

# Warns of weights whose name says that larger values are nearer. python/gobc/_inputs/similarities.py has the same rule.
warn_of_similarity <- function(name, lengths) {
  spaced <- tolower(gsub("([a-z])([A-Z])", "\\1 \\2", name))
  words <- strsplit(spaced, "[^a-z]+")[[1]]
  if (any(words %in% length_words) || grepl("^\\s*[-0-9(]", name)) return(invisible())
  kinds <- list(probabilities = probabilities, correlations = correlations, scores = scores, strengths = strengths)
  kind <- names(Filter(function(kind) any(words %in% kind), kinds))[1]
  if (is.na(kind) || !is.numeric(lengths) || all(is.na(lengths))) return(invisible())
  rule <- rule_of_similarity(kind, if (make.names(name) == name) name else "x", max(lengths, na.rm = TRUE))
  text <- sprintf(paste("the weights %s are taken as lengths: the larger, the farther. Their name says the opposite.",
                        "Make lengths of them first, for values of this range %s. If they are lengths, rename them"),
                  shown(name), rule)
  warning(structure(class = c("gobc_warning", "warning", "condition"), list(message = text, call = NULL)))
}

# Returns an expression that converts every value of x, up to the largest, to a length above 0.
rule_of_similarity <- function(kind, x, largest) {
  if (kind == "strengths" || largest > top_score || largest > 1 && largest <= top_score / 10) return(paste("1 /", x))
  if (largest > 1) return(sprintf("%d - %s", top_score + (largest == top_score), x))
  capped <- if (largest < 1) x else sprintf("pmin(%s, 0.999)", x)
  switch(kind, probabilities = sprintf("-log(%s)", capped), correlations = sprintf("sqrt(2 * (1 - %s))", capped),
         sprintf("1 - %s", capped))
}

check_lengths <- function(lengths, table) {
  if (inherits(lengths, "integer64")) lengths <- bit64::as.double.integer64(lengths)
  if (!is.numeric(lengths)) fail("data", "weights are %s, but must be numbers", described(lengths))
  lengths <- if (is.integer(lengths)) as.integer(lengths) else as.double(lengths)
  wrong <- which(is.na(lengths) | lengths <= 0)
  if (!length(wrong)) return(lengths)
  value <- lengths[wrong[1]]
  advice <- if (is.na(value)) {
    "give a length above 0, or drop the edge"
  } else if (value < 0) {
    paste("shortest paths need weights above 0: convert similarities to lengths first, for example 1 - abs(r) for a",
          "correlation")
  } else {
    paste("shortest paths need weights above 0: give a small length, merge the two ends of the edge, or drop the row,",
          "if 0 means no link")
  }
  fail("data", "the weight of %s is %s; %s", table$where(wrong[1]), format(value, digits = 15), advice)
}

# ---- vertices and edges as the user names them ----

# Returns numbers of vertices. `v` holds numbers (negative ones exclude vertices), names (integer64 values are names),
# logical values or a sequence of igraph.
vertex_numbers <- function(table, v, name) {
  v <- from_integer64(v, !is.null(table$names))
  if (is.null(v)) return(NULL)
  plain <- !is.object(v)
  if (is.factor(v)) v <- as.character(v)
  if (inherits(v, "igraph.vs")) v <- in_sequence(table, v, name, !is.null(table$names))
  if (is.character(v)) return(numbers_of_names(table, v, name))
  if (!is.numeric(v) && !is.logical(v)) {
    fail("argument", "%s must be numbers or names of vertices, not %s", name, shown(v))
  }
  labels <- if (is.logical(v)) names(v)[v] else names(v)
  numbers <- selected_numbers(table, as.vector(unclass(v)), name)
  if (length(labels) == length(numbers)) refuse_other_names(table, numbers, labels, name)
  if (plain && is.numeric(v)) warn_of_numbers(table, numbers, name)
  numbers
}

numbers_of_names <- function(table, v, name) {
  if (is.null(table$names)) {
    fail("argument", "%s has names, but the vertices of this graph have none: give numbers", name)
  }
  numbers <- match_names(table, v, name)
  unknown <- which(is.na(numbers))
  if (length(unknown)) fail("argument", "%s: there is no vertex %s", name, shown(v[unknown[1]]))
  numbers
}

# Returns the first vertex of each name, or NA. Warns if other vertices have the same name.
match_names <- function(table, v, name) {
  again <- which(v %in% table$names[duplicated(table$names)])[1]
  if (!is.na(again)) {
    text <- sprintf("%s: %d vertices are called %s, and the first of them is taken: give numbers, or names that differ",
                    name, sum(table$names == v[again], na.rm = TRUE), shown(v[again]))
    warning(structure(class = c("gobc_warning", "warning", "condition"), list(message = text, call = NULL)))
  }
  match(v, table$names)
}

selected_numbers <- function(table, v, name) {
  numbers <- if (is.logical(v) || any(v < 0, na.rm = TRUE)) seq_len(table$n)[v] else v
  wrong <- which(is.na(numbers) | numbers < 1 | numbers > table$n | numbers != round(numbers))
  if (length(wrong)) {
    fail("argument", "%s: there is no vertex %s; vertices are numbered from 1 to %d", name, format(numbers[wrong[1]]),
         table$n)
  }
  as.integer(numbers)
}

# Returns the numbers in a sequence of igraph, or the names in a sequence of vertices if the table is not from igraph.
in_sequence <- function(table, sequence, name, by_name) {
  if (!is.null(table$id) && identical(igraph::graph_id(sequence), table$id)) return(as.vector(sequence))
  labels <- igraph::as_ids(sequence)
  if (by_name && is.null(table$id) && is.character(labels)) return(labels)
  fail("argument", "%s is a sequence of another graph of igraph: give names, or a sequence of this graph", name)
}

# Refuses numbers whose names are those of other vertices. which() gives names that fit.
refuse_other_names <- function(table, numbers, labels, name) {
  wrong <- which(labels %in% table$names & labels != table$names[numbers])
  if (!length(wrong)) return(invisible())
  at <- wrong[1]
  fail("argument", "%s: vertex %d is %s, but is called %s here: give names(x) for names, unname(x) for numbers", name,
       numbers[at], shown(table$names[numbers[at]]), shown(labels[at]))
}

warned <- new.env(parent = emptyenv()) # warnings that this session has shown

# Warns, once a session, if numbers are taken as positions of vertices although they are names of other vertices.
warn_of_numbers <- function(table, numbers, name) {
  if (isTRUE(warned$numbers) || !length(numbers) || !label_text(numbers[1]) %in% table$names) return(invisible())
  others <- match(label_text(numbers), table$names)
  if (anyNA(others) || identical(others, numbers)) return(invisible())
  warned$numbers <- TRUE
  text <- sprintf(paste("%s: numbers are positions of vertices, as in igraph, so %d is the vertex %s. These numbers",
                        "are also names of vertices: if you mean names, give as.character(x). This warning is shown",
                        "once a session"), name, numbers[1], shown(table$names[numbers[1]]))
  warning(structure(class = c("gobc_warning", "warning", "condition"), list(message = text, call = NULL)))
}

# Returns a column of vertices. If vertices have numbers as names, the column's numbers are names, as in an edge table.
vertex_column <- function(table, column) {
  column <- from_integer64(if (is.factor(column)) as.character(column) else column)
  if (is.numeric(column) && any(grepl("^-?[0-9]+$", table$names, perl = TRUE))) label_text(column) else column
}

# Returns numbers of edges. `e` has numbers, names such as "a|b", or a sequence of igraph.
edge_numbers <- function(table, e) {
  if (is.null(e)) return(NULL)
  count <- length(table$from)
  if (is.factor(e)) e <- as.character(e)
  if (inherits(e, "igraph.es")) e <- in_sequence(table, e, "e", FALSE)
  if (is.character(e)) {
    ends <- strsplit(replace(e, !validEnc(e), ""), "|", fixed = TRUE)
    bad <- which(lengths(ends) != 2)
    if (length(bad)) {
      fail("argument", "e: %s is not an edge; name its ends as \"a|b\", or give numbers", shown(e[bad[1]]))
    }
    return(edges_between(table, vapply(ends, `[`, "", 1), vapply(ends, `[`, "", 2), e))
  }
  if (!is.numeric(e) && !is.logical(e)) fail("argument", "e must be numbers or names of edges, not %s", shown(e))
  e <- as.vector(unclass(e))
  numbers <- if (is.logical(e) || any(e < 0, na.rm = TRUE)) seq_len(count)[e] else e
  wrong <- which(is.na(numbers) | numbers < 1 | numbers > count | numbers != round(numbers))
  if (length(wrong)) {
    fail("argument", "e: there is no edge %s; edges are numbered from 1 to %d", format(numbers[wrong[1]]), count)
  }
  as.integer(numbers)
}

edges_between <- function(table, from, to, named) {
  # An unknown vertex is NA, because a number could give it the key of another edge.
  number <- function(end) {
    if (is.null(table$names)) match(end, as.character(seq_len(table$n))) else match_names(table, end, "e")
  }
  key <- function(from, to) from + (table$n + 1) * as.numeric(to)
  wanted <- list(number(from), number(to))
  numbers <- match(key(wanted[[1]], wanted[[2]]), key(table$from, table$to))
  if (!table$directed) {
    back <- match(key(wanted[[2]], wanted[[1]]), key(table$from, table$to))
    numbers <- pmin(numbers, back, na.rm = TRUE)
  }
  unknown <- which(is.na(numbers) | is.na(wanted[[1]]) | is.na(wanted[[2]]))
  if (length(unknown)) fail("argument", "e: there is no edge %s", shown(named[unknown[1]]))
  numbers
}
