package cost

import "testing"

func TestOneBatch(t *testing.T) {
	for _, c := range []struct{ sources, width, want int }{
		{39, 32, 32}, {40, 32, 64}, {64, 32, 64}, {65, 32, 32}, {10, 32, 32}, {64, 16, 16}, {64, 64, 64}, {1000, 32, 32},
	} {
		if got := OneBatch(c.sources, c.width, 64); got != c.want {
			t.Errorf("%d sources at width %d: %d, want %d", c.sources, c.width, got, c.want)
		}
	}
}

func TestPathWidth(t *testing.T) {
	for _, c := range []struct {
		vertices     int
		degree       float64
		bytes        int
		stress, deep bool
		want         int
	}{
		{8192, 6, 8, false, false, 32}, // rows fit the inner cache
		{8193, 6, 8, false, false, 16},
		{8192, 6, 8, false, true, 16}, // few vertices in a level
		{8192, 6, 8, true, false, 16}, // two rows
		{8192, 6, 8, true, true, 8},
		{8192, 6, 4, false, false, 64}, // in half the bytes
		{20_000, 2.9, 8, false, false, 8},
		{65_536, 6, 8, false, false, 16},
		{65_537, 6, 8, false, false, 8}, // and the outer one
	} {
		got := PathWidth(c.vertices, c.degree, c.bytes, c.stress, func() bool { return c.deep })
		if got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
	if !WorthTiming(8, 16, 1e6, 8) || WorthTiming(32, 16, 1e6, 8) || !WorthTiming(32, 16, 8000, 8) ||
		WorthTiming(64, 16, 10, 8) {
		t.Error("other widths are timed")
	}
}

// A trial takes an eighth of the sources at most, and where there is none every thread has several chunks.
func TestTrials(t *testing.T) {
	for widths := 2; widths < 4; widths++ {
		least := 8 * widths * TrialRounds * TrialChunk
		if TrialPays(widths, least) || !TrialPays(widths, least+1) || TrialPays(1, 1<<30) {
			t.Errorf("%d widths are timed from other numbers of sources than %d on", widths, least)
		}
	}
	for _, sources := range []int{1, 500, 3000, 100_000} {
		for _, threads := range []int{1, 4, 64} {
			chunk := UntimedChunk(sources, threads, 16)
			if chunk%16 != 0 || chunk < 16 || chunk > TrialChunk || chunk > 16 && sources/chunk < 4*threads {
				t.Errorf("%d sources on %d threads: chunks of %d", sources, threads, chunk)
			}
		}
	}
	if Timed(1) >= 1 || TimedShards(1) >= Timed(1) || ShardsBefore(3) != 64 {
		t.Error("the width by rule has no advantage, or shards try others too soon")
	}
}

// A look at what reductions save takes a part of the call, more of it where half of the vertices have few neighbors,
// and those are counted only where that decides.
func TestSurveyPays(t *testing.T) {
	survey := Survey(1e5, 4e5)
	counted := 0
	few := func(of int) func() int { return func() int { counted++; return of } }
	for _, c := range []struct {
		call  float64
		paths bool
		few   int
		want  bool
	}{
		{11 * survey, true, 0, true}, {9 * survey, true, 0, false}, {9 * survey, true, 50_000, true},
		{1.9 * survey, true, 100_000, false}, {11 * survey, false, 0, false}, {51 * survey, false, 0, true},
	} {
		if got := SurveyPays(c.call, 1e5, 4e5, c.paths, few(c.few)); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	if counted != 3 || SurveyPays(1e-4, 10, 20, true, few(10)) {
		t.Errorf("neighbors were counted %d times, or a call that takes no time is surveyed", counted)
	}
}

// Slices and chunks follow the time of the last ones, and are never shorter than some rounds of all slots.
func TestSlicesAndChunks(t *testing.T) {
	if FirstSlice(96*10, 10) != 96*10 || FirstSlice(96*10+1, 10) != 20 {
		t.Error("other slices begin")
	}
	if NextSlice(20, 10, 0.01) != 500 || NextSlice(20, 10, 10) != 240 || NextSlice(20, 10, 0) < 500 {
		t.Error("slices do not take a quarter of a second")
	}
	if NextChunk(100, 10, 0.1) != 2000 || NextChunk(100, 10, 1000) != 30 || NextChunk(100, 10, 1e-9) != MostChunk {
		t.Error("chunks do not take two seconds")
	}
}

// A shard is of a tenth of a second, longer where sums are large, and has a batch.
func TestShards(t *testing.T) {
	for _, c := range []struct {
		core          float64
		bytes         int64
		batches, want int
	}{
		{0, 0, 0, 1}, {10, 1000, 1 << 20, 100}, {10, 1000, 7, 7}, {1e6, 0, 1 << 20, 1024}, {10, 50_000_000, 1 << 20, 10},
	} {
		if got := Shards(c.core, c.bytes, c.batches); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// Every thread has a batch of wanted vertices as long as there are some for each, and as many as the others.
func TestWantedBatch(t *testing.T) {
	for _, c := range []struct{ wanted, lanes, threads, want int }{
		{1000, 512, 2, 500}, {1100, 512, 2, 275}, {1100, 512, 1, 367}, {100, 64, 2, 50}, {10, 64, 4, 10}, {16, 64, 4, 8},
		{64, 64, 1, 64}, {4, 64, 16, 4}, {65, 64, 1, 33},
	} {
		got := WantedBatch(c.wanted, c.lanes, c.threads)
		if got != c.want || got > c.lanes {
			t.Errorf("%+v: %d", c, got)
		}
	}
	if !RoomForWanted(750, 1000) || RoomForWanted(751, 1000) {
		t.Error("workspaces leave no room, or too much")
	}
	for lanes, want := range map[int]int64{4: 10, 48: 12, 64: 16, 250: 16, 512: 32} {
		if got := MostVisits(lanes, 1e5); got != 1e5*want || MostVisits(lanes, 10) < 10000 {
			t.Errorf("%d lanes may look at an arc %g times", lanes, float64(got)/1e5)
		}
	}
}
