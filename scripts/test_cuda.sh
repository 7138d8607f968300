#!/bin/sh
# The CUDA part of a build, on a machine without a GPU: every kernel is there for every architecture, the library needs
# no driver and touches none when loaded, and the build without CUDA works and says what it is.
# Usage: scripts/test_cuda.sh LIBRARY GO PYTHON      called by test.sh, which sets the build's environment
set -eu
library=$1 go=$2 python=$3
cd "$(dirname "$0")/.."
fail() { echo "test_cuda: $*"; exit 1; }

check_library() {
  needed=$(readelf -dW "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | tr '\n' ' ')
  case "$needed" in *cuda* | *nvidia* | *nvrtc*) fail "$1 needs $needed" ;; esac
  others=$(readelf --dyn-syms -W "$1" | awk '$5 == "GLOBAL" && $7 != "UND" && $8 !~ /^gobc_/ { print $8 }')
  [ -z "$others" ] || fail "$1 exports more than gobc_*: $others"
  undefined=$(readelf --dyn-syms -W "$1" | awk '$7 == "UND" && $8 ~ /^cu[A-Z]/ { print $8 }')
  [ -z "$undefined" ] || fail "$1 leaves driver functions open: $undefined"
  bytes=$(wc -c <"$1")
  [ "$bytes" -lt 25000000 ] || fail "$1 has $bytes bytes; 25,000,000 are allowed"
  "$python" - "$1" <<'END'
import ctypes, sys, time
began = time.monotonic()
library = ctypes.CDLL(sys.argv[1])
seconds = time.monotonic() - began
library.gobc_version.restype = ctypes.c_char_p
version = library.gobc_version().decode()
loaded = [line for line in open("/proc/self/maps") if "libcuda" in line]
assert not loaded, f"loading the library loaded a driver: {loaded}"
print(f"loaded in {1000 * seconds:.1f} ms, version {version}, no driver touched")
END
  echo "$1: $bytes bytes, needs $needed"
}

case "$GOBC_BASE_TAGS" in
  gobc_cuda*) cuda=yes ;;
  *) cuda= ;;
esac
if [ -z "$cuda" ]; then
  [ "${GOBC_CUDA:-}" = none ] || fail "this build has no CUDA part; the reason stands above, GOBC_CUDA=none tests it as it is"
else
  "$go" test -buildmode=pie -vet=off ./kernels/cuda/...
  check_library "$library"
fi

"$go" test -buildmode=pie -vet=off -tags "${GOBC_BASE_TAGS#gobc_cuda,}" ./kernels/cuda/...
mkdir -p build/nocuda
GOBC_CUDA=none sh scripts/build_library.sh build/nocuda/libgobc.so
check_library "$PWD/build/nocuda/libgobc.so"
[ -n "$cuda" ] || echo "CPU-only by GOBC_CUDA=none; no CUDA kernel was compiled"
