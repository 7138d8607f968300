"""Folders that are full, or that cannot be written: an error that names the place, and the shards that were there stay."""

import contextlib
import os
import resource
import subprocess
import sys

import pytest

import gobc
from cases import MEASURES, same
from engines import ENGINES


@pytest.fixture(params=["here", "processes", "dask"])
def engine(request):
    with ENGINES[request.param]() if request.param != "here" else contextlib.nullcontext() as executor:
        yield executor


@contextlib.contextmanager
def mounted(folder, options):
    """A file system in memory; root mounts it."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


needs_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can mount")


@needs_root
def test_a_full_disk(engine, graph, want, tmp_path):
    job = gobc.plan(graph, MEASURES, shards=64)
    folder = tmp_path / "full"
    with mounted(folder, "size=400k"):
        with pytest.raises(gobc.FileError, match=r"(?s)shard-\d+\.gobc.*no space left on device"):
            job.compute(engine, checkpoint=folder, progress=False)
        there = sorted(folder.glob("shard-*.gobc"))
        assert 0 < len(there) < 64
        kept = {path.name: path.read_bytes() for path in there}
        subprocess.run(["mount", "-o", "remount,size=20m", folder], check=True)
        assert same(job.compute(engine, checkpoint=folder, progress=False), want)
        assert {name: (folder / name).read_bytes() for name in kept} == kept  # they were not computed again
        assert not [name for name in os.listdir(folder) if name.startswith(".")]


@needs_root
@pytest.mark.parametrize("size", [4, 12, 24])
def test_a_disk_too_small_for_the_job(size, graph, tmp_path):
    """The graph or the description does not fit: there is no job then, and once there is room, one can be made."""
    job = gobc.plan(graph, MEASURES, shards=2)
    folder = tmp_path / "small"
    with mounted(folder, f"size={size}k"):
        with pytest.raises(gobc.FileError, match="(?i)no space left"):
            job.compute(checkpoint=folder, progress=False)
        subprocess.run(["mount", "-o", "remount,size=20m", folder], check=True)
        assert same(job.compute(checkpoint=folder, progress=False), graph.centralities(MEASURES))


@needs_root
def test_a_folder_that_cannot_be_written(engine, graph, want, tmp_path):
    job = gobc.plan(graph, MEASURES, shards=7)
    folder = tmp_path / "read-only"
    with mounted(folder, "size=20m"):
        job.save(folder)
        for shard in (0, 3):
            job.run(shard).save(folder / f"shard-{shard:05}.gobc")
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        with pytest.raises(gobc.FileError, match="(?s)read-only.*(?i:read-only file system)"):
            job.compute(engine, checkpoint=folder, progress=False)
        assert len(list(folder.glob("shard-*.gobc"))) == 2  # before a task that goes on can write
        subprocess.run(["mount", "-o", "remount,rw", folder], check=True)
        assert same(job.compute(engine, checkpoint=folder, progress=False), want)


def test_a_limit_on_the_size_of_files(graph, want, tmp_path):
    """As a quota: the write fails in the midst of a file, of which nothing stays."""
    program = ("import resource, sys, gobc, signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
               "job = gobc.Job.load(sys.argv[1])\nresource.setrlimit(resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))\n"
               "try:\n    job.compute(checkpoint=sys.argv[1], progress=False)\n"
               "except gobc.FileError as error:\n    print(error)\n")
    job = gobc.plan(graph, MEASURES, shards=7)
    job.save(tmp_path / "run")
    done = subprocess.run([sys.executable, "-c", program, tmp_path / "run"], capture_output=True, text=True, timeout=60)
    assert "shard-00000.gobc" in done.stdout and "file too large" in done.stdout, done
    assert sorted(path.name.partition("-")[0] for path in (tmp_path / "run").iterdir()) == ["claim", "graph", "job.json"]
    assert same(job.compute(checkpoint=tmp_path / "run", progress=False), want)
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY
