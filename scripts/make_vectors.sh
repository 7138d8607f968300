#!/bin/sh
# Computes the conformance vectors, tests/vectors/cases and wide, unless they are there and have the hashes of
# tests/vectors/hashes.sha256: 7 CPU-s once, then milliseconds.
# Usage: scripts/make_vectors.sh [--random COUNT FOLDER]     so many cases of small random graphs in a folder instead
set -eu
cd "$(dirname "$0")/.."
if [ $# = 0 ] && (cd tests/vectors && sha256sum --check --status hashes.sha256) 2>/dev/null &&
  [ "$(find tests/vectors/cases tests/vectors/wide -name '*.txt' | wc -l)" = "$(wc -l <tests/vectors/hashes.sha256)" ]; then
  exit
fi
go=$(sh scripts/find_go.sh)
unset GOOS GOARCH
CGO_ENABLED=0 GOFLAGS=-mod=readonly exec "$go" run ./tests/vectors/write "$@"
