package generate

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func fingerprint(n int64, source, target []int64) string {
	h := sha256.New()
	binary.Write(h, binary.LittleEndian, n)
	binary.Write(h, binary.LittleEndian, source)
	binary.Write(h, binary.LittleEndian, target)
	return fmt.Sprintf("%x", h.Sum(nil))[:16]
}

// golden pins the edges for good: a changed hash is a changed graph, which is a change of the interface.
var golden = []struct {
	spec  string
	seed  uint64
	n, m  int64
	print string
}{
	{"kronecker:scale=10", 1, 1024, 10629, "69baf381f50ecafc"},
	{"kronecker:scale=12,edge_factor=4", 2, 4096, 14394, "cbf6ad493731c47b"},
	{"rmat:scale=10,edge_factor=8,a=0.25,b=0.25,c=0.25", 1, 1024, 8130, "4e423ef83603c765"},
	{"random_geometric:n=2000", 1, 2000, 7160, "eb0df40ef018d7f7"},
	{"random_geometric:n=2000,radius=0.05", 1, 2000, 15285, "68817a4a1bc93234"},
	{"random_geometric:n=2000,degree=6.5", 1, 2000, 6472, "cd2eb463f881098b"},
	{"delaunay:n=2000", 1, 2000, 5977, "749c2b3c4a907595"},
	{"delaunay:n=2000", 2, 2000, 5973, "9a51aef92ab7e316"},
	{"small_world:n=1000,k=10,p=0.1", 1, 1000, 5000, "065e56dc51e536ae"},
	{"barabasi_albert:n=1000,m=4", 1, 1000, 3984, "8d21ef97f9ea5caa"},
	{"erdos_renyi:n=1000,m=5000", 1, 1000, 5000, "55f0f34e530a44b5"},
	{"erdos_renyi:n=1000,p=0.01", 1, 1000, 4912, "1b08722e3ef65a2b"},
	{"grid:rows=20,cols=30", 1, 600, 1150, "73c8e49c9d7bd5e6"},
	{"road_like:n=5000", 1, 5000, 5212, "a2885b9dc5f54ca0"},
}

func TestGolden(t *testing.T) {
	for _, row := range golden {
		n, source, target, err := Edges(row.spec, row.seed)
		if err != nil {
			t.Errorf("%s: %v", row.spec, err)
			continue
		}
		if print := fingerprint(n, source, target); n != row.n || int64(len(source)) != row.m || print != row.print {
			t.Errorf("{%q, %d, %d, %d, %q},", row.spec, row.seed, n, len(source), print)
		}
	}
}

// Every family is simple, sorted and in range, the same twice, and another for another seed.
func TestSimple(t *testing.T) {
	for _, row := range golden {
		n, source, target, _ := Edges(row.spec, row.seed)
		for i := range source {
			if source[i] < 0 || source[i] >= target[i] || target[i] >= n {
				t.Fatalf("%s: edge %d joins %d and %d of %d", row.spec, i, source[i], target[i], n)
			}
			if i > 0 && edge(int(source[i-1]), int(target[i-1])) >= edge(int(source[i]), int(target[i])) {
				t.Fatalf("%s: edge %d is out of order", row.spec, i)
			}
		}
		_, again, _, _ := Edges(row.spec, row.seed)
		_, other, otherTarget, _ := Edges(row.spec, row.seed+1)
		if !slices.Equal(source, again) {
			t.Errorf("%s: two runs differ", row.spec)
		}
		if !strings.HasPrefix(row.spec, "grid") && slices.Equal(source, other) && slices.Equal(target, otherTarget) {
			t.Errorf("%s: two seeds give the same graph", row.spec)
		}
	}
}

// The smallest sizes, and keys at the ends of their ranges.
func TestSmall(t *testing.T) {
	rows := []struct {
		spec string
		n, m int64
	}{
		{"kronecker:scale=0,edge_factor=1", 1, 0},
		{"rmat:scale=2,edge_factor=100,a=0,b=1,c=0", 4, 1},
		{"random_geometric:n=1", 1, 0},
		{"random_geometric:n=5,radius=2", 5, 10},
		{"random_geometric:n=5,radius=0", 5, 0},
		{"delaunay:n=1", 1, 0},
		{"delaunay:n=2", 2, 1},
		{"delaunay:n=3", 3, 3},
		{"small_world:n=1,k=0,p=1", 1, 0},
		{"small_world:n=3,k=2,p=1", 3, 3},
		{"small_world:n=5,k=4,p=1", 5, 10},
		{"barabasi_albert:n=2,m=1", 2, 1},
		{"barabasi_albert:n=6,m=5", 6, 5},
		{"erdos_renyi:n=1,m=0", 1, 0},
		{"erdos_renyi:n=5,m=10", 5, 10},
		{"erdos_renyi:n=5,p=1", 5, 10},
		{"erdos_renyi:n=5,p=0", 5, 0},
		{"erdos_renyi:n=1,p=0.5", 1, 0},
		{"erdos_renyi:n=100,p=1e-300", 100, 0},
		{"grid:rows=1,cols=1", 1, 0},
		{" grid : rows = 2 , cols=3 ", 6, 7},
		{"road_like:n=2", 2, 1},
		{"road_like:n=3", 3, 2},
	}
	for _, row := range rows {
		n, source, _, err := Edges(row.spec, 1)
		if err != nil || n != row.n || int64(len(source)) != row.m {
			t.Errorf("%s: %d vertices, %d edges, %v; not %d, %d", row.spec, n, len(source), err, row.n, row.m)
		}
	}
	for n := 2; n < 60; n++ {
		if got, _, _, err := Edges(fmt.Sprintf("road_like:n=%d", n), 1); err != nil || got != int64(n) {
			t.Errorf("road_like of %d: %d vertices, %v", n, got, err)
		}
	}
}

func TestErrors(t *testing.T) {
	rows := []struct{ spec, says string }{
		{"", "unknown family"},
		{"tree:n=5", "choose from kronecker, rmat"},
		{"delaunay", "delaunay needs n; delaunay takes n (vertices, an integer from 1 to 2147483647)"},
		{"delaunay:", "delaunay needs n"},
		{"delaunay:n", `"n" does not have the form key=value`},
		{"delaunay:n=5,", "does not have the form key=value"},
		{"delaunay:n=ten", "n=ten is not a number"},
		{"delaunay:n=1.5", "n=1.5 is not a whole number"},
		{"delaunay:n=0", "n=0 is out of range"},
		{"delaunay:n=nan", "is not a whole number"},
		{"delaunay:n=1e999", "n=1e999 is out of range"},
		{"delaunay:n=5,n=6", "n is given twice"},
		{"delaunay:n=5,m=6", `delaunay has no key "m"`},
		{"delaunay:n=2147483647", "the limit is 268435456"},
		{"kronecker:scale=31", "scale=31 is out of range"},
		{"kronecker:scale=30,edge_factor=1000000", "the limit is 268435456"},
		{"rmat:scale=3,a=0.5,b=0.5,c=0.5", "sum to 1.5"},
		{"rmat:scale=3,a=nan", "a=nan is out of range"},
		{"random_geometric:n=10,radius=0.1,degree=3", "both given"},
		{"random_geometric:n=1000000,radius=1", "the limit is 268435456"},
		{"small_world:n=10,k=3,p=0", "k=3 is not an even number below n=10"},
		{"small_world:n=10,k=10,p=0", "k=10 is not an even number"},
		{"barabasi_albert:n=5,m=5", "m=5 is not below n=5"},
		{"erdos_renyi:n=5", "exactly one of m and p"},
		{"erdos_renyi:n=5,m=1,p=.5", "exactly one of m and p"},
		{"erdos_renyi:n=5,m=11", "m=11 is more than the 10 pairs"},
		{"grid:rows=2147483647,cols=2147483647", "the limit is 268435456"},
	}
	for _, row := range rows {
		_, _, _, err := Edges(row.spec, 1)
		if err == nil || !strings.HasPrefix(err.Error(), "gobc: generate: ") || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%q: error %v does not say %q", row.spec, err, row.says)
		}
		if _, err := Bytes(row.spec); err == nil {
			t.Errorf("Bytes(%q) takes it", row.spec)
		}
	}
	if bytes, err := Bytes("delaunay:n=1000"); err != nil || bytes < 3000*16 {
		t.Errorf("Bytes of 1,000 points: %d, %v", bytes, err)
	}
}

// Every key of every family has a range, and its error names them all.
func TestUsageNamesEveryKey(t *testing.T) {
	for _, family := range families {
		_, _, _, err := Edges(family.Name+":nothing=1", 1)
		for _, key := range family.Keys {
			if !(key.Least < key.Most) || err == nil || !strings.Contains(err.Error(), key.Name+" ("+key.Summary) {
				t.Errorf("%s: %v does not explain %s", family.Name, err, key.Name)
			}
		}
	}
}

func FuzzSpec(f *testing.F) {
	for _, row := range golden {
		f.Add(row.spec)
	}
	for _, spec := range []string{"", ":", "grid:rows=1e9,cols=-0", "rmat:scale=1,a=0x1p-3", "delaunay:n=+5", "grid:,=,"} {
		f.Add(spec)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		family, v, err := parse(spec)
		if err != nil {
			if len(err.Error()) > 900 {
				t.Fatalf("%q: an error of %d bytes", spec, len(err.Error()))
			}
			return
		}
		drawn := family.drawn(v)
		if math.IsNaN(drawn) || drawn > MostEdges {
			t.Fatalf("%q would draw %v edges", spec, drawn)
		}
		if drawn > 1e5 {
			return
		}
		n, source, target, err := Edges(spec, 1)
		if err != nil || n < 1 || len(source) != len(target) || float64(len(source)) > 2*drawn+1000 {
			t.Fatalf("%q: %d vertices, %d edges of about %v, %v", spec, n, len(source), drawn, err)
		}
	})
}
