package plan

import (
	"fmt"

	"gobc/core/query"
	"gobc/core/sums"
	"gobc/kernels/cuda/device"
	"gobc/kernels/cuda/driver"
)

// Where auto looks for a GPU: starting a driver takes some tenths of a second, and a card takes part in nothing that the
// CPU does in that time. A thread of the CPU kernels passes 1 to 2e9 arcs times sources a second on co-expression
// networks (two Sapphire Rapids cores), a twentieth of that on roads.
const (
	autoSeconds = 1.0
	cpuRate     = 1e9
)

// UnsupportedError is a wish that this version cannot grant.
type UnsupportedError struct{ What string }

func (e *UnsupportedError) Error() string { return e.What }

// onlyHere names what the CPU alone can do, or returns "".
func (r Request) onlyHere(p *Plan) string {
	switch {
	case p.Path != nil && p.Path.Needs&sums.Squares != 0:
		return "estimates from samples"
	case r.Weighted && p.Path != nil && p.Path.Kernel != query.KernelMerged:
		return "one source at a time"
	}
	return ""
}

// devices settles where to compute; an explicit wish that cannot be granted is an error of Make's caller.
func (r Request) devices(p *Plan) []device.Info {
	wish := r.Devices
	if what := r.onlyHere(p); what != "" {
		if len(wish.Ordinals) > 0 {
			p.failed = &UnsupportedError{fmt.Sprintf("GPUs do not compute %s in this version; choose device cpu or auto", what)}
		} else if wish.Auto {
			p.reason("CPU: GPUs do not compute %s in this version", what)
		}
		return nil
	}
	if wish.Auto {
		arcs, sources := float64(r.Graph.Arcs()), len(r.Sources)
		if p.Path == nil && r.few() {
			sources = len(r.Wanted)
		}
		seconds := arcs * float64(sources) / cpuRate / float64(Threads(r.Threads))
		least := autoSeconds
		if r.Tuning.AutoSeconds != nil {
			least = *r.Tuning.AutoSeconds
		}
		if seconds < least {
			return nil
		}
		infos, err := device.List()
		if err != nil || len(infos) == 0 {
			p.reason("CPU: no GPU can be used (%v)", err)
			return nil
		}
		if d, err := device.Open(0); err != nil || d.Lost() != nil {
			p.reason("CPU: %s cannot be used (%v)", infos[0].ID(), err)
			return nil
		}
		p.reason("GPU: the CPU is foreseen to take %.1f s", seconds)
		return infos[:1]
	}
	if len(wish.Ordinals) == 0 {
		return nil
	}
	infos, err := chosenDevices(wish)
	if err != nil {
		p.failed = err
	}
	return infos
}

// chosenDevices are the devices that a wish names.
func chosenDevices(wish query.Devices) ([]device.Info, error) {
	infos, err := device.List()
	if err != nil {
		return nil, err
	}
	var chosen []device.Info
	for _, ordinal := range wish.Ordinals {
		if ordinal >= len(infos) {
			return nil, &driver.Error{Call: "cuDeviceGet", Detail: fmt.Sprintf("there is no cuda:%d; this machine has cuda:0 to cuda:%d",
				ordinal, len(infos)-1)}
		}
		chosen = append(chosen, infos[ordinal])
	}
	return chosen, nil
}
