//go:build unix

#include "library.h"

#include <dlfcn.h>
#include <stdio.h>

void *gobc_load_library(const char *name, char *reason, size_t bytes) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library) return library;
  const char *message = dlerror();
  snprintf(reason, bytes, "%s", message ? message : "no reason given");
  return NULL;
}

void *gobc_find_function(void *library, const char *name) { return dlsym(library, name); }
