/*
 * Search and shares of one pair for shares.c, with one KIND of path counts.
 */

/*
 * Finds the next level of s. Arcs to the last level of the other side join the two: what they give is in onward, not yet
 * divided, and in *all; from the first of them on no vertex is new any more. *met is the end of order.
 */
static int OP(expand)(gobc_shares *shares, side *s, const side *other, count_t *all, int32_t *met,
                        const volatile int32_t *cancel) {
  count_t *paths = shares->paths.KIND, *onward = shares->onward.KIND;
  int32_t *mark = shares->mark;
  const int32_t next = s->sign * (s->level + 2), joins = other->sign * (other->level + 1);
  int32_t end = s->starts[s->level + 1];
  int64_t arcs = 0;
  int joined = 0, stop = 0;
  for (int32_t i = s->starts[s->level]; i < s->starts[s->level + 1] && !stop; i++) {
    const int32_t u = s->order[i];
    const count_t count = paths[u];
    const int64_t first = s->ahead_offsets[u], last = s->ahead_offsets[u + 1];
    stop = cancelled(shares, last - first, cancel);
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
        onward[u] = OP(add)(onward[u], paths[w]);
        onward[w] = OP(add)(onward[w], count);
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

/* onward of the level before `level`: by the lists that are shorter together, those on to it or those back from it. */
static int OP(pass)(gobc_shares *shares, const side *s, int32_t level, int64_t behind, const volatile int32_t *cancel) {
  count_t *onward = shares->onward.KIND;
  const int32_t *mark = shares->mark;
  const int32_t here = s->sign * (level + 1), before = s->sign * level;
  if (behind <= s->arcs[level - 1]) {
    for (int32_t i = s->starts[level]; i < s->starts[level + 1]; i++) {
      const int32_t w = s->order[i];
      if (!OP(positive)(onward[w])) continue;
      if (cancelled(shares, s->behind_offsets[w + 1] - s->behind_offsets[w], cancel)) return GOBC_KERNEL_CANCELLED;
      for (int64_t k = s->behind_offsets[w]; k < s->behind_offsets[w + 1]; k++)
        if (mark[s->behind[k]] == before) onward[s->behind[k]] = OP(add)(onward[s->behind[k]], onward[w]);
    }
    return GOBC_KERNEL_OK;
  }
  for (int32_t i = s->starts[level - 1]; i < s->starts[level]; i++) {
    const int32_t u = s->order[i];
    if (cancelled(shares, s->ahead_offsets[u + 1] - s->ahead_offsets[u], cancel)) return GOBC_KERNEL_CANCELLED;
    count_t sum = OP(nothing)();
    for (int64_t k = s->ahead_offsets[u]; k < s->ahead_offsets[u + 1]; k++)
      if (mark[s->ahead[k]] == here) sum = OP(add)(sum, onward[s->ahead[k]]);
    onward[u] = sum;
  }
  return GOBC_KERNEL_OK;
}

/*
 * Adds the shares of one side, whose last level has its onward counts. At the top of the loop onward is 0 on every level
 * but this one, where it is final.
 */
static int OP(back)(gobc_shares *shares, const side *s, count_t all, uint64_t *sums, const volatile int32_t *cancel) {
  count_t *paths = shares->paths.KIND, *onward = shares->onward.KIND;
  for (int32_t i = s->starts[s->level]; i < s->starts[s->level + 1]; i++)
    if (OP(positive)(onward[s->order[i]])) onward[s->order[i]] = OP(over)(onward[s->order[i]], all);
  for (int32_t level = s->level; level >= 1; level--) {
    int64_t behind = 0;
    for (int32_t i = s->starts[level]; i < s->starts[level + 1]; i++) {
      const int32_t v = s->order[i];
      if (!OP(positive)(onward[v])) continue;
      add_share(sums + 2 * (int64_t)v, OP(product)(paths[v], onward[v]));
      behind += s->behind_offsets[v + 1] - s->behind_offsets[v];
    }
    if (level > 1 && OP(pass)(shares, s, level, behind, cancel)) return GOBC_KERNEL_CANCELLED;
    for (int32_t i = s->starts[level]; i < s->starts[level + 1]; i++) onward[s->order[i]] = OP(nothing)();
  }
  onward[s->order[0]] = OP(nothing)();
  return GOBC_KERNEL_OK;
}

/* Adds one pair; *flagged, if not NULL: its path counts left the safe range, and nothing was added. */
static int OP(pair)(gobc_shares *shares, int32_t from, int32_t to, uint64_t *sums, const volatile int32_t *cancel,
                      int *flagged) {
  side *sides = shares->sides;
  int32_t met[2] = {1, 1};
  count_t all = OP(nothing)();
  int status = GOBC_KERNEL_OK;
  begin(shares, sides, from);
  begin(shares, sides + 1, to);
  shares->paths.KIND[from] = shares->paths.KIND[to] = OP(from)(1.0);
  int stop = 0;
  while (status == GOBC_KERNEL_OK && !stop && !OP(positive)(all)) {
    const int less = sides[1].arcs[sides[1].level] < sides[0].arcs[sides[0].level];
    if (sides[less].arcs[sides[less].level] == 0) break; /* not reached */
    status = OP(expand)(shares, sides + less, sides + !less, &all, met + less, cancel);
    stop = flagged && status == GOBC_KERNEL_OK && !OP(positive)(all) && out_of_range(shares, sides + less);
  }
  for (int i = 0; i < 2 && status == GOBC_KERNEL_OK && OP(positive)(all); i++)
    status = OP(back)(shares, sides + i, all, sums, cancel);
  if (flagged) *flagged = stop;
  tidy(shares, sides, met[0]);
  tidy(shares, sides + 1, met[1]);
  return status;
}
