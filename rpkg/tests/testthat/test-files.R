# Files as every language reads them: the cases of tests/files/cases.tsv.

files_folder <- function() normalizePath(file.path(vectors_folder(), "..", "files"))

cases <- function() {
  utils::read.delim(file.path(files_folder(), "cases.tsv"), quote = "", colClasses = "character", encoding = "UTF-8")
}

# What the words of a case mean in R; columns count from 1.
options_of <- function(text) {
  words <- strsplit(strsplit(text, " ", fixed = TRUE)[[1]], "=", fixed = TRUE)
  values <- lapply(words, function(word) switch(word[2], yes = TRUE, no = FALSE, `#2` = 3, word[2]))
  structure(values, names = vapply(words, `[`, "", 1))
}

read_case <- function(case) {
  path <- file.path(files_folder(), case$file)
  suppressWarnings(suppressMessages(do.call(gobc_read, c(list(path), options_of(case$options)))), classes = "gobc_warning")
}

one_line <- function(text) gsub("\n", " ", text, fixed = TRUE)

test_that("a file is read as in every language", {
  all <- cases()
  expect_gt(nrow(all), 50)
  for (row in seq_len(nrow(all))) {
    case <- all[row, ]
    info <- paste(case$file, case$options)
    if (nzchar(case$error)) {
      error <- tryCatch(read_case(case), gobc_file_error = identity, gobc_data_error = identity,
                        gobc_argument_error = identity)
      expect(inherits(error, "gobc_error") && grepl(case$error, conditionMessage(error), perl = TRUE) &&
               grepl(case$file, conditionMessage(error), fixed = TRUE), paste(info, format(error)))
      ends <- startsWith(case$error, "which columns are the ends") # an error of the table, as of one in memory
      expect_identical(inherits(error, "gobc_data_error"), ends, info = info)
      next
    }
    table <- read_case(case)$table
    edges <- paste(one_line(table$names[table$from]), ">", one_line(table$names[table$to]), collapse = "; ")
    expect_identical(enc2utf8(edges), enc2utf8(case$edges), info = info)
    expect_identical(paste(table$weights, collapse = " "), case$weights, info = info)
    expect_identical(as.character(table$n), case$vertices, info = info)
    expect_identical(table$directed, case$directed == "yes", info = info)
  }
})

test_that("what was decided about a file is said", {
  path <- file.path(files_folder(), "plain.el")
  expect_message(gobc_read(path), "plain.el: the first line is taken as an edge \\(header = TRUE: .* stands below it too")
  expect_silent(gobc_read(path, header = FALSE))
})

test_that("what could be read in another way is a warning with both ways out", {
  path <- tempfile(fileext = ".txt")
  writeLines(c("a0 a1", "a2 a2"), path)
  expect_warning(g <- gobc_read(path), "line 1, \"a0 a1\", .* read as an edge: say header = TRUE .* or header = FALSE",
                 class = "gobc_warning")
  expect_identical(g$table$n, 3L)
  expect_silent(expect_identical(gobc_read(path, header = TRUE)$table$n, 1L))
  expect_silent(expect_identical(gobc_read(path, header = FALSE)$table$n, 3L))
  writeLines(c("007 8", "7 9"), path)
  expect_warning(suppressMessages(gobc_read(path)), "\"007\" as 7: text_ids = TRUE keeps them", class = "gobc_warning")
})

test_that("labels are as they are written", {
  path <- tempfile(fileext = ".csv")
  writeLines(c("from,to,km", "100000,300000,1", "300000,1000000000000000,2.5"), path)
  g <- gobc_read(path, weight = "km")
  expect_identical(betweenness(g, directed = FALSE), c(`100000` = 0, `300000` = 1, `1000000000000000` = 0))
  expect_identical(eccentricity(g, weights = NULL), c(`100000` = 3.5, `300000` = 2.5, `1000000000000000` = 3.5))
  expect_identical(eccentricity(gobc_read(path, source = 2, target = "from", weight = 3, directed = TRUE),
                                mode = "out", weights = NULL), c(`300000` = 1, `1000000000000000` = 3.5, `100000` = 0))
  writeLines(c("from,to", "1,9007199254740993"), path)
  expect_refused(gobc_read(path), "file", "column to, row 1 is 9007199254740993, .*: read labels with text_ids = TRUE")
  expect_identical(gobc_read(path, text_ids = TRUE)$table$names, c("1", "9007199254740993"))
})

test_that("what cannot be read is an error", {
  files <- files_folder()
  expect_refused(gobc_read("none.csv"), "file", "there is no file \"none.csv\"")
  expect_refused(gobc_read("-"), "file", "there is no file")
  expect_refused(gobc_read(files), "file", "is a folder")
  expect_refused(gobc_read(file.path(files, "metis.graph"), directed = TRUE), "argument", "which is undirected")
  expect_refused(gobc_read(file.path(files, "snap.txt"), delimiter = ";;"), "argument", "one ASCII character, not \";;\"")
  expect_refused(gobc_read(file.path(files, "snap.txt"), delimiter = "\n"), "argument", "the delimiter '.n': give")
  expect_refused(gobc_read(file.path(files, "snap.txt"), weight = "km"), "argument", "there is no column \"km\"")
  expect_refused(gobc_read(file.path(files, "snap.txt"), weight = 0), "argument", "columns are numbered from 1")
  expect_refused(gobc_read(file.path(files, "snap.txt"), "no"), "argument", "directed must be TRUE or FALSE")
  expect_refused(gobc_read(1), "argument", "path must be one string")
})

test_that("directed = FALSE holds for a file that says otherwise", {
  path <- file.path(files_folder(), "graph.graphml")
  expect_true(suppressMessages(gobc_read(path))$table$directed)
  expect_false(suppressMessages(gobc_read(path, directed = FALSE))$table$directed)
})
