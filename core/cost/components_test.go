package cost

import "testing"

// The smallest components are swept a batch at once, others by teams, of as few warps as fill a multiprocessor.
func TestShapesOfComponents(t *testing.T) {
	for _, c := range []struct {
		vertices, team int64 // bytes of a team
		want           ComponentShape
	}{
		{128, 1, ComponentShape{0, 32}}, {128, 20, ComponentShape{0, 256}},
		{129, 1, ComponentShape{1, 256}}, {300, 3, ComponentShape{1, 256}},
		{400, 4, ComponentShape{2, 256}}, {800, 7, ComponentShape{4, 512}}, {1000, 12, ComponentShape{4, 512}},
		{2000, 24, ComponentShape{8, 1024}}, {2500, 30, ComponentShape{8, 768}}, {3000, 49, ComponentShape{16, 1024}},
		{9000, 99, ComponentShape{16, 512}}, {9000, 101, ComponentShape{}}, {100, 101, ComponentShape{}},
	} {
		got := ShapeOfComponent(c.vertices, 8*c.vertices, 100, func(s ComponentShape) int64 {
			return max(int64(s.Teams()), 1) * c.team
		})
		if got != c.want {
			t.Errorf("%d vertices, %d bytes a team: %v, not %v", c.vertices, c.team, got, c.want)
		}
	}
	for blocks, want := range map[int64]uint16{1: 256, 4: 256, 5: 256, 8: 128, 15: 128, 16: 64, 32: 32, 99: 32} {
		if got := threadsAtOnce(blocks); got != want {
			t.Errorf("%d blocks: %d threads, not %d", blocks, got, want)
		}
	}
	for vertices, teams := range map[int64]bool{64: false, 65: true} {
		s := ShapeOfComponent(vertices, 8*vertices-1, 100, func(ComponentShape) int64 { return 1 })
		if (s.Warps > 0) != teams {
			t.Errorf("%d vertices with few arcs: %v", vertices, s)
		}
	}
	for _, c := range []struct {
		shape ComponentShape
		arcs  int64
		want  bool
	}{
		{ComponentShape{}, 50, false}, {ComponentShape{0, 32}, 1, true}, {ComponentShape{4, 512}, 1, true},
		{ComponentShape{8, 1024}, 49, false}, {ComponentShape{8, 1024}, 50, true},
	} {
		if ComponentPays(c.shape, 10, c.arcs) != c.want {
			t.Errorf("10 vertices, %d arcs, %v pays: %v", c.arcs, c.shape, !c.want)
		}
	}
	if !ComponentsPay(132, 132, 90, 100) || ComponentsPay(131, 132, 100, 100) || ComponentsPay(132, 132, 89, 100) ||
		ComponentsPay(63, 4, 100, 100) {
		t.Error("components are swept whole where they are few or large")
	}
}
