"""Jobs: calls that are cut into shards, which any number of processes compute."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from .._pickling import stamped, unstamped
from .._registry import Device, Progress
from .._validation import flag
from ..errors import ArgumentError, translated
from ..results import EdgeResult, Result
from .folder import Folder
from .partial import Partial, check_job
from .shards import Shards


class Job(Shards):
    """A computation that is cut into shards, which any number of processes compute: ``gobc.plan(..., shards=...)`` makes it.

    A job can be pickled, with its graph; a process that unpickles it, or that makes the same job of the same edges, has the
    same ``fingerprint`` and takes part.

    Examples
    --------
    >>> import gobc
    >>> job = gobc.plan(gobc.generate("grid:rows=20,cols=20"), "betweenness", shards=4)
    >>> job.n_shards, sum(job.sources)
    (4, 400)
    >>> len(job.compute())
    400
    """

    def compute(self, executor: Any = None, *, checkpoint: str | os.PathLike[str] | None = None, resume: bool = True,
                device: Device | None = None, threads: int | None = None, progress: Progress = None) -> Result | EdgeResult:
        """The result, of all shards, to the bits of one call; of a job with a ``Sample`` with ``epsilon``, an estimate as
        soon as the shards that are in give one within it.

        Parameters
        ----------
        executor
            What runs the shards: a Client of Dask, the module ray, a SparkSession, an executor of ``concurrent.futures`` (of
            mpi4py and loky too), a ``joblib.Parallel``. None: this process, shard by shard. Forked processes cannot use the
            library: give ``ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn"))``.
        checkpoint
            A folder that keeps finished shards: a run that was killed goes on there. Workers must see it too.
        resume
            Whether a folder with shards of the same job is gone on with; False refuses it.
        device, threads
            Of each worker. Default: what the plan was made with; of threads else, the workers share the processors; alone, all.
        progress
            As in ``Settings``; counts shards.

        Raises
        ------
        DataError
            The folder holds another job; the text says what differs.
        FileError
            A file in it is damaged, or cannot be written.

        Examples
        --------
        >>> import gobc
        >>> from concurrent.futures import ThreadPoolExecutor
        >>> job = gobc.plan([("a", "b"), ("b", "c")], "betweenness", shards=3)
        >>> with ThreadPoolExecutor(2) as pool:
        ...     job.compute(pool).value("b")
        1.0
        """
        ours = self._settings
        from .executors import compute_shards  # which most programs do not need

        folder = None if checkpoint is None else Folder(checkpoint)
        part = compute_shards(self, executor, folder, flag(resume, "resume") is not False,
                              ours.device if device is None else device, ours.threads if threads is None else threads, progress)
        return self._result(part, self._estimates)

    def __reduce__(self) -> tuple[Callable[[], Job], tuple[()], dict[str, object]]:
        text, settings = self._described()
        return _blank_job, (), stamped("Job", graph=self._graph, job=text, settings=settings)

    def __setstate__(self, state: object) -> None:
        parts = unstamped(state, "Job", "graph", "job", "settings")
        with translated("reading the state of a gobc Job", ArgumentError):
            self.__dict__.update(Job._of(*parts).__dict__)

    def __repr__(self) -> str:
        return f"<gobc.Job: {self._facts['measures']} in {self.n_shards} shards, {self.fingerprint[:16]}>"


def _blank_job() -> Job:
    return Job.__new__(Job)


def run_shard(job: Job, shard: int, *, device: Device | None = None, threads: int | None = None,
              memory_limit: int | str | None = None,
              progress: Progress = False) -> Partial:
    """The sums of one shard of a job.

    Parameters
    ----------
    job
        Of ``gobc.plan(..., shards=...)``.
    shard
        Its number, from 0 on.
    device, threads, memory_limit, progress
        As in ``Settings``. They change no bit, but for GPUs in graphs of long lists of neighbors, whose sums have an
        order of their own (``Partial.order``) and do not merge with those of processors.

    Examples
    --------
    >>> import gobc
    >>> job = gobc.plan([("a", "b"), ("b", "c")], "closeness", shards=2)
    >>> gobc.run_shard(job, 0).missing
    [1]
    """
    check_job(job)
    return job.run(shard, device=device, threads=threads, memory_limit=memory_limit, progress=progress)
