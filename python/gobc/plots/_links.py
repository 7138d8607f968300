"""The links of a graph beside the scores of its nodes, for pictures: numpy arrays of positions. Needs numpy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from ..errors import ArgumentError, DataError, PackageError, shown
from ..graph import Graph
from ..results import Scores
from ..tables import Table

try:
    import numpy
    import numpy.typing
except ImportError as error:
    raise PackageError("reports and interactive pictures need numpy: pip install 'gobc[report]'") from error

Ints: TypeAlias = "numpy.typing.NDArray[numpy.int64]"
Floats: TypeAlias = "numpy.typing.NDArray[numpy.float64]"


class Links:
    """The nodes of a graph, and by position the two ends of every row that is no loop."""

    def __init__(self, result: Scores, edges: Any):
        built = not isinstance(edges, Graph)
        graph: Graph = _graph_of(edges) if built else edges
        self.nodes: Sequence[Any] = graph.nodes.to_list()
        table = Table(graph._columns("source_index,target_index"))
        ends = [numpy.asarray(table[name], numpy.int64) for name in ("source_index", "target_index")]
        if built:
            graph.close()
        loops = ends[0] == ends[1]
        self.source, self.target = (positions[~loops] for positions in ends)
        self.row_of = self._rows_of(result)

    def _rows_of(self, result: Scores) -> Ints:
        """The position of every row's node."""
        position = {node: i for i, node in enumerate(self.nodes)}
        wanted = result._list("node")
        missing = [node for node in wanted if node not in position]
        if missing:
            raise ArgumentError(f"{len(missing):,} of the {len(wanted):,} nodes of this result are not in graph=, the "
                                f"first of them {shown(missing[0])}: give the graph of these scores")
        rows: Ints = numpy.array([position[node] for node in wanted], dtype=numpy.int64)
        return rows

    def degrees(self) -> list[int]:
        """How many other nodes each row's node has a link with, in either direction."""
        count = len(self.nodes)
        low, high = numpy.minimum(self.source, self.target), numpy.maximum(self.source, self.target)
        pairs = numpy.unique(low * count + high)
        ends = numpy.concatenate([pairs // max(count, 1), pairs % max(count, 1)])
        degrees: list[int] = numpy.bincount(ends, minlength=count)[self.row_of].tolist()
        return degrees

    def scores(self, values: Sequence[float]) -> Floats:
        """By position; NaN for nodes without a row."""
        scores: Floats = numpy.full(len(self.nodes), numpy.nan)
        scores[self.row_of] = values
        return scores

    def around(self, middle: list[int], scores: Floats, limit: int) -> tuple[list[int], int]:
        """The positions in `middle` and then their neighbors, each of the middle giving in turn its neighbor of the
        largest score that is not yet taken, until there are `limit` nodes; and how many neighbors there are.
        """
        inner = set(middle)
        neighbors: dict[int, set[int]] = {node: set() for node in middle}
        for near, far in ((self.source, self.target), (self.target, self.source)):
            touching = numpy.isin(near, middle)
            for node, other in zip(near[touching].tolist(), far[touching].tolist()):
                if other not in inner:
                    neighbors[node].add(other)
        order = numpy.where(numpy.isnan(scores), -numpy.inf, scores)
        queues = [sorted(neighbors[node], key=lambda other: (order[other], -other)) for node in middle]
        taken = dict.fromkeys(middle)
        while len(taken) < limit and any(queues):
            for queue in queues:
                while queue and queue[-1] in taken:
                    queue.pop()
                if queue and len(taken) < limit:
                    taken[queue.pop()] = None
        return list(taken), len(set().union(*neighbors.values()))

    def between(self, middle: list[int], nodes: list[int]) -> list[tuple[int, int]]:
        """The pairs that are linked, one end of each in `middle`, both in `nodes`."""
        kept = numpy.isin(self.source, nodes) & numpy.isin(self.target, nodes)
        kept &= numpy.isin(self.source, middle) | numpy.isin(self.target, middle)
        low, high = (which(self.source[kept], self.target[kept]) for which in (numpy.minimum, numpy.maximum))
        return sorted(set(zip(low.tolist(), high.tolist())))


def _graph_of(edges: Any) -> Graph:
    try:
        return Graph(edges, progress=False)
    except (TypeError, ArgumentError, DataError) as error:
        raise type(error)(f"graph=: {error}") from error
