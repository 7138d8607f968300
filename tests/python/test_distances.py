"""Distances of pairs: matrices and blocks of pairs against definitions, conversions, and what calls can be told."""

import copy
import math
import pickle
import random
import threading

import numpy
import pytest

import gobc
from seeds import seeds

INF = math.inf


def edges_of(rng, nodes, directed, weight, label):
    """A random graph with self-loops, parallel edges and nodes without edges, and its distances by definition."""
    rows = [(rng.randrange(nodes), rng.randrange(nodes)) for _ in range(rng.randrange(3 * nodes))] if nodes else []
    lengths = [weight(rng) if weight else 1 for _ in rows]
    distance = [[0 if u == v else INF for v in range(nodes)] for u in range(nodes)]
    for (u, v), length in zip(rows, lengths):
        for a, b in [(u, v)] if directed else [(u, v), (v, u)]:
            if a != b:
                distance[a][b] = min(distance[a][b], length)
    for middle in range(nodes):
        for u in range(nodes):
            for v in range(nodes):
                distance[u][v] = min(distance[u][v], distance[u][middle] + distance[middle][v])
    table = {"source": [label(u) for u, _ in rows], "target": [label(v) for _, v in rows]}
    if weight:
        table["weight"] = lengths
    graph = gobc.Graph(table, directed=directed, weight="weight" if weight else None, nodes=[label(v) for v in range(nodes)])
    return graph, distance


LABELS = [int, lambda v: v * 10**12 - 5, lambda v: f"node {v}"]
WEIGHTS = [None, lambda rng: rng.randrange(1, 20), lambda rng: rng.randrange(1, 1000) / 8]


@pytest.mark.parametrize("seed", seeds(60))
def test_matrix_and_batches_are_the_distances(seed):
    rng = random.Random(seed)
    nodes, directed, weight = rng.choice([1, 2, 5, 12, 25]), rng.random() < 0.5, WEIGHTS[seed % 3]
    label = LABELS[seed // 3 % 3]
    graph, distance = edges_of(rng, nodes, directed, weight, label)
    cutoff = rng.choice([None, None, 2, 5.5])
    direction = rng.choice([None, "out", "in"])
    sources = rng.choice([None, rng.sample(range(nodes), rng.randrange(nodes + 1))])
    targets = rng.choice([None, rng.sample(range(nodes), rng.randrange(nodes + 1))])
    ids = range(nodes)

    def far(u, v):
        d = distance[v][u] if direction == "in" else distance[u][v]
        return INF if cutoff is not None and d > cutoff else d

    options = {"cutoff": cutoff, "direction": direction,
               "sources": None if sources is None else [label(v) for v in sources],
               "targets": None if targets is None else [label(v) for v in targets]}
    rows, columns = ids if sources is None else sources, ids if targets is None else targets
    want = [[far(u, v) for v in columns] for u in rows]
    matrix = gobc.distances(graph, **options)
    assert matrix.shape == (len(rows), len(columns))
    assert matrix.sources == [label(v) for v in rows] and matrix.targets == [label(v) for v in columns]
    assert matrix.dtype == ("float64" if weight else "uint8")
    assert [[matrix.value(u, v) for v in matrix.targets] for u in matrix.sources] == want
    assert gobc.distances(graph, threads=2, **options)._flat().tolist() == matrix._flat().tolist()
    pairs = [(label(u), label(v), far(u, v)) for u in rows for v in columns if far(u, v) < INF]
    for size in (None, 1, 3):
        found = [row for table in gobc.distance_batches(graph, rows=size, **options) for row in table]
        assert found == pairs


def test_nodes_of_other_kinds():
    networkx = pytest.importorskip("networkx")
    path = networkx.Graph([((0, 1), "b"), ("b", 3.5)])
    graph = gobc.Graph(path)
    matrix = gobc.distances(graph, sources=[(0, 1)])
    assert matrix.sources == [(0, 1)] and matrix.value((0, 1), 3.5) == 2
    assert [list(table) for table in gobc.distance_batches(graph, sources=[3.5, "b"], targets=[(0, 1)], rows=1)] == [
        [(3.5, (0, 1), 2)], [("b", (0, 1), 1)]]


def test_numpy_pandas_scipy():
    numpy, pandas, sparse = (pytest.importorskip(name) for name in ("numpy", "pandas", "scipy.sparse"))
    matrix = gobc.distances([("a", "b"), ("b", "c"), ("x", "y")], sources=["a", "x"])
    array = matrix.to_numpy()
    assert array.dtype == numpy.uint8 and not array.flags.writeable
    assert array.tolist() == [[0, 1, 2, 255, 255], [255, 255, 255, 0, 1]]
    assert numpy.shares_memory(array, matrix.to_numpy()) and not numpy.shares_memory(numpy.array(matrix, copy=True), array)
    assert matrix.to_numpy("float32").tolist() == [[0, 1, 2, INF, INF], [INF, INF, INF, 0, 1]]
    assert numpy.asarray(matrix, dtype="float64").tolist() == matrix.to_numpy(float).tolist()
    frame = matrix.to_pandas()
    assert frame.loc["a", "c"] == 2 and frame.loc["x", "a"] == INF and list(frame.columns) == list("abcxy")
    assert (gobc.distances([("a", "b")]).to_pandas().dtypes == numpy.float64).all()
    assert isinstance(frame, pandas.DataFrame)
    array = matrix.to_scipy()
    assert isinstance(array, sparse.csr_array) and array.toarray().tolist() == [[0, 1, 2, 0, 0], [0, 0, 0, 0, 1]]
    weighted = gobc.distances([("a", "b", 0.5), ("c", "d", 2)], weight=True)
    assert weighted.to_scipy().nnz == 4 and weighted.to_pandas().loc["a", "c"] == INF
    for given in ("float64", float, numpy.float64, numpy.dtype("float64")):
        assert gobc.distances([("a", "b"), ("c", "d")], dtype=given).view().tolist()[0] == [0, 1, INF, INF]
    assert gobc.distances([("a", "b")], dtype=numpy.int32).dtype == "int32"


def test_arithmetic_knows_what_is_not_reached_and_does_not_overflow():
    """numpy.asarray had the type in memory: 255 where there is no path, and squares modulo 256."""
    numpy = pytest.importorskip("numpy")
    path = gobc.distances([(v, v + 1) for v in range(29)], sources=[0])
    assert path.dtype == "uint8"
    assert (numpy.asarray(path) ** 2).sum() == (path.to_pandas() ** 2).to_numpy().sum() == path.to_scipy().power(2).sum() == 8555
    apart = gobc.distances([("a", "b"), ("x", "y")])
    assert numpy.mean(apart) == numpy.max(apart) == INF and numpy.isinf(numpy.asarray(apart)).sum() == 8
    assert numpy.asarray(apart, "uint8").max() == 255 == apart.unreached
    weighted = gobc.distances([("a", "b", 2)], weight=True)
    assert numpy.shares_memory(numpy.asarray(weighted), weighted.to_numpy())
    assert not hasattr(apart, "__buffer__")  # which numpy asks before __array__
    with pytest.raises(ValueError, match="without a copy"):
        apart.__array__(copy=False)


def test_views_and_pickles():
    matrix = gobc.distances([(v, v + 1) for v in range(300)], sources=[0, 5])
    assert matrix.dtype == "uint16" and matrix.unreached == 65535 and matrix.nbytes == 2 * 301 * 2
    view = matrix.view()
    assert view.readonly and view.shape == (2, 301) and view[0, 300] == 300 and view[1, 0] == 5
    for again in (pickle.loads(pickle.dumps(matrix)), copy.copy(matrix), copy.deepcopy(matrix)):
        assert again.view() == view and again.sources == [0, 5] and repr(again) == repr(matrix)
    state = matrix.__getstate__()
    with pytest.raises(gobc.ArgumentError, match="damaged"):
        gobc.DistanceMatrix.__new__(gobc.DistanceMatrix).__setstate__(state | {"sources": [1]})
    del matrix
    assert view[1, 300] == 295  # it keeps the memory
    empty = gobc.distances([("a", "b")], sources=[])
    assert empty.shape == (0, 2) and len(empty.view()) == 0 and "0 sources x 2 targets" in repr(empty)


def test_arrow_streams():
    pyarrow = pytest.importorskip("pyarrow")
    edges = [(v, v + 1) for v in range(50)]
    batches = gobc.distance_batches(edges, rows=7, cutoff=3)
    reader = pyarrow.RecordBatchReader.from_stream(batches)
    assert batches.done == 7 and batches.total == 51  # others come when they are asked for
    table = reader.read_all()
    assert batches.done == 51 and len(table) == 51 + 2 * (50 + 49 + 48) and table.column_names == ["source", "target", "distance"]
    with pytest.raises(gobc.ArgumentError, match="read before"):
        pyarrow.RecordBatchReader.from_stream(batches)


def test_polars_and_duckdb_read_batches():
    polars, duckdb, pyarrow = map(pytest.importorskip, ("polars", "duckdb", "pyarrow"))
    edges = [("a", "b"), ("b", "c"), ("c", "d")]
    want = sorted(row for batch in gobc.distance_batches(edges) for row in batch)
    readers = {"polars": lambda batches: polars.DataFrame(batches).rows(),
               "polars' series": lambda batches: [tuple(row.values()) for row in polars.from_arrow(batches)],
               "duckdb": lambda batches: duckdb.sql("from batches").fetchall(),
               "duckdb's function": lambda batches: duckdb.from_arrow(batches).fetchall()}
    for name, read in readers.items():
        assert sorted(read(gobc.distance_batches(edges, rows=2))) == want, name
    batches = gobc.distance_batches(edges, rows=3)
    schema = pyarrow.schema(batches)
    assert batches.done == 3 and schema == pyarrow.schema(batches)  # a look takes no block away
    assert sorted(row for batch in batches for row in batch) == want
    with pytest.raises(gobc.ArgumentError, match="read before"):
        pyarrow.schema(batches)


def test_a_graph_made_for_batches_is_closed():
    batches = gobc.distance_batches([(0, 1), (1, 2)], rows=1)
    assert len(next(batches)) == 3
    batches.close()
    batches.close()
    assert list(batches) == []
    graph = gobc.Graph([(0, 1)])
    list(gobc.distance_batches(graph))
    assert graph.closeness().value(0) == 1  # the caller's stays


def test_what_calls_share():
    graph = gobc.Graph([("a", "b", 2.0), ("b", "c", 3.0)], weight=True, directed=True)
    assert gobc.distances(graph).value("a", "c") == 5 and gobc.distances(graph).value("c", "a") == INF
    assert gobc.distances(graph, weight=False).value("a", "c") == 2
    assert gobc.distances(graph, direction="in").value("c", "a") == 5
    assert gobc.distances(graph, direction="all").value("c", "a") == 5
    closeness = gobc.closeness(graph, normalized=False).to_dict()
    assert closeness["c"] == 2 / 8  # the column of "c": 5 and 3
    told = []
    gobc.distances([(v, v + 1) for v in range(3000)], progress=lambda done, total: told.append((done, total)))
    assert all(done <= total for done, total in told)


WRONG = [
    ({"sources": ["z"]}, "z"), ({"targets": ["a", "a"]}, "before"), ({"sources": {"a": 2.0}}, "weights"),
    ({"cutoff": "far"}, "cutoff"), ({"cutoff": math.nan}, "nan"), ({"direction": "up"}, "direction"),
    ({"dtype": "uint64"}, "uint64"), ({"dtype": 3}, "dtype"), ({"threads": -1}, "threads"), ({"k": 3}, "k"),
    ({"executor": map}, "executor"), ({"settings": gobc.Settings(precision="single")}, "precision"),
    ({"settings": gobc.Settings(partial=True)}, "partial"), ({"settings": gobc.Settings(reductions="none")}, "reductions"),
    ({"settings": gobc.Settings(tie_tolerance=0.1)}, "tie_tolerance"), ({"directed": True}, "directed"),
]


@pytest.mark.parametrize(("options", "text"), WRONG, ids=lambda value: str(value)[:30])
def test_wrong_calls(options, text):
    graph = gobc.Graph([("a", "b")])
    with pytest.raises((gobc.ArgumentError, gobc.DataError), match=text):
        gobc.distances(graph, **options)
    if "dtype" not in options:
        with pytest.raises((gobc.ArgumentError, gobc.DataError), match=text):
            list(gobc.distance_batches(graph, **options))


def test_other_errors():
    path = [(v, v + 1) for v in range(400)]
    with pytest.raises(gobc.ArgumentError, match="254"):
        gobc.distances(path, dtype="uint8")
    assert gobc.distances(path, dtype="uint8", cutoff=254).shape == (401, 401)
    with pytest.raises(gobc.MemoryLimitError, match="401 x 401"):
        gobc.distances(gobc.Graph(path), settings=gobc.Settings(memory_limit=1000))
    with pytest.raises(gobc.UnsupportedError, match="processors"):
        gobc.distances(path, device="cuda")
    with pytest.raises(gobc.ArgumentError, match="uint8"):
        gobc.distances([("a", "b", 1.5)], weight=True, dtype="uint8")
    with pytest.raises(gobc.MissingError, match="target"):
        gobc.distances(path, targets=[1]).value(0, 2)
    with pytest.raises(gobc.ArgumentError, match="rows"):
        gobc.distance_batches(path, rows=-1)


def test_cancel():
    graph = gobc.Graph(gobc.generate("small_world:n=30000,k=10,p=0.1"))
    timer = threading.Timer(0.05, gobc.cancel)
    with pytest.raises(gobc.Cancelled):
        timer.start()
        for _ in range(1000):
            gobc.distances(graph, sources=range(5000), targets=[0])
    timer.join()
    with pytest.raises(gobc.Cancelled):
        gobc.distances(graph, settings=gobc.Settings(time_limit=1e-9))
    assert gobc.distances(graph, sources=[0], targets=[0]).value(0, 0) == 0


def test_empty_graphs():
    graph = gobc.Graph([], nodes=0)
    assert gobc.distances(graph).shape == (0, 0)
    assert sum(len(table) for table in gobc.distance_batches(graph)) == 0
    alone = gobc.Graph([], nodes=1)
    assert gobc.distances(alone).view().tolist() == [[0]]


def test_values_are_compared_in_arrays():
    """A matrix was unequal to every number and array, as one truth value for all."""
    matrix, other = gobc.distances([("a", "b")]), gobc.distances([("a", "b")])
    for value in (1, 1.0, True, numpy.int64(1), numpy.zeros((2, 2))):
        for compare in (lambda: matrix == value, lambda: matrix != value):
            with pytest.raises(gobc.ArgumentTypeError, match=r"a gobc.DistanceMatrix is not an array: give .to_numpy\(\)"):
                compare()
    assert matrix == matrix and matrix != other and matrix != None and matrix in [other, matrix]  # noqa: E711
    assert len({matrix, other, matrix}) == 2
    with pytest.raises(TypeError, match="a gobc.PathCounts is not an array"):
        gobc.path_counts([("a", "b")]) == 1
