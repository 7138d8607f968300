"""Random questions for exact_questions.py: directions, parallel edges, loops, isolated vertices; weights of every kind, up to the
last whole numbers that are exact, with sums that meet exactly or miss by one; every measure and option; gobc's ways to compute.

GOBC_RANDOM_GRAPHS sets the number of graphs (300), GOBC_RANDOM_GRAPHS_FROM the seed of the first (0).
"""

from __future__ import annotations

import math
import os
import random
from collections.abc import Callable
from dataclasses import replace
from typing import get_args

import gobc
from definition import DISTANCE_MEASURES, EDGE_MEASURES, FAR, PATH_MEASURES, Network
from exact_questions import ALL_MEASURES, COUNTS, MOST, Question, Way, unclear
from gobc import _registry

COUNT = int(os.environ.get("GOBC_RANDOM_GRAPHS", "300"))
FIRST = int(os.environ.get("GOBC_RANDOM_GRAPHS_FROM", "0"))
CHUNKS = 10

REDUCTIONS = [name for name in get_args(_registry.Reductions) if name not in ("auto", "none")]
SHARES = ("betweenness", "edge_betweenness")
SCALED = (*SHARES, "closeness", "harmonic", "decay", "reach")
PRESETS = ("raw", "networkx", "igraph", "igraph_r", "gpufan")
Edges = list[tuple[int, int]]


def seeds(chunk: int, count: int = COUNT) -> range:
    return range(FIRST + chunk * count // CHUNKS, FIRST + (chunk + 1) * count // CHUNKS)


# ---- graphs ----

def any_edges(draw: random.Random) -> tuple[int, Edges]:
    n = draw.randint(1, 14)
    linked = draw.randint(1, n)  # the others are isolated
    count = draw.choice((0, linked - 1, linked, 2 * linked, 4 * linked))
    return n, [(draw.randrange(linked), draw.randrange(linked)) for _ in range(count)]


def grid(draw: random.Random) -> tuple[int, Edges]:
    wide, high = draw.choice(((2, 2), (3, 2), (3, 3), (4, 3), (7, 2)))
    across = [(y * wide + x, y * wide + x + 1) for y in range(high) for x in range(wide - 1)]
    return wide * high, across + [(v, v + wide) for v in range(wide * (high - 1))]


def layers(draw: random.Random) -> tuple[int, Edges]:
    wide, deep = draw.choice(((2, 2), (2, 5), (3, 3), (4, 2), (2, 7)))
    return wide * deep, [(u, v) for first in range(0, wide * (deep - 1), wide)
                         for u in range(first, first + wide) for v in range(first + wide, first + 2 * wide)]


def ring(draw: random.Random) -> tuple[int, Edges]:
    n = draw.randint(3, 14)
    return n, [(v, (v + 1) % n) for v in range(n)] + [(draw.randrange(n), draw.randrange(n)) for _ in range(draw.randint(0, 4))]


def edges_of(draw: random.Random) -> tuple[int, tuple[tuple[int, int], ...]]:
    n, edges = draw.choice((any_edges, any_edges, grid, layers, layers, ring))(draw)
    if edges and draw.random() < 0.4:
        edges += draw.choices(edges, k=draw.randint(1, 3))
    if edges and draw.random() < 0.3:
        edges += [edge[::-1] for edge in draw.choices(edges, k=2)]
    if draw.random() < 0.2:
        edges += [(v, v) for v in draw.choices(range(n), k=2)]
    names = draw.sample(range(n), n)
    draw.shuffle(edges)
    return n, tuple((names[u], names[v]) for u, v in edges)


# ---- weights: sums of few numbers, so that paths meet ----

def sums(draw: random.Random, count: int, most: int, miss: float = 0.1) -> list[int]:
    """Sums of one to three of a few whole numbers up to `most`, some of them one off."""
    few = [draw.randint(1, most) for _ in range(draw.randint(1, 3))]
    return [max(1, sum(draw.choices(few, k=draw.choice((1, 1, 2, 3)))) + (draw.choice((-1, 1)) if draw.random() < miss else 0))
            for _ in range(count)]


def whole(draw, n, edges, directed):
    return sums(draw, len(edges), 2**draw.choice((2, 8, 15, 16, 30, 31, 32, 33, 40, 48))), \
        draw.choice(("int64", "uint64", "double"))


def near_the_end(draw, n, edges, directed):
    """Longest distances of 2^53 - 1, or a little more or less."""
    small = sums(draw, len(edges), 4, 0)
    known = [d for row in Network(n, edges, tuple(small), directed).out for d in row if d is not FAR]
    times = MOST // max(1, max(known)) + draw.choice((0, 0, 0, 1))
    off = draw.choice(((0,), (0, 0, 1), (0, 0, -1), (0, 0, -1, 1), (0, 0, -97, 97)))
    return [max(1, min(MOST, weight * times + draw.choice(off))) for weight in small], draw.choice(("int64", "uint64", "double"))


def beyond(draw, n, edges, directed):
    """Whole numbers from 2^53 on: of integers an error, of floats lengths as other floats."""
    weights, column = sums(draw, len(edges), 2**50), draw.choice(("int64", "uint64", "double"))
    weights[draw.randrange(len(weights))] = draw.choice((2**53, 2**53 + 1, 2**62))
    return weights, column


def decimals(draw, n, edges, directed):
    places = draw.randint(1, 9)
    weights = [weight / 10**places for weight in sums(draw, len(edges), 10**draw.randint(1, 14 - draw.choice((0, 0, 4, 8))))]
    short = max(weights) < 10**6 and all(len(f"{weight:.9f}") <= 16 for weight in weights)
    return weights, "decimal" if short and draw.random() < 0.5 else "double"


def binary(draw, n, edges, directed):
    weights = [weight / 2**draw.choice((3, 10, 20)) for weight in sums(draw, len(edges), 2**draw.choice((4, 10, 20)))]
    return weights, draw.choice(("float", "double"))


def reals(draw, n, edges, directed):
    """With all digits, far from 1, with ties that rounding hides, and with some that only a larger tolerance takes."""
    few = [draw.uniform(0.1, 2.0) for _ in range(draw.randint(1, 4))]
    scale, off = 10.0**draw.choice((0, 0, 3, -8, 20, -30)), draw.choice((0.0, 0.0, 3e-8, 1e-4))
    weights = [sum(draw.choices(few, k=draw.choice((1, 1, 2, 3)))) for _ in edges]
    return [weight * scale * (1 + off * draw.choice((0, 0, 1))) for weight in weights], "double"


def lost(draw, n, edges, directed):
    """One weight that is nothing, or nearly so, beside the others."""
    weights, column = reals(draw, n, edges, directed)
    weights[draw.randrange(len(weights))] = max(weights) * 10.0**-draw.randint(8, 14)
    return weights, column


WEIGHTS: tuple[Callable, ...] = (whole, whole, near_the_end, near_the_end, beyond, decimals, decimals, binary, reals, reals, lost)


def weighted(draw: random.Random, question: Question) -> Question:
    if not question.edges:
        return question
    weights, column = draw.choice(WEIGHTS)(draw, question.n, question.edges, question.directed)
    if column in ("float", "double"):
        weights = [float(weight) for weight in weights]
        if draw.random() < 0.1:
            weights[draw.randrange(len(weights))] = math.inf  # no edge
    return replace(question, weights=tuple(weights), column=column, hops=draw.random() < 0.04)


# ---- options ----

def measures_of(draw: random.Random) -> tuple[str, ...]:
    among = draw.choice((PATH_MEASURES, PATH_MEASURES, ("betweenness",), EDGE_MEASURES, DISTANCE_MEASURES, ALL_MEASURES))
    return tuple(draw.sample(among, min(len(among), draw.choice((1, 1, 2, 3, 5)))))


def options_of(draw: random.Random, question: Question) -> dict[str, object]:
    n, asks = question.n, question.asks
    paths_alone = not asks(DISTANCE_MEASURES)
    options: dict[str, object] = {"preset": draw.choice(PRESETS)}

    def maybe(chance: float, name: str, value: Callable[[], object], fits: bool = True) -> None:
        if fits and draw.random() < chance:
            options[name] = value()

    maybe(0.5, "normalized", lambda: draw.random() < 0.5, asks(SCALED))
    maybe(0.5, "direction", lambda: draw.choice(("in", "out", "all")), asks(DISTANCE_MEASURES))
    maybe(0.5, "alpha", lambda: draw.choice((0.1, 0.9, 0.999999, 1e-6)), asks(("decay",)))
    maybe(0.3, "parallel", lambda: draw.choice(("merge", "count")), asks(PATH_MEASURES))
    maybe(0.2, "cutoff", lambda: cutoff(draw, question))
    maybe(0.3, "tie_tolerance", lambda: draw.choice((1e-12, 1e-6, 1e-3)), asks(PATH_MEASURES) and question.weighted)
    maybe(0.3, "of", lambda: some(draw, n), not asks(EDGE_MEASURES))
    kind = draw.choice(("all", "all", "sources", "pairs", "weights", "k"))
    if kind == "k" and set(question.measures) <= set(SHARES):
        options |= {"k": draw.randint(1, n), "seed": draw.randrange(100)}
    if kind in ("sources", "pairs"):
        options["sources"] = some(draw, n)
    if kind == "pairs" and paths_alone:
        options["targets"] = some(draw, n)
    if kind == "weights" and paths_alone:
        among = (0, 1, 2, 7) if asks(COUNTS) else (0, 1, 0.5, 3, 0.1)
        for name in draw.choice((("sources",), ("targets",), ("sources", "targets"))):
            options[name] = {v: draw.choice(among) for v in some(draw, n)}
    weighs = "targets" in options or isinstance(options.get("sources"), dict)
    maybe(0.4, "endpoints", lambda: True, asks(("betweenness",)) and not weighs)
    one_sweep = len(question.measures) == 1 and not ("endpoints" in options and (question.directed or "cutoff" in options))
    maybe(0.1, "partial", lambda: True, one_sweep and "of" not in options and not asks(EDGE_MEASURES))
    return options


def some(draw: random.Random, n: int) -> tuple[int, ...]:
    return tuple(draw.sample(range(n), draw.randint(1, n)))


def cutoff(draw: random.Random, question: Question) -> float:
    """A distance, one that is a little less, or anything."""
    network = question.network
    known = sorted({d for row in network.out for d in row if d is not FAR})
    length = float(network.length(draw.choice(known)))
    return draw.choice((length, math.nextafter(length, 0), length * 1.001, draw.random() * 4, 2.0**53, 0.0))


def random_question(seed: int, ways_of: Callable[[random.Random, Question], tuple[Way, ...]]) -> Question:
    draw = random.Random(seed)
    n, edges = edges_of(draw)
    bare = Question(n, edges, draw.random() < 0.5, measures=measures_of(draw))
    while True:
        question = weighted(draw, bare) if draw.random() < 0.75 else bare
        question = replace(question, options=tuple(options_of(draw, question).items()))
        if not unclear(question):
            return replace(question, ways=ways_of(draw, question))


# ---- gobc's ways ----

def ways_of_the_cpu(question: Question) -> list[Way]:
    processor = gobc.devices()[0]
    tunings = [f"isa={name}" for name in processor["built"] if name in processor["here"]]
    tunings += [f"lanes={lanes}" for lanes in (64, 256, 512)]
    ways: list[dict[str, object]] = [{}, {"strategy": "reference"}, {"strategy": "serial"}]
    ways += [{"threads": threads} for threads in (1, 2, 5)]
    if not question.directed:
        ways += [{"reductions": name} for name in REDUCTIONS]
    if question.asks(PATH_MEASURES):
        ways += [{"precision": "single"}, {"precision": "single", "tuning": "lanes=512"}]
        if question.weighted:
            tunings += ["kernel=label_correcting", "kernel=serial", "kernel=exponents"]
        else:
            tunings += ["kernel=queue", "kernel=label_correcting", "kernel=exponents"]
            tunings += [f"kernel=sweep;width={width}" for width in (8, 16, 32, 64)]
    if not question.weighted and question.measures == ("betweenness",) and without_pairs(question):
        ways += [{"strategy": "successors"}, {"strategy": "edge-parallel"}]
    ways += [{"tuning": tuning} for tuning in tunings]
    return [(("device", "cpu"), *way.items()) for way in ways]


def ways_of_gpus(question: Question) -> list[Way]:
    tunings = ["gpu_lanes=128"]
    methods: list[str] = []
    single = not question.weighted and question.asks(PATH_MEASURES)
    if question.weighted:
        tunings += tunings_by_weight(question)
    elif question.asks(PATH_MEASURES):
        tunings += tunings_by_hops(question)
    if without_pairs(question):
        methods = methods_of_gpus(question)
    everywhere = ",".join(device["name"] for device in gobc.devices() if device["kind"] == "cuda")
    ways: list[dict[str, object]] = [{"device": "auto", "tuning": "auto_seconds=0"}, {"device": everywhere}, {"device": "cuda"}]
    ways += [{"device": "cuda", "reductions": name} for name in REDUCTIONS]
    ways += [{"device": "cuda", "tuning": tuning} for tuning in tunings]
    ways += [{"device": "cuda", "strategy": method} for method in methods]
    return [tuple(way.items()) for way in ways] + [(*way.items(), ("precision", "single")) for way in ways if single]


def tunings_by_hops(question: Question) -> list[str]:
    paths = {measure for measure in question.measures if measure in PATH_MEASURES}
    tunings = [f"gpu_kernel=levels;gpu_width={width}" for width in (16, 32, 64, 128)]
    tunings += ["gpu_hub=3;gpu_kernel=levels", "gpu_hub=70", "gpu_room=1", "gpu_room=1;gpu_kernel=levels;gpu_width=128",
                "gpu_order=rcm", "gpu_order=hubs", "gpu_order=balls8"]
    if paths == {"betweenness"} and not weighs_pairs(question):
        tunings += ["gpu_kernel=queue", "gpu_kernel=components"]
    if paths <= set(SHARES) and not question.directed and without_pairs(question):
        tunings += [f"gpu_kernel={kernel}{lanes}" for kernel in ("ready_batch", "corrected") for lanes in ("", ";gpu_lanes=128")]
    return tunings


def tunings_by_weight(question: Question) -> list[str]:
    paths = {measure for measure in question.measures if measure in PATH_MEASURES}
    tunings = ["gpu_kernel=weighted"]
    if paths <= {"betweenness"}:
        tunings += ["gpu_kernel=weighted_queue"] + [f"gpu_kernel=weighted_queue;gpu_threads={n}" for n in (64, 256, 1024)]
    return tunings


def methods_of_gpus(question: Question) -> list[str]:
    """Methods of papers, with parameters that make each of their branches run on small graphs."""
    measures = set(question.measures)
    if question.weighted:
        return ["node-parallel", "weighted-work-efficient",
                *(f"warp-centric:warp={warp},queue={queue}" for warp in (4, 8, 16, 32) for queue in (0, 1))
                ] if measures <= set(SHARES) else []
    methods = ["pull"] if measures <= set(SHARES) else []
    if measures == {"betweenness"}:
        methods += ["vertex-parallel", "edge-parallel", "work-efficient", "hybrid", "hybrid:alpha=1,beta=2", "sampling",
                    "sampling:samples=2,gamma=50,frontier=2", "coarse"]
    if measures <= {"betweenness", "stress", "closeness", "eccentricity", "eccentricity_centrality"}:
        methods.append("gpu-fan")
    return methods


def weighs_pairs(question: Question) -> bool:
    return question.option("targets") is not None or isinstance(question.option("sources"), dict)


def without_pairs(question: Question) -> bool:
    return not weighs_pairs(question) and question.option("cutoff") is None


def some_ways_of_the_cpu(draw: random.Random, question: Question) -> tuple[Way, ...]:
    ways = ways_of_the_cpu(question)
    return tuple(draw.sample(ways, min(len(ways), 6)))


def some_ways_of_gpus(draw: random.Random, question: Question) -> tuple[Way, ...]:
    ways = ways_of_gpus(question)
    return tuple(draw.sample(ways, min(len(ways), 4)))
