package calibrate

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"gobc/core/cost"
	"gobc/core/engine"
)

// emptyPlace is where a calibration may be stored, until the end of the test.
func emptyPlace(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "machine.json")
	t.Setenv(Variable, path)
	t.Cleanup(func() { cost.Use(nil) })
	return path
}

// slow is a row of this processor.
func slow() row {
	return row{thisKind(), 8, "2026-01-02", cost.Scales{Start: 2, Finish: 2, Levels: 3, Labels: 2.5, Hops: 2, Cores: 0.5}}
}

// write stores a table, or a text.
func write(t *testing.T, path string, what any) {
	t.Helper()
	data, is := what.(string)
	if !is {
		made, err := json.Marshal(what)
		if err != nil {
			t.Fatal(err)
		}
		data = string(made)
	}
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
}

// isUsed reports whether seconds are predicted with some scales.
func isUsed(s cost.Scales) bool { return *cost.Here() == *cost.Reference.Scaled(s) }

func TestStoredCalibrationsAreUsed(t *testing.T) {
	path := emptyPlace(t)
	if s := Current(); s.Scales != nil || s.Note != "" || s.File != path || !isUsed(cost.Unscaled) {
		t.Errorf("without a file: %+v", s)
	}
	other := slow()
	other.Processor, other.Scales.Levels = "another one", 7
	for _, r := range []row{other, slow(), slow()} {
		if err := save(path, r); err != nil {
			t.Fatal(err)
		}
	}
	s := Current()
	if s.Scales == nil || *s.Scales != slow().Scales || !isUsed(slow().Scales) || s.Note != "" || s.Threads != 8 ||
		s.Date != "2026-01-02" || s.Processor != thisKind().Processor {
		t.Errorf("%+v", s)
	}
	held, err := read(path)
	if err != nil || len(held.Machines) != 2 || held.Machines[0] != other || held.Machines[1] != slow() {
		t.Errorf("the file holds %+v (%v)", held, err)
	}
	s, there, err := Forget()
	_, gone := os.Stat(path)
	if err != nil || !there || s.Scales != nil || !isUsed(cost.Unscaled) || !os.IsNotExist(gone) {
		t.Errorf("forgotten: %+v, %v, %v, %v", s, there, err, gone)
	}
	if _, there, err = Forget(); there || err != nil {
		t.Errorf("forgotten again: %v, %v", there, err)
	}
}

// A file holds the processors of a cluster that has one home folder, and does not grow for ever.
func TestFilesStaySmall(t *testing.T) {
	path := emptyPlace(t)
	for i := range mostMachines + 5 {
		r := slow()
		r.Processor = strings.Repeat("x", 48-i%10) + string(rune('A'+i))
		if err := save(path, r); err != nil {
			t.Fatal(err)
		}
	}
	if err := save(path, slow()); err != nil {
		t.Fatal(err)
	}
	held, err := read(path)
	if err != nil || len(held.Machines) != mostMachines || Current().Scales == nil {
		t.Errorf("%d machines (%v)", len(held.Machines), err)
	}
}

// What is no calibration of this machine changes nothing, and a note says why.
func TestOtherFilesAreIgnored(t *testing.T) {
	path := emptyPlace(t)
	changed := func(change func(*row)) table {
		r := slow()
		change(&r)
		return table{format, []row{r}}
	}
	for name, c := range map[string]struct {
		holds any
		note  string
	}{
		"empty":                   {"", "is damaged"},
		"torn":                    {`{"format": 1, "machines": [{"proc`, "is damaged"},
		"a list":                  {"[1, 2]", "is damaged"},
		"null":                    {"null", "is damaged"},
		"text":                    {"levels = 3\n", "is damaged"},
		"without a format":        {`{"machines": []}`, "is damaged"},
		"words for numbers":       {`{"format": 1, "machines": [{"scales": {"levels": "3"}}]}`, "is damaged"},
		"large":                   {`{"format": 1, "machines": []` + strings.Repeat(" ", mostFileBytes) + "}", "is damaged"},
		"newer":                   {`{"format": 2, "machines": {"any": "thing"}}`, "newer gobc"},
		"newer, of the same form": {table{format + 1, []row{slow()}}, "newer gobc"},
		"of none":                 {table{format, nil}, "for another processor, none"},
		"of another processor":    {changed(func(r *row) { r.Processor = "Zilog Z80" }), "for another processor, Zilog Z80"},
		"of other instructions":   {changed(func(r *row) { r.InstructionSet = "mmx" }), "with mmx"},
		"of other coefficients":   {changed(func(r *row) { r.Reference = "00000000" }), "another version of gobc"},
		"without a scale":         {changed(func(r *row) { r.Scales.Hops = 0 }), "is damaged"},
		"negative":                {changed(func(r *row) { r.Scales.Start = -1 }), "is damaged"},
		"beyond any machine":      {changed(func(r *row) { r.Scales.Labels = 1e30 }), "is damaged"},
		"of too many cores":       {changed(func(r *row) { r.Scales.Cores = 2 }), "is damaged"},
		"of another one damaged": {table{format, []row{slow(), changed(func(r *row) {
			r.Processor, r.Scales.Hops = "Zilog Z80", 0
		}).Machines[0]}}, "is damaged"},
	} {
		write(t, path, c.holds)
		s := Current()
		if s.Scales != nil || !strings.Contains(s.Note, c.note) || !strings.HasPrefix(s.Note, path) ||
			!isUsed(cost.Unscaled) {
			t.Errorf("%s: %+v", name, s)
		}
	}
	if err := save(path, slow()); err != nil || Current().Scales == nil {
		t.Errorf("a damaged file is not replaced: %v", err)
	}
}

// A file that the variable names by mistake is neither replaced nor removed.
func TestNothingElseIsLost(t *testing.T) {
	path := emptyPlace(t)
	const text = "alias ll='ls -l'\n"
	write(t, path, text)
	if _, err := Measure(engine.NewControl()); err == nil || !strings.Contains(err.Error(), path) {
		t.Error(err)
	}
	if _, there, err := Forget(); err == nil || there {
		t.Error(there, err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != text {
		t.Errorf("the file holds %q (%v)", data, err)
	}
}

// The first call of a process reads the file, and no other one.
func TestLoadReadsOnce(t *testing.T) {
	path := emptyPlace(t)
	write(t, path, table{format, []row{slow()}})
	loaded = sync.Once{}
	if Load(); !isUsed(slow().Scales) {
		t.Error("the first call does not read the file")
	}
	other := slow()
	other.Scales.Levels = 9
	write(t, path, table{format, []row{other}})
	if Load(); !isUsed(slow().Scales) {
		t.Error("the second call reads it again")
	}
	loaded = sync.Once{}
	if Current(); !isUsed(other.Scales) {
		t.Error("who asks for the file does not get what it holds")
	}
	write(t, path, table{format, []row{slow()}})
	if Load(); !isUsed(other.Scales) {
		t.Error("a call after that reads the file once more")
	}
}

func BenchmarkLoad(b *testing.B) {
	path := emptyPlace(b)
	b.Run("nothing", func(b *testing.B) {
		for b.Loop() {
			loaded = sync.Once{}
			Load()
		}
	})
	if err := save(path, slow()); err != nil {
		b.Fatal(err)
	}
	b.Run("file", func(b *testing.B) {
		for b.Loop() {
			loaded = sync.Once{}
			Load()
		}
	})
	b.Run("again", func(b *testing.B) {
		for b.Loop() {
			Load()
		}
	})
}
