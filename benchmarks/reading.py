#!/usr/bin/env python3
"""Reading edges from files beside polars and pyarrow: python benchmarks/reading.py [--edges 5000000] [--rounds 3].

For each kind of file and of edges it prints the seconds of processors and the peak of memory of gobc.Graph.read, which also
builds the graph, and of the others, which only read the same columns. Each reading is a process of its own, the packages
take turns, and a row has medians of the rounds. Peaks count from what the process holds once its packages are imported.
--large reads Parquet with integers, builds the graph, estimates betweenness and computes closeness from 1,000 nodes, each in
seconds. --keep FOLDER leaves the files there, and takes those that are there.
"""

from __future__ import annotations

import argparse
import json
import mmap
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy
import pyarrow
import pyarrow.csv
import pyarrow.parquet

from machine import describe

KINDS = ("csv", "csv.gz", "csv.zst", "parquet", "arrow")
EDGES = {"integers": ["source", "target"], "weights": ["source", "target", "length"], "names": ["source", "target"]}
BATCH = 1 << 20  # edges that are made at once


def batches(edges: str, count: int) -> Any:
    """Random edges, five for each node, and the names of nodes in no order."""
    r, nodes = numpy.random.default_rng(1), count // 5 if edges != "names" else count // 10
    for first in range(0, count, BATCH):
        rows = min(BATCH, count - first)
        ends: list[Any] = list(r.integers(0, nodes, (2, rows)))
        if edges == "names":
            ends = [pyarrow.array(numpy.strings.add("node ", (end * 7919 % nodes).astype(str)).tolist()) for end in ends]
        if edges == "weights":
            ends.append(r.integers(1, 10_000, rows) / 100)
        yield pyarrow.record_batch(ends, EDGES[edges])


def write(path: Path, edges: str, count: int) -> None:
    schema = next(batches(edges, 1000)).schema
    kind = path.name.removeprefix("few.").partition(".")[2]
    with pyarrow.output_stream(path, compression="detect" if kind.startswith("csv") else None) as file:
        options = pyarrow.csv.WriteOptions(quoting_style="none")
        with (pyarrow.parquet.ParquetWriter(file, schema) if kind == "parquet" else pyarrow.ipc.new_file(file, schema)
              if kind == "arrow" else pyarrow.csv.CSVWriter(file, schema, write_options=options)) as writer:
            for batch in batches(edges, count):
                writer.write_batch(batch)


def processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def memory(what: str) -> int:
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(what))


def read_by_polars(path: str) -> Any:
    import polars

    if path.endswith("arrow"):
        return polars.read_ipc(path)
    return polars.read_parquet(path) if path.endswith("parquet") else polars.read_csv(path)


def read_by_pyarrow(path: str) -> Any:
    if path.endswith("arrow"):
        with pyarrow.OSFile(path) as file:
            return pyarrow.ipc.open_file(file).read_all()
    return pyarrow.parquet.read_table(path) if path.endswith("parquet") else pyarrow.csv.read_csv(path)


def read_by_gobc(path: str) -> Any:
    import gobc

    return gobc.Graph.read(path, weight="length" if "weights" in path else None, directed=False)


READERS = {"gobc": read_by_gobc, "polars": read_by_polars, "pyarrow": read_by_pyarrow}


def bring_memory(size: int) -> None:
    """Writes to memory and gives it back: where a virtual machine has returned it to its host, who touches it first pays for it,
    up to fifty times as much as later."""
    with mmap.mmap(-1, size) as block:
        if hasattr(mmap, "MADV_HUGEPAGE"):
            block.madvise(mmap.MADV_HUGEPAGE)
        for at in range(0, size, mmap.PAGESIZE):
            block[at] = 1


def child(package: str, path: str) -> None:
    """Prints what one reading takes."""
    READERS[package](str(Path(path).with_name("few." + Path(path).name)))  # imports
    bring_memory(5 * Path(path).stat().st_size + (256 << 20))
    before = memory("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")  # the peak is that of now
    wall, processor = time.perf_counter(), processor_seconds()
    kept = READERS[package](path)
    times = [processor_seconds() - processor, time.perf_counter() - wall]
    print(json.dumps([*times, memory("VmHWM") - before]))
    del kept


def row(path: Path, edges: str, count: int, packages: list[str], rounds: int) -> None:
    seen: dict[str, list[list[float]]] = {package: [] for package in packages}
    for _ in range(rounds):
        for package in packages:
            command = [sys.executable, __file__, "--child", package, str(path)]
            seen[package].append(json.loads(subprocess.run(command, check=True, capture_output=True).stdout))
    size, first = path.stat().st_size, 0.0
    for package, found in seen.items():
        processor, _, peak = (statistics.median(column) for column in zip(*found))
        first = first or processor
        print(f"| {path.name.partition('.')[2]} | {edges} | {size / 1e6:.0f} | {package} | {processor:.2f} | "
              f"{processor / count * 1e9:.0f} | {size / 1e6 / processor:.0f} | {peak / 1e6:.0f} | {first / processor:.2f} |",
              flush=True)


def large(path: str) -> None:
    """A graph from Parquet, an estimate and closeness from 1,000 nodes."""
    import gobc

    begin = time.perf_counter()

    def tell(what: str) -> None:
        print(f"{what}: after {time.perf_counter() - begin:.1f} s, {processor_seconds():.1f} s of processors, a peak of "
              f"{memory('VmHWM') / 1e9:.2f} GB", flush=True)

    graph = gobc.Graph.read(path, directed=False)
    tell(f"{graph.num_nodes:,} nodes and {graph.num_edges:,} edges")
    graph.betweenness(epsilon=0.01)
    tell("betweenness with epsilon=0.01")
    graph.closeness(of=graph.nodes[:1000])
    tell("closeness of 1,000 nodes")


def main(given: argparse.Namespace, folder: Path) -> None:
    if given.large:
        path = folder / "integers.parquet"
        if not path.exists():
            write(path, "integers", given.edges)
        subprocess.run([sys.executable, __file__, "--large-child", str(path)], check=True)
        return
    print(describe())
    print("| file | edges | MB | package | s of processors | ns an edge | MB a second | MB at the peak | gobc takes |")
    print("| --- " * 9 + "|")
    for edges in given.of.split(","):
        for kind in given.kinds.split(","):
            path = folder / f"{edges}.{kind}"
            for at, count in ((path, given.edges), (path.with_name("few." + path.name), 1000)):
                if not at.exists():
                    write(at, edges, count)
            row(path, edges, given.edges, given.packages.split(","), given.rounds)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--edges", type=int, default=5_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--kinds", default=",".join(KINDS), help=f"of files; default: {','.join(KINDS)}")
    parser.add_argument("--of", default=",".join(EDGES), help=f"edges; default: {','.join(EDGES)}")
    parser.add_argument("--packages", default=",".join(READERS), help=f"default: {','.join(READERS)}")
    parser.add_argument("--keep", metavar="FOLDER", help="of the files")
    parser.add_argument("--large", action="store_true", help="from Parquet to an estimate and closeness")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--large-child", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.child:
        child(*asked.child)
    elif asked.large_child:
        large(asked.large_child)
    else:
        with tempfile.TemporaryDirectory() as temporary:
            main(asked, Path(asked.keep or temporary))
