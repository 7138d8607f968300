/* pages_windows.c - pages by VirtualAlloc, which gives back only the whole of what it gave. So nothing is cut off for huge
 * pages, which Windows gives to privileged processes alone. */
#include "pages.h"

#include <malloc.h>
#include <string.h>
#include <windows.h>

static size_t size(void) {
  SYSTEM_INFO info;
  GetSystemInfo(&info);
  return info.dwPageSize;
}

static void *map(size_t length) { return VirtualAlloc(NULL, length, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE); }

static int unmap(void *pages, size_t length) {
  (void)length;
  return !VirtualFree(pages, 0, MEM_RELEASE);
}

static void *remap(void *pages, size_t before, size_t now) {
  void *moved = map(now);
  if (!moved) return NULL;
  memcpy(moved, pages, before < now ? before : now);
  unmap(pages, before);
  return moved;
}

static int seal(void *page) {
  DWORD before;
  return !VirtualProtect(page, size(), PAGE_NOACCESS, &before);
}

static const gobc_page_calls calls = {size, map, unmap, remap, seal};
const gobc_page_calls *gobc_pages = &calls;

void *gobc_map_pages(size_t bytes, size_t huge) {
  (void)huge;
  return gobc_pages->map(gobc_whole_pages(bytes));
}

void *gobc_allocate_aligned(size_t bytes) { return _aligned_malloc(bytes, 64); }

void gobc_free_aligned(void *block) { _aligned_free(block); }
