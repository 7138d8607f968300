package sums

import (
	"bytes"
	"crypto/sha256"
	"testing"
)

// FuzzParts reads bytes as written sums, with the checksum that fits them, so that what lies behind it is reached: an error, or
// sums that are written and read again as they are.
func FuzzParts(f *testing.F) {
	body := func(p *Part) []byte {
		var b bytes.Buffer
		if err := p.Write(&b); err != nil {
			f.Fatal(err)
		}
		return b.Bytes()[:b.Len()-sha256.Size]
	}
	small := &Part{Fingerprint: "graph and question", Order: "sweep/64", Sums: &Sums{Reaches: []int64{1, 2, 3, 4, 5}}}
	f.Add(body(small))
	f.Add([]byte(magic))
	f.Add([]byte(magic + "\xff\xff\xff\x7f{}"))
	f.Add([]byte(magic + "\x02\x00\x00\x00{}"))
	f.Add([]byte(magic + "\x55\x00\x00\x00" + `{"fingerprint":"graph and question","order":"sweep/64","arrays":[{"name":"stress.3"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		sum := sha256.Sum256(data)
		p := empty(t)
		if p.Read(bytes.NewReader(append(bytes.Clone(data), sum[:]...))) != nil {
			return
		}
		text := written(t, p)
		again := empty(t)
		if err := again.Read(bytes.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(written(t, again), text) {
			t.Fatal("what was read is not what was written")
		}
	})
}
