//go:build gobc_cuda && cgo

package device

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"
	"unsafe"

	"gorgonia.org/cu"

	"gobc/core/guard"
	"gobc/core/memory"
	"gobc/core/system"
	"gobc/kernels/cuda/driver"
)

// Device is one GPU with its thread. All fields behind mu or of the thread alone.
type Device struct {
	Info
	jobs chan job

	mu   sync.Mutex
	lost error

	// Of the thread.
	stream, aside cu.Stream
	began, ended  cu.Event
	modules       map[string]module
	functions     map[string]Function
	kept          Arena // the last workspace, for the next call; see keepAtMost
	staging       staging
}

// module is loaded machine code and the kind of image it came from.
type module struct {
	cu.Module
	kind string
}

type job struct {
	work func(*Session) error
	done chan error
}

// keepAtMost is the part of a device's memory that stays allocated between calls: allocating and freeing a workspace
// of some 100 MB takes longer than a sweep of a small network.
const keepAtMost = 1.0 / 16

var all struct {
	sync.Mutex
	devices map[int]*Device
}

// listed are the devices of the process, which do not change.
var listed struct {
	sync.Mutex
	infos []Info
}

// List describes the devices of this machine, or says why there are none.
func List() ([]Info, error) {
	listed.Lock()
	defer listed.Unlock()
	if listed.infos != nil {
		return slices.Clone(listed.infos), nil
	}
	infos, err := list()
	listed.infos = infos
	return slices.Clone(infos), err
}

func list() ([]Info, error) {
	if err := driver.Open(); err != nil {
		return nil, err
	}
	count, err := cu.NumDevices()
	if err != nil {
		return nil, driver.Wrap("cuDeviceGetCount", err)
	}
	if count == 0 {
		return nil, &driver.Error{Call: "cuDeviceGetCount", Code: driver.NoDevice}
	}
	infos := make([]Info, count)
	for i := range infos {
		if infos[i], err = describe(i); err != nil {
			return nil, err
		}
	}
	return infos, nil
}

// sharedMemoryOptin is CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, which cu does not name.
const sharedMemoryOptin = 97

func describe(ordinal int) (Info, error) {
	info := Info{Ordinal: ordinal}
	d, err := cu.GetDevice(ordinal)
	if err != nil {
		return info, driver.Wrap("cuDeviceGet", err)
	}
	if info.Name, err = d.Name(); err != nil {
		return info, driver.Wrap("cuDeviceGetName", err)
	}
	if info.Memory, err = d.TotalMem(); err != nil {
		return info, driver.Wrap("cuDeviceTotalMem", err)
	}
	for _, a := range []struct {
		what cu.DeviceAttribute
		into *int
	}{
		{cu.ComputeCapabilityMajor, &info.Major}, {cu.ComputeCapabilityMinor, &info.Minor},
		{cu.MultiprocessorCount, &info.Multiprocessors}, {cu.DeviceAttribute(sharedMemoryOptin), &info.SharedMemory},
	} {
		if *a.into, err = d.Attribute(a.what); err != nil {
			return info, driver.Wrap("cuDeviceGetAttribute", err)
		}
	}
	return info, nil
}

// Open returns a device of the list; its thread starts at the first call.
func Open(info Info) (*Device, error) {
	all.Lock()
	defer all.Unlock()
	if d := all.devices[info.Ordinal]; d != nil {
		return d, d.Lost()
	}
	d := &Device{Info: info, jobs: make(chan job), modules: map[string]module{}, functions: map[string]Function{}}
	ready := make(chan error)
	var group guard.Group
	group.Go(func() error { return d.serve(ready) })
	if group.Failed() { // before it began: serve waits until what it says is read
		return nil, group.Wait()
	}
	if err := <-ready; err != nil {
		return nil, err
	}
	if all.devices == nil {
		all.devices = map[int]*Device{}
	}
	all.devices[info.Ordinal] = d
	return d, nil
}

// serve is the device's thread.
func (d *Device) serve(ready chan<- error) error {
	runtime.LockOSThread()
	err := guard.Run(d.start)
	ready <- err
	if err != nil {
		return err
	}
	for j := range d.jobs {
		err := guard.Run(func() error { return j.work(&Session{Device: d}) })
		if code := driver.Code(err); code != 0 && driver.Lost(code) {
			d.mu.Lock()
			d.lost = err
			d.mu.Unlock()
			err = fmt.Errorf("%w: %w", ErrLost, err)
		}
		j.done <- err
	}
	return nil
}

func (d *Device) start() error {
	handle, err := cu.GetDevice(d.Ordinal)
	if err != nil {
		return driver.Wrap("cuDeviceGet", err)
	}
	context, err := handle.RetainPrimaryCtx()
	if err != nil {
		return driver.Wrap("cuDevicePrimaryCtxRetain", err)
	}
	if err = d.prepare(context); err != nil {
		_ = cu.SetCurrentContext(cu.CUContext{})
		_ = handle.ReleasePrimaryCtx()
	}
	return err
}

func (d *Device) prepare(context cu.CUContext) error {
	err := cu.SetCurrentContext(context)
	if err != nil {
		return driver.Wrap("cuCtxSetCurrent", err)
	}
	if d.stream, err = cu.MakeStream(cu.NonBlocking); err == nil {
		d.aside, err = cu.MakeStream(cu.NonBlocking)
	}
	if err != nil {
		return driver.Wrap("cuStreamCreate", err)
	}
	if d.began, err = cu.MakeEvent(cu.DefaultEvent); err == nil {
		d.ended, err = cu.MakeEvent(cu.DefaultEvent)
	}
	return driver.Wrap("cuEventCreate", err)
}

// Lost returns why the device cannot be used any more, or nil.
func (d *Device) Lost() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.lost != nil {
		return fmt.Errorf("%w: %w", ErrLost, d.lost)
	}
	return nil
}

// Do runs work on the device's thread, after the work of other callers. While it waits for them it calls stop, which
// may be nil, and returns its error.
func (d *Device) Do(stop func() error, work func(*Session) error) error {
	if err := d.Lost(); err != nil {
		return err
	}
	j := job{work, make(chan error)}
	for {
		select {
		case d.jobs <- j:
			return <-j.done
		case <-time.After(50 * time.Millisecond):
			if stop == nil {
				continue
			}
			if err := stop(); err != nil {
				return err
			}
		}
	}
}

// Session is what work on the device's thread may call.
type Session struct {
	*Device
	Threads int // that may help to copy large arrays
}

// Free returns the free memory of the device, the kept workspace included.
func (s *Session) Free() (int64, error) {
	free, _, err := cu.MemInfo()
	return free + s.kept.size, driver.Wrap("cuMemGetInfo", err)
}

// Kept returns the bytes of the kept workspace: one that needs no more is there, whatever is free.
func (s *Session) Kept() int64 { return s.kept.size }

// Alloc allocates device memory; ErrMemory if there is too little, even without the kept workspace.
func (s *Session) Alloc(bytes int64) (Address, error) {
	p, err := cu.MemAlloc(bytes)
	if driver.Code(err) == driver.OutOfMemory && s.kept.size > 0 {
		s.Trim()
		p, err = cu.MemAlloc(bytes)
	}
	if driver.Code(err) == driver.OutOfMemory {
		free, _, _ := cu.MemInfo()
		return 0, fmt.Errorf("%w: %s requested, %s free on %s", ErrMemory, memory.Human(bytes), memory.Human(free), s.ID())
	}
	return Address(p), driver.Wrap("cuMemAlloc", err)
}

// Release frees what Alloc returned; 0 is fine. On a device that is lost there is nothing to free.
func (s *Session) Release(a Address) {
	if a != 0 && s.lost == nil {
		_ = cu.MemFree(cu.DevicePtr(a))
	}
}

// Trim frees the kept workspace.
func (s *Session) Trim() {
	s.Release(Address(s.kept.base))
	s.kept = Arena{}
}

// Workspace returns an arena of at least so many bytes. Its content is arbitrary, but has been written once: kernels
// load whole rows and use some of their lanes, and the others must be defined, too. The caller must Return it.
func (s *Session) Workspace(bytes int64) (*Arena, error) {
	if s.kept.size >= bytes {
		a := Arena{base: s.kept.base, size: s.kept.size}
		s.kept = Arena{}
		return &a, nil
	}
	s.Trim()
	p, err := s.Alloc(bytes)
	if err != nil {
		return nil, err
	}
	return &Arena{base: int64(p), size: bytes}, s.Zero(p, bytes)
}

// Return takes a workspace back.
func (s *Session) Return(a *Arena) {
	if s.kept.size == 0 && float64(a.size) <= keepAtMost*float64(s.Memory) && s.lost == nil {
		s.kept = Arena{base: a.base, size: a.size}
		return
	}
	s.Release(Address(a.base))
}

// Zero fills device memory with zeros.
func (s *Session) Zero(a Address, bytes int64) error {
	if bytes == 0 {
		return nil
	}
	return driver.Wrap("cuMemsetD8Async", cu.MemsetD8Async(cu.DevicePtr(a), 0, bytes, s.stream))
}

// CopyIn copies a slice to the device. The copy is done when it returns.
func CopyIn[T any](s *Session, to Address, from []T) error {
	if len(from) == 0 {
		return nil
	}
	if s.stages(bytesOf(from)) {
		return s.stageIn(to, bytesIn(from))
	}
	return copyIn(to, from, s.stream)
}

// CopyOut copies device memory into a slice, after all work before it.
func CopyOut[T any](s *Session, to []T, from Address) error {
	if len(to) == 0 {
		return nil
	}
	if s.stages(bytesOf(to)) {
		return s.stageOut(bytesIn(to), from)
	}
	return copyOut(to, from, s.stream)
}

// Write copies a number to the device beside a running kernel.
func Write[T any](s *Session, to Address, value T) error { return copyIn(to, []T{value}, s.aside) }

// Read returns a number of the device beside a running kernel.
func Read[T any](s *Session, from Address) (T, error) {
	value := make([]T, 1)
	err := copyOut(value, from, s.aside)
	return value[0], err
}

func copyIn[T any](to Address, from []T, stream cu.Stream) error {
	err := cu.MemcpyHtoDAsync(cu.DevicePtr(to), unsafe.Pointer(unsafe.SliceData(from)), bytesOf(from), stream)
	if err == nil {
		err = stream.Synchronize()
	}
	return driver.Wrap("cuMemcpyHtoDAsync", err)
}

func copyOut[T any](to []T, from Address, stream cu.Stream) error {
	err := cu.MemcpyDtoHAsync(unsafe.Pointer(unsafe.SliceData(to)), cu.DevicePtr(from), bytesOf(to), stream)
	if err == nil {
		err = stream.Synchronize()
	}
	return driver.Wrap("cuMemcpyDtoHAsync", err)
}

// Function is a kernel.
type Function struct {
	f       cu.Function
	Threads int // of a block: as many as the kernel was compiled for, unless the caller takes fewer
	Image   string
}

// Kernel returns a kernel of a module; image gives the compiled module for a compute capability. Its constant
// gobc_arguments_layout must be `layout`: a module of another build is refused.
func (s *Session) Kernel(module, name string, layout uint32,
	image func(major, minor int) (string, string, error)) (Function, error) {
	if f, ok := s.functions[name]; ok {
		return f, nil
	}
	loaded, err := s.module(module, layout, image)
	if err != nil {
		return Function{}, err
	}
	f, err := loaded.Function(name)
	if err != nil {
		return Function{}, driver.Wrap("cuModuleGetFunction", err)
	}
	threads, err := f.Attribute(cu.FnMaxThreadsPerBlock)
	if err != nil {
		return Function{}, driver.Wrap("cuFuncGetAttribute", err)
	}
	s.functions[name] = Function{f: f, Threads: threads, Image: loaded.kind}
	return s.functions[name], nil
}

func (s *Session) module(name string, layout uint32,
	image func(major, minor int) (string, string, error)) (module, error) {
	if m, ok := s.modules[name]; ok {
		return m, nil
	}
	code, kind, err := image(s.Major, s.Minor)
	if err != nil {
		return module{}, err
	}
	loaded, err := cu.LoadData(code)
	if err != nil {
		return module{}, driver.Wrap("cuModuleLoadData", err)
	}
	at, size, err := loaded.Global("gobc_arguments_layout")
	if err != nil {
		return module{}, driver.Wrap("cuModuleGetGlobal", err)
	}
	var compiled uint32
	if size != 4 {
		return module{}, &driver.Error{Call: "cuModuleGetGlobal",
			Detail: "gobc_arguments_layout of module " + name + " is no int"}
	}
	if err = CopyOut(s, unsafe.Slice(&compiled, 1), Address(at)); err != nil {
		return module{}, err
	}
	if compiled != layout {
		return module{}, &driver.Error{Call: "cuModuleGetGlobal",
			Detail: fmt.Sprintf("the arguments of module %s have the layout %08x "+
				"in the kernels, %08x in the host: kernels and library are from different builds", name, compiled, layout)}
	}
	s.modules[name] = module{loaded, kind}
	return s.modules[name], nil
}

// Blocks returns how many blocks of the kernel one multiprocessor runs at a time with this much shared memory.
func (s *Session) Blocks(f Function, shared int) (int, error) {
	if err := driver.SetMaxDynamicShared(f.f, shared); err != nil {
		return 0, err
	}
	n, err := f.f.MaxActiveBlocksPerMultiProcessor(f.Threads, int64(shared))
	return n, driver.Wrap("cuOccupancyMaxActiveBlocksPerMultiprocessor", err)
}

// Launch starts a kernel with a pointer to its arguments and waits for its end, as Timed does.
func (s *Session) Launch(f Function, blocks, shared int, arguments Address, watch func() error) (float64, error) {
	if err := driver.SetMaxDynamicShared(f.f, shared); err != nil {
		return 0, err
	}
	return s.Timed(func() error { return s.Start(f, blocks, shared, arguments) }, watch)
}

// Start queues a kernel and does not wait; CopyOut waits, and returns an error of the kernel.
func (s *Session) Start(f Function, blocks, shared int, arguments Address) error {
	value := uint64(arguments)
	err := f.f.Launch(blocks, 1, 1, f.Threads, 1, 1, shared, s.stream, []unsafe.Pointer{unsafe.Pointer(&value)})
	return driver.Wrap("cuLaunchKernel", err)
}

// Timed runs work that starts kernels, and waits for their end; meanwhile it calls watch now and then, on this thread.
// It returns the seconds from the first kernel to the last, pauses included.
func (s *Session) Timed(work, watch func() error) (float64, error) {
	if err := s.began.Record(s.stream); err != nil {
		return 0, driver.Wrap("cuEventRecord", err)
	}
	if err := work(); err != nil {
		return 0, err
	}
	if err := s.ended.Record(s.stream); err != nil {
		return 0, driver.Wrap("cuEventRecord", err)
	}
	if err := s.wait(watch); err != nil {
		return 0, err
	}
	ms, err := s.began.Elapsed(s.ended)
	return ms / 1000, driver.Wrap("cuEventElapsedTime", err)
}

// notReady is the driver's answer for an event that has not come.
const notReady = 600

// wait sleeps until the kernel has ended: a thirty-second of the time so far, at most 1 ms, so that short kernels are
// not kept waiting and long ones cost nothing. Its own thread sleeps: time.Sleep, whose goroutine other threads wake,
// came up to 1 ms late, a quarter of the closeness of a protein network.
func (s *Session) wait(watch func() error) error {
	start := time.Now()
	var watched time.Duration
	for {
		err := s.ended.Query()
		if err == nil {
			return nil
		}
		if driver.Code(err) != notReady {
			return driver.Wrap("cuEventQuery", err)
		}
		so := time.Since(start)
		if so-watched > 10*time.Millisecond {
			watched = so
			if err := watch(); err != nil {
				return err
			}
		}
		if so > 200*time.Microsecond {
			system.Sleep(min(so/32, time.Millisecond))
		}
	}
}
