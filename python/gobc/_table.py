"""Tables over Arrow memory that gobc returns: EdgeTable, and Result with one score a node and measure."""

from __future__ import annotations

import itertools
import sys
import warnings
from ctypes import addressof

from . import _arrow
from ._arrow import Column
from ._errors import ArgumentError


def _numpy():
    try:
        import numpy
    except ImportError:
        return None
    return numpy


class Table:
    """Equally long named columns in Arrow memory.

    Any Arrow consumer takes it without a copy: ``pyarrow.table(t)``, ``polars.DataFrame(t)``, ``duckdb``,
    ``nanoarrow.Array(t)``. Nothing needs to be installed for the other methods, ``to_pandas`` and its like excepted.
    """

    def __init__(self, data: Column):
        self._data = data
        self._columns = {column.name: column for column in _children(data)}
        self._values: dict[str, list] = {}

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        return list(self._columns)

    def __len__(self) -> int:
        return self._data.length

    def _column(self, name: str) -> Column:
        if name not in self._columns:
            raise KeyError(f"no column {name!r}; there are {', '.join(self._columns)}")
        return self._columns[name]

    def __getitem__(self, name: str):
        """A column: a read-only numpy array, or without numpy a memoryview (numbers) or a list (strings)."""
        column = self._column(name)
        numpy = _numpy()
        if self._is_plain(name):
            view = _arrow.numeric_view(column)
            return view if numpy is None else numpy.frombuffer(view, dtype=view.format)
        values = self._list(name)
        if numpy is None:
            return list(values)
        array = numpy.empty(len(values), dtype=object)
        array[:] = values
        return array

    def _is_plain(self, name: str) -> bool:
        column = self._column(name)
        return _arrow.is_numeric(column) and not _arrow.has_nulls(column)

    def _list(self, name: str) -> list:
        """A column as Python objects. Texts are kept, because labels are asked for again and again."""
        if self._is_plain(name):
            return _arrow.numeric_view(self._columns[name]).tolist()
        if name not in self._values:
            self._values[name] = _arrow.to_list(self._column(name))
        return self._values[name]

    def __iter__(self):
        """Rows as tuples in the order of the columns."""
        return zip(*(_arrow.numeric_view(self._columns[name]) if self._is_plain(name) else self._list(name)
                     for name in self._columns))

    def to_dict(self) -> dict:
        """{column name: list of values}."""
        return {name: list(self._list(name)) for name in self._columns}

    def to_pandas(self):
        """A pandas DataFrame. Needs pandas."""
        pandas = _need("pandas", "pandas")
        return pandas.DataFrame({name: self[name] if self._is_plain(name) else self._list(name)
                                 for name in self._columns})

    def to_polars(self):
        """A polars DataFrame over the same memory. Needs polars."""
        return _need("polars", "polars").DataFrame(self)

    def to_pyarrow(self):
        """A pyarrow Table over the same memory. Needs pyarrow."""
        return _need("pyarrow", "pyarrow").table(self)

    def _exported(self) -> tuple[Column, bytes | None]:
        """What goes out by Arrow, and its schema metadata."""
        return self._data, None

    def __arrow_c_schema__(self):
        data, metadata = self._exported()
        schema = _arrow.ArrowSchema()
        _arrow.fill_schema(addressof(schema), data, metadata)
        return _arrow.new_capsule(schema)

    def __arrow_c_array__(self, requested_schema=None):
        array = _arrow.ArrowArray()
        _arrow.fill_array(addressof(array), self._exported()[0])
        return self.__arrow_c_schema__(), _arrow.new_capsule(array)

    def __arrow_c_stream__(self, requested_schema=None):
        data, metadata = self._exported()
        stream = _arrow.ArrowArrayStream()
        _arrow.fill_stream(addressof(stream), data, [data], metadata)
        return _arrow.new_capsule(stream)

    def __reduce__(self):
        raise TypeError(f"a {type(self).__name__} cannot be pickled: use to_pandas(), to_pyarrow() or to_dict()")

    def _head(self, count: int) -> list[tuple]:
        return list(itertools.islice(self, count))

    def __repr__(self) -> str:
        from ._show import text_table

        rest = f"\n... {len(self) - 10:,} more" if len(self) > 10 else ""
        return f"{type(self).__name__} of {len(self):,} rows\n" + text_table(self.columns, self._head(10)) + rest

    def _repr_html_(self) -> str:
        from ._show import html_table

        return html_table(self.columns, self._head(10), f"{type(self).__name__} of {len(self):,} rows")


def _children(data: Column) -> list[Column]:
    """Columns of a struct with the struct's own offset and length applied."""
    if data.format != "+s":
        raise ArgumentError(f"not a table: Arrow format {data.format!r}")
    columns = []
    for child in data.children:
        column = child.renamed(child.name)
        column.offset += data.offset
        column.length = data.length
        columns.append(column)
    return columns


def _need(module: str, package: str):
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(f"this needs {package}: pip install {package}") from error


class EdgeTable(Table):
    """Edges as a table: columns ``source`` and ``target``, and others that the data came with."""


class Ranking(list):
    """The rows of ``top``: a list of (node, score), printed as a table."""

    def __init__(self, rows, measure: str):
        super().__init__(rows)
        self.measure = measure

    def __repr__(self) -> str:
        from ._show import text_table

        return text_table(["node", self.measure], self)

    def _repr_html_(self) -> str:
        from ._show import html_table

        return html_table(["node", self.measure], self, "")


class Result(Table):
    """Scores: column ``node``, then one float64 column a measure, a row per node in order of first appearance.

    ``result["betweenness"]`` is a column, ``result.value(node)`` one score, ``result.top(10)`` the largest,
    ``result.to_dict()`` everything by node. Nodes of a NetworkX or named igraph graph come back as they were.

    Attributes: ``measures``, ``plan`` (how it was computed), ``seconds``, ``device``, ``version``, ``warnings``.
    """

    def __init__(self, data: Column, metadata: dict[str, str], labels: list | None = None):
        super().__init__(data)
        from ._plan import Plan

        self._raw_metadata = metadata
        self._labels = labels
        if labels is not None:
            self._values["node"] = labels
        self._rows: dict | None = None
        self.measures = [name for name in self._columns if name != "node"]
        self.plan = Plan.parse(metadata.get("gobc:plan", ""))
        self.version = metadata.get("gobc:version", "")
        self.device = metadata.get("gobc:device", "")
        self.seconds = _number(metadata.get("gobc:seconds", ""))
        self.warnings = _lines(metadata.get("gobc:warnings", ""))

    def _is_plain(self, name: str) -> bool:
        return super()._is_plain(name) and not (name == "node" and self._labels is not None)

    def _measure(self, measure: str | None) -> str:
        if measure is None:
            if len(self.measures) > 1:
                raise ArgumentError(f"which measure? This result has {', '.join(self.measures)}")
            return self.measures[0]
        if measure not in self.measures:
            raise ArgumentError(f"no measure {measure!r} in this result; it has {', '.join(self.measures)}")
        return measure

    def value(self, node, measure: str | None = None) -> float:
        """The score of one node. O(n) at the first call, O(1) afterwards."""
        if self._rows is None:
            self._rows = {label: row for row, label in enumerate(self._list("node"))}
        name = self._measure(measure)
        if node not in self._rows:
            raise KeyError(f"{node!r} is not a node of this result")
        return _arrow.numeric_view(self._columns[name])[self._rows[node]]

    def to_dict(self, measure: str | None = None) -> dict:
        """{node: score} of the measure, or with several and none named {node: {measure: score}}."""
        nodes = self._list("node")
        if measure is None and len(self.measures) > 1:
            rows = zip(*(_arrow.numeric_view(self._columns[name]).tolist() for name in self.measures))
            return {node: dict(zip(self.measures, row)) for node, row in zip(nodes, rows)}
        return dict(zip(nodes, _arrow.numeric_view(self._columns[self._measure(measure)]).tolist()))

    def to_numpy(self, measure: str | None = None):
        """Scores as a float64 array of shape (n,) for one measure, (n, number of measures) for several."""
        numpy = _need("numpy", "numpy")
        if measure is None and len(self.measures) > 1:
            return numpy.column_stack([self[name] for name in self.measures])
        return self[self._measure(measure)]

    def top(self, k: int = 10, measure: str | None = None) -> Ranking:
        """The k largest scores as (node, score), largest first, ties in row order, NaN left out. O(n log k)."""
        import heapq

        name = self._measure(measure)
        scores = _arrow.numeric_view(self._columns[name]).tolist()
        best = heapq.nlargest(max(k, 0), ((score, -row) for row, score in enumerate(scores) if score == score))
        nodes = self._list("node")
        return Ranking([(nodes[-row], score) for score, row in best], name)

    def plot(self, kind: str = "rank", measure: str | None = None, **options):
        """Draws with matplotlib and returns the axes; see ``gobc.plots.plot`` for the kinds and options."""
        from .plots import plot

        return plot(self, kind, measure, **options)

    @property
    def metadata(self) -> dict:
        """What the library says about the computation: plan, device, seconds, version, warnings."""
        return {"version": self.version, "device": self.device, "seconds": self.seconds, "plan": self.plan,
                "warnings": self.warnings}

    def _exported(self) -> tuple[Column, bytes | None]:
        return self._relabelled(), _pack_metadata(self._raw_metadata)

    def _relabelled(self) -> Column:
        """With the caller's nodes instead of their numbers: int64, or large_utf8 (others as text)."""
        if self._labels is None:
            return self._data
        kinds = set(map(type, self._labels))
        values = self._labels
        if kinds - {str} and not (kinds == {int} and all(-1 << 63 <= value < 1 << 63 for value in values)):
            values = [str(label) for label in values]
            if len(set(values)) != len(values):
                values = [repr(label) for label in self._labels]
        from ._inputs import column_chunks

        node = column_chunks(values, "node")[0]
        return _arrow.struct_of([node, *(self._columns[name] for name in self.measures)])

    def _summary(self) -> str:
        parts = [f"{len(self):,} nodes"]
        if self.seconds is not None:
            parts.append(f"{self.seconds:.3g} s")
        if self.device:
            parts.append(self.device)
        return ", ".join(parts)

    def _best_rows(self) -> list[tuple]:
        """The ten first by the first measure, with all measures."""
        chosen = [node for node, _ in self.top(10, self.measures[0])] if self.measures else []
        return [(node, *(self.value(node, name) for name in self.measures)) for node in chosen]

    def __repr__(self) -> str:
        from ._show import text_table

        rest = f"\n... {len(self) - 10:,} more" if len(self) > 10 else ""
        return f"Result: {self._summary()}; largest first\n" + text_table(self.columns, self._best_rows()) + rest

    def _repr_html_(self) -> str:
        from ._show import histogram, html_table

        pictures = "".join(histogram(_arrow.numeric_view(self._columns[name]).tolist(), name)
                           for name in self.measures)
        return html_table(self.columns, self._best_rows(), self._summary()) + pictures


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _lines(text: str) -> list[str]:
    """Warnings come as a JSON array or as lines."""
    if text.startswith("["):
        import json

        try:
            return [str(item) for item in json.loads(text)]
        except ValueError:
            pass
    return [line for line in text.splitlines() if line.strip()]


def _pack_metadata(metadata: dict[str, str]) -> bytes | None:
    if not metadata:
        return None
    parts = [len(metadata).to_bytes(4, sys.byteorder)]
    for pair in metadata.items():
        for text in pair:
            data = text.encode()
            parts += [len(data).to_bytes(4, sys.byteorder), data]
    return b"".join(parts)


def warn(result: Result, stacklevel: int) -> None:
    """The library's remarks as Python warnings at the caller's line."""
    from ._errors import GobcWarning

    for text in result.warnings:
        warnings.warn(text, GobcWarning, stacklevel=stacklevel)
