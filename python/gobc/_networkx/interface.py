"""What NetworkX calls: one object with the conversions, the choices and a method a function."""

from __future__ import annotations

import functools

from . import betweenness, choice, closeness, conversion, eccentricity, known

_FAMILIES = (betweenness, closeness, eccentricity)


class Backend:
    """The backend "gobc". Its methods take NetworkX's arguments, the graph converted."""

    convert_from_nx = staticmethod(conversion.convert_from_nx)
    convert_to_nx = staticmethod(conversion.convert_to_nx)
    can_run = staticmethod(choice.can_run)
    should_run = staticmethod(choice.should_run)
    on_start_tests = staticmethod(known.on_start_tests)


def _with_switches(function):
    """The function with the arguments that gobc adds to NetworkX's; any other is a TypeError."""

    @functools.wraps(function)
    def served(*args, device=None, precision=None, threads=None, progress=None, **kwargs):
        switches = {"device": device, "precision": precision, "threads": threads, "progress": progress}
        return function(*args, switches=switches, **kwargs)

    return staticmethod(served)


for _name in choice.PARAMETERS:
    _family = next(family for family in _FAMILIES if hasattr(family, _name))
    setattr(Backend, _name, _with_switches(getattr(_family, _name)))

backend = Backend()
