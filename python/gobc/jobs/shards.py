"""A call that is cut into shards: what a process needs to run them."""

from __future__ import annotations

import contextlib
import operator
import os
from ctypes import byref, c_int64
from typing import Any, TypeVar

from .._library import (
    ErrorBlock,
    Library,
    Memory,
    Options,
    Out,
    block_of,
    check,
    load,
    run,
    sample_of,
    split_names,
)
from .._options import Sample, Settings
from .._registry import EDGE_MEASURES, Device, Progress
from ..errors import ArgumentError, shown, warn_caller
from ..graph import Graph
from ..plans import Plan
from ..results import EdgeResult, Result
from .folder import Folder, written
from .partial import Finisher, Partial, called, text_of

ANY_SHARD = -1  # that is missing in a folder
_OF_A_SHARD = ("device", "threads", "memory_limit")  # settings that say how a shard is computed, and change no job

_Kind = TypeVar("_Kind", bound="Shards")


class Shards(Finisher):
    """The shards of a call, and the graph that they are of. A ``Job`` is this, with what gives shards to executors."""

    _graph: Graph
    _library: Library
    _memory: Memory
    _facts: dict[str, Any]
    _settings: Settings
    _place: str | None = None  # where processes of this machine have the graph already

    def __init__(self, graph: Graph, names: bytes, settings: Settings, options: dict[str, Any], shards: int | str):
        if settings.partial or settings.time_limit is not None:
            raise ArgumentError("partial and time_limit cannot be used with jobs: leave them out; finished shards are kept")
        given = {name: value for name, value in _same_everywhere(options).items() if value is not None}
        library = load()
        block, keep = graph._options(library, settings, **_ruled(given))
        memory = Memory(library, library.job_free)
        number = 0 if isinstance(shards, str) and shards == "auto" else _number(shards)

        def call(handle: object, control: Any, error: Any, held: object = (graph, keep)) -> int:
            return library.job_new(handle, names, byref(block), c_int64(number), control, byref(memory.pointer), error)

        run(library, graph._built.held(call), settings.progress)
        self._take(graph, library, memory, settings)

    def _take(self, graph: Graph, library: Library, memory: Memory, settings: Settings) -> None:
        self._graph, self._library, self._memory, self._settings = graph, library, memory, settings
        self._facts = called(library, library.job_info, memory.pointer)

    @classmethod
    def _made(cls: type[_Kind], graph: Graph, library: Library, memory: Memory, settings: Settings) -> _Kind:
        """What the library has made of the graph, whose weights it may leave out."""
        made = cls.__new__(cls)
        made._take(graph, library, memory, settings)
        graph._stats.weighted = int(graph._stats.weighted and made._facts["weighted"])
        return made

    @classmethod
    def _of(cls: type[_Kind], graph: Graph, text: str, settings: dict[str, Any]) -> _Kind:
        """The opposite of `_described`."""
        library = load()
        memory = Memory(library, library.job_free)
        json = text.encode()

        def call(handle: object, control: Any, error: Any, held: object = graph) -> int:
            return library.job_from_json(handle, json, control, byref(memory.pointer), error)

        made_with = Settings(**settings, progress=False)
        run(library, graph._built.held(call), False)
        return cls._made(graph, library, memory, made_with)

    def _described(self) -> tuple[str, dict[str, Any]]:
        """The job as a text, and the settings of its shards: all but the graph."""
        settings = {name: getattr(self._settings, name) for name in _OF_A_SHARD if getattr(self._settings, name) is not None}
        return text_of(self._library, self._library.job_to_json, self._memory.pointer), settings

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
        return split_names(self._facts["measures"].encode())

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
        block = self._block(device, threads, memory_limit)
        memory = Memory(library, library.partial_free)
        number = _shard(shard, self.n_shards)

        def call(handle: object, control: Any, error: Any, held: object = (self, block)) -> int:
            return library.job_run(self._memory.pointer, c_int64(number), byref(block), control, byref(memory.pointer), error)

        run(library, self._graph._built.held(call), progress)
        return Partial._of(library, memory, self)

    def _run_into(self, folder: Folder, shard: int = ANY_SHARD, *, device: Device | None = None, threads: int | None = None,
                  memory_limit: int | str | None = None, progress: Progress = False) -> int | None:
        """Computes a shard into a folder of the job, or the next one; which one it was, or None where none was missing."""
        library = self._library
        block, found = self._block(device, threads, memory_limit), c_int64()

        def call(handle: object, control: Any, error: Any, held: object = self) -> int:
            return library.job_run_into(self._memory.pointer, folder.name, c_int64(shard), byref(block), control, byref(found),
                                        None, error)

        run(library, self._graph._built.held(call), progress)
        return None if found.value == ANY_SHARD else found.value

    def _block(self, device: Device | None, threads: int | None, memory_limit: int | str | None) -> Options:
        """The options of a shard, those that are not given as the job was made with."""
        ours = self._settings
        return block_of(self._library, Settings(device=ours.device if device is None else device,
                                                threads=ours.threads if threads is None else threads,
                                                memory_limit=ours.memory_limit if memory_limit is None else memory_limit))

    def _save_in(self, folder: Folder, resume: bool) -> None:
        labels, error = written(self._graph._labels), ErrorBlock()
        with self._graph._built:
            check(self._library.job_save(self._memory.pointer, folder.name, labels, int(resume), byref(error)), error)

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
        self._save_in(Folder(folder), True)

    @classmethod
    def load(cls: type[_Kind], folder: str | os.PathLike[str]) -> _Kind:
        """The job of a folder: see ``save``.

        Examples
        --------
        >>> import gobc
        >>> gobc.Job.load("/nowhere")
        Traceback (most recent call last):
        gobc.FileError: there is no job in /nowhere: gobc plan FILE -o /nowhere makes one
        """
        place, library = Folder(folder), load()
        memory = Memory(library, library.job_free)
        graph = Graph._made(lambda library, options, control, out, error: library.job_load(
            place.name, options, control, out, byref(memory.pointer), error))
        graph._labels = place.labels(graph.num_nodes)
        return cls._made(graph, library, memory, Settings(progress=False))

    def _result(self, partial: Partial, incomplete: bool) -> Result | EdgeResult:
        asked = set(self.measures)
        edges = Out() if asked & set(EDGE_MEASURES) else None
        nodes = Out() if edges is None or incomplete or asked - set(EDGE_MEASURES) else None
        graph, library = self._graph, self._library

        def call(handle: object, control: Any, error: Any, held: object = (self, partial)) -> int:
            addresses = [address for out in (edges, nodes) for address in (out.addresses if out else (None, None))]
            return library.job_result(self._memory.pointer, partial._memory.pointer, int(incomplete), control, *addresses, error)

        run(library, graph._built.held(call), False)
        result = graph._results(edges, nodes, alone=not asked - set(EDGE_MEASURES))
        for text in result.warnings:
            warn_caller(text)
        return result

    @property
    def _estimates(self) -> bool:
        return bool(self._facts["epsilon"])

    def _enough(self, part: Partial) -> bool:
        """Whether the shards that are in give an estimate that is near enough. O(n)."""
        drawn = self._result(part, True).plan["sample"]
        return bool(drawn["half_width"] <= self._facts["epsilon"])


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
