# R's profiler, Rprof(), which profvis and RStudio use too.

# A process that profiles calls: list of its exit status and what it has printed.
profiled <- function(begin) {
  script <- tempfile(fileext = ".R")
  writeLines(c(
    "library(gobc)",
    "set.seed(1)",
    "edges <- data.frame(from = sample.int(2000, 16000, TRUE), to = sample.int(2000, 16000, TRUE))",
    "file <- tempfile()",
    begin,
    "seconds <- function() sum(proc.time()[1:2])", # of processors
    "inside <- 0",
    "caller <- function() for (i in 1:8) {",
    "  began <- seconds(); betweenness(edges, threads = 2); inside <<- inside + seconds() - began",
    "  closeness(gobc_graph(edges), 1:3); gc()",
    "}",
    "began <- seconds()",
    "caller()",
    "used <- seconds() - began",
    "Rprof(NULL)",
    "found <- summaryRprof(file)",
    "cat(used, inside, found$sampling.time, found$by.total['\"caller\"', 'total.time'],",
    "    found$by.total['\"betweenness\"', 'total.time'])"
  ), script)
  lines <- suppressWarnings(system2(file.path(R.home("bin"), "Rscript"), script, stdout = TRUE, stderr = TRUE,
                                    env = paste0("R_LIBS=", paste(.libPaths(), collapse = ":"))))
  list(status = c(attr(lines, "status"), 0L)[1], lines = lines)
}

test_that("Rprof() beside calls ends nothing, and its profile has their processor time and names the caller", {
  begins <- c("Rprof(file, interval = 0.01)", "invisible(gobc_devices()); Rprof(file, interval = 0.02)")
  for (begin in begins) { # before and after the library is loaded
    run <- profiled(begin)
    expect_identical(run$status, 0L, info = paste(begin, paste(utils::head(run$lines, 3), collapse = "\n")))
    if (run$status != 0L) next
    times <- as.numeric(strsplit(run$lines[length(run$lines)], " ")[[1]])
    names(times) <- c("used", "inside", "sampled", "caller", "betweenness")
    expect_gt(times[["sampled"]], 0.4 * times[["used"]])
    expect_lt(times[["sampled"]], 1.2 * times[["used"]])
    expect_gt(times[["caller"]], 0.9 * times[["sampled"]])
    expect_gt(times[["betweenness"]], 0.4 * times[["inside"]])
    expect_lt(times[["betweenness"]], 1.2 * times[["inside"]] + 0.1)
  }
})
