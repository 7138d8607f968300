#!/bin/sh
# Builds gobc for another system or processor with a cross compiler, and runs its tests under an emulator: no such machine is
# needed, and what the emulator does differently is not seen. Results must have the bits of Linux on x86-64; speed is not looked at.
# Usage: scripts/test_system.sh SYSTEM [PART...]     SYSTEM: amd64, arm64, macos, musl or windows, whose tests/systems/SYSTEM/system.sh
#   has its compiler, its emulator and those of these parts that it can run; without PART it runs them all:
#   library   what the library exports, which others it needs, and what else the system asks of it
#   kernels   the C programs of tests/kernels
#   abi       programs of tests/abi that need nothing else, with the conformance vectors
#   vectors   the conformance vectors by each instruction set or processor that the emulator offers: the bits of this machine
#   pages     some of these with pages of other sizes
#   go        Go's tests, -short; GOBC_TEST_PACKAGES: of which packages (all but the one that reads the sources)
#   python    the package in a Python of that system: python.sh beside system.sh
#   gpu       kernels for CUDA on an emulated driver of that system
# Environment: GOBC_CPU as in scripts/build_environment.sh; JOBS: how many Go packages are tested at once (2).
set -eu
cd "$(dirname "$0")/.."
root=$PWD
system=${1:-none}
place=tests/systems/$system
[ -f "$place/system.sh" ] || { echo "usage: scripts/test_system.sh amd64|arm64|macos|musl|windows [PART...]" >&2; exit 2; }
shift
work=$root/build/$system
fail() { echo "test_system: $system: $*" >&2; exit 1; }
go=$(sh scripts/find_go.sh)
mkdir -p "$work"

# What system.sh may set beside GOOS, GOARCH and CC.
emulator='' parts=''
library=$work/libgobc.so needed='' # of part library
programs='' mutations=20000 slowdown=1 # of part abi
sets='' reference=''                   # of part vectors
go_flags=''                            # of part go
export GO="$go" GOTOOLCHAIN=local GOWORK=off GOBC_CUDA=none GOBC_MACHINE=none
need() { sh scripts/need.sh "$@"; }
here() { (unset GOOS GOARCH CC AR NM OBJDUMP && "$@"); } # a command that is for this machine
# shellcheck source=/dev/null # one of several
. "$place/system.sh"

build() { # a library, unless this run has
  [ -n "${built:-}" ] || sh scripts/build_library.sh "$library"
  built=yes
}

build_here() { here env GOBC_CPU=native sh scripts/build_library.sh "$work/here/libgobc.so"; }

part_library() {
  build
  sh tests/abi/run.sh "$library" exports
  found=$(needs | sort | tr '\n' ' ')
  [ "$found" = "$needed " ] || fail "the library needs $found"
  look
  echo "library: $(stat -c %s "$library") bytes"
}

part_kernels() { GOBC_TESTS_RUNNER=$emulator sh scripts/test_kernels.sh; }

part_abi() {
  build
  for name in $programs; do
    GOBC_TESTS_RUNNER=$emulator GOBC_TESTS_MUTATIONS="${GOBC_TESTS_MUTATIONS:-$mutations}" GOBC_TESTS_SLOWDOWN=$slowdown \
      GOBC_TESTS_GRAPHS="${GOBC_TESTS_GRAPHS:-5000}" sh tests/abi/run.sh "$library" "$name" >"$work/abi.log" 2>&1 || { cat "$work/abi.log"; fail "the C tests of $name fail"; }
    echo "$name: $(tail -n 1 "$work/abi.log")"
  done
  also
}

# How many values of the vectors a library computes, by what, and the digest of their bits.
digest() {
  sh tests/abi/run.sh "$1" vectors >"$work/vectors.log" 2>&1 || { cat "$work/vectors.log" >&2; return 1; }
  tr -d '\r' <"$work/vectors.log" | sed -n 's/^bits of //p'
}
same_bits() { [ "${1##* }" = "${2##* }" ] && [ "${1%% *}" = "${2%% *}" ]; }

part_vectors() {
  build
  [ -n "$reference" ] || build_here
  reference=${reference:-$work/here/libgobc.so}
  of_here=$(here digest "$reference")
  echo "vectors here: $of_here"
  for set in $sets; do
    compare_vectors "$set" || fail "the vectors on $set do not have the values of here, to the last bit"
  done
}

# By a set, where there is it. A call with tuning may take other reductions, which give other bits than one without.
compare_vectors() (
  choose "$1" || { echo "vectors on $1: left out, as this machine lacks it"; return 0; }
  set=${of_here##* by }
  [ -z "${GOBC_TESTS_TUNING:-}" ] || of_here=$(GOBC_TESTS_TUNING=isa=${set%:*} here digest "$reference") || return 1
  there=$(GOBC_TESTS_RUNNER=$emulator digest "$library") || return 1
  echo "vectors on $1: $there"
  same_bits "$of_here" "$there"
)

part_go() {
  environment=$(sh scripts/build_environment.sh)
  eval "$environment"
  here sh scripts/make_vectors.sh
  packages=${GOBC_TEST_PACKAGES:-. ./tests/go ./tests/vectors/... ./kernels/cpu/...
    $("$go" list ./core/... | sed 's|^gobc|.|' | grep -v '^\./core$')}
  # shellcheck disable=SC2086 # a word for each
  CGO_ENABLED=1 "$go" test ${emulator:+-exec "$emulator"} -p "${JOBS:-2}" -vet=off -short -timeout 6h -mod=readonly -buildvcs=false \
    -trimpath -tags "$GOBC_BASE_TAGS" $go_flags $packages
}

part_python() {
  build
  [ -x .venv/bin/python ] || fail "there is no .venv; make test-$system makes it"
  build_here
  GOBC_LIBRARY=$work/here/libgobc.so PYTHON=$root/.venv/bin/python EMULATOR=$emulator sh "$place/python.sh" "$library"
}

# shellcheck disable=SC2086 # a word for each
[ $# -gt 0 ] || set -- $parts
for part in "$@"; do
  case " $parts " in
    *" $part "*) "part_$part" ;;
    *) fail "there is no part $part" ;;
  esac
done
echo "$system${emulator:+, under $($emulator --version | head -n 1)}: $* passed"
