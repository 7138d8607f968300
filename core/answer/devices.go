package answer

import (
	"fmt"

	"gobc/core/engine"
	"gobc/core/plan"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

// Device is the processor, or a GPU. Package gobc says what the fields mean.
type Device struct {
	Name  string
	Kind  string
	Built []string
	Err   error

	Threads        int
	InstructionSet string
	Here           []string

	Model             string
	ComputeCapability string
	Multiprocessors   int
	Memory            int64
}

// Supported returns an error of the kind ErrUnsupported on a processor that this build has no kernels for.
func Supported() error {
	if err := engine.CPU().Usable(); err != nil {
		return &Error{ErrUnsupported, err, err.Error()}
	}
	return nil
}

// Devices lists the processor first, then every GPU, or one row that says why none can be used. It starts the driver.
func Devices() []Device {
	processor := Device{Name: "cpu", Kind: "cpu", Threads: plan.Threads(0)}
	processor.Built, processor.Here = engine.CPU().InstructionSets()
	if processor.Err = Supported(); processor.Err == nil {
		processor.InstructionSet = engine.CPU().InstructionSet()
	}
	devices := []Device{processor}
	infos, err := device.List()
	if err != nil {
		devices = append(devices, Device{Kind: "cuda", Err: &Error{ErrDevice, err, err.Error()}, Built: cuda.Targets()})
	}
	for _, i := range infos {
		devices = append(devices, Device{Name: i.ID(), Kind: "cuda", Built: cuda.Targets(), Model: i.Name,
			ComputeCapability: fmt.Sprintf("%d.%d", i.Major, i.Minor), Multiprocessors: i.Multiprocessors, Memory: i.Memory})
	}
	return devices
}
