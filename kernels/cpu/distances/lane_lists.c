/*
 * Lists of what the lanes of a batch have reached. Two levels of bitmap put the columns in order, so that nothing is looked at
 * for each column but one bit in 4,096.
 */
#include <string.h>

#include "common/arena.h"

struct gobc_lane_lists {
  gobc_arena arena;
  int64_t columns, count;          /* those in order */
  uint64_t *marked, *marked_words; /* bitmaps of columns and of their words; zero between runs */
  int32_t *order;                  /* the columns reached, ascending */
  int32_t *row;                    /* of each of them by column */
};

/* Columns that are written at a time, and between two looks at the cancel word. */
enum { LIST_TILE = 64, LIST_STEP = 16 * LIST_TILE };

gobc_lane_lists *gobc_lane_lists_open(int64_t columns, const gobc_allocator *allocator) {
  gobc_lane_lists *lists = gobc_arena_open(sizeof *lists, allocator);
  if (!lists) return NULL;
  const size_t n = (size_t)columns;
  lists->columns = columns;
  lists->marked = gobc_arena_alloc(&lists->arena, gobc_bitmap_bytes(n));
  lists->marked_words = gobc_arena_alloc(&lists->arena, gobc_bitmap_bytes(n / 64));
  lists->order = gobc_arena_alloc(&lists->arena, (n + 1) * sizeof(int32_t));
  lists->row = gobc_arena_alloc(&lists->arena, (n + 1) * sizeof(int32_t));
  return gobc_arena_opened(&lists->arena);
}

static void mark(gobc_lane_lists *lists, int32_t column, int32_t row) {
  if (column < 0) return;
  lists->row[column] = row;
  lists->marked[column >> 6] |= (uint64_t)1 << (column & 63);
  lists->marked_words[column >> 12] |= (uint64_t)1 << (column >> 6 & 63);
}

/* Writes the marked columns in order, and zeroes the bitmaps. */
static void collect(gobc_lane_lists *lists) {
  int32_t *order = lists->order;
  for (int64_t group = 0; group <= lists->columns >> 12; group++) {
    for (uint64_t words = lists->marked_words[group]; words; words &= words - 1) {
      const int64_t word = group << 6 | __builtin_ctzll(words);
      for (uint64_t bits = lists->marked[word]; bits; bits &= bits - 1)
        *order++ = (int32_t)(word << 6 | __builtin_ctzll(bits));
      lists->marked[word] = 0;
    }
    lists->marked_words[group] = 0;
  }
  lists->count = order - lists->order;
}

/* The lanes in use of word k of a row. */
static uint64_t full_word(int lanes, int64_t k) {
  return lanes >= 64 * (k + 1) ? ~(uint64_t)0 : ((uint64_t)1 << (lanes - 64 * k)) - 1;
}

/* Of a range of columns in order, by lane: rows that all lanes have reached are counted once. */
static void count_lanes(const gobc_lane_lists *lists, const gobc_lane_rows *rows, int lanes, int64_t begin, int64_t end,
                        int64_t *counts) {
  const int64_t words = rows->stride / 64;
  for (int64_t k = 0; k < words && 64 * k < lanes; k++) {
    const uint64_t all = full_word(lanes, k);
    const int some = lanes - 64 * k < 64 ? (int)(lanes - 64 * k) : 64;
    int64_t full = 0;
    for (int64_t i = begin; i < end; i++) {
      uint64_t rest = rows->lanes[lists->row[lists->order[i]] * words + k];
      full += rest == all;
      for (rest = rest == all ? 0 : rest; rest; rest &= rest - 1) counts[64 * k + __builtin_ctzll(rest)]++;
    }
    for (int lane = 0; lane < some; lane++) counts[64 * k + lane] += full;
  }
}

int gobc_lane_lists_find(gobc_lane_lists *lists, const gobc_lane_rows *rows, int lanes, const int32_t *column,
                         int64_t *counts, const volatile int32_t *cancel) {
  if (*cancel) return GOBC_KERNEL_CANCELLED;
  for (int64_t i = 0; rows->reached && i < rows->count; i++) {
    const int32_t v = rows->reached[i];
    mark(lists, column[v], rows->by_place ? (int32_t)i : v);
  }
  for (int32_t v = rows->first; !rows->reached && v < rows->last; v++) mark(lists, column[v], v);
  collect(lists);
  memset(counts, 0, (size_t)lanes * sizeof *counts);
  if (!rows->lanes) {
    counts[0] = lists->count;
    return GOBC_KERNEL_OK;
  }
  for (int64_t i = 0; i < lists->count; i += LIST_STEP) {
    if (*cancel) return GOBC_KERNEL_CANCELLED;
    count_lanes(lists, rows, lanes, i, i + LIST_STEP < lists->count ? i + LIST_STEP : lists->count, counts);
  }
  return GOBC_KERNEL_OK;
}

/* What some columns in order have in a word of lanes, and where it goes: at[lane] is the place of the next one of a lane. */
typedef struct {
  const int32_t *order, *row; /* by column */
  int count;                  /* of columns, at most LIST_TILE */
  int64_t word, words;
  const gobc_lane_rows *rows;
  int64_t *at;
  int32_t *columns;
  void *distances;
} tile_part;

static const uint64_t *tile_lanes(const tile_part *t, int i) {
  return t->rows->lanes + (int64_t)t->row[t->order[i]] * t->words + t->word;
}

/* Pairs of so many columns with 64 lanes that are more than a quarter of all. */
#define MANY_PAIRS(pairs, columns) ((pairs) > 16 * (int64_t)(columns))

/*
 * spread: by column, the lanes that have reached it. pack: by lane, for many pairs; no branch depends on whether there is one.
 * fill: by lane, where `all` lanes have reached every column.
 */
#define WRITE(type, result, divided)                                                                                   \
  static void spread_##type(const tile_part *t) {                                                                      \
    result *distances = t->distances;                                                                                  \
    for (int i = 0; i < t->count; i++) {                                                                               \
      const int32_t column = t->order[i];                                                                              \
      const type *d = (const type *)t->rows->rows + t->row[column] * t->rows->stride + 64 * t->word;                   \
      for (uint64_t rest = *tile_lanes(t, i); rest; rest &= rest - 1) {                                                \
        const int lane = __builtin_ctzll(rest);                                                                        \
        const int64_t to = t->at[lane]++;                                                                              \
        t->columns[to] = column;                                                                                       \
        distances[to] = (result)d[lane] divided;                                                                       \
      }                                                                                                                \
    }                                                                                                                  \
  }                                                                                                                    \
  static void fill_##type(const tile_part *t, uint64_t all) {                                                          \
    type tile[LIST_TILE][64];                                                                                          \
    for (int i = 0; i < t->count; i++)                                                                                 \
      memcpy(tile[i], (const type *)t->rows->rows + t->row[t->order[i]] * t->rows->stride + 64 * t->word,              \
             sizeof tile[i]);                                                                                          \
    for (; all; all &= all - 1) {                                                                                      \
      const int lane = __builtin_ctzll(all);                                                                           \
      result *to = (result *)t->distances + t->at[lane];                                                               \
      memcpy(t->columns + t->at[lane], t->order, (size_t)t->count * sizeof *t->order);                                 \
      for (int i = 0; i < t->count; i++) to[i] = (result)tile[i][lane] divided;                                        \
      t->at[lane] += t->count;                                                                                         \
    }                                                                                                                  \
  }                                                                                                                    \
  static void pack_##type(const tile_part *t, uint64_t all) {                                                          \
    type tile[LIST_TILE][64];                                                                                          \
    uint64_t lanes[LIST_TILE];                                                                                         \
    for (int i = 0; i < t->count; i++) {                                                                               \
      memcpy(tile[i], (const type *)t->rows->rows + t->row[t->order[i]] * t->rows->stride + 64 * t->word,              \
             sizeof tile[i]);                                                                                          \
      lanes[i] = *tile_lanes(t, i);                                                                                    \
    }                                                                                                                  \
    for (; all; all &= all - 1) {                                                                                      \
      const int lane = __builtin_ctzll(all);                                                                           \
      int32_t columns[LIST_TILE + 1];                                                                                  \
      result distances[LIST_TILE + 1];                                                                                 \
      size_t count = 0;                                                                                                \
      for (int i = 0; i < t->count; i++) {                                                                             \
        columns[count] = t->order[i];                                                                                  \
        distances[count] = (result)tile[i][lane] divided;                                                              \
        count += lanes[i] >> lane & 1;                                                                                 \
      }                                                                                                                \
      memcpy(t->columns + t->at[lane], columns, count * sizeof *columns);                                              \
      memcpy((result *)t->distances + t->at[lane], distances, count * sizeof *distances);                              \
      t->at[lane] += (int64_t)count;                                                                                   \
    }                                                                                                                  \
  }                                                                                                                    \
  static void pick_one_##type(const tile_part *t) {                                                                    \
    result *to = (result *)t->distances + t->at[0];                                                                    \
    memcpy(t->columns + t->at[0], t->order, (size_t)t->count * sizeof *t->order);                                      \
    for (int i = 0; i < t->count; i++) to[i] = (result)((const type *)t->rows->rows)[t->row[t->order[i]]] divided;     \
    t->at[0] += t->count;                                                                                              \
  }                                                                                                                    \
  static void write_##type(const tile_part *t, uint64_t all) {                                                         \
    uint64_t common = all;                                                                                             \
    if (!t->words) {                                                                                                   \
      pick_one_##type(t);                                                                                              \
      return;                                                                                                          \
    }                                                                                                                  \
    int64_t pairs = 0;                                                                                                 \
    for (int i = 0; i < t->count; i++) {                                                                               \
      common &= *tile_lanes(t, i);                                                                                     \
      pairs += __builtin_popcountll(*tile_lanes(t, i));                                                                \
    }                                                                                                                  \
    if (common == all) fill_##type(t, all);                                                                            \
    else if (MANY_PAIRS(pairs, t->count)) pack_##type(t, all);                                                         \
    else spread_##type(t);                                                                                             \
  }
WRITE(uint8_t, int32_t, +0)
WRITE(uint16_t, int32_t, +0)
WRITE(int32_t, int32_t, +0)
WRITE(double, double, / t->rows->units)

static void write_tile(const tile_part *t, uint64_t all) {
  if (t->rows->bits == 8) write_uint8_t(t, all);
  else if (t->rows->bits == 16) write_uint16_t(t, all);
  else if (t->rows->bits == 32) write_int32_t(t, all);
  else write_double(t, all);
}

int gobc_lane_lists_write(const gobc_lane_lists *lists, const gobc_lane_rows *rows, int lanes, const int64_t *starts,
                          int32_t *columns, void *distances, const volatile int32_t *cancel) {
  int64_t at[512];
  tile_part t = {
      .row = lists->row, .words = rows->stride / 64, .rows = rows, .columns = columns, .distances = distances};
  memcpy(at, starts, (size_t)lanes * sizeof *starts);
  for (int64_t begin = 0; begin < lists->count; begin += LIST_TILE) {
    if (begin % LIST_STEP == 0 && *cancel) return GOBC_KERNEL_CANCELLED;
    t.order = lists->order + begin;
    t.count = lists->count - begin < LIST_TILE ? (int)(lists->count - begin) : LIST_TILE;
    for (t.word = 0; 64 * t.word < lanes; t.word++) {
      t.at = at + 64 * t.word;
      write_tile(&t, full_word(lanes, t.word));
    }
  }
  return GOBC_KERNEL_OK;
}
