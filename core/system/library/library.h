/* library.h - libraries that are loaded at run time. */
#ifndef GOBC_SYSTEM_LIBRARY_H
#define GOBC_SYSTEM_LIBRARY_H

#include <stddef.h>

#define GOBC_HIDDEN __attribute__((visibility("hidden")))

/* Loads a library by the name of its file, which the system looks for. Where it cannot be loaded, returns NULL, and `reason`,
 * which has room for so many bytes, gets the system's words for it in UTF-8. */
GOBC_HIDDEN void *gobc_load_library(const char *name, char *reason, size_t bytes);

/* Returns a function of a library; NULL where it has none of this name. */
GOBC_HIDDEN void *gobc_find_function(void *library, const char *name);

#endif
