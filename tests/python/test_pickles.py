"""Results, tables and plans pickle and copy: the same values, memory of their own, and an error for any other state."""

import concurrent.futures
import contextlib
import copy
import functools
import json
import multiprocessing
import pickle

import networkx
import numpy
import pyarrow
import pytest

import gobc
from gobc._arrow import column_from_strings, import_array, struct_of

TWINS = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "oldest protocol": lambda value: pickle.loads(pickle.dumps(value, 0)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}
WORDS = [("a", "b"), ("b", "c"), ("c", "é"), ("x", "y")]


def multigraph():
    graph = networkx.MultiGraph()
    graph.add_edges_from([("a", (1, 2)), ("a", (1, 2)), ((1, 2), 3.5), (3.5, frozenset("b"))])
    return graph


def table_of_everything():
    """Every format that pickles: numbers of all widths, texts, bits, dictionaries, nulls, and an offset."""
    numbers = {str(kind): pyarrow.array([0, None, 1, 2, 3], kind) for kind in (
        pyarrow.int8(), pyarrow.uint8(), pyarrow.int16(), pyarrow.uint16(), pyarrow.int32(), pyarrow.uint32(),
        pyarrow.int64(), pyarrow.uint64(), pyarrow.float32(), pyarrow.float64())}
    words = ["zero", None, "", "zwei", "\N{GREEK SMALL LETTER PI}"]
    texts = {str(kind): pyarrow.array(words, kind) for kind in (pyarrow.string(), pyarrow.large_string())}
    others = {"bits": pyarrow.array([True, None, False, True, True]), "codes": texts["string"].dictionary_encode(),
              "plain": pyarrow.array([1.5, 2.5, 3.5, 4.5, 5.5])}
    return gobc.Table(import_array(pyarrow.record_batch({**numbers, **texts, **others}).slice(1, 4)))


@functools.cache
def large():
    return gobc.Graph(gobc.generate("barabasi_albert:n=20000,m=2", 1))


@functools.cache
def partial(measures):
    """Stopped as soon as some sources have finished."""
    with pytest.warns(gobc.GobcWarning, match="partial"):
        result = large().centralities(measures, settings=gobc.Settings(partial=True), threads=1, device="cpu",
                                      progress=lambda done, total: done and gobc.cancel())
    assert 0 < result.partial.finished < 20_000
    return result


KINDS = {
    "numbers": lambda: gobc.betweenness([(5, 7), (7, 1 << 40)]),
    "strings": lambda: gobc.centralities(WORDS, ["closeness", "betweenness", "eccentricity"]),
    "some rows": lambda: gobc.harmonic(WORDS, of=["é", "b"]),
    "no rows": lambda: gobc.edge_betweenness(([], [])),
    "estimates": lambda: gobc.betweenness(gobc.datasets.les_miserables(), epsilon=0.2, seed=1),
    "sample": lambda: gobc.betweenness(gobc.datasets.karate(), k=5, seed=1),
    "partial": lambda: partial("betweenness"),
    "partial edges": lambda: partial("edge_betweenness"),
    "edges": lambda: gobc.edge_betweenness(WORDS, directed=True),
    "edges that repeat": lambda: gobc.edge_betweenness(WORDS + WORDS[:1]),
    "edges with keys": lambda: gobc.edge_betweenness(multigraph()),
    "edges beside nodes": lambda: gobc.centralities(multigraph(), ["closeness", "edge_betweenness"]),
    "labels of any kind": lambda: gobc.betweenness(multigraph()),
    "edge table": gobc.datasets.karate,
    "table": table_of_everything,
    "empty table": lambda: gobc.Table(struct_of([column_from_strings([], "node")])),
}


def rows(table):
    """Every value with its type, NaN and infinity as they are."""
    return [[(type(cell), repr(cell)) for cell in row] for row in table]


def assert_same(twin, value):
    assert type(twin) is type(value) and twin.columns == value.columns and rows(twin) == rows(value)
    assert repr(twin) == repr(value) and twin._repr_html_() == value._repr_html_()
    assert pyarrow.table(twin).equals(pyarrow.table(value))
    assert pyarrow.table(twin).schema.equals(pyarrow.table(value).schema, check_metadata=True)
    if not isinstance(value, (gobc.Result, gobc.EdgeResult)):
        return
    assert twin.measures == value.measures and twin.top(3, value.measures[0]) == value.top(3, value.measures[0])
    for name in ("plan", "seconds", "device", "version", "warnings"):
        assert getattr(twin, name) == getattr(value, name)
    assert repr(twin.partial) == repr(value.partial)
    if value.partial is not None:
        assert twin.partial.nodes == value.partial.nodes and twin.partial.finished == value.partial.finished
    if isinstance(value, gobc.EdgeResult):
        assert twin.edge_keys == value.edge_keys
    elif value.edges is not None:
        assert_same(twin.edges, value.edges)


@pytest.mark.parametrize("kind", KINDS)
def test_twins(kind):
    value = KINDS[kind]()
    for make in TWINS.values():
        assert_same(make(value), value)


def test_lookups_of_twins():
    nodes, edges = (TWINS["pickle"](gobc.centralities(multigraph(), measure))
                    for measure in ("betweenness", "edge_betweenness"))
    assert nodes.value((1, 2)) == gobc.betweenness(multigraph()).value((1, 2)) and nodes.value("a") == 0
    assert edges.to_dict() == gobc.edge_betweenness(multigraph()).to_dict()
    repeated = TWINS["pickle"](gobc.edge_betweenness(WORDS + WORDS[:1]))
    with pytest.raises(gobc.ArgumentError, match="1 rows repeat a pair"):
        repeated.to_dict()


@pytest.mark.parametrize("make", TWINS)
def test_twins_share_no_memory(make):
    result = gobc.betweenness(WORDS)
    twin, want = TWINS[make](result), result["betweenness"].tolist()
    assert not numpy.shares_memory(twin["betweenness"], result["betweenness"])
    del result
    assert twin["betweenness"].tolist() == want
    with pytest.raises(ValueError):
        twin["betweenness"][0] = 1


@pytest.mark.parametrize("make", TWINS)
def test_plans_partial_marks_and_rankings(make):
    graph = gobc.Graph(WORDS)
    for plan in (graph.plan("betweenness"), graph.betweenness().plan, gobc.Plan(path={"widths": [16, 8]})):
        twin = TWINS[make](plan)
        assert type(twin) is gobc.Plan and twin == plan and repr(twin) == repr(plan)
    mark = partial("betweenness").partial
    twin = TWINS[make](mark)
    assert repr(twin) == repr(mark) and twin.nodes == mark.nodes and twin.sources == 20_000
    top = graph.betweenness().top(2)
    assert TWINS[make](top) == top and repr(TWINS[make](top)) == repr(top)


def described(results):
    """Computed in another process, which has the library not loaded."""
    assert gobc._library.loaded() is None
    return [(type(result).__name__, rows(result), repr(result)) for result in results], results


def test_results_go_to_a_spawned_process_and_back():
    results = [KINDS[kind]() for kind in ("numbers", "strings", "estimates", "edges with keys", "edge table", "partial")]
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=spawn) as pool:
        told, back = pool.submit(described, results).result(timeout=600)  # ends a hang
    assert told == [(type(result).__name__, rows(result), repr(result)) for result in results]
    for twin, result in zip(back, results):
        assert_same(twin, result)


def test_labels_that_cannot_be_pickled_say_so():
    graph = networkx.Graph([("a", label := lambda: None)])
    result = gobc.betweenness(graph)
    with pytest.raises((pickle.PicklingError, AttributeError), match="lambda"):
        pickle.dumps(result)
    assert copy.copy(result).value(label) == 0


def test_formats_that_do_not_pickle_say_so():
    table = gobc.Table(import_array(pyarrow.record_batch({"at": pyarrow.array([1, 2], pyarrow.date32())})))
    with pytest.raises(TypeError, match="'at' has a type that gobc cannot pickle.*to_pyarrow"):
        pickle.dumps(table)


def test_states_are_documented_dictionaries():
    """What a state holds: plain values alone, so that any later version can read it."""
    state = gobc.betweenness([(1, 2), (2, 3)]).__getstate__()
    assert list(state) == ["gobc_state", "kind", "data", "metadata", "labels", "edges"]
    assert (state["gobc_state"], state["kind"], state["labels"], state["edges"]) == (1, "Result", None, None)
    format, name, length, nulls, offset, flags, buffers, (node, scores), dictionary = state["data"]
    assert (format, length, offset, buffers, dictionary) == ("+s", 3, 0, [None], None)
    assert node[:3] == ("l", "node", 3) and numpy.frombuffer(node[6][1], "i8").tolist() == [1, 2, 3]
    assert scores[:3] == ("g", "betweenness", 3) and numpy.frombuffer(scores[6][1]).tolist() == [0, 1, 0]
    assert json.loads(state["metadata"]["gobc:plan"])["sources"] == 3


def changed(**values):
    return {**gobc.betweenness(WORDS).__getstate__(), **values}


def with_data(change):
    """A state of words whose first column, a large_utf8 of labels, is changed."""
    state = gobc.betweenness(WORDS).__getstate__()
    *data, children, dictionary = state["data"]
    node = list(children[0])
    change(node)
    return {**state, "data": (*data, [tuple(node), *children[1:]], dictionary)}


def set_at(place, value):
    def change(node):
        node[place] = value

    return change


def cut(buffer):
    def change(node):
        node[6][buffer] = node[6][buffer][:-1]

    return change


STATES = {
    "no state": (lambda: None, "not the state of a gobc Result, but a NoneType"),
    "another package's": (lambda: {"columns": []}, "not the state of a gobc Result, but a dict without a version"),
    "a later version's": (lambda: changed(gobc_state=2), "format 2, but this gobc reads format 1"),
    "another kind's": (lambda: changed(kind="Table"), "the state of a gobc Table, not of a Result"),
    "a part is missing": (lambda: {name: value for name, value in changed().items() if name != "labels"},
                          "damaged: it has no 'labels'"),
    "no columns": (lambda: changed(data=None), "damaged"),
    "no metadata": (lambda: changed(metadata=None), "damaged"),
    "no table": (lambda: changed(data=gobc.betweenness(WORDS).__getstate__()["data"][7][0]), "alone is not a table"),
    "short offsets": (lambda: with_data(cut(1)), "buffer 1 of column 'node' has the wrong size for its 6 rows"),
    "short text": (lambda: with_data(cut(2)), "buffer 2 of column 'node' has the wrong size"),
    "no offsets": (lambda: with_data(lambda node: node[6].__setitem__(1, None)), "buffer 1 of column 'node'"),
    "too few buffers": (lambda: with_data(lambda node: node[6].pop()), "lacks buffers"),
    "too many buffers": (lambda: with_data(lambda node: node[6].append(b"")), "buffer 3 of column 'node'"),
    "more rows": (lambda: with_data(set_at(2, 1000)), "has the wrong size for its 1,000 rows"),
    "fewer rows": (lambda: with_data(set_at(2, 3)), "damaged"),
    "a negative length": (lambda: with_data(set_at(2, -1)), "has length -1"),
    "an offset": (lambda: with_data(set_at(4, 2)), "damaged"),
    "an unknown format": (lambda: with_data(set_at(0, "tdD")), "cannot pickle"),
    "text instead of bytes": (lambda: with_data(set_at(6, ["", "", ""])), "damaged"),
}


@pytest.mark.parametrize("case", STATES)
def test_wrong_states(case):
    make, text = STATES[case]
    result = gobc.Result.__new__(gobc.Result)
    with pytest.raises(gobc.ArgumentError, match=text):
        result.__setstate__(make())


@pytest.mark.parametrize("kind", [gobc.Plan, gobc.results.Partial])
def test_wrong_states_of_plans_and_partial_marks(kind):
    with pytest.raises(gobc.ArgumentError, match=f"not the state of a gobc {kind.__name__}"):
        kind.__new__(kind).__setstate__({"nodes": []})


@pytest.mark.parametrize("data", [1 << 40, "x" * 100, None, [1, 2], b"", b"x" * 100])
def test_states_with_other_data_than_bytes_of_gobcs(data):
    """A number is no size of bytes to make."""
    for kind in (gobc.Graph, gobc.Partial):
        state = {"gobc_state": 1, "kind": kind.__name__, "data": data, "labels": None, "keys": None, "attribute": None,
                 "chosen": False, "weighted": True}
        with pytest.raises((gobc.ArgumentError, gobc.FileError)):
            kind.__new__(kind).__setstate__(state)


def test_changed_states_are_read_or_errors_of_gobcs():
    graph = gobc.Graph(networkx.Graph([("a", 1), (1, 2.5)]))
    job = gobc.plan(graph, "betweenness", shards=2)
    for whole in (graph, job, graph.plan("betweenness")):
        state = whole.__reduce__()[2]
        for name in state:
            for new in (None, 3, -1, 1 << 40, "x", b"x", [], [1], {}, {"x": 1}, object()):
                copy = type(whole).__new__(type(whole))
                with contextlib.suppress(gobc.Error):
                    copy.__setstate__(state | {name: new})
