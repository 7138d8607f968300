package read

import (
	"bytes"
	"io"
	"strings"
)

// metis is what the line of sizes says.
type metis struct {
	vertices, edges int64
	skip            int  // numbers of a vertex before its neighbors
	valued          bool // a weight follows each neighbor
}

// readMETIS reads an undirected graph in the format of METIS: vertices are the lines, from 1, with the numbers of their
// neighbors. Every edge stands in two lines.
func readMETIS(s *source, t *Table) error {
	sizes, err := s.metisSizes()
	if err != nil {
		return err
	}
	weighted, err := s.weighted("weight", sizes.valued)
	if err != nil {
		return err
	}
	t.ends("weight", weighted)
	t.Directed = No
	t.Nodes = &Column{Name: "node"}
	entries := int64(0)
	for v := int64(1); v <= sizes.vertices; v++ {
		words, err := s.neighbors()
		if err == io.EOF {
			return s.fail("the file ends before vertex %d of %d", v, sizes.vertices)
		}
		if err != nil {
			return err
		}
		if err := t.Nodes.addInt(v); err != nil {
			return err
		}
		of, err := sizes.list(s, t, v, words, weighted)
		if err != nil {
			return err
		}
		entries += of
	}
	for {
		words, err := s.neighbors()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if len(words) > 0 {
			return s.fail("a line after that of vertex %d, the last by the line of sizes", sizes.vertices)
		}
	}
	if m := sizes.edges; entries != 2*m || int64(t.Edges[0].Rows()) != m {
		return s.fail("the lines have %d neighbors, and %d edges are %d: each stands in the lines of both its ends", entries,
			m, 2*m)
	}
	return nil
}

// metisSizes reads the first line: vertices, edges, a mask of what is beside them, and how many weights a vertex has.
func (s *source) metisSizes() (metis, error) {
	head, err := s.words("%")
	if err == io.EOF {
		return metis{}, s.fail("the line of sizes is missing")
	}
	if err != nil {
		return metis{}, err
	}
	sizes := [4]int64{3: 1}
	fits := len(head) >= 2 && len(head) <= len(sizes)
	for i := 0; fits && i < len(head); i++ {
		word := head[i]
		if i == 2 { // a mask, as 001
			if word = bytes.TrimLeft(word, "0"); len(word) == 0 {
				word = []byte("0")
			}
		}
		sizes[i], fits = plain(word)
		fits = fits && sizes[i] >= 0
	}
	if !fits {
		return metis{}, s.fail("%q is no line of sizes: vertices, edges, and perhaps what is beside them",
			bytes.Join(head, []byte(" ")))
	}
	mask := sizes[2]
	if len(head) > 2 && strings.Trim(string(head[2]), "01") != "" {
		return metis{}, s.fail("%q says what is beside the edges by digits of 0 and 1", head[2])
	}
	is := metis{vertices: sizes[0], edges: sizes[1], skip: int(mask / 100 % 10), valued: mask%10 == 1}
	if mask/10%10 == 1 {
		is.skip += int(min(sizes[3], longestLine))
	}
	return is, nil
}

// list adds the edges of v to neighbors that are not before it, and returns how many entries its line stands for: a
// loop, which stands in one line, counts twice.
func (m metis) list(s *source, t *Table, v int64, words [][]byte, weighted bool) (entries int64, err error) {
	if len(words) < m.skip || m.valued && (len(words)-m.skip)%2 != 0 {
		return 0, s.fail("%d numbers for vertex %d, which do not fit the line of sizes", len(words), v)
	}
	step := 1 + btoi(m.valued)
	for words = words[m.skip:]; len(words) > 0; words = words[step:] {
		w, ok := plain(words[0])
		if !ok || w < 1 || w > m.vertices {
			return 0, s.fail("%q is none of the vertices 1 to %d", words[0], m.vertices)
		}
		if entries++; w < v {
			continue
		}
		if w == v {
			entries++
		}
		if err := t.edge(v, w); err != nil {
			return 0, err
		}
		if weighted {
			if err := t.Edges[2].add(words[1]); err != nil {
				return 0, &LineError{s.line, err}
			}
		}
	}
	return entries, nil
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
