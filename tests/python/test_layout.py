"""The structures declared in ctypes are those of gobc.h, member by member, as the C compiler lays them out."""

import ctypes
import pathlib
import subprocess

import pytest

from gobc import _arrow, _library, _statuses, errors
from gobc._library import header

INCLUDE = pathlib.Path(__file__).parents[2] / "include"
STRUCTS = {
    "gobc_error": _library.ErrorBlock,
    "gobc_control": _library.Control,
    "gobc_graph_options": _library.GraphOptions,
    "gobc_graph_stats": _library.GraphStats,
    "gobc_options": _library.Options,
    "gobc_read_options": _library.ReadOptions,
    "struct ArrowSchema": _arrow.ArrowSchema,
    "struct ArrowArray": _arrow.ArrowArray,
    "struct ArrowArrayStream": _arrow.ArrowArrayStream,
}


def test_all_structs_are_looked_at():
    declared = {each for each in vars(header).values() if isinstance(each, type) and issubclass(each, ctypes.Structure)}
    assert declared - {ctypes.Structure} == {each for name, each in STRUCTS.items() if name.startswith("gobc_")}


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory):
    """{(struct, member): (offset, size)} by the C compiler; member "" is the whole."""
    folder = tmp_path_factory.mktemp("layout")
    lines = []
    for name, struct in STRUCTS.items():
        lines.append(f'printf("{name},,0,%zu\\n", sizeof({name}));')
        for member, _ in struct._fields_:
            lines.append(f'printf("{name},{member},%zu,%zu\\n", offsetof({name}, {member}), '
                         f'sizeof((({name} *)0)->{member}));')
    (folder / "layout.c").write_text('#include <stdio.h>\n#include "gobc.h"\nint main(void) {\n' + "\n".join(lines)
                                     + "\nreturn 0; }\n")
    subprocess.run(["gcc", f"-I{INCLUDE}", "-o", folder / "layout", folder / "layout.c"], check=True)
    out = subprocess.run([folder / "layout"], check=True, capture_output=True, text=True).stdout
    rows = [line.split(",") for line in out.splitlines()]
    return {(name, member): (int(offset), int(size)) for name, member, offset, size in rows}


@pytest.mark.parametrize("name", STRUCTS)
def test_layout(name, laid_out):
    struct = STRUCTS[name]
    assert laid_out[name, ""] == (0, ctypes.sizeof(struct))
    for member, _ in struct._fields_:
        field = getattr(struct, member)
        assert laid_out[name, member] == (field.offset, field.size), member


@pytest.mark.parametrize("function,struct", [("control_init", _library.Control), ("options_init", _library.Options),
                                             ("graph_options_init", _library.GraphOptions)])
def test_initialisers_set_the_size(function, struct):
    block = struct()
    getattr(_library.load(), function)(ctypes.byref(block), ctypes.sizeof(struct))
    assert block.struct_size == ctypes.sizeof(struct)


def test_abi_version_is_the_headers():
    text = (INCLUDE / "gobc.h").read_text()
    assert f"#define GOBC_ABI_VERSION {_library.ABI_VERSION}\n" in text
    assert _library.load().abi_version() == _library.ABI_VERSION


def test_each_status_has_an_exception():
    statuses = {value for name, value in vars(_statuses).items() if name.isupper()}
    assert len(statuses) > 10 and statuses - {_statuses.OK} == set(errors._BY_STATUS)
    for name, value in vars(_statuses).items():
        if name.isupper():
            assert _library.load().status_name(value) == f"GOBC_{name}".encode()
    assert type(errors.from_status(max(statuses) + 1, "of a later library")) is errors.InternalError
