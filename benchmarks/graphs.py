"""The graphs of the bench: files, the bundled network and generated ones, each a simple undirected graph.

Self-loops and repeated edges are dropped here, so that every library is given the same edges.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy
from scipy.sparse import coo_array
from scipy.sparse.csgraph import breadth_first_order

import gobc

PATCH = 128  # sources that lie together: two full batches of the widest sweep
SCATTERED = 1024  # random sources, to show what lying together is worth


@dataclass
class Workload:
    name: str
    origin: str  # a file name, or the spec it was generated from
    role: str  # "gene", "large" or "": which targets apply
    n: int
    tails: numpy.ndarray
    heads: numpy.ndarray
    sources: numpy.ndarray | None = None  # None: all vertices
    choice: str = "all"  # how the sources were chosen, for the report
    isolated: int = field(init=False)

    def __post_init__(self):
        degree = numpy.bincount(numpy.concatenate([self.tails, self.heads]), minlength=self.n)
        self.isolated = int((degree == 0).sum())

    @property
    def m(self) -> int:
        return len(self.tails)

    @property
    def source_count(self) -> int:
        return self.n if self.sources is None else len(self.sources)


def _simple(name, origin, role, n, tails, heads) -> Workload:
    low, high = numpy.minimum(tails, heads), numpy.maximum(tails, heads)
    codes = numpy.unique((low * n + high)[low != high])
    return Workload(name, origin, role, n, codes // n, codes % n)


def _labelled(name, origin, role, first, second) -> Workload:
    labels, codes = numpy.unique(numpy.concatenate([first, second]), return_inverse=True)
    codes = codes.astype(numpy.int64)
    return _simple(name, origin, role, len(labels), codes[:len(first)], codes[len(first):])


def read_file(name: str, path: Path, role: str = "") -> Workload:
    """An edge list: two columns of labels, further ones ignored; tabs, commas or blanks; no header; # comments."""
    opened = gzip.open if path.suffix == ".gz" else open
    first, second = [], []
    with opened(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            text = line.strip()
            if not text or text[0] in "#%":
                continue
            cells = text.split("\t") if "\t" in text else text.split(",") if "," in text else text.split()
            if len(cells) < 2 or not cells[0] or not cells[1]:
                raise SystemExit(f"{path}, line {number}: {text[:60]!r} is no edge: two columns are needed")
            first.append(cells[0].strip())
            second.append(cells[1].strip())
    if not first:
        raise SystemExit(f"{path}: the file has no edges")
    return _labelled(name, path.name, role, numpy.array(first), numpy.array(second))


def bundled() -> Workload:
    table = gobc.datasets.bladder_coexpression()
    first, second = (numpy.asarray(table[column]) for column in table.columns[:2])
    return _labelled("bladder co-expression", "comes with gobc", "gene", first, second)


def generated(name: str, spec: str, role: str = "", seed: int = 1) -> Workload:
    edges = gobc.generate(spec, seed)
    tails, heads = (numpy.array(edges[column], dtype=numpy.int64) for column in ("source", "target"))
    declared = dict(part.split("=") for part in spec.split(":", 1)[1].split(","))
    n = int(declared["n"]) if "n" in declared else 0
    if "scale" in declared:
        n = 1 << int(declared["scale"])
    n = max(n, int(max(tails.max(), heads.max())) + 1)
    return _simple(name, f"{spec}; seed {seed}", role, n, tails, heads)


def with_patches(workload: Workload, count: int, seed: int = 1) -> Workload:
    """`count` sources in patches of PATCH: each patch is what lies nearest to a random vertex.

    Sources that lie together share their traversals, as they do in a run from all vertices; scattered ones share
    less on meshes and roads. A library that runs one source after the other takes the same time either way.
    """
    if count >= workload.n - workload.isolated:
        return workload
    ones = numpy.ones(workload.m, dtype=numpy.int8)
    matrix = coo_array((ones, (workload.tails, workload.heads)), shape=(workload.n, workload.n)).tocsr()
    matrix = (matrix + matrix.T).tocsr()
    degree = numpy.diff(matrix.indptr)
    chosen: dict[int, None] = {}
    for center in numpy.random.default_rng(seed).permutation(numpy.flatnonzero(degree)):
        near = breadth_first_order(matrix, int(center), directed=False, return_predecessors=False)
        fresh = [int(vertex) for vertex in near if int(vertex) not in chosen][:min(PATCH, count - len(chosen))]
        chosen.update(dict.fromkeys(fresh))
        if len(chosen) == count:
            break
    choice = f"{count:,} in patches of {PATCH} around random vertices, seed {seed}"
    return replace(workload, sources=numpy.array(list(chosen), dtype=numpy.int64), choice=choice)


def with_scattered(workload: Workload, seed: int = 2) -> Workload:
    """Random sources that have edges, no more than the patches have."""
    linked = numpy.unique(numpy.concatenate([workload.tails, workload.heads]))
    count = min(SCATTERED, workload.source_count, len(linked))
    sources = numpy.random.default_rng(seed).choice(linked, count, replace=False)
    return replace(workload, sources=sources, choice=f"{count:,} random ones, seed {seed}")
