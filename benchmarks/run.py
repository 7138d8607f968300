"""Measures gobc against igraph, NetworKit, rustworkx and networkx on the same cores, and checks their results first.

    python benchmarks/run.py --preset main --data FOLDER      20 minutes
    python benchmarks/run.py --preset quick                    2 minutes, needs no data
    python benchmarks/run.py --file roads=roads.tsv.gz --generate delaunay:n=20000 --measures betweenness

Prints a markdown report and writes it with a chart and a JSON line an entry into --output. Exit code 1 if results differ.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

MEASURES = ("betweenness", "closeness", "eccentricity")


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--preset", choices=("main", "quick"), help="a set of graphs (quick, if no graph is given)")
    parser.add_argument("--data", type=Path, help="folder with breast_coexpression, iref_ppi and luxembourg edge lists")
    parser.add_argument("--file", action="append", default=[], metavar="NAME=PATH", help="an edge list, gz or not")
    parser.add_argument("--generate", action="append", default=[], metavar="[NAME=]SPEC",
                        help="a spec of gobc.generate")
    parser.add_argument("--sources", type=int, help="sources of betweenness on --file and --generate graphs (all)")
    parser.add_argument("--measures", default=",".join(MEASURES), help="comma-separated: " + ", ".join(MEASURES))
    parser.add_argument("--peers", default="igraph,networkit,rustworkx,networkx", help="comma-separated")
    parser.add_argument("--threads", type=int, help="threads of gobc and of the peers that can (all cores)")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each entry, if its budget allows (3)")
    parser.add_argument("--budget", type=float, help="seconds that all runs of an entry may take (45; quick: 6)")
    parser.add_argument("--longest", type=float, help="a peer's run that is foreseen to last longer is sampled, or "
                        "left out if that cannot be (60; quick: 6)")
    parser.add_argument("--output", type=Path, default=Path("build/bench"), help="folder for the report (build/bench)")
    arguments = parser.parse_args()
    if not (arguments.preset or arguments.file or arguments.generate):
        arguments.preset = "quick"
    for name in arguments.measures.split(","):
        if name not in MEASURES:
            parser.error(f"--measures: there is no {name!r}; choose from {', '.join(MEASURES)}")
    return arguments


def _data_file(folder, stem):
    """The file in the folder whose name starts with the stem, or None."""
    found = sorted(folder.glob(f"{stem}*")) if folder else []
    return found[0] if found else None


def _main_graphs(folder):
    from graphs import bundled, generated, read_file, with_patches

    genes = [("breast co-expression", "breast_coexpression"), ("iRef protein interactions", "iref_ppi")]
    found = [(name, path) for name, stem in genes if (path := _data_file(folder, stem))]
    for name, path in found:
        yield read_file(name, path, "gene"), MEASURES
    if not found:
        yield bundled(), MEASURES
    two = ("betweenness", "closeness")
    yield with_patches(generated("small world", "small_world:n=100000,k=10,p=.1", "large"), 1024), two
    yield with_patches(generated("Delaunay", "delaunay:n=32768", "large"), 4096), MEASURES
    yield with_patches(generated("Kronecker", "kronecker:scale=16,edge_factor=16", "large"), 1024), two
    path = _data_file(folder, "luxembourg")
    roads = read_file("luxembourg roads", path, "large") if path else generated("roads", "road_like:n=100000", "large")
    yield with_patches(roads, 2048), ("betweenness",)


def _quick_graphs():
    from graphs import bundled, generated, with_patches

    yield with_patches(bundled(), 256), MEASURES
    yield with_patches(generated("small world", "small_world:n=20000,k=10,p=.1", "large"), 512), MEASURES
    yield with_patches(generated("Delaunay", "delaunay:n=8192", "large"), 1024), MEASURES
    yield with_patches(generated("Kronecker", "kronecker:scale=12,edge_factor=16", "large"), 512), MEASURES
    yield with_patches(generated("roads", "road_like:n=20000", "large"), 1024), ("betweenness",)


def _given_graphs(arguments):
    from graphs import generated, read_file

    for text in arguments.file:
        name, separator, path = text.partition("=")
        if not separator:
            raise SystemExit(f"--file {text}: give NAME=PATH")
        yield read_file(name, Path(path))
    for text in arguments.generate:
        name, separator, spec = text.partition("=")
        if not separator or ":" in name:  # no name of its own
            name, spec = text.split(":")[0], text
        yield generated(name, spec)


def _graphs(arguments):
    from graphs import with_patches

    if arguments.preset:
        yield from _main_graphs(arguments.data) if arguments.preset == "main" else _quick_graphs()
    for workload in _given_graphs(arguments):
        yield (with_patches(workload, arguments.sources) if arguments.sources else workload), MEASURES


def _peers(arguments, threads):
    import libraries

    peers = []
    for name in filter(None, arguments.peers.split(",")):
        if name not in libraries.PEERS:
            raise SystemExit(f"--peers: there is no {name!r}; choose from {', '.join(libraries.PEERS)}")
        try:
            peers.append(libraries.PEERS[name](threads))
        except ImportError:
            raise SystemExit(f"{name} is not installed: pip install {name}, or leave it out of --peers") from None
    return peers


def _log(text) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> int:
    arguments = _arguments()
    threads = arguments.threads or len(os.sched_getaffinity(0))
    os.environ["RAYON_NUM_THREADS"] = str(threads)  # before rustworkx starts its threads

    import chart
    import machine
    import report
    from contest import Arena, Wrong

    began, here = time.perf_counter(), machine.describe()
    quick = arguments.preset == "quick"
    budget, longest = arguments.budget or (6 if quick else 45), arguments.longest or (6 if quick else 60)
    arenas, cases, wrong = [], [], None
    try:
        for workload, measures in _graphs(arguments):
            _log(f"{workload.name}: {workload.n:,} vertices, {workload.m:,} edges, sources: {workload.choice}")
            arena = Arena(workload, _peers(arguments, threads), threads, budget, longest, _log)
            arenas.append(arena)
            wanted = [measure for measure in measures if measure in arguments.measures.split(",")]
            cases += [arena.case(measure, arguments.rounds) for measure in wanted]
            if workload.sources is not None and "betweenness" in wanted:
                cases.append(arena.case("betweenness", arguments.rounds, scattered=True))
            arena.graphs.clear()
    except Wrong as difference:
        wrong = difference
    arguments.output.mkdir(parents=True, exist_ok=True)
    rows = report.records(cases, arenas, here)
    if wrong:
        rows.append({"kind": "wrong", "what": str(wrong)})
    (arguments.output / "bench.jsonl").write_text(report.json_lines(rows), encoding="utf-8")
    if wrong:
        (arguments.output / "bench.md").unlink(missing_ok=True)  # an earlier report would look like this one's
        _log(f"WRONG RESULT: {wrong}")
        return 1
    text = report.markdown(cases, arenas, here, threads, time.perf_counter() - began)
    (arguments.output / "bench.md").write_text(text, encoding="utf-8")
    chart.draw(rows, arguments.output / "bench.svg")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
