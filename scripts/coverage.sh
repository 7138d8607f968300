#!/bin/sh
# Prints how much of the Python package and of every Go package its own tests run: a table each, and no threshold. What runs
# in child processes does not count, and tests that measure time are left out: counting slows what they time.
# Usage: scripts/coverage.sh [PYTEST_ARGUMENT...]      default: tests/python without what is marked long
set -eu
cd "$(dirname "$0")/.."
[ $# != 0 ] || set -- tests/python -m "not long" --ignore tests/python/test_process.py --ignore tests/python/test_notebook.py
environment=$(GOBC_CUDA=none sh scripts/build_environment.sh)
eval "$environment"
export GOTOOLCHAIN=local GOWORK=off CGO_ENABLED=1 GOFLAGS="-mod=readonly -buildvcs=false -trimpath -tags=$GOBC_BASE_TAGS"
export GOBC_LIBRARY="$PWD/build/libgobc.so" PYTHONPATH="$PWD/python" COVERAGE_FILE="$PWD/build/coverage"
python=${PYTHON:-.venv/bin/python}

"$python" -m coverage run --source=python/gobc -m pytest -q "$@"
"$python" -m coverage report --skip-empty
echo
"$(sh scripts/find_go.sh)" test -buildmode=pie -vet=off -short -cover ./... >build/coverage.txt || {
  cat build/coverage.txt
  exit 1
}
echo "Go package                               statements"
awk '{
  for (i = 2; i < NF; i++)
    if ($i == "coverage:") printf "%-40s %10s\n", ($1 == "ok" ? $2 : $1), $(i + 1)
}' build/coverage.txt
