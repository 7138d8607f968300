/* The part of Sweep about what targets weigh by lane. With BY_PAIR that depends on the source (demand.h), and on the level. */

/* What v weighs as a target; `mine` are the lanes that count. */
INLINE Four<Real> targets_of(int v, uint32_t mine) {
  if constexpr (BY_PAIR) {
    Four<Real> target = common.demand.four_of(v, p.thread * 4, mine, common.a.target_weight);
    multiply(target, four(common.factor));
    return target;
  } else {
    return four(target_of(v));
  }
}

/* Whether a lane has reached a vertex. */
struct Reached {
  const uint32_t *visited;
  INLINE bool operator()(int v, int lane) const { return visited[(size_t)v * WORDS + lane / 32] >> (lane & 31) & 1; }
};

INLINE double factor_at(int level) { return common.demand.decays() ? decay_at(common.demand.a.decay, level) : 1.0; }

/* Before and after a way back. Not inline: they would take registers from the loops. */
static __device__ __noinline__ void start_back(Common &common, const uint32_t *visited, int batch, int lanes) {
  const Reached reached = {visited};
  common.demand.spread(common.a.batches, batch, lanes, common.a.totals, common.out_of_range, reached);
}
static __device__ __noinline__ void end_back(Common &common, int batch, int lanes) {
  common.demand.forget(common.a.batches, batch, lanes);
}
