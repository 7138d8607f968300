//go:build unix && cgo

package library

// CUDA is the file of NVIDIA's driver. Search says where a file of this name may come from.
const (
	CUDA   = "libcuda.so.1"
	Search = "look at LD_LIBRARY_PATH"
)
