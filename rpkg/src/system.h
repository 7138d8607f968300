/* system.h - what the package asks of an operating system: system_unix.c, system_windows.c. */
#ifndef GOBC_SYSTEM_H
#define GOBC_SYSTEM_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* Opens a library for good; NULL, with a message, where it cannot be loaded. */
void *system_open(const char *path, char *message, size_t size);

/* A function of it, or NULL. */
void *system_symbol(void *handle, const char *name);

/* Whether this process has loaded another gobc library than that of a path: which one. */
bool system_other_library(const char *path, char *other, size_t size);

/* Starts a thread that no signal reaches: 0, or an errno. */
int system_start(pthread_t *thread, void *(*work)(void *), void *argument);

/*
 * Calls work with signals blocked but for those of faults, which are Go's: handlers, which R sets again without SA_ONSTACK,
 * must not run on Go's stacks.
 */
void system_block_signals(void (*work)(void *), void *argument);

#endif
