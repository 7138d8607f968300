"""What NetworkX calls: one object with the conversions, the choices and a method a function."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from .._registry import Device, Precision, Progress
from ..errors import UnsupportedError
from . import choice, conversion, known
from .functions import FUNCTIONS
from .session import Switches


def _served(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with the arguments that gobc adds to NetworkX's; any other is a TypeError. What can_run refuses is
    refused here too: NetworkX before 3.4 takes a reason for a yes."""

    @functools.wraps(function)
    def served(*args: Any, device: Device | None = None, precision: Precision | None = None, threads: int | None = None,
               progress: Progress = None, **kwargs: Any) -> Any:
        able = choice.can_run(name, args, kwargs)
        if able is not True:
            raise UnsupportedError(f"{name}: {able}")
        switches: Switches = {"device": device, "precision": precision, "threads": threads, "progress": progress}
        return function(*args, switches=switches, **kwargs)

    return served


_SERVED = {name: _served(name, function) for name, function in FUNCTIONS.items()}


class Backend:
    """The backend "gobc". Its methods take NetworkX's arguments, the graph converted."""

    convert_from_nx = staticmethod(conversion.convert_from_nx)
    convert_to_nx = staticmethod(conversion.convert_to_nx)
    can_run = staticmethod(choice.can_run)
    should_run = staticmethod(choice.should_run)
    on_start_tests = staticmethod(known.on_start_tests)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """One of FUNCTIONS, as NetworkX calls it."""
        if name not in _SERVED:
            raise AttributeError(f"the backend gobc has no function {name}", name=name)
        return _SERVED[name]


backend = Backend()
