package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gobc/core/engine"
)

// ParseDevices reads "auto", "cpu", "cuda" (cuda:0), "cuda:1" or several with commas between: "cuda:0,cuda:1".
func ParseDevices(text string) (engine.Devices, error) {
	switch text {
	case "", "auto":
		return engine.Devices{Auto: true}, nil
	case "cpu":
		return engine.Devices{}, nil
	}
	var d engine.Devices
	for item := range strings.SplitSeq(text, ",") {
		name, number, numbered := strings.Cut(strings.TrimSpace(item), ":")
		ordinal, err := 0, error(nil)
		if numbered {
			ordinal, err = strconv.Atoi(number)
		}
		if name != "cuda" || err != nil || ordinal < 0 || ordinal > 255 {
			return d, fmt.Errorf("device %q is not known; choose auto, cpu, cuda, cuda:N, or several such as cuda:0,cuda:1",
				item)
		}
		if slices.Contains(d.Ordinals, ordinal) {
			return d, fmt.Errorf("device cuda:%d is given twice", ordinal)
		}
		d.Ordinals = append(d.Ordinals, ordinal)
	}
	return d, nil
}
