//go:build unix

/* pages_unix.c - pages by POSIX's functions. Lengths that are no whole pages of this system would leave parts mapped: those
 * of arm64 may have 16 or 64 KiB. */
#define _GNU_SOURCE
#include "pages.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

size_t gobc_whole_pages(size_t bytes) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  return (bytes + page - 1) & ~(page - 1);
}

void *gobc_map_pages(size_t bytes, size_t huge) {
  const size_t length = gobc_whole_pages(bytes);
  char *p = mmap(NULL, length + huge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return NULL;
  if (!huge) return p;
  const size_t before = (huge - (uintptr_t)p % huge) % huge;
  if (before) munmap(p, before);
  if (huge - before) munmap(p + before + length, huge - before);
#ifdef MADV_HUGEPAGE
  madvise(p + before, length, MADV_HUGEPAGE);
#endif
  return p + before;
}

void gobc_unmap_pages(void *pages, size_t bytes) { munmap(pages, gobc_whole_pages(bytes)); }

#ifdef MREMAP_MAYMOVE
void *gobc_remap_pages(void *pages, size_t before, size_t after) {
  void *moved = mremap(pages, gobc_whole_pages(before), gobc_whole_pages(after), MREMAP_MAYMOVE);
  return moved == MAP_FAILED ? NULL : moved;
}
#else
void *gobc_remap_pages(void *pages, size_t before, size_t after) {
  void *moved = gobc_map_pages(after, 0);
  if (!moved) return NULL;
  memcpy(moved, pages, before < after ? before : after);
  gobc_unmap_pages(pages, before);
  return moved;
}
#endif
