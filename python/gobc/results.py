"""Scores with their labels: Result has a row for each node, EdgeResult a row for each edge. Both say how the scores were
computed, and whether the computation was completed."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

from ._arrow import Column, numeric_view, struct_of, to_list
from ._formatting import histogram, html_table, text_table
from ._html_page import Page
from ._largest import largest_finite, largest_rows
from ._library import Out, from_json
from ._pickling import stamped, unstamped
from ._ranked import RankedTable, ranked
from ._registry import EDGE_MEASURES, MEASURES
from ._validation import need, whole
from .errors import ArgumentError, MissingError, listed, shown, translated
from .plans import Plan
from .tables import Labeled, Table, row_of

if TYPE_CHECKING:
    import matplotlib.axes
    import numpy
    import numpy.typing
    from typing_extensions import Self

Drawn: TypeAlias = Literal["rank", "histogram", "scatter", "degree", "neighborhood"]


class Partial:
    """Warns that a call was stopped and that its result covers only the finished sources. It has the same bits as a call with
    ``sources=partial.nodes``.

    Attributes: ``finished``, the number of finished sources; ``sources``, the number of requested sources; ``nodes``, the
    finished sources.
    """

    def __init__(self, finished: int, sources: int, table: Table):
        self.finished = finished
        self.sources = sources
        self._table: Table | None = table
        self._nodes: list[Any] | None = None

    @classmethod
    def of(cls, table: Scores) -> Partial | None:
        """Returns the warning from the table of nodes of a result, or None if the result is complete."""
        text = table._raw_metadata.get("gobc:partial")
        if text is None:
            return None
        told = from_json(text)
        return cls(told["finished"], told["sources"], table)

    @property
    def nodes(self) -> list[Any]:
        """The finished sources. They are not a random sample, because sources near each other in the graph run together. O(n)
        time."""
        if self._table is not None:  # a pickle has the nodes instead
            return [node for node, done in zip(self._table._list("node"), self._table._list("finished")) if done]
        return list(self._nodes or ())

    def __getstate__(self) -> dict[str, object]:
        return stamped("Partial", finished=self.finished, sources=self.sources, nodes=self.nodes)

    def __setstate__(self, state: object) -> None:
        self.finished, self.sources, self._nodes = unstamped(state, "Partial", "finished", "sources", "nodes")
        self._table = None

    def __repr__(self) -> str:
        return f"PARTIAL: {self.finished:,} of {self.sources:,} sources"


class Ranking(list[tuple[Any, ...]]):
    """The rows of ``top``: a list of (node, score), or of (source, target, score), printed as a table."""

    def __init__(self, rows: Iterable[tuple[Any, ...]], measure: str, labels: tuple[str, ...] = ("node",)):
        self.measure = measure
        self.columns = [*labels, measure]
        super().__init__(map(row_of(self.columns), rows))

    def __repr__(self) -> str:
        return text_table(self.columns, self)

    def _repr_html_(self) -> str:
        largest = max((row[-1] for row in self if 0 < row[-1] < math.inf), default=0.0)
        return html_table(self.columns, self, "", bars={len(self.columns) - 1: largest})


class Scores(Labeled):
    """Columns of labels, then one float64 column for each measure. Labels of numbered graphs are the original ones."""

    _ROWS = "rows"
    _KEPT = {"metadata": "_raw_metadata", "labels": "_labels"}

    def __init__(self, data: Column, metadata: dict[str, str], labels: Sequence[Any] | None = None):
        super().__init__(data, labels)
        self._raw_metadata = metadata
        self._rows: dict[Any, int] | None = None
        self._plan: Plan | None = None
        # The half-width of an interval is not a measure, and neither is the mark of a finished source.
        self.measures = [name for name in self._columns
                         if name not in self._LABELS and not name.endswith("_error") and name != "finished"]
        self.partial: Partial | None = None
        self.version = metadata.get("gobc:version", "")
        self.device = metadata.get("gobc:device", "")
        self.seconds = _number(metadata.get("gobc:seconds", ""))
        self.warnings = _lines(metadata.get("gobc:warnings", ""))

    @classmethod
    def _of(cls, out: Out, *given: Any, **named: Any) -> Self:
        """Returns the scores in a table that the library filled in, with the other arguments of the constructor. Nothing is read
        before somebody looks at them."""
        scores = cls.__new__(cls)
        scores.__dict__["_unread"] = out, given, named
        return scores

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            unread = self.__dict__.get("_unread")
            if unread is not None:
                out, given, named = unread
                read = type(self)(*out.table(), *given, **named)
                # At once, so that no thread sees, and no interrupt leaves, half of it; what was set before stays.
                self.__dict__.update({**read.__dict__, **self.__dict__.copy(), "_unread": None})
            if name in self.__dict__:
                return self.__dict__[name]
            return super().__getattr__(name)

        def __dir__(self) -> list[str]:
            len(self.measures)  # reads what a table has
            return super().__dir__()

    @property
    def plan(self) -> Plan:
        """How the scores were computed: a ``Plan`` as from ``gobc.plan``, with figures of the run."""
        if self._plan is None:
            self._plan = Plan.parse(self._raw_metadata.get("gobc:plan", ""))
        return self._plan

    # ---- cutoffs ----

    def _within(self) -> dict[float, dict[str, str]]:
        """{cutoff: {measure: its column}} of a call with several cutoffs; empty for other calls."""
        found: dict[float, dict[str, str]] = {}
        for name in self.measures:
            measure, _, cutoff = name.rpartition("_")
            if measure in (*MEASURES, *EDGE_MEASURES) and (cutoff == "inf" or cutoff.replace(".", "", 1).isdecimal()):
                found.setdefault(float(cutoff), {})[measure] = name
        return found

    @property
    def cutoffs(self) -> list[float]:
        """Returns the cutoffs of a call with several, ascending; an empty list for other calls.

        Examples
        --------
        >>> import gobc
        >>> gobc.closeness([("a", "b"), ("b", "c")], cutoff=[2, 1]).cutoffs
        [1.0, 2.0]
        """
        return list(self._within())

    def at(self, cutoff: float) -> Self:
        """Returns the scores within one of several cutoffs, with the names that a call with that cutoff alone gives. No score is
        copied.

        Examples
        --------
        >>> import gobc
        >>> path = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "e")]
        >>> walks = gobc.betweenness(path, cutoff=[2, 4], normalized=False)
        >>> walks.columns
        ['node', 'betweenness_2', 'betweenness_4']
        >>> walks.at(2).value("c"), walks.at(4).value("c")
        (1.0, 4.0)
        >>> walks.at(3)
        Traceback (most recent call last):
        gobc.ArgumentError: no cutoff 3 in this result; it has 2, 4
        """
        within = self._within()
        if not isinstance(cutoff, (int, float)) and not hasattr(cutoff, "__float__") or cutoff not in within:
            there = ", ".join(f"{one:g}" for one in within) or "a single one, or none: give a list of cutoffs to the call"
            raise ArgumentError(f"no cutoff {shown(cutoff)} in this result; it has {there}")
        names = {column: measure for measure, column in within[cutoff].items()}
        columns = [column.renamed(names.get(name, name)) for name, column in self._columns.items()
                   if name in names or name not in self.measures]
        kept = {name: getattr(self, attribute) for name, attribute in self._KEPT.items()}
        if isinstance(kept.get("edges"), Scores):
            kept["edges"] = kept["edges"].at(cutoff)
        return type(self)(struct_of(columns), **kept)

    # ---- scores ----

    def _measure(self, measure: str | None) -> str:
        if measure is None:
            if len(self.measures) > 1:
                raise ArgumentError(f"which measure? This result has {', '.join(self.measures)}")
            return self.measures[0]
        if not isinstance(measure, str) or measure not in self.measures:
            raise ArgumentError(f"no measure {shown(measure)} in this result; it has {listed(self.measures)}")
        return measure

    def _first(self, measure: str | None) -> str:
        """Returns the measure, or the first one for None."""
        return self._measure(self.measures[0] if measure is None and self.measures else measure)

    def _scores(self, name: str) -> memoryview[float]:
        return numeric_view(self._columns[name])

    def _keyed(self, keys: Iterable[Any], measure: str | None) -> dict[Any, Any]:
        """Returns {key: score} for a measure. If there are several and none is named, returns {key: {measure: score}}."""
        if measure is None and len(self.measures) > 1:
            rows = zip(*(self._scores(name).tolist() for name in self.measures))
            return {key: dict(zip(self.measures, row)) for key, row in zip(keys, rows)}
        return dict(zip(keys, self._scores(self._measure(measure)).tolist()))

    def to_numpy(self, measure: str | None = None) -> numpy.typing.NDArray[numpy.float64]:
        """Returns the scores as a float64 array of shape (rows,) for one measure, or (rows, number of measures) for several.

        Examples
        --------
        >>> import gobc
        >>> scores = gobc.betweenness([("a", "b"), ("b", "c")])
        >>> scores.to_numpy().tolist()
        [0.0, 1.0, 0.0]
        """
        scores: numpy.typing.NDArray[numpy.float64]
        stack = need("numpy", "numpy").column_stack
        if measure is None and len(self.measures) > 1:
            scores = stack([self[name] for name in self.measures])
        else:
            scores = self[self._measure(measure)]
        return scores

    def _best(self, k: int, name: str) -> list[tuple[float, int]]:
        """Returns score and row of the k largest scores. Ties are in row order, and NaN is left out."""
        return largest_rows(self._scores(name), min(whole(k, "k"), len(self)))

    def top(self, k: int = 10, measure: str | None = None) -> Ranking:
        """Returns the k largest scores of a measure, by default the first one, in descending order: a list of (node, score),
        or of (source, target, score). Ties are in row order, and NaN is left out. O(rows log k) time. See ``ranked`` for all
        rows.

        Examples
        --------
        >>> import gobc
        >>> scores = gobc.betweenness([("a", "b"), ("b", "c")])
        >>> scores.top(1)
        node  betweenness
        b               1
        """
        name = self._first(measure)
        return Ranking([(*self._labels_of(row), score) for score, row in self._best(k, name)], name, self._LABELS)

    def ranked(self, measure: str | None = None) -> RankedTable:
        """Returns all rows with a column ``rank``, sorted by the scores of a measure, by default the first one. The largest
        score has rank 1, equal scores share the best of their ranks, and rows with NaN come last, without a rank. Rows with
        the same rank are in row order. O(rows log rows) time.

        Examples
        --------
        >>> import gobc
        >>> gobc.betweenness([("a", "b"), ("b", "c")]).ranked()
        RankedTable of 3 rows
        rank  node  betweenness
           1  b               1
           2  a               0
           2  c               0
        """
        return ranked(self, self._first(measure))

    @overload
    def plot(self, kind: Literal["interactive"], measure: str | None = None, **options: Any) -> Page: ...

    @overload
    def plot(self, kind: Drawn | None = None, measure: str | None = None, **options: Any) -> matplotlib.axes.Axes: ...

    def plot(self, kind: str | None = None, measure: str | None = None, **options: Any) -> matplotlib.axes.Axes | Page:
        """Draws a measure, by default the first one, with matplotlib and returns the axes. The kinds are "rank", "histogram",
        "scatter" against another measure, "degree", and "neighborhood" of the largest scores. "interactive" returns the
        neighborhood as an interactive ``gobc.Page``. See ``gobc.plots.plot`` for the options.

        Examples
        --------
        >>> import gobc
        >>> scores = gobc.betweenness([("a", "b"), ("b", "c")])
        >>> scores.plot("histogram").get_ylabel()
        'nodes'
        """
        from .plots import plot  # not at the top, because plots imports this module

        drawn: matplotlib.axes.Axes | Page = plot(self, kind, measure, **options)
        return drawn

    def report(self, path: str | os.PathLike[str] | None = None, *, graph: Any = None, title: str | None = None) -> Page:
        """Returns a report as one HTML page. It says what was computed and how, and has a table that can be sorted, searched
        and downloaded, histograms, scatter plots of two measures, and an interactive picture of the most central nodes.

        Parameters
        ----------
        path
            The file to write. An existing file is replaced.
        graph
            The graph of the scores, a gobc.Graph or anything that gobc.Graph accepts. It is needed for the picture, the
            degrees and the figures of the network. Scores of edges have a picture without it.
        title
            The heading, in place of the names of the measures.

        Returns
        -------
        Page
            The page. A notebook shows it, and ``save(path)`` writes it.

        Raises
        ------
        PackageError
            Bokeh or networkx is not installed: pip install 'gobc[report]'.

        Notes
        -----
        The file contains its scripts (1.3 MB) and makes no network request. If there are more than 5,000 rows, the table has
        those with the best ranks by any of the measures, and the page says so. The picture has at most 150 nodes.

        Examples
        --------
        >>> import gobc
        >>> graph = gobc.Graph(gobc.datasets.florentine_families())
        >>> page = graph.centralities(["betweenness", "closeness"]).report(graph=graph, title="Florence")
        >>> "<h1>Florence</h1>" in page.html
        True
        """
        from ._report import report  # not at the top, because _report imports this module

        return report(self, path, graph=graph, title=title)

    @property
    def metadata(self) -> dict[str, Any]:
        """Returns the facts about the computation: plan, device, seconds, version and warnings, and partial if the call was
        stopped."""
        said: dict[str, Any] = {"version": self.version, "device": self.device, "seconds": self.seconds, "plan": self.plan,
                "warnings": self.warnings}
        return said if self.partial is None else {**said, "partial": self.partial}

    # ---- Arrow ----

    def _exported(self) -> tuple[Column, bytes | None]:
        return self._relabelled(), _pack_metadata(self._raw_metadata)

    # ---- text ----

    def _extent(self) -> str:
        """Returns a text that says whether the scores are exact, between chosen nodes, from a sample, or of finished sources
        only."""
        if self.partial is not None:
            return repr(self.partial)
        if not self.plan.get("sampled"):
            chosen = self.plan.get("chosen") or {}
            ends = [f" {way} {chosen[name]:,} {name if chosen[name] > 1 else name[:-1]}"
                    for way, name in (("from", "sources"), ("to", "targets")) if name in chosen]
            return "exact" + "".join(ends)
        drawn = self.plan.get("sample", {}).get("drawn", "sources")
        return f"sampled {self.plan.get('sample', self.plan)[drawn]:,} {drawn}"

    def _summary(self) -> str:
        parts = [f"{len(self):,} {self._ROWS}"]
        parts.insert(0 if self.partial is not None else 1, self._extent())
        if self.seconds is not None:
            parts.append(f"{self.seconds:.3g} s")
        if self.device:
            parts.append(self.device)
        return ", ".join(parts)

    def _best_rows(self) -> list[tuple[Any, ...]]:
        """The ten rows with the largest scores of the first measure, with all columns."""
        best = self._best(10, self.measures[0]) if self.measures else []
        values = [name for name in self._columns if name not in self._LABELS]
        return [(*self._labels_of(row), *(to_list(self._columns[name].sliced(row, 1))[0] for name in values))
                for _, row in best]

    def __repr__(self) -> str:
        best = self._best_rows()
        left = len(self) - len(best)
        rest = f"\n... {left:,} more{', NaN' * (len(best) < 10)}" if left else ""  # _best_rows leaves NaN out
        return f"{type(self).__name__}: {self._summary()}; largest first\n{text_table(self.columns, best)}{rest}"

    def _repr_html_(self) -> str:
        pictures = "".join(histogram(self._scores(name), name) for name in self.measures)
        caption = f"{self._summary()}; largest first"
        bars = {self.columns.index(name): largest_finite(self._scores(name)) for name in self.measures}
        best = self._best_rows()
        return html_table(self.columns, best, caption, left_out=len(self) - len(best), bars=bars) + pictures


class Result(Scores):
    """Scores of nodes: a column ``node``, then one float64 column for each measure. There is a row for each node, in order of
    first appearance.

    ``result["betweenness"]`` is a column, ``result.value(node)`` is one score, ``result.top(10)`` are the largest scores, and
    ``result.to_dict()`` has all scores by node. Nodes of a NetworkX or named igraph graph have their original labels.

    Attributes: ``measures``, ``edges`` (an ``EdgeResult`` if measures of edges were requested together with measures of
    nodes, else None), ``plan`` (how it was computed), ``seconds``, ``device``, ``version``, ``warnings``, ``partial`` (None,
    or for a stopped call the number of ``finished`` sources, the number of requested ``sources``, and the finished ``nodes``;
    a last column "finished" marks these).

    Examples
    --------
    >>> import gobc
    >>> result = gobc.centralities([("a", "b"), ("b", "c")], ["betweenness", "closeness"])
    >>> result["betweenness"].tolist(), result.value("b", "closeness")
    ([0.0, 1.0, 0.0], 1.0)
    >>> result.measures, result.partial is None
    (['betweenness', 'closeness'], True)
    """

    _LABELS = ("node",)
    _ROWS = "nodes"
    _KEPT = {**Scores._KEPT, "edges": "edges"}

    def __init__(self, data: Column, metadata: dict[str, str], labels: Sequence[Any] | None = None,
                 edges: EdgeResult | None = None):
        super().__init__(data, metadata, labels)
        self.edges = edges
        self.partial = Partial.of(self)

    def _summary(self) -> str:
        beside = f", {len(self.edges):,} edges in .edges" if self.edges is not None else ""
        return super()._summary() + beside

    def __contains__(self, node: object) -> bool:
        """Whether this is a node of the result, or one of its rows. O(n) at the first call."""
        return _row(self._by_node(), node) is not None or isinstance(node, tuple) and node in iter(self)

    def _by_node(self) -> dict[Any, int]:
        if self._rows is None:
            self._rows = {label: row for row, label in enumerate(self._list("node"))}
        return self._rows

    def value(self, node: Any, measure: str | None = None) -> float:
        """Returns the score of one node. O(n) at the first call, O(1) afterwards.

        Examples
        --------
        >>> import gobc
        >>> scores = gobc.betweenness([("a", "b"), ("b", "c")])
        >>> scores.value("b")
        1.0
        """
        name, rows = self._measure(measure), self._by_node()
        row = _row(rows, node)
        if row is None:
            raise MissingError(f"{shown(node)} is not a node of this result" + _other_kind(rows, node))
        return self._scores(name)[row]

    @overload
    def to_dict(self, measure: str) -> dict[Any, float]: ...

    @overload
    def to_dict(self, measure: None = None) -> dict[Any, Any]: ...

    def to_dict(self, measure: str | None = None) -> dict[Any, Any]:
        """Returns {node: score} for a measure. If there are several and none is named, returns {node: {measure: score}}.

        Examples
        --------
        >>> import gobc
        >>> scores = gobc.betweenness([("a", "b"), ("b", "c")])
        >>> scores.to_dict()
        {'a': 0.0, 'b': 1.0, 'c': 0.0}
        """
        return self._keyed(self._list("node"), measure)


class EdgeResult(Scores):
    """Scores of edges: columns ``source`` and ``target``, then one float64 column for each measure. There is a row for each
    row of the edge table, in its order. The order is that of ``G.edges`` for a NetworkX graph, of edge ids for igraph, of
    ``edge_list()`` for rustworkx, of ``iterEdges()`` for NetworKit, and of rows and columns for a matrix.

    ``result["edge_betweenness"]`` is a column, ``result.value((source, target))`` is one score, ``result.top(10)`` are the
    largest scores as (source, target, score), and ``result.to_dict()`` has all scores by edge. Nodes of a NetworkX or named
    igraph graph have their original labels.

    Attributes: ``measures``, ``edge_keys`` (the keys of a NetworkX multigraph's edges by row, else None), ``plan``,
    ``seconds``, ``device``, ``version``, ``warnings``, ``partial`` (as in ``Result``, without a column).

    Examples
    --------
    >>> import gobc
    >>> result = gobc.edge_betweenness([("a", "b"), ("b", "c"), ("c", "d")], normalized=False)
    >>> result["edge_betweenness"].tolist(), result.value(("b", "c"))
    ([3.0, 4.0, 3.0], 4.0)
    >>> result.top(1)
    source  target  edge_betweenness
    b       c                      4
    """

    _LABELS = ("source", "target")
    _ROWS = "edges"
    _KEPT = {**Scores._KEPT, "keys": "edge_keys", "directed": "_directed", "parallel": "_parallel", "partial": "partial"}

    def __init__(self, data: Column, metadata: dict[str, str], labels: Sequence[Any] | None = None, *,
                 keys: list[Any] | None = None, directed: bool = False, parallel: int = 0, partial: Partial | None = None):
        super().__init__(data, metadata, labels)
        self.partial = partial
        self.edge_keys = keys
        self._directed = directed
        self._parallel = parallel

    def _edges(self) -> Iterator[tuple[Any, ...]]:
        """Returns the keys of dictionaries by row."""
        ends = self._list("source"), self._list("target")
        return zip(*ends, self.edge_keys) if self.edge_keys is not None else zip(*ends)

    def _by_edge(self) -> dict[Any, int]:
        """Returns {edge: row}. Raises if an edge cannot be a key because several rows have the same pair."""
        if self._rows is None:
            rows = {edge: row for row, edge in enumerate(self._edges())}
            repeats = max(self._parallel if self.edge_keys is None else 0, len(self) - len(rows))
            if repeats:
                raise ArgumentError(
                    f"{repeats:,} rows repeat a pair of nodes, so (source, target) is no key. Take scores by row, with "
                    f"result[{shown(self.measures[0])}], top() or to_pandas(), or drop the repeated rows before")
            self._rows = rows
        return self._rows

    def _row_of(self, edge: tuple[Any, ...]) -> int | None:
        rows = self._by_edge()
        row = _row(rows, edge)
        return _row(rows, (edge[1], edge[0], *edge[2:])) if row is None and not self._directed else row

    def __contains__(self, edge: object) -> bool:
        """Whether this is an edge of the result, as in ``value``, or one of its rows. O(m) at the first call."""
        size = 2 if self.edge_keys is None else 3
        return isinstance(edge, tuple) and (len(edge) == size and self._row_of(edge) is not None or edge in iter(self))

    def value(self, edge: tuple[Any, ...], measure: str | None = None) -> float:
        """Returns the score of the edge (source, target), in either order if the graph is undirected, or of (source, target,
        key) in a NetworkX multigraph. O(m) at the first call, O(1) afterwards.

        Examples
        --------
        >>> import gobc
        >>> gobc.edge_betweenness([("a", "b"), ("b", "c")], normalized=False).value(("b", "a"))
        2.0
        """
        names = "(source, target)" if self.edge_keys is None else "(source, target, key)"
        size = 2 if self.edge_keys is None else 3
        if not isinstance(edge, tuple) or len(edge) != size:
            raise MissingError(f"{shown(edge)} is not a tuple {names}")
        name, row = self._measure(measure), self._row_of(edge)
        if row is None:
            raise MissingError(f"{shown(edge)} is not an edge {names} of this result")
        return self._scores(name)[row]

    @overload
    def to_dict(self, measure: str) -> dict[tuple[Any, ...], float]: ...

    @overload
    def to_dict(self, measure: None = None) -> dict[Any, Any]: ...

    def to_dict(self, measure: str | None = None) -> dict[Any, Any]:
        """Returns {(source, target): score} for a measure. If there are several and none is named, returns {edge: {measure:
        score}}. Keys are (source, target, key) for a NetworkX multigraph. Raises ArgumentError if several rows have the same
        pair.

        Examples
        --------
        >>> import gobc
        >>> gobc.edge_betweenness([("a", "b"), ("b", "c")], normalized=False).to_dict()
        {('a', 'b'): 2.0, ('b', 'c'): 2.0}
        """
        return self._keyed(self._by_edge(), measure)


def _row(rows: dict[Any, int], key: object) -> int | None:
    """Returns the row of a key, or None if there is none or the value cannot be a key."""
    with translated("looking it up", MissingError):
        try:
            return rows.get(key)
        except TypeError:
            return None


def _other_kind(rows: dict[Any, int], node: object) -> str:
    """Returns a hint if the node exists as text but was given as an integer, or the other way round."""
    if type(node) not in (str, int):
        return ""
    try:
        other = int(node) if isinstance(node, str) else str(node)
    except ValueError:  # not a number, or one with too many digits
        return ""
    kind = "text" if isinstance(other, str) else "an integer"
    return f"; it has {shown(other)}, which is {kind}" if _row(rows, other) is not None else ""


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _lines(text: str) -> list[str]:
    """Returns warnings, which are a JSON array or lines."""
    if text.startswith("["):
        try:
            return [str(item) for item in from_json(text)]
        except ValueError:
            pass
    return [line for line in text.splitlines() if line.strip()]


def _pack_metadata(metadata: dict[str, str]) -> bytes | None:
    if not metadata:
        return None
    parts = [len(metadata).to_bytes(4, sys.byteorder)]
    for pair in metadata.items():
        for text in pair:
            data = text.encode()
            parts += [len(data).to_bytes(4, sys.byteorder), data]
    return b"".join(parts)
