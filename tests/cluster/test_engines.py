"""Every engine gives the bits of one call, for any number of shards."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import gobc
from cases import MEASURES, same
from engines import ENGINES

HERE = Path(__file__).parent


@pytest.fixture(scope="module", params=ENGINES)
def engine(request):
    with ENGINES[request.param]() as executor:
        yield executor


@pytest.mark.parametrize("shards", [1, 7, 64])
def test_bits_of_one_call(engine, graph, want, tmp_path, shards):
    job = gobc.plan(graph, MEASURES, shards=shards)
    assert job.n_shards == shards
    assert same(job.compute(engine, progress=False), want)
    assert same(job.compute(engine, checkpoint=tmp_path / "run", progress=False), want)
    assert len(list((tmp_path / "run").glob("shard-*.gobc"))) == shards


@pytest.mark.parametrize("kept", [False, True], ids=["sent", "kept"])
def test_jobs_at_once(graph, tmp_path, kept):
    """Tasks of several jobs in the threads of a worker, which keeps the job of its last task."""
    jobs = [gobc.plan(graph, measure, shards=40) for measure in ("betweenness", "closeness", "stress", "eccentricity")]

    def compute(job):
        return job.compute(client, checkpoint=tmp_path / job.fingerprint if kept else None, progress=False)

    with ENGINES["dask"]() as client, ThreadPoolExecutor(len(jobs)) as pool:
        results = list(pool.map(compute, jobs))
    assert all(same(result, graph.centralities(job.measures)) for job, result in zip(jobs, results))


def test_failures_of_tasks_come_back(engine, graph):
    """An error of a worker is that of the call."""
    job = gobc.plan(graph, "betweenness", shards=5)
    with pytest.raises(gobc.Error, match="(?i)cuda|gpu"):
        job.compute(engine, device="cuda:99", progress=False)
    assert same(job.compute(engine, progress=False), graph.betweenness())


@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_mpi(ranks, tmp_path):
    """Each rank is a process of mpiexec, the first of which runs the program."""
    start = ["mpiexec", "--allow-run-as-root", "--oversubscribe", "-n", str(ranks), sys.executable, "-m", "mpi4py.futures"]
    done = subprocess.run([*start, str(HERE / "mpi_program.py"), str(tmp_path)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.count("same") == 12, done.stdout
