#!/bin/sh
# Builds the library once more, from a copy of the sources in another folder and with an empty build cache, and
# compares it byte for byte with LIBRARY. Of the CUDA kernels two modules are compiled anew; the others, minutes of
# compiling, are taken over as they are named by the hash of all that goes into them. GOBC_REPRODUCE_ALL=1 takes none.
# Usage: scripts/check_reproducible.sh LIBRARY
set -eu
library=$1
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
copy="$folder/a copy in quite another place"
mkdir -p "$copy"
cp -r ./*.go capi core internal kernels include scripts go.mod go.sum "$copy"
rm -rf "$copy/kernels/cuda/images"
if [ "${GOBC_REPRODUCE_ALL:-}" != 1 ] && [ -d build/cuda/objects ]; then
  mkdir -p "$copy/build/cuda"
  cp -r build/cuda/objects "$copy/build/cuda"
  rm -f "$copy"/build/cuda/objects/distances.* "$copy"/build/cuda/objects/ready_batch.*
fi
mkdir -p "$copy/python/gobc"
cp python/gobc/_version.py "$copy/python/gobc"
GO=$(sh scripts/find_go.sh)
export GO
if [ -z "${GOBC_CUDA_WHEELS:-}" ] && [ -d build/cuda/wheels ]; then
  export GOBC_CUDA_WHEELS="$PWD/build/cuda/wheels"
fi
unset CGO_CFLAGS CGO_LDFLAGS # they may name folders of this checkout
GOCACHE="$folder/cache" sh "$copy/scripts/build_library.sh" "$folder/libgobc.so"
if ! cmp "$library" "$folder/libgobc.so"; then
  sha256sum "$library" "$folder/libgobc.so"
  echo "check_reproducible: the two builds differ"
  exit 1
fi
echo "identical: sha256 $(sha256sum <"$library" | cut -d ' ' -f 1)"
