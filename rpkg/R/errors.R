# Every error has the class gobc_error and the class of its kind: gobc_argument_error, gobc_data_error,
# gobc_memory_error, gobc_cancelled, gobc_forked_error, gobc_unsupported_error, gobc_internal_error,
# gobc_device_error, gobc_file_error or gobc_library_error.

fail <- function(kind, message, ...) {
  if (...length()) message <- cut_message(sprintf(message, ...))
  class <- if (kind == "cancelled") "gobc_cancelled" else paste0("gobc_", kind, "_error")
  stop(structure(class = c(class, "gobc_error", "error", "condition"), list(message = message, call = NULL)))
}

# Returns one line of at most 500 characters. It keeps the beginning, which says what is wrong, and the end, which says
# how to fix it.
cut_message <- function(message) {
  message <- iconv(enc2utf8(message), "UTF-8", "UTF-8", sub = "byte")
  if (grepl("[\r\n]", message, perl = TRUE)) message <- gsub("[[:space:]]*[\r\n]+[[:space:]]*", " ", message)
  size <- nchar(message)
  if (size > 500) paste(substr(message, 1, 295), "...", substring(message, size - 199)) else message
}

# Kinds of errors whose names differ from their statuses in gobc.h.
renamed_statuses <- c(invalid = "argument", limits = "library")

kind_of_status <- function(status) {
  name <- if (status <= length(statuses)) statuses[status] else "internal"
  if (name %in% names(renamed_statuses)) renamed_statuses[[name]] else name
}

# Evaluates an expression, and turns errors of other code, such as R's own, into errors of gobc.
in_class <- function(kind, expression, doing = "") {
  tryCatch(expression, error = function(error) {
    if (inherits(error, "gobc_error")) stop(error)
    fail(kind, "%s%s", doing, conditionMessage(error))
  })
}

# Returns the result of a call of the library, or raises its error. It also raises the warnings. `table` names rows in
# messages.
result_of <- function(answer, table = NULL) {
  if (answer$status != 0L) {
    fail(kind_of_status(answer$status), "%s", in_words_of_r(answer$message, table))
  }
  lines <- attr(answer$result, "warnings")
  for (line in if (length(lines) && nzchar(lines)) strsplit(lines, "\n", fixed = TRUE)[[1]]) {
    warning(structure(class = c("gobc_warning", "warning", "condition"), list(message = line, call = NULL)))
  }
  answer$result
}

# Replaces names in a message of the library by those of R's arguments. Rows count from 0 in the library.
in_words_of_r <- function(message, table = NULL) {
  if (startsWith(message, "cuda driver: open: this library was built without CUDA")) {
    message <- paste("device is cuda, but this library was built without CUDA: install gobc again with GOBC_CUDA=all",
                     "in the environment, as in GOBC_CUDA=all R CMD INSTALL rpkg, or leave device out")
  }
  message <- in_shards_of_r(in_rows_of_r(message, table))
  unquoted <- "\"[^\"]*\"(*SKIP)(*FAIL)|\\bdistance_decay\\b"
  message <- gsub(unquoted, decay_of_demand, message, perl = TRUE)
  message <- gsub("--header", "header = TRUE", gsub("--no-header", "header = FALSE", message))
  sub("^direction is", "mode is", gsub("\\b(with|by|in|leave) of\\b", "\\1 v", message))
}

# What messages call the library's option distance_decay, which is given within demand.
decay_of_demand <- "the decay of demand"

# Replaces a row of edges in a message by the table's name for it, such as "row 1 (a - b)" or "row 1, column 2 of the
# matrix". Other rows are counted from 1.
in_rows_of_r <- function(message, table) {
  found <- regexpr("^(edges: |sources: |targets: )?row [0-9]+", message)
  if (found < 0) return(message)
  said <- regmatches(message, found)
  row <- as.numeric(sub(".*row ", "", said)) + 1
  of_edges <- !grepl("^(sources|targets)", said) && !is.null(table) && row <= length(table$from)
  from_1 <- sub("[0-9]+$", format(row, scientific = FALSE), said)
  regmatches(message, found) <- if (of_edges) table$where(row) else from_1
  message
}

# Shards of the library and of files count from 0, those of R from 1. The folder of a job is made by gobc_save().
in_shards_of_r <- function(message) {
  message <- sub("gobc plan FILE -o (.*) makes one$", "gobc_save(job, \"\\1\") makes one of a gobc_job()", message)
  message <- sub("request an incomplete result from", "give incomplete = TRUE for a result of", message, fixed = TRUE)
  for (before in c("shards are missing: ", " holds shards ", ", not shard ", ", and run shard ", ", and run shards ")) {
    found <- gregexpr(sprintf("(?<=%s)[0-9,-]+(?= (of|again)\\b)", before), message, perl = TRUE)
    numbers <- regmatches(message, found)[[1]]
    regmatches(message, found) <- list(vapply(numbers, function(text) ranges(numbers_in(text) + 1L), ""))
  }
  sub("(, and run shards? [0-9,-]+ again)", "\\1 (shards are numbered from 1, files from 0)", message)
}

# Returns a value as messages show it. Long texts are cut first: deparse() takes 0.1 s for a megabyte.
shown <- function(value) {
  if (is.factor(value) && length(value) == 1) value <- as.character(value)
  if (is.object(value) || !is.null(dim(value))) {
    return(sprintf("a value of class %s", paste(class(value), collapse = "/")))
  }
  if (is.character(value) && all(validEnc(value))) value <- substr(value, 1, 60)
  text <- paste(deparse(value, width.cutoff = 60L, nlines = 1L), collapse = "")
  if (nchar(text) > 60) paste0(substr(text, 1, 57), "...") else text
}

# Checks of arguments. Each returns the converted value, or raises an error that names the argument.
flag <- function(value, name) {
  truth <- if (is.atomic(value)) as.logical(value)
  if (length(truth) != 1 || is.na(truth)) fail("argument", "%s must be TRUE or FALSE, not %s", name, shown(value))
  truth
}

number <- function(value, name) {
  found <- if (is.numeric(value) || is.logical(value)) as.numeric(value)
  if (length(found) != 1 || is.na(found)) fail("argument", "%s must be a number, not %s", name, shown(value))
  found
}

# One number or several. The library checks their range.
numbers <- function(value, name) {
  if (!is.numeric(value) || anyNA(value)) fail("argument", "%s must be one or more numbers, not %s", name, shown(value))
  as.numeric(value)
}

whole <- function(value, name, least = -Inf, meaning = "give a whole number") {
  value <- number(value, name)
  if (value != round(value) || value < least) {
    fail("argument", "%s is %s: %s", name, format(value, digits = 15), meaning)
  }
  value
}

# A number of bytes, or a text such as "8GB": kB, MB, GB, TB are powers of 1000, KiB, MiB, GiB, TiB powers of 1024.
# Upper and lower case are the same, and the B may be left out.
size_of <- function(value, name) {
  if (!is.character(value)) return(whole(value, name))
  size <- "^([0-9]+[.]?[0-9]*|[.][0-9]+) ?([kmgt]?)(i?)(b?)$"
  valid <- validEnc(word(value, name)) # neither trimws nor tolower takes other texts
  parts <- if (valid) regmatches(text <- tolower(trimws(value)), regexec(size, text))[[1]]
  if (!length(parts) || (nzchar(parts[4]) && !nzchar(parts[3]))) {
    fail("argument", paste("%s is %s, which is not a size: give bytes, or a number and a unit, such as \"8GB\" or",
                           "\"512MiB\" (kB, MB, GB, TB are powers of 1000, KiB, MiB, GiB, TiB of 1024)"),
         name, shown(value))
  }
  power <- match(parts[3], c("k", "m", "g", "t"), nomatch = 0L)
  found <- floor(as.numeric(parts[2]) * (if (nzchar(parts[4])) 1024 else 1000)^power)
  if (found >= 2^63) fail("argument", "%s is %s: it is out of range", name, shown(value))
  found
}

word <- function(value, name) {
  if (!is.character(value) || length(value) != 1 || is.na(value)) {
    fail("argument", "%s must be one string, not %s", name, shown(value))
  }
  value
}

path_of <- function(value, name = "path") {
  path <- suppressWarnings(path.expand(word(value, name))) # of paths that are too long
  if (!validEnc(path)) fail("argument", "%s is not valid text: %s", name, shown(path))
  path
}

words <- function(value, name) {
  if (!is.character(value) || !length(value) || anyNA(value)) {
    fail("argument", "%s must be names, not %s", name, shown(value))
  }
  value
}

# One of some words, or its beginning, in upper or lower case. A vector of all choices, as an argument has by default,
# means the first.
choice <- function(value, name, choices) {
  if (identical(value, choices)) return(choices[1])
  value <- word(value, name)
  found <- if (validEnc(value)) pmatch(tolower(value), choices) else NA
  if (is.na(found)) {
    fail("argument", "%s is \"%s\": give one of %s", name, value, paste0("\"", choices, "\"", collapse = ", "))
  }
  choices[found]
}
