package system

import (
	"errors"
	"math"
	"math/bits"
	"os"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// memoryStatus is MEMORYSTATUSEX.
type memoryStatus struct {
	length, load                                      uint32
	physical, physicalFree, committed, committedFree  uint64
	addresses, addressesFree, addressesFreeOfExtended uint64
}

var globalMemoryStatus = windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")

// machineLimits returns the free physical memory, and what Windows, which promises no more than it has, may still
// commit.
func machineLimits(string) []Limit {
	status := memoryStatus{}
	status.length = uint32(unsafe.Sizeof(status))
	if done, _, _ := globalMemoryStatus.Call(uintptr(unsafe.Pointer(&status))); done == 0 {
		return nil
	}
	return []Limit{{clamped(status.physicalFree), "free physical memory"},
		{clamped(status.committedFree), "free memory with page files"}}
}

// processMemory is the start of PROCESS_MEMORY_COUNTERS.
type processMemory struct {
	length, faults                           uint32
	peakWorkingSet, workingSet               uintptr
	peakPaged, paged, peakNonPaged, nonPaged uintptr
	committed, peakCommitted                 uintptr
}

var processMemoryInfo = windows.NewLazySystemDLL("kernel32.dll").NewProc("K32GetProcessMemoryInfo")

// processLimits returns the free part of the limits of the job object that this process is in, if any: that of each of
// its processes, and that of all, of which only what this one takes is known.
func processLimits() (limits []Limit) {
	var job windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	err := windows.QueryInformationJobObject(0, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&job)), uint32(unsafe.Sizeof(job)), nil)
	if err != nil {
		return nil
	}
	var used processMemory
	used.length = uint32(unsafe.Sizeof(used))
	self, err := syscall.GetCurrentProcess()
	if err != nil {
		return nil
	}
	done, _, _ := processMemoryInfo.Call(uintptr(self), uintptr(unsafe.Pointer(&used)), uintptr(used.length))
	if done == 0 {
		return nil
	}
	left := func(flag uint32, most uintptr, source string) {
		if job.BasicLimitInformation.LimitFlags&flag != 0 {
			limits = append(limits, Limit{clamped(uint64(most)) - clamped(uint64(used.committed)) - reservedData, source})
		}
	}
	left(windows.JOB_OBJECT_LIMIT_PROCESS_MEMORY, job.ProcessMemoryLimit, "memory limit of the job object")
	left(windows.JOB_OBJECT_LIMIT_JOB_MEMORY, job.JobMemoryLimit, "memory limit of all processes of the job object")
	return limits
}

func clamped(bytes uint64) int64 { return int64(min(bytes, math.MaxInt64/2)) }

var processAffinityMask = windows.NewLazySystemDLL("kernel32.dll").NewProc("GetProcessAffinityMask")

// affinity returns how many processors the mask has; 0: not known, as where a process is in several groups of 64.
func affinity() int {
	self, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0
	}
	var process, machine uintptr
	done, _, _ := processAffinityMask.Call(uintptr(self), uintptr(unsafe.Pointer(&process)),
		uintptr(unsafe.Pointer(&machine)))
	if done == 0 {
		return 0
	}
	return bits.OnesCount64(uint64(process))
}

// quota knows of no limits: those of job objects are shares of time that no interface gives in processors.
func quota(string) float64 { return math.Inf(1) }

// ProcessorTime returns how long the threads of this process have run, and whether the system says so.
func ProcessorTime() (time.Duration, bool) {
	process, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0, false
	}
	var made, ended, kernel, user syscall.Filetime
	if syscall.GetProcessTimes(process, &made, &ended, &kernel, &user) != nil {
		return 0, false
	}
	steps := func(t syscall.Filetime) int64 { return int64(t.HighDateTime)<<32 | int64(t.LowDateTime) } // of 100 ns
	return time.Duration(100 * (steps(kernel) + steps(user))), true
}

// mapFile maps none: Windows lets nobody replace a file that is mapped, so that no graph could be saved under the name
// that it was loaded from.
func mapFile(*os.File, int) ([]byte, error) { return nil, ErrNotMapped }

func unmapFile([]byte) error { return nil }

// rename waits up to two seconds for those who have the file of the new name open: Windows replaces no open file.
func rename(from, to string) error {
	for pause := time.Millisecond; ; pause *= 2 {
		err := os.Rename(from, to)
		open := errors.Is(err, windows.ERROR_ACCESS_DENIED) || errors.Is(err, windows.ERROR_SHARING_VIOLATION)
		if !open || pause > time.Second {
			return err
		}
		time.Sleep(pause)
	}
}
