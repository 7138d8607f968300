"""Scores of small graphs by their definition (docs/reference/definitions.md), in whole numbers and fractions; nothing is shared
with gobc.

Distances are the shortest of all ways (Floyd and Warshall); a shortest path is a walk along arcs whose ends' distances from the
source differ by their length, and paths through a vertex are those to it times those onward from it, pair by pair.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cached_property

FAR = math.inf  # the distance of what is not reached


@dataclass(frozen=True)
class Arc:
    """One way to step. Merged parallel edges of one length are `rows` of one arc."""

    tail: int
    head: int
    length: int
    rows: tuple[int, ...]


def arcs_of(edges: Sequence[tuple[int, int]], lengths: Sequence[int | None], directed: bool, count: bool) -> list[Arc]:
    """The arcs of edges; loops and edges of length None make none. Parallel edges are an arc each if they count, else the
    shortest of a pair are one."""
    steps = [(tail, head, length, row) for row, ((tail, head), length) in enumerate(zip(edges, lengths))
             if tail != head and length is not None]
    if not directed:
        steps += [(head, tail, length, row) for tail, head, length, row in steps]
    if count:
        return [Arc(tail, head, length, (row,)) for tail, head, length, row in steps]
    pairs = defaultdict(list)
    for tail, head, length, row in steps:
        pairs[tail, head].append((length, row))
    shortest = {pair: min(length for length, _ in parallel) for pair, parallel in pairs.items()}
    return [Arc(*pair, shortest[pair], tuple(sorted({row for length, row in parallel if length == shortest[pair]})))
            for pair, parallel in pairs.items()]


def distances(n: int, arcs: Iterable[Arc]) -> list[list[float]]:
    """By source and target: whole numbers, or FAR."""
    d: list[list[float]] = [[0 if s == t else FAR for t in range(n)] for s in range(n)]
    for arc in arcs:
        d[arc.tail][arc.head] = min(d[arc.tail][arc.head], arc.length)
    for middle in range(n):
        onward = d[middle]
        for row in d:
            if (first := row[middle]) is not FAR:
                for t, second in enumerate(onward):
                    if second is not FAR and first + second < row[t]:
                        row[t] = first + second
    return d


@dataclass(frozen=True)
class Network:
    """Edges between 0..n-1 whose lengths are whole numbers of 1 / `units`, and which pairs count.

    `tolerance`: lengths tie within it, relatively; 0: only equal ones. `sources` and `targets` have the weights of those that
    count. `cutoff` is in the unit of the lengths, as a float; what is farther counts as not reached.
    """

    n: int
    edges: tuple[tuple[int, int], ...]
    lengths: tuple[int | None, ...]
    directed: bool = False
    units: int = 1
    tolerance: Fraction = Fraction(0)
    count: bool = False
    sources: tuple[tuple[int, Fraction], ...] = ()
    targets: tuple[tuple[int, Fraction], ...] = ()
    cutoff: float | None = None

    @cached_property
    def arcs(self) -> list[Arc]:
        return arcs_of(self.edges, self.lengths, self.directed, self.count)

    @cached_property
    def out(self) -> list[list[float]]:
        return distances(self.n, self.arcs)

    @cached_property
    def either(self) -> list[list[float]]:
        """With directions ignored."""
        return distances(self.n, arcs_of(self.edges, self.lengths, False, False)) if self.directed else self.out

    def length(self, distance: float) -> Fraction:
        assert isinstance(distance, int)
        return Fraction(distance, self.units)

    def within(self, distance: float) -> bool:
        return distance is not FAR and (self.cutoff is None or float(self.length(distance)) <= self.cutoff)

    def distance(self, direction: str, vertex: int, source: int) -> float:
        """Of the vertex and a source in one of the directions in, out, all."""
        if direction == "all":
            return self.either[source][vertex]
        return self.out[source][vertex] if direction == "in" else self.out[vertex][source]

    def others(self, direction: str, vertex: int) -> list[Fraction]:
        """The distances of the sources other than the vertex that count."""
        found = (self.distance(direction, vertex, s) for s, _ in self.sources if s != vertex)
        return [self.length(d) for d in found if self.within(d)]

    def tight(self, source: int) -> list[Arc]:
        """The arcs of shortest paths from the source, nearest first."""
        d = self.out[source]
        above, below = self.tolerance.numerator, self.tolerance.denominator
        kept = [arc for arc in self.arcs if d[arc.tail] is not FAR and d[arc.tail] < d[arc.head]
                and (d[arc.tail] + arc.length - d[arc.head]) * below <= above * d[arc.head]]
        return sorted(kept, key=lambda arc: d[arc.tail])

    @cached_property
    def paths(self) -> Paths:
        return Paths(self)


class Sums:
    """Sums of fractions by item; those of one denominator are added as whole numbers first, which is faster."""

    def __init__(self) -> None:
        self.numerators: defaultdict[int, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))

    def add(self, item: int, numerator: int, denominator: int) -> None:
        self.numerators[item][denominator] += numerator

    def __getitem__(self, item: int) -> Fraction:
        return sum((Fraction(top, bottom) for bottom, top in self.numerators[item].items()), Fraction(0))


class Paths:
    """Sums over pairs (s, t), s != t: what passes each vertex, each row of the edges, and how many pairs end at a vertex."""

    def __init__(self, network: Network):
        self.share, self.number, self.row_share, self.row_number = Sums(), Sums(), Sums(), Sums()
        self.ends: defaultdict[int, int] = defaultdict(int)
        for source, weight in network.sources:
            self.add(network, source, weight)

    def add(self, network: Network, source: int, weight: Fraction) -> None:
        arcs = network.tight(source)
        to = [0] * network.n  # shortest paths from the source
        to[source] = 1
        for arc in arcs:
            to[arc.head] += to[arc.tail]
        for target, heavy in network.targets:
            if target == source or not network.within(network.out[source][target]):
                continue
            self.ends[source] += 1
            self.ends[target] += 1
            times, parts = (weight * heavy).as_integer_ratio()
            onward = [0] * network.n  # shortest paths of the source from here to the target
            onward[target] = 1
            for arc in reversed(arcs):
                if onward[arc.head]:
                    onward[arc.tail] += onward[arc.head]
                    along = times * to[arc.tail] * onward[arc.head]
                    for row in arc.rows:
                        self.row_share.add(row, along, parts * len(arc.rows) * to[target])
                        self.row_number.add(row, along, parts * len(arc.rows))
            for v in range(network.n):
                if onward[v] and v != source and v != target:
                    through = times * to[v] * onward[v]
                    self.share.add(v, through, parts * to[target])
                    self.number.add(v, through, parts)


# ---- scores: the table of presets ----

EDGE_MEASURES = ("edge_betweenness", "edge_stress")
PATH_MEASURES = ("betweenness", "stress", *EDGE_MEASURES)
OUTWARD = ("eccentricity", "eccentricity_centrality", "reach")  # of distances from a vertex, unless a preset says otherwise
DISTANCE_MEASURES = ("closeness", "harmonic", "lin", "radiality", "decay", *OUTWARD)
NORMALIZED = {"networkx": ("betweenness", "edge_betweenness", "closeness"), "igraph": ("closeness", "harmonic", "decay", "reach")}
ONCE = ("networkx", "igraph", "igraph_r")  # presets that count an undirected pair once


@dataclass(frozen=True)
class Convention:
    """What a caller may choose of the scores; the words are gobc's."""

    preset: str = "raw"
    normalized: bool | None = None
    endpoints: bool = False
    direction: str | None = None
    alpha: float = 0.5
    sampled: bool = False

    def scales(self, measure: str) -> bool:
        return measure in NORMALIZED.get(self.preset, ()) if self.normalized is None else self.normalized

    def direction_of(self, measure: str) -> str:
        outward = measure in OUTWARD
        if self.direction or self.preset == "igraph_r":
            return self.direction or ("all" if outward else "out")
        return {"networkx": "in", "igraph": "all"}.get(self.preset, "out") if not outward else "out"


def scores(network: Network, convention: Convention, measure: str) -> list[Fraction | float]:
    """A value for each vertex, or for each row of the edges; NaN where it is not defined."""
    if measure in EDGE_MEASURES:
        return [_path_score(network, convention, measure, row) for row in range(len(network.edges))]
    if measure in PATH_MEASURES:
        return [_path_score(network, convention, measure, v) for v in range(network.n)]
    direction = convention.direction_of(measure)
    found = [network.others(direction, v) for v in range(network.n)]
    if measure == "radiality":
        diameter = max((max(d, default=Fraction(0)) for d in found), default=Fraction(0))
        return [sum(((diameter + 1 - x) / (network.n - 1) for x in d), Fraction(0)) for d in found]
    return [_distance_score(network, convention, measure, v, d) for v, d in enumerate(found)]


def _path_score(network: Network, convention: Convention, measure: str, item: int) -> Fraction | float:
    paths, n = network.paths, network.n
    once = 2 if convention.preset in ONCE and not network.directed else 1
    if measure in ("stress", "edge_stress"):
        return (paths.number if measure == "stress" else paths.row_number)[item] / once
    of_edge = measure == "edge_betweenness"
    value = paths.row_share[item] if of_edge else paths.share[item]
    if convention.endpoints and not of_edge:
        value += paths.ends[item]
    around, drawn = n, len(network.sources)  # vertices that paths past the item start at, and those of them that were drawn
    if not of_edge and not convention.endpoints and convention.preset != "igraph":
        around -= 1
        drawn -= any(s == item for s, _ in network.sources)
    if around < 2:
        alone = convention.preset == "igraph_r" and convention.scales(measure) and not of_edge
        return math.nan if alone else value
    if convention.sampled and len(network.sources) < n:
        if drawn == 0:
            return math.nan
        value *= Fraction(around, drawn)
    return value / (around * (around - 1)) if convention.scales(measure) else value / once


def power(alpha: float, x: Fraction) -> Fraction:
    """alpha to the x; to 60 digits where it is so small that float64 has few, and a sum of such fewer; 0 where float64 has none
    for a sum of them either: exact fractions of such take seconds."""
    if (near := alpha ** float(x)) > 1e-290:
        return Fraction(near)
    if x * Fraction(math.log2(alpha)) < -1100:
        return Fraction(0)
    with localcontext() as context:
        context.prec = 60
        return Fraction(Decimal(alpha) ** (Decimal(x.numerator) / x.denominator))


def _distance_score(network: Network, convention: Convention, measure: str, v: int, d: list[Fraction]) -> Fraction | float:
    others = sum(s != v for s, _ in network.sources)
    mean = others if convention.scales(measure) and others else 1
    if measure == "harmonic":
        return sum((1 / x for x in d), Fraction(0)) / mean
    if measure == "decay":
        return sum((power(convention.alpha, x) for x in d), Fraction(0)) / mean
    if measure == "reach":
        return Fraction(len(d), mean)
    if measure == "lin":
        return Fraction((len(d) + 1) ** 2) / sum(d) if d else Fraction(1)
    if measure == "closeness":
        return _closeness(network, convention, others, d)
    longest = max(d, default=Fraction(0))
    return longest if measure == "eccentricity" or not d else (network.n - 1) / longest


def _closeness(network: Network, convention: Convention, others: int, d: list[Fraction]) -> Fraction | float:
    if not d:
        return math.nan if convention.preset.startswith("igraph") else Fraction(0)
    if convention.preset == "gpufan":
        return (network.n - 1) / sum(d)
    if convention.preset == "networkx":
        return len(d) / sum(d) * (Fraction(len(d), others) if convention.scales("closeness") else 1)
    return (len(d) if convention.scales("closeness") else 1) / sum(d)
