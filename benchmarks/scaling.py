"""A simulation of a job on many workers: how long it takes, and what of that is not sweeping. It computes no scores.

Constants are measured, on two cores with AVX-512 that had other work too. The first table puts the processor time of the model
beside runs that were measured there; the second is a projection.
Usage: python benchmarks/scaling.py
"""

import argparse
import heapq
import math
import random

# Seconds of a processor, unless it says bytes; of four measures.
FIXED = 1.3e-3  # of a shard: its task, its plan
FIXED_PER_VERTEX = 2.5e-8  # its sums: zeroed, and added to the worker's
MERGE_PER_VERTEX = 6e-9  # to add a part to another
PART_BYTES = 64  # a vertex
PART_PER_BYTE = 1e-9  # to write a part, and to read it: checksum and arrays
GRAPH_BYTES = (8, 8)  # of a graph file: a vertex, an edge
GRAPH_PER_BYTE = 3.2e-8  # to read a graph, build it and make the job of it
NETWORK = 1e9  # bytes a second, a worker's
WORKER_BYTES = (512 * 3, 24)  # of a worker's memory: a vertex in batches of 64 sources, an edge


def simulate(vertices, edges, sources, rate, workers, shards, tree=False, seed=1):
    """The seconds until the last part is merged, and the share of the workers' time that is sweeps. rate: edges and vertices a
    second of a worker. tree: workers add up their own parts and then merge in pairs; else one process reads all."""
    rng = random.Random(seed)
    graph = GRAPH_BYTES[0] * vertices + GRAPH_BYTES[1] * edges
    ready = graph / NETWORK + graph * GRAPH_PER_BYTE  # all workers read at once
    sweep = sources / shards * (vertices + 2 * edges) / rate
    send = PART_BYTES * vertices * (1 / NETWORK + PART_PER_BYTE)
    add = vertices * (PART_BYTES * PART_PER_BYTE + MERGE_PER_VERTEX)
    free = [ready] * workers
    ends = []
    for _ in range(shards):
        end = heapq.heappop(free) + sweep * rng.uniform(0.9, 1.1) + FIXED + FIXED_PER_VERTEX * vertices
        end += 0 if tree else send
        heapq.heappush(free, end)
        ends.append(end)
    merged = max(ends) + math.ceil(math.log2(workers)) * (send + add) if tree else 0.0
    if not tree:
        for end in sorted(ends):
            merged = max(merged, end) + add
    return merged, sweep * shards / workers / merged


def processor(vertices, edges, workers, shards):
    """The processor time of what is not sweeping, where workers send their sums once."""
    graph = GRAPH_BYTES[0] * vertices + GRAPH_BYTES[1] * edges
    part = vertices * (2 * PART_BYTES * PART_PER_BYTE + MERGE_PER_VERTEX)
    return workers * (graph * GRAPH_PER_BYTE + part) + shards * (FIXED + FIXED_PER_VERTEX * vertices)


def gigabytes(vertices, edges):
    """The memory of a worker."""
    return (WORKER_BYTES[0] * vertices + WORKER_BYTES[1] * edges) / 1e9


CASES = [  # name, vertices, edges, sources
    ("10^6 edges, all sources", 100_000, 1_000_000, 100_000),
    ("10^8 edges, all sources", 10_000_000, 100_000_000, 10_000_000),
    ("10^9 edges, all sources", 100_000_000, 1_000_000_000, 100_000_000),
    ("10^9 edges, 10,000 sources", 100_000_000, 1_000_000_000, 10_000),
]


# Shards: co-expression, betweenness, the processor time of two workers of one thread that have no job yet, to that of one call,
# which takes CALL seconds.
MEASURED = {5: 1.18, 8: 1.15, 16: 1.24, 24: 1.27}
CALL = 0.76


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rate", type=float, default=2e9, help="edges and vertices a second of a worker; 2e9")
    rate = parser.parse_args().rate
    print(f"{'co-expression, two workers':28} {'shards':>7} {'simulated':>12} {'measured':>9}   (processor times of one call)")
    for shards, measured in MEASURED.items():
        print(f"{'':28} {shards:7} {1 + processor(7819, 195927, 2, shards) / CALL:12.2f} {measured:9.2f}")
    print(f"\n{'simulation':28} {'workers':>7} {'shards':>7} {'hours':>9} {'sweeping':>9} {'tree: hours':>12} {'sweeping':>9} "
          f"{'GB a worker':>12}")
    for name, vertices, edges, sources in CASES:
        for workers in (1, 10, 100, 1000):
            shards = max(1, min(8 * workers, sources // 64))
            one, tree = (simulate(vertices, edges, sources, rate, workers, shards, way) for way in (False, True))
            print(f"{name:28} {workers:7} {shards:7} {one[0] / 3600:9.2f} {one[1]:9.0%} {tree[0] / 3600:12.2f} {tree[1]:9.0%} "
                  f"{gigabytes(vertices, edges):12.1f}")


if __name__ == "__main__":
    main()
