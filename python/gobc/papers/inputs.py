"""Networks of the papers' tables: generated ones, one that comes with the package, and files that the user has.

Every network is read as undirected; self-loops never count, and repeated edges are one, with weights the smallest.
"""

from __future__ import annotations

import gzip
import os
import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .. import _files, datasets
from .._arrow import numeric_view, to_list
from .._inputs import files
from .._tables import KNOWN_PAIRS
from ..api import generate
from ..errors import ArgumentError, FileError
from ..graph import Graph
from ..tables import Table

if TYPE_CHECKING:
    import pyarrow
    from scipy.sparse import coo_array

WEIGHTS = range(1, 11)  # of generated networks: whole numbers, as Fan et al. drew them
_TEXT = ("csv", "tsv", "txt", "tab")


@dataclass
class Network:
    """A graph with what tables say about it. `labels` in an order drawn by the seed: its prefixes are the samples."""

    name: str
    origin: str
    graph: Graph
    edges: int  # without loops and repeated ones
    linked: set[Any]  # nodes that have a neighbour
    labels: list[Any]

    @property
    def vertices(self) -> int:
        return len(self.graph)

    def linked_among(self, count: int) -> int:
        """How many of the first `count` sources have a neighbour."""
        if count == len(self.labels):
            return len(self.linked)
        return sum(label in self.linked for label in self.labels[:count])

    def facts(self) -> dict[str, Any]:
        return {"origin": self.origin, "vertices": self.vertices, "edges": self.edges,
                "isolated": self.vertices - len(self.linked)}


def load(name: str, entry: dict[str, Any], path: str | None, scale: str, seed: int) -> Network | None:
    """The network of an entry of papers.json: of the file if there is one; None if only a file would do."""
    weighted = bool(entry.get("weights"))
    if path is not None:
        edges, nodes = read(path, weighted)
        return _network(name, os.path.basename(path), edges, nodes, weighted, seed)
    if scale == "small" and "small" in entry:
        return _generated(name, entry["small"], weighted, seed)
    if "dataset" in entry:
        edges = getattr(datasets, entry["dataset"])()
        return _network(name, f"comes with gobc: {entry['dataset']}", edges, None, weighted, seed)
    return _generated(name, entry["spec"], weighted, seed) if "spec" in entry else None


def _generated(name: str, spec: str, weighted: bool, seed: int) -> Network:
    edges = generate(spec, seed)
    ends = [numeric_view(edges._column(end)) for end in ("source", "target")]
    nodes = _vertices(spec)
    origin = f"{spec}; seed {seed}"
    if weighted:
        weights = random.Random(seed).choices(WEIGHTS, k=len(edges))
        graph = Graph({"source": ends[0], "target": ends[1], "weight": weights}, weight="weight", nodes=nodes)
        origin += f"; weights {WEIGHTS[0]} to {WEIGHTS[-1]}"
    else:
        graph = Graph(edges, nodes=nodes)
    return _of(name, origin, graph, set(ends[0]) | set(ends[1]), list(range(nodes)), seed)


def _vertices(spec: str) -> int:
    """Vertices that a spec declares, isolated ones included, which its edges cannot tell."""
    keys = dict(part.split("=") for part in spec.partition(":")[2].split(","))
    return int(keys["n"]) if "n" in keys else 1 << int(keys["scale"])


def _network(name: str, origin: str, edges: pyarrow.Table | Table, nodes: int | None, weighted: bool, seed: int) -> Network:
    """Of an edge table, whose columns are found as `Graph` finds them; weights are the third."""
    graph = Graph(edges, directed=False, weight=2 if weighted else None, nodes=nodes)
    columns = [_list(edges[end]) for end in (graph.source, graph.target)]
    linked = {label for pair in zip(*columns) if pair[0] != pair[1] for label in pair}
    return _of(name, origin, graph, linked, to_list(graph._node_column()), seed)


def _of(name: str, origin: str, graph: Graph, linked: set[Any], labels: list[Any], seed: int) -> Network:
    order = random.Random(seed).sample(labels, len(labels))
    edges = graph.num_edges - graph.self_loops - graph.parallel_edges
    return Network(name, origin, graph, edges, linked, order)


def _list(column: Any) -> list[Any]:
    return list(column.to_pylist() if hasattr(column, "to_pylist") else column)


def read(path: str, weighted: bool) -> tuple[pyarrow.Table, int | None]:
    """Edges of a file as a pyarrow table, and the number of nodes where the file says it."""
    if not os.path.isfile(path):
        raise FileError(f"there is no file {path}")
    kind = _files.ending(path)
    edges, nodes = (_text(path), None) if kind in _TEXT else (files.read_edges(path), None)
    if files.is_matrix(edges):
        edges, nodes = _of_matrix(path, edges)
    if not hasattr(edges, "column_names"):
        raise FileError(f"{path}: a table of edges is needed: csv, tsv, txt, parquet, arrow or mtx")
    if len(edges.column_names) < (3 if weighted else 2):
        raise FileError(f"{path}: {len(edges.column_names)} columns; this network needs "
                               + ("source, target and weight" if weighted else "source and target"))
    return edges, nodes


def _of_matrix(path: str, matrix: coo_array) -> tuple[pyarrow.Table, int]:
    import pyarrow

    if matrix.shape[0] != matrix.shape[1]:
        raise FileError(f"{path}: a matrix of {matrix.shape[0]:,} x {matrix.shape[1]:,} is no network; it must "
                               "be square")
    stored = matrix.tocoo()
    return pyarrow.table({"source": stored.row, "target": stored.col, "weight": stored.data}), matrix.shape[0]


def _text(path: str) -> pyarrow.Table:
    """An edge list as public collections have it: comments (#, %) first, tabs, commas or blanks, seldom a header."""
    with _files.needs("pyarrow"):
        import pyarrow.csv
    skipped, line = _first_line(path)
    delimiter = next((mark for mark in "\t," if mark in line), " ")
    words = [word.strip().strip('"').lower() for word in line.split(delimiter)]
    header = any(set(pair) <= set(words) for pair in KNOWN_PAIRS)
    options = pyarrow.csv.ReadOptions(skip_rows=skipped, autogenerate_column_names=not header)
    try:
        return pyarrow.csv.read_csv(path, read_options=options,
                                    parse_options=pyarrow.csv.ParseOptions(delimiter=delimiter))
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: {error}") from error


def _first_line(path: str) -> tuple[int, str]:
    """How many lines of comments there are, and the line after them."""
    opened = gzip.open if path.endswith(".gz") else open
    try:
        with opened(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines):
                if line.strip() and line.lstrip()[0] not in "#%":
                    return number, line.rstrip("\n")
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: {error}") from error
    raise FileError(f"{path}: the file has no edges")


def paths(given: list[str], known: Iterable[str]) -> dict[str, str]:
    """--graph NAME=PATH, checked before anything runs."""
    found = {}
    for text in given:
        name, mark, path = text.partition("=")
        if not mark or not path:
            raise ArgumentError(f"--graph {text}: give NAME=PATH, such as com-amazon=com-amazon.txt.gz")
        if name not in known:
            raise ArgumentError(f"--graph {text}: no table has a network {name!r}; there are {', '.join(known)}")
        if not os.path.isfile(path):
            raise FileError(f"--graph {text}: there is no file {path}")
        found[name] = path
    return found
