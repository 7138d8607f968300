"""Measures of edges: a row for every edge, with the nodes and the order that the caller knows."""

import csv
import math
import pickle
import xml.dom.minidom

import igraph
import networkx
import numpy
import pandas
import polars
import pyarrow
import pytest
import scipy.sparse

import gobc
from gobc.cli import main

PATH = [("a", "b"), ("b", "c"), ("c", "d"), ("x", "y")]
KINDS = [networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph]


@pytest.fixture
def result():
    return gobc.centralities(PATH, ["edge_betweenness", "edge_stress"], preset="raw")


def random_graph(kind, seed, weighted=False):
    graph = kind(networkx.gnm_random_graph(14, 30, seed=seed, directed=kind().is_directed()))
    graph.remove_node(5)
    # A node out of order, a loop, and parallel edges where the kind has them.
    graph.add_edges_from([(13, 5), (3, 3), (2, 7), (7, 2), (2, 7)])
    if weighted:
        for number, edge in enumerate(graph.edges):
            graph.edges[edge]["weight"] = 1 + (7 * number + seed) % 3
    return graph


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", KINDS)
def test_networkx(kind, seed, weighted):
    graph = random_graph(kind, seed, weighted)
    weight = "weight" if weighted else None
    for normalized in (True, False):
        want = networkx.edge_betweenness_centrality(graph, normalized=normalized, weight=weight)
        got = gobc.edge_betweenness(graph, normalized=normalized, weight=weight).to_dict()
        assert list(got) == list(graph.edges)
        assert got == pytest.approx(want, rel=1e-12)


def test_views_and_names():
    graph = networkx.karate_club_graph().subgraph([33, 0, 2, 8, 30, 1])
    assert list(gobc.edge_stress(graph).to_dict()) == list(graph.edges)
    names = networkx.relabel_nodes(graph, {node: (f"n{node}", node) for node in graph})
    scores = gobc.edge_betweenness(names)
    assert scores.to_dict() == pytest.approx(networkx.edge_betweenness_centrality(names))
    assert scores.top(1)[0][:2] in names.edges
    assert list(scores["source"]) == [u for u, _ in names.edges]
    assert pyarrow.table(scores)["source"].to_pylist() == [str(u) for u, _ in names.edges]


@pytest.mark.parametrize("directed", [False, True])
def test_igraph(directed):
    graph = igraph.Graph(6, [(3, 0), (0, 1), (1, 2), (2, 0), (4, 1), (0, 1)], directed=directed,
                         vertex_attrs={"name": list("abcdef")}, edge_attrs={"w": [1, 2, 1, 3, 1, 2]})
    for weight in (None, "w"):
        got = gobc.edge_betweenness(graph, preset="igraph", weight=weight)
        want = graph.edge_betweenness(directed=directed, weights=weight)
        assert got["edge_betweenness"].tolist() == pytest.approx(want)
        ends = [("abcdef"[u], "abcdef"[v]) for u, v in graph.get_edgelist()]
        assert list(zip(got["source"], got["target"])) == ends


def test_sparse():
    matrix = scipy.sparse.coo_array(([1, 1, 1], ([2, 1, 0], [1, 2, 1])), shape=(4, 4))
    assert gobc.edge_betweenness(matrix, preset="raw").to_dict() == {(0, 1): 4.0, (1, 2): 4.0}
    assert list(gobc.edge_betweenness(matrix, directed=True).to_dict()) == [(0, 1), (1, 2), (2, 1)]


@pytest.mark.parametrize("kind", [pyarrow.int8(), pyarrow.uint64(), pyarrow.string(), pyarrow.large_string()])
def test_types_and_order_of_a_table(kind):
    ids = [3, 1, 1, 2] if kind != pyarrow.string() and kind != pyarrow.large_string() else list("3112")
    ends = [1, 2, 3, 2] if ids[0] == 3 else list("1232")
    table = pyarrow.table({"u": pyarrow.array(ids, kind), "v": pyarrow.array(ends, kind)})
    scores = gobc.edge_betweenness(table, preset="raw")
    assert scores.columns == ["source", "target", "edge_betweenness"]
    assert list(scores["source"]) == ids and list(scores["target"]) == ends
    # (3, 1) twice shares what all pairs of the path 3 - 1 - 2 put on it; the loop has nothing.
    assert scores["edge_betweenness"].tolist() == [2.0, 4.0, 2.0, 0.0]
    counted = gobc.edge_stress(table, preset="raw", settings=gobc.Settings(parallel="count"))
    assert counted["edge_stress"].tolist() == [4.0, 6.0, 4.0, 0.0]


def test_value(result):
    assert result.value(("b", "c"), "edge_betweenness") == 8.0
    assert result.value(("c", "b"), "edge_stress") == 8.0
    directed = gobc.edge_stress(PATH, directed=True)
    assert directed.value(("b", "c")) == 4.0
    with pytest.raises(KeyError, match="not an edge"):
        directed.value(("c", "b"))
    for edge in ("bc", ("a", "b", "c"), ["a", "b"], 3):
        with pytest.raises(KeyError, match="not a tuple"):
            directed.value(edge)
    with pytest.raises(ValueError, match="which measure"):
        result.value(("a", "b"))


def test_to_dict_and_top(result):
    assert result.to_dict("edge_betweenness") == {("a", "b"): 6.0, ("b", "c"): 8.0, ("c", "d"): 6.0, ("x", "y"): 2.0}
    assert result.to_dict()["a", "b"] == {"edge_betweenness": 6.0, "edge_stress": 6.0}
    assert result.top(2, "edge_stress") == [("b", "c", 8.0), ("a", "b", 6.0)]
    assert repr(result.top(1, "edge_stress")) == "source  target  edge_stress\nb       c                 8"
    xml.dom.minidom.parseString(result.top(1, "edge_stress")._repr_html_())


REPEATS = {
    "parallel": ([(0, 1), (0, 1)], False),
    "both ways": ([(0, 1), (1, 0)], False),
    "parallel, directed": ([(0, 1), (0, 1)], True),
    "loops": ([(0, 1), (1, 1), (1, 1)], False),
    "igraph": (igraph.Graph(2, [(0, 1), (0, 1)]), None),
}


@pytest.mark.parametrize("case", REPEATS)
def test_rows_that_repeat_a_pair_have_no_dictionary(case):
    edges, directed = REPEATS[case]
    result = gobc.edge_betweenness(edges, directed=directed)
    for call in (result.to_dict, lambda: result.value((0, 1))):
        with pytest.raises(gobc.ArgumentError, match="repeat a pair.*edge_betweenness.*top"):
            call()
    assert len(result.top()) == len(result) == len(result.to_pandas())


def test_both_ways_of_a_directed_pair_are_two_edges():
    assert gobc.edge_stress([(0, 1), (1, 0)], directed=True).to_dict() == {(0, 1): 1.0, (1, 0): 1.0}


def test_multigraph_keys():
    graph = networkx.MultiGraph([(0, 1, "k"), (0, 1, "l"), (1, 2, 0)])
    result = gobc.edge_betweenness(graph, preset="raw")
    assert result.edge_keys == ["k", "l", 0]
    assert result.to_dict() == {(0, 1, "k"): 2.0, (0, 1, "l"): 2.0, (1, 2, 0): 4.0}
    assert result.value((1, 0, "l")) == 2.0
    with pytest.raises(KeyError, match="key"):
        result.value((0, 1))


def test_to_other_packages(result):
    scores = [6, 8, 6, 2]
    want = {"source": list("abcx"), "target": list("bcdy"), "edge_betweenness": scores, "edge_stress": scores}
    assert result.to_pandas().to_dict("list") == want
    assert result.to_polars().to_dict(as_series=False) == want
    assert result.to_pyarrow().to_pydict() == want
    assert pandas.DataFrame.from_arrow(result).to_dict("list") == want
    assert polars.DataFrame(result).shape == (4, 4)
    assert pyarrow.table(result).schema.metadata[b"gobc:version"]
    assert result.to_numpy().shape == (4, 2) and result.to_numpy("edge_stress").tolist() == [6, 8, 6, 2]
    assert list(result)[0] == ("a", "b", 6.0, 6.0)
    numbered = gobc.edge_stress(networkx.Graph([(5, 7), (7, -1)]))
    assert numbered.to_pandas()["source"].tolist() == pyarrow.table(numbered)["source"].to_pylist() == [5, 7]


def test_as_an_object(result, tmp_path):
    assert len(result) == 4 and result.measures == ["edge_betweenness", "edge_stress"]
    assert repr(result).startswith("EdgeResult: 4 edges, exact, ") and "largest first" in repr(result)
    page = xml.dom.minidom.parseString(f"<x>{result._repr_html_()}</x>")
    assert len(page.getElementsByTagName("svg")) == 2 and len(page.getElementsByTagName("tr")) == 5
    assert set(result.metadata) == {"version", "device", "seconds", "plan", "warnings"}
    assert result.plan["measures"] == ["edge_betweenness", "edge_stress"]
    assert pickle.loads(pickle.dumps(result)).to_dict() == result.to_dict()
    import matplotlib

    matplotlib.use("agg")
    for options in (dict(kind="rank"), dict(kind="histogram"), dict(kind="scatter", against="edge_stress")):
        assert result.plot(measure="edge_betweenness", **options).has_data()
    with pytest.raises(ValueError, match="nodes"):
        result.plot("degree", "edge_stress", degree=[1] * 4)


def test_with_measures_of_nodes():
    both = gobc.centralities(PATH, ["edge_stress", "stress", "edge_betweenness", "betweenness"], preset="raw")
    assert isinstance(both, gobc.Result) and both.columns == ["node", "stress", "betweenness"]
    assert both.edges.columns == ["source", "target", "edge_stress", "edge_betweenness"]
    assert "4 edges in .edges" in repr(both)
    assert both.to_dict("betweenness") == gobc.betweenness(PATH, preset="raw").to_dict()
    assert both.edges.to_dict("edge_stress") == gobc.edge_stress(PATH, preset="raw").to_dict()
    assert gobc.betweenness(PATH).edges is None
    alone = gobc.centralities(PATH, "edge_stress, edge_betweenness")
    assert isinstance(alone, gobc.EdgeResult)


@pytest.mark.parametrize("measure", ["edge_betweenness", "edge_stress"])
def test_methods_are_the_functions(measure):
    graph = gobc.Graph(PATH)
    want = getattr(gobc, measure)(PATH).to_dict()
    assert getattr(graph, measure)().to_dict() == getattr(gobc, measure)(graph).to_dict() == want
    assert graph.centralities([measure]).to_dict() == want
    assert graph.plan(measure).fits is True


def test_warnings_of_edges():
    """2^1030 shortest paths along the ends of a chain of diamonds."""
    edges = [(4 * i + a, 4 * i + b) for i in range(1100) for a, b in ((0, 1), (0, 2), (1, 4), (2, 4))]
    with pytest.warns(gobc.GobcWarning, match="edge_stress") as caught:
        result = gobc.edge_stress(edges, sources=[0])
    assert caught[0].filename == __file__ and math.isinf(max(result["edge_stress"]))


def test_no_edges():
    assert gobc.edge_betweenness([]).to_dict() == {}
    result = gobc.edge_betweenness(gobc.Graph(([], []), nodes=3))
    assert len(result) == 0 and result.top() == [] and "0 edges" in repr(result)


def test_columns_are_numpy(result):
    column = result["edge_stress"]
    assert column.dtype == numpy.float64 and not column.flags.writeable


# ---- command line ----


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def edges_csv(tmp_path):
    path = tmp_path / "edges.csv"
    path.write_text("source,target,km\na,b,1\nb,c,1\nc,d,0.5\na,d,5\n")
    return str(path)


def test_command_line(edges_csv, tmp_path, capsys):
    nodes, edges = tmp_path / "nodes.csv", tmp_path / "edges_out.csv"
    assert main(["compute", edges_csv, "--measures", "betweenness,edge_stress", "--weight", "km", "--preset", "raw",
                 "--output", str(nodes), "--edge-output", str(edges)]) == 0
    out = capsys.readouterr().out
    assert "columns source, target, km" in out and out.count("written") == 2
    assert [row["betweenness"] for row in rows(nodes)] == ["0.0", "4.0", "4.0", "0.0"]
    assert [(row["source"], row["target"], row["edge_stress"]) for row in rows(edges)] == [
        ("a", "b", "6.0"), ("b", "c", "8.0"), ("c", "d", "6.0"), ("a", "d", "0.0")]
    assert main(["compute", edges_csv, "--measures", "edge_stress", "--output", str(edges)]) == 0
    assert len(rows(edges)) == 4


def test_command_line_options(edges_csv, tmp_path, capsys):
    targets, sources, out = tmp_path / "targets.csv", tmp_path / "sources.csv", tmp_path / "out.csv"
    targets.write_text("node,weight\nd,3\n")
    sources.write_text("id\na\n")
    run = ["compute", edges_csv, "--output", str(out), "--raw"]
    assert main([*run, "--weight", "km", "--targets", str(targets), "--sources", str(sources), "--preset", "raw"]) == 0
    assert [row["betweenness"] for row in rows(out)] == ["0.0", "3.0", "3.0", "0.0"]
    assert main([*run, "--weight", "km", "--cutoff", "2", "--preset", "raw"]) == 0
    assert [row["betweenness"] for row in rows(out)] == ["0.0", "2.0", "2.0", "0.0"]
    assert main([*run, "--k", "2", "--seed", "7"]) == 0
    graph = networkx.Graph([("a", "b"), ("b", "c"), ("c", "d"), ("a", "d")])
    want = networkx.betweenness_centrality(graph, k=2, seed=7, normalized=False)
    assert {row["node"]: float(row["betweenness"]) for row in rows(out)} == pytest.approx(want)
    assert main(["info", edges_csv, "--weight", "km", "--text-ids"]) == 0
    assert "km: 0.5 to 5" in capsys.readouterr().out


FAILURES = {
    "both kinds, one file": (["--measures", "stress,edge_stress", "--output", "{out}"], "--edge-output"),
    "one kind, two files": (["--measures", "edge_stress", "--output", "{out}", "--edge-output", "{out}"], "one kind"),
    "nodes into the edge file": (["--edge-output", "{out}"], "one kind"),
    "weight": (["--weight", "miles"], "miles"),
    "seed alone": (["--seed", "1"], "--k"),
    "k": (["--k", "99"], "larger"),
    "cutoff": (["--cutoff", "-1"], "cutoff"),
    "tolerance": (["--tie-tolerance", "0.1"], "weighted"),
    "targets": (["--targets", "none.csv"], "no file"),
}
FILES = {"targets"}


@pytest.mark.parametrize("case", FAILURES)
def test_command_line_failures(case, edges_csv, tmp_path, capsys):
    arguments, text = FAILURES[case]
    out = tmp_path / "out.csv"
    assert main(["compute", edges_csv, *(argument.format(out=out) for argument in arguments)]) == (1 if case in FILES else 2)
    assert text in capsys.readouterr().err and not out.exists()


def test_command_line_matrix(tmp_path, capsys):
    import scipy.io

    path = str(tmp_path / "m.mtx")
    scipy.io.mmwrite(path, scipy.sparse.coo_array(([1.5, 2.0], ([0, 1], [1, 2])), shape=(3, 3)))
    assert main(["info", path, "--weight", "value"]) == 0
    assert "1.5 to 2" in capsys.readouterr().out
    assert main(["info", path, "--weight", "km"]) == 2
