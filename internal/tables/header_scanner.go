package main

import (
	"fmt"
	"strings"
)

// item is a statement of a header with its comment, or the beginning of a section, which has no statement.
type item struct {
	statement string // without its semicolon; the inside of braces with its comments
	doc       string // the comment after it on its line, else the one before it
	section   string
	line      int
}

// scan calls visit for each item of a header, in order.
func scan(text string, visit func(item) error) error {
	s := scanner{text: text}
	doc := ""
	for {
		s.skipSpace()
		switch {
		case s.at == len(s.text):
			return nil
		case s.begins("#"):
			if err := s.directive(); err != nil {
				return err
			}
			doc = "" // it is of a macro
		case s.begins("/*"):
			comment, err := s.comment()
			if err != nil {
				return err
			}
			if section, is := strings.CutPrefix(comment, "---- "); is {
				doc = ""
				if err := visit(item{section: strings.TrimSuffix(section, " ----"), line: s.line()}); err != nil {
					return err
				}
			} else if !strings.HasPrefix(comment, "generated: ") && !strings.HasPrefix(comment, "end of ") {
				doc = comment
			}
		default:
			i, err := s.statement()
			if err != nil {
				return err
			}
			if i.doc == "" {
				i.doc = doc
			}
			doc = ""
			if err := visit(i); err != nil {
				return err
			}
		}
	}
}

type scanner struct {
	text string
	at   int
}

func (s *scanner) begins(with string) bool { return strings.HasPrefix(s.text[s.at:], with) }

func (s *scanner) line() int { return 1 + strings.Count(s.text[:s.at], "\n") }

func (s *scanner) skipSpace() {
	s.at = len(s.text) - len(strings.TrimLeft(s.text[s.at:], " \n"))
}

// until moves behind the next of a mark and returns what stands before it.
func (s *scanner) until(mark string) (string, error) {
	before, _, found := strings.Cut(s.text[s.at:], mark)
	if !found {
		return "", fmt.Errorf("line %d: there is no %q after it", s.line(), mark)
	}
	s.at += len(before) + len(mark)
	return before, nil
}

// directive skips a line of the preprocessor; with it what is for C++ and what declares Arrow's structs.
func (s *scanner) directive() error {
	line, err := s.until("\n")
	if err == nil && (line == "#ifdef __cplusplus" || strings.HasPrefix(line, "#ifndef ARROW_")) {
		_, err = s.until("\n#endif")
		if err == nil {
			_, err = s.until("\n")
		}
	}
	return err
}

// comment returns the words of a comment, line by line, without what only draws it.
func (s *scanner) comment() (string, error) {
	s.at += len("/*")
	text, err := s.until("*/")
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if i > 0 {
			line = strings.TrimPrefix(strings.TrimLeft(line, " "), "*")
		}
		lines[i] = strings.TrimRight(strings.TrimPrefix(line, " "), " ")
	}
	return strings.TrimSpace(strings.Join(lines, "\n")), err
}

// statement reads up to a semicolon outside of braces, and a comment that follows on the line.
func (s *scanner) statement() (i item, err error) {
	i.line = s.line()
	start, depth := s.at, 0
	for ; ; s.at++ {
		switch {
		case s.at == len(s.text):
			return i, fmt.Errorf("line %d: %.60q does not end", i.line, s.text[start:])
		case s.begins("/*"):
			if _, err := s.comment(); err != nil {
				return i, err
			}
			s.at--
		case s.begins("{"):
			depth++
		case s.begins("}"):
			depth--
		case s.begins(";") && depth == 0:
			i.statement = s.text[start:s.at]
			s.at++
			if rest := strings.TrimLeft(s.text[s.at:], " "); strings.HasPrefix(rest, "/*") {
				s.at = len(s.text) - len(rest)
				i.doc, err = s.comment()
			}
			return i, err
		}
	}
}
