"""Draws what benchmarks/run.py and benchmarks/gpu.py measured: the time of betweenness by library, a group of bars for each
graph.

    python benchmarks/chart.py build/bench/bench.jsonl docs/pictures/speed.svg
    python benchmarks/chart.py build/benchmark-gpu/gpu.jsonl build/benchmark-gpu/gpu.svg

Machine and versions stand below. A bar that was extrapolated from some of the sources is hatched. What was not compared with
gobc's values has no bar.
"""

from __future__ import annotations

import json
import pathlib
import statistics
import sys

COLORS = {"gobc": "#0a7d91", "NetworKit": "#8c9aa5", "igraph": "#b0743f", "rustworkx": "#7a6a9b", "networkx": "#4f4f4f"}
GPU_COLORS = {"gobc": "#0a7d91", "gobc, single precision": "#7fbfca"}  # of the others: those below, in their order
OTHERS = ("#b0743f", "#7a6a9b", "#8c9aa5", "#4f4f4f")


def draw(rows: list[dict], path: pathlib.Path) -> None:
    """What run.py measured."""
    entries = _shown(rows)
    left_out = any(row["kind"] == "left out" and row["measure"] == "betweenness" for row in rows)
    _draw(entries, COLORS, "Betweenness, exact", _caption(rows[0], entries, left_out), path)


def draw_gpu(rows: list[dict], path: pathlib.Path) -> None:
    """What gpu.py measured, on one GPU; published methods and other programs beside it."""
    entries = _shown_gpu(rows)
    others = [name for name in dict.fromkeys(row["library"] for row in entries) if name not in GPU_COLORS]
    colors = GPU_COLORS | {name: OTHERS[number % len(OTHERS)] for number, name in enumerate(others)}
    caption = f"seconds of kernels, medians; every value compared\n{rows[0]['gpu']}, gobc {rows[0]['gobc']}"
    _draw(entries, colors, "Betweenness on a GPU", caption, path)


def _draw(entries: list[dict], colors: dict[str, str], title: str, caption: str, path: pathlib.Path) -> None:
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot
    from matplotlib.ticker import FuncFormatter

    matplotlib.rcParams["svg.hashsalt"] = "gobc"  # the same picture from the same rows
    graphs = list(dict.fromkeys(row["graph"] for row in entries))
    libraries = [name for name in colors if any(row["library"] == name for row in entries)]
    figure, axes = pyplot.subplots(figsize=(7.5, 0.9 + 0.23 * len(entries)), layout="constrained")
    at, ticks = 0.0, []
    for graph in graphs:
        bars = {row["library"]: row for row in entries if row["graph"] == graph}
        begin = at
        for library in [name for name in libraries if name in bars]:
            row = bars[library]
            axes.barh(at, row["seconds"], 0.86, color=colors[library], hatch="///" * row["extrapolated"], edgecolor="white",
                      label=library if library not in axes.get_legend_handles_labels()[1] else None)
            axes.text(row["seconds"] * 1.08, at, _said(row), va="center", fontsize=8)
            at += 1
        ticks.append(((begin + at - 1) / 2, _title(bars["gobc"])))
        at += 0.8
    axes.set_yticks([place for place, _ in ticks], [text for _, text in ticks], fontsize=9)
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlim(min(row["seconds"] for row in entries) / 3, max(row["seconds"] for row in entries) * 10)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda seconds, _: f"{seconds:,g} s"))
    axes.set_xlabel(caption, fontsize=8)
    axes.set_title(title, loc="left", fontsize=11, pad=26)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.legend(frameon=False, fontsize=9, loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0, ncols=len(libraries))
    figure.savefig(path, metadata={"Date": None})


def _shown_gpu(rows: list[dict]) -> list[dict]:
    """An entry for each graph and method: on one GPU, and with values that were compared."""
    found: dict[tuple, dict] = {}
    for row in rows:
        if row["kind"] == "external" and row["worst_difference"] is not None:
            seconds, library = row["seconds"], row["library"]
        elif row["kind"] == "gpu" and len(row["plan"]["devices"]) == 1:
            seconds = statistics.median(row["kernel_seconds"][1:] or row["kernel_seconds"])
            library = row["library"] + ", single precision" * (row["precision"] == "single")
        else:
            continue
        found.setdefault((row["graph"], library), {
            "graph": row["graph"], "library": library, "seconds": seconds, "n": row["vertices"], "m": row["edges"],
            "sources": row["sources"], "extrapolated": False, "times_faster": None})
    whole = [row for (graph, _), row in found.items() if (graph, "gobc") in found]  # gobc's bars need double precision
    for row in whole:
        if not row["library"].startswith("gobc"):
            row["times_faster"] = row["seconds"] / found[row["graph"], "gobc"]["seconds"]
    return whole


def _shown(rows: list[dict]) -> list[dict]:
    """An entry for each graph and library: the first, which of gobc is that with all threads in double precision."""
    found: dict[tuple, dict] = {}
    for row in rows:
        if row["kind"] == "entry" and row["measure"] == "betweenness" and not row["scattered"]:
            found.setdefault((row["graph"], row["library"]), row)
    return list(found.values())


def _said(row: dict) -> str:
    seconds = row["seconds"]
    text = f"{1e3 * seconds:.3g} ms" if seconds < 0.1 else f"{seconds:.3g} s" if seconds < 100 else f"{seconds:,.0f} s"
    times = row["times_faster"]
    return text if times is None else f"{text}, {times:,.0f} x" if times >= 2 else f"{text}, {times:.2g} x"


def _title(row: dict) -> str:
    sources = "" if row["sources"] == row["n"] else f"\n{row['sources']:,} sources"
    return f"{row['graph']}\n{row['n']:,} nodes, {row['m']:,} edges{sources}"


def _caption(machine: dict, entries: list[dict], left_out: bool) -> str:
    packages = machine["packages"]
    versions = ", ".join(f"{name} {packages[name.lower()]}" for name in COLORS if packages.get(name.lower()))
    threads = max(row["threads"] for row in entries)
    alone = ", ".join(sorted({row["library"] for row in entries if row["threads"] == 1 and threads > 1}))
    alone = f" ({alone}: one)" if alone else ""
    hatched = "; hatched: extrapolated from some of the sources" if any(row["extrapolated"] for row in entries) else ""
    missing = "; no bar: was predicted to take too long" if left_out else ""
    return (f"seconds, medians of one run{hatched}{missing}\n{machine['processor']}, {threads} threads{alone}\n"
            f"gobc {machine['gobc']}, {versions}")


if __name__ == "__main__":
    source, target = map(pathlib.Path, sys.argv[1:])
    lines = [json.loads(line) for line in source.read_text().splitlines()]
    (draw_gpu if "gpu" in lines[0] else draw)(lines, target)
