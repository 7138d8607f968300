#!/bin/sh
# Builds libgobc.so, on Windows libgobc.dll: Go core, C kernels and compiled CUDA kernels in one shared library that exports gobc_* and nothing
# else, and needs neither a GPU nor a driver to be loaded. For this machine unless asked otherwise (scripts/build_environment.sh).
# The bytes depend on the sources, Go and the C compiler, not on the folder, the user or the time:
# -trimpath and the empty build ids leave no path or stamp behind.
# Modules come from the folder vendor where there is one, as in the R package, and no network is needed.
# Usage: scripts/build_library.sh [OUTPUT]      Environment: GO, CC, GOCACHE, GOPROXY, GOFLAGS as Go knows them; GOOS, GOARCH: for
# which system and processor, with a CC that compiles for them;
# GOBC_TAGS: build tags, for tests (capi/planted.go); GOBC_CPU, GOBC_CUDA, GOBC_CUDA_WHEELS: see scripts/build_environment.sh.
set -eu
fail() { echo "build_library: $*" >&2; exit 1; }

system=${GOOS:-$(uname -s | tr '[:upper:]' '[:lower:]')}
case "$system" in
  linux) name=libgobc.so ;;
  windows) name=libgobc.dll ;;
  *) fail "only Linux and Windows are supported, this is $system" ;;
esac
output=${1:-build/$name}
case "$output" in
  /*) ;;
  *) output=$PWD/$output ;;
esac
cd "$(dirname "$0")/.."
case "$system" in
  linux) cc=${CC:-gcc} ;;
  windows) cc=${CC:-x86_64-w64-mingw32-gcc} ;;
esac
command -v "${cc%% *}" >/dev/null || fail "the C compiler '$cc' is missing; install it (Debian: apt-get install gcc libc6-dev) or set CC"
go=$(sh scripts/find_go.sh) || fail "no Go to build with"
environment=$(sh scripts/build_environment.sh) || fail "the build cannot be prepared; GOBC_CUDA=none builds for the CPU only"
eval "$environment"
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' python/gobc/_version.py)
[ -n "$version" ] || fail "python/gobc/_version.py holds no line __version__ = \"...\""

# Inner quotes let the folder's name hold spaces; the paths of lists do not reach the library. On Windows Go adds a list of its
# own functions unless all symbols are asked for, which the linker then takes back; compiler's and threads' libraries go inside.
case "$system" in
  linux) linker="-Wl,-z,relro -Wl,-z,now -Wl,-soname,$name \"-Wl,--version-script=$PWD/capi/gobc.map\"" ;;
  windows) linker="-static -Wl,--no-insert-timestamp -Wl,--export-all-symbols -Wl,--exclude-all-symbols \"$PWD/capi/gobc.def\"" ;;
esac

modules='readonly'
[ ! -f vendor/modules.txt ] || modules=vendor
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$(dirname "$output")"
GOTOOLCHAIN=local GOWORK=off CGO_ENABLED=1 CC="$cc" "$go" build \
  -buildmode=c-shared -trimpath -buildvcs=false -mod=$modules -tags "$GOBC_BASE_TAGS,${GOBC_TAGS:-}" \
  -ldflags "-s -w -buildid= -X runtime.godebugDefault=asyncpreemptoff=1 -X gobc/core/store.Version=$version '-extldflags=$linker'" \
  -o "$folder/$name" ./capi/library
# Rename within one folder: a process that has the old library open keeps it whole.
cp "$folder/$name" "$output.new"
mv "$output.new" "$output"
