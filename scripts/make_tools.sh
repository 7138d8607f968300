#!/bin/sh
# Installs what resolves, audits and packs (group tools of scripts/requirements.txt, by its hashes) into build/tools, and prints
# the path of its Python. The group has all that is needed: pip looks for nothing else.
# Usage: scripts/make_tools.sh
set -eu
cd "$(dirname "$0")/.."
pinned=$(sh scripts/pinned.sh tools)
stamp=build/tools/$(cksum <"$pinned" | tr -d ' ')
if [ ! -e "$stamp" ]; then
  sh scripts/make_venv.sh build/tools >&2
  build/tools/bin/python -m pip install --quiet --disable-pip-version-check --only-binary :all: --no-deps --require-hashes --requirement "$pinned" >&2
  touch "$stamp"
fi
echo "$PWD/build/tools/bin/python"
