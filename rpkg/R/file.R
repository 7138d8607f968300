# gobc_read: a graph of a file, read by the library as in every other language.

#' A graph of a file
#'
#' Reads lists of edges (csv, tsv, tab, txt, edges, edgelist, el, as SNAP and KONECT have them), SIF,
#' Matrix Market (mtx), GML, GraphML, Pajek (net) and METIS (graph). Files may be compressed (.gz, .zst), or be a pipe. Python, C, Go and the
#' command `gobc` read a file alike.
#'
#' Lines before the first edge that begin with # or % are comments. In a list of edges, the ends are in the columns
#' `from` and `to` or others that [gobc_graph()] knows, else in the first two, if these are of one kind and not called
#' as a row number or a length is. In a matrix the entry (i, j) is an edge from i - 1 to j - 1. In GML and Pajek
#' vertices are called by their labels, in GraphML and METIS by their ids.
#'
#' Parquet, Feather and Arrow files are read by their own packages, whose tables [gobc_graph()] takes:
#' `gobc_graph(arrow::read_parquet("edges.parquet"))`, `gobc_graph(nanoparquet::read_parquet("edges.parquet"))`,
#' `gobc_graph(arrow::read_feather("edges.feather"))`.
#'
#' @param path The file. Its ending says the format, else how it begins.
#' @param directed Whether edges have a direction. GML, GraphML, Pajek, METIS and symmetric matrices say it; edges of
#'   others have none, unless this is `TRUE`.
#' @param source,target The columns with the ends of edges, by name or number.
#' @param weight The column or edge attribute with the lengths of edges, by name or number; `"value"` in a matrix.
#'   Without it edges have no lengths.
#' @param format An ending, such as `"csv"`, where that of the file does not say it.
#' @param header Whether the first line of a list of edges has the names of columns, or the comment before it where there
#'   is one with as many words. Without it, what it and the lines below it have does say it, and a message says what was
#'   decided. Known names (source and target, from and to, protein1 and protein2) are names, a line with numbers is an
#'   edge, and what could be either is read with a warning that says how.
#' @param delimiter What is between the columns of a list of edges. Without it, the first of tab, comma and semicolon
#'   that all of the first lines have, else blanks.
#' @param text_ids Whether labels stay as they are written: 007 is not 7.
#' @param progress `TRUE`, `FALSE`, `NULL` or a function, as in [betweenness()].
#' @param ... Must be empty.
#' @return A [gobc_graph()]. What is wrong in the file is an error with the number of the line.
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
               optional_flag(text_ids, "text_ids"))
  load_library()
  file <- if (path == "-") "./-" else path # the library takes - for standard input
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

# What the library says about a file, with the arguments of R.
lines_about_file <- function(text) {
  lines <- strsplit(text, "\n", fixed = TRUE)[[1]]
  gsub("--text-ids", "text_ids = TRUE", vapply(lines, in_words_of_r, "", USE.NAMES = FALSE), fixed = TRUE)
}

table_of_file <- function(found, directed) {
  says <- found$directed == "true"
  if (nzchar(found$directed) && !is.null(directed) && directed != says) {
    contradicted(if (says) "directed" else "undirected")
  }
  columns <- lapply(found$edges, plain)
  table_of_labels(columns[1:2], if (is.null(directed)) says else directed, plain(found$nodes),
                  if (length(columns) > 2) found$edges[[3]], NULL)
}

# Labels that are no integers of R as text: as.character() would write 100000 as 1e+05.
plain <- function(labels) if (is.double(labels)) sprintf("%.0f", labels) else labels

optional_word <- function(value, name) if (is.null(value)) NA_character_ else enc2utf8(word(value, name))

optional_flag <- function(value, name) if (is.null(value)) -1L else as.integer(flag(value, name))

# A column by name or by its number, as the library takes it.
column_way <- function(value, name) {
  if (!is.numeric(value)) return(optional_word(value, name))
  sprintf("#%.0f", whole(value, name, 1, "columns count from 1") - 1)
}
