#!/bin/sh
# Resolves what pyproject.toml asks for into scripts/requirements-*.txt: every package with its version and the hashes of
# all its files, for every Python from 3.10 on. Versions that are there stay unless they no longer fit; --upgrade takes the
# newest. The resolver itself is installed from scripts/requirements-tools.txt, by its hashes.
# Usage: scripts/pins.sh [--upgrade]
set -eu
cd "$(dirname "$0")/.."
tools=$(dirname "$(sh scripts/make_tools.sh)")

resolve() { # the name of a file, and what goes into it
  file=scripts/requirements-$1.txt
  shift
  "$tools/uv" pip compile --quiet --universal --python-version "$oldest" --generate-hashes --no-annotate --no-emit-index-url \
    --no-emit-find-links --custom-compile-command "make pins" --output-file "$file" "$@"
  echo "$file: $(grep -c '^[a-z]' "$file") packages"
}

case ${1:-} in
  "" | --upgrade) ;;
  *) echo "usage: scripts/pins.sh [--upgrade]" >&2; exit 1 ;;
esac
oldest=3.10
resolve build --group build "$@"
# docopt, of which there is no wheel, is for a command of a dependency that nothing here calls.
resolve tools --group tools --group build --no-emit-package docopt "$@"
resolve test --extra test "$@" pyproject.toml
# Engines of clusters, whose tests need nothing of the others.
resolve cluster --group cluster "$@"
# Parts of it, in the same versions.
resolve demo --extra demo --constraint scripts/requirements-test.txt "$@" pyproject.toml
resolve notebooks --extra notebooks --constraint scripts/requirements-test.txt "$@" pyproject.toml
oldest=3.11 # of Sphinx and its extensions
resolve docs --extra docs --constraint scripts/requirements-test.txt "$@" pyproject.toml
