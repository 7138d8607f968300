/* sys/mman.h - pages that no file stands behind. */
#ifndef GOBC_TESTS_MMAN_H
#define GOBC_TESTS_MMAN_H

#include <stddef.h>

enum { PROT_NONE = 0, PROT_READ = 1, PROT_WRITE = 2 };
enum { MAP_PRIVATE = 1, MAP_SHARED = 2, MAP_ANONYMOUS = 4 };
#define MAP_FAILED ((void *)-1)

void *mmap(void *at, size_t bytes, int access, int kind, int file, long long from);
int mprotect(void *pages, size_t bytes, int access);

#endif
