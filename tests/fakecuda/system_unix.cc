/* system_unix.cc - Linux. */
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

#include "system.h"

namespace gobc_fake {

void *map_memory(size_t bytes, size_t alignment) {
  void *mapped =
      mmap(nullptr, bytes + alignment, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  void *memory = reinterpret_cast<void *>((reinterpret_cast<uintptr_t>(mapped) + alignment - 1) & ~(alignment - 1));
  madvise(memory, bytes, MADV_HUGEPAGE); /* refused by some kernels; then it is slower */
  return memory;
}

void *allocate_aligned(size_t alignment, size_t bytes) {
  void *memory = nullptr;
  return posix_memalign(&memory, alignment, bytes) ? nullptr : memory;
}
void free_aligned(void *memory) { std::free(memory); }

int process_id() { return getpid(); }

std::thread start_thread(void (*run)(void *), void *argument) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread started(run, argument);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return started;
}

static int find_in(dl_phdr_info *info, size_t, void *to) {
  const auto inside = reinterpret_cast<uintptr_t>(&find_thread_variables);
  const ElfW(Phdr) *variables = nullptr;
  bool ours = false;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) &header = info->dlpi_phdr[i];
    if (header.p_type == PT_LOAD && inside - (info->dlpi_addr + header.p_vaddr) < header.p_memsz) ours = true;
    if (header.p_type == PT_TLS) variables = &header;
  }
  if (!ours || !variables) return ours;
  auto *found = static_cast<thread_variables *>(to);
  found->start = static_cast<unsigned char *>(info->dlpi_tls_data);
  found->bytes = variables->p_memsz;
  return 1;
}

thread_variables find_thread_variables() {
  thread_variables found;
  dl_iterate_phdr(find_in, &found);
  return found;
}

} // namespace gobc_fake
