"""The change of direction from one street to the next.

Angles are whole numbers of units, 10^-`digits` degree each. Directions are rounded to thousandths of a degree before they are
subtracted, so that turns in one sense add up to the difference of the first and the last direction, whatever is between: such
ways tie exactly. Of ways with one angle the shorter one counts: below the thousandths, units count lengths in steps of a power
of ten, a millionth to a hundred thousandth of the mean length, which tells 59.9 m from 60 m in every town. With 12 digits a way
of up to 250 mean streets adds less than half a thousandth, so that no length outweighs an angle.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from sys import float_info
from typing import Literal, NamedTuple

from ._junctions import End
from ._lines import Lines, Point

Angle = Literal["line", "ends", "chord"]
ANGLES = ("line", "ends", "chord")

ROUND = 360_000  # thousandths of a degree
HALF = ROUND // 2
FINEST, COARSEST = 12, 10  # digits of units; ways of up to 9,000 or 900,000 degrees are whole numbers of 53 bits then
MOST_OF_DUAL, LEAST_OF_DUAL = 9, 6  # of decimals that the library adds exactly; with 6, turns are 32 bits
ALL_STEPS_OF_DUAL = 10  # digits with which an angle of the dual graph would have lengths of a single step
MOST = 2 ** 53 - 1  # the most units that float64 adds exactly
STEPS = 5  # decimal places of a mean length, below its first digit, that tell lengths apart


class Shape(NamedTuple):
    """What a street adds to turns, at its first and its last point: the direction of leaving it there, in thousandths of a
    degree; the turning between there and its middle, in halves of a thousandth; and its length in steps."""

    outward: tuple[int, int]
    inner: tuple[int, int]
    length: int


def turns(ends: list[End]) -> Iterator[tuple[End, End]]:
    """Each pair of ends of different streets at a junction, once."""
    for at, first in enumerate(ends):
        for second in ends[at + 1:]:
            if first[0] != second[0]:
                yield first, second


def shapes(lines: Lines, angle: Angle) -> list[Shape]:
    """Directions, inner turns and lengths of all streets."""
    mean = math.fsum(lines.lengths) / len(lines.lengths)
    step = 10.0 ** (math.floor(math.log10(mean)) - STEPS)
    return [_shape(points, angle, max(1, round(length / step))) for points, length in zip(lines.points, lines.lengths)]


def cost(streets: list[Shape], first: End, second: End, digits: int, all_steps: int = FINEST) -> int:
    """Units of going from the middle of a street over its end to the middle of another, over that one's end. A street adds its
    length in two halves, so that a unit is half a step of length, or more with fewer digits than show all steps."""
    (a, leaving), (b, entering) = first, second
    halves = 2 * _between(streets[a].outward[leaving], streets[b].outward[entering] + HALF)
    halves += streets[a].inner[leaving] + streets[b].inner[entering]
    coarser: int = 10 ** (all_steps - digits)
    units: int = halves * 10 ** (digits - 3) // 2
    return units + sum(max(1, round(streets[street].length / coarser)) for street in (a, b))


def within(cutoff: float, digits: int) -> float:
    """Units of ways of at most so many degrees, whatever their length adds below half a thousandth."""
    if not 0 <= cutoff < math.inf:
        return cutoff
    if cutoff > MOST:  # than every way
        return min(cutoff * float(10 ** digits), float_info.max)
    return float((math.floor(round(cutoff * 2000, 6)) + 1) * 10 ** (digits - 3) // 2 - 1)


def _shape(points: list[Point], angle: Angle, length: int) -> Shape:
    if angle == "chord" and points[0] != points[-1]:
        points = [points[0], points[-1]]
    directions = [_direction(a, b) for a, b in zip(points, points[1:])]
    inner = _halves(points, directions) if angle == "line" else (0, 0)
    return Shape((directions[0] + HALF, directions[-1]), inner, length)


def _halves(points: list[Point], directions: list[int]) -> tuple[int, int]:
    """Halves of a thousandth of a degree that the line turns before and after its middle; a turn at the middle itself belongs to
    both."""
    if len(directions) == 1:
        return 0, 0
    pieces = [math.dist(a, b) for a, b in zip(points, points[1:])]
    before, after, passed, rest = 0, 0, 0.0, math.fsum(pieces)
    for piece, direction, following in zip(pieces, directions, directions[1:]):
        passed, rest = passed + piece, rest - piece
        turn = _between(direction, following)
        if math.isclose(passed, rest, rel_tol=1e-9):
            before, after = before + turn, after + turn
        elif passed < rest:
            before += 2 * turn
        else:
            after += 2 * turn
    return before, after


def _direction(a: Point, b: Point) -> int:
    return round(math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) * 1000)


def _between(first: int, second: int) -> int:
    """The angle between two directions, 0 to HALF."""
    return abs((second - first + HALF) % ROUND - HALF)
