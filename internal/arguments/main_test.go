package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../.."

func TestGeneratedFilesAreThoseOfTheHeaders(t *testing.T) {
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the headers and the tables of sums say (%v): run make generate", name, err)
		}
	}
}

// Fields that trade places, or change their types, change what is generated.
func TestOrderAndTypesOfFieldsCount(t *testing.T) {
	const text = "typedef struct gobc_x_arguments {\n  gobc_cuda_graph graph;\n  gobc_address sigma; /* a; b */\n" +
		"  int32_t low, high;\n  gobc_address stress[3];\n} gobc_x_arguments;\n"
	first := generated(t, text)
	if want := "type xArguments struct {\n\tgraph     GraphArguments\n\tsigma     device.Address\n\tlow, high " +
		"int32\n\tstress    [3]device.Address\n}\n"; !strings.Contains(first, want) {
		t.Fatalf("%s\nis not\n%s", first, want)
	}
	for _, c := range [][2]string{{"low, high", "high, low"}, {"int32_t", "uint32_t"}, {"[3]", "[2]"},
		{"sigma", "gamma"}} {
		if generated(t, strings.Replace(text, c[0], c[1], 1)) == first {
			t.Errorf("%s in place of %s changes nothing", c[1], c[0])
		}
	}
}

func generated(t *testing.T, text string) string {
	t.Helper()
	structures, err := parse(comments.ReplaceAllString(text, ""))
	if err != nil {
		t.Fatal(err)
	}
	out, err := write(sources[0], structures, "")
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestWhatCannotBeMirroredIsAnError(t *testing.T) {
	for _, fields := range []string{"int32_t *where;", "int32_t bits : 3;", "struct { int32_t x; } inner;", "float x;",
		"int32_t a[2], b;"} {
		structures, err := parse("typedef struct gobc_x_arguments { " + fields + " } gobc_x_arguments;")
		if err == nil {
			_, err = write(sources[0], structures, "")
		}
		if err == nil {
			t.Errorf("%q gave no error", fields)
		}
	}
}
