/* system_windows.c - what Windows has of system.h: no fork and no signals. What a job object leaves of memory is asked in Go. */
#include <stdlib.h>

#include "system.h"

int gobc_system_forked(void) { return 0; }

char **gobc_system_variables(void) { return _environ; }

int gobc_system_limit(gobc_system_memory kind, double *most, double *used) {
  (void)kind;
  *most = *used = 0;
  return 0;
}

int gobc_system_try_descriptors(int count) {
  (void)count; /* handles have no limit that a process can set */
  return 0;
}

int32_t gobc_system_block_signals(int32_t (*work)(void *), void *argument) { return work(argument); }

void gobc_system_give_signal_stack(void) {}
