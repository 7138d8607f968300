"""Edges of many networks from a file of text: as edges are read, and beside them the names of their networks, as text."""

from __future__ import annotations

import contextlib
import gzip
import os
import shutil
import stat
import tempfile
from argparse import Namespace
from array import array
from collections.abc import Iterator
from typing import Any, NamedTuple

from .._arrow import Column, column_from_buffer, struct_of
from .._files import ending
from .._inputs import files
from .._inputs.edge_tables import chosen, known_pair
from .._inputs.networks import need_ends
from .._registry import TEXT_FORMATS
from ..errors import ArgumentError, DataError, FileError, listed, shown
from ..graph import Graph
from ..tables import EdgeTable

HEAD = 1 << 20  # bytes of a file that show which of its columns are the ends of edges


class Found(NamedTuple):
    """A table of edges with the names of their networks, what its columns are called, and remarks on the file."""

    table: EdgeTable
    by: str
    source: str
    target: str
    weight: str | None
    notes: list[str]
    warnings: list[str]


def is_table_of_text(path: str, format: str | None) -> bool:
    """Whether edges and names of networks are read from a file by the library, not by pyarrow, as a table."""
    name = path.lower().removesuffix(".gz").removesuffix(".zst")
    if ending(name, format) not in (*TEXT_FORMATS, ""):
        return False
    with contextlib.suppress(FileError):
        return files.kind_of(path, format) not in (*files.PARQUET, *files.ARROW)
    return True


@contextlib.contextmanager
def that_can_be_read_twice(path: str) -> Iterator[str]:
    """The path of a file; of a pipe, which gives its text once, that of a copy."""
    if not os.path.exists(path) or not stat.S_ISFIFO(os.stat(path).st_mode):
        yield path
        return
    with tempfile.TemporaryFile() as copy:
        with open(path, "rb") as pipe:
            shutil.copyfileobj(pipe, copy, HEAD)
        copy.flush()
        place = f"/proc/self/fd/{copy.fileno()}"
        with _called(place, path):
            yield place


@contextlib.contextmanager
def _called(place: str, path: str) -> Iterator[None]:
    """Errors of a copy name the file that was given."""
    try:
        yield
    except (ArgumentError, DataError, FileError) as error:
        raise type(error)(str(error).replace(f'"{place}"', f'"{path}"').replace(place, path)) from None


def read(arguments: Namespace, path: str) -> Found:
    """Only the columns that are needed: the ends of edges and their weights as `gobc compute` reads them, and the names of
    networks, which are always text."""
    by, weight = arguments.by, arguments.weight or None
    how: dict[str, Any] = {"format": arguments.format, "delimiter": arguments.delimiter}
    source, target = arguments.source, arguments.target
    if source is None or target is None:
        source, target = _ends(arguments, path, how)
    how["header"] = arguments.header
    if arguments.header is None and by[:1] != "#" and source[:1] == target[:1] == "#":
        how["header"] = True  # a column is asked for by its name
    names = _names(path, by, source, how)
    edges, weights = _edges(path, source, target, weight, arguments.text_ids, how)
    columns = [*edges.edges._columns.values()][:2] + ([] if weights is None else [weights])
    if len(columns) < 2 + (weights is not None) or names.edges.columns[0] in [column.name for column in columns]:
        raise ArgumentError(f"by={shown(by)}: the ends of edges, their weight and their network must be different columns")
    network, = list(names.edges._columns.values())[:1]
    if network.length != columns[0].length:
        raise FileError(f"{path} was changed while it was read: read it again")
    remarks = [text for text in names.warnings if "names of columns" in text]  # others are of an end of edges, as text
    return Found(EdgeTable(struct_of([*columns, network])), network.name, columns[0].name, columns[1].name,
                 None if weights is None else columns[2].name, list(edges.notes),
                 list(dict.fromkeys([*edges.warnings, *remarks])))


def _names(path: str, by: str, source: str, how: dict[str, Any]) -> files.File:
    """The names of networks as text, beside an end of the edges."""
    try:
        return files.read(path, source=by, target=source, text_ids=True, **how)
    except ArgumentError as error:
        if "asked for twice" in str(error):
            raise ArgumentError(f"by={shown(by)}: the column is an end of edges, and cannot name their networks too") from None
        if "there is no column" in str(error) and f'"{by}"' in str(error):
            raise ArgumentError(f"{error}: name the column of networks with by=") from None
        raise


def _edges(path: str, source: str, target: str, weight: str | None, text_ids: bool | None,
           how: dict[str, Any]) -> tuple[files.File, Column | None]:
    """The ends of edges, and their weights, of which some may be no lengths: these are errors of their networks."""
    ends: dict[str, Any] = {"source": source, "target": target, "text_ids": text_ids, **how}
    if weight is None:
        return files.read(path, **ends), None
    try:
        edges = files.read(path, weight=weight, **ends)
        return edges, list(edges.edges._columns.values())[2]
    except (DataError, FileError) as error:
        edges = files.read(path, **ends)
        try:
            cells = files.read(path, source=weight, target=source, text_ids=True, **how)
            texts = cells.edges._list(cells.edges.columns[0])
            if any("_" in text for text in texts):
                raise error
            numbers = array("d", map(float, texts))
        except (ArgumentError, DataError, FileError, ValueError):
            raise error from None
        return edges, column_from_buffer(memoryview(numbers), cells.edges.columns[0])


def _ends(arguments: Namespace, path: str, how: dict[str, Any]) -> tuple[str, str]:
    """The columns of the ends of edges, by name or position, as the first lines show them."""
    with _head(path) as head:
        try:
            return _ends_in(arguments, head, how)
        except (ArgumentError, DataError, FileError):
            if head == path:
                raise
    return _ends_in(arguments, path, how)  # whose errors name the file


def _ends_in(arguments: Namespace, path: str, how: dict[str, Any]) -> tuple[str, str]:
    by, header = arguments.by, arguments.header
    if header is None and by[:1] != "#":
        header = True
    try:
        pair = files.read(path, source=arguments.source, target=arguments.target, header=header, **how).edges.columns[:2]
        if len(pair) == 2 and known_pair(pair):
            if _names(path, by, pair[0], how | {"header": header}).edges.columns[0] not in pair:
                return pair[0], pair[1]
    except (ArgumentError, DataError) as error:
        if "with by=" in str(error):
            raise  # else the column of networks was taken for an end
    try:
        columns = files.read(path, header=header, only_nodes=True, **how).edges._data.children
    except FileError as error:
        if "is empty" not in str(error):
            raise
        raise FileError(f"{error}. Or name both ends of edges with source= and target=: then no other column is read") from None
    names = [column.name for column in columns]
    at = names.index(chosen(names, by, None, "by")) if by[:1] != "#" else int(by[1:]) if by[1:].isdecimal() else -1
    rest = [place for place in range(len(names)) if place != at]
    if not 0 <= at < len(names) or len(rest) < 2:
        raise DataError(f"by={shown(by)}: there must be such a column, and two others; there are {listed(names)}")
    others = EdgeTable(struct_of([columns[place] for place in rest]))
    with Graph(others, source=arguments.source, target=arguments.target) as graph:
        found = [graph.source, graph.target]
    first = next((place for place in rest if names[place] == found[0]), rest[0])
    second = next((place for place in rest if names[place] == found[1] and place != first), rest[1])
    if arguments.source is None and arguments.target is None and not known_pair([names[place] for place in rest]):
        need_ends(names, names[at], found)
    named = by[:1] != "#" and all(name and name[:1] != "#" and names.count(name) == 1 for name in found)
    return (found[0], found[1]) if named else (f"#{first}", f"#{second}")


@contextlib.contextmanager
def _head(path: str) -> Iterator[str]:
    """The path of a file with the first lines; the file itself where it is short, or compressed by zstd."""
    with open(path, "rb") as file:
        first = file.read(HEAD)
    if first[:2] == b"\x1f\x8b":
        with contextlib.suppress(OSError, EOFError), gzip.open(path) as unpacked:
            first = unpacked.read(HEAD)
    elif len(first) < HEAD or first[:4] == b"\x28\xb5\x2f\xfd":
        yield path
        return
    lines, end, _ = first.rpartition(b"\n") if len(first) == HEAD else (first, b"", b"")
    suffix = os.path.splitext(path.removesuffix(".gz"))[1]
    with tempfile.NamedTemporaryFile(suffix=suffix) as copy:
        copy.write(lines + end)
        copy.flush()
        yield copy.name
