//go:build !gobc_cuda || purego || !cgo

package cuda

// packed is empty in a build without CUDA.
const packed = ""
