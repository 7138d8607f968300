"""The change of direction from one street to the next.

Angles are counted in millionths of a degree, the units. Directions are rounded to thousandths of a degree before they are
subtracted, so that turns in one sense add up to the difference of the first and the last direction, whatever is between: such
ways tie exactly.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator
from typing import Literal, NamedTuple

from ._junctions import End
from ._lines import Lines, Point

Angle = Literal["line", "ends", "chord"]
ANGLES = ("line", "ends", "chord")

ROUND = 360_000  # thousandths of a degree
HALF = ROUND // 2
STEP = 1000  # units in a thousandth of a degree; turns of up to 2^32 units, 12 full circles, are compared fastest
PER_DEGREE = 1000 * STEP
MEAN = 100  # units that a street of mean length adds to an angle: of ways with one angle the shorter one counts


class Shape(NamedTuple):
    """What a street adds to turns, at its first and its last point: the direction of leaving it there, in thousandths of a
    degree; the turning between there and its middle, and half its length for ties, in units."""

    outward: tuple[int, int]
    inner: tuple[int, int]
    tie: int


def turns(ends: list[End]) -> Iterator[tuple[End, End]]:
    """Each pair of ends of different streets at a junction, once."""
    for at, first in enumerate(ends):
        for second in ends[at + 1:]:
            if first[0] != second[0]:
                yield first, second


def shapes(lines: Lines, angle: Angle) -> list[Shape]:
    """Directions and inner turns of all streets."""
    unit = math.fsum(lines.lengths) / len(lines.lengths) / MEAN
    return [_shape(points, angle, max(1, round(length / 2 / unit))) for points, length in zip(lines.points, lines.lengths)]


def cost(streets: list[Shape], first: End, second: End) -> int:
    """Units of going from the middle of a street over its end to the middle of another, over that one's end."""
    (a, leaving), (b, entering) = first, second
    turn = _between(streets[a].outward[leaving], streets[b].outward[entering] + HALF)
    return turn * STEP + streets[a].inner[leaving] + streets[b].inner[entering] + streets[a].tie + streets[b].tie


def degrees(units: array[int]) -> array[float]:
    return array("d", (value / PER_DEGREE for value in units))


def _shape(points: list[Point], angle: Angle, tie: int) -> Shape:
    if angle == "chord" and points[0] != points[-1]:
        points = [points[0], points[-1]]
    directions = [_direction(a, b) for a, b in zip(points, points[1:])]
    inner = _halves(points, directions) if angle == "line" else (0, 0)
    return Shape((directions[0] + HALF, directions[-1]), inner, tie)


def _halves(points: list[Point], directions: list[int]) -> tuple[int, int]:
    """Units of turning before and after the middle of the line; a turn at the middle itself belongs to both by halves."""
    if len(directions) == 1:
        return 0, 0
    pieces = [math.dist(a, b) for a, b in zip(points, points[1:])]
    before, after, passed, rest = 0, 0, 0.0, math.fsum(pieces)
    for piece, direction, following in zip(pieces, directions, directions[1:]):
        passed, rest = passed + piece, rest - piece
        turn = _between(direction, following) * STEP
        if math.isclose(passed, rest, rel_tol=1e-9):
            before, after = before + turn // 2, after + turn // 2
        elif passed < rest:
            before += turn
        else:
            after += turn
    return before, after


def _direction(a: Point, b: Point) -> int:
    return round(math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) * 1000)


def _between(first: int, second: int) -> int:
    """The angle between two directions, 0 to HALF."""
    return abs((second - first + HALF) % ROUND - HALF)
