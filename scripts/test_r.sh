#!/bin/sh
# Installs the R package, with the library that is built already, into build/rlib and runs its tests there. R and the
# packages that the tests compare with come from Debian, when root runs this and they are missing.
# Usage: scripts/test_r.sh LIBRARY [FILTER | --install | --packages | --lint]      FILTER: a regular expression on the tests'
# files; --install: no tests; --packages: Debian's alone; --lint: lintr in place of tests, which sees what is installed.
# GOBC_RANDOM_GRAPHS: how many random graphs are compared with igraph (300).
set -eu
cd "$(dirname "$0")/.."
unset MAKEFLAGS MFLAGS # of a parallel make that runs this: R's own make would warn
case "$1" in /*) library=$1 ;; *) library=$PWD/$1 ;; esac
packages="testthat igraph Matrix bit64 sna tidygraph ggplot2 graph BiocParallel future future.apply future.batchtools"
debian="r-base-core r-cran-testthat r-cran-igraph r-cran-matrix r-cran-bit64 r-cran-sna r-cran-tidygraph r-cran-ggplot2
  r-bioc-graph r-bioc-biocparallel r-cran-future r-cran-future.apply r-cran-future.batchtools"
[ "${2:-}" != --lint ] || { packages="$packages lintr"; debian="$debian r-cran-lintr"; }

missing() {
  command -v Rscript >/dev/null || { echo "R"; return; }
  # shellcheck disable=SC2086
  Rscript -e 'p <- commandArgs(TRUE); cat(Filter(function(one) !nzchar(system.file(package = one)), p))' $packages
}

absent=$(missing)
if [ -n "$absent" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "installing R and packages with apt-get: $absent"
  # shellcheck disable=SC2086
  get() { DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends $debian; }
  { get || { apt-get update && get; }; } >/dev/null 2>&1 || :
  absent=$(missing)
fi
[ -z "$absent" ] || { echo "missing: $absent. As root run: apt-get install $debian"; exit 1; }
if [ "${2:-}" = --packages ]; then
  echo "$(Rscript --version 2>&1 | head -n 1); $packages"
  exit
fi

# From a copy: nothing is written into the checkout, and the sources are found by configure all the same.
rm -rf build/rpkg-test build/rlib
mkdir -p build/rpkg-test build/rlib
cp -R rpkg include scripts build/rpkg-test
build/rpkg-test/rpkg/cleanup
GOBC_LIBRARY=$library R CMD INSTALL --no-docs --no-test-load --library=build/rlib build/rpkg-test/rpkg >build/rpkg-test/install.log 2>&1 ||
  { cat build/rpkg-test/install.log; exit 1; }
! grep -n "warning:" build/rpkg-test/install.log || { echo "the compiler warns"; exit 1; }

[ "${2:-}" != --install ] || exit 0
unset GOBC_LIBRARY
if [ "${2:-}" = --lint ]; then
  R_LIBS=$PWD/build/rlib Rscript -e 'found <- lintr::lint_package("rpkg"); print(found); quit(status = length(found) > 0)' &&
    echo "nothing found"
  exit
fi
sh scripts/make_vectors.sh
R_LIBS=$PWD/build/rlib GOBC_VECTORS=$PWD/tests/vectors Rscript scripts/test_r.R "${2:-}"
