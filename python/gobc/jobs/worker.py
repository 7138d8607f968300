"""What workers of executors run: shards of a job that they have, or that they read once."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .._library import load
from ..graph import Graph
from .folder import Folder
from .partial import Partial, add
from .shards import Shards

GRAPH, QUESTION = "graph.pickle", "job.pickle"  # of a place, beside what says which shards are taken


def merged_with(merged: Partial | None, more: Partial | None) -> Partial | None:
    """The sums of both, in the first."""
    if merged is None or more is None:
        return merged or more
    add(merged, more)
    return merged


def run_shards(job: Shards, shards: Iterable[int], folder: Folder | None, device: Any, threads: int | None) -> Partial | None:
    """Shards as one partial, or in the folder: sums are sent once, not once a shard."""
    merged: Partial | None = None
    for shard in shards:
        if folder is None:
            merged = merged_with(merged, job.run(shard, device=device, threads=threads))
        else:
            job._run_into(folder, shard, device=device, threads=threads)
    return merged


# The last ones alone, as graphs are large.
_jobs: dict[str, Shards] = {}  # by fingerprint
_graphs: dict[str, Graph] = {}  # by place, until a job is made
_making = threading.RLock()  # the threads of a worker make one job, not one each


def kept(fingerprint: str, make: Callable[[], Shards]) -> Shards:
    load()  # a fork of a process that has used the library is told so first
    with _making:
        if fingerprint not in _jobs:
            _jobs.clear()
            _jobs[fingerprint] = make()
            _graphs.clear()
        return _jobs[fingerprint]


def read(place: str) -> None:
    """Reads the graph of a place whose job is not known yet."""
    load()
    with _making, contextlib.suppress(FileNotFoundError):  # the call has failed
        if not os.path.exists(os.path.join(place, QUESTION)):
            _graph(place)


def _graph(place: str) -> Graph:
    if place not in _graphs:
        import pickle

        _jobs.clear()
        _graphs.clear()
        with open(os.path.join(place, GRAPH), "rb") as file:  # of the process that submitted this task
            graph: Graph = pickle.load(file)
        with graph._built:
            _graphs[place] = graph
    return _graphs[place]


def work(place: str, fingerprint: str, shards: list[int], threads: int | None, device: Any, keep: bool) -> Partial | None:
    """Shards of the job in a folder: added to the folder, or as a partial."""
    return run_shards(_placed(place, fingerprint), shards, Folder(place) if keep else None, device, threads)


def take(place: str, fingerprint: str, threads: int | None, device: Any) -> Partial | None:
    """The shards that no other process of this machine takes from the place, until it is gone."""
    job = _placed(place, fingerprint)

    def free() -> Iterator[int]:
        for shard in range(job.n_shards):
            if not os.path.exists(place):
                return
            if _took(place, shard):
                yield shard

    return run_shards(job, free(), None, device, threads)


def _took(place: str, shard: int) -> bool:
    """Whether this process takes the shard, which no other one that sees the place has taken then."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(os.path.join(place, f"taken-{shard}"), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))
        return True
    return False


def _placed(place: str, fingerprint: str) -> Shards:
    def make() -> Shards:
        path = os.path.join(place, QUESTION)
        if not os.path.exists(path):
            return Shards.load(place)
        import pickle

        with open(path, "rb") as file:
            question = pickle.load(file)
        return Shards._of(_graph(place), *question)

    return kept(fingerprint, make)


def from_store(data: Any, fingerprint: str, shards: list[int], threads: int, device: Any) -> Partial | None:
    import pickle

    return run_shards(kept(fingerprint, lambda: pickle.loads(getattr(data, "value", data))), shards, None, device, threads)
