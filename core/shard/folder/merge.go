package folder

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"gobc/core/shard"
	"gobc/core/store"
	"gobc/core/sums"
)

// Merge returns the sums of all finished shards. Files that are damaged, of another job or of another shard are an
// error that names all of them. check is asked before every file, and its error ends the merge.
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
	bad := wrongFiles{folder: f.Path}
	for _, number := range numbers {
		if err := check(); err != nil {
			return merged, err
		}
		part, err := f.read(number)
		if errors.Is(err, ErrBad) {
			bad.add(number, err)
			continue
		}
		if err != nil {
			return merged, err
		}
		if len(bad.shards) > 0 { // only the other files that are wrong are of interest
			part.Free()
			continue
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
	if err := bad.err(); err != nil {
		return merged, err
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
		return nil, fail(ErrBad, "%s: %v", path, err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	of := shard.Fingerprint(part.Origin)
	if of != f.Facts.Fingerprint || !slices.Equal(part.Held, []int{number}) {
		held := shard.Ranges(part.Held)
		part.Free()
		return nil, fail(ErrBad, "%s holds shards %s of job %.16s, not shard %d of %.16s", path, held, of, number,
			f.Facts.Fingerprint)
	}
	return part, nil
}

// wrongFiles are the files of shards that do not merge, and what is wrong with them.
type wrongFiles struct {
	folder string
	shards []int
	texts  []string
}

// mostNamed is how many of them a message describes.
const mostNamed = 8

func (w *wrongFiles) add(shard int, err error) {
	w.shards = append(w.shards, shard)
	if len(w.texts) < mostNamed {
		w.texts = append(w.texts, err.Error())
	}
}

// err is nil if there are none.
func (w *wrongFiles) err() error {
	switch n := len(w.shards); {
	case n == 0:
		return nil
	case n == 1:
		return fail(ErrBad, "%s: remove it, and run shard %d again", w.texts[0], w.shards[0])
	default:
		return fail(ErrBad, "%d files of shards in %s are wrong: remove them, and run shards %s again. %s", n, w.folder,
			shard.Ranges(w.shards), strings.Join(w.texts, "; "))
	}
}
