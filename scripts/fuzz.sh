#!/bin/sh
# Runs every Go fuzz target for $FUZZ_TIME (default 30s), one after the other. A finding lands in the package's
# testdata/fuzz, where the ordinary tests replay it from then on.
set -eu
cd "$(dirname "$0")/.."
go=$(sh scripts/find_go.sh)
environment=$(sh scripts/build_environment.sh)
eval "$environment"
export GOTOOLCHAIN=local GOWORK=off GOFLAGS="${GOFLAGS:-} -mod=readonly -buildvcs=false -tags=$GOBC_BASE_TAGS"
targets=$(grep -rn '^func Fuzz[A-Za-z0-9_]*(f \*testing\.F)' --include='*_test.go' core internal kernels capi tests |
  sed 's|^\(.*\)/[^/]*:[0-9]*:func \(Fuzz[A-Za-z0-9_]*\).*|\1 \2|')
[ -n "$targets" ] || { echo "fuzz: no fuzz target found" >&2; exit 1; }
echo "$targets" | while read -r package name; do
  echo "== $package $name"
  "$go" test "./$package" -run '^$' -fuzz "^$name\$" -fuzztime "${FUZZ_TIME:-30s}"
done
