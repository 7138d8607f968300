"""Edges in files, read by well-kept libraries chosen by the file's ending."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

from .._files import READ, ending, needs
from ..errors import FileError, shown, translated
from . import header as headers
from .limits import LONGEST_LINE, check_graphml, check_matrix, check_no_nul, opened

if TYPE_CHECKING:
    import pyarrow

DELIMITERS = {"csv": ",", "tsv": "\t", "txt": "\t", "tab": "\t"}


def read_edges(path: str, *, format: str | None = None, columns: tuple[str, ...] = (), header: bool | None = None,
               delimiter: str | None = None, text_ids: bool = False, weight: str | None = None) -> Any:
    """The edges in a file: a pyarrow table, a scipy matrix or a NetworkX graph. `columns` are those that are needed,
    `weight` the one that holds numbers where ids are text. header: whether the first line of a text has names; None:
    as header_of says.
    """
    check_file(path)
    kind = ending(path, format)
    with translated(f"{path}: reading it", FileError):
        if kind in DELIMITERS:
            if header is None:
                header = header_of(path, format, delimiter, lambda text: None)
            return _read_text(path, delimiter or DELIMITERS[kind], header, text_ids, weight)
        if kind in ("parquet", "pq"):
            with needs("pyarrow"):
                import pyarrow.parquet

                names = pyarrow.parquet.read_schema(path).names
                return pyarrow.parquet.read_table(path, columns=_wanted(names, columns))
        if kind in ("arrow", "feather", "ipc", "arrows"):
            return _read_arrow(path)
        if kind == "mtx":
            with needs("scipy"):
                import scipy.io

                check_matrix(path)
                check_no_nul(path)
                with opened(path) as file:
                    return scipy.io.mmread(_Forward(file))
        if kind == "graphml":
            with needs("networkx"):
                import networkx

                return _read_graphml(networkx, path)
    raise FileError(f"{path}: unknown format {shown(kind)}; gobc reads {READ}. Give it as format=, or --format")


class _Forward:
    """A file without seek and with a newline at its end: SciPy 1.17 ends the process where seeking back after an error fails,
    and where a broken number is the last thing in a file."""

    def __init__(self, file: BinaryIO):
        self._file, self._ended = file, False

    def read(self, size: int) -> bytes:
        data = self._file.read(size)
        if data or self._ended:
            return data
        self._ended = True
        return b"\n"


def check_file(path: str) -> None:
    if "\0" in path or not os.path.isfile(path):
        raise FileError(f"there is no file {shown(path)}" if "\0" in path else f"there is no file {path}")


def _wanted(names: Sequence[str], columns: Sequence[str]) -> list[str] | None:
    """Only the columns that are needed if they are named and there, else all."""
    return list(columns) if columns and all(name in names for name in columns) else None


def is_matrix(edges: object) -> bool:
    return type(edges).__module__.startswith("scipy.sparse")


def header_of(path: str, format: str | None, delimiter: str | None, tell: Callable[[str], None]) -> bool:
    """Whether the first line of a text has names, by the first lines; True of another file. `tell` is called with what was
    decided unless that is plain."""
    kind = ending(path, format)
    if kind not in DELIMITERS or not os.path.isfile(path):
        return True
    with translated(f"{path}: reading it", FileError), opened(path) as file:
        decision = headers.decide(file.read(headers.LOOKED_AT), delimiter or DELIMITERS[kind])
    if not decision.sure:
        what = "the names of columns (--no-header: an edge)" if decision.header else "an edge (--header: names of columns)"
        tell(f"{path}: the first line is taken as {what}, as {decision.why}")
    return decision.header


def _read_graphml(networkx: Any, path: str) -> Any:
    """A graph, or whatever is wrong as a FileError: the XML's own errors say the line."""
    with opened(path) as file:
        check_graphml(file, path)
        with translated(f"{path}: no GraphML that NetworkX can read: reading it", FileError):
            return networkx.read_graphml(file)


def _read_text(path: str, delimiter: str, header: bool, text_ids: bool, weight: str | None) -> pyarrow.Table:
    with needs("pyarrow"):
        import pyarrow
        import pyarrow.csv
    read = pyarrow.csv.ReadOptions(autogenerate_column_names=not header)
    parse = pyarrow.csv.ParseOptions(delimiter=delimiter)
    types = None
    if text_ids:
        with opened(path, LONGEST_LINE) as file, pyarrow.csv.open_csv(file, read_options=read, parse_options=parse) as reader:
            types = {name: pyarrow.string() for at, name in enumerate(reader.schema.names)
                     if weight not in (name, f"#{at}")}
    convert = pyarrow.csv.ConvertOptions(column_types=types)
    with opened(path, LONGEST_LINE) as file:
        return pyarrow.csv.read_csv(file, read_options=read, parse_options=parse, convert_options=convert)


def _read_arrow(path: str) -> pyarrow.Table:
    with needs("pyarrow"):
        import pyarrow
        import pyarrow.ipc
    with pyarrow.memory_map(path) as source:
        try:
            return pyarrow.ipc.open_file(source).read_all()
        except pyarrow.ArrowInvalid:
            source.seek(0)
            return pyarrow.ipc.open_stream(source).read_all()
