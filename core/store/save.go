package store

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// Save makes a file of what write writes: under another name in its folder, synced, then renamed. After an error, or
// when the process is killed, the file is as it was before; then a file that starts with a point and ends in ".part"
// may be left.
func Save(path string, write func(io.Writer) error) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.part")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, file.Close(), os.Remove(file.Name()))
		}
	}()
	buffered := bufio.NewWriterSize(file, piece)
	if err = write(buffered); err == nil {
		err = buffered.Flush()
	}
	if err == nil {
		err = file.Chmod(0o644)
	}
	if err == nil {
		err = file.Sync()
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), syncFolder(filepath.Dir(path)))
}

// syncFolder makes a new name last. File systems that cannot sync a folder do not need it.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return nil // a folder that may be written to but not read
	}
	defer folder.Close()
	_ = folder.Sync()
	return nil
}
