"""Where streets meet: ends with the same coordinates, or with almost the same ones."""

from __future__ import annotations

import math
from collections.abc import Iterable

from ..errors import DataError, shown, warn_caller
from ._lines import Lines, Point

End = tuple[int, int]  # a street, and 0 for its first point or 1 for its last
CROWD = 1000  # streets at one junction; d of them are d (d - 1) / 2 turns
NEXT = ((1, 0), (0, 1), (1, 1), (1, -1))  # neighbors of a cell; the other four have it among theirs
CENTIMETER = 2  # decimals
SHORT = 1000  # a gap is at most so small a part of a street
SLOPE = 0.6180339887  # of the golden ratio, which grids are farthest from


def junctions(lines: Lines, decimals: int | None) -> dict[Point, list[End]]:
    """The ends of lines at each junction, by its place, in order of first appearance."""
    ends = _ends(lines)
    if decimals is not None:
        ends = {place: sorted(end for point in points for end in ends[point])
                for place, points in _joined(ends, decimals).items()}
    for place, some in ends.items():
        _refuse_crowd(place, len(some))
    return ends


def warn_of_gaps(lines: Lines, decimals: int | None) -> None:
    """Warns of ends that do not meet and are less than about a centimeter apart, or a thousandth of a street if that is less.
    Whoever gives decimals has decided about them."""
    if decimals is not None:
        return
    ends = _ends(lines)
    mean = math.fsum(math.dist(points[0], points[-1]) for points in lines.points) / len(lines.points)
    digits = min(300, max(CENTIMETER, math.ceil(math.log10(SHORT) - math.log10(mean)))) if 0 < mean < math.inf else CENTIMETER
    some = _neighbored(ends, 2 * 10.0 ** -digits)
    groups = _joined(some, digits).values()
    first = next((group for group in groups if len(group) > 1), None)
    if first is not None:
        a, b = (lines.name(ends[point][0][0]) for point in first[:2])
        warn_caller(f"{len(some) - len(groups):,} of {len(ends):,} places where streets end are within about "
                    f"{10.0 ** -digits:g} of another one, and streets do not meet there, first {a} and {b} at "
                    f"{shown(first[0])} and {shown(first[1])}: "
                    f"decimals={digits} joins them. If they are apart on purpose, give more decimals")


def _ends(lines: Lines) -> dict[Point, list[End]]:
    found: dict[Point, list[End]] = {}
    for row, points in enumerate(lines.points):
        for end in (0, 1):
            x, y = points[-end]
            found.setdefault((x + 0.0, y + 0.0), []).append((row, end))
    return found


def _neighbored(points: dict[Point, list[End]], gap: float) -> list[Point]:
    """The points, but for most of those without another within half the gap in both coordinates. Along a line that is oblique to
    every grid, such points are less than the gap from the next one."""
    along = sorted((x + SLOPE * y, (x, y)) for x, y in points)
    near = [False, *(b - a <= gap for (a, _), (b, _) in zip(along, along[1:])), False]
    kept = {point for (_, point), before, after in zip(along, near, near[1:]) if before or after}
    return [point for point in points if point in kept]


def _joined(points: Iterable[Point], decimals: int) -> dict[Point, list[Point]]:
    """Groups of points, by the rounded coordinates of the first: those of the same rounded coordinates, which are a cell, and
    those of cells with points that are at most half a unit of the last decimal apart, also by way of others. In order of first
    appearance."""
    unit = 10.0 ** -decimals
    cells: dict[Point, list[Point]] = {}
    for x, y in points:
        cells.setdefault((round(x, decimals) + 0.0, round(y, decimals) + 0.0), []).append((x, y))
    for place, some in cells.items():  # before points are compared
        _refuse_crowd(place, len(some))
    order = {place: number for number, place in enumerate(cells)}
    owners: dict[Point, Point] = {}  # of cells that were joined to an earlier one

    def owner(place: Point) -> Point:
        while place in owners:
            owners[place] = place = owners.get(owners[place], owners[place])
        return place

    for place, some in cells.items():
        for right, up in NEXT:
            other = (round(place[0] + right * unit, decimals) + 0.0, round(place[1] + up * unit, decimals) + 0.0)
            if other != place and other in cells and any(math.dist(a, b) <= unit / 2 for a in some for b in cells[other]):
                a, b = sorted((owner(place), owner(other)), key=order.__getitem__)
                if a != b:
                    owners[b] = a
    found: dict[Point, list[Point]] = {}
    for place, some in cells.items():
        found.setdefault(owner(place), []).extend(some)
    return found


def _refuse_crowd(place: Point, ends: int) -> None:
    if ends > CROWD:
        raise DataError(f"{ends:,} ends of lines meet at {shown(place)}, but a junction may have at most {CROWD:,}: "
                        "are the coordinates too coarse, or decimals= too small?")
