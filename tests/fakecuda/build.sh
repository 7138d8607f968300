#!/bin/sh
# build.sh - a libcuda.so.1 that runs the CUDA kernels on the CPU, and the tests of both; by mingw a nvcuda.dll alone.
#
#   tests/fakecuda/build.sh [FOLDER [FLAG...]]   FOLDER: default build/fakecuda; FLAGS go to the compiler, e.g.
#                                                -fsanitize=address,undefined
# Writes libcuda.so.1, selftest and drivertest to FOLDER; does nothing if sources and flags are those of the last time.
#   CXX                  compiler (default c++)
#   GOBC_FAKE_THREADS    the most threads of a block (default: see emulator.h)
#   GOBC_FAKE_KERNELS    the .cu files (default: all under kernels/cuda and kernels/papers)
#   GOBC_FAKE_MISSING    names of driver functions: FOLDER/missing/libcuda.so.1 is the same without them
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$(CDPATH='' cd -- "$here/../.." && pwd)
folder=${1:-$root/build/fakecuda}
[ $# -eq 0 ] || shift
mkdir -p "$folder"
folder=$(CDPATH='' cd -- "$folder" && pwd)
compiler=${CXX:-c++}
case $("$compiler" -dumpmachine) in
  *mingw*) system=windows name=nvcuda.dll ;;
  *) system=unix name=libcuda.so.1 ;;
esac
kernels=${GOBC_FAKE_KERNELS:-$(ls "$root"/kernels/cuda/*/*.cu "$root"/kernels/papers/*.cu)}

# Contraction off as on the device (-fmad=false); no unique symbols, so that __shared__ variables are each library's own.
flags="${GOBC_FAKE_THREADS:+-DGOBC_FAKE_THREADS=$GOBC_FAKE_THREADS} -std=c++17 -O1 -fPIC -ffp-contract=off -fno-gnu-unique -fvisibility=hidden -Wall -Wno-unknown-pragmas"
# Descriptors of thread variables where the compiler has them: no call of __tls_get_addr at each use.
if "$compiler" -mtls-dialect=gnu2 -E -x c++ /dev/null >/dev/null 2>&1; then flags="$flags -mtls-dialect=gnu2"; fi
[ $system = unix ] || flags="$flags -Wno-attributes" # of visibility
strict="-Wextra -Werror"
# Without passes that take a sixth to a quarter of the time to compile a kernel: emulated tests take as long without them.
quick="-fno-tree-dominator-opts -fno-ivopts -fno-tree-pta"
if "$compiler" -fira-region=one -fira-algorithm=priority -E -x c++ /dev/null >/dev/null 2>&1; then
  quick="$quick -fira-region=one -fira-algorithm=priority"
fi
frames="-Werror=frame-larger-than=8192" # stacks::margin in fiber.h

# shellcheck disable=SC2086
stamp=$({ echo "$compiler $flags $quick $*"; cat "$here"/*.cc "$here"/*.h "$here"/build.sh $kernels \
  "$root"/kernels/cuda/*.h "$root"/kernels/cuda/*/*.h "$root"/kernels/papers/*.h; } | cksum)
compile=1
if [ -f "$folder/stamp" ] && [ "$(cat "$folder/stamp")" = "$stamp" ]; then
  [ -n "${GOBC_FAKE_MISSING:-}" ] || exit 0
  compile=0
fi

# One compiler a core. Kernels are numbered, so that two .cu files of one name in two folders do not meet.
compile_all() {
  rm -rf "$folder/stamp" "$folder/objects"
  mkdir -p "$folder/objects"
  list=$folder/objects/list
  for source in "$here"/*.cc; do
    # The scheduler is a third of the time of an emulated call, and compiled quickly; all else compiles longer than it saves.
    optimized=
    case "$source" in
      */system_$system.cc) ;;
      */system_*.cc) continue ;;
      */selftest.cc | */drivertest.cc) [ $system = unix ] || continue ;;
      */emulator.cc) optimized=-O2 ;;
    esac
    echo "$compiler $flags $optimized $strict $* -c -o $folder/objects/$(basename "$source" .cc).o $source"
  done >"$list"
  includes="-I$root/kernels/cuda -I$root/kernels/cuda/unweighted -I$root/kernels/cuda/weighted -I$root/kernels/cuda/many -I$root/kernels/papers"
  number=0
  for source in $kernels; do
    number=$((number + 1))
    echo "$compiler $flags $quick -Wno-unused-parameter -Wno-parentheses -Wno-maybe-uninitialized $frames $* $includes -I$here" \
      "-c -o $folder/objects/kernel$number.o -x c++ $source"
  done >>"$list"
  xargs -P "$(nproc 2>/dev/null || echo 1)" -I '{}' sh -c '{}' <"$list"
}

driver="$folder/objects/emulator.o $folder/objects/script.o $folder/objects/memory.o $folder/objects/streams.o $folder/objects/driver.o
  $folder/objects/modules.o $folder/objects/stubs.o $folder/objects/system_$system.o"

# An exact name wins over the pattern, so a function named as local is not there for dlsym. A DLL without a list exports all.
link() {
  output=$1
  shift
  {
    echo "{ global: cu*; gobc_fake_*; local:"
    for symbol in ${GOBC_FAKE_WITHOUT:-}; do echo "  $symbol;"; done
    echo "  *; };"
  } >"$folder/objects/symbols.map"
  case $system in
    unix) how="-Wl,-soname,$name -Wl,--version-script=$folder/objects/symbols.map -Wl,-z,defs" with="-ldl -lpthread" ;;
    windows) how=-static with= ;;
  esac
  # shellcheck disable=SC2086
  "$compiler" -shared $how "$@" -o "$output" $driver "$folder"/objects/kernel*.o $with
}
if [ "$compile" = 1 ]; then
  compile_all "$@"
  link "$folder/$name" "$@"
  if [ $system = unix ]; then
    # shellcheck disable=SC2086
    "$compiler" "$@" -o "$folder/selftest" "$folder/objects/selftest.o" "$folder/objects/emulator.o" "$folder/objects/system_unix.o" -ldl -lpthread
    # shellcheck disable=SC2086
    "$compiler" "$@" -o "$folder/drivertest" "$folder/objects/drivertest.o" $driver -ldl -lpthread
  fi
  echo "$stamp" >"$folder/stamp"
fi
if [ -n "${GOBC_FAKE_MISSING:-}" ]; then
  mkdir -p "$folder/missing"
  GOBC_FAKE_WITHOUT=$GOBC_FAKE_MISSING
  link "$folder/missing/$name" "$@"
fi
