"""Histogram, means and sums of distances against definitions, NetworkX and igraph."""

import copy
import math
import pickle
import random
from collections import Counter

import pytest

import gobc
from seeds import seeds
from test_distances import LABELS, WEIGHTS, edges_of

INF = math.inf


def closely(found, wanted):
    return found == wanted or math.isnan(found) and math.isnan(wanted) or math.isclose(found, wanted, rel_tol=1e-12)


@pytest.mark.parametrize("seed", seeds(80))
def test_definitions(seed):
    rng = random.Random(seed)
    nodes, directed, weight = rng.choice([0, 1, 2, 5, 12, 30]), rng.random() < 0.5, WEIGHTS[seed % 3]
    graph, distance = edges_of(rng, nodes, directed, weight, LABELS[seed // 3 % 3])
    direction = rng.choice([None, "in", "out"])
    lengths = [distance[u][v] for u in range(nodes) for v in range(nodes) if u != v]
    reached = [length for length in lengths if length < INF]
    whole = len(reached) == len(lengths)
    mean = sum(reached) / len(reached) if reached else 0.0 if nodes == 1 else math.nan
    for threads in (1, 2):
        how = {"direction": direction, "threads": threads}
        assert closely(gobc.average_path_length(graph, **how), mean)
        assert closely(gobc.average_path_length(graph, unconnected=False, **how), mean if whole else INF)
        total = sum(reached) / (1 if directed else 2)
        assert closely(gobc.wiener_index(graph, unconnected=True, **how), total)
        assert closely(gobc.wiener_index(graph, **how), total if whole else INF)
        assert closely(gobc.global_efficiency(graph, **how), sum(1 / d for d in reached) / len(lengths) if lengths else 0.0)
        assert gobc.diameter(graph, **how) == max(reached, default=0)
        assert gobc.diameter(graph, unconnected=False, **how) == (max(reached, default=0) if whole else INF)
    sums = [sum(distance[v][u] if direction == "in" else distance[u][v] for v in range(nodes)) for u in range(nodes)]
    names = gobc.Graph([], nodes=0) if not nodes else graph
    if whole:
        best = [node for node, length in zip(names.nodes, sums) if math.isclose(length, min(sums), rel_tol=1e-12)]
        assert gobc.barycenter(graph, direction=direction) == best
    else:
        with pytest.raises(gobc.ArgumentError, match="largest_component"):
            gobc.barycenter(graph, direction=direction)


@pytest.mark.parametrize("seed", seeds(60))
def test_histograms(seed):
    rng = random.Random(seed)
    nodes, directed = rng.choice([0, 1, 2, 7, 25]), rng.random() < 0.5
    graph, distance = edges_of(rng, nodes, directed, None, LABELS[seed % 3])
    cutoff = rng.choice([None, 0, 2])
    sources = rng.choice([None, rng.sample(range(nodes), rng.randrange(nodes + 1))])
    counts = Counter()
    for u in range(nodes) if sources is None else sources:
        counts.update(INF if cutoff is not None and d > cutoff else d for v, d in enumerate(distance[u]) if u != v)
    labels = None if sources is None else [graph.nodes[u] for u in sources]
    found = gobc.distance_histogram(graph, cutoff=cutoff, sources=labels)
    unordered = not directed and (sources is None or len(sources) == nodes)
    assert found.ordered is not unordered and found.sources == (nodes if sources is None else len(sources))
    half = 2 if unordered else 1
    assert found.unreached == counts.pop(INF, 0) // half
    assert dict(found) == {d: count // half for d, count in counts.items()}
    total = sum(d * count for d, count in counts.items())
    assert closely(found.mean(), total / counts.total() if counts else math.nan)


def test_networkx_and_igraph():
    networkx, igraph = pytest.importorskip("networkx"), pytest.importorskip("igraph")
    for seed in seeds(60):
        rng = random.Random(seed)
        nodes, directed = rng.choice([1, 2, 8, 20]), rng.random() < 0.5
        graph = networkx.gnm_random_graph(nodes, rng.randrange(3 * nodes), seed=rng.randrange(1000), directed=directed)
        for u, v in graph.edges:
            graph[u][v]["weight"] = rng.randrange(1, 9)
        other = igraph.Graph(nodes, list(graph.edges), directed=directed)
        for weight in (None, "weight"):
            weights = [graph[u][v]["weight"] for u, v in graph.edges] if weight else None
            given = {"weight": weight}
            if not weight and not directed:
                assert closely(gobc.global_efficiency(graph), networkx.global_efficiency(graph))
            assert closely(gobc.average_path_length(graph, **given),
                           other.average_path_length(directed=directed, weights=weights) if nodes > 1 else 0.0)
            assert closely(gobc.average_path_length(graph, unconnected=False, **given),
                           other.average_path_length(directed=directed, unconn=False, weights=weights) if nodes > 1 else 0.0)
            assert closely(gobc.wiener_index(graph, **given), networkx.wiener_index(graph, weight=weight))
            matrix = gobc.distances(graph, **given)
            assert matrix.to_numpy(float).tolist() == other.distances(weights=weights, mode="out")
        bins = other.path_length_hist(directed=directed)
        found = gobc.distance_histogram(graph)
        assert [count for _, _, count in bins.bins()] == found["pairs"].tolist() and bins.unconnected == found.unreached
        connected = networkx.is_strongly_connected(graph) if directed else networkx.is_connected(graph)
        if connected:
            for weight in (None, "weight"):
                assert gobc.barycenter(graph, weight=weight) == networkx.barycenter(graph, weight=weight)
                assert closely(gobc.average_path_length(graph, weight=weight),
                               networkx.average_shortest_path_length(graph, weight=weight))


def test_samples():
    graph = gobc.Graph(gobc.generate("small_world:n=2000,k=6,p=0.1"))
    exact = gobc.average_path_length(graph)
    estimate = gobc.average_path_length(graph, k=500, seed=1)
    assert estimate != exact and abs(estimate - exact) < 0.02 * exact
    assert gobc.average_path_length(graph, k=500, seed=1) == estimate != gobc.average_path_length(graph, k=500, seed=2)
    assert gobc.average_path_length(graph, k=2000) == exact
    histogram = gobc.distance_histogram(graph, k=500, seed=1)
    assert histogram.sources == 500 and histogram.ordered and closely(histogram.mean(), estimate)
    assert abs(gobc.global_efficiency(graph, k=500, seed=1) / gobc.global_efficiency(graph) - 1) < 0.02


def test_histograms_pickle():
    found = gobc.distance_histogram([("a", "b"), ("b", "c"), ("x", "y")])
    for again in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found)):
        assert (dict(again), again.unreached, again.ordered, again.sources) == ({1: 3, 2: 1}, 6, False, 5)


FUNCTIONS = [gobc.distance_histogram, gobc.average_path_length, gobc.wiener_index, gobc.global_efficiency, gobc.barycenter]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_wrong_calls(function):
    path = [(v, v + 1) for v in range(50)]
    for options, text in [({"direction": "up"}, "direction"), ({"threads": -1}, "threads"), ({"executor": map}, "executor"),
                          ({"k": 3, "sources": [1]}, "k="), ({"seed": 3}, "seed"), ({"limit": 3}, "limit"),
                          ({"settings": gobc.Settings(partial=True)}, "partial")]:
        if function is gobc.distance_histogram or "k" not in options and "seed" not in options or \
                function in (gobc.average_path_length, gobc.global_efficiency):
            with pytest.raises(gobc.ArgumentError, match=text):
                function(path, **options)
    with pytest.raises(gobc.UnsupportedError if function is not gobc.barycenter else gobc.Error):
        function(path, device="cuda:99")
    with pytest.raises(gobc.MemoryLimitError):
        function(gobc.Graph(path), settings=gobc.Settings(memory_limit=1))
    with pytest.raises(gobc.Cancelled):
        function(path, settings=gobc.Settings(time_limit=1e-9))


def test_a_histogram_has_no_weights():
    graph = gobc.Graph([("a", "b", 2.5)], weight=True)
    with pytest.raises(gobc.ArgumentError, match=r"give weight=False or graph.unweighted\(\), or gobc.distance_batches"):
        gobc.distance_histogram(graph)
    assert dict(gobc.distance_histogram(graph, weight=False)) == {1: 1}
