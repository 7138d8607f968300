"""Files: their formats, by their endings, and how tables are written."""

from __future__ import annotations

import contextlib
import io
import math
import os
import signal
import stat
import sys
import threading
from collections.abc import Iterator
from typing import Any, Protocol, TextIO

from ._registry import FORMATS
from ._validation import need
from .errors import FileError, PackageError, shown

READ = f"{FORMATS}, parquet, arrow, feather"
WRITE = "csv, tsv, json (also .gz, .zst), xlsx, parquet, arrow"


class Written(Protocol):
    """What a table must have to be written."""

    @property
    def columns(self) -> list[str]: ...

    def __len__(self) -> int: ...

    def _rows_plain(self) -> Iterator[tuple[Any, ...]]: ...

    def _rows_as_text(self) -> Iterator[tuple[Any, ...]]: ...

    def to_pyarrow(self) -> Any: ...


def ending(path: str, given: str | None = None) -> str:
    """The format: given, or the file's ending."""
    if given:
        return given.lower().lstrip(".")
    name = os.path.basename(path).lower()
    return name.rpartition(".")[2] if "." in name else ""


def is_table(path: str) -> bool:
    """Whether a file begins as Parquet, Arrow or Feather do, or as text."""
    first = _beginning(path)
    return first.startswith((b"PAR1", b"ARROW1", b"FEA1")) or len(first) > 0 and first.isascii() and b"\0" not in first


def is_stored_graph(path: str | os.PathLike[str]) -> bool:
    """Whether a file begins as Graph.save writes it."""
    return _beginning(path).startswith(b"gobc-blk")


def _beginning(path: str | os.PathLike[str]) -> bytes:
    if not isinstance(path, (str, os.PathLike)) or not os.path.isfile(path):
        return b""  # open() would close a descriptor that is the caller's, and wait for the other end of a pipe
    with contextlib.suppress(OSError), open(path, "rb") as file:
        return file.read(1 << 12)
    return b""


@contextlib.contextmanager
def needs(package: str) -> Iterator[None]:
    try:
        yield
    except ImportError as error:
        if (error.name or "").split(".")[0] != package:
            raise
        raise PackageError(f"reading or writing this format needs {package}: pip install 'gobc[files]'") from error


def check_place(path: str) -> str:
    """Where a file of this name would be, links followed. An error if it could not be there."""
    place = os.path.realpath(path)
    folder = os.path.dirname(place)
    if not os.path.isdir(folder):
        raise FileError(f"there is no folder {folder}")
    if os.path.isdir(place):
        raise FileError(f"{path} is a folder; name a file")
    return place


@contextlib.contextmanager
def replacing(path: str) -> Iterator[str]:
    """A temporary file beside `path`. It replaces that file at the end, or is removed if anything fails or a signal ends the
    process, so that no half file is left. A symbolic link stays, and its target is replaced. A device or a pipe is written to."""
    import tempfile  # a tenth of the time of `import gobc`

    place = check_place(path)
    folder = os.path.dirname(place)
    through = os.path.exists(place) and not os.path.isfile(place)
    stem, suffix = os.path.splitext(os.path.basename(place))
    own = f".{stem}-gobc-{_host()}-"
    _remove_left(folder, own)
    descriptor, temporary = tempfile.mkstemp(prefix=f"{own}{os.getpid()}-", suffix=suffix, dir=None if through else folder)
    os.close(descriptor)
    try:
        with _removed_on_signals(temporary):
            yield temporary
            if through:
                _copy_into(temporary, path)
                return
            os.chmod(temporary, _mode(place))
            os.replace(temporary, place)
    except OSError as error:  # of a full disk, which names no file
        if isinstance(error, (FileError, BrokenPipeError)):
            raise
        raise FileError(f"{path} cannot be written: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)


def _host() -> str:
    name = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "windows")
    return name.replace("-", "_").replace("/", "_")


def _mode(place: str) -> int:
    """The permissions of a new file, or of the one that is replaced."""
    with contextlib.suppress(OSError):
        return stat.S_IMODE(os.stat(place).st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _copy_into(temporary: str, path: str) -> None:
    import shutil

    descriptor = os.open(path, os.O_WRONLY)  # it is there: nothing is created or truncated
    with open(temporary, "rb") as source, os.fdopen(descriptor, "wb") as target:
        shutil.copyfileobj(source, target)


def _remove_left(folder: str, own: str) -> None:
    """Removes temporary files of this name whose process, on this machine, is gone: it was killed."""
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):
            process = name[len(own):].partition("-")[0] if name.startswith(own) else ""
            if process.isdigit() and not _runs(int(process)):
                os.unlink(os.path.join(folder, name))


def _runs(process: int) -> bool:
    if sys.platform == "win32":  # where os.kill would end it
        import ctypes

        system = ctypes.WinDLL("kernel32", use_last_error=True)
        system.OpenProcess.restype = ctypes.c_void_p
        handle = ctypes.c_void_p(system.OpenProcess(0x100000, False, process))  # SYNCHRONIZE, to wait for its end
        if not handle:
            return ctypes.get_last_error() != 87  # ERROR_INVALID_PARAMETER: there is no such process
        try:
            return bool(system.WaitForSingleObject(handle, 0) != 0)  # WAIT_OBJECT_0: it has ended, and a handle is open elsewhere
        finally:
            system.CloseHandle(handle)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


@contextlib.contextmanager
def _removed_on_signals(temporary: str) -> Iterator[None]:
    """Signals that would end the process remove the file first, where nobody else handles them."""

    def end(number: int, frame: object) -> None:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    handled = []
    if threading.current_thread() is threading.main_thread():
        endings = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
        handled = [number for number in endings if signal.getsignal(number) == signal.SIG_DFL]
    for number in handled:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in handled:
            signal.signal(number, signal.SIG_DFL)


TEXT = {"csv": ",", "tsv": "\t", "json": ""}  # with their delimiters
COMPRESSED = ("gz", "zst")


def kind_written(path: str, given: str | None = None) -> tuple[str, str]:
    """The format to write, given or by the file's ending, and its compression, "" for none."""
    parts = (given or os.path.basename(path)).lower().split(".")
    packed = parts.pop() if parts[-1] in COMPRESSED else ""
    return (parts[-1] if given or len(parts) > 1 else ""), packed


def check_writable(path: str, format: str | None = None) -> None:
    """Refuses a format that cannot be written before anything is computed."""
    kind, packed = kind_written(path, format)
    if kind not in (*TEXT, "xlsx", "parquet", "pq", "arrow", "feather") or packed and kind not in TEXT:
        raise FileError(f"{path}: unknown format {shown('.'.join(filter(None, (kind, packed))))}; gobc writes {WRITE}")
    if kind == "xlsx":
        need("xlsxwriter", "XlsxWriter", "gobc[xlsx]")
    elif kind not in TEXT or packed == "zst":
        with needs("pyarrow"):
            import pyarrow  # noqa: F401


def write_text(table: Written, file: TextIO, kind: str) -> None:
    """Rows with a header, floats so that they read back the same; or as JSON."""
    if kind == "json":
        _write_json(table, file)
        return
    import csv

    writer = csv.writer(file, delimiter=TEXT[kind], lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(table._rows_as_text())


def _write_json(table: Written, file: TextIO) -> None:
    """A list of objects, one row a line. What JSON has no number for is a text, as are nodes of other kinds."""
    import json

    names = table.columns
    before = "[\n"
    for row in table._rows_plain():
        values = [value if not isinstance(value, float) or math.isfinite(value) else str(value) for value in row]
        text = json.dumps(dict(zip(names, map(_plain, values))), ensure_ascii=False, allow_nan=False)
        file.write(before + text)
        before = ",\n"
    file.write("[]\n" if not len(table) else "\n]\n")


def _plain(value: object) -> object:
    return value if value is None or isinstance(value, (str, int, float)) else str(value)


MOST_ROWS = (1 << 20) - 1  # of a sheet, beside the header
MOST_CHARACTERS = 32_767  # of a cell
MOST_EXACT = 1 << 53  # cells hold float64


def _write_xlsx(table: Written, path: str) -> None:
    """One sheet. Texts are never formulas or links; whole numbers that a cell would round are texts."""
    xlsxwriter = need("xlsxwriter", "XlsxWriter", "gobc[xlsx]")
    if len(table) > MOST_ROWS:
        raise FileError(f"an Excel sheet has at most {MOST_ROWS:,} rows, and this table has {len(table):,}: write csv or parquet")
    with xlsxwriter.Workbook(path, {"constant_memory": True}) as book:
        sheet = book.add_worksheet("gobc")
        for at, name in enumerate(table.columns):
            sheet.write_string(0, at, name)
        for row, values in enumerate(table._rows_plain(), 1):
            for at, value in enumerate(values):
                if isinstance(value, bool):
                    sheet.write_boolean(row, at, value)
                elif isinstance(value, float) and math.isfinite(value) or isinstance(value, int) and abs(value) <= MOST_EXACT:
                    sheet.write_number(row, at, value)
                elif value is not None and value == value:
                    text = str(value)
                    if len(text) > MOST_CHARACTERS:
                        raise FileError(f"row {row - 1}, column {table.columns[at]}: an Excel cell holds at most "
                                        f"{MOST_CHARACTERS:,} characters, and this text has {len(text):,}: write csv or parquet")
                    sheet.write_string(row, at, text)


@contextlib.contextmanager
def _opened(path: str, packed: str) -> Iterator[TextIO]:
    """A file of text, compressed if that is asked for."""
    if packed == "gz":
        import gzip

        # Without the time and the name of the temporary file: the same table gives the same bytes.
        with open(path, "wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as stream, \
                io.TextIOWrapper(stream, encoding="utf-8", newline="") as text:
            yield text
    elif packed == "zst":
        import pyarrow

        with pyarrow.CompressedOutputStream(path, "zstd") as stream, \
                io.TextIOWrapper(stream, encoding="utf-8", newline="") as text:
            yield text
    else:
        with open(path, "w", encoding="utf-8", newline="") as plain:
            yield plain


def write_table(table: Written, path: str, format: str | None = None) -> None:
    """Writes a gobc table."""
    check_writable(path, format)
    kind, packed = kind_written(path, format)
    with replacing(path) as temporary:
        if kind in TEXT:
            with _opened(temporary, packed) as file:
                write_text(table, file, kind)
        elif kind == "xlsx":
            _write_xlsx(table, temporary)
        elif kind in ("parquet", "pq"):
            import pyarrow.parquet

            pyarrow.parquet.write_table(table.to_pyarrow(), temporary)
        else:
            import pyarrow.ipc  # pyarrow.feather would import pandas

            data = table.to_pyarrow()
            with pyarrow.ipc.new_file(temporary, data.schema) as file:
                file.write_table(data)
