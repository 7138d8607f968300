/* Opening the driver, see open.c. */
#ifndef GOBC_DRIVER_OPEN_H
#define GOBC_DRIVER_OPEN_H

#include <stddef.h>

enum gobc_driver_stage {
  GOBC_DRIVER_READY,
  GOBC_DRIVER_NO_LIBRARY, /* detail: dlopen's message */
  GOBC_DRIVER_NO_SYMBOL,  /* the library found has no cuInit */
  GOBC_DRIVER_FAILED,     /* cuInit returned code */
  GOBC_DRIVER_WAITING,    /* not ready in time; a later call may find it ready */
  GOBC_DRIVER_NO_THREAD   /* code: errno; a later call tries again */
};

typedef struct gobc_driver_outcome {
  int stage;
  int code;
  int missing; /* functions that the driver lacks */
  char detail[256];
} gobc_driver_outcome;

/* Starts the driver once in a process; waits until `milliseconds` after the start at most. Any thread may call it. */
__attribute__((visibility("hidden"))) void gobc_driver_open(int milliseconds, gobc_driver_outcome *out);

#endif
