/*
 * A bucket queue of vertices for the label-correcting sweep: a vertex waits with its key, in bucket key >> shift, in at
 * most one place. Buckets only rise: what comes too late for its own waits at the end of the current one. Nothing here
 * allocates while it runs.
 *
 * Invariants: buckets current + 1 .. current + SLOTS - 1 are doubly linked lists in slots; those further off are in the
 * far list, all of them at or beyond swept + SLOTS; the current bucket, and what came too late, is in the ring.
 */
#ifndef GOBC_BUCKET_QUEUE_H
#define GOBC_BUCKET_QUEUE_H

#include <stddef.h>
#include <stdint.h>

#define GOBC_BUCKET_SLOTS 4096
#define GOBC_BUCKET_FAR GOBC_BUCKET_SLOTS
#define GOBC_BUCKET_IDLE (-2)
#define GOBC_BUCKET_NO_KEY INT64_MAX

/* What phase 1 and the queue know of a vertex. */
typedef struct gobc_vertex_state {
  uint64_t lanes;   /* changed since the vertex was last relaxed; after phase 1: those it is the source of */
  uint64_t reached; /* lanes with a finite distance */
  int64_t first;    /* the smallest key it was ever given in this batch */
  int64_t key;      /* with which it waits or last waited */
  int32_t next;     /* in the list of its slot, -1 for none; GOBC_BUCKET_IDLE while it does not wait */
  int32_t prev;     /* ~slot: the head of that slot */
} gobc_vertex_state;

typedef struct gobc_bucket_queue {
  gobc_vertex_state *states;
  int32_t *ring;
  size_t ring_mask, head, tail;
  int shift;
  int64_t current, swept;
  int32_t slots[GOBC_BUCKET_SLOTS + 1];
  uint64_t occupied[GOBC_BUCKET_SLOTS / 64];
} gobc_bucket_queue;

static inline void gobc_bucket_queue_start(gobc_bucket_queue *queue, int shift) {
  queue->shift = shift;
  queue->head = queue->tail = 0;
  queue->current = queue->swept = 0;
}

static inline void gobc_bucket_queue_link(gobc_bucket_queue *queue, int32_t v, int slot) {
  gobc_vertex_state *state = queue->states + v;
  state->next = queue->slots[slot];
  state->prev = ~slot;
  if (state->next >= 0) queue->states[state->next].prev = v;
  else if (slot < GOBC_BUCKET_FAR) queue->occupied[slot >> 6] |= (uint64_t)1 << (slot & 63);
  queue->slots[slot] = v;
}

static inline void gobc_bucket_queue_unlink(gobc_bucket_queue *queue, int32_t v) {
  const gobc_vertex_state *state = queue->states + v;
  if (state->next >= 0) queue->states[state->next].prev = state->prev;
  if (state->prev >= 0) {
    queue->states[state->prev].next = state->next;
    return;
  }
  int slot = ~state->prev;
  queue->slots[slot] = state->next;
  if (state->next < 0 && slot < GOBC_BUCKET_FAR) queue->occupied[slot >> 6] &= ~((uint64_t)1 << (slot & 63));
}

static inline void gobc_bucket_queue_insert(gobc_bucket_queue *queue, int32_t v, int64_t bucket) {
  if (bucket <= queue->current) {
    queue->ring[queue->tail++ & queue->ring_mask] = v;
    queue->states[v].next = -1;
  } else {
    int near = bucket - queue->current < GOBC_BUCKET_SLOTS;
    gobc_bucket_queue_link(queue, v, near ? (int)(bucket & (GOBC_BUCKET_SLOTS - 1)) : GOBC_BUCKET_FAR);
  }
}

/* v waits, with its smallest key. */
static inline void gobc_bucket_queue_push(gobc_bucket_queue *queue, int32_t v) {
  gobc_vertex_state *state = queue->states + v;
  if (state->next != GOBC_BUCKET_IDLE) return;
  state->key = state->first;
  gobc_bucket_queue_insert(queue, v, state->key >> queue->shift);
}

/* v waits with `key`, or with its smallest one if it shall catch up, or goes on waiting with a smaller one. */
static inline void gobc_bucket_queue_push_key(gobc_bucket_queue *queue, int32_t v, int64_t key, int catch_up) {
  gobc_vertex_state *state = queue->states + v;
  const int64_t before = state->key >> queue->shift;
  const int waits = state->next != GOBC_BUCKET_IDLE;
  if (key < state->first) state->first = key;
  else if (catch_up) key = state->first;
  if (waits && key >= state->key) return;
  state->key = key;
  if (waits && (before <= queue->current || before == key >> queue->shift)) return;
  if (waits) gobc_bucket_queue_unlink(queue, v);
  gobc_bucket_queue_insert(queue, v, key >> queue->shift);
}

/* Moves what is near enough from the far list into slots; `current` goes to the earliest bucket of all. */
static inline void gobc_bucket_queue_split_far(gobc_bucket_queue *queue, int64_t earliest) {
  const gobc_vertex_state *states = queue->states;
  for (int32_t v = queue->slots[GOBC_BUCKET_FAR]; v >= 0; v = states[v].next)
    if (states[v].key >> queue->shift < earliest) earliest = states[v].key >> queue->shift;
  queue->current = queue->swept = earliest - 1;
  for (int32_t v = queue->slots[GOBC_BUCKET_FAR], next; v >= 0; v = next) {
    next = states[v].next;
    int64_t bucket = states[v].key >> queue->shift;
    if (bucket - queue->current >= GOBC_BUCKET_SLOTS) continue;
    gobc_bucket_queue_unlink(queue, v);
    gobc_bucket_queue_link(queue, v, (int)(bucket & (GOBC_BUCKET_SLOTS - 1)));
  }
}

/* The earliest bucket in the slots, GOBC_BUCKET_NO_KEY if they are empty. */
static inline int64_t gobc_bucket_queue_next_slot(const gobc_bucket_queue *queue) {
  const int words = GOBC_BUCKET_SLOTS / 64;
  int64_t from = queue->current + 1;
  int word = (int)(from >> 6) & (words - 1), shift = (int)(from & 63);
  uint64_t bits = queue->occupied[word] >> shift;
  if (bits) return from + __builtin_ctzll(bits);
  from += 64 - shift;
  for (int i = 0; i < words; i++, from += 64) {
    bits = queue->occupied[(from >> 6) & (words - 1)];
    if (bits) return from + __builtin_ctzll(bits);
  }
  return GOBC_BUCKET_NO_KEY;
}

/* The current bucket is empty: the next one moves into the ring. 0 if there is none. */
static inline int gobc_bucket_queue_advance(gobc_bucket_queue *queue) {
  int64_t next = gobc_bucket_queue_next_slot(queue);
  if (queue->slots[GOBC_BUCKET_FAR] >= 0 && (next == GOBC_BUCKET_NO_KEY || next >= queue->swept + GOBC_BUCKET_SLOTS)) {
    gobc_bucket_queue_split_far(queue, next);
    next = queue->current + 1;
  }
  if (next == GOBC_BUCKET_NO_KEY) return 0;
  int slot = (int)(next & (GOBC_BUCKET_SLOTS - 1));
  queue->current = next;
  for (int32_t v = queue->slots[slot]; v >= 0; v = queue->states[v].next)
    queue->ring[queue->tail++ & queue->ring_mask] = v;
  queue->slots[slot] = -1;
  queue->occupied[slot >> 6] &= ~((uint64_t)1 << (slot & 63));
  return 1;
}

/* The next vertex, or -1. */
static inline int32_t gobc_bucket_queue_pop(gobc_bucket_queue *queue) {
  if (queue->head == queue->tail && !gobc_bucket_queue_advance(queue)) return -1;
  int32_t v = queue->ring[queue->head++ & queue->ring_mask];
  queue->states[v].next = GOBC_BUCKET_IDLE;
  return v;
}

#endif
