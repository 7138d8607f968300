# The mistakes that people make most: each ends in an error of gobc's that says what is wrong.
edges <- data.frame(from = c("a", "b", "c"), to = c("b", "c", "d"))

# Of gobc.Graph and the command line, too: tests/files/sizes.tsv has the same rows.
sizes <- list(
  "0" = 0, "1000" = 1000, "50M" = 5e7, "50m" = 5e7, "50MB" = 5e7, "50 MB" = 5e7, "50MiB" = 52428800, "50Mi" = 52428800,
  "8GB" = 8e9, "8GiB" = 8589934592, "1.5k" = 1500, ".5kB" = 500, "2.KiB" = 2048, "1T" = 1e12, "1TiB" = 2^40, "7B" = 7, " 7 " = 7,
  "M" = NA, "-1" = NA, "1e3" = NA, "8 G B" = NA, "8iB" = NA, "8P" = NA, "8,5GB" = NA, "inf" = NA, "10000000T" = NA
)

test_that("sizes are numbers of bytes or texts", { # failed with "memory_limit must be a number, not \"8GB\""
  for (text in c(names(sizes), "")) {
    size <- if (nzchar(text)) sizes[[text]] else NA
    if (is.na(size)) {
      expect_refused(gobc_settings(memory_limit = text), "argument", "memory_limit is .*(not a size: give bytes, .*\"8GB\"|out of range)")
    } else {
      expect_identical(gobc_settings(memory_limit = text)$memory_limit, size, info = text)
    }
  }
  expect_refused(gobc_settings(memory_limit = c("1", "2")), "argument", "memory_limit must be one string")
  expect_refused(betweenness(edges, settings = gobc_settings(memory_limit = "1kB")), "memory", "1000 bytes is left \\(memory_limit\\)")
  expect_length(betweenness(edges, settings = gobc_settings(memory_limit = "50MB")), 4)
  job <- gobc_job(edges, shards = 2, directed = FALSE)
  expect_identical(gobc_run_shard(job, 1, memory_limit = "50M")$held, 1L)
})

test_that("the usual mistakes are named", {
  refused <- function(call, pattern) expect_refused(call, "argument", pattern)
  refused(betweenness(edges, distance = "km"), "distance")
  refused(closeness(edges, k = 3), "k\\b")
  refused(betweenness(edges, weights = "km"), "weights.*there are from, to")
  refused(betweenness(edges, demand = 1), "demand")
  refused(gobc_graph(edges, source = "a", target = "b"), "unused argument: source. .* give only the two columns, x\\[c\\(\"A\", \"B\"\\)\\]")
  refused(closeness(edges, cutoffs = 400), "cutoffs|cutoff")
  refused(betweenness(edges, threads = "all"), "threads must be a number, not \"all\"")
  refused(betweenness(edges, threads = -1), "threads")
  refused(betweenness(edges, "z"), "there is no vertex \"z\"")
  refused(betweenness(edges, normalized = "yes"), "normalized must be TRUE or FALSE, not \"yes\"")
  refused(betweenness(edges, device = "gpu"), "device")
  refused(betweenness(edges, settings = list(time_limit = 3)), "settings must be a result of gobc_settings\\(\\)")
  refused(betweenness(edges, settings = gobc_settings(time_limit = 0)), "time_limit is 0: give seconds above 0")
  refused(betweenness(edges, k = 0), "k is 0: give a number of sources from 1 to 4")
  refused(betweenness(edges, k = 9), "k is 9: give a number of sources from 1 to 4")
  refused(betweenness(edges, epsilon = 2), "epsilon")
  refused(betweenness(edges, k = 2, epsilon = 0.1), "k draws the sources: give k alone, without epsilon")
  refused(centralities(edges, "pagerank"), "is not one of betweenness, stress")
  refused(closeness(edges, mode = "up"), "mode is \"up\": give one of \"out\", \"in\"")
  refused(gobc_run_shard(gobc_job(edges, shards = 2), 3), "there is no shard 3: the job has 1 to 2")
  refused(betweenness("edges.csv"), "gobc_read|character")
})

test_that("a plan says how long it takes, and a time limit holds for building too", {
  plan <- gobc_plan(edges, "betweenness", device = "cpu")
  expect_true(plan$seconds >= 0 && plan$seconds < 1e-3)
  graph <- large_graph()
  expect_gt(gobc_plan(graph, "betweenness", device = "cpu")$seconds, plan$seconds)
  run <- gobc:::run_of("cpu", NULL, FALSE, gobc_settings(time_limit = 5))
  run$began <- run$began - 10 # it is over before the graph is built
  graph <- gobc_graph(edges) # however little there is to do
  expect_error(gobc:::built(graph, FALSE, NA, run), "the time limit of 5 s was over", class = "gobc_cancelled")
  run$began <- run$began + 10
  pointer <- gobc:::built(graph, FALSE, NA, run)
  run$began <- run$began - 10 # the building took all of it
  expect_error(gobc:::ask(pointer, "betweenness", list(), run), "the time limit of 5 s", class = "gobc_cancelled")
})
