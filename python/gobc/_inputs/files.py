"""Edges and lists of nodes in files: texts and graphs by the library, Parquet and Arrow by pyarrow."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from ctypes import byref, sizeof
from typing import TYPE_CHECKING, Any, NamedTuple

from .._arrow import column_chunks, struct_of
from .._files import ending, needs
from .._library import Out, ReadOptions, load, run, word
from .._registry import ABSENT_NAMES, Progress
from .._settings import block as settings_of_block
from .._validation import flag, seconds, whole
from ..errors import ArgumentError, ArgumentTypeError, FileError, _in_words_of_python, shown, translated, warn_caller
from ..tables import EdgeTable
from .almost import no_file, refuse_others
from .edges import column_name
from .weights import is_column, name_of

if TYPE_CHECKING:
    import pyarrow

PARQUET, ARROW = ("parquet", "pq"), ("arrow", "feather", "ipc", "arrows")
_BEGINNINGS = {b"PAR1": "parquet", b"ARROW1": "arrow", b"\xff\xff\xff\xff": "arrow"}


_ARGUMENTS = {"--no-header": "header=False", "--header": "header=True", "--text-ids": "text_ids=True"}


class File(NamedTuple):
    """What a file holds: a table of edges, by what its source, target and weight are asked for, all nodes where it lists
    them, whether edges have a direction where it says so, what was decided about it, such as that its first line is an
    edge, and what could be read in another way. Notes and warnings name options as the command line does."""

    edges: Any
    columns: Sequence[str | None]
    nodes: Any = None
    directed: bool | None = None
    notes: Sequence[str] = ()
    warnings: Sequence[str] = ()
    found: bool = False  # whether the columns of the ends were chosen, not named

    def absent(self, ends: tuple[str, str]) -> str | None:
        """What to say about ends of edges in a table of pyarrow that may stand for missing names; None if nothing. The library
        has looked at other files. O(rows)."""
        table, found = self.edges, []
        for name in dict.fromkeys(ends) if not isinstance(table, EdgeTable) and table.num_rows else ():
            if table.column_names.count(name) == 1 and (cells := _texts(table.column(name))) is not None:
                import pyarrow.compute

                names = EdgeTable(struct_of(column_chunks([*ABSENT_NAMES, ""], name))).to_pyarrow().column(0)  # without pandas
                names = names.cast(getattr(cells.type, "value_type", cells.type)).chunk(0)
                found += cells.filter(pyarrow.compute.is_in(cells, value_set=names)).to_pylist()
        if not found:
            return None
        return (f"{shown(found[0])} is the name of a node in {len(found):,} place{'s' * (len(found) > 1)}, and often stands for "
                "a missing one: drop these rows if it does")

    def warn(self, path: str | os.PathLike[str]) -> None:
        """Shows the warnings, in words of Python, at the line that called this package."""
        for text in self.warnings:
            for option, argument in _ARGUMENTS.items():
                text = text.replace(option, argument)
            warn_caller(f"{os.fspath(path)}: {text}")


def read(path: object, *, format: str | None = None, source: str | int | None = None, target: str | int | None = None,
         weight: str | int | bool | None = None, header: bool | None = None, delimiter: str | None = None,
         text_ids: bool | None = None, directed: bool | None = None, only_nodes: bool = False, threads: int | None = None,
         progress: Progress = None) -> File:
    """Arguments as in Graph.read. only_nodes: the file is a list of nodes, and all its columns are read."""
    if not isinstance(path, (str, os.PathLike)):
        raise FileError(f"path must name a file, not {shown(path)}; gobc.Graph(edges) takes a table")
    for option, value in (("format", format), ("delimiter", delimiter)):
        if value is not None and not isinstance(value, str):
            raise ArgumentTypeError(f"{option} must be a string, not {shown(value)}")
    if delimiter is not None and (len(delimiter) != 1 or not delimiter.isascii() or delimiter in "\0\r\n\""):
        raise ArgumentError(f"delimiter must be one ASCII character, not {shown(delimiter)}")
    if is_column(weight):
        raise ArgumentTypeError(f"weight must be the name or position of a column, or True, not {shown(weight)}")
    name = os.fspath(path)
    kind = kind_of(name, format)
    source, target, weight = column_name(source, "source"), column_name(target, "target"), name_of(weight)
    if kind in (*PARQUET, *ARROW):
        load()  # which refuses limits of memory that are too low: under them the import of pyarrow may hang
        columns = source, target, weight
        with translated(f"{name}: reading it", FileError):
            table = _read_arrow(name) if kind in ARROW else _read_parquet(name, columns)
        return File(table, columns)
    options = {"format": format, "delimiter": delimiter, "source": source, "target": target, "weight": weight}
    choices = {"header": flag(header, "header"), "directed": flag(directed, "directed"), "text_ids": flag(text_ids, "text_ids"),
               "list": only_nodes}
    return _read_text(name, options, choices, threads, progress)._replace(found=source is None or target is None)


def kind_of(path: str, format: str | None) -> str:
    """The format that is given, or that the ending of a file says; without one it may begin as Parquet or Arrow."""
    if "\0" in path or not os.path.exists(path):
        raise FileError(f"there is no file {shown(path)}") if "\0" in path else no_file(path)
    kind = ending(path, format)
    refuse_others(path, "" if format else kind)
    if kind or not stat.S_ISREG(os.stat(path).st_mode):
        return kind
    with translated(f"{path}: reading it", FileError), open(path, "rb") as file:
        first = file.read(max(map(len, _BEGINNINGS)))
    return next((name for beginning, name in _BEGINNINGS.items() if first.startswith(beginning)), "")


def _read_text(path: str, options: dict[str, str | None], choices: dict[str, bool | None], threads: int | None,
               progress: Progress) -> File:
    library = load()
    block = ReadOptions()
    library.read_options_init(byref(block), sizeof(ReadOptions))
    for name, value in options.items():
        setattr(block, name, word(value, name))
    for name, choice in choices.items():
        if choice is not None:
            setattr(block, name, int(choice))
    around = settings_of_block()
    block.threads = whole(around.threads if threads is None else threads, "threads")
    file = os.fsencode(path if path != "-" else "./-")  # the library takes - for standard input
    edges, nodes = Out(), Out()

    def call(control: Any, error: Any) -> int:
        return library.read(file, byref(block), control, *edges.addresses, *nodes.addresses, error)

    run(library, call, around.progress if progress is None else progress, time_limit=seconds(around.time_limit))
    table, metadata = edges.table()
    columns = _ways_to([column.name for column in table.children])
    listed = EdgeTable(nodes.table()[0]) if nodes.array.struct.release else None
    directed = {"true": True, "false": False}.get(metadata.get("gobc:directed", ""))
    notes, warnings = ([line for line in _in_words_of_python(metadata[f"gobc:{kind}"]).split("\n") if line]
                       for kind in ("notes", "warnings"))
    return File(EdgeTable(table), columns, listed, directed, notes, warnings)


def _ways_to(names: list[str]) -> list[str | None]:
    """Names or positions of the ends and the weight, None where there is none."""
    if "" in names or len(set(names)) < len(names):
        names = [f"#{position}" for position in range(len(names))]
    return [*names, None][:3]


def _read_parquet(path: str, columns: Sequence[str | None]) -> pyarrow.Table:
    """Only the columns that are needed if they are named and there, else all. pyarrow.parquet.read_table would import pandas,
    which takes a second."""
    with needs("pyarrow"):
        import pyarrow.parquet
    wanted = columns if columns[2] is not None else columns[:2]
    with pyarrow.parquet.ParquetFile(path) as file:
        names = file.schema_arrow.names
        return file.read(columns=list(wanted) if all(name in names for name in wanted) else None)


def _texts(column: pyarrow.ChunkedArray) -> pyarrow.ChunkedArray | None:
    """A column of texts as pyarrow compares them, None of others."""
    import pyarrow

    kinds, large = pyarrow.types, pyarrow.large_string()
    coded = kinds.is_dictionary(column.type)
    kind = column.type.value_type if coded else column.type
    if kinds.is_string_view(kind):
        chunks = [pyarrow.DictionaryArray.from_arrays(chunk.indices, chunk.dictionary.cast(large)) if coded else chunk.cast(large)
                  for chunk in column.chunks]
        return pyarrow.chunked_array(chunks)
    return column if kinds.is_string(kind) or kinds.is_large_string(kind) else None


def _read_arrow(path: str) -> pyarrow.Table:
    with needs("pyarrow"):
        import pyarrow
        import pyarrow.ipc
    with pyarrow.memory_map(path) as source:
        if source.read(4) == b"FEA1":
            raise FileError(f"{path} is Feather of version 1: gobc.Graph(pyarrow.feather.read_table(path)) reads it")
        source.seek(0)
        try:
            return pyarrow.ipc.open_file(source).read_all()
        except pyarrow.ArrowInvalid:
            source.seek(0)
            if source.read(6) == b"ARROW1":
                raise
        source.seek(0)
        reader = pyarrow.ipc.open_stream(source)
        batches, end = [], source.tell()
        for batch in reader:
            batches.append(batch)
            end = source.tell()
        if source.tell() - end not in (4, 8):  # the length of the mark; pyarrow takes the end of the file for it
            raise FileError(f"{path}: the Arrow stream does not have its end: the program that wrote it was stopped, or did not "
                            "close its writer. If it is whole, give the table of pyarrow.ipc.open_stream(path).read_all()")
        return pyarrow.Table.from_batches(batches, reader.schema)
