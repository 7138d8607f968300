"""What using a GPU does to the process: nothing before it is asked for, nothing after."""

import ctypes
import json
import subprocess
import sys

import pytest

import gobc
from comparing import MEASURES
from graphs import random
from setting import EMULATED, MODEL, fake_environment, fake_folder

MAPPED = "print(sum('libcuda' in line for line in open('/proc/self/maps')), end='')"


def run(program):
    done = subprocess.run([sys.executable, "-W", "ignore:This process:DeprecationWarning", "-c", program],
                          capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


@pytest.mark.parametrize("work, opened", [
    ("pass", False), ("gobc.measures()", False), ("gobc.Graph([(0, 1)])", False),
    ("gobc.betweenness([(0, 1)])", False), ("gobc.betweenness([(0, 1)], device='cpu')", False),
    ("gobc.plan([(0, 1)])", False), ("gobc.betweenness([(0, 1)], device='cuda')", True), ("gobc.devices()", True),
])
def test_the_driver_is_opened_when_it_is_needed(work, opened):
    assert (run(f"import gobc; {work}; {MAPPED}") != "0") == opened


def test_devices_are_described():
    rows = json.loads(run("import gobc, json; print(json.dumps(gobc.devices()))"))
    assert rows[0]["kind"] == "cpu"
    for number, row in enumerate(rows[1:]):
        assert (row["kind"], row["name"]) == ("cuda", f"cuda:{number}")
        assert row["memory"] > 0 and row["multiprocessors"] > 0 and float(row["compute_capability"]) >= 7
        assert row["model"].startswith(MODEL) == EMULATED


def test_devices_on_the_command_line():
    text = run("from gobc.cli import main; main(['devices'])")
    assert "cuda:0" in text and "compute capability" in text and "multiprocessors" in text


def test_a_child_after_a_fork_is_told():
    program = """
import gobc, os
gobc.betweenness([(0, 1)], device="cuda")
child = os.fork()
if child == 0:
    try:
        gobc.betweenness([(0, 1)], device="cuda")
    except gobc.ForkedError:
        os._exit(7)
    os._exit(1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), end="")
"""
    assert run(program) == "7"


def test_device_errors():
    assert issubclass(gobc.DeviceError, gobc.Error) and issubclass(gobc.DeviceError, RuntimeError)
    with pytest.raises(gobc.DeviceError, match="cuda:200"):
        gobc.betweenness([(0, 1)], device="cuda:200")
    for wrong in ("cuda:", "cuda:x", "cuda:-1", "cuda:0,cuda:0", "gpu", ["cuda", 0], ["cuda:0,cuda:1"], [], "cuda,cpu"):
        with pytest.raises(gobc.ArgumentError, match="device"):
            gobc.betweenness([(0, 1)], device=wrong)


def test_memory_is_given_back():
    """With the graph its copies on the device go, and so does the workspace that was kept for the next call."""
    if EMULATED:
        driver = ctypes.CDLL("libcuda.so.1")
        driver.gobc_fake_count.restype = ctypes.c_longlong

        def used():
            return driver.gobc_fake_count(b"bytes")
    else:
        driver = ctypes.CDLL("libcuda.so.1")
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        context, device = ctypes.c_void_p(), ctypes.c_int()
        assert driver.cuInit(0) == driver.cuDeviceGet(ctypes.byref(device), 0) == 0
        assert driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), device) == driver.cuCtxSetCurrent(context) == 0

        def used():
            assert driver.cuMemGetInfo_v2(ctypes.byref(free), ctypes.byref(total)) == 0
            return total.value - free.value

    def work():
        for directed in (False, True):
            edges = random("middling", 1, 90)
            with gobc.Graph(edges, directed=directed) as graph:
                graph.centralities(MEASURES, device="cuda", sources=[0, 1, 2, 3])
            with gobc.Graph((*edges, edges[0] % 7 + 1), directed=directed, weight=True) as graph:
                graph.centralities(MEASURES, device="cuda", sources=[0, 1, 2, 3])

    work()  # modules are loaded and stay
    before = used()
    for _ in range(3):
        work()
    assert used() == before


@pytest.mark.scripted
def test_threads_of_the_driver_take_no_signals():
    """While the driver starts, only threads of Python may run Python's handlers."""
    program = """
import ctypes, os, signal, threading, time
import gobc
gobc.measures()
asking = threading.Thread(target=gobc.devices)
asking.start()
driver = ctypes.CDLL("libcuda.so.1")
while not driver.gobc_fake_count(b"calls:cuInit"):
    time.sleep(0.001)
own = {thread.native_id for thread in threading.enumerate()}
seen = 0
for task in map(int, os.listdir("/proc/self/task")):
    if task not in own:
        status = open(f"/proc/self/task/{task}/status").read()
        blocked = int(status.partition("SigBlk:")[2].split()[0], 16)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM, signal.SIGUSR1):
            assert blocked >> number - 1 & 1, (task, number)
        seen += 1
assert seen > 1 and asking.is_alive()
asking.join()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=600,
                          env=fake_environment(fake_folder(), "devices=1;sleep=cuInit:5"))
    assert (done.returncode, done.stderr) == (0, "")
