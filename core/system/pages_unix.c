//go:build unix

/* pages_unix.c - pages by POSIX's functions. */
#define _GNU_SOURCE
#include "pages.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

static size_t size(void) { return (size_t)sysconf(_SC_PAGESIZE); }

static void *map(size_t length) {
  void *p = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

#ifdef MREMAP_MAYMOVE
static void *remap(void *pages, size_t before, size_t now) {
  void *moved = mremap(pages, before, now, MREMAP_MAYMOVE);
  return moved == MAP_FAILED ? NULL : moved;
}
#else
static void *remap(void *pages, size_t before, size_t now) {
  void *moved = map(now);
  if (!moved) return NULL;
  memcpy(moved, pages, before < now ? before : now);
  munmap(pages, before);
  return moved;
}
#endif

static int seal(void *page) { return mprotect(page, size(), PROT_NONE); }

static const gobc_page_calls calls = {size, map, munmap, remap, seal};
const gobc_page_calls *gobc_pages = &calls;

void *gobc_map_pages(size_t bytes, size_t huge) {
  const size_t length = gobc_whole_pages(bytes);
  char *p = gobc_pages->map(length + huge);
  if (!p || !huge) return p;
  const size_t before = (huge - (uintptr_t)p % huge) % huge;
  if (before) gobc_pages->unmap(p, before);
  if (huge - before) gobc_pages->unmap(p + before + length, huge - before);
#ifdef MADV_HUGEPAGE
  madvise(p + before, length, MADV_HUGEPAGE);
#endif
  return p + before;
}

/* Aligned here, with the address of the block before it: glibc keeps freed blocks at hand for malloc alone. */
void *gobc_allocate_aligned(size_t bytes) {
  enum { ALIGNMENT = 64 };
  char *block = bytes <= SIZE_MAX - ALIGNMENT ? malloc(bytes + ALIGNMENT) : NULL;
  if (!block) return NULL;
  char *aligned = block + (ALIGNMENT - (uintptr_t)block % ALIGNMENT); /* malloc's own alignment leaves room */
  ((void **)aligned)[-1] = block;
  return aligned;
}

void gobc_free_aligned(void *block) {
  if (block) free(((void **)block)[-1]);
}
