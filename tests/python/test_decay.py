"""Decay: sums of alpha^d by decimal arithmetic of 60 places, over distances that stand here too."""

import functools
import heapq
import math
import random
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest

import gobc

ALPHAS = [0.5, 0.3, 0.9, 0.01, 1e-10, 1 - 1e-9]


def random_graph(rng, kind, directed):
    """Edges between up to 14 nodes, two parts of which are not connected, and their lengths."""
    n = rng.randint(2, 14)
    lengths = {"hops": lambda: 1, "whole": lambda: rng.randint(1, 4), "far": lambda: rng.randint(50, 90),
               "tenths": lambda: rng.randint(1, 30) / 10, "real": lambda: rng.uniform(0.5, 3),
               "tiny": lambda: rng.uniform(1e-9, 3e-9), "wide": lambda: rng.randint(2 ** 33, 2 ** 35),
               "long": lambda: rng.uniform(1e5, 2e5)}[kind]
    edges = []
    for _ in range(rng.randint(1, 3 * n)):
        s, t = rng.randrange(n), rng.randrange(n)
        if (s < n // 3) == (t < n // 3):
            edges.append((s, t, lengths()))
    return n, edges, directed


def distances(n, edges, directed, exact):
    """d[s][t] of the pairs that are connected, s != t."""
    out = [{} for _ in range(n)]
    for s, t, length in edges:
        length = exact(length)
        for a, b in ((s, t),) if directed else ((s, t), (t, s)):
            out[a][b] = min(length, out[a].get(b, length))
    found = []
    for s in range(n):
        d, waiting = {}, [(exact(0), s)]
        while waiting:
            length, v = heapq.heappop(waiting)
            if v not in d:
                d[v] = length
                for w, step in out[v].items():
                    heapq.heappush(waiting, (length + step, w))
        found.append({t: length for t, length in d.items() if t != s})
    return found


@functools.cache  # a pair is asked for in both directions, by each strategy
def power(alpha, length):
    with localcontext() as context:
        context.prec, context.Emin = 60, -10 ** 12
        if isinstance(length, Fraction):
            length = Decimal(length.numerator) / Decimal(length.denominator)
        return Decimal(alpha) ** Decimal(length)


def decay(n, d, alpha, *, direction="in", cutoff=None, sources=None, mean=False):
    values = []
    for v in range(n):
        others = [s for s in (range(n) if sources is None else sources) if s != v]
        lengths = [(d[s].get(v) if direction == "in" else d[v].get(s)) for s in others]
        terms = [power(alpha, x) for x in lengths if x is not None and (cutoff is None or x <= cutoff)]
        total = sum(terms, Decimal(0))
        values.append(float(total / len(others) if mean and others else total))
    return values


def same(got, want, lost=0.0):
    """Each value within 1e-12 of itself or, where `lost` is given, of this share of the largest."""
    for v, (a, b) in enumerate(zip(got, want, strict=True)):
        assert abs(a - b) <= max(1e-12 * b, lost * max(want)), f"node {v}: {a!r}, not {b!r}"


def built(n, edges, directed, weighted=True):
    rows = edges if weighted else [edge[:2] for edge in edges]
    return gobc.Graph(rows, directed=directed, nodes=n, weight=True if weighted else None)


@pytest.mark.parametrize("kind", ["hops", "whole", "far", "tenths", "real", "tiny", "wide", "long"])
@pytest.mark.parametrize("directed", [False, True])
def test_definition(kind, directed):
    rng = random.Random(f"{kind} {directed}")
    for _ in range(25):
        n, edges, _ = random_graph(rng, kind, directed)
        if not edges:
            continue
        exact = {"tenths": lambda x: Fraction(round(x * 10), 10)}.get(kind, lambda x: x)
        d = distances(n, edges, directed, exact)
        unit = min(length for _, _, length in edges)
        alpha = rng.choice([*ALPHAS, 0.5 ** (1 / unit), 0.1 ** (1 / unit)])
        if not 0 < alpha < 1:
            continue
        with built(n, edges, directed, kind != "hops") as graph:
            for strategy in (None, "reference"):
                settings = gobc.Settings(strategy=strategy)
                for direction in ("in", "out"):
                    got = graph.decay(alpha=alpha, direction=direction, settings=settings).to_numpy().tolist()
                    # where all of a node's distances are far beyond the least of all, little is left of it
                    same(got, decay(n, d, alpha, direction=direction), lost=1e-17)
            sources = rng.sample(range(n), rng.randint(1, n))
            cutoff = float(rng.choice([length for row in d for length in row.values()] or [1])) * 1.0000001
            got = graph.decay(alpha=alpha, cutoff=cutoff, sources=sources, normalized=True).to_numpy().tolist()
            same(got, decay(n, d, alpha, cutoff=cutoff, sources=sources, mean=True), lost=1e-17)


def test_every_value_with_all_sources():
    """By hops each value has a term alpha: all are exact, however small alpha is."""
    rng = random.Random(4)
    edges = [(s, t, 1) for s, t in ((rng.randrange(60), rng.randrange(60)) for _ in range(70))]
    d = distances(60, edges, False, int)
    with built(60, edges, False, False) as graph:
        for alpha in (1e-300, 1e-30, 1e-3, 0.7, 1 - 2.0 ** -53):
            same(graph.decay(alpha=alpha).to_numpy().tolist(), decay(60, d, alpha))


def test_long_paths():
    """30,000 edges: terms near 1 for all of them, or for the first few."""
    n = 30_001
    with gobc.Graph((list(range(n - 1)), list(range(1, n))), nodes=n) as graph:
        for alpha in (0.5, 0.999, 1 - 1e-9):
            got = graph.decay(alpha=alpha, of=[0, 1, n // 2]).to_numpy()
            with localcontext() as context:
                context.prec = 60
                a = Decimal(alpha)
                side = [a * (1 - a ** k) / (1 - a) for k in (n - 1, 1, n - 2, n // 2)]
                want = [float(side[0]), float(side[1] + side[2]), float(2 * side[3])]
            assert got.tolist() == pytest.approx(want, rel=1e-12, abs=0)


def test_what_it_is_beside_others():
    graph = gobc.Graph([("a", "b", 2), ("b", "c", 1), ("x", "y", 3)], weight=True)
    both = graph.centralities(["harmonic", "decay", "closeness", "betweenness"], alpha=0.25)
    assert both.to_dict("decay") == graph.decay(alpha=0.25).to_dict()
    assert both.to_dict("decay") == {"a": 0.078125, "b": 0.3125, "c": 0.265625, "x": 0.015625, "y": 0.015625}
    assert both.to_dict("harmonic") == graph.harmonic().to_dict()
    assert both.to_dict("closeness") == graph.closeness().to_dict()
    assert [sweep["direction"] for sweep in both.plan["distances"]] == ["in", "in"]
    assert graph.centralities("decay").to_dict("decay") == graph.decay().to_dict()
    assert graph.decay(preset="igraph").value("b") == graph.decay(normalized=True).value("b")


@pytest.mark.parametrize("alpha", [0, 1, 1.5, math.inf])
def test_alpha_out_of_range(alpha):
    with pytest.raises(gobc.ArgumentError, match=r"alpha is .*; give a number above 0 and below 1"):
        gobc.decay([("a", "b")], alpha=alpha)


@pytest.mark.parametrize("alpha", [-0.5, math.nan])
def test_alpha_is_a_number_from_0(alpha):
    with pytest.raises(gobc.ArgumentError, match="give a number above 0 and below 1"):
        gobc.decay([("a", "b")], alpha=alpha)


def test_alpha_is_for_decay():
    with pytest.raises(gobc.ArgumentError, match="alpha is for decay; harmonic cannot use it"):
        gobc.centralities([("a", "b")], ["harmonic"], alpha=0.5)
    with pytest.raises(gobc.ArgumentError, match="in separate calls: harmonic; decay"):
        gobc.centralities([("a", "b")], ["harmonic", "decay"], settings=gobc.Settings(partial=True))
