//go:build gobc_cuda && cgo

package driver

import (
	"os"
	"path/filepath"
	"syscall"

	"gobc/core/system/library"
)

const folderVariable = "GOBC_DRIVER_FOLDER"

// finding returns the variables with which a process finds the driver in a folder.
func finding(folder string) []string { return []string{folderVariable + "=" + folder} }

// find loads the driver of the folder: Windows takes a library that is loaded for every other one of its name.
func find() {
	if folder := os.Getenv(folderVariable); folder != "" {
		_, _ = syscall.LoadLibrary(filepath.Join(folder, library.CUDA)) // a file that is no library cannot be loaded
	}
}
