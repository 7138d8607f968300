package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gobc/kernels/cpu"
	"gobc/kernels/cuda"
	"gobc/kernels/papers"
)

// Kernels of the path sweep.
const (
	KernelSweep     = "sweep"
	KernelQueue     = "queue"
	KernelExponents = "exponents"
	KernelPairs     = "pairs"    // of samples alone
	KernelStrategy  = "strategy" // a paper's, which the plan's strategy names

	// Of weighted graphs; KernelExponents is serial there too.
	KernelMerged = "merged"
	KernelSerial = "serial"
)

// What estimates draw.
const (
	DrawnSources = "sources"
	DrawnPairs   = "pairs"
)

// Tuning is the parsed tuning text: outside the stability promise.
type Tuning struct {
	Kernel string
	Width  int
	ISA    string
	Lanes  int
	Sample string // what estimates draw: DrawnSources, DrawnPairs or "", which is for the plan to say
	// Strategy is a paper's method to compute with; nil: the engine.
	Strategy *papers.Strategy

	// On GPUs.
	GPUKernel string
	GPUWidth  int
	GPULanes  int // sources a batch at most; 0: the plan's
	// GPUThreads is the size of a block where sources of a weighted graph run one by one; 0: the plan's.
	GPUThreads int
	Order      string
	BallSize   int
	Hub        int
	Room       float64
	Costs      bool    // foresee costs in an order asked for
	Drain      float64 // seconds that batches may run on after a cancel, if a partial result is wanted; 0: drainTime
	// AutoSeconds is what the CPU must be foreseen to take for auto to look for a GPU; nil: autoSeconds.
	AutoSeconds *float64
}

// ParseTuning reads "key=value;...".
func ParseTuning(text string) (Tuning, error) {
	var t Tuning
	for item := range strings.SplitSeq(text, ";") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		key, value, _ := strings.Cut(item, "=")
		ok := true
		switch key {
		case "kernel":
			t.Kernel = value
			ok = slices.Contains([]string{KernelSweep, KernelQueue, KernelExponents, KernelMerged, KernelSerial}, value)
		case "width":
			t.Width, _ = strconv.Atoi(value)
			ok = slices.Contains(cpu.Widths, t.Width)
		case "isa":
			t.ISA = value
			ok = slices.Contains([]string{"avx512", "avx2", "baseline"}, value)
		case "lanes":
			t.Lanes, _ = strconv.Atoi(value)
			ok = slices.Contains(cpu.DistanceLanes, t.Lanes)
		case "sample":
			t.Sample = value
			ok = value == DrawnSources || value == DrawnPairs
		case "strategy":
			strategy, err := papers.Parse(value)
			if err != nil {
				return t, err
			}
			t.Strategy = &strategy
		case "gpu_kernel":
			t.GPUKernel = value
			ok = slices.Contains([]string{cuda.Levels, cuda.Merged, cuda.Corrected, cuda.Queue, cuda.Weighted, cuda.WeightedQueue}, value)
		case "gpu_threads":
			t.GPUThreads, _ = strconv.Atoi(value)
			ok = slices.Contains([]int{64, 128, 256, 512, 1024}, t.GPUThreads)
		case "gpu_width":
			t.GPUWidth, _ = strconv.Atoi(value)
			ok = slices.Contains(cuda.Widths, t.GPUWidth)
		case "gpu_lanes":
			t.GPULanes, _ = strconv.Atoi(value)
			ok = t.GPULanes >= 1 && t.GPULanes <= slices.Max(cuda.Widths)
		case "gpu_order":
			t.Order = value
			size, balls := strings.CutPrefix(value, "balls")
			t.BallSize, _ = strconv.Atoi(size)
			ok = value == "bfs" || value == "rcm" || value == "hubs" || balls && t.BallSize > 0
		case "gpu_hub":
			var err error
			t.Hub, err = strconv.Atoi(value)
			ok = err == nil && t.Hub >= 0
		case "gpu_room":
			var err error
			t.Room, err = strconv.ParseFloat(value, 64)
			ok = err == nil && t.Room > 0
		case "gpu_drain":
			var err error
			t.Drain, err = strconv.ParseFloat(value, 64)
			ok = err == nil && t.Drain > 0
		case "gpu_costs":
			t.Costs = value == "1"
		case "auto_seconds":
			seconds, err := strconv.ParseFloat(value, 64)
			ok = err == nil && seconds >= 0
			t.AutoSeconds = &seconds
		default:
			return t, fmt.Errorf("unknown tuning key %q; known are kernel (sweep, queue, exponents; weighted: merged, serial, exponents), width (8, 16, 32, 64), isa (avx512, avx2, baseline), lanes (64, 256, 512), sample (sources, pairs), strategy, gpu_kernel (levels, merged, corrected, queue; weighted: weighted, weighted-queue), gpu_threads (64 to 1024 a block, of weighted-queue), gpu_width (16, 32, 64, 128), gpu_lanes (1 to 128 sources a batch), gpu_order (bfs, rcm, hubs, ballsN), gpu_hub (a degree), gpu_room (entries a vertex), gpu_drain (seconds), gpu_costs (0, 1), auto_seconds", key)
		}
		if !ok {
			return t, fmt.Errorf("tuning %s has no value %q", key, value)
		}
	}
	if t.ISA != "" {
		if err := cpu.CheckInstructionSet(t.ISA); err != nil {
			return t, fmt.Errorf("tuning isa=%s: %w", t.ISA, err)
		}
	}
	return t, nil
}

// DrainTime is how long batches on GPUs may run on after a cancel; 0: as long as the engine lets them.
func (t Tuning) DrainTime() time.Duration { return time.Duration(t.Drain * float64(time.Second)) }
