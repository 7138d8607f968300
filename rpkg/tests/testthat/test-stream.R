# Arrow streams as nanoarrow gives them, by a producer of our own.

producer <- local({
  folder <- tempfile("producer")
  dir.create(folder)
  file.copy(c(test_path("producer.c"), system.file("include", "gobc.h", package = "gobc")), folder)
  library <- file.path(folder, paste0("producer", .Platform$dynlib.ext))
  old <- setwd(folder)
  said <- system2(file.path(R.home("bin"), "R"), c("CMD", "SHLIB", "producer.c"), stdout = TRUE, stderr = TRUE)
  setwd(old)
  if (!file.exists(library)) stop(paste(said, collapse = "\n"))
  dyn.load(library)
})

stream <- function(columns, formats, batches = 2, fails_at = -1, null_row = -1) {
  columns <- lapply(columns, function(x) {
    if (is.numeric(x)) storage.mode(x) <- "double"
    x
  })
  .Call(getNativeSymbolInfo("make_stream", producer), columns, formats, batches, fails_at, null_row)
}

left <- function() .Call(getNativeSymbolInfo("not_released", producer))

edges <- data.frame(from = c(5, 2, 7, 5, 9, 2), to = c(2, 7, 9, 9, 11, 11), weight = c(1, 2, 1, 2.5, 1, 4))
want <- betweenness(edges)
long <- function(x) paste("a rather long name of vertex", x)

test_that("numbers and text of every width are read", {
  expect_gt(length(unique(want)), 2)
  for (format in c("c", "s", "i", "l", "L", "f", "g")) {
    for (batches in c(1, 2, 6)) {
      expect_identical(betweenness(stream(edges, c(format, format, "g"), batches)), want, info = format)
    }
  }
  text <- edges
  text[1:2] <- lapply(edges[1:2], as.character)
  for (format in c("u", "U", "vu")) expect_identical(betweenness(stream(text, c(format, format, "g"))), want,
                                                     info = format)
  text[1:2] <- lapply(edges[1:2], long)
  expect_identical(betweenness(stream(text, c("vu", "U", "g"))), structure(want, names = long(names(want))))
  for (bytes in c(11:14, 40)) { # a view holds up to 12 bytes itself
    name <- function(x) formatC(x, width = bytes, flag = "0", format = "d")
    text[1:2] <- lapply(edges[1:2], name)
    expect_identical(betweenness(stream(text, c("vu", "vu", "g"))),
                     structure(want, names = name(as.integer(names(want)))), info = paste(bytes, "bytes"))
  }
  coded <- lapply(edges[1:2], function(x) structure(match(x, 1:11) - 1, text = as.character(1:11)))
  expect_identical(betweenness(stream(c(coded, edges["weight"]), c("d", "d", "f"))), want)
  expect_identical(betweenness(stream(edges[1:2], c("i", "i")), directed = FALSE),
                   betweenness(edges[1:2], directed = FALSE))
  least <- list(from = c(-2147483648, 1), to = c(1, 2147483647)) # the ends of 32 bits
  expect_identical(names(betweenness(stream(least, c("i", "i")))), c("-2147483648", "1", "2147483647"))
  graph <- gobc_graph(stream(edges, c("i", "i", "g")), vertices = 1:11)
  expect_length(betweenness(graph), 11)
  expect_identical(left(), 0L)
})

test_that("values speak against the first two columns of a stream", {
  years <- list(year = c(2001, 2001, 2002, 2002), a = 1:4, b = 2:5)
  expect_refused(gobc_graph(stream(years, c("i", "i", "i"))), "data", "have more labels in common")
  expect_identical(left(), 0L)
})

test_that("decimals are weights, or errors with the row", {
  tenths <- edges
  tenths$weight <- c(0.1, 0.2, 0.3, 0.1, 4.25, 7)
  want <- betweenness(tenths)
  for (format in c("d:9,2", "d:30,10", "d:9,2,32", "d:18,3,64")) {
    for (batches in c(1, 3)) expect_identical(betweenness(stream(tenths, c("i", "i", format), batches)), want, info = format)
  }
  tenths$weight[4] <- -0.5
  expect_refused(betweenness(stream(tenths, c("i", "i", "d:9,2"))), "data", "row 4 \\(5 - 9\\) is -0.5")
  tenths$weight[4] <- 1.234567890123456
  expect_refused(betweenness(stream(tenths, c("i", "i", "d:20,15"))), "data", "column weight, row 4 is a decimal of more")
  tenths$weight[4] <- 2^53
  expect_refused(betweenness(stream(tenths, c("i", "i", "d:20,0"))), "data", "column weight, row 4 is a decimal")
  expect_refused(betweenness(stream(tenths, c("i", "i", "d:9,2,256"))), "data",
                 "weights are a column of decimals of 256 bits, but must")
  gc()
  expect_identical(left(), 0L)
})

test_that("faults are errors, and everything is released all the same", {
  nulls <- edges
  nulls$to[4] <- NA
  expect_refused(betweenness(stream(nulls, c("i", "i", "g"))), "data", "row 4 of the edges has no vertex in column to")
  nulls <- edges
  nulls$weight[2] <- NA
  expect_refused(betweenness(stream(nulls, c("i", "i", "g"))), "data", "weight of row 2 \\(2 - 7\\) is NA")
  expect_refused(gobc_graph(stream(edges[1:2], c("i", "i"), 0)), "data", "can be read only once")
  expect_refused(betweenness(stream(edges, c("i", "i", "g"), 3, 1)), "data", "reading a batch .* the disk is gone")
  expect_refused(betweenness(stream(edges["from"], "i")), "data", "table with two columns")
  expect_refused(betweenness(stream(list(from = 2^60, to = 1), c("l", "l"), 1)), "data",
                 "row 1 is 1152921504606846976, .* as text")
  coded <- lapply(edges[1:2], function(x) structure(x, text = as.character(1:3)))
  expect_refused(betweenness(stream(coded, c("d", "d"))), "data", "outside of the dictionary")
  for (index in c(-1, 3)) { # one before it, and one beyond
    coded <- lapply(list(from = c(0, index), to = c(1, 2)), function(x) structure(x, text = as.character(1:3)))
    expect_refused(betweenness(stream(coded, c("d", "d"))), "data", "column from, row 2: the index is outside of")
  }
  for (row in c(0, 2, 5)) {
    expect_refused(betweenness(stream(edges, c("i", "i", "g"), null_row = row)), "data",
                   paste("row", row + 1, "of the Arrow stream is null as a whole"))
  }
  expect_refused(betweenness(stream(edges, c("i", "i", "tsu:"))), "data",
                 "weights are a column of times, but must be numbers")
  for (format in c("tsu:", "tdD", "b", "e", "z", "w:8", "n", "+l", "+s", "+ud:1", "r")) {
    said <- tryCatch(betweenness(stream(edges, c(format, "i", "g"))), gobc_data_error = conditionMessage)
    expect_match(said, "^column from of the edges is a column of [a-z0-9 -]+, but must hold numbers or names", info = format)
  }
  other <- cbind(edges, other = 1:6)
  expect_identical(betweenness(stream(other, c("i", "i", "g", "b"))), want) # a column that is not asked for
  once <- stream(edges, c("i", "i", "g"))
  betweenness(once)
  expect_refused(betweenness(once), "data", "has been read already")
  gc()
  expect_identical(left(), 0L)
})
