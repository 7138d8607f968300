/* system_windows.cc - Windows by mingw, whose thread variables are allocated one by one. It has no signals. */
#include <malloc.h>
#include <windows.h>

#include "system.h"

namespace gobc_fake {

void *map_memory(size_t bytes, size_t alignment) {
  void *mapped = VirtualAlloc(nullptr, bytes + alignment, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  return reinterpret_cast<void *>((reinterpret_cast<uintptr_t>(mapped) + alignment - 1) & ~(alignment - 1));
}

void *allocate_aligned(size_t alignment, size_t bytes) { return _aligned_malloc(bytes, alignment); }
void free_aligned(void *memory) { _aligned_free(memory); }

int process_id() { return static_cast<int>(GetCurrentProcessId()); }

std::thread start_thread(void (*run)(void *), void *argument) { return std::thread(run, argument); }

thread_variables find_thread_variables() { return {}; }

} // namespace gobc_fake
