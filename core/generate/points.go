package generate

import (
	"math"
	"slices"
)

// latticeBits: coordinates are integers below 2^30, so that every predicate below fits 64 or 128 bits exactly.
const latticeBits = 30

type point struct{ x, y int64 }

// scatter draws n distinct lattice points of the unit square. They are numbered by the cells of a 256 x 256 raster,
// column by column, so that near points have near numbers, as in road and mesh data.
func scatter(n int, r *random) []point {
	points := make([]point, 0, n)
	taken := make(map[point]struct{}, n)
	for len(points) < n {
		p := point{int64(r.next() >> (64 - latticeBits)), int64(r.next() >> (64 - latticeBits))}
		if _, known := taken[p]; !known {
			taken[p] = struct{}{}
			points = append(points, p)
		}
	}
	cell := func(p point) int64 { return p.x>>(latticeBits-8)<<8 | p.y>>(latticeBits-8) }
	slices.SortFunc(points, func(a, b point) int {
		if c := cell(a) - cell(b); c != 0 {
			return int(c)
		}
		return a.compare(b)
	})
	return points
}

// compare orders by x, then y.
func (p point) compare(q point) int {
	if p.x != q.x {
		return int(p.x - q.x)
	}
	return int(p.y - q.y)
}

// geometricRadius is given, or follows from the expected degree, or is 0.55 sqrt(ln n / n): just about connected.
func geometricRadius(v values) float64 {
	switch n := v["n"]; {
	case v.has("radius"):
		return v["radius"]
	case v.has("degree"):
		return min(2, math.Sqrt(v["degree"]/(math.Pi*max(1, n-1))))
	default:
		return .55 * math.Sqrt(logarithm(n)/n)
	}
}

func geometricDrawn(v values) float64 {
	n, r := v["n"], geometricRadius(v)
	return max(n, min(n*(n-1)/2, n*n*math.Pi*r*r/2))
}

// geometric joins points at most radius apart. Points are sorted into square cells at least as wide as the radius, so
// that partners lie in the same or a neighboring cell.
func geometric(n int, radius float64, r *random) (int, []uint64) {
	points := scatter(n, r)
	reach := int64(radius * (1 << latticeBits))
	wide := max(reach+1, 1<<latticeBits/int64(max(1, math.Sqrt(float64(n)))))
	side := int(1<<latticeBits/wide) + 1
	first, members := intoCells(points, wide, side)
	var edges []uint64
	for u, p := range points {
		column, row := int(p.x/wide), int(p.y/wide)
		for c := max(0, column-1); c <= min(side-1, column+1); c++ {
			for cell := c*side + max(0, row-1); cell <= c*side+min(side-1, row+1); cell++ {
				for _, v := range members[first[cell]:first[cell+1]] {
					dx, dy := points[v].x-p.x, points[v].y-p.y
					if int(v) > u && dx*dx+dy*dy <= reach*reach {
						edges = append(edges, edge(u, int(v)))
					}
				}
			}
		}
	}
	return n, edges
}

// intoCells lists the points of cell k = column*side + row in members[first[k]:first[k+1]].
func intoCells(points []point, wide int64, side int) (first, members []int32) {
	first = make([]int32, side*side+1)
	cell := func(p point) int { return int(p.x/wide)*side + int(p.y/wide) }
	for _, p := range points {
		first[cell(p)+1]++
	}
	for k := range side * side {
		first[k+1] += first[k]
	}
	members = make([]int32, len(points))
	next := slices.Clone(first)
	for i, p := range points {
		members[next[cell(p)]] = int32(i)
		next[cell(p)]++
	}
	return first, members
}
