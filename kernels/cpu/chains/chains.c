/*
 * What inner vertices of chains add to a batch of nodes (core/reduce/chains.go has the formulas), and the same batch in any
 * range of path counts.
 */
#include "chains/chains.h"

#include <string.h>

#include "common/instance.h"
#include "weighted/label_correcting.h"
#include "serial/serial.h"

#define LANES GOBC_LABEL_CORRECTING_WIDTH

/* Sums of a chain in totals->delta, in items of two words; see Chains.Items. */
typedef struct items_t {
  uint64_t *sources, *ties, *ends; /* item 0, item 2k (so that ties begin at 1), item 3k + 1 */
} items_t;

static inline items_t items_of(const gobc_chains *chains, int32_t chain, gobc_totals *totals) {
  const int64_t first = chains->first[chain], k = chains->first[chain + 1] - first;
  uint64_t *item = totals->delta + 2 * (chains->nodes + 3 * (first + chain));
  return (items_t){item, item + 4 * k, item + 2 * (3 * k + 1)};
}

/* The same where paths are counted, as numbers of items of totals->stress: those of U[0] and V[0], and of the ends. */
typedef struct counted_t {
  int64_t before, behind, ends;
} counted_t;

static inline counted_t counted_of(const gobc_chains *chains, int32_t chain) {
  const int64_t first = chains->first[chain], k = chains->first[chain + 1] - first;
  const int64_t item = chains->nodes + 3 * (first + chain);
  return (counted_t){item, item + k + 1, item + 3 * k + 1};
}

static inline void add_count(gobc_totals *totals, int64_t item, double count) {
  gobc_stress_add(&totals->stress, item, count);
}

/* value * 2^64, 0 <= value < 2^62, cut off below; by halves, as signed conversions are one instruction */
static inline unsigned __int128 fixed_point(double value) {
  const int64_t whole = (int64_t)value;
  const double rest = (value - (double)whole) * 0x1p32;
  const int64_t high = (int64_t)rest, low = (int64_t)((rest - (double)high) * 0x1p32);
  return (unsigned __int128)(uint64_t)whole << 64 | (uint64_t)high << 32 | (uint64_t)low;
}

/* A sum of fixed points, which is exact in any order, as one number. */
static inline double number_of(__int128 sum) { return (double)(int64_t)(sum >> 64) + (double)(uint64_t)sum * 0x1p-64; }

/* The sum of a row of lanes by halves: an order that a warp has too. */
static inline double row_sum(double *row) {
  _Static_assert(LANES == 64, "halves are written out");
  for (int lane = 0; lane < 32; lane++) row[lane] += row[lane + 32];
  for (int lane = 0; lane < 16; lane++) row[lane] += row[lane + 16];
  for (int lane = 0; lane < 8; lane++) row[lane] += row[lane + 8];
  for (int lane = 0; lane < 4; lane++) row[lane] += row[lane + 4];
  return (row[0] + row[2]) + (row[1] + row[3]);
}

/* A chain as the loops use it: k inner vertices, sums[0 .. k]. */
typedef struct chain_t {
  const uint32_t *doubled;
  const double *sums;
  int64_t length;
  int32_t k, first, last; /* ends */
} chain_t;

static inline chain_t chain_of(const gobc_chains *chains, int32_t chain) {
  const int32_t first = chains->first[chain];
  return (chain_t){chains->doubled + first,          chains->sums + first + chain, chains->length[chain],
                   chains->first[chain + 1] - first, chains->ends[2 * chain],      chains->ends[2 * chain + 1]};
}

/* How far a batch is from its next look at the cancel word, in steps of some tens of nanoseconds. */
typedef struct watch_t {
  const volatile int32_t *cancel;
  int64_t steps;
} watch_t;

static inline int stops(watch_t *watch, int64_t steps) {
  if ((watch->steps += steps) < 1 << 14) return 0;
  watch->steps = 0;
  return *watch->cancel != 0;
}

/* Where x is among doubled places: 2r behind r of them, 2r + 1 at the next one. Hops have them at 2, 4, 6, ... */
static inline int32_t place_of(const chain_t *chain, int64_t x, int hops) {
  if (hops) return x <= 1 ? 0 : x > 2 * chain->k ? 2 * chain->k : (int32_t)x - 1;
  if (x <= (int64_t)chain->doubled[0]) return x == (int64_t)chain->doubled[0]; /* most are at one end of a chain */
  if (x > (int64_t)chain->doubled[chain->k - 1]) return 2 * chain->k;
  int32_t low = 0; /* the first place that is not before x is one of the `left` places from here on */
  for (int32_t left = chain->k, half; left > 1; left -= half) { /* without branches: none of them could be predicted */
    half = left >> 1;
    low += half & -((int64_t)chain->doubled[low + half - 1] < x);
  }
  return 2 * low + ((int64_t)chain->doubled[low] == x);
}

/* The same for all lanes. On a short chain (20, 32 and 64 vertices were tried) 16 lanes at once are compared with every
   place. */
static inline void places_of(const chain_t *chain, const int64_t x[LANES], int32_t place[LANES], int hops) {
  typedef int32_t some_t __attribute__((vector_size(64), may_alias));
  if (hops || chain->k > 64 || chain->doubled[chain->k - 1] >= INT32_MAX) {
    for (int lane = 0; lane < LANES; lane++) place[lane] = place_of(chain, x[lane], hops);
    return;
  }
  for (int lane = 0; lane < LANES; lane++)
    place[lane] = x[lane] < 0 ? 0 : x[lane] < INT32_MAX ? (int32_t)x[lane] : INT32_MAX;
  for (some_t *at = (some_t *)place; at < (some_t *)(place + LANES); at++) {
    const some_t none = {0};
    some_t before = none;
    for (int32_t r = 0; r < chain->k; r++) {
      const some_t doubled = none + (int32_t)chain->doubled[r];
      before += (doubled < *at) + (doubled <= *at); /* -1 where it holds */
    }
    *at = -before;
  }
}

/* Weights of the inner vertices that are reached through the first end, and through the last one; both at a tie. */
static inline double before_place(const chain_t *chain, int32_t place) { return chain->sums[(place + 1) >> 1]; }
static inline double behind_place(const chain_t *chain, int32_t place) {
  return chain->sums[chain->k] - chain->sums[place >> 1];
}

/* weight * paths */
static inline double gobc_plain_weighed(double weight, double paths) { return weight * paths; }
static inline double gobc_scaled_weighed(double weight, gobc_scaled_count paths) {
  return gobc_scaled_product(gobc_scaled_from(weight), paths);
}

/* a / (a + b) */
static inline double gobc_plain_part(double a, double b) { return a / (a + b); }
static inline double gobc_scaled_part(gobc_scaled_count a, gobc_scaled_count b) {
  const gobc_scaled_count part = gobc_scaled_over(a, gobc_scaled_add(a, b));
  return part.exponent < -1000 ? 0.0 : part.mantissa * gobc_power_of_two(part.exponent);
}

#define GOBC_BODY "chains/instances.h"
#define GOBC_BODY_SETS GOBC_ALL_SETS
#include "common/instance_sets.h"

#define GOBC_SET any
#define KIND scaled
#define DISTANCE 64
#include "chains/body.h"

int gobc_serial_contract(gobc_serial *serial, const gobc_chains *chains) {
  const size_t nodes = (size_t)serial->graph.vertices + 1, items = nodes * LANES;
  serial->chains = *chains;
  serial->distances = gobc_arena_alloc(&serial->arena, items * sizeof(uint64_t));
  serial->counts = gobc_arena_alloc(&serial->arena, items * sizeof(gobc_scaled_count));
  serial->mass = gobc_arena_alloc(&serial->arena, items * sizeof(double));
  serial->column = gobc_arena_alloc(&serial->arena, nodes * sizeof(double));
  serial->chain_place = gobc_arena_alloc(&serial->arena, nodes * (size_t)chains->sources * sizeof(int32_t) + 64);
  serial->pairs.target_weight = serial->column;
  return serial->arena.failed ? GOBC_KERNEL_NOMEM : GOBC_KERNEL_OK;
}

/* Calls for every lane of a batch, until one fails. */
static int each_lane(gobc_serial *serial, const gobc_chain_batch *batch, gobc_totals *totals,
                     const volatile int32_t *cancel,
                     int (*run)(gobc_serial *, const gobc_chain_part *, int lane, int32_t node, gobc_totals *,
                                const volatile int32_t *)) {
  int status = GOBC_KERNEL_OK;
  for (int at = 0; at < batch->part_count; at++) {
    const gobc_chain_part *part = batch->parts + at;
    for (int lane = part->lanes[0]; lane < part->lanes[1] && status == GOBC_KERNEL_OK; lane++)
      status = run(serial, part, lane, batch->lane[lane], totals, cancel);
  }
  return status;
}

static int count_lane(gobc_serial *serial, const gobc_chain_part *part, int lane, int32_t node, gobc_totals *totals,
                      const volatile int32_t *cancel) {
  (void)totals;
  return gobc_serial_counts(serial, node, part->nodes[0], part->nodes[1], serial->distances + lane,
                            serial->counts + lane, LANES, cancel);
}

static int pass_lane(gobc_serial *serial, const gobc_chain_part *part, int lane, int32_t node, gobc_totals *totals,
                     const volatile int32_t *cancel) {
  uint64_t out_of_range;
  for (int32_t v = part->nodes[0]; v < part->nodes[1]; v++) serial->column[v] = serial->mass[(size_t)v * LANES + lane];
  return gobc_serial_run(serial, node, part->nodes[0], part->nodes[1], totals, NULL, cancel, &out_of_range);
}

/* Allocates for the numbers of paths of a batch, of which the largest path count bounds all. */
static int prepare_counts(gobc_serial *serial, const gobc_chain_batch *batch, gobc_totals *totals) {
  gobc_scaled_count largest = gobc_scaled_from(1.0);
  for (int at = 0; at < batch->part_count; at++) {
    const gobc_chain_part *part = batch->parts + at;
    for (int32_t v = part->nodes[0]; v < part->nodes[1]; v++)
      for (int lane = part->lanes[0]; lane < part->lanes[1]; lane++) {
        const gobc_scaled_count paths = serial->counts[(size_t)v * LANES + lane];
        if (paths.exponent > largest.exponent) largest = paths;
      }
  }
  largest.exponent++;
  const double bound = gobc_scaled_weighed(gobc_chains_bound(&serial->chains), largest);
  const int infinite = bound > 0x1p1022;
  return gobc_chains_prepare(&serial->chains, infinite ? 0x1p1022 : bound, infinite, totals, &serial->arena.allocator);
}

int gobc_chains_prepare(const gobc_chains *chains, double bound, int infinite, gobc_totals *totals,
                        const gobc_allocator *allocator) {
  const uint64_t windows = bound < 0x1p96 ? 0 : ~UINT64_C(0) >> (63 - gobc_stress_window(bound));
  return gobc_stress_prepare(&totals->stress, windows, infinite, chains->items, allocator);
}

int gobc_serial_run_chains(gobc_serial *serial, const gobc_chain_batch *batch, gobc_totals *totals,
                           const volatile int32_t *cancel) {
  int status = each_lane(serial, batch, totals, cancel, count_lane);
  if (status == GOBC_KERNEL_OK && serial->chains.total > 0) status = prepare_counts(serial, batch, totals);
  if (status == GOBC_KERNEL_OK)
    status = gobc_scaled_masses_64_any(&serial->chains, batch, serial->distances, serial->counts, serial->mass,
                                       serial->chain_place, totals, cancel);
  return status == GOBC_KERNEL_OK ? each_lane(serial, batch, totals, cancel, pass_lane) : status;
}
