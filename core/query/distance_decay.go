package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gobc/core/spelling"
	"gobc/core/sums"
)

// DistanceDecay is the function by which pairs count less the longer their distance is; none by default.
type DistanceDecay struct {
	Function  sums.DecayFunction
	Parameter float64
}

// ParseDistanceDecay reads the option of this name: the name of a function, a colon and its parameter; "": none.
func ParseDistanceDecay(text string) (d DistanceDecay, err error) {
	if text == "" {
		return d, nil
	}
	wrong := func(what string, a ...any) (DistanceDecay, error) {
		return DistanceDecay{}, fmt.Errorf("distance_decay is %.60q: "+what, append([]any{text}, a...)...)
	}
	name, number, parameter := strings.Cut(strings.TrimSpace(text), ":")
	names := sums.DecayFunctions[1:]
	name = strings.TrimSpace(name)
	i := slices.Index(names, name)
	switch {
	case i < 0:
		return wrong("unknown function %.40q%s; give one of %s, a colon and a number, such as \"exponential:400\"", name,
			hint(name, names), strings.Join(names, ", "))
	case !parameter:
		return wrong("the number of %s is missing; give for example \"%s:%s\"", name, name, example(sums.DecayFunction(1+i)))
	}
	d.Function = sums.DecayFunction(1 + i)
	number = strings.TrimSpace(number)
	d.Parameter, err = strconv.ParseFloat(number, 64)
	least, most := sums.LeastReach, sums.LongestReach
	if d.Function == sums.Power {
		least, most = sums.LeastPower, sums.SteepestPower
	}
	switch {
	case err != nil || strings.ContainsAny(number, "xXpP_"):
		return wrong("%.40q is no number; give for example \"%s:%s\"", number, name, example(d.Function))
	case !(d.Parameter >= least && d.Parameter <= most):
		return wrong("the number of %s is %g; give one above 0, from %g to %g", name, d.Parameter, least, most)
	}
	return d, nil
}

// hint is that of package spelling, or the function that a name abbreviates.
func hint(name string, names []string) string {
	begins := func(whole string) bool { return len(name) > 2 && strings.HasPrefix(whole, strings.ToLower(name)) }
	if i := slices.IndexFunc(names, begins); i >= 0 {
		name = names[i]
	}
	return spelling.Hint(name, names)
}

func example(f sums.DecayFunction) string {
	if f == sums.Power {
		return "2"
	}
	return "400"
}
