"""Streams of columns for C."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from ctypes import addressof, c_char_p, c_void_p, cast
from typing import Any

from .capsules import capsule_pointer
from .columns import Column
from .exports import fill_array, fill_schema, immortal, keys, live
from .structs import ArrowArray, ArrowArrayStream, ErrorCall, FillCall, ReleaseCall


class _StreamState:
    __slots__ = ("schema", "metadata", "batches", "error")

    def __init__(self, schema: Column, metadata: bytes | None, batches: Iterable[Column]):
        self.schema = schema
        self.metadata = metadata
        self.batches = iter(batches)
        self.error: c_char_p | None = None


_Live = dict[int, tuple[Any, ...]]


def _guarded(step: Callable[[_StreamState, int], None]) -> Callable[[int, int], int]:
    """A stream callback: 0, or an errno with the text kept for get_last_error."""

    def callback(stream: int, out: int, step: Callable[[_StreamState, int], None] = step, live: _Live = live,
                 Stream: type[ArrowArrayStream] = ArrowArrayStream, c_char_p: type[c_char_p] = c_char_p) -> int:
        state: _StreamState = live[Stream.from_address(stream).private_data][0]
        try:
            step(state, out)
            return 0
        except BaseException as error:
            state.error = c_char_p(f"{type(error).__name__}: {error}".encode("utf-8", "replace"))
            return 5

    return callback


def _stream_schema(state: _StreamState, out: int,
                   fill_schema: Callable[[int, Column, bytes | None], None] = fill_schema) -> None:
    fill_schema(out, state.schema, state.metadata)


def _stream_next(state: _StreamState, out: int, fill_array: Callable[[int, Column], None] = fill_array,
                 Array: type[ArrowArray] = ArrowArray) -> None:
    batch = next(state.batches, None)
    if batch is None:
        Array.from_address(out).release = None
        return
    fill_array(out, batch)


def _stream_error(stream: int, live: _Live = live, Stream: type[ArrowArrayStream] = ArrowArrayStream,
                  cast: Callable[[c_char_p, type[c_void_p]], c_void_p] = cast,
                  c_void_p: type[c_void_p] = c_void_p) -> int | None:
    error: c_char_p | None = live[Stream.from_address(stream).private_data][0].error
    return cast(error, c_void_p).value if error is not None else None


def _stream_release(stream: int, live: _Live = live, Stream: type[ArrowArrayStream] = ArrowArrayStream) -> None:
    struct = Stream.from_address(stream)
    key = struct.private_data
    struct.release = None
    live.pop(key, None)


_GET_SCHEMA = immortal(FillCall, _guarded(_stream_schema))
_GET_NEXT = immortal(FillCall, _guarded(_stream_next))
_GET_ERROR = immortal(ErrorCall, _stream_error)
_RELEASE_STREAM = immortal(ReleaseCall, _stream_release)


def fill_stream(address: int, schema: Column, batches: Iterable[Column], metadata: bytes | None = None) -> None:
    """Writes a stream of batches that all have the schema of `schema` into the struct at address. They are asked for one by
    one, as the consumer takes them."""
    key = next(keys)
    live[key] = (_StreamState(schema, metadata, batches),)
    out = ArrowArrayStream.from_address(address)
    out.get_schema = _GET_SCHEMA
    out.get_next = _GET_NEXT
    out.get_last_error = _GET_ERROR
    out.private_data = key
    out.release = _RELEASE_STREAM


class Stream:
    """A stream ready to be handed to C: `address` is valid as long as this object lives. `batches` are those of Python's own
    columns, from which the struct is made when its address is asked for; none are known of a capsule."""

    def __init__(self, schema: Column | None = None, batches: Sequence[Column] = (), *, capsule: object = None):
        self.batches = batches
        self._schema = schema
        self._capsule = capsule
        self._pointer = 0 if capsule is None else capsule_pointer(capsule, b"arrow_array_stream")
        self._struct: ArrowArrayStream | None = None

    @classmethod
    def of(cls, batches: list[Column]) -> Stream:
        return cls(batches[0], batches)

    @classmethod
    def empty(cls, schema: Column) -> Stream:
        """A stream without a batch."""
        return cls(schema)

    @property
    def address(self) -> int:
        if self._schema is None:
            return self._pointer
        if self._struct is None:
            struct = ArrowArrayStream()
            fill_stream(addressof(struct), self._schema, list(self.batches))
            self._struct = struct
        return addressof(self._struct)

    def __del__(self, release_call: Callable[[int], Callable[[int], None]] = ReleaseCall,
                addressof: Callable[[ArrowArrayStream], int] = addressof) -> None:
        # A capsule releases itself; a struct of ours that nobody consumed is released here.
        struct = getattr(self, "_struct", None)
        if struct is not None and struct.release:
            release_call(struct.release)(addressof(struct))
