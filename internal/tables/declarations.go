package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// declarations are what include/gobc.h declares, which is the table of the C interface. capi/gobc.map, the checks of
// its functions in capi/generated_entries.c, the structs and signatures of Python, the list of functions of R and the
// lists of docs/reference/c.md are generated from it.
//
// The header is C that everybody reads, so the parser takes only the plain forms that stand there, and anything else is
// an error: nothing is passed over. Arrow's structs, which are not of this interface, and what is for C++ are skipped.
type declarations struct {
	version   int // GOBC_ABI_VERSION
	statuses  []status
	handles   []string // opaque structs, such as gobc_graph
	structs   []structure
	functions []declared
}

// status is a value of gobc_status.
type status struct {
	name   string // GOBC_INVALID
	number int
	doc    string
}

// structure is a struct whose fields callers see.
type structure struct {
	name, doc string
	fields    []variable
}

// sized reports whether the caller says which version of the struct it has.
func (s structure) sized() bool { return len(s.fields) > 0 && s.fields[0].name == "struct_size" }

// declared is a function.
type declared struct {
	name, doc, section string
	result             string // "int32_t", "void", "const char *"
	parameters         []variable
}

// short is the name without the prefix that all have.
func (f declared) short() string { return strings.TrimPrefix(f.name, prefix) }

// variable is a parameter or a field.
type variable struct {
	cType    string // "int32_t", "const char *", "gobc_graph **"
	name     string
	length   int  // of an array; 0 for all else
	optional bool // marked GOBC_OPTIONAL
}

// base is the type without const and pointers.
func (v variable) base() string {
	return strings.Trim(strings.TrimPrefix(strings.TrimPrefix(v.cType, "const "), "struct "), " *")
}

// stars is how many pointers lead to the base.
func (v variable) stars() int { return strings.Count(v.cType, "*") }

const (
	prefix    = "gobc_"
	mayBeNull = "GOBC_OPTIONAL"
	arrow     = "Arrow" // begins the names of Arrow's structs
)

// structOf returns the struct of a name.
func (d *declarations) structOf(name string) (structure, bool) {
	i := slices.IndexFunc(d.structs, func(s structure) bool { return s.name == name })
	if i < 0 {
		return structure{}, false
	}
	return d.structs[i], true
}

// isHandle reports whether a type is opaque.
func (d *declarations) isHandle(base string) bool { return slices.Contains(d.handles, base) }

// parseHeader reads the declarations of a header.
func parseHeader(text string) (*declarations, error) {
	d, section := &declarations{}, ""
	err := scan(text, func(i item) error {
		if i.statement == "" {
			section = i.section
			return nil
		}
		if err := d.declare(i, section); err != nil {
			return fmt.Errorf("line %d: %w", i.line, err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if m := abiVersion.FindStringSubmatch(text); m != nil {
		d.version, err = strconv.Atoi(m[1])
	}
	return d, cmp.Or(err, d.check())
}

var (
	abiVersion = regexp.MustCompile(`(?m)^#define GOBC_ABI_VERSION (\d+)$`)
	enums      = regexp.MustCompile(`(?s)^typedef enum (\w+) \{(.*)\} (\w+)$`)
	values     = regexp.MustCompile(`(?s)^\s*(GOBC_\w+) = (\d+),?(?: */\*(.*?)\*/)?`)
	opaques    = regexp.MustCompile(`^typedef struct (\w+) (\w+)$`)
	structs    = regexp.MustCompile(`(?s)^typedef struct (\w+) \{(.*)\} (\w+)$`)
	functions  = regexp.MustCompile(`(?s)^(int32_t |void |const char \*)(gobc_\w+)\((.*)\)$`)
	names      = regexp.MustCompile(`^(\**)(\w+)(?:\[(\d+)\])?$`)
	types      = regexp.MustCompile(`^((?:const )?(?:struct )?\w+) (.*)$`)
)

// declare adds what a statement declares.
func (d *declarations) declare(i item, section string) (err error) {
	if m := enums.FindStringSubmatch(i.statement); m != nil && m[1] == m[3] {
		return d.enumerate(m[2])
	}
	if m := opaques.FindStringSubmatch(i.statement); m != nil && m[1] == m[2] {
		d.handles = append(d.handles, m[1])
		return nil
	}
	if m := structs.FindStringSubmatch(i.statement); m != nil && m[1] == m[3] {
		s := structure{name: m[1], doc: i.doc}
		if s.fields, err = fields(m[2]); err != nil {
			return fmt.Errorf("struct %s: %w", s.name, err)
		}
		d.structs = append(d.structs, s)
		return nil
	}
	m := functions.FindStringSubmatch(i.statement)
	if m == nil {
		return fmt.Errorf("%.60q is no enum, struct or function as gobc.h has them", i.statement)
	}
	f := declared{name: m[2], doc: i.doc, section: section, result: strings.TrimSpace(m[1])}
	if f.parameters, err = parameters(m[3]); err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	d.functions = append(d.functions, f)
	return nil
}

// enumerate reads the statuses.
func (d *declarations) enumerate(body string) error {
	for strings.TrimSpace(body) != "" {
		m := values.FindStringSubmatch(body)
		if m == nil {
			return fmt.Errorf("%.60q is no status", strings.TrimSpace(body))
		}
		number, err := strconv.Atoi(m[2])
		if err != nil {
			return err
		}
		d.statuses = append(d.statuses, status{m[1], number, strings.TrimSpace(m[3])})
		body = body[len(m[0]):]
	}
	return nil
}

// fields reads the inside of a struct.
func fields(body string) (all []variable, err error) {
	err = scan(body, func(i item) error {
		m := types.FindStringSubmatch(i.statement)
		if m == nil {
			return fmt.Errorf("%.60q is no field", i.statement)
		}
		for _, name := range strings.Split(m[2], ", ") {
			v, err := named(m[1], name)
			if err != nil {
				return err
			}
			all = append(all, v)
		}
		return nil
	})
	return all, err
}

// parameters reads what stands between the parentheses of a function.
func parameters(list string) (all []variable, err error) {
	if list == "void" {
		return nil, nil
	}
	for _, text := range strings.Split(strings.Join(strings.Fields(list), " "), ", ") {
		text, marked := strings.CutPrefix(text, mayBeNull+" ")
		m := types.FindStringSubmatch(text)
		if m == nil {
			return nil, fmt.Errorf("%q is no parameter", text)
		}
		v, err := named(m[1], m[2])
		if err != nil {
			return nil, err
		}
		v.optional = marked
		all = append(all, v)
	}
	return all, nil
}

// named is a variable of a type with the stars and the length that C writes beside the name.
func named(cType, name string) (v variable, err error) {
	m := names.FindStringSubmatch(name)
	if m == nil {
		return v, fmt.Errorf("%q is no name", name)
	}
	v = variable{cType: cType, name: m[2]}
	if m[1] != "" {
		v.cType += " " + m[1]
	}
	if m[3] != "" {
		v.length, err = strconv.Atoi(m[3])
	}
	return v, err
}

// check reports what the generators would not know what to do with.
func (d *declarations) check() error {
	if d.version == 0 {
		return fmt.Errorf("there is no GOBC_ABI_VERSION")
	}
	for _, s := range d.structs {
		if s.doc == "" {
			return fmt.Errorf("struct %s has no comment", s.name)
		}
		for _, v := range s.fields {
			if err := d.known(v); err != nil {
				return fmt.Errorf("struct %s: %w", s.name, err)
			}
		}
	}
	for i, s := range d.statuses {
		if s.doc == "" {
			return fmt.Errorf("%s has no comment", s.name)
		}
		if i == 0 && s.number != 0 || i > 0 && s.number <= d.statuses[i-1].number {
			return fmt.Errorf("%s has not the next number; the first is 0", s.name)
		}
	}
	for _, f := range d.functions {
		if f.doc == "" {
			return fmt.Errorf("%s has no comment", f.name)
		}
		for _, v := range f.parameters {
			if err := d.known(v); err != nil {
				return fmt.Errorf("%s: %w", f.name, err)
			}
			if v.optional && v.stars() == 0 {
				return fmt.Errorf("%s: %s is no pointer, and marked %s", f.name, v.name, mayBeNull)
			}
		}
	}
	return nil
}

// known reports a type that no rule is for.
func (d *declarations) known(v variable) error {
	base := v.base()
	_, isStruct := d.structOf(base)
	switch {
	case slices.Contains([]string{"int32_t", "int64_t", "uint64_t", "uint8_t", "double"}, base):
		return nil
	case v.stars() > 0 && (base == "char" || base == "void" || isStruct || d.isHandle(base)):
		return nil
	case base == "char" && v.length > 0:
		return nil
	case v.stars() == 1 && strings.HasPrefix(base, arrow) && strings.Contains(v.cType, "struct "):
		return nil
	}
	return fmt.Errorf("%s has the type %q, which has no rule here", v.name, v.cType)
}
