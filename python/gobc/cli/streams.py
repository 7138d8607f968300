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
from ..errors import Error, FileError, translated
from ..tables import Table

DASH = "-"

NAME = "standard input"


@contextlib.contextmanager
def spooled() -> Iterator[tuple[str, str]]:
    """Returns the path of a file with the contents of standard input, and its name for messages. The file has no entry in a
    folder, so nothing remains if the process is killed."""
    if sys.stdin is None or sys.stdin.isatty():
        raise FileError("standard input is a terminal or closed: send edges through a pipe, or name a file")
    stream = sys.stdin.buffer
    with contextlib.ExitStack() as stack:
        with translated("copying standard input to a temporary file (TMPDIR says where)", FileError):
            first = stream.read(4096)
            if not first:
                raise FileError("standard input is empty")
            file = stack.enter_context(tempfile.TemporaryFile())
            file.write(first)
            shutil.copyfileobj(stream, file, 1 << 20)
            file.flush()
        path = f"/proc/self/fd/{file.fileno()}"
        try:
            yield path, NAME
        except Error as error:
            raise type(error)(str(error).replace(f'"{path}"', NAME).replace(path, NAME)) from error


def write(table: Table, format: str) -> None:
    """Writes a gobc table to standard output, in a format that _files.check_writable accepts."""
    kind, packed = _files.kind_written("", format)
    output = sys.stdout.buffer
    if kind in _files.TEXT and not packed:
        _files.write_text(table, sys.stdout, kind)
        sys.stdout.flush()
        return
    if kind in _files.TEXT or kind == "xlsx":
        with tempfile.TemporaryDirectory() as folder:  # writing a zip file needs seek()
            place = os.path.join(folder, "table")
            _files.write_table(table, place, format)
            with open(place, "rb") as file:
                shutil.copyfileobj(file, output)
    elif kind in ("arrow", "feather"):
        import pyarrow.ipc

        data = table.to_pyarrow()
        with pyarrow.ipc.new_stream(output, data.schema) as stream:
            stream.write_table(data)
    else:
        import pyarrow.parquet

        buffer = io.BytesIO()  # writing Parquet needs seek()
        pyarrow.parquet.write_table(table.to_pyarrow(), buffer)
        output.write(buffer.getbuffer())
    output.flush()
