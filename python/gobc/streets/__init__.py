"""Street networks from the shapes of streets: junctions and lengths, or streets and the angles between them.

Lines are what geopandas, momepy and OSMnx have: a GeoDataFrame of LineStrings, GeoJSON, or lists of points, in a plane (a
projected coordinate system). Streets meet where they have an end in common; lines that merely cross do not meet.
docs/howto/streets.md compares the values with those of momepy, cityseer and depthmapX.
"""

from __future__ import annotations

import contextlib
import json
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from .._arrow import column_from_buffer, numeric_view, struct_columns, struct_of
from .._distances import distance_batches
from .._library import limited, measure_names
from .._names import check_names, no_name_of
from .._options import Run, Settings
from .._registry import Cutoffs
from .._settings import resolve
from .._validation import flag, is_list, number, numbers, seconds
from ..errors import ArgumentError, DataError, shown
from ..graph import Graph
from ..results import Result
from ._junctions import End, junctions, warn_of_gaps
from ._lines import Lines, read_lines
from ._systems import warn_of_decimals
from ._turns import (
    ALL_STEPS_OF_DUAL,
    ANGLES,
    COARSEST,
    FINEST,
    LEAST_OF_DUAL,
    MOST,
    MOST_OF_DUAL,
    Angle,
    Shape,
    cost,
    shapes,
    turns,
    within,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["angular_betweenness", "angular_closeness", "dual", "primal"]


def primal(lines: Any, *, length: Any = None, decimals: int | None = None, directed: bool = False) -> Graph:
    """The graph of junctions, with an edge for each street that is as long as the street.

    Parameters
    ----------
    lines
        A GeoDataFrame or GeoSeries of LineStrings; GeoJSON or anything with ``__geo_interface__``; a dict {label: line}; or a
        list of lines, each a LineString or a list of its points (x, y). A third coordinate is left out. A MultiLineString of
        one line is that line. GeoJSON is in degrees unless its member "crs" names another system.
    length
        Lengths of the streets: the name of a column, a number for each line, or a dict by their labels. A Series beside a frame
        must have its index. Default: the length of the line, in the unit of the coordinates. ``length=lines.length.round(3)``
        makes them decimals, which are added exactly: then the reductions of road networks apply, and betweenness of all pairs is
        many times as fast.
    decimals
        Ends meet where their coordinates, rounded to so many decimals, are the same (2: centimeters, if the unit is the
        meter), and where they are at most half a unit of the last decimal apart (5 millimeters), also by way of other ends. A
        junction is named by the rounded place of its first end. Default: where they are the same without rounding.
    directed
        Whether streets lead from their first point to their last one only. Then a street for both directions takes two lines, as
        in ``osmnx.graph_to_gdfs`` of a directed graph. gobc warns where a column oneway says that this is not so, or that streets
        lead backwards.

    Returns
    -------
    Graph
        Weighted. Nodes are the places (x, y) of the junctions, in order of first appearance; edges are the streets in their
        order, also parallel ones and loops.

    Raises
    ------
    DataError
        With the row and its label: no lines, empty or missing shapes, points and polygons, coordinates that are not finite, a
        line without length, lengths that are not above 0, an index with a label twice, more than 1,000 ends at a junction.
    ArgumentError, ArgumentTypeError
        Coordinates in degrees, what are no lines, and arguments that do not fit.

    Warns
    -----
    GobcWarning
        Coordinates that look like degrees, Web Mercator, and units other than the meter; less than 6 decimals of degrees; lines
        that stand there twice, or, with ``directed``, in one direction alone; lines that end at a bend of another one, and do not
        meet it; without ``decimals``, ends that do not meet and ``decimals=2`` would join, or those that are a thousandth of a
        mean street apart if that is less.

    Notes
    -----
    O(points) time and memory.

    Examples
    --------
    >>> import gobc
    >>> town = gobc.streets.primal([[(0, 0), (30, 40), (60, 40)], [(60, 40), (60, 90)], [(60, 40), (100, 40)]])
    >>> town.betweenness(normalized=False).value((60.0, 40.0))
    3.0
    >>> town.eccentricity().value((0.0, 0.0))
    130.0
    """
    one_way = bool(flag(directed, "directed"))
    found, digits = _read(lines, length, decimals, directed=one_way)
    places = junctions(found, digits)
    ends = (array("q", bytes(8 * len(found.points))), array("q", bytes(8 * len(found.points))))
    for place, of_place in enumerate(places.values()):
        for street, end in of_place:
            ends[end][street] = place
    return _graph(ends[0], ends[1], array("d", found.lengths), list(places), len(places), one_way)


def dual(lines: Any, *, by: Literal["angle", "length"] = "angle", angle: Angle = "line", length: Any = None,
         decimals: int | None = None) -> Graph:
    """The dual graph: streets are nodes, and an edge joins two streets at a junction where both end.

    Its weight is the change of direction in degrees, 0 for straight on, 180 for back; a length of 0 is none, so a street of mean
    length also adds 0.00002 to 0.0002 degree: of ways with the same angle, the shorter one counts. Lengths are compared in steps
    of a power of ten, a millionth to a hundred thousandth of the mean length (1 mm for 100 to 1,000 m); in a network of more
    than some ten thousand streets, in steps of ten to a thousand times as much. A ``cutoff`` in degrees must leave room for that:
    a hundredth more, where ``angular_betweenness`` takes it to the letter.

    Parameters
    ----------
    lines, length, decimals
        As in ``primal``.
    by
        "angle", or "length": half the lengths of both streets, which is the way from middle to middle.
    angle
        What turns: "line" (default), all of the way from the middle of a street to the middle of the next, along the bends of
        both, as in cityseer; "ends", only the turn at the junction, between the first pieces of the lines there; "chord", that
        between the straight lines from end to end, as in momepy. They are the same where streets are straight. A closed line
        has no chord, and turns as with "ends".

    Returns
    -------
    Graph
        Undirected and weighted. Nodes are the streets: the labels of the frame's index or the dict, else row numbers. Two
        streets that meet twice are joined twice, and the smaller angle counts.

    Raises
    ------
    DataError, ArgumentError, ArgumentTypeError
        As in ``primal``.

    Notes
    -----
    A path here is a sequence of streets that meet, and may turn at one junction twice: into a side street and out by the end it
    came in at. That is never shorter in length. In angle it can be smaller than a turn of more than 90 degrees, and such a path
    is no way that one can go. ``angular_betweenness`` counts without them. O(points + sum of squared numbers of streets at a
    junction) time and memory.

    References
    ----------
    Turner, Environment and Planning B 34, 539 (2007). Hillier & Iida, COSIT 2005, LNCS 3693, 475.

    Examples
    --------
    >>> import gobc
    >>> town = gobc.streets.dual({"Mill": [(0, 0), (60, 0)], "Well": [(60, 0), (60, 50)], "Park": [(60, 0), (99, 0)]})
    >>> [(street, other, round(angle, 3)) for street, other, angle in town.edges]
    [('Mill', 'Well', 90.0), ('Mill', 'Park', 0.0), ('Well', 'Park', 90.0)]
    """
    _one_of(by, "by", ("angle", "length"))
    _one_of(angle, "angle", ANGLES)
    found, places = _read(lines, length, decimals, angles=by == "angle")
    return _dual(found, places, None if by == "length" else angle)


def angular_betweenness(lines: Any, *, radius: float | None = None, cutoff: Cutoffs | None = None, normalized: bool = True,
                        angle: Angle = "line", length: Any = None, decimals: int | None = None,
                        **run: Unpack[Run]) -> Result:
    """Betweenness of streets by the ways of the least change of direction (choice, in space syntax).

    The share of the pairs of other streets whose way with the smallest sum of angles leads through a street. A way leaves a
    street at one end, goes on along another street to that one's other end, and never turns back within a junction or a street.
    Of ways with the same angle the shorter one counts, and equally long ones tie: to 1 mm, for streets of 100 to 1,000 m on
    average.

    Parameters
    ----------
    lines, angle, length, decimals
        As in ``dual``.
    radius
        Only pairs of streets whose middles are at most so far apart along the shortest way, in the unit of ``length``. The way
        by angle may be longer than that.
    cutoff
        Only ways of at most so many degrees, rounded down to halves of a thousandth; a list gives a column for each, as in
        ``betweenness``.
    normalized
        Divide by (n - 1)(n - 2) / 2, the number of pairs of other streets; if False, the sum over the pairs.
    **run
        ``device``, ``threads``, ``progress`` and ``settings``: see ``Settings``. It does not run in shards.

    Returns
    -------
    Result
        A row for every street in the order of the lines: column node, which has its label, and a float64 column betweenness.

    Raises
    ------
    DataError, ArgumentError, ArgumentTypeError
        As in ``primal``.

    Notes
    -----
    Paths are searched in a directed graph of four nodes for a street: one for each direction of going along it, one where ways
    begin and one where they end. It has 8 edges for a turn, and takes about 5 times as long as betweenness of ``dual``. n
    searches; with ``radius`` also the distances of all pairs within it. Each search then ends at the largest angle to a street
    within the radius, on processors. About a million pairs are held at a time, in about 50 MB. Where bends cost nothing (angle
    "ends" or "chord"), a way can go along a street in both directions, and then counts twice there.

    References
    ----------
    Turner, Environment and Planning B 34, 539 (2007). Hillier & Iida, COSIT 2005, LNCS 3693, 475.

    Examples
    --------
    >>> import gobc
    >>> town = {"west": [(0, 0), (50, 0)], "middle": [(50, 0), (99, 0)], "up": [(50, 0), (50, 40)], "east": [(99, 0), (150, 0)]}
    >>> gobc.streets.angular_betweenness(town, normalized=False).to_dict()
    {'west': 0.0, 'middle': 2.0, 'up': 0.0, 'east': 0.0}
    """
    settings = _settings("angular_betweenness", run, ("radius", "cutoff"))
    names = _names_within(cutoff)
    _one_of(angle, "angle", ANGLES)
    reach = None if radius is None else number(radius, "radius", "a length")
    if reach is not None and not reach > 0:
        raise ArgumentError(f"radius={shown(radius)} must be above 0")
    shares = flag(normalized, "normalized")
    found, places = _read(lines, length, decimals, angles=True)

    def compute(graph: Graph, digits: int) -> Result:
        if reach is None:
            pairs: Iterator[dict[str, Any]] = iter([{"sources": _starts(found), "targets": _goals(found)}])
        else:
            pairs = ({"demand": block} for block in _pairs_within(found, places, reach, settings))
        limit = _limits(cutoff, digits)
        counted = settings._replace(parallel="count")  # over its two ends, a street leads to another in two ways
        return _folded(found, (_scores(graph, "betweenness", counted, cutoff=limit, **some) for some in pairs), names,
                       shares is not False)

    with limited(seconds(settings.time_limit)):
        return _by_ways(found, places, angle, compute)


def angular_closeness(lines: Any, *, normalized: bool = True, angle: Angle = "line", length: Any = None,
                      decimals: int | None = None, **run: Unpack[Run]) -> Result:
    """Closeness of streets by the ways of the least change of direction (integration, in space syntax).

    The reciprocal of the mean angle, in degrees, of the ways from a street to all others, over the ways that
    ``angular_betweenness`` counts; 0 for a street that meets no other. A street of mean length counts as about a millionth of a
    degree, so a street from which all others lie straight on has a very large value instead of an infinite one.

    Parameters
    ----------
    lines, angle, length, decimals
        As in ``dual``.
    normalized
        Multiply by the share of the other streets that the street is connected with.
    **run
        ``device``, ``threads``, ``progress`` and ``settings``: see ``Settings``. It does not run in shards.

    Returns
    -------
    Result
        A row for every street in the order of the lines: column node, which has its label, and a float64 column closeness.

    Raises
    ------
    DataError, ArgumentError, ArgumentTypeError
        As in ``primal``.

    Notes
    -----
    Searches as in ``angular_betweenness``, of distances alone.

    References
    ----------
    Turner, Environment and Planning B 34, 539 (2007). Hillier & Iida, COSIT 2005, LNCS 3693, 475.

    Examples
    --------
    >>> import gobc
    >>> town = {"west": [(0, 0), (50, 0)], "east": [(50, 0), (99, 0)], "up": [(50, 0), (50, 40)]}
    >>> mean = 1 / gobc.streets.angular_closeness(town)["closeness"]
    >>> mean.round(3).tolist()
    [45.0, 45.0, 90.0]
    """
    settings = _settings("angular_closeness", run, ())
    _one_of(angle, "angle", ANGLES)
    shares = flag(normalized, "normalized") is not False
    found, places = _read(lines, length, decimals, angles=True)
    n = len(found.points)

    def compute(graph: Graph, digits: int) -> Result:
        result = _scores(graph, "closeness", settings, sources=_starts(found), of=_goals(found), direction="in", normalized=False)
        parts = graph.components()
        # A street has four nodes there; one that meets no other has two joined ones.
        others = [max(parts.sizes[part] // 4 - 1, 0) for part in numeric_view(parts._columns["component"])[:n]]
        scores = array("d")
        for reached, value in zip(others, numeric_view(result._columns["closeness"])):
            units = 1 / value - 1  # the way from a street to itself has one
            scores.append(reached * 10 ** digits / units * (reached / (n - 1) if shares else 1.0) if reached else 0.0)
        return _result(found, {"closeness": scores}, result)

    with limited(seconds(settings.time_limit)):
        return _by_ways(found, places, angle, compute)


# ---- graphs ----

def _graph(sources: array[int], targets: array[int], weights: array[float], labels: list[Any] | None, nodes: int,
           directed: bool = False) -> Graph:
    graph = Graph((sources, targets, weights), weight=True, nodes=nodes, directed=directed)
    graph._labels = labels
    return graph


def _dual(lines: Lines, decimals: int | None, angle: Angle | None) -> Graph:
    """By angles, or by lengths if angle is None."""
    pairs = [pair for ends in junctions(lines, decimals).values() for pair in turns(ends)]
    if angle is None:
        weights = array("d", ((lines.lengths[a] + lines.lengths[b]) / 2 for (a, _), (b, _) in pairs))
    else:
        weights = _degrees(shapes(lines, angle), pairs)
    sources, targets = (array("q", (pair[end][0] for pair in pairs)) for end in (0, 1))
    return _graph(sources, targets, weights, lines.labels, len(lines.points))


def _degrees(streets: list[Shape], pairs: list[tuple[End, End]]) -> array[float]:
    """The angles of turns, as decimals of the most digits with which no sum of them is rounded."""
    units: list[int] = []
    for digits in range(MOST_OF_DUAL, LEAST_OF_DUAL - 1, -1):
        units = [cost(streets, *pair, digits, ALL_STEPS_OF_DUAL) for pair in pairs]
        if max(units, default=0) * len(streets) <= MOST:
            break
    return array("d", (value / 10 ** digits for value in units))


def _by_ways(lines: Lines, decimals: int | None, angle: Angle, compute: Callable[[Graph, int], Result]) -> Result:
    """What is computed on the graph of ways, in the finest units in which every way that counts is exact."""
    for digits in range(FINEST, COARSEST, -1):
        with contextlib.suppress(_TooLong):
            return _computed(lines, decimals, angle, compute, digits)
    return _computed(lines, decimals, angle, compute, COARSEST)


class _TooLong(DataError):
    """A way has more units than float64 adds exactly."""


def _computed(lines: Lines, decimals: int | None, angle: Angle, compute: Callable[[Graph, int], Result], digits: int) -> Result:
    try:
        with _ways(lines, decimals, angle, digits) as graph:
            return compute(graph, digits)
    except DataError as error:
        if "2^53" in str(error):
            raise _TooLong(str(error)) from None
        raise


def _ways(lines: Lines, decimals: int | None, angle: Angle, digits: int) -> Graph:
    """The directed graph of ways, in units. Of n streets, i is where ways begin in street i, n + i is where they end there,
    2 n + 2 i + e is going along it towards its end e. No way begins and ends in street i but the one of least length, which
    passes nothing."""
    n = len(lines.points)
    sources, targets, units = array("q", range(n)), array("q", range(n, 2 * n)), array("d", [1.0]) * n
    streets = shapes(lines, angle)
    for ends in junctions(lines, decimals).values():
        for pair in turns(ends):
            units.extend([cost(streets, *pair, digits)] * 8)
            for (first, leaving), (second, entering) in (pair, pair[::-1]):
                sources.extend((first, first, 2 * (n + first) + leaving, 2 * (n + first) + leaving))
                targets.extend((n + second, 2 * (n + second) + 1 - entering) * 2)
    if max(units) > MOST and digits > COARSEST:
        raise _TooLong("a turn of so many digits is no whole number of 53 bits")
    return _graph(sources, targets, units, None, 4 * n, directed=True)


def _starts(lines: Lines) -> array[int]:
    return array("q", range(len(lines.points)))


def _goals(lines: Lines) -> array[int]:
    return array("q", range(len(lines.points), 2 * len(lines.points)))


# ---- computing ----

def _settings(function: str, run: Run, more: tuple[str, ...]) -> Settings:
    settings = resolve(f"streets.{function}", run, ("lines", *more, "normalized", "angle", "length", "decimals"))
    if settings.partial:
        raise ArgumentError(f"{function} needs the sums of all streets: leave partial out")
    return settings


def _scores(graph: Graph, measure: str, settings: Settings, **options: Any) -> Result:
    result = graph._compute_here(measure_names(measure), settings, preset="raw", **options)
    assert isinstance(result, Result)
    return result


_MOST_PAIRS = 1 << 20  # held at a time; a call for few of them takes longer to begin than to search


def _pairs_within(lines: Lines, decimals: int | None, radius: float, settings: Settings) -> Iterator[tuple[Any, ...]]:
    """Both directions of the pairs of streets within the radius, as demand; about so many pairs at a time."""
    n = len(lines.points)
    sources, goals, some = array("q"), array("q"), False
    with _dual(lines, decimals, None) as graph:
        graph._labels = None
        for block in distance_batches(graph, cutoff=radius, **_how(settings)):
            origins, targets, _ = (numeric_view(column) for column in struct_columns(block._data))
            sources.extend(origins)
            goals.extend(_moved(targets, n))
            if len(sources) >= _MOST_PAIRS:
                yield sources, goals, array("d", [1.0]) * len(sources)
                sources, goals, some = array("q"), array("q"), True
    if sources or not some:
        yield sources, goals, array("d", [1.0]) * len(sources)


def _moved(numbers: memoryview[Any], by: int) -> Iterable[int]:
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return (number + by for number in numbers)
    return array("q", (numpy.asarray(numbers).astype(numpy.int64) + by).tobytes())


def _how(settings: Settings) -> Run:
    return Run(progress=settings.progress, settings=Settings(threads=settings.threads, memory_limit=settings.memory_limit))


def _folded(lines: Lines, results: Iterable[Result], names: list[str], shares: bool) -> Result:
    """Scores of streets by the names of their columns: the sums of both directions of each, over ordered pairs."""
    n = len(lines.points)
    sums: dict[str, array[float]] = {}
    for result in results:
        for name, column in zip(names, result.columns[1:]):
            of_column = sums.setdefault(name, array("d", bytes(8 * n)))
            values = numeric_view(result._columns[column])[2 * n:]
            for street in range(n):
                of_column[street] += values[2 * street] + values[2 * street + 1]
    pairs = (n - 1) * (n - 2) if shares else 2
    scores = {name: array("d", (value / pairs if value else 0.0 for value in column)) for name, column in sums.items()}
    return _result(lines, scores, result)


def _result(lines: Lines, scores: dict[str, array[float]], of_ways: Result) -> Result:
    columns = [column_from_buffer(memoryview(values), name) for name, values in scores.items()]
    nodes = column_from_buffer(memoryview(_starts(lines)), "node")
    return Result(struct_of([nodes, *columns]), _of_streets(of_ways._raw_metadata), lines.labels)


def _of_streets(metadata: dict[str, str]) -> dict[str, str]:
    """Without what the plan says of the graph of ways: its ends, which every call chooses, its units and sums."""
    plan = json.loads(metadata.get("gobc:plan") or "{}")
    kept = {name: value for name, value in plan.items() if name not in ("chosen", "preset", "lengths")}
    return metadata | {"gobc:plan": json.dumps(kept)}


# ---- arguments ----

def _names_within(cutoff: Any) -> list[str]:
    """The names of the columns of scores."""
    if cutoff is None or not is_list(cutoff):
        return ["betweenness"]
    limits = sorted(numbers(cutoff, "cutoff"))
    for one, other in zip(limits, limits[1:]):
        if one != other and within(one, FINEST) == within(other, FINEST):
            raise ArgumentError(f"cutoff: {one:g} and {other:g} include the same paths, because angles are multiples of 0.0005 "
                                "degree: leave one out")
    return [f"betweenness_{str(one).removesuffix('.0')}" for one in limits]


def _limits(cutoff: Any, digits: int) -> Any:
    """Cutoffs in units."""
    if cutoff is None:
        return None
    if is_list(cutoff):
        return [within(one, digits) for one in sorted(numbers(cutoff, "cutoff"))]
    return within(number(cutoff, "cutoff", "give the most degrees of a way that counts, or None for all"), digits)


def _read(lines: Any, length: Any, decimals: Any, *, angles: bool = False, directed: bool = False) -> tuple[Lines, int | None]:
    """The lines, and the decimals by which their ends meet."""
    digits = _decimals(decimals)
    found = read_lines(lines, length, angles, directed)
    warn_of_decimals(lines, digits)
    warn_of_gaps(found, digits)
    return found, digits


def _decimals(decimals: Any) -> int | None:
    if decimals is None:
        return None
    if isinstance(decimals, bool) or not isinstance(decimals, int) or abs(decimals) > 300:
        raise ArgumentError(f"decimals={shown(decimals)} must be a whole number, such as 2")
    return decimals


def _one_of(value: Any, name: str, names: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in names:
        raise ArgumentError(f"{name}={shown(value)} must be one of {', '.join(map(repr, names))}")


def __getattr__(name: str) -> NoReturn:
    raise no_name_of(__name__, name)


check_names(globals(), __all__, "streets.")
