#!/bin/sh
# python.sh - the package in a Python for arm64, under QEMU: what host.py prints there is what it prints here, to the last bit,
# and the tests of vectors and of random graphs pass. scripts/test_system.sh sets up the emulator and the library.
#
#   tests/systems/arm64/python.sh LIBRARY     Environment: EMULATOR; PYTHON, with gobc's library for this processor in GOBC_LIBRARY
#
# Python is Debian's, unpacked into a folder; nothing is installed. NumPy, pyarrow and pytest are PyPI's wheels for arm64.
set -eu
cd "$(dirname "$0")/../../.."
library=$1
work=$PWD/build/arm64
machine=$work/root # the files of an arm64 Debian
[ -n "${GOBC_LIBRARY:-}" ] || { echo "python.sh: GOBC_LIBRARY must name the library for this processor" >&2; exit 2; }

if [ ! -x "$machine/usr/bin/python3.11" ]; then
  command -v apt-get >/dev/null || { echo "python.sh: apt-get is missing, which fetches a Python for arm64" >&2; exit 1; }
  mkdir -p "$work/apt/lists/partial" "$work/apt/archives/partial"
  fetch() {
    apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State::status=/dev/null -o Debug::NoLocking=1 \
      -o Dir::State::lists="$work/apt/lists" -o Dir::Cache="$work/apt" "$@"
  }
  { fetch update && fetch --download-only --no-install-recommends --yes install python3.11 libstdc++6; } >"$work/apt.log" 2>&1 ||
    { cat "$work/apt.log"; exit 1; }
  rm -rf "$machine.new"
  for package in "$work"/apt/archives/*.deb; do dpkg-deb -x "$package" "$machine.new"; done
  mv "$machine.new" "$machine"
fi
there() {
  GOBC_LIBRARY=$library PYTHONPATH=$PWD/python:$work/site QEMU_LD_PREFIX=$machine GOBC_TESTS_RUNNER=$EMULATOR \
    "$EMULATOR" "$machine/usr/bin/python3.11" "$@"
}
if [ ! -d "$work/site" ]; then
  awk '/^#: / { next } /^[a-z]/ { wanted = $0 ~ /^(iniconfig|networkx|numpy|packaging|pluggy|pyarrow|pygments|pytest)==/ } wanted' \
    "$(sh scripts/pinned.sh test)" >"$work/packages.txt"
  rm -rf "$work/site.new"
  # pip is the one of this processor: it is all Python.
  there "$("$PYTHON" -c 'import pip; print(pip.__path__[0])')" install --quiet --disable-pip-version-check --no-deps --no-compile \
    --only-binary :all: --require-hashes --target "$work/site.new" --requirement "$work/packages.txt"
  mv "$work/site.new" "$work/site"
fi

rm -rf "$work/host" && mkdir -p "$work/host/here" "$work/host/there"
export PYTHONDONTWRITEBYTECODE=1 PYTHONUTF8=1 OPENBLAS_NUM_THREADS=1
PYTHONPATH=$PWD/python "$PYTHON" -c 'import gobc, sys; gobc.datasets.bladder_coexpression().write(sys.argv[1])' "$work/host/genes.csv"
PYTHONPATH=$PWD/python "$PYTHON" tests/systems/host.py "$work/host/here" "$work/host/genes.csv" >"$work/host/here.txt"
there tests/systems/host.py "$work/host/there" "$work/host/genes.csv" >"$work/host/there.txt" || { cat "$work/host/there.txt"; exit 1; }
diff "$work/host/here.txt" "$work/host/there.txt"
echo "python: $(wc -l <"$work/host/here.txt") lines are the same"
there -m pytest -q -p no:cacheprovider tests/python/test_vectors.py tests/python/test_definition.py
