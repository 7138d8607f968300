"""One graph, the same in every process, and what is asked of it."""

import random

import gobc

MEASURES = ["betweenness", "closeness", "edge_betweenness", "eccentricity"]


def make(weighted):
    """300 nodes in two components, some of degree 1."""
    rng = random.Random(7)
    edges = [(i, rng.randrange(max(0, i - 20), i)) for i in range(1, 280)]
    edges += [(rng.randrange(280), rng.randrange(280)) for _ in range(400)]
    edges += [(i, i + 1) for i in range(280, 299)]
    if not weighted:
        return gobc.Graph(edges)
    return gobc.Graph([(a, b, rng.randrange(1, 30) / 8) for a, b in edges], weight=True)


def same(a, b):
    """Whether two results are equal to the bit."""
    tables = [(a, b)] if a.edges is None else [(a, b), (a.edges, b.edges)]
    return all(x.measures == y.measures and (x[name] == y[name]).all() for x, y in tables for name in x.measures)
