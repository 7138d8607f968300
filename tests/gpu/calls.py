"""Reads tasks, a JSON object a line, runs each in a fork and prints its exit code; see setting.outside.

A task has the path of its "answer" and of what it "said", its "environment", a "graph" and "calls", which run one after the
other on that graph. Forks come before the library is loaded, so a task is as alone as in a new process, without the imports.

An outcome holds "scores" (by measure, as hexadecimal floats), "gpu" and "device" of the plan, or "error" (class) and
"message"; "seconds", "launches" and "copies" (how often the emulated driver was asked to launch, and to copy or clear) always.
The last entry of the answer is {"counts": ...} of the driver once the graph is closed.
"""

import ctypes
import json
import os
import signal
import sys
import time
import warnings

import numpy  # noqa: F401  before the forks, which need it

import gobc
from grouped import grouped

COUNTS = ("allocations", "bytes", "host_allocations", "leaked")
LAUNCHES = "calls:cuLaunchKernel"
COPIES = ("calls:cuMemcpyHtoDAsync_v2", "calls:cuMemcpyDtoHAsync_v2", "calls:cuMemsetD8Async")


def outcome(graph, options):
    options = dict(options)
    measures = options.pop("measures", "betweenness")
    before, counted = time.monotonic(), counts()
    try:
        result = graph.centralities(measures, **grouped(**options))
    except gobc.Error as error:
        found = {"error": type(error).__name__, "message": str(error)}
    else:
        found = {"scores": {name: [float(x).hex() for x in result[name]] for name in result.measures},
                 "gpu": result.plan.get("gpu"), "device": result.plan["device"], "reasons": result.plan.get("reasons")}
    calls = {name: count - counted.get(name, 0) for name, count in counts().items()}
    return {**found, "seconds": time.monotonic() - before, "launches": calls.get(LAUNCHES, 0),
            "copies": sum(calls.get(name, 0) for name in COPIES)}


def counts():
    """The emulated driver's counts; {} without it."""
    with open("/proc/self/maps") as maps:
        loaded = {line.split()[-1] for line in maps if "libcuda.so" in line}
    for path in loaded:
        driver = ctypes.CDLL(path)
        if hasattr(driver, "gobc_fake_count"):
            driver.gobc_fake_count.restype = ctypes.c_longlong
            return {name: max(driver.gobc_fake_count(name.encode()), 0) for name in (*COUNTS, *COPIES, LAUNCHES)}
    return {}


def forked():
    """The task, in a fork of its own; the process that reads them ends here."""
    for line in sys.stdin:
        child = os.fork()
        if not child:
            return json.loads(line)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
    sys.exit()


def main(task):
    signal.alarm(600)  # ends a hang
    with open(task["said"], "w") as said:
        for descriptor in (1, 2):
            os.dup2(said.fileno(), descriptor)
    os.environ.clear()
    os.environ.update(task["environment"])
    warnings.simplefilter("ignore", gobc.GobcWarning)
    spec, directed = task["graph"] if isinstance(task["graph"], list) else (task["graph"], False)
    graph = gobc.Graph(gobc.generate(spec, 1), directed=directed)
    outcomes = [outcome(graph, call) for call in task["calls"]]
    graph.close()
    with open(task["answer"], "w") as file:
        json.dump([*outcomes, {"counts": {name: value for name, value in counts().items() if name in COUNTS}}], file)


main(forked())
