#!/bin/sh
# Makes dist/gobc_VERSION.tar.gz: the R package with the library's sources in tools/gobc, which its configure builds without
# network: the Go modules are in tools/gobc/vendor.tar.xz.
# Vignettes are built where knitr, rmarkdown and pandoc are there, and the package is installed for them: with the library
# that GOBC_LIBRARY names, or one that is built first.
# Usage: scripts/r_package.sh [--check | --install | --sources FOLDER]
# --check: R CMD check --as-cran of it as well, without network; --install: installs it, with the library of GOBC_LIBRARY;
# --sources: its sources into FOLDER/gobc, and no more, for which R is not needed; modules are packed quickly, not small
set -eu
cd "$(dirname "$0")/.."
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' python/gobc/_version.py)
[ "$(sed -n 's/^Version: //p' rpkg/DESCRIPTION)" = "$version" ] ||
  { echo "r_package: rpkg/DESCRIPTION has another version than python/gobc/_version.py, $version" >&2; exit 1; }

folder=$PWD/build/rpkg
level=-9
if [ "${1:-}" = --sources ]; then
  folder=$(mkdir -p "$2" && cd "$2" && pwd)
  level=-1 # -9 takes 7 s
else
  command -v R >/dev/null || { echo "r_package: R is missing; as root run apt-get install r-base-core" >&2; exit 1; }
fi
package=$folder/gobc
rm -rf "$package"
mkdir -p "$package"
cp -R rpkg/. "$package"
(cd "$package" && ./cleanup)
copy() { # files of the checkout into tools/gobc, without tests and builds
  tar -cf - --exclude='*_test.go' --exclude=testdata --exclude=images --exclude=__pycache__ --exclude='*.o' --exclude='*.so' \
    --exclude='*.a' "$@" | tar -xf - -C "$package/tools/gobc"
}
mkdir -p "$package/tools/gobc"
copy go.mod go.sum LICENSE THIRD_PARTY.md capi core include kernels python/gobc/_version.py \
  scripts/build_library.sh scripts/build_environment.sh scripts/find_go.sh scripts/make_venv.sh scripts/pinned.sh
cp "$(sh scripts/pinned.sh cuda)" "$package/tools/gobc/scripts/requirements.txt"
# One file for the modules: their names are longer than what R's tar takes, and R's checks look at sources of R alone.
go=$(sh scripts/find_go.sh)
(cd "$package/tools/gobc" && GOTOOLCHAIN=local GOWORK=off GOFLAGS=-mod=readonly "$go" mod vendor &&
  tar -c --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u+w,go-w vendor | xz "$level" >vendor.tar.xz && rm -r vendor)
mkdir "$package/tests/testthat/vectors"
cp -R tests/files "$package/tests/testthat"
sh scripts/make_vectors.sh
cp -R tests/vectors/cases tests/vectors/wide "$package/tests/testthat/vectors"
cp CHANGELOG.md "$package/NEWS.md"
mkdir -p "$package/inst" && cp THIRD_PARTY.md "$package/inst/COPYRIGHTS"
[ "${1:-}" != --sources ] || exit 0

mkdir -p dist

absent=$(Rscript -e 'cat(Filter(function(one) !nzchar(system.file(package = one)), c("knitr", "rmarkdown")))')
command -v pandoc >/dev/null || absent="$absent pandoc"
vignettes=
ignored=
if [ -n "$absent" ]; then
  vignettes=--no-build-vignettes
  ignored=--ignore-vignettes
  echo "r_package: without vignettes, for which these are missing: $absent (Debian: apt-get install pandoc r-cran-knitr r-cran-rmarkdown)"
fi
# shellcheck disable=SC2086
(cd build/rpkg && R CMD build $vignettes gobc)
mv "build/rpkg/gobc_$version.tar.gz" dist
echo "dist/gobc_$version.tar.gz, $(wc -c <"dist/gobc_$version.tar.gz") bytes"
tar -tzf "dist/gobc_$version.tar.gz" >build/rpkg/files
for vignette in rpkg/vignettes/*.Rmd; do
  [ -n "$absent" ] || grep -q "/inst/doc/$(basename "$vignette" .Rmd).html$" build/rpkg/files ||
    { echo "r_package: the package lacks $vignette as a page" >&2; exit 1; }
done
if [ "${1:-}" = --install ]; then
  R CMD INSTALL "dist/gobc_$version.tar.gz"
  # shellcheck disable=SC2016 # $ is R's
  [ -n "$absent" ] || Rscript -e 'stopifnot(nrow(vignette(package = "gobc")$results) > 0)'
  exit
fi
[ "${1:-}" = --check ] || exit 0
# Without qpdf or checkbashisms R warns, and for a suggested package that is missing it asks CRAN.
sh scripts/need.sh qpdf qpdf
sh scripts/need.sh checkbashisms devscripts
absent=$(Rscript -e 'wanted <- tools:::.split_dependencies(read.dcf("rpkg/DESCRIPTION", "Suggests"))
  cat(Filter(function(one) !nzchar(system.file(package = one)), names(wanted)))')
[ -z "$absent" ] || { echo "r_package: for the check these R packages are missing: $absent; on Debian they are called" \
  "r-cran-NAME or r-bioc-NAME, in small letters" >&2; exit 1; }
# What needs the network is left out.
# shellcheck disable=SC2086
_R_CHECK_SYSTEM_CLOCK_=FALSE _R_CHECK_CRAN_INCOMING_=FALSE _R_CHECK_FORCE_SUGGESTS_=FALSE \
  R CMD check --as-cran --no-manual $ignored --output=build/rpkg "dist/gobc_$version.tar.gz"
! grep -qE '^Status:.*(ERROR|WARNING)' build/rpkg/gobc.Rcheck/00check.log
