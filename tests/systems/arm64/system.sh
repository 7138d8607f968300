# shellcheck shell=sh disable=SC2034,SC2154 # read by scripts/test_system.sh, which sets others
# Linux on arm64, with glibc: Debian's cross compiler, and QEMU, which emulates the processor.
need aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu libc6-dev-arm64-cross
need qemu-aarch64-static qemu-user-static
export GOOS=linux GOARCH=arm64 CC=aarch64-linux-gnu-gcc AR=aarch64-linux-gnu-ar NM=aarch64-linux-gnu-nm
export QEMU_LD_PREFIX=/usr/aarch64-linux-gnu # where the emulated processor finds its C library
emulator=qemu-aarch64-static
parts="library kernels abi go python"
needs() { aarch64-linux-gnu-readelf -d "$library" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p'; }
needed="libc.so.6 libm.so.6"
look() { :; }
programs="api contents many distances lengths vectors random streams fuzz stored threads fork"
mutations=5000 slowdown=40
also() { :; }
# What measures memory, the emulator's too, or speed; what repeats a call for each of its allocations; and limits of memory, which
# QEMU does not set. All but the last took 4,100 s of the first 5,700 on a busy machine.
go_flags="-skip TestMemoryEstimate|TestCalibrat|TestScalesAreFound|AllocationsFailOneByOne|TestLimitsOfTheProcess"
