"""Path counts far beyond single and double precision: betweenness stays right, by scaling on the GPU or on the CPU."""

import numpy
import pytest

import gobc
from comparing import columns, near
from graphs import diamonds, grid, layers
from grouped import grouped
from setting import EMULATED

GRAPHS = {
    "diamonds 130": diamonds(130), "diamonds 1030": diamonds(1030), "diamonds 2000": diamonds(2000),
    "grid 35": grid(35, 35), "grid 70": grid(70, 70), "layers 40x20": layers(40, 20),
}
if not EMULATED:
    GRAPHS |= {"diamonds 20000": diamonds(20_000), "grid 200": grid(200, 200)}


def sources_of(edges):
    """The two ends, the middle and two more; on a real GPU every seventh vertex too."""
    n = int(max(edges[1])) + 1
    return sorted({0, n // 3, n // 2, n // 2 + 1, n - 1, *(() if EMULATED else range(0, n, 7))})


@pytest.mark.long  # 7 s an emulated run; every kernel keeps the range below
@pytest.mark.parametrize("name", GRAPHS)
def test_as_with_exponents(name):
    graph, sources = gobc.Graph(GRAPHS[name]), sources_of(GRAPHS[name])
    want = graph.betweenness(preset="raw", sources=sources, device="cpu", settings=gobc.Settings(tuning="kernel=exponents"))
    for precision, tolerance in (("double", 1e-12), ("single", 1e-5)):
        got = graph.betweenness(preset="raw", sources=sources, device="cuda", settings=gobc.Settings(precision=precision))
        near(got, want, tolerance, f"{name} {precision}")
        assert 0 <= got.plan["gpu"].get("sources_on_cpu", 0) <= len(sources)


@pytest.mark.parametrize("kernel", ["levels", "ready_batch", "corrected", "queue"])
def test_lists_as_long_as_a_segment(kernel):
    """Lists are added 64 entries at a time: of stars with about as many leaves, and twice as many."""
    for leaves in (63, 64, 65, 127, 128, 129):
        graph = gobc.Graph([(0, leaf) for leaf in range(1, leaves + 1)])
        got = graph.betweenness(device="cuda", preset="raw", settings=gobc.Settings(tuning=f"gpu_kernel={kernel}"))
        assert got.value(0) == leaves * (leaves - 1) and got.value(leaves) == 0, leaves


# Long: 4 s an emulated run; the widths are instances of one template, and the narrowest is in make test.
WIDE = pytest.param("gpu_kernel=levels;gpu_width=128", marks=pytest.mark.long)


@pytest.mark.parametrize("tuning", ["gpu_kernel=levels;gpu_width=16", WIDE, "gpu_kernel=ready_batch",
                                    "gpu_kernel=corrected", "gpu_kernel=queue"])
def test_every_kernel_keeps_the_range(tuning):
    for name, edges, begins in (("layers", layers(330, 10), 64),  # 10^328 paths from end to end
                                ("diamonds", diamonds(150), 32)):  # 2^150, but 2^75 from the middle
        graph, sources = gobc.Graph(edges), sources_of(edges)
        want = graph.betweenness(preset="raw", sources=sources, device="cpu", settings=gobc.Settings(tuning="kernel=exponents"))
        for precision, tolerance, bits in (("double", 1e-12, 64), ("single", 1e-5, begins)):
            settings = gobc.Settings(precision=precision, tuning=tuning)
            got = graph.betweenness(preset="raw", sources=sources, device="cuda", settings=settings)
            near(got, want, tolerance, f"{tuning} {name} {precision}")
            assert got.plan["path"]["precision"] == bits


@pytest.mark.parametrize("kernel", ["ready_batch", "corrected"])
def test_edges_keep_the_range(kernel):
    """Sources at the ends leave the range of the ready-batch sweep, those in the middle of their batch do not."""
    edges = diamonds(1100)
    graph, options = gobc.Graph(edges), {"preset": "raw", "sources": sources_of(edges)}
    for measures in (["edge_betweenness"], ["betweenness", "edge_betweenness"]):
        want = graph.centralities(measures, device="cpu", **grouped(tuning="kernel=exponents", **options))
        got = graph.centralities(measures, device="cuda", **grouped(tuning=f"gpu_kernel={kernel};gpu_lanes=32", **options))
        near(got, want, 1e-12, f"{kernel} {measures}")
        assert got.plan["gpu"]["kernel"] == kernel and got.plan["gpu"]["launches"] > 1  # of another sweep


def test_a_chain_by_formula():
    """From one end of k diamonds: a joint passes on all that lies behind it, each of two sides half."""
    count = 1030
    graph = gobc.Graph(diamonds(count))
    for source, flip in ((0, False), (3 * count, True)):
        values = columns(graph.betweenness(preset="raw", sources=[source], device="cuda"))["betweenness"]
        labels = numpy.array(list(graph.betweenness(sources=[source], device="cpu")["node"]))
        for label, value in zip(labels, values):
            place = label if not flip else 3 * count - label
            joint, side = divmod(int(place), 3)
            behind = 3 * count - 3 * joint  # vertices after this joint
            want = 0 if place == 0 else behind if side == 0 else (behind - 2) / 2
            assert value == want, f"from {source}: {value!r} at {label}, not {want!r}"


@pytest.mark.filterwarnings("ignore::gobc.GobcWarning")  # beyond float64: inf, with a warning
@pytest.mark.parametrize("weight", [False, True])
@pytest.mark.parametrize("name", ["diamonds 130", "diamonds 1030", "grid 35"])
def test_stress(name, weight):
    edges = GRAPHS[name]
    graph = gobc.Graph((*edges, numpy.full(len(edges[0]), 3)) if weight else edges, weight=weight or None)
    sources = sources_of(edges)
    options = {"measures": ["betweenness", "stress"], "preset": "raw", "sources": sources}
    near(graph.centralities(device="cuda", **options), graph.centralities(device="cpu", **options), 1e-12, name)


@pytest.mark.parametrize("directed", [False, True])
def test_stress_over_many_levels(directed):
    """Behind 2,000 levels lie 2^24 paths: a level adds one to so many, which single precision would lose."""
    chain, doubled = numpy.arange(2024), numpy.arange(2000, 2024)
    edges = numpy.append(chain, doubled), numpy.append(chain, doubled) + 1
    graph = gobc.Graph(edges, directed=directed)
    options = {"preset": "raw", "parallel": "count", "sources": [0, 2024]}
    want = graph.stress(device="cpu", **grouped(**options))
    near(graph.stress(device="cuda", **grouped(precision="single", **options)), want, 1e-5)


@pytest.mark.filterwarnings("ignore::gobc.GobcWarning")
def test_sources_that_the_cpu_took_are_counted():
    """Stress beyond what the GPU's integers hold needs exponents: the CPU takes those sources, and the plan says so."""
    graph = gobc.Graph(diamonds(1030))
    result = graph.centralities(["stress"], preset="raw", sources=[0, 1, 1500], device="cuda")
    assert result.plan["gpu"]["sources_on_cpu"] >= 1
