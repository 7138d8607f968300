"""Questions about small graphs, what their answers must be by definition.py, and the comparison with gobc's.

Scores are compared within 1e-12 of themselves, in single precision within 1e-5; counts and exact distances are equal. A length
that cannot be exact, or a weight that is too small to resolve, must be an error with its row.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import pyarrow as pa

import gobc
from definition import DISTANCE_MEASURES, EDGE_MEASURES, FAR, PATH_MEASURES, Convention, Network, scores
from grouped import grouped

MOST = 2**53 - 1  # whole numbers are exact up to here
ALL_MEASURES = (*PATH_MEASURES, *DISTANCE_MEASURES)
COUNTS = ("stress", "edge_stress")
UNANSWERED = "not answered"
Way = tuple[tuple[str, object], ...]  # arguments of gobc's functions that change no answer


@dataclass(frozen=True)
class Question:
    n: int
    edges: tuple[tuple[int, int], ...] = ()
    directed: bool = False
    weights: tuple[float, ...] | None = None
    column: str = "double"  # the type of the column of weights
    hops: bool = False  # weights are left out of the call; infinite ones are no edges all the same
    measures: tuple[str, ...] = ("betweenness",)
    options: tuple[tuple[str, object], ...] = ()  # as gobc's functions take them
    ways: tuple[Way, ...] = ((),)

    def option(self, name: str) -> object:
        return dict(self.options).get(name)

    def asks(self, measures: tuple[str, ...]) -> bool:
        return any(measure in measures for measure in self.measures)

    @property
    def weighted(self) -> bool:
        return self.weights is not None and not self.hops

    @cached_property
    def lengths(self) -> tuple[int, bool, tuple[int | None, ...]]:
        """How many units there are in a length of 1, whether they are exact, and the lengths in them; None is no edge."""
        if self.weighted:
            return held(self.weights, self.n)
        return 1, True, tuple(None if math.isinf(weight) else 1 for weight in self.weights or (1,) * len(self.edges))

    @cached_property
    def network(self) -> Network:
        units, exact, lengths = self.lengths
        parallel, tolerance = self.option("parallel"), self.option("tie_tolerance")
        count = parallel == "count" or parallel is None and self.option("preset") in ("igraph", "igraph_r")
        return Network(
            self.n, self.edges, lengths, self.directed, units,
            Fraction(0) if exact else Fraction(1e-10 if tolerance is None else tolerance),
            count, self.ends("sources"), self.ends("targets"), self.option("cutoff"))

    def ends(self, name: str) -> tuple[tuple[int, Fraction], ...]:
        """Sources or targets with their weights."""
        chosen = self.option(name)
        if name == "sources" and (k := self.option("k")) is not None:
            chosen = random.Random(self.option("seed")).sample(range(self.n), k)
        if chosen is None:
            chosen = range(self.n)
        weights = chosen if isinstance(chosen, dict) else dict.fromkeys(chosen, 1)
        return tuple((v, Fraction(weight)) for v, weight in weights.items())

    @cached_property
    def convention(self) -> Convention:
        given = {name: value for name, value in self.options
                 if name in ("preset", "normalized", "endpoints", "direction", "alpha") and value is not None}
        return Convention(**{"preset": "networkx", **given}, sampled=self.option("k") is not None)

    def graph(self) -> gobc.Graph:
        columns = {"source": pa.array([u for u, _ in self.edges], pa.int64()),
                   "target": pa.array([v for _, v in self.edges], pa.int64())}
        if self.weights is None:
            return gobc.Graph(pa.table(columns), directed=self.directed, nodes=self.n)
        columns["weight"] = pa.array(self.weights, pa.float64() if self.column == "decimal" else self.column)
        if self.column == "decimal":
            columns["weight"] = columns["weight"].cast(pa.decimal128(15, 9))
        graph = gobc.Graph(pa.table(columns), directed=self.directed, nodes=self.n, weight="weight")
        return graph.unweighted() if self.hops else graph


def held(weights: tuple[float, ...], n: int) -> tuple[int, bool, tuple[int | None, ...]]:
    """Exact are whole numbers below 2^53, decimals of up to nine places and binary fractions where units stay below 2^32, and
    decimals where no path over n vertices can pass 2^53 units and no weight 2^50; other floats are what they are."""
    finite = [float(weight) for weight in weights if not math.isinf(weight)]
    exactly = list(map(Fraction, finite))
    largest = max(exactly, default=Fraction(1))

    def lengths(units: int) -> tuple[int | None, ...]:
        return tuple(None if math.isinf(weight) else round(Fraction(float(weight)) * units) for weight in weights)

    for places in range(10):
        units = 10**places
        most = largest * units
        if (most < 2**32 - 1 or (most <= MOST if places == 0 else most <= 2**50 and most * n <= MOST)) and \
                all(float(Fraction(round(x * units), units)) == w for w, x in zip(finite, exactly)):
            return units, True, lengths(units)
    units = math.lcm(*(x.denominator for x in exactly))
    return units, units <= 2**53 and largest * units < 2**32 - 1, lengths(units)


# ---- what must be refused, and what cannot be judged ----

@dataclass(frozen=True)
class Refusal:
    """Lengths from which on a call must, and may, be refused, with the row of the weight that an error names."""

    row: int
    must: float
    may: float


def refusal(question: Question) -> Refusal | None:
    """None if any length will do."""
    finite = {row: w for row, w in enumerate(question.weights or ()) if not math.isinf(w)}
    if not finite or question.hops:
        return None
    units, exact, lengths = question.lengths
    if exact:
        return Refusal(max(finite, key=lambda row: (finite[row], -row)), MOST + 1, MOST + 1)
    row = min(finite, key=lambda row: (finite[row], row))
    lost = lengths[row] / max(question.network.tolerance, Fraction(1, 2**52))
    margin = lost / 10**9  # for what float64 rounds
    return Refusal(row, lost + margin, lost - margin)


def rows_of_refusal(question: Question) -> tuple[bool, int | None]:
    """Whether the question must be refused, and for which row it may be: None is none."""
    for row, weight in enumerate(question.weights or ()):
        if question.column in ("int64", "uint64") and weight > MOST:
            return True, row
    limit, network = refusal(question), question.network
    if limit is None or not question.lengths[1] and not question.asks(PATH_MEASURES):
        return False, None
    counted = [d for d in _counted(question) if network.within(d)]
    known = [d for rows in (network.out, network.either) for row in rows for d in row if d is not FAR]
    must = max(counted, default=0) >= limit.must
    return must, limit.row if must or max(known) >= limit.may else None


def _counted(question: Question) -> Iterator[float]:
    """The distances that an answer depends on; rounded ones alone do not matter."""
    network = question.network
    if question.asks(PATH_MEASURES):
        yield from (network.out[s][t] for s, heavy in network.sources if heavy for t, other in network.targets if other)
    if question.lengths[1]:
        for measure in set(question.measures) - set(PATH_MEASURES):
            direction = question.convention.direction_of(measure)
            yield from (network.distance(direction, v, s) for v in range(network.n) for s, _ in network.sources)


def unclear(question: Question) -> bool:
    """Whether a length that float64 rounds is so near to a tie or to the cutoff that it may be on either side."""
    network = question.network
    if network.tolerance == 0:
        return False
    if network.cutoff is not None:
        cutoff = network.cutoff * network.units
        known = (d for rows in (network.out, network.either) for row in rows for d in row if d is not FAR)
        if any(abs(d - cutoff) < 1e-9 * cutoff for d in known):
            return True
    near, far = network.tolerance / 8, network.tolerance * 8
    for d in network.out if question.asks(PATH_MEASURES) else ():
        for arc in network.arcs:
            if d[arc.tail] is not FAR and near * d[arc.head] < d[arc.tail] + arc.length - d[arc.head] < far * d[arc.head]:
                return True
    return False


# ---- gobc's answers ----

def answers(question: Question, graph: gobc.Graph, way: Way) -> dict[str, list[float]]:
    result = graph.centralities(list(question.measures), **grouped(**dict(question.options), **dict(way)))
    found = {}
    for measure in question.measures:
        table = result.edges if measure in EDGE_MEASURES and hasattr(result, "edges") else result
        found[measure] = list(table[measure])
    return found


def differences(question: Question, graph: gobc.Graph, want: dict[str, list]) -> Iterator[str]:
    must, row = rows_of_refusal(question)
    for way in question.ways:
        try:
            found = answers(question, graph, way)
        except gobc.DataError as error:
            if row is None or f"row {row}: " not in str(error):
                yield f"{dict(way)}: {error}" + (f"; must be an error of row {row}" if must else "")
            continue
        except gobc.Error as error:
            yield f"{UNANSWERED}, {dict(way)}: {type(error).__name__}: {error}"
            continue
        if must:
            yield f"{dict(way)}: answered, must be an error of row {row}"
            continue
        for measure, expected in want.items():
            tolerance = tolerances(question, measure, dict(way))
            if len(found[measure]) != len(expected):
                yield f"{dict(way)}: {len(found[measure])} values of {measure}, must be {len(expected)}"
            yield from (f"{dict(way)}: {measure} of {at}: {value!r}, must be {float(right)!r}"
                        for at, (value, right) in enumerate(zip(found[measure], expected)) if not same(value, right, *tolerance))


def same(value: float, right: Fraction | float, relative: float, absolute: float) -> bool:
    if math.isnan(right) or math.isnan(value) or math.isinf(value):
        return math.isnan(right) and math.isnan(value)
    nearest = float(right)
    return abs(value - nearest) <= max(relative * abs(nearest), absolute)


def tolerances(question: Question, measure: str, way: dict) -> tuple[float, float]:
    """Relative, and absolute where that is more."""
    exact, network = question.lengths[1], question.network
    if measure in PATH_MEASURES and way.get("precision") == "single":
        return 1e-5, 0.0
    if measure in COUNTS or measure == "eccentricity" and exact or measure == "reach":
        return 0.0, 0.0
    if measure == "decay":  # docs/reference/definitions.md
        nearest = min((d for rows in (network.out, network.either) for row in rows for d in row if d), default=FAR)
        last = math.ulp(0.0)  # nothing is nearer to a smaller number
        return 1e-12, max(last, 1e-18 * network.n * question.convention.alpha ** (nearest / network.units))
    if measure == "radiality" and not exact:  # what is left of rounded distances
        finite = (d for rows in (network.out, network.either) for row in rows for d in row if d is not FAR)
        return 1e-12, 1e-12 * float(network.length(max(finite)) + 1)
    return 1e-12, 0.0


def compare(question: Question) -> list[str]:
    """A line for each value that differs."""
    must, row = rows_of_refusal(question)
    try:
        graph = question.graph()
    except gobc.DataError as error:
        return [] if must and f"row {row}: " in str(error) else [f"not built: {error}"]
    with graph:
        if not must and unclear(question):
            return []
        want = {} if must else {measure: scores(question.network, question.convention, measure) for measure in question.measures}
        if (rows := question.option("of")) is not None:
            want = {measure: [values[v] for v in rows] for measure, values in want.items()}
        return list(differences(question, graph, want))


# ---- smaller questions ----

def check(question: Question, compare: Callable[[Question], list[str]] = compare) -> None:
    """Fails with the smallest question on the way down from this one that `compare` still finds different."""
    found = compare(question)
    if not found:
        return
    answered = any(not line.startswith(UNANSWERED) for line in found)

    def differs(other: Question) -> bool:  # without measures, weights or options that others need it may be no question
        return any(not answered or not line.startswith(UNANSWERED) for line in compare(other))

    smaller: Question | None = question
    while smaller:
        question = smaller
        smaller = next((other for other in reduced(question) if differs(other)), None)
    raise AssertionError(f"{question}\n" + "\n".join(compare(question)))


def reduced(question: Question) -> Iterator[Question]:
    for way in question.ways if len(question.ways) > 1 else ():
        yield replace(question, ways=(way,))
    for i in range(len(question.edges)):
        weights = question.weights and question.weights[:i] + question.weights[i + 1:]
        yield replace(question, edges=question.edges[:i] + question.edges[i + 1:], weights=weights)
    for measure in question.measures if len(question.measures) > 1 else ():
        yield replace(question, measures=(measure,))
    for option in question.options:
        yield replace(question, options=tuple(other for other in question.options if other != option))
    if question.weights is not None:
        yield replace(question, weights=None, hops=False)
    if question.directed:
        yield replace(question, directed=False)
    last = question.n - 1
    named = [v for _, value in question.options if isinstance(value, (list, tuple, dict)) for v in value]
    if last > 0 and last not in named and not any(last in edge for edge in question.edges):
        yield replace(question, n=last)
    for at, (name, value) in enumerate(question.options):
        if isinstance(value, tuple) and len(value) > 1:
            for v in value:
                fewer = tuple(other for other in value if other != v)
                yield replace(question, options=(*question.options[:at], (name, fewer), *question.options[at + 1:]))
