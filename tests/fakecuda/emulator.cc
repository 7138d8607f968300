/*
 * The scheduler of the emulated kernels: fibers, warps, one block at a time. A fiber runs until it waits in a collective
 * or gives way at an atomic; then another thread of the same warp goes on, now and then (1 in 64) one of another warp.
 * The lanes of a warp take turns in steps, whose length is drawn at random for every collective.
 * A lane can be one collective ahead of another, never two: so results stand in two alternating buffers.
 */
#include "emulator.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include "fiber.h"
#include "system.h"

namespace gobc_fake {

__thread fiber *self;
__thread common here;

struct warp {
  meeting rounds[2];
  unsigned round;
  unsigned index;
  uint32_t lanes;   /* lanes that exist: all but in the last warp of an odd block */
  uint32_t pending; /* lanes that can run */
  uint32_t waiting; /* lanes in the collective that is being gathered */
  unsigned step;    /* odd: from a lane to the next in turn */
};

/* Warps that wait at a barrier of some of a block. */
struct team {
  place barrier;
  unsigned arrived, threads;
  uint32_t warps;
};

struct block {
  static constexpr unsigned max_threads = 1024, max_teams = 16;
  fiber threads[max_threads];
  warp warps[max_threads / 32];
  fiber host;
  const kernel *what;
  const void *arguments;
  unsigned count, finished, arrived, round;
  uint32_t runnable; /* warps with pending lanes */
  team teams[max_teams];
  place barrier;
  barrier_result results[2];
  uint64_t random;
  unsigned until_other_warp; /* switches before a warp is drawn */
  stacks memory;
  block *next_free;
};

namespace {

kernel *kernels;
constant *constants;

uint64_t next_random(uint64_t &state) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

/* The first bit that is set, from bit `from` on and round. */
unsigned next_bit(uint32_t bits, unsigned from) {
  from &= 31;
  const uint32_t turned = bits >> from | bits << (-from & 31);
  return (static_cast<unsigned>(__builtin_ctz(turned)) + from) & 31;
}

unsigned pick_bit(uint32_t bits, uint64_t random) { return next_bit(bits, static_cast<unsigned>(random >> 20)); }

__attribute__((noinline)) bool same_text(const place &a, const place &b) {
  return a.line == b.line && !std::strcmp(a.call, b.call) && !std::strcmp(a.file, b.file);
}

inline bool same(const place &a, const place &b) {
  return __builtin_expect(a.line == b.line && a.call == b.call && a.file == b.file, 1) || same_text(a, b);
}

/* Part by part: a copy of the whole reads what was just written in other sizes, which the processor waits for. */
inline void note_place(place &to, const char *call, const char *file, int line) {
  to.call = call;
  to.file = file;
  to.line = line;
}

void name_thread(const fiber &f) {
  const char *what = f.state == fiber::returned ? "has returned" : f.state == fiber::running ? "runs" : "waits";
  std::fprintf(stderr, "  thread %u (warp %u, lane %u) of block %u %s", f.thread.x, f.thread.x / 32, f.lane,
               here.block_index.x, what);
  if (f.at.file)
    std::fprintf(stderr, "%s%s at %s:%d", f.state == fiber::returned ? ", last " : " in ", f.at.call, f.at.file,
                 f.at.line);
  std::fputc('\n', stderr);
}

[[noreturn]] void diverged(const char *what, const fiber &one, const fiber &other) {
  std::fprintf(stderr, "gobc fake CUDA: kernel %s: %s\n", one.of_block->what->name, what);
  name_thread(one);
  name_thread(other);
  std::fflush(stderr);
  std::abort();
}

/* No thread can run and some wait: names a pair that will never meet. */
[[noreturn]] void stuck(block *b) {
  for (unsigned i = 0; i < b->count; i++) {
    if (b->threads[i].state != fiber::in_warp) continue;
    for (unsigned j = i & ~31u; j < (i | 31u) + 1 && j < b->count; j++)
      if (b->threads[j].state != fiber::in_warp) diverged("lanes of a warp diverged", b->threads[i], b->threads[j]);
    diverged("a collective in a warp of fewer than 32 lanes", b->threads[i], b->threads[b->count - 1]);
  }
  for (unsigned i = 0; i < b->count; i++)
    for (unsigned j = 0; j < b->count; j++)
      if (b->threads[i].state == fiber::in_barrier && b->threads[j].state == fiber::returned)
        diverged("threads of a block diverged", b->threads[i], b->threads[j]);
  std::abort();
}

unsigned draw_step(block *b) { return static_cast<unsigned>(next_random(b->random) >> 24) | 1; }

/* A warp that can run, drawn at random, and when one is drawn again. */
__attribute__((noinline)) warp *draw_warp(block *b) {
  if (!b->runnable) stuck(b);
  const uint64_t random = next_random(b->random);
  b->until_other_warp = 1 + (static_cast<unsigned>(random >> 40) & 127);
  return &b->warps[pick_bit(b->runnable, random >> 8)];
}

/* Runs the next thread in turn, until this one has its turn again. */
__attribute__((always_inline)) inline void schedule(fiber *from) {
  block *b = from->of_block;
  warp *w = from->of_warp;
  if (__builtin_expect(!--b->until_other_warp || !w->pending, 0)) w = draw_warp(b);
  fiber *to = &b->threads[w->index * 32 + next_bit(w->pending, from->lane + w->step)];
  check_stack(*from);
  if (to == from) return;
  self = to;
  switch_fiber(*from, *to);
}

void stop_running(fiber *f) {
  warp *w = f->of_warp;
  w->pending &= ~(1u << f->lane);
  if (!w->pending) f->of_block->runnable &= ~(1u << w->index);
}

void reset_yield(block *b) { here.until_yield = 1 + static_cast<int>(next_random(b->random) >> 40 & 127); }

} // namespace

register_kernel::register_kernel(const char *name, void (*body)(const void *), const char *file, int threads,
                                 int blocks, size_t argument_bytes)
    : row{name, body, file, threads, blocks, argument_bytes, kernels} {
  kernels = &row;
}

register_constant::register_constant(const char *name, const char *file, void *address, size_t bytes)
    : row{name, file, address, bytes, constants} {
  constants = &row;
}

const kernel *first_kernel() { return kernels; }
const constant *first_constant() { return constants; }

const kernel *find_kernel(const char *name) {
  for (const kernel *k = kernels; k; k = k->next)
    if (!std::strcmp(k->name, name)) return k;
  return nullptr;
}

const constant *find_constant(const char *name) {
  for (const constant *c = constants; c; c = c->next)
    if (!std::strcmp(c->name, name)) return c;
  return nullptr;
}

void fail(place at, const char *what) {
  std::fprintf(stderr, "gobc fake CUDA: %s at %s:%d: %s\n", at.call, at.file, at.line, what);
  if (self) name_thread(*self);
  std::fflush(stderr);
  std::abort();
}

long long clock() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

const meeting *meet(const char *call, const char *file, int line, unsigned mask, uint64_t value, bool vote) {
  fiber *f = self;
  note_place(f->at, call, file, line);
  warp *w = f->of_warp;
  const uint32_t bit = 1u << f->lane;
  if (mask != ~0u) fail(f->at, "only the full mask ~0u is emulated");
  meeting *now = &w->rounds[w->round & 1];
  if (!w->waiting) {
    now->votes = 0;
  } else {
    const fiber &first = f->of_block->threads[w->index * 32 + static_cast<unsigned>(__builtin_ctz(w->waiting))];
    if (__builtin_expect(!same(first.at, f->at), 0)) {
      f->state = fiber::in_warp;
      diverged("lanes of a warp are in different collectives", first, *f);
    }
  }
  now->values[f->lane] = value;
  if (vote) now->votes |= bit;
  w->waiting |= bit;
  f->state = fiber::in_warp;
  if (w->waiting == ~0u) {
    w->waiting = 0;
    w->round++;
    w->pending = ~0u;
    w->step = draw_step(f->of_block);
    f->of_block->runnable |= 1u << w->index;
  } else {
    stop_running(f);
  }
  schedule(f);
  f->state = fiber::running;
  return now;
}

barrier_result wait_for_block(place at, bool predicate) {
  fiber *f = self;
  block *b = f->of_block;
  barrier_result *now = &b->results[b->round & 1];
  note_place(f->at, at.call, at.file, at.line);
  f->state = fiber::in_barrier;
  if (!b->arrived) {
    *now = {0, 1, 0};
    note_place(b->barrier, at.call, at.file, at.line);
  } else if (__builtin_expect(!same(b->barrier, at), 0)) {
    for (unsigned i = 0; i < b->count; i++)
      if (b->threads[i].state == fiber::in_barrier && same(b->threads[i].at, b->barrier))
        diverged("threads of a block are in different barriers", b->threads[i], *f);
  }
  now->any |= predicate;
  now->all &= predicate;
  now->count += predicate;
  if (++b->arrived == b->count) {
    b->arrived = 0;
    b->round++;
    const unsigned warps = (b->count + 31) / 32;
    for (unsigned i = 0; i < warps; i++) {
      b->warps[i].pending = b->warps[i].lanes;
      b->warps[i].step = draw_step(b);
    }
    b->runnable = warps == 32 ? ~0u : (1u << warps) - 1;
  } else {
    stop_running(f);
  }
  schedule(f);
  f->state = fiber::running;
  return *now;
}

void wait_for_team(place at, int number, int threads) {
  fiber *f = self;
  block *b = f->of_block;
  note_place(f->at, at.call, at.file, at.line);
  if (number < 1 || number >= static_cast<int>(block::max_teams)) fail(at, "the number of a barrier is not in 1..15");
  if (threads < 32 || threads % 32) fail(at, "a barrier is not of whole warps");
  team *t = &b->teams[number];
  f->state = fiber::in_barrier;
  if (!t->arrived) {
    note_place(t->barrier, at.call, at.file, at.line);
    t->threads = static_cast<unsigned>(threads);
    t->warps = 0;
  } else if (!same(t->barrier, at) || t->threads != static_cast<unsigned>(threads)) {
    for (unsigned i = 0; i < b->count; i++)
      if (t->warps >> i / 32 & 1 && b->threads[i].state == fiber::in_barrier && same(b->threads[i].at, t->barrier))
        diverged("threads of a team are in different barriers", b->threads[i], *f);
  }
  t->warps |= 1u << f->of_warp->index;
  if (++t->arrived == t->threads) {
    t->arrived = 0;
    for (unsigned i = 0; i < block::max_threads / 32; i++) {
      if (!(t->warps >> i & 1)) continue;
      b->warps[i].pending = b->warps[i].lanes;
      b->warps[i].step = draw_step(b);
    }
    b->runnable |= t->warps;
  } else {
    stop_running(f);
  }
  schedule(f);
  f->state = fiber::running;
}

void give_way() {
  block *b = self->of_block;
  reset_yield(b);
  /* One step for ever would leave lanes out, which may hold what the others wait for. */
  self->of_warp->step = draw_step(b);
  schedule(self);
}

/* The first and only function of a fiber; it is never left, the next block starts it anew. */
GOBC_FAKE_NO_SANITIZER static void fiber_main() {
  fiber *f = self;
  arrived_on_fiber(f->of_block->host);
  f->of_block->what->body(f->of_block->arguments);
  f = self;
  block *b = f->of_block;
  f->state = fiber::returned;
  if (f->of_warp->waiting) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(f->of_warp->waiting));
    diverged("a lane returned while others of its warp wait", b->threads[f->of_warp->index * 32 + lane], *f);
  }
  stop_running(f);
  if (++b->finished < b->count) {
    const warp *w = draw_warp(b);
    self = &b->threads[w->index * 32 + pick_bit(w->pending, next_random(b->random) >> 16)];
    leave_fiber(*f, *self);
  }
  self = nullptr;
  leave_fiber(*f, b->host);
}

namespace {

/* Garbage in all shared memory: 0xff is NaN in every float, 0xa5 is neither an end nor a full mask. */
void poison(const thread_variables &variables, size_t shared_bytes, uint64_t random) {
  const int garbage = random >> 33 & 1 ? 0xff : 0xa5;
  if (here.dynamic_shared) std::memset(here.dynamic_shared, garbage, shared_bytes);
  fiber *const kept_self = self;
  const common kept = here;
  if (variables.start) std::memset(variables.start, garbage, variables.bytes);
  self = kept_self;
  here = kept;
}

void start_block(block *b, unsigned index) {
  here.block_index = {index, 0, 0};
  b->finished = b->arrived = 0;
  for (team &t : b->teams) t.arrived = 0;
  const unsigned warps = (b->count + 31) / 32;
  for (unsigned i = 0; i < warps; i++) {
    const unsigned lanes = b->count - i * 32;
    const uint32_t mask = lanes >= 32 ? ~0u : (1u << lanes) - 1;
    b->warps[i].round = 0;
    b->warps[i].index = i;
    b->warps[i].waiting = 0;
    b->warps[i].lanes = b->warps[i].pending = mask;
    b->warps[i].step = draw_step(b);
  }
  b->runnable = warps == 32 ? ~0u : (1u << warps) - 1;
  for (unsigned i = 0; i < b->count; i++) {
    fiber &f = b->threads[i];
    f.thread = {i, 0, 0};
    f.lane = i & 31;
    f.of_warp = &b->warps[i / 32];
    f.of_block = b;
    f.at = {"", nullptr, 0};
    f.state = fiber::running;
    prepare_fiber(f, b->memory, i, fiber_main);
  }
  reset_yield(b);
  b->until_other_warp = 1;
}

block *free_blocks;
char free_lock;

block *take_block() {
  while (__atomic_test_and_set(&free_lock, __ATOMIC_ACQUIRE)) {}
  block *b = free_blocks;
  if (b) free_blocks = b->next_free;
  __atomic_clear(&free_lock, __ATOMIC_RELEASE);
  if (b) return b;
  b = new block();
  b->memory.reserve(block::max_threads);
  return b;
}

void give_block(block *b) {
  while (__atomic_test_and_set(&free_lock, __ATOMIC_ACQUIRE)) {}
  b->next_free = free_blocks;
  free_blocks = b;
  __atomic_clear(&free_lock, __ATOMIC_RELEASE);
}

uint64_t seed_of_launch() {
  static uint64_t launches;
  const char *text = std::getenv("GOBC_FAKE_SEED");
  uint64_t state = text ? std::strtoull(text, nullptr, 10) : 1;
  state =
      (state + 1) * 0x9e3779b97f4a7c15ull + __atomic_fetch_add(&launches, 1, __ATOMIC_RELAXED) * 0xbf58476d1ce4e5b9ull;
  return state ? state : 1;
}

} // namespace

void launch(const kernel &what, unsigned grid, unsigned threads, size_t shared_bytes, const void *arguments) {
  if (self) fail({"launch", __FILE__, __LINE__}, "a kernel cannot launch another");
  if (!grid || !threads || threads > block::max_threads)
    fail({"launch", __FILE__, __LINE__}, "a block has 1 to 1024 threads");
  block *b = take_block();
  b->what = &what;
  b->arguments = arguments;
  b->count = threads;
  b->random = seed_of_launch();
  b->host.stack_bytes = 0;
  for (int i = 0; i < 4; i++) next_random(b->random);
  here.block_size = {threads, 1, 1};
  here.grid_size = {grid, 1, 1};
  here.dynamic_shared =
      shared_bytes ? static_cast<unsigned char *>(allocate_aligned(128, (shared_bytes + 127) / 128 * 128)) : nullptr;
  const thread_variables variables = find_thread_variables();

  uint64_t step = next_random(b->random) % grid;
  while (std::gcd(step, static_cast<uint64_t>(grid)) != 1) step = (step + 1) % grid;
  uint64_t index = next_random(b->random) % grid;
  for (unsigned done = 0; done < grid; done++, index = (index + step) % grid) {
    poison(variables, shared_bytes, next_random(b->random));
    start_block(b, static_cast<unsigned>(index));
    self = &b->threads[next_random(b->random) % b->count];
    switch_fiber(b->host, *self);
  }
  free_aligned(here.dynamic_shared);
  here.dynamic_shared = nullptr;
  give_block(b);
}

} // namespace gobc_fake
