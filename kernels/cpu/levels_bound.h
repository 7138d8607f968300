/*
 * Bounds on eccentricities from the rows of a batch. One pass takes 2 to 4 ms for 100,000 vertices: a tenth of the
 * traversal. Sums and differences stay within the type, see gobc_levels_open.
 */
#if BITS == 16
typedef int16_t NAME(length);
#else
typedef int32_t NAME(length);
#endif

static void NAME(bound)(const struct gobc_levels *l, int32_t first, int32_t last, const int32_t *eccentricity,
                        const int32_t *beyond, gobc_level_bounds *bounds) {
  const int lanes = l->lanes;
  NAME(length) far[64], rest[64];
  for (int k = 0; k < 64; k++) { /* lanes that are not there hold the distances of lane 0, see seed */
    far[k] = (NAME(length))eccentricity[k < lanes ? k : 0];
    rest[k] = (NAME(length))beyond[k < lanes ? k : 0];
  }
  for (int32_t v = first; v < last; v++) {
    const NAME(length) *d = (const NAME(length) *)l->distance + 64 * (int64_t)v;
    NAME(length) most = d[0], least = (NAME(length))(far[0] - d[0]), back = least;
    NAME(length) upper = (NAME(length))(d[0] + rest[0]);
    for (int k = 0; k < 64; k++) {
      NAME(length) left = (NAME(length))(far[k] - d[k]), sum = (NAME(length))(d[k] + rest[k]);
      most = d[k] > most ? d[k] : most;
      back = left > back ? left : back;
      least = left < least ? left : least;
      upper = sum < upper ? sum : upper;
    }
    most = back > most ? back : most;
    if (bounds->lower[v] < most) bounds->lower[v] = most;
    if (bounds->upper[v] > upper) bounds->upper[v] = upper;
    if (bounds->shortfall[v] > least) bounds->shortfall[v] = least;
  }
}
