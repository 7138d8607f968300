"""Small checks that all layers share: of an argument, of what a value is, of a package being installed."""

from __future__ import annotations

import importlib
import math
import operator
import os
import re
from collections.abc import Mapping
from typing import Any, TypeGuard

from .errors import ArgumentError, ArgumentTypeError, DataError, PackageError, kind_of, shown, translated


def flag(value: object, name: str) -> bool | None:
    """None, True or False, nothing that merely counts as one."""
    if value is None or isinstance(value, bool):
        return value
    if type(value).__name__ in ("bool", "bool_"):  # numpy's
        return bool(value)
    raise ArgumentError(f"{name} must be True or False, not {shown(value)}")


def whole(value: Any, name: str) -> int:
    """An option that is a whole number, None meaning 0."""
    if value is None:
        return 0
    try:
        number = operator.index(value)
    except Exception:
        raise ArgumentError(f"{name} must be a whole number, not {shown(value)}") from None
    if not 0 <= number < 1 << (31 if name == "threads" else 63):
        raise ArgumentError(f"{name}={shown(number)} is out of range")
    return number


_UNITS = {"": 1, "b": 1, **{prefix + rest: base ** power for power, prefix in enumerate("kmgt", 1)
                            for rest, base in (("", 1000), ("b", 1000), ("i", 1024), ("ib", 1024))}}


def size_of(value: Any, name: str) -> int:
    """The bytes of a number or of a text such as "8GB"; 0 for None. kB, MB, GB, TB are powers of 1000, KiB, MiB, GiB, TiB powers
    of 1024, in upper or lower case, with or without the B."""
    if not isinstance(value, str):
        return whole(value, name)
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+) ?([a-z]*)", value[:50].strip().lower(), re.ASCII)
    if found is None or found[2] not in _UNITS:
        raise ArgumentError(f'{name}={shown(value)} is not a size: give bytes, or a number and a unit, such as "8GB" or "512MiB" '
                            "(kB, MB, GB, TB are powers of 1000, KiB, MiB, GiB, TiB of 1024)")
    number = int(found[1]) if found[1].isdecimal() else float(found[1])
    return whole(int(number * _UNITS[found[2]]), name)


def path_of(value: object, name: str = "path") -> str:
    """The path of a file or a folder."""
    with translated(f"{name} must name a file or a folder: reading {kind_of(value)} as one", ArgumentTypeError):
        path = os.fspath(value) if isinstance(value, (str, os.PathLike)) else b""
        os.fsencode(path)
    if not isinstance(path, str) or "\0" in path:
        raise ArgumentTypeError(f"{name} must name a file or a folder, not {shown(value)}")
    return path


def number(value: Any, name: str, meaning: str) -> float:
    """An option that is a number from 0, None meaning what the library calls -1."""
    if value is None:
        return -1.0
    try:
        if isinstance(value, (bool, str, bytes)):
            raise TypeError
        found = float(value)
    except Exception:
        raise ArgumentError(f"{name} must be a number, not {shown(value)}") from None
    if not found >= 0:
        raise ArgumentError(f"{name}={shown(value)}: {meaning}")
    return found


def is_list(value: Any) -> bool:
    """Whether an option that may be a number is several. What cannot be asked is none, and refused as a number."""
    try:
        if isinstance(value, (bool, int, float, str, bytes)) or value is None or not hasattr(value, "__iter__"):
            return False
        return bool(getattr(value, "ndim", 1))  # an array without dimensions is a number
    except Exception:
        return False


def numbers(values: Any, name: str) -> list[float]:
    """An option that is several numbers. What range they must have is for the library to say."""
    with translated(f"reading {name}", ArgumentError):
        listed = list(values)
    found = []
    for place, value in enumerate(listed, 1):
        try:
            if isinstance(value, (bool, str, bytes)):
                raise TypeError
            found.append(float(value))
        except Exception:
            raise ArgumentError(f"{name} {place} of the list must be a number, not {shown(value)}") from None
    return found


def seconds(time_limit: Any) -> float | None:
    """A time limit as a number of seconds; None for none."""
    if time_limit is None:
        return None
    try:
        if isinstance(time_limit, (bool, str, bytes)):
            raise TypeError
        found = float(time_limit)
    except Exception:
        raise ArgumentError(f"time_limit must be a number of seconds, not {shown(time_limit)}") from None
    if not found > 0:
        raise ArgumentError(f"time_limit={shown(time_limit)}: give seconds above 0, or None for no limit")
    return None if math.isinf(found) else found


def is_mapping(value: object) -> TypeGuard[Mapping[Any, Any]]:
    return isinstance(value, Mapping)


def need(module: str, package: str, extra: str | None = None) -> Any:
    """An optional package, imported. An extra of gobc that has it is named in its place."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        install = f"'{extra}'" if extra else package
        raise PackageError(f"this needs {package}: pip install {install}") from error


def spent(value: object) -> bool:
    """Whether a value that gave nothing may have been read before: it can be read only once."""
    return hasattr(value, "__next__")


def spent_text(value: object, what: str) -> str:
    """The message of a value that is spent."""
    return (f"{what} is an iterator or a stream ({kind_of(value)}) that gives nothing: it can be read only once, and may "
            "have been read to its end before. Give a list or a table, which may be empty")


def check_spent(value: object, gave: bool, what: str) -> None:
    """An error for a value that gave nothing and may have been read before."""
    if not gave and spent(value):
        raise DataError(spent_text(value, what))
