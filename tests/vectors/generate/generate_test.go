package generate

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What is computed today has the recorded hashes, to the last bit. Those of large graphs take most of the time; whoever
// reads them has computed them.
func TestCasesAreTheDefinition(t *testing.T) {
	recorded, err := os.ReadFile(filepath.Join("..", hashes))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(recorded), "\n"), "\n")
	count := 0
	for _, folder := range []string{"cases", "wide"} {
		for _, c := range Cases(folder) {
			count++
			if labels, _ := c.Order(); len(labels) > 200 && testing.Short() {
				continue
			}
			Fill(&c)
			if line := Line(folder+"/"+c.Name+".txt", []byte(c.Write())); !slices.Contains(lines, line) {
				t.Errorf("%s/%s is not what it was: %s", folder, c.Name, line)
			}
		}
	}
	if count != len(lines) || count < 80 {
		t.Errorf("%d cases, %d hashes", count, len(lines))
	}
}

// A file that is gone, changed, or one too many is noticed; what is noticed is mended.
func TestEnsure(t *testing.T) {
	recorded, err := os.ReadFile(filepath.Join("..", hashes))
	if err == nil {
		err = Ensure("..")
	}
	if err != nil || !current("..", string(recorded)) {
		t.Fatalf("the cases were not made: %v", err)
	}
	root := t.TempDir()
	for _, folder := range []string{"cases", "wide"} {
		if err := os.CopyFS(filepath.Join(root, folder), os.DirFS(filepath.Join("..", folder))); err != nil {
			t.Fatal(err)
		}
	}
	if !current(root, string(recorded)) {
		t.Fatal("a copy is not taken for the cases")
	}
	file, more := filepath.Join(root, "cases", "karate.txt"), filepath.Join(root, "wide", "more.txt")
	text, err := os.ReadFile(file)
	for _, change := range []func() error{
		func() error { return os.WriteFile(more, text, 0o644) },
		func() error { return os.WriteFile(file, append(text, '\n'), 0o644) },
		func() error { return os.Remove(file) },
	} {
		if err == nil {
			err = change()
		}
		if err != nil || current(root, string(recorded)) {
			t.Errorf("a changed folder is taken for the cases: %v", err)
		}
		os.Remove(more)
	}
}
