"""Standard input as a file of edges, and tables to standard output: `-` on the command line."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator

from .. import _files
from ..errors import Error, FileError
from ..tables import Table

DASH = "-"

NAME = "standard input"


@contextlib.contextmanager
def spooled() -> Iterator[tuple[str, str]]:
    """The path of a file with what standard input holds, and what messages call it."""
    stream = sys.stdin.buffer
    if sys.stdin.isatty():
        raise FileError("standard input is a terminal: send edges through a pipe, or name a file")
    first = stream.read(4096)
    if not first:
        raise FileError("standard input is empty")
    folder = tempfile.mkdtemp(prefix="gobc-")
    path = os.path.join(folder, NAME)
    try:
        with open(path, "wb") as file:
            file.write(first)
            shutil.copyfileobj(stream, file, 1 << 20)
        yield path, NAME
    except Error as error:
        raise type(error)(str(error).replace(f'"{path}"', NAME).replace(path, NAME)) from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def write(table: Table, format: str) -> None:
    """A gobc table to standard output, in a format that _files.check_writable knows."""
    kind = _files.ending("", format)
    if kind in _files.TEXT:
        _files.write_text(table, sys.stdout, kind)
        sys.stdout.flush()
        return
    output = sys.stdout.buffer
    if kind in ("arrow", "feather"):
        import pyarrow.ipc

        data = table.to_pyarrow()
        with pyarrow.ipc.new_stream(output, data.schema) as stream:
            stream.write_table(data)
    else:
        import pyarrow.parquet

        buffer = io.BytesIO()  # it must be able to seek
        pyarrow.parquet.write_table(table.to_pyarrow(), buffer)
        output.write(buffer.getbuffer())
    output.flush()
