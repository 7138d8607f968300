"""The NetworkX backend against NetworkX itself: python benchmarks/networkx_backend.py [--rounds 5] [--sources 16].

NetworkX would take minutes to hours for all sources: it computes from a few, other ones in every round, and is scaled
up. The two take turns; ratios are of medians. Every result of the backend is checked against that of `gobc.Graph`, and
Girvan and Newman's communities against NetworkX's.
"""

from __future__ import annotations

import argparse
import statistics
import time

import networkx as nx

import gobc
from gobc._networkx.conversion import convert_from_nx


def timed(function):
    began = time.perf_counter()
    answer = function()
    return time.perf_counter() - began, answer


def bladder():
    graph = nx.Graph()
    graph.add_edges_from(row[:2] for row in gobc.datasets.bladder_coexpression())
    for number, (*_, data) in enumerate(graph.edges(data=True)):
        data["length"] = 1 + number % 10
    return graph


def closeness_of(graph, sources, distance=None):
    for node in sources:
        nx.closeness_centrality(graph, u=node, distance=distance, backend="networkx")


# name: (gobc's call, NetworkX's from some sources, the measure of gobc.Graph, weight)
CALLS = {
    "betweenness_centrality(G)": (
        lambda graph: nx.betweenness_centrality(graph, backend="gobc"),
        lambda graph, k, seed: nx.betweenness_centrality(graph, k=k, seed=seed, backend="networkx"),
        "betweenness", None),
    "betweenness_centrality(G, weight=\"length\")": (
        lambda graph: nx.betweenness_centrality(graph, weight="length", backend="gobc"),
        lambda graph, k, seed: nx.betweenness_centrality(graph, k=k, weight="length", seed=seed, backend="networkx"),
        "betweenness", "length"),
    "edge_betweenness_centrality(G)": (
        lambda graph: nx.edge_betweenness_centrality(graph, backend="gobc"),
        lambda graph, k, seed: nx.edge_betweenness_centrality(graph, k=k, seed=seed, backend="networkx"),
        "edge_betweenness", None),
    "closeness_centrality(G)": (
        lambda graph: nx.closeness_centrality(graph, backend="gobc"),
        lambda graph, k, seed: closeness_of(graph, list(graph)[seed::len(graph) // k][:k]), "closeness", None),
}


def measure(graph, rounds: int, sources: int) -> None:
    for name, (ours, theirs, measure, weight) in CALLS.items():
        expected = getattr(gobc, measure)(graph, weight=weight).to_dict()
        rows = []
        for seed in range(rounds):
            graph.__networkx_cache__.clear()
            first, scores = timed(lambda: ours(graph))
            again, _ = timed(lambda: ours(graph))
            conversion, _ = timed(lambda: convert_from_nx(graph, edge_attrs={weight: 1} if weight else None))
            peer, _ = timed(lambda: theirs(graph, sources, seed))
            rows.append((first, again, conversion, peer * len(graph) / sources))
        if list(scores) != list(expected) or any(abs(scores[key] - expected[key]) > 1e-12 for key in expected):
            raise SystemExit(f"{name}: the backend's scores are not those of gobc.Graph")
        first, again, conversion, peer = (statistics.median(column) for column in zip(*rows))
        print(f"{name}: {first:.3f} s, {conversion / first:.0%} of it conversion, NetworkX {peer / first:,.0f} x; "
              f"converted before {again:.3f} s, {peer / again:,.0f} x")


def communities(rounds: int) -> None:
    graph = nx.connected_caveman_graph(100, 10)
    rows = []
    for _ in range(max(rounds // 2, 1)):
        with nx.config(backend_priority=["gobc"]):
            ours, parts = timed(lambda: next(nx.community.girvan_newman(graph)))
        theirs, expected = timed(lambda: next(nx.community.girvan_newman(graph)))
        if parts != expected:
            raise SystemExit("girvan_newman: the communities are not NetworkX's")
        rows.append((ours, theirs))
    ours, theirs = (statistics.median(column) for column in zip(*rows))
    print(f"girvan_newman, first split of 100 caves of 10: {ours:.3f} s, NetworkX {theirs / ours:,.0f} x")
    graph = nx.LFR_benchmark_graph(1000, 3, 1.5, 0.1, average_degree=6, min_community=40, max_degree=50, seed=10)
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    removed = []

    def busiest(left):
        removed.append(1)
        scores = nx.edge_betweenness_centrality(left)
        return max(scores, key=scores.get)

    with nx.config(backend_priority=["gobc"]):
        ours, _ = timed(lambda: next(nx.community.girvan_newman(graph, most_valuable_edge=busiest)))
    theirs, _ = timed(lambda: nx.edge_betweenness_centrality(graph))
    print(f"girvan_newman, first split of an LFR graph of 1,000 nodes, {len(removed)} edges removed: {ours:.2f} s; "
          f"NetworkX takes {theirs * len(removed) / ours:,.0f} x for as many edge betweennesses (from one)")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sources", type=int, default=16)
    given = parser.parse_args()
    nx.config.warnings_to_ignore = {"cache"}
    network = bladder()
    print(f"networkx {nx.__version__}, gobc {gobc.__version__}; {len(network):,} nodes, "
          f"{network.number_of_edges():,} edges")
    measure(network, given.rounds, given.sources)
    communities(given.rounds)
