"""Files of the command line: their formats, by their endings, and how tables are written."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Any, Protocol, TextIO

from .errors import Error

READ = "csv, tsv, txt (also .gz), parquet, arrow, feather, mtx (also .gz), graphml"
WRITE = "csv, tsv, parquet, arrow"


class Written(Protocol):
    """What a table must have to be written."""

    @property
    def columns(self) -> list[str]: ...

    def __iter__(self) -> Iterator[tuple[object, ...]]: ...

    def to_pyarrow(self) -> Any: ...


class FileError(Error):
    """A file that cannot be read or written."""


def ending(path: str, given: str | None = None) -> str:
    """The format: given, or the file's ending without .gz."""
    if given:
        return given.lower().lstrip(".")
    name = os.path.basename(path).lower()
    name = name[:-3] if name.endswith(".gz") else name
    return name.rpartition(".")[2] if "." in name else ""


@contextlib.contextmanager
def needs(package: str) -> Iterator[None]:
    try:
        yield
    except ImportError as error:
        if (error.name or "").split(".")[0] != package:
            raise
        raise FileError(f"reading or writing this format needs {package}: pip install 'gobc[files]'") from error


@contextlib.contextmanager
def replacing(path: str) -> Iterator[str]:
    """A temporary file beside `path` that takes its place at the end, or goes if anything fails: never half a file."""
    import tempfile  # a tenth of the time of `import gobc`

    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise FileError(f"there is no folder {folder}")
    stem, suffix = os.path.splitext(os.path.basename(path))
    descriptor, temporary = tempfile.mkstemp(prefix=f".{stem}-", suffix=suffix, dir=folder)
    os.close(descriptor)
    try:
        yield temporary
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


TEXT = {"csv": ",", "tsv": "\t"}  # with their delimiters


def check_writable(path: str, format: str | None = None) -> None:
    """Refuses a format that cannot be written before anything is computed."""
    kind = ending(path, format)
    if kind not in (*TEXT, "parquet", "pq", "arrow", "feather"):
        raise FileError(f"{path}: unknown format {kind!r}; gobc writes {WRITE}")
    if kind not in TEXT:
        with needs("pyarrow"):
            import pyarrow  # noqa: F401


def write_text(table: Written, file: TextIO, kind: str) -> None:
    """Rows with a header, floats so that they read back the same."""
    import csv

    writer = csv.writer(file, delimiter=TEXT[kind], lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(table)


def write_table(table: Written, path: str, format: str | None = None) -> None:
    """Writes a gobc table."""
    check_writable(path, format)
    kind = ending(path, format)
    with replacing(path) as temporary:
        if kind in TEXT:
            with open(temporary, "w", encoding="utf-8", newline="") as file:
                write_text(table, file, kind)
        elif kind in ("parquet", "pq"):
            import pyarrow.parquet

            pyarrow.parquet.write_table(table.to_pyarrow(), temporary)
        else:
            import pyarrow.feather

            pyarrow.feather.write_feather(table.to_pyarrow(), temporary, compression="uncompressed")
