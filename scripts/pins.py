"""Resolve what pyproject.toml asks for into scripts/requirements.txt: every package with its version and the hashes of all its
files, for every Python from 3.10 on. Above each row stand the groups that need it; scripts/pinned.sh selects those of a group.
Versions that are there stay unless they no longer fit.

Usage: pins.py [--upgrade]       --upgrade: takes the newest versions
Needs uv, which scripts/make_tools.sh installs, beside the Python that runs this.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOCK = ROOT / "scripts" / "requirements.txt"
PINS = ROOT / "build" / "pins"
HEAD = """# Packages with their versions and hashes, written by `make pins`. A line of #: names the groups that need the package
# below it; scripts/pinned.sh selects the packages of one group.
"""
# Of each group: what is resolved, and the oldest Python.
GROUPS = {
    "build": (["--group", "build"], "3.10"),
    "go": (["--group", "go"], "3.10"),
    "zig": (["--group", "zig"], "3.10"),
    "cuda": (["--group", "cuda"], "3.10"),
    # docopt, of which there is no wheel, is for a command of a dependency that nothing here calls.
    "tools": (["--group", "tools", "--group", "build", "--no-emit-package", "docopt"], "3.10"),
    "test": (["--extra", "test", "pyproject.toml"], "3.10"),
    # Engines of clusters, whose tests need nothing of the others.
    "cluster": (["--group", "cluster"], "3.10"),
    # Parts of test, in the same versions.
    "demo": (["--extra", "demo", "--constraint", "build/pins/test.txt", "pyproject.toml"], "3.10"),
    "notebooks": (["--extra", "notebooks", "--constraint", "build/pins/test.txt", "pyproject.toml"], "3.10"),
    # Sphinx and its extensions need 3.11.
    "docs": (["--extra", "docs", "--constraint", "build/pins/test.txt", "pyproject.toml"], "3.11"),
}


def rows(text):
    """{requirement: its hashes} of a file of requirements."""
    text = re.sub(r"(?m)^ *#.*\n", "", text).replace("\\\n", " ")
    return {line.partition("--hash=")[0].strip(): re.findall(r"--hash=(\S+)", line) for line in text.splitlines() if line.strip()}


def resolve(group, options):
    """Resolves a group into build/pins/GROUP.txt, beginning with the versions that the lock file has. Returns its rows."""
    what, oldest = GROUPS[group]
    file = PINS / f"{group}.txt"
    if re.search(rf"(?m)^#: .*\b{group}\b", LOCK.read_text()):
        subprocess.run(["sh", "scripts/pinned.sh", group], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    uv = pathlib.Path(sys.executable).with_name("uv")
    subprocess.run([uv, "pip", "compile", "--quiet", "--universal", "--python-version", oldest, "--generate-hashes",
                    "--no-annotate", "--no-header", "--no-emit-index-url", "--no-emit-find-links", "--output-file", file,
                    *what, *options], cwd=ROOT, check=True)
    found = rows(file.read_text())
    print(f"{group}: {len(found)} packages")
    return found


def merge(found):
    """The text of the lock file from {group: its rows}. The hashes of a row that stands in several groups are put together."""
    groups, hashes = {}, {}
    for group, wanted in sorted(found.items()):
        for row, files in wanted.items():
            groups.setdefault(row, []).append(group)
            hashes.setdefault(row, set()).update(files)
    rows = (" \\\n    ".join([f"#: {' '.join(groups[row])}\n{row}", *(f"--hash={file}" for file in sorted(hashes[row]))])
            for row in sorted(groups))
    return HEAD + "\n".join(rows) + "\n"


def main():
    options = sys.argv[1:]
    if options not in ([], ["--upgrade"]):
        sys.exit("usage: pins.py [--upgrade]")
    PINS.mkdir(parents=True, exist_ok=True)
    LOCK.write_text(merge({group: resolve(group, options) for group in GROUPS}))


if __name__ == "__main__":
    main()
