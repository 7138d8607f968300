"""Values: against the definition and against NetworkX's conventions."""

import math

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gobc
from definition import Convention, Network, scores

MEASURES = ["betweenness", "stress", "closeness", "harmonic", "eccentricity"]


def by_definition(n, edges, directed):
    """Raw sums over ordered pairs: {measure: {node: value}}."""
    everyone = tuple((v, 1) for v in range(n))
    network = Network(n, tuple(edges), (1,) * len(edges), directed, sources=everyone, targets=everyone)
    return {measure: dict(enumerate(map(float, scores(network, Convention("raw"), measure)))) for measure in MEASURES}


def close(a, b, tolerance=1e-12):
    return abs(a - b) <= tolerance * max(1.0, abs(b))


def assert_same(got, want, tolerance=1e-12):
    assert got.keys() == want.keys()
    for node, value in want.items():
        assert close(got[node], value, tolerance), f"node {node!r}: {got[node]!r}, not {value!r}"


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 9).flatmap(lambda n: st.tuples(
    st.just(n), st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=24))), st.booleans())
def test_definition(graph, directed):
    n, edges = graph
    want = by_definition(n, edges, directed)
    ends = [s for s, _ in edges], [t for _, t in edges]
    got = gobc.centralities(gobc.Graph(ends, directed=directed, nodes=n), MEASURES, preset="raw")
    for measure in MEASURES:
        assert_same(got.to_dict(measure), want[measure])


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_networkx_conventions(seed, directed):
    graph = networkx.gnm_random_graph(30, 45, seed=seed, directed=directed)
    result = gobc.centralities(graph, ["betweenness", "closeness", "harmonic"])
    assert_same(result.to_dict("betweenness"), networkx.betweenness_centrality(graph))
    assert_same(result.to_dict("closeness"), networkx.closeness_centrality(graph))
    assert_same(result.to_dict("harmonic"), networkx.harmonic_centrality(graph))
    raw = gobc.betweenness(graph, normalized=False, endpoints=True)
    assert_same(raw.to_dict(), networkx.betweenness_centrality(graph, normalized=False, endpoints=True))
    plain = gobc.closeness(graph, normalized=False)
    assert_same(plain.to_dict(), networkx.closeness_centrality(graph, wf_improved=False))


def test_eccentricity_of_connected_graph():
    graph = networkx.les_miserables_graph()
    assert gobc.eccentricity(graph).to_dict() == networkx.eccentricity(graph)
    central = gobc.eccentricity_centrality(graph).to_dict()
    for node, distance in networkx.eccentricity(graph).items():
        assert close(central[node], (len(graph) - 1) / distance)


def test_multigraph_merges_by_default_and_counts_when_asked():
    graph = networkx.MultiGraph([(0, 1), (0, 1), (1, 3), (0, 2), (2, 3)])
    assert_same(gobc.betweenness(graph).to_dict(), networkx.betweenness_centrality(graph))
    counted = gobc.betweenness(graph, normalized=False, settings=gobc.Settings(parallel="count")).to_dict()
    assert close(counted[1], 2 / 3) and close(counted[2], 1 / 3)


@pytest.mark.parametrize("direction", ["in", "out", "all"])
def test_direction(direction):
    edges = [(0, 1), (1, 2), (2, 0), (2, 3)]
    got = gobc.closeness(edges, directed=True, direction=direction, preset="raw").to_dict()
    turned = {"in": [(t, s) for s, t in edges], "out": edges, "all": edges + [(t, s) for s, t in edges]}[direction]
    assert_same(got, by_definition(4, turned, True)["closeness"])


def test_sources_add_up():
    graph = gobc.Graph(networkx.les_miserables_graph())
    nodes = list(networkx.les_miserables_graph())
    whole = gobc.betweenness(graph, preset="raw").to_dict()
    parts = [gobc.betweenness(graph, preset="raw", sources=part).to_dict() for part in (nodes[:20], nodes[20:])]
    assert_same({node: parts[0][node] + parts[1][node] for node in nodes}, whole)


def test_threads_and_precision():
    edges = gobc.generate("barabasi_albert:n=3000,m=4", 7)
    graph = gobc.Graph(edges)
    one = graph.centralities(MEASURES, threads=1)
    two = graph.centralities(MEASURES, threads=2)
    for measure in MEASURES:
        assert one[measure].tobytes() == two[measure].tobytes()
    single = graph.betweenness(settings=gobc.Settings(precision="single"))
    assert max(abs(single["betweenness"] - one["betweenness"])) <= 1e-5


def test_long_path_counts_do_not_overflow():
    """2^1030 shortest paths: a chain of 1,030 diamonds."""
    edges = [(4 * i + a, 4 * i + b) for i in range(1030) for a, b in ((0, 1), (0, 2), (1, 4), (2, 4))]
    result = gobc.betweenness(edges, normalized=False, preset="raw")
    values = result.to_dict()
    assert all(math.isfinite(value) for value in values.values())
    n = 3 * 1030 + 1
    # Paths of 3 nodes to n - 4 others, and half of those between the two middles of either diamond, both ways.
    assert close(values[4], 2 * 3 * (n - 4) + 2, 1e-12)
    with pytest.warns(gobc.GobcWarning, match=r"stress is larger than float64 can hold .* for 3089 vertices"):
        paths = gobc.stress(edges, preset="raw")["stress"]
    assert sum(map(math.isinf, paths)) == n - 2 and not any(map(math.isnan, paths))  # the ends have none


@pytest.mark.parametrize(("precision", "tolerance"), [("double", 1e-12), ("single", 1e-5)])
@pytest.mark.parametrize("leaves", [500, 30_000])
@pytest.mark.parametrize("hubs", [3, 5, 7])
def test_long_lists_of_neighbors(hubs, leaves, precision, tolerance):
    """Leaves that know the same few hubs: the paths from one to each other leaf divide evenly among these."""
    edges = [(hub, hubs + leaf) for leaf in range(leaves) for hub in range(hubs)]
    graph, settings = gobc.Graph(edges, nodes=hubs + leaves), gobc.Settings(precision=precision)
    values = gobc.betweenness(graph, preset="raw", sources=[hubs], settings=settings)["betweenness"]
    want = (leaves - 1) / hubs
    assert max(abs(value - want) for value in values[:hubs]) <= tolerance * want
    assert not any(values[hubs:])


@pytest.mark.parametrize(("precision", "tolerance"), [("double", 1e-12), ("single", 1e-5)])
def test_stress_over_many_levels(precision, tolerance):
    """2^24 paths at the end of a chain of 2,000: every vertex has those of the vertices behind it, and one path more."""
    chain, doubled = 2000, 24
    edges = [(v, v + 1) for v in range(chain + doubled)] + [(chain + v, chain + v + 1) for v in range(doubled)]
    settings = gobc.Settings(parallel="count", precision=precision)
    values = gobc.stress(edges, preset="raw", sources=[0], settings=settings)["stress"]
    ends = 2 ** (doubled + 1) - 2  # paths from the last single vertex on
    assert values[0] == 0
    for v in range(1, chain + 1):
        want = chain - v + ends
        assert abs(values[v] - want) <= tolerance * want, v


def test_empty_and_tiny_graphs():
    assert gobc.betweenness([]).to_dict() == {}
    assert gobc.betweenness(gobc.Graph(([], []), nodes=1)).to_dict() == {0: 0.0}
    assert gobc.closeness([("a", "a")]).to_dict() == {"a": 0.0}
    assert gobc.eccentricity(gobc.Graph([(1, 2)], nodes=[7])).to_dict() == {7: 0.0, 1: 1.0, 2: 1.0}


@pytest.mark.parametrize("pad", range(3))
def test_long_messages_are_cut_between_characters(pad):
    with pytest.raises(ValueError) as caught:
        gobc.betweenness([(0, 1)], preset="x" * pad + "€" * 2000)
    assert len(str(caught.value).encode()) > 1000 and "\ufffd" not in str(caught.value)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_reach_counts_what_networkx_finds(seed, directed):
    graph = networkx.gnm_random_graph(30, 35, seed=seed, directed=directed)
    if directed:
        assert_same(gobc.reach(graph, normalized=True).to_dict(),
                    {v: networkx.local_reaching_centrality(graph, v) for v in graph})
    for cutoff in (0, 1, 2.5, 4):
        within = dict(networkx.all_pairs_shortest_path_length(graph, cutoff=math.floor(cutoff)))
        assert gobc.reach(graph, cutoff=cutoff).to_dict() == {v: len(within[v]) - 1 for v in graph}
        into = dict(networkx.all_pairs_shortest_path_length(graph.reverse() if directed else graph, cutoff=math.floor(cutoff)))
        assert gobc.reach(graph, cutoff=cutoff, direction="in").to_dict() == {v: len(into[v]) - 1 for v in graph}


def test_reach_within_a_radius_of_lengths():
    graph = networkx.grid_2d_graph(7, 6)
    for number, (a, b) in enumerate(graph.edges):
        graph[a][b]["weight"] = 1 + number * 37 % 11
    for cutoff in (0.5, 6, 13):
        within = dict(networkx.all_pairs_dijkstra_path_length(graph, cutoff=cutoff))
        assert gobc.reach(graph, weight="weight", cutoff=cutoff).to_dict() == {v: len(within[v]) - 1 for v in graph}
