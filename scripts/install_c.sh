#!/bin/sh
# Installs the C library into PREFIX: library, header, files for pkg-config and CMake, valgrind's suppressions.
# Usage: scripts/install_c.sh LIBRARY      Environment: PREFIX (/usr/local); DESTDIR: a folder that PREFIX is put under, for packages.
set -eu
library=$1
prefix=${PREFIX:-/usr/local}
fail() { echo "install_c: $*" >&2; exit 1; }
case "$prefix" in
  /*) ;;
  *) fail "PREFIX is '$prefix': give an absolute path" ;;
esac
[ -f "$library" ] || fail "there is no library $library: run make build"
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$root/python/gobc/_version.py")
[ -n "$version" ] || fail "python/gobc/_version.py holds no line __version__ = \"...\""
to=${DESTDIR:-}$prefix

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ printf 'prefix=%s\n' "$prefix" && cat "$root/packaging/c/gobc.pc" && echo "Version: $version"; } >"$folder/gobc.pc"
{ echo "set(PACKAGE_VERSION $version)" && cat "$root/packaging/c/gobcConfigVersion.cmake"; } >"$folder/gobcConfigVersion.cmake"

# A program that has the old library open keeps it: install makes a new file.
install -d "$to/lib/pkgconfig" "$to/lib/cmake/gobc" "$to/include" "$to/share/gobc"
install -m 755 "$library" "$to/lib/libgobc.so"
install -m 644 "$root/include/gobc.h" "$to/include"
install -m 644 "$folder/gobc.pc" "$to/lib/pkgconfig"
install -m 644 "$root/packaging/c/gobcConfig.cmake" "$folder/gobcConfigVersion.cmake" "$to/lib/cmake/gobc"
install -m 644 "$root/packaging/gobc.supp" "$to/share/gobc"
echo "gobc $version is installed in $to"
