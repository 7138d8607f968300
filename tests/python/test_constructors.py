"""Graph.from_... and Graph.read: each takes its kind of input, and says what is wrong with others."""

import gzip
import inspect
import weakref

import anndata
import igraph
import libpysal.graph
import networkit
import networkx
import numpy
import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest
import rustworkx
import scipy.io
import scipy.sparse

import gobc
from gobc._inputs import files
from gobc._inputs.edge_tables import HandedOver

TABLE = {"u": [0, 1, 2, 2], "v": [1, 2, 3, 0], "length": [1.0, 2.0, 3.0, 4.0]}
WANT = gobc.betweenness(TABLE, weight="length").to_dict()


def matrix():
    return scipy.sparse.coo_array((TABLE["length"], (TABLE["u"], TABLE["v"])), (4, 4))


def rustworkx_graph():
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(4))
    graph.add_edges_from(list(zip(*TABLE.values())))
    return graph


def networkit_graph():
    graph = networkit.Graph(4, weighted=True)
    for edge in zip(*TABLE.values()):
        graph.addEdge(*edge)
    return graph


def libpysal_graph():
    return libpysal.graph.Graph.from_sparse(scipy.sparse.coo_array(matrix() + matrix().T))


def observations():
    data = anndata.AnnData(numpy.zeros((4, 1)))
    data.obsp["lengths"] = scipy.sparse.csr_matrix(matrix())
    return data


def networkx_graph():
    graph = networkx.Graph()
    graph.add_weighted_edges_from(zip(*TABLE.values()), weight="length")
    return graph


MADE = {
    "from_pandas": (lambda: pandas.DataFrame(TABLE), {"weight": "length"}),
    "from_polars": (lambda: polars.DataFrame(TABLE), {"weight": 2, "source": "u", "target": "v"}),
    "from_pyarrow": (lambda: pyarrow.table(TABLE), {"weight": "length", "directed": False}),
    "from_networkx": (networkx_graph, {"weight": "length"}),
    "from_igraph": (lambda: igraph.Graph(list(zip(TABLE["u"], TABLE["v"])), edge_attrs={"weight": TABLE["length"]}),
                    {"weight": True}),
    "from_rustworkx": (rustworkx_graph, {"weight": lambda data: data}),
    "from_networkit": (networkit_graph, {"weight": True}),
    "from_scipy": (matrix, {"weight": True, "directed": False}),
    "from_libpysal": (libpysal_graph, {"weight": True, "directed": False}),
    "from_anndata": (observations, {"obsp": "lengths", "weight": True}),
}


@pytest.mark.parametrize("name", MADE)
def test_each_takes_its_kind(name):
    make, options = MADE[name]
    with getattr(gobc.Graph, name)(make(), **options, threads=1, progress=False, memory_limit=1 << 30) as graph:
        assert type(graph) is gobc.Graph and graph.weighted and not graph.directed
        assert sorted(graph.betweenness().to_dict().values()) == sorted(WANT.values())
    with pytest.raises(gobc.MemoryLimitError):
        getattr(gobc.Graph, name)(make(), **options, memory_limit=1)


@pytest.mark.parametrize("name", MADE)
def test_each_refuses_what_is_of_another_kind(name):
    others = [make() for other, (make, _) in MADE.items() if other != name]
    for other in (*others, TABLE, "edges.csv", None, [(0, 1)]):
        with pytest.raises(TypeError, match=rf"gobc\.Graph\.{name} takes an? .*, not "):
            getattr(gobc.Graph, name)(other)


def test_each_is_tested():
    assert {name for name in dir(gobc.Graph) if name.startswith("from_")} == set(MADE)


def test_only_arguments_that_make_sense():
    own = {name: set(inspect.signature(getattr(gobc.Graph, name)).parameters) for name in MADE}
    tables = {name for name in own if "nodes" in own[name]}
    assert tables == {"from_pandas", "from_polars", "from_pyarrow"}
    assert {name for name in own if "directed" in own[name]} == tables | {"from_scipy", "from_anndata", "from_libpysal"}
    assert {name for name in own if "obsp" in own[name]} == {"from_anndata"}
    with pytest.raises(TypeError, match="nodes"):
        gobc.Graph.from_networkx(networkx_graph(), nodes=[1])


def test_almost_of_the_kind():
    with pytest.raises(TypeError, match=r"polars\.DataFrame, as collect\(\) gives it, not polars.*LazyFrame"):
        gobc.Graph.from_polars(polars.LazyFrame(TABLE))


# ---- files ----


def test_read_text(tmp_path):
    text = pandas.DataFrame(TABLE).to_csv(index=False)
    path = tmp_path / "edges.csv"
    path.write_text(text)
    with gzip.open(tmp_path / "edges.txt.gz", "wt") as file:
        file.write(text.replace(",", ";"))
    headless = tmp_path / "headless.data"
    headless.write_text(text.partition("\n")[2].replace(",", "\t"))
    for graph in (gobc.Graph.read(path, weight="length"), gobc.Graph.read(str(path), weight=2, directed=False, threads=1),
                  gobc.Graph.read(tmp_path / "edges.txt.gz", weight="length", delimiter=";"),
                  gobc.Graph.read(headless, weight=2, format="tsv", header=False)):
        assert graph.weighted and graph.betweenness().to_dict() == WANT
    assert list(gobc.Graph.read(path, text_ids=True, weight="length").closeness()["node"]) == ["0", "1", "2", "3"]
    assert gobc.Graph.read(path, source="v", target="u", weight=2, directed=True).weight == "length"


def test_read_columns_of_parquet(tmp_path):
    path = tmp_path / "edges.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"length": TABLE["length"], "other": [b"", b"", b"", b""], **TABLE}), path)
    for weight in ("length", 0):
        graph = gobc.Graph.read(path, source="u", target="v", weight=weight)
        assert graph.weight == "length" and graph.betweenness().to_dict() == WANT
    assert not gobc.Graph.read(path, source="u", target="v").weighted


def test_read_the_columns_of_ends_alone(tmp_path):
    """Of a Parquet file with a pair of known names no other column is read, whatever it holds; two pairs are an error."""
    rows, path = 200_000, tmp_path / "edges.parquet"
    ends = {"source": numpy.arange(rows), "target": numpy.arange(1, rows + 1)}
    pyarrow.parquet.write_table(pyarrow.table({"shape": numpy.zeros(rows), **ends}), path, row_group_size=9000, compression=None,
                                use_dictionary=False)
    data = bytearray(path.read_bytes())
    shape = pyarrow.parquet.read_metadata(path).row_group(1).column(0)
    assert shape.path_in_schema == "shape"
    data[shape.data_page_offset:shape.data_page_offset + 60] = b"\xff" * 60
    path.write_bytes(data)
    with pytest.raises(OSError):
        pyarrow.parquet.read_table(path)
    graph = gobc.Graph.read(path)
    assert (graph.num_nodes, graph.num_edges, graph.source, graph.target) == (rows + 1, rows, "source", "target")
    with pytest.raises(gobc.FileError, match="edges.parquet: reading it"):
        gobc.Graph.read(path, weight="shape")
    pyarrow.parquet.write_table(pyarrow.table({**ends, "from": ends["target"], "to": ends["source"]}), path)
    with pytest.raises(gobc.DataError, match="name both ends"):
        gobc.Graph.read(path)


def test_what_is_no_graph_has_all_columns(tmp_path):
    """Flows between the ends, or names of networks, stand in further columns."""
    path = tmp_path / "flows.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"source": [0, 1], "target": [1, 2], "flow": [2.5, 1.0]}), path)
    assert files.read(path, only_nodes=True).edges.column_names == ["source", "target", "flow"]


def test_a_table_that_is_handed_over_is_free_once_it_was_read():
    table = gobc.generate("grid:rows=20,cols=20")
    handed, there = HandedOver(table), weakref.ref(table)
    del table
    assert gobc.Graph(handed).num_nodes == 400 and there() is None


def test_read_graphs(tmp_path):
    scipy.io.mmwrite(tmp_path / "edges.mtx", matrix())
    networkx.write_graphml(networkx_graph(), tmp_path / "edges.graphml")
    assert gobc.Graph.read(tmp_path / "edges.mtx", weight=True).betweenness().to_dict() == WANT
    assert list(gobc.Graph.read(tmp_path / "edges.graphml", weight="length").betweenness().to_dict().values()) \
        == list(WANT.values())


def test_what_cannot_be_read(tmp_path):
    (tmp_path / "edges.xyz").write_text("u,v\n1,2\n")
    unknown = 'unknown format "xyz"; gobc reads csv, .*parquet.* as the format'
    for path, text in ((tmp_path / "none.csv", "no file"), (tmp_path / "edges.xyz", unknown),
                       (5, "path must name a file, not 5")):
        with pytest.raises(gobc.Error, match=text):
            gobc.Graph.read(path)
