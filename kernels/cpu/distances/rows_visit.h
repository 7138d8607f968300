/*
 * Rows of distances over the breadth-first search of a batch, for rows of WORDS words of lanes. BITS is the type of a
 * distance; 0: the pairs at each distance are counted, or summed by lane, and no row is written.
 */
#include "distances/batch_rows.h"
#include "distances/count_lanes.h"
#include "distances/rows.h"

#if BITS == 8
typedef uint8_t NAME(hops);
#elif BITS == 16
typedef uint16_t NAME(hops);
#else
typedef int32_t NAME(hops);
#endif

typedef struct {
  NAME(hops) * distance;
  int64_t *levels;
  gobc_lane_totals *totals;
  int lanes;
  int64_t pairs;    /* of this level */
  int64_t farthest; /* the last level that a lane came to a vertex on */
} NAME(own);

#include "distances/batch_search_body.h"

#if BITS
/* Writes the level for some lanes into a word's part of a row. */
INLINE void NAME(write)(NAME(hops) * row, uint64_t lanes, int64_t level) {
#if GOBC_LEVEL == 2 && BITS == 8
  _mm512_mask_storeu_epi8(row, lanes, _mm512_set1_epi8((char)level));
#elif GOBC_LEVEL == 2 && BITS == 16
  const __m512i all = _mm512_set1_epi16((short)level);
  _mm512_mask_storeu_epi16(row, (uint32_t)lanes, all);
  _mm512_mask_storeu_epi16(row + 32, (uint32_t)(lanes >> 32), all);
#else
  for (; lanes; lanes &= lanes - 1) row[__builtin_ctzll(lanes)] = (NAME(hops))level;
#endif
}
#endif

#if !BITS
/* Counts a row of lanes that came to v. */
INLINE void NAME(come)(gobc_lane_totals *totals, int32_t v, NAME(row) fresh) {
  if (totals->counted && !totals->counted[v]) return;
  _Pragma("GCC unroll 8") for (int k = 0; k < GOBC_PLANES; k++) {
    NAME(row) *plane = (NAME(row) *)totals->planes[k];
    FOR_PARTS {
      const NAME(part) both = plane->part[p] & fresh.part[p];
      plane->part[p] ^= fresh.part[p];
      fresh.part[p] = both;
    }
  }
  if (++totals->held == GOBC_PLANES_FULL) gobc_lane_totals_flush(totals);
}
#endif

INLINE void NAME(start)(NAME(state) * s, int32_t v, uint64_t lanes) { (void)s, (void)v, (void)lanes; }
INLINE void NAME(begin_level)(NAME(state) * s) { s->own.pairs = 0; }

INLINE void NAME(end_level)(NAME(state) * s) {
#if !BITS
  if (!s->own.totals) {
    s->own.levels[s->level] += s->own.pairs;
    return;
  }
  gobc_lane_totals_end_level(s->own.totals, s->level, s->own.lanes);
  if (s->own.totals->most == 0 || s->visits <= s->own.totals->most) return;
  s->own.totals->given_up = 1;
  s->deepest = s->level;
#else
  (void)s;
#endif
}

INLINE void NAME(prefetch)(const NAME(state) * s, int32_t v) {
#if BITS
  __builtin_prefetch(s->own.distance + (int64_t)v * 64 * WORDS, 1);
#else
  (void)s, (void)v;
#endif
}

INLINE void NAME(enter)(NAME(state) * s, int32_t v, NAME(row) fresh) {
#if BITS
  const uint64_t *word = (const uint64_t *)&fresh;
  NAME(hops) *row = s->own.distance + (int64_t)v * 64 * WORDS;
  s->own.farthest = s->level;
  for (int k = 0; k < WORDS; k++)
    if (WORDS == 1 || word[k]) NAME(write)(row + 64 * k, word[k], s->level);
#else
  if (s->own.totals) NAME(come)(s->own.totals, v, fresh);
  else s->own.pairs += NAME(count)(fresh);
#endif
}

#if BITS
/* Nothing is reached but the sources, at distance 0. */
static void NAME(clear_rows)(const struct gobc_rows *r, const gobc_rows_batch *batch) {
  NAME(hops) *all = r->distance;
  NAME(hops) *row = all + (int64_t)batch->first * 64 * WORDS, *end = all + (int64_t)batch->last * 64 * WORDS;
  for (; !batch->clear && row < end; row++) *row = (NAME(hops))gobc_rows_unreached(BITS);
  for (int lane = 0; lane < batch->lanes; lane++) all[(int64_t)batch->sources[lane] * 64 * WORDS + lane] = 0;
}
#endif

static int NAME(traverse)(struct gobc_rows *r, const gobc_rows_batch *batch) {
  const int64_t longest = gobc_rows_longest(r);
  const int64_t most = BITS ? gobc_rows_unreached(BITS) - 1 : INT32_MAX - 1; /* that a row can hold */
  NAME(state) s = {.search = &r->search, .cancel = batch->cancel};
  s.own = (NAME(own)){.distance = r->distance, .levels = batch->levels, .totals = batch->totals, .lanes = batch->lanes};
  s.deepest = longest <= most ? longest : most + 1; /* one more level tells whether a distance does not fit */
#if BITS
  NAME(clear_rows)(r, batch);
#endif
  int cut = 0;
  int status = NAME(search)(&s, batch->sources, batch->lanes, batch->lanes, batch->first, batch->last, &cut);
#if BITS
  const int stalled = s.own.farthest > most;
#else
  const int stalled = cut && s.own.totals && s.own.totals->given_up;
#endif
  return status == GOBC_KERNEL_OK && stalled ? GOBC_KERNEL_STALLED : status;
}

#undef BITS
