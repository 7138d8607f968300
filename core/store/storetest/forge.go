// Package storetest makes stored files with wrong contents and a right checksum, for tests.
package storetest

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"slices"
)

const mark = "gobc-sum"

// Stream is a stored file without its checksum.
func Stream(file []byte) []byte { return file[:len(file)-len(mark)-sha256.Size] }

// Seal puts the right checksum behind any bytes.
func Seal(stream []byte) []byte {
	file := slices.Concat(stream, []byte(mark))
	sum := sha256.Sum256(file)
	return append(file, sum[:]...)
}

// BodyLength changes the length that the first record of a stored file gives for its bytes, and seals the file.
func BodyLength(file []byte, length int64) []byte {
	stream := slices.Clone(Stream(file))
	message := stream[8+binary.LittleEndian.Uint32(stream[4:]):] // behind the schema
	meta := message[8:][:binary.LittleEndian.Uint32(message[4:])]
	root := binary.LittleEndian.Uint32(meta)
	fields := root - binary.LittleEndian.Uint32(meta[root:])
	at := root + uint32(binary.LittleEndian.Uint16(meta[fields+4+2*3:]))
	binary.LittleEndian.PutUint64(meta[at:], uint64(length))
	return Seal(stream)
}

// Replace changes one text of a stored file to another, padded by spaces to the same length, and seals the file.
func Replace(file []byte, old, text string) []byte {
	stream := Stream(file)
	if bytes.Count(stream, []byte(old)) != 1 || len(text) > len(old) {
		panic("storetest: " + old + " does not stand once in the file, or is shorter than " + text)
	}
	padded := append([]byte(text), bytes.Repeat([]byte(" "), len(old)-len(text))...)
	return Seal(bytes.Replace(stream, []byte(old), padded, 1))
}
