#' gobc: exact shortest-path centralities of large networks
#'
#' Betweenness of vertices and edges, stress, closeness, harmonic centrality and eccentricity: exact, weighted or not,
#' on all cores or on NVIDIA GPUs. [betweenness()] and its like are called as those of igraph are, and answer as they
#' do.
#'
#' @section Beside igraph:
#' The functions are plain functions of this package, not methods. After `library(igraph)` and `library(gobc)`, in that
#' order, `betweenness(g)` is that of gobc; `igraph::betweenness(g)` stays what it is. The other way round `gobc::` says
#' which is meant. gobc does not need igraph for graphs of other kinds.
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
