"""Lists of nodes: sources and targets, with or without weights, and the nodes to report."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Mapping, Set
from typing import Any

from .._arrow import (
    Column,
    Stream,
    aligned,
    column_chunks,
    column_from_buffer,
    import_array,
    import_stream,
    numeric_view,
    struct_columns,
    struct_of,
    to_list,
)
from .._validation import check_spent, is_mapping
from ..errors import ArgumentError, ArgumentTypeError, DataError, kind_of, listed, shown, warn_caller
from .edge_tables import is_frame
from .frames import columns_of
from .igraph import from_vertices
from .weights import NO_EDGE, chunks_of

Positions = Mapping[Any, int] | None  # of labels, if the graph's nodes were numbered

# Names of columns beside nodes that are hardly anything but weights.
WEIGHTS = ("weights", "population", "pop", "people", "residents", "inhabitants", "jobs", "trips", "demand", "count", "counts",
           "mass", "weight", "w", "n", "0", "size", "value")


def end_stream(values: Any, what: str, positions: Positions) -> Stream:
    """The stream for sources or targets (`what`): a column "node" and perhaps "weight".

    `values` is a list, an array or an Arrow column of nodes, a dict {node: weight}, or a table with a column of nodes
    and perhaps "weight". `positions` maps labels to numbers if the graph's nodes were numbered.
    """
    nodes, weights = _split(values, what)
    return _stream_of(nodes, weights, what, positions)


def end_list(values: Any, what: str) -> list[Any]:
    """The nodes of sources or targets as Python objects, without weights."""
    nodes, weights = _split(values, what)
    if weights is not None:
        raise ArgumentError(f"{what}: it takes no weights here; give the nodes alone, as a list or a column")
    if isinstance(nodes, _Chunks):
        return [node for chunk in nodes for node in to_list(chunk)]
    return list(nodes.tolist() if hasattr(nodes, "tolist") else nodes)


def of_stream(values: Any, positions: Positions) -> Stream:
    """The stream for the nodes to report: a list as for end_stream, but without weights, or one node alone."""
    values = from_vertices(values)
    nodes, weights = ([values], None) if is_node(values, positions) else _split(values, "of")
    if weights is not None:
        raise ArgumentError("of= takes no weights; give only the nodes, as a list or a column")
    return _stream_of(nodes, None, "of", positions)


def numbers_of(values: Any, what: str, positions: Mapping[Any, int]) -> list[int]:
    """The positions of some nodes of a numbered graph, ascending; a node may come again."""
    nodes, _ = _split(values, what)
    return sorted(set(numeric_view(_numbers(nodes, what, positions, repeats=True))))


def is_node(values: Any, positions: Positions) -> bool:
    """Whether this is one node, not a list of nodes: a text, a whole number, or a node of a numbered graph."""
    try:
        if positions is not None and values in positions:
            return True
    except TypeError:  # what cannot be hashed is no node
        pass
    return isinstance(values, str) or hasattr(values, "__index__") and not hasattr(values, "__len__")


def listed_stream(nodes: list[Any], what: str, positions: Positions) -> Stream:
    """The stream of a list of nodes, in which a node may come again."""
    return _stream_of(from_vertices(nodes), None, what, positions, repeats=True)


def _stream_of(nodes: Any, weights: list[Column] | None, what: str, positions: Positions, repeats: bool = False) -> Stream:
    if positions is not None:
        nodes = [_numbers(nodes, what, positions, repeats)]
    elif not isinstance(nodes, _Chunks):
        try:
            nodes = column_chunks(nodes, "node")
        except DataError as error:
            raise DataError(f"{what}: {error}") from None
    columns = [list(nodes)] if weights is None else [list(nodes), list(weights)]
    rows = [sum(chunk.length for chunk in chunks) for chunks in columns]
    if len(set(rows)) > 1:
        raise DataError(f"{what}: there are {rows[0]:,} nodes and {rows[1]:,} weights")
    batches = [struct_of(list(parts)) for parts in zip(*aligned(columns))]
    return Stream.of(batches) if rows[0] else Stream.empty(batches[0])


class _Chunks(list[Column]):
    """Arrow columns, where any other list holds nodes."""


def _split(values: Any, what: str) -> tuple[Any, list[Column] | None]:
    """The nodes, and their weights as Arrow columns or None."""
    values = _places(from_vertices(values), what)
    if isinstance(values, (str, bytes, int, float)):
        raise ArgumentError(f"{what} is {shown(values)}, but must be a list, an array or an Arrow column of nodes, or a "
                            "dict {node: weight}")
    if isinstance(values, Set):  # also the nodes of a NetworkX graph, which are a mapping as well
        return list(values), None
    values = _by_index(values, what)
    if is_mapping(values) and all(map(_is_number, values.values())):
        nodes = list(values)
        return nodes, _weight_chunks(list(values.values()), what)
    if is_frame(values):  # without the columns that Arrow may have no type for
        values = {name: column.tolist() if column.dtype == object else column for name, column in columns_of(values)}
    elif is_mapping(values) and all(map(is_mapping, values.values())):
        raise ArgumentError(f"{what} is {kind_of(values)} with a dict for each node: give list(...) of it for the nodes alone, "
                            "or a dict {node: weight}")
    if hasattr(values, "__arrow_c_stream__") or hasattr(values, "__arrow_c_array__"):
        chunks = _arrow_chunks(values)
        if chunks is not None:
            check_spent(values, any(chunk.length for chunk in chunks), what)
            return _of_chunks(chunks, what)
    if is_mapping(values):
        return _of_table(values, what)
    if hasattr(values, "__len__") or hasattr(values, "__array__"):
        return values, None
    try:
        rows = list(values)
    except TypeError:
        raise ArgumentTypeError(f"{what} is {kind_of(values)}, but must be a list, an array or an Arrow column of nodes, or a "
                        "dict {node: weight}") from None
    check_spent(values, bool(rows), what)
    return rows, None


def _places(values: Any, what: str) -> Any:
    """The coordinates of points of geopandas, which name junctions of streets; else the values as they are."""
    if str(getattr(values, "dtype", "")) != "geometry":
        return values
    wrong = next((row for row, shape in enumerate(values) if getattr(shape, "geom_type", "") != "Point" or shape.is_empty), None)
    if wrong is not None:
        raise DataError(f"{what}: row {wrong} is not a point or is empty, and only points name nodes: give nodes or points")
    return [(shape.x, shape.y) for shape in values]


def _by_index(values: Any, what: str) -> Any:
    """A dict of weights by node if values is a pandas Series of weights with nodes as its index; else values itself: nodes.

    Labels are not floats, so floats are weights, unless they may be the integers of a column with a missing value. Whole
    numbers are nodes if the index only counts rows; otherwise they may be nodes or weights (see refuse_either). Objects,
    such as tuples, become a list, because Arrow may have no type for them.
    """
    pandas = sys.modules.get("pandas")
    if pandas is None or not isinstance(values, pandas.Series):
        return values
    if values.dtype == object:
        return values.tolist()
    if isinstance(values.index, pandas.RangeIndex):
        return values
    kind, rows = values.dtype.kind, values.index.dtype.kind in "iu" and values.index.name is None
    if kind == "f" and not (rows and bool((values.dropna() % 1 == 0).all())):
        if not values.index.is_unique:
            twice = values.index[values.index.duplicated()][0]
            raise DataError(f"{what}: {shown(twice)} occurs twice in the index of the pandas Series; every node has one weight")
        return values.to_dict()
    if kind == "f" or kind in "iu" and not rows:
        raise _either(what)
    return values


def refuse_either(values: Any, what: str, known: Callable[[list[int]], bool], every: int) -> None:
    """An error if values is a pandas Series of whole numbers whose index holds nodes as well: they may be its weights.

    `known` says whether all of some whole numbers are nodes of the graph. A range from 0 has numbers of rows, unless it has a row
    for each of the graph's nodes, `every` in number.
    """
    pandas = sys.modules.get("pandas")
    if pandas is None or not isinstance(values, pandas.Series) or values.dtype.kind not in "iu" or not len(values):
        return
    index = values.index
    numbered = isinstance(index, pandas.RangeIndex) and index.start == 0 and index.step == 1
    if numbered and len(index) != every or index.dtype.kind not in "iu":
        return
    if known(index.unique().tolist()):
        raise _either(what)


def _either(what: str) -> ArgumentError:
    return ArgumentError(f"{what} is a pandas Series of whole numbers, perhaps as floats, with an index that may hold nodes: "
                         f"give {what}=series.to_dict() if the values are weights of the nodes in the index, "
                         f"{what}=series.to_numpy() if they are nodes")


def _is_number(value: object) -> bool:
    """A weight, good or bad, where a table would have a column."""
    return value is None or not hasattr(value, "__len__") and not hasattr(value, "__arrow_c_stream__") \
        and not hasattr(value, "__iter__") or isinstance(value, str)


def _arrow_chunks(values: Any) -> list[Column] | None:
    if hasattr(values, "__arrow_c_array__"):
        return [import_array(values)]
    try:
        return import_stream(values)
    except ImportError:
        return None  # pandas without pyarrow


def _of_chunks(chunks: list[Column], what: str) -> tuple[_Chunks, list[Column] | None]:
    if chunks[0].format != "+s":
        return _Chunks(chunk.renamed("node") for chunk in chunks), None
    tables = [struct_columns(chunk) for chunk in chunks]
    node, weight = _columns_of([column.name for column in tables[0]], what)
    pick = [[table[at].renamed(name) for table in tables]
            for at, name in ((node, "node"), (weight, "weight")) if at is not None]
    return _Chunks(pick[0]), pick[1] if weight is not None else None


def _of_table(table: Any, what: str) -> tuple[Any, list[Column] | None]:
    names = list(table)
    node, weight = _columns_of([str(name) for name in names], what)
    weights = None if weight is None else _weight_chunks(table[names[weight]], what)
    return table[names[node]], weights


def _columns_of(names: list[str], what: str) -> tuple[int, int | None]:
    """Positions of the column of nodes (named "node" or "id", or by any name if it is the only one) and of the weights."""
    weight = names.index("weight") if "weight" in names and len(names) > 1 else None
    others = [at for at in range(len(names)) if at != weight]
    node = next((names.index(name) for name in ("node", "id") if name in names), None)
    if node is None and len(others) == 1:
        node = others[0]
    if node is None:
        raise DataError(f"{what}: which column holds the nodes? The table has {listed(names, 'no column')}; call "
                        "it \"node\", and weights \"weight\"")
    unused = next((names[at] for at in others if at != node and names[at].strip().lower() in WEIGHTS), None)
    if weight is None and what != "of" and unused is not None:
        warn_caller(f"{what}: column {shown(unused)} is not used; weights are taken from a column named weight")
    return node, weight


def _weight_chunks(values: Any, what: str) -> list[Column]:
    try:
        return chunks_of(values, "weight", lambda row: f"{what}: the weight in row {row}")
    except DataError as error:
        text = str(error).replace(NO_EDGE, f"{what}= takes a list of nodes, or a dict {{node: weight}} of numbers of 0 and above")
        raise DataError(text) from None


def _numbers(nodes: Any, what: str, positions: Mapping[Any, int], repeats: bool = False) -> Column:
    """Positions of the nodes of a numbered graph."""
    if isinstance(nodes, _Chunks):
        nodes = [value for chunk in nodes for value in to_list(chunk)]
    elif hasattr(nodes, "__arrow_c_stream__") or hasattr(nodes, "__arrow_c_array__"):
        nodes = [value for chunk in _arrow_chunks(nodes) or [] for value in to_list(chunk)]
    numbers, seen = array("q"), set()
    for row, node in enumerate(nodes):
        try:
            number = positions[node]
        except (KeyError, TypeError):
            raise ArgumentError(f"{what}: row {row}, {shown(node)}, is not a node of the graph") from None
        if number in seen and not repeats:
            raise ArgumentError(f"{what}: row {row}, {shown(node)}, was given before; {what} must be distinct")
        seen.add(number)
        numbers.append(number)
    return column_from_buffer(memoryview(numbers), "node")
