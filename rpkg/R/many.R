# gobc_many: computes many networks of one table of edges in one call of the library.

#' Measures of many small networks
#'
#' Computes the networks of one table of edges one after the other, on all processors: a network for each patient,
#' cell or bootstrap sample. In an R loop, each call takes longer than the computation of a small network.
#'
#' Networks on the same vertices, such as bootstraps and permutations, are for [gobc_many_layers()].
#'
#' @param edges A data frame of edges, with a column that names the network of each edge. The ends of edges are found
#'   among the other columns as in [gobc_graph()], and lengths in the column `weight`, if there is one. Vertices of
#'   different networks may have the same name. Rows may be in any order.
#' @param measures Names of measures: all of vertices, or all of edges. All take lengths, eccentricities too, for
#'   which [eccentricity()] counts edges by default.
#' @param by The name of the column that names the network.
#' @param directed Whether edges have a direction, in all networks.
#' @param weights The name of the column with the lengths of edges; `NA` for none. By default `weight`, if there is such
#'   a column.
#' @param mode Which distances count in a directed graph, as in [closeness()].
#' @param normalized,cutoff,endpoints,alpha As in [centralities()] and [decay()].
#' @param errors With `"raise"`, the first network with a wrong length is an error that names the network and the row.
#'   With `"report"`, such networks are left out; the attribute `left_out` is a data frame that lists them.
#' @param device `"auto"` or `"cpu"`, or for betweenness of networks without lengths `"cuda"`: a GPU computes all
#'   networks at once.
#' @param threads The number of networks that are computed at once. Default: the number of processors. It changes no
#'   value.
#' @param progress,settings As in [betweenness()]. Progress counts networks.
#' @param ... Must be empty.
#' @return A data frame with a row for each vertex, or edge, of each network, in order of the first rows of networks:
#'   `network`, then `vertex`, or `from` and `to`, then a column for each measure. Values equal those of a call on the
#'   network alone, except for the last digits, because the order of vertices may differ.
#' @examples
#' edges <- data.frame(patient = c("p1", "p1", "p2"), from = c("a", "b", "a"), to = c("b", "c", "c"))
#' gobc_many(edges, "betweenness", by = "patient", directed = FALSE)
#' @export
gobc_many <- function(edges, measures = "betweenness", by = "network", directed = TRUE, weights = NULL, mode = NULL,
                      normalized = NULL, cutoff = NULL, endpoints = FALSE, alpha = NULL,
                      errors = c("raise", "report"), device = NULL, threads = NULL, progress = NULL, settings = NULL,
                      ...) {
  no_more(...)
  measures <- measures_of(measures, c(vertex_measures, edge_measures))
  report <- choice(errors, "errors", c("raise", "report")) == "report"
  table <- networks_of(edges, word(by, "by"), weights)
  run <- run_of(device, threads, progress, settings)
  options <- list(direction = direction_of(mode), normalized = normalized, cutoff = cutoff, endpoints = endpoints,
                  alpha = alpha)
  options <- asked(encoded(options), run)
  choices <- c(flag(directed, "directed"), report)
  load_library()
  found <- watched(run$progress, function(tell) {
    names <- paste(measures, collapse = ",")
    answer <- .Call(shim_many, table$columns, names, choices, options, tell)
    answer$message <- in_rows_of_networks(answer$message)
    result_of(answer)
  })
  scores <- found$scores
  ends <- if ("node" %in% names(scores)) "node" else c("source", "target")
  labels <- structure(lapply(scores[ends], function(number) table$labels[number]),
                      names = if (length(ends) == 1) "vertex" else c("from", "to"))
  as_given <- function(network) `storage.mode<-`(network, storage.mode(table$columns[[1]]))
  scores <- data.frame(network = as_given(scores$network), labels, scores[measures], stringsAsFactors = FALSE)
  if (report) {
    left <- found$left
    rows <- ifelse(left$row < 0, NA, left$row + 1)
    attr(scores, "left_out") <- data.frame(network = as_given(left$network), row = rows, error = left$error,
                                           stringsAsFactors = FALSE)
  }
  scores
}

# Returns the columns of a table of networks in the form that shim_many() takes, and the labels of the vertices.
networks_of <- function(edges, by, weights) {
  if (!is.data.frame(edges)) {
    fail("argument", "edges is %s, but must be a data frame of edges with a column %s", described(edges), shown(by))
  }
  if (!by %in% names(edges)) {
    fail("argument", "by is %s: there is no such column; there are %s", shown(by), paste(names(edges), collapse = ", "))
  }
  others <- edges[names(edges) != by]
  if (length(others) < 2) fail("data", "the table of edges needs two columns of vertices in addition to %s", by)
  places <- find_ends(others)
  need_ends(names(edges), by, names(others)[places])
  ends <- lapply(places, function(at) end_column(others[[at]], names(others)[at]))
  warn_of_absent(ends)
  if (is.character(ends[[1]]) != is.character(ends[[2]])) ends <- lapply(ends, label_text)
  labels <- unique(c(ends[[1]], ends[[2]]))
  network <- network_column(edges[[by]], by)
  list(labels = label_text(labels),
       columns = c(list(network, match(ends[[1]], labels), match(ends[[2]], labels)), network_lengths(others, weights)))
}

# Returns the column that names networks, as whole numbers or texts.
network_column <- function(column, by) {
  column <- from_integer64(if (is.factor(column)) as.character(column) else column)
  if (!is.character(column) && !is.numeric(column)) {
    fail("data", "column %s names the networks and is %s, but must hold whole numbers or texts", by, described(column))
  }
  absent <- which(is.na(column))
  if (length(absent)) {
    fail("data", "row %d of the edges has no network in column %s (NA): drop such rows first", absent[1], by)
  }
  if (is.character(column)) return(enc2utf8(column))
  broken <- which(column != round(column) | abs(column) >= 2^53)
  if (length(broken)) {
    fail("data", paste("row %d of the edges has %s in column %s, which names the networks: give whole numbers below",
                       "2^53, or texts"), broken[1], format(column[broken[1]], digits = 15), by)
  }
  column
}

# Returns a list with the column of lengths, or an empty list.
network_lengths <- function(edges, weights) {
  if (is.null(weights)) {
    if (!"weight" %in% names(edges)) return(list())
    weights <- "weight"
  } else if (is.atomic(weights) && length(weights) == 1 && is.na(weights)) {
    return(list())
  }
  name <- word(weights, "weights")
  if (!name %in% names(edges)) missing_attribute(name, names(edges))
  lengths <- edges[[name]]
  if (inherits(lengths, "integer64")) lengths <- bit64::as.double.integer64(lengths)
  if (!is.numeric(lengths)) fail("data", "weights are %s, but must be numbers", described(lengths))
  warn_of_similarity(name, lengths)
  list(as.double(lengths)) # NA becomes NaN, an error of its network
}

# Changes rows in messages, because the library counts them from 0.
in_rows_of_networks <- function(message) {
  found <- regexpr("(?<=, row )[0-9]+(?=: )", message, perl = TRUE)
  if (startsWith(message, "edges: network ") && found > 0) {
    row <- as.numeric(regmatches(message, found)) + 1
    regmatches(message, found) <- format(row, scientific = FALSE)
  }
  message
}
