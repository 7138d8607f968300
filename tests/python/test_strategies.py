"""The papers' methods that run on the CPU, against the engine."""

import numpy
import pytest

import gobc


def small_graph(number, weight=None):
    draw = numpy.random.default_rng([number, 2001])
    n = int(draw.integers(2, 31))
    m = int(draw.integers(1, 4 * n))
    table = {"source": draw.integers(0, n, m), "target": draw.integers(0, n, m)}
    if weight:
        table["weight"] = draw.integers(1, 4, m) if weight == "whole" else draw.choice([0.5, 1.25, 1 / 3], m)
    return gobc.Graph(table, directed=bool(number % 2), nodes=list(range(n)), weight="weight" if weight else None)


def near(got, want, what):
    for name in want.measures:
        assert numpy.allclose(got[name], want[name], rtol=1e-12, atol=0), what


@pytest.mark.parametrize("weight", [None, "whole", "real"])
def test_serial(weight):
    for number in range(60):
        with small_graph(number, weight) as graph:
            want = graph.centralities(["betweenness", "stress"], device="cpu")
            got = graph.centralities(["betweenness", "stress"], settings=gobc.Settings(strategy="serial"))
            near(got, want, f"{number} {weight}")
            assert got.plan["threads"] == 1 and got.plan["path"]["kernel"] == ("serial" if weight else "queue")
            distances = ["closeness", "harmonic", "eccentricity_centrality"]
            got = graph.centralities(distances, settings=gobc.Settings(strategy="serial"))
            near(got, graph.centralities(distances, device="cpu"), f"{number} {weight} distances")
            assert got.plan["threads"] == 1 and all(sweep["one_by_one"] for sweep in got.plan["distances"])
            near(graph.eccentricity(settings=gobc.Settings(strategy="serial")), graph.eccentricity(device="cpu"), number)
            found = graph.edge_betweenness(device="cpu", settings=gobc.Settings(strategy="serial"))
            near(found, graph.edge_betweenness(), number)


@pytest.mark.parametrize("options", [{}, {"cutoff": 2.5}, {"sources": [0, 1], "targets": {0: 2.0, 1: 0.5}}, {"of": [1]},
                                     {"endpoints": True}], ids=str)
@pytest.mark.parametrize("weight", [None, "whole", "real"])
def test_reference(weight, options):
    reference = gobc.Settings(strategy="reference")
    vertices = ["betweenness", "closeness", "harmonic", "eccentricity_centrality"]
    if "targets" in options or "endpoints" in options:
        vertices = vertices[:1]
    for number in range(20):
        with small_graph(number, weight) as graph:
            want = graph.centralities(vertices, device="cpu", **options)
            got = graph.centralities(vertices, settings=reference, **options)
            for name in vertices:
                same = numpy.array_equal if "of" not in options else lambda a, b: numpy.allclose(a, b, rtol=1e-15, atol=0)
                assert same(got[name], want[name]), (number, name)
            assert got.plan["strategy"]["name"] == got.plan["path"]["kernel"] == "reference"
            if not options:
                edges = graph.edge_betweenness(settings=reference)
                assert numpy.array_equal(edges["edge_betweenness"], graph.edge_betweenness(device="cpu")["edge_betweenness"])
    with pytest.raises(gobc.UnsupportedError, match="strategy reference runs on the CPU"):
        gobc.betweenness([(0, 1)], device="cuda", settings=reference)


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("strategy", ["edge-parallel", "successors"])
def test_by_source(strategy, threads):
    settings = gobc.Settings(precision="single", strategy=strategy)
    for number in range(60):
        with small_graph(number) as graph:
            want = graph.betweenness(device="cpu")
            got = graph.betweenness(device="cpu", threads=threads, settings=settings)
            near(got, want, number)
            assert got.plan["strategy"]["name"] == strategy and got.plan["path"]["precision"] == 64
            with pytest.raises(gobc.UnsupportedError, match=f"strategy {strategy} .* takes no targets"):
                graph.betweenness(device="cpu", cutoff=2, settings=settings)
    with gobc.Graph([(0, 1), (0, 1), (1, 2), (0, 3), (3, 2)]) as graph:
        near(graph.betweenness(device="cpu", preset="igraph", settings=settings),
             graph.betweenness(device="cpu", preset="igraph"), "parallel edges")


@pytest.mark.parametrize("strategy", ["edge-parallel", "successors"])
def test_path_counts_beyond_the_range(strategy):
    first = 3 * numpy.arange(1030)
    graph = gobc.Graph((numpy.concatenate([first, first, first + 1, first + 2]),
                        numpy.concatenate([first + 1, first + 2, first + 3, first + 3])))
    got = graph.betweenness(sources=[0, 1545], device="cpu", settings=gobc.Settings(strategy=strategy))
    near(got, graph.betweenness(sources=[0, 1545], device="cpu"), "diamonds")
    assert got.plan["path"]["flagged"] == 1


def test_progress_and_cancelling():
    graph = gobc.Graph(gobc.generate("small_world:n=3000,k=6,p=0.1"))
    seen = []

    def watch(done, total):
        seen.append((done, total))
        if done:
            gobc.cancel()

    with pytest.raises(gobc.Cancelled):
        graph.betweenness(device="cpu", progress=watch, settings=gobc.Settings(strategy="edge-parallel"))
    assert seen and all(total == 3000 for _, total in seen)


@pytest.mark.parametrize("strategy", ["pull", "hybrid", "gpu-fan"])
def test_methods_of_gpus_say_so(strategy):
    with pytest.raises(gobc.UnsupportedError, match=f"strategy {strategy} runs on GPUs; choose device cuda or auto"):
        gobc.betweenness([(0, 1), (1, 2)], device="cpu", settings=gobc.Settings(strategy=strategy))


def test_wrong_words():
    for strategy in ("", 3, "serial;kernel=queue"):
        with pytest.raises(gobc.ArgumentError, match="strategy must be the name of a method"):
            gobc.betweenness([(0, 1)], settings=gobc.Settings(strategy=strategy))
    with pytest.raises(gobc.ArgumentError, match="unknown strategy \"brandes\"; choose from pull"):
        gobc.betweenness([(0, 1)], settings=gobc.Settings(strategy="brandes"))


def test_a_strategy_beside_tuning():
    built = gobc.devices()[0]["built"][0]
    plan = gobc.plan([(0, 1)], "betweenness", settings=gobc.Settings(strategy="serial", tuning=f"isa={built}"))
    assert plan["path"]["instruction_set"] == built


def test_what_is_finished_of_a_cancelled_run():
    graph = gobc.Graph(gobc.generate("small_world:n=3000,k=6,p=0.1"))
    with pytest.warns(gobc.GobcWarning, match="partial: "):
        got = graph.betweenness(device="cpu", settings=gobc.Settings(strategy="edge-parallel", partial=True, time_limit=0.3))
    assert 0 < got.partial.finished < 3000
    near(got, graph.betweenness(device="cpu", sources=got.partial.nodes), "finished sources")
