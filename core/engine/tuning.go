package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gobc/core/spelling"
)

// Tuning is the checked tuning text, value by key: outside the stability promise.
type Tuning map[string]string

// Key is a key of the tuning text. The engine that reads it registers it.
type Key struct {
	Name   string
	Values string // what may be given, for errors; "" says no more than the name
	Check  func(value string) error
}

var keys []Key

// RegisterKeys adds keys of the tuning text.
func RegisterKeys(k ...Key) { keys = append(keys, k...) }

// OneOf is a key with a list of values.
func OneOf(name, help string, values ...string) Key {
	return Key{name, help, func(value string) error { return valid(slices.Contains(values, value)) }}
}

// Integer is a key with whole numbers.
func Integer(name, help string, ok func(int) bool) Key {
	return Key{name, help, func(value string) error {
		n, err := strconv.Atoi(value)
		return valid(err == nil && ok(n))
	}}
}

// Number is a key with numbers.
func Number(name, help string, ok func(float64) bool) Key {
	return Key{name, help, func(value string) error {
		x, err := strconv.ParseFloat(value, 64)
		return valid(err == nil && ok(x))
	}}
}

var errValue = fmt.Errorf("no such value")

func valid(ok bool) error {
	if !ok {
		return errValue
	}
	return nil
}

// ParseTuning reads "key=value;...".
func ParseTuning(text string) (Tuning, error) {
	t := Tuning{}
	for item := range strings.SplitSeq(text, ";") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		name, value, _ := strings.Cut(item, "=")
		at := slices.IndexFunc(keys, func(k Key) bool { return k.Name == name })
		if at < 0 {
			return nil, fmt.Errorf("unknown tuning key %q%s; the keys are %s", name, spelling.Hint(name, keyNames()), known())
		}
		switch err := keys[at].Check(value); {
		case err == errValue:
			return nil, fmt.Errorf("tuning %s has no value %q", name, value)
		case err != nil:
			return nil, err
		}
		t[name] = value
	}
	return t, nil
}

func keyNames() (all []string) {
	for _, k := range keys {
		all = append(all, k.Name)
	}
	return all
}

func known() string {
	var all []string
	for _, k := range keys {
		if k.Values == "" {
			all = append(all, k.Name)
		} else {
			all = append(all, fmt.Sprintf("%s (%s)", k.Name, k.Values))
		}
	}
	return strings.Join(all, ", ")
}

// Int is a whole number; 0 where none was given.
func (t Tuning) Int(name string) int {
	if t[name] == "" {
		return 0
	}
	n, _ := strconv.Atoi(t[name])
	return n
}

// Float is a number; 0 where none was given.
func (t Tuning) Float(name string) float64 {
	if t[name] == "" {
		return 0
	}
	x, _ := strconv.ParseFloat(t[name], 64)
	return x
}

// With is the tuning with a value for a key that has none.
func (t Tuning) With(name, value string) Tuning {
	if t[name] != "" {
		return t
	}
	changed := Tuning{name: value}
	for k, v := range t {
		changed[k] = v
	}
	return changed
}
