"""One computation on a converted graph, and what NetworkX itself says of input that has no answer."""

from __future__ import annotations

from .._library import measure_names
from .._options import Settings
from ..errors import DataError, UnsupportedError
from .conversion import Converted, empty_like


def compute(graph: Converted, measure: str, weight, switches: dict, **options) -> list[float]:
    """Scores of one measure: of the nodes, of those of of=, or of the edges. Nodes are positions."""
    settings = _settings(switches)
    try:
        built = graph.graph(weight, settings.threads)
        result = built._answered(measure_names(measure), settings, **options)
    except DataError as error:  # weights that fade beside the longest distance
        raise UnsupportedError(f"{error}; gobc leaves such graphs to NetworkX") from error
    return result._scores(measure).tolist()  # type: ignore[return-value]  # typeshed: always integers


def _settings(switches: dict) -> Settings:
    """Device, precision, threads and progress: of the call, else of nx.config.backends.gobc."""
    import networkx

    config = networkx.config.backends.get("gobc", {})
    settings = {name: config.get(name) if value is None else value for name, value in switches.items()}
    return Settings(**settings)


def distances(graph: Converted, node: int, weight, switches: dict, *, towards: bool = False) -> list[float]:
    """Lengths of the shortest paths from a node, or towards it, by one search; 0 for itself and where there is none.

    Seen from the other end, the node is the only source, and so the farthest."""
    return compute(graph, "eccentricity", weight, switches, sources=[node], direction="out" if towards else "in")


def few(count: int, graph: Converted) -> bool:
    """Whether single searches are sooner done than one sweep from all nodes, in which hundreds share a step: at 20,000
    nodes and 60,000 edges 4 ms each, and 92 ms."""
    return count == 1 or count * 1000 <= len(graph)


_ASIDE = {"device": "cpu", "progress": False}


def connected(graph: Converted, switches: dict) -> bool:
    """Whether every node reaches every other one: the first one there and back. No weight matters, all are finite."""
    if graph.connected is None:
        aside = {**switches, **_ASIDE}
        built = graph.graph(None, _settings(aside).threads)
        reached = (sum(map(bool, distances(graph, 0, None, aside, towards=towards))) for towards in (False, True))
        graph.connected = built.components <= 1 and \
            (not graph.is_directed() or all(count == len(graph) - 1 for count in reached))
    return graph.connected


def reach_all(graph: Converted, nodes: list[int], switches: dict) -> bool:
    """Whether each of these nodes reaches all others. With r nodes at distances of sum D, one preset answers r/D and
    the other (n-1)/D: the same bits only if r = n-1."""
    options = {"normalized": False, "direction": "out", "of": nodes}
    found, whole = (compute(graph, "closeness", None, {**switches, **_ASIDE}, preset=preset, **options)
                    for preset in ("networkx", "gpufan"))
    return len(graph) < 2 or all(value > 0 and value == other for value, other in zip(found, whole))


def positions(graph: Converted, nodes) -> list[int]:
    return [graph._adj[node] for node in nodes]


def bunch(graph: Converted, nodes):
    """The nodes that nbunch, or one node, means; NetworkX's own reading, with its errors."""
    import networkx

    return networkx.Graph.nbunch_iter(graph, nodes)


def networkx_says(name: str, graph: Converted, isolated: int = 0, **arguments):
    """What NetworkX's own function answers, or raises, for a graph of this kind without edges: its errors are those
    of the version that is installed."""
    import networkx

    bare = empty_like(graph)
    bare.add_nodes_from(range(isolated))
    return getattr(networkx, name)(bare, backend="networkx", **arguments)
