package main

import (
	"fmt"
	"reflect"
	"strings"

	"gobc/core/plan"
	"gobc/core/query"
)

// wordFields declares options of kind Word as fields of gobc_options.
func wordFields(names ...string) string {
	var b strings.Builder
	for _, name := range names {
		for _, o := range query.Options() {
			if o.Name == name {
				text := strings.Join(wrap(words(o), width-5), "\n   * ")
				fmt.Fprintf(&b, "  /*\n   * %s\n   */\n  const char *%s;\n", text, o.Name)
			}
		}
	}
	return b.String()
}

// words says which words an option has, which of them NULL means, and what the option is.
func words(o query.Option) string {
	doc, _ := strings.CutSuffix(o.Doc, " Default: as the preset says.")
	isDefault := "NULL: as the preset says"
	if o.Default != "" {
		isDefault = fmt.Sprintf("NULL: %q", o.Default)
	}
	users := ""
	if o.Uses != nil {
		users = " For " + strings.Join(o.Users(), ", ") + "."
	}
	return fmt.Sprintf(`"%s". %s. %s%s`, strings.Join(o.Words, `", "`), isDefault, strings.ReplaceAll(doc, "`", ""), users)
}

// planKeys names the keys of the JSON object that describes a plan, as lines of a comment in C.
func planKeys() string {
	var keys []string
	for _, of := range []reflect.Type{reflect.TypeFor[plan.Plan](), reflect.TypeFor[plan.Page]()} {
		for i := range of.NumField() {
			if key, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ","); key != "" && key != "-" {
				keys = append(keys, key)
			}
		}
	}
	return " *   " + strings.Join(wrap(strings.Join(keys, ", "), width-5), "\n *   ") + "\n"
}
