package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// declare is a header with some functions of things, whose comments are left out here.
func declare(t *testing.T, functions string) *declarations {
	t.Helper()
	before, _, _ := strings.Cut(smallHeader, "/*\n * Makes a thing.")
	text := before + strings.ReplaceAll(functions, ";", "; /* A function. */") + "\n"
	d, err := parseHeader(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

const thingNew = `
int32_t gobc_thing_new(const char *path, const void *data, int64_t size, const gobc_options *options, gobc_thing **out,
                       gobc_error *error) {
  if (out) *out = NULL;
  int32_t status = gobc_enter(error);
  if (!status && !path) status = gobc_check_pointer(data, "data", error);
  if (!status && !path) status = gobc_check_count(size, "size", error);
  if (!status) status = gobc_check_size(options, "options", error);
  if (!status) status = gobc_check_pointer(out, "out", error);
  uintptr_t value = 0;
  if (!status) status = goThingNew((char *)path, (void *)data, size, (gobc_options *)options, &value, error);
  if (!status) status = gobc_new_handle((void **)out, &gobc_thing_kind, value, error);
  release_options(options);
  return status;
}
`

const tables = `
int32_t gobc_tables(const gobc_thing *of, struct ArrowArrayStream *edges, struct ArrowArrayStream *nodes,
                    struct ArrowSchema *a_schema, struct ArrowArray *a_array, struct ArrowSchema *b_schema,
                    struct ArrowArray *b_array, char **out_json, gobc_error *error) {
  gobc_zero(a_schema, a_array);
  gobc_zero(b_schema, b_array);
  if (out_json) *out_json = NULL;
  int32_t status = gobc_enter(error);
  if (!status) status = gobc_check_handle(of, "of", &gobc_thing_kind, error);
  if (!status) status = gobc_check_pointer(edges, "edges", error);
  if (!status) status = gobc_check_pointer(a_schema, "a_schema", error);
  if (!status) status = gobc_check_pointer(a_array, "a_array", error);
  if (!status && (b_schema || b_array)) status = gobc_check_pointer(b_schema, "b_schema", error);
  if (!status && (b_schema || b_array)) status = gobc_check_pointer(b_array, "b_array", error);
  if (!status) status = gobc_check_pointer(out_json, "out_json", error);
  if (!status)
    status = goTables(gobc_value_of(of), edges, nodes, a_schema, a_array, b_schema, b_array, out_json, error);
  gobc_stream_release(edges);
  gobc_stream_release(nodes);
  if (status) gobc_take_back(a_schema, a_array);
  if (status) gobc_take_back(b_schema, b_array);
  return status;
}
`

const thingSave = `
int32_t gobc_thing_save(gobc_thing *thing, const char *name, const char *path, struct ArrowSchema *out_schema,
                        struct ArrowArray *out_array, gobc_error *error) {
  gobc_zero(out_schema, out_array);
  int32_t status = gobc_enter(error);
  if (!status) status = gobc_check_handle(thing, "thing", &gobc_thing_kind, error);
  if (!status) status = gobc_check_pointer(name, "name", error);
  if (!status && !path) status = gobc_check_pointer(out_schema, "out_schema", error);
  if (!status && !path) status = gobc_check_pointer(out_array, "out_array", error);
  if (!status) status = goThingSave(gobc_value_of(thing), (char *)name, (char *)path, out_schema, out_array, error);
  if (status) gobc_take_back(out_schema, out_array);
  return status;
}
`

const thingNext = `
int32_t gobc_thing_next(int64_t *out_number, gobc_thing **out, gobc_error *error) {
  if (out_number) *out_number = -1;
  if (out) *out = NULL;
  int32_t status = gobc_enter(error);
  if (!status) status = gobc_check_pointer(out_number, "out_number", error);
  uintptr_t value = 0;
  if (!status) status = goThingNext(out_number, out ? &value : NULL, error);
  if (!status && value) status = gobc_new_handle((void **)out, &gobc_thing_kind, value, error);
  return status;
}
`

func TestBodiesFollowTheRules(t *testing.T) {
	for declared, want := range map[string]string{
		`int32_t gobc_thing_new(GOBC_OPTIONAL const char *path, GOBC_OPTIONAL const void *data, int64_t size,
			const gobc_options *options, gobc_thing **out, gobc_error *error);`: thingNew,
		`int32_t gobc_tables(const gobc_thing *of, struct ArrowArrayStream *edges,
			GOBC_OPTIONAL struct ArrowArrayStream *nodes, struct ArrowSchema *a_schema, struct ArrowArray *a_array,
			GOBC_OPTIONAL struct ArrowSchema *b_schema, GOBC_OPTIONAL struct ArrowArray *b_array, char **out_json,
			gobc_error *error);`: tables,
		`int32_t gobc_thing_save(gobc_thing *thing, const char *name, GOBC_OPTIONAL const char *path,
			GOBC_OPTIONAL struct ArrowSchema *out_schema, GOBC_OPTIONAL struct ArrowArray *out_array,
			gobc_error *error);`: thingSave,
		"int32_t gobc_thing_next(int64_t *out_number, GOBC_OPTIONAL gobc_thing **out, gobc_error *error);": thingNext,
		"void gobc_thing_free(GOBC_OPTIONAL gobc_thing *thing);": "\nvoid gobc_thing_free(gobc_thing *thing) " +
			"{ gobc_free_handle(thing, &gobc_thing_kind); }\n",
	} {
		got, err := declare(t, strings.ReplaceAll(declared, "\t", "")).entries(nil)
		if err != nil || !strings.HasSuffix(got, "}\n"+want) {
			t.Errorf("%v\n%s\ndoes not end with\n%s", err, got, want)
		}
	}
	got, err := declare(t, "").entries(nil)
	for _, want := range []string{
		"    [GOBC_FILE] = \"GOBC_FILE\",\n};\n", "const gobc_kind gobc_thing_kind = {\"thing\", goThingFree};\n",
		"  if (size >= offsetof(gobc_options, of) + sizeof given->of) gobc_stream_release(given->of);\n}\n",
	} {
		if err != nil || !strings.Contains(got, want) {
			t.Errorf("%v: %q is not in\n%s", err, want, got)
		}
	}
}

// A function that no rule fits is an error, unless it is written by hand.
func TestFunctionsWithoutARule(t *testing.T) {
	for _, declared := range []string{
		"const char *gobc_name(void);",
		"int32_t gobc_count(void);",
		"void gobc_call(gobc_error *error);",
		"int32_t gobc_first(gobc_error *error, int32_t number);",
		"int32_t gobc_filled(gobc_options *out, gobc_error *error);",
		"int32_t gobc_text(char *text, gobc_error *error);",
		"int32_t gobc_half(struct ArrowSchema *out_schema, gobc_error *error);",
		"int32_t gobc_halves(struct ArrowSchema *a_schema, GOBC_OPTIONAL struct ArrowArray *a_array, gobc_error *error);",
		"int32_t gobc_out(GOBC_OPTIONAL char **out_json, gobc_error *error);",
		"int32_t gobc_number(GOBC_OPTIONAL int64_t *out_number, gobc_error *error);",
		"int32_t gobc_other(int64_t *number, gobc_error *error);",
		"int32_t gobc_some(GOBC_OPTIONAL const gobc_thing *thing, gobc_error *error);",
		"int32_t gobc_two(gobc_thing **out, gobc_thing **other, gobc_error *error);",
	} {
		d := declare(t, declared)
		name := d.functions[0].name
		if got, err := d.entries(nil); err == nil || !strings.HasPrefix(err.Error(), name+": ") {
			t.Errorf("%s: %v\n%s", declared, err, got)
		}
		if _, err := d.entries(map[string]bool{name: true}); err != nil {
			t.Errorf("%s by hand: %v", declared, err)
		}
	}
}

func TestBodiesByHandAreFound(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"a.c": "int32_t gobc_a(\n    int32_t x) {}\nconst char *gobc_b(void) {}\n  gobc_c(1);\n" +
			"static void gobc_d(void) {}\n",
		"generated_entries.c": "void gobc_e(void) {}\n",
		"f.go":                "int32_t gobc_f(void)\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found, err := writtenByHand(folder)
	if got := slices.Sorted(maps.Keys(found)); err != nil || !slices.Equal(got, []string{"gobc_a", "gobc_b"}) {
		t.Errorf("found %v, %v", got, err)
	}
}

// Each function is written by hand or by the rules, and most are by the rules.
func TestMostBodiesAreGenerated(t *testing.T) {
	d, hand := theHeader(t), 0
	byHand, err := writtenByHand(filepath.Join(root, "capi"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := d.entries(byHand)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range d.functions {
		if byHand[f.name] {
			hand++
		} else if !strings.Contains(text, " "+f.name+"(") {
			t.Errorf("%s has no body", f.name)
		}
	}
	if hand > len(d.functions)/2 {
		t.Errorf("%d of %d functions are written by hand", hand, len(d.functions))
	}
}
