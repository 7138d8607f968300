"""Demand between pairs of nodes: values by definition and beside NetworkX, every form of the table, and what is refused."""

import math
import pickle
import random
from decimal import Decimal

import networkx
import numpy
import pandas
import polars
import pyarrow
import pytest

import gobc
from gobc.cli import main
from gobc.errors import ArgumentError, DataError
from seeds import seeds

PATH = [("a", "b"), ("b", "c"), ("c", "d")]
ROWS = [("a", "d", 2.0), ("d", "a", 1.0), ("a", "c", 0.5), ("b", "b", 9.0), ("c", "d", 0.0), ("a", "d", 1.0)]
WANT = {"a": 0.0, "b": 4.5, "c": 4.0, "d": 0.0}


def by_definition(graph, rows, weight=None, cutoff=math.inf):
    """Flow times the share of shortest paths, by listing the paths of every pair; parallel edges are one."""
    nodes, edges = dict.fromkeys(graph, 0.0), {}
    for origin, destination, flow in rows:
        if origin == destination or not networkx.has_path(graph, origin, destination):
            continue
        paths = list(networkx.all_shortest_paths(graph, origin, destination, weight))
        length = networkx.shortest_path_length(graph, origin, destination, weight)
        if length > cutoff:
            continue
        for path in paths:
            for node in path[1:-1]:
                nodes[node] += flow / len(paths)
            for edge in zip(path, path[1:]):
                key = edge if graph.is_directed() else frozenset(edge)
                edges[key] = edges.get(key, 0.0) + flow / len(paths)
    return nodes, edges


def random_graph(draw):
    n = draw.randint(2, 9)
    graph = networkx.DiGraph() if draw.random() < 0.5 else networkx.Graph()
    graph.add_nodes_from(f"v{i}" for i in range(n))
    for _ in range(draw.randint(0, 3 * n)):
        u, v = draw.sample(sorted(graph), 2)
        graph.add_edge(u, v, weight=draw.choice([1, 2, 3, 0.5]))
    return graph


def test_demand_by_definition():
    for seed in seeds(600):
        draw = random.Random(seed)
        graph = random_graph(draw)
        weight = draw.choice([None, "weight"])
        cutoff = draw.choice([math.inf, 1, 3 if weight is None else 2.5])
        rows = [(*draw.choices(sorted(graph), k=2), draw.choice([0, 1, 2.5, 1e-9, 1e9])) for _ in range(draw.randint(0, 12))]
        nodes, edges = by_definition(graph, rows, weight, cutoff)
        options = {} if cutoff == math.inf else {"cutoff": cutoff}
        got = gobc.centralities(graph, "betweenness,edge_betweenness", weight=weight, demand=rows, **options)
        unit = 2.0 ** -90 * sum(flow for *_, flow in rows)  # terms are rounded to 2^-94 of the flow of the largest origin
        assert got.to_dict() == pytest.approx(nodes, rel=1e-12, abs=unit)
        for (u, v), value in got.edges.to_dict().items():
            key = (u, v) if graph.is_directed() else frozenset((u, v))
            assert value == pytest.approx(edges.get(key, 0.0), rel=1e-12, abs=unit)


@pytest.mark.parametrize("weight", [None, "weight"])
def test_all_pairs_once_are_betweenness(weight):
    graph = networkx.les_miserables_graph()
    rows = [(s, t, 1) for s in graph for t in graph]
    want = networkx.betweenness_centrality(graph, normalized=False, weight=weight)
    got = gobc.betweenness(graph, weight=weight, demand=rows).to_dict()
    assert got == pytest.approx({node: 2 * value for node, value in want.items()}, rel=1e-12)  # ordered pairs
    ends = networkx.betweenness_centrality(graph, normalized=False, weight=weight, endpoints=True)
    got = gobc.betweenness(graph, weight=weight, demand=rows, endpoints=True).to_dict()
    assert got == pytest.approx({node: 2 * value for node, value in ends.items()}, rel=1e-12)


def test_products_of_weights_are_demand_too():
    graph = networkx.les_miserables_graph()
    names = list(graph)
    sources, targets = {name: 1 + i % 5 for i, name in enumerate(names)}, {name: 2 + i % 3 for i, name in enumerate(names)}
    rows = {(s, t): sources[s] * targets[t] for s in names for t in names}
    want = gobc.betweenness(graph, sources=sources, targets=targets, preset="raw").to_dict()
    assert gobc.betweenness(graph, demand=rows).to_dict() == pytest.approx(want, rel=1e-12)


def test_subsets_of_networkx_by_origin():
    """One call of NetworkX for each origin, with the destinations that have a flow of 1."""
    draw = random.Random(3)
    graph = networkx.gnm_random_graph(40, 90, seed=4, directed=True)
    rows = {(s, t): 1 for s in graph for t in draw.sample(range(40), 6) if s != t}
    want = dict.fromkeys(graph, 0.0)
    for s in graph:
        part = networkx.betweenness_centrality_subset(graph, [s], [t for o, t in rows if o == s])
        want = {node: want[node] + part[node] for node in want}
    assert gobc.betweenness(graph, demand=rows).to_dict() == pytest.approx(want, rel=1e-12)


COLUMNS = tuple(map(list, zip(*ROWS)))
FRAME = {"origin": COLUMNS[0], "destination": COLUMNS[1], "flow": COLUMNS[2]}
MIXED = {"flow": COLUMNS[2], "note": ["x"] * 6, "destination": COLUMNS[1], "origin": COLUMNS[0]}


@pytest.mark.parametrize("demand", [
    ROWS, iter(ROWS), [list(row) for row in ROWS], COLUMNS, FRAME, MIXED, pandas.DataFrame(FRAME), pandas.DataFrame(MIXED),
    polars.DataFrame(FRAME), pyarrow.table(FRAME), pyarrow.table(MIXED),
    pandas.DataFrame(FRAME).set_axis(["from", "to", "trips"], axis=1), pandas.DataFrame(FRAME).set_axis(list("xyz"), axis=1),
    pandas.DataFrame(FRAME).groupby(["origin", "destination"]).flow.sum(),
    {("a", "d"): 3.0, ("d", "a"): Decimal(1), ("a", "c"): 0.5},
], ids=lambda value: type(value).__name__)
def test_forms(demand):
    assert gobc.betweenness(PATH, demand=demand).to_dict() == WANT


TURNED = pandas.DataFrame({"flow": COLUMNS[2], "destination": COLUMNS[1], "origin": COLUMNS[0]})
SUMS = TURNED.rename(columns={"flow": "w", "destination": "work", "origin": "home"})


@pytest.mark.parametrize("demand", [
    *(TURNED[["destination", "origin", "flow"]].set_axis(names, axis=1) for names in (
        ["destination", "origin_zone", "flow"], ["work", "Origin", "n"], ["to", "home", "trips"], ["d", "zone", "w"])),
    *(TURNED[["flow", "origin", "destination"]].set_axis(names, axis=1) for names in (
        ["flow", "home", "work"], ["count", "home", "destination"], ["value", "from", "work"], ["weight", "i", "j"])),
    TURNED.groupby(["destination", "origin"]).flow.sum(), TURNED.groupby(["destination", "origin"]).sum(),
    SUMS.groupby(["home", "work"]).sum(), pyarrow.Table.from_pandas(SUMS.groupby(["home", "work"]).sum()),
    SUMS.groupby(["home", "work"]).w.sum(), SUMS[["home", "work", "w"]],
    polars.DataFrame(TURNED[["flow", "destination"]].assign(home=TURNED["origin"]).to_dict("list")),
], ids=lambda value: ",".join(map(str, getattr(value, "columns", [value]))) if hasattr(value, "columns") else "series")
def test_names_of_one_side_or_of_the_flow(demand):
    """Where a table lacked a whole pair, its columns were taken one after the other: flows went the other way, or were nodes."""
    assert gobc.betweenness(PATH, demand=demand).to_dict() == WANT
    assert gobc.betweenness(PATH, directed=True, demand=demand).to_dict() == {"a": 0.0, "b": 3.5, "c": 3.0, "d": 0.0}


@pytest.mark.parametrize("names", [("x", "y", "destination"), ("flow", "weight", "x"), ("origin", "from", "flow"),
                                   ("count", "home", "flow")])
def test_names_that_contradict_the_order_are_an_error(names):
    with pytest.raises(DataError, match="which columns hold the origins"):
        gobc.betweenness(PATH, demand=dict(zip(names, COLUMNS)))


def test_numbers_of_nodes():
    edges, rows = [(10, 20), (20, 30)], [(10, 30, 2.5), (30, 10, 1)]
    for demand in (rows, numpy.array(rows), numpy.array(rows, dtype=[("u", "i4"), ("v", "i8"), ("flow", "f4")]),
                   (numpy.array([10, 30]), numpy.array([30, 10], "i2"), numpy.array([2.5, 1]))):
        assert gobc.betweenness(edges, demand=demand).to_dict() == {10: 0, 20: 3.5, 30: 0}


def test_nodes_of_any_kind():
    graph = networkx.path_graph(3)
    graph = networkx.relabel_nodes(graph, {0: (0, "a"), 1: None or "b", 2: 2.5})
    assert gobc.betweenness(graph, demand=[((0, "a"), 2.5, 7)]).to_dict() == {(0, "a"): 0, "b": 7, 2.5: 0}
    with pytest.raises(ArgumentError, match=r"^demand: row 1: destination: 'c' is not a node of the graph$"):
        gobc.betweenness(graph, demand=[("b", 2.5, 1), ("b", "c", 1)])


def test_scale():
    """Raw whatever the preset; shares of all flow, also of that which has no path, where it is asked for."""
    edges, rows = [("a", "b"), ("b", "c"), ("x", "y")], [("a", "c", 3), ("a", "x", 1)]
    for preset in ("networkx", "igraph", "raw", "gpufan"):
        for directed in (False, True):
            assert gobc.betweenness(edges, directed=directed, demand=rows, preset=preset).value("b") == 3
            assert gobc.betweenness(edges, directed=directed, demand=rows, preset=preset, normalized=True).value("b") == 0.75
            ends = gobc.betweenness(edges, directed=directed, demand=rows, preset=preset, endpoints=True).to_dict()
            assert ends == {"a": 3, "b": 3, "c": 3, "x": 0, "y": 0}
    assert gobc.edge_betweenness(edges, demand=rows).to_dict() == {("a", "b"): 3, ("b", "c"): 3, ("x", "y"): 0}


def test_threads_and_shards_change_no_bit(tmp_path):
    graph = networkx.gnm_random_graph(300, 900, seed=1)
    draw = random.Random(2)
    rows = [(draw.randrange(300), draw.randrange(300), draw.random()) for _ in range(2000)]
    want = gobc.betweenness(graph, demand=rows, threads=1).to_dict()
    assert gobc.betweenness(graph, demand=rows, threads=2).to_dict() == want
    job = pickle.loads(pickle.dumps(gobc.plan(graph, "betweenness", demand=rows, shards=7)))
    assert gobc.merge([gobc.run_shard(job, shard) for shard in range(7)]).result().to_dict() == want
    assert gobc.betweenness(graph, demand=rows, checkpoint=tmp_path / "job").to_dict() == want
    plan = gobc.plan(graph, "betweenness", demand=[row for row in rows if row[0] < 40])
    assert plan["sources"] == plan["chosen"]["sources"] == len({s for s, t, _ in rows if s < 40 and s != t})


def test_plans_count_the_table():
    graph = gobc.Graph(networkx.gnm_random_graph(2000, 8000, seed=1))
    rows = [(at % 2000, at // 50, 1) for at in range(100_000)]
    plain, demand = (gobc.plan(graph, "betweenness", device="cpu", threads=1, settings=gobc.Settings(reductions="none"), **how)
                     for how in ({}, {"demand": rows}))
    pairs = sum(origin != target for origin, target, _ in rows)
    assert demand["bytes"] >= plain["bytes"] + 12 * pairs + 8 * 2000 * demand["path"]["widths"][0]


def test_nothing_flows():
    for demand in ([], [("a", "c", 0)], [("b", "b", 1)], {}):
        assert set(gobc.betweenness(PATH, demand=demand).to_dict().values()) == {0.0}
    assert len(gobc.betweenness([], demand=[])) == 0


@pytest.mark.parametrize("demand, text", [
    ([("a", "d", 1), ("a", "z", 1)], 'row 1: destination: label "z" is not a node of the graph'),
    ([("z", "d", 1)], 'row 0: origin: label "z" is not a node'),
    ([("a", "d", -1)], "row 0: the flow is -1; give a finite number from 0 on"),
    ([("a", "d", 1), ("a", "d", math.inf)], "row 1: the flow is"),
    ([("a", "d", math.nan)], "row 0: the flow is"),
    ([("a", "d", "7")], "row 0: the flow is '7', but must be a number"),
    ([("a", "d", None)], "row 0: the flow is None, but must be a number"),
    ([("a", "d")], r"row 0 is \('a', 'd'\), not \(origin, destination, flow\)"),
    (["abc"], "row 0 is 'abc'"),
    (7, "demand is int, but must be"),
    ("file.csv", 'the decay of demand is "file.csv": unknown function "file.csv"; give one of'),
    (numpy.ones((3, 3)) / 2, "row 0: the origin is 0.5"),
    (numpy.ones((3, 4)), r"an array must have shape \(m, 3\)"),
    ({"origin": ["a"], "destination": ["d"], "x": [1], "y": [2]}, "which columns hold the origins"),
    ({"origin": ["a"], "destination": ["d", "c"], "flow": [1]}, "there are 1 origins, 2 destinations and 1 flows"),
    (pandas.DataFrame({"origin": ["a"], "destination": ["d"], "flow": [None]}), "flow"),
])
def test_mistakes(demand, text):
    with pytest.raises((ArgumentError, DataError, gobc.ArgumentTypeError), match=text):
        gobc.betweenness(PATH, demand=demand)


@pytest.mark.parametrize("options, text", [
    ({"sources": ["a"]}, "leave sources and targets out"), ({"targets": ["a"]}, "leave sources and targets out"),
    ({"k": 2}, "leave"), ({"epsilon": 0.1}, "leave the rule or demand out"),
    ({"sample": gobc.Sample(top_k=1)}, "leave the rule or demand out"),
    ({"settings": gobc.Settings(strategy="successors")}, "takes no targets, no demand"),
])
def test_refused(options, text):
    with pytest.raises(gobc.Error, match=text):
        gobc.betweenness(PATH, demand=ROWS, **options)


def test_measures_without_demand():
    for measure in ("stress", "closeness"):
        with pytest.raises(ArgumentError, match="demand is for betweenness, edge_betweenness"):
            gobc.centralities(PATH, ["betweenness", measure], demand=ROWS)
    plan = gobc.plan(PATH, "betweenness", demand=ROWS, settings=gobc.Settings(reductions="blocks"))
    assert "demand" in str(plan["reductions"])


@pytest.mark.parametrize("name, text", [
    ("trips.csv", "origin,destination,flow\na,d,2\nd,a,1\na,c,0.5\nb,b,9\nc,d,0\na,d,1\n"),
    ("trips.tsv", "flow\tto\tfrom\n3\td\ta\n1\ta\td\n0.5\tc\ta\n"), ("trips.txt", "a d 3\nd a 1\na c 0.5\n"),
])
def test_command_line(tmp_path, capsys, name, text):
    edges, flows, out = tmp_path / "edges.csv", tmp_path / name, tmp_path / "out.csv"
    edges.write_text("source,target\na,b\nb,c\nc,d\n")
    flows.write_text(text)
    assert main(["compute", str(edges), "--measures", "betweenness", "--demand", str(flows), "--output", str(out)]) == 0
    assert pandas.read_csv(out).set_index("node")["betweenness"].to_dict() == WANT
    job = tmp_path / "job"
    asked = [str(edges), "--measures", "betweenness", "--demand", str(flows)]
    assert main(["plan", *asked, "--output", str(job), "--shards", "2"]) == 0
    assert main(["run", str(job)]) == 0
    assert main(["merge", str(job), "--output", str(out)]) == 0
    assert pandas.read_csv(out).set_index("node")["betweenness"].to_dict() == WANT
    assert main(["compute", str(edges), "--demand", str(tmp_path / "none.csv")]) != 0
    assert "--demand takes a table of origins, destinations and flows" in capsys.readouterr().err
