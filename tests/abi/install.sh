#!/bin/sh
# The part of run.sh that installs the library and builds the example of docs/reference/c.md against it, as users do.
# shellcheck shell=sh disable=SC2154 # here, cc, library, folder and step are of run.sh
root=$here/../..
example=$here/example

# Of an outer make nothing is inherited; the library is given, and is not built.
make_install() {
  env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u PREFIX -u DESTDIR make -s -C "$root" -o "$library" install LIBRARY="$library" "$@"
}

installed() { # a prefix
  (cd "$1" && find . -type f | LC_ALL=C sort) >"$folder/files"
  printf './%s\n' include/gobc.h lib/cmake/gobc/gobcConfig.cmake lib/cmake/gobc/gobcConfigVersion.cmake lib/libgobc.so \
    lib/pkgconfig/gobc.pc share/gobc/gobc.supp | diff - "$folder/files" && cmp "$library" "$1/lib/libgobc.so"
}

prints() { # what the page says: a program
  "$1" >"$folder/printed" && diff "$example/output.txt" "$folder/printed"
}

refused() { # a command must fail with these words: words, command
  words=$1
  shift
  if "$@" >"$folder/refusal" 2>&1; then
    echo "not refused: $*"
    return 1
  fi
  grep -q -- "$words" "$folder/refusal" || { cat "$folder/refusal" && return 1; }
}

# The words of pkg-config are a shell's: a folder with a blank in its name is quoted.
by_pkg_config() { # the program; then a linker's options, to find the library when it runs
  eval "$cc -std=c99 -pedantic -Wall -Wextra -Werror -o '$1' '$example/betweenness.c' $(pkg-config --cflags --libs gobc) ${2:-}"
}

by_cmake() { # CMAKE_PREFIX_PATH, a folder to build in
  cmake -S "$example" -B "$2" -DCMAKE_PREFIX_PATH="$1" -DCMAKE_C_FLAGS=-Werror && cmake --build "$2"
}

asking_for() { # a version: a project that asks for it
  mkdir -p "$folder/asks $1" && printf '%s\n' 'cmake_minimum_required(VERSION 3.16)' 'project(asks NONE)' "find_package(gobc $1 REQUIRED)" \
    >"$folder/asks $1/CMakeLists.txt" && cmake -S "$folder/asks $1" -B "$folder/asks $1/build" -DCMAKE_PREFIX_PATH="$prefix"
}

prefix="$folder/a prefix"
staged=$folder/staged
step "make install into an empty PREFIX" make_install PREFIX="$prefix"
step "the installed files" installed "$prefix"
step "make install again" make_install PREFIX="$prefix"
step "make install into an empty DESTDIR" make_install DESTDIR="$staged" PREFIX=/opt/gobc
step "the files in DESTDIR" installed "$staged/opt/gobc"
step "a relative PREFIX is refused" refused "absolute path" make_install PREFIX=here DESTDIR="$staged"
step "a missing library is refused" refused "make build" env PREFIX="$prefix" sh "$root/scripts/install_c.sh" "$folder/none.so"

version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$root/python/gobc/_version.py")
if command -v pkg-config >/dev/null; then
  export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
  step "pkg-config's version" [ "$(pkg-config --modversion gobc)" = "$version" ]
  step "the example by pkg-config" by_pkg_config "$folder/plain"
  step "the example with LD_LIBRARY_PATH" env LD_LIBRARY_PATH="$prefix/lib" sh -c "'$folder/plain' | diff '$example/output.txt' -"
  # shellcheck disable=SC2016 # evaluated there
  step "the example by pkg-config, with a run path" by_pkg_config "$folder/found" '-Wl,-rpath,"$(pkg-config --variable=libdir gobc)"'
  step "the example with a run path" prints "$folder/found"
  export PKG_CONFIG_PATH="$staged/opt/gobc/lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$staged"
  step "the example by pkg-config, in DESTDIR" by_pkg_config "$folder/in_staged" "-Wl,-rpath,'$staged/opt/gobc/lib'"
  step "the example in DESTDIR" prints "$folder/in_staged"
  unset PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR
  step "gobc.pc names PREFIX without DESTDIR" grep -qx "prefix=/opt/gobc" "$staged/opt/gobc/lib/pkgconfig/gobc.pc"
else
  echo "left out: gobc.pc, as pkg-config is missing"
fi

if command -v cmake >/dev/null; then
  step "the example by CMake" by_cmake "$prefix" "$folder/cmake"
  step "the example that CMake built" prints "$folder/cmake/betweenness"
  step "the example by CMake, in DESTDIR" by_cmake "$staged/opt/gobc" "$folder/cmake staged"
  step "the example that CMake built in DESTDIR" prints "$folder/cmake staged/betweenness"
  step "CMake's package of this version" asking_for "$version EXACT"
  step "CMake's package of an earlier patch" asking_for "${version%.*}.0"
  step "CMake's package of any version" asking_for ""
  step "a later version is refused" refused "considered but not accepted" asking_for "${version%.*}.9999"
  step "another series is refused" refused "considered but not accepted" asking_for "99.0"
  step "an earlier series is refused" refused "considered but not accepted" asking_for "0.0.1"
else
  echo "left out: CMake's package, as cmake is missing"
fi
