/*
 * Phase 4 with inner cutoffs. A lane of a vertex is *whole* within a cutoff if it is within it, and so are all vertices to which
 * its shortest paths go on. What is found there is the same, to the bit, with every larger cutoff. So the pass of the largest
 * cutoff adds it once, to the sums of the smallest cutoff within which the lane is whole and of all larger ones. The lanes that a
 * cutoff splits are passed again, the largest cutoff first, and overwrite their rows of share and paths_onward. On top of each
 * pass the rows have the values of its cutoff on all other lanes within it: these are whole, and no larger cutoff splits them.
 */
#include "common/instance.h"
#include "weighted/label_correcting.h"

typedef uint64_t GOBC_FN(four) __attribute__((vector_size(32), may_alias));

/*
 * Finds within which cutoffs the lanes `live` of a group are whole, and lists the group for those that split some of them, on
 * the lanes `listed`. The masks of all later groups are there.
 */
INLINE void GOBC_FN(mark_whole)(const back_t *back, const struct gobc_label_correcting *sweep, size_t i, mask_t live,
                                mask_t listed, size_t *split_count) {
  typedef GOBC_FN(four) four_t;
  const gobc_ready_group *group = (const gobc_ready_group *)sweep->groups.data + i;
  const gobc_tight_end *arcs = (const gobc_tight_end *)sweep->after.data + group->after;
  gobc_cutoff_masks *masks = back->masks + (size_t)group->vertex * (size_t)back->blocks;
  const int last = back->inner_count - 1;
  if (!(masks[last / 4].inside[last % 4] & live)) return;
  for (int b = 0; b < back->blocks; b++) {
    four_t beyond = {0};
    for (int32_t k = 0; k < group->afters; k++) {
      const gobc_cutoff_masks *head = back->masks + (size_t)arcs[k].vertex * (size_t)back->blocks + b;
      beyond |= arcs[k].lanes & ~*(const four_t *)head->whole;
    }
    const four_t inside = *(const four_t *)masks[b].inside & (uint64_t)live;
    *(four_t *)masks[b].whole |= inside & ~beyond;
    const four_t split = inside & beyond & (uint64_t)listed;
    for (int k = 0; k < 4 && 4 * b + k <= last; k++) {
      if (!split[k]) continue;
      gobc_split_group *list = (gobc_split_group *)sweep->split.data + (size_t)(4 * b + k) * sweep->group_count;
      list[split_count[4 * b + k]++] = (gobc_split_group){split[k], i};
    }
  }
}

/* Cancelled as in `pass`, like pass_smaller. */
INLINE int GOBC_FN(pass_largest)(struct gobc_label_correcting *sweep, gobc_totals *totals, int all,
                                 size_t *split_count) {
  const back_t back = GOBC_FN(begin)(sweep, totals);
  const gobc_tight_end *arcs = sweep->after.data;
  const gobc_ready_group *groups = sweep->groups.data;
  int64_t left = sweep->may_tear ? GOBC_LABEL_STEP : INT64_MAX;
  for (size_t i = sweep->group_count; i-- > 0;) {
    const gobc_ready_group group = groups[i];
    const gobc_ready_group *ahead = groups + (i > 4 ? i - 4 : 0);
    const mask_t live = (mask_t)(group.lanes & ~sweep->out_of_range);
    GOBC_FN(prefetch_group)(&back, ahead, ahead->lanes, arcs);
    __builtin_prefetch(back.masks + (size_t)ahead->vertex * (size_t)back.blocks, 1);
    if (GOBC_FN(cancelled)(sweep, group.afters + 1, &left)) return GOBC_KERNEL_CANCELLED;
    const uint64_t starts = group.starts && !all ? sweep->queue.states[group.vertex].lanes : 0;
    GOBC_FN(mark_whole)(&back, sweep, i, live, (mask_t)(live & ~starts), split_count);
    GOBC_FN(pass_group)(&back, sweep, all, 0, GOBC_FN(largest), &group, live);
  }
  return GOBC_KERNEL_OK;
}

INLINE int GOBC_FN(pass_smaller)(struct gobc_label_correcting *sweep, gobc_totals *totals, int all, int cutoff,
                                 size_t count) {
  back_t back = GOBC_FN(begin)(sweep, totals + 1 + cutoff);
  back.cutoff = cutoff;
  const gobc_ready_group *groups = sweep->groups.data;
  const gobc_split_group *list = (const gobc_split_group *)sweep->split.data + (size_t)cutoff * sweep->group_count;
  int64_t left = sweep->may_tear ? GOBC_LABEL_STEP : INT64_MAX;
  for (size_t i = 0; i < count; i++) {
    const gobc_ready_group group = groups[list[i].group];
    const gobc_split_group *ahead = list + (i + 4 < count ? i + 4 : count - 1);
    GOBC_FN(prefetch_group)(&back, groups + ahead->group, ahead->lanes, sweep->after.data);
    __builtin_prefetch(back.masks + (size_t)groups[ahead->group].vertex * (size_t)back.blocks);
    if (GOBC_FN(cancelled)(sweep, group.afters + 1, &left)) return GOBC_KERNEL_CANCELLED;
    GOBC_FN(pass_group)(&back, sweep, all, 0, GOBC_FN(smaller), &group, (mask_t)list[i].lanes);
  }
  return GOBC_KERNEL_OK;
}

INLINE int GOBC_FN(pass_cutoffs)(struct gobc_label_correcting *sweep, gobc_totals *totals, int all) {
  size_t split_count[GOBC_MOST_CUTOFFS] = {0};
  int status = GOBC_FN(pass_largest)(sweep, totals, all, split_count);
  for (int cutoff = sweep->pairs.inner_count; cutoff-- > 0 && status == GOBC_KERNEL_OK;)
    status = GOBC_FN(pass_smaller)(sweep, totals, all, cutoff, split_count[cutoff]);
  return status;
}

static int GOBC_FN(pass_cutoffs_delta)(struct gobc_label_correcting *sweep, gobc_totals *totals) {
  return GOBC_FN(pass_cutoffs)(sweep, totals, 0);
}

static int GOBC_FN(pass_cutoffs_all)(struct gobc_label_correcting *sweep, gobc_totals *totals) {
  return GOBC_FN(pass_cutoffs)(sweep, totals, 1);
}
