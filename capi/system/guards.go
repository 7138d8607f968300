//go:build linux && !gobc_portable

package system

// The functions of package runtime/cgo that guards_linux.c stands in for; TestGuards fails where Go has them no more.

// #cgo LDFLAGS: -Wl,--wrap=x_cgo_sys_thread_create -Wl,--wrap=_cgo_try_pthread_create -Wl,--wrap=crosscall2
import "C"
