"""Answers of the NetworkX backend are NetworkX's own: values, types, order of keys, errors; on every kind of graph and
for every form of the arguments. Run with any NetworkX from 3.4.
A thirtieth of GOBC_RANDOM_GRAPHS (300), but 6 at least, are the graphs of each kind.
"""

import itertools
import math
import os
import random

import networkx as nx
import numpy as np
import pytest

from gobc._networkx import choice
from networkx_graphs import KINDS, compare, random_graph, same

WEIGHTS = (None, "w")
SEEDS = range(max(6, int(os.environ.get("GOBC_RANDOM_GRAPHS", "300")) // 30))
both = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
either = (True, False)


@pytest.fixture(autouse=True)
def quiet_cache(monkeypatch):
    with nx.config(warnings_to_ignore={"cache"}):
        yield


def graphs(kind):
    return [random_graph(kind, seed) for seed in SEEDS]


@both
def test_betweenness(kind):
    for graph, weight, normalized in itertools.product(graphs(kind), WEIGHTS, either):
        compare("edge_betweenness_centrality", graph, weight=weight, normalized=normalized)
        for endpoints in either:
            compare("betweenness_centrality", graph, weight=weight, normalized=normalized, endpoints=endpoints)


@both
def test_sampled_sources(kind):
    for graph, weight, normalized in itertools.product(graphs(kind)[::2], WEIGHTS, either):
        n = len(graph)
        for k in {0, 1, 2, n - 1, n}:
            compare("edge_betweenness_centrality", graph, k=k, seed=3, weight=weight, normalized=normalized)
            for endpoints in either:
                compare("betweenness_centrality", graph, k=k, seed=3, weight=weight, normalized=normalized,
                        endpoints=endpoints)


@both
def test_samples_that_cannot_be(kind):
    for graph in graphs(kind)[:4]:
        for k, name in itertools.product((-1, len(graph) + 1, 2.5, "two"),
                                         ("betweenness_centrality", "edge_betweenness_centrality")):
            compare(name, graph, k=k, seed=3)


@pytest.mark.parametrize("make", [lambda: 7, lambda: np.random.RandomState(7), lambda: np.random.default_rng(7)],
                         ids=["int", "RandomState", "Generator"])
def test_seeds_of_every_kind(make):
    graph = nx.gnm_random_graph(30, 60, seed=1)
    for name in ("betweenness_centrality", "edge_betweenness_centrality"):
        ours, theirs = (getattr(nx, name)(graph, k=7, seed=make(), backend=backend) for backend in ("gobc", "networkx"))
        same(ours, theirs, (name,))


@pytest.mark.parametrize("name", ["betweenness_centrality", "edge_betweenness_centrality"])
@pytest.mark.parametrize("k", [5, 30])
def test_generators_of_random_numbers_go_on_alike(name, k):
    graph, states = nx.gnm_random_graph(30, 60, seed=1), []
    for backend in ("gobc", "networkx"):
        state = np.random.RandomState(7)
        getattr(nx, name)(graph, k=k, seed=state, backend=backend)
        states.append(state.random_sample())
    assert states[0] == states[1]


@both
def test_subsets(kind):
    for graph, weight, normalized in itertools.product(graphs(kind), WEIGHTS, either):
        names = sorted(graph)
        for sources, targets in ((names[:3], names), (names[:2] * 2, [*names[1:5], "stranger"]),
                                 (set(names), names[:1]), ([], names), (names, []), (["stranger"], names)):
            compare("betweenness_centrality_subset", graph, sources=sources, targets=targets, weight=weight,
                    normalized=normalized)


@both
def test_percolation(kind):
    for number, graph in enumerate(graphs(kind)):
        draw, names = random.Random(number), sorted(graph)
        for weight in WEIGHTS:
            compare("percolation_centrality", graph, weight=weight)  # all states are 1
            for states in ({name: draw.random() for name in names}, dict.fromkeys(names, 0),
                           {name: float(name == names[-1]) for name in names}, {**dict.fromkeys(names, 2), "stranger": 5}):
                compare("percolation_centrality", graph, weight=weight, states=states)
            marked = graph.copy()
            nx.set_node_attributes(marked, {name: draw.random() for name in names[::2]}, "load")
            compare("percolation_centrality", marked, weight=weight, attribute="load")


def test_states_that_networkx_keeps():
    graph = nx.path_graph(3)
    for states in ({0: 1, 1: 2}, {0: 1, 1: 2, 2: -1}, {0: 1, 1: 2, 2: "3"}, {0: 1, 1: 2, 2: math.nan}):
        assert "state" in choice.can_run("percolation_centrality", (graph,), {"states": states})
        with pytest.raises(NotImplementedError):
            nx.percolation_centrality(graph, states=states, backend="gobc")


def edge_shares(graph, sources, targets, weight, normalized):
    """By definition: every shortest path is listed."""
    scores = dict.fromkeys(graph.edges(), 0.0)
    for source, target in itertools.product(sources, targets):
        if source == target or not nx.has_path(graph, source, target):
            continue
        paths = list(nx.all_shortest_paths(graph, source, target, weight=weight))
        for path in paths:
            for edge in zip(path, path[1:]):
                scores[edge if edge in scores else edge[::-1]] += 1 / len(paths)
    n, ordered = len(graph), graph.is_directed()
    scale = 1 / (n * (n - 1)) if normalized and n > 1 else 1 if normalized or ordered else 0.5
    return {edge: score * scale for edge, score in scores.items()}


@pytest.mark.parametrize("kind", KINDS[:2], ids=lambda kind: kind.__name__)
def test_subsets_of_edges(kind):
    for graph, weight, normalized in itertools.product(graphs(kind), WEIGHTS, either):
        names = sorted(graph)
        sources, targets = names[:3], names[1:5]
        ours = nx.edge_betweenness_centrality_subset(graph, sources, targets, normalized=normalized, weight=weight,
                                                     backend="gobc")
        same(ours, edge_shares(graph, sources, targets, weight, normalized), (graph, weight))


@both
def test_subsets_of_edges_with_all_nodes(kind):
    for graph, weight in itertools.product(graphs(kind), WEIGHTS):
        ours = nx.edge_betweenness_centrality_subset(graph, list(graph), list(graph), weight=weight, backend="gobc")
        same(ours, nx.edge_betweenness_centrality(graph, normalized=False, weight=weight, backend="networkx"), (graph,))
        compare("edge_betweenness_centrality_subset", graph, sources=["stranger"], targets=[], weight=weight)


@both
def test_closeness(kind):
    for graph, distance, improved in itertools.product(graphs(kind), WEIGHTS, either):
        for u in (None, *list(graph)[:3], "stranger", ["no node"]):
            compare("closeness_centrality", graph, u=u, distance=distance, wf_improved=improved)


@both
def test_harmonic(kind):
    for graph, distance in itertools.product(graphs(kind), WEIGHTS):
        names = sorted(graph)
        for nbunch, sources in itertools.product((None, names[:3], "v1", ["v1", "stranger"], [], 5),
                                                 (None, names[1:4], "v0", [])):
            compare("harmonic_centrality", graph, nbunch=nbunch, distance=distance, sources=sources)


@both
def test_eccentricity(kind):
    for graph, weight in itertools.product(graphs(kind), WEIGHTS):
        names = sorted(graph)
        for v in (None, "v1", names[:3], names[:1] * 2, [], 7, "stranger", [["no node"]]):
            compare("eccentricity", graph, v=v, weight=weight)


@both
@pytest.mark.parametrize("name", ["diameter", "radius", "center", "periphery"])
def test_extremes(kind, name):
    for graph in graphs(kind):
        compare(name, graph, weight="w")
        for usebounds in either:
            compare(name, graph, usebounds=usebounds)


@both
def test_bounds_of_weighted_graphs(kind):
    """Not against NetworkX's bounds, which are wrong before 3.6, and never end with some floats."""
    for graph in graphs(kind):
        for name in ("diameter", "radius", "center", "periphery"):
            if len(graph) and nx.is_strongly_connected(graph.to_directed()):
                ours = getattr(nx, name)(graph, usebounds=True, weight="w", backend="gobc")
                same(ours, getattr(nx, name)(graph, weight="w", backend="networkx"), (name, graph))


def test_nodes_that_reach_all_though_not_all_do():
    graph = nx.DiGraph([(0, 1), (1, 2), (2, 1)])
    for v in (0, 1, [0], [0, 0], [0, 1], None):
        compare("eccentricity", graph, v=v)
    chain = nx.path_graph(2_500, create_using=nx.DiGraph)
    chain.add_edge(1, 0)
    for v in ([0, 1], [0, 1, 2], range(3), 2):
        compare("eccentricity", chain, v=v)


@pytest.mark.parametrize("directed", either)
def test_three_hundred_nodes(directed):
    graph = nx.gnm_random_graph(300, 600, seed=4, directed=directed)
    for number, (*_, data) in enumerate(graph.edges(data=True)):
        data["w"] = 1 + number % 7 / 4
    for name, option in (("betweenness_centrality", "weight"), ("edge_betweenness_centrality", "weight"),
                         ("closeness_centrality", "distance"), ("harmonic_centrality", "distance"),
                         ("eccentricity", "weight")):
        for weight in WEIGHTS:
            compare(name, graph, **{option: weight})
    compare("harmonic_centrality", graph, nbunch=range(10), sources=range(100, 200))


def test_results_are_python_numbers():
    graph = nx.Graph([(0, 1), (1, 2)])
    nx.set_edge_attributes(graph, 0.5, "w")
    for name, kind in (("betweenness_centrality", float), ("closeness_centrality", float), ("eccentricity", int)):
        assert {type(score) for score in getattr(nx, name)(graph, backend="gobc").values()} == {kind}
    assert {type(score) for score in nx.eccentricity(graph, weight="w", backend="gobc").values()} == {float}
    assert type(nx.diameter(graph, backend="gobc")) is int


def test_arguments_by_position():
    graph = next(graph for graph in graphs(nx.DiGraph) if len(graph) >= 5 and nx.is_strongly_connected(graph))
    first = list(graph)[0]
    for name, arguments in {"betweenness_centrality": (3, False, "w", True, 5),
                            "closeness_centrality": (first, "w", False),
                            "edge_betweenness_centrality": (3, False, "w", 5),
                            "harmonic_centrality": ([first], "w", [first]),
                            "betweenness_centrality_subset": ([first], list(graph), True, "w"),
                            "eccentricity": (first, None, "w"), "diameter": (None, True, "w")}.items():
        ours, theirs = (getattr(nx, name)(graph, *arguments, backend=backend) for backend in ("gobc", "networkx"))
        same(ours, theirs, (name,))


@both
def test_sums_of_distances(kind):
    for graph in graphs(kind):
        compare("global_efficiency", graph)
        for weight in WEIGHTS:
            compare("wiener_index", graph, weight=weight)
            for method in (None, "dijkstra", "unweighted", "floyd-warshall", "other"):
                compare("average_shortest_path_length", graph, weight=weight, method=method)
            if graph.is_directed() or not len(graph) or not nx.is_tree(graph):
                compare("barycenter", graph, weight=weight)
            else:
                assert set(nx.barycenter(graph, backend="gobc")) == set(nx.barycenter(graph, backend="networkx"))


def without_loops(graph):
    graph = graph.copy()
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    return graph


@both
def test_what_follows_from_distances(kind):
    for graph in graphs(kind):
        compare("local_efficiency", without_loops(graph))
        nodes = [*graph][:2]
        for node in [*nodes, "stranger"]:
            compare("efficiency", graph, u=node, v=nodes[-1] if nodes else node)
            if len(graph) > 1:
                compare("local_reaching_centrality", graph, v=node)
        if len(graph) > 1:
            compare("global_reaching_centrality", graph)
        for weight in WEIGHTS:
            compare("harmonic_diameter", graph, weight=weight)
            compare("schultz_index", graph, weight=weight)
            compare("gutman_index", graph, weight=weight)
            for node in [None, *nodes[:1], "stranger"]:
                compare("closeness_vitality", graph, node=node, weight=weight)
            for group in ([], nodes, [*graph][::3], ["stranger"]):
                compare("group_closeness_centrality", graph, S=group, weight=weight)


# NetworkX's own values are those of the definition for groups of one or two nodes of undirected graphs.
def test_groups():
    for graph, weight in itertools.product(graphs(nx.Graph), WEIGHTS):
        graph = without_loops(graph)
        nodes = [*graph][:2]
        for group in [nodes[:1], nodes] if nodes else []:
            for normalized, endpoints in itertools.product(either, either):
                options = {"normalized": normalized, "endpoints": endpoints, "weight": weight}
                compare("group_betweenness_centrality", graph, C=group, **options)
                if not normalized or len(graph) > 3:
                    ours, theirs = (nx.group_betweenness_centrality(graph, [group, nodes[-1:]], backend=backend, **options)
                                    for backend in ("gobc", "networkx"))
                    assert ours == pytest.approx(theirs, rel=1e-9)
        with pytest.raises(nx.NodeNotFound):
            nx.group_betweenness_centrality(graph, ["stranger", *nodes], backend="gobc")


def in_any_order(ours, theirs):
    """Nodes at one distance are in the order of the graph, in NetworkX in that of its search."""
    assert ours == theirs and list(ours.values()) == list(theirs.values()) and set(map(type, ours.values())) <= {int}


@both
def test_lengths_of_shortest_paths(kind):
    for graph, cutoff in itertools.product(graphs(kind), (None, 0, 1, 2.5, -1, float("inf"))):
        for name, end in (("single_source_shortest_path_length", "source"), ("single_target_shortest_path_length", "target")):
            for node in [*graph][:3]:
                ours, theirs = (dict(getattr(nx, name)(graph, cutoff=cutoff, backend=backend, **{end: node}))
                                for backend in ("gobc", "networkx"))
                in_any_order(ours, theirs)
            compare(name, graph, cutoff=cutoff, **{end: "stranger"})
        ours, theirs = (list(nx.all_pairs_shortest_path_length(graph, cutoff=cutoff, backend=backend))
                        for backend in ("gobc", "networkx"))
        assert [node for node, _ in ours] == [node for node, _ in theirs]
        for (_, our_lengths), (_, their_lengths) in zip(ours, theirs):
            in_any_order(our_lengths, their_lengths)


@both
def test_sums_of_weights_of_shortest_paths(kind):
    for graph, weight, cutoff in itertools.product(graphs(kind), WEIGHTS, (None, 0, 2, 2.5, -1, float("inf"))):
        options = {"cutoff": cutoff, "weight": weight}
        ours, theirs = (list(nx.all_pairs_dijkstra_path_length(graph, backend=backend, **options))
                        for backend in ("gobc", "networkx"))
        assert [node for node, _ in ours] == [node for node, _ in theirs]
        for (node, our_lengths), (_, their_lengths) in zip(ours, theirs):
            one = dict(nx.single_source_dijkstra_path_length(graph, node, backend="gobc", **options))
            assert one == our_lengths == pytest.approx(their_lengths, rel=1e-12)
            assert list(one.values()) == sorted(one.values())
            whole = all(isinstance(length, int) for length in their_lengths.values())
            assert not whole or all(isinstance(length, int) for length in one.values())
        compare("single_source_dijkstra_path_length", graph, source="stranger", **options)


def test_more_sources_than_are_searched_from_at_once():
    graph = nx.gnm_random_graph(600, 1000, seed=5)
    assert dict(nx.all_pairs_shortest_path_length(graph, backend="gobc")) == dict(
        nx.all_pairs_shortest_path_length(graph, backend="networkx"))
    long = nx.path_graph(400)
    assert nx.single_source_shortest_path_length(long, 0, backend="gobc") == {v: v for v in range(400)}


def test_what_gobc_does_not_take_of_distances():
    graph = nx.path_graph(5)
    lengths = dict(nx.all_pairs_shortest_path_length(graph))
    for name, arguments in (("barycenter", {"attr": "sum"}), ("barycenter", {"sp": lengths}),
                            ("closeness_vitality", {"wiener_index": 5}), ("global_reaching_centrality", {"weight": "w"}),
                            ("local_reaching_centrality", {"v": 0, "paths": {0: [0]}}), ("harmonic_diameter", {"sp": lengths}),
                            ("wiener_index", {"weight": lambda u, v, data: 1})):
        with pytest.raises(NotImplementedError):
            getattr(nx, name)(graph, backend="gobc", **arguments)
