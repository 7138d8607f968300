"""What callers see of defects and of failing allocations. Needs a library built with the tag gobc_planted (capi/planted.go),
named by GOBC_LIBRARY: scripts/test.sh planted builds it and runs this folder.
"""

import ctypes
import faulthandler
import itertools
import os
import pathlib
import re
import subprocess
import sys
import threading

import pytest

import gobc

faulthandler.enable()  # before the library is loaded: its handlers come second

libc = ctypes.CDLL(None)
names = itertools.count()
EDGES = ([0, 1, 2, 3, 4, 5, 6, 7, 8, 2, 3], [1, 2, 3, 4, 5, 6, 7, 8, 0, 5, 7])
TEXT = ([str(u) for u in EDGES[0]], [str(v) for v in EDGES[1]])
MEASURES = ["betweenness", "stress", "closeness", "harmonic", "eccentricity"]


def plant(kind, k):
    assert libc.setenv(b"GOBC_PLANT", f"{next(names)}:{kind}:{k}".encode(), 1) == 0


@pytest.fixture(autouse=True)
def nothing_planted():
    yield
    plant("nothing", 0)


def scores(graph):
    return gobc.centralities(graph, MEASURES, endpoints=True, threads=2).to_dict()


@pytest.mark.parametrize("kind", ["panic", "fault"])
@pytest.mark.parametrize("directed", [False, True])
def test_a_defect_in_any_task_is_an_error_and_poisons_the_graph(kind, directed):
    want = scores(gobc.Graph(EDGES, directed=directed))
    failed = 0
    for k in range(1000):
        graph = gobc.Graph(EDGES, directed=directed)
        plant(kind, k)
        try:
            assert scores(graph) == want
        except gobc.InternalError as error:
            assert "planted" in str(error) or "fault" in str(error) or "memory" in str(error)
            failed += 1
        else:
            break
        plant("nothing", 0)
        with pytest.raises(gobc.InternalError, match="unusable"):
            scores(graph)
        with pytest.raises(gobc.InternalError, match="unusable"):
            gobc.plan(graph, MEASURES)
    plant("nothing", 0)
    assert failed >= 3
    assert scores(gobc.Graph(EDGES, directed=directed)) == want


def test_a_defect_a_thousand_times():
    for _ in range(1000):
        graph = gobc.Graph(EDGES)
        plant("panic", 1)
        with pytest.raises(gobc.InternalError):
            gobc.betweenness(graph)
        plant("nothing", 0)


def test_a_defect_while_building():
    failed = 0
    for k in range(1000):
        plant("panic", k)
        try:
            gobc.Graph(EDGES)
        except gobc.InternalError:
            failed += 1
        else:
            break
    assert failed >= 1


@pytest.mark.parametrize("edges", [EDGES, TEXT])
@pytest.mark.parametrize("directed", [False, True])
def test_every_allocation_fails_once(edges, directed):
    want = scores(gobc.Graph(edges, directed=directed))
    graph = gobc.Graph(edges, directed=directed)
    failures = {"build": 0, "compute": 0}
    for step in failures:
        for n in range(2000):
            plant("memory", n)
            try:
                result = gobc.Graph(edges, directed=directed) if step == "build" else scores(graph)
            except MemoryError:
                failures[step] += 1
                plant("nothing", 0)
                assert scores(graph) == want
            else:
                if step == "compute":
                    assert result == want
                break
        else:
            raise AssertionError("2,000 allocations were not enough")
    assert min(failures.values()) >= 5


def test_generated_graphs_too():
    failed = 0
    for n in range(50):
        plant("memory", n)
        try:
            gobc.generate("grid:rows=3,cols=3")
        except MemoryError:
            failed += 1
        else:
            break
    assert failed >= 2


def test_the_library_is_the_planted_one():
    assert os.environ.get("GOBC_LIBRARY")


ROOT = pathlib.Path(__file__).resolve().parents[2]
ROUNDS = 20
LARGE_PAGES = {**os.environ, "GOBC_PLANTED_PAGE": "65536"}


def mapped():
    """How many bytes the library has mapped, in a process whose pages are planted."""
    with pytest.raises(gobc.InternalError) as error:
        plant("mapped", 0)
        gobc.betweenness(gobc.Graph(EDGES))
    plant("nothing", 0)
    found = re.search(r"planted: (\d+) bytes mapped, (\d+) calls refused", str(error.value))
    assert found, str(error.value)
    assert found[2] == "0"
    return int(found[1])


def calls():
    """Scores of graphs whose arrays are mapped, each call on a thread of its own, which ends."""
    answers = []

    def answer(weight):
        edges = gobc.generate("grid:rows=60,cols=80")
        lengths = [1.0 + i % 3 for i in range(len(edges))]
        graph = gobc.Graph((edges["source"], edges["target"], lengths) if weight else edges, weight=weight)
        answers.append(gobc.centralities(graph, MEASURES, sources=list(range(0, 4800, 499)), threads=2).to_dict())

    for weight in (False, True):
        thread = threading.Thread(target=answer, args=(weight,))
        thread.start()
        thread.join()
    return answers


def main_of_large_pages():
    calls()
    before = mapped()
    answers = [calls() for _ in range(ROUNDS)]
    print(repr((before, mapped(), answers)))


def test_pages_of_64_kib_change_no_value_and_leak_nothing():
    command = [sys.executable, "-c", "import test_planted; test_planted.main_of_large_pages()"]
    run = subprocess.run(command, env=LARGE_PAGES, cwd=ROOT / "tests/planted", capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    before, after, answers = eval(run.stdout)
    assert after - before < 2 * ROUNDS * 65536  # a page a call; up to two threads still end, of which each has a signal stack
    assert answers == [calls()] * ROUNDS


# The thread's signal stack, behind a page that nobody may touch.
@pytest.mark.parametrize("check", ["handlers_have_room", "signal_stacks_end"])
def test_pages_of_64_kib_leave_handlers_their_stack(check):
    run = subprocess.run(["sh", str(ROOT / "tests/abi/run.sh"), os.environ["GOBC_LIBRARY"], "signals"],
                         env={**LARGE_PAGES, "GOBC_TESTS_SIGNALS": check}, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
