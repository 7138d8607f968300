#ifndef _WIN32

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "system.h"

void *system_open(const char *path, char *message, size_t size) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) snprintf(message, size, "%s", dlerror());
  return handle;
}

void *system_symbol(void *handle, const char *name) { return dlsym(handle, name); }

/* Of systems without /proc it is not known. */
bool system_other_library(const char *path, char *other, size_t size) {
  FILE *maps = fopen("/proc/self/maps", "r");
  if (!maps) return false;
  char line[8192];
  other[0] = 0;
  while (!other[0] && fgets(line, sizeof line, maps)) {
    char *file = strchr(line, '/');
    if (!file) continue;
    file[strcspn(file, "\n")] = 0;
    size_t length = strlen(file), name = strlen("/libgobc.so");
    if (length >= name && !strcmp(file + length - name, "/libgobc.so") && strcmp(file, path))
      snprintf(other, size, "%s", file);
  }
  fclose(maps);
  return other[0];
}

int system_start(pthread_t *thread, void *(*work)(void *), void *argument) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int failed = pthread_create(thread, NULL, work, argument);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return failed;
}

void system_block_signals(void (*work)(void *), void *argument) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
  sigset_t all, before;
  sigfillset(&all);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&all, faults[i]);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  work(argument);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

#endif
