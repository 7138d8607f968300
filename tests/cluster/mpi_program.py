"""Run by mpiexec: says `same` for every result that has the bits of one call."""

import os
import sys

from mpi4py.futures import MPIPoolExecutor

import gobc
from cases import MEASURES, make, same

if __name__ == "__main__":
    with MPIPoolExecutor() as pool:
        for weighted in (False, True):
            graph = make(weighted)
            want = graph.centralities(MEASURES)
            for shards in (1, 7, 64):
                job = gobc.plan(graph, MEASURES, shards=shards)
                for checkpoint in (None, os.path.join(sys.argv[1], f"{weighted}-{shards}")):
                    print("same" if same(job.compute(pool, checkpoint=checkpoint, progress=False), want) else "different")
