//go:build !gobc_cuda || !cgo

package device

import "gobc/kernels/cuda/driver"

// Device, Session and Function have no values in a build without CUDA.
type (
	Device  struct{ Info }
	Session struct {
		*Device
		Threads int
	}
	Function struct {
		Threads int
		Image   string
	}
)

// List says that this build has no devices.
func List() ([]Info, error) { return nil, driver.Open() }

// Open says that this build has no devices.
func Open(Info) (*Device, error) { return nil, driver.Open() }

func (d *Device) Lost() error                                 { return nil }
func (d *Device) Do(func() error, func(*Session) error) error { return driver.Open() }
func (s *Session) Free() (int64, error)                       { return 0, driver.Open() }
func (s *Session) Kept() int64                                { return 0 }
func (s *Session) Alloc(int64) (Address, error)               { return 0, driver.Open() }
func (s *Session) Release(Address)                            {}
func (s *Session) Trim()                                      {}
func (s *Session) Workspace(int64) (*Arena, error)            { return nil, driver.Open() }
func (s *Session) Return(*Arena)                              {}
func (s *Session) Zero(Address, int64) error                  { return driver.Open() }
func (s *Session) Blocks(Function, int) (int, error)          { return 0, driver.Open() }
func CopyIn[T any](*Session, Address, []T) error              { return driver.Open() }
func CopyOut[T any](*Session, []T, Address) error             { return driver.Open() }
func Write[T any](*Session, Address, T) error                 { return driver.Open() }
func Read[T any](*Session, Address) (value T, err error)      { return value, driver.Open() }

func (s *Session) Kernel(string, string, uint32, func(int, int) (string, string, error)) (Function, error) {
	return Function{}, driver.Open()
}

func (s *Session) Start(Function, int, int, Address) error           { return driver.Open() }
func (s *Session) Timed(func() error, func() error) (float64, error) { return 0, driver.Open() }

func (s *Session) Launch(Function, int, int, Address, func() error) (float64, error) {
	return 0, driver.Open()
}
