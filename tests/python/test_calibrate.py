"""gobc calibrate: what it stores, who reads it, and that nothing but predicted seconds depends on it."""

import json
import os
import subprocess
import sys

import pytest

from delays import HANG

# Of one question the seconds that are predicted, and all that must not differ.
QUESTION = """
    import hashlib, json, gobc
    graph = gobc.Graph(gobc.generate("road_like:n=3000"))
    plan = graph.plan("betweenness,closeness,stress", device="cpu", threads=2)
    result = graph.centralities("betweenness,closeness,stress", device="cpu", threads=2)
    bits = hashlib.sha256(b"".join(bytes(memoryview(result[name]).cast("B")) for name in result.measures)).hexdigest()
    steps = [candidate["reductions"] for candidate in plan["candidates"] if candidate["taken"]]
    print(json.dumps([plan.seconds, [bits, steps]]))
"""


def gobc(place, *words, **variables):
    """What became of a command where a calibration is in a place."""
    return subprocess.run([sys.executable, "-m", "gobc", *words], capture_output=True, text=True, timeout=HANG,
                          env={**os.environ, "GOBC_MACHINE": str(place), **variables})


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """A calibration of this machine: the file, and what the command said."""
    place = tmp_path_factory.mktemp("calibrated") / "new" / "machine.json"
    done = gobc(place, "calibrate", "--no-progress")
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return place, done.stdout


@pytest.fixture
def place(tmp_path, measured):
    """A copy of it."""
    copy = tmp_path / "machine.json"
    copy.write_text(measured[0].read_text())
    return copy


def change(place, **scales):
    held = json.loads(place.read_text())
    held["machines"][0]["scales"].update(scales)
    place.write_text(json.dumps(held))


def asked(python, place, program=QUESTION):
    return json.loads(python(program, env={**os.environ, "GOBC_MACHINE": str(place)}).stdout)


def doctor(place):
    done = gobc(place, "doctor", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    return next(row for row in json.loads(done.stdout) if row["what"] == "calibration")


def test_what_was_measured_is_said_and_stored(measured):
    place, said = measured
    for words in ("paths of edges", "paths of lengths", "distances in edges", "finishing scores", "starting a call",
                  f"stored: {place}"):
        assert words in said
    held, = json.loads(place.read_text())["machines"]
    scales = held["scales"]
    assert 0.001 <= scales.pop("start") <= 100  # a small call takes 10 microseconds, 1 ms on the reference machine with Python
    assert held["processor"] in said and all(0.01 <= scale <= 100 for scale in scales.values())
    assert ("further core adds" in said) == (held["threads"] > 1)
    assert not [name for name in os.listdir(place.parent) if name != place.name]


def test_what_is_stored_is_shown(place):
    done = gobc(place, "calibrate", "--show")
    assert done.returncode == 0 and f"stored: {place}" in done.stdout and "paths of edges" in done.stdout
    held, = json.loads(place.read_text())["machines"]
    told = json.loads(gobc(place, "calibrate", "--show", "--json").stdout)
    assert told["scales"] == held["scales"] and told["file"] == str(place) and told["date"] == held["date"]
    assert doctor(place)["state"] == "fine" and held["date"] in doctor(place)["says"]


def test_predicted_seconds_alone_depend_on_it(place, python):
    """Nor on a machine that is in some things much slower."""
    before, want = asked(python, "none")
    after, got = asked(python, place)
    assert got == want and after != before
    change(place, labels=500)
    slower, got = asked(python, place)
    assert got == want and slower > 20 * before
    change(place, labels=0.001, levels=1000, hops=1000, start=1000, finish=0.001, cores=0.01)
    assert asked(python, place)[1] == want


def test_it_is_read_once_and_by_forked_children(place, python):
    """By those that load the library themselves, as it cannot be used in others."""
    change(place, levels=1000)
    program = """
        import json, os, sys, gobc

        def seconds():
            plan = gobc.plan(gobc.generate("small_world:n=1000,k=6,p=0.1"), "betweenness", device="cpu")
            return plan.seconds

        read, write = os.pipe()
        if os.fork() == 0:
            os.write(write, str(seconds()).encode())
            os._exit(0)
        child = float(os.read(read, 100))
        first = seconds()
        os.unlink(os.environ["GOBC_MACHINE"])
        print(json.dumps([child, first, seconds()]))
    """
    child, first, second = asked(python, place, program)
    assert child == first == second > 1


def test_what_is_stored_is_forgotten(place):
    done = gobc(place, "calibrate", "--forget")
    assert (done.returncode, done.stdout) == (0, f"removed: {place}\n") and not place.exists()
    for option in ("--forget", "--show"):
        done = gobc(place, "calibrate", option)
        assert (done.returncode, done.stdout) == (0, f"not calibrated: there is no file {place}\n")
    assert doctor(place)["state"] == "fine" and "gobc calibrate" in doctor(place)["says"]


def another(place):
    held = json.loads(place.read_text())
    held["machines"][0]["processor"] = "Zilog Z80"
    return json.dumps(held)


def newer(place):
    return json.dumps({**json.loads(place.read_text()), "format": 2})


@pytest.mark.parametrize("holds, note", [(lambda place: "{", "is damaged"), (lambda place: "\0" * 100, "is damaged"),
                                         (another, "another processor, Zilog Z80"), (newer, "by a newer gobc")])
def test_other_files_are_a_note_of_doctor_alone(place, python, holds, note):
    place.write_text(holds(place))
    assert asked(python, place) == asked(python, "none")
    found = doctor(place)
    assert found["state"] == "note" and found["says"].startswith(f"not used: {place}") and note in found["says"]
    done = gobc(place, "calibrate", "--show")
    assert done.returncode == 0 and note in done.stdout
    assert python(QUESTION, env={**os.environ, "GOBC_MACHINE": str(place)}).stderr == ""


def test_a_file_named_by_mistake_stays(place):
    place.write_text("alias ll='ls -l'\n")
    for words in ((), ("--forget",)):
        done = gobc(place, "calibrate", *words)
        assert done.returncode == 1 and str(place) in done.stderr and "GOBC_MACHINE" in done.stderr
    assert place.read_text() == "alias ll='ls -l'\n"


def test_the_place_of_a_user(tmp_path, place):
    usual = tmp_path / "gobc" / "machine.json"
    usual.parent.mkdir()
    usual.write_text(place.read_text())
    done = gobc("", "calibrate", "--show", XDG_CONFIG_HOME=str(tmp_path))
    assert done.returncode == 0 and f"stored: {usual}" in done.stdout
    usual.write_text("damaged")
    done = gobc("", "calibrate", "--forget", XDG_CONFIG_HOME=str(tmp_path))
    assert done.returncode == 0 and not usual.exists()


def test_it_can_be_switched_off():
    done = gobc("none", "calibrate")
    assert done.returncode == 2 and "GOBC_MACHINE is none" in done.stderr
    done = gobc("none", "calibrate", "--json")
    assert json.loads(done.stdout)["error"]["kind"] == "ArgumentError"
    assert doctor("none") == {"what": "calibration", "state": "note", "says": "not used: GOBC_MACHINE is none"}
    done = gobc("none", "calibrate", "--show", "--forget")
    assert done.returncode == 2 and "not allowed" in done.stderr
