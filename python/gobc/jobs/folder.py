"""The folder of a job, which the library keeps: what it has, and the labels of nodes that the library has not."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from ctypes import byref
from typing import Any

from .._library import Memory, load, run, word
from .._validation import path_of
from ..errors import ArgumentError, FileError, shown
from .partial import Finisher, Partial, called


class Folder:
    """The folder of a job. What it holds is read when it is asked for."""

    def __init__(self, path: str | os.PathLike[str]):
        self.path = path_of(path, "the folder")
        self.name = word(self.path, "folder")  # as the library takes it

    def facts(self) -> dict[str, Any]:
        """What the library says of the folder."""
        library = load()
        return called(library, library.job_folder, self.name)

    def state(self) -> tuple[dict[str, Any], list[int]]:
        """The facts, and the shards that are not finished."""
        facts = self.facts()
        return facts, numbers_of(facts["missing"]) if facts["missing"] else []

    def missing(self) -> list[int]:
        """The shards that are not finished."""
        return self.state()[1]

    def merged(self, job: Finisher | None = None) -> Partial:
        """All finished shards as one partial. A file that is damaged, or of another job or shard, is an error with its name."""
        library = load()
        memory = Memory(library, library.partial_free)
        run(library, lambda control, error: library.job_merge(self.name, control, byref(memory.pointer), error), False)
        return Partial._of(library, memory, job)

    def labels(self, nodes: int) -> list[Any] | None:
        """The labels of a graph of so many nodes, where the folder has a file of them."""
        name = self.facts()["labels"]
        if not name:
            return None
        import json

        path = os.path.join(self.path, name)
        try:
            with open(path, encoding="utf-8") as file:
                found = json.load(file)
        except RecursionError as error:
            raise FileError(f"{path} cannot be read: it is nested too deeply") from error
        except (OSError, ValueError) as error:
            raise FileError(f"{path} cannot be read: {error}") from error
        labels = found.get("nodes") if isinstance(found, dict) else None
        if not isinstance(labels, list) or len(labels) != nodes or not all(map(_is_plain, labels)):
            raise FileError(f"{path} does not contain the labels of {nodes} nodes")
        return labels


def written(labels: Sequence[Any] | None) -> bytes | None:
    """Labels as a folder keeps them."""
    if labels is None:
        return None
    import json

    plain = []
    for label in labels:
        value = label.item() if hasattr(label, "item") else label
        if not _is_plain(value):
            raise ArgumentError(f"a folder can store only nodes that are numbers or text, not {shown(value)}: number the "
                                "nodes, or pickle the job")
        plain.append(value)
    try:
        return json.dumps({"nodes": plain}, allow_nan=False).encode()
    except ValueError as error:
        raise ArgumentError(f"a folder stores nodes as JSON, which cannot hold one of them: {error}") from error


def _is_plain(label: object) -> bool:
    return isinstance(label, (str, int, float)) and not isinstance(label, bool)


def numbers_of(text: str, count: int | None = None) -> list[int]:
    """Numbers below count in a text such as 3,17,40-44, which a user gives as --shard."""
    found: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d+)(?:-(\d+))?\s*", part)
        if not match:
            raise ArgumentError(f"--shard {text}: give numbers and ranges, such as 3,40-44")
        first, last = int(match[1]), int(match[2] or match[1])
        if count is not None and last >= count or first > last:
            raise ArgumentError(f"--shard {text}: the job has shards 0 to {(count or 1) - 1}")
        found += range(first, last + 1)
    return found
