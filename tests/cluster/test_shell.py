"""The shell examples of docs/howto/scaling.md, as they are written, and its array job by Slurm where that can be started."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import gobc
import slurm

PAGE = Path(__file__).parents[2] / "docs/howto/scaling.md"


@pytest.fixture
def shell(tmp_path):
    """Runs a script in a folder with edges.csv and the command gobc."""
    edges = "".join(f"{i},{(i * 7 + 1) % 500}\n" for i in range(500))
    (tmp_path / "edges.csv").write_text("source,target\n" + edges)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/gobc").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m gobc "$@"\n')
    (tmp_path / "bin/gobc").chmod(0o755)

    def run(script, **variables):
        environment = os.environ | variables | {"PATH": f"{tmp_path}/bin:{os.environ['PATH']}"}
        script = script.replace("edges.parquet", "edges.csv").replace("scores.parquet", "scores.csv")
        done = subprocess.run(["sh", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run.folder = tmp_path
    return run


def scripts():
    found = re.findall(r"(?ms)^```sh\n(.*?)^```$", PAGE.read_text())
    assert len(found) == 2
    return found


def check(folder):
    rows = [line.split(",") for line in (folder / "scores.csv").read_text().splitlines()[1:]]
    want = gobc.Graph.read(folder / "edges.csv").centralities(["betweenness", "closeness"])
    assert [float(row[1]) for row in rows] == want["betweenness"].tolist()
    assert [float(row[2]) for row in rows] == want["closeness"].tolist()


def test_processes_in_the_background(shell):
    shell(scripts()[0])
    check(shell.folder)


def test_an_array(shell):
    plan, *_, merge = scripts()[0].splitlines()
    shell(plan)
    shards = gobc.Job.load(shell.folder / "run").n_shards
    for task in reversed(range(shards)):
        shell(scripts()[1], SLURM_ARRAY_TASK_ID=str(task))
    shell(merge)
    check(shell.folder)


def test_slurm(shell):
    """The array job of the page, then one of the shards that are missing."""
    plan, *_, missing, merge = (line.partition("#")[0].strip() for line in scripts()[0].splitlines())
    (shell.folder / "job.sh").write_text(scripts()[1])
    shell(plan)
    with slurm.cluster() as cluster:
        shell("sbatch --wait job.sh", **cluster)
        shards = sorted((shell.folder / "run").glob("shard-*.gobc"))
        assert len(shards) == 64, [path.read_text() for path in shell.folder.glob("slurm-*.out")][:3]
        for lost in (3, 17, 40, 41, 42):
            shards[lost].unlink()
        shell(f'sbatch --wait --array="$({missing})" job.sh', **cluster)
        assert len(list((shell.folder / "run").glob("shard-*.gobc"))) == 64
    shell(merge)
    check(shell.folder)
