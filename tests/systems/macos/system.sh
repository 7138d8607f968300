# shellcheck shell=sh disable=SC2034,SC2154 # read by scripts/test_system.sh, which sets others
# macOS on arm64 and x86-64: compiled and linked by zig, which has the headers of macOS; nothing runs.
if [ ! -x build/zig/bin/python-zig ]; then
  here sh scripts/make_venv.sh build/zig
  build/zig/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile --require-hashes \
    --requirement "$(sh scripts/pinned.sh zig)"
fi
export PATH="$PATH:$root/build/zig/bin" ZIG_GLOBAL_CACHE_DIR="$work/cache" ZIG_LOCAL_CACHE_DIR="$work/cache"
export GOOS=darwin GOBC_CPU=all
library=$work/libgobc.dylib
parts="library intel vet"

# Of libraries zig has libSystem alone. Go names a framework on arm64, of which it uses nothing, and three functions of libresolv.
export GOBC_LDFLAGS="\"-L$root/$place/frameworks\""
compiler() { echo "python-zig cc -target $1-macos -fno-sanitize=all -F$root/$place/frameworks"; }
export GOARCH=arm64
CC=$(compiler aarch64)
export CC

needs() { here "$go" run "./$place" -needs "$library"; }
system_libraries="/usr/lib/libSystem.B.dylib /usr/lib/libresolv.9.dylib"
needed="/System/Library/Frameworks/CoreFoundation.framework/Versions/A/CoreFoundation $system_libraries"
look() { :; }

part_intel() {
  (GOARCH=amd64 CC=$(compiler x86_64) library=$work/intel/libgobc.dylib needed=$system_libraries built='' && part_library)
}

# Go's files for macOS, those without C.
part_vet() {
  for GOARCH in arm64 amd64; do
    CGO_ENABLED=0 GOARCH=$GOARCH "$go" vet -mod=readonly . ./core/... ./kernels/... ./tests/go
  done
}
