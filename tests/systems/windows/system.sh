# shellcheck shell=sh disable=SC2034,SC2154 # read by scripts/test_system.sh, which sets others
# Windows on x86-64: Debian's mingw-w64, and Wine.
need x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64-posix
need x86_64-w64-mingw32-g++ g++-mingw-w64-x86-64-posix
need wine wine64 wine
export WINEPREFIX="$work/prefix" WINEARCH=win64 WINEDEBUG="${WINEDEBUG:--all}"
export WINEDLLOVERRIDES="bcryptprimitives=n;mscoree,mshtml=" # ours; no .NET and no browser, which Wine would offer to fetch
x86_64-w64-mingw32-gcc -O2 -Wall -Wextra -shared -o "$work/bcryptprimitives.dll" "$place/random.c" -lbcrypt
if [ ! -f "$WINEPREFIX/ready" ]; then
  rm -rf "$WINEPREFIX"
  wineboot -i >"$work/wineboot.log" 2>&1 || { cat "$work/wineboot.log"; fail "Wine does not start"; }
  touch "$WINEPREFIX/ready"
fi
cp "$work/bcryptprimitives.dll" "$WINEPREFIX/drive_c/windows/system32"
export GOOS=windows GOARCH=amd64 CC=x86_64-w64-mingw32-gcc OBJDUMP=x86_64-w64-mingw32-objdump GOBC_CPU="${GOBC_CPU:-all}"
emulator="sh $root/$place/wine.sh"
library=$work/libgobc.dll
parts="library abi vectors go python gpu"

needs() { $OBJDUMP -p "$library" | sed -n 's/.*DLL Name: //p'; }
needed="KERNEL32.dll msvcrt.dll"

# The stack is aligned to 16 bytes on Windows, and gcc knows no way to align it to more (its bug 54412): a vector of AVX on it
# may only be moved as an unaligned one.
look() {
  $OBJDUMP -d --no-show-raw-insn "$library" | grep -E '%[yz]mm' >"$work/vectors"
  grep -cE 'vmovd?qu|vmovup' "$work/vectors" >/dev/null || fail "the library has no vectors of AVX: GOBC_CPU=$GOBC_CPU"
  ! grep -E 'vmov(ap[sd]|dqa|ntp[sd]|ntdqa?)[0-9]* .*\(%rsp' "$work/vectors" || fail "these need a stack that is aligned to 32 bytes"
  echo "library: $(wc -l <"$work/vectors") instructions of AVX"
}

programs="api contents many distances lengths vectors random streams fuzz stored threads" # those that need neither fork nor signals
slowdown=20
also() {
  $CC -std=gnu11 -g -O1 -Wall -Wextra -Werror -Iinclude -Itests/abi "$place/interrupt.c" "$library" -static -o "$work/interrupt.exe"
  wine "$work/interrupt.exe" || fail "Ctrl-C does not do what it should"
}

# The processor is this machine's; the library chooses, or is told to use less of it.
sets="chosen baseline avx2 avx512"
choose() {
  case "$1" in avx2) flag=avx2 ;; avx512) flag=avx512bw ;; *) flag=sse2 ;; esac
  grep -qw "$flag" /proc/cpuinfo || return 1
  [ "$1" = chosen ] || export GOBC_TESTS_TUNING="isa=$1"
}

# A library with CUDA, and the emulated driver in the folder where NVIDIA's driver puts its own: there it does what a library of
# this machine does with the emulated driver of this machine.
part_gpu() {
  export GOBC_CUDA=sm_90,quick
  gpu=$work/gpu system32=$WINEPREFIX/drive_c/windows/system32
  mkdir -p "$gpu/here"
  rm -f "$system32/nvcuda.dll"
  sh scripts/build_library.sh "$gpu/libgobc.dll"
  (library=$gpu/libgobc.dll && [ "$(needs | sort | tr '\n' ' ')" = "$needed " ]) || fail "with CUDA the library needs more than $needed"
  here sh scripts/build_library.sh "$gpu/here/libgobc.so"
  CXX=x86_64-w64-mingw32-g++ sh tests/fakecuda/build.sh "$work/fakecuda"
  here sh tests/fakecuda/build.sh build/fakecuda

  for flag in '' -DNO_INIT; do
    mkdir -p "$gpu/driver$flag"
    # shellcheck disable=SC2086 # one or none
    $CC -shared -o "$gpu/driver$flag/nvcuda.dll" kernels/cuda/driver/testdata/driver.c $flag
  done
  (GOBC_TESTS_DRIVERS=$(winepath -w "$gpu") GOBC_TEST_PACKAGES="./kernels/cuda/driver ./kernels/cuda ./kernels/cuda/cudaengine" && export GOBC_TESTS_DRIVERS && part_go)

  flags="-std=gnu11 -O1 -Wall -Wextra -Werror -Iinclude -Itests/abi tests/systems/gpu.c"
  # shellcheck disable=SC2086
  $CC $flags "$gpu/libgobc.dll" -static -o "$gpu/gpu.exe"
  # shellcheck disable=SC2086
  gcc $flags -L"$gpu/here" -lgobc -Wl,-rpath,"$gpu/here" -lpthread -o "$gpu/here/gpu"
  cp "$work/fakecuda/nvcuda.dll" "$gpu" # beside the program, where nothing may find it
  wine "$gpu/gpu.exe" refused >"$gpu/refused.txt" || { cat "$gpu/refused.txt"; fail "it does not do without a driver"; }
  grep 'refused: GOBC_DEVICE: .*no NVIDIA driver is installed.*: nvcuda.dll: ' "$gpu/refused.txt" ||
    { cat "$gpu/refused.txt"; fail "this does not say that there is no driver"; }

  export GOBC_FAKE_CUDA="devices=2;sms=2;async=1"
  cp "$work/fakecuda/nvcuda.dll" "$system32"
  LD_LIBRARY_PATH=$root/build/fakecuda "$gpu/here/gpu" >"$gpu/here.txt" || { cat "$gpu/here.txt"; fail "the emulated GPU of here"; }
  wine "$gpu/gpu.exe" | tr -d '\r' >"$gpu/there.txt"
  diff "$gpu/here.txt" "$gpu/there.txt"
  echo "gpu: $(wc -l <"$gpu/here.txt") lines are the same: $(tail -n 1 "$gpu/here.txt")"

  # The vectors that take an emulated GPU no minutes.
  GOBC_TESTS_VECTORS=$(find tests/vectors/cases -name '*.txt' -size -16k ! -name '*diamonds*' | sort)
  export GOBC_TESTS_VECTORS GOBC_TESTS_DEVICE=cuda
  of_here=$(LD_LIBRARY_PATH=$root/build/fakecuda here digest "$gpu/here/libgobc.so")
  there=$(GOBC_TESTS_RUNNER=$emulator digest "$gpu/libgobc.dll")
  rm "$system32/nvcuda.dll"
  echo "gpu: vectors: $of_here here, $there there"
  same_bits "$of_here" "$there" || fail "a GPU gives other values"
}

printf '{"Replace": {"%s/src/internal/syscall/windows/wine.go": "%s/%s/deleting.go.txt"}}\n' \
  "$("$go" env GOROOT)" "$root" "$place" >"$work/overlay.json"
# What compares predicted times with measured ones is left out: Wine's are not those of Windows.
go_flags="-overlay $work/overlay.json -ldflags=-extldflags=-static -skip TestCalibratingPredictsBetter"
