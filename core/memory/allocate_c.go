//go:build cgo

package memory

/*
#cgo CFLAGS: -std=c11 -O2
#cgo windows CFLAGS: -Wno-attributes
#define _GNU_SOURCE
#include "../system/pages.h"
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// From LARGE bytes on, memory is mapped: untouched pages cost nothing, and from HUGE bytes on it goes back to the
// system at once. UNIT divides the pages of every system.
enum { LARGE = 1 << 18, UNIT = 4096, HUGE = 2 << 20 };

// A sanitizer sees that released memory is used where it is unmapped.
#if defined(__SANITIZE_ADDRESS__)
enum { KEEPS = 0 };
#else
enum { KEEPS = 1 };
#endif

static atomic_llong live_blocks, live_bytes, fail_after = -1;

// Whether a test lets this allocation fail.
static int refused(void) {
	if (atomic_load(&fail_after) < 0 || atomic_fetch_sub(&fail_after, 1) > 0) return 0;
	atomic_store(&fail_after, 0);
	return 1;
}

// Whole pages, from HUGE bytes on huge ones at a multiple of HUGE: rows are visited at random, and huge pages spare
// address translation there.
static void *map(size_t bytes) {
	const size_t length = gobc_whole_pages(bytes);
	return gobc_map_pages(length, length >= HUGE ? HUGE : 0);
}

// Kernels' blocks of LARGE to HUGE bytes wait for the next call once they are released, KEPT bytes at most: for 16
// threads to map and unmap those of a sweep of 1,500 vertices took 8 ms, and the sweep 2. They are listed by their
// length; a block holds the next one's address. With what waits no more is held than was at some time since the last
// trim: so it never adds to the most that calls take.
enum { KEPT = 64 << 20 };
static void *kept[HUGE / UNIT];
static atomic_llong waiting, most; // bytes in the lists; the most that were held and waited
static atomic_flag taken = ATOMIC_FLAG_INIT;

// Whether the lists are ours now. Nobody waits for long: a fork may have left them taken.
static int take(void) {
	for (int tries = 0; tries < 2000; tries++)
		if (!atomic_flag_test_and_set_explicit(&taken, memory_order_acquire)) return 1;
	return 0;
}
static void leave(void) { atomic_flag_clear_explicit(&taken, memory_order_release); }

static int keeps(size_t bytes) { return KEEPS && bytes >= LARGE && gobc_whole_pages(bytes) < HUGE; }

static void *reuse(size_t bytes) {
	if (!take()) return NULL;
	void **list = &kept[gobc_whole_pages(bytes) / UNIT], *p = *list;
	if (p) {
		*list = *(void **)p;
		waiting -= (long long)gobc_whole_pages(bytes);
	}
	leave();
	if (p) memset(p, 0, bytes);
	return p;
}

// Unmaps what waits, and returns how many bytes that was.
static long long gobc_memory_trim(void) {
	if (!take()) return 0;
	void *of[HUGE / UNIT];
	const long long bytes = waiting;
	memcpy(of, kept, sizeof of);
	memset(kept, 0, sizeof kept);
	waiting = 0;
	atomic_store(&most, atomic_load(&live_bytes));
	leave();
	for (size_t units = 0; units < HUGE / UNIT; units++)
		for (void *p = of[units], *next; p; p = next) {
			next = *(void **)p;
			gobc_unmap_pages(p, units * UNIT);
		}
	return bytes;
}

static int keep(void *p, size_t bytes) {
	if (!keeps(bytes) || !take()) return 0;
	int room = waiting + (long long)gobc_whole_pages(bytes) <= KEPT;
	if (room) {
		void **list = &kept[gobc_whole_pages(bytes) / UNIT];
		*(void **)p = *list;
		*list = p;
		waiting += (long long)gobc_whole_pages(bytes);
	}
	leave();
	if (!room) gobc_memory_trim(); // of sizes that nobody asks for any more
	return room;
}

// Gives back what waits where with so many bytes more there would be more than ever.
static void make_room(long long bytes) {
	if (atomic_load(&live_bytes) + waiting + bytes <= atomic_load(&most)) return;
	gobc_memory_trim();
	long long now = atomic_load(&live_bytes) + bytes, before = atomic_load(&most);
	while (now > before && !atomic_compare_exchange_weak(&most, &before, now)) {}
}

static void *fresh(size_t bytes) {
	make_room((long long)bytes);
	void *p = map(bytes);
	return p || !gobc_memory_trim() ? p : map(bytes);
}

static void count_block(long long blocks, long long bytes) {
	atomic_fetch_add(&live_blocks, blocks);
	atomic_fetch_add(&live_bytes, bytes);
}

static void *gobc_memory_allocate(size_t bytes) {
	if (refused()) return NULL;
	void *p = NULL;
	if (bytes >= LARGE) {
		if (!(p = fresh(bytes))) return NULL;
	} else {
		if (!(p = gobc_allocate_aligned(bytes ? bytes : 64))) return NULL;
		memset(p, 0, bytes);
	}
	count_block(1, (long long)bytes);
	return p;
}

static void gobc_memory_release(void *p, size_t bytes) {
	if (!p) return;
	count_block(-1, -(long long)bytes);
	if (bytes < LARGE) gobc_free_aligned(p);
	else gobc_unmap_pages(p, bytes);
}

static void *gobc_memory_resize(void *p, size_t before, size_t after) {
	if (before < LARGE || after < LARGE || (before < HUGE && after >= HUGE)) { // huge pages begin elsewhere
		void *q = gobc_memory_allocate(after);
		if (!q) return NULL;
		memcpy(q, p, before < after ? before : after);
		gobc_memory_release(p, before);
		return q;
	}
	if (refused()) return NULL;
	make_room((long long)after - (long long)before);
	void *q = gobc_remap_pages(p, before, after);
	if (!q) return NULL;
	atomic_fetch_add(&live_bytes, (long long)after - (long long)before);
	return q;
}

// Those of kernels, whose workspaces are the same in every call on a graph.
static void *kernel_allocate(size_t bytes) {
	if (!keeps(bytes)) return gobc_memory_allocate(bytes);
	if (refused()) return NULL;
	void *p = reuse(bytes);
	if (!p) p = fresh(bytes);
	if (p) count_block(1, (long long)bytes);
	return p;
}

static void kernel_release(void *p, size_t bytes) {
	if (!p || !keep(p, bytes)) gobc_memory_release(p, bytes);
	else count_block(-1, -(long long)bytes);
}

typedef struct {
	void *(*allocate)(size_t);
	void (*release)(void *, size_t);
	void *(*resize)(void *, size_t, size_t);
} gobc_allocator_view;
static const gobc_allocator_view allocator = { kernel_allocate, kernel_release, gobc_memory_resize };
static const void *allocator_address(void) { return &allocator; }
static long long blocks(void) { return atomic_load(&live_blocks); }
static long long bytes_held(void) { return atomic_load(&live_bytes); }
static void set_fail_after(long long n) { atomic_store(&fail_after, n); }
*/
import "C"

import (
	"unsafe"

	_ "gobc/core/system" // pages.h
)

func allocate(bytes int) unsafe.Pointer { return C.gobc_memory_allocate(C.size_t(bytes)) }

func resize(p unsafe.Pointer, before, after int) unsafe.Pointer {
	return C.gobc_memory_resize(p, C.size_t(before), C.size_t(after))
}

func release(p unsafe.Pointer, bytes int) { C.gobc_memory_release(p, C.size_t(bytes)) }

// Allocator is the address of the C allocator table that the kernels take (gobc_allocator in kernels.h).
func Allocator() unsafe.Pointer { return unsafe.Pointer(C.allocator_address()) }

// Live returns the number of blocks and bytes held now.
func Live() (blocks, bytes int64) { return int64(C.blocks()), int64(C.bytes_held()) }

// FailAfter lets n more allocations succeed and every later one fail; a negative n ends that. For tests.
func FailAfter(n int) { C.set_fail_after(C.longlong(n)) }

// Trim gives the system back what waits for later calls, and returns how many bytes that was.
func Trim() int64 { return int64(C.gobc_memory_trim()) }
