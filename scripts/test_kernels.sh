#!/bin/sh
# Builds the C kernels with the flags that the library uses and runs the test programs of tests/kernels on them.
# Usage: scripts/test_kernels.sh [EXTRA COMPILER FLAGS]      e.g. -O1 -g -fsanitize=address,undefined
set -eu
cd "$(dirname "$0")/.."
cc=${CC:-gcc}
flags="$(sed -n 's|^#cgo CFLAGS: *||p' kernels/cpu/*.go | tr '\n' ' ') $*"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for source in kernels/cpu/*.c; do
  echo "$source"
done | xargs -P "$(nproc)" -I {} sh -c "$cc $flags -c {} -o $folder/\$(basename {} .c).o"
passed=0
failed=0
for test in tests/kernels/*_test.c tests/kernels/test_*.c; do
  [ -f "$test" ] || continue
  name=$(basename "$test" .c)
  # shellcheck disable=SC2086
  if $cc $flags -std=gnu11 -Iinclude -Ikernels/cpu "$test" "$folder"/*.o -lm -lpthread -o "$folder/$name" && "$folder/$name"; then
    passed=$((passed + 1))
  else
    echo "FAILED: $name"
    failed=$((failed + 1))
  fi
done
echo "$passed programs passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
