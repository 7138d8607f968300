"""The papers' methods for weighted graphs against the engine on the CPU: vertices and edges, types of lengths, ties."""

import numpy
import pytest

import gobc
from comparing import near
from graphs import KINDS, random
from grouped import grouped
from setting import ALL, EMULATED
from test_vectors import WIDE, agrees, options_of, read

METHODS = ["node-parallel", "weighted-work-efficient", "warp-centric", "warp-centric:warp=4",
           "warp-centric:warp=8,queue=0", "warp-centric:warp=16", "warp-centric:warp=32,queue=0"]
BOTH = ["betweenness", "edge_betweenness"]
GRAPHS = 20 if EMULATED else 2000
VERTICES = 60 if EMULATED else 1200
MOST = 45 if EMULATED else 1000
VECTORS = [path for path in WIDE if "weights" in (head := read(path)[0]) and int(head["vertices"]) <= MOST]
TYPES = {"whole": "uint16", "decimals": "uint16", "long": "uint64", "near": "float64", "reals": "float64", "digits": "float64"}


def by(strategy, device="cuda"):
    return {"device": device, "strategy": strategy}


def weights(kind, count, seed):
    """Lengths of edges. Those of few values tie often: in float64 too, where sums in another order differ."""
    draw = numpy.random.default_rng([seed, 140])
    if kind == "digits":
        return draw.random(count) + 0.5
    few = draw.integers(1, 4, count)
    if kind == "long":  # lengths beyond 32 bits
        return few * 1_400_000_001
    if kind == "near":  # sums differ by less than a tolerance
        return few * 10 ** 10 + draw.integers(0, 2, count)
    return {"whole": few, "decimals": few / 10, "reals": few * numpy.pi}[kind]


def compare(graph, strategy, what="", measures=BOTH, device="cuda", **options):
    want = graph.centralities(measures, preset="raw", device="cpu", **grouped(**options))
    got = graph.centralities(measures, preset="raw", **grouped(**by(strategy, device), **options))
    assert got.plan["strategy"]["name"] == strategy.partition(":")[0]
    assert got.plan["path"]["precision"] == 64
    near(got, want, 1e-12, f"{what} {strategy} {options}")
    if measures is BOTH:
        near(got.edges, want.edges, 1e-12, f"{what} edges {strategy} {options}")
    return got.plan


def graph_of(kind, weight, directed, seed=3, n=VERTICES):
    first, second = random(kind, seed, n)
    return gobc.Graph((first, second, weights(weight, len(first), seed)), weight=True, directed=directed)


def test_small_random_graphs():
    """Of up to 30 vertices; parallel edges, loops and isolated vertices among them."""
    for number in range(GRAPHS):
        draw = numpy.random.default_rng([number, 2018])
        n = int(draw.integers(2, 31))
        edges = draw.integers(0, n, (2, int(draw.integers(1, 4 * n))))
        kind = list(TYPES)[number % len(TYPES)]
        table = (*edges, weights(kind, edges.shape[1], number))
        with gobc.Graph(table, weight=True, directed=bool(number // 5 % 2), nodes=list(range(n))) as graph:
            for method in METHODS[number % 2::2] if EMULATED else METHODS:
                compare(graph, method, f"graph {number} {kind}")


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_kinds(kind, directed):
    """Long lists and many threads at one lock among them."""
    for i, weight in enumerate(("whole", "reals")):
        graph = graph_of(kind, weight, directed)
        some = list(graph.closeness(sources=[], device="cpu")["node"])[::6] if EMULATED else None
        for method in METHODS[(KINDS.index(kind) + 3 * i + directed) % 7:][:1] if EMULATED else METHODS:
            compare(graph, method, f"{kind} {weight} directed={directed}", sources=some)


@pytest.mark.parametrize("weight, held", TYPES.items())
def test_types_of_lengths(weight, held):
    for directed in (False, True):
        plan = compare(graph_of("middling", weight, directed, n=40), "warp-centric:warp=4", weight)
        assert plan["lengths"]["type"] == held and "sources_on_cpu" not in plan["gpu"]


@pytest.mark.parametrize("strategy", METHODS[:4])
def test_conventions(strategy):
    for directed in (False, True):
        graph = graph_of("multiple", "whole", directed, n=24)
        some = list(graph.closeness(device="cpu")["node"])[::3]
        for options in ({"parallel": "count"}, {"sources": some}):
            compare(graph, strategy, f"directed={directed}", **options)
        for options in ({"normalized": True}, {"endpoints": True}):
            compare(graph, strategy, f"directed={directed}", ["betweenness"], **options)


def test_there_are_vectors():
    assert len(VECTORS) >= 18


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_vectors(path):
    head, nodes, edges, blocks = read(path)
    label = int if head["labels"] == "int64" else str
    length = int if head["weights"] == "int64" else float
    columns = [[label(edge[end]) for edge in edges] for end in (0, 1)]
    columns.append([length(float(edge[2])) for edge in edges])
    graph = gobc.Graph(tuple(columns), weight=True, directed=head["directed"] == "1",
                       nodes=[label(node) for node in nodes] or None)
    answered = 0
    for number, block in enumerate(blocks):
        options = options_of(block, label)
        if "betweenness" not in block["columns"] or cannot(block, options):
            continue
        column, tolerance = block["columns"].index("betweenness"), float(block["tolerance"][0])
        of_edges = block["edge_columns"]
        arc_column = of_edges.index("edge_betweenness") if "edge_betweenness" in of_edges else None
        for method in METHODS[number % 7:][:1] if EMULATED else METHODS:
            result = graph.centralities(BOTH, **grouped(**{**options, **by(method)}))
            for node, want in block["rows"]:
                got = result.value(label(node), "betweenness")
                assert agrees(got, want[column], tolerance), f"{options} {method} {node}: {got!r}, not {want[column]!r}"
            for row, _, want in block["edge_rows"] if arc_column is not None else ():
                got = result.edges["edge_betweenness"][row]
                assert agrees(got, want[arc_column], tolerance), f"{options} {method} row {row}: {got!r}, not {want!r}"
            answered += 1
    assert answered or all(cannot(block, options_of(block, label)) for block in blocks)


def cannot(block, options):
    """Whether a block asks for what the methods cannot do."""
    return bool({"cutoff", "targets"} & set(options)) or block["options"].get("weighted") == "0"


@pytest.mark.parametrize("strategy", METHODS[:3])
def test_path_counts_beyond_the_range_run_elsewhere(strategy):
    count = 1030
    corner = 3 * numpy.arange(count)
    table = (numpy.concatenate([corner, corner, corner + 1, corner + 2]),
             numpy.concatenate([corner + 1, corner + 2, corner + 3, corner + 3]), numpy.full(4 * count, 7))
    graph = gobc.Graph(table, weight=True)
    plan = compare(graph, strategy, "diamonds", sources=[0, 3 * count, 3 * (count // 2)][:1 if EMULATED else 3])
    assert plan["gpu"]["sources_on_cpu"] == (1 if EMULATED else 2), "from an end, not from the middle"


def chain(gaps):
    """Vertex 9 is reached over 1, 2 and 3, settled one after the other; the k-th way is shorter than 6 by gaps[k]."""
    ways = [(0, 1, 1), (0, 2, 2), (0, 3, 3)] + [(k, 9, 6 - k - gap) for k, gap in zip((1, 2, 3), gaps)]
    source, target, length = zip(*ways, (1, 4, .5), (2, 5, .5), (3, 6, .5))
    return gobc.Graph((source, target, numpy.array(length) * numpy.pi), weight=True)


@pytest.mark.parametrize("strategy", METHODS[:3] if EMULATED else METHODS)
@pytest.mark.parametrize("gaps, elsewhere", [
    ((0, 0, 0), 0), ((0, 3e-6, 0), 0), ((3e-6, 0, 3e-6), 0),  # all tie with the shortest
    ((0, 3e-6, 1e-3), 0), ((0, 1e-3, 1e-3), 0), ((1e-3, 3e-6, 0), 0),  # what came first ties with it wholly or not
    ((0, 4.8e-6, 9.6e-6), 1), ((4.8e-6, 0, 9.6e-6), 1),  # one of the first two ties with the last
])
def test_ties_within_a_tolerance(strategy, gaps, elsewhere):
    graph = chain(gaps)
    plan = compare(graph, strategy, f"{gaps}", tie_tolerance=1e-6, sources=[0])
    assert plan["gpu"].get("sources_on_cpu", 0) == elsewhere
    compare(graph, strategy, f"{gaps}", tie_tolerance=1e-6)
    compare(graph, strategy, f"{gaps}", tie_tolerance=0)


LOST = 1.5e-3 * numpy.pi  # between the tolerance of ties times the longest distance from vertex 0, and from elsewhere


@pytest.mark.parametrize("strategy", ["node-parallel", "weighted-work-efficient"])
@pytest.mark.parametrize("at", [0, 1])
def test_lost_weights_are_refused(strategy, at):
    """At the middle of the star no source is kept from its end, at a tip some is."""
    graph = gobc.Graph(([0, 0, at], [1, 2, 3], [numpy.pi, numpy.pi, LOST]), weight=True)
    for options in (by(strategy), {"device": "cpu"}):
        with pytest.raises(gobc.DataError, match="row 2: the weight 0.0047.* is too small to resolve relative to distances of 6"):
            graph.betweenness(sources=[2], **grouped(tie_tolerance=1e-3, **options))


def test_several_devices_share_the_sources():
    graph = graph_of("middling", "whole", False, n=40)
    for strategy in METHODS:
        assert compare(graph, strategy, device=ALL)["device"] == ALL


def test_blocks():
    graph = graph_of("middling", "whole", False, n=40)
    for text, slots in (("node-parallel:blocks=1", 1), ("warp-centric:blocks=7,warp=4", 7)):
        assert compare(graph, text)["gpu"]["slots"] == slots, text


def test_nothing_to_walk():
    with gobc.Graph(([], [], []), weight=True, nodes=[1, 2]) as graph:
        compare(graph, "node-parallel", "no edges")
    with gobc.Graph(([1, 1], [1, 1], [2.5, 2.5]), weight=True) as graph:
        compare(graph, "warp-centric", "a loop")


REFUSED = [
    ("closeness", {}, "computes betweenness, edge_betweenness alone"),
    ("edge_stress", {}, "computes betweenness, edge_betweenness alone"),
    ("betweenness", {"cutoff": 3}, "takes no targets"),
    ("betweenness", {"device": "cpu"}, "choose device cuda or auto"),
    ("betweenness", {"weight": False}, "is for weighted graphs"),
]


@pytest.mark.parametrize("measure, options, words", REFUSED, ids=str)
def test_what_a_method_cannot_do_is_refused(measure, options, words):
    graph = gobc.Graph([(0, 1, 2), (1, 2, 3)], weight=True)
    with pytest.raises(gobc.UnsupportedError, match=words):
        getattr(gobc, measure)(graph, **grouped(**{**by("node-parallel"), **options}))


def test_graphs_without_weights_are_refused():
    for strategy in METHODS:
        with pytest.raises(gobc.UnsupportedError, match="is for weighted graphs"):
            gobc.betweenness([(0, 1), (1, 2)], **grouped(**by(strategy)))


WRONG = [("warp-centric:warp=12", "warp is \"12\"; give one of .4 8 16 32. "),
         ("warp-centric:warp=64", "give a number from 4 to 32"), ("warp-centric:queue=0.5", "give one of .0 1. "),
         ("node-parallel:warp=8", "has no parameter \"warp\"; it has blocks")]


@pytest.mark.parametrize("strategy, words", WRONG)
def test_wrong_strategies(strategy, words):
    with pytest.raises(gobc.ArgumentError, match=words):
        gobc.betweenness([(0, 1, 1), (1, 2, 1)], weight=True, **grouped(**by(strategy)))
