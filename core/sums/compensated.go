package sums

import "math"

// Compensated is a sum of float64 with what its additions have rounded off (Neumaier, Z. Angew. Math. Mech. 54, 39
// (1974)). It is the same for the same order of additions.
type Compensated struct{ sum, lost float64 }

// Add adds a number.
func (c *Compensated) Add(x float64) {
	t := c.sum + x
	if math.Abs(c.sum) >= math.Abs(x) {
		c.lost += (c.sum - t) + x
	} else {
		c.lost += (x - t) + c.sum
	}
	c.sum = t
}

// Value returns the sum.
func (c *Compensated) Value() float64 { return c.sum + c.lost }
