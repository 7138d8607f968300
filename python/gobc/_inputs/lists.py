"""Lists of nodes in which a node may come again: the ends of pairs, and groups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._validation import is_mapping
from ..errors import ArgumentTypeError, DataError, kind_of, shown
from .edge_tables import is_frame
from .ends import Positions, end_list, is_node
from .frames import columns_of
from .pairs import advice_on


def pair_lists(pairs: Any) -> tuple[list[Any], list[Any]]:
    """The sources and the targets of pairs: a list of pairs, an array of two columns, or a table of two columns."""
    if is_frame(pairs):
        pairs = dict(columns_of(pairs))
    if is_mapping(pairs):
        return _two_columns(pairs)
    if type(pairs) is list and set(map(type, pairs)) == {tuple} and set(map(len, pairs)) == {2}:
        return [source for source, _ in pairs], [target for _, target in pairs]
    sources, targets = [], []
    try:
        rows = iter(pairs)
    except TypeError:
        raise ArgumentTypeError(f"pairs is {kind_of(pairs)}, but must be a list of pairs (source, target), or a table of two "
                                "columns") from None
    for row, pair in enumerate(rows):
        pair = pair.tolist() if hasattr(pair, "tolist") else pair
        try:
            if isinstance(pair, (str, bytes, bytearray, set, frozenset)) or is_mapping(pair):
                raise TypeError
            source, target = pair
        except (TypeError, ValueError):
            raise DataError(f"pairs: row {row} is {shown(pair)}, not a pair (source, target){advice_on(pair)}") from None
        sources.append(source)
        targets.append(target)
    return sources, targets


def _two_columns(table: Mapping[Any, Any]) -> tuple[list[Any], list[Any]]:
    names = [name for name in ("source", "target") if name in table]
    if len(names) < 2:
        names = list(table)
    if len(names) != 2:
        raise DataError("pairs: the table needs two columns, source and target")
    sources, targets = (end_list(table[name], "pairs") for name in names)
    if len(sources) != len(targets):
        raise DataError(f"pairs: there are {len(sources):,} sources and {len(targets):,} targets")
    return sources, targets


def group_lists(groups: Any, positions: Positions) -> tuple[list[list[Any]], bool]:
    """The nodes of groups, and whether there is one group alone: groups whose members are nodes, not groups."""
    if is_mapping(groups) and not is_frame(groups):
        return [end_list(members, "groups") for members in groups.values()], False
    if hasattr(groups, "__arrow_c_stream__") or hasattr(groups, "__arrow_c_array__") or hasattr(groups, "dtype"):
        members = end_list(groups, "groups")
    else:
        try:
            members = list(groups)
        except TypeError:
            members = [groups]
        if isinstance(groups, (str, bytes)) or members == [groups]:
            raise ArgumentTypeError(f"groups is {shown(groups)}, but must be a group, a list of nodes, or a list or a dict of "
                                    "groups")
    if any(is_node(member, positions) for member in members):
        return [members], True
    return [end_list(group, "groups") for group in members], False
