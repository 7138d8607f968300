"""gobc with preset "igraph" equals python-igraph 1.0 on thousands of small graphs.

Both divide normalized betweenness by all pairs of vertices, n(n-1)/2 or n(n-1), where networkx divides by the pairs of
the other vertices: the center of a star scores (n-2)/n.

Known differences, each with a test that shows it:
  normalized betweenness of one vertex   NaN in igraph, 0 in gobc.
"""

from __future__ import annotations

import math
import random

import igraph
import pytest

import gobc
from peer_graphs import CHUNKS, Case, check, differences, random_case, seeds

MODES = ("in", "out", "all")
FUNCTIONS = {"harmonic": "harmonic_centrality"}  # igraph's names where they differ


def peer_graph(case: Case) -> igraph.Graph:
    return igraph.Graph(n=case.n, edges=list(case.edges), directed=case.directed)


DISTANCES = ("closeness", "harmonic", "eccentricity")


def theirs(case: Case) -> dict:
    graph = peer_graph(case)
    found = {"betweenness": graph.betweenness(), "from sources": graph.betweenness(sources=list(case.sources))}
    found |= {name: getattr(graph, FUNCTIONS.get(name, name))() for name in DISTANCES}
    if case.n > 1:
        found["normalized betweenness"] = graph.betweenness(normalized=True)
    for mode, normalized in zip(MODES, case.choices):
        found["closeness", mode, normalized] = graph.closeness(mode=mode, normalized=normalized)
        found["harmonic", mode, normalized] = graph.harmonic_centrality(mode=mode, normalized=normalized)
        found["eccentricity", mode] = graph.eccentricity(mode=mode)
    return found


def ours(case: Case) -> dict:
    with case.gobc() as graph:
        scores = graph.centralities(["betweenness", *DISTANCES], preset="igraph")
        found = {name: scores[name] for name in scores.measures}
        found["normalized betweenness"] = graph.betweenness(preset="igraph", normalized=True)["betweenness"]
        found["from sources"] = graph.betweenness(preset="igraph", sources=list(case.sources))["betweenness"]
        for mode, normalized in zip(MODES, case.choices):
            scores = graph.centralities(DISTANCES, preset="igraph", direction=mode, normalized=normalized)
            found["closeness", mode, normalized] = scores["closeness"]
            found["harmonic", mode, normalized] = scores["harmonic"]
            found["eccentricity", mode] = scores["eccentricity"]
    return found


def compare(case: Case) -> list[str]:
    return differences(ours(case), theirs(case))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_graphs(chunk):
    for seed in seeds(chunk):
        check(random_case(seed), compare)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("n", [3, 4, 9])
def test_normalized_betweenness_divides_by_all_pairs(n, directed):
    edges = [(0, leaf) for leaf in range(1, n)]
    case = Case(n, (*edges, *((leaf, 0) for _, leaf in edges if directed)), directed)
    expected = {"star": [(n - 2) / n] + [0.0] * (n - 1)}
    assert not differences({"star": peer_graph(case).betweenness(normalized=True)}, expected)
    with case.gobc() as graph:
        scores = graph.betweenness(preset="igraph", normalized=True)["betweenness"]
    assert not differences({"star": scores}, expected)


def test_known_difference_normalized_betweenness_of_one_vertex():
    case = Case(1, (), False)
    assert math.isnan(peer_graph(case).betweenness(normalized=True)[0])
    with case.gobc() as graph:
        assert graph.betweenness(preset="igraph", normalized=True)["betweenness"].tolist() == [0.0]


def test_isolated_vertices_have_no_closeness_in_either():
    case = Case(3, ((0, 1),), False)
    with case.gobc() as graph:
        ours = graph.closeness(preset="igraph")["closeness"].tolist()
    assert math.isnan(ours[2]) and math.isnan(peer_graph(case).closeness()[2])
    assert ours[:2] == peer_graph(case).closeness()[:2] == [1.0, 1.0]


def test_parallel_edges_are_paths_of_their_own():
    case = Case(4, ((0, 1), (0, 1), (1, 3), (0, 2), (2, 3)), False)
    with case.gobc() as graph:
        assert not differences({"b": graph.betweenness(preset="igraph")["betweenness"]},
                               {"b": peer_graph(case).betweenness()})
        merged = graph.betweenness(preset="igraph", settings=gobc.Settings(parallel="merge"))["betweenness"]
    assert abs(merged[1] - 0.5) <= 1e-12 and abs(peer_graph(case).betweenness()[1] - 2 / 3) <= 1e-12


@pytest.mark.parametrize("name", ["Zachary", "Krackhardt_Kite", "Meredith"])
def test_classics(name):
    graph = igraph.Graph.Famous(name)
    case = Case(graph.vcount(), tuple(graph.get_edgelist()), False)
    check(case, compare)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("degree", [1, 3, 12])
def test_three_hundred_vertices(directed, degree):
    draw = random.Random(degree)
    edges = tuple((draw.randrange(300), draw.randrange(300)) for _ in range(300 * degree))
    case = Case(300, edges, directed, tuple(range(0, 300, 7)))
    assert not compare(case)
