/*
 * memory.cc - the fake driver's memory and copies. Device memory is host memory full of garbage
 * (0xa5 or 0xff, drawn for each allocation), counted against the limit of its device, with guards at both ends.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "handles.h"
#include "system.h"

namespace gobc_fake {

std::map<uintptr_t, allocation> &allocations = *new std::map<uintptr_t, allocation>();

namespace {

void add_to(const char *count, long long change) { state.counts[count] += change; }

int allocate(void **to, size_t bytes, context *owner, decltype(allocation::kind) kind) {
  if (!to || !bytes) return invalid_value;
  if (!owner) return invalid_context;
  const size_t charged = (bytes + 511) / 512 * 512;
  const bool on_device = kind == allocation::device;
  if (bytes > SIZE_MAX - 4096) return out_of_memory;
  if (on_device && charged > setup.memory - used_memory(owner->device)) return out_of_memory;
  void *raw = allocate_aligned(256, bytes + 2 * guard_bytes);
  if (!raw) return out_of_memory;
  auto *memory = static_cast<unsigned char *>(raw) + guard_bytes;
  std::memset(raw, guard_value, guard_bytes);
  std::memset(memory, random_word() >> 33 & 1 ? 0xff : 0xa5, bytes);
  std::memset(memory + bytes, guard_value, guard_bytes);
  allocations[reinterpret_cast<uintptr_t>(memory)] = {memory, bytes, on_device ? charged : 0, owner, kind};
  add_to(on_device ? "allocations" : "host_allocations", 1);
  if (on_device) {
    add_to("bytes", static_cast<long long>(charged));
    if (state.counts["bytes"] > state.counts["peak_bytes"]) state.counts["peak_bytes"] = state.counts["bytes"];
  }
  *to = memory;
  return success;
}

void check_guard(const allocation &a, const unsigned char *guard, const char *where, const char *after) {
  for (size_t i = 0; i < guard_bytes; i++) {
    if (guard[i] == guard_value) continue;
    std::fprintf(stderr,
                 "gobc fake CUDA: %s: something wrote %s an allocation of %zu bytes, %zd bytes from its start\n", after,
                 where, a.bytes, guard + i - a.memory);
    std::fflush(stderr);
    std::abort();
  }
}

} // namespace

uint64_t random_word() {
  state.random = state.random * 6364136223846793005ull + 1442695040888963407ull;
  return state.random;
}

size_t used_memory(int device) {
  size_t used = 0;
  for (const auto &a : allocations)
    if (a.second.kind == allocation::device && a.second.owner->device == device) used += a.second.charged;
  return used;
}

allocation *find_allocation(uintptr_t address, size_t bytes) {
  auto next = allocations.upper_bound(address);
  if (next == allocations.begin()) return nullptr;
  allocation &a = std::prev(next)->second;
  const size_t offset = address - reinterpret_cast<uintptr_t>(a.memory);
  return offset <= a.bytes && bytes <= a.bytes - offset ? &a : nullptr;
}

bool is_device_range(uintptr_t address, size_t bytes) {
  if (find_allocation(address, bytes)) return true;
  for (const constant *c = first_constant(); c; c = c->next) {
    const auto start = reinterpret_cast<uintptr_t>(c->address);
    if (address >= start && address - start <= c->bytes && bytes <= c->bytes - (address - start)) return true;
  }
  return false;
}

void check_guards(const char *after) {
  for (const auto &entry : allocations) {
    const allocation &a = entry.second;
    if (a.kind == allocation::registered) continue;
    check_guard(a, a.memory - guard_bytes, "before", after);
    check_guard(a, a.memory + a.bytes, "behind", after);
  }
}

void free_allocation(uintptr_t address) {
  const auto found = allocations.find(address);
  const allocation a = found->second;
  if (a.kind != allocation::registered) {
    check_guard(a, a.memory - guard_bytes, "before", "cuMemFree");
    check_guard(a, a.memory + a.bytes, "behind", "cuMemFree");
    std::memset(a.memory, 0xa5, a.bytes);
    free_aligned(a.memory - guard_bytes);
  }
  allocations.erase(found);
  add_to(a.kind == allocation::device ? "allocations" : "host_allocations", -1);
  if (a.kind == allocation::device) add_to("bytes", -static_cast<long long>(a.charged));
}

} // namespace gobc_fake

using namespace gobc_fake;

typedef unsigned long long pointer_t;

static int allocate_on_device(const char *name, pointer_t *to, size_t bytes) {
  call now(name);
  if (now.code) return now.code;
  void *memory = nullptr;
  const int status = to ? allocate(&memory, bytes, current(), allocation::device) : invalid_value;
  if (!status) *to = reinterpret_cast<uintptr_t>(memory);
  return status;
}

GOBC_FAKE_EXPORT int cuMemAlloc_v2(pointer_t *to, size_t bytes) { return allocate_on_device(__func__, to, bytes); }
GOBC_FAKE_EXPORT int cuMemAllocManaged(pointer_t *to, size_t bytes, unsigned) {
  return allocate_on_device(__func__, to, bytes);
}
GOBC_FAKE_EXPORT int cuMemAllocAsync(pointer_t *to, size_t bytes, stream *) {
  return allocate_on_device(__func__, to, bytes);
}

static int free_on_device(const char *name, pointer_t address) {
  call now(name);
  if (now.refused()) return now.code;
  if (!current() && !now.lost) return invalid_context;
  if (!address) return now.code;
  const auto found = allocations.find(address);
  if (found == allocations.end() || found->second.kind != allocation::device) return invalid_value;
  finish_all(now, found->second.owner);
  free_allocation(address);
  return now.code;
}

GOBC_FAKE_EXPORT int cuMemFree_v2(pointer_t address) { return free_on_device(__func__, address); }
GOBC_FAKE_EXPORT int cuMemFreeAsync(pointer_t address, stream *) { return free_on_device(__func__, address); }

GOBC_FAKE_EXPORT int cuMemGetInfo_v2(size_t *free, size_t *total) {
  call now(__func__);
  if (now.code) return now.code;
  const context *c = current();
  if (!c) return invalid_context;
  if (free) *free = setup.memory - used_memory(c->device);
  if (total) *total = setup.memory;
  return success;
}

static int allocate_on_host(const char *name, void **to, size_t bytes) {
  call now(name);
  if (now.code) return now.code;
  return allocate(to, bytes, current(), allocation::host);
}

GOBC_FAKE_EXPORT int cuMemHostAlloc(void **to, size_t bytes, unsigned) { return allocate_on_host(__func__, to, bytes); }
GOBC_FAKE_EXPORT int cuMemAllocHost_v2(void **to, size_t bytes) { return allocate_on_host(__func__, to, bytes); }

GOBC_FAKE_EXPORT int cuMemFreeHost(void *memory) {
  call now(__func__);
  if (now.refused()) return now.code;
  const auto found = allocations.find(reinterpret_cast<uintptr_t>(memory));
  if (found == allocations.end() || found->second.kind != allocation::host) return invalid_value;
  finish_all(now, found->second.owner);
  free_allocation(reinterpret_cast<uintptr_t>(memory));
  return now.code;
}

GOBC_FAKE_EXPORT int cuMemHostGetDevicePointer_v2(pointer_t *to, void *memory, unsigned) {
  call now(__func__);
  if (now.code) return now.code;
  const allocation *a = find_allocation(reinterpret_cast<uintptr_t>(memory), 1);
  if (!to || !a || a->kind == allocation::device) return invalid_value;
  *to = reinterpret_cast<uintptr_t>(memory);
  return success;
}

GOBC_FAKE_EXPORT int cuMemHostRegister_v2(void *memory, size_t bytes, unsigned) {
  call now(__func__);
  if (now.code) return now.code;
  if (!current()) return invalid_context;
  if (!memory || !bytes) return invalid_value;
  if (find_allocation(reinterpret_cast<uintptr_t>(memory), 1)) return 712;
  allocations[reinterpret_cast<uintptr_t>(memory)] = {static_cast<unsigned char *>(memory), bytes, 0, current(),
                                                      allocation::registered};
  add_to("host_allocations", 1);
  return success;
}

GOBC_FAKE_EXPORT int cuMemHostUnregister(void *memory) {
  call now(__func__);
  if (now.refused()) return now.code;
  const auto found = allocations.find(reinterpret_cast<uintptr_t>(memory));
  if (found == allocations.end() || found->second.kind != allocation::registered) return 713;
  finish_all(now, found->second.owner);
  free_allocation(reinterpret_cast<uintptr_t>(memory));
  return now.code;
}

GOBC_FAKE_EXPORT int cuMemGetAddressRange_v2(pointer_t *start, size_t *bytes, pointer_t address) {
  call now(__func__);
  if (now.code) return now.code;
  const allocation *a = find_allocation(address, 1);
  if (!a) return not_found;
  if (start) *start = reinterpret_cast<uintptr_t>(a->memory);
  if (bytes) *bytes = a->bytes;
  return success;
}

namespace {

enum direction { to_device, to_host, between };

/* `s` is what a synchronous copy passes: the default stream, and the call returns when all is done. */
stream *const synchronous = reinterpret_cast<stream *>(~uintptr_t{0});

/* A copy in stream order. From or to pageable memory nothing is left to do when an asynchronous copy returns. */
int copy(const char *name, direction way, uintptr_t to, uintptr_t from, size_t bytes, stream *s) {
  call now(name);
  if (now.code) return now.code;
  context *c = current();
  const bool asynchronous = s != synchronous;
  if (!c) return invalid_context;
  if (asynchronous && !is_stream(s)) return invalid_handle;
  if (!bytes) return success;
  if (way != to_host && !is_device_range(to, bytes)) return invalid_value;
  if (way != to_device && !is_device_range(from, bytes)) return invalid_value;
  queue &q = queue_of(c, asynchronous ? s : nullptr);
  const bool pinned = way == between || find_allocation(way == to_host ? to : from, bytes);
  add_to("copied_bytes", static_cast<long long>(bytes));
  if (asynchronous && !pinned && way == to_device) {
    const auto *start = reinterpret_cast<const unsigned char *>(from);
    std::vector<unsigned char> staged(start, start + bytes);
    enqueue(now, q, [to, staged] { std::memcpy(reinterpret_cast<void *>(to), staged.data(), staged.size()); });
    return success;
  }
  enqueue(now, q, [to, from, bytes] {
    std::memmove(reinterpret_cast<void *>(to), reinterpret_cast<const void *>(from), bytes);
  });
  if (!asynchronous || !pinned) finish(now, q);
  return success;
}

template <class T>
int fill(const char *name, uintptr_t to, T value, size_t count, stream *s) {
  call now(name);
  if (now.code) return now.code;
  context *c = current();
  const bool asynchronous = s != synchronous;
  if (!c) return invalid_context;
  if (asynchronous && !is_stream(s)) return invalid_handle;
  if (!count) return success;
  if (count > SIZE_MAX / sizeof(T) || to % sizeof(T) || !is_device_range(to, count * sizeof(T))) return invalid_value;
  queue &q = queue_of(c, asynchronous ? s : nullptr);
  enqueue(now, q, [to, value, count] {
    for (size_t i = 0; i < count; i++) reinterpret_cast<T *>(to)[i] = value;
  });
  if (!asynchronous) finish(now, q);
  return success;
}

uintptr_t address_of(const void *memory) { return reinterpret_cast<uintptr_t>(memory); }

} // namespace

GOBC_FAKE_EXPORT int cuMemcpyHtoD_v2(pointer_t to, const void *from, size_t bytes) {
  return copy(__func__, to_device, to, address_of(from), bytes, synchronous);
}
GOBC_FAKE_EXPORT int cuMemcpyDtoH_v2(void *to, pointer_t from, size_t bytes) {
  return copy(__func__, to_host, address_of(to), from, bytes, synchronous);
}
GOBC_FAKE_EXPORT int cuMemcpyDtoD_v2(pointer_t to, pointer_t from, size_t bytes) {
  return copy(__func__, between, to, from, bytes, nullptr); /* does not wait */
}
GOBC_FAKE_EXPORT int cuMemcpyHtoDAsync_v2(pointer_t to, const void *from, size_t bytes, stream *s) {
  return copy(__func__, to_device, to, address_of(from), bytes, s);
}
GOBC_FAKE_EXPORT int cuMemcpyDtoHAsync_v2(void *to, pointer_t from, size_t bytes, stream *s) {
  return copy(__func__, to_host, address_of(to), from, bytes, s);
}
GOBC_FAKE_EXPORT int cuMemcpyDtoDAsync_v2(pointer_t to, pointer_t from, size_t bytes, stream *s) {
  return copy(__func__, between, to, from, bytes, s);
}
GOBC_FAKE_EXPORT int cuMemcpyPeer(pointer_t to, context *, pointer_t from, context *, size_t bytes) {
  return copy(__func__, between, to, from, bytes, synchronous);
}
GOBC_FAKE_EXPORT int cuMemcpyPeerAsync(pointer_t to, context *, pointer_t from, context *, size_t bytes, stream *s) {
  return copy(__func__, between, to, from, bytes, s);
}

GOBC_FAKE_EXPORT int cuMemsetD8_v2(pointer_t to, unsigned char value, size_t count) {
  return fill(__func__, to, value, count, synchronous);
}
GOBC_FAKE_EXPORT int cuMemsetD16_v2(pointer_t to, unsigned short value, size_t count) {
  return fill(__func__, to, value, count, synchronous);
}
GOBC_FAKE_EXPORT int cuMemsetD32_v2(pointer_t to, unsigned value, size_t count) {
  return fill(__func__, to, value, count, synchronous);
}
GOBC_FAKE_EXPORT int cuMemsetD8Async(pointer_t to, unsigned char value, size_t count, stream *s) {
  return fill(__func__, to, value, count, s);
}
GOBC_FAKE_EXPORT int cuMemsetD16Async(pointer_t to, unsigned short value, size_t count, stream *s) {
  return fill(__func__, to, value, count, s);
}
GOBC_FAKE_EXPORT int cuMemsetD32Async(pointer_t to, unsigned value, size_t count, stream *s) {
  return fill(__func__, to, value, count, s);
}
