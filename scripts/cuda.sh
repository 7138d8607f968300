#!/bin/sh
# Prepares build/cuda, what a build with CUDA needs: cuda.h, the driver shim (libcuda.a) and the compiled kernels
# (kernels/cuda/images/kernels.zip). Compiler and header come from two pinned wheels; no CUDA toolkit is looked at.
# Prints shell lines to eval: CGO_CFLAGS, CGO_LDFLAGS, GOBC_BASE_TAGS (build tags: nothing, or nocuda).
# Usage: eval "$(sh scripts/cuda.sh)"; with --installed: is everything there that would have to be fetched?
# Environment: GOBC_CUDA=0 no CUDA, GOBC_CUDA=1 an error where CUDA cannot be had (otherwise: a CPU-only library);
# GOBC_CUDA_WHEELS: a folder that holds the wheels' nvidia/; CC, PYTHON.
set -eu
cd "$(dirname "$0")/.."
folder=$PWD/build/cuda
header=nvidia/cuda_runtime/include/cuda.h
compiler=nvidia/cuda_nvrtc/lib/libnvrtc.so.12

quote() { printf "%s='%s'; export %s\n" "$1" "$(printf '%s' "$2" | sed "s/'/'\\\\''/g")" "$1"; }

cpu_only() {
  [ "${GOBC_CUDA:-}" != 1 ] || { echo "cuda: GOBC_CUDA=1 asks for CUDA, but $*" >&2; exit 1; }
  [ "${GOBC_CUDA:-}" = 0 ] || echo "cuda: this build is for the CPU only: $*" >&2
  quote CGO_CFLAGS "${CGO_CFLAGS:--O2}"
  quote GOBC_BASE_TAGS nocuda
  exit 0
}

# cu v0.9.6 needs a header of CUDA 12, the newest architectures 12.8: exactly the pinned version, or it is not ours.
holds_wheels() {
  [ -f "$1/$header" ] && [ -f "$1/$compiler" ] && grep -q '^#define CUDA_VERSION 12090$' "$1/$header"
}

find_wheels() {
  if [ -n "${GOBC_CUDA_WHEELS:-}" ] && ! holds_wheels "$GOBC_CUDA_WHEELS"; then
    echo "cuda: GOBC_CUDA_WHEELS=$GOBC_CUDA_WHEELS does not hold $header and $compiler of CUDA 12.9" >&2
    exit 1
  fi
  for wheels in "${GOBC_CUDA_WHEELS:-}" "$folder/wheels"; do
    [ -n "$wheels" ] && holds_wheels "$wheels" && return
  done
  return 1
}

fetch_wheels() {
  echo "cuda: installing the pinned compiler and header (93 MB) into build/cuda" >&2
  sh scripts/make_venv.sh build/cuda/venv >&2 || return 1
  rm -rf "$folder/wheels" "$folder/wheels.new"
  build/cuda/venv/bin/python -m pip install --quiet --disable-pip-version-check --retries 2 --only-binary :all: --no-deps \
    --require-hashes --requirement scripts/requirements-cuda.txt --target "$folder/wheels.new" >&2 || return 1
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
  [ ! -f "$folder/lib/libcuda.a" ] || [ "$(cat "$folder/lib/stamp" 2>/dev/null)" != "$stamp" ] || return 0
  work=$folder/shim.$$
  mkdir -p "$folder/include" "$folder/lib" "$work"
  cp "$wheels/$header" "$work/cuda.h"
  (
    cd "$work"
    $cc -E -P cuda.h >cuda.i
    "$python" ../../../kernels/cuda/driver/shim.py cuda.i shim.c
    $cc -O2 -fPIC -c shim.c -o shim.o
    ar rcsD libcuda.a shim.o
    printf '%s' "$stamp" >stamp
  ) >&2
  mv "$work/cuda.h" "$folder/include"
  mv "$work/libcuda.a" "$work/stamp" "$folder/lib"
  rm -r "$work"
}

# Puts a flag before those of the environment, once: ours must come before the folders that cu's own flags name.
# Unset CGO flags mean -O2 -g to Go; the library is stripped, and without -g the kernels compile a quarter faster.
first() {
  case "$2" in
    "$1"*) echo "$2" ;;
    *) echo "$1 ${2:--O2}" ;;
  esac
}

[ "${GOBC_CUDA:-}" != 0 ] || { [ "${1:-}" = --installed ] && exit 0; cpu_only "GOBC_CUDA=0"; }
case "$(uname -s) $(uname -m)" in
  "Linux x86_64" | "Linux aarch64") ;;
  *) [ "${1:-}" != --installed ] || exit 0; cpu_only "the CUDA part knows Linux on x86-64 and aarch64, this is $(uname -sm)" ;;
esac
if [ "${1:-}" = --installed ]; then
  find_wheels
  exit
fi
find_wheels || { fetch_wheels && find_wheels; } ||
  cpu_only "the packages in scripts/requirements-cuda.txt cannot be had; build again with network access, or install them" \
    "and set GOBC_CUDA_WHEELS to the folder that holds nvidia/ (GOBC_CUDA=0 silences this line)"
find_python || cpu_only "no Python 3.10 or newer was found; install one or set PYTHON"
make_shim
"$python" kernels/cuda/compile.py "$wheels" "$folder/objects" kernels/cuda/images/kernels.zip >&2
quote CGO_CFLAGS "$(first "\"-I$folder/include\"" "${CGO_CFLAGS:-}")"
quote CGO_LDFLAGS "$(first "\"-L$folder/lib\"" "${CGO_LDFLAGS:-}")"
quote GOBC_BASE_TAGS ""
