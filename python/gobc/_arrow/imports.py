"""Columns of structs and streams that come from elsewhere."""

from __future__ import annotations

import ctypes
import functools
import struct
from collections.abc import Callable
from ctypes import addressof, c_size_t, sizeof
from typing import Any, Generic, TypeVar

from .capsules import capsule_pointer
from .columns import Column
from .structs import ArrowArray, ArrowArrayStream, ArrowSchema, ErrorCall, FillCall, ReleaseCall

_INT32 = struct.Struct("=i")
_Struct = TypeVar("_Struct", ArrowSchema, ArrowArray, ArrowArrayStream)


# The function at an address. Most addresses are the library's own, of the few callbacks that it has.
_release_call = functools.lru_cache(maxsize=16)(ReleaseCall)


class Owned(Generic[_Struct]):
    """A foreign schema or array struct, moved in and released when nobody needs it."""

    def __init__(self, struct_type: type[_Struct], source: int | None = None):
        self.struct: _Struct = struct_type()
        self.address = addressof(self.struct)
        if source is not None:
            ctypes.memmove(self.address, source, sizeof(struct_type))
            struct_type.from_address(source).release = None

    def __del__(self, release_call: Callable[[int], Callable[[int], None]] = _release_call) -> None:
        struct = getattr(self, "struct", None)
        if struct is not None and struct.release:
            release_call(struct.release)(self.address)


def _text(text: bytes | None) -> str:
    return text.decode("utf-8", "replace") if text else ""


@functools.cache
def _pointer_array(length: int) -> type[ctypes.Array[c_size_t]]:
    """The ctypes type, which takes 10 microseconds to make."""
    return c_size_t * length


def _pointers(address: int | None, count: int) -> list[int]:
    return _pointer_array(count).from_address(address)[:] if address and count else []


def _children_of(struct: ArrowSchema | ArrowArray) -> list[int]:
    return _pointers(struct.children, struct.n_children)


def import_column(schema_address: int, array_address: int, keep: object) -> Column:
    """The column that a pair of foreign structs describes; `keep` owns both."""
    schema = ArrowSchema.from_address(schema_address)
    array = ArrowArray.from_address(array_address)
    buffers = _pointers(array.buffers, array.n_buffers)
    children = [import_column(s, a, keep) for s, a in zip(_children_of(schema), _children_of(array))]
    dictionary = import_column(schema.dictionary, array.dictionary, keep) if schema.dictionary else None
    return Column(_text(schema.format), _text(schema.name), array.length, buffers, null_count=array.null_count,
                  offset=array.offset, children=children, dictionary=dictionary, flags=schema.flags, keep=keep)


_Memory = ctypes.c_char * (1 << 30)  # a view of a block whose length only its content says


def schema_metadata(schema: ArrowSchema) -> dict[str, str]:
    """Key-value metadata of a schema: int32 count, then length-prefixed keys and values in native byte order."""
    if not schema.metadata:
        return {}
    block = memoryview(_Memory.from_address(schema.metadata)).cast("B")
    position = 4
    texts = []
    for _ in range(2 * _INT32.unpack_from(block)[0]):
        start = position + 4
        position = start + _INT32.unpack_from(block, position)[0]
        texts.append(str(block[start:position], "utf-8", "replace"))
    return dict(zip(texts[::2], texts[1::2]))


def metadata_text(schema: ArrowSchema, key: bytes) -> str:
    """One value of the metadata of a schema, "" if there is none. The others are not read."""
    if schema.metadata:
        block = memoryview(_Memory.from_address(schema.metadata)).cast("B")
        length = _INT32.unpack_from
        position = 4
        for _ in range(length(block)[0]):
            start = position + 4
            end = start + length(block, position)[0]
            position = end + 4 + length(block, end)[0]
            if block[start:end] == key:
                return str(block[end + 4:position], "utf-8", "replace")
    return ""


def import_array(producer: Any) -> Column:
    """The one array of an object with __arrow_c_array__."""
    schema_capsule, array_capsule = producer.__arrow_c_array__()
    schema = Owned(ArrowSchema, capsule_pointer(schema_capsule, b"arrow_schema"))
    array = Owned(ArrowArray, capsule_pointer(array_capsule, b"arrow_array"))
    return import_column(schema.address, array.address, (schema, array))


def import_stream(producer: Any) -> list[Column]:
    """All batches of an object with __arrow_c_stream__, at least one (an empty stream gives an empty batch)."""
    capsule = producer.__arrow_c_stream__()  # owns the struct until its contents have been moved out
    stream = Owned(ArrowArrayStream, capsule_pointer(capsule, b"arrow_array_stream"))

    def step(function: int, out: Owned[ArrowSchema] | Owned[ArrowArray]) -> None:
        code = FillCall(function)(stream.address, out.address)
        if code:
            said = ErrorCall(stream.struct.get_last_error)(stream.address)
            raise OSError(code, _text(said and ctypes.string_at(said)) or "stream failed")

    schema = Owned(ArrowSchema)
    step(stream.struct.get_schema, schema)
    batches = []
    while True:
        array = Owned(ArrowArray)
        step(stream.struct.get_next, array)
        if not array.struct.release:
            break
        batches.append(import_column(schema.address, array.address, (schema, array)))
    return batches or [_empty_like(schema)]


def _empty_like(schema: Owned[ArrowSchema]) -> Column:
    """A column of no rows; eight zero bytes serve as every buffer that Arrow wants to see."""
    zeros = ctypes.c_int64(0)

    def empty(address: int) -> Column:
        struct = ArrowSchema.from_address(address)
        format = _text(struct.format)
        count = {"+s": 1, "u": 3, "U": 3, "z": 3, "Z": 3, "vu": 3, "vz": 3, "n": 0}.get(format, 2)
        buffers = [0] + [addressof(zeros)] * (count - 1) if count else []
        dictionary = empty(struct.dictionary) if struct.dictionary else None
        return Column(format, _text(struct.name), 0, buffers, children=[empty(c) for c in _children_of(struct)],
                      dictionary=dictionary, flags=struct.flags, keep=(schema, zeros))

    return empty(schema.address)
