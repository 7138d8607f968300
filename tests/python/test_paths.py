"""Numbers of shortest paths and paths of pairs: against definitions, NetworkX and igraph, and what calls can be told."""

import itertools
import math
import pickle
import random

import pytest

import gobc
from seeds import seeds

INF = math.inf
LABELS = [int, lambda v: v * 10**12 - 5, lambda v: f"node {v}"]
WEIGHTS = [None, lambda rng: rng.randrange(1, 4), lambda rng: rng.randrange(1, 9) / 8]


def walked(arcs, nodes):
    """All shortest paths of every pair: {(source, target): (length, [paths])}, by relaxing and walking back."""
    length = {(u, v): 0 if u == v else INF for u in range(nodes) for v in range(nodes)}
    for u, v, weight in arcs:
        length[u, v] = min(length[u, v], weight) if u != v else 0
    for middle, u, v in itertools.product(range(nodes), repeat=3):
        length[u, v] = min(length[u, v], length[u, middle] + length[middle, v])

    def paths(u, v):
        if u == v:
            return [[u]]
        return [[*path, v] for before, after, weight in arcs
                if after == v and before != v and length[u, before] + weight == length[u, v] < INF
                for path in paths(u, before)]

    return {pair: (length[pair], paths(*pair)) for pair in length}


def example(rng, seed, most=7):
    nodes, directed, weight = rng.randrange(1, most + 1), rng.random() < 0.5, WEIGHTS[seed % 3]
    rows = [(rng.randrange(nodes), rng.randrange(nodes), weight(rng) if weight else 1) for _ in range(rng.randrange(3 * nodes))]
    label = LABELS[seed // 3 % 3]
    table = {"source": [label(u) for u, _, _ in rows], "target": [label(v) for _, v, _ in rows]}
    if weight:
        table["weight"] = [length for *_, length in rows]
    graph = gobc.Graph(table, directed=directed, weight="weight" if weight else None, nodes=[label(v) for v in range(nodes)])
    arcs = rows + [(v, u, length) for u, v, length in rows if not directed]
    return nodes, directed, label, graph, arcs


def merged(arcs):
    least = {}
    for u, v, length in arcs:
        least[u, v] = min(length, least.get((u, v), INF))
    return [(u, v, length) for (u, v), length in least.items()]


@pytest.mark.parametrize("seed", seeds(200))
def test_counts_and_paths_by_definition(seed):
    rng = random.Random(seed)
    nodes, directed, label, graph, arcs = example(rng, seed)
    parallel = rng.choice([None, "merge", "count"])
    every = walked(arcs if parallel == "count" else merged(arcs), nodes)
    settings = gobc.Settings(parallel=parallel)
    counts = gobc.path_counts(graph, settings=settings)
    assert counts.shape == (nodes, nodes) and counts.dtype == "float64"
    assert counts.distances.dtype == ("float64" if graph.weighted else "int32")
    for (u, v), (length, paths) in every.items():
        assert counts.value(label(u), label(v)) == len(paths)
        assert counts.distances.value(label(u), label(v)) == length
    found = [row for table in gobc.distance_batches(graph, paths=True, rows=rng.choice([None, 2]), settings=settings)
             for row in table]
    assert found == [(label(u), label(v), length, len(paths)) for (u, v), (length, paths) in sorted(every.items()) if paths]
    # No other path is read backwards before it.
    pairs = [(rng.randrange(nodes), rng.randrange(nodes)) for _ in range(8)]
    for (u, v), path in zip(pairs, gobc.shortest_paths(graph, [(label(u), label(v)) for u, v in pairs])):
        first = min(every[u, v][1], key=lambda path: path[::-1], default=None)
        assert path == (None if first is None else [*map(label, first)])


def test_networkx_and_igraph():
    networkx, igraph = pytest.importorskip("networkx"), pytest.importorskip("igraph")
    for seed in range(20):
        graph = networkx.gnp_random_graph(30, 0.1, seed=seed, directed=seed % 2 == 1)
        counts = gobc.path_counts(graph)
        other = igraph.Graph.from_networkx(graph)
        for u in range(0, 30, 7):
            all_paths = other.get_all_shortest_paths(u)
            for v in graph:
                assert counts.value(u, v) == sum(path[-1] == v for path in all_paths)
        for u, v in [(0, 9), (3, 20), (28, 1)]:
            path = gobc.shortest_path(graph, u, v)
            if networkx.has_path(graph, u, v):
                assert path in list(networkx.all_shortest_paths(graph, u, v))
            else:
                assert path is None


def test_large_counts():
    rows = [edge for i in range(1100) for edge in [(3 * i, 3 * i + 1), (3 * i, 3 * i + 2), (3 * i + 1, 3 * i + 3),
                                                  (3 * i + 2, 3 * i + 3)]]
    counts = gobc.path_counts(rows, sources=[0], targets=[3 * 60, 3 * 1000, 3 * 1100])
    assert counts.view().tolist() == [[2.0**60, 2.0**1000, INF]]


def test_conversions():
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    counts = gobc.path_counts([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"), ("x", "y")], sources=["a", "x"])
    assert numpy.asarray(counts).tolist() == [[1, 1, 1, 2, 0, 0], [0, 0, 0, 0, 1, 1]]
    assert counts.to_numpy("int64").dtype == numpy.int64
    assert counts.to_pandas().loc["x", "y"] == 1
    again = pickle.loads(pickle.dumps(counts))
    assert repr(again) == repr(counts) and again.distances.value("a", "d") == 2
    table = pandas.DataFrame({"source": ["b", "b"], "target": ["c", "y"]})
    edges = [("a", "b"), ("a", "c"), ("x", "y")]
    for pairs in (table, {"target": ["c", "y"], "source": ["b", "b"]}, {"p": ["b", "b"], "q": ["c", "y"]},
                  numpy.array([["b", "c"], ["b", "y"]]), iter([("b", "c"), ("b", "y")])):
        assert gobc.shortest_paths(edges, pairs) == [["b", "a", "c"], None]
    assert gobc.shortest_paths(edges, []) == []


def test_nodes_of_other_kinds():
    networkx = pytest.importorskip("networkx")
    graph = gobc.Graph(networkx.Graph([((0, 1), "b"), ("b", 3.5), ("b", "c")]))
    assert gobc.shortest_paths(graph, [((0, 1), 3.5), ((0, 1), (0, 1))]) == [[(0, 1), "b", 3.5], [(0, 1)]]
    assert gobc.path_counts(graph, sources=[(0, 1)]).value((0, 1), 3.5) == 1


@pytest.mark.parametrize("options, text", [
    ({"cutoff": math.nan}, "cutoff"), ({"direction": "up"}, "direction"), ({"sources": ["q"]}, "q"),
    ({"settings": gobc.Settings(precision="double")}, "precision does not apply to shortest paths"),
    ({"settings": gobc.Settings(parallel="twice")}, "parallel"), ({"executor": None}, "executor"), ({"off": 1}, "off"),
    ({"settings": gobc.Settings(parallel="count"), "direction": "all", "directed": True}, "either way"),
])
def test_wrong_calls(options, text):
    with pytest.raises(gobc.ArgumentError, match=text):
        gobc.path_counts([("a", "b"), ("a", "b")], **options)


@pytest.mark.parametrize("pairs, error, text", [
    (5, gobc.ArgumentTypeError, "pairs"), ([("a",)], gobc.DataError, "row 0"), (["ab"], gobc.DataError, "row 0"),
    ([("a", "q")], gobc.ArgumentError, "q"), ({"a": ["a"]}, gobc.DataError, "two columns"),
    ({"source": ["a"], "target": []}, gobc.DataError, "1 sources"),
])
def test_wrong_pairs(pairs, error, text):
    with pytest.raises(error, match=text):
        gobc.shortest_paths([("a", "b")], pairs)


def test_other_errors():
    with pytest.raises(gobc.UnsupportedError, match="processors"):
        gobc.shortest_path([("a", "b")], "a", "b", device="cuda")
    with pytest.raises(gobc.MemoryLimitError, match="sources"):
        gobc.path_counts(gobc.generate("grid:rows=100,cols=100"), settings=gobc.Settings(memory_limit="50MB"))
    with pytest.raises(gobc.Cancelled):
        gobc.path_counts(gobc.generate("small_world:n=3000,k=10,p=0.1"), settings=gobc.Settings(time_limit=1e-6))
    with pytest.raises(gobc.ArgumentError, match="parallel"):
        gobc.distances([("a", "b")], settings=gobc.Settings(parallel="count"))
