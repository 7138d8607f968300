# Plots of centralities. The data of a plot are computed in one place, for base graphics and for ggplot2.

#' Plots of centralities
#'
#' `"rank"` draws scores against their ranks on two logarithmic axes, with the names of the first. Scores that are 0
#' or not finite are left out, and the axis gives their number. `"scatter"` draws a measure against another one, with
#' Spearman's rank correlation. `"degree"` draws a measure against the degree. An axis is logarithmic if positive
#' values span more than a factor of 100; then 0 has a separate position.
#'
#' @param x,object The result of [centralities()], or some of its rows.
#' @param type `"rank"`, `"scatter"` or `"degree"`. Default: the type whose arguments are given, else `"rank"`.
#' @param measure A column of `x`. Default: the first measure.
#' @param against The measure on the other axis of a scatter plot. Default: the next measure.
#' @param graph For `"degree"`: the graph of the scores, as in [betweenness()]. The degree is the number of other
#'   vertices with which a vertex shares an edge, in either direction.
#' @param names How many of the first rows are labeled with their names.
#' @param ... `plot()`: arguments of [graphics::plot()] such as `main`, `col`, `pch`; `autoplot()`: arguments of
#'   `ggplot2::geom_point()`.
#' @return `plot()` returns the drawn data as a data frame, invisibly, with Spearman's rho as the attribute `"rho"`
#'   unless the type is `"rank"`. `autoplot()` returns a plot of ggplot2, which must be loaded.
#' @examples
#' set.seed(1)
#' edges <- data.frame(from = sample.int(200, 500, TRUE), to = sample.int(200, 500, TRUE))
#' scores <- centralities(edges, directed = FALSE)
#' plot(scores)
#' plot(scores, "scatter", "betweenness", "stress")
#' plot(scores, "degree", graph = gobc_graph(edges, directed = FALSE))
#' @examplesIf requireNamespace("ggplot2", quietly = TRUE)
#' ggplot2::autoplot(scores, against = "closeness")
#' @export
plot.gobc_centralities <- function(x, type = NULL, measure = NULL, against = NULL, graph = NULL, names = 5, ...) {
  picture <- picture_of(x, type, measure, against, graph, names)
  drawn <- picture$drawn
  given <- list(...)
  style <- list(axes = FALSE, frame.plot = TRUE, xlab = picture$across$title, ylab = picture$up$title,
                main = picture$title, pch = 20, cex = 0.7, xlim = picture$across$limits, ylim = picture$up$limits)
  do.call(graphics::plot.default, c(list(drawn$x, drawn$y), style[setdiff(base::names(style), base::names(given))],
                                    given))
  if (!isFALSE(given$axes)) {
    graphics::axis(1, picture$across$at, picture$across$labels)
    graphics::axis(2, picture$up$at, picture$up$labels, las = 1)
  }
  labels <- picture$labels
  if (nrow(labels)) {
    graphics::segments(labels$x, labels$y, labels$to, labels$lifted, col = "grey60")
    graphics::text(labels$to, labels$lifted, labels$label, adj = c(0, 0.4), cex = 0.8, srt = picture$angle, xpd = NA)
  }
  invisible(picture$values)
}

#' @rdname plot.gobc_centralities
#' @exportS3Method ggplot2::autoplot
autoplot.gobc_centralities <- function(object, type = NULL, measure = NULL, # nolint: object_name_linter.
                                       against = NULL, graph = NULL, names = 5, ...) {
  picture <- picture_of(object, type, measure, against, graph, names)
  scale <- function(scale, axis) {
    scale(axis$title, breaks = axis$at, labels = axis$labels, minor_breaks = NULL, limits = axis$limits)
  }
  x <- y <- to <- lifted <- label <- NULL # columns; this satisfies R's checks
  ggplot2::ggplot(picture$drawn, ggplot2::aes(x, y)) +
    ggplot2::geom_segment(ggplot2::aes(xend = to, yend = lifted), picture$labels, colour = "grey60") +
    ggplot2::geom_point(...) +
    ggplot2::geom_text(ggplot2::aes(to, lifted, label = label), picture$labels, size = 3, hjust = 0, vjust = 0.4,
                       angle = picture$angle) +
    scale(ggplot2::scale_x_continuous, picture$across) +
    scale(ggplot2::scale_y_continuous, picture$up) +
    ggplot2::coord_cartesian(clip = "off") +
    ggplot2::labs(title = if (nzchar(picture$title)) picture$title)
}

# Returns the data of a plot: coordinates, axes, title, and which rows are labeled.
picture_of <- function(x, type, measure, against, graph, names) {
  if (is.null(type)) type <- if (!is.null(graph)) "degree" else if (!is.null(against)) "scatter" else "rank"
  type <- choice(type, "type", c("rank", "scatter", "degree"))
  measure <- measure_of(x, measure, "measure")
  names <- whole(names, "names", 0, "give how many of the first are named")
  if (!is.null(against) && type != "scatter") fail("argument", "against is for type = \"scatter\", not \"%s\"", type)
  if (!is.null(graph) && type != "degree") fail("argument", "graph is for type = \"degree\", not \"%s\"", type)
  if (type == "rank") return(rank_picture(x, measure, names))
  if (type == "degree") {
    across <- degrees_of(x, graph)
    title <- "degree"
  } else {
    title <- measure_of(x, against, "against", if (is.null(against)) measure)
    across <- x[[title]]
  }
  scatter_picture(x, across, title, measure, names)
}

rank_picture <- function(x, measure, names) {
  scores <- x[[measure]]
  rows <- order(scores, decreasing = TRUE, na.last = NA)
  rows <- rows[is.finite(scores[rows]) & scores[rows] > 0]
  left_out <- length(scores) - length(rows)
  what <- if (sum(scores == 0, na.rm = TRUE) == left_out) "with 0" else "with 0 or no finite score"
  title <- if (left_out) sprintf("rank (%s %s left out)", format(left_out, big.mark = ","), what) else "rank"
  values <- data.frame(rank = seq_along(rows), score = scores[rows], vertex = vertices_of(x)[rows])
  across <- axis_of(values$rank, title, TRUE)
  up <- axis_of(values$score, words_of(measure), TRUE)
  drawn <- data.frame(x = across$place(values$rank), y = up$place(values$score))
  # The curve falls, so there is space for slanted names above it.
  labels <- utils::head(drawn, names)
  labels$label <- sprintf("  %s", utils::head(values$vertex, names))
  labels$to <- labels$x
  labels$lifted <- labels$y
  if (nrow(labels)) up$limits[2] <- up$limits[2] + 0.04 * max(nchar(labels$label)) * diff(up$limits)
  list(drawn = drawn, values = values, labels = labels, angle = 60, across = across, up = up, title = "")
}

scatter_picture <- function(x, across, title, measure, names) {
  values <- data.frame(across, x[[measure]], vertex = vertices_of(x))
  base::names(values)[1:2] <- c(title, measure)
  values <- values[is.finite(values[[1]]) & is.finite(values[[2]]), ]
  rho <- if (nrow(values) > 1) suppressWarnings(stats::cor(values[[1]], values[[2]], method = "spearman")) else NA
  across <- axis_of(values[[1]], words_of(title))
  up <- axis_of(values[[2]], words_of(measure))
  drawn <- data.frame(x = across$place(values[[1]]), y = up$place(values[[2]]))
  first <- utils::head(order(values[[2]], decreasing = TRUE), names)
  said <- if (is.na(rho)) "undefined" else sprintf("%.3f", rho)
  attr(values, "rho") <- rho
  labels <- beside(drawn[first, ], values$vertex[first], across$limits, up$limits)
  if (nrow(labels)) across$limits[2] <- across$limits[2] + 0.3 * diff(across$limits)
  list(drawn = drawn, values = values, labels = labels, angle = 0, across = across, up = up,
       title = sprintf("Spearman's rho %s, %s vertices", said, format(nrow(values), big.mark = ",")))
}

words_of <- function(measure) gsub("_", " ", measure, fixed = TRUE)

vertices_of <- function(x) if (is.null(x[["vertex"]])) rownames(x) else as.character(x[["vertex"]])

# Draws names in a column to the right of all points, without overlaps, with lines from the points.
beside <- function(points, names, across, up) {
  points$label <- sprintf(" %s", names)
  points$to <- rep(across[2] + 0.05 * diff(across), nrow(points))
  gap <- 0.06 * diff(up)
  points$lifted <- Reduce(function(above, y) min(y, above - gap), points$y, accumulate = TRUE)
  points
}

# Returns the degrees of the rows: the numbers of neighbors other than the vertex itself.
degrees_of <- function(x, graph) {
  if (is.null(graph)) fail("argument", "type = \"degree\" needs graph, the graph of the scores")
  table <- gobc_graph(graph)$table
  labels <- if (is.null(table$names)) seq_len(table$n) else table$names
  rows <- match(vertices_of(x), as.character(labels))
  unknown <- which(is.na(rows))
  if (length(unknown)) {
    fail("argument", "graph is not the graph of the scores: it has no vertex %s",
         shown(vertices_of(x)[unknown[1]]))
  }
  ends <- table$from != table$to
  links <- unique(cbind(pmin(table$from, table$to), pmax(table$from, table$to))[ends, , drop = FALSE])
  as.numeric(tabulate(links, table$n)[rows])
}

# Returns an axis: the function `place` gives coordinates of values, `at` has the ticks. On a logarithmic axis, 0 is
# left of all.
axis_of <- function(values, title, logarithmic = NULL) {
  positive <- values[values > 0]
  if (is.null(logarithmic)) logarithmic <- length(positive) && all(values >= 0) && max(positive) > 100 * min(positive)
  if (!logarithmic || !length(positive)) {
    at <- if (length(values)) pretty(values) else 0:1
    return(list(title = title, at = at, labels = format(at, trim = TRUE, big.mark = ","), place = identity,
                limits = range(at, values)))
  }
  range <- log10(range(positive))
  ticks <- ticks_of(range)
  zero <- range[1] - max(0.12 * diff(range), 0.1)
  has_zero <- any(values == 0)
  at <- c(if (has_zero) zero, log10(ticks))
  list(title = title, at = at, labels = power_labels(c(if (has_zero) 0, ticks)),
       place = function(value) ifelse(value > 0, log10(value), zero), limits = range(at, range))
}

# Returns powers of ten if the range of logarithms has three or more, else round numbers.
ticks_of <- function(range) {
  powers <- if (ceiling(range[1]) <= floor(range[2])) ceiling(range[1]):floor(range[2])
  if (length(powers) >= 3) return(10^powers[seq(1, length(powers), ceiling(length(powers) / 6))])
  ticks <- grDevices::axisTicks(range, log = TRUE, nint = 5)
  ticks <- ticks[log10(ticks) >= range[1] - 0.01 & log10(ticks) <= range[2] + 0.01]
  if (length(ticks) < 2) signif(10^range, 3) else ticks
}

# Writes numbers in readable form: 0.01, 300, 10^4.
power_labels <- function(ticks) {
  one <- function(tick) {
    exponent <- floor(log10(tick) + 1e-9)
    if (tick == 0 || (exponent >= -3 && exponent <= 2)) return(format(tick, scientific = FALSE))
    factor <- signif(tick / 10^exponent, 3)
    if (factor == 1) sprintf("10^%d", exponent) else sprintf("%g %%*%% 10^%d", factor, exponent)
  }
  text <- vapply(ticks, one, "")
  parse(text = ifelse(grepl("^", text, fixed = TRUE), text, sprintf("\"%s\"", text)))
}
