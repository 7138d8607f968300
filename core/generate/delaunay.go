package generate

import (
	"math/bits"
	"slices"
)

// delaunay triangulates n random points by divide and conquer (Guibas, Stolfi: Primitives for the manipulation of
// general subdivisions, 1985). Predicates are exact integers, so the result is a triangulation whatever the points are;
// where four points lie on a circle either diagonal is one.
func delaunay(n int, r *random) []uint64 { return triangulate(scatter(n, r)) }

// triangulate returns the edges of the Delaunay triangulation of distinct points.
func triangulate(points []point) []uint64 {
	if len(points) < 2 {
		return nil
	}
	order := make([]int32, len(points))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int { return points[i].compare(points[j]) })
	m := mesh{points: points}
	m.build(order)
	edges := make([]uint64, 0, len(m.origin)/2)
	for h := 0; h < len(m.origin); h += 2 {
		if m.origin[h] >= 0 {
			edges = append(edges, edge(int(m.origin[h]), int(m.origin[h+1])))
		}
	}
	return edges
}

// mesh is a planar subdivision of half edges: h and h^1 are the two directions of one edge. next and previous turn
// counterclockwise and clockwise around the origin.
type mesh struct {
	points                 []point
	origin, next, previous []int32
	free                   []int32 // deleted edges to use again
}

func (m *mesh) destination(h int32) int32 { return m.origin[h^1] }

// afterLeft is the next edge around the face on the left; beforeRight the previous around the face on the right.
func (m *mesh) afterLeft(h int32) int32   { return m.previous[h^1] }
func (m *mesh) beforeRight(h int32) int32 { return m.next[h^1] }

func (m *mesh) add(from, to int32) int32 {
	h := int32(len(m.origin))
	if last := len(m.free) - 1; last >= 0 {
		h = m.free[last]
		m.free = m.free[:last]
	} else {
		m.origin = append(m.origin, 0, 0)
		m.next = append(m.next, 0, 0)
		m.previous = append(m.previous, 0, 0)
	}
	m.origin[h], m.origin[h+1] = from, to
	m.next[h], m.next[h+1] = h, h+1
	m.previous[h], m.previous[h+1] = h, h+1
	return h
}

// splice joins the rings of a and b around their origins if they are two, and cuts them apart if they are one.
func (m *mesh) splice(a, b int32) {
	afterA, afterB := m.next[a], m.next[b]
	m.next[a], m.next[b] = afterB, afterA
	m.previous[afterB], m.previous[afterA] = a, b
}

// connect adds an edge from the end of a to the start of b; all three have the same face on their left.
func (m *mesh) connect(a, b int32) int32 {
	e := m.add(m.destination(a), m.origin[b])
	m.splice(e, m.afterLeft(a))
	m.splice(e^1, b)
	return e
}

func (m *mesh) remove(e int32) {
	m.splice(e, m.previous[e])
	m.splice(e^1, m.previous[e^1])
	m.origin[e], m.origin[e^1] = -1, -1
	m.free = append(m.free, e&^1)
}

// build triangulates points sorted by x, then y. It returns the counterclockwise hull edge that leaves the leftmost
// point and the clockwise one that leaves the rightmost.
func (m *mesh) build(sorted []int32) (left, right int32) {
	switch len(sorted) {
	case 2:
		e := m.add(sorted[0], sorted[1])
		return e, e ^ 1
	case 3:
		return m.buildThree(sorted)
	}
	middle := len(sorted) / 2
	leftOuter, leftInner := m.build(sorted[:middle])
	rightInner, rightOuter := m.build(sorted[middle:])
	// Walk down to the lower common tangent of the two hulls.
	for {
		if m.leftOf(m.origin[rightInner], leftInner) {
			leftInner = m.afterLeft(leftInner)
		} else if m.rightOf(m.origin[leftInner], rightInner) {
			rightInner = m.beforeRight(rightInner)
		} else {
			break
		}
	}
	base := m.connect(rightInner^1, leftInner)
	if m.origin[leftInner] == m.origin[leftOuter] {
		leftOuter = base ^ 1
	}
	if m.origin[rightInner] == m.origin[rightOuter] {
		rightOuter = base
	}
	m.zip(base)
	return leftOuter, rightOuter
}

func (m *mesh) buildThree(sorted []int32) (left, right int32) {
	a := m.add(sorted[0], sorted[1])
	b := m.add(sorted[1], sorted[2])
	m.splice(a^1, b)
	switch turn := m.turn(sorted[0], sorted[1], sorted[2]); {
	case turn > 0:
		m.connect(b, a)
	case turn < 0:
		c := m.connect(b, a)
		return c ^ 1, c
	}
	return a, b ^ 1
}

// zip raises the base, an edge from the right half to the left one, until it is the upper common tangent. Invariant:
// all below the base is a Delaunay triangulation.
func (m *mesh) zip(base int32) {
	for {
		l := m.candidate(m.next[base^1], base, m.next)
		r := m.candidate(m.previous[base], base, m.previous)
		leftAbove, rightAbove := m.above(l, base), m.above(r, base)
		switch {
		case !leftAbove && !rightAbove:
			return
		case !leftAbove || rightAbove &&
			m.inCircle(m.destination(l), m.origin[l], m.origin[r], m.destination(r)):
			base = m.connect(r, base^1)
		default:
			base = m.connect(base^1, l^1)
		}
	}
}

// candidate removes edges that the base's circle forbids, turning away from the base, and returns the first that stays.
func (m *mesh) candidate(e, base int32, turn []int32) int32 {
	if !m.above(e, base) {
		return e
	}
	for m.inCircle(m.destination(base), m.origin[base], m.destination(e), m.destination(turn[e])) {
		following := turn[e]
		m.remove(e)
		e = following
	}
	return e
}

// above: the end of e lies on the upper side of the base.
func (m *mesh) above(e, base int32) bool { return m.rightOf(m.destination(e), base) }

func (m *mesh) leftOf(p, e int32) bool  { return m.turn(p, m.origin[e], m.destination(e)) > 0 }
func (m *mesh) rightOf(p, e int32) bool { return m.turn(p, m.destination(e), m.origin[e]) > 0 }

// turn is positive where a, b, c turn left: twice the area, below 2^61.
func (m *mesh) turn(a, b, c int32) int64 { return turn(m.points[a], m.points[b], m.points[c]) }

func turn(a, b, c point) int64 { return (b.x-a.x)*(c.y-a.y) - (b.y-a.y)*(c.x-a.x) }

func (m *mesh) inCircle(a, b, c, d int32) bool {
	return inCircle(m.points[a], m.points[b], m.points[c], m.points[d])
}

// inCircle: d lies inside the circle through a, b, c, which turn left. The determinant is three products of a squared
// distance and an area, each below 2^61: their sum stays below 2^124.
func inCircle(a, b, c, d point) bool {
	var sum wide
	sum.addProduct(squaredDistance(a, d), turn(d, b, c))
	sum.addProduct(squaredDistance(b, d), turn(d, c, a))
	sum.addProduct(squaredDistance(c, d), turn(d, a, b))
	return sum.positive()
}

func squaredDistance(a, d point) int64 { return (a.x-d.x)*(a.x-d.x) + (a.y-d.y)*(a.y-d.y) }

// wide is a 128-bit two's complement number.
type wide struct{ high, low uint64 }

// addProduct adds x*y; the high word of an unsigned product counts a negative factor as 2^64 too much.
func (w *wide) addProduct(x, y int64) {
	high, low := bits.Mul64(uint64(x), uint64(y))
	if x < 0 {
		high -= uint64(y)
	}
	if y < 0 {
		high -= uint64(x)
	}
	var carry uint64
	w.low, carry = bits.Add64(w.low, low, 0)
	w.high, _ = bits.Add64(w.high, high, carry)
}

func (w *wide) positive() bool { return int64(w.high) > 0 || w.high == 0 && w.low > 0 }
