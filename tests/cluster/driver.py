"""A driver, which tests kill: a job on an engine, with a folder. Says `ready` when the engine is there, `done` at the end."""

import sys

import gobc


def job():
    """About half a second of work, in 64 shards."""
    graph = gobc.Graph(gobc.generate("small_world:n=3000,k=8,p=0.1", seed=3))
    return gobc.plan(graph, "betweenness,closeness", shards=64)


def main(name, folder):
    if name == "mpi":
        from mpi4py.futures import MPIPoolExecutor as engine
    else:
        from engines import ENGINES
        engine = ENGINES[name]
    with engine() as executor:
        made = job()
        print("ready", flush=True)
        made.compute(executor, checkpoint=folder, progress=False)
        print("done", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
