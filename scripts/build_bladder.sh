#!/bin/sh
# Rebuilds python/gobc/data/bladder_coexpression.parquet byte for byte from Debian's package r-bioc-bladderbatch.
# Needs Debian 12 with its package lists (apt-get update), Rscript (package r-base-core) and network access; installs
# nothing in the system. Reading and writing Parquet is pinned: the bytes depend on the version of pyarrow.
# Usage: scripts/build_bladder.sh [OUTPUT]
set -eu
cd "$(dirname "$0")/.."
output=${1:-python/gobc/data/bladder_coexpression.parquet}
package=r-bioc-bladderbatch=1.36.0-1
package_sum=ad40440450a8c3ff07e074d9096d8318c46ee5dd98ee95dd22de3fbb6d3de6db
data_sum=e7e69fa6f4ebca895fe6ad9df90c6a707d0a3db76bff42efbbd126783f7be085

command -v Rscript >/dev/null || { echo "build_bladder: Rscript is missing; apt-get install r-base-core" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

chmod 755 "$folder"
(cd "$folder" && apt-get download "$package" && mv ./*.deb package.deb)
echo "$package_sum  $folder/package.deb" | sha256sum --check --quiet
dpkg-deb -x "$folder/package.deb" "$folder/package"
Rscript --vanilla scripts/read_bladder.R \
  "$folder/package/usr/lib/R/site-library/bladderbatch/data/bladderdata.rda" "$folder"

sh scripts/make_venv.sh "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --require-hashes --requirement "$(sh scripts/pinned.sh demo)"
"$folder/venv/bin/python" scripts/build_bladder.py "$folder" "$folder/network.parquet"
echo "$data_sum  $folder/network.parquet" | sha256sum --check --quiet || {
  echo "build_bladder: the new file differs from the recorded one; update data_sum and the README if that is meant" >&2
  exit 1
}
cp "$folder/network.parquet" "$output"
echo "wrote $output"
