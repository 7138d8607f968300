/* lines.c - see lines.h. */
#include "lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 64 };

static const double most_exact = 9007199254740991.0; /* 2^53 - 1 */

static int is_digit(char c) { return c >= '0' && c <= '9'; }

/* A whole number of 64 bits, with a sign or without. */
static int whole(span s, int64_t *value) {
  int64_t at = s.length > 0 && (s.text[0] == '-' || s.text[0] == '+'), negative = at && s.text[0] == '-', x = 0;
  if (at == s.length) return 0;
  for (; at < s.length; at++) {
    if (!is_digit(s.text[at])) return 0;
    int64_t digit = s.text[at] - '0';
    if (x < (INT64_MIN + digit) / 10) return 0;
    x = 10 * x - digit; /* downwards: there is one more */
  }
  if (!negative && x == INT64_MIN) return 0;
  *value = negative ? x : -x;
  return 1;
}

/* As the library writes whole numbers: no sign but -, no zeros before, at most 18 digits. */
static int plain(span s, int64_t *value) {
  int64_t sign = s.length > 0 && s.text[0] == '-', digits = s.length - sign;
  if (digits < 1 || digits > 18 || (s.text[sign] == '0' && (digits > 1 || sign))) return 0;
  return s.text[0] != '+' && whole(s, value);
}

/* A decimal number; 0 if it is none or beyond float64. */
static int number(span s, double *value) {
  char copy[64];
  int64_t at = s.length > 0 && (s.text[0] == '-' || s.text[0] == '+'), digits = 0;
  if (s.length >= (int64_t)sizeof copy) return -1;
  for (; at < s.length && is_digit(s.text[at]); at++) digits++;
  if (at < s.length && s.text[at] == '.')
    for (at++; at < s.length && is_digit(s.text[at]); at++) digits++;
  if (digits == 0) return -1;
  if (at < s.length && (s.text[at] == 'e' || s.text[at] == 'E')) {
    at++;
    if (at < s.length && (s.text[at] == '-' || s.text[at] == '+')) at++;
    if (at == s.length) return 0;
    for (; at < s.length && is_digit(s.text[at]); at++) {}
  }
  if (at < s.length) return -1; /* a word such as inf, or no number */
  memcpy(copy, s.text, (size_t)s.length);
  copy[s.length] = 0;
  *value = strtod(copy, NULL);
  return !isinf(*value);
}

/* A length of an edge: 1, 0 if it is refused, -1 for what this reader does not know. */
static int weight(span s, double *value) {
  int known = number(s, value);
  if (known != 1) return known;
  int integral = 1;
  for (int64_t i = 0; i < s.length; i++) integral &= is_digit(s.text[i]) || s.text[i] == '+' || s.text[i] == '-';
  return *value >= 0x1p-960 && *value <= 0x1p960 && !(integral && *value > most_exact);
}

static void wrong(expected *e, int64_t line) { e->verdict = WRONG, e->line = line; }

/* ---- lines ---- */

typedef struct reader {
  const char *at, *end;
  int64_t line;
  span text;
} reader;

static int next_line(reader *r) {
  if (r->at == r->end) return 0;
  const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
  r->text = (span){r->at, (stop != NULL ? stop : r->end) - r->at};
  if (r->text.length > 0 && r->text.text[r->text.length - 1] == '\r') r->text.length--;
  r->at = stop != NULL ? stop + 1 : r->end;
  r->line++;
  return 1;
}

static span trimmed(span s) {
  while (s.length > 0 && (s.text[0] == ' ' || s.text[0] == '\t')) s.text++, s.length--;
  while (s.length > 0 && (s.text[s.length - 1] == ' ' || s.text[s.length - 1] == '\t')) s.length--;
  return s;
}

/* Cuts a line at a delimiter, ' ' being any run of blanks and tabs. The number of cells, -1 for too many. */
static int cells_of(span line, char delimiter, span cells[MOST_CELLS]) {
  int n = 0;
  if (delimiter == ' ') line = trimmed(line);
  for (int64_t begin = 0, i = 0;; i++) {
    int at_end = i == line.length;
    if (!at_end && !(line.text[i] == delimiter || (delimiter == ' ' && line.text[i] == '\t'))) continue;
    if (n == MOST_CELLS) return -1;
    span cell = {line.text + begin, i - begin};
    if (delimiter != '\t') cell = trimmed(cell);
    while (cell.length > 0 && cell.text[0] == ' ') cell.text++, cell.length--;
    while (cell.length > 0 && cell.text[cell.length - 1] == ' ') cell.length--;
    if (delimiter != ' ' || cell.length > 0) cells[n++] = cell;
    if (at_end) return n;
    begin = i + 1;
  }
}

/* Whether every byte is of the kind that this reader knows. */
static int is_plain(const char *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) {
    char c = bytes[i];
    if (c == '\r' ? i + 1 < size && bytes[i + 1] != '\n' : c != '\n' && c != '\t' && (c < ' ' || c > '~' || c == '"'))
      return 0;
  }
  static const char *const others[] = {"PAR1", "ARROW1", "FEA1"};
  for (int i = 0; i < 3; i++)
    if (size >= strlen(others[i]) && memcmp(bytes, others[i], strlen(others[i])) == 0) return 0;
  return 1;
}

/* ---- lists of edges ---- */

/* 5 of 5.0, as whole numbers are written that have been floats. */
static span without_zero(span s) {
  if (s.length > 2 && memcmp(s.text + s.length - 2, ".0", 2) == 0) s.length -= 2;
  return s;
}

static void labels_of(expected *e, int text_ids) {
  e->numbers = !text_ids;
  for (int64_t i = 0; i < e->edges; i++)
    for (int end = 0; end < 2; end++)
      e->numbers = e->numbers && whole(without_zero(e->label[end][i]), &e->number[end][i]);
}

static void edge_of(expected *e, how how, const span *cells, int64_t line) {
  if (e->edges == LINES_MOST) {
    e->verdict = UNCLEAR;
    return;
  }
  int known = how.weighted && cells[2].length > 0 ? weight(cells[2], &e->weight[e->edges]) : 1;
  if (cells[0].length == 0 || cells[1].length == 0 || (how.weighted && cells[2].length == 0) || known == 0) {
    wrong(e, line);
  } else if (known < 0) {
    e->verdict = UNCLEAR;
  } else {
    e->label[0][e->edges] = cells[0];
    e->label[1][e->edges++] = cells[1];
  }
}

static int same_text(span s, const char *text) {
  return s.length == (int64_t)strlen(text) && memcmp(s.text, text, (size_t)s.length) == 0;
}

/* Whether a line begins with # or %, and with nothing else before a blank or its end. */
static int is_remark(span line) {
  int64_t marks = 0;
  while (marks < line.length && (line.text[marks] == '#' || line.text[marks] == '%')) marks++;
  return marks > 0 && (marks == line.length || line.text[marks] == ' ' || line.text[marks] == '\t');
}

static int same_cells(const span *a, const span *b, int n) {
  int i = 0;
  while (i < n && a[i].length == b[i].length && memcmp(a[i].text, b[i].text, (size_t)a[i].length) == 0) i++;
  return i == n;
}

static void list_of(reader *r, how how, expected *e) {
  span cells[MOST_CELLS], names[MOST_CELLS];
  int columns = 0;
  for (int first = 1; e->verdict == READ && next_line(r);) {
    span line = trimmed(r->text);
    if (line.length == 0) continue;
    if (first && (line.text[0] == '#' || line.text[0] == '%')) {
      /* others may be an edge, or names of columns */
      if (!same_text(line, "# nodes: 3") && !same_text(line, "% made")) e->verdict = UNCLEAR;
      continue;
    }
    if (is_remark(line)) return wrong(e, r->line);
    int n = cells_of(r->text, how.delimiter, cells);
    if (n < 0) {
      e->verdict = UNCLEAR;
      return;
    }
    if (first) {
      first = 0, columns = n;
      if (n < 2 + how.weighted) return wrong(e, 0);
      for (int i = 0; i < n; i++)
        if (how.header && memchr(cells[i].text, '#', (size_t)cells[i].length))
          e->verdict = UNCLEAR; /* a name such as #0 */
      memcpy(names, cells, sizeof names);
      if (how.header) continue;
    }
    if (n != columns) return wrong(e, r->line);
    if (how.header && same_cells(cells, names, n)) return wrong(e, r->line); /* as in files that were joined */
    edge_of(e, how, cells, r->line);
  }
  if (columns == 0 && e->verdict == READ) return wrong(e, 0);
  labels_of(e, how.text_ids);
}

/* ---- matrices: "%%MatrixMarket matrix coordinate real general", without entries that are one edge ---- */

static int words_of(reader *r, span cells[MOST_CELLS]) {
  while (next_line(r)) {
    int n = cells_of(r->text, ' ', cells);
    if (n != 0) return n;
  }
  return 0;
}

static int same_edge(const expected *e, int64_t i, int64_t j) {
  for (int64_t k = 0; k < e->edges; k++) {
    if (e->number[0][k] == i - 1 && e->number[1][k] == j - 1) return 1;
    if (e->number[0][k] == j - 1 && e->number[1][k] == i - 1) return 1;
  }
  return 0;
}

static void entry_of(expected *e, how how, const span *cells, int n, int64_t rows, int64_t line) {
  int64_t i, j;
  double value;
  if (n != 3 || !plain(cells[0], &i) || !plain(cells[1], &j) || i < 1 || j < 1 || i > rows || j > rows)
    return wrong(e, line);
  int known = number(cells[2], &value);
  if (known == 0) return wrong(e, line);
  if (known < 0 || e->edges == LINES_MOST || same_edge(e, i, j)) {
    e->verdict = UNCLEAR; /* words, and several entries of an edge, whose values are added */
    return;
  }
  if (how.weighted && !(value >= 0x1p-960 && value <= most_exact)) {
    e->verdict = UNCLEAR; /* wrong or not, it is found when all entries have been read */
    return;
  }
  e->number[0][e->edges] = i - 1, e->number[1][e->edges] = j - 1;
  e->weight[e->edges++] = value;
}

static void matrix_of(reader *r, how how, expected *e) {
  static const char head[] = "%%MatrixMarket matrix coordinate real general";
  span cells[MOST_CELLS];
  int64_t sizes[3];
  if (!next_line(r) || r->text.length != sizeof head - 1 || memcmp(r->text.text, head, sizeof head - 1) != 0) {
    e->verdict = UNCLEAR;
    return;
  }
  int n;
  do n = words_of(r, cells);
  while (n > 0 && cells[0].text[0] == '%');
  if (n < 0) e->verdict = UNCLEAR;
  if (n != 3) return n < 0 ? (void)0 : wrong(e, n == 0 ? 0 : r->line);
  for (int i = 0; i < 3; i++)
    if (!plain(cells[i], &sizes[i]) || sizes[i] < 0) return wrong(e, r->line);
  if (sizes[0] != sizes[1]) return wrong(e, r->line);
  if (sizes[0] > 100000) {
    e->verdict = UNCLEAR;
    return;
  }
  e->numbers = e->undirected = 1;
  int64_t entries = 0;
  while (e->verdict == READ && (n = words_of(r, cells)) != 0) {
    if (entries++ == sizes[2]) return wrong(e, r->line);
    if (n < 0) return wrong(e, r->line);
    entry_of(e, how, cells, n, sizes[0], r->line);
  }
  if (e->verdict == READ && entries != sizes[2]) wrong(e, 0);
}

void lines_expect(const char *bytes, size_t size, how how, expected *e) {
  reader r = {bytes, bytes + size, 0, {NULL, 0}};
  e->verdict = is_plain(bytes, size) ? READ : UNCLEAR;
  e->line = e->edges = e->undirected = 0;
  if (e->verdict != READ) return;
  if (how.delimiter == 0) matrix_of(&r, how, e);
  else list_of(&r, how, e);
}
