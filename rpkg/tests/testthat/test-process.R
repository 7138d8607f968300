# Interrupts, forks, threads, progress, memory.

# This moment: seconds that this process has worked on each of two threads, and of the clock.
moment <- function() c(work = sum(proc.time()[c("user.self", "sys.self")]) / 2, clock = as.numeric(Sys.time()))

# What has passed since a moment is at most this: of the work, which a busy machine does not change; of the clock where
# GOBC_TEST_DELAYS is set. Judged last: R CMD check, which repositories run on instrumented builds too, reports a skip.
expect_ended <- function(passed, most) {
  skip_on_cran()
  expect_lt(passed[["work"]], most)
  if (nzchar(Sys.getenv("GOBC_TEST_DELAYS"))) expect_lt(passed[["clock"]], most)
}

# A progress function, `tell`, that interrupts this process once a source has finished, and what came of it.
interrupting <- function() {
  state <- new.env()
  state$reports <- 0
  state$tell <- function(done, total) {
    if (!is.null(state$told)) {
      state$reports <- state$reports + 1
    } else if (done > 0) {
      state$told <- moment()
      tools::pskill(Sys.getpid(), tools::SIGINT)
    }
  }
  state
}

test_that("three interrupts in a row are answered at the next look, and the session goes on", {
  graph <- large_graph(50000, 400000)
  invisible(closeness(graph, 1)) # builds it
  passed <- c(work = 0, clock = 0)
  for (round in 1:3) {
    state <- interrupting()
    struck <- tryCatch({
      betweenness(graph, threads = 2, device = "cpu", progress = state$tell)
      "the call ended before the interrupt"
    }, interrupt = function(condition) "interrupted")
    passed <- pmax(passed, moment() - state$told)
    expect_identical(struck, "interrupted")
    expect_identical(state$reports, 0)
  }
  expect_scores(betweenness(igraph::make_star(4, "undirected")), c(3, 0, 0, 0))
  expect_ended(passed, 0.25)
})

test_that("an interrupt while a graph is built is answered, too", {
  n <- 1000000
  set.seed(3)
  edges <- data.frame(from = sample.int(n, 3 * n, TRUE), to = sample.int(n, 3 * n, TRUE))
  graph <- gobc_graph(edges)
  note <- tempfile() # what the process had worked when the interrupt came, in ticks
  struck <- tryCatch({
    system(sprintf("(sleep 0.2; cat /proc/%d/stat >%s; kill -INT %d) >/dev/null 2>&1 &", Sys.getpid(), shQuote(note),
                   Sys.getpid()))
    gobc:::built(graph, TRUE, NULL, gobc:::run_of("cpu", 1, FALSE, NULL))
    "built before the interrupt"
  }, interrupt = function(condition) "interrupted")
  ended <- moment()
  expect_identical(struck, "interrupted")
  ticks <- as.numeric(strsplit(sub(".*\\) ", "", readLines(note)), " ")[[1]][12:13])
  told <- c(work = sum(ticks) / as.numeric(system("getconf CLK_TCK", intern = TRUE)) / 2,
            clock = as.numeric(file.mtime(note)))
  expect_ended(ended - told, 0.35)
})

test_that("R's own time limit ends a call with its error, which handlers see", {
  graph <- large_graph(50000, 400000)
  invisible(closeness(graph, "1")) # builds it
  limited <- function(call) {
    on.exit(setTimeLimit())
    tryCatch({
      setTimeLimit(elapsed = 0.3, transient = TRUE)
      call(graph, threads = 2, device = "cpu")
      "the call ended before the limit"
    }, error = function(error) {
      setTimeLimit()
      class(error)
    })
  }
  several <- function(...) centralities(..., measures = c("betweenness", "closeness"))
  for (call in list(betweenness, several, function(graph, ...) best_group(graph, 3, ...))) {
    expect_identical(limited(call), c("simpleError", "error", "condition"))
  }
  expect_scores(betweenness(igraph::make_star(4, "undirected")), c(3, 0, 0, 0))
})

test_that("handlers that see an interrupt may let the call go on, and what is to run at the end of functions runs", {
  graph <- large_graph(5000, 50000)
  want <- betweenness(graph, threads = 2, device = "cpu")
  state <- interrupting()
  seen <- 0
  got <- withCallingHandlers(betweenness(graph, threads = 2, device = "cpu", progress = state$tell),
                             interrupt = function(condition) {
                               seen <<- seen + 1
                               invokeRestart("resume")
                             })
  expect_identical(got, want)
  expect_identical(seen, 1)
  closed <- FALSE
  caller <- function() {
    on.exit(closed <<- TRUE)
    betweenness(graph, threads = 2, device = "cpu", progress = interrupting()$tell)
  }
  expect_identical(tryCatch(caller(), interrupt = function(condition) "interrupted"), "interrupted")
  expect_true(closed)
})

test_that("a forked child gets an error at once, and the parent goes on", {
  edges <- data.frame(from = 1:3, to = 2:4)
  graph <- gobc_graph(edges)
  before <- betweenness(graph)
  told <- parallel::mclapply(1:2, function(i) {
    began <- moment()
    said <- tryCatch(betweenness(graph), error = function(error) c(class(error)[1], conditionMessage(error)))
    c(said, moment() - began)
  }, mc.cores = 2)
  class_of <- function(error) class(error)[1]
  other <- parallel::mclapply(1:2, function(i) tryCatch(gobc_devices(), error = class_of), mc.cores = 2)
  ended <- parallel::mclapply(1:2, function(i) {
    rm(graph, inherits = TRUE)
    gc()
    i
  }, mc.cores = 2)
  for (one in told) {
    expect_identical(one[[1]], "gobc_forked_error")
    expect_match(one[[2]], "before it forked.*makeCluster")
  }
  expect_identical(other[[1]], "gobc_forked_error")
  expect_identical(ended, list(1L, 2L))
  expect_identical(betweenness(graph), before)
  for (one in told) expect_ended(list(work = as.numeric(one[["work"]]), clock = as.numeric(one[["clock"]])), 1)
})

test_that("a fork before the first graph is fine", {
  expect_identical(in_process(quote({
    edges <- data.frame(from = 1:3, to = 2:4)
    found <- parallel::mclapply(1:2, function(i) betweenness(edges), mc.cores = 2)
    stopifnot(identical(found[[1]], betweenness(edges)), identical(found[[1]], found[[2]]))
    cat("fine")
  })), "fine")
})

test_that("progress is told, and a failure of it stops the call", {
  graph <- large_graph(5000, 50000)
  seen <- list()
  scores <- betweenness(graph, progress = function(done, total) seen[[length(seen) + 1]] <<- c(done, total))
  expect_gt(length(seen), 1)
  done <- vapply(seen, `[`, 0, 1)
  expect_false(is.unsorted(done))
  expect_identical(seen[[length(seen)]], c(5000, 5000))
  expect_refused(betweenness(graph, progress = function(done, total) stop("no more of it")), "argument",
                 "progress function failed.*no more of it")
  expect_refused(betweenness(graph, progress = 3), "argument", "progress must be")
  drawn <- capture.output({
    bar <- gobc:::text_bar(10)
    bar$tell(5)
    bar$close()
  }, type = "message")
  expect_match(paste(drawn, collapse = ""), "50%")
  expect_identical(betweenness(graph, progress = TRUE), scores)
})

test_that("scores have the same bits on any number of threads", {
  graph <- large_graph(3000, 20000)
  expect_identical(betweenness(graph, threads = 1), betweenness(graph, threads = 2))
})

test_that("threads come from the argument, the option, or the limits of package checks", {
  threads <- function(...) gobc:::threads_of(...)
  withr_env <- function(values, code) {
    old <- Sys.getenv(names(values), names = TRUE)
    do.call(Sys.setenv, values)
    on.exit(do.call(Sys.setenv, as.list(old)))
    code
  }
  withr_env(list("_R_CHECK_LIMIT_CORES_" = "", OMP_THREAD_LIMIT = ""), {
    expect_identical(threads(NULL), 0)
    expect_identical(threads(3), 3)
    old <- options(gobc.threads = 5)
    expect_identical(threads(NULL), 5)
    expect_identical(threads(1), 1)
    options(old)
    withr_env(list("_R_CHECK_LIMIT_CORES_" = "TRUE"), expect_identical(threads(NULL), 2))
    withr_env(list("_R_CHECK_LIMIT_CORES_" = "false"), expect_identical(threads(NULL), 0))
    withr_env(list(OMP_THREAD_LIMIT = "1"), expect_identical(threads(NULL), 1))
  })
  expect_refused(betweenness(data.frame(1, 2), threads = -1), "argument", "threads is -1; give 1 to 4096")
  expect_refused(betweenness(data.frame(1, 2), threads = 1.5), "argument", "threads is 1.5: give a whole number")
})

resident <- function() {
  pages <- as.numeric(strsplit(readLines("/proc/self/statm"), " ")[[1]][2])
  pages * 4096 / 2^20
}

test_that("hundreds of calls leave no memory behind", {
  set.seed(1)
  edges <- data.frame(from = sample.int(2000, 8000, TRUE), to = sample.int(2000, 8000, TRUE))
  wide <- gobc_graph(data.frame(from = 1:99999, to = 2:100000))
  round <- function(times) {
    for (i in seq_len(times)) {
      closeness(edges, 1:3)
      tryCatch(betweenness(edges, epsilon = 2), error = identity)
      betweenness(wide, sources = 99999)
    }
    gc()
    resident()
  }
  round(25)
  before <- min(vapply(1:4, function(i) round(25), 0)) # as many as below: R leaves garbage, up to a bar of its own
  after <- min(vapply(1:4, function(i) round(25), 0))
  expect_lt(after - before, 25) # MiB; 200 graphs are 40, 100 results of the large one 80
})

test_that("R's garbage collector finds everything protected", {
  expect_identical(in_process(quote({
    edges <- data.frame(from = c("a", "b", "c"), to = c("b", "c", "d"))
    want <- betweenness(edges)
    also <- edge_betweenness(edges)
    table <- gobc_graph(edges)
    table$own <- new.env()
    run <- gobc:::run_of("cpu", 1, FALSE, NULL)
    # Texts that R does not have yet: those it has are no allocations.
    path <- tempfile(fileext = ".txt")
    program <- "BEGIN { for (i = 1; i < 60; i++) print \"label \" i \"\\tlabel \" i + 1 \"\\t\" i }"
    system2("awk", shQuote(program), stdout = path)
    invisible(gc())
    invisible(gctorture(TRUE))
    pointer <- gobc:::built(table, TRUE, c(1, 2, 3), run)
    got <- gobc:::ask(pointer, "betweenness", list(of = c(2L, 3L)), run)
    edge <- gobc:::ask(pointer, "edge_betweenness", list(normalized = 0L), run, edges = TRUE)
    error <- .Call(gobc:::shim_compute, pointer, "betweenness", FALSE, list(preset = "x"), NULL)$message
    devices <- .Call(gobc:::shim_about, "devices")
    file <- .Call(gobc:::shim_read_file, path, c(NA, NA, NA, NA, "weight"), c(0L, -1L, 0L, 1L), NULL)$result
    invisible(gctorture(FALSE))
    stopifnot(identical(got[[1]], unname(want)[2:3]), identical(edge[[1]], also),
              grepl("unknown preset", error), grepl("cpu", devices))
    labels <- paste("label", 1:60)
    stopifnot(identical(file$edges, list(source = labels[-60], target = labels[-1], weight = 1:59)))
    cat("all is there")
  })), "all is there")
})

# The result of a call, its warnings muffled and kept.
with_warnings <- function(code) {
  lines <- character()
  result <- withCallingHandlers(code, gobc_warning = function(warning) {
    lines <<- c(lines, conditionMessage(warning))
    invokeRestart("muffleWarning")
  })
  list(result = result, warnings = lines)
}

test_that("a time limit counts what reading the graph takes", {
  slow <- function() {
    Sys.sleep(0.3)
    data.frame(from = c("a", "b"), to = c("b", "c"))
  }
  short <- gobc_settings(time_limit = 0.1)
  for (call in list(
    betweenness, edge_betweenness, distances, path_counts, function(...) best_group(size = 1, ...),
    function(...) centralities(measures = "closeness", ...), function(...) group_closeness(groups = "a", ...)
  )) {
    expect_error(call(slow(), settings = short), "the time limit of 0.1 s", class = "gobc_cancelled")
  }
})

test_that("a time limit ends a call, or keeps what is finished", {
  graph <- large_graph(30000, 300000)
  invisible(closeness(graph, 1)) # builds it
  # After more time where no source has finished: a busy machine.
  limited <- function(call, ..., seconds = 0.4) {
    tryCatch(call(graph, ..., device = "cpu", settings = gobc_settings(time_limit = seconds, partial = TRUE)),
             gobc_cancelled = function(told) if (seconds > 10) stop(told) else limited(call, ..., seconds = 2 * seconds))
  }
  began <- moment()
  said <- tryCatch(betweenness(graph, threads = 2, device = "cpu", settings = gobc_settings(time_limit = 0.4)),
                   gobc_cancelled = conditionMessage)
  passed <- moment() - began
  expect_identical(said, "the time limit of 0.4 s ended the call; with partial = TRUE what is finished is kept")
  none <- gobc_settings(time_limit = 1e-9, partial = TRUE)
  said <- tryCatch(with_warnings(betweenness(graph, device = "cpu", settings = none)),
                   gobc_cancelled = conditionMessage)
  if (is.character(said)) expect_match(said, "before any source had finished|was over before the call began")

  kept <- with_warnings(limited(betweenness, c(3, 1, 3)))
  expect_match(kept$warnings, "^partial: [0-9]+ of 30000 sources had finished")
  partial <- attr(kept$result, "partial")
  expect_identical(c(length(partial$vertices) + 0, 30000), c(partial$finished, partial$sources))
  whole <- betweenness(graph, c(3, 1, 3), sources = partial$vertices)
  attr(kept$result, "partial") <- NULL
  expect_identical(kept$result, whole)

  kept <- with_warnings(limited(edge_betweenness, 5:4))
  partial <- attr(kept$result, "partial")
  expect_length(kept$warnings, 1)
  expect_identical(as.vector(kept$result), edge_betweenness(graph, 5:4, sources = partial$vertices))

  kept <- with_warnings(limited(centralities, c("betweenness", "stress")))
  expect_match(kept$warnings, "^partial")
  expect_s3_class(kept$result, "gobc_centralities")
  expect_identical(names(kept$result), c("vertex", "betweenness", "stress"))
  finished <- attr(kept$result, "partial")$vertices
  expect_identical(kept$result$stress, unname(stress_centrality(graph, sources = finished)))

  path <- data.frame(from = 1:3, to = 2:4)
  short <- with_warnings(betweenness(path, settings = gobc_settings(time_limit = 100, partial = TRUE)))
  expect_identical(short, list(result = betweenness(path), warnings = character()))
  expect_refused(limited(centralities, c("betweenness", "closeness")), "argument",
                 "partial needs measures that share one sweep")
  expect_ended(passed, 0.9)
})

test_that("an interrupt keeps what is finished, if that is wanted", {
  graph <- large_graph(30000, 300000)
  invisible(closeness(graph, 1))
  state <- interrupting()
  kept <- tryCatch(with_warnings(betweenness(graph, threads = 2, device = "cpu", progress = state$tell,
                                             settings = gobc_settings(partial = TRUE))),
                   interrupt = function(condition) "interrupted")
  passed <- moment() - state$told
  expect_lte(state$reports, 1) # that of the end
  expect_match(kept$warnings, "^partial")
  expect_gt(attr(kept$result, "partial")$finished, 0)
  invisible(betweenness(graph, k = 20)) # the session goes on
  expect_ended(passed, 0.4)
})
