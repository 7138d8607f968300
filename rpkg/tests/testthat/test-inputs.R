# One graph in every form, against values by hand: a square a b c d with a tail d - e.
from <- c("a", "b", "c", "d", "d")
to <- c("b", "c", "d", "a", "e")
undirected <- c(a = 1, b = 0.5, c = 1, d = 3.5, e = 0)
directed <- c(a = 3, b = 4, c = 5, d = 6, e = 0)
lengths_of_edges <- c(1, 2, 3, 4.5, 1)
weighted <- c(a = 0, b = 1, c = 2, d = 3, e = 0)

square <- function(...) data.frame(from = from, to = to, ..., stringsAsFactors = FALSE)

adjacency <- function(values = 1) {
  x <- matrix(0, 5, 5, dimnames = list(letters[1:5], letters[1:5]))
  x[cbind(from, to)] <- values
  x
}

test_that("data frames of edges are read", {
  expect_scores(betweenness(square()), directed)
  expect_scores(betweenness(square(), directed = FALSE), undirected)
  expect_scores(betweenness(gobc_graph(square(), directed = FALSE)), undirected)
  expect_scores(betweenness(data.frame(x = from, y = to), directed = FALSE), undirected)
  expect_scores(betweenness(data.frame(z = 1:5, target = to, source = from), directed = FALSE), undirected)
  expect_scores(betweenness(data.frame(from = factor(from), to = factor(to, levels = letters)), directed = FALSE),
                undirected)
  expect_scores(betweenness(square(), directed = FALSE, v = c("e", "d")), undirected[c("e", "d")])
  number <- function(x) match(x, letters) * 10
  expect_identical(names(betweenness(data.frame(number(from), number(to)))), as.character(c(10, 20, 30, 40, 50)))
  expect_scores(unname(betweenness(data.frame(number(from), number(to)), directed = FALSE)), unname(undirected))
  pairs <- data.frame(from = c("b", "a"), to = c("x", "b")) # all in the first column, then all in the second
  expect_identical(names(betweenness(pairs)), c("b", "a", "x"))
  skip_if_not_installed("bit64")
  big <- function(x) bit64::as.integer64(match(x, letters)) + bit64::as.integer64("9007199254740993")
  expect_identical(names(betweenness(data.frame(from = big(from), to = big(to))))[1], "9007199254740994")
})

test_that("labels with a backslash stay as they are", {
  labels <- c("a\\nb", "a\nb", "\\", "\"\\t")
  edges <- data.frame(from = labels, to = "middle")
  expect_identical(names(betweenness(edges)), c(labels, "middle"))
  expect_identical(betweenness(edges, v = "a\\nb"), c("a\\nb" = 0))
})

test_that("vertices put isolated ones and an order into a table", {
  scores <- betweenness(gobc_graph(square(), directed = FALSE, vertices = c("z", "e", "d", "c", "b", "a")))
  expect_scores(scores, c(z = 0, rev(undirected)))
  expect_refused(gobc_graph(square(), vertices = c("a", "b")), "data", "row 2 of the edges names the vertex \"c\", which is not among vertices")
  expect_refused(gobc_graph(square(), vertices = c(letters, "a")), "data", "row 27 of vertices repeats \"a\"")
  expect_refused(gobc_graph(square(), vertices = c("a", NA)), "data", "row 2 of vertices is NA")
  expect_refused(gobc_graph(diag(3), vertices = 1:3), "argument", "only with a table")
})

test_that("lengths come from the column weight, another one, a vector, or not at all", {
  edges <- square(weight = lengths_of_edges, cost = 1)
  expect_scores(betweenness(square(), directed = FALSE, weights = lengths_of_edges), weighted)
  expect_scores(betweenness(edges, directed = FALSE), weighted)
  expect_scores(betweenness(edges, directed = FALSE, weights = NA), undirected)
  expect_scores(betweenness(edges, directed = FALSE, weights = "cost"), undirected)
  expect_scores(betweenness(edges, directed = FALSE, weights = rep(7L, 5)), undirected)
  expect_scores(edge_betweenness(square(), directed = FALSE, weights = c(1, 1, 1, Inf, 1))[4], 0)
  graph <- gobc_graph(edges)
  expect_scores(betweenness(graph, directed = FALSE), weighted)
  expect_scores(betweenness(graph, directed = FALSE, weights = NA), undirected)
  expect_scores(betweenness(graph), betweenness(edges))
  both <- cbind(edges, other = rev(seq_len(nrow(edges))))
  one <- gobc_graph(both) # lengths of several columns, in any order of questions
  want <- lapply(list(NULL, "other", NA), function(w) betweenness(both, directed = FALSE, weights = w))
  expect_false(identical(want[[1]], want[[2]]))
  for (i in c(1, 2, 3, 2, 1)) {
    expect_scores(betweenness(one, directed = FALSE, weights = list(NULL, "other", NA)[[i]]), want[[i]])
  }
})

test_that("matrices are lists of edges or adjacency matrices", {
  numbers <- cbind(match(from, letters), match(to, letters))
  expect_scores(betweenness(cbind(from, to), directed = FALSE), undirected)
  expect_scores(betweenness(rbind(numbers, 6), directed = FALSE), c(unname(undirected), 0)) # a loop at vertex 6
  expect_scores(betweenness(cbind(numbers, lengths_of_edges)[-5, ][c(1:4, 4), ], directed = FALSE), c(0, 1, 1, 0))
  expect_refused(betweenness(cbind(c(1, 2.5, 3), 1:3)), "data", "row 2 of the edges has 2.5 in column 1")
  expect_refused(betweenness(cbind(1:3, c(1, NA, 3))), "data", "row 2 of the edges has no vertex in column 2")
  x <- adjacency()
  expect_scores(betweenness(x), directed)
  expect_scores(betweenness(x != 0), directed)
  expect_scores(betweenness(gobc_graph(x + t(x), directed = FALSE)), undirected)
  expect_scores(betweenness(unname(x)), unname(directed))
  loops <- matrix(c(1, 1, 0, 1, 0, 1, 0, 1, 1), 3) # an edge each, also of undirected graphs
  expect_length(edge_betweenness(gobc_graph(loops, directed = FALSE)), 4)
  expect_length(edge_betweenness(loops), 6)
  lengthy <- adjacency(lengths_of_edges)
  expect_scores(betweenness(gobc_graph(lengthy + t(lengthy), directed = FALSE)), weighted)
  expect_refused(gobc_graph(x, directed = FALSE), "data", "row 4, column 1 of the matrix \\(d - a\\) differs from the entry with row and column")
  x[2, 3] <- NA
  expect_refused(betweenness(x), "data", "row 2, column 3 of the matrix \\(b - c\\) is NA")
  expect_refused(betweenness(adjacency(c(1, 1, -2, 1, 1))), "data", "row 3, column 4 of the matrix \\(c - d\\) is -2; .*above 0")
  expect_refused(betweenness(matrix(0, 4, 5)), "data", "4 rows and 5 columns")
})

test_that("sparse matrices of every class are read", {
  skip_if_not_installed("Matrix")
  x <- methods::as(adjacency(), "CsparseMatrix")
  for (kind in c("dMatrix", "lMatrix", "nMatrix")) {
    for (shape in c("CsparseMatrix", "TsparseMatrix", "RsparseMatrix", "unpackedMatrix")) {
      sparse <- methods::as(methods::as(methods::as(x, kind), "generalMatrix"), shape)
      expect_scores(betweenness(sparse), directed, info = class(sparse))
    }
    for (shape in c("CsparseMatrix", "TsparseMatrix", "RsparseMatrix")) {
      symmetric <- methods::as(Matrix::forceSymmetric(methods::as(x + Matrix::t(x), kind)), shape)
      expect_scores(betweenness(symmetric), undirected, info = class(symmetric))
    }
  }
  twice <- methods::new("dgTMatrix", i = c(0L, 0L), j = c(1L, 1L), x = c(2, 3), Dim = c(2L, 2L))
  expect_identical(gobc_graph(twice)$table$weights, 5)
  expect_refused(betweenness(methods::new("dgTMatrix", i = 0L, j = 1L, x = NA_real_, Dim = c(2L, 2L))), "data",
                 "row 1, column 2 of the matrix is NA")
  n <- 50000L # cells are numbered beyond the largest integer
  far <- function(x) {
    methods::as(Matrix::sparseMatrix(c(n - 1L, n), c(n, n - 1L), x = x, dims = c(n, n)), "generalMatrix")
  }
  expect_silent(whole <- gobc_graph(far(c(2, 2)), directed = FALSE))
  expect_identical(whole$table$weights, 2)
  expect_refused(gobc_graph(far(c(1, 2)), directed = FALSE), "data",
                 "row 50000, column 49999 of the matrix differs from")
})

test_that("graphs of igraph and tidygraph are read", {
  skip_if_not_installed("igraph")
  g <- igraph::graph_from_data_frame(square(weight = lengths_of_edges), directed = FALSE)
  expect_scores(betweenness(g), weighted)
  expect_scores(betweenness(g, weights = NA), undirected)
  expect_scores(betweenness(g, igraph::V(g)[c("d", "a")], weights = NA), undirected[c("d", "a")])
  expect_scores(edge_betweenness(g, igraph::E(g)[5]), 4)
  expect_scores(edge_betweenness(g, "e|d"), 4)
  expect_refused(gobc_graph(g, directed = TRUE), "argument", "directed contradicts the graph, which is undirected")
  expect_refused(betweenness(g, weights = "cost"), "argument", "no attribute or column of this name; there are weight")
  skip_if_not_installed("tidygraph")
  tidy <- tidygraph::tbl_graph(edges = square(), directed = FALSE)
  expect_scores(betweenness(tidy), undirected)
})

test_that("graphs of Bioconductor are read", {
  skip_if_not_installed("graph")
  named <- letters[1:6]
  one <- graph::graphNEL(named, edgemode = "undirected")
  one <- graph::addEdge(from, to, one, lengths_of_edges)
  expect_scores(betweenness(one), c(weighted, f = 0))
  expect_scores(betweenness(one, weights = NA), c(undirected, f = 0))
  other <- graph::addEdge(from, to, graph::graphNEL(named, edgemode = "directed"))
  expect_scores(betweenness(other), c(directed, f = 0))
})

test_that("what is no graph names the way to one, which works", {
  refused <- function(x, way) expect_refused(betweenness(x), "argument", paste0("gobc_graph: give ", way, "$"))
  points <- dist(cbind(c(a = 0, b = 1, c = 3)))
  refused(points, "gobc_graph\\(as.matrix\\(x\\), directed = FALSE\\), in which pairs at distance 0 have no edge.*")
  expect_scores(betweenness(gobc_graph(as.matrix(points), directed = FALSE)), c(a = 0, b = 0.5, c = 0))
  refused(list(from = from, to = to), "as.data.frame\\(x\\)")
  expect_scores(betweenness(as.data.frame(list(from = from, to = to))), directed)
  neighbors <- list(a = "b", b = "c", c = "d", d = c("a", "e"))
  refused(neighbors, "stack\\(x\\)\\[2:1\\], .*")
  expect_scores(betweenness(stack(neighbors)[2:1]), directed)
  refused(Map(c, from, to), "stack.*")
  expect_scores(betweenness(do.call(rbind, unname(Map(c, from, to)))), directed)
  refused(unname(Map(c, from, to)), "do.call\\(rbind, x\\), .*")
  methods::setClass("DataFrame", representation(listData = "list"), where = environment())
  refused(methods::new("DataFrame"), "as.data.frame\\(x\\)")
  skip_if_not_installed("graph")
  matrix <- graph::graphAM(adjacency(), edgemode = "directed")
  refused(matrix, "as\\(x, \"graphNEL\"\\)")
  expect_scores(betweenness(methods::as(matrix, "graphNEL")), directed)
})

test_that("other things are refused with what they are", {
  for (wrong in list(NULL, 1:3, "a", list(), sum)) expect_refused(betweenness(wrong), "argument",
                                                                  "the graph is .* must be an igraph")
  expect_refused(betweenness(data.frame(a = 1:2)), "data", "two columns of vertices; it has 1")
  expect_refused(betweenness(data.frame(a = c(1, NA), b = 1:2)), "data", "row 2 of the edges has no vertex in column a")
  expect_refused(betweenness(data.frame(from = "a", to = NA_character_)), "data", "row 1 .* column to")
  expect_refused(betweenness(data.frame(a = I(list(1)), b = 1)), "data", "column a of the edges is of class AsIs")
})

test_that("values speak against the first two columns", {
  years <- data.frame(year = c(2001, 2001, 2002, 2002), a = 1:4, b = 2:5)
  streets <- data.frame(street = c("x", "x", "y"), a = c("p", "q", "r"), b = c("q", "r", "s"))
  rows <- data.frame(no = 0:4, a = c(0L, 0L, 1L, 2L, 3L), b = c(1L, 2L, 2L, 3L, 0L), km = 0.5)
  for (edges in list(years, streets, rows, transform(streets, street = factor(street), b = factor(b)))) {
    expect_refused(gobc_graph(edges), "data",
                   paste0("\"", names(edges)[1], "\" and \"a\" come first, but \"a\" and \"b\" have more labels in common: call"))
    expect_identical(length(gobc_graph(edges[c("a", "b", names(edges)[1])])$table$from), nrow(edges))
    expect_identical(length(gobc_graph(stats::setNames(edges, c("from", "to", "other")[seq_along(edges)]))$table$from), nrow(edges))
    edges$b[1] <- NA
    expect_silent(gobc_graph(edges)) # a column with a missing value is no end
  }
  expect_silent(gobc_graph(transform(years, b = b + 0.5)))
  tree <- data.frame(X = 1:6, a = c(1, 1, 2, 2, 3, 3), b = 2:7) # X and a were the ends
  for (named in c("X", "x", "V1", "...1")) {
    for (first in 0:1) {
      expect_refused(gobc_graph(stats::setNames(transform(tree, X = X - 1 + first), c(named, "a", "b"))), "data",
                     sprintf("column \"%s\" holds the numbers of the rows: call them from and to", gsub(".", "\\.", named, fixed = TRUE)))
    }
  }
  expect_identical(gobc_graph(stats::setNames(tree, c("X", "from", "to")))$table$n, 7L)
  for (good in list(c("child", "parent", "n"), c("X", "Y", "n"), c("V1", "V2", "V3"), c("...1", "...2", "...3"), c("X", "a", "weight"))) {
    expect_silent(gobc_graph(stats::setNames(tree, good)))
  }
  expect_silent(gobc_graph(tree[1:2]))
  expect_silent(gobc_graph(tree[6:1, ]))
  labels <- function(before, different, rows = 0:998) paste0(before, rows %% different)
  few <- data.frame(regulator = labels("t", 5), class = labels("c", 3), gene = labels("t", 250))
  expect_refused(gobc_graph(few), "data", "\"regulator\" and \"gene\" have more labels in common")
  expect_silent(gobc_graph(transform(few, class = labels("c", 30)))) # too many classes
  expect_silent(gobc_graph(transform(few, regulator = labels("", 5), gene = labels("", 250)))) # numbers
  expect_silent(gobc_graph(data.frame(a = labels("d", 99), b = labels("g", 99), x = labels("x", 3), y = labels("x", 3))))
  expect_refused(gobc_graph(data.frame(tf = "a", effect = "b", Target = "c")), "data",
                 "\"tf\" and \"effect\" come first, but \"Target\" is called as an end is")
  for (quiet in list(data.frame(a = 1, b = 2, target = 3), data.frame(a = "a", b = "b", target = 1),
                     data.frame(a = "a", b = "b", source = "c"))) expect_silent(gobc_graph(quiet))
  expect_silent(gobc_graph(data.frame(year = c(2001, 2001), a = 1:2, weight = 2:3)))
})

test_that("a similarity that is taken as a length is a warning with a rule", {
  warned <- function(name, values, edges = data.frame(from = c("a", "b"), to = c("b", "c"))) {
    edges[[name]] <- values
    said <- character()
    withCallingHandlers(betweenness(edges, weights = name), gobc_warning = function(warning) {
      said <<- c(said, conditionMessage(warning))
      invokeRestart("muffleWarning")
    })
    said
  }
  rules <- list(
    combined_score = c("1 - %s" = 0.9, "1 - pmin(%s, 0.999)" = 1, "1 / %s" = 50, "1000 - %s" = 999, "1001 - %s" = 1000),
    edgeProbability = c("-log(%s)" = 0.9, "1000 - %s" = 999), r = c("sqrt(2 * (1 - %s))" = 0.9), strength = c("1 / %s" = 3)
  )
  for (name in names(rules)) for (rule in names(rules[[name]])) {
    largest <- rules[[name]][[rule]]
    formula <- sprintf(rule, name)
    said <- warned(name, c(largest / 2, largest))
    expect_length(said, 1)
    expect_true(grepl(paste0("for values of this range ", formula, ". If"), said, fixed = TRUE), info = said)
    lengths <- eval(parse(text = formula), stats::setNames(list(c(largest / 2, largest)), name))
    expect_true(lengths[1] > lengths[2] && lengths[2] > 0)
  }
  expect_match(warned("tie strength", 1:2), "1 / x\\.")
  for (name in c("km", "score_distance", "-log(score)", "log_prob", "scored", "dissimilarity")) {
    expect_identical(warned(name, 1:2), character(), info = name)
  }
  path <- tempfile(fileext = ".csv")
  on.exit(unlink(path))
  writeLines(c("from,to,score", "a,b,0.5", "b,c,0.9"), path)
  expect_warning(gobc_read(path, weight = "score"), "\"score\" are taken as lengths.* 1 - score\\.", class = "gobc_warning")
  expect_warning(gobc_read(path, weight = 3), "1 - score", class = "gobc_warning")
  skip_if_not_installed("igraph")
  g <- igraph::make_ring(4)
  igraph::E(g)$similarity <- 0.5
  expect_warning(closeness(g, weights = "similarity"), "1 - similarity", class = "gobc_warning")
  expect_silent(closeness(g))
})

test_that("edges that stand in one column are refused", {
  edges <- data.frame(name = c("a (pp) b", "b (pp) c"), interaction = "pp")
  expect_error(gobc_graph(edges), "column \"name\" holds both, such as \"a \\(pp\\) b\"", class = "gobc_error")
  names(edges) <- c("SUID", "interaction")
  expect_error(gobc_graph(edges), "SUID", class = "gobc_error")
  names(edges) <- c("partner", "interaction")
  expect_equal(length(closeness(gobc_graph(edges))), 3)
})

test_that("a data frame that is a matrix is read as one", { # its first two columns were edges between 0 and 1
  frame <- as.data.frame(adjacency())
  expect_scores(betweenness(frame), directed)
  expect_scores(betweenness(frame[c(3, 1, 2, 5, 4)]), directed)
  numbered <- function(x) `dimnames<-`(x, rep(list(c("7157", "4193", "1026", "672", "675")), 2))
  scores <- stats::setNames(directed, rownames(numbered(adjacency())))
  for (checked in c(TRUE, FALSE)) { # row names that read.csv() makes integers, and columns such as X7157
    file <- tempfile(fileext = ".csv")
    utils::write.csv(numbered(adjacency()), file)
    frame <- utils::read.csv(file, row.names = 1, check.names = checked)
    unlink(file)
    expect_scores(betweenness(frame), scores)
    expect_scores(betweenness(as.matrix(frame)), scores)
  }
  bare <- `rownames<-`(as.data.frame(adjacency()), NULL)
  expect_refused(gobc_graph(bare), "data", "looks like a matrix: give as.matrix\\(x\\); if its rows are edges, call .* from and to$")
  expect_scores(betweenness(as.matrix(bare)), directed)
  named <- stats::setNames(bare, c("from", "to", "x", "y", "z"))
  for (edges in list(bare[-1], bare[-1, ], named)) expect_identical(length(gobc_graph(edges)$table$from), nrow(edges))
  expect_identical(length(gobc_graph(bare, vertices = 0:1)$table$from), 5L)
  expect_identical(gobc_graph(data.frame(from = c("a", "b"), to = c("b", "c"), row.names = c("to", "from")))$table$n, 3L)
})

test_that("measurements are no edges", { # of the first two samples
  counts <- data.frame(S1 = c(1, 2, 3), S2 = c(2, 3, 4), S3 = c(4, 4, 1), S4 = c(0, 5, 6), row.names = c("TP53", "MDM2", "MYC"))
  expect_refused(gobc_graph(counts), "data", "row names, beginning with \"TP53\", .* cor\\(t\\(x\\)\\)")
  rownames(counts) <- NULL
  expect_identical(length(gobc_graph(counts)$table$from), 3L)
  expect_refused(gobc_graph(data.frame(a = c(1, 2.5), b = c(2, 3))), "data", "row 2 of the edges has 2.5 in column a")
})

test_that("the names of columns that read.delim makes are known", {
  biogrid <- data.frame(c("1", "2"), c("6416", "88"), c("2318", "2318"), c("MAP2K4", "ACTN2"), c("FLNC", "FLNC"))
  names(biogrid) <- make.names(c("#BioGRID Interaction ID", "Entrez Gene Interactor A", "Entrez Gene Interactor B",
                                 "Official Symbol Interactor A", "Official Symbol Interactor B"))
  expect_identical(names(betweenness(biogrid)), c("MAP2K4", "ACTN2", "FLNC"))
  mitab <- data.frame(no = 1:2, a = c("P1", "P2"), b = c("P2", "P3"))
  names(mitab)[2:3] <- make.names(c("#ID(s) interactor A", "ID(s) interactor B"))
  expect_identical(names(betweenness(mitab)), c("P1", "P2", "P3"))
})

test_that("names that stand for none are a warning", {
  edges <- data.frame(from = c("P1", "P2"), to = c("-", "-"))
  expect_warning(gobc_graph(edges), "\"-\" is the name of a vertex in 2 places", class = "gobc_warning")
  expect_silent(gobc_graph(data.frame(from = "P1", to = "P2")))
})

test_that("a matrix of similarities is a warning where its entries are lengths", {
  r <- matrix(c(1, 0.9, 0, 0, 0.9, 1, 0.8, 0, 0, 0.8, 1, 0.7, 0, 0, 0.7, 1), 4)
  expect_warning(betweenness(r), "its whole diagonal holds its largest value, 1", class = "gobc_warning")
  expect_warning(betweenness(gobc_graph(r, directed = FALSE)), "weights = NA leaves lengths out", class = "gobc_warning")
  expect_silent(betweenness(r, weights = NA))
  expect_silent(betweenness(ifelse(r > 0, 1.5 - r, 0)))
  expect_silent(betweenness((r > 0) * 1))
})

test_that("two known pairs are an error, and one label in a known pair is a warning", {
  expect_refused(gobc_graph(data.frame(u = 1, v = 2, FROM = 3, TO = 4)), "data",
                 "They may be \"FROM\" and \"TO\", or \"u\" and \"v\"")
  of_database <- data.frame(geneA = letters[1:10], geneB = letters[11:20], source = "BioGRID", target = "human")
  expect_warning(gobc_graph(of_database), "column \"source\" holds \"BioGRID\" in all rows", class = "gobc_warning")
  expect_silent(gobc_graph(of_database[1:9, ]))
  expect_silent(gobc_graph(data.frame(from = "hub", to = letters[11:20], weight = 1)))
  expect_equal(betweenness(data.frame(id = 1:2, node_start = 1:2, node_end = 2:3), weights = NULL)[["2"]], 1)
})

test_that("rows and columns of a matrix are matched by their names", { # all columns had the names of the rows
  x <- adjacency()
  mixed <- x[, c("d", "a", "e", "c", "b")]
  expect_scores(betweenness(mixed), directed)
  expect_scores(betweenness(as.table(mixed)), directed)
  counts <- table(c("a", "b", "c", "d"), c("b", "c", "d", "e"))
  refused <- "row 1 of the matrix is called \"a\", column 1 \"b\": .* edges\\[edges\\$Freq > 0, \\]; .*colnames\\(x\\) <- rownames\\(x\\)$"
  for (other in list(counts, unclass(counts))) expect_refused(gobc_graph(other), "data", refused)
  edges <- as.data.frame(as.table(as.matrix(counts)))
  expect_scores(betweenness(edges[edges$Freq > 0, ]), c(a = 0, b = 3, c = 4, d = 3, e = 0))
  expect_refused(gobc_graph(table(c("a", "b", "c"), c("x", "y", "x"))), "data", "has 3 rows and 2 columns")
  twice <- x
  dimnames(twice) <- list(c("a", "a", "b", "c", "d"), c("a", "b", "a", "c", "d"))
  expect_refused(gobc_graph(twice), "data", "row 2 of the matrix is called \"a\", column 2 \"b\"")
  genes <- c("HLA-A", "1-Mar", "7157", "d", "e")
  for (columns in list(genes, make.names(genes))) { # as read.csv() makes them
    expect_identical(names(betweenness(`dimnames<-`(x, list(genes, columns)))), genes)
  }
  skip_if_not_installed("Matrix")
  expect_scores(betweenness(methods::as(mixed, "CsparseMatrix")), directed)
  expect_scores(betweenness(methods::as(mixed != 0, "CsparseMatrix")), directed)
  expect_refused(gobc_graph(methods::as(unclass(counts) + 0, "CsparseMatrix")), "data", refused)
})

test_that("a matrix of names is read by the names of its columns", { # the third column was lengths, whatever it held
  edges <- square(weight = lengths_of_edges, combined_score = c(900, 500, 999, 150, 1000), taxid = 9606L)
  x <- as.matrix(edges)
  expect_scores(betweenness(x, directed = FALSE), weighted)
  expect_scores(betweenness(x[, c("taxid", "to", "from")]), directed)
  expect_null(gobc_graph(x[, c("from", "to", "combined_score")])$table$weights)
  expect_warning(scores <- betweenness(x, weights = "combined_score"), "1001 - combined_score", class = "gobc_warning")
  expect_scores(suppressWarnings(betweenness(edges, weights = "combined_score")), scores)
  correlated <- as.matrix(data.frame(X = letters[1:5], adjacency(0.5)))
  expect_refused(gobc_graph(correlated), "data", "columns \"X\" and \"a\" hold text and numbers: call them from and to")
  ids <- as.matrix(data.frame(a = c(5, 10), b = c(10, 100), kind = "pp")) # with blanks: " 5"
  expect_identical(names(betweenness(ids)), c("5", "10", "100"))
  expect_identical(names(betweenness(cbind(from = c("007", "T"), to = c("T", "1e2")))), c("007", "T", "1e2"))
  plain <- unname(cbind(from, to, lengths_of_edges))
  expect_scores(betweenness(plain, directed = FALSE), weighted)
  expect_refused(gobc_graph(cbind(plain, 1)), "data", "the matrix of names needs two columns, .*; it has 4: call these from, to and weight")
  expect_refused(gobc_graph(plain[, 1, drop = FALSE]), "data", "needs two columns, .*; it has 1:")
  expect_refused(gobc_graph(x[, "from", drop = FALSE]), "data", "two columns of vertices; it has 1")
  numbers <- cbind(weight = lengths_of_edges, to = match(to, letters), from = match(from, letters))
  expect_scores(betweenness(gobc_graph(numbers[c(1:5, 5), ], directed = FALSE)), unname(weighted))
})

test_that("numbers that R rounds are no vertices", { # those of 18 digits became one
  file <- tempfile(fileext = ".csv")
  on.exit(unlink(file))
  writeLines(c("from,to", "900000000000000001,900000000000000002", "900000000000000003,900000000000000004"), file)
  expect_refused(gobc_graph(utils::read.csv(file)), "data",
                 "row 1 of the edges has 9e\\+17 in column from: .*colClasses = \"character\".*fread\\(\\)$")
  expect_length(betweenness(utils::read.csv(file, colClasses = "character")), 4)
  for (rounded in c(2^53, -2^53, 1e300, Inf)) {
    expect_refused(gobc_graph(data.frame(from = 1:2, to = c(2, rounded))), "data", "row 2 .* in column to: R rounds")
  }
  expect_identical(names(betweenness(data.frame(from = 2^53 - 1, to = 1))), c("9007199254740991", "1"))
  skip_if_not_installed("bit64")
  ids <- bit64::as.integer64(c("900000000000000001", "900000000000000002"))
  expect_length(betweenness(data.frame(from = ids[1], to = ids[2])), 2)
})

test_that("integer64 is known wherever vertices are meant", { # was taken for tiny numbers: 4.450148e-308
  skip_if_not_installed("bit64")
  wide <- bit64::as.integer64
  first <- wide("9007199254740993")
  edges <- data.frame(from = first + 0:3, to = first + 1:4)
  last <- c("9007199254740995" = 3)
  expect_scores(betweenness(edges, first + 2, directed = FALSE, weights = NA), last + 1)
  expect_refused(betweenness(edges, wide(7)), "argument", "v: there is no vertex \"7\"")
  expect_identical(unname(distances(edges, first, first + 4)), matrix(4))
  expect_identical(paths_between(edges, first, first + 1), list(c("9007199254740993", "9007199254740994")))
  small <- data.frame(from = 5:6, to = 6:7)
  expect_identical(gobc_vertices(gobc_graph(small, vertices = wide(7:4))), c("7", "6", "5", "4"))
  expect_identical(gobc_vertices(gobc_graph(small * 1e5, vertices = wide(7:4) * 1e5)), c("700000", "600000", "500000", "400000"))
  expect_refused(gobc_graph(small, vertices = wide(5:6)), "data", "row 2 of the edges names the vertex \"7\"")
  counted <- `dim<-`(wide(c(1, 2, 3, 2, 3, 4)), 3:2)
  expect_refused(gobc_graph(matrix(counted, 3)), "data", "were integer64, which matrix\\(\\) does not keep, give it as.numeric\\(x\\)$")
  expect_scores(betweenness(counted), c(0, 2, 2, 0))
  expect_scores(betweenness(counted, wide(c(2, 4))), c(2, 0))
  expect_refused(betweenness(counted, wide(5)), "argument", "v: there is no vertex 5; vertices are numbered from 1 to")
  expect_scores(betweenness(`dim<-`(wide(adjacency()), c(5, 5))), unname(directed))
})

test_that("times are no vertices", {
  times <- as.POSIXct("2026-01-01", tz = "UTC") + 1:3
  expect_refused(gobc_graph(data.frame(from = times, to = times)), "data", "column from of the edges is of class POSIXct/POSIXt")
})
