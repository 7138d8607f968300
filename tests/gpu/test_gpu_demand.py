"""Demand between pairs and demand that falls with distance: the bits of the CPU, for every sweep that computes them."""

import numpy
import pytest

import gobc
from comparing import near, same_bits
from graphs import diamonds, longest_list, random
from grouped import grouped
from setting import ALL, AUTO, EMULATED
from test_gpu_random import FULL

VERTICES = 72 if EMULATED else 700
WIDTHS = [f"gpu_kernel=levels;gpu_width={width}" for width in (16, 32, 64, 128)]
LEVELS = [*WIDTHS, "gpu_order=rcm", "gpu_order=balls8;gpu_kernel=levels", "gpu_hub=3;gpu_kernel=levels",
          "gpu_room=1;gpu_kernel=levels"]
READY = [f"gpu_kernel={kernel}{more}" for kernel in ("ready_batch", "corrected") for more in ("", ";" + FULL, ";gpu_room=0.3")]
MEASURES = ["betweenness", "edge_betweenness", ["betweenness", "edge_betweenness"]]
DECAYS = ["exponential:1.5", "gaussian:2", "power:1.3", "linear:4"]
KINDS = ("sparse", "middling", "multiple", "strip", "roads", "stars")


def graph_of(kind="middling", directed=False, weight=None, seed=3):
    """A graph by hops, or by lengths of a type."""
    first, second = random(kind, seed, VERTICES)
    if weight is None:
        return gobc.Graph((first, second), directed=directed)
    lengths = numpy.random.default_rng([seed, len(kind)]).integers(1, 10, len(first))
    lengths = {"whole": lengths, "long": lengths * 400_000_000, "reals": lengths * numpy.pi}[weight]
    return gobc.Graph({"source": first, "target": second, "weight": lengths}, directed=directed, weight="weight")


def table_of(graph, seed=1, origins=0.7, pairs=4):
    """Flows from some of the nodes, also to themselves, of nothing, and twice between the same."""
    draw = numpy.random.default_rng(seed)
    nodes = numpy.array(list(graph.nodes))
    chosen = draw.choice(nodes, max(1, int(len(nodes) * origins)), replace=False)
    first = draw.choice(chosen, pairs * len(nodes))
    second = draw.choice(nodes, pairs * len(nodes))
    flow = draw.integers(0, 5, len(first)) * draw.choice([1.0, 0.3, 1 / 7], len(first))
    return {"from": first, "to": second, "flow": flow}


def both(graph, what, tuning=None, device="cuda", measures="betweenness", compare=same_bits, **options):
    """The GPU's result, which is the CPU's."""
    got = graph.centralities(measures, device=device, **grouped(tuning=tuning, **options))
    want = graph.centralities(measures, device="cpu", **grouped(**options))
    compare(got, want, f"{what} {tuning} {measures} {options}")
    if isinstance(measures, list):
        compare(got.edges, want.edges, f"{what} {tuning} {measures} {options}: edges")
    assert got.device.startswith("cuda:0") and "sources_on_cpu" not in got.plan["gpu"], what
    asked = dict(part.split("=") for part in (tuning or "").split(";") if part)
    assert got.plan["gpu"]["kernel"] == asked.get("gpu_kernel", got.plan["gpu"]["kernel"])
    return got


def order_of(graph, kind):
    """Sums over lists of up to 64 neighbors run in the CPU's order."""
    if longest_list(random(kind, 3, VERTICES)) <= 64:
        return same_bits
    return lambda got, want, what: near(got, want, 1e-12, what)


@pytest.mark.parametrize("tuning", LEVELS)
@pytest.mark.parametrize("kind", KINDS)
def test_levels(kind, tuning):
    for directed in (False, True):
        graph = graph_of(kind, directed)
        table, compare = table_of(graph), order_of(graph, kind)
        for measures in MEASURES:
            both(graph, kind, tuning, measures=measures, compare=compare, demand=table)
            both(graph, kind, tuning, measures=measures, compare=compare, demand=(table, "exponential:1.5"))
        both(graph, kind, tuning, compare=compare, demand=table, endpoints=True, cutoff=2)
        both(graph, kind, tuning, compare=compare, demand="power:1")


@pytest.mark.parametrize("tuning", READY)
@pytest.mark.parametrize("kind", KINDS)
def test_ready_batches(kind, tuning):
    graph = graph_of(kind)
    compare = order_of(graph, kind)
    for table in (table_of(graph), table_of(graph, 2, 0.2, 1)):
        for measures in MEASURES:
            both(graph, kind, tuning, measures=measures, compare=compare, demand=table)
        both(graph, kind, tuning, measures=MEASURES[2], compare=compare, demand=table, endpoints=True)


@pytest.mark.parametrize("tuning", ["gpu_kernel=weighted", "gpu_kernel=weighted;gpu_lanes=32", None])
@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("weight", ["whole", "long", "reals"])
@pytest.mark.parametrize("kind", ["middling", "strip", "stars"])
def test_lengths(kind, weight, directed, tuning):
    graph = graph_of(kind, directed, weight)
    table = table_of(graph)
    unit = {"whole": 1.0, "long": 4e8, "reals": 3.5}[weight]
    for measures in MEASURES:
        both(graph, kind, tuning, measures=measures, demand=table)
        both(graph, kind, tuning, measures=measures, demand=table, cutoff=11 * unit)
        both(graph, kind, tuning, measures=measures, demand=(table, f"exponential:{6 * unit}"))
    both(graph, kind, tuning, measures=MEASURES[2], demand=table, endpoints=True)
    both(graph, kind, tuning, demand=table, endpoints=True, cutoff=7 * unit)


@pytest.mark.parametrize("decay", DECAYS)
@pytest.mark.parametrize("weight", [None, "whole", "long", "reals"])
@pytest.mark.parametrize("directed", [False, True])
def test_every_decay(directed, weight, decay):
    graph = graph_of("multiple", directed, weight)
    function, parameter = decay.split(":")
    if function != "power":
        decay = f"{function}:{float(parameter) * {None: 1.0, 'whole': 6.0, 'long': 2e9, 'reals': 20.0}[weight]}"
    for measures in MEASURES:
        both(graph, decay, measures=measures, demand=decay)
        both(graph, decay, measures=measures, demand=(table_of(graph), decay))


@pytest.mark.parametrize("weight", [None, "whole"])
def test_gravity(weight):
    """A decay with weights of sources and targets, some of them 0."""
    graph = graph_of("middling", True, weight)
    nodes = list(graph.nodes)
    sources = {node: 1 + at % 4 for at, node in enumerate(nodes[::2])}
    targets = {node: at % 3 / 2 for at, node in enumerate(nodes[::3])}
    for measures in MEASURES:
        both(graph, "gravity", measures=measures, demand="exponential:2.5", sources=sources, targets=targets)
        both(graph, "gravity", measures=measures, demand="power:1.5", sources=sources)
        both(graph, "gravity", measures=measures, demand="gaussian:3", targets=targets)


@pytest.mark.parametrize("weight", [None, "whole"])
def test_ends_of_pairs_without_a_path(weight):
    """Many components: most flows reach nothing, and count at neither end."""
    graph = graph_of("sparse", weight=weight)
    for directed in (False, True):
        graph = graph_of("sparse", directed, weight)
        table = table_of(graph, pairs=20)
        for cutoff in (None, 2.0):
            got = both(graph, "ends", demand=table, endpoints=True, cutoff=cutoff)
        assert got.plan["gpu"]["kernel"] in ("levels", "weighted")
    if weight is None:
        for tuning in READY:
            both(graph_of("sparse"), "ends", tuning, demand=table, endpoints=True)


def test_rows_of_a_batch_are_not_those_of_the_next():
    """Batches of one source each run one after another on a multiprocessor, in the same rows."""
    for weight in (None, "whole"):
        graph = graph_of("roads", weight=weight)
        for at, node in enumerate(list(graph.nodes)[:5]):
            table = [(node, other, 1.0 + at) for other in list(graph.nodes)[at::7] if other != node]
            both(graph, "alone", demand=table)
        table = [(one, other, 1.5) for one, other in zip(list(graph.nodes), list(graph.nodes)[1:] + list(graph.nodes)[:1])]
        for kernel in ("weighted",) if weight else ("levels", "ready_batch"):
            both(graph, "each its own", f"gpu_kernel={kernel};gpu_lanes=1", demand=table)
            both(graph, "each its own", f"gpu_kernel={kernel};gpu_lanes=3", demand=table, endpoints=True)


def test_counts_out_of_range_go_on_elsewhere():
    """Path counts that a batch cannot hold: lanes run in wider batches, and sources on the CPU, with their flows."""
    graph = gobc.Graph(diamonds(1100))
    nodes = list(graph.nodes)
    table = [(nodes[0], nodes[-1], 3.0), (nodes[0], nodes[900], 1.0), (nodes[1700], nodes[3], 2.0)]
    for demand in (table, (table, "exponential:900")):
        got = graph.betweenness(device="cuda", demand=demand)
        same_bits(got, graph.betweenness(device="cpu", demand=demand))
    lengths = gobc.Graph([(int(a), int(b), 1 + int(a) % 2) for a, b in zip(*diamonds(1100))], weight=True)
    same_bits(lengths.betweenness(device="cuda", demand=table), lengths.betweenness(device="cpu", demand=table))


def test_devices_and_auto():
    graph = graph_of("middling")
    table = table_of(graph)
    want = graph.betweenness(device="cpu", demand=table)
    same_bits(graph.betweenness(device=ALL, demand=table), want)
    found = graph.betweenness(device="auto", settings=gobc.Settings(tuning=AUTO), demand=table)
    assert found.device == "cuda:0"
    same_bits(found, want)


def test_what_gpus_refuse():
    graph = graph_of("middling")
    with pytest.raises(gobc.UnsupportedError, match="compute demand that falls with distance together with endpoints"):
        graph.betweenness(device="cuda", demand="power:1", endpoints=True)
    found = graph.betweenness(device="auto", settings=gobc.Settings(tuning=AUTO), demand="power:1", endpoints=True)
    assert found.device == "cpu" and "CPU: GPUs do not compute demand that falls with distance together with" in \
        str(found.plan["reasons"])
    for kernel, demand in (("queue", table_of(graph)), ("ready_batch", "power:1"), ("corrected", "power:1")):
        with pytest.raises(ValueError, match=f"gpu_kernel={kernel} does not fit"):
            graph.betweenness(device="cuda", demand=demand, settings=gobc.Settings(tuning=f"gpu_kernel={kernel}"))
    with pytest.raises(ValueError, match="gpu_kernel=weighted_queue does not fit"):
        graph_of("middling", weight="whole").betweenness(device="cuda", demand=table_of(graph), settings=gobc.Settings(
            tuning="gpu_kernel=weighted_queue"))
