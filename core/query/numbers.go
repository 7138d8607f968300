package query

import (
	"fmt"
	"maps"
	"strconv"
)

// Numbers are the values of the options of kind Number by their names: what was given, else their defaults. The map
// must not be changed.
func Numbers(given map[string]float64) (map[string]float64, error) {
	if len(given) == 0 {
		return defaults, nil
	}
	return numbers(given)
}

// defaults are the values if none is given.
var defaults = func() map[string]float64 {
	values, err := numbers(nil)
	if err != nil {
		panic(err) // a default is out of its range
	}
	return values
}()

func numbers(given map[string]float64) (map[string]float64, error) {
	values := map[string]float64{}
	for i := range options {
		o := &options[i]
		if o.Kind != Number {
			continue
		}
		x, is := given[o.Name]
		if !is {
			x, _ = strconv.ParseFloat(o.Default, 64)
		}
		if !(x > o.Above && x < o.Below) {
			return nil, fmt.Errorf("%s is %g; %s", o.Name, x, o.Range())
		}
		values[o.Name] = x
	}
	return values, nil
}

// Range says what a Number may be.
func (o Option) Range() string {
	return fmt.Sprintf("give a number above %g and below %g", o.Above, o.Below)
}

// ByDefault are the values of the options of kind Number if none is given.
func ByDefault() map[string]float64 { return maps.Clone(defaults) }
