"""Chains in closed form on GPUs: the bits of the CPU, and the answers without reductions."""

import numpy
import pytest

import gobc
from comparing import near, same_bits, same_numbers
from graphs import KINDS, diamonds, random
from grouped import grouped
from setting import ALL, AUTO, EMULATED, RANDOM_GRAPHS, RANDOM_VERTICES, outside

BOTH = ["betweenness", "edge_betweenness"]


def ask(graph, device, reductions="chains", measures=BOTH, **more):
    return graph.centralities(measures, **grouped(device=device, reductions=reductions, preset="raw", **more))


def subdivided(edges, seed, longest=4):
    """Edges as paths of up to so many inner vertices: junctions, chains between them, cycles of two chains."""
    draw = numpy.random.default_rng(seed)
    fresh, rows = int(max(map(max, edges))) + 1, []
    for source, target in zip(*edges):
        inner = int(draw.integers(0, longest + 1))
        path = [int(source), *range(fresh, fresh + inner), int(target)]
        fresh += inner
        rows += zip(path, path[1:])
    return [list(column) for column in zip(*rows)]


def with_lengths(edges, seed, most):
    lengths = numpy.random.default_rng(seed).integers(1, most, len(edges[0]))
    return gobc.Graph({"source": edges[0], "target": edges[1], "weight": lengths}, weight="weight")


def same_as_cpu(graph, what, device="cuda", **more):
    got, want = ask(graph, device, **more), ask(graph, "cpu", **more)
    taken = [stage["taken"] for stage in got.plan["reductions"]]
    assert taken == [True, True] and got.plan["gpu"]["kernel"] == "chains", got.plan["reductions"]
    same_bits(got, want, what)
    near(got, ask(graph, "cpu", "none"), 1e-9, what)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_random_graphs(kind, weighted):
    for seed in range(RANDOM_GRAPHS):
        edges = subdivided(random(kind, seed, RANDOM_VERTICES), seed)
        if kind == "tree":  # no block is left to sweep; with a few edges more there are cycles of chains
            edges = [column + list(more) for column, more in zip(edges, ([0, 3, 5, 1], [9, 14, 22, 30]))]
        graph = with_lengths(edges, seed, 4) if weighted else gobc.Graph(tuple(edges))
        same_as_cpu(graph, f"{kind} {seed}")


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_numbers_of_paths(kind, weighted):
    """Numbers of paths are whole: the same as on the CPU and without chains."""
    for seed in range(RANDOM_GRAPHS):
        edges = subdivided(random(kind, seed, RANDOM_VERTICES), seed)
        if kind == "tree":
            edges = [column + list(more) for column, more in zip(edges, ([0, 3, 5, 1], [9, 14, 22, 30]))]
        graph = with_lengths(edges, seed, 4) if weighted else gobc.Graph(tuple(edges))
        counted(graph, f"{kind} {seed}", ["stress", "edge_stress"][seed % 2 :: 2], ALL if seed == 1 else "cuda")


def counted(graph, what, measures, device="cuda"):
    got = ask(graph, device, measures=measures)
    same_numbers(got, ask(graph, "cpu", "none", measures), what)
    assert [stage["taken"] for stage in got.plan["reductions"]] == [True, True] and got.plan["gpu"]["kernel"] == "chains"
    same_bits(got, ask(graph, "cpu", measures=measures), what)
    return got


def test_hops_of_a_graph_with_lengths():
    same_as_cpu(with_lengths(subdivided(random("middling", 4, RANDOM_VERTICES), 4), 4, 9).unweighted(), "hops")


@pytest.mark.parametrize("most", [1 << 16, 1 << 28])
def test_long_lengths(most):
    """Sums beyond 32 bits take the kernel with lengths of 64."""
    ring = numpy.arange(60)
    edges = subdivided((numpy.concatenate([ring, [3, 20, 31]]), numpy.concatenate([(ring + 1) % 60, [50, 42, 57]])), 5, 1)
    edges = [column + more for column, more in zip(edges, ([*range(0, 60, 4)], [*range(2, 60, 4)]))]
    graph = with_lengths(edges, 5, most)
    same_as_cpu(graph, f"lengths to {most}")
    counted(graph, f"lengths to {most}", ["stress"])


def test_lengths_near_the_longest():
    """Eight typical lengths are more keys than 32 bits hold."""
    edges = ([6, 6, 5, 2, 4, 5, 6, 5, 4, 2, 4], [7, 3, 0, 3, 1, 1, 0, 3, 7, 7, 0])
    lengths = [1780993780, 1780993780, 1250965470, 1250965470, 530028310, 625482735, 1155511045, 1250965470, 530028311, 530028310,
               1685539355]
    same_as_cpu(gobc.Graph({"source": edges[0], "target": edges[1], "weight": lengths}, weight="weight"), "near the longest")


def test_cycles_and_thetas():
    """One cycle, two nodes with chains of equal and of unequal length between them, cliques of chains, chains alone."""
    cycle = [list(range(41)), [*range(1, 41), 0]]
    theta = subdivided(([0] * 6, [1] * 6), 3, 9)
    equal = subdivided(([0, 1, 2, 0, 2, 1], [3, 3, 3, 4, 4, 4]), 1, 0)
    for edges in (cycle, theta, [theta[0] + [v + 50 for v in cycle[0]], theta[1] + [v + 50 for v in cycle[1]]], equal):
        same_as_cpu(gobc.Graph(tuple(edges)), str(edges[0][:4]))
        for measure in ("stress", "edge_stress"):
            counted(gobc.Graph(tuple(edges)), str(edges[0][:4]), [measure])


def test_all_devices_and_shards():
    graph = gobc.Graph(tuple(subdivided(random("middling", 7, RANDOM_VERTICES), 7)))
    same_as_cpu(graph, ALL, device=ALL)
    for measures in (BOTH, ["stress", "edge_stress"]):
        job = gobc.plan(graph, measures, **grouped(device="cuda", reductions="chains", preset="raw", shards=3))
        parts = [gobc.run_shard(job, shard) for shard in range(job.n_shards)]
        same_bits(gobc.merge(parts[::-1]).result(), ask(graph, "cpu", measures=measures), "shards")


def test_path_counts_out_of_range():
    """Whole batches go to the CPU, which keeps an exponent with every count."""
    count = 120 if EMULATED else 1000
    across = [numpy.repeat(column, 16) for column in diamonds(count)]  # 2^9 paths each
    way = [0, *range(3 * count + 1, 5 * count), 3 * count]  # back, as long
    graph = gobc.Graph((numpy.concatenate([across[0], way[:-1]]), numpy.concatenate([across[1], way[1:]])))
    got, want = (ask(graph, device, measures=["betweenness"], parallel="count") for device in ("cuda", "cpu"))
    same_bits(got, want, "many paths")
    assert got.plan["path"]["flagged"] > 0


@pytest.mark.parametrize("count, flagged", [(12, False), (40, True)])
def test_stress_of_many_paths(count, flagged):
    """Batches whose sums may pass 2^53 go to the CPU."""
    first, second = diamonds(count)
    end = 3 * count + 1
    way = [0, *range(end, end + 2 * count - 1), 3 * count]
    graph = gobc.Graph((numpy.concatenate([first, way[:-1]]), numpy.concatenate([second, way[1:]])))
    got = counted(graph, f"{count} diamonds", ["stress"])
    assert (got.plan["path"].get("flagged", 0) > 0) == flagged


def test_room(tmp_path):
    """A batch whose entries do not fit runs again with more room."""
    graph = gobc.Graph(tuple(subdivided(random("middling", 3, RANDOM_VERTICES), 3)))
    want = ask(graph, "cpu")
    same_bits(ask(graph, "cuda", tuning="gpu_room=1"), want, "little room")


def test_auto_contracts_for_a_gpu(tmp_path):
    """device="auto" plans chains once it knows that a GPU computes."""
    outcome = outside(tmp_path, "road_like:n=1500", [{"device": "auto", "reductions": "chains", "tuning": AUTO}])[0]
    assert outcome["gpu"]["kernel"] == "chains", outcome
