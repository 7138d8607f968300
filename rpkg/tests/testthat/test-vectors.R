# The conformance vectors (tests/vectors/README.md) through R vectors and the shim.

read_case <- function(path) {
  # strsplit drops an empty field at the end of a line, which may be a label.
  lines <- lapply(strsplit(paste0(readLines(path, encoding = "UTF-8"), "\t."), "\t", fixed = TRUE), utils::head, -1)
  keys <- vapply(lines, `[`, "", 1)
  if (keys[length(keys)] != "end") stop(path, " is cut off")
  starts <- which(keys == "compute")
  in_block <- findInterval(seq_along(keys), starts)
  fields <- function(key, block = NULL) {
    lapply(lines[keys == key & (if (is.null(block)) TRUE else in_block == block)], `[`, -1)
  }
  blocks <- lapply(seq_along(starts), function(b) {
    options <- strsplit(unlist(fields("compute", b)), "=", fixed = TRUE)
    list(
      options = structure(lapply(options, `[`, 2), names = vapply(options, `[`, "", 1)),
      columns = unlist(fields("columns", b)), edge_columns = unlist(fields("edge_columns", b)),
      sources = unlist(fields("sources", b)), targets = unlist(fields("targets", b)),
      source_weights = as.numeric(unlist(fields("source_weights", b))),
      target_weights = as.numeric(unlist(fields("target_weights", b))),
      tolerance = as.numeric(unlist(fields("tolerance", b))), rows = fields("row", b), edge_rows = fields("edge_row",
                                                                                                          b),
      summaries = fields("summary", b)
    )
  })
  list(path = basename(path), directed = unlist(fields("directed")) == "1", nodes = unlist(fields("node")),
       vertices = as.integer(unlist(fields("vertices"))), edges = do.call(rbind, fields("edge")),
       weights = unlist(fields("weights")), blocks = blocks)
}

# Vertices in order of first appearance, as the files have them.
graph_of_case <- function(case) {
  ends <- case$edges
  if (is.null(ends)) ends <- matrix("", 0, 3)
  labels <- unique(c(case$nodes, t(ends[, 1:2])))
  expect_length(labels, case$vertices)
  weights <- if (length(case$weights)) as.numeric(ends[, 3])
  if (length(weights) && case$weights == "int64" && max(weights) <= .Machine$integer.max) weights <- as.integer(weights)
  table <- gobc:::new_table(length(labels), match(ends[, 1], labels), match(ends[, 2], labels), labels, case$directed,
                            weights)
  structure(list(table = table, built = new.env()), class = "gobc_graph")
}

options_of_block <- function(block, labels) {
  numbers <- c("normalized", "endpoints", "cutoff", "tie_tolerance", "sampled")
  options <- block$options[names(block$options) != "weighted"]
  for (name in intersect(names(options), numbers)) options[[name]] <- as.numeric(options[[name]])
  if (is.null(options$preset)) options$preset <- "networkx"
  for (ends in c("source", "target")) {
    if (!is.null(block[[paste0(ends, "s")]])) options[[paste0(ends, "s")]] <- match(block[[paste0(ends, "s")]], labels)
    if (length(block[[paste0(ends, "_weights")]])) options[[paste0(ends, "_weights")]] <- block[[paste0(ends,
                                                                                                        "_weights")]]
  }
  options[!vapply(options, function(value) is.null(value) || anyNA(value), NA)]
}

read_numbers <- function(text) as.numeric(sub("+Inf", "Inf", text, fixed = TRUE))

# The texts of what is wrong; NULL if nothing is.
check_rows <- function(columns, measures, at, rows, skip, tolerance, info) {
  unlist(lapply(seq_along(measures), function(i) {
    want <- read_numbers(vapply(rows, `[`, "", skip + i))
    wrong_scores(columns[[measures[i]]][at], want, tolerance, paste(info, measures[i]))
  }))
}

check_summaries <- function(columns, block, info) {
  of_these <- Filter(function(one) !is.null(columns[[one[1]]]), block$summaries) # others are of the other table
  unlist(lapply(of_these, function(one) {
    got <- match.fun(one[2])(columns[[one[1]]])
    wrong_scores(got, read_numbers(one[3]), max(block$tolerance, 1e-12), paste(info, one[1], one[2]))
  }))
}

check_block <- function(case, graph, block, run) {
  options <- options_of_block(block, graph$table$names)
  weighted <- length(case$weights) && !identical(block$options$weighted, "0")
  pointer <- gobc:::built(graph, TRUE, if (weighted) NULL else NA, run)
  info <- paste(case$path, paste(names(block$options), block$options, collapse = " "))
  wrong <- NULL
  if (length(block$columns)) {
    columns <- gobc:::ask(pointer, block$columns, options, run)
    rows <- length(columns[[1]])
    if (rows != graph$table$n) wrong <- sprintf("%s: %d rows, not %d", info, rows, graph$table$n)
    at <- match(vapply(block$rows, `[`, "", 1), graph$table$names)
    wrong <- c(wrong, check_rows(columns, block$columns, at, block$rows, 1, block$tolerance, info),
               check_summaries(columns, block, info))
  }
  if (length(block$edge_columns)) {
    options$endpoints <- NULL # of the block's measures of vertices
    columns <- gobc:::ask(pointer, block$edge_columns, options, run, edges = TRUE)
    at <- as.integer(vapply(block$edge_rows, `[`, "", 1)) + 1
    wrong <- c(wrong, check_rows(columns, block$edge_columns, at, block$edge_rows, 3, block$tolerance, info),
               check_summaries(columns, block, info))
  }
  wrong
}

test_that("gobc answers as the conformance vectors say", {
  folder <- vectors_folder()
  expect_false(is.null(folder), info = "the folder tests/vectors is missing; GOBC_VECTORS may name it")
  files <- list.files(file.path(folder, c("cases", "wide")), "[.]txt$", full.names = TRUE)
  expect_gt(length(files), 20)
  run <- gobc:::run_of("cpu", NULL, FALSE, NULL)
  for (file in files) {
    case <- read_case(file)
    graph <- graph_of_case(case)
    wrong <- unlist(lapply(case$blocks, function(block) {
      suppressWarnings(check_block(case, graph, block, run), classes = "gobc_warning")
    }))
    expect(is.null(wrong), paste(wrong, collapse = "\n"))
  }
})
