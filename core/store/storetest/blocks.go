// Package storetest makes stored files with wrong contents and right checksums, for tests.
package storetest

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/zeebo/xxh3"
)

const (
	blockBytes  = 1 << 20
	blocksStart = "gobc-blk"
	blocksEnd   = "gobc-end"
)

// Blocks is a stored file of one block without its sums.
func Blocks(file []byte) []byte { return file[:len(file)-16-len(blocksEnd)] }

// SealBlocks puts the right sums behind any bytes, and behind their header if they are as long as it says.
func SealBlocks(data []byte) []byte {
	var sums []byte
	if length := make([]byte, 8); len(data) >= len(blocksStart)+len(length) {
		copy(length, data[len(blocksStart):])
		left, bytes := uint64(len(data)), binary.LittleEndian.Uint64(length)
		if end := uint64(len(blocksStart)+len(length)) + bytes; bytes < left && end+uint64(len(length)) <= left {
			data = slices.Clone(data)
			binary.LittleEndian.PutUint64(data[end:], xxh3.Hash(data[:end]))
		}
	}
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
