"""Workers, drivers and whole runs are killed at random moments; what their folder keeps goes on to the bits of one call.
GOBC_CLUSTER_KILLS says how often, each way; GOBC_CLUSTER_SEED changes the moments."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

import driver
import gobc
from cases import same
from engines import tree, workers

HERE = Path(__file__).parent
KILLS = int(os.environ.get("GOBC_CLUSTER_KILLS") or 3)
SECONDS = 30  # that a run takes at most


@pytest.fixture(scope="module")
def job():
    return driver.job()


@pytest.fixture(scope="module")
def want(job):
    return job.graph.centralities(job.measures)


def command(name, folder):
    python = [sys.executable, str(HERE / "driver.py")]
    if name == "mpi":
        start = ["mpiexec", "--allow-run-as-root", "--oversubscribe", "-n", "3", sys.executable, "-m", "mpi4py.futures"]
        return [*start, *python[1:], name, str(folder)]
    if name == "shell":
        program = 'echo ready; for i in 1 2; do "$0" -m gobc run "$1" --no-progress 2>/dev/null & done; wait'
        return ["sh", "-c", program, sys.executable, str(folder)]
    return [*python, name, str(folder)]


def kill(processes):
    for process in processes:
        with contextlib.suppress(psutil.Error):
            process.kill()


def victims(name, root, way):
    """Whom to kill: one worker, the driver alone, or all of the run at once."""
    if way == "driver":
        return [root]
    if way == "run":
        return [root, *tree(root)]
    found = workers(name, root)
    return found and [random.choice(found)]


def finished(folder):
    return len(list(folder.glob("shard-*.gobc")))


def wait_for(shards, folder, run):
    """Returns when so many shards are there, or for a number below 0 at once."""
    end = time.monotonic() + SECONDS
    while finished(folder) < shards and run.poll() is None:
        assert time.monotonic() < end, "the run does not come on"
        time.sleep(0.001)


@pytest.mark.parametrize("way", ["worker", "driver", "run"])
@pytest.mark.parametrize("name", ["processes", "dask", "ray", "loky", "joblib", "spark", "mpi", "shell"])
def test_killed(name, way, job, want, tmp_path, capsys):
    rng = random.Random(f"{name} {way} {os.environ.get('GOBC_CLUSTER_SEED')}")
    at = []
    for number in range(KILLS):
        folder = tmp_path / str(number)
        if name == "shell":
            job.save(folder)
        run = subprocess.Popen(command(name, folder), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                               start_new_session=True)
        root = psutil.Process(run.pid)
        assert run.stdout.readline() == "ready\n"
        wait_for(rng.randrange(-10, 64), folder, run)
        time.sleep(rng.random() * 0.03)
        everyone = tree(root)
        kill(victims(name, root, way))
        at.append(finished(folder))
        if way == "worker":  # its engine tries again or gives up, but does not wait for ever
            run.wait(timeout=120)
        resumed = gobc.Job.load(folder) if (folder / "job.json").exists() else job  # as another process would take it
        assert same(resumed.compute(checkpoint=folder, progress=False), want), f"{name} {way} {number}, killed at {at[-1]}"
        assert finished(folder) == 64
        kill([root, *everyone])
        with contextlib.suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        run.stdout.close()
    with capsys.disabled():
        print(f"\n{name}, {way} killed {KILLS} times, {sum(0 < n < 64 for n in at)} amid the shards")
