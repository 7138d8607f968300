package system

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// Replace makes a file of what write writes: under another name in its folder, synced, closed, then renamed. After an
// error, or when the process is killed, the file is as it was before; then a file that starts with a point and ends in
// ".part" may be left.
func Replace(path string, write func(io.Writer) error) (err error) {
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
		err = os.Rename(file.Name(), path)
	}
	if err == nil {
		syncFolder(filepath.Dir(path))
	}
	return err
}

// MayReplace returns an error if a file of this path cannot be replaced, as its folder cannot be written to.
func MayReplace(path string) error {
	file, err := temporary(path)
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

func temporary(path string) (*os.File, error) {
	return os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.part")
}

// syncFolder makes a new name last. File systems that cannot sync a folder do not need it, and a folder may be one that
// may be written to but not read.
func syncFolder(path string) {
	if folder, err := os.Open(path); err == nil {
		_ = folder.Sync()
		_ = folder.Close()
	}
}
