"""Derive the bladder co-expression network from the expression matrix that read_bladder.R wrote.

Usage: build_bladder.py FOLDER OUTPUT.parquet

The 8,000 probe sets of largest variance over the 57 samples are vertices; two of them are joined where the absolute
Pearson correlation of their profiles is 0.85 or more. Nothing hangs on the last bit: the closest call is 6e-6 in
variance and 1.7e-9 in correlation, and the stored correlations are rounded to three decimals, 5e-6 from a tie.
"""

import hashlib
import pathlib
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

PROBE_SETS, SAMPLES = 22_283, 57
KEPT, THRESHOLD = 8_000, 0.85
MARGIN = 1e-9  # a thousand times the rounding error of these sums


def correlations(values: np.ndarray) -> np.ndarray:
    centered = values - values.mean(axis=1, keepdims=True)
    centered /= np.sqrt((centered * centered).sum(axis=1, keepdims=True))
    return centered @ centered.T


def network(values: np.ndarray, names: list[str]) -> pa.Table:
    variance = values.var(axis=1, ddof=1)
    order = np.argsort(-variance, kind="stable")
    if not variance[order[KEPT - 1]] - variance[order[KEPT]] > MARGIN:
        sys.exit("build_bladder: the choice of probe sets hangs on rounding")
    kept = np.sort(order[:KEPT])  # back to the order of the array
    matrix = correlations(values[kept])
    source, target = np.triu_indices(KEPT, 1)
    r = matrix[source, target]
    if not np.abs(np.abs(r) - THRESHOLD).min() > MARGIN:
        sys.exit("build_bladder: an edge hangs on rounding")
    edge = np.abs(r) >= THRESHOLD
    labels = pa.array([names[i] for i in kept])
    return pa.table(
        {
            "source": labels.take(pa.array(source[edge])),
            "target": labels.take(pa.array(target[edge])),
            "r": pa.array(np.round(r[edge], 3).astype(np.float32)),
        }
    )


def main(folder: str, output: str) -> None:
    names = (pathlib.Path(folder) / "names.txt").read_text().splitlines()
    values = np.fromfile(pathlib.Path(folder) / "values.bin", "<f8").reshape(PROBE_SETS, SAMPLES)
    table = network(values, names)
    pq.write_table(
        table,
        output,
        compression="zstd",
        compression_level=19,
        use_dictionary=True,
        write_statistics=False,
        store_schema=False,
        row_group_size=len(table),
        data_page_size=1 << 24,
        dictionary_pagesize_limit=1 << 24,
    )
    content = pathlib.Path(output).read_bytes()
    print(f"{len(table)} edges, {len(content)} bytes, sha256 {hashlib.sha256(content).hexdigest()}")


if __name__ == "__main__":
    main(*sys.argv[1:])
