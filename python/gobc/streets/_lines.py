"""Lines as people have them: what they are called, their points in a plane, and their lengths."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

from .._validation import is_mapping
from ..errors import ArgumentError, ArgumentTypeError, DataError, kind_of, shown, translated, warn_caller
from ._systems import check_system, is_frame

Point = tuple[float, float]

WANTED = ("a GeoDataFrame or GeoSeries of LineStrings, GeoJSON, anything with __geo_interface__, a dict {label: line}, or a "
          "list of lines, each a LineString or a list of its points (x, y)")
_SINGLE = ("LineString", "LinearRing")
# Values of a column "oneway", as text: of booleans, of OpenStreetMap and of Geofabrik (B, T) and Esri (TF), and missing ones.
_BOTH_WAYS = ("false", "no", "0", "0.0", "b", "both", "", "none", "nan", "<na>", "reversible", "alternating")
_BACKWARDS = ("-1", "-1.0", "t", "tf", "reverse")


class Lines(NamedTuple):
    """Streets: labels (None: their row numbers), the points of each, and the length of each. No two points in a row are the
    same."""

    labels: list[Any] | None
    points: list[list[Point]]
    lengths: list[float]

    def name(self, row: int) -> str:
        return _name(self.labels, row)


def read_lines(lines: Any, length: Any = None, angles: bool = False, directed: bool = False) -> Lines:
    """The streets of an input. `length` names a column of lengths or property of features, or holds a length for each line.
    `angles` says whether those between lines are needed, `directed` whether streets lead from their first point to their last."""
    with translated("reading the lines"):
        labels, shapes, table = _parts(lines)
        if not shapes:
            raise DataError("there are no lines")
        if labels == list(range(len(shapes))):
            labels = None
        points = [_points(shape, labels, row) for row, shape in enumerate(shapes)]
        if angles or length is None:
            check_system(lines, shapes, points)
        lengths = _lengths(points, labels) if length is None else _given(length, lines, table, labels, points)
        found = Lines(labels, points, lengths)
        one_way = _one_way(table) if directed else []
    _warn_of_twins(found, directed)
    _warn_of_bends(found)
    _warn_of_one_direction(found, [row for row, value in enumerate(one_way) if value in _BOTH_WAYS])
    _warn_of_backwards(found, [row for row, value in enumerate(one_way) if value in _BACKWARDS])
    return found


def _name(labels: Sequence[Any] | None, row: int) -> str:
    return f"line {row}" if labels is None else f"line {shown(labels[row])} (row {row})"


# ---- containers ----

def _parts(lines: Any) -> tuple[list[Any] | None, list[Any], Any]:
    """Labels, shapes, and what has columns or properties of lengths."""
    if kind_of(lines).startswith("networkx."):
        raise ArgumentError(f"lines is {kind_of(lines)}: give a table of its edges with their shapes, such as "
                            "osmnx.graph_to_gdfs(osmnx.convert.to_undirected(graph), nodes=False)")
    if is_frame(lines):
        return _unique(lines.index.tolist()), list(lines.geometry), lines
    found = lines if is_mapping(lines) else getattr(lines, "__geo_interface__", None)
    if is_mapping(found) and isinstance(found.get("type"), str):
        return _geojson(found)
    if is_mapping(lines):
        return list(lines), list(lines.values()), None
    if isinstance(lines, (str, bytes, os.PathLike)) or not isinstance(lines, Iterable):
        raise ArgumentTypeError(f"lines is {kind_of(lines)}, but must be {WANTED}{_reading(lines)}")
    shapes = list(lines)
    if any(map(is_frame, shapes)):
        raise ArgumentTypeError(f"lines is a {type(lines).__name__} of frames: give the one that has the lines, such as "
                                "osmnx.graph_to_gdfs(graph, nodes=False)")
    return None, shapes, None


def _reading(lines: Any) -> str:
    """How to read a file or a text of lines."""
    if not isinstance(lines, (str, bytes, os.PathLike)):
        return ""
    if not isinstance(lines, os.PathLike) and lines.lstrip()[:1] in ("{", b"{"):
        return ". GeoJSON as text is read by geopandas.read_file(io.StringIO(text))"
    return ". A file is read by geopandas.read_file(path)"


def _unique(labels: list[Any]) -> list[Any]:
    seen = set()
    for label in labels:
        if label in seen:
            raise DataError(f"the index has {shown(label)} more than once, but scores are returned by the index: "
                            "give streets.reset_index(drop=True)")
        seen.add(label)
    return labels


def _geojson(found: Mapping[str, Any]) -> tuple[list[Any] | None, list[Any], Any]:
    kind = found["type"]
    if kind == "FeatureCollection":
        features = list(found["features"])
        labels = [feature.get("id") for feature in features]
        usable = None not in labels and len(set(labels)) == len(labels)
        return labels if usable else None, [feature.get("geometry") for feature in features], features
    if kind == "GeometryCollection":
        return None, list(found["geometries"]), None
    if kind == "MultiLineString":
        return None, list(found["coordinates"]), None
    return None, [found], None


# ---- one line ----

def _points(shape: Any, labels: Sequence[Any] | None, row: int) -> list[Point]:
    """The points of a line without repetitions, in the plane: a third coordinate is left out."""
    points: list[Point] = []
    for at, point in enumerate(_raw_points(shape, labels, row)):
        try:
            place = (float(point[0]), float(point[1]))
        except (TypeError, ValueError, IndexError, KeyError):
            raise DataError(f"{_name(labels, row)}: point {at} is {shown(point)}, but must be (x, y)") from None
        if not (math.isfinite(place[0]) and math.isfinite(place[1])):
            raise DataError(f"{_name(labels, row)}: point {at} is {shown(place)}, but coordinates must be finite")
        if not points or place != points[-1]:
            points.append(place)
    if len(points) < 2:
        raise DataError(f"{_name(labels, row)} has {'no' if not points else 'only one'} point and so no length: drop it")
    return points


def _raw_points(shape: Any, labels: Sequence[Any] | None, row: int) -> Iterator[Any]:
    kind = getattr(shape, "geom_type", None)  # shapely's
    if kind in _SINGLE:
        return iter(shape.coords)
    found = shape if is_mapping(shape) else getattr(shape, "__geo_interface__", None)
    if found is not None:
        if found.get("type") == "Feature":
            found = found.get("geometry") or {}
        kind, shape = found.get("type"), found.get("coordinates", ())
        if kind == "MultiLineString":
            if len(shape) != 1:
                raise DataError(f"{_name(labels, row)} is a MultiLineString of {len(shape)} lines: make a row of each, "
                                "streets.explode(ignore_index=True)")
            kind, shape = "LineString", shape[0]
        if kind not in _SINGLE:
            raise DataError(f"{_name(labels, row)} is a {kind or 'shape without a type'}, but must be a LineString")
    if shape is None or isinstance(shape, (str, bytes)) or not isinstance(shape, Iterable):
        raise DataError(f"{_name(labels, row)} is {shown(shape)}, but must be a LineString or a list of points (x, y)")
    return iter(shape)


# ---- lengths ----

def _lengths(points: list[list[Point]], labels: Sequence[Any] | None) -> list[float]:
    found = [math.fsum(map(math.dist, line, line[1:])) for line in points]
    for row, value in enumerate(found):
        if not 0 < value < math.inf:
            raise DataError(f"{_name(labels, row)}: its length is {value}, beyond what float64 holds")
    return found


def _given(length: Any, lines: Any, table: Any, labels: Sequence[Any] | None, points: list[list[Point]]) -> list[float]:
    if isinstance(length, str):
        length = _column(length, table)
    elif isinstance(length, (bytes, Set)) or not isinstance(length, Iterable):
        raise ArgumentTypeError(f"length is {shown(length)}, but must be the name of a column, or a length for each line")
    elif is_mapping(length):
        length = _by_label(length, range(len(points)) if labels is None else labels)
    elif hasattr(length, "index") and hasattr(length, "tolist"):
        rows = length.index.tolist()
        if is_frame(lines) and rows != lines.index.tolist():
            raise DataError("length has a different index from the lines, and would be taken by position: give "
                            "length=length.reindex(lines.index)")
        by_label = labels is not None and sorted(map(repr, rows)) == sorted(map(repr, labels))
        length = _by_label(dict(zip(rows, length.tolist())), labels or ()) if by_label else length.tolist()
    values = [*length]
    if len(values) != len(points):
        raise DataError(f"length has {len(values):,} values for {len(points):,} lines")
    found = []
    for row, value in enumerate(values):
        try:
            number = math.nan if isinstance(value, bool) else float(value)
        except (TypeError, ValueError):
            number = math.nan
        if not 0 < number < math.inf:
            raise DataError(f"{_name(labels, row)}: the length is {shown(value)}, but must be a finite number above 0")
        found.append(number)
    return found


def _by_label(length: Mapping[Any, Any], labels: Sequence[Any]) -> list[Any]:
    for label in labels:
        if label not in length:
            raise DataError(f"length has no value for line {shown(label)}: give one for each line, by its label")
    return [length[label] for label in labels]


def _column(name: str, table: Any) -> Iterable[Any]:
    if hasattr(table, "columns"):
        if name not in table.columns:
            raise ArgumentError(f"length={shown(name)} is no column of the table")
        return table[name].tolist()  # type: ignore[no-any-return]
    if isinstance(table, list):  # features
        return [(feature.get("properties") or {}).get(name) for feature in table]
    raise ArgumentError(f"length={shown(name)} names a column, but the lines have no columns: give a length for each line")


# ---- directions ----

def _warn_of_twins(lines: Lines, directed: bool) -> None:
    """Warns about a line that comes twice, as both directions of a street do in a directed table of edges. In a directed graph
    they are right, and only lines of one direction are the same."""
    seen: dict[tuple[Point, ...], int] = {}
    first, twins = None, 0
    for row, points in enumerate(lines.points):
        key = tuple(points) if directed else min(tuple(points), tuple(reversed(points)))
        other = seen.setdefault(key, row)
        if other != row:
            twins += 1
            first = first or (other, row)
    if first is not None:
        more = f", and {twins - 1:,} more lines have that of another" if twins > 1 else ""
        advice = ("If they are one street, keep one of them: streets.drop_duplicates(\"geometry\")" if directed else
                  "If they are the two directions of one, keep one of them, such as by osmnx.convert.to_undirected(graph); if "
                  "one-way streets matter, keep all of them, and call primal with directed=True")
        warn_caller(f"{lines.name(first[1])} has the shape of {lines.name(first[0])}{more}: each counts as a street of its own. "
                    f"{advice}")


def _warn_of_bends(lines: Lines) -> None:
    """Warns of streets that have a point in common which is no end of both: ways of OpenStreetMap, which pass junctions, are not
    split there. The two directions of a street have all points in common."""
    seen = {point: row for row, points in enumerate(lines.points) for point in (points[0], points[-1])}
    passed: dict[Point, tuple[int, int]] = {}
    for row, points in enumerate(lines.points):
        for point in points[1:-1]:
            other = seen.setdefault(point, row)
            if other != row and lines.points[other] not in (points, points[::-1]) or point in (points[0], points[-1]):
                passed.setdefault(point, (other, row))
    if passed:
        point, (other, row) = next(iter(passed.items()))
        warn_caller(f"{len(passed):,} places lie within lines that have them in common with others, and streets do not meet "
                    f"there, first {lines.name(other)} and {lines.name(row)} at {shown(point)}: split lines where they meet; "
                    "docs/howto/streets.md shows how")


def _one_way(table: Any) -> list[str]:
    """What a column "oneway" says, in small letters; nothing without such a column. OpenStreetMap leaves the tag out where
    streets are open in both directions."""
    columns = table.columns if hasattr(table, "columns") else [
        name for feature in table or () for name in feature.get("properties") or ()]
    name = next((name for name in columns if isinstance(name, str) and name.lower() == "oneway"), None)
    return [] if name is None else [str(value).strip().lower() for value in _column(name, table)]


def _warn_of_one_direction(lines: Lines, two_way: list[int]) -> None:
    """Warns where most streets that are open in both directions stand in the lines in one of them alone."""
    found = set(map(tuple, lines.points)) if two_way else set()
    lone = [row for row in two_way if tuple(reversed(lines.points[row])) not in found]
    if 2 * len(lone) > len(two_way):
        warn_caller(f"directed=True: every line leads from its first point to its last alone, and the column oneway says that "
                    f"{len(lone):,} of {len(lines.points):,} lines, first {lines.name(lone[0])}, are open in both directions: "
                    "give each of these in both. osmnx.graph_to_gdfs of a directed graph does, but not after "
                    "osmnx.convert.to_undirected(graph), and osmnx.save_graph_geopackage does with directed=True")


def _warn_of_backwards(lines: Lines, rows: list[int]) -> None:
    """Warns of streets that lead from their last point to their first."""
    if rows:
        warn_caller(f"directed=True: every line leads from its first point to its last, and the column oneway says that "
                    f"{len(rows):,} of {len(lines.points):,} lines, first {lines.name(rows[0])}, are open in the other direction "
                    "alone: turn these, geometry.reverse()")
