"""What gobc.many says about edges that are hardly meant so, before it reads them."""

from __future__ import annotations

import math
from itertools import islice
from typing import Any

from ._inputs.edge_tables import by_labels, is_frame, known_pair, speaks_arrow
from ._inputs.frames import absent_remark, columns_of
from ._inputs.networks import ONE_TABLE
from ._inputs.similarities import remark
from ._validation import is_mapping
from .errors import ArgumentError, kind_of, shown


def refuse_groups(edges: Any, by: object) -> None:
    """Refuses the groups of a frame, and networks that are graphs or frames: an error says what to give in place of them."""
    from .graph import Graph

    if "GroupBy" in type(edges).__name__ and hasattr(edges, "__iter__"):
        keys = getattr(edges, "keys", None)
        of = shown(keys) if isinstance(keys, str) else "the column that it is grouped by"
        raise ArgumentError(f"edges is {kind_of(edges)}: give the table itself, and by={of}")
    if is_mapping(edges):
        pairs = [*islice(edges.items(), 1)]
    elif isinstance(edges, (list, tuple)):
        pairs = [(0, edge) for edge in edges[:1]]
    else:
        return
    for name, network in pairs:
        if is_frame(network):
            raise ArgumentError(f"network {shown(name)} is {kind_of(network)}, and must be a list or an array of edges: "
                                f"{ONE_TABLE}")
        if isinstance(network, Graph):
            raise ArgumentError(f"network {shown(name)} is a gobc.Graph, and must be a list or an array of edges: call its "
                                "centralities() for each graph, as nodes without edges would be lost")
        if isinstance(network, tuple) and len(network) == 2 and (is_frame(network[1]) or speaks_arrow(network[1])):
            raise ArgumentError(f"edges is a list of pairs of a name and {kind_of(network[1])}: give one table of all, with by= "
                                "for the column that names the network")


def remarks_on(edges: Any, by: object, source: object, target: object, weight: object) -> list[str]:
    """What to say about a table of networks: weights that are hardly lengths, and ends that may stand for missing names. As
    of Graph, only frames of pandas are looked at for these."""
    by, source, target, weight = by_labels(edges, by=by, source=source, target=target, weight=weight)
    names = _names_of(edges)
    found: list[str | None] = []
    name = _named(names, weight)
    if isinstance(name, str) and remark(name, math.inf) is not None:
        found.append(remark(name, _largest(edges, name)))
    if is_frame(edges):
        columns = dict(columns_of(edges))
        rest = [each for each in columns if each != _named(list(columns), by)]
        pair = known_pair(rest) or rest[:2]
        ends = [_named(list(columns), given) if given is not None else default
                for given, default in zip((source, target), pair)]
        if len(ends) == 2 and all(isinstance(end, str) for end in ends):
            found.append(absent_remark(columns, (str(ends[0]), str(ends[1]))))
    return [text for text in found if text is not None]


def _names_of(edges: Any) -> list[Any]:
    """The names of the columns of a table; none if there is no telling."""
    if is_mapping(edges):
        return list(edges)
    for attribute in ("column_names", "columns"):
        names = getattr(edges, attribute, None)
        if names is not None and not callable(names):
            return [*names] if all(isinstance(name, (str, int)) for name in names) else []
    names = getattr(getattr(edges, "schema", None), "names", None)
    return [*names] if isinstance(names, list) else []


def _named(names: list[Any], given: object) -> Any:
    """The name of a column that was asked for by name or position, or None."""
    if isinstance(given, str) and given in names:
        return given
    place = given[1:] if isinstance(given, str) and given[:1] == "#" else given
    if isinstance(place, str) and place.isdecimal():
        place = int(place)
    if isinstance(place, int) and not isinstance(place, bool) and 0 <= place < len(names):
        return names[place]
    return None


def _largest(edges: Any, name: str) -> float:
    """The largest value of a column, or infinity if there is no telling."""
    try:
        column = edges[name]
        if hasattr(column, "to_numpy"):
            column = column.to_numpy()
        if hasattr(column, "dtype"):
            return float(column[column == column].max())
        return float(max(value for value in column if value == value))
    except (AttributeError, KeyError, TypeError, ValueError):
        return math.inf
