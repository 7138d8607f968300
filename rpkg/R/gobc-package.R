#' gobc: exact shortest-path centralities of large networks
#'
#' Betweenness of vertices and edges, stress, closeness, harmonic centrality and eccentricity: exact, weighted or not,
#' on all cores or on NVIDIA GPUs. Functions have igraph's names and arguments and return what igraph's return;
#' further arguments come after `...` and are given by name.
#'
#' @section Beside igraph:
#' The functions are plain functions of this package, not methods. After `library(igraph)` and `library(gobc)`, in that
#' order, `betweenness(g)` is that of gobc, and a message says so; `igraph::betweenness(g)` calls that of igraph. In the
#' other order `gobc::betweenness(g)` calls that of gobc. With the package conflicted,
#' `conflicts_prefer(gobc::betweenness)` decides. gobc does not need igraph for graphs of other kinds.
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
