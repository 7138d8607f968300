"""Values that nothing can be made of, in every argument of every public function: what comes out is an error of gobc's that a
person can read, or a result."""

from __future__ import annotations

import array
import collections
import contextlib
import datetime
import decimal
import fractions
import functools
import io
import math
import os
import re
import types
import uuid
import warnings

import numpy
import pandas
import polars
import pyarrow
import pytest
import scipy.sparse
from matplotlib.figure import Figure

import gobc
import gobc.spark
import gobc.streets

LONGEST = 500
EDGES = [("a", "b"), ("b", "c"), ("c", "d"), ("b", "d")]


class Raises:
    """Every question to it raises."""

    def _no(self, *arguments, **options):
        raise ZeroDivisionError("no")

    __len__ = __iter__ = __getitem__ = __index__ = __float__ = __hash__ = __eq__ = __repr__ = __str__ = __bool__ = _no


class Attributes:
    def __getattr__(self, name):
        raise ZeroDivisionError("no")


class Lies:
    """Says that it is long, and gives nothing."""

    def __len__(self):
        return 1 << 40

    def __getitem__(self, at):
        raise IndexError(at)


class Stream:
    """No Arrow stream."""

    def __init__(self, capsule):
        self.capsule = capsule

    def __arrow_c_stream__(self, requested_schema=None):
        if isinstance(self.capsule, Exception):
            raise self.capsule
        return self.capsule


class Array(Stream):
    def __arrow_c_array__(self, requested_schema=None):
        return self.capsule


class Unreadable:
    def __array__(self, dtype=None, copy=None):
        raise OSError("the disk is gone")


class Decoded:
    def __iter__(self):
        yield "a", b"\xff".decode()


class Loud:
    def __repr__(self):
        return "loud " * 100_000


def closed_file():
    file = io.StringIO("a,b\n")
    file.close()
    return file


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def deep():
    value = []
    value.append(value)
    return value


def failing():
    yield ("a", "b")
    raise RuntimeError("the connection is lost")


def read_to_end():
    pairs = iter(EDGES)
    list(pairs)
    return pairs


def released():
    reader = pyarrow.table({"source": [1], "target": [2]}).to_reader()
    reader.close()
    return reader


ends = {"source": [1, 2], "target": [2, 3]}

VALUES = {
    "None": lambda: None,
    "True": lambda: True,
    "False": lambda: False,
    "Ellipsis": lambda: ...,
    "NotImplemented": lambda: NotImplemented,
    "0": lambda: 0,
    "-1": lambda: -1,
    "2**63": lambda: 2**63,
    "2**64": lambda: 2**64,
    "10**5000": lambda: 10**5000,
    "-10**5000": lambda: -(10**5000),
    "1.5": lambda: 1.5,
    "nan": lambda: math.nan,
    "inf": lambda: math.inf,
    "1e308": lambda: 1e308,
    "1j": lambda: 1j,
    "decimal": lambda: decimal.Decimal("1.5"),
    "decimal nan": lambda: decimal.Decimal("sNaN"),
    "fraction": lambda: fractions.Fraction(1, 3),
    "numpy bool": lambda: numpy.bool_(True),
    "numpy nan": lambda: numpy.float32("nan"),
    "numpy int": lambda: numpy.uint64(2**64 - 1),
    "NaT": lambda: pandas.NaT,
    "NA": lambda: pandas.NA,
    "date": lambda: datetime.date(2020, 1, 1),
    "timedelta": lambda: datetime.timedelta(1),
    "uuid": lambda: uuid.UUID(int=1),
    "": lambda: "",
    "text": lambda: "text",
    "long text": lambda: "x" * 1_000_000,
    "NUL": lambda: "a\0b",
    "surrogate": lambda: "\ud800",
    "newlines": lambda: "\n" * 10_000,
    "bytes": lambda: b"ab",
    "bytearray": lambda: bytearray(b"ab"),
    "memoryview": lambda: memoryview(b"abcd"),
    "memoryview 2d": lambda: memoryview(bytes(8)).cast("i", (2, 1)),
    "memoryview 0d": lambda: memoryview(bytes(4)).cast("i", ()),
    "empty list": lambda: [],
    "empty tuple": lambda: (),
    "empty dict": lambda: {},
    "set": lambda: {("a", "b")},
    "empty set": lambda: set(),
    "frozenset": lambda: frozenset({1, 2}),
    "set of kinds": lambda: {1, "a", None},
    "dict": lambda: {"a": 1},
    "dict of dicts": lambda: {"a": {"b": {}}},
    "dict of columns": lambda: dict(ends),
    "ragged columns": lambda: {"source": [1], "target": [1, 2]},
    "dict of None": lambda: {"source": None, "target": None},
    "dict of scalars": lambda: {"source": 1, "target": 2},
    "dict of numbers": lambda: {1: [1], 2: [2]},
    "dict of tuples": lambda: {(1, 2): [1], (3, 4): [2]},
    "counter": lambda: collections.Counter("abc"),
    "mapping proxy": lambda: types.MappingProxyType({"a": 1}),
    "generator": lambda: (pair for pair in EDGES),
    "empty generator": lambda: (_ for _ in ()),
    "failing generator": failing,
    "spent": read_to_end,
    "decoding": Decoded,
    "map": lambda: map(int, ["a"]),
    "zip": lambda: zip("ab", "cd"),
    "range": lambda: range(4),
    "long range": lambda: range(2**70),
    "nested": lambda: nested(10),
    "nested deep": functools.cache(lambda: nested(100_000)),  # 0.2 s
    "cycle": deep,
    "ragged": lambda: [(1, 2), (3,)],
    "triples": lambda: [(1, 2, 3)],
    "quadruples": lambda: [(1, 2, 3, 4)],
    "pairs of kinds": lambda: [("a", 1), (None, 2.5)],
    "pairs of lists": lambda: [([], {}), ([1], {2: 3})],
    "pairs of None": lambda: [(None, None)],
    "pair of texts": lambda: ["ab", "cd"],
    "long rows": lambda: [tuple(range(10_000))],
    "mixed": lambda: [1, "a", None, 2.5, b""],
    "list of None": lambda: [None, None],
    "list of nan": lambda: [math.nan, math.nan],
    "list of huge": lambda: [10**5000],
    "list of objects": lambda: [object(), object()],
    "list of lists": lambda: [[1, 2], [3, 4]],
    "list of arrays": lambda: [numpy.arange(3), numpy.arange(4)],
    "list of tables": lambda: [pandas.DataFrame(ends)],
    "int array": lambda: numpy.arange(4),
    "0d array": lambda: numpy.array(3),
    "3d array": lambda: numpy.zeros((2, 2, 2)),
    "float array": lambda: numpy.array([[1.5, 2.0]]),
    "empty array": lambda: numpy.zeros((0, 0)),
    "object array": lambda: numpy.array([None, "a", 1], dtype=object),
    "object matrix": lambda: numpy.array([[None, {}], [[], 1]], dtype=object),
    "bytes array": lambda: numpy.array([b"a", b"b"]),
    "dates": lambda: numpy.array(["2020-01-01"], dtype="datetime64[D]"),
    "complex": lambda: numpy.array([1j]),
    "masked": lambda: numpy.ma.masked_array([[1, 2]], mask=[[True, False]]),
    "records": lambda: numpy.zeros(2, dtype=[("a", "O"), ("b", "f4")]),
    "void": lambda: numpy.zeros(2, "V4"),
    "float16": lambda: numpy.zeros((2, 2), numpy.float16),
    "longdouble": lambda: numpy.zeros((2, 3), numpy.longdouble),
    "big endian": lambda: numpy.arange(4, dtype=">i4"),
    "read-only": lambda: numpy.broadcast_to(numpy.int64(1), (4, 2)),
    "matrix": lambda: numpy.asmatrix([[1, 2]]),
    "array.array": lambda: array.array("u", "ab"),
    "frame": lambda: pandas.DataFrame(ends),
    "empty frame": lambda: pandas.DataFrame(),
    "frame of objects": lambda: pandas.DataFrame({"source": [object(), 1], "target": [[], {}]}),
    "same names": lambda: pandas.DataFrame([[1, 2]], columns=["source", "source"]),
    "multi-index": lambda: pandas.DataFrame([[1, 2]], columns=pandas.MultiIndex.from_tuples([("a", 1), ("b", 2)])),
    "series": lambda: pandas.Series([1.5, None]),
    "categories": lambda: pandas.Series(["a", None], dtype="category"),
    "periods": lambda: pandas.Series(pandas.period_range("2020", periods=2)),
    "polars": lambda: polars.DataFrame(ends),
    "lazy": lambda: polars.LazyFrame(ends),
    "polars lists": lambda: polars.DataFrame({"source": [[1]], "target": [[2]]}),
    "polars objects": lambda: polars.Series([object()]),
    "polars decimal": lambda: polars.Series([decimal.Decimal("1.5")]),
    "arrow table": lambda: pyarrow.table(ends),
    "arrow nulls": lambda: pyarrow.nulls(3),
    "arrow lists": lambda: pyarrow.array([[1], [2]]),
    "arrow structs": lambda: pyarrow.array([{"a": 1}]),
    "arrow dates": lambda: pyarrow.table(
        {"source": pyarrow.array([1], pyarrow.date32()), "target": pyarrow.array([2], pyarrow.date32())}
    ),
    "arrow decimals": lambda: pyarrow.array([decimal.Decimal("1.50")]),
    "arrow one column": lambda: pyarrow.table({"source": [1]}),
    "arrow no column": lambda: pyarrow.table({}),
    "arrow many columns": functools.cache(lambda: pyarrow.table({f"column {at}": [1.5] for at in range(2000)})),
    "arrow long name": lambda: pyarrow.table({"x" * 100_000: [1.5], "y": [1]}),
    "arrow half floats": lambda: pyarrow.array([1.5], pyarrow.float16()),
    "arrow binary": lambda: pyarrow.array([b"\xff"]),
    "arrow unions": lambda: pyarrow.UnionArray.from_sparse(pyarrow.array([0], pyarrow.int8()), [pyarrow.array([1])]),
    "arrow dictionary": lambda: pyarrow.array(["a", None]).dictionary_encode(),
    "closed reader": released,
    "no capsule": lambda: Stream(5),
    "failing stream": lambda: Stream(OSError("gone")),
    "array of none": lambda: Array(None),
    "array of ints": lambda: Array((1, 2)),
    "unreadable": Unreadable,
    "sparse": lambda: scipy.sparse.eye(3),
    "sparse wide": lambda: scipy.sparse.csr_array((2, 3)),
    "sparse objects": lambda: scipy.sparse.coo_array(([1j], ([0], [1])), (2, 2)),
    "function": lambda: len,
    "lambda": lambda: lambda: None,
    "class": lambda: dict,
    "module": lambda: os,
    "object": object,
    "exception": lambda: ValueError("x"),
    "type": lambda: type,
    "closed file": closed_file,
    "file": lambda: io.BytesIO(b"a,b\n"),
    "pattern": lambda: re.compile("a"),
    "raises": Raises,
    "attributes": Attributes,
    "lies": Lies,
    "loud": Loud,
    "loud pairs": lambda: [(Loud(), Loud())],
    "namespace": lambda: types.SimpleNamespace(),
    "graph": lambda: gobc.Graph([(1, 2)]),
    "result": lambda: RESULT,
}

GRAPH = gobc.Graph(EDGES)
WEIGHTED = gobc.Graph([("a", "b", 1.5), ("b", "c", 2.5)], weight=True)
RESULT = GRAPH.betweenness()
EDGE_RESULT = GRAPH.edge_betweenness()
JOB = gobc.plan(EDGES, "betweenness", shards=2)
PART = JOB.run(0)
WHOLE = gobc.merge([PART, JOB.run(1)])
Q = {"progress": False}


class SparkSession:
    """One that takes no jobs: what is asked of it was found right before."""

    @property
    def sparkContext(self):  # noqa: N802
        raise gobc.ArgumentError("this session takes no jobs")


SparkSession.__module__ = "pyspark.sql.session"


@functools.cache
def axes():
    """To draw on again and again: new ones take 0.03 s."""
    return Figure().add_subplot()


class Frame:
    def __init__(self, table=EDGES):
        self.table = table

    def toArrow(self):  # noqa: N802
        if isinstance(self.table, Exception):
            raise self.table
        return self.table




def bare(state):
    return gobc.Result.__new__(gobc.Result).__setstate__(state)


CALLS = {
    "Graph": gobc.Graph,
    "Graph, weights": lambda value: gobc.Graph(value, weight=True),
    "tuple of two": lambda value: gobc.Graph((value, value)),
    "list of one": lambda value: gobc.Graph([value]),
    "pair of one": lambda value: gobc.Graph([("a", value)]),
    "columns": lambda value: gobc.Graph({"source": value, "target": [1, 2]}),
    "frame, weight": lambda value: gobc.Graph(pandas.DataFrame({"source": [1], "target": [2], "weight": [1.5]}), weight=value),
    "graph, directed": lambda value: gobc.Graph(EDGES, directed=value),
    "graph, source": lambda value: gobc.Graph(dict(ends), source=value),
    "table, source": lambda value: gobc.Graph(pyarrow.table(ends), target=value),
    "graph, weight": lambda value: gobc.Graph(EDGES, weight=value),
    "graph, nodes": lambda value: gobc.Graph(EDGES, nodes=value),
    "graph, node": lambda value: gobc.Graph(EDGES, nodes={"node": ["a"]}, node=value),
    "graph, obsp": lambda value: gobc.Graph(EDGES, obsp=value),
    "graph, threads": lambda value: gobc.Graph(EDGES, threads=value),
    "graph, memory_limit": lambda value: gobc.Graph(EDGES, memory_limit=value),
    "graph, progress": lambda value: None if callable(value) else gobc.Graph(EDGES, progress=value),
    **{
        f"from_{name}": getattr(gobc.Graph, f"from_{name}")
        for name in (
            "pandas",
            "polars",
            "pyarrow",
            "networkx",
            "igraph",
            "rustworkx",
            "networkit",
            "scipy",
            "anndata",
            "libpysal",
        )
    },
    "read": gobc.Graph.read,
    "read, format": lambda value: gobc.Graph.read(__file__, format=value),
    "read, delimiter": lambda value: gobc.Graph.read(FILE, delimiter=value),
    "read, header": lambda value: gobc.Graph.read(FILE, header=value),
    "read, text_ids": lambda value: gobc.Graph.read(FILE, text_ids=value),
    "read, weight": lambda value: gobc.Graph.read(FILE, weight=value),
    "read, source": lambda value: gobc.Graph.read(FILE, source=value),
    **{
        f"{name}()": lambda value, name=name: getattr(gobc, name)(value, **Q)
        for name in ("betweenness", "edge_betweenness", "eccentricity", "diameter", "center")
    },
    "centralities": lambda value: gobc.centralities(EDGES, value, **Q),
    "many": gobc.many,
    "many, networks": lambda value: gobc.many([value]),
    "many, of": lambda value: gobc.many([[(0, 1)]], errors="report").of(value),
    **{
        f"many, {name}": lambda value, name=name: gobc.many(
            {"network": [1, 1], "a": [0, 1], "b": [1, 2], "c": [1.0, 2.0]}, **{name: value}
        )
        for name in (
            "measures",
            "by",
            "directed",
            "weight",
            "source",
            "target",
            "normalized",
            "endpoints",
            "direction",
            "cutoff",
            "preset",
            "errors",
        )
    },
    "many_layers, weights": lambda value: gobc.many_layers(EDGES, weights=value),
    "many_layers, presence": lambda value: gobc.many_layers(EDGES, presence=value),
    "many_layers, names": lambda value: gobc.many_layers(EDGES, presence=[[1]] * len(EDGES), networks=value),
    "many_layers, nodes": lambda value: gobc.many_layers(EDGES, presence=[[1]] * len(EDGES), nodes=value),
    "many_layers, edges": lambda value: gobc.many_layers(value, presence=[[1]]),
    "many_layers, matrix": lambda value: gobc.many_layers(EDGES, presence=[[1]] * len(EDGES)).matrix(value),
    "many_batches": lambda value: list(gobc.many_batches(value)),
    "many_batches, items": lambda value: list(gobc.many_batches([value])),
    "plan": lambda value: gobc.plan(EDGES, value),
    "generate": gobc.generate,
    "generate, seed": lambda value: gobc.generate("grid:rows=2,cols=2", seed=value),
    **{
        f"betweenness, {name}": lambda value, name=name: GRAPH.betweenness(**{name: value})
        for name in (
            "sources",
            "targets",
            "of",
            "k",
            "epsilon",
            "sample",
            "normalized",
            "endpoints",
            "preset",
            "cutoff",
            "device",
            "settings",
        )
    },
    "betweenness, seed": lambda value: GRAPH.betweenness(k=2, seed=value),
    "closeness, direction": lambda value: GRAPH.closeness(direction=value),
    "decay, alpha": lambda value: GRAPH.decay(alpha=value),
    "betweenness, weight": lambda value: gobc.betweenness(GRAPH, weight=value),
    "betweenness, directed": lambda value: gobc.betweenness(GRAPH, directed=value),
    **{
        f"Settings.{name}": lambda value, name=name: WEIGHTED.betweenness(settings=gobc.Settings(**{name: value}))
        for name in gobc.Settings._fields
        if name not in ("progress", "device")
    },
    **{
        f"Sample.{name}": lambda value, name=name: GRAPH.betweenness(sample=gobc.Sample(**{"epsilon": 0.3, name: value}))
        for name in ("seed", "epsilon", "delta", "top_k")
    },
    "Sample.adaptive": lambda value: GRAPH.betweenness(of=["b"], sample=gobc.Sample(adaptive=value)),
    "result[]": lambda value: RESULT[value],
    "value": RESULT.value,
    "value, measure": lambda value: RESULT.value("a", value),
    "top": RESULT.top,
    "top, measure": lambda value: RESULT.top(3, value),
    "to_dict": RESULT.to_dict,
    "to_numpy": RESULT.to_numpy,
    "edges: value": EDGE_RESULT.value,
    "edges: pair": lambda value: EDGE_RESULT.value((value, value)),
    "edges: to_dict": EDGE_RESULT.to_dict,
    "state": bare,
    "plan, shards": lambda value: gobc.plan(EDGES, "betweenness", shards=value),
    "plan, shards, sources": lambda value: gobc.plan(EDGES, "betweenness", shards=2, sources=value),
    "plan, shards, seed": lambda value: gobc.plan(EDGES, "betweenness", shards=2, k=2, seed=value),
    "plan, shards, sample": lambda value: gobc.plan(EDGES, "betweenness", shards=2, sample=value),
    "run_shard": lambda value: gobc.run_shard(value, 0),
    **{
        f"run_shard, {name}": lambda value, name=name: gobc.run_shard(JOB, **{"shard": 0, name: value})
        for name in ("shard", "device", "threads", "memory_limit")
    },
    "merge": gobc.merge,
    "merge, one": lambda value: gobc.merge([value]),
    "merge, another": lambda value: gobc.merge([PART, value]),
    "partial, job": lambda value: WHOLE.result(job=value),
    "partial, incomplete": lambda value: PART.result(incomplete=value),
    "partial, save": PART.save,
    "Partial.load": gobc.Partial.load,
    "Partial.load, job": lambda value: gobc.Partial.load("part.gobc", value).result(incomplete=True),
    **{
        f"job, {name}": lambda value, name=name: JOB.compute(**{**Q, name: value})
        for name in ("executor", "checkpoint", "device", "threads")
    },
    "job, resume": lambda value: JOB.compute(checkpoint="run", resume=value, **Q),
    "job, progress": lambda value: None if callable(value) else JOB.compute(progress=value),
    "job, save": JOB.save,
    "Job.load": gobc.Job.load,
    "betweenness, executor": lambda value: GRAPH.betweenness(executor=value),
    "betweenness, checkpoint": lambda value: GRAPH.betweenness(checkpoint=value),
    **{
        f"spark, {name}": lambda value, name=name: gobc.spark.compute(
            **{"spark": SparkSession(), "edges": Frame(), "measures": "betweenness", name: value})
        for name in ("spark", "edges", "measures", "shards", "weight", "directed")
    },
    "spark, what it reads": lambda value: gobc.spark.betweenness(SparkSession(), Frame(value)),
    **{
        f"streets.{name}": lambda value, name=name: getattr(gobc.streets, name)(value, **(Q if "angular" in name else {}))
        for name in gobc.streets.__all__
    },
    "streets, a line": lambda value: gobc.streets.dual([[(0, 0), (1, 1)], value]),
    "streets, a point": lambda value: gobc.streets.dual([[(0, 0), value]]),
    "streets, a coordinate": lambda value: gobc.streets.dual([[(0, 0), (1, value)]]),
    "streets, a label": lambda value: gobc.streets.dual({"type": "FeatureCollection", "features": [
        {"id": value, "geometry": {"type": "LineString", "coordinates": [(0, 0), (1, 1)]}}]}),
    "streets, GeoJSON": lambda value: gobc.streets.dual({"type": "FeatureCollection", "features": value}),
    "streets, a feature": lambda value: gobc.streets.dual({"type": "FeatureCollection", "features": [value]}),
    "streets, an interface": lambda value: gobc.streets.dual(types.SimpleNamespace(__geo_interface__=value)),
    **{
        f"streets, {name}": lambda value, name=name: gobc.streets.angular_betweenness(
            [[(0, 0), (1, 1)], [(1, 1), (2, 1)]], **{**Q, name: value})
        for name in ("angle", "length", "decimals", "radius", "cutoff", "normalized")
    },
    "streets, by": lambda value: gobc.streets.dual([[(0, 0), (1, 1)]], by=value),
    "streets, directed": lambda value: gobc.streets.primal([[(0, 0), (1, 1)]], directed=value),
    "graph, save": GRAPH.save,
    "Graph.load": gobc.Graph.load,
    "Graph.load, threads": lambda value: gobc.Graph.load("graph.gobc", threads=value),
    "Graph.load, memory_limit": lambda value: gobc.Graph.load("graph.gobc", memory_limit=value),
    "job state": lambda value: gobc.Job.__new__(gobc.Job).__setstate__(value),
    "partial state": lambda value: gobc.Partial.__new__(gobc.Partial).__setstate__(value),
    "graph state": lambda value: gobc.Graph.__new__(gobc.Graph).__setstate__(value),
    "plot": RESULT.plot,
    "plot, measure": lambda value: RESULT.plot("rank", value),
    "plot, ax": lambda value: RESULT.plot("rank", ax=value),
    "plot, degree": lambda value: RESULT.plot("degree", degree=value, ax=axes()),
    "plot, graph": lambda value: RESULT.plot("degree", graph=value, ax=axes()),
    "plot, top": lambda value: RESULT.plot("rank", top=value),
}

FILE = ""


@pytest.fixture(scope="module", autouse=True)
def file(tmp_path_factory):
    global FILE
    folder, before = tmp_path_factory.mktemp("files"), os.getcwd()
    FILE = str(folder / "edges.csv")
    with open(FILE, "w") as out:
        out.write("source,target,weight\na,b,1.5\nb,c,2\n")
    os.chdir(folder)  # for names of files and folders
    GRAPH.save("graph.gobc")
    PART.save("part.gobc")
    yield
    os.chdir(before)
    FILE = ""


JARGON = re.compile(r"[Aa]rrow format|its format is|gobc\._|gobc\.errors|__arrow_c|\+s\b|<[a-z_.]+ object at")


def wrong_with(error: BaseException) -> str | None:
    """What a person would say about an error, None if nothing."""
    text = str(error)
    if not isinstance(error, gobc.Error):
        return f"is {type(error).__module__}.{type(error).__qualname__}"
    if type(error).__module__ not in ("gobc", "gobc.igraph"):
        return f"is called {type(error).__module__}.{type(error).__qualname__}"
    if not text or len(text) > LONGEST:
        return f"has {len(text):,} characters"
    if "\n" in text:
        return "has several lines"
    if JARGON.search(text):
        return f"has jargon: {JARGON.search(text).group()}"
    if re.search(r"\bvert(ex|ices)\b", text):
        return "says vertex, where Python says node"
    if isinstance(error, gobc.InternalError):
        return "is a defect"
    return None


@pytest.mark.parametrize("call", CALLS)
def test_hostile_value(call):
    """Failed with 39 kinds of foreign exceptions: TypeError, KeyError, UnicodeEncodeError, ArrowInvalid, RecursionError ..."""
    faults = []
    for name, value in VALUES.items():
        with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
            warnings.simplefilter("ignore")
            try:
                CALLS[call](value())
            except Exception as error:
                wrong = wrong_with(error)
                if wrong:
                    faults.append(
                        f"{name}: {wrong}: {str(type(error).__name__)}: {error!s:.150}"
                        if not isinstance(error, ZeroDivisionError)
                        else f"{name}: {wrong}"
                    )
    assert not faults, "\n".join(faults)


WORDS = [
    "",
    " ",
    "-",
    "--",
    "-1",
    "0",
    "nan",
    "inf",
    "1e999",
    "x" * 10_000,
    "\n",
    "\0",
    "\udcff",
    "a,b",
    ",",
    "'",
    '"',
    "%s",
    "{}",
    "2**63",
    "9" * 5000,
    "/",
    "/dev/null",
    "/proc/self/mem",
    "..",
    "~",
    "*",
    "file:///etc/passwd",
    "ü",
    "\u202e",
    "a\tb",
    "#0",
    "#99999999999999999999",
]
COMMANDS = {
    "file": ["compute", "WORD"],
    "format": ["compute", "FILE", "--format", "WORD"],
    "source": ["info", "FILE", "--source", "WORD"],
    "target": ["info", "FILE", "--target", "WORD"],
    "weight": ["info", "FILE", "--weight", "WORD"],
    "delimiter": ["info", "FILE", "--delimiter", "WORD"],
    "measures": ["compute", "FILE", "--measures", "WORD"],
    "preset": ["plan", "FILE", "--preset", "WORD"],
    "of": ["compute", "FILE", "--of", "WORD"],
    "sources": ["plan", "FILE", "--sources", "WORD"],
    "demand": ["plan", "FILE", "--demand", "WORD"],
    "distance decay": ["plan", "FILE", "--distance-decay", "WORD"],
    "cutoff": ["compute", "FILE", "--cutoff", "WORD"],
    "k": ["compute", "FILE", "--k", "WORD"],
    "seed": ["compute", "FILE", "--k", "2", "--seed", "WORD"],
    "epsilon": ["compute", "FILE", "--epsilon", "WORD"],
    "top": ["compute", "FILE", "--top", "WORD"],
    "device": ["compute", "FILE", "--device", "WORD"],
    "threads": ["plan", "FILE", "--threads", "WORD"],
    "memory": ["plan", "FILE", "--memory-limit", "WORD"],
    "tuning": ["plan", "FILE", "--tuning", "WORD"],
    "output format": ["compute", "FILE", "--output", "-", "--output-format", "WORD"],
    "generate": ["generate", "WORD", "--output", "-"],
    "generate, seed": ["generate", "grid:rows=2,cols=2", "--output", "-", "--seed", "WORD"],
    "completion": ["completion", "WORD"],
    "command": ["WORD"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_hostile_word(command, capsys):
    """A command says once what is wrong, in a line, and ends with the exit code of that."""
    from gobc.cli import main

    faults = []
    for word in WORDS:
        arguments = [{"WORD": word, "FILE": FILE}.get(part, part) for part in COMMANDS[command]]
        try:
            code = main(arguments)
        except SystemExit as end:
            code = end.code
        except Exception as error:
            faults.append(f"{word!r:.40}: {type(error).__name__}: {error!s:.150}")
            continue
        said = capsys.readouterr().err
        own = [line for line in said.splitlines() if re.match(r"gobc( \w+)?: ", line)]
        lasting = own[-1] if own else ""
        wrong = (
            code not in (0, 1, 2)
            or code
            and not lasting
            or re.search(r"gobc: gobc|error: .*error: |Traceback", said)
            or JARGON.search(said)
            or len(lasting) > LONGEST + len("gobc: ")
            and code == 1
        )
        if wrong:
            faults.append(f"{word!r:.40}: exit code {code}: {said[-300:]}")
    assert not faults, "\n".join(faults)
