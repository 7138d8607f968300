#!/bin/sh
# What a build is for, and what it needs. Prints shell lines to eval: CGO_CFLAGS, CGO_LDFLAGS, GOBC_BASE_TAGS (build tags).
# Two switches, each none, native (this machine, the default) or all:
#   GOBC_CPU   which instruction sets the C kernels are compiled for. native: the best that this processor runs, alone.
#   GOBC_CUDA  which GPUs the CUDA kernels are compiled for. native: those of this machine, nothing where no NVIDIA driver
#              is found. Also architectures by name, sm_90 or sm_80,sm_90,ptx; with quick among them they compile in a
#              quarter of the time to slow code, for emulated GPUs. What is asked for by value is an error where it cannot
#              be had; by default the build is then for the CPU only, and says so.
# With CUDA it prepares build/cuda: cuda.h, the driver shim (libcuda.a) and the compiled kernels
# (kernels/cuda/images/kernels.zip). Compiler, header and what packs come from three pinned wheels; no CUDA toolkit is looked at.
# Usage: eval "$(sh scripts/build_environment.sh)"; with --installed: is everything there that would have to be fetched?
# Environment: GOBC_CUDA_WHEELS: a folder that holds the wheels' nvidia/ and zstandard/; CC, PYTHON, GOOS, GOARCH.
set -eu
cd "$(dirname "$0")/.."
folder=$PWD/build/cuda
shim=$folder/lib # of the system that the library is for
[ "${GOOS:-linux}" = linux ] || shim=$folder/lib-$GOOS
header=nvidia/cuda_runtime/include/cuda.h
compiler=nvidia/cuda_nvrtc/lib/libnvrtc.so.12

quote() { printf "%s='%s'; export %s\n" "$1" "$(printf '%s' "$2" | sed "s/'/'\\\\''/g")" "$1"; }

# The tags that leave instruction sets out; kernels/cpu/common/dispatch.c asks for the same flags.
cpu_tags() {
  case "${GOBC_CPU:-native}" in
    all) ;;
    none) echo gobc_only_baseline ;;
    native)
      [ "$(uname -m)${GOARCH:-amd64}" = x86_64amd64 ] || return 0
      flags=" $(sed -n 's/^flags[^:]*: *//p' /proc/cpuinfo | head -n 1) "
      runs() { for flag in "$@"; do case "$flags" in *" $flag "*) ;; *) return 1 ;; esac; done; }
      if runs avx512f avx512bw avx512dq avx512vl bmi2; then
        echo gobc_only_avx512
      elif runs avx2 bmi2; then
        echo gobc_only_avx2
      else
        echo gobc_only_baseline
      fi
      ;;
    *)
      echo "GOBC_CPU is '$GOBC_CPU': give none, native or all" >&2
      return 1
      ;;
  esac
}

# The same flags with and without CUDA, so that what does not depend on it is compiled once. Ours come first: before the
# folders that cu's own flags name. Unset CGO flags mean -O2 -g to Go; the library is stripped, and without -g the kernels
# compile a quarter faster.
print_environment() {
  quote CGO_CFLAGS "$(first "\"-I$folder/include\"" "${CGO_CFLAGS:-}")"
  quote CGO_LDFLAGS "$(first "\"-L$shim\"" "${CGO_LDFLAGS:-}")"
  quote GOBC_BASE_TAGS "$1"
}

first() { # a flag before those of the environment, once
  case "$2" in
    "$1"*) echo "$2" ;;
    *) echo "$1 ${2:--O2}" ;;
  esac
}

cpu_only() {
  [ -z "${GOBC_CUDA:-}" ] || { echo "cuda: GOBC_CUDA=$GOBC_CUDA asks for CUDA, but $*" >&2; exit 1; }
  echo "cuda: this build is for the CPU only: $*" >&2
  print_environment "$tags"
  exit 0
}

# cu v0.9.6 needs a header of CUDA 12, the newest architectures 12.8: exactly the pinned version, or it is not ours.
holds_wheels() {
  [ -f "$1/$header" ] && [ -f "$1/$compiler" ] && [ -d "$1/zstandard" ] && grep -q '^#define CUDA_VERSION 12090$' "$1/$header"
}

find_wheels() {
  if [ -n "${GOBC_CUDA_WHEELS:-}" ] && ! holds_wheels "$GOBC_CUDA_WHEELS"; then
    echo "cuda: GOBC_CUDA_WHEELS=$GOBC_CUDA_WHEELS does not hold $header and $compiler of CUDA 12.9, and zstandard" >&2
    exit 1
  fi
  for wheels in "${GOBC_CUDA_WHEELS:-}" "$folder/wheels"; do
    [ -n "$wheels" ] && holds_wheels "$wheels" && return
  done
  return 1
}

fetch_wheels() {
  echo "cuda: installing the pinned compiler, header and packer (99 MB) into build/cuda" >&2
  sh scripts/make_venv.sh build/cuda/venv >&2 || return 1
  rm -rf "$folder/wheels" "$folder/wheels.new"
  build/cuda/venv/bin/python -m pip install --quiet --disable-pip-version-check --retries 2 --only-binary :all: --no-deps \
    --require-hashes --requirement "$(sh scripts/pinned.sh cuda)" --target "$folder/wheels.new" >&2 || return 1
  mv "$folder/wheels.new" "$folder/wheels"
}

find_python() {
  for python in "$folder/venv/bin/python" ${PYTHON:+"$PYTHON"} python3 /usr/bin/python3; do
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null && return
  done
  return 1
}

# The header is copied alone: nothing else of the wheel may be found by an #include. The archive is made from relative
# names, without times and users (ar D), so that its bytes depend on header and compiler only.
make_shim() {
  cc=${CC:-gcc}
  stamp=$(cat "$wheels/$header" kernels/cuda/driver/shim.py | cksum)-$($cc --version | head -n 1)
  [ ! -f "$shim/libcuda.a" ] || [ "$(cat "$shim/stamp" 2>/dev/null)" != "$stamp" ] || return 0
  work=$folder/shim.$$
  mkdir -p "$folder/include" "$shim" "$work"
  cp "$wheels/$header" "$work/cuda.h"
  (
    cd "$work"
    $cc -E -P cuda.h >cuda.i
    "$python" ../../../kernels/cuda/driver/shim.py cuda.i shim.c
    $cc -O2 -fPIC -c shim.c -o shim.o
    "$($cc -print-prog-name=ar)" rcsD libcuda.a shim.o
    printf '%s' "$stamp" >stamp
  ) >&2
  mv "$work/cuda.h" "$folder/include"
  mv "$work/libcuda.a" "$work/stamp" "$shim"
  rm -r "$work"
}

tags=$(cpu_tags)
asked=${GOBC_CUDA:-native}
case "$asked" in
  none) targets= ;;
  all) targets=all ;;
  native)
    targets=
    if find_python; then targets=$("$python" kernels/cuda/compile.py --found); fi
    ;;
  sm_* | ptx*) targets=$asked ;;
  *)
    echo "cuda: GOBC_CUDA is '$asked': give none, native, all, or architectures such as sm_90 or sm_80,sm_90,ptx" >&2
    exit 1
    ;;
esac
if [ "${1:-}" = --installed ]; then
  [ -z "$targets" ] || find_wheels
  exit
fi
if [ -z "$targets" ]; then
  print_environment "$tags"
  exit 0
fi
case "$(uname -s) $(uname -m) ${GOOS:-linux}" in
  "Linux x86_64 linux" | "Linux aarch64 linux" | "Linux x86_64 windows" | "Linux aarch64 windows") ;;
  *) cpu_only "the CUDA part is built on Linux, on x86-64 or aarch64, for Linux and Windows; this is $(uname -s) on $(uname -m)," \
    "for ${GOOS:-itself}" ;;
esac
find_wheels || { fetch_wheels && find_wheels; } ||
  cpu_only "the packages of the group cuda in scripts/requirements.txt cannot be had; build again with network access, or install them" \
    "and set GOBC_CUDA_WHEELS to the folder that holds them (GOBC_CUDA=none silences this line)"
find_python || cpu_only "no Python 3.10 or newer was found; install one or set PYTHON"
make_shim
"$python" kernels/cuda/compile.py "$wheels" "$folder/objects" kernels/cuda/images/kernels.zip "$targets" >&2
print_environment "gobc_cuda,$tags"
