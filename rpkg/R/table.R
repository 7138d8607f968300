# Every kind of input is converted to a list of class gobc_table with
#   n           number of vertices
#   from, to    integer vertex numbers from 1, one of each for every edge
#   names       names of the vertices, or NULL
#   directed    whether edges have a direction
#   weights     lengths of edges, or NULL; `weights_of(name)` returns those of an attribute or column
#   where       function(edge): how messages name an edge
#   most_similar  the largest value of a matrix, if it is on the diagonal

new_table <- function(n, from, to, names = NULL, directed = TRUE, weights = NULL, weights_of = NULL, where = NULL) {
  if (is.null(where)) {
    where <- function(edge) {
      ends <- c(from[edge], to[edge])
      if (!is.null(names)) ends <- names[ends]
      sprintf("edge %d (%s - %s)", edge, ends[1], ends[2])
    }
  }
  table <- list(n = as.integer(n), from = from, to = to, names = names, directed = directed, weights = weights,
                weights_of = weights_of, where = where)
  class(table) <- "gobc_table" # structure() takes 5 us of a call of 200
  table
}

as_table <- function(x, directed, vertices) {
  if (is.matrix(x)) x <- from_integer64(x, FALSE)
  if (!is.null(vertices)) needs_vertices(x)
  if (inherits(x, "igraph")) {
    table_of_igraph(x)
  } else if (inherits(x, "graphNEL")) {
    table_of_graphnel(x)
  } else if (inherits(x, "nanoarrow_array_stream")) {
    table_of_columns(columns_of_stream(x), directed, vertices)
  } else if (is.data.frame(x)) {
    table_of_columns(x, directed, vertices)
  } else if (is_edge_list(x)) {
    table_of_edge_list(x, directed, vertices)
  } else if (is.matrix(x)) {
    table_of_matrix(x, directed)
  } else if (inherits(x, "Matrix")) {
    table_of_sparse(x, directed)
  } else {
    fail("argument", paste("the graph is %s, but must be an igraph, a tbl_graph, a graphNEL, a data frame of edges, a",
                           "matrix, a sparse Matrix, an Arrow stream or a gobc_graph%s"),
         described(x), way_to_convert(x))
  }
}

# Conversions to a class that gobc reads, by the class of an object.
class_conversions <- c(
  graphAM = "as(x, \"graphNEL\")", graphBAM = "as(x, \"graphNEL\")", clusterGraph = "as(x, \"graphNEL\")",
  dist = "gobc_graph(as.matrix(x), directed = FALSE), in which pairs at distance 0 have no edge, others that length",
  DataFrame = "as.data.frame(x)", ArrowTabular = "as.data.frame(x)",
  network = "as.matrix(x, matrix.type = \"edgelist\")"
)

# Returns advice on how to convert an object of another class to a graph, or "".
way_to_convert <- function(x) {
  classes <- c(class(x), if (isS4(x)) methods::is(x))
  way <- class_conversions[intersect(classes, names(class_conversions))]
  if (length(way)) return(sprintf(": give %s", way[1]))
  if (is.list(x) && !is.object(x) && length(x)) way_to_convert_list(x) else ""
}

# Returns such advice for a plain list: of columns, of neighbors by vertex, or of edges.
way_to_convert_list <- function(x) {
  if (is.null(names(x))) {
    return(": give do.call(rbind, x), if its items are edges, or igraph::graph_from_adj_list(x), if they are neighbors")
  }
  has_columns <- length(unique(lengths(x))) == 1 && all(names(x) %in% c(unlist(pairs_of_columns), "weight"))
  if (has_columns) return(": give as.data.frame(x)")
  ": give stack(x)[2:1], the edges from the name of each item to its values"
}

columns_of_stream <- function(x) {
  columns <- in_class("data", .Call(shim_read_stream, x))
  if (length(columns) && !length(columns[[1]])) {
    fail("data", paste("the stream of edges has no rows: a stream can be read only once, and this one may have been",
                       "read before; make a new one, or give a data frame, which may be empty"))
  }
  columns
}

needs_vertices <- function(x) {
  if (!is.data.frame(x) && !inherits(x, "nanoarrow_array_stream") && !is_edge_list(x)) {
    fail("argument", "vertices can be given only with a table of edges; %s has its own", described(x))
  }
}

described <- function(x) {
  if (is.null(x)) return("NULL")
  if (inherits(x, "gobc_unread")) return(sprintf("a column of %s", attr(x, "contents")))
  sprintf("of class %s", paste(class(x), collapse = "/"))
}

contradicted <- function(what) {
  fail("argument", "directed contradicts the graph, which is %s: leave it out, or convert the graph first", what)
}

# ---- igraph, tidygraph, Bioconductor ----

table_of_igraph <- function(x) {
  need("igraph", "graphs of igraph")
  ends <- igraph::as_edgelist(x, names = FALSE)
  attributes <- igraph::edge_attr_names(x)
  weights_of <- function(name) {
    if (!name %in% attributes) missing_attribute(name, attributes)
    igraph::edge_attr(x, name)
  }
  names <- if ("name" %in% igraph::vertex_attr_names(x)) as.character(igraph::vertex_attr(x, "name"))
  new_table(igraph::vcount(x), as.integer(ends[, 1]), as.integer(ends[, 2]), names, igraph::is_directed(x),
            if ("weight" %in% attributes) igraph::edge_attr(x, "weight"), weights_of)
}

missing_attribute <- function(name, there) {
  fail("argument", "weights is \"%s\", but edges have no attribute or column of this name; there are %s", name,
       if (length(there)) paste(there, collapse = ", ") else "none")
}

need <- function(package, what) {
  if (!requireNamespace(package, quietly = TRUE)) {
    fail("argument", "%s need the package %s: install it, or give a data frame of edges", what, package)
  }
}

table_of_graphnel <- function(x) {
  need("graph", "graphs of class graphNEL")
  names <- graph::nodes(x)
  directed <- graph::edgemode(x) == "directed"
  ends <- graph::edgeMatrix(x, duplicates = FALSE)
  from <- as.integer(ends[1, ])
  to <- as.integer(ends[2, ])
  weights_of <- function(name) {
    known <- names(graph::edgeDataDefaults(x))
    if (!name %in% known) missing_attribute(name, known)
    as.numeric(unlist(graph::edgeData(x, names[from], names[to], name), use.names = FALSE))
  }
  weighted <- "weight" %in% names(graph::edgeDataDefaults(x)) && length(from) > 0
  new_table(length(names), from, to, names, directed, if (weighted) weights_of("weight"), weights_of)
}

# ---- tables of edges ----

# Returns a known pair of columns, in upper or lower case, else the first two, unless their names or types speak
# against it.
find_ends <- function(x) {
  found <- pairs_among(names(x))
  if (length(found)) {
    refuse_other_pair(names(x), found)
    warn_of_constant(x, found[1, ])
    return(found[1, ])
  }
  refuse_measurements(x)
  refuse_edge_names(x)
  blank <- trimws(names(x)) == ""
  odd <- is_no_end(names(x)[1:2]) | (blank[1:2] & any(!blank))
  text <- vapply(x[1:2], is_text, TRUE)
  if (any(odd)) {
    reason <- sprintf("column %s looks like a row number, a length or a sign", shown(names(x)[which(odd)[1]]))
  } else if (text[1] != text[2]) {
    reason <- sprintf("columns %s and %s hold text and numbers", shown(names(x)[1]), shown(names(x)[2]))
  } else {
    reason <- later_end(x)
    if (is.null(reason)) reason <- values_against(x)
    if (is.null(reason)) return(1:2)
  }
  fail("data", "which columns are the ends of edges? %s: call them from and to; there are %s", reason,
       paste(names(x), collapse = ", "))
}

# Returns why a later column is probably an end, or NULL: all are text, and it is called as the second end of a known
# pair. First ends say nothing: a column source often has the name of a database. FindEnds in core/graph/ends.go has
# this rule, too.
later_end <- function(x) {
  if (!is_text(x[[1]])) return(NULL)
  second <- vapply(pairs_of_columns, `[`, "", 2)
  later <- setdiff(which(tolower(trimws(names(x))) %in% second & vapply(x, is_text, TRUE)), 1:2)
  if (!length(later)) return(NULL)
  sprintf("%s and %s come first, but %s is called as an end is", shown(names(x)[1]), shown(names(x)[2]),
          shown(names(x)[later[1]]))
}

# Raises where both ends stand together in one column, A (pp) B, as in tables of Cytoscape. CheckEdgeNames in
# core/graph/ends.go has this rule, too.
refuse_edge_names <- function(x) {
  for (at in which(tolower(trimws(names(x))) %in% c("name", "shared name", "shared.name"))) {
    texts <- utils::head(as.character(x[[at]]), most_end_rows)
    if (length(texts) && all(grepl("^.+ \\(.*\\) .+$", texts, useBytes = TRUE))) {
      fail("data", paste("which columns are the ends of edges? None: column %s holds both, such as %s, as a table of",
                         "edges from Cytoscape does: export the network as SIF, or split the column into from and to,",
                         "as sub(\" \\\\(.*\", \"\", name) and sub(\".*\\\\) \", \"\", name) do"),
           shown(names(x)[at]), shown(texts[1]))
    }
  }
}

# Returns the columns of a known pair, also as read.delim() writes the names: Official.Symbol.Interactor.A.
known_pair <- function(names, pairs = spelled_pairs) {
  found <- pairs_among(names, pairs)
  if (length(found)) found[1, ]
}

# Returns names of pairs, one in each row, as they are and as read.csv() writes them.
spelled <- function(pairs) {
  names <- do.call(rbind, pairs)
  list(names = names, made = tolower(make.names(names)))
}

spelled_pairs <- spelled(pairs_of_columns)
spelled_by_osmnx <- spelled(list(c("u", "v"))) # which adds from and to
spelled_in_demand <- spelled(c(list(c("from", "to"), c("origin", "destination"), c("orig", "dest"), c("o", "d")),
                               pairs_of_columns))

# Returns the columns of every pair that is among the names, one in each row. All pairs are looked up at once: one by
# one takes longer than a small graph does.
pairs_among <- function(names, pairs = spelled_pairs) {
  if (is.null(names)) return(NULL)
  lower <- tolower(if (any(grepl("^[ \t\r\n]|[ \t\r\n]$", names, useBytes = TRUE))) trimws(names) else names)
  if (all(c("u", "v", "key") %in% lower)) pairs <- spelled_by_osmnx
  at <- match(pairs$names, names)
  dim(at) <- dim(pairs$names)
  for (other in list(match(pairs$names, lower), match(pairs$made, lower))) {
    absent <- is.na(at[, 1] + at[, 2])
    at[absent, ] <- other[c(absent, absent)]
  }
  at[!is.na(at[, 1] + at[, 2]), , drop = FALSE]
}

# Fails if other columns than those of the first pair have the names of a known pair, too.
refuse_other_pair <- function(names, found) {
  pair <- found[1, ]
  others <- which(found[, 1] != pair[1] | found[, 2] != pair[2])
  if (!length(others)) return(invisible())
  other <- found[others[1], ]
  fail("data", paste("which columns are the ends of edges? They may be %s and %s, or %s and %s: call them from",
                     "and to, and leave out the others"),
       shown(names[pair[1]]), shown(names[pair[2]]), shown(names[other[1]]), shown(names[other[2]]))
}

# Warns of an end that was found by its name and holds one label in all rows, as the name of a database does, if a
# column that is not read holds labels, too.
warn_of_constant <- function(x, pair) {
  for (at in pair) {
    end <- x[[at]]
    if (length(end) < least_constant || anyNA(end) || length(unique(end)) > 1) next
    others <- setdiff(which(!is_no_end(names(x))), pair)
    alike <- vapply(unclass(x)[others], function(column) !is.null(end_labels(column, is_text(end))), TRUE)
    if (!any(alike)) next
    text <- sprintf(paste("column %s holds %s in all rows, and is read as ends of edges for its name; %s is not read:",
                          "call the ends from and to, and leave out this column, if others hold them"),
                    shown(names(x)[at]), shown(as.character(end[1])), shown(names(x)[others[alike][1]]))
    warning(structure(class = c("gobc_warning", "warning", "condition"), list(message = text, call = NULL)))
    return(invisible())
  }
}

# Returns which columns are named like a row number or a length.
is_no_end <- function(names) {
  lower <- tolower(trimws(names))
  lower %in% no_ends | startsWith(lower, "unnamed:")
}

is_text <- function(column) is.character(column) || is.factor(column)

# Returns why the first two columns are probably not the ends of edges, or NULL. Both ends are vertices, so they have
# labels in common. Another pair of columns speaks against them if it has more than twice as many, or any more if the
# column that it leaves out differs in all rows, as row numbers do. CheckEnds in core/graph/ends.go has this rule, too.
values_against <- function(x) {
  labels <- comparable_labels(x)
  if (length(labels) < 3 || length(labels[[1]]) < 2) return(NULL)
  if (counts_rows(names(x), labels[[1]])) return(sprintf("column %s holds the numbers of the rows", shown(names(x)[1])))
  sets <- lapply(labels, unique)
  first <- common_share(sets[1:2])
  if (first == 1) return(NULL)
  for (pair in utils::combn(length(sets), 2, simplify = FALSE)[-1]) {
    if (have_more_in_common(labels, sets, pair, first, is_text(x[[1]]))) {
      named <- vapply(names(labels)[c(1, 2, pair)], shown, "")
      return(sprintf("%s and %s come first, but %s and %s have more labels in common", named[1], named[2], named[3],
                     named[4]))
    }
  }
}

# Returns whether a pair of columns has more labels in common than the first two: enough for ends of edges. `first` is
# the share of those.
have_more_in_common <- function(labels, sets, pair, first, text) {
  rows <- length(labels[[1]])
  left_out <- length(sets[[if (pair[1] == 1) 2 else 1]])
  few <- first == 0 && text && rows >= many_alike * left_out && !is_whole_text(labels[[pair[2]]][1])
  least <- if (few) least_of_texts else least_common
  common <- common_share(sets[pair])
  enough_labels(sets, pair) && common >= least && common > first * (if (left_out == rows) 1 else 2)
}

# Returns whether two later columns have enough labels for ends of edges: fewer are those of classes.
enough_labels <- function(sets, pair) {
  labels <- function(pair) length(union(sets[[pair[1]]], sets[[pair[2]]]))
  pair[1] < 3 || labels(pair) > 1 && most_classes * labels(pair) >= labels(1:2)
}

is_whole_text <- function(label) grepl("^[+-]?[0-9]+$", label)

# Returns whether a first column is called as read.csv() and others call row numbers, and counts its rows.
counts_rows <- function(names, labels) {
  lower <- tolower(names)
  rows <- seq_along(labels)
  lower[1] %in% names(row_numbers) && lower[2] != row_numbers[[lower[1]]] &&
    (identical(labels, as.character(rows)) || identical(labels, as.character(rows - 1L)))
}

# Returns the labels of the first two columns, and of others that can be ends of edges as they can, by the names of
# the columns. An empty list if one of the first two has no labels.
comparable_labels <- function(x) {
  others <- setdiff(which(!is_no_end(names(x))), 1:2)
  labels <- lapply(unclass(x)[c(1:2, others)], end_labels, text = is_text(x[[1]]))
  if (is.null(labels[[1]]) || is.null(labels[[2]])) return(list())
  utils::head(Filter(Negate(is.null), labels), most_end_columns)
}

# Returns the labels in the first rows of a column of text, or of whole numbers. NULL for other columns, and if a label
# is missing.
end_labels <- function(column, text) {
  fits <- if (text) is_text(column) else is.numeric(column) || inherits(column, "integer64")
  if (!fits) return(NULL)
  if (inherits(column, "integer64")) {
    if (!requireNamespace("bit64", quietly = TRUE)) return(NULL)
    column <- bit64::as.character.integer64(column)
  }
  column <- column[seq_len(min(length(column), most_end_rows))]
  if (anyNA(column)) return(NULL)
  if (!is.double(column)) return(as.character(column))
  if (all(column == round(column))) sprintf("%.0f", column)
}

# Returns the labels in both of two sets, as a share of those in either.
common_share <- function(sets) {
  length(intersect(sets[[1]], sets[[2]])) / length(union(sets[[1]], sets[[2]]))
}

# Returns whether a data frame is an adjacency matrix: its rows have the names of its columns, and the columns have
# numbers.
is_square <- function(x) {
  if (nrow(x) != length(x) || !all(vapply(x, is_value, TRUE))) return(FALSE)
  named <- as.character(attr(x, "row.names"))
  setequal(named, names(x)) || same_names(named, names(x))
}

# Refuses a data frame that may be a matrix without the names of rows, such as a tibble: numbers alone, and as many rows
# as columns. core/read/square.go has this rule, too.
refuse_square <- function(x) {
  may_be_matrix <- length(x) > most_of_numbers && nrow(x) == length(x) && all(vapply(x, is_value, TRUE))
  if (!may_be_matrix || !is.null(known_pair(names(x)))) return(invisible())
  fail("data", paste("the data frame has numbers alone, in as many rows as columns, and looks like a matrix: give",
                     "as.matrix(x); if its rows are edges, call the columns of their ends from and to"))
}

is_value <- function(column) is.numeric(column) && !inherits(column, "integer64") || is.logical(column)

# How many columns of numbers may be edges, in as many rows: two ends and attributes.
most_of_numbers <- 4

# Refuses a data frame of numbers whose rows have names. It is probably a matrix of measurements, such as the expression
# of genes in samples, not a table of edges.
refuse_measurements <- function(x) {
  named <- attr(x, "row.names")
  if (!is.character(named) || length(x) < 4 || "weight" %in% names(x) || !all(vapply(x, is.numeric, TRUE))) {
    return(invisible())
  }
  fail("data", paste("the data frame has row names, beginning with %s, and numbers in all of its %d columns, like a",
                     "matrix of measurements: correlate its rows, cor(t(x)), or its columns, cor(x), and give the",
                     "pairs above a threshold. If two columns are the ends of edges, call them from and to"),
       shown(named[1]), length(x))
}

# Warns about labels that may mean missing names, because all missing names would become one vertex.
warn_of_absent <- function(ends) {
  found <- unlist(lapply(ends, function(end) {
    if (!is.character(end)) return(NULL)
    labels <- unique(end)
    blank <- labels[!grepl("[^[:space:]]", labels, perl = TRUE, useBytes = TRUE)]
    end[end %in% c(absent_names, blank)]
  }))
  if (!length(found)) return(invisible())
  text <- sprintf(paste("%s is the name of a vertex in %d place%s, and often stands for a missing one: drop these rows",
                        "if it does"), shown(found[1]), length(found), if (length(found) > 1) "s" else "")
  warning(structure(class = c("gobc_warning", "warning", "condition"), list(message = text, call = NULL)))
}

table_of_columns <- function(x, directed, vertices) {
  if (is.data.frame(x) && is.null(vertices)) {
    if (is_square(x)) {
      return(table_of_matrix(`rownames<-`(as.matrix(x), as.character(attr(x, "row.names"))), directed))
    }
    refuse_square(x)
  }
  if (length(x) < 2) fail("data", "the table of edges needs two columns of vertices; it has %d", length(x))
  x <- unclass(x) # a list has its columns at once, a data frame takes as long as a small graph to look for them
  if (is.null(names(x))) names(x) <- rep("", length(x))
  rows <- vapply(x, NROW, 0L)
  if (any(rows != rows[1])) {
    fail("data", "the columns of the edges differ in length: %s", paste(names(x), "has", rows, "rows", collapse = ", "))
  }
  ends <- lapply(find_ends(x), function(at) end_column(x[[at]], names(x)[at]))
  warn_of_absent(ends)
  weights_of <- function(name) {
    if (!name %in% names(x)) missing_attribute(name, names(x))
    x[[name]]
  }
  table_of_labels(ends, directed, vertices, if ("weight" %in% names(x)) x[["weight"]], weights_of)
}

end_column <- function(column, name) {
  if (is.factor(column)) column <- as.character(column)
  column <- from_integer64(column)
  if (!is.character(column) && !is.numeric(column)) {
    fail("data", "column %s of the edges is %s, but must hold numbers or names of vertices", name, described(column))
  }
  absent <- which(is.na(column))
  if (length(absent)) {
    fail("data", "row %d of the edges has no vertex in column %s (NA): drop such rows first", absent[1], name)
  }
  if (is.double(column)) check_whole(column, name)
  column
}

# Checks ends of edges that are doubles.
check_whole <- function(column, name) {
  broken <- which(column != round(column))
  if (length(broken)) {
    value <- column[broken[1]]
    tiny <- abs(value) < .Machine$double.xmin # as bits of integer64 are
    fail("data", "row %d of the edges has %s in column %s: vertices are whole numbers or names; if these %s", broken[1],
         format(value), name, if (tiny) "were integer64, which matrix() does not keep, give it as.numeric(x)" else
           "are measurements, make edges of their correlations")
  }
  rounded <- which(abs(column) >= 2^53)
  if (length(rounded)) {
    fail("data", paste("row %d of the edges has %s in column %s: R rounds numbers from 2^53 on, so that different",
                       "vertices become one. Read them as text, with colClasses = \"character\" in read.csv(), or as",
                       "integer64, with data.table::fread()"),
         rounded[1], format(column[rounded[1]], digits = 15), name)
  }
}

# Returns integer64, which other code takes for tiny doubles, as text if it names vertices, else as numbers. Other
# values stay as they are.
from_integer64 <- function(x, named = TRUE) {
  if (!inherits(x, "integer64")) return(x)
  need("bit64", "values of class integer64")
  plain <- if (named) bit64::as.character.integer64(x) else bit64::as.double.integer64(x)
  if (is.matrix(x)) matrix(plain, nrow(x), dimnames = dimnames(x)) else plain
}

# Labels as text. Whole numbers have all their digits, where as.character() gives 1e+05.
label_text <- function(labels) {
  if (!is.double(labels)) return(as.character(labels))
  whole <- which(labels == round(labels) & abs(labels) < 2^53)
  text <- as.character(labels)
  text[whole] <- sprintf("%.0f", labels[whole] + 0) # -0 is 0
  text
}

# Vertices are in the order of igraph::graph_from_data_frame: all of the first column, then all of the second.
table_of_labels <- function(ends, directed, vertices, weights, weights_of) {
  if (is.character(ends[[1]]) != is.character(ends[[2]])) ends <- lapply(ends, label_text)
  labels <- unique(c(ends[[1]], ends[[2]]))
  if (!is.null(vertices)) {
    given <- if (is.data.frame(vertices) && length(vertices)) vertices[[1]] else vertices
    if (!is.atomic(given)) fail("argument", "vertices is %s, but must be a vector or a data frame", described(vertices))
    given <- from_integer64(given)
    if (is.character(labels) || is.character(given)) {
      given <- label_text(given)
      ends <- lapply(ends, label_text)
    }
    if (anyNA(given)) fail("data", "row %d of vertices is NA: remove it", which(is.na(given))[1])
    if (anyDuplicated(given)) {
      again <- anyDuplicated(given)
      fail("data", "row %d of vertices repeats %s: give each vertex once", again, shown(label_text(given)[again]))
    }
    absent <- which(!(ends[[1]] %in% given & ends[[2]] %in% given))
    if (length(absent)) {
      pair <- c(ends[[1]][absent[1]], ends[[2]][absent[1]])
      fail("data", "row %d of the edges names the vertex %s, which is not among vertices", absent[1],
           shown(label_text(pair[!pair %in% given][1])))
    }
    labels <- given
  }
  from <- match(ends[[1]], labels)
  to <- match(ends[[2]], labels)
  names <- label_text(labels)
  where <- function(edge) sprintf("row %d (%s - %s)", edge, names[from[edge]], names[to[edge]])
  new_table(length(labels), from, to, names, is.null(directed) || directed, weights, weights_of, where)
}

# A matrix is a list of edges if it contains names, or has two or three columns and is not square, and is no table of
# counts. One of names whose columns have names is read as a data frame. Otherwise a third column has weights.
is_edge_list <- function(x) {
  is.matrix(x) && (is.character(x) || (nrow(x) != ncol(x) && ncol(x) %in% 2:3 && !is.table(x)))
}

table_of_edge_list <- function(x, directed, vertices) {
  if (is.character(x) && !is.null(colnames(x))) return(table_of_columns(frame_of_texts(x), directed, vertices))
  if (is.character(x)) needs_pairs(x)
  at <- known_pair(colnames(x))
  if (is.null(at)) at <- 1:2
  ends <- lapply(at, function(column) end_column(x[, column], as.character(column)))
  weights <- third_column(x, at)
  warn_of_absent(ends)
  if (is.character(x) || !is.null(vertices)) return(table_of_labels(ends, directed, vertices, weights, NULL))
  for (column in 1:2) check_counted(ends[[column]], at[column])
  from <- as.integer(ends[[1]])
  to <- as.integer(ends[[2]])
  new_table(max(0L, from, to), from, to, NULL, is.null(directed) || directed, weights, NULL,
            function(edge) sprintf("row %d (%d - %d)", edge, from[edge], to[edge]))
}

# Checks a column of a list of edges whose vertices are counted from 1.
check_counted <- function(end, column) {
  wrong <- which(!(end >= 1 & end == round(end) & end <= .Machine$integer.max))
  if (length(wrong)) {
    fail("data", paste("row %d of the edges has %s in column %d: a matrix of numbers has vertices 1, 2, 3, ...;",
                       "give names in a data frame"), wrong[1], format(end[wrong[1]]), column)
  }
}

# Checks a matrix of names without names of columns.
needs_pairs <- function(x) {
  if (ncol(x) %in% 2:3) return(invisible())
  fail("data", paste("the matrix of names needs two columns, the ends of edges, and perhaps their lengths; it has %d:",
                     "call these from, to and weight if there are others"), ncol(x))
}

# Returns lengths from the third column of a list of edges, or NULL.
third_column <- function(x, ends) {
  if (ncol(x) < 3) return(NULL)
  lengths <- suppressWarnings(as.numeric(x[, -ends]))
  replace(lengths, is.na(lengths), NaN)
}

# Returns a matrix of texts as a data frame. Columns of numbers become numbers, except for ends of edges. as.matrix()
# pads numbers with blanks.
frame_of_texts <- function(x) {
  texts <- as.data.frame(`rownames<-`(x, NULL), stringsAsFactors = FALSE)
  frame <- texts
  frame[] <- lapply(texts, function(column) {
    values <- suppressWarnings(as.numeric(column))
    if (identical(is.na(values), is.na(column))) values else column
  })
  ends <- if (length(frame) > 1) find_ends(frame)
  frame[ends] <- Map(function(text, column) if (is_text(column)) text else trimws(text), texts[ends], frame[ends])
  frame
}
