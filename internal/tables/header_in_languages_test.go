package main

import (
	"strings"
	"testing"
)

func TestHeaderInLanguages(t *testing.T) {
	d := declare(t, `int32_t gobc_text(const gobc_thing *thing, const char *name, const double *weights, uint64_t seed,
gobc_options *options, char **out_json, gobc_error *error);
void gobc_text_free(char *text);
const char *gobc_name(void);`)
	files := d.headerInLanguages()
	for name, wanted := range map[string][]string{
		"python/gobc/_library/header.py": {
			"ABI_VERSION = 7\n",
			"\n\nclass ErrorBlock(ctypes.Structure):\n    _fields_ = [(\"code\", c_int32), (\"message\", c_char * 1020)]\n",
			"(\"struct_size\", c_uint64), (\"name\", c_char_p), (\"other\", c_char_p), (\"of\", c_void_p)]\n",
			"    text: Callable[..., int]\n    text_free: Callable[..., None]\n    name: Callable[..., bytes]\n",
			"    \"gobc_text\": (c_int32, [c_void_p, c_char_p, c_void_p, c_uint64, POINTER(Options), c_void_p, " +
				"POINTER(ErrorBlock)]),\n    \"gobc_text_free\": (None, [c_void_p]),\n    \"gobc_name\": (c_char_p, []),\n}\n",
		},
		"python/gobc/_statuses.py":       {"\nOK = 0\nINVALID = 1\nFILE = 10\n"},
		"rpkg/R/generated_statuses.R":    {`statuses <- c("invalid", "", "", "", "", "", "", "", "", "file")`},
		"rpkg/src/generated_functions.h": {" */\nFUNCTION(text)\nFUNCTION(text_free)\nFUNCTION(name)\n"},
	} {
		for _, want := range wanted {
			if !strings.Contains(files[name], want) {
				t.Errorf("%s: %q is not in\n%s", name, want, files[name])
			}
		}
	}
	reference := d.cReference()
	for _, want := range []string{
		"| --- | --- |\n| **things** | |\n| `gobc_text` | A function. |\n", "| `gobc_options` | Options. |\n",
		"| `GOBC_FILE` | 10 | of a file |\n",
	} {
		if !strings.Contains(reference, want) {
			t.Errorf("%q is not in\n%s", want, reference)
		}
	}
}

func TestFirstSentence(t *testing.T) {
	for doc, want := range map[string]string{
		"Says it. And more.":             "Says it.",
		"Says\nit, \"0.1\".\n  path  x.": "Says it, \"0.1\".",
		"of a | file, < 2":               `of a \| file, &lt; 2`,
	} {
		if got := firstSentence(doc); got != want {
			t.Errorf("%q for %q", got, doc)
		}
	}
}
