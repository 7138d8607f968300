"""Matrices with a row for each source and a column for each target."""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._arrow import Column, column_of_state, column_state, numeric_view, struct_columns
from ._formatting import short, text_table
from ._names import no_attribute
from ._pickling import stamped, unstamped
from ._validation import need
from .errors import ArgumentError, ArgumentTypeError, MissingError, shown, translated

if TYPE_CHECKING:
    import numpy
    import numpy.typing

_NAMES = {"C": "uint8", "S": "uint16", "i": "int32", "g": "float64"}


class Matrix:
    """Values of sources, the rows, and targets, the columns, in the library's memory: one column of a table."""

    def __init__(self, data: Column, place: int, metadata: dict[str, str], sources: Sequence[Any], targets: Sequence[Any]):
        self._data, self._metadata = data, metadata
        self._values = struct_columns(data)[place]
        self._places: tuple[dict[Any, int], dict[Any, int]] | None = None
        self.sources, self.targets = sources, targets
        self.dtype = _NAMES[self._values.format]
        self.seconds = float(metadata.get("gobc:seconds") or "nan")

    def _meaning(self, value: float) -> float:
        """What a value in memory says."""
        return value

    def to_numpy(self, dtype: Any = None) -> numpy.typing.NDArray[Any]:
        """A read-only array over the same memory, or a copy in another type. Needs numpy.

        Examples
        --------
        >>> import gobc
        >>> gobc.path_counts([("a", "b"), ("x", "y")], sources=["a"]).to_numpy()
        array([[1., 1., 0., 0.]])
        """
        array = self._array()
        return array if dtype is None else array.astype(dtype)

    def _array(self) -> numpy.typing.NDArray[Any]:
        flat = self._flat()
        array: numpy.typing.NDArray[Any] = need("numpy", "numpy").frombuffer(flat, dtype=flat.format).reshape(self.shape)
        return array

    shape = property(lambda self: (len(self.sources), len(self.targets)), doc="Numbers of sources and targets.")
    nbytes = property(lambda self: self._flat().nbytes, doc="Bytes of the values.")

    def __eq__(self, other: object) -> bool:
        """Whether it is the same object. Values are compared in arrays."""
        if isinstance(other, numbers.Number) or hasattr(other, "__array__") and not isinstance(other, Matrix):
            raise ArgumentTypeError(f"a gobc.{type(self).__name__} is not an array: give .to_numpy() to compare its values")
        return self is other

    __hash__ = object.__hash__

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        raise no_attribute(self, name, ())

    def __len__(self) -> int:
        return len(self.sources)

    def _flat(self) -> memoryview[Any]:
        return numeric_view(self._values)

    def view(self) -> memoryview[Any]:
        """A read-only memoryview of the values with two dimensions, or one where there are none. It keeps them alive.

        Examples
        --------
        >>> import gobc
        >>> gobc.distances([("a", "b"), ("b", "c")]).view().tolist()
        [[0, 1, 2], [1, 0, 1], [2, 1, 0]]
        """
        flat = self._flat()
        return flat.cast("B").cast(flat.format, shape=self.shape) if len(flat) else flat  # type: ignore[call-overload]

    def _rows(self) -> tuple[dict[Any, int], dict[Any, int]]:
        if self._places is None:
            self._places = tuple({label: i for i, label in enumerate(labels)}  # type: ignore[assignment]
                                 for labels in (self.sources, self.targets))
        assert self._places is not None
        return self._places

    def value(self, source: Any, target: Any) -> float:
        """The value of a source and a target; a distance is infinite if the target is not reached. O(n) at the first call,
        then O(1).

        Examples
        --------
        >>> import gobc
        >>> gobc.distances([("a", "b"), ("b", "c")]).value("a", "c")
        2
        """
        places = []
        for label, known, what in zip((source, target), self._rows(), ("source", "target")):
            with translated("looking it up", MissingError):
                place = known.get(label)
            if place is None:
                raise MissingError(f"{shown(label)} is not a {what} of this matrix")
            places.append(place)
        return self._meaning(self._flat()[places[0] * len(self.targets) + places[1]])

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.typing.NDArray[Any]:
        array = self.to_numpy(dtype)
        if copy is False and dtype is not None and array.dtype != self.dtype:
            raise ValueError(f"{self.dtype} values cannot become {array.dtype} without a copy")
        return array.copy() if copy else array

    def __repr__(self) -> str:
        rows, columns = min(len(self.sources), 10), min(len(self.targets), 10)
        flat, width = self._flat(), len(self.targets)
        labels = [short(str(label)) for label in self.targets[:columns]]
        lines = [(short(str(self.sources[i])), *map(self._meaning, flat[i * width:i * width + columns])) for i in range(rows)]
        more = f"\n... {len(self.sources) - rows:,} more" if len(self.sources) > rows else ""
        title = f"{type(self).__name__} of {len(self.sources):,} source{'s' * (len(self.sources) != 1)} x " \
                f"{len(self.targets):,} target{'s' * (len(self.targets) != 1)}, {self.dtype}"
        return f"{title}\n{text_table(['', *labels], lines)}{more}"

    def __getstate__(self) -> dict[str, object]:
        return stamped(type(self).__name__, data=column_state(self._data), metadata=self._metadata,
                       sources=list(self.sources), targets=list(self.targets))

    def __setstate__(self, state: object) -> None:
        data, *rest = unstamped(state, type(self).__name__, "data", "metadata", "sources", "targets")
        try:
            type(self).__init__(self, column_of_state(data), *rest)
            if len(self.sources) * len(self.targets) != len(self._flat()):
                raise ValueError("there are not as many values as rows and columns need")
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ArgumentError(f"the state of a gobc {type(self).__name__} is damaged: {error}") from error
