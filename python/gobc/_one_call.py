"""A computation on edges or on a Graph: the graph is built where there is none yet, and closed afterwards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import overload

from ._library import measure_names
from ._tables import EdgeMeasure, NodeMeasure
from .errors import ArgumentError
from .graph import Graph
from .results import EdgeResult, Result


@overload
def compute(measures: EdgeMeasure, arguments: dict) -> EdgeResult: ...
@overload
def compute(measures: NodeMeasure, arguments: dict) -> Result: ...
@overload
def compute(measures: str | Iterable[str], arguments: dict) -> Result | EdgeResult: ...


def compute(measures, arguments) -> Result | EdgeResult:
    """Computes with the keyword arguments of the public function that was called."""
    measure_names(measures)
    graph, options, own = graph_of(arguments)
    try:
        return graph._compute(measures, **options)
    finally:
        if own:
            graph.close()


def graph_of(arguments) -> tuple[Graph, dict, bool]:
    """The graph to compute on, the options that are left, and whether the graph was built here."""
    options = dict(arguments)
    edges = options.pop("edges")
    table = {name: options.pop(name) for name in ("directed", "source", "target", "nodes", "node", "obsp")}
    if not isinstance(edges, Graph):
        calls = {name: options[name] for name in ("threads", "memory_limit", "progress") if name in options}
        return Graph(edges, weight=options.pop("weight"), **table, **calls), options, True
    asked = table.pop("directed")
    if asked is not None and bool(asked) != edges.directed:
        raise ArgumentError(f"directed={asked} contradicts the graph, which was built with directed={edges.directed}")
    for name, value in table.items():
        if value is not None:
            raise ArgumentError(f"{name}= is for edge tables; this gobc.Graph is built already")
    return edges, options, False
