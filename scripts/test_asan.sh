#!/bin/sh
# The C kernels under AddressSanitizer and UndefinedBehaviorSanitizer, and beside them the tests of the interface against a
# library built with -asan. That library is for this test alone and lies in a temporary folder.
set -eu
cd "$(dirname "$0")/.."
go=$(sh scripts/find_go.sh)
environment=$(sh scripts/build_environment.sh)
eval "$environment"
export UBSAN_OPTIONS=halt_on_error=1

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# -g1: lines in reports, and half the compile time of -g.
sh scripts/test_kernels.sh -O1 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all \
  >"$folder/kernels.log" 2>&1 &
kernels=$!

# The kernels that are inside: without optimizing, they take a tenth of the time to compile and keep every access. The
# flags must come after those of cgo, hence a compiler of our own; what cgo reads types from stays as it is.
cat >"$folder/cc" <<END
#!/bin/sh
case " \$* " in *" -gdwarf"*) exec ${CC:-gcc} "\$@" ;; esac
exec ${CC:-gcc} "\$@" -O0 -g1
END
chmod +x "$folder/cc"
status=0
{
  CC=$folder/cc GOTOOLCHAIN=local GOWORK=off CGO_ENABLED=1 "$go" build -asan -buildmode=c-shared -trimpath -buildvcs=false \
    -mod=readonly -tags "$GOBC_BASE_TAGS" -o "$folder/libgobc.so" ./capi/library &&
    GOBC_TESTS_ASAN=1 sh tests/abi/run.sh "$folder/libgobc.so"
} >"$folder/interface.log" 2>&1 || status=1
wait $kernels || status=1
cat "$folder/kernels.log" "$folder/interface.log"
exit $status
