// Package storetest makes stored files with wrong contents and right checksums, for tests.
package storetest

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/zeebo/xxh3"
)

const (
	blockBytes = 1 << 20
	blocksEnd  = "gobc-end"
)

// Blocks is a stored file of one block without its sums.
func Blocks(file []byte) []byte { return file[:len(file)-16-len(blocksEnd)] }

// SealBlocks puts the right sums behind any bytes.
func SealBlocks(data []byte) []byte {
	var sums []byte
	for block := range slices.Chunk(data, blockBytes) {
		sums = binary.LittleEndian.AppendUint64(sums, xxh3.Hash(block))
	}
	return slices.Concat(data, sums, binary.LittleEndian.AppendUint64(nil, xxh3.Hash(sums)), []byte(blocksEnd))
}

// ReplaceInBlocks changes one text of a stored file of one block to another, padded by spaces to the same length.
func ReplaceInBlocks(file []byte, old, text string) []byte {
	data := Blocks(file)
	if bytes.Count(data, []byte(old)) != 1 || len(text) > len(old) {
		panic("storetest: " + old + " does not stand once in the file, or is shorter than " + text)
	}
	padded := append([]byte(text), bytes.Repeat([]byte(" "), len(old)-len(text))...)
	return SealBlocks(bytes.Replace(data, []byte(old), padded, 1))
}
