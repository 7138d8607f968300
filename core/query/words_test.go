package query

import (
	"strings"
	"testing"
)

// A word that an option does not have is an error that names all words that it has.
func TestWordsOfOptions(t *testing.T) {
	for _, name := range []string{"precision", "reductions"} {
		for _, o := range Options() {
			if o.Name != name {
				continue
			}
			if got, err := CheckWord(name, ""); err != nil || got != o.Default {
				t.Errorf("%s by default: %q, %v", name, got, err)
			}
			for _, word := range o.Words {
				if got, err := CheckWord(name, word); err != nil || got != word {
					t.Errorf("%s %s: %q, %v", name, word, got, err)
				}
			}
			_, err := CheckWord(name, "odd")
			if err == nil {
				t.Fatalf("%s takes an odd word", name)
			}
			for _, word := range o.Words {
				if !strings.Contains(err.Error(), word) {
					t.Errorf("%s does not name %s: %v", name, word, err)
				}
			}
		}
	}
}
