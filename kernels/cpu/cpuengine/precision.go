//go:build cgo

package cpuengine

import (
	"gobc/core/engine"
	"gobc/core/order"
	"gobc/core/sums"
)

// Every addition in single precision may be off by 2^-24 of its sum, to the same side each time where the terms are
// equal: 168 of them, one after the other, by 1e-5. So far numbers of paths above 2^24 get, to which a level, or a
// neighbor, adds one. What betweenness sums is no whole number and mostly errs to both sides: seen at hubs that share
// all neighbors are 5e-6 of 500, 2e-5 of 940, 2e-4 of 30,000. GPUs add a list 64 at a time: up to 5e-5 on Kronecker
// 20. The CPU: one by one.
const mostTerms, mostTermsOfStress = 500, 168

// notSingle is why the question has no other than double precision, or is not answered to 1e-5 in single; or nothing.
func notSingle(c *engine.Call) (why string, err error) {
	if c.Path.Precision != sums.Single {
		return "", nil
	}
	why = onlyDouble(c.Path.Kernel, c.Sums())
	if why == "" && c.Sums()&sums.Stress != 0 {
		return tooDeep(c)
	}
	return why, nil
}

// onlyDouble is why path counts are not made in single precision, or nothing.
func onlyDouble(kernel string, needs sums.Kinds) string {
	switch {
	case needs&sums.OfArcs != 0:
		return "measures of edges have no other"
	case kernel == labelCorrectingKernel:
		return "weighted paths have no other"
	case kernel != sweepKernel:
		return "kernel " + kernel + " has no other"
	}
	return ""
}

// tooDeep is why numbers of paths are not summed in single precision, or nothing.
func tooDeep(c *engine.Call) (string, error) {
	if c.Cut() && c.Pairs.Cutoff <= mostTermsOfStress {
		return "", nil
	}
	if c.Graph.Directed {
		if c.Graph.LargestComponent() <= mostTermsOfStress {
			return "", nil
		}
		return "how many levels stress is summed over is not known of a directed graph", nil
	}
	type levelsKey struct{}
	levels, ok := c.Graph.Memo.Load(levelsKey{})
	if !ok {
		most, err := order.DistanceBound(c.Path.Task.Forest.View, c.Graph.Components, mostTermsOfStress, c.Stop)
		if err != nil {
			return "", err
		}
		c.Graph.Memo.Store(levelsKey{}, most)
		levels = most
	}
	if levels.(int32) > mostTermsOfStress {
		return "sums of stress over many levels round too often in single", nil
	}
	return "", nil
}

// doubleHere reports whether the CPU counts paths in double precision though single was requested: in graphs with long
// lists of neighbors, which it adds one by one.
func doubleHere(c *engine.Call) bool {
	view, most := c.Path.Task.Forest.View, int64(mostTerms)
	if c.Sums()&sums.Stress != 0 {
		most = mostTermsOfStress
	}
	return c.Path.Precision == sums.Single && max(view.In.MaxDegree, view.Out.MaxDegree) > most
}

// precisionHere returns the precision in which the CPU counts paths.
func precisionHere(c *engine.Call) sums.Precision {
	if doubleHere(c) {
		return sums.Double
	}
	return c.Path.Precision
}
