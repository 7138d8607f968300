# What people who are new to the package meet first: silent misreadings, and errors that did not say the way out.
warned <- function(call, pattern) expect_warning(call, pattern, class = "gobc_warning")
warnings_of <- function(call) {
  said <- character()
  withCallingHandlers(call, gobc_warning = function(one) {
    said <<- c(said, conditionMessage(one))
    invokeRestart("muffleWarning")
  })
  said
}

test_that("shards in messages count from 1", {
  edges <- data.frame(from = c("a", "b", "c", "d"), to = c("b", "c", "d", "e"))
  job <- gobc_job(edges, shards = 4, directed = FALSE, settings = gobc_settings(reductions = "none"))
  refused <- expect_refused(gobc_result(gobc_run_shard(job, 2), job), "argument", "shards are missing: 1,3-4 of 4; run them")
  expect_match(conditionMessage(refused), "give incomplete = TRUE for a result of the other 1")
  folder <- gobc_save(job, tempfile("run"))
  on.exit(unlink(folder, recursive = TRUE))
  for (shard in 1:4) gobc_run_shard(job, shard, folder = folder)
  files <- list.files(folder, "^shard-.*[.]gobc$", full.names = TRUE)
  expect_match(files[2], "shard-0*1[.]gobc$") # files count from 0
  writeBin(raw(100), files[2])
  expect_refused(gobc_merge(folder), "file", "remove it, and run shard 2 again \\(shards are numbered from 1, files from 0\\)$")
  file.copy(files[4], files[2], overwrite = TRUE)
  expect_refused(gobc_merge(folder), "file", "holds shards 4 of job [0-9a-f]+, not shard 2 of [0-9a-f]+: remove it")
  expect_match(gobc:::in_shards_of_r("shards are missing: 0,2-3,1000000-1048574 of 1048575; run"),
               ": 1,3-4,1000001-1048575 of 1048575;")
})

test_that("empty labels bring a warning", {
  empty <- data.frame(g1 = c("TP53", "", "MDM2", ""), g2 = c("MDM2", "ATM", "", "CHEK2"))
  warned(gobc_graph(empty, directed = FALSE), '^"" is the name of a vertex in 3 places, and often stands for a missing one')
  warned(betweenness(data.frame(g1 = c("a", " "), g2 = c("b", "c"))), '^" " is the name of a vertex in 1 place,')
  warned(gobc_graph(data.frame(from = factor(c("a", "\t\n")), to = c("b", "c"))), "in 1 place,")
  warned(gobc_graph(cbind(c("a", ""), c("b", "c"))), "in 1 place,")
  warned(gobc_many(cbind(network = "p", empty), directed = FALSE), "in 3 places")
  warned(gobc_many(data.frame(network = 1, from = c("NA", "b"), to = c("b", "c"))), '^"NA" is the name')
  broken <- "\xff "
  Encoding(broken) <- "UTF-8"
  expect_length(warnings_of(gobc_graph(data.frame(from = c("a b", "x"), to = c("b", "c")))), 0)
  expect_length(warnings_of(try(gobc_graph(data.frame(from = broken, to = "b")), silent = TRUE)), 0)
})

test_that("whole numbers name vertices with all digits", {
  ids <- data.frame(entrez1 = c(100000, 5), entrez2 = c(5, 200000))
  expect_identical(gobc_vertices(ids), c("100000", "5", "200000"))
  expect_named(betweenness(ids, "100000"), "100000")
  expect_identical(gobc_vertices(data.frame(from = c(-0, -1e5), to = c(1e15, 2^53 - 1))),
                   c("0", "-100000", "1000000000000000", "9007199254740991"))
  expect_identical(gobc_vertices(data.frame(from = c(100000L, 5L), to = c(5L, 3L))), c("100000", "5", "3"))
  expect_identical(gobc_vertices(data.frame(from = c("a", "b"), to = c(1e5, 2))), c("a", "b", "100000", "2"))
  expect_identical(gobc_vertices(gobc_graph(ids, vertices = c(3e5, 200000, 1e5, 5))), c("300000", "200000", "100000", "5"))
  expect_refused(gobc_graph(ids, vertices = c(1e5, 1e5)), "data", 'row 2 of vertices repeats "100000"')
  expect_refused(gobc_graph(ids, vertices = c(5, 200000)), "data", 'names the vertex "100000"')
  expect_refused(gobc_graph(cbind(ids, weight = c(0, 1))) |> betweenness(), "data", "row 1 \\(100000 - 5\\)")
  many <- gobc_many(data.frame(network = 1, from = c("a", "b"), to = c(1e5, 2)))
  expect_identical(sort(many$vertex), c("100000", "2", "a", "b"))
})

test_that("functions with igraph's mode say what takes the place of directed", {
  edges <- data.frame(from = c("a", "b"), to = c("b", "c"))
  with_mode <- list(closeness, harmonic_centrality, eccentricity, eccentricity_centrality, distances, reach, radius, lin,
                    radiality, decay, path_counts, closeness_vitality)
  for (measure in with_mode) {
    expect_refused(measure(edges, directed = FALSE), "argument",
                   'unused argument: directed; give mode = "all" to leave directions out, or gobc_graph\\(x, directed = FALSE\\)$')
  }
  expect_identical(closeness(edges, mode = "all"), closeness(gobc_graph(edges, directed = FALSE)))
  expect_refused(closeness(edges, time_limit = 3), "argument", "time_limit; give settings = gobc_settings\\(time_limit = ...\\)$")
  expect_refused(betweenness(edges, timeout = 3), "argument", "timeout; give settings = gobc_settings\\(time_limit = ...\\)$")
  expect_refused(gobc_settings(timeout = 3), "argument", "did you mean time_limit")
  expect_refused(closeness(edges, nodes = "a"), "argument", "did you mean vids")
})

test_that("a small square matrix that may be a list of edges brings one warning", {
  edges <- cbind(c(0, 1), c(1, 2))
  expect_length(warnings_of(betweenness(edges)), 1)
  warned(gobc_graph(edges), "adjacency matrix of 2 vertices, but may be a list of 2 edges: .*data.frame\\(from = x\\[, 1\\], to = x\\[, 2\\]\\)")
  lengths <- cbind(c(1, 2, 3), c(2, 3, 4), c(0.5, 1, 2))
  warned(centralities(lengths, "closeness"), "list of 3 edges with lengths: .* weight = x\\[, 3\\]\\); .* rownames\\(x\\) <- 1:3")
  expect_length(warnings_of(gobc_components(edges)), 1)
  # Both ways out, and what is an adjacency matrix by its values: no warning.
  named <- lengths
  rownames(named) <- 1:3
  for (x in list(data.frame(from = edges[, 1], to = edges[, 2]), named, matrix(c(0, 1, 1, 0), 2), matrix(c(0, 2, 2, 0), 2),
                 diag(3), matrix(c(0, 2, 3, 2, 0, 4, 3, 4, 0), 3), matrix(c(1, 0.5, 0.5, 1), 2), matrix(0, 2, 2), cbind(1:4, 2:5),
                 cbind(1:4, 2:5, 3:6, 4:7), matrix(TRUE, 2, 2), matrix(c(-1, 2, 3, 4), 2))) {
    expect_length(warnings_of(gobc_graph(x)), 0)
  }
  expect_identical(gobc_graph(data.frame(from = edges[, 1], to = edges[, 2]))$table$n, 3L)
})

test_that("errors about jobs are in R's words", {
  edges <- data.frame(from = c("a", "b"), to = c("b", "c"))
  job <- gobc_job(edges, shards = 2, settings = gobc_settings(reductions = "none"))
  part <- gobc_run_shard(job, 1)
  expect_refused(gobc_missing(part), "argument", "^path is a partial, but must be the folder of a job: part\\$missing")
  expect_refused(gobc_missing(job), "argument", "^path must be one string, not a value of class gobc_job$")
  expect_refused(betweenness(edges, demand = matrix(1, 3, 3)), "argument", "flows, .*not a value of class matrix/array$")
  expect_refused(betweenness(edges, demand = data.frame(a = 1, b = 2)), "argument", "data frame of three columns, .* not of 2$")
  expect_refused(betweenness(edges, directed = factor("a")), "argument", 'directed must be TRUE or FALSE, not "a"')
  nowhere <- tempfile("nowhere")
  refused <- expect_refused(gobc_load(nowhere), "file", "there is no job in .*nowhere[^ ]*: gobc_save\\(job, \".*nowhere[^ ]*\"\\) makes one")
  expect_no_match(conditionMessage(refused), "gobc plan")
  expect_refused(gobc_merge(part, part), "argument", "takes one list of partials: gobc_merge\\(list\\(a, b\\)\\)")
  expect_refused(gobc_result(job, part), "argument", "the partial comes first, gobc_result\\(part, job\\)")
  said <- warnings_of(gobc_result(part, job, incomplete = TRUE))
  expect_match(said, "^partial: [0-9] of 3 sources had finished; the values are those of these sources alone$")
  expect_output(summary(gobc_graph(edges)), "^gobc_graph: directed, 3 vertices, 2 edges, named$")
})
