package sums

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// Files contain the bits and the names of kinds, so rows are only appended.
func TestFilesKnowTheKinds(t *testing.T) {
	const paths = "1 delta, 2 stress, 4 edge_delta, 8 edge_stress, 16 squares, 32 onward"
	const distances = "1 distance, 2 reached, 4 terms, 8 eccentricity"
	var got []string
	for bit, kind := range Kinds(1<<32 - 1).Rows() {
		got = append(got, fmt.Sprintf("%d %s", uint32(bit), kind.stored()))
	}
	if text := strings.Join(got, ", "); !strings.HasPrefix(text, paths) {
		t.Errorf("kinds of paths are %s", text)
	}
	got = nil
	for bit, kind := range DistanceKinds(1<<32 - 1).Rows() {
		got = append(got, fmt.Sprintf("%d %s", uint32(bit), kind.stored()))
	}
	if text := strings.Join(got, ", "); !strings.HasPrefix(text, distances) {
		t.Errorf("kinds of distances are %s", text)
	}
}

// Names are valid in C, Go and files, and no two are equal.
func TestNamesOfKinds(t *testing.T) {
	name := regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	seen := map[string]bool{}
	for _, table := range [][]Kind{pathKinds, distanceKinds} {
		for _, kind := range table {
			if !name.MatchString(kind.Name) || !name.MatchString(kind.stored()) || seen[kind.Name] || kind.Doc == "" {
				t.Errorf("%+v", kind)
			}
			seen[kind.Name] = true
		}
	}
	if text := (Delta | EdgeStress).String(); text != "delta+edge_stress" {
		t.Errorf("%s", text)
	}
}

// Every kind of the table has an array that is allocated, stored and found.
func TestEveryKindIsHandled(t *testing.T) {
	p, err := NewPaths(Shape{4, 6, 5, false}, 1<<32-1)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Free()
	if len(p.columns()) < len(pathKinds) {
		t.Errorf("%d arrays of %d kinds", len(p.columns()), len(pathKinds))
	}
	for i, c := range p.columns() {
		if len(c.arrays("x")) == 0 {
			t.Errorf("%s has no array", c.Name)
		}
		if i > 0 && c.bit < p.columns()[i-1].bit {
			t.Errorf("%s is out of order", c.Name)
		}
		if p.Held(Kinds(c.bit)) == nil {
			t.Errorf("%s is not held", c.Name)
		}
	}
}
