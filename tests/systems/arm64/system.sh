# shellcheck shell=sh disable=SC2034,SC2154 # read by scripts/test_system.sh, which sets others
# Linux on arm64, with glibc: Debian's cross compiler, and QEMU, which emulates the processor.
need aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu libc6-dev-arm64-cross
need qemu-aarch64-static qemu-user-static
export GOOS=linux GOARCH=arm64 CC=aarch64-linux-gnu-gcc AR=aarch64-linux-gnu-ar NM=aarch64-linux-gnu-nm
export QEMU_LD_PREFIX=/usr/aarch64-linux-gnu # where the emulated processor finds its C library
emulator=qemu-aarch64-static
parts="library kernels abi vectors pages go python"
needs() { aarch64-linux-gnu-readelf -d "$library" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p'; }
needed="libc.so.6 libm.so.6"
look() { :; }
programs="api contents many distances lengths vectors random streams fuzz stored mapped threads fork"
mutations=5000 slowdown=40
also() { :; }
# Kernels have one set; Go's runtime and the C library choose by processor, such as its atomic instructions.
sets="cortex-a53 cortex-a72 neoverse-n1 a64fx max"
choose() { export QEMU_CPU="$1"; }
# Servers with arm64 may have pages of 16 or 64 KiB. QEMU has them, too, over the small ones of this machine, which do not reach
# beyond the end of a file: the library gets a last page that is whole.
part_pages() {
  build
  mkdir -p "$work/pages"
  for size in 16384 65536; do
    cp "$library" "$work/pages/libgobc.so"
    truncate -s %65536 "$work/pages/libgobc.so"
    echo "with pages of $size bytes:"
    (library=$work/pages/libgobc.so programs="api contents distances lengths vectors random streams stored threads fork" \
      GOBC_TESTS_GRAPHS=${GOBC_TESTS_GRAPHS:-300} && export QEMU_PAGESIZE=$size && part_abi)
  done
}
# What measures memory, the emulator's too, or speed; what repeats a call for each of its allocations; and limits of memory, which
# QEMU does not set. All but the last took 4,100 s of the first 5,700 on a busy machine.
go_flags="-skip TestMemoryEstimate|TestCalibrat|TestScalesAreFound|AllocationsFailOneByOne|TestLimitsOfTheProcess"
