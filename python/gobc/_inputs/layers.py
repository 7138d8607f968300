"""Networks on the same nodes: matrices with a row for each edge and a column for each network, and 3-d arrays."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from .._arrow import Column, Stream, struct_of
from .._validation import is_mapping, need
from ..errors import ArgumentError, DataError, kind_of, shown, translated, warn_caller
from .edge_tables import is_array, is_frame, known_pair
from .networks import names_column
from .scipy import FEW, same

if TYPE_CHECKING:
    import numpy.typing

_Array: TypeAlias = "numpy.typing.NDArray[Any]"


class Matrix:
    """An array of the library's type, with a row for each edge and a column for each network, and the networks' names."""

    __slots__ = ("array", "names")

    def __init__(self, array: _Array, names: list[Any] | None):
        self.array, self.names = array, names

    @property
    def arguments(self) -> tuple[int, int, int]:
        """Address, and the steps between edges and between networks, in values."""
        size = self.array.itemsize
        address: int = self.array.ctypes.data
        return address, self.array.strides[0] // size, self.array.strides[1] // size


def is_three_dimensional(value: object) -> bool:
    """Whether a value is an array of adjacency matrices."""
    return is_array(value) and getattr(value, "ndim", None) == 3 and hasattr(value, "shape")


def weights_of(values: Any, count: int) -> Matrix:
    """Lengths of so many edges: inf where a network lacks an edge. A sparse matrix has those that it stores."""
    numpy = need("numpy", "numpy")
    array, names = _array_of(values, "weights", numpy.inf)
    if array.dtype.kind == "b":
        raise ArgumentError("weights= holds True and False: give it as presence=")
    if array.dtype.kind not in "iuf":
        raise DataError(f"weights= must hold numbers, not {array.dtype}")
    if array.dtype.kind in "iu" and array.size and max(int(array.max()), -int(array.min())) >= 1 << 53:
        raise DataError("weights= holds an integer of 2^53 or more, which is not exact as a float: give weights in a larger "
                        "unit")
    return Matrix(_shaped(array, "weights", count, "d"), names)


def presence_of(values: Any, count: int) -> Matrix:
    """Whether a network has each of so many edges: True, or 1. A sparse matrix has those that it stores."""
    array, names = _array_of(values, "presence", 0)
    if array.dtype.kind not in "biuf":
        raise DataError(f"presence= must hold True and False, or 1 and 0, not {array.dtype}")
    if array.dtype.kind != "b" and (other := (array != 0) & (array != 1)).any():
        row, column = need("numpy", "numpy").argwhere(other)[0].tolist()
        name = shown(names[column] if names else column)
        told = "NaN" if array[row, column] != array[row, column] else shown(array[row, column].item())
        raise DataError(f"presence=, row {row}, network {name}: {told} does not say whether the edge is there: give True or "
                        "False, for example matrix > threshold; lengths are given as weights=")
    return Matrix(_shaped(array != 0, "presence", count, "B"), names)


def refuse_another_order(values: Any, name: str, edges: Any, graph: Any) -> None:
    """Raises where the index of a frame says that its rows are in another order than the edges: rows count by their place.

    Edges that are no frame have the numbers 0, 1, 2, ... for an index, and all edges have their pairs of nodes. Labels of which
    the edges have none say nothing of an order. Numbers of rows that were filtered say nothing beside a list.
    """
    if not is_frame(values) or len(values) != graph.num_edges or not len(values):
        return
    framed = is_frame(edges) and len(edges) == len(values)
    own, others = values.index.tolist(), edges.index.tolist() if framed else list(range(len(values)))
    if own == others:
        return
    known = set(others)
    if any(label in known for label in own) if framed else known.issuperset(own):
        keep = f"{name}.set_axis(edges.index)" if framed else f"{name}.reset_index(drop=True)"
        follow = f"{name}.sort_index()" if not framed else f"{name}.loc[edges.index]"
        raise _another_order(name, own, others, follow if len(known) == len(others) else "both an index without repeats", keep)
    if values.index.nlevels == 2:
        others = [tuple(edge[:2]) for edge in graph.edges]
        rows, pairs = (list(map(tuple if graph.directed else frozenset, labels)) for labels in (own, others))
        if rows != pairs and not set(pairs).isdisjoint(rows):
            raise _another_order(name, own, others, f"{name}.loc[pairs], of the list of all (source, target)",
                                 f"{name}.reset_index(drop=True)")
    _refuse_other_texts(own, name, graph)


def _refuse_other_texts(own: list[Any], name: str, graph: Any) -> None:
    """Raises where an index holds the pairs of nodes as one text each, such as "a|b", in another order than the edges."""
    if not isinstance(own[0], str):
        return
    pairs = [edge[:2] for edge in graph.edges]
    for separator in "|_ -":
        there = [f"{source}{separator}{target}" for source, target in pairs]
        back = there if graph.directed else [f"{target}{separator}{source}" for source, target in pairs]
        fits = all(label in names for label, names in zip(own, zip(there, back)))
        if not fits and {*there, *back}.issuperset(own):
            raise _another_order(name, own, there, "the rows in the order of graph.edges", f"{name}.reset_index(drop=True)")


def _another_order(name: str, own: list[Any], others: list[Any], follow: str, keep: str) -> DataError:
    row = next(row for row, labels in enumerate(zip(own, others)) if labels[0] != labels[1])
    return DataError(f"{name}= has its rows in a different order from the edges, as its index shows: row {row} is "
                     f"{shown(own[row])}, and that of the edges is {shown(others[row])}: give {follow}, or {keep} if row k "
                     "belongs to edge k")


def _array_of(values: Any, name: str, missing: float) -> tuple[_Array, list[Any] | None]:
    """A two-dimensional array of numpy, and the names of its columns where it has some."""
    numpy = need("numpy", "numpy")
    sparse = sys.modules.get("scipy.sparse")
    if sparse is not None and sparse.issparse(values):
        return _of_sparse(values, missing), None
    columns = _columns_of(values)
    if columns is not None:
        names, arrays = columns
        ends = known_pair(names)
        if ends is not None:
            raise ArgumentError(f"{name}= has the columns {shown(ends[0])} and {shown(ends[1])}, which are ends of edges, and no "
                                "networks: leave them out")
        with translated(f"reading {name}=", DataError):
            arrays = [_numbers(array) for array in arrays]
            kind = numpy.result_type(*arrays) if arrays else "d"
            array = numpy.empty((len(arrays[0]) if arrays else 0, len(arrays)), kind, "F")
            for at, column in enumerate(arrays):
                array[:, at] = column
        return array, names
    with translated(f"reading {name}=", DataError):
        array = _numbers(values)
    if array.ndim != 2:
        raise ArgumentError(f"{name}= must have a row for each edge and a column for each network, not "
                            f"{'the shape ' + str(array.shape) if array.ndim else kind_of(values)}")
    return array, None


def _numbers(values: Any) -> _Array:
    """Objects such as Decimal or None become floats; None is NaN."""
    numpy = need("numpy", "numpy")
    if hasattr(values, "to_numpy"):
        values = values.to_numpy()
    array: _Array = numpy.asarray(values)
    return array.astype("d") if array.dtype.kind == "O" else array


def _columns_of(values: Any) -> tuple[list[Any], list[Any]] | None:
    """Names and columns of a frame, a table or a dict; None for anything else."""
    polars, pyarrow = sys.modules.get("polars"), sys.modules.get("pyarrow")
    if is_frame(values):
        return _plain_names(values.columns), [values.iloc[:, at] for at in range(values.shape[1])]
    if polars is not None and isinstance(values, polars.DataFrame):
        return list(values.columns), values.get_columns()
    if pyarrow is not None and isinstance(values, (pyarrow.Table, pyarrow.RecordBatch)):
        return list(values.schema.names), [_of_arrow(column) for column in values.columns]
    if is_mapping(values):
        return list(values), list(values.values())
    return None


def _of_arrow(column: Any) -> Any:
    """Bits and nulls need a copy."""
    return column.to_numpy() if hasattr(column, "chunks") else column.to_numpy(zero_copy_only=False)


def _plain_names(names: Any) -> list[Any]:
    """Python's integers in place of numpy's."""
    return [int(name) if type(name).__module__ == "numpy" and hasattr(name, "__index__") else name for name in names]


def _of_sparse(matrix: Any, missing: float) -> _Array:
    numpy = need("numpy", "numpy")
    entries = matrix.tocoo()
    if len(entries.shape) != 2:
        raise ArgumentError(f"a sparse matrix of networks has a row for each edge and a column for each network, not the shape "
                            f"{entries.shape}")
    array: _Array = numpy.full(entries.shape, missing, entries.data.dtype if missing == 0 else "d", "F")
    array[entries.row, entries.col] = entries.data
    return array


def _shaped(array: _Array, name: str, edges: int, kind: str) -> _Array:
    """The array as the library reads it, without a copy where it is so already."""
    numpy = need("numpy", "numpy")
    if array.shape[0] != edges:
        advice = f"; it has {array.shape[1]:,} columns: give {name}=matrix.T" if array.shape[1] == edges else ""
        raise DataError(f"{name}= has {array.shape[0]:,} rows, but there are {edges:,} edges: give a row for each edge, in their "
                        f"order, and a column for each network{advice}")
    if array.dtype.kind == "b":
        array = array.view("B")
    array = array.astype(kind, copy=False)
    if any(step < 0 or step % array.itemsize for step in array.strides) or not array.flags.aligned:
        array = numpy.ascontiguousarray(array)
    return array


def names_of(given: Any, matrices: Iterable[Matrix | None], count: int) -> Stream | None:
    """The names of the networks, as a stream: those that were given, or those of the matrices; None: their numbers."""
    names = next((matrix.names for matrix in matrices if matrix is not None and matrix.names is not None), None)
    if given is not None:
        with translated("networks= must be a list of names: reading it", ArgumentError):
            names = _plain_names(itertools.islice(given, count + 1))
        if isinstance(given, (str, bytes)) or len(names) != count:
            raise ArgumentError(f"networks= has {_told(names, count)} names for {count:,} networks")
    if names is None:
        return None
    column: Column = names_column(names)
    if len(set(names)) < len(names):
        raise ArgumentError("two networks have the same name")
    return Stream.of([struct_of([column])])


def of_arrays(arrays: Any, directed: bool, weight: Any, nodes: Any) -> tuple[Any, Any, Any, Matrix, bool]:
    """The edges that any of several adjacency matrices has, nodes, and which of them each network has, or their weights (True at
    the end)."""
    numpy = need("numpy", "numpy")
    if weight is not None and not isinstance(weight, bool):
        raise ArgumentError(f"weight={shown(weight)}: arrays have no columns: weight=True takes their values as weights")
    with translated("reading the edges"):
        stack = numpy.asarray(arrays)
    count, rows, columns = stack.shape
    if rows != columns:
        raise DataError(f"a 3-d array must hold a square matrix for each network, this one has shape {stack.shape}")
    if stack.dtype.kind not in "biuf":
        raise DataError(f"a 3-d array must hold numbers, not {stack.dtype}")
    if stack.dtype.kind == "f" and (wrong := numpy.argwhere(stack != stack)).size and not weight:
        network, row, column = wrong[0].tolist()
        raise DataError(f"network {network}: the matrix has no value at ({row}, {column}): give 0 where there is no edge")
    if not directed:
        _need_symmetry(stack)
    if not weight:
        _remark_on_all(stack)
    sources, targets = numpy.nonzero((stack != 0).any(axis=0))
    kept = sources != targets if directed else sources < targets
    sources, targets = sources[kept], targets[kept]
    values = stack[:, sources, targets].T
    if weight:
        values = numpy.where(values == 0, numpy.inf, values)
    matrix = Matrix(_shaped(values if weight else values != 0, "edges", len(sources), "d" if weight else "B"), None)
    names = _nodes_of(nodes, rows)
    if isinstance(names, range):
        return sources.astype("int64"), targets.astype("int64"), names, matrix, bool(weight)
    return [names[at] for at in sources.tolist()], [names[at] for at in targets.tolist()], names, matrix, bool(weight)


def _remark_on_all(stack: _Array) -> None:
    """Warns where different values join every node of a network to every other."""
    numpy = need("numpy", "numpy")
    count = stack.shape[1]
    others = ~numpy.eye(count, dtype=bool)
    for network, matrix in enumerate(stack if count >= FEW and stack.dtype.kind != "b" else ()):
        values = matrix[others]
        if values.all() and (values != values[0]).any():
            warn_caller(f"network {network}: each of the {count:,} nodes is joined to all others, because no entry of the "
                        "matrix is 0, so scores mean nothing: set the entries that are not edges to 0, for example "
                        "correlations below a threshold. weight=True takes entries as lengths")
            return


def _need_symmetry(stack: _Array) -> None:
    """Raises where (i, j) and (j, i) differ by more than rounding."""
    numpy = need("numpy", "numpy")
    turned = stack.transpose(0, 2, 1)
    wrong = numpy.argwhere(~same(stack, turned, stack.dtype) & ((stack == stack) | (turned == turned)))
    if wrong.size:
        network, row, column = wrong[0].tolist()
        raise DataError(f"network {network}: the matrix is not symmetric: {shown(stack[network, row, column].item())} at "
                        f"({row}, {column}), {shown(stack[network, column, row].item())} at ({column}, {row}); give "
                        "(matrix + matrix.T) / 2, or directed=True for edges that have a direction")


def _nodes_of(nodes: Any, count: int) -> Sequence[Any]:
    """The names of the rows of the matrices."""
    if nodes is None or isinstance(nodes, int) and nodes == count:
        return range(count)
    with translated("nodes= must be a list of names: reading it", ArgumentError):
        names = _plain_names(itertools.islice(nodes, count + 1))
        same = len(set(names)) < len(names)
    if isinstance(nodes, (str, bytes)) or len(names) != count:
        raise ArgumentError(f"nodes= has {_told(names, count)} names for matrices of {count:,} rows")
    if same:
        raise ArgumentError("two nodes have the same name")
    return names


def _told(names: list[Any], count: int) -> str:
    """How many there are, of which one more than wanted has been read at most."""
    return f"{len(names):,}" if len(names) <= count else "more"
