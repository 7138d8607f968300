package main

import (
	"fmt"
	"strings"
)

// cReference lists the interface for docs/reference/c.md: functions, structs and statuses, each in a sentence.
func (d *declarations) cReference() string {
	var b strings.Builder
	section := ""
	b.WriteString("\n| function | what it does |\n| --- | --- |\n")
	for _, f := range d.functions {
		if f.section != section {
			section = f.section
			fmt.Fprintf(&b, "| **%s** | |\n", section)
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", f.name, firstSentence(f.doc))
	}
	b.WriteString("\n| structure | what it holds |\n| --- | --- |\n")
	for _, s := range d.structs {
		fmt.Fprintf(&b, "| `%s` | %s |\n", s.name, firstSentence(s.doc))
	}
	b.WriteString("\n| status | number | when |\n| --- | ---: | --- |\n")
	for _, s := range d.statuses {
		fmt.Fprintf(&b, "| `%s` | %d | %s |\n", s.name, s.number, firstSentence(s.doc))
	}
	return b.String() + "\n"
}

// firstSentence returns the first sentence of a comment as Markdown, without the description of parameters.
func firstSentence(doc string) string {
	before, _, _ := strings.Cut(doc, "\n  ")
	sentence, _, more := strings.Cut(strings.Join(strings.Fields(before), " "), ". ")
	if more {
		sentence += "."
	}
	return strings.NewReplacer("|", "\\|", "<", "&lt;", "*", "\\*").Replace(sentence)
}
