// Package generate makes synthetic graphs from a specification in one line of text. A specification and a seed give
// the same edges on every machine.
//
// Everything random comes from one 64-bit generator (random.go), points lie on an integer lattice and geometry is
// decided by integers, so no rounding mode, fused multiply-add or mathematics library can move an edge. A graph is
// simple and undirected: every edge once, source < target, sorted. Vertices without an edge exist but an edge table
// cannot say so: n is returned beside it.
package generate

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// MostEdges bounds the edges drawn for one graph: 2^28 take 6 GB while they are sorted and unpacked.
const MostEdges = 1 << 28

// Family is one kind of graph.
type Family struct {
	Name    string
	Summary string
	Keys    []Key
	check   func(v values) error   // what the ranges of the keys cannot say; may be nil
	drawn   func(v values) float64 // about how many edges are drawn
	make    func(v values, r *random) (n int, edges []uint64)
}

// Key is a number that a spec sets. One without a default must be given, or is one of several ways to say a thing.
type Key struct {
	Name        string
	Least, Most float64
	Whole       bool // an integer
	Needed      bool
	Default     float64
	Summary     string
}

// values are a spec's numbers; a key that is neither given nor has a default is absent.
type values map[string]float64

func (v values) whole(key string) int { return int(v[key]) }

func (v values) has(key string) bool {
	_, ok := v[key]
	return ok
}

// Edges makes the graph that spec names: "family:key=value,key=value".
func Edges(spec string, seed uint64) (n int64, source, target []int64, err error) {
	family, v, err := parse(spec)
	if err != nil {
		return 0, nil, nil, fmt.Errorf("gobc: generate: %w", err)
	}
	vertices, edges := family.make(v, newRandom(seed))
	slices.Sort(edges)
	edges = slices.Compact(edges)
	source, target = make([]int64, len(edges)), make([]int64, len(edges))
	for i, e := range edges {
		source[i], target[i] = int64(e>>32), int64(e&math.MaxUint32)
	}
	return int64(vertices), source, target, nil
}

// Bytes is about the memory that Edges will take at its peak.
func Bytes(spec string) (int64, error) {
	family, v, err := parse(spec)
	if err != nil {
		return 0, fmt.Errorf("gobc: generate: %w", err)
	}
	return int64(family.drawn(v)) * 64, nil
}

// edge packs an undirected edge so that packed edges sort by source, then target.
func edge(u, v int) uint64 {
	if u > v {
		u, v = v, u
	}
	return uint64(u)<<32 | uint64(v)
}

func parse(spec string) (*Family, values, error) {
	name, rest, _ := strings.Cut(spec, ":")
	at := slices.IndexFunc(families, func(f Family) bool { return f.Name == strings.TrimSpace(name) })
	if at < 0 {
		return nil, nil, fmt.Errorf("unknown family %.40q in the spec %.80q; choose from %s", name, spec, familyNames())
	}
	family := &families[at]
	v := make(values)
	if strings.TrimSpace(rest) != "" {
		for _, part := range strings.Split(rest, ",") {
			if err := family.set(v, part); err != nil {
				return nil, nil, fmt.Errorf("%w; %s", err, family.usage())
			}
		}
	}
	if err := family.complete(v); err != nil {
		return nil, nil, fmt.Errorf("%w; %s", err, family.usage())
	}
	return family, v, nil
}

// set reads one "key=value".
func (f *Family) set(v values, part string) error {
	name, text, found := strings.Cut(part, "=")
	name, text = strings.TrimSpace(name), strings.TrimSpace(text)
	at := slices.IndexFunc(f.Keys, func(k Key) bool { return k.Name == name })
	switch {
	case !found:
		return fmt.Errorf("%s: %.40q does not have the form key=value", f.Name, part)
	case at < 0:
		return fmt.Errorf("%s has no key %.40q", f.Name, name)
	case v.has(name):
		return fmt.Errorf("%s: %s is given twice", f.Name, name)
	}
	key := f.Keys[at]
	x, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return fmt.Errorf("%s: %s=%.40s is not a number", f.Name, name, text)
	}
	if key.Whole && x != math.Trunc(x) {
		return fmt.Errorf("%s: %s=%.40s is not a whole number", f.Name, name, text)
	}
	if !(x >= key.Least && x <= key.Most) {
		return fmt.Errorf("%s: %s=%.40s is out of range", f.Name, name, text)
	}
	v[name] = x
	return nil
}

// complete fills in the defaults and checks what no single key can.
func (f *Family) complete(v values) error {
	for _, key := range f.Keys {
		if v.has(key.Name) {
			continue
		}
		if key.Needed {
			return fmt.Errorf("%s needs %s", f.Name, key.Name)
		}
		if key.Default != 0 {
			v[key.Name] = key.Default
		}
	}
	if f.check != nil {
		if err := f.check(v); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	if drawn := f.drawn(v); !(drawn <= MostEdges) {
		return fmt.Errorf("%s: this would draw about %.0f edges; the limit is %d", f.Name, drawn, MostEdges)
	}
	return nil
}

// usage says what the family takes.
func (f *Family) usage() string {
	var keys []string
	for _, k := range f.Keys {
		kind := "a number"
		if k.Whole {
			kind = "an integer"
		}
		text := fmt.Sprintf("%s (%s, %s from %s to %s", k.Name, k.Summary, kind, number(k.Least), number(k.Most))
		if k.Default != 0 {
			text += ", default " + number(k.Default)
		}
		keys = append(keys, text+")")
	}
	return fmt.Sprintf("%s takes %s", f.Name, strings.Join(keys, ", "))
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', 12, 64) }

func familyNames() string {
	var names []string
	for _, f := range families {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}
