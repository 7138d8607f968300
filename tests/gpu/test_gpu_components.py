"""Small components, each swept whole by a block (gpu_kernel=components): the bits of the other kernels and of processors."""

import numpy
import pytest

import gobc
from comparing import near, same_bits
from graphs import KINDS, grid, random

COMPONENTS = "gpu_kernel=components"


def side_by_side(graphs):
    """The edges of some graphs as one, with numbers of their own."""
    sources, targets, start = [], [], 0
    for edges in graphs:
        first, second = (numpy.asarray(ends, dtype=numpy.int64) for ends in edges)
        sources.append(first + start)
        targets.append(second + start)
        start += int(max(first.max(initial=-1), second.max(initial=-1))) + 1
    return numpy.concatenate(sources), numpy.concatenate(targets)


def mixed(n=60):
    """The last one is small, and has lists longer than a segment."""
    dense = tuple(numpy.random.default_rng(7).integers(0, 110, (2, 6000)))
    return side_by_side([*(random(kind, seed, n + 20 * seed) for kind in KINDS for seed in range(3)), dense])


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("precision", ["double", "single"])
def test_components_have_the_bits_of_levels(directed, precision):
    edges = mixed()
    graph = gobc.Graph(edges, directed=directed)
    some = numpy.unique(numpy.concatenate(edges))[::7].tolist()
    for options in ({}, {"cutoff": 2}, {"sources": some}, {"preset": "igraph"}):
        got = graph.betweenness(device="cuda", settings=gobc.Settings(precision=precision, tuning=COMPONENTS), **options)
        assert got.plan["gpu"]["kernel"] == "components"
        same_bits(got, graph.betweenness(
            device="cuda", settings=gobc.Settings(precision=precision, tuning="gpu_kernel=levels"), **options), str(options))


def test_components_have_the_bits_of_processors():
    kinds = [kind for kind in KINDS if kind != "stars"]  # whose lists are longer than a segment
    graph = gobc.Graph(side_by_side([random(kind, 5, 90) for kind in kinds]))
    got = graph.betweenness(device="cuda", settings=gobc.Settings(tuning=COMPONENTS))
    same_bits(got, graph.betweenness(device="cpu"))


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("precision", ["double", "single"])
@pytest.mark.parametrize("n", [150, 450, 900, 2000, 3500])
def test_teams_have_the_bits_of_levels(n, precision, directed):
    """Teams of one to sixteen warps, in components of more vertices than a batch sweeps at once."""
    edges = side_by_side([random(kind, 4, n) for kind in KINDS if kind != "sparse"])
    graph = gobc.Graph(edges, directed=directed)
    names = numpy.unique(numpy.concatenate(edges))
    some = names[::len(names) // 40].tolist()
    for options in ({}, {"cutoff": 3}, {"preset": "igraph"}):
        got, want = (graph.betweenness(device="cuda", sources=some, settings=gobc.Settings(precision=precision, tuning=tuning),
                                       **options) for tuning in (COMPONENTS, "gpu_kernel=levels"))
        assert "batches_without_room" not in got.plan["gpu"]
        same_bits(got, want, f"{n} {options}")


def test_many_small_components_are_swept_whole():
    """Without being asked for; other measures have the other kernels."""
    graph = gobc.Graph(side_by_side([random("middling", seed, 12) for seed in range(300)]))
    got = graph.betweenness(device="cuda")
    assert got.plan["gpu"]["kernel"] == "components"
    same_bits(got, graph.betweenness(device="cpu"))
    assert graph.centralities(["betweenness", "stress"], device="cuda").plan["gpu"]["kernel"] != "components"


@pytest.mark.parametrize("leaves", [63, 64, 65, 127, 128, 129])
def test_lists_as_long_as_a_segment(leaves):
    graph = gobc.Graph([(0, leaf) for leaf in range(1, leaves + 1)])
    got = graph.betweenness(device="cuda", preset="raw", settings=gobc.Settings(tuning=COMPONENTS))
    assert got.value(0) == leaves * (leaves - 1) and got.value(leaves) == 0


def test_what_a_block_has_no_room_for_runs_level_by_level():
    """Paths with more levels than a distance holds, and components with more vertices than shared memory."""
    path = numpy.arange(399), numpy.arange(1, 400)
    large = random("middling", 2, 9000)
    edges = side_by_side([path, grid(20, 20), random("middling", 1, 100), large])
    graph = gobc.Graph(edges)
    options = {"preset": "raw", "sources": [*range(0, 800, 31), int(edges[0][-1])]}
    got = graph.betweenness(device="cuda", settings=gobc.Settings(tuning=COMPONENTS), **options)
    assert got.plan["gpu"]["batches_without_room"] > 0
    same_bits(got, graph.betweenness(device="cuda", settings=gobc.Settings(tuning="gpu_kernel=levels"), **options))


def chain_of(wide, count):
    """A chain of `count` links, each with `wide` nodes between two ends: wide^count shortest paths from end to end."""
    first = (wide + 1) * numpy.arange(count)
    between = [first + 1 + k for k in range(wide)]
    return numpy.concatenate([first] * wide + between), numpy.concatenate(between + [first + wide + 1] * wide)


def test_counts_out_of_range():
    """3^110 paths from end to end, 3^55 from the middle: lanes that single precision cannot hold run in double."""
    graph = gobc.Graph(side_by_side([chain_of(3, 110), random("middling", 1, 50)]))
    for precision, tolerance in (("single", 1e-5), ("double", 1e-12)):
        options = {"preset": "raw", "sources": [0, 3, 219, 220, 221, 440, 445]}
        want = graph.betweenness(device="cpu", settings=gobc.Settings(tuning="kernel=exponents"), **options)
        settings = gobc.Settings(precision=precision, tuning=COMPONENTS)
        near(graph.betweenness(device="cuda", settings=settings, **options), want, tolerance, precision)


def test_counts_of_the_smallest_out_of_range():
    """9^45 paths from end to end of a path whose edges are there nine times: too many for single precision."""
    first = numpy.repeat(numpy.arange(45), 9)
    graph = gobc.Graph(side_by_side([(first, first + 1), random("middling", 1, 50)]))
    options = {"preset": "igraph", "sources": [0, 1, 22, 44, 45]}
    want = graph.betweenness(device="cpu", **options)
    settings = gobc.Settings(precision="single", tuning=COMPONENTS)
    near(graph.betweenness(device="cuda", settings=settings, **options), want, 1e-5, "single")


@pytest.mark.parametrize("options", [{"measures": "stress"}, {"measures": "edge_betweenness"}, {"sources": {0: 2.0}}])
def test_what_components_do_not_compute(options):
    graph = gobc.Graph([(0, 1), (1, 2)])
    options = {"measures": "betweenness"} | options
    with pytest.raises(gobc.Error, match="gpu_kernel=components does not fit"):
        graph.centralities(options.pop("measures"), device="cuda", settings=gobc.Settings(tuning=COMPONENTS), **options)
