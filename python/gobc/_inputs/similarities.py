"""Weights and cutoffs that are hardly lengths: weights whose name says that more of them is nearer, where a length says farther,
and cutoffs of a graph without lengths."""

from __future__ import annotations

import math
import re

from .._registry import CORRELATIONS, LENGTH_WORDS, PROBABILITIES, SCORES, STRENGTHS, TOP_SCORE
from ..errors import shown

# A cutoff above this is hardly a number of edges. People name walks of 400 to 2,000 m. The longest shortest path of the bladder
# network has 19 edges, that of a small world of 100,000 nodes 12.
MANY_EDGES = 100


def remark_on_cutoff(cutoff: object) -> str | None:
    """What to say about a cutoff of a graph without weights, if it is hardly a number of edges; None if nothing."""
    if type(cutoff) not in (int, float, list, tuple) and type(cutoff).__module__ != "numpy":
        return None
    try:
        several = cutoff if isinstance(cutoff, (list, tuple)) else getattr(cutoff, "flat", [cutoff])
        most = max(filter(math.isfinite, map(float, several)), default=0.0)  # numbers, or what the call says are none
    except (ArithmeticError, TypeError, ValueError):
        return None
    if not 0 < most < math.inf or most <= MANY_EDGES and most.is_integer():
        return None
    return (f"cutoff={most:g} counts edges, because the graph has no weights: if it is a length, give the lengths of edges with "
            "weight= where the graph is made")


def remark(name: str | None, largest: float) -> str | None:
    """What to say about a weight of this name, if it is no length, and up to so much; None if nothing."""
    words = set(re.findall(r"[a-z]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", name or "").lower()))
    if name is None or words.intersection(LENGTH_WORDS) or re.match(r"\s*[-\d(]", name):
        return None
    kinds = [kind for kind in (PROBABILITIES, CORRELATIONS, SCORES, STRENGTHS) if words.intersection(kind)]
    if not kinds:
        return None
    return (f"weight={shown(name)} is taken as a length: the larger, the farther. Its name says the opposite. Make a length of "
            f"it first, for values of this range {_rule(kinds[0], name, largest)}; see \"Weights as lengths\" in the "
            "documentation. If it is a length, rename it")


def _rule(kind: tuple[str, ...], name: str, largest: float) -> str:
    """What makes a length above 0 of every value up to the largest."""
    x = name if name.isidentifier() else "x"
    if kind is STRENGTHS or largest > TOP_SCORE or 1 < largest <= TOP_SCORE / 10:
        return f"1 / {x}"
    if largest > 1:
        return f"{TOP_SCORE + (largest == TOP_SCORE)} - {x}"
    cap = x if largest < 1 else f"min({x}, 0.999)"
    if kind is PROBABILITIES:
        return f"-log({cap})"
    return f"sqrt(2 * (1 - {cap}))" if kind is CORRELATIONS else f"1 - {cap}"
