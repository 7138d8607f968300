package system

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unsafe"
)

// Replace makes a file of what write writes. It writes to another name in the same folder, syncs, closes, then renames.
// After an error, or if the process is killed, the file is as it was before. A process that is killed may leave a file
// whose name starts with a dot and ends in ".part".
func Replace(path string, write func(io.Writer) error) (err error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return &FileError{path + " is a folder; name a file", fs.ErrExist}
	}
	file, err := temporary(path)
	if err != nil {
		return err
	}
	open := true
	defer func() {
		if err != nil && open {
			err = errors.Join(err, file.Close())
		}
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	buffered := bufio.NewWriterSize(file, 1<<20)
	if err = write(buffered); err == nil {
		err = buffered.Flush()
	}
	if err == nil {
		err = file.Chmod(0o644)
	}
	if err == nil {
		err = file.Sync()
	}
	if err != nil {
		return err
	}
	open = false // Windows renames no open file
	if err = file.Close(); err == nil {
		err = notWritten(path, rename(file.Name(), path))
	}
	if err == nil {
		syncFolder(filepath.Dir(path))
	}
	return err
}

// MayReplace returns an error if the file of this path cannot be replaced because its folder cannot be written to.
func MayReplace(path string) error {
	file, err := temporary(path)
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

func temporary(path string) (*os.File, error) {
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.part")
	return file, notWritten(path, err)
}

// notWritten turns an error about the temporary file into one that names the file that was to be made.
func notWritten(path string, err error) error {
	if err == nil {
		return nil
	}
	folder := filepath.Dir(path)
	info, failed := os.Stat(folder)
	switch {
	case errors.Is(failed, fs.ErrNotExist):
		return &FileError{fmt.Sprintf("%s cannot be written: there is no folder %s; make it first", path, folder), err}
	case failed == nil && !info.IsDir():
		return &FileError{fmt.Sprintf("%s cannot be written: %s is a file, not a folder", path, folder), err}
	case errors.Is(err, fs.ErrPermission):
		return &FileError{fmt.Sprintf("%s cannot be written: you may not write to the folder %s; name a file elsewhere, or "+
			"change who may write there", path, folder), err}
	}
	return &FileError{fmt.Sprintf("%s cannot be written: %v", path, reason(err)), err}
}

// MakeFolder makes a folder and its parent folders, unless they exist.
func MakeFolder(path string) error {
	err := os.MkdirAll(path, 0o777)
	if err == nil {
		return nil
	}
	for there := filepath.Clean(path); ; there = filepath.Dir(there) {
		if info, failed := os.Stat(there); failed == nil && !info.IsDir() {
			return &FileError{fmt.Sprintf("the folder %s cannot be made: %s is a file; name another folder", path, there), err}
		}
		if there == filepath.Dir(there) {
			return &FileError{fmt.Sprintf("the folder %s cannot be made: %v; name another folder", path, reason(err)), err}
		}
	}
}

// FileError is an error about a file or a folder, in words for users.
type FileError struct {
	text  string
	cause error
}

func (e *FileError) Error() string { return e.text }

// Unwrap returns the error of the system.
func (e *FileError) Unwrap() error { return e.cause }

// InWords returns an error in which an error of a system call is put into words for users: what, where and why.
func InWords(err error) error {
	var done *FileError
	var failed *fs.PathError
	if err == nil || errors.As(err, &done) || !errors.As(err, &failed) {
		return err
	}
	text := fmt.Sprintf("%s cannot be read: %v", failed.Path, reason(failed))
	info, _ := os.Stat(failed.Path)
	switch {
	case errors.Is(failed, fs.ErrNotExist):
		text = fmt.Sprintf("there is no file %s", failed.Path)
	case info != nil && info.IsDir():
		text = failed.Path + " is a folder; name a file"
	case errors.Is(failed, fs.ErrPermission):
		text = fmt.Sprintf("%s cannot be read: you may not read it; change who may", failed.Path)
	case failed.Op != "open" && failed.Op != "read":
		return err
	}
	return &FileError{strings.Replace(err.Error(), failed.Error(), text, 1), err}
}

// reason is an error of the system without the name of the call.
func reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// syncFolder makes a renaming permanent. It ignores errors: file systems that cannot sync a folder do not need it, and
// a folder that can be written to need not be readable.
func syncFolder(path string) {
	if folder, err := os.Open(path); err == nil {
		_ = folder.Sync()
		_ = folder.Close()
	}
}

// File is a file that was opened by its name, and so may be mapped.
type File struct {
	*os.File
	mapped bool // its mapping closes it
}

// Close closes the file, but one that is mapped stays open until its mapping ends.
func (f *File) Close() error {
	if f.mapped {
		return nil
	}
	return f.File.Close()
}

// OpenFile opens a file to read.
func OpenFile(path string) (*File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return &File{File: file}, nil
}

// ErrNotMapped is returned where files are read instead of mapped.
var ErrNotMapped = errors.New("this system does not map files")

// Mapping is a file in memory that processes share. Its pages are read when they are touched, and the system may drop
// them again. Writing to it is a fault. The file must not be changed while it is mapped, but another file may take its
// name.
type Mapping struct {
	Bytes    []byte
	file     *os.File
	size     int64
	modified time.Time
}

// Changed tells whether the file has been written to or shortened since it was mapped: Bytes may have changed then. It
// asks the system, which takes a microsecond.
func (m *Mapping) Changed() bool {
	info, err := m.file.Stat()
	return err != nil || info.Size() != m.size || !info.ModTime().Equal(m.modified)
}

// Holds reports whether an address lies in the mapping.
func (m *Mapping) Holds(address uintptr) bool {
	first := uintptr(unsafe.Pointer(unsafe.SliceData(m.Bytes)))
	return address >= first && address-first < uintptr(m.size)
}

// Map maps the whole file, which may then be closed. It returns ErrNotMapped for a file of fewer bytes than least.
func (f *File) Map(least int64) (*Mapping, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if size := info.Size(); size < max(least, 1) || !info.Mode().IsRegular() || int64(int(size)) != size {
		return nil, ErrNotMapped
	}
	data, err := mapFile(f.File, int(info.Size()))
	if err != nil {
		return nil, err
	}
	f.mapped = true
	return &Mapping{data, f.File, info.Size(), info.ModTime()}, nil
}

// Close ends the mapping; nothing may use its bytes afterwards.
func (m *Mapping) Close() error {
	data := m.Bytes
	m.Bytes = nil
	if data == nil {
		return nil
	}
	return errors.Join(unmapFile(data), m.file.Close())
}
