package read

import (
	"bytes"
	"io"
)

// readMETIS reads an undirected graph in the format of METIS: vertices are the lines, from 1, with the numbers of their
// neighbors. Every edge stands in two lines.
func readMETIS(s *source, t *Table) error {
	head, err := s.words("%")
	if err == io.EOF {
		return s.fail("the line of sizes is missing")
	}
	if err != nil {
		return err
	}
	sizes := [4]int64{3: 1}
	for i, word := range head {
		var ok bool
		if i < len(sizes) {
			if i == 2 {
				word = bytes.TrimLeft(word, "0") // 001 is a mask
				if len(word) == 0 {
					word = []byte("0")
				}
			}
			sizes[i], ok = plain(word)
		}
		if !ok || sizes[i] < 0 {
			return s.fail("%q is no line of sizes: vertices, edges, and perhaps what is beside them", bytes.Join(head, []byte(" ")))
		}
	}
	if len(head) < 2 {
		return s.fail("%q is no line of sizes: vertices, edges, and perhaps what is beside them", bytes.Join(head, []byte(" ")))
	}
	n, m, mask := sizes[0], sizes[1], sizes[2]
	valued := mask%10 == 1
	skip := 0
	if mask/10%10 == 1 {
		skip = int(min(sizes[3], longestLine))
	}
	skip += int(mask / 100 % 10)
	weighted, err := s.weighted("weight", valued)
	if err != nil {
		return err
	}
	t.ends("weight", weighted)
	t.Directed = No
	t.Nodes = &Column{Name: "node"}
	entries := int64(0)
	for v := int64(1); v <= n; v++ {
		words, err := s.neighbors()
		if err == io.EOF {
			return s.fail("the file ends before vertex %d of %d", v, n)
		}
		if err != nil {
			return err
		}
		if err := t.Nodes.addInt(v); err != nil {
			return err
		}
		if len(words) < skip || valued && (len(words)-skip)%2 != 0 {
			return s.fail("%d numbers for vertex %d, which do not fit the line of sizes", len(words), v)
		}
		step := 1 + btoi(valued)
		for words = words[skip:]; len(words) > 0; words = words[step:] {
			w, ok := plain(words[0])
			if !ok || w < 1 || w > n {
				return s.fail("%q is none of the vertices 1 to %d", words[0], n)
			}
			if entries++; w < v {
				continue
			}
			if w == v {
				entries++ // a loop stands in one line
			}
			if err := t.edge(v, w); err != nil {
				return err
			}
			if weighted {
				if err := t.Edges[2].add(words[1]); err != nil {
					return &LineError{s.line, err}
				}
			}
		}
	}
	if entries != 2*m || int64(t.Edges[0].Rows()) != m {
		return s.fail("the lines have %d neighbors, and %d edges are %d: each stands in the lines of both its ends", entries, m, 2*m)
	}
	return nil
}

// neighbors returns the next line that is no comment, which may be empty, cut at blanks.
func (s *source) neighbors() ([][]byte, error) {
	for {
		line, err := s.next()
		if err != nil || !bytes.HasPrefix(bytes.TrimSpace(line), []byte("%")) {
			return bytes.Fields(line), err
		}
	}
}
