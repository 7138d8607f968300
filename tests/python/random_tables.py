"""Print one hash of the graphs that random tables give: stored files, labels that are found, and errors.

Run it with two libraries before and after a change of how graphs are built: python random_tables.py [TABLES] [SEED]
"""

import hashlib
import pathlib
import sys
import tempfile

import numpy
import pyarrow

import gobc

INTEGERS = [pyarrow.int8(), pyarrow.int16(), pyarrow.int32(), pyarrow.int64(), pyarrow.uint8(), pyarrow.uint16(),
            pyarrow.uint32(), pyarrow.uint64()]
TEXTS = [pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()]
NAMES = [str, lambda i: "n" * int(i % 30) + str(i), lambda i: f"vertex {i:09d}",
         lambda i: ["é", "", " ", "\u200b", "x"][i % 5] + str(i // 3) + ["", ".0", " "][i % 3]]
WEIGHTS = [lambda r, rows: r.integers(1, 5, rows), lambda r, rows: r.integers(1, 500, rows) / 100,
           lambda r, rows: r.random(rows) + 0.01, lambda r, rows: r.integers(1, 2**45, rows),
           lambda r, rows: numpy.where(r.random(rows) < 0.1, numpy.inf, r.integers(1, 4, rows).astype(float))]


def integers(r, index, kind):
    """Labels of a type, some of them at the ends of its range."""
    limits = numpy.iinfo(kind.to_pandas_dtype())
    values = index.astype(numpy.int64) * int(r.choice([1, 3, 50, 10**6, 10**12]))
    if kind == pyarrow.uint64() and r.random() < 0.3:
        return pyarrow.array(values.astype(numpy.uint64) + numpy.uint64(2**63 - 40))
    if limits.min < 0 and r.random() < 0.4:
        values = values - values.max(initial=0) // 2
    values = numpy.clip(values, limits.min, min(limits.max, 2**63 - 1))
    return pyarrow.array(values.astype(kind.to_pandas_dtype()))


def texts(index, make, kind):
    names = pyarrow.array([make(i) for i in range(index.max(initial=0) + 1)])
    return names.take(pyarrow.array(index)).cast(kind)


def encoded(r, values):
    """Perhaps with nulls, perhaps as a dictionary."""
    if r.random() < 0.03:
        missing = r.random(len(values)) < 2 / max(len(values), 1)
        values = pyarrow.array([None if no else x for no, x in zip(missing, values.to_pylist())], values.type)
    if r.random() < 0.25 and values.type != pyarrow.string_view():
        values = values.dictionary_encode()
        if len(values.dictionary) < 120:
            values = pyarrow.DictionaryArray.from_arrays(values.indices.cast(pyarrow.int8()), values.dictionary)
    return values


def table(r, rows):
    """A table of edges, and the options of its graph."""
    pool = max(1, int(rows * r.choice([0.01, 0.1, 0.5, 2, 5])))
    text, make = r.random() < 0.45, NAMES[r.integers(len(NAMES))]
    kinds = [(TEXTS if text else INTEGERS)[r.integers(3 if text else 8)] for _ in range(2)]
    if not text and r.random() < 0.6:
        kinds[1] = kinds[0]
    ends = []
    for kind in kinds:
        index = numpy.minimum(r.integers(0, pool, rows), r.integers(0, pool, rows))
        ends.append(encoded(r, texts(index, make, kind) if text else integers(r, index, kind)))
    if r.random() < 0.1:
        ends[1] = ends[0]
    columns = dict(zip(("source", "target"), ends))
    options = {"directed": bool(r.random() < 0.4), "threads": int(r.integers(1, 4))}
    if r.random() < 0.4:
        weights = WEIGHTS[r.integers(len(WEIGHTS))](r, rows)
        if r.random() < 0.03 and rows:
            weights = weights.astype(float)
            weights[r.integers(rows)] = r.choice([0, -1, numpy.nan])
        columns["weight"], options["weight"] = pyarrow.array(weights), "weight"
    edges = pyarrow.table(columns)
    if r.random() < 0.15 and kinds[0] != pyarrow.string_view() and rows:
        options["nodes"] = pyarrow.table({"node": ends[0].unique()})
    if r.random() < 0.4:
        cuts = [0, *sorted(r.integers(0, rows + 1, 4).tolist()), rows]
        edges = pyarrow.concat_tables([edges.slice(a, b - a) for a, b in zip(cuts, cuts[1:])])
    return edges, options


def outcome(edges, options, path):
    """What building a graph gives: its file and what is found in it, or the error."""
    try:
        graph = gobc.Graph(edges, **options)
    except gobc.Error as error:
        return f"{type(error).__name__}: {error}".encode()
    graph.save(path)
    found = [(label in graph, [str(x) for x in graph.neighbors(label)]) for label in edges["source"].to_pylist()[:3]]
    return path.read_bytes() + repr(found).encode()


def main(tables=2000, seed=1):
    total, errors = hashlib.sha256(), 0
    with tempfile.TemporaryDirectory() as folder:
        for at in range(tables):
            r = numpy.random.default_rng([seed, at])
            rows = int(r.integers(70_000, 400_000)) if at % 100 == 99 else int(r.integers(r.choice([1, 40, 3000])))
            one = outcome(*table(r, rows), pathlib.Path(folder) / "graph.gobc")
            errors += one[:30].find(b"Error: ") >= 0
            total.update(hashlib.sha256(one).digest())
    print(f"{total.hexdigest()} of {tables} tables, {errors} of them errors")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
