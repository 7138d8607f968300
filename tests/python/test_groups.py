"""Groups of nodes: betweenness and closeness against their definitions and NetworkX, chosen groups, and wrong calls."""

import itertools
import math
import random
from fractions import Fraction

import pytest

import gobc
from seeds import seeds

networkx = pytest.importorskip("networkx")
numpy = pytest.importorskip("numpy")
pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")


def example(rng, most=7):
    nodes, directed = rng.randrange(1, most + 1), rng.random() < 0.5
    graph = (networkx.DiGraph if directed else networkx.Graph)()
    graph.add_nodes_from(range(nodes))
    for _ in range(rng.randrange(2 * nodes + 1)):
        u, v = rng.randrange(nodes), rng.randrange(nodes)
        graph.add_edge(u, v, weight=rng.randrange(1, 4))
    graph.remove_edges_from(list(networkx.selfloop_edges(graph)))
    return graph


def covered(graph, group, weight, endpoints):
    """The sum of shares over ordered pairs, by all shortest paths of each."""
    total, group = Fraction(0), set(group)
    for s, t in itertools.permutations(graph, 2):
        if (endpoints or not group & {s, t}) and networkx.has_path(graph, s, t):
            paths = list(networkx.all_shortest_paths(graph, s, t, weight=weight))
            total += Fraction(sum(bool(group & set(path)) for path in paths), len(paths))
    return total


@pytest.mark.parametrize("seed", seeds(40))
def test_definitions(seed):
    rng = random.Random(seed)
    for _ in range(5):
        graph, endpoints, weight = example(rng), rng.random() < 0.3, rng.choice([None, "weight"])
        nodes = len(graph)
        groups = [rng.sample(range(nodes), rng.randrange(nodes + 1)) for _ in range(rng.randrange(3))]
        options = {"weight": weight or False, "endpoints": endpoints}
        found = gobc.group_betweenness(graph, groups, **options)
        sums = gobc.group_betweenness(graph, groups, normalized=False, **options)
        near = gobc.group_closeness(graph, groups, weight=weight or False)
        for group, value, total, close in zip(groups, found, sums, near, strict=True):
            want, outside = covered(graph, group, weight, endpoints), nodes - len(group)
            assert total == pytest.approx(float(want) / (1 if graph.is_directed() else 2), rel=1e-12)
            if outside >= 2:
                assert value == pytest.approx(float(want) / (outside * (outside - 1)), rel=1e-12)
            else:
                assert math.isnan(value) if endpoints else value == 0
            if group:
                assert close == pytest.approx(networkx.group_closeness_centrality(graph, group, weight=weight), rel=1e-12)


# In connected graphs NetworkX agrees for groups of one or two nodes.
@pytest.mark.parametrize("seed", seeds(20))
def test_networkx_agrees_on_small_groups(seed):
    rng = random.Random(seed)
    graph = networkx.connected_watts_strogatz_graph(25, 4, 0.3, seed=seed)
    for group, options in itertools.product([[3], rng.sample(range(25), 2)],
                                            [{}, {"normalized": False}, {"endpoints": True}]):
        assert gobc.group_betweenness(graph, group, **options) == pytest.approx(
            networkx.group_betweenness_centrality(graph, group, **options), rel=1e-9)


def test_networkx_is_wrong():
    # Of two nodes outside, each reaches the other through the group: the share is 1, not 2.
    graph = networkx.DiGraph([(0, 1), (1, 3), (1, 0), (2, 4), (3, 2), (4, 2), (4, 0)])
    assert gobc.group_betweenness(graph, [0, 1, 2]) == 1


# Lengths are numbers of edges, decimals that tie exactly, or others that tie within the tolerance.
@pytest.mark.parametrize("length", [None, lambda rng: rng.randrange(1, 20) / 10, lambda rng: rng.choice([1, 2, 3]) * math.pi])
@pytest.mark.parametrize("directed", [False, True])
def test_one_node_is_betweenness(length, directed):
    rng, edges = random.Random(5), gobc.generate("small_world:n=300,k=6,p=0.1", seed=1).to_dict()
    if length:
        edges["weight"] = [length(rng) for _ in edges["source"]]
    graph = gobc.Graph(edges, directed=directed, weight="weight" if length else None)
    scores = gobc.betweenness(graph).to_dict("betweenness")
    some = [5, 77, 123]
    assert gobc.group_betweenness(graph, [[node] for node in some]) == pytest.approx([scores[node] for node in some], rel=1e-9)
    near = gobc.closeness(graph, direction="in").to_dict("closeness")
    for node in some:
        matrix = gobc.distances(graph, targets=[node])
        reached = [d for d in (matrix.value(v, node) for v in matrix.sources) if 0 < d < math.inf]
        assert gobc.group_closeness(graph, [node]) == pytest.approx(299 / sum(reached))
        assert near[node] == pytest.approx(len(reached) ** 2 / sum(reached) / 299)


def test_kinds_of_groups():
    numpy, pandas, pyarrow = (pytest.importorskip(name) for name in ("numpy", "pandas", "pyarrow"))
    path = [(i, i + 1) for i in range(5)]
    for one in ([1, 4], (1, 4, 1), {1, 4}, numpy.array([1, 4]), pandas.Series([1, 4]), pyarrow.array([1, 4])):
        assert gobc.group_betweenness(path, one, normalized=False) == 5
    for several in ([[1, 4], [3]], [{1, 4}, {3}], numpy.array([[1, 4], [3, 3]]), iter([numpy.array([1, 4]), [3]])):
        assert gobc.group_betweenness(path, several, normalized=False) == [5, 6]
    assert gobc.group_closeness(path, {"x": [1, 4], "y": {0}}) == {"x": 1, "y": 5 / 15}
    assert gobc.group_closeness(path, []) == []
    assert gobc.group_betweenness(path, {}) == {}
    tuples = networkx.Graph([((0, 0), (0, 1)), ((0, 1), (0, 2))])
    assert gobc.group_betweenness(tuples, [(0, 1)]) == 1
    assert gobc.group_betweenness(tuples, [[(0, 1)], [(0, 0), (0, 2)]]) == [1, 0]


def test_many_groups_at_once():
    edges = gobc.generate("small_world:n=200,k=6,p=0.2", seed=3)
    rng = random.Random(4)
    groups = [rng.sample(range(200), rng.randrange(1, 9)) for _ in range(50)]
    together = gobc.group_betweenness(edges, groups)
    assert together == [gobc.group_betweenness(edges, group) for group in groups]
    assert together == gobc.group_betweenness(edges, groups, threads=1)


@pytest.mark.parametrize("seed", seeds(15))
def test_best_group(seed):
    rng = random.Random(seed)
    graph = example(rng, 8)
    size = rng.randrange(1, len(graph) + 1)
    best = gobc.best_group(graph, size, weight=False)
    assert len(set(best)) == size
    value = covered(graph, best, None, True)
    most = max(covered(graph, group, None, True) for group in itertools.combinations(graph, size))
    assert value >= (1 - 1 / math.e) * float(most) - 1e-9
    assert gobc.best_group(graph, size, weight=False, threads=1) == best
    assert gobc.best_group(graph, max(size - 1, 1), weight=False) == best[:max(size - 1, 1)]


@pytest.mark.parametrize("groups, error, text", [
    (["a", "q"], gobc.ArgumentError, "q"), ([["a"], ["q"]], gobc.ArgumentError, "q"), (7, gobc.ArgumentTypeError, "groups"),
    ("ab", gobc.ArgumentTypeError, "groups"), ([None], gobc.Error, "groups"),
])
def test_wrong_groups(groups, error, text):
    with pytest.raises(error, match=text):
        gobc.group_betweenness([("a", "b")], groups)


def test_wrong_calls():
    edges = [("a", "b")]
    with pytest.raises(gobc.ArgumentError, match="precision does not apply to group betweenness"):
        gobc.group_betweenness(edges, ["a"], settings=gobc.Settings(precision="double"))
    with pytest.raises(gobc.ArgumentError, match="direction"):
        gobc.group_closeness(edges, ["a"], direction="up")
    with pytest.raises(gobc.ArgumentError, match="direction"):
        gobc.group_betweenness(edges, ["a"], direction="in")
    with pytest.raises(gobc.UnsupportedError, match="GPU"):
        gobc.best_group(edges, 1, device="cuda")
    for size in (-1, 3, "two"):
        with pytest.raises(gobc.ArgumentError, match="size"):
            gobc.best_group(edges, size)
    with pytest.raises(gobc.MemoryLimitError):
        gobc.group_betweenness(gobc.generate("grid:rows=100,cols=100"), [5], settings=gobc.Settings(memory_limit="1MB"))
    with pytest.raises(gobc.Cancelled):
        gobc.best_group(gobc.generate("small_world:n=3000,k=10,p=0.1"), 3, settings=gobc.Settings(time_limit=1e-6))


LONG = {
    "group_betweenness": lambda graph, **run: gobc.group_betweenness(graph, [[1, 2, 3]] * 20, **run),
    "best_group": lambda graph, **run: gobc.best_group(graph, 3, **run),
    "co_betweenness": lambda graph, **run: gobc.co_betweenness(graph, [[1, 2, 3]] * 20, **run),
    "group_closeness": lambda graph, **run: gobc.group_closeness(graph, [[node] for node in range(5000)], **run),
    "path_counts": lambda graph, **run: gobc.path_counts(graph, sources=range(20000), targets=[0], **run),
    "shortest_paths": lambda graph, **run: gobc.shortest_paths(
        graph, [(node, target) for node in range(20000) for target in (7, 99999)], **run),
    "closeness_vitality": gobc.closeness_vitality,
}


@pytest.fixture(scope="module")
def large():
    return gobc.Graph(gobc.generate("barabasi_albert:n=100000,m=20"))


@pytest.mark.parametrize("name", LONG)
def test_calls_are_cancelled_while_they_run(large, name):
    with pytest.raises(gobc.Cancelled):
        LONG[name](large, progress=lambda done, total: gobc.cancel())


COMPLEXES = pandas.DataFrame({"complex": ["x", "x", "y"], "node": ["a", "b", "c"]})
CHAIN = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "e")]
WRONG = {
    "frame": (COMPLEXES, r"'complex' beside the nodes: give \{name: list\(part\['node'\]\) .* frame.groupby\('complex'\)\}"),
    "index": (COMPLEXES.set_index("complex"), "'complex' beside the nodes"),
    "names": (COMPLEXES.rename(columns={"node": "gene"}), r"part\['gene'\]"),
    "scores": (COMPLEXES.rename(columns={"node": "gene"}).assign(score=0.5).set_index("score"),
               r"part\['gene'\]\) .* frame.groupby\('complex'\)\}"),
    "scores first": (pyarrow.table({"score": [0.5], "gene": ["c"], "complex": ["x"]}),
                     r"part\['gene'\]\) .* frame.groupby\('complex'\)\}"),
    "no node": (COMPLEXES.replace("a", "z").rename(columns={"node": "gene"}), "has complex, gene, and none is called node"),
    "polars": (polars.from_pandas(COMPLEXES), "'complex' beside the nodes"),
    "pyarrow": (pyarrow.table(COMPLEXES), "'complex' beside the nodes"),
    "batch": (pyarrow.RecordBatch.from_pandas(COMPLEXES), "'complex' beside the nodes"),
    "groupby": (COMPLEXES.groupby("complex"), r"list\(part\[\"node\"\]\) for name, part in groups"),
    "groupby of nodes": (COMPLEXES.groupby("complex")["node"], r"\{name: list\(part\) for name, part in groups\}"),
    "dict": ({"x": ["a", "b"], "y": ["c", "NOPE"]}, "groups: group 'y', row 1.*NOPE"),
    "list": ([["a"], ["b", "NOPE"]], "groups: group 1, row 1.*NOPE"),
    "one": (["a", "NOPE"], "groups: row 1.*NOPE"),
    "text": ({"x": "ab"}, "groups: group 'x' is 'ab'"),
    "missing": ([["a"], ["b", numpy.nan]], "group 1, row 1.*(every node must be known|nan, is not a node)"),
    "None": (["a", None], "row 1.*(every node must be known|None, is not a node)"),
    "floats": ([33460.0, 2.0], r"groups: row 0 is 33460.0, .*astype\('int64'\)"),
    "missing and floats": (numpy.array([numpy.nan, 2.0]), "row 0 is nan, .*missing: drop it"),
}


@pytest.mark.parametrize("numbered", [False, True])
@pytest.mark.parametrize("measure", [gobc.group_betweenness, gobc.group_closeness])
@pytest.mark.parametrize("case", WRONG)
def test_errors_name_the_group(case, measure, numbered):
    """The column that names groups was dropped without a word, and rows were counted over all groups."""
    groups, text = WRONG[case]
    with pytest.raises(ValueError if "groupby" not in case else TypeError, match=text):
        measure(networkx.Graph(CHAIN) if numbered else CHAIN, groups)


def test_tables_of_one_group():
    want = gobc.group_betweenness(CHAIN, ["b", "c"])
    frame = COMPLEXES[COMPLEXES["node"] > "a"]
    for groups in (frame[["node"]], frame["node"], pyarrow.table(frame[["node"]]), polars.DataFrame({"id": ["b", "c"]})):
        assert gobc.group_betweenness(CHAIN, groups) == want
    by_name = {name: list(part["node"]) for name, part in COMPLEXES.groupby("complex")}
    assert list(gobc.group_betweenness(CHAIN, by_name)) == ["x", "y"]
