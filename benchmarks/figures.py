"""Writes the figures of speed that README and the documents name, from recorded runs.

    python benchmarks/figures.py                                  writes them into the documents
    python benchmarks/figures.py --check                          exit code 1 if a document has others
    python benchmarks/figures.py --record build/bench/bench.jsonl cpu
    python benchmarks/figures.py --record build/benchmark-gpu/gpu.jsonl gpu

run.py and gpu.py write the lines that --record keeps in benchmarks/records, with the machine in the first. A document has a
figure between <!-- figures: NAME --> and <!-- end of figures -->, NAME being a function of PARTS.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RECORDS = ROOT / "benchmarks/records"
PAGES = ("README.md", "docs/index.md", "docs/background/benchmarks.md", "paper/paper.md")
PLACE = re.compile(r"(<!-- figures: (\w+) -->\n)(.*?)(\s*<!-- end of figures -->\n)", re.DOTALL)
GENES, MESHES, ROADS = ("breast co-expression", "iRef protein interactions"), ("Delaunay mesh",), ("roads of California",)
KEPT = ("kind", "graph", "measure", "library", "threads", "precision", "seconds", "extrapolated", "worst_difference", "error")
MACHINE = ("kind", "processor", "cores", "gpu", "gobc", "packages")


def recorded(name: str) -> list[dict]:
    return [json.loads(line) for line in (RECORDS / f"{name}.jsonl").read_text("utf-8").splitlines()]


def record(source: Path, name: str) -> None:
    """Keeps of a run what figures are made from: the machine, and a row for each graph and library."""
    machine, *rows = [json.loads(line) for line in source.read_text("utf-8").splitlines()]
    kept = [{key: machine[key] for key in MACHINE if key in machine}]
    for row in rows:
        if row["kind"] == "gpu":  # as _usual() of gpu.py
            row["seconds"] = statistics.median(row["kernel_seconds"][1:] or row["kernel_seconds"])
        if row["kind"] in ("entry", "gpu", "external") and row.get("precision", "double") == "double":
            kept.append({key: row[key] for key in KEPT if row.get(key) is not None})
    RECORDS.mkdir(exist_ok=True)
    (RECORDS / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in kept), "utf-8")


class Run:
    """Betweenness by graph and library, in seconds."""

    def __init__(self, name: str):
        self.machine, *rows = recorded(name)
        rows = [row for row in rows if row.get("measure", "betweenness") == "betweenness"]
        rows.sort(key=lambda row: row.get("threads", 0))  # the last one counts: on all cores
        self.seconds = {(row["graph"], row["library"]): row["seconds"] for row in rows}
        self.graphs = list(dict.fromkeys(graph for graph, _ in self.seconds))
        self.others = [name for name in dict.fromkeys(library for _, library in self.seconds) if name != "gobc"]

    def ratio(self, graph: str, library: str) -> float | None:
        other = self.seconds.get((graph, library))
        return None if other is None else other / self.seconds[graph, "gobc"]

    def span(self, *graphs: str, libraries: tuple[str, ...] = ()) -> str:
        """The smallest and the largest ratio."""
        found = [ratio for graph in graphs for library in libraries or self.others if (ratio := self.ratio(graph, library))]
        low, high = figure(min(found)), figure(max(found))
        return low if low == high else f"{low} to {high}"


def figure(ratio: float) -> str:
    """Two digits, rounded down: at least so many times as fast."""
    scale = 10 ** (math.floor(math.log10(ratio)) - 1)
    down = math.floor(ratio / scale * (1 + 1e-9)) * scale
    return f"{down:.0f}" if ratio >= 10 else f"{down:.1f}"


def listed(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def readme() -> str:
    cpu, gpu = Run("cpu"), Run("gpu")
    cores = cpu.machine["cores"]
    return (f"- **Fast.** On {cores} cores, gobc computes betweenness of gene and protein networks {cpu.span(*GENES)} times as\n"
            f"  fast as {listed(PEERS)}, that of a mesh {cpu.span(*MESHES)} times as fast, and that of roads,\n"
            f"  by [exact reductions](docs/background/reductions.md), {cpu.span(*ROADS)} times as fast. On a GPU it is\n"
            f"  {gpu.span(*gpu.graphs)} times as fast as {listed(gpu.others)} on {len(gpu.graphs)} networks. The\n"
            "  [benchmarks](docs/background/benchmarks.md) compare every value before they show a time;\n"
            "  [how it works](docs/background/how.md).")


def home() -> str:
    cpu = Run("cpu")
    return (f"- **Fast**: {cpu.span(*GENES)} times {listed(PEERS)} for betweenness of gene and protein networks on "
            f"{cpu.machine['cores']} cores\n  ([Speed](background/benchmarks.md)), {cpu.span(*ROADS)} times for roads, by\n"
            "  [exact reductions](background/reductions.md).\n")


def paper() -> str:
    cpu = Run("cpu")
    return (f"On {cpu.machine['cores']} cores it computes the betweenness of gene and protein networks {cpu.span(*GENES)} times\n"
            "as fast as igraph, NetworKit [@NetworKit] and rustworkx [@rustworkx].")


def processors() -> str:
    """The table below the chart of libraries."""
    return _table(Run("cpu"), "graph")


def gpus() -> str:
    run = Run("gpu")
    return f"Beside the programs of others on one {run.machine['gpu']}, from all sources:\n\n" + _table(run, "graph")


def _table(run: Run, what: str) -> str:
    lines = [[what, "gobc", *run.others], ["---"] * (2 + len(run.others))]
    for graph in run.graphs:
        cells = [f"{seconds_of(run.seconds[graph, library])}, {figure(run.ratio(graph, library))} x"
                 if (graph, library) in run.seconds else "" for library in run.others]
        lines.append([graph, seconds_of(run.seconds[graph, "gobc"]), *cells])
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def seconds_of(seconds: float) -> str:
    return f"{seconds:,.3g} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"


PEERS = ["igraph", "NetworKit", "rustworkx"]
PARTS = {part.__name__: part for part in (readme, home, paper, processors, gpus)}


def written(page: str) -> str:
    """The page with the figures of the records."""
    return PLACE.sub(lambda found: found[1] + PARTS[found[2]]().rstrip("\n") + found[4], page)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing: exit code 1 if a document has other figures")
    parser.add_argument("--record", nargs=2, metavar=("FILE", "NAME"), help="keep a run first, as cpu or gpu")
    arguments = parser.parse_args()
    if arguments.record:
        record(Path(arguments.record[0]), arguments.record[1])
    wrong = []
    for name in PAGES:
        page = (ROOT / name).read_text("utf-8")
        if (new := written(page)) == page:
            continue
        wrong.append(name)
        if not arguments.check:
            (ROOT / name).write_text(new, "utf-8")
    for name in wrong:
        print(f"{name} {'has other figures than' if arguments.check else 'has the figures of'} the records")
    return int(bool(wrong) and arguments.check)


if __name__ == "__main__":
    sys.exit(main())
