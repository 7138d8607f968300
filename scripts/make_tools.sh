#!/bin/sh
# Installs what resolves, audits and packs (scripts/requirements-tools.txt, by its hashes) into build/tools, and prints the
# path of its Python.
# Usage: scripts/make_tools.sh
set -eu
cd "$(dirname "$0")/.."
pinned=scripts/requirements-tools.txt
stamp=build/tools/$(cksum <"$pinned" | tr -d ' ')
if [ ! -e "$stamp" ]; then
  sh scripts/make_venv.sh build/tools >&2
  build/tools/bin/python -m pip install --quiet --disable-pip-version-check --only-binary :all: --require-hashes --requirement "$pinned" >&2
  touch "$stamp"
fi
echo "$PWD/build/tools/bin/python"
