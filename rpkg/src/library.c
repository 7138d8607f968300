/*
 * library.c - opens the library, once, at the first graph.
 *
 * It cannot be unloaded, nor used in a child of fork() once the parent has loaded it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shim.h"
#include "system.h"

shim_library library;
static pid_t loaded_by;

bool shim_usable(void) { return loaded_by == getpid(); }

/* R's load_library(), which comes before every call, says more of a forked child. */
void shim_need(void) {
  if (!shim_usable()) Rf_error("the gobc library is not loaded in this process");
}

/* Two different libraries in one process would be two runtimes, and neither can be unloaded. */
static void refuse_second(const char *path) {
  char other[4096];
  if (system_other_library(path, other, sizeof other))
    Rf_error(
        "this process has already loaded another gobc library, %s; it cannot load %s as well. Use one "
        "installation of gobc per process.",
        other, path);
}

static void find_functions(void *handle, const char *path, shim_library *found) {
  const struct {
    const char *name;
    void *slot;
  } functions[] = {
#define FUNCTION(name) {"gobc_" #name, &found->name},
#include "generated_functions.h"
#undef FUNCTION
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *symbol = system_symbol(handle, functions[i].name);
    if (!symbol)
      Rf_error("%s has no function %s: it is not a gobc library of ABI %d. Reinstall gobc.", path, functions[i].name,
               GOBC_ABI_VERSION);
    memcpy(functions[i].slot, &symbol, sizeof symbol);
  }
}

/* Loads the library at an absolute path, of the version that the package is of; `override`: GOBC_LIBRARY names it. */
SEXP shim_load(SEXP path, SEXP version, SEXP override) {
  if (loaded_by) {
    shim_need();
    return R_NilValue;
  }
  const char *file = Rf_translateChar(STRING_ELT(path, 0)), *wanted = CHAR(STRING_ELT(version, 0));
  refuse_second(file);
  char reason[1024];
  void *handle = system_open(file, reason, sizeof reason);
  if (!handle) Rf_error("cannot load %s: %s", file, reason);
  shim_library found;
  find_functions(handle, file, &found);
  if (found.abi_version() != GOBC_ABI_VERSION)
    Rf_error("%s has ABI version %d, this package needs %d. Reinstall gobc, or unset GOBC_LIBRARY.", file,
             (int)found.abi_version(), GOBC_ABI_VERSION);
  gobc_error error;
  if (found.ready(&error)) Rf_error("%s", error.message);
  bool development = !strcmp(found.version(), "dev") && Rf_asLogical(override) == TRUE;
  if (strcmp(found.version(), wanted) && !development)
    Rf_error("%s is gobc %s, this package is gobc %s. Reinstall gobc, or unset GOBC_LIBRARY.", file, found.version(),
             wanted);
  library = found;
  loaded_by = getpid();
  return R_NilValue;
}

/* "version" or "devices". */
SEXP shim_about(SEXP what) {
  shim_need();
  bool version = !strcmp(CHAR(STRING_ELT(what, 0)), "version");
  return Rf_ScalarString(Rf_mkCharCE(version ? library.version() : library.devices(), CE_UTF8));
}
