"""How long a call will take: what a plan predicts, progress on a terminal and without one, one time limit for all of a call."""

import io
import math
import re
import sys

import pytest

import gobc
from gobc import _library
from gobc._library import progress
from gobc.cli import main

SMALL = [(0, 1), (1, 2)]
LARGE = gobc.generate("small_world:n=20000,k=10,p=0.1", seed=1)


def test_plans_predict_seconds():
    """The library's plans said nothing of time."""
    graph = gobc.Graph(LARGE)
    seconds = {measures: graph.plan(measures, device="cpu", threads=1).seconds
               for measures in ("betweenness", "stress", "closeness", "betweenness,closeness")}
    assert 0 < seconds["closeness"] < seconds["betweenness"] < seconds["betweenness,closeness"]
    assert seconds["betweenness"] < seconds["stress"]
    one, two = (graph.plan("betweenness", device="cpu", threads=threads).seconds for threads in (1, 2))
    assert 1.5 * two < one < 2 * two  # threads share memory
    few = graph.plan("betweenness", device="cpu", threads=1, sources=range(2000)).seconds
    assert one == pytest.approx(10 * few, rel=0.05)  # and what a call takes in any case
    assert "seconds" in repr(graph.plan("betweenness"))
    assert 0 <= gobc.plan(SMALL).seconds < 2e-3


def test_a_result_has_what_was_predicted_of_it():
    """A sample of pairs takes less than all sources, and the more the smaller its epsilon is."""
    graph = gobc.Graph(LARGE)
    exact = graph.plan("betweenness", device="cpu").seconds
    predicted = [graph.betweenness(device="cpu", epsilon=epsilon).plan.seconds for epsilon in (0.05, 0.1, 0.2)]
    assert [graph.plan("betweenness", device="cpu", sample=gobc.Sample(epsilon=epsilon)).seconds
            for epsilon in (0.05, 0.1, 0.2)] == pytest.approx(predicted)
    assert exact > predicted[0] > predicted[1] > predicted[2] > 0


def test_the_control_block_has_the_prediction():
    told = []

    class Shown:
        def update(self, phase, done, total, predicted=0.0):
            told.append((phase, total, predicted))
            if phase == progress.SWEEPING and total:
                gobc.cancel()

        def close(self, complete, done, total):
            pass

    graph = gobc.Graph(gobc.generate("small_world:n=60000,k=10,p=0.1", seed=1))
    original, _library.calls.choose = _library.calls.choose, lambda *_: Shown()
    try:
        with pytest.raises(gobc.Cancelled):
            graph.betweenness(device="cpu")
    finally:
        _library.calls.choose = original
    sweeping = [predicted for phase, total, predicted in told if phase == progress.SWEEPING and total]
    expected = graph.plan("betweenness", device="cpu").seconds
    assert sweeping and all(seconds == pytest.approx(expected, abs=1e-3) for seconds in sweeping)


def test_the_command_predicts(tmp_path, capsys):
    import json

    file = tmp_path / "edges.csv"
    LARGE.write(file)
    found = []
    for more in ([], ["--epsilon", "0.1"]):
        assert main(["plan", str(file), "--device", "cpu", "--json", *more]) == 0
        found.append(json.loads(capsys.readouterr().out)["seconds"])
    assert found[0] > found[1] > 0


def test_pace():
    """The prediction until something is done, then what is measured from there on."""
    pace = progress.Pace()
    assert pace.left(1, 0, 0, 0, 0.0) is None  # building
    assert pace.left(3, 0, 0, 60, 1.0) is None  # the total is not known
    assert pace.left(3, 0, 100, 60, 10.0) == 60
    assert pace.left(3, 0, 100, 60, 14.0) == 56
    assert pace.left(3, 20, 100, 60, 20.0) == pytest.approx(40)  # 20 in 10 s
    assert pace.left(3, 50, 100, 60, 20.0) == pytest.approx(10)
    assert pace.left(3, 100, 100, 60, 30.0) == 0
    assert progress.Pace().left(3, 0, 100, 0, 0.0) is None  # nothing is predicted
    assert pace.left(0, 10, 0, 0, 40.0) is None and pace.rate is None  # another phase, whose rows begin
    assert pace.left(0, 50, 0, 0, 44.0) is None and pace.rate == 10  # how many rows there are is not known
    assert pace.left(0, 50, 250, 0, 44.0) == 20
    assert [progress.in_words(seconds) for seconds in (0.2, 40, 89, 90, 5000, 5400, 40_000, 172_800, 1e7)] == \
        ["1 s", "40 s", "89 s", "2 min", "83 min", "1.5 h", "11 h", "2.0 days", "116 days"]


def clocked(monkeypatch, progress_of, seconds, step=1.0):
    """What a long call writes, by a clock that is ours."""
    now, written = [1000.0], io.StringIO()
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(sys, "stderr", written)
    shown = progress.choose(progress_of, now[0])
    while now[0] < 1000 + seconds:
        now[0] += step
        shown.update(3, int(now[0] - 1000), 10 * seconds, 5.0)
    shown.close(False, seconds, 10 * seconds)
    return written.getvalue()


def test_lines_without_a_terminal(monkeypatch):
    """An hour-long call wrote nothing where standard error is a file: a line at first, then ever fewer."""
    lines = clocked(monkeypatch, progress.lines, 3600).splitlines()
    assert 10 <= len(lines) <= 20
    assert lines[0] == "gobc sweeping 10 of 36,000 (0%), 10 s, 1/s, about 10.0 h left"
    passed = [int(line.split(" s, 1/s, about")[0].rpartition(" ")[2].replace(",", "")) for line in lines]
    pauses = [after - before for before, after in zip(passed, passed[1:])]
    assert pauses == sorted(pauses) and pauses[-1] <= progress.LONGEST_PAUSE + 1


def test_states():
    assert str(progress.State(0, 12_000_000, 0, 3.0, 4e6)) == "gobc reading 12,000,000 rows, 3 s, 4,000,000/s"
    assert str(progress.State(1, 500, 2000, 3.0, 0.25, 5000.0)) == \
        "gobc building 500 of 2,000 rows (25%), 3 s, 0.25/s, about 83 min left"
    assert str(progress.State(2, 0, 0, 3.0)) == "gobc planning, 3 s"


def test_rows_are_counted(monkeypatch, tmp_path):
    """While a file is read and a graph built, by what each call tells at its end."""
    file, told = tmp_path / "edges.csv", {}
    LARGE.write(file)

    class Recorder:
        def update(self, phase, done, total, predicted=0):
            told.setdefault(phase, []).append((done, total))

        def close(self, *end):
            pass

    def wait(task, shown):
        task.finished.acquire()
        shown.update(task.control.phase, *task.counted())

    monkeypatch.setattr(_library.calls, "choose", lambda *_: Recorder())
    monkeypatch.setattr(_library.calls._Task, "wait", wait)
    edges = gobc.Graph.read(file).num_edges
    assert told == {0: [(edges + 1, edges + 1)], 1: [(edges, edges)]}  # the file has a line of names, too


def test_nothing_is_written_of_short_calls_and_unasked(monkeypatch):
    assert clocked(monkeypatch, progress.lines, 9) == ""
    assert clocked(monkeypatch, None, 3600) == ""
    assert clocked(monkeypatch, False, 3600) == ""


def test_commands_write_lines(monkeypatch, tmp_path, capfd):
    """capfd is no terminal, and the lines come at once here."""
    monkeypatch.setattr(progress, "LINES_AFTER", 0.0)
    file = tmp_path / "edges.csv"
    LARGE.write(file)
    assert main(["compute", str(file), "--device", "cpu", "--partial", "--time-limit", "3", "--top", "0"]) in (0, 3)
    said = capfd.readouterr().err
    assert "gobc sweeping" in said and " left\n" in said
    main(["compute", str(file), "--no-progress", "--time-limit", "0.001"])
    assert "gobc sweeping" not in capfd.readouterr().err


# ---- one limit ----


class Slow:
    """An Arrow stream that is read for as long as it is asked: rows without end."""

    def __arrow_c_stream__(self, requested_schema=None):
        import pyarrow

        batch = pyarrow.record_batch({"source": [1], "target": [2]})

        def batches():
            while True:
                yield batch

        return pyarrow.RecordBatchReader.from_batches(batch.schema, batches()).__arrow_c_stream__()


def test_the_limit_holds_for_reading_and_building():
    """The building of a graph was not counted: this never ended."""
    for call in (lambda: gobc.betweenness(Slow(), settings=gobc.Settings(time_limit=0.2)),
                 lambda: gobc.diameter(Slow(), settings=gobc.Settings(time_limit=0.2)),
                 lambda: gobc.Graph(Slow())):
        with pytest.raises(gobc.Cancelled, match="the time limit of 0.2 s (ended the call while (reading|building)|was over)"), \
                gobc.settings(time_limit=0.2):
            call()


def test_the_limit_is_one():
    """What reading has taken is no longer there for sweeping: a limit that is over ends the next call at once."""
    graph = gobc.Graph([(0, 1), (1, 2)])  # however little there is to do
    with _library.limited(1e-9), pytest.raises(gobc.Cancelled, match="the time limit of 1e-09 s"):
        graph.betweenness(device="cpu", settings=gobc.Settings(time_limit=1000))
    with _library.limited(1000), _library.limited(1e-9), pytest.raises(gobc.Cancelled, match="of 1e-09 s"):
        graph.betweenness(device="cpu")
    with _library.limited(1e-9), _library.limited(1000), pytest.raises(gobc.Cancelled, match="of 1e-09 s"):
        graph.betweenness(device="cpu")
    with _library.limited(None), _library.limited(math.inf):
        assert graph.closeness(sources=[0], device="cpu").value(0) == 0
    assert graph.closeness(sources=[0], device="cpu").value(0) == 0


def test_the_limit_of_a_command_holds_for_reading(tmp_path, capsys):
    file = tmp_path / "edges.csv"
    gobc.generate("small_world:n=200000,k=10,p=0.1", seed=1).write(file)
    assert main(["compute", str(file), "--time-limit", "0.001"]) == 1
    assert re.search(r"the time limit of 0\.001 s (ended the call while reading|was over)", capsys.readouterr().err)
