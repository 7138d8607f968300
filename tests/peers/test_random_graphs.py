"""gobc's weights, edges, subsets, cutoffs and samples equal networkx 3.6 and python-igraph 1.0 on random graphs.

What is known to differ is random_graphs.KNOWN: each entry is shown here by a case whose values follow from the
definition, which gobc gives and the peer does not.
"""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace

import networkx as nx
import pyarrow as pa
import pytest

import gobc
import random_graphs
import vector_peers
from peer_graphs import differences
from random_graphs import CHUNKS, KNOWN, PEERS, RandomGraph, check, random_graph, seeds
from structured_graphs import PARTS, TUNINGS, structured_graph

STEP = 5  # between the seeds of graphs of parts, of which 4,000 are compared in 100 s
pytestmark = pytest.mark.skipif(tuple(map(int, nx.__version__.split(".")[:2])) < (3, 6),
                                reason="networkx before 3.6 scales some scores differently")


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("peer", PEERS)
def test_random_graphs(peer, chunk):
    for seed in seeds(chunk):
        check(random_graph(seed, PEERS[peer][2]), lambda graph: random_graphs.compare(peer, graph))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_graphs_of_parts(chunk):
    """igraph alone: networkx takes 35 times as long, 0.1 s a graph."""
    for seed in seeds(chunk)[::STEP]:
        check(structured_graph(seed), lambda graph: random_graphs.compare("igraph", graph))


def single_from_double(graph: RandomGraph) -> list[str]:
    """Single precision beside double: a line for each score that is off by more than 1e-5 of itself, or of 1."""
    pairs = {"sources": list(graph.sources), "targets": list(graph.targets)}
    questions = {"all": {}, "up to a length": {"cutoff": graph.cutoff}, "some pairs": pairs}
    found: dict[str, dict] = {"single": {}, "double": {}}
    with gobc.Graph(graph.table(), directed=graph.directed, nodes=graph.n) as handle:
        for precision, (name, options) in itertools.product(found, questions.items()):
            settings = gobc.Settings(precision=precision, tuning=graph.tuning or None)
            result = handle.centralities(["betweenness", "stress"], preset="raw", threads=graph.threads, settings=settings,
                                         **options)
            found[precision] |= {(name, measure): list(result[measure]) for measure in result.measures}
    return differences(found["single"], found["double"], 1e-5)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_single_precision_on_graphs_of_parts(chunk):
    for seed in seeds(chunk)[::STEP]:
        graph = structured_graph(seed)
        check(replace(graph, weights=None, tuning=graph.tuning if graph.weights is None else ""), single_from_double)


def test_graphs_of_parts_have_everything():
    graphs = [structured_graph(seed) for seed in range(300)]
    assert max(graph.n for graph in graphs) > 300 and sum(graph.n > 64 for graph in graphs) > 150
    assert {(graph.weights is not None, graph.tuning) for graph in graphs} == {
        (weighted, tuning) for weighted in TUNINGS for tuning in TUNINGS[weighted]}
    assert len({graph.threads for graph in graphs}) == 4 and any(not graph.simple() for graph in graphs)
    for part in PARTS:
        assert all(part(random.Random(seed)) for seed in range(50)), part


def test_graphs_have_everything():
    graphs = [random_graph(seed) for seed in range(300)]
    assert any(graph.directed for graph in graphs) and any(not graph.directed for graph in graphs)
    assert 20 < sum(graph.weights is None for graph in graphs) < 200
    assert sum(not graph.simple() for graph in graphs) > 100 and sum(graph.simple() for graph in graphs) > 50
    assert sum(any(u == v for u, v in graph.edges) for graph in graphs) > 50
    assert any(graph.n == 1 for graph in graphs) and any(not graph.edges for graph in graphs)
    assert sum(len({v for edge in graph.edges for v in edge}) < graph.n for graph in graphs) > 50


def test_the_peers_agree_with_each_other_where_they_mean_the_same():
    for seed in range(200):
        graph = random_graph(seed, random_graphs.EXACT)
        if graph.simple() and graph.n > 1:
            theirs, others = random_graphs.networkx_answers(graph), random_graphs.igraph_answers(graph)
            same = {"edge_betweenness": theirs["edge_betweenness"]}
            assert not differences(others, same), graph


def test_a_difference_is_cut_down():
    """A comparison that counts each edge out of vertex 3 as wrong ends in one edge."""
    graph = RandomGraph(9, ((0, 1), (3, 4), (4, 5), (3, 5), (7, 8)), True, (1.0, 2.0, 3.0, 1.0, 2.0), (1, 2, 3), (4, 5))
    with pytest.raises(AssertionError) as found:
        check(graph, lambda g: [f"edge {edge}" for edge in g.edges if edge[0] == 3])
    text = str(found.value)
    assert "n=6, edges=((3, 5),), directed=False, weights=None, sources=(3,)" in text and text.endswith("edge (3, 5)")
    check(graph, lambda g: [])


def ask(case, block, measure):
    """gobc's answer to a block of a vector."""
    label = int if "labels\tint64" in case.head else str
    columns = {name: pa.array([label(edge[i]) for edge in case.edges]) for i, name in enumerate(("source", "target"))}
    nodes = [label(v) for v in case.nodes] or None
    options = {key: value for key, value in block["options"].items() if key in ("preset", "direction")}
    settings = gobc.Settings(parallel=block["options"].get("parallel"))
    options |= {key: value == "1" for key, value in block["options"].items() if key in ("normalized", "endpoints")}
    options |= {"cutoff": float(value) for key, value in block["options"].items() if key == "cutoff"}
    options |= {key: [label(v) for v in block[key]] for key in ("sources", "targets") if key in block}
    if case.weights:
        columns["weight"] = pa.array(case.weights)
    graph = gobc.Graph(pa.table(columns), directed=case.directed, nodes=nodes, weight="weight" if case.weights else None)
    result = getattr(gobc, measure)(graph, settings=settings, **options)
    return list(result[measure])


@pytest.mark.parametrize("name", KNOWN)
def test_known_difference(name):
    known = KNOWN[name]
    case = vector_peers.Case(vector_peers.VECTORS / "wide" / f"{known.vector}.txt")
    differ = 0
    for block in case.blocks:
        kind = "edge_" if known.measure.startswith("edge_") else ""
        if block["options"]["preset"] != known.peer or known.measure not in block.get(kind + "columns", []):
            continue
        at = block[kind + "columns"].index(known.measure) + (3 if kind else 1)
        expected = [float(row[at]) for row in block[kind + "rows"]]
        assert not differences({name: ask(case, block, known.measure)}, {name: expected}), block["options"]
        theirs = vector_peers.PEERS[known.peer](case, block).get(known.measure)
        differ += theirs is not None and bool(differences({name: theirs}, {name: expected}))
    assert differ, f"{known.peer} gives the values of the definition: {known.reason}"


def test_one_vertex_is_not_a_number_in_igraph():
    graph = RandomGraph(1, ((0, 0),))
    assert math.isnan(random_graphs.igraph.Graph(n=1, edges=[(0, 0)]).edge_betweenness(normalized=True)[0])
    assert random_graphs.asker(graph, "igraph")(gobc.edge_betweenness, normalized=True) == [0.0]
