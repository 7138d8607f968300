/*
 * A bucket queue of vertices for the merged sweep: a vertex waits with its key, in bucket key >> shift, in at most one
 * place. Buckets only rise: what comes too late for its own waits at the end of the current one. Nothing here allocates
 * while it runs.
 *
 * Invariants: buckets current + 1 .. current + SLOTS - 1 are doubly linked lists in slots; those further off are in the
 * far list, all of them at or beyond swept + SLOTS; the current bucket, and what came too late, is in the ring.
 */
#ifndef GOBC_MERGED_QUEUE_H
#define GOBC_MERGED_QUEUE_H

#include <stddef.h>
#include <stdint.h>

#define GOBC_MERGED_SLOTS 4096
#define GOBC_MERGED_FAR GOBC_MERGED_SLOTS
#define GOBC_MERGED_IDLE (-2)
#define GOBC_MERGED_NO_KEY INT64_MAX

/* What phase 1 and the queue know of a vertex. */
typedef struct gobc_merged_spot {
  uint64_t lanes;   /* changed since the vertex was last relaxed; after phase 1: those it is the source of */
  uint64_t reached; /* lanes with a finite distance */
  int64_t first;    /* the smallest key it was ever given in this batch */
  int64_t key;      /* with which it waits or last waited */
  int32_t next;     /* in the list of its slot, -1 for none; GOBC_MERGED_IDLE while it does not wait */
  int32_t prev;     /* ~slot: the head of that slot */
} gobc_merged_spot;

typedef struct gobc_merged_queue {
  gobc_merged_spot *spots;
  int32_t *ring;
  size_t ring_mask, head, tail;
  int shift;
  int64_t current, swept;
  int32_t slots[GOBC_MERGED_SLOTS + 1];
  uint64_t occupied[GOBC_MERGED_SLOTS / 64];
} gobc_merged_queue;

static inline void gobc_merged_queue_start(gobc_merged_queue *queue, int shift) {
  queue->shift = shift;
  queue->head = queue->tail = 0;
  queue->current = queue->swept = 0;
}

static inline void gobc_merged_link(gobc_merged_queue *queue, int32_t v, int slot) {
  gobc_merged_spot *spot = queue->spots + v;
  spot->next = queue->slots[slot];
  spot->prev = ~slot;
  if (spot->next >= 0) queue->spots[spot->next].prev = v;
  else if (slot < GOBC_MERGED_FAR) queue->occupied[slot >> 6] |= (uint64_t)1 << (slot & 63);
  queue->slots[slot] = v;
}

static inline void gobc_merged_unlink(gobc_merged_queue *queue, int32_t v) {
  const gobc_merged_spot *spot = queue->spots + v;
  if (spot->next >= 0) queue->spots[spot->next].prev = spot->prev;
  if (spot->prev >= 0) {
    queue->spots[spot->prev].next = spot->next;
    return;
  }
  int slot = ~spot->prev;
  queue->slots[slot] = spot->next;
  if (spot->next < 0 && slot < GOBC_MERGED_FAR) queue->occupied[slot >> 6] &= ~((uint64_t)1 << (slot & 63));
}

static inline void gobc_merged_place(gobc_merged_queue *queue, int32_t v, int64_t bucket) {
  if (bucket <= queue->current) {
    queue->ring[queue->tail++ & queue->ring_mask] = v;
    queue->spots[v].next = -1;
  } else {
    int near = bucket - queue->current < GOBC_MERGED_SLOTS;
    gobc_merged_link(queue, v, near ? (int)(bucket & (GOBC_MERGED_SLOTS - 1)) : GOBC_MERGED_FAR);
  }
}

/* v waits, with its smallest key. */
static inline void gobc_merged_wait(gobc_merged_queue *queue, int32_t v) {
  gobc_merged_spot *spot = queue->spots + v;
  if (spot->next != GOBC_MERGED_IDLE) return;
  spot->key = spot->first;
  gobc_merged_place(queue, v, spot->key >> queue->shift);
}

/* v waits with `key`, or with its smallest one if it shall catch up, or goes on waiting with a smaller one. */
static inline void gobc_merged_wait_with(gobc_merged_queue *queue, int32_t v, int64_t key, int catch_up) {
  gobc_merged_spot *spot = queue->spots + v;
  const int64_t before = spot->key >> queue->shift;
  const int waits = spot->next != GOBC_MERGED_IDLE;
  if (key < spot->first) spot->first = key;
  else if (catch_up) key = spot->first;
  if (waits && key >= spot->key) return;
  spot->key = key;
  if (waits && (before <= queue->current || before == key >> queue->shift)) return;
  if (waits) gobc_merged_unlink(queue, v);
  gobc_merged_place(queue, v, key >> queue->shift);
}

/* Moves what is near enough from the far list into slots; `current` goes to the earliest bucket of all. */
static inline void gobc_merged_sweep_far(gobc_merged_queue *queue, int64_t earliest) {
  const gobc_merged_spot *spots = queue->spots;
  for (int32_t v = queue->slots[GOBC_MERGED_FAR]; v >= 0; v = spots[v].next)
    if (spots[v].key >> queue->shift < earliest) earliest = spots[v].key >> queue->shift;
  queue->current = queue->swept = earliest - 1;
  for (int32_t v = queue->slots[GOBC_MERGED_FAR], next; v >= 0; v = next) {
    next = spots[v].next;
    int64_t bucket = spots[v].key >> queue->shift;
    if (bucket - queue->current >= GOBC_MERGED_SLOTS) continue;
    gobc_merged_unlink(queue, v);
    gobc_merged_link(queue, v, (int)(bucket & (GOBC_MERGED_SLOTS - 1)));
  }
}

/* The earliest bucket in the slots, GOBC_MERGED_NO_KEY if they are empty. */
static inline int64_t gobc_merged_next_slot(const gobc_merged_queue *queue) {
  const int words = GOBC_MERGED_SLOTS / 64;
  int64_t from = queue->current + 1;
  int word = (int)(from >> 6) & (words - 1), shift = (int)(from & 63);
  uint64_t bits = queue->occupied[word] >> shift;
  if (bits) return from + __builtin_ctzll(bits);
  from += 64 - shift;
  for (int i = 0; i < words; i++, from += 64) {
    bits = queue->occupied[(from >> 6) & (words - 1)];
    if (bits) return from + __builtin_ctzll(bits);
  }
  return GOBC_MERGED_NO_KEY;
}

/* The current bucket is empty: the next one moves into the ring. 0 if there is none. */
static inline int gobc_merged_advance(gobc_merged_queue *queue) {
  int64_t next = gobc_merged_next_slot(queue);
  if (queue->slots[GOBC_MERGED_FAR] >= 0 && (next == GOBC_MERGED_NO_KEY || next >= queue->swept + GOBC_MERGED_SLOTS)) {
    gobc_merged_sweep_far(queue, next);
    next = queue->current + 1;
  }
  if (next == GOBC_MERGED_NO_KEY) return 0;
  int slot = (int)(next & (GOBC_MERGED_SLOTS - 1));
  queue->current = next;
  for (int32_t v = queue->slots[slot]; v >= 0; v = queue->spots[v].next) queue->ring[queue->tail++ & queue->ring_mask] = v;
  queue->slots[slot] = -1;
  queue->occupied[slot >> 6] &= ~((uint64_t)1 << (slot & 63));
  return 1;
}

/* The next vertex, or -1. */
static inline int32_t gobc_merged_take(gobc_merged_queue *queue) {
  if (queue->head == queue->tail && !gobc_merged_advance(queue)) return -1;
  int32_t v = queue->ring[queue->head++ & queue->ring_mask];
  queue->spots[v].next = GOBC_MERGED_IDLE;
  return v;
}

#endif
