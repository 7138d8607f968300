#!/bin/sh
# Tests of jobs on the engines of clusters (tests/cluster), in an environment of their own, build/cluster, with the group cluster
# of scripts/requirements.txt by its hashes. The package is that of this folder. Spark needs Java 17; Slurm's test needs slurmctld,
# slurmd and munged, and root.
# Usage: scripts/test_cluster.sh LIBRARY [PYTEST-ARGUMENT...]
set -eu
cd "$(dirname "$0")/.."
library=$(realpath "$1")
shift
pinned=$(sh scripts/pinned.sh cluster)
stamp=build/cluster/$(cksum <"$pinned" | tr -d ' ')
if [ ! -e "$stamp" ]; then
  sh scripts/make_venv.sh build/cluster
  install() {
    build/cluster/bin/python -m pip install --quiet --disable-pip-version-check --only-binary :all: --no-deps --require-hashes "$@"
  }
  install --requirement "$(sh scripts/pinned.sh build)"
  install --no-binary pyspark --no-build-isolation --requirement "$pinned" # of pyspark there is no wheel
  touch "$stamp"
fi
export GOBC_LIBRARY="$library" PYTHONPATH="$PWD/python" PATH="$PWD/build/cluster/bin:$PATH" PYTHONDONTWRITEBYTECODE=1
exec build/cluster/bin/python -m pytest -q --durations=10 -p no:cacheprovider ${1+"$@"} tests/cluster
