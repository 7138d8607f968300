/*
 * Fibers for the emulator: stacks, and a switch. On x86-64 the switch is ten instructions;
 * elsewhere, or with -DGOBC_FAKE_UCONTEXT, it is swapcontext, which makes a system call each time. AddressSanitizer is
 * told of every switch. Included by emulator.cc alone.
 */
#ifndef GOBC_FAKE_FIBER_H
#define GOBC_FAKE_FIBER_H

#include <cstdlib>
#include <vector>

#include "emulator.h"
#include "system.h"

#if !defined(__x86_64__) && !defined(GOBC_FAKE_UCONTEXT)
#define GOBC_FAKE_UCONTEXT
#endif
#ifdef GOBC_FAKE_UCONTEXT
#include <ucontext.h>
#endif
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

#define GOBC_FAKE_NO_SANITIZER __attribute__((noinline, no_sanitize("address", "undefined")))

namespace gobc_fake {

/*
 * One mapping for all stacks of a block, in huge pages where the kernel gives them: a barrier of 1,024 threads touches
 * every stack. Their distance is no power of two, or their tops would share a few sets of the cache.
 */
struct stacks {
  static constexpr size_t each = stack_bytes + 320;
  static constexpr size_t margin = 8192; /* of a function that does not switch; build.sh refuses larger frames */
  unsigned char *memory = nullptr;

  void reserve(unsigned count) {
    memory = static_cast<unsigned char *>(map_memory(count * each, 2 << 20));
    if (!memory) fail({"map_memory", __FILE__, __LINE__}, "no memory for the stacks");
  }
};

static inline void place_stack(fiber &f, const stacks &memory, unsigned index) {
  f.stack_low = memory.memory + index * stacks::each;
  f.stack_bytes = stacks::each;
}

/* There are no guard pages, which would split the huge ones. */
static inline void check_stack(const fiber &f) {
  const auto *top = static_cast<unsigned char *>(__builtin_frame_address(0));
  if (__builtin_expect(top - static_cast<unsigned char *>(f.stack_low) < static_cast<ptrdiff_t>(stacks::margin), 0))
    fail(f.at, "the thread's stack is full");
}

#ifdef GOBC_FAKE_UCONTEXT

static inline ucontext_t *context_of(fiber &f) {
  if (!f.saved.stack_pointer) f.saved.stack_pointer = new ucontext_t();
  return static_cast<ucontext_t *>(f.saved.stack_pointer);
}

static inline void prepare_fiber(fiber &f, const stacks &memory, unsigned index, void (*start)()) {
  place_stack(f, memory, index);
  ucontext_t *context = context_of(f);
  if (getcontext(context)) fail({"getcontext", __FILE__, __LINE__}, "failed");
  context->uc_stack.ss_sp = f.stack_low;
  context->uc_stack.ss_size = f.stack_bytes;
  context->uc_link = nullptr;
  makecontext(context, start, 0);
}

static inline void raw_switch(fiber &from, fiber &to) {
  if (swapcontext(context_of(from), context_of(to))) fail({"swapcontext", __FILE__, __LINE__}, "failed");
}

#else

/*
 * Nothing is written to the old stack, so that its red zone stays; the compiler saves the other registers. Inlined,
 * so that calls and returns stay paired for the processor: starting a block takes half the time of a called switch.
 */
__attribute__((always_inline)) static inline void raw_switch(fiber &from, fiber &to) {
  saved_context *save = &from.saved, *load = &to.saved;
  __asm__ volatile(
      "leaq 1f(%%rip), %%rax\n\tmovq %%rsp, (%0)\n\tmovq %%rbp, 8(%0)\n\tmovq %%rax, 16(%0)\n\t"
      "movq (%1), %%rsp\n\tmovq 8(%1), %%rbp\n\tjmp *16(%1)\n1:"
      : "+D"(save), "+S"(load)
      :
      : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0", "xmm1", "xmm2",
        "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15",
        "memory", "cc");
}

/* At the entry of `start` the stack pointer is 8 below a multiple of 16, as after a call; a function on Windows may use the 32
 * bytes above its return address. */
static inline void prepare_fiber(fiber &f, const stacks &memory, unsigned index, void (*start)()) {
  place_stack(f, memory, index);
  void **top = reinterpret_cast<void **>(static_cast<unsigned char *>(f.stack_low) + f.stack_bytes - 32);
  *--top = nullptr; /* where a return address would stand */
  f.saved = {top, nullptr, reinterpret_cast<void *>(start)};
}

#endif

/* Called first on a fresh stack. The first arrival of a block comes from the host, whose bounds are learnt here. */
GOBC_FAKE_NO_SANITIZER static void arrived_on_fiber([[maybe_unused]] fiber &host) {
#ifdef __SANITIZE_ADDRESS__
  const void *low = nullptr;
  size_t bytes = 0;
  __sanitizer_finish_switch_fiber(nullptr, &low, &bytes);
  if (host.stack_bytes) return;
  host.stack_low = const_cast<void *>(low);
  host.stack_bytes = bytes;
#endif
}

static inline void switch_fiber(fiber &from, fiber &to) {
#ifdef __SANITIZE_ADDRESS__
  void *sanitizer = nullptr;
  __sanitizer_start_switch_fiber(&sanitizer, to.stack_low, to.stack_bytes);
#endif
  raw_switch(from, to);
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_finish_switch_fiber(sanitizer, nullptr, nullptr);
#endif
}

/* The last switch of a fiber: nothing comes back. */
GOBC_FAKE_NO_SANITIZER static void leave_fiber(fiber &from, fiber &to) {
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_start_switch_fiber(nullptr, to.stack_low, to.stack_bytes);
#endif
  raw_switch(from, to);
  std::abort();
}

} // namespace gobc_fake

#endif
