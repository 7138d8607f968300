package main

import (
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"strings"

	"gobc/core/sums"
)

// This file writes what Go, C and CUDA declare for the kinds of sums, from the tables of package sums.

// between replaces the lines between two comments of a header. They get the indentation of the first comment.
func between(page, name string, lines []string) (string, error) {
	begin, end := "/* generated: "+name+" */\n", "/* end of "+name+" */\n"
	head, rest, found := strings.Cut(page, begin)
	_, tail, ended := strings.Cut(rest, end)
	if !found || !ended {
		return "", fmt.Errorf("there is no place between %q and %q", begin, end)
	}
	indent := head[strings.LastIndex(head, "\n")+1:]
	return head + begin + indent + strings.Join(append(lines, ""), "\n"+indent) + end + tail, nil
}

const (
	cpuHeader  = "kernels/cpu/kernels.h"
	cudaHeader = "kernels/cuda/arguments.h"
)

// sumFiles returns the files that contain the kinds of sums, by name. It reads the headers, of which only a part is
// generated, below root.
func sumFiles(root string, paths, distances []sums.Kind) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, part := range []struct {
		file, name string
		lines      []string
	}{
		{cpuHeader, "needs", needs(paths)},
		{cpuHeader, "sums of paths", fields(paths, itemOf)},
		{cpuHeader, "sums of hops", fields(distances, itemOf)},
		{cpuHeader, "sums of lengths", fields(distances, lengthOf)},
		{cudaHeader, "sums of paths", addresses(paths, formatOf)},
		{cudaHeader, "sums of hops", addresses(distances, formatOf)},
		{cudaHeader, "sums of lengths", addresses(distances, lengthFormatOf)},
	} {
		text := files[part.file]
		if text == nil {
			var err error
			if text, err = os.ReadFile(filepath.Join(root, part.file)); err != nil {
				return nil, err
			}
		}
		changed, err := between(string(text), part.name, part.lines)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", part.file, err)
		}
		files[part.file] = []byte(changed)
	}
	for name, text := range map[string]string{
		"core/sums/kinds.go":     goSums(paths, distances),
		"kernels/cpu/kinds_c.go": cgoSums(paths, distances),
	} {
		formatted, err := format.Source([]byte(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		files[name] = formatted
	}
	return files, nil
}

// types maps an item to the Go type of its array and the C type of the elements.
var types = map[sums.Item][2]string{
	sums.Int32: {"[]int32", "int32_t"}, sums.Int64: {"[]int64", "int64_t"}, sums.Float64: {"[]float64", "double"},
	sums.Wide128: {"[]uint64", "uint64_t"}, sums.Windows: {"[]uint64", "uint64_t"}, sums.Count: {"PathCounts", ""},
}

func itemOf(k sums.Kind) sums.Item   { return k.Item }
func lengthOf(k sums.Kind) sums.Item { return k.Lengths }

func formatOf(k sums.Kind) sums.Format       { return k.GPU }
func lengthFormatOf(k sums.Kind) sums.Format { return k.GPULengths }

var items = map[sums.Item]string{sums.Wide128: ", two words each", sums.Windows: ", two words a window"}

// place returns what the sums belong to, in words.
func place(k sums.Kind) string { return [...]string{"by vertex", "by source", "by arc"}[k.By] }

// needs returns the constants of C for the kinds of sums over paths.
func needs(kinds []sums.Kind) (lines []string) {
	for i, k := range kinds {
		lines = append(lines, fmt.Sprintf("GOBC_NEED_%s = %d,", strings.ToUpper(k.Name), 1<<i))
	}
	return lines
}

// fields returns the members of the struct of C that holds the arrays.
func fields(kinds []sums.Kind, item func(sums.Kind) sums.Item) (lines []string) {
	for _, k := range kinds {
		lines = append(lines, fmt.Sprintf("/* %s%s: %s */", place(k), items[item(k)], k.Doc))
		element := types[item(k)][1] + " *"
		if element == " *" {
			element = "gobc_stress_sums "
		}
		lines = append(lines, element+k.Name+sides(k)+";")
	}
	return lines
}

func sides(k sums.Kind) string {
	if k.By == sums.Arc {
		return "[2]"
	}
	return ""
}

// formats describes the arrays of a format on a GPU.
var formats = map[sums.Format]string{
	sums.Real: "double", sums.Integer: "uint64_t", sums.Half: "int32_t", sums.Bits: "uint64_t: bits of a length",
	sums.Units: "int64_t: coarse and fine", sums.Halves: "uint64_t: in units of 2^32 and 1",
	sums.Digits: "uint64_t: three digits", sums.Parts: "uint64_t: three parts",
	sums.LengthParts: "uint64_t: three parts, or two of whole lengths",
}

func onGPUs(k sums.Kind) bool { return k.GPU != sums.NoFormat }

// addresses returns the members of the struct of CUDA. Sums of vertices have an array for each word, sums of arcs have
// one array with adjacent words.
func addresses(kinds []sums.Kind, format func(sums.Kind) sums.Format) (lines []string) {
	for _, k := range kinds {
		if arrays := len(addressesOf(k, format)); arrays > 0 {
			array := ""
			if arrays > 1 {
				array = fmt.Sprintf("[%d]", arrays)
			}
			lines = append(lines, fmt.Sprintf("/* %s, %s */", place(k), formats[format(k)]),
				fmt.Sprintf("gobc_address %s%s;", k.Name, array))
		}
	}
	return lines
}

// addressesOf returns the same members of one kind as Go expressions.
func addressesOf(k sums.Kind, format func(sums.Kind) sums.Format) (names []string) {
	words := format(k).Words()
	if words == 1 || words > 1 && k.By == sums.Arc {
		return []string{"&a." + camel(k.Name)}
	}
	for i := range words {
		names = append(names, fmt.Sprintf("&a.%s[%d]", camel(k.Name), i))
	}
	return names
}

// cudaAddresses writes the Go methods that find the addresses of a kind.
func cudaAddresses(paths, distances []sums.Kind) string {
	var b strings.Builder
	for _, x := range []struct {
		name, set string
		kinds     []sums.Kind
		format    func(sums.Kind) sums.Format
	}{
		{"TotalArguments", "Kinds", paths, formatOf},
		{"HopArguments", "DistanceKinds", distances, formatOf},
		{"LengthArguments", "DistanceKinds", distances, lengthFormatOf},
	} {
		fmt.Fprintf(&b, "\n// Of returns the addresses of the arrays of a kind of sums.\n"+
			"func (a *%s) Of(kind sums.%s) []*device.Address {\nswitch kind {\n", x.name, x.set)
		for _, k := range x.kinds {
			if names := addressesOf(k, x.format); len(names) > 0 {
				fmt.Fprintf(&b, "case sums.%s:\nreturn []*device.Address{%s}\n", goKind(k), strings.Join(names, ", "))
			}
		}
		b.WriteString("}\nreturn nil\n}\n")
	}
	return b.String()
}

// goKind returns the name of a kind in Go: EdgeDelta.
func goKind(k sums.Kind) string {
	name := camel(k.Name)
	return strings.ToUpper(name[:1]) + name[1:]
}

// goSums writes the kinds and their arrays in Go.
func goSums(paths, distances []sums.Kind) string {
	var b strings.Builder
	b.WriteString("// " + notice("table.go") + "\n\npackage sums\n")
	kindConstants(&b, "Kinds", "paths", paths)
	kindConstants(&b, "DistanceKinds", "distances, by target", distances)
	b.WriteString("\n// Kinds that have something in common.\nconst (\n")
	for _, group := range []struct {
		name, doc string
		kinds     []sums.Kind
		has       func(sums.Kind) bool
	}{
		{"Shares", "shares of paths: Scale > 0", paths, func(k sums.Kind) bool { return k.Scale > 0 }},
		{"Counts", "sums of path counts", paths, func(k sums.Kind) bool { return k.Item == sums.Count }},
		{"OfArcs", "sums by arc", paths, func(k sums.Kind) bool { return k.By == sums.Arc }},
		{"OnGPUs", "path sums that GPUs compute", paths, onGPUs},
		{"DistancesOnGPUs", "distance sums that GPUs compute", distances, onGPUs},
	} {
		var names []string
		for _, k := range group.kinds {
			if group.has(k) {
				names = append(names, goKind(k))
			}
		}
		fmt.Fprintf(&b, "%s = %s // %s\n", group.name, strings.Join(names, " | "), group.doc)
	}
	b.WriteString(")\n")
	arrays(&b, "PathSums", "pathKinds", "Kinds", paths, itemOf)
	arrays(&b, "HopSums", "distanceKinds", "DistanceKinds", distances, itemOf)
	arrays(&b, "LengthSums", "distanceKinds", "DistanceKinds", distances, lengthOf)
	b.WriteString("\n// shareLists makes the sums of the out lists those of the in lists.\n" +
		"func (s *PathSums) shareLists() {\n")
	for _, k := range paths {
		if k.By == sums.Arc {
			fmt.Fprintf(&b, "s.%s[1] = s.%[1]s[0]\n", goKind(k))
		}
	}
	b.WriteString("}\n")
	return b.String()
}

func kindConstants(b *strings.Builder, set, of string, kinds []sums.Kind) {
	fmt.Fprintf(b, "\n// Kinds of sums over %s.\nconst (\n", of)
	for i, k := range kinds {
		text := goKind(k)
		if i == 0 {
			text += " " + set + " = 1 << iota"
		}
		fmt.Fprintf(b, "%s // %s\n", text, k.Doc)
	}
	b.WriteString(")\n")
}

// arrays writes a struct of arrays and the method that lists them.
func arrays(b *strings.Builder, name, table, set string, kinds []sums.Kind, item func(sums.Kind) sums.Item) {
	fmt.Fprintf(b, "\n// %s are the arrays of the kinds; nil: not summed.\ntype %[1]s struct {\n", name)
	for _, k := range kinds {
		fmt.Fprintf(b, "%s %s%s // %s%s\n", goKind(k), sides(k), types[item(k)][0], place(k), items[item(k)])
	}
	fmt.Fprintf(b, "}\n\nfunc (s *%s) appendColumns(all []column) []column {\nreturn append(all,\n", name)
	for i, k := range kinds {
		fields := []string{"&s." + goKind(k)}
		if k.By == sums.Arc {
			fields = []string{fields[0] + "[0]", fields[0] + "[1]"}
		}
		for side, field := range fields {
			content := field
			switch element := types[item(k)][0]; element {
			case "PathCounts":
			case "[]uint64":
				content = "wides{" + field + "}"
			default:
				content = fmt.Sprintf("numbers[%s]{%s}", strings.TrimPrefix(element, "[]"), field)
				if k.Maximum {
					content = fmt.Sprintf("maxima[%s]{%s}", strings.TrimPrefix(element, "[]"), content)
				}
			}
			fmt.Fprintf(b, "column{&%s[%d], uint32(%s), %d, %s},\n", table, i, goKind(k), side, content)
		}
	}
	b.WriteString(")\n}\n")
}

// cgoSums writes the functions that lend the arrays to C.
func cgoSums(paths, distances []sums.Kind) string {
	var b strings.Builder
	b.WriteString("// " + notice("core/sums/table.go") + "\n\npackage cpu\n\n/*\n#include \"kernels.h\"\n*/\n" +
		"import \"C\"\n\nimport \"gobc/core/sums\"\n")
	for _, x := range []struct {
		name, of, into string
		kinds          []sums.Kind
		item           func(sums.Kind) sums.Item
	}{
		{"lendPaths", "Paths", "gobc_totals", paths, itemOf},
		{"lendHops", "Hops", "gobc_distance_totals", distances, itemOf},
		{"lendLengths", "Lengths", "gobc_length_totals", distances, lengthOf},
	} {
		fmt.Fprintf(&b, "\n// %s points a C struct at the arrays, which are C memory.\nfunc %[1]s(t *sums.%s, c *C.%s) {\n",
			x.name, x.of, x.into)
		eachArray(x.kinds, func(k sums.Kind, side string) {
			if x.item(k) == sums.Count {
				fmt.Fprintf(&b, "lend(&t.%s%s, &c.%s%s)\n", goKind(k), side, k.Name, side)
			} else {
				fmt.Fprintf(&b, "c.%s%s = array[C.%s](t.%s%s)\n", k.Name, side, types[x.item(k)][1], goKind(k), side)
			}
		})
		b.WriteString("}\n")
	}
	b.WriteString("\n// takePaths takes over what a kernel allocated.\n" +
		"func takePaths(t *sums.Paths, c *C.gobc_totals) {\n")
	eachArray(paths, func(k sums.Kind, side string) {
		if k.Item == sums.Count {
			fmt.Fprintf(&b, "take(&t.%s%s, &c.%s%s)\n", goKind(k), side, k.Name, side)
		}
	})
	b.WriteString("}\n")
	return b.String()
}

// eachArray calls f for every array: once a kind, twice for kinds of arcs.
func eachArray(kinds []sums.Kind, f func(k sums.Kind, side string)) {
	for _, k := range kinds {
		if k.By != sums.Arc {
			f(k, "")
			continue
		}
		f(k, "[0]")
		f(k, "[1]")
	}
}
