/*
 * The things that the fake driver hands out. A handle is the address of one of these; it is looked up before use, so a
 * stale one gives 400 or 201 and not a crash. The driver's lock guards all of it.
 */
#ifndef GOBC_FAKE_HANDLES_H
#define GOBC_FAKE_HANDLES_H

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "emulator.h"
#include "script.h"

namespace gobc_fake {

enum result {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  not_initialized = 3,
  no_device = 100,
  invalid_device = 101,
  invalid_image = 200,
  invalid_context = 201,
  no_binary = 209,
  unsupported_ptx = 222,
  invalid_handle = 400,
  not_found = 500,
  not_ready = 600,
  illegal_address = 700,
  not_supported = 801
};

/* Under AddressSanitizer the allocator's own zones are the guard. */
#ifdef __SANITIZE_ADDRESS__
constexpr size_t guard_bytes = 0;
#else
constexpr size_t guard_bytes = 256;
#endif
constexpr unsigned char guard_value = 0x5c;

struct context;

struct allocation {
  unsigned char *memory; /* what the user sees; guards lie before and behind */
  size_t bytes, charged;
  context *owner;
  enum { device, host, registered } kind;
};

struct module {
  context *owner;
  std::set<std::string> files; /* of the kernels that the image names */
};

struct function {
  module *owner;
  const kernel *code;
  size_t most_shared;
};

/*
 * Work in the order of issue. It is done when issued; with lazy=1 when something waits for it, by the one who waits; with
 * async=1 by a thread of the queue.
 */
struct queue {
  std::deque<std::function<void()>> work;
  bool busy = false, stop = false;
  std::condition_variable more; /* for the worker: there is work, or it shall stop */
  std::thread worker;
};

/* Streams that are not non-blocking, and the default stream, share their context's queue. */
struct stream {
  context *owner;
  unsigned flags;
  int priority;
  std::unique_ptr<queue> own;
};

/* A place in a queue that an event marks; a new one with every record. */
struct mark {
  queue *where;
  bool reached = false;
  double at = 0; /* milliseconds */
};

struct event {
  context *owner;
  bool timed;
  std::shared_ptr<mark> last; /* nullptr: never recorded */
};

/* The primary context of a device, or one that cuCtxCreate made. */
struct context {
  int device;
  bool primary;
  unsigned flags = 0;
  int retained = 0;
  bool alive = false;
  queue main;
};

/* Never destroyed, see script.h. */
extern std::map<uintptr_t, allocation> &allocations; /* by address */
extern std::set<module *> &modules;
extern std::set<function *> &functions;
extern std::set<stream *> &streams;
extern std::set<event *> &events;
extern std::vector<std::unique_ptr<context>> &contexts;

context *current(); /* of the calling thread; nullptr: none, or it is destroyed */
std::vector<context *> &context_stack();
size_t used_memory(int device);

allocation *find_allocation(uintptr_t address, size_t bytes);
/* Device memory or a constant: what a copy may touch. */
bool is_device_range(uintptr_t address, size_t bytes);
void free_allocation(uintptr_t address);
/* Aborts and names the allocation if something wrote before or behind it. */
void check_guards(const char *after);
uint64_t random_word();

bool is_stream(const stream *s);
queue &queue_of(context *where, stream *s);
void enqueue(call &now, queue &q, std::function<void()> work);
void finish(call &now, queue &q);
void finish_all(call &now, context *where);
/* Finishes the queue and ends its thread. */
void close_queue(call &now, queue &q);
/* Everything that was issued on it is done: closes its queues, frees what it still holds, counts that as leaked. */
void end_context_contents(call &now, context *where);

template <class T>
bool known(const std::set<T *> &all, const void *handle) {
  return all.count(static_cast<T *>(const_cast<void *>(handle))) != 0;
}

} // namespace gobc_fake

#endif
