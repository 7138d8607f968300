//go:build cgo

package library

// CUDA is the file of NVIDIA's driver. Search says where a file of this name may come from.
const (
	CUDA   = "nvcuda.dll"
	Search = "look at the folder System32 of Windows"
)
