# Writes the expression matrix of bladderbatch as plain files: names.txt, samples.txt and values.bin (float64, little
# endian, one probe set after the other). Needs R alone: the S4 object is read through its attributes, without Biobase.
# Usage: Rscript read_bladder.R bladderdata.rda OUTPUT_FOLDER
arguments <- commandArgs(trailingOnly = TRUE)
holder <- new.env()
load(arguments[1], envir = holder)
assays <- attr(holder$bladderEset, "assayData")
values <- get("exprs", envir = assays)
stopifnot(identical(dim(values), c(22283L, 57L)), is.double(values), all(is.finite(values)))
writeLines(rownames(values), file.path(arguments[2], "names.txt"))
writeLines(colnames(values), file.path(arguments[2], "samples.txt"))
output <- file(file.path(arguments[2], "values.bin"), "wb")
writeBin(as.vector(t(values)), output, endian = "little")
close(output)
