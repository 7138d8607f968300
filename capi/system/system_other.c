//go:build (!linux || gobc_portable) && !windows

/* system_other.c - what POSIX has of system.h, for systems without a file of their own. */
#include "system.h"

#include <errno.h>
#include <unistd.h>

extern char **environ;

char **gobc_system_variables(void) { return environ; }

int gobc_system_limit(gobc_system_memory kind, double *most, double *used) {
  (void)kind;
  *most = *used = 0;
  return 0;
}

int gobc_system_try_descriptors(int count) {
  int ends[64], opened = 0, failed = 0;
  while (opened < count && opened < 64 && !failed) {
    if (pipe(&ends[opened])) failed = errno;
    else opened += 2;
  }
  while (opened > 0) close(ends[--opened]);
  return failed;
}

void gobc_system_give_signal_stack(void) {}
