"""Files for the command line: edge tables in, results out, by well-kept libraries chosen by the file's ending."""

from __future__ import annotations

import contextlib
import os
import tempfile

from .errors import Error

READ = "csv, tsv, txt (also .gz), parquet, arrow, feather, mtx (also .gz), graphml"
WRITE = "csv, tsv, parquet, arrow"


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
def _needs(package: str):
    try:
        yield
    except ImportError as error:
        if (error.name or "").split(".")[0] != package:
            raise
        raise FileError(f"reading or writing this format needs {package}: pip install 'gobc[files]'") from error


def read_edges(path: str, *, format: str | None = None, columns: tuple = (), header: bool = True,
               delimiter: str | None = None, text_ids: bool = False, weight: str | None = None):
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
            with _needs("pyarrow"):
                import pyarrow.parquet

                names = pyarrow.parquet.read_schema(path).names
                return pyarrow.parquet.read_table(path, columns=_wanted(names, columns))
        if kind in ("arrow", "feather", "ipc", "arrows"):
            return _read_arrow(path)
        if kind == "mtx":
            with _needs("scipy"):
                import scipy.io

                return scipy.io.mmread(path)
        if kind == "graphml":
            with _needs("networkx"):
                import networkx

                return networkx.read_graphml(path)
    except (OSError, ValueError) as error:
        raise FileError(f"{path}: {error}") from error
    raise FileError(f"{path}: unknown format {kind!r}; gobc reads {READ}. Name it with --format")


def _wanted(names, columns):
    """Only the columns that are needed if they are named and there, else all."""
    return list(columns) if columns and all(name in names for name in columns) else None


def is_matrix(edges) -> bool:
    return type(edges).__module__.startswith("scipy.sparse")


def _read_text(path, delimiter, header, text_ids, weight):
    with _needs("pyarrow"):
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


def _read_arrow(path):
    with _needs("pyarrow"):
        import pyarrow
        import pyarrow.ipc
    with pyarrow.memory_map(path) as source:
        try:
            return pyarrow.ipc.open_file(source).read_all()
        except pyarrow.ArrowInvalid:
            source.seek(0)
            return pyarrow.ipc.open_stream(source).read_all()


@contextlib.contextmanager
def replacing(path: str):
    """A temporary file beside `path` that takes its place at the end, or goes if anything fails: never half a file."""
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
        with _needs("pyarrow"):
            import pyarrow  # noqa: F401


def write_text(table, file, kind: str) -> None:
    """Rows with a header, floats so that they read back the same."""
    import csv

    writer = csv.writer(file, delimiter=TEXT[kind], lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(table)


def write_table(table, path: str, format: str | None = None) -> None:
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
