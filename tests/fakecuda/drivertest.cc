/*
 * drivertest.cc - the fake driver against itself, linked with kernels of its own: what a call returns in and out of
 * order, memory and its guards, scripted failures, lost devices, deferred work. Each case runs in a child process,
 * since a driver is started once.
 *
 *   drivertest          all cases; prints "N passed, M failed" last, exits with 1 if anything failed
 *   drivertest CASE     that case, here
 */
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "emulator.h"

typedef unsigned long long pointer_t;
extern "C" {
int cuInit(unsigned);
int cuDriverGetVersion(int *);
int cuDeviceGetCount(int *);
int cuDeviceGet(int *, int);
int cuDeviceGetName(char *, int, int);
int cuDeviceGetAttribute(int *, int, int);
int cuDeviceTotalMem_v2(size_t *, int);
int cuDevicePrimaryCtxRetain(void **, int);
int cuDevicePrimaryCtxRelease_v2(int);
int cuDevicePrimaryCtxGetState(int, unsigned *, int *);
int cuCtxPushCurrent_v2(void *);
int cuCtxPopCurrent_v2(void **);
int cuCtxGetCurrent(void **);
int cuCtxGetDevice(int *);
int cuCtxSynchronize(void);
int cuModuleLoadData(void **, const void *);
int cuModuleUnload(void *);
int cuModuleGetFunction(void **, void *, const char *);
int cuModuleGetGlobal_v2(pointer_t *, size_t *, void *, const char *);
int cuFuncGetAttribute(int *, int, void *);
int cuFuncSetAttribute(void *, int, int);
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *, void *, int, size_t);
int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **,
                   void **);
int cuMemAlloc_v2(pointer_t *, size_t);
int cuMemFree_v2(pointer_t);
int cuMemGetInfo_v2(size_t *, size_t *);
int cuMemHostAlloc(void **, size_t, unsigned);
int cuMemFreeHost(void *);
int cuMemcpyHtoD_v2(pointer_t, const void *, size_t);
int cuMemcpyDtoH_v2(void *, pointer_t, size_t);
int cuMemcpyHtoDAsync_v2(pointer_t, const void *, size_t, void *);
int cuMemcpyDtoHAsync_v2(void *, pointer_t, size_t, void *);
int cuMemsetD8_v2(pointer_t, unsigned char, size_t);
int cuMemsetD32Async(pointer_t, unsigned, size_t, void *);
int cuStreamCreate(void **, unsigned);
int cuStreamDestroy_v2(void *);
int cuStreamSynchronize(void *);
int cuStreamWaitEvent(void *, void *, unsigned);
int cuEventCreate(void **, unsigned);
int cuEventDestroy_v2(void *);
int cuEventRecord(void *, void *);
int cuEventQuery(void *);
int cuEventElapsedTime(float *, void *, void *);
int cuGetErrorName(int, const char **);
int cuTexRefGetFlags(unsigned *, void *);
void gobc_fake_script(const char *);
long long gobc_fake_count(const char *);
}

struct arguments_t {
  uint64_t numbers;
  int32_t count, add;
};

GOBC_KERNEL(test_add, arguments_t, 512, 2) {
  int *numbers = reinterpret_cast<int *>(arguments->numbers);
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < arguments->count;
       i += static_cast<int>(gridDim.x * blockDim.x))
    numbers[i] += arguments->add;
}
GOBC_KERNEL(test_shared, arguments_t, 1024, 1) {
  GOBC_DYNAMIC_SHARED(unsigned char, bytes);
  for (int i = threadIdx.x; i < arguments->count; i += blockDim.x) bytes[i] = 1;
}
/* Runs until somebody writes to its first number. */
GOBC_KERNEL(test_wait, arguments_t, 64, 1) {
  volatile int *numbers = reinterpret_cast<volatile int *>(arguments->numbers);
  for (bool wait = true; wait;) {
    int seen = 0;
    if (threadIdx.x == 0) seen = numbers[0];
    wait = !__syncthreads_or(seen);
  }
  if (threadIdx.x == 0) numbers[1] += 1;
}
GOBC_DEVICE_CONSTANT(int, test_size, static_cast<int>(sizeof(arguments_t)))

static int wrong;
#define EXPECT(condition)                                                                                              \
  do {                                                                                                                 \
    if (!(condition)) wrong++, std::printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                             \
  } while (0)
#define CODE(expected, call) EXPECT((call) == (expected))

struct device {
  void *context = nullptr, *module = nullptr, *add = nullptr, *shared = nullptr;
  explicit device(int ordinal = 0) {
    CODE(0, cuInit(0));
    CODE(0, cuDevicePrimaryCtxRetain(&context, ordinal));
    CODE(0, cuCtxPushCurrent_v2(context));
    CODE(0, cuModuleLoadData(&module, "any image"));
    CODE(0, cuModuleGetFunction(&add, module, "test_add"));
    CODE(0, cuModuleGetFunction(&shared, module, "test_shared"));
  }
};

static pointer_t upload(const void *from, size_t bytes) {
  pointer_t to = 0;
  CODE(0, cuMemAlloc_v2(&to, bytes));
  CODE(0, cuMemcpyHtoD_v2(to, from, bytes));
  return to;
}

static int launch_at(void *function, unsigned grid, unsigned block, unsigned shared, pointer_t arguments) {
  void *parameters[] = {&arguments};
  return cuLaunchKernel(function, grid, 1, 1, block, 1, 1, shared, nullptr, parameters, nullptr);
}

static void order() {
  int n = -1;
  void *p;
  CODE(0, cuDriverGetVersion(&n));
  EXPECT(n == 12090);
  CODE(3, cuDeviceGetCount(&n));
  CODE(3, cuDevicePrimaryCtxRetain(&p, 0));
  CODE(0, cuInit(0));
  CODE(0, cuDeviceGetCount(&n));
  EXPECT(n == 1);
  CODE(101, cuDeviceGet(&n, 1));
  pointer_t a;
  CODE(201, cuMemAlloc_v2(&a, 8));
  CODE(201, cuModuleLoadData(&p, "x"));
  CODE(201, cuCtxPopCurrent_v2(&p));
  CODE(201, cuCtxSynchronize());
  char name[64];
  CODE(0, cuDeviceGetName(name, sizeof name, 0));
  EXPECT(!std::strcmp(name, "Emulated GPU 0"));
  const char *text;
  CODE(0, cuGetErrorName(719, &text));
  EXPECT(!std::strcmp(text, "CUDA_ERROR_LAUNCH_FAILED"));
  CODE(1, cuGetErrorName(12345, &text));
  unsigned flags;
  CODE(801, cuTexRefGetFlags(&flags, nullptr));
}

static void run() {
  device d;
  std::vector<int> numbers(5000, 7);
  const pointer_t memory = upload(numbers.data(), 4 * numbers.size());
  const arguments_t host{memory, 5000, 35};
  const pointer_t arguments = upload(&host, sizeof host);
  CODE(0, launch_at(d.add, 7, 512, 0, arguments));
  CODE(1, launch_at(d.add, 0, 512, 0, arguments));
  CODE(1, launch_at(d.add, 1, 513, 0, arguments));
  CODE(1, launch_at(d.add, 1, 512, 49153, arguments));
  CODE(400, launch_at(&d, 1, 512, 0, arguments));
  CODE(0, cuCtxSynchronize());
  CODE(0, cuMemcpyDtoH_v2(numbers.data(), memory, 4 * numbers.size()));
  for (int number : numbers) EXPECT(number == 42);
  void *f;
  CODE(500, cuModuleGetFunction(&f, d.module, "test_subtract"));
  pointer_t constant;
  size_t bytes;
  int value = 0;
  CODE(0, cuModuleGetGlobal_v2(&constant, &bytes, d.module, "test_size"));
  CODE(0, cuMemcpyDtoH_v2(&value, constant, bytes));
  EXPECT(bytes == 4 && value == sizeof(arguments_t));
  CODE(500, cuModuleGetGlobal_v2(&constant, &bytes, d.module, "test_length"));
  CODE(0, cuModuleUnload(d.module));
  CODE(400, launch_at(d.add, 1, 32, 0, arguments));
  CODE(0, cuMemFree_v2(memory));
  CODE(0, cuMemFree_v2(arguments));
  void *popped;
  CODE(0, cuCtxPopCurrent_v2(&popped));
  EXPECT(popped == d.context && gobc_fake_count("depth") == 0 && gobc_fake_count("allocations") == 0);
  CODE(0, cuDevicePrimaryCtxRelease_v2(0));
  CODE(201, cuDevicePrimaryCtxRelease_v2(0));
  EXPECT(gobc_fake_count("contexts") == 0 && gobc_fake_count("leaked") == -1 && gobc_fake_count("launches") == 1);
}

static void shared_memory() {
  gobc_fake_script("shared=100000;sms=7;capability=86");
  device d;
  int n;
  CODE(0, cuDeviceGetAttribute(&n, 97, 0));
  EXPECT(n == 100000);
  CODE(0, cuDeviceGetAttribute(&n, 16, 0));
  EXPECT(n == 7);
  CODE(1, cuFuncSetAttribute(d.shared, 8, 100001));
  CODE(0, cuFuncSetAttribute(d.shared, 8, 100000));
  CODE(0, cuFuncGetAttribute(&n, 8, d.shared));
  EXPECT(n == 100000);
  const arguments_t host{0, 100000, 0};
  const pointer_t arguments = upload(&host, sizeof host);
  CODE(0, launch_at(d.shared, 3, 1024, 100000, arguments));
  CODE(0, cuCtxSynchronize());
  CODE(0, cuOccupancyMaxActiveBlocksPerMultiprocessor(&n, d.add, 512, 0));
  EXPECT(n == 2);
  CODE(0, cuOccupancyMaxActiveBlocksPerMultiprocessor(&n, d.shared, 1024, 90000));
  EXPECT(n == 1);
  CODE(0, cuOccupancyMaxActiveBlocksPerMultiprocessor(&n, d.add, 513, 0));
  EXPECT(n == 0);
}

static void memory_limit() {
  gobc_fake_script("memory=1048576");
  device d;
  pointer_t a, b;
  size_t free_bytes, total;
  CODE(1, cuMemAlloc_v2(&a, 0));
  CODE(0, cuMemAlloc_v2(&a, 1000000));
  CODE(0, cuMemGetInfo_v2(&free_bytes, &total));
  EXPECT(total == 1048576 && free_bytes < 48577);
  CODE(2, cuMemAlloc_v2(&b, 48577));
  CODE(2, cuMemAlloc_v2(&b, SIZE_MAX));
  CODE(0, cuMemAlloc_v2(&b, 40000));
  std::vector<unsigned char> bytes(40000, 1);
  CODE(0, cuMemcpyDtoH_v2(bytes.data(), b, 40000));
  EXPECT((bytes[0] == 0xa5 || bytes[0] == 0xff) && bytes[39999] == bytes[0]);
  CODE(1, cuMemcpyDtoH_v2(bytes.data(), b + 1, 40000));
  CODE(1, cuMemcpyHtoD_v2(b - 1, bytes.data(), 2));
  CODE(1, cuMemFree_v2(b + 8));
  CODE(0, cuMemFree_v2(b));
  CODE(1, cuMemFree_v2(b));
  CODE(1, cuMemcpyHtoD_v2(b, bytes.data(), 1));
  CODE(0, cuDevicePrimaryCtxRelease_v2(0));
  EXPECT(gobc_fake_count("leaked") == 2 && gobc_fake_count("bytes") == 0);
  CODE(201, cuMemAlloc_v2(&b, 8));
}

static void scripted() {
  gobc_fake_script(
      "fail=cuStreamCreate:1:304;fail=cuMemAlloc:2:2;fail=cuMemcpyDtoH_v2:2+:700;fail=cuModuleLoadData:*:222;driver="
      "11040");
  void *context, *module;
  int n;
  CODE(0, cuInit(0));
  CODE(0, cuDriverGetVersion(&n));
  EXPECT(n == 11040);
  CODE(0, cuDevicePrimaryCtxRetain(&context, 0));
  CODE(0, cuCtxPushCurrent_v2(context));
  CODE(222, cuModuleLoadData(&module, "x"));
  CODE(304, cuStreamCreate(&module, 0));
  pointer_t a, b;
  CODE(0, cuMemAlloc_v2(&a, 64));
  CODE(2, cuMemAlloc_v2(&b, 64));
  CODE(0, cuMemAlloc_v2(&b, 64));
  char bytes[64];
  CODE(0, cuMemcpyDtoH_v2(bytes, a, 64));
  CODE(700, cuMemcpyDtoH_v2(bytes, a, 64));
  CODE(700, cuMemcpyDtoH_v2(bytes, a, 64));
  EXPECT(gobc_fake_count("calls:cuMemAlloc_v2") == 3 && gobc_fake_count("calls:cuMemcpyDtoH") == 3);
}

static void no_device() {
  gobc_fake_script("devices=0");
  CODE(100, cuInit(0));
  gobc_fake_script("fail=cuInit:1:803");
  CODE(803, cuInit(0));
  gobc_fake_script("sleep=cuInit:0.2");
  const auto start = std::chrono::steady_clock::now();
  CODE(0, cuInit(0));
  EXPECT(std::chrono::steady_clock::now() - start >= std::chrono::milliseconds(200));
}

static void sticky() {
  gobc_fake_script("sticky=719:2");
  device d;
  int numbers[4] = {1, 2, 3, 4}, back[4] = {};
  const pointer_t memory = upload(numbers, sizeof numbers);
  const arguments_t host{memory, 4, 1};
  const pointer_t arguments = upload(&host, sizeof host);
  CODE(0, launch_at(d.add, 1, 32, 0, arguments));
  CODE(0, cuCtxSynchronize());
  CODE(0, cuMemcpyDtoH_v2(back, memory, sizeof back));
  EXPECT(back[3] == 5);
  CODE(0, launch_at(d.add, 1, 32, 0, arguments));
  CODE(719, cuCtxSynchronize());
  CODE(719, cuMemcpyDtoH_v2(back, memory, sizeof back));
  CODE(719, launch_at(d.add, 1, 32, 0, arguments));
  int n;
  CODE(719, cuDeviceGetCount(&n));
  CODE(719, cuMemFree_v2(memory));
  CODE(719, cuMemFree_v2(arguments));
  CODE(719, cuModuleUnload(d.module));
  void *popped;
  CODE(719, cuCtxPopCurrent_v2(&popped));
  CODE(719, cuDevicePrimaryCtxRelease_v2(0));
  EXPECT(gobc_fake_count("contexts") == 0 && gobc_fake_count("depth") == 0 && gobc_fake_count("leaked") == -1);
}

static void one_of_two_lost() {
  gobc_fake_script("devices=2;sticky=700@1");
  const int numbers[1] = {1};
  device first(0), second(1);
  const arguments_t host{upload(numbers, 4), 1, 1};
  const pointer_t arguments = upload(&host, sizeof host);
  CODE(0, launch_at(second.add, 1, 32, 0, arguments));
  CODE(700, cuCtxSynchronize());
  void *popped;
  CODE(700, cuCtxPopCurrent_v2(&popped));
  EXPECT(popped == second.context);
  int device_number = -1;
  CODE(0, cuCtxGetDevice(&device_number));
  EXPECT(device_number == 0);
  const arguments_t again{upload(numbers, 4), 1, 1};
  CODE(0, launch_at(first.add, 1, 32, 0, upload(&again, sizeof again)));
  CODE(0, cuCtxSynchronize());
}

static void wild_argument() {
  device d;
  const arguments_t host{0, 0, 0};
  CODE(0, launch_at(d.add, 1, 32, 0, reinterpret_cast<uintptr_t>(&host)));
  CODE(700, cuCtxSynchronize());
}

/* Must abort: the kernel writes behind its array. */
static void overrun() {
  device d;
  std::vector<int> numbers(100);
  const arguments_t host{upload(numbers.data(), 400), 101, 1};
  launch_at(d.add, 1, 32, 0, upload(&host, sizeof host));
  cuCtxSynchronize();
}

static void misspelt() { gobc_fake_script("memroy=5"); }

static int launch_on(void *stream, void *function, pointer_t arguments) {
  void *parameters[] = {&arguments};
  return cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, stream, parameters, nullptr);
}

static void lazy() {
  gobc_fake_script("lazy=1");
  device d;
  int *pinned, start = 0;
  CODE(0, cuMemHostAlloc(reinterpret_cast<void **>(&pinned), 4, 0));
  *pinned = -5;
  const pointer_t memory = upload(&start, 4);
  const arguments_t host{memory, 1, 9};
  void *stream, *before, *after;
  CODE(0, cuStreamCreate(&stream, 1));
  CODE(0, cuEventCreate(&before, 0));
  CODE(0, cuEventCreate(&after, 0));
  CODE(0, cuEventRecord(before, stream));
  CODE(0, launch_on(stream, d.add, upload(&host, sizeof host)));
  CODE(0, cuMemcpyDtoHAsync_v2(pinned, memory, 4, stream));
  CODE(0, cuEventRecord(after, stream));
  EXPECT(*pinned == -5);
  float elapsed = -1;
  CODE(600, cuEventElapsedTime(&elapsed, before, after));
  CODE(600, cuEventQuery(after));
  CODE(0, cuEventQuery(after));
  EXPECT(*pinned == 9);
  CODE(0, cuEventElapsedTime(&elapsed, before, after));
  EXPECT(elapsed >= 0);
  CODE(0, cuMemsetD32Async(memory, 3, 1, stream));
  CODE(0, cuMemcpyDtoHAsync_v2(pinned, memory, 4, stream));
  EXPECT(*pinned == 9);
  CODE(0, cuStreamSynchronize(stream));
  EXPECT(*pinned == 3);
  CODE(0, cuEventDestroy_v2(before));
  CODE(0, cuEventDestroy_v2(after));
  CODE(0, cuStreamDestroy_v2(stream));
  CODE(400, cuStreamDestroy_v2(stream));
  CODE(0, cuMemFreeHost(pinned));
}

/* A kernel that runs beside the host and is stopped through a second stream; a third waits for its event. */
static void async() {
  gobc_fake_script("async=1");
  device d;
  void *wait, *stream, *aside, *third, *event;
  CODE(0, cuModuleGetFunction(&wait, d.module, "test_wait"));
  CODE(0, cuStreamCreate(&stream, 1));
  CODE(0, cuStreamCreate(&aside, 1));
  CODE(0, cuStreamCreate(&third, 1));
  CODE(0, cuEventCreate(&event, 2));
  int numbers[2] = {0, 0}, one = 1, *pinned;
  const pointer_t memory = upload(numbers, 8);
  const arguments_t host{memory, 2, 10}, second{memory + 4, 1, 10};
  const pointer_t arguments = upload(&host, sizeof host), more = upload(&second, sizeof second);
  CODE(0, cuMemHostAlloc(reinterpret_cast<void **>(&pinned), 4, 0));
  *pinned = -1;
  CODE(0, launch_on(stream, wait, arguments));
  CODE(0, cuEventRecord(event, stream));
  CODE(0, cuStreamWaitEvent(third, event, 0));
  CODE(0, launch_on(third, d.add, more));
  CODE(0, cuMemcpyDtoHAsync_v2(pinned, memory + 4, 4, third));
  CODE(600, cuEventQuery(event));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CODE(600, cuEventQuery(event));
  EXPECT(*pinned == -1);
  CODE(0, cuMemcpyHtoDAsync_v2(memory, &one, 4, aside));
  CODE(0, cuStreamSynchronize(aside));
  CODE(0, cuStreamSynchronize(stream));
  CODE(0, cuEventQuery(event));
  CODE(0, cuCtxSynchronize());
  EXPECT(*pinned == 11);
  CODE(0, cuEventDestroy_v2(event));
  for (void *s : {stream, aside, third}) CODE(0, cuStreamDestroy_v2(s));
  CODE(0, cuMemFreeHost(pinned));
  CODE(0, cuDevicePrimaryCtxRelease_v2(0));
}

static void images() {
  device d;
  void *module, *f;
  const char *ptx = ".version 8.8\n.target sm_75\n.address_size 64\n.visible .entry test_add(\n";
  CODE(0, cuModuleLoadData(&module, ptx));
  CODE(0, cuModuleGetFunction(&f, module, "test_add"));
  CODE(218, cuModuleLoadData(&module, ".address_size 64"));
  CODE(0, cuModuleLoadData(&module, ".version 8.0\n.target sm_75\n.address_size 64\n.entry test_addition(\n"));
  CODE(500, cuModuleGetFunction(&f, module, "test_add"));
  CODE(209, cuModuleLoadData(&module, ".version 8.0\n.target sm_100\n.address_size 64\n"));
  gobc_fake_script("driver=12080");
  CODE(222, cuModuleLoadData(&module, ptx));
  gobc_fake_script("driver=12060;capability=86");
  CODE(0, cuModuleLoadData(&module, ".version 8.5\n.target sm_75\n.address_size 64\n"));
  CODE(222, cuModuleLoadData(&module, ".version 8.6\n.target sm_75\n.address_size 64\n"));
  unsigned char cubin[64] = "\177ELF";
  cubin[8] = 7, cubin[18] = 190, cubin[48] = 80, cubin[40] = 64;
  CODE(0, cuModuleLoadData(&module, cubin));
  cubin[48] = 89;
  CODE(209, cuModuleLoadData(&module, cubin));
  cubin[48] = 75;
  CODE(209, cuModuleLoadData(&module, cubin));
  cubin[18] = 62;
  CODE(200, cuModuleLoadData(&module, cubin));
}

/* Four threads on two devices; every one sees its own shared memory and its own context. */
static void threads() {
  gobc_fake_script("devices=2");
  CODE(0, cuInit(0));
  std::vector<std::thread> all;
  for (int t = 0; t < 4; t++)
    all.emplace_back([t] {
      device d(t & 1);
      std::vector<int> numbers(2000, t);
      const pointer_t memory = upload(numbers.data(), 8000);
      const arguments_t host{memory, 2000, 10};
      const pointer_t arguments = upload(&host, sizeof host);
      for (int k = 0; k < 50; k++) CODE(0, launch_at(d.add, 3, 128, 0, arguments));
      CODE(0, cuMemcpyDtoH_v2(numbers.data(), memory, 8000));
      for (int number : numbers) EXPECT(number == t + 500);
      void *popped;
      CODE(0, cuCtxPopCurrent_v2(&popped));
    });
  for (std::thread &one : all) one.join();
  EXPECT(gobc_fake_count("launches") == 200 && gobc_fake_count("depth") == 0);
}

static void forked() {
  device d;
  const pid_t child = fork();
  if (child == 0) {
    int n;
    _exit(cuDeviceGetCount(&n) == 3 && cuInit(0) == 3 ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT(status == 0);
}

static void hidden() {
  setenv("CUDA_VISIBLE_DEVICES", "1,0,7,2", 1);
  gobc_fake_script("devices=4");
  int n;
  CODE(0, cuInit(0));
  CODE(0, cuDeviceGetCount(&n));
  EXPECT(n == 2);
  setenv("CUDA_VISIBLE_DEVICES", "", 1);
  gobc_fake_script("devices=4");
  CODE(100, cuInit(0));
}

static const struct {
  const char *name;
  void (*run)();
  const char *aborts; /* part of what it says then */
} cases[] = {
    {"order", order, nullptr},
    {"run", run, nullptr},
    {"shared_memory", shared_memory, nullptr},
    {"memory_limit", memory_limit, nullptr},
    {"scripted", scripted, nullptr},
    {"no_device", no_device, nullptr},
    {"sticky", sticky, nullptr},
    {"one_of_two_lost", one_of_two_lost, nullptr},
    {"wild_argument", wild_argument, nullptr},
    {"overrun", overrun, "behind an allocation of 400 bytes, 400 bytes from its start"},
    {"misspelt", misspelt, "\"memroy=5\", which it does not know"},
    {"lazy", lazy, nullptr},
    {"async", async, nullptr},
    {"images", images, nullptr},
    {"threads", threads, nullptr},
    {"forked", forked, nullptr},
    {"hidden", hidden, nullptr},
};

/* Runs a case as a child and returns what it printed and its status. */
static std::string run_child(const char *self_path, const char *name, int &status) {
  int ends[2];
  if (pipe(ends)) std::exit(2);
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 1);
    dup2(ends[1], 2);
    execl(self_path, self_path, name, static_cast<char *>(nullptr));
    _exit(127);
  }
  close(ends[1]);
  std::string said;
  char buffer[4096];
  for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;) said.append(buffer, static_cast<size_t>(n));
  close(ends[0]);
  waitpid(child, &status, 0);
  return said;
}

int main(int argc, char **argv) {
  int passed = 0, failed = 0;
  for (const auto &c : cases) {
    if (argc > 1) {
      if (std::strcmp(argv[1], c.name)) continue;
      c.run();
      return wrong != 0;
    }
    int status = -1;
    const std::string said = run_child(argv[0], c.name, status);
#ifdef __SANITIZE_ADDRESS__
    const bool stopped = c.aborts && WIFEXITED(status) == 0;
    const bool good = c.aborts ? stopped || said.find("AddressSanitizer") != std::string::npos : status == 0;
#else
    const bool good = c.aborts ? WIFSIGNALED(status) && said.find(c.aborts) != std::string::npos : status == 0;
#endif
    passed += good;
    failed += !good;
    if (!good) std::printf("FAILED: %s (status %d)\n%s", c.name, status, said.c_str());
  }
  std::printf("driver: %d passed, %d failed\n", passed, failed);
  return failed || !passed;
}
