/* What distances/lane_totals.h declares. */
#include "distances/lane_totals.h"

#include "common/terms.h"

/* Byte i gets bit i of a byte. */
static uint64_t bit_a_byte(uint64_t byte) {
  const uint64_t one = byte * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
  return (one + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
}

void gobc_lane_totals_flush(gobc_lane_totals *totals) {
  for (int at = 0; at < 8 * totals->words; at++) {
    uint64_t eight = 0;
    for (int k = 0; k < GOBC_PLANES; k++) eight |= bit_a_byte(totals->planes[k][at >> 3] >> 8 * (at & 7) & 255) << k;
    for (int lane = 0; lane < 8; lane++) totals->came[8 * at + lane] += (uint32_t)(eight >> 8 * lane & 255);
  }
  memset(totals->planes, 0, sizeof totals->planes);
  totals->held = 0;
}

void gobc_lane_totals_end_level(gobc_lane_totals *totals, int64_t level, int lanes) {
  if (totals->held > 0) gobc_lane_totals_flush(totals);
  const unsigned __int128 term = totals->sums_terms && level > 0 ? gobc_level_term(totals->term, level) : 0;
  for (int lane = 0; lane < lanes; lane++) {
    const uint32_t came = totals->came[lane];
    if (!came) continue;
    totals->came[lane] = 0;
    totals->reached[lane] += came;
    totals->distance[lane] += level * came;
    totals->eccentricity[lane] = (int32_t)level;
    gobc_words_add(totals->terms[lane], term * came);
  }
}
