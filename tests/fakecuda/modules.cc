/*
 * modules.cc - modules, functions and launches of the fake driver. A cubin or PTX is read for what a driver would refuse
 * (architecture, PTX version) and for the kernels that it names: the module has those and the constants of their .cu
 * files. Any other image has all kernels.
 */
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "handles.h"

namespace gobc_fake {
namespace {

void add_to(const char *count, long long change) { state.counts[count] += change; }

template <class T>
T read_at(const unsigned char *image, size_t offset) {
  T value;
  std::memcpy(&value, image + offset, sizeof value);
  return value;
}

bool is_cubin(const unsigned char *image) { return !std::memcmp(image, "\177ELF", 4); }

/* An ELF file ends behind its section headers or its program headers. */
size_t cubin_bytes(const unsigned char *image) {
  const size_t program =
      read_at<uint64_t>(image, 32) + size_t{read_at<uint16_t>(image, 54)} * read_at<uint16_t>(image, 56);
  const size_t section =
      read_at<uint64_t>(image, 40) + size_t{read_at<uint16_t>(image, 58)} * read_at<uint16_t>(image, 60);
  return program > section ? program : section;
}

/* A cubin runs on its major with the same or a higher minor. Its architecture moved by a byte with ABI version 8. */
int check_cubin(const unsigned char *image) {
  const unsigned flags = read_at<uint32_t>(image, 48);
  const int architecture = static_cast<int>(image[8] >= 8 ? flags >> 8 & 255 : flags & 255);
  if (read_at<uint16_t>(image, 18) != 190) return invalid_image;
  const bool fits = architecture / 10 == setup.capability / 10 && architecture <= setup.capability;
  return fits ? success : no_binary;
}

/* The newest PTX that a driver knows: 8.8 with CUDA 12.9. Before 12.7 the two minors differ by nothing but 12.6. */
int newest_ptx(int driver) {
  const int major = driver / 1000, minor = driver % 1000 / 10;
  if (major == 12) return 80 + (minor <= 5 ? minor : minor - 1);
  return major > 12 ? 90 + minor : 70 + (minor <= 8 ? minor : 8);
}

int check_ptx(const char *text) {
  const char *version = std::strstr(text, ".version"), *target = std::strstr(text, ".target");
  int major = 0, minor = 0, architecture = 0;
  if (!version || std::sscanf(version, ".version %d.%d", &major, &minor) != 2) return 218;
  if (!target || std::sscanf(target, ".target sm_%d", &architecture) != 1) return 218;
  if (10 * major + minor > newest_ptx(setup.driver)) return unsupported_ptx;
  return architecture <= setup.capability ? success : no_binary;
}

bool names(std::string_view image, std::string_view name) {
  auto inside = [&](size_t at) {
    return std::isalnum(static_cast<unsigned char>(image[at])) || image[at] == '_' || image[at] == '$';
  };
  for (size_t at = image.find(name); at != image.npos; at = image.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at == 0 || !inside(at - 1)) && (end == image.size() || !inside(end))) return true;
  }
  return false;
}

/* The .cu files whose kernels an image names. Kept: the same images are loaded again for each graph, and are long. */
const std::set<std::string> &files_of(const char *image, size_t bytes) {
  static auto &known = *new std::map<std::string, std::set<std::string>>();
  const auto [found, added] = known.try_emplace(std::string(image, bytes));
  if (added)
    for (const kernel *k = first_kernel(); k; k = k->next)
      if (!bytes || names({image, bytes}, k->name)) found->second.insert(k->file);
  return found->second;
}

int load(const char *name, module **to, const void *image) {
  call now(name);
  if (now.code) return now.code;
  context *c = current();
  if (!c) return invalid_context;
  if (!to || !image) return invalid_value;
  const auto *bytes = static_cast<const unsigned char *>(image);
  const auto *text = static_cast<const char *>(image);
  const bool cubin = is_cubin(bytes), ptx = !cubin && std::strstr(text, ".address_size") != nullptr;
  const int status = cubin ? check_cubin(bytes) : ptx ? check_ptx(text) : success;
  if (status) return status;
  const size_t length = cubin ? cubin_bytes(bytes) : ptx ? std::strlen(text) : 0;
  module *m = new module{c, files_of(text, length)};
  modules.insert(m);
  add_to("modules", 1);
  *to = m;
  return success;
}

int registers(const kernel &k) {
  const int most = 65536 / (k.threads * k.blocks) / 8 * 8;
  return most > 255 ? 255 : most;
}

int most_blocks(const function &f, int block, size_t shared) {
  if (block < 1 || block > f.code->threads) return 0;
  int threads_an_sm = 2048;
  if (setup.capability == 75) threads_an_sm = 1024;
  if (setup.capability == 86 || setup.capability == 89 || setup.capability == 120) threads_an_sm = 1536;
  int blocks = threads_an_sm / block;
  const int by_registers = 65536 / (registers(*f.code) * ((block + 31) / 32 * 32));
  const int by_shared = static_cast<int>((setup.shared + 1024) / (shared + 1024));
  if (by_registers < blocks) blocks = by_registers;
  if (by_shared < blocks) blocks = by_shared;
  return blocks > 32 ? 32 : blocks;
}

/* A launch that the script or a wild argument turns into a lost device: nothing runs, every later call says so. */
bool loses_device(int device, const function &f, uintptr_t arguments) {
  const uint64_t launch = ++state.launches;
  int code = 0;
  if (setup.sticky && launch >= setup.sticky_launch && (setup.sticky_device < 0 || setup.sticky_device == device))
    code = setup.sticky;
  if (!code && (arguments % 8 || !is_device_range(arguments, f.code->argument_bytes))) {
    std::fprintf(stderr, "gobc fake CUDA: %s: its argument is no device address of %zu bytes\n", f.code->name,
                 f.code->argument_bytes);
    code = illegal_address;
  }
  if (code) state.lost[static_cast<size_t>(device)] = code;
  return code != 0;
}

} // namespace
} // namespace gobc_fake

using namespace gobc_fake;

typedef unsigned long long pointer_t;

GOBC_FAKE_EXPORT int cuModuleLoadData(module **to, const void *image) { return load(__func__, to, image); }
GOBC_FAKE_EXPORT int cuModuleLoadDataEx(module **to, const void *image, unsigned, int *, void **) {
  return load(__func__, to, image);
}
GOBC_FAKE_EXPORT int cuModuleLoadFatBinary(module **to, const void *image) { return load(__func__, to, image); }

GOBC_FAKE_EXPORT int cuModuleUnload(module *m) {
  call now(__func__);
  if (now.refused()) return now.code;
  if (!known(modules, m)) return invalid_handle;
  finish_all(now, m->owner);
  for (auto f = functions.begin(); f != functions.end();)
    if ((*f)->owner == m) delete *f, f = functions.erase(f);
    else ++f;
  modules.erase(m);
  delete m;
  add_to("modules", -1);
  return now.code;
}

GOBC_FAKE_EXPORT int cuModuleGetFunction(function **to, module *m, const char *name) {
  call now(__func__);
  if (now.code) return now.code;
  if (!to || !name) return invalid_value;
  if (!known(modules, m)) return invalid_handle;
  for (const kernel *k = first_kernel(); k; k = k->next) {
    if (std::strcmp(k->name, name) || !m->files.count(k->file)) continue;
    *to = *functions.insert(new function{m, k, setup.shared < 49152 ? setup.shared : 49152}).first;
    return success;
  }
  return not_found;
}

GOBC_FAKE_EXPORT int cuModuleGetGlobal_v2(pointer_t *to, size_t *bytes, module *m, const char *name) {
  call now(__func__);
  if (now.code) return now.code;
  if (!name) return invalid_value;
  if (!known(modules, m)) return invalid_handle;
  for (const constant *c = first_constant(); c; c = c->next) {
    if (std::strcmp(c->name, name) || !m->files.count(c->file)) continue;
    if (to) *to = reinterpret_cast<uintptr_t>(c->address);
    if (bytes) *bytes = c->bytes;
    return success;
  }
  return not_found;
}

/* Numbers of CUfunction_attribute. */
GOBC_FAKE_EXPORT int cuFuncGetAttribute(int *to, int attribute, function *f) {
  call now(__func__);
  if (now.code) return now.code;
  if (!known(functions, f)) return invalid_handle;
  switch (attribute) {
    case 0: *to = f->code->threads; return success;
    case 4: *to = registers(*f->code); return success;
    case 5: *to = 75; return success;
    case 6: *to = setup.capability; return success;
    case 8: *to = static_cast<int>(f->most_shared); return success;
  }
  if (attribute < 0 || attribute > 15) return invalid_value;
  *to = 0;
  return success;
}

GOBC_FAKE_EXPORT int cuFuncSetAttribute(function *f, int attribute, int value) {
  call now(__func__);
  if (now.code) return now.code;
  if (!known(functions, f)) return invalid_handle;
  if (attribute == 9) return success;
  if (attribute != 8 || value < 0 || static_cast<size_t>(value) > setup.shared) return invalid_value;
  f->most_shared = static_cast<size_t>(value);
  return success;
}

GOBC_FAKE_EXPORT int cuFuncSetCacheConfig(function *f, int) {
  call now(__func__);
  if (now.code) return now.code;
  return known(functions, f) ? success : invalid_handle;
}

static int occupancy(const char *name, int *to, function *f, int block, size_t shared) {
  call now(name);
  if (now.code) return now.code;
  if (!known(functions, f)) return invalid_handle;
  if (!to || block < 1) return invalid_value;
  *to = shared > f->most_shared ? 0 : most_blocks(*f, block, shared);
  return success;
}
GOBC_FAKE_EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *to, function *f, int block, size_t shared) {
  return occupancy(__func__, to, f, block, shared);
}
GOBC_FAKE_EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *to, function *f, int block,
                                                                          size_t shared, unsigned) {
  return occupancy(__func__, to, f, block, shared);
}

GOBC_FAKE_EXPORT int cuLaunchKernel(function *f, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                                    unsigned block_y, unsigned block_z, unsigned shared, stream *s, void **parameters,
                                    void **extra) {
  call now(__func__);
  if (now.code) return now.code;
  context *c = current();
  if (!c || !known(functions, f) || f->owner->owner != c) return c ? invalid_handle : invalid_context;
  if (!is_stream(s)) return invalid_handle;
  if (!grid_x || grid_x > 0x7fffffff || grid_y != 1 || grid_z != 1) return invalid_value;
  if (!block_x || block_y != 1 || block_z != 1 || block_x > static_cast<unsigned>(f->code->threads))
    return invalid_value;
  if (shared > f->most_shared || !parameters || !parameters[0] || extra) return invalid_value;
  uintptr_t arguments;
  std::memcpy(&arguments, parameters[0], sizeof arguments);
  if (loses_device(c->device, *f, arguments)) return success;
  add_to("launches", 1);
  add_to("blocks", grid_x);
  const kernel *code = f->code;
  const unsigned threads = GOBC_THREADS(block_x); /* the host is told of whole blocks */
  enqueue(now, queue_of(c, s), [code, grid_x, threads, shared, arguments] {
    launch(*code, grid_x, threads, shared, reinterpret_cast<const void *>(arguments));
    std::lock_guard<std::mutex> guard(lock);
    check_guards(code->name);
  });
  return success;
}
