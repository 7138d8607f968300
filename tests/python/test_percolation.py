"""Percolation centrality: NetworkX's values on thousands of random graphs, and what is refused."""

import math
import os
import random
from fractions import Fraction

import networkx
import pandas
import pytest

import gobc
from seeds import seeds

PATH = [("a", "b"), ("b", "c"), ("c", "d")]
GRAPHS = int(os.environ.get("GOBC_RANDOM_GRAPHS", "300")) * 8


def random_graph(draw):
    graph = draw.choice([networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph])()
    n = draw.randint(3, 9)
    graph.add_nodes_from(range(n))
    for _ in range(draw.randint(0, 3 * n)):
        graph.add_edge(draw.randrange(n), draw.randrange(n), weight=draw.choice([1, 2, 3, 0.5]))
    return graph


def test_values_of_networkx():
    for seed in seeds(GRAPHS):
        draw = random.Random(seed)
        graph = random_graph(draw)
        states = {node: draw.choice([0, 1, 0.5, draw.random()]) for node in graph}
        states[0], states[1] = 0.25, 0.75  # NetworkX divides by 0 if only one is above 0
        unit = draw.choice([1, 1e-30, 1e30])
        states = {node: unit * state for node, state in states.items()}
        weight = draw.choice([None, "weight"])
        want = networkx.percolation_centrality(graph, states=states, weight=weight)
        got = gobc.percolation(graph, states, weight=weight)
        assert got.columns == ["node", "percolation"] and got.measures == ["percolation"]
        assert got.to_dict() == pytest.approx(want, rel=1e-12, abs=1e-18)


def test_by_definition():
    for seed in seeds(100):
        draw = random.Random(seed)
        graph = networkx.gnm_random_graph(7, 10, seed=draw.randrange(10**6), directed=draw.random() < 0.5)
        states = {node: draw.random() for node in graph}
        found = gobc.percolation(graph, states).to_dict()
        for v in graph:
            others = sum(Fraction(x) for node, x in states.items() if node != v)
            total = Fraction(0)
            for s in graph:
                for t in graph:
                    if len({s, v, t}) == 3 and networkx.has_path(graph, s, t):
                        paths = list(networkx.all_shortest_paths(graph, s, t))
                        total += Fraction(states[s]) / others * Fraction(sum(v in path for path in paths), len(paths))
            assert found[v] == pytest.approx(float(total / 5), rel=1e-12, abs=1e-18)


def test_equal_states_are_betweenness():
    graph = networkx.les_miserables_graph()
    want = networkx.betweenness_centrality(graph)
    assert gobc.percolation(graph, dict.fromkeys(graph, 7)).to_dict() == pytest.approx(want, rel=1e-12)


def test_states_of_every_size():
    """A state that is almost all of the sum, and the others beside it."""
    states = {"a": 1e-12, "b": 1.0, "c": 0, "d": 0}
    found = gobc.percolation(PATH, states).to_dict()
    assert found["b"] == pytest.approx(1.0, rel=1e-6) and found["c"] == pytest.approx(0.5, rel=1e-12)  # 2 and 1 pairs of n - 2
    assert gobc.percolation(PATH, pandas.Series(states)).to_dict() == found


def test_where_nothing_percolates():
    assert gobc.percolation(PATH, {"a": 0, "b": 1, "c": 0, "d": 0}).to_dict() == {"a": 0, "b": 0, "c": 0.5, "d": 0}
    assert set(gobc.percolation(PATH, dict.fromkeys("abcd", 0)).to_dict().values()) == {0.0}
    assert gobc.percolation([("a", "b")], {"a": 1, "b": 1}).to_dict() == {"a": 0, "b": 0}
    assert gobc.percolation([], {}).to_dict() == {}


@pytest.mark.parametrize("states, text", [
    ({"a": 1, "b": 1, "c": 1}, "node 'd' has no state"), (dict.fromkeys("abcde", 1), "'e' is not a node"),
    ({"a": -1, "b": 1, "c": 1, "d": 1}, "the state of node 'a' is -1"),
    ({"a": math.inf, "b": 1, "c": 1, "d": 1}, "the state of node 'a' is inf"),
    ({"a": math.nan, "b": 1, "c": 1, "d": 1}, "the state of node 'a' is nan"),
    ({"a": "1", "b": 1, "c": 1, "d": 1}, "the state of node 'a' is '1'"),
    ([1, 2, 3, 4], "must be a dict"), (None, "must be a dict"),
])
def test_mistakes(states, text):
    with pytest.raises(gobc.ArgumentError, match=text):
        gobc.percolation(PATH, states)


def test_settings():
    states = dict.fromkeys("abcd", 1)
    want = gobc.percolation(PATH, states, threads=1, device="cpu").to_dict()
    assert gobc.percolation(gobc.Graph(PATH), states, settings=gobc.Settings(reductions="none")).to_dict() == want
    for wrong in ({"settings": gobc.Settings(partial=True)}, {"executor": 1}, {"checkpoint": "x"}, {"k": 3}):
        with pytest.raises((gobc.ArgumentError, gobc.ArgumentTypeError)):
            gobc.percolation(PATH, states, **wrong)
