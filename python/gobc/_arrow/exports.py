"""Columns as structs for C. Release callbacks only touch what they were given and `live`, so they may run on any thread
that Python can be entered from."""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Callable, Sequence
from ctypes import Array, addressof, c_char_p, c_void_p, cast
from typing import Any

from .columns import Column
from .structs import ArrowArray, ArrowSchema, ReleaseCall

# What exported structs need, by the key in their private_data; an entry leaves when its struct is released.
live: dict[int, tuple[Any, ...]] = {}
keys = itertools.count(1)


def _release_tree(struct: ArrowSchema | ArrowArray, release: Callable[[int], None]) -> None:
    """Releases the children and dictionary that the consumer has not moved out."""
    pointers = (c_void_p * struct.n_children).from_address(struct.children) if struct.n_children else ()
    for child in (*pointers, struct.dictionary):
        if child and type(struct).from_address(child).release:
            release(child)


def _make_release(struct_type: type[ArrowSchema] | type[ArrowArray]) -> Callable[[int], None]:
    # Everything is bound here: module globals may be gone when the last struct is released at interpreter exit.
    def release(address: int, struct_type: type[ArrowSchema] | type[ArrowArray] = struct_type,
                live: dict[int, tuple[Any, ...]] = live,
                tree: Callable[[ArrowSchema | ArrowArray, Callable[[int], None]], None] = _release_tree) -> None:
        struct = struct_type.from_address(address)
        tree(struct, release)
        key = struct.private_data
        struct.release = None
        live.pop(key, None)

    return release


def immortal(prototype: Callable[[Callable[..., Any]], Any], function: Callable[..., Any]) -> int:
    """The address of a callback that is never freed: C code may hold it until the process ends."""
    thunk = prototype(function)
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(thunk))
    return cast(thunk, c_void_p).value or 0  # never 0: callbacks have addresses


_RELEASE_SCHEMA = immortal(ReleaseCall, _make_release(ArrowSchema))
_RELEASE_ARRAY = immortal(ReleaseCall, _make_release(ArrowArray))


def _pointers(structs: Sequence[ArrowSchema | ArrowArray]) -> Array[c_void_p] | None:
    return (c_void_p * len(structs))(*map(addressof, structs)) if structs else None


def fill_schema(address: int, column: Column, metadata: bytes | None = None) -> None:
    """Writes the schema of a column into the struct at address."""
    children = [ArrowSchema() for _ in column.children]
    for struct, child in zip(children, column.children):
        fill_schema(addressof(struct), child)
    dictionary = None
    if column.dictionary is not None:
        dictionary = ArrowSchema()
        fill_schema(addressof(dictionary), column.dictionary)
    pointers = _pointers(children)
    texts = column.format.encode(), column.name.encode()
    key = next(keys)
    live[key] = (children, dictionary, pointers, texts, metadata)
    out = ArrowSchema.from_address(address)
    out.format, out.name = texts  # the addresses of the bytes objects' own memory
    out.metadata = cast(c_char_p(metadata), c_void_p) if metadata is not None else None
    out.flags = column.flags
    out.n_children = len(children)
    out.children = addressof(pointers) if pointers is not None else None
    out.dictionary = addressof(dictionary) if dictionary is not None else None
    out.private_data = key
    out.release = _RELEASE_SCHEMA


def fill_array(address: int, column: Column) -> None:
    """Writes the array of a column into the struct at address; the buffers are shared, not copied."""
    children = [ArrowArray() for _ in column.children]
    for struct, child in zip(children, column.children):
        fill_array(addressof(struct), child)
    dictionary = None
    if column.dictionary is not None:
        dictionary = ArrowArray()
        fill_array(addressof(dictionary), column.dictionary)
    pointers = _pointers(children)
    buffers = (c_void_p * len(column.buffers))(*(address or None for address in column.buffers))
    key = next(keys)
    live[key] = (children, dictionary, pointers, buffers, column)
    out = ArrowArray.from_address(address)
    out.length = column.length
    out.null_count = column.null_count
    out.offset = column.offset
    out.n_buffers = len(column.buffers)
    out.n_children = len(children)
    out.buffers = addressof(buffers)
    out.children = addressof(pointers) if pointers is not None else None
    out.dictionary = addressof(dictionary) if dictionary is not None else None
    out.private_data = key
    out.release = _RELEASE_ARRAY
