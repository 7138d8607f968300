"""Tests of the Python package against the real library: installed, or named by GOBC_LIBRARY."""

import subprocess
import sys
import textwrap

import pytest

import gobc


def pytest_sessionstart(session):
    """A missing library is a failure of the whole run, not a reason to skip."""
    try:
        gobc.devices()
    except gobc.LibraryError as error:
        pytest.exit(f"the library cannot be loaded: {error}", returncode=3)


@pytest.fixture
def python():
    """Runs a program in an interpreter of its own, with a time limit, and returns what became of it."""

    def run(program, *, timeout=60, check=True, **options):
        done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True,
                              timeout=timeout, **options)
        if check:
            assert done.returncode == 0, f"exit code {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done

    return run
