package calibrate

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"gobc/core/cost"
	"gobc/core/engine"
	"gobc/core/system"
)

// Variable names another file, or Off.
const (
	Variable = "GOBC_MACHINE"
	Off      = "none"
)

// format is what a file says it has; a later one may have other numbers.
const format = 1

// mostFileBytes is far more than a file has, and mostMachines than a user has: the oldest go first.
const mostFileBytes, mostMachines = 1 << 16, 64

// mostScale is how many times as fast or slow a machine may be: a file with other numbers is damaged.
const mostScale = 1000

// table is what a file holds.
type table struct {
	Format   int   `json:"format"`
	Machines []row `json:"machines"`
}

// row is a processor. Scales are of the reference machine that Reference stands for.
type row struct {
	kind
	Threads int         `json:"threads"` // that Scales.Cores was measured on; 0: it was not
	Date    string      `json:"date"`
	Scales  cost.Scales `json:"scales"`
}

// kind is what a calibration is for.
type kind struct {
	Processor      string `json:"processor"`
	InstructionSet string `json:"instruction_set"`
	Reference      string `json:"reference"` // stands for the coefficients of the reference machine
}

// thisKind is that of this process.
func thisKind() kind {
	sum := sha256.Sum256(fmt.Append(nil, cost.Reference))
	name := strings.Join(strings.Fields(system.ProcessorName()), " ")
	return kind{cmp.Or(name, "unknown "+runtime.GOARCH), engine.CPU().InstructionSet(), hex.EncodeToString(sum[:4])}
}

// State says whether predicted seconds are those of this machine.
type State struct {
	File           string `json:"file,omitempty"` // where a calibration is stored; "": nowhere
	Processor      string `json:"processor"`
	InstructionSet string `json:"instruction_set"`

	// Nil: predictions are those of the reference machine. Note then says why a file is not used, if there is one.
	Scales *cost.Scales `json:"scales,omitempty"`
	Note   string       `json:"note,omitempty"`

	Threads int     `json:"threads,omitempty"` // that Scales.Cores was measured on; 0: others used the processors
	Date    string  `json:"date,omitempty"`
	Seconds float64 `json:"seconds,omitempty"` // how long measuring took; 0: the scales were read from the file
}

var loaded sync.Once

// Load makes predictions those of this machine, if a calibration of it is stored. Only the first call of a process does
// anything.
func Load() {
	loaded.Do(func() {
		path, err := path()
		if err != nil || path == "" {
			return
		}
		if _, err := os.Stat(path); err == nil {
			current()
		}
	})
}

// Current reads the file again, and makes predictions those that it says.
func Current() State {
	loaded.Do(func() {}) // nothing is to be loaded over it
	return current()
}

func current() State {
	path, err := path()
	own := thisKind()
	s := State{File: path, Processor: own.Processor, InstructionSet: own.InstructionSet}
	if err == nil && path != "" {
		var found table
		if found, err = read(path); err == nil {
			err = s.pick(found.Machines, own)
		}
	}
	switch {
	case path == "" && err == nil:
		s.Note = fmt.Sprintf("%s is %s", Variable, Off)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		s.Note = err.Error()
	}
	s.use()
	return s
}

// pick takes the row of this machine.
func (s *State) pick(rows []row, own kind) error {
	var others []string
	for _, r := range rows {
		if r.kind == own {
			s.Scales, s.Threads, s.Date = &r.Scales, r.Threads, r.Date
			return nil
		}
		other := fmt.Sprintf("%s with %s", r.Processor, r.InstructionSet)
		if r.Processor == own.Processor && r.InstructionSet == own.InstructionSet {
			other = "another version of gobc"
		}
		others = append(others, other)
	}
	slices.Sort(others)
	return fmt.Errorf("%s is for another processor, %s", s.File,
		cmp.Or(strings.Join(slices.Compact(others), ", "), "none"))
}

// use makes predictions those of the state.
func (s *State) use() {
	if s.Scales == nil {
		cost.Use(nil)
		return
	}
	cost.Use(cost.Reference.Scaled(*s.Scales))
}

// path is where a calibration is stored; "": nowhere.
func path() (string, error) {
	switch named := os.Getenv(Variable); named {
	case Off:
		return "", nil
	case "":
	default:
		return named, nil
	}
	folder, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for a calibration: %w; set %s to a file", err, Variable)
	}
	return filepath.Join(folder, "gobc", "machine.json"), nil
}

// read returns what a file holds, if it is whole.
func read(path string) (t table, err error) {
	about, err := os.Stat(path)
	if err != nil {
		return t, err
	}
	if !about.Mode().IsRegular() {
		return t, fmt.Errorf("%s %w", path, ErrNoFile)
	}
	file, err := os.Open(path)
	if err != nil {
		return t, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, mostFileBytes+1))
	if err != nil {
		return t, err
	}
	var head struct{ Format int } // a newer file may have other things under the names of ours
	if len(data) > mostFileBytes || json.Unmarshal(data, &head) != nil || head.Format < 1 {
		return t, fmt.Errorf("%s %w", path, ErrForeign)
	}
	if head.Format > format {
		return t, fmt.Errorf("%s was written by a newer gobc", path)
	}
	if json.Unmarshal(data, &t) != nil {
		return table{}, fmt.Errorf("%s %w", path, ErrForeign)
	}
	for _, r := range t.Machines {
		if !makesSense(r.Scales) {
			return table{}, fmt.Errorf("%s %w: its scales of %s are impossible, %+v", path, ErrForeign, r.Processor, r.Scales)
		}
	}
	return t, nil
}

func makesSense(s cost.Scales) bool {
	for _, x := range s.ByName() {
		if !(x >= 1./mostScale && x <= mostScale) {
			return false
		}
	}
	return s.Cores*cost.Reference.Share <= 1+1e-9
}

// ErrForeign and ErrNoFile are returned for what a caller has named, and what is not to be lost.
var (
	ErrForeign = errors.New("is not a calibration of gobc, or is damaged")
	ErrNoFile  = errors.New("is not a file")
)

// replaceable returns an error if something else than a file stands at the path, or one of something else where the
// variable says.
func replaceable(path string) error {
	_, err := read(path)
	if errors.Is(err, ErrNoFile) || errors.Is(err, ErrForeign) && os.Getenv(Variable) != "" {
		return fmt.Errorf("%w; remove it, or set %s to another file", err, Variable)
	}
	return nil
}

// prepare makes sure that a file can be stored, before anything is measured.
func prepare(path string) error {
	if err := replaceable(path); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return system.MayReplace(path)
}

// save stores a row in place of that of the same processor, and in place of whatever cannot be read.
func save(path string, r row) error {
	t, err := read(path)
	if err != nil {
		t = table{Format: format}
	}
	t.Machines = slices.DeleteFunc(t.Machines, func(old row) bool {
		return old.Processor == r.Processor && old.InstructionSet == r.InstructionSet
	})
	t.Machines = append(t.Machines, r)
	t.Machines = t.Machines[max(0, len(t.Machines)-mostMachines):]
	return system.Replace(path, func(to io.Writer) error {
		e := json.NewEncoder(to)
		e.SetIndent("", "  ")
		return e.Encode(t)
	})
}

// Forget removes the file, and makes predictions those of the reference machine. It reports whether there was one.
func Forget() (State, bool, error) {
	path, err := path()
	if err != nil || path == "" {
		return Current(), false, nil
	}
	if err = replaceable(path); err == nil {
		err = os.Remove(path)
	}
	there := err == nil
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return Current(), there, err
}
