# What R sees of allocations that fail, one after the other, in building, computing, planning, reading and generating: an error of
# class gobc_memory_error, and the next call is right. Needs the library built with the tag gobc_planted in GOBC_LIBRARY and the
# package in .libPaths().
library(gobc)

count <- 0
plant <- function(kind, n) {
  count <<- count + 1
  Sys.setenv(GOBC_PLANT = sprintf("%d:%s:%d", count, kind, n))
}

edges <- data.frame(from = c(0, 1, 2, 3, 4, 5, 6, 7, 8, 2, 3), to = c(1, 2, 3, 4, 5, 6, 7, 8, 0, 5, 7))
text <- data.frame(from = paste0("v", edges$from), to = paste0("v", edges$to))
file <- tempfile(fileext = ".csv")
write.csv(text, file, row.names = FALSE)

scores <- function(graph) centralities(graph, c("betweenness", "closeness", "eccentricity"))
steps <- list(
  build = function(graph, table) scores(gobc_graph(table)),
  compute = function(graph, table) scores(graph),
  edges = function(graph, table) edge_betweenness(graph),
  plan = function(graph, table) gobc_plan(graph, "betweenness")$fits,
  read = function(graph, table) scores(gobc_read(file))
)

failures <- 0
for (table in list(edges, text)) {
  graph <- gobc_graph(table)
  for (name in names(steps)) {
    step <- steps[[name]]
    want <- step(graph, table)
    seen <- 0
    for (n in 0:1999) {
      plant("memory", n)
      got <- tryCatch(step(graph, table), gobc_memory_error = function(error) error)
      plant("nothing", 0)
      stopifnot(identical(step(graph, table), want))
      if (!inherits(got, "error")) break
      seen <- seen + 1
    }
    stopifnot(identical(got, want), seen >= 1 || name == "plan")
    failures <- failures + seen
  }
}
stopifnot(failures >= 50)
cat(sprintf("%d allocations failed in R, one by one: errors, and right answers after them\n", failures))
