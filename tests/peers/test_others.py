"""gobc against rustworkx and NetworKit on a few hundred small graphs.

Known differences, each with a test that shows it:
  NetworKit   sums betweenness over ordered pairs and takes distances away from a vertex (gobc's preset "raw" and
              direction "out"); its generalized closeness is that of networkx.
  rustworkx   counts parallel edges as paths of their own, like igraph; there are no loops in the paths of either.
"""

from __future__ import annotations

import networkit
import numpy
import rustworkx

import gobc
from peer_graphs import Case, check, differences, random_case

networkit.setNumberOfThreads(1)  # threads that wait for graphs of 12 vertices would take all the time
GRAPHS = range(300)


def kit_graph(case: Case):
    graph = networkit.Graph(case.n, directed=case.directed)
    for tail, head in case.edges:
        graph.addEdge(tail, head)
    return graph


def compare_networkit(case: Case) -> list[str]:
    graph, kit = kit_graph(case), networkit.centrality
    theirs = {"betweenness": kit.Betweenness(graph).run().scores(),
              "harmonic": kit.HarmonicCloseness(graph, normalized=False).run().scores()}
    if case.n > 1:
        theirs["closeness"] = kit.Closeness(graph, True, kit.ClosenessVariant.GENERALIZED).run().scores()
    with case.gobc() as own:
        ours = {"betweenness": own.betweenness(preset="raw")["betweenness"],
                "closeness": own.closeness(direction="out")["closeness"],
                "harmonic": own.harmonic(direction="out")["harmonic"]}
    return differences(ours, theirs)


def test_networkit():
    for seed in GRAPHS:
        check(random_case(seed, loops=False, parallel=False), compare_networkit)


def rust_graph(case: Case):
    graph = rustworkx.PyDiGraph() if case.directed else rustworkx.PyGraph()
    graph.add_nodes_from(range(case.n))
    graph.add_edges_from_no_data(list(case.edges))
    return graph


def compare_rustworkx(case: Case) -> list[str]:
    graph, theirs, ours = rust_graph(case), {}, {}
    with case.gobc() as own:
        for normalized in (True, False):
            for endpoints in (True, False):
                what = "betweenness", normalized, endpoints
                theirs[what] = rustworkx.betweenness_centrality(graph, normalized=normalized, endpoints=endpoints)
                ours[what] = own.betweenness(normalized=normalized, endpoints=endpoints,
                                             settings=gobc.Settings(parallel="count"))["betweenness"]
            theirs["closeness", normalized] = rustworkx.closeness_centrality(graph, wf_improved=normalized)
            ours["closeness", normalized] = own.closeness(normalized=normalized)["closeness"]
    return differences(ours, {what: [scores[v] for v in range(case.n)] for what, scores in theirs.items()})


def test_rustworkx():
    for seed in GRAPHS:
        check(random_case(seed, loops=False), compare_rustworkx)


def test_known_difference_networkit_counts_both_orders():
    case = Case(3, ((0, 1), (1, 2)), False)
    assert numpy.allclose(networkit.centrality.Betweenness(kit_graph(case)).run().scores(), [0, 2, 0], atol=1e-12)
    with case.gobc() as graph:
        assert graph.betweenness(normalized=False)["betweenness"].tolist() == [0, 1, 0]
