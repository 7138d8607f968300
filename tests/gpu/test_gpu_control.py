"""Cancelling and progress while a GPU works."""

import contextlib
import ctypes

import numpy
import pytest

import delays
import gobc
from comparing import same_bits
from grouped import grouped
from setting import ALL, EMULATED

SPEC = "small_world:n=3000,k=10,p=0.1" if EMULATED else "kronecker:scale=19,edge_factor=16"
# Seconds from cancel() to the exception. Kernels look at the word at every level, which takes longer emulated.
WITHIN = 0.6 if EMULATED else 0.25
# Sources that are finished after it: batches that had looked for the last time, one on each multiprocessor and thread.
FINISHED = 512 if EMULATED else 100_000
LAUNCHES = 8  # of kernels after it, on all devices: that sums are collected


EDGES = gobc.generate(SPEC, 1)
NODES = sorted({int(v) for name in ("source", "target") for v in EDGES[name][:100_000]})  # Kronecker graphs leave numbers out


@pytest.fixture(scope="module")
def graph():
    return gobc.Graph(EDGES)


def launches():
    """So many kernels were launched in this process; 0 on a real GPU, whose driver does not count."""
    if not EMULATED:
        return 0
    driver = ctypes.CDLL("libcuda.so.1")
    driver.gobc_fake_count.restype = ctypes.c_longlong
    return driver.gobc_fake_count(b"launches")


def cancelled(call, after=0.3):
    """Cancels a call so many seconds after it begins to sweep, and judges what it still does."""
    told = []

    def tell():
        control, = gobc._library.calls._running.values()
        told.extend((control, control.done, launches(), delays.Moment()))
        assert gobc.cancel() == 1

    teller = delays.when(lambda control: control.total > 0, tell, after)
    call()
    teller.join()
    control, done, launched, moment = told
    delays.check([moment.until_now()], WITHIN)
    assert control.done - done <= FINISHED and launches() - launched <= LAUNCHES
    assert control.done < control.total


def refused(compute, *arguments, **options):
    with pytest.raises(gobc.Cancelled):
        compute(*arguments, **options)


@pytest.mark.parametrize("tuning", ["gpu_kernel=levels;gpu_width=16", "gpu_kernel=levels;gpu_width=128",
                                    "gpu_kernel=ready_batch", "gpu_kernel=corrected", "gpu_kernel=queue"])
def test_cancel_betweenness(graph, tuning):
    graph.betweenness(device="cuda", sources=NODES[:1], settings=gobc.Settings(tuning=tuning))  # the kernel is loaded
    before = graph.betweenness(device="cuda", sources=NODES[1:4], settings=gobc.Settings(tuning=tuning))
    cancelled(lambda: refused(graph.betweenness, device="cuda", settings=gobc.Settings(tuning=tuning)))
    same_bits(graph.betweenness(device="cuda", sources=NODES[1:4], settings=gobc.Settings(tuning=tuning)), before)


@pytest.mark.parametrize("tuning", ["gpu_kernel=weighted", "gpu_kernel=weighted_queue",
                                    "gpu_kernel=weighted_queue;gpu_threads=128"])
def test_cancel_betweenness_by_weights(tuning):
    table = {"source": EDGES["source"], "target": EDGES["target"], "weight": numpy.arange(len(EDGES["source"])) % 7 + 1}
    with gobc.Graph(table, weight="weight") as weighted:
        before = weighted.betweenness(device="cuda", sources=NODES[1:4], settings=gobc.Settings(tuning=tuning))
        cancelled(lambda: refused(weighted.betweenness, device="cuda", settings=gobc.Settings(tuning=tuning)))
        same_bits(weighted.betweenness(device="cuda", sources=NODES[1:4], settings=gobc.Settings(tuning=tuning)), before)


@pytest.mark.skipif(EMULATED, reason="the emulator copies and fills the memory of such a graph for longer than its kernels run")
@pytest.mark.parametrize("measure", ["betweenness", "stress"])
def test_cancel_within_a_long_chain(measure):
    """A warp takes a chain, which may be as long as the graph: looks between chains alone would come too late."""
    inner = 1_000_000
    first = 2 + inner * numpy.arange(5)[:, None]
    ends = numpy.zeros((5, 1), numpy.int64)
    path = numpy.concatenate([ends, first + numpy.arange(inner), ends + 1], axis=1)
    with gobc.Graph({"source": path[:, :-1].ravel(), "target": path[:, 1:].ravel()}) as graph:
        settings = gobc.Settings(reductions="chains")
        cancelled(lambda: refused(graph.centralities, measure, device="cuda", preset="raw", settings=settings))


@pytest.mark.parametrize("measures", ["closeness", "stress", "betweenness,closeness", "edge_betweenness"])
def test_cancel_others_on_all_devices(graph, measures):
    graph.centralities(measures, device=ALL, sources=NODES[:1])
    cancelled(lambda: refused(graph.centralities, measures, device=ALL))


@pytest.mark.filterwarnings("ignore::gobc.GobcWarning")
@pytest.mark.parametrize("options", [{"tuning": "gpu_kernel=levels;gpu_width=16"}, {"tuning": "gpu_kernel=levels;gpu_width=128"},
                                     {"tuning": "gpu_kernel=ready_batch"}, {"tuning": "gpu_kernel=queue"},
                                     {"measures": "closeness"}])
def test_cancel_for_a_partial_result(graph, options):
    """Batches that have begun may end, but not for long."""
    options = {"measures": "betweenness", "device": "cuda", **options}
    graph.centralities(sources=NODES[:1], **grouped(**options))

    def call():
        with contextlib.suppress(gobc.Cancelled):
            assert graph.centralities(**grouped(partial=True, **options)).partial is not None

    cancelled(call)


def test_progress(graph):
    """Counts rise, end at the total, and are seen while the kernel runs."""
    sources = NODES[:192 if EMULATED else 30_000]
    for device in ("cuda", ALL):
        told = []
        graph.betweenness(device=device, sources=sources, settings=gobc.Settings(tuning="gpu_kernel=levels;gpu_width=16"),
                          progress=lambda done, total: told.append((done, total)))
        done = [count for count, _ in told]
        assert done == sorted(done) and told[-1] == (len(sources), len(sources))
        assert {total for _, total in told} == {len(sources)}
        assert any(0 < count < len(sources) for count in done), told


def test_progress_of_two_sweeps():
    told = []
    with gobc.Graph(gobc.generate("small_world:n=200,k=4,p=0.1", 1)) as graph:
        graph.centralities("betweenness,closeness", device="cuda",
                           progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (400, 400)


def test_batches_that_run_again_are_counted_once():
    told = []
    with gobc.Graph(gobc.generate("small_world:n=200,k=4,p=0.1", 1)) as graph:
        graph.betweenness(device="cuda", settings=gobc.Settings(tuning="gpu_room=1;gpu_kernel=levels", precision="single"),
                          progress=lambda done, total: told.append((done, total)))
    assert max(done for done, _ in told) == 200 and told[-1] == (200, 200)
