"""Networks of the papers' tables: generated ones, one that comes with the package, and files that the user has.

Every network is read as undirected; self-loops never count, and repeated edges are one, with weights the smallest.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .. import datasets
from .._arrow import numeric_view, to_list
from .._inputs import files
from .._inputs.files import File
from ..api import generate
from ..errors import ArgumentError, FileError
from ..graph import Graph
from ..tables import Table

WEIGHTS = range(1, 11)  # of generated networks: whole numbers, as Fan et al. drew them


@dataclass
class Network:
    """A graph with what tables say about it. `labels` in an order drawn by the seed: its prefixes are the samples."""

    name: str
    origin: str
    graph: Graph
    edges: int  # without loops and repeated ones
    linked: set[Any]  # nodes that have a neighbor
    labels: list[Any]

    @property
    def vertices(self) -> int:
        return len(self.graph)

    def linked_among(self, count: int) -> int:
        """How many of the first `count` sources have a neighbor."""
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
        return _network(name, os.path.basename(path), read(path, weighted), seed)
    if scale == "small" and "small" in entry:
        return _generated(name, entry["small"], weighted, seed)
    if "dataset" in entry:
        file = File(getattr(datasets, entry["dataset"])(), (None, None, "#2" if weighted else None))
        return _network(name, f"comes with gobc: {entry['dataset']}", file, seed)
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


def _network(name: str, origin: str, file: File, seed: int) -> Network:
    graph = Graph._of_file(file._replace(directed=None), name, directed=False)
    columns = [_list(file.edges[end]) for end in (graph.source, graph.target)]
    linked = {label for pair in zip(*columns) if pair[0] != pair[1] for label in pair}
    return _of(name, origin, graph, linked, to_list(graph._node_column()), seed)


def _of(name: str, origin: str, graph: Graph, linked: set[Any], labels: list[Any], seed: int) -> Network:
    order = random.Random(seed).sample(labels, len(labels))
    edges = graph.num_edges - graph.self_loops - graph.parallel_edges
    return Network(name, origin, graph, edges, linked, order)


def _list(column: Any) -> list[Any]:
    return list(column.to_pylist() if hasattr(column, "to_pylist") else column)


def read(path: str, weighted: bool) -> File:
    """What a file holds. Weights are its third column, or those that its format has."""
    file = files.read(path, weight=2 if weighted else None, directed=True)  # of a matrix: as its entries are
    if isinstance(file.edges, Table):
        return file
    names = file.edges.column_names
    if len(names) < (3 if weighted else 2):
        raise FileError(f"{path}: {len(names)} columns; this network needs "
                        + ("source, target and weight" if weighted else "source and target"))
    return file


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
