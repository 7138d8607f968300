"""calls.py JOB ANSWER: the calls of a JSON job, one after the other on one graph, and their outcomes; see
setting.outside.

An outcome holds "scores" (by measure, as hexadecimal floats), "gpu" and "device" of the plan, or "error" (class) and
"message"; "seconds" and "launches" (how often the emulated driver was asked to launch) always. The last entry of the answer is
{"counts": ...} of the driver once the graph is closed.
"""

import ctypes
import json
import sys
import time
import warnings

import gobc
from grouped import grouped

COUNTS = ("allocations", "bytes", "host_allocations", "leaked")
LAUNCHES = "calls:cuLaunchKernel"


def outcome(graph, options):
    options = dict(options)
    measures = options.pop("measures", "betweenness")
    before, launched = time.monotonic(), counts().get(LAUNCHES, 0)
    try:
        result = graph.centralities(measures, **grouped(**options))
    except gobc.Error as error:
        found = {"error": type(error).__name__, "message": str(error)}
    else:
        found = {"scores": {name: [float(x).hex() for x in result[name]] for name in result.measures},
                 "gpu": result.plan.get("gpu"), "device": result.plan["device"], "reasons": result.plan.get("reasons")}
    return {**found, "seconds": time.monotonic() - before, "launches": counts().get(LAUNCHES, 0) - launched}


def counts():
    """The emulated driver's counts; {} without it."""
    with open("/proc/self/maps") as maps:
        loaded = {line.split()[-1] for line in maps if "libcuda.so" in line}
    for path in loaded:
        driver = ctypes.CDLL(path)
        if hasattr(driver, "gobc_fake_count"):
            driver.gobc_fake_count.restype = ctypes.c_longlong
            return {name: max(driver.gobc_fake_count(name.encode()), 0) for name in (*COUNTS, LAUNCHES)}
    return {}


def main(job, answer):
    warnings.simplefilter("ignore", gobc.GobcWarning)
    job = json.loads(job)
    spec, directed = job["graph"] if isinstance(job["graph"], list) else (job["graph"], False)
    graph = gobc.Graph(gobc.generate(spec, 1), directed=directed)
    outcomes = [outcome(graph, call) for call in job["calls"]]
    graph.close()
    with open(answer, "w") as file:
        json.dump([*outcomes, {"counts": {name: value for name, value in counts().items() if name in COUNTS}}], file)


main(*sys.argv[1:])
