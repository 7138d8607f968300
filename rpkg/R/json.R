# Reads the library's own JSON: plans and lists of devices. Objects become named lists, arrays lists.
parse_json <- function(text) {
  pattern <- "\"(\\\\.|[^\"\\\\])*\"|[][{}:,]|[^][{}:,\"[:space:]]+"
  tokens <- regmatches(text, gregexpr(pattern, text))[[1]]
  at <- 0L
  take <- function() tokens[at <<- at + 1L]
  ahead <- function() tokens[at + 1L]
  members <- function(end, named) {
    items <- list()
    while (ahead() != end) {
      if (ahead() == ",") take()
      key <- if (named) unescape(take())
      if (named) take()
      items <- append(items, list(value()))
      if (named) names(items)[length(items)] <- key
    }
    take()
    items
  }
  value <- function() {
    token <- take()
    switch(token,
      "{" = members("}", TRUE), "[" = members("]", FALSE), "true" = TRUE, "false" = FALSE, "null" = NULL,
      if (startsWith(token, "\"")) unescape(token) else as.numeric(token)
    )
  }
  value()
}

unescape <- function(token) {
  text <- substr(token, 2, nchar(token) - 1)
  escapes <- gregexpr("\\\\(u[0-9a-fA-F]{4}|.)", text)
  regmatches(text, escapes) <- lapply(regmatches(text, escapes), vapply, unescaped, "")
  text
}

# What a backslash and the characters after it stand for.
unescaped <- function(escape) {
  letter <- substr(escape, 2, 2)
  switch(letter,
    u = intToUtf8(strtoi(substr(escape, 3, 6), 16L)), n = "\n", t = "\t", r = "\r", b = "\b", f = "\f", letter
  )
}
