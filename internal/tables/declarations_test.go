package main

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	synthetic "gobc/core/generate"
	"gobc/core/query"
	"gobc/core/read"
)

const smallHeader = `/* small.h - what the tests read. */
#ifndef SMALL_H
#define SMALL_H
#ifdef __cplusplus
extern "C" {
#endif
#define GOBC_ABI_VERSION 7

/* ---- statuses ---- */

typedef enum gobc_status {
  GOBC_OK = 0, /* right */
  GOBC_INVALID = 1, /* it is wrong; see there */
  GOBC_FILE = 10    /* of a file */
} gobc_status;

/* An error. */
typedef struct gobc_error {
  int32_t code;
  char message[1020]; /* a text; with a semicolon */
} gobc_error;

/* ---- things ---- */

typedef struct gobc_thing gobc_thing; /* opaque */

/* Options. */
typedef struct gobc_options {
  uint64_t struct_size;
  /* generated: words */
  /* A name. */
  const char *name, *other;
  /* end of words */
  struct ArrowArrayStream *of;
} gobc_options;

/*
 * Makes a thing.
 *   path  NULL for data
 */
int32_t gobc_thing_new(GOBC_OPTIONAL const char *path, GOBC_OPTIONAL const void *data,
                       int64_t size, const gobc_options *options, gobc_thing **out,
                       gobc_error *error);

const char *gobc_name(void); /* Returns a name. */

#ifdef __cplusplus
}
#endif

#endif /* SMALL_H */
`

func TestDeclarationsAreRead(t *testing.T) {
	got, err := parseHeader(smallHeader)
	if err != nil {
		t.Fatal(err)
	}
	number := func(name, cType string) variable { return variable{cType: cType, name: name} }
	want := &declarations{
		version: 7,
		statuses: []status{{"GOBC_OK", 0, "right"}, {"GOBC_INVALID", 1, "it is wrong; see there"},
			{"GOBC_FILE", 10, "of a file"}},
		handles: []string{"gobc_thing"},
		structs: []structure{
			{"gobc_error", "An error.", []variable{number("code", "int32_t"), {cType: "char", name: "message", length: 1020}}},
			{"gobc_options", "Options.", []variable{number("struct_size", "uint64_t"), number("name", "const char *"),
				number("other", "const char *"), number("of", "struct ArrowArrayStream *")}},
		},
		functions: []declared{
			{"gobc_thing_new", "Makes a thing.\n  path  NULL for data", "things", "int32_t", []variable{
				{cType: "const char *", name: "path", optional: true}, {cType: "const void *", name: "data", optional: true},
				number("size", "int64_t"), number("options", "const gobc_options *"), number("out", "gobc_thing **"),
				number("error", "gobc_error *")}},
			{"gobc_name", "Returns a name.", "things", "const char *", nil},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read\n%+v\nnot\n%+v", got, want)
	}
}

// What the generators have no rule for is an error that names it, and is never passed over.
func TestUnknownDeclarationsAreErrors(t *testing.T) {
	for old, c := range map[string]struct{ replacement, message string }{
		"int64_t size":                  {"size_t size", `gobc_thing_new: size has the type "size_t"`},
		"int64_t size,":                 {"int64_t,", `"int64_t" is no parameter`},
		"GOBC_OPTIONAL const char *":    {"GOBC_OPTIONAL int64_t ", "path is no pointer"},
		"struct ArrowArrayStream *of;":  {"void (*of)(void);", `"(*of)(void)" is no name`},
		"/* Options. */":                {"", "gobc_options has no comment"},
		" /* Returns a name. */":        {"", "gobc_name has no comment"},
		" /* it is wrong; see there */": {"", "GOBC_INVALID has no comment"},
		"GOBC_INVALID = 1":              {"GOBC_INVALID = 11", "GOBC_FILE has not the next number"},
		"GOBC_FILE = 10 ":               {"GOBC_FILE ", `"GOBC_FILE`},
		"const char *gobc_name(void)":   {"float gobc_name(void)", `"float gobc_name(void)" is no enum`},
		"typedef struct gobc_thing gobc_thing;": {"typedef int gobc_thing;",
			`line 25: "typedef int gobc_thing" is no enum`},
		"#define GOBC_ABI_VERSION 7": {"", "there is no GOBC_ABI_VERSION"},
		"} gobc_options;":            {"}", "gobc_options"},
		"#endif /* SMALL_H */\n":     {"int32_t gobc_more(void)", "line 51: \"int32_t gobc_more(void)\" does not end"},
		"gobc_error *error);":        {"gobc_error *error)", "line 41"},
		"/* ---- statuses ---- */":   {"/* ---- statuses", "line 13"},
	} {
		changed := strings.Replace(smallHeader, old, c.replacement, 1)
		if changed == smallHeader {
			t.Fatalf("%q does not stand there", old)
		}
		if _, err := parseHeader(changed); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%q for %q: %v, not %s", c.replacement, old, err, c.message)
		}
	}
}

// theHeader are the declarations of gobc.h.
func theHeader(t *testing.T) *declarations {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "include/gobc.h"))
	if err != nil {
		t.Fatal(err)
	}
	d, err := parseHeader(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Every option of the table can be given in C, but those that its callers make of others.
func TestOptionsAreFields(t *testing.T) {
	options, _ := theHeader(t).structOf("gobc_options")
	inC := map[string]string{"k": "sampled", "strategy": "tuning", "time_limit": "", "progress": ""}
	for _, o := range query.Options() {
		field, other := inC[o.Name]
		if !other {
			field = o.Name
		}
		found := field == ""
		for _, v := range options.fields {
			found = found || v.name == field
		}
		if !found {
			t.Errorf("gobc_options has no field for %s", o.Name)
		}
	}
}

// Comments of the header name functions, types, statuses and macros that it declares.
func TestCommentsNameDeclarations(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "include/gobc.h"))
	if err != nil {
		t.Fatal(err)
	}
	comment := regexp.MustCompile(`(?s)/\*.*?\*/`)
	name := regexp.MustCompile(`\b(?:gobc|GOBC)_\w+`)
	declared := map[string]bool{"GOBC_MACHINE": true} // a variable of the environment
	for _, word := range name.FindAllString(comment.ReplaceAllString(string(text), " "), -1) {
		declared[word] = true
	}
	mentioned := name.FindAllString(strings.Join(comment.FindAllString(string(text), -1), " "), -1)
	if len(mentioned) < 100 {
		t.Errorf("comments name %q alone", mentioned)
	}
	for _, word := range mentioned {
		if !declared[word] {
			t.Errorf("a comment names %s, which is not declared", word)
		}
	}
}

// The header names the families of synthetic graphs and the formats of files.
func TestHeaderNamesWhatThereIs(t *testing.T) {
	_, _, _, err := synthetic.Edges("", 0)
	if err == nil {
		t.Fatal("there is a family without a name")
	}
	_, families, _ := strings.Cut(err.Error(), "choose from ")
	formats, _, _ := strings.Cut(read.Formats, " (")
	for function, words := range map[string]string{"gobc_generate": families, "gobc_read": formats} {
		names := strings.Split(words, ", ")
		if len(names) < 5 {
			t.Errorf("%s: %q are all names", function, words)
		}
		for _, f := range theHeader(t).functions {
			for _, name := range names {
				if f.name == function && !strings.Contains(strings.ToLower(f.doc), name) {
					t.Errorf("%s does not name %s", function, name)
				}
			}
		}
	}
}
