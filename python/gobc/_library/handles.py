"""What the library gives out: tables that it fills in, and graphs that are freed when nobody uses them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from ctypes import byref, c_void_p
from typing import Any

from .._arrow import (
    ArrowArray,
    ArrowSchema,
    Column,
    Owned,
    import_column,
    metadata_text,
    numeric_view,
    schema_metadata,
    struct_columns,
)
from ..errors import ArgumentError
from .header import ErrorBlock
from .loading import Library, check


class Out:
    """A table that the library fills in."""

    def __init__(self) -> None:
        self.schema, self.array = Owned(ArrowSchema), Owned(ArrowArray)
        self.addresses = self.schema.address, self.array.address

    def table(self) -> tuple[Column, dict[str, str]]:
        """The data, which owns the memory, and the metadata."""
        metadata = schema_metadata(self.schema.struct)
        return import_column(*self.addresses, (self.schema, self.array)), metadata

    @property
    def warned(self) -> bool:
        """Whether the metadata has warnings. Nothing else is read."""
        return metadata_text(self.schema.struct, b"gobc:warnings") != ""


class Memory:
    """A pointer of the library, which is freed when nothing refers to it."""

    def __init__(self, library: Library, free: Callable[[c_void_p], None]):
        self._library, self._free = library, free
        self.pointer = c_void_p()

    def __del__(self) -> None:
        if self.pointer.value:
            self._free(self.pointer)


def bytes_of(library: Library, save: Callable[..., int], pointer: c_void_p | int | None) -> bytes:
    """What a function of the library saves where it is given no path."""
    out, error = Out(), ErrorBlock()
    check(save(pointer, None, *out.addresses, byref(error)), error)
    return bytes(numeric_view(struct_columns(out.table()[0])[0]))


class Handle:
    """A share in the memory of a graph with a count of the calls that use it: given up when closed and unused."""

    def __init__(self, memory: Memory):
        self._memory: Memory | None = memory
        self._lock = threading.Lock()
        self._users = 0
        self.closed = False

    def share(self) -> Handle:
        """Another handle to the memory."""
        with self._lock:
            if self.closed or self._memory is None:
                raise ArgumentError("the graph is closed")
            return Handle(self._memory)

    def __enter__(self) -> int | None:
        with self._lock:
            if self.closed or self._memory is None:
                raise ArgumentError("the graph is closed")
            self._users += 1
            return self._memory.pointer.value

    def __exit__(self, *exception: object) -> None:
        with self._lock:
            self._users -= 1
            self._give_up_if_unused()

    def held(self, function: Callable[..., int]) -> Callable[..., int]:
        """The function without its first argument, the pointer. It is a user of the handle from now until it has returned on
        whatever thread, perhaps after the caller's frame."""
        pointer = self.__enter__()

        def call(*arguments: Any) -> int:
            try:
                return function(pointer, *arguments)
            finally:
                self.__exit__()

        return call

    def close(self) -> None:
        with self._lock:
            self.closed = True
            self._give_up_if_unused()

    def _give_up_if_unused(self) -> None:
        if self.closed and not self._users:
            self._memory = None
