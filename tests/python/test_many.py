"""Many networks in one call: the bits of single calls, bad networks, and what a call can be told."""

import gzip
import json
import os
import random
import threading
import time

import pytest

import gobc
from gobc.cli import main
from seeds import seeds

NODES = ["betweenness", "stress", "closeness", "harmonic", "eccentricity", "decay", "lin", "reach"]
EDGES = ["edge_betweenness", "edge_stress"]
NAN = float("nan")


def network(rng, nodes, edges, label):
    """Random edges, self-loops and repeated ones among them."""
    names = [label(node) for node in rng.sample(range(nodes * 3), nodes)]
    return [(rng.choice(names), rng.choice(names)) for _ in range(edges)]


def collection(rng, count, label, most=40):
    """The networks of one table: of one edge, of a few, some larger ones."""
    networks = {}
    for _ in range(count):
        nodes = rng.choice([2, 3, 5, 12, most])
        networks[label(rng.randrange(1 << 20))] = network(rng, nodes, rng.choice([1, 2, nodes, 3 * nodes]), label)
    return networks


def table_of(rng, networks, weight, mix):
    """A dict of columns; rows of the networks are mixed if asked for, and keep their order within each."""
    left = {name: list(edges) for name, edges in networks.items()}
    rows = []
    if mix:
        turns = [name for name, edges in networks.items() for _ in edges]
        rng.shuffle(turns)
        rows = [(name, left[name].pop(0)) for name in turns]
    else:
        rows = [(name, edge) for name, edges in networks.items() for edge in edges]
    table = {"network": [name for name, _ in rows], "source": [edge[0] for _, edge in rows],
             "target": [edge[1] for _, edge in rows]}
    if weight:
        table["weight"] = [weight(rng) for _ in rows]
    return table


def alone(table, name, **options):
    """What one call gives for the rows of one network."""
    rows = [row for row, of in enumerate(table["network"]) if of == name]
    columns = {key: [values[row] for row in rows] for key, values in table.items() if key != "network"}
    return gobc.centralities(columns, **options)


WEIGHTS = [None, lambda rng: rng.randrange(1, 9), lambda rng: rng.randrange(1, 300) / 100, lambda rng: rng.random() + 0.01]


@pytest.mark.parametrize("seed", seeds(24))
def test_bits_are_those_of_single_calls(seed):
    rng = random.Random(seed)
    label = rng.choice([int, lambda x: f"n{x}é", lambda x: x * 10 ** 12])
    weight = rng.choice(WEIGHTS)
    table = table_of(rng, collection(rng, rng.choice([1, 5, 25]), label), weight, rng.random() < 0.5)
    measures = rng.sample(rng.choice([NODES, EDGES]), rng.choice([1, 2]))
    options = {"measures": measures, "directed": rng.random() < 0.5}
    if weight:
        options["weight"] = "weight"
    if measures[0] == "betweenness" and rng.random() < 0.5:
        options["endpoints"] = True
    if rng.random() < 0.3:
        options["preset"] = rng.choice(["igraph", "raw", "gpufan"])
    if rng.random() < 0.3:
        options["cutoff"] = 2
    paths = any(name in ("betweenness", "stress", *EDGES) for name in measures)
    parallel = rng.choice([None, "count"]) if paths else None
    with gobc.settings(device="cpu", reductions=rng.choice([None, "none"]), parallel=parallel):
        result = gobc.many(table, threads=rng.choice([1, 2, 3]), **options)
        assert result.networks == list(dict.fromkeys(table["network"]))
        assert result.measures == measures
        at = 0
        for name in result.networks:
            one = alone(table, name, **options)
            labels = one.columns[:-len(measures)]
            for column in labels:
                assert list(result.of(name)._list(column)) == list(one._list(column))
            for measure in measures:
                assert result[measure][at:at + len(one)].tobytes() == one[measure].tobytes(), (name, measure)
            at += len(one)
        assert at == len(result)


def test_hundreds_of_networks():
    rng = random.Random(5)
    networks = collection(rng, 300, int, most=25)
    result = gobc.many(networks, "betweenness,closeness")
    for name, edges in networks.items():
        one = gobc.centralities(edges, "betweenness,closeness")
        assert result.of(name).to_dict() == one.to_dict()


def test_reductions_are_chosen_for_each_network():
    """A network so large that a call alone may reduce it, beside one so small that it does not."""
    rng = random.Random(8)
    tree = [(node, rng.randrange(node)) for node in range(1, 3000)]
    table = table_of(rng, {1: tree, 2: [(0, 1), (1, 2)]}, None, False)
    for reductions in ("auto", "none", "blocks", "chains", "twins"):
        settings = gobc.Settings(reductions=reductions, device="cpu")
        result = gobc.many(table, settings=settings)
        assert result.of(1)["betweenness"].tobytes() == gobc.betweenness(tree, settings=settings)["betweenness"].tobytes()


# ---- inputs ----


def test_networks_one_by_one():
    edges = [[("a", "b"), ("b", "c")], [("x", "y")], []]
    result = gobc.many(edges)
    assert result.networks == [0, 1] and result.of(0).to_dict() == {"a": 0.0, "b": 1.0, "c": 0.0}
    assert gobc.many(dict(zip(["p", "q", "r"], edges))).networks == ["p", "q"]
    weighted = gobc.many([[(0, 1, 0.5), (1, 2, 2)]], "eccentricity", weight=True)
    assert weighted.of(0).to_dict() == {0: 2.5, 1: 2.0, 2: 2.5}


def test_arrays_and_tuples():
    numpy = pytest.importorskip("numpy")
    result = gobc.many([numpy.array([[0, 1], [1, 2]]), numpy.array([[5, 6]])])
    assert result.networks == [0, 1] and result.of(0).value(1) == 1.0
    assert gobc.many([([0, 1], [1, 2])]).of(0).value(1) == 1.0
    mixed = gobc.many([numpy.array([[0, 1], [1, 2]]), [(7, 8), (8, 9)]])
    assert mixed.of(1).value(8) == 1.0


@pytest.mark.parametrize("package", ["pandas", "polars", "pyarrow"])
def test_tables_of_packages(package):
    pytest.importorskip(package)
    columns = {"p": ["b", "a", "b"], "u": [0, 1, 1], "v": [1, 2, 2], "length": [1.0, 2.0, 3.0]}
    if package == "pandas":
        import pandas
        table = pandas.DataFrame({**columns, "other": [{}, [], None]})
    elif package == "polars":
        import polars
        table = polars.DataFrame(columns)
    else:
        import pyarrow
        table = pyarrow.table({**columns, "p": pyarrow.array(columns["p"]).dictionary_encode()})
    result = gobc.many(table, "closeness", by="p", weight="length")
    assert result.networks == ["b", "a"] and result.of("b").value(1) == 0.5
    assert gobc.many(table, "closeness", by=0, source="v", target="u").of("a").to_dict() == {2: 1.0, 1: 1.0}


def test_ends_by_place_are_beside_the_networks():
    """The first two columns are the ends only among the others."""
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"sample": ["s", "s"], "left": [0, 1], "right": [1, 2]})
    assert gobc.many(table, by="sample").of("s").value(1) == 1.0
    assert gobc.many(table.to_pydict(), by="sample").of("s").value(1) == 1.0


@pytest.mark.parametrize("columns, by, ends", [
    (["network", "source", "target"], "source", ["network", "target"]), (["network", "a", "b"], "b", ["network", "a"]),
    (["p", "q", "To", "FROM"], "From", ["p", "q"]), (["network", "a", "b"], 1, ["network", "b"]),
])
def test_the_column_of_networks_is_no_end(columns, by, ends):
    """A mistake in by= would make other columns the ends of edges, in silence."""
    pyarrow = pytest.importorskip("pyarrow")
    pandas = pytest.importorskip("pandas")
    if by == "From":
        columns = [*columns[:-1], "From"]
    table = {name: [0, 1] for name in columns}
    for edges in (table, pyarrow.table(table), pandas.DataFrame(table)):
        with pytest.raises(gobc.DataError, match=f".{ends[0]}. and .{ends[1]}. would be the ends of edges, by position"):
            gobc.many(edges, by=by)
        assert len(gobc.many(edges, by=by, source=ends[0], target=ends[1]))


@pytest.mark.parametrize("package", ["dict", "pandas", "plain pandas", "pyarrow", "polars"])
def test_ends_by_place_are_compared_with_other_columns(package, monkeypatch):
    """As of Graph: a tissue or a visit before the genes would be a hub of each network."""
    make = {"dict": dict, "pyarrow": "table"}.get(package, "DataFrame")
    make = make if package == "dict" else getattr(pytest.importorskip(package.split()[-1]), make)
    if package == "plain pandas":  # without pyarrow
        monkeypatch.delattr("pandas.DataFrame.__arrow_c_stream__")
    rows = range(40)
    for kind, before in ((str, ["lung"] * 40), (int, [row % 3 for row in rows])):
        table = {"patient": [row // 20 for row in rows], "visit": before, "A": [kind(row % 7 + 10) for row in rows],
                 "B": [kind(row % 5 + 11) for row in rows], "note": ["x"] * 40}
        for call in (gobc.many, lambda edges, by: list(gobc.many_batches(iter([edges, edges]), by=by))):
            with pytest.raises(gobc.DataError, match='"visit" and "A" come first, but "A" and "B" have more labels'):
                call(make(table), by="patient")
        result = gobc.many(make(table), by="patient", source="A", target="B")
        del table["visit"]
        assert gobc.many(make(table), by="patient").to_dict() == result.to_dict()
        assert gobc.many(make(table), by=0).to_dict() == result.to_dict()


def test_the_first_table_shows_the_ends():
    first = {"patient": [1, 1], "A": [1, 2], "B": [2, 3], "C": [7, 8]}
    later = {"patient": [2, 2], "A": [1, 2], "B": [7, 8], "C": [2, 1]}
    result, = gobc.many_batches(iter([first, later]), by="patient")
    assert result.networks == [1, 2]
    with pytest.raises(gobc.DataError, match='"A" and "B" come first, but "A" and "C" have more labels'):
        next(gobc.many_batches(iter([later, first]), by="patient"))


def test_a_column_of_networks_may_have_the_name_of_an_end():
    pyarrow = pytest.importorskip("pyarrow")
    for columns in (["source", "from", "to"], ["source", "a", "b"]):
        table = {name: [0, 1] for name in columns}
        for edges in (table, pyarrow.table(table)):
            assert gobc.many(edges, by="source").networks == [0, 1]


def large_table(kind):
    """Rows that several threads read and write: of 3,000 networks of 100 edges, sorted, but for some at the end."""
    rows = 300_000
    label = (lambda x: f"node {x}") if kind == "text" else int
    of = [(row if row < rows - 9 else row - 100_000) // 100 for row in range(rows)]
    ends = [(row * 7 % 61 if row % 2 else row * 11 % 53) for row in range(2 * rows)]
    return {"network": [label(k) for k in of], "source": list(map(label, ends[::2])), "target": list(map(label, ends[1::2]))}


@pytest.mark.parametrize("kind", ["integer", "text"])
def test_threads_that_read_and_write_change_nothing(kind):
    table = large_table(kind)
    results = [gobc.many(table, threads=threads) for threads in (1, 3)]
    assert results[0].to_dict() == results[1].to_dict() and results[0].networks == list(dict.fromkeys(table["network"]))
    for name in (table["network"][0], table["network"][150_000], table["network"][-1]):
        assert results[1].of(name).to_dict() == alone(table, name, measures="betweenness").to_dict()


def test_the_first_bad_value_is_the_error_of_any_thread():
    pyarrow = pytest.importorskip("pyarrow")
    table = large_table("integer")
    for row in (290_000, 200_001, 140_000):
        table["target"][row] = None
        with pytest.raises(gobc.DataError, match=f"row {row}: .*null"):
            gobc.many(pyarrow.table(table), threads=2)


def test_types_of_labels_come_back():
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"network": pyarrow.array([3, 3], "uint8"), "source": pyarrow.array([1, 2], "int16"),
                           "target": pyarrow.array([2, 3], "int16")})
    schema = gobc.many(table).to_pyarrow().schema
    assert [schema.field(name).type for name in ("network", "node", "betweenness")] == [pyarrow.uint8(), pyarrow.int16(),
                                                                                     pyarrow.float64()]


@pytest.mark.parametrize("table", [{"network": [], "source": [], "target": []}, [], {}, [[], []]])
def test_nothing_gives_nothing(table):
    result = gobc.many(table, errors="report")
    assert len(result) == 0 and result.networks == [] and len(result.left_out) == 0
    assert result.columns == ["network", "node", "betweenness"]


# ---- results ----


def test_results_are_tables(tmp_path):
    import pickle

    result = gobc.many({"p": [("a", "b"), ("b", "c")]}, "edge_betweenness", normalized=False)
    assert result.of("p").value(("c", "b")) == 2.0 and result.columns[:3] == ["network", "source", "target"]
    assert list(result)[0] == ("p", "a", "b", 2.0)
    result.write(tmp_path / "scores.csv")
    assert (tmp_path / "scores.csv").read_text().splitlines()[1] == "p,a,b,2.0"
    again = pickle.loads(pickle.dumps(result))
    assert again.to_dict() == result.to_dict() and again.of("p").value(("c", "b")) == 2.0
    assert result.device == "cpu" and result.seconds >= 0 and result.version == gobc.__version__
    with pytest.raises(gobc.MissingError, match="'q' is not a network of this result; it has p"):
        result.of("q")
    with pytest.raises(gobc.MissingError, match="is not a network"):
        result.of([])


def test_warnings_name_the_networks():
    wide = [(layer * 2 + k, layer * 2 + 2 + j) for layer in range(1100) for k in range(2) for j in range(2)]
    with pytest.warns(gobc.GobcWarning, match='network "big": stress'):
        gobc.many({"small": [("0", "1")], "big": [(str(a), str(b)) for a, b in wide]}, "stress")


# ---- errors ----


def bad(**changes):
    return {"network": [7, 8, 7, 9], "source": [0, 0, 1, 0], "target": [1, 1, 2, 1], "weight": [1.0, NAN, 2.0, -1.0], **changes}


def test_the_first_bad_network_is_named():
    with pytest.raises(gobc.DataError, match="network 8, row 1: the weight is NaN"):
        gobc.many(bad(), weight="weight")
    with pytest.raises(gobc.DataError, match='network "x", row 1: the weight is 0'):
        gobc.many({"w": [(0, 1, 1.0)], "x": [(0, 1, 1.0), (1, 2, 0.0)]}, weight=True)


def test_bad_networks_are_left_out():
    result = gobc.many(bad(), "closeness", weight="weight", errors="report")
    assert result.networks == [7] and result.left_out.to_dict()["network"] == [8, 9]
    assert result.left_out.to_dict()["row"] == [1, 3]
    assert result.left_out.to_dict()["error"][1].startswith("the weight is -1; shortest paths need weights above 0")
    assert result.of(7).value(1) == pytest.approx(2 / 3)
    with pytest.raises(gobc.MissingError, match="8 is not a network of this result; it was left out"):
        result.of(8)
    one_by_one = gobc.many([[(0, 1, 1.0)], [(0, 1, 1.0), (1, 2, NAN)]], weight=True, errors="report")
    assert one_by_one.left_out.to_dict()["network"] == [1] and one_by_one.left_out.to_dict()["row"] == [1]


@pytest.mark.parametrize("mix", [False, True])
def test_what_is_left_out_changes_nothing_else(mix):
    rng = random.Random(3)
    networks = collection(rng, 60, int, most=12)
    table = table_of(rng, networks, lambda rng: rng.randrange(1, 9), mix)
    wrong = set(rng.sample(sorted(networks), 20)) | {next(iter(dict.fromkeys(table["network"])))}
    broken = dict(table, weight=list(table["weight"]))
    for name in wrong:
        broken["weight"][rng.choice([row for row, of in enumerate(table["network"]) if of == name])] = NAN
    whole = gobc.many(table, "betweenness", weight="weight")
    rest = gobc.many(broken, "betweenness", weight="weight", errors="report", threads=2)
    assert rest.networks == [name for name in whole.networks if name not in wrong]
    assert rest.left_out.to_dict()["network"] == [name for name in whole.networks if name in wrong]
    for name in rest.networks:
        assert rest.of(name).to_dict() == whole.of(name).to_dict()


def test_missing_weights_are_errors_of_their_networks():
    pyarrow = pytest.importorskip("pyarrow")
    for kind in ("float64", "float32", "int32"):
        table = pyarrow.table({**bad(), "weight": pyarrow.array([1, None, 2, 3], kind)})
        with pytest.raises(gobc.DataError, match="network 8, row 1: the weight is null"):
            gobc.many(table, weight="weight")
        result = gobc.many(table.slice(0, 4), weight="weight", errors="report")
        assert result.networks == [7, 9] and result.left_out.to_dict()["row"] == [1]


def test_paths_that_would_overflow_are_of_their_network():
    table = bad(weight=[2.0 ** 959, 1.0, 2.0 ** 959, 1.0])
    with pytest.raises(gobc.DataError, match="network 7, row 0: the weight is 4.8726570057e.288; a path over 3 nodes"):
        gobc.many(table, weight="weight")
    assert gobc.many(table, weight="weight", errors="report").left_out.to_dict()["row"] == [0]


@pytest.mark.parametrize("arguments, message", [
    ({"by": "patient"}, "there is no such column|no column"), ({"by": "source", "source": "source"}, "different columns"),
    ({"by": 9}, "no such column"), ({"by": 1.5}, "by= must be a column name"), ({"by": None}, "by= must name the column"),
    ({"by": ""}, "by= must name the column"), ({"errors": "ignore"}, "errors must be"),
    ({"k": 3}, "unexpected keyword argument 'k'"),
    ({"sources": [1]}, "unexpected keyword argument 'sources'"), ({"executor": 1}, "many takes no executor="),
    ({"device": "cuda", "measures": "closeness"}, "processors"), ({"device": "cuda", "weight": "weight"}, "processors"),
    ({"device": "cuda", "endpoints": True}, "processors"), ({"settings": gobc.Settings(partial=True)}, "leave partial out"),
    ({"measures": ["betweenness", "edge_betweenness"]}, "two calls"), ({"measures": "degree"}, "degree"),
    ({"weight": [1, 2, 3, 4]}, "weight= is an array"), ({"weight": "lengths"}, "no such column"),
    ({"direction": "up"}, "direction"),
    ({"settings": gobc.Settings(reductions="all")}, "reductions"), ({"measures": "closeness", "endpoints": True}, "endpoints"),
])
def test_mistakes(arguments, message):
    with pytest.raises((gobc.ArgumentError, gobc.DataError, gobc.UnsupportedError, TypeError), match=message):
        gobc.many(bad(), **{"errors": "report", **arguments})


@pytest.mark.parametrize("edges, message", [
    ([(0, 1), (1, 2)], "a list of edges, beginning with"), ("edges.csv", "read the file first"), (7, "must be a table of edges"),
    ([{"source": [0], "target": [1]}], "network 0 is dict"), ({"a": [(0, 1)], 3: [(0, 1)]}, "all integers or all texts"),
    ({(1, 2): [(0, 1)]}, "all integers or all texts"), ([[(0, 1)], [(0, 1, 2)]], "network 1: .*row 0"),
    ({"source": [0], "target": [1]}, "by='network': there is no such column"), ([[(0, None)]], "row 0"),
])
def test_what_is_no_collection(edges, message):
    with pytest.raises(gobc.Error, match=message):
        gobc.many(edges)


def test_graphs_of_packages_are_refused():
    networkx = pytest.importorskip("networkx")
    with pytest.raises(gobc.ArgumentError, match="nodes without edges would be lost"):
        gobc.many([networkx.path_graph(3)])
    with pytest.raises(gobc.ArgumentError, match="edges is one network"):
        gobc.many(networkx.path_graph(3))


# ---- a call while it runs ----


def many_networks(count, nodes=200, edges=600):
    rng = random.Random(1)
    rows = range(count * edges)
    return {"network": [row // edges for row in rows], "source": [rng.randrange(nodes) for _ in rows],
            "target": [rng.randrange(nodes) for _ in rows]}


def test_progress_counts_networks():
    seen = []
    gobc.many(many_networks(400), progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (400, 400) and sorted(seen) == seen


def test_a_cancel_ends_the_call():
    table = many_networks(1500)
    stopped = threading.Event()

    def stop():
        while not stopped.is_set():
            time.sleep(0.02)
            gobc.cancel()

    thread = threading.Thread(target=stop)
    thread.start()
    try:
        with pytest.raises(gobc.Cancelled):
            gobc.many(table, ["betweenness", "closeness", "stress"], threads=1)
    finally:
        stopped.set()
        thread.join()


def test_a_time_limit_holds_within_a_network():
    rng = random.Random(2)
    edges = [(rng.randrange(60000), rng.randrange(60000)) for _ in range(200000)]
    with pytest.raises(gobc.Cancelled, match="time limit"):
        gobc.many([edges], settings=gobc.Settings(time_limit=0.3))


def test_memory_is_limited():
    table = many_networks(200)
    with pytest.raises(gobc.MemoryLimitError, match="memory_limit"):
        gobc.many(table, settings=gobc.Settings(memory_limit="1MB"))
    with pytest.raises(gobc.MemoryLimitError, match="memory_limit"):
        gobc.many(table, settings=gobc.Settings(memory_limit=5_900_000))
    limited = gobc.many(table, settings=gobc.Settings(memory_limit="40MB", threads=4))
    assert limited["betweenness"].tobytes() == gobc.many(table)["betweenness"].tobytes()


# ---- the command ----


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "edges.csv"
    rows = zip(*(bad()[name] for name in ("source", "network", "target", "weight")))
    path.write_text("\n".join(",".join(map(str, row)) for row in [("source", "patient", "target", "weight"), *rows]))
    return path


def test_the_command(file, tmp_path, capsys):
    scores, left = tmp_path / "scores.csv", tmp_path / "left.csv"
    assert main(["many", str(file), "--by", "patient", "--measures", "closeness", "--raw", "-o", str(scores)]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("3 networks with 7 nodes: closeness in ") and told.err == ""
    assert scores.read_text().splitlines()[:3] == ["network,node,closeness", *[
        f"7,{node},{gobc.closeness([(0, 1), (1, 2)], normalized=False).value(node)}" for node in (0, 1)]]
    arguments = ["many", str(file), "--by", "patient", "--weight", "weight", "-o", str(scores)]
    assert main(arguments) == 1 and 'network "8", row 1: the weight is NaN' in capsys.readouterr().err
    assert main([*arguments, "--left-out", str(left), "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert told["networks"] == 1 and [network["row"] for network in told["left_out"]] == [1, 3]
    assert [line.split(",")[:2] for line in left.read_text().splitlines()] == [["network", "row"], ["8", "1"], ["9", "3"]]
    assert main([*arguments[:-1], "-", "--errors", "report"]) == 3
    told = capsys.readouterr()
    assert told.out.splitlines()[0] == "network,node,betweenness" and "gobc: 2 networks left out" in told.err


def test_the_command_reads_parquet(file, tmp_path, capsys):
    pytest.importorskip("pyarrow")
    gobc.many(bad())  # the library is loaded
    from pyarrow import parquet, table
    parquet.write_table(table({"patient": ["a", "a"], "u": [0, 1], "v": [1, 2]}), tmp_path / "edges.parquet")
    out = tmp_path / "scores.parquet"
    assert main(["many", str(tmp_path / "edges.parquet"), "--by", "patient", "-o", str(out)]) == 0
    assert parquet.read_table(out).to_pydict() == {"network": ["a"] * 3, "node": [0, 1, 2], "betweenness": [0.0, 1.0, 0.0]}


@pytest.mark.parametrize("arguments, message", [
    (["--by", "p"], "no such column|no column"), (["--sources", "x"], "sources"), (["-o", "scores.doc"], "doc"),
    (["--by", "patient", "--k", "3"], "--k"),
    (["--by", "patient", "--device", "cuda", "--measures", "closeness"], "processors"),
    (["--by", "patient", "--measures", "degree"], "degree"),
    (["--by", "source"], "name both ends|would be the ends"),
    (["--by", "patient", "--source", "patient", "--target", "target"], "is an end of edges"),
    ([], "--by"), (["--by", "#9"], "#9"), (["--by", "patient", "--weight", "source"], "twice|different columns"),
])
def test_mistakes_of_the_command(file, tmp_path, capsys, arguments, message):
    import re

    try:
        code = main(["many", str(file), "-o", str(tmp_path / "out.csv"), *arguments])
    except SystemExit as ended:
        code = ended.code
    assert code in (1, 2) and re.search(message, capsys.readouterr().err)


def scores_of(tmp_path, capsys, text, *arguments, name="edges.csv"):
    """The rows that the command writes for a file, and what it says on standard error."""
    path = tmp_path / name
    data = text.encode()
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    assert main(["many", str(path), *arguments, "--no-progress", "-o", "-"]) == 0, capsys.readouterr().err
    shown = capsys.readouterr()
    return [tuple(line.split(",")) for line in shown.out.splitlines()[1:]], shown.err


@pytest.mark.parametrize("name", ["edges.csv", "edges.csv.gz"])
def test_names_of_networks_in_a_file_are_text(name, tmp_path, capsys):
    for header in ("patient,source,target", "patient,gene_a,gene_b", "u1,patient,u2", "source,target,patient"):
        places = [header.split(",").index("patient"), *(at for at, of in enumerate(header.split(",")) if of != "patient")]
        lines = [[row[places.index(at)] for at in range(3)] for row in (("007", "a", "b"), ("7", "b", "c"), ("+7", "b", "d"))]
        text = "\n".join([header, *map(",".join, lines)])
        rows, said = scores_of(tmp_path, capsys, text, "--by", "patient", name=name)
        assert rows == [("007", "a", "0.0"), ("007", "b", "0.0"), ("7", "b", "0.0"), ("7", "c", "0.0"), ("+7", "b", "0.0"),
                        ("+7", "d", "0.0")] and "warning" not in said, header
    rows, said = scores_of(tmp_path, capsys, "network,source,target\n007,1,2\n7,1,2\n", name=name)  # numbers alone
    assert [row[:2] for row in rows] == [("007", "1"), ("007", "2"), ("7", "1"), ("7", "2")] and said == ""


def test_the_command_warns_of_labels(tmp_path, capsys):
    rows, said = scores_of(tmp_path, capsys, "network,source,target\np,007,8\np,7,9\n")
    assert [row[1] for row in rows] == ["7", "8", "9"] and '"007" as 7: --text-ids keeps them' in said
    rows, said = scores_of(tmp_path, capsys, "network,source,target\np,007,8\np,7,9\n", "--text-ids")
    assert [row[1] for row in rows] == ["007", "8", "7", "9"] and "warning" not in said
    rows, said = scores_of(tmp_path, capsys, "network,source,target\nNA,a,b\np,NA,b\n")
    assert len(rows) == 4 and said.count("warning") == 2
    assert '"NA" is the name of a node in one place' in said and "'NA' is the name of a network" in said
    rows, said = scores_of(tmp_path, capsys, "network,source,target\np,a,b\nnetwork,a,target\nq,a,b\n")
    assert "'network' is the name of a network and of the column of networks" in said
    (tmp_path / "edges.csv").write_text("network,source,target\np,a,b\nnetwork,source,target\nq,a,b\n")
    assert main(["many", str(tmp_path / "edges.csv"), "-o", "-"]) == 1
    assert 'line 3: "network source target" repeats the names of the columns' in capsys.readouterr().err


def test_the_command_reads_the_columns_that_it_needs(tmp_path, capsys):
    text = "network,source,target,note,length\np,a,b,,1\np,b,c,x,2\n"
    want = [("p", "a", "0.0"), ("p", "b", "1.0"), ("p", "c", "0.0")]
    assert scores_of(tmp_path, capsys, text)[0] == want == scores_of(tmp_path, capsys, text, "--weight", "length")[0]
    by_place = text.replace("source,target", "u1,u2")
    (tmp_path / "edges.csv").write_text(by_place)
    assert main(["many", str(tmp_path / "edges.csv"), "-o", "-"]) == 1
    assert "name both ends of edges with --source and --target: then no other" in capsys.readouterr().err
    assert scores_of(tmp_path, capsys, by_place, "--source", "u1", "--target", "u2")[0] == want
    rows, _ = scores_of(tmp_path, capsys, "network,source,target\np1,x1,7\np1,x1,8\n")  # of mixed kind
    assert rows == [("p1", "x1", "1.0"), ("p1", "7", "0.0"), ("p1", "8", "0.0")]
    rows, _ = scores_of(tmp_path, capsys, "p a b\np b c\nq a c\n", "--by", "#0", name="edges.txt")
    assert rows == [*want, ("q", "a", "0.0"), ("q", "c", "0.0")]


def test_ends_by_place_are_checked_in_a_file(tmp_path, capsys):
    """The library compares the first two columns beside the networks with those after them."""
    rows = "".join(f"p,id{number},g{number % 7},g{(number + 1) % 7}\n" for number in range(40))
    (tmp_path / "edges.csv").write_text("network,record,u1,u2\n" + rows)
    assert main(["many", str(tmp_path / "edges.csv"), "-o", "-"]) == 1
    assert "which columns are the ends" in capsys.readouterr().err
    (tmp_path / "edges.csv").write_text("patient,network,a,b\np,q,r,s\n")
    assert main(["many", str(tmp_path / "edges.csv"), "--by", "patient", "-o", "-"]) == 1
    assert "would be the ends of edges, by position" in capsys.readouterr().err


def test_the_command_reads_long_files_and_pipes(tmp_path, capsys):
    edges = [(f"n{number % 50}", f"g{number * 7 % 400}", f"g{number * 11 % 401}") for number in range(120_000)]
    text = "patient,u1,u2\n" + "".join(map("{0[0]},{0[1]},{0[2]}\n".format, edges))
    assert len(text) > 1 << 20
    by_gobc = gobc.many({"patient": [row[0] for row in edges], "u1": [row[1] for row in edges], "u2": [row[2] for row in edges]},
                        "closeness", by="patient")
    want = [tuple(map(str, row)) for row in by_gobc]
    for name in ("edges.csv", "edges.csv.gz"):
        rows, said = scores_of(tmp_path, capsys, text, "--by", "patient", "--measures", "closeness", name=name)
        assert rows == want and said == ""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=("network,source,target\np,a,b\n",))
    writer.start()
    assert main(["many", str(pipe), "-o", "-"]) == 0
    writer.join()
    assert capsys.readouterr().out.splitlines()[1:] == ["p,a,0.0", "p,b,0.0"]


def test_wrong_weights_in_a_file_are_of_their_networks(tmp_path, capsys):
    (tmp_path / "edges.csv").write_text("network,source,target,w,note\np,a,b,0,\nq,a,b,1.5,\nr,a,b,nan,\ns,a,b,2,\n")
    arguments = ["many", str(tmp_path / "edges.csv"), "--weight", "w", "-o", str(tmp_path / "out.csv")]
    assert main(arguments) == 1 and 'network "p", row 0: the weight is 0' in capsys.readouterr().err
    assert main([*arguments, "--errors", "report", "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert told["networks"] == 2 and [network["network"] for network in told["left_out"]] == ["p", "r"]
    (tmp_path / "edges.csv").write_text("network,source,target,w\np,a,b,far\n")
    assert main(arguments) == 1 and "line 2" in (said := capsys.readouterr().err) and '"far"' in said


SCORED = {"network": ["p", "p", "q"], "source": ["a", "b", "a"], "target": ["b", "c", "c"], "combined_score": [900, 150, 400],
          "r": [0.9, 0.5, 0.7], "length": [1.0, 2.0, 3.0]}


@pytest.mark.parametrize("package", ["dict", "pandas", "pyarrow", "polars"])
def test_weights_that_are_no_lengths_are_told(package, recwarn):
    make = dict if package == "dict" else getattr(pytest.importorskip(package), {"pyarrow": "table"}.get(package, "DataFrame"))
    for weight, rule in (("combined_score", "1000 - combined_score"), (3, "1000 - combined_score"), ("r", "sqrt(2 * (1 - r))")):
        with pytest.warns(gobc.GobcWarning, match="taken as a length") as told:
            gobc.many(make(SCORED), weight=weight)
        assert len(told) == 1 and rule in str(told[0].message)
    gobc.many(make(SCORED), weight="length")
    gobc.many(make(SCORED))
    assert len(recwarn) == 0


def test_missing_names_of_nodes_are_told(recwarn):
    pandas = pytest.importorskip("pandas")
    for absent in ("-", "NA", "", " "):
        for ends in ({}, {"source": "source", "target": "target"}):
            gobc.many(pandas.DataFrame(SCORED | {"target": ["b", absent, "c"]}), **ends)
            assert f"{absent!r} is the name of a node in 1 row," in str(recwarn.pop(gobc.GobcWarning).message)
    gobc.many(pandas.DataFrame(SCORED | {"note": "NA"}))
    assert len(recwarn) == 0


def test_the_command_tells_of_weights_that_are_no_lengths(tmp_path, capsys):
    text = "network,source,target,combined_score\np,a,b,900\np,b,c,150\n"
    with pytest.warns(gobc.GobcWarning, match="1000 - combined_score"):
        scores_of(tmp_path, capsys, text, "--weight", "combined_score")


def test_groups_and_graphs_are_refused_with_what_to_give():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(SCORED)
    graph = gobc.Graph([("a", "b")])
    for edges, text in ((frame.groupby("network"), "give the table itself, and by='network'"),
                        (list(frame.groupby("network")), "give one table of all"), ([graph], "is a gobc.Graph.*centralities"),
                        ({"p": graph}, "network 'p' is a gobc.Graph")):
        with pytest.raises(gobc.ArgumentError, match=text):
            gobc.many(edges)
