"""The Arrow C data and stream interface in ctypes: columns in, columns out, no other package needed.

A `Column` describes one array: format, buffers by address, and what keeps them alive. It can be exported any number
of times; an imported array becomes a Column whose `keep` releases it. Release callbacks only touch what they were
given and `_live`, so they may run on any thread that Python can be entered from.
"""

from __future__ import annotations

import ctypes
import itertools
import sys
from ctypes import CFUNCTYPE, Structure, addressof, c_char_p, c_int, c_int64, c_void_p, cast, sizeof

NULLABLE = 2


class ArrowSchema(Structure):
    _fields_ = [
        ("format", c_void_p),
        ("name", c_void_p),
        ("metadata", c_void_p),
        ("flags", c_int64),
        ("n_children", c_int64),
        ("children", c_void_p),
        ("dictionary", c_void_p),
        ("release", c_void_p),
        ("private_data", c_void_p),
    ]


class ArrowArray(Structure):
    _fields_ = [
        ("length", c_int64),
        ("null_count", c_int64),
        ("offset", c_int64),
        ("n_buffers", c_int64),
        ("n_children", c_int64),
        ("buffers", c_void_p),
        ("children", c_void_p),
        ("dictionary", c_void_p),
        ("release", c_void_p),
        ("private_data", c_void_p),
    ]


class ArrowArrayStream(Structure):
    _fields_ = [
        ("get_schema", c_void_p),
        ("get_next", c_void_p),
        ("get_last_error", c_void_p),
        ("release", c_void_p),
        ("private_data", c_void_p),
    ]


_ReleaseCall = CFUNCTYPE(None, c_void_p)
_FillCall = CFUNCTYPE(c_int, c_void_p, c_void_p)
_ErrorCall = CFUNCTYPE(c_void_p, c_void_p)

# What exported structs need, by the key in their private_data; an entry leaves when its struct is released.
_live: dict[int, tuple] = {}
_keys = itertools.count(1)


class Column:
    """One Arrow array: fields of the C struct, `buffers` as addresses (0 for none), `keep` holds their owner."""

    __slots__ = ("format", "name", "length", "null_count", "offset", "buffers", "children", "dictionary", "flags",
                 "keep")

    def __init__(self, format, name, length, buffers, *, null_count=0, offset=0, children=(), dictionary=None,
                 flags=0, keep=None):
        self.format = format
        self.name = name
        self.length = length
        self.null_count = null_count
        self.offset = offset
        self.buffers = buffers
        self.children = children
        self.dictionary = dictionary
        self.flags = flags
        self.keep = keep

    def renamed(self, name: str) -> Column:
        return Column(self.format, name, self.length, self.buffers, null_count=self.null_count, offset=self.offset,
                      children=self.children, dictionary=self.dictionary, flags=self.flags, keep=self.keep)

    def sliced(self, start: int, length: int) -> Column:
        """Rows start to start + length over the same memory."""
        part = self.renamed(self.name)
        part.offset += start
        part.length = length
        part.null_count = -1 if self.null_count else 0  # not counted
        return part


def struct_columns(data: Column) -> list[Column]:
    """Columns of a struct with the struct's own offset and length applied."""
    return [child.sliced(data.offset, data.length) for child in data.children]


def aligned(columns: list[list[Column]]) -> list[list[Column]]:
    """The same columns, equally long, cut into chunks at the same rows. No value is copied."""
    cuts = sorted({end for chunks in columns for end in itertools.accumulate(chunk.length for chunk in chunks)} - {0})
    if not cuts:
        return [chunks[:1] for chunks in columns]
    if all(len(chunks) == len(cuts) for chunks in columns):
        return columns
    return [_cut(chunks, cuts) for chunks in columns]


def _cut(chunks: list[Column], cuts: list[int]) -> list[Column]:
    parts: list[Column] = []
    first, begin = 0, 0
    for chunk in chunks:
        while begin < first + chunk.length:
            end = cuts[len(parts)]
            parts.append(chunk.sliced(begin - first, end - begin))
            begin = end
        first += chunk.length
    return parts


def struct_of(columns: list[Column]) -> Column:
    """A row per position of equally long columns."""
    return Column("+s", "", columns[0].length, [0], children=columns)


# ---- export ----


def _release_tree(struct, address, release):
    """Releases the children and dictionary that the consumer has not moved out."""
    pointers = (c_void_p * struct.n_children).from_address(struct.children) if struct.n_children else ()
    for child in (*pointers, struct.dictionary):
        if child and type(struct).from_address(child).release:
            release(child)


def _make_release(struct_type):
    # Everything is bound here: module globals may be gone when the last struct is released at interpreter exit.
    def release(address, struct_type=struct_type, live=_live, tree=_release_tree):
        struct = struct_type.from_address(address)
        tree(struct, address, release)
        key = struct.private_data
        struct.release = None
        live.pop(key, None)

    return release


def _immortal(prototype, function) -> int:
    """The address of a callback that is never freed: C code may hold it until the process ends."""
    thunk = prototype(function)
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(thunk))
    return cast(thunk, c_void_p).value or 0  # never 0: callbacks have addresses


_RELEASE_SCHEMA = _immortal(_ReleaseCall, _make_release(ArrowSchema))
_RELEASE_ARRAY = _immortal(_ReleaseCall, _make_release(ArrowArray))


def _pointers(structs):
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
    texts = (c_char_p(column.format.encode()), c_char_p(column.name.encode()), c_char_p(metadata))
    key = next(_keys)
    _live[key] = (children, dictionary, pointers, texts)
    out = ArrowSchema.from_address(address)
    out.format = cast(texts[0], c_void_p)
    out.name = cast(texts[1], c_void_p)
    out.metadata = cast(texts[2], c_void_p) if metadata is not None else None
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
    key = next(_keys)
    _live[key] = (children, dictionary, pointers, buffers, column)
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

    def callback(stream, out, step=step, live=_live, Stream=ArrowArrayStream, c_char_p=c_char_p):
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


def _stream_error(stream, live=_live, Stream=ArrowArrayStream, cast=cast, c_void_p=c_void_p):
    error = live[Stream.from_address(stream).private_data][0].error
    return cast(error, c_void_p).value if error is not None else None


def _stream_release(stream, live=_live, Stream=ArrowArrayStream):
    struct = Stream.from_address(stream)
    key = struct.private_data
    struct.release = None
    live.pop(key, None)


_GET_SCHEMA = _immortal(_FillCall, _guarded(_stream_schema))
_GET_NEXT = _immortal(_FillCall, _guarded(_stream_next))
_GET_ERROR = _immortal(_ErrorCall, _stream_error)
_RELEASE_STREAM = _immortal(_ReleaseCall, _stream_release)


def fill_stream(address: int, schema: Column, batches: list[Column], metadata: bytes | None = None) -> None:
    """Writes a stream of batches that all have the schema of `schema` into the struct at address."""
    key = next(_keys)
    _live[key] = (_StreamState(schema, metadata, batches),)
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

    def __del__(self, release_call=_ReleaseCall, Stream=ArrowArrayStream):
        # A capsule releases itself; a struct of ours that nobody consumed is released here.
        struct = getattr(self, "_struct", None)
        if struct is not None and struct.release:
            release_call(struct.release)(self.address)


# ---- capsules ----

_get_pointer = ctypes.PYFUNCTYPE(c_void_p, ctypes.py_object, c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))
_new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, c_void_p, c_char_p, c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi))

# Capsules given out and their structs. A destructor written in Python could run while an exception is on its way and
# lose it, so there is none: entries whose capsule nobody else holds are dropped when the next capsule is made.
_given: dict[int, tuple] = {}
_NAMES = {ArrowSchema: b"arrow_schema", ArrowArray: b"arrow_array", ArrowArrayStream: b"arrow_array_stream"}


def capsule_pointer(capsule, name: bytes) -> int:
    return _get_pointer(capsule, name)


def new_capsule(struct):
    """A capsule over a filled struct, which lives until the capsule is gone."""
    _sweep_capsules()
    capsule = _new_capsule(addressof(struct), _NAMES[type(struct)], None)
    _given[next(_keys)] = (capsule, struct)
    return capsule


def _sweep_capsules() -> None:
    for key in list(_given):
        entry = _given.get(key)
        # The tuple's reference and getrefcount's argument: nobody else can reach the struct any more.
        if entry is not None and sys.getrefcount(entry[0]) <= 2:
            struct = _given.pop(key, (None, None))[1]
            if struct is not None and struct.release:
                _ReleaseCall(struct.release)(addressof(struct))


# ---- import ----


class Owned:
    """A foreign schema or array struct, moved in and released when nobody needs it."""

    def __init__(self, struct_type, source: int | None = None):
        self.struct = struct_type()
        self.address = addressof(self.struct)
        if source is not None:
            ctypes.memmove(self.address, source, sizeof(struct_type))
            struct_type.from_address(source).release = None

    def __del__(self, release_call=_ReleaseCall):
        struct = getattr(self, "struct", None)
        if struct is not None and struct.release:
            release_call(struct.release)(self.address)


def _text(pointer) -> str:
    return ctypes.string_at(pointer).decode("utf-8", "replace") if pointer else ""


def _children_of(struct) -> list[int]:
    if not struct.n_children:
        return []
    return list((c_void_p * struct.n_children).from_address(struct.children))


def import_column(schema_address: int, array_address: int, keep) -> Column:
    """The column that a pair of foreign structs describes; `keep` owns both."""
    schema = ArrowSchema.from_address(schema_address)
    array = ArrowArray.from_address(array_address)
    buffers = [pointer or 0 for pointer in (c_void_p * array.n_buffers).from_address(array.buffers)] \
        if array.n_buffers else []
    children = [import_column(s, a, keep) for s, a in zip(_children_of(schema), _children_of(array))]
    dictionary = import_column(schema.dictionary, array.dictionary, keep) if schema.dictionary else None
    return Column(_text(schema.format), _text(schema.name), array.length, buffers, null_count=array.null_count,
                  offset=array.offset, children=children, dictionary=dictionary, flags=schema.flags, keep=keep)


def schema_metadata(schema: ArrowSchema) -> dict[str, str]:
    """Key-value metadata of a schema: int32 count, then length-prefixed keys and values in native byte order."""
    if not schema.metadata:
        return {}
    position = schema.metadata

    def number():
        nonlocal position
        value = ctypes.c_int32.from_address(position).value
        position += 4
        return value

    def text():
        nonlocal position
        size = number()
        value = ctypes.string_at(position, size).decode("utf-8", "replace")
        position += size
        return value

    return {text(): text() for _ in range(number())}


def import_array(producer) -> Column:
    """The one array of an object with __arrow_c_array__."""
    schema_capsule, array_capsule = producer.__arrow_c_array__()
    schema = Owned(ArrowSchema, capsule_pointer(schema_capsule, b"arrow_schema"))
    array = Owned(ArrowArray, capsule_pointer(array_capsule, b"arrow_array"))
    return import_column(schema.address, array.address, (schema, array))


def import_stream(producer) -> list[Column]:
    """All batches of an object with __arrow_c_stream__, at least one (an empty stream gives an empty batch)."""
    capsule = producer.__arrow_c_stream__()  # owns the struct until its contents have been moved out
    stream = Owned(ArrowArrayStream, capsule_pointer(capsule, b"arrow_array_stream"))

    def step(function, out):
        code = _FillCall(function)(stream.address, out.address)
        if code:
            raise OSError(code, _text(_ErrorCall(stream.struct.get_last_error)(stream.address)) or "stream failed")

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


def _empty_like(schema: Owned) -> Column:
    """A column of no rows; eight zero bytes serve as every buffer that Arrow wants to see."""
    zeros = ctypes.c_int64(0)

    def empty(address):
        struct = ArrowSchema.from_address(address)
        format = _text(struct.format)
        count = {"+s": 1, "u": 3, "U": 3, "z": 3, "Z": 3, "vu": 3, "vz": 3, "n": 0}.get(format, 2)
        buffers = [0] + [addressof(zeros)] * (count - 1) if count else []
        dictionary = empty(struct.dictionary) if struct.dictionary else None
        return Column(format, _text(struct.name), 0, buffers, children=[empty(c) for c in _children_of(struct)],
                      dictionary=dictionary, flags=struct.flags, keep=(schema, zeros))

    return empty(schema.address)


# ---- columns from Python values ----

_CODES = {"b": "c", "B": "C", "h": "s", "H": "S", "i": "i", "I": "I", "l": "l", "L": "L", "q": "l", "Q": "L",
          "f": "f", "d": "g"}


class _PyBuffer(Structure):
    _fields_ = [
        ("buf", c_void_p), ("obj", c_void_p), ("len", ctypes.c_ssize_t), ("itemsize", ctypes.c_ssize_t),
        ("readonly", c_int), ("ndim", c_int), ("format", c_void_p), ("shape", c_void_p), ("strides", c_void_p),
        ("suboffsets", c_void_p), ("internal", c_void_p),
    ]


_acquire = ctypes.PYFUNCTYPE(c_int, ctypes.py_object, c_void_p, c_int)(("PyObject_GetBuffer", ctypes.pythonapi))
_give_back = ctypes.PYFUNCTYPE(None, c_void_p)(("PyBuffer_Release", ctypes.pythonapi))


class Pinned:
    """A held buffer: `address` stays valid, and the exporter cannot resize, until this object goes."""

    def __init__(self, exporter):
        self._view = _PyBuffer()
        self._held = False
        _acquire(exporter, addressof(self._view), 0)
        self._held = True
        self.address = self._view.buf or 0

    def __del__(self, give_back=_give_back, addressof=addressof):
        if getattr(self, "_held", False):
            self._held = False
            give_back(addressof(self._view))


_ZERO = ctypes.c_int64(0)


def column_from_buffer(view: memoryview, name: str) -> Column:
    """A column over a contiguous one-dimensional memoryview of a native integer or float type, zero-copy."""
    pinned = Pinned(view)
    code = _CODES[view.format]
    if view.format in "lL" and view.itemsize == 4:
        code = {"l": "i", "L": "I"}[view.format]
    return Column(code, name, len(view), [0, pinned.address or addressof(_ZERO)], keep=pinned)


def column_from_strings(strings, name: str) -> Column:
    """A large_utf8 column. Raises UnicodeEncodeError for lone surrogates."""
    from array import array

    encoded = [text.encode() for text in strings]
    offsets = array("q", itertools.accumulate(map(len, encoded), initial=0))
    data = b"".join(encoded)
    # c_char_p gives the address of the bytes object's own memory.
    address = cast(c_char_p(data), c_void_p).value
    return Column("U", name, len(encoded), [0, offsets.buffer_info()[0], address], keep=(offsets, data))


def column_from_bools(values, name: str) -> Column:
    bits = bytearray((len(values) + 7) // 8 or 1)
    for row, value in enumerate(values):
        if value:
            bits[row >> 3] |= 1 << (row & 7)
    pinned = Pinned(bits)
    return Column("b", name, len(values), [0, pinned.address], keep=pinned)


def live_exports() -> int:
    """How many exported structs have not been released; for tests of lifetime."""
    _sweep_capsules()
    return len(_live)
