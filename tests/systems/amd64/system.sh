# shellcheck shell=sh disable=SC2034,SC2154 # read by scripts/test_system.sh, which sets others
# Linux on x86-64 with older processors, which QEMU emulates up to AVX2: a library with all instruction sets chooses what they have.
need qemu-x86_64-static qemu-user-static
export GOOS=linux GOARCH=amd64 CC=gcc GOBC_CPU=all
emulator=qemu-x86_64-static
parts="vectors"
reference=$library
sets="Nehalem Haswell max"
choose() { export QEMU_CPU="$1"; }
