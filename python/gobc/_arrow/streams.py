"""Streams of columns for C."""

from __future__ import annotations

from ctypes import addressof, c_char_p, c_void_p, cast

from .capsules import capsule_pointer
from .columns import Column
from .exports import fill_array, fill_schema, immortal, keys, live
from .structs import ArrowArray, ArrowArrayStream, ErrorCall, FillCall, ReleaseCall


class _StreamState:
    __slots__ = ("schema", "metadata", "batches", "next", "error")

    def __init__(self, schema, metadata, batches):
        self.schema = schema
        self.metadata = metadata
        self.batches = batches
        self.next = 0
        self.error = None


def _guarded(step):
    """A stream callback: 0, or an errno with the text kept for get_last_error."""

    def callback(stream, out, step=step, live=live, Stream=ArrowArrayStream, c_char_p=c_char_p):
        state = live[Stream.from_address(stream).private_data][0]
        try:
            step(state, out)
            return 0
        except BaseException as error:
            state.error = c_char_p(f"{type(error).__name__}: {error}".encode("utf-8", "replace"))
            return 5

    return callback


def _stream_schema(state, out, fill_schema=fill_schema):
    fill_schema(out, state.schema, state.metadata)


def _stream_next(state, out, fill_array=fill_array, Array=ArrowArray):
    if state.next == len(state.batches):
        Array.from_address(out).release = None
        return
    fill_array(out, state.batches[state.next])
    state.next += 1


def _stream_error(stream, live=live, Stream=ArrowArrayStream, cast=cast, c_void_p=c_void_p):
    error = live[Stream.from_address(stream).private_data][0].error
    return cast(error, c_void_p).value if error is not None else None


def _stream_release(stream, live=live, Stream=ArrowArrayStream):
    struct = Stream.from_address(stream)
    key = struct.private_data
    struct.release = None
    live.pop(key, None)


_GET_SCHEMA = immortal(FillCall, _guarded(_stream_schema))
_GET_NEXT = immortal(FillCall, _guarded(_stream_next))
_GET_ERROR = immortal(ErrorCall, _stream_error)
_RELEASE_STREAM = immortal(ReleaseCall, _stream_release)


def fill_stream(address: int, schema: Column, batches: list[Column], metadata: bytes | None = None) -> None:
    """Writes a stream of batches that all have the schema of `schema` into the struct at address."""
    key = next(keys)
    live[key] = (_StreamState(schema, metadata, batches),)
    out = ArrowArrayStream.from_address(address)
    out.get_schema = _GET_SCHEMA
    out.get_next = _GET_NEXT
    out.get_last_error = _GET_ERROR
    out.private_data = key
    out.release = _RELEASE_STREAM


class Stream:
    """A stream ready to be handed to C: `address` is valid as long as this object lives."""

    def __init__(self, struct=None, *, capsule=None):
        self._struct = struct
        self._capsule = capsule
        self.address = addressof(struct) if capsule is None else capsule_pointer(capsule, b"arrow_array_stream")

    @classmethod
    def of(cls, batches: list[Column]) -> Stream:
        struct = ArrowArrayStream()
        fill_stream(addressof(struct), batches[0], batches)
        return cls(struct)

    @classmethod
    def empty(cls, schema: Column) -> Stream:
        """A stream without a batch."""
        struct = ArrowArrayStream()
        fill_stream(addressof(struct), schema, [])
        return cls(struct)

    def __del__(self, release_call=ReleaseCall, Stream=ArrowArrayStream):
        # A capsule releases itself; a struct of ours that nobody consumed is released here.
        struct = getattr(self, "_struct", None)
        if struct is not None and struct.release:
            release_call(struct.release)(self.address)
