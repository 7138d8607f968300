"""Tests of device="cuda" on the GPUs of this machine, or where there is none on emulated ones (tests/fakecuda).

GOBC_REQUIRE_CUDA=1 makes a missing GPU a failure. GOBC_FAKE_FOLDER names the folder of the emulated driver (default
build/fakecuda, built when it is missing or old). Tests of scripted failures use the emulated driver in either case.
"""

import os
import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
for folder in (HERE, HERE.parent / "python"):
    sys.path.insert(0, str(folder))

import gobc  # noqa: E402
import setting  # noqa: E402
from collector import pytest_collection_finish, pytest_sessionfinish  # noqa: E402, F401


def pytest_configure(config):
    config.addinivalue_line("markers", "long: runs in make test-all, not in make test")
    config.addinivalue_line("markers", "scripted: needs the emulated driver, whatever GPU there is")
    if os.environ.get("GOBC_FAKE_CUDA"):
        return  # told what to run on, or started anew by the lines below
    asked = subprocess.run([sys.executable, "-c", "import json, gobc; print(json.dumps(gobc.devices()))"],
                           capture_output=True, text=True, timeout=600)
    if asked.returncode:
        pytest.exit(f"the library cannot be loaded: {asked.stderr}", returncode=3)
    if setting.names(asked.stdout):
        return
    if os.environ.get("GOBC_REQUIRE_CUDA") == "1":
        pytest.exit(f"GOBC_REQUIRE_CUDA=1, but no GPU can be used: {asked.stdout}", returncode=3)
    try:
        folder = setting.fake_folder()
    except setting.NoFake as reason:
        pytest.exit(f"there is no GPU, and none can be emulated: {reason}", returncode=3)
    # A driver is found and started once in a process, so the run begins anew where it can be found.
    config.pluginmanager.getplugin("capturemanager").stop_global_capturing()
    environment = setting.fake_environment(folder, setting.SCRIPT)
    os.execve(sys.executable, [sys.executable, "-m", "pytest", *config.invocation_params.args], environment)


def pytest_report_header():
    what = "emulated" if setting.EMULATED else "real"
    return f"GPUs ({what}): " + ", ".join(f"{row['name']} {row['model']}" for row in setting.GPUS)


def pytest_sessionstart(session):
    if not setting.GPUS:
        pytest.exit("GOBC_FAKE_CUDA is set, but the driver it is for was not found: see LD_LIBRARY_PATH", returncode=3)


def pytest_collection_modifyitems(config, items):
    """Scripted failures where no driver can be emulated: left out, and said so."""
    try:
        setting.fake_folder()
    except setting.NoFake as reason:
        out = [item for item in items if item.get_closest_marker("scripted")]
        items[:] = [item for item in items if item not in out]
        config.hook.pytest_deselected(items=out)
        config.left_out = f"{len(out)} tests of scripted failures were NOT run: {reason}"


def pytest_terminal_summary(terminalreporter, config):
    if left_out := getattr(config, "left_out", ""):
        terminalreporter.write_line(left_out, yellow=True)


@pytest.fixture
def outside(tmp_path):
    """Runs calls in a process of its own; see setting.outside."""
    return lambda *arguments, **options: setting.outside(tmp_path, *arguments, **options)


@pytest.fixture(autouse=True)
def graphs_as_they_are(request):
    """Kernels are compared on the same graph: which reductions are chosen depends on the engine, and they move last bits."""
    if request.module.__name__ in ("test_gpu_reductions", "test_gpu_chains"):
        yield
        return
    with gobc.settings(reductions="none"):
        yield
