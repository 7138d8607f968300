"""Coordinate systems: what is refused or warned of before lengths and angles are taken from coordinates."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from .._validation import is_mapping
from ..errors import ArgumentError, shown, warn_caller

DEGREES = "degrees of longitude and latitude, in which angles and lengths are distorted"
PROJECT = "project them first, lines.to_crs(lines.estimate_utm_crs())"
READ = "lines = geopandas.GeoDataFrame.from_features(features, crs=4326); lines.to_crs(lines.estimate_utm_crs())"
WIDEST = 10  # degrees: where all coordinates lie within so many, and not all are whole numbers, they are hardly meters
FINE = 6  # decimals of degrees: 0.1 m
SPHERE = 6_378_137  # meters: the radius of Web Mercator


def is_frame(lines: Any) -> bool:
    """Whether this is a GeoDataFrame or a GeoSeries."""
    return hasattr(lines, "geometry") and hasattr(lines, "index")


def check_system(lines: Any, shapes: list[Any], points: list[list[tuple[float, float]]]) -> None:
    """An error for degrees that are known to be some, a warning for what looks like them and for distorted or other units.

    GeoJSON is in degrees (RFC 7946) unless it names another system; coordinates beyond 180 or 90 cannot be."""
    frame = is_frame(lines)
    geojson = not frame and _is_geojson(lines, shapes)
    system = getattr(lines, "crs", None) if frame else _named(lines)
    if system is not None and getattr(system, "is_geographic", False):
        raise ArgumentError(f"the coordinates are {DEGREES}: {PROJECT if frame else READ}")
    west, east = _range(x for line in points for x, _ in line)
    south, north = _range(y for line in points for _, y in line)
    globe = -180 <= west and east <= 180 and -90 <= south and north <= 90
    if globe and geojson and system is None:
        raise ArgumentError(f"the coordinates of GeoJSON are {DEGREES}, unless \"crs\" names another system: {READ}")
    if globe and max(east - west, north - south) < WIDEST and any(x % 1 or y % 1 for line in points for x, y in line):
        warn_caller(f"the coordinates, {west:g} to {east:g} and {south:g} to {north:g}, look like {DEGREES}: if they are, "
                    "set lines = geopandas.GeoSeries(lines).set_crs(4326, allow_override=True), and give "
                    "lines.to_crs(lines.estimate_utm_crs())")
    elif system is not None:
        _warn_of_units(system, (south + north) / 2)


def warn_of_decimals(lines: Any, decimals: int | None) -> None:
    """Warns of ends in degrees that are joined over more than some decimeters."""
    system = getattr(lines, "crs", None) if is_frame(lines) else None
    if decimals is not None and decimals < FINE and system is not None and getattr(system, "is_geographic", False):
        warn_caller(f"decimals={decimals}: the coordinates are degrees, {10.0 ** -decimals:g} of which are about "
                    f"{111_000 * 10.0 ** -decimals:,.2g} meters, and ends that are so near are one junction. decimals={FINE + 1} "
                    f"joins ends within a centimeter or so; or {PROJECT}")


def _range(values: Iterable[float]) -> tuple[float, float]:
    least, most = math.inf, -math.inf
    for value in values:
        least, most = min(least, value), max(most, value)
    return least, most


def _is_geojson(lines: Any, shapes: list[Any]) -> bool:
    """A shape of shapely has the same interface, but no system: it is no GeoJSON."""
    if is_mapping(lines):
        return isinstance(lines.get("type"), str) or any(map(is_mapping, shapes))
    interface = getattr(lines, "__geo_interface__", None)
    if is_mapping(interface):
        return interface.get("type") in ("Feature", "FeatureCollection")
    return any(map(is_mapping, shapes))


def _named(lines: Any) -> Any:
    """The system that GeoJSON names, as a pyproj.CRS; None if it names none, or one that is unknown here."""
    found = lines if is_mapping(lines) else getattr(lines, "__geo_interface__", None)
    crs = found.get("crs") if is_mapping(found) and isinstance(found.get("type"), str) else None
    properties = crs.get("properties") if is_mapping(crs) else None
    name = properties.get("name") if is_mapping(properties) else None
    if not isinstance(name, str):
        return None
    try:
        import pyproj

        return pyproj.CRS.from_user_input(name)
    except ImportError:
        return None
    except pyproj.exceptions.CRSError:
        return None


def _warn_of_units(system: Any, middle: float) -> None:
    """Warns of Web Mercator, which stretches lengths, and of units other than the meter. `middle` is that of the y."""
    system = next(iter(getattr(system, "sub_crs_list", ())), system)  # without the heights of a compound system
    axes = getattr(system, "axis_info", None) or ()
    unit, meters = (axes[0].unit_name, axes[0].unit_conversion_factor) if axes else ("meter", 1)
    number = system.to_epsg() if hasattr(system, "to_epsg") else None
    name = f"{getattr(system, 'name', None) or shown(system)}" + (f" (EPSG:{number})" if number else "")
    method = getattr(getattr(system, "coordinate_operation", None), "method_name", None) or ""
    if "Mercator" in method and not any(word in method for word in ("Transverse", "Oblique")):
        factor = math.cosh(middle / SPHERE) if abs(middle) < 20 * SPHERE else math.inf
        warn_caller(f"the coordinates are in {name}, whose unit is a meter at the equator alone: lengths are {factor:.2f} "
                    f"times as long here; {PROJECT}")
    elif meters != 1:
        warn_caller(f"the coordinates are in {name}, whose unit is the {unit}: lengths, cutoff= and radius= are in it, not in "
                    "meters; for meters, lines.to_crs(lines.estimate_utm_crs())")
