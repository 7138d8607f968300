// Command library is libgobc: package capi, linked as a shared library.
//
// It has no cgo code. For a main package with cgo, `go build -buildmode=c-shared` installs a header, and to do so it
// compiles the C files of every package again instead of using the build cache.
package main

import _ "gobc/capi"

func main() {}
