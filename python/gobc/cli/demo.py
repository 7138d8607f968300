"""gobc demo: four measures of a gene co-expression network in one sweep, as text, files and a picture."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import Any

from .. import _files, datasets
from ..errors import PackageError
from ..graph import Graph
from ..results import Ranking, Result

TITLES = {
    "betweenness": "betweenness: the share of shortest paths through a probe set",
    "closeness": "closeness: how near a probe set is to all others",
    "eccentricity": "eccentricity: the least greatest distance, in the largest component",
    "stress": "stress: the number of shortest paths through a probe set",
}
MEASURES = tuple(TITLES)


def run(folder: str, threads: int | None = None) -> int:
    os.makedirs(folder, exist_ok=True)
    edges = datasets.bladder_coexpression()
    print("Genes expressed together in bladder cancer (Dyrskjot et al. 2004): probe sets, joined where |r| >= 0.85")
    started = time.perf_counter()
    with Graph(edges, threads=threads) as graph:
        print(f"{graph.num_nodes:,} probe sets, {graph.num_edges:,} edges, {graph.num_components:,} components, the "
              f"largest of {graph.largest_component_size:,}; read and built in {time.perf_counter() - started:.2f} s")
        result = graph.centralities(MEASURES, threads=threads)
        main_component, degree = set(graph.largest_component()), graph.degree().to_dict("degree")
    assert isinstance(result, Result)  # all are measures of nodes
    print(f"{', '.join(MEASURES)} for every probe set, exact, in {result.seconds or 0:.2f} s")
    for measure in MEASURES:
        print(f"\nThe ten most central by {TITLES[measure]}")
        print(repr(_ten(result, measure, main_component)))
    print()
    for path in _write_files(result, degree, folder):
        print(f"written: {path}")
    return 0


def _ten(result: Result, measure: str, main_component: set[Any]) -> Ranking:
    """Eccentricity is small for central nodes, and compares those of one component only."""
    if measure != "eccentricity":
        return result.top(10, measure)
    rows = [row for row in result.to_dict(measure).items() if row[0] in main_component]
    return Ranking(sorted(rows, key=lambda row: row[1])[:10], measure)


def _write_files(result: Result, degree: Mapping[Any, float], folder: str) -> list[str]:
    paths = [os.path.join(folder, "bladder_centralities" + suffix) for suffix in (".csv", ".parquet", ".png")]
    _files.write_table(result, paths[0])
    _files.write_table(result, paths[1])
    _draw(result, degree, paths[2])
    return paths


def _draw(result: Result, degree: Mapping[Any, float], path: str) -> None:
    try:
        # Without pyplot: no window system is looked for, and no figure of the host's is touched.
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise PackageError("the demo's picture needs matplotlib: pip install 'gobc[plot]'") from error
    figure = Figure(figsize=(10, 4.2), dpi=120, layout="constrained")
    FigureCanvasAgg(figure)
    left, right = figure.subplots(1, 2)
    for measure in MEASURES[:2]:
        result.plot("rank", measure, ax=left, top=0, label=measure)
    left.set_ylabel("score")
    left.legend()
    result.plot("degree", "betweenness", degree=degree, ax=right)
    right.set_xscale("log")
    right.set_yscale("symlog", linthresh=1e-7)
    right.set_ylim(bottom=-5e-8)
    figure.suptitle("Bladder cancer co-expression network: scores by rank, and betweenness against degree")
    with _files.replacing(path) as temporary:
        figure.savefig(temporary)
