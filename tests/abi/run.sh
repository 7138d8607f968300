#!/bin/sh
# run.sh - the ABI tests.
#
#   tests/abi/run.sh LIBRARY [ONLY]     LIBRARY: path of libgobc.so; ONLY: one of
#                                       header exports api contents many distances lengths vectors random streams fuzz files stored mapped folder threads polls fork
#                                       signals limits allocations install
#
# Prints "N passed, M failed" last and exits with 1 if anything failed.
#   CC, CXX                compilers
#   GOBC_TESTS_RUNNER      runs the programs: an emulator of another processor or system
#   GOBC_TESTS_ASAN=1      LIBRARY is built with go build -asan: builds the tests likewise, without header, exports
#   GOBC_TESTS_MUTATIONS   number of mutations of the stream fuzzer (default 100000); a twentieth of it is that of malformed files
#   GOBC_TESTS_VECTORS     files of conformance vectors (default: all)
#   GOBC_TESTS_GRAPHS      number of random graphs that are compared with the definition (default 300)
#   GOBC_TESTS_SIGNALS     one check of signals alone
#   GOBC_TESTS_SEED        the first stream and file (default 1)
set -u

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 2
header=$here/../../include/gobc.h
only=${2:-}
if [ $# -lt 1 ] || [ ! -f "$1" ]; then
  echo "usage: $0 path/to/libgobc.so [header|exports|api|contents|many|distances|lengths|vectors|random|streams|fuzz|files|stored|mapped|folder|threads|polls|fork|signals|limits|allocations|install]" >&2
  exit 2
fi
library=$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT INT TERM
ln -s "$library" "$folder/$(basename "$library")"

cc=${CC:-cc}
cxx=${CXX:-c++}
flags="-std=gnu11 -g -O1 -Wall -Wextra -Werror -I$here/../../include"
runner=${GOBC_TESTS_RUNNER:-}
posix=$here/../systems/windows/posix # what the programs call of POSIX
case "$library" in
  *.dll) exe=.exe host="-I$posix -include posix.h $posix/posix.c" link="$folder/libgobc.dll -static -lm -lpsapi" ;;
  *) exe='' host='' link="-L$folder -lgobc -Wl,-rpath,$folder -lm -lpthread" ;;
esac
mutations=${GOBC_TESTS_MUTATIONS:-100000}
if [ "${GOBC_TESTS_ASAN:-}" = 1 ]; then
  flags="$flags -fsanitize=address"
  # Faults are Go's to handle; the Go heap looks like a leak.
  export ASAN_OPTIONS="handle_segv=0:handle_sigbus=0:detect_leaks=0:use_sigaltstack=0"
  export GOBC_TESTS_SLOWDOWN=20
fi

passed=0
failed=0
log=$folder/log

# Counts a step by its exit status and shows what it printed if it failed.
step() {
  name=$1
  shift
  if "$@" >"$log" 2>&1; then
    passed=$((passed + 1))
    [ -z "${GOBC_TESTS_VERBOSE:-}" ] || cat "$log"
  else
    status=$?
    failed=$((failed + 1))
    echo "FAILED: $name (exit status $status)"
    tail -n 40 "$log"
  fi
}

# shellcheck disable=SC2086 # an emulator comes with options
emulated() { # a program and its arguments
  program=$1
  shift
  $runner "$program$exe" "$@"
}

random_graphs() { # some at a time, as a command line is short on Windows
  # shellcheck disable=SC2086
  find "$folder/random" -name '*.txt' -print0 | xargs -0 -n 200 $runner "$folder/vectors$exe"
}

wanted() { [ -z "$only" ] || [ "$only" = "$1" ]; }

build() { # a program, and files it needs beside producer.c
  program=$1
  shift
  # shellcheck disable=SC2086
  $cc $flags $host -o "$folder/$program$exe" "$here/$program.c" "$here/producer.c" "$@" $link
}

exports() {
  sed -n 's/.*[ *]\(gobc_[a-z_]*\)(.*/\1/p' "$header" | grep -v '^gobc_$' | sort -u >"$folder/declared"
  case "$library" in
    *.dll) ${OBJDUMP:-objdump} -p "$library" | sed -n '/Ordinal\/Name/,/^$/s/^.*\[ *[0-9]*\] //p' | sort -u >"$folder/exported" ;;
    *.dylib)
      (cd "$here/../.." && unset GOOS GOARCH CC && "${GO:-go}" run ./tests/systems/macos "$library") | sort -u >"$folder/exported"
      # zig's linker, elsewhere than on macOS, takes a list of exports and exports all the same.
      [ "$(uname -s)" = Darwin ] || { grep -xFf "$folder/declared" "$folder/exported" >"$folder/of it" && mv "$folder/of it" "$folder/exported"; }
      ;;
    *) ${NM:-nm} -D --defined-only "$library" | awk '{print $3}' | sed 's/@.*//' | sort -u >"$folder/exported" ;;
  esac
  [ -s "$folder/declared" ] && diff "$folder/declared" "$folder/exported"
}

if wanted header && [ "${GOBC_TESTS_ASAN:-}" != 1 ]; then
  for standard in c99 c11; do
    # shellcheck disable=SC2086 # a compiler may come with options
    step "header as $standard" $cc "-std=$standard" -pedantic -Wall -Wextra -Werror -I"$here/../../include" \
      -o "$folder/header" "$here/header.c" -L"$folder" -lgobc -Wl,-rpath,"$folder"
    step "program in $standard" "$folder/header"
  done
  for standard in c++98 c++11 c++17; do
    # shellcheck disable=SC2086
    step "header as $standard" $cxx "-std=$standard" -Wall -Wextra -Werror -Wno-long-long -I"$here/../../include" \
      -o "$folder/header" -x c++ "$here/header.c" -x none -L"$folder" -lgobc -Wl,-rpath,"$folder"
    step "program in $standard" "$folder/header"
  done
fi
if wanted exports && [ "${GOBC_TESTS_ASAN:-}" != 1 ]; then
  step "exported symbols are the header's" exports
fi
if wanted api; then
  step "build of api" build api
  # glibc counts what each thread has freed and keeps for itself as in use: 0 to 70 KB here, by how many threads Go starts.
  export GLIBC_TUNABLES=glibc.malloc.tcache_count=0
  step "api" emulated "$folder/api"
  unset GLIBC_TUNABLES
fi
if wanted contents; then
  step "build of contents" build contents
  step "contents" emulated "$folder/contents"
fi
if wanted many; then
  step "build of many" build many
  step "many" emulated "$folder/many"
fi
if wanted distances; then
  step "build of distances" build distances
  step "distances" emulated "$folder/distances"
fi
if wanted lengths; then
  step "build of lengths" build lengths
  step "lengths" emulated "$folder/lengths"
fi
if wanted vectors; then
  step "the vectors themselves" sh "$here/../../scripts/make_vectors.sh"
  step "build of vectors" build vectors
  # shellcheck disable=SC2086 # files have no spaces in their names
  step "vectors" emulated "$folder/vectors" ${GOBC_TESTS_VECTORS:-"$here"/../vectors/cases/*.txt "$here"/../vectors/wide/*.txt}
  tail -n 2 "$log"
fi
if wanted random; then
  step "the random graphs themselves" sh "$here/../../scripts/make_vectors.sh" --random "${GOBC_TESTS_GRAPHS:-300}" "$folder/random"
  step "build of vectors" build vectors
  step "random" random_graphs
  awk '/^vectors:/ {n++; passed += $2; failed += $4} END {print "random: " passed " passed, " failed " failed"; exit !n}' "$log"
fi
if wanted streams; then
  step "build of streams" build streams
  for name in $(emulated "$folder/streams" LIST | tr -d '\r'); do
    if [ "${GOBC_TESTS_ASAN:-}" = 1 ] && [ "$name" = address_not_canonical ]; then
      echo "left out: $name, a wild address is what AddressSanitizer stops at"
      continue
    fi
    if [ -n "$runner" ] && [ -z "$exe" ] && [ "$name" = address_not_canonical ]; then
      echo "left out: $name, which an emulator's own processor reports as a fault at address 0"
      continue
    fi
    step "stream: $name" emulated "$folder/streams" "$name"
  done
fi
if wanted fuzz; then
  step "build of fuzz" build fuzz "$here/expected.c"
  step "fuzz" emulated "$folder/fuzz" "$mutations" "${GOBC_TESTS_SEED:-1}"
  tail -n 2 "$log"
  step "corpus" emulated "$folder/fuzz" --corpus "$here"/corpus/*
fi
if wanted files; then
  step "build of files" build files "$here/lines.c"
  step "files" "$folder/files" "$((mutations / 20))" "${GOBC_TESTS_SEED:-1}" "$here"/../files/*.*
  tail -n 2 "$log"
fi
if wanted stored; then
  step "build of stored" build stored
  step "stored" emulated "$folder/stored" "$here"/../stored/*-*.*
fi
if wanted mapped; then
  step "build of mapped" build mapped
  step "mapped" emulated "$folder/mapped"
fi
if wanted folder; then
  if [ -n "$runner" ]; then
    echo "left out: folder, which starts itself without the emulator"
  else
    step "build of folder" build folder
    step "folder" "$folder/folder"
  fi
fi
if wanted threads; then
  step "build of threads" build threads
  step "threads" emulated "$folder/threads"
fi
if wanted polls; then
  if [ "${GOBC_TESTS_ASAN:-}" = 1 ] || [ "$(uname -sm)" != "Linux x86_64" ]; then
    echo "left out: polls, which single-steps on x86-64 without AddressSanitizer"
  else
    step "build of polls" build polls
    step "polls" "$folder/polls"
  fi
fi
if wanted fork; then
  # shellcheck disable=SC2086
  step "build of fork" $cc $flags -o "$folder/fork" "$here/fork.c" "$here/producer.c" -ldl -lpthread
  step "fork" emulated "$folder/fork" "$library"
fi
if wanted signals; then
  if [ "${GOBC_TESTS_ASAN:-}" = 1 ]; then
    echo "left out: signals, some of whose faults are AddressSanitizer's to report"
  else
    # shellcheck disable=SC2086
    step "build of signals" $cc $flags -o "$folder/signals" "$here/signals.c" "$here/producer.c" -ldl -lm -lpthread
    # shellcheck disable=SC2086 # none, or one
    step "signals" "$folder/signals" "$library" ${GOBC_TESTS_SIGNALS:-}
  fi
fi
if wanted limits; then
  if [ "${GOBC_TESTS_ASAN:-}" = 1 ]; then
    echo "left out: limits, under which AddressSanitizer's own memory does not fit"
  else
    # shellcheck disable=SC2086
    step "build of limits" $cc $flags -o "$folder/limits" "$here/limits.c" "$here/producer.c" -ldl -lpthread
    step "limits" "$folder/limits" "$library"
  fi
fi
if wanted allocations; then
  if [ "${GOBC_TESTS_ASAN:-}" = 1 ] || [ "$(uname -s)" != Linux ]; then
    echo "left out: allocations, whose allocator takes the place of glibc's, as AddressSanitizer's does"
  else
    step "build of allocations" build allocations
    step "allocations" "$folder/allocations"
    tail -n 2 "$log"
  fi
fi

if wanted install; then
  if [ "${GOBC_TESTS_ASAN:-}" = 1 ] || [ -n "$runner" ]; then
    echo "left out: install, which is of this machine's plain library"
  else
    # shellcheck disable=SC1091 # checked by itself
    . "$here/install.sh"
  fi
fi

echo "ABI: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
