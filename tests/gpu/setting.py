"""What the tests run on: the GPUs, the folder of the emulated driver, and processes of their own."""

import atexit
import fcntl
import functools
import json
import os
import pathlib
import shutil
import subprocess
import sys

import gobc

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MODEL = "Emulated GPU"  # so the emulated driver names its devices
SCRIPT = "devices=4;sms=2;async=1"
MISSING = "cuMemGetInfo_v2 cuLaunchKernel"  # what the driver in `missing` lacks


class NoFake(Exception):
    """Why no driver can be emulated here."""


def names(text):
    """The usable GPUs in the JSON of gobc.devices()."""
    return [row["name"] for row in json.loads(text) if row["kind"] == "cuda" and "model" in row]


@functools.lru_cache
def fake_folder() -> pathlib.Path:
    """The folder of the emulated driver: built if its sources are here, else as it comes with the bundle."""
    folder = pathlib.Path(os.environ.get("GOBC_FAKE_FOLDER") or ROOT / "build" / "fakecuda")
    script = ROOT / "tests" / "fakecuda" / "build.sh"
    compiler = os.environ.get("CXX", "c++")
    if script.exists() and shutil.which(compiler):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with open(folder.parent / "fakecuda.lock", "w") as alone:  # tests may run in several processes
            fcntl.flock(alone, fcntl.LOCK_EX)
            built = subprocess.run(["sh", str(script), str(folder)], env={**os.environ, "GOBC_FAKE_MISSING": MISSING},
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if built.returncode:
            raise NoFake(built.stdout[-2000:])
    if not (folder / "libcuda.so.1").exists():
        raise NoFake(f"{folder} has no libcuda.so.1, and {compiler} is missing to build it")
    return folder


# Room for the thread variables of the emulated driver, all __shared__ memory, beside those of libraries that are there at the
# start: glibc then reaches them without a call. Elsewhere, and where there is less room, they are only slower.
THREAD_VARIABLES = "glibc.rtld.optional_static_tls=400000"


def fake_environment(folder, script, **more):
    tunables = os.environ.get("GLIBC_TUNABLES") or THREAD_VARIABLES
    paths = [str(folder), *filter(None, os.environ.get("LD_LIBRARY_PATH", "").split(":"))]
    return {**os.environ, "LD_LIBRARY_PATH": ":".join(dict.fromkeys(paths)), "GOBC_FAKE_CUDA": script,
            "GLIBC_TUNABLES": tunables, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **more}


@functools.lru_cache
def forking(libraries, modules):
    """A process of calls.py. The loader reads LD_LIBRARY_PATH once, when a process starts, so each has one of its own."""
    environment = {**os.environ, "LD_LIBRARY_PATH": libraries or "", "PYTHONPATH": modules,
                   "OPENBLAS_NUM_THREADS": "1"}  # NumPy's threads would be lost in a fork, and spin
    if libraries is None:
        del environment["LD_LIBRARY_PATH"]
    started = subprocess.Popen([sys.executable, str(HERE / "calls.py")], env=environment, text=True, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE)
    atexit.register(started.wait)
    atexit.register(started.stdin.close)
    return started


def outside(folder, graph, calls, *, script=SCRIPT, driver=None, real=False, **environment):
    """The outcomes of calls in a process of its own with the emulated driver, or with `real` on what this session has.

    graph: a spec of gobc.generate, or ["spec", directed]. calls: keyword arguments of Graph.centralities; "measures"
    defaults to betweenness. The process must end with 0 and say nothing. See calls.py for what an outcome holds.
    """
    if real and not EMULATED:
        surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **environment}
    else:
        surroundings = fake_environment(driver or fake_folder(), script, **environment)
    answer, said = folder / "answer.json", folder / "said"
    answer.unlink(missing_ok=True)
    task = {"graph": graph, "calls": calls, "answer": str(answer), "said": str(said), "environment": surroundings}
    forks = forking(surroundings.get("LD_LIBRARY_PATH"), surroundings["PYTHONPATH"])
    print(json.dumps(task), file=forks.stdin, flush=True)
    assert (forks.stdout.readline(), said.read_text()) == ("0\n", "")
    return json.loads(answer.read_text())


GPUS = [row for row in gobc.devices() if row["kind"] == "cuda" and "model" in row]
EMULATED = bool(GPUS) and GPUS[0]["model"].startswith(MODEL)
ALL = ",".join(row["name"] for row in GPUS)

# Emulated kernels run 10,000 times slower: a batch of 32 sources on 200 vertices takes 12 ms.
AUTO = "auto_seconds=0"  # device="auto" takes a GPU for any graph

RANDOM_GRAPHS = 1 if EMULATED else 8  # of each kind
RANDOM_VERTICES = 72 if EMULATED else 1500
