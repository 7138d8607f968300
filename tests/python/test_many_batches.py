"""Networks in a stream: the same results as in one table, in whatever pieces it comes, and in bounded memory."""

import random

import pytest

import gobc
from seeds import seeds

NAN = float("nan")


def edges_of(rng, count, label, weight):
    """Columns of sorted networks, one of them with a third of the edges."""
    table = {"network": [], "source": [], "target": []} | ({"weight": []} if weight else {})
    for name in rng.sample(range(count * 3), count):
        nodes = rng.choice([2, 3, 5, 12])
        for _ in range(rng.choice([1, 2, nodes, 3 * nodes] + [200] * (name == 4))):
            row = [label(name), label(rng.randrange(nodes) + name), label(rng.randrange(nodes) + name)]
            for column, value in zip(table.values(), row + [rng.randrange(1, 90) / 10] * weight):
                column.append(value)
    return table


def cut(rng, table, pieces):
    """The rows of a table in pieces of random sizes, some of them empty."""
    rows = len(table["network"])
    cuts = sorted([0, rows, *(rng.randrange(rows + 1) for _ in range(pieces))])
    return [{name: column[lo:hi] for name, column in table.items()} for lo, hi in zip(cuts, cuts[1:])]


def joined(results):
    """The rows and the networks of all results."""
    results = list(results)
    rows = [row for result in results for row in result._rows_plain()]
    return rows, [name for result in results for name in result.networks]


@pytest.mark.parametrize("seed", seeds(12))
@pytest.mark.parametrize("kind", ["dict", "pandas", "pyarrow", "reader"])
def test_pieces_give_what_one_table_gives(seed, kind):
    rng = random.Random(seed)
    weight = rng.random() < 0.5
    table = edges_of(rng, 30, rng.choice([int, lambda x: f"n{x}é"]), weight)
    measures = rng.choice(["betweenness", "stress,closeness", "edge_betweenness"])
    options = {"directed": rng.random() < 0.5, **({"weight": "weight"} if weight else {})}
    whole = gobc.many(table, measures, **options)
    pieces = [piece for piece in cut(rng, table, 5) if piece["network"] or kind != "dict"]
    if kind == "pandas":
        pandas = pytest.importorskip("pandas")
        pieces = list(map(pandas.DataFrame, (piece for piece in pieces if piece["network"])))
    elif kind != "dict":
        pyarrow = pytest.importorskip("pyarrow")
        schema = pyarrow.table(table).schema
        pieces = [pyarrow.RecordBatch.from_pydict(piece, schema=schema) for piece in pieces]
        if kind == "reader":
            pieces = pyarrow.RecordBatchReader.from_batches(schema, pieces)
    rows, networks = joined(gobc.many_batches(pieces, measures, threads=rng.choice([1, 2]), **options))
    assert networks == whole.networks and rows == list(whole._rows_plain())


def test_results_come_while_edges_are_read():
    """A reader of more edges than are held at once: the first result comes before the last batch is made."""
    pyarrow = pytest.importorskip("pyarrow")
    numpy = pytest.importorskip("numpy")
    made = []

    def batches():
        for start in range(0, 1_200_000, 50_000):
            made.append(start)
            row = numpy.arange(start, start + 50_000)
            yield pyarrow.record_batch({"network": row // 60, "source": row % 60, "target": row % 60 + 1})

    reader = pyarrow.RecordBatchReader.from_batches(next(batches()).schema, batches())
    made.clear()
    seen, rows, path = [], 0, gobc.betweenness([(k, k + 1) for k in range(60)])
    for result in gobc.many_batches(reader):
        seen.append(len(made))
        rows += len(result)
        assert result["betweenness"].tolist()[:61] == path["betweenness"].tolist()
    assert rows == 1_200_000 // 60 * 61 and len(seen) >= 4 and seen[0] < seen[1] < 24


@pytest.mark.parametrize("named", [False, True])
def test_networks_one_by_one(named):
    rng = random.Random(2)
    networks = [[(rng.randrange(9), rng.randrange(9), rng.randrange(1, 30) / 10) for _ in range(rng.randrange(30))]
                for _ in range(4500)]
    items = ((f"p{place}", edges) if named else edges for place, edges in enumerate(networks))
    results = list(gobc.many_batches(items, "betweenness", weight=True))
    assert len(results) == 2
    of = {f"p{place}" if named else place: edges for place, edges in enumerate(networks)}
    rows, names = joined(results)
    assert names == [name for name, edges in of.items() if edges]
    assert rows == list(gobc.many(of, weight=True)._rows_plain())


def test_nothing_gives_nothing():
    assert list(gobc.many_batches([])) == [] and list(gobc.many_batches(iter([[]])))[0].networks == []
    assert [len(result) for result in gobc.many_batches({"network": [], "source": [], "target": []})] == [0]


def test_bad_networks_are_named_or_left_out():
    tables = [{"network": [1, 2, 2], "source": [0, 0, 1], "target": [1, 1, 2], "weight": [1.0, 1.0, NAN]},
              {"network": [2, 3, 4], "source": [2, 0, 0], "target": [3, 1, 1], "weight": [1.0, 1.0, -1.0]}]
    with pytest.raises(gobc.DataError, match="network 2, row 2: the weight is NaN"):
        list(gobc.many_batches(tables, weight="weight"))
    results = list(gobc.many_batches(tables, weight="weight", errors="report"))
    assert joined(results)[1] == [1, 3]
    assert [list(row)[:2] for result in results for row in result.left_out] == [[2, 2], [4, 5]]
    with pytest.raises(gobc.DataError, match='network "b", row 1: the weight is 0'):
        list(gobc.many_batches([("a", [(0, 1, 1.0)]), ("b", [(0, 1, 1.0), (1, 2, 0.0)])], weight=True))


@pytest.mark.parametrize("names, row", [([[1, 2, 1]], 2), ([[1, 2], [2, 1]], 3), ([[1, 2], [3, 2], [4]], 3)])
def test_networks_that_come_again_are_errors(names, row):
    tables = [{"network": part, "source": [0] * len(part), "target": [1] * len(part)} for part in names]
    with pytest.raises(gobc.DataError, match=f"row {row}: the network comes again, after others"):
        list(gobc.many_batches(tables))


def test_networks_of_results_that_were_given_out_do_not_come_again():
    """Three thousand networks end before the first comes again."""
    numpy = pytest.importorskip("numpy")
    row = numpy.arange(300_000)
    results = gobc.many_batches({"network": rows // 100, "source": rows % 100, "target": rows % 100 + 1}
                                for rows in (row, row[:5]))
    assert len(next(results)) == 101 * 2999
    with pytest.raises(gobc.DataError, match="network 0, row 300000: the network comes again"):
        next(results)


@pytest.mark.parametrize("batches, arguments, message", [
    ("edges.csv", {}, "an iterator of tables"), (7, {}, "an iterator of tables"), ([7], {}, "network 0"),
    ([{"network": [1], "source": [0], "target": [1]}], {"by": "p"}, "no such column"),
    ([{"network": [1], "source": [0], "target": [1]}], {"errors": "skip"}, "errors must be"),
    ([{"network": [1], "source": [0], "target": [1]}], {"measures": "degree"}, "degree"),
    ([{"network": [1], "source": [0], "target": [1]}], {"device": "cuda", "measures": "closeness"}, "processors"),
    ([{"network": [1], "source": [0], "target": [1]}], {"settings": gobc.Settings(memory_limit=100)}, "memory_limit"),
    ([("a", [(0, 1)]), ("a", [(0, 1)])], {}, "two networks are called 'a'"),
])
def test_mistakes(batches, arguments, message):
    with pytest.raises(gobc.Error, match=message):
        list(gobc.many_batches(batches, **arguments))


def test_tables_of_different_kinds_are_refused():
    pyarrow = pytest.importorskip("pyarrow")
    table = {"network": [1], "source": [0], "target": [1]}
    with pytest.raises(gobc.ArgumentError, match="all be of one kind"):
        list(gobc.many_batches([table, pyarrow.table(table)]))


def test_errors_of_an_iterator_are_told():
    def broken():
        yield {"network": [1], "source": [0], "target": [1]}
        raise OSError("the disk is gone")

    with pytest.raises(gobc.Error, match="the disk is gone"):
        list(gobc.many_batches(broken()))


def test_a_result_may_be_the_last_that_is_wanted():
    results = gobc.many_batches({"network": [at], "source": [0], "target": [1]} for at in range(5))
    del results
    assert gobc.many({"network": [1], "source": [0], "target": [1]}).networks == [1]
