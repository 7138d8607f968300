package plan

import (
	"fmt"
	"strings"
)

// partial refuses a partial result where sweeps follow each other: the sources finished by one of them are not those
// of the next. Where distances could fall out of the path sweep they are refused as well: they do on the CPU alone,
// and there those of sources whose path counts need a higher rung are added first.
func (r Request) partial(p *Plan) {
	if !r.Partial || p.failed != nil {
		return
	}
	sweeps := make([][]string, len(p.Distances)+1) // the last one of paths
	for _, m := range r.Measures {
		i := len(p.Distances)
		if m.Distance != 0 {
			i = p.Sweep(r.Convention.DirectionOf(m), r.Graph.Directed)
		}
		sweeps[i] = append(sweeps[i], m.Name)
	}
	var groups []string
	for _, names := range sweeps {
		if len(names) > 0 {
			groups = append(groups, strings.Join(names, ", "))
		}
	}
	switch {
	case len(groups) > 1:
		p.failed = fmt.Errorf("partial is for measures of one sweep, which all have the same finished sources; ask one by one for %s",
			strings.Join(groups, "; "))
	case p.Path != nil && len(p.Distances) > 0:
		p.failed = fmt.Errorf("partial does not go with endpoints of a directed graph or a cutoff, which take a sweep of their own: leave endpoints or partial out")
	}
}

// partialBytes is what the lists of finished sources take: as they grow, by thread and together, up to five times their
// 4 bytes a source; and the column that marks them.
func (r Request) partialBytes() int64 {
	if !r.Partial {
		return 0
	}
	return 20*int64(len(r.Sources)) + int64(r.Graph.Vertices)/8
}
