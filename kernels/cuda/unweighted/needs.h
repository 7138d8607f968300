/* What instances of the level sweep compute, and how a block holds a batch. */
#ifndef GOBC_CUDA_NEEDS_H
#define GOBC_CUDA_NEEDS_H

#include "device.h"

/*
 * What a sweep computes: betweenness, or with STRESS also stress. With WEIGHS sources and targets have weights, and stress comes
 * with the sums of paths from each source. With FULL they also compute the same for edges. With BY_PAIR the weight of a target also
 * depends on the source (demand.h), and there is no stress. With CUTOFFS there is betweenness within several cutoffs
 * (sweep_cutoffs.h). These are compile-time constants, so no instance pays for what another needs.
 */
struct OfVertices {
  typedef gobc_sweep_arguments Arguments;
  static constexpr bool STRESS = false, FULL = false, WEIGHS = false, BY_PAIR = false, CUTOFFS = false;
};
struct WithinCutoffs : OfVertices {
  typedef gobc_sweep_cutoff_arguments Arguments;
  static constexpr bool CUTOFFS = true;
};
struct OfVerticesStress : OfVertices {
  static constexpr bool STRESS = true;
};
struct Weighed : OfVertices {
  static constexpr bool WEIGHS = true;
};
struct WeighedStress : Weighed {
  static constexpr bool STRESS = true;
};
struct Full : Weighed {
  static constexpr bool FULL = true;
};
struct FullStress : Full {
  static constexpr bool STRESS = true;
};
struct ByPair : Weighed {
  typedef gobc_sweep_demand_arguments Arguments;
  static constexpr bool BY_PAIR = true;
};
struct FullByPair : ByPair {
  static constexpr bool FULL = true;
};

/* How a block holds a batch: sources, type of path counts, threads, and whether the masks are in shared memory. */
template <int SOURCES, typename Counts, int BLOCK, bool IN_SHARED>
struct Layout {
  typedef Counts Real;
  static constexpr int WIDTH = SOURCES, WORDS = (SOURCES + 31) / 32, THREADS = BLOCK;
  static constexpr bool MASKS_SHARED = IN_SHARED;
};

#endif
