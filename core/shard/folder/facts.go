package folder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"

	"gobc/core/memory"
	"gobc/core/shard"
)

// format names what job.json is, with the version of what stands in it.
const format = "gobc job 2"

// Facts are a job as a text, which job.json has: enough to make the job of its graph again.
type Facts struct {
	Format      string          `json:"format"`
	Version     string          `json:"version"`          // of gobc
	Graph       string          `json:"graph,omitempty"`  // the name of a file in the folder
	Labels      string          `json:"labels,omitempty"` // likewise; "": the graph has all labels
	Measures    string          `json:"measures"`         // with commas between
	Shards      int             `json:"shards"`
	Fingerprint string          `json:"fingerprint"` // of the job
	Question    json.RawMessage `json:"question"`    // all else that is asked, as core/answer writes it
}

// String says which job it is.
func (f Facts) String() string {
	return fmt.Sprintf("%s in %d shards, %.16s", f.Measures, f.Shards, f.Fingerprint)
}

func (f Facts) text() ([]byte, error) { return json.Marshal(f) }

// Text writes the facts for Read.
func (f Facts) Text() ([]byte, error) {
	f.Format, f.Graph, f.Labels = format, "", ""
	return f.text()
}

// Read reads what Text wrote. Anything else is ErrBad.
func Read(text []byte) (Facts, error) {
	facts, why := decode(text)
	if why == "" && facts.Graph+facts.Labels != "" {
		why = "it names files"
	}
	if why != "" {
		return facts, fail(ErrBad, "this is not a job (%s): %s", format, why)
	}
	return facts, nil
}

// readFacts reads job.json.
func readFacts(path string) (facts Facts, info fs.FileInfo, err error) {
	file, err := os.Open(path)
	if err != nil {
		return facts, nil, err
	}
	defer file.Close()
	if info, err = file.Stat(); err != nil {
		return facts, nil, err
	}
	const copies = 8 // of the text while it is read, as numbers too: lists of vertices may be long
	if err := memory.NewBudget(0).Check(copies*info.Size(), "reading "+path+" needs about"); err != nil {
		return facts, nil, err
	}
	text, err := io.ReadAll(io.LimitReader(file, info.Size()))
	if err != nil {
		return facts, nil, err
	}
	facts, why := decode(text)
	if why == "" && !graphName.MatchString(facts.Graph) {
		why = fmt.Sprintf("graph is %.40q, not a file in the folder such as graph-0123456789abcdef.gobc", facts.Graph)
	}
	if why == "" && facts.Labels != "" && facts.Labels != labelsName {
		why = fmt.Sprintf("labels are in %.40q, not in %s", facts.Labels, labelsName)
	}
	if why != "" {
		return facts, nil, fail(ErrBad, "%s is not the file of a job (%s): %s. It was changed, or is damaged: make the job "+
			"again, in another folder", path, format, why)
	}
	return facts, info, nil
}

var (
	graphName   = regexp.MustCompile(`^graph-[0-9a-f]+\.gobc$`)
	fingerprint = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// decode reads facts, and says what is wrong with them, or "".
func decode(text []byte) (f Facts, why string) {
	if err := Strict(text, &f); err != nil {
		return f, err.Error()
	}
	switch {
	case f.Format != format:
		return f, fmt.Sprintf("its format is %.40q", f.Format)
	case f.Shards < 1 || f.Shards > shard.MostShards:
		return f, fmt.Sprintf("shards is %d, not 1 to %d", f.Shards, shard.MostShards)
	case !fingerprint.MatchString(f.Fingerprint):
		return f, fmt.Sprintf("fingerprint is %.80q", f.Fingerprint)
	case f.Measures == "":
		return f, "it has no measures"
	}
	return f, ""
}

// Strict reads a JSON object into a struct that has all of its keys. Errors say in plain words what is wrong.
func Strict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("it is a JSON %.60s, not an object", kind.Value)
	case errors.As(err, &kind):
		return fmt.Errorf("%.60s has the wrong type, a JSON %.60s", kind.Field, kind.Value)
	case err != nil:
		return fmt.Errorf("it cannot be read: %.200w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("there is text after the JSON object")
	}
	return nil
}
