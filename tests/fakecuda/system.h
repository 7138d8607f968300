/* system.h - what the emulator and the fake driver ask of the operating system: one file a system. */
#ifndef GOBC_FAKE_SYSTEM_H
#define GOBC_FAKE_SYSTEM_H

#include <cstddef>
#include <cstdint>
#include <thread>

namespace gobc_fake {

/* Memory that is never given back, from a multiple of `alignment` on, in huge pages where there are some; nullptr: none. */
void *map_memory(size_t bytes, size_t alignment);

/* `alignment` is a power of two. */
void *allocate_aligned(size_t alignment, size_t bytes);
void free_aligned(void *memory);

int process_id();

/* A thread that the host's signals do not reach. */
std::thread start_thread(void (*run)(void *), void *argument);

/* The calling thread's copies of this library's thread variables, in which all __shared__ variables stand; none where the
 * compiler allocates each of them by itself. */
struct thread_variables {
  unsigned char *start = nullptr;
  size_t bytes = 0;
};
thread_variables find_thread_variables();

} // namespace gobc_fake

#endif
