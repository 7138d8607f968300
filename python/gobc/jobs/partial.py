"""Partials: the sums of some shards of a job, which merge."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Iterable
from ctypes import byref, c_void_p
from typing import Any

from .._library import ErrorBlock, Library, Memory, bytes_of, check, from_json, load, word
from .._pickling import stamped, stored, unstamped
from .._validation import flag, path_of
from ..errors import ArgumentError, ArgumentTypeError, kind_of, translated
from ..results import EdgeResult, Result


class Finisher:
    """What makes results of partials: a ``Job`` is one."""

    def _result(self, partial: Partial, incomplete: bool) -> Result | EdgeResult:
        raise NotImplementedError


def check_job(job: object) -> None:
    if not isinstance(job, Finisher):
        raise ArgumentTypeError(f"job must be a gobc.Job, the result of gobc.plan(..., shards=...), not {kind_of(job)}")


class Partial:
    """The exact sums of some shards of a ``Job``.

    Partials of one job merge in any order and grouping, and however often a shard comes, to the bits of one call. They can
    be pickled, and saved to files: with a checksum of each MiB.

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
    def _of(cls, library: Library, memory: Memory, job: Finisher | None) -> Partial:
        partial = cls.__new__(cls)
        partial._library, partial._memory, partial._job, partial._told = library, memory, job, None
        return partial

    _library: Library
    _memory: Memory
    _job: Finisher | None
    _told: dict[str, Any] | None

    @property
    def _facts(self) -> dict[str, Any]:
        if self._told is None:
            self._told = called(self._library, self._library.partial_info, self._memory.pointer)
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

    def result(self, *, job: Finisher | None = None, incomplete: bool = False) -> Result | EdgeResult:
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
        check_job(job)
        return job._result(self, flag(incomplete, "incomplete") is True)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the sums to a file. The file appears only once it is complete.

        Examples
        --------
        >>> import gobc, os, tempfile
        >>> job = gobc.plan([("a", "b"), ("b", "c")], "betweenness", shards=2)
        >>> path = os.path.join(tempfile.mkdtemp(), "part.gobc")
        >>> gobc.run_shard(job, 1).save(path)
        >>> gobc.Partial.load(path).held
        [1]
        """
        error = ErrorBlock()
        check(self._library.partial_save(self._memory.pointer, word(path_of(path), "path"), None, None, byref(error)), error)

    @classmethod
    def load(cls, path: str | os.PathLike[str], job: Finisher | None = None) -> Partial:
        """Reads a file of ``save``. One that is torn, damaged or something else raises FileError. See ``save``.

        Examples
        --------
        >>> import gobc
        >>> gobc.Partial.load("/nowhere/part.gobc")
        Traceback (most recent call last):
        gobc.FileError: there is no file /nowhere/part.gobc
        """
        if job is not None:
            check_job(job)
        return cls._read(word(path_of(path), "path"), None, job)

    @classmethod
    def _read(cls, path: bytes | None, data: bytes | None, job: Finisher | None = None) -> Partial:
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
                raise ArgumentTypeError(f"parts must contain only gobc.Partial, not {kind_of(part)}")
            if merged is None:
                merged = Partial._read(None, bytes_of(part._library, part._library.partial_save, part._memory.pointer), part._job)
            else:
                add(merged, part)
    if merged is None:
        raise ArgumentError("there is no partial to merge")
    return merged


def add(into: Partial, part: Partial) -> None:
    """Adds a partial to one that nobody else holds."""
    error = ErrorBlock()
    check(into._library.partial_merge(into._memory.pointer, part._memory.pointer, byref(error)), error)
    into._told, into._job = None, into._job or part._job


def called(library: Library, function: Callable[..., int], of: object) -> dict[str, Any]:
    """What a function of the library says, as JSON, of a pointer or a path."""
    found: dict[str, Any] = from_json(text_of(library, function, of))
    return found


def text_of(library: Library, function: Callable[..., int], of: object) -> str:
    """The text that a function of the library gives."""
    text, error = c_void_p(), ErrorBlock()
    check(function(of, byref(text), byref(error)), error)
    try:
        return ctypes.string_at(text).decode()
    finally:
        library.text_free(text)
