# What is said when the package is attached.

said_by <- function(code) said_by_script(c("suppressPackageStartupMessages(library(igraph))", code))

said_by_script <- function(code) {
  script <- tempfile(fileext = ".R")
  writeLines(code, script)
  system2(file.path(R.home("bin"), "Rscript"), script, stdout = TRUE, stderr = TRUE,
          env = paste0("R_LIBS=", paste(.libPaths(), collapse = ":")))
}

count <- function(lines, pattern) sum(grepl(pattern, lines))

test_that("functions of other packages that are masked are listed once, with how to call them", {
  skip_if_not_installed("igraph")
  hint <- "igraph::betweenness() still calls that of igraph"
  masked <- "betweenness, closeness, diameter, distances, eccentricity"
  for (code in c("library(gobc)", "library(gobc, warn.conflicts = FALSE)")) {
    lines <- said_by(code)
    expect_identical(sum(lines == hint), 1L)
    expect_identical(count(lines, masked), 1L)
  }
  expect_identical(said_by("library(gobc); cat(identical(betweenness, gobc::betweenness), '\\n')")[1], hint)
})

test_that("igraph that is attached after gobc is said to mask it", {
  skip_if_not_installed("igraph")
  said_by <- said_by_script
  lines <- said_by(c("library(gobc)", "library(igraph)", "cat(identical(betweenness, igraph::betweenness), '\\n')"))
  expect_identical(count(lines, "^igraph masks these functions of gobc: betweenness, closeness, diameter, distances"), 1L)
  expect_identical(count(lines, "^gobc::betweenness\\(\\) still calls that of gobc$"), 1L)
  expect_identical(lines[length(lines)], "TRUE ")
  expect_identical(said_by(c("library(gobc)", "suppressPackageStartupMessages(library(igraph))")), character())
  again <- said_by(c("library(gobc)", "suppressPackageStartupMessages(library(igraph))", "detach(package:gobc)",
                     "library(gobc)", "detach(package:igraph)", "library(igraph)"))
  expect_identical(count(again, "igraph masks"), 1L)
  expect_identical(count(again, "gobc masks"), 0L) # library() lists them itself
  expect_identical(count(again, "still calls that of igraph"), 1L)
})

test_that("nothing is said where it is not wanted, or nothing is masked", {
  skip_if_not_installed("igraph")
  expect_identical(said_by("suppressPackageStartupMessages(library(gobc))"), character())
  expect_identical(said_by("detach(package:igraph); library(gobc)"), character())
  conflicted <- "attach(new.env(), name = '.conflicts')" # as that package does
  expect_identical(said_by(c(conflicted, "library(gobc, warn.conflicts = FALSE)")), character())
})

test_that("masked functions are those of the packages in front", {
  expect_identical(gobc:::masked_by(c("betweenness", "union"), c("package:gobc", "package:base")), list(base = "union"))
  expect_length(gobc:::masked_by("betweenness", c("package:base", "package:stats", ".GlobalEnv")), 0)
})
