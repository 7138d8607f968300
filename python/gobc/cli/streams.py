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
from ..errors import FileError
from ..tables import Table

DASH = "-"

# How files begin; anything else is text.
_MAGIC = {b"PAR1": "parquet", b"ARROW1": "arrow", b"\xff\xff\xff\xff": "arrow", b"%%MatrixMarket": "mtx",
          b"<?xml": "graphml", b"<graphml": "graphml"}
_GZIP = b"\x1f\x8b"


@contextlib.contextmanager
def spooled(format: str | None) -> Iterator[str]:
    """What standard input holds as a file with the ending of its format: given, or found by how it begins."""
    stream = sys.stdin.buffer
    if sys.stdin.isatty():
        raise FileError("standard input is a terminal: send edges through a pipe, or name a file")
    first = stream.read(4096)
    if not first:
        raise FileError("standard input is empty")
    folder = tempfile.mkdtemp(prefix="gobc-")
    try:
        path = os.path.join(folder, f"standard input.{format or begins(first)}{'.gz' * first.startswith(_GZIP)}")
        with open(path, "wb") as file:
            file.write(first)
            shutil.copyfileobj(stream, file, 1 << 20)
        yield path
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def begins(first: bytes) -> str:
    """The format of what begins like this."""
    if first.startswith(_GZIP):
        import gzip

        with contextlib.suppress(EOFError, OSError):  # the rest of it is still to come
            first = gzip.GzipFile(fileobj=io.BytesIO(first)).read1(512)
    for begin, name in _MAGIC.items():
        if first.startswith(begin):
            return name
    return "tsv" if b"\t" in first.partition(b"\n")[0] else "csv"


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
