"""Sources, targets, their weights, cutoff, samples and ties; and that no argument is ever ignored."""

import inspect
import itertools
import math
import random
import warnings

import geopandas
import igraph
import networkx
import numpy
import pandas
import polars
import pyarrow
import pytest

import gobc
from grouped import grouped

PATHS = ["betweenness", "stress", "edge_betweenness", "edge_stress"]
DISTANCES = ["closeness", "harmonic", "eccentricity", "eccentricity_centrality"]
GRAPH = networkx.les_miserables_graph()
NODES = list(GRAPH)
KARATE = networkx.Graph(list(networkx.karate_club_graph().edges))
CUTE = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("b", "d"), ("d", "e")]


def same(got, want):
    assert got == pytest.approx(want, rel=1e-12, abs=0, nan_ok=True)


# ---- sources and targets ----


@pytest.mark.parametrize("weight", [None, "weight"])
@pytest.mark.parametrize("normalized", [False, True])
def test_subsets_as_networkx(weight, normalized):
    sources, targets = NODES[:9], NODES[5:30]
    want = networkx.betweenness_centrality_subset(GRAPH, sources, targets, normalized=normalized, weight=weight)
    got = gobc.betweenness(GRAPH, sources=sources, targets=targets, normalized=normalized, weight=weight).to_dict()
    same(got, want)


@pytest.mark.parametrize("measure", PATHS)
def test_parts_add_up(measure):
    graph = gobc.Graph(CUTE)
    whole = getattr(graph, measure)(preset="raw").to_dict()
    parts = [getattr(graph, measure)(preset="raw", sources=s, targets=t).to_dict()
             for s in (["a", "b"], ["c", "d", "e"]) for t in (["e", "a"], ["b", "c", "d"])]
    same({key: sum(part[key] for part in parts) for key in whole}, whole)
    twice = getattr(graph, measure)(preset="raw", sources=dict.fromkeys("abcde", 2), targets=dict.fromkeys("abcde", 3))
    same(twice.to_dict(), {key: 6 * value for key, value in whole.items()})


@pytest.mark.parametrize("measure", PATHS)
def test_weights_of_pairs(measure):
    graph = gobc.Graph(CUTE)
    sources, targets = {"a": 2, "c": 1, "e": 0}, {"b": 3, "d": 1, "e": 4}
    got = getattr(graph, measure)(preset="raw", sources=sources, targets=targets).to_dict()
    want = dict.fromkeys(got, 0.0)
    for (s, x), (t, y) in itertools.product(sources.items(), targets.items()):
        for key, value in getattr(graph, measure)(preset="raw", sources=[s], targets=[t]).to_dict().items():
            want[key] += x * y * value
    same(got, want)


ENDS = {
    "list": lambda: ["a", "e"],
    "tuple": lambda: ("a", "e"),
    "set": lambda: {"a", "e"},
    "generator": lambda: iter(["a", "e"]),
    "keys": lambda: {"a": None, "e": None}.keys(),
    "numpy": lambda: numpy.array(["a", "e"]),
    "series": lambda: pandas.Series(["a", "e"]),
    "polars": lambda: polars.Series(["a", "e"]),
    "chunks": lambda: pyarrow.chunked_array([["a"], [], ["e"]]),
    "slice": lambda: pyarrow.array(["c", "a", "e", "b"])[1:3],
    "slice of a dictionary": lambda: pyarrow.array(["c", "a", "e", "b"]).dictionary_encode()[1:3],
    "nodes of a graph": lambda: networkx.Graph([("a", "e")]).nodes,
    "dict": lambda: {"a": 1, "e": 1},
    "table": lambda: pyarrow.table({"node": ["a", "e"]}),
    "table with weights": lambda: pyarrow.table({"name": ["a", "e"], "weight": [1, 1]}),
    "table with more": lambda: pyarrow.table({"x": [0, 0], "weight": [1.0, 1.0], "node": ["a", "e"]}),
    "frame": lambda: pandas.DataFrame({"id": ["a", "e"], "weight": [1.0, 1.0]}, index=[5, 7]),
    "polars frame": lambda: polars.DataFrame({"node": ["a", "e"], "weight": [1, 1]}),
    "dict of columns": lambda: {"node": ["a", "e"], "weight": [1, 1]},
    "dict of arrays": lambda: {"weight": numpy.ones(2), "node": numpy.array(["a", "e"])},
}


@pytest.mark.parametrize("numbered", [False, True])
@pytest.mark.parametrize("kind", ENDS)
def test_every_kind_of_list(kind, numbered):
    edges = networkx.Graph(CUTE) if numbered else CUTE
    graph = gobc.Graph(edges)
    want = gobc.betweenness(CUTE, sources=["a", "e"], targets=["a", "e"], preset="raw").to_dict()
    assert any(want.values())
    before = gobc._arrow.live_exports()
    got = graph.betweenness(sources=ENDS[kind](), targets=ENDS[kind](), preset="raw").to_dict()
    same({node: got[node] for node in want}, want)
    assert gobc._arrow.live_exports() == before


@pytest.mark.parametrize("table", [pandas.DataFrame, polars.DataFrame, pyarrow.table, dict])
def test_weights_of_another_name_are_told(table):
    """A column of people was left out without a word: all sources weighed the same."""
    homes = {"node": [0, 1], "population": [300, 10]}
    with pytest.warns(gobc.GobcWarning, match="sources: column 'population' is not used; weights are taken from .* weight"):
        gobc.betweenness([(0, 1), (1, 2)], sources=table(homes))
    nodes = {"node": [0, 1]}
    for others in ({**nodes, "weight": [300, 10]}, {**nodes, "x": [3, 4]}, {**nodes, "weight": [3, 4], "pop": [1, 2]}):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            gobc.betweenness([(0, 1), (1, 2)], sources=table(others))
    for others in ({"Weight": [3, 4]}, {"n": [3, 4]}, {"0": [3, 4]}, {"x": [3, 4], "pop": [1, 2]}):
        with pytest.warns(gobc.GobcWarning, match="is not used; weights are taken from a column named weight"):
            gobc.betweenness([(0, 1), (1, 2)], sources=table({**nodes, **others}))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gobc.closeness([(0, 1), (1, 2)], of=table(homes))


def test_points_are_junctions_of_streets():
    """They ended in an error of pyarrow."""
    town = gobc.streets.primal([[(0, 0), (1, 0)], [(1, 0), (2, 0)]])
    points = geopandas.GeoSeries.from_wkt(["POINT (0 0)", "POINT (2 0)"])
    want = town.betweenness(sources=[(0.0, 0.0), (2.0, 0.0)], preset="raw").to_dict()
    assert town.betweenness(sources=points, preset="raw").to_dict() == want
    with pytest.raises(gobc.DataError, match="sources: row 1 is not a point"):
        town.betweenness(sources=geopandas.GeoSeries.from_wkt(["POINT (0 0)", "LINESTRING (0 0, 1 0)"]))


def test_no_sources_and_no_targets():
    for edges in (CUTE, networkx.Graph(CUTE), [(1, 2), (2, 3)]):
        for options in (dict(sources=[]), dict(targets=[]), dict(sources={}), dict(targets=set())):
            assert not any(gobc.betweenness(edges, **options).to_dict().values())


REFUSED = {
    "unknown": (dict(targets=["z"]), ValueError, "z"),
    "twice": (dict(targets=["a", "a"]), ValueError, "before"),
    "text": (dict(targets="a"), ValueError, "'a'"),
    "number": (dict(targets=3), ValueError, "3"),
    "null": (dict(targets=["a", None]), ValueError, "None|null|row 1"),
    "negative": (dict(targets={"a": -1}), ValueError, "-1"),
    "nan": (dict(sources={"a": math.nan}), ValueError, "NaN|nan"),
    "text weight": (dict(targets={"a": "x"}), ValueError, "targets: the weight in row 0 is 'x'"),
    "mask": (dict(sources={"a": True, "b": False}), ValueError, "row 0 is True .*; sources= takes a list of nodes, or a dict"),
    "null weight": (dict(sources={"a": None}), ValueError, "row 0 is null"),
    "lengths": (dict(targets={"node": ["a", "b"], "weight": [1]}), ValueError, "2 nodes and 1 weights"),
    "which column": (dict(targets=pyarrow.table({"p": ["a"], "q": ["b"]})), ValueError, "which column.*p, q"),
    "with endpoints": (dict(targets=["a"], endpoints=True), ValueError, "endpoints"),
}


@pytest.mark.parametrize("numbered", [False, True])
@pytest.mark.parametrize("case", REFUSED)
def test_refused(case, numbered):
    options, error, text = REFUSED[case]
    with pytest.raises(error, match=text):
        gobc.betweenness(networkx.Graph(CUTE) if numbered else CUTE, **options)


@pytest.mark.parametrize("measure", DISTANCES)
def test_targets_and_weights_are_for_paths(measure):
    graph = gobc.Graph([("a", "b", 1), ("b", "c", 2)], weight=True, nodes=list("abcde"))
    for options in (dict(targets=["a"]), dict(sources={"a": 2}), dict(k=2), dict(k=5), dict(tie_tolerance=0.1)):
        with pytest.raises(ValueError, match=measure):
            gobc.centralities(graph, measure, **grouped(**options))
    with pytest.raises(ValueError, match=measure):
        gobc.centralities(CUTE, ["betweenness", measure], targets=["a"])


def test_stress_takes_whole_weights():
    for measure in ("stress", "edge_stress"):
        with pytest.raises(ValueError, match="whole"):
            gobc.centralities(CUTE, measure, targets={"a": 0.5})


# ---- cutoff ----


def by_length(graph, measure, cutoff, weight):
    """Raw sums over pairs no farther than the cutoff, pair by pair."""
    lengths = dict(networkx.all_pairs_dijkstra_path_length(graph, weight=weight))
    plain = gobc.Graph(graph, weight=weight)
    want = None
    for s, t in itertools.permutations(graph, 2):
        if lengths[s].get(t, math.inf) <= cutoff:
            part = getattr(plain, measure)(preset="raw", sources=[s], targets=[t]).to_dict()
            want = {key: value + (want or {}).get(key, 0.0) for key, value in part.items()}
    return want


@pytest.mark.parametrize("weight", [None, "weight"])
@pytest.mark.parametrize("measure", PATHS)
def test_cutoff_of_paths(measure, weight):
    graph = networkx.Graph(CUTE)
    networkx.set_edge_attributes(graph, {edge: 1 + at % 2 for at, edge in enumerate(graph.edges)}, "weight")
    for cutoff in (1, 2, 2.5):
        got = getattr(gobc, measure)(graph, cutoff=cutoff, weight=weight, preset="raw").to_dict()
        same(got, by_length(graph, measure, cutoff, weight))


@pytest.mark.parametrize("weight", [None, "weight"])
def test_cutoff_as_igraph(weight):
    edges = list(KARATE.edges)
    weights = [1 + at % 3 for at in range(len(edges))]
    graph = igraph.Graph(len(KARATE), edges, edge_attrs={"weight": weights})
    for cutoff in (1, 2, 3.5):
        options = dict(preset="igraph", cutoff=cutoff, weight=weight)
        same(gobc.betweenness(graph, **options).to_numpy().tolist(), graph.betweenness(cutoff=cutoff, weights=weight))
        same(gobc.edge_betweenness(graph, **options).to_numpy().tolist(),
             graph.edge_betweenness(cutoff=cutoff, weights=weight))
        same(gobc.closeness(graph, **options).to_numpy().tolist(), graph.closeness(cutoff=cutoff, weights=weight))
        same(gobc.harmonic(graph, **options).to_numpy().tolist(),
             graph.harmonic_centrality(cutoff=cutoff, weights=weight))


def test_cutoff_of_eccentricity():
    assert gobc.eccentricity(CUTE, cutoff=1).to_dict() == dict.fromkeys("abcde", 1.0)
    assert gobc.eccentricity(CUTE, cutoff=math.inf).to_dict() == gobc.eccentricity(CUTE).to_dict()
    assert gobc.eccentricity(CUTE, cutoff=0).to_dict() == dict.fromkeys("abcde", 0.0)


@pytest.mark.parametrize("cutoff", [-1, math.nan, "2", True, [], [2, 2], [1, -1], [1, math.nan], [[2]], ["2"]])
def test_wrong_cutoffs(cutoff):
    for call in (gobc.betweenness, gobc.closeness, gobc.plan, gobc.Graph(CUTE).edge_stress):
        with pytest.raises(gobc.ArgumentError, match="cutoff"):
            call(*([] if inspect.ismethod(call) else [CUTE]), cutoff=cutoff)


# ---- samples ----

SEEDS = [lambda: 3, lambda: random.Random(5), lambda: numpy.random.default_rng(7), lambda: numpy.random.RandomState(9)]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("k", [1, 2, 10, 34])
def test_samples_are_those_of_networkx(k, seed):
    for normalized in (True, False):
        got = gobc.betweenness(KARATE, k=k, seed=seed(), normalized=normalized).to_dict()
        same(got, networkx.betweenness_centrality(KARATE, k=k, seed=seed(), normalized=normalized))
        got = gobc.edge_betweenness(KARATE, k=k, seed=seed(), normalized=normalized).to_dict()
        same(got, networkx.edge_betweenness_centrality(KARATE, k=k, seed=seed(), normalized=normalized))
    got = gobc.betweenness(KARATE, k=k, seed=seed(), endpoints=True).to_dict()
    same(got, networkx.betweenness_centrality(KARATE, k=k, seed=seed(), endpoints=True))


def test_samples_from_global_generators():
    for seed, start in ((None, random.seed), (random, random.seed), (numpy.random, numpy.random.seed)):
        start(11)
        got = gobc.betweenness(KARATE, k=5, seed=seed).to_dict()
        start(11)
        same(got, networkx.betweenness_centrality(KARATE, k=5, seed=seed))


@pytest.mark.parametrize("edges", [list(KARATE.edges), [(f"n{u}", f"n{v}") for u, v in KARATE.edges],
                                   igraph.Graph(34, list(KARATE.edges))])
def test_samples_of_tables_go_by_order_of_appearance(edges):
    nodes = list(gobc.betweenness(edges).to_dict())
    picked = random.Random(4).sample(nodes, 6)
    graph = gobc.Graph(edges)
    got, want = graph.betweenness(k=6, seed=4, preset="raw"), graph.betweenness(sources=picked, preset="raw")
    for node, value in want.to_dict().items():
        assert got.value(node) == pytest.approx(value * (33 / (5 if node in picked else 6)))
    both = graph.centralities("betweenness,edge_betweenness", k=6, seed=4, preset="raw")
    assert both.to_dict() == got.to_dict()


def test_a_sample_of_all_is_exact():
    graph = gobc.Graph(KARATE)
    assert graph.betweenness(k=34)["betweenness"].tobytes() == graph.betweenness()["betweenness"].tobytes()
    # A column "source" of a table of nodes restricts nothing.
    nodes = gobc.Graph(CUTE, nodes={"node": list("abcde"), "source": [True, False, False, False, False]})
    assert nodes.betweenness(k=5).to_dict() == gobc.betweenness(CUTE).to_dict() == nodes.betweenness().to_dict()


WRONG_SAMPLES = {
    "larger": dict(k=6), "negative": dict(k=-1), "k=0": dict(k=0), "whole": dict(k=2.5), "one of the two":
    dict(k=2, sources=["a"]), "give k=": dict(seed=1), "random number": dict(k=2, seed="x"),
}


@pytest.mark.parametrize("text", WRONG_SAMPLES)
def test_wrong_samples(text):
    for call in (gobc.betweenness, gobc.edge_betweenness, gobc.plan):
        options = {"measures": "betweenness"} if call is gobc.plan else {}
        with pytest.raises(gobc.ArgumentError, match=text):
            call(CUTE, **options, **WRONG_SAMPLES[text])
    with pytest.raises(gobc.ArgumentError, match="closeness cannot use it"):
        gobc.centralities(CUTE, "betweenness,closeness", k=2)


# ---- ties ----


def test_tie_tolerance():
    third = 1 / 3
    edges = [(0, 1, third), (1, 3, third), (0, 2, third), (2, 3, third * (1 + 1e-12)), (3, 4, math.pi)]
    assert gobc.stress(edges, weight=True, preset="raw").value(2) > 0
    assert gobc.stress(edges, weight=True, preset="raw", settings=gobc.Settings(tie_tolerance=0)).value(2) == 0
    for wrong in (-0.1, 1, 2, math.nan, "0"):
        with pytest.raises(ValueError, match="tie_tolerance"):
            gobc.stress(edges, weight=True, settings=gobc.Settings(tie_tolerance=wrong))
    for graph in (gobc.Graph(CUTE), gobc.Graph(edges, weight=True).unweighted()):
        with pytest.raises(gobc.ArgumentError, match="weighted"):
            graph.stress(settings=gobc.Settings(tie_tolerance=0.1))


# ---- nothing is ignored ----

TABLE = pyarrow.table({
    "source": list("abcdaabfeb"), "target": list("bcdeacagbc"), "end": list("cdeabbcade"),
    "weight": [1, 5, 1, 1, 3, 9, 2, 1, 1, 5], "root": [math.sqrt(x) for x in (2, 3, 2, 5, 7, 11, 2, 3, 6, 3)],
})
WEIGHTED = dict(weight="root")
DIRECTED = dict(directed=True)

# For each argument: what is given before, and what is then given besides. The result must change, or it must raise.
CHANGES = {
    "directed": ({}, dict(directed=True)),
    "weight": ({}, dict(weight="weight")),
    "normalized": (dict(normalized=False), dict(normalized=True)),
    "endpoints": ({}, dict(endpoints=True)),
    "direction": (DIRECTED, dict(direction="all")),
    "sources": (dict(preset="raw"), dict(sources=["g"])),
    "targets": (dict(preset="raw"), dict(targets=["g"])),
    "demand": ({}, dict(demand=[("b", "d", 3)])),
    "cutoff": ({}, dict(cutoff=1)),
    "k": (dict(preset="raw"), dict(k=2, seed=1)),
    "seed": (dict(k=3, seed=1), dict(seed=2)),
    "epsilon": ({}, dict(epsilon=0.5)),
    "delta": (dict(epsilon=0.5), dict(delta=2)),
    "top_k": ({}, dict(top_k=1)),
    "of": ({}, dict(of=["c", "a"])),
    "adaptive": (dict(of=["c"]), dict(adaptive=True)),
    "tie_tolerance": (WEIGHTED, dict(tie_tolerance=0.5)),
    "alpha": ({}, dict(alpha=0.9)),
    "preset": ({}, dict(preset="none")),
    "parallel": (dict(preset="raw"), dict(parallel="count")),
    "precision": ({}, dict(precision="half")),
    "device": ({}, dict(device="tpu")),
    "threads": ({}, dict(threads=-1)),
    "progress": ({}, dict(progress="yes")),
    "memory_limit": ({}, dict(memory_limit=10)),
    "reductions": ({}, dict(reductions="all")),
    "strategy": ({}, dict(strategy="nonsense")),
    "tuning": ({}, dict(tuning="nonsense=1")),
    "partial": ({}, dict(partial=2)),
    "time_limit": ({}, dict(time_limit=-1)),
}
OF_TABLES = {"source": "end", "target": "end", "nodes": ["h", None], "node": "id", "obsp": "distances", "threads": -1,
             "memory_limit": 10, "progress": "yes", **WEIGHTED, **DIRECTED}
FUNCTIONS = [*PATHS, *DISTANCES, "decay", "centralities"]


def outcome(call):
    """What came out, comparable; NaN as text."""
    try:
        found = call()
    except (gobc.Error, TypeError) as error:
        return type(error).__name__
    return [tuple(map(str, row)) for row in found]


def arguments_of(function, *others):
    """What a function takes but for the others, its groups taken apart."""
    groups = {"run": gobc.Settings._fields, "sample": gobc.Sample._fields}
    names = [groups.get(name, (name,)) for name in inspect.signature(function).parameters if name not in others]
    return list(dict.fromkeys(name for group in names for name in group))


ARGUMENTS = [(name, argument) for name in FUNCTIONS for argument in arguments_of(getattr(gobc, name), "edges", "measures")]


def before_and_after(name, argument):
    before, given = CHANGES[argument]
    measures = {"measures": "betweenness,stress"} if name == "centralities" else {}
    if argument in ("k", "seed", "normalized", "demand") and measures:
        measures = {"measures": "betweenness"}
    if argument == "direction" and measures:
        measures = {"measures": "closeness"}
    if argument == "alpha" and measures:
        measures = {"measures": "decay"}
    return {**measures, **before}, given


@pytest.mark.parametrize("name,argument", ARGUMENTS)
def test_no_argument_is_ignored(name, argument):
    before, given = before_and_after(name, argument)
    function = getattr(gobc, name)
    first = outcome(lambda: function(TABLE, **grouped(**before)))
    second = outcome(lambda: function(TABLE, **grouped(**{**before, **given})))
    assert isinstance(first, list) and first != second


@pytest.mark.parametrize("argument", [name for name in inspect.signature(gobc.Graph).parameters if name != "edges"])
def test_no_argument_of_a_graph_is_ignored(argument):
    first = outcome(lambda: gobc.Graph(TABLE).betweenness())
    assert isinstance(first, list)
    assert first != outcome(lambda: gobc.Graph(TABLE, **{argument: OF_TABLES[argument]}).betweenness())


METHODS = [(name, argument) for name in FUNCTIONS
           for argument in arguments_of(getattr(gobc.Graph, name), "self", "measures")]


@pytest.mark.parametrize("name,argument", METHODS)
def test_no_argument_of_a_method_is_ignored(name, argument):
    before, given = before_and_after(name, argument)
    built = {key: before[key] for key in ("directed", "weight") if key in before}
    graph = gobc.Graph(TABLE, **built)
    before = {key: value for key, value in before.items() if key not in built}
    first = outcome(lambda: getattr(graph, name)(**grouped(**before)))
    assert isinstance(first, list) and first != outcome(lambda: getattr(graph, name)(**grouped(**{**before, **given})))


# A plan tells no scores: here every argument gets a value that it must refuse.
PLAN_REFUSES = {
    "directed": "yes", "weight": "miles", "normalized": "yes", "endpoints": 3, "direction": "up", "alpha": 1,
    "sources": ["z"], "of": ["z"], "targets": ["z"], "demand": [("z", "a", 1)], "cutoff": -1,
    "k": -1, "seed": 1, "tie_tolerance": 0.1,
    "preset": "none", "parallel": "some", "precision": "half", "device": "tpu", "threads": -1, "memory_limit": -1,
    "reductions": "all", "strategy": "nonsense", "tuning": "nonsense=1", "partial": 2, "time_limit": -1, "progress": "yes",
    "shards": 0,
}


@pytest.mark.parametrize("argument", arguments_of(gobc.plan, "edges", "measures"))
def test_no_argument_of_a_plan_is_ignored(argument):
    measures = "closeness" if argument == "direction" else "betweenness"
    gobc.plan(TABLE, measures)
    with pytest.raises((gobc.Error, TypeError), match=argument):
        gobc.plan(TABLE, measures, **grouped(**{argument: PLAN_REFUSES[argument]}))


def test_methods_take_what_functions_take():
    table = {"edges", "directed", "weight"}
    for name in [*FUNCTIONS, "plan"]:
        function = set(inspect.signature(getattr(gobc, name)).parameters)
        assert function - set(inspect.signature(getattr(gobc.Graph, name)).parameters) == table
