"""Edges from where they live, with the real packages, and scores taken back there: scipy, numpy, pandas, polars,
duckdb, pyarrow, rustworkx, NetworKit, libpysal, AnnData, igraph. What is expected comes from NetworkX.
"""

import math
import random
import warnings

import anndata
import duckdb
import geopandas
import igraph
import libpysal.graph
import networkit
import networkx
import numpy
import pandas
import polars
import pyarrow
import pyarrow.dataset
import pytest
import rustworkx
import scipy.sparse
import shapely

import gobc

NODES = 12
PAIRS = [(draw.randrange(NODES), draw.randrange(NODES)) for draw in [random.Random(5)] for _ in range(30)]
PAIRS = list({tuple(sorted(pair)): pair for pair in PAIRS if pair[0] != pair[1]}.values())
LENGTHS = [(7 * row) % 5 / 4 + 0.25 for row in range(len(PAIRS))]
NAMES = [f"gene {number}" for number in range(NODES)]
KINDS = [(directed, weighted) for directed in (False, True) for weighted in (False, True)]


def expected(directed, weighted, names=range(NODES)) -> dict:
    graph = (networkx.DiGraph if directed else networkx.Graph)()
    graph.add_nodes_from(range(NODES))
    graph.add_weighted_edges_from((u, v, w) for (u, v), w in zip(PAIRS, LENGTHS))
    scores = networkx.betweenness_centrality(graph, weight="weight" if weighted else None)
    assert len(set(scores.values())) > 4
    return {names[node]: score for node, score in scores.items()}


def near(scores: dict, wanted: dict) -> bool:
    return set(scores) == set(wanted) and all(abs(scores[node] - wanted[node]) <= 1e-12 for node in wanted)


def ends(names=range(NODES)) -> tuple[list, list]:
    return [names[u] for u, _ in PAIRS], [names[v] for _, v in PAIRS]


def columns(names=NAMES) -> dict:
    source, target = ends(names)
    return {"weight": LENGTHS, "source": source, "target": target}


# ---- tables ----


def frame(kind) -> pandas.DataFrame:
    return pandas.DataFrame(columns()).astype({"source": kind, "target": kind})


def shared_categories() -> pandas.DataFrame:
    kind = pandas.CategoricalDtype(["not a node", *reversed(NAMES)])
    return frame(kind)


def polars_as(kind) -> polars.DataFrame:
    return polars.DataFrame(columns()).with_columns(polars.col("source", "target").cast(kind))


def dictionaries(chunks: int) -> pyarrow.Table:
    """Dictionary columns; every chunk has a dictionary of its own."""
    parts = []
    for start in range(0, len(PAIRS), chunks):
        part = {name: values[start:start + chunks] for name, values in columns().items()}
        parts.append(pyarrow.table({name: pyarrow.array(values).dictionary_encode() if name != "weight" else values
                                    for name, values in part.items()}))
    return pyarrow.concat_tables(parts)


def relation(query="from edges"):
    connection = duckdb.connect()
    connection.register("edges", pyarrow.table(columns()))
    return connection.sql(query)


ENUM = "(" + ", ".join(f"'{name}'" for name in NAMES) + ")"
NAMED = {
    "pandas str": lambda: frame("str"),
    "pandas object": lambda: frame(object),
    "pandas string[python]": lambda: frame("string[python]"),
    "pandas string[pyarrow]": lambda: frame("string[pyarrow]"),
    "pandas category": lambda: frame("category"),
    "pandas shared categories": shared_categories,
    "pandas one category": lambda: frame("str").astype({"target": "category"}),
    "pandas Float64": lambda: frame("str").astype({"weight": "Float64"}),
    "pandas with an index": lambda: frame("str").set_index(pandas.Index(range(7, 7 + len(PAIRS)), name="row")),
    "pandas series": lambda: (frame("category")["source"], frame("str")["target"], pandas.Series(LENGTHS)),
    "polars": lambda: polars.DataFrame(columns()),
    "polars Categorical": lambda: polars_as(polars.Categorical),
    "polars Enum": lambda: polars_as(polars.Enum(NAMES)),
    "polars collected": lambda: polars.DataFrame(columns()).lazy().filter(polars.col("weight") > 0).collect(),
    "polars Float32": lambda: polars.DataFrame(columns()).with_columns(polars.col("weight").cast(polars.Float32)),
    "polars struct": lambda: polars.DataFrame(columns()).to_struct("edges"),
    "duckdb": relation,
    "duckdb query": lambda: relation("select target, source, weight from edges where weight > 0"),
    "duckdb enum": lambda: relation(f"select source::enum{ENUM} u, target::enum{ENUM} v, weight from edges"),
    "duckdb float": lambda: relation("select source, target, weight::float weight from edges"),
    "pyarrow": lambda: pyarrow.table(columns()),
    "pyarrow reader": lambda: pyarrow.table(columns()).to_reader(max_chunksize=4),
    "pyarrow dictionaries": lambda: dictionaries(len(PAIRS)),
    "pyarrow dictionaries by chunk": lambda: dictionaries(5),
    "pyarrow large and view": lambda: pyarrow.table({
        "source": pyarrow.array(ends(NAMES)[0], pyarrow.large_string()),
        "target": pyarrow.array(ends(NAMES)[1], pyarrow.string_view()), "weight": LENGTHS}),
}


@pytest.mark.parametrize("directed, weighted", KINDS)
@pytest.mark.parametrize("kind", NAMED)
def test_tables_of_names(kind, directed, weighted):
    edges = NAMED[kind]()
    weight = weighted if isinstance(edges, tuple) else "weight" if weighted else None
    scores = gobc.betweenness(gobc.Graph(edges, directed=directed, weight=weight, nodes=NAMES))
    assert near(scores.to_dict(), expected(directed, weighted, NAMES))


def records() -> numpy.ndarray:
    return numpy.array([(w, u, v) for (u, v), w in zip(PAIRS, LENGTHS)],
                       [("weight", "f8"), ("source", "i4"), ("target", "u2")])


NUMBERED = {
    "pandas Int64": lambda: pandas.DataFrame(columns(range(NODES))).astype({"source": "Int64", "target": "UInt8"}),
    "pandas integer categories": lambda: pandas.DataFrame(columns(range(NODES))).astype({"source": "category"}),
    "polars UInt8": lambda: polars.DataFrame(columns(range(NODES)), schema_overrides={"source": polars.UInt8}),
    "numpy records": records,
    "numpy recarray": lambda: records().view(numpy.recarray),
    "numpy (m, 3)": lambda: numpy.column_stack([PAIRS, LENGTHS]),
    "numpy matrix": lambda: numpy.matrix(numpy.column_stack([PAIRS, LENGTHS])),
}


@pytest.mark.parametrize("directed, weighted", KINDS)
@pytest.mark.parametrize("kind", NUMBERED)
def test_tables_of_numbers(kind, directed, weighted):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PendingDeprecationWarning)  # numpy.matrix
        edges = NUMBERED[kind]()
    scores = gobc.betweenness(gobc.Graph(edges, directed=directed, weight=weighted, nodes=NODES))
    assert near(scores.to_dict(), expected(directed, weighted))


def test_scores_go_back_to_tables():
    scores, wanted = gobc.betweenness(gobc.Graph(relation(), nodes=NAMES)), expected(False, False, NAMES)
    assert near(dict(scores.to_pandas().itertuples(index=False)), wanted)
    assert near(dict(scores.to_polars().iter_rows()), wanted)
    assert near(dict(zip(*scores.to_pyarrow().to_pydict().values())), wanted)
    found = scores.to_pyarrow()
    best = max(wanted, key=wanted.get)
    assert duckdb.sql("select node from found order by betweenness desc limit 1").fetchall() == [(best,)]
    joined = polars.DataFrame({"node": NAMES[::-1]}).join(scores.to_polars(), on="node", how="left")
    assert near(dict(joined.iter_rows()), wanted)
    edges = gobc.edge_betweenness(frame("category"))
    assert [*zip(edges["source"], edges["target"])] == [*zip(*ends(NAMES))]
    assert found.num_rows == NODES


# ---- matrices ----


def matrix(directed) -> numpy.ndarray:
    dense = numpy.zeros((NODES, NODES))
    for (u, v), w in zip(PAIRS, LENGTHS):
        dense[u, v] = w
        if not directed:
            dense[v, u] = w
    return dense


@pytest.mark.parametrize("directed, weighted", KINDS)
@pytest.mark.parametrize("shape", ["array", "matrix"])
@pytest.mark.parametrize("layout", ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"])
def test_sparse(layout, shape, directed, weighted):
    sparse = getattr(scipy.sparse, f"{layout}_{shape}")(matrix(directed))
    scores = gobc.betweenness(sparse, directed=directed, weight=weighted)
    assert near(scores.to_dict(), expected(directed, weighted))


@pytest.mark.parametrize("kind", ["f4", "f8", "i2", "u8"])
def test_sparse_values(kind):
    whole = (matrix(False) * 4).astype(kind)
    assert near(gobc.betweenness(scipy.sparse.csr_array(whole), weight=True).to_dict(), expected(False, True))


def test_sparse_that_is_not_symmetric():
    upper = scipy.sparse.csr_array(numpy.triu(matrix(False)))
    assert near(gobc.betweenness(upper, weight=True).to_dict(), expected(False, True))
    dense = matrix(False)
    u, v = PAIRS[0]
    dense[u, v] += 1
    with pytest.raises(gobc.DataError, match="make the matrix symmetric, or give directed=True"):
        gobc.betweenness(scipy.sparse.csr_array(dense), weight=True)
    assert near(gobc.betweenness(scipy.sparse.csr_array(dense)).to_dict(), expected(False, False))


def test_sparse_stored_zeros():
    """Stored entries are edges, whatever they hold; a length of 0 is refused with its place."""
    stored = scipy.sparse.csr_array(matrix(False))
    stored.data[0] = 0
    assert near(gobc.betweenness(stored).to_dict(), expected(False, False))
    with pytest.raises(gobc.DataError, match=r"the matrix at \(\d+, \d+\) is 0.0.*eliminate_zeros"):
        gobc.betweenness(stored, weight=True)
    stored.eliminate_zeros()
    assert gobc.Graph(stored, directed=True).num_edges == 2 * len(PAIRS) - 1


def test_sparse_duplicates_are_added():
    u, v = ends()
    halves = numpy.array([*LENGTHS, *LENGTHS]) / 2
    coo = scipy.sparse.coo_array((halves, (u + u, v + v)), shape=(NODES, NODES))
    assert near(gobc.betweenness(coo, weight=True, directed=True).to_dict(), expected(True, True))


def test_sparse_entries_in_any_order():
    """Weights stay with their entries, whatever the order of these is."""
    u, v = ends()
    order = numpy.random.default_rng(3).permutation(2 * len(u))
    rows, columns, lengths = (numpy.append(a, b)[order] for a, b in ((u, v), (v, u), (LENGTHS, LENGTHS)))
    shuffled = scipy.sparse.coo_array((lengths, (rows, columns)), shape=(NODES, NODES))
    got = gobc.edge_betweenness(shuffled, weight=True, directed=True, preset="raw").to_dict()
    assert near(got, gobc.edge_betweenness(shuffled.tocsr(), weight=True, directed=True, preset="raw").to_dict())
    assert near(gobc.betweenness(shuffled, weight=True, directed=False).to_dict(), expected(False, True))


def test_sparse_edges_by_row_and_column():
    scores = gobc.edge_betweenness(scipy.sparse.csc_array(matrix(True)), directed=True)
    assert list(scores.to_dict()) == sorted(PAIRS)


# ---- graph objects ----


def rustworkx_graph(directed, data=lambda w: w):
    graph = (rustworkx.PyDiGraph if directed else rustworkx.PyGraph)()
    graph.add_nodes_from(NAMES)
    graph.add_edges_from([(u, v, data(w)) for (u, v), w in zip(PAIRS, LENGTHS)])
    return graph


class Road:
    def __init__(self, length):
        self.length = length


@pytest.mark.parametrize("directed, weighted", KINDS)
def test_rustworkx(directed, weighted):
    asked = [(float, True), (lambda w: {"length": w}, "length"), (Road, "length"), (Road, lambda road: road.length),
             (lambda w: None, LENGTHS), (lambda w: None, numpy.array(LENGTHS))]
    for data, weight in asked if weighted else [(float, None), (Road, False)]:
        scores = gobc.betweenness(rustworkx_graph(directed, data), weight=weight)
        assert near(scores.to_dict(), expected(directed, weighted))
    if not weighted:
        assert near(dict(rustworkx.betweenness_centrality(rustworkx_graph(directed))), scores.to_dict())


def test_rustworkx_after_removals():
    graph = rustworkx_graph(False)
    graph.remove_node(3)
    graph.remove_edge_from_index(graph.edge_indices()[4])
    scores = gobc.betweenness(graph, weight=True)
    assert list(scores.to_dict()) == list(graph.node_indices()) and len(scores) == NODES - 1
    peer = networkx.Graph()
    peer.add_nodes_from(graph.node_indices())
    peer.add_weighted_edges_from(graph.weighted_edge_list())
    assert near(scores.to_dict(), networkx.betweenness_centrality(peer, weight="weight"))
    edges = gobc.edge_betweenness(graph)
    assert [*zip(edges["source"], edges["target"])] == list(graph.edge_list())


def test_rustworkx_without_edges():
    assert gobc.betweenness(rustworkx.PyGraph()).to_dict() == {}
    graph = rustworkx.PyDiGraph()
    graph.add_nodes_from(range(2))
    assert gobc.closeness(graph).to_dict() == {0: 0.0, 1: 0.0}


def networkit_graph(directed, weighted):
    graph = networkit.Graph(NODES, weighted=weighted, directed=directed)
    for (u, v), w in zip(PAIRS, LENGTHS):
        graph.addEdge(u, v, w) if weighted else graph.addEdge(u, v)
    return graph


@pytest.mark.parametrize("directed, weighted", KINDS)
def test_networkit(directed, weighted):
    graph = networkit_graph(directed, weighted)
    scores = gobc.betweenness(graph, weight=weighted)
    assert near(scores.to_dict(), expected(directed, weighted))
    own = networkit.centrality.Betweenness(graph, normalized=False).run().scores()
    raw = gobc.betweenness(graph, weight=weighted, preset="raw")["betweenness"]
    assert raw.tolist() == pytest.approx(own, abs=1e-12)
    assert near(gobc.betweenness(graph).to_dict(), expected(directed, False))
    in_order = [LENGTHS[PAIRS.index(edge if edge in PAIRS else edge[::-1])] for edge in graph.iterEdges()]
    assert near(gobc.betweenness(graph, weight=in_order).to_dict(), expected(directed, True))


def test_networkit_after_removals():
    graph = networkit_graph(False, True)
    graph.removeNode(3)
    scores = gobc.closeness(graph, weight=True)
    assert list(scores.to_dict()) == list(graph.iterNodes()) and len(scores) == NODES - 1
    peer = networkx.Graph()
    peer.add_nodes_from(graph.iterNodes())
    peer.add_weighted_edges_from(graph.iterEdgesWeights())
    assert near(scores.to_dict(), networkx.closeness_centrality(peer, distance="weight"))
    edges = gobc.edge_betweenness(graph)
    assert [*zip(edges["source"], edges["target"])] == list(graph.iterEdges())


@pytest.mark.parametrize("directed, weighted", KINDS)
@pytest.mark.parametrize("named", [False, True])
def test_igraph(directed, weighted, named):
    graph = igraph.Graph(n=NODES, edges=PAIRS, directed=directed, edge_attrs={"length": LENGTHS})
    if named:
        graph.vs["name"] = NAMES
    names = NAMES if named else range(NODES)
    handle = gobc.Graph(graph, weight="length" if weighted else None)
    assert handle.directed == directed and handle.weight == ("length" if weighted else None)
    assert near(handle.betweenness().to_dict(), expected(directed, weighted, names))
    assert handle.betweenness(preset="igraph")["betweenness"].tolist() == \
        pytest.approx(graph.betweenness(weights="length" if weighted else None), abs=1e-12)
    edges = handle.edge_betweenness(preset="igraph")
    assert [*zip(edges["source"], edges["target"])] == [(names[u], names[v]) for u, v in graph.get_edgelist()]
    if weighted:
        assert near(gobc.betweenness(graph, weight=LENGTHS).to_dict(), expected(directed, True, names))


def libpysal_graph(directed, weighted=True):
    """In libpysal an edge that goes both ways is two rows, and a node without neighbors has a loop of weight 0."""
    rows = [(*pair, w if weighted else 1.0) for pair, w in zip(PAIRS, LENGTHS)]
    if not directed:
        rows += [(v, u, w) for u, v, w in rows]
    sinks = set(range(NODES)) - {u for u, _, _ in rows}
    rows = sorted(rows + [(node, node, 0.0) for node in sinks])
    return libpysal.graph.Graph.from_arrays([NAMES[u] for u, _, _ in rows], [NAMES[v] for _, v, _ in rows],
                                            numpy.array([w for _, _, w in rows]))


@pytest.mark.parametrize("directed, weighted", KINDS)
def test_libpysal(directed, weighted):
    graph = libpysal_graph(directed)
    scores = gobc.betweenness(graph, directed=directed or None, weight=weighted)
    assert list(scores["node"]) == list(graph.unique_ids)
    assert near(scores.to_dict(), expected(directed, weighted, NAMES))
    peer = graph.to_networkx()
    peer.remove_edges_from([*networkx.selfloop_edges(peer)])
    assert near(scores.to_dict(), networkx.betweenness_centrality(peer, weight="weight" if weighted else None))


def test_libpysal_of_places():
    """Results go back to the table of places by its own index; a place without neighbors is a node."""
    points = [shapely.Point(point) for point in [(0, 0), (1, 0), (2, 0), (2, 9)]]
    places = geopandas.GeoDataFrame(index=["Bern", "Thun", "Spiez", "Chur"], geometry=points)
    graph = gobc.Graph.from_libpysal(libpysal.graph.Graph.build_distance_band(places, 1.5))
    assert (graph.num_nodes, graph.num_edges, graph.self_loops, graph.directed) == (4, 2, 0, False)
    places["betweenness"] = graph.betweenness(normalized=False)["betweenness"]
    assert places["betweenness"].to_dict() == {"Bern": 0.0, "Thun": 1.0, "Spiez": 0.0, "Chur": 0.0}
    nearest = libpysal.graph.Graph.build_kernel(places, kernel="identity", k=1)  # weights are distances
    assert near(gobc.betweenness(nearest, directed=True).to_dict(), networkx.betweenness_centrality(nearest.to_networkx()))
    assert gobc.eccentricity(nearest, weight=True).to_dict() == {"Bern": 11.0, "Thun": 10.0, "Spiez": 9.0, "Chur": 11.0}


# ---- AnnData ----


def neighbors(count=40, k=5) -> anndata.AnnData:
    """What scanpy.pp.neighbors leaves: distances to the k nearest, and similarities that are symmetric."""
    points = numpy.random.default_rng(2).normal(size=(count, 3))
    apart = numpy.sqrt(((points[:, None] - points[None]) ** 2).sum(-1))
    nearest = numpy.argsort(apart, axis=1)[:, 1:k + 1]
    distances = numpy.zeros((count, count), "f4")
    numpy.put_along_axis(distances, nearest, numpy.take_along_axis(apart, nearest, 1), 1)
    similar = numpy.where(distances > 0, numpy.exp(-distances), 0)
    data = anndata.AnnData(points, obs=pandas.DataFrame(index=[f"cell {number}" for number in range(count)]))
    data.obsp["distances"] = scipy.sparse.csr_matrix(distances)
    data.obsp["connectivities"] = scipy.sparse.csr_matrix(similar + similar.T - similar * similar.T)
    return data


def test_anndata():
    data = neighbors()
    scores = gobc.betweenness(data)
    peer = networkx.from_scipy_sparse_array(data.obsp["connectivities"])
    wanted = dict(zip(data.obs_names, networkx.betweenness_centrality(peer).values()))
    assert near(scores.to_dict(), wanted)
    assert near(gobc.betweenness(gobc.Graph(data, obsp="connectivities")).to_dict(), wanted)
    data.obs["betweenness"] = scores["betweenness"]
    assert near(data.obs["betweenness"].to_dict(), wanted)
    data.obs["by name"] = scores.to_pandas().set_index("node")["betweenness"]
    assert near(data.obs["by name"].to_dict(), wanted)
    assert scores.value("cell 7") == wanted["cell 7"]


@pytest.mark.parametrize("directed", [False, True])
def test_anndata_distances(directed):
    data = neighbors()
    handle = gobc.Graph(data, obsp="distances", directed=directed, weight=True)
    assert handle.weight == "distances"
    kind = networkx.DiGraph if directed else networkx.Graph
    peer = networkx.from_scipy_sparse_array(data.obsp["distances"], create_using=kind)
    wanted = networkx.closeness_centrality(peer, distance="weight").values()
    assert near(handle.closeness().to_dict(), dict(zip(data.obs_names, wanted)))


@pytest.mark.parametrize("name", ["betweenness", "stress", "edge_betweenness", "edge_stress", "closeness", "harmonic",
                                  "eccentricity", "eccentricity_centrality", "centralities", "diameter", "radius",
                                  "center", "periphery", "plan"])
def test_every_function_takes_a_graph_of_a_matrix_by_name(name):
    data = neighbors()
    data.obsp["other"] = scipy.sparse.csr_matrix(data.obsp["connectivities"] > 0.2)
    function = getattr(gobc, name)
    found, default = function(gobc.Graph.from_anndata(data, obsp="other")), function(data)
    by_number = function(data.obsp["other"])
    if hasattr(found, "to_pandas"):
        values = [name for name in found.columns if name not in ("node", "source", "target")]
        assert all(found[column].tolist() == by_number[column].tolist() for column in values)
        assert any(found[column].tolist() != default[column].tolist() for column in values)
    elif name in ("center", "periphery"):
        assert found == [data.obs_names[number] for number in by_number]
    elif name == "plan":
        assert found["bytes"] == by_number["bytes"] != default["bytes"]
    else:
        assert found == by_number


def test_anndata_parts_dense_and_others():
    data = neighbors()
    part = data[5:25]
    wanted = gobc.betweenness(part.obsp["connectivities"])["betweenness"].tolist()
    scores = gobc.betweenness(part)
    assert list(scores["node"]) == list(part.obs_names) and scores["betweenness"].tolist() == wanted
    data.obsp["dense"] = data.obsp["connectivities"].toarray()
    assert gobc.betweenness(gobc.Graph(data, obsp="dense")).to_dict() == gobc.betweenness(data).to_dict()
    edges = gobc.edge_betweenness(data)
    assert len(edges) == scipy.sparse.triu(data.obsp["connectivities"]).nnz and edges["source"][0] == "cell 0"


# ---- what is refused ----


def of_variables() -> anndata.AnnData:
    data = anndata.AnnData(numpy.zeros((2, 3)))
    data.varp["r"] = numpy.eye(3)
    return data


def twins() -> anndata.AnnData:
    data = neighbors()
    data.obs_names = ["twin"] * len(data)
    return data


def streets(**columns):
    return geopandas.GeoDataFrame({**columns, "geometry": [shapely.LineString([(0, 0), (1, end)]) for end in (1, 2)]})


def one_edge(data):
    graph = rustworkx.PyGraph()
    graph.add_nodes_from("ab")
    graph.add_edge(0, 1, data)
    return graph


REFUSED = {
    "LazyFrame": (lambda: polars.LazyFrame({"u": [1], "v": [2]}), {}, ValueError, r"edges\.collect\(\)"),
    "connection": (duckdb.connect, {}, ValueError, r"connection\.sql"),
    "data set": (lambda: pyarrow.dataset.dataset(pyarrow.table({"u": [1], "v": [2]})), {}, ValueError, r"edges\.to_table\(\)"),
    # said that it is a dict of dicts
    "edges of a graph": (lambda: networkx.path_graph(3).edges, {}, ValueError, "nodes and directions: give the graph"),
    # lost the directions without a word
    "edges of a directed graph": (lambda: networkx.DiGraph([(1, 2)]).edges(data="w"), {}, ValueError, "the graph, or say dir"),
    "graph": (lambda: gobc.Graph([(1, 2)]), {}, ValueError, "edges is gobc.Graph, built already: call its methods"),
    "rows of ends": (lambda: numpy.arange(8).reshape(2, 4), {}, gobc.DataError, r"this one has \(2, 4\)\. .* give array\.T"),
    "rows of three ends": (lambda: numpy.arange(6).reshape(2, 3), {}, gobc.DataError, r"leaves it out\. .* give array\.T"),
    "numbers in texts": (lambda: networkx.Graph([(1, 2, {"length": "119.5"})]), {"weight": "length"}, gobc.DataError,
                         r"is '119\.5' \(str\), but a weight must be .*; convert all of them with float\(\)"),
    "shapes": (lambda: streets()["geometry"], {}, ValueError, r"gobc\.streets\.primal\(streets\)"),
    "lengths and shapes": (lambda: streets(length=[1.0, 2.0]), {}, gobc.DataError, r"'length' looks like .*streets\.primal"),
    "what Geofabrik has": (lambda: streets(osm_id=["1", "2"], code=[5111, 5112], fclass=["primary", "track"]), {}, gobc.DataError,
                           r'"osm_id" and "code" hold text and integers: .*streets\.primal.*; see "Street networks"'),
    "null in Int64": (lambda: pandas.DataFrame({"u": [1, None], "v": [2, 3]}, dtype="Int64"), {}, gobc.DataError,
                      'row 1: column "u" is null'),
    "null in Float64": (lambda: pandas.DataFrame({"u": [1, 2], "v": [2, 3], "w": pandas.array([1, None], "Float64")}),
                        {"weight": "w"}, gobc.DataError, 'row 1: column "w" is null; every value must be known'),
    "null in a category": (lambda: pandas.DataFrame({"u": ["a", None], "v": ["b", "c"]}).astype("category"), {},
                           gobc.DataError, 'row 1: column "u" is null'),
    "null in polars": (lambda: polars.DataFrame({"u": ["a", "b", None], "v": ["b", "c", "a"]}), {}, gobc.DataError,
                       'row 2: column "u" is null'),
    "decimals of duckdb": (lambda: duckdb.sql("select 1 u, 2 v, 0.12345678901234567::decimal(38, 20) w"), {"weight": "w"},
                           gobc.DataError, r"row 0: the weight 0\.1234567890123\d+ has more than 15 digits"),
    "huge integers": (lambda: duckdb.sql("select 1::hugeint u, 2::hugeint v"), {}, gobc.DataError, "cast the column"),
    "dates": (lambda: pandas.DataFrame({"u": pandas.to_datetime(["2020"]), "v": pandas.to_datetime(["2021"])}), {},
              gobc.DataError, "cast the column"),
    "adjacency": (lambda: matrix(False), {}, gobc.DataError, r"coo_array\(matrix\)"),
    "adjacency of three": (lambda: numpy.ones((3, 3), int), {}, gobc.DataError, r"coo_array\(matrix\)"),
    "bools": (lambda: scipy.sparse.csr_array(matrix(False) > 0), {"weight": True}, gobc.DataError, "bool values"),
    "negative": (lambda: scipy.sparse.csr_array(-matrix(False)), {"weight": True}, gobc.DataError, "above 0"),
    "rustworkx data": (lambda: one_edge({"length": 2}), {"weight": "weight"}, gobc.DataError, "edge 0, .*no 'weight'"),
    "rustworkx attribute": (lambda: one_edge(Road(2)), {"weight": "width"}, gobc.DataError, "has no 'width'"),
    "rustworkx null": (lambda: one_edge(None), {"weight": True}, gobc.DataError, r"edge 0, \(0, 1\), is null"),
    "rustworkx zero": (lambda: one_edge(0.0), {"weight": True}, gobc.DataError, r"edge 0, \(0, 1\), is 0.0"),
    "rustworkx column": (lambda: one_edge(1), {"weight": [1.0, 2.0]}, gobc.DataError, "2 values for 1 edges"),
    "rustworkx position": (lambda: one_edge(1), {"weight": 2}, ValueError, "edge attributes"),
    "rustworkx direction": (lambda: one_edge(1), {"directed": True}, ValueError, "contradicts"),
    "rustworkx nodes": (lambda: one_edge(1), {"nodes": [0]}, ValueError, "nodes="),
    "networkit without": (lambda: networkit_graph(False, False), {"weight": True}, ValueError, "weighted=False"),
    "networkit name": (lambda: networkit_graph(False, True), {"weight": "length"}, ValueError, "weight=True takes it"),
    "networkit column": (lambda: networkit_graph(False, True), {"weight": [1.0]}, gobc.DataError, "1 values for"),
    "networkit direction": (lambda: networkit_graph(True, True), {"directed": False}, ValueError, "contradicts"),
    "libpysal name": (lambda: libpysal_graph(False), {"weight": "length"}, ValueError, "weight=True takes it"),
    "libpysal transformed": (lambda: libpysal_graph(False).transform("r"), {"weight": True}, ValueError,
                             r"transformed \('R'\).*before transform"),
    "libpysal zero": (lambda: libpysal.graph.Graph.from_arrays(["a", "b"], ["b", "a"], numpy.array([0.0, 1.0])),
                      {"weight": True}, gobc.DataError, r"edge \('a', 'b'\) is 0\.0"),
    "libpysal nodes": (lambda: libpysal_graph(False), {"nodes": [0]}, ValueError, "nodes="),
    "anndata without": (lambda: anndata.AnnData(numpy.zeros((3, 2))), {}, ValueError, "Give obsp= .* none; .*neighbors"),
    "anndata other": (neighbors, {"obsp": "nope"}, ValueError, "no such matrix; there are .*'distances'"),
    "anndata variables": (of_variables, {"obsp": "r"}, ValueError, r"varp has it.*from_anndata\(adata.T, obsp='r'\)"),
    "anndata similarities": (neighbors, {"weight": True}, ValueError, "similarities"),
    "anndata names": (twins, {}, gobc.DataError, "obs_names_make_unique"),
    "anndata column": (neighbors, {"weight": "distances"}, ValueError, "weight=True"),
    "obsp of others": (lambda: PAIRS, {"obsp": "distances"}, ValueError, "obsp= names a matrix of an AnnData"),
}


@pytest.mark.filterwarnings("ignore:Observation names are not unique")
@pytest.mark.parametrize("case", REFUSED)
def test_refused(case):
    edges, options, error, text = REFUSED[case]
    with pytest.raises(error, match=text):
        gobc.Graph(edges(), **options)


def test_networkit_zero():
    graph = networkit.Graph(2, weighted=True)
    graph.addEdge(0, 1, 0.0)
    with pytest.raises(gobc.DataError, match=r"edge \(\d, \d\) is 0\.0"):
        gobc.betweenness(graph, weight=True)


def test_infinite_lengths_of_graph_objects_leave_edges_out():
    graph = rustworkx_graph(False)
    graph.add_edge(0, 1, math.inf)
    assert near(gobc.betweenness(graph, weight=True).to_dict(), expected(False, True))


@pytest.mark.parametrize("kind", [*NAMED, *NUMBERED])
def test_every_home_leaves_nothing_exported(kind):
    before = gobc._arrow.live_exports()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PendingDeprecationWarning)
        gobc.Graph((NAMED | NUMBERED)[kind](), weight=False).close()
    assert gobc._arrow.live_exports() == before
