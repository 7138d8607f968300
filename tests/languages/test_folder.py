"""A job in a folder that R, Python, the shell, Go and C share: begun in one of them, computed by all, of which each is killed
once amid its shards, and merged in Python, R and Go to the bits of one call. Needs R, a Go toolchain and a C compiler."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import gobc

ROOT = Path(__file__).parents[2]
MEASURES = ["betweenness", "closeness"]
SHARDS = 60
VERTICES = 1500
LIBRARY = Path(os.environ.get("GOBC_LIBRARY") or ROOT / os.environ.get("GOBC_TEST_LIBRARY", "build/libgobc.so")).resolve()
R_LIBRARY = ROOT / "build/rlib"  # where scripts/test_r.sh installs the package


@pytest.fixture(scope="module")
def edges(tmp_path_factory):
    rng = random.Random(6)
    rows = [(number, rng.randrange(number)) for number in range(1, VERTICES)]
    rows += [(rng.randrange(VERTICES), rng.randrange(VERTICES)) for _ in range(3 * VERTICES)]
    path = tmp_path_factory.mktemp("edges") / "edges.csv"
    path.write_text("from,to,weight\n" + "".join(f"gene \u00e4{a},gene \u00e4{b},{rng.randrange(1, 30) / 8}\n" for a, b in rows))
    return path


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """The workers of Go and C."""
    place = tmp_path_factory.mktemp("programs")
    version = f"-X gobc/core/store.Version={gobc.__version__}"  # shards of other versions do not merge
    subprocess.run(["go", "build", "-buildmode=pie", "-ldflags", version, "-o", place / "go", "./tests/languages/worker"],
                   cwd=ROOT, check=True, env=os.environ | {"CGO_ENABLED": "1"})
    (place / "libgobc.so").symlink_to(LIBRARY)
    subprocess.run([os.environ.get("CC", "cc"), "-std=gnu11", "-O1", f"-I{ROOT / 'include'}", "-o", place / "c",
                    ROOT / "tests/abi/folder.c", f"-L{place}", "-lgobc", f"-Wl,-rpath,{place}"], check=True)
    return place


def r(code, *arguments):
    return ["Rscript", "-e", "library(gobc); " + code, *map(str, arguments)]


@pytest.fixture(scope="module", autouse=True)
def environment():
    assert shutil.which("Rscript") and (R_LIBRARY / "gobc").is_dir(), "sh scripts/test_r.sh LIBRARY --install installs R's"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("R_LIBS", str(R_LIBRARY))
        patch.setenv("LC_ALL", "C.UTF-8")
        patch.setenv("PYTHONPATH", str(Path(gobc.__file__).parents[1]))
        patch.setenv("GOBC_LIBRARY", str(LIBRARY))
        yield


RUN_IN_R = "run <- commandArgs(TRUE); job <- gobc_load(run); cat('ready\\n'); invisible(gobc_compute(job, run, threads = 1))"
BEGIN_IN_R = "a <- commandArgs(TRUE); edges <- read.csv(a[2], encoding = 'UTF-8'); run <- gobc_save(gobc_job(edges, " \
    "c('betweenness', 'closeness'), 60), a[1]); invisible(gobc_run_shard(gobc_load(run), 3, folder = run))"
MERGE_IN_R = "run <- commandArgs(TRUE); all <- gobc_result(gobc_merge(run), gobc_load(run)); " \
    "cat(sprintf('%s,%.17g,%.17g\\n', all$vertex, all$betweenness, all$closeness), sep = '')"


def begin(language, run, edges, programs):
    python = [sys.executable, "-m", "gobc", "plan", str(edges), "-o", str(run), "--measures", "betweenness,closeness", "--weight",
              "weight", "--directed", "--shards", str(SHARDS)]
    command = {"r": r(BEGIN_IN_R, run, edges), "shell": python, "go": [programs / "go", "begin", run, edges]}[language]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def worker(language, run, programs):
    """Computes shards until none is missing, and says when it has read the job."""
    python = "import sys, gobc\njob = gobc.Job.load(sys.argv[1])\nprint('ready', flush=True)\n" \
             "job.compute(checkpoint=sys.argv[1], threads=1, progress=False)"
    shell = 'echo ready; exec "$0" -m gobc run "$1" --next --threads 1 --no-progress 2>/dev/null'
    command = {"r": r(RUN_IN_R, run), "python": [sys.executable, "-c", python, run],
               "shell": ["sh", "-c", shell, sys.executable, run], "go": [programs / "go", "run", run],
               "c": [programs / "c", "worker", run]}[language]
    started = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
    assert started.stdout.readline() in (b"ready\n", b"\n"), f"{language} cannot read the job"
    return started


LANGUAGES = ["r", "python", "shell", "go", "c"]


def finished(run):
    return len(list(run.glob("shard-*.gobc")))


def rows_of(command):
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return {name: tuple(map(float, values)) for name, *values in (line.split(",") for line in text.splitlines())}


def names_by_number(edges):
    """As Go's ReadFile numbers them: column by column."""
    columns = list(zip(*(line.split(",") for line in edges.read_text().splitlines()[1:])))
    return list(dict.fromkeys(columns[0] + columns[1]))


@pytest.mark.parametrize("begun_in", ["r", "shell", "go"])
def test_a_folder_of_all_languages(begun_in, edges, programs, tmp_path):
    run = tmp_path / "run"
    begin(begun_in, run, edges, programs)
    at = []
    for language in LANGUAGES:
        before = finished(run)
        with worker(language, run, programs) as one:
            while finished(run) < before + 2 and one.poll() is None:
                time.sleep(0.001)
            os.killpg(one.pid, signal.SIGKILL)
        at.append(finished(run))
    assert at[-1] < SHARDS, f"nothing is left for the last workers: {at}"
    together = [worker(language, run, programs) for language in LANGUAGES]
    for language, one in zip(LANGUAGES, together):
        one.stdout.read()
        assert one.wait() == 0, language
        one.stdout.close()
    assert finished(run) == SHARDS and gobc.Job.load(run).n_shards == SHARDS
    assert not [path.name for path in run.glob("claim-*") if not path.is_file()]

    job = gobc.Job.load(run)
    options = {"preset": "igraph_r", "normalized": False} if begun_in == "r" else {}
    want = job.graph.centralities(MEASURES, **options)  # one call on the same graph
    merged = job.compute(checkpoint=run, progress=False)
    assert all(merged[name].tolist() == want[name].tolist() for name in MEASURES)
    graph = gobc.Graph.read(edges, weight="weight", directed=True)
    apart = graph.centralities(MEASURES, **options).to_dict()
    called = names_by_number(edges) if begun_in == "go" else list(job.graph.nodes)
    names = [called[node] for node in job.graph.nodes] if begun_in == "go" else called
    rows = {names[row]: tuple(want[name][row] for name in MEASURES) for row in range(VERTICES)}
    assert apart == {name: dict(zip(MEASURES, map(pytest.approx, values))) for name, values in rows.items()}
    for command in (r(MERGE_IN_R, run), [programs / "go", "merge", run]):
        found = rows_of(command)
        if str(VERTICES - 1) in found:  # which has no names there
            found = {called[int(number)]: values for number, values in found.items()}
        assert found == rows
