/*
 * stream.h - the gobc_reader: our own view of a caller's Arrow stream, put between the caller and the Go side.
 *
 * The reader calls the producer, checks the structures that come back, and says where the values of the wanted columns
 * lie: nothing downstream ever holds, frees or releases a structure of the producer. Only structures are read
 * here, never the data in the buffers: values are checked in Go, where running off mapped memory can be survived.
 *
 * Not thread-safe: one reader belongs to one call, and the producer sees only the thread of that call.
 */
#ifndef GOBC_CAPI_STREAM_H
#define GOBC_CAPI_STREAM_H

#include "shim.h"

enum { GOBC_READER_SLOTS = 16 };

/* What a wanted column holds: labels, boolean marks, or weights. */
enum { GOBC_COLUMN_LABELS = 0, GOBC_COLUMN_MARKS = 1, GOBC_COLUMN_WEIGHTS = 2 };

/* Where the values of an array lie, in the producer's memory. Positions count from the start of its buffers. */
typedef struct gobc_values {
  int64_t offset, length;
  const void *validity; /* bitmap, or NULL                        */
  const void *main;     /* data, offsets or views                 */
  const void *text;     /* that offsets cut                       */
  const void **data;    /* buffers of views, with their sizes     */
  const int64_t *sizes;
  int64_t buffers;
  int32_t bytes, scale; /* of decimals: size, digits after the point */
} gobc_values;

/* A wanted column; its values are valid for one batch. */
typedef struct gobc_reader_column {
  int64_t position;     /* in the producer's table                                              */
  char index;           /* 0, or the integer format of a dictionary's indices                   */
  char value;           /* format of the values, of one letter: c C s S i I l L u U b f g, v for vu, d for decimals */
  int32_t bytes, scale; /* of decimals, see gobc_values */
  gobc_values rows;
  gobc_values entries; /* of a dictionary; rows are its indices */
} gobc_reader_column;

typedef struct gobc_reader {
  struct ArrowArrayStream *stream; /* the caller's, NULL once released                     */
  struct ArrowSchema schema;       /* the producer's, alive from open to close             */
  struct ArrowArray batch;         /* the producer's, alive from next to the following one */
  int32_t plain;                   /* 1: a stream of one array, not of a table             */
  int32_t wanted;                  /* slots in use                                         */
  int64_t width;                   /* columns of the producer's table                      */
  int64_t batches;                 /* read so far                                          */
  int64_t rows;                    /* of the batch                                         */
  const uint8_t *validity;         /* row bitmap of the batch, or NULL                     */
  int64_t validity_offset;
  gobc_reader_column columns[GOBC_READER_SLOTS];
  int32_t status; /* of the last failure, with its message */
  char message[760];
} gobc_reader;

/* 0, or -1 with reader->status and reader->message set. The reader must be zeroed; close it in either case. */
GOBC_LOCAL int gobc_reader_open(gobc_reader *reader, struct ArrowArrayStream *stream);

/* What a format says that a column holds, in words. */
GOBC_LOCAL const char *gobc_reader_contents(const char *format);

/* Name ("" if it has none) and format of a column of the producer's table. */
GOBC_LOCAL const char *gobc_reader_name(const gobc_reader *reader, int64_t position);
GOBC_LOCAL const char *gobc_reader_format(const gobc_reader *reader, int64_t position);

/* Asks for a column as the next slot; kind is a GOBC_COLUMN. 0 or -1. */
GOBC_LOCAL int gobc_reader_want(gobc_reader *reader, int64_t position, int kind);

/* 1 with a batch in the slots, 0 at the end, -1 on failure. Releases the batch before. */
GOBC_LOCAL int gobc_reader_next(gobc_reader *reader);

/* Releases whatever the producer still has to get back, the stream last. May be called twice. */
GOBC_LOCAL void gobc_reader_close(gobc_reader *reader);

/* Releases a stream that is not read at all; NULL and released streams are fine. */
GOBC_LOCAL void gobc_stream_release(struct ArrowArrayStream *stream);

#endif /* GOBC_CAPI_STREAM_H */
