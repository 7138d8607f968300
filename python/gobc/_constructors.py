"""Graphs of one kind of input each: Graph itself with the arguments that make sense for it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._files import is_stored_graph
from ._inputs import anndata, files, igraph, libpysal, networkit, networkx, rustworkx, scipy
from ._inputs.edge_tables import one_end_remark
from ._registry import Progress
from .errors import ArgumentError, ArgumentTypeError, DataError, FileError, kind_of, warn_caller

if TYPE_CHECKING:
    from typing_extensions import Self


class Constructors:
    """The named constructors of Graph."""

    if TYPE_CHECKING:  # what Graph adds
        def __init__(self, edges: Any, **arguments: Any) -> None: ...
        _found: bool
        source: Any
        target: Any

    @classmethod
    def from_pandas(cls, frame: Any, *, directed: bool | None = None, source: str | int | None = None,
                    target: str | int | None = None, weight: str | int | bool | None = None, nodes: Any = None,
                    node: str | int | None = None, threads: int | None = None, memory_limit: int | str | None = None,
                    progress: Progress = None) -> Self:
        """A graph of a pandas.DataFrame with a row for every edge. Arguments as in ``Graph``.

        Examples
        --------
        >>> import gobc
        >>> import pandas
        >>> roads = pandas.DataFrame({"from": ["Bern", "Thun"], "to": ["Thun", "Spiez"], "km": [30, 11]})
        >>> gobc.Graph.from_pandas(roads, weight="km").eccentricity().value("Bern")
        41.0
        """
        _expect(_is(frame, "pandas", "DataFrame"), "from_pandas", "a pandas.DataFrame", frame)
        return cls(frame, directed=directed, source=source, target=target, weight=weight, nodes=nodes, node=node,
                   threads=threads, memory_limit=memory_limit, progress=progress)

    @classmethod
    def from_polars(cls, frame: Any, *, directed: bool | None = None, source: str | int | None = None,
                    target: str | int | None = None, weight: str | int | bool | None = None, nodes: Any = None,
                    node: str | int | None = None, threads: int | None = None, memory_limit: int | str | None = None,
                    progress: Progress = None) -> Self:
        """A graph of a polars.DataFrame with a row for every edge. Arguments as in ``Graph``.

        Examples
        --------
        >>> import gobc
        >>> import polars
        >>> roads = polars.DataFrame({"from": ["Bern", "Thun"], "to": ["Thun", "Spiez"], "km": [30, 11]})
        >>> gobc.Graph.from_polars(roads, weight="km").eccentricity().value("Bern")
        41.0
        """
        _expect(_is(frame, "polars", "DataFrame"), "from_polars", "a polars.DataFrame, as collect() gives it", frame)
        return cls(frame, directed=directed, source=source, target=target, weight=weight, nodes=nodes, node=node,
                   threads=threads, memory_limit=memory_limit, progress=progress)

    @classmethod
    def from_pyarrow(cls, table: Any, *, directed: bool | None = None, source: str | int | None = None,
                     target: str | int | None = None, weight: str | int | bool | None = None, nodes: Any = None,
                     node: str | int | None = None, threads: int | None = None, memory_limit: int | str | None = None,
                     progress: Progress = None) -> Self:
        """A graph of a pyarrow Table, RecordBatch, RecordBatchReader or StructArray with a row for every edge.
        Arguments as in ``Graph``.

        Examples
        --------
        >>> import gobc
        >>> import pyarrow
        >>> roads = pyarrow.table({"from": ["Bern", "Thun"], "to": ["Thun", "Spiez"], "km": [30, 11]})
        >>> gobc.Graph.from_pyarrow(roads, weight="km").eccentricity().value("Bern")
        41.0
        """
        _expect(_is(table, "pyarrow", "Table", "RecordBatch", "RecordBatchReader", "StructArray"), "from_pyarrow",
                "a Table, RecordBatch, RecordBatchReader or StructArray of pyarrow", table)
        return cls(table, directed=directed, source=source, target=target, weight=weight, nodes=nodes, node=node,
                   threads=threads, memory_limit=memory_limit, progress=progress)

    @classmethod
    def from_networkx(cls, graph: Any, *, weight: str | bool | None = None, threads: int | None = None,
                      memory_limit: int | str | None = None, progress: Progress = None) -> Self:
        """A graph of a NetworkX graph. ``weight`` is the name of an edge attribute, True for "weight".

        Examples
        --------
        >>> import gobc
        >>> import networkx
        >>> gobc.Graph.from_networkx(networkx.path_graph(["a", "b", "c"])).betweenness().to_dict()
        {'a': 0.0, 'b': 1.0, 'c': 0.0}
        """
        _expect(networkx.takes(graph), "from_networkx", networkx.WHAT, graph)
        return cls(graph, weight=weight, threads=threads, memory_limit=memory_limit, progress=progress)

    @classmethod
    def from_igraph(cls, graph: Any, *, weight: Any = None, threads: int | None = None, memory_limit: int | str | None = None,
                    progress: Progress = None) -> Self:
        """A graph of an igraph.Graph. ``weight`` is the name of an edge attribute, True for "weight", or one weight an
        edge.

        Examples
        --------
        >>> import gobc
        >>> import igraph
        >>> gobc.Graph.from_igraph(igraph.Graph.Ring(5)).eccentricity().to_dict()
        {0: 2.0, 1: 2.0, 2: 2.0, 3: 2.0, 4: 2.0}
        """
        _expect(igraph.takes(graph), "from_igraph", igraph.WHAT, graph)
        return cls(graph, weight=weight, threads=threads, memory_limit=memory_limit, progress=progress)

    @classmethod
    def from_rustworkx(cls, graph: Any, *, weight: str | bool | Callable[[Any], float] | Any = None,
                       threads: int | None = None, memory_limit: int | str | None = None, progress: Progress = None) -> Self:
        """A graph of a rustworkx graph. ``weight`` is True for the data of the edges, a name in them, a function of
        them, or one weight per edge.

        Examples
        --------
        >>> import gobc
        >>> import rustworkx
        >>> star = rustworkx.generators.star_graph(4)
        >>> gobc.Graph.from_rustworkx(star).betweenness().top(1)[0]
        (0, 1.0)
        """
        _expect(rustworkx.takes(graph), "from_rustworkx", rustworkx.WHAT, graph)
        return cls(graph, weight=weight, threads=threads, memory_limit=memory_limit, progress=progress)

    @classmethod
    def from_networkit(cls, graph: Any, *, weight: Any = None, threads: int | None = None,
                       memory_limit: int | str | None = None, progress: Progress = None) -> Self:
        """A graph of a networkit.Graph. ``weight`` is True for its weights, or one weight per edge.

        Examples
        --------
        >>> import gobc
        >>> import networkit
        >>> square = networkit.Graph(4)
        >>> for u, v in [(0, 1), (1, 2), (2, 3), (3, 0)]:
        ...     _ = square.addEdge(u, v)
        >>> gobc.Graph.from_networkit(square).eccentricity().value(0)
        2.0
        """
        _expect(networkit.takes(graph), "from_networkit", networkit.WHAT, graph)
        return cls(graph, weight=weight, threads=threads, memory_limit=memory_limit, progress=progress)

    @classmethod
    def from_scipy(cls, matrix: Any, *, directed: bool | None = None, weight: bool | None = None,
                   threads: int | None = None, memory_limit: int | str | None = None, progress: Progress = None) -> Self:
        """A graph of a square sparse matrix of scipy. ``weight=True`` takes the stored values as weights.

        Examples
        --------
        >>> import gobc
        >>> import scipy.sparse
        >>> path = scipy.sparse.coo_array(([1, 1], ([0, 1], [1, 2])), shape=(3, 3))
        >>> gobc.Graph.from_scipy(path).betweenness().to_dict()
        {0: 0.0, 1: 1.0, 2: 0.0}
        """
        _expect(scipy.takes(matrix), "from_scipy", scipy.WHAT, matrix)
        return cls(matrix, directed=directed, weight=weight, threads=threads, memory_limit=memory_limit,
                   progress=progress)

    @classmethod
    def from_anndata(cls, data: Any, *, obsp: str | None = None, directed: bool | None = None,
                     weight: bool | None = None, threads: int | None = None, memory_limit: int | str | None = None,
                     progress: Progress = None) -> Self:
        """A graph of the observations of an AnnData. ``obsp`` is the matrix between them, "connectivities" if not
        given; ``weight=True`` takes its values as weights.

        Examples
        --------
        >>> import gobc
        >>> import anndata, numpy, scipy.sparse
        >>> cells = anndata.AnnData(numpy.zeros((3, 1)))
        >>> cells.obs_names = ["c1", "c2", "c3"]
        >>> cells.obsp["connectivities"] = scipy.sparse.csr_array([[0, 1, 0], [1, 0, 1], [0, 1, 0]])
        >>> gobc.Graph.from_anndata(cells).betweenness().to_dict()
        {'c1': 0.0, 'c2': 1.0, 'c3': 0.0}
        """
        _expect(anndata.takes(data), "from_anndata", anndata.WHAT, data)
        return cls(data, obsp=obsp, directed=directed, weight=weight, threads=threads, memory_limit=memory_limit,
                   progress=progress)

    @classmethod
    def from_libpysal(cls, graph: Any, *, directed: bool | None = None, weight: bool | None = None,
                      threads: int | None = None, memory_limit: int | str | None = None, progress: Progress = None) -> Self:
        """A graph of a libpysal.graph.Graph; nodes are its observations, by their ids. Undirected unless ``directed`` says
        otherwise. ``weight=True`` takes its weights as lengths, which they are with ``kernel="identity"``.

        Examples
        --------
        >>> import gobc
        >>> import libpysal, pandas
        >>> chain = libpysal.graph.Graph.from_arrays(["a", "b", "b", "c"], ["b", "a", "c", "b"], [1, 1, 1, 1])
        >>> gobc.Graph.from_libpysal(chain).betweenness().to_dict()
        {'a': 0.0, 'b': 1.0, 'c': 0.0}
        """
        _expect(libpysal.takes(graph), "from_libpysal", libpysal.WHAT, graph)
        return cls(graph, directed=directed, weight=weight, threads=threads, memory_limit=memory_limit,
                   progress=progress)

    @classmethod
    def read(cls, path: str | os.PathLike[str], *, format: str | None = None, directed: bool | None = None,
             source: str | int | None = None, target: str | int | None = None, weight: str | int | bool | None = None,
             header: bool | None = None, delimiter: str | None = None, text_ids: bool = False, threads: int | None = None,
             progress: Progress = None) -> Self:
        """A graph of a file: of lists of edges (csv, tsv, tab, txt, edges, edgelist, el, as SNAP and KONECT have them),
        SIF, Matrix Market (mtx), GML, GraphML, Pajek (net), METIS (graph), Parquet, Arrow or Feather.

        Parameters
        ----------
        path
            Its ending says the format, unless ``format`` does. Files of text may be compressed (.gz, .zst), or be a pipe.
        directed
            As the file says. False: its edges have no direction, whatever it says; two opposite ones are two parallel edges,
            as in ``Graph(edges)``. True, of a file whose edges have none, is an error.
        source, target, weight, threads, progress
            As in ``Graph``. ``weight=True`` takes the values of an mtx file.
        header
            Whether the first line of a list of edges has the names of the columns, or the comment before it where there is
            one with as many words. Default: by what it and the lines below it have. Known names (source and target, from and
            to, protein1 and protein2) are names, a line with numbers is an edge, and what could be either is read with a
            warning that says how.
        delimiter
            Between the columns of a list of edges. Default: what all of the first lines have, of comma, tab and semicolon,
            else blanks.
        text_ids
            Whether ids in a file of text are taken as texts, so that 007 stays 007.

        Examples
        --------
        >>> import gobc
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "roads.csv")
        ...     _ = file.write_text("from,to,km\\nBern,Thun,30\\nThun,Spiez,11\\n")
        ...     graph = gobc.Graph.read(file, weight="km")
        >>> graph.eccentricity().value("Bern")
        41.0
        """
        try:
            file = files.read(path, format=format, source=source, target=target, weight=weight, header=header,
                              delimiter=delimiter, text_ids=text_ids, directed=directed, threads=threads,
                              progress=progress, once=True)
            file.warn(path)
            graph = cls._of_file(file, path, directed=directed, threads=threads, progress=progress)
        except (DataError, FileError):
            if is_stored_graph(path):
                raise FileError(f"{os.fspath(path)} is a graph that save() wrote: gobc.Graph.load reads it") from None
            raise
        text = one_end_remark((source, target), (graph.source, graph.target))
        if text is not None and None not in file.columns[:2]:
            warn_caller(text)
        return graph

    @classmethod
    def _of_file(cls, file: files.File, path: str | os.PathLike[str], *, directed: bool | None, threads: int | None = None,
                 progress: Progress = None) -> Self:
        if directed and file.directed is False:
            raise ArgumentError("directed=True contradicts the file, which has undirected edges: leave directed= out")
        source, target, weight = file.columns
        try:
            graph = cls(file.edges, directed=file.directed if directed is None else directed, source=source, target=target,
                        weight=weight, nodes=file.nodes, threads=threads, progress=progress)
        except DataError:
            file.raise_damage(path)
            raise
        graph._found = graph._found or file.found
        if (text := file.absent((graph.source, graph.target))) is not None:
            warn_caller(text)
        return graph


def _is(value: Any, module: str, *names: str) -> bool:
    """Whether the value is of one of these classes of a package; none is if it is not imported yet."""
    package = sys.modules.get(module)
    return isinstance(value, tuple(getattr(package, name) for name in names if hasattr(package, name)))


def _expect(right: bool, function: str, what: str, value: Any) -> None:
    if not right:
        raise ArgumentTypeError(f"gobc.Graph.{function} takes {what}, not {kind_of(value)}; gobc.Graph takes inputs of any kind")
