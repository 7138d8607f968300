"""The engines, by name: each a context that gives what `Job.compute` takes, and the processes that work for it."""

import concurrent.futures
import contextlib
import multiprocessing
import os
import sys

import psutil


@contextlib.contextmanager
def threads():
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        yield pool


@contextlib.contextmanager
def processes():
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


@contextlib.contextmanager
def dask():
    import distributed

    with distributed.LocalCluster(n_workers=2, threads_per_worker=2, processes=True, dashboard_address=None) as cluster, \
            distributed.Client(cluster) as client:
        yield client


@contextlib.contextmanager
def ray():
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        yield ray
    finally:
        ray.shutdown()


@contextlib.contextmanager
def loky():
    import loky

    pool = loky.ProcessPoolExecutor(2)
    try:
        yield pool
    finally:
        pool.shutdown(kill_workers=True)


@contextlib.contextmanager
def joblib():
    import joblib

    with joblib.Parallel(n_jobs=2, return_as="generator_unordered") as parallel:
        yield parallel


@contextlib.contextmanager
def joblib_threads():
    """The backend of a parallel_config, and results all at once."""
    import joblib

    with joblib.parallel_config("threading", n_jobs=3):
        yield joblib.Parallel()


@contextlib.contextmanager
def spark():
    """A task that fails runs again, as on a cluster."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        yield session
    finally:
        session.stop()


ENGINES = {engine.__name__: engine for engine in (threads, processes, dask, ray, loky, joblib, joblib_threads, spark)}

# What a worker's command line has.
_MARKS = {"processes": "spawn_main", "dask": "spawn_main", "ray": "ray::", "loky": "loky", "joblib": "loky",
          "spark": "pyspark.daemon", "mpi": "mpi4py.futures", "shell": "-m gobc run"}


def tree(root):
    """The processes that root began, and theirs."""
    with contextlib.suppress(psutil.Error):
        return root.children(recursive=True)
    return []


def workers(name, root):
    """The processes that run tasks for an engine whose driver is root."""
    found = []
    for process in tree(root):
        with contextlib.suppress(psutil.Error):
            if _MARKS[name] in " ".join(process.cmdline()) and "resource_tracker" not in " ".join(process.cmdline()):
                found.append(process)
    return found
