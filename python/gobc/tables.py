"""Tables over Arrow memory that gobc returns."""

from __future__ import annotations

import functools
import importlib
import os
from collections.abc import Iterable, Iterator, Sequence
from ctypes import addressof
from types import ModuleType
from typing import TYPE_CHECKING, Any

from . import _arrow
from ._arrow import (
    Column,
    column_chunks,
    column_of_state,
    column_state,
    has_nulls,
    is_numeric,
    numeric_view,
    struct_of,
    to_list,
)
from ._formatting import html_table, text_table
from ._names import no_attribute, no_dict
from ._pickling import stamped, unstamped
from ._validation import need
from .errors import ArgumentError, MissingError, listed, shown

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


def _numpy() -> ModuleType | None:
    try:
        return importlib.import_module("numpy")
    except ImportError:
        return None


class _Row(tuple[Any, ...]):
    """A row of a table. It pickles as a tuple."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type[tuple[Any, ...]], tuple[tuple[Any, ...]]]:
        return tuple, (tuple(self),)


@functools.lru_cache(64)
def _row_class(names: tuple[str, ...]) -> type[tuple[Any, ...]]:
    return type("Row", (_Row,), {"__slots__": (), "_fields": names})


def row_of(names: Sequence[str]) -> type[tuple[Any, ...]]:
    """A tuple with names of its values, by which pandas calls columns."""
    return _row_class(tuple(names))


class Exporting:
    """Arrow's protocol, for what has a column."""

    def _exported(self) -> tuple[Column, bytes | None]:
        """What goes out by Arrow, and its schema metadata."""
        raise NotImplementedError

    def __arrow_c_schema__(self) -> object:
        data, metadata = self._exported()
        schema = _arrow.ArrowSchema()
        _arrow.fill_schema(addressof(schema), data, metadata)
        return _arrow.new_capsule(schema)

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        array = _arrow.ArrowArray()
        _arrow.fill_array(addressof(array), self._exported()[0])
        return self.__arrow_c_schema__(), _arrow.new_capsule(array)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        data, metadata = self._exported()
        stream = _arrow.ArrowArrayStream()
        _arrow.fill_stream(addressof(stream), data, [data], metadata)
        return _arrow.new_capsule(stream)


class Table(Exporting):
    """Equally long named columns in Arrow memory.

    Any Arrow consumer takes it without a copy: ``pyarrow.table(t)``, ``polars.DataFrame(t)``, ``duckdb``,
    ``nanoarrow.Array(t)``. Nothing needs to be installed for the other methods, ``to_pandas`` and its like excepted.

    Tables pickle and copy: all values, in memory of their own. Both sides need a gobc that has the same version of states.

    Examples
    --------
    >>> import gobc
    >>> table = gobc.datasets.les_miserables()
    >>> table.columns, len(table)
    (['source', 'target', 'weight'], 254)
    >>> int(table["weight"].max())
    31
    """

    # Arguments of the constructor beside the data, and the attributes that hold them: they go into pickles too.
    _KEPT: dict[str, str] = {}

    def __init__(self, data: Column):
        if data.format != "+s":
            raise ArgumentError(f"column {shown(data.name)} alone is not a table")
        self._data = data
        self._columns = {column.name: column for column in _arrow.struct_columns(data)}
        self._values: dict[str, list[Any]] = {}

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        return list(self._columns)

    if not TYPE_CHECKING:  # which would take every name for one that there is

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            if name == "items":
                return no_dict(self)
            raise no_attribute(self, name, self._columns)

    def __len__(self) -> int:
        return self._data.length

    def _column(self, name: str) -> Column:
        if not isinstance(name, str) or name not in self._columns:
            raise MissingError(f"no column {shown(name)}; there are {listed(self._columns)}")
        return self._columns[name]

    def __getitem__(self, name: str) -> Any:
        """A column: a read-only numpy array, or without numpy a memoryview (numbers) or a list (others)."""
        column = self._column(name)
        numpy = _numpy()
        if self._is_plain(name):
            view = numeric_view(column)
            return view if numpy is None else numpy.frombuffer(view, dtype=view.format)
        values = self._list(name)
        if numpy is None:
            return list(values)
        if column.format == "b" and not has_nulls(column):
            return numpy.array(values, dtype=bool)
        array = numpy.empty(len(values), dtype=object)
        array[:] = values
        return array

    def _is_plain(self, name: str) -> bool:
        column = self._column(name)
        return is_numeric(column) and not has_nulls(column)

    def _list(self, name: str) -> list[Any]:
        """A column as Python objects. Texts are kept, because labels are asked for again and again."""
        if self._is_plain(name):
            return numeric_view(self._columns[name]).tolist()
        if name not in self._values:
            self._values[name] = to_list(self._column(name))
        return self._values[name]

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        """Rows as tuples in the order of the columns, with the names of the columns as ``_fields``, as pandas wants it."""
        return map(row_of(self.columns), self._rows_plain())

    def _rows_plain(self) -> Iterator[tuple[Any, ...]]:
        """Rows without the names of the columns."""
        return zip(*map(self._cells, self._columns))

    def _cells(self, name: str) -> Iterable[Any]:
        return numeric_view(self._columns[name]) if self._is_plain(name) else self._list(name)

    def _rows_as_text(self) -> Iterator[tuple[Any, ...]]:
        """The same for a file of text."""
        return self._rows_plain()

    def to_dict(self) -> dict[str, list[Any]]:
        """{column name: list of values}.

        Examples
        --------
        >>> import gobc
        >>> gobc.generate("grid:rows=1,cols=3").to_dict()
        {'source': [0, 1], 'target': [1, 2]}
        """
        return {name: list(self._list(name)) for name in self._columns}

    def to_pandas(self) -> pandas.DataFrame:
        """A pandas DataFrame. Needs pandas.

        Examples
        --------
        >>> import gobc
        >>> gobc.datasets.karate().to_pandas().shape
        (78, 2)
        """
        columns = {name: self[name] if self._is_plain(name) else self._list(name) for name in self._columns}
        frame: pandas.DataFrame = need("pandas", "pandas").DataFrame(columns)
        return frame

    def to_polars(self) -> polars.DataFrame:
        """A polars DataFrame over the same memory. Needs polars.

        Examples
        --------
        >>> import gobc
        >>> gobc.datasets.karate().to_polars().shape
        (78, 2)
        """
        frame: polars.DataFrame = need("polars", "polars").DataFrame(self)
        return frame

    def to_pyarrow(self) -> pyarrow.Table:
        """A pyarrow Table over the same memory. Needs pyarrow.

        Examples
        --------
        >>> import gobc
        >>> gobc.datasets.karate().to_pyarrow().column_names
        ['source', 'target']
        """
        arrow = need("pyarrow", "pyarrow")
        # arrow.table() imports pandas, 0.5 s, to see whether this is one of its frames. pyarrow 14 has no from_stream.
        read = getattr(arrow.RecordBatchReader, "from_stream", None)
        table: pyarrow.Table = arrow.table(self) if read is None else read(self).read_all()
        return table

    def write(self, path: str | os.PathLike[str], *, format: str | None = None) -> None:
        """A file: csv, tsv or json, also compressed (csv.gz, csv.zst), xlsx, parquet or arrow, by its ending or by
        ``format``. Parquet, arrow and zst need pyarrow, xlsx XlsxWriter.

        Numbers in text read back as the same. JSON is a list of objects, a row each. What JSON has no number for is a text
        there, "inf" or "nan"; in xlsx a cell of NaN is empty, one of infinity holds "inf", and numbers have 16 digits. A file
        of that name is replaced once the new one is whole.

        Examples
        --------
        >>> import gobc
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "scores.csv")
        ...     gobc.closeness([("a", "b"), ("b", "c")]).write(file)
        ...     print(file.read_text().split()[:3])
        ['node,closeness', 'a,0.6666666666666666', 'b,1.0']
        """
        from . import _files

        _files.write_table(self, os.fspath(path), format)

    def _exported(self) -> tuple[Column, bytes | None]:
        return self._data, None

    # ---- pickle and copy ----

    def __getstate__(self) -> dict[str, object]:
        """A copy of all that makes the table: the Arrow buffers as bytes with their formats, what the constructor takes
        beside them, and the version of this layout."""
        kept = {name: getattr(self, attribute) for name, attribute in self._KEPT.items()}
        return stamped(type(self).__name__, data=column_state(self._data), **kept)

    def __setstate__(self, state: object) -> None:
        """Raises ArgumentError for what is no such state, or one of another version."""
        kind = type(self).__name__
        data, *kept = unstamped(state, kind, "data", *self._KEPT)
        try:
            type(self).__init__(self, column_of_state(data), **dict(zip(self._KEPT, kept)))
        except (AttributeError, TypeError, ValueError) as error:
            raise ArgumentError(f"the state of a gobc {kind} is damaged: {error}") from error

    def _some(self, name: str, start: int, count: int) -> list[Any]:
        """Rows of a column as Python objects, without those of all others."""
        return to_list(self._columns[name].sliced(start, count))

    def _head(self, count: int) -> list[tuple[Any, ...]]:
        count = min(count, len(self))
        return list(zip(*(self._some(name, 0, count) for name in self._columns)))

    def __repr__(self) -> str:
        rest = f"\n... {len(self) - 10:,} more" if len(self) > 10 else ""
        return f"{type(self).__name__} of {len(self):,} rows\n" + text_table(self.columns, self._head(10)) + rest

    def _repr_html_(self) -> str:
        return html_table(self.columns, self._head(10), f"{type(self).__name__} of {len(self):,} rows",
                          left_out=len(self) - 10)


class Labeled(Table):
    """A table whose columns of labels may hold numbers of labels, where nodes are other objects than integers and texts."""

    _LABELS: tuple[str, ...] = ("node", "source", "target")
    _KEPT = {"labels": "_labels"}

    def __init__(self, data: Column, labels: Sequence[Any] | None = None):
        super().__init__(data)
        self._labels = labels

    def _is_label(self, name: str) -> bool:
        return self._labels is not None and name in self._LABELS

    def _is_plain(self, name: str) -> bool:
        return super()._is_plain(name) and not self._is_label(name)

    def _list(self, name: str) -> list[Any]:
        labels = self._labels
        if labels is not None and name in self._LABELS and name not in self._values:
            self._values[name] = [labels[number] for number in numeric_view(self._columns[name])]
        return super()._list(name)

    def _some(self, name: str, start: int, count: int) -> list[Any]:
        values = super()._some(name, start, count)
        return values if self._labels is None or name not in self._LABELS else [self._labels[value] for value in values]

    def _labels_of(self, row: int) -> tuple[Any, ...]:
        """The labels of one row."""
        return tuple(self._some(name, row, 1)[0] for name in self._LABELS)

    def _texts(self) -> list[str]:
        """The labels as texts that differ, "1" in quotes beside 1."""
        texts = list(map(str, self._labels or ()))
        return texts if len(set(texts)) == len(texts) else list(map(repr, self._labels or ()))

    def _rows_as_text(self) -> Iterator[tuple[Any, ...]]:
        if self._labels is None:
            return super()._rows_as_text()
        texts = self._texts()
        return zip(*([texts[number] for number in numeric_view(column)] if self._is_label(name) else self._cells(name)
                     for name, column in self._columns.items()))

    def _exported(self) -> tuple[Column, bytes | None]:
        return self._relabelled(), None

    def _relabelled(self) -> Column:
        """With the caller's nodes instead of their numbers: int64, or large_utf8 (others as text)."""
        if self._labels is None:
            return self._data
        kinds = set(map(type, self._labels))
        values = self._labels
        if kinds - {str} and not (kinds == {int} and all(-1 << 63 <= value < 1 << 63 for value in values)):
            values = self._texts()
        columns = []
        for name, column in self._columns.items():
            if name in self._LABELS:
                columns += column_chunks([values[number] for number in numeric_view(column)], name)
            else:
                columns.append(column)
        return struct_of(columns)


class EdgeTable(Labeled):
    """Edges as a table: columns ``source`` and ``target``, and others that the data came with.

    Examples
    --------
    >>> import gobc
    >>> edges = gobc.generate("grid:rows=10,cols=10")
    >>> list(edges)[0]
    (0, 1)
    >>> gobc.Graph(edges).num_edges == len(edges)
    True
    """

    _LABELS = ("source", "target")
