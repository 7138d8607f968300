#!/usr/bin/env python3
"""Building graphs beside GAPBS, NetworKit and igraph: python benchmarks/building.py [--edges 1000000,10000000] [--rounds 3].

For each kind of edges it prints the nanoseconds of processors an edge, the peak of memory beyond the columns of edges (not of
GAPBS), and, of gobc, how many times the finished graph the peak is. Each graph is built in a process of its own, the packages
take turns, and a row has medians of the rounds. Columns are NumPy's; labels are integers, or with --names texts, of gobc alone.

--estimates prints, of gobc alone, what the estimate of building is of the peak.

--gapbs FOLDER has the sources of the GAP Benchmark Suite (https://github.com/sbeamer/gapbs), whose builder is compiled with
building.cc and runs on one thread. NetworKit and igraph keep repeated edges, and NetworKit does not sort neighbors.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy

from machine import describe
from reading import bring_memory, memory, processor_seconds

FORMS = {"undirected": (False, False), "directed": (True, False), "weighted": (False, True), "directed weighted": (True, True)}


def of_kind(kind: str, count: int) -> tuple[numpy.ndarray, numpy.ndarray]:
    """About so many edges, whose rows are in any order."""
    import gobc

    random = numpy.random.default_rng(1)
    if kind == "uniform":
        return tuple(random.integers(0, count // 8, (2, count)))
    if kind == "R-MAT":
        scale = max(4, (count // 16).bit_length() - 1)
        table = gobc.generate(f"rmat:scale={scale},edge_factor={count >> scale}", seed=1)
    else:
        table = gobc.generate(f"road_like:n={count * 5 // 7}", seed=1)
    source, target = numpy.asarray(table["source"]), numpy.asarray(table["target"])
    order, number = random.permutation(len(source)), random.permutation(int(max(source.max(), target.max())) + 1)
    return number[source[order]], number[target[order]]


def write(path: Path, kind: str, count: int) -> None:
    """The number of edges, sources, targets and lengths, 8 bytes each."""
    source, target = of_kind(kind, count)
    lengths = numpy.random.default_rng(2).integers(1, 10_000, len(source)) / 100
    with path.open("wb") as file:
        for column in (numpy.array([len(source)]), source, target, lengths):
            column.tofile(file)


def columns(path: str, weighted: bool) -> list[numpy.ndarray]:
    rows = int(numpy.fromfile(path, "int64", 1)[0])
    found = [numpy.fromfile(path, "int64", rows, offset=8 * (1 + i * rows)) for i in range(2)]
    return found + [numpy.fromfile(path, "float64", rows, offset=8 * (1 + 2 * rows))] * weighted


def by_gobc(ends: list[Any], directed: bool) -> Any:
    import gobc

    table = dict(zip(("source", "target", "length"), ends))
    return gobc.Graph(table, directed=directed, weight="length" if "length" in table else None)


def by_igraph(ends: list[Any], directed: bool) -> Any:
    import igraph

    return igraph.Graph(n=int(max(ends[0].max(), ends[1].max())) + 1, edges=numpy.column_stack(ends[:2]), directed=directed,
                        edge_attrs={"weight": ends[2]} if len(ends) > 2 else {})


def by_networkit(ends: list[Any], directed: bool) -> Any:
    import networkit

    data = (ends[2] if len(ends) > 2 else numpy.ones(len(ends[0])), (ends[0], ends[1]))
    return networkit.GraphFromCoo(data, n=int(max(ends[0].max(), ends[1].max())) + 1, directed=directed, weighted=len(ends) > 2)


BUILDERS = {"gobc": by_gobc, "NetworKit": by_networkit, "igraph": by_igraph}


def with_labels(ends: list[Any], names: bool) -> list[Any]:
    if not names:
        return ends
    import pyarrow

    return [pyarrow.array([f"node {end}" for end in column.tolist()]) for column in ends[:2]] + ends[2:]


def child(package: str, path: str, form: str, names: bool) -> None:
    """Prints what building one graph takes: seconds of processors, bytes at the peak, and those of the graph, 0 if unknown."""
    directed, weighted = FORMS[form]
    ends = columns(path, weighted)
    BUILDERS[package]([end[:1000] for end in ends], directed)  # imports
    ends = with_labels(ends, names)
    bring_memory(sum(end.nbytes for end in ends) * 2)
    before = memory("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")  # the peak is that of now
    began = processor_seconds()
    graph = BUILDERS[package](ends, directed)
    seconds = processor_seconds() - began
    print(json.dumps([seconds, memory("VmHWM") - before, getattr(graph, "nbytes", 0)]))


def estimate(path: str, form: str, names: bool) -> None:
    """Prints the bytes that gobc says building needs, which it does where a limit is too small for them."""
    import gobc

    directed, weighted = FORMS[form]
    table = dict(zip(("source", "target", "length"), with_labels(columns(path, weighted), names)))
    options = {"directed": directed, "weight": "length" if weighted else None}
    limit = 1 << 20
    while True:
        try:
            gobc.Graph(table, memory_limit=limit, **options)
            sys.exit("the edges take more memory to read than to build")
        except gobc.Error as error:
            found = re.search(r"building this graph needs about ([0-9.]+) ([KMG])", str(error))
            if found:
                print(json.dumps(float(found[1]) * 1024 ** (1 + "KMG".index(found[2]))))
                return
            limit += limit // 4


def measured(package: str, path: Path, form: str, given: argparse.Namespace, driver: str) -> list[float]:
    if package == "GAPBS":
        words = [driver, str(path), *(str(int(one)) for one in FORMS[form])]
        done = subprocess.run(words, check=True, capture_output=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
        return [json.loads(done.stderr)[0], 0, 0]
    return of_child(["--child", package, str(path), form], given.names)


def of_child(words: list[str], names: bool) -> Any:
    words = [sys.executable, __file__, *words, *["--names"] * names]
    return json.loads(subprocess.run(words, check=True, capture_output=True).stdout)


def rows(path: Path, kind: str, form: str, given: argparse.Namespace, driver: str) -> None:
    packages = ["gobc"] if given.names or given.estimates else [*BUILDERS, *["GAPBS"] * bool(driver)]
    seen: dict[str, list[list[float]]] = {package: [] for package in packages if package in given.packages.split(",")}
    for _ in range(given.rounds):
        for package in seen:
            seen[package].append(measured(package, path, form, given, driver))
    edges, first = len(columns(str(path), False)[0]), 0.0
    for package, found in seen.items():
        seconds, peak, size = (statistics.median(column) for column in zip(*found))
        first = first or seconds
        most, times = f"{peak / 1e6:.0f}" if peak else "", f"{peak / size:.2f}" if size else ""
        if given.estimates:
            times += f", estimated {of_child(['--estimate', str(path), form], given.names) / peak:.2f}"
        print(f"| {kind} | {form} | {edges:,} | {package} | {seconds / edges * 1e9:.0f} | {first / seconds:.2f} | "
              f"{most} | {times} |", flush=True)


def main(given: argparse.Namespace, folder: Path) -> None:
    driver = str(folder / "building") if given.gapbs else ""
    if driver:
        subprocess.run(["g++", "-O3", "-std=c++11", "-fopenmp", "-w", f"-I{given.gapbs}/src",
                        str(Path(__file__).with_name("building.cc")), "-o", driver], check=True)
    print(describe())
    print("| edges | graph | number | package | ns an edge | gobc takes | MB at the peak | of the graph's |")
    print("| --- " * 8 + "|")
    for count in map(int, given.edges.split(",")):
        for kind in given.kinds.split(","):
            path = folder / f"{kind}-{count}"
            write(path, kind, count)
            for form in given.forms.split(","):
                rows(path, kind, form, given, driver)
            path.unlink()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--edges", default="1000000,10000000", help="numbers of edges; default: 1000000,10000000")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--kinds", default="uniform,R-MAT,roads", help="of edges; default: uniform,R-MAT,roads")
    parser.add_argument("--forms", default="undirected,directed,weighted", help="default: undirected,directed,weighted")
    parser.add_argument("--packages", default="gobc,GAPBS,NetworKit,igraph", help="default: gobc,GAPBS,NetworKit,igraph")
    parser.add_argument("--names", action="store_true", help="labels are texts")
    parser.add_argument("--estimates", action="store_true", help="beside the peak, of gobc alone")
    parser.add_argument("--gapbs", metavar="FOLDER", help="of its sources")
    parser.add_argument("--child", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--estimate", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.child:
        child(*asked.child, asked.names)
    elif asked.estimate:
        estimate(*asked.estimate, asked.names)
    else:
        with tempfile.TemporaryDirectory() as temporary:
            main(asked, Path(temporary))
