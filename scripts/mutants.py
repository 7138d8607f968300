"""Plant one small fault after the other (tests/mutants/*.txt) and run the tests that must see it.

Usage: mutants.py [NAME...]       the faults of these names; of all files without any
       mutants.py --check         whether every fault fits the sources and names tests that exist; runs nothing
Environment: JOBS: how many are planted at once (as many as processors)

Each job plants its faults in a copy of the tree, build/mutants/JOB/tree. The tests of a fault have passed there before. A fault
that does not build is an error, as is one whose tests fail without it. Exit status 1 if a fault survives or is an error.

A fault in tests/mutants has a name, the promise of docs/background/guarantees.md that it breaks, its file, its test, and lines:
    - lines that stand in the file once, together; + lines in their place; @@ between two such places
Tests: go PACKAGE REGEX; kernels PROGRAM of tests/kernels; abi PROGRAM of tests/abi/run.sh; python, planted PYTEST ARGUMENTS;
r FILTER of scripts/test_r.sh; gpu KERNELS PYTEST ARGUMENTS, KERNELS being the .cu files that the emulated driver needs (- for
all).
"""

import contextlib
import dataclasses
import multiprocessing
import os
import pathlib
import queue
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
HOME = ROOT / "build" / "mutants"
TREE = HOME / "1" / "tree"  # of this process
LIMIT = 300  # seconds of a test: a fault that hangs is seen, too


@dataclasses.dataclass
class Mutant:
    name: str
    promise: str
    file: str
    test: str
    places: list  # (old, new)

    @property
    def kind(self):
        return self.test.split()[0]


def read(path):
    """The faults of a file."""
    found = []
    for block in re.split(r"(?m)^== ", path.read_text())[1:]:
        name, rest = block.split("\n", 1)
        fields, places, old, new = {}, [], [], []
        for line in rest.splitlines():
            if line[:1] == "-":
                old.append(line[1:])
            elif line[:1] == "+":
                new.append(line[1:])
            elif line == "@@":
                places.append(("\n".join(old), "\n".join(new)))
                old, new = [], []
            elif line.strip():
                key, _, value = line.partition(": ")
                fields[key] = value
        places.append(("\n".join(old), "\n".join(new)))
        found.append(Mutant(name, fields["promise"], fields["file"], fields["test"], places))
    return found


def all_mutants(root=ROOT):
    return [mutant for path in sorted((root / "tests" / "mutants").glob("*.txt")) for mutant in read(path)]


def mutated(mutant, root):
    """The file with the fault; an error if it does not fit."""
    text = (root / mutant.file).read_text()
    for old, new in mutant.places:
        if not old or old == new or text.count(old) != 1:
            raise ValueError(f"{mutant.name}: what it replaces stands {text.count(old)} times in {mutant.file}:\n{old}")
        text = text.replace(old, new)
    return text


def kernel_files(names, root=ROOT):
    """The .cu files under kernels of names with commas between."""
    return [path for name in names.split(",") for path in (root / "kernels").rglob(name)]


def missing_test(mutant, root=ROOT):
    """What of the test of a fault is not there, or None."""
    kind, *words = shlex.split(mutant.test)
    if kind == "go":
        package, pattern = words
        sources = "".join(path.read_text() for path in (root / package).glob("*_test.go"))
        names = re.findall(r"(?m)^func (Test\w+)\(", sources)
        lost = [part for part in pattern.split("|") if not any(re.search(part, name) for name in names)]
        return f"no test {lost[0]} in {package}" if lost else None
    if kind == "abi":
        return None if f"wanted {words[0]}" in (root / "tests/abi/run.sh").read_text() else f"no tests {words[0]}"
    if kind == "kernels":
        return None if (root / f"tests/kernels/{words[0]}.c").exists() else f"no tests/kernels/{words[0]}.c"
    if kind == "r":
        lost = [part for part in words[0].split("|") if not (root / f"rpkg/tests/testthat/test-{part}.R").exists()]
        return f"no file test-{lost[0]}.R" if lost else None
    if kind == "gpu" and words[0] != "-" and len(kernel_files(words[0])) != words[0].count(",") + 1:
        return f"not all kernels of {words[0]}"
    if kind in ("python", "planted", "gpu"):
        file, *options = words[1:] if kind == "gpu" else words
        names = re.findall(r"(?m)^def (test_\w+)", (root / file).read_text()) if (root / file).exists() else []
        wanted = [part for part in options[1].split(" or ")] if options else ["test"]
        lost = [part for part in wanted if not any(part.strip() in name for name in names)]
        return f"no test {lost[0]} in {file}" if lost else None
    return f"no kind of test {kind}"


# ---- running ----


def run(command, log, limit=LIMIT, **environment):
    """The exit status of a command in the tree, None after the limit; what it says is added to the log."""
    with open(log, "a") as file:
        print("$", shlex.join(map(str, command)), file=file, flush=True)
        with subprocess.Popen(list(map(str, command)), cwd=TREE, stdout=file, stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL, start_new_session=True, env={**os.environ, **environment}) as child:
            try:
                return child.wait(limit)
            except subprocess.TimeoutExpired:
                return None
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(child.pid, signal.SIGKILL)  # also what a test has left running


class Build:
    """What tests need of the tree: built without a fault once, and again with a fault that is part of it."""

    def __init__(self, go, python):
        self.go, self.python, self.clean = go, python, set()
        environment = subprocess.run(["sh", "scripts/build_environment.sh"], cwd=TREE, check=True, capture_output=True,
                                     text=True, env={**os.environ, "GOBC_CUDA": "none"}).stdout
        found = dict(re.findall(r"(?m)^(\w+)='(.*)'; export", environment))
        flags = f"-mod=readonly -buildvcs=false -trimpath -tags={found['GOBC_BASE_TAGS']}"
        self.environment = {**found, "GOTOOLCHAIN": "local", "GOWORK": "off", "GOFLAGS": flags, "CGO_ENABLED": "1"}

    def parts(self, mutant):
        """What the test of a fault needs: its name, the command that builds it, less the path, whether the fault is part
        of it, and the environment."""
        kind, *words = shlex.split(mutant.test)
        # The emulated driver compiles the kernels itself: those in the library are not run.
        kernel = re.fullmatch(r"kernels/cuda/(?!driver/).*\.(cu|h)", mutant.file) is not None
        compiled = not kernel and not mutant.file.startswith(("python/", "rpkg/", "scripts/"))
        library = ["sh", "scripts/build_library.sh"]
        if kind == "go":
            command = [self.go, "test", "-c", "-buildmode=pie", "-ldflags=-w", "-vet=off", f"./{words[0]}", "-o"]
            return [(f"{words[0].replace('/', '-')}.test", command, compiled, self.environment)]
        if kind == "kernels":
            return []  # scripts/test_kernels.sh compiles them
        if kind == "planted":
            return [("planted/libgobc.so", library, compiled, {"GO": self.go, "GOBC_CUDA": "none", "GOBC_TAGS": "gobc_planted"})]
        if kind != "gpu":
            return [("cpu/libgobc.so", library, compiled, {"GO": self.go, "GOBC_CUDA": "none"})]
        emulator = f"fakecuda-{words[0].replace('.cu', '').replace(',', '-')}"
        return [("gpu/libgobc.so", library, compiled, {"GO": self.go, "GOBC_CUDA": "sm_90,quick"}),
                (emulator, ["sh", "tests/fakecuda/build.sh"], kernel, self.kernels(mutant))]

    def prepare(self, mutant, log, fault):
        """Where what the test of a fault needs lies, with the fault or without; nothing if it does not build."""
        paths = []
        for name, command, part_of_it, environment in self.parts(mutant):
            path = TREE / "build" / ("fault" if fault and part_of_it else "clean") / name
            if path not in self.clean:
                path.parent.mkdir(parents=True, exist_ok=True)
                if run([*command, path], log, 900, **environment) != 0:
                    return None
            if not fault:
                self.clean.add(path)
            paths.append(path)
        return paths

    def kernels(self, mutant):
        names = shlex.split(mutant.test)[1]
        return {} if names == "-" else {"GOBC_FAKE_KERNELS": " ".join(map(str, kernel_files(names, TREE)))}

    def test(self, mutant, log, paths):
        """The exit status of the test with what was built."""
        kind, *words = shlex.split(mutant.test)
        if kind == "kernels":
            return run(["sh", "scripts/test_kernels.sh", "-O1", "-w", "-DGOBC_ONLY_ISA=0"], log, GOBC_TEST_KERNELS=words[0])
        built = paths[0]
        if kind == "go":
            package, pattern = words
            return run(["env", "-C", package, built, "-test.count=1", "-test.short", "-test.run", pattern], log)
        if kind == "abi":
            return run(["sh", "tests/abi/run.sh", built, *words], log, GOBC_TESTS_MUTATIONS="20000")
        if kind == "r":
            return run(["sh", "scripts/test_r.sh", built, *words], log)
        more = {"GOBC_FAKE_FOLDER": str(paths[1]), **self.kernels(mutant)} if kind == "gpu" else {}
        arguments = words[1:] if kind == "gpu" else words
        return run([self.python, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *arguments], log,
                   GOBC_LIBRARY=str(built), PYTHONPATH=str(TREE / "python"), **more)


def judge(build, mutant, passed):
    """What became of a fault: caught, SURVIVED, or why nothing is known."""
    log = HOME / f"{mutant.name}.log"
    log.unlink(missing_ok=True)
    text = mutated(mutant, TREE)
    if mutant.test not in passed:
        paths = build.prepare(mutant, log, fault=False)
        # Some promises are times: on a machine with other work a test may need another try.
        passed[mutant.test] = paths is not None and any(build.test(mutant, log, paths) == 0 for _ in range(2))
    if not passed[mutant.test]:
        return "ERROR: its tests fail without it"
    path = TREE / mutant.file
    before = path.read_text()
    path.write_text(text)
    try:
        paths = build.prepare(mutant, log, fault=True)
        if paths is None:
            return "ERROR: it does not build"
        status = build.test(mutant, log, paths)
    finally:
        path.write_text(before)
    return "SURVIVED" if status == 0 else "caught, by its time" if status is None else "caught"


def make_tree():
    """A copy of the files that git knows or would add, with what building has fetched."""
    names = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                           capture_output=True, text=True).stdout.split("\0")
    kept = {name for name in names if name and (ROOT / name).is_file()}
    for path in [path for path in TREE.rglob("*") if path.is_file() and path.relative_to(TREE).parts[0] != "build"]:
        if str(path.relative_to(TREE)) not in kept and "images" not in path.parts:
            path.unlink()
    for name in kept:
        source, target = ROOT / name, TREE / name
        if target.is_file() and target.read_bytes() == source.read_bytes():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)
    for name in ("go", "cuda"):
        if (ROOT / "build" / name).is_dir() and not (TREE / "build" / name).exists():
            (TREE / "build").mkdir(exist_ok=True)
            shutil.copytree(ROOT / "build" / name, TREE / "build" / name, symlinks=True)


def check():
    """Prints what of any fault does not fit, and returns how much."""
    wrong = []
    mutants = all_mutants()
    for mutant in mutants:
        try:
            mutated(mutant, ROOT)
        except (ValueError, OSError) as error:
            wrong.append(str(error))
        if lost := missing_test(mutant):
            wrong.append(f"{mutant.name}: {lost}")
    names = [mutant.name for mutant in mutants]
    wrong += [f"{name}: there are several of this name" for name in sorted(set(names)) if names.count(name) > 1]
    print("\n".join(wrong) or f"{len(mutants)} faults fit the sources and name tests that exist")
    return len(wrong)


def by_test(mutants):
    """Groups of faults with the same test, which need the same build: the largest first, as the last ones must be short."""
    groups = {}
    for mutant in mutants:
        groups.setdefault((mutant.kind, mutant.test), []).append(mutant)
    return sorted(groups.values(), key=lambda group: (-len(group), group[0].kind, group[0].test))


def work(job, groups, results):
    """Plants the faults of one group after the other, until there are none."""
    global TREE
    TREE = HOME / str(job) / "tree"
    make_tree()
    go = subprocess.run(["sh", "scripts/find_go.sh"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    build = Build(go, os.environ.get("MUTANTS_PYTHON", str(ROOT / ".venv/bin/python")))
    passed = {}
    for group in iter(groups.get, None):
        for mutant in group:
            began = time.monotonic()
            try:
                verdict = judge(build, mutant, passed)
            except (ValueError, OSError) as error:
                verdict = f"ERROR: {error}"
            results.put((mutant, verdict, time.monotonic() - began))


def plant(mutants, jobs):
    """Yields what became of each fault, in any order."""
    context = multiprocessing.get_context("fork")
    groups, results = context.Queue(), context.Queue()
    for group in [*by_test(mutants), *[None] * jobs]:
        groups.put(group)
    workers = [context.Process(target=work, args=(job + 1, groups, results), daemon=True) for job in range(jobs)]
    for worker in workers:
        worker.start()
    for _ in mutants:
        while True:
            try:
                yield results.get(timeout=5)
                break
            except queue.Empty:
                if any(worker.exitcode for worker in workers):  # one that is killed may hold the queue
                    sys.exit("mutants: a job has failed; its error stands above, unless it was killed")


def number_of_jobs():
    """As JOBS says: as many as processors without it."""
    wanted = os.environ.get("JOBS") or str(os.cpu_count())
    if not wanted.isdecimal() or int(wanted) == 0:
        sys.exit(f"mutants: JOBS is {wanted!r}; give a number of at least 1")
    return int(wanted)


def main(arguments):
    if arguments == ["--check"]:
        return check() > 0
    jobs = number_of_jobs()
    mutants = [mutant for mutant in all_mutants() if not arguments or mutant.name in arguments]
    if lost := set(arguments) - {mutant.name for mutant in mutants}:
        sys.exit(f"mutants: there is no fault {', '.join(sorted(lost))} in tests/mutants")
    began, rows = time.monotonic(), []
    for mutant, verdict, seconds in plant(mutants, min(jobs, len(mutants))):
        rows.append((mutant, verdict, seconds))
        print(f"{mutant.name:34} {verdict} ({seconds:.0f} s)", flush=True)
    print(f"\n{'fault':34} {'promise':8} {'seconds':>7}  result")
    for mutant, verdict, seconds in sorted(rows, key=lambda row: (row[0].kind, row[0].test)):
        print(f"{mutant.name:34} {mutant.promise:8} {seconds:7.1f}  {verdict.splitlines()[0]}")
    bad = [mutant.name for mutant, verdict, _ in rows if not verdict.startswith("caught")]
    print(f"\n{len(rows) - len(bad)} of {len(rows)} faults caught, in {time.monotonic() - began:.0f} s"
          + (f"; not caught: {' '.join(bad)} (logs: build/mutants)" if bad else ""))
    return len(bad) > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
