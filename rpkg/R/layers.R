# gobc_many_layers: computes networks on the vertices and edges of one graph in one call of the library.

#' Measures of many networks on the same vertices
#'
#' Computes networks that share their vertices, such as bootstraps, permutations, or patients over the same genes. The
#' edges are given once, and a matrix has the lengths or the presence of each edge in each network.
#'
#' @param edges The edges of all networks: a data frame, or anything else that [gobc_graph()] takes.
#' @param measures Names of measures: all of vertices, or all of edges. All take lengths, eccentricities too, for
#'   which [eccentricity()] counts edges by default.
#' @param weights A matrix of lengths with a row for each edge and a column for each network, where `Inf` says that a
#'   network lacks the edge. A sparse matrix holds the edges that there are. With `presence`, `weights` may also name
#'   the column or attribute of lengths that all networks share; by default `weight`, if there is one.
#' @param presence A matrix of the same shape, of `TRUE` and `FALSE` or of 1 and 0: whether a network has an edge. All
#'   networks have all vertices. Rows count by their place: a matrix whose row names are those of the edges in another
#'   order is an error.
#' @param directed Whether the edges of a data frame or a matrix have a direction.
#' @param mode Which distances count in a directed graph, as in [closeness()].
#' @param normalized,cutoff,endpoints,alpha As in [centralities()] and [decay()].
#' @param errors With `"raise"`, the first network with a wrong length is an error that names the network and the row.
#'   With `"report"`, such networks are left out; the attribute `left_out` is a data frame that lists them.
#' @param device `"auto"` or `"cpu"`.
#' @param threads The number of networks that are computed at once. Default: the number of processors. It changes no
#'   value.
#' @param progress,settings As in [betweenness()]. Progress counts networks.
#' @param ... Must be empty.
#' @return A matrix with a row for each vertex, or edge, and a column for each network; for several measures, a list of
#'   such matrices by name. Edges that a network lacks have 0.
#' @examples
#' edges <- data.frame(from = c("a", "b", "a"), to = c("b", "c", "c"))
#' gobc_many_layers(edges, presence = cbind(first = c(1, 1, 0), second = c(1, 0, 1)), directed = FALSE)
#' @export
gobc_many_layers <- function(edges, measures = "betweenness", weights = NULL, presence = NULL, directed = TRUE,
                             mode = NULL, normalized = NULL, cutoff = NULL, endpoints = FALSE, alpha = NULL,
                             errors = c("raise", "report"), device = NULL, threads = NULL, progress = NULL,
                             settings = NULL, ...) {
  no_more(...)
  measures <- measures_of(measures, c(vertex_measures, edge_measures))
  report <- choice(errors, "errors", c("raise", "report")) == "report"
  if (!is_matrix(weights) && is.null(presence)) {
    fail("argument", "give weights or presence, a matrix with a row for each edge and a column for each network")
  }
  options <- list(direction = direction_of(mode), normalized = normalized, cutoff = cutoff, endpoints = endpoints,
                  alpha = alpha)
  run <- run_of(device, threads, progress, settings)
  directed <- flag(directed, "directed")
  column <- if (is_matrix(weights)) NA else weights
  with_graph(edges, function(graph) {
    table <- graph$table
    rows <- length(table$from)
    refuse_another_order(weights, "weights", edges)
    refuse_another_order(presence, "presence", edges)
    refuse_other_pairs(weights, "weights", table)
    refuse_other_pairs(presence, "presence", table)
    lengths <- if (is_matrix(weights)) lengths_matrix(weights, rows)
    has <- if (!is.null(presence)) presence_matrix(presence, rows)
    names <- network_names(lengths, has)
    pointer <- built(graph, directed, column, run)
    encoded_options <- asked(encoded(options, table), run)
    matrices <- list(lengths, if (!is.null(has)) matrix(as.raw(has), nrow(has)))
    found <- watched(run$progress, function(tell) {
      question <- list(paste(measures, collapse = ","), report)
      answer <- .Call(shim_layers, pointer, names, matrices, question, encoded_options, tell)
      answer$message <- in_rows_of_networks(answer$message)
      result_of(answer)
    })
    in_matrices(found, table, measures, names, report)
  }, directed)
}

is_matrix <- function(x) is.matrix(x) || inherits(x, c("Matrix", "data.frame"))

# Columns of a data frame may differ in length, or may not fit into one matrix.
plain_matrix <- function(x, name) {
  tryCatch(as.matrix(x), error = function(error) {
    fail("argument", "%s cannot be made a matrix: %s", name, conditionMessage(error))
  })
}

# Returns a list with a matrix for each measure, or the matrix of a single measure.
in_matrices <- function(found, table, measures, names, report) {
  of_edges <- !"node" %in% names(found$scores)
  rows <- if (of_edges) length(table$from) else table$n
  networks <- if (rows) found$scores$network[seq(1, length(found$scores$network), length.out =
                                                   length(found$scores$network) / rows)] else names
  row_names <- if (of_edges) NULL else table$names
  matrices <- lapply(found$scores[measures], matrix, nrow = rows, ncol = length(networks),
                     dimnames = list(row_names, as.character(networks)))
  result <- if (length(measures) == 1) matrices[[1]] else structure(matrices, names = measures)
  if (report) {
    left <- found$left
    attr(result, "left_out") <- data.frame(network = `storage.mode<-`(left$network, storage.mode(names)),
                                           row = ifelse(left$row < 0, NA, left$row + 1), error = left$error,
                                           stringsAsFactors = FALSE)
  }
  result
}

# Returns lengths as a plain matrix. An entry that a sparse matrix leaves out means that there is no edge.
lengths_matrix <- function(weights, rows) {
  values <- plain_matrix(weights, "weights")
  if (!is.numeric(values)) fail("argument", "weights must be a matrix of numbers, not of %s", typeof(values))
  if (inherits(weights, "sparseMatrix")) values[values == 0] <- Inf
  storage.mode(values) <- "double"
  with_rows(values, "weights", rows)
}

presence_matrix <- function(presence, rows) {
  if (!is_matrix(presence)) fail("argument", "presence is %s, but must be a matrix", described(presence))
  values <- plain_matrix(presence, "presence")
  if (!is.logical(values) && !is.numeric(values)) {
    fail("argument", "presence must be a matrix of TRUE and FALSE, or of 1 and 0, not of %s", typeof(values))
  }
  if (anyNA(values)) {
    at <- which(is.na(values), arr.ind = TRUE)[1, ]
    fail("data", "presence, row %d, column %d: NA does not say whether the edge is there: give TRUE or FALSE", at[[1]],
         at[[2]])
  }
  odd <- which(values != 0 & values != 1)
  if (length(odd)) {
    at <- arrayInd(odd[1], dim(values))
    fail("data", "presence, row %d, column %d: %s is neither 1 nor 0; lengths of edges are weights", at[1], at[2],
         format(values[odd[1]], digits = 15))
  }
  with_rows(values != 0, "presence", rows)
}

# Refuses a matrix whose row names say that its rows are in another order than the edges: rows count by their place.
# Edges that are no data frame have the row names 1, 2, 3, ... Row names of which the edges have none say nothing.
refuse_another_order <- function(values, name, edges) {
  own <- if (is_matrix(values)) rownames(values)
  framed <- is.data.frame(edges)
  theirs <- if (framed) rownames(edges) else as.character(seq_along(own))
  if (!length(own) || length(own) != length(theirs) || identical(own, theirs)) return(invisible())
  shared <- own %in% theirs
  if (if (framed) any(shared) else all(shared)) {
    row <- which(own != theirs)[1]
    follow <- if (framed) "rownames(edges)" else sprintf("order(as.integer(rownames(%s)))", name)
    fail("data", paste("%s has its rows in a different order from the edges, as its row names show: row %d is %s, and",
                       "that of the edges is %s: give %s[%s, , drop = FALSE], or call rownames(%s) <- %s if row k",
                       "belongs to edge k"),
         name, row, shown(own[row]), shown(theirs[row]), name, follow, name, if (framed) "rownames(edges)" else "NULL")
  }
}

# Refuses a matrix whose row names are the pairs of ends of edges, pasted, in another order.
refuse_other_pairs <- function(values, name, table) {
  own <- if (is_matrix(values)) rownames(values)
  if (!length(own) || length(own) != length(table$from)) return(invisible())
  ends <- list(called(table, table$from), called(table, table$to))
  for (separator in c("|", "_", " ", "-")) {
    there <- paste(ends[[1]], ends[[2]], sep = separator)
    back <- if (table$directed) there else paste(ends[[2]], ends[[1]], sep = separator)
    wrong <- which(own != there & own != back)
    if (length(wrong) && all(own %in% c(there, back))) {
      fail("data", paste("%s has its rows in a different order from the edges, as its row names show: row %d is %s,",
                         "and that of the edges is %s: give the rows in the order of gobc_edges(edges), or call",
                         "rownames(%s) <- NULL if row k belongs to edge k"),
           name, wrong[1], shown(own[wrong[1]]), shown(there[wrong[1]]), name)
    }
  }
}

with_rows <- function(values, name, rows) {
  if (nrow(values) != rows) {
    fail("data", "%s has %d rows, but there are %d edges: give a row for each edge, and a column for each network%s",
         name, nrow(values), rows, if (ncol(values) == rows) sprintf("; t(%s) has", name) else "")
  }
  values
}

# Returns the names of the columns, or their numbers if they have no names.
network_names <- function(lengths, has) {
  if (!is.null(lengths) && !is.null(has) && ncol(lengths) != ncol(has)) {
    fail("data", "weights and presence have %d and %d columns, and need one for each network", ncol(lengths), ncol(has))
  }
  names <- c(colnames(lengths), if (is.null(colnames(lengths))) colnames(has))
  if (is.null(names)) return(seq_len(ncol(if (is.null(lengths)) has else lengths)))
  if (anyDuplicated(names)) fail("argument", "two networks have the same name, %s", shown(names[anyDuplicated(names)]))
  enc2utf8(names)
}

# Refuses ends that were found by their place, where the column of networks is one of a pair of ends, or an end is
# called "network".
need_ends <- function(names, by, ends) {
  lower <- tolower(trimws(names))
  is_pair <- function(columns) any(vapply(pairs_of_columns, function(pair) all(pair %in% tolower(trimws(columns))), NA))
  if (is_pair(ends)) return(invisible())
  apart <- any(vapply(pairs_of_columns, function(pair) tolower(trimws(by)) %in% pair && all(pair %in% lower), NA))
  if (apart || "network" %in% tolower(trimws(ends))) {
    fail("data", paste("with by = %s, columns %s and %s would be the ends of edges, by position: name the column of",
                       "networks"), shown(by), ends[1], ends[2])
  }
}
