package plan

import (
	"gobc/core/order"
	"gobc/core/query"
	"gobc/core/sums"
	"gobc/kernels/cpu"
)

// Every addition in single precision may be off by 2^-24 of its sum, to the same side each time where the terms are equal:
// 168 of them, one after the other, by 1e-5. So far numbers of paths above 2^24 get, to which a level, or a neighbour, adds
// one. What betweenness sums is no whole number and mostly errs to both sides: seen at hubs that share all neighbours are
// 5e-6 of 500, 2e-5 of 940, 2e-4 of 30,000. GPUs add a list 64 at a time: up to 5e-5 on Kronecker 20. The CPU: one by one.
const mostTerms, mostTermsOfStress = 500, 168

// settlePrecision takes single precision back where the question has no other than double, or is not answered to 1e-5.
func (r Request) settlePrecision(path *Path, p *Plan) {
	if path.Precision != cpu.Single {
		return
	}
	why := onlyDouble(path.Kernel, path.Needs)
	if why == "" && path.Needs&sums.Stress != 0 {
		why = r.tooDeep(path, p)
	}
	if why != "" {
		path.Precision = cpu.Double
		p.reason("double precision: %s", why)
	}
}

// onlyDouble is why path counts are not made in single precision, or nothing.
func onlyDouble(kernel string, needs sums.Kinds) string {
	switch {
	case needs&(sums.EdgeDelta|sums.EdgeStress) != 0:
		return "measures of edges have no other"
	case kernel == query.KernelMerged:
		return "weighted paths have no other"
	case kernel != query.KernelSweep:
		return "kernel " + kernel + " has no other"
	}
	return ""
}

// tooDeep is why numbers of paths are not summed in single precision, or nothing.
func (r Request) tooDeep(path *Path, p *Plan) string {
	if r.Cut() && r.Pairs.Cutoff <= mostTermsOfStress {
		return ""
	}
	if r.Graph.Directed {
		if r.Graph.LargestComponent() <= mostTermsOfStress {
			return ""
		}
		return "how many levels stress is summed over is not known of a directed graph"
	}
	type levelsKey struct{}
	levels, ok := r.Graph.Memo.Load(levelsKey{})
	if !ok {
		most, err := order.MostLevels(r.Graph.View(path.CountParallel), r.Graph.Components, mostTermsOfStress, r.stop)
		if err != nil {
			p.fail(err)
			return ""
		}
		r.Graph.Memo.Store(levelsKey{}, most)
		levels = most
	}
	if levels.(int32) > mostTermsOfStress {
		return "sums of stress over many levels round too often in single"
	}
	return ""
}

// InDoubleHere reports whether the CPU counts paths in double precision though single was asked for: at long lists, which
// it adds one by one.
func (r Request) InDoubleHere(path *Path) bool {
	view, most := r.Graph.View(path.CountParallel), int64(mostTerms)
	if path.Needs&sums.Stress != 0 {
		most = mostTermsOfStress
	}
	return path.Precision == cpu.Single && max(view.In.MaxDegree, view.Out.MaxDegree) > most
}

// here settles the precision and the widths of the CPU's sweep.
func (r Request) here(p *Plan) {
	if p.GPU == nil && r.InDoubleHere(p.Path) {
		p.Path.Precision = cpu.Double
		p.reason("double precision: the CPU adds long lists of neighbours one by one")
	}
	r.widths(p)
}

// deepGraph is the depth from which path counts are looked at before single precision is used: counts beyond 2^115 were
// met on random geometric graphs and grids, of hundreds of levels.
const deepGraph = 48

type manyPathsKey struct {
	count  bool
	source int32
}

// manyPaths reports whether a source in the middle has path counts that single precision would only give up on. It looks at
// the graph and the sources alone, never at what was searched to choose an order: that depends on the number of devices,
// and the same question has the same bits on any number.
func (r Request) manyPaths(p *Plan) bool {
	if len(r.Sources) == 0 {
		return false
	}
	key := manyPathsKey{p.Path.CountParallel, r.Sources[len(r.Sources)/2]}
	if v, ok := r.Graph.Memo.Load(key); ok {
		return v.(bool)
	}
	many, view := false, r.Graph.View(key.count)
	if first, last := r.Graph.ComponentOf(key.source); order.Depth(view, key.source, first, last) >= deepGraph {
		var err error
		if many, err = order.PathsAbove(view, key.source, 0x1p115, r.stop); err != nil {
			p.failed = err
			return false
		}
	}
	r.Graph.Memo.Store(key, many)
	return many
}
