#!/bin/sh
# Runs test steps, all of them even if one fails, and prints a summary. Logs: build/logs. Steps that measure neither time
# nor memory come first, two at a time; the others follow, each with the machine to itself.
# Usage: scripts/test.sh STEP...        Steps are the functions step_* below.
#        scripts/test.sh --one STEP     one step of a run that has begun: a line in build/logs/STEP.line, and no summary
set -u
cd "$(dirname "$0")/.." || exit 1
mkdir -p build/logs
# The longest first.
overlapping="asan snapshots race r_packages go go_quick gpu_scores python networkx notebooks reproducible without_cgo staticcheck vet race_short cuda"
overlapping="$overlapping docs planted kernels format format_c lint spelling licenses"
go=$(sh scripts/find_go.sh) || exit 1
if [ "${1:-}" != --one ]; then # those inherit the environment
  environment=$(sh scripts/build_environment.sh) || exit 1
  eval "$environment"
  # Compiled as for the library, so that the build cache has it: -trimpath, and below -buildmode=pie, which makes the
  # same objects as c-shared does.
  export GOTOOLCHAIN=local GOWORK=off GOFLAGS="${GOFLAGS:-} -mod=readonly -buildvcs=false -trimpath -tags=$GOBC_BASE_TAGS"
fi
library=$PWD/${GOBC_TEST_LIBRARY:-build/libgobc.so}
export OPENBLAS_NUM_THREADS=1 # threads of NumPy that have nothing to do spin, in each process that imports it
python=.venv/bin/python
export GOBC_MACHINE=none # what a user has calibrated does not count

step_format() {
  wrong=$("$("$go" env GOROOT)/bin/gofmt" -l ./*.go capi core internal kernels tests)
  [ -z "$wrong" ] || { echo "run gofmt -w on:"; echo "$wrong"; return 1; }
  # shellcheck disable=SC2046 # a word for each file
  long=$(LC_ALL=C.UTF-8 grep -nE '^.{121,}' /dev/null $(git ls-files '*.go')) && { echo "lines of more than 120 columns:"; echo "$long"; return 1; }
  echo "all Go files are formatted"
}

# C, CUDA and C++, as .clang-format says.
step_format_c() {
  # shellcheck disable=SC2046 # a word for each file
  .venv/bin/clang-format --dry-run --Werror $(find capi core include kernels rpkg tests -name '*.[ch]' -o -name '*.cu' -o -name '*.cc' -o -name '*.cpp') &&
    echo "all files of C, CUDA and C++ are formatted"
}

# For other systems core's tests check the types, which compiles nothing; make test-all runs vet for them, too (macos has its own).
step_vet() {
  "$go" vet -buildmode=pie ./... && CGO_ENABLED=0 "$go" vet -buildmode=pie . ./core/... ./internal/... ./kernels/... ./tests/go &&
    { [ -z "${GOBC_TEST_ALL:-}" ] || CGO_ENABLED=0 GOOS=windows GOARCH=amd64 "$go" vet ./core/...; } && echo "nothing found"
}

# Spelling of all tracked text but data.
step_spelling() {
  git ls-files -z | xargs -0 "$python" -m codespell_lib && echo "no misspelling found"
}

# Spelling, as above; style, imports and names of all Python files; which modules of the package may import which; its types;
# shell scripts.
step_lint() {
  # shellcheck disable=SC2046 # a word for each file
  step_spelling && "$python" -m ruff check --quiet && .venv/bin/shellcheck $(grep -rlE '^#!/bin/sh' .ci rpkg scripts tests) &&
    PYTHONPATH=$PWD/python .venv/bin/lint-imports --no-cache && "$python" -m mypy
}

# What vet does not look for: what is unused, or can be said more simply. A minute of compiling before the first run.
step_staticcheck() {
  GOFLAGS="$GOFLAGS -buildmode=pie" "$go" run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./... && echo "nothing found"
}

# Tests that measure memory or compare speeds: alone. Neither they nor those that count processor time run under the race
# detector, which changes all of it, nor with the readable reference kernels, which promise none. -vet=off: that is a step.
measured='TestMemoryEstimate|TestDictionariesAreAsFastAsText'
delays='TestCancelEndsTheWork'

# make test-all: all of a suite, and whole emulated blocks; make test: what is not marked long, and fewer random graphs and streams.
if [ -n "${GOBC_TEST_ALL:-}" ]; then
  short='' not_long=''
  export GOBC_FAKE_THREADS="${GOBC_FAKE_THREADS:-1024}"
else
  short=-short not_long="not long"
  export GOBC_RANDOM_GRAPHS="${GOBC_RANDOM_GRAPHS:-60}" GOBC_PEER_GRAPHS="${GOBC_PEER_GRAPHS:-500}"
  export GOBC_TESTS_MUTATIONS="${GOBC_TESTS_MUTATIONS:-20000}"
fi

step_go() { CGO_ENABLED=1 "$go" test -buildmode=pie -ldflags=-w -vet=off -timeout 20m $short -skip "$measured" ./...; }

# Without those that take more than half of the time; make test has them.
slow='TestSameBits|TestPathCountsOfAnySize|TestCasesAreTheDefinition|TestAdaptiveStopsByTheRule|AllocationsFailOneByOne|CancelledDuring'
slow="$slow|TestFamilies|TestShapes|TestLengthsOfFamilies|TestFewSourcesOneByOneOrInNarrowBatches|TestPartialAtAnyTime"
step_go_quick() { CGO_ENABLED=1 "$go" test -buildmode=pie -ldflags=-w -vet=off -timeout 5m -short -skip "$measured|$slow" ./...; }

step_measured() {
  packages=$(grep -rlE "^func ($measured)" --include='*_test.go' ./*_test.go core kernels tests | xargs -n 1 dirname | sort -u | sed 's|^|./|')
  # shellcheck disable=SC2086
  [ -n "$packages" ] && CGO_ENABLED=1 "$go" test -buildmode=pie -ldflags=-w -vet=off -count=1 $short -timeout 20m -p 1 -run "$measured" $packages
}

step_race() { CGO_ENABLED=1 "$go" test -race -vet=off -short -timeout 20m -skip "$measured|$delays" ./core/...; }

# What starts threads and waits for them, under the race detector; the race detector's build of the rest takes 90 CPU-s.
step_race_short() { CGO_ENABLED=1 "$go" test -race -vet=off -timeout 20m ./core/guard ./core/memory; }

# Seconds on the clock, which a busy machine stretches: no part of make test, whose tests count what is done in their place.
# On a machine that does nothing else.
step_delays() {
  export GOBC_TEST_DELAYS=1
  CGO_ENABLED=1 "$go" test -buildmode=pie -vet=off -count=1 -p 1 -run "$delays" ./tests/go ./core/run ./core/estimate &&
    sh tests/abi/run.sh "$library" threads && sh tests/abi/run.sh "$library" fork &&
    "$python" -m pytest -q tests/python/test_process.py tests/python/test_notebook.py -k "interrupt or exceptions or tiny" &&
    sh scripts/test_r.sh "$library" process && { gpu_left_out || { build_emulator && "$python" -m pytest -q tests/gpu/test_gpu_control.py; }; }
}

# The build whose engine is the readable reference.
step_without_cgo() {
  CGO_ENABLED=0 "$go" test -buildmode=pie -vet=off -short -timeout 20m -skip "$measured|$delays" . ./core/... ./internal/... ./kernels/... ./tests/go
}

# Exact reductions: hard random graphs, as many as are asked for, and graphs of millions of vertices.
step_reductions() {
  GOBC_TEST_GRAPHS=${GOBC_TEST_GRAPHS:-20000} CGO_ENABLED=1 "$go" test -buildmode=pie -vet=off -timeout 0 -v -run 'TestHardGraphs$|OfAMillion$|OfTenMillion$|TestGridOfChains$' ./core/run
}

step_licenses() { "$python" scripts/third_party.py "$go" --check; }

step_cuda() { sh scripts/test_cuda.sh "$library" "$go" "$python"; }

step_reproducible() { sh scripts/check_reproducible.sh "$library"; }

# On the objects of the library, of the instruction sets that it holds.
step_kernels() {
  archive=$(CGO_ENABLED=1 "$go" list -buildmode=pie -export -f '{{.Export}}' ./kernels/cpu) || return 1
  # shellcheck disable=SC2046
  GOBC_KERNELS_ARCHIVE=$archive sh scripts/test_kernels.sh $(for tag in $(echo "$GOBC_BASE_TAGS" | tr , ' '); do
    sed -n "s|^#cgo $tag CFLAGS: *||p" kernels/cpu/cpu_c.go
  done)
}

step_abi() { need_cxx && sh tests/abi/run.sh "$library"; }

# Processor time and memory are measured in two files.
step_python() {
  "$python" -m pytest -q --durations=15 -m "$not_long" tests/python tests/peers \
    --ignore tests/python/test_process.py --ignore tests/python/test_notebook.py
}

# The sources as they are, with the library as it is.
step_python_quick() {
  GOBC_LIBRARY=$PWD/build/libgobc.so PYTHONPATH=$PWD/python "$python" -m pytest -q -m "not long" -x tests/python/test_vectors.py \
    tests/python/test_measures.py tests/python/test_results.py tests/python/test_weights.py tests/python/test_inputs.py
}

# NetworkX's own tests of what gobc computes for it.
step_networkx() { sh scripts/test_networkx.sh --short "$python"; }

# The site builds without a warning, its links lead somewhere, every public name is in the reference.
step_docs() { "$python" -m pytest -q tests/docs; }

# Every cell of the notebooks of docs/tutorials, with smaller sizes; what is committed must be whole. All of it: make notebooks.
step_notebooks() { "$python" scripts/run_notebooks.py --short; }

# `make docs` has built it.
step_site() { sh scripts/need.sh chromedriver chromium chromium-driver && "$python" -m pytest -q tests/site; }

step_process() { "$python" -m pytest -q --durations=15 tests/python/test_process.py tests/python/test_notebook.py; }

# Jobs on the engines of clusters.
step_cluster() { sh scripts/test_cluster.sh "$library"; }

# R and the packages that its tests compare with: fetched while other steps compute.
step_r_packages() { sh scripts/test_r.sh "$library" --packages; }

# R's package: its tests measure processor time after interrupts.
step_r() { sh scripts/test_r.sh "$library"; }

step_r_quick() {
  if ! command -v Rscript >/dev/null; then
    echo "R is not installed: its tests did not run (make test installs it)"
    return
  fi
  sh scripts/test_r.sh "$library" 'measures|errors'
}

# R's sources, in the style of rpkg/.lintr. Which findings there are depends on the version of lintr, which root installs.
step_r_lint() {
  if [ -z "${GOBC_TEST_ALL:-}" ] && { ! command -v Rscript >/dev/null ||
    { [ "$(id -u)" != 0 ] && ! Rscript -e 'library(lintr)' >/dev/null 2>&1; }; }; then
    echo "R or lintr is not installed: R's sources were not looked at (make test-all needs both)"
    return
  fi
  sh scripts/test_r.sh "$library" --lint
}

planted_library() {
  GOBC_TAGS=gobc_planted sh scripts/build_library.sh build/planted/libgobc.so && export GOBC_LIBRARY="$PWD/build/planted/libgobc.so"
}
step_planted() { planted_library && "$python" -m pytest -q tests/planted; }
# With the package that step r has installed.
step_planted_r() {
  { [ -f build/rlib/gobc/DESCRIPTION ] || sh scripts/test_r.sh "$library" --install; } && planted_library &&
    R_LIBS=$PWD/build/rlib Rscript tests/planted/planted.R
}

# A folder that R, Python, the shell, Go and C share, with R's package that step r has installed.
step_languages() {
  { [ -f build/rlib/gobc/DESCRIPTION ] || sh scripts/test_r.sh "$library" --install; } &&
    GOBC_LIBRARY=$library "$python" -m pytest -q tests/languages
}

# Without a CUDA part in the library there is nothing to test on a GPU: says so, and whether that is meant.
gpu_left_out() {
  case "$GOBC_BASE_TAGS" in gobc_cuda*) return 1 ;; esac
  if [ "${GOBC_CUDA:-}" = none ]; then
    echo "left out by GOBC_CUDA=none: the library has no CUDA part"
  else
    echo "this build has no CUDA part; GOBC_CUDA=none says that this is meant"
  fi
}

build_emulator() {
  need_cxx && sh tests/fakecuda/build.sh build/fakecuda && build/fakecuda/selftest && build/fakecuda/drivertest
}

# On the GPUs of this machine, else on emulated ones: what is computed here, what becomes of failures, cancels and
# processes in step_gpu.
timed="test_gpu_driver test_gpu_memory test_gpu_control test_gpu_process"

step_gpu_scores() {
  if gpu_left_out; then [ "${GOBC_CUDA:-}" = none ]; return; fi
  build_emulator || return 1
  # shellcheck disable=SC2046,SC2086 # a word for each file
  "$python" -m pytest -q --durations=15 -m "$not_long" tests/gpu $(printf -- '--ignore=tests/gpu/%s.py ' $timed)
}

step_gpu() {
  if gpu_left_out; then [ "${GOBC_CUDA:-}" = none ]; return; fi
  build_emulator || return 1
  # Scripted failures mostly wait: they run beside the others.
  "$python" -m pytest -q tests/gpu/test_gpu_driver.py tests/gpu/test_gpu_memory.py >build/logs/gpu-scripted.log 2>&1 &
  scripted=$!
  "$python" -m pytest -q tests/gpu/test_gpu_control.py tests/gpu/test_gpu_process.py
  computed=$?
  wait $scripted
  scripted=$?
  cat build/logs/gpu-scripted.log
  [ $computed = 0 ] && [ $scripted = 0 ]
}

# Several thousand answers against their hashes, also on an emulated GPU.
step_snapshots() {
  "$python" tests/snapshots/snapshots.py check || return 1
  if gpu_left_out; then [ "${GOBC_CUDA:-}" = none ]; return; fi
  build_emulator && LD_LIBRARY_PATH=$PWD/build/fakecuda GOBC_FAKE_CUDA="devices=1;sms=2" \
    "$python" tests/snapshots/snapshots.py check --device cuda
}

# The header is compiled as C++ too; Debian's gcc package leaves that compiler out.
need_cxx() {
  command -v "${CXX:-c++}" >/dev/null && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "installing g++ with apt-get"
    get() { apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends g++; }
    { get || { apt-get update && get; }; } >/dev/null 2>&1 && return
  fi
  echo "no C++ compiler: the header must compile as C++ too; as root run apt-get install g++, or set CXX"
  return 1
}

step_asan() { need_cxx && sh scripts/test_asan.sh; }

# Other systems, under emulators or as far as a compiler sees.
step_amd64() { sh scripts/test_system.sh amd64; }
step_arm64() { sh scripts/test_system.sh arm64; }
step_windows() { sh scripts/test_system.sh windows; }
step_macos() { sh scripts/test_system.sh macos; }
step_musl() { sh scripts/test_system.sh musl; }

step_stress() {
  "$go" test -race -count=10 -skip "$measured|$delays" -shuffle=on -timeout 30m ./core/run/... ./core/estimate/... ./core/guard/... || return 1
  for round in 1 2 3 4 5 6 7 8 9 10; do
    echo "round $round"
    sh tests/abi/run.sh "$library" && "$python" -m pytest -q tests/python -k "thread or fork or interrupt or exit" || return 1
  done
}

# Runs one step: a line with its time and that of the processors, the end of its log if it failed. Two may end at once:
# each is one write.
run() {
  log=build/logs/$1.log
  began=$(date +%s)
  if ("step_$1") >"$log" 2>&1; then
    verdict=ok
  else
    verdict=FAILED
  fi
  times >"$log.times"
  used=$(tail -n 1 "$log.times" | tr 'ms' '  ' | awk '{ printf "%d", 60 * ($1 + $3) + $2 + $4 }')
  printf '%-7s %-13s %4d s %5d CPU-s   %s\n' "$verdict" "$1" "$(($(date +%s) - began))" "$used" \
    "$(summary "$1" "$log")" >"build/logs/$1.line"
  said=$([ $verdict = ok ] || tail -n 60 "$log"; cat "build/logs/$1.line")
  printf '%s\n' "$said"
  [ $verdict = ok ]
}

# One line out of a log: what was counted.
summary() {
  case $1 in
    go | go_quick | measured | race | race_short | without_cgo) echo "$(grep -c '^ok' "$2") packages passed, $(grep -c '^FAIL.*[/.]' "$2") failed" ;;
    *) tail -n 1 "$2" | cut -c 1-100 ;;
  esac
}

if [ "${1:-}" = --one ]; then
  run "$2"
  exit
fi

chosen() { # the steps of the command line that may overlap (yes) or not (no)
  for step in $overlapping; do
    case " $all " in *" $step "*) [ "$1" = no ] || echo "$step" ;; esac
  done
  for step in $all; do
    case " $overlapping " in *" $step "*) ;; *) [ "$1" = yes ] || echo "$step" ;; esac
  done
}

all=$*
for step in $all; do rm -f "build/logs/$step.line"; done
lanes=$(nproc)
[ "$lanes" -le 2 ] || lanes=2
began=$(date +%s)
chosen yes | xargs -r -P "$lanes" -n 1 sh scripts/test.sh --one
chosen no | xargs -r -n 1 sh scripts/test.sh --one

failed=0
echo
for step in $all; do
  cat "build/logs/$step.line" 2>/dev/null || printf 'FAILED  %-13s did not end\n' "$step"
  grep -q '^ok' "build/logs/$step.line" 2>/dev/null || failed=$((failed + 1))
done
printf '\n%d s in all\n' "$(($(date +%s) - began))"
if [ "$failed" != 0 ]; then
  echo "$failed of $# steps failed; full logs in build/logs"
  exit 1
fi
echo "all $# steps passed"
