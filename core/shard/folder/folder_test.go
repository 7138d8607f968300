package folder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gobc/core/shard"
	"gobc/core/store"
	"gobc/core/sums"
)

var origin = sums.Origin{Graph: "a graph", Question: "a question", Version: "1", Shards: 12}

func factsOf(o sums.Origin) Facts {
	return Facts{Version: "1", Measures: "betweenness", Shards: o.Shards, Fingerprint: shard.Fingerprint(o),
		Question: json.RawMessage(`{"weighted":false}`)}
}

func graphText(w io.Writer) error {
	_, err := w.Write([]byte("a graph"))
	return err
}

// made is a folder of a job of 12 shards.
func made(t *testing.T) *Folder {
	t.Helper()
	f, err := Make(filepath.Join(t.TempDir(), "a", "run"), factsOf(origin), graphText, nil, true)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// part is the sums of some shards, of nothing.
func part(o sums.Origin, held ...int) *sums.Part { return &sums.Part{Origin: o, Held: held} }

func never() error { return nil }

func wants(t *testing.T, what string, err, kind error, texts ...string) {
	t.Helper()
	if !errors.Is(err, kind) {
		t.Errorf("%s: %v is no %v", what, err, kind)
	}
	for _, text := range texts {
		if err != nil && !strings.Contains(err.Error(), text) {
			t.Errorf("%s: %q lacks %q", what, err, text)
		}
	}
}

func TestMake(t *testing.T) {
	f := made(t)
	for name, want := range map[string]string{f.Facts.Graph: "a graph", jobName: `"labels"`} {
		text, err := os.ReadFile(f.at(name))
		if err != nil || strings.Contains(string(text), want) == (name == jobName) {
			t.Errorf("%s has %q: %v", name, text, err)
		}
	}
	again, err := Make(f.Path, factsOf(origin), nil, []byte("ignored"), true)
	if err != nil || again.Facts.Graph != f.Facts.Graph || again.Facts.Labels != "" || !f.Unchanged() {
		t.Errorf("%+v, %v", again, err)
	}
	_, err = Make(f.Path, factsOf(origin), nil, nil, false)
	wants(t, "the same job", err, ErrThere, f.Path+" has this job already", "resume")
	other := origin
	other.Shards = 3
	_, err = Make(f.Path, factsOf(other), nil, nil, true)
	wants(t, "another job", err, ErrOther, f.Path+" has another job: betweenness in 12 shards, ",
		"this one is betweenness in 3")
	named, err := Make(t.TempDir(), factsOf(origin), graphText, []byte(`{"nodes":["x"]}`), true)
	if err != nil || named.Facts.Labels != labelsName {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(named.at(labelsName)); string(text) != `{"nodes":["x"]}` {
		t.Error(string(text), err)
	}
	_, err = Open(filepath.Join(f.Path, "none"))
	wants(t, "no folder", err, ErrBad, "there is no job in "+f.Path, "gobc plan FILE -o")
	if _, err := Make(f.at(jobName), factsOf(origin), graphText, nil, true); err == nil {
		t.Error("a file became a folder")
	}
}

// A job is there once job.json is: an earlier end leaves none.
func TestAJobIsThereWholeOrNotAtAll(t *testing.T) {
	broken := errors.New("no space")
	path := t.TempDir()
	_, err := Make(path, factsOf(origin), func(w io.Writer) error {
		_ = graphText(w)
		return broken
	}, nil, true)
	if !errors.Is(err, broken) {
		t.Error(err)
	}
	if names, _ := os.ReadDir(path); len(names) != 0 {
		t.Errorf("%v is left", names)
	}
	facts := factsOf(origin)
	facts.Question = json.RawMessage("{") // cannot be written
	if _, err := Make(path, facts, graphText, nil, true); err == nil {
		t.Error("a question that is no JSON was written")
	}
	_, err = Open(path)
	wants(t, "an end before job.json", err, ErrBad, "there is no job")
	if _, err := Make(path, factsOf(origin), graphText, nil, true); err != nil {
		t.Error(err)
	}
}

func TestChangedFactsAreErrors(t *testing.T) {
	f := made(t)
	good, err := os.ReadFile(f.at(jobName))
	if err != nil {
		t.Fatal(err)
	}
	replaced := func(key string, value any) string {
		var all map[string]any
		if err := json.Unmarshal(good, &all); err != nil {
			t.Fatal(err)
		}
		all[key] = value
		text, err := json.Marshal(all)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for text, want := range map[string]string{
		"":                               "it cannot be read: EOF",
		"{":                              "it cannot be read: unexpected EOF",
		"nul":                            "it cannot be read",
		"[1]":                            "it is a JSON array, not an object",
		strings.Repeat("[", 1e5):         "it",
		`{"a": 1}`:                       `unknown field "a"`,
		string(good) + "{}":              "there is text after",
		replaced("format", "gobc job 1"): `its format is "gobc job 1"`,
		replaced("shards", "12"):         "shards has the wrong type, a JSON string",
		replaced("shards", 1<<40):        "shards is 1099511627776, not 1 to 1048576",
		replaced("shards", 0):            "shards is 0, not",
		replaced("shards", 1e30):         "shards has the wrong type, a JSON number 1e+30",
		replaced("fingerprint", "x"):     `fingerprint is "x"`,
		replaced("graph", "../x"):        `graph is "../x", not a file in the folder`,
		replaced("graph", "graph-0.gobc/../../x"):     "not a file in the folder",
		replaced("labels", "../../etc/passwd"):        "labels are in",
		replaced("measures", ""):                      "it has no measures",
		replaced("speed", 1):                          `unknown field "speed"`,
		replaced("graph", strings.Repeat("x", 1<<20)): "graph is",
	} {
		if err := os.WriteFile(f.at(jobName), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if f.Unchanged() {
			t.Errorf("%.40q is the file that was read", text)
		}
		_, err := Open(f.Path)
		wants(t, fmt.Sprintf("%.60q", text), err, ErrBad, f.at(jobName)+" is not the file of a job (gobc job 2): ", want,
			"make the job again, in another folder")
		if err != nil && len(err.Error()) > 700 {
			t.Errorf("%.60q: the error has %d bytes", text, len(err.Error()))
		}
	}
}

func TestFactsAsText(t *testing.T) {
	text, err := made(t).Facts.Text()
	if err != nil {
		t.Fatal(err)
	}
	back, err := Read(text)
	if err != nil || back.Fingerprint != shard.Fingerprint(origin) || back.Graph != "" {
		t.Errorf("%+v, %v", back, err)
	}
	_, err = Read(bytes.Replace(text, []byte(`"version"`), []byte(`"graph":"graph-0.gobc","version"`), 1))
	wants(t, "facts with a file", err, ErrBad, "this is not a job", "names files")
	_, err = Read([]byte("{}"))
	wants(t, "nothing", err, ErrBad, "this is not a job")
}

// Workers take other shards; at the end the one that was taken the longest ago, as its worker may be gone.
func TestNext(t *testing.T) {
	f := made(t)
	if err := f.Add(part(origin, 1)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.at(claimName(3)), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var taken []int
	for range 10 {
		number, found, err := f.Next()
		if err != nil || !found {
			t.Fatal(number, found, err)
		}
		taken = append(taken, number)
	}
	if want := []int{0, 2, 4, 5, 6, 7, 8, 9, 10, 11}; !slices.Equal(taken, want) {
		t.Errorf("%v are taken, not %v", taken, want)
	}
	for number, hours := range map[int]int{7: 3, 3: 2} {
		past := time.Unix(0, 0).Add(-time.Duration(hours) * time.Hour)
		if err := os.Chtimes(f.at(claimName(number)), past, past); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []int{7, 3} { // the claim of 7 is new again
		if number, found, err := f.Next(); number != want || !found || err != nil {
			t.Errorf("%d is taken, not %d: %v, %v", number, want, found, err)
		}
	}
	for number := range origin.Shards {
		if err := f.Add(part(origin, number)); err != nil {
			t.Fatal(err)
		}
	}
	if number, found, err := f.Next(); found || err != nil {
		t.Error(number, found, err)
	}
}

// Of many workers at once, each takes shards of its own while there are any.
func TestNextOfManyWorkers(t *testing.T) {
	f := made(t)
	var all sync.WaitGroup
	taken := make([]int, origin.Shards)
	for i := range taken {
		all.Add(1)
		go func() {
			defer all.Done()
			worker, err := Open(f.Path)
			if err != nil {
				t.Error(err)
				return
			}
			if taken[i], _, err = worker.Next(); err != nil {
				t.Error(err)
			}
		}()
	}
	all.Wait()
	slices.Sort(taken)
	for i, number := range taken {
		if i != number {
			t.Fatalf("%v are taken", taken)
		}
	}
}

func TestAShardIsTakenOnce(t *testing.T) {
	f := made(t)
	other, err := Open(f.Path)
	if err != nil {
		t.Fatal(err)
	}
	for i, worker := range []*Folder{f, f, other} {
		if took, err := worker.take(3); took != (i == 0) || err != nil {
			t.Errorf("worker %d: %v, %v", i, took, err)
		}
	}
}

func TestProgress(t *testing.T) {
	f := made(t)
	for _, number := range []int{0, 3, 11} {
		if err := f.Add(part(origin, number)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"shard-5.gobc", "shard-000006.gobc", "shard-00007.gobc.part",
		".shard-00008.gobc.1.part", "shard--0009.gobc", "shard-00010.csv", "shard-99999999999999999999.gobc"} {
		if err := os.WriteFile(f.at(name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := f.Progress()
	if !slices.Equal(p.Finished, []int{0, 3, 11}) || shard.Ranges(p.Missing) != "1-2,4-10" || len(p.Damaged) > 0 ||
		err != nil {
		t.Error(p, err)
	}
}

// What a full disk or a stopped copy leaves counts as missing, and is computed again.
func TestDamagedShardsAreMissing(t *testing.T) {
	f := made(t)
	for number := range origin.Shards {
		if err := f.Add(part(origin, number)); err != nil {
			t.Fatal(err)
		}
	}
	good, err := os.ReadFile(f.at(shardName(3)))
	if err != nil {
		t.Fatal(err)
	}
	var other bytes.Buffer
	if err := store.Write(&other, "another kind", struct{}{}, nil); err != nil {
		t.Fatal(err)
	}
	zeroed := bytes.Clone(good)
	clear(zeroed[100:])
	for name, data := range map[string][]byte{
		"empty": nil, "cut in its head": good[:100], "without its last byte": good[:len(good)-1],
		"cut before its end": good[:len(good)-40], "zeros": make([]byte, len(good)), "zeros behind": zeroed,
		"another": other.Bytes(), "a table": []byte(strings.Repeat("source,target\n", 50)),
	} {
		for _, number := range []int{3, 8} {
			if err := os.WriteFile(f.at(shardName(number)), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		there, err := Open(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		p, err := there.Progress()
		if !slices.Equal(p.Missing, []int{3, 8}) || !slices.Equal(p.Damaged, p.Missing) || len(p.Finished) != 10 ||
			err != nil {
			t.Errorf("%s: %v, %v", name, p, err)
		}
		_, err = there.Merge(never)
		wants(t, name, err, ErrBad, "2 files of shards", shardName(3), shardName(8), "run shards 3,8 again")
		for range 2 {
			number, found, err := there.Next()
			if !found || err != nil {
				t.Fatal(name, found, err)
			}
			if err := there.Add(part(origin, number)); err != nil {
				t.Fatal(err)
			}
		}
		if number, found, err := there.Next(); found || err != nil {
			t.Errorf("%s: %d is left, %v", name, number, err)
		}
		merged, err := there.Merge(never)
		if err != nil || len(merged.Held) != origin.Shards {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMerge(t *testing.T) {
	f := made(t)
	_, err := f.Merge(never)
	wants(t, "no shard", err, ErrBad, f.Path+" has no finished shard yet")
	for _, number := range []int{2, 3, 7} {
		if err := f.Add(part(origin, number)); err != nil {
			t.Fatal(err)
		}
	}
	merged, err := f.Merge(never)
	if err != nil || !slices.Equal(merged.Held, []int{2, 3, 7}) {
		t.Fatal(merged, err)
	}
	stopped := errors.New("stopped")
	if _, err := f.Merge(func() error { return stopped }); !errors.Is(err, stopped) {
		t.Error(err)
	}
	third := f.at(shardName(3))
	kept, err := os.ReadFile(third)
	if err != nil {
		t.Fatal(err)
	}
	var foreign bytes.Buffer
	other := origin
	other.Question = "another"
	if err := part(other, 3).Write(&foreign); err != nil {
		t.Fatal(err)
	}
	second, _ := os.ReadFile(f.at(shardName(2)))
	damaged := bytes.Clone(kept)
	damaged[len(damaged)/2] ^= 1
	for name, file := range map[string]struct{ data, want string }{
		"cut":             {string(kept[:len(kept)-1]), "remove it, and run shard 3 again"},
		"short":           {string(kept[:100]), "remove it, and run shard 3 again"},
		"empty":           {"", "remove it, and run shard 3 again"},
		"damaged":         {string(damaged), "checksum"},
		"a table":         {"source,target\n1,2\n", "remove it, and run shard 3 again"},
		"another shard":   {string(second), "holds shards 2 of job "},
		"of another job":  {foreign.String(), "not shard 3 of "},
		"of another job ": {foreign.String(), "remove it, and run shard 3 again"},
	} {
		if err := os.WriteFile(third, []byte(file.data), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := f.Merge(never)
		wants(t, name, err, ErrBad, third, file.want)
	}
	if err := os.WriteFile(third, kept, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(f.at(shardName(99999)), kept, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = f.Merge(never)
	wants(t, "a shard that the job has not", err, ErrBad, "holds shards 3 of job", "not shard 99999")
}

// Sums in another order, as of a GPU, are not damaged: they do not merge.
func TestMergeOfOtherOrders(t *testing.T) {
	f := made(t)
	other := origin
	other.Order = "by lists"
	for _, one := range []*sums.Part{part(origin, 0), part(other, 5)} {
		if err := f.Add(one); err != nil {
			t.Fatal(err)
		}
	}
	_, err := f.Merge(never)
	wants(t, "orders", err, sums.ErrOtherSums, f.at(shardName(5)), "order of summation")
}
