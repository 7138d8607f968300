"""gobc with preset "networkx" equals networkx 3.6 on thousands of small graphs.

Known differences, each with a test that shows it:
  eccentricity  networkx raises unless the graph is (strongly) connected; gobc gives the farthest vertex that is
                reached, 0 if none is.
  sources       gobc's sources= leaves the scale alone, as betweenness_centrality_subset does; networkx's k= divides by
                the number of sampled sources, and by one fewer for a vertex that is one of them.
"""

from __future__ import annotations

import networkx as nx
import pytest

import gobc
from peer_graphs import CHUNKS, Case, check, differences, random_case, seeds

pytestmark = pytest.mark.skipif(tuple(map(int, nx.__version__.split(".")[:2])) < (3, 6),
                                reason="networkx before 3.6 scales some scores differently")


def peer_graph(case: Case):
    kind = {(False, False): nx.Graph, (False, True): nx.MultiGraph, (True, False): nx.DiGraph,
            (True, True): nx.MultiDiGraph}[case.directed, len(case.edges) % 2 == 1]
    graph = kind()
    graph.add_nodes_from(range(case.n))
    graph.add_edges_from(case.edges)
    return graph


def in_order(graph, function) -> list:
    """Scores in the graph's order of vertices: harmonic_centrality answers in another one."""
    scores = function(graph)
    return [scores[vertex] for vertex in graph]


FUNCTIONS = {"betweenness": nx.betweenness_centrality, "closeness": nx.closeness_centrality,
             "harmonic": nx.harmonic_centrality, "eccentricity": nx.eccentricity}


def whole(graph, names) -> list[str]:
    """Differences of measures with all defaults."""
    scores = gobc.centralities(graph, names)
    expected = {name: in_order(graph, FUNCTIONS[name]) for name in names}
    return differences({name: scores[name] for name in names}, expected)


def connected(graph) -> bool:
    return nx.is_strongly_connected(graph) if graph.is_directed() else nx.is_connected(graph)


def theirs(case: Case) -> dict:
    graph, found = peer_graph(case), {}
    for normalized, endpoints in zip((True, False), case.choices):
        found["betweenness", normalized, endpoints] = nx.betweenness_centrality(
            graph, normalized=normalized, endpoints=endpoints)
        found["closeness", normalized] = nx.closeness_centrality(graph, wf_improved=normalized)
    found["from sources"] = nx.betweenness_centrality_subset(
        graph, list(case.sources), list(graph), normalized=case.choices[2])
    found["harmonic"] = nx.harmonic_centrality(graph)
    if connected(graph):
        found["eccentricity"] = nx.eccentricity(graph)
    return {what: [scores[vertex] for vertex in range(case.n)] for what, scores in found.items()}


def ours(case: Case) -> dict:
    found = {}
    with case.gobc() as graph:
        for normalized, endpoints in zip((True, False), case.choices):
            scores = graph.centralities(list(FUNCTIONS), normalized=normalized, endpoints=endpoints)
            found["betweenness", normalized, endpoints] = scores["betweenness"]
            found["closeness", normalized] = scores["closeness"]
        found["from sources"] = graph.betweenness(
            normalized=case.choices[2], sources=list(case.sources))["betweenness"]
    # Not normalized, the harmonic sum is that of networkx.
    return found | {"harmonic": scores["harmonic"], "eccentricity": scores["eccentricity"]}


def compare(case: Case) -> list[str]:
    return differences(ours(case), theirs(case))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_graphs(chunk):
    for seed in seeds(chunk):
        check(random_case(seed), compare)


def test_defaults_are_those_of_networkx():
    case = next(case for case in map(random_case, range(1000)) if not case.directed and len(case.edges) > 20)
    assert not whole(peer_graph(case), ["betweenness", "closeness", "harmonic"])


@pytest.mark.parametrize("kind", [nx.Graph, nx.MultiDiGraph])
def test_graph_without_vertices(kind):
    for name in ("betweenness", "closeness", "harmonic"):
        assert gobc.centralities(kind(), name).to_dict() == FUNCTIONS[name](kind()) == {}


def test_known_difference_eccentricity_of_disconnected_graphs():
    graph = nx.Graph([(0, 1), (1, 2)])
    graph.add_node(3)
    with pytest.raises(nx.NetworkXError):
        nx.eccentricity(graph)
    assert gobc.eccentricity(graph).to_dict() == {0: 2, 1: 1, 2: 2, 3: 0}
    assert gobc.eccentricity(nx.DiGraph([(0, 1), (1, 2)])).to_dict() == {0: 2, 1: 1, 2: 0}


@pytest.mark.parametrize("seed", range(40))
def test_eccentricity_is_the_longest_distance_that_is_found(seed):
    case = random_case(seed)
    found = {v: max(nx.single_source_shortest_path_length(peer_graph(case), v).values()) for v in range(case.n)}
    with case.gobc() as graph:
        assert graph.eccentricity().to_dict() == found


def test_known_difference_scale_of_sampled_sources():
    graph = nx.path_graph(5)
    picked = nx.utils.create_py_random_state(1).sample(list(graph), 2)
    sampled = nx.betweenness_centrality(graph, k=2, seed=1, normalized=False)
    plain = gobc.betweenness(graph, sources=picked, normalized=False).to_dict()
    for vertex in graph:
        drawn = 1 if vertex in picked else 2
        assert abs(sampled[vertex] * drawn / 4 - plain[vertex]) <= 1e-12


@pytest.mark.parametrize("make", [nx.karate_club_graph, nx.les_miserables_graph, nx.florentine_families_graph],
                         ids=lambda make: make.__name__)
def test_classics(make):
    assert not whole(make(), list(FUNCTIONS))


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("degree", [1, 3, 12])
def test_three_hundred_vertices(directed, degree):
    graph = nx.gnm_random_graph(300, 300 * degree, seed=degree, directed=directed)
    assert not whole(graph, ["betweenness", "closeness", "harmonic"])
