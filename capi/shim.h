/* shim.h - what the files of this folder have in common: handles, and the checks that every function begins with. */
#ifndef GOBC_CAPI_SHIM_H
#define GOBC_CAPI_SHIM_H

#include "system/start.h"

/* ---- handles ---- */

/* What a handle is of, such as "graph"; handles are of this kind while they point to it. */
typedef struct gobc_kind {
  const char *name;
  void (*go_free)(uintptr_t value);
} gobc_kind;

/* What gobc_graph, gobc_job and gobc_partial are: `value` is a cgo.Handle. */
typedef struct gobc_handle {
  const gobc_kind *kind;
  uintptr_t value;
} gobc_handle;

/* In generated_entries.c. */
GOBC_LOCAL extern const gobc_kind gobc_graph_kind, gobc_job_kind, gobc_partial_kind;
GOBC_LOCAL extern const char *const gobc_status_names[]; /* NULL where no status has the number */
GOBC_LOCAL extern const int32_t gobc_statuses;

/* GOBC_OK, or GOBC_MEMORY: the value is then freed. */
GOBC_LOCAL int32_t gobc_new_handle(void **out, const gobc_kind *kind, uintptr_t value, gobc_error *error);
GOBC_LOCAL uintptr_t gobc_value_of(const void *handle);
GOBC_LOCAL void gobc_free_handle(void *handle, const gobc_kind *kind);

/* ---- checks: GOBC_OK, or a status with its error; `name` is the parameter's ---- */

/* Every function begins here: the error is zeroed, and the library can work in this process. */
GOBC_LOCAL int32_t gobc_enter(gobc_error *error);

GOBC_LOCAL int32_t gobc_check_pointer(const void *pointer, const char *name, gobc_error *error);
GOBC_LOCAL int32_t gobc_check_handle(const void *handle, const char *name, const gobc_kind *kind, gobc_error *error);
GOBC_LOCAL int32_t gobc_check_count(int64_t count, const char *name, gobc_error *error);

/* No struct of any version is larger: such a struct_size was never set, and nothing else in the struct is believed. */
enum { GOBC_MOST_SIZE = 1 << 16 };

/* Of a struct that begins with struct_size, or NULL. */
GOBC_LOCAL int32_t gobc_check_size(const void *sized, const char *what, gobc_error *error);

GOBC_LOCAL void gobc_zero(struct ArrowSchema *schema, struct ArrowArray *array);

#endif
