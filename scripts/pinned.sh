#!/bin/sh
# Writes the packages of one group of scripts/requirements.txt into build/pins/GROUP.txt, for pip, and prints the path.
# Usage: scripts/pinned.sh GROUP | --groups       --groups: prints the groups that there are
set -eu
cd "$(dirname "$0")/.."
if [ "$1" = --groups ]; then
  sed -n 's/^#: //p' scripts/requirements.txt | tr ' ' '\n' | sort -u
  exit
fi
mkdir -p build/pins
file=build/pins/$1.txt
awk -v group="$1" '/^#: / { wanted = index($0 " ", " " group " "); if (wanted) print "#: " group } wanted && !/^#/' \
  scripts/requirements.txt >"$file.$$"
[ -s "$file.$$" ] || { rm "$file.$$"; echo "pinned: scripts/requirements.txt has no group $1" >&2; exit 1; }
mv "$file.$$" "$file"
echo "$file"
