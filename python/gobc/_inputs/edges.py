"""Streams of edges from whatever users give, by its type and by the other arguments of the call."""

from __future__ import annotations

from typing import Any

from .._validation import flag, is_mapping, spent, spent_text
from ..errors import ArgumentError, DataError, kind_of, shown
from . import anndata
from .adjacency import of_table
from .almost import refuse_almost
from .edge_tables import arrow_stream, by_label, is_array, is_frame, is_series, of_columns, speaks_arrow, stream_of_columns
from .frames import of_frame
from .levels import ends_of_metadata
from .neighbors import of_mapping
from .nodes import node_stream
from .packages import PACKAGES
from .pairs import values
from .plain import plain_pairs
from .prepared import Prepared
from .weights import NAME, is_column, name_of


def prepare(edges: Any, *, directed: bool | None = None, source: str | int | None = None, target: str | int | None = None,
            nodes: Any = None, node: str | int | None = None, weight: Any = None, obsp: str | None = None) -> Prepared:
    """Streams of whatever `edges` is. See packages.KINDS."""
    directed = flag(directed, "directed")
    if source is target is nodes is node is weight is obsp is None and (plain := plain_pairs(edges)) is not None:
        return Prepared(plain, directed=bool(directed), source="source", target="target")
    refuse_almost(edges, directed, source=source, target=target, nodes=nodes, node=node)
    if obsp is not None and not anndata.takes(edges):
        raise ArgumentError(f"obsp= names a matrix of an AnnData object; edges is {kind_of(edges)}: leave obsp= out")
    package = next((package for package in PACKAGES if package.takes(edges)), None)
    if package is not None:
        for name, value in (("nodes", nodes), ("node", node), ("source", source), ("target", target)):
            if value is not None:
                raise ArgumentError(f"{name}= is for edge tables; {kind_of(edges)} has its own nodes and edges: leave "
                                    f"{name}= out")
        prepared = package.read(edges, directed, weight) if obsp is None else anndata.read(edges, directed, weight, obsp)
        if directed is not None and directed != prepared.directed:
            have, wish = ("directed", "undirected") if prepared.directed else ("undirected", "directed")
            raise ArgumentError(f"directed={directed} contradicts the {have} {kind_of(edges)}: convert it to {wish} "
                                "first, or leave directed= out")
        return prepared
    source, target = (column_name(by_label(edges, given, name), name) for given, name in ((source, "source"), (target, "target")))
    node = column_name(by_label(nodes, node, "node"), "node")
    prepared = None
    if source is None and target is None and not is_column(weight):
        read = of_mapping if is_mapping(edges) else of_table
        prepared = read(edges, directed, weight)
    if prepared is not None and nodes is not None:
        raise ArgumentError("nodes= is for edge tables; an adjacency has its own nodes: leave nodes= out")
    if prepared is None:
        prepared = _edge_table(edges, source, target, weight, bool(directed))
    prepared.directed = bool(directed)
    if nodes is not None:
        prepared.nodes = node_stream(nodes, "nodes", node)
        prepared.closed = isinstance(nodes, int)
    elif node is not None:
        raise ArgumentError("node= names a column of nodes=, which is missing")
    return prepared


def column_name(column: str | int | None, argument: str) -> str | None:
    """A column by name, or by position from an int."""
    if column is None or isinstance(column, str):
        return column
    if isinstance(column, int) and not isinstance(column, bool) and 0 <= column < 1 << 31:
        return f"#{column}"
    raise ArgumentError(f"{argument}= must be a column name or a position, not {shown(column)}")


def _edge_table(edges: Any, source: str | None, target: str | None, weight: Any, directed: bool) -> Prepared:
    """The stream and the names of its columns, None where the library chooses."""
    if isinstance(edges, (str, bytes)) or hasattr(edges, "__fspath__"):
        raise ArgumentError(f"edges is {shown(edges)}: gobc.Graph.read(path) reads a file, and so does the command line: "
                            "gobc compute FILE")
    if (is_frame(edges) or kind_of(edges) == "polars.DataFrame") and edges.shape == (0, 0):
        edges = {"source": [], "target": []}
    if is_series(edges) and edges.index.nlevels > 1:  # of stack() or groupby()
        raise DataError("edges is a Series of pandas whose index has the ends of edges: give edges.reset_index(), and name the "
                        "columns with source=, target= and weight=")
    beside = is_column(weight)
    table = is_mapping(edges) or is_frame(edges)
    if beside and (table or speaks_arrow(edges)):
        raise ArgumentError(f"weight= is an array beside a table ({kind_of(edges)}): add it to the table as a column, "
                            "and give weight= its name")
    if getattr(getattr(edges, "dtype", None), "names", None) and is_array(edges):
        edges, table = {name: edges[name] for name in edges.dtype.names}, True  # numpy's records
    prepared = _of_table(edges, table, source, target, name_of(by_label(edges, weight, "weight")) if not beside else None)
    if prepared is not None:
        prepared.found = any(end is None or end[:1] == "#" for end in (source, target))  # by position: its repr names them
        return prepared
    if source is not None or target is not None:
        raise ArgumentError(f"source= and target= name columns of a table; {kind_of(edges)} has none")
    if not beside and weight is not None and not isinstance(weight, bool):
        raise ArgumentError(f"weight={shown(weight)} names a column of a table; {kind_of(edges)} has none: give "
                            "weight=True for the third value of every edge, or one weight per edge")
    ends, weights = values(edges, weight if isinstance(weight, bool) else None, directed)
    if beside:
        weights = weight
    name = None if weights is None else NAME
    return Prepared(stream_of_columns(ends, weights), source="source", target="target", weight=name)


def _of_table(edges: Any, table: bool, source: str | None, target: str | None, weight: str | None) -> Prepared | None:
    """None if the edges have no columns with names."""
    if is_frame(edges):
        return of_frame(edges, source, target, weight)
    stream = arrow_stream(edges)
    if stream is not None:
        if source is None and target is None:
            source, target = ends_of_metadata(edges, [weight])
        prepared = Prepared(stream, source=source, target=target, weight=weight)
        prepared.spent = spent_text(edges, "edges") if spent(edges) else None
        return prepared
    return of_columns(edges, source, target, weight) if table else None
