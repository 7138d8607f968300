# The message when the package is attached: which functions of other packages are masked by gobc's.

.onAttach <- function(libname, pkgname) {
  if (".conflicts" %in% search()) return() # the package conflicted prevents masking
  masked <- masked_by(getNamespaceExports(pkgname), search())
  # library() lists them itself, unless this is switched off.
  listed <- isTRUE(dynGet("warn.conflicts", FALSE))
  if (length(masked)) packageStartupMessage(paste(masking_lines(masked, listed), collapse = "\n"))
  if (is.null(state$watched)) setHook(packageEvent("igraph", "attach"), igraph_comes_later)
  state$watched <- TRUE
}

# If igraph is attached after gobc, its functions mask gobc's.
igraph_comes_later <- function(...) {
  at <- match(c("package:igraph", "package:gobc"), search())
  if (anyNA(at) || at[1] > at[2] || ".conflicts" %in% search()) return()
  both <- sort(intersect(getNamespaceExports("gobc"), getNamespaceExports("igraph")))
  packageStartupMessage(sprintf("igraph masks these functions of gobc: %s\ngobc::%s() still calls that of gobc",
                                paste(both, collapse = ", "), both[1]))
}

# Returns the functions of attached packages with these names, by package.
masked_by <- function(names, attached) {
  packages <- setdiff(attached[startsWith(attached, "package:")], "package:gobc")
  found <- lapply(packages, function(package) sort(intersect(names, ls(package))))
  names(found) <- sub("package:", "", packages, fixed = TRUE)
  found[lengths(found) > 0]
}

masking_lines <- function(masked, listed) {
  lists <- sprintf("gobc masks these functions of %s: %s", names(masked), vapply(masked, paste, "", collapse = ", "))
  how <- sprintf("%1$s::%2$s() still calls that of %1$s", names(masked)[1], masked[[1]][1])
  c(if (!listed) lists, how)
}
