"""Demand: pairs of nodes with a flow each, and how it falls with distance."""

from __future__ import annotations

import numbers
import sys
from array import array
from collections.abc import Iterable, Mapping
from typing import Any

from .._arrow import (
    Column,
    Stream,
    aligned,
    column_chunks,
    column_from_buffer,
    import_array,
    import_stream,
    struct_columns,
    struct_of,
    to_list,
)
from .._registry import KNOWN_PAIRS
from .._validation import check_spent, is_mapping
from ..errors import DECAY, ArgumentError, ArgumentTypeError, DataError, kind_of, listed, shown
from .edge_tables import is_array, is_frame, known_pair
from .ends import Positions
from .frames import columns_of
from .levels import ends_of_metadata
from .pairs import advice_on
from .weights import chunks_of

ENDS = ("origin", "destination")
SHORT_ENDS = (ENDS, ("orig", "dest"), ("o", "d"))
FLOWS = ("flow", "flows", "demand", "trips", "volume", "count", "weight")
NO_SIDES = (*FLOWS, "value")  # of three columns these are never nodes
KINDS = ("a table with columns origin, destination and flow, a list of (origin, destination, flow), a tuple of three columns, an "
         "(m, 3) array, or a dict {(origin, destination): flow}")
EXAMPLE = '"exponential:400"'


def parts_of_demand(values: Any) -> tuple[Any, str | None]:
    """The table of demand and the text of its decay, each None if there is none. A tuple of three columns, and a tuple of
    rows, is a table: no row is a text or a single value."""
    if isinstance(values, str):
        return None, values
    if isinstance(values, list) and len(values) == 2 and isinstance(values[1], str):
        raise ArgumentTypeError(f"demand is a list of two values: give a table and its decay as a tuple, (table, {EXAMPLE})")
    if not isinstance(values, tuple) or len(values) != 2:
        return values, None
    table, decay = values
    if isinstance(table, str):
        raise ArgumentTypeError(f"demand is a tuple that begins with a string: give {EXAMPLE} alone, or (table, {EXAMPLE})")
    if isinstance(decay, Iterable) and not isinstance(decay, (str, bytes)):
        return values, None
    if not isinstance(decay, str):
        raise ArgumentTypeError(f"{DECAY} must be a string, such as {EXAMPLE}, not {shown(decay)}")
    return table, decay


def demand_stream(values: Any, positions: Positions) -> Stream:
    """The stream of demand: origins, destinations and flows. `values` is one of KINDS; `positions` maps labels to numbers if the
    graph's nodes were numbered."""
    *ends, flows = _columns(values)
    sides = [_side(column, name, positions) for column, name in zip(ends, ENDS)]
    chunks = [*sides, _flow_chunks(flows)]
    rows = [sum(chunk.length for chunk in column) for column in chunks]
    if len(set(rows)) > 1:
        raise DataError(f"demand: there are {rows[0]:,} origins, {rows[1]:,} destinations and {rows[2]:,} flows")
    batches = [struct_of(list(parts)) for parts in zip(*aligned(chunks))]
    return Stream.of(batches) if rows[0] else Stream.empty(batches[0])


def _columns(values: Any) -> tuple[Any, Any, Any]:
    """Origins, destinations and flows, each a column of any kind, or chunks of one."""
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(values, pandas.Series) and values.index.nlevels == 2:  # of groupby() or stack()
        levels_of = [values.index.get_level_values(level).to_numpy() for level in (0, 1)]
        origin, destination, _ = places([str(name) for name in values.index.names] + ["flow"])
        return levels_of[origin], levels_of[destination], values.to_numpy()
    if is_mapping(values) and all(isinstance(pair, tuple) and len(pair) == 2 for pair in values):
        return [pair[0] for pair in values], [pair[1] for pair in values], list(values.values())
    if is_frame(values) and len(values) == len(values.columns) and set(values.index) == set(values.columns) \
            and list(values.columns) != [0, 1, 2]:  # which are three columns without names
        raise DataError("demand is a square frame, with a row for each origin and a column for each destination: give the pairs, "
                        "frame.stack()")
    if is_frame(values) and values.shape == (3, 3) and list(values.columns) == [0, 1, 2]:
        _refuse_square(values.to_numpy())
    if is_frame(values):  # without the columns that Arrow may have no type for, and levels first, as groupby() leaves them
        columns, width = columns_of(values), len(values.columns)
        levels = columns[width:] if values.index.nlevels == 2 else []
        values = dict(levels + columns[:width]) if levels else dict(columns)
    if hasattr(values, "__arrow_c_stream__") or hasattr(values, "__arrow_c_array__"):
        ends = ends_of_metadata(values) if getattr(values, "num_columns", 0) == 3 else (None, None)
        if ends[0] is not None:
            values = values.select([*ends, *(name for name in values.schema.names if name not in ends)])
        chunks = _arrow_chunks(values)
        if chunks is not None:
            return chunks
    if is_mapping(values):
        names = list(values)
        origin, destination, flow = (values[names[at]] for at in places([str(name) for name in names]))
        return origin, destination, flow
    if is_array(values):
        return _matrix(values)
    if isinstance(values, tuple) and len(values) == 3 and not any(isinstance(part, (tuple, str)) for part in values):
        return values
    return _triples(values)


def _arrow_chunks(values: Any) -> tuple[Any, Any, Any] | None:
    """None for a frame of pandas without pyarrow."""
    try:
        chunks = [import_array(values)] if hasattr(values, "__arrow_c_array__") else import_stream(values)
    except ImportError:
        return None
    check_spent(values, any(chunk.length for chunk in chunks), "demand")
    if chunks[0].format != "+s":
        raise ArgumentTypeError(f"demand is one column of Arrow, but must be {KINDS}")
    tables = [struct_columns(chunk) for chunk in chunks]
    origin, destination, flow = ([table[at] for table in tables] for at in places([column.name for column in tables[0]]))
    return origin, destination, flow


def places(names: list[str]) -> list[int]:
    """Where origins, destinations and flows stand in a table: by name, or one after the other if there are just three columns,
    of which names may tell one or two."""
    lower = [name.strip().lower() for name in names]
    pair = next((list(ends) for ends in SHORT_ENDS if set(ends) <= set(lower)), None) or known_pair(lower)
    flows = [at for at, name in enumerate(lower) if name in FLOWS]
    if pair is not None and len(flows) > 1 and "flow" in lower:
        flows = [lower.index("flow")]
    if pair is not None and len(flows) == 1:
        return [*(lower.index(end) for end in pair), flows[0]]
    if pair is not None and len(names) == 3:
        ends = [lower.index(end) for end in pair]
        return [*ends, 3 - sum(ends)]
    if len(names) != 3:
        raise _unclear(names)
    return _places_of_three(names, lower)


def _places_of_three(names: list[str], lower: list[str]) -> list[int]:
    """Where they stand in a table of three columns without a known pair. A name that belongs to one side, or to the flow, is
    nowhere else."""
    flow = next((at for at, name in enumerate(lower) if name in NO_SIDES), 2)
    ends = [at for at in range(3) if at != flow]
    sides = [_side_of(lower[at]) for at in ends]
    if sides[0] is not None and sides[0] == sides[1] or any(lower[at] in NO_SIDES for at in ends) \
            or _side_of(lower[flow]) is not None:
        raise _unclear(names)
    return [*(reversed(ends) if sides[0] == 1 or sides[1] == 0 else ends), flow]


def _side_of(name: str) -> int | None:
    """0 for a name of origins, 1 for one of destinations: half of a known pair."""
    return next((pair.index(name) for pair in (*SHORT_ENDS, *KNOWN_PAIRS) if name in pair), None)


def _unclear(names: list[str]) -> DataError:
    return DataError("demand: which columns hold the origins, the destinations and the flows? Call them origin, destination and "
                     f"flow; the table has {listed(names, 'no column')}")


def _matrix(values: Any) -> tuple[Any, Any, Any]:
    import numpy

    matrix = numpy.asarray(values)
    names = matrix.dtype.names
    if names is not None:  # numpy's records
        origin, destination, flow = (matrix[names[at]] for at in places(list(names)))
        return origin, destination, flow
    if matrix.ndim != 2 or matrix.shape[1] != 3:
        raise DataError(f"demand: an array must have shape (m, 3), this one has {matrix.shape}; for a matrix with a row for each "
                        "origin, give its pairs, pandas.DataFrame(matrix, origins, destinations).stack()")
    if len(matrix) == 3:
        _refuse_square(matrix)
    ends = []
    for at, name in enumerate(ENDS):
        column = matrix[:, at]
        if column.dtype.kind == "f":  # for the flows beside them
            wrong = numpy.flatnonzero(numpy.floor(column) != column)
            if len(wrong):
                raise DataError(f"demand: row {int(wrong[0])}: the {name} is {column[wrong[0]]}, but a node of an array must be "
                                "a whole number")
            column = column.astype("int64")
        ends.append(column)
    return ends[0], ends[1], matrix[:, 2]


def _refuse_square(matrix: Any) -> None:
    """Raises for 3 rows of 3 values that may be a matrix of flows: between three nodes there is none from a node to itself."""
    if all(isinstance(row[at], numbers.Number) and row[at] == 0 for at, row in enumerate(matrix)):
        raise DataError("demand has 3 rows and 3 columns, and only 0 on its diagonal: it may be a matrix with a row for each "
                        "origin. Give the pairs of a matrix, pandas.DataFrame(matrix, origins, "
                        "destinations).stack(), and rows of (origin, destination, flow) as a list of tuples")


def _triples(values: Any) -> tuple[list[Any], list[Any], list[Any]]:
    try:
        if isinstance(values, (str, bytes)):
            raise TypeError
        rows = list(values)
    except TypeError:
        raise ArgumentTypeError(f"demand is {kind_of(values)}, but must be {KINDS}; or a decay such as {EXAMPLE}, or a tuple "
                                "of a table and a decay") from None
    check_spent(values, bool(rows), "demand")
    columns: tuple[list[Any], list[Any], list[Any]] = ([], [], [])
    for at, row in enumerate(rows):
        if isinstance(row, (str, bytes, bytearray, set, frozenset)) or is_mapping(row) or not isinstance(row, Iterable) \
                or len(parts := list(row)) != 3:
            raise DataError(f"demand: row {at} is {shown(row)}, not (origin, destination, flow){advice_on(row)}")
        for column, part in zip(columns, parts):
            column.append(part)
    return columns


def _chunks_are(column: Any) -> bool:
    return isinstance(column, list) and bool(column) and all(isinstance(chunk, Column) for chunk in column)


def _side(column: Any, name: str, positions: Positions) -> list[Column]:
    if positions is not None:
        return [_numbers(column, name, positions)]
    if _chunks_are(column):
        return [chunk.renamed(name) for chunk in column]
    try:
        return column_chunks(column, name)
    except DataError as error:
        raise DataError(f"demand: {error}") from None


def _numbers(column: Any, name: str, positions: Mapping[Any, int]) -> Column:
    """The numbers of nodes of a numbered graph."""
    numbers = array("q")
    for row, node in enumerate(_listed(column)):
        try:
            numbers.append(positions[node])
        except (KeyError, TypeError):
            raise ArgumentError(f"demand: row {row}: {name}: {shown(node)} is not a node of the graph") from None
    return column_from_buffer(memoryview(numbers), name)


def _listed(column: Any) -> Iterable[Any]:
    """The values of a column as Python objects."""
    if hasattr(column, "__arrow_c_array__"):
        column = [import_array(column)]
    elif hasattr(column, "__arrow_c_stream__") and not hasattr(column, "__iter__"):
        column = import_stream(column)
    if _chunks_are(column):
        return [value for chunk in column for value in to_list(chunk)]
    values: Iterable[Any] = column.tolist() if hasattr(column, "tolist") else column
    return values


def _flow_chunks(column: Any) -> list[Column]:
    if _chunks_are(column):
        return [chunk.renamed("flow") for chunk in column]
    if isinstance(column, array) and column.typecode == "d":
        return [column_from_buffer(memoryview(column), "flow")]
    if hasattr(column, "__arrow_c_array__") or hasattr(column, "__arrow_c_stream__"):
        return chunks_of(column, "flow")
    kind = getattr(getattr(column, "dtype", None), "kind", None)
    if kind is not None and kind in "iuf" and not hasattr(column, "mask"):
        return chunks_of(column, "flow")
    flows = array("d")
    for row, flow in enumerate(_listed(column)):
        if isinstance(flow, bool) or not isinstance(flow, (numbers.Real, float)) and type(flow).__name__ != "Decimal":
            raise DataError(f"demand: row {row}: the flow is {shown(flow)}, but must be a number")
        try:
            flows.append(float(flow))
        except OverflowError:
            raise DataError(f"demand: row {row}: the flow is {shown(flow)}, which float64 cannot hold") from None
    return [column_from_buffer(memoryview(flows), "flow")]
