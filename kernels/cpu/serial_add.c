/*
 * What a run adds: held back until nothing can fail any more, times the weight of the source, as integers.
 */
#pragma STDC FP_CONTRACT OFF
#include "serial.h"

static double source_weight(const gobc_serial *serial) {
  return serial->pairs.source_weight ? serial->pairs.source_weight[serial->order[0]] : 1.0;
}

/* Infinite stress times nothing is nothing. */
static double weighted(double term, double weight) {
  return weight > 0.0 ? term * weight : 0.0;
}

/* What passes from v to its successor w, before the weight of the source. */
static double entry_delta(const gobc_serial *serial, int32_t v, int32_t w) {
  return serial->exponents ? gobc_scaled_product(serial->sigma.scaled[v], serial->share.scaled[w])
                           : serial->sigma.plain[v] * serial->share.plain[w];
}

static double entry_stress(const gobc_serial *serial, int32_t v, int32_t w) {
  return serial->exponents ? gobc_scaled_product(serial->sigma.scaled[v], serial->onward.scaled[w])
                           : serial->sigma.plain[v] * serial->onward.plain[w];
}

/* Room for the stress of vertices and of entries, the only step that can fail. */
static int prepare(gobc_serial *serial, gobc_totals *totals) {
  double weight = source_weight(serial);
  if (serial->needs & GOBC_NEED_STRESS) {
    uint64_t windows = 0;
    int infinite = 0;
    for (int64_t i = 1; i < serial->reached; i++)
      windows |= gobc_stress_windows(weighted(serial->term[i], weight), &infinite);
    if (gobc_stress_prepare(&totals->stress, windows, infinite, serial->graph.vertices, &serial->arena.allocator) !=
        GOBC_KERNEL_OK)
      return GOBC_KERNEL_NOMEM;
  }
  if (serial->needs & GOBC_NEED_EDGE_STRESS) {
    uint64_t windows = 0;
    int infinite = 0;
    for (int64_t i = 1; i < serial->reached; i++)
      for (int64_t k = serial->before_offsets[i]; k < serial->before_offsets[i + 1]; k++)
        windows |= gobc_stress_windows(weighted(entry_stress(serial, gobc_serial_before(serial)[k], serial->order[i]), weight),
                                       &infinite);
    return gobc_stress_prepare_entries(totals->edge_stress, 2, windows, infinite, &serial->graph, &serial->arena.allocator);
  }
  return GOBC_KERNEL_OK;
}

static void add_vertices(gobc_serial *serial, gobc_totals *totals, double weight) {
  for (int64_t i = 1; i < serial->reached; i++) {
    int64_t v = serial->order[i];
    double delta = serial->delta[i] * weight;
    if (serial->needs & GOBC_NEED_DELTA) gobc_words_add(totals->delta + 2 * v, gobc_dependency_units(delta));
    if (serial->needs & GOBC_NEED_SQUARES) gobc_words_add(totals->squares + 2 * v, gobc_square_units(delta));
    if (serial->needs & GOBC_NEED_STRESS) gobc_stress_add(&totals->stress, v, weighted(serial->term[i], weight));
  }
}

static void add_entries(gobc_serial *serial, gobc_totals *totals, double weight) {
  for (int64_t i = 1; i < serial->reached; i++) {
    int32_t w = serial->order[i];
    int64_t list = serial->graph.in_offsets[w];
    for (int64_t k = serial->before_offsets[i]; k < serial->before_offsets[i + 1]; k++) {
      int64_t entry = list + gobc_serial_entry(serial)[k];
      int32_t v = gobc_serial_before(serial)[k];
      if (serial->needs & GOBC_NEED_EDGE_DELTA)
        gobc_words_add(totals->edge_delta[1] + 2 * entry, gobc_dependency_units(entry_delta(serial, v, w) * weight));
      if (serial->needs & GOBC_NEED_EDGE_STRESS)
        gobc_stress_add(&totals->edge_stress[1], entry, weighted(entry_stress(serial, v, w), weight));
    }
  }
}

int gobc_serial_add_totals(gobc_serial *serial, gobc_totals *totals) {
  if (prepare(serial, totals) != GOBC_KERNEL_OK) return GOBC_KERNEL_NOMEM;
  double weight = source_weight(serial);
  if (serial->needs & ~(unsigned)GOBC_SERIAL_ENTRIES) add_vertices(serial, totals, weight);
  if (serial->needs & GOBC_SERIAL_ENTRIES) add_entries(serial, totals, weight);
  return GOBC_KERNEL_OK;
}

static uint64_t whole_distance(const gobc_serial *serial, int64_t v) {
  return serial->kind == GOBC_DISTANCE_U32 ? serial->distance.u32[v] : serial->distance.u64[v];
}

static double length_of(const gobc_serial *serial, int64_t v) {
  return serial->kind == GOBC_DISTANCE_F64 ? serial->distance.f64[v] : (double)whole_distance(serial, v);
}

void gobc_serial_add_lengths(gobc_serial *serial, gobc_length_totals *lengths) {
  if (lengths->lane_reached) lengths->lane_reached[0] = serial->reached;
  if (lengths->lane_farthest) lengths->lane_farthest[0] = length_of(serial, serial->order[serial->reached - 1]);
  for (int64_t i = 0; i < serial->reached; i++) {
    int64_t v = serial->order[i];
    uint64_t whole = serial->kind == GOBC_DISTANCE_F64 ? 0 : whole_distance(serial, v);
    double d = length_of(serial, v);
    if (lengths->distance)
      gobc_words_add(lengths->distance + 2 * v, serial->kind == GOBC_DISTANCE_F64
                                                    ? gobc_real_units(d, lengths->distance_unit)
                                                    : gobc_whole_units(whole, lengths->distance_unit));
    if (lengths->harmonic && i > 0)
      gobc_words_add(lengths->harmonic + 2 * v, gobc_real_units(1.0 / d, lengths->harmonic_unit));
    if (lengths->reached) lengths->reached[v]++;
    if (lengths->eccentricity && d > lengths->eccentricity[v]) lengths->eccentricity[v] = d;
  }
}
