"""Edges and lists of nodes in files: texts and graphs by the library, Parquet and Arrow by pyarrow."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
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
from .edge_tables import HandedOver, only_known_pair
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
        for name in dict.fromkeys(ends) if not isinstance(table, (EdgeTable, HandedOver)) and table.num_rows else ():
            if table.column_names.count(name) == 1 and (cells := _texts(table.column(name))) is not None:
                import pyarrow.compute

                names = EdgeTable(struct_of(column_chunks([*ABSENT_NAMES, ""], name))).to_pyarrow().column(0)  # without pandas
                names = names.cast(getattr(cells.type, "value_type", cells.type)).chunk(0)
                found += cells.filter(pyarrow.compute.is_in(cells, value_set=names)).to_pylist()
        if not found:
            return None
        return (f"{shown(found[0])} is the name of a node in {len(found):,} place{'s' * (len(found) > 1)}, and often stands for "
                "a missing one: drop these rows if it does")

    def _handed_over(self, once: bool) -> File:
        """The file with a table for one graph, whose memory is free before the graph is built. A table of pyarrow with texts
        stays, as `absent` looks at it."""
        if not once or isinstance(self.edges, HandedOver) or not isinstance(self.edges, EdgeTable) and any(
                map(_is_text, self.edges.schema.types)):
            return self
        return self._replace(edges=HandedOver(self.edges))

    def raise_damage(self, path: str | os.PathLike[str]) -> None:
        """Raises why a table that was read on the way could not be read, if it could not."""
        for error in self.edges.failures if isinstance(self.edges, HandedOver) else ():
            with translated(f"{os.fspath(path)}: reading it", FileError):
                raise error

    def warn(self, path: str | os.PathLike[str]) -> None:
        """Shows the warnings, in words of Python, at the line that called this package."""
        for text in self.warnings:
            for option, argument in _ARGUMENTS.items():
                text = text.replace(option, argument)
            warn_caller(f"{os.fspath(path)}: {text}")


def read(path: object, *, format: str | None = None, source: str | int | None = None, target: str | int | None = None,
         weight: str | int | bool | None = None, header: bool | None = None, delimiter: str | None = None,
         text_ids: bool | None = None, directed: bool | None = None, only_nodes: bool = False, threads: int | None = None,
         progress: Progress = None, once: bool = False) -> File:
    """Arguments as in Graph.read. only_nodes: the file is a list of nodes, and all its columns are read. once: its edges are
    for one graph, whose memory they need not share."""
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
            table = _read_arrow(name) if kind in ARROW else _read_parquet(name, columns, once)
        return File(table, columns)._handed_over(once)
    options = {"format": format, "delimiter": delimiter, "source": source, "target": target, "weight": weight}
    choices = {"header": flag(header, "header"), "directed": flag(directed, "directed"), "text_ids": flag(text_ids, "text_ids"),
               "list": only_nodes}
    file = _read_text(name, options, choices, threads, progress)._replace(found=source is None or target is None)
    return file._handed_over(once)


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


def _read_parquet(path: str, columns: Sequence[str | None], once: bool) -> pyarrow.Table | HandedOver:
    """Only the columns that are needed if they are named and there, else all. Those for one graph may have the names of ends, and
    are read as the graph takes them, unless they may be texts or are chosen by what they hold. pyarrow.parquet.read_table would
    import pandas, which takes a second."""
    with needs("pyarrow"):
        import pyarrow.parquet
    with pyarrow.parquet.ParquetFile(path) as file:
        schema = file.schema_arrow
        wanted = _wanted(list(schema.names), columns, once)
        kept = pyarrow.schema([schema.field(name) for name in wanted or ()], schema.metadata)
        if wanted is None or not once or any(map(_is_text, kept.types)):
            return file.read(columns=wanted)
    failures: list[Exception] = []
    batches = _batches(path, wanted, failures)
    return HandedOver(pyarrow.RecordBatchReader.from_batches(kept, batches), failures)


def _wanted(names: list[str], columns: Sequence[str | None], once: bool) -> list[str] | None:
    """The names of the ends and of the weight, None if some are not known by their names. Flows and names of networks, which
    others than a graph need, may be in further columns."""
    source, target, weight = columns
    ends = only_known_pair(names) if once and source is None and target is None else [source, target]
    wanted = [*(ends or [None]), *([] if weight is None else [weight])]
    return wanted if len(set(wanted)) == len(wanted) and all(names.count(name) == 1 for name in wanted) else None


_BATCH = 1 << 16  # rows, of which the library takes as many at once


def _batches(path: str, columns: list[str], failures: list[Exception]) -> Iterator[pyarrow.RecordBatch]:
    """The rows of a Parquet file. Without pre_buffer= no more than a group of rows is in memory."""
    import pyarrow.parquet

    try:
        with pyarrow.parquet.ParquetFile(path, pre_buffer=False) as file:
            yield from file.iter_batches(batch_size=_BATCH, columns=columns)
    except Exception as error:
        failures.append(error)
        raise


def _is_text(kind: pyarrow.DataType) -> bool:
    """Whether a column may hold texts, perhaps in a dictionary."""
    import pyarrow

    kinds = pyarrow.types
    kind = kind.value_type if kinds.is_dictionary(kind) else kind
    return bool(kinds.is_string(kind) or kinds.is_large_string(kind) or kinds.is_string_view(kind))


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
