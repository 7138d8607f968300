package folder

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"gobc/core/shard"
	"gobc/core/store"
	"gobc/core/sums"
)

// Merge returns the sums of all finished shards. A file that is damaged, of another job or of another shard is an error
// that names it. check is asked before every file, and its error ends the merge.
func (f *Folder) Merge(check func() error) (merged *sums.Part, err error) {
	defer func() {
		if err != nil && merged != nil {
			merged.Free()
			merged = nil
		}
	}()
	there, _, err := f.names()
	if err != nil {
		return nil, err
	}
	numbers := make([]int, 0, len(there))
	for number := range there {
		numbers = append(numbers, number)
	}
	slices.Sort(numbers)
	for _, number := range numbers {
		if err := check(); err != nil {
			return merged, err
		}
		part, err := f.read(number)
		if err != nil {
			return merged, err
		}
		if merged == nil {
			merged = part
			continue
		}
		err = merged.Merge(part)
		part.Free()
		if err != nil {
			return merged, fmt.Errorf("%s: %w", f.at(shardName(number)), err)
		}
	}
	if merged == nil {
		return nil, fail(ErrBad, "%s has no finished shard yet", f.Path)
	}
	return merged, nil
}

// read returns the sums in the file of a shard.
func (f *Folder) read(number int) (*sums.Part, error) {
	path := f.at(shardName(number))
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	part, err := sums.ReadPart(file)
	switch {
	case errors.Is(err, store.ErrDamaged), errors.Is(err, store.ErrOtherKind):
		return nil, fail(ErrBad, "%s: %v: remove it, and run shard %d again", path, err, number)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	of := shard.Fingerprint(part.Origin)
	if of != f.Facts.Fingerprint || !slices.Equal(part.Held, []int{number}) {
		held := shard.Ranges(part.Held)
		part.Free()
		return nil, fail(ErrBad, "%s holds shards %s of job %.16s, not shard %d of %.16s: remove it, and run that shard "+
			"again", path, held, of, number, f.Facts.Fingerprint)
	}
	return part, nil
}
