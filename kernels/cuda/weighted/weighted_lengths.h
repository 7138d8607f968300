/* Part of Weighted: sums of lengths. A source has length 0 to itself, and adds nothing to its own sum of terms. */

INLINE void add_length(Length length, word64 &coarse, word64 &fine) {
  if constexpr (Rule::WHOLE) {
    coarse += (word64)length >> 32;
    fine += (word64)length & 0xffffffffu;
  } else {
    add_units((double)length * common.a.scale, coarse, fine);
  }
}

/* Adds the parts of a team's threads to the three totals of v. Sums of integer lengths have no third part. */
INLINE void add_parts(const uint64_t (&to)[3], int v, word64 coarse, word64 fine, bool whole) {
  const bool odd = few.thread & 1;
  const word64 mine = sum_of_two<8>(few.thread, coarse, fine);
  if (few.thread > 1 || !mine) return;
  if (whole) {
    atomicAdd(global(pointer<word64>(to[odd]) + v), mine);
  } else if (odd) {
    atomicAdd(global(pointer<word64>(to[2]) + v), mine);
  } else {
    /* 2^51 of the second unit for each source would overflow one total */
    atomicAdd(global(pointer<word64>(to[0]) + v), mine >> 32);
    atomicAdd(global(pointer<word64>(to[1]) + v), mine & 0xffffffffu);
  }
}

INLINE void measure() {
  for (int i = warp * 4 + few.group; i - few.group < common.touched; i += teams()) {
    const bool active = i < common.touched;
    const int v = active ? global(common.slot.touched)[i] : 0;
    Part<Length, 4> own;
    uint32_t reached = 0;
    word64 coarse = 0, fine = 0, terms_coarse = 0, terms_fine = 0;
    Length longest = 0;
    if (active) own = *lengths_at(few, v);
#pragma unroll
    for (int l = 0; l < 4; l++) {
      if (!active || !(own.lane[l] < far())) continue;
      reached++;
      longest = max(longest, own.lane[l]);
      add_length(own.lane[l], coarse, fine);
      if (common.a.lengths.terms[0] && own.lane[l] > 0)
        add_units(term_of(common.a.rate, common.a.shift, (double)own.lane[l]) * common.a.term_scale, terms_coarse,
                  terms_fine);
    }
#pragma unroll
    for (int step = 4; step; step >>= 1) {
      reached += __shfl_xor_sync(EVERYONE, reached, step);
      longest = max(longest, __shfl_xor_sync(EVERYONE, longest, step));
    }
    if (common.a.lengths.distance[0]) add_parts(common.a.lengths.distance, v, coarse, fine, Rule::WHOLE);
    if (common.a.lengths.terms[0]) add_parts(common.a.lengths.terms, v, terms_coarse, terms_fine, false);
    if (!active || few.thread != 0) continue;
    if (common.a.lengths.reached) atomicAdd(global(pointer<word64>(common.a.lengths.reached) + v), (word64)reached);
    if (common.a.lengths.eccentricity)
      atomicMax(global(pointer<word64>(common.a.lengths.eccentricity) + v), Rule::bits(longest));
  }
  __syncthreads();
}
