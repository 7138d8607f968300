"""Small random graphs with everything that libraries disagree about: directions, parallel edges, loops, isolated
vertices, weights, some of the vertices as sources and targets, cutoffs, samples; and what to ask of them.

What peers are known to get wrong, or to mean otherwise, stands in KNOWN with its reason: such a thing is not asked,
but shown by test_random_graphs.py.
Of one vertex igraph normalizes to 0/0, gobc to 0: not asked either.
GOBC_RANDOM_GRAPHS sets the number of graphs for each peer (300), GOBC_RANDOM_GRAPHS_FROM the seed of the first (0).
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import igraph
import networkx as nx
import pyarrow as pa

import gobc
from peer_graphs import differences

COUNT = int(os.environ.get("GOBC_RANDOM_GRAPHS", "300"))
FIRST = int(os.environ.get("GOBC_RANDOM_GRAPHS_FROM", "0"))
CHUNKS = 10


@dataclass(frozen=True)
class Known:
    """A difference that is the peer's: `vector` is a case of tests/vectors/wide whose values by definition show it."""

    peer: str
    measure: str
    vector: str
    reason: str


KNOWN = {
    "edges of some pairs": Known(
        "networkx", "edge_betweenness", "pairs_apart",
        "at vertices that are no targets edge_betweenness_centrality_subset divides by numbers of predecessors, not by "
        "their path counts; asked only with all vertices as targets"),
    "rounded ties": Known(
        "networkx", "betweenness", "ties_decimals",
        "sums of float64 are compared by ==, so .1 + .2 is longer than .15 + .15; decimals are asked of igraph alone"),
    "large whole numbers": Known(
        "igraph", "edge_betweenness", "weighted_larger",
        "igraph takes lengths as equal within 1e-10 of them; gobc compares whole numbers exactly, as networkx does by =="),
    "rounded cutoffs": Known(
        "igraph", "closeness", "cutoff_weighted",
        "the float64 sum of .1 and .2 is beyond a cutoff of .3; cutoffs lie between decimals here"),
    "small lengths": Known(
        "igraph", "harmonic", "ties_places",
        "distances are held as 1 + d, which costs small lengths their digits; weights are about 1 here"),
}


@dataclass(frozen=True)
class RandomGraph:
    """A graph on 0..n-1 and choices between options."""

    n: int
    edges: tuple = ()
    directed: bool = False
    weights: tuple | None = None
    sources: tuple = (0,)
    targets: tuple = (0,)
    cutoff: float = 1.0
    k: int = 1
    seed: int = 0
    normalized: bool = False
    endpoints: bool = False
    mode: str = "out"
    threads: int | None = None  # these two change nothing of a result
    tuning: str = ""

    def table(self) -> pa.Table:
        columns = {"source": pa.array([u for u, _ in self.edges], pa.int64()),
                   "target": pa.array([v for _, v in self.edges], pa.int64())}
        if self.weights is not None:
            columns["weight"] = pa.array(self.weights, pa.float64())
        return pa.table(columns)

    def simple(self) -> bool:
        """Whether no two edges are parallel."""
        pairs = [edge if self.directed else tuple(sorted(edge)) for edge in self.edges]
        return len(set(pairs)) == len(pairs)


# By name: lengths without ties (all digits), with many ties and exact sums, and with ties that rounding hides.
WEIGHTS: dict[str, Callable | None] = {
    "none": None,
    "whole": lambda draw: float(draw.randint(1, 3)),
    "binary": lambda draw: draw.randint(1, 6) / 8,
    "digits": lambda draw: draw.uniform(0.1, 2.0),
    "decimal": lambda draw: draw.randint(1, 5) / 10,
}
EXACT = ("none", "whole", "binary", "digits")  # kinds that == between float64 sums is right for


def seeds(chunk: int) -> range:
    return range(FIRST + chunk * COUNT // CHUNKS, FIRST + (chunk + 1) * COUNT // CHUNKS)


def random_graph(seed: int, kinds=tuple(WEIGHTS)) -> RandomGraph:
    draw = random.Random(seed)
    n = draw.randint(1, 12)
    linked = draw.randint(1, n)  # the others are isolated
    count = draw.choice((0, linked - 1, linked, 2 * linked, 4 * linked))
    edges = [(draw.randrange(linked), draw.randrange(linked)) for _ in range(count)]
    if edges and draw.random() < 0.5:
        edges += draw.choices(edges, k=draw.randint(1, 3))
    if edges and draw.random() < 0.3:
        edges += [edge[::-1] for edge in draw.choices(edges, k=2)]
    renamed = list(range(n))
    draw.shuffle(renamed)
    kind = draw.choice(kinds)
    weigh = WEIGHTS[kind]
    return RandomGraph(
        n, tuple((renamed[u], renamed[v]) for u, v in edges), draw.random() < 0.5,
        None if weigh is None else tuple(weigh(draw) for _ in edges),
        tuple(draw.sample(range(n), draw.randint(1, n))), tuple(draw.sample(range(n), draw.randint(1, n))),
        draw.randint(0, 30) / 10 + 0.05 if kind in ("decimal", "digits") else draw.randint(0, 24) / 8,
        draw.randint(1, n), draw.randrange(1000), draw.random() < 0.5, draw.random() < 0.5,
        draw.choice(("in", "out", "all")))


Answers = dict  # what was asked: scores in order of vertices, or of rows of the edge table


def networkx_answers(graph: RandomGraph) -> Answers:
    peer = (nx.MultiDiGraph if graph.directed else nx.MultiGraph)()
    if graph.simple():
        peer = (nx.DiGraph if graph.directed else nx.Graph)()
    peer.add_nodes_from(range(graph.n))
    for row, (u, v) in enumerate(graph.edges):
        attributes = {} if graph.weights is None else {"weight": graph.weights[row]}
        peer.add_edges_from([(u, v, row, attributes)] if peer.is_multigraph() else [(u, v, attributes)])
    weight = None if graph.weights is None else "weight"
    length = weight or (lambda *_: 1)
    how = {"normalized": graph.normalized, "weight": weight}
    sample = {"k": graph.k, "seed": graph.seed}
    subset = {"sources": list(graph.sources), "targets": list(graph.targets)}

    def rows(scores) -> list:
        if peer.is_multigraph():
            by_row = {row: score for (_, _, row), score in scores.items()}
            return [by_row[row] for row in range(len(graph.edges))]
        return [scores[u, v] if (u, v) in scores else scores[v, u] for u, v in graph.edges]

    found = {
        "betweenness": nx.betweenness_centrality(peer, endpoints=graph.endpoints, **how),
        "betweenness of a sample": nx.betweenness_centrality(peer, endpoints=graph.endpoints, **sample, **how),
        "betweenness of some pairs": nx.betweenness_centrality_subset(peer, **subset, **how),
        "closeness": nx.closeness_centrality(peer, distance=weight, wf_improved=graph.normalized),
        "harmonic": nx.harmonic_centrality(peer, distance=weight),
        "harmonic from sources": nx.harmonic_centrality(peer, distance=weight, sources=list(graph.sources)),
        # networkx refuses graphs that are not connected: the farthest that is reached is the same where it does not.
        "eccentricity": {v: max(nx.single_source_dijkstra_path_length(peer, v, weight=length).values()) for v in peer},
    }
    found = {what: [scores[v] for v in range(graph.n)] for what, scores in found.items()}
    found["edge_betweenness"] = rows(nx.edge_betweenness_centrality(peer, **how))
    found["edge_betweenness of a sample"] = rows(nx.edge_betweenness_centrality(peer, **sample, **how))
    found["edge_betweenness from sources"] = rows(nx.edge_betweenness_centrality_subset(
        peer, list(graph.sources), list(peer), **how))
    return found


def gobc_as_networkx(graph: RandomGraph) -> Answers:
    ask, how = asker(graph, "networkx"), {"normalized": graph.normalized}
    sources, pairs = {"sources": list(graph.sources)}, {"sources": list(graph.sources), "targets": list(graph.targets)}
    sample = {"k": graph.k, "seed": graph.seed}
    return {
        "betweenness": ask(gobc.betweenness, endpoints=graph.endpoints, **how),
        "betweenness of a sample": ask(gobc.betweenness, endpoints=graph.endpoints, **sample, **how),
        "betweenness of some pairs": ask(gobc.betweenness, **pairs, **how),
        "closeness": ask(gobc.closeness, **how),
        "harmonic": ask(gobc.harmonic),
        "harmonic from sources": ask(gobc.harmonic, **sources),
        "eccentricity": ask(gobc.eccentricity),
        "edge_betweenness": ask(gobc.edge_betweenness, **how),
        "edge_betweenness of a sample": ask(gobc.edge_betweenness, **sample, **how),
        "edge_betweenness from sources": ask(gobc.edge_betweenness, **sources, **how),
    }


def igraph_answers(graph: RandomGraph) -> Answers:
    peer = igraph.Graph(n=graph.n, edges=list(graph.edges), directed=graph.directed)
    weights = None if graph.weights is None else list(graph.weights)
    normalized = graph.normalized and graph.n > 1
    how = {"weights": weights, "normalized": normalized}
    distances = how | {"mode": graph.mode}
    pairs = {"weights": weights, "sources": list(graph.sources), "targets": list(graph.targets)}
    return {
        "betweenness": peer.betweenness(**how),
        "betweenness up to a length": peer.betweenness(cutoff=graph.cutoff, **how),
        "betweenness of some pairs": peer.betweenness(**pairs),
        "edge_betweenness": peer.edge_betweenness(**how),
        "edge_betweenness up to a length": peer.edge_betweenness(cutoff=graph.cutoff, **how),
        "edge_betweenness of some pairs": peer.edge_betweenness(**pairs),
        "closeness": peer.closeness(**distances),
        "closeness up to a length": peer.closeness(cutoff=graph.cutoff, **distances),
        "harmonic": peer.harmonic_centrality(**distances),
        "harmonic up to a length": peer.harmonic_centrality(cutoff=graph.cutoff, **distances),
        "eccentricity": peer.eccentricity(mode=graph.mode, weights=weights),
    }


def gobc_as_igraph(graph: RandomGraph) -> Answers:
    ask, how = asker(graph, "igraph"), {"normalized": graph.normalized and graph.n > 1}
    distances, cut = how | {"direction": graph.mode}, {"cutoff": graph.cutoff}
    pairs = {"sources": list(graph.sources), "targets": list(graph.targets)}
    return {
        "betweenness": ask(gobc.betweenness, **how),
        "betweenness up to a length": ask(gobc.betweenness, **cut, **how),
        "betweenness of some pairs": ask(gobc.betweenness, **pairs),
        "edge_betweenness": ask(gobc.edge_betweenness, **how),
        "edge_betweenness up to a length": ask(gobc.edge_betweenness, **cut, **how),
        "edge_betweenness of some pairs": ask(gobc.edge_betweenness, **pairs),
        "closeness": ask(gobc.closeness, **distances),
        "closeness up to a length": ask(gobc.closeness, **cut, **distances),
        "harmonic": ask(gobc.harmonic, **distances),
        "harmonic up to a length": ask(gobc.harmonic, **cut, **distances),
        "eccentricity": ask(gobc.eccentricity, direction=graph.mode),
    }


def asker(graph: RandomGraph, preset: str) -> Callable:
    """A call of gobc's public functions on the edge table; edges come in row order, vertices in theirs."""
    table = graph.table()
    built = {} if graph.weights is None else {"weight": "weight"}
    built |= {"directed": graph.directed, "nodes": graph.n, "threads": graph.threads}
    settings = gobc.Settings(threads=graph.threads, tuning=graph.tuning or None)

    def ask(function, **options) -> list:
        result = function(gobc.Graph(table, **built), preset=preset, settings=settings, **options)
        if function is gobc.edge_betweenness:
            ends = [*zip(list(result["source"]), list(result["target"]))]
            assert ends == list(graph.edges), f"rows {ends}, not those of the edge table"
        return list(result[function.__name__])

    return ask


# Each peer's answers, ours, and the kinds of weights that both can be asked of.
PEERS = {"networkx": (networkx_answers, gobc_as_networkx, EXACT),
         "igraph": (igraph_answers, gobc_as_igraph, tuple(WEIGHTS))}


def compare(peer: str, graph: RandomGraph) -> list[str]:
    """A line for each score that differs."""
    theirs, ours, _ = PEERS[peer]
    return differences(ours(graph), theirs(graph))


def check(graph: RandomGraph, compare: Callable[[RandomGraph], list[str]]) -> None:
    """Fails with the smallest graph on the way down from `graph` that `compare` still finds different."""
    if not compare(graph):
        return
    smaller: RandomGraph | None = graph
    while smaller:
        graph = smaller
        smaller = next((other for other in reduced(graph) if compare(other)), None)
    raise AssertionError(f"{graph}\n" + "\n".join(compare(graph)))


def reduced(graph: RandomGraph) -> Iterator[RandomGraph]:
    if graph.threads or graph.tuning:
        yield replace(graph, threads=None, tuning="")
    for i in range(len(graph.edges)):
        weights = graph.weights and graph.weights[:i] + graph.weights[i + 1:]
        yield replace(graph, edges=graph.edges[:i] + graph.edges[i + 1:], weights=weights)
    if graph.weights is not None:
        yield replace(graph, weights=None, tuning="")
    last = graph.n - 1
    if last > 0 and not any(last in edge for edge in graph.edges):
        kept = {name: tuple(v for v in getattr(graph, name) if v != last) or (0,) for name in ("sources", "targets")}
        yield replace(graph, n=last, k=min(graph.k, last), **kept)
    for name in ("sources", "targets"):
        list_ = getattr(graph, name)
        for i in range(len(list_) if len(list_) > 1 else 0):
            yield replace(graph, **{name: list_[:i] + list_[i + 1:]})
    for name, plain in (("normalized", False), ("endpoints", False), ("directed", False)):
        if getattr(graph, name) != plain:
            yield replace(graph, **{name: plain})
