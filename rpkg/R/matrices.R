# Adjacency matrices as tables of numbered edges.

table_of_matrix <- function(x, directed) {
  if (!is.numeric(x) && !is.logical(x)) {
    fail("data", "a matrix of type %s is not an adjacency matrix: give numbers", typeof(x))
  }
  if (nrow(x) != ncol(x)) {
    fail("data", paste("the matrix has %d rows and %d columns: an adjacency matrix is square, a list of edges has two",
                       "columns"), nrow(x), ncol(x))
  }
  x <- matched_columns(x)
  absent <- which(is.na(x))
  if (length(absent)) {
    cell <- arrayInd(absent[1], dim(x))
    fail("data", "%s is NA: give 0 where there is no edge", cell_named(cell[1], cell[2], names_of(x)))
  }
  warn_of_edge_list(x)
  cells <- which(x != 0)
  rows <- (cells - 1L) %% nrow(x) + 1L
  table_of_cells(nrow(x), rows, (cells - 1L) %/% nrow(x) + 1L, as.numeric(x[cells]), names_of(x), directed, FALSE)
}

# Returns whether a square matrix may be a list of two edges, or of three edges with lengths. Its first two columns then
# hold whole numbers, not only 0 and 1; the ends of each edge differ, and no pair of ends repeats.
may_be_edges <- function(x) {
  if (!nrow(x) %in% 2:3 || !is.null(dimnames(x)) || !is.numeric(x)) return(FALSE)
  ends <- cbind(pmin(x[, 1], x[, 2]), pmax(x[, 1], x[, 2]))
  wrong <- ends < 0 | ends != round(ends) | ends[, 1] == ends[, 2]
  lengths <- if (ncol(x) == 3) x[, 3] else 1
  !any(wrong, lengths <= 0, anyDuplicated(ends) > 0, max(ends) < 2)
}

warn_of_edge_list <- function(x) {
  if (!may_be_edges(x)) return(invisible())
  n <- nrow(x)
  text <- sprintf(paste("the matrix is read as an adjacency matrix of %d vertices, but may be a list of %d edges%s: if",
                        "it is, give data.frame(from = x[, 1], to = x[, 2]%s); if it is not, name its rows,",
                        "rownames(x) <- 1:%d"),
                  n, n, if (n == 3) " with lengths" else "", if (n == 3) ", weight = x[, 3]" else "", n)
  warning(structure(class = c("gobc_warning", "warning", "condition"), list(message = text, call = NULL)))
}

# Returns the name of a cell for messages.
cell_named <- function(row, column, names) {
  ends <- if (!is.null(names)) sprintf(" (%s - %s)", names[row], names[column])
  paste0(sprintf("row %d, column %d of the matrix", row, column), ends)
}

names_of <- function(x) if (is.null(rownames(x))) colnames(x) else rownames(x)

# Returns a matrix with its columns in the order of its rows, by their names.
matched_columns <- function(x) {
  rows <- rownames(x)
  columns <- colnames(x)
  if (is.null(rows) || is.null(columns) || same_names(rows, columns)) return(x)
  if (setequal(rows, columns) && !anyDuplicated(rows) && !anyDuplicated(columns)) return(x[, rows])
  at <- which(rows != columns | is.na(rows) != is.na(columns))[1]
  fail("data", paste("row %d of the matrix is called %s, column %d %s: an adjacency matrix has the same names in both.",
                     "If it counts edges, as table() does, give edges <- as.data.frame(as.table(as.matrix(x))) and",
                     "edges[edges$Freq > 0, ]; if both are one vertex, give them one name, colnames(x) <- rownames(x)"),
       at, shown(rows[at]), at, shown(columns[at]))
}

# Returns whether columns have the names of rows, perhaps as read.csv() changes them: HLA.A, X7157.
same_names <- function(rows, columns) {
  identical(rows, columns) || identical(make.names(rows, unique = TRUE), columns)
}

table_of_sparse <- function(x, directed) {
  need("Matrix", "sparse matrices")
  if (nrow(x) != ncol(x)) {
    fail("data", "the matrix has %d rows and %d columns: an adjacency matrix is square", nrow(x), ncol(x))
  }
  x <- matched_columns(x)
  symmetric <- methods::is(x, "symmetricMatrix")
  names <- names_of(x)
  # Conversion to compressed columns adds up repeated entries.
  x <- methods::as(methods::as(methods::as(x, "generalMatrix"), "CsparseMatrix"), "TsparseMatrix")
  values <- if (methods::is(x, "nsparseMatrix")) rep(1, length(x@i)) else as.numeric(x@x)
  rows <- x@i + 1L
  columns <- x@j + 1L
  absent <- which(is.na(values))
  if (length(absent)) {
    fail("data", "%s is NA: give no entry where there is no edge",
         cell_named(rows[absent[1]], columns[absent[1]], names))
  }
  there <- values != 0
  table_of_cells(nrow(x), rows[there], columns[there], values[there], names, directed, symmetric)
}

# If any entry is neither 0 nor 1, all entries other than 0 are lengths. A matrix of a symmetric class is undirected;
# any other matrix is directed unless the caller gives directed = FALSE.
table_of_cells <- function(n, rows, columns, values, names, directed, symmetric) {
  weights <- if (any(values != 1)) values
  directed <- if (is.null(directed)) !symmetric else directed
  if (!directed) {
    if (!symmetric) check_symmetric(n, rows, columns, values, names)
    upper <- rows <= columns
    rows <- rows[upper]
    columns <- columns[upper]
    weights <- weights[upper]
  }
  where <- function(edge) cell_named(rows[edge], columns[edge], names)
  table <- new_table(n, rows, columns, names, directed, weights, NULL, where)
  itself <- weights[rows == columns]
  if (n > 3 && length(itself) == n && all(itself == max(weights)) && min(weights) < itself[1]) {
    table$most_similar <- itself[1] # of each vertex to itself, where distances would be 0
  }
  table
}

check_symmetric <- function(n, rows, columns, values, names) {
  forward <- rows + as.numeric(n) * columns
  back <- match(columns + as.numeric(n) * rows, forward)
  wrong <- which(is.na(back) | values != values[back])
  if (length(wrong)) {
    fail("data", paste("directed = FALSE, but %s differs from the entry with row and column exchanged: make the",
                       "matrix symmetric first, for example by pmax(x, t(x))"),
         cell_named(rows[wrong[1]], columns[wrong[1]], names))
  }
}
