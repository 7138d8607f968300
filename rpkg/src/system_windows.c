#ifdef _WIN32

/* Windows has no signals: R's console sees Ctrl-C on a thread of its own. */
#include "system.h"

#include <stdio.h>
#include <string.h>
#include <windows.h>

void *system_open(const char *path, char *message, size_t size) {
  HMODULE handle = LoadLibraryA(path);
  if (!handle) snprintf(message, size, "error %lu of Windows", (unsigned long)GetLastError());
  return handle;
}

void *system_symbol(void *handle, const char *name) {
  FARPROC function = GetProcAddress(handle, name);
  void *symbol;
  memcpy(&symbol, &function, sizeof symbol);
  return symbol;
}

bool system_other_library(const char *path, char *other, size_t size) {
  HMODULE loaded = GetModuleHandleA("libgobc.dll");
  char wanted[MAX_PATH];
  if (!loaded || !GetModuleFileNameA(loaded, other, (DWORD)size)) return false;
  return !GetFullPathNameA(path, sizeof wanted, wanted, NULL) || _stricmp(wanted, other) != 0;
}

int system_start(pthread_t *thread, void *(*work)(void *), void *argument) {
  return pthread_create(thread, NULL, work, argument);
}

void system_block_signals(void (*work)(void *), void *argument) { work(argument); }

#endif
