package answer

import (
	"errors"
	"fmt"
	"io/fs"

	"gobc/core/engine"
	"gobc/core/graph"
	"gobc/core/shard/folder"
	"gobc/core/sums"
)

// Save makes a folder that of the job, with its graph and perhaps a language's labels: see folder.Make.
func (j *Job) Save(g *graph.Graph, path string, labels []byte, resume bool) error {
	facts, err := j.Facts()
	if err != nil {
		return err
	}
	there, err := folder.Make(path, facts, g.Store, labels, resume)
	if err != nil {
		return err
	}
	j.keep(there)
	return nil
}

// LoadJob makes the job of a folder, and its graph.
func LoadJob(path string, o GraphOptions, control *engine.Control) (g *Graph, j *Job, err error) {
	there, err := folder.Open(path)
	if err != nil {
		return nil, nil, err
	}
	g, err = LoadGraph(there.Graph(), o, control, control.Cancelled)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, &Error{ErrFile, err, fmt.Sprintf("the job in %s lacks its graph, the file %s: put the file "+
			"back, or make the job again in another folder", path, there.Graph())}
	}
	if err != nil {
		return nil, nil, err
	}
	err = g.Use(control.Check, func(core *graph.Graph) (err error) {
		j, err = NewJobOf(core, there.Facts)
		return err
	})
	if err != nil {
		g.Close()
		return nil, nil, inFolder(path, err)
	}
	j.keep(there)
	return g, j, nil
}

// inFolder says of an error of a job which folder it was read from. What is wrong with the question is wrong in a file.
func inFolder(path string, err error) error {
	var known *Error
	if err = Classify(err); !errors.As(err, &known) {
		return err
	}
	text := fmt.Sprintf("the job in %s: %s", path, known.Text)
	switch known.Kind {
	case ErrInvalid, ErrData, ErrUnsupported:
		return &Error{ErrFile, nil, text}
	}
	return &Error{known.Kind, err, text}
}

func (j *Job) keep(there *folder.Folder) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.in = there
}

// folder opens a folder of the job. job.json, which may be long, is read again where it has changed.
func (j *Job) folder(path string) (*folder.Folder, error) {
	j.mu.Lock()
	there := j.in
	j.mu.Unlock()
	if there == nil || there.Path != path || !there.Unchanged() {
		var err error
		if there, err = folder.Open(path); err != nil {
			return nil, err
		}
	}
	if err := there.Check(j.facts()); err != nil {
		return nil, err
	}
	j.keep(there)
	return there, nil
}

// AnyShard is the shard that nobody has computed yet, or a worker that may be gone.
const AnyShard = -1

// SumInto computes a shard of the job into a folder, or with AnyShard the next one: see folder.Next. It returns which
// one it was, or AnyShard where none was missing, and the sums, which the caller frees.
func (j *Job) SumInto(path string, shard int, place Place, control *engine.Control) (int, *sums.Part, error) {
	there, err := j.folder(path)
	if err != nil {
		return AnyShard, nil, err
	}
	if shard == AnyShard {
		next, found, err := there.Next()
		if err != nil || !found {
			return AnyShard, nil, err
		}
		shard = next
	}
	part, err := j.Sum(shard, place, control)
	if err != nil {
		return AnyShard, nil, err
	}
	if err := there.Add(part); err != nil {
		part.Free()
		return AnyShard, nil, err
	}
	return shard, part, nil
}

// Merge returns the sums of the finished shards in a folder. control may stop it between two files.
func Merge(there *folder.Folder, control *engine.Control) (*sums.Part, error) {
	return there.Merge(func() error {
		if control.Cancelled() {
			return ErrCancelled
		}
		return nil
	})
}
