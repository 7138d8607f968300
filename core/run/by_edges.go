package run

import (
	"math"

	"gobc/core/sums"
	"gobc/kernels/papers"
)

// byEdges runs the edge-parallel method on the CPU: sources one after the other, each by all threads.
func (j *pathJob) byEdges(sources []int32) (*sums.Paths, error) {
	var err error
	if j.totals, err = sums.NewPaths(j.csr.Shape(), j.needs); err != nil {
		return nil, err
	}
	method := papers.NewEdgeParallel(j.csr, j.p.Threads)
	var top []int32
	for _, s := range sources {
		dependency, flagged, err := method.Run(s, j.control.Check)
		if err != nil {
			return j.totals, err
		}
		if flagged {
			top = append(top, s)
			continue
		}
		for v := range j.g.Vertices {
			units, fraction := math.Modf(dependency(v) * 0x1p20)
			sums.Add(j.totals.Delta, v, sums.FromUnits(int64(units), int64(math.RoundToEven(fraction*0x1p44))))
		}
		j.control.add(1)
		if j.r.Partial {
			j.finished = append(j.finished, s)
		}
	}
	if j.report.Path.Flagged = len(top); len(top) == 0 {
		return j.totals, nil
	}
	err = j.queueAll(top, true)
	j.control.add(len(top))
	return j.totals, err
}
