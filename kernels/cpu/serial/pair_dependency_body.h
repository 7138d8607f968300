/*
 * Search and dependencies of one pair for serial/pair_dependency.c, with one KIND of path counts.
 */
#include "serial/pair_dependency.h"

/*
 * Finds the next level of s. Arcs to the last level of the other side join the two: what they give is in paths_onward,
 * not yet divided, and in *all; from the first of them on no vertex is new any more. *met is the end of order.
 */
static int OP(expand)(gobc_pair_dependency *pairs, side *s, const side *other, count_t *all, int32_t *met,
                      const volatile int32_t *cancel) {
  count_t *paths = pairs->paths.KIND, *paths_onward = pairs->paths_onward.KIND;
  int32_t *mark = pairs->mark;
  const int32_t next = s->sign * (s->level + 2), joins = other->sign * (other->level + 1);
  int32_t end = s->starts[s->level + 1];
  int64_t arcs = 0;
  int joined = 0, stop = 0;
  for (int32_t i = s->starts[s->level]; i < s->starts[s->level + 1] && !stop; i++) {
    const int32_t u = s->order[i];
    const count_t count = paths[u];
    const int64_t first = s->ahead_offsets[u], last = s->ahead_offsets[u + 1];
    stop = cancelled(pairs, last - first, cancel);
    for (int64_t k = first; k < last; k++) {
      const int32_t w = s->ahead[k], m = mark[w];
      if (m == 0) {
        if (joined) continue;
        mark[w] = next;
        paths[w] = count;
        s->order[end++] = w;
        arcs += s->ahead_offsets[w + 1] - s->ahead_offsets[w];
      } else if (m == next) {
        paths[w] = OP(add)(paths[w], count);
      } else if (m == joins) {
        joined = 1;
        paths_onward[u] = OP(add)(paths_onward[u], paths[w]);
        paths_onward[w] = OP(add)(paths_onward[w], count);
        *all = OP(add)(*all, OP(times)(count, paths[w]));
      }
    }
  }
  *met = end;
  if (joined || stop) return stop ? GOBC_KERNEL_CANCELLED : GOBC_KERNEL_OK;
  s->level++;
  s->starts[s->level + 1] = end;
  s->arcs[s->level] = arcs;
  return GOBC_KERNEL_OK;
}

/*
 * Computes paths_onward of the level before `level`. Reads the lists that have fewer arcs in total: those from that level
 * ahead, or those from `level` back.
 */
static int OP(pass)(gobc_pair_dependency *pairs, const side *s, int32_t level, int64_t behind,
                    const volatile int32_t *cancel) {
  count_t *paths_onward = pairs->paths_onward.KIND;
  const int32_t *mark = pairs->mark;
  const int32_t here = s->sign * (level + 1), before = s->sign * level;
  if (behind <= s->arcs[level - 1]) {
    for (int32_t i = s->starts[level]; i < s->starts[level + 1]; i++) {
      const int32_t w = s->order[i];
      if (!OP(nonzero)(paths_onward[w])) continue;
      if (cancelled(pairs, s->behind_offsets[w + 1] - s->behind_offsets[w], cancel)) return GOBC_KERNEL_CANCELLED;
      for (int64_t k = s->behind_offsets[w]; k < s->behind_offsets[w + 1]; k++)
        if (mark[s->behind[k]] == before)
          paths_onward[s->behind[k]] = OP(add)(paths_onward[s->behind[k]], paths_onward[w]);
    }
    return GOBC_KERNEL_OK;
  }
  for (int32_t i = s->starts[level - 1]; i < s->starts[level]; i++) {
    const int32_t u = s->order[i];
    if (cancelled(pairs, s->ahead_offsets[u + 1] - s->ahead_offsets[u], cancel)) return GOBC_KERNEL_CANCELLED;
    count_t sum = OP(nothing)();
    for (int64_t k = s->ahead_offsets[u]; k < s->ahead_offsets[u + 1]; k++)
      if (mark[s->ahead[k]] == here) sum = OP(add)(sum, paths_onward[s->ahead[k]]);
    paths_onward[u] = sum;
  }
  return GOBC_KERNEL_OK;
}

/*
 * Adds the dependencies of one side, whose last level has its paths_onward. At the top of the loop paths_onward is 0 on
 * every level but this one, where it is final.
 */
static int OP(back)(gobc_pair_dependency *pairs, const side *s, count_t all, uint64_t *sums,
                    const volatile int32_t *cancel) {
  count_t *paths = pairs->paths.KIND, *paths_onward = pairs->paths_onward.KIND;
  for (int32_t i = s->starts[s->level]; i < s->starts[s->level + 1]; i++)
    if (OP(nonzero)(paths_onward[s->order[i]])) paths_onward[s->order[i]] = OP(over)(paths_onward[s->order[i]], all);
  for (int32_t level = s->level; level >= 1; level--) {
    int64_t behind = 0;
    for (int32_t i = s->starts[level]; i < s->starts[level + 1]; i++) {
      const int32_t v = s->order[i];
      if (!OP(nonzero)(paths_onward[v])) continue;
      add_dependency(sums + 2 * (int64_t)v, OP(product)(paths[v], paths_onward[v]));
      behind += s->behind_offsets[v + 1] - s->behind_offsets[v];
    }
    if (level > 1 && OP(pass)(pairs, s, level, behind, cancel)) return GOBC_KERNEL_CANCELLED;
    for (int32_t i = s->starts[level]; i < s->starts[level + 1]; i++) paths_onward[s->order[i]] = OP(nothing)();
  }
  paths_onward[s->order[0]] = OP(nothing)();
  return GOBC_KERNEL_OK;
}

/* Adds one pair; *out_of_range, if not NULL: its path counts left the safe range, and nothing was added. */
static int OP(pair)(gobc_pair_dependency *pairs, int32_t from, int32_t to, uint64_t *sums,
                    const volatile int32_t *cancel, int *out_of_range) {
  side *sides = pairs->sides;
  int32_t met[2] = {1, 1};
  count_t all = OP(nothing)();
  int status = GOBC_KERNEL_OK;
  begin(pairs, sides, from);
  begin(pairs, sides + 1, to);
  pairs->paths.KIND[from] = pairs->paths.KIND[to] = OP(from)(1.0);
  int stop = 0;
  while (status == GOBC_KERNEL_OK && !stop && !OP(nonzero)(all)) {
    const int less = sides[1].arcs[sides[1].level] < sides[0].arcs[sides[0].level];
    if (sides[less].arcs[sides[less].level] == 0) break; /* not reached */
    status = OP(expand)(pairs, sides + less, sides + !less, &all, met + less, cancel);
    stop = out_of_range && status == GOBC_KERNEL_OK && !OP(nonzero)(all) && check_overflow(pairs, sides + less);
  }
  for (int i = 0; i < 2 && status == GOBC_KERNEL_OK && OP(nonzero)(all); i++)
    status = OP(back)(pairs, sides + i, all, sums, cancel);
  if (out_of_range) *out_of_range = stop;
  tidy(pairs, sides, met[0]);
  tidy(pairs, sides + 1, met[1]);
  return status;
}
