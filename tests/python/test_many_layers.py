"""Networks on the same nodes: a matrix of weights or of presence, and 3-d arrays, beside single calls."""

import pickle
import random
import threading
import warnings

import pytest

import gobc
from seeds import seeds

numpy = pytest.importorskip("numpy")
pandas = pytest.importorskip("pandas")

NODES = ["betweenness", "stress", "closeness", "harmonic", "eccentricity", "decay", "lin", "reach"]
EDGES = ["edge_betweenness", "edge_stress"]
NAN, INF = float("nan"), float("inf")


def drawn(rng, count):
    """Edges, isolated nodes, and the lengths of each edge in each network, inf where the network lacks it."""
    size = rng.choice([2, 5, 12, 40])
    label = rng.choice([int, lambda x: f"n{x}é"])
    names = [label(node) for node in rng.sample(range(size * 3), size)]
    rows = rng.choice([1, size, 3 * size])
    edges = [(rng.choice(names), rng.choice(names)) for _ in range(rows)]
    length = rng.choice([lambda: 1.0, lambda: rng.randrange(1, 9), lambda: rng.randrange(1, 300) / 100,
                         lambda: rng.random() + 0.01])
    lengths = numpy.array([[length() if rng.random() < 0.8 else INF for _ in range(count)] for _ in range(rows)])
    return edges, rng.sample(names, rng.randrange(size)), lengths


def alone(nodes, edges, lengths, **options):
    """What a call gives for the edges that one network has, with the nodes of all."""
    has = [row for row, length in enumerate(lengths) if length != INF]
    directed, measures = options.pop("directed"), options.pop("measures")
    weight = [lengths[row] for row in has] if options.pop("weighted") else None
    graph = gobc.Graph(([edges[row][0] for row in has], [edges[row][1] for row in has]), nodes=nodes, directed=directed,
                       weight=weight)
    return graph.centralities(measures, **options), has


@pytest.mark.parametrize("seed", seeds(40))
def test_bits_are_those_of_single_calls(seed):
    rng = random.Random(seed)
    count = rng.choice([1, 3, 8])
    edges, more, lengths = drawn(rng, count)
    weighted = seed % 2 == 0
    if not weighted:
        lengths = numpy.where(lengths == INF, INF, 1.0)
    measures = rng.sample(rng.choice([NODES, EDGES]), rng.choice([1, 2]))
    options = {"directed": rng.random() < 0.5}
    if measures[0] == "betweenness" and rng.random() < 0.5:
        options["endpoints"] = True
    if rng.random() < 0.3:
        options["preset"] = rng.choice(["igraph", "raw", "gpufan"])
    if rng.random() < 0.3:
        options["cutoff"] = 2
    matrices = {"weights": lengths} if weighted else {"presence": lengths != INF}
    if rng.random() < 0.5:
        matrices = {name: numpy.asfortranarray(values) for name, values in matrices.items()}
    paths = any(name in ("betweenness", "stress", *EDGES) for name in measures)
    parallel = rng.choice([None, "count"]) if paths else None
    with gobc.settings(device="cpu", reductions=rng.choice([None, "none"]), parallel=parallel):
        result = gobc.many_layers(edges, measures, nodes=more, threads=rng.choice([1, 2, 3]), **matrices, **options)
        assert result.networks == list(range(count)) and result.measures == measures
        nodes = list(gobc.Graph(edges, nodes=more).nodes)
        for network in range(count):
            one, has = alone(nodes, edges, lengths[:, network], measures=measures, weighted=weighted, **options)
            of = result.of(network)
            for measure in measures:
                want = one[measure]
                if measure in EDGES:
                    want = numpy.zeros(len(edges))
                    want[has] = one[measure]
                assert of[measure].tobytes() == want.tobytes(), (network, measure)
                assert result.matrix(measure)[network].to_numpy().tobytes() == want.tobytes()
            if measures[0] not in EDGES:
                assert list(of._list("node")) == nodes == list(one._list("node"))
            else:
                assert list(zip(of._list("source"), of._list("target"))) == edges


def test_networks_of_weights_are_those_of_a_table():
    """The same networks, once on common nodes and once each with its own rows."""
    rng = random.Random(3)
    edges = [(a, b) for a in range(12) for b in range(a) if rng.random() < 0.5 or b == a - 1]
    lengths = numpy.array([[rng.randrange(1, 30) / 10 for _ in range(30)] for _ in edges])
    table = {"network": [k for k in range(30) for _ in edges], "source": [a for a, _ in edges] * 30,
             "target": [b for _, b in edges] * 30, "weight": lengths.T.ravel()}
    matrix = gobc.many_layers(edges, "betweenness,closeness", weights=lengths)
    assert matrix.to_pandas().equals(gobc.many(table, "betweenness,closeness", weight="weight").to_pandas())
    assert matrix.matrix("closeness").equals(gobc.many(table, "closeness", weight="weight").matrix())


def test_weights_of_the_edges_hold_in_all_networks():
    edges = [("a", "b", 1.0), ("b", "c", 1.0), ("a", "c", 5.0)]
    result = gobc.many_layers(edges, "eccentricity", presence=[[1, 1], [1, 0], [1, 1]], weight=True)
    assert result.matrix().to_dict("list") == {0: [2.0, 1.0, 2.0], 1: [5.0, 6.0, 6.0]}
    graph = gobc.Graph(edges, weight=True)
    assert gobc.many_layers(graph, "eccentricity", presence=[[1, 1], [1, 0], [1, 1]]).to_dict() == result.to_dict()


def test_presence_and_weights_together():
    edges = [("a", "b"), ("b", "c")]
    result = gobc.many_layers(edges, "eccentricity", weights=[[1, 2], [3, 4]], presence=[[1, 1], [0, 1]])
    assert result.matrix().to_dict("list") == {0: [1.0, 1.0, 0.0], 1: [6.0, 4.0, 6.0]}


def test_frames_name_networks(tmp_path):
    polars, pyarrow, sparse = pytest.importorskip("polars"), pytest.importorskip("pyarrow"), pytest.importorskip("scipy.sparse")
    edges = pandas.DataFrame({"source": ["a", "b"], "target": ["b", "c"]})
    columns = {"p": [1.0, 2.0], "q": [4.0, INF]}
    want = {"p": [3.0, 2.0, 3.0], "q": [4.0, 4.0, 0.0]}
    for table in (pandas.DataFrame(columns), polars.DataFrame(columns), pyarrow.table(columns), columns):
        assert gobc.many_layers(edges, "eccentricity", weights=table).matrix().to_dict("list") == want
    for matrix in (sparse.csr_array([[1.0, 4.0], [2.0, 0.0]]), numpy.array([[1, 4], [2, INF]], "f"), [[1, 4], [2, INF]],
                   numpy.array([[2, INF], [1, 4]])[::-1], numpy.array([[4, 1], [INF, 2]])[:, ::-1]):
        assert gobc.many_layers(edges, "eccentricity", weights=matrix, networks=["p", "q"]).matrix().to_dict("list") == want
    for matrix in (sparse.csr_array([[1, 1], [1, 0]]), numpy.array([[True, True], [True, False]]), [[1, 1], [1, 0]],
                   polars.DataFrame({"p": [True, True], "q": [True, False]}), pyarrow.table({"p": [True, True], "q": [1, 0]})):
        assert gobc.many_layers(edges, presence=matrix).matrix().to_numpy().tolist() == [[0, 0], [1, 0], [0, 0]]
    numbered = gobc.many_layers(edges, presence=pandas.DataFrame({5: [1, 1], 7: [1, 0]}))
    assert numbered.networks == [5, 7] and numbered.of(5).value("b") == 1.0


def test_arrays_of_adjacency_matrices():
    rng = numpy.random.default_rng(1)
    stack = numpy.where(rng.random((5, 9, 9)) < 0.4, rng.integers(1, 9, (5, 9, 9)), 0)
    directed = gobc.many_layers(stack, "betweenness", weight=True, directed=True)
    both = numpy.triu(stack, 1) + numpy.triu(stack, 1).transpose(0, 2, 1)
    plain = gobc.many_layers(both, "closeness", nodes=list("abcdefghi"), networks=list("vwxyz"))
    for network in range(5):
        pairs = numpy.argwhere(stack[network] * (1 - numpy.eye(9)))
        lengths = [int(stack[network, a, b]) for a, b in pairs]
        one = gobc.Graph((pairs[:, 0], pairs[:, 1]), nodes=9, directed=True, weight=lengths).betweenness()
        assert directed.of(network)["betweenness"].tolist() == one["betweenness"].tolist()
        pairs = numpy.argwhere(numpy.triu(both[network]))
        one = gobc.Graph((pairs[:, 0], pairs[:, 1]), nodes=9).closeness()
        assert plain.of("vwxyz"[network]).to_dict() == dict(zip("abcdefghi", one["closeness"].tolist()))
    with pytest.raises(gobc.DataError, match=r"network 2: the matrix is not symmetric: 7 at \(0, 1\), 3 at \(1, 0\)"):
        wrong = both.copy()
        wrong[2, 0, 1], wrong[2, 1, 0] = 7, 3
        gobc.many_layers(wrong)


def test_graphs_of_packages_keep_their_nodes():
    networkx = pytest.importorskip("networkx")
    graph = networkx.Graph([((0, 1), "b"), ("b", 3.5)])
    result = gobc.many_layers(graph, presence=[[1, 1], [1, 0]])
    assert result.matrix().index.tolist() == [(0, 1), "b", 3.5] and result.of(0).to_dict() == {(0, 1): 0.0, "b": 1.0, 3.5: 0.0}
    assert pickle.loads(pickle.dumps(result)).of(0).value("b") == 1.0


def test_matrices_of_tables_have_gaps():
    result = gobc.many({"p": [("a", "b"), ("b", "c")], "q": [("d", "b")]})
    matrix = result.matrix()
    assert matrix.index.tolist() == ["a", "b", "c", "d"] and matrix.columns.tolist() == ["p", "q"]
    assert matrix["q"].isna().tolist() == [True, False, True, False] and matrix["p"]["b"] == 1.0
    with pytest.raises(gobc.ArgumentError, match="needs the name of a measure"):
        gobc.many([[(0, 1)]], "betweenness,closeness").matrix()
    with pytest.raises(gobc.MissingError, match="no measure 'lin'"):
        result.matrix("lin")
    with pytest.raises(gobc.ArgumentError, match="no common rows"):
        gobc.many([[(0, 1)]], "edge_betweenness").matrix()


def test_empty_collections():
    assert len(gobc.many_layers([(0, 1)], presence=numpy.zeros((1, 0)))) == 0
    assert gobc.many_layers([(0, 1)], presence=numpy.zeros((1, 0))).matrix().shape == (0, 0)
    assert gobc.many_layers(numpy.zeros((2, 3, 3))).matrix().to_numpy().tolist() == [[0, 0]] * 3
    assert gobc.many_layers(numpy.zeros((0, 3, 3)), networks=[]).networks == []


# ---- errors ----


def test_bad_weights_name_row_and_network():
    edges = [("a", "b"), ("b", "c"), ("a", "c")]
    weights = pandas.DataFrame({"p": [1.0, 1.0, 1.0], "q": [1.0, NAN, 1.0], "r": [1.0, 1.0, -2.0]})
    with pytest.raises(gobc.DataError, match='network "q", row 1: the weight is NaN'):
        gobc.many_layers(edges, weights=weights)
    result = gobc.many_layers(edges, weights=weights, errors="report", threads=2)
    assert result.networks == ["p"] and result.matrix().columns.tolist() == ["p"]
    assert result.left_out.to_dict()["network"] == ["q", "r"] and result.left_out.to_dict()["row"] == [1, 2]
    with pytest.raises(gobc.DataError, match='network "q", row 2: the weight is 4.87.*a path over 3 nodes'):
        gobc.many_layers(edges, weights=weights.assign(q=[1.0, 1.0, 2.0 ** 959])[["p", "q"]])


@pytest.mark.parametrize("name", ["presence", "weights"])
def test_ends_of_edges_are_no_networks(name):
    """Keys of a frame beside its values became networks."""
    table = {"source": [1, 2], "target": [2, 3], "a": [1, 1]}
    with pytest.raises(gobc.ArgumentError, match=f"{name}= has the columns 'source' and 'target', which are ends of edges"):
        gobc.many_layers([(1, 2), (2, 3)], **{name: table})


@pytest.mark.parametrize("arguments, message", [
    ({"weights": [[1.0, 2.0]]}, "1 rows, but there are 2 edges"),
    ({"weights": [[1.0] * 2] * 3}, "3 rows, but there are 2 edges.*give weights=matrix.T"),
    ({"weights": [1.0, 2.0]}, r"not the shape \(2,\)"), ({"weights": 3}, "not int"),
    ({"weights": [[True], [True]]}, "give it as presence="),
    ({"presence": [["x"], ["y"]]}, "True and False, or 1 and 0, not <U1"),
    ({"presence": [[1.0], [NAN]]}, "row 1, network 0: NaN does not say"),
    ({"presence": [[1, 0], [1, 2]]}, "row 1, network 1: 2 does not say .*matrix > threshold"),
    ({"presence": [[1.0, -0.2], [1, 1]]}, "row 0, network 1: -0.2 does not say"),
    ({"weights": [["x"], ["y"]]}, "must hold numbers"),
    ({"weights": [[1 << 60], [1]]}, "2.53 or more"),
    ({"weights": [[1.0], [1.0]], "presence": [[1, 1], [1, 1]]}, "1 and 2 columns"),
    ({"weights": [[1.0], [1.0]], "weight": True}, "give one of them"),
    ({"weights": [[1.0], [1.0]], "networks": ["a", "b"]}, "more names for 1 networks"),
    ({"networks": ["a"]}, "give weights= or presence="),
    ({"weights": [[1.0] * 2] * 2, "networks": ["a", "a"]}, "the same name"),
    ({"weights": [[1.0]] * 2, "networks": [1.5]}, "all integers"),
    ({"presence": [[1], [1]], "device": "cuda"}, "processors"), ({"presence": [[1], [1]], "measures": "degree"}, "degree"),
    ({"presence": [[1], [1]], "settings": gobc.Settings(partial=True)}, "leave partial out"),
    ({"presence": [[1], [1]], "measures": ["betweenness", "edge_betweenness"]}, "two calls"),
    ({"presence": [[1], [1]], "settings": gobc.Settings(memory_limit=1000)}, "memory_limit"),
])
def test_mistakes(arguments, message):
    with pytest.raises(gobc.Error, match=message):
        gobc.many_layers([(0, 1), (1, 2)], **{"errors": "report", **arguments})


@pytest.mark.parametrize("arguments, message", [
    ({"weights": [[1.0]]}, "leave weights= and presence="), ({"presence": [[1]]}, "leave weights= and presence="),
    ({"nodes": ["a"]}, "1 names for matrices of 2 rows"), ({"nodes": ["a", "a"]}, "the same name"),
    ({"weight": "w"}, "no columns"),
    ({"networks": ["a", "b"]}, "more names for 1 networks"),
])
def test_mistakes_with_arrays(arguments, message):
    with pytest.raises(gobc.Error, match=message):
        gobc.many_layers(numpy.array([[[0, 1], [1, 0]]]), **arguments)


def test_arrays_that_are_no_matrices():
    with pytest.raises(gobc.DataError, match="square matrix for each network"):
        gobc.many_layers(numpy.zeros((2, 3, 4)))
    with pytest.raises(gobc.DataError, match=r"network 1: the matrix has no value at \(0, 1\)"):
        gobc.many_layers(numpy.array([[[0, 1], [1, 0]], [[0, NAN], [NAN, 0]]]))
    with pytest.raises(gobc.DataError, match="network 1, row 0: the weight is NaN"):
        gobc.many_layers(numpy.array([[[0, 1], [1, 0]], [[0, NAN], [NAN, 0]]]), weight=True)
    graph = gobc.Graph([(0, 1)])
    with pytest.raises(gobc.ArgumentError, match="directed=: the gobc.Graph is built already"):
        gobc.many_layers(graph, presence=[[1]], directed=True)


# ---- a call while it runs ----


def bootstraps(count, nodes=200, edges=600):
    rng = numpy.random.default_rng(1)
    return rng.integers(0, nodes, (edges, 2)), rng.integers(1, 100, (edges, count)) / 10


def test_progress_counts_networks():
    seen = []
    edges, weights = bootstraps(100)
    gobc.many_layers(edges, weights=weights, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (100, 100) and sorted(seen) == seen


def test_a_cancel_ends_the_call():
    edges, weights = bootstraps(4000)
    stopped = threading.Event()

    def stop():
        while not stopped.is_set():
            gobc.cancel()

    thread = threading.Thread(target=stop)
    thread.start()
    try:
        with pytest.raises(gobc.Cancelled):
            gobc.many_layers(edges, weights=weights)
    finally:
        stopped.set()
        thread.join()
    assert len(gobc.many_layers(edges, weights=weights[:, :2])) == 2 * len(set(edges.ravel().tolist()))


@pytest.mark.parametrize("separator", ["|", "_", " ", "-"])
def test_pairs_as_texts_are_compared_with_the_edges(separator):
    """An index of texts such as "a|b" was not compared."""
    edges = [("a", "b"), ("b", "c"), ("c", "d")]
    labels = [separator.join(pair) for pair in edges]
    turned = [separator.join(pair[::-1]) for pair in edges]

    def scores(index, directed=False):
        presence = pandas.DataFrame({"p": [1, 1, 0], "q": [0, 1, 1]}, index=index)
        return gobc.many_layers(edges, "eccentricity", presence=presence, directed=directed).matrix()

    for wrong in (labels[::-1], turned[::-1], [labels[0], turned[2], labels[1]]):
        with pytest.raises(gobc.DataError, match="a different order from the edges, .* give the rows in the order of"):
            scores(wrong)
    for same in (labels, turned, [labels[0], turned[1], labels[2]], ["x", "y", "z"], [*labels[1:], "x"]):
        assert scores(same).equals(scores(None))
    scores(turned[::-1], directed=True)  # other pairs


@pytest.mark.parametrize("name", ["presence", "weights"])
def test_rows_in_another_order_are_refused(name):
    """Rows count by their place, whatever the index of a frame says."""
    edges = pandas.DataFrame({"source": ["a", "b", "c"], "target": ["b", "c", "d"]}, index=["ab", "bc", "cd"])
    matrix = pandas.DataFrame({"p": [1, 1, 0], "q": [0, 1, 1]}, index=edges.index)
    if name == "weights":
        matrix = matrix + 1.5
    want = gobc.many_layers(edges, "eccentricity", **{name: matrix}).matrix()

    def follows(edges, matrix):
        return gobc.many_layers(edges, "eccentricity", **{name: matrix}).matrix().loc[want.index].equals(want)

    def refused(edges, matrix, advice, row="row 0"):
        with pytest.raises(gobc.DataError, match=rf"{name}= has its rows in a different order.*{row} is .*{name}\.{advice}"):
            gobc.many_layers(edges, "eccentricity", **{name: matrix})

    refused(edges, matrix[::-1], r"loc\[edges.index\], or")
    assert follows(edges, matrix[::-1].loc[edges.index]) and follows(edges[::-1], matrix.loc[edges.index[::-1]])
    plain, numbered, pairs = edges.reset_index(drop=True), matrix.reset_index(drop=True), list(zip(edges.source, edges.target))
    for same in (numbered, matrix.rename(str.upper), matrix.to_numpy()):
        assert gobc.many_layers(edges, "eccentricity", **{name: same}).matrix().to_numpy().tolist() == want.to_numpy().tolist()
    many = matrix.set_axis(pandas.MultiIndex.from_tuples(pairs))
    for given in (pairs, plain, gobc.Graph(edges)):
        refused(given, numbered[::-1], r"loc\[edges.index\], or" if given is plain else "sort_index")
        refused(given, many[::-1], r"loc\[pairs\]")
        assert follows(given, numbered) and follows(given, many) and follows(given, many[::-1].loc[pairs])
    # Edges that were sorted or filtered, with the numbers of their rows.
    refused(plain[::-1], numbered, r"loc\[edges.index\], or")
    refused(plain.iloc[[0, 2, 1]], numbered, r"loc\[edges.index\], or", "row 1")
    refused(plain.set_axis([1, 2, 3]), numbered, r".*set_axis\(edges.index\)")
    refused(plain.set_axis([0, 0, 1]), numbered, "set_axis", "row 1")
    assert follows(plain[::-1], numbered.loc[plain.index[::-1]])
    assert follows(plain.set_axis([1, 2, 3]), numbered.set_axis([1, 2, 3]))
    # An undirected edge has two names, and rows may have been filtered along with a list.
    turned = matrix.set_axis(pandas.MultiIndex.from_tuples([("b", "a"), ("b", "c"), ("d", "c")]))
    assert follows(pairs, turned) and follows(pairs, numbered.set_axis([1, 2, 3]))
    refused(gobc.Graph([*pairs[:2], ("c", "b")], directed=True), many.set_axis(turned.index[[0, 1, 1]]), r"loc\[pairs\]")


def test_correlations_without_a_threshold_are_remarked_on():
    """Every number but 0 made an edge, so all networks were complete."""
    values = numpy.random.default_rng(1).random((2, 5, 5))
    both = values + values.transpose(0, 2, 1)
    both[0, 0, 1] = both[0, 1, 0] = 0
    with pytest.warns(gobc.GobcWarning, match="network 1: each of the 5 nodes is joined to all others") as remarks:
        gobc.many_layers(both)
    assert remarks[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gobc.many_layers(both, weight=True)
        gobc.many_layers(both > 0.5)
        gobc.many_layers(numpy.ones((2, 5, 5)))


@pytest.mark.parametrize("kind, rounding", [("d", 1e-12), ("f", 1e-6)])
def test_rounding_is_no_direction(kind, rounding):
    upper = numpy.triu(numpy.random.default_rng(2).random((2, 6, 6)) + 0.5, 1)
    stack = (upper + (1 + rounding) * upper.transpose(0, 2, 1)).astype(kind)
    assert (stack != stack.transpose(0, 2, 1)).any()
    exact = numpy.triu(stack) + numpy.triu(stack).transpose(0, 2, 1)
    result, want = (gobc.many_layers(arrays, "closeness", weight=True) for arrays in (stack, exact))
    assert result.to_dict() == want.to_dict()
    stack[1, 0, 1] *= 1 + 1e-4
    with pytest.raises(gobc.DataError, match=r"network 1: the matrix is not symm.*\(matrix \+ matrix.T\) / 2, or directed=True"):
        gobc.many_layers(stack, "closeness", weight=True)
