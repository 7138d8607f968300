"""Many networks on a GPU: side by side in one graph, with the bits of calls on each alone."""

import numpy
import pytest

import gobc
from graphs import KINDS, grid, random
from grouped import grouped
from setting import ALL, GPUS

NETWORKS = {f"{kind} {seed}": random(kind, seed, 40 + 25 * seed) for kind in KINDS for seed in range(3)}


def table(networks, mixed=True):
    """The edges of all networks in one table, whose rows are in a random order of networks."""
    names, sources, targets = [], [], []
    for name, (first, second) in networks.items():
        names += [name] * len(first)
        sources += [int(v) for v in first]
        targets += [int(v) for v in second]
    order = numpy.argsort(numpy.random.default_rng(5).integers(0, 9, len(names)), kind="stable") if mixed \
        else range(len(names))
    return {"network": [names[i] for i in order], "source": [sources[i] for i in order], "target": [targets[i] for i in order]}


def same_as_alone(edges, alone="cuda", directed=False, tuning="", **options):
    """The tuning is of all networks at once."""
    result = gobc.many(edges, device="cuda", directed=directed, settings=gobc.Settings(tuning=tuning), **options)
    assert result.device == GPUS[0]["name"] and result.warnings == []
    networks = numpy.array(edges["network"])
    assert sorted(result.networks) == sorted(set(edges["network"]))
    for name in result.networks:
        rows = numpy.flatnonzero(networks == name)
        graph = gobc.Graph(([edges["source"][i] for i in rows], [edges["target"][i] for i in rows]), directed=directed)
        one = graph.betweenness(device=alone, **options)
        got = result.of(name)
        assert list(got["node"]) == list(one["node"]), name
        assert numpy.array(got["betweenness"]).tobytes() == numpy.array(one["betweenness"]).tobytes(), name


@pytest.mark.parametrize("tuning", ["gpu_kernel=components", "gpu_kernel=levels"])
@pytest.mark.parametrize("directed", [False, True])
def test_bits_are_those_of_single_calls(directed, tuning):
    same_as_alone(table(NETWORKS), directed=directed, tuning=tuning)


@pytest.mark.parametrize("options", [{"normalized": False}, {"preset": "igraph"}, {"preset": "gpufan"}, {"cutoff": 2},
                                     {"threads": 3}])
def test_options(options):
    some = {name: edges for name, edges in NETWORKS.items() if name.endswith("1")}
    same_as_alone(table(some), **options)


def test_bits_are_those_of_processors():
    """Lists of more than 64 neighbors are added in segments on GPUs alone."""
    some = {name: edges for name, edges in NETWORKS.items() if not name.startswith("stars")}
    same_as_alone(table(some), alone="cpu")


def test_hundreds_of_networks_fill_the_device():
    draw = numpy.random.default_rng(8)
    edges = table({k: draw.integers(0, 12, (2, int(draw.integers(1, 30)))) for k in range(300)}, mixed=False)
    result, want = gobc.many(edges, device="cuda"), gobc.many(edges, device="cpu")
    for name in ("network", "node", "betweenness"):
        assert numpy.array(result[name]).tobytes() == numpy.array(want[name]).tobytes()
    assert (result.device, want.device) == (GPUS[0]["name"], "cpu")


@pytest.mark.parametrize("tuning", ["gpu_kernel=components", ""])
def test_devices_share_the_networks(tuning):
    settings = gobc.Settings(tuning=tuning)
    got, want = (gobc.many(table(NETWORKS), device=device, settings=settings) for device in (ALL, "cuda"))
    assert got.device == ",".join(row["name"] for row in GPUS)
    assert numpy.array(got["betweenness"]).tobytes() == numpy.array(want["betweenness"]).tobytes()


def test_networks_that_do_not_fit_a_block():
    """More levels than a block counts, many paths, and more nodes than its memory holds."""
    path = numpy.arange(399), numpy.arange(1, 400)
    same_as_alone(table({"path": path, "grid": grid(18, 18), "one edge": ([3], [8]), "loop": ([1], [1])}),
                  tuning="gpu_kernel=components")
    ends = numpy.triu_indices(260)  # more arcs than a block counts
    large = tuple(numpy.append(part, more) for part, more in zip(ends, ([0, 260], [260, 261])))
    result = gobc.many(table({"large": large, "path": path}), device="cuda",
                       settings=gobc.Settings(tuning="gpu_kernel=components"))
    want = gobc.many(table({"large": large, "path": path}), device="cpu")
    assert numpy.array(result["betweenness"]).tobytes() == numpy.array(want["betweenness"]).tobytes()


def test_batches_and_frames():
    tables = [table({f"{part}": random("middling", part, 20)}) for part in range(3)]
    got = [(result.device, [float(x) for x in result["betweenness"]])
           for result in gobc.many_batches(iter(tables), device="cuda")]
    want = [[float(x) for x in result["betweenness"]] for result in gobc.many_batches(iter(tables), device="cpu")]
    assert got == [(GPUS[0]["name"], values) for values in want]


def test_no_networks():
    result = gobc.many({"network": [], "source": [], "target": []}, device="cuda")
    assert len(result) == 0 and result.networks == []


@pytest.mark.parametrize("arguments", [{"measures": "closeness"}, {"measures": "edge_betweenness"}, {"endpoints": True},
                                       {"weight": "weight"}, {"measures": ["betweenness", "stress"]}, {"precision": "single"}])
def test_what_gpus_leave_to_processors(arguments):
    edges = {"network": [1, 1], "source": [0, 1], "target": [1, 2], "weight": [1.0, 2.0]}
    with pytest.raises(gobc.UnsupportedError, match="on processors"):
        gobc.many(edges, device="cuda", **grouped(**arguments))


def test_memory_limit():
    with pytest.raises(gobc.MemoryLimitError):
        gobc.many(table(NETWORKS), device="cuda", settings=gobc.Settings(memory_limit=1_000_000))
