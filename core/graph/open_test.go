package graph

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/core/store"
	"gobc/core/system"
)

// opened maps a file without verifying it.
func opened(t testing.TB, path string) (*Graph, error) {
	t.Helper()
	leastMapped = 0
	defer func() { leastMapped = 1 << 20 }()
	file, err := system.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	b := NewBuilder(Options{Threads: 3})
	defer b.Close()
	if err := b.Load(file, goOn); err != nil {
		return nil, err
	}
	return b.Finish(never)
}

// stored is a large graph, and a file of several blocks that has it.
func stored(t testing.TB) (g *Graph, path string, data []byte) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("files are copied there")
	}
	random := rand.New(rand.NewPCG(11, 12))
	d := drawn{n: 50_000}
	var labels []int64
	for v := range d.n {
		labels = append(labels, int64(3*v))
	}
	for range 100_000 {
		d.tails = append(d.tails, int32(random.IntN(d.n)))
		d.heads = append(d.heads, int32(random.IntN(d.n)))
		d.weights = append(d.weights, float64(1+random.IntN(100))/4)
	}
	g = labeled(t, d, "l", labels, nil, true)
	t.Cleanup(g.Free)
	data = storedBytes(t, g)
	return g, written(t, data), data
}

func written(t testing.TB, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "g.gobc")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// inMemory returns how many bytes of the graph's file this process has touched.
func inMemory(t *testing.T, g *Graph) (bytes int64) {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	first := fmt.Sprintf("%x-", reflect.ValueOf(g.mapping.Bytes).Pointer())
	_, of, found := strings.Cut(string(maps), first)
	if !found {
		t.Fatalf("there is no mapping at %s", first)
	}
	_, of, _ = strings.Cut(of, "Rss:")
	if _, err := fmt.Sscan(of, &bytes); err != nil {
		t.Fatal(err)
	}
	return bytes << 10
}

// bytesRead returns how many bytes this process has read by system calls.
func bytesRead(t *testing.T) (bytes int64) {
	t.Helper()
	text, err := os.ReadFile("/proc/self/io")
	if err == nil {
		_, err = fmt.Sscanf(string(text), "rchar: %d", &bytes)
	}
	if err != nil {
		t.Skip(err)
	}
	return bytes
}

// Opening reads the header, touches no page of the arrays, and gives all facts. Verify reads the rest.
func TestOpeningReadsTheHeader(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /proc")
	}
	built, path, data := stored(t)
	before := bytesRead(t)
	g, err := opened(t, path)
	read := bytesRead(t) - before
	if err != nil {
		t.Fatal(err)
	}
	defer g.Free()
	if read > 1<<13 {
		t.Errorf("opening read %d bytes", read)
	}
	if got := g.Facts(); !reflect.DeepEqual(got, built.Facts()) || g.Bytes() < 1<<20 {
		t.Errorf("%+v, want %+v; %d bytes", got, built.Facts(), g.Bytes())
	}
	if touched := inMemory(t, g); touched > 0 || g.Verified() || g.Vertex != nil {
		t.Errorf("opening touched %d bytes; verified: %v", touched, g.Verified())
	}
	if err := g.Verify(goOn); err != nil || !g.Verified() {
		t.Fatal(err)
	}
	if touched := inMemory(t, g); touched < int64(len(data)) {
		t.Errorf("verifying touched %d of %d bytes", touched, len(data))
	}
	if text := difference(built, g); text != "" {
		t.Error(text)
	}
}

// Several calls may be the first; later ones do nothing.
func TestFilesAreVerifiedOnce(t *testing.T) {
	built, path, _ := stored(t)
	g, err := opened(t, path)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Free()
	var group guard.Group
	for range 6 {
		group.Go(func() error {
			if err := g.Verify(goOn); err != nil {
				return err
			}
			if len(g.Rows.Tails) != len(built.Rows.Tails) {
				return errors.New("a call has no rows")
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	if text := difference(built, g); text != "" {
		t.Error(text)
	}
	index, asked := g.Labels.direct, errors.New("asked")
	if err := g.Verify(func() error { return asked }); err != nil || &g.Labels.direct[0] != &index[0] {
		t.Errorf("a later call: %v", err)
	}
}

// A wrong byte anywhere behind the header is an error of the first use and of each later one, and none of opening.
func TestDamageIsFoundAtFirstUse(t *testing.T) {
	_, _, data := stored(t)
	_, live := memory.Live()
	ats := []int{len(data) - 1, len(data) - 12, len(data) - 20}
	for at := 1 << 13; at < len(data)-20; at += 1 << 19 {
		ats = append(ats, at)
	}
	if len(ats) < 10 {
		t.Fatalf("a file of %d bytes", len(data))
	}
	for _, at := range ats {
		data[at] ^= 8
		g, err := opened(t, written(t, data))
		if err != nil {
			t.Fatalf("byte %d: %v", at, err)
		}
		first, later := g.Verify(goOn), g.Verify(goOn)
		if !errors.Is(first, store.ErrDamaged) || later == nil || later.Error() != first.Error() {
			t.Errorf("byte %d: %v, then %v", at, first, later)
		}
		if block := fmt.Sprintf("in block %d,", at>>20); at < len(data)-20 && !strings.Contains(first.Error(), block) {
			t.Errorf("byte %d: %v", at, first)
		}
		if g.Verified() || g.Vertex != nil || g.Rows.Tails != nil {
			t.Errorf("byte %d: the graph has arrays", at)
		}
		g.Free()
		data[at] ^= 8
	}
	if _, after := memory.Live(); after != live {
		t.Errorf("%d bytes are left", after-live)
	}
	for _, at := range []int{4, 12, 40, 500} { // in the header
		data[at] ^= 8
		if _, err := opened(t, written(t, data)); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("byte %d: %v", at, err)
		}
		data[at] ^= 8
	}
}

// A first use that is stopped anywhere leaves the graph as it was opened, and the next one verifies it.
func TestFirstUseIsStopped(t *testing.T) {
	built, path, _ := stored(t)
	g, err := opened(t, path)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Free()
	_, live := memory.Live()
	stops := 0
	for last := 1; ; last = last*3/2 + 1 {
		asked := 0
		err := g.Verify(func() error {
			if asked++; asked >= last {
				return ErrCancelled
			}
			return nil
		})
		if err == nil {
			break
		}
		stops++
		if _, now := memory.Live(); err != ErrCancelled || now != live || g.Vertex != nil || g.Labels.Len() != 0 {
			t.Fatalf("stopped at look %d: %v; %d bytes are left", last, err, now-live)
		}
	}
	if text := difference(built, g); text != "" || stops < 5 {
		t.Errorf("after %d stops: %s", stops, text)
	}
}

// A first use for which there is no memory leaves the graph as it was opened, too.
func TestFirstUseWithoutMemory(t *testing.T) {
	built, path, _ := stored(t)
	g, err := opened(t, path)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Free()
	_, live := memory.Live()
	failed := 0
	for ; ; failed++ {
		memory.FailAfter(failed)
		err := g.Verify(goOn)
		memory.FailAfter(-1)
		if err == nil {
			break
		}
		if _, now := memory.Live(); !errors.Is(err, memory.ErrNoMemory) || now != live || g.Vertex != nil {
			t.Fatalf("allocation %d fails: %v; %d bytes are left", failed, err, now-live)
		}
	}
	if text := difference(built, g); text != "" || failed < 2 {
		t.Errorf("after %d failed allocations: %s", failed, text)
	}
}

// A file that is cut while it is verified is an error, not the end of the process.
func TestFilesAreCutAtFirstUse(t *testing.T) {
	_, path, _ := stored(t)
	g, err := opened(t, path)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Free()
	asked := 0
	first := g.Verify(func() error {
		if asked++; asked == 3 {
			return os.Truncate(path, 1<<12)
		}
		return nil
	})
	for _, err := range []error{first, g.Verify(goOn), g.Usable()} {
		if !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "was changed while the graph was open") {
			t.Errorf("%v", err)
		}
	}
}
