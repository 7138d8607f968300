"""What files may hold, found before memory is taken for it: small files can ask for gigabytes."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterator
from typing import IO, BinaryIO, cast

from ..errors import FileError, shown

# Edge lists shrink to a tenth at most of the time, and gzip can shrink zeros to a thousandth.
LARGEST_RATIO = 100
UNLIMITED = 64 << 20  # bytes that any file may unpack to
LONGEST_LINE = 1 << 20

# A matrix with more rows than this has at least an entry for every so many of them.
MOST_ROWS = 10_000_000
ROWS_AN_ENTRY = 10


class _Unpacked(io.RawIOBase):
    """The content of a gzip file, up to a limit, and perhaps with a limit of its lines."""

    def __init__(self, path: str, longest_line: int | None):
        import gzip  # not before a file is read: `import gobc` is quick

        self._longest_line, self._unended = longest_line, 0
        self._path = path
        self._file = gzip.open(path, "rb")
        self._left = max(UNLIMITED, LARGEST_RATIO * os.path.getsize(path))
        self._lines = 1

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        data = self._file.read(len(buffer))
        self._left -= len(data)
        self._lines += data.count(b"\n")
        if self._left < 0:
            raise FileError(f"{self._path}, line {self._lines:,}: the file unpacks to more than {LARGEST_RATIO} times its "
                            "size, which edges do not; unpack it first if this is meant")
        if self._longest_line is not None:
            self._unended = len(data) - 1 - data.rfind(b"\n") if b"\n" in data else self._unended + len(data)
            if self._unended > self._longest_line:
                raise FileError(f"{self._path}, line {self._lines:,}: longer than {self._longest_line:,} bytes, as no edge is")
        buffer[:len(data)] = data
        return len(data)

    def close(self) -> None:
        self._file.close()
        super().close()


@contextlib.contextmanager
def opened(path: str, longest_line: int | None = None) -> Iterator[BinaryIO]:
    """The bytes of a file, unpacked if its name ends with .gz."""
    if not path.lower().endswith(".gz"):
        with open(path, "rb") as plain:
            yield plain
        return
    with _Unpacked(path, longest_line) as raw, io.BufferedReader(raw, 1 << 20) as file:
        yield cast(BinaryIO, file)


def check_no_nul(path: str) -> None:
    """Refuses a NUL: SciPy 1.17 ends the process at one that stands in a number."""
    line = 1
    with opened(path) as file:
        while chunk := file.read(1 << 20):
            at = chunk.find(b"\0")
            if at >= 0:
                raise FileError(f"{path}, line {line + chunk[:at].count(10):,}: a NUL character, which no text has")
            line += chunk.count(b"\n")


def check_matrix(path: str) -> None:
    """Refuses sizes of a Matrix Market file that its entries cannot fill."""
    most = os.path.getsize(path) * (LARGEST_RATIO if path.lower().endswith(".gz") else 1) + UNLIMITED // 1024
    with opened(path) as file:
        dense = b"array" in file.readline(1024).lower()
        comments = 0
        for number, line in enumerate(iter(lambda: file.readline(1 << 20), b""), 2):
            if line.strip() and not line.startswith(b"%"):
                break
            comments += len(line)
            if comments > LONGEST_LINE:
                raise FileError(f"{path}, line {number:,}: comments, and no sizes before")
        else:
            return  # scipy says that the sizes are missing
    where = f"{path}, line {number:,}"
    try:
        sizes = [int(word) for word in line.split()]
    except ValueError:
        return  # likewise
    if any(size < 0 for size in sizes) or len(sizes) != (2 if dense else 3):
        raise FileError(f"{where}: {shown(line[:80].decode(errors='replace').strip())} are no sizes of a matrix")
    entries = sizes[0] * sizes[1] if dense else sizes[2]
    if entries > most // 2:  # an entry has a character and a space at least
        raise FileError(f"{where}: {entries:,} entries do not fit into a file of {os.path.getsize(path):,} bytes")
    rows = max(sizes[:2])
    if rows > MOST_ROWS and rows > ROWS_AN_ENTRY * entries:
        raise FileError(f"{where}: {rows:,} rows for {entries:,} entries: nearly all nodes would have no edge. Give the "
                        "edges as a table")


def check_graphml(file: IO[bytes], path: str) -> None:
    """Refuses entities, which can grow without end; GraphML needs none. Leaves the file at its beginning."""
    from xml.parsers import expat

    parser = expat.ParserCreate()
    begun = False

    def begin(name: str, attributes: dict[str, str]) -> None:
        nonlocal begun
        begun = True

    def refuse(name: str, *rest: object) -> None:
        raise FileError(f"{path}, line {parser.CurrentLineNumber}: the entity {shown(name)}: GraphML with entities of its own is "
                        "not read")

    parser.StartElementHandler, parser.EntityDeclHandler = begin, refuse
    try:
        while not begun and (chunk := file.read(1 << 12)):
            parser.Parse(chunk, False)
    except expat.ExpatError as error:
        raise FileError(f"{path}, line {error.lineno}: {expat.errors.messages[error.code]}") from None
    file.seek(0)
