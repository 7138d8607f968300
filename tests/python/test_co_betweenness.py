"""Co-betweenness against its definition, of random graphs and of the edges of a larger one, kinds of groups, and wrong calls."""

import itertools
import math
import random
from fractions import Fraction

import pytest

import gobc
from seeds import seeds

networkx = pytest.importorskip("networkx")


def example(rng):
    nodes, directed = rng.randrange(1, 8), rng.random() < 0.5
    graph = (networkx.DiGraph if directed else networkx.Graph)()
    graph.add_nodes_from(range(nodes))
    for _ in range(rng.randrange(2 * nodes + 1)):
        graph.add_edge(rng.randrange(nodes), rng.randrange(nodes), weight=rng.randrange(1, 4) / 10)
    graph.remove_edges_from(list(networkx.selfloop_edges(graph)))
    return graph


def shares(graph, weight):
    """The shortest paths of each ordered pair of nodes, as sets; those of lengths in tenths tie."""
    whole = graph.copy()
    for _, _, data in whole.edges(data=True):
        data["weight"] = round(10 * data["weight"])
    return {(s, t): [set(path) for path in networkx.all_shortest_paths(whole, s, t, weight=weight)]
            for s, t in itertools.permutations(whole, 2) if networkx.has_path(whole, s, t)}


def by_definition(paths, group, endpoints):
    group = set(group)
    return sum((Fraction(sum(group <= path for path in some), len(some)) for pair, some in paths.items()
                if group and (endpoints or not group & {*pair})), Fraction(0))


@pytest.mark.parametrize("seed", seeds(50))
def test_definition(seed):
    rng = random.Random(seed)
    for _ in range(5):
        graph, endpoints, weight = example(rng), rng.random() < 0.3, rng.choice([None, "weight"])
        paths, nodes = shares(graph, weight), len(graph)
        groups = [*itertools.combinations_with_replacement(graph, 2), *itertools.combinations(graph, 3), ()]
        options = {"weight": weight or False, "endpoints": endpoints}
        found = gobc.co_betweenness(graph, groups, **options)
        sums = gobc.co_betweenness(graph, groups, normalized=False, **options)
        for group, value, total in zip(groups, found, sums, strict=True):
            want, outside = by_definition(paths, group, endpoints), nodes - len({*group})
            assert total == pytest.approx(float(want / (1 if graph.is_directed() else 2)), rel=1e-12)
            if outside >= 2:
                assert value == pytest.approx(float(want / (outside * (outside - 1))), rel=1e-12)
            else:
                assert math.isnan(value) if endpoints else value == 0


# All edges at once: pairs that many passes share.
@pytest.mark.parametrize("directed", [False, True])
def test_edges_of_a_larger_graph(directed):
    edges = gobc.generate("small_world:n=120,k=4,p=0.2", seed=2).to_dict()
    pairs = list(zip(edges["source"], edges["target"]))
    graph = gobc.Graph(edges, directed=directed)
    found = gobc.co_betweenness(graph, pairs, endpoints=True, normalized=False)
    covered = gobc.group_betweenness(graph, [[u] for u, _ in pairs] + [[v] for _, v in pairs] + pairs, endpoints=True,
                                     normalized=False)
    k = len(pairs)
    for i, value in enumerate(found):
        assert value == pytest.approx(covered[i] + covered[k + i] - covered[2 * k + i], rel=1e-9)
    assert found == gobc.co_betweenness(graph, pairs, endpoints=True, normalized=False, threads=1)


def test_pairs_and_groups():
    path = [(i, i + 1) for i in range(5)]
    assert gobc.co_betweenness(path, (1, 4), normalized=False) == 1
    assert gobc.co_betweenness(path, [(1, 4), (1, 3, 4), (2, 3)], normalized=False) == [1, 1, 4]
    assert gobc.co_betweenness(path, {"x": [1, 4], "y": {2}, "none": []}, normalized=False) == {"x": 1, "y": 6, "none": 0}
    assert gobc.co_betweenness(path, []) == []
    assert gobc.co_betweenness([*path, (8, 9)], [(1, 8), (8, 9)]) == [0, 0]
    assert gobc.co_betweenness(path, (1, 2), cutoff=3, normalized=False) == 1
    assert gobc.co_betweenness(path, (1, 2), cutoff=2, endpoints=True, normalized=False) == 3
    double = [("a", "b"), ("b", "c"), ("b", "c"), ("c", "d"), ("a", "x"), ("x", "y"), ("y", "d")]
    assert gobc.co_betweenness(double, ["b", "c"], normalized=False) == 0.5
    counted = gobc.Settings(parallel="count")
    assert gobc.co_betweenness(double, ["b", "c"], normalized=False, settings=counted) == pytest.approx(2 / 3)


def test_wrong_calls():
    edges = [("a", "b"), ("b", "c")]
    with pytest.raises(gobc.ArgumentError, match="groups: group 1, row 1.*NOPE"):
        gobc.co_betweenness(edges, [("a", "b"), ("b", "NOPE")])
    with pytest.raises(gobc.ArgumentError, match="precision does not apply to co-betweenness"):
        gobc.co_betweenness(edges, ["a"], settings=gobc.Settings(precision="double"))
    with pytest.raises(gobc.ArgumentError, match="direction"):
        gobc.co_betweenness(edges, ["a"], direction="in")
    with pytest.raises(gobc.UnsupportedError, match="GPU"):
        gobc.co_betweenness(edges, ["a"], device="cuda")
    grid = gobc.Graph(gobc.generate("grid:rows=100,cols=100"))
    with pytest.raises(gobc.MemoryLimitError, match="co-betweenness needs about"):
        gobc.co_betweenness(grid, [5], settings=gobc.Settings(memory_limit="1MB"))
