# shellcheck shell=sh disable=SC2034,SC2154 # read by scripts/test_system.sh, which sets others
# Windows on x86-64: Debian's mingw-w64, and Wine.
need x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64-posix
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
emulator=wine
library=$work/libgobc.dll
parts="library abi go python"

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

printf '{"Replace": {"%s/src/internal/syscall/windows/wine.go": "%s/%s/deleting.go.txt"}}\n' \
  "$("$go" env GOROOT)" "$root" "$place" >"$work/overlay.json"
# What compares predicted times with measured ones is left out: Wine's are not those of Windows.
go_flags="-overlay $work/overlay.json -ldflags=-extldflags=-static -skip TestCalibratingPredictsBetter"
