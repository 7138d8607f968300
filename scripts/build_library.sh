#!/bin/sh
# Builds libgobc.so, on macOS libgobc.dylib, on Windows libgobc.dll: Go core, C kernels and compiled CUDA kernels in one shared
# library that exports gobc_* and nothing else, and needs neither a GPU nor a driver to be loaded. For this machine unless
# asked otherwise (scripts/build_environment.sh).
# The bytes depend on the sources, Go and the C compiler, not on the folder, the user or the time:
# -trimpath and the empty build ids leave no path or stamp behind.
# Modules come from the folder vendor where there is one, as in the R package, and no network is needed.
# Usage: scripts/build_library.sh [OUTPUT]      Environment: GO, CC, GOCACHE, GOPROXY, GOFLAGS as Go knows them; GOOS, GOARCH: for
# which system and processor, with a CC that compiles for them;
# GOBC_TAGS: build tags, for tests (capi/planted.go); GOBC_LDFLAGS: flags for the linker alone; GOBC_CPU, GOBC_CUDA, GOBC_CUDA_WHEELS: see scripts/build_environment.sh.
set -eu
fail() { echo "build_library: $*" >&2; exit 1; }

system=${GOOS:-$(uname -s | tr '[:upper:]' '[:lower:]')}
case "$system" in
  linux) name=libgobc.so cc=${CC:-gcc} ;;
  darwin) name=libgobc.dylib cc=${CC:-cc} ;;
  windows | mingw* | msys*) system=windows name=libgobc.dll cc=${CC:-x86_64-w64-mingw32-gcc} ;;
  *) fail "only Linux, macOS and Windows are supported, this is $system" ;;
esac
output=${1:-build/$name}
case "$output" in
  /*) ;;
  *) output=$PWD/$output ;;
esac
cd "$(dirname "$0")/.."
command -v "${cc%% *}" >/dev/null || fail "the C compiler '$cc' is missing; install it (Debian: apt-get install gcc libc6-dev) or set CC"
go=$(sh scripts/find_go.sh) || fail "no Go to build with"
environment=$(CC="$cc" sh scripts/build_environment.sh) || fail "the build cannot be prepared; GOBC_CUDA=none builds for the CPU only"
eval "$environment"
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' python/gobc/_version.py)
[ -n "$version" ] || fail "python/gobc/_version.py holds no line __version__ = \"...\""

modules='readonly'
[ ! -f vendor/modules.txt ] || modules=vendor
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Inner quotes let the folder's name hold spaces; the paths of lists do not reach the library. On Windows Go adds a list of its
# own functions unless all symbols are asked for, which the linker then takes back; compiler's and threads' libraries go inside.
case "$system" in
  darwin)
    grep -o 'gobc_[a-z_0-9]*' capi/gobc.map | sed 's/^/_/' >"$folder/exports"
    linker="\"-Wl,-exported_symbols_list,$folder/exports\" -Wl,-install_name,@rpath/$name"
    ;;
  linux) linker="-Wl,-z,relro -Wl,-z,now -Wl,-soname,$name \"-Wl,--version-script=$PWD/capi/gobc.map\"" ;;
  windows)
    place=$(pwd -W 2>/dev/null || pwd) # shells of Windows know two names of a folder, linkers one of them
    linker="-static -Wl,--no-insert-timestamp -Wl,--export-all-symbols -Wl,--exclude-all-symbols \"$place/capi/gobc.def\""
    ;;
esac

mkdir -p "$(dirname "$output")"
GOTOOLCHAIN=local GOWORK=off CGO_ENABLED=1 CC="$cc" "$go" build \
  -buildmode=c-shared -trimpath -buildvcs=false -mod=$modules -tags "$GOBC_BASE_TAGS,${GOBC_TAGS:-}" \
  -ldflags "-s -w -buildid= -X runtime.godebugDefault=asyncpreemptoff=1 -X gobc/core/store.Version=$version '-extldflags=$linker ${GOBC_LDFLAGS:-}'" \
  -o "$folder/$name" ./capi/library
# Rename within one folder: a process that has the old library open keeps it whole.
cp "$folder/$name" "$output.new"
mv "$output.new" "$output"
