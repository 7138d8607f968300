#!/bin/sh
# What a release must be, each part by a command: the wheel from two folders is the same file and loads on its own; its
# tag, size, symbols and glibc; the wheel of the sdist is the same again; what repositories ask of wheels, metadata and
# workflows; the packages for conda and R.
# Usage: scripts/release_check.sh [PART...]     PARTS: wheel tag symbols install sdist metadata conda r (all)
# Needs the network for auditwheel and build, and R.
# Results: build/release.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
out=$root/build/release
most_bytes=26214400 # 25 MiB
# What machines of 2021 have: Debian 12, Ubuntu 22.04, RHEL 9.
newest_glibc=2.34
platform=manylinux_2_34_$(uname -m)
python=$root/.venv/bin/python
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-1577836800}"
fail() { echo "release_check: $*" >&2; exit 1; }

# The committed sources in a folder of their own, with what is compiled of the CUDA kernels: images are named by the hash
# of all that goes into them.
copy_to() {
  mkdir -p "$1"
  git archive HEAD | tar -x -C "$1"
  mkdir -p "$1/build/cuda"
  cp -r build/cuda/objects "$1/build/cuda"
}

# A wheel of the sources in a folder, into another.
wheel_of() {
  (cd "$1" && unset CGO_CFLAGS CGO_LDFLAGS GOBC_LIBRARY && GO=$go GOBC_CUDA_WHEELS=$root/build/cuda/wheels GOCACHE=$work/cache \
    sh scripts/build_library.sh "$1/build/libgobc.so" && GOBC_BUILT_LIBRARY=$1/build/libgobc.so "$python" -m pip wheel --quiet \
    --no-deps --no-build-isolation --wheel-dir "$2" "$1")
}

# Whether the wheel in a folder is the one in build/release.
same() {
  cmp "$out"/*-linux_*.whl "$1"/*.whl || fail "$2 is not the same file"
  echo "$2: the same file, sha256 $(sha256sum <"$(echo "$1"/*.whl)" | cut -d ' ' -f 1)"
}

part_wheel() {
  for one in here "quite another place"; do
    copy_to "$work/$one"
    wheel_of "$work/$one" "$work/wheel of $one"
  done
  rm -rf "$out" && mkdir -p "$out" && cp "$work/wheel of here"/*.whl "$out"
  same "$work/wheel of quite another place" "the wheel from another folder"
}

# auditwheel refuses a wheel that needs more than the platform has, or other libraries; it renames, nothing else.
part_tag() {
  PATH=$(dirname "$tools"):$PATH auditwheel repair --plat "$platform" --wheel-dir "$out" "$out"/*-linux_*.whl >"$work/audit.log" 2>&1 ||
    { cat "$work/audit.log"; fail "auditwheel does not give the wheel the tag $platform"; }
  bytes=$(stat -c %s "$out"/*"$platform".whl)
  [ "$bytes" -lt "$most_bytes" ] || fail "the wheel has $bytes bytes, more than $most_bytes"
  echo "tag: $(basename "$out"/*"$platform".whl), $bytes bytes"
}

part_symbols() {
  library=$work/symbols/gobc/libgobc.so
  "$python" -m zipfile -e "$out"/*"$platform".whl "$work/symbols"
  readelf --dyn-syms -W "$library" | awk '$5 == "GLOBAL" && $7 != "UND" { sub(/@.*/, "", $8); print $8 }' | sort >"$work/exported"
  grep -o '\bgobc_[a-z_]*(' include/gobc.h | tr -d '(' | sort -u >"$work/declared"
  comm -13 "$work/declared" "$work/exported" | grep . && fail "these are exported and not declared in include/gobc.h"
  [ "$(wc -l <"$work/exported")" -ge 15 ] || fail "only these are exported: $(tr '\n' ' ' <"$work/exported")"
  needs=$(readelf -V "$library" | grep -o 'GLIBC_[0-9.]*' | sort -V | tail -1)
  [ "$(printf '%s\nGLIBC_%s\n' "$needs" "$newest_glibc" | sort -V | tail -1)" = "GLIBC_$newest_glibc" ] || fail "the library needs $needs"
  echo "symbols: $(wc -l <"$work/exported") exported, all declared; $needs"
}

# Nothing but the wheel, from a folder where no gobc lies.
part_install() {
  "$python" -m venv "$work/user"
  "$work/user/bin/python" -m pip install --quiet --no-index --no-deps "$out"/*"$platform".whl
  (cd "$work" && unset GOBC_LIBRARY PYTHONPATH && "$work/user/bin/gobc" doctor) || fail "the installed wheel does not work"
}

part_sdist() {
  [ -d "$work/here" ] || copy_to "$work/here"
  (cd "$work/here" && "$tools" -m build --quiet --sdist --no-isolation --outdir "$out" .)
  mkdir -p "$work/sdist" && tar -x --strip-components 1 -C "$work/sdist" -f "$(echo "$out"/*.tar.gz)"
  mkdir -p "$work/sdist/build/cuda" && cp -r build/cuda/objects "$work/sdist/build/cuda"
  wheel_of "$work/sdist" "$work/wheel of the sdist"
  same "$work/wheel of the sdist" "the wheel of the sdist"
}

# What PyPI, citation files and GitHub ask for.
part_metadata() {
  bin=$(dirname "$tools")
  "$bin/twine" check --strict "$out"/*"$platform".whl "$out"/*.tar.gz || fail "PyPI would not take these"
  "$bin/check-wheel-contents" "$out"/*"$platform".whl
  "$bin/validate-pyproject" pyproject.toml
  "$bin/cffconvert" --validate
  PATH=$root/.venv/bin:$PATH GOFLAGS=-mod=readonly "$go" run github.com/rhysd/actionlint/cmd/actionlint@v1.7.12
  echo "actionlint: nothing found in $(find .github/workflows -name '*.yml' | wc -l) workflows"
}

part_conda() { "$tools" scripts/check_conda.py "$out/conda"; }

# Without network, and from a home of its own, in which nothing may be left.
part_r() {
  GOBC_LIBRARY=$root/build/all/libgobc.so sh scripts/r_package.sh >"$work/r.log" 2>&1 || { cat "$work/r.log"; fail "there is no R package"; }
  mkdir "$work/r" "$work/home"
  env -u GOBC_LIBRARY -u GOBC_CPU -u GOBC_CUDA -u GOCACHE -u GOPATH -u GOMODCACHE HOME="$work/home" GO="$go" unshare --map-root-user --net \
    R CMD INSTALL --library="$work/r" "$(echo dist/gobc_*.tar.gz)" >"$work/r.log" 2>&1 ||
    { cat "$work/r.log"; fail "the R package does not install without network"; }
  [ -z "$(find "$work/home" -mindepth 1)" ] || fail "installing the R package left $(find "$work/home" -mindepth 1) at home"
  R_LIBS=$work/r Rscript -e 'x <- gobc::betweenness(data.frame(from = 1:2, to = 2:3)); stopifnot(x == c(0, 1, 0))'
  echo "r: $(basename "$(echo dist/gobc_*.tar.gz)"), $(stat -c %s dist/gobc_*.tar.gz) bytes, installs without network"
}

work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
go=$(sh scripts/find_go.sh)
tools=$(sh scripts/make_tools.sh)
if [ ! -d build/cuda/wheels ] || [ ! -d build/cuda/objects ]; then sh scripts/build_library.sh; fi
[ $# -gt 0 ] || set -- wheel tag symbols install sdist metadata conda r
for part; do "part_$part"; done
