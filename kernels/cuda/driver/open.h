/* Opening the driver, see open.c. */
#ifndef GOBC_DRIVER_OPEN_H
#define GOBC_DRIVER_OPEN_H

#include <stddef.h>

enum gobc_driver_stage {
  GOBC_DRIVER_READY,
  GOBC_DRIVER_NO_LIBRARY, /* detail: why */
  GOBC_DRIVER_NO_SYMBOL,  /* the library found has no cuInit */
  GOBC_DRIVER_FAILED,     /* cuInit returned code */
  GOBC_DRIVER_WAITING,    /* not ready in time; a later call may find it ready */
  GOBC_DRIVER_NO_THREAD   /* detail: why; a later call tries again */
};

typedef struct gobc_driver_outcome {
  int stage;
  int code;
  int missing; /* functions that the driver lacks */
  char detail[256];
} gobc_driver_outcome;

/* Starts the driver, a library of this name, once in a process; waits until `milliseconds` after the start at most. The name is
 * still read later. Any thread may call it. */
__attribute__((visibility("hidden"))) void gobc_driver_open(const char *name, int milliseconds,
                                                            gobc_driver_outcome *out);

#endif
