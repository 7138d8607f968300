package cost

// Widths of the sweep of paths on processors. Measured on two Zen 4 and two Sapphire Rapids cores: float64 is fastest
// at 16; at 32 where the rows of a batch fit the L2 cache (32 rows of 8 bytes a vertex within 2 MiB); at 8 on roads
// (mean degree under 3) and where rows leave the cache. float32 doubles each. 128 lost on every graph. Graphs of many
// levels, whose levels have few vertices, and stress, which has two rows a vertex, lose at 32: by 20 % on geometric
// graphs, 30 on grids, 10 to 50 with stress (two Zen cores).
const (
	rowBytes   = 128 // of a vertex in a batch of the usual width
	innerCache = 2 << 20
	outerCache = 8 << 20
	longPaths  = 3  // arcs a vertex: those of roads are fewer
	deepLevels = 24 // from so many on a graph has few vertices in each
)

// PathWidth is the width to sweep paths in by rule, where a path count has so many bytes. deep reports whether a search
// goes through many levels: see DeepLevels.
func PathWidth(vertices int, degree float64, bytes int, stress bool, deep func() bool) int {
	width, rows := rowBytes/bytes, rowBytes*int64(vertices)
	switch {
	case !stress && 2*rows <= innerCache && !deep():
		return 2 * width
	case degree < longPaths || rows > outerCache || stress && deep():
		return width / 2
	}
	return width
}

// OneBatch returns the width for so many sources that are swept at a width by rule: the widest one, where they are one
// batch of it in place of two and fill most of it. On 40 to 64 vertices a call then takes 6 to 9 % less (two Zen 4
// cores), on 33 it would take 6 % more.
func OneBatch(sources, width, widest int) int {
	if 2*width == widest && sources <= widest && 4*sources >= 5*width {
		return widest
	}
	return width
}

// DeepLevels reports whether levels of a search have few vertices, as there are many.
func DeepLevels(depth int32) bool { return depth >= deepLevels }

// WorthTiming reports whether a width may be faster than that by rule: half of it everywhere, twice only where the rows
// still fit the L2 cache.
func WorthTiming(width, best, vertices, bytes int) bool {
	return width == best/2 || width == 2*best && int64(vertices)*int64(width*bytes) <= innerCache
}
