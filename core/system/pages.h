/* pages.h - memory in whole pages, and small blocks. Each length given is rounded up to whole pages here, the same way each time. */
#ifndef GOBC_SYSTEM_PAGES_H
#define GOBC_SYSTEM_PAGES_H

#include <stddef.h>

#define GOBC_HIDDEN __attribute__((visibility("hidden")))

/* What a system must offer for this. Tests (pagestest) replace these calls before any page is mapped. */
typedef struct {
  size_t (*size)(void);                                   /* of a page */
  void *(*map)(size_t length);                            /* zeroed pages, or NULL */
  int (*unmap)(void *pages, size_t length);               /* 0 on success */
  void *(*remap)(void *pages, size_t before, size_t now); /* of another length, perhaps elsewhere, or NULL */
  int (*seal)(void *page);                                /* forbids all access to it; 0 on success */
} gobc_page_calls;
GOBC_HIDDEN extern const gobc_page_calls *gobc_pages;

GOBC_HIDDEN size_t gobc_page_size(void);

/* The length of a mapping of so many bytes. */
GOBC_HIDDEN size_t gobc_whole_pages(size_t bytes);

/* Maps zeroed pages; NULL where there is no memory. `huge` is 0, or a power of two that is at least a page: then the pages begin
 * at a multiple of it, and the system is asked for huge pages. */
GOBC_HIDDEN void *gobc_map_pages(size_t bytes, size_t huge);

GOBC_HIDDEN void gobc_unmap_pages(void *pages, size_t bytes);

/* Makes a mapping longer or shorter, and may move it. NULL where there is no memory: the mapping is then unchanged. */
GOBC_HIDDEN void *gobc_remap_pages(void *pages, size_t before, size_t after);

/* A block at a multiple of 64 bytes, a cache line; NULL where there is no memory. */
GOBC_HIDDEN void *gobc_allocate_aligned(size_t bytes);
GOBC_HIDDEN void gobc_free_aligned(void *block);

/* Forbids all access to the first page of a mapping. 0 on success. */
GOBC_HIDDEN int gobc_seal_page(void *pages);

#endif
