# shellcheck shell=sh disable=SC2034,SC2154 # read by scripts/test_system.sh, which sets others
# Linux on x86-64 with musl, by Debian's compiler for it: package gobc in static programs, which run here.
need musl-gcc musl-tools
export GOOS=linux GOARCH=amd64 CC=musl-gcc
parts="static go"
go_flags="-ldflags=-extldflags=-static"

# A program that computes the conformance vectors needs no other file.
part_static() {
  GOBC_TEST_PACKAGES="-c -o $work/vectors ./tests/vectors/core" part_go
  ! readelf --program-headers "$work/vectors" | grep -E 'INTERP|DYNAMIC' || fail "the program is not static"
  (cd tests/vectors/core && "$work/vectors")
}
