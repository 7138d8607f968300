"""What is installed and built comes by its hash, and a wheel says what is in it."""

import importlib.metadata
import json
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

import gobc

ROOT = pathlib.Path(__file__).parents[2]
GROUPS = ["build", "cluster", "cuda", "demo", "docs", "go", "notebooks", "test", "tools", "zig"]
sys.path.insert(0, str(ROOT / "scripts"))

import pins  # noqa: E402
import sbom  # noqa: E402


def pinned(*arguments):
    done = subprocess.run(["sh", "scripts/pinned.sh", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.split()


def requirements(group):
    """The rows of a group as pip gets them, each in words: name==version, markers, hashes."""
    (path,) = pinned(group)
    text = re.sub(r"(?m)^ *#.*\n", "", (ROOT / path).read_text()).replace("\\\n", " ")
    return [line.split() for line in text.splitlines() if line.strip()]


def test_the_lock_file_has_these_groups():
    assert pinned("--groups") == GROUPS


@pytest.mark.parametrize("group", GROUPS)
def test_packages_have_versions_and_hashes(group):
    rows = requirements(group)
    wrong = [row for row in rows if not re.fullmatch(r"[a-z0-9-]+==[\w.+]+", row[0])
             or not [word for word in row if re.fullmatch("--hash=sha256:[0-9a-f]{64}", word)]]
    assert rows and not wrong


def test_the_lock_file_is_what_its_groups_make():
    groups = {group: pins.rows((ROOT / pinned(group)[0]).read_text()) for group in GROUPS}
    assert pins.merge(groups) == pins.LOCK.read_text()


@pytest.mark.parametrize("group, heading, names", [
    ("test", "project.optional-dependencies", ("test", "notebooks", "files", "plot", "progress", "completion")),
    ("notebooks", "project.optional-dependencies", ("notebooks", "files", "plot", "progress", "completion")),
    ("docs", "project.optional-dependencies", ("docs",)),
    ("demo", "project.optional-dependencies", ("demo",)),
    ("cluster", "dependency-groups", ("cluster",)),
    ("build", "dependency-groups", ("build",)), ("tools", "dependency-groups", ("tools", "build")),
    ("go", "dependency-groups", ("go",)), ("cuda", "dependency-groups", ("cuda",)), ("zig", "dependency-groups", ("zig",)),
])
def test_what_pyproject_asks_for_is_pinned(group, heading, names):
    text = (ROOT / "pyproject.toml").read_text()
    section = re.search(rf"(?m)^\[{heading}\][^\n]*\n(.*?)(?=^\[[a-z])", text, re.DOTALL)[1]
    found = {row[0].partition("==")[0] for row in requirements(group)}
    for name in names:
        wanted = re.findall(r'"([\w-]+)[^"]*"', re.search(rf"(?ms)^{name} = \[(.*?)\]\s*(?:#.*?)?$", section)[1])
        assert wanted and set(wanted) - {"gobc"} <= found, name


def test_the_build_requirement_is_the_pinned_one():
    asked = re.search(r'requires = \["(setuptools==[\d.]+)"\]', (ROOT / "pyproject.toml").read_text())[1]
    assert [row[0] for row in requirements("build")] == [asked]


def test_pip_installs_by_hash_or_what_is_here():
    """Where pip is called, it looks for no package without a hash."""
    files = [ROOT / "Makefile", *(ROOT / "scripts").glob("*.sh")]
    calls = [call for path in files for call in
             re.findall(r"^(?!#).*\bpip (?:install|wheel|download)\b.*$", path.read_text().replace("\\\n", " "), re.MULTILINE)]
    safe = ("--require-hashes", "--no-deps", "--no-index")
    assert len(calls) >= 5
    # The Makefile's INSTALL is a beginning, to which PACKAGES and GOBC add one of these.
    assert [call for call in calls if not any(word in call for word in safe) and not call.startswith("INSTALL = ")] == []
    uses = re.findall(r"\$\(INSTALL\)(.*)", (ROOT / "Makefile").read_text())
    assert uses and all(any(word in use for word in safe) for use in uses)


def test_go_modules_have_checksums():
    sums = (ROOT / "go.sum").read_text()
    modules = re.findall(r"(?m)^\t(\S+) (v\S+?)(?: // indirect)?$", (ROOT / "go.mod").read_text())
    assert len(modules) >= 4
    assert [module for module in modules if f"{module[0]} {module[1]}/go.mod h1:" not in sums] == []


@pytest.fixture(scope="module")
def bill():
    go = subprocess.run(["sh", "scripts/find_go.sh", "--installed"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    return sbom.bill(go or shutil.which("go"), gobc._library.load().path)


def test_the_bill_of_materials_names_every_module(bill):
    names = {part["name"] for part in bill["components"]}
    listed = set(sbom.licenses()) - {"module", "---"}
    needed = {"stdlib", "github.com/klauspost/compress", "github.com/zeebo/xxh3", "golang.org/x/sys", "gonum.org/v1/gonum"}
    assert needed <= names and names - {"stdlib"} <= listed
    assert bill["bomFormat"] == "CycloneDX" and bill["metadata"]["component"]["version"] == gobc.__version__
    assert all(part["licenses"] and part["purl"] == part["bom-ref"] for part in bill["components"])
    assert len(bill["dependencies"][0]["dependsOn"]) == len(bill["components"])


def test_the_installed_wheel_has_it(bill):
    try:
        files = importlib.metadata.files("gobc") or []
    except importlib.metadata.PackageNotFoundError:
        pytest.fail("gobc is not installed: this is a test of its wheel (make .venv/test.stamp)")
    found = [file for file in files if str(file).endswith(f".dist-info/sboms/{sbom.FILE}")]
    assert len(found) == 1, "the wheel has no bill of materials"
    assert json.loads(found[0].read_text())["components"] == bill["components"]
