#!/bin/sh
# NetworkX's own tests with the backend "gobc", which must be installed: scripts/test_networkx.sh [--short] [PYTHON].
# First the whole suite, where NetworkX computes what gobc does not; then its six files on centralities and distances,
# where each call of a function that gobc has must be served by gobc. --short: those six alone, and without GOBC_TEST_ALL
# random graphs of two seeds of ten.
set -eu
cd "$(dirname "$0")/.."
short=
[ "${1:-}" != --short ] || { short=yes; shift; }
python=${1:-.venv/bin/python}

# Not from this folder: its pytest settings are for our own tests, and so is tests/peers for all but the plugin.
tests() {
  PYTHONPATH=$PWD/tests/peers${PYTHONPATH:+:$PYTHONPATH} NETWORKX_TEST_BACKEND=gobc NETWORKX_FALLBACK_TO_NX=1 \
    "$python" -m pytest -q -c /dev/null --rootdir "$PWD/build" --import-mode=importlib -p no:cacheprovider \
    -p networkx_served "$@"
}

mkdir -p build
[ -z "$short" ] || [ -n "${GOBC_TEST_ALL:-}" ] || export GOBC_NETWORKX_SEEDS=2
[ -n "$short" ] || tests --pyargs networkx

algorithms=networkx.algorithms
GOBC_NETWORKX_SERVED=all tests --pyargs \
  $algorithms.centrality.tests.test_betweenness_centrality \
  $algorithms.centrality.tests.test_betweenness_centrality_subset \
  $algorithms.centrality.tests.test_closeness_centrality \
  $algorithms.centrality.tests.test_harmonic_centrality \
  $algorithms.centrality.tests.test_load_centrality \
  $algorithms.tests.test_distance_measures
