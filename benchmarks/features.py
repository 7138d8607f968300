"""Features of a graph, from which the costs of sweeps and reductions are predicted."""

from __future__ import annotations

from typing import get_args

import numpy
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

import gobc
from gobc import _registry

SEARCHES = 4
REDUCTIONS = [name for name in get_args(_registry.Reductions) if name not in ("auto", "none")]


def _levels(starts, targets, n: int, source: int) -> list[int]:
    """How many vertices a search meets at each distance."""
    seen = numpy.zeros(n, dtype=bool)
    seen[source] = True
    front, widths = numpy.array([source]), []
    while len(front):
        widths.append(len(front))
        counts = starts[front + 1] - starts[front]
        at = numpy.repeat(starts[front] - numpy.cumsum(counts) + counts, counts) + numpy.arange(counts.sum())
        met = numpy.unique(targets[at])
        front = met[~seen[met]]
        seen[front] = True
    return widths


def _depths(network) -> dict:
    """Searches from the vertex of most arcs and from random ones that have arcs, along arcs."""
    tails, heads = network.tails, network.heads
    if not network.directed:
        tails, heads = numpy.append(tails, heads), numpy.append(heads, tails)
    order = numpy.argsort(tails, kind="stable")
    targets, degrees = heads[order], numpy.bincount(tails, minlength=network.n)
    starts = numpy.append(0, numpy.cumsum(degrees))
    drawn = numpy.random.default_rng(1).choice(numpy.flatnonzero(degrees), SEARCHES - 1)
    found = [_levels(starts, targets, network.n, int(v)) for v in (numpy.argmax(degrees), *drawn)]
    return {"depths": [len(widths) for widths in found], "reached": [sum(widths) for widths in found],
            "widest": [max(widths) for widths in found],
            "mean_distance": [float(numpy.dot(widths, range(len(widths))) / sum(widths)) for widths in found]}


def _components(network) -> dict:
    ones = numpy.ones(network.m, dtype=numpy.int8)
    matrix = coo_array((ones, (network.tails, network.heads)), shape=(network.n, network.n)).tocsr()
    count, which = connected_components(matrix, directed=False)
    vertices = numpy.bincount(which, minlength=count)
    edges = numpy.bincount(which[network.tails], minlength=count)
    arcs = edges * (1 if network.directed else 2)
    found = {"components": int(count), "largest": int(vertices.max()), "largest_edges": int(edges[vertices.argmax()]),
             "work": int((vertices * arcs).sum()), "squares": int((vertices**2).sum())}
    if network.directed:
        strong = numpy.bincount(connected_components(matrix, connection="strong")[1])
        found["strong"], found["strong_largest"] = len(strong), int(strong.max())
    return found


def _reductions(graph) -> dict:
    """Sizes and work before and after, as plans tell where reductions are asked for."""
    found = {}
    for name in REDUCTIONS:
        settings = gobc.Settings(reductions=name, device="cpu", threads=1)
        for step in graph.plan("betweenness", settings=settings).get("reductions", ()):
            if step["name"] == name:
                found[name] = {key: value for key, value in step.items() if key != "name"}
    return found


def of(network, graph: gobc.Graph) -> dict:
    """Features of a network, of which `graph` is the gobc.Graph."""
    out, into = (numpy.bincount(ends, minlength=network.n) for ends in (network.tails, network.heads))
    degree = out + into
    found = {"n": network.n, "edges": network.m, "arcs": network.m * (1 if network.directed else 2),
             "directed": network.directed, "weighted": network.weights is not None,
             "largest_degree": int(degree.max()), "mean_degree": float(degree.mean()),
             "mean_square_degree": float((degree.astype(float)**2).mean()),
             "degrees": [int(q) for q in numpy.quantile(degree, [0.1, 0.25, 0.5, 0.75, 0.9, 0.99])],
             "isolated": int((degree == 0).sum()), "leaves": int((degree == 1).sum()), "twos": int((degree == 2).sum())}
    if network.weights is not None:
        w = network.weights
        found["weights"] = {"least": float(w.min()), "median": float(numpy.median(w)), "mean": float(w.mean()),
                            "largest": float(w.max()), "whole": bool((w == numpy.floor(w)).all())}
    found |= _components(network)
    if network.m:
        found |= _depths(network)
    return found if network.directed else {**found, "reductions": _reductions(graph)}
