"""Blocks of graphs on GPUs: the answers of the CPU, of the same blocks and of the whole graph."""

import numpy
import pytest

import gobc
from comparing import near, same_bits, same_numbers
from graphs import KINDS, diamonds, random
from grouped import grouped
from setting import ALL, RANDOM_VERTICES, outside
from test_gpu_random import LEVELS, graph_of

MEASURES = ["betweenness", "edge_betweenness"]
READY = ["gpu_kernel=ready_batch", "gpu_kernel=corrected"]


def ask(graph, measure, device, reductions, **more):
    return graph.centralities([measure], **grouped(device=device, reductions=reductions, preset="raw", **more))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("device", ["cuda", ALL])
def test_blocks(kind, device):
    for seed in range(3):
        graph, compare = graph_of(kind, seed, False)
        for measure in MEASURES:
            got, whole = ask(graph, measure, device, "blocks"), ask(graph, measure, "cpu", "none")
            assert got.plan["reductions"][0]["taken"] and got.plan["device"].startswith("cuda:0")
            compare(got, ask(graph, measure, "cpu", "blocks"), kind)
            assert numpy.abs(numpy.array(got[measure]) - whole[measure]).max() <= 1e-12 * max(whole[measure])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("device", ["cuda", ALL])
def test_closeness_by_blocks(kind, device):
    """Sums of distances are whole numbers, the same with blocks and without."""
    for seed in range(3):
        graph, _ = graph_of(kind, seed, False)
        whole = ask(graph, "closeness", "cpu", "none")["closeness"]
        got = ask(graph, "closeness", device, "blocks")
        assert got.plan["reductions"][0]["taken"] and list(got["closeness"]) == list(whole)
        both = graph.centralities(["betweenness", "closeness"], **grouped(device=device, reductions="blocks", preset="raw"))
        assert list(both["closeness"]) == list(whole)
        assert list(both["betweenness"]) == list(ask(graph, "betweenness", device, "blocks")["betweenness"])


@pytest.mark.parametrize("kind", KINDS)
def test_kernels(kind):
    """Sources and targets with weights have the same bits in every kernel and width, and on all devices."""
    for measure, tunings in (("betweenness", [*LEVELS, "gpu_kernel=queue", *READY]), ("edge_betweenness", [*LEVELS, *READY])):
        graph, compare = graph_of(kind, 1, False)
        want = ask(graph, measure, "cuda", "blocks")
        compare(want, ask(graph, measure, "cpu", "blocks"), kind)
        for tuning in tunings:
            same_bits(ask(graph, measure, "cuda", "blocks", tuning=tuning), want, f"{kind} {tuning}")
        same_bits(ask(graph, measure, ALL, "blocks", tuning=tunings[-1]), want, f"{kind} {ALL}")


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_of_paths(kind):
    """Numbers of paths are whole: the same as on the CPU and without blocks, in every width and on all devices."""
    graph, compare = graph_of(kind, 2, False)
    for measure, options in (("stress", [{"tuning": tuning} for tuning in LEVELS]), ("edge_stress", [{}, {"tuning": LEVELS[0]}])):
        want = ask(graph, measure, "cpu", "blocks")
        same_numbers(want, ask(graph, measure, "cpu", "none"), kind)
        for more in options:
            got = ask(graph, measure, "cuda", "blocks", **more)
            compare(got, want, f"{kind} {measure} {more}")
            assert got.plan["reductions"][0]["taken"] and got.plan["gpu"]["kernel"] == "levels"
        compare(ask(graph, measure, ALL, "blocks"), want, f"{kind} {measure} {ALL}")


@pytest.mark.parametrize("count, flagged", [(3, False), (6, False), (14, True)])
def test_stress_of_many_paths(count, flagged):
    """2^(9 count) paths beside a way back as long, and leaves: exact, rounded, and out of the range of a GPU."""
    across = [numpy.repeat(column, 16) for column in diamonds(count)]
    way = [0, *range(3 * count + 1, 5 * count), 3 * count]
    leaves = [0, 5, 6], [90, 91, 92]
    graph = gobc.Graph((numpy.concatenate([across[0], way[:-1], leaves[0]]), numpy.concatenate([across[1], way[1:], leaves[1]])))
    for measure in ("stress", "edge_stress"):
        got, want = (ask(graph, measure, device, "blocks", parallel="count") for device in ("cuda", "cpu"))
        same_bits(got, want, measure)
        near(got, ask(graph, measure, "cpu", "none", parallel="count"), 1e-12, measure)
        assert got.plan["reductions"][0]["taken"] and (got.plan["path"].get("flagged", 0) > 0) == flagged


@pytest.mark.parametrize("kernel", ["weighted", "weighted_queue"])
@pytest.mark.parametrize("kind", KINDS)
def test_weighted(kind, kernel):
    sources, targets = random(kind, 2, RANDOM_VERTICES)
    lengths = numpy.random.default_rng(3).integers(1, 4, len(sources))
    graph = gobc.Graph({"source": sources, "target": targets, "weight": lengths}, weight="weight")
    for measure in MEASURES[:1] if kernel == "weighted_queue" else [*MEASURES, "stress", "edge_stress"]:
        got, want = ask(graph, measure, "cuda", "blocks", tuning=f"gpu_kernel={kernel}"), ask(graph, measure, "cpu", "blocks")
        same_bits(got, want, f"{kind} {measure}")
        assert got.plan["reductions"][0]["taken"]


@pytest.mark.parametrize("spec, why", [("delaunay:n=60000", "it would save too little"),
                                       ("barabasi_albert:n=20000,m=1", None)])
def test_blocks_are_taken_where_they_pay(spec, why):
    """A tree takes no sweep, and one block a longer one."""
    graph = gobc.Graph(gobc.generate(spec))
    told = gobc.plan(graph, ["betweenness"], device="cuda")["reductions"][0]
    assert told["taken"] if why is None else why in told["why"], told


def test_a_tree_takes_no_sweep():
    """Nothing is left for a GPU, and nothing runs there."""
    path = gobc.Graph({"source": list(range(999)), "target": list(range(1, 1000))})
    for measure, want in (("betweenness", [2 * v * (999 - v) for v in range(1000)]),
                          ("edge_betweenness", [2 * (v + 1) * (999 - v) for v in range(999)])):
        result = ask(path, measure, "cuda", "blocks")
        assert result.plan["reductions"][0]["vertices"] == {"before": 1000, "after": 0}
        assert list(result[measure]) == want


def test_auto_asks_no_gpu_where_blocks_leave_no_sweep(tmp_path):
    """Stress of a tree takes no sweep by blocks."""
    calls = [{"device": "auto", "measures": ["stress"], "reductions": name, "tuning": "auto_seconds=1e-6"}
             for name in ("blocks", "none")]
    by_blocks, whole, _ = outside(tmp_path, "barabasi_albert:n=200,m=1", calls)
    assert by_blocks["gpu"] is None and whole["gpu"]["kernel"], (by_blocks, whole)
