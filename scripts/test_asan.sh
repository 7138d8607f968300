#!/bin/sh
# The C kernels under AddressSanitizer and UndefinedBehaviorSanitizer, then the tests of the interface against a library
# built with -asan. That library is for this test alone and lies in a temporary folder.
set -eu
cd "$(dirname "$0")/.."
go=$(sh scripts/find_go.sh)
environment=$(sh scripts/cuda.sh)
eval "$environment"
export UBSAN_OPTIONS=halt_on_error=1

sh scripts/test_kernels.sh -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
GOTOOLCHAIN=local GOWORK=off CGO_ENABLED=1 "$go" build -asan -buildmode=c-shared -trimpath -buildvcs=false -mod=readonly \
  -tags "$GOBC_BASE_TAGS" \
  -o "$folder/libgobc.so" ./capi
GOBC_TESTS_ASAN=1 sh tests/abi/run.sh "$folder/libgobc.so"
