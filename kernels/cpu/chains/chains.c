/*
 * What inner vertices of chains add to a batch of nodes (core/reduce/chains.go has the formulas), and the same batch in any
 * range of path counts.
 */
#include "chains/chain.h"
#include "common/instance.h"
#include "serial/serial.h"

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
