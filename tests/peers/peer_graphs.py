"""Small random graphs with everything that libraries disagree about, and a comparison that ends in the smallest case.

GOBC_PEER_GRAPHS sets how many graphs each library is compared on (10,000).
"""

from __future__ import annotations

import math
import os
import random
from dataclasses import dataclass, replace

import gobc

COUNT = int(os.environ.get("GOBC_PEER_GRAPHS", "10000"))
CHUNKS = 20
TOLERANCE = 1e-12  # relative, absolute below 1


@dataclass(frozen=True)
class Case:
    """A graph on 0..n-1, some of its vertices as sources, and choices between options that are not all tried."""

    n: int
    edges: tuple
    directed: bool
    sources: tuple = (0,)
    choices: tuple = (False, True, False)

    def gobc(self) -> gobc.Graph:
        columns = ([tail for tail, _ in self.edges], [head for _, head in self.edges])
        return gobc.Graph(columns, directed=self.directed, nodes=self.n)


def random_case(seed: int, loops=True, parallel=True) -> Case:
    """1 to 12 vertices; from no edge to a dense graph; with isolated vertices, loops and parallel edges."""
    draw = random.Random(seed)
    n = draw.randint(1, 12)
    linked = draw.randint(1, n)  # the others are isolated
    count = draw.choice((0, linked - 1, linked, 2 * linked, 4 * linked))
    edges = [(draw.randrange(linked), draw.randrange(linked)) for _ in range(count)]
    if parallel and edges and draw.random() < 0.5:
        edges += draw.choices(edges, k=draw.randint(1, 3))
    directed = draw.random() < 0.5
    if not loops:
        edges = [edge for edge in edges if edge[0] != edge[1]]
    if not parallel:
        key = (lambda edge: edge) if directed else (lambda edge: (min(edge), max(edge)))
        edges = list({key(edge): edge for edge in edges}.values())
    renamed = list(range(n))
    draw.shuffle(renamed)
    edges = tuple((renamed[tail], renamed[head]) for tail, head in edges)
    return Case(n, edges, directed, tuple(draw.sample(range(n), draw.randint(1, n))),
                tuple(draw.random() < 0.5 for _ in range(3)))


def seeds(chunk: int, count: int = COUNT) -> range:
    return range(chunk * count // CHUNKS, (chunk + 1) * count // CHUNKS)


def near(value: float, expected: float, tolerance: float = TOLERANCE) -> bool:
    """Equal within the tolerance; NaN equals NaN alone."""
    if math.isnan(expected) or math.isnan(value):
        return math.isnan(expected) and math.isnan(value)
    if math.isinf(expected) or math.isinf(value):
        return value == expected
    return abs(value - expected) <= tolerance * max(1.0, abs(expected))


def differences(ours, theirs, tolerance: float = TOLERANCE) -> list[str]:
    """One line a value that differs; `ours` and `theirs` are {what: list of scores in vertex order}."""
    lines = []
    for what, expected in theirs.items():
        values = [float(value) for value in ours[what]]
        expected = [float(value) for value in expected]
        assert len(values) == len(expected), f"{what}: {len(values)} scores for {len(expected)} vertices"
        lines += [f"{what}, vertex {v}: gobc {a!r}, expected {b!r}" for v, (a, b) in enumerate(zip(values, expected))
                  if not near(a, b, tolerance)]
    return lines


def check(case: Case, compare) -> None:
    """Fails with the smallest graph on the way down from `case` that `compare` (a list of differences) still finds."""
    found = compare(case)
    if not found:
        return
    smaller = True
    while smaller:
        smaller = next((other for other in _reduced(case) if compare(other)), None)
        case = smaller or case
    raise AssertionError(f"{case}\n" + "\n".join(compare(case)))


def _reduced(case: Case):
    for i in range(len(case.edges)):
        yield replace(case, edges=case.edges[:i] + case.edges[i + 1:])
    last = case.n - 1
    if last > 0 and not any(last in edge for edge in case.edges):
        sources = tuple(vertex for vertex in case.sources if vertex != last) or (0,)
        yield replace(case, n=last, sources=sources)
    if len(case.sources) > 1:
        for i in range(len(case.sources)):
            yield replace(case, sources=case.sources[:i] + case.sources[i + 1:])
