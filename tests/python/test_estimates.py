"""Estimates from samples, and what follows from eccentricities."""

import math
from random import Random

import networkx
import numpy
import pyarrow
import pytest

import gobc
from grouped import grouped

SMALL_WORLD = gobc.generate("small_world:n=3000,k=6,p=0.1", 1)


@pytest.fixture(scope="module")
def graph():
    with gobc.Graph(SMALL_WORLD) as graph:
        yield graph


def test_intervals_hold_and_are_as_short_as_asked_for(graph):
    exact = graph.betweenness()["betweenness"]
    sample = graph.betweenness(epsilon=0.03, seed=5)
    assert sample.columns == ["node", "betweenness", "betweenness_error"] and sample.measures == ["betweenness"]
    errors = sample["betweenness_error"]
    assert all(abs(a - b) <= e <= 0.03 for a, b, e in zip(sample["betweenness"], exact, errors))
    told = sample.plan["sample"]
    assert told["drawn"] == "pairs" and told["sources"] == 0 < told["pilot"] < told["pairs"] and told["half_width"] <= 0.03
    assert sample.value(sample["node"][7]) == sample["betweenness"][7] and len(sample.top(3)) == 3
    assert "betweenness_error" in repr(sample) and len(sample.to_pyarrow().column_names) == 3


def test_the_seed_alone_decides(graph):
    one, same, other = (graph.betweenness(epsilon=0.05, seed=seed, threads=threads)["betweenness"].tolist()
                        for seed, threads in ((1, 1), (1, 2), (2, 2)))
    assert one == same != other
    assert graph.betweenness(epsilon=0.05)["betweenness"].tolist() == \
        graph.betweenness(epsilon=0.05, seed=0)["betweenness"].tolist()


@pytest.mark.parametrize("drawn", ["pairs", "sources"])
def test_delta_widens_intervals(graph, drawn):
    def size(delta):
        sample, settings = gobc.Sample(epsilon=0.05, delta=delta), gobc.Settings(tuning=f"sample={drawn}")
        return graph.betweenness(sample=sample, settings=settings).plan["sample"][drawn]

    assert size(1e-9) > size(0.5) > 0


def test_weights_and_cutoffs_draw_sources(graph):
    assert graph.betweenness(epsilon=0.05, cutoff=4).plan["sample"]["drawn"] == "sources"
    weighted = [(a, b, 1 + a % 3) for a, b in zip(*(SMALL_WORLD[c].tolist() for c in ("source", "target")))]
    assert gobc.betweenness(weighted, weight=True, epsilon=0.05).plan["sample"]["drawn"] == "sources"


def test_what_would_take_longer_than_exact_values_gives_those(graph):
    sample = graph.betweenness(epsilon=0.0005)
    assert sample.plan["sample"]["drawn"] == "sources" and sample.plan["sample"]["sources"] == 3000
    assert sample["betweenness"].tolist() == pytest.approx(graph.betweenness()["betweenness"].tolist())
    assert max(sample["betweenness_error"]) == 0


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("parallel", ["merge", "count"])
def test_pairs_are_unbiased(directed, parallel):
    """Parallel edges, two components, no way back: the mean over seeds nears the exact value."""
    edges = [(a, b) for a in range(7) for b in range(a)] + [(6, 7), (7, 8), (8, 9), (8, 9), (7, 10), (10, 9), (20, 21), (21, 22)]
    exact = gobc.betweenness(edges, directed=directed, settings=gobc.Settings(parallel=parallel))["betweenness"]
    settings = gobc.Settings(parallel=parallel, tuning="sample=pairs")
    rules = [gobc.Sample(epsilon=0.05, delta=0.5, seed=seed) for seed in range(20)]
    samples = [gobc.betweenness(edges, directed=directed, sample=rule, settings=settings) for rule in rules]
    for v, value in enumerate(exact):
        assert abs(sum(s["betweenness"][v] for s in samples) / 20 - value) < 0.01
    assert {s.plan["sample"]["drawn"] for s in samples} == {"pairs"}


def test_top_k_tells_hubs_apart():
    star = [(0, leaf) for leaf in range(1, 40)] + [(1, leaf) for leaf in range(40, 60)]
    result = gobc.betweenness(star, sample=gobc.Sample(top_k=2))
    exact = gobc.betweenness(star)
    assert [node for node, _ in result.top(2)] == [node for node, _ in exact.top(2)]
    assert result.plan["sample"]["separated"]


@pytest.mark.parametrize("arguments, words", [
    ({"epsilon": 0}, "epsilon"), ({"epsilon": 1}, "epsilon"), ({"epsilon": -0.1}, "epsilon"), ({"epsilon": "a"}, "epsilon"),
    ({"epsilon": math.nan}, "epsilon"), ({"epsilon": 0.1, "delta": 0}, "delta"), ({"epsilon": 0.1, "delta": 1}, "delta"),
    ({"delta": 0.1}, "delta"), ({"top_k": 0}, "top_k"), ({"top_k": -1}, "top_k"), ({"epsilon": 0.1, "k": 5}, "k="),
    ({"epsilon": 0.1, "sources": [0]}, "sources"), ({"epsilon": 0.1, "targets": [0]}, "targets"),
    ({"epsilon": 0.1, "endpoints": True}, "endpoints"), ({"epsilon": 0.1, "seed": "x"}, "seed"),
])
def test_wishes_that_contradict(graph, arguments, words):
    with pytest.raises(gobc.ArgumentError, match=words):
        graph.betweenness(**grouped(**arguments))


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
def test_extremes_equal_networkx(directed, weighted):
    made = networkx.gnm_random_graph(40, 260, seed=3, directed=directed)
    for number, (_, _, data) in enumerate(made.edges(data=True)):
        data["weight"] = 1 + number % 7
    weight = "weight" if weighted else None
    assert gobc.diameter(made, weight=weight) == networkx.diameter(made, weight=weight)
    assert gobc.radius(made, weight=weight) == networkx.radius(made, weight=weight)
    assert sorted(gobc.center(made, weight=weight)) == sorted(networkx.center(made, weight=weight))
    assert sorted(gobc.periphery(made, weight=weight)) == sorted(networkx.periphery(made, weight=weight))


def test_extremes_of_little_graphs():
    apart = [("a", "b"), ("b", "c"), ("x", "y")]
    assert gobc.diameter(apart) == 2 and gobc.radius(apart) == 1
    lonely, alone = gobc.Graph(apart, nodes=["lonely"]), gobc.Graph([], nodes=[1])
    assert gobc.radius(lonely) == 0 and gobc.center(lonely) == ["lonely"]
    assert gobc.diameter(alone) == 0 and gobc.periphery(alone) == [1]
    assert gobc.diameter([]) == 0 and gobc.center([]) == []


def test_ends_of_a_longest_path_are_both_in_the_periphery():
    """The sums of its lengths differ from its two ends by rounding. Whole lengths, however long, tie only if equal."""
    random = Random(1)
    apart = 0
    for _ in range(40):
        lengths = [random.uniform(10, 500) for _ in range(9)]
        path = [(node, node + 1, length) for node, length in enumerate(lengths)]
        scores = gobc.eccentricity(path, weight=True).to_dict()
        apart += scores[0] != scores[9]
        assert gobc.periphery(path, weight=True) == [0, 9]
        made = networkx.Graph()
        made.add_weighted_edges_from(path)
        assert sorted(networkx.periphery(made, weight="weight", backend="gobc")) == [0, 9]
    assert apart > 5
    ring = [(0, 1, 2 ** .5), (1, 2, 3 ** .5), (2, 3, 2 ** .5), (3, 4, 3 ** .5), (4, 5, 2 ** .5), (5, 0, 3 ** .5)]
    assert gobc.center(ring, weight=True) == gobc.periphery(ring, weight=True) == list(range(6))
    long = [("a", "b", 1 << 40), ("b", "c", 1), ("c", "d", (1 << 40) + 2)]
    assert gobc.periphery(long, weight=True) == ["a", "d"] and gobc.center(long, weight=True) == ["c"]
    assert gobc.barycenter(long, weight=True) == ["b", "c"]
    assert gobc.barycenter([*long, ("d", "e", 1)], weight=True) == ["c"]
    assert gobc.barycenter([(0, 1, .1), (1, 2, 2 ** .5), (2, 3, .7)], weight=True) == [1, 2]


def test_bounds_of_eccentricities():
    """A graph large enough for bounds: as all searches give it."""
    with gobc.Graph(gobc.generate("road_like:n=9000", 2)) as graph:
        by_bounds = graph.eccentricity()
        searched = graph.centralities(["eccentricity", "closeness"])
    assert by_bounds.plan["distances"][0]["by_bounds"] and by_bounds.plan["distances"][0]["searches"] < 9000
    assert "by_bounds" not in searched.plan["distances"][0]
    assert by_bounds["eccentricity"].tolist() == searched["eccentricity"].tolist()


@pytest.mark.parametrize("lengths, exact", [("integers", True), ("decimals", True), ("floats", False)])
def test_weighted_eccentricities_by_bounds(lengths, exact):
    edges = pyarrow.table(gobc.generate("grid:rows=91,cols=91", seed=2))
    draw = numpy.random.default_rng(3)
    weights = {"integers": draw.integers(1, 10, edges.num_rows), "decimals": draw.integers(1, 900, edges.num_rows) / 100,
               "floats": draw.random(edges.num_rows) + 0.5}[lengths]
    with gobc.Graph(edges.append_column("weight", pyarrow.array(weights)), weight=True) as graph:
        told = []
        by_bounds = graph.eccentricity(progress=lambda done, total: told.append((done, total)))
        searched = graph.eccentricity(settings=gobc.Settings(tuning="lanes=64"))
        assert by_bounds["eccentricity"].tolist() == searched["eccentricity"].tolist()
        assert by_bounds.plan["distances"][0].get("by_bounds", False) == exact and told[-1] == (8281, 8281)
        if exact:
            assert by_bounds.plan["distances"][0]["searches"] < 1000
        assert gobc.diameter(graph) == max(searched["eccentricity"]) and gobc.radius(graph) == min(searched["eccentricity"])
