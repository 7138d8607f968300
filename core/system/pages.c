//go:build cgo

/* pages.c - mappings of whole pages. A length that is not a multiple of the page size could leave a part mapped. Pages of arm64
 * may have 16 or 64 KiB. */
#include "pages.h"

#include <stdint.h>

size_t gobc_page_size(void) { return gobc_pages->size(); }

size_t gobc_whole_pages(size_t bytes) {
  const size_t page = gobc_page_size();
  return (bytes + page - 1) & ~(page - 1);
}

void gobc_unmap_pages(void *pages, size_t bytes) { gobc_pages->unmap(pages, gobc_whole_pages(bytes)); }

void *gobc_remap_pages(void *pages, size_t before, size_t after) {
  return gobc_pages->remap(pages, gobc_whole_pages(before), gobc_whole_pages(after));
}

int gobc_seal_page(void *pages) { return gobc_pages->seal(pages); }
