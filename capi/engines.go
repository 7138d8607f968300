package capi

// The engines register themselves.
import (
	_ "gobc/kernels/cpu/cpuengine"
	_ "gobc/kernels/cuda/cudaengine"
	_ "gobc/kernels/papers/papersengine"
)
