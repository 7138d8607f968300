package many

import (
	"sync/atomic"

	"gobc/core/engine"
	"gobc/core/memory"
)

// sideBySide returns what runs the call on the GPUs that it names: all networks at once, side by side in one graph. It
// returns an error for networks that GPUs do not compute.
func (c *call) sideBySide() (run func() error, err error) {
	networks, can := c.networks.(table)
	switch {
	case !can:
		return nil, &engine.UnsupportedError{What: "networks on the vertices of one graph are computed on processors: give " +
			"device=\"auto\" or \"cpu\""}
	case networks.Options().Weighted:
		return nil, &engine.UnsupportedError{What: "many weighted networks are computed on processors: give " +
			"device=\"auto\" or \"cpu\", or leave weight out"}
	}
	return func() error { return c.runSideBySide(networks) }, nil
}

// runSideBySide computes all networks. Progress is known at the end alone.
func (c *call) runSideBySide(networks table) error {
	total := int64(networks.Len())
	atomic.StoreInt64(c.control.Total, total)
	if networks.Vertices() == 0 {
		return c.control.Check()
	}
	if err := memory.NewBudget(c.question.MemoryLimit).Check(networks.UnionBytes(),
		"the graph of all networks needs about"); err != nil {
		return err
	}
	g, err := networks.Union(c.question.CountsParallel(), c.question.Threads, c.control.Cancelled)
	if err != nil {
		return err
	}
	defer g.Free()
	if c.question.MemoryLimit > 0 {
		c.question.MemoryLimit = max(1, c.question.MemoryLimit-g.Bytes())
	}
	c.control.Enter(engine.Sweeping)
	watch := engine.NewControl()
	watch.Cancel = c.control.Cancel
	result, device, err := c.question.Together(g, networks.Starts, watch, c.capacity.take)
	if err != nil {
		return err
	}
	for i, values := range result.Columns {
		c.result.Columns[i].Values = values
	}
	c.result.Device = device
	atomic.StoreInt64(c.control.Done, total)
	return nil
}
