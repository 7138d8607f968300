//go:build !cgo

// Package cpuengine is the engine of the CPU: without cgo the readable kernels of package reference.
package cpuengine

import (
	"gobc/core/engine"
	"gobc/kernels/reference"
)

// What programs write about the C kernels has no effect here.
func init() {
	engine.RegisterCPU(reference.CPUEngine{})
	for _, key := range []string{"kernel", "width", "isa", "lanes"} {
		engine.RegisterKeys(engine.Key{Name: key, Values: "no effect without cgo", Check: func(string) error { return nil }})
	}
}
