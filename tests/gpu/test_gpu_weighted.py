"""Weighted graphs: the bits of the CPU, whatever the lengths are held as, and whatever is asked for."""

import numpy
import pytest

import gobc
from comparing import same_bits
from graphs import KINDS, random
from grouped import grouped
from setting import ALL, EMULATED, RANDOM_VERTICES

VERTICES = 90 if EMULATED else RANDOM_VERTICES


def weights(kind, count, seed=5):
    draw = numpy.random.default_rng([seed, len(kind)]).integers(1, 10, count)
    if kind == "decimals":
        return draw / 100
    if kind == "long":  # lengths beyond 32 bits
        return draw * 400_000_000
    if kind == "near":  # whole numbers beyond 32 bits whose sums differ by less than a tolerance
        return draw % 3 * 10 ** 10 + 10 ** 10 + draw % 2
    if kind == "reals":
        return draw * numpy.pi
    return draw


def graph_of(kind="middling", weight="whole", directed=False, seed=3, **more):
    first, second = random(kind, seed, VERTICES)
    table = {"source": first, "target": second, "weight": weights(weight, len(first))}
    return gobc.Graph(table, directed=directed, weight="weight", **more)


BATCHES, ONE_BY_ONE = "gpu_kernel=weighted", "gpu_kernel=weighted_queue"
THREADS = [f"{ONE_BY_ONE};gpu_threads={threads}" for threads in (64, 256)]

LENGTHS = ["closeness", "harmonic", "eccentricity", "decay", "reach"]
EDGES = ["edge_betweenness", "edge_stress"]


def same_as_the_cpu(graph, what="", measures="betweenness", device="cuda", **options):
    got = graph.centralities(measures, device=device, **grouped(**options))
    plain = grouped(**{name: value for name, value in options.items() if name != "tuning"})
    same_bits(got, graph.centralities(measures, device="cpu", **plain), what)
    return got.plan


@pytest.mark.parametrize("tuning", [BATCHES, f"{BATCHES};gpu_lanes=32", ONE_BY_ONE, *THREADS])
@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_kinds_of_graphs(kind, directed, tuning):
    plan = same_as_the_cpu(graph_of(kind, directed=directed), tuning=tuning)
    kernel = tuning.removeprefix("gpu_kernel=").partition(";")[0]
    assert plan["gpu"]["kernel"] == kernel and "sources_on_cpu" not in plan["gpu"]


@pytest.mark.parametrize("tuning", [BATCHES, ONE_BY_ONE])
@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("weight, held", [("whole", "uint16"), ("decimals", "uint16"), ("long", "uint64"), ("near", "float64"),
                                          ("reals", "float64")])
def test_types_of_lengths(weight, held, directed, tuning):
    plan = same_as_the_cpu(graph_of(weight=weight, directed=directed), tuning=tuning)
    assert plan["lengths"]["type"] == held


@pytest.mark.parametrize("measures", ["betweenness", "closeness", "edge_betweenness"])
def test_whole_numbers_beyond_32_bits(measures):
    """10,000,000,000 twice is shorter than 20,000,000,001; from 2^53 on lengths are refused."""
    edges = [(0, 1, 10 ** 10), (1, 2, 10 ** 10), (0, 2, 2 * 10 ** 10 + 1)]
    for directed in (False, True):
        graph = gobc.Graph([*edges, (3, 4, 2 ** 53 - 2)], weight=True, directed=directed)
        got = graph.centralities(measures, device="cuda", preset="raw")
        same_bits(got, graph.centralities(measures, device="cpu", preset="raw"), f"directed={directed}")
        if measures == "betweenness":
            assert got.to_dict()[1] == 2 - directed
        graph = gobc.Graph([(0, 1, 3), (1, 2, 2 ** 53 - 3)], weight=True, directed=directed)
        with pytest.raises(gobc.DataError, match=r"row 1: .*below 2\^53"):
            graph.centralities(measures, device="cuda")


@pytest.mark.parametrize("weight", ["whole", "reals"])
def test_weights_of_all_sizes(weight):
    """Lengths that are settled by both rules, and beyond the threshold of what is near, again and again."""
    for seed in range(3 if EMULATED else 30):
        first, second = random("middling", seed, VERTICES)
        drawn = numpy.random.default_rng(seed).pareto(0.7, len(first)) + 1
        table = {"source": first, "target": second,
                 "weight": drawn if weight == "reals" else numpy.minimum(drawn, 1e6).astype(int)}
        for directed in (False, True):
            with gobc.Graph(table, directed=directed, weight="weight") as graph:
                same_as_the_cpu(graph, f"seed {seed} directed={directed}", tuning=ONE_BY_ONE)


def test_devices_and_runs():
    graph = graph_of("multiple")
    want = graph.betweenness(device="cuda", settings=gobc.Settings(tuning=BATCHES))
    for device in (ALL, "cuda", ALL):
        for tuning in (BATCHES, ONE_BY_ONE, None):
            same_bits(graph.betweenness(device=device, settings=gobc.Settings(tuning=tuning)), want, f"{device} {tuning}")


@pytest.mark.parametrize("tuning", [BATCHES, ONE_BY_ONE])
def test_orders_of_the_same_graph(tuning):
    """Other sources share a batch, and the same ones other batches."""
    graph = graph_of()
    nodes = sorted({int(v) for v in random("middling", 3, VERTICES)[0]})
    for sources in (nodes[:1], nodes[:33], nodes[::2]):
        same_as_the_cpu(graph, f"{len(sources)} sources", sources=sources, tuning=tuning)


@pytest.mark.parametrize("tuning", [BATCHES, ONE_BY_ONE])
@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("weight, cutoffs", [("whole", (0, 1, 7, 30)), ("reals", (0.0, 3.2, 19.5))])
def test_cutoffs(weight, cutoffs, directed, tuning):
    graph = graph_of(weight=weight, directed=directed)
    for cutoff in cutoffs:
        same_as_the_cpu(graph, f"cutoff {cutoff}", cutoff=cutoff, tuning=tuning)


@pytest.mark.parametrize("tuning", [BATCHES, ONE_BY_ONE])
def test_targets(tuning):
    graph = graph_of()
    nodes = sorted({int(v) for v in random("middling", 3, VERTICES)[0]})
    same_as_the_cpu(graph, "targets", targets=nodes[::3], tuning=tuning)
    same_as_the_cpu(graph, "sources and targets", sources=nodes[1::4], targets=nodes[::3], cutoff=12, tuning=tuning)
    ends = {"sources": nodes[1::4], "targets": nodes[::3]}
    weights = {name: {v: 1 + i % 7 / 4 for i, v in enumerate(of)} for name, of in ends.items()}
    same_as_the_cpu(graph, "weights", **weights, tuning=tuning)


def test_one_by_one_is_for_vertices_alone():
    for measures in (EDGES, ["betweenness", "stress"]):
        with pytest.raises(gobc.ArgumentError, match="gpu_kernel=weighted_queue does not fit: .*gpu_kernel=weighted"):
            graph_of().centralities(measures, device="cuda", settings=gobc.Settings(tuning=ONE_BY_ONE))


@pytest.mark.parametrize("measures", ["betweenness", "closeness"])
def test_kernels_are_for_weights_or_without(measures):
    table = {"source": [0, 1, 2], "target": [1, 2, 3], "weight": [1, 2, 3]}
    for weight, kernels in ((None, ["weighted", "weighted_queue"]), ("weight", ["levels", "ready_batch", "corrected", "queue"])):
        graph = gobc.Graph(table, weight=weight)
        for kernel in kernels:
            with pytest.raises(gobc.ArgumentError, match=f"gpu_kernel={kernel} does not fit: .*with weights.*without"):
                graph.centralities(measures, device="cuda", settings=gobc.Settings(tuning=f"gpu_kernel={kernel}"))


def test_a_batch_without_room_runs_again():
    # Each lane comes along its own line to the last vertex.
    lines, length = 32, 6
    first = numpy.arange(lines * length).reshape(lines, length)
    last = lines * length
    table = {"source": numpy.concatenate([first[:, :-1].ravel(), first[:, -1]]),
             "target": numpy.concatenate([first[:, 1:].ravel(), numpy.full(lines, last)])}
    table["weight"] = weights("whole", len(table["source"]))
    graph = gobc.Graph(table, weight="weight")
    plan = same_as_the_cpu(graph, tuning=f"{BATCHES};gpu_room=1;gpu_lanes=32")
    assert plan["gpu"]["batches_without_room"] >= 1


@pytest.mark.parametrize("tuning", [BATCHES, ONE_BY_ONE])
def test_counts_beyond_float64_go_to_the_cpu(tuning):
    # 2^1000 shortest paths through a chain of diamonds.
    diamonds = 1000 if not EMULATED else 920
    corner = 3 * numpy.arange(diamonds)
    first = numpy.concatenate([corner, corner, corner + 1, corner + 2])
    second = numpy.concatenate([corner + 1, corner + 2, corner + 3, corner + 3])
    graph = gobc.Graph({"source": first, "target": second, "weight": numpy.full(len(first), 2)}, weight="weight")
    plan = same_as_the_cpu(graph, sources=[0, 3 * diamonds], tuning=tuning)
    assert plan["gpu"]["sources_on_cpu"] == 2


@pytest.mark.parametrize("weight", ["whole", "decimals", "long", "reals"])
def test_powers(weight):
    graph = graph_of(weight=weight, directed=True)
    for alpha in (0.5, 0.3, 1e-10, 1e-300, 1 - 1e-6, 1 - 1e-9, 1 - 2.0 ** -53):
        same_as_the_cpu(graph, f"{weight} {alpha}", "decay", alpha=alpha)
        same_as_the_cpu(graph.unweighted(), f"{alpha}", "decay", alpha=alpha)


@pytest.mark.parametrize("lanes", ["gpu_lanes=32", "gpu_lanes=3"])
@pytest.mark.parametrize("measures", [LENGTHS, EDGES, ["betweenness", "stress"]], ids=str)
def test_sources_a_batch(measures, lanes):
    nodes = sorted({int(v) for v in random("middling", 3, VERTICES)[0]})
    for weight in ("whole", "reals"):
        for options in ({}, {"sources": dict.fromkeys(nodes[1::2], 2.0), "targets": nodes[::3]}):
            if options and measures == LENGTHS:
                options = {"sources": nodes[1::2]}
            same_as_the_cpu(graph_of(weight=weight), f"{weight} {options}", measures, tuning=lanes, **options)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("weight", ["whole", "long", "reals"])
def test_lengths(weight, directed):
    graph = graph_of(weight=weight, directed=directed)
    assert same_as_the_cpu(graph, weight, LENGTHS)["device"] == "cuda:0"
    same_as_the_cpu(graph, weight, LENGTHS, device=ALL)
    same_as_the_cpu(graph, weight, "eccentricity")
    for direction in ("out", "all"):
        same_as_the_cpu(graph, direction, LENGTHS, direction=direction)
    same_as_the_cpu(graph, "with paths", ["betweenness", "closeness"], sources=[int(graph.centralities("closeness")["node"][3])])


@pytest.mark.parametrize("cutoff", [0, 5, 17])
def test_lengths_up_to_a_cutoff(cutoff):
    same_as_the_cpu(graph_of(), f"cutoff {cutoff}", LENGTHS, cutoff=cutoff)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("weight", ["whole", "long", "reals"])
@pytest.mark.parametrize("kind", ["multiple", "stars", "strip"])
def test_edges_and_stress(kind, weight, directed):
    graph = graph_of(kind, weight, directed)
    same_as_the_cpu(graph, "edges", EDGES)
    same_as_the_cpu(graph, "edges alone", "edge_betweenness", device=ALL)
    same_as_the_cpu(graph, "stress", ["betweenness", "stress"])


def test_edges_and_stress_of_subsets():
    graph = graph_of()
    nodes = sorted({int(v) for v in random("middling", 3, VERTICES)[0]})
    for measures in (EDGES, ["stress", "betweenness"]):
        same_as_the_cpu(graph, "subsets", measures, sources=nodes[1::4], targets=nodes[::3], cutoff=12)


def test_estimates_stay_on_the_cpu():
    with pytest.raises(gobc.UnsupportedError, match="GPUs do not compute estimates"):
        graph_of().betweenness(device="cuda", epsilon=0.2)


def test_percolation():
    graph = graph_of()
    states = {node: 1 + at % 7 for at, node in enumerate(graph.nodes)}
    assert gobc.percolation(graph, states, device="cuda").to_dict() == gobc.percolation(graph, states, device="cpu").to_dict()


def test_lost_weights_are_refused():
    table = {"source": [0, 1, 2], "target": [1, 2, 3], "weight": [1e-17, 1.0, numpy.pi]}
    graph = gobc.Graph(table, weight="weight")
    for device in ("cpu", "cuda"):
        with pytest.raises(gobc.DataError, match="is too small to resolve relative to distances"):
            graph.betweenness(device=device)


@pytest.mark.parametrize("tuning", [BATCHES, ONE_BY_ONE])
def test_lost_weights_are_seen_in_the_sweep(tuning):
    """Beside the distances from the first node the least weight counts, beside those between the others it does not."""
    table = {"source": [0, 0, 0], "target": [1, 2, 3], "weight": numpy.pi * numpy.array([1000, 1000, 1.5])}
    graph = gobc.Graph(table, weight="weight")
    for options in ({"device": "cpu"}, {"device": "cuda", "tuning": tuning}):
        assert graph.betweenness(**grouped(tie_tolerance=7e-4, **options))
        with pytest.raises(gobc.DataError, match="is too small to resolve relative to distances"):
            graph.betweenness(**grouped(tie_tolerance=1e-3, **options))
