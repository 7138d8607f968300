package cudaengine

import (
	"sync"

	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/order"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

// uploads are the copies of one relabelled forest on devices; they live in its Memo and go with the graph.
type uploads struct {
	mu     sync.Mutex
	graphs map[*device.Device]*cuda.Graph
}

type uploadKey struct {
	view, order string
	weighted    bool
}

// Release frees the copies.
func (u *uploads) Release() {
	u.mu.Lock()
	defer u.mu.Unlock()
	for d, copied := range u.graphs {
		_ = d.Do(nil, func(s *device.Session) error {
			copied.Release(s)
			s.Trim()
			return nil
		})
	}
	u.graphs = nil
}

// uploaded returns the forest on every one of the devices, relabelled by `positions` (position -> rank; nil: as it is).
func uploaded(f *graph.Forest, key uploadKey, positions []int32, devices []*device.Device, threads int,
	stop func() error) ([]*cuda.Graph, error) {
	v, _ := f.Memo.LoadOrStore(key, &uploads{graphs: map[*device.Device]*cuda.Graph{}})
	u := v.(*uploads)
	u.mu.Lock()
	defer u.mu.Unlock()
	var missing []*device.Device
	for _, d := range devices {
		if u.graphs[d] == nil {
			missing = append(missing, d)
		}
	}
	if len(missing) > 0 {
		adjacency, err := order.Relabel(f.View, positions, threads, stop)
		if err != nil {
			return nil, err
		}
		defer adjacency.Free()
		source := adjacencyOf(adjacency, f.View, key.weighted)
		if err := u.copyTo(missing, source, threads/len(missing), stop); err != nil {
			return nil, err
		}
	}
	graphs := make([]*cuda.Graph, len(devices))
	for i, d := range devices {
		graphs[i] = u.graphs[d]
	}
	return graphs, nil
}

// adjacencyOf is what is uploaded of a view. With weights the view is as it is: no arc changes its place.
func adjacencyOf(a order.Adjacency, view graph.View, weighted bool) cuda.Adjacency {
	source := cuda.Adjacency{OutOffsets: a.Out.Offsets, OutTargets: a.Out.Targets}
	if a.In != a.Out {
		source.InOffsets, source.InTargets = a.In.Offsets, a.In.Targets
	}
	if weighted {
		source.OutWeights, source.OutReals = view.Out.Weights, view.Out.Reals
		source.InWeights, source.InReals = view.In.Weights, view.In.Reals
	}
	return source
}

// copyTo copies a source to devices, with so many threads for each.
func (u *uploads) copyTo(devices []*device.Device, source cuda.Adjacency, threads int, stop func() error) error {
	copies := make([]*cuda.Graph, len(devices))
	var group guard.Group
	for i, d := range devices {
		group.Go(func() error {
			return d.Do(stop, func(s *device.Session) (err error) {
				s.Threads = threads
				copies[i], err = cuda.Upload(s, source)
				return err
			})
		})
	}
	err := group.Wait()
	for i, d := range devices {
		if copies[i] != nil {
			u.graphs[d] = copies[i]
		}
	}
	return err
}
