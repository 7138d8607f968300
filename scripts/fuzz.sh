#!/bin/sh
# Runs every fuzz target for $FUZZ_TIME (default 30s), one after the other: those of Go, and libFuzzer over the C interface
# where clang is. A finding of Go lands in the package's testdata/fuzz, one of libFuzzer is to be copied to tests/abi/corpus:
# the ordinary tests replay both from then on.
# Usage: scripts/fuzz.sh [abi | go]
set -eu
cd "$(dirname "$0")/.."
go=$(sh scripts/find_go.sh)
environment=$(sh scripts/build_environment.sh)
eval "$environment"
export GOTOOLCHAIN=local GOWORK=off GOFLAGS="${GOFLAGS:-} -mod=readonly -buildvcs=false -tags=$GOBC_BASE_TAGS"
seconds=$(echo "${FUZZ_TIME:-30s}" | sed 's/s$//; s/m$/*60/; s/h$/*3600/')
seconds=$((seconds))

# The C of the interface is compiled with coverage and AddressSanitizer. Faults are Go's to handle.
fuzz_abi() {
  if ! command -v clang >/dev/null; then
    echo "clang is not installed: no libFuzzer target was run (Debian: apt-get install clang)"
    return
  fi
  mkdir -p build/fuzz/corpus
  flags="-fsanitize=address,fuzzer-no-link -fno-omit-frame-pointer"
  CC=clang CGO_CFLAGS="$CGO_CFLAGS $flags" CGO_LDFLAGS="$CGO_LDFLAGS -fsanitize=address" \
    "$go" build -buildmode=c-archive -o build/fuzz/libgobc.a ./capi/library
  clang -O1 -g -std=gnu11 -DGOBC_LIBFUZZER -fsanitize=fuzzer,address -Iinclude -o build/fuzz/streams tests/abi/fuzz.c \
    tests/abi/expected.c tests/abi/producer.c build/fuzz/libgobc.a -lm -lpthread -ldl
  echo "== streams over the C interface"
  ASAN_OPTIONS=handle_segv=0:handle_sigbus=0:detect_leaks=0:use_sigaltstack=0 build/fuzz/streams -max_len=128 -timeout=60 \
    -rss_limit_mb=8192 -artifact_prefix=build/fuzz/ -print_final_stats=1 -max_total_time="$seconds" build/fuzz/corpus tests/abi/corpus
}

[ "${1:-abi}" != abi ] || fuzz_abi
[ "${1:-go}" = go ] || exit 0
targets=$(grep -rn '^func Fuzz[A-Za-z0-9_]*(f \*testing\.F)' --include='*_test.go' ./*_test.go core internal kernels capi tests |
  sed 's|^\(.*\)/[^/]*:[0-9]*:func \(Fuzz[A-Za-z0-9_]*\).*|\1 \2|')
[ -n "$targets" ] || { echo "fuzz: no fuzz target found" >&2; exit 1; }
echo "$targets" | while read -r package name; do
  echo "== $package $name"
  "$go" test "./$package" -run '^$' -fuzz "^$name\$" -fuzztime "${FUZZ_TIME:-30s}"
done
