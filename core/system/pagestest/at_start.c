//go:build gobc_planted

/* at_start.c - pages of the size that GOBC_PLANTED_PAGE gives: set before the host's first call, which may map a signal
 * stack while Go still starts. */
#include <stdlib.h>

#include "planted.h"

__attribute__((constructor(101))) static void plant_pages(void) {
  const char *page = getenv("GOBC_PLANTED_PAGE");
  if (page) gobc_plant_pages((size_t)atol(page));
}
