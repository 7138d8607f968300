#!/bin/sh
# Builds gobc for Windows on x86-64 with Debian's mingw-w64, and runs its tests under Debian's Wine: no Windows is needed, and
# none is here, so what Wine does differently is not seen.
# Usage: scripts/test_windows.sh [PART...]     PARTS: library abi go python (all)
#   library   what the DLL exports, which DLLs it needs, its machine code
#   abi       the programs of tests/abi that need neither fork nor signals, with the conformance vectors
#   go        Go's tests, -short
#   python    the wheel in a Python for Windows, which mvn fetches where it is installed: tests/systems/windows/python.sh
# Environment: GOBC_CPU as in scripts/build_environment.sh; JOBS: how many Go packages are tested at once (2).
set -eu
cd "$(dirname "$0")/.."
root=$PWD
work=$root/build/windows
fail() { echo "test_windows: $*" >&2; exit 1; }
for need in "x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64-posix" "wine wine64 wine"; do
  # shellcheck disable=SC2086 # a command and its packages
  sh scripts/need.sh $need
done
go=$(sh scripts/find_go.sh)
mkdir -p "$work"

export WINEPREFIX="$work/prefix" WINEARCH=win64 WINEDEBUG="${WINEDEBUG:--all}"
export WINEDLLOVERRIDES="bcryptprimitives=n;mscoree,mshtml=" # ours; no .NET and no browser, which Wine would offer to fetch
x86_64-w64-mingw32-gcc -O2 -Wall -Wextra -shared -o "$work/bcryptprimitives.dll" tests/systems/windows/random.c -lbcrypt
if [ ! -f "$WINEPREFIX/ready" ]; then
  rm -rf "$WINEPREFIX"
  wineboot -i >"$work/wineboot.log" 2>&1 || { cat "$work/wineboot.log"; fail "Wine does not start"; }
  touch "$WINEPREFIX/ready"
fi
cp "$work/bcryptprimitives.dll" "$WINEPREFIX/drive_c/windows/system32"

export GOOS=windows GOARCH=amd64 CC=x86_64-w64-mingw32-gcc GOTOOLCHAIN=local GOWORK=off
export GOBC_CUDA=none GOBC_CPU="${GOBC_CPU:-all}" GOBC_MACHINE=none
library=$work/libgobc.dll
GO=$go sh scripts/build_library.sh "$library"

part_library() {
  OBJDUMP=x86_64-w64-mingw32-objdump sh tests/abi/run.sh "$library" exports
  needs=$(x86_64-w64-mingw32-objdump -p "$library" | sed -n 's/.*DLL Name: //p' | sort | tr '\n' ' ')
  [ "$needs" = "KERNEL32.dll msvcrt.dll " ] || fail "the library needs $needs"
  # The stack is aligned to 16 bytes on Windows, and gcc knows no way to align it to more (its bug 54412): a vector of AVX on it
  # may only be moved as an unaligned one.
  x86_64-w64-mingw32-objdump -d --no-show-raw-insn "$library" | grep -E '%[yz]mm' >"$work/vectors"
  grep -cE 'vmovd?qu|vmovup' "$work/vectors" >/dev/null || fail "the library has no vectors of AVX: GOBC_CPU=$GOBC_CPU"
  ! grep -E 'vmov(ap[sd]|dqa|ntp[sd]|ntdqa?)[0-9]* .*\(%rsp' "$work/vectors" || fail "these need a stack that is aligned to 32 bytes"
  echo "library: $(stat -c %s "$library") bytes, $(wc -l <"$work/vectors") instructions of AVX"
}

part_abi() {
  for name in api contents many lengths vectors streams fuzz stored threads; do
    GOBC_TESTS_RUNNER=wine GOBC_TESTS_MUTATIONS="${GOBC_TESTS_MUTATIONS:-20000}" GOBC_TESTS_SLOWDOWN=20 \
      sh tests/abi/run.sh "$library" "$name" >"$work/abi.log" 2>&1 || { cat "$work/abi.log"; fail "the C tests of $name fail"; }
    echo "$name: $(tail -n 1 "$work/abi.log")"
  done
}

part_go() {
  environment=$(sh scripts/build_environment.sh)
  eval "$environment"
  (unset GOOS GOARCH && GOBC_CUDA=none sh scripts/make_vectors.sh)
  printf '{"Replace": {"%s/src/internal/syscall/windows/wine.go": "%s/tests/systems/windows/deleting.go.txt"}}\n' \
    "$("$go" env GOROOT)" "$root" >"$work/overlay.json"
  # shellcheck disable=SC2046 # a word for each package
  CGO_ENABLED=1 CGO_LDFLAGS="-O2 -static" "$go" test -overlay "$work/overlay.json" -exec wine -p "${JOBS:-2}" -vet=off -short -timeout 20m \
    -mod=readonly -buildvcs=false -trimpath -tags "$GOBC_BASE_TAGS" . ./tests/go ./tests/vectors/... ./kernels/cpu/... \
    $("$go" list ./core/... | sed 's|^gobc|.|' | grep -v '^\./core$')
}

part_python() {
  [ -x .venv/bin/python ] || fail "there is no .venv; make test-windows makes it"
  (unset GOOS GOARCH CC && GOBC_CPU=native GO=$go sh scripts/build_library.sh "$work/here/libgobc.so")
  GOBC_LIBRARY=$work/here/libgobc.so PYTHON=$root/.venv/bin/python sh tests/systems/windows/python.sh "$library"
}

[ $# -gt 0 ] || set -- library abi go python
for part in "$@"; do
  case "$part" in
    library | abi | go | python) "part_$part" ;;
    *) fail "there is no part $part" ;;
  esac
done
echo "Windows, under $(wine --version): $* passed"
