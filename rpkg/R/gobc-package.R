#' gobc: exact shortest-path centralities of large networks
#'
#' Betweenness of vertices and edges, stress, closeness, harmonic centrality and eccentricity: exact, weighted or not,
#' on all cores or on NVIDIA GPUs. Functions have igraph's names and arguments and return what igraph's return;
#' further arguments come after `...` and are given by name.
#'
#' @section Beside igraph:
#' The functions are plain functions of this package, not methods, so that the package attached last decides what
#' `betweenness(g)` calls: gobc's after `library(igraph); library(gobc)`, igraph's after `library(gobc);
#' library(igraph)`. A message says so in either order. `gobc::betweenness(g)` and `igraph::betweenness(g)` always call
#' what they name. With the package conflicted, `conflicts_prefer(gobc::betweenness)` decides. gobc does not need igraph
#' for graphs of other kinds.
#'
#' @section The attribute weight:
#' As in igraph, an edge attribute or column `weight` is used without being asked for, as the length of the edge; in
#' [eccentricity()], [eccentricity_centrality()] and [radius()] it is not, as in igraph 1.3. `weights = NA` leaves it
#' out. A score that is large where vertices are close is no length: convert it first.
#'
#' @section Profiling:
#' [Rprof()] and what builds on it, such as profvis, name the R function that called gobc. Their time is processor time
#' of all threads: a call that keeps four of them busy for a second counts four seconds.
#'
#' @section Loading:
#' `library(gobc)` starts nothing: the compiled library is loaded at the first graph. From then on forked children of
#' the process (`parallel::mclapply`) get an error from gobc; start workers with `parallel::makeCluster`, or use gobc
#' in the children alone. The environment variable `GOBC_LIBRARY` names another library, by its absolute path.
#'
#' @section Options:
#' `options(gobc.threads = 4)` is the default of `threads`, and `options(gobc.device = "cpu")` that of `device`.
#' Without them gobc uses all cores that the process may use, and two where R's package checks ask for it
#' (`OMP_THREAD_LIMIT`, `_R_CHECK_LIMIT_CORES_`).
#'
#' @keywords internal
#' @useDynLib gobc, .registration = TRUE
#' @importFrom utils txtProgressBar setTxtProgressBar
"_PACKAGE"
