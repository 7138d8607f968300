/* start.h - whether the runtime of Go, without which nothing works, has been started. */
#ifndef GOBC_CAPI_START_H
#define GOBC_CAPI_START_H

#include "system.h"

/* Writes an error, if there is one, and returns the status. */
GOBC_LOCAL int32_t gobc_refuse(gobc_error *error, int32_t status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* 0, or GOBC_LIMITS with what keeps the runtime from starting. Tries anew each time: a limit may have been raised. */
GOBC_LOCAL int32_t gobc_runtime(gobc_error *error);

/* 0, or GOBC_LIMITS where the process has no file descriptors left for Go's poller. The first time that it has, open_poller is
 * called, which enters Go. */
GOBC_LOCAL int32_t gobc_open_poller(void (*open_poller)(void), gobc_error *error);

/* 0, or GOBC_LIMITS where a limit leaves a call no room: where memory cannot be had later, the runtime ends the process. */
GOBC_LOCAL int32_t gobc_room(gobc_error *error);

/* Whether the process had no limit of memory when it was last asked, by the check at the start of a call. */
GOBC_LOCAL int gobc_unlimited(void);

/* GOBC_LIMITS, with the errno of a thread that cannot be started. */
GOBC_LOCAL int32_t gobc_refuse_threads(int error, gobc_error *out);

#endif
