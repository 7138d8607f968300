package gobc

import "gobc/core/answer"

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
	var devices []Device
	for _, d := range answer.Devices() {
		devices = append(devices, Device(d))
	}
	return devices
}
