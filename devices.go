package gobc

import (
	"fmt"

	"gobc/core/engine"
	"gobc/kernels/cuda"
	"gobc/kernels/cuda/device"
)

// Device is the processor, or a GPU.
type Device struct {
	Name  string   // as Query.Device takes it: "cpu", "cuda:0"; "" where no GPU can be used
	Kind  string   // "cpu" or "cuda"
	Built []string // instruction sets, or architectures of GPUs, that this build has kernels for
	Err   error    // why it cannot be used, or nil

	Threads        int      // of the processor: as many as this process may use
	InstructionSet string   // of the processor: the one that is used
	Here           []string // of the processor: instruction sets that it runs

	Model             string // of a GPU, as the rest
	ComputeCapability string // "9.0"
	Multiprocessors   int
	Memory            int64 // bytes in all
}

// Devices lists the processor first, then every GPU, or one row that says why none can be used. It starts the driver.
func Devices() []Device {
	processor := Device{Name: "cpu", Kind: "cpu", Threads: threads(0)}
	processor.Built, processor.Here = engine.CPU().InstructionSets()
	if processor.Err = Supported(); processor.Err == nil {
		processor.InstructionSet = engine.CPU().InstructionSet()
	}
	devices := []Device{processor}
	infos, err := device.List()
	if err != nil {
		devices = append(devices, Device{Kind: "cuda", Err: &failure{ErrDevice, err, err.Error()}, Built: cuda.Targets()})
	}
	for _, i := range infos {
		devices = append(devices, Device{Name: i.ID(), Kind: "cuda", Built: cuda.Targets(), Model: i.Name,
			ComputeCapability: fmt.Sprintf("%d.%d", i.Major, i.Minor), Multiprocessors: i.Multiprocessors, Memory: i.Memory})
	}
	return devices
}
