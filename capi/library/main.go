// Command library is libgobc itself: package capi, linked as a shared library.
//
// It holds no cgo: `go build -buildmode=c-shared` installs a header for a main package that does, and for that compiles
// the C files of every package anew instead of taking them from the build cache.
package main

import _ "gobc/capi"

func main() {}
