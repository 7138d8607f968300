// Package spelling finds the known name that is closest to a misspelled one.
package spelling

import (
	"fmt"
	"strings"
)

// Hint returns " (did you mean betweenness?)" for the known name that is nearest to a name, or "" where none is near:
// where more than a third of its letters differ.
func Hint(name string, known []string) string {
	name = strings.ToLower(name)
	best, least := "", len([]rune(name))/3+1
	for _, k := range known {
		if d := distance([]rune(name), []rune(k), least); d < least {
			best, least = k, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}

// distance is how many letters must be added, left out or changed, or neighbors swapped, to make b of a; at most most.
func distance(a, b []rune, most int) int {
	if len(a)-len(b) >= most || len(b)-len(a) >= most {
		return most
	}
	var before, last []int
	for i := range len(a) + 1 {
		row := make([]int, len(b)+1)
		for j := range row {
			switch {
			case i == 0 || j == 0:
				row[j] = i + j
			case a[i-1] == b[j-1]:
				row[j] = last[j-1]
			default:
				row[j] = 1 + min(last[j-1], last[j], row[j-1])
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					row[j] = min(row[j], 1+before[j-2])
				}
			}
		}
		before, last = last, row
	}
	return min(last[len(b)], most)
}
