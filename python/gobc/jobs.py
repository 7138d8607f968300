"""Computations in shards: jobs, which any processes compute together, and partials, which they hand on."""

from __future__ import annotations

import contextlib
import ctypes
import operator
import os
from collections.abc import Callable, Iterable
from ctypes import byref, c_int64, c_void_p
from typing import TYPE_CHECKING, Any

from ._library import (
    ErrorBlock,
    Library,
    Memory,
    Out,
    block_of,
    bytes_of,
    check,
    from_json,
    load,
    run,
    sample_of,
    split_names,
    word,
)
from ._options import Sample, Settings
from ._pickling import stamped, stored, unstamped
from ._registry import EDGE_MEASURES, Device, Progress
from ._validation import flag, path_of
from .errors import ArgumentError, ArgumentTypeError, FileError, kind_of, shown, translated, warn_caller
from .results import EdgeResult, Plan, Result

if TYPE_CHECKING:
    from .graph import Graph

# Settings that say what is computed, and those that say how a shard is, which a folder leaves to each process.
_OF_THE_JOB = ("precision", "parallel", "tie_tolerance", "strategy", "reductions", "tuning")
_OF_A_SHARD = ("device", "threads", "memory_limit")

__all__ = ["Job", "Partial", "merge", "run_shard"]


class Partial:
    """The exact sums of some shards of a ``Job``.

    Partials of one job merge in any order and grouping, and however often a shard comes, to the bits of one call. They can
    be pickled, and saved to files: an Arrow IPC stream with a checksum behind it.

    Examples
    --------
    >>> import gobc
    >>> job = gobc.plan([("a", "b"), ("b", "c"), ("c", "d")], "betweenness", shards=2)
    >>> parts = [gobc.run_shard(job, shard) for shard in range(job.n_shards)]
    >>> parts[0].held, parts[0].missing
    ([0], [1])
    >>> gobc.merge(parts).result()["betweenness"]
    array([0.        , 0.66666667, 0.66666667, 0.        ])
    """

    def __init__(self) -> None:
        raise ArgumentTypeError("a gobc.Partial comes from gobc.run_shard, gobc.merge or gobc.Partial.load")

    @classmethod
    def _of(cls, library: Library, memory: Memory, job: Job | None) -> Partial:
        partial = cls.__new__(cls)
        partial._library, partial._memory, partial._job, partial._told = library, memory, job, None
        return partial

    _library: Library
    _memory: Memory
    _job: Job | None
    _told: dict[str, Any] | None

    @property
    def _facts(self) -> dict[str, Any]:
        if self._told is None:
            self._told = _json(self._library, self._library.partial_info, self._memory)
        return self._told

    @property
    def held(self) -> list[int]:
        """The shards that are in, ascending."""
        return list(self._facts["held"])

    @property
    def missing(self) -> list[int]:
        """The shards of the job that are not in, ascending."""
        held = set(self.held)
        return [shard for shard in range(self._facts["shards"]) if shard not in held]

    @property
    def fingerprint(self) -> str:
        """That of the job: of graph, question, number of shards and version of gobc."""
        return str(self._facts["fingerprint"])

    @property
    def order(self) -> str:
        """In which order the terms of a source were added: partials of different orders differ in their last bits and do
        not merge."""
        return str(self._facts["order"])

    def result(self, *, job: Job | None = None, incomplete: bool = False) -> Result | EdgeResult:
        """The result of the job, once all shards are in.

        ``job`` is to be given for a partial that was loaded or unpickled. ``incomplete=True`` gives the values of the
        sources of the shards that are in, as a call that was stopped does (``Settings(partial=True)``). Of a job with a
        ``Sample`` with ``epsilon``, whose shards are random samples of the sources, it gives an estimate of betweenness
        over all sources, with betweenness_error beside it as in ``betweenness``: with probability 1 - ``delta`` the
        intervals hold after any number of shards, as long as which shards are in does not depend on their values.

        Examples
        --------
        >>> import gobc
        >>> job = gobc.plan([("a", "b"), ("b", "c")], "betweenness", shards=1)
        >>> gobc.run_shard(job, 0).result().value("b")
        1.0
        >>> graph = gobc.generate("small_world:n=2000,k=10,p=0.1", seed=1)
        >>> job = gobc.plan(graph, "betweenness", shards=40, sample=gobc.Sample(epsilon=0.01))
        >>> some = gobc.merge(job.run(shard) for shard in range(20)).result(incomplete=True)
        >>> some.columns, some.plan["sample"]["sources"]
        (['node', 'betweenness', 'betweenness_error'], 1000)
        """
        job = self._job if job is None else job
        if job is None:
            raise ArgumentError("this partial was read from bytes, which have no graph: give job=")
        _check_job(job)
        return job._result(self, flag(incomplete, "incomplete") is True)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the sums to a file. The file appears only once it is complete.

        Examples
        --------
        >>> import gobc, os, tempfile
        >>> job = gobc.plan([("a", "b"), ("b", "c")], "betweenness", shards=2)
        >>> path = os.path.join(tempfile.mkdtemp(), "part.arrow")
        >>> gobc.run_shard(job, 1).save(path)
        >>> gobc.Partial.load(path).held
        [1]
        """
        error = ErrorBlock()
        check(self._library.partial_save(self._memory.pointer, word(path_of(path), "path"), None, None, byref(error)), error)

    @classmethod
    def load(cls, path: str | os.PathLike[str], job: Job | None = None) -> Partial:
        """Reads a file of ``save``. One that is torn, damaged or something else raises FileError. See ``save``.

        Examples
        --------
        >>> import gobc
        >>> gobc.Partial.load("/nowhere/part.arrow")
        Traceback (most recent call last):
        gobc.FileError: open /nowhere/part.arrow: no such file or directory
        """
        if job is not None:
            _check_job(job)
        return cls._read(word(path_of(path), "path"), None, job)

    @classmethod
    def _read(cls, path: bytes | None, data: bytes | None, job: Job | None = None) -> Partial:
        library = load()
        memory, error = Memory(library, library.partial_free), ErrorBlock()
        check(library.partial_load(path, data, len(data or b""), byref(memory.pointer), byref(error)), error)
        return cls._of(library, memory, job)

    def __reduce__(self) -> tuple[Callable[[], Partial], tuple[()], dict[str, object]]:
        data = bytes_of(self._library, self._library.partial_save, self._memory.pointer)
        return _blank_partial, (), stamped("Partial", data=data)

    def __setstate__(self, state: object) -> None:
        (data,) = unstamped(state, "Partial", "data")
        self.__dict__.update(Partial._read(None, stored(data, "Partial")).__dict__)

    def __repr__(self) -> str:
        return f"<gobc.Partial: {len(self.held)} of {self._facts['shards']} shards>"


def _blank_partial() -> Partial:
    return Partial.__new__(Partial)


class Job:
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

    # Set by the package: what needs modules that import this one.
    _spread: Callable[..., Partial]
    _saved: Callable[..., None]
    _loaded: Callable[[Any], Job]

    _place: str | None = None  # where processes of this machine have its graph already

    def __init__(self, graph: Graph, names: bytes, settings: Settings, options: dict[str, Any], shards: int | str):
        if settings.partial or settings.time_limit is not None:
            raise ArgumentError("partial and time_limit are for one call: leave them out, finished shards are kept")
        self._graph, self._names = graph, names
        self._arguments = {name: value for name, value in _same_everywhere(options).items() if value is not None}
        library = load()
        block, keep = graph._options(library, settings, **_ruled(self._arguments))
        memory = Memory(library, library.job_free)
        number = 0 if isinstance(shards, str) and shards == "auto" else _number(shards)

        def call(control: Any, error: Any, held: object = (graph, keep)) -> int:
            return library.job_new(handle, names, byref(block), c_int64(number), control, byref(memory.pointer), error)

        with graph._built as handle:
            run(library, graph._built.held(call), settings.progress)
        self._library, self._memory = library, memory
        self._facts = _json(library, library.job_info, memory)
        self._settings = settings._replace(reductions=self._facts["reductions"])

    @property
    def fingerprint(self) -> str:
        """Stands for the graph, the question, the number of shards and the version of gobc."""
        return str(self._facts["fingerprint"])

    @property
    def n_shards(self) -> int:
        """How many shards there are."""
        return int(self._facts["shards"])

    @property
    def measures(self) -> list[str]:
        """The measures that are asked for."""
        return split_names(self._names)

    @property
    def sources(self) -> list[int]:
        """How many sources each shard has."""
        return list(self._facts["sources"])

    @property
    def graph(self) -> Graph:
        """The graph of the job."""
        return self._graph

    def estimate(self) -> Plan:
        """How a shard is computed here, and how much memory that takes: see ``gobc.plan``.

        Examples
        --------
        >>> import gobc
        >>> gobc.plan([("a", "b"), ("b", "c")], "betweenness", shards=2).estimate().fits
        True
        """
        return Plan(self._facts["plan"])

    def run(self, shard: int, *, device: Device | None = None, threads: int | None = None, memory_limit: int | str | None = None,
            progress: Progress = False) -> Partial:
        """Computes a shard, from 0 on. See ``gobc.run_shard``.

        Examples
        --------
        >>> import gobc
        >>> gobc.plan([("a", "b"), ("b", "c")], "betweenness", shards=2).run(1).held
        [1]
        """
        library = self._library
        ours = self._settings
        block = block_of(library, Settings(device=ours.device if device is None else device,
                                           threads=ours.threads if threads is None else threads,
                                           memory_limit=ours.memory_limit if memory_limit is None else memory_limit))
        memory = Memory(library, library.partial_free)
        number = _shard(shard, self.n_shards)

        def call(control: Any, error: Any, held: object = (self, block)) -> int:
            return library.job_run(self._memory.pointer, c_int64(number), byref(block), control, byref(memory.pointer), error)

        with self._graph._built:
            run(library, self._graph._built.held(call), progress)
        return Partial._of(library, memory, self)

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
        part = self._spread(executor, checkpoint, resume, ours.device if device is None else device,
                            ours.threads if threads is None else threads, progress)
        return self._result(part, self._estimates)

    @property
    def _estimates(self) -> bool:
        return "epsilon" in self._arguments

    def _enough(self, part: Partial) -> bool:
        """Whether the shards that are in give an estimate that is near enough. O(n)."""
        drawn = self._result(part, True).plan["sample"]
        return bool(drawn["half_width"] <= self._arguments["epsilon"])

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Writes the job and its graph to a folder, from which any process loads it: see ``load``.

        Examples
        --------
        >>> import gobc, os, tempfile
        >>> folder = os.path.join(tempfile.mkdtemp(), "run")
        >>> job = gobc.plan([("a", "b"), ("b", "c")], "betweenness", shards=2)
        >>> job.save(folder)
        >>> gobc.Job.load(folder).fingerprint == job.fingerprint
        True
        """
        self._saved(folder)

    @classmethod
    def load(cls, folder: str | os.PathLike[str]) -> Job:
        """The job of a folder: see ``save``.

        Examples
        --------
        >>> import gobc
        >>> gobc.Job.load("/nowhere")
        Traceback (most recent call last):
        gobc.FileError: there is no job in /nowhere: gobc plan FILE -o /nowhere makes one
        """
        return cls._loaded(folder)

    def _result(self, partial: Partial, incomplete: bool) -> Result | EdgeResult:
        asked = set(split_names(self._names))
        edges = Out() if asked & set(EDGE_MEASURES) else None
        nodes = Out() if edges is None or incomplete or asked - set(EDGE_MEASURES) else None
        graph, library = self._graph, self._library

        def call(control: Any, error: Any, held: object = (self, partial)) -> int:
            addresses = [address for out in (edges, nodes) for address in (out.addresses if out else (None, None))]
            return library.job_result(self._memory.pointer, partial._memory.pointer, int(incomplete), control, *addresses, error)

        with graph._built:
            run(library, graph._built.held(call), False)
        result = graph._results(edges, nodes, alone=not asked - set(EDGE_MEASURES))
        for text in result.warnings:
            warn_caller(text)
        return result

    def __reduce__(self) -> tuple[Callable[[], Job], tuple[()], dict[str, object]]:
        return _blank_job, (), stamped("Job", graph=self._graph, **self._described((*_OF_THE_JOB, *_OF_A_SHARD)))

    def _described(self, names: tuple[str, ...]) -> dict[str, Any]:
        """What the job is of, beside its graph, with the settings of these names."""
        settings = {name: getattr(self._settings, name) for name in names if getattr(self._settings, name) is not None}
        return {"measures": self._names.decode(), "settings": settings, "options": self._arguments, "shards": self.n_shards,
                "fingerprint": self.fingerprint}

    @classmethod
    def _of(cls, graph: Graph, measures: str, settings: dict[str, Any], options: dict[str, Any], shards: int,
            fingerprint: str) -> Job:
        job = cls(graph, measures.encode(), Settings(**settings, progress=False), options, shards)
        if job.fingerprint != fingerprint:
            raise FileError(f"the job is {fingerprint[:16]}, and what was made of it here {job.fingerprint[:16]}: both sides "
                            f"need the same version of gobc ({load().version().decode()} here), the same graph, and memory "
                            "for the same reductions")
        return job

    def __setstate__(self, state: object) -> None:
        parts = unstamped(state, "Job", "graph", "measures", "settings", "options", "shards", "fingerprint")
        with translated("reading the state of a gobc Job", ArgumentError):
            self.__dict__.update(Job._of(*parts).__dict__)

    def __repr__(self) -> str:
        return f"<gobc.Job: {self._names.decode()} in {self.n_shards} shards, {self.fingerprint[:16]}>"


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
        As in ``Settings``. They change no bit, but for GPUs in graphs of long lists of neighbours, whose sums have an
        order of their own (``Partial.order``) and do not merge with those of processors.

    Examples
    --------
    >>> import gobc
    >>> job = gobc.plan([("a", "b"), ("b", "c")], "closeness", shards=2)
    >>> gobc.run_shard(job, 0).missing
    [1]
    """
    _check_job(job)
    return job.run(shard, device=device, threads=threads, memory_limit=memory_limit, progress=progress)


def merge(parts: Iterable[Partial]) -> Partial:
    """The sums of all shards of some partials of one job. O(n + m) for each.

    The order and the grouping of partials do not show, and one that comes twice counts once. A partial of another graph,
    question, number of shards, version or order of summation raises DataError, which says what differs.

    Examples
    --------
    >>> import gobc
    >>> job = gobc.plan([("a", "b"), ("b", "c"), ("c", "d")], "betweenness", shards=2)
    >>> first, second = job.run(0), job.run(1)
    >>> gobc.merge([second, first, second]).missing
    []
    """
    if not isinstance(parts, Iterable):
        raise ArgumentTypeError(f"parts must be an iterable of gobc.Partial, not {kind_of(parts)}")
    merged: Partial | None = None
    with translated("reading parts", ArgumentError):
        for part in parts:
            if not isinstance(part, Partial):
                raise ArgumentTypeError(f"parts must be of gobc.Partial, not {kind_of(part)}")
            if merged is None:
                merged = Partial._read(None, bytes_of(part._library, part._library.partial_save, part._memory.pointer), part._job)
            else:
                _add(merged, part)
    if merged is None:
        raise ArgumentError("there is no partial to merge")
    return merged


def _add(into: Partial, part: Partial) -> None:
    """Adds a partial to one that nobody else holds."""
    error = ErrorBlock()
    check(into._library.partial_merge(into._memory.pointer, part._memory.pointer, byref(error)), error)
    into._told, into._job = None, into._job or part._job


def _same_everywhere(options: dict[str, Any]) -> dict[str, Any]:
    """The options, with a sample that every process draws alike."""
    if options.get("sample") is not None:
        sample = sample_of(options.get("k"), options.get("seed"), options.get("epsilon"), options.pop("sample"),
                           options.get("sources"))
        options |= {"k": sample.k, "seed": sample.seed, "epsilon": sample.epsilon, "delta": sample.delta}
        if sample.top_k is not None or sample.adaptive not in (None, False):
            raise ArgumentError("shards= takes a sample of k sources or one with epsilon; top_k and adaptive cannot be split "
                                "into shards")
    if options.get("k") is not None and not isinstance(options.get("seed"), int):
        if options.get("seed") is not None:
            raise ArgumentError("seed must be a whole number with shards=, so that every process draws the same sample")
        import random

        options["seed"] = random.randrange(1 << 63)
    return options


def _ruled(options: dict[str, Any]) -> dict[str, Any]:
    """The options, with the rule of an estimate as a Sample."""
    if "epsilon" not in options:
        return options
    names = ("seed", "epsilon", "delta")
    rest = {name: value for name, value in options.items() if name not in names}
    return rest | {"sample": Sample(None, *(options.get(name) for name in names))}


def _check_job(job: object) -> None:
    if not isinstance(job, Job):
        raise ArgumentTypeError(f"job must be a gobc.Job, of gobc.plan(..., shards=...), not {kind_of(job)}")


def _number(shards: object) -> int:
    if isinstance(shards, bool) or not isinstance(shards, int) or not 1 <= shards <= 1 << 20:
        raise ArgumentError(f"shards={shown(shards)}: give 1 to {1 << 20}, or \"auto\"")
    return shards


def _shard(shard: object, count: int) -> int:
    number = -1
    if not isinstance(shard, bool):
        with contextlib.suppress(Exception):
            number = operator.index(shard)  # type: ignore[arg-type]
    if not 0 <= number < count:
        raise ArgumentError(f"there is no shard {shown(shard)}: the job has 0 to {count - 1}")
    return number


def _json(library: Library, function: Callable[..., int], memory: Memory) -> dict[str, Any]:
    text, error = c_void_p(), ErrorBlock()
    check(function(memory.pointer, byref(text), byref(error)), error)
    try:
        told: dict[str, Any] = from_json(ctypes.string_at(text).decode())
        return told
    finally:
        library.text_free(text)
