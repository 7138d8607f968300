/* shim.h - code that the files of this folder share: handles, and the checks at the start of every function. */
#ifndef GOBC_CAPI_SHIM_H
#define GOBC_CAPI_SHIM_H

#include "system/start.h"

/* ---- handles ---- */

/* The kind of a handle, such as "graph". A handle points to its kind while it is valid. */
typedef struct gobc_kind {
  const char *name;
  void (*go_free)(uintptr_t value);
} gobc_kind;

/* The struct behind gobc_graph, gobc_job and gobc_partial; `value` is a cgo.Handle. */
typedef struct gobc_handle {
  const gobc_kind *kind;
  uintptr_t value;
} gobc_handle;

/* Defined in generated_entries.c. */
GOBC_LOCAL extern const gobc_kind gobc_graph_kind, gobc_job_kind, gobc_partial_kind;
GOBC_LOCAL extern const char *const gobc_status_names[]; /* NULL for numbers without a status */
GOBC_LOCAL extern const int32_t gobc_statuses;

/* Returns GOBC_OK, or GOBC_MEMORY after freeing the value. */
GOBC_LOCAL int32_t gobc_new_handle(void **out, const gobc_kind *kind, uintptr_t value, gobc_error *error);
GOBC_LOCAL uintptr_t gobc_value_of(const void *handle);
GOBC_LOCAL void gobc_free_handle(void *handle, const gobc_kind *kind);

/* ---- checks: GOBC_OK, or a status with its error; `name` is the parameter's ---- */

/* Every function calls this first. It zeroes the error and checks that the library can work in this process. */
GOBC_LOCAL int32_t gobc_enter(gobc_error *error);

GOBC_LOCAL int32_t gobc_check_pointer(const void *pointer, const char *name, gobc_error *error);
GOBC_LOCAL int32_t gobc_check_handle(const void *handle, const char *name, const gobc_kind *kind, gobc_error *error);
GOBC_LOCAL int32_t gobc_check_count(int64_t count, const char *name, gobc_error *error);

/* No struct of any version is larger. A larger struct_size was never set, so the rest of the struct is not used. */
enum { GOBC_MOST_SIZE = 1 << 16 };

/* Rows and offsets above this are refused. Below it, no size in bytes overflows (at most 32 bytes per row). */
#define GOBC_MOST_ROWS ((int64_t)1 << 40)

/* Checks a struct that begins with struct_size, or NULL. */
GOBC_LOCAL int32_t gobc_check_size(const void *sized, const char *what, gobc_error *error);

GOBC_LOCAL void gobc_zero(struct ArrowSchema *schema, struct ArrowArray *array);

/* Releases a table that a call wrote before it failed: its file was changed meanwhile, say. */
GOBC_LOCAL void gobc_take_back(struct ArrowSchema *schema, struct ArrowArray *array);

#endif
