package reduce

import "sync"

// contraction is the contracted chains of a graph's blocks, as the graph keeps them.
type contraction struct {
	chains *Chains // nil: lengths do not fit

	mu      sync.Mutex
	counted *Chains // its paths are counted; nil: numbers of paths between blocks are too large, or not known yet
	grouped bool
	settled bool // counted is
}

// group groups the nodes into batches, once.
func (c *contraction) group(stop func() error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.grouped {
		return nil
	}
	err := c.chains.Group(stop)
	c.grouped = err == nil
	return err
}

// count gives the chains, which are grouped, the weights that blocks have for stress, once; nil where those are too
// large.
func (c *contraction) count(s *Stress, stop func() error) (*Chains, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.settled {
		counted, err := c.chains.Count(s.Pairs.TargetWeight, stop)
		if err != nil {
			return nil, err
		}
		c.counted, c.settled = counted, true
	}
	return c.counted, nil
}

// Release is called with the graph's.
func (c *contraction) Release() {
	if c.counted != nil {
		c.counted.Release()
	}
	if c.chains != nil {
		c.chains.Release()
	}
}
