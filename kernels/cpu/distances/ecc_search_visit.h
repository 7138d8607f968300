/*
 * How far each source sees, over the breadth-first search of a batch, for rows of WORDS words of lanes. BITS is the
 * type of the distances written on the way, 0 for none.
 */
#include "distances/batch_rows.h"
#include "distances/ecc_search.h"

typedef struct {
  struct gobc_ecc_search *l;
  const gobc_ecc_search_batch *batch;
  const uint8_t *known;
  NAME(row) reaching, reaching_unknown; /* lanes that reached a vertex on this level; one that is not known */
  NAME(row) reached, reached_unknown;   /* the same, on the level before */
} NAME(own);

#include "distances/batch_search_body.h"

#if BITS
/* Writes the level into v's row for the lanes `fresh`. */
INLINE void NAME(write)(NAME(state) * s, int32_t v, uint64_t fresh) {
#if BITS == 16
  int16_t *row = (int16_t *)s->own.l->distance + 64 * (int64_t)v;
#if defined(__AVX512BW__)
  __m512i level = _mm512_set1_epi16((int16_t)s->level);
  _mm512_mask_storeu_epi16(row, (uint32_t)fresh, level);
  _mm512_mask_storeu_epi16(row + 32, (uint32_t)(fresh >> 32), level);
#else
  for (; fresh; fresh &= fresh - 1) row[__builtin_ctzll(fresh)] = (int16_t)s->level;
#endif
#else
  int32_t *row = (int32_t *)s->own.l->distance + 64 * (int64_t)v;
  for (; fresh; fresh &= fresh - 1) row[__builtin_ctzll(fresh)] = (int32_t)s->level;
#endif
}
#endif

INLINE void NAME(start)(NAME(state) * s, int32_t v, uint64_t lanes) {
#if BITS
  NAME(write)(s, v, lanes);
#else
  (void)s, (void)v, (void)lanes;
#endif
}

INLINE void NAME(prefetch)(const NAME(state) * s, int32_t v) {
#if BITS
  const char *row = (const char *)s->own.l->distance + (int64_t)v * 8 * BITS;
  __builtin_prefetch(row, 1);
  __builtin_prefetch(row + 64, 1);
#else
  (void)s, (void)v;
#endif
}

INLINE void NAME(begin_level)(NAME(state) * s) { s->own.reaching = s->own.reaching_unknown = (NAME(row)){0}; }

INLINE void NAME(enter)(NAME(state) * s, int32_t v, NAME(row) fresh) {
  FOR_PARTS s->own.reaching.part[p] |= fresh.part[p];
  if (s->own.known) {
    uint64_t unknown = (uint64_t)(s->own.known[v] != 0) - 1; /* all ones unless known */
    FOR_PARTS s->own.reaching_unknown.part[p] |= fresh.part[p] & unknown;
  }
#if BITS
  NAME(write)(s, v, fresh.part[0]);
#endif
}

/* Lanes in `before` and not in `now` have seen their last such vertex a level ago. */
INLINE void NAME(end_lanes)(const NAME(row) * before, const NAME(row) * now, int lanes, int32_t level, int32_t *last) {
  const uint64_t *old = (const uint64_t *)before, *new = (const uint64_t *)now;
  for (int k = 0; k < WORDS; k++)
    for (uint64_t ended = old[k] & ~new[k]; ended; ended &= ended - 1) {
      int lane = 64 * k + __builtin_ctzll(ended);
      if (lane < lanes) last[lane] = level;
    }
}

INLINE void NAME(end_level)(NAME(state) * s) {
  const gobc_ecc_search_batch *batch = s->own.batch;
  const int32_t before = (int32_t)s->level - 1;
  NAME(end_lanes)(&s->own.reached, &s->own.reaching, batch->lanes, before, batch->eccentricity);
  s->own.reached = s->own.reaching;
  if (!batch->beyond) return;
  if (!s->own.known) s->own.reaching_unknown = s->own.reaching;
  NAME(end_lanes)(&s->own.reached_unknown, &s->own.reaching_unknown, batch->lanes, before, batch->beyond);
  s->own.reached_unknown = s->own.reaching_unknown;
}

static int NAME(traverse)(struct gobc_ecc_search *l, const gobc_ecc_search_batch *batch) {
  NAME(state) s = {.search = &l->search, .cancel = batch->cancel, .own = {.l = l, .batch = batch}};
  s.own.known = batch->beyond ? batch->known : NULL;
  s.deepest = BITS == 16 ? INT16_MAX : INT32_MAX;
  for (int lane = 0; lane < batch->lanes; lane++) {
    batch->eccentricity[lane] = 0;
    if (batch->beyond) batch->beyond[lane] = 0;
  }
  int cut;
  const int lanes = BITS ? 64 : batch->lanes;
  int status = NAME(search)(&s, batch->sources, batch->lanes, lanes, batch->first, batch->last, &cut);
  if (status != GOBC_KERNEL_OK) return status;
  if (cut) return GOBC_KERNEL_STALLED;
  NAME(begin_level)(&s); /* no lane reaches any vertex */
  NAME(end_level)(&s);
  return GOBC_KERNEL_OK;
}
