/*
 * lines.h - what a file of edges says, read without trust in the library: lists of edges whose delimiter and header are given, and
 * matrices. What is not plain (quotes, bytes beyond ASCII, names that mean columns) is left to the library.
 */
#ifndef GOBC_TESTS_LINES_H
#define GOBC_TESTS_LINES_H

#include <stddef.h>
#include <stdint.h>

enum { LINES_MOST = 4096 }; /* edges */

typedef struct span {
  const char *text;
  int64_t length;
} span;

/* How a file is to be read; see gobc_read_options. */
typedef struct how {
  char delimiter; /* of a list; 0: the file is a matrix */
  int header, weighted, text_ids;
} how;

typedef enum verdict { READ, WRONG, UNCLEAR } verdict;

typedef struct expected {
  verdict verdict;
  int64_t line; /* WRONG: that the error must name; 0: any error */
  int64_t edges;
  int numbers;    /* READ: the labels are whole numbers, `number`, else `label` */
  int undirected; /* a matrix: edges may be in any order */
  span label[2][LINES_MOST];
  int64_t number[2][LINES_MOST];
  double weight[LINES_MOST];
} expected;

void lines_expect(const char *bytes, size_t size, how how, expected *e);

#endif
