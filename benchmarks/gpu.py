"""Measures betweenness on GPUs, and checks a sample of sources against the CPU first.

    python benchmarks/gpu.py                                           every generated graph, all devices
    python benchmarks/gpu.py --graphs kron18,rgg17 --devices 1 --precision double
    python benchmarks/gpu.py --data FOLDER --file roads=roads.tsv.gz --generate delaunay:n=20000
    python benchmarks/gpu.py --methods hybrid,gpu-fan --external "EGGPU=python eggpu.py {file} {scores}"

GTEPS are m * k / t / 1e9 for m undirected edges, k sources and t seconds of kernels (the mean of several GPUs), or
of the whole call; medians of the calls after the first. Prints a markdown table and writes it with a chart and a JSON line
a row into --output. Exit code 1 if a result differs.

--methods are published methods that run in this library, as Settings.strategy names them; "hybrid" is that of hybrid_BC
(McLaughlin and Bader 2014). Their scores are compared as gobc's own are, before a time is shown.

--external names a program to compare with: NAME=COMMAND. {file} becomes a graph file in METIS format, {sources} the number of
sources, {scores} a file into which the program writes the betweenness of every vertex, a line each. They are compared where
all vertices are sources, up to the factor 2 of undirected graphs; what was not compared is not in the chart. The seconds it
needed are the last number that it prints, or what the group of --external-time finds.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy
from scipy.sparse import coo_array
from scipy.sparse.csgraph import breadth_first_order

import chart
import gobc
import machine
from graphs import PATCH, generated, read_file

SPECS = {
    "sw": "small_world:n=100000,k=10,p=0.1", "dela17": "delaunay:n=131072",
    "rgg17": "random_geometric:n=131072,degree=11.2", "ba": "barabasi_albert:n=20000,m=5",
    "kron16": "kronecker:scale=16,edge_factor=16",
    "kron18": "kronecker:scale=18,edge_factor=48", "kron20": "kronecker:scale=20,edge_factor=48",
    "rgg20": "random_geometric:n=1048576,degree=13.2", "dela20": "delaunay:n=1048576",
}
FILES = {"coexp": "breast_coexpression", "iref": "iref_ppi", "lux": "luxembourg"}
SAMPLE = 64  # sources that are checked
TOLERANCES = {"double": 1e-12, "single": 1e-5}
OTHERS = 1e-3  # of other programs, which may add up in float32: hybrid_BC is 8e-5 off on the co-expression network
FLOOR = 1e-6  # of the largest score: below, single precision is compared to this
LEAST = 1024  # sources of a sampled run


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--graphs", help=f"comma-separated, of {', '.join([*SPECS, *FILES])} (all that can be had)")
    parser.add_argument("--data", type=Path, help="folder with breast_coexpression, iref_ppi and luxembourg edge lists")
    parser.add_argument("--file", action="append", default=[], metavar="NAME=PATH", help="an edge list, gz or not")
    parser.add_argument("--generate", action="append", default=[], metavar="[NAME=]SPEC",
                        help="a spec of gobc.generate")
    parser.add_argument("--precision", default="single,double", help="comma-separated (single,double)")
    parser.add_argument("--devices", help="numbers of GPUs, comma-separated (1, 2, 4, ... up to all)")
    parser.add_argument("--work", type=float, default=4e11, help="edges times sources of a run (4e11); larger graphs "
                        f"are run from that many sources, {LEAST} at least, in patches of {PATCH} neighbors")
    parser.add_argument("--rounds", type=int, default=3, help="calls after the first (3)")
    parser.add_argument("--tuning", help="given on to gobc")
    parser.add_argument("--methods", default="hybrid", help="published methods beside, comma-separated (hybrid); none: ''")
    parser.add_argument("--external", action="append", default=[], metavar="NAME=COMMAND", help="a program to compare with")
    parser.add_argument("--external-time", metavar="REGEX", default=r"([0-9.]+(?:e[-+]?[0-9]+)?)\D*\Z")
    parser.add_argument("--output", type=Path, default=Path("build/benchmark-gpu"), help="folder (build/benchmark-gpu)")
    return parser.parse_args()


def _workloads(arguments):
    names = arguments.graphs.split(",") if arguments.graphs else [*SPECS, *FILES]
    if not arguments.graphs and (arguments.file or arguments.generate):
        names = []
    for name in names:
        if name in SPECS:
            yield generated(name, SPECS[name])
        elif name not in FILES:
            raise SystemExit(f"--graphs: there is no {name!r}; choose from {', '.join([*SPECS, *FILES])}")
        elif found := sorted(arguments.data.glob(FILES[name] + "*")) if arguments.data else []:
            yield read_file(name, found[0])
        elif arguments.graphs:
            raise SystemExit(f"--graphs {name}: --data must name the folder with {FILES[name]}*")
    for text in arguments.file:
        name, _, path = text.partition("=")
        yield read_file(name, Path(path))
    for text in arguments.generate:
        name, _, spec = text.partition("=")
        yield generated(text, text) if ":" in name else generated(name, spec)  # without a name of its own: its spec


def _spread(workload, count):
    """`count` sources in patches of neighbors, evenly along a breadth-first order from a vertex of largest degree."""
    ones = numpy.ones(workload.m, dtype=numpy.int8)
    matrix = coo_array((ones, (workload.tails, workload.heads)), shape=(workload.n, workload.n)).tocsr()
    matrix = (matrix + matrix.T).tocsr()
    order = breadth_first_order(matrix, int(numpy.argmax(numpy.diff(matrix.indptr))), directed=False,
                                return_predecessors=False)
    patches = max(count // PATCH, 1)
    starts = numpy.arange(patches) * max(len(order) - PATCH, 0) // patches
    return numpy.unique(numpy.concatenate([order[start:start + PATCH] for start in starts]))


def _with_sources(workload, work):
    count = max(LEAST, int(work / workload.m) // PATCH * PATCH)
    if count >= workload.n:
        return workload
    return replace(workload, sources=_spread(workload, count), choice=f"patches of {PATCH}")


def _device_counts(arguments, names):
    if arguments.devices:
        counts = [int(text) for text in arguments.devices.split(",")]
        if not all(1 <= count <= len(names) for count in counts):
            raise SystemExit(f"--devices {arguments.devices}: this machine has 1 to {len(names)}")
        return counts
    return sorted({2 ** power for power in range(8) if 2 ** power <= len(names)} | {len(names)})


def _scores(graph, sources=None, **settings):
    result = graph.betweenness(preset="raw", sources=sources, settings=gobc.Settings(**settings))
    return result, numpy.array(result["betweenness"])


def _sample(workload):
    pool = workload.sources if workload.sources is not None else numpy.unique(workload.tails)
    return pool[numpy.linspace(0, len(pool) - 1, min(SAMPLE, len(pool))).astype(int)]


def _settings(options):
    """Those of gobc.Settings."""
    return {name: value for name, value in options.items() if name != "library"}


def _check(graph, workload, sample, want, options):
    """The largest difference on a sample of the sources, relative; raises SystemExit beyond the tolerance."""
    _, got = _scores(graph, sources=sample, **_settings(options))
    worst = _difference(got, want)
    if not worst <= TOLERANCES[options["precision"]]:
        raise SystemExit(f"WRONG RESULT: {workload.name} {options}: scores differ by {worst:.2g}")
    return worst


def _difference(got, want):
    """The largest, relative to the score."""
    return float(numpy.max(numpy.abs(got - want) / (numpy.abs(want) + FLOOR * max(want.max(), 1e-300))))


def _graph(workload):
    return gobc.Graph({"source": workload.tails, "target": workload.heads}, nodes=workload.n)


def _same(one, other, options):
    """The same bits; methods of papers add in no fixed order, and differ by less than the tolerance."""
    if not options.get("strategy") and "strategy=" not in (options.get("tuning") or ""):
        return one.tobytes() == other.tobytes()
    return _difference(other, one) <= TOLERANCES[options["precision"]]


def _usual(seconds):
    """The median of the runs after the first."""
    return statistics.median(seconds[1:] or seconds)


def _measure(graph, workload, options, rounds):
    sources = {} if workload.sources is None else {"sources": workload.sources}
    row = {"kind": "gpu", "graph": workload.name, "origin": workload.origin, "vertices": workload.n,
           "edges": workload.m, "sources": workload.source_count, "choice": workload.choice, **options}
    calls, kernels, first = [], [], None
    for _ in range(1 + rounds):
        began = time.perf_counter()
        result, scores = _scores(graph, **_settings(options), **sources)
        calls.append(time.perf_counter() - began)
        kernels.append(result.plan["gpu"]["kernel_seconds"])
        first = scores if first is None else first
        if not _same(first, scores, options):
            raise SystemExit(f"WRONG RESULT: {workload.name} {options}: two runs differ")
    work = workload.m * workload.source_count / 1e9
    row |= {"kernel_seconds": kernels, "call_seconds": calls, "gteps": work / _usual(kernels),
            "gteps_of_call": work / _usual(calls), "plan": result.plan["gpu"]}
    if visits := result.plan["path"].get("visits"):
        row["visits"] = visits
    return row, first


def _write_metis(workload, path):
    """Line v holds the neighbors of vertex v, both counted from 1."""
    ends = numpy.concatenate([workload.tails, workload.heads])
    others = numpy.concatenate([workload.heads, workload.tails])
    order = numpy.argsort(ends, kind="stable")
    lists = numpy.split(others[order] + 1, numpy.cumsum(numpy.bincount(ends, minlength=workload.n))[:-1])
    with open(path, "w", encoding="ascii") as file:
        file.write(f"{workload.n} {workload.m}\n")
        for neighbors in lists:
            file.write(" ".join(map(str, neighbors)) + "\n")


def _external(workload, program, arguments, want, log):
    """A row of the other program; None if it fails, which is said. Its scores are compared with those of all sources."""
    library, _, text = program.partition("=")
    with tempfile.TemporaryDirectory() as folder:
        path, written = Path(folder) / "bench.graph", Path(folder) / "scores"
        _write_metis(workload, path)
        places = {"file": path, "sources": workload.source_count, "scores": written}
        done = subprocess.run([part.format(**places) for part in shlex.split(text)], capture_output=True, text=True)
        found = re.search(arguments.external_time, done.stdout)
        if done.returncode or not found:
            log(f"{workload.name}: {library} ended with {done.returncode}: {(done.stderr or done.stdout)[-200:]}")
            return None
        scores = numpy.loadtxt(written, ndmin=1) if written.exists() else None
    row = {"kind": "external", "graph": workload.name, "vertices": workload.n, "edges": workload.m,
           "sources": workload.source_count, "library": library, "seconds": float(found.group(1)), "worst_difference": None}
    if scores is not None and workload.sources is None:
        row["worst_difference"] = _compared(scores, want, f"{workload.name} {library}")
    return row


def _compared(scores, want, what):
    """The difference of another program's scores, which count a pair of an undirected graph once or twice."""
    if len(scores) == len(want):
        difference = min(_difference(scores, want), _difference(2 * scores, want))
        if difference <= OTHERS:
            return difference
        raise SystemExit(f"WRONG RESULT: {what}: scores differ by {difference:.2g}")
    raise SystemExit(f"WRONG RESULT: {what}: {len(scores):,} scores of {len(want):,} vertices")


COLUMNS = ("graph", "vertices", "edges", "sources", "method", "precision", "GPUs", "kernel", "GTEPS", "GTEPS of call",
           "kernel ms", "first call ms", "later call ms", "visits", "difference")


def _cells(row):
    cells = (row["graph"], f"{row['vertices']:,}", f"{row['edges']:,}", f"{row['sources']:,}", row["library"])
    difference = "not compared" if row["worst_difference"] is None else f"{row['worst_difference']:.1g}"
    if row["kind"] == "external":
        seconds = row["seconds"]
        return (*cells, "-", "-", "-", f"{row['edges'] * row['sources'] / 1e9 / seconds:.4g}", "-", f"{1e3 * seconds:.4g}",
                "-", "-", "-", difference)
    plan = row["plan"]
    return (*cells, row["precision"],
            len(plan["devices"]), f"{plan['kernel']} {plan.get('width', '')}".strip(), f"{row['gteps']:.4g}",
            f"{row['gteps_of_call']:.4g}", f"{1e3 * _usual(row['kernel_seconds']):.4g}", f"{1e3 * row['call_seconds'][0]:.4g}",
            f"{1e3 * _usual(row['call_seconds']):.4g}", f"{row['visits']:.3g}" if "visits" in row else "-", difference)


def _rows(workload, names, counts, arguments, log):
    """A row a precision and number of GPUs, a row a published method, a row a program."""
    log(f"{workload.name}: {workload.n:,} vertices, {workload.m:,} edges, sources: {workload.choice}")
    sample, all_scores = _sample(workload), None
    with _graph(workload) as checked:
        _, want = _scores(checked, device="cpu", sources=sample)
        ways = [{"library": "gobc", "device": names[:count], "precision": precision, "tuning": arguments.tuning}
                for precision in arguments.precision.split(",") for count in counts]
        ways += [{"library": method, "device": names[:1], "precision": "double", "strategy": method}
                 for method in filter(None, arguments.methods.split(","))]
        for options in ways:
            difference = _check(checked, workload, sample, want, options)
            with _graph(workload) as graph:  # of its own, so that the first call pays for all that it needs
                row, scores = _measure(graph, workload, options, arguments.rounds)
            all_scores = scores if options["precision"] == "double" or all_scores is None else all_scores
            yield row | {"worst_difference": difference}
    for program in arguments.external:
        if row := _external(workload, program, arguments, all_scores, log):
            yield row


def _model(name) -> str:
    return next(row["model"] for row in gobc.devices() if row.get("name") == name)


def _log(text) -> None:
    print(text, file=sys.stderr, flush=True)


def _line(cells) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def main() -> int:
    arguments = _arguments()
    names = [row["name"] for row in gobc.devices() if row["kind"] == "cuda" and "model" in row]
    if not names:
        raise SystemExit(f"no GPU can be used: {gobc.devices()[1:]}")
    counts = _device_counts(arguments, names)
    arguments.output.mkdir(parents=True, exist_ok=True)
    rows = [{"kind": "machine", "gpu": _model(names[0]), **machine.describe()}]
    lines = [_line(COLUMNS), _line(["---"] * len(COLUMNS))]
    print("\n".join(lines), flush=True)
    with open(arguments.output / "gpu.jsonl", "w", encoding="utf-8") as file:
        file.write(json.dumps(rows[0]) + "\n")
        for workload in (_with_sources(each, arguments.work) for each in _workloads(arguments)):
            for row in _rows(workload, names, counts, arguments, _log):
                file.write(json.dumps(row) + "\n")
                file.flush()
                rows.append(row)
                lines.append(_line(_cells(row)))
                print(lines[-1], flush=True)
    (arguments.output / "gpu.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    try:
        chart.draw_gpu(rows, arguments.output / "gpu.svg")
    except ImportError:
        _log("no chart: it needs matplotlib")
    return 0


if __name__ == "__main__":
    sys.exit(main())
