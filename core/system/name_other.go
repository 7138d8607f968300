//go:build !linux && (!cgo || !amd64)

package system

// ProcessorName returns "": the name is not known here.
func ProcessorName() string { return "" }
