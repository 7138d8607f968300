//go:build cgo && !purego

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

static size_t whole_pages(size_t bytes) { return (bytes + PAGE - 1) & ~(size_t)(PAGE - 1); }

static void *gobc_memory_allocate(size_t bytes) {
	if (atomic_load(&fail_after) >= 0 && atomic_fetch_sub(&fail_after, 1) <= 0) {
		atomic_store(&fail_after, 0);
		return NULL;
	}
	void *p = NULL;
	if (bytes >= LARGE) {
		p = mmap(NULL, whole_pages(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (p == MAP_FAILED) return NULL;
		// Rows are visited at random: huge pages spare address translation.
		if (bytes >= 2 * HUGE) madvise(p, whole_pages(bytes), MADV_HUGEPAGE);
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

typedef struct { void *(*allocate)(size_t); void (*release)(void *, size_t); } gobc_allocator_view;
static const gobc_allocator_view allocator = { gobc_memory_allocate, gobc_memory_release };
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
