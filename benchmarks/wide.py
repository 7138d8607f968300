"""Measures what goes beyond betweenness of unweighted vertices: edges, weights, samples, eccentricities by bounds.

    python benchmarks/wide.py edges NAME=FILE ...           edge betweenness beside igraph
    python benchmarks/wide.py integers NAME=FILE ...        weights 1..10 drawn by seed, beside igraph
    python benchmarks/wide.py column NAME=FILE ...          the file's third column as weights, beside igraph
    python benchmarks/wide.py scores NAME=FILE ...          lengths 1.02 - third column, beside igraph
    python benchmarks/wide.py sample NAME=FILE|SPEC ...     epsilon 0.01, delta 0.1: promise, draws, NetworKit's KADABRA
    python benchmarks/wide.py bounds NAME=FILE|SPEC ...     eccentricities against the search from every vertex, unweighted
                                                             and with weights 1..10 drawn by seed

--sources N takes N random sources on both sides; --whole runs gobc from all vertices besides; --peer asks igraph besides
for every eccentricity. Every result is compared before its time is told. Prints markdown rows; exit code 1 if results
differ.
"""

from __future__ import annotations

import argparse
import gzip
import statistics
import sys
import time
from pathlib import Path

import numpy

import gobc
import machine


class Network:
    """Edges of one file or spec, simple and undirected: loops dropped, repeated pairs merged by the sum of weights."""

    def __init__(self, name: str, where: str):
        self.name = name
        weights = None
        if Path(where).exists():
            opened = gzip.open if where.endswith(".gz") else open
            with opened(where, "rt") as lines:
                rows = [line.split() for line in lines if line.strip() and line[0] not in "#%"]
            ends = numpy.array([row[:2] for row in rows])
            if len(rows[0]) > 2:
                weights = numpy.array([float(row[2]) for row in rows])
            _, codes = numpy.unique(ends, return_inverse=True)
            tails, heads = codes.reshape(-1, 2).T.astype(numpy.int64)
        else:
            table = gobc.generate(where, 1)
            tails, heads = (numpy.array(table[column], dtype=numpy.int64) for column in ("source", "target"))
        self.n = int(max(tails.max(), heads.max())) + 1
        low, high = numpy.minimum(tails, heads), numpy.maximum(tails, heads)
        keep = low != high
        codes, index = numpy.unique((low * self.n + high)[keep], return_inverse=True)
        self.tails, self.heads = codes // self.n, codes % self.n
        self.third = None if weights is None else numpy.bincount(index, weights[keep], len(codes))

    def igraph(self):
        import igraph

        return igraph.Graph(n=self.n, edges=numpy.column_stack([self.tails, self.heads]))

    def gobc(self, weights=None):
        ends = (self.tails, self.heads)
        return gobc.Graph(ends if weights is None else (*ends, weights), weight=None if weights is None else True,
                          nodes=self.n)


def timed(run, rounds=1):
    """(value of the first run, median seconds)."""
    walls, value = [], None
    for _ in range(rounds):
        began = time.perf_counter()
        found = run()
        walls.append(time.perf_counter() - began)
        value = found if value is None else value
    return value, statistics.median(walls)


def compare(values, expected, what):
    """Largest difference, relative or below 1 absolute."""
    values, expected = numpy.asarray(values, float), numpy.asarray(expected, float)
    error = float(numpy.max(numpy.abs(values - expected) / numpy.maximum(numpy.abs(expected), 1.0)))
    if not error <= 1e-9:
        sys.exit(f"WRONG RESULT: {what} differs by {error:.3g}")
    return error


def equal(values, expected, what):
    values, expected = numpy.asarray(values, float), numpy.asarray(expected, float)
    if values.shape != expected.shape:
        sys.exit(f"WRONG RESULT: {what}: {len(values):,} values of {len(expected):,}")
    wrong = numpy.flatnonzero(~(values == expected))
    if len(wrong):
        at = wrong[0]
        sys.exit(f"WRONG RESULT: {what}: {len(wrong):,} of {len(values):,} values; vertex {at}: {values[at]}, not {expected[at]}")


def edges(net, options):
    graph, peer = net.gobc(), net.igraph()
    theirs, slow = timed(peer.edge_betweenness)
    ours, fast = timed(lambda: graph.edge_betweenness(preset="igraph")["edge_betweenness"], options.rounds)
    _, vertices = timed(lambda: graph.betweenness(preset="igraph"), options.rounds)
    error = compare(ours, theirs, f"{net.name}, edge betweenness")
    print(f"| {net.name} | edge betweenness | {fast:.3g} s | {slow / fast:.1f} x igraph | {fast / vertices:.2f} x vertices "
          f"alone | {error:.0e} |", flush=True)


def weighted(net, options, weights, what):
    graph, peer = net.gobc(weights), net.igraph()
    some = None
    if options.sources:
        some = numpy.sort(numpy.random.default_rng(3).choice(net.n, min(options.sources, net.n), replace=False))
    chosen = {} if some is None else {"sources": some.tolist()}
    theirs, slow = timed(lambda: peer.betweenness(weights=weights.tolist(), **chosen))
    result, fast = timed(lambda: graph.betweenness(preset="igraph", sources=some), options.rounds)
    error = compare(result["betweenness"], theirs, f"{net.name}, {what}")
    lengths = result.plan["lengths"]["type"]
    print(f"| {net.name} | {what}, {'all' if some is None else len(some)} sources, {lengths} | {fast:.3g} s | "
          f"{slow / fast:.1f} x igraph | {error:.0e} |", flush=True)
    if options.whole:
        _, whole = timed(graph.betweenness)
        print(f"| {net.name} | {what}, all sources | {whole:.4g} s | | |", flush=True)


def drawn(net):
    return numpy.random.default_rng(12345).integers(1, 11, len(net.tails))


def integers(net, options):
    weighted(net, options, drawn(net), "weights 1..10")


def column(net, options):
    whole = net.third == numpy.round(net.third)
    weighted(net, options, net.third.astype(numpy.int64) if whole.all() else net.third, "its own weights")


def scores(net, options):
    weighted(net, options, numpy.round(1.02 - net.third, 8), "1.02 - score")


def sample(net, options):
    graph = net.gobc()
    exact, whole = timed(lambda: graph.betweenness()["betweenness"])
    kept, draws = 0, []
    walls = []
    for seed in range(options.repeat):
        result, wall = timed(lambda: graph.betweenness(sample=gobc.Sample(epsilon=0.01, delta=0.1, seed=seed)))
        walls.append(wall)
        told = result.plan["sample"]
        draws.append(told[told["drawn"]] + told["pilot"])
        kept += bool((numpy.abs(result["betweenness"] - exact) <= 0.01).all())
    line = f"| {net.name} | epsilon 0.01, delta 0.1 | {statistics.median(walls):.3g} s, exact {whole:.3g} s | " \
           f"{statistics.median(draws):,.0f} {told['drawn']} | kept in {kept} of {options.repeat} |"
    top, wall = timed(lambda: graph.betweenness(sample=gobc.Sample(top_k=10)))
    best = {node for node, _ in top.top(10)} == set(numpy.argsort(-exact, kind="stable")[:10].tolist())
    line += f" top 10 {'exact' if best else 'WRONG'} in {wall:.3g} s |"
    try:
        if options.alone:
            raise ImportError
        import networkit

        networkit.setNumberOfThreads(2)
        other = networkit.GraphFromCoo((net.tails, net.heads), n=net.n)
        _, kadabra = timed(lambda: networkit.centrality.KadabraBetweenness(other, 0.01, 0.1).run(), options.rounds)
        line += f" KADABRA {kadabra:.3g} s |"
    except ImportError:
        pass
    print(line, flush=True)


def bounds(net, options):
    for weights in (None, drawn(net)):
        what = f"eccentricity{', weights 1..10' if weights is not None else ''}"
        graph = net.gobc(weights)
        fast, wall = timed(graph.eccentricity, options.rounds)
        settings = gobc.Settings(tuning=f"lanes={512 if weights is None else 64}")
        plain, slow = timed(lambda: graph.eccentricity(settings=settings))
        equal(fast["eccentricity"], plain["eccentricity"], f"{net.name}, {what}")
        searches = fast.plan["distances"][0].get("searches", net.n)
        peer = ""
        if options.peer:
            theirs, other = timed(lambda: net.igraph().eccentricity(weights=weights))
            equal(fast["eccentricity"], theirs, f"{net.name}, {what} beside igraph")
            peer = f", as igraph's in {other:.3g} s"
        print(f"| {net.name} | {what} | {wall:.3g} s, all searches {slow:.3g} s | {searches:,} of {net.n:,} searches | all "
              f"{net.n:,} values equal{peer} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = {kind.__name__: kind for kind in (edges, integers, column, scores, sample, bounds)}
    parser.add_argument("kind", choices=kinds)
    parser.add_argument("networks", nargs="+", metavar="NAME=FILE|SPEC")
    parser.add_argument("--sources", type=int, help="random sources instead of all vertices (weights)")
    parser.add_argument("--whole", action="store_true", help="gobc from all vertices besides (weights)")
    parser.add_argument("--peer", action="store_true", help="igraph besides (bounds)")
    parser.add_argument("--rounds", type=int, default=3, help="runs of gobc, the median counts (3)")
    parser.add_argument("--repeat", type=int, default=100, help="samples with different seeds (100)")
    parser.add_argument("--alone", action="store_true", help="without NetworKit (sample)")
    options = parser.parse_args()
    print(f"{machine.describe()}", file=sys.stderr)
    for text in options.networks:
        name, _, where = text.partition("=")
        kinds[options.kind](Network(name, where), options)


if __name__ == "__main__":
    main()
