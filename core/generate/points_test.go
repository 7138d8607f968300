package generate

import (
	"math/big"
	"slices"
	"testing"
)

func TestGeometricAgainstAllPairs(t *testing.T) {
	for _, radius := range []float64{0, .003, .04, .2, .9, 1.5} {
		_, edges := geometric(400, radius, newRandom(9))
		var want []uint64
		reach := int64(radius * (1 << latticeBits))
		points := scatter(400, newRandom(9))
		for u, p := range points {
			for v := range u {
				if squaredDistance(p, points[v]) <= reach*reach {
					want = append(want, edge(u, v))
				}
			}
		}
		slices.Sort(edges)
		slices.Sort(want)
		if !slices.Equal(edges, want) {
			t.Errorf("radius %v: %d edges, not %d", radius, len(edges), len(want))
		}
	}
}

func TestGeometricDegree(t *testing.T) {
	_, source, _, _, _ := must(t, "random_geometric:n=20000,degree=8", 5)
	if mean := 2 * float64(len(source)) / 20000; !(mean > 7.6 && mean < 8.1) { // a little less at the border
		t.Errorf("mean degree %v", mean)
	}
}

// The determinant again with numbers of any size.
func TestInCircleExact(t *testing.T) {
	r := newRandom(3)
	large := func(x int64) *big.Int { return big.NewInt(x) }
	for trial := range 20000 {
		var p [4]point
		spread := uint(1 + trial%latticeBits)
		for i := range p {
			p[i] = point{int64(r.next() >> (64 - spread)), int64(r.next() >> (64 - spread))}
		}
		sum := new(big.Int)
		for i, c := range []int64{turn(p[3], p[1], p[2]), turn(p[3], p[2], p[0]), turn(p[3], p[0], p[1])} {
			dx, dy := large(p[i].x-p[3].x), large(p[i].y-p[3].y)
			lift := new(big.Int).Add(new(big.Int).Mul(dx, dx), new(big.Int).Mul(dy, dy))
			sum.Add(sum, lift.Mul(lift, large(c)))
		}
		if inCircle(p[0], p[1], p[2], p[3]) != (sum.Sign() > 0) {
			t.Fatalf("%v: determinant %v", p, sum)
		}
	}
	const far = 1<<latticeBits - 1 // the largest determinant there is, both signs
	a, b, c := point{0, 0}, point{far, 0}, point{far, far}
	inside, middle := point{1, far - 1}, point{far / 2, far / 2}
	if inCircle(a, b, c, point{0, far}) || !inCircle(a, b, c, inside) || !inCircle(a, b, c, middle) {
		t.Error("the corners of the lattice are misjudged")
	}
}

// checkTriangulation: planar by Euler's count, with all of the hull, and no point inside the circle of a triangle.
func checkTriangulation(t *testing.T, name string, points []point, edges []uint64) {
	t.Helper()
	n, hull := len(points), hullSize(points)
	if want := 3*n - 3 - hull; hull < n && len(edges) != want || hull == n && len(edges) < n-1 {
		t.Fatalf("%s: %d edges of %d points, %d on the hull; not %d", name, len(edges), n, hull, want)
	}
	near := make([]map[int]bool, n)
	for v := range near {
		near[v] = map[int]bool{}
	}
	for _, e := range edges {
		u, v := int(e>>32), int(uint32(e))
		near[u][v], near[v][u] = true, true
	}
	triangles := 0
	for _, e := range edges {
		u, v := int(e>>32), int(uint32(e))
		for w := range near[u] {
			if !near[v][w] {
				continue
			}
			if a, b, c, face := emptyTriangle(points, u, v, w); face {
				triangles++
				for d := range points {
					if d != u && d != v && d != w && inCircle(a, b, c, points[d]) {
						t.Fatalf("%s: point %d lies in the circle of %d, %d, %d", name, d, u, v, w)
					}
				}
			}
		}
	}
	if want := 3 * (2*n - 2 - hull); hull < n && triangles != want { // each is met from its three edges
		t.Fatalf("%s: %d triangles met, not %d", name, triangles, want)
	}
}

// emptyTriangle turns u, v, w left and says whether none of the points lies in the triangle.
func emptyTriangle(points []point, u, v, w int) (a, b, c point, face bool) {
	a, b, c = points[u], points[v], points[w]
	if turn(a, b, c) == 0 {
		return a, b, c, false
	}
	if turn(a, b, c) < 0 {
		b, c = c, b
	}
	for d, p := range points {
		if d != u && d != v && d != w && turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0 {
			return a, b, c, false
		}
	}
	return a, b, c, true
}

// hullSize counts the points on the border of the convex hull, also those between its corners.
func hullSize(points []point) int {
	sorted := slices.Clone(points)
	slices.SortFunc(sorted, point.compare)
	on := map[point]bool{}
	for range 2 {
		var chain []point
		for _, p := range sorted {
			for len(chain) > 1 && turn(chain[len(chain)-2], chain[len(chain)-1], p) < 0 {
				chain = chain[:len(chain)-1]
			}
			chain = append(chain, p)
		}
		for _, p := range chain {
			on[p] = true
		}
		slices.Reverse(sorted)
	}
	return len(on)
}

func TestDelaunay(t *testing.T) {
	for _, n := range []int{4, 5, 6, 7, 10, 50, 200} {
		for seed := range uint64(5) {
			points := scatter(n, newRandom(seed))
			checkTriangulation(t, "random", points, triangulate(points))
		}
	}
	points := scatter(20000, newRandom(1))
	if edges := triangulate(points); len(edges) != 3*20000-3-hullSize(points) {
		t.Errorf("20,000 points have %d edges, %d of them on the hull", len(edges), hullSize(points))
	}
}

// Points in rows, on one line and on one circle: what rounding would get wrong.
func TestDelaunayDegenerate(t *testing.T) {
	var lattice, line, diagonal []point
	for x := range int64(9) {
		line = append(line, point{7, x})
		diagonal = append(diagonal, point{x * 3, x * 5})
		for y := range int64(7) {
			lattice = append(lattice, point{x, y})
		}
	}
	circle := []point{{25, 0}, {24, 7}, {20, 15}, {15, 20}, {7, 24}, {0, 25}, {50, 25}, {25, 50}, {26, 32}}
	checkTriangulation(t, "circle", circle, triangulate(circle))
	checkTriangulation(t, "lattice", lattice, triangulate(lattice))
	r := newRandom(11)
	for range 200 { // some points of a lattice: small turns, many on one line or circle
		var some []point
		for _, i := range r.permutation(len(lattice))[:4+r.below(20)] {
			some = append(some, lattice[i])
		}
		checkTriangulation(t, "some of a lattice", some, triangulate(some))
	}
	for _, points := range [][]point{line, diagonal} {
		if got := len(triangulate(points)); got != 8 {
			t.Errorf("%v: %d edges of 9 points on a line", points, got)
		}
	}
}
