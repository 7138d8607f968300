#!/bin/sh
# The example of docs/reference/c.md under valgrind: clean with packaging/gobc.supp, and a leak of the host's own is still reported.
# valgrind knows no AVX-512: the library is built without.
# Usage: tests/abi/valgrind.sh      Environment: CC; GOBC_VALGRIND_LIBRARY: a library for any processor, which is built otherwise
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$here/../..
command -v valgrind >/dev/null || { echo "valgrind.sh: valgrind is missing. As root run: apt-get install valgrind" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT INT TERM
library=${GOBC_VALGRIND_LIBRARY:-$root/build/valgrind/libgobc.so}
[ -n "${GOBC_VALGRIND_LIBRARY:-}" ] || GOBC_CPU=none GOBC_CUDA=none sh "$root/scripts/build_library.sh" "$library"
PREFIX=$folder sh "$root/scripts/install_c.sh" "$library"

check() { # a program, and options of valgrind
  program=$1
  shift
  valgrind --quiet --error-exitcode=1 --leak-check=full --suppressions="$folder/share/gobc/gobc.supp" "$@" "$folder/$program" \
    >"$folder/printed" 2>"$folder/errors"
}

build() { # a program, from a file
  ${CC:-cc} -g -o "$folder/$1" "$2" -I"$folder/include" -L"$folder/lib" -lgobc -Wl,-rpath,"$folder/lib"
}

build betweenness "$here/example/betweenness.c"
check betweenness || { cat "$folder/errors" && exit 1; }
diff "$here/example/output.txt" "$folder/printed"
echo "valgrind: the example is clean"

# A leak of the program's own, and a read of what is not set.
sed 's/^int main(void) {/#include <stdlib.h>\n&\n  if (!malloc(100)) return 2;/' "$here/example/betweenness.c" >"$folder/leaks.c"
sed 's/^int main(void) {/&\n  volatile int unset;\n  if (unset) puts("set");/' "$here/example/betweenness.c" >"$folder/unset.c"
for fault in leaks unset; do
  build $fault "$folder/$fault.c"
  if check $fault; then
    echo "valgrind.sh: $fault.c is reported as clean" >&2
    exit 1
  fi
  grep -q "main ($fault.c:" "$folder/errors" || { cat "$folder/errors" && exit 1; }
done
echo "valgrind: faults of the program are reported"
