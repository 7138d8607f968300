//go:build nocuda || purego || !cgo

package cuda

// packed is empty in a build without CUDA.
const packed = ""
