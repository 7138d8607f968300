# Progress of long calls, which the shim reports about 20 times a second.

# Makes a call of the shim with a progress callback: NULL, or a function of phase, done and total. A progress bar is
# always removed at the end of the call.
watched <- function(progress, call) {
  report <- NULL
  if (is.function(progress)) {
    report <- function(done, total) progress(done, total)
  } else if (isTRUE(progress) || (is.null(progress) && interactive())) {
    bar <- delayed_bar(if (is.null(progress)) 2 else 0)
    on.exit(bar$close())
    report <- bar$tell
  } else if (!is.null(progress) && !isFALSE(progress)) {
    fail("argument", "progress must be NULL, TRUE, FALSE or a function of done and total, not %s", shown(progress))
  }
  # While a graph is read and built, the total is unknown and therefore 0.
  call(if (!is.null(report)) function(phase, done, total) if (total > 0) suspendInterrupts(report(done, total)))
}

# Returns a progress bar that appears after a delay in seconds. It is from cli if cli is installed, else from utils.
delayed_bar <- function(delay) {
  began <- proc.time()[["elapsed"]]
  bar <- NULL
  tell <- function(done, total) {
    if (is.null(bar)) {
      if (done >= total || proc.time()[["elapsed"]] - began < delay) return()
      bar <<- if (requireNamespace("cli", quietly = TRUE)) cli_bar(total) else text_bar(total)
    }
    bar$tell(done)
  }
  list(tell = tell, close = function() if (!is.null(bar)) bar$close())
}

text_bar <- function(total) {
  bar <- txtProgressBar(max = total, style = 3, file = stderr())
  list(tell = function(done) setTxtProgressBar(bar, done), close = function() close(bar))
}

cli_bar <- function(total) {
  home <- new.env()
  id <- cli::cli_progress_bar("gobc", total = total, .envir = home, .auto_close = FALSE, clear = TRUE)
  list(tell = function(done) cli::cli_progress_update(set = done, id = id, .envir = home),
       close = function() cli::cli_progress_done(id = id, .envir = home))
}
