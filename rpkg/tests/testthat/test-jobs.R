# Jobs: shards have the bits of one call, in whatever order and wherever they are computed.

drawn_edges <- function(seed = 1, n = 60, m = 240) {
  set.seed(seed)
  names <- c(sprintf("v%d", seq_len(n - 2)), "a \"quoted\\\" name\n", "\U1F600 \u00e4")
  data.frame(from = sample(names, m, TRUE), to = sample(names, m, TRUE), weight = sample.int(9, m, TRUE))
}

shards_of_job <- function(job, which = seq_len(job$shards)) lapply(which, function(shard) gobc_run_shard(job, shard))

# The result of a partial without its edges, and these.
both <- function(part, job) {
  result <- gobc_result(part, job)
  edges <- attr(result, "edges")
  attr(result, "edges") <- NULL
  list(vertices = result, edges = edges)
}

# Scores as the data frame that a result is.
data_of <- function(scores, measure) {
  columns <- structure(list(names(scores), unname(scores)), names = c("vertex", measure))
  structure(data.frame(columns, stringsAsFactors = FALSE), class = c("gobc_centralities", "data.frame"))
}

test_that("shards in any order, and some twice, have the bits of one call", {
  edges <- drawn_edges()
  measures <- c("betweenness", "stress", "closeness", "harmonic", "eccentricity_centrality")
  for (weights in list(NULL, NA)) {
    for (directed in c(TRUE, FALSE)) {
      one <- centralities(edges, measures, directed = directed, weights = weights)
      of_edges <- edge_betweenness(edges, directed = directed, weights = weights)
      for (shards in c(1, 7)) {
        job <- gobc_job(edges, c(measures, "edge_betweenness"), shards, directed, weights = weights)
        expect_identical(c(job$shards, sum(job$sources)), c(shards, 60))
        parts <- shards_of_job(job, sample.int(shards))
        merged <- gobc_merge(sample(c(parts, parts)))
        expect_identical(merged$held, seq_len(shards))
        expect_identical(merged$missing, integer())
        got <- both(merged, job)
        expect_identical(got$vertices, one)
        expect_identical(got$edges$edge_betweenness, of_edges)
        expect_identical(got$edges$from, edges$from)
        expect_identical(got$edges$to, edges$to)
        expect_identical(both(gobc_merge(list(gobc_merge(parts), parts[[1]])), job), got)
      }
    }
  }
})

test_that("subsets, samples, scales and settings are those of one call", {
  edges <- drawn_edges(2)
  few <- data.frame(vertex = c("v3", "v40"), weight = c(2, 0.5))
  expect_identical(gobc_compute(gobc_job(edges, shards = 2, sources = few, targets = c("v1", "v2", "v5"))),
                   data_of(betweenness(edges, sources = few, targets = c("v1", "v2", "v5")), "betweenness"))
  expect_identical(gobc_compute(gobc_job(edges, "closeness", 3, mode = "in", normalized = TRUE, cutoff = 8)),
                   data_of(closeness(edges, mode = "in", normalized = TRUE, cutoff = 8), "closeness"))
  set.seed(5)
  job <- gobc_job(edges, shards = 4, k = 20)
  expect_identical(sum(job$sources), 20L + 0)
  set.seed(5)
  expect_identical(gobc_compute(job), data_of(betweenness(edges, k = 20), "betweenness"))
  merging <- gobc_settings(parallel = "merge", endpoints = TRUE)
  expect_identical(gobc_compute(gobc_job(edges, shards = 2, weights = NA, settings = merging)),
                   data_of(betweenness(edges, weights = NA, settings = merging), "betweenness"))
  numbers <- as.matrix(data.frame(match(edges$from, unique(edges$from)), match(edges$to, unique(edges$to))))
  job <- gobc_job(numbers, "decay", 3, settings = gobc_settings(alpha = 0.3))
  expect_identical(gobc_compute(job), centralities(numbers, "decay", settings = gobc_settings(alpha = 0.3)))
  expect_identical(gobc_compute(gobc_job(numbers, "edge_stress", 5))$edge_stress, edge_stress(numbers))
})

test_that("a partial is a value: saved, sent, printed", {
  job <- gobc_job(drawn_edges(), shards = 7)
  part <- gobc_merge(shards_of_job(job, c(1, 5, 6)))
  expect_identical(part$held, c(1L, 5L, 6L))
  expect_identical(part$missing, c(2L, 3L, 4L, 7L))
  expect_identical(part$fingerprint, job$fingerprint)
  expect_output(print(part), "gobc_partial: 3 of 7 shards, missing 2-4,7", fixed = TRUE)
  expect_output(print(job), "gobc_job: betweenness in 7 shards, fingerprint [0-9a-f]{16}$")
  file <- tempfile()
  expect_identical(gobc_load(gobc_save(part, file)), part)
  expect_identical(unserialize(serialize(part, NULL)), part)
  bytes <- readBin(file, "raw", 1e6)
  writeBin(bytes[seq_len(length(bytes) - 40)], file)
  expect_refused(gobc_load(file), "file", file)
  part$data[200] <- xor(part$data[200], as.raw(1))
  expect_refused(gobc_result(part, job), "file", "checksum|damaged")
})

test_that("what lacks shards is a result only where that is wanted", {
  edges <- drawn_edges()
  job <- gobc_job(edges, shards = 3)
  part <- gobc_run_shard(job, 2)
  expect_refused(gobc_result(part, job), "argument", "shard")
  expect_warning(got <- gobc_result(part, job, incomplete = TRUE), "^partial: 20 of 60 sources", class = "gobc_warning")
  sources <- attr(got, "partial")$vertices
  expect_length(sources, 20)
  attr(got, "partial") <- NULL
  expect_identical(got, centralities(edges, "betweenness", sources = sources))
  of_edges <- gobc_job(edges, "edge_betweenness", 3)
  expect_warning(got <- gobc_result(gobc_run_shard(of_edges, 2), of_edges, TRUE), "^partial", class = "gobc_warning")
  expect_identical(got$edge_betweenness, edge_betweenness(edges, sources = attr(got, "partial")$vertices))
})

test_that("some shards of a job with an epsilon give an estimate", {
  edges <- drawn_edges(3, 300, 1200)
  exact <- betweenness(edges, directed = FALSE, weights = NULL)
  job <- gobc_job(edges, shards = 5, directed = FALSE, weights = NULL, sample = gobc_sample(epsilon = 0.2))
  parts <- shards_of_job(job)
  some <- gobc_result(gobc_merge(parts[2:4]), job, incomplete = TRUE)
  expect_identical(names(some), c("vertex", "betweenness", "betweenness_error"))
  expect_true(all(abs(some$betweenness - exact[some$vertex]) <= some$betweenness_error))
  expect_true(max(some$betweenness_error) > 0)
  all <- gobc_result(gobc_load(gobc_save(gobc_merge(parts), tempfile())), gobc_load(gobc_save(job, tempfile())))
  expect_identical(all$betweenness, unname(exact[all$vertex]))
  expect_identical(max(all$betweenness_error), 0)
  expect_refused(gobc_job(edges, sample = gobc_sample(top_k = 3)), "argument", "top_k")
})

test_that("an error says what differs, or what is wrong", {
  edges <- drawn_edges()
  job <- gobc_job(edges, shards = 3)
  part <- gobc_run_shard(job, 1)
  other <- function(...) gobc_run_shard(gobc_job(...), 1)
  expect_refused(gobc_merge(list(part, other(edges, shards = 4))), "data", "shards")
  expect_refused(gobc_merge(list(part, other(edges, "stress", 3))), "data", "their question is [0-9a-f]+, but must be")
  expect_refused(gobc_merge(list(part, other(edges[-1, ], shards = 3))), "data", "graph")
  expect_refused(gobc_merge(list()), "argument", "parts must be a list of partials")
  expect_refused(gobc_merge(list(part, 3)), "argument", "part 2 is of class numeric")
  for (wrong in list(0, 4, 1.5, "1", NA, c(1, 2))) expect_refused(gobc_run_shard(job, wrong), "argument", "1 to 3")
  expect_refused(gobc_job(edges, shards = 0), "argument", "shards is 0: give 1 or more")
  expect_refused(gobc_job(edges, shards = "many"), "argument", "give 1 to 1048576, or \"auto\"")
  expect_refused(gobc_job(edges, settings = gobc_settings(time_limit = 1)), "argument", "time_limit cannot be used with a job")
  expect_refused(gobc_job(edges, settings = gobc_settings(partial = TRUE)), "argument", "partial")
  expect_refused(gobc_run_shard(edges, 1), "argument", "must be a result of gobc_job\\(\\)")
  expect_refused(gobc_run_shard(unserialize(serialize(job, NULL)), 1), "argument", "this job belongs to another R session.*gobc_load")
})

test_that("a folder has the job and its shards, for any process", {
  edges <- drawn_edges()
  few <- data.frame(vertex = c("\U1F600 \u00e4", "a \"quoted\\\" name\n", "v9"), weight = c(2, 0.1, 3))
  numbers <- matrix(c(1, 2, 3, 1, 2, 3, 4, 5), ncol = 2)
  jobs <- list(gobc_job(edges, c("betweenness", "edge_betweenness"), 3, sources = few, targets = c("v1", "v2", "v3")),
               gobc_job(edges, "betweenness", 3, weights = NA, normalized = TRUE, k = 11),
               gobc_job(numbers, "closeness", 2, sources = c(4, 2), cutoff = 3))
  for (job in jobs) {
    run <- gobc_save(job, tempfile("run"))
    again <- gobc_load(run)
    expect_identical(again$fingerprint, job$fingerprint)
    want <- gobc_compute(job)
    gobc_run_shard(again, 2, folder = run)
    expect_identical(gobc_missing(run), setdiff(seq_len(job$shards), 2L))
    expect_true(file.exists(file.path(run, "shard-00001.gobc"))) # files count from 0
    expect_identical(gobc_compute(again, checkpoint = run), want)
    expect_identical(gobc_missing(run), integer())
    expect_identical(gobc_result(gobc_merge(run), job), want)
    expect_identical(gobc_load(gobc_save(again, tempfile("copy")))$fingerprint, job$fingerprint)
  }
})

test_that("what is wrong in a folder is named", {
  edges <- drawn_edges()
  run <- gobc_save(gobc_job(edges, shards = 3), tempfile("run"))
  job <- gobc_load(run)
  expect_refused(gobc_load("/nowhere"), "file", "there is no job in /nowhere: gobc_save")
  expect_refused(gobc_merge(run), "file", "has no finished shard yet")
  expect_refused(gobc_save(gobc_job(edges, "stress", 3), run), "data", "has another job: betweenness.*this one is stress")
  expect_refused(gobc_run_shard(gobc_job(edges, shards = 2), 1, folder = run), "data", "has another job")
  expect_refused(gobc_save(job, run, resume = FALSE), "argument", "has this job already")
  expect_refused(gobc_compute(job, checkpoint = run, resume = FALSE), "argument", "has this job already")
  invisible(gobc_compute(job, checkpoint = run))
  first <- file.path(run, "shard-00000.gobc")
  third <- file.path(run, "shard-00002.gobc")
  file.copy(first, third, overwrite = TRUE)
  expect_refused(gobc_merge(run), "file", "shard-00002.gobc holds shards 1 of job [0-9a-f]{16}, not shard 3 of")
  gobc_save(gobc_run_shard(gobc_job(edges, shards = 4), 3), third)
  expect_refused(gobc_merge(run), "file", "shard-00002.gobc holds shards 3 of job .*remove it, and run shard 3 again")
  for (path in c(first, third)) writeLines("torn", path)
  expect_refused(gobc_merge(run), "file", "2 files of shards .*run shards 1,3 again.*shard-00000.gobc.*shard-00002.gobc")
  expect_identical(gobc_missing(run), c(1L, 3L))
  expect_identical(gobc_compute(job, checkpoint = run), gobc_compute(job))
  writeLines("{\"format\": \"gobc job", file.path(run, "job.json"))
  expect_refused(gobc_load(run), "file", "job.json is not the file of a job")
})

# A text of JSON with another value of a key.
with_value <- function(text, key, value) {
  pattern <- sprintf("(\"%s\":)(\"[^\"]*\"|[0-9.]+|true|false|\\[[^]]*\\]|\\{[^{}]*\\})", key)
  stopifnot(grepl(pattern, text))
  sub(pattern, paste0("\\1", gsub("\\", "\\\\", value, fixed = TRUE)), text)
}

test_that("a job.json that was changed is read or an error of gobc's", {
  edges <- data.frame(from = c("a", "b", "c"), to = c("b", "c", "d"))
  few <- data.frame(vertex = c("a", "b"), weight = c(1, 2))
  run <- gobc_save(gobc_job(edges, shards = 2, sources = few, cutoff = 3), tempfile("run"))
  file <- file.path(run, "job.json")
  good <- readChar(file, 1e5)
  hostile <- c("null", "true", "-1", "1099511627776", "1e308", "\"\"", "\"../x\"", "[]", "[[]]", "{}", "{\"vertices\":3}",
               "{\"vertices\":[[1]]}", "{\"vertices\":[9]}", "{\"vertices\":[0,0]}", "{\"vertices\":[0],\"weights\":[-1]}",
               "{\"x\":1}")
  texts <- c("", "{", "nul", strrep("[", 1e4), "[1]", good, sub("{", "{\"x\":1,", good, fixed = TRUE))
  for (key in c("format", "version", "graph", "labels", "measures", "shards", "fingerprint", "cutoff", "weighted", "sources",
                "vertices", "weights", "reductions")) {
    for (value in hostile) texts <- c(texts, with_value(good, key, value))
  }
  answers <- vapply(texts, function(text) {
    writeLines(text, file)
    tryCatch({gobc_load(run); "read"}, gobc_error = function(error) class(error)[1], error = function(error) {
      paste(text, conditionMessage(error))
    })
  }, "", USE.NAMES = FALSE)
  expect_identical(sort(unique(answers)), c("gobc_file_error", "read"))
  expect_gt(sum(answers == "gobc_file_error"), 180)
  writeLines(with_value(good, "shards", "1099511627776"), file)
  expect_refused(gobc_missing(run), "file", "shards is 1099511627776, not 1 to 1048576")
  writeLines(with_value(good, "fingerprint", sprintf("\"%s\"", strrep("0", 64))), file)
  expect_refused(gobc_load(run), "file", "the job in .* is 0000000000000000, and this process made")
  writeLines(good, file)
  labels <- file.path(run, "labels.json")
  for (text in c("{", "[]", "{}", "null", "{\"nodes\":3}", "{\"nodes\":[\"a\"]}", "{\"nodes\":[[1],2,3,4]}", strrep("[", 1e4))) {
    writeLines(text, labels)
    expect_refused(gobc_load(run), "file", "labels")
  }
})

test_that("forged stored files are errors", {
  files <- list.files(file.path(vectors_folder(), "..", "stored"), "-.*[.]", full.names = TRUE)
  expect_gte(length(files), 8L)
  run <- gobc_save(gobc_job(drawn_edges(), shards = 2), tempfile("run"))
  graph <- list.files(run, "^graph-", full.names = TRUE)
  for (file in files) {
    expect_refused(gobc_load(file), "file", "(arrow|gobc): ")
    file.copy(file, graph, overwrite = TRUE)
    expect_refused(gobc_load(run), "file", "(arrow|gobc): ")
  }
})

test_that("processes share a folder, and what a lost one has taken is computed all the same", {
  job <- gobc_job(drawn_edges(), shards = 4)
  run <- gobc_save(job, tempfile("run"))
  claims <- file.path(run, c("claim-00000", "claim-00002")) # as other processes take shards
  file.create(claims)
  Sys.setFileTime(claims[2], Sys.time() - 100)
  here <- gobc:::run_of(NULL, NULL, FALSE, NULL)
  taken <- lapply(1:5, function(i) gobc:::run_into(job, run, NULL, here)$held)
  expect_identical(taken, list(2L, 4L, 3L, 1L, NULL))
  expect_lt(abs(as.numeric(Sys.time() - file.mtime(claims[2]), units = "secs")), 60)
  expect_identical(gobc_compute(gobc_load(run), checkpoint = run), gobc_compute(job))
})

test_that("progress counts shards", {
  seen <- list()
  job <- gobc_job(drawn_edges(), shards = 3)
  gobc_compute(job, progress = function(done, total) seen[[length(seen) + 1]] <<- c(done, total))
  expect_identical(seen, list(c(1, 3), c(2, 3), c(3, 3)))
})

test_that("texts and numbers come back from JSON", {
  for (values in list(c("y", "\u00e4\n\"\\\t\U1F600\u0001", ""), c(1, 0.1, -1e300, 2^53 - 1))) {
    expect_identical(gobc:::parse_json(sprintf("[%s]", paste(gobc:::json_scalars(values), collapse = ","))), as.list(values))
  }
  expect_identical(gobc:::parse_json("{\"a\":[1,\"x\",true],\"b\":[],\"c\":{\"d\":[[\"y\"],{}]}}"),
                   list(a = list(1, "x", TRUE), b = list(), c = list(d = list(list("y"), structure(list(), names = character())))))
  expect_identical(gobc:::parse_json("[\"\\ud83d\\ude00\\u00e4\\/\\\\u0041\", null, [[]], -1.5e3]"),
                   list("\U1F600\u00e4/\\u0041", NULL, list(list()), -1500))
})

test_that("ranges are read as they are written", {
  for (numbers in list(3L, 1:4, c(0L, 2L, 3L, 7L, 40:44))) {
    expect_identical(gobc:::numbers_in(gobc:::ranges(numbers)), numbers)
  }
  expect_identical(gobc:::numbers_in(""), integer())
})

test_that("R's garbage collector finds what jobs protect", {
  expect_identical(in_process(quote({
    edges <- data.frame(from = c("a", "b", "c"), to = c("b", "c", "d"))
    job <- gobc_job(edges, c("betweenness", "edge_betweenness"), 2, sources = c("a", "c"))
    want <- gobc_compute(job)
    run <- gobc_save(job, tempfile("run"))
    again <- gobc_load(run)
    files <- file.path(run, c("shard-00000.gobc", "shard-00001.gobc"))
    copy <- tempfile("copy")
    labels <- list(sources = c(paste("no label", 1), "b")) # which R does not have yet
    invisible(gc())
    invisible(gctorture(TRUE))
    run_shard <- function(shard) .Call(gobc:::shim_job_run, again$handle, shard, list(threads = 1), NULL)$result
    answers <- lapply(0:1, run_shard)
    for (i in 1:2) .Call(gobc:::shim_partial_save, answers[[i]]$data, files[i])
    merged <- .Call(gobc:::shim_merge, files)$result
    found <- .Call(gobc:::shim_job_result, again$handle, merged$data, c(TRUE, TRUE, FALSE), NULL)$result
    none <- .Call(gobc:::shim_job_run_into, again$handle, run, -1, list(threads = 1), NULL)
    one <- .Call(gobc:::shim_job_run_into, again$handle, run, 1, list(threads = 1), NULL)$result
    whole <- .Call(gobc:::shim_job_merge, run)$result
    saved <- .Call(gobc:::shim_job_save, again$handle, copy, paste0("{", "}"), TRUE)
    text <- .Call(gobc:::shim_job_folder, copy)$result
    loaded <- .Call(gobc:::shim_job_load, copy, c(1, 0), NULL)$result
    graph <- .Call(gobc:::shim_graph, list(c(1L, 2L), c(2L, 3L)), 1:3, FALSE, c(1, 0), NULL)$result
    refused <- .Call(gobc:::shim_job, graph, "betweenness", labels, FALSE, 2, NULL)
    invisible(gctorture(FALSE))
    stopifnot(identical(found$nodes$betweenness, want$betweenness), refused$status > 0, saved$status == 0,
              identical(found$edges$edge_betweenness, attr(want, "edges")$edge_betweenness), is.null(none$result),
              none$status == 0, identical(one, answers[[2]]), identical(whole, merged), grepl("missing.*0-1", text),
              grepl(job$fingerprint, .Call(gobc:::shim_job_info, loaded)$result))
    cat("all is there")
  })), "all is there")
})

test_that("workers of BiocParallel compute shards", {
  skip_if_not_installed("BiocParallel")
  job <- gobc_job(drawn_edges(), c("betweenness", "edge_betweenness"), 7)
  want <- gobc_compute(job)
  workers <- BiocParallel::SnowParam(2)
  expect_identical(gobc_compute(job, BPPARAM = workers), want)
  run <- tempfile("run")
  expect_identical(gobc_compute(job, run, workers), want)
  expect_length(list.files(run, "^shard-"), 7)
  expect_identical(gobc_compute(job, run, workers), want)
  expect_identical(gobc_compute(job, BPPARAM = BiocParallel::SerialParam()), want)
  expect_refused(gobc_compute(job, BPPARAM = BiocParallel::MulticoreParam(2)), "argument",
                 "MulticoreParam, and its workers are forks.*use BiocParallel::SnowParam\\(\\)")
  expect_refused(gobc_compute(job, BPPARAM = 2), "argument", "must be a backend of BiocParallel, such as SnowParam\\(2\\)")
})

test_that("workers of batchtools compute shards", {
  skip_if_not_installed("BiocParallel")
  skip_if_not_installed("future.batchtools")
  job <- gobc_job(drawn_edges(), c("betweenness", "edge_betweenness"), 2)
  want <- gobc_compute(job)
  workers <- suppressMessages(BiocParallel::BatchtoolsParam(2, cluster = "socket"))
  expect_identical(suppressMessages(gobc_compute(job, BPPARAM = workers)), want)
  expect_refused(gobc_compute(job, BPPARAM = BiocParallel::BatchtoolsParam(2, cluster = "multicore")), "argument",
                 "BatchtoolsParam with cluster = \"multicore\", and its workers are forks.*use another cluster")
  old <- setwd(tempdir()) # a registry is made there
  before <- future::plan(future.batchtools::batchtools_local)
  on.exit({
    future::plan(before)
    setwd(old)
  })
  expect_identical(gobc_compute(job, future = TRUE), want)
  future::plan(future.batchtools::batchtools_multicore, workers = 2)
  expect_refused(gobc_compute(job, future = TRUE), "argument", "plan\\(\\) is multicore, and its workers are forks")
})

test_that("workers of future compute shards", {
  skip_if_not_installed("future.apply")
  job <- gobc_job(drawn_edges(), c("betweenness", "edge_betweenness"), 7)
  want <- gobc_compute(job)
  before <- future::plan(future::multisession, workers = 2)
  on.exit(future::plan(before))
  expect_identical(gobc_compute(job, future = TRUE), want)
  run <- tempfile("run")
  expect_identical(gobc_compute(job, run, future = TRUE), want)
  expect_length(list.files(run, "^shard-"), 7)
  expect_refused(gobc_compute(job, BPPARAM = 1, future = TRUE), "argument", "not both")
  future::plan(future::multicore, workers = 2)
  expect_refused(gobc_compute(job, future = TRUE), "argument",
                 "plan\\(\\) is multicore, and its workers are forks.*use plan\\(multisession\\)")
})
