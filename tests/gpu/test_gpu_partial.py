"""Partial results of calls that are stopped while a GPU works: to the bit those of the sources that had finished."""

import os
import time

import numpy as np
import pytest

import gobc
from comparing import same_bits
from graphs import diamonds
from grouped import grouped
from setting import ALL, EMULATED

# Batches that end soon after a cancel, and such that are stopped within, so that what came before is all there is.
SHORT, LONG = (480, 1600) if EMULATED else (120_000, 250_000)
LEVELS, WIDE = "gpu_kernel=levels;gpu_width=16", "gpu_kernel=levels;gpu_width=64"
READY_BATCH, CORRECTED, QUEUE = "gpu_kernel=ready_batch", "gpu_kernel=corrected", "gpu_kernel=queue"
COMPONENTS = "gpu_kernel=components"
WHEN = (0.0, 0.25)  # part of the sources that have been counted when the call is stopped
LATE_FIRST = WHEN[::-1]
ALL_MOMENTS = not EMULATED or "GOBC_TEST_ALL" in os.environ  # else the first that leaves a partial result
# Emulated batches take longer than is waited for them, but where that is what a test is about.
WAITING = ";gpu_drain=5" if EMULATED else ""

pytestmark = pytest.mark.filterwarnings("ignore::gobc.GobcWarning")


def small_world(vertices, weighted=False):
    edges = gobc.generate(f"small_world:n={vertices},k=6,p=0.1", 1)
    if not weighted:
        return gobc.Graph(edges)
    return gobc.Graph((edges["source"], edges["target"], np.arange(len(edges)) % 7 + 1.0), weight=True)


@pytest.fixture(scope="module")
def graph():
    return small_world(SHORT)


@pytest.fixture(scope="module")
def large():
    return small_world(LONG)


@pytest.fixture(scope="module")
def weighted():
    return small_world(SHORT, weighted=True)


def stopped(compute, when, wait=0.0):
    """The partial result of a call that is stopped so many seconds after its time; None if nothing had finished, or all."""

    def stop(done, total):
        if done > when * total:
            time.sleep(wait)
            gobc.cancel()

    try:
        result = compute(partial=True, progress=stop)
    except gobc.Cancelled:
        return None
    return result if result.partial else None


def check(compute, when=WHEN):
    """Compares with the same call from the finished sources."""
    compute(sources=[0])  # the kernel is loaded
    kept = 0
    for part in when:
        if kept and not ALL_MOMENTS:
            break
        result = stopped(compute, part)
        if result is not None:
            kept += 1
            assert 0 < result.partial.finished < result.partial.sources
            same_bits(compute(sources=result.partial.nodes), result)
    assert kept


@pytest.mark.parametrize("device, tuning", [("cuda", LEVELS), ("cuda", WIDE), ("cuda", READY_BATCH), ("cuda", CORRECTED),
                                            ("cuda", QUEUE), ("cuda", COMPONENTS), (ALL, LEVELS), (ALL, READY_BATCH)])
def test_betweenness(graph, tuning, device):
    if EMULATED and tuning == QUEUE:
        graph = small_world(3 * SHORT)  # an emulated call on the other ends before the first report, after 0.1 s
    check(lambda **options: graph.betweenness(device=device, **grouped(tuning=tuning + WAITING, **options)),
          LATE_FIRST if tuning == READY_BATCH else WHEN)


@pytest.mark.parametrize("measures, tuning", [("betweenness,stress", LEVELS), ("edge_betweenness", LEVELS),
                                              ("edge_betweenness", READY_BATCH), ("betweenness,edge_betweenness", CORRECTED)])
def test_other_sums_of_paths(graph, measures, tuning):
    check(lambda **options: graph.centralities(measures, device=ALL, **grouped(tuning=tuning + WAITING, **options)))


@pytest.mark.parametrize("device", ["cuda", ALL])
@pytest.mark.parametrize("measures", ["closeness,harmonic", "eccentricity"])
def test_distances(large, measures, device):
    check(lambda **options: large.centralities(measures, device=device, **grouped(tuning=WAITING, **options)),
          LATE_FIRST if device == "cuda" else WHEN)


@pytest.mark.parametrize("measures, tuning", [("betweenness", "gpu_kernel=weighted"),
                                              ("betweenness", "gpu_kernel=weighted_queue"),
                                              ("closeness", ""), ("edge_betweenness", "")])
def test_weights(weighted, measures, tuning):
    check(lambda **options: weighted.centralities(measures, device=ALL, **grouped(tuning=tuning + WAITING, **options)))


# Long: 6 s an emulated run; the drain of usual length is in make test.
@pytest.mark.parametrize("drain", ["", pytest.param(";gpu_drain=1e-6", marks=pytest.mark.long)])
def test_long_batches(large, drain):
    """Batches that are stopped within leave nothing; with next to no time to end, all that run are."""
    check(lambda **options: large.betweenness(device="cuda", **grouped(tuning=LEVELS + drain, **options)), (0.1,))


def test_stopped_while_sums_are_added(graph, large):
    """A batch adds its sums on the way back, and progress is reported when another has just begun: of calls that are
    stopped a part of a batch later, a third are stopped while sums are added: of twelve, some."""
    tuning = LEVELS + ";gpu_drain=1e-6"
    if EMULATED:
        graph = large  # a batch has to outlast two looks at the cancel word

    def compute(**options):
        return graph.betweenness(device="cuda:0", **grouped(tuning=tuning, **options))

    compute(sources=[0])  # the kernel is loaded
    began = time.monotonic()
    compute(sources=list(range(64)))
    batch = (time.monotonic() - began) / 4
    kept = []
    for attempt in range(240):  # on a busy machine many calls end before they are stopped, or stop before a batch has
        if len(kept) >= 12:
            break
        result = stopped(compute, 0.05, batch * (attempt % 12) / 12)
        kept += [] if result is None else [result]
    assert kept
    for result in kept:
        same_bits(compute(sources=result.partial.nodes), result)


@pytest.mark.long  # 32 s on the emulated driver
def test_flagged_sources_are_not_finished():
    """Path counts of a chain of diamonds leave single precision: many sources run again, on another rung."""
    with gobc.Graph(tuple(diamonds(130 if EMULATED else 5000))) as chain:
        how = {"precision": "single", "tuning": LEVELS + WAITING}
        check(lambda **options: chain.betweenness(device="cuda", **grouped(**how, **options)), (0.3, 0.6))


@pytest.mark.parametrize("tuning", [LEVELS, READY_BATCH])
def test_sums_that_are_collected_again_and_again(tuning):
    """A call that may be stopped collects its sums whenever each multiprocessor has had a few batches."""
    graph = small_world(80 if EMULATED else 1000)
    options = {"measures": "betweenness,edge_betweenness", "partial": True}
    got = graph.centralities(device="cuda:0", **grouped(tuning=tuning + ";gpu_lanes=1", **options))
    want = graph.centralities(device="cpu", **grouped(**options))
    same_bits(got, want)
    same_bits(got.edges, want.edges)


def test_batches_that_run_again(graph):
    """With room for little, batches that need more are not finished until they have run again."""
    check(lambda **options: graph.betweenness(device=ALL, **grouped(tuning="gpu_room=1;" + LEVELS + WAITING, **options)))


def test_nothing_is_left_on_the_device(graph):
    """What a stopped call leaves there is in no later result."""
    some = list(range(64))
    before = graph.betweenness(device="cuda", sources=some)
    for when in WHEN:
        stopped(lambda **options: graph.betweenness(device="cuda", **grouped(**options)), when)
        same_bits(graph.betweenness(device="cuda", sources=some), before)
