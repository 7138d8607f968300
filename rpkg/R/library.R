# Finds and loads the compiled library, and lists its devices.

# Returns the name of the library's file on this system.
library_file <- function() {
  system <- Sys.info()[["sysname"]]
  paste0("libgobc", switch(system, Windows = ".dll", Darwin = ".dylib", ".so"))
}

# Returns the absolute path of the library: the one in GOBC_LIBRARY, or the package's own.
library_path <- function() {
  path <- Sys.getenv("GOBC_LIBRARY")
  if (nzchar(path)) {
    if (!grepl("^(/|[A-Za-z]:[/\\\\])", path)) {
      fail("library", "GOBC_LIBRARY is '%s': it must be an absolute path to %s", path, library_file())
    }
  } else {
    path <- file.path(system.file(package = "gobc"), "lib", library_file())
  }
  if (!file.exists(path)) {
    fail("library", paste("there is no library at %s: install gobc again, or set GOBC_LIBRARY to the absolute path of",
                          "%s"), path, library_file())
  }
  normalizePath(path)
}

# Loads the library at the first call. Raises an error in a forked child of a process that has loaded it.
load_library <- function() {
  if (is.null(state$loaded)) {
    version <- as.character(utils::packageVersion("gobc"))
    override <- nzchar(Sys.getenv("GOBC_LIBRARY"))
    in_class("library", .Call(shim_load, library_path(), version, override))
    state$loaded <- Sys.getpid()
  } else if (state$loaded != Sys.getpid()) {
    fail("forked", paste("gobc was used in this process before it forked, and cannot work in the forked child. Start",
                         "workers with parallel::makeCluster() or future's \"multisession\", or use gobc only in the",
                         "children."))
  }
}

state <- new.env(parent = emptyenv())

#' What gobc can compute on
#'
#' @return A data frame with a row for the processor and for every GPU that can be used: `name` is what the argument
#'   `device` of [betweenness()] takes, `model` the instruction set or the GPU's model, `threads` those of the
#'   processor that this process may use, `memory` that of the GPU in bytes. The attribute `"reason"` says why no GPU
#'   can be used where there is none.
#' @examples
#' gobc_devices()
#' @export
gobc_devices <- function() {
  load_library()
  found <- parse_json(.Call(shim_about, "devices"))
  usable <- Filter(function(one) is.null(one$error), found)
  column <- function(name, absent) {
    vapply(usable, function(one) if (is.null(one[[name]])) absent else one[[name]], absent)
  }
  devices <- data.frame(
    name = column("name", ""), kind = column("kind", ""),
    model = ifelse(column("kind", "") == "cpu", column("instruction_set", ""), column("model", "")),
    threads = column("threads", NA_real_), memory = column("memory", NA_real_), stringsAsFactors = FALSE
  )
  attr(devices, "reason") <- unlist(lapply(found, function(one) one$error))
  devices
}
