"""The papers' methods against the engine on the CPU: random graphs, the conformance vectors, what they refuse.

Emulated blocks take milliseconds a level: there, vectors of up to 25 vertices run by every method, those of up to 77 by
one.
"""

import numpy
import pytest

import gobc
from comparing import near
from graphs import KINDS, diamonds, random
from grouped import grouped
from setting import ALL, EMULATED, RANDOM_VERTICES
from test_gpu_vectors import load
from test_vectors import CASES, agrees, asked, options_of, read

METHODS = ["pull", "vertex-parallel", "edge-parallel", "work-efficient", "hybrid", "hybrid:alpha=2,beta=3", "sampling",
           "sampling:samples=5,gamma=50,frontier=2", "coarse", "gpu-fan"]
TOLERANCE = {"double": 1e-12, "single": 1e-4}
GRAPHS = 24 if EMULATED else 2000
FEW, MANY = (25, 77) if EMULATED else (1000, 10000)


def vertices_of(path):
    return int(read(path)[0]["vertices"])


VECTORS = [path for path in CASES if vertices_of(path) <= MANY]


def by(strategy):
    return {"device": "cuda", "strategy": strategy}


def compare(graph, strategy, precision="double", what="", **options):
    want = graph.betweenness(preset="raw", device="cpu", **grouped(**options))
    got = graph.betweenness(preset="raw", **grouped(precision=precision, **by(strategy), **options))
    assert got.plan["strategy"]["name"] == strategy.partition(":")[0]
    assert got.plan["path"]["precision"] == (64 if precision == "double" else 32)
    near(got, want, TOLERANCE[precision], f"{what} {strategy} {precision} {options}")
    return got


def small_graph(number):
    """A random graph of up to 30 vertices; parallel edges, loops and isolated vertices among them."""
    draw = numpy.random.default_rng([number, 2009])
    n = int(draw.integers(2, 31))
    edges = draw.integers(0, n, (2, int(draw.integers(1, 4 * n))))
    return gobc.Graph(tuple(edges), directed=bool(number % 2), nodes=list(range(n)))


def test_small_random_graphs():
    for number in range(GRAPHS):
        with small_graph(number) as graph:
            want = graph.betweenness(preset="raw", device="cpu")
            for i, strategy in enumerate(METHODS):
                precision = "single" if (number + i) % 3 == 0 else "double"
                got = graph.betweenness(preset="raw", **grouped(precision=precision, **by(strategy)))
                near(got, want, TOLERANCE[precision], f"graph {number} {strategy} {precision}")


def test_edges_of_small_random_graphs():
    for number in range(GRAPHS):
        with small_graph(number) as graph:
            want = graph.edge_betweenness(preset="raw", device="cpu")
            near(graph.edge_betweenness(preset="raw", **grouped(**by("pull"))), want, 1e-12, f"graph {number}")


@pytest.mark.parametrize("strategy", METHODS)
@pytest.mark.parametrize("kind", KINDS)
def test_kinds(kind, strategy):
    # gpu-fan waits for the host on every level of every source.
    vertices = 60 if EMULATED else 300 if strategy == "gpu-fan" else RANDOM_VERTICES
    for directed in (False, True):
        graph = gobc.Graph(tuple(random(kind, 3, vertices)), directed=directed)
        # Emulated, half of the kinds in single precision each way.
        both = not EMULATED or KINDS.index(kind) % 2 == directed
        for precision in TOLERANCE if both else ("double",):
            compare(graph, strategy, precision, f"{kind} directed={directed}")


@pytest.mark.parametrize("strategy", METHODS)
def test_conventions(strategy):
    for directed in (False, True):
        graph = gobc.Graph(tuple(random("multiple", 5, 60)), directed=directed)
        some = list(graph.closeness(device="cpu")["node"])[::3]
        for options in ({"parallel": "count"}, {"sources": some}, {"normalized": True}, {"endpoints": True}):
            compare(graph, strategy, "double", f"directed={directed}", **options)


def test_there_are_vectors():
    assert len(VECTORS) >= (25 if EMULATED else len(CASES))


@pytest.mark.long  # 45 s on the emulated driver; the random graphs below ask every method too
@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_vectors(path):
    graph, blocks, label = load(path)
    methods = METHODS if graph.num_nodes <= FEW else ["hybrid"]
    blocks = [block for block in blocks if "betweenness" in block["columns"]]
    for block in blocks:
        options, column = options_of(block, label), block["columns"].index("betweenness")
        for strategy in methods:
            for precision in ("double",) if "precision" in options else ("double", "single"):
                given = {"precision": precision, **options, **by(strategy)}
                result = asked(graph, block).betweenness(**grouped(**given))
                tolerance = max(float(block["tolerance"][0]), 0 if given["precision"] == "double" else TOLERANCE["single"])
                for node, want in block["rows"]:
                    got = result.value(label(node), "betweenness")
                    assert agrees(got, want[column], tolerance), f"{asked} {node}: {got!r}, not {want[column]!r}"


@pytest.mark.parametrize("strategy", METHODS)
def test_path_counts_beyond_the_range_run_elsewhere(strategy):
    for count, precision in ((130, "single"), (1030, "double")):
        if EMULATED and count > 130 and strategy != "work-efficient":
            continue
        graph = gobc.Graph(diamonds(count))
        ends = [0, 3 * count, 3 * (count // 2)]
        got = compare(graph, strategy, precision, f"{count} diamonds", sources=ends)
        assert got.plan["gpu"]["sources_on_cpu"] == 2, "from an end, not from the middle"


def test_several_devices_share_the_sources():
    graph = gobc.Graph(tuple(random("middling", 8, 80)))
    want = graph.betweenness(device="cpu")
    for strategy in METHODS:
        got = graph.betweenness(**grouped(**{**by(strategy), "device": ALL}))
        near(got, want, 1e-12, strategy)
        assert got.plan["device"] == ALL


def test_blocks():
    graph = gobc.Graph(tuple(random("middling", 8, 80)))
    want = graph.betweenness(device="cpu")
    for text, slots in (("work-efficient:blocks=1", 1), ("pull:blocks=7", 7), ("coarse:memory=1e6", 80)):
        got = graph.betweenness(**grouped(**by(text)))
        near(got, want, 1e-12, text)
        assert got.plan["gpu"]["slots"] == slots, text


FOUR = ["betweenness", "stress", "closeness", "eccentricity_centrality"]


def test_the_measures_of_gpu_fan():
    for number in range(GRAPHS // 4):
        with small_graph(number) as graph:
            for preset in ("gpufan", "networkx"):
                want = graph.centralities(FOUR, preset=preset, device="cpu")
                got = graph.centralities(FOUR, preset=preset, **grouped(**by("gpu-fan")))
                near(got, want, 1e-12, f"graph {number} {preset}")
    graph = gobc.Graph(tuple(random("middling", 4, 90)))
    for measures in (["stress"], ["closeness"], ["eccentricity", "betweenness"]):
        some = list(graph.closeness(device="cpu")["node"])[::3]
        for sources in (None, some):
            want = graph.centralities(measures, sources=sources, device="cpu")
            got = graph.centralities(measures, sources=sources, **grouped(**{**by("gpu-fan"), "device": ALL}))
            near(got, want, 1e-12, str(measures))


def test_stress_that_leaves_the_range_runs_elsewhere():
    graph = gobc.Graph(diamonds(130))
    want = graph.stress(sources=[0, 195], device="cpu")
    got = graph.stress(sources=[0, 195], **grouped(**by("gpu-fan")))
    near(got, want, 1e-12)
    assert got.plan["gpu"]["sources_on_cpu"] == 1


def test_a_matrix_that_does_not_fit_is_refused():
    graph = gobc.Graph([(0, 1), (1, 2)], nodes=list(range(100_000 if EMULATED else 3_000_000)))
    with pytest.raises(gobc.MemoryLimitError, match="gpu-fan keeps a matrix of predecessors"):
        graph.betweenness(sources=[0], **grouped(**by("gpu-fan")))


REFUSED = [
    ("closeness", {}, "hybrid", "computes betweenness alone, not closeness"),
    ("edge_betweenness", {}, "hybrid", "computes betweenness alone"),
    ("edge_stress", {}, "pull", "computes betweenness, edge_betweenness alone"),
    ("harmonic", {}, "gpu-fan", "not harmonic"),
    ("decay", {}, "gpu-fan", "not decay"),
    ("betweenness", {}, "serial", "runs on the CPU"),
    ("betweenness", {"epsilon": 0.1}, "hybrid", "makes no estimates"),
    ("betweenness", {"cutoff": 3}, "hybrid", "takes no targets"),
    ("betweenness", {"targets": [1]}, "hybrid", "takes no targets"),
    ("betweenness", {"device": "cpu"}, "hybrid", "choose device cuda or auto"),
]


@pytest.mark.parametrize("measure, options, strategy, words", REFUSED, ids=str)
def test_what_a_method_cannot_do_is_refused(measure, options, strategy, words):
    graph = gobc.Graph([(0, 1), (1, 2)])
    with pytest.raises(gobc.UnsupportedError, match=words):
        getattr(graph, measure)(**grouped(**{**by(strategy), **options}))


WRONG = [("nonsense", "unknown strategy \"nonsense\"; choose from pull, "), ("hybrid:gamma=3", "it has alpha, beta, blocks"),
         ("hybrid:alpha=x", "give a number from 0"), ("sampling:samples=0", "give a number from 1"),
         ("pull:blocks=nan", "blocks is")]


@pytest.mark.parametrize("strategy, words", WRONG)
def test_wrong_strategies(strategy, words):
    with pytest.raises(gobc.ArgumentError, match=words):
        gobc.betweenness([(0, 1), (1, 2)], **grouped(**by(strategy)))


def test_weights():
    graph = gobc.Graph([(0, 1, 2), (1, 2, 3), (0, 2, 9)], weight=True)
    with pytest.raises(gobc.UnsupportedError, match="is for unweighted graphs"):
        graph.betweenness(**grouped(**by("hybrid")))
    compare(graph.unweighted(), "hybrid")
