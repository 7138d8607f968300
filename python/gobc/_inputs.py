"""Turns what users have into Arrow streams of edges, nodes and sources.

Tables that speak Arrow pass as they are. Arrays and lists become columns, without a copy where their memory allows.
Graph objects and anything whose nodes are arbitrary objects are numbered here, 0 to n-1, and `labels` takes the numbers
back. Nothing is guessed: what cannot be told apart, or would be rounded, raises with the row.
"""

from __future__ import annotations

import sys
from array import array

from . import _arrow, _weights
from ._arrow import Column, Stream, column_chunks, column_from_buffer, has_nulls, ints_column, numeric_view, struct_of
from ._checks import flag, is_mapping, kind_of
from ._homes import is_anndata, reader_of
from ._prepared import Prepared
from .errors import ArgumentError, DataError

KINDS = ("an Arrow table (pyarrow, polars, pandas, duckdb, nanoarrow), a tuple (sources, targets) of arrays or lists, "
         "a dict of columns, an (m, 2) array, a list of (source, target) tuples, a square scipy sparse matrix, a graph "
         "of NetworkX, igraph, rustworkx or NetworKit, or an AnnData; with weight=True also (sources, targets, "
         "weights), an (m, 3) array and (source, target, weight) tuples")

# What is no table yet, by package and the beginning of its type, and what makes one of it.
ALMOST = {("polars", "LazyFrame"): "edges.collect()", ("duckdb", "DuckDBPyConnection"): "connection.sql(...)"}


def prepare(edges, *, directed=None, source=None, target=None, nodes=None, node=None, weight=None,
            obsp=None) -> Prepared:
    """Streams of whatever `edges` is. See KINDS."""
    directed = flag(directed, "directed")
    if obsp is not None and not is_anndata(edges):
        raise ArgumentError(f"obsp= names a matrix of an AnnData object; edges is {kind_of(edges)}")
    graph = reader_of(edges)
    if graph is not None:
        for name, value in (("nodes", nodes), ("node", node), ("source", source), ("target", target)):
            if value is not None:
                raise ArgumentError(f"{name}= is for edge tables; {kind_of(edges)} brings its own nodes and edges")
        prepared = graph(edges, directed, weight) if obsp is None else graph(edges, directed, weight, obsp)
        if directed is not None and directed != prepared.directed:
            have, wish = ("directed", "undirected") if prepared.directed else ("undirected", "directed")
            raise ArgumentError(f"directed={directed} contradicts the {have} {kind_of(edges)}: convert it to {wish} "
                                "first, or leave directed= out")
        return prepared
    source, target, node = column_name(source, "source"), column_name(target, "target"), column_name(node, "node")
    prepared = _edge_table(edges, source, target, weight)
    prepared.directed = bool(directed)
    if nodes is not None:
        prepared.nodes = node_stream(nodes, "nodes", node)
        prepared.node = node
        prepared.chosen = not isinstance(nodes, int)
    elif node is not None:
        raise ArgumentError("node= names a column of nodes=, which is missing")
    return prepared


def column_name(column, argument: str) -> str | None:
    """A column by name, or by position from an int."""
    if column is None or isinstance(column, str):
        return column
    if isinstance(column, int) and not isinstance(column, bool) and column >= 0:
        return f"#{column}"
    raise ArgumentError(f"{argument}= must be a column name or a position, not {column!r}")


# ---- edges ----


def _edge_table(edges, source, target, weight) -> Prepared:
    """The stream and the names of its columns, None where the library chooses."""
    if isinstance(edges, (str, bytes)) or hasattr(edges, "__fspath__"):
        raise ArgumentError(f"edges is {edges!r}: gobc reads no files here. Read it with pyarrow, polars or pandas, or "
                            "use the command line: gobc compute FILE")
    beside = _weights.is_column(weight)
    table = is_mapping(edges) or is_frame(edges)
    if beside and (table or _speaks_arrow(edges)):
        raise ArgumentError(f"weight= is an array beside a table ({kind_of(edges)}): add it to the table as a column, "
                            "and give weight= its name")
    _refuse_almost(edges)
    if getattr(getattr(edges, "dtype", None), "names", None) and is_array(edges):
        edges, table = {name: edges[name] for name in edges.dtype.names}, True  # numpy's records
    stream = _arrow_stream(edges)
    if stream is not None:
        return Prepared(stream, source=source, target=target, weight=_weights.name_of(weight))
    if table:
        return _of_columns(edges, source, target, _weights.name_of(weight))
    if source is not None or target is not None:
        raise ArgumentError(f"source= and target= name columns of a table; {kind_of(edges)} has none")
    if not beside and weight is not None and not isinstance(weight, bool):
        raise ArgumentError(f"weight={weight!r} names a column of a table; {kind_of(edges)} has none: give "
                            "weight=True for the third value of every edge, or one weight an edge")
    ends, weights = _values(edges, weight if isinstance(weight, bool) else None)
    if beside:
        weights = weight
    name = None if weights is None else _weights.NAME
    return Prepared(_stream_of_columns(ends, weights), source="source", target="target", weight=name)


def _refuse_almost(edges) -> None:
    kind = kind_of(edges)
    for (package, name), advice in ALMOST.items():
        if kind.lstrip("_").startswith(package) and kind.endswith(name):
            raise ArgumentError(f"edges is {kind}, a query that gives a table when it is run: give {advice}")


def _of_columns(table, source, target, weight) -> Prepared:
    """A table without Arrow. Columns that are not asked for are not looked at: their types do not matter."""
    names = list(table)
    ends = _endpoints(names, source, target)
    if weight is None:
        weights = None
    else:
        weight = _chosen(names, weight, None, "weight")
        if weight in ends:
            raise ArgumentError(f"column {weight!r} would be an end of the edge and its weight; the table has "
                                f"{', '.join(map(str, names))}")
        weights = table[weight]
        weight = str(weight)
    stream = _stream_of_columns({str(name): table[name] for name in ends}, weights, weight)
    source, target = map(str, ends)
    return Prepared(stream, source=source, target=target, weight=weight)


THIRD = "weight=True takes {} as the weights, weight=False leaves {} out"


def _values(edges, weight: bool | None) -> tuple[dict, object]:
    """The columns of edges without column names, and their own weights if weight is True."""
    if isinstance(edges, tuple) and len(edges) in (2, 3):
        parts = _parts(edges, weight)
        if parts is not None:
            return parts
    source, target, third = _matrix(edges, weight) if is_array(edges) else _pairs(edges, weight)
    return {"source": source, "target": target}, third


def _parts(edges: tuple, weight: bool | None):
    """A tuple of columns; None if it is a tuple of edges."""
    count = len(edges)
    if all(isinstance(part, tuple) for part in edges):
        sizes = set(map(len, edges))
        if count == 2 and sizes == {2}:
            raise ArgumentError("a tuple of two pairs could be two edges or two columns: give a list of edges, or two "
                                "lists (sources, targets)")
        if count == 3 and sizes == {3} and weight is not None:
            raise ArgumentError("a tuple of three triples could be three edges or three columns: give a list of edges, "
                                "or three lists (sources, targets, weights)")
        if count == 3 and (weight is None or weight is False and sizes == {2}):
            return None
    if count == 3 and weight is None:
        raise ArgumentError("edges is a tuple of three columns: " + THIRD.format("the third", "it")
                            + ". Three edges are given as a list")
    if count == 2 and weight is True:
        raise ArgumentError("weight=True takes the third column of (sources, targets, weights), but there are two")
    return {"source": edges[0], "target": edges[1]}, edges[2] if count == 3 and weight else None


KNOWN_PAIRS = (("source", "target"), ("source", "destination"), ("src", "dst"), ("from", "to"), ("u", "v"))


def _endpoints(names: list, source, target) -> list:
    """The endpoint columns of a table without Arrow, by the library's rule."""
    if len(names) < 2:
        raise DataError(f"an edge table needs two columns, this one has {names}")
    known = next((pair for pair in KNOWN_PAIRS if set(pair) <= set(names)), names[:2])
    return [_chosen(names, source, known[0], "source"), _chosen(names, target, known[1], "target")]


def _chosen(names: list, given, default, argument: str):
    """The column that was asked for by name or as "#position"."""
    if given is None:
        return default
    if given in names:
        return given
    if given[:1] == "#" and given[1:].isdigit() and int(given[1:]) < len(names):
        return names[int(given[1:])]
    raise DataError(f"{argument}={given!r}: there is no such column; there are {', '.join(map(str, names))}")


def is_frame(value) -> bool:
    """A pandas frame whose Arrow export is not there (it needs pyarrow)."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(value, pandas.DataFrame)


def is_array(value) -> bool:
    return hasattr(value, "__array_interface__") or hasattr(value, "__array__") or isinstance(value, memoryview)


def _arrow_stream(value) -> Stream | None:
    """The value's own Arrow stream of rows, or None."""
    if isinstance(value, type):
        return None
    if hasattr(value, "__arrow_c_stream__"):
        try:
            capsule = value.__arrow_c_stream__()
        except ImportError:
            return None  # pandas without pyarrow: taken by columns instead
        return Stream(capsule=capsule)
    if hasattr(value, "__arrow_c_array__"):
        return Stream.of([_arrow.import_array(value)])
    return None


def _speaks_arrow(value) -> bool:
    return hasattr(value, "__arrow_c_stream__") or hasattr(value, "__arrow_c_array__")


def _stream_of_columns(ends: dict, weights=None, weight: str = _weights.NAME) -> Stream:
    """One stream of two named columns of nodes, and perhaps one of weights: Arrow or numpy arrays, buffers or lists."""
    if len(ends) < 2:
        raise DataError(f"an edge table needs two columns, this one has {list(ends)}")
    columns = _one_type([column_chunks(values, name) for name, values in ends.items()])
    names = list(ends)
    if weights is not None:
        columns.append(_weights.chunks_of(weights, weight))
        names.append(weight)
    lengths = [sum(chunk.length for chunk in chunks) for chunks in columns]
    if len(set(lengths)) > 1:
        told = ", ".join(f"{name} has {length:,} rows" for name, length in zip(names, lengths))
        raise DataError(f"the edge columns differ in length: {told}")
    return Stream.of([struct_of(list(parts)) for parts in zip(*_arrow.aligned(columns))])


def _one_type(sides: list[list[Column]]) -> list[list[Column]]:
    """Integers of different widths widened to 64 bits, so that both ends have one type."""
    kinds = {column.format if column.dictionary is None else None for side in sides for column in side}
    if len(kinds) == 1 or not kinds <= set("cCsSiIlL") or any(has_nulls(c) for side in sides for c in side):
        return sides
    code = "q"
    if "L" in kinds and any(c.format == "L" and max(numeric_view(c), default=0) >> 63
                            for side in sides for c in side):
        code = "Q"
    try:
        return [[column_from_buffer(memoryview(array(code, numeric_view(column))), column.name)
                 for column in side] for side in sides]
    except OverflowError:
        raise DataError("the edge columns hold negative ids and ids beyond 2^63, which no integer type can both hold. "
                        "Use strings") from None


def _matrix(matrix, weight: bool | None):
    """Sources, targets, and weights or None, of an (m, 2) or (m, 3) array."""
    import numpy

    if not isinstance(matrix, numpy.ma.MaskedArray):
        matrix = numpy.asarray(matrix)  # columns of numpy.matrix would have two dimensions
    width = matrix.shape[1] if matrix.ndim == 2 else None
    square = ""
    if width == len(matrix):
        square = ". An adjacency matrix is given as scipy.sparse.coo_array(matrix)"
    if width == 3 and weight is None:
        raise DataError(f"an edge array must have shape (m, 2), this one has {matrix.shape}; "
                        + THIRD.format("its third column", "it") + square)
    if width not in (2, 3) or width == 2 and weight is True:
        wanted = "(m, 3) with weight=True" if weight else "(m, 2)"
        raise DataError(f"an edge array must have shape {wanted}, this one has {matrix.shape}{square}")
    if width == 2:
        return matrix[:, 0], matrix[:, 1], None
    return *(_whole_numbers(matrix[:, at], name) for at, name in enumerate(("source", "target"))), \
        matrix[:, 2] if weight else None


def _whole_numbers(column, name: str):
    """Node ids that an array holds as floats only because of the weights beside them."""
    import numpy

    if column.dtype.kind != "f" or numpy.ma.is_masked(column):
        return column
    wrong = numpy.flatnonzero(~((numpy.floor(column) == column) & (abs(column) <= 2.0 ** 53)))
    if len(wrong):
        row = int(wrong[0])
        raise DataError(f"column {name}, row {row} is {column[row]}, but a node id must be a whole number")
    return column.astype("int64")


def _pairs(edges, weight: bool | None):
    """Sources, targets, and weights or None, of a list of pairs or triples."""
    try:
        rows = iter(edges)
    except TypeError:
        raise TypeError(f"edges is {kind_of(edges)}, but must be {KINDS}") from None
    sources, targets, weights = [], [], []
    for row, edge in enumerate(rows):
        try:
            if isinstance(edge, str):
                raise TypeError
            if weight is None:
                source, target = edge
            elif weight:
                source, target, third = edge
                weights.append(third)
            else:
                source, target, *third = edge
                if len(third) > 1:
                    raise ValueError
        except (TypeError, ValueError):
            wanted = "triple (source, target, weight), as weight=True wants it" if weight else "pair (source, target)"
            raise DataError(f"edges: row {row} is {edge!r}, not a {wanted}" + _third_advice(edge, weight)) from None
        sources.append(source)
        targets.append(target)
    return sources, targets, weights if weight else None


def _third_advice(edge, weight: bool | None) -> str:
    if weight is None and isinstance(edge, (tuple, list)) and len(edge) == 3:
        return ". " + THIRD.format("the third values", "them")
    return ""


# ---- nodes ----


def node_stream(values, what: str, node: str | None = None) -> Stream:
    """A stream of one node column (with whatever other columns a table has)."""
    if isinstance(values, int) and not isinstance(values, bool) and what == "nodes":
        if values < 0:
            raise ArgumentError(f"nodes={values}: give the number of nodes, or their ids")
        return Stream.of([struct_of([ints_column(range(values), "node")])])
    if isinstance(values, (str, bytes, int)):
        raise ArgumentError(f"{what} is {values!r}, but must be a list, an array or an Arrow column of node ids")
    if is_frame(values) or is_mapping(values):
        stream = _arrow_stream(values)
        return stream if stream is not None else Stream.of([struct_of(_node_columns(values, node))])
    if isinstance(values, (set, frozenset)):
        values = list(values)
    try:
        chunks = column_chunks(values, "node")
    except DataError as error:
        raise DataError(f"{what}: {error}") from None
    except TypeError:
        raise TypeError(f"{what} is {kind_of(values)}, but must be a list, an array or an Arrow column of node ids") \
            from None
    if chunks[0].format == "+s":
        return Stream.of(chunks)
    return Stream.of([struct_of([chunk]) for chunk in chunks])


def _node_columns(table, node: str | None) -> list[Column]:
    """The node column and the source flags of a table without Arrow."""
    names = list(table)
    if not names:
        raise DataError("the nodes table has no column")
    default = next((name for name in ("node", "id") if name in names), names[0])
    wanted = [_chosen(names, node, default, "node")]
    columns = []
    for name in wanted + ["source"] * ("source" in names and wanted != ["source"]):
        values = table[name]
        values = values.tolist() if hasattr(values, "tolist") else list(values)
        flags = bool(values) and all(isinstance(value, bool) for value in values)
        columns.append(_arrow.column_from_bools(values, str(name)) if flags else column_chunks(values, str(name))[0])
    return columns
