package graph

import (
	"bytes"
	"errors"
	"testing"

	"gobc/core/memory"
	"gobc/core/store"
	"gobc/core/store/storetest"
)

// head and arrays of a path of three vertices, with weights and a marked vertex.
func path() (storedHead, map[string]any) {
	return storedHead{Weighted: true, Marks: true, Vertices: 3, Edges: 2, Labels: "c"}, map[string]any{
		"integers": []int64{7, 8, 9}, "tails": []int32{0, 1}, "heads": []int32{1, 2}, "marked": []int32{1},
		"weights": []float64{1, 2}}
}

func stored(t testing.TB, head storedHead, arrays map[string]any) []byte {
	var all []store.Array
	for _, name := range []string{"integers", "ends", "text", "tails", "heads", "marked", "weights", "others"} {
		if data, found := arrays[name]; found {
			all = append(all, store.Array{Name: name, Data: data})
		}
	}
	var b bytes.Buffer
	if err := store.Write(&b, storedKind, head, all); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func load(data []byte) (*Graph, error) {
	b := NewBuilder(Options{})
	defer b.Close()
	if _, err := b.Load(bytes.NewReader(data), func() error { return nil }); err != nil {
		return nil, err
	}
	return b.Finish(func() bool { return false })
}

// What no graph has is refused though the checksum is right, and sizes before memory of that size is taken.
func TestStoredGraphsAreNotBelieved(t *testing.T) {
	head, arrays := path()
	g, err := load(stored(t, head, arrays))
	if err != nil {
		t.Fatal(err)
	}
	g.Free()
	for name, change := range map[string]func(h *storedHead, a map[string]any){
		"1 TB of vertices":     func(h *storedHead, _ map[string]any) { h.Vertices = 1 << 40 },
		"1 TB of edges":        func(h *storedHead, _ map[string]any) { h.Edges = 1 << 40 },
		"negative vertices":    func(h *storedHead, _ map[string]any) { h.Vertices = -3 },
		"negative edges":       func(h *storedHead, _ map[string]any) { h.Edges = -2 },
		"fewer vertices":       func(h *storedHead, _ map[string]any) { h.Vertices = 2 },
		"labels of a type":     func(h *storedHead, _ map[string]any) { h.Labels = "+l" },
		"text labels":          func(h *storedHead, _ map[string]any) { h.Labels = "u" },
		"a label too large":    func(_ *storedHead, a map[string]any) { a["integers"] = []int64{7, 8, 128} },
		"a label twice":        func(_ *storedHead, a map[string]any) { a["integers"] = []int64{7, 8, 8} },
		"an end too far":       func(_ *storedHead, a map[string]any) { a["tails"] = []int32{0, 3} },
		"a negative end":       func(_ *storedHead, a map[string]any) { a["heads"] = []int32{-1, 0} },
		"fewer ends":           func(_ *storedHead, a map[string]any) { a["heads"] = []int32{1} },
		"a vertex marked":      func(_ *storedHead, a map[string]any) { a["marked"] = []int32{3} },
		"a vertex twice":       func(_ *storedHead, a map[string]any) { a["marked"] = []int32{1, 1} },
		"marks of none":        func(h *storedHead, _ map[string]any) { h.Marks = false },
		"no weights":           func(_ *storedHead, a map[string]any) { delete(a, "weights") },
		"a negative weight":    func(_ *storedHead, a map[string]any) { a["weights"] = []float64{1, -1} },
		"weights of a type":    func(_ *storedHead, a map[string]any) { a["weights"] = []float32{1, 2} },
		"an array of no graph": func(_ *storedHead, a map[string]any) { a["others"] = []byte{1} },
		"texts that overlap": func(h *storedHead, a map[string]any) {
			h.Labels, a["ends"], a["text"] = "u", []int64{2, 1, 3}, []byte("abc")
			delete(a, "integers")
		},
		"a text too long": func(h *storedHead, a map[string]any) {
			h.Labels, a["ends"], a["text"] = "u", []int64{1, 2, 1 << 40}, []byte("abc")
			delete(a, "integers")
		},
		"a text of no characters": func(h *storedHead, a map[string]any) {
			h.Labels, a["ends"], a["text"] = "u", []int64{1, 2, 3}, []byte("a\xffb")
			delete(a, "integers")
		},
	} {
		head, arrays := path()
		change(&head, arrays)
		_, before := memory.Live()
		if _, err := load(stored(t, head, arrays)); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
		if _, after := memory.Live(); after != before {
			t.Errorf("%s: %d bytes are left", name, after-before)
		}
	}
}

// FuzzStoredGraph reads any stream whose checksum is right as a graph: an error, or a graph that is the same when
// stored again.
func FuzzStoredGraph(f *testing.F) {
	head, arrays := path()
	f.Add(storetest.Stream(stored(f, head, arrays)))
	head.Weighted, head.Marks, head.Labels, head.Directed = false, false, "u", true
	f.Add(storetest.Stream(stored(f, head, map[string]any{"ends": []int64{1, 2, 3}, "text": []byte("abc"),
		"tails": arrays["tails"], "heads": arrays["heads"]})))
	f.Fuzz(func(t *testing.T, stream []byte) {
		_, before := memory.Live()
		g, err := load(storetest.Seal(stream))
		if err == nil {
			var first, second bytes.Buffer
			if err := g.Store(&first); err != nil {
				t.Fatal(err)
			}
			again, err := load(first.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			if err := again.Store(&second); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
				t.Fatal("a graph that was read is another one when read again", err)
			}
			again.Free()
			g.Free()
		}
		if _, after := memory.Live(); after != before {
			t.Fatalf("%d bytes are left after %v", after-before, err)
		}
	})
}
