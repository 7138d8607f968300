"""Tests of the Python package against the real library: installed, or named by GOBC_LIBRARY."""

import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import textwrap
from importlib.metadata import entry_points

import pytest

import delays
import gobc
from collector import pytest_collection_finish, pytest_sessionfinish  # noqa: F401

ROOT = pathlib.Path(__file__).parents[2]


def _register_with_networkx():
    """NetworkX looks for its backends once, when it is imported. Where the package is used from the checkout, or was
    installed before it had entry points, they are read from pyproject.toml; for child processes too."""
    if entry_points(group="networkx.backends", name="gobc"):
        return None
    found = re.findall(r'^\[project\.entry-points\."(networkx\.\w+)"\]\n(\w+) = "(.+)"$',
                       (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert [group for group, *_ in found] == ["networkx.backends", "networkx.backend_info"]
    folder = tempfile.TemporaryDirectory(prefix="gobc-entry-points-")
    described = pathlib.Path(folder.name, "gobc_entry_points-0.dist-info")
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: gobc_entry_points\nVersion: 0\n")
    (described / "entry_points.txt").write_text(
        "".join(f"[{group}]\n{name} = {value}\n" for group, name, value in found))
    sys.path.append(folder.name)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), folder.name]))
    return folder


_registered = _register_with_networkx()  # removed when the process ends

# Seconds are predicted for the reference machine, whatever is stored for whoever runs the tests.
os.environ["GOBC_MACHINE"] = "none"

# A shell starts what it runs in the background with interrupts ignored, and so would start what the tests interrupt.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_sessionstart(session):
    """A missing library is a failure of the whole run, not a reason to skip."""
    try:
        gobc.devices()
    except gobc.LibraryError as error:
        pytest.exit(f"the library cannot be loaded: {error}", returncode=3)


@pytest.fixture
def python():
    """Runs a program in an interpreter of its own, and returns what became of it; `used` is its processor time in seconds.
    The time limit only ends a hang."""

    def run(program, *, timeout=delays.HANG, check=True, **options):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True,
                              timeout=timeout, **options)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        done.used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if check:
            assert done.returncode == 0, f"exit code {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done

    return run
