/*
 * Multi-source breadth-first search over rows of WORDS words of lanes, level by level, each either from candidates or
 * by pull, as in distances_body.h. BITS is the type of the distances written on the way, 0 for none.
 */

#if WORDS == 1
#define VECTOR_BYTES 8
#elif defined(__AVX512F__)
#define VECTOR_BYTES 64
#elif defined(__AVX2__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif
#define PARTS (8 * WORDS / VECTOR_BYTES)
#define INLINE static inline __attribute__((always_inline))

#if WORDS == 1
typedef uint64_t NAME(part) __attribute__((may_alias));
#else
typedef uint64_t NAME(part) __attribute__((vector_size(VECTOR_BYTES), may_alias));
#endif
typedef struct __attribute__((may_alias)) {
  NAME(part) part[PARTS];
} NAME(row);

#define FOR_PARTS _Pragma("GCC unroll 4") for (int p = 0; p < PARTS; p++)

INLINE int NAME(any)(NAME(row) a) {
  NAME(part) all = a.part[0];
  for (int p = 1; p < PARTS; p++) all |= a.part[p];
#if VECTOR_BYTES == 64
  return _mm512_test_epi64_mask((__m512i)all, (__m512i)all) != 0;
#elif VECTOR_BYTES == 32
  return !_mm256_testz_si256((__m256i)all, (__m256i)all);
#elif VECTOR_BYTES == 16
  return (all[0] | all[1]) != 0;
#else
  return all != 0;
#endif
}

/* One batch's state in one place, so that it stays in registers. */
typedef struct {
  const gobc_csr *graph;
  const gobc_levels_batch *batch;
  struct gobc_levels *l;
  NAME(row) full; /* the lanes in use */
  NAME(row) *visited, *frontier, *next;
  const uint8_t *known;
  NAME(row) reaching; /* lanes that reached a vertex on this level, strange: one that is not known */
  NAME(row) strange;
  int64_t level;
  int64_t left; /* vertices that lack a lane */
  int64_t visits, check;
} NAME(state);

#define CANCEL_STEP 65536 /* items between two looks at the cancel word */

INLINE int NAME(cancelled)(NAME(state) *s, int64_t done) {
  if (__builtin_expect(s->visits + done < s->check, 1)) return 0;
  s->check = s->visits + done + CANCEL_STEP;
  return *s->batch->cancel != 0;
}

/* OR of the frontier rows of v's neighbours. Looks every 8 rows whether all of `need` is found. */
#define GATHER_STEP 8
INLINE NAME(row) NAME(gather)(NAME(state) *s, int32_t v, NAME(row) need) {
  const int32_t *target = s->graph->in_targets + s->graph->in_offsets[v];
  const int32_t *end = s->graph->in_targets + s->graph->in_offsets[v + 1];
  const NAME(row) *frontier = s->frontier;
  NAME(row) a = {0};
  const int32_t *begin = target;
  for (; end - target >= GATHER_STEP; target += GATHER_STEP) {
    _Pragma("GCC unroll 16") for (int k = 0; k < GATHER_STEP; k++) {
      const NAME(row) *row = frontier + target[k];
      FOR_PARTS a.part[p] |= row->part[p];
    }
    NAME(row) missing;
    FOR_PARTS missing.part[p] = need.part[p] & ~a.part[p];
    if (!NAME(any)(missing)) {
      s->visits += target + GATHER_STEP - begin;
      return need;
    }
  }
  s->visits += end - begin;
  for (; target < end; target++) {
    const NAME(row) *row = frontier + *target;
    FOR_PARTS a.part[p] |= row->part[p];
  }
  FOR_PARTS a.part[p] &= need.part[p];
  return a;
}

#if BITS
/* Writes the level into v's row for the lanes `fresh`. */
INLINE void NAME(write)(NAME(state) *s, int32_t v, uint64_t fresh) {
#if BITS == 16
  int16_t *row = (int16_t *)s->l->distance + 64 * (int64_t)v;
#if defined(__AVX512BW__)
  __m512i level = _mm512_set1_epi16((int16_t)s->level);
  _mm512_mask_storeu_epi16(row, (uint32_t)fresh, level);
  _mm512_mask_storeu_epi16(row + 32, (uint32_t)(fresh >> 32), level);
#else
  for (; fresh; fresh &= fresh - 1) row[__builtin_ctzll(fresh)] = (int16_t)s->level;
#endif
#else
  int32_t *row = (int32_t *)s->l->distance + 64 * (int64_t)v;
  for (; fresh; fresh &= fresh - 1) row[__builtin_ctzll(fresh)] = (int32_t)s->level;
#endif
}
#endif

/* Enters the lanes `fresh` (at least one) at v on this level. Returns 1 if v still lacks a lane. */
INLINE int NAME(settle)(NAME(state) *s, int32_t v, NAME(row) need, NAME(row) fresh) {
  NAME(row) *seen = s->visited + v;
  s->next[v] = fresh;
  FOR_PARTS seen->part[p] |= fresh.part[p];
  FOR_PARTS s->reaching.part[p] |= fresh.part[p];
  if (s->known) {
    uint64_t unknown = (uint64_t)(s->known[v] != 0) - 1; /* all ones unless known */
    FOR_PARTS s->strange.part[p] |= fresh.part[p] & unknown;
  }
#if BITS
  NAME(write)(s, v, fresh.part[0]);
#endif
  FOR_PARTS need.part[p] ^= fresh.part[p];
  int stays = NAME(any)(need);
  s->left -= !stays;
  return stays;
}

/* Lists the open neighbours of the frontier, once each, and closes them. Returns their number, -1 if cancelled. */
static int64_t NAME(mark_candidates)(NAME(state) *s, int64_t active) {
  const gobc_csr *graph = s->graph;
  uint8_t *open = s->l->open;
  int32_t *candidates = s->l->candidates;
  int64_t found = 0;
  s->check = s->visits;
  for (int64_t i = 0; i < active; i++) {
    int32_t u = s->l->active[i];
    int64_t begin = graph->out_offsets[u], end = graph->out_offsets[u + 1];
    for (int64_t k = begin; k < end; k++) {
      int32_t w = graph->out_targets[k];
      candidates[found] = w;
      found += open[w];
      open[w] = 0;
    }
    s->visits += end - begin;
    if (NAME(cancelled)(s, i)) return -1;
  }
  return found;
}

/* Asks for the rows of a candidate 12 places on, and the first frontier rows of one 4 places on. */
INLINE void NAME(look_ahead)(const NAME(state) *s, const int32_t *candidate) {
  const int64_t *offsets = s->graph->in_offsets;
  int32_t far = candidate[12], near = candidate[4];
  __builtin_prefetch(s->visited + far, 1);
  __builtin_prefetch(s->next + far, 1);
  __builtin_prefetch(offsets + far);
#if BITS
  const char *row = (const char *)s->l->distance + (int64_t)far * 8 * BITS;
  __builtin_prefetch(row, 1);
  __builtin_prefetch(row + 64, 1);
#endif
  if (offsets[near] + 2 > offsets[near + 1]) return;
  const int32_t *target = s->graph->in_targets + offsets[near];
  __builtin_prefetch(s->frontier + target[0]);
  __builtin_prefetch(s->frontier + target[1]);
}

/* Gathers the candidates; those that stay unfinished open again. Returns the number of new entries, -1 if cancelled. */
static int64_t NAME(gather_candidates)(NAME(state) *s, int64_t candidates) {
  struct gobc_levels *l = s->l;
  int64_t found = 0;
  s->check = s->visits;
  for (int64_t i = 0; i < candidates; i++) {
    int32_t v = l->candidates[i];
    if (i + 12 < candidates) NAME(look_ahead)(s, l->candidates + i);
    NAME(row) need, fresh;
    FOR_PARTS need.part[p] = s->full.part[p] & ~s->visited[v].part[p];
    fresh = NAME(gather)(s, v, need);
    int stays = 1;
    if (NAME(any)(fresh)) {
      stays = NAME(settle)(s, v, need, fresh);
      l->found[found++] = v;
    }
    l->open[v] = (uint8_t)stays;
    if (NAME(cancelled)(s, i)) return -1;
  }
  return found;
}

/*
 * Gathers every unfinished vertex. At the top *unfinished entries of l->unfinished hold them all, ascending, and maybe
 * finished ones, dropped here. *degree gets the degrees of those that remain. Returns as above.
 */
static int64_t NAME(pull)(NAME(state) *s, int64_t *unfinished, int64_t *degree) {
  struct gobc_levels *l = s->l;
  const int64_t *offsets = s->graph->in_offsets;
  int32_t *list = l->unfinished;
  int64_t found = 0, kept = 0, sum = 0;
  s->check = s->visits;
  for (int64_t i = 0; i < *unfinished; i++) {
    int32_t v = list[i];
    NAME(row) need, fresh;
    FOR_PARTS need.part[p] = s->full.part[p] & ~s->visited[v].part[p];
    if (!NAME(any)(need)) continue;
    fresh = NAME(gather)(s, v, need);
    int stays = 1;
    if (NAME(any)(fresh)) {
      stays = NAME(settle)(s, v, need, fresh);
      l->found[found++] = v;
      l->open[v] = (uint8_t)stays;
    }
    list[kept] = v;
    kept += stays;
    sum += stays ? offsets[v + 1] - offsets[v] : 0;
    if (NAME(cancelled)(s, i)) return -1;
  }
  *unfinished = kept;
  *degree = sum;
  return found;
}

/*
 * Level 0: lane i starts at sources[i]; if distances are kept, lanes not used start where lane 0 does. Returns the
 * number of vertices in the frontier.
 */
static int64_t NAME(seed)(NAME(state) *s) {
  const gobc_levels_batch *batch = s->batch;
  uint64_t full[WORDS] = {0};
  int64_t active = 0;
  for (int lane = 0; lane < (BITS ? 64 : batch->lanes); lane++) {
    int32_t v = batch->sources[lane < batch->lanes ? lane : 0];
    uint64_t bit = (uint64_t)1 << (lane & 63);
    uint64_t *row = (uint64_t *)(s->frontier + v), *seen = (uint64_t *)(s->visited + v);
    if (!NAME(any)(s->frontier[v])) s->l->active[active++] = v;
    row[lane >> 6] |= bit;
    seen[lane >> 6] |= bit;
    full[lane >> 6] |= bit;
#if BITS
    NAME(write)(s, v, bit);
#endif
  }
  __builtin_memcpy(&s->full, full, sizeof full);
  if (active == 1) {
    s->left--;
    s->l->open[s->l->active[0]] = 0;
  }
  return active;
}

static void NAME(clear_frontier)(NAME(state) *s, int64_t active) {
  NAME(row) zero = {0};
  for (int64_t i = 0; i < active; i++) s->frontier[s->l->active[i]] = zero;
}

/* Lanes in `before` and not in `now` have seen their last such vertex a level ago. */
INLINE void NAME(end_lanes)(const NAME(row) *before, const NAME(row) *now, int lanes, int32_t level, int32_t *last) {
  const uint64_t *old = (const uint64_t *)before, *new = (const uint64_t *)now;
  for (int k = 0; k < WORDS; k++)
    for (uint64_t ended = old[k] & ~new[k]; ended; ended &= ended - 1) {
      int lane = 64 * k + __builtin_ctzll(ended);
      if (lane < lanes) last[lane] = level;
    }
}

static void NAME(start_lanes)(NAME(state) *s) {
  const gobc_levels_batch *batch = s->batch;
  for (int lane = 0; lane < batch->lanes; lane++) {
    batch->eccentricity[lane] = 0;
    if (batch->beyond) batch->beyond[lane] = 0;
  }
}

/*
 * Invariant at the top of the level loop: active lists the vertices whose frontier row is not zero, next is all zero,
 * open is 1 exactly for unfinished vertices.
 */
static int NAME(traverse)(struct gobc_levels *l, const gobc_levels_batch *batch) {
  const gobc_csr *graph = &l->graph;
  const int32_t first = batch->first, last = batch->last;
  NAME(state) s = {.graph = graph, .l = l, .batch = batch};
  s.known = batch->beyond ? batch->known : NULL;
  s.visited = (NAME(row) *)l->visited;
  s.frontier = (NAME(row) *)l->frontier;
  s.next = (NAME(row) *)l->next;
  s.left = last - first;
  NAME(start_lanes)(&s);
  int64_t active = NAME(seed)(&s), unfinished = last - first, entries = active, pulls = 0;
  int64_t open_degree = graph->in_offsets[last] - graph->in_offsets[first];
  NAME(row) reaching = s.full, strange = {0};
  for (int32_t v = first; v < last; v++) l->unfinished[v - first] = v;
  for (s.level = 1; active > 0 && s.left > 0; s.level++) {
    if (*batch->cancel) return GOBC_KERNEL_CANCELLED;
    if (BITS == 16 && s.level > INT16_MAX) return GOBC_KERNEL_STALLED;
    int64_t frontier_degree = 0, found;
    s.reaching = s.strange = (NAME(row)){0};
    for (int64_t i = 0; i < active; i++)
      frontier_degree += graph->out_offsets[l->active[i] + 1] - graph->out_offsets[l->active[i]];
    if ((double)frontier_degree > GOBC_LEVELS_PULL_SHARE * (double)open_degree) {
      found = NAME(pull)(&s, &unfinished, &open_degree);
      pulls++;
    } else {
      found = NAME(mark_candidates)(&s, active);
      if (found >= 0) found = NAME(gather_candidates)(&s, found);
    }
    if (found < 0) return GOBC_KERNEL_CANCELLED;
    NAME(end_lanes)(&reaching, &s.reaching, batch->lanes, (int32_t)s.level - 1, batch->eccentricity);
    reaching = s.reaching;
    if (batch->beyond) {
      if (!s.known) s.strange = s.reaching;
      NAME(end_lanes)(&strange, &s.strange, batch->lanes, (int32_t)s.level - 1, batch->beyond);
      strange = s.strange;
    }
    NAME(clear_frontier)(&s, active);
    NAME(row) *rows = s.frontier;
    s.frontier = s.next;
    s.next = rows;
    int32_t *list = l->active;
    l->active = l->found;
    l->found = list;
    active = found;
    entries += found;
  }
  const NAME(row) none = {0};
  NAME(end_lanes)(&reaching, &none, batch->lanes, (int32_t)s.level - 1, batch->eccentricity);
  if (batch->beyond) NAME(end_lanes)(&strange, &none, batch->lanes, (int32_t)s.level - 1, batch->beyond);
  NAME(clear_frontier)(&s, active);
  l->counts.levels += s.level - 1;
  l->counts.pull_levels += pulls;
  l->counts.entries += entries;
  l->counts.visits += s.visits;
  l->counts.hits += entries - batch->lanes;
  return GOBC_KERNEL_OK;
}

#undef VECTOR_BYTES
#undef PARTS
#undef INLINE
#undef FOR_PARTS
#undef CANCEL_STEP
#undef GATHER_STEP
