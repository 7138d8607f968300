# Makes the site's pages about the R package: one for each help page of rpkg/man, and the vignettes, run.
# Usage: Rscript scripts/r_pages.R FOLDER      the package is in .libPaths()
folder <- commandArgs(TRUE)[1]
dir.create(folder, recursive = TRUE, showWarnings = FALSE)

help_page <- function(file) {
  rd <- tools::parse_Rd(file)
  html <- tempfile()
  tools::Rd2HTML(rd, html, package = "gobc", dynamic = FALSE)
  lines <- readLines(html, encoding = "UTF-8")
  head <- grep("^<h2", lines)[1]
  title <- gsub("<[^>]*>", "", lines[head])
  body <- lines[(head + 1):(grep("^<hr", lines)[1] - 1)]
  name <- sub("\\.Rd$", "", basename(file))
  writeLines(c(paste("#", name), "", paste0(trimws(title), "."), "", "```{raw} html", "<div class=\"r-help\">", body, "</div>", "```"),
    file.path(folder, paste0(name, ".md")))
  name
}

vignette_page <- function(file) {
  name <- sub("\\.Rmd$", "", basename(file))
  knitr::opts_knit$set(base.dir = folder)
  knitr::opts_chunk$set(fig.path = paste0(name, "-"))
  text <- knitr::knit(text = readLines(file, encoding = "UTF-8"), quiet = TRUE, envir = new.env())
  title <- sub("^title: *\"?(.*?)\"?$", "\\1", grep("^title:", readLines(file), value = TRUE)[1], perl = TRUE)
  text <- sub("(?s)^---\n.*?\n---\n", "", text, perl = TRUE)
  writeLines(c(paste0("# ", title), "", text), file.path(folder, paste0(name, ".md")))
  name
}

toctree <- function(names) c("```{toctree}", ":maxdepth: 1", "", names, "```")
vignettes <- vapply(list.files("rpkg/vignettes", "\\.Rmd$", full.names = TRUE), vignette_page, "")
helps <- vapply(list.files("rpkg/man", "\\.Rd$", full.names = TRUE), help_page, "")
writeLines(c("# Help pages of R", "", toctree(helps)), file.path(folder, "help.md"))
