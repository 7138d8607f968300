"""Local efficiency and closeness vitality: against their definitions, NetworkX and igraph, and wrong calls."""

import math
import random

import pytest

import gobc
from seeds import seeds

networkx = pytest.importorskip("networkx")


@pytest.mark.parametrize("seed", seeds(30))
def test_networkx(seed):
    rng = random.Random(seed)
    graph = networkx.gnm_random_graph(rng.randrange(2, 12), rng.randrange(40), seed=seed)
    found = gobc.local_efficiency(graph, average=False)
    assert found == pytest.approx({node: networkx.global_efficiency(graph.subgraph(graph[node])) for node in graph})
    assert gobc.local_efficiency(graph) == pytest.approx(networkx.local_efficiency(graph), rel=1e-12)
    directed = networkx.gnm_random_graph(rng.randrange(2, 8), rng.randrange(40), seed=seed, directed=True)
    for some, weight in ((graph, None), (directed, None), (directed, "w")):
        for u, v in some.edges:
            some[u][v]["w"] = rng.randrange(1, 9) / 4
        ours, theirs = gobc.closeness_vitality(some, weight=weight or False), networkx.closeness_vitality(some, weight=weight)
        assert ours == pytest.approx(theirs, rel=1e-12, nan_ok=True)


def test_neighborhoods_that_are_dense():
    graph = networkx.gnp_random_graph(150, 0.7, seed=1)
    assert gobc.local_efficiency(graph) == pytest.approx(networkx.local_efficiency(graph), rel=1e-12)
    split = networkx.disjoint_union(networkx.complete_graph(70), networkx.complete_graph(60))
    split.add_edges_from((200, node) for node in list(split))
    assert gobc.local_efficiency(split, average=False)[200] == pytest.approx((70 * 69 + 60 * 59) / (130 * 129))


def test_igraph_takes_the_whole_graph():
    igraph = pytest.importorskip("igraph")
    square = [(0, 1), (1, 2), (2, 3), (3, 0)]
    if hasattr(igraph.Graph, "local_efficiency"):
        assert igraph.Graph(square).local_efficiency() == [0.5] * 4
    assert gobc.local_efficiency(square, average=False) == dict.fromkeys(range(4), 0.0)


def test_extremes():
    assert gobc.local_efficiency([], average=False) == {} and gobc.local_efficiency([]) == 0
    assert gobc.closeness_vitality([]) == {}
    assert gobc.closeness_vitality(gobc.Graph([], nodes=["a"])) == {"a": 0}
    assert gobc.closeness_vitality(gobc.Graph([("a", "b")], nodes=["a", "b", "c"])) == pytest.approx(
        {"a": math.nan, "b": math.nan, "c": math.inf}, nan_ok=True)
    weighted = gobc.Graph([("a", "b", 5), ("b", "c", 5), ("a", "c", 20)], weight=True)
    assert gobc.local_efficiency(weighted) == 1
    assert gobc.closeness_vitality(weighted) == {"a": 15, "b": 0, "c": 15}
    arcs = [(0, 1), (1, 2), (2, 0)]
    assert gobc.local_efficiency(arcs, directed=True, direction="all") == 1


def test_threads_and_nodes_of_other_kinds():
    edges = gobc.generate("small_world:n=300,k=8,p=0.1", seed=2)
    for function in (gobc.closeness_vitality, lambda *a, **k: gobc.local_efficiency(*a, average=False, **k)):
        assert function(edges, threads=1) == function(edges, threads=2)
    graph = gobc.Graph(networkx.Graph([((0, 1), "b"), ("b", 3.5), (3.5, (0, 1))]))
    assert gobc.closeness_vitality(graph) == {(0, 1): 2, "b": 2, 3.5: 2}


def test_wrong_calls():
    edges = [("a", "b")]
    with pytest.raises(gobc.UnsupportedError, match="undirected"):
        gobc.local_efficiency(edges, directed=True)
    with pytest.raises(gobc.UnsupportedError, match="GPU"):
        gobc.closeness_vitality(edges, device="cuda")
    with pytest.raises(gobc.ArgumentError, match="parallel does not apply to closeness vitality"):
        gobc.closeness_vitality(edges, settings=gobc.Settings(parallel="count"))
    with pytest.raises(gobc.ArgumentError, match="reductions does not apply to local efficiency"):
        gobc.local_efficiency(edges, settings=gobc.Settings(reductions="none"))
    with pytest.raises(gobc.ArgumentError, match="average"):
        gobc.local_efficiency(edges, average="yes")
    for function in (gobc.local_efficiency, gobc.closeness_vitality):
        with pytest.raises(gobc.Cancelled):
            function(gobc.generate("small_world:n=3000,k=10,p=0.1"), settings=gobc.Settings(time_limit=1e-6))
        with pytest.raises(gobc.MemoryLimitError):
            function(gobc.generate("grid:rows=100,cols=100"), settings=gobc.Settings(memory_limit="100kB"))
