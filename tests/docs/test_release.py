"""What a release must agree on: the version, wherever it stands; what its packages hold."""

import importlib.metadata
import os
import pathlib
import re
import subprocess
import sys
import tarfile

import pytest

import gobc

ROOT = pathlib.Path(__file__).parents[2]


@pytest.mark.parametrize("name, pattern", [
    ("python/gobc/_version.py", r'__version__ = "(.*)"'),
    ("rpkg/DESCRIPTION", r"Version: (.*)"),
    ("CITATION.cff", r"^version: (.*)"),
    ("RELEASING.md", r"git tag -s v(\S+) "),
    ("RELEASING.md", r"pip install gobc==([\d.]+\d)"),
])
def test_the_version_is_the_same(name, pattern):
    assert re.findall(f"(?m){pattern}", (ROOT / name).read_text(encoding="utf-8"))[0] == gobc.__version__


def test_the_r_package_holds_the_modules_that_its_library_needs(tmp_path):
    """Without network, proxy and cache of modules, and for every kind of build."""
    subprocess.run(["sh", "scripts/r_package.sh", "--sources", tmp_path], cwd=ROOT, check=True)
    sources = tmp_path / "gobc/tools/gobc"
    with tarfile.open(sources / "vendor.tar.xz") as modules:
        modules.extractall(sources)
    (sources / "kernels/cuda/images").mkdir()
    (sources / "kernels/cuda/images/kernels.zip").touch()  # a build makes it
    go = subprocess.run(["sh", "scripts/find_go.sh"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    alone = os.environ | {"GOPROXY": "off", "GOFLAGS": "", "GOMODCACHE": str(tmp_path / "none"), "GOWORK": "off"}
    for tags in ("", "gobc_cuda"):
        found = subprocess.run([go, "list", "-deps", "-mod=vendor", "-tags", tags, "./capi/library"], cwd=sources, env=alone,
                               check=True, capture_output=True, text=True).stdout.split()
        assert "github.com/apache/arrow/go/v15/arrow" in found and "gobc/core/run" in found
    assert (tmp_path / "gobc/inst/COPYRIGHTS").read_text() == (ROOT / "THIRD_PARTY.md").read_text()


def test_the_manual_page_is_what_the_parser_says():
    checked = subprocess.run([sys.executable, "scripts/man_page.py", "--check"], cwd=ROOT, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_mandoc_finds_nothing_in_the_manual_page():
    subprocess.run(["sh", "scripts/need.sh", "mandoc", "mandoc"], cwd=ROOT, check=True)
    found = subprocess.run(["mandoc", "-Tlint", "packaging/gobc.1"], cwd=ROOT, capture_output=True, text=True).stdout.splitlines()
    # A release has a day in its place.
    assert [line for line in found if not line.endswith("cannot parse date, using it verbatim: TH not yet released")] == []


def test_the_installed_wheel_has_the_manual_page():
    page = [file for file in importlib.metadata.files("gobc") or [] if str(file).endswith("share/man/man1/gobc.1")]
    assert len(page) == 1 and page[0].read_text() == (ROOT / "packaging/gobc.1").read_text()
