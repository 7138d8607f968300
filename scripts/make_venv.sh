#!/bin/sh
# Makes a Python virtual environment in FOLDER unless a working one is there.
# Looks for Python 3.10 or newer ($PYTHON first). Debian splits off what `venv` needs: as root the missing package is
# installed, otherwise the message says which one.
# Usage: scripts/make_venv.sh FOLDER
set -eu
folder=$1
say() { echo "make_venv: $*" >&2; }

recent() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; }

find_python() {
  for candidate in ${PYTHON:+"$PYTHON"} python3 /usr/bin/python3 python3.14 python3.13 python3.12 python3.11 python3.10; do
    if command -v "$candidate" >/dev/null && recent "$candidate"; then
      echo "$candidate"
      return
    fi
  done
  say "no Python 3.10 or newer found; install one or name it: make PYTHON=/path/to/python3"
  return 1
}

can_make() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }

install_venv() {
  package=$("$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    say "$1 cannot make virtual environments; as root run: apt-get install $package"
    return 1
  fi
  say "installing $package with apt-get"
  apt-get install -y --no-install-recommends "$package" >/dev/null 2>&1 || {
    apt-get update >/dev/null
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$package" >/dev/null
  }
}

if [ -x "$folder/bin/python" ] && "$folder/bin/python" -m pip --version >/dev/null 2>&1; then
  exit 0
fi
python=$(find_python)
rm -rf "$folder"
if can_make "$python" || { [ -z "$(command -v virtualenv)" ] && install_venv "$python"; }; then
  "$python" -m venv "$folder"
elif command -v virtualenv >/dev/null; then
  virtualenv --quiet --python "$python" "$folder"
else
  exit 1
fi
