"""Eccentricity, and diameter, radius, center and periphery, which follow from it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from .._distance_summaries import nodes_with
from ..errors import UnsupportedError
from .conversion import Converted, Node
from .session import Switches, bunch, compute, connected, distances, few, networkx_says, positions, reach_all


def eccentricity(G: Converted, v: Node | Iterable[Node] | None = None, sp: object = None, weight: str | None = None, *,
                 switches: Switches) -> dict[Node, float] | float:
    if not len(G):
        return networkx_says("eccentricity", G, v=v, weight=weight)
    nodes = list(dict.fromkeys(bunch(G, v)))
    lengths: Iterable[float]
    if few(len(nodes), G):
        searches = [distances(G, node, weight, switches) for node in positions(G, nodes)]
        complete = all(sum(map(bool, found)) == len(G) - 1 for found in searches)
        lengths = map(max, searches)
    else:
        complete = connected(G, switches) or G.is_directed() and reach_all(G, positions(G, nodes), switches)
        lengths = compute(G, "eccentricity", weight, switches, **{} if v is None else {"of": positions(G, nodes)}) \
            if complete else ()
    if not complete:
        return networkx_says("eccentricity", G, isolated=2)
    found = dict(zip(nodes, _whole(G, weight, lengths)))
    return found[v] if isinstance(v, Hashable) and v in G else found


def diameter(G: Converted, e: object = None, usebounds: bool = False, weight: str | None = None, *,
             switches: Switches) -> float:
    return max(_all(G, "diameter", usebounds, weight, switches).values())


def radius(G: Converted, e: object = None, usebounds: bool = False, weight: str | None = None, *,
           switches: Switches) -> float:
    return min(_all(G, "radius", usebounds, weight, switches).values())


def center(G: Converted, e: object = None, usebounds: bool = False, weight: str | None = None, *,
           switches: Switches) -> list[Node]:
    return nodes_with(_all(G, "center", usebounds, weight, switches), min)


def periphery(G: Converted, e: object = None, usebounds: bool = False, weight: str | None = None, *,
              switches: Switches) -> list[Node]:
    return nodes_with(_all(G, "periphery", usebounds, weight, switches), max)


def _all(G: Converted, name: str, usebounds: bool, weight: str | None, switches: Switches) -> dict[Node, float]:
    """The eccentricities of all nodes; bounds would give the same, so `usebounds` only chooses the error. Where there
    is no answer NetworkX is asked, and raises, for no nodes or for two that nothing connects."""
    if not len(G) or not connected(G, switches):
        networkx_says(name, G, isolated=2 if len(G) else 0, usebounds=usebounds, weight=weight)
    return dict(zip(G.nodes, _whole(G, weight, compute(G, "eccentricity", weight, switches))))


def _whole(G: Converted, weight: str | None, lengths: Iterable[float]) -> list[float]:
    """Integers where NetworkX adds up integers."""
    lengths = list(lengths)
    if weight is not None and weight not in G.integers and len(G) > 1:
        return lengths
    if max(lengths, default=0) > 1 << 53:
        raise UnsupportedError(f"a distance of {max(lengths):.0f} is above 2^53, where float64 skips whole numbers; gobc "
                               "leaves such graphs to NetworkX")
    return list(map(int, lengths))
