"""Result, EdgeTable, Plan and Graph as objects."""

import concurrent.futures
import copy
import pickle
import xml.dom.minidom

import duckdb
import nanoarrow
import networkx
import numpy
import pandas
import polars
import pyarrow
import pytest

import gobc
from grouped import grouped

EDGES = [("a", "b"), ("b", "c"), ("c", "d"), ("x", "y")]


@pytest.fixture
def result():
    return gobc.centralities(EDGES, ["betweenness", "closeness"], preset="raw")


def test_nothing_is_read_before_somebody_looks(result):
    assert "_columns" not in vars(result) and "version" not in vars(result)
    assert result.version == gobc.__version__ and vars(result)["measures"] == ["betweenness", "closeness"]
    both = gobc.centralities(EDGES, ["betweenness", "edge_betweenness"])
    assert both.edges.measures == ["edge_betweenness"]
    lost = gobc.betweenness(EDGES)
    lost.seconds = 3  # stays as it was set
    assert lost.measures == ["betweenness"] and lost.seconds == 3
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        _ = gobc.betweenness(EDGES).nothing_of_the_kind


def test_threads_may_look_at_once():
    graph = gobc.Graph(EDGES)
    for _ in range(50):
        result = graph.betweenness()
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            found = list(pool.map(lambda name, result=result: getattr(result, name), ["measures", "columns", "warnings"] * 4))
        assert found == [["betweenness"], ["node", "betweenness"], []] * 4


def test_an_interrupted_look_loses_nothing(monkeypatch):
    def interrupted(table):
        raise KeyboardInterrupt

    result = gobc.Graph(EDGES).betweenness()
    with monkeypatch.context() as patch:
        patch.setattr("gobc.results.Partial.of", interrupted)
        with pytest.raises(KeyboardInterrupt):
            _ = result.measures
    assert "partial" not in vars(result)
    assert {"measures", "partial", "warnings"} <= set(dir(result))
    assert (result.partial, result.measures) == (None, ["betweenness"])


def test_columns(result):
    assert result.columns == ["node", "betweenness", "closeness"]
    assert result.measures == ["betweenness", "closeness"]
    assert len(result) == 6
    assert list(result["node"]) == list("abcdxy")
    column = result["betweenness"]
    assert column.dtype == numpy.float64 and column.tolist() == [0, 4, 4, 0, 0, 0]
    with pytest.raises(ValueError):
        column[0] = 1
    with pytest.raises(KeyError, match="betweenness"):
        result["degree"]


def overwriting(python, program):
    """Runs a program in which freed memory is overwritten."""
    import os

    python(program, env={**os.environ, "MALLOC_PERTURB_": "85"})


def test_columns_outlive_the_result(python):
    overwriting(python, """
        import gc, gobc
        result = gobc.closeness(gobc.generate("grid:rows=9,cols=9"))
        column, values = result["closeness"], result["closeness"].tolist()
        del result
        gc.collect()
        assert column.tolist() == values
        assert abs(values[40] - 80 / 360) <= 1e-15  # the middle: 4 * 9 * (1 + 2 + 3 + 4) = 360 steps to 80 others
    """)


def test_rows_and_dictionaries(result):
    assert next(iter(result)) == ("a", 0.0, pytest.approx(1 / 6))
    assert result.to_dict("betweenness") == {"a": 0, "b": 4, "c": 4, "d": 0, "x": 0, "y": 0}
    assert result.to_dict()["b"] == {"betweenness": 4.0, "closeness": 0.25}
    assert {type(value) for value in result.to_dict("closeness").values()} == {float}
    assert result.value("c", "betweenness") == 4.0
    with pytest.raises(KeyError, match="'z'"):
        result.value("z", "betweenness")
    with pytest.raises(ValueError, match="which measure"):
        result.value("a")
    with pytest.raises(ValueError, match="no measure 'stress'"):
        result.top(3, "stress")


def test_top(result):
    assert result.top(3, "betweenness") == [("b", 4.0), ("c", 4.0), ("a", 0.0)]
    assert result.top(0, "betweenness") == []
    assert len(result.top(99, "closeness")) == 6
    assert repr(result.top(1, "betweenness")) == "node  betweenness\nb               4"


def test_top_leaves_nan_out():
    result = gobc.closeness(gobc.Graph([("a", "b")], nodes=["alone"]), preset="igraph")
    assert numpy.isnan(result.value("alone"))
    assert [node for node, _ in result.top()] == ["a", "b"]


def test_to_other_packages(result):
    want = {"node": list("abcdxy"), "betweenness": [0, 4, 4, 0, 0, 0],
            "closeness": list(result["closeness"])}
    assert result.to_pandas().to_dict("list") == want
    assert result.to_polars().to_dict(as_series=False) == want
    assert result.to_pyarrow().to_pydict() == want
    assert pyarrow.record_batch(result).to_pydict() == want
    assert pyarrow.table(result).schema.metadata[b"gobc:version"]
    assert duckdb.sql("select node from result where betweenness > 1").fetchall() == [("b",), ("c",)]
    assert nanoarrow.Array(result).child(0).to_pylist() == want["node"]
    assert pandas.DataFrame.from_arrow(result).to_dict("list") == want
    assert result.to_numpy().shape == (6, 2)
    assert result.to_numpy("closeness").shape == (6,)
    for table in (pyarrow.table(result), polars.DataFrame(result)):
        assert table.shape == (6, 3)


def test_written(result, tmp_path):
    want = pandas.DataFrame.from_arrow(result)
    for name, read in (("a.csv", pandas.read_csv), ("a.parquet", pandas.read_parquet), ("a.arrow", pandas.read_feather)):
        result.write(tmp_path / name)
        pandas.testing.assert_frame_equal(read(tmp_path / name), want, check_dtype=False, check_exact=True)
    result.write(str(tmp_path / "a"), format="tsv")
    assert (tmp_path / "a").read_text().splitlines()[0] == "node\tbetweenness\tcloseness"
    gobc.edge_betweenness(EDGES).write(tmp_path / "a.csv")
    assert pandas.read_csv(tmp_path / "a.csv").columns.tolist() == ["source", "target", "edge_betweenness"]
    with pytest.raises(gobc.FileError, match="gobc writes csv"):
        result.write(tmp_path / "a.xls")
    assert not (tmp_path / "a.xls").exists()


def test_exports_live_as_long_as_they_are_used(python):
    overwriting(python, """
        import gc, gobc, pyarrow
        result = gobc.closeness([(f"{u:020}", f"{v:020}") for u, v in gobc.generate("grid:rows=9,cols=9")])
        want = result.to_dict()
        for export in (pyarrow.table, pyarrow.record_batch):
            table = export(result)
            kept = gobc._arrow.live_exports()
        del result
        gc.collect()
        assert kept and gobc._arrow.live_exports()
        assert dict(zip(table["node"].to_pylist(), table["closeness"].to_pylist())) == want
        del table
        gc.collect()
        assert gobc._arrow.live_exports() == 0
    """)


def test_a_table_of_pyarrow_needs_no_pandas(python):
    """Which pyarrow.table() imports."""
    python("""
        import sys, gobc
        assert gobc.datasets.karate().to_pyarrow().num_rows == 78 and "pandas" not in sys.modules
    """)


def test_capsules_that_nobody_takes_are_released(result):
    before = gobc._arrow.live_exports()
    for _ in range(3):
        result.__arrow_c_stream__()
        result.__arrow_c_array__()
        result.__arrow_c_schema__()
    assert gobc._arrow.live_exports() == before


@pytest.mark.parametrize("labels,kind", [([5, 7, -1], pyarrow.int64()), (["x", "y", "z"], pyarrow.large_string()),
                                         ([(1, 2), "y", 3.5], pyarrow.large_string())])
def test_labels_are_exported(labels, kind):
    graph = networkx.Graph([(labels[0], labels[1]), (labels[1], labels[2])])
    result = gobc.betweenness(graph)
    table = pyarrow.table(result)
    assert table["node"].type == kind
    assert table["node"].to_pylist() == (labels if kind != pyarrow.large_string() else [str(v) for v in labels])
    assert result.to_pandas()["node"].tolist() == labels


def test_labels_of_the_same_text_are_exported_apart():
    result = gobc.betweenness(networkx.Graph([(1, "1"), ("1", 2.5)]))
    assert pyarrow.table(result)["node"].to_pylist() == ["1", "'1'", "2.5"]
    assert result.to_polars()["node"].n_unique() == 3


def test_text(result):
    text = repr(result)
    assert text.startswith("Result: 6 nodes, exact, ") and "betweenness" in text and "b" in text
    page = xml.dom.minidom.parseString(f"<x>{result._repr_html_()}</x>")
    assert len(page.getElementsByTagName("svg")) == 2
    assert len(page.getElementsByTagName("tr")) == 7


def test_text_says_whether_the_scores_are_exact():
    """Of partial results: test_partial.py."""
    table = gobc.datasets.les_miserables()
    told = {
        "exact": [{}, dict(k=77), dict(of="Javert"), dict(cutoff=2),
                  dict(sample=gobc.Sample(adaptive=True, seed=1), of="Javert")],  # which drew all sources
        "exact from 2 sources": [dict(sources=["Valjean", "Javert"])],
        "sampled 10 sources": [dict(k=10, seed=1), dict(k=10, seed=1, of="Javert")],
        "sampled 70 sources": [dict(epsilon=0.2, seed=1, settings=gobc.Settings(tuning="sample=sources"))],
        "sampled 64 sources": [dict(sample=gobc.Sample(adaptive=True, seed=1), of="Valjean")],
        "sampled 96 pairs": [dict(epsilon=0.2, seed=1)],
        "sampled 864 pairs": [dict(epsilon=0.05, seed=1, settings=gobc.Settings(tuning="sample=pairs"))],
    }
    for words, calls in told.items():
        for options in calls:
            result = gobc.betweenness(table, device="cpu", **options)
            rows = len(result)
            assert repr(result).startswith(f"Result: {rows} nodes, {words}, "), repr(result)
            assert f">{rows} nodes, {words}, " in result._repr_html_()
    sample = gobc.edge_betweenness(table, k=10, seed=1)
    assert repr(sample).startswith("EdgeResult: 254 edges, sampled 10 sources, ")


def test_html_escapes():
    result = gobc.betweenness([("<b>", "&"), ("&", "c")])
    assert "<b>" not in result._repr_html_()
    xml.dom.minidom.parseString(f"<x>{result._repr_html_()}</x>")


def test_metadata(result):
    assert result.version == gobc._library.load().version().decode()
    assert result.seconds >= 0
    assert result.device == "cpu"
    assert result.warnings == []
    assert result.plan["measures"] and result.plan.fits is True
    assert set(result.metadata) == {"version", "device", "seconds", "plan", "warnings"}


def test_warnings_of_the_library_become_warnings():
    """2^1100 shortest paths through the middle: stress leaves the range of float64."""
    edges = [(4 * i + a, 4 * i + b) for i in range(1100) for a, b in ((0, 1), (0, 2), (1, 4), (2, 4))]
    with pytest.warns(gobc.GobcWarning, match="stress") as caught:
        result = gobc.stress(edges, sources=[0])
    assert caught[0].filename == __file__
    assert result.warnings and max(result["stress"]) == float("inf")


def test_graph():
    with gobc.Graph(EDGES + [("a", "a"), ("b", "a")]) as graph:
        assert (graph.num_nodes, graph.num_edges, len(graph)) == (6, 6, 6)
        assert (graph.self_loops, graph.parallel_edges) == (1, 1)
        assert (graph.num_components, graph.largest_component_size, graph.directed) == (2, 4, False)
        assert graph.nbytes > 0
        assert repr(graph) == "<gobc.Graph: undirected, 6 nodes, 6 edges, 2 components>"
        xml.dom.minidom.parseString(graph._repr_html_())
        assert copy.deepcopy(graph) is graph
        assert pickle.loads(pickle.dumps(graph)).num_edges == 6
    graph.close()
    for call in (graph.betweenness, graph.plan, lambda: gobc.stress(graph), lambda: pickle.dumps(graph)):
        with pytest.raises(ValueError, match="closed"):
            call()


@pytest.mark.parametrize("measure", gobc._registry.MEASURES)
def test_methods_are_the_functions(measure):
    graph = gobc.Graph(EDGES)
    want = getattr(gobc, measure)(EDGES).to_dict()
    assert getattr(graph, measure)().to_dict() == want
    assert getattr(gobc, measure)(graph).to_dict() == want
    assert graph.centralities(measure).to_dict() == want
    assert gobc.centralities(graph, [measure]).to_dict() == want


def test_a_built_graph_takes_no_table_options():
    graph = gobc.Graph(EDGES)
    with pytest.raises(ValueError, match="directed=True contradicts"):
        gobc.betweenness(graph, directed=True)
    with pytest.raises(ValueError, match="source="):
        gobc.Graph(graph, source="a")


OPTIONS = {
    "measure": (dict(measures="degree"), ValueError, "betweenness"),
    "measures": (dict(measures=["betweenness,stress"]), ValueError, "betweenness,stress"),
    "no measure": (dict(measures=[]), ValueError, "measure"),
    "preset": (dict(preset="cugraph"), ValueError, "networkx"),
    "parallel": (dict(parallel="some"), ValueError, "merge"),
    "direction": (dict(direction="up"), ValueError, "out"),
    "mode": (dict(mode="up"), TypeError, r"Graph\.centralities\(\).*'mode'; did you mean direction=\?"),
    "precision": (dict(precision="half"), ValueError, "single"),
    "device": (dict(device="tpu"), (ValueError, NotImplementedError), "tpu"),
    "threads": (dict(threads=-1), ValueError, "threads=-1"),
    "threads type": (dict(threads=1.5), ValueError, "whole number"),
    "memory": (dict(memory_limit=10), MemoryError, "memory_limit"),
    "tuning": (dict(tuning="nonsense=1"), ValueError, "nonsense"),
    "kernel of weights": (dict(tuning="kernel=serial"), ValueError, "kernel=serial does not fit"),
    "type": (dict(preset=3), ValueError, "string"),
    "weight": (dict(weight="w"), TypeError, r"graph\.unweighted\(\)"),
    "progress": (dict(progress="yes"), TypeError, "progress"),
}


@pytest.mark.parametrize("case", OPTIONS)
def test_wrong_options(case):
    options, error, text = OPTIONS[case]
    graph = gobc.Graph(EDGES)
    with pytest.raises(error, match=text):
        graph.centralities(**grouped(**options))
    assert graph.betweenness(preset="raw").value("b") == 4.0


def test_errors_are_gobc_errors_and_builtin_ones():
    for kind, builtin in ((gobc.ArgumentError, ValueError), (gobc.DataError, ValueError),
                          (gobc.MemoryLimitError, MemoryError), (gobc.ForkedError, RuntimeError),
                          (gobc.UnsupportedError, NotImplementedError), (gobc.InternalError, RuntimeError),
                          (gobc.LibraryError, ImportError)):
        assert issubclass(kind, gobc.Error) and issubclass(kind, builtin)


def test_the_memory_limit_holds_for_reading_and_for_building():
    edges, said = gobc.generate("erdos_renyi:n=20000,m=1000000", 1), []
    for step in range(46, 64):
        try:
            gobc.Graph(edges, memory_limit=int(2 ** (step / 2))).close()
            break
        except MemoryError as error:
            said.append("reading" if "the edges read so far take" in str(error) else "building")
            assert said[-1] == "reading" or "building this graph needs about" in str(error)
    assert said == sorted(said, reverse=True) and set(said) == {"reading", "building"}


def test_plan():
    plan = gobc.plan(EDGES, ["betweenness", "closeness"], threads=1)
    assert plan.fits is True and plan["threads"] == 1
    assert 0 < plan.bytes < plan.limit
    assert "fits" in repr(plan)
    xml.dom.minidom.parseString(plan._repr_html_())
    with pytest.raises(AttributeError, match="has no 'nothing'"):
        plan.nothing
    assert gobc.plan(EDGES, "betweenness", settings=gobc.Settings(memory_limit=1)).fits is False


def test_plan_in_words():
    lines = dict(gobc.plan(EDGES, ["betweenness", "closeness"], threads=1, device="cpu")._lines())
    assert lines["fits"] == "yes" and lines["limit"].endswith("iB") and "limit source" in lines
    assert "widths 32" in lines["path"] and "count parallel no" in lines["path"]
    for line in lines.values():  # nothing as Python writes it
        assert not set("[]{}'_") & set(line.replace("breadth-first", "")), line
    assert dict(gobc.Plan(path={"widths": [16, 8], "bytes_a_thread": 2048})._lines()) == {
        "path": "widths 16 and 8, bytes a thread 2 KiB"}


def test_reasons_of_plans():
    """A line each, and none where there is none; one width is not said to be measured against others."""
    chain = gobc.Graph((range(40_000), range(1, 40_001)))
    plan = gobc.plan(chain, "betweenness", device="cpu")
    assert len(plan.path["widths"]) == 1 and "timed" not in plan.reasons[0]
    sampled = gobc.Graph(gobc.generate("barabasi_albert:n=5000,m=2", 1)).betweenness(epsilon=0.1, seed=1, device="cpu")
    assert sampled.plan.reasons == [] and "reasons" not in repr(sampled.plan)


def test_tables_in_notebooks_say_what_they_leave_out():
    table = gobc.datasets.karate()
    assert "EdgeTable of 78 rows" in table._repr_html_() and "\N{HORIZONTAL ELLIPSIS} 68 more" in table._repr_html_()
    result = gobc.betweenness(table)
    assert "largest first" in result._repr_html_() and " 24 more" in result._repr_html_()
    assert " more" not in gobc.betweenness(EDGES[:2])._repr_html_()
    # Words to the left, numbers as the notebook has them.
    assert '<th style="text-align:left">node</th><th>betweenness</th>' in gobc.betweenness([("a", "b")])._repr_html_()
    assert "<th>node</th>" in result._repr_html_()


def test_progress_function():
    """Called by the waiting thread, never falling, told the end."""
    import threading

    seen = []
    graph = gobc.Graph(gobc.generate("barabasi_albert:n=6000,m=10", 1))
    graph.betweenness(progress=lambda done, total: seen.append((done, total, threading.get_ident())))
    assert len(seen) >= 2
    assert {ident for *_, ident in seen} == {threading.get_ident()}
    assert [done for done, *_ in seen] == sorted(done for done, *_ in seen)
    assert seen[-1][:2] == (6000, 6000)


def test_a_progress_function_that_fails_ends_the_call():
    graph = gobc.Graph(gobc.generate("barabasi_albert:n=60000,m=8", 1))

    def fail(done, total):
        raise LookupError("no")

    with pytest.raises(LookupError):
        graph.betweenness(progress=fail)
    assert not gobc._library.calls._running


SHOWN = """
import sys, threading, time
if {without_tqdm}:
    sys.modules["tqdm"] = None
import gobc
gobc._library.progress.DELAY = 0.1
graph = gobc.Graph(gobc.generate("barabasi_albert:n=60000,m=8", 1), progress=False)

def watch():
    # Until it has been sweeping for a while.
    while not any(control.done for control in list(gobc._library.calls._running.values())):
        time.sleep(0.05)
    time.sleep(1)
    gobc.cancel()

threading.Thread(target=watch).start()
try:
    graph.betweenness(progress={progress}, threads=1)
except gobc.Cancelled:
    print("cancelled", threading.active_count(), "tqdm" in sys.modules and sys.modules["tqdm"] is not None)
"""


@pytest.mark.parametrize("without_tqdm", [False, True])
def test_progress_on_a_terminal(without_tqdm):
    """A bar that goes when the call ends, and no thread of it stays."""
    import fcntl
    import os
    import pty
    import struct
    import subprocess
    import sys
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
    program = SHOWN.format(without_tqdm=without_tqdm, progress=None)
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=theirs, text=True) as process:
        os.close(theirs)
        shown = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:  # the other end is closed
                break
            shown += part
        assert process.stdout.read() == f"cancelled 1 {not without_tqdm}\n"
    os.close(ours)
    assert process.returncode == 0
    assert b"gobc sweeping" in shown and b" of 60,000" in shown
    assert (b"%|" in shown) != without_tqdm
    assert shown.endswith(b" \r")


@pytest.mark.parametrize("without_tqdm", [False, True])
def test_progress_in_a_log(python, without_tqdm):
    done = python(SHOWN.format(without_tqdm=without_tqdm, progress=True))
    assert done.stdout == f"cancelled 1 {not without_tqdm}\n"
    assert "gobc sweeping" in done.stderr and " of 60,000" in done.stderr
    assert ("%|" in done.stderr) != without_tqdm


def test_progress_of_a_stream_that_is_gone(python):
    """Progress is never a reason to fail."""
    for stream in ("None", "io.StringIO()"):
        python(f"""
            import io, sys, gobc
            sys.stderr = {stream}
            if sys.stderr is not None:
                sys.stderr.close()
            assert gobc.betweenness(gobc.generate("barabasi_albert:n=6000,m=5", 1), progress=True)
        """)


def test_no_progress_without_a_terminal(python):
    done = python("""
        import gobc
        gobc._library.progress.DELAY = 0.0
        gobc.betweenness(gobc.generate("barabasi_albert:n=6000,m=10", 1))
        import sys
        assert "tqdm" not in sys.modules
    """)
    assert done.stdout == done.stderr == ""


def test_without_numpy(python):
    python("""
        import sys
        sys.modules["numpy"] = None
        import gobc
        result = gobc.betweenness([("a", "b"), ("b", "c")])
        assert result["betweenness"].tolist() == [0.0, 1.0, 0.0]
        assert result["node"] == ["a", "b", "c"]
        assert memoryview(result["betweenness"]).format == "d" and result["betweenness"].readonly
        assert result.top(1) == [("b", 1.0)]
        assert gobc.generate("grid:rows=2,cols=2")["source"].tolist() == [0, 0, 1, 2]
    """)


def test_generate():
    edges = gobc.generate("erdos_renyi:n=50,m=100", 9)
    assert edges.columns == ["source", "target"] and len(edges) == 100
    assert edges["source"].tobytes() == gobc.generate("erdos_renyi:n=50,m=100", 9)["source"].tobytes()
    assert edges["source"].tobytes() != gobc.generate("erdos_renyi:n=50,m=100", 10)["source"].tobytes()
    assert edges.to_pandas().shape == (100, 2)
    with pytest.raises(ValueError, match="n"):
        gobc.generate("erdos_renyi:nodes=5")
    with pytest.raises(ValueError, match="kronecker"):
        gobc.generate("unknown:n=5")
    with pytest.raises(ValueError, match="seed"):
        gobc.generate("grid:rows=2,cols=2", -1)


@pytest.mark.parametrize("name,reference", [("karate", networkx.karate_club_graph),
                                            ("les_miserables", networkx.les_miserables_graph),
                                            ("florentine_families", networkx.florentine_families_graph)])
def test_datasets(name, reference):
    edges = getattr(gobc.datasets, name)()
    graph = networkx.Graph(list(zip(edges["source"].tolist(), edges["target"].tolist())))
    assert networkx.utils.graphs_equal(graph, networkx.Graph(list(reference().edges)))


def test_bladder_coexpression():
    edges = gobc.datasets.bladder_coexpression()
    graph = gobc.Graph(edges)
    assert graph.num_edges == len(edges) == 246_908
    assert graph.self_loops == graph.parallel_edges == 0


def test_plots(result, tmp_path):
    import matplotlib

    matplotlib.use("agg")
    for options in (dict(kind="rank"), dict(kind="histogram"), dict(kind="scatter", against="closeness"),
                    dict(kind="degree", degree={"a": 1, "b": 2}), dict(kind="degree", degree=[1] * 6)):
        axes = result.plot(measure="betweenness", **options)
        assert axes.has_data()
        axes.figure.savefig(tmp_path / "plot.png")
    with pytest.raises(ValueError, match="kind"):
        result.plot("pie", "betweenness")
    with pytest.raises(ValueError, match="degree="):
        result.plot("degree", "betweenness")
    with pytest.raises(ValueError, match="6 nodes"):
        result.plot("degree", "betweenness", degree=[1])


def test_reductions_of_a_plan_are_sentences():
    graph = gobc.Graph(gobc.generate("barabasi_albert:n=9000,m=1", 1))
    for measure, start in (("betweenness", "blocks: used (vertices "), ("harmonic", "blocks: not used, as of the measures of ")):
        (line,) = [line for line in repr(gobc.plan(graph, measure, device="cpu")).splitlines() if line.startswith("reductions")]
        assert line.removeprefix("reductions").strip().startswith(start)


def test_a_plan_lists_the_ways_that_it_compared():
    graph = gobc.Graph(gobc.generate("road_like:n=3000", 1))
    plan = graph.plan(["betweenness", "closeness"])
    taken = [way for way in plan["candidates"] if way["taken"]]
    assert [way["measures"] for way in taken] == [["betweenness"], ["closeness"]]
    assert taken[0]["reductions"] == ["blocks", "chains"] and taken[0]["engine"] == "cpu"
    assert all(way["seconds"] >= taken[0]["seconds"] for way in plan["candidates"] if way["measures"] == ["betweenness"])
    assert "betweenness on cpu, no reduction: " in repr(plan) and "blocks and chains: " in repr(plan)
    assert sum(line.endswith("predicted, taken") for line in repr(plan).splitlines()) == 2


def test_what_is_in_a_result():
    """False for every node, because rows are tuples."""
    nodes, edges = gobc.betweenness(EDGES), gobc.edge_betweenness(EDGES, normalized=False)
    assert "b" in nodes and "z" not in nodes and ("b",) not in nodes and [] not in nodes
    assert ("a", "b") in edges and ("b", "a") in edges and ("a", "c") not in edges and "a" not in edges
    assert all(row in table for table in (nodes, edges) for row in table)
    directed = gobc.edge_betweenness(EDGES, directed=True)
    assert ("a", "b") in directed and ("b", "a") not in directed
    assert (0, 1) in gobc.betweenness(networkx.grid_2d_graph(2, 2)) and 0 in gobc.Graph([(0, 1)]).degree()
    keyed = gobc.edge_betweenness(networkx.MultiGraph([(0, 1), (0, 1)]))
    assert (0, 1, 1) in keyed and (1, 0, 0) in keyed and (0, 1) not in keyed and (0, 1, 2) not in keyed


def test_rows_that_are_left_out_are_counted():
    """Rows with NaN were left out without a word, unless there were more than ten."""
    scores = gobc.Graph([("a", "b")], nodes=["a", "b", "c", "d"]).closeness(preset="igraph")
    assert repr(scores).endswith("\n... 2 more, NaN") and "… 2 more" in scores._repr_html_()
    many = gobc.Graph([(node, node + 1) for node in range(10)], nodes=[*range(13)]).closeness(preset="igraph")
    assert repr(many).endswith("\n... 3 more") and "3 more<" in many._repr_html_()
    assert "more" not in repr(gobc.closeness(EDGES))
