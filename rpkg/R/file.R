# gobc_read: reads a graph from a file. The library reads it as in every other language.

#' Reads a graph from a file
#'
#' Reads lists of edges (csv, tsv, tab, txt, edges, edgelist, el, also in the formats of SNAP and KONECT), SIF, Matrix
#' Market (mtx), GML, GraphML, Pajek (net) and METIS (graph). The file may be compressed (.gz, .zst) or a pipe.
#' Python, C, Go and the command `gobc` read files in the same way.
#'
#' Lines before the first edge that begin with # or % are comments. In a list of edges, the ends are in the columns
#' `from` and `to` or others that [gobc_graph()] knows. Otherwise they are in the first two columns, if these have the
#' same type and no name of a row number or a length. In a matrix, the entry (i, j) is an edge from i - 1 to j - 1.
#' Vertices are named by their labels in GML and Pajek, and by their ids in GraphML and METIS.
#'
#' Other packages read Parquet, Feather and Arrow files, and [gobc_graph()] takes their tables:
#' `gobc_graph(arrow::read_parquet("edges.parquet"))`, `gobc_graph(nanoparquet::read_parquet("edges.parquet"))`,
#' `gobc_graph(arrow::read_feather("edges.feather"))`.
#'
#' @param path The file. Its extension gives the format; without a known one, the first lines do.
#' @param directed Whether edges have a direction. GML, GraphML, Pajek, METIS and symmetric matrices define this, and
#'   `FALSE` gives the edges of such a file no direction: two opposite ones are two parallel edges. In other files edges
#'   have no direction, unless this is `TRUE`.
#' @param source,target The columns with the ends of edges, by name or number.
#' @param weight The column or edge attribute with the lengths of edges, by name or number; `"value"` in a matrix.
#'   Without it edges have no lengths.
#' @param format An extension such as `"csv"`, if that of the file does not give the format.
#' @param header Whether the first line of a list of edges has the names of columns. A comment before it with the same
#'   number of words also counts as such a line. By default this is decided by the first lines, and a message says
#'   how. A line with known names (source and target, from and to, protein1 and protein2) has names, and a line with
#'   numbers is an edge. If a line could be either, a warning says how it was read.
#' @param delimiter The text between the columns of a list of edges. By default it is the first of tab, comma and
#'   semicolon that cuts all of the first lines alike, else blanks.
#' @param text_ids Whether labels are kept as written, so that 007 is not 7.
#' @param progress `TRUE`, `FALSE`, `NULL` or a function, as in [betweenness()].
#' @param ... Must be empty.
#' @return A [gobc_graph()]. Errors in the file name the number of the line.
#' @examples
#' file <- tempfile(fileext = ".csv")
#' writeLines(c("from,to,km", "Bern,Thun,30", "Thun,Spiez,11"), file)
#' g <- gobc_read(file, weight = "km")
#' eccentricity(g, weights = NULL)
#' @export
gobc_read <- function(path, directed = NULL, source = NULL, target = NULL, weight = NULL, format = NULL,
                      header = NULL, delimiter = NULL, text_ids = FALSE, progress = NULL, ...) {
  no_more(...)
  path <- path_of(path)
  if (!file.exists(path)) fail("file", "there is no file %s", shown(path))
  if (!is.null(delimiter) && nchar(word(delimiter, "delimiter"), "bytes") != 1) {
    fail("argument", "delimiter must be one ASCII character, not %s", shown(delimiter))
  }
  words <- c(optional_word(format, "format"), optional_word(delimiter, "delimiter"), column_way(source, "source"),
             column_way(target, "target"), column_way(weight, "weight"))
  choices <- c(optional_flag(header, "header"), optional_flag(directed, "directed"),
               optional_flag(text_ids, "text_ids"), as.integer(threads_of(NULL)))
  load_library()
  file <- if (path == "-") "./-" else path # for the library, - means standard input
  found <- watched(progress, function(tell) {
    in_class("file", result_of(.Call(shim_read_file, file, words, choices, tell)))
  })
  for (note in lines_about_file(found$notes)) message(path, ": ", note)
  for (line in lines_about_file(found$warnings)) {
    text <- paste0(path, ": ", line)
    warning(structure(class = c("gobc_warning", "warning", "condition"), list(message = text, call = NULL)))
  }
  if (length(found$edges) > 2) warn_of_similarity(names(found$edges)[3], found$edges[[3]])
  structure(list(table = table_of_file(found, directed), built = new.env(parent = emptyenv())), class = "gobc_graph")
}

# Translates messages of the library about a file to the arguments of R.
lines_about_file <- function(text) {
  lines <- strsplit(text, "\n", fixed = TRUE)[[1]]
  gsub("--text-ids", "text_ids = TRUE", vapply(lines, in_words_of_r, "", USE.NAMES = FALSE), fixed = TRUE)
}

table_of_file <- function(found, directed) {
  says <- found$directed == "true"
  if (nzchar(found$directed) && isTRUE(directed) && !says) contradicted("undirected")
  table_of_labels(found$edges[1:2], if (is.null(directed)) says else directed, found$nodes,
                  if (length(found$edges) > 2) found$edges[[3]], NULL)
}

optional_word <- function(value, name) if (is.null(value)) NA_character_ else enc2utf8(word(value, name))

optional_flag <- function(value, name) if (is.null(value)) -1L else as.integer(flag(value, name))

# Converts a column's name or number to the form that the library expects.
column_way <- function(value, name) {
  if (!is.numeric(value)) return(optional_word(value, name))
  sprintf("#%.0f", whole(value, name, 1, "columns are numbered from 1") - 1)
}
