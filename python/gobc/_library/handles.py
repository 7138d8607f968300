"""What the library gives out: tables that it fills in, and graphs that are freed when nobody uses them."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from ctypes import c_void_p
from typing import ParamSpec

from .._arrow import ArrowArray, ArrowSchema, Column, Owned, import_column, schema_metadata
from ..errors import ArgumentError
from .loading import Library

_Arguments = ParamSpec("_Arguments")


class Out:
    """A table that the library fills in."""

    def __init__(self) -> None:
        self.schema, self.array = Owned(ArrowSchema), Owned(ArrowArray)
        self.addresses = self.schema.address, self.array.address

    def table(self) -> tuple[Column, dict[str, str]]:
        """The data, which owns the memory, and the metadata."""
        metadata = schema_metadata(self.schema.struct)
        return import_column(*self.addresses, (self.schema, self.array)), metadata


class Handle:
    """A gobc_graph pointer with a count of the calls that use it: freed when closed and unused."""

    def __init__(self, library: Library):
        self._library = library
        self._pointer = c_void_p()
        self.out = ctypes.addressof(self._pointer)
        self._lock = threading.Lock()
        self._users = 0
        self.closed = False

    def __enter__(self) -> int | None:
        with self._lock:
            if self.closed:
                raise ArgumentError("the graph is closed")
            self._users += 1
            return self._pointer.value

    def __exit__(self, *exception: object) -> None:
        with self._lock:
            self._users -= 1
            self._free_if_unused()

    def held(self, function: Callable[_Arguments, int]) -> Callable[_Arguments, int]:
        """The function, as a user of the handle from now until it has returned on whatever thread."""
        self.__enter__()

        def call(*arguments: _Arguments.args, **options: _Arguments.kwargs) -> int:
            try:
                return function(*arguments, **options)
            finally:
                self.__exit__()

        return call

    def close(self) -> None:
        with self._lock:
            self.closed = True
            self._free_if_unused()

    def _free_if_unused(self) -> None:
        if self.closed and not self._users and self._pointer.value:
            self._library.graph_free(self._pointer)
            self._pointer.value = None

    def __del__(self) -> None:
        if self._pointer.value:
            self._library.graph_free(self._pointer)
