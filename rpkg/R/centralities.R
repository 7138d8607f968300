#' Several centralities of vertices at once
#'
#' Measures that need the same shortest paths share one computation.
#'
#' @inheritParams betweenness
#' @param measures Names of measures: `"betweenness"`, `"stress"`, `"closeness"`, `"harmonic"`, `"eccentricity"`,
#'   `"eccentricity_centrality"`. For edges see [edge_betweenness()].
#' @param mode The direction of distances, as in [closeness()]; it counts for eccentricity, too.
#' @param weights As in [betweenness()], here for eccentricity, too.
#' @return A data frame of class `gobc_centralities` with a row for every vertex (of `v`): the column `vertex` of their
#'   names, or numbers where they have none, and a column for every measure.
#' @seealso [plot()][plot.gobc_centralities] and `autoplot()`, [top()], [add_centralities()]
#' @examples
#' edges <- data.frame(from = c("a", "b", "c", "b", "d"), to = c("b", "c", "d", "d", "e"))
#' centralities(edges, c("betweenness", "closeness"), directed = FALSE)
#' @export
centralities <- function(graph, measures = c("betweenness", "stress", "closeness", "eccentricity_centrality"), v = NULL,
                         directed = TRUE, mode = c("out", "in", "all", "total"), weights = NULL, normalized = FALSE,
                         cutoff = -1, ..., device = NULL, precision = "double", threads = NULL, progress = NULL) {
  no_more(...)
  how <- how_to(device, precision, threads, progress)
  measures <- measures_of(measures)
  directed <- flag(directed, "directed")
  normalized <- flag(normalized, "normalized")
  options <- options_of(measures, mode, cutoff, normalized)
  with_graph(graph, function(graph) {
    table <- graph$table
    v <- vertex_numbers(table, v, "v")
    columns <- ask_vertices(graph, built(graph, directed, weights, how), measures, v, options, how)
    if (normalized && "betweenness" %in% measures) columns$betweenness <- rescaled(columns$betweenness, table$n)
    vertex <- if (is.null(v)) seq_len(table$n) else v
    if (!is.null(table$names)) vertex <- table$names[vertex]
    scores <- data.frame(vertex = vertex, columns[measures], stringsAsFactors = FALSE)
    structure(scores, class = c("gobc_centralities", "data.frame"))
  })
}

# The library's igraph is Python's, which divides by the pairs of all vertices.
rescaled <- function(scores, n) if (n > 2) scores * (n / (n - 2)) else rep(NaN, length(scores))

options_of <- function(measures, mode, cutoff, normalized) {
  options <- list(cutoff = longest(cutoff), normalized = as.integer(normalized))
  if (any(measures %in% of_distance)) options$direction <- direction_of(mode)
  options
}

of_distance <- c("closeness", "harmonic", "eccentricity", "eccentricity_centrality")
of_vertices <- c("betweenness", "stress", of_distance)

# Names of measures, also those of this package's functions.
measures_of <- function(measures) {
  if (!is.character(measures) || !length(measures) || anyNA(measures)) {
    fail("argument", "measures must be names of measures, not %s", shown(measures))
  }
  measures <- sub("^(harmonic|stress|closeness|betweenness)_centrality$", "\\1", measures)
  unknown <- setdiff(measures, of_vertices)
  if (length(unknown)) {
    fail("argument", "measures: \"%s\" is none of %s%s", unknown[1], paste(of_vertices, collapse = ", "),
         if (startsWith(unknown[1], "edge_")) "; for edges there is edge_betweenness()" else "")
  }
  if (anyDuplicated(measures)) fail("argument", "measures has %s twice", measures[anyDuplicated(measures)])
  measures
}

#' What would be computed, how, and in how much memory
#'
#' @inheritParams centralities
#' @return A list: `measures`, `device`, `threads`, `sources`, `path` (the method), `bytes` of memory, `limit` of it,
#'   `fits`, `reasons` and others, which may change between versions.
#' @examples
#' edges <- data.frame(from = c("a", "b", "c"), to = c("b", "c", "d"))
#' gobc_plan(edges, "betweenness")$path
#' @export
gobc_plan <- function(graph, measures = "betweenness", directed = TRUE, mode = c("out", "in", "all", "total"),
                      weights = NULL, normalized = FALSE, cutoff = -1, ..., device = NULL, precision = "double",
                      threads = NULL) {
  no_more(...)
  how <- how_to(device, precision, threads, FALSE)
  measures <- measures_of(measures)
  options <- c(options_of(measures, mode, cutoff, flag(normalized, "normalized")),
               how[c("device", "precision", "threads")], preset = "igraph")
  directed <- flag(directed, "directed")
  plan <- with_graph(graph, function(graph) {
    pointer <- built(graph, directed, weights, how)
    parse_json(result_of(.Call(shim_plan, pointer, paste(measures, collapse = ","), options)))
  })
  structure(plan, class = "gobc_plan")
}

#' @export
print.gobc_plan <- function(x, ...) {
  for (name in names(x)) {
    lines <- strwrap(unlist(x[[name]]), 80)
    cat(sprintf("%-13s %s\n", c(name, rep("", max(length(lines) - 1, 0))), if (length(lines)) lines else ""), sep = "")
  }
  invisible(x)
}
