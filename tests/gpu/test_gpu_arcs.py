"""Edges, targets, weights of sources and cutoffs: the GPU against the CPU; what is left to the CPU is said."""

import numpy
import pytest

import gobc
from comparing import MEASURES, near, same_bits
from graphs import KINDS, diamonds, grid, layers, random
from grouped import grouped
from setting import ALL, EMULATED, GPUS, RANDOM_VERTICES
from test_gpu_random import FULL, LEVELS, SEEDS, graph_of, sources_of

EDGES = ["edge_betweenness", "edge_stress"]
PATHS = ["betweenness", "stress"]
BOTH = ["betweenness", "edge_betweenness"]
TUNINGS = [*LEVELS, "gpu_hub=70", "gpu_hub=3", "gpu_room=1;gpu_width=16", "gpu_order=bfs", "gpu_order=rcm",
           "gpu_order=hubs;gpu_width=64", "gpu_order=balls8;gpu_width=128"]
READY_BATCH = [f"gpu_kernel={kernel}{more}" for kernel in ("ready_batch", "corrected")
          for more in ("", ";" + FULL, ";gpu_room=0.3", ";gpu_order=balls8")]


def kernels(graph, measures, tuning, options):
    """The sweeps that a plan may take: not level by level only for betweenness."""
    if "gpu_kernel" in (tuning or ""):
        return {tuning.split("=")[1].split(";")[0]}
    may = {"levels"}
    if measures == ["betweenness"] and "gpu_width" not in (tuning or ""):
        may |= {"queue", "components"}
    if not {*measures} - {"betweenness", "edge_betweenness"} and not graph.directed and "cutoff" not in options:
        may |= {"ready_batch", "corrected"}
    return may


def both(graph, compare, measures, what, tuning=None, device="cuda", **options):
    """The GPU's result, which is the CPU's."""
    got = graph.centralities(measures, device=device, **grouped(tuning=tuning, **options))
    compare(got, graph.centralities(measures, device="cpu", **grouped(**options)), what)
    assert got.plan["device"].startswith("cuda:0"), what
    if "gpu" in got.plan and got.plan.get("path"):
        assert got.plan["gpu"]["kernel"] in kernels(graph, measures, tuning, options), what
    return got


def weights_of(graph, seed, share=2, whole=True):
    """Weights of some of the nodes; zero is one of them."""
    draw = numpy.random.default_rng(seed)
    labels = numpy.array(list(graph.closeness(sources=[], device="cpu")["node"]))
    chosen = draw.choice(labels, max(1, len(labels) // share), replace=False).tolist()
    weights = draw.integers(0, 5, len(chosen)) if whole else draw.random(len(chosen)) * 4
    return dict(zip(chosen, weights.tolist()))


# Long: two of the widths; both are below, under other orders of vertices.
@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("tuning", [pytest.param(tuning, marks=pytest.mark.long if tuning in LEVELS[1:3] else ())
                                    for tuning in TUNINGS])
@pytest.mark.parametrize("kind", KINDS)
def test_edges(kind, tuning, directed):
    for seed in SEEDS:
        graph, compare = graph_of(kind, seed, directed)
        sources = sources_of(graph, seed)[:40] if EMULATED else None
        for measures in (["edge_betweenness"], EDGES):
            both(graph, compare, measures, f"{kind} {seed} {tuning}", tuning, preset="raw", sources=sources)


@pytest.mark.parametrize("tuning", READY_BATCH)
@pytest.mark.parametrize("kind", KINDS)
def test_ready_batch(kind, tuning):
    """Edges alone and beside vertices: of long lists, too, what the level sweep says to the bit."""
    for seed in SEEDS:
        graph, compare = graph_of(kind, seed)
        options = {"preset": "raw", "sources": sources_of(graph, seed)[:40]}
        for measures in (["edge_betweenness"], BOTH):
            what = f"{kind} {seed} {tuning} {measures}"
            got = both(graph, compare, measures, what, tuning, **options)
            same_bits(got, graph.centralities(measures, device="cuda", **grouped(tuning=LEVELS[1], **options)), what)
            assert got.plan["gpu"]["width"] == 32
            if "gpu_room" in tuning and kind != "sparse":  # of many small components
                assert got.plan["gpu"]["batches_without_room"] > 0


@pytest.mark.parametrize("kernel", ["ready_batch", "corrected"])
def test_ready_batch_is_chosen(kernel):
    """Where it is for vertices: long graphs, with label correcting the longest of few edges."""
    nodes = numpy.arange(240)
    triangles = numpy.append(nodes[1:], nodes[2:]), numpy.append(nodes[:-1], nodes[:-2])
    graph = gobc.Graph(grid(2, 500) if kernel == "corrected" else triangles)
    for options in ({}, {"parallel": "count"}, {"device": ALL, "sources": nodes[::2].tolist()}):
        got = both(graph, same_bits, ["edge_betweenness"], f"{kernel} {options}", **options)
        assert got.plan["gpu"]["kernel"] == kernel, got.plan["reasons"]


@pytest.mark.parametrize("kernel, of, options", [
    ("ready_batch", "edges of undirected graphs", {"measures": "edge_stress"}),
    ("ready_batch", "edges of undirected graphs", {"measures": "edge_betweenness", "directed": True}),
    ("corrected", "without cutoff", {"measures": "edge_betweenness", "cutoff": 3}),
    ("queue", "betweenness of nodes alone", {"measures": "edge_betweenness"}),
])
def test_a_kernel_that_does_not_fit(kernel, of, options):
    graph = gobc.Graph(grid(2, 9), directed=options.pop("directed", False))
    with pytest.raises(gobc.ArgumentError, match=f"gpu_kernel={kernel} does not fit: .*{of}.*gpu_kernel=levels"):
        graph.centralities(device="cuda", **grouped(tuning=f"gpu_kernel={kernel}", **options))


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("kind", ["multiple", "stars", "strip"])
def test_every_source(kind, directed):
    graph, compare = graph_of(kind, 3, directed)
    for options in ({}, {"parallel": "count"}, {"preset": "igraph"}, {"device": ALL}):
        both(graph, compare, ["edge_betweenness"], f"{kind} {options}", **options)
    assert sum(graph.edge_stress(preset="raw", device=ALL)["edge_stress"]) > 0


@pytest.mark.parametrize("width", [16, pytest.param(32, marks=pytest.mark.long), pytest.param(64, marks=pytest.mark.long), 128])
@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_weights(kind, directed, width):
    """Of targets, of sources, of both; whole numbers, where counts are asked for, and fractions."""
    graph, compare = graph_of(kind, 1, directed)
    tuning = f"gpu_width={width}"
    sources, targets = weights_of(graph, 2, share=3), weights_of(graph, 5)
    what = f"{kind} directed={directed} {width}"
    for measures in (PATHS, EDGES):
        both(graph, compare, measures, what, tuning, preset="raw", sources=sources, targets=targets)
    both(graph, compare, ["betweenness"], what, tuning, targets=list(targets))
    for measure in ("betweenness", "edge_betweenness"):
        both(graph, compare, [measure], what, tuning, sources=weights_of(graph, 3, whole=False))
        both(graph, compare, [measure], what, tuning, sources=list(sources), targets=weights_of(graph, 4, whole=False))


@pytest.mark.parametrize("tuning", [LEVELS[3], "gpu_hub=70", "gpu_hub=3"])
@pytest.mark.parametrize("measures", [["stress"], ["edge_stress"], PATHS, EDGES])
def test_stress_with_others_or_alone(measures, tuning):
    """Alone it leaves out what passes through nodes and along edges; with weights or without."""
    graph, compare = graph_of("stars", 2)
    for options in ({}, {"sources": weights_of(graph, 2, share=3), "targets": weights_of(graph, 5)}):
        both(graph, compare, measures, f"{measures} {tuning} {options}", tuning, preset="raw", **options)


# Long: full batches and another order, which test_ready_batch has; 4 s emulated.
@pytest.mark.parametrize("tuning", ["gpu_kernel=queue", *(
    pytest.param(tuning, marks=pytest.mark.long if FULL in tuning or "order" in tuning else ()) for tuning in READY_BATCH)])
@pytest.mark.parametrize("kind", KINDS)
def test_weights_of_other_kernels(kind, tuning):
    """Source by source, and in ready batches, which also sum what passes along edges."""
    for directed in (False, True) if "queue" in tuning else (False,):
        graph, compare = graph_of(kind, 1, directed)
        sources, targets = weights_of(graph, 2, share=3), weights_of(graph, 5, whole=False)
        asked = [{"sources": sources, "targets": targets}, {"sources": sources}, {"targets": targets}]
        for measures in ([["betweenness"]] if "queue" in tuning else [["betweenness"], ["edge_betweenness"], BOTH]):
            for options in asked[:1] if EMULATED else asked:
                got = both(graph, compare, measures, f"{kind} {directed} {tuning}", tuning, preset="raw", **options)
                want = graph.centralities(measures, device="cuda", **grouped(tuning=LEVELS[1], preset="raw", **options))
                same_bits(got, want, f"{kind} {directed} {tuning} {options}")


@pytest.mark.parametrize("directed", [False, True])
def test_weights_beyond_the_fixed_point(directed):
    """Their sums pass 2^31 for a source, which the sums of kernels do not hold."""
    graph, compare = graph_of("multiple", 1, directed)
    sources = {node: 2.0**30 + node for node in weights_of(graph, 2, share=3)}
    targets = {node: 2.0**30 + node / 7 for node in weights_of(graph, 5)}
    for options in ({"sources": sources}, {"targets": targets}, {"sources": sources, "targets": targets}):
        got = both(graph, compare, ["betweenness", "edge_betweenness"], f"directed={directed}", preset="raw", **options)
        assert max(got["betweenness"]) > 2**31


def test_weights_in_single_precision():
    """Runs in double precision, and says so."""
    graph, _ = graph_of("middling", 1)
    targets = weights_of(graph, 2)
    got = graph.betweenness(targets=targets, device="cuda", settings=gobc.Settings(precision="single"))
    same_bits(got, graph.betweenness(targets=targets, device="cpu"))
    assert any("double precision" in reason for reason in got.plan["reasons"])


@pytest.mark.parametrize("cutoff", [0, 1, 2.5, 3])
@pytest.mark.parametrize("directed", [False, True])
def test_cutoffs(directed, cutoff):
    for kind in ("sparse", "multiple", "strip", "stars"):
        graph, compare = graph_of(kind, 2, directed)
        what = f"{kind} directed={directed} {cutoff}"
        for tuning in LEVELS[1:3]:
            both(graph, compare, MEASURES, what, tuning, cutoff=cutoff)
            both(graph, compare, ["betweenness"], what, tuning, cutoff=cutoff, endpoints=True)
        both(graph, compare, EDGES, what, cutoff=cutoff)
        both(graph, compare, ["betweenness"], what, cutoff=cutoff, endpoints=True)
        both(graph, compare, ["edge_betweenness"], what, cutoff=cutoff, targets=weights_of(graph, 3))
        single = {"precision": "single", "cutoff": cutoff, "preset": "raw"}
        single = grouped(**single)
        near(graph.betweenness(device="cuda", **single), graph.betweenness(device="cpu", **single), 1e-5, what)


@pytest.mark.parametrize("directed", [False, True])
def test_cutoffs_of_distances(directed):
    measures = ["closeness", "harmonic", "eccentricity", "decay"]
    for kind in KINDS:
        graph, _ = graph_of(kind, 2, directed)
        for cutoff, direction in ((0, "in"), (1, "out"), (3, "all"), (1000, "in")):
            options = {"cutoff": cutoff, "direction": direction}
            same_bits(graph.centralities(measures, device="cuda", **grouped(**options)),
                      graph.centralities(measures, device="cpu", **grouped(**options)), f"{kind} {directed} {options}")


@pytest.mark.parametrize("count", sorted({1, min(2, len(GPUS)), len(GPUS)}))
def test_devices(count):
    graph = gobc.Graph(random("middling", 3, RANDOM_VERTICES))
    device = [row["name"] for row in GPUS[:count]]
    sources, targets = weights_of(graph, 1, share=1), weights_of(graph, 2)
    for measures in (PATHS, EDGES):
        both(graph, same_bits, measures, f"{count} devices", sources=sources, targets=targets, device=",".join(device))


def branches(count):
    """A chain of diamonds, and beside it a path as long: one level has 2^count paths to a vertex and one to another."""
    first, second = diamonds(count)
    start = 3 * count + 1
    along = numpy.arange(start, start + 2 * count)
    return (numpy.concatenate([first, [0], along[:-1]]), numpy.concatenate([second, [start], along[1:]]))


@pytest.mark.long  # 18 s an emulated run; test_gpu_range has the same counts by vertex
@pytest.mark.filterwarnings("ignore::gobc.GobcWarning")  # stress beyond float64
@pytest.mark.parametrize("name, edges, on_cpu", [
    ("scaled", layers(330, 10), 0), ("scaled twice", diamonds(2000), 0), ("scaled apart", branches(1010), 1),
])
def test_range(name, edges, on_cpu):
    """Levels that are scaled on the GPU, and sources that climb to the CPU; counts that only exponents hold."""
    graph = gobc.Graph(edges)
    last = int(max(edges[1]))
    options = {"preset": "raw", "sources": {0: 2, last // 2: 1, last: 3}, "targets": {last: 1, last // 3: 4, 1: 2}}
    want = graph.centralities(["edge_betweenness"], device="cpu", **grouped(tuning="kernel=exponents", **options))
    got = graph.centralities(["edge_betweenness"], device="cuda", **grouped(**options))
    near(got, want, 1e-12, name)
    assert got.plan["gpu"].get("sources_on_cpu", 0) >= on_cpu
    want = graph.centralities(EDGES, device="cpu", **grouped(**options))
    near(graph.centralities(EDGES, device="cuda", **grouped(**options)), want, 1e-12, name)


def test_what_only_the_cpu_does():
    graph, _ = graph_of("middling", 0)
    with pytest.raises(gobc.Error, match="estimates from samples"):
        graph.betweenness(epsilon=0.1, device="cuda")


@pytest.mark.parametrize("directed", [False, True])
def test_a_graph_of_loops_alone(directed):
    graph = gobc.Graph([(0, 0), (1, 1)], directed=directed)
    for measure in ("edge_betweenness", "edge_stress"):
        assert list(getattr(graph, measure)(device="cuda")[measure]) == [0, 0]
