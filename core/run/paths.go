package run

import (
	"cmp"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gobc/core/graph"
	"gobc/core/guard"
	"gobc/core/plan"
	"gobc/core/query"
	"gobc/core/sums"
	"gobc/kernels/cpu"
	"gobc/kernels/cuda"
)

// paths runs the path sweep and returns the totals of all sources, and of a weighted graph the lengths that it met.
//
// Sources whose path counts leave the range of one rung run again on the next: float32, float64, float64 with an
// exponent for every value. Which rung a source ends on depends on the source alone.
//
// A sweep that was cancelled returns, if a partial result is wanted, the totals of the sources finished beside the
// error.
func paths(r plan.Request, p *plan.Plan, control *Control, report *plan.Report) (_ *sums.Paths, _ *distanceSums, finished []int32, _ error) {
	csr := plan.CSR(r.Graph.View(p.Path.CountParallel), r.Graph.Vertices)
	j := &pathJob{r: r, g: r.Graph, p: p, csr: csr, needs: p.Path.Needs, control: control, report: report}
	var totals *sums.Paths
	var err error
	switch {
	case p.GPU != nil:
		totals, err = j.onDevices(r.Sources)
	case p.Strategy != nil && p.Strategy.Stage != "":
		totals, err = j.byEdges(r.Sources)
	case r.Weighted:
		totals, err = j.weighted(r.Sources)
	default:
		totals, err = j.all(r.Sources)
	}
	if err != nil && !keeps(r, err) {
		if totals != nil {
			totals.Free()
		}
		return nil, j.lengths, j.finished, err
	}
	return totals, j.lengths, j.finished, err
}

type pathJob struct {
	r       plan.Request
	g       *graph.Graph
	p       *plan.Plan
	csr     *cpu.CSR
	needs   sums.Kinds
	control *Control
	mu      sync.Mutex
	totals  *sums.Paths
	lengths *distanceSums // of a weighted graph; nil unless asked for
	flagged []int32
	report  *plan.Report

	finished []int32 // whose sums are in totals; if a partial result may be wanted
	broken   error   // a worker's sums were added in part: nothing can be kept
}

// onDevices runs the sources on the plan's devices, and here what they leave: path counts that need exponents, and with
// device "auto" whatever devices that failed did not finish.
func (j *pathJob) onDevices(sources []int32) (*sums.Paths, error) {
	d := &devicePaths{r: j.r, g: j.g, csr: j.csr, p: j.p, control: j.control, report: j.report}
	top, rest, err := d.run(sources)
	j.totals, j.finished = d.totals, d.toRanks(d.finished)
	if keeps(j.r, err) {
		if failed := j.r.CheckTies(j.p, d.longest); failed != nil {
			return j.totals, failed
		}
	}
	if errors.Is(err, cuda.ErrStalled) {
		// The caller's weights, if they can be lost beside the longest distance; else a defect.
		err = cmp.Or(j.r.CheckTies(j.p, j.p.Lengths.Longest), err)
	}
	if err != nil && (len(rest) == 0 || !j.p.GPU.Auto || errors.Is(err, graph.ErrCancelled)) {
		return j.totals, err
	}
	if len(rest) > 0 {
		j.report.GPU.Why = err.Error()
	}
	j.report.GPU.OnCPU = len(top) + len(rest)
	flagged := j.report.Path.Flagged
	j.report.Path.Flagged = 0 // of those that run here
	defer func() { j.report.Path.Flagged += flagged }()
	if j.r.Weighted {
		return j.weightedRest(top, rest, d.longest)
	}
	if totals, err := j.all(rest); err != nil {
		return totals, err
	}
	if len(top) > 0 {
		if err := j.queueAll(top, true); err != nil {
			return j.totals, err
		}
	}
	return j.totals, nil
}

func (j *pathJob) all(sources []int32) (*sums.Paths, error) {
	rung := j.p.Path.Kernel
	precision := j.p.Path.Precision
	if j.r.InDoubleHere(j.p.Path) {
		precision = cpu.Double
	}
	for len(sources) > 0 {
		var err error
		if rung == query.KernelSweep {
			err = j.sweepAll(sources, precision)
		} else {
			err = j.queueAll(sources, rung == query.KernelExponents)
		}
		if err != nil {
			return j.totals, err
		}
		sources, j.flagged = j.flagged, nil
		slices.Sort(sources) // threads added theirs one after the other; neighbours share a batch
		if j.report.Path.Flagged == 0 {
			j.report.Path.Flagged = len(sources)
		}
		if rung == query.KernelSweep && precision == cpu.Single {
			precision = cpu.Double
		} else {
			rung = query.KernelExponents
		}
	}
	if j.totals == nil {
		return sums.NewPaths(j.csr.Shape(), j.needs)
	}
	return j.totals, nil
}

// worker is what one goroutine owns.
type worker struct {
	totals  *sums.Paths
	lengths *sums.Lengths
	flagged []int32
	counts  cpu.Counts

	finished []int32
}

// done notes the sources of a batch that was added to the worker's totals, and those of them that are flagged.
func (j *pathJob) done(w *worker, batch []int32, flagged uint64) {
	for lane, s := range batch {
		if flagged>>lane&1 != 0 {
			w.flagged = append(w.flagged, s)
		} else if j.r.Partial {
			w.finished = append(w.finished, s)
		}
	}
	j.control.pass()
}

// each runs work on every thread and adds the totals up.
func (j *pathJob) each(work func(w *worker, failed func() bool) error) error {
	var group guard.Group
	for range j.p.Threads {
		group.Go(func() error {
			totals, err := sums.NewPaths(j.csr.Shape(), j.needs)
			if err != nil {
				return err
			}
			w := &worker{totals: totals}
			err = translate(work(w, group.Failed))
			if err != nil && !keeps(j.r, err) {
				w.free()
				return err
			}
			if failed := j.collect(w); failed != nil {
				return failed
			}
			return err
		})
	}
	err := group.Wait()
	if j.broken != nil {
		return j.broken
	}
	return err
}

func (w *worker) free() {
	w.totals.Free()
	if w.lengths != nil {
		w.lengths.Free()
	}
}

func translate(err error) error {
	if errors.Is(err, cpu.ErrCancelled) {
		return graph.ErrCancelled
	}
	return err
}

func (j *pathJob) collect(w *worker) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.flagged = append(j.flagged, w.flagged...)
	j.finished = append(j.finished, w.finished...)
	j.report.Path.Visits += w.counts.Visits
	if w.lengths != nil {
		j.lengths.add(w.lengths)
	}
	if j.totals == nil {
		j.totals = w.totals
		return nil
	}
	err := j.totals.Add(w.totals)
	if err != nil {
		j.broken = err
	}
	w.totals.Free()
	return err
}

func add(a, b cpu.Counts) cpu.Counts {
	return cpu.Counts{
		Batches: a.Batches + b.Batches, Lanes: a.Lanes + b.Lanes, Levels: a.Levels + b.Levels,
		PullLevels: a.PullLevels + b.PullLevels, Entries: a.Entries + b.Entries, Visits: a.Visits + b.Visits,
		Hits: a.Hits + b.Hits, Bytes: max(a.Bytes, b.Bytes),
	}
}

func (j *pathJob) sweepAll(sources []int32, precision cpu.Precision) error {
	t := newTrial(len(sources), j.p.Path.Widths, j.p.Threads)
	err := j.each(func(w *worker, failed func() bool) (err error) {
		var sweep *cpu.Sweep
		leave := func() {
			if sweep != nil {
				w.counts = add(w.counts, sweep.Counts())
				sweep.Close()
				sweep = nil
			}
		}
		defer leave()
		for !failed() {
			part, ok := t.take()
			if !ok {
				return nil
			}
			if sweep == nil || sweep.Width != part.width {
				leave()
				sweep, err = cpu.NewSweep(j.csr, j.p.Pairs, part.width, precision, j.needs, j.p.Path.InstructionSet)
				if err != nil {
					sweep = nil
					return err
				}
			}
			took, counted, err := j.chunk(sweep, w, sources[part.lo:part.hi])
			if err != nil {
				return err
			}
			if part.round >= 0 {
				t.report(part, counted, took)
			}
		}
		return nil
	})
	j.report.Path.Width = t.best
	return err
}

// chunk runs consecutive sources in batches. The time leaves out the first batch, which touches fresh memory.
func (j *pathJob) chunk(sweep *cpu.Sweep, w *worker, sources []int32) (took time.Duration, counted int, err error) {
	var start time.Time
	for at := 0; at < len(sources); at += sweep.Width {
		if at == sweep.Width {
			start = time.Now()
		}
		batch := sources[at:min(at+sweep.Width, len(sources))]
		first, last := rangeOf(j.g, batch)
		flagged, err := sweep.Run(batch, first, last, w.totals, j.control.Cancel)
		if err != nil {
			return 0, 0, err
		}
		j.done(w, batch, flagged)
		j.control.add(len(batch))
		if at > 0 {
			counted += len(batch)
		}
	}
	if counted > 0 {
		took = time.Since(start)
	}
	return took, counted, nil
}

// single is a kernel of one source at a time.
type single interface {
	Run(source, first, last int32, totals *sums.Paths, cancel *int32) (flagged bool, err error)
	Counts() cpu.Counts
	Close()
}

// queueAll runs sources one at a time; on the top rung nothing is flagged any more.
func (j *pathJob) queueAll(sources []int32, exponents bool) error {
	kernel := j.p.Path.Kernel
	first := kernel != query.KernelSweep && exponents == (kernel == query.KernelExponents)
	return j.singles(sources, first, func(*worker) (single, error) { return cpu.NewQueue(j.csr, j.p.Pairs, exponents, j.needs) })
}

// singles runs sources one at a time, each on the next free thread; counts says whether that is progress.
func (j *pathJob) singles(sources []int32, counts bool, open func(*worker) (single, error)) error {
	var next atomic.Int64
	return j.each(func(w *worker, failed func() bool) error {
		kernel, err := open(w)
		if err != nil {
			return err
		}
		defer kernel.Close()
		for !failed() {
			i := int(next.Add(1)) - 1
			if i >= len(sources) {
				break
			}
			lo, hi := j.g.ComponentOf(sources[i])
			flagged, err := kernel.Run(sources[i], lo, hi, w.totals, j.control.Cancel)
			if err != nil {
				return err
			}
			var mask uint64
			if flagged {
				mask = 1
			}
			j.done(w, sources[i:i+1], mask)
			if counts {
				j.control.add(1)
			}
		}
		w.counts = kernel.Counts()
		return nil
	})
}
