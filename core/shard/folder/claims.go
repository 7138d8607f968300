package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"gobc/core/shard"
	"gobc/core/store"
	"gobc/core/sums"
	"gobc/core/system"
)

func shardName(number int) string { return fmt.Sprintf("shard-%05d.gobc", number) }

func claimName(number int) string { return fmt.Sprintf("claim-%05d", number) }

// numbered reads the number of a file whose name is written by shardName or claimName.
func numbered(name string, written func(int) string) (number int, is bool) {
	_, digits, _ := strings.Cut(name, "-")
	digits, _, _ = strings.Cut(digits, ".")
	number, err := strconv.Atoi(digits)
	return number, err == nil && number >= 0 && number < shard.MostShards && written(number) == name
}

// names lists the files of the folder: which shards have one and which were taken.
func (f *Folder) names() (there, taken map[int]bool, err error) {
	opened, err := os.Open(f.Path)
	if err != nil {
		return nil, nil, err
	}
	defer opened.Close()
	names, err := opened.Readdirnames(-1)
	if err != nil {
		return nil, nil, err
	}
	there, taken = map[int]bool{}, map[int]bool{}
	for _, name := range names {
		if number, is := numbered(name, shardName); is {
			there[number] = true
		} else if number, is := numbered(name, claimName); is {
			taken[number] = true
		}
	}
	return there, taken, nil
}

// Progress is how far a job is: its shards, ascending. A damaged one is missing too.
type Progress struct {
	Finished, Missing, Damaged []int
}

// Progress looks at the first block and the end of the files of shards. It sees files that are empty, cut or of
// another kind, such as a full disk or a stopped copy leaves; only Merge, which reads everything, sees every wrong
// byte. O(shards).
func (f *Folder) Progress() (p Progress, err error) {
	there, _, err := f.names()
	if err != nil {
		return p, err
	}
	p = Progress{[]int{}, []int{}, []int{}}
	for number := range f.Facts.Shards {
		whole := false
		if there[number] {
			if whole, err = f.isWhole(number); err != nil {
				return p, err
			}
			if !whole {
				p.Damaged = append(p.Damaged, number)
			}
		}
		if whole {
			p.Finished = append(p.Finished, number)
		} else {
			p.Missing = append(p.Missing, number)
		}
	}
	return p, nil
}

// isWhole reports whether the file of a shard is whole, as far as its head, its end and its length show.
func (f *Folder) isWhole(number int) (bool, error) {
	f.mu.Lock()
	known := f.whole[number]
	f.mu.Unlock()
	if known {
		return true, nil
	}
	file, err := os.Open(f.at(shardName(number)))
	if errors.Is(err, fs.ErrNotExist) { // removed since
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer file.Close()
	switch err := sums.PeekPart(file); {
	case errors.Is(err, store.ErrDamaged), errors.Is(err, store.ErrOtherKind):
		return false, nil
	case err != nil:
		return false, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.whole[number] = true
	return true, nil
}

// Next takes a shard that is to be computed: the first one that nobody has taken, else the one that was taken the
// longest ago and is not finished, as its worker may be gone. It reports whether there is one.
func (f *Folder) Next() (number int, found bool, err error) {
	there, taken, err := f.names()
	if err != nil {
		return 0, false, err
	}
	var oldest time.Time
	for shard := range f.Facts.Shards {
		if there[shard] {
			switch whole, err := f.isWhole(shard); {
			case err != nil:
				return 0, false, err
			case whole:
				continue
			}
		}
		if !taken[shard] {
			switch took, err := f.take(shard); {
			case err != nil:
				return 0, false, err
			case took:
				return shard, true, nil
			}
		}
		if since := f.takenAt(shard); !found || since.Before(oldest) {
			number, found, oldest = shard, true, since
		}
	}
	if found {
		now := time.Now()
		_ = os.Chtimes(f.at(claimName(number)), now, now) // else two workers take the same one, which is no error
	}
	return number, found, nil
}

// take makes the claim of a shard, unless it is there.
func (f *Folder) take(number int) (took bool, err error) {
	claim, err := os.OpenFile(f.at(claimName(number)), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, claim.Close()
}

// takenAt is when a shard was last taken; the zero time if that is not known.
func (f *Folder) takenAt(number int) time.Time {
	claim, err := os.Stat(f.at(claimName(number)))
	if err != nil {
		return time.Time{}
	}
	return claim.ModTime()
}

// Add writes the sums of one shard.
func (f *Folder) Add(part *sums.Part) error {
	return system.Replace(f.at(shardName(part.Held[0])), part.Write)
}
