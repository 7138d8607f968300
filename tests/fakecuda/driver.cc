/*
 * driver.cc - libcuda.so.1 for machines without a GPU: devices, contexts, modules and launches, with the kernels run by
 * the emulator. Signatures and symbol names are those of cuda.h 12; handles are pointers, CUresult is int.
 */
#include <pthread.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "errors.h"
#include "handles.h"
#include "system.h"

namespace gobc_fake {

std::set<module *> &modules = *new std::set<module *>();
std::set<function *> &functions = *new std::set<function *>();
std::vector<std::unique_ptr<context>> &contexts = *new std::vector<std::unique_ptr<context>>();

namespace {

pthread_key_t stack_key;
pthread_once_t stack_once = PTHREAD_ONCE_INIT;

void drop_stack(void *stack) { delete static_cast<std::vector<context *> *>(stack); }
void make_key() { pthread_key_create(&stack_key, drop_stack); }

bool is_context(const context *c) {
  for (const auto &known_context : contexts)
    if (known_context.get() == c) return c->alive;
  return false;
}

context *primary(int device) {
  for (const auto &c : contexts)
    if (c->primary && c->device == device) return c.get();
  contexts.push_back(std::make_unique<context>());
  contexts.back()->device = device;
  contexts.back()->primary = true;
  return contexts.back().get();
}

bool is_device(int device) { return device >= 0 && device < setup.devices; }

void add_to(const char *count, long long change) { state.counts[count] += change; }

template <class T>
void drop(std::set<T *> &all, const char *count, const context *where) {
  for (auto i = all.begin(); i != all.end();) {
    if ((*i)->owner != where) {
      ++i;
      continue;
    }
    add_to("leaked", 1);
    add_to(count, -1);
    delete *i;
    i = all.erase(i);
  }
}

} // namespace

/* Thread variables of this library are the kernels' shared memory and get overwritten: hence a key. */
std::vector<context *> &context_stack() {
  pthread_once(&stack_once, make_key);
  auto *stack = static_cast<std::vector<context *> *>(pthread_getspecific(stack_key));
  if (!stack) {
    stack = new std::vector<context *>();
    pthread_setspecific(stack_key, stack);
  }
  return *stack;
}

context *current() {
  const std::vector<context *> &stack = context_stack();
  return !stack.empty() && is_context(stack.back()) ? stack.back() : nullptr;
}

int current_device() {
  const context *c = current();
  return c ? c->device : -1;
}

void end_context_contents(call &now, context *where) {
  for (stream *s : streams)
    if (s->owner == where && s->own) close_queue(now, *s->own);
  close_queue(now, where->main);
  for (auto a = allocations.begin(); a != allocations.end();) {
    const auto next = std::next(a);
    if (a->second.owner == where) {
      add_to("leaked", 1);
      free_allocation(a->first);
    }
    a = next;
  }
  drop(streams, "streams", where);
  drop(events, "events", where);
  for (auto f = functions.begin(); f != functions.end();)
    if ((*f)->owner->owner == where) delete *f, f = functions.erase(f);
    else ++f;
  drop(modules, "modules", where);
}

} // namespace gobc_fake

using namespace gobc_fake;

typedef unsigned long long pointer_t;

#define GOBC_FAKE_NAME(code, name, text)                                                                               \
  case code: *to = #name; return success;
#define GOBC_FAKE_TEXT(code, name, text)                                                                               \
  case code: *to = text; return success;

GOBC_FAKE_EXPORT int cuGetErrorName(int code, const char **to) {
  switch (code) { GOBC_FAKE_ERRORS(GOBC_FAKE_NAME) }
  *to = nullptr;
  return invalid_value;
}
GOBC_FAKE_EXPORT int cuGetErrorString(int code, const char **to) {
  switch (code) { GOBC_FAKE_ERRORS(GOBC_FAKE_TEXT) }
  *to = nullptr;
  return invalid_value;
}

GOBC_FAKE_EXPORT int cuInit(unsigned flags) {
  call now(__func__, false);
  if (now.code) return now.code;
  if (flags) return invalid_value;
  if (!setup.devices) return no_device;
  if (state.started && state.process != process_id()) return not_initialized;
  state.started = true;
  state.process = process_id();
  return success;
}

GOBC_FAKE_EXPORT int cuDriverGetVersion(int *to) {
  call now(__func__, false);
  if (now.code) return now.code;
  if (!to) return invalid_value;
  *to = setup.driver;
  return success;
}

GOBC_FAKE_EXPORT int cuDeviceGetCount(int *to) {
  call now(__func__);
  if (now.code) return now.code;
  *to = setup.devices;
  return success;
}

GOBC_FAKE_EXPORT int cuDeviceGet(int *to, int ordinal) {
  call now(__func__);
  if (now.code) return now.code;
  if (!is_device(ordinal)) return invalid_device;
  *to = ordinal;
  return success;
}

GOBC_FAKE_EXPORT int cuDeviceGetName(char *to, int room, int device) {
  call now(__func__);
  if (now.code) return now.code;
  if (!is_device(device)) return invalid_device;
  std::snprintf(to, static_cast<size_t>(room), "Emulated GPU %d", device);
  return success;
}

GOBC_FAKE_EXPORT int cuDeviceTotalMem_v2(size_t *to, int device) {
  call now(__func__);
  if (now.code) return now.code;
  if (!is_device(device)) return invalid_device;
  *to = setup.memory;
  return success;
}

GOBC_FAKE_EXPORT int cuDeviceComputeCapability(int *major, int *minor, int device) {
  call now(__func__);
  if (now.code) return now.code;
  if (!is_device(device)) return invalid_device;
  *major = setup.capability / 10;
  *minor = setup.capability % 10;
  return success;
}

static int uuid(const char *name, unsigned char *to, int device) {
  call now(name);
  if (now.code) return now.code;
  if (!is_device(device)) return invalid_device;
  for (int i = 0; i < 16; i++) to[i] = static_cast<unsigned char>(16 * device + i);
  return success;
}
GOBC_FAKE_EXPORT int cuDeviceGetUuid(unsigned char *to, int device) { return uuid(__func__, to, device); }
GOBC_FAKE_EXPORT int cuDeviceGetUuid_v2(unsigned char *to, int device) { return uuid(__func__, to, device); }

static int threads_an_sm() {
  switch (setup.capability) {
    case 75: return 1024;
    case 86:
    case 87:
    case 89:
    case 120: return 1536;
  }
  return 2048;
}

/* A block's share beside what it asks for. */
constexpr size_t reserved_shared = 1024;

/* Numbers of CUdevice_attribute. What is not listed is 0. */
static int attribute_of(int attribute, int device) {
  const int most_shared = static_cast<int>(setup.shared);
  switch (attribute) {
    case 1:
    case 2:
    case 3: return 1024; /* threads a block */
    case 4: return 64;
    case 5: return 0x7fffffff; /* grid */
    case 6:
    case 7: return 65535;
    case 8: return most_shared < 49152 ? most_shared : 49152;
    case 9: return 65536;       /* constant memory */
    case 10: return 32;         /* lanes of a warp */
    case 11: return 0x7fffffff; /* pitch */
    case 12:
    case 82: return 65536;   /* registers: a block, an SM */
    case 13: return 1755000; /* kHz */
    case 14: return 512;     /* texture alignment */
    case 16: return setup.sms;
    case 15:
    case 19:
    case 31:
    case 32:
    case 41:
    case 78:
    case 83:
    case 95: return 1;
    case 33: return device + 1; /* PCI bus */
    case 36: return 2619000;
    case 37: return 5120;
    case 38: return 4 << 20; /* second cache */
    case 39: return threads_an_sm();
    case 40: return 2;
    case 75: return setup.capability / 10;
    case 76: return setup.capability % 10;
    case 81: return most_shared + static_cast<int>(reserved_shared);
    case 97: return most_shared;
    case 106: return 32; /* blocks an SM */
    case 111: return static_cast<int>(reserved_shared);
  }
  return 0;
}

GOBC_FAKE_EXPORT int cuDeviceGetAttribute(int *to, int attribute, int device) {
  call now(__func__);
  if (now.code) return now.code;
  if (!is_device(device)) return invalid_device;
  if (!to || attribute < 1 || attribute > 160) return invalid_value;
  *to = attribute_of(attribute, device);
  return success;
}

GOBC_FAKE_EXPORT int cuDeviceCanAccessPeer(int *to, int device, int other) {
  call now(__func__);
  if (now.code) return now.code;
  if (!is_device(device) || !is_device(other)) return invalid_device;
  *to = 0;
  return success;
}

GOBC_FAKE_EXPORT int cuDevicePrimaryCtxRetain(context **to, int device) {
  call now(__func__);
  if (now.code) return now.code;
  if (!is_device(device)) return invalid_device;
  if (!to) return invalid_value;
  context *c = primary(device);
  if (!c->retained++) {
    c->alive = true;
    add_to("contexts", 1);
  }
  add_to("retained", 1);
  *to = c;
  return success;
}

static void end_context(call &now, context *c) {
  c->alive = false;
  c->retained = 0;
  end_context_contents(now, c);
  add_to("contexts", -1);
}

GOBC_FAKE_EXPORT int cuDevicePrimaryCtxRelease_v2(int device) {
  call now(__func__);
  if (now.refused()) return now.code;
  if (!is_device(device)) return invalid_device;
  context *c = primary(device);
  if (!c->retained) return invalid_context;
  add_to("retained", -1);
  if (!--c->retained) end_context(now, c);
  write_report();
  return now.code;
}

GOBC_FAKE_EXPORT int cuDevicePrimaryCtxReset_v2(int device) {
  call now(__func__);
  if (now.refused()) return now.code;
  if (!is_device(device)) return invalid_device;
  context *c = primary(device);
  if (c->retained) {
    add_to("retained", -c->retained);
    end_context(now, c);
  }
  return now.code;
}

GOBC_FAKE_EXPORT int cuDevicePrimaryCtxGetState(int device, unsigned *flags, int *active) {
  call now(__func__);
  if (now.code) return now.code;
  if (!is_device(device)) return invalid_device;
  if (flags) *flags = primary(device)->flags;
  if (active) *active = primary(device)->alive;
  return success;
}

GOBC_FAKE_EXPORT int cuDevicePrimaryCtxSetFlags_v2(int device, unsigned flags) {
  call now(__func__);
  if (now.code) return now.code;
  if (!is_device(device)) return invalid_device;
  primary(device)->flags = flags;
  return success;
}

static void push(context *c) {
  context_stack().push_back(c);
  add_to("pushed", 1);
  add_to("depth", 1);
}

static void pop() {
  context_stack().pop_back();
  add_to("popped", 1);
  add_to("depth", -1);
  write_report();
}

GOBC_FAKE_EXPORT int cuCtxCreate_v2(context **to, unsigned flags, int device) {
  call now(__func__);
  if (now.code) return now.code;
  if (!is_device(device)) return invalid_device;
  if (!to) return invalid_value;
  contexts.push_back(std::make_unique<context>());
  context *c = contexts.back().get();
  c->device = device;
  c->primary = false;
  c->flags = flags;
  c->alive = true;
  add_to("contexts", 1);
  push(c);
  *to = c;
  return success;
}

GOBC_FAKE_EXPORT int cuCtxDestroy_v2(context *c) {
  call now(__func__);
  if (now.refused()) return now.code;
  if (!is_context(c) || c->primary) return invalid_context;
  if (!context_stack().empty() && context_stack().back() == c) pop();
  end_context(now, c);
  return now.code;
}

GOBC_FAKE_EXPORT int cuCtxPushCurrent_v2(context *c) {
  call now(__func__);
  if (now.code) return now.code;
  if (!is_context(c)) return invalid_context;
  push(c);
  return success;
}

GOBC_FAKE_EXPORT int cuCtxPopCurrent_v2(context **to) {
  call now(__func__);
  if (now.refused()) return now.code;
  if (context_stack().empty()) return invalid_context;
  if (to) *to = context_stack().back();
  pop();
  return now.code;
}

GOBC_FAKE_EXPORT int cuCtxSetCurrent(context *c) {
  call now(__func__);
  if (now.code) return now.code;
  if (c && !is_context(c)) return invalid_context;
  if (!context_stack().empty()) pop();
  if (c) push(c);
  return success;
}

GOBC_FAKE_EXPORT int cuCtxGetCurrent(context **to) {
  call now(__func__);
  if (now.code) return now.code;
  if (!to) return invalid_value;
  *to = context_stack().empty() ? nullptr : context_stack().back();
  return success;
}

GOBC_FAKE_EXPORT int cuCtxGetDevice(int *to) {
  call now(__func__);
  if (now.code) return now.code;
  if (!current()) return invalid_context;
  *to = current()->device;
  return success;
}

GOBC_FAKE_EXPORT int cuCtxSynchronize(void) {
  call now(__func__);
  if (now.code) return now.code;
  context *c = current();
  if (!c) return invalid_context;
  finish_all(now, c);
  return state.lost[static_cast<size_t>(c->device)];
}

GOBC_FAKE_EXPORT int cuCtxGetApiVersion(context *, unsigned *to) {
  call now(__func__);
  if (now.code) return now.code;
  *to = 3020;
  return success;
}
GOBC_FAKE_EXPORT int cuCtxGetFlags(unsigned *to) {
  call now(__func__);
  if (now.code) return now.code;
  if (!current()) return invalid_context;
  *to = current()->flags;
  return success;
}
GOBC_FAKE_EXPORT int cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  call now(__func__);
  if (now.code) return now.code;
  if (!current()) return invalid_context;
  if (least) *least = 0;
  if (greatest) *greatest = -5;
  return success;
}
