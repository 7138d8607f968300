/*
 * Multi-source breadth-first search over rows of WORDS words of lanes, one level after the other (after Then et al.,
 * "The more the merrier", VLDB 2014). A level finds its new entries in one of two ways:
 *   candidates  mark the open out-neighbours of the frontier once each, gather only those
 *   pull        gather every vertex that still lacks a lane
 * Both gather over in-neighbours: v gains the lanes of (OR of the frontier rows of its in-neighbours) & ~visited(v).
 * Pushing rows along edges instead was 5 times slower: 64 bytes are written where one byte is marked.
 */

#if WORDS == 1
#define VECTOR_BYTES 8
#elif defined(__AVX512F__) && WORDS == 8
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

INLINE int64_t NAME(count)(NAME(row) a) {
#if VECTOR_BYTES == 64 && defined(__AVX512VPOPCNTDQ__)
  return _mm512_reduce_add_epi64(_mm512_popcnt_epi64((__m512i)a.part[0]));
#elif defined(__POPCNT__) || !defined(__x86_64__)
  int64_t sum = 0;
  const uint64_t *word = (const uint64_t *)&a;
  for (int k = 0; k < WORDS; k++) sum += __builtin_popcountll(word[k]);
  return sum;
#else
  /* without an instruction: counts of 8 bits a byte, added over the words, then over the bytes */
  uint64_t bytes = 0;
  const uint64_t *word = (const uint64_t *)&a;
  for (int k = 0; k < WORDS; k++) {
    uint64_t x = word[k] - (word[k] >> 1 & 0x5555555555555555u);
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    bytes += (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  }
  uint64_t pairs = (bytes & 0x00ff00ff00ff00ffu) + (bytes >> 8 & 0x00ff00ff00ff00ffu);
  return (int64_t)(pairs * 0x0001000100010001u >> 48);
#endif
}

/* One batch's state in one place, so that it stays in registers. */
typedef struct {
  const gobc_csr *graph;
  struct gobc_distances *d;
  NAME(row) full; /* the lanes in use */
  NAME(row) *visited, *frontier, *next;
  int64_t level;
  uint64_t reciprocal; /* 1 / level in units of 2^-64, for level >= 2 */
  uint64_t *harmonic;  /* NULL if not asked for */
  int64_t left; /* vertices that lack a lane */
  int64_t visits, check;
  const volatile int32_t *cancel;
} NAME(state);

/* Work between two looks at the cancel word: 2^16 rows of 64 bytes take some milliseconds at worst. */
#define CANCEL_STEP 65536

/* `done`: items the running loop has finished; the loop starts with check = visits. */
INLINE int NAME(cancelled)(NAME(state) *s, int64_t done) {
  if (__builtin_expect(s->visits + done < s->check, 1)) return 0;
  s->check = s->visits + done + CANCEL_STEP;
  return *s->cancel != 0;
}

/* OR of the frontier rows of v's in-neighbours. Looks every 8 rows whether all of `need` is found (4, 8, 16 tried). */
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

/* Enters the lanes `fresh` (at least one) at v on this level. Returns 1 if v still lacks a lane. */
INLINE int NAME(settle)(NAME(state) *s, int32_t v, NAME(row) need, NAME(row) fresh) {
  struct gobc_distances *d = s->d;
  NAME(row) *seen = s->visited + v;
  s->next[v] = fresh;
  FOR_PARTS seen->part[p] |= fresh.part[p];
  int64_t lanes = NAME(count)(fresh);
  d->distance[v] += lanes * s->level;
  d->eccentricity[v] = (int32_t)s->level;
  if (s->harmonic) {
    unsigned __int128 term = s->level == 1 ? (unsigned __int128)lanes << 64
                                           : (unsigned __int128)s->reciprocal * (uint64_t)lanes;
    unsigned __int128 sum = ((unsigned __int128)s->harmonic[2 * (int64_t)v + 1] << 64) | s->harmonic[2 * (int64_t)v];
    sum += term;
    s->harmonic[2 * (int64_t)v] = (uint64_t)sum;
    s->harmonic[2 * (int64_t)v + 1] = (uint64_t)(sum >> 64);
  }
  FOR_PARTS need.part[p] ^= fresh.part[p];
  int stays = NAME(any)(need);
  s->left -= !stays;
  return stays;
}

/* Lists the open out-neighbours of the frontier, once each, and closes them. Returns their number, -1 if cancelled. */
static int64_t NAME(mark_candidates)(NAME(state) *s, int64_t active) {
  const gobc_csr *graph = s->graph;
  uint8_t *open = s->d->open;
  int32_t *candidates = s->d->candidates;
  int64_t found = 0;
  s->check = s->visits;
  for (int64_t i = 0; i < active; i++) {
    int32_t u = s->d->active[i];
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

/*
 * Asks for the rows of a candidate 12 places on, and the first frontier rows of one 4 places on: 1.15 times as fast on
 * a road network, whose rows exceed the L2 cache, and no slower elsewhere (6 and 10 instead of 4 are no better).
 */
INLINE void NAME(look_ahead)(const NAME(state) *s, const int32_t *candidate) {
  const int64_t *offsets = s->graph->in_offsets;
  int32_t far = candidate[12], near = candidate[4];
  __builtin_prefetch(s->visited + far, 1);
  __builtin_prefetch(s->next + far, 1);
  __builtin_prefetch(s->d->distance + far, 1);
  __builtin_prefetch(offsets + far);
  if (offsets[near] + 2 > offsets[near + 1]) return;
  const int32_t *target = s->graph->in_targets + offsets[near];
  __builtin_prefetch(s->frontier + target[0]);
  __builtin_prefetch(s->frontier + target[1]);
}

/* Gathers the candidates; those that stay unfinished open again. Returns the number of new entries, -1 if cancelled. */
static int64_t NAME(gather_candidates)(NAME(state) *s, int64_t candidates) {
  struct gobc_distances *d = s->d;
  int64_t found = 0;
  s->check = s->visits;
  for (int64_t i = 0; i < candidates; i++) {
    int32_t v = d->candidates[i];
    if (i + 12 < candidates) NAME(look_ahead)(s, d->candidates + i);
    NAME(row) need, fresh;
    FOR_PARTS need.part[p] = s->full.part[p] & ~s->visited[v].part[p];
    fresh = NAME(gather)(s, v, need);
    int stays = 1;
    if (NAME(any)(fresh)) {
      stays = NAME(settle)(s, v, need, fresh);
      d->found[found++] = v;
    }
    d->open[v] = (uint8_t)stays;
    if (NAME(cancelled)(s, i)) return -1;
  }
  return found;
}

/*
 * Gathers every unfinished vertex. At the top *unfinished entries of d->unfinished hold them all, ascending, and maybe
 * finished ones, dropped here. *degree gets the in-degrees of those that remain. Returns as above.
 */
static int64_t NAME(pull)(NAME(state) *s, int64_t *unfinished, int64_t *degree) {
  struct gobc_distances *d = s->d;
  const int64_t *offsets = s->graph->in_offsets;
  int32_t *list = d->unfinished;
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
      d->found[found++] = v;
      d->open[v] = (uint8_t)stays;
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

/* Level 0: lane i starts at sources[i]. */
static void NAME(seed)(NAME(state) *s, const int32_t *sources, int lanes) {
  uint64_t full[WORDS] = {0};
  for (int lane = 0; lane < lanes; lane++) {
    int32_t v = sources[lane];
    uint64_t bit = (uint64_t)1 << (lane & 63);
    s->d->visited[(int64_t)v * WORDS + (lane >> 6)] = bit;
    ((uint64_t *)s->frontier)[(int64_t)v * WORDS + (lane >> 6)] = bit;
    full[lane >> 6] |= bit;
    s->d->active[lane] = v;
  }
  __builtin_memcpy(&s->full, full, sizeof full);
  if (lanes == 1) {
    s->left--;
    s->d->open[sources[0]] = 0;
  }
}

static void NAME(clear_frontier)(NAME(state) *s, int64_t active) {
  NAME(row) zero = {0};
  for (int64_t i = 0; i < active; i++) s->frontier[s->d->active[i]] = zero;
}

/*
 * Invariant at the top of the level loop: active lists the vertices whose frontier row is not zero, next is all zero,
 * open is 1 exactly for unfinished vertices.
 */
static int NAME(traverse)(struct gobc_distances *d, const int32_t *sources, int lanes, int32_t first, int32_t last,
                          int harmonic, const volatile int32_t *cancel) {
  const gobc_csr *graph = &d->graph;
  NAME(state) s = {.graph = graph, .d = d, .cancel = cancel, .harmonic = harmonic ? d->harmonic : NULL};
  s.visited = (NAME(row) *)d->visited;
  s.frontier = (NAME(row) *)d->frontier;
  s.next = (NAME(row) *)d->next;
  s.left = last - first;
  NAME(seed)(&s, sources, lanes);
  int64_t active = lanes, unfinished = last - first, entries = lanes, pulls = 0;
  int64_t open_degree = graph->in_offsets[last] - graph->in_offsets[first];
  for (int32_t v = first; v < last; v++) d->unfinished[v - first] = v;
  for (s.level = 1; active > 0 && s.left > 0 && !(d->cutoff >= 0 && (double)s.level > d->cutoff); s.level++) {
    if (*cancel) return GOBC_KERNEL_CANCELLED;
    s.reciprocal = s.level > 1 ? (uint64_t)gobc_reciprocal(s.level) : 0;
    int64_t frontier_degree = 0, found;
    for (int64_t i = 0; i < active; i++)
      frontier_degree += graph->out_offsets[d->active[i] + 1] - graph->out_offsets[d->active[i]];
    if ((double)frontier_degree > GOBC_PULL_SHARE * (double)open_degree) {
      found = NAME(pull)(&s, &unfinished, &open_degree);
      pulls++;
    } else {
      found = NAME(mark_candidates)(&s, active);
      if (found >= 0) found = NAME(gather_candidates)(&s, found);
    }
    if (found < 0) return GOBC_KERNEL_CANCELLED;
    NAME(clear_frontier)(&s, active);
    NAME(row) *rows = s.frontier;
    s.frontier = s.next;
    s.next = rows;
    int32_t *list = d->active;
    d->active = d->found;
    d->found = list;
    active = found;
    entries += found;
  }
  NAME(clear_frontier)(&s, active);
  d->counts.levels += s.level - 1;
  d->counts.pull_levels += pulls;
  d->counts.entries += entries;
  d->counts.visits += s.visits;
  d->counts.hits += entries - lanes;
  return GOBC_KERNEL_OK;
}

#undef VECTOR_BYTES
#undef PARTS
#undef INLINE
#undef FOR_PARTS
#undef CANCEL_STEP
#undef GATHER_STEP
