"""Pairs that count less the longer their distance is: values by definition, in every combination, and what is refused."""

import csv
import itertools
import math
import pickle
import random
from fractions import Fraction

import networkx
import numpy
import pandas
import pyarrow
import pytest

import gobc
from gobc.cli import main
from gobc.errors import ArgumentError, DataError

PATH = [("a", "b", 1), ("b", "c", 3), ("c", "d", 2)]
FUNCTIONS = {"exponential": lambda d, p: math.exp(-d / p), "gaussian": lambda d, p: math.exp(-(d / p) ** 2 / 2),
             "power": lambda d, p: d ** -p, "linear": lambda d, p: max(0.0, 1 - d / p)}


def by_definition(graph, decay, weighs, weight=None, cutoff=math.inf, ends=False):
    """What a pair weighs, times f of its distance, times the share of its shortest paths, by listing them all."""
    name, number = decay.split(":")
    nodes, edges = dict.fromkeys(graph, Fraction(0)), {}
    for source, target in itertools.permutations(graph, 2):
        if not networkx.has_path(graph, source, target):
            continue
        paths = list(networkx.all_shortest_paths(graph, source, target, weight))
        length = networkx.shortest_path_length(graph, source, target, weight)
        if length > cutoff:
            continue
        flow = Fraction(weighs(source, target)) * Fraction(FUNCTIONS[name](length, float(number))) / len(paths)
        for path in paths:
            for node in path if ends else path[1:-1]:
                nodes[node] += flow
            for edge in zip(path, path[1:]):
                key = edge if graph.is_directed() else frozenset(edge)
                edges[key] = edges.get(key, Fraction(0)) + flow
    return nodes, edges


def random_graph(draw):
    n = draw.randint(2, 9)
    graph = networkx.DiGraph() if draw.random() < 0.5 else networkx.Graph()
    graph.add_nodes_from(f"v{i}" for i in range(n))
    for _ in range(draw.randint(0, 3 * n)):
        u, v = draw.sample(sorted(graph), 2)
        graph.add_edge(u, v, weight=draw.choice([1, 2, 3, 0.5, 0.25]))
    return graph


def random_question(draw, graph):
    """The options of a call, and what a pair weighs."""
    way = draw.choice(["all", "ends", "demand", "endpoints"])
    if way == "ends":
        sources, targets = ({node: draw.choice([0, 1, 2.5, 1e3]) for node in draw.sample(sorted(graph), len(graph) // 2 + 1)}
                            for _ in range(2))
        return {"sources": sources, "targets": targets}, lambda s, t: sources.get(s, 0) * targets.get(t, 0)
    if way == "demand":
        rows = {tuple(draw.choices(sorted(graph), k=2)): draw.choice([0, 1, 2.5, 1e3]) for _ in range(12)}
        listed = [(*ends, flow) for ends, flow in rows.items()]
        options = {"demand": draw.choice([rows, listed, tuple(listed)]), "endpoints": draw.random() < 0.5}
        return options, lambda s, t: rows.get((s, t), 0)
    return {"endpoints": way == "endpoints"}, lambda s, t: 1


def falling(decay, demand=None, **options):
    """The options, with a decay alone or beside a table."""
    return options | {"demand": decay if demand is None else (demand, decay)}


def test_decay_by_definition():
    draw = random.Random(11)
    for _ in range(800):
        graph = random_graph(draw)
        weight = draw.choice([None, "weight"])
        decay = f"{draw.choice(list(FUNCTIONS))}:{draw.choice([0.5, 1, 2, 3.25])}"
        cutoff = draw.choice([math.inf, 1, 3 if weight is None else 2.5])
        options, weighs = random_question(draw, graph)
        ends = options.pop("endpoints", False)
        nodes, edges = by_definition(graph, decay, weighs, weight, cutoff, ends)
        if cutoff < math.inf:
            options["cutoff"] = cutoff
        got = gobc.centralities(graph, "betweenness,edge_betweenness", weight=weight, preset="raw", normalized=False,
                                endpoints=ends, **falling(decay, **options))
        unit = 1e-18 * sum(weighs(s, t) for s in graph for t in graph) * max(1, FUNCTIONS[decay.split(":")[0]](
            0.25, float(decay.split(":")[1])))
        assert got.to_dict() == pytest.approx({node: float(value) for node, value in nodes.items()}, rel=1e-12, abs=unit)
        for (u, v), value in got.edges.to_dict().items():
            key = (u, v) if graph.is_directed() else frozenset((u, v))
            assert value == pytest.approx(float(edges.get(key, 0)), rel=1e-12, abs=unit)


def test_the_road_by_hand():
    """Pairs made from distances, as a table of demand."""
    draw = random.Random(1)
    graph = networkx.gnm_random_graph(80, 160, seed=3)
    for _, _, attributes in graph.edges(data=True):
        attributes["weight"] = draw.randrange(1, 900) / 10
    pairs = pandas.concat(batch.to_pandas() for batch in gobc.distance_batches(graph, weight="weight", cutoff=120))
    pairs["flow"] = numpy.exp(-pairs["distance"] / 40)
    by_hand = gobc.betweenness(graph, weight="weight", demand=pairs[["source", "target", "flow"]])
    built_in = gobc.betweenness(graph, weight="weight", cutoff=120, demand="exponential:40", preset="raw")
    assert built_in.to_dict() == pytest.approx(by_hand.to_dict(), rel=1e-12)


def test_scale():
    """That of betweenness: each pair of an undirected graph once, shares of all pairs where normalized; with demand, of flow."""
    f = math.exp(-4 / 2)  # a to c; b to d is 5 long, a to d 6
    g, h = math.exp(-5 / 2), math.exp(-6 / 2)
    decay = "exponential:2"
    options = {"weight": True, "demand": decay}
    assert gobc.betweenness(PATH, normalized=False, **options).value("b") == pytest.approx(f + h)
    assert gobc.betweenness(PATH, preset="raw", **options).value("b") == pytest.approx(2 * (f + h))
    assert gobc.betweenness(PATH, **options).value("b") == pytest.approx((f + h) / 3)
    assert gobc.betweenness(PATH, preset="igraph_r", directed=True, **options).value("c") == pytest.approx(g + h)
    ends = gobc.betweenness(PATH, endpoints=True, normalized=False, **options)
    assert ends.value("a") == pytest.approx(math.exp(-1 / 2) + f + h)
    flows = {("a", "c"): 3, ("a", "d"): 5}
    options["demand"] = flows, decay
    assert gobc.betweenness(PATH, **options).value("b") == pytest.approx(3 * f + 5 * h)
    assert gobc.betweenness(PATH, normalized=True, **options).value("b") == pytest.approx((3 * f + 5 * h) / 8)
    assert gobc.Graph(PATH, weight=True).betweenness(demand=(flows, decay)).value("b") == pytest.approx(3 * f + 5 * h)


def test_threads_and_shards_change_no_bit(tmp_path):
    graph = networkx.gnm_random_graph(300, 700, seed=1)
    for u, v, attributes in graph.edges(data=True):
        attributes["weight"] = 1 + (u * v) % 7 / 3
    rows = [(at * 7 % 300, at * at % 300, at) for at in range(2000)]
    for at, options in enumerate(({"weight": "weight", "demand": "power:1.5"}, {"demand": (rows, "power:1.5")},
                                  {"demand": "gaussian:2", "endpoints": True, "sources": list(range(150))})):
        want = gobc.betweenness(graph, threads=1, **options).to_dict()
        assert gobc.betweenness(graph, threads=2, **options).to_dict() == want
        job = pickle.loads(pickle.dumps(gobc.plan(graph, "betweenness", shards=4, **options)))
        assert gobc.merge([gobc.run_shard(job, shard) for shard in range(4)]).result().to_dict() == want
        assert gobc.betweenness(graph, checkpoint=tmp_path / str(at), **options).to_dict() == want


def test_samples_and_cutoffs():
    graph = networkx.gnm_random_graph(200, 500, seed=5)
    exact = gobc.betweenness(graph, demand="exponential:1.5")
    assert gobc.betweenness(graph, demand="exponential:1.5", k=200).to_dict() == exact.to_dict()
    near = gobc.betweenness(graph, demand="exponential:1.5", k=150, seed=2)
    assert sum(near.to_dict().values()) == pytest.approx(sum(exact.to_dict().values()), rel=0.15)
    several = gobc.betweenness(graph, demand="exponential:1.5", cutoff=[2, 4])
    for cutoff in (2, 4):
        one = gobc.betweenness(graph, demand="exponential:1.5", cutoff=cutoff)
        assert several.to_dict(f"betweenness_{cutoff}") == one.to_dict()


def test_searches_end_where_nothing_is_left():
    """A gaussian is below 2^-128 of its value at the least distance from 13.4 sigma on."""
    line = networkx.path_graph(3000)
    want = gobc.betweenness(line, demand="gaussian:5", cutoff=100)
    assert gobc.betweenness(line, demand="gaussian:5").to_dict() == want.to_dict()
    assert gobc.betweenness(line, demand="linear:20").to_dict() == \
        gobc.betweenness(line, demand="linear:20", cutoff=20).to_dict()


FLOWS = {"origin": ["a", "d", "a"], "destination": ["d", "a", "c"], "flow": [3, 1, 0.5]}
ROWS = list(zip(*FLOWS.values()))


@pytest.mark.parametrize("table", [
    ROWS, tuple(ROWS), iter(ROWS), tuple(FLOWS.values()), tuple(map(numpy.array, FLOWS.values())), FLOWS,
    pandas.DataFrame(FLOWS), pyarrow.table(FLOWS), pandas.DataFrame(FLOWS).groupby(["origin", "destination"]).flow.sum(),
    {("a", "d"): 3, ("d", "a"): 1, ("a", "c"): 0.5},
], ids=lambda value: type(value).__name__)
def test_every_table_beside_a_decay(table):
    want = 4 / 36 + 0.5 / 16
    assert gobc.betweenness(PATH, weight=True, demand=(table, "power:2")).value("b") == pytest.approx(want, rel=1e-15)


def test_a_tuple_of_two_rows_is_a_table():
    """A tuple of two was one of rows, or of columns, before it could be a table and its decay."""
    for rows in ((("a", "d", 3), ("a", "c", 1)), (["a", "d", 3], ["a", "c", 1])):
        assert gobc.betweenness(PATH, weight=True, demand=rows).value("b") == 4
    alone = gobc.betweenness(PATH, weight=True, demand="power:2").to_dict()
    assert gobc.betweenness(PATH, weight=True, demand=(None, "power:2")).to_dict() == alone
    assert gobc.betweenness(PATH, weight=True, demand=([], "power:2")).value("b") == 0


def test_a_decay_takes_weights_of_ends_and_a_table_does_not():
    people, jobs = {"a": 2, "b": 7}, {"c": 3, "d": 5}
    products = {(s, t): p * j for s, p in people.items() for t, j in jobs.items()}
    gravity = gobc.betweenness(PATH, weight=True, sources=people, targets=jobs, demand="exponential:2", preset="raw").to_dict()
    assert gravity == pytest.approx(gobc.betweenness(PATH, weight=True, demand=(products, "exponential:2")).to_dict(), rel=1e-14)
    for options in ({"sources": people}, {"targets": ["a"]}, {"k": 2}):
        with pytest.raises(ArgumentError, match="leave"):
            gobc.betweenness(PATH, weight=True, demand=(products, "exponential:2"), **options)


@pytest.mark.parametrize("decay, text", [
    ("exponential", 'the number of exponential is missing; give for example "exponential:400"'),
    ("exponentail:400", r'unknown function "exponentail" \(did you mean exponential\?\)'),
    ("400", "give one of exponential, gaussian, power, linear, a colon and a number"),
    ("exponential:0", "the number of exponential is 0; give one above 0"), ("power:-1", "the number of power is -1"),
    ("gaussian:nan", "the number of gaussian is NaN"), ("linear:inf", r"the number of linear is \+Inf"),
    ("power:two", '"two" is no number; give for example "power:2"'), ("power:1e3", "the number of power is 1000"),
    ("exponential:4 00", "is no number"), ("exponential:400:3", "is no number"), ("", "the decay of demand is an empty text"),
    ("exp:400", r'^the decay of demand is "exp:400": unknown function "exp" \(did you mean exponential\?\); give one of'),
    ("exponential:-1", "the number of exponential is -1; give one above 0"), ("power:0", "the number of power is 0"),
    ("trips.csv", 'unknown function "trips.csv"; give one of exponential'), ("exponential:4\0", "contains a NUL character"),
    ("\ud800", "the decay of demand must be valid Unicode text"), ("exponential:٣", "is no number"),
])
def test_mistakes(decay, text):
    for demand in (decay, (ROWS, decay)):
        with pytest.raises(ArgumentError, match=text):
            gobc.betweenness(PATH, weight=True, demand=demand)


@pytest.mark.parametrize("demand, text", [
    (400, 'demand is int, but must be a table .*; or a decay such as "exponential:400", or a tuple'),
    (b"exponential:4", "demand is bytes, but must be"),
    (("exponential", 400), r'begins with a string: give "exponential:400" alone, or \(table, "exponential:400"\)'),
    (("exponential:400", "power:1"), "begins with a string"), (("power:1", ROWS), "begins with a string"),
    ((ROWS, 400), 'the decay of demand must be a string, such as "exponential:400", not 400'),
    ((ROWS, b"power:1"), "must be a string"), ((ROWS, None), "must be a string, .* not None"),
    ([ROWS, "power:1"], r'a list of two values: give a table and its decay as a tuple, \(table, "exponential:400"\)'),
    ((ROWS, "power:1", 3), "demand: row 1 is 'power:1'"), ((7, "power:1"), "demand is int"),
    (([("a", "z", 1)], "power:1"), "demand: row 0"),
])
def test_what_is_no_table_and_no_decay(demand, text):
    with pytest.raises((ArgumentError, DataError), match=text):
        gobc.betweenness(PATH, weight=True, demand=demand)


@pytest.mark.parametrize("options, text", [
    ({"epsilon": 0.1}, "leave the rule or the decay of demand out"),
    ({"sample": gobc.Sample(top_k=1)}, "leave the rule or the decay of demand out"),
    ({"device": "cuda", "endpoints": True}, "GPUs do not compute demand that falls with distance together with endpoints"),
    ({"settings": gobc.Settings(strategy="successors")}, "no cutoff and no decay"),
    ({"endpoints": True, "targets": ["a"]}, "endpoints cannot be used with targets"),
])
def test_refused(options, text):
    with pytest.raises(gobc.Error, match=text):
        gobc.betweenness([edge[:2] for edge in PATH], demand="exponential:3", **options)


def test_measures_without_it():
    pairs = [edge[:2] for edge in PATH]
    for measure in ("stress", "closeness", "decay"):
        with pytest.raises(ArgumentError, match=f"decay of demand is for betweenness, edge_betweenness; {measure} cannot"):
            gobc.centralities(pairs, ["betweenness", measure], demand="exponential:3")
    with pytest.raises(gobc.ArgumentTypeError):
        gobc.closeness(pairs, demand="exponential:3")
    with pytest.raises(gobc.Error, match="demand"):
        gobc.many({"network": [1], "source": [1], "target": [2]}, demand="exponential:3")
    plan = gobc.plan(pairs, "betweenness", demand="exponential:3", settings=gobc.Settings(reductions="blocks"))
    assert "it does not support demand that falls with distance" in str(plan["reductions"])


@pytest.mark.parametrize("name", ["distance_decay", "decay", "beta"])
def test_names_that_it_has_elsewhere(name):
    right = r'did you mean demand="exponential:400", or demand=\(table, "exponential:400"\) for a table of pairs\?'
    for call in (gobc.betweenness, gobc.plan, lambda edges, **options: gobc.Graph(edges).edge_betweenness(**options)):
        with pytest.raises(gobc.ArgumentTypeError, match=right):
            call([edge[:2] for edge in PATH], **{name: "exponential:3"})


def scores_in(path):
    with path.open() as file:
        return {row["node"]: float(row["betweenness"]) for row in csv.DictReader(file)}


def test_command_line(tmp_path, capsys):
    edges, out, job = tmp_path / "edges.csv", tmp_path / "out.csv", tmp_path / "job"
    edges.write_text("source,target,weight\na,b,1\nb,c,3\nc,d,2\n")
    want = gobc.betweenness(PATH, weight=True, demand="exponential:2").to_dict()
    asked = [str(edges), "--weight", "weight", "--distance-decay", "exponential:2"]
    assert main(["compute", *asked, "--output", str(out)]) == 0
    assert scores_in(out) == want
    assert main(["plan", *asked, "--output", str(job), "--shards", "2"]) == 0
    assert main(["run", str(job)]) == 0
    assert main(["merge", str(job), "--output", str(out)]) == 0
    assert scores_in(out) == want
    assert main(["compute", *asked[:-1], "exponential"]) != 0
    assert '--distance-decay is "exponential": the number of exponential is missing' in capsys.readouterr().err
    assert main(["compute", *asked, "--epsilon", "0.1"]) != 0
    assert "leave the rule or --distance-decay out" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["compute", str(edges), "--decay", "exponential:2"])
    assert "did you mean --distance-decay?" in capsys.readouterr().err
    flows = tmp_path / "flows.csv"
    flows.write_text("origin,destination,flow\na,c,3\na,d,5\n")
    assert main(["compute", *asked, "--demand", str(flows), "--output", str(out)]) == 0
    table = {("a", "c"): 3, ("a", "d"): 5}
    assert scores_in(out) == gobc.betweenness(PATH, weight=True, demand=(table, "exponential:2")).to_dict()
