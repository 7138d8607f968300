//go:build !gobc_cuda || !cgo

package driver

// Open returns an error: this library has no CUDA part.
func Open() error {
	return &Error{Call: "open", Detail: "this library was built without CUDA; " + Remedy}
}
