"""Computations in shards: any executor, any folder, any order, and the bits of one call."""

import json
import multiprocessing
import os
import pathlib
import pickle
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import networkx
import pytest

import gobc
from gobc.cli import main
from gobc.jobs import worker
from gobc.jobs.folder import Folder

MEASURES = ["betweenness", "closeness", "edge_betweenness", "eccentricity"]


@pytest.fixture(scope="module")
def graph():
    return gobc.Graph(gobc.generate("small_world:n=600,k=6,p=0.1", seed=2))


def same(a, b):
    tables = [(a, b)] if a.edges is None else [(a, b), (a.edges, b.edges)]
    return all((x[name] == y[name]).all() for x, y in tables for name in x.measures)


def joblib_parallel():
    joblib = pytest.importorskip("joblib")
    return joblib.Parallel(n_jobs=2, return_as="generator_unordered"), lambda _: None


EXECUTORS = {
    "here": lambda: (None, lambda _: None),
    "threads": lambda: (ThreadPoolExecutor(3), lambda pool: pool.shutdown()),
    "processes": lambda: (ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")), lambda pool: pool.shutdown()),
    "joblib": joblib_parallel,
}


@pytest.mark.parametrize("name", EXECUTORS)
def test_executors_give_the_bits_of_one_call(graph, tmp_path, name):
    executor, close = EXECUTORS[name]()
    try:
        want = graph.centralities(MEASURES)
        for shards in (1, 7, 64) if name == "here" else (7,):
            job = gobc.plan(graph, MEASURES, shards=shards)
            assert same(job.compute(executor), want)
            assert same(job.compute(executor, checkpoint=tmp_path / f"run-{shards}"), want)
            assert len(list((tmp_path / f"run-{shards}").glob("shard-*.gobc"))) == shards
    finally:
        close(executor)


def test_weights_and_samples(graph):
    rng = random.Random(1)
    table = [(a, b, rng.randrange(1, 9) / 4) for a, b in graph_edges(graph)]
    weighted = gobc.Graph(table, weight=True)
    for options in ({}, {"k": 50, "seed": 3}, {"sources": [1, 5, 9]}, {"cutoff": 3}):
        job = gobc.plan(weighted, "betweenness", shards=5, **options)
        parts = [job.run(shard, threads=1 + shard % 2) for shard in range(job.n_shards)]
        rng.shuffle(parts)
        parts = [pickle.loads(pickle.dumps(part)) for part in parts] + parts[:2]
        assert same(gobc.merge(parts).result(job=job), weighted.betweenness(**options))
    unweighted = gobc.plan(weighted, "closeness", weight=False, shards=2)
    assert same(unweighted.compute(), weighted.unweighted().closeness())
    assert same(pickle.loads(pickle.dumps(unweighted)).compute(), weighted.unweighted().closeness())


def graph_edges(graph):
    result = graph.edge_betweenness()
    return list(zip(result["source"].tolist(), result["target"].tolist()))


def test_nodes_of_python_travel_with_the_job(tmp_path):
    networkx = pytest.importorskip("networkx")
    g = networkx.relabel_nodes(networkx.karate_club_graph(), {0: ("a", 1), 1: "x"})
    job = gobc.plan(g, "betweenness", shards=3)
    assert pickle.loads(pickle.dumps(job)).compute().to_dict() == gobc.betweenness(g).to_dict()
    with pytest.raises(gobc.ArgumentError, match="numbers or text, not"):
        job.save(tmp_path / "run")
    texts = networkx.relabel_nodes(networkx.karate_club_graph(), {0: "zero"})
    gobc.plan(texts, "betweenness", shards=3).save(tmp_path / "texts")
    assert gobc.Job.load(tmp_path / "texts").compute().to_dict() == gobc.betweenness(texts).to_dict()


def test_graphs_are_saved_and_pickled(graph, tmp_path):
    graph.save(tmp_path / "graph.gobc")
    for back in (gobc.Graph.load(tmp_path / "graph.gobc"), pickle.loads(pickle.dumps(graph))):
        assert same(back.centralities(MEASURES), graph.centralities(MEASURES))
    with pytest.raises(gobc.FileError, match="graph.gobc"):
        graph.save(tmp_path / "no" / "graph.gobc")
    with pytest.raises(gobc.FileError, match=r"cut\.gobc: .*its end is missing"):
        (tmp_path / "cut.gobc").write_bytes((tmp_path / "graph.gobc").read_bytes()[:-100])
        gobc.Graph.load(tmp_path / "cut.gobc")


def test_large_files_are_mapped(tmp_path):
    first, other = (gobc.Graph({"u": [drawn.randrange(20_000) for _ in range(100_000)],
                                "v": [drawn.randrange(20_000) for _ in range(100_000)]}) for drawn in map(random.Random, (1, 2)))
    path = tmp_path / "graph.gobc"
    first.save(path)
    assert path.stat().st_size > 1 << 20
    loaded = gobc.Graph.load(path)
    other.save(path)  # takes the name, and leaves what is mapped as it was
    for graph, want in ((loaded, first), (gobc.Graph.load(path), other)):
        assert same(graph.betweenness(k=3, seed=1), want.betweenness(k=3, seed=1))
    data = bytearray(path.read_bytes())
    data[(1 << 20) + 77] ^= 4
    (tmp_path / "damaged").write_bytes(data)
    damaged = gobc.Graph.load(tmp_path / "damaged")  # reads the header, which has what is known of the graph
    assert repr(damaged) == repr(gobc.Graph.load(path)) and damaged.largest_component_size == other.largest_component_size
    for call in (damaged.betweenness, lambda: list(damaged.nodes), damaged.degree, damaged.components, damaged.largest_component,
                 lambda: damaged.plan("closeness"), lambda: gobc.plan(damaged, "closeness", shards=2),
                 lambda: damaged.save(tmp_path / "again"), lambda: pickle.dumps(damaged)):
        with pytest.raises(gobc.FileError, match=r"damaged: .*checksum does not match in block 1, from byte 1048576 on"):
            call()
    cut = gobc.Graph.load(tmp_path / "damaged")
    os.truncate(tmp_path / "damaged", 4096)
    with pytest.raises(gobc.FileError, match="the file of this graph was changed while the graph was open"):
        cut.betweenness(k=3, seed=1)
    loaded = gobc.Graph.load(path)
    os.utime(path, (1, 1))  # stands for a change in place, which may also end the process
    with pytest.raises(gobc.FileError, match="the file of this graph was changed while the graph was open"):
        loaded.betweenness(k=3, seed=1)
    assert same(gobc.Graph.load(path).betweenness(k=3, seed=1), other.betweenness(k=3, seed=1))


SHARING = r"""
import gobc, re, sys
graph = gobc.Graph.load(sys.argv[1])
def touched():
    of_file = open("/proc/self/smaps").read().partition(sys.argv[1] + "\n")[2]
    return [re.search(name + r":\s+(\d+)", of_file)[1] for name in ("Rss", "Pss")]
print(*touched(), flush=True)
graph.degree()
print("ready", flush=True)
input()
print(*touched(), flush=True)
input()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_processes_share_a_file(tmp_path):
    drawn, path = random.Random(3), tmp_path / "shared.gobc"
    gobc.Graph({"u": [drawn.randrange(50_000) for _ in range(200_000)],
                "v": [drawn.randrange(50_000) for _ in range(200_000)]}).save(path)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    workers = [subprocess.Popen([sys.executable, "-c", SHARING, str(path)], **pipes) for _ in range(4)]
    try:
        for worker in workers:
            assert worker.stdout.readline() == "0 0\n"  # opening touches no page of the file
            assert worker.stdout.readline() == "ready\n"
        for worker in workers:
            worker.stdin.write("\n")
            worker.stdin.flush()
            of_all, share = map(int, worker.stdout.readline().split())
            assert of_all * 1024 >= path.stat().st_size and share <= of_all / 3, (of_all, share)
        for worker in workers:
            worker.communicate("\n")
            assert worker.returncode == 0
    finally:
        for worker in workers:
            worker.kill()


def test_partials_of_other_jobs(graph):
    job = gobc.plan(graph, "betweenness", shards=4)
    for other, what in ((gobc.plan(graph, "stress", shards=4), "question"),
                        (gobc.plan(graph, "betweenness", shards=5), "number of shards"),
                        (gobc.plan([(0, 1), (1, 2), (2, 3), (3, 4)], "betweenness", shards=4), "graph")):
        with pytest.raises(gobc.DataError, match=what):
            gobc.merge([job.run(0), other.run(1)])
    part = gobc.merge([job.run(0), job.run(2)])
    assert part.held == [0, 2] and part.missing == [1, 3]
    with pytest.raises(gobc.ArgumentError, match="shards are missing: 1,3 of 4"):
        part.result()
    with pytest.warns(gobc.GobcWarning, match="partial"):
        assert part.result(incomplete=True).partial.sources == 600
    with pytest.raises(gobc.ArgumentError, match="give job="):
        pickle.loads(pickle.dumps(part)).result()


def test_wrong_arguments(graph):
    for shards in (0, -1, 1.5, "many", True, 1 << 21):
        with pytest.raises(gobc.ArgumentError, match="shards="):
            gobc.plan(graph, "betweenness", shards=shards)
    job = gobc.plan(graph, "betweenness", shards=3)
    for shard in (3, -1, None, "0", True):
        with pytest.raises(gobc.ArgumentError, match="there is no shard"):
            gobc.run_shard(job, shard)
    for executor in (3, "dask", object()):
        with pytest.raises(gobc.ArgumentTypeError, match="executor must be"):
            job.compute(executor)
    for rule in (gobc.Sample(top_k=3), gobc.Sample(adaptive=True), gobc.Sample(epsilon=0.1, top_k=3)):
        with pytest.raises(gobc.ArgumentError, match="sample of k"):
            gobc.plan(graph, "betweenness", shards=3, sample=rule)
    for measure, rule, what in (("stress", gobc.Sample(epsilon=0.1), "betweenness"), ("betweenness", 3, "gobc.Sample"),
                                ("betweenness", gobc.Sample(delta=0.1), "delta"),
                                ("betweenness", gobc.Sample(epsilon=2), "epsilon")):
        with pytest.raises(gobc.ArgumentError, match=what):
            gobc.plan(graph, measure, shards=3, sample=rule)
    with pytest.raises(gobc.ArgumentError, match="whole number"):
        gobc.plan(graph, "betweenness", k=5, seed=random.Random(1), shards=3)


RULE = gobc.Sample(epsilon=0.2, delta=0.2, seed=3)


def held_within(result, exact):
    assert result.columns == ["node", "betweenness", "betweenness_error"] and result.partial is None
    return bool((abs(result["betweenness"] - exact["betweenness"]) <= result["betweenness_error"]).all())


def test_some_shards_are_an_estimate(graph, tmp_path):
    exact = graph.betweenness()
    job = gobc.plan(graph, "betweenness", shards=30, sample=RULE)
    assert job.fingerprint != gobc.plan(graph, "betweenness", shards=30).fingerprint
    part = gobc.merge(job.run(shard) for shard in (4, 9, 13, 14, 15, 29))
    some = pickle.loads(pickle.dumps(part)).result(job=job, incomplete=True)
    assert held_within(some, exact) and some.plan["sample"]["sources"] == sum(job.sources[shard] for shard in part.held)
    with pytest.raises(gobc.ArgumentError, match="shards are missing"):
        part.result()
    job.save(tmp_path / "run")
    assert gobc.Job.load(tmp_path / "run").fingerprint == job.fingerprint
    whole = gobc.merge(gobc.Job.load(tmp_path / "run").run(shard) for shard in range(30)).result()
    assert same(exact, whole) and whole["betweenness_error"].max() == 0


@pytest.mark.parametrize("name", EXECUTORS)
def test_a_job_ends_when_its_estimate_is_near_enough(graph, tmp_path, name):
    exact = graph.betweenness()
    executor, close = EXECUTORS[name]()
    try:
        job = gobc.plan(graph, "betweenness", shards=60, sample=RULE)
        for checkpoint in (None, tmp_path / "run"):
            result = job.compute(executor, checkpoint=checkpoint)
            drawn = result.plan["sample"]
            assert held_within(result, exact) and drawn["half_width"] <= RULE.epsilon
            assert (drawn["sources"] < 600) == (name != "joblib")  # which computes all
        files = len(list((tmp_path / "run").glob("shard-*.gobc")))
        assert drawn["rounds"] <= files  # workers may have ended all before the first look
        assert (files < 60) == (name == "here") or name not in ("here", "joblib")
        assert job.compute(executor, checkpoint=tmp_path / "run").plan["sample"]["rounds"] >= files
        called = graph.betweenness(sample=RULE, executor=executor, checkpoint=tmp_path / "other")
        assert held_within(called, exact) and called.plan["sample"]["half_width"] <= RULE.epsilon
    finally:
        close(executor)


def test_shards_that_nobody_needs_are_not_begun(graph, tmp_path):
    """Each shard waits here until the one before it has been looked at."""
    looked = threading.Semaphore(3)

    class Pool(ThreadPoolExecutor):
        def submit(self, function, *arguments):
            return super().submit(lambda: looked.acquire() and function(*arguments))

    pool = Pool(3)
    try:
        job = gobc.plan(graph, "betweenness", shards=60, sample=RULE)
        result = job.compute(pool, checkpoint=tmp_path, progress=lambda done, total: looked.release())
        files = len(list(tmp_path.glob("shard-*.gobc")))
    finally:
        looked.release(60)
        pool.shutdown()
    assert result.plan["sample"]["rounds"] <= files < 60


def test_calls_on_executors_and_with_checkpoints(graph, tmp_path):
    want = graph.betweenness()
    with ThreadPoolExecutor(2) as pool:
        assert same(graph.betweenness(executor=pool), want)
        assert same(gobc.betweenness(graph, executor=pool, checkpoint=tmp_path / "run"), want)
    assert same(gobc.centralities(graph, ["betweenness"], checkpoint=tmp_path / "run", resume=True), want)
    with pytest.raises(gobc.ArgumentError, match="resume"):
        graph.betweenness(checkpoint=tmp_path / "run", resume=False)
    with pytest.raises(gobc.ArgumentError, match="checkpoint="):
        graph.betweenness(resume=True)
    with pytest.raises(gobc.ArgumentError, match="partial and time_limit"):
        graph.betweenness(checkpoint=tmp_path / "run", settings=gobc.Settings(time_limit=5))
    for call in (gobc.plan, gobc.diameter):
        with pytest.raises(gobc.ArgumentError, match="takes no checkpoint="):
            call(graph, checkpoint=tmp_path / "run")


def test_threads_of_workers(graph, monkeypatch):
    """Workers of one machine share its processors; those of an executor that does not say how many it has, as MPI's, have one."""
    told = []

    class Pool(ThreadPoolExecutor):
        def submit(self, function, *arguments):
            told.append(arguments[-2 if function is worker.take else 3])
            return super().submit(function, *arguments)

    class Remote:
        def __init__(self, pool):
            self.submit = pool.submit

    job = gobc.plan(graph, "betweenness", shards=2)
    here = job.estimate()
    assert here["threads"] == graph.plan("betweenness")["threads"]  # affinity and quotas: core/system/processors.go
    here["threads"] = 8
    monkeypatch.setattr(job, "estimate", lambda: here)
    with Pool(2) as pool:
        job.compute(Remote(pool))
        remote = Remote(pool)
        remote._max_workers = 2
        job.compute(remote)
        job.compute(remote, threads=3)
        monkeypatch.setattr(Remote, "__module__", "mpi4py.futures.pool")
        job.compute(remote)
    assert told == [1, 1, 4, 4, 3, 3, 1, 1]


def test_workers_read_the_graph_while_the_call_is_planned(graph, monkeypatch, tmp_path):
    """Nothing of it is left, nor where the call cannot be planned."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    begun = []

    class Remote:
        _max_workers = 2

        def submit(self, function, *arguments):
            begun.append(function.__name__)
            return pool.submit(function, *arguments)

    with ThreadPoolExecutor(2) as pool:
        assert same(graph.betweenness(executor=Remote()), graph.betweenness())
        assert begun == ["read", "read", "take"]
        assert not worker._graphs
        assert list(tmp_path.iterdir()) == []
        with pytest.raises(gobc.ArgumentError, match="k"):
            graph.betweenness(k=-1, executor=Remote())
        assert begun[3:] == ["read", "read"]
        gobc.plan(graph, "closeness", shards=2).compute(Remote())
        assert begun[5:] == ["take", "take"]
    assert list(tmp_path.iterdir()) == []


def test_threads_of_a_worker_make_one_job(graph):
    """Tasks that begin at once, as in the first moment of a worker with several threads."""
    job, made = gobc.plan(graph, "betweenness", shards=4), []

    def make():
        made.append(threading.get_ident())
        time.sleep(0.1)
        return job

    with ThreadPoolExecutor(4) as pool:
        assert all(kept is job for kept in pool.map(lambda _: worker.kept("a job of this test", make), range(4)))
    assert len(made) == 1


def test_no_argument_of_a_job_is_ignored(graph, tmp_path):
    with pytest.raises(gobc.ArgumentError, match="contradicts the graph"):
        gobc.plan(graph, "betweenness", directed=True, shards=2)
    for weight in (True, "km"):
        with pytest.raises(gobc.ArgumentError, match="weight="):
            gobc.plan(graph, "betweenness", weight=weight, shards=2)
    with pytest.raises(gobc.ArgumentError, match="partial and time_limit"):
        gobc.plan(graph, "betweenness", shards=2, settings=gobc.Settings(time_limit=5))
    job = gobc.plan(graph, "betweenness", shards=2, settings=gobc.Settings(memory_limit=1000))
    for made in (job, pickle.loads(pickle.dumps(job))):
        with pytest.raises(gobc.MemoryLimitError):
            made.run(0)
        assert made.run(0, memory_limit=1 << 30).held == [0]
    with pytest.raises(gobc.DeviceError):
        gobc.plan(graph, "betweenness", shards=2, device="cuda:63").run(0)
    (tmp_path / "edges.csv").write_text("a,b\n1,2\n")
    assert main(["plan", str(tmp_path / "edges.csv"), "-o", str(tmp_path / "run"), "--threads", "2"]) == 2
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("change", [
    {"shards": "12"}, {"question": []}, {"settings": {"speed": 1}}, {"measures": 3}, {"question": {"x": 1}}, {"version": "0"},
    {"graph": "none.gobc"}, {"question": {"sources": {"weights": 3}}}, {"fingerprint": "0" * 64}, {"format": "gobc job 1"}])
def test_a_wrong_job_file(folder, change):
    path, _ = folder
    told = json.loads((path / "job.json").read_text())
    (path / "job.json").write_text(json.dumps(told | change))
    with pytest.raises(gobc.FileError, match=str(path)):
        gobc.Job.load(path)


FORGED = sorted((pathlib.Path(__file__).parent.parent / "stored").glob("*-*.*"))


@pytest.mark.parametrize("path", FORGED, ids=lambda path: path.stem)
def test_forged_stored_files_are_errors(path):
    for load in (gobc.Graph.load, gobc.Partial.load):
        with pytest.raises(gobc.FileError):
            load(path)
    for kind in (gobc.Graph, gobc.Partial):
        state = {"gobc_state": 1, "kind": kind.__name__, "data": path.read_bytes(), "labels": None, "keys": None,
                 "attribute": None, "chosen": False, "weighted": False}
        with pytest.raises(gobc.FileError):
            kind.__new__(kind).__setstate__(state)


def test_there_are_forged_files():
    assert len(FORGED) >= 8


def places(value, path=()):
    """The paths to all values within a value of JSON."""
    yield path
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from places(value[key], (*path, key))


def changed(value, path, new):
    """A value of JSON with another value at a path."""
    if not path:
        return new
    value = value.copy()
    value[path[0]] = changed(value[path[0]], path[1:], new)
    return value


HOSTILE = [None, True, -1, 3, 1 << 40, 1 << 70, 1e308, float("nan"), "", "x", "../x", "\0", [], [[]], {}, {"vertices": 3},
           {"vertices": [[1]]}, {"weights": 3}, {"vertices": [1, 1]}, {"vertices": [9]}, {"vertices": [0], "weights": [-1]},
           {"vertices": [0], "weights": [1, 2]}, {"x": 1}]


@pytest.mark.parametrize("sources", [{"sources": {"a": 1.0, "b": 2.0}}, {"sources": ["a"]}, {"k": 2, "seed": 1}])
def test_a_changed_job_file_is_read_or_an_error_of_gobcs(tmp_path, sources):
    job = gobc.plan([("a", "b"), ("b", "c"), ("c", "d")], "betweenness", shards=2,
                    settings=gobc.Settings(precision="double"), **sources)
    job.save(tmp_path)
    job.run(0).save(tmp_path / "shard-00000.gobc")
    good = json.loads((tmp_path / "job.json").read_text())
    texts = [json.dumps(changed(good, path, new)) for path in places(good) for new in HOSTILE]
    texts += [json.dumps(changed(good, path[:-1], {k: v for k, v in at(good, path[:-1]).items() if k != path[-1]}))
              for path in places(good) if path and isinstance(at(good, path[:-1]), dict)]
    texts += [json.dumps({**good, "question": {**good["question"], name: value}})
              for value in (1, "x", None, {"y": 1}) for name in
              ("self", "graph", "labels", "numbers", "time_limit", "memory_limit", "device", "sample", "x", "cutoff", "of")]
    texts += ["", "{", "nul", "[" * 100_000, '{"a":' * 100_000, "1" * 5000]
    refused = 0
    for text in texts:
        (tmp_path / "job.json").write_text(text)
        for use in (gobc.Job.load, lambda path: Folder(path).missing(), lambda path: Folder(path).merged(), job.save):
            try:
                use(tmp_path)
            except gobc.Error as error:
                assert "failed with" not in str(error) and not isinstance(error, gobc.InternalError), (text, error)
                refused += 1
    assert refused > len(texts)
    (tmp_path / "job.json").write_text(json.dumps({**good, "shards": 1 << 40}))
    with pytest.raises(gobc.FileError, match="shards is 1099511627776"):
        gobc.Job.load(tmp_path)


def at(value, path):
    for key in path:
        value = value[key]
    return value


@pytest.mark.parametrize("labels", ["{", "[" * 100_000, "[]", "{}", '{"nodes": 3}', '{"nodes": ["a"]}',
                                    '{"nodes": [["a"], 1, 2, 3]}', '{"weights": []}', "null"])
def test_changed_labels_of_a_job_are_an_error(tmp_path, labels):
    gobc.plan(networkx.Graph([("a", 1), (1, 2.5), (2.5, "d")]), "betweenness", shards=2).save(tmp_path)
    assert gobc.Job.load(tmp_path).n_shards == 2
    (tmp_path / "labels.json").write_text(labels)
    with pytest.raises(gobc.FileError, match="labels"):
        gobc.Job.load(tmp_path)


def test_forked_workers_are_told(graph):
    job = gobc.plan(graph, "betweenness", shards=2)
    forking = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(1, mp_context=forking) as pool, pytest.raises(gobc.ForkedError, match="spawn"):
        job.compute(pool)


@pytest.fixture
def folder(graph, tmp_path):
    job = gobc.plan(graph, "betweenness,closeness", shards=12)
    path = tmp_path / "run"
    job.save(path)
    return path, graph.centralities(["betweenness", "closeness"])


def finished(path):
    return len(list(path.glob("shard-*.gobc")))


def test_a_killed_run_goes_on(folder):
    """Workers are killed at random moments, and one of them finishes: nothing is summed twice, no half file is believed."""
    path, want = folder
    program = "import sys, gobc\nfrom gobc.jobs.folder import Folder\njob = gobc.Job.load(sys.argv[1])\n" \
              "print(flush=True)\nwhile job._run_into(Folder(sys.argv[1])) is not None:\n    pass\n"
    rng = random.Random(5)
    for _ in range(4):
        command = [sys.executable, "-c", program, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True) as worker:
            worker.stdout.read(1)
            time.sleep(rng.random() * 0.02)
            os.killpg(worker.pid, signal.SIGKILL)
    assert main(["run", str(path), "--no-progress"]) == 0
    assert finished(path) == 12
    assert same(gobc.Job.load(path).compute(checkpoint=path), want)


def test_a_folder_names_the_sources_that_were_drawn(graph, tmp_path):
    """So that other languages, which draw otherwise, have the same."""
    for at, some in enumerate((graph, gobc.Graph([("a", "b"), ("b", "c"), ("c", "d")]))):
        for k in (2, some.num_nodes):
            job = gobc.plan(some, "betweenness", k=k, seed=4, shards=2)
            place = tmp_path / f"{at}-{k}"
            job.save(place)
            question = json.loads((place / "job.json").read_text())["question"]
            assert question["sampled"] is True and not {"k", "seed"} & set(question)
            assert "sources" not in question if k == some.num_nodes else len(question["sources"]["vertices"]) == k
            loaded = gobc.Job.load(place)
            assert loaded.fingerprint == job.fingerprint
            assert pickle.loads(pickle.dumps(loaded)).fingerprint == job.fingerprint
            assert same(loaded.compute(), gobc.betweenness(some, k=k, seed=4))


def test_a_folder_keeps_all_that_is_asked(graph, tmp_path):
    """Each question, from the folder and from a pickle, is the one that was asked."""
    weighted = gobc.Graph([(f"n{a}", f"n{b}", 1 + a % 4 / 7) for a, b in graph_edges(graph)], weight=True)
    some = [f"n{number}" for number in (5, 3, 80)]
    for at, (measures, options) in enumerate((
            ("betweenness", {"sources": {"n3": 2.0, "n9": 0.5}, "targets": some, "normalized": False}),
            ("betweenness", {"endpoints": True, "normalized": True}),
            ("betweenness", {"cutoff": float("inf"), "settings": gobc.Settings(tie_tolerance=1e-6)}),
            ("closeness,decay", {"of": some, "direction": "out", "alpha": 0.25, "preset": "igraph"}),
            ("betweenness,closeness", {"weight": False, "settings": gobc.Settings(parallel="count", reductions="blocks")}),
            ("betweenness,edge_betweenness", {"sources": [], "settings": gobc.Settings(precision="single")}),
            ("stress", {"settings": gobc.Settings(strategy="reference")}),
            ("betweenness", {"sample": gobc.Sample(epsilon=0.5, delta=0.2, seed=(1 << 62) + 1)}))):
        job = gobc.plan(weighted, measures, shards=3, **options)
        job.save(tmp_path / str(at))
        for made in (gobc.Job.load(tmp_path / str(at)), pickle.loads(pickle.dumps(job))):
            assert made.fingerprint == job.fingerprint and made.measures == job.measures and made.sources == job.sources
            assert made.graph.weighted == (options.get("weight") is not False)
            assert same(made.compute(), job.compute())
            assert pickle.loads(pickle.dumps(made)).fingerprint == job.fingerprint


def test_workers_take_other_shards(graph, tmp_path):
    """A shard that another worker has taken and not finished comes last, as that worker may be gone."""
    job, folder = gobc.plan(graph, "betweenness", shards=4), Folder(tmp_path)
    job.save(tmp_path)
    (tmp_path / "claim-00001").touch()
    os.utime(tmp_path / "claim-00001", (1, 1))
    (tmp_path / "claim-00002").mkdir()  # whatever it is
    assert [job._run_into(folder) for _ in range(5)] == [0, 3, 1, 2, None]
    assert os.stat(tmp_path / "claim-00001").st_mtime > 1
    assert same(folder.merged().result(job=job), graph.betweenness())


def test_damaged_shards_are_missing(folder, tmp_path, capsys):
    """What a full disk or a stopped copy leaves of a file is computed again."""
    path, want = folder
    gobc.Job.load(path).compute(checkpoint=path)
    files = [path / f"shard-{shard:05}.gobc" for shard in (3, 8)]
    kept = files[0].read_bytes()
    for wrong in (b"", kept[:100], kept[:1000], kept[:-1], bytes(len(kept)), b"source,target\n1,2\n" * 50):
        for file in files:
            file.write_bytes(wrong)
        assert Folder(path).missing() == [3, 8]
        with pytest.raises(gobc.FileError, match=r"2 files of shards .*run shards 3,8 again.*00003\.gobc.*00008\.gobc"):
            Folder(path).merged()
        assert main(["status", str(path)]) == 3
        assert "10 of 12 shards finished; missing: 3,8; with damaged files: 3,8" in capsys.readouterr().out
        assert main(["merge", str(path), "--json"]) == 3
        assert "2 shards are missing" in (text := json.loads(capsys.readouterr().out)["error"]["message"]) and "damaged" in text
        assert main(["run", str(path), "--shard", "3", "--no-progress"]) == 0 and Folder(path).missing() == [8]
        assert main(["run", str(path), "--no-progress"]) == 0 and Folder(path).missing() == []
        capsys.readouterr()
        assert same(Folder(path).merged().result(job=gobc.Job.load(path)), want)
    files[0].write_bytes(b"")
    assert same(gobc.Job.load(path).compute(checkpoint=path), want)


def test_merge_says_what_is_missing(folder, capsys):
    path, _ = folder
    assert main(["run", str(path), "--shard", "0-10", "--no-progress"]) == 0
    capsys.readouterr()
    assert main(["merge", str(path), "--json"]) == 3
    shown = capsys.readouterr()
    error = json.loads(shown.out)["error"]
    assert error["kind"] == "ArgumentError" and error["exit_code"] == 3 and "1 shard is missing" in error["message"]
    assert f"gobc run {path} computes" in shown.err
    assert main(["run", str(path), "--no-progress"]) == 0 and main(["merge", str(path)]) == 0
    assert re.search(r"betweenness, closeness merged in [\d.e-]+ s", capsys.readouterr().out)


def test_a_job_without_its_graph(folder):
    path, _ = folder
    for file in path.glob("graph-*.gobc"):
        file.unlink()
    with pytest.raises(gobc.FileError, match=r"lacks its graph, the file .*: put the file back, or make the job again"):
        gobc.Job.load(path)


def test_places_that_cannot_be_written_are_named(graph, tmp_path):
    (tmp_path / "file").write_text("")
    for act, text in ((lambda: graph.save(tmp_path), "is a folder; name a file"),
                      (lambda: graph.save(tmp_path / "no" / "x"), "there is no folder .*no; make it first"),
                      (lambda: gobc.plan(graph, "betweenness", shards=2).save(tmp_path / "file"), "a file; name another folder"),
                      (lambda: gobc.Graph.load(tmp_path / "none"), "^there is no file ")):
        with pytest.raises(gobc.FileError, match=text) as error:
            act()
        assert ".part" not in str(error.value) and "no such file" not in str(error.value)


def test_commands(folder, tmp_path, capsys):
    path, want = folder
    assert main(["status", str(path)]) == 3
    assert main(["run", str(path), "--shard", "1,3-5", "--no-progress"]) == 0
    capsys.readouterr()
    assert main(["status", str(path), "--missing"]) == 3
    assert capsys.readouterr().out == "0,2,6-11\n"
    scores = tmp_path / "scores.csv"
    assert main(["merge", str(path), "-o", str(scores)]) == 3
    assert not scores.exists() and "0,2,6-11" in capsys.readouterr().err
    with pytest.warns(gobc.GobcWarning, match="partial"):
        assert main(["merge", str(path), "--incomplete", "-o", str(scores)]) == 3
    assert main(["run", str(path), "--next", "--no-progress"]) == 0
    assert main(["status", str(path), "--missing"]) == 0
    assert main(["merge", str(path), "-o", str(scores), "--top", "0"]) == 0
    rows = scores.read_text().splitlines()[1:]
    assert [float(row.split(",")[1]) for row in rows] == want["betweenness"].tolist()
    for wrong in ("12", "3-1", "x", ""):
        assert main(["run", str(path), "--shard", wrong]) == 2
    assert main(["run", str(tmp_path / "nowhere")]) == 1
    assert "gobc plan FILE -o" in capsys.readouterr().err


def test_plan_makes_a_folder(tmp_path, capsys):
    (tmp_path / "edges.csv").write_text("source,target\n" + "".join(f"{i},{(i * 7 + 1) % 50}\n" for i in range(50)))
    (tmp_path / "some.csv").write_text("node,weight\n1,2\n5,1\n")
    edges, run = str(tmp_path / "edges.csv"), str(tmp_path / "run")
    assert main(["plan", edges, "-o", run, "--shards", "3", "--sources", str(tmp_path / "some.csv")]) == 0
    assert main(["run", run, "--no-progress"]) == 0
    assert main(["merge", run, "-o", str(tmp_path / "a.csv"), "--top", "0"]) == 0
    some = ["--sources", str(tmp_path / "some.csv")]
    assert main(["compute", edges, *some, "--output", str(tmp_path / "b.csv"), "--top", "0"]) == 0
    assert (tmp_path / "a.csv").read_text() == (tmp_path / "b.csv").read_text()
    assert main(["plan", edges, "-o", run, "--shards", "4"]) == 1
    assert "has another job" in capsys.readouterr().err
    assert main(["plan", edges, "--shards", "4"]) == 2
    assert main(["plan", edges, "--epsilon", "0.1"]) == 0  # which says how long it takes
    assert main(["plan", edges, "-o", run, "--shards", "0"]) == 2


def test_an_estimate_in_a_folder(tmp_path, capsys):
    run, scores = str(tmp_path / "run"), tmp_path / "scores.csv"
    (tmp_path / "edges.csv").write_text("source,target\n" + "".join(f"{i},{(i * 7 + 1) % 90}\n" for i in range(90)))
    assert main(["plan", str(tmp_path / "edges.csv"), "-o", run, "--shards", "6", "--epsilon", "0.3", "--seed", "2"]) == 0
    assert main(["run", run, "--shard", "0,2-4", "--no-progress"]) == 0
    assert main(["merge", run, "--incomplete", "-o", str(scores)]) == 3
    assert scores.read_text().splitlines()[0] == "node,betweenness,betweenness_error"


def test_damaged_and_foreign_files(folder):
    path, want = folder
    job = gobc.Job.load(path)
    job.compute(checkpoint=path)
    third, fourth = path / "shard-00003.gobc", path / "shard-00004.gobc"
    kept = third.read_bytes()
    third.write_bytes(kept[:-1] + bytes([kept[-1] ^ 1]))  # which counts as missing
    assert same(job.compute(checkpoint=path), want) and third.read_bytes() == kept
    third.write_bytes(fourth.read_bytes())
    with pytest.raises(gobc.FileError, match=r"shard-00003\.gobc.*: remove it, and run shard 3 again"):
        job.compute(checkpoint=path)
    third.unlink()
    assert same(job.compute(checkpoint=path), want)
    with pytest.raises(gobc.ArgumentError, match="resume"):
        job.compute(checkpoint=path, resume=False)
    with pytest.raises(gobc.DataError, match="has another job"):
        gobc.plan(job.graph, "stress", shards=2).compute(checkpoint=path)
    (path / "job.json").write_text("{")
    with pytest.raises(gobc.FileError, match=r"job\.json"):
        gobc.Job.load(path)
