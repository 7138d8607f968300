"""Lists of neighbors: a dict {node: its neighbors}, which must not be taken for a dict of columns, nor the other way around."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .._validation import is_mapping
from ..errors import ArgumentError, DataError, shown
from .adjacency import of_table
from .edge_tables import known_pair
from .graphs import numbered, remark_on_directions
from .prepared import Prepared

_SETS = (set, frozenset)

# Keys of dicts that networkx.node_link_data and its like make, and what reads them.
_JSON = {"elements": "cytoscape_graph(edges)", "adjacency": "adjacency_graph(edges)",
         "links": 'node_link_graph(edges, edges="links")', "edges": 'node_link_graph(edges, edges="edges")'}


def of_mapping(edges: Mapping[Any, Any], directed: bool | None, weight: Any) -> Prepared | None:
    """The graph of a dict {node: its neighbors}, or of a dict of columns that is a matrix; None if it is one of columns of
    edges. A dict that may be either is refused."""
    made = next((call for name, call in _JSON.items() if name in edges), None)
    if made is not None and isinstance(edges.get("directed"), bool):
        raise ArgumentError(f"edges is a dict that NetworkX makes for JSON: give networkx.{made}")
    if any(map(is_mapping, edges.values())):
        raise ArgumentError("edges is a dict of dicts (neighbors with edge data): give "
                            "networkx.from_dict_of_dicts(edges)")
    _refuse_pairs(edges)
    if not _are_closed(edges):
        prepared = of_table(edges, directed, weight)
        if prepared is not None or not _are_neighbors(edges, weight):
            return prepared
    if weight is not None and weight is not False:
        raise ArgumentError(f"weight={shown(weight)}: lists of neighbors have no weights; give a list of triples, or a graph of "
                            "NetworkX")
    return _of_lists(edges, directed)


def _refuse_pairs(edges: Mapping[Any, Any]) -> None:
    """Raises for a dict {(source, target): weight}."""
    if edges and all(isinstance(pair, tuple) and len(pair) == 2 for pair in edges) \
            and not any(hasattr(value, "__len__") or hasattr(value, "__iter__") for value in edges.values()):
        raise ArgumentError("edges is a dict {(source, target): value}: give list(edges), or with the values as lengths "
                            "[(source, target, value) for (source, target), value in edges.items()] and weight=True")


def _are_closed(lists: Mapping[Any, Any]) -> bool:
    """Whether the values are surely neighbors: sets, which are no columns, or lists of keys alone, all of one type. Lists as
    long as there are keys may be rows of a matrix, unless each has every key once."""
    sides = list(lists.values())
    sets = any(isinstance(side, _SETS) for side in sides)
    if sets:
        wrong = next((side for side in sides if not isinstance(side, (list, tuple, *_SETS))), None)
        if wrong is not None:
            raise ArgumentError(f"edges is a dict of sets, but also of {shown(wrong)}: give each node a list or "
                                "a set of neighbors")
    elif not all(isinstance(side, (list, tuple)) for side in sides):
        return False
    _refuse_numbers_as_texts(lists, (other for side in sides for other in side))
    if sets or len({type(name) for name in lists}) != 1:
        return sets
    return any(sides) and all(_knows(lists, other) for side in sides for other in side) and not all(
        len(side) == len(lists) > len(set(side)) for side in sides)


def _are_neighbors(lists: Mapping[Any, Any], weight: Any) -> bool:
    """Whether the values, which are no matrix, are neighbors of the keys. False: they are columns, or what is wrong with them is
    told as of columns."""
    sides = list(lists.values())
    if not lists or not all(isinstance(side, (list, tuple)) for side in sides):
        return False
    others = [other for side in sides for other in side]
    if others and all(_knows(lists, other) for other in others):
        return True
    names = list(lists)
    if known_pair(names) is not None or _names_column(lists, weight):
        return False
    ragged = len(set(map(len, sides))) > 1
    if not _alike(names, others):
        if ragged and any(isinstance(other, str) for other in others):
            raise _either(lists, others)
        return False
    if len(sides) == 1 or ragged and (len(sides) > 2 or any(_knows(lists, other) for other in others)):
        return True  # columns would be as long as each other
    raise _either(lists, others)


def _names_column(lists: Mapping[Any, Any], weight: Any) -> bool:
    """Whether weight= names one of the values, which then are columns."""
    if isinstance(weight, str):
        return weight in lists
    return weight is True and "weight" in lists or isinstance(weight, int) and not isinstance(weight, bool)


def _alike(names: Sequence[Any], others: Sequence[Any]) -> bool:
    """Whether the values may be nodes as the keys are. Names of columns are texts, and labels in them may be numbers."""
    kinds = {type(name) for name in names}
    return len(kinds) > 1 or not kinds <= {str, int} or {type(other) for other in others} <= kinds


def _refuse_numbers_as_texts(lists: Mapping[Any, Any], others: Iterable[Any]) -> None:
    """Raises for neighbors that are numbers while the keys are the same numbers as texts, which JSON makes of them."""
    if lists and all(isinstance(name, str) and name.isdecimal() for name in lists):
        found = [other for other in others if not isinstance(other, str) and _knows(lists, str(other))]
        if found:
            raise ArgumentError("edges is a dict of lists of neighbors whose keys are texts, and whose neighbors are numbers "
                                f"such as {shown(found[0])}: give {{int(node): others for node, others in edges.items()}}; name "
                                "columns with source= and target=")


def _either(lists: Mapping[Any, Any], others: Iterable[Any]) -> ArgumentError:
    unknown = [other for other in others if not _knows(lists, other)]
    told = f" ({shown(unknown[0])} is no key)" if unknown else ""
    return ArgumentError(f"edges may be a dict of columns or of lists of neighbors{told}: give lists of neighbors as "
                         "networkx.from_dict_of_lists(edges), or as sets; give columns the names source and target, or name "
                         "them with source= and target=")


def _knows(lists: Mapping[Any, Any], node: object) -> bool:
    try:
        return node in lists
    except TypeError:  # it cannot be hashed
        return False


def _of_lists(lists: Mapping[Any, Any], directed: bool | None) -> Prepared:
    """A neighbor counts once; undirected, an edge may stand in the lists of both of its ends. Neighbors that are no key follow
    the keys, those of a set in their order as texts, so that no order depends on hashes."""
    position = {label: number for number, label in enumerate(lists)}
    pairs: dict[tuple[int, int], None] = {}
    for number, (label, side) in enumerate(lists.items()):
        for other in sorted(side, key=repr) if isinstance(side, _SETS) else side:
            if not _knows(position, other):
                _check_node(label, other)
                position[other] = len(position)
            pairs[number, position[other]] = None
    if not directed:
        both = {pair for pair in pairs if pair[0] != pair[1] < len(lists)} if directed is None else ()  # with lists of both ends
        pairs = {(min(pair), max(pair)): None for pair in pairs}
        remark_on_directions(len(both), len({(min(pair), max(pair)) for pair in both}), "the dict of neighbors")
    sources, targets = (array("i", side) for side in zip(*pairs)) if pairs else (array("i"), array("i"))
    return numbered(len(position), sources, targets, bool(directed), list(position))


def _check_node(label: object, other: Any) -> None:
    if other is None or other != other:
        raise DataError(f"edges: a neighbor of {shown(label)} is null ({shown(other)}): drop it; a node without neighbors has an "
                        "empty list")
    try:
        hash(other)
    except TypeError:
        raise DataError(f"edges: a neighbor of {shown(label)} is {shown(other)}, which cannot be a node") from None
