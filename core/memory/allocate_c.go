//go:build cgo

package memory

/*
#cgo CFLAGS: -std=c11 -O2
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// From LARGE bytes on, memory comes from mmap: it goes back to the system at once, and untouched pages cost nothing.
enum { LARGE = 1 << 18, PAGE = 4096, HUGE = 2 << 20 };

static atomic_llong live_blocks, live_bytes, fail_after = -1;

// Whether a test lets this allocation fail.
static int refused(void) {
	if (atomic_load(&fail_after) < 0 || atomic_fetch_sub(&fail_after, 1) > 0) return 0;
	atomic_store(&fail_after, 0);
	return 1;
}

static size_t whole_pages(size_t bytes) { return (bytes + PAGE - 1) & ~(size_t)(PAGE - 1); }

// Maps whole pages, from HUGE bytes on at a multiple of HUGE: rows are visited at random, and huge pages spare address
// translation there.
static void *map(size_t bytes) {
	size_t length = whole_pages(bytes), extra = length >= HUGE ? HUGE : 0;
	char *p = mmap(NULL, length + extra, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED) return NULL;
	if (!extra) return p;
	size_t before = (HUGE - (uintptr_t)p % HUGE) % HUGE;
	if (before) munmap(p, before);
	if (extra - before) munmap(p + before + length, extra - before);
	madvise(p + before, length, MADV_HUGEPAGE);
	return p + before;
}

static void *gobc_memory_allocate(size_t bytes) {
	if (refused()) return NULL;
	void *p = NULL;
	if (bytes >= LARGE) {
		p = map(bytes);
		if (!p) return NULL;
	} else {
		if (posix_memalign(&p, 64, bytes ? bytes : 64)) return NULL;
		memset(p, 0, bytes);
	}
	atomic_fetch_add(&live_blocks, 1);
	atomic_fetch_add(&live_bytes, (long long)bytes);
	return p;
}

static void gobc_memory_release(void *p, size_t bytes) {
	if (!p) return;
	atomic_fetch_sub(&live_blocks, 1);
	atomic_fetch_sub(&live_bytes, (long long)bytes);
	if (bytes >= LARGE) munmap(p, whole_pages(bytes));
	else free(p);
}

static void *gobc_memory_resize(void *p, size_t before, size_t after) {
	if (before < LARGE || after < LARGE) {
		void *q = gobc_memory_allocate(after);
		if (!q) return NULL;
		memcpy(q, p, before < after ? before : after);
		gobc_memory_release(p, before);
		return q;
	}
	if (refused()) return NULL;
	void *q = mremap(p, whole_pages(before), whole_pages(after), MREMAP_MAYMOVE);
	if (q == MAP_FAILED) return NULL;
	atomic_fetch_add(&live_bytes, (long long)after - (long long)before);
	return q;
}

typedef struct {
	void *(*allocate)(size_t);
	void (*release)(void *, size_t);
	void *(*resize)(void *, size_t, size_t);
} gobc_allocator_view;
static const gobc_allocator_view allocator = { gobc_memory_allocate, gobc_memory_release, gobc_memory_resize };
static const void *allocator_address(void) { return &allocator; }
static long long blocks(void) { return atomic_load(&live_blocks); }
static long long bytes_held(void) { return atomic_load(&live_bytes); }
static void set_fail_after(long long n) { atomic_store(&fail_after, n); }
*/
import "C"

import "unsafe"

func allocate(bytes int) unsafe.Pointer { return C.gobc_memory_allocate(C.size_t(bytes)) }

func release(p unsafe.Pointer, bytes int) { C.gobc_memory_release(p, C.size_t(bytes)) }

// Allocator is the address of the C allocator table that the kernels take (gobc_allocator in kernels.h).
func Allocator() unsafe.Pointer { return unsafe.Pointer(C.allocator_address()) }

// Live returns the number of blocks and bytes held now.
func Live() (blocks, bytes int64) { return int64(C.blocks()), int64(C.bytes_held()) }

// FailAfter lets n more allocations succeed and every later one fail; a negative n ends that. For tests.
func FailAfter(n int) { C.set_fail_after(C.longlong(n)) }
