# What is wrong with scores, NULL if nothing. Whole relative agreement: NaN and infinities must be themselves, an
# expected 0 is exactly 0.
wrong_scores <- function(got, want, tolerance = 1e-12, info = NULL) {
  if (!identical(names(got), names(want)) || length(got) != length(want)) {
    return(sprintf("%s: names or number of values differ", paste("", info)))
  }
  same <- (is.nan(got) & is.nan(want)) | got == want | abs(got - want) <= tolerance * abs(want) & is.finite(want)
  same[is.na(same)] <- FALSE
  at <- which(!same)[1]
  if (!is.na(at)) sprintf("%s: value %d is %.17g, not %.17g", paste("", info), at, got[at], want[at])
}

# One cheap expectation for all: testthat's own take milliseconds.
expect_scores <- function(...) {
  wrong <- wrong_scores(...)
  expect(is.null(wrong), wrong)
}

# The checkout's folder of that name, or the one that the package was made with.
vectors_folder <- function() {
  folders <- c(Sys.getenv("GOBC_VECTORS"), test_path("..", "..", "..", "tests", "vectors"), test_path("vectors"))
  Find(function(folder) nzchar(folder) && dir.exists(file.path(folder, "cases")), folders)
}

# A graph that keeps betweenness busy for some seconds.
large_graph <- function(n = 20000, m = 200000) {
  set.seed(7)
  gobc_graph(data.frame(from = sample.int(n, m, TRUE), to = sample.int(n, m, TRUE)), directed = FALSE)
}

# An error of a class, with a message.
expect_refused <- function(call, kind, pattern) {
  expect_error(call, pattern, class = paste0("gobc_", kind, "_error"))
}

# The lines that an expression prints in a process of its own, with its status if that is not 0; its errors go to
# standard error. Under gctorture() it is several times faster than here, where the collector has the objects of all
# packages; compiling takes minutes there.
in_process <- function(expression) {
  script <- tempfile(fileext = ".R")
  writeLines(c("invisible(compiler::enableJIT(0))", "library(gobc)", deparse(expression)), script)
  suppressWarnings(system2(file.path(R.home("bin"), "Rscript"), script, stdout = TRUE,
                           env = paste0("R_LIBS=", paste(.libPaths(), collapse = ":"))))
}

# Tests give positions where vertices have numbers as names. Of the warning there is a test.
assign("numbers", TRUE, envir = gobc:::warned)
