/* planted.c - the calls of pages.h as a kernel with larger pages answers them: addresses must be multiples of its page, lengths
 * are rounded up to it, and what begins elsewhere is refused and stays mapped. */
#define _GNU_SOURCE
#include "planted.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>

#include "../pages.h"

static const gobc_page_calls *kernel;
static size_t page;
static atomic_llong mapped, refused;

static size_t whole(size_t length) { return (length + page - 1) & ~(page - 1); }

static int fits(const void *address) {
  if ((uintptr_t)address % page == 0) return 1;
  atomic_fetch_add(&refused, 1);
  errno = EINVAL;
  return 0;
}

static size_t size(void) { return page; }

static void *map(size_t asked) {
  const size_t length = whole(asked);
  char *p = kernel->map(length + page);
  if (!p) return NULL;
  const size_t before = (page - (uintptr_t)p % page) % page;
  if (before) kernel->unmap(p, before);
  kernel->unmap(p + before + length, page - before);
  atomic_fetch_add(&mapped, (long long)length);
  return p + before;
}

static int unmap(void *pages, size_t length) {
  if (!fits(pages)) return -1;
  atomic_fetch_sub(&mapped, (long long)whole(length));
  return kernel->unmap(pages, whole(length));
}

/* In another place, as its kernel may. */
static void *remap(void *pages, size_t before, size_t now) {
  if (!fits(pages)) return NULL;
  char *moved = map(now);
  if (!moved) return NULL;
  const size_t kept = before < now ? before : now;
  for (size_t i = 0; i < kept; i++) moved[i] = ((char *)pages)[i];
  unmap(pages, before);
  return moved;
}

static int seal(void *pages) {
  if (!fits(pages)) return -1;
  for (size_t at = 0; at < page; at += kernel->size())
    if (kernel->seal((char *)pages + at)) return -1;
  return 0;
}

static const gobc_page_calls planted = {size, map, unmap, remap, seal};

void gobc_plant_pages(size_t wanted) {
  kernel = gobc_pages;
  page = wanted;
  gobc_pages = &planted;
}

long long gobc_planted_bytes(void) { return atomic_load(&mapped); }
long long gobc_planted_refusals(void) { return atomic_load(&refused); }
