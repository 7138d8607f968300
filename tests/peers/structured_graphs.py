"""Random graphs of up to some hundred vertices put together from parts that engines take short cuts for: trees, twins,
hubs, chains, grids, cliques, squares and layers in a row with many shortest paths; and ways to compute that are to give
the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import gobc
from random_graphs import WEIGHTS, RandomGraph

Edges = list[tuple[int, int]]

# What makes no difference to the scores, for graphs without and with weights.
INSTRUCTION_SETS = tuple(f"isa={name}" for name in gobc.devices()[0]["built"])
TUNINGS = {
    False: ("", "kernel=queue", "kernel=exponents", "width=8", "width=64", "lanes=64", "lanes=512", *INSTRUCTION_SETS),
    True: ("", "kernel=serial", "kernel=exponents", "lanes=64", "lanes=512", *INSTRUCTION_SETS)}


def tree(draw) -> Edges:
    reach = draw.choice((3, 100))  # a chain with twigs, or a bush
    return [(v, draw.randrange(max(0, v - reach), v)) for v in range(1, draw.randint(2, 80))]


def grid(draw) -> Edges:
    wide, high = draw.randint(2, 12), draw.randint(2, 12)
    across = [(y * wide + x, y * wide + x + 1) for y in range(high) for x in range(wide - 1)]
    return across + [(v, v + wide) for v in range(wide * (high - 1))]


def sparse(draw) -> Edges:
    n = draw.randint(5, 150)
    return [(draw.randrange(n), draw.randrange(n)) for _ in range(int(n * draw.choice((0.6, 1, 2, 4))))]


def hubs(draw) -> Edges:
    count = draw.randint(1, 4)
    return [(v, draw.randrange(count)) for v in range(count, draw.randint(5, 150)) for _ in range(draw.randint(1, 2))]


def diamonds(draw) -> Edges:
    """A chain of k squares: 2^k shortest paths from end to end, of which single precision holds those of k < 127."""
    corners = range(0, 3 * draw.randint(1, draw.choice((25, 150))), 3)
    return [edge for v in corners for edge in ((v, v + 1), (v, v + 2), (v + 1, v + 3), (v + 2, v + 3))]


def cycle(draw) -> Edges:
    n = draw.randint(3, 120)
    return [(v, (v + 1) % n) for v in range(n)]


def clique(draw) -> Edges:
    return [(u, v) for u in range(draw.randint(3, 16)) for v in range(u)]


def twins(draw) -> Edges:
    shared = range(draw.randint(1, 5))
    return [(u, len(shared) + v) for v in range(draw.randint(3, 60)) for u in shared]


def path(draw) -> Edges:
    return [(v, v + 1) for v in range(draw.randint(1, 200))]


def ladder(draw) -> Edges:
    rungs = draw.randint(2, 60)
    return [(v, v + 2) for v in range(2 * rungs - 2)] + [(v, v + 1) for v in range(0, 2 * rungs, 2)]


def layers(draw) -> Edges:
    """Complete between neighbors among d layers of w vertices: w^(d - 2) shortest paths from end to end."""
    wide = draw.randint(2, 8)
    return [(u, v) for first in range(0, wide * draw.randint(1, 20), wide)
            for u in range(first, first + wide) for v in range(first + wide, first + 2 * wide)]


PARTS: tuple[Callable[[random.Random], Edges], ...] = (
    tree, grid, sparse, hubs, diamonds, cycle, clique, twins, path, ladder, layers)


def structured_graph(seed: int) -> RandomGraph:
    """One to five parts, at times of one kind, mostly linked by a few edges, under other names, with what random_graph
    adds to edges."""
    draw = random.Random(seed)
    edges: Edges = []
    n = 0
    kinds = PARTS if draw.random() < 0.8 else (draw.choice(PARTS),)
    for _ in range(draw.choice((1, 1, 2, 3, 5))):
        part = draw.choice(kinds)(draw)
        before, n = n, n + 1 + max(map(max, part))
        edges += [(before + u, before + v) for u, v in part]
        if before and draw.random() < 0.7:
            edges += [(draw.randrange(before), draw.randrange(before, n)) for _ in range(draw.randint(1, 3))]
    n += draw.choice((0, 0, 3))  # isolated
    if draw.random() < 0.3:
        edges += draw.choices(edges, k=draw.randint(1, 9))
    if draw.random() < 0.2:
        edges += [(v, v) for v in draw.sample(range(n), min(n, 3))]
    edges = [edge if draw.random() < 0.5 else edge[::-1] for edge in edges]
    names = draw.sample(range(n), n) if draw.random() < 0.7 else range(n)
    kind = draw.choice(("none", "none", "none", *WEIGHTS))
    weigh = WEIGHTS[kind]
    few = draw.choice((1, 3, 17, n))
    return RandomGraph(
        n, tuple((names[u], names[v]) for u, v in edges), draw.random() < 0.5,
        None if weigh is None else tuple(weigh(draw) for _ in edges),
        tuple(draw.sample(range(n), min(n, few))), tuple(draw.sample(range(n), draw.randint(1, n))),
        draw.randint(0, 60) / 10 + 0.05 if kind in ("decimal", "digits") else draw.randint(0, 80) / 8,
        normalized=draw.random() < 0.5, mode=draw.choice(("in", "out", "all")),
        threads=draw.choice((None, 1, 2, 7)), tuning=draw.choice(TUNINGS[weigh is not None]))
