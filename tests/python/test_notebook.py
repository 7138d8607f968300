"""gobc in a notebook: how its progress is shown there, that a running cell can be interrupted, and what the script that
runs those of docs/tutorials finds wrong with one."""

import importlib.util
import pathlib
import re
import sys
import types

import nbformat
import pytest
from jupyter_client.manager import start_new_kernel

import delays
from gobc._library import progress

START = """
import gobc
graph = gobc.Graph(gobc.generate("barabasi_albert:n=30000,m=8", 1))
small = gobc.Graph(gobc.datasets.florentine_families())
"""


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    """A kernel of this interpreter that knows no settings of the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("IPYTHONDIR", str(tmp_path_factory.mktemp("ipython")))
        patch.setenv("JUPYTER_PREFER_ENV_PATH", "1")
        manager, client = start_new_kernel(kernel_name="python3")
    try:
        assert run(client, START)[0]["status"] == "ok"
        yield manager, client
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def outputs_of(client, request):
    """What the cell sends until it is idle, without what only tells of its state."""
    while True:
        message = client.get_iopub_msg(timeout=delays.HANG)
        if message["parent_header"].get("msg_id") != request:
            continue
        if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
            return
        if message["msg_type"] not in ("status", "execute_input"):
            yield message


def run(client, code):
    """The reply to a cell and the messages of its outputs."""
    request = client.execute(code)
    outputs = list(outputs_of(client, request))
    return answer_to(client, request), outputs


def answer_to(client, request):
    while True:
        reply = client.get_shell_msg(timeout=delays.HANG)
        if reply["parent_header"].get("msg_id") == request:
            return reply["content"]


def kinds(outputs):
    return [message["msg_type"] for message in outputs]


def text_of(outputs):
    """All that was written to standard error, and nothing else was put out before an error or the cell's result."""
    shown = [message for message in outputs if message["msg_type"] not in ("error", "execute_result")]
    assert shown and all(message["msg_type"] == "stream" and message["content"]["name"] == "stderr" for message in shown)
    return "".join(message["content"]["text"] for message in shown)


def test_the_bar_is_one_line_and_its_last_state_stays(kernel):
    """As text: where ipywidgets are installed tqdm shows a widget."""
    reply, outputs = run(kernel[1], 'len(graph.betweenness(k=2000, seed=1, threads=1, progress=True))')
    assert reply["status"] == "ok" and kinds(outputs)[-1] == "execute_result"
    *states, end = text_of(outputs).split("\r")[-1].split("\n")
    assert end == "" and len(states) == 1  # no line but one
    assert re.fullmatch(r"gobc \w+: 100%\|\S+\| 2,000 of 2,000 \[\d\d:\d\d\] *", states[0])


def test_a_short_call_shows_nothing(kernel):
    reply, outputs = run(kernel[1], "scores = small.betweenness()")
    assert reply["status"] == "ok" and outputs == []


def test_a_long_call_shows_its_progress_without_being_asked(kernel):
    """The call is ended by what it shows: a source has finished."""
    cell = """
gobc._library.progress.DELAY = 0.5
with __import__("contextlib").suppress(gobc.Cancelled):
    graph.betweenness(threads=1, settings=gobc.Settings(time_limit=600))"""
    manager, client = kernel
    request = client.execute(cell)
    outputs = outputs_of(client, request)
    last = sweeping(outputs)
    manager.interrupt_kernel()
    assert answer_to(client, request)["ename"] == "KeyboardInterrupt"
    list(outputs)
    done, total = re.search(r"\| ([\d,]+) of ([\d,]+) \[\d\d:\d\d", last).groups()
    assert 0 < int(done.replace(",", "")) < int(total.replace(",", "")) == 30_000


def sweeping(outputs):
    """Waits until a bar shows that sources have finished, and returns what it shows."""
    for message in outputs:
        assert message["msg_type"] == "stream" and message["content"]["name"] == "stderr"
        last = message["content"]["text"].split("\r")[-1]
        if re.search(r"\| [1-9][\d,]* of ", last):
            return last
    raise AssertionError("no source has finished")


def test_interrupting_a_cell(kernel):
    """The button of the notebook: KeyboardInterrupt after little more work, and the kernel goes on."""
    manager, client = kernel
    pid = int(run(client, "print(__import__('os').getpid())")[1][0]["content"]["text"])
    ended = []
    for _ in range(3):
        request = client.execute("graph.betweenness(progress=True)")
        outputs = outputs_of(client, request)
        sweeping(outputs)
        told = delays.Moment(pid)
        manager.interrupt_kernel()
        reply = answer_to(client, request)
        ended.append(told.until_now())
        assert (reply["status"], reply["ename"]) == ("error", "KeyboardInterrupt")
        assert kinds(outputs)[-1] == "error"
        reply, outputs = run(client, "print(small.betweenness().top(1)[0][0])")
        assert reply["status"] == "ok" and outputs[0]["content"]["text"] == "Medici\n"
    delays.check(ended, but=1)


def test_partial_results_of_interrupted_cells(kernel):
    manager, client = kernel
    request = client.execute("result = graph.betweenness(threads=1, progress=True, settings=gobc.Settings(partial=True))")
    outputs = outputs_of(client, request)
    sweeping(outputs)
    manager.interrupt_kernel()
    assert answer_to(client, request)["status"] == "ok"
    assert set(kinds(outputs)) == {"stream"}
    reply, outputs = run(client, "0 < result.partial.finished < result.partial.sources")
    assert outputs[0]["content"]["data"]["text/plain"] == "True"


class ZMQInteractiveShell:
    pass


class Shell(ZMQInteractiveShell):
    """As Colab derives its own."""


@pytest.mark.parametrize("shell, expected", [(ZMQInteractiveShell(), True), (Shell(), True), (object(), False),
                                             (None, False)])
def test_what_counts_as_a_notebook(monkeypatch, shell, expected):
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: shell))
    assert progress._notebook() == expected


# ---- scripts/run_notebooks.py ----


@pytest.fixture(scope="module")
def script():
    path = pathlib.Path(__file__).parents[2] / "scripts" / "run_notebooks.py"
    spec = importlib.util.spec_from_file_location("run_notebooks", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def printed(text, name="stdout"):
    return nbformat.v4.new_output("stream", name=name, text=text)


WRONG = {
    "an error": (nbformat.v4.new_output("error", ename="KeyError", evalue="'a'", traceback=[]),
                 "puts out an error: 'a'"),
    "a warning": (printed("UserWarning: beware"), "names trouble"),
    "a traceback": (printed("Traceback (most recent call last)"), "names trouble"),
    "a path": (printed("read /home/someone/network.csv"), "names a place"),
    "a path in a table": (nbformat.v4.new_output("execute_result", {"text/html": f"<td>{sys.prefix}</td>"}),
                          "names a place"),
    "standard error": (printed("careful", "stderr"), "puts out an error: careful"),
}


def notebook_of(script, *cells):
    cells = [nbformat.v4.new_code_cell(**cell) for cell in cells]
    return nbformat.v4.new_notebook(cells=cells, metadata=script.METADATA)


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_with_outputs_is_found(script, case):
    output, text = WRONG[case]
    notebook = notebook_of(script, {"execution_count": 1, "outputs": [printed("1 of 1, a/home/b")]},
                           {"execution_count": 2, "outputs": [output]})
    found = list(script.problems(notebook))
    assert len(found) == 1 and found[0].startswith("cell 1 ") and text in found[0]


def test_metadata_and_cells_not_run_are_found(script):
    notebook = notebook_of(script, {"execution_count": None})
    notebook.metadata.kernelspec.name = "mine"
    metadata, cell = script.problems(notebook)
    assert metadata.startswith("its metadata are") and cell == "cell 0 was not run"


def test_a_cell_that_fails(script, tmp_path):
    path = tmp_path / "wrong.ipynb"
    nbformat.write(notebook_of(script, {"source": "print(1)"}, {"source": "1 / 0"}), path)
    before = path.read_bytes()
    found = script.examine(path, "update", str(tmp_path))
    assert len(found) == 1 and "ZeroDivisionError" in found[0]
    assert path.read_bytes() == before  # nothing wrong is written


def test_outputs_are_written_and_short_runs_write_nothing(script, tmp_path):
    path = tmp_path / "good.ipynb"
    cells = {"source": "count = 3", "metadata": {"gobc": {"short": "print('short')"}}}, {"source": "print(2 + 1)"}
    nbformat.write(notebook_of(script, *cells), path)
    assert script.examine(path, "update", str(tmp_path)) == []
    written = path.read_bytes()
    done = nbformat.read(path, as_version=4)
    assert done.cells[1].outputs[0].text == "3\n" and done.metadata == script.METADATA
    assert all("execution" not in cell.metadata for cell in done.cells)
    assert script.examine(path, "short", str(tmp_path)) == [] and path.read_bytes() == written
    script.shorten(done)
    assert done.cells[0].source == "print('short')" and done.cells[1].source == "print(2 + 1)"
