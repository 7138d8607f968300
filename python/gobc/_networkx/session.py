"""One computation on a converted graph, and what NetworkX itself says of input that has no answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypedDict

from .._library import measure_names
from .._options import Settings
from .._registry import Device, Precision, Progress
from .conversion import Converted, Node, empty_like, left_to_networkx


class Switches(TypedDict):
    """How a call runs: what gobc adds to the arguments of NetworkX's functions."""

    device: Device | None
    precision: Precision | None
    threads: int | None
    progress: Progress


def compute(graph: Converted, measure: str, weight: str | None, switches: Switches, **options: Any) -> list[float]:
    """Scores of one measure: of the nodes, of those of of=, or of the edges. Nodes are positions."""
    settings = settings_of(switches)
    built = graph.graph(weight, settings.threads)
    with left_to_networkx():  # weights that fade beside the longest distance
        result = built._compute_here(measure_names(measure), settings, **options)
    return result._scores(measure).tolist()  # type: ignore[return-value]  # typeshed: always integers


def settings_of(switches: Switches) -> Settings:
    """Device, precision, threads and progress: of the call, else of nx.config.backends.gobc."""
    import networkx

    config = networkx.config.backends.get("gobc", {})
    settings: dict[str, Any] = {name: config.get(name) if value is None else value for name, value in switches.items()}
    return Settings(**settings)


def distances(graph: Converted, node: int, weight: str | None, switches: Switches, *, towards: bool = False) -> list[float]:
    """Lengths of the shortest paths from a node, or towards it, by one search; 0 for itself and where there is none.

    Seen from the other end, the node is the only source, and so the farthest."""
    return compute(graph, "eccentricity", weight, switches, sources=[node], direction="out" if towards else "in")


def few(count: int, graph: Converted) -> bool:
    """Whether single searches are sooner done than one sweep from all nodes, in which hundreds share a step: at 20,000
    nodes and 60,000 edges 4 ms each, and 92 ms."""
    return count == 1 or count * 1000 <= len(graph)


def _aside(switches: Switches) -> Switches:
    """For what a call asks on the way."""
    return {**switches, "device": "cpu", "progress": False}


def connected(graph: Converted, switches: Switches) -> bool:
    """Whether every node reaches every other one: the first one there and back. No weight matters, all are finite."""
    if graph.connected is None:
        aside = _aside(switches)
        built = graph.graph(None, settings_of(aside).threads)
        reached = (sum(map(bool, distances(graph, 0, None, aside, towards=towards))) for towards in (False, True))
        graph.connected = built.num_components <= 1 and \
            (not graph.is_directed() or all(count == len(graph) - 1 for count in reached))
    return graph.connected


def reach_all(graph: Converted, nodes: list[int], switches: Switches) -> bool:
    """Whether each of these nodes reaches all others. With r nodes at distances of sum D, one preset answers r/D and
    the other (n-1)/D: the same bits only if r = n-1."""
    options: dict[str, Any] = {"normalized": False, "direction": "out", "of": nodes}
    found, whole = (compute(graph, "closeness", None, _aside(switches), preset=preset, **options)
                    for preset in ("networkx", "gpufan"))
    return len(graph) < 2 or all(value > 0 and value == other for value, other in zip(found, whole))


def positions(graph: Converted, nodes: Iterable[Node]) -> list[int]:
    return [graph._adj[node] for node in nodes]


def bunch(graph: Converted, nodes: Node | Iterable[Node]) -> Iterator[Node]:
    """The nodes that nbunch, or one node, means; NetworkX's own reading, with its errors."""
    import networkx

    found: Iterator[Node] = networkx.Graph.nbunch_iter(graph, nodes)
    return found


def networkx_says(name: str, graph: Converted, isolated: int = 0, **arguments: Any) -> dict[Any, float]:
    """What NetworkX's own function answers, or raises, for a graph of this kind without edges: its errors are those
    of the version that is installed."""
    import networkx

    bare = empty_like(graph)
    bare.add_nodes_from(range(isolated))
    answer: dict[Any, float] = getattr(networkx, name)(bare, backend="networkx", **arguments)
    return answer
