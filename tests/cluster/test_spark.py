"""DataFrames in and out: gobc.spark."""

import contextlib
import doctest

import pytest

import gobc
import gobc.spark
from engines import ENGINES

ROWS = [(f"n{i}", f"n{(i * 7 + 1) % 90}", 1 + i % 4) for i in range(200)]


@pytest.fixture(scope="module")
def spark():
    with ENGINES["spark"]() as session:
        yield session


@pytest.fixture(scope="module")
def edges(spark):
    return spark.createDataFrame(ROWS, "src string, dst string, km long").repartition(3)


@pytest.mark.parametrize("weight", [None, "km"])
def test_bits_of_one_call(spark, edges, weight):
    graph = gobc.Graph([row if weight else row[:2] for row in ROWS], weight=True if weight else None, directed=True)
    options = {"directed": True, "weight": weight, "shards": 7}
    for name in ("betweenness", "closeness", "harmonic"):
        rows = getattr(gobc.spark, name)(spark, edges, **options).collect()
        want = getattr(graph, name)()
        assert {row.node: row[name] for row in rows} == want.to_dict(name)
    rows = gobc.spark.edge_betweenness(spark, edges, **options).collect()
    want = graph.edge_betweenness()
    assert {(row[0], row[1]): row.edge_betweenness for row in rows} == want.to_dict("edge_betweenness")
    rows = gobc.spark.compute(spark, edges, ["betweenness", "eccentricity"], **options).collect()
    want = graph.centralities(["betweenness", "eccentricity"])
    assert {row.node: (row.betweenness, row.eccentricity) for row in rows} == \
        {node: tuple(values.values()) for node, values in want.to_dict().items()}


def test_what_is_wrong(spark, edges):
    with pytest.raises(gobc.ArgumentError, match="compute them in two calls"):
        gobc.spark.compute(spark, edges, ["betweenness", "edge_betweenness"])
    with pytest.raises(gobc.DeviceError, match="(?i)cuda|gpu"):
        gobc.spark.betweenness(spark, edges, device="cuda:99")


def test_examples(spark):
    with contextlib.redirect_stderr(None):
        assert doctest.testmod(gobc.spark).failed == 0
