"""Ctrl-C ends a call on an executor, and the work of its workers; the executor then runs other jobs."""

import contextlib
import os
import signal
import threading
import time

import psutil
import pytest

import gobc
from cases import same
from engines import ENGINES, workers


@pytest.fixture(scope="module")
def long():
    """Half a minute of work and more, in shards of a tenth of a second."""
    graph = gobc.Graph(gobc.generate("small_world:n=80000,k=10,p=0.1", seed=1))
    job = gobc.plan(graph, "betweenness", shards="auto")
    assert job.n_shards > 300
    return job


def seconds(processes):
    """That they have computed, by process. Spark ends processes whose tasks are cancelled."""
    found = {}
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            found[process.pid] = sum(process.cpu_times()[:2])
    return found


def rest(processes):
    """Whether they come to compute less than a second in two, within 15: what runs ends, later on a busy machine. The job
    itself would go on for longer."""
    until = time.monotonic() + 15
    while time.monotonic() < until:
        before = seconds(processes)
        time.sleep(2)
        if sum(after - before[pid] for pid, after in seconds(processes).items()) < 1:
            return True
    return False


@pytest.mark.parametrize("kept", [False, True], ids=["sent", "kept"])
@pytest.mark.parametrize("name", ["processes", "dask", "ray", "loky", "joblib", "spark"])
def test_interrupted(name, kept, long, graph, tmp_path):
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background processes ignore it
    struck = []

    def strike():
        struck.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    with ENGINES[name]() as executor:
        assert same(gobc.plan(graph, "closeness", shards=3).compute(executor, progress=False), graph.closeness())
        timer = threading.Timer(6, strike)  # the graph has gone to the workers by then
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            long.compute(executor, checkpoint=tmp_path / "run" if kept else None, progress=False)
        assert time.monotonic() - struck[0] < 10
        found = workers(name, psutil.Process())
        assert found or name == "joblib"  # which ends its workers
        assert rest(found), f"{name} works on"
        if name != "joblib":  # whose Parallel is over, too
            assert same(gobc.plan(graph, "closeness", shards=3).compute(executor, progress=False), graph.closeness())
