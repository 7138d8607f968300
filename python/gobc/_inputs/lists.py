"""Lists of nodes in which a node may come again: the ends of pairs, and groups."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Set
from typing import Any

from .._validation import is_mapping
from ..errors import ArgumentTypeError, DataError, kind_of, listed, shown
from .edge_tables import is_frame
from .ends import Positions, end_list, is_node
from .frames import columns_of
from .igraph import from_vertices
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


def group_lists(groups: Any, positions: Positions, graph: Container[Any]) -> tuple[list[list[Any]], bool]:
    """The nodes of each group, and whether `groups` is a single group, whose members are nodes and not groups."""
    groups = from_vertices(groups)
    if is_mapping(groups) and not isinstance(groups, Set):  # as the nodes of a NetworkX graph are
        return [_group(members, name) for name, members in groups.items()], False
    _refuse_tables(groups, graph)
    if hasattr(groups, "__arrow_c_stream__") or hasattr(groups, "__arrow_c_array__") or hasattr(groups, "dtype"):
        members = end_list(groups, "groups")
    else:
        try:
            members = list(groups)
        except TypeError:
            members = [groups]
        if isinstance(groups, (str, bytes)) or len(members) == 1 and members[0] is groups:
            raise ArgumentTypeError(f"groups is {shown(groups)}, but must be a group, a list of nodes, or a list or a dict of "
                                    "groups")
    if any(is_node(member, positions) for member in members):
        return [members], True
    wrong = next((row for row, member in enumerate(members) if isinstance(member, float)), None)
    if wrong is not None:
        missing = members[wrong] != members[wrong]
        advice = "it is missing: drop it" if missing else "convert them, for example with .astype('int64')"
        raise DataError(f"groups: row {wrong} is {shown(members[wrong])}, but a node is a whole number or a text; {advice}")
    return [_group(group, number) for number, group in enumerate(members)], False


def _group(members: Any, name: object) -> list[Any]:
    """The nodes of a group."""
    if is_mapping(members) and not isinstance(members, Set):
        raise DataError(f"groups: group {shown(name)} is {shown(members)}, but must be a list of nodes")
    return end_list(members, f"groups: group {shown(name)}")


def _refuse_tables(groups: Any, graph: Container[Any]) -> None:
    """Raises for tables with a column beside the nodes, which names the groups, and for what groupby() returns."""
    if kind_of(groups).endswith(("SeriesGroupBy", "DataFrameGroupBy")):
        nodes = "part" if kind_of(groups).endswith("SeriesGroupBy") else 'part["node"]'
        raise ArgumentTypeError(f"groups is {kind_of(groups)}: give {{name: list({nodes}) for name, part in groups}}")
    names = [name for name in _names_of(groups) if not name.startswith("__index_level_")]
    if len(names) > 1 and "weight" not in names:
        cells = {name: _first_cell(groups, name) for name in names}
        known = [*filter(names.__contains__, ("node", "id"))] or [name for name in names if cells[name] in graph]
        node = known[0] if known else None
        other = next((name for name in names if name != node and not isinstance(cells[name], float)), None)
        if node is None or other is None:
            raise DataError(f"groups: the table has {listed(names)}, and none is called node or begins with a node of the graph: "
                            "give a dict of the nodes of each group by its name")
        raise DataError(f"groups: the table has a column {shown(other)} beside the nodes: give {{name: list(part[{shown(node)}]) "
                        f"for name, part in frame.groupby({shown(other)})}} if it names the groups, else the column of nodes "
                        "alone")


def _first_cell(table: Any, name: str) -> Any:
    """None if there is none."""
    column = dict(columns_of(table))[name].to_numpy() if is_frame(table) else table[name]
    return next(iter(end_list(column, "groups")), None)


def _names_of(table: Any) -> list[str]:
    """The names of the columns of a table; none of anything else."""
    if is_frame(table):
        return [name for name, _ in columns_of(table)]
    names = getattr(getattr(table, "schema", None), "names", None)
    if names is None and hasattr(table, "__arrow_c_stream__"):
        names = getattr(table, "columns", ())
    names = names() if callable(names) else names
    return list(map(str, names or ()))


def in_groups(text: str, lists: list[list[Any]], names: list[Any] | None) -> str:
    """The message, with the group and the row within it in place of a row that counts over all groups."""
    text = text.replace("members: ", "groups: ", 1)
    found = re.search(r"\brow (\d+)", text)
    if found is None or names is None:
        return text
    row = int(found[1])
    for name, nodes in zip(names, lists):
        if row < len(nodes):
            return f"{text[:found.start()]}group {shown(name)}, row {row}{text[found.end():]}"
        row -= len(nodes)
    return text
