"""What can be given as edges, nodes and sources, with the real packages; and what is refused, with the row."""

import array
import functools
import io
import pathlib
import re
import warnings

import duckdb
import geopandas
import igraph
import nanoarrow
import networkx
import numpy
import pandas
import polars
import pyarrow
import pytest
import scipy.sparse

import gobc
from gobc._inputs import edge_tables, frames

SOURCE = [3, 1, 4, 1, 5, 9, 2, 6]
TARGET = [1, 4, 1, 5, 9, 2, 6, 5]
PAIRS = list(zip(SOURCE, TARGET))
WANT = gobc.betweenness(PAIRS).to_dict()
TABLE = pyarrow.table({"source": SOURCE, "target": TARGET})


def relation():
    return duckdb.from_arrow(TABLE)


INPUTS = {
    "pairs": lambda: PAIRS,
    "generator": lambda: (pair for pair in PAIRS),
    "lists": lambda: (SOURCE, TARGET),
    "dict": lambda: {"source": SOURCE, "target": TARGET},
    "dict of arrays": lambda: {"u": numpy.array(SOURCE), "v": TARGET},
    "array.array": lambda: (array.array("q", SOURCE), array.array("q", TARGET)),
    "numpy": lambda: (numpy.array(SOURCE), numpy.array(TARGET)),
    "numpy int8": lambda: (numpy.array(SOURCE, "i1"), numpy.array(TARGET, "i1")),
    "numpy big-endian": lambda: (numpy.array(SOURCE, ">i4"), numpy.array(TARGET, ">i4")),
    "numpy strided": lambda: (numpy.array(SOURCE * 2)[:8], numpy.repeat(TARGET, 2)[::2]),
    "numpy (m, 2)": lambda: numpy.array(PAIRS),
    "numpy (m, 2) Fortran": lambda: numpy.asfortranarray(PAIRS),
    "numpy scalars": lambda: [(numpy.int32(s), numpy.int64(t)) for s, t in PAIRS],
    "numpy of two widths": lambda: (numpy.array(SOURCE, "u2"), numpy.array(TARGET, "i4")),
    "uint64 and list": lambda: (numpy.array(SOURCE, "u8"), TARGET),
    "dict with others": lambda: {"weight": [0.5] * 8, "to": TARGET, "from": SOURCE, "name": ["x", None] * 4},
    "read-only": lambda: tuple(numpy.frombuffer(numpy.array(side).tobytes(), "i8") for side in (SOURCE, TARGET)),
    "pyarrow": lambda: TABLE,
    "pyarrow batch": lambda: TABLE.to_batches()[0],
    "pyarrow reader": lambda: TABLE.to_reader(max_chunksize=3),
    "pyarrow columns": lambda: (TABLE["source"], TABLE["target"]),
    "pyarrow arrays": lambda: (pyarrow.array(SOURCE), pyarrow.array(TARGET)),
    "pyarrow struct array": lambda: TABLE.to_struct_array().combine_chunks(),
    "pandas": lambda: pandas.DataFrame({"source": SOURCE, "target": TARGET}),
    "pandas unnamed": lambda: pandas.DataFrame(PAIRS),
    "pandas series": lambda: (pandas.Series(SOURCE), pandas.Series(TARGET)),
    "polars": lambda: polars.DataFrame({"source": SOURCE, "target": TARGET}),
    "polars series": lambda: (polars.Series(SOURCE), polars.Series(TARGET)),
    "duckdb": relation,
    "nanoarrow": lambda: nanoarrow.ArrayStream(TABLE),
    "gobc": lambda: gobc.EdgeTable(gobc._arrow.import_array(TABLE.to_batches()[0])),
}


@pytest.mark.parametrize("kind", INPUTS)
def test_edges(kind):
    assert gobc.betweenness(INPUTS[kind]()).to_dict() == WANT


@pytest.mark.parametrize("pair", [("source", "target"), ("source", "destination"), ("src", "dst"), ("from", "to"),
                                  ("u", "v")])
def test_known_column_pairs(pair):
    table = pyarrow.table({"weight": [0.5] * 8, pair[1]: TARGET, "x": SOURCE, pair[0]: SOURCE})
    graph = gobc.Graph(table)
    assert (graph.source, graph.target) == pair
    assert gobc.betweenness(graph).to_dict() == WANT


@pytest.mark.parametrize("columns", [("b", "c"), (1, 2), ("#1", "c")])
def test_named_columns(columns):
    table = pyarrow.table({"a": [1.5] * 8, "b": SOURCE, "c": TARGET})
    assert gobc.betweenness(gobc.Graph(table, source=columns[0], target=columns[1])).to_dict() == WANT


def test_networkx_nodes_are_given_back():
    graph = networkx.Graph([(("a", 1), 2.5), (2.5, frozenset("x")), (None or "s", 2.5)])
    graph.add_node("alone")
    result = gobc.betweenness(graph, normalized=False)
    assert list(result.to_dict()) == list(graph)
    assert result.value(2.5) == 3.0
    assert result.top(1) == [(2.5, 3.0)]
    assert list(result["node"]) == list(graph)
    assert gobc.betweenness(graph, sources=[("a", 1)], normalized=False, preset="raw").value(2.5) == 2.0


@pytest.mark.parametrize("kind", [networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph])
def test_networkx_kinds(kind):
    graph = kind([(0, 1), (1, 2), (2, 2), (2, 0), (1, 0), (0, 1)])
    handle = gobc.Graph(graph)
    assert handle.directed == graph.is_directed()
    assert handle.num_edges == graph.number_of_edges()
    assert handle.self_loops == 1
    assert gobc.betweenness(graph).to_dict() == pytest.approx(networkx.betweenness_centrality(graph))


def test_networkx_view():
    graph = networkx.path_graph(6).subgraph([1, 2, 3])
    assert gobc.betweenness(graph).to_dict() == {1: 0.0, 2: 1.0, 3: 0.0}


@pytest.mark.parametrize("directed", [False, True])
def test_igraph(directed):
    graph = igraph.Graph(n=9, edges=[(s - 1, t - 1) for s, t in PAIRS], directed=directed)
    result = gobc.betweenness(graph, preset="igraph")
    assert list(result["betweenness"]) == pytest.approx(graph.betweenness(directed=directed))
    assert list(result.to_dict()) == list(range(9))
    graph.vs["name"] = list("abcdefghi")
    assert list(gobc.betweenness(graph).to_dict()) == list("abcdefghi")


@pytest.mark.parametrize("kind", [scipy.sparse.csr_matrix, scipy.sparse.coo_array, scipy.sparse.csc_array])
def test_scipy(kind):
    matrix = numpy.zeros((5, 5))
    for s, t in ((0, 1), (1, 2), (2, 3)):
        matrix[s, t] = matrix[t, s] = 0.5
    result = gobc.betweenness(kind(matrix), normalized=False)
    assert result.to_dict() == {0: 0.0, 1: 2.0, 2: 2.0, 3: 0.0, 4: 0.0}
    assert gobc.Graph(kind(matrix)).num_edges == 3
    assert gobc.Graph(kind(matrix), directed=True).num_edges == 6


@pytest.mark.parametrize("kind", INPUTS)
def test_every_input_leaves_nothing_exported(kind):
    before = gobc._arrow.live_exports()
    gobc.Graph(INPUTS[kind]()).close()
    assert gobc._arrow.live_exports() == before


NODES = {
    "list": lambda: [7, 3],
    "array": lambda: numpy.array([7, 3], "u2"),
    "pyarrow array": lambda: pyarrow.array([7, 3], pyarrow.int16()),
    "pyarrow chunks": lambda: pyarrow.chunked_array([[7], [3]]),
    "pyarrow table": lambda: pyarrow.table({"x": [0, 0], "node": [7, 3]}),
    "polars series": lambda: polars.Series([7, 3]),
    "pandas frame": lambda: pandas.DataFrame({"id": [7, 3]}),
    "dict": lambda: {"node": [7, 3]},
}


@pytest.mark.parametrize("kind", NODES)
def test_nodes(kind):
    result = gobc.betweenness(gobc.Graph([(3, 1), (1, 4)], nodes=NODES[kind]()), normalized=False)
    assert result.to_dict() == {7: 0.0, 3: 0.0, 1: 1.0, 4: 0.0}


@pytest.mark.parametrize("kind", ["list", "array", "pyarrow array", "pyarrow chunks", "polars series"])
def test_sources(kind):
    edges = [(7, 1), (1, 3), (1, 4)]
    result = gobc.betweenness(edges, sources=NODES[kind](), preset="raw")
    assert result.to_dict() == {7: 0.0, 1: 4.0, 3: 0.0, 4: 0.0}


@pytest.mark.parametrize("table", [dict, pyarrow.table, polars.DataFrame, pandas.DataFrame])
def test_a_column_source_beside_nodes_restricts_no_measure(table):
    """It held marks, and a graph made with it counted paths from the marked nodes alone, in every measure."""
    nodes = table({"node": [7, 3, 1], "source": [True, True, False]})
    assert gobc.betweenness(gobc.Graph([(7, 1), (1, 3), (1, 4)], nodes=nodes), preset="raw").value(1) == 6.0


ALONE = networkx.Graph([("a", "b")])
ALONE.add_node("x", kind="gene")
ALONE.add_node("y", kind="drug")


@pytest.mark.parametrize("nodes", [
    ALONE.nodes, dict(ALONE.nodes(data=True)), {"x": "gene", "y": "drug"}, {"x": 1, "y": 2}, {"x": (9, 8), "y": (7, 6)},
    {"x": {1}, "y": {2}}, {"x": None, "y": None}], ids=str)
def test_a_dict_of_attributes_has_nodes_for_keys(nodes):
    """Nodes of a NetworkX graph were taken for a table, so that nodes without edges were lost, or letters became nodes."""
    assert set(gobc.Graph([("a", "b")], nodes=nodes).nodes) == {"a", "b", "x", "y"}


KINDS_AND_SYMBOLS = {"kind": ["gene", "drug"], "symbol": ["x", "y"]}


@pytest.mark.parametrize("table", [dict, pyarrow.table, polars.DataFrame, pandas.DataFrame])
def test_the_column_of_nodes_is_known_or_asked_for(table):
    """The first of several columns was read without a word: kinds of nodes became nodes."""
    build = functools.partial(gobc.Graph, [("a", "b")])
    with pytest.raises(gobc.DataError, match="which column holds the nodes. The table has kind, symbol; name it with node="):
        build(nodes=table(KINDS_AND_SYMBOLS))
    tables = [{"kind": ["gene", "drug"], name: ["x", "y"]} for name in ("node", "ID", "nodeID", "osmid")]
    tables += [{"symbol": ["x", "y"]}, {"source": ["x", "y"]}, {"name": ["x", "y"], "kind": ["gene", "drug"]}]
    graphs = [build(nodes=table(KINDS_AND_SYMBOLS), node="symbol"), build(nodes=table(KINDS_AND_SYMBOLS), node=1),
              *(build(nodes=table(columns)) for columns in tables)]
    assert [list(graph.nodes) for graph in graphs] == [["x", "y", "a", "b"]] * len(graphs)
    with pytest.raises(gobc.DataError, match="which column holds the nodes"):
        build(nodes=table({"code": ["x", "y"], "name": ["Xi", "Ypsilon"]}))


def test_nodes_in_the_index_of_a_frame():
    """As OSMnx has crossings. An index without a name has numbers of rows, if these are integers."""
    crossings = pandas.DataFrame({"street_count": [3, 4], "geometry": [object()] * 2}, index=pandas.Index([7, 8], name="osmid"))
    assert list(gobc.Graph([(1, 2)], nodes=crossings).nodes) == [7, 8, 1, 2]
    crossings = crossings.set_index(pandas.RangeIndex(7, 9, name="osmid"))
    assert list(gobc.Graph([(1, 2)], nodes=crossings).nodes) == [7, 8, 1, 2]
    twice = pandas.DataFrame({"gene": ["x", "x", "y"]})
    assert list(gobc.Graph([("a", "b")], nodes=twice.drop_duplicates()).nodes) == ["x", "y", "a", "b"]
    for index in (pandas.Index([7, 8], name="person"), ["c1", "c2"]):
        with pytest.raises(gobc.DataError, match="The table has age, its index; name it with node=.*frame.index"):
            gobc.Graph([(1, 2)], nodes=pandas.DataFrame({"age": [31, 42]}, index=index))


@pytest.mark.parametrize("nodes, text", [
    ({"node": [1, 2], "kind": "gene"}, "only some values are columns: give list.nodes. if its keys"),
    ({"node": [1, 2], "kind": ["gene"]}, "columns of different lengths .1, 2 rows.: give list.nodes. if its keys"),
    ({0: [9, 8], 1: [7, 6]}, "which column holds the nodes.*give list.nodes. if its keys")])
def test_a_dict_that_may_be_a_table_or_attributes_is_an_error(nodes, text):
    with pytest.raises(gobc.DataError, match=text):
        gobc.Graph([(1, 2)], nodes=nodes)


def test_a_column_of_a_list_of_nodes_is_an_error():
    with pytest.raises(gobc.ArgumentError, match="node='id' names a column of a table; nodes is list: leave node= out"):
        gobc.Graph([(1, 2)], nodes=[3], node="id")


SPARSE = pandas.arrays.SparseArray


def test_sparse_columns_of_pandas():
    """They ended in an error of pyarrow."""
    graph = gobc.Graph(pandas.DataFrame({"source": SPARSE([1, 0, 0]), "target": SPARSE([2, 0, 1])}),
                       nodes=pandas.DataFrame({"node": SPARSE([5, 0])}))
    assert (list(graph.nodes), graph.num_edges) == ([5, 0, 1, 2], 3)


SUMS = pandas.DataFrame({"home": [1, 2, 3], "work": [4, 3, 1], "w": [5, 6, 7]}).groupby(["home", "work"]).sum()


@pytest.mark.parametrize("weight", [None, "w"])
@pytest.mark.parametrize("make", [
    lambda frame: frame, pyarrow.Table.from_pandas, lambda frame: frame.set_axis(frame.index.set_names([None, None])),
    lambda frame: frame.assign(score=0.5)], ids=["frame", "arrow", "unnamed", "length"])
def test_levels_that_groupby_made_are_the_ends(make, weight):
    """The columns came first, so sums were joined with nodes."""
    table = make(SUMS)
    graph = gobc.Graph(table, weight=weight, directed=True)
    assert [(edge[0], edge[1]) for edge in graph.edges] == [(1, 4), (2, 3), (3, 1)]
    assert graph.largest_weight == (7.0 if weight else None)


def test_a_named_level_and_a_column_beside_the_weight_are_the_ends():
    for frame in (SUMS.reset_index("work"), SUMS.reset_index("work").iloc[[2, 0]]):  # an index that is a range, and another
        graph = gobc.Graph(frame, weight="w", directed=True)
        assert [(edge[0], edge[1]) for edge in graph.edges] == [*zip(frame.index, frame["work"])]


def test_levels_of_files_and_of_many(tmp_path):
    SUMS.to_parquet(tmp_path / "sums.parquet")
    for weight in (None, "w"):
        graph = gobc.Graph.read(tmp_path / "sums.parquet", directed=True, weight=weight)
        assert [(edge[0], edge[1]) for edge in graph.edges] == [(1, 4), (2, 3), (3, 1)]
    several = SUMS.assign(year=[1, 1, 2]).set_index("year", append=True)
    for table in (several, pyarrow.Table.from_pandas(several)):
        result = gobc.many(table, by="year").to_pandas()
        assert result.groupby("network")["node"].agg(set).to_dict() == {1: {1, 4, 2, 3}, 2: {3, 1}}


@pytest.mark.parametrize("make", [lambda frame: frame, pyarrow.Table.from_pandas])
def test_levels_beside_columns_that_may_be_ends_are_an_error(make):
    """Also as an index that says nothing of ends, such as year and id. One without names is that of concat()."""
    text = "The index has the levels home, work, beside the columns w, n: name both ends .* or give edges.reset_index"
    table = SUMS.assign(n=1)
    with pytest.raises(gobc.DataError, match=text):
        gobc.Graph(make(table))
    assert gobc.Graph(make(table), weight="w").num_nodes == 4
    assert gobc.Graph(make(table), source="home", target="work").num_nodes == 4
    edges = pandas.DataFrame({"home": [1, 2], "work": [2, 3], "w": [5, 6]})
    both = pandas.concat({"x": edges, "y": edges})
    assert [tuple(edge)[:2] for edge in gobc.Graph(make(both)).edges] == [(1, 2), (2, 3)] * 2


def test_nulls_of_slices():
    """A null is found at any place of a slice that begins anywhere in a byte, and outside of the slice it is none."""
    for null in range(24):
        ends = pyarrow.array([None if row == null else row for row in range(24)], pyarrow.int32())
        table = pyarrow.table({"source": ends, "target": pyarrow.array(range(1, 25), pyarrow.int32())})
        for offset in range(10):
            part = table.slice(offset, 13)
            if offset <= null < offset + 13:
                with pytest.raises(gobc.DataError, match=f"row {null - offset}"):
                    gobc.Graph(part)
            else:
                assert gobc.Graph(part).num_edges == 13


ODD = pandas.DataFrame({"note": [1, "x", None, {}], "a": [1, 2, 3, 4], "b": [2, 3, 4, 5], "shape": [object()] * 4,
                        "w": [1.0, 2, 3, 4]})
UV = ODD.rename(columns={"a": "u", "b": "v"})


@pytest.mark.parametrize("frame, options", [
    (ODD, {"source": "a", "target": "b"}), (ODD, {"source": 1, "target": "#2", "weight": "w"}), (UV, {}), (UV, {"weight": "w"}),
    (ODD.drop(columns="note"), {}), (ODD.drop(columns="note"), {"weight": 3}), (UV.set_index(["u", "v"]), {}),
    (ODD.set_index("note"), {"source": "a", "target": "b"})], ids=str)
def test_columns_that_are_not_needed_may_hold_anything(frame, options):
    graph = gobc.Graph(frame, **options)
    assert graph.betweenness(normalized=False).to_dict() == {1: 0.0, 2: 3.0, 3: 4.0, 4: 3.0, 5: 0.0}
    assert graph.largest_weight == (4.0 if "weight" in options else None)


def test_a_table_of_streets_with_their_geometry():
    """As OSMnx has them: by a named index of nodes, or with these as columns."""
    lines = geopandas.GeoSeries.from_wkt(["LINESTRING (0 0, 1 0)", "LINESTRING (1 0, 2 0)"])
    streets = geopandas.GeoDataFrame({"length": [30.5, 11.0], "name": [["A", "B"], None]}, geometry=lines)
    streets.index = pandas.MultiIndex.from_tuples([(1, 2, 0), (2, 3, 0)], names=["u", "v", "key"])
    crossings = geopandas.GeoDataFrame({"osmid": [3, 2, 1, 0]}, geometry=[lines[0]] * 4)
    for frame in (streets, streets.reset_index()):
        graph = gobc.Graph(frame, weight="length", nodes=crossings, node="osmid")
        assert graph.eccentricity(preset="raw").to_dict() == {3: 41.5, 2: 30.5, 1: 41.5, 0: 0.0}
        assert (graph.source, graph.target, graph.weight) == ("u", "v", "length")
    chosen = pandas.DataFrame({"node": [3], "weight": [2.0], "odd": [object()]})
    assert gobc.betweenness(graph, sources=chosen, preset="raw").value(2) == 2.0


@pytest.mark.parametrize("options, text", [
    ({"source": "note", "target": "b"}, "column note, row 1 is 'x' .*must be an integer"),
    ({"source": "shape", "target": "b"}, "column shape, row 0 is .*must be an integer or a string"),
    ({"source": "a", "target": "b", "weight": "note"}, "column note, row 1 is 'x' .*weight must be"),
    ({}, "column note, row 1 .*Name the ends of edges with source= and target=; there are note, a, b, shape, w")], ids=str)
def test_columns_that_are_needed_may_not(options, text):
    with pytest.raises(gobc.DataError, match=text):
        gobc.Graph(ODD, **options)


def test_a_name_of_two_columns():
    frame = pandas.DataFrame([[1, 2, 3]], columns=["a", "a", "b"])
    with pytest.raises(gobc.DataError, match="source='a': 2 columns have this name; give the position of one"):
        gobc.Graph(frame, source="a", target="b")
    assert list(gobc.Graph(frame, source=1, target="b").betweenness().to_dict()) == [2, 3]


REFUSED = {
    "null": (lambda: pyarrow.table({"source": [1, 2, None], "target": [1, 2, 3]}), {}, gobc.DataError, "2"),
    "null in pandas strings": (lambda: pandas.DataFrame({"source": ["a", None], "target": ["b", "c"]}), {},
                               gobc.DataError, "1"),
    "null weight": (lambda: pyarrow.table({"source": [1, 2], "target": [2, 3], "w": [0.5, None]}), {"weight": "w"},
                    gobc.DataError, 'row 1: column "w" is null; every value must be known'),
    "None in a list": (lambda: [(1, 2), (3, None)], {}, gobc.DataError, "row 1"),
    "NaN in a list": (lambda: ([1, float("nan")], [1, 2]), {}, gobc.DataError, "row 1"),
    "floats": (lambda: numpy.array([[0.5, 1.0]]), {}, gobc.DataError, "float64"),
    "Arrow floats": (lambda: pyarrow.table({"source": [0.5], "target": [1.5]}), {}, gobc.DataError, "source"),
    "float in a list": (lambda: [(0, 1), (1.0, 2)], {}, gobc.DataError, "row 1"),
    "bool in a list": (lambda: [(0, 1), (True, 2)], {}, gobc.DataError, "row 1"),
    "mixed list": (lambda: [("a", "b"), ("c", 5)], {}, gobc.DataError, "row 1"),
    "triples": (lambda: [(0, 1, 2.5)], {}, gobc.DataError, "weight=True"),
    "strings as edges": (lambda: ["ab", "bc"], {}, gobc.DataError, "row 0"),
    "file name": (lambda: "edges.csv", {}, ValueError, "gobc compute"),
    "number": (lambda: 5, {}, TypeError, "int"),
    "two pairs": (lambda: ((0, 1), (1, 2)), {}, ValueError, "two edges or two columns"),
    "lengths": (lambda: ([1, 2], [3]), {}, gobc.DataError, "source has 2 rows, target has 1"),
    "shape": (lambda: numpy.zeros((3, 4), int), {}, gobc.DataError, r"\(3, 4\)"),
    "huge ints": (lambda: [(-1, 0), (1 << 63, 1)], {}, gobc.DataError, "64-bit integer type"),
    "huge ints apart": (lambda: [(-1, 1 << 63)], {}, gobc.DataError, "2\\^63"),
    "column of a dict": (lambda: {"a": [1], "b": [2]}, {"source": "c"}, gobc.DataError, "there are a, b"),
    "surrogate": (lambda: [("a", "b"), ("\ud800", "c")], {}, gobc.DataError, "row 1"),
    "types differ": (lambda: ([1, 2], ["a", "b"]), {}, ValueError, "type"),
    "one column": (lambda: pyarrow.table({"source": [1]}), {}, ValueError, "column"),
    "missing column": (lambda: TABLE, {"source": "nope", "target": "target"}, ValueError, "nope"),
    "column of a list": (lambda: PAIRS, {"source": "a"}, ValueError, "source="),
    "nodes of a graph": (lambda: networkx.path_graph(3), {"nodes": [1]}, ValueError, "nodes="),
    "contradiction": (lambda: networkx.DiGraph([(0, 1)]), {"directed": False}, ValueError, "contradicts"),
    "matrix shape": (lambda: scipy.sparse.csr_matrix((2, 3)), {}, gobc.DataError, "square"),
    "igraph names": (lambda: igraph.Graph(n=2, vertex_attrs={"name": ["a", "a"]}), {}, gobc.DataError, "name"),
    "weight": (lambda: PAIRS, {"weight": "weight"}, ValueError, "names a column"),
    "source not a node": (lambda: PAIRS, {"sources": [77]}, ValueError, "77"),
    "source not in graph": (lambda: networkx.path_graph(3), {"sources": [9]}, ValueError, "9"),
    "sources twice": (lambda: PAIRS, {"sources": [3, 3]}, ValueError, "3"),
    "sources text": (lambda: PAIRS, {"sources": "abc"}, ValueError, "abc"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case):
    edges, options, error, text = REFUSED[case]
    asked = {name: value for name, value in options.items() if name == "sources"}
    built = {name: value for name, value in options.items() if name not in asked}
    with pytest.raises(error, match=text):
        gobc.betweenness(gobc.Graph(edges(), **built), **asked)


def test_pandas_without_pyarrow(python):
    python("""
        import sys
        sys.modules["pyarrow"] = None
        import pandas, gobc
        frame = pandas.DataFrame({"weight": [.5, .5], "src": [0, 1], "dst": [1, 2]})
        assert gobc.betweenness(frame).to_dict() == {0: 0.0, 1: 1.0, 2: 0.0}
        assert gobc.Graph(frame, source="dst", target="src").betweenness().to_dict() == {1: 1.0, 0: 0.0, 2: 0.0}
    """)


def test_a_producer_that_fails_is_reported():
    def batches():
        yield TABLE.to_batches()[0]
        raise RuntimeError("the disk is on fire")

    with pytest.raises(gobc.DataError, match="the disk is on fire"):
        gobc.Graph(pyarrow.RecordBatchReader.from_batches(TABLE.schema, batches()))


def used(iterator):
    for _ in iterator:
        pass
    return iterator


SPENT = {
    "generator": lambda: gobc.Graph(used(pair for pair in PAIRS)),
    "zip": lambda: gobc.Graph(used(zip(SOURCE, TARGET))),
    "triples": lambda: gobc.Graph(used(iter([(0, 1, 2.0)])), weight=True),
    "columns": lambda: gobc.Graph((used(iter(SOURCE)), used(iter(TARGET)))),
    "dict": lambda: gobc.Graph({"source": used(iter(SOURCE)), "target": used(iter(TARGET))}),
    "reader": lambda: gobc.Graph(used(TABLE.to_reader())),
    "nanoarrow": lambda: gobc.Graph(used(nanoarrow.c_array_stream(TABLE))),
    "nodes": lambda: gobc.Graph(PAIRS, nodes=used(iter(SOURCE))),
    "nodes reader": lambda: gobc.Graph(PAIRS, nodes=used(TABLE.select(["source"]).to_reader())),
    "sources": lambda: gobc.betweenness(PAIRS, sources=used(iter(SOURCE))),
    "targets": lambda: gobc.betweenness(PAIRS, targets=used(iter(SOURCE))),
    "of": lambda: gobc.betweenness(PAIRS, of=used(iter(SOURCE))),
}


@pytest.mark.parametrize("case", SPENT)
def test_what_was_read_to_its_end_is_an_error(case):
    with pytest.raises(gobc.DataError, match="gives nothing: it can be read only once"):
        SPENT[case]()


NONE = TABLE.slice(0, 0)


@pytest.mark.parametrize("edges", [[], ([], []), {"source": [], "target": []}, NONE, NONE.to_pandas(), polars.from_arrow(NONE),
                                   numpy.empty((0, 2), int)], ids=lambda edges: type(edges).__name__)
def test_what_is_empty_is_an_empty_graph(edges):
    assert (gobc.Graph(edges).num_nodes, gobc.Graph(edges, nodes=[1]).num_nodes) == (0, 1)


@pytest.mark.parametrize("edges, row, node", [([(0, 5)], 0, 5), ([(0, 1), (1, 1), (2, 0)], 2, 2), ([(0, 1), (1, -1)], 1, -1),
                                              (TABLE, 0, 3)], ids=str)
def test_a_number_of_nodes_is_that_of_all(edges, row, node):
    with pytest.raises(gobc.DataError, match=f"edges: row {row}: node {node} is not one of the 2 nodes"):
        gobc.Graph(edges, nodes=2)
    with pytest.raises(gobc.DataError, match="row 0.* not one of the 0 nodes"):
        gobc.Graph([(0, 0)], nodes=0)
    assert gobc.Graph([(0, 1), (1, 0)], nodes=3).num_nodes == 3
    assert gobc.Graph(edges, nodes=[0, 1]).num_nodes > 2  # further nodes, not all
    with pytest.raises(gobc.DataError, match="labels are text"):
        gobc.Graph([("0", "1")], nodes=2)


EMPTY = {
    "list": lambda: [], "lists": lambda: ([], []), "dict": lambda: {"source": [], "target": []},
    "pandas": lambda: NONE.to_pandas(), "pandas of nothing": pandas.DataFrame,
    "pandas of floats": lambda: pandas.DataFrame({"source": [], "target": []}, dtype=float),
    "pandas of names": lambda: pandas.DataFrame(columns=["source", "target", "w"]), "polars of nothing": polars.DataFrame,
    "polars": lambda: polars.DataFrame({"source": [], "target": []}), "pyarrow": lambda: NONE,
    "pyarrow of nulls": lambda: pyarrow.table({"source": pyarrow.nulls(0), "target": pyarrow.nulls(0)}),
    "numpy": lambda: numpy.empty((0, 2), int), "numpy of floats": lambda: numpy.empty((0, 2)),
    "numpy of a list": lambda: numpy.array([]), "numpy columns": lambda: (numpy.array([]), numpy.array([])),
}


@pytest.mark.parametrize("kind", EMPTY)
def test_an_empty_column_has_the_type_of_the_nodes(kind):
    for nodes in (["a", "b"], [7, 8], numpy.array([7], "u8"), pandas.Series(["a"])):
        graph = gobc.Graph(EMPTY[kind](), nodes=nodes)
        assert list(graph.betweenness().to_dict()) == list(nodes)
        assert graph.betweenness(sources=nodes).to_dict() == graph.betweenness().to_dict()
    assert gobc.Graph(EMPTY[kind]()).num_nodes == 0


@pytest.mark.parametrize("kind", ["list", "pandas of floats", "numpy columns"])
def test_an_empty_list_of_nodes_has_the_type_of_the_edges(kind):
    nodes = EMPTY[kind]()
    nodes = nodes["source"] if isinstance(nodes, pandas.DataFrame) else nodes[0] if isinstance(nodes, tuple) else nodes
    for edges in ([("a", "b")], [(1, 2)]):
        assert gobc.Graph(edges, nodes=nodes).num_nodes == 2


MISSING = {
    "pandas": lambda: pandas.DataFrame({"source": [1, 2, None], "target": [2, 3, 4]}),
    "first two columns": lambda: pandas.DataFrame({"a": [1, 2, None], "b": [2, 3, 4]}),
    "both": lambda: pandas.DataFrame({"a": [1, 2, None], "b": [2, 3, None]}),
    "polars": lambda: polars.DataFrame({"source": [1.0, 2.0, float("nan")], "target": [2, 3, 4]}),
    "pyarrow": lambda: pyarrow.table({"source": [1.0, 2.0, None], "target": [2, 3, 4]}),
    "float32": lambda: pyarrow.table({"source": pyarrow.array([1.0, 2.0, None], "f4"), "target": [2, 3, 4]}),
    "batches": lambda: pyarrow.table({"source": [1.0, 2.0, None], "target": [2, 3, 4]}).to_reader(max_chunksize=1),
    "numpy": lambda: (numpy.array([1, 2, numpy.nan]), numpy.array([2, 3, 4])),
    "array": lambda: numpy.array([[1, 2], [2, 3], [numpy.nan, 4]]),
    "nulls": lambda: pyarrow.table({"source": pyarrow.nulls(3), "target": [2, 3, 4]}).slice(1).to_reader(),
}


@pytest.mark.parametrize("kind", MISSING)
def test_a_missing_integer_is_said_to_be_missing(kind):
    row, column = (0 if kind == "nulls" else 2), "a" if kind in ("first two columns", "both") else "source"
    with pytest.raises(gobc.DataError, match=f"row {row}.*null|column {column}, row {row} is null") as error:
        gobc.Graph(MISSING[kind]())
    assert column in str(error.value)
    assert kind == "nulls" or "int64" in str(error.value)


@pytest.mark.parametrize("values", [[0.5, None, 2.0], [1.0, 2.0, 3.0], [1.0, None, 0.5]], ids=str)
def test_floats_that_are_no_integers_are_refused_as_such(values):
    for make in (pyarrow.table, pandas.DataFrame):
        table = make({"source": values, "target": [1, 2, 3]})
        with pytest.raises(gobc.DataError, match="\"source\" .*holds floats"):
            gobc.Graph(table)
    with pytest.raises(gobc.DataError, match="hold floats and integers: name both ends"):
        gobc.Graph(pyarrow.table({"w": values, "a": [1, 2, 3], "b": [2, 3, 4]}))


def test_missing_values_of_lists_of_nodes():
    series = pandas.Series([1, None])
    for call in (lambda: gobc.betweenness(PAIRS, sources=series), lambda: gobc.betweenness(PAIRS, of=series),
                 lambda: gobc.Graph(PAIRS, nodes=series), lambda: gobc.Graph(PAIRS, nodes=series.to_frame("node"))):
        with pytest.raises(gobc.DataError, match="row 1: column \"node\" is null"):
            call()


@pytest.mark.parametrize("other", ["i8", "i4", "u4"])
@pytest.mark.parametrize("make", [pyarrow.table, pandas.DataFrame, polars.DataFrame, dict])
def test_unsigned_integers_beside_others(make, other):
    def build(source, target, swap=False, **options):
        names = ("target", "source") if swap else ("source", "target")
        return gobc.Graph(make({names[0]: numpy.array(source, "u8"), names[1]: numpy.array(target, other)}), **options)

    for swap in (False, True):
        assert set(build([1, 2], [2, 3], swap).betweenness().to_dict()) == {1, 2, 3}
        assert set(build([1, 1 << 63], [2, 3], swap).betweenness().to_dict()) == {1, 1 << 63, 2, 3}
        assert build([1, 2], [2, 3], swap, nodes=[5]).num_nodes == 4
    if other != "u4":
        assert set(build([1, 2], [2, -3]).betweenness().to_dict()) == {1, 2, -3}
        with pytest.raises(gobc.DataError, match="negative.*2\\^63.*(text|strings)"):
            build([1, 1 << 63], [2, -3])


def test_an_unsigned_number_is_no_negative_one():
    with pytest.raises(gobc.ArgumentError, match="18446744073709551615 is not a node"):
        gobc.betweenness([(-1, 0)], sources=numpy.array([(1 << 64) - 1], "u8"))


NAMES = {  # of columns: those of the ends, or what the error says
    ("Source", "TARGET", "w"): ("Source", "TARGET"), ("weight", "From", "to"): ("From", "to"),
    ("index", "SRC", "dst"): ("SRC", "dst"), ("a", "b", "c"): ("a", "b"), ("index", "a", "b"): "index",
    ("Unnamed: 0", "a", "b"): "Unnamed: 0", ("weight", "a", "b"): "weight", ("a", "score", "b"): "score",
    ("__index_level_0__", "a", "b"): "__index_level_0__",
}


@pytest.mark.parametrize("kind", ["arrow", "pandas", "polars", "dict", "file"])
@pytest.mark.parametrize("names", NAMES, ids=str)
def test_the_ends_of_a_table(names, kind, tmp_path):
    table = pyarrow.table({name: [at, at + 1, at + 2] for at, name in enumerate(names)})
    make = {"arrow": lambda: table, "pandas": table.to_pandas, "polars": lambda: polars.from_arrow(table),
            "dict": lambda: {name: table[name].to_pylist() for name in names}, "file": lambda: tmp_path / "edges.csv"}
    table.to_pandas().to_csv(tmp_path / "edges.csv", index=False)
    build = gobc.Graph.read if kind == "file" else gobc.Graph
    if isinstance(NAMES[names], tuple):
        graph = build(make[kind]())
        assert (graph.source, graph.target) == NAMES[names]
    else:
        with pytest.raises(gobc.DataError, match=f"{NAMES[names]}.*source.*target.*a.*b"):
            build(make[kind]())
        assert build(make[kind](), source="a", target="b").source == "a"


def test_kinds_speak_against_the_first_columns():
    with pytest.raises(gobc.DataError, match="integers and text"):
        gobc.Graph(pyarrow.table({"number": [0, 1], "a": ["x", "y"], "b": ["y", "z"]}))


ENDS = {  # tables whose first two columns are hardly the ends, and the columns that are
    "year": ({"year": [2001, 2001, 2002, 2002], "a": [1, 2, 3, 4], "b": [2, 3, 4, 5]}, ("a", "b")),
    "street": ({"street": ["x", "x", "y"], "a": ["p", "q", "r"], "b": ["q", "r", "s"]}, ("a", "b")),
    "between": ({"a": [1, 2, 3, 4], "kind": [90, 91, 90, 91], "b": [2, 3, 4, 5]}, ("a", "b")),
    "number of a row": ({"no": [0, 1, 2, 3, 4], "a": [0, 0, 1, 2, 3], "b": [1, 2, 2, 3, 0], "km": [0.5] * 5}, ("a", "b")),
    "id": ({"id": [3, 0, 9, 7, 1], "a": [0, 0, 1, 2, 3], "b": [1, 2, 2, 3, 0]}, ("a", "b")),
}


@pytest.mark.parametrize("kind", ["arrow", "pandas", "polars", "categories", "dict", "two batches"])
@pytest.mark.parametrize("case", ENDS)
def test_values_speak_against_the_first_columns(case, kind):
    columns, ends = ENDS[case]
    first = list(columns)[:2]
    table = pyarrow.table(columns)
    edges = {"arrow": lambda: table, "pandas": table.to_pandas, "polars": lambda: polars.from_arrow(table),
             "categories": lambda: table.to_pandas().astype({name: "category" for name in columns}),
             "dict": lambda: dict(table.to_pandas()),
             "two batches": lambda: pyarrow.concat_tables([table, table]).to_reader()}[kind]
    told = f'"{first[0]}" and "{first[1]}" come first, but "{ends[0]}" and "{ends[1]}" have more'
    with pytest.raises(gobc.DataError, match=told):
        gobc.Graph(edges())
    assert gobc.Graph(edges(), source=ends[0], target=ends[1]).source == ends[0]
    assert gobc.Graph(edges(), source=first[0], target=first[1]).source == first[0]  # who names them knows
    table = table.set_column(2, ends[1], pyarrow.array([None] * len(table), table.schema.types[2]))
    assert gobc.Graph(table).target == first[1]  # a column of nulls says nothing


def test_a_graph_says_which_columns_were_chosen(tmp_path):
    frame = pandas.DataFrame({"a": ["p", "q"], "b": ["q", "r"], "type": ["x", "y"]})
    frame.to_csv(tmp_path / "edges.csv", index=False)
    for graph in (gobc.Graph(frame), gobc.Graph(pyarrow.table(frame)), gobc.Graph(dict(frame)),
                  gobc.Graph(frame, target="b"), gobc.Graph.read(tmp_path / "edges.csv")):
        assert repr(graph).endswith("1 component, from columns a and b>")
        assert "<td style=\"text-align:left\">columns a and b</td>" in graph._repr_html_()
        graph.betweenness().report(tmp_path / "page.html", graph=graph)
        page = (tmp_path / "page.html").read_text()
        assert "read from the columns a and b, which were chosen because the call names none" in page
    for graph in (gobc.Graph(frame, source="a", target="b"), gobc.Graph(TABLE), gobc.Graph(PAIRS), gobc.Graph((SOURCE, TARGET)),
                  gobc.Graph(networkx.Graph(PAIRS))):
        assert repr(graph).endswith("component>") or repr(graph).endswith("components>")


@pytest.mark.parametrize("what", ["sources", "targets"])
def test_a_series_of_weights_by_node(what):
    edges, weights = [("a", "b"), ("b", "c"), ("b", "d")], pandas.Series([0.5, 2.0], index=["a", "c"])
    want = gobc.betweenness(edges, preset="raw", **{what: weights.to_dict()}).to_dict()
    assert gobc.betweenness(edges, preset="raw", **{what: weights}).to_dict() == want
    numbers = [(1, 2), (2, 3), (2, 4)]
    by_number = pandas.Series([0.5, 2.0], index=[1, 3])
    assert list(gobc.betweenness(numbers, preset="raw", **{what: by_number}).to_dict().values()) == list(want.values())
    for series in (pandas.Series([1, 2], index=["x", "y"]), pandas.Series([1, 3], index=pandas.Index([1, 3], name="node")),
                   pandas.Series([2.0, 1.0], index=[1, 3])):
        with pytest.raises(gobc.ArgumentError, match=rf"{what}=series.to_dict\(\) .*{what}=series.to_numpy\(\)"):
            gobc.betweenness(numbers, **{what: series})
    with pytest.raises(gobc.DataError, match="'a' occurs twice in the index"):
        gobc.betweenness(edges, **{what: pandas.Series([0.5, 2.0], index=["a", "a"])})
    rows = pandas.DataFrame({"node": [4, 1, 3]})
    apart = [(1, 4), (4, 3), (4, 5)]  # row 2 is no node
    for series in (rows["node"], rows["node"][1:], rows["node"][rows["node"] != 1]):  # numbers of rows are no nodes
        assert gobc.betweenness(apart, preset="raw", **{what: series}).to_dict() == \
            gobc.betweenness(apart, preset="raw", **{what: series.to_list()}).to_dict()
    assert gobc.betweenness(numbers, preset="raw", **{what: rows["node"]}) is not None


@pytest.mark.parametrize("what", ["sources", "targets"])
@pytest.mark.parametrize("relabeled", [False, True])
def test_a_series_of_whole_numbers_whose_index_has_nodes(what, relabeled):
    edges = [(node, node + 1) for node in range(1, 300)]
    graph = gobc.Graph(networkx.Graph([*edges, (1, "no number")]) if relabeled else edges)
    people = pandas.Series([120, 35, 12], index=[5, 77, 250])
    for series in (people, people.astype("uint8"), pandas.Series(range(9, 309), index=range(1, 301)),
                   people.set_axis([5, 5, 7])):
        for measure in (graph.betweenness, graph.edge_betweenness):
            with pytest.raises(gobc.ArgumentError, match=rf"{what}=series.to_dict\(\) .*{what}=series.to_numpy\(\)"):
                measure(**{what: series})
    with pytest.raises(gobc.ArgumentError, match=rf"{what}=series.to_dict"):
        gobc.distances(graph, **{what: people})
    for series in (people.set_axis([0, 1, 2]), people.set_axis([5, 77, 1000]), people.reset_index(drop=True)):
        assert graph.betweenness(**{what: series}).to_dict() == graph.betweenness(**{what: [120, 35, 12]}).to_dict()


def test_the_rule_of_columns_is_one():
    root = pathlib.Path(__file__).parents[2]
    rule = (root / "core/graph/ends.go").read_text()
    pairs = re.findall(r'\{"([^"]+)", "([^"]+)"\}', rule.partition("EndNames = ")[2].partition("}}\n")[0] + "}")
    others = re.findall(r'"(\w+)"', rule.partition("NoEnds = ")[2].partition("}\n")[0])
    assert tuple(pairs) == edge_tables.KNOWN_PAIRS and tuple(others) == edge_tables.NO_ENDS
    r = (root / "rpkg/R/generated_lists.R").read_text()
    assert re.findall(r'c\("([^"]+)",\s+"([^"]+)"\)', r.partition("pairs_of_columns <- ")[2].partition("no_ends")[0]) == pairs
    assert f"LeastConstant = {frames.LEAST_CONSTANT}\n" in rule
    assert f"least_constant <- {frames.LEAST_CONSTANT}\n" in r
    assert re.findall(r'"(\w+)"', r.partition("no_ends <- ")[2].partition(")\n")[0]) == others


KARATE = networkx.karate_club_graph()
SCORES = gobc.betweenness(KARATE).to_dict()
FRAME = networkx.to_pandas_adjacency(KARATE, dtype=int)
TEXTS = networkx.to_pandas_adjacency(networkx.path_graph(["a", "b", "c"]))


@pytest.mark.parametrize("edges", [
    FRAME, FRAME.astype(float), FRAME != 0, FRAME.sample(frac=1, axis=1, random_state=1), FRAME.rename(columns=str),
    FRAME.rename(columns=str).reset_index(), polars.from_pandas(FRAME.rename(columns=str).reset_index()),
    pyarrow.table(FRAME.rename(columns=str).reset_index()), pyarrow.table(FRAME.rename(columns=str)),
    networkx.to_dict_of_lists(KARATE), {node: set(KARATE[node]) for node in KARATE}], ids=lambda edges: type(edges).__name__)
def test_an_adjacency_with_names_is_read_with_them(edges):
    assert gobc.Graph(edges).num_edges == KARATE.number_of_edges()
    assert gobc.betweenness(edges).to_dict() == SCORES


def test_directions_and_weights_of_an_adjacency():
    directed = networkx.DiGraph([("a", "b"), ("b", "c"), ("c", "a"), ("a", "d")])
    want = networkx.betweenness_centrality(directed)
    for edges in (networkx.to_pandas_adjacency(directed), networkx.to_dict_of_lists(directed)):
        assert gobc.Graph(edges, directed=True).num_edges == gobc.Graph(edges).num_edges == 4
        assert gobc.betweenness(edges, directed=True).to_dict() == pytest.approx(want)
    assert gobc.Graph(2.5 * TEXTS, weight=True).eccentricity().to_dict() == {"a": 5.0, "b": 2.5, "c": 5.0}
    assert gobc.Graph(networkx.to_pandas_adjacency(networkx.path_graph(2), dtype=int)).num_edges == 1
    asymmetric = TEXTS.copy()
    asymmetric.loc["a", "b"] = 3.0
    with pytest.raises(gobc.DataError, match=r"1.0 at \('b', 'a'\) and 3.0 at \('a', 'b'\).*make the matrix symmetric"):
        gobc.Graph(asymmetric, weight=True)


NAMELESS = "may be an adjacency matrix.*coo_array.*index.*source= and target="
MATRICES = {
    "pandas": (pandas.DataFrame(FRAME.to_numpy()), {}, NAMELESS),
    "three rows": (pandas.DataFrame(TEXTS.to_numpy()), {}, NAMELESS),
    "polars": (polars.from_pandas(FRAME.rename(columns=str)), {}, NAMELESS),
    "pyarrow": (pyarrow.Table.from_pandas(FRAME.rename(columns=str), preserve_index=False), {}, NAMELESS),
    "dict": ({"a": [0, 1, 1], "b": [1, 0, 1], "c": [1, 1, 0]}, {}, NAMELESS),
    "numpy": (TEXTS.to_numpy(), {"weight": True}, "square and holds only 0 and 1.*coo_array"),
    "lists": (FRAME.to_numpy().tolist(), {}, "row 0 .*coo_array"),
    "missing": (TEXTS.mask(TEXTS == 0), {}, r"no value at \('a', 'a'\).*fillna\(0\)"),
    "weight": (TEXTS, {"weight": "a"}, "weight='a': the table is an adjacency matrix.*weight=True"),
    "nodes": (TEXTS, {"nodes": ["d"]}, "an adjacency has its own nodes"),
    "twice": (pandas.DataFrame([[0, 1], [1, 0]], ["a", "a"], ["a", "a"]), {}, "two rows .* have the same name"),
    "dict of dicts": (networkx.to_dict_of_dicts(KARATE), {}, "networkx.from_dict_of_dicts"),
    # said networkx.from_dict_of_dicts of the first two, and that a bool is not iterable
    "node_link_data": (networkx.node_link_data(KARATE, edges="edges"), {}, r'node_link_graph\(edges, edges="edges"\)'),
    "with links": (networkx.node_link_data(KARATE, edges="links"), {}, r'node_link_graph\(edges, edges="links"\)'),
    "adjacency_data": (networkx.adjacency_data(KARATE), {}, r"networkx.adjacency_graph\(edges\)"),
    "cytoscape_data": (networkx.cytoscape_data(KARATE), {}, r"networkx.cytoscape_graph\(edges\)"),
    "neighbors with a weight": ({"a": ["b"], "b": ["a"]}, {"weight": True}, "weight=True: lists of neighbors have no weights"),
    "columns or neighbors": ({0: [1, 2], 1: [0, 2]}, {}, "2 is no key.*from_dict_of_lists.*source"),
    "targets of regulators": ({"TP53": ["CDKN1A", "MDM2"], "MYC": ["CDK4", "MAX"], "E2F1": ["CCNE1", "RB1"]}, {},
                              "'CDKN1A' is no key.*from_dict_of_lists.*sets.*source="),
    "a path": ({"A": ["B"], "B": ["C"], "C": ["D"]}, {}, "'D' is no key"),
    "two lists": ({"first": ["a", "b"], "second": ["c"]}, {}, "'a' is no key"),
    "nobody has neighbors": ({0: [], 1: []}, {}, "columns or of lists of neighbors: "),
    "keys of JSON": ({"1": [2, 3], "2": [1, 3], "3": [1, 2]}, {}, r"int\(node\)"),
    "sets and JSON": ({"1": {2}, "2": {1}}, {}, r"int\(node\)"),
    "missing neighbor": ({"A": ["B", "C"], "B": ["A", None], "C": []}, {}, "None is no key"),
    "missing in a set": ({"A": {"B", numpy.nan}}, {}, "neighbor of 'A' is null"),
    "a neighbor that is no node": ({"A": ["B", ["C"]], "B": ["A"], "C": []}, {}, "is no key|cannot be a node"),
    "lists with a missing one": ({"A": ["B", "C"], "D": ["E", "F"], "G": [numpy.nan]}, {}, "'E' is no key|'B' is no key"),
    "sets and text": ({"A": {"B"}, "C": "DE"}, {}, "dict of sets, but also of 'DE'"),
    "dict by pairs": ({("a", "b"): 1.0, ("b", "c"): 2.0}, {}, r"list\(edges\).*weight=True"),
    "sets with a weight": ({"A": {"B"}}, {"weight": "km"}, "lists of neighbors have no weights"),
}


@pytest.mark.parametrize("case", MATRICES)
def test_what_may_be_an_adjacency_is_refused(case):
    edges, options, text = MATRICES[case]
    with pytest.raises(ValueError, match=text):
        gobc.Graph(edges, **options)


# A correlation of four genes, of which two are hardly correlated with the others.
CORRELATION = pandas.DataFrame([[1, 0.9, 0.8, 0.1], [0.9, 1, 0.2, 0.3], [0.8, 0.2, 1, 0.7], [0.1, 0.3, 0.7, 1]], list("abcd"),
                               list("abcd"))
SIMILAR = CORRELATION.where(CORRELATION > 0.5, 0)
DISTANCES = 1 - CORRELATION


@pytest.mark.parametrize("make", [lambda frame: frame, lambda frame: scipy.sparse.csr_array(frame.to_numpy())],
                         ids=["frame", "sparse"])
def test_matrices_that_are_hardly_meant_are_remarked_on(make):
    """Correlations were taken as lengths, and a whole matrix of them as edges between all, without a word."""
    with pytest.warns(gobc.GobcWarning, match="as lengths: .*its whole diagonal holds its largest value, 1") as remarks:
        gobc.Graph(make(SIMILAR), weight=True)
    assert remarks[0].filename == __file__
    with pytest.warns(gobc.GobcWarning, match="each of the 4 nodes is joined to all others"):
        gobc.Graph(make(CORRELATION))
    with pytest.warns(gobc.GobcWarning, match="each of the 4 nodes is joined to all others"):
        gobc.Graph(make(DISTANCES))
    complete = pandas.DataFrame(numpy.ones((4, 4)), list("abcd"), list("abcd"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert gobc.Graph(make(SIMILAR)).num_edges == 7
        assert gobc.Graph(make(DISTANCES), weight=True).num_edges == 6
        assert gobc.Graph(make(complete)).num_edges == gobc.Graph(make(complete), weight=True).num_edges == 10


@pytest.mark.parametrize("kind", [int, float])
def test_a_frame_of_measurements_is_no_list_of_edges(kind):
    """Counts of genes in samples became edges between counts."""
    counts = pandas.DataFrame(numpy.arange(20).reshape(4, 5) + 3, ["TP53", "MDM2", "MYC", "EGFR"], [f"S{at}" for at in range(5)])
    with pytest.raises(gobc.DataError, match=r"row names, beginning with 'TP53', .* frame.T.corr\(\)"):
        gobc.Graph(counts.astype(kind))
    assert gobc.Graph(counts, source="S0", target="S1").num_edges == gobc.Graph(counts.reset_index(drop=True)).num_edges == 4


def test_a_series_of_pairs_says_how_it_becomes_a_table():
    pairs = SIMILAR.stack()
    with pytest.raises(gobc.DataError, match=r"edges.reset_index\(\)"):
        gobc.Graph(pairs[pairs > 0])
    assert gobc.Graph(pairs[pairs > 0].rename_axis(["a", "b"]).reset_index()).num_nodes == 4


@pytest.mark.parametrize("absent", ["-", "NA", "nan", "", " ", "\t\xa0"])
def test_names_that_stand_for_none_are_remarked_on(absent):
    """One node was made of all proteins without a name. Cells that are empty in a file are refused there."""
    frame = pandas.DataFrame({"score": [1, 2, 3], "protein1": ["P1", "P2", absent], "protein2": [absent, "P3", absent]})
    for edges in (frame, frame.astype({"protein1": "category"}), frame.set_index("protein2")):
        with pytest.warns(gobc.GobcWarning, match=re.escape(f"{absent!r} is the name of a node in 2 rows")) as told:
            gobc.Graph(edges)
        assert "edges[~edges[['protein1', 'protein2']].isin([" in str(told[0].message)
    rest = eval(str(told[0].message).split("if it does, ")[1], {"edges": frame})
    assert rest.equals(frame.iloc[1:2])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gobc.Graph(frame.iloc[1:2])


def test_square_tables_of_edges():
    square = {"x": [1, 2, 3], "y": [2, 3, 4], "z": [7, 7, 7]}
    for edges, options in ((square, {}), ({"u": [0, 1, 1], "v": [1, 0, 1], "w": [1, 1, 1]}, {}),
                           (pandas.DataFrame([[0, 1], [1, 0]]), {}), (FRAME, {"source": 0, "target": 1})):
        assert gobc.Graph(edges, **options).num_edges == len(pandas.DataFrame(edges))


NEIGHBORS = {
    "sets": ({"A": {"B"}, "B": {"C"}, "C": {"D"}}, [("A", "B"), ("B", "C"), ("C", "D")]),
    "sets without keys": ({"TP53": {"MDM2", "CDKN1A"}, "MYC": frozenset({"MAX"})},
                          [("TP53", "MDM2"), ("TP53", "CDKN1A"), ("MYC", "MAX")]),
    "lists of several lengths": ({"TP53": ["MDM2", "CDKN1A"], "MYC": ["MAX"], "E2F1": []},
                                 [("TP53", "MDM2"), ("TP53", "CDKN1A"), ("MYC", "MAX")]),
    "lists and keys": ({0: [1, 2], 1: [0]}, [(0, 1), (0, 2)]),
    "one key": ({"hub": ("a", "b")}, [("hub", "a"), ("hub", "b")]),
    "names of columns": ({"u": ["v"], "v": ["u", "w"], "w": ["v"]}, [("u", "v"), ("v", "w")]),
    "all with all": (networkx.to_dict_of_lists(networkx.complete_graph(3)), [(0, 1), (0, 2), (1, 2)]),
    "one edge": (networkx.to_dict_of_lists(networkx.path_graph(2)), [(0, 1)]),
}


@pytest.mark.parametrize("case", NEIGHBORS)
def test_lists_of_neighbors_are_no_columns(case):
    """The neighbors of two genes became edges between them, by their places in the lists."""
    lists, pairs = NEIGHBORS[case]
    want = networkx.Graph(pairs)
    want.add_nodes_from(lists)
    graph = gobc.Graph(lists)
    assert graph.num_edges == len(pairs)
    assert graph.closeness(preset="networkx").to_dict() == pytest.approx(networkx.closeness_centrality(want))
    assert list(graph.nodes)[:len(lists)] == list(lists)
    assert gobc.Graph(lists, directed=True).num_edges == sum(map(len, lists.values()))


def test_dicts_of_columns_remain():
    for edges, options in (({"x": [1, 5], "y": [5, 6]}, {}), ({"from": ["a"], "to": ["b"]}, {}),
                           ({"a": ["p"], "b": ["q"]}, {"source": "a", "target": "b"}),
                           ({"a": ["p"], "b": ["q"], "km": [2.5]}, {"weight": "km"}), ({"a": ["p"], "b": ["q"], "km": [2.5]}, {}),
                           ({"a": numpy.array(["p"]), "b": numpy.array(["q"])}, {})):
        assert gobc.Graph(edges, **options).num_nodes == len(set(list(edges.values())[0]) | set(list(edges.values())[1]))


ROWS = [{"source": "a", "target": "b"}, {"source": "b", "target": "c"}]
NO_PAIRS = {
    "dicts": (lambda: gobc.Graph(ROWS), r"row 0 .*pandas.DataFrame\(rows\).*from_pylist"),
    "dicts of polars": (lambda: gobc.Graph(polars.DataFrame(ROWS).to_dicts()), "pandas.DataFrame"),
    "a generator of dicts": (lambda: gobc.Graph(iter(ROWS), weight=False), "pandas.DataFrame"),
    "a dict after pairs": (lambda: gobc.Graph([("a", "b"), {"b": 1, "c": 2}]), "row 1"),
    "sets with a direction": (lambda: gobc.Graph([{"a", "b"}], directed=True), "a set has no order"),
    "frozen sets": (lambda: gobc.Graph([("a", "b"), frozenset("bc")], directed=True), "row 1 .*a set has no order"),
    "sets as triples": (lambda: gobc.Graph([{1, 2, 3}], weight=True), "a set has no order"),
    "bytes": (lambda: gobc.Graph([b"ab"]), "row 0 is b'ab'"),
    "bytearray": (lambda: gobc.Graph([bytearray(b"abc")], weight=True), "row 0 is bytearray"),
    "networks of dicts": (lambda: gobc.many([ROWS]), "network 0: .*pandas.DataFrame"),
    "networks of sets": (lambda: gobc.many([[{"a", "b"}]]), "network 0: .*a set has no order"),
    "pairs of dicts": (lambda: gobc.shortest_paths(PAIRS, [{0: 1, 1: 2}]), "row 0 .*pandas.DataFrame"),
    "pairs of sets": (lambda: gobc.shortest_paths(PAIRS, [{0, 1}]), "a set has no order"),
    "pairs of bytes": (lambda: gobc.shortest_paths(PAIRS, [b"ab"]), "row 0"),
    "demand of dicts": (lambda: gobc.betweenness(PAIRS, demand=[{"o": 0, "d": 1, "flow": 2}]), "row 0 .*pandas.DataFrame"),
    "demand of sets": (lambda: gobc.betweenness(PAIRS, demand=[{0, 1, 2}]), "a set has no order"),
}


@pytest.mark.parametrize("case", NO_PAIRS)
def test_rows_that_are_no_pairs_are_refused(case):
    """The keys of dicts became nodes, sets edges in the order of hashes, bytes numbers."""
    call, text = NO_PAIRS[case]
    with pytest.raises(gobc.DataError, match=text):
        call()


def test_sets_are_pairs_without_a_direction():
    assert gobc.Graph([{"a", "b"}, frozenset("bc")]).betweenness(normalized=False).value("b") == 1.0


def csv_of(text, **options):
    return pandas.read_csv(io.StringIO(text), **options)


ADJACENCIES = {
    "sparse": lambda graph: networkx.to_scipy_sparse_array(graph, weight=None),
    "frame": networkx.to_pandas_adjacency,
    "lists": networkx.to_dict_of_lists,
    "sets": lambda graph: {node: set(graph[node]) for node in graph},
}


@pytest.mark.parametrize("kind", ADJACENCIES)
def test_adjacencies_in_both_orders_and_in_one(kind):
    """Those of directed graphs became undirected without a word. Where all pairs stand alike there is no warning."""
    make, seen = ADJACENCIES[kind], set()
    for seed in range(40):
        graph = networkx.gnp_random_graph(6, 0.3, seed=seed, directed=True)
        graph.add_edge(0, 0)
        pairs = {frozenset(edge) for edge in graph.edges if edge[0] != edge[1]}
        mixed = len(pairs) < graph.number_of_edges() - 1 < 2 * len(pairs)
        seen.add(mixed)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            gobc.Graph(make(graph))
        assert ["in both orders and the others in one" in str(one.message) for one in caught] == [True] * mixed, seed
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert gobc.Graph(make(graph), directed=True).num_edges == graph.number_of_edges()
            assert gobc.Graph(make(graph), directed=False).num_edges == len(pairs) + 1
            gobc.Graph(make(graph.to_undirected()))
            gobc.Graph(make(networkx.DiGraph(sorted(map(sorted, pairs)))))
    assert seen == {False, True}


def test_adjacencies_with_weights_in_both_orders_and_in_one():
    matrix = scipy.sparse.coo_array(([2.0, 2.0, 3.0], ([0, 1, 1], [1, 0, 2])), shape=(3, 3))
    with pytest.warns(gobc.GobcWarning, match="the matrix has 1 of 2 pairs of nodes in both orders"):
        gobc.Graph(matrix, weight=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gobc.Graph({"a": ["b", "c"], "b": ["a"]})  # c has no list


def test_undirected_views_with_two_weights_of_an_edge():
    """The first of the two weights counted, without a word."""
    for kind in (networkx.DiGraph, networkx.MultiDiGraph):
        graph = kind()
        graph.add_edge("a", "b", km=1)
        graph.add_edge("b", "a", km=2)
        graph.add_edge("b", "c", km=3)
        view = graph.to_undirected(as_view=True)
        for wrong in (view, view.subgraph("abc")):
            with pytest.raises(gobc.DataError, match=r"'km' is 1 from 'a' to 'b' and 2 back.*give \.to_undirected\(\) without"):
                gobc.Graph(wrong, weight="km")
        assert gobc.Graph(view).num_edges == 2
        assert gobc.Graph(view.subgraph("bc"), weight="km").eccentricity().value("b") == 3
        graph.remove_edge("b", "a")
        assert gobc.Graph(view, weight="km").eccentricity().value("a") == 4
        graph.add_edge("b", "a", km=1)
        assert gobc.Graph(view, weight="km").eccentricity().value("a") == 4


@pytest.mark.parametrize("text", ["5,7\n7,9\n", "5,7,1\n7,9,1\n9,10,1\n", "0,1\n1,2\n", "5,7,1.5\n7,9,1\n9,10,1\n"])
def test_a_table_without_a_header_is_no_matrix(text):
    """Rows and columns have the numbers 0, 1, which became nodes."""
    frame = csv_of(text, header=None)
    want = [tuple(row[:2]) for row in frame.to_numpy().tolist()]
    assert list(gobc.Graph(frame).betweenness().to_dict()) == list(dict.fromkeys(end for row in want for end in row))
    chosen = frame[frame[0] >= 0].drop_duplicates()
    chosen.index = pandas.Index(list(chosen.index))
    assert list(gobc.Graph(chosen).betweenness().to_dict()) == list(gobc.Graph(frame).betweenness().to_dict())
    with pytest.raises(gobc.ArgumentError, match="may be an adjacency matrix"):
        gobc.Graph(csv_of("5,7,1,1\n7,9,1,1\n9,10,1,1\n10,11,1,2\n", header=None))
    matrix = pandas.DataFrame([[0, 2.5], [2.5, 0]], index=[0, 1], columns=[0, 1])
    assert gobc.Graph(matrix, weight=True).eccentricity().to_dict() == {0: 2.5, 1: 2.5}


def test_one_end_that_is_named_alone(tmp_path):
    frame = pandas.DataFrame({"a": ["p", "q"], "b": ["q", "r"], "c": ["r", "s"], "network": [1, 1]})
    frame.to_csv(tmp_path / "edges.csv", index=False)
    table = pyarrow.table(frame)
    told = "target= is given without source=: edges join the columns 'a' and 'c'"
    for build in (lambda **ends: gobc.Graph(frame, **ends), lambda **ends: gobc.Graph(table, **ends),
                  lambda **ends: gobc.Graph(polars.from_arrow(table), **ends), lambda **ends: gobc.Graph(dict(frame), **ends),
                  lambda **ends: gobc.Graph.read(tmp_path / "edges.csv", header=True, **ends),
                  lambda **ends: gobc.many(frame, **ends)):
        with pytest.warns(gobc.GobcWarning, match=told) as remarks:
            build(target="c")
        assert len(remarks) == 1 and remarks[0].filename == __file__
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            build(source="a", target="c")
    with pytest.raises(gobc.ArgumentError, match="target= is given without source=: name both ends"):
        gobc.many(table, target="c")
    with pytest.raises(gobc.DataError, match="target= is missing: name both ends"):
        gobc.Graph({"a": ["p"], "b": ["q"]}, source="b")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gobc.Graph(frame.rename(columns={"b": "source", "c": "target"}), source="source")


def test_a_column_that_is_there_twice():
    frame = pandas.DataFrame([["a", "b", "c", 0]], columns=["source", "target", "source", "network"])
    for build in (gobc.Graph, gobc.many):
        with pytest.raises(gobc.DataError, match="2 columns are named 'source': name the ends by position, such as source=0"):
            build(frame)
    assert list(gobc.Graph(frame, source=2, target=1).betweenness().to_dict()) == ["c", "b"]


HEADERS = {
    "string": lambda: csv_of("protein1 protein2 combined_score\nA B 900\nB C 800\n", sep=" ", header=None),
    "names": lambda: csv_of("From,To\nA,B\nB,C\n", names=["x", "y"]),
    "index": lambda: csv_of("From,To\nA,B\nB,C\n", names=["x", "y"]).set_index("x"),
    "csv.reader": lambda: [["source", "target"], ["A", "B"], ["B", "C"]],
    "tuples": lambda: iter([("source", "target"), ("A", "B"), ("B", "C")]),
}


@pytest.mark.parametrize("case", HEADERS)
def test_a_header_that_became_an_edge_is_remarked_on(case):
    """The names of columns are nodes where a table was read without its header."""
    told = "the first edge, '.*' to '.*', has names of columns, .*(header=0|leave it out)"
    with pytest.warns(gobc.GobcWarning, match=told) as remarks:
        gobc.Graph(HEADERS[case]())
    assert remarks[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gobc.Graph([("u", "v"), ("v", "w")])
        gobc.Graph([("source", "target")])
        gobc.Graph(pandas.DataFrame({"x": ["u", "w"], "y": ["v", "u"]}))
        gobc.Graph(pandas.DataFrame({"source": ["A", "B"], "target": ["B", "C"]}))


@pytest.mark.parametrize("make", [lambda matrix: pandas.DataFrame(matrix, list("abcdef"), list("abcdef")),
                                  scipy.sparse.coo_array], ids=["frame", "sparse"])
@pytest.mark.parametrize("kind, rounding", [("d", 1e-12), ("f", 1e-6)])
def test_rounding_does_not_make_a_matrix_asymmetric(make, kind, rounding):
    """numpy.corrcoef differs in the last bit above and below the diagonal."""
    upper = numpy.triu(numpy.random.default_rng(3).random((6, 6)) + 0.5, 1)
    matrix = (upper + (1 + rounding) * upper.T).astype(kind)
    assert (matrix != matrix.T).any()
    exact = numpy.triu(matrix) + numpy.triu(matrix).T
    assert gobc.closeness(make(matrix), weight=True).to_dict() == gobc.closeness(make(exact), weight=True).to_dict()
    for value in (matrix[0, 1] * (1 + 1e-4), numpy.inf):
        matrix[0, 1] = value
        with pytest.raises(gobc.DataError, match=r"make the matrix symmetric, .*\(matrix \+ matrix.T\) / 2"):
            gobc.Graph(make(matrix), weight=True)
    whole = numpy.array([[0, 10 ** 12], [10 ** 12 + 1, 0]])  # integers are not rounded
    with pytest.raises(gobc.DataError, match="make the matrix symmetric"):
        gobc.Graph(scipy.sparse.coo_array(whole), weight=True)


def test_a_stored_zero_may_be_a_pair_of_duplicates():
    stored = scipy.sparse.csr_array(([0.0, 0.0, 1.0, 1.0], ([0, 1, 1, 2], [1, 0, 2, 1])))
    with pytest.raises(gobc.DataError, match="give a small length.*but also edges between nodes at distance 0"):
        gobc.Graph(stored, weight=True)


NODE_TABLES = {
    "loops": (pandas.DataFrame({"name": list("abcdefghij"), "shared name": list("abcdefghij")}), "joins a node to itself"),
    "pairs": (pandas.DataFrame({"id": range(10), "number": range(100, 110)}), "has two nodes that no other has"),
}


@pytest.mark.parametrize("case", NODE_TABLES)
def test_tables_of_nodes_are_remarked_on(case):
    table, told = NODE_TABLES[case]
    with pytest.warns(gobc.GobcWarning, match=f"each of the 10 edges {told}"):
        gobc.Graph(table)
    source, target = table.columns
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gobc.Graph(table, source=source, target=target)
        gobc.Graph(table[:9])
        gobc.Graph(table.rename(columns={source: "from", target: "to"}))
        gobc.Graph(pandas.concat([table, pandas.DataFrame({source: table[source][:1], target: table[target][1:2].values})]))


def test_tables_of_nodes_with_a_name_twice_are_remarked_on():
    names = [f"S{row}" for row in range(40)]
    table = pandas.DataFrame({"id": [f"P{row}" for row in range(40)], "symbol": ["S1", *names[1:]]})
    with pytest.warns(gobc.GobcWarning, match="nearly each of the 40 edges has two nodes that no other has"):
        gobc.Graph(table)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gobc.Graph(table[:20].assign(symbol=["S1"] * 3 + names[3:20]))
        path = pandas.DataFrame({"a": range(20), "b": range(1, 21)})
        gobc.Graph(path, nodes=range(40))


def test_frames_in_a_list_are_told_how_to_become_one():
    frame = pandas.DataFrame({"a": ["x", "y"], "b": ["y", "z"]})
    with pytest.raises(gobc.ArgumentError, match="network 0 is .*reset_index\\('network'\\), and give by='network'"):
        gobc.many([frame, frame], ["betweenness"])
    joined = pandas.concat({"one": frame, "two": frame}, names=["network"]).reset_index("network")
    assert len(gobc.many(joined, ["betweenness"], by="network").networks) == 2


def test_edges_in_one_column_are_refused():
    for columns in ({"name": ["a (pp) b", "b (x) (pp) c"], "interaction": ["pp", "pp"]},
                    {"interaction": ["pp", "pp"], "shared name": ["a (pp) b", "b (x) (pp) c"]}):
        with pytest.raises(gobc.DataError, match='None: column "(shared )?name" holds both, such as "a .pp. b"'):
            gobc.Graph(pandas.DataFrame(columns))
    with pytest.raises(gobc.DataError, match="SUID.*if it is a table of Cytoscape"):
        gobc.Graph(pandas.DataFrame({"SUID": [1, 2], "Count": [3, 1], "name": ["a (pp) b", "b (pp) c"]}))
    split = pandas.DataFrame(columns)["shared name"].str.extract(r"(.+) \(.*\) (.+)")
    assert list(gobc.Graph(split).nodes) == ["a", "b", "b (x)", "c"]


def test_labels_that_look_alike_are_remarked_on():
    graph = gobc.Graph(pandas.DataFrame({"gene1": ["TP53 ", "MDM2"], "gene2": ["MDM2", "TP53"]}))
    with pytest.warns(gobc.GobcWarning, match='labels "TP53 " and "TP53" are different, .*take the blanks off'):
        assert len(graph.closeness().warnings) == 1


SQUARE_DEMAND = pandas.DataFrame([[0, 1.0], [2.0, 0]], index=["a", "b"], columns=["a", "b"])
HINTS = {
    "iterrows": (lambda: gobc.Graph(TABLE.to_pandas().iterrows()), "row of iterrows.*give the frame itself"),
    "batches": (lambda: gobc.Graph(TABLE.to_batches()), r"row 0 is a table \(pyarrow.*Table\.from_batches\(edges\)"),
    "iter_batches": (lambda: gobc.Graph(iter(TABLE.to_batches())), r"Table\.from_batches\(edges\)"),
    "tables": (lambda: gobc.Graph([TABLE, TABLE]), r"pyarrow\.concat_tables\(edges\)"),
    "chunks of read_csv": (lambda: gobc.Graph(pandas.read_csv(io.StringIO("a,b\n1,2\n3,4\n"), chunksize=1)),
                           r"pandas\.concat\(edges\)"),
    "frames": (lambda: gobc.Graph([TABLE.to_pandas()]), r"pandas\.concat\(edges\)"),
    "a list of them": (lambda: gobc.Graph(list(TABLE.to_pandas().iterrows())), "row of iterrows.*give the frame itself"),
    "igraph's edges": (lambda: gobc.Graph(igraph.Graph(edges=[(0, 1)]).es), "igraph.EdgeSeq, .*give the graph"),
    "adjacency lists": (lambda: gobc.Graph(igraph.Graph([(0, 1), (1, 2), (0, 3)]).get_adjlist()), r"dict\(enumerate\(lists"),
    "square demand": (lambda: gobc.betweenness([("a", "b")], demand=SQUARE_DEMAND), r"frame.stack\(\)"),
}


@pytest.mark.parametrize("case", HINTS)
def test_what_is_nearly_right_is_told(case):
    call, text = HINTS[case]
    with pytest.raises(ValueError, match=text):
        call()


def test_the_hints_work():
    lists = igraph.Graph(edges=[(0, 1), (1, 2), (0, 3)]).get_adjlist()
    assert gobc.Graph(dict(enumerate(lists))).num_edges == 3
    assert gobc.betweenness([("a", "b"), ("b", "c")], demand=SQUARE_DEMAND.stack()).value("b") == 0
    nameless = pandas.DataFrame([[0, 1, 5.0], [1, 2, 1.0], [0, 2, 2.0]])
    nameless = csv_of(nameless.to_csv(index=False, header=False), header=None)
    assert gobc.betweenness([(0, 1), (1, 2)], demand=nameless).value(1) == 2
