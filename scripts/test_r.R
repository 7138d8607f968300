# Runs the tests of the installed R package; the last line counts them. Called by scripts/test_r.sh.
Sys.setenv(NOT_CRAN = "true") # work after an interrupt is judged
filter <- commandArgs(TRUE)[1]
results <- testthat::test_dir("rpkg/tests/testthat", package = "gobc", load_package = "installed", stop_on_failure = FALSE,
                              reporter = "check", filter = if (!is.na(filter) && nzchar(filter)) filter)
results <- as.data.frame(results)
if (nrow(results) == 0) stop("no test has run")
bad <- sum(results$failed) + sum(results$error) + sum(results$warning) + sum(results$skipped)
cat(sprintf("%d tests, %d checks: %d failed, %d errors, %d warnings, %d skipped\n", nrow(results), sum(results$nb),
            sum(results$failed), sum(results$error), sum(results$warning), sum(results$skipped)))
quit(status = if (bad) 1 else 0)
