"""Turns what users have into Arrow streams of edges, nodes and sources.

Tables that speak Arrow pass as they are. Arrays and lists become columns, without a copy where their memory allows.
Graph objects and anything whose nodes are arbitrary objects are numbered here, 0 to n-1, and `labels` takes the numbers
back. Nothing is guessed: what cannot be told apart, or would be rounded, raises with the row.
"""

from __future__ import annotations

import sys
from array import array

from . import _arrow
from ._arrow import Column, Stream, column_from_buffer, column_from_strings, struct_of
from ._errors import ArgumentError, DataError, UnsupportedError

KINDS = ("an Arrow table (pyarrow, polars, pandas, duckdb, nanoarrow), a tuple (sources, targets) of arrays or lists, "
         "a dict of two columns, an (m, 2) array, a list of (source, target) tuples, a square scipy sparse matrix, a "
         "NetworkX graph or an igraph graph")


class Prepared:
    """Streams for gobc_graph_new, `directed` if the input knows, and `labels` if its nodes were numbered here."""

    __slots__ = ("edges", "nodes", "directed", "labels", "source", "target", "node")

    def __init__(self, edges, nodes=None, directed=None, labels=None, source=None, target=None, node=None):
        self.edges = edges
        self.nodes = nodes
        self.directed = directed
        self.labels = labels
        self.source = source
        self.target = target
        self.node = node


def prepare(edges, *, directed=None, source=None, target=None, nodes=None, node=None) -> Prepared:
    """Streams of whatever `edges` is. See KINDS."""
    graph = _graph_kind(edges)
    if graph is not None:
        for name, value in (("nodes", nodes), ("node", node), ("source", source), ("target", target)):
            if value is not None:
                raise ArgumentError(f"{name}= is for edge tables; {_kind(edges)} brings its own nodes and edges")
        prepared = graph(edges, directed)
        prepared.directed = _agree(edges, prepared.directed, directed)
        return prepared
    source, target, node = column_name(source, "source"), column_name(target, "target"), column_name(node, "node")
    stream, source, target = _edge_stream(edges, source, target)
    prepared = Prepared(stream, directed=bool(directed), source=source, target=target)
    if nodes is not None:
        prepared.nodes = node_stream(nodes, "nodes", node)
        prepared.node = node
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


def _kind(value) -> str:
    kind = type(value)
    package = kind.__module__.split(".")[0]
    return kind.__qualname__ if package == "builtins" else f"{package}.{kind.__qualname__}"


# ---- edges ----


def _edge_stream(edges, source, target) -> tuple[Stream, str | None, str | None]:
    """The stream and the names of its endpoint columns, None where the library chooses."""
    if isinstance(edges, (str, bytes)) or hasattr(edges, "__fspath__"):
        raise ArgumentError(f"edges is {edges!r}: gobc reads no files here. Read it with pyarrow, polars or pandas, or "
                            "use the command line: gobc compute FILE")
    stream = _arrow_stream(edges)
    if stream is not None:
        return stream, source, target
    if _is_mapping(edges) or _is_frame(edges):
        # Other columns are not looked at: their types do not matter.
        ends = _endpoints(list(edges), source, target)
        return _stream_of_columns({str(name): edges[name] for name in ends}), *map(str, ends)
    if source is not None or target is not None:
        raise ArgumentError(f"source= and target= name columns of a table; {_kind(edges)} has none")
    return _stream_of_values(edges), "source", "target"


def _stream_of_values(edges) -> Stream:
    """Edges without column names."""
    if isinstance(edges, tuple) and len(edges) == 2:
        if all(isinstance(side, tuple) and len(side) == 2 for side in edges):
            raise ArgumentError("a tuple of two pairs could be two edges or two columns: give a list of edges, or two "
                                "lists (sources, targets)")
        return _stream_of_columns({"source": edges[0], "target": edges[1]})
    if _is_array(edges):
        return _stream_of_matrix(edges)
    return _stream_of_pairs(edges)


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


def _is_mapping(value) -> bool:
    from collections.abc import Mapping

    return isinstance(value, Mapping)


def _is_frame(value) -> bool:
    """A pandas frame whose Arrow export is not there (it needs pyarrow)."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(value, pandas.DataFrame)


def _is_array(value) -> bool:
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


def _stream_of_columns(columns: dict) -> Stream:
    """One stream of named columns: Arrow arrays, numpy arrays, buffers or lists."""
    if len(columns) < 2:
        raise DataError(f"an edge table needs two columns, this one has {list(columns)}")
    chunks = {name: column_chunks(values, name) for name, values in columns.items()}
    sizes = {name: [chunk.length for chunk in parts] for name, parts in chunks.items()}
    lengths = {name: sum(parts) for name, parts in sizes.items()}
    if len(set(lengths.values())) > 1:
        told = ", ".join(f"{name} has {length:,} rows" for name, length in lengths.items())
        raise DataError(f"the edge columns differ in length: {told}")
    chunks = {name: parts for name, parts in zip(chunks, _one_type(list(chunks.values())))}
    first = next(iter(sizes.values()))
    if any(parts != first for parts in sizes.values()):
        raise DataError("the edge columns are cut into chunks at different rows: put them into one table first, or "
                        "combine their chunks")
    return Stream.of([struct_of(list(parts)) for parts in zip(*chunks.values())])


def _one_type(sides: list[list[Column]]) -> list[list[Column]]:
    """Integers of different widths widened to 64 bits, so that both ends have one type."""
    kinds = {column.format if column.dictionary is None else None for side in sides for column in side}
    if len(kinds) == 1 or not kinds <= set("cCsSiIlL") or any(_arrow.has_nulls(c) for side in sides for c in side):
        return sides
    code = "q"
    if "L" in kinds and any(c.format == "L" and max(_arrow.numeric_view(c), default=0) >> 63
                            for side in sides for c in side):
        code = "Q"
    try:
        return [[column_from_buffer(memoryview(array(code, _arrow.numeric_view(column))), column.name)
                 for column in side] for side in sides]
    except OverflowError:
        raise DataError("the edge columns hold negative ids and ids beyond 2^63, which no integer type can both hold. "
                        "Use strings") from None


def _stream_of_matrix(matrix) -> Stream:
    import numpy

    matrix = numpy.asanyarray(matrix)  # a mask stays
    if matrix.ndim != 2 or matrix.shape[1] != 2:
        raise DataError(f"an edge array must have shape (m, 2), this one has {matrix.shape}")
    return _stream_of_columns({"source": matrix[:, 0], "target": matrix[:, 1]})


def _stream_of_pairs(edges) -> Stream:
    try:
        rows = iter(edges)
    except TypeError:
        raise TypeError(f"edges is {_kind(edges)}, but must be {KINDS}") from None
    sources, targets = [], []
    for row, edge in enumerate(rows):
        try:
            if isinstance(edge, str):
                raise TypeError
            source, target = edge
        except (TypeError, ValueError):
            raise DataError(f"edges: row {row} is {edge!r}, not a pair (source, target)"
                            + _weight_advice(edge)) from None
        sources.append(source)
        targets.append(target)
    return _stream_of_columns({"source": sources, "target": targets})


def _weight_advice(edge) -> str:
    if isinstance(edge, (tuple, list)) and len(edge) == 3:
        return ". Weights are not in this version: drop the third value"
    return ""


# ---- single columns ----


def column_chunks(values, name: str) -> list[Column]:
    """The values as Arrow columns called `name`: one, or as many as an Arrow input has chunks."""
    if hasattr(values, "__arrow_c_array__"):
        return [_arrow.import_array(values).renamed(name)]
    if hasattr(values, "__arrow_c_stream__"):
        try:
            return [chunk.renamed(name) for chunk in _arrow.import_stream(values)]
        except ImportError:
            pass  # pandas without pyarrow
    if isinstance(values, (str, bytes)) or _is_mapping(values):
        raise DataError(f"column {name} is {_kind(values)}, but must be an array or a list of node ids")
    if isinstance(values, range):
        return [_ints(values, name)]
    if hasattr(values, "__array_interface__") or hasattr(values, "__array__"):
        return [_from_numpy(values, name)]
    try:
        view = memoryview(values)
    except TypeError:
        return [_from_list(list(values), name)]
    if view.ndim == 1 and view.contiguous and view.format in "bBhHiIlLqQ":
        return [column_from_buffer(view, name)]
    return [_from_list(view.tolist(), name)]


def _from_numpy(values, name: str) -> Column:
    import numpy

    if numpy.ma.is_masked(values):
        row = int(numpy.flatnonzero(numpy.ma.getmaskarray(values))[0])
        _refuse(None, row, name, None)
    values = numpy.asarray(values)
    if values.ndim != 1:
        raise DataError(f"column {name} must have one dimension, this array has shape {values.shape}")
    if values.dtype.kind in "iu":
        # No copy for an array that is native, aligned and contiguous.
        native = numpy.require(values, values.dtype.newbyteorder("="), ["C", "A"])
        return column_from_buffer(memoryview(native), name)
    if values.dtype.kind in "fcbmMV":
        raise DataError(f"column {name} has type {values.dtype}; node ids must be integers or strings. Convert them, "
                        "for example with .astype('int64')")
    return _from_list(values.tolist(), name)


def _from_list(values: list, name: str) -> Column:
    if not values:
        return _ints(values, name)
    first = values[0]
    kinds = set(map(type, values))
    if isinstance(first, str):
        if kinds != {str}:
            for row, value in enumerate(values):
                if not isinstance(value, str):
                    _refuse(value, row, name, "a string")
        try:
            return column_from_strings(values, name)
        except UnicodeEncodeError:
            row = next(row for row, value in enumerate(values) if not _encodes(value))
            raise DataError(f"column {name}, row {row}: {values[row]!r} is not valid Unicode text") from None
    if kinds != {int}:
        for row, value in enumerate(values):
            if isinstance(value, (bool, float, str)) or not hasattr(value, "__index__"):
                _refuse(value, row, name, "an integer" if hasattr(first, "__index__") else None)
    return _ints(values, name)


def _refuse(value, row: int, name: str, expected: str | None):
    """Says what is wrong with a node id."""
    if value is None or value != value:
        raise DataError(f"column {name}, row {row} is null ({value!r}); an edge needs both ends. Drop the row, or list "
                        "nodes without edges in nodes=")
    wanted = f"{expected}, as in the rows before" if expected and row else "an integer or a string"
    raise DataError(f"column {name}, row {row} is {value!r} ({_kind(value)}), but must be {wanted}")


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _ints(values, name: str) -> Column:
    for code in "qQ":
        try:
            return column_from_buffer(memoryview(array(code, values)), name)
        except OverflowError:
            continue
    row = next(row for row, value in enumerate(values) if not 0 <= value < 1 << 64)
    raise DataError(f"column {name}, row {row}: {values[row]} does not fit together with the others into 64 bits. Use "
                    "strings")


# ---- nodes and sources ----


def node_stream(values, what: str, node: str | None = None) -> Stream:
    """A stream of one node column (with whatever other columns a table has)."""
    if isinstance(values, int) and not isinstance(values, bool) and what == "nodes":
        if values < 0:
            raise ArgumentError(f"nodes={values}: give the number of nodes, or their ids")
        return Stream.of([struct_of([_ints(range(values), "node")])])
    if isinstance(values, (str, bytes, int)):
        raise ArgumentError(f"{what} is {values!r}, but must be a list, an array or an Arrow column of node ids")
    if _is_frame(values) or _is_mapping(values):
        stream = _arrow_stream(values)
        return stream if stream is not None else Stream.of([struct_of(_node_columns(values, node))])
    if isinstance(values, (set, frozenset)):
        values = list(values)
    try:
        chunks = column_chunks(values, "node")
    except DataError as error:
        raise DataError(f"{what}: {error}") from None
    except TypeError:
        raise TypeError(f"{what} is {_kind(values)}, but must be a list, an array or an Arrow column of node ids") \
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


def source_stream(sources, positions) -> Stream:
    """The stream for gobc_options.sources. `positions` maps labels to numbers if the graph's nodes were numbered."""
    if positions is None:
        return node_stream(sources, "sources")
    if isinstance(sources, (str, bytes)):
        raise ArgumentError(f"sources is {sources!r}, but must be a list of nodes")
    if hasattr(sources, "__arrow_c_stream__") or hasattr(sources, "__arrow_c_array__"):
        sources = [value for chunk in _arrow.import_stream(sources) for value in _arrow.to_list(chunk)] \
            if hasattr(sources, "__arrow_c_stream__") else _arrow.to_list(_arrow.import_array(sources))
    numbers = []
    for row, source in enumerate(sources):
        try:
            numbers.append(positions[source])
        except (KeyError, TypeError):
            raise ArgumentError(f"sources: row {row}, {source!r}, is not a node of the graph") from None
    return Stream.of([struct_of([_ints(numbers, "node")])])


# ---- graph objects ----


def _graph_kind(value):
    """The reader for a graph object of a package that is already imported, or None."""
    networkx = sys.modules.get("networkx")
    if networkx is not None and isinstance(value, networkx.Graph):
        return _from_networkx
    igraph = sys.modules.get("igraph")
    if igraph is not None and hasattr(igraph, "Graph") and isinstance(value, igraph.Graph):
        return _from_igraph
    sparse = sys.modules.get("scipy.sparse")
    if sparse is not None and sparse.issparse(value):
        return _from_sparse
    return None


def _agree(value, own: bool, asked: bool | None) -> bool:
    if asked is not None and bool(asked) != own:
        have, wish = ("directed", "undirected") if own else ("undirected", "directed")
        raise ArgumentError(f"directed={asked} contradicts the {have} {_kind(value)}: convert it to {wish} first, or "
                            "leave directed= out")
    return own


def _numbered(count: int, sources, targets, directed: bool, labels) -> Prepared:
    """A graph of nodes 0..count-1, all of them present."""
    edges = struct_of([column_from_buffer(memoryview(sources), "source"),
                       column_from_buffer(memoryview(targets), "target")])
    node = column_from_buffer(memoryview(array("i", range(count))), "node")
    return Prepared(Stream.of([edges]), Stream.of([struct_of([node])]), directed, labels)


def _from_networkx(graph, directed) -> Prepared:
    labels = list(graph)
    position = {label: number for number, label in enumerate(labels)}
    own, multiple = graph.is_directed(), graph.is_multigraph()
    sources, targets = array("i"), array("i")
    for label, neighbours in graph.adjacency():
        number = position[label]
        if multiple:
            ends = [position[other] for other, keys in neighbours.items() for _ in keys]
        else:
            ends = [position[other] for other in neighbours]
        if not own:
            # Each undirected edge stands in both lists: taken from its lower end.
            ends = [end for end in ends if end >= number]
        targets.extend(ends)
        sources.extend([number] * len(ends))
    return _numbered(len(labels), sources, targets, own, labels)


def _from_igraph(graph, directed) -> Prepared:
    pairs = graph.get_edgelist()
    sources = array("i", [source for source, _ in pairs])
    targets = array("i", [target for _, target in pairs])
    labels = list(graph.vs["name"]) if "name" in graph.vs.attributes() else None
    if labels is not None and len(set(labels)) != len(labels):
        raise DataError("igraph: two vertices have the same name; make the \"name\" attribute unique or delete it")
    return _numbered(graph.vcount(), sources, targets, graph.is_directed(), labels)


def _from_sparse(matrix, directed) -> Prepared:
    """Stored entries are edges. Undirected: (i, j) and (j, i) are one edge, as in any symmetric adjacency matrix."""
    import numpy

    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise DataError(f"an adjacency matrix must be square, this one has shape {matrix.shape}")
    count = matrix.shape[0]
    if count >= 1 << 31:
        raise UnsupportedError(f"the matrix has {count:,} rows; gobc takes fewer than 2^31 nodes")
    entries = matrix.tocoo()
    rows, columns = entries.row.astype(numpy.int64), entries.col.astype(numpy.int64)
    if not directed:
        rows, columns = numpy.minimum(rows, columns), numpy.maximum(rows, columns)
    keys = numpy.unique(rows * count + columns)
    rows, columns = (half.astype(numpy.int32) for half in numpy.divmod(keys, max(count, 1)))
    return _numbered(count, rows, columns, bool(directed), None)
