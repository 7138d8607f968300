"""The shards of a job on the workers of an executor. Each executor schedules, moves data and tries again by its own rules."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .._library.progress import choose
from .._registry import Device, Progress
from ..errors import ArgumentTypeError, Error, kind_of, translated
from ..graph import Graph
from .folder import Folder
from .partial import Partial
from .shards import Shards
from .worker import GRAPH, QUESTION, from_store, merged_with, read, run_shards, take, work

STEP = 0.2  # seconds between two looks at how many shards were begun


def compute_shards(job: Shards, executor: Any, folder: Folder | None, resume: bool, device: Device | None, threads: int | None,
                   progress: Progress) -> Partial:
    """All shards of the job as one partial."""
    if folder is not None:
        job._save_in(folder, resume)
    todo = folder.missing() if folder is not None else list(range(job.n_shards))
    run = _runner(executor)
    merged: Partial | None = None
    shown = choose(progress, time.monotonic())
    done = job.n_shards - len(todo)
    looks = _Looks(job, folder, ends=run is not _on_joblib)  # whose tasks go on, and fail, when nobody waits for them
    try:
        for came in run(job, todo, folder, device, threads, executor):
            if isinstance(came, int):
                shown.update(3, max(done, came), job.n_shards)
                continue
            # Other processes may add to the folder, too.
            done = min(done + (len(came.held) if came is not None else folder is not None), job.n_shards)
            merged = merged_with(merged, came)
            shown.update(3, done, job.n_shards)
            if looks.enough(merged, done):
                break
    finally:
        shown.close(done == job.n_shards, done, job.n_shards)
    if folder is not None:
        return folder.merged(job)
    assert merged is not None  # a job has a shard
    merged._job = job
    return merged


class _Looks:
    """At the estimate of a job with an epsilon, each after a sixteenth more shards: it ends as soon as it is near enough."""

    def __init__(self, job: Shards, folder: Folder | None, ends: bool):
        self._job, self._folder, self._ends, self._next = job, folder, ends and job._estimates, 1

    def enough(self, merged: Partial | None, done: int) -> bool:
        if not self._ends or not self._next <= done < self._job.n_shards:
            return False
        self._next = done + max(1, done // 16)
        part = merged if self._folder is None else self._folder.merged(self._job)
        return part is not None and self._job._enough(part)


Runner = Callable[[Shards, "list[int]", "Folder | None", Any, "int | None", Any], "Iterable[Partial | int | None]"]


def _runner(executor: Any) -> Runner:
    """What runs tasks on an executor, by its class: nothing is imported for that."""
    if executor is None:
        return _in_this_process
    names = {f"{kind.__module__.partition('.')[0]}.{kind.__name__}" for kind in type(executor).__mro__}
    with translated("asking the executor what it has", ArgumentTypeError):
        is_ray = getattr(executor, "__name__", "") == "ray" and hasattr(executor, "remote")
        submits = hasattr(executor, "submit")
    if "distributed.Client" in names:
        return _on_dask
    if is_ray:
        return _on_ray
    if "pyspark.SparkSession" in names:
        return _on_spark
    if "joblib.Parallel" in names:
        return _on_joblib
    if "concurrent.ThreadPoolExecutor" in names:
        return _on_threads
    if submits:
        return _on_processes
    raise ArgumentTypeError("executor must be a dask.distributed.Client, the module ray, a SparkSession, a joblib.Parallel, or "
                            f"have submit() as those of concurrent.futures, not {kind_of(executor)}")


def _shards_by_task(job: Shards, todo: list[int], folder: Folder | None, workers: int) -> list[list[int]]:
    """The shards of each task. Later tasks have fewer, because the end of the job waits for the last one. No task has more than
    take about a second, because a running task cannot be stopped, and is lost with its worker. In a folder each has one."""
    arcs = max(job.sources) * (job.graph.num_nodes + 2 * job.graph.num_edges)  # of the longest shard; 10^9 take a second
    most = 1 if folder is not None or workers < 1 else max(1, 10**9 // max(1, arcs))
    groups: list[list[int]] = []
    while todo:
        size = min(most, -(-len(todo) // (2 * max(1, workers))))
        groups.append(todo[:size])
        todo = todo[size:]
    return groups


def _in_this_process(job: Shards, todo: list[int], folder: Folder | None, device: Any, threads: int | None,
                     _: Any) -> Iterator[Partial | None]:
    if folder is None:
        yield from (job.run(shard, device=device, threads=threads) for shard in todo)
        return
    while job._run_into(folder, device=device, threads=threads) is not None:
        yield None


def _on_threads(job: Shards, todo: list[int], folder: Folder | None, device: Any, threads: int | None,
                pool: Any) -> Iterator[Partial | int | None]:
    """Threads of this process have the job itself."""
    each = threads or _share(job, getattr(pool, "_max_workers", 1))
    yield from _completed([pool.submit(run_shards, job, [shard], folder, device, each) for shard in todo])


def _on_processes(job: Shards, todo: list[int], folder: Folder | None, device: Any, threads: int | None,
                  pool: Any) -> Iterator[Partial | int | None]:
    """Processes read the job from a folder, once each: the checkpoint, or one of their own."""
    with _place(job, folder) as place:
        here = _workers_here(pool)
        each = threads or (_share(job, here) if here else 1)
        if here and folder is None and not job._estimates:
            futures = [pool.submit(take, place, job.fingerprint, each, device) for _ in range(min(here, len(todo)))]
            yield from _completed(futures, lambda running: max(0, len(os.listdir(place)) - len((GRAPH, QUESTION)) - running))
            return
        groups = _shards_by_task(job, todo, folder, getattr(pool, "num_workers", 0))
        keep = folder is not None
        yield from _completed([pool.submit(work, place, job.fingerprint, group, each, device, keep) for group in groups])


def _on_joblib(job: Shards, todo: list[int], folder: Folder | None, device: Any, threads: int | None,
               parallel: Any) -> Iterator[Partial | None]:
    import joblib

    with _place(job, folder) as place:
        here = joblib.effective_n_jobs(parallel.n_jobs)
        each = threads or _share(job, here)
        if folder is None:
            yield from parallel(joblib.delayed(take)(place, job.fingerprint, each, device) for _ in range(min(here, len(todo))))
        else:
            yield from parallel(joblib.delayed(work)(place, job.fingerprint, [shard], each, device, True) for shard in todo)


def _on_dask(job: Shards, todo: list[int], folder: Folder | None, device: Any, threads: int | None,
             client: Any) -> Iterator[Partial | None]:
    """Dask copies the job to every worker once; a task has a thread of its worker. Only a checkpoint is read from files."""
    from distributed import as_completed

    place = None if folder is None else os.path.abspath(folder.path)
    sent = client.scatter(job, broadcast=True, hash=False) if place is None else None
    groups = _shards_by_task(job, todo, folder, sum(client.nthreads().values()))
    futures = [client.submit(run_shards, sent, group, None, device, threads or 1, pure=False) if place is None else
               client.submit(work, place, job.fingerprint, group, threads or 1, device, True, pure=False) for group in groups]
    try:
        for future in as_completed(futures):
            yield future.result()
            future.release()
    except BaseException:
        client.cancel(futures, force=True)
        raise


def _on_ray(job: Shards, todo: list[int], folder: Folder | None, device: Any, threads: int | None,
            ray: Any) -> Iterator[Partial | None]:
    """Ray keeps the job in its object store, once a machine; a worker makes it once."""
    place = None if folder is None else os.path.abspath(folder.path)
    each = threads or 1
    remote = ray.remote(num_cpus=each)(from_store if place is None else work)
    sent = ray.put(_pickled(job)) if place is None else None
    groups = _shards_by_task(job, todo, folder, int(ray.cluster_resources().get("CPU", 1)) // each)
    waiting = [remote.remote(sent, job.fingerprint, group, each, device) if place is None else
               remote.remote(place, job.fingerprint, group, each, device, True) for group in groups]
    try:
        while waiting:
            ready, waiting = ray.wait(waiting)
            yield from ray.get(ready)
    except BaseException:
        for task in reversed(waiting):  # Ray 2.60 aborts if one is cancelled while it is sent to a worker that has just got free
            ray.cancel(task)
        raise


def _on_spark(job: Shards, todo: list[int], folder: Folder | None, device: Any, threads: int | None,
              spark: Any) -> Iterator[Partial | None]:
    """Spark sends the job to every machine once; a task is a partition, whose row is a partial."""
    import pickle

    context = spark.sparkContext
    place = None if folder is None else os.path.abspath(folder.path)
    groups, fingerprint = _shards_by_task(job, todo, folder, context.defaultParallelism), job.fingerprint
    each = threads or int(context.getConf().get("spark.task.cpus", "1"))
    sent = context.broadcast(_pickled(job) if place is None else None)

    def task(batches: Iterable[Any]) -> Iterator[Any]:
        import pyarrow

        for batch in batches:
            for number in batch.column(0).to_pylist():
                came: Partial | Error | None
                try:
                    came = from_store(sent, fingerprint, groups[number], each, device) if place is None else \
                        work(place, fingerprint, groups[number], each, device, True)
                except Error as error:  # Spark would try again, and give its text alone
                    came = error
                yield pyarrow.RecordBatch.from_pydict({"came": [pickle.dumps(came)]})

    tag = f"gobc-{fingerprint[:16]}-{os.getpid()}-{threading.get_ident()}"
    context.addJobTag(tag)
    context.setInterruptOnCancel(True)
    try:
        numbers = spark.range(0, len(groups), 1, len(groups))
        for row in numbers.mapInArrow(task, "came binary").collect():
            came = pickle.loads(row.came)
            if isinstance(came, Error):
                raise came
            yield came
    except BaseException:
        context.cancelJobsWithTag(tag)  # Spark's own answer to Ctrl-C fails while it waits for a job
        raise
    finally:
        context.setInterruptOnCancel(False)
        context.removeJobTag(tag)
        sent.destroy()


def _completed(futures: list[Any], begun: Callable[[int], int] = lambda running: 0) -> Iterator[Partial | int | None]:
    """Results as they come, and between them how many shards were begun, where that is known of so many running tasks. What
    has not begun when one fails is cancelled."""
    from concurrent.futures import FIRST_COMPLETED, wait

    running = set(futures)
    try:
        while running:
            ended, running = wait(running, STEP, FIRST_COMPLETED)
            for future in ended:
                yield future.result()
            yield begun(len(running))
    except BaseException:
        for future in futures:
            future.cancel()
        raise


@contextlib.contextmanager
def ahead(graph: Graph, executor: Any, checkpoint: object) -> Iterator[str | None]:
    """A place for a job of the graph, where processes of this machine have begun to read it; None for other executors."""
    run = _runner(executor)  # which refuses what is no executor
    here = _workers_here(executor)
    if run is not _on_processes or checkpoint is not None or not here:
        yield None
        return
    with _holding(graph) as place:
        reading = [executor.submit(read, place) for _ in range(here)]
        try:
            yield place
        finally:
            for future in reading:
                future.cancel()


@contextlib.contextmanager
def _holding(graph: Graph) -> Iterator[str]:
    place = tempfile.mkdtemp(prefix="gobc-job-")
    try:
        with open(os.path.join(place, GRAPH), "wb") as file:
            file.write(_pickled(graph))
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


@contextlib.contextmanager
def _place(job: Shards, folder: Folder | None) -> Iterator[str]:
    if folder is not None:
        yield os.path.abspath(folder.path)
        return
    with contextlib.ExitStack() as stack:
        place = job._place or stack.enter_context(_holding(job.graph))
        with open(os.path.join(place, QUESTION), "wb") as file:
            file.write(_pickled(job._described()))
        yield place


def _workers_here(pool: Any) -> int | None:
    """How many processes of this machine a pool has; None where that is not known, as of MPI's, each of which is a slot."""
    return None if type(pool).__module__.startswith("mpi4py") else getattr(pool, "_max_workers", None)


def _share(job: Shards, workers: int) -> int:
    """Threads of each of so many workers on this machine, of those that one call would take."""
    return max(1, int(job.estimate()["threads"]) // max(1, workers))


def _pickled(what: object) -> bytes:
    import pickle

    return pickle.dumps(what)
