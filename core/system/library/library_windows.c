/* library_windows.c - only Windows' own folder is searched, where drivers put their libraries: a file of the same name in the
 * folder of the program or in the current one is never loaded. */
#include "library.h"

#include <stdio.h>
#include <windows.h>

void *gobc_load_library(const char *name, char *reason, size_t bytes) {
  HMODULE library = LoadLibraryExA(name, NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
  if (library) return library;
  WCHAR text[256];
  char words[3 * sizeof text / sizeof *text] = "";
  DWORD code = GetLastError();
  DWORD length = FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, code, 0, text,
                                sizeof text / sizeof *text, NULL);
  while (length > 0 && text[length - 1] <= L' ') length--; /* the end of the line */
  if (length > 0) WideCharToMultiByte(CP_UTF8, 0, text, (int)length, words, sizeof words - 1, NULL, NULL);
  snprintf(reason, bytes, "%s: error %lu of Windows%s%s", name, code, *words ? ": " : "", words);
  return NULL;
}

void *gobc_find_function(void *library, const char *name) { return (void *)GetProcAddress(library, name); }
