/*
 * selftest.cc - the emulator against itself: every intrinsic on values that a plain loop computes, races and divergence
 * that it must find, and the time of a collective. Runs under AddressSanitizer, too.
 *
 *   selftest            all checks; prints "N passed, M failed" last, exits with 1 if anything failed
 *   selftest speed      nanoseconds of processor time a thread and collective
 */
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "emulator.h"

struct arguments_t {
  int *numbers;
  unsigned long long *words;
  double *values;
  int count, width;
};

template <class T>
static __device__ __forceinline__ bool shuffles_right(int width) {
  const int lane = threadIdx.x & 31, base = lane & ~(width - 1), last = base + width - 1;
  const T own = static_cast<T>(lane * 3 - 40);
  auto of = [](int l) { return static_cast<T>(l * 3 - 40); };
  bool right = true;
  for (int k = 0; k < 33; k++) {
    right &= __shfl_sync(~0u, own, k, width) == of(base + (k & (width - 1)));
    right &= __shfl_sync(~0u, own, lane + k, width) == of(base + ((lane + k) & (width - 1)));
    right &= __shfl_up_sync(~0u, own, k, width) == of(lane - k >= base ? lane - k : lane);
    right &= __shfl_down_sync(~0u, own, k, width) == of(lane + k <= last ? lane + k : lane);
    if (k < 32) right &= __shfl_xor_sync(~0u, own, k, width) == of((lane ^ k) <= last ? lane ^ k : lane);
  }
  return right;
}

GOBC_KERNEL(test_shuffles, arguments_t, 64, 1) {
  bool right = true;
  for (int width = 1; width <= 32; width *= 2) {
    right &= shuffles_right<int>(width) && shuffles_right<long long>(width);
    right &= shuffles_right<float>(width) && shuffles_right<double>(width);
    right &= shuffles_right<unsigned>(width) && shuffles_right<unsigned long long>(width);
  }
  arguments->numbers[blockIdx.x * blockDim.x + threadIdx.x] = right;
}

GOBC_KERNEL(test_votes, arguments_t, 96, 1) {
  const int lane = threadIdx.x & 31;
  bool right = true;
  for (int k = 0; k <= 32; k++) {
    const unsigned expected = k == 32 ? ~0u : (1u << k) - 1;
    right &= __ballot_sync(~0u, lane < k) == expected;
    right &= __any_sync(~0u, lane < k) == (k > 0);
    right &= __all_sync(~0u, lane < k) == (k == 32);
    right &= (__syncthreads_or(lane == k) != 0) == (k < 32);
    right &= __syncthreads_count(lane < k) == 3 * k;
    right &= (__syncthreads_and(lane < k) != 0) == (k == 32);
  }
  arguments->numbers[threadIdx.x] = right;
}

/* A scan over shared memory, with every barrier that it needs. */
GOBC_KERNEL(test_scan, arguments_t, 1024, 1) {
  __shared__ int sums[2][1024];
  __shared__ int total;
  const int i = threadIdx.x;
  int now = 0;
  sums[0][i] = i + static_cast<int>(blockIdx.x);
  if (i == 0) total = 0;
  __syncthreads();
  for (int step = 1; step < static_cast<int>(blockDim.x); step *= 2, now ^= 1) {
    sums[now ^ 1][i] = sums[now][i] + (i >= step ? sums[now][i - step] : 0);
    __syncthreads();
  }
  atomicAdd(&total, i);
  __syncthreads();
  arguments->numbers[blockIdx.x * blockDim.x + i] = sums[now][i];
  if (i == 0) arguments->words[blockIdx.x] = total;
}

/* Teams of two warps go round with their own numbers of barriers. */
GOBC_KERNEL(test_teams, arguments_t, 256, 1) {
  __shared__ int cells[256];
  const int i = threadIdx.x, team = i / 64, next = team * 64 + (i + 32) % 64;
  bool right = true;
  for (int k = 0; k < 5 + 3 * team; k++) {
    cells[i] = i + k;
    team_barrier(team + 1, 64);
    right &= cells[next] == next + k;
    team_barrier(team + 1, 64);
  }
  __syncthreads();
  arguments->numbers[blockIdx.x * blockDim.x + i] = right;
}

/* Threads that wait for a lock must not keep its holder, which gives way, from going on. */
GOBC_KERNEL(test_locks, arguments_t, 256, 1) {
  __shared__ int lock;
  __shared__ int sum;
  if (threadIdx.x == 0) lock = sum = 0;
  __syncthreads();
  for (bool waits = true; waits;) {
    if (atomicCAS(&lock, 0, 1) != 0) continue;
    for (int k = 0; k < 300; k++) __threadfence_block();
    sum++;
    atomicExch(&lock, 0);
    waits = false;
  }
  __syncthreads();
  arguments->numbers[blockIdx.x * blockDim.x + threadIdx.x] = sum == static_cast<int>(blockDim.x);
}

/* A barrier of the wrong team does not order what another one writes. */
GOBC_KERNEL(race_teams, arguments_t, 256, 1) {
  __shared__ int cells[256];
  const int i = threadIdx.x, next = (i + 64) & 255;
  cells[i] = i;
  team_barrier(i / 64 + 1, 64);
  arguments->numbers[i] = cells[next] == next;
}

/* Neighbors exchange values without a barrier: right only by luck, so some seed must see it fail. */
GOBC_KERNEL(race_block, arguments_t, 256, 1) {
  __shared__ int cells[256];
  cells[threadIdx.x] = threadIdx.x;
  __syncwarp();
  arguments->numbers[threadIdx.x] = cells[(threadIdx.x + 32) & 255] == static_cast<int>((threadIdx.x + 32) & 255);
}

GOBC_KERNEL(race_warp, arguments_t, 32, 1) {
  __shared__ int cells[32];
  cells[threadIdx.x] = threadIdx.x;
  arguments->numbers[threadIdx.x] = cells[threadIdx.x ^ 1] == static_cast<int>(threadIdx.x ^ 1);
}

/* A read-modify-write in two steps around a fence. */
GOBC_KERNEL(race_update, arguments_t, 256, 1) {
  const int old = arguments->numbers[0];
  __threadfence_block();
  arguments->numbers[0] = old + 1;
}

/* The same between warps, whose only meeting is within the warp. */
GOBC_KERNEL(race_warps, arguments_t, 256, 1) {
  for (int k = 0; k < 32; k++) {
    const int old = arguments->numbers[0];
    __syncwarp();
    if ((threadIdx.x & 31) == 0) arguments->numbers[0] = old + 1;
    __syncwarp();
  }
}

GOBC_KERNEL(test_atomics, arguments_t, 256, 2) {
  int *numbers = arguments->numbers;
  unsigned long long *words = arguments->words;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&numbers[0], 1);
  atomicMax(&numbers[1], i);
  atomicAdd(&words[0], 1ull << 40);
  atomicOr(&words[1 + (i & 1)], 1ull << (i & 63));
  atomicAnd(reinterpret_cast<unsigned *>(&numbers[2]), ~(1u << (i & 31)));
  atomicAdd(&arguments->values[0], 0.5);
  numbers[8 + atomicAdd(&numbers[3], 1)] = i;
  for (int seen = numbers[4];;) {
    const int was = atomicCAS(&numbers[4], seen, seen + 2);
    if (was == seen) break;
    seen = was;
  }
  if (atomicExch(&numbers[5], i + 1) == 0) numbers[6] = 1;
}

GOBC_KERNEL(test_dynamic, arguments_t, 128, 1) {
  GOBC_DYNAMIC_SHARED(float4, rows);
  __shared__ float fresh;
  const float before = fresh;
  rows[threadIdx.x] = make_float4(threadIdx.x, 1, 2, 3);
  __syncthreads();
  if (threadIdx.x == 0) fresh = 0;
  const float4 row = rows[(threadIdx.x + 1) & 127];
  const bool garbage =
      !(before > -1e-10f && before < 1e-10f) || before == __int_as_float(static_cast<int>(0xa5a5a5a5u));
  arguments->numbers[blockIdx.x * blockDim.x + threadIdx.x] =
      row.x == ((threadIdx.x + 1) & 127) && row.w == 3 && garbage;
}

GOBC_KERNEL(poisoned_start, arguments_t, 32, 1) {
  __shared__ int left[32];
  arguments->numbers[blockIdx.x * 32 + threadIdx.x] = left[threadIdx.x] != 77;
  left[threadIdx.x] = 77;
}

template <int N>
static __device__ int in_template(int seed) {
  __shared__ int cells[N];
  cells[threadIdx.x % N] = seed;
  __syncthreads();
  return cells[0];
}

GOBC_KERNEL(test_template_shared, arguments_t, 64, 1) {
  const int a = in_template<1>(5);
  __syncthreads();
  const int b = in_template<64>(7);
  arguments->numbers[threadIdx.x] = a == 5 && b == 7;
}

GOBC_KERNEL(diverge_calls, arguments_t, 32, 1) {
  if (threadIdx.x & 1) __syncwarp();
  else arguments->numbers[0] = static_cast<int>(__ballot_sync(~0u, 1));
}
GOBC_KERNEL(diverge_lines, arguments_t, 32, 1) {
  int sum = 0;
  if (threadIdx.x < 7) sum += __shfl_sync(~0u, 1, 0);
  else sum += __shfl_sync(~0u, 1, 0);
  arguments->numbers[0] = sum;
}
GOBC_KERNEL(diverge_exit, arguments_t, 32, 1) {
  if (threadIdx.x == 31) return;
  __syncwarp();
}
GOBC_KERNEL(diverge_barrier, arguments_t, 64, 1) {
  if (threadIdx.x < 32) __syncthreads();
  else __syncthreads_or(1);
}
GOBC_KERNEL(diverge_barrier_exit, arguments_t, 64, 1) {
  if (threadIdx.x >= 32) return;
  __syncthreads();
}
GOBC_KERNEL(diverge_warp_barrier, arguments_t, 64, 1) {
  if (threadIdx.x & 1) __syncthreads();
  else __syncwarp();
}
GOBC_KERNEL(diverge_teams, arguments_t, 64, 1) {
  if (threadIdx.x < 32) team_barrier(1, 64);
  else team_barrier(1, 64);
}
GOBC_KERNEL(diverge_team_sizes, arguments_t, 96, 1) { team_barrier(1, threadIdx.x < 32 ? 96 : 64); }
GOBC_KERNEL(diverge_team_number, arguments_t, 32, 1) { team_barrier(16, 32); }
GOBC_KERNEL(diverge_team_exit, arguments_t, 64, 1) {
  if (threadIdx.x >= 32) return;
  team_barrier(1, 64);
}
GOBC_KERNEL(diverge_mask, arguments_t, 32, 1) { __syncwarp(0xffff); }
GOBC_KERNEL(diverge_width, arguments_t, 32, 1) { arguments->numbers[0] = __shfl_sync(~0u, 1, 0, 3); }
GOBC_KERNEL(diverge_short_warp, arguments_t, 64, 1) { __syncwarp(); }
GOBC_KERNEL(overrun_stack, arguments_t, 32, 1) {
  volatile char big[gobc_fake::stack_bytes - 2048]; /* too little is left for what meets others */
  big[threadIdx.x] = 1;
  __syncwarp();
  arguments->numbers[0] = big[threadIdx.x];
}

GOBC_KERNEL(time_shuffles, arguments_t, 1024, 1) {
  int sum = threadIdx.x;
  for (int k = 0; k < arguments->count; k++) sum += __shfl_xor_sync(~0u, sum, 1 + (k & 15));
  arguments->numbers[threadIdx.x] = sum;
}
GOBC_KERNEL(time_barriers, arguments_t, 1024, 1) {
  for (int k = 0; k < arguments->count; k++) __syncthreads();
}
GOBC_KERNEL(time_atomics, arguments_t, 1024, 1) {
  for (int k = 0; k < arguments->count; k++) atomicAdd(&arguments->numbers[threadIdx.x], k);
}
GOBC_KERNEL(time_blocks, arguments_t, 1024, 1) { arguments->numbers[threadIdx.x] = threadIdx.x; }

GOBC_DEVICE_CONSTANT(unsigned long long, test_constant, 0x1234567890abcdefull)
struct pair_t {
  int a, b;
};
GOBC_DEVICE_CONSTANT(pair_t, test_pair, {3, 4})

static int passed, failed;

static void check(bool good, const char *what) {
  if (good) {
    passed++;
    return;
  }
  failed++;
  std::printf("FAILED: %s\n", what);
}

struct memory {
  std::vector<int> numbers = std::vector<int>(1 << 16);
  std::vector<unsigned long long> words = std::vector<unsigned long long>(4096);
  std::vector<double> values = std::vector<double>(4096);
  arguments_t arguments{numbers.data(), words.data(), values.data(), 1000, 32};
};

static void run(const char *name, memory &m, unsigned grid, unsigned block, size_t shared = 0) {
  const gobc_fake::kernel *k = gobc_fake::find_kernel(name);
  if (!k) {
    check(false, name);
    return;
  }
  gobc_fake::launch(*k, grid, block, shared, &m.arguments);
}

static void all_ones(const char *name, unsigned grid, unsigned block, size_t shared = 0) {
  memory m;
  run(name, m, grid, block, shared);
  bool good = true;
  for (unsigned i = 0; i < grid * block; i++) good &= m.numbers[i] == 1;
  check(good, name);
}

static void scans(unsigned block) {
  memory m;
  run("test_scan", m, 5, block);
  bool good = true;
  for (unsigned b = 0; b < 5; b++) {
    int sum = 0;
    for (unsigned i = 0; i < block; i++) good &= m.numbers[b * block + i] == (sum += static_cast<int>(i + b));
    good &= m.words[b] == block * (block - 1) / 2;
  }
  check(good, "test_scan");
}

static void atomics() {
  memory m;
  m.numbers[2] = -1;
  run("test_atomics", m, 7, 256);
  const int n = 7 * 256;
  bool good = m.numbers[0] == n && m.numbers[1] == n - 1 && m.numbers[2] == 0 && m.numbers[3] == n &&
      m.numbers[4] == 2 * n && m.numbers[5] != 0 && m.numbers[6] == 1;
  good &= m.words[0] == static_cast<unsigned long long>(n) << 40 && m.values[0] == n / 2.0;
  good &= m.words[1] == 0x5555555555555555ull && m.words[2] == 0xaaaaaaaaaaaaaaaaull;
  std::vector<bool> seen(n);
  for (int i = 0; i < n; i++) seen[static_cast<size_t>(m.numbers[8 + i])] = true;
  for (int i = 0; i < n; i++) good &= seen[static_cast<size_t>(i)];
  check(good, "test_atomics");
}

/* A race is found if some of 20 seeds shows a wrong value; `sum`: of a count that every warp should have raised by 32. */
static bool shows(const char *name, unsigned block, bool sum) {
  for (int seed = 0; seed < 20; seed++) {
    setenv("GOBC_FAKE_SEED", std::to_string(seed).c_str(), 1);
    memory m;
    run(name, m, 1, block);
    if (sum && m.numbers[0] != static_cast<int>(block)) return true; /* block / 32 warps times 32 */
    for (unsigned i = 0; !sum && i < block; i++)
      if (m.numbers[i] != 1) return true;
  }
  return false;
}

/* Runs the kernel in a child that must abort and say `expected`. */
static void aborts(const char *name, unsigned block, const char *expected) {
  int pipe_ends[2];
  if (pipe(pipe_ends)) std::exit(2);
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    dup2(pipe_ends[1], 2);
    memory m;
    run(name, m, 1, block);
    _exit(0);
  }
  close(pipe_ends[1]);
  std::string said;
  char buffer[4096];
  for (ssize_t n; (n = read(pipe_ends[0], buffer, sizeof buffer)) > 0;) said.append(buffer, static_cast<size_t>(n));
  close(pipe_ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  const bool good = !(WIFEXITED(status) && WEXITSTATUS(status) == 0) && said.find(expected) != std::string::npos;
  check(good, name);
  if (!good || std::getenv("GOBC_TESTS_VERBOSE")) std::printf("%s (status %d) said:\n%s", name, status, said.c_str());
}

static void pure_functions() {
  check(__viaddmin_u16x2(0x00050001, 0x00010001, 0x0003ffff) == 0x00030002, "__viaddmin_u16x2");
  check(__viaddmin_u16x2(0xffff0000, 0x00010001, 0x00050005) == 0x00000001, "__viaddmin_u16x2 wraps");
  check(__clz(0) == 32 && __clz(1) == 31 && __clzll(1) == 63 && __ffs(0) == 0 && __ffsll(8) == 4, "bits");
  check(__popc(0xf0u) == 4 && __popcll(~0ull) == 64 && __brev(1) == 0x80000000u, "counts of bits");
  check(__double_as_longlong(1.0) == 0x3ff0000000000000ll && __longlong_as_double(0x4000000000000000ll) == 2.0,
        "casts");
  check(min(3, 4) == 3 && max(3u, 4u) == 4 && min(2.0f, NAN) == 2.0f && max(5ll, 4ll) == 5, "min and max");
  check(__umul64hi(~0ull, ~0ull) == ~0ull - 1 && __umulhi(~0u, 2) == 1, "high products");
  check(__double2ull_rz(1e30) == ~0ull && __double2ull_rz(-1) == 0 && __double2ll_rn(2.5) == 2, "conversions");
  const gobc_fake::constant *c = gobc_fake::find_constant("test_constant"), *d = gobc_fake::find_constant("test_pair");
  check(c && c->bytes == 8 && *static_cast<unsigned long long *>(c->address) == 0x1234567890abcdefull, "constant");
  check(d && d->bytes == 8 && static_cast<pair_t *>(d->address)->b == 4, "constant struct");
  const gobc_fake::kernel *k = gobc_fake::find_kernel("test_atomics");
  check(k && k->threads == 256 && k->blocks == 2 && k->argument_bytes == sizeof(arguments_t), "registered bounds");
  check(!gobc_fake::find_kernel("no_such_kernel"), "unknown kernel");
}

/* Nanoseconds of processor time. */
static double processor_time() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

static double time_of(const char *name, int count, unsigned grid, unsigned block) {
  memory m;
  m.arguments.count = count;
  run(name, m, 1, block);
  const double start = processor_time();
  run(name, m, grid, block);
  return (processor_time() - start) / (static_cast<double>(grid) * block * (count ? count : 1));
}

static int speed() {
  for (unsigned block : {32u, 128u, 512u, 1024u}) {
    std::printf("%4u threads: shuffle %.1f ns, barrier %.1f ns, atomic %.1f ns a thread; a block %.1f ns a thread\n",
                block, time_of("time_shuffles", 1000, 4, block), time_of("time_barriers", 1000, 4, block),
                time_of("time_atomics", 1000, 4, block), time_of("time_blocks", 0, 200, block));
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc > 1 && std::string(argv[1]) == "speed") return speed();
  alarm(300); /* ends a hang */
  for (int seed = 0; seed < 4; seed++) {
    setenv("GOBC_FAKE_SEED", std::to_string(seed).c_str(), 1);
    all_ones("test_shuffles", 2, 64);
    all_ones("test_votes", 1, 96);
    all_ones("test_dynamic", 3, 128, 128 * sizeof(float4));
    all_ones("poisoned_start", 20, 32);
    all_ones("test_template_shared", 1, 64);
    all_ones("test_locks", 2, 128);
    all_ones("test_teams", 2, 256);
    scans(1024);
    scans(40);
    atomics();
  }
  check(shows("race_block", 256, false), "race_block is seen");
  check(shows("race_teams", 256, false), "race_teams is seen");
  check(shows("race_warp", 32, false), "race_warp is seen");
  check(shows("race_update", 256, true), "race_update is seen");
  check(shows("race_warps", 256, true), "race_warps is seen");
  aborts("diverge_calls", 32, "lanes of a warp are in different collectives");
  aborts("diverge_lines", 32, "selftest.cc");
  aborts("diverge_exit", 32, "while others of its warp wait");
  aborts("diverge_barrier", 64, "threads of a block are in different barriers");
  aborts("diverge_barrier_exit", 64, "threads of a block diverged");
  aborts("diverge_warp_barrier", 64, "lanes of a warp diverged");
  aborts("diverge_teams", 64, "threads of a team are in different barriers");
  aborts("diverge_team_sizes", 96, "threads of a team are in different barriers");
  aborts("diverge_team_number", 32, "not in 1..15");
  aborts("diverge_team_exit", 64, "threads of a block diverged");
  aborts("diverge_mask", 32, "only the full mask");
  aborts("diverge_width", 32, "no power of two");
  aborts("diverge_short_warp", 48, "fewer than 32 lanes");
  aborts("overrun_stack", 32, "stack is full");
  pure_functions();
  std::printf("emulator: %d passed, %d failed\n", passed, failed);
  return failed || !passed;
}
