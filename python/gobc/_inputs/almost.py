"""Objects and files that are almost edges, and how to make edges of them."""

from __future__ import annotations

import itertools
import os

from ..errors import ArgumentError, FileError, kind_of, shown
from .edge_tables import is_frame

# By package and the end of the type's name: what the object is, and what to give instead.
ALMOST = {
    ("polars", "LazyFrame"): "a query that gives a table when it is run: give edges.collect()",
    ("duckdb", "DuckDBPyConnection"): "a query that gives a table when it is run: give connection.sql(...)",
    ("pyarrow", "Dataset"): "files that give a table when they are read: give edges.to_table()",
    ("pyarrow", "ParquetFile"): "a file that gives a table when it is read: give edges.read()",
    ("igraph", "EdgeSeq"): "the edges of a graph without its nodes and directions: give the graph",
    ("networkx", "EdgeView"): "the edges of a graph without its nodes and directions: give the graph",
    ("geopandas", "GeoSeries"): "shapes alone, which do not say where streets meet",
    ("gobc", "Graph"): "built already: call its methods, such as edges.betweenness()",
}

# How edges are made of shapes.
STREETS = ('streets are shapes: gobc.streets.primal(streets) makes the graph of junctions; see "Street networks" in the '
           "documentation")

MOST_FOLDERS = 100  # that are looked into

# Files that others read, by their endings.
_SHAPES = f"geopandas.read_file(path) reads it; {STREETS}"
_SHEET = "gobc.Graph(pandas.read_excel(path))"
OTHERS = {
    **dict.fromkeys(("gpkg", "shp", "geojson", "fgb", "gdb", "kml"), _SHAPES),
    **dict.fromkeys(("xlsx", "xls", "ods"), _SHEET),
    **dict.fromkeys(("osm", "pbf"), "osmnx.graph_from_xml(path) or pyrosm reads it; gobc.Graph takes the graph or its edges"),
    "gexf": "gobc.Graph(networkx.read_gexf(path))",
    "json": 'gobc.Graph(pandas.read_json(path)), or of a file with "nodes" and "links" '
            'gobc.Graph(networkx.node_link_graph(json.load(file), edges="links"))',
    **dict.fromkeys(("jsonl", "ndjson"), "gobc.Graph(pandas.read_json(path, lines=True))"),
    "npz": "gobc.Graph(scipy.sparse.load_npz(path))",
    **dict.fromkeys(("pkl", "pickle"), "gobc.Graph(pickle.load(file)) if it holds edges or a graph"),
}


def refuse_almost(edges: object, directed: bool | None, **of_tables: object) -> None:
    """Raises for objects that are not edges yet, and for edges whose directions would be lost.

    For a gobc.Graph, the message names the given arguments that are for edge tables alone, `of_tables`.
    """
    kind = kind_of(edges)
    for (package, name), told in ALMOST.items() if "." in kind else ():  # not of Python's own types
        if kind.lstrip("_").startswith(package) and kind.endswith(name):
            given = [f"{name}=" for name, value in of_tables.items() if value is not None and package == "gobc"]
            more = f"; {STREETS}" if package == "geopandas" else f"; {', '.join(given)} is for edge tables" if given else ""
            raise ArgumentError(f"edges is {kind}, {told}{more}")
    if isinstance(edges, (list, tuple)) and any(kind_of(part).endswith("DataFrame") for part in edges[:2]):
        join = way_to_join(edges[0]) or "pandas.concat(edges)"
        raise ArgumentError(f"edges is a {kind} of frames: give the one whose rows are edges, such as "
                            f"osmnx.graph_to_gdfs(graph, nodes=False), or one table of all of them, {join}")
    if directed is None and kind.startswith(("networkx.Out", "networkx.In")) and kind.endswith("EdgeDataView"):
        raise ArgumentError(f"edges is {kind}, edges of a directed graph without its nodes: give the graph, or say directed=")


_JOINED = {"pyarrow.RecordBatch": "pyarrow.Table.from_batches(edges)", "pyarrow.Table": "pyarrow.concat_tables(edges)",
           "pandas.DataFrame": "pandas.concat(edges)", "polars.DataFrame": "polars.concat(edges)"}


def way_to_join(table: object) -> str | None:
    """How to join several tables of this type; None for other types."""
    return _JOINED.get("pandas.DataFrame" if is_frame(table) else kind_of(table))


def refuse_others(path: str, kind: str) -> None:
    """Raises for a file that another package reads, and for a folder of Parquet files."""
    if kind in OTHERS and os.path.isfile(path):
        raise FileError(f"{path}: gobc does not read the format {shown(kind)}: {OTHERS[kind]}")
    inside = itertools.islice(os.walk(path), MOST_FOLDERS)  # also of partitions, such as year=2020/part-0.parquet
    if os.path.isdir(path) and any(name.endswith((".parquet", ".pq")) for _, _, names in inside for name in names):
        raise FileError(f"{path} is a folder; name a file, or give the table of its files: "
                        "gobc.Graph(pyarrow.parquet.read_table(path))")


def no_file(path: str) -> FileError:
    """The error for a path at which there is nothing."""
    text = f"there is no file {path}"
    if "://" in path:
        return FileError(f"{text}: gobc reads files on this machine only; download it, or give a table that another package "
                         "has read")
    if "*" in path:
        return FileError(f"{text}: gobc does not expand *; name one file, or give one table of all of them")
    return FileError(text)
