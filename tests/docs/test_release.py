"""What a release must agree on: the version, wherever it stands; what its packages hold."""

import importlib.metadata
import os
import pathlib
import re
import shutil
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
    ("packaging/conda/recipe.yaml", r"^  version: (\d.*)"),
    ("RELEASING.md", r"git tag -s v(\S+) "),
    ("RELEASING.md", r"pip install 'gobc\[demo\]==([\d.]+\d)'"),
])
def test_the_version_is_the_same(name, pattern):
    assert re.findall(f"(?m){pattern}", (ROOT / name).read_text(encoding="utf-8"))[0] == gobc.__version__


def test_the_documented_way_to_install_r_brings_vignettes():
    """R CMD INSTALL of a folder never makes them; `make r-install` goes by R CMD build, and fails where a page is missing."""
    for name in ["README.md", "docs/install.md", "docs/reference/r.md"]:
        assert "make r-install" in (ROOT / name).read_text(), name
    assert "scripts/r_package.sh --install" in (ROOT / "Makefile").read_text()
    script = (ROOT / "scripts" / "r_package.sh").read_text()
    assert script.index("R CMD build") < script.index("inst/doc") < script.index("R CMD INSTALL")


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
        assert "github.com/zeebo/xxh3" in found and "gobc/core/run" in found
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


@pytest.fixture(scope="module")
def pure(tmp_path_factory):
    """A Python environment with gobc without its library, as a package of conda has it."""
    folder = tmp_path_factory.mktemp("pure")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", folder, ROOT], check=True,
                   env=os.environ | {"GOBC_PURE": "1"})
    wheel, = folder.glob("*.whl")
    assert wheel.name == f"gobc-{gobc.__version__}-py3-none-any.whl"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "env"], check=True)
    subprocess.run([*pip, "--python", folder / "env/bin/python", "install", "--no-deps", "--no-index", wheel], check=True)
    return folder / "env"


def doctor(environment):
    alone = {name: value for name, value in os.environ.items() if name not in ("GOBC_LIBRARY", "PYTHONPATH")}
    return subprocess.run([environment / "bin/gobc", "doctor"], env=alone, cwd=environment, capture_output=True, text=True)


def test_a_wheel_without_library_says_where_it_looks(pure):
    said = doctor(pure)
    assert said.returncode == 1 and f"{pure}/lib/libgobc.so" in said.stdout and "GOBC_LIBRARY" in said.stdout
    assert not list(pure.rglob("libgobc.so"))


def test_a_library_in_the_environment_is_found(pure):
    library = pure / "lib/libgobc.so"
    shutil.copyfile(gobc._library.load().path, library)
    said = doctor(pure)
    assert said.returncode == 0 and str(library) in said.stdout, said.stdout
