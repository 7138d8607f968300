"""Random samples of nodes: those that NetworkX draws for the same seed."""

from __future__ import annotations

import operator
import sys
from collections.abc import Iterable
from typing import Any, Protocol

from ..errors import ArgumentError, shown


class Sampler(Protocol):
    def sample(self, population: range, k: int, /) -> Iterable[int]: ...


def sample(k: Any, seed: Any, count: int) -> list[int]:
    """Positions of k of `count` nodes, those that networkx.betweenness_centrality(G, k, seed=seed) picks."""
    try:
        number = operator.index(k)
    except Exception:
        raise ArgumentError(f"k must be a whole number of sources, not {shown(k)}") from None
    if number < 0:
        raise ArgumentError(f"k={shown(number)} is negative; give the number of sources to sample")
    if number > count:
        raise ArgumentError(f"k={shown(number)} is larger than the number of nodes, {count}")
    if number == 0:
        raise ArgumentError("k=0 samples nothing; give the number of sources to sample, or leave k= out for all")
    if number == count:
        return list(range(count))  # all of them, without a draw, as NetworkX does
    return [int(position) for position in _sampler(seed).sample(range(count), number)]


def _sampler(seed: Any) -> Sampler:
    """What draws the sample, as networkx.utils.create_py_random_state makes it."""
    import random

    if seed is None or seed is random:
        return random
    if isinstance(seed, int):
        return random.Random(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        own = numpy.random.mtrand._rand
        if seed is numpy.random or seed is own:
            return _bits_of(own)
        if isinstance(seed, numpy.random.Generator):
            return _bits_of(seed)
        if isinstance(seed, numpy.random.RandomState):
            return _Legacy(seed)
    if hasattr(seed, "sample"):
        sampler: Sampler = seed
        return sampler
    raise ArgumentError(f"seed must be None, a whole number or a random number generator, not {shown(seed)}")


class _Legacy:
    """numpy's first generator with its own way to choose."""

    def __init__(self, state: Any):
        self._state = state

    def sample(self, population: range, k: int) -> Iterable[int]:
        picked: Iterable[int] = self._state.choice(len(population), size=(k,), replace=False)
        return picked


def _bits_of(generator: Any) -> Sampler:
    """Python's algorithms over the bits of a numpy generator."""
    import random

    class Bits(random.Random):
        def random(self) -> float:
            return float(generator.random())

        def getrandbits(self, k: int) -> int:
            """k bits: the first ones of so many bytes, the most significant first."""
            size = -(-k // 8)
            return int.from_bytes(generator.bytes(size), "big") >> (8 * size - k)

    return Bits()
