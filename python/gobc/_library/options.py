"""The options of a computation: what each must be, and the block that the library reads.

No option is ignored silently. Which measures can use which option is for the library to say; what stands here is what
it cannot see, because Python draws the sources of a sample and fills in the defaults of its rules.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Iterable, Mapping
from ctypes import addressof, byref, c_double, sizeof
from typing import Any

from .._options import Sample, Settings
from .._registry import ADAPTIVE, EDGE_MEASURES, MEASURES, NUMBERS, Nodes, Seed
from .._validation import flag, is_list, number, numbers, size_of, whole
from ..errors import DECAY, ArgumentError, kind_of, listed, shown, translated
from .header import Options
from .loading import Library, load


def word(value: object, name: str) -> bytes | None:
    """An option that is a text, for the library."""
    return None if value is None else _encoded(value, name)


def _encoded(value: object, name: str) -> bytes:
    if not isinstance(value, str):
        raise ArgumentError(f"{name} must be a string, not {shown(value)}")
    if "\0" in value:
        raise ArgumentError(f"{name} contains a NUL character: {shown(value)}")
    with translated(f"{name} must be valid Unicode text: encoding it", ArgumentError):
        return value.encode()


def measure_names(measures: str | Iterable[str]) -> bytes:
    """A name, a comma-separated list, or an iterable of names, for the library."""
    if not isinstance(measures, str):
        try:
            measures = list(measures)
        except Exception:
            raise ArgumentError(f"measures must be names, not {shown(measures)}") from None
        for name in measures:
            if not isinstance(name, str) or "," in name:
                raise ArgumentError(f"measures: {shown(name)} is not the name of a measure; see gobc.measures()")
        measures = ",".join(measures)
    elif measures in MEASURES:
        return measures.encode()
    if not {"degree", "degree_centrality"}.isdisjoint(map(str.strip, measures.split(","))):
        raise ArgumentError(f'unknown measure "degree": gobc.Graph(edges).degree() counts the edges of nodes; choose from '
                            f"{listed((*MEASURES, *EDGE_MEASURES))}")
    return _encoded(measures, "measures")


def split_names(names: bytes) -> list[str]:
    return [name.strip() for name in names.decode().split(",")]


@functools.lru_cache(maxsize=64)
def rows_of(names: bytes) -> tuple[bool, bool]:
    """Whether measures have rows of edges: any of them, and all."""
    asked = set(split_names(names))
    return not asked.isdisjoint(EDGE_MEASURES), asked.issubset(EDGE_MEASURES)


def device_names(device: object) -> object:
    """Several devices joined by commas; one name, and None, as they are."""
    if not isinstance(device, (list, tuple)):
        return device
    for name in device:
        if not isinstance(name, str) or "," in name:
            raise ArgumentError(f"device: {shown(name)} is not the name of a device; see gobc.devices()")
    if not device:
        raise ArgumentError('device is an empty list; name devices such as "cuda:0", or give "auto" or "cpu"')
    return ",".join(device)


# ---- samples ----


def sample_of(k: int | None, seed: Seed, epsilon: float | None, sample: Sample | None, sources: Nodes) -> Sample:
    """The rule of a random sample, from the arguments of these names. Raises where they contradict each other."""
    if sample is None:
        sample = Sample(k, seed, epsilon)
    elif not isinstance(sample, Sample):
        raise ArgumentError(f"sample must be a gobc.Sample, not {kind_of(sample)}")
    elif (k, seed, epsilon) != (None, None, None):
        raise ArgumentError("sample= has fields for k, seed and epsilon: give them there, or leave sample= out")
    if sample.k is not None and sources is not None:
        raise ArgumentError("k= samples the sources, and sources= names them: give one of the two")
    estimates = _estimates(sample)
    if sample.k is not None and estimates:
        raise ArgumentError("k= sets how many sources to sample, but epsilon=, top_k= and adaptive= choose that number: give "
                            "only one of them")
    if sample.seed is not None and sample.k is None and not estimates:
        raise ArgumentError("seed= is for a random sample: give k=, epsilon=, top_k= or adaptive= as well, or leave it "
                            "out")
    if sample.delta is not None and not estimates:
        raise ArgumentError("delta= is the failure probability of epsilon=, top_k= and adaptive=: give one of them as "
                            "well")
    return sample


def _estimates(sample: Sample) -> bool:
    return sample.epsilon is not None or sample.top_k is not None or _adapts(sample)


def _adapts(sample: Sample) -> bool:
    return sample.adaptive is not None and sample.adaptive is not False


def fill_sample(block: Options, sample: Sample) -> None:
    """The fields of an estimate. To the library 0 is no rule, so a rule of 0 raises here."""
    block.sampled = int(sample.k is not None)
    if not _estimates(sample):
        return
    if sample.epsilon is not None:
        block.epsilon = number(sample.epsilon, "epsilon", "give an error above 0 and below 1")
        if not 0 < block.epsilon < 1:
            raise ArgumentError(f"epsilon={shown(sample.epsilon)}: give an error above 0 and below 1")
    if sample.top_k is not None:
        block.top_k = whole(sample.top_k, "top_k")
        if block.top_k == 0:
            raise ArgumentError("top_k=0: give the number of nodes to separate from the others, or leave it out")
    if _adapts(sample):
        meaning = f"give a finite number of at least 2, True for {ADAPTIVE:g}, or False"
        block.adaptive = ADAPTIVE if sample.adaptive is True else number(sample.adaptive, "adaptive", meaning)
        if not 2 <= block.adaptive < math.inf:
            raise ArgumentError(f"adaptive={shown(sample.adaptive)}: {meaning}")
    if sample.delta is not None:
        block.delta = number(sample.delta, "delta", "give a probability above 0 and below 1")
    if sample.seed is not None:
        try:
            block.seed = operator.index(sample.seed) & (1 << 64) - 1
        except Exception:
            raise ArgumentError(f"seed must be a whole number with epsilon=, top_k= or adaptive=, not {shown(sample.seed)}") \
                from None


# ---- the block ----


def _tuning(strategy: object, tuning: object) -> str:
    """The text in which the library reads how to compute."""
    if not isinstance(strategy, str) or ";" in strategy or not strategy:
        raise ArgumentError("strategy must be the name of a method, such as 'hybrid' or 'hybrid:alpha=768', "
                            f"not {shown(strategy)}")
    return f"strategy={strategy};{tuning or ''}"


def _fill_cutoffs(block: Options, cutoffs: list[float]) -> None:
    lengths = (c_double * max(len(cutoffs), 1))(*cutoffs)
    block.cutoffs, block.cutoffs_count = addressof(lengths), len(cutoffs)
    block.kept = lengths  # lives as long as the block


_MEANINGS = {**NUMBERS, "cutoff": "give the longest length that counts, or None for all",
             "tie_tolerance": "give a relative difference from 0 to below 1, or None for the default"}


def _number(value: object, name: str) -> float:
    return number(value, name, _MEANINGS[name])


# How each option is read.
_READ: dict[str, Callable[[Any, str], Any]] = {
    "threads": whole, "memory_limit": size_of, **dict.fromkeys(("normalized", "endpoints", "partial"), flag),
    **dict.fromkeys(("preset", "direction", "parallel", "precision", "reductions", "tuning"), word),
    "distance_decay": lambda value, _: word(value, DECAY), "device": lambda value, name: word(device_names(value), name),
    **dict.fromkeys(_MEANINGS, _number)}


def block_of(library: Library, settings: Settings, **options: object) -> Options:
    """The options as the library reads them, without nodes and samples. What is None has the library's default."""
    block = Options()
    library.options_init(byref(block), sizeof(Options))
    given = {name: value for name, value in (*zip(Settings._fields, settings), *options.items()) if value is not None}
    for name in ("progress", "time_limit"):  # which are not for the library
        given.pop(name, None)
    if "strategy" in given:
        given["tuning"] = _tuning(given.pop("strategy"), settings.tuning)
    if is_list(given.get("cutoff")):
        _fill_cutoffs(block, numbers(given.pop("cutoff"), "cutoff"))
    for name, value in given.items():
        setattr(block, name, _READ[name](value, name))
    return block


def fill_weighted(block: Options, weighted: bool) -> None:
    """Whether lengths are sums of weights, which the graph has or not."""
    block.weighted = int(weighted)
    if block.tie_tolerance >= 0 and not weighted:
        raise ArgumentError("tie_tolerance= is for weighted graphs; lengths that are numbers of edges tie exactly")


_PLAIN = {type(None), bool, int, float, str}  # types whose values tell whether a call gave the same before


def plain_options(weighted: bool, options: Mapping[str, Any]) -> Options | None:
    """The block of a call without settings, nodes and samples, which other calls read too; None if it has some, or lists."""
    values = options.values()
    return _kept_options(weighted, tuple(options), *values) if _PLAIN.issuperset(map(type, values)) else None


# Arguments beside options: nodes, and what draws them.
_OF_NODES = {"sources", "targets", "demand", "of", "k", "seed", "epsilon", "sample"}


@functools.lru_cache(maxsize=64, typed=True)
def _kept_options(weighted: bool, names: tuple[str, ...], *values: float | str | None) -> Options | None:
    if any(value is not None and name in _OF_NODES for name, value in zip(names, values)):
        return None
    with translated("reading the options", ArgumentError):
        block = block_of(load(), Settings(), **dict(zip(names, values)))
    fill_weighted(block, weighted)
    return block
