"""What gobc can do for a call and when it should: the reasons that NetworkX logs."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from .._library import loaded
from .conversion import Converted
from .functions import PARAMETERS
from .percolation import refused

if TYPE_CHECKING:
    import networkx

_Graph: TypeAlias = "networkx.Graph[Any] | Converted"

# Two cores, NetworkX 3.6, Watts-Strogatz graphs of 5 to 20,000 nodes: a call of gobc takes 1.2 to 2 ms, a conversion
# 0.25 us for every node and end of an edge, NetworkX 0.2 us for each of these and every source where it counts paths,
# 0.05 us where it only measures distances. With weights it is 2 to 3 times as slow.
CALL, CONVERSION, PATHS, DISTANCES, WEIGHTED = 1600, 0.25, 0.2, 0.05, 2.5


def _bound(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    return {**dict(zip(PARAMETERS[name], args)), **kwargs}


def can_run(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool | str:
    if name not in PARAMETERS:
        return f"gobc does not compute {name}"
    given = _bound(name, args, kwargs)
    for option in ("weight", "distance"):
        if callable(given.get(option)):
            return f"{option}= is a function; gobc reads edge attributes by name"
    if given.get("sp") is not None:
        return "sp= holds the distances already"
    if given.get("attr") is not None:
        return "attr= is written into the graph"
    if given.get("paths") is not None:
        return "paths= holds the paths already"
    if given.get("wiener_index") is not None:
        return "wiener_index= holds a sum of distances already"
    if "reaching" in name and given.get("weight") is not None:
        return "weight= averages over the paths that NetworkX finds"
    if given.get("e") is not None:
        return "e= holds the eccentricities already"
    if name == "percolation_centrality":
        why = refused(given["G"], given.get("attribute", "percolation"), given.get("states"))
        if why is not None:
            return why
    library = loaded()
    if library is not None and library.pid != os.getpid():
        return "gobc was used in this process before it forked; start workers with \"spawn\" or \"forkserver\""
    return True


def should_run(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool | str:
    """NetworkX computes by itself what it has done before a graph is converted. It asks before it looks for a converted
    graph in its cache, so that is looked for here."""
    given = _bound(name, args, kwargs)
    graph = given["G"]
    if isinstance(graph, Converted) or _is_cached(graph):
        return True
    nodes, searches = len(graph), _searches(name, given)
    counts = "betweenness" in name or name == "percolation_centrality"
    saved = (PATHS if counts else DISTANCES) * searches - CONVERSION
    if given.get("weight") is not None or given.get("distance") is not None:
        saved = (saved + CONVERSION) * WEIGHTED - CONVERSION
    if name in ("center", "barycenter") and _may_be_tree(graph, given):
        return "the graph may be a tree, whose leaves NetworkX peels off"
    if saved * nodes > CALL:
        return True
    if saved <= 0:
        return f"converting the graph would take longer than {searches:,} search{'es' * (searches != 1)} of it"
    edges = graph.number_of_edges()
    if saved * (nodes + 2 * edges) <= CALL:
        return f"{nodes:,} nodes, {edges:,} edges: NetworkX is done before the graph is converted"
    return True


def _is_cached(graph: _Graph) -> bool:
    cache = getattr(graph, "__networkx_cache__", None) or {}
    return bool(cache.get("backends", {}).get("gobc"))


def _searches(name: str, given: Mapping[str, Any]) -> int:
    """From how many nodes NetworkX searches."""
    graph = given["G"]
    nodes = len(graph)
    if any(given.get(option) is not None for option in ("u", "source", "target", "S")):
        return 1
    for option in ("k", "sources", "v", "nbunch"):
        value = given.get(option)
        if value is None:
            continue
        if option in ("v", "nbunch", "sources") and value in graph:
            nodes = 1
        elif isinstance(value, int):
            nodes = min(nodes, value)
        elif hasattr(value, "__len__"):
            nodes = min(nodes, len(value))
    return nodes


def _may_be_tree(graph: _Graph, given: Mapping[str, Any]) -> bool:
    return given.get("weight") is None and given.get("usebounds") is not True and not graph.is_directed() \
        and graph.number_of_edges() == len(graph) - 1
