//go:build unix && gobc_cuda && cgo

package driver

// finding returns the variables with which a process finds the driver in a folder.
func finding(folder string) []string { return []string{"LD_LIBRARY_PATH=" + folder} }

// find does nothing: the loader reads the variable.
func find() {}
