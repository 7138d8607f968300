"""Edges in files, read by well-kept libraries chosen by the file's ending."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._files import READ, FileError, ending, needs

if TYPE_CHECKING:
    import pyarrow


def read_edges(path: str, *, format: str | None = None, columns: tuple[str, ...] = (), header: bool = True,
               delimiter: str | None = None, text_ids: bool = False, weight: str | None = None) -> Any:
    """The edges in a file: a pyarrow table, a scipy matrix or a NetworkX graph. `columns` are those that are needed,
    `weight` the one that holds numbers where ids are text.
    """
    if not os.path.isfile(path):
        raise FileError(f"there is no file {path}")
    kind = ending(path, format)
    readers = {"csv": ",", "tsv": "\t", "txt": "\t", "tab": "\t"}
    try:
        if kind in readers:
            return _read_text(path, delimiter or readers[kind], header, text_ids, weight)
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

                return scipy.io.mmread(path)
        if kind == "graphml":
            with needs("networkx"):
                import networkx

                return networkx.read_graphml(path)
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: {error}") from error
    raise FileError(f"{path}: unknown format {kind!r}; gobc reads {READ}. Give it as format=, or --format")


def _wanted(names: Sequence[str], columns: Sequence[str]) -> list[str] | None:
    """Only the columns that are needed if they are named and there, else all."""
    return list(columns) if columns and all(name in names for name in columns) else None


def is_matrix(edges: object) -> bool:
    return type(edges).__module__.startswith("scipy.sparse")


def _read_text(path: str, delimiter: str, header: bool, text_ids: bool, weight: str | None) -> pyarrow.Table:
    with needs("pyarrow"):
        import pyarrow
        import pyarrow.csv
    read = pyarrow.csv.ReadOptions(autogenerate_column_names=not header)
    parse = pyarrow.csv.ParseOptions(delimiter=delimiter)
    types = None
    if text_ids:
        with pyarrow.csv.open_csv(path, read_options=read, parse_options=parse) as reader:
            types = {name: pyarrow.string() for at, name in enumerate(reader.schema.names)
                     if weight not in (name, f"#{at}")}
    convert = pyarrow.csv.ConvertOptions(column_types=types)
    return pyarrow.csv.read_csv(path, read_options=read, parse_options=parse, convert_options=convert)


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
