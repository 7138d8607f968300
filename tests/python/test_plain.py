"""Few edges that are pairs of integers take a way of their own into the library, and calls that ask the same share their options:
neither is to be seen."""

import random

import numpy
import pytest

import gobc
from gobc._inputs.plain import SHORT, plain_pairs

PAIRS = [(7, 3), (3, 9), (9, 7), (9, -2), (5, 5), (7, 3)]


def all_of(graph):
    return list(graph.nodes), graph.num_edges, graph.source, graph.target, graph.directed, graph.betweenness().to_dict(), \
        graph.edge_betweenness()["edge_betweenness"].tolist()


@pytest.mark.parametrize("directed", [None, False, True])
@pytest.mark.parametrize("make", [
    list, lambda pairs: [list(pair) for pair in pairs], lambda pairs: [pairs[0], *map(list, pairs[1:])], numpy.array,
    lambda pairs: numpy.array(pairs, numpy.int32), lambda pairs: numpy.asfortranarray(pairs),
    lambda pairs: numpy.array(pairs)[:, ::-1][:, ::-1], lambda pairs: numpy.repeat(numpy.array(pairs), 2, 0)[::2],
])
def test_plain_pairs_give_the_graph_of_other_inputs(make, directed):
    edges = make(PAIRS)
    assert plain_pairs(edges) is not None
    other = gobc.Graph({"source": [pair[0] for pair in PAIRS], "target": [pair[1] for pair in PAIRS]}, directed=directed)
    assert all_of(gobc.Graph(edges, directed=directed)) == all_of(other)


def test_nothing_is_kept_of_plain_pairs_or_changed():
    edges, array = list(PAIRS), numpy.array(PAIRS)
    graphs = [gobc.Graph(edges), gobc.Graph(array)]
    assert edges == PAIRS and (array == PAIRS).all()
    edges.clear()
    array[:] = 0
    assert all_of(graphs[0]) == all_of(graphs[1]) == all_of(gobc.Graph(iter(PAIRS)))


@pytest.mark.parametrize("edges", [
    [(1, 2), (3, True)], [(1, 2), (3, 2.0)], [(1, 2), (3, None)], [(1, 2), (3, "a")], [(1, 2), (3,)], [(1, 2), (3, 4, 5)],
    [(1, 2), "ab"], [(1, 2), {1: 2, 3: 4}], [(1, 2), 3], [(1, 2), (-1, 1 << 63)], [(1, 2), (3, 1 << 64)],
    numpy.array([[1.5, 2.5]] * 3), numpy.array([[True, False]] * 3), numpy.array([[1, 2, 3]] * 3), numpy.array([[[1, 2]]] * 3),
    numpy.array(["2020-01-01"], "M8[D]"), numpy.array(5), numpy.eye(3, dtype=int),
])
def test_what_is_no_pair_of_integers_is_told_as_before(edges, monkeypatch):
    assert plain_pairs(edges) is None
    with pytest.raises(gobc.Error) as told:
        gobc.Graph(edges)
    monkeypatch.setattr("gobc._inputs.edges.plain_pairs", lambda edges: None)
    with pytest.raises(gobc.Error) as before:
        gobc.Graph(edges)
    assert (type(told.value), str(told.value)) == (type(before.value), str(before.value))


@pytest.mark.parametrize("edges", [
    [], [(1 << 63, 2), (1, 2)], [("a", "b"), ("b", "c")], ((1, 2), (2, 3), (3, 4)), numpy.zeros((0, 2), int),
    numpy.array([(1, 2), (2, 3)]), numpy.array(PAIRS, ">i8"), numpy.array(PAIRS, "i2"), numpy.array(PAIRS).view(numpy.matrix),
    [(1, 2)] * (SHORT + 1), numpy.ones((SHORT + 1, 2), int), {1: [2]}, None,
])
def test_what_else_may_be_edges_is_left_to_the_others(edges):
    assert plain_pairs(edges) is None


def test_random_plain_pairs():
    draw = random.Random(5)
    for _ in range(50):
        nodes, count = draw.randrange(2, 30), draw.randrange(3, 90)
        pairs = [(draw.randrange(nodes) - 4, draw.randrange(nodes) - 4) for _ in range(count)]
        of_list, of_array, of_rest = gobc.Graph(pairs), gobc.Graph(numpy.array(pairs)), gobc.Graph(iter(pairs))
        assert all_of(of_list) == all_of(of_array) == all_of(of_rest)


def test_options_are_those_of_the_call():
    graph = gobc.Graph(PAIRS)
    raw = [graph.betweenness(normalized=False).to_dict() for _ in range(2)]
    scaled = [graph.betweenness(normalized=True).to_dict() for _ in range(2)]
    assert raw[0] == raw[1] != scaled[0] == scaled[1]
    assert graph.betweenness(preset="raw").to_dict() == {node: 2 * score for node, score in raw[0].items()}
    assert graph.betweenness(cutoff=1).to_dict() != raw[0] and graph.betweenness(cutoff=1.0).to_dict() != raw[0]
    for wrong in (1, 0, 1.0, "yes"):  # 1 is True to a dictionary, and 0 False
        with pytest.raises(gobc.ArgumentError, match="normalized must be True or False"):
            graph.betweenness(normalized=wrong)


def test_weights_count_where_the_graph_has_them():
    weighted = gobc.Graph([(0, 1, 1.0), (1, 2, 1.0), (0, 2, 3.0)], weight=True)
    assert [weighted.betweenness(normalized=False).value(1) for _ in range(2)] == [1.0, 1.0]
    assert weighted.unweighted().betweenness(normalized=False).value(1) == 0.0
    for _ in range(2):
        with pytest.raises(gobc.ArgumentError, match="tie_tolerance"):
            gobc.Graph(PAIRS).betweenness(settings=gobc.Settings(tie_tolerance=0.1))


def test_a_running_short_call_can_be_cancelled_from_elsewhere():
    from gobc._library.calls import _running

    graph = gobc.Graph(PAIRS)
    graph.betweenness()
    assert not _running
    with pytest.raises(gobc.DataError):
        gobc.Graph([(1, 2), (2, 3), (3, None)])
    assert not _running


@pytest.mark.parametrize("edges", [PAIRS, numpy.array(PAIRS)])
@pytest.mark.parametrize("directed", [None, False, True])
def test_functions_are_the_methods_of_a_graph(edges, directed, recwarn):
    graph = gobc.Graph(edges, directed=directed)
    for measure in gobc._registry.MEASURES:
        here, there = getattr(gobc, measure)(edges, directed=directed), getattr(graph, measure)()
        assert here.to_pandas().equals(there.to_pandas()) and here.warnings == there.warnings
        assert {**here.plan, "limit": 0, "candidates": 0} == {**there.plan, "limit": 0, "candidates": 0}
        assert (here.device, here.version, here.partial) == (there.device, there.version, there.partial)
    assert not recwarn


@pytest.mark.parametrize("options", [
    {"normalized": False}, {"endpoints": True}, {"preset": "igraph"}, {"preset": "raw"}, {"cutoff": 2}, {"cutoff": [1, 2]},
    {"sources": [7, 9]}, {"targets": [3]}, {"of": [9]}, {"k": 3, "seed": 1}, {"epsilon": 0.2, "seed": 1},
    {"sample": gobc.Sample(k=2, seed=2)}, {"demand": [(7, 9, 2.0)]}, {"threads": 1}, {"device": "cpu"},
    {"settings": gobc.Settings(reductions="none")}, {"weight": False},
])
def test_options_of_functions_are_those_of_methods(options):
    there = {name: value for name, value in options.items() if name != "weight"}
    for _ in range(2):
        assert gobc.betweenness(PAIRS, **options).to_pandas().equals(gobc.Graph(PAIRS).betweenness(**there).to_pandas())


@pytest.mark.parametrize("options", [
    {"normalized": 1}, {"preset": "none"}, {"sources": 5}, {"of": "a"}, {"k": -1}, {"seed": 3}, {"directed": "yes"},
    {"threads": -1}, {"epsilon": 2}, {"cutoff": "far"}, {"more": 1},
])
def test_wrong_options_are_told_as_of_other_edges(options):
    with pytest.raises(gobc.Error) as told:
        gobc.betweenness(PAIRS, **options)
    with pytest.raises(gobc.Error) as before:
        gobc.betweenness(tuple(PAIRS), **options)
    assert type(told.value) is type(before.value) and str(told.value).split(":")[0] == str(before.value).split(":")[0]


def test_settings_around_count():
    with gobc.settings(reductions="none", threads=1):
        assert gobc.betweenness(PAIRS).plan["threads"] == 1 and "reductions" not in gobc.betweenness(PAIRS).plan
    with gobc.settings(time_limit=1e-9), pytest.raises(gobc.Cancelled):
        gobc.betweenness(PAIRS)


def test_pairs_that_are_many_or_edges_are_built():
    cycle = [(node, (node + 1) % 1200) for node in range(1200)]
    assert gobc.closeness(cycle).to_dict() == gobc.Graph(cycle).closeness().to_dict()
    both = gobc.centralities(PAIRS, ["betweenness", "edge_betweenness"])
    assert both.edges is not None and both.to_dict("betweenness") == gobc.betweenness(PAIRS).to_dict()
    two = gobc.centralities(PAIRS, ["betweenness", "closeness"])
    assert two.to_dict("closeness") == gobc.closeness(PAIRS).to_dict()
