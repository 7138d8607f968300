"""docs/background/guarantees.md: every promise names tests that exist, and the faults that they must catch."""

import pathlib
import re
import sys
import time

import pytest

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import mutants  # noqa: E402

# A section: its number and title, to whom the promise is made, its text, its tests, its faults.
SECTION = re.compile(r"(?ms)^## (\d+)\. ([^\n]+)\n\nPromised to ([^\n]+)\.\n\n(.+?)\n\nTests:\n\n(.+?)\n\n"
                     r"Faults: (.+?)\n(?=\n## )")
PAGE = (ROOT / "docs/background/guarantees.md").read_text()
PROMISES = [found.groups() for found in SECTION.finditer(PAGE)]
NUMBERS = [int(promise[0]) for promise in PROMISES]
FAULTS = mutants.all_mutants()


def test_every_promise_has_a_section():
    assert NUMBERS == list(range(1, 59)) == [int(number) for number in re.findall(r"(?m)^## (\d+)\.", PAGE)]
    assert not [promise[0] for promise in PROMISES if "\n#" in "".join(promise) or "Tests:" in promise[3]]
    assert len(re.findall("(?m)^Tests:$", PAGE)) == len(re.findall("(?m)^Faults: ", PAGE)) == len(PROMISES)


def named(tests):
    """(file, test) of a section; None for a file that stands for all of it."""
    files = []
    for word in re.findall("`([^`]+)`", tests):
        if (ROOT / word).is_file():
            files.append((word, []))
        else:
            assert files, f"there is no file {word}"
            files[-1][1].append(word)
    return [(file, test) for file, tests in files for test in tests or [None]]


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise[0])
def test_tests_of_a_promise_exist(promise):
    found = named(promise[4])
    assert found or promise[4].startswith("none"), "a promise names its tests, or says that there are none"
    for file, test in found:
        text = (ROOT / file).read_text()
        written = (f"\nfunc {test}(", f"\ndef {test}(", f'test_that("{test}"', f"\nstatic void {test}(", f"wanted {test}")
        assert test is None or any(way in text for way in written), f"{file} has no test {test}"


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise[0])
def test_faults_of_a_promise_are_those_of_tests_mutants(promise):
    there = sorted(fault.name for fault in FAULTS if fault.promise == promise[0])
    assert sorted(re.findall("`([^`]+)`", promise[5])) == there
    assert there or promise[5].startswith("none"), "a promise names a fault, or says why there is none"


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_can_be_planted(fault):
    mutants.mutated(fault, ROOT)
    assert mutants.missing_test(fault) is None


def test_there_are_faults_in_every_language():
    assert len(FAULTS) >= 60
    assert {pathlib.Path(fault.file).suffix for fault in FAULTS} >= {".c", ".h", ".go", ".py", ".R"}
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)


# Files that look at the clock, and what for. None asserts how many seconds pass: a busy machine stretches them, so tests count
# what is done (tests/README.md), and make test-delays judges seconds.
CLOCKS = {
    "tests/abi/check.h": "seconds that make test-delays judges",
    "tests/python/delays.py": "seconds that make test-delays judges; ends a hang",
    "internal/delay/delay.go": "seconds that make test-delays judges",
    "rpkg/tests/testthat/test-process.R": "seconds that make test-delays judges",
    "tests/python/test_process.py": "seconds that make test-delays judges",
    "tests/python/test_partial.py": "a limit is not reached too early",
    "tests/python/test_cli_streams.py": "ends a hang",
    "tests/python/test_igraph_module.py": "how long threads race",
    "tests/gpu/calls.py": "waits of the driver's that are longer than what they are compared with",
    "tests/gpu/test_gpu_partial.py": "when a call is stopped",
    "core/run/partial_test.go": "when a call is stopped",
    "core/run/millions_test.go": "printed",
    "tests/fakecuda/drivertest.cc": "the emulated driver waits for as long as it is told to",
    "tests/kernels/test_distances_queue.c": "when a call is stopped",
    "rpkg/tests/testthat/test-jobs.R": "the age of a file",
    "example_test.go": "a deadline that has passed",
    "tests/go/seconds_test.go": "a deadline that has passed",
}
CLOCK = re.compile(r"\btime\.(?:Since|Now)\(|\b(?:monotonic|perf_counter)(?:_ns)?\(|CLOCK_MONOTONIC|steady_clock|"
                   r"\bSys\.time\(|\[\[?\"elapsed\"")


def test_no_other_test_looks_at_the_clock():
    code = {".c", ".cc", ".go", ".h", ".py", ".R", ".sh"}
    tests = [path for folder in ("abi", "go", "gpu", "kernels", "peers", "planted", "python", "site", "vectors")
             for path in (ROOT / "tests" / folder).rglob("*")] + list((ROOT / "rpkg/tests").rglob("*"))
    tests += [path for where in (".", "core", "internal", "kernels") for path in
              (ROOT.glob("*_test.go") if where == "." else (ROOT / where).rglob("*_test.go"))]
    tests += [ROOT / "internal/delay/delay.go", ROOT / "tests/fakecuda/drivertest.cc"]
    tests = [path for path in tests if path.suffix in code]
    found = {str(path.relative_to(ROOT)) for path in tests if CLOCK.search(path.read_text(errors="replace"))}
    assert len(tests) > 200 and found == set(CLOCKS), found ^ set(CLOCKS)


def test_a_run_leaves_no_process(tmp_path, monkeypatch):
    """A fault in what a child does after a fork leaves children that wait for ever."""
    monkeypatch.setattr(mutants, "TREE", tmp_path)
    for end, limit, status in (("exit 3", 20, 3), ("wait", 0.5, None)):
        command = f"sleep 100 & echo $! >child; {end}"
        assert mutants.run(["sh", "-c", command], tmp_path / "log", limit) == status
        child = pathlib.Path("/proc", (tmp_path / "child").read_text().strip(), "stat")
        for _ in range(100):  # until it is gone, or a zombie that nobody waits for
            if not child.exists() or child.read_text().rpartition(")")[2].split()[0] == "Z":
                break
            time.sleep(0.05)
        else:
            pytest.fail(f"{command}: its child still runs")
