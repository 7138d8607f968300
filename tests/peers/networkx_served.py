"""A pytest plugin for runs of NetworkX's own tests with the backend "gobc": how many calls of its functions gobc served
itself, how many it did not, and why. With GOBC_NETWORKX_SERVED=all a call that it did not serve fails the run, but for
those with arguments or weights that it does not take. GOBC_NETWORKX_SEEDS says from how many seeds a test may make random
graphs (all): one test has 500 of them and takes nine tenths of the time.
"""

from __future__ import annotations

import functools
import os
import re
from collections import Counter
from importlib.metadata import entry_points

import pytest

from gobc._networkx import choice
from gobc._networkx.interface import backend

REFUSED = ("weight= is a function", "sp= holds", "e= holds", "attr= is written",
           "an edge's weight is 0;", "an edge's weight is -")

served: Counter = Counter()
declined: Counter = Counter()


def _decline(name: str, reason: str) -> None:
    # Of weights that are no lengths, the edge does not matter.
    declined[name, re.sub(r"^.* of the edge \(.*?\) is", "an edge's weight is", reason)] += 1


def _counted(name):
    function = getattr(backend, name)

    @functools.wraps(function)
    def count(*args, **kwargs):
        try:
            answer = function(*args, **kwargs)
        except NotImplementedError as error:
            _decline(name, str(error))
            raise
        except Exception:  # NetworkX's own errors are answers
            served[name] += 1
            raise
        served[name] += 1
        return answer

    return count


def _can_run(name, args, kwargs):
    answer = choice.can_run(name, args, kwargs)
    if answer is not True:
        _decline(name, answer)
    return answer


def _converted(graph, *, name, **kwargs):
    try:
        return type(backend).convert_from_nx(graph, name=name, **kwargs)
    except NotImplementedError as error:
        _decline(name, str(error))
        raise


def pytest_configure(config):
    if not entry_points(group="networkx.backends", name="gobc"):
        pytest.exit("NetworkX does not find the backend gobc: install this version with pip install .", returncode=4)
    backend.can_run, backend.convert_from_nx = _can_run, _converted
    for name in choice.PARAMETERS:
        setattr(backend, name, _counted(name))


def pytest_collection_modifyitems(config, items):
    if seeds := os.environ.get("GOBC_NETWORKX_SEEDS"):
        others = {item for item in items if hasattr(item, "callspec") and item.callspec.params.get("seed", 0) >= int(seeds)}
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]


def _unexpected() -> Counter:
    return Counter({key: count for key, count in declined.items() if not key[1].startswith(REFUSED)})


def pytest_sessionfinish(session, exitstatus):
    if os.environ.get("GOBC_NETWORKX_SERVED") == "all" and (_unexpected() or not served):
        session.exitstatus = 1


def pytest_terminal_summary(terminalreporter):
    write = terminalreporter.write_line
    write(f"gobc served {served.total():,} calls and left {declined.total():,} to NetworkX")
    for name in choice.PARAMETERS:
        write(f"  {served[name]:7,} {name}")
    for (name, reason), count in declined.most_common():
        write(f"  {count:7,} {name} not: {reason}")
    if os.environ.get("GOBC_NETWORKX_SERVED") == "all":
        for (name, reason), count in _unexpected().items():
            write(f"FAILED: {count:,} calls of {name} were not served: {reason}")
        if not served:
            write("FAILED: no call was served")
