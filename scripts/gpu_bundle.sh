#!/bin/sh
# Packs what tests and benches the GPU part on a machine with a driver, Python, numpy, scipy, networkx, pyarrow and pytest,
# but without Go or a compiler: the library, the package, the vectors, the tests, the bench, the emulated driver.
# Usage: scripts/gpu_bundle.sh LIBRARY OUTPUT.tar [EDGE-LIST...]      edge lists go into data/, for the bench
set -eu
fail() { echo "gpu_bundle: $*" >&2; exit 1; }
[ $# -ge 2 ] || fail "usage: scripts/gpu_bundle.sh LIBRARY OUTPUT.tar [EDGE-LIST...]"
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
library=$1 output=$2
shift 2
most=60000000
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
to=$work/gobc-gpu
mkdir -p "$to/build/fakecuda" "$to/tests" "$to/data" "$to/python" "$(dirname "$output")"

fake=${GOBC_FAKE_FOLDER:-$root/build/fakecuda}
GOBC_FAKE_MISSING="cuMemGetInfo_v2 cuLaunchKernel" sh "$root/tests/fakecuda/build.sh" "$fake"
cp "$fake/libcuda.so.1" "$to/build/fakecuda/"
cp -R "$fake/missing" "$to/build/fakecuda/"

sh "$root/scripts/make_vectors.sh"
(cd "$root" && tar -cf - --exclude=__pycache__ --exclude='*.so' --exclude=tests/gpu/.pytest_cache \
  python/gobc tests/gpu benchmarks tests/vectors/cases tests/python/test_vectors.py tests/python/grouped.py \
  tests/python/definition.py tests/python/exact_questions.py tests/python/random_questions.py) |
  tar -xf - -C "$to"
cp "$library" "$to/python/gobc/libgobc.so"
for file in "$@"; do cp "$file" "$to/data/"; done

cat >"$to/run.sh" <<'END'
#!/bin/sh
# run.sh test [PYTEST ARGUMENT...]    tests on the GPUs of this machine; a missing GPU is a failure
# run.sh bench [ARGUMENT...]          speed; --help lists the arguments
# run.sh papers [ARGUMENT...]         the papers' tables; --help lists the arguments
# PYTHON: the interpreter (default python3).
set -eu
cd "$(dirname "$0")"
export PYTHONPATH="$PWD/python${PYTHONPATH:+:$PYTHONPATH}" PYTHONDONTWRITEBYTECODE=1
unset GOBC_LIBRARY
what=${1:-test}
[ $# -eq 0 ] || shift
case $what in
  test) GOBC_REQUIRE_CUDA=${GOBC_REQUIRE_CUDA-1} exec "${PYTHON:-python3}" -m pytest -q -p no:cacheprovider tests/gpu "$@" ;;
  bench) exec "${PYTHON:-python3}" benchmarks/gpu.py --data data --output results "$@" ;;
  papers) exec "${PYTHON:-python3}" -m gobc papers --output-dir results "$@" ;;
  *) echo "run.sh: test, bench or papers, not $what" >&2; exit 2 ;;
esac
END
chmod +x "$to/run.sh"
bytes=$(du -sb "$to" | cut -f1)
[ "$bytes" -le $most ] || fail "the bundle has $bytes bytes; $most are allowed"
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner -cf "$output" gobc-gpu
echo "$output: $bytes bytes; unpack it, then gobc-gpu/run.sh test, gobc-gpu/run.sh bench, gobc-gpu/run.sh papers"
