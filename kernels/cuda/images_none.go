//go:build !gobc_cuda || !cgo

package cuda

// packed is empty in a build without CUDA.
const packed = ""
