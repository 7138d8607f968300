#!/bin/sh
# malformed.sh - many malformed streams and files, in processes side by side that have numbers of their own.
#
#   tests/abi/malformed.sh LIBRARY [COUNT]     LIBRARY: path of libgobc.so; COUNT: of streams and files together (10000000)
#
# Prints how many there were, how many processes died and of what number, and how many values were wrong; exit status 1 if any did.
#   CC                     compiler
#   GOBC_TESTS_SEED        the first number (default 1); another million million for every other run
#   GOBC_TESTS_PROCESSES   how many processes (default: one a processor)
set -u

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 2
if [ $# -lt 1 ] || [ ! -f "$1" ]; then
  echo "usage: $0 path/to/libgobc.so [count]" >&2
  exit 2
fi
library=$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd)/$(basename -- "$1")
count=${2:-10000000}
processes=${GOBC_TESTS_PROCESSES:-$(nproc)}
seed=${GOBC_TESTS_SEED:-1}
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT INT TERM
ln -s "$library" "$folder/libgobc.so"
export GOGC="${GOGC:-400}" GOMAXPROCS="${GOMAXPROCS:-2}" # a file is read into a buffer of 1 MiB; processes share the processors

build() {
  ${CC:-cc} -std=gnu11 -O1 -I"$here/../../include" -o "$folder/$1" "$here/$1.c" "$here/producer.c" "$here/$2" -L"$folder" -lgobc \
    -Wl,-rpath,"$folder" -lm -lpthread
}
build fuzz expected.c && build files lines.c || exit 2

# Half of the processes' numbers are streams; two mutations make one malformed.
each=$(((count / 2 + processes - 1) / processes))
start=$(date +%s)
run=0
while [ "$run" -lt "$processes" ]; do
  first=$((seed + run * 1000000000))
  (
    for program in fuzz files; do
      wanted=$each
      [ "$program" = files ] || wanted=$((2 * each))
      GOBC_TESTS_AT=$folder/at.$program.$run "$folder/$program" "$wanted" "$first" "$here"/../files/*.* >"$folder/log.$program.$run" 2>&1
      echo $? >"$folder/status.$program.$run"
    done
  ) &
  run=$((run + 1))
done
wait

deaths=0
for status in "$folder"/status.*; do
  name=${status#"$folder"/status.}
  if ! grep -q '^[a-z]*: [0-9]* passed, [0-9]* failed$' "$folder/log.$name"; then
    deaths=$((deaths + 1))
    echo "DIED: $name with exit status $(cat "$status") at number $(od -An -t u8 "$folder/at.$name" | tr -d ' ')"
    tail -n 20 "$folder/log.$name"
  fi
done
grep -h '^FAILED\|^file number' "$folder"/log.*
cat "$folder"/log.* | awk -v deaths="$deaths" -v processes="$processes" -v seconds="$(($(date +%s) - start))" '
  /^fuzz: .* malformed of/ { streams += $2 }
  /^files: .* malformed of/ { files += $2 }
  /: [0-9]+ passed, [0-9]+ failed$/ { passed += $2; failed += $4 }
  END {
    printf "malformed: %d streams, %d files, %d checks in %d s by %d processes: %d deaths, %d wrong values\n", streams, files, \
      passed, seconds, processes, deaths, failed
    exit deaths > 0 || failed > 0 || streams == 0 || files == 0
  }'
