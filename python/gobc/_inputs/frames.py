"""Frames of pandas. Only the columns that are needed are exported, because Arrow may have no type for the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._arrow import Column, column_chunks
from .._registry import ABSENT_NAMES, LEAST_CONSTANT, NO_ENDS
from ..errors import DataError, listed, shown
from .almost import STREETS
from .edge_tables import arrow_stream, chosen, forgotten, is_header, known_pair, node_named, of_columns, refuse_two_pairs
from .levels import level_ends
from .prepared import Prepared

if TYPE_CHECKING:
    import pandas

MEASURED = 4  # columns of numbers: edges may have a source, a target and a length
LOOKED = 1 << 16  # rows, as many as the library compares
_ABSENT = frozenset(ABSENT_NAMES)


def of_frame(frame: pandas.DataFrame, source: str | None, target: str | None, weight: str | None) -> Prepared:
    """The ends of edges and the weight that are asked for, else the columns that the library may choose the ends from."""
    columns = columns_of(frame)
    prepared = _of_columns(frame, columns, source, target, weight)
    prepared.columns = dict(columns)
    return prepared


def _of_columns(frame: pandas.DataFrame, columns: list[tuple[str, pandas.Series[Any]]], source: str | None, target: str | None,
                weight: str | None) -> Prepared:
    names = [name for name, _ in columns]
    given = [_position(names, name, argument)
             for name, argument in ((source, "source"), (target, "target"), (weight, "weight"))]
    pair = known_pair(names)
    if given[:2] == [None, None] and pair is None:
        levels = level_ends(names, len(frame.columns), given, _has_own_levels(frame))
        if levels is not None:
            given[:2] = levels
        elif given[2] is None:
            _refuse_measurements(frame)
    if pair is not None and None in given[:2]:
        refuse_two_pairs(names)
        refuse_twice(names, [end for end, at in zip(pair, given) if at is None])
    if None not in given[:2]:
        needed = {*given}
    elif pair is not None:
        needed = {*given, *(names.index(name) for name in pair)}
    else:
        needed = {*given, 0, 1, *(at for at, (_, values) in enumerate(columns) if is_plain(values))}
    positions = sorted(at for at in needed if at is not None and at < len(names))
    header = [names[at] for at in positions]
    if len(set(header)) < len(header):
        header = [f"#{at}" for at in positions]
    small = _part({name: columns[at][1] for name, at in zip(header, positions)})
    source, target, weight = (None if at is None else f"#{positions.index(at)}" for at in given)
    by_place = pair is None and None in given[:2]
    shapes = by_place and any(str(values.dtype) == "geometry" for _, values in columns)
    try:
        stream = arrow_stream(small)
    except (TypeError, ValueError):  # of Arrow, which has no type for a column
        advice = f". Name the ends of edges with source= and target=; there are {listed(names)}" if by_place else ""
        return _by_rows(small, source, target, weight, f". If no column holds them, {STREETS}" if shapes else advice)
    if stream is None:
        return of_columns(small, source, target, weight)
    prepared = Prepared(stream, source=source, target=target, weight=weight)
    prepared.advice = f". If no column holds them, {STREETS}" if shapes else ""
    return prepared


def refuse_twice(names: list[str], ends: list[str]) -> None:
    """Raises if several columns have the name of one of these ends, which were not given by position."""
    for end in ends:
        if names.count(end) > 1:
            raise DataError(f"{names.count(end)} columns are named {shown(end)}: name the ends by position, such as source="
                            f"{names.index(end)}; there are {listed(names)}")


def header_remark(columns: dict[str, pandas.Series[Any]], ends: tuple[str, str]) -> str | None:
    """A remark on a first row that has names of columns; None if it has none."""
    sides = [columns[name] for name in ends if name in columns]
    if len(sides) < 2 or not len(sides[0]) or any(values.dtype.kind in "iufb" for values in sides):
        return None
    first = [values.iloc[0] for values in sides]
    if len(sides[0]) > 1 and is_header(first) and sum(int(values.isin(first).sum()) for values in sides) == len(first):
        return forgotten(first, "read the file with header=0 if it does, for example pandas.read_csv(path, header=0)")
    return None


def _refuse_measurements(frame: pandas.DataFrame) -> None:
    """Raises for a frame of numbers whose rows have names, such as the expression of genes in samples: it has no edges."""
    from pandas.api.types import infer_dtype

    if len(frame.columns) < MEASURED or len(frame) == 0 or any(kind.kind not in "iuf" for kind in frame.dtypes):
        return
    if frame.index.nlevels == 1 and infer_dtype(frame.index) == "string":
        raise DataError(f"the frame has row names, beginning with {shown(frame.index[0])}, and numbers in all of its "
                        f"{len(frame.columns):,} columns, like a matrix of measurements: correlate its rows, frame.T.corr(), "
                        "or its columns, frame.corr(), and give the pairs above a threshold. If two columns are the ends of "
                        "edges, name them with source= and target=")


def constant_remark(columns: dict[str, pandas.Series[Any]], ends: tuple[str, str]) -> str | None:
    """What to say about an end that was found by its name and holds one label in all rows, as the name of a database does, where
    a column that is not read holds labels, too; None if nothing."""
    for name in ends if columns and known_pair(list(ends)) is not None else ():
        values = columns.get(name)
        if values is None or len(values) < LEAST_CONSTANT or not bool((values == values.iloc[0]).all()):
            continue
        other = next((other for other, labels in columns.items() if other not in ends and other.strip().lower() not in NO_ENDS
                      and (labels.dtype.kind in "iuf") == (values.dtype.kind in "iuf") and is_plain(labels)), None)
        if other is not None:
            return (f"column {shown(name)} holds {shown(values.iloc[0])} in all rows, and is read as ends of edges for its name; "
                    f"{shown(other)} is not read: name both ends with source= and target=, if others hold them")
    return None


def absent_remark(columns: dict[str, pandas.Series[Any]], ends: tuple[str, str]) -> str | None:
    """What to say about ends of edges that may stand for missing names; None if nothing. Looks at the first rows alone."""
    sides = [columns[name].iloc[:LOOKED] for name in dict.fromkeys(ends) if name in columns]
    sides = [values for values in sides if values.dtype.kind not in "iufb"]
    absent = {name: None for values in sides for name in values.unique().tolist() if _is_absent(name)}
    if not absent:
        return None
    rows = int(sum(values.isin(list(absent)).to_numpy() for values in sides).astype(bool).sum())
    names = [values.name for values in sides]
    return (f"{shown(next(iter(absent)))} is the name of a node in {rows:,} row{'s' * (rows > 1)}, and often stands for a "
            f"missing one: drop these rows if it does, edges[~edges[{names}].isin({list(absent)}).any(axis=1)]")


def _is_absent(name: Any) -> bool:
    return isinstance(name, str) and (name in _ABSENT or not name or name.isspace())


def nodes_of(frame: pandas.DataFrame, node: str | None) -> list[Column]:
    """The column of nodes: the one that is asked for or called so, a level of the index, too; else the only one. An index of
    integers without a name has numbers of rows."""
    columns = columns_of(frame)
    names = [name for name, _ in columns]
    given = _position(names, node, "node")
    at = node_named(names) if given is None else given
    if at is None:
        rows = frame.index.nlevels == 1 and frame.index.name is None and frame.index.dtype.kind in "iu"
        if len(frame.columns if rows else names) != 1:
            told = [name if at < len(frame.columns) else "its index" for at, name in enumerate(names)]
            raise DataError(f"nodes: which column holds the nodes? The table has {listed(told, 'no column')}; name it with "
                            "node=, or give one column, or frame.index")
        at = 0
    values = columns[at][1]
    try:
        return column_chunks(values, names[at])
    except DataError:
        raise
    except (TypeError, ValueError):  # of Arrow, which has no type for the column: errors of its rows name them
        return column_chunks(values.to_numpy(object), names[at])


def _part(columns: dict[str, pandas.Series[Any]]) -> pandas.DataFrame:
    """A frame of these columns without their index; numbers are not copied."""
    import pandas

    return pandas.DataFrame({name: values.array for name, values in columns.items()}, copy=False)


def _by_rows(frame: pandas.DataFrame, source: str | None, target: str | None, weight: str | None, advice: str) -> Prepared:
    """A frame that Arrow refuses: errors name the row."""
    columns = {name: values.to_numpy(object) if values.dtype == object or not is_plain(values) else values
               for name, values in frame.items()}
    try:
        return of_columns(columns, source, target, weight)
    except DataError as error:
        raise DataError(f"{error}{advice}") from None


def columns_of(frame: pandas.DataFrame) -> list[tuple[str, pandas.Series[Any]]]:
    """The columns, and the levels of an index that is more than row numbers, as pandas exports them."""
    import pandas

    columns = [(str(name), frame.iloc[:, at]) for at, name in enumerate(frame.columns)]
    if isinstance(frame.index, pandas.RangeIndex) and frame.index.name is None:
        return columns
    levels = frame.index.nlevels
    return columns + [(str(frame.index.names[at] or f"__index_level_{at}__"), frame.index.get_level_values(at).to_series())
                      for at in range(levels)]


def _has_own_levels(frame: pandas.DataFrame) -> bool:
    return all(name is not None for name in frame.index.names)


def _position(names: list[str], given: str | None, argument: str) -> int | None:
    if given is None:
        return None
    name = chosen(names, given, None, argument)
    if given == name and names.count(name) > 1:
        raise DataError(f"{argument}={given!r}: {names.count(name)} columns have this name; give the position of one; there are "
                        f"{listed(names)}")
    return names.index(name) if given == name else int(given[1:])


def is_plain(values: pandas.Series[Any]) -> bool:
    """Whether Arrow surely has a type for the column, and it may hold labels."""
    from pandas.api.types import infer_dtype

    if str(values.dtype).startswith("Sparse"):
        return False
    if values.dtype.kind in "iuf":
        return True
    return str(values.dtype) == "category" or infer_dtype(values, skipna=True) == "string"
