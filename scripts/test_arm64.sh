#!/bin/sh
# Builds gobc for Linux on arm64 with Debian's cross compiler, and runs its tests under QEMU's emulation of that processor: no
# such machine is needed. Results must have the bits of x86-64; speed is not looked at.
# Usage: scripts/test_arm64.sh [PART...]     PARTS: library kernels abi go python (all)
#   library   what the library exports and which others it needs
#   kernels   the C programs of tests/kernels
#   abi       the programs of tests/abi that need no second process, with the conformance vectors
#   go        Go's tests, -short
#   python    the package in Debian's Python for arm64: tests/systems/arm64/python.sh
# Environment: JOBS: how many Go packages are tested at once (2).
set -eu
cd "$(dirname "$0")/.."
root=$PWD
work=$root/build/arm64
fail() { echo "test_arm64: $*" >&2; exit 1; }
for need in "aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu libc6-dev-arm64-cross" "qemu-aarch64-static qemu-user-static"; do
  # shellcheck disable=SC2086 # a command and its packages
  sh scripts/need.sh $need
done
go=$(sh scripts/find_go.sh)
mkdir -p "$work"

export GOOS=linux GOARCH=arm64 CC=aarch64-linux-gnu-gcc GOTOOLCHAIN=local GOWORK=off
export GOBC_CUDA=none GOBC_MACHINE=none
export QEMU_LD_PREFIX=/usr/aarch64-linux-gnu # where the emulated processor finds its C library
emulator=qemu-aarch64-static
library=$work/libgobc.so
GO=$go sh scripts/build_library.sh "$library"

part_library() {
  NM=aarch64-linux-gnu-nm sh tests/abi/run.sh "$library" exports
  needs=$(aarch64-linux-gnu-readelf -d "$library" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' | sort | tr '\n' ' ')
  [ "$needs" = "libc.so.6 libm.so.6 " ] || fail "the library needs $needs"
  echo "library: $(stat -c %s "$library") bytes"
}

part_kernels() { AR=aarch64-linux-gnu-ar GOBC_TESTS_RUNNER=$emulator sh scripts/test_kernels.sh; }

part_abi() {
  for name in api contents many distances lengths vectors streams fuzz stored threads fork; do
    GOBC_TESTS_RUNNER=$emulator GOBC_TESTS_MUTATIONS="${GOBC_TESTS_MUTATIONS:-5000}" GOBC_TESTS_SLOWDOWN=40 \
      sh tests/abi/run.sh "$library" "$name" >"$work/abi.log" 2>&1 || { cat "$work/abi.log"; fail "the C tests of $name fail"; }
    echo "$name: $(tail -n 1 "$work/abi.log")"
  done
}

part_go() {
  environment=$(sh scripts/build_environment.sh)
  eval "$environment"
  (unset GOOS GOARCH CC && sh scripts/make_vectors.sh)
  # shellcheck disable=SC2046 # a word for each package
  CGO_ENABLED=1 "$go" test -exec "$emulator" -p "${JOBS:-2}" -vet=off -short -timeout 60m -skip 'TestMemoryEstimate' \
    -mod=readonly -buildvcs=false -trimpath -tags "$GOBC_BASE_TAGS" . ./tests/go ./tests/vectors/... ./kernels/cpu/... \
    $("$go" list ./core/... | sed 's|^gobc|.|' | grep -v '^\./core$')
}

part_python() {
  [ -x .venv/bin/python ] || fail "there is no .venv; make test-arm64 makes it"
  (unset GOOS GOARCH CC && GOBC_CPU=native GO=$go sh scripts/build_library.sh "$work/here/libgobc.so")
  GOBC_LIBRARY=$work/here/libgobc.so PYTHON=$root/.venv/bin/python EMULATOR=$emulator sh tests/systems/arm64/python.sh "$library"
}

[ $# -gt 0 ] || set -- library kernels abi go python
for part in "$@"; do
  case "$part" in
    library | kernels | abi | go | python) "part_$part" ;;
    *) fail "there is no part $part" ;;
  esac
done
echo "arm64, under $($emulator --version | head -n 1): $* passed"
