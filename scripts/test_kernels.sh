#!/bin/sh
# Runs the test programs of tests/kernels on the C kernels: those of a package archive of Go, or built with the library's flags.
# Usage: scripts/test_kernels.sh [EXTRA COMPILER FLAGS]      e.g. -O1 -g -fsanitize=address,undefined
# GOBC_KERNELS_ARCHIVE: what `go list -export` says of ./kernels/cpu; its objects are taken as they are.
# GOBC_TESTS_RUNNER: runs the programs: an emulator of another processor, for which CC compiles
# GOBC_TEST_KERNELS: names of programs, e.g. "looks_test" (default: all)
set -eu
cd "$(dirname "$0")/.."
cc=${CC:-gcc}
flags="$(sed -n 's|^#cgo CFLAGS: *||p' kernels/cpu/*.go | tr '\n' ' ') $*"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

if [ -n "${GOBC_KERNELS_ARCHIVE:-}" ]; then
  (cd "$folder" && ar x "$GOBC_KERNELS_ARCHIVE" && ar rcs kernels.a _x*.o)
else
  for source in kernels/cpu/*.c; do
    echo "$source"
  done | xargs -P "$(nproc)" -I {} sh -c "$cc $flags -Ikernels/cpu -c {} -o $folder/\$(basename {} .c).o"
  ${AR:-ar} rcs "$folder/kernels.a" "$folder"/*.o
fi

# One program: what it prints goes to a log, "passed" to another file.
build_and_run() {
  name=$(basename "$1" .c)
  # shellcheck disable=SC2086
  $cc $flags -std=gnu11 -Iinclude -Ikernels/cpu "$1" "$folder/kernels.a" -lm -lpthread -o "$folder/$name" >"$folder/$name.log" 2>&1 &&
    ${GOBC_TESTS_RUNNER:-} "$folder/$name" >>"$folder/$name.log" 2>&1 && touch "$folder/$name.passed"
}

# Side by side: none of them measures time.
tests=$(find tests/kernels -name '*_test.c' -o -name 'test_*.c' | sort)
# shellcheck disable=SC2086
[ -z "${GOBC_TEST_KERNELS:-}" ] || tests=$(printf 'tests/kernels/%s.c\n' $GOBC_TEST_KERNELS)
for test in $tests; do build_and_run "$test" & done
wait
passed=0
failed=0
for test in $tests; do
  name=$(basename "$test" .c)
  cat "$folder/$name.log"
  if [ -f "$folder/$name.passed" ]; then
    passed=$((passed + 1))
  else
    echo "FAILED: $name"
    failed=$((failed + 1))
  fi
done
echo "$passed programs passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
