"""A graph as a graph of another package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._contents import Contents
from ._validation import need
from .tables import Table

if TYPE_CHECKING:
    import igraph
    import networkx
    import scipy.sparse


class Conversions(Contents):
    """Ways out of a Graph. Nodes and edges keep their order; weights of edges are floats."""

    if TYPE_CHECKING:  # what Graph adds
        num_edges: Any
        parallel_edges: Any
        weight: Any

    def to_networkx(self) -> networkx.Graph[Any]:
        """A graph of NetworkX: a Graph, or a DiGraph, MultiGraph or MultiDiGraph where edges are directed or parallel.
        Weights are the attribute that they were read from, or "weight". Needs networkx.

        Examples
        --------
        >>> import gobc
        >>> graph = gobc.Graph([("a", "b", 0.5), ("b", "c", 2)], weight=True)
        >>> graph.to_networkx().edges["b", "c"]
        {'weight': 2.0}
        """
        package = need("networkx", "networkx")
        simple, multiple = ((package.DiGraph, package.MultiDiGraph) if self.directed
                            else (package.Graph, package.MultiGraph))
        name = self.weight or "weight"

        def made(kind: Any) -> networkx.Graph[Any]:
            graph: networkx.Graph[Any] = kind()
            graph.add_nodes_from(self.nodes)
            if self._keys is not None:
                rows = ((u, v, key, {name: rest[0]} if rest else {}) for (u, v, *rest), key in zip(self.edges, self._keys))
                graph.add_edges_from(rows)
            elif self.weighted:
                graph.add_weighted_edges_from(self.edges, weight=name)
            else:
                graph.add_edges_from(self.edges)
            return graph

        if self._keys is None and not self.parallel_edges:
            graph = made(simple)
            if graph.number_of_edges() == self.num_edges:
                return graph
        return made(multiple)  # also where self-loops or edges of infinite weight are parallel

    def to_igraph(self) -> igraph.Graph:
        """A graph of igraph, whose edge ids are the rows of ``edges``. Nodes that are not 0, 1, 2, ... in order are the
        vertices' attribute "name"; weights are the attribute that they were read from, or "weight". Needs igraph.

        Examples
        --------
        >>> import gobc
        >>> graph = gobc.Graph([("a", "b", 0.5), ("b", "c", 2)], weight=True).to_igraph()
        >>> graph.vs["name"], graph.es["weight"]
        (['a', 'b', 'c'], [0.5, 2.0])
        """
        package = need("igraph", "igraph")
        ends = Table(self._columns("source_index,target_index"))
        graph: igraph.Graph = package.Graph(n=self.num_nodes, edges=list(ends), directed=self.directed)
        nodes = self.nodes
        if any(node != number for number, node in enumerate(nodes)):
            graph.vs["name"] = nodes.to_list()
        if self.weighted:
            graph.es[self.weight or "weight"] = Table(self._columns("weight"))._list("weight")
        return graph

    def to_scipy(self) -> scipy.sparse.csr_array[Any]:
        """The adjacency matrix as a sparse array of scipy: rows and columns are the nodes in order, entries the weights, or
        1 (int64). Those of parallel edges are added; an undirected edge has two entries, a self-loop one. Needs scipy.

        Examples
        --------
        >>> import gobc
        >>> gobc.Graph([("a", "b", 0.5), ("b", "c", 2)], weight=True).to_scipy().toarray()
        array([[0. , 0.5, 0. ],
               [0.5, 0. , 2. ],
               [0. , 2. , 0. ]])
        """
        sparse, numpy = need("scipy.sparse", "scipy"), need("numpy", "numpy")
        table = Table(self._columns("source_index,target_index" + (",weight" if self.weighted else "")))
        rows, columns = table["source_index"], table["target_index"]
        values = table["weight"] if self.weighted else numpy.ones(len(rows), numpy.int64)
        if not self.directed:
            other = rows != columns
            rows, columns = numpy.append(rows, columns[other]), numpy.append(columns, rows[other])
            values = numpy.append(values, values[other])
        return sparse.coo_array((values, (rows, columns)), shape=(self.num_nodes, self.num_nodes)).tocsr()
