"""What a call that is stopped returns: with partial=True the scores of the sources that have finished."""

import pathlib
import signal
import subprocess
import sys
import time
import warnings

import numpy as np
import pytest

import delays
import gobc
from grouped import grouped

# Much more work than the time that it is given, on any machine.
SPEC = "small_world:n=30000,k=10,p=0.1"
SLOW = {"device": "cpu", "threads": 1}


@pytest.fixture(scope="module")
def graph():
    return gobc.Graph(gobc.generate(SPEC, 1))


@pytest.fixture(scope="module")
def weighted():
    edges = gobc.generate(SPEC, 1)
    return gobc.Graph((edges["source"], edges["target"], np.arange(len(edges)) % 7 + 1.0), weight=True)


def stopped(compute, seconds, **options):
    """What a call returns that is stopped then, or after twice the time where no source has finished: a slow machine."""
    try:
        return compute(**SLOW, **options, settings=gobc.Settings(partial=True, time_limit=seconds))
    except gobc.Cancelled:
        if seconds > 5:
            raise
        return stopped(compute, 2 * seconds, **options)


def same_as_finished(graph, compute, scores):
    """The scores are those of the call from their finished sources."""
    told = scores.partial
    assert 0 < told.finished < told.sources and len(told.nodes) == told.finished
    again = compute(sources=told.nodes)
    assert again.partial is None
    for name in scores.measures:
        assert np.array_equal(scores[name].view(np.uint64), again[name].view(np.uint64)), name
    return again


# All distances take 0.2 to 0.5 s.
@pytest.mark.parametrize("measure, limit", [("betweenness", 0.3), ("harmonic", 0.05), ("stress", 0.3), ("eccentricity", 0.05)])
def test_time_limit(graph, measure, limit):
    compute = getattr(graph, measure)
    start, worked = time.monotonic(), time.process_time()
    with pytest.warns(gobc.GobcWarning, match="partial: [0-9]+ of 30000 sources"):
        result = stopped(compute, limit)
    assert limit <= time.monotonic() - start and time.process_time() - worked < 10
    assert result.columns == ["node", measure, "finished"] and result.measures == [measure]
    assert result["finished"].dtype == bool and result["finished"].sum() == result.partial.finished
    assert result.plan.partial == {"finished": result.partial.finished, "sources": 30000}
    assert result.metadata["partial"] is result.partial
    assert repr(result).startswith(f"Result: PARTIAL: {result.partial.finished:,} of 30,000 sources, ")
    assert "PARTIAL" in result._repr_html_()
    same_as_finished(graph, compute, result)


@pytest.mark.filterwarnings("ignore::gobc.GobcWarning")
def test_results_go_everywhere(graph):
    result = stopped(graph.betweenness, 0.3)
    assert result.to_pandas()["finished"].dtype == bool
    assert result.to_pyarrow()["finished"].to_numpy().sum() == result.partial.finished
    assert result.to_polars()["finished"].sum() == result.partial.finished
    assert b"gobc:partial" in result.to_pyarrow().schema.metadata
    node, score, finished = next(iter(result))
    assert (node, score, finished) == (result["node"][0], result["betweenness"][0], result["finished"][0])
    assert len(result.to_dict()) == 30000 and result.top(3)[0][1] == result["betweenness"].max()


@pytest.mark.filterwarnings("ignore::gobc.GobcWarning")
def test_edges(graph):
    alone = stopped(graph.edge_betweenness, 0.3)
    assert isinstance(alone, gobc.EdgeResult) and alone.columns == ["source", "target", "edge_betweenness"]
    assert repr(alone).startswith("EdgeResult: PARTIAL: ")
    same_as_finished(graph, graph.edge_betweenness, alone)
    both = stopped(graph.centralities, 0.3, measures=["betweenness", "edge_stress"])
    assert both.edges.partial is both.partial
    again = same_as_finished(graph, lambda sources: graph.centralities(both.measures + both.edges.measures,
                                                                       sources=sources), both)
    assert np.array_equal(both.edges["edge_stress"], again.edges["edge_stress"])


@pytest.mark.filterwarnings("ignore::gobc.GobcWarning")
@pytest.mark.parametrize("measure", ["betweenness", "closeness"])
def test_weights(weighted, measure):
    result = stopped(getattr(weighted, measure), 0.6)
    same_as_finished(weighted, getattr(weighted, measure), result)


@pytest.mark.filterwarnings("ignore::gobc.GobcWarning")
# Long: a second of two threads each; three of the eight moments are in make test.
@pytest.mark.parametrize("time_limit", [limit if turn % 3 == 0 else pytest.param(limit, marks=pytest.mark.long)
                                        for turn, limit in enumerate(np.linspace(0.3, 0.6, 8))])
def test_no_batch_is_torn(weighted, time_limit):
    """Also of calls that are stopped while a batch adds its sums on the way back, which takes a third of its time."""
    result = stopped(weighted.edge_betweenness, time_limit)
    same_as_finished(weighted, weighted.edge_betweenness, result)


def test_cancel_from_another_thread(graph):
    delays.when(delays.begun, gobc.cancel)
    result = graph.betweenness(**SLOW, settings=gobc.Settings(partial=True))
    same_as_finished(graph, graph.betweenness, result)
    delays.when(delays.begun, gobc.cancel)
    with pytest.raises(gobc.Cancelled):
        graph.betweenness(**SLOW)


@pytest.mark.filterwarnings("ignore::gobc.GobcWarning")
def test_a_sample_is_scaled_by_what_finished():
    """By the definition: the sum over k finished sources, times n / k; k - 1 of them count for a finished node."""
    graph = gobc.Graph(gobc.generate(SPEC, 1))
    result = stopped(graph.betweenness, 0.3, k=25000, seed=1, normalized=False, preset="networkx")
    sums = graph.betweenness(sources=result.partial.nodes, preset="raw")["betweenness"]
    others = result.partial.finished - result["finished"]
    assert np.allclose(result["betweenness"], sums / 2 * (30000 - 1) / others, rtol=1e-12)


def test_progress_is_not_told_to_be_complete(graph):
    told = []
    with pytest.warns(gobc.GobcWarning):
        stopped(graph.betweenness, 0.4, progress=lambda done, total: told.append((done, total)))
    assert told and told[-1][0] < told[-1][1] == 30000


def test_a_whole_result_is_not_partial():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = gobc.betweenness([(0, 1), (1, 2)], settings=gobc.Settings(partial=True, time_limit=60))
        edges = gobc.edge_betweenness([(0, 1), (1, 2)], settings=gobc.Settings(partial=True))
    assert result.partial is None and result.columns == ["node", "betweenness"] and "partial" not in result.plan
    assert edges.partial is None and edges.to_dict() == gobc.edge_betweenness([(0, 1), (1, 2)]).to_dict()
    assert "PARTIAL" not in repr(result)


def test_cancelled_names_the_limit(graph):
    with pytest.raises(gobc.Cancelled, match="time limit of 0.2 s .*partial=True"):
        graph.betweenness(**SLOW, settings=gobc.Settings(time_limit=0.2))
    with pytest.raises(gobc.Cancelled, match="time limit of 0.001 s .*(before any source|while planning)"):
        graph.betweenness(**SLOW, settings=gobc.Settings(time_limit=0.001, partial=True))
    assert graph.betweenness(sources=[0], settings=gobc.Settings(time_limit=float("inf"))).partial is None


@pytest.mark.parametrize("options, text", [
    ({"time_limit": 0}, "above 0"), ({"time_limit": -1}, "above 0"), ({"time_limit": float("nan")}, "above 0"),
    ({"time_limit": "1"}, "number of seconds"), ({"time_limit": True}, "number of seconds"), ({"partial": 2}, "partial"),
    ({"partial": True, "epsilon": 0.1}, "epsilon")])
def test_wrong_options(options, text):
    with pytest.raises(gobc.ArgumentError, match=text):
        gobc.betweenness([(0, 1), (1, 2)], **grouped(**options))


def test_the_nodes_to_report_are_refused():
    with pytest.raises(gobc.ArgumentError, match="leave partial out, or leave of out"):
        gobc.betweenness([(0, 1), (1, 2)], of=[1], settings=gobc.Settings(partial=True))


def test_several_sweeps_are_refused():
    with pytest.raises(gobc.ArgumentError, match="in separate calls: closeness; betweenness"):
        gobc.centralities([(0, 1), (1, 2)], ["betweenness", "closeness"], settings=gobc.Settings(partial=True))
    with pytest.raises(gobc.ArgumentError, match="in separate calls"):
        gobc.plan([(0, 1), (1, 2)], ["betweenness", "closeness"], settings=gobc.Settings(partial=True))
    plan = gobc.plan(gobc.generate("grid:rows=99,cols=99"), "eccentricity", settings=gobc.Settings(partial=True))
    assert "bounds" in str(plan.reasons)


INTERRUPTED = f"""
import os, signal, sys, warnings, gobc
sys.path.append({str(pathlib.Path(__file__).parent)!r})
import delays
warnings.simplefilter("ignore", gobc.GobcWarning)
graph = gobc.Graph(gobc.generate("{SPEC}", 1))

def interrupt():
    os.kill(os.getpid(), signal.SIGINT)
"""


def test_interrupt(python):
    told = python(INTERRUPTED + """
for turn in range(4):
    delays.when(delays.begun, interrupt, 0.02 * turn)
    result = graph.betweenness(settings=gobc.Settings(partial=True), device="cpu", threads=1)
    assert 0 < result.partial.finished < 30000 and not gobc._library.calls._running
try:
    delays.when(delays.begun, interrupt)
    graph.betweenness(device="cpu")
except KeyboardInterrupt:
    print("interrupted")
""").stdout
    assert told == "interrupted\n"


def test_a_second_interrupt_ends_the_wait(python):
    """It strikes while the first one waits for the end of the call."""
    done = python(INTERRUPTED + """
from gobc._library import calls

def stop(task, _stop=calls._Task.stop):
    os.kill(os.getpid(), signal.SIGINT)
    _stop(task)

calls._Task.stop = stop
try:
    delays.when(delays.begun, interrupt)
    graph.betweenness(settings=gobc.Settings(partial=True), device="cpu")
except KeyboardInterrupt:
    print("interrupted")
del graph
""")
    assert done.stdout == "interrupted\n"


def test_interrupt_before_anything_has_finished(python):
    """It strikes when the call has just begun, however slow the machine is."""
    done = python("""
import os, signal, time, gobc
from gobc._library import calls
graph = gobc.Graph(gobc.generate("kronecker:scale=16,edge_factor=16", 1))

def wait(task, shown, _wait=calls._Task.wait):
    while not task.begun:
        time.sleep(0.001)
    os.kill(os.getpid(), signal.SIGINT)
    _wait(task, shown)

calls._Task.wait = wait
try:
    graph.betweenness(settings=gobc.Settings(partial=True), device="cpu")
except KeyboardInterrupt:
    print("interrupted")
""")
    assert done.stdout == "interrupted\n"


def test_command_line(tmp_path):
    path, out = tmp_path / "edges.csv", tmp_path / "out.csv"
    command = [sys.executable, "-m", "gobc"]
    subprocess.run([*command, "generate", SPEC, "--output", str(path)], check=True, capture_output=True)
    arguments = [*command, "compute", str(path), "--partial", "--output", str(out), "--no-progress", "--threads", "1"]
    for limit in ("0.5", "5", "20"):  # longer ones where no source has finished: a busy machine
        done = subprocess.run([*arguments, "--time-limit", limit], capture_output=True, text=True, timeout=delays.HANG)
        if done.returncode != 1:
            break
    assert done.returncode == 3 and "PARTIAL: " in done.stdout and "sources" in done.stderr
    assert out.read_text().startswith("node,betweenness,finished\n")
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    delays.wait_until(lambda: delays.processor_time(process.pid) > 2, "some batches")
    process.send_signal(signal.SIGINT)
    told, _ = process.communicate(timeout=delays.HANG)
    assert process.returncode == 3 and "PARTIAL: " in told
