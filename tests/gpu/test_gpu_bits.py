"""The same bits every time: runs, widths, slots, devices, threads of the host, and orders of the GPU's threads."""

import threading

import numpy
import pytest

import gobc
import setting
from comparing import MEASURES, columns, same_bits
from graphs import grid, random
from grouped import grouped
from setting import ALL, EMULATED, GPUS, RANDOM_VERTICES

SPEC = "barabasi_albert:n=140,m=3"
CALLS = [{"measures": MEASURES, "device": "cuda"}, {"device": "cuda", "precision": "single"},
         {"device": "cuda", "tuning": "gpu_kernel=ready_batch"},
         {"measures": ["edge_betweenness", "edge_stress"], "device": "cuda", "cutoff": 3},
         {"measures": ["betweenness", "edge_betweenness"], "device": "cuda", "tuning": "gpu_kernel=ready_batch"},
         {"measures": "edge_betweenness", "device": "cuda", "tuning": "gpu_kernel=corrected"}]


def graph_of(directed=False):
    return gobc.Graph(random("middling", 3, RANDOM_VERTICES), directed=directed)


def of_devices(count):
    return ",".join(row["name"] for row in GPUS[:count])


@pytest.mark.parametrize("precision", ["double", "single"])
def test_five_runs(precision):
    graph = graph_of()
    first = graph.centralities(MEASURES, device="cuda", settings=gobc.Settings(precision=precision))
    for _ in range(4):
        same_bits(graph.centralities(MEASURES, device="cuda", settings=gobc.Settings(precision=precision)), first)


def test_a_graph_is_asked_for_other_sources():
    """What was planned for some sources is not taken for others that are as many and begin alike."""
    graph = graph_of()
    for sources in ([0, other] for other in range(1, 25)):
        same_bits(graph.betweenness(device="cuda", sources=sources), graph.betweenness(device="cpu", sources=sources))


@pytest.mark.parametrize("directed, cutoff, then, kernel", [
    (True, None, {"measures": ["betweenness", "stress"]}, "levels"), (True, None, {"measures": "edge_betweenness"}, "levels"),
    (False, 30, {"measures": "stress"}, "levels"), (False, 30, {"weighed": True}, "queue")])
def test_a_graph_is_asked_for_other_measures(directed, cutoff, then, kernel):
    """Sources that ran one by one do so for betweenness of vertices alone: nothing else knows that sweep."""
    nodes = range(120)
    graph = gobc.Graph([(v, v + step) for v in nodes for step in (1, 2) if v + step in nodes], directed=directed)
    options = {"measures": "betweenness", "preset": "raw", "sources": list(nodes)[::15], "cutoff": cutoff}
    assert graph.centralities(device=ALL, **grouped(**options)).plan["gpu"]["kernel"] == "queue"
    if then.get("weighed"):
        options["sources"] = dict.fromkeys(options["sources"], 2.0)
    else:
        options |= then
    got = graph.centralities(device=ALL, **grouped(**options))
    same_bits(got, graph.centralities(device="cpu", **grouped(**options)))
    assert got.plan["gpu"]["kernel"] == kernel


@pytest.mark.parametrize("precision", ["double", "single"])
def test_widths_and_kernels(precision):
    graph = graph_of()
    first = graph.betweenness(device="cuda", settings=gobc.Settings(precision=precision))
    for tuning in (*(f"gpu_kernel=levels;gpu_width={w}" for w in (16, 32, 64, 128)), "gpu_kernel=ready_batch",
                   "gpu_kernel=corrected", "gpu_kernel=queue", "gpu_kernel=components", "gpu_room=1", "gpu_order=balls8"):
        same_bits(graph.betweenness(device="cuda", settings=gobc.Settings(precision=precision, tuning=tuning)), first, tuning)


@pytest.mark.parametrize("count", sorted({1, min(2, len(GPUS)), len(GPUS)}))
@pytest.mark.parametrize("directed", [False, True])
def test_devices(count, directed):
    graph = graph_of(directed)
    want = graph.centralities(MEASURES, device="cpu")
    for precision in ("double", "single"):
        one = graph.centralities(MEASURES, device="cuda", settings=gobc.Settings(precision=precision))
        got = graph.centralities(MEASURES, device=of_devices(count), settings=gobc.Settings(precision=precision))
        same_bits(got, one, f"{count} devices, {precision}")
        assert got.plan["gpu"]["devices"] == [row["name"] for row in GPUS[:count]]
    same_bits(graph.centralities(MEASURES, device=of_devices(count)), want, f"{count} devices and the CPU")


def test_the_last_device_alone():
    graph = graph_of()
    got = graph.betweenness(device=GPUS[-1]["name"])
    same_bits(got, graph.betweenness(device="cpu"))
    assert got.plan["device"] == GPUS[-1]["name"]


def test_devices_as_a_list():
    graph = graph_of()
    names = [row["name"] for row in GPUS]
    got = graph.betweenness(device=names)
    assert got.plan["gpu"]["devices"] == names
    same_bits(got, graph.betweenness(device=ALL))
    same_bits(gobc.betweenness(random("middling", 3, RANDOM_VERTICES), device=tuple(names[:1])), got)


def test_two_threads_at_once():
    graph = graph_of()
    want = columns(graph.centralities(MEASURES, device="cpu"))
    wrong, start = [], threading.Barrier(3)

    def work(device):
        start.wait()
        try:
            for _ in range(4):
                got = columns(graph.centralities(MEASURES, device=device))
                wrong.extend(name for name in want if got[name].tobytes() != want[name].tobytes())
        except gobc.Error as error:
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(device,)) for device in ("cuda", "cuda", ALL)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_precision_of_few_sources():
    """What is searched to choose an order depends on the number of devices; the precision, and so the bits, do not."""
    count = 4 * GPUS[0]["multiprocessors"]
    options = {"preset": "raw", "precision": "single", "sources": range(0, 160_000, 160_000 // count)[:count]}
    with gobc.Graph(grid(200, 800)) as graph:  # 2^360 paths from the middle
        for devices in range(1, len(GPUS) + 1):
            plan = graph.plan("betweenness", device=of_devices(devices), **grouped(**options))
            assert plan["path"]["precision"] == 64, devices
            if not EMULATED:
                got = graph.betweenness(device=of_devices(devices), **grouped(**options))
                if devices == 1:
                    one = got
                same_bits(got, one, f"{devices} devices")


def test_graphs_one_after_the_other_leave_nothing():
    """Also what the next graph finds in the memory of the last one does not matter."""
    for seed in range(6):
        with gobc.Graph(random("middling", seed, RANDOM_VERTICES)) as graph:
            same_bits(graph.betweenness(device="cuda"), graph.betweenness(device="cpu"), f"seed {seed}")


@pytest.fixture(scope="module")
def scores_by_default(tmp_path_factory):
    """Of CALLS, with setting.SCRIPT and the first seed."""
    *want, _ = setting.outside(tmp_path_factory.mktemp("calls"), SPEC, CALLS)
    return [one["scores"] for one in want]


@pytest.mark.scripted
@pytest.mark.parametrize("script", ["devices=1;sms=1", "devices=1;sms=8", "devices=1;sms=3;lazy=1",
                                    "devices=2;sms=2;async=1"])
def test_slots_and_drivers(outside, scores_by_default, script):
    """One slot or many, a driver that works at once, late or beside the host."""
    *got, counts = outside(SPEC, CALLS, script=script)
    assert [one["scores"] for one in got] == scores_by_default
    assert counts["counts"] == dict.fromkeys(counts["counts"], 0)


@pytest.mark.scripted
def test_scores_by_default(outside, scores_by_default):
    want, _ = outside(SPEC, [{**CALLS[0], "device": "cpu"}])
    assert scores_by_default[0] == want["scores"]


# Long: 2 s an emulated run; one more order shows what depends on orders at all.
@pytest.mark.scripted
@pytest.mark.parametrize("seed", [2, 3, *(pytest.param(seed, marks=pytest.mark.long) for seed in (4, 5))])
def test_orders_of_threads(outside, scores_by_default, seed):
    """The emulator runs threads and blocks in an order drawn by the seed, and fills memory with garbage by it."""
    *got, _ = outside(SPEC, CALLS, GOBC_FAKE_SEED=str(seed))
    assert [one["scores"] for one in got] == scores_by_default




def test_large_arrays_move_in_parts():
    """Lists and sums of more than 8 MiB are copied by threads, from and to memory that stays in place. A call has a thread for
    eight sources."""
    nodes = numpy.arange(1, 1_200_000)
    graph = gobc.Graph((nodes // 1000, nodes))
    options = {"sources": list(range(3, 1_200_000, 75_000)), "threads": 2, "settings": gobc.Settings(reductions="none")}
    expected = graph.betweenness(device="cpu", **options)
    assert numpy.array(graph.betweenness(device="cuda", **options)["betweenness"]).tobytes() \
        == numpy.array(expected["betweenness"]).tobytes()
