# Progress of long calls, told by the shim about 20 times a second: NULL, or a function of phase, done and total.

phases <- c("reading", "building", "planning", "sweeping", "finishing")

watcher <- function(progress) {
  told <- NULL
  if (is.function(progress)) {
    told <- function(phase, done, total) if (total > 0) progress(done, total)
  } else if (isTRUE(progress) || (is.null(progress) && interactive())) {
    told <- bar(if (is.null(progress)) 2 else 0)
  } else if (!is.null(progress) && !isFALSE(progress)) {
    fail("argument", "progress must be NULL, TRUE, FALSE or a function of done and total, not %s", shown(progress))
  }
  if (!is.null(told)) function(phase, done, total) suspendInterrupts(told(phase, done, total))
}

# A bar that appears after a delay in seconds: cli's if that is installed, else that of utils.
bar <- function(delay) {
  began <- proc.time()[["elapsed"]]
  shown <- NULL
  function(phase, done, total) {
    if (total <= 0 || (is.null(shown) && proc.time()[["elapsed"]] - began < delay)) return()
    if (is.null(shown)) {
      if (done >= total) return()
      shown <<- if (requireNamespace("cli", quietly = TRUE)) cli_bar(total) else text_bar(total)
    }
    shown(phase, done, total)
  }
}

text_bar <- function(total) {
  bar <- txtProgressBar(max = total, style = 3, file = stderr())
  function(phase, done, total) {
    setTxtProgressBar(bar, done)
    if (done >= total) close(bar)
  }
}

cli_bar <- function(total) {
  home <- new.env()
  id <- cli::cli_progress_bar("gobc", total = total, .envir = home, .auto_close = FALSE, clear = TRUE)
  function(phase, done, total) {
    cli::cli_progress_update(set = done, id = id, .envir = home)
    if (done >= total) cli::cli_progress_done(id = id, .envir = home)
  }
}
