"""gobc.igraph answers as python-igraph 1.0 does: every function in every form of its arguments, errors included.

Known differences, each with a test that shows it: see KNOWN below; tests/peers has those of the "igraph" preset.
GOBC_RANDOM_GRAPHS sets the number of random graphs for each function (240); a twelfth of it is that of test_decimal_cutoffs.
"""

import functools
import inspect
import math
import os
import random
import re
import sys
import threading
import time

import igraph
import numpy
import pytest

import gobc
import gobc.igraph
from gobc import _distance_summaries, _distances
from gobc._inputs import igraph_edges

FUNCTIONS = [name for name in gobc.igraph.__all__ if name != "accelerate"]
TOLERANCE = 1e-12
CHUNKS = 4
A_CHUNK = -(-int(os.environ.get("GOBC_RANDOM_GRAPHS", "240")) // CHUNKS)

nan, inf = math.nan, math.inf


def same(ours, theirs) -> bool:
    """Same types, equal within TOLERANCE, NaN where NaN is."""
    if type(ours) is not type(theirs):
        return False
    if isinstance(ours, igraph.Histogram):
        return list(ours.bins()) == list(theirs.bins()) and ours.unconnected == theirs.unconnected
    if isinstance(ours, list):
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    if math.isnan(theirs) or math.isinf(theirs):
        return str(ours) == str(theirs)
    return abs(ours - theirs) <= TOLERANCE * max(1.0, abs(theirs))


def check(name, graph, *values, **options):
    kept = [list(value) if hasattr(value, "__next__") else None for value in (*values, *options.values())]

    def ask(function):
        given = [value if copy is None else iter(copy) for value, copy in zip((*values, *options.values()), kept)]
        return function(*given[:len(values)], **dict(zip(options, given[len(values):])))

    ours = ask(functools.partial(getattr(gobc.igraph, name), graph))
    theirs = ask(getattr(graph, name))
    if not same(ours, theirs):
        pytest.fail(f"{name}{values} {options} of {graph.get_edgelist()}: {ours}, igraph: {theirs}"[:2000])


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("weights", [None, "weight"])
def test_decimal_cutoffs(weights, directed):
    """Numbers of edges up to the cutoff count: 1.5 is 1."""
    for seed in range(-(-A_CHUNK // 3)):
        draw = random.Random(seed)
        n = draw.randint(3, 12)
        edges = [(draw.randrange(n), draw.randrange(n)) for _ in range(2 * n)]
        graph = igraph.Graph(n, edges, directed=directed, edge_attrs={"weight": [draw.choice([0.5, 1.0, 2.0]) for _ in edges]})
        for cutoff in (0, 0.5, 1, 1.5, 1.999, 2.5, 3.0, 3.25, -0.5):
            for name in ("betweenness", "edge_betweenness", "closeness", "harmonic_centrality"):
                check(name, graph, cutoff=cutoff, weights=weights)


# ---- signatures ----


@pytest.mark.parametrize("name", FUNCTIONS)
def test_signature_is_igraphs(name):
    """Names, order and defaults as igraph's own text gives them, but for what that text leaves out or has wrong."""
    theirs = getattr(igraph.Graph, name)
    text = str(inspect.signature(theirs)) if inspect.isfunction(theirs) else theirs.__text_signature__
    theirs = re.findall(r"(\w+)=([^,)]+)", text)
    parameters = inspect.signature(getattr(gobc.igraph, name)).parameters
    ours = [(key, repr(p.default).replace("'", '"')) for key, p in parameters.items()
            if p.kind is p.POSITIONAL_OR_KEYWORD and key != "graph"]
    if name.endswith("betweenness"):
        theirs.append(("normalized", "False"))  # see the next test
    if name == "eccentricity":
        theirs[1] = ("mode", '"out"')  # and the one after it
    assert ours == theirs
    assert [key for key, p in parameters.items() if p.kind is not p.POSITIONAL_OR_KEYWORD] == ["run"]


def test_normalized_is_the_last_argument_of_betweenness_although_igraphs_text_omits_it():
    star = igraph.Graph.Star(5)
    check("betweenness", star, None, True, None, None, None, None, True)
    check("edge_betweenness", star, True, None, None, None, None, True)


def test_eccentricity_goes_out_by_default_although_igraphs_text_says_all():
    path = igraph.Graph([(0, 1), (1, 2)], directed=True)
    assert path.eccentricity() == path.eccentricity(mode="out") != path.eccentricity(mode="all")
    check("eccentricity", path)


# ---- random graphs ----


def random_graph(draw) -> igraph.Graph:
    """1 to 12 vertices; loops, parallel and opposite edges, isolated vertices, directed or not, names, weights."""
    n = draw.randint(1, 12)
    linked = draw.randint(1, n)
    edges = [(draw.randrange(linked), draw.randrange(linked))
             for _ in range(draw.choice((0, linked - 1, linked, 2 * linked, 4 * linked)))]
    if edges and draw.random() < 0.5:
        edges += draw.choices(edges, k=2) + [edge[::-1] for edge in draw.choices(edges, k=2)]
    graph = igraph.Graph(n=n, edges=edges, directed=draw.random() < 0.5)
    weigh = draw.choice((lambda: draw.randint(1, 3), lambda: draw.randint(1, 12) / 8, lambda: draw.uniform(0.5, 2.0)))
    graph.es["length"] = [weigh() for _ in edges]
    if draw.random() < 0.5:
        graph.vs["name"] = [f"v{number}" for number in range(n)]
    return graph


def some(draw, graph, count=None) -> list[int]:
    return [draw.randrange(graph.vcount()) for _ in range(draw.randint(0, 6) if count is None else count)]


VERTICES = {
    "all": lambda draw, graph: None,
    "one": lambda draw, graph: some(draw, graph, 1)[0],
    "numpy's one": lambda draw, graph: numpy.int64(some(draw, graph, 1)[0]),
    "a vertex": lambda draw, graph: graph.vs[some(draw, graph, 1)[0]],
    "list": some,
    "tuple": lambda draw, graph: tuple(some(draw, graph)),
    "array": lambda draw, graph: numpy.array(some(draw, graph, 3)),
    "range": lambda draw, graph: range(graph.vcount()),
    "slice": lambda draw, graph: slice(0, graph.vcount(), 2),
    "iterator": lambda draw, graph: iter(some(draw, graph)),
    "set": lambda draw, graph: set(some(draw, graph)),
    "sequence": lambda draw, graph: graph.vs[some(draw, graph)],
    "whole sequence": lambda draw, graph: graph.vs,
    "vertices": lambda draw, graph: [graph.vs[vertex] for vertex in some(draw, graph)],
    "a name": lambda draw, graph: "v0" if "name" in graph.vs.attributes() else 0,
    "names": lambda draw, graph: [f"v{v}" for v in some(draw, graph)] if "name" in graph.vs.attributes() else [],
}
ENDS = [name for name in VERTICES if name not in ("all",)]
WEIGHTS = {
    "none": lambda graph: None,
    "attribute": lambda graph: "length",
    "list": lambda graph: list(graph.es["length"]),
    "tuple": lambda graph: tuple(graph.es["length"]),
    "array": lambda graph: numpy.array(graph.es["length"], float),
    "single array": lambda graph: numpy.array([round(8 * length) / 8 for length in graph.es["length"]], "f4"),
    "integer array": lambda graph: numpy.array([round(length) + 1 for length in graph.es["length"]], "i2"),
    "bools": lambda graph: [True] * graph.ecount(),
}
MODES = ("in", "out", "all", "IN", "Out", igraph.IN, igraph.OUT, igraph.ALL, None)
CUTOFFS = (None, None, -1, -0.5, 0, 1, 2, 2.5, inf, True, numpy.float64(1.5))


def arguments(draw, name, graph) -> tuple:
    """Random arguments by position or by name."""
    given = {}
    for key in inspect.signature(getattr(gobc.igraph, name)).parameters:
        if key in ("directed", "unconn"):
            given[key] = draw.choice((True, False, 1, 0))
        elif key == "normalized":
            given[key] = draw.random() < 0.5 and graph.vcount() > 1
        elif key == "vertices":
            given[key] = VERTICES[draw.choice(list(VERTICES))](draw, graph)
        elif key == "source":
            given[key] = VERTICES[draw.choice(list(VERTICES))](draw, graph)
        elif key == "target":  # without repeats
            given[key] = draw.choice((None, draw.sample(range(graph.vcount()), draw.randint(0, graph.vcount()))))
        elif key == "mode":
            given[key] = draw.choice(MODES)
        elif key == "cutoff":
            given[key] = draw.choice(CUTOFFS)
        elif key == "weights":
            given[key] = WEIGHTS[draw.choice(list(WEIGHTS))](graph)
    if "sources" in inspect.signature(getattr(gobc.igraph, name)).parameters and draw.random() < 0.4:
        given |= {"cutoff": None, "normalized": False}
        for key in draw.choice((["sources"], ["targets"], ["sources", "targets"])):
            given[key] = VERTICES[draw.choice(ENDS)](draw, graph)
    left_out = {key for key in given if draw.random() < 0.3} - {"sources", "targets"}
    given = {key: value for key, value in given.items() if key not in left_out}
    values = []
    for key in inspect.signature(getattr(gobc.igraph, name)).parameters:
        if key == "graph":
            continue
        if key not in given or draw.random() < 0.3:
            break
        values.append(given.pop(key))
    return values, given


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_graphs(name, chunk):
    for seed in range(A_CHUNK):
        draw = random.Random(f"{name} {chunk} {seed}")
        graph = random_graph(draw)
        values, options = arguments(draw, name, graph)
        check(name, graph, *values, **options)


def takes_weights(name):
    return "weights" in inspect.signature(getattr(gobc.igraph, name)).parameters


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("n", [0, 1, 2])
@pytest.mark.parametrize("directed", [False, True])
def test_tiny(name, n, directed):
    graph = igraph.Graph(n=n, directed=directed)
    check(name, graph)
    if takes_weights(name):
        check(name, graph, weights=[])
    if name in ("diameter", "average_path_length"):
        check(name, graph, unconn=False)


@pytest.mark.parametrize("directed", [False, True])
def test_the_largest_distance_of_graphs_in_parts(directed):
    for edges in ([(0, 1), (1, 2), (2, 0)], [(0, 1), (2, 3), (3, 4)], [(0, 1), (1, 2)]):
        graph = igraph.Graph(edges, directed=directed)
        for lengths in (None, [0.5] * len(edges), [1, 3, 1][:len(edges)]):
            for unconn in (True, False):
                for follow in (True, False):
                    check("diameter", graph, follow, unconn, lengths)


def test_whole_numbers_are_ints():
    ring = igraph.Graph.Ring(6)
    assert repr(gobc.igraph.diameter(ring)) == "3" and repr(gobc.igraph.radius(ring)) == "3"
    assert repr(gobc.igraph.diameter(ring, weights=[0.5] * 6)) == "1.5"


@pytest.mark.parametrize("name", ["harmonic_centrality", "eccentricity", "radius"])
@pytest.mark.parametrize("weights", [[1, inf, 1, 1, 1], [inf, 1, 1, 1, 1]])
def test_infinite_weights_leave_edges_out(name, weights):
    for directed in (False, True):
        check(name, igraph.Graph([(0, 1), (1, 2), (2, 3), (1, 3), (4, 5)], n=7, directed=directed), weights=weights)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_two_vertices_may_have_one_name(name):
    graph = igraph.Graph([(0, 1), (1, 2)])
    graph.vs["name"] = ["a", "b", "a"]
    check(name, graph)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_larger_graph(name):
    graph = igraph.Graph.Barabasi(400, 3)
    check(name, graph)
    if takes_weights(name):
        check(name, graph, weights=[1 + edge % 5 for edge in range(graph.ecount())])


def test_options_of_gobc():
    graph = igraph.Graph.Barabasi(100, 2)
    told = []
    scores = gobc.igraph.betweenness(graph, device="cpu", threads=1, settings=gobc.Settings(precision="single"),
                                     progress=lambda done, total: told.append((done, total)))
    assert scores == pytest.approx(graph.betweenness(), rel=1e-4)
    with pytest.raises(gobc.ArgumentError, match="precision"):
        gobc.igraph.betweenness(graph, settings=gobc.Settings(precision="half"))
    with pytest.raises(gobc.ArgumentError, match="partial"):
        gobc.igraph.closeness(graph, settings=gobc.Settings(partial=True))
    with pytest.raises(TypeError, match=r"gobc\.igraph\.harmonic_centrality\(\).*'weight'.*weights="):
        gobc.igraph.harmonic_centrality(graph, weight=None)
    with pytest.raises(gobc.ArgumentError, match="threads"):
        gobc.igraph.radius(graph, threads="two")


# ---- known differences ----

KNOWN = {
    "one vertex": "normalized betweenness of one vertex is 0 / 0 in igraph, 0 here",
    "infinite": "an infinite weight says that there is no edge, in igraph only for eccentricity, radius and harmonic",
    "NaN": "a cutoff that is NaN leaves no path of igraph's betweenness, and all distances of its closeness",
    "words": "igraph takes beginnings of modes, with a DeprecationWarning, and 'any' for 'all'",
    "text": "a cutoff that is a text gives igraph's closeness no rows and no error",
}


def test_known_one_vertex():
    point = igraph.Graph(n=1)
    assert math.isnan(point.betweenness(normalized=True)[0])
    assert gobc.igraph.betweenness(point, normalized=True) == [0.0]


def test_known_infinite():
    path = igraph.Graph([(0, 1), (1, 2)])
    weights = [1, inf]
    assert path.betweenness(weights=weights) == [0.0, 1.5, 0.0]
    assert path.edge_betweenness(weights=weights) == [2.5, 1.75]
    assert path.closeness(weights=weights) == [0.0] * 3 and path.diameter(weights=weights) == inf
    edge = igraph.Graph([(0, 1)], n=3)
    assert gobc.igraph.distances(path, weights=weights) == edge.distances()
    for name in filter(takes_weights, set(FUNCTIONS) - {"distances"}):
        ours = getattr(gobc.igraph, name)(path, weights=weights)
        assert same(ours[:1] if name.startswith("edge") else ours, getattr(edge, name)())
    assert gobc.igraph.edge_betweenness(path, weights=weights) == [1.0, 0.0]
    assert gobc.igraph.diameter(path, unconn=False, weights=weights) == inf


def test_known_nan():
    path = igraph.Graph([(0, 1), (1, 2)])
    assert path.betweenness(cutoff=nan) == [0.0] * 3 and path.closeness(cutoff=nan) == path.closeness()
    with pytest.raises(gobc.ArgumentError, match="cutoff"):
        gobc.igraph.closeness(path, cutoff=nan)


def test_known_words():
    path = igraph.Graph([(0, 1), (1, 2)], directed=True)
    with pytest.warns(DeprecationWarning):
        assert path.closeness(mode="any") == path.closeness(mode="all")
    with pytest.raises(gobc.ArgumentError, match="mode"):
        gobc.igraph.closeness(path, mode="any")


def test_known_text():
    path = igraph.Graph([(0, 1), (1, 2)])
    assert path.closeness(cutoff="2") == []
    with pytest.raises(TypeError, match="cutoff"):
        gobc.igraph.closeness(path, cutoff="2")


@pytest.mark.parametrize("name", ["eccentricity", "radius", "diameter"])
def test_known_weights_of_zero(name):
    path = igraph.Graph([(0, 1), (1, 2)])
    assert getattr(path, name)(weights=[0, 1]) is not None
    with pytest.raises(gobc.DataError, match=r"edge 0, \(0, 1\)") as raised:
        getattr(gobc.igraph, name)(path, weights=[0, 1])
    assert not isinstance(raised.value, igraph.InternalError)


# ---- errors ----

REFUSED = {
    "vertex id": (dict(vertices=99), igraph.InternalError),
    "vertex ids": (dict(vertices=[0, 99]), igraph.InternalError),
    "negative id": (dict(vertices=[-1]), ValueError),
    "a negative id": (dict(vertices=-1), TypeError),
    "name": (dict(vertices="zz"), ValueError),
    "vertices": (dict(vertices=1.5), TypeError),
    "source id": (dict(sources=[99]), igraph.InternalError),
    "target": (dict(targets=[0.5]), TypeError),
    "subset and cutoff": (dict(sources=[0], cutoff=1), ValueError),
    "subset and negative cutoff": (dict(targets=[0], cutoff=-1), ValueError),
    "normalized subset": (dict(sources=[0], normalized=True), NotImplementedError),
    "cutoff": (dict(cutoff=[1]), TypeError),
    "huge cutoff": (dict(cutoff=10 ** 400), OverflowError),
    "mode word": (dict(mode="total"), ValueError),
    "mode number": (dict(mode=4), igraph.InternalError),
    "mode type": (dict(mode=1.0), TypeError),
    "no attribute": (dict(weights="zz"), igraph.InternalError),
    "text attribute": (dict(weights="text"), ValueError),
    "null attribute": (dict(weights="null"), ValueError),
    "short": (dict(weights=[1]), igraph.InternalError),
    "long": (dict(weights=[1] * 9), igraph.InternalError),
    "negative": (dict(weights=[1, -1, 1]), igraph.InternalError),
    "negative and zero": (dict(weights=[0, -1, 1]), igraph.InternalError),
    "NaN": (dict(weights=[1, nan, 1]), igraph.InternalError),
    "NaN and zero": (dict(weights=[0, 1, nan]), igraph.InternalError),
    "zero": (dict(weights=[1, 1, 0]), igraph.InternalError),
    "texts": (dict(weights=list("abc")), ValueError),
    "null": (dict(weights=[1, None, 1]), ValueError),
    "number": (dict(weights=2.5), TypeError),
    "weights that are True": (dict(weights=True), TypeError),
    "iterator": (dict(weights=iter([1, 1, 1])), TypeError),
    "dict": (dict(weights={0: 1, 1: 1, 2: 1}), TypeError),
    "unknown": (dict(colour=1), TypeError),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_igraph_refuses_is_refused_with_its_class(name):
    graph = igraph.Graph([(0, 1), (1, 2), (2, 3)], directed=True)
    graph.es["text"], graph.es["null"] = list("abc"), [1, None, 2]
    graph.vs["name"] = list("abcd")
    known = inspect.signature(getattr(gobc.igraph, name)).parameters
    tried = 0
    for case, (options, kind) in REFUSED.items():
        if not set(options) <= {*known, "colour"}:
            continue
        if case in ("cutoff", "zero") and not name.endswith("betweenness") and (case, name) != ("zero", "closeness"):
            continue  # igraph takes these elsewhere, see KNOWN
        if name == "distances" and case.startswith("negative"):
            continue  # igraph takes negative weights there
        with pytest.raises(kind):
            getattr(graph, name)(**options)
        with pytest.raises(kind) as raised:
            getattr(gobc.igraph, name)(graph, **options)
        assert str(raised.value), case
        tried += 1
    assert tried >= (12 if takes_weights(name) else 1)


def test_what_gobc_refuses_in_distances():
    path = igraph.Graph([(0, 1), (1, 2)])
    for function, options in ((path.distances, {}), (gobc.igraph.distances, {"graph": path})):
        with pytest.raises(igraph.InternalError, match="twice|duplicates"):
            function(target=[0, 0], **options)
    with pytest.raises(gobc.DataError, match="edge 1"):
        gobc.igraph.distances(path, weights=[1, -1])
    with pytest.raises(gobc.UnsupportedError, match="johnson"):
        gobc.igraph.distances(path, algorithm="johnson")


def test_input_error_is_of_both():
    path = igraph.Graph([(0, 1), (1, 2)])
    with pytest.raises(gobc.igraph.InputError, match=r"the weight of edge 1, \(1, 2\), is -2\.0; .* above 0") as raised:
        gobc.igraph.betweenness(path, weights=[1, -2])
    assert isinstance(raised.value, igraph.InternalError) and isinstance(raised.value, gobc.DataError)
    path.es["w"] = [1, "x"]
    with pytest.raises(gobc.DataError, match="weight of edge 1 is 'x'"):
        gobc.igraph.betweenness(path, weights="w")
    with pytest.raises(gobc.igraph.InputError, match="there are w"):
        gobc.igraph.betweenness(path, weights="weight")
    with pytest.raises(TypeError, match="must be an igraph.Graph"):
        gobc.igraph.betweenness([(0, 1)])


# ---- edges ----


@pytest.mark.parametrize("directed", [False, True])
def test_edges_are_those_of_get_edgelist(directed):
    draw = random.Random(3)
    for _ in range(200):
        n = draw.randint(1, 30)
        graph = igraph.Graph(n=n, edges=[(draw.randrange(n), draw.randrange(n)) for _ in range(draw.randint(1, 60))],
                             directed=directed)
        for change in (lambda: None, lambda: graph.add_edges([(n - 1, 0), (0, n - 1)]),
                       lambda: graph.delete_edges([0]), lambda: graph.add_vertices(2),
                       lambda: graph.delete_vertices([n - 1])):
            change()
            if graph.ecount():
                assert list(zip(*igraph_edges._from_memory(graph))) == graph.get_edgelist()
            assert list(zip(*igraph_edges.ends(graph))) == graph.get_edgelist()


def test_edges_are_copies():
    graph = igraph.Graph([(0, 1), (1, 2)])
    sources, targets = igraph_edges.ends(graph)
    graph.delete_edges([0, 1])
    graph.add_edges([(2, 2)] * 1000)
    assert (list(sources), list(targets)) == ([0, 1], [1, 2])


def test_edges_of_a_graph_that_another_thread_changes():
    graph = igraph.Graph.Ring(3000)
    few, more = set(graph.get_edgelist()), [(0, 2)] * 200_000
    ended = threading.Event()

    def change():
        while not ended.is_set():
            graph.add_edges(more)
            graph.delete_edges(range(3000, graph.ecount()))

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    thread = threading.Thread(target=change)
    thread.start()
    lengths = set()
    try:
        began = time.monotonic()
        while (passed := time.monotonic() - began) < 1 or lengths != {3000, 203_000} and passed < 600:
            sources, targets = igraph_edges.ends(graph)
            assert len(sources) == len(targets) in (3000, 203_000)
            assert set(zip(sources, targets)) == few | set(more[:len(sources) - 3000])
            lengths.add(len(sources))
    finally:
        ended.set()
        thread.join()
        sys.setswitchinterval(interval)
    assert lengths == {3000, 203_000}


class Other:
    """A graph of which one thing is not what the memory says."""

    def __init__(self, graph, **other):
        self._graph, self._other = graph, other

    def __getattr__(self, name):
        return (lambda: self._other[name]) if name in self._other else getattr(self._graph, name)


def test_unknown_memory_is_not_read(monkeypatch):
    graph = igraph.Graph([(0, 1), (1, 2), (0, 2)])
    assert igraph_edges._from_memory(Other(graph)) is not None
    for other in ({"vcount": 4}, {"is_directed": True}, {"ecount": 2}):
        assert igraph_edges._from_memory(Other(graph, **other)) is None
    monkeypatch.setattr(igraph_edges, "_version", lambda: "2.0.0")
    assert igraph_edges._from_memory(graph) is None
    assert list(zip(*igraph_edges.ends(graph))) == graph.get_edgelist()
    check("betweenness", graph)


# ---- accelerate ----


def state():
    return [{name: kind.__dict__.get(name) for name in FUNCTIONS}
            for kind in (igraph.Graph, igraph.VertexSeq, igraph.EdgeSeq)]


BEFORE = state()


@pytest.fixture(autouse=True)
def nothing_stays():
    yield
    assert state() == BEFORE


@pytest.fixture
def asked(monkeypatch):
    """The calls that gobc answered."""
    calls = []
    real = gobc.igraph._listed

    def listed(measure, *values):
        calls.append((measure, values[-1]))
        return real(measure, *values)

    monkeypatch.setattr(gobc.igraph, "_listed", listed)
    for module, name in ((_distances, "matrix_of"), (_distance_summaries, "sums_of"), (_distance_summaries, "histogram_of")):
        def asked(graph, settings, *values, real=getattr(module, name), name=name, **options):
            calls.append((name, settings))
            return real(graph, settings, *values, **options)

        monkeypatch.setattr(module, name, asked)
    return calls


@pytest.mark.parametrize("name", FUNCTIONS)
def test_accelerated_methods(name, asked):
    graph = igraph.Graph.Barabasi(50, 2)
    expected, text = getattr(graph, name)(), getattr(igraph.Graph, name).__doc__
    with gobc.igraph.accelerate():
        assert same(getattr(graph, name)(), expected)
        assert len(asked) == 1
        assert getattr(igraph.Graph, name).__doc__ == text
    assert same(getattr(graph, name)(), expected) and len(asked) == 1


def test_accelerated_sequences(asked):
    graph = igraph.Graph.Barabasi(50, 2)
    questions = [lambda: graph.vs[3].betweenness(), lambda: graph.vs[2:5].closeness(), lambda: graph.vs.eccentricity(),
                 lambda: graph.es[3:7].edge_betweenness(), lambda: graph.vs[[3, 3]].betweenness(directed=False),
                 lambda: graph.vs.select(_betweenness_gt=20).indices]
    expected = [question() for question in questions]
    with gobc.igraph.accelerate():
        for number, question in enumerate(questions, 1):
            assert same(question(), expected[number - 1])
            assert len(asked) == number


def test_accelerations_nest(asked):
    path = igraph.Graph([(0, 1), (1, 2)])
    first = gobc.igraph.accelerate(threads=1)
    with gobc.igraph.accelerate(threads=2):
        path.radius()
        path.radius(threads=3)
        first.stop()
        path.radius()
        with pytest.raises(ZeroDivisionError), gobc.igraph.accelerate(device="cpu"):
            path.radius()
            1 / 0
        path.radius()
        first.stop()
    path.radius()
    assert [(how.threads, how.device) for _, how in asked] \
        == [(2, None), (3, None), (2, None), (None, "cpu"), (2, None)]


def test_accelerated_methods_that_were_kept_are_igraphs_afterwards(asked):
    path = igraph.Graph([(0, 1), (1, 2)])
    with gobc.igraph.accelerate():
        kept = path.betweenness
    assert kept() == [0.0, 1.0, 0.0] and not asked


def test_what_others_put_in_place_stays():
    with gobc.igraph.accelerate():
        igraph.Graph.radius = lambda graph: "theirs"
    assert igraph.Graph([(0, 1)]).radius() == "theirs"
    del igraph.Graph.radius


def test_what_only_gobc_refuses_is_computed_by_igraph():
    path = igraph.Graph([(0, 1), (1, 2)])
    with gobc.igraph.accelerate():
        with pytest.warns(gobc.GobcWarning, match="igraph computed eccentricity itself.*edge 0"):
            assert path.eccentricity(iter([0, 2]), weights=[0, 1], threads=2) == [1.0, 1.0]
        with pytest.raises(igraph.InternalError, match="must be positive"):
            path.betweenness(weights=[0, 1])
        with pytest.raises(TypeError):
            path.betweenness(colour=1)


def test_wrong_options_of_accelerate_are_errors_at_once():
    half = gobc.Settings(precision="half")
    for options, kind in (({"threads": "x"}, gobc.ArgumentError), ({"device": "tpu"}, gobc.ArgumentError),
                          ({"settings": half}, gobc.ArgumentError), ({"precision": "half"}, TypeError)):
        with pytest.raises(kind):
            gobc.igraph.accelerate(**options)


def test_accelerated_in_a_forked_child(python):
    python("""
        import os, warnings, igraph, gobc.igraph
        g = igraph.Graph([(0, 1), (1, 2)])
        with gobc.igraph.accelerate():
            assert g.betweenness() == [0.0, 1.0, 0.0]
            child = os.fork()
            if child == 0:
                with warnings.catch_warnings(record=True) as told:
                    warnings.simplefilter("always")
                    right = g.betweenness() == [0.0, 1.0, 0.0] and "fork" in str(told[-1].message)
                os._exit(0 if right else 1)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    """)


# ---- the module ----


def test_igraph_is_imported_when_it_is_used(python):
    python("""
        import sys, gobc
        gobc.igraph.betweenness
        assert "igraph" not in sys.modules
    """)


def test_without_igraph(python):
    python("""
        import sys
        sys.modules["igraph"] = None
        import gobc.igraph
        for call in (lambda: gobc.igraph.betweenness(None), gobc.igraph.accelerate):
            try:
                call()
            except ImportError as error:
                assert "pip install igraph" in str(error)
            else:
                raise AssertionError("no ImportError")
    """)
