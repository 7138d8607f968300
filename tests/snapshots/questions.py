"""What the snapshots ask: graphs, and calls on each of them."""

import itertools
import pathlib
import sys

import numpy
import pyarrow

VERTICES = "betweenness,stress,closeness,harmonic,eccentricity"
DISTANCES = "closeness,harmonic,eccentricity,eccentricity_centrality"
BOTH = "betweenness,stress,edge_betweenness,edge_stress"


def _table(ends, weights=None):
    columns = {"source": pyarrow.array(ends[0], pyarrow.int64()), "target": pyarrow.array(ends[1], pyarrow.int64())}
    return pyarrow.table(columns if weights is None else {**columns, "weight": weights})


def _random(n, m, seed, loops=False):
    """m random edges, a few of them twice."""
    draw = numpy.random.default_rng(seed)
    ends = draw.integers(0, n, (2, m))
    if not loops:
        ends = ends[:, ends[0] != ends[1]]
    return numpy.append(ends, ends[:, : m // 9], axis=1)


def _tree(n, seed):
    draw = numpy.random.default_rng(seed)
    return numpy.array([numpy.arange(1, n), (draw.random(n - 1) * numpy.arange(1, n)).astype(int)])


def _hub(leaves):
    """A star with links between neighboring leaves, and a chain at one leaf."""
    leaf = numpy.arange(1, leaves + 1)
    chain = numpy.arange(leaves, leaves + 20)
    return numpy.array([numpy.concatenate([0 * leaf, leaf[:-1], chain]), numpy.concatenate([leaf, leaf[1:], chain + 1])])


def _weights(ends, kind, seed=5):
    draw = numpy.random.default_rng(seed)
    m = ends.shape[1]
    if kind == "small":
        return draw.integers(1, 4, m)
    if kind == "whole":
        return draw.integers(1, 1000, m)
    if kind == "decimal":
        return draw.integers(1, 300, m) / 100
    weights = draw.random(m) + 0.001
    weights[::17] = numpy.inf
    return weights


def _graphs():
    sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "gpu"))
    from graphs import diamonds, grid  # of the tests on GPUs

    shapes = {"sparse": _random(150, 130, 1, loops=True), "middling": _random(120, 400, 2, loops=True), "tree": _tree(140, 3),
              "grid": numpy.array(grid(6, 24)), "hub": _hub(150), "diamonds": numpy.array(diamonds(40))}
    for (name, ends), directed in itertools.product(shapes.items(), (False, True)):
        arrow = "-directed" if directed else ""
        yield f"{name}{arrow}", (_table(ends), directed, False)
        for kind in ("small", "whole", "decimal", "real"):
            if name in ("sparse", "middling", "grid") or kind == "small":
                yield f"{name}{arrow}-{kind}", (_table(ends, _weights(ends, kind)), directed, True)
    yield "diamonds-many", (_table(diamonds(700)), False, False)
    yield "diamonds-many-small", (_table(diamonds(400), numpy.ones(1600, int)), False, True)
    yield "tiny", (_table(numpy.array([[0, 1, 2, 3, 1], [1, 2, 0, 4, 1]])), False, False)
    yield "tiny-directed-small", (_table(numpy.array([[0, 1, 2, 3, 1], [1, 2, 0, 4, 1]]), [1, 2, 2, 1, 3]), True, True)
    yield "one-edge", (_table(numpy.array([[0], [1]])), False, False)
    yield "empty", (_table(numpy.zeros((2, 0), int)), False, False)


GRAPHS = dict(_graphs())

SOME = list(range(0, 40, 3))

# One option each, as every graph is asked.
OPTIONS = [
    {}, {"preset": "raw"}, {"preset": "igraph"}, {"preset": "gpufan"}, {"normalized": 1}, {"normalized": 0},
    {"endpoints": 1}, {"cutoff": 3.0}, {"cutoff": 2.5}, {"cutoff": 0.0}, {"sources": SOME}, {"sources": {0: 2, 1: 0, 3: 5}},
    {"targets": SOME}, {"targets": {0: 2, 1: 0, 3: 5}}, {"sources": [3], "targets": [1, 0]}, {"of": [3, 0, 1]},
    {"parallel": "count"}, {"direction": "all"}, {"direction": "out"}, {"direction": "in"}, {"precision": "single"},
    {"sources": SOME, "sampled": 1}, {"weighted": 0},
]
# Ways to compute: kernels, widths, orders, the papers' methods.
CPU_WAYS = [f"kernel={kernel}" for kernel in ("sweep", "queue", "exponents", "label_correcting", "serial")] + [
    f"kernel=sweep;width={width}" for width in (8, 16, 32, 64)] + [f"lanes={lanes}" for lanes in (64, 256, 512)]
CPU_METHODS = ["serial", "edge-parallel"]
GPU_KERNELS = ["levels", "ready_batch", "corrected", "queue", "weighted", "weighted_queue"]
GPU_WAYS = [f"gpu_kernel={kernel}" for kernel in GPU_KERNELS] + [
    "gpu_order=hubs", "gpu_order=balls8", "gpu_width=16", "gpu_room=1"]
GPU_METHODS = ["pull", "vertex-parallel", "edge-parallel", "work-efficient", "hybrid", "sampling", "coarse", "gpu-fan",
               "node-parallel", "weighted-work-efficient", "warp-centric"]
# Two options together: what goes with what, and what is said where it does not.
PAIRED = [*OPTIONS[1:4], {"normalized": 1}, {"endpoints": 1}, {"cutoff": 2.0}, {"sources": [0, 1]}, {"targets": [1, 2]},
          {"targets": {1: 2.5}}, {"of": [2, 0]}, {"of": [77]}, {"sources": [0, 0]}, {"parallel": "count"}, {"direction": "all"},
          {"precision": "single"}, {"sampled": 1}, {"weighted": 0}, {"weighted": 1}, {"tie_tolerance": 1e-6}, {"epsilon": 0.1},
          {"epsilon": 0.1, "delta": 0.5}, {"delta": 0.05}, {"top_k": 2}, {"seed": 7}, {"adaptive": 3.0}, {"partial": 1},
          {"tuning": "strategy=hybrid"}, {"tuning": "kernel=queue"}, {"tuning": "kernel=label_correcting"},
          {"tuning": "isa=none"}, {"tuning": "sample=pairs"}, {"preset": "none"}, {"precision": "half"}, {"cutoff": float("nan")},
          {"threads": -1}]
ESTIMATES = [{"epsilon": 0.1}, {"epsilon": 0.05, "seed": 3}, {"epsilon": 0.1, "tuning": "sample=pairs"},
             {"epsilon": 0.1, "tuning": "sample=sources"}, {"top_k": 3}, {"epsilon": 0.2, "top_k": 2},
             {"adaptive": 2.0, "of": [0, 3]}, {"adaptive": 5.0, "top_k": 3}, {"adaptive": 2.0, "top_k": 2, "seed": 9}]
# Emulated kernels are slow: fewer graphs.
ON_GPUS = ("sparse", "middling-directed", "middling-small", "grid-directed-whole", "grid-real", "hub", "tiny", "one-edge",
           "empty")


def _of_cpu(name):
    yield from itertools.product((VERTICES, "betweenness", BOTH, DISTANCES), OPTIONS)
    for measures, way in itertools.product((VERTICES, BOTH), CPU_WAYS):
        yield measures, {"tuning": way}
        yield measures, {"tuning": way, "cutoff": 4.0, "targets": {0: 2, 1: 0, 3: 5}}
    for method in CPU_METHODS:
        yield "betweenness", {"tuning": f"strategy={method}"}
    for estimate in ESTIMATES:
        yield "betweenness", estimate
    if name.startswith("tiny"):
        for (one, two), measures in itertools.product(itertools.combinations(PAIRED, 2), ("betweenness", "closeness", BOTH)):
            if not one.keys() & two.keys():
                yield measures, {**one, **two}


def _of_gpus(name):
    if name not in ON_GPUS:
        return
    yield from itertools.product((VERTICES, BOTH), OPTIONS)
    for way in GPU_WAYS:
        yield "betweenness", {"tuning": way}
        yield BOTH, {"tuning": way, "cutoff": 4.0}
    for method in GPU_METHODS:
        yield "betweenness", {"tuning": f"strategy={method}"}
    if name == "tiny":
        for one, two in itertools.combinations(PAIRED, 2):
            if not one.keys() & two.keys():
                yield "betweenness", {**one, **two}


def questions(name, device):
    """(measures, options) of every call on a graph, each once."""
    seen = set()
    for measures, asked in _of_cpu(name) if device == "cpu" else _of_gpus(name):
        key = measures, repr(asked)
        if key not in seen:
            seen.add(key)
            yield measures, asked
