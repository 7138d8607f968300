"""The options of a computation: what each must be, which measures can use it, and the block that the library reads.

No option is ignored silently: one that none of the measures can use raises here, or in the library.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Mapping
from ctypes import byref, sizeof
from typing import Any, NamedTuple

from .._checks import flag, number, whole
from .._tables import ALL_USE, EDGE_MEASURES, MEASURES, ONE_USES
from ..errors import ArgumentError
from .loading import Library
from .structs import Options

_OFF = ("normalized", "endpoints", "adaptive")  # where False asks for nothing

ADAPTIVE = 5.0  # the constant of the adaptive rule, unless another is given


def word(value: object, name: str) -> bytes | None:
    """An option that is a text, for the library."""
    return None if value is None else _encoded(value, name)


def _encoded(value: object, name: str) -> bytes:
    if not isinstance(value, str):
        raise ArgumentError(f"{name} must be a string, not {value!r}")
    if "\0" in value:
        raise ArgumentError(f"{name} contains a NUL character: {value!r}")
    return value.encode()


def measure_names(measures: str | Iterable[str]) -> bytes:
    """A name, a comma-separated list, or an iterable of names, for the library."""
    if not isinstance(measures, str):
        try:
            measures = list(measures)
        except TypeError:
            raise ArgumentError(f"measures must be names, not {measures!r}") from None
        for name in measures:
            if not isinstance(name, str) or "," in name:
                raise ArgumentError(f"measures: {name!r} is not the name of a measure; see gobc.measures()")
        measures = ",".join(measures)
    return _encoded(measures, "measures")


def split_names(names: bytes) -> list[str]:
    return [name.strip() for name in names.decode().split(",")]


def device_names(device: object) -> object:
    """Several devices joined by commas; one name, and None, as they are."""
    if not isinstance(device, (list, tuple)):
        return device
    for name in device:
        if not isinstance(name, str) or "," in name:
            raise ArgumentError(f"device: {name!r} is not the name of a device; see gobc.devices()")
    if not device:
        raise ArgumentError('device is an empty list; name devices such as "cuda:0", or give "auto" or "cpu"')
    return ",".join(device)


def check_use(names: list[str], given: Mapping[str, object]) -> None:
    """Refuses options that the measures cannot use. An unknown measure is left to the library."""
    if not set(names) <= {*MEASURES, *EDGE_MEASURES}:
        return
    for option, value in given.items():
        users, every = ONE_USES.get(option), ALL_USE.get(option)
        if value is None or value is False and option in _OFF:
            continue
        strangers = [name for name in names if users and not users & set(names) or every and name not in every]
        if strangers:
            able = [name for name in (*MEASURES, *EDGE_MEASURES) if name in (users or every or ())]
            raise ArgumentError(f"{option}= is for {', '.join(able)}; {strangers[0]} cannot use it")


class Wish(NamedTuple):
    """What is asked of random samples: the arguments of these names."""

    k: int | None = None
    seed: Any = None
    epsilon: float | None = None
    delta: float | None = None
    top_k: int | None = None
    adaptive: float | bool | None = None

    @property
    def adapts(self) -> bool:
        return self.adaptive is not None and self.adaptive is not False

    @property
    def estimates(self) -> bool:
        return self.epsilon is not None or self.top_k is not None or self.adapts

    def check(self, sources: object, of: object) -> None:
        """Refuses wishes that contradict each other."""
        if self.k is not None and sources is not None:
            raise ArgumentError("k= samples the sources, and sources= names them: give one of the two")
        if self.k is not None and self.estimates:
            raise ArgumentError("k= says how many sources to sample, epsilon=, top_k= and adaptive= find it out: give "
                                "one of them")
        if self.seed is not None and self.k is None and not self.estimates:
            raise ArgumentError("seed= is for a random sample: give k=, epsilon=, top_k= or adaptive= as well, or "
                                "leave it out")
        if self.delta is not None and not self.estimates:
            raise ArgumentError("delta= is the failure probability of epsilon=, top_k= and adaptive=: give one of them "
                                "as well")
        if not self.adapts:
            return
        if self.epsilon is not None:
            raise ArgumentError("adaptive= and epsilon= are two rules for where to stop: give one of the two")
        if (of is None) == (self.top_k is None):
            raise ArgumentError("adaptive= stops where the nodes of of=, or top_k= nodes, are known: give one of the "
                                "two")

    def fill(self, block: Options) -> None:
        """The options of an estimate; the library checks their ranges."""
        if not self.estimates:
            return
        if self.epsilon is not None:
            block.epsilon = number(self.epsilon, "epsilon", "give an error above 0 and below 1")
            if not 0 < block.epsilon < 1:
                raise ArgumentError(f"epsilon={self.epsilon!r}: give an error above 0 and below 1")
        if self.top_k is not None:
            block.top_k = whole(self.top_k, "top_k")
            if block.top_k == 0:
                raise ArgumentError("top_k=0: give the number of nodes to tell from the rest, or leave it out")
        if self.adapts:
            meaning = f"give a finite number of at least 2, True for {ADAPTIVE:g}, or False"
            block.adaptive = ADAPTIVE if self.adaptive is True else number(self.adaptive, "adaptive", meaning)
            if not 2 <= block.adaptive < math.inf:
                raise ArgumentError(f"adaptive={self.adaptive!r}: {meaning}")
        if self.delta is not None:
            block.delta = number(self.delta, "delta", "give a probability above 0 and below 1")
        if self.seed is not None:
            try:
                block.seed = operator.index(self.seed) & (1 << 64) - 1
            except TypeError:
                raise ArgumentError("seed must be a whole number with epsilon=, top_k= or adaptive=, not "
                                    f"{self.seed!r}") from None


def _direction(direction: object, mode: object) -> object:
    """The direction of distances; mode is igraph's word for it."""
    if direction is not None and mode is not None and direction != mode:
        raise ArgumentError(f"direction={direction!r} contradicts mode={mode!r}, which means the same: "
                            "give one of the two")
    return mode if direction is None else direction


def _tuning(strategy: object, tuning: object) -> object:
    """The text in which the library reads how to compute."""
    if strategy is None:
        return tuning
    if not isinstance(strategy, str) or ";" in strategy or not strategy:
        raise ArgumentError("strategy must be the name of a method, such as 'hybrid' or 'hybrid:alpha=768', "
                            f"not {strategy!r}")
    return f"strategy={strategy};{tuning or ''}"


def block_of(library: Library, *, normalized: object = None, endpoints: object = False, direction: object = None,
             mode: object = None, cutoff: object = None, tie_tolerance: object = None, preset: object = "networkx",
             parallel: object = None, precision: object = "double", device: object = "auto", threads: object = None,
             memory_limit: object = None, strategy: object = None, tuning: object = None, partial: object = False) -> Options:
    """The options as the library reads them, without sources and targets."""
    block = Options()
    library.options_init(byref(block), sizeof(Options))
    block.threads = whole(threads, "threads")
    normalized = flag(normalized, "normalized")
    block.normalized = -1 if normalized is None else int(normalized)
    block.endpoints = int(flag(endpoints, "endpoints") or False)
    block.cutoff = number(cutoff, "cutoff", "give the longest length that counts, or None for all")
    block.tie_tolerance = number(tie_tolerance, "tie_tolerance",
                                 "give a relative difference from 0 to below 1, or None for the default")
    for name, value in (("preset", preset), ("parallel", parallel), ("direction", _direction(direction, mode)),
                        ("precision", precision), ("device", device_names(device)),
                        ("tuning", _tuning(strategy, tuning))):
        setattr(block, name, word(value, name))
    block.memory_limit = whole(memory_limit, "memory_limit")
    block.partial = int(flag(partial, "partial") or False)
    return block
