# Whole relative agreement: NaN and infinities must be themselves, an expected 0 is exactly 0.
# One cheap expectation for both: testthat's own take milliseconds.
expect_scores <- function(got, want, tolerance = 1e-12, info = NULL) {
  if (!identical(names(got), names(want)) || length(got) != length(want)) {
    return(expect(FALSE, sprintf("%s: names or number of values differ", info)))
  }
  same <- (is.nan(got) & is.nan(want)) | got == want | abs(got - want) <= tolerance * abs(want) & is.finite(want)
  same[is.na(same)] <- FALSE
  at <- which(!same)[1]
  expect(is.na(at), sprintf("%s: value %d is %.17g, not %.17g", paste("", info), at, got[at], want[at]))
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
