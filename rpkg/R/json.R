# Reads JSON: the library's plans and lists of devices, which are nested, its descriptions of jobs, and labels of
# folders. Objects become named lists, arrays become lists. Only labels are written as JSON.
parse_json <- function(text) {
  pattern <- "\"(\\\\.|[^\"\\\\])*+\"|[][{}:,]|[^][{}:,\"[:space:]]+"
  tokens <- regmatches(text, gregexpr(pattern, text, perl = TRUE))[[1]]
  at <- 0L
  take <- function() tokens[at <<- at + 1L]
  ahead <- function() tokens[at + 1L]
  opened <- which(tokens %in% c("[", "{"))
  closed <- which(tokens == "]")
  # Arrays of texts and numbers may be long, so they are read in one step.
  flat <- function() {
    end <- closed[findInterval(at, closed) + 1L]
    if (is.na(end) || findInterval(end, opened) > findInterval(at, opened)) return(NULL)
    items <- tokens[seq_len(end - at - 1L) + at]
    items <- items[items != ","]
    at <<- end
    scalars(items)
  }
  members <- function(end, named) {
    items <- list()
    keys <- character()
    while (ahead() != end) {
      if (ahead() == ",") take()
      if (named) {
        keys[length(keys) + 1L] <- unescape(take())
        take()
      }
      items[length(items) + 1L] <- list(value())
    }
    take()
    if (named) names(items) <- keys
    items
  }
  array <- function() {
    items <- flat()
    if (is.null(items)) members("]", FALSE) else items
  }
  value <- function() {
    token <- take()
    switch(token, "{" = members("}", TRUE), "[" = array(), scalars(token)[[1]])
  }
  value()
}

scalars <- function(tokens) {
  text <- startsWith(tokens, "\"")
  found <- vector("list", length(tokens)) # NULL for null
  found[text] <- as.list(unescape(tokens[text]))
  words <- tokens %in% c("true", "false", "null")
  found[words & tokens != "null"] <- as.list(tokens[words & tokens != "null"] == "true")
  numbers <- suppressWarnings(as.numeric(tokens[!text & !words]))
  if (anyNA(numbers)) stop("this is not JSON: ", shown(tokens[!text & !words][is.na(numbers)][1]))
  found[!text & !words] <- as.list(numbers)
  found
}

unescape <- function(tokens) {
  texts <- substr(tokens, 2, nchar(tokens) - 1)
  some <- grepl("\\", texts, fixed = TRUE)
  if (!any(some)) return(texts)
  # A character beyond the first 65,536 is written as two escapes.
  escapes <- gregexpr("\\\\(u[dD][89abAB]..\\\\u....|u[0-9a-fA-F]{4}|.)", texts[some])
  regmatches(texts[some], escapes) <- lapply(regmatches(texts[some], escapes), vapply, unescaped, "")
  texts
}

# Returns the character for a backslash and the characters after it.
unescaped <- function(escape) {
  letter <- substr(escape, 2, 2)
  if (nchar(escape) == 12) {
    halves <- strtoi(c(substr(escape, 3, 6), substr(escape, 9, 12)), 16L) %% 1024L
    return(intToUtf8(65536L + 1024L * halves[1] + halves[2]))
  }
  switch(letter,
    u = intToUtf8(strtoi(substr(escape, 3, 6), 16L)), n = "\n", t = "\t", r = "\r", b = "\b", f = "\f", letter
  )
}

# Writes texts, numbers or logical values as JSON.
json_scalars <- function(values) {
  if (is.logical(values)) return(ifelse(values, "true", "false"))
  if (is.numeric(values)) return(sprintf("%.17g", values))
  values <- gsub("([\"\\\\])", "\\\\\\1", enc2utf8(values))
  for (code in 1:31) {
    letter <- intToUtf8(code)
    some <- grepl(letter, values, fixed = TRUE)
    if (any(some)) values[some] <- gsub(letter, sprintf("\\u%04x", code), values[some], fixed = TRUE)
  }
  paste0("\"", values, "\"")
}
