"""A folder with a job and its finished shards, for processes that see the same files.

job.json, graph-HASH.arrow, labels.json where nodes are no integers or texts of the library, shard-NNNNN.arrow for every finished
shard, and claim-NNNNN where a worker has taken one. Every file appears whole or not at all, so that what is there can be
believed; a shard that two workers compute is the same file twice.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterator
from typing import Any

from ._files import replacing
from ._registry import NUMBERS
from ._validation import path_of
from .errors import ArgumentError, DataError, FileError, shown, translated
from .graph import Graph
from .jobs import _OF_THE_JOB, Job, Partial, _add

JOB, LABELS = "job.json", "labels.json"
FORMAT = "gobc job 1"
MOST_SHARDS = 1 << 20
KINDS = {"graph": str, "weighted": bool, "measures": str, "settings": dict, "options": dict, "shards": int, "fingerprint": str}
OF_NODES = {"sources", "targets", "of", "drawn"}
OPTIONS = {"normalized", "endpoints", "direction", "cutoff", "preset", "seed", "epsilon", "delta", *NUMBERS, *OF_NODES}


class Folder:
    """The folder of a job. What it holds is read when it is asked for."""

    def __init__(self, path: str | os.PathLike[str]):
        self.path = path_of(path, "the folder")

    def write(self, job: Job, resume: bool = True) -> None:
        """Makes the folder that of the job. One that has the same job already stays as it is, unless it must be new."""
        with _named(self.path):
            os.makedirs(self.path, exist_ok=True)
            if os.path.exists(self._file(JOB)):
                self._same(job, resume)
                return
        graph = job.graph
        labels = None if graph._labels is None else _plain(list(graph._labels))
        name = f"graph-{job.fingerprint[:16]}.arrow"
        if labels is not None:
            graph = graph._without_labels()
        with _named(self.path):
            graph.save(self._file(name))
            if labels is not None:
                self._write_json(LABELS, labels)
            told = job._described(_OF_THE_JOB)
            options = dict(told["options"])
            if "k" in options:  # languages draw in ways of their own
                picked = job.graph._drawn(options.pop("k"), options.pop("seed"))
                options["drawn"] = "all" if picked is None else picked
            told["options"] = {key: _plain(value) for key, value in options.items()}
            self._write_json(JOB, {"format": FORMAT, "graph": name, "weighted": job.graph.weighted, **told})

    def _same(self, job: Job, resume: bool) -> None:
        there = self.facts()
        if there["fingerprint"] != job.fingerprint:
            raise DataError(f"{self.path} has another job: {there['measures']} in {there['shards']} shards, "
                            f"{there['fingerprint'][:16]}; this one is {job!r}. Give another folder, or remove that one")
        if not resume:
            raise ArgumentError(f"{self.path} has this job already; resume=True goes on with it, or give another folder")

    def job(self) -> Job:
        """The job that the folder is of, with its graph."""
        told = self.facts()
        with _named(self.path), translated(f"reading the job in {self.path}", FileError):
            graph = Graph.load(self._file(told["graph"]))
            if os.path.exists(self._file(LABELS)):
                graph._labels = self._labels(graph.num_nodes)
            graph._stats.weighted = int(graph._stats.weighted and told["weighted"])
            options = {name: _lively(value) for name, value in told["options"].items()}
            return Job._of(graph, told["measures"], told["settings"], options, told["shards"], told["fingerprint"])

    def facts(self) -> dict[str, Any]:
        """What job.json says."""
        try:
            told = self._read_json(JOB)
        except FileNotFoundError:
            raise FileError(f"there is no job in {self.path}: gobc plan FILE -o {self.path} makes one") from None
        wrong = _wrong(told)
        if wrong:
            raise FileError(f"{self._file(JOB)} is not the file of a job ({FORMAT}): {wrong}. It was changed, or is damaged: "
                            "make the job again, in another folder")
        assert isinstance(told, dict)
        return told

    def _labels(self, nodes: int) -> list[Any]:
        """The labels of a graph of so many nodes."""
        told = self._read_json(LABELS)
        if not _is_of_nodes(told) or not isinstance(told, dict) or len(told.get("nodes", ())) != nodes:
            raise FileError(f"{self._file(LABELS)} is not a list of the labels of {nodes} nodes")
        return list(told["nodes"])

    def _read_json(self, name: str) -> object:
        path = self._file(name)
        try:
            with open(path, encoding="utf-8") as file:
                told: object = json.load(file)
        except FileNotFoundError:
            raise
        except RecursionError as error:
            raise FileError(f"{path} cannot be read: it is nested too deeply") from error
        except (OSError, ValueError) as error:
            raise FileError(f"{path} cannot be read: {error}") from error
        return told

    # ---- shards ----

    def shards(self) -> int:
        """How many the job has."""
        return int(self.facts()["shards"])

    def finished(self) -> list[int]:
        """The shards that are there."""
        with _named(self.path):
            names = os.listdir(self.path)
        return sorted(int(found[1]) for name in names if (found := re.fullmatch(r"shard-(\d{5,})\.arrow", name)))

    def missing(self) -> list[int]:
        finished = set(self.finished())
        return [shard for shard in range(self.shards()) if shard not in finished]

    def add(self, shard: int, partial: Partial) -> None:
        with _named(self.path):
            partial.save(self._shard(shard))

    def merged(self, job: Job | None = None) -> Partial:
        """All shards that are there, as one partial. A file that is damaged, of another job or of another shard is an error
        with its name."""
        merged: Partial | None = None
        fingerprint = self.facts()["fingerprint"]
        for shard in self.finished():
            path = self._shard(shard)
            try:
                part = Partial.load(path, job)
            except FileError as error:
                raise FileError(f"{error}: remove it, and run shard {shard} again") from error
            if part.fingerprint != fingerprint or part.held != [shard]:
                raise FileError(f"{path} holds shards {part.held} of job {part.fingerprint[:16]}, not shard {shard} of "
                                f"{fingerprint[:16]}: remove it, and run that shard again")
            if merged is None:
                merged = part
            else:
                _add(merged, part)
        if merged is None:
            raise FileError(f"{self.path} has no finished shard yet")
        return merged

    def take_shards(self) -> Iterator[int]:
        """Yields shards to compute until none is missing: first those that no worker has taken, at the end also those that a
        worker has taken and not finished, as it may be gone. There is no lock: at worst a shard is computed twice."""
        while missing := self.missing():
            free = next((shard for shard in missing if claimed(self.path, shard)), None)
            yield self._oldest(missing) if free is None else free

    def _oldest(self, missing: list[int]) -> int:
        """The shard that was taken first, which is taken again now."""
        def taken(shard: int) -> float:
            try:
                return os.stat(self._file(f"claim-{shard:05}")).st_mtime
            except OSError:
                return 0
        oldest = min(missing, key=taken)
        with contextlib.suppress(OSError):
            os.utime(self._file(f"claim-{oldest:05}"))
        return oldest

    def _shard(self, shard: int) -> str:
        return self._file(f"shard-{shard:05}.arrow")

    def _file(self, name: str) -> str:
        return os.path.join(self.path, name)

    def _write_json(self, name: str, value: object) -> None:
        with replacing(self._file(name)) as temporary, open(temporary, "w", encoding="utf-8") as file:
            json.dump(value, file, allow_nan=False)
            file.flush()
            os.fsync(file.fileno())


def claimed(path: str, shard: int) -> bool:
    """Whether this process takes the shard, which nobody else that sees the folder has taken then."""
    with _named(path), contextlib.suppress(FileExistsError):
        os.close(os.open(os.path.join(path, f"claim-{shard:05}"), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))
        return True
    return False


def ranges(numbers: list[int]) -> str:
    """Ascending numbers, those that follow each other with a dash: 3,17,40-44."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1][1:] = [number]
        else:
            parts.append([number])
    return ",".join("-".join(map(str, part)) for part in parts)


def numbers(text: str, count: int) -> list[int]:
    """The opposite of ranges, of numbers below count."""
    found: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d+)(?:-(\d+))?\s*", part)
        if not match:
            raise ArgumentError(f"--shard {text}: give numbers and ranges, such as 3,40-44")
        first, last = int(match[1]), int(match[2] or match[1])
        if last >= count or first > last:
            raise ArgumentError(f"--shard {text}: the job has shards 0 to {count - 1}")
        found += range(first, last + 1)
    return found


def _plain(value: Any) -> Any:
    """A value as JSON keeps it: a list of nodes, or a dictionary of their weights as a list of pairs."""
    if isinstance(value, dict):
        return {"weights": [[_node(node), float(weight)] for node, weight in value.items()]}
    if isinstance(value, (str, int, float)):
        return value
    try:
        return {"nodes": [_node(node) for node in value]}
    except TypeError:
        raise ArgumentError(f"a folder keeps lists of nodes, or dictionaries of their weights, not {shown(value)}") from None


def _node(node: Any) -> str | int | float:
    if hasattr(node, "item"):
        node = node.item()
    if isinstance(node, bool) or not isinstance(node, (str, int, float)):
        raise ArgumentError(f"a folder keeps nodes that are numbers or texts, not {shown(node)}: number them, or pickle the job")
    return node


def _lively(value: Any) -> Any:
    """The opposite of _plain, of what _wrong has looked at."""
    if isinstance(value, dict):
        return value["nodes"] if "nodes" in value else dict(map(tuple, value["weights"]))
    return value


def _wrong(told: object) -> str:
    """What is wrong with the content of job.json, or ""."""
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        return "it does not say that it is one"
    for name, kind in KINDS.items():
        if type(told.get(name)) is not kind:
            return f"{name} is {shown(told.get(name))}"
    if not 1 <= told["shards"] <= MOST_SHARDS:
        return f"shards is {told['shards']}, not 1 to {MOST_SHARDS}"
    if not re.fullmatch("[0-9a-f]{64}", told["fingerprint"]):
        return f"fingerprint is {shown(told['fingerprint'])}"
    if not re.fullmatch(r"graph-[0-9a-f]+\.arrow", told["graph"]):
        return f"graph is {shown(told['graph'])}, not a file in the folder such as graph-0123456789abcdef.arrow"
    for name, value in told["settings"].items():
        if name not in _OF_THE_JOB or not _is_plain(value):
            return f"settings have {shown(name)}: {shown(value)}"
    for name, value in told["options"].items():
        if name not in OPTIONS or not (_is_plain(value) or name in OF_NODES and _is_of_nodes(value)):
            return f"options have {shown(name)}: {shown(value)}"
    return ""


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, (str, int, float))


def _is_of_nodes(value: object) -> bool:
    """Whether a value of JSON is what _plain makes of nodes or of their weights."""
    if not isinstance(value, dict) or len(value) != 1:
        return False
    nodes, pairs = value.get("nodes"), value.get("weights", [])
    if isinstance(nodes, list):
        return all(map(_is_node, nodes))
    return "weights" in value and isinstance(pairs, list) and all(
        isinstance(pair, list) and len(pair) == 2 and _is_node(pair[0]) and _is_node(pair[1]) and not isinstance(pair[1], str)
        for pair in pairs)


def _is_node(node: object) -> bool:
    return isinstance(node, (str, int, float)) and not isinstance(node, bool)


@contextlib.contextmanager
def _named(path: str) -> Iterator[None]:
    """Errors of the system as FileError, with the folder."""
    try:
        yield
    except OSError as error:
        raise FileError(f"{path}: {error}") from error
