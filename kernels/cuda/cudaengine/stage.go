// Package cudaengine implements the engine of GPUs with the kernels of package cuda: each worker is a GPU.
package cudaengine

import (
	"math/bits"
	"slices"
	"sync"
	"time"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/order"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

// Devices are the GPUs of a call, and what its stages do on them alike.
type Devices struct {
	Infos   []device.Info
	Drain   time.Duration // how long batches may run to their end after a cancel, if their sums are wanted; 0: drainTime
	Lanes   int           // sources a batch that were asked for; 0: none were
	Instead engine.Stage  // runs what all devices failed with; nil: nothing does
}

// stage is what all stages on devices have.
type stage struct {
	task *engine.Task
	on   Devices
	open []*device.Device
	copy []*cuda.Graph // of the forest, by device

	*deal
}

func (s *stage) Engine() string { return "cuda" }
func (s *stage) Workers() int   { return len(s.on.Infos) }
func (s *stage) Shared() bool   { return true }

// upload readies the devices, and copies the forest to them where it is not yet.
func (s *stage) upload(o *order.Choice, weighted bool, watch *engine.Watch) (err error) {
	s.open = nil
	for _, info := range s.on.Infos {
		d, err := device.Open(info)
		if err != nil {
			return err
		}
		s.open = append(s.open, d)
	}
	key := uploadKey{view: s.task.Forest.Name, order: o.Name, weighted: weighted}
	s.copy, err = uploaded(s.task.Forest, key, o.Order, s.open, s.task.Threads, watch.Check)
	return err
}

// chunk runs batches by run; collect adds their sums where they are kept.
func (s *stage) chunk(by *worker, chunk engine.Chunk,
	run func(batches []int32, watch cuda.Watch) (*cuda.Outcome, error),
	collect func() error) (done engine.Done, err error) {
	defer s.next(by)
	batches, watch := chunk.Tag.([]int32), by.watch
	counted := 0
	w := cuda.Watch{Cancel: watch.Cancel, Drain: s.drain(watch)}
	if watch.First() {
		w.Finished = func(sources int) {
			counted += sources
			watch.Progress(sources)
		}
	}
	out, err := run(batches, w)
	kept := err == nil && (!out.Stopped || watch.Partial && !out.Torn)
	if kept {
		err = collect()
	}
	if err != nil {
		watch.Rollback(counted)
		return done, err
	}
	by.took(out, len(batches))
	done = s.done(out, kept, watch)
	if out.Stopped {
		err = graph.ErrCancelled
	}
	return done, err
}

// clock adds the seconds of kernels up, by device; they run side by side.
type clock struct {
	mu      sync.Mutex
	seconds []float64
}

func newClock(devices int) *clock { return &clock{seconds: make([]float64, devices)} }

// add returns by how much the longest of the sums grew.
func (c *clock) add(device int, seconds float64) float64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	before := slices.Max(c.seconds)
	c.seconds[device] += seconds
	return slices.Max(c.seconds) - before
}

// after is what an engine of devices does with sources that all devices failed with.
func (s *stage) after(why error) engine.Stage {
	if why == engine.ErrOutOfRange || why == engine.ErrNoRoom {
		return nil
	}
	return s.on.Instead
}

// Workers is how many batches of a width run at once.
func (d Devices) Workers(width int) (workers int) {
	for _, info := range d.Infos {
		workers += info.Multiprocessors
	}
	if width == 16 {
		workers *= 2
	}
	return workers
}

// LanesFor is how many sources a batch of a width has: as many as it can, or a half, a quarter, ..., so that no
// multiprocessor waits while others have more. In between it does not pay: 38,016 sources on four GPUs took 1.09 times
// as long in batches of 72 as in those of 128. Full batches of 128 and 1,024 random sources took so many times as long
// on an H200: edges of a Delaunay mesh of 2^17 47 and 9.1, of a small world 6.4 and 1.8, of Kronecker 16 3.6 and 1.8;
// weighted betweenness of luxembourg 6.2 and 1.45, of an Erdős-Rényi graph of 2^17 4.6 and 1.6. Distances alone 2.3 to
// 17 and 0.7 (a small world) to 2.6.
func (d Devices) LanesFor(sources, width int) int {
	if d.Lanes > 0 {
		return min(width, d.Lanes)
	}
	workers := max(d.Workers(width), 1)
	each := (sources + workers - 1) / workers
	return min(width, 1<<bits.Len(uint(max(each, 1)-1)))
}
