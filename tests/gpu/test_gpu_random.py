"""Random graphs: the GPU against the CPU, for every kernel, width and convention.

Sums over lists of up to 64 neighbors run in the same order on both, so those results must be the same bits. Longer
lists are summed in parts on the GPU.
"""

import functools

import numpy
import pytest

import gobc
from comparing import MEASURES, near, same_bits
from graphs import KINDS, longest_list, random
from grouped import grouped
from setting import RANDOM_GRAPHS, RANDOM_VERTICES

SAME_ORDER = 64
SEEDS = range(RANDOM_GRAPHS)
LEVELS = [f"gpu_kernel=levels;gpu_width={width}" for width in (16, 32, 64, 128)]
FULL = "gpu_lanes=128"  # as many sources a batch as it can have; else few of these graphs' batches are full
TUNINGS = [*LEVELS, "gpu_kernel=ready_batch", "gpu_kernel=corrected", f"gpu_kernel=ready_batch;{FULL}",
           f"gpu_kernel=corrected;{FULL}", "gpu_kernel=queue", "gpu_hub=70",
           "gpu_kernel=components", "gpu_kernel=components;gpu_threads=64",
           "gpu_hub=3;gpu_kernel=levels", "gpu_room=1", "gpu_room=1;gpu_kernel=levels;gpu_width=128", "gpu_order=rcm",
           "gpu_order=hubs", "gpu_order=balls8"]


def graph_of(kind, seed, directed=False):
    """The graph, and the comparison that its results must stand."""
    edges = random(kind, seed, RANDOM_VERTICES)
    isolated = list(range(RANDOM_VERTICES + 3)) if kind in ("sparse", "multiple") else None
    graph = gobc.Graph(tuple(edges), directed=directed, nodes=isolated)
    if longest_list(edges) <= SAME_ORDER:
        return graph, same_bits
    return graph, lambda got, want, what: near(got, want, 1e-12, what)


@functools.lru_cache
def wanted(kind, seed):
    """The graph, the CPU's betweenness, and the comparison."""
    graph, compare = graph_of(kind, seed)
    return graph, graph.betweenness(preset="raw", device="cpu"), compare


def sources_of(graph, seed):
    labels = numpy.array(list(graph.closeness(sources=[], device="cpu")["node"]))
    return numpy.random.default_rng(seed).choice(labels, max(1, len(labels) // 3), replace=False).tolist()


@pytest.mark.parametrize("tuning", TUNINGS)
@pytest.mark.parametrize("kind", KINDS)
def test_kernels(kind, tuning):
    for seed in SEEDS:
        graph, want, compare = wanted(kind, seed)
        got = graph.betweenness(preset="raw", device="cuda", settings=gobc.Settings(tuning=tuning))
        compare(got, want, f"{kind} {seed} {tuning}")
        plan = got.plan["gpu"]
        asked = dict(part.split("=") for part in tuning.split(";"))
        assert plan["kernel"] == asked.get("gpu_kernel", plan["kernel"])
        assert plan["width"] == int(asked.get("gpu_width", plan["width"]))
        if "gpu_width" in asked or "gpu_lanes" in asked:
            assert plan["sources_a_batch"] == min(plan["width"], int(asked.get("gpu_lanes", 128)))
        single = graph.betweenness(preset="raw", device="cuda", settings=gobc.Settings(tuning=tuning, precision="single"))
        near(single, want, 1e-5, f"{kind} {seed} {tuning} single")


@pytest.mark.parametrize("tuning", LEVELS)
@pytest.mark.parametrize("kind", KINDS)
def test_stress_and_directed(kind, tuning):
    for seed in SEEDS:
        for directed in (False, True):
            graph, compare = graph_of(kind, seed, directed)
            options = {"measures": ["betweenness", "stress"], "preset": "raw", "tuning": tuning}
            want = graph.centralities(device="cpu", **grouped(**{**options, "tuning": None}))
            got = graph.centralities(device="cuda", **grouped(**options))
            compare(got, want, f"{kind} {seed} directed={directed} {tuning}")
            assert (got.plan["gpu"]["kernel"], got.plan["gpu"]["width"]) == ("levels", int(tuning.rpartition("=")[2]))


@pytest.mark.parametrize("kind", KINDS)
def test_sources_one_by_one(kind):
    for seed in SEEDS:
        for directed in (False, True):
            graph, compare = graph_of(kind, seed, directed)
            for options in ({}, {"cutoff": 2}, {"endpoints": True}, {"parallel": "count"}):
                options = {"preset": "raw", "sources": sources_of(graph, seed), **options}
                want = graph.betweenness(device="cpu", **grouped(**options))
                got = graph.betweenness(device="cuda", **grouped(tuning="gpu_kernel=queue", **options))
                compare(got, want, f"{kind} {seed} directed={directed} {options}")
                assert (got.plan["gpu"]["kernel"], got.plan["gpu"]["width"]) == ("queue", 1)


@pytest.mark.parametrize("kind", KINDS)
def test_running_out_of_room_is_met(kind):
    graph, compare = graph_of(kind, 0)
    got = graph.betweenness(device="cuda", settings=gobc.Settings(tuning="gpu_room=1;gpu_kernel=levels;gpu_lanes=128"))
    compare(got, graph.betweenness(device="cpu"), kind)
    if kind in ("strip", "layers", "middling", "stars"):
        assert got.plan["gpu"]["batches_without_room"] > 0 and got.plan["gpu"]["launches"] > 1


CONVENTIONS = [
    {}, {"preset": "igraph"}, {"preset": "gpufan"}, {"preset": "raw", "normalized": True}, {"normalized": False},
    {"endpoints": True}, {"parallel": "count"}, {"parallel": "count", "endpoints": True, "preset": "raw"},
    {"direction": "in"}, {"direction": "out"}, {"direction": "all"},
]


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("convention", CONVENTIONS, ids=str)
def test_conventions(convention, directed):
    for kind in ("sparse", "multiple"):
        graph, compare = graph_of(kind, 7, directed)
        for sources in (None, sources_of(graph, 5)):
            want = graph.centralities(MEASURES, sources=sources, device="cpu", **grouped(**convention))
            got = graph.centralities(MEASURES, sources=sources, device="cuda", **grouped(**convention))
            compare(got, want, f"{kind} {convention} {sources}")


@pytest.mark.parametrize("lanes", [None, FULL])
@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_distances(kind, directed, lanes):
    for seed in SEEDS:
        graph, _ = graph_of(kind, seed, directed)
        for sources in (None, sources_of(graph, seed)[:33]):
            options = {"measures": ["closeness", "harmonic", "eccentricity", "decay", "reach"], "sources": sources}
            got = graph.centralities(device="cuda", **grouped(tuning=lanes, **options))
            same_bits(got, graph.centralities(device="cpu", **options),
                      f"{kind} {seed} directed={directed} {sources}")


@pytest.mark.parametrize("edges, nodes", [
    (([], []), None), (([], []), 1), (([], []), 5), (([0], [0]), None), (([0], [1]), None), (([0, 1], [0, 1]), 3),
], ids=str)
def test_smallest_graphs(edges, nodes):
    edges = tuple(numpy.array(end, dtype=numpy.int64) for end in edges)
    for directed in (False, True):
        graph = gobc.Graph(edges, directed=directed, nodes=nodes)
        want = graph.centralities(MEASURES, device="cpu")
        same_bits(graph.centralities(MEASURES, device="cuda"), want)


def test_no_sources():
    graph, _ = graph_of("middling", 0)
    want = graph.centralities(MEASURES, sources=[], device="cpu")
    same_bits(graph.centralities(MEASURES, sources=[], device="cuda"), want)
