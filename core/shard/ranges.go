package shard

import (
	"fmt"
	"strings"
)

// Ranges writes ascending numbers with a dash for those that follow each other: 3,17,40-44.
func Ranges(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		last := i
		for last+1 < len(numbers) && numbers[last+1] == numbers[last]+1 {
			last++
		}
		if last > i {
			parts = append(parts, fmt.Sprintf("%d-%d", numbers[i], numbers[last]))
		} else {
			parts = append(parts, fmt.Sprint(numbers[i]))
		}
		i = last + 1
	}
	return strings.Join(parts, ",")
}
