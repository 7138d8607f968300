#!/bin/sh
# Builds libgobc.so: Go core, C kernels and compiled CUDA kernels in one shared library that exports gobc_* and nothing
# else, and needs neither a GPU nor a driver to be loaded. For this machine unless asked otherwise (scripts/build_environment.sh).
# The bytes depend on the sources, Go and the C compiler, not on the folder, the user or the time:
# -trimpath and the empty build ids leave no path or stamp behind.
# Modules come from the folder vendor where there is one, as in the R package, and no network is needed.
# Usage: scripts/build_library.sh [OUTPUT]      Environment: GO, CC, GOCACHE, GOPROXY, GOFLAGS as Go knows them;
# GOBC_TAGS: build tags, for tests (capi/planted.go); GOBC_CPU, GOBC_CUDA, GOBC_CUDA_WHEELS: see scripts/build_environment.sh.
set -eu
case "${1:-}" in
  "") output=build/libgobc.so ;;
  *) output=$1 ;;
esac
case "$output" in
  /*) ;;
  *) output=$PWD/$output ;;
esac
cd "$(dirname "$0")/.."
fail() { echo "build_library: $*" >&2; exit 1; }

[ "$(uname -s)" = Linux ] || fail "only Linux is supported, this is $(uname -s)"
cc=${CC:-gcc}
command -v "${cc%% *}" >/dev/null || fail "the C compiler '$cc' is missing; install it (Debian: apt-get install gcc libc6-dev) or set CC"
go=$(sh scripts/find_go.sh) || fail "no Go to build with"
environment=$(sh scripts/build_environment.sh) || fail "the build cannot be prepared; GOBC_CUDA=none builds for the CPU only"
eval "$environment"
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' python/gobc/_version.py)
[ -n "$version" ] || fail "python/gobc/_version.py holds no line __version__ = \"...\""

# Inner quotes let the folder's name hold spaces; the map's path does not reach the library.
map=$PWD/capi/gobc.map
linker="-Wl,-z,relro -Wl,-z,now -Wl,-soname,libgobc.so \"-Wl,--version-script=$map\""

modules='readonly'
[ ! -f vendor/modules.txt ] || modules=vendor
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$(dirname "$output")"
GOTOOLCHAIN=local GOWORK=off CGO_ENABLED=1 CC="$cc" "$go" build \
  -buildmode=c-shared -trimpath -buildvcs=false -mod=$modules -tags "$GOBC_BASE_TAGS,${GOBC_TAGS:-}" \
  -ldflags "-s -w -buildid= -X runtime.godebugDefault=asyncpreemptoff=1 -X gobc/core/store.Version=$version '-extldflags=$linker'" \
  -o "$folder/libgobc.so" ./capi/library
# Rename within one folder: a process that has the old library open keeps it whole.
cp "$folder/libgobc.so" "$output.new"
mv "$output.new" "$output"
