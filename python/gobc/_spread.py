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

from ._folder import Folder
from ._library import load
from ._library.progress import choose
from ._tables import Device, Progress
from .errors import ArgumentTypeError, kind_of
from .jobs import Job, Partial, _add

# A task: what it is of, the number of the shard, threads, device. It gives the partial, or None where it is in the folder.
Task = Callable[[str, int, "int | None", Any, bool], "Partial | None"]


def spread(job: Job, executor: Any, checkpoint: str | os.PathLike[str] | None, resume: bool, device: Device | None,
           threads: int | None, progress: Progress) -> Partial:
    """All shards of the job as one partial."""
    folder = None if checkpoint is None else Folder(checkpoint)
    if folder is not None:
        folder.write(job, resume)
    todo = folder.missing() if folder is not None else list(range(job.n_shards))
    run = _runner(executor)
    merged: Partial | None = None
    shown = choose(progress, time.monotonic())
    done = job.n_shards - len(todo)
    try:
        for partial in run(job, todo, folder, device, threads, executor):
            if partial is not None and folder is None:
                if merged is None:
                    merged = partial
                else:
                    _add(merged, partial)
            done += 1
            shown.update(3, done, job.n_shards)
    finally:
        shown.close(done == job.n_shards, done, job.n_shards)
    if folder is not None:
        return folder.merged(job)
    assert merged is not None  # a job has a shard
    merged._job = job
    return merged


Runner = Callable[[Job, "list[int]", "Folder | None", Any, "int | None", Any], "Iterable[Partial | None]"]


def _runner(executor: Any) -> Runner:
    """What runs tasks on an executor, by its class: nothing is imported for that."""
    if executor is None:
        return _here
    names = {f"{kind.__module__.partition('.')[0]}.{kind.__name__}" for kind in type(executor).__mro__}
    if "distributed.Client" in names:
        return _on_dask
    if getattr(executor, "__name__", "") == "ray" and hasattr(executor, "remote"):
        return _on_ray
    if "joblib.Parallel" in names:
        return _on_joblib
    if "concurrent.ThreadPoolExecutor" in names:
        return _on_threads
    if hasattr(executor, "submit"):
        return _on_processes
    raise ArgumentTypeError("executor must be a dask.distributed.Client, the module ray, a joblib.Parallel, or have submit() as "
                            f"those of concurrent.futures, not {kind_of(executor)}")


def _one(job: Job, shard: int, folder: Folder | None, device: Any, threads: int | None) -> Partial | None:
    partial = job.run(shard, device=device, threads=threads)
    if folder is None:
        return partial
    folder.add(shard, partial)
    return None


def _here(job: Job, todo: list[int], folder: Folder | None, device: Any, threads: int | None,
          _: Any) -> Iterator[Partial | None]:
    for shard in todo:
        yield _one(job, shard, folder, device, threads)


def _on_threads(job: Job, todo: list[int], folder: Folder | None, device: Any, threads: int | None,
                pool: Any) -> Iterator[Partial | None]:
    """Threads of this process have the job itself."""
    each = threads or _share(getattr(pool, "_max_workers", 1))
    yield from _completed(pool, [pool.submit(_one, job, shard, folder, device, each) for shard in todo])


def _on_processes(job: Job, todo: list[int], folder: Folder | None, device: Any, threads: int | None,
                  pool: Any) -> Iterator[Partial | None]:
    """Processes read the job from a folder, once each: the checkpoint, or one of their own."""
    with _place(job, folder) as place:
        mpi = type(pool).__module__.startswith("mpi4py")  # nobody knows how many ranks share a machine: each is a slot
        several = None if mpi else getattr(pool, "_max_workers", None)
        each = threads or (_share(several) if several else 1)
        futures = [pool.submit(work, place, job.fingerprint, shard, each, device, folder is not None) for shard in todo]
        yield from _completed(pool, futures)


def _on_joblib(job: Job, todo: list[int], folder: Folder | None, device: Any, threads: int | None,
               parallel: Any) -> Iterator[Partial | None]:
    import joblib

    with _place(job, folder) as place:
        each = threads or _share(joblib.effective_n_jobs(parallel.n_jobs))
        call = joblib.delayed(work)
        yield from parallel(call(place, job.fingerprint, shard, each, device, folder is not None) for shard in todo)


def _on_dask(job: Job, todo: list[int], folder: Folder | None, device: Any, threads: int | None,
             client: Any) -> Iterator[Partial | None]:
    """Dask copies the job to every worker once; a task has a thread of its worker. Only a checkpoint is read from files."""
    from distributed import as_completed

    place = None if folder is None else os.path.abspath(folder.path)
    sent = client.scatter(job, broadcast=True, hash=False) if place is None else None
    futures = [client.submit(_of_job, sent, shard, threads or 1, device, pure=False) if place is None else
               client.submit(work, place, job.fingerprint, shard, threads or 1, device, True, pure=False) for shard in todo]
    try:
        for future in as_completed(futures):
            yield future.result()
            future.release()
    except BaseException:
        client.cancel(futures, force=True)
        raise


def _on_ray(job: Job, todo: list[int], folder: Folder | None, device: Any, threads: int | None,
            ray: Any) -> Iterator[Partial | None]:
    """Ray keeps the job in its object store, once a machine; a worker makes it once."""
    place = None if folder is None else os.path.abspath(folder.path)
    each = threads or 1
    remote = ray.remote(num_cpus=each)(_from_store if place is None else work)
    sent = ray.put(_pickled(job)) if place is None else None
    waiting = [remote.remote(sent, job.fingerprint, shard, each, device) if place is None else
               remote.remote(place, job.fingerprint, shard, each, device, True) for shard in todo]
    try:
        while waiting:
            ready, waiting = ray.wait(waiting)
            yield from ray.get(ready)
    except BaseException:
        for task in waiting:
            ray.cancel(task)
        raise


def _completed(pool: Any, futures: list[Any]) -> Iterator[Partial | None]:
    """Results as they come; what has not begun when one fails is cancelled."""
    import concurrent.futures

    try:
        for future in concurrent.futures.as_completed(futures):
            yield future.result()
    except BaseException:
        for future in futures:
            future.cancel()
        raise


@contextlib.contextmanager
def _place(job: Job, folder: Folder | None) -> Iterator[str]:
    if folder is not None:
        yield os.path.abspath(folder.path)
        return
    place = tempfile.mkdtemp(prefix="gobc-job-")
    try:
        with open(os.path.join(place, "job.pickle"), "wb") as file:
            file.write(_pickled(job))
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _share(workers: int) -> int:
    """Threads of each of so many workers on this machine."""
    return max(1, len(os.sched_getaffinity(0)) // max(1, workers))


def _pickled(job: Job) -> bytes:
    import pickle

    return pickle.dumps(job)


# ---- on the worker ----

_jobs: dict[str, Job] = {}  # by fingerprint; the last one alone, as graphs are large
_making = threading.Lock()  # the threads of a worker make one job, not one each


def _kept(fingerprint: str, make: Callable[[], Job]) -> Job:
    load()  # a fork of a process that has used the library is told so first
    with _making:
        if fingerprint not in _jobs:
            _jobs.clear()
            _jobs[fingerprint] = make()
        return _jobs[fingerprint]


def work(place: str, fingerprint: str, shard: int, threads: int | None, device: Any, keep: bool) -> Partial | None:
    """A shard of the job in a folder: added to the folder, or as the partial."""
    def make() -> Job:
        path = os.path.join(place, "job.pickle")
        if not os.path.exists(path):
            return Folder(place).job()
        import pickle

        with open(path, "rb") as file:  # of the process that submitted this task
            made: Job = pickle.load(file)
        return made

    return _one(_kept(fingerprint, make), shard, Folder(place) if keep else None, device, threads)


def _of_job(job: Job, shard: int, threads: int, device: Any) -> Partial:
    return job.run(shard, device=device, threads=threads)


def _from_store(data: bytes, fingerprint: str, shard: int, threads: int, device: Any) -> Partial:
    import pickle

    return _kept(fingerprint, lambda: pickle.loads(data)).run(shard, device=device, threads=threads)
