"""Results of many rows: what is shown of them is that of short ones, and takes no Python object a row."""

import math
import random
import tracemalloc

import numpy
import pytest

import gobc
from gobc import _largest

ROWS = 5 * _largest.PIECE // 2  # more than a piece


def columns():
    r = numpy.random.default_rng(5)
    ties = r.integers(0, 50, ROWS).astype(float)
    holes = r.normal(size=ROWS)
    holes[r.integers(0, ROWS, 1000)] = numpy.nan
    holes[r.integers(0, ROWS, 10)] = numpy.inf
    yield from {"ties": ties, "holes": holes, "ascending": numpy.arange(ROWS, dtype=float), "zeros": numpy.zeros(ROWS),
                "integers": r.integers(-5, 10**6, ROWS), "nothing": numpy.full(ROWS, numpy.nan)}.items()


@pytest.mark.parametrize("name, column", list(columns()))
def test_pieces_give_the_same(name, column, monkeypatch):
    values = memoryview(column)
    found = [_largest.largest_rows(values, count) for count in (0, 1, 10, 1000)]
    shown = _largest.largest_finite(values), _largest.distribution(values, 40)
    monkeypatch.setattr(_largest, "LONG", ROWS + 1)
    assert found == [_largest.largest_rows(values, count) for count in (0, 1, 10, 1000)]
    assert shown == (_largest.largest_finite(values), _largest.distribution(values, 40))
    in_order = sorted((row for row in range(ROWS) if not math.isnan(column[row])), key=lambda row: (-column[row], row))
    assert [row for _, row in found[3]] == in_order[:1000]


def test_no_object_a_row():
    edges = numpy.random.default_rng(1).integers(0, 400_000, (2, 600_000))
    graph = gobc.Graph(tuple(edges))
    result = graph.degree()
    rows = len(result)
    assert rows > 300_000
    closeness = graph.closeness(of=graph.nodes[:3])
    for look in (lambda: repr(result), lambda: str(result), lambda: result._repr_html_(), lambda: result.top(10),
                 lambda: repr(graph), lambda: repr(closeness), lambda: graph.nodes[:5]):
        look()
        tracemalloc.start()
        look()
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 6 * rows  # an object takes 24 bytes at least


def test_without_numpy(monkeypatch):
    values = memoryview(numpy.array([random.Random(2).random() for _ in range(_largest.LONG)]))
    found = _largest.largest_rows(values, 5)
    monkeypatch.setattr(_largest, "_pieces", lambda values: None)
    assert _largest.largest_rows(values, 5) == found
