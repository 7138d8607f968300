"""Drivers that are missing, broken, slow or fail in the middle: each case in a process of its own, emulated.

device="auto" gives the CPU's bits; device="cuda" raises DeviceError with the driver's code (MemoryLimitError for 2);
the process says nothing and ends with 0.
"""

import pytest

import gobc
from setting import AUTO, EMULATED, SCRIPT, fake_folder

pytestmark = pytest.mark.scripted

SPEC = "erdos_renyi:n=70,m=200"
CPU = {"device": "cpu"}
CUDA = {"device": "cuda"}
TAKEN = {"device": "auto", "tuning": AUTO}  # auto that takes a GPU even for a small graph


def refused(found, code=None):
    """It is the error that a caller should get, with the code."""
    assert found.get("error") in (("DeviceError", "MemoryLimitError") if code == 2 else ("DeviceError",)), found
    if code is not None and found["error"] == "DeviceError":
        assert f"CUDA error {code}" in found["message"], found
    assert len(found["message"]) > 20


def falls_back(outcomes, code=None):
    """cuda, auto, cuda, cpu: refused, right, refused again for no more work, and what was right."""
    cuda, auto, again, cpu, counts = outcomes
    refused(cuda, code)
    refused(again, code)
    assert again["launches"] <= cuda["launches"]
    assert auto["scores"] == cpu["scores"]
    assert auto["device"] == "cpu" or auto["gpu"]["sources_on_cpu"] > 0
    return counts["counts"]


CALLS = [CUDA, TAKEN, CUDA, CPU]


def test_garbage_instead_of_a_driver(outside, tmp_path):
    (tmp_path / "libcuda.so.1").write_text("no library at all, " * 50)
    falls_back(outside(SPEC, CALLS, driver=tmp_path))


def test_a_library_that_is_no_driver(outside, tmp_path):
    """Any other library of that name: it has no cuInit."""
    maps = open("/proc/self/maps").read()
    other = next(line.split()[-1] for line in maps.splitlines() if "/libc.so.6" in line or "/libc-2" in line)
    (tmp_path / "libcuda.so.1").symlink_to(other)
    falls_back(outside(SPEC, CALLS, driver=tmp_path))


def test_no_driver(outside, tmp_path, monkeypatch):
    """Where this machine has a GPU its driver is found after all; the two cases above stand for this one there."""
    monkeypatch.delenv("LD_LIBRARY_PATH", raising=False)
    outcomes = outside(SPEC, CALLS, driver=tmp_path)
    if EMULATED:
        falls_back(outcomes)
        assert "driver" in outcomes[0]["message"]
    else:
        assert outcomes[0]["scores"] == outcomes[3]["scores"]


def test_missing_functions(outside, monkeypatch):
    monkeypatch.delenv("LD_LIBRARY_PATH", raising=False)
    falls_back(outside(SPEC, CALLS, driver=fake_folder() / "missing"), 500)


@pytest.mark.parametrize("code", [2, 3, 35, 100, 218, 222, 700, 719, 803, 999])
def test_the_driver_does_not_start(outside, code):
    falls_back(outside(SPEC, CALLS, script=f"fail=cuInit:*:{code}"), code)


@pytest.mark.parametrize("script, code", [("devices=0", 100), ("driver=11080", 35), ("capability=60", None)])
def test_nothing_to_run_on(outside, script, code):
    falls_back(outside(SPEC, CALLS, script=script), code)


def test_a_driver_older_than_ptx(outside):
    """A device of the future runs PTX, which a driver of today's or newer can compile, and an older one cannot."""
    future = "capability=130;driver="
    if "ptx" not in gobc.devices()[1]["built"]:  # a library for this machine has images of its architectures alone
        falls_back(outside(SPEC, CALLS, script=future + "13000"), None)
        return
    outcomes = outside(SPEC, CALLS, script=future + "13000")
    assert outcomes[0]["scores"] == outcomes[3]["scores"]
    falls_back(outside(SPEC, CALLS, script=future + "12080"), 222)


def test_a_slow_start(outside):
    cuda, auto, cpu, _ = outside(SPEC, [CUDA, TAKEN, CPU], script="sleep=cuInit:5;" + SCRIPT)
    assert cuda["scores"] == auto["scores"] == cpu["scores"]
    assert cuda["seconds"] > 4.9  # it has waited


def test_a_start_that_hangs(outside):
    """The call gives up after ten seconds, the next one without waiting, and so does the process when it ends: the driver
    starts long after the test has given up."""
    cuda, auto, cpu, _ = outside(SPEC, [CUDA, TAKEN, CPU], script="sleep=cuInit:3600;" + SCRIPT)
    refused(cuda)
    assert "did not start within 10s" in cuda["message"] and cuda["seconds"] > 9
    assert auto["scores"] == cpu["scores"] and auto["seconds"] < cuda["seconds"] / 2


@pytest.mark.parametrize("code", [2, 218, 222, 700, 719])
@pytest.mark.parametrize("function", ["cuModuleLoadData", "cuMemAlloc", "cuLaunchKernel", "cuEventQuery"])
def test_a_call_fails(outside, function, code):
    counts = falls_back(outside(SPEC, CALLS, script=f"fail={function}:*:{code};" + SCRIPT), code)
    if code not in (700, 719):  # nothing can be freed on a device that is lost
        assert counts == dict.fromkeys(counts, 0)


FUNCTIONS = ["cuCtxSetCurrent", "cuDevicePrimaryCtxRetain", "cuStreamCreate", "cuEventCreate", "cuMemcpyHtoDAsync",
             "cuMemcpyDtoHAsync", "cuMemsetD8Async", "cuModuleGetFunction", "cuModuleGetGlobal", "cuFuncSetAttribute",
             "cuOccupancyMaxActiveBlocksPerMultiprocessor", "cuMemGetInfo", "cuEventRecord", "cuEventElapsedTime",
             "cuStreamSynchronize", "cuDeviceGetCount", "cuDeviceGetAttribute", "cuDriverGetVersion"]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_any_other_call_fails(outside, function):
    falls_back(outside(SPEC, CALLS, script=f"fail={function}:*:999;" + SCRIPT), 999)


@pytest.mark.parametrize("code", [700, 719, 999])
@pytest.mark.parametrize("launch", [1, 2, 3])
def test_lost_in_the_middle(outside, code, launch):
    """A call each launch: those before are right, then the device is lost for good and says so at once."""
    outcomes = outside(SPEC, [CUDA, CUDA, CUDA, CUDA, TAKEN, CPU], script=f"sticky={code}:{launch};" + SCRIPT)
    *cuda, auto, cpu, _ = outcomes
    for number, found in enumerate(cuda, 1):
        if number < launch:
            assert found["scores"] == cpu["scores"]
        else:
            refused(found, code)
        if number > launch:
            assert found["launches"] == 0
    assert auto["scores"] == cpu["scores"] and auto["device"] == "cpu"


def test_a_lost_device_is_not_asked_again(outside):
    """Whatever the driver says later: what is left there is not known."""
    lost, again, auto, cpu, _ = outside(SPEC, [CUDA, CUDA, TAKEN, CPU], script=f"fail=cuLaunchKernel:1:719;{SCRIPT}")
    for found in (lost, again):
        refused(found, 719)
    assert "start a new process" in again["message"]
    assert auto["scores"] == cpu["scores"] and auto["device"] == "cpu"


def test_auto_finishes_what_a_lost_device_left(outside):
    auto, again, cpu, _ = outside(SPEC, [TAKEN, TAKEN, CPU], script="sticky=719;" + SCRIPT)
    assert auto["scores"] == again["scores"] == cpu["scores"]
    assert auto["gpu"]["sources_on_cpu"] == 70 and "719" in auto["gpu"]["why"]
    assert again["device"] == "cpu"


def test_what_a_lost_device_left_is_as_right_as_asked_for(outside):
    """GPUs hold 1e-5 in single precision at lists of 195 neighbors, the CPU does not: it finishes in double."""
    single, double = ({"measures": ["betweenness", "stress"], "precision": name} for name in ("single", "double"))
    calls = [{**TAKEN, **single}, {**CPU, **single}, {**CPU, **double}]
    auto, cpu, want, _ = outside("erdos_renyi:n=200,m=19500", calls, script="sticky=719;" + SCRIPT)
    assert auto["gpu"]["sources_on_cpu"] == 200 and auto["scores"] == cpu["scores"] == want["scores"]


@pytest.mark.parametrize("lost", [0, 1])
def test_the_other_device_goes_on(outside, lost):
    """Of two devices one is lost while both work: the other does all of it, and alone it goes on."""
    devices = ("cuda:0,cuda:1", f"cuda:{1 - lost}", f"cuda:{lost}", "cpu")
    both, other, gone, cpu, _ = outside(SPEC, [{"device": device} for device in devices],
                                        script=f"devices=2;sms=2;async=1;sticky=719@{lost}")
    assert both["scores"] == other["scores"] == cpu["scores"]
    assert "719" in both["gpu"]["why"]
    refused(gone, 719)


def test_distances_on_a_device_that_is_lost(outside):
    """The other device does all of them, as it does paths."""
    devices = ("cuda:0,cuda:1", "cuda:0", "cpu")
    both, other, cpu, _ = outside(SPEC, [{"measures": "closeness", "device": device} for device in devices],
                                  script="devices=2;sms=2;async=1;sticky=719@1")
    assert both["scores"] == other["scores"] == cpu["scores"]
    assert "719" in both["gpu"]["why"]


@pytest.mark.parametrize("device, says", [("cuda:7", "cuda:7"), ("cuda:0,cuda:9", "cuda:9")])
def test_a_device_that_is_not_there(outside, device, says):
    found, cuda, cpu, _ = outside(SPEC, [{"device": device}, CUDA, CPU])
    refused(found)
    assert says in found["message"]
    assert cuda["scores"] == cpu["scores"]
