"""What a graph has: its nodes and edges, degrees, neighbors, components and subgraphs."""

from __future__ import annotations

import operator
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

from ._arrow import Column, Stream, column_from_array, numeric_view, struct_columns, struct_of
from ._formatting import WHOLE, html_table, text_table
from ._inputs.ends import end_stream, numbers_of, of_stream
from ._registry import Nodes, Parallel
from .errors import ArgumentError, DataError, MissingError, shown, translated
from .results import Result
from .tables import EdgeTable, Exporting, Labeled

if TYPE_CHECKING:
    import numpy.typing
    from typing_extensions import Self

Direction: TypeAlias = Literal["in", "out", "all"]

_NEIGHBORS = {"in": "predecessor", "out": "successor", "all": "neighbor"}
_AT_ONCE = 1 << 12  # rows that become Python objects together


class NodeList(Exporting, Sequence[Any]):
    """The nodes of a graph in the order of results: a sequence, whose Python objects are made when they are asked for.

    Arrow, numpy, pandas and polars take it as a column.

    Examples
    --------
    >>> import gobc
    >>> nodes = gobc.Graph([("a", "b"), ("b", "c")]).nodes
    >>> len(nodes), nodes[1], "c" in nodes, list(nodes)
    (3, 'b', True, ['a', 'b', 'c'])
    """

    def __init__(self, table: Labeled, has: Callable[[object], bool]):
        self._table = table
        self._has = has

    def __len__(self) -> int:
        return len(self._table)

    @overload
    def __getitem__(self, position: int) -> Any: ...

    @overload
    def __getitem__(self, position: slice) -> list[Any]: ...

    def __getitem__(self, position: int | slice) -> Any:
        if isinstance(position, slice):
            start, stop, step = position.indices(len(self))
            if step == 1:
                return self._table._some("node", start, max(stop - start, 0))
            return [self[row] for row in range(start, stop, step)]
        row = operator.index(position)
        row += len(self) if row < 0 else 0
        if not 0 <= row < len(self):
            raise IndexError(f"there is no node at position {position}: the graph has {len(self):,}")
        return self._table._some("node", row, 1)[0]

    def __iter__(self) -> Iterator[Any]:
        for start in range(0, len(self), _AT_ONCE):
            yield from self[start:start + _AT_ONCE]

    def __contains__(self, node: object) -> bool:
        return self._has(node)

    def to_list(self) -> list[Any]:
        """The nodes as a list.

        Examples
        --------
        >>> import gobc
        >>> gobc.Graph([("a", "b")]).nodes.to_list()
        ['a', 'b']
        """
        return self[:]

    def to_numpy(self) -> numpy.typing.NDArray[Any]:
        """The nodes as an array: integers over the same memory, others as objects. Needs numpy.

        Examples
        --------
        >>> import gobc
        >>> gobc.Graph([(7, 5), (5, 3)]).nodes.to_numpy()
        array([7, 5, 3])
        """
        import numpy

        return numpy.asarray(self._table["node"])

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.typing.NDArray[Any]:
        import numpy

        nodes = self.to_numpy()
        return numpy.array(nodes, dtype) if copy or dtype is not None else nodes

    def _exported(self) -> tuple[Column, bytes | None]:
        return struct_columns(self._table._exported()[0])[0], None

    def __repr__(self) -> str:
        rest = f"\n... {len(self) - 10:,} more" if len(self) > 10 else ""
        return text_table(["node"], [(node,) for node in self[:10]]) + rest


class Components(Result):
    """The connected components of a graph, weakly connected if it is directed: columns ``node`` and ``component``.

    Components count from 0, in the order of their first nodes. Attribute: ``sizes``, the number of nodes of each.

    Examples
    --------
    >>> import gobc
    >>> parts = gobc.Graph([("a", "b"), ("c", "d"), ("d", "e")]).components()
    >>> parts.sizes, parts.value("e"), parts["component"].tolist()
    ([2, 3], 1, [0, 0, 1, 1, 1])
    """

    @property
    def sizes(self) -> list[int]:
        """The number of nodes of each component, by its number. O(n)."""
        numbers = self["component"]
        if not isinstance(numbers, memoryview):
            import numpy

            counted: list[int] = numpy.bincount(numbers).tolist()
            return counted
        counts = array("q", bytes(8 * (max(numbers, default=-1) + 1)))
        for number in numbers:
            counts[number] += 1
        return counts.tolist()

    def _summary(self) -> str:
        count = max(self._scores("component"), default=-1) + 1
        return f"{count:,} of {len(self):,} nodes"

    def __repr__(self) -> str:
        rest = f"\n... {len(self) - 10:,} more" if len(self) > 10 else ""
        return f"Components: {self._summary()}\n" + text_table(self.columns, self._head(10)) + rest

    def _repr_html_(self) -> str:
        return html_table(self.columns, self._head(10), f"Components: {self._summary()}", WHOLE, len(self) - 10)


class Contents:
    """The contents of a Graph as properties and methods."""

    if TYPE_CHECKING:  # what Graph adds
        num_nodes: Any
        parallel_edges: Any
        self_loops: Any
        directed: Any
        weighted: Any
        _labels: Any
        _keys: Any
        _attribute: Any
        _stats: Any
        _built: Any

        def _node_column(self) -> Column: ...
        def _columns(self, names: str, of: Stream | None = None) -> Column: ...
        def _label_positions(self) -> dict[Any, int] | None: ...
        @classmethod
        def _made(cls, make: Callable[..., int], threads: int | None = None, memory_limit: int | None = None) -> Self: ...

    def __len__(self) -> int:
        return int(self.num_nodes)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.nodes)

    @property
    def nodes(self) -> NodeList:
        """The nodes in the order of results. O(n) at the first call.

        Examples
        --------
        >>> import gobc
        >>> graph = gobc.Graph([("a", "b"), ("b", "c")])
        >>> list(graph.nodes), "z" in graph.nodes
        (['a', 'b', 'c'], False)
        """
        return NodeList(Labeled(struct_of([self._node_column()]), self._labels), self.__contains__)

    @property
    def edges(self) -> EdgeTable:
        """The edges as a table, a row for each row of the input in its order: columns ``source``, ``target`` and, of a
        weighted graph, ``weight``. O(m) at each call.

        Examples
        --------
        >>> import gobc
        >>> graph = gobc.Graph([("a", "b", 0.5), ("b", "c", 2)], weight=True)
        >>> list(graph.edges)
        [('a', 'b', 0.5), ('b', 'c', 2.0)]
        """
        return EdgeTable(self._columns("source,target,weight" if self.weighted else "source,target"), self._labels)

    def __contains__(self, node: object) -> bool:
        with self._built:  # an error where the graph is closed
            pass
        try:
            with translated("reading the node"):
                self._columns("index", end_stream([node], "node", self._label_positions()))
        except (ArgumentError, DataError):  # unknown, or of another type than the nodes
            return False
        return True

    def degree(self, of: Nodes = None, *, direction: Direction = "all", weighted: bool = False,
               parallel: Parallel | None = None) -> Result:
        """The number of edges at each node, or the sum of their weights.

        Parameters
        ----------
        of
            Only these nodes, in this order: a list, an array or a column of distinct nodes, or one node. Default: all.
        direction
            Of a directed graph: edges that lead to the node ("in"), from it ("out"), or both ("all").
        weighted
            Whether weights are added up in place of edges.
        parallel
            Parallel edges, such as a pair that stands in a table in both orders: "merge" (default) into one, as scores have
            them, or "count" each. With ``weighted`` each counts.

        Returns
        -------
        Result
            Columns ``node`` and ``degree`` (int64), ``in_degree`` or ``out_degree``; if weighted ``strength`` (float64),
            ``in_strength`` or ``out_strength``.

        Raises
        ------
        ArgumentError
            A node is unknown or given twice; weighted=True and the graph has no weights, or parallel="merge" beside it.

        Notes
        -----
        A self-loop counts twice: once in and once out if directed. Edges of infinite weight do not count. "merge" gives the
        degrees of a NetworkX Graph or DiGraph, "count" those of a MultiGraph and of igraph. O(n + m).

        Examples
        --------
        >>> import gobc
        >>> graph = gobc.Graph([("a", "b", 0.5), ("b", "c", 2)], weight=True)
        >>> graph.degree().to_dict(), graph.degree(weighted=True).value("b")
        ({'a': 1, 'b': 2, 'c': 1}, 2.5)
        """
        prefix = _side(direction, {"in": "in_", "out": "out_", "all": ""})
        if weighted and not self.weighted:
            raise ArgumentError("weighted=True: the graph has no weights. Give weight= when the graph is made")
        if parallel not in (None, "merge", "count"):
            raise ArgumentError(f'parallel is {shown(parallel)}: give "merge" or "count"')
        if weighted and parallel == "merge":
            raise ArgumentError('parallel="merge" is for numbers of edges: with weighted=True the weight of each edge is added')
        name = (prefix if self.directed else "") + ("strength" if weighted else "degree")
        with translated("reading the nodes of the call"):
            wanted = None if of is None else of_stream(of, self._label_positions())
        merged = not weighted and parallel != "count" and (self.parallel_edges > 0 or self.self_loops > 1)
        nodes, degrees = struct_columns(self._columns(f"node,{'simple_' * merged}{name}", wanted))
        return Result(struct_of([nodes, degrees.renamed(name)]), {}, self._labels)

    def neighbors(self, node: Any, direction: Direction = "out") -> list[Any]:
        """The nodes that share an edge with a node, each once, in the order of ``nodes``.

        Parameters
        ----------
        node
            A node of the graph.
        direction
            Of a directed graph: by edges from the node ("out", as NetworkX), to it ("in"), or either ("all").

        Raises
        ------
        MissingError
            There is no such node.

        Notes
        -----
        A node with a self-loop is its own neighbor; an edge of infinite weight joins nothing. O(d log d) for d neighbors,
        and O(n + m) at the first call.

        Examples
        --------
        >>> import gobc
        >>> graph = gobc.Graph([("a", "b"), ("c", "b")], directed=True)
        >>> graph.neighbors("a"), graph.neighbors("b"), graph.neighbors("b", "in")
        (['b'], [], ['a', 'c'])
        """
        name = _side(direction, _NEIGHBORS)
        if node not in self:
            raise MissingError(f"{shown(node)} is not a node of this graph")
        (found,) = struct_columns(self._columns(name, end_stream([node], "node", self._label_positions())))
        return Labeled(struct_of([found.renamed("node")]), self._labels)._some("node", 0, found.length)

    def components(self) -> Components:
        """The connected component of each node, weakly connected if the graph is directed. O(n).

        Examples
        --------
        >>> import gobc
        >>> parts = gobc.Graph([("a", "b"), ("c", "d"), ("d", "e")]).components()
        >>> parts.sizes, parts.to_dict()
        ([2, 3], {'a': 0, 'b': 0, 'c': 1, 'd': 1, 'e': 1})
        """
        return Components(self._columns("node,component"), {}, self._labels)

    def largest_component(self) -> Self:
        """The subgraph of the component with the most nodes; of several, that with the first node. O(n + m).

        Examples
        --------
        >>> import gobc
        >>> gobc.Graph([("a", "b"), ("c", "d"), ("d", "e")]).largest_component()
        <gobc.Graph: undirected, 3 nodes, 2 edges, 1 component>
        """
        if self._labels is None:
            return self._within(None)
        parts = self.components()
        sizes = parts.sizes
        largest = sizes.index(max(sizes)) if sizes else 0
        return self._relabelled([at for at, part in enumerate(parts._scores("component")) if part == largest])

    def subgraph(self, nodes: Nodes) -> Self:
        """The graph of some nodes and of the edges between them, in memory of its own.

        Parameters
        ----------
        nodes
            Nodes of the graph: a list, a set, an array or a column. A node may come again.

        Raises
        ------
        ArgumentError
            A node is unknown.

        Notes
        -----
        Nodes and edges keep the order of the graph, whatever that of the list; weights, parallel edges and self-loops
        stay. O(n + m) time and memory.

        Examples
        --------
        >>> import gobc
        >>> graph = gobc.Graph([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])
        >>> list(graph.subgraph(["d", "c", "b"]).edges)
        [('b', 'c'), ('c', 'd')]
        """
        positions = self._label_positions()
        with translated("reading the nodes of the call"):
            if positions is None:
                wanted = end_stream(nodes, "nodes", None)
            else:
                kept = numbers_of(nodes, "nodes", positions)
        return self._within(wanted) if positions is None else self._relabelled(kept)

    def _relabelled(self, kept: list[int]) -> Self:
        """The subgraph of nodes of a graph whose labels are here, by their positions, which ascend."""
        made = self._within(_stream_of(kept))
        made._labels = [self._labels[position] for position in kept]
        if self._keys is not None:
            rows = self._columns("row", _stream_of(kept))
            made._keys = [self._keys[row] for row in numeric_view(struct_columns(rows)[0])]
        return made

    def _within(self, nodes: Stream | None) -> Self:
        """The subgraph of these nodes, as the library knows them; None: of the largest component."""
        made = self._made(self._built.held(lambda handle, library, *rest, held=nodes: library.graph_subgraph(
            handle, held and held.address, int(self._labels is not None), *rest)))
        made._attribute = self._attribute
        made._stats.weighted = self._stats.weighted
        return made


def _stream_of(positions: list[int]) -> Stream:
    return Stream.of([struct_of([column_from_array(array("q", positions), "node")])])


def _side(direction: object, names: dict[str, str]) -> str:
    if not isinstance(direction, str) or direction not in names:
        raise ArgumentError(f"direction is {shown(direction)}; choose in, out or all")
    return names[direction]

