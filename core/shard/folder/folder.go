// Package folder stores a job and its finished shards in a folder that several processes can share. The folder has
// job.json, graph-HASH.gobc, labels.json where a language has labels of its own, shard-NNNNN.gobc for every finished
// shard, and claim-NNNNN where a worker has taken one.
//
// Every file is there whole or not at all, and job.json is the last one of a new folder. There is no lock: at worst a
// shard is computed twice, which gives the same file.
package folder

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"gobc/core/system"
)

// Names of files.
const (
	jobName    = "job.json"
	labelsName = "labels.json"
)

// Kinds of errors, beside those of the system.
var (
	ErrBad   = errors.New("the folder is wrong")        // no job is there, or a file of it is wrong
	ErrOther = errors.New("the folder has another job") // than the one at hand
	ErrThere = errors.New("the folder has the job")     // and must be new
)

// Error is an error of a kind, with a text that names the file.
type Error struct {
	Kind error
	Text string
}

func (e *Error) Error() string { return e.Text }

// Unwrap returns the kind.
func (e *Error) Unwrap() error { return e.Kind }

func fail(kind error, format string, args ...any) error {
	return &Error{kind, fmt.Sprintf(format, args...)}
}

// Folder is a folder that has a job.
type Folder struct {
	Path  string
	Facts Facts
	file  fs.FileInfo // of job.json as it was read

	mu    sync.Mutex
	whole map[int]bool // shards whose files were found whole: they are never written to
}

// Open reads what job.json says, and checks it.
func Open(path string) (*Folder, error) {
	facts, file, err := readFacts(filepath.Join(path, jobName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fail(ErrBad, "there is no job in %s: gobc plan FILE -o %[1]s makes one", path)
	}
	if err != nil {
		return nil, err
	}
	return &Folder{Path: path, Facts: facts, file: file, whole: map[int]bool{}}, nil
}

// Unchanged reports whether job.json is still the file that was read.
func (f *Folder) Unchanged() bool {
	file, err := os.Stat(f.at(jobName))
	return err == nil && os.SameFile(file, f.file) && file.ModTime().Equal(f.file.ModTime()) &&
		file.Size() == f.file.Size()
}

// Make makes a folder that of a job, whose Facts name no files yet. Labels that are not nil are written for the
// language that has them. A folder that has the same job already stays as it is; where resume is false it is ErrThere.
// One of another job is ErrOther.
func Make(path string, facts Facts, graph func(io.Writer) error, labels []byte, resume bool) (*Folder, error) {
	if err := system.MakeFolder(path); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(path, jobName)); !errors.Is(err, fs.ErrNotExist) {
		there, err := Open(path)
		if err == nil {
			err = there.Check(facts)
		}
		if err == nil && !resume {
			err = fail(ErrThere, "%s has this job already: resume continues it; otherwise give another folder", path)
		}
		return there, err
	}
	facts.Format, facts.Graph = format, fmt.Sprintf("graph-%.16s.gobc", facts.Fingerprint)
	if err := system.Replace(filepath.Join(path, facts.Graph), graph); err != nil {
		return nil, err
	}
	if labels != nil {
		facts.Labels = labelsName
		if err := system.Replace(filepath.Join(path, labelsName), writing(labels)); err != nil {
			return nil, err
		}
	}
	text, err := facts.text()
	if err != nil {
		return nil, err
	}
	if err := system.Replace(filepath.Join(path, jobName), writing(text)); err != nil {
		return nil, err
	}
	return Open(path)
}

func writing(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// Check returns ErrOther unless the folder has the job of these facts.
func (f *Folder) Check(of Facts) error {
	if f.Facts.Fingerprint == of.Fingerprint {
		return nil
	}
	return fail(ErrOther, "%s has another job: %s; this one is %s. Give another folder, or remove that one", f.Path,
		f.Facts, of)
}

// Graph is the path of the graph.
func (f *Folder) Graph() string { return f.at(f.Facts.Graph) }

func (f *Folder) at(name string) string { return filepath.Join(f.Path, name) }
